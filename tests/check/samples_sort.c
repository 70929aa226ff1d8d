/* samples_sort.c - inputs for orders and scans.
 * SPDX-License-Identifier: MIT */
#include "check.h"

static void gen_sorts(samples *s)
{
    for (int d = 0; d < 2; d++) {
        sample(s); special(s, MAIN, SHAPE(5, 67), -20, 20); integer(s, -1); boolean(s, d);
        sample(s); special(s, MAIN, SHAPE(40, 3), -20, 20); integer(s, 0); boolean(s, d);
    }
    sample(s); tensor(s, MAIN, SHAPE0, -2, 2); integer(s, 0); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(3, 0), -2, 2); integer(s, 1); boolean(s, false);
}

static void gen_sort_stables(samples *s)
{
    sample(s); special(s, MAIN, SHAPE(5, 67), -3, 3); boolean(s, true); integer(s, -1); boolean(s, true);
    sample(s); special(s, MAIN, SHAPE(5, 7), -3, 3); none(s); integer(s, 0); boolean(s, false);
}

static void gen_argsorts(samples *s)
{
    sample(s); special(s, MAIN, SHAPE(5, 67), -20, 20); integer(s, -1); boolean(s, false); boolean(s, true);
    sample(s); special(s, MAIN, SHAPE(5, 7), -20, 20); integer(s, 0); boolean(s, true); boolean(s, false);
}

static void gen_any_real(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(6, 9), -5, 5);
    sample(s); tensor(s, MAIN, SHAPE(0, 9), -5, 5);
    sample(s); tensor(s, MAIN, SHAPE(11), 0, 1);
}

static void gen_topks(samples *s)
{
    for (int largest = 0; largest < 2; largest++) {
        sample(s); special(s, MAIN, SHAPE(5, 300), -20, 20); integer(s, 8); integer(s, -1); boolean(s, largest); boolean(s, true);
        sample(s); special(s, MAIN, SHAPE(200, 3), -20, 20); integer(s, 100); integer(s, 0); boolean(s, largest); boolean(s, true);
    }
    sample(s); tensor(s, MAIN, SHAPE(3, 5), -2, 2); integer(s, 0); integer(s, 1); boolean(s, true); boolean(s, true);
    sample(s); tensor(s, MAIN, SHAPE0, -2, 2); integer(s, 1); integer(s, 0); boolean(s, true); boolean(s, true);
}

static void gen_kthvalues(samples *s)
{
    sample(s); special(s, MAIN, SHAPE(5, 90), -20, 20); integer(s, 7); integer(s, 1); boolean(s, false);
    sample(s); special(s, MAIN, SHAPE(90, 4), -20, 20); integer(s, 85); integer(s, 0); boolean(s, true);
    sample(s); tensor(s, MAIN, SHAPE0, -2, 2); integer(s, 1); integer(s, 0); boolean(s, false);
}

static void gen_scans(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 19), -2, 2); integer(s, 1); none(s);
    sample(s); tensor(s, MAIN, SHAPE(19, 3), -2, 2); integer(s, 0); dtype_arg(s, WZ_DTYPE_F32); sample_dtypes(s, ~(1u << WZ_DTYPE_C64 | 1u << WZ_DTYPE_C128));
    sample(s); tensor(s, MAIN, SHAPE0, -2, 2); integer(s, 0); none(s);
    sample(s); tensor(s, MAIN, SHAPE(0, 4), -2, 2); integer(s, 0); none(s);
}

static void gen_dims(samples *s)
{
    sample(s); special(s, MAIN, SHAPE(5, 19), -2, 2); integer(s, 1);
    sample(s); special(s, MAIN, SHAPE(19, 3), -2, 2); integer(s, -2);
    sample(s); tensor(s, MAIN, SHAPE(4, 0), -2, 2); integer(s, 0);
}

static void gen_real_dims(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 19), 0, 2); integer(s, 1);
    sample(s); tensor(s, MAIN, SHAPE(19, 3), 0, 1); integer(s, -2);
}

static void gen_opt_dims(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 19), 0, 2); none(s);
    sample(s); tensor(s, MAIN, SHAPE(19, 1), 0, 1); integer(s, 0);
}

static void gen_searches(samples *s)
{
    static const double v[] = {0, 1, 1, 2, 4, 4, 4, 7};
    for (int right = 0; right < 2; right++) {
        sample(s); listed(s, MAIN, SHAPE(8), 8, v); tensor(s, MAIN, SHAPE(3, 5), 0, 8); boolean(s, right); boolean(s, right); none(s); none(s);
        sample(s); listed(s, MAIN, SHAPE(2, 8), 8, v); tensor(s, MAIN, SHAPE(2, 5), 0, 8); boolean(s, false); boolean(s, right); none(s); none(s);
    }
    sample(s); listed(s, MAIN, SHAPE(8), 8, v); tensor(s, MAIN, SHAPE0, 0, 8); boolean(s, false); boolean(s, false); text(s, "right"); none(s);
    for (int i = 0; i < s->n; i++) s->call[i].dtypes = ~(1u << WZ_DTYPE_BOOL);
}

static void gen_buckets(samples *s)
{
    static const double v[] = {0, 1, 1, 2, 4, 4, 4, 7};
    sample(s); tensor(s, MAIN, SHAPE(3, 5), 0, 8); listed(s, MAIN, SHAPE(8), 8, v); boolean(s, true); boolean(s, true);
    sample_dtypes(s, ~(1u << WZ_DTYPE_BOOL));
}

static void gen_isins(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(4, 6), 0, 9); tensor(s, MAIN, SHAPE(5), 0, 9); boolean(s, false); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(4), 0, 9); tensor(s, MAIN, SHAPE(0), 0, 9); boolean(s, false); boolean(s, true);
}

const sample_generator samples_sort[] = {
    {"sorts", gen_sorts},         {"sort_stables", gen_sort_stables}, {"argsorts", gen_argsorts}, {"any_real", gen_any_real},
    {"topks", gen_topks},         {"kthvalues", gen_kthvalues},       {"scans", gen_scans},       {"float_dims", gen_dims},
    {"real_dims", gen_real_dims}, {"real_opt_dims", gen_opt_dims},    {"searches", gen_searches}, {"buckets", gen_buckets},
    {"isins", gen_isins},         {0},
};

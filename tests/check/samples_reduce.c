/* samples_reduce.c - inputs for reductions: inner, outer, middle and all dimensions, empty ones, long rows.
 * SPDX-License-Identifier: MIT */
#include "check.h"
#include <math.h>

#define BIT(name) (1u << WZ_DTYPE_##name)
static const unsigned FLOATS = BIT(F16) | BIT(BF16) | BIT(F32) | BIT(F64);
static const unsigned FRACTIONS = BIT(F16) | BIT(BF16) | BIT(F32) | BIT(F64) | BIT(C64) | BIT(C128);

static void over_dims(samples *s, unsigned dtypes, bool all_dims)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -2, 2); ints(s, INTS(1)); boolean(s, false); sample_dtypes(s, dtypes);
    sample(s); tensor(s, MAIN, SHAPE(67, 40), -2, 2); ints(s, INTS(0)); boolean(s, true); sample_dtypes(s, dtypes);
    sample(s); tensor(s, MAIN, SHAPE(3, 70, 5), -2, 2); ints(s, INTS(-2)); boolean(s, false); sample_dtypes(s, dtypes);
    sample(s); tensor(s, MAIN, SHAPE(3, 9, 5, 4), -2, 2); ints(s, INTS(0, 2)); boolean(s, true); sample_dtypes(s, dtypes);
    sample(s); tensor(s, MAIN, SHAPE(1, 3000), -2, 2); ints(s, INTS(1)); boolean(s, false); sample_dtypes(s, dtypes);
    sample(s); special(s, MAIN, SHAPE(20, 9), -2, 2); ints(s, INTS(1)); boolean(s, false); sample_dtypes(s, dtypes & FLOATS);
    sample(s); tensor(s, MAIN, SHAPE(0, 4), -2, 2); ints(s, INTS(1)); boolean(s, false); sample_dtypes(s, dtypes);
    if (!all_dims) return;
    sample(s); tensor(s, MAIN, SHAPE(4, 33, 2), -2, 2); none(s); boolean(s, false); sample_dtypes(s, dtypes);
    sample(s); tensor(s, MAIN, SHAPE0, -2, 2); none(s); boolean(s, false); sample_dtypes(s, dtypes);
}

static void gen_reductions(samples *s)
{
    over_dims(s, 0, true);
    s->call[5].dtypes = FLOATS;
    sample(s); tensor(s, MAIN, SHAPE(2, 140000), -1, 1); ints(s, INTS(1)); boolean(s, false);
    sample_dtypes(s, BIT(F32) | BIT(I64) | BIT(U8) | BIT(F64)); sample_contiguous(s);
}

static void gen_float_reductions(samples *s) { over_dims(s, FRACTIONS, true); }

static void gen_reductions_dims(samples *s)
{
    over_dims(s, 0, false);
    s->call[5].dtypes = FLOATS;
}

static void along(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -2, 2); integer(s, 1); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(40, 33), -2, 2); integer(s, 0); boolean(s, true);
    sample(s); tensor(s, MAIN, SHAPE(3, 70, 5), -2, 2); integer(s, -2); boolean(s, false);
    sample(s); special(s, MAIN, SHAPE(20, 9), -2, 2); integer(s, 1); boolean(s, false); sample_dtypes(s, FLOATS);
    sample(s); tensor(s, MAIN, SHAPE0, -2, 2); integer(s, 0); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(0, 4), -2, 2); integer(s, 1); boolean(s, false);
}

static void gen_dim_reductions(samples *s) { along(s); }

static void gen_argmaxes(samples *s)
{
    along(s);
    sample(s); tensor(s, MAIN, SHAPE(4, 33, 2), -2, 2); none(s); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(150000), -2, 2); none(s); boolean(s, false); sample_dtypes(s, BIT(F32) | BIT(I32)); sample_contiguous(s);
}

static void gen_products(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 7), 1, 2); integer(s, 1); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(7, 20), 1, 2); integer(s, 0); boolean(s, true);
    sample(s); tensor(s, MAIN, SHAPE(2, 3, 2), 1, 2); none(s); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(3, 0), 1, 2); integer(s, 1); boolean(s, false);
}

static void gen_aminmaxes(samples *s) { gen_argmaxes(s); }

static void gen_full_reductions(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -2, 2);
    sample(s); tensor(s, MAIN, SHAPE0, -2, 2);
    sample(s); special(s, MAIN, SHAPE(5, 67), -2, 2); sample_dtypes(s, FLOATS);
}

static void gen_counts_nonzero(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -1, 1); ints(s, INTS(1));
    sample(s); tensor(s, MAIN, SHAPE(40, 33), -1, 1); ints(s, INTS(0));
    sample(s); tensor(s, MAIN, SHAPE(4, 3), -1, 1); none(s);
}

static void gen_variances(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -2, 2); ints(s, INTS(1)); none(s); boolean(s, false); sample_dtypes(s, FRACTIONS);
    sample(s); tensor(s, MAIN, SHAPE(67, 40), -2, 2); ints(s, INTS(0)); number(s, wz_int(0)); boolean(s, true); sample_dtypes(s, FRACTIONS);
    sample(s); tensor(s, MAIN, SHAPE(3, 9, 5), -2, 2); ints(s, INTS(0, 2)); number(s, wz_num(1.5)); boolean(s, false); sample_dtypes(s, FRACTIONS);
    sample(s); tensor(s, MAIN, SHAPE(2, 140000), 99, 101); none(s); none(s); boolean(s, false); sample_dtypes(s, BIT(F32) | BIT(F64)); sample_contiguous(s);
    sample(s); tensor(s, MAIN, SHAPE(3, 1), -2, 2); ints(s, INTS(1)); none(s); boolean(s, false); sample_dtypes(s, FRACTIONS);
}

static void gen_norms(samples *s)
{
    static const double orders[] = {2, 1, 0, 3, 0.5, -1, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 8; i++) {
        sample(s); tensor(s, MAIN, SHAPE(7, 33), 1, 3); number(s, wz_num(orders[i])); ints(s, INTS(i % 2)); boolean(s, i % 3 == 0);
        sample_dtypes(s, FRACTIONS);
    }
    sample(s); tensor(s, MAIN, SHAPE(140000), -2, 2); number(s, wz_int(2)); none(s); boolean(s, false); sample_dtypes(s, BIT(F32)); sample_contiguous(s);
}

static void gen_variances_all(samples *s)
{
    for (int k = 0; k < 2; k++) { sample(s); tensor(s, MAIN, SHAPE(4, 33), -2, 2); boolean(s, k); sample_dtypes(s, 1u << WZ_DTYPE_F32); }
}

static void gen_variances_unbiased(samples *s)
{
    for (int k = 0; k < 2; k++) { sample(s); tensor(s, MAIN, SHAPE(4, 33), -2, 2); ints(s, INTS(1)); boolean(s, k); boolean(s, k); sample_dtypes(s, 1u << WZ_DTYPE_F32); }
}

static void gen_norms_named(samples *s) { sample(s); tensor(s, MAIN, SHAPE(4, 33), -2, 2); text(s, "fro"); none(s); boolean(s, false); none(s); sample_dtypes(s, 1u << WZ_DTYPE_F32); }

/* Other names of elementwise rows; the check drops the second tensor where an op takes one. */
static void gen_aliases(samples *s) { sample(s); tensor(s, MAIN, SHAPE(5, 33), -0.9, 0.9); tensor(s, MAIN, SHAPE(5, 33), 0.1, 0.9); sample_dtypes(s, 1u << WZ_DTYPE_F32); }

const sample_generator samples_reduce[] = {
    {"reductions", gen_reductions}, {"float_reductions", gen_float_reductions}, {"reductions_dims", gen_reductions_dims},
    {"dim_reductions", gen_dim_reductions}, {"argmaxes", gen_argmaxes}, {"products", gen_products},
    {"aminmaxes", gen_aminmaxes}, {"full_reductions", gen_full_reductions}, {"counts_nonzero", gen_counts_nonzero},
    {"variances", gen_variances}, {"norms", gen_norms}, {"variances_all", gen_variances_all}, {"variances_unbiased", gen_variances_unbiased}, {"norms_named", gen_norms_named}, {"aliases", gen_aliases}, {0},
};

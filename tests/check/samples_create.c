/* samples_create.c - inputs for creation and for the random ops.
 * SPDX-License-Identifier: MIT */
#include "check.h"

#define WHOLE (1u << WZ_DTYPE_U8 | 1u << WZ_DTYPE_I8 | 1u << WZ_DTYPE_I32 | 1u << WZ_DTYPE_I64 | 1u << WZ_DTYPE_U64)
#define REAL_FLOATS (1u << WZ_DTYPE_F16 | 1u << WZ_DTYPE_BF16 | 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_F64)
#define NOT_BOOL_NOT_COMPLEX (~(1u << WZ_DTYPE_BOOL | 1u << WZ_DTYPE_C64 | 1u << WZ_DTYPE_C128))

static void gen_sizes(samples *s)
{
    sample(s); ints(s, INTS(3, 5)); dtype_arg(s, MAIN);
    sample(s); ints(s, INTS(2, 0, 3)); dtype_arg(s, MAIN);
    sample(s); ints(s, 0, NULL); dtype_arg(s, MAIN);
}

static void gen_empty_sizes(samples *s)
{
    sample(s); sample_unfilled(s); ints(s, INTS(3, 5)); dtype_arg(s, MAIN);
}

static void gen_fulls(samples *s)
{
    sample(s); ints(s, INTS(3, 5)); number(s, wz_int(1)); dtype_arg(s, MAIN);
    sample(s); ints(s, INTS(7)); number(s, wz_num(0.5)); dtype_arg(s, MAIN);
    sample(s); ints(s, INTS(1000)); number(s, wz_bool(true)); dtype_arg(s, MAIN);
}

static void gen_new_empties(samples *s)
{
    sample(s); sample_unfilled(s); tensor(s, MAIN, SHAPE(2), 0, 1); ints(s, INTS(3, 5));
}

static void gen_new_sizes(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2), 0, 1); ints(s, INTS(3, 5));
    sample(s); tensor(s, MAIN, SHAPE0, 0, 1); ints(s, INTS(0));
}

static void gen_new_fulls(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2), 0, 1); ints(s, INTS(3, 5)); number(s, wz_int(3));
}

static void gen_fill_tensors(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 7), 0, 1); tensor(s, MAIN, SHAPE0, 1, 3);
    sample(s); tensor(s, MAIN, SHAPE(4), 0, 1); tensor(s, WZ_DTYPE_I64, SHAPE0, 1, 3);
}

static void gen_scalars(samples *s)
{
    sample(s); number(s, wz_int(3)); dtype_arg(s, MAIN);
    sample(s); number(s, wz_num(2.5)); dtype_arg(s, MAIN);
}

static void gen_arange_ends(samples *s)
{
    sample(s); sample_dtypes(s, NOT_BOOL_NOT_COMPLEX); number(s, wz_int(9)); dtype_arg(s, MAIN);
    sample(s); sample_dtypes(s, NOT_BOOL_NOT_COMPLEX); number(s, wz_int(0)); dtype_arg(s, MAIN);
    sample(s); number(s, wz_num(3.5));
}

static void gen_aranges(samples *s)
{
    sample(s); sample_dtypes(s, NOT_BOOL_NOT_COMPLEX); number(s, wz_int(2)); number(s, wz_int(100)); number(s, wz_int(7));
    dtype_arg(s, MAIN);
    sample(s); sample_dtypes(s, NOT_BOOL_NOT_COMPLEX); number(s, wz_int(50)); number(s, wz_int(3)); number(s, wz_int(-4));
    dtype_arg(s, MAIN);
    sample(s); number(s, wz_num(-1)); number(s, wz_int(1)); number(s, wz_num(0.1));
}

static void gen_linspaces(samples *s)
{
    sample(s); number(s, wz_int(0)); number(s, wz_int(3)); integer(s, 4); dtype_arg(s, MAIN);
    sample(s); number(s, wz_int(2)); number(s, wz_int(1)); integer(s, 9); dtype_arg(s, MAIN);
    sample(s); number(s, wz_int(1)); number(s, wz_int(2)); integer(s, 1); dtype_arg(s, MAIN);
    sample(s); number(s, wz_int(1)); number(s, wz_int(2)); integer(s, 0); dtype_arg(s, MAIN);
}

static void gen_logspaces(samples *s)
{
    sample(s); number(s, wz_int(0)); number(s, wz_int(2)); integer(s, 3); flt(s, 10); dtype_arg(s, MAIN);
    sample(s); number(s, wz_int(1)); number(s, wz_int(-1)); integer(s, 6); flt(s, 2); dtype_arg(s, MAIN);
    sample(s); number(s, wz_int(1)); number(s, wz_int(2)); integer(s, 1); flt(s, 3); dtype_arg(s, MAIN);
}

static void gen_eyes(samples *s)
{
    sample(s); integer(s, 4); none(s); dtype_arg(s, MAIN);
    sample(s); integer(s, 3); integer(s, 5); dtype_arg(s, MAIN);
    sample(s); integer(s, 0); integer(s, 2); dtype_arg(s, MAIN);
}

static void gen_triangles(samples *s)
{
    sample(s); integer(s, 3); integer(s, 4); integer(s, 0); dtype_arg(s, MAIN);
    sample(s); integer(s, 5); integer(s, 2); integer(s, -1); dtype_arg(s, MAIN);
    sample(s); integer(s, 3); integer(s, 4); integer(s, 2); dtype_arg(s, MAIN);
    sample(s); integer(s, 0); integer(s, 4); integer(s, 0); dtype_arg(s, MAIN);
}

static void gen_real_pairs_of_parts(samples *s)
{
    sample(s); sample_dtypes(s, 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_F64); tensor(s, MAIN, SHAPE(3, 5), -2, 2);
    tensor(s, MAIN, SHAPE(3, 5), -3, 3);
    sample(s); sample_dtypes(s, 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_F64); tensor(s, MAIN, SHAPE(3, 1), -2, 2);
    tensor(s, MAIN, SHAPE(5), -3, 3);
}

/* ---- random ops: the values differ from call to call, so only that they run and stay in bounds is seen here */

static void gen_random_sizes(samples *s)
{
    sample(s); sample_unfilled(s); ints(s, INTS(3, 65)); none(s); dtype_arg(s, MAIN);
    sample(s); sample_unfilled(s); ints(s, INTS(0)); none(s); dtype_arg(s, MAIN);
}

static void one_tensor(samples *s, unsigned dtypes)
{
    sample(s); sample_unfilled(s); sample_dtypes(s, dtypes); tensor(s, MAIN, SHAPE(3, 7), 0, 1);
}

static void gen_random_likes(samples *s) { one_tensor(s, REAL_FLOATS); }

static void gen_random_ints(samples *s)
{
    sample(s); sample_unfilled(s); integer(s, 2); ints(s, INTS(40)); none(s); dtype_arg(s, MAIN);
}

static void gen_random_ranges(samples *s)
{
    sample(s); sample_unfilled(s); integer(s, 0); integer(s, 2); ints(s, INTS(40)); none(s); dtype_arg(s, MAIN);
}

static void gen_random_like_highs(samples *s) { one_tensor(s, 0); integer(s, 2); }
static void gen_random_like_ranges(samples *s) { one_tensor(s, 0); integer(s, 0); integer(s, 2); }

static void gen_permutation_sizes(samples *s)
{
    sample(s); sample_unfilled(s); sample_dtypes(s, WHOLE | REAL_FLOATS); integer(s, 100); none(s); dtype_arg(s, MAIN);
    sample(s); sample_unfilled(s); integer(s, 0); none(s); dtype_arg(s, MAIN);
}

static void gen_uniforms(samples *s) { one_tensor(s, 0); flt(s, -1); flt(s, 3); }
static void gen_normals(samples *s) { one_tensor(s, 0); flt(s, 1); flt(s, 2); }
static void gen_exponentials(samples *s) { one_tensor(s, 0); flt(s, 1.5); }
static void gen_geometrics(samples *s) { one_tensor(s, 0); flt(s, 0.5); }
static void gen_random_tos(samples *s) { one_tensor(s, 0); integer(s, 2); }

static void gen_random_froms(samples *s)
{
    one_tensor(s, 0); integer(s, 0); integer(s, 2);
    one_tensor(s, 0); integer(s, 0); none(s);
}

static void gen_random_fills(samples *s) { one_tensor(s, 0); }
static void gen_probabilities(samples *s) { one_tensor(s, 0); flt(s, 0.25); }
static void gen_probability_tensors(samples *s) { one_tensor(s, 0); }
static void gen_probability_fills(samples *s) { one_tensor(s, 0); tensor(s, WZ_DTYPE_F32, SHAPE(7), 0, 1); }
static void gen_normal_tensors(samples *s) { one_tensor(s, 0); tensor(s, MAIN, SHAPE(7), 0, 1); }
static void gen_normal_means(samples *s) { one_tensor(s, 0); flt(s, 2); }

static void gen_normal_stds(samples *s)
{
    sample(s); sample_unfilled(s); flt(s, 2); tensor(s, MAIN, SHAPE(7), 0, 1);
}

static void gen_normal_sizes(samples *s)
{
    sample(s); sample_unfilled(s); flt(s, 2); flt(s, 1); ints(s, INTS(5, 3)); none(s); dtype_arg(s, MAIN);
}

static void gen_multinomials(samples *s)
{
    sample(s); sample_unfilled(s); tensor(s, MAIN, SHAPE(4, 9), 0.25, 1); integer(s, 3); boolean(s, false);
    sample(s); sample_unfilled(s); tensor(s, MAIN, SHAPE(9), 0.25, 1); integer(s, 20); boolean(s, true);
}

const sample_generator samples_create[] = {
    {"sizes", gen_sizes}, {"empty_sizes", gen_empty_sizes}, {"fulls", gen_fulls}, {"new_empties", gen_new_empties},
    {"new_sizes", gen_new_sizes}, {"new_fulls", gen_new_fulls}, {"fill_tensors", gen_fill_tensors},
    {"scalars", gen_scalars}, {"arange_ends", gen_arange_ends}, {"aranges", gen_aranges},
    {"linspaces", gen_linspaces}, {"logspaces", gen_logspaces}, {"eyes", gen_eyes}, {"triangles", gen_triangles},
    {"complex_parts", gen_real_pairs_of_parts},
    {"random_sizes", gen_random_sizes}, {"random_likes", gen_random_likes}, {"random_ints", gen_random_ints},
    {"random_ranges", gen_random_ranges}, {"random_like_highs", gen_random_like_highs},
    {"random_like_ranges", gen_random_like_ranges}, {"permutation_sizes", gen_permutation_sizes},
    {"uniforms", gen_uniforms}, {"random_normals", gen_normals}, {"exponentials", gen_exponentials},
    {"geometrics", gen_geometrics}, {"random_tos", gen_random_tos}, {"random_froms", gen_random_froms},
    {"random_fills", gen_random_fills}, {"probabilities", gen_probabilities},
    {"probability_tensors", gen_probability_tensors}, {"probability_fills", gen_probability_fills},
    {"normal_tensors", gen_normal_tensors}, {"normal_means", gen_normal_means}, {"normal_stds", gen_normal_stds},
    {"normal_sizes", gen_normal_sizes}, {"multinomials", gen_multinomials},
    {0},
};

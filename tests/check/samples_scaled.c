/* samples_scaled.c - inputs for scaled and grouped products.
 * SPDX-License-Identifier: MIT */
#include "check.h"

enum { F8 = WZ_DTYPE_F8_E4M3FN, F8_WIDE = WZ_DTYPE_F8_E5M2, F32 = WZ_DTYPE_F32, F16 = WZ_DTYPE_F16, BF16 = WZ_DTYPE_BF16, I32 = WZ_DTYPE_I32 };

/* order 0: recipes beside scales, swizzles last; 1: torch's own. bias -1: none */
static void product(samples *s, int order, int64_t m, int64_t k, int64_t n, int recipe_a, shape scale_a, int recipe_b, shape scale_b, int bias, int out)
{
    const int64_t a = recipe_a, b = recipe_b;
    sample(s);
    tensor(s, F8, SHAPE(m, k), -4, 4);
    tensor(s, m % 2 ? F8 : F8_WIDE, SHAPE(k, n), -4, 4);
    tensors(s, 1); tensor(s, F32, scale_a, 0.25, 2); ints(s, INTS(a));
    if (order) ints(s, 0, NULL);
    tensors(s, 1); tensor(s, F32, scale_b, 0.25, 2); ints(s, INTS(b));
    if (!order) ints(s, 0, NULL);
    ints(s, 0, NULL);
    if (bias < 0) none(s);
    else tensor(s, bias, SHAPE(n), -2, 2);
    dtype_arg(s, out); ints(s, 0, NULL); boolean(s, false);
}

static void products(samples *s, int order)
{
    product(s, order, 1, 64, 33, 0, SHAPE0, 0, SHAPE(1), -1, F32);
    product(s, order, 5, 40, 33, 1, SHAPE(5, 1), 1, SHAPE(1, 33), BF16, BF16);
    product(s, order, 18, 130, 35, 1, SHAPE(18, 1), 1, SHAPE(1, 35), F16, F8);
    product(s, order, 3, 300, 140, 4, SHAPE(3, 3), 5, SHAPE(3, 2), -1, F16);
    product(s, order, 130, 128, 9, 5, SHAPE(2, 1), 4, SHAPE(1, 9), BF16, BF16);
    product(s, order, 3, 0, 4, 0, SHAPE(1), 0, SHAPE(1), -1, F32);
    product(s, order, 0, 4, 4, 1, SHAPE(0, 1), 1, SHAPE(1, 4), -1, BF16);
    product(s, order, 4, 40, 4, 0, SHAPE(1, 1), 0, SHAPE(1), F16, F8_WIDE);
}

static void gen_scaled_mms(samples *s) { products(s, 0); }
static void gen_scaled_mms_torch(samples *s) { products(s, 1); }

static void gen_by_shape(samples *s)
{
    sample(s); tensor(s, F8, SHAPE(5, 64), -4, 4); tensor(s, F8, SHAPE(64, 7), -4, 4); tensor(s, F32, SHAPE0, 0.1, 1); tensor(s, F32, SHAPE0, 0.1, 1);
    none(s); none(s); dtype_arg(s, BF16); boolean(s, true);
    sample(s); tensor(s, F8, SHAPE(1, 64), -4, 4); tensor(s, F8, SHAPE(64, 7), -4, 4); tensor(s, F32, SHAPE(1, 1), 0.1, 1); tensor(s, F32, SHAPE(1, 7), 0.1, 1);
    tensor(s, F16, SHAPE(7), -1, 1); none(s); dtype_arg(s, F16); boolean(s, false);
    sample(s); tensor(s, F8, SHAPE(4, 64), -4, 4); tensor(s, F8, SHAPE(64, 7), -4, 4); tensor(s, F32, SHAPE0, 0.1, 1); tensor(s, F32, SHAPE0, 0.1, 1);
    tensor(s, F16, SHAPE(7), -1, 1); tensor(s, F32, SHAPE0, 0.1, 1); none(s); boolean(s, false);
}

static void grouped(samples *s, int dtype, shape a, shape b, int groups, const double *ends)
{
    sample(s);
    tensor(s, dtype, a, -2, 2);
    tensor(s, dtype, b, -2, 2);
    if (ends) listed(s, I32, SHAPE(groups), groups, ends);
    else none(s);
    none(s);
    none(s);
}

static void gen_grouped(samples *s)
{
    static const double some[] = {0, 3, 5}, all[] = {4, 4, 9}, wild[] = {5, 2, 40}, one[] = {8};
    static const int    dtypes[] = {F32, BF16, F16};
    for (int i = 0; i < 3; i++) {
        grouped(s, dtypes[i], SHAPE(9, 33), SHAPE(3, 33, 17), 3, i == 0 ? some : i == 1 ? all : wild);
        grouped(s, dtypes[i], SHAPE(3, 7, 33), SHAPE(33, 9), 3, i == 0 ? wild : i == 1 ? some : all);
        grouped(s, dtypes[i], SHAPE(6, 9), SHAPE(9, 5), 3, i == 0 ? all : i == 1 ? wild : some);
        grouped(s, dtypes[i], SHAPE(3, 6, 9), SHAPE(3, 9, 5), 0, NULL);
        grouped(s, dtypes[i], SHAPE(8, 40), SHAPE(1, 40, 70), 1, one);
        grouped(s, dtypes[i], SHAPE(0, 9), SHAPE(3, 9, 5), 3, some);
        grouped(s, dtypes[i], SHAPE(4, 0), SHAPE(0, 5), 3, some);
    }
}

const sample_generator samples_scaled[] = {
    {"scaled_mms", gen_scaled_mms}, {"scaled_mms_torch", gen_scaled_mms_torch}, {"scaled_mms_by_shape", gen_by_shape}, {"grouped_mms", gen_grouped}, {0},
};

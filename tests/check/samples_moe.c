/* samples_moe.c - inputs for mixtures of experts.
 * SPDX-License-Identifier: MIT */
#include "check.h"

enum { F32 = WZ_DTYPE_F32, I64 = WZ_DTYPE_I64 };

static void routes(samples *s, shape x, int64_t k, bool bias, bool sigmoid, bool normalize, double scale, double eps)
{
    sample(s); distinct(s, MAIN, x); integer(s, k);
    if (bias) tensor(s, F32, SHAPE(x.size[x.n - 1]), -1, 1);
    else none(s);
    boolean(s, sigmoid); boolean(s, normalize); flt(s, scale); flt(s, eps);
}

static void gen_routes(samples *s)
{
    static const double ties[] = {1, 1, 1, 1, 0, 1};
    routes(s, SHAPE(5, 16), 4, false, false, true, 1, 0);
    routes(s, SHAPE(2, 3, 8), 2, true, true, true, 2.5, 1e-6);
    routes(s, SHAPE(8), 3, false, false, false, 1, 0);
    routes(s, SHAPE(3, 1), 1, false, false, true, 1, 0);
    routes(s, SHAPE(0, 4), 2, false, true, true, 1, 0);
    sample(s); listed(s, MAIN, SHAPE(1, 6), 6, ties); integer(s, 3); none(s); boolean(s, false); boolean(s, true); flt(s, 1); flt(s, 0);
}

static void experts(samples *s, int weight, shape x, shape chosen, int64_t e, int64_t h, int64_t i, const char *activation)
{
    sample(s); tensor(s, MAIN, x, -1, 1); tensor(s, weight, SHAPE(e, 2 * i, h), -0.5, 0.5); tensor(s, weight, SHAPE(e, h, i), -0.5, 0.5);
    tensor(s, I64, chosen, 0, (double)(e - 1)); tensor(s, F32, chosen, 0, 1); text(s, activation);
}

static void gen_mlps(samples *s)
{
    experts(s, MAIN, SHAPE(5, 40), SHAPE(5, 3), 6, 40, 12, "silu");
    experts(s, WZ_DTYPE_BF16, SHAPE(2, 3, 17), SHAPE(2, 3, 2), 3, 17, 5, "gelu");
    experts(s, WZ_DTYPE_F8_E4M3FN, SHAPE(1, 33), SHAPE(1, 4), 5, 33, 9, "gelu_tanh");
    experts(s, WZ_DTYPE_F16, SHAPE(0, 8), SHAPE(0, 2), 3, 8, 4, "silu");
    experts(s, MAIN, SHAPE(4, 8), SHAPE(4, 0), 3, 8, 4, "silu");
}

const sample_generator samples_moe[] = {{"moe_routes", gen_routes}, {"moe_mlps", gen_mlps}, {0}};

/* samples_lm.c - inputs for the language-model family.
 * SPDX-License-Identifier: MIT */
#include "check.h"

enum { F32 = WZ_DTYPE_F32, I64 = WZ_DTYPE_I64 };

static void gen_linears(samples *s)
{
    static const int weights[] = {WZ_DTYPE_F32, WZ_DTYPE_BF16, WZ_DTYPE_F16, WZ_DTYPE_F8_E4M3FN, WZ_DTYPE_F8_E5M2, WZ_DTYPE_F64};
    for (int i = 0; i < 6; i++) {
        sample(s); tensor(s, F32, SHAPE(1, 77), -2, 2); tensor(s, weights[i], SHAPE(33, 77), -2, 2); none(s);
        sample(s); tensor(s, F32, SHAPE(2, 3, 64), -2, 2); tensor(s, weights[i], SHAPE(5, 64), -2, 2); tensor(s, WZ_DTYPE_BF16, SHAPE(5), -2, 2);
    }
    sample(s); tensor(s, F32, SHAPE(0, 8), -2, 2); tensor(s, F32, SHAPE(5, 8), -2, 2); none(s);
    sample(s); tensor(s, F32, SHAPE(3, 0), -2, 2); tensor(s, F32, SHAPE(5, 0), -2, 2); none(s);
}

static void gen_embeds(samples *s)
{
    sample(s); tensor(s, WZ_DTYPE_BF16, SHAPE(11, 7), -2, 2); tensor(s, I64, SHAPE(5), 0, 10); flt(s, 2.5);
    sample(s); tensor(s, F32, SHAPE(11, 7), -2, 2); tensor(s, I64, SHAPE(0), 0, 10); flt(s, 1);
}

static void gen_norms(samples *s)
{
    sample(s); tensor(s, F32, SHAPE(3, 65), -2, 2); tensor(s, WZ_DTYPE_BF16, SHAPE(65), -2, 2); flt(s, 1e-6);
    sample(s); tensor(s, F32, SHAPE(2, 3, 8), -1e-4, 1e-4); tensor(s, F32, SHAPE(8), -2, 2); flt(s, 1e-5);
    sample(s); tensor(s, F32, SHAPE(0, 8), -2, 2); tensor(s, F32, SHAPE(8), -2, 2); flt(s, 1e-5);
}

static void gen_ropes(samples *s)
{
    static const double f[] = {1, 0.1, 0.01, 0.001};
    sample(s); tensor(s, F32, SHAPE(2, 5, 8), -2, 2); listed(s, F32, SHAPE(4), 4, f); integer(s, 0);
    sample(s); tensor(s, F32, SHAPE(3, 1, 10), -2, 2); listed(s, F32, SHAPE(4), 4, f); integer(s, 1000);
}

static void gen_attentions(samples *s)
{
    sample(s); tensor(s, F32, SHAPE(4, 5, 8), -2, 2); tensor(s, F32, SHAPE(2, 9, 8), -2, 2); tensor(s, F32, SHAPE(2, 9, 8), -2, 2);
    integer(s, 0); flt(s, 0.35); flt(s, 0);
    sample(s); tensor(s, F32, SHAPE(4, 5, 8), -2, 2); tensor(s, F32, SHAPE(4, 40, 8), -2, 2); tensor(s, F32, SHAPE(4, 40, 8), -2, 2);
    integer(s, 3); flt(s, 0.35); flt(s, 20);
    sample(s); tensor(s, F32, SHAPE(6, 1, 80), -2, 2); tensor(s, WZ_DTYPE_BF16, SHAPE(1, 300, 80), -2, 2);
    tensor(s, WZ_DTYPE_BF16, SHAPE(1, 300, 80), -2, 2); integer(s, 0); flt(s, 0.1); flt(s, 0);
}

static void gen_convs(samples *s)
{
    sample(s); tensor(s, F32, SHAPE(7, 9), -2, 2); tensor(s, WZ_DTYPE_BF16, SHAPE(9, 1, 4), -2, 2); none(s); none(s);
    sample(s); tensor(s, F32, SHAPE(1, 9), -2, 2); tensor(s, F32, SHAPE(9, 1, 4), -2, 2); none(s); tensor(s, F32, SHAPE(9, 3), -2, 2);
    sample(s); tensor(s, F32, SHAPE(2, 9), -2, 2); tensor(s, F32, SHAPE(9, 1, 3), -2, 2); tensor(s, F32, SHAPE(9), -2, 2); tensor(s, F32, SHAPE(9, 2), -2, 2);
}

static void gen_deltas(samples *s)
{
    for (int state = 0; state < 2; state++)
        for (int t = 1; t < 20; t += 9) {
            sample(s); tensor(s, F32, SHAPE(t, 2, 8), -2, 2); tensor(s, F32, SHAPE(t, 2, 8), -2, 2); tensor(s, F32, SHAPE(t, 4, 6), -2, 2);
            tensor(s, F32, SHAPE(t, 4), -2, 0); tensor(s, F32, SHAPE(t, 4), 0, 1);
            if (state) tensor(s, F32, SHAPE(4, 8, 6), -1, 1);
            else none(s);
        }
}

static void gen_routes(samples *s)
{
    for (int mode = 0; mode < 4; mode++) {
        sample(s); tensor(s, F32, SHAPE(5, 16), -3, 3);
        if (mode & 1) tensor(s, F32, SHAPE(16), -1, 1);
        else none(s);
        integer(s, 4); boolean(s, mode & 1); boolean(s, mode < 2); flt(s, mode == 3 ? 2.5 : 1);
    }
    static const double ties[] = {1, 1, 1, 1, 0, 1};
    sample(s); listed(s, F32, SHAPE(1, 6), 6, ties); none(s); integer(s, 3); boolean(s, false); boolean(s, true); flt(s, 1);
}

static void gen_experts(samples *s)
{
    static const int weights[] = {WZ_DTYPE_F32, WZ_DTYPE_BF16, WZ_DTYPE_F16};
    for (int i = 0; i < 3; i++) {
        sample(s); tensor(s, F32, SHAPE(5, 40), -1, 1); tensor(s, weights[i], SHAPE(6, 24, 40), -1, 1); tensor(s, weights[i], SHAPE(6, 40, 12), -1, 1);
        tensor(s, I64, SHAPE(5, 3), 0, 5); tensor(s, F32, SHAPE(5, 3), 0, 1); boolean(s, i == 2);
    }
}

const sample_generator samples_lm[] = {
    {"lm_linears", gen_linears}, {"lm_embeds", gen_embeds},         {"lm_norms", gen_norms},   {"lm_ropes", gen_ropes},
    {"lm_attentions", gen_attentions}, {"lm_convs", gen_convs},     {"lm_deltas", gen_deltas}, {"lm_routes", gen_routes},
    {"lm_experts", gen_experts}, {0},
};

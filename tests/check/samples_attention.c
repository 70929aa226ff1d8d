/* samples_attention.c - inputs for scaled dot-product attention.
 * SPDX-License-Identifier: MIT */
#include "check.h"

static void attention(samples *s, shape q, shape k, shape v, int mask, shape m, bool causal, bool gqa)
{
    sample(s);
    tensor(s, MAIN, q, -2, 2);
    tensor(s, MAIN, k, -2, 2);
    tensor(s, MAIN, v, -2, 2);
    if (mask == 0) none(s);
    else tensor(s, mask, m, mask == WZ_DTYPE_BOOL ? 0 : -3, mask == WZ_DTYPE_BOOL ? 1 : 3);
    flt(s, 0);
    boolean(s, causal);
    none(s);
    boolean(s, gqa);
}

static void gen_attentions(samples *s)
{
    const int B = WZ_DTYPE_BOOL;
    attention(s, SHAPE(2, 3, 5, 8), SHAPE(2, 3, 9, 8), SHAPE(2, 3, 9, 8), 0, SHAPE0, false, false);
    attention(s, SHAPE(2, 3, 70, 16), SHAPE(2, 3, 130, 16), SHAPE(2, 3, 130, 24), 0, SHAPE0, true, false);
    attention(s, SHAPE(1, 8, 1, 80), SHAPE(1, 2, 77, 80), SHAPE(1, 2, 77, 80), 0, SHAPE0, false, true);
    attention(s, SHAPE(2, 6, 4, 8), SHAPE(2, 2, 5, 8), SHAPE(2, 3, 5, 8), 0, SHAPE0, true, true);
    attention(s, SHAPE(2, 6, 4, 8), SHAPE(1, 1, 5, 8), SHAPE(2, 1, 5, 4), B, SHAPE(4, 5), false, true);
    attention(s, SHAPE(1, 1, 64), SHAPE(2, 1, 1, 64), SHAPE(2, 1, 1, 64), 0, SHAPE0, false, false);
    attention(s, SHAPE(4, 8, 8), SHAPE(2, 1, 8, 8), SHAPE(8, 8), MAIN, SHAPE(2, 1, 8, 8), false, false);
    attention(s, SHAPE(2, 4, 6, 8), SHAPE(2, 4, 7, 8), SHAPE(2, 4, 7, 8), B, SHAPE(2, 1, 1, 7), false, false);
    attention(s, SHAPE(2, 4, 6, 8), SHAPE(2, 4, 7, 8), SHAPE(2, 4, 7, 8), WZ_DTYPE_F32, SHAPE(4, 6, 1), false, false);
    attention(s, SHAPE(2, 2, 2, 3, 4, 8), SHAPE(2, 1, 2, 3, 6, 8), SHAPE(1, 3, 6, 8), MAIN, SHAPE(6), false, false);
    attention(s, SHAPE(3, 8), SHAPE(5, 8), SHAPE(5, 2), 0, SHAPE0, true, false);
    attention(s, SHAPE(2, 0, 8), SHAPE(2, 5, 8), SHAPE(2, 5, 8), 0, SHAPE0, false, false);
    attention(s, SHAPE(2, 3, 8), SHAPE(2, 0, 8), SHAPE(2, 0, 8), 0, SHAPE0, false, false);
    attention(s, SHAPE(2, 3, 0), SHAPE(2, 4, 0), SHAPE(2, 4, 5), 0, SHAPE0, false, false);
}

const sample_generator samples_attention[] = {{"attentions", gen_attentions}, {0}};

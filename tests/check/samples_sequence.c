/* samples_sequence.c - inputs for operations that carry state along a sequence.
 * SPDX-License-Identifier: MIT */
#include "check.h"

enum { F32 = WZ_DTYPE_F32 };

static void gen_causal_convs(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 5, 9), -2, 2); tensor(s, MAIN, SHAPE(5, 4), -2, 2); none(s); none(s); none(s);
    sample(s); tensor(s, MAIN, SHAPE(5, 1), -2, 2); tensor(s, F32, SHAPE(5, 1, 4), -2, 2); tensor(s, MAIN, SHAPE(5), -2, 2); tensor(s, F32, SHAPE(5, 3), -2, 2);
    text(s, "silu");
    sample(s); tensor(s, MAIN, SHAPE(2, 5, 2), -2, 2); tensor(s, MAIN, SHAPE(5, 3), -2, 2); none(s); tensor(s, MAIN, SHAPE(2, 5, 2), -2, 2); text(s, "swish");
    sample(s); tensor(s, MAIN, SHAPE(2, 5, 0), -2, 2); tensor(s, MAIN, SHAPE(5, 3), -2, 2); none(s); tensor(s, MAIN, SHAPE(2, 5, 2), -2, 2); none(s);
    sample(s); tensor(s, MAIN, SHAPE(2, 5, 6), -2, 2); tensor(s, MAIN, SHAPE(5, 1), -2, 2); none(s); none(s); none(s);
}

static void delta(samples *s, int64_t b, int64_t t, int64_t hk, int64_t hv, int64_t dk, int64_t dv, bool state)
{
    sample(s);
    tensor(s, MAIN, SHAPE(b, t, hk, dk), -1, 1); tensor(s, MAIN, SHAPE(b, t, hk, dk), -1, 1); tensor(s, MAIN, SHAPE(b, t, hv, dv), -1, 1);
    tensor(s, F32, SHAPE(b, t, hv), -1, 0); tensor(s, MAIN, SHAPE(b, t, hv), 0, 1);
    if (state) tensor(s, F32, SHAPE(b, hv, dk, dv), -1, 1);
    else none(s);
}

static void gen_gated_deltas(samples *s)
{
    static const double lengths[] = {4, 0, 99};
    delta(s, 2, 7, 2, 4, 8, 6, false); none(s); boolean(s, true); flt(s, 1e-6); none(s);
    delta(s, 1, 70, 1, 1, 16, 24, true); flt(s, 1); boolean(s, true); flt(s, 1e-6); none(s);
    delta(s, 1, 150, 1, 2, 4, 5, true); none(s); boolean(s, true); flt(s, 1e-6); none(s);
    delta(s, 3, 6, 1, 3, 5, 4, true); none(s); boolean(s, true); flt(s, 1e-3); listed(s, WZ_DTYPE_I64, SHAPE(3), 3, lengths);
    delta(s, 2, 0, 1, 3, 5, 4, true); none(s); boolean(s, false); flt(s, 0); none(s);
    sample(s); tensor(s, MAIN, SHAPE(5, 2, 4), -0.5, 0.5); tensor(s, MAIN, SHAPE(5, 2, 4), -0.5, 0.5); tensor(s, MAIN, SHAPE(5, 2, 3), -1, 1);
    tensor(s, MAIN, SHAPE(5, 2), -1, 0); tensor(s, F32, SHAPE(5, 2), 0, 1); none(s); flt(s, 0.5); boolean(s, false); flt(s, 0); none(s);
}

const sample_generator samples_sequence[] = {{"causal_convs", gen_causal_convs}, {"gated_deltas", gen_gated_deltas}, {0}};

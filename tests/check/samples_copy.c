/* samples_copy.c - inputs for copies and fills, and the generators that many families share.
 * SPDX-License-Identifier: MIT */
#include "check.h"

/* one tensor of any dtype */
static void gen_any_dtype(samples *s)
{
    sample(s); special(s, MAIN, SHAPE(4, 33), -100, 100);
    sample(s); tensor(s, MAIN, SHAPE(2, 3, 5), -100, 100);
    sample(s); tensor(s, MAIN, SHAPE0, -3, 3);
    sample(s); tensor(s, MAIN, SHAPE(3, 0, 2), 0, 1);
}

/* the same, for ops whose result is not filled */
static void gen_unfilled(samples *s)
{
    sample(s); sample_unfilled(s); tensor(s, MAIN, SHAPE(2, 3), 0, 1);
    sample(s); sample_unfilled(s); tensor(s, MAIN, SHAPE(0, 3), 0, 1);
}

/* dst, src, non_blocking: every dtype from a few others */
static void gen_copies(samples *s)
{
    static const int from[] = {MAIN, WZ_DTYPE_F32, WZ_DTYPE_I64, WZ_DTYPE_U8, WZ_DTYPE_BF16, WZ_DTYPE_C64};
    for (int i = 0; i < 6; i++) {
        sample(s); tensor(s, MAIN, SHAPE(5, 37), 0, 1); tensor(s, from[i], SHAPE(5, 37), 0, 100); boolean(s, false);
    }
    sample(s); tensor(s, MAIN, SHAPE(3, 4), 0, 1); tensor(s, MAIN, SHAPE(4), 0, 100); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(3, 4), 0, 1); tensor(s, WZ_DTYPE_F64, SHAPE0, 0, 100); boolean(s, false);
}

static void gen_fills(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 37), 0, 1); number(s, wz_int(1));
    sample(s); tensor(s, MAIN, SHAPE(7), 0, 1); number(s, wz_num(0.5));
    sample(s); tensor(s, MAIN, SHAPE(0), 0, 1); number(s, wz_int(3));
}

const sample_generator samples_copy[] = {
    {"any_dtype", gen_any_dtype},
    {"unfilled", gen_unfilled},
    {"copies", gen_copies},
    {"fills", gen_fills},
    {0},
};

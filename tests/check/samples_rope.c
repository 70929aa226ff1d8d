/* samples_rope.c - inputs for rotary embeddings.
 * SPDX-License-Identifier: MIT */
#include "check.h"

enum { F32 = WZ_DTYPE_F32, I64 = WZ_DTYPE_I64 };

static void rotated(samples *s, shape x, int64_t dims, int64_t offset, bool interleaved, double scale)
{
    sample(s); tensor(s, MAIN, x, -2, 2);
    if (dims < 0) none(s);
    else integer(s, dims);
    flt(s, 10000); integer(s, offset); boolean(s, interleaved); flt(s, scale);
}

static void gen_ropes(samples *s)
{
    static const double f[] = {1, 0.5, 0.25, 0.125};
    rotated(s, SHAPE(2, 3, 5, 8), -1, 0, false, 1); none(s); none(s); flt(s, 1);
    rotated(s, SHAPE(2, 5, 10), 4, 100, true, 0.5); none(s); none(s); flt(s, 2);
    rotated(s, SHAPE(2, 3, 5, 8), 8, 0, false, 1); tensor(s, I64, SHAPE(2, 1, 5), 0, 50); listed(s, F32, SHAPE(4), 4, f); flt(s, 1);
    rotated(s, SHAPE(5, 9), -1, 7, false, 1); tensor(s, WZ_DTYPE_I32, SHAPE(5), 0, 50); listed(s, WZ_DTYPE_BF16, SHAPE(4), 4, f); flt(s, 1);
    rotated(s, SHAPE(5, 8), 0, 7, false, 1); none(s); none(s); flt(s, 1);
    rotated(s, SHAPE(0, 8), -1, 7, false, 1); none(s); none(s); flt(s, 1);
}

static void gen_tables(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 3, 5, 8), -2, 2); tensor(s, F32, SHAPE(5, 4), -1, 1); tensor(s, F32, SHAPE(5, 4), -1, 1); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(2, 3, 5, 8), -2, 2); tensor(s, MAIN, SHAPE(2, 1, 5, 3), -1, 1); tensor(s, MAIN, SHAPE(1, 1, 1, 3), -1, 1); boolean(s, true);
    sample(s); tensor(s, MAIN, SHAPE(2, 0, 8), -2, 2); tensor(s, F32, SHAPE(0, 4), -1, 1); tensor(s, F32, SHAPE(0, 4), -1, 1); boolean(s, false);
}

static void gen_frequencies(samples *s)
{
    static const char *const kinds[] = {"default", "linear", "llama3", "yarn", "proportional"};
    for (int i = 0; i < 5; i++) {
        sample(s); integer(s, 64); flt(s, 5e5); text(s, kinds[i]); flt(s, 8); flt(s, 1); flt(s, 4); integer(s, 8192); flt(s, 32); flt(s, 1); flt(s, 0.25); none(s);
    }
    sample(s); integer(s, 0); flt(s, 1e4); text(s, "default"); flt(s, 1); flt(s, 1); flt(s, 4); integer(s, 8192); flt(s, 32); flt(s, 1); flt(s, 1); none(s);
}

const sample_generator samples_rope[] = {{"ropes", gen_ropes}, {"rope_tables", gen_tables}, {"rope_frequencies", gen_frequencies}, {0}};

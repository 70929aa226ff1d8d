/* samples_conv.c - inputs for convolutions.
 * SPDX-License-Identifier: MIT */
#include "check.h"

static void operands(samples *s, shape x, shape w, bool bias)
{
    sample(s); tensor(s, MAIN, x, -2, 2); tensor(s, MAIN, w, -2, 2);
    if (bias) tensor(s, MAIN, SHAPE(w.size[0]), -2, 2);
    else none(s);
}

static void gen_padded(samples *s)
{
    operands(s, SHAPE(2, 3, 9), SHAPE(5, 3, 4), true); ints(s, INTS(1)); ints(s, INTS(3)); ints(s, INTS(0)); ints(s, INTS(1)); integer(s, 1);
    operands(s, SHAPE(1, 4, 6, 7), SHAPE(6, 2, 3, 2), false); ints(s, INTS(2, 1)); ints(s, INTS(1, 0)); ints(s, INTS(0, 2)); ints(s, INTS(1, 3)); integer(s, 2);
    operands(s, SHAPE(2, 3, 4, 5, 6), SHAPE(3, 1, 2, 3, 3), true); ints(s, INTS(1, 2, 1)); ints(s, INTS(1, 1, 1)); ints(s, INTS(1, 0, 1)); ints(s, INTS(1, 1, 2));
    integer(s, 3);
    operands(s, SHAPE(0, 3, 9), SHAPE(5, 3, 4), true); ints(s, INTS(1)); ints(s, INTS(0)); ints(s, INTS(0)); ints(s, INTS(1)); integer(s, 1);
    operands(s, SHAPE(2, 33, 150), SHAPE(20, 33, 1), true); ints(s, INTS(1)); ints(s, INTS(0)); ints(s, INTS(0)); ints(s, INTS(1)); integer(s, 1);
    operands(s, SHAPE(1, 40, 400), SHAPE(17, 40, 5), true); ints(s, INTS(1)); ints(s, INTS(2)); ints(s, INTS(2)); ints(s, INTS(1)); integer(s, 1);
}

static void plain(samples *s, shape x, shape w, bool bias, const char *named, int64_t stride, int64_t padding, int64_t dilation, int64_t groups)
{
    operands(s, x, w, bias);
    ints(s, INTS(stride));
    if (named) text(s, named);
    else ints(s, INTS(padding));
    ints(s, INTS(dilation)); integer(s, groups);
}

static void gen_conv1ds(samples *s)
{
    plain(s, SHAPE(2, 4, 11), SHAPE(6, 4, 3), true, NULL, 2, 1, 1, 1);
    plain(s, SHAPE(4, 11), SHAPE(4, 1, 3), false, NULL, 1, 2, 2, 4);
}

static void gen_conv2ds(samples *s) { plain(s, SHAPE(2, 4, 6, 7), SHAPE(6, 4, 3, 3), true, NULL, 2, 1, 1, 1); plain(s, SHAPE(4, 5, 6), SHAPE(8, 1, 2, 3), true, NULL, 1, 0, 1, 4); }
static void gen_conv3ds(samples *s) { plain(s, SHAPE(1, 2, 3, 5, 4), SHAPE(3, 2, 3, 1, 2), true, NULL, 1, 1, 1, 1); }

static void named(samples *s, shape x, shape w)
{
    plain(s, x, w, true, "same", 1, 0, 2, 1);
    plain(s, x, w, false, "valid", 2, 0, 1, 1);
}

static void gen_conv1ds_named(samples *s) { named(s, SHAPE(2, 4, 11), SHAPE(6, 4, 4)); }
static void gen_conv2ds_named(samples *s) { named(s, SHAPE(2, 4, 6, 7), SHAPE(6, 4, 3, 2)); }
static void gen_conv3ds_named(samples *s) { named(s, SHAPE(1, 2, 3, 5, 4), SHAPE(3, 2, 3, 1, 2)); }

static void transposed(samples *s, shape x, shape w, int64_t outs, shape stride, shape pad, shape more, int64_t groups, shape dilation)
{
    sample(s); tensor(s, MAIN, x, -2, 2); tensor(s, MAIN, w, -2, 2);
    if (outs) tensor(s, MAIN, SHAPE(outs), -2, 2);
    else none(s);
    ints(s, stride.n, stride.size); ints(s, pad.n, pad.size); ints(s, more.n, more.size); integer(s, groups); ints(s, dilation.n, dilation.size);
}

static void gen_transposes(samples *s)
{
    transposed(s, SHAPE(2, 3, 5), SHAPE(3, 4, 3), 4, SHAPE(2), SHAPE(1), SHAPE(1), 1, SHAPE(1));
    transposed(s, SHAPE(1, 4, 3, 4), SHAPE(4, 3, 2, 3), 0, SHAPE(3, 1), SHAPE(0, 2), SHAPE(2, 0), 2, SHAPE(1, 2));
    transposed(s, SHAPE(1, 2, 3, 4, 2), SHAPE(2, 2, 2, 3, 1), 4, SHAPE(1, 2, 4), SHAPE(1, 0, 0), SHAPE(0, 1, 3), 2, SHAPE(2, 3, 1));
    transposed(s, SHAPE(1, 3, 2), SHAPE(3, 2, 4), 2, SHAPE(4), SHAPE(3), SHAPE(0), 1, SHAPE(6));
    transposed(s, SHAPE(1, 33, 90), SHAPE(33, 20, 4), 20, SHAPE(2), SHAPE(1), SHAPE(0), 1, SHAPE(1));
}

static void gen_transposes1(samples *s) { transposed(s, SHAPE(3, 5), SHAPE(3, 4, 3), 4, SHAPE(2), SHAPE(1), SHAPE(1), 1, SHAPE(1)); }
static void gen_transposes2(samples *s) { transposed(s, SHAPE(1, 4, 3, 4), SHAPE(4, 3, 2, 3), 6, SHAPE(3, 1), SHAPE(0), SHAPE(2, 0), 2, SHAPE(1, 2)); }
static void gen_transposes3(samples *s) { transposed(s, SHAPE(1, 2, 3, 4, 2), SHAPE(2, 2, 2, 3, 1), 4, SHAPE(1, 2, 3), SHAPE(0), SHAPE(0, 1, 2), 2, SHAPE(2)); }

const sample_generator samples_conv[] = {
    {"conv_transposes", gen_transposes},  {"conv_transposes1", gen_transposes1}, {"conv_transposes2", gen_transposes2}, {"conv_transposes3", gen_transposes3},
    {"conv_paddeds", gen_padded},         {"conv1ds", gen_conv1ds},             {"conv2ds", gen_conv2ds},             {"conv3ds", gen_conv3ds},
    {"conv1ds_named", gen_conv1ds_named}, {"conv2ds_named", gen_conv2ds_named}, {"conv3ds_named", gen_conv3ds_named}, {0},
};

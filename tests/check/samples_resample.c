/* samples_resample.c - inputs for interpolation, sampling at places, windows and shuffles.
 * SPDX-License-Identifier: MIT */
#include "check.h"

enum { FLOATS = 1u << WZ_DTYPE_F16 | 1u << WZ_DTYPE_BF16 | 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_F64 };

static void line(samples *s, shape x, int64_t dim, int64_t size, const char *mode, double scale, bool align, bool antialias, bool any)
{
    sample(s); tensor(s, MAIN, x, -3, 3); integer(s, dim); integer(s, size); text(s, mode); flt(s, scale); boolean(s, align); boolean(s, antialias);
    if (!any) sample_dtypes(s, FLOATS);
}

static void lines(samples *s, bool back)
{
    line(s, back ? SHAPE(2, 9, 3) : SHAPE(2, 5, 3), 1, back ? 5 : 9, "nearest", 0, false, false, !back);
    line(s, back ? SHAPE(3, 7) : SHAPE(3, 10), -1, back ? 10 : 7, "nearest-exact", 1.4, false, false, !back);
    line(s, back ? SHAPE(2, 9, 13) : SHAPE(2, 5, 13), 1, back ? 5 : 9, "linear", 0, false, false, false);
    line(s, back ? SHAPE(2, 3, 8) : SHAPE(2, 3, 5), 2, back ? 5 : 8, "linear", 0, true, false, false);
    line(s, back ? SHAPE(4, 7, 20) : SHAPE(9, 7, 20), 0, back ? 9 : 4, "linear", 2.2, false, true, false);
    line(s, back ? SHAPE(2, 6, 13) : SHAPE(2, 11, 13), 1, back ? 11 : 6, "cubic", 0, false, false, false);
    line(s, back ? SHAPE(2, 3, 1) : SHAPE(2, 3, 5), 2, back ? 5 : 1, "cubic", 0, true, false, false);
    line(s, back ? SHAPE(3, 5) : SHAPE(3, 17), 1, back ? 17 : 5, "cubic", 0, false, true, false);
    line(s, SHAPE(0, 4), 1, 4, "linear", 0, false, false, false);
}

static void gen_resamples(samples *s) { lines(s, false); }
static void gen_resample_grads(samples *s) { lines(s, true); }

static void resized(samples *s, shape x, shape to, const char *mode, bool align, bool antialias, unsigned dtypes)
{
    sample(s); tensor(s, MAIN, x, 0, 3); ints(s, to.n, to.size); none(s); text(s, mode);
    if (align) boolean(s, true);
    else none(s);
    none(s); boolean(s, antialias);
    if (dtypes) sample_dtypes(s, dtypes);
}

static void gen_interpolates(samples *s)
{
    const double factors[] = {1.5, 0.7};
    resized(s, SHAPE(2, 3, 7), SHAPE(10), "nearest", false, false, 0);
    resized(s, SHAPE(2, 3, 7), SHAPE(10), "linear", false, false, FLOATS | 1u << WZ_DTYPE_U8);
    resized(s, SHAPE(1, 3, 7, 5), SHAPE(4, 9), "bilinear", true, false, FLOATS | 1u << WZ_DTYPE_U8);
    resized(s, SHAPE(1, 3, 7, 5), SHAPE(3, 9), "bicubic", false, true, FLOATS | 1u << WZ_DTYPE_U8);
    resized(s, SHAPE(1, 2, 4, 5, 3), SHAPE(3, 7, 3), "trilinear", false, false, FLOATS);
    resized(s, SHAPE(1, 2, 9, 5), SHAPE(3, 7), "area", false, false, FLOATS);
    sample(s); tensor(s, MAIN, SHAPE(2, 2, 7, 9), -3, 3); none(s); floats(s, 2, factors); text(s, "nearest-exact"); none(s); none(s); boolean(s, false);
}

static void sampled(samples *s, shape x, shape g, const char *mode, const char *padding, bool align, bool grad)
{
    shape to = x;
    for (int d = 0; d < x.n - 2; d++) to.size[2 + d] = g.size[1 + d];
    sample(s);
    if (grad) tensor(s, MAIN, to, -2, 2);
    tensor(s, MAIN, x, -2, 2); tensor(s, MAIN, g, -1.6, 1.6); text(s, mode); text(s, padding); boolean(s, align);
}

static void places(samples *s, bool grad)
{
    sampled(s, SHAPE(2, 3, 5, 6), SHAPE(2, 4, 3, 2), "bilinear", "zeros", false, grad);
    sampled(s, SHAPE(2, 3, 5, 6), SHAPE(2, 4, 3, 2), "bilinear", "border", true, grad);
    sampled(s, SHAPE(1, 2, 5, 6), SHAPE(1, 4, 3, 2), "nearest", "reflection", false, grad);
    sampled(s, SHAPE(1, 2, 5, 6), SHAPE(1, 4, 3, 2), "bicubic", "reflection", true, grad);
    sampled(s, SHAPE(1, 2, 5, 6), SHAPE(1, 4, 3, 2), "bicubic", "zeros", false, grad);
    sampled(s, SHAPE(1, 2, 3, 4, 5), SHAPE(1, 2, 4, 3, 3), "bilinear", "zeros", false, grad);
    sampled(s, SHAPE(0, 2, 5, 6), SHAPE(0, 4, 3, 2), "bilinear", "zeros", false, grad);
}

static void gen_grid_samples(samples *s) { places(s, false); }
static void gen_grid_sample_grads(samples *s) { places(s, true); }

static void gen_affine(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 2, 3), -1, 1); ints(s, INTS(2, 1, 3, 4)); boolean(s, true);
    sample(s); tensor(s, MAIN, SHAPE(1, 3, 4), -1, 1); ints(s, INTS(1, 1, 3, 1, 2)); boolean(s, false);
}

static void gen_unfolds(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 3, 7, 8), -3, 3); ints(s, INTS(3, 2)); ints(s, INTS(2, 1)); ints(s, INTS(1, 0)); ints(s, INTS(2));
    sample(s); tensor(s, MAIN, SHAPE(3, 5, 5), -3, 3); ints(s, INTS(2)); ints(s, INTS(1)); ints(s, INTS(0)); ints(s, INTS(1));
}

static void gen_folds(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 12, 20), -3, 3); ints(s, INTS(5, 6)); ints(s, INTS(2)); ints(s, INTS(1)); ints(s, INTS(0)); ints(s, INTS(1));
    sample(s); tensor(s, MAIN, SHAPE(1, 18, 16), -3, 3); ints(s, INTS(7, 8)); ints(s, INTS(3, 2)); ints(s, INTS(2, 1)); ints(s, INTS(2, 0)); ints(s, INTS(2));
}

static void gen_pixel_shuffles(samples *s) { sample(s); tensor(s, MAIN, SHAPE(2, 8, 3, 4), -3, 3); integer(s, 2); }
static void gen_pixel_unshuffles(samples *s) { sample(s); tensor(s, MAIN, SHAPE(2, 6, 9), -3, 3); integer(s, 3); }
static void gen_channel_shuffles(samples *s) { sample(s); tensor(s, MAIN, SHAPE(2, 6, 5), -3, 3); integer(s, 3); }

const sample_generator samples_resample[] = {
    {"resamples", gen_resamples}, {"resample_grads", gen_resample_grads}, {"interpolates", gen_interpolates}, {"grid_samples", gen_grid_samples},
    {"grid_sample_grads", gen_grid_sample_grads}, {"affine_grids", gen_affine}, {"unfold_columns", gen_unfolds}, {"fold_rows", gen_folds}, {"folds", gen_folds},
    {"pixel_shuffles", gen_pixel_shuffles}, {"pixel_unshuffles", gen_pixel_unshuffles}, {"channel_shuffles", gen_channel_shuffles}, {0},
};

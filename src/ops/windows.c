/* windows.c - sliding windows as columns and their sums, and rearrangements of channels and pixels.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <string.h>
#include <wootz/ops.h>

wz_status shape_fold(wz_call *c);
wz_status comp_unfold(wz_call *c);
wz_status comp_fold(wz_call *c);
wz_status comp_pixel_shuffle(wz_call *c);
wz_status comp_pixel_unshuffle(wz_call *c);
wz_status comp_channel_shuffle(wz_call *c);

typedef struct window_plan { int64_t size[2], kernel[2], dilation[2], pad[2], stride[2], count[2]; } window_plan;

static wz_status pair_of(const wz_call *c, int arg, int64_t least, int64_t out[2])
{
    const wz_arg *a = &c->arg[arg];
    const char   *name = c->row->info.params[arg].name;
    if (a->n != 1 && a->n != 2) return fail(WZ_INVALID, "%s must be one or two integers, got %s", name, sizes_text(a->n, a->v.ints));
    for (int d = 0; d < 2; d++) {
        out[d] = a->v.ints[a->n == 1 ? 0 : d];
        if (out[d] < least) return fail(WZ_INVALID, "%s should be %s, but got %s", name, least ? "greater than zero" : "non-negative", sizes_text(a->n, a->v.ints));
    }
    return WZ_OK;
}

/* The arguments kernel, dilation, padding, stride from `first` on, and how many windows the sizes give. */
static wz_status plan_windows(const wz_call *c, int first, window_plan *w)
{
    TRY(pair_of(c, first, 1, w->kernel));
    TRY(pair_of(c, first + 1, 1, w->dilation));
    TRY(pair_of(c, first + 2, 0, w->pad));
    TRY(pair_of(c, first + 3, 1, w->stride));
    for (int d = 0; d < 2; d++) {
        int64_t reach, room;
        if (!i64_mul(w->dilation[d], w->kernel[d] - 1, &reach) || !i64_add(w->size[d], w->pad[d], &room) || !i64_add(room, w->pad[d], &room))
            return fail(WZ_SHAPE, "kernel_size, dilation or padding is too large");
        if (room <= reach)
            return fail(WZ_SHAPE, "Given image of spatial size %s, kernel_size=%s, dilation=%s, padding=%s: the array of sliding blocks is empty",
                        sizes_text(2, w->size), sizes_text(2, w->kernel), sizes_text(2, w->dilation), sizes_text(2, w->pad));
        w->count[d] = (room - reach - 1) / w->stride[d] + 1;
    }
    return WZ_OK;
}

wz_status comp_unfold(wz_call *c)
{
    wz_tensor  *x = c->in[0];
    window_plan w;
    if (x->ndim != 3 && x->ndim != 4) return fail(WZ_SHAPE, "Expected 3D or 4D input tensor, but got input of size: %s", SHAPE_OF(x));
    bool single = x->ndim == 3;
    memcpy(w.size, x->size + x->ndim - 2, sizeof w.size);
    TRY(plan_windows(c, 1, &w));
    if (single) x = wz_unsqueeze(x, 0);
    if (w.pad[0] || w.pad[1]) x = wz_pad(x, (int64_t[]){w.pad[1], w.pad[1], w.pad[0], w.pad[0]}, 4, "constant", NULL);
    for (int d = 0; d < 2; d++) { /* windows of one dim, then the taps of each */
        x = wz_unfold(x, 2 + d, (w.kernel[d] - 1) * w.dilation[d] + 1, w.stride[d]);
        if (w.dilation[d] > 1) x = wz_slice(x, -1, NULL, NULL, w.dilation[d]);
    }
    x = wz_permute(x, (int64_t[]){0, 1, 4, 5, 2, 3}, 6); /* [N, C, rows, columns, kernel rows, kernel columns] */
    if (!x) return error_status();
    x = wz_reshape(x, (int64_t[]){x->size[0], x->size[1] * w.kernel[0] * w.kernel[1], w.count[0] * w.count[1]}, 3);
    c->out[0] = single ? wz_squeeze_dim(x, 0) : x;
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- fold --------------------------------------------------------------------------------------------------------------- */

wz_status shape_fold(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    window_plan      w;
    TRY(pair_of(c, 1, 1, w.size));
    TRY(plan_windows(c, 2, &w));
    int64_t taps = w.kernel[0] * w.kernel[1];
    if (x->ndim != 3 || x->size[1] % taps)
        return fail(WZ_SHAPE, "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input of size %s and kernel_size=%s", SHAPE_OF(x),
                    sizes_text(2, w.kernel));
    if (x->size[2] != w.count[0] * w.count[1])
        return fail(WZ_SHAPE, "Given output_size=%s, kernel_size=%s, dilation=%s, padding=%s, stride=%s, expected size of input's dimension 2 to match the calculated number of sliding blocks %lld * %lld = %lld, but got %lld.",
                    sizes_text(2, w.size), sizes_text(2, w.kernel), sizes_text(2, w.dilation), sizes_text(2, w.pad), sizes_text(2, w.stride), (long long)w.count[0],
                    (long long)w.count[1], (long long)(w.count[0] * w.count[1]), (long long)x->size[2]);
    return out_shape(c, 0, 4, (int64_t[]){x->size[0], x->size[1] / taps, w.size[0], w.size[1]});
}

/* The window that shows image row (or column) i at tap k, or -1. */
static int64_t window_at(const window_plan *w, int d, int64_t i, int64_t k)
{
    int64_t from = i + w->pad[d] - k * w->dilation[d];
    return from < 0 || from % w->stride[d] || from / w->stride[d] >= w->count[d] ? -1 : from / w->stride[d];
}

/* views: columns, out. Every pixel gathers its own sum. */
static void ref_fold_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *x = launch_views(l), *out = x + 1;
    const window_plan *w = launch_args(l);
    wz_dtype           d = (wz_dtype)x->dtype;
    int64_t            begin, end, taps = w->kernel[0] * w->kernel[1];
    part_range(out->numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t  column = i % out->size[3], row = i / out->size[3] % out->size[2], c = i / out->size[3] / out->size[2] % out->size[1];
        int64_t  base = i / out->size[3] / out->size[2] / out->size[1] * x->stride[0] + c * taps * x->stride[1];
        cdouble  sum = {0, 0};
        uint64_t whole = 0;
        for (int64_t k = 0; k < taps; k++) {
            int64_t y = window_at(w, 0, row, k / w->kernel[1]), z = window_at(w, 1, column, k % w->kernel[1]);
            if (y < 0 || z < 0) continue;
            const void *e = at(x, base + k * x->stride[1] + (y * w->count[1] + z) * x->stride[2]);
            if (wz_dtype_get_kind(d) <= WZ_KIND_INT) {
                whole += load_u64(d, e);
            } else {
                cdouble v = load_c128(d, e);
                sum = (cdouble){sum.re + v.re, sum.im + v.im};
            }
        }
        void *to = at(out, view_offset(out, i));
        if (wz_dtype_get_kind(d) <= WZ_KIND_INT) store_u64(d, to, whole);
        else store_c128(d, to, sum);
    }
}

static wz_status ref_fold(wz_call *c)
{
    window_plan w;
    TRY(pair_of(c, 1, 1, w.size));
    TRY(plan_windows(c, 2, &w));
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, ref_fold_kernel, tensor_numel(c->out[0]) * w.kernel[0] * w.kernel[1], 0, &w, sizeof w);
}

wz_status comp_fold(wz_call *c)
{
    wz_tensor *x = c->in[0];
    const wz_arg *a = c->arg;
    if (x->ndim != 2 && x->ndim != 3) return fail(WZ_SHAPE, "Expected 2D or 3D input, but got input of size: %s", SHAPE_OF(x));
    bool       single = x->ndim == 2;
    wz_tensor *y = wz_fold_windows(single ? wz_unsqueeze(x, 0) : x, a[1].v.ints, a[1].n, a[2].v.ints, a[2].n, a[3].v.ints, a[3].n, a[4].v.ints, a[4].n, a[5].v.ints, a[5].n);
    c->out[0] = single ? wz_squeeze_dim(y, 0) : y;
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- shuffles ---------------------------------------------------------------------------------------------------------- */

/* x split at dims into more dims, permuted, and joined again: shape, order and result as lists. */
static wz_status rearranged(wz_call *c, int n, const int64_t *split, const int64_t *order, int n_out, const int64_t *joined)
{
    c->out[0] = wz_reshape(wz_permute(wz_reshape(c->in[0], split, n), order, n), joined, n_out);
    if (c->out[0] && c->out[0]->storage == c->in[0]->storage) c->out[0] = wz_clone(c->out[0]);
    return c->out[0] ? WZ_OK : error_status();
}

static wz_status shuffle(wz_call *c, bool up)
{
    const wz_tensor *x = c->in[0];
    int64_t          r = arg_int(c, 1), squared, split[WZ_MAX_DIMS], order[WZ_MAX_DIMS], joined[WZ_MAX_DIMS];
    int              b = x->ndim - 3; /* leading dims */
    const char      *factor = up ? "upscale_factor" : "downscale_factor";
    if (x->ndim < 3) return fail(WZ_SHAPE, "expects input to have at least 3 dimensions, but got input with %d dimension(s)", x->ndim);
    if (b + 5 > WZ_MAX_DIMS) return fail(WZ_SHAPE, "input has too many dims: %s", SHAPE_OF(x));
    if (r < 1 || !i64_mul(r, r, &squared)) return fail(WZ_SHAPE, "expects a positive %s, but got %lld", factor, (long long)r);
    int64_t channels = x->size[b], h = x->size[b + 1], w = x->size[b + 2];
    if (up && channels % squared)
        return fail(WZ_SHAPE, "expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=%lld is not divisible by %lld",
                    (long long)channels, (long long)squared);
    if (!up && (h % r || w % r)) return fail(WZ_SHAPE, "expects height and width to be divisible by downscale_factor, but input has %lld x %lld and downscale_factor=%lld",
                                            (long long)h, (long long)w, (long long)r);
    for (int d = 0; d < b; d++) split[d] = joined[d] = x->size[d], order[d] = d;
    static const int64_t up_order[] = {0, 3, 1, 4, 2}, down_order[] = {0, 2, 4, 1, 3};
    for (int d = 0; d < 5; d++) order[b + d] = b + (up ? up_order : down_order)[d];
    const int64_t split_up[] = {channels / squared, r, r, h, w}, split_down[] = {channels, h / r, r, w / r, r};
    memcpy(split + b, up ? split_up : split_down, sizeof split_up);
    const int64_t joined_up[] = {channels / squared, h * r, w * r}, joined_down[] = {channels * squared, h / r, w / r};
    memcpy(joined + b, up ? joined_up : joined_down, sizeof joined_up);
    return rearranged(c, b + 5, split, order, b + 3, joined);
}

wz_status comp_pixel_shuffle(wz_call *c) { return shuffle(c, true); }
wz_status comp_pixel_unshuffle(wz_call *c) { return shuffle(c, false); }

wz_status comp_channel_shuffle(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int64_t          groups = arg_int(c, 1), split[WZ_MAX_DIMS], order[WZ_MAX_DIMS];
    if (x->ndim < 3 || x->ndim == WZ_MAX_DIMS) return fail(WZ_SHAPE, "channel_shuffle expects 3 to 7 dims, but got input of size %s", SHAPE_OF(x));
    if (groups < 1 || x->size[1] % groups)
        return fail(WZ_SHAPE, "Number of channels must be divisible by groups. Got %lld channels and %lld groups.", (long long)x->size[1], (long long)groups);
    split[0] = x->size[0];
    split[1] = groups;
    split[2] = x->size[1] / groups;
    for (int d = 0; d <= x->ndim; d++) {
        order[d] = d == 1 ? 2 : d == 2 ? 1 : d;
        if (d > 2) split[d] = x->size[d - 1];
    }
    return rearranged(c, x->ndim + 1, split, order, x->ndim, x->size);
}

const kernel_row windows_rows[] = {
    {WZ_OP_fold_windows, ON_REF, DT_FC | DT_INT, NULL, ref_fold},
    {.run = NULL},
};

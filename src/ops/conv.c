/* conv.c - convolutions: rules, padding modes and the plain definition.
 * SPDX-License-Identifier: MIT */
#include "conv.h"
#include <string.h>
#include <wootz/ops.h>

wz_status shape_conv_padded(wz_call *c);
wz_status comp_conv(wz_call *c);

/* ---- rules ------------------------------------------------------------------------------------------------- */

wz_status shape_conv_padded(wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1], *b = c->in[2];
    int              n = w->ndim - 2;
    int64_t          groups = arg_int(c, 7), size[CONV_DIMS + 2] = {x->size[0], w->size[0]};
    if (n < 1 || n > CONV_DIMS || x->ndim != w->ndim) return fail(WZ_SHAPE, "input and weight must have 3 to 5 dimensions, got %s and %s", SHAPE_OF(x), SHAPE_OF(w));
    for (int i = 1; i < 3; i++)
        if (c->in[i] && c->in[i]->dtype != x->dtype)
            return fail(WZ_SHAPE, "Input type (%s) and %s type (%s) should be the same", wz_dtype_name((wz_dtype)x->dtype), i == 1 ? "weight" : "bias",
                        wz_dtype_name((wz_dtype)c->in[i]->dtype));
    if (groups < 1) return fail(WZ_SHAPE, "non-positive groups is not supported");
    if (w->size[0] % groups || w->size[0] < groups)
        return fail(WZ_SHAPE, "Given groups=%lld, expected weight to be at least %lld at dimension 0 and divisible by it, but got weight of size %s instead",
                    (long long)groups, (long long)groups, SHAPE_OF(w));
    if (x->size[1] != w->size[1] * groups)
        return fail(WZ_SHAPE, "Given groups=%lld, weight of size %s, expected input%s to have %lld channels, but got %lld channels instead", (long long)groups,
                    SHAPE_OF(w), SHAPE_OF(x), (long long)(w->size[1] * groups), (long long)x->size[1]);
    if (b && (b->ndim != 1 || b->size[0] != w->size[0]))
        return fail(WZ_SHAPE, "Given weight of size %s, expected bias to be 1-dimensional with %lld elements, but got bias of size %s instead", SHAPE_OF(w),
                    (long long)w->size[0], SHAPE_OF(b));
    for (int d = 0; d < n; d++) {
        int64_t step = c->arg[3].v.ints[d], low = c->arg[4].v.ints[d], high = c->arg[5].v.ints[d], wide = c->arg[6].v.ints[d], reach, padded;
        if (step < 1) return fail(WZ_SHAPE, "non-positive stride is not supported");
        if (wide < 1) return fail(WZ_SHAPE, "dilation should be greater than zero");
        if (low < 0 || high < 0) return fail(WZ_SHAPE, "negative padding is not supported");
        if (w->size[2 + d] < 1) return fail(WZ_SHAPE, "the kernel has no elements: weight has size %s", SHAPE_OF(w));
        if (!i64_mul(wide, w->size[2 + d] - 1, &reach) || !i64_add(x->size[2 + d], low, &padded) || !i64_add(padded, high, &padded))
            return fail(WZ_SHAPE, "padding or dilation is too large");
        if (padded <= reach)
            return fail(WZ_SHAPE, "Calculated padded input size per channel: (%lld). Kernel size: (%lld). Kernel size can't be greater than actual input size",
                        (long long)padded, (long long)(reach + 1));
        size[2 + d] = (padded - reach - 1) / step + 1;
    }
    return out_shape(c, 0, n + 2, size);
}

conv_plan conv_plan_of(const wz_call *c)
{
    conv_plan p = {.n = c->in[1]->ndim - 2, .groups = arg_int(c, 7)};
    for (int d = 0; d < p.n; d++) {
        p.stride[d] = c->arg[3].v.ints[d];
        p.pad[d] = c->arg[4].v.ints[d];
        p.dilation[d] = c->arg[6].v.ints[d];
    }
    return p;
}

/* ---- the named forms ------------------------------------------------------------------------------------------ */

static wz_status spread(const wz_arg *a, const char *name, int n, int64_t *out)
{
    if (a->n != 1 && a->n != n) return fail(WZ_SHAPE, "expected %s to be a single integer value or a list of %d values to match the convolution dimensions, but got %s=%s",
                                            name, n, name, sizes_text(a->n, a->v.ints));
    for (int d = 0; d < n; d++) out[d] = a->v.ints[a->n == 1 ? 0 : d];
    return WZ_OK;
}

static wz_status paddings(const wz_call *c, int n, const int64_t *stride, const int64_t *dilation, int64_t *low, int64_t *high)
{
    const wz_arg *a = &c->arg[4];
    if (a->kind == WZ_ARG_INTS) {
        TRY(spread(a, "padding", n, low));
        memcpy(high, low, sizeof *low * (size_t)n);
        return WZ_OK;
    }
    bool same = strcmp(a->v.string, "same") == 0;
    if (!same && strcmp(a->v.string, "valid") != 0) return fail(WZ_SHAPE, "Invalid padding string: '%.40s'", a->v.string);
    for (int d = 0; d < n; d++) {
        int64_t all = 0;
        if (same && stride[d] != 1) return fail(WZ_SHAPE, "padding='same' is not supported for strided convolutions");
        if (same && !i64_mul(dilation[d], c->in[1]->size[2 + d] - 1, &all)) return fail(WZ_SHAPE, "dilation is too large");
        low[d] = all / 2;
        high[d] = all - all / 2;
    }
    return WZ_OK;
}

wz_status comp_conv(wz_call *c)
{
    wz_tensor *x = c->in[0], *w = c->in[1];
    int        n = c->row->info.py_name[4] - '0'; /* conv1d, conv2d, conv3d */
    int64_t    stride[CONV_DIMS], dilation[CONV_DIMS], low[CONV_DIMS], high[CONV_DIMS];
    if (x->ndim != n + 1 && x->ndim != n + 2)
        return fail(WZ_SHAPE, "Expected %dD (unbatched) or %dD (batched) input to conv%dd, but got input of size: %s", n + 1, n + 2, n, SHAPE_OF(x));
    if (w->ndim != n + 2) return fail(WZ_SHAPE, "Expected %d-dimensional weight, but got weight of size %s", n + 2, SHAPE_OF(w));
    TRY(spread(&c->arg[3], "stride", n, stride));
    TRY(spread(&c->arg[5], "dilation", n, dilation));
    TRY(paddings(c, n, stride, dilation, low, high));
    bool       single = x->ndim == n + 1;
    wz_tensor *y = wz_conv_padded(single ? wz_unsqueeze(x, 0) : x, w, c->in[2], stride, n, low, n, high, n, dilation, n, arg_int(c, 6));
    c->out[0] = single ? wz_squeeze_dim(y, 0) : y;
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- reference -------------------------------------------------------------------------------------------------- */

typedef struct conv_sum {
    cdouble  value;
    uint64_t whole;
} conv_sum;

static void add_product(conv_sum *s, const host_view *x, int64_t x_at, const host_view *w, int64_t w_at, wz_dtype_kind kind)
{
    if (kind <= WZ_KIND_INT) {
        s->whole += load_u64((wz_dtype)x->dtype, at(x, x_at)) * load_u64((wz_dtype)w->dtype, at(w, w_at));
    } else if (kind == WZ_KIND_FLOAT) {
        s->value.re += load_f64((wz_dtype)x->dtype, at(x, x_at)) * load_f64((wz_dtype)w->dtype, at(w, w_at));
    } else {
        cdouble a = load_c128((wz_dtype)x->dtype, at(x, x_at)), b = load_c128((wz_dtype)w->dtype, at(w, w_at));
        s->value.re += a.re * b.re - a.im * b.im;
        s->value.im += a.re * b.im + a.im * b.re;
    }
}

/* One output: all taps of all channels of its group. place: the output's spatial index. */
static void convolve_one(const host_view *v, const conv_plan *p, int64_t n, int64_t o, const int64_t *place, wz_dtype_kind kind, conv_sum *s)
{
    const host_view *x = v, *w = v + 1;
    int64_t          channels = w->size[1], first = o / (w->size[0] / p->groups) * channels, taps = 1;
    for (int d = 0; d < p->n; d++) taps *= w->size[2 + d];
    for (int64_t k = 0; k < taps; k++) {
        int64_t rest = k, x_at = n * x->stride[0] + first * x->stride[1], w_at = o * w->stride[0];
        bool    inside = true;
        for (int d = p->n; d-- > 0;) {
            int64_t tap = rest % w->size[2 + d], i = place[d] * p->stride[d] - p->pad[d] + tap * p->dilation[d];
            rest /= w->size[2 + d];
            inside &= i >= 0 && i < x->size[2 + d];
            x_at += i * x->stride[2 + d];
            w_at += tap * w->stride[2 + d];
        }
        for (int64_t c = 0; c < channels && inside; c++) add_product(s, x, x_at + c * x->stride[1], w, w_at + c * w->stride[1], kind);
    }
}

/* views: input, weight, bias or absent, out */
static void ref_conv_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *b = v + 2, *out = v + 3;
    const conv_plan *p = launch_args(l);
    wz_dtype         dtype = (wz_dtype)out->dtype;
    wz_dtype_kind    kind = wz_dtype_get_kind(dtype);
    int64_t          begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t  place[CONV_DIMS], rest = i;
        conv_sum s = {{0, 0}, 0};
        for (int d = p->n; d-- > 0; rest /= out->size[2 + d]) place[d] = rest % out->size[2 + d];
        int64_t o = rest % out->size[1];
        if (b->dtype) {
            s.value = load_c128(dtype, at(b, o * b->stride[0]));
            s.whole = kind <= WZ_KIND_INT ? load_u64(dtype, at(b, o * b->stride[0])) : 0;
        }
        convolve_one(v, p, rest / out->size[1], o, place, kind, &s);
        void *to = at(out, view_offset(out, i));
        if (kind <= WZ_KIND_INT) store_u64(dtype, to, s.whole);
        else if (kind == WZ_KIND_FLOAT) store_f64(dtype, to, s.value.re);
        else store_c128(dtype, to, s.value);
    }
}

static wz_status ref_conv(wz_call *c)
{
    conv_plan        p = conv_plan_of(c);
    const wz_tensor *w = c->in[1];
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    int64_t work = tensor_numel(c->out[0]) * (w->size[0] ? tensor_numel(w) / w->size[0] : 1);
    return launch_call(c, ref_conv_kernel, work, 1 << 14, &p, sizeof p);
}

const kernel_row conv_rows[] = {
    {WZ_OP_conv_padded, ON_REF, DT_INT | DT_FC, NULL, ref_conv},
    {.run = NULL},
};

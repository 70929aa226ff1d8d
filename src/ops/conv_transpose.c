/* conv_transpose.c - transposed convolutions.
 *
 * With stride s, outputs whose place is the same modulo s use the same taps: each such phase is an ordinary convolution
 * with stride 1 of some taps in reverse, written to every s-th place. So floats run on the products of conv_padded and
 * multiply no zeros.
 * SPDX-License-Identifier: MIT */
#include "conv.h"
#include <string.h>
#include <wootz/ops.h>

wz_status shape_conv_transpose(wz_call *c);
wz_status comp_conv_transpose(wz_call *c);

typedef struct transpose_plan {
    int     n;
    int64_t stride[CONV_DIMS], pad[CONV_DIMS], dilation[CONV_DIMS], groups;
} transpose_plan;

static transpose_plan plan_of(const wz_call *c)
{
    transpose_plan p = {.n = c->in[1]->ndim - 2, .groups = arg_int(c, 6)};
    for (int d = 0; d < p.n; d++) {
        p.stride[d] = c->arg[3].v.ints[d];
        p.pad[d] = c->arg[4].v.ints[d];
        p.dilation[d] = c->arg[7].v.ints[d];
    }
    return p;
}

static wz_status check_operands(const wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1], *b = c->in[2];
    int64_t          groups = arg_int(c, 6);
    if (w->ndim < 3 || w->ndim > CONV_DIMS + 2 || x->ndim != w->ndim) return fail(WZ_SHAPE, "input and weight must have 3 to 5 dimensions, got %s and %s", SHAPE_OF(x), SHAPE_OF(w));
    for (int i = 1; i < 3; i++)
        if (c->in[i] && c->in[i]->dtype != x->dtype)
            return fail(WZ_SHAPE, "Input type (%s) and %s type (%s) should be the same", wz_dtype_name((wz_dtype)x->dtype), i == 1 ? "weight" : "bias",
                        wz_dtype_name((wz_dtype)c->in[i]->dtype));
    if (groups < 1) return fail(WZ_SHAPE, "non-positive groups is not supported");
    if (x->size[1] != w->size[0] || w->size[0] % groups)
        return fail(WZ_SHAPE, "Given transposed=1, weight of size %s, expected input%s to have %lld channels, a multiple of groups=%lld, but got %lld channels instead",
                    SHAPE_OF(w), SHAPE_OF(x), (long long)w->size[0], (long long)groups, (long long)x->size[1]);
    int64_t outs;
    if (!i64_mul(w->size[1], groups, &outs)) return fail(WZ_SHAPE, "too many channels");
    if (b && (b->ndim != 1 || b->size[0] != outs))
        return fail(WZ_SHAPE, "Given transposed=1, weight of size %s, expected bias to be 1-dimensional with %lld elements, but got bias of size %s instead", SHAPE_OF(w),
                    (long long)outs, SHAPE_OF(b));
    return WZ_OK;
}

wz_status shape_conv_transpose(wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1];
    TRY(check_operands(c));
    int     n = w->ndim - 2;
    int64_t size[CONV_DIMS + 2] = {x->size[0], w->size[1] * arg_int(c, 6)};
    for (int d = 0; d < n; d++) {
        int64_t step = c->arg[3].v.ints[d], pad = c->arg[4].v.ints[d], more = c->arg[5].v.ints[d], wide = c->arg[7].v.ints[d], reach, all;
        if (step < 1) return fail(WZ_SHAPE, "non-positive stride is not supported");
        if (wide < 1) return fail(WZ_SHAPE, "dilation should be greater than zero");
        if (pad < 0) return fail(WZ_SHAPE, "negative padding is not supported");
        if (more < 0) return fail(WZ_SHAPE, "negative output_padding is not supported");
        if (more >= step && more >= wide)
            return fail(WZ_SHAPE, "output padding must be smaller than either stride or dilation, but got output_padding %lld, stride %lld, dilation %lld", (long long)more,
                        (long long)step, (long long)wide);
        if (w->size[2 + d] < 1) return fail(WZ_SHAPE, "the kernel has no elements: weight has size %s", SHAPE_OF(w));
        if (x->size[2 + d] < 1) return fail(WZ_SHAPE, "Expected a non-empty input, got size %s", SHAPE_OF(x));
        if (!i64_mul(wide, w->size[2 + d] - 1, &reach) || !i64_mul(x->size[2 + d] - 1, step, &all) || !i64_add(all, reach, &all) || !i64_add(all, more + 1, &all) || pad > INT64_MAX / 4)
            return fail(WZ_SHAPE, "stride, padding or dilation is too large");
        size[2 + d] = all - 2 * pad;
        if (size[2 + d] < 0)
            return fail(WZ_SHAPE, "Given input size per channel: %s. Calculated output size per channel: %lld at dimension %d. Output size is too small", SHAPE_OF(x),
                        (long long)size[2 + d], d);
    }
    return out_shape(c, 0, n + 2, size);
}

static wz_status spread(const wz_call *c, int arg, int n, int64_t *out)
{
    const wz_arg *a = &c->arg[arg];
    if (a->n != 1 && a->n != n) return fail(WZ_SHAPE, "expected %s to be a single integer value or a list of %d values to match the convolution dimensions, but got %s",
                                            c->row->info.params[arg].name, n, sizes_text(a->n, a->v.ints));
    for (int d = 0; d < n; d++) out[d] = a->v.ints[a->n == 1 ? 0 : d];
    return WZ_OK;
}

wz_status comp_conv_transpose(wz_call *c)
{
    wz_tensor *x = c->in[0], *w = c->in[1];
    int        n = c->row->info.name[14] - '0'; /* conv_transpose1d and so on */
    int64_t    stride[CONV_DIMS], pad[CONV_DIMS], more[CONV_DIMS], dilation[CONV_DIMS];
    if (x->ndim != n + 1 && x->ndim != n + 2)
        return fail(WZ_SHAPE, "Expected %dD (unbatched) or %dD (batched) input to conv_transpose%dd, but got input of size: %s", n + 1, n + 2, n, SHAPE_OF(x));
    if (w->ndim != n + 2) return fail(WZ_SHAPE, "Expected %d-dimensional weight, but got weight of size %s", n + 2, SHAPE_OF(w));
    TRY(spread(c, 3, n, stride));
    TRY(spread(c, 4, n, pad));
    TRY(spread(c, 5, n, more));
    TRY(spread(c, 7, n, dilation));
    bool       single = x->ndim == n + 1;
    wz_tensor *y = wz_conv_transpose_padded(single ? wz_unsqueeze(x, 0) : x, w, c->in[2], stride, n, pad, n, more, n, arg_int(c, 6), dilation, n);
    c->out[0] = single ? wz_squeeze_dim(y, 0) : y;
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- reference ----------------------------------------------------------------------------------------------------------- */

/* views: input, weight, bias or absent, out. Each output gathers the inputs that reach it. */
static void ref_transpose_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view      *x = launch_views(l), *w = x + 1, *b = x + 2, *out = x + 3;
    const transpose_plan *p = launch_args(l);
    wz_dtype              dtype = (wz_dtype)out->dtype;
    bool                  whole = wz_dtype_get_kind(dtype) <= WZ_KIND_INT;
    int64_t               begin, end, taps = 1, channels = x->size[1] / p->groups, outs = w->size[1];
    for (int d = 0; d < p->n; d++) taps *= w->size[2 + d];
    part_range(out->numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t place[CONV_DIMS], rest = i;
        for (int d = p->n; d-- > 0; rest /= out->size[2 + d]) place[d] = rest % out->size[2 + d];
        int64_t  o = rest % out->size[1], n = rest / out->size[1], first = o / outs * channels;
        cdouble  sum = {0, 0};
        uint64_t total = 0;
        if (b->dtype) {
            sum = load_c128(dtype, at(b, o * b->stride[0]));
            total = whole ? load_u64(dtype, at(b, o * b->stride[0])) : 0;
        }
        for (int64_t k = 0; k < taps; k++) {
            int64_t left = k, x_at = n * x->stride[0] + first * x->stride[1], w_at = first * w->stride[0] + o % outs * w->stride[1];
            bool    reached = true;
            for (int d = p->n; d-- > 0; left /= w->size[2 + d]) {
                int64_t tap = left % w->size[2 + d], from = place[d] + p->pad[d] - tap * p->dilation[d];
                reached &= from >= 0 && from % p->stride[d] == 0 && from / p->stride[d] < x->size[2 + d];
                x_at += from / p->stride[d] * x->stride[2 + d];
                w_at += tap * w->stride[2 + d];
            }
            for (int64_t c = 0; c < channels && reached; c++) {
                const void *e = at(x, x_at + c * x->stride[1]), *f = at(w, w_at + c * w->stride[0]);
                if (whole) {
                    total += load_u64(dtype, e) * load_u64(dtype, f);
                } else {
                    cdouble u = load_c128(dtype, e), v = load_c128(dtype, f);
                    sum = dtype_is_complex(dtype) ? (cdouble){sum.re + u.re * v.re - u.im * v.im, sum.im + u.re * v.im + u.im * v.re} : (cdouble){sum.re + u.re * v.re, 0};
                }
            }
        }
        void *to = at(out, view_offset(out, i));
        if (whole) store_u64(dtype, to, total);
        else store_c128(dtype, to, sum);
    }
}

static wz_status ref_conv_transpose(wz_call *c)
{
    transpose_plan   p = plan_of(c);
    const wz_tensor *w = c->in[1];
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, ref_transpose_kernel, tensor_numel(c->out[0]) * (w->size[1] ? tensor_numel(w) / w->size[1] / p.groups + 1 : 1), 1 << 14, &p, sizeof p);
}

/* ---- by phases ------------------------------------------------------------------------------------------------------------ */

/* One dim of one phase: taps first, first + step, ...; outputs q of places stride * q + phase - pad; the input from
 * -low on and high more behind. */
typedef struct phase { int64_t first, step, taps, out_first, outs, low, high, dilation; } phase;

static int64_t gcd(int64_t a, int64_t b)
{
    for (; b; ) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static phase phase_of(const transpose_plan *p, int d, int64_t r, int64_t kernel, int64_t n_in, int64_t n_out)
{
    int64_t s = p->stride[d], wide = p->dilation[d], pad = p->pad[d], common = gcd(s, wide);
    phase   f = {.step = s / common, .dilation = wide / common};
    int64_t q0 = pad > r ? (pad - r + s - 1) / s : 0, place = s * q0 + r - pad;
    f.out_first = place;
    f.outs = place < n_out ? (n_out - 1 - place) / s + 1 : 0;
    for (f.first = 0; f.first < f.step && f.first * wide % s != r; f.first++) {}
    if (f.first < f.step && f.first < kernel) f.taps = (kernel - 1 - f.first) / f.step + 1;
    int64_t shift = (f.first * wide - r) / s; /* exact where there are taps */
    f.low = -(q0 - shift - (f.taps - 1) * f.dilation);
    f.high = q0 + f.outs - 1 - shift - (n_in - 1);
    return f;
}

static wz_tensor *detached(const wz_tensor *t) { return tensor_view(t, t->ndim, t->size, t->stride, t->offset); }

static wz_status run_phase(wz_call *c, const transpose_plan *p, const phase *f)
{
    wz_tensor *x = detached(c->in[0]), *w = detached(c->in[1]), *out = c->out[0], *to, *y;
    int64_t    size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS], offset = out->offset, low[CONV_DIMS], high[CONV_DIMS], wide[CONV_DIMS], dims[CONV_DIMS + 1], ones[CONV_DIMS] = {1, 1, 1};
    bool       empty = false;
    memcpy(size, out->size, sizeof size);
    memcpy(stride, out->stride, sizeof stride);
    for (int d = 0; d < p->n; d++) {
        size[2 + d] = f[d].outs;
        stride[2 + d] = out->stride[2 + d] * p->stride[d];
        offset += f[d].out_first * out->stride[2 + d];
        if (f[d].outs == 0) return WZ_OK;
        low[d] = f[d].low;
        high[d] = f[d].high;
        wide[d] = f[d].dilation;
        int64_t skip = low[d] < 0 ? -low[d] : 0, cut = high[d] < 0 ? -high[d] : 0, left = c->in[0]->size[2 + d] - skip - cut;
        empty |= f[d].taps == 0 || left <= 0;
        if (empty) continue;
        x = wz_narrow(x, 2 + d, skip, left);
        low[d] = low[d] < 0 ? 0 : low[d];
        high[d] = high[d] < 0 ? 0 : high[d];
        w = wz_slice(w, 2 + d, &f[d].first, NULL, f[d].step);
    }
    TRY((to = tensor_view(out, out->ndim, size, stride, offset)) ? WZ_OK : error_status());
    if (empty) { /* no input reaches these places */
        int64_t shape[CONV_DIMS + 2] = {1, out->size[1], 1, 1, 1};
        y = c->in[2] ? wz_reshape(detached(c->in[2]), shape, out->ndim) : wz_zeros(shape, out->ndim, (wz_dtype)out->dtype, c->dev);
        return y ? tensor_copy(to, y) : error_status();
    }
    for (int d = 0; d < p->n; d++) dims[d] = 2 + d;
    w = wz_flip(w, dims, p->n);
    if (!w) return error_status();
    int64_t split[CONV_DIMS + 3] = {p->groups, w->size[0] / p->groups, w->size[1]}, order[CONV_DIMS + 3] = {0, 2, 1, 3, 4, 5},
            joined[CONV_DIMS + 2] = {w->size[1] * p->groups, w->size[0] / p->groups};
    for (int d = 0; d < p->n; d++) split[3 + d] = joined[2 + d] = w->size[2 + d];
    w = wz_reshape(wz_permute(wz_reshape(w, split, p->n + 3), order, p->n + 3), joined, p->n + 2);
    y = wz_conv_padded(x, w, c->in[2] ? detached(c->in[2]) : NULL, ones, p->n, low, p->n, high, p->n, wide, p->n, p->groups);
    return y ? tensor_copy(to, y) : error_status();
}

static wz_status fast_conv_transpose(wz_call *c)
{
    transpose_plan   p = plan_of(c);
    const wz_tensor *x = c->in[0], *w = c->in[1], *out = c->out[0];
    int64_t          phases = 1;
    if (tensor_numel(out) == 0) return WZ_OK;
    for (int d = 0; d < p.n; d++) phases *= p.stride[d];
    for (int64_t i = 0; i < phases; i++) {
        phase   f[CONV_DIMS];
        int64_t rest = i;
        for (int d = p.n; d-- > 0; rest /= p.stride[d]) f[d] = phase_of(&p, d, rest % p.stride[d], w->size[2 + d], x->size[2 + d], out->size[2 + d]);
        TRY(run_phase(c, &p, f));
    }
    return WZ_OK;
}

/* With strides far beyond the kernel most phases have no taps: the plain row is no worse then. */
static bool few_phases(const wz_call *c)
{
    const wz_tensor *w = c->in[1];
    int64_t          phases = 1, taps = 1;
    for (int d = 0; d < w->ndim - 2; d++) {
        phases *= c->arg[3].v.ints[d] < 1024 ? c->arg[3].v.ints[d] : 1024;
        taps *= w->size[2 + d];
    }
    return phases <= 4 * taps + 64 && tensor_numel(c->in[0]) > 0;
}

const kernel_row conv_transpose_rows[] = {
    {WZ_OP_conv_transpose_padded, ON_REF, DT_INT | DT_FC, NULL, ref_conv_transpose},
    {WZ_OP_conv_transpose_padded, ON_SIMD, DT_FLOAT, few_phases, fast_conv_transpose},
    {.run = NULL},
};

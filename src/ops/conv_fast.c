/* conv_fast.c - convolutions of floats as matrix products.
 *
 * A chunk of output positions gathers what its taps see into columns (no column when the kernel is a single
 * tap that lies in memory as it is), and one product with the weight gives all its channels. Depthwise
 * convolutions add one shifted line for each tap.
 * SPDX-License-Identifier: MIT */
#include "../cpu/detect.h"
#include "../cpu/matmul.h"
#include "conv.h"
#include <string.h>

enum { COLUMN_BYTES = 512 * 1024, MIN_POSITIONS = 64 };

typedef struct fast_args {
    conv_plan p;
    int64_t   positions, chunk, chunks, taps; /* output positions of one channel; those of a chunk; taps of one channel */
} fast_args;

/* The input index of tap k at output index i along dim d; false in the padding. */
static bool source(const conv_plan *p, const host_view *x, int d, int64_t i, int64_t tap, int64_t *at_x)
{
    *at_x = i * p->stride[d] - p->pad[d] + tap * p->dilation[d];
    return *at_x >= 0 && *at_x < x->size[2 + d];
}

/* Elements [i0, i1) of one output line for one tap: dst[j] = x[line + index(i0 + j)], zeros in the padding. */
static void gather_line(char *dst, const conv_plan *p, const host_view *x, int64_t line, int64_t tap, int64_t i0, int64_t i1)
{
    int     d = p->n - 1;
    int64_t step = p->stride[d], shift = tap * p->dilation[d] - p->pad[d], width = x->size[2 + d], stride = x->stride[2 + d], low = i0, high = i1;
    while (low < i1 && low * step + shift < 0) low++;
    while (high > low && (high - 1) * step + shift >= width) high--;
    memset(dst, 0, (size_t)(low - i0) * x->bytes);
    memset(dst + (high - i0) * x->bytes, 0, (size_t)(i1 - high) * x->bytes);
    if (low == high) return;
    if (step == 1 && stride == 1) {
        memcpy(dst + (low - i0) * x->bytes, at(x, line + low + shift), (size_t)(high - low) * x->bytes);
        return;
    }
    for (int64_t i = low; i < high; i++) memcpy(dst + (i - i0) * x->bytes, at(x, line + (i * step + shift) * stride), x->bytes);
}

/* Row of the columns: one channel and tap, output positions [first, end). */
static void gather_row(char *dst, const fast_args *a, const host_view *x, const host_view *w, const host_view *out, int64_t base, int64_t tap, int64_t first,
                       int64_t end)
{
    const conv_plan *p = &a->p;
    int64_t          taps[CONV_DIMS] = {0}, width = out->size[1 + p->n], at_x;
    for (int d = p->n; d-- > 0; tap /= w->size[2 + d]) taps[d] = tap % w->size[2 + d];
    for (int64_t pos = first; pos < end;) {
        int64_t line = pos / width, i0 = pos % width, n = end - pos < width - i0 ? end - pos : width - i0, from = base, rest = line;
        bool    inside = true;
        for (int d = p->n - 1; d-- > 0; rest /= out->size[2 + d]) {
            inside &= source(p, x, d, rest % out->size[2 + d], taps[d], &at_x);
            from += at_x * x->stride[2 + d];
        }
        if (inside) gather_line(dst, p, x, from, taps[p->n - 1], i0, i0 + n);
        else memset(dst, 0, (size_t)n * x->bytes);
        dst += n * x->bytes;
        pos += n;
    }
}

/* Spatial dims of the input are one packed line and every tap sees it unmoved. */
static bool pointwise(const fast_args *a, const host_view *x)
{
    int64_t step = 1;
    if (a->taps != 1) return false;
    for (int d = a->p.n; d-- > 0; step *= x->size[2 + d])
        if (a->p.stride[d] != 1 || a->p.pad[d] != 0 || (x->size[2 + d] != 1 && x->stride[2 + d] != step)) return false;
    return step == a->positions;
}

/* views: input, weight (contiguous), bias or absent, out (contiguous). Units: sample, group, chunk. */
static void product_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *w = x + 1, *bias = x + 2, *out = x + 3;
    const fast_args *a = launch_args(l);
    int64_t          groups = a->p.groups, channels = w->size[1], outs = w->size[0] / groups, depth = channels * a->taps, begin, end;
    bool             direct = pointwise(a, x);
    char            *columns = direct ? NULL : mem_alloc_array((size_t)(depth * a->chunk + 1), x->bytes);
    wz_status        status = direct || columns ? WZ_OK : WZ_NOMEM;
    part_range(x->size[0] * groups * a->chunks, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && status == WZ_OK; u++) {
        int64_t first = u % a->chunks * a->chunk, last = first + a->chunk < a->positions ? first + a->chunk : a->positions, m = last - first;
        int64_t g = u / a->chunks % groups, n = u / a->chunks / groups, base = n * x->stride[0] + g * channels * x->stride[1];
        for (int64_t r = 0; r < depth && !direct; r++)
            gather_row(columns + r * m * x->bytes, a, x, w, out, base + r / a->taps * x->stride[1], r % a->taps, first, last);
        cpu_matmul p = {
            .batch = 1, .m = m, .n = outs, .k = depth, .alpha = 1,
            .a_dtype = (wz_dtype)x->dtype, .b_dtype = (wz_dtype)w->dtype, .c_dtype = (wz_dtype)out->dtype,
            .a = direct ? at(x, base + first) : columns, .a_row = 1, .a_col = direct ? x->stride[1] : m,
            .b = at(w, g * outs * depth), .b_row = 1, .b_col = depth,
            .c = at(out, (n * w->size[0] + g * outs) * a->positions + first), .c_row = 1, .c_col = a->positions,
        };
        if (bias->dtype) {
            p.bias = at(bias, g * outs * bias->stride[0]);
            p.bias_stride = bias->stride[0];
        }
        status = cpu_matmul_run(&p);
    }
    mem_free(columns);
    if (status != WZ_OK) kernel_error(l, status, "%s", wz_error());
}

/* ---- depthwise ------------------------------------------------------------------------------------------------ */

/* Units: sample and output channel. The gathered line of a tap is widened and added with its weight. */
static void depthwise_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *x = launch_views(l), *w = x + 1, *bias = x + 2, *out = x + 3;
    const fast_args   *a = launch_args(l);
    const cpu_kernels *k = cpu_kernels_now();
    int64_t            L = a->positions, outs = w->size[0] / a->p.groups, begin, end;
    float             *sum = mem_alloc_array((size_t)(2 * L + 1), sizeof(float)), *wide = sum ? sum + L : NULL;
    char              *line = mem_alloc_array((size_t)(L + 1), x->bytes);
    if (!sum || !line) kernel_error(l, WZ_NOMEM, "%s", wz_error());
    part_range(x->size[0] * w->size[0], part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && sum && line; u++) {
        int64_t o = u % w->size[0], n = u / w->size[0], base = n * x->stride[0] + o / outs * x->stride[1];
        float   start = bias->dtype ? (float)load_f64((wz_dtype)bias->dtype, at(bias, o * bias->stride[0])) : 0;
        for (int64_t i = 0; i < L; i++) sum[i] = start;
        for (int64_t t = 0; t < a->taps; t++) {
            gather_row(line, a, x, w, out, base, t, 0, L);
            k->to_f32[x->dtype](wide, line, L);
            k->axpy(sum, (float)load_f64((wz_dtype)w->dtype, at(w, o * a->taps + t)), wide, L);
        }
        k->from_f32[out->dtype](at(out, u * L), sum, L);
    }
    mem_free(sum);
    mem_free(line);
}

/* ---- the call --------------------------------------------------------------------------------------------------- */

static wz_status fast_conv(wz_call *c)
{
    wz_tensor *x = c->in[0], *w = tensor_pack(c->in[1]), *out = c->out[0];
    fast_args  a = {.p = conv_plan_of(c), .positions = 1, .taps = 1};
    if (tensor_numel(out) == 0) return WZ_OK;
    if (!w) return error_status();
    if (!tensor_contiguous(out) && !(out = tensor_empty_like(out, (wz_dtype)out->dtype))) return error_status();
    for (int d = 0; d < a.p.n; d++) {
        a.positions *= out->size[2 + d];
        a.taps *= w->size[2 + d];
    }
    int64_t depth = w->size[1] * a.taps, outs = w->size[0] / a.p.groups;
    bool    depthwise = w->size[1] == 1 && outs < 8 && x->dtype != WZ_DTYPE_F64;
    a.chunk = depth ? COLUMN_BYTES / (depth * (int64_t)wz_dtype_bytes((wz_dtype)x->dtype)) : a.positions;
    if (a.chunk < MIN_POSITIONS) a.chunk = MIN_POSITIONS;
    if (a.chunk > a.positions) a.chunk = a.positions;
    a.chunks = (a.positions + a.chunk - 1) / a.chunk;
    wz_tensor *t[] = {x, w, c->in[2], out};
    int64_t    work = tensor_numel(out) * (depth + 1), units = x->size[0] * a.p.groups * a.chunks;
    if (depthwise) TRY(launch_host(c, depthwise_kernel, 4, t, 8, work, 0, &a, sizeof a));
    else TRY(launch_host(c, product_kernel, 4, t, 8, units > 1 ? work : 1, 1 << 18, &a, sizeof a)); /* a single product shares itself out */
    return out == c->out[0] ? WZ_OK : tensor_copy(c->out[0], out);
}

const kernel_row conv_fast_rows[] = {
    {WZ_OP_conv_padded, ON_SIMD, DT_FLOAT, NULL, fast_conv},
    {.run = NULL},
};

/* norm_fast.c - softmax and normalisations of float rows that lie packed in memory, by the vector functions.
 *
 * A row is widened to float32, worked on and rounded once. Rows of float32 are read and written in place.
 * SPDX-License-Identifier: MIT */
#include "../cpu/detect.h"
#include "../op/op.h"
#include <math.h>

typedef struct fast_args {
    int      op;
    uint32_t outer;      /* dims that count rows */
    int64_t  n;          /* elements of a row */
    int64_t  groups;     /* group norm: of one sample */
    double   eps;
} fast_args;

/* Rows widened and narrowed; float32 rows need neither. */
typedef struct row_floats {
    const cpu_kernels *k;
    float             *in, *out, *weight, *bias, *memory;
} row_floats;

static bool begin_floats(const wz_launch *l, row_floats *f, int64_t n)
{
    f->k = cpu_kernels_now();
    f->memory = mem_alloc_array((size_t)n + 1, 4 * sizeof(float));
    if (!f->memory) kernel_error(l, WZ_NOMEM, "out of memory for rows of %lld numbers", (long long)n);
    f->in = f->memory;
    f->out = f->memory ? f->memory + n : NULL;
    f->weight = f->bias = NULL;
    return f->memory != NULL;
}

static const float *widened(const row_floats *f, const host_view *v, int64_t offset, int64_t n, float *buffer)
{
    if (v->dtype == WZ_DTYPE_F32) return at(v, offset);
    f->k->to_f32[v->dtype](buffer, at(v, offset), n);
    return buffer;
}

static float *target(const row_floats *f, const host_view *v, int64_t offset) { return v->dtype == WZ_DTYPE_F32 ? at(v, offset) : f->out; }

static void narrow(const row_floats *f, const host_view *v, int64_t offset, int64_t n)
{
    if (v->dtype != WZ_DTYPE_F32) f->k->from_f32[v->dtype](at(v, offset), f->out, n);
}

static bool floats_of(wz_dtype d) { return d == WZ_DTYPE_F32 || d == WZ_DTYPE_F16 || d == WZ_DTYPE_BF16; }

/* The last n_dims dims are one packed row. */
static bool packed_tail(const wz_tensor *t, int n_dims)
{
    int64_t step = 1;
    for (int d = t->ndim - 1; d >= t->ndim - n_dims; d--) {
        if (t->size[d] != 1 && t->stride[d] != step) return false;
        step *= t->size[d];
    }
    return true;
}

static bool row_dtypes(const wz_tensor *t) { return !t || floats_of((wz_dtype)t->dtype); }

/* ---- softmax ------------------------------------------------------------------------------------------------- */

static void fast_softmax_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *out = x + 1;
    const fast_args *a = launch_args(l);
    host_view        rows = view_keep_dims(x, a->outer), to = view_keep_dims(out, a->outer);
    row_floats       f;
    int64_t          begin, end;
    if (!begin_floats(l, &f, a->n)) return;
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t      dst = view_offset(&to, r);
        const float *in = widened(&f, x, view_offset(&rows, r), a->n, f.in);
        (a->op == WZ_OP_softmax ? f.k->softmax : f.k->log_softmax)(target(&f, out, dst), in, a->n);
        narrow(&f, out, dst, a->n);
    }
    mem_free(f.memory);
}

static bool softmax_packed(const wz_call *c)
{
    const wz_tensor *x = c->in[0], *out = c->out[0];
    int              n = x->ndim, last = n == 0 ? 0 : n - 1, dim = 0;
    int64_t          given = arg_int_or(c, 1, n == 0 || n == 1 || n == 3 ? 0 : 1);
    if (dim_wrap(given, n, &dim) != WZ_OK || n == 0 || dim != last) return false;
    return row_dtypes(x) && row_dtypes(out) && packed_tail(x, 1) && packed_tail(out, 1);
}

static wz_status fast_softmax(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    fast_args        a = {.op = (int)c->op, .outer = (1u << (x->ndim - 1)) - 1, .n = x->size[x->ndim - 1]};
    if (tensor_numel(x) == 0) return WZ_OK;
    return launch_call(c, fast_softmax_kernel, tensor_numel(x) * 2, 0, &a, sizeof a);
}

/* ---- rms and layer norm ----------------------------------------------------------------------------------------- */

/* views: x, weight or absent, bias or absent, out */
static void fast_norm_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *w = x + 1, *b = x + 2, *out = x + 3;
    const fast_args *a = launch_args(l);
    host_view        rows = view_keep_dims(x, a->outer), to = view_keep_dims(out, a->outer);
    row_floats       f;
    int64_t          begin, end;
    if (!begin_floats(l, &f, a->n)) return;
    const float *weight = w->dtype ? widened(&f, w, 0, a->n, f.memory + 2 * a->n) : NULL;
    const float *bias = b->dtype ? widened(&f, b, 0, a->n, f.memory + 3 * a->n) : NULL;
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t      dst = view_offset(&to, r);
        const float *in = widened(&f, x, view_offset(&rows, r), a->n, f.in);
        if (a->op == WZ_OP_rms_norm) f.k->rms_norm(target(&f, out, dst), in, weight, 0, a->eps, a->n);
        else f.k->layer_norm(target(&f, out, dst), in, weight, bias, a->eps, a->n);
        narrow(&f, out, dst, a->n);
    }
    mem_free(f.memory);
}

static bool norm_packed(const wz_call *c)
{
    int              n = c->arg[1].n;
    const wz_tensor *b = c->op == WZ_OP_layer_norm ? c->in[2] : NULL, *w = c->in[1];
    return row_dtypes(w) && row_dtypes(b) && packed_tail(c->in[0], n) && packed_tail(c->out[0], n) && (!w || packed_tail(w, n)) && (!b || packed_tail(b, n));
}

static wz_status fast_norm(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    bool             rms = c->op == WZ_OP_rms_norm;
    int              n = c->arg[1].n, eps = rms ? 3 : 4;
    fast_args        a = {.op = (int)c->op, .outer = (1u << (x->ndim - n)) - 1, .n = 1};
    for (int d = x->ndim - n; d < x->ndim; d++) a.n *= x->size[d];
    a.eps = arg_given(c, eps) ? arg_float(c, eps) : x->dtype == WZ_DTYPE_F16 ? 0x1p-10 : x->dtype == WZ_DTYPE_BF16 ? 0x1p-7 : 0x1p-23;
    if (tensor_numel(x) == 0) return WZ_OK;
    wz_tensor *t[] = {c->in[0], c->in[1], rms ? NULL : c->in[2], c->out[0]};
    return launch_host(c, fast_norm_kernel, 4, t, 8, tensor_numel(x), 0, &a, sizeof a);
}

/* ---- group norm and batch norm by running statistics ----------------------------------------------------------------- */

static float channel_number(const host_view *v, int64_t ch, float otherwise)
{
    return v->dtype ? (float)load_f64((wz_dtype)v->dtype, at(v, ch * v->stride[0])) : otherwise;
}

/* x * scale + shift over n numbers. */
static void line(float *dst, const float *x, float scale, float shift, int64_t n)
{
    for (int64_t i = 0; i < n; i++) dst[i] = x[i] * scale + shift;
}

/* views: x, weight or absent, bias or absent, out; x and out contiguous */
static void fast_group_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *w = x + 1, *b = x + 2, *out = x + 3;
    const fast_args *a = launch_args(l);
    int64_t          channels = x->size[1] / a->groups, plane = a->n / channels, begin, end;
    row_floats       f;
    if (!begin_floats(l, &f, a->n)) return;
    part_range(x->size[0] * a->groups, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        float *to = target(&f, out, r * a->n);
        f.k->layer_norm(to, widened(&f, x, r * a->n, a->n, f.in), NULL, NULL, a->eps, a->n);
        for (int64_t i = 0; i < channels && (w->dtype || b->dtype); i++) {
            int64_t ch = r % a->groups * channels + i;
            line(to + i * plane, to + i * plane, channel_number(w, ch, 1), channel_number(b, ch, 0), plane);
        }
        narrow(&f, out, r * a->n, a->n);
    }
    mem_free(f.memory);
}

static bool group_packed(const wz_call *c) { return tensor_contiguous(c->in[0]) && tensor_contiguous(c->out[0]); }

static wz_status fast_group_norm(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    fast_args        a = {.groups = arg_int(c, 1), .eps = arg_float(c, 4)};
    if (tensor_numel(x) == 0) return WZ_OK;
    a.n = tensor_numel(x) / x->size[0] / a.groups;
    return launch_call(c, fast_group_kernel, tensor_numel(x), 0, &a, sizeof a);
}

const kernel_row norm_fast_rows[] = {
    {WZ_OP_softmax, ON_SIMD, DT(F32) | DT(F16) | DT(BF16), softmax_packed, fast_softmax},
    {WZ_OP_log_softmax, ON_SIMD, DT(F32) | DT(F16) | DT(BF16), softmax_packed, fast_softmax},
    {WZ_OP_rms_norm, ON_SIMD, DT(F32) | DT(F16) | DT(BF16), norm_packed, fast_norm},
    {WZ_OP_layer_norm, ON_SIMD, DT(F32) | DT(F16) | DT(BF16), norm_packed, fast_norm},
    {WZ_OP_group_norm, ON_SIMD, DT(F32) | DT(F16) | DT(BF16), group_packed, fast_group_norm},
    {.run = NULL},
};

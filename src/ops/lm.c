/* lm.c - what a transformer layer does to rows of tokens: projections with narrow weights, norms, rotary
 * positions, cached attention. Rules for the whole family stand here, recurrent parts in lm_state.c.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include "../cpu/lm_dot.h"
#include <math.h>
#include <string.h>

/* ---- rules -------------------------------------------------------------------------------------------- */

wz_status dtype_lm_float(wz_call *c);
wz_status shape_lm_linear(wz_call *c);
wz_status shape_lm_embed(wz_call *c);

wz_status dtype_lm_float(wz_call *c)
{
    for (int k = 0; k < c->n_out; k++) c->out_dtype[k] = WZ_DTYPE_F32;
    return WZ_OK;
}

wz_status lm_expect(const wz_tensor *t, const char *name, int ndim, const int64_t *size)
{
    bool good = t->ndim == ndim;
    for (int d = 0; good && d < ndim; d++) good = size[d] < 0 || t->size[d] == size[d];
    return good ? WZ_OK : fail(WZ_SHAPE, "%s has shape %s, expected %s (-1: any)", name, SHAPE_OF(t), sizes_text(ndim, size));
}

wz_status shape_lm_linear(wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1], *b = c->in[2];
    if (x->ndim < 1) return fail(WZ_SHAPE, "x must have at least 1 dimension");
    int64_t size[WZ_MAX_DIMS], want[] = {-1, x->size[x->ndim - 1]};
    TRY(lm_expect(w, "weight", 2, want));
    if (!dtype_is_float((wz_dtype)w->dtype)) return fail(WZ_TYPE, "weight must have a float dtype, got %s", wz_dtype_name((wz_dtype)w->dtype));
    if (b) TRY(lm_expect(b, "bias", 1, &w->size[0]));
    memcpy(size, x->size, sizeof size);
    size[x->ndim - 1] = w->size[0];
    return out_shape(c, 0, x->ndim, size);
}

wz_status shape_lm_embed(wz_call *c)
{
    const wz_tensor *w = c->in[0], *ids = c->in[1];
    if (w->ndim != 2 || ids->ndim != 1 || ids->dtype != WZ_DTYPE_I64)
        return fail(WZ_SHAPE, "weight must be [V, H] and ids int64 [T], got %s and %s %s", SHAPE_OF(w),
                    wz_dtype_name((wz_dtype)ids->dtype), SHAPE_OF(ids));
    int64_t size[] = {ids->size[0], w->size[1]};
    return out_shape(c, 0, 2, size);
}

/* ---- linear -------------------------------------------------------------------------------------------- */

/* views: x [M, K], weight [N, K], bias [N] or absent, out [M, N]; parts split the M * N outputs */
static void ref_linear_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *x = v, *w = v + 1, *b = v + 2, *out = v + 3;
    int64_t          K = x->size[1], N = w->size[0], begin, end;
    part_range(x->size[0] * N, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t m = i / N, n = i % N;
        double  sum = b->dtype ? load_f64((wz_dtype)b->dtype, at(b, n * b->stride[0])) : 0;
        for (int64_t k = 0; k < K; k++)
            sum += load_f64((wz_dtype)x->dtype, at(x, m * x->stride[0] + k * x->stride[1])) *
                   load_f64((wz_dtype)w->dtype, at(w, n * w->stride[0] + k * w->stride[1]));
        store_f64(WZ_DTYPE_F32, at(out, m * out->stride[0] + n * out->stride[1]), sum);
    }
}

/* The same with vector dot products; a block of weight rows meets every x before the next is read. */
static void dot_linear_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *x = v, *w = v + 1, *b = v + 2, *out = v + 3;
    dot_fn           dot = dot_for((wz_dtype)w->dtype);
    int64_t          M = x->size[0], K = x->size[1], begin, end;
    part_range(w->size[0], part, n_parts, &begin, &end);
    for (int64_t n = begin; n < end; n++) {
        const void *row = at(w, n * w->stride[0]);
        float       add = b->dtype ? (float)load_f64((wz_dtype)b->dtype, at(b, n * b->stride[0])) : 0;
        for (int64_t m = 0; m < M; m++)
            *(float *)at(out, m * out->stride[0] + n) = dot(at(x, m * x->stride[0]), row, K) + add;
    }
}

static wz_tensor *as_rows(wz_tensor *t)
{
    int64_t last = t->size[t->ndim - 1], size[] = {last ? tensor_numel(t) / last : 0, last}, stride[2];
    if (!last)
        for (int d = 0, n = 1; d + 1 < t->ndim; d++) size[0] = n *= (int)t->size[d];
    strides_contiguous(2, size, stride);
    t = tensor_pack(t);
    return t ? tensor_view(t, 2, size, stride, t->offset) : NULL;
}

static wz_status linear(wz_call *c, cpu_kernel_fn fn, bool by_rows)
{
    int64_t out_size[] = {0, c->in[1]->size[0]}, stride[2];
    wz_tensor *x = as_rows(c->in[0]), *packed = tensor_contiguous(c->out[0]) ? c->out[0] : tensor_empty_like(c->out[0], WZ_DTYPE_F32);
    if (!x || !packed) return error_status();
    out_size[0] = x->size[0];
    strides_contiguous(2, out_size, stride);
    wz_tensor *t[] = {x, c->in[1], c->in[2], tensor_view(packed, 2, out_size, stride, packed->offset)};
    if (!t[3]) return error_status();
    int64_t work = x->size[0] * x->size[1] * out_size[1];
    TRY(launch_host(c, fn, 4, t, 8, work, by_rows ? 1 << 15 : 0, NULL, 0));
    return packed == c->out[0] ? WZ_OK : tensor_copy(c->out[0], packed);
}

static wz_status ref_lm_linear(wz_call *c) { return linear(c, ref_linear_kernel, false); }
static wz_status cpu_lm_linear(wz_call *c) { return linear(c, dot_linear_kernel, true); }

static bool has_dot(const wz_call *c)
{
    const wz_tensor *w = c->in[1];
    return dot_for((wz_dtype)w->dtype) && (w->size[1] <= 1 || w->stride[1] == 1);
}

/* ---- embedding --------------------------------------------------------------------------------------------- */

static void ref_embed_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *w = launch_views(l), *ids = w + 1, *out = w + 2;
    double           scale = *(const double *)launch_args(l);
    int64_t          begin, end;
    part_range(ids->numel, part, n_parts, &begin, &end);
    for (int64_t t = begin; t < end; t++) {
        int64_t id = load_i64(WZ_DTYPE_I64, at(ids, t * ids->stride[0]));
        if (id < 0 || id >= w->size[0]) {
            kernel_error(l, WZ_INDEX, "token id %lld is outside the vocabulary of %lld", (long long)id, (long long)w->size[0]);
            return;
        }
        for (int64_t h = 0; h < w->size[1]; h++)
            store_f64(WZ_DTYPE_F32, at(out, t * out->stride[0] + h * out->stride[1]),
                      load_f64((wz_dtype)w->dtype, at(w, id * w->stride[0] + h * w->stride[1])) * scale);
    }
}

static wz_status ref_lm_embed(wz_call *c)
{
    double scale = arg_float(c, 2);
    return launch_call(c, ref_embed_kernel, tensor_numel(c->out[0]), 0, &scale, sizeof scale);
}

/* ---- norm ------------------------------------------------------------------------------------------------------ */

/* views: x [R, n], weight [n], out [R, n] */
static void ref_norm_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *w = x + 1, *out = x + 2;
    double           eps = *(const double *)launch_args(l);
    int64_t          n = x->size[1], begin, end;
    part_range(x->size[0], part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        const float *row = at(x, r * x->stride[0]);
        float       *to = at(out, r * out->stride[0]);
        double       sum = 0;
        for (int64_t i = 0; i < n; i++) sum += (double)row[i] * (double)row[i];
        double scale = 1 / sqrt(sum / (double)n + eps);
        for (int64_t i = 0; i < n; i++) to[i] = (float)((double)row[i] * scale * load_f64((wz_dtype)w->dtype, at(w, i * w->stride[0])));
    }
}

static wz_status ref_lm_norm(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    double           eps = arg_float(c, 2);
    if (x->ndim < 1) return fail(WZ_SHAPE, "x must have at least 1 dimension");
    TRY(lm_expect(c->in[1], "weight", 1, &x->size[x->ndim - 1]));
    wz_tensor *rows = as_rows(c->in[0]), *packed = tensor_contiguous(c->out[0]) ? c->out[0] : tensor_empty_like(c->out[0], WZ_DTYPE_F32);
    if (!rows || !packed) return error_status();
    wz_tensor *t[] = {rows, c->in[1], tensor_view(packed, 2, rows->size, rows->stride, packed->offset)};
    if (!t[2]) return error_status();
    TRY(launch_host(c, ref_norm_kernel, 3, t, 4, tensor_numel(rows), 0, &eps, sizeof eps));
    return packed == c->out[0] ? WZ_OK : tensor_copy(c->out[0], packed);
}

/* ---- rope ------------------------------------------------------------------------------------------------------- */

/* views: x [n, T, d], inv_freq [r / 2], out. The angle is a float product, as in the published code. */
static void ref_rope_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *f = x + 1, *out = x + 2;
    int64_t          position = *(const int64_t *)launch_args(l), T = x->size[1], half = f->size[0], d = x->size[2], begin, end;
    part_range(T, part, n_parts, &begin, &end);
    for (int64_t t = begin; t < end; t++) {
        for (int64_t i = 0; i < d; i++) {
            int64_t pair = i < half ? i : i - half;
            float   angle = i < 2 * half ? (float)(position + t) * *(const float *)at(f, pair * f->stride[0]) : 0;
            double  cosine = cos((double)angle), sine = sin((double)angle);
            for (int64_t n = 0; n < x->size[0]; n++) {
                int64_t base = n * x->stride[0] + t * x->stride[1];
                double  v = (double)*(const float *)at(x, base + i * x->stride[2]), y = v;
                if (i < half) y = v * cosine - (double)*(const float *)at(x, base + (i + half) * x->stride[2]) * sine;
                else if (i < 2 * half) y = v * cosine + (double)*(const float *)at(x, base + (i - half) * x->stride[2]) * sine;
                *(float *)at(out, n * out->stride[0] + t * out->stride[1] + i * out->stride[2]) = (float)y;
            }
        }
    }
}

static wz_status ref_lm_rope(wz_call *c)
{
    const wz_tensor *x = c->in[0], *f = c->in[1];
    int64_t          position = arg_int(c, 2), any[] = {-1, -1, -1};
    TRY(lm_expect(x, "x", 3, any));
    TRY(lm_expect(f, "inv_freq", 1, any));
    if (f->dtype != WZ_DTYPE_F32 || 2 * f->size[0] > x->size[2])
        return fail(WZ_SHAPE, "inv_freq must be float32 with at most half of the %lld dims, got %s %s", (long long)x->size[2],
                    wz_dtype_name((wz_dtype)f->dtype), SHAPE_OF(f));
    return launch_call(c, ref_rope_kernel, tensor_numel(x), 0, &position, sizeof position);
}

/* ---- attention ---------------------------------------------------------------------------------------------------- */

typedef struct attention_args {
    int64_t window;
    double  scale, softcap;
} attention_args;

enum { STACK_KEYS = 1024 };

/* One query: two passes over its keys, the largest score first, then the weighted sum of values. The scores of
 * a pass are not kept, so any number of keys needs no memory. */
static void attend_one(const host_view *q, const host_view *k, const host_view *v, const host_view *out, const attention_args *a,
                       int64_t head, int64_t t)
{
    int64_t d = q->size[2], T = q->size[1], S = k->size[1], kv = head / (q->size[0] / k->size[0]), last = S - T + t;
    int64_t first = a->window > 0 && last - a->window + 1 > 0 ? last - a->window + 1 : 0;
    double  sum = 0, acc[STACK_KEYS] = {0}, top = -INFINITY;
    for (int64_t s = first; s <= last; s++) {
        double score = 0;
        for (int64_t i = 0; i < d; i++)
            score += (double)*(const float *)at(q, head * q->stride[0] + t * q->stride[1] + i * q->stride[2]) *
                     load_f64((wz_dtype)k->dtype, at(k, kv * k->stride[0] + s * k->stride[1] + i * k->stride[2]));
        score *= a->scale;
        if (a->softcap > 0) score = a->softcap * tanh(score / a->softcap);
        double shrink = score > top ? exp(top - score) : 1; /* online softmax, arXiv 1805.02867 */
        if (score > top) top = score;
        double weight = exp(score - top);
        sum = sum * shrink + weight;
        for (int64_t i = 0; i < d; i++)
            acc[i] = acc[i] * shrink + weight * load_f64((wz_dtype)v->dtype, at(v, kv * v->stride[0] + s * v->stride[1] + i * v->stride[2]));
    }
    for (int64_t i = 0; i < d; i++)
        *(float *)at(out, head * out->stride[0] + t * out->stride[1] + i * out->stride[2]) = (float)(acc[i] / sum);
}

static void ref_attention_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *q = launch_views(l);
    int64_t          begin, end;
    part_range(q->size[0] * q->size[1], part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) /* neighbours in time share their keys in the cache */
        attend_one(q, q + 1, q + 2, q + 3, launch_args(l), i / q->size[1], i % q->size[1]);
}

static wz_status ref_lm_attention(wz_call *c)
{
    const wz_tensor *q = c->in[0], *k = c->in[1], *v = c->in[2];
    attention_args   a = {arg_int(c, 3), arg_float(c, 4), arg_float(c, 5)};
    int64_t          any[] = {-1, -1, -1};
    TRY(lm_expect(q, "q", 3, any));
    int64_t keys[] = {-1, -1, q->size[2]};
    TRY(lm_expect(k, "k", 3, keys));
    TRY(lm_expect(v, "v", 3, k->size));
    if (q->size[2] > STACK_KEYS) return fail(WZ_UNSUPPORTED, "heads of more than %d dims, got %lld", (int)STACK_KEYS, (long long)q->size[2]);
    if (k->size[0] == 0 || q->size[0] % k->size[0] || k->size[1] < q->size[1])
        return fail(WZ_SHAPE, "%lld query heads over %lld key heads, %lld queries over %lld keys", (long long)q->size[0],
                    (long long)k->size[0], (long long)q->size[1], (long long)k->size[1]);
    return launch_call(c, ref_attention_kernel, q->size[0] * q->size[1] * k->size[1] * q->size[2], 1 << 14, &a, sizeof a);
}

const kernel_row lm_rows[] = {
    {WZ_OP_lm_linear, ON_REF, DT(F32), NULL, ref_lm_linear},
    {WZ_OP_lm_linear, ON_SIMD, DT(F32), has_dot, cpu_lm_linear},
    {WZ_OP_lm_embed, ON_REF, DT_FLOAT | DT_F8, NULL, ref_lm_embed},
    {WZ_OP_lm_norm, ON_REF, DT(F32), NULL, ref_lm_norm},
    {WZ_OP_lm_rope, ON_REF, DT(F32), NULL, ref_lm_rope},
    {WZ_OP_lm_attention, ON_REF, DT(F32), NULL, ref_lm_attention},
    {.run = NULL},
};

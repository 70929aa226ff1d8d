/* sequence.c - causal convolution and the gated delta rule: rules and plain definitions.
 * SPDX-License-Identifier: MIT */
#include "doubles.h"
#include <math.h>
#include <string.h>

wz_status dtype_causal_conv1d(wz_call *c);
wz_status shape_causal_conv1d(wz_call *c);
wz_status dtype_gated_delta_rule(wz_call *c);
wz_status shape_gated_delta_rule(wz_call *c);

static wz_status want_float(const wz_tensor *t, const char *name)
{
    return !t || dtype_is_float((wz_dtype)t->dtype) ? WZ_OK : fail(WZ_TYPE, "%s must have a float dtype, got %s", name, wz_dtype_name((wz_dtype)t->dtype));
}

static wz_status want_shape(const wz_tensor *t, const char *name, int ndim, const int64_t *size)
{
    return sizes_equal(t->ndim, t->size, ndim, size) ? WZ_OK : fail(WZ_SHAPE, "%s must have shape %s, got %s", name, sizes_text(ndim, size), SHAPE_OF(t));
}

/* ---- causal convolution ----------------------------------------------------------------------------------------- */

wz_status dtype_causal_conv1d(wz_call *c)
{
    static const char *const names[] = {"x", "weight", "bias", "state"};
    for (int i = 0; i < 4; i++) TRY(want_float(c->in[i], names[i]));
    c->out_dtype[0] = (wz_dtype)c->in[0]->dtype;
    c->out_dtype[1] = (wz_dtype)(c->in[3] ? c->in[3]->dtype : c->in[0]->dtype);
    return WZ_OK;
}

wz_status shape_causal_conv1d(wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1], *bias = c->in[2], *state = c->in[3];
    if (x->ndim < 2) return fail(WZ_SHAPE, "x must be [..., channels, time], got %s", SHAPE_OF(x));
    int64_t size[WZ_MAX_DIMS], channels = x->size[x->ndim - 2], taps = w->ndim ? w->size[w->ndim - 1] : 0;
    bool    good = (w->ndim == 2 || (w->ndim == 3 && w->size[1] == 1)) && w->size[0] == channels && taps > 0;
    if (!good) return fail(WZ_SHAPE, "weight must be [%lld, K] or [%lld, 1, K] with at least one tap, got %s", (long long)channels, (long long)channels, SHAPE_OF(w));
    if (bias) TRY(want_shape(bias, "bias", 1, &channels));
    memcpy(size, x->size, sizeof size);
    size[x->ndim - 1] = taps - 1;
    if (state) TRY(want_shape(state, "state", x->ndim, size));
    if (arg_given(c, 4) && strcmp(arg_string(c, 4), "silu") != 0 && strcmp(arg_string(c, 4), "swish") != 0)
        return fail(WZ_INVALID, "activation must be None, silu or swish, got '%.40s'", arg_string(c, 4));
    TRY(out_shape_like(c, 0, x));
    return out_shape(c, 1, x->ndim, size);
}

/* views: x, weight, bias or absent, state or absent, out, state_out */
static void ref_causal_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *x = v, *w = v + 1, *bias = v + 2, *state = v + 3, *out = v + 4, *next = v + 5;
    bool             silu = *(const bool *)launch_args(l);
    int              last = x->ndim - 1;
    uint32_t         lead = (1u << last) - 1;
    host_view        rows[4] = {view_keep_dims(x, lead), view_keep_dims(state->dtype ? state : x, lead), view_keep_dims(out, lead), view_keep_dims(next, lead)};
    int64_t          T = x->size[last], taps = w->size[w->ndim - 1], channels = x->size[last - 1], begin, end;
    double          *line = scratch_doubles(l, taps - 1 + T); /* the state, then x */
    if (!line) return;
    part_range(rows[0].numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t from = view_offset(&rows[0], r), before = view_offset(&rows[1], r), to = view_offset(&rows[2], r), keep = view_offset(&rows[3], r);
        int64_t ch = r % channels;
        for (int64_t i = 0; i < taps - 1; i++)
            line[i] = state->dtype ? load_f64((wz_dtype)state->dtype, at(state, before + i * state->stride[last])) : 0;
        for (int64_t t = 0; t < T; t++) line[taps - 1 + t] = load_f64((wz_dtype)x->dtype, at(x, from + t * x->stride[last]));
        for (int64_t t = 0; t < T; t++) {
            double sum = bias->dtype ? load_f64((wz_dtype)bias->dtype, at(bias, ch * bias->stride[0])) : 0;
            for (int64_t j = 0; j < taps; j++)
                sum += load_f64((wz_dtype)w->dtype, at(w, ch * w->stride[0] + j * w->stride[w->ndim - 1])) * line[t + j];
            store_f64((wz_dtype)out->dtype, at(out, to + t * out->stride[last]), silu ? sum / (1 + exp(-sum)) : sum);
        }
        for (int64_t i = 0; i < taps - 1; i++) store_f64((wz_dtype)next->dtype, at(next, keep + i * next->stride[last]), line[T + i]);
    }
    mem_free(line);
}

static wz_status ref_causal_conv1d(wz_call *c)
{
    bool silu = arg_given(c, 4);
    return launch_call(c, ref_causal_kernel, (tensor_numel(c->in[0]) + tensor_numel(c->out[1])) * (c->in[1]->size[c->in[1]->ndim - 1] + 4), 0, &silu, sizeof silu);
}

/* ---- gated delta rule ---------------------------------------------------------------------------------------------- */

wz_status dtype_gated_delta_rule(wz_call *c)
{
    static const char *const names[] = {"q", "k", "v", "g", "beta", "state"};
    for (int i = 0; i < 6; i++) TRY(want_float(c->in[i], names[i]));
    c->out_dtype[0] = (wz_dtype)c->in[0]->dtype;
    c->out_dtype[1] = c->in[0]->dtype == WZ_DTYPE_F64 ? WZ_DTYPE_F64 : WZ_DTYPE_F32;
    return WZ_OK;
}

wz_status shape_gated_delta_rule(wz_call *c)
{
    const wz_tensor *q = c->in[0], *v = c->in[2], *lengths = c->in[6];
    int              n = q->ndim, b = n - 3; /* b: there is a batch dim */
    if (n != 3 && n != 4) return fail(WZ_SHAPE, "q must be [T, H, D] or [B, T, H, D], got %s", SHAPE_OF(q));
    TRY(want_shape(c->in[1], "k", n, q->size));
    int64_t heads = v->ndim == n ? v->size[n - 2] : 0, size[4] = {q->size[0], 0, 0, 0};
    bool    good = v->ndim == n && v->size[0] == q->size[0] && v->size[b] == q->size[b] && q->size[n - 2] > 0 && heads % q->size[n - 2] == 0;
    if (!good) return fail(WZ_SHAPE, "v must have q's batch and time and a multiple of its heads, got q %s and v %s", SHAPE_OF(q), SHAPE_OF(v));
    TRY(want_shape(c->in[3], "g", n - 1, v->size));
    TRY(want_shape(c->in[4], "beta", n - 1, v->size));
    size[b] = heads;
    size[b + 1] = q->size[n - 1];
    size[b + 2] = v->size[n - 1];
    if (c->in[5]) TRY(want_shape(c->in[5], "state", b + 3, size));
    if (lengths && (!dtype_is_int((wz_dtype)lengths->dtype) || lengths->ndim != b || (b && lengths->size[0] != q->size[0])))
        return fail(WZ_SHAPE, "lengths must be integers, one for each batch row, got %s %s", wz_dtype_name((wz_dtype)lengths->dtype), SHAPE_OF(lengths));
    TRY(out_shape_like(c, 0, v));
    return out_shape(c, 1, b + 3, size);
}

typedef struct delta_args {
    double scale, eps;
    bool   l2norm;
} delta_args;

/* One element of a view [B, T, H, D]. */
static double entry(const host_view *v, const int64_t *i)
{
    int64_t offset = 0;
    for (int d = 0; d < v->ndim; d++) offset += i[d] * v->stride[d];
    return load_f64((wz_dtype)v->dtype, at(v, offset));
}

static void load_vector(double *dst, const host_view *v, int64_t b, int64_t t, int64_t h, bool l2norm, double eps)
{
    int64_t i[4] = {b, t, h, 0}, n = v->size[3];
    double  square = 0;
    for (i[3] = 0; i[3] < n; i[3]++) {
        dst[i[3]] = entry(v, i);
        square += dst[i[3]] * dst[i[3]];
    }
    if (l2norm)
        for (int64_t k = 0; k < n; k++) dst[k] /= sqrt(square + eps);
}

/* S [n_k, n_v] by one token; r: n_v numbers of scratch. */
static void delta_step(double *S, const double *q, const double *k, const double *v, double decay, double beta, double *o, double *r, int64_t n_k, int64_t n_v)
{
    for (int64_t j = 0; j < n_v; j++) r[j] = o[j] = 0;
    for (int64_t i = 0; i < n_k; i++)
        for (int64_t j = 0; j < n_v; j++) {
            S[i * n_v + j] *= decay;
            r[j] += S[i * n_v + j] * k[i];
        }
    for (int64_t j = 0; j < n_v; j++) r[j] = beta * (v[j] - r[j]);
    for (int64_t i = 0; i < n_k; i++)
        for (int64_t j = 0; j < n_v; j++) {
            S[i * n_v + j] += k[i] * r[j];
            o[j] += S[i * n_v + j] * q[i];
        }
}

static int64_t valid_tokens(const host_view *lengths, int64_t b, int64_t T)
{
    if (!lengths->dtype) return T;
    int64_t n = load_i64((wz_dtype)lengths->dtype, at(lengths, lengths->ndim ? b * lengths->stride[0] : 0));
    return n < 0 ? 0 : n > T ? T : n;
}

/* A head's whole sequence. work: n_k * n_v for the state, then the vectors. */
static void delta_head(const host_view *v, const delta_args *a, int64_t b, int64_t h, double *work)
{
    const host_view *q = v, *out = v + 7, *state = v + 5, *next = v + 8;
    int64_t          n_k = q->size[3], n_v = v[2].size[3], T = q->size[1], group = v[2].size[2] / q->size[2], valid = valid_tokens(&v[6], b, T);
    double          *S = work, *qt = S + n_k * n_v, *kt = qt + n_k, *vt = kt + n_k, *o = vt + n_v, *r = o + n_v;
    for (int64_t i = 0; i < n_k; i++)
        for (int64_t j = 0; j < n_v; j++) S[i * n_v + j] = state->dtype ? entry(state, (int64_t[]){b, h, i, j}) : 0;
    for (int64_t t = 0; t < T; t++) {
        if (t < valid) {
            load_vector(qt, &v[0], b, t, h / group, a->l2norm, a->eps);
            load_vector(kt, &v[1], b, t, h / group, a->l2norm, a->eps);
            load_vector(vt, &v[2], b, t, h, false, 0);
            int64_t at_t[3] = {b, t, h};
            delta_step(S, qt, kt, vt, exp(entry(&v[3], at_t)), entry(&v[4], at_t), o, r, n_k, n_v);
        }
        int64_t to = b * out->stride[0] + t * out->stride[1] + h * out->stride[2];
        for (int64_t j = 0; j < n_v; j++) store_f64((wz_dtype)out->dtype, at(out, to + j * out->stride[3]), t < valid ? o[j] * a->scale : 0);
    }
    int64_t to = b * next->stride[0] + h * next->stride[1];
    for (int64_t i = 0; i < n_k; i++)
        for (int64_t j = 0; j < n_v; j++) store_f64((wz_dtype)next->dtype, at(next, to + i * next->stride[2] + j * next->stride[3]), S[i * n_v + j]);
}

/* A view that lacks the batch dim gets one of size 1. */
static host_view with_batch(const host_view *v, bool lacks)
{
    host_view r = *v;
    if (!lacks || !v->dtype) return r;
    memmove(r.size + 1, r.size, sizeof *r.size * v->ndim);
    memmove(r.stride + 1, r.stride, sizeof *r.stride * v->ndim);
    r.size[0] = 1;
    r.stride[0] = 0;
    r.ndim++;
    return r;
}

/* views: q, k, v, g, beta, state or absent, lengths or absent, out, state_out */
static void ref_delta_kernel(const wz_launch *l, int part, int n_parts)
{
    host_view v[9];
    bool      lacks = launch_views(l)[0].ndim == 3;
    for (int i = 0; i < 9; i++) v[i] = with_batch(&launch_views(l)[i], lacks && i != 6);
    int64_t n_k = v[0].size[3], n_v = v[2].size[3], heads = v[2].size[2], begin, end;
    double *work = scratch_doubles(l, n_k * n_v + 2 * n_k + 3 * n_v);
    if (!work) return;
    part_range(v[2].size[0] * heads, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) delta_head(v, launch_args(l), i / heads, i % heads, work);
    mem_free(work);
}

static wz_status ref_gated_delta_rule(wz_call *c)
{
    const wz_tensor *q = c->in[0];
    int64_t          d = q->size[q->ndim - 1];
    delta_args       a = {arg_given(c, 6) ? arg_float(c, 6) : 1 / sqrt((double)(d ? d : 1)), arg_float(c, 8), arg_bool(c, 7)};
    return launch_call(c, ref_delta_kernel, (tensor_numel(c->in[2]) + 1) * (d + 1) * 6 + tensor_numel(c->out[1]) * 8, 1 << 14, &a, sizeof a);
}

const kernel_row sequence_rows[] = {
    {WZ_OP_causal_conv1d, ON_REF, DT_FLOAT, NULL, ref_causal_conv1d},
    {WZ_OP_gated_delta_rule, ON_REF, DT_FLOAT, NULL, ref_gated_delta_rule},
    {.run = NULL},
};

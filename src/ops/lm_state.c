/* lm_state.c - the parts of a layer that carry state or choose: causal convolution, the gated delta rule,
 * expert routing and the experts themselves.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include <wootz/ops.h>
#include "../cpu/lm_dot.h"
#include <math.h>
#include <string.h>

wz_status shape_lm_conv(wz_call *c);
wz_status shape_lm_delta(wz_call *c);
wz_status dtype_lm_route(wz_call *c);
wz_status shape_lm_route(wz_call *c);

/* ---- convolution ---------------------------------------------------------------------------------------- */

wz_status shape_lm_conv(wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1], *b = c->in[2], *s = c->in[3];
    int64_t          any[] = {-1, -1};
    TRY(lm_expect(x, "x", 2, any));
    int64_t weight[] = {x->size[1], 1, -1};
    TRY(lm_expect(w, "weight", 3, weight));
    if (w->size[2] < 1) return fail(WZ_SHAPE, "weight must have at least one tap");
    if (b) TRY(lm_expect(b, "bias", 1, &x->size[1]));
    int64_t state[] = {x->size[1], w->size[2] - 1};
    if (s) TRY(lm_expect(s, "state", 2, state));
    TRY(out_shape_like(c, 0, x));
    return out_shape(c, 1, 2, state);
}

/* The input at time t, which before the chunk comes from the state. */
static double input_at(const host_view *x, const host_view *state, int64_t channel, int64_t t, int64_t taps)
{
    if (t >= 0) return load_f64((wz_dtype)x->dtype, at(x, t * x->stride[0] + channel * x->stride[1]));
    if (!state->dtype) return 0;
    return load_f64((wz_dtype)state->dtype, at(state, channel * state->stride[0] + (taps - 1 + t) * state->stride[1]));
}

/* views: x [T, C], weight [C, 1, K], bias, state [C, K-1], out [T, C], state_out [C, K-1] */
static void ref_conv_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *x = v, *w = v + 1, *b = v + 2, *s = v + 3, *out = v + 4, *next = v + 5;
    int64_t          T = x->size[0], taps = w->size[2], begin, end;
    part_range(x->size[1], part, n_parts, &begin, &end);
    for (int64_t ch = begin; ch < end; ch++) {
        for (int64_t t = 0; t < T; t++) {
            double sum = b->dtype ? load_f64((wz_dtype)b->dtype, at(b, ch * b->stride[0])) : 0;
            for (int64_t j = 0; j < taps; j++)
                sum += load_f64((wz_dtype)w->dtype, at(w, ch * w->stride[0] + j * w->stride[2])) * input_at(x, s, ch, t - taps + 1 + j, taps);
            store_f64(WZ_DTYPE_F32, at(out, t * out->stride[0] + ch * out->stride[1]), sum);
        }
        for (int64_t j = 0; j < taps - 1; j++)
            store_f64(WZ_DTYPE_F32, at(next, ch * next->stride[0] + j * next->stride[1]), input_at(x, s, ch, T - taps + 1 + j, taps));
    }
}

static wz_status ref_lm_conv(wz_call *c)
{
    return launch_call(c, ref_conv_kernel, tensor_numel(c->in[0]) * c->in[1]->size[2], 0, NULL, 0);
}

/* ---- gated delta rule --------------------------------------------------------------------------------------- */

wz_status shape_lm_delta(wz_call *c)
{
    const wz_tensor *q = c->in[0], *k = c->in[1], *v = c->in[2], *s = c->in[5];
    int64_t          any[] = {-1, -1, -1};
    TRY(lm_expect(q, "q", 3, any));
    TRY(lm_expect(k, "k", 3, q->size));
    int64_t value[] = {q->size[0], -1, -1};
    TRY(lm_expect(v, "v", 3, value));
    if (q->size[1] == 0 || v->size[1] % q->size[1])
        return fail(WZ_SHAPE, "%lld value heads cannot share %lld key heads evenly", (long long)v->size[1], (long long)q->size[1]);
    TRY(lm_expect(c->in[3], "g", 2, v->size));
    TRY(lm_expect(c->in[4], "beta", 2, v->size));
    int64_t state[] = {v->size[1], q->size[2], v->size[2]};
    if (s) TRY(lm_expect(s, "state", 3, state));
    TRY(out_shape_like(c, 0, v));
    return out_shape(c, 1, 3, state);
}

typedef struct delta_view { /* one head's rows, packed */
    const float *q, *k, *v;
    float       *out, *state;
    int64_t      d_k, d_v;
} delta_view;

/* One token of one head. S is [d_k, d_v]:
 *   S *= exp(g);  r = v - S^T k;  S += k (beta r)^T;  out = S^T q,  with k and q normalised, q also / sqrt(d_k). */
static void delta_step(const delta_view *h, double g, double beta, double *r, double *o)
{
    double qq = 0, kk = 0, decay = exp(g);
    for (int64_t i = 0; i < h->d_k; i++) {
        qq += (double)h->q[i] * (double)h->q[i];
        kk += (double)h->k[i] * (double)h->k[i];
    }
    double q_scale = 1 / sqrt(qq + 1e-6) / sqrt((double)h->d_k), k_scale = 1 / sqrt(kk + 1e-6);
    for (int64_t j = 0; j < h->d_v; j++) r[j] = o[j] = 0;
    for (int64_t i = 0; i < h->d_k; i++) {
        float *row = h->state + i * h->d_v;
        double k = (double)h->k[i] * k_scale * decay;
        for (int64_t j = 0; j < h->d_v; j++) r[j] += (double)row[j] * k;
    }
    for (int64_t j = 0; j < h->d_v; j++) r[j] = beta * ((double)h->v[j] - r[j]);
    for (int64_t i = 0; i < h->d_k; i++) {
        float *row = h->state + i * h->d_v;
        double k = (double)h->k[i] * k_scale, q = (double)h->q[i] * q_scale;
        for (int64_t j = 0; j < h->d_v; j++) {
            double s = (double)row[j] * decay + k * r[j];
            row[j] = (float)s;
            o[j] += s * q;
        }
    }
    for (int64_t j = 0; j < h->d_v; j++) h->out[j] = (float)o[j];
}

enum { MAX_VALUE_DIM = 2048 };

/* views: q, k [T, n_k, d_k], v [T, n_v, d_v], g, beta [T, n_v], out [T, n_v, d_v], state [n_v, d_k, d_v]; all packed f32 */
static void ref_delta_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *q = launch_views(l), *k = q + 1, *v = q + 2, *g = q + 3, *beta = q + 4, *out = q + 5, *state = q + 6;
    int64_t          T = q->size[0], n_k = q->size[1], n_v = v->size[1], begin, end;
    double           r[MAX_VALUE_DIM], o[MAX_VALUE_DIM];
    part_range(n_v, part, n_parts, &begin, &end);
    for (int64_t h = begin; h < end; h++) {
        delta_view one = {.d_k = q->size[2], .d_v = v->size[2]};
        one.state = (float *)at(state, h * one.d_k * one.d_v);
        for (int64_t t = 0; t < T; t++) {
            int64_t key = (t * n_k + h / (n_v / n_k)) * one.d_k, value = (t * n_v + h) * one.d_v;
            one.q = at(q, key);
            one.k = at(k, key);
            one.v = at(v, value);
            one.out = at(out, value);
            delta_step(&one, (double)*(float *)at(g, t * n_v + h), (double)*(float *)at(beta, t * n_v + h), r, o);
        }
    }
}

static wz_status ref_lm_delta(wz_call *c)
{
    wz_tensor *t[7];
    if (c->in[2]->size[2] > MAX_VALUE_DIM)
        return fail(WZ_UNSUPPORTED, "value heads of more than %d dims, got %lld", (int)MAX_VALUE_DIM, (long long)c->in[2]->size[2]);
    for (int i = 0; i < 5; i++)
        if (!(t[i] = tensor_to(c->in[i], WZ_DTYPE_F32))) return error_status();
    for (int k = 0; k < 2; k++)
        if (!(t[5 + k] = tensor_contiguous(c->out[k]) ? c->out[k] : tensor_empty_like(c->out[k], WZ_DTYPE_F32))) return error_status();
    wz_scalar zero = wz_int(0);
    if (c->in[5]) TRY(tensor_copy(t[6], c->in[5]));
    else if (!wz_fill_(t[6], zero)) return error_status();
    int64_t work = tensor_numel(c->in[2]) * c->in[0]->size[2];
    TRY(launch_host(c, ref_delta_kernel, 7, t, 3u << 5, work, 1 << 14, NULL, 0));
    for (int k = 0; k < 2; k++)
        if (t[5 + k] != c->out[k]) TRY(tensor_copy(c->out[k], t[5 + k]));
    return WZ_OK;
}

/* ---- routing --------------------------------------------------------------------------------------------------- */

wz_status dtype_lm_route(wz_call *c)
{
    c->out_dtype[0] = WZ_DTYPE_F32;
    c->out_dtype[1] = WZ_DTYPE_I64;
    return WZ_OK;
}

wz_status shape_lm_route(wz_call *c)
{
    const wz_tensor *s = c->in[0];
    int64_t          any[] = {-1, -1}, k = arg_int(c, 2);
    TRY(lm_expect(s, "scores", 2, any));
    if (c->in[1]) TRY(lm_expect(c->in[1], "bias", 1, &s->size[1]));
    if (k < 1 || k > s->size[1]) return fail(WZ_INVALID, "k must be between 1 and %lld experts, got %lld", (long long)s->size[1], (long long)k);
    int64_t size[] = {s->size[0], k};
    TRY(out_shape(c, 0, 2, size));
    return out_shape(c, 1, 2, size);
}

typedef struct route_args {
    bool   sigmoid, normalise;
    double scale;
} route_args;

/* Weight of expert e before renormalisation. */
static double route_weight(const host_view *s, int64_t t, int64_t e, bool sigmoid, double top, double sum)
{
    double v = load_f64((wz_dtype)s->dtype, at(s, t * s->stride[0] + e * s->stride[1]));
    return sigmoid ? 1 / (1 + exp(-v)) : exp(v - top) / sum;
}

static void route_token(const wz_launch *l, int64_t t)
{
    const host_view  *s = launch_views(l), *b = s + 1, *weights = s + 2, *index = s + 3;
    const route_args *a = launch_args(l);
    int64_t           E = s->size[1], K = weights->size[1];
    double            top = -INFINITY, sum = 0, total = 0;
    for (int64_t e = 0; e < E; e++) top = fmax(top, load_f64((wz_dtype)s->dtype, at(s, t * s->stride[0] + e * s->stride[1])));
    for (int64_t e = 0; e < E; e++) sum += exp(load_f64((wz_dtype)s->dtype, at(s, t * s->stride[0] + e * s->stride[1])) - top);
    for (int64_t k = 0; k < K; k++) {
        int64_t best = -1;
        double  best_value = 0;
        for (int64_t e = 0; e < E; e++) {
            bool taken = false;
            for (int64_t j = 0; j < k; j++) taken |= *(int64_t *)at(index, t * index->stride[0] + j * index->stride[1]) == e;
            if (taken) continue;
            double v = route_weight(s, t, e, a->sigmoid, top, sum);
            if (b->dtype) v += load_f64((wz_dtype)b->dtype, at(b, e * b->stride[0]));
            if (best < 0 || v > best_value) {
                best = e;
                best_value = v;
            }
        }
        *(int64_t *)at(index, t * index->stride[0] + k * index->stride[1]) = best;
        total += route_weight(s, t, best, a->sigmoid, top, sum); /* the bias chooses, it does not weigh */
    }
    double scale = a->scale / (a->normalise ? total + (a->sigmoid ? 1e-6 : 0) : 1);
    for (int64_t k = 0; k < K; k++) {
        int64_t e = *(int64_t *)at(index, t * index->stride[0] + k * index->stride[1]);
        *(float *)at(weights, t * weights->stride[0] + k * weights->stride[1]) = (float)(route_weight(s, t, e, a->sigmoid, top, sum) * scale);
    }
}

static void ref_route_kernel(const wz_launch *l, int part, int n_parts)
{
    int64_t begin, end;
    part_range(launch_views(l)->size[0], part, n_parts, &begin, &end);
    for (int64_t t = begin; t < end; t++) route_token(l, t);
}

static wz_status ref_lm_route(wz_call *c)
{
    route_args a = {arg_bool(c, 3), arg_bool(c, 4), arg_float(c, 5)};
    return launch_call(c, ref_route_kernel, tensor_numel(c->in[0]) * arg_int(c, 2), 0, &a, sizeof a);
}

/* ---- experts ------------------------------------------------------------------------------------------------------ */

static double activate(double g, bool gelu)
{
    if (!gelu) return g / (1 + exp(-g));
    return 0.5 * g * (1 + tanh(0.7978845608028654 * (g + 0.044715 * g * g * g)));
}

static double dot_row(const host_view *w, int64_t offset, const float *x, int64_t n, dot_fn dot)
{
    if (dot) return (double)dot(x, at(w, offset), n);
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += (double)x[i] * load_f64((wz_dtype)w->dtype, at(w, offset + i));
    return sum;
}

typedef struct experts_args {
    bool gelu, fast, second; /* second: the down projection */
} experts_args;

/* First pass, parts over the inner width: mid[t, k, i] = act(gate_i x) * up_i x. Second pass, parts over the
 * outputs: out[t, h] = sum_k weight * down_h mid. views: x, gate_up, down, index, weights, mid, out; packed. */
static void experts_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view    *x = launch_views(l), *gu = x + 1, *dn = x + 2, *index = x + 3, *weight = x + 4, *mid = x + 5, *out = x + 6;
    const experts_args *a = launch_args(l);
    int64_t             T = x->size[0], H = x->size[1], I = dn->size[2], K = index->size[1], E = gu->size[0], begin, end;
    dot_fn              dot = a->fast ? dot_for((wz_dtype)gu->dtype) : NULL;
    part_range(a->second ? H : I, part, n_parts, &begin, &end);
    for (int64_t t = 0; t < T; t++) {
        for (int64_t k = 0; k < K; k++) {
            int64_t e = *(int64_t *)at(index, t * K + k);
            if (e < 0 || e >= E) {
                kernel_error(l, WZ_INDEX, "expert %lld does not exist, there are %lld", (long long)e, (long long)E);
                return;
            }
            float *m = at(mid, (t * K + k) * I);
            for (int64_t i = begin; i < end && !a->second; i++) {
                double gate = dot_row(gu, (e * 2 * I + i) * H, at(x, t * H), H, dot), up = dot_row(gu, (e * 2 * I + I + i) * H, at(x, t * H), H, dot);
                m[i] = (float)(activate(gate, a->gelu) * up);
            }
            for (int64_t h = begin; h < end && a->second; h++) {
                double y = dot_row(dn, (e * H + h) * I, m, I, dot) * (double)*(float *)at(weight, t * K + k);
                float *to = at(out, t * H + h);
                *to = k ? (float)((double)*to + y) : (float)y;
            }
        }
    }
}

static wz_status experts(wz_call *c, bool fast)
{
    const wz_tensor *x = c->in[0], *dn = c->in[2];
    int64_t          any[] = {-1, -1, -1};
    TRY(lm_expect(x, "x", 2, any));
    int64_t down[] = {-1, x->size[1], -1};
    TRY(lm_expect(dn, "down", 3, down));
    int64_t gate_up[] = {dn->size[0], 2 * dn->size[2], x->size[1]}, index[] = {x->size[0], -1};
    TRY(lm_expect(c->in[1], "gate_up", 3, gate_up));
    TRY(lm_expect(c->in[3], "index", 2, index));
    TRY(lm_expect(c->in[4], "weights", 2, c->in[3]->size));
    if (c->in[3]->dtype != WZ_DTYPE_I64) return fail(WZ_TYPE, "index must be int64, got %s", wz_dtype_name((wz_dtype)c->in[3]->dtype));
    if (c->in[1]->dtype != dn->dtype || !dtype_is_float((wz_dtype)dn->dtype))
        return fail(WZ_TYPE, "gate_up and down must have the same float dtype, got %s and %s", wz_dtype_name((wz_dtype)c->in[1]->dtype),
                    wz_dtype_name((wz_dtype)dn->dtype));
    wz_tensor *t[7];
    for (int i = 0; i < 5; i++)
        if (!(t[i] = i == 4 || i == 0 ? tensor_to(c->in[i], WZ_DTYPE_F32) : tensor_pack(c->in[i]))) return error_status();
    int64_t mid[] = {x->size[0], c->in[3]->size[1], dn->size[2]};
    t[5] = tensor_empty(WZ_DTYPE_F32, 3, mid, c->dev);
    t[6] = tensor_contiguous(c->out[0]) ? c->out[0] : tensor_empty_like(c->out[0], WZ_DTYPE_F32);
    if (!t[5] || !t[6]) return error_status();
    int64_t      work = tensor_numel(t[5]) * x->size[1];
    experts_args a = {arg_bool(c, 5), fast, false};
    TRY(launch_host(c, experts_kernel, 7, t, 1u << 5, 2 * work, 1 << 15, &a, sizeof a));
    a.second = true;
    TRY(launch_host(c, experts_kernel, 7, t, 1u << 6, work, 1 << 15, &a, sizeof a));
    return t[6] == c->out[0] ? WZ_OK : tensor_copy(c->out[0], t[6]);
}

static wz_status ref_lm_experts(wz_call *c) { return experts(c, false); }
static wz_status cpu_lm_experts(wz_call *c) { return experts(c, true); }

const kernel_row lm_state_rows[] = {
    {WZ_OP_lm_conv, ON_REF, DT(F32), NULL, ref_lm_conv},
    {WZ_OP_lm_delta, ON_REF, DT(F32), NULL, ref_lm_delta},
    {WZ_OP_lm_route, ON_REF, DT(F32), NULL, ref_lm_route},
    {WZ_OP_lm_experts, ON_REF, DT(F32), NULL, ref_lm_experts},
    {WZ_OP_lm_experts, ON_SIMD, DT(F32), NULL, cpu_lm_experts},
    {.run = NULL},
};

/* lm_fast.c - the language-model family by the CPU's vector functions.
 * SPDX-License-Identifier: MIT */
#include "../cpu/attention.h"
#include "../cpu/detect.h"
#include "../cpu/matmul.h"
#include "lm.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

static bool packed_last(const wz_tensor *t) { return t->size[t->ndim - 1] == 1 || t->stride[t->ndim - 1] == 1; }

/* n floats inside a kernel; NULL when there is no memory, which is then reported. */
static float *scratch_floats(const wz_launch *l, int64_t n)
{
    float *p = mem_alloc_array((size_t)(n > 0 ? n : 1), sizeof(float));
    if (!p) kernel_error(l, WZ_NOMEM, "out of memory for %lld numbers of scratch", (long long)n);
    return p;
}

/* ---- linear ------------------------------------------------------------------------------------------------- */

/* views: x [R, K], weight [N, K], bias [N] or absent, out [R, N] */
static void linear_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts; /* the product shares itself out */
    const host_view *x = launch_views(l), *w = x + 1, *b = x + 2, *out = x + 3;
    cpu_matmul       p = {
        .batch = 1, .m = x->size[0], .n = w->size[0], .k = x->size[1], .a_dtype = WZ_DTYPE_F32, .b_dtype = (wz_dtype)w->dtype, .c_dtype = WZ_DTYPE_F32,
        .a = x->data, .a_row = x->stride[0], .a_col = x->stride[1], .b = w->data, .b_row = w->stride[1], .b_col = w->stride[0],
        .c = out->data, .c_row = out->stride[0], .c_col = out->stride[1], .alpha = 1,
    };
    if (b->dtype) {
        p.bias = b->data;
        p.bias_stride = b->stride[0];
    }
    wz_status status = cpu_matmul_run(&p);
    if (status != WZ_OK) kernel_error(l, status, "%s", wz_error());
}

static wz_status fast_linear(wz_call *c)
{
    wz_tensor *x = c->in[0], *w = c->in[1], *bias = c->in[2], *out = c->out[0];
    int64_t    K = x->size[x->ndim - 1], N = w->size[0], rows = 1;
    for (int d = 0; d + 1 < x->ndim; d++) rows *= x->size[d];
    if (tensor_numel(out) == 0) return WZ_OK;
    wz_tensor *flat = wz_reshape(x, (int64_t[]){rows, K}, 2), *packed = tensor_contiguous(out) ? out : tensor_empty_like(out, WZ_DTYPE_F32);
    if (bias && !(bias = tensor_to(bias, WZ_DTYPE_F32))) return error_status();
    if (!flat || !packed) return error_status();
    wz_tensor *t[] = {flat, w, bias, tensor_view(packed, 2, (int64_t[]){rows, N}, (int64_t[]){N, 1}, packed->offset)};
    if (!t[3]) return error_status();
    TRY(launch_host(c, linear_kernel, 4, t, 8, 1, 2, NULL, 0));
    return packed == out ? WZ_OK : tensor_copy(out, packed);
}

static bool narrow_weight(const wz_call *c) { return c->in[1]->dtype != WZ_DTYPE_F64; }

/* ---- norm ----------------------------------------------------------------------------------------------------- */

/* views: x, weight, out */
static void norm_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *x = launch_views(l), *w = x + 1, *out = x + 2;
    const cpu_kernels *k = cpu_kernels_now();
    uint32_t           lead = (1u << (x->ndim - 1)) - 1;
    host_view          rows = view_keep_dims(x, lead), to = view_keep_dims(out, lead);
    int64_t            n = x->size[x->ndim - 1], begin, end;
    float             *weight = scratch_floats(l, n);
    if (!weight) return;
    k->to_f32[w->dtype](weight, w->data, n);
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++)
        k->rms_norm(at(out, view_offset(&to, r)), at(x, view_offset(&rows, r)), weight, 0, *(const double *)launch_args(l), n);
    mem_free(weight);
}

static wz_status fast_lm_norm(wz_call *c)
{
    double eps = arg_float(c, 2);
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, norm_kernel, tensor_numel(c->in[0]), 0, &eps, sizeof eps);
}

static bool norm_packed(const wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1];
    return x->ndim > 0 && w->ndim == 1 && w->size[0] == x->size[x->ndim - 1] && dtype_is_float((wz_dtype)w->dtype) && packed_last(x) && packed_last(w) &&
           packed_last(c->out[0]);
}

/* ---- rope ------------------------------------------------------------------------------------------------------- */

/* views: x [n, T, d], inv_freq [r / 2], out. The angle is a float product, as in the published code. */
static void rope_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *x = launch_views(l), *f = x + 1, *out = x + 2;
    const cpu_kernels *k = cpu_kernels_now();
    int64_t            position = *(const int64_t *)launch_args(l), half = f->size[0], d = x->size[2], begin, end;
    float             *cosine = scratch_floats(l, 2 * half), *sine = cosine ? cosine + half : NULL;
    if (!cosine) return;
    part_range(x->size[1], part, n_parts, &begin, &end);
    for (int64_t t = begin; t < end; t++) {
        for (int64_t i = 0; i < half; i++) {
            float angle = (float)(position + t) * *(const float *)at(f, i * f->stride[0]);
            cosine[i] = (float)cos((double)angle);
            sine[i] = (float)sin((double)angle);
        }
        for (int64_t n = 0; n < x->size[0]; n++) {
            const float *from = at(x, n * x->stride[0] + t * x->stride[1]);
            float       *to = at(out, n * out->stride[0] + t * out->stride[1]);
            k->rope_half(to, from, cosine, sine, 2 * half);
            if (d > 2 * half) memcpy(to + 2 * half, from + 2 * half, (size_t)(d - 2 * half) * sizeof(float));
        }
    }
    mem_free(cosine);
}

static wz_status fast_lm_rope(wz_call *c)
{
    int64_t position = arg_int(c, 2);
    return launch_call(c, rope_kernel, tensor_numel(c->in[0]) * 2, 0, &position, sizeof position);
}

static bool rope_packed(const wz_call *c)
{
    const wz_tensor *x = c->in[0], *f = c->in[1];
    return x->ndim == 3 && f->ndim == 1 && f->dtype == WZ_DTYPE_F32 && 2 * f->size[0] <= x->size[2] && packed_last(x) && packed_last(c->out[0]);
}

/* ---- attention ------------------------------------------------------------------------------------------------------ */

static void attention_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts; /* the attention shares itself out */
    const host_view *q = launch_views(l), *k = q + 1, *v = q + 2, *out = q + 3;
    cpu_attention    a = *(const cpu_attention *)launch_args(l);
    a.q = q->data;
    a.k = k->data;
    a.v = v->data;
    a.out = out->data;
    wz_status status = cpu_attention_run(&a);
    if (status != WZ_OK) kernel_error(l, status, "%s", wz_error());
}

static wz_status fast_lm_attention(wz_call *c)
{
    const wz_tensor *q = c->in[0], *k = c->in[1], *v = c->in[2], *out = c->out[0];
    if (tensor_numel(out) == 0) return WZ_OK;
    cpu_attention a = {
        .batch = 1, .n_head = q->size[0], .n_kv_head = k->size[0], .n_q = q->size[1], .n_kv = k->size[1], .head_dim = q->size[2], .v_dim = v->size[2],
        .q_dtype = WZ_DTYPE_F32, .kv_dtype = (wz_dtype)k->dtype, .out_dtype = WZ_DTYPE_F32,
        .q_head = q->stride[0], .q_row = q->stride[1], .k_head = k->stride[0], .k_row = k->stride[1], .v_head = v->stride[0], .v_row = v->stride[1],
        .out_head = out->stride[0], .out_row = out->stride[1],
        .scale = arg_float(c, 4), .softcap = arg_float(c, 5), .causal = true, .past = k->size[1] - q->size[1], .window = arg_int(c, 3),
    };
    return launch_call(c, attention_kernel, 1, 2, &a, sizeof a);
}

static bool attention_packed(const wz_call *c)
{
    const wz_tensor *q = c->in[0], *k = c->in[1], *v = c->in[2];
    if (q->ndim != 3 || k->ndim != 3 || !sizes_equal(3, k->size, v->ndim, v->size) || k->size[2] != q->size[2] || k->size[0] == 0) return false;
    return q->size[0] % k->size[0] == 0 && k->size[1] >= q->size[1] && k->dtype == v->dtype && k->dtype != WZ_DTYPE_F64 && dtype_is_float((wz_dtype)k->dtype) &&
           packed_last(q) && packed_last(k) && packed_last(v) && packed_last(c->out[0]);
}

/* ---- convolution ------------------------------------------------------------------------------------------------------- */

/* views: x [T, C], weight [C, 1, K] packed, bias or absent, state [C, K-1] or absent, out [T, C], state_out [C, K-1] */
static void conv_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *w = x + 1, *b = x + 2, *s = x + 3, *out = x + 4, *next = x + 5;
    int64_t          T = x->size[0], K = w->size[2], begin, end;
    part_range(x->size[1], part, n_parts, &begin, &end);
    float *weight = scratch_floats(l, (end - begin) * K + K + T), *line = weight ? weight + (end - begin) * K : NULL; /* line: the state, then x */
    if (!weight) return;
    cpu_kernels_now()->to_f32[w->dtype](weight, at(w, begin * K), (end - begin) * K);
    for (int64_t ch = begin; ch < end; ch++) {
        float bias = b->dtype ? (float)load_f64((wz_dtype)b->dtype, at(b, ch * b->stride[0])) : 0;
        const float *taps = weight + (ch - begin) * K;
        for (int64_t i = 0; i < K - 1; i++) line[i] = s->dtype ? *(const float *)at(s, ch * s->stride[0] + i * s->stride[1]) : 0;
        for (int64_t t = 0; t < T; t++) line[K - 1 + t] = *(const float *)at(x, t * x->stride[0] + ch * x->stride[1]);
        for (int64_t t = 0; t < T; t++) {
            float sum = bias;
            for (int64_t j = 0; j < K; j++) sum += taps[j] * line[t + j];
            *(float *)at(out, t * out->stride[0] + ch * out->stride[1]) = sum;
        }
        for (int64_t i = 0; i < K - 1; i++) *(float *)at(next, ch * next->stride[0] + i * next->stride[1]) = line[T + i];
    }
    mem_free(weight);
}

static wz_status fast_lm_conv(wz_call *c) { return launch_call(c, conv_kernel, tensor_numel(c->in[0]) * (c->in[1]->size[2] + 2), 0, NULL, 0); }

static bool conv_packed(const wz_call *c)
{
    const wz_tensor *w = c->in[1], *s = c->in[3];
    return dtype_is_float((wz_dtype)w->dtype) && tensor_contiguous(w) && (!s || s->dtype == WZ_DTYPE_F32);
}

/* ---- gated delta rule ---------------------------------------------------------------------------------------------------- */

/* x / sqrt(sum of squares + 1e-6) * factor */
static void normalise(const cpu_kernels *k, float *dst, const float *x, int64_t n, double factor)
{
    k->scale(dst, (float)(factor / sqrt(k->sum_squares(x, n) + 1e-6)), x, n);
}

/* views: q, k [T, n_k, d_k], v [T, n_v, d_v], g, beta [T, n_v], out [T, n_v, d_v], state [n_v, d_k, d_v] packed; rows packed */
static void delta_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *q = launch_views(l), *k = q + 1, *v = q + 2, *g = q + 3, *beta = q + 4, *out = q + 5, *state = q + 6;
    const cpu_kernels *f = cpu_kernels_now();
    int64_t            d_k = q->size[2], d_v = v->size[2], group = v->size[1] / q->size[1], begin, end;
    float             *qt = scratch_floats(l, 2 * d_k + d_v), *kt = qt ? qt + d_k : NULL, *r = qt ? kt + d_k : NULL;
    if (!qt) return;
    part_range(v->size[1], part, n_parts, &begin, &end);
    for (int64_t h = begin; h < end; h++) {
        float *S = at(state, h * d_k * d_v);
        for (int64_t t = 0; t < q->size[0]; t++) {
            normalise(f, qt, at(q, t * q->stride[0] + h / group * q->stride[1]), d_k, 1 / sqrt((double)d_k));
            normalise(f, kt, at(k, t * k->stride[0] + h / group * k->stride[1]), d_k, 1);
            float decay = (float)exp((double)*(const float *)at(g, t * g->stride[0] + h * g->stride[1]));
            f->delta_step(S, d_v, qt, kt, at(v, t * v->stride[0] + h * v->stride[1]), decay, *(const float *)at(beta, t * beta->stride[0] + h * beta->stride[1]),
                          at(out, t * out->stride[0] + h * out->stride[1]), r, d_k, d_v);
        }
    }
    mem_free(qt);
}

static wz_status fast_lm_delta(wz_call *c)
{
    wz_tensor *t[7];
    for (int i = 0; i < 5; i++) {
        t[i] = c->in[i]->dtype == WZ_DTYPE_F32 && (i > 2 || packed_last(c->in[i])) ? c->in[i] : tensor_to(c->in[i], WZ_DTYPE_F32);
        if (!t[i]) return error_status();
    }
    t[5] = packed_last(c->out[0]) ? c->out[0] : tensor_empty_like(c->out[0], WZ_DTYPE_F32);
    t[6] = tensor_contiguous(c->out[1]) ? c->out[1] : tensor_empty_like(c->out[1], WZ_DTYPE_F32);
    if (!t[5] || !t[6]) return error_status();
    if (c->in[5]) TRY(tensor_copy(t[6], c->in[5]));
    else if (!wz_fill_(t[6], wz_int(0))) return error_status();
    int64_t work = tensor_numel(c->in[2]) * c->in[0]->size[2];
    TRY(launch_host(c, delta_kernel, 7, t, 3u << 5, work, 1 << 15, NULL, 0));
    for (int k = 0; k < 2; k++)
        if (t[5 + k] != c->out[k]) TRY(tensor_copy(c->out[k], t[5 + k]));
    return WZ_OK;
}

/* ---- experts ---------------------------------------------------------------------------------------------------------------- */

/* Several rows: each expert's weights are read once for all that chose it. */
static wz_status fast_lm_experts(wz_call *c)
{
    wz_arg     args[6];
    wz_tensor *out[WZ_MAX_RESULTS] = {c->out[0]};
    memcpy(args, c->arg, 5 * sizeof *args);
    args[5] = (wz_arg){.kind = WZ_ARG_STRING, .v.string = arg_bool(c, 5) ? "gelu_tanh" : "silu"};
    return op_call(WZ_OP_moe_mlp, args, out);
}

static bool several_rows(const wz_call *c)
{
    return c->in[0]->ndim == 2 && c->in[0]->size[0] > 1 && c->in[3]->dtype == WZ_DTYPE_I64 && c->in[1]->dtype == c->in[2]->dtype &&
           dtype_is_float((wz_dtype)c->in[2]->dtype);
}

const kernel_row lm_fast_rows[] = {
    {WZ_OP_lm_linear, ON_SIMD, DT(F32), narrow_weight, fast_linear},
    {WZ_OP_lm_norm, ON_SIMD, DT(F32), norm_packed, fast_lm_norm},
    {WZ_OP_lm_rope, ON_SIMD, DT(F32), rope_packed, fast_lm_rope},
    {WZ_OP_lm_attention, ON_SIMD, DT(F32), attention_packed, fast_lm_attention},
    {WZ_OP_lm_conv, ON_SIMD, DT(F32), conv_packed, fast_lm_conv},
    {WZ_OP_lm_delta, ON_SIMD, DT(F32), NULL, fast_lm_delta},
    {WZ_OP_lm_experts, ON_SIMD, DT(F32), several_rows, fast_lm_experts},
    {.run = NULL},
};

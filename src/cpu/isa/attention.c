/* attention.c - softmax(q k) v over a range of keys for a few queries, without keeping the scores.
 *
 * Keys are taken 64 at a time: their scores are a matrix product of K with the queries, their weighted sum
 * one of V with the weights, both through gemv, so that K and V are read once for up to eight queries and
 * widened in registers. Between blocks the sums are rescaled when a larger score appears.
 * SPDX-License-Identifier: MIT */
#include "isa.h"
#include "vmath.h"
#include <math.h>

typedef void (*gemv_fn)(const cpu_gemv *g, int64_t begin, int64_t end);

static gemv_fn gemv_of(wz_dtype d, bool transposed)
{
    switch (d) {
    case WZ_DTYPE_F16: return transposed ? FN(gemv_t_f16) : FN(gemv_f16);
    case WZ_DTYPE_BF16: return transposed ? FN(gemv_t_bf16) : FN(gemv_bf16);
    case WZ_DTYPE_F8_E4M3FN: return transposed ? FN(gemv_t_e4m3) : FN(gemv_e4m3);
    case WZ_DTYPE_F8_E5M2: return transposed ? FN(gemv_t_e5m2) : FN(gemv_e5m2);
    default: return transposed ? FN(gemv_t_f32) : FN(gemv_f32);
    }
}

/* Scores to weights in place for one row; rescales the row's sums. n keys from j0. */
static void weigh(const cpu_attention_block *b, int row, float *s, int64_t j0, int64_t n)
{
    if (b->softcap != 0) {
        const vf cap = v_set(b->softcap), inverse = v_set(1 / b->softcap);
        for (int64_t i = 0; i < n; i += VN) {
            const int64_t left = n - i < VN ? n - i : VN;
            v_store_n(s + i, v_tanh(v_load_n(s + i, left) * inverse) * cap, left);
        }
    }
    const float *mask = b->mask[row];
    if (mask)
        for (int64_t i = 0; i < n; i++) s[i] += mask[(j0 + i) * b->mask_col];
    for (int64_t i = 0; i < n && j0 + i < b->first[row]; i++) s[i] = -INFINITY;
    for (int64_t i = b->last[row] > j0 ? b->last[row] - j0 : 0; i < n; i++) s[i] = -INFINITY;
    float top = FN(f32_max)(s, n), old = b->top[row];
    if (top == -INFINITY) { /* nothing to see here */
        memset(s, 0, (size_t)n * sizeof(float));
        return;
    }
    if (old > top) top = old;
    float *acc = b->acc + row * b->v_dim;
    if (top != old) {
        float factor = expf(old - top);
        if (old != -INFINITY) FN(f32_scale)(acc, factor, acc, b->v_dim);
        b->sum[row] *= factor;
        b->top[row] = top;
    }
    vf       total = {0};
    const vf t = v_set(top);
    int64_t  i = 0;
    for (; i + VN <= n; i += VN) {
        vf e = v_exp_fast(v_load(s + i) - t);
        v_store(s + i, e);
        total += e;
    }
    float rest = 0;
    for (; i < n; i++) rest += s[i] = v_exp_fast(v_set(s[i] - top))[0];
    b->sum[row] += v_sum(total) + rest;
}

void FN(attention)(const cpu_attention_block *b)
{
    float *scores = b->scratch, *part = scores + ATTENTION_ROWS * ATTENTION_KEYS;
    gemv_fn score = gemv_of(b->kv_dtype, false), gather = gemv_of(b->kv_dtype, true);
    const int64_t bytes = b->kv_dtype == WZ_DTYPE_F32 ? 4 : b->kv_dtype == WZ_DTYPE_F16 || b->kv_dtype == WZ_DTYPE_BF16 ? 2 : 1;
    for (int64_t j = b->begin; j < b->end; j += ATTENTION_KEYS) {
        int64_t n = b->end - j < ATTENTION_KEYS ? b->end - j : ATTENTION_KEYS;
        for (int r = 0; r < b->n_rows; r += GEMV_MAX_M) {
            int      m = b->n_rows - r < GEMV_MAX_M ? b->n_rows - r : GEMV_MAX_M;
            cpu_gemv g = {.n = n, .k = b->head_dim, .m = m, .w_dtype = b->kv_dtype, .alpha = 1,
                          .w = (const char *)b->k + j * b->k_stride * bytes, .w_stride = b->k_stride,
                          .x = b->q + r * b->head_dim, .x_stride = b->head_dim,
                          .y = scores + r * ATTENTION_KEYS, .y_stride = ATTENTION_KEYS};
            score(&g, 0, n);
            for (int i = 0; i < m; i++) weigh(b, r + i, scores + (r + i) * ATTENTION_KEYS, j, n);
            g = (cpu_gemv){.n = b->v_dim, .k = n, .m = m, .w_dtype = b->kv_dtype, .alpha = 1,
                           .w = (const char *)b->v + j * b->v_stride * bytes, .w_stride = b->v_stride,
                           .x = scores + r * ATTENTION_KEYS, .x_stride = ATTENTION_KEYS,
                           .y = part + r * b->v_dim, .y_stride = b->v_dim};
            gather(&g, 0, b->v_dim);
            FN(f32_add)(b->acc + r * b->v_dim, b->acc + r * b->v_dim, part + r * b->v_dim, m * b->v_dim);
        }
    }
}

/* state.c - one step of the layers that carry a state from token to token.
 * SPDX-License-Identifier: MIT */
#include "isa.h"

enum { COLUMNS = 4 }; /* vectors of a row of the state handled at a time */

/* r[j] = v[j] - decay * sum_i k[i] S[i][j] for the given vectors of columns. */
INLINE void delta_residual(int wide, const float *state, int64_t stride, const float *k, const float *v, float decay,
                           float *r, int64_t dk)
{
    vf s[COLUMNS];
    UNROLL for (int j = 0; j < wide; j++) s[j] = (vf){0};
    for (int64_t i = 0; i < dk; i++)
        UNROLL for (int j = 0; j < wide; j++) s[j] = v_fma(v_set(k[i]), v_load(state + i * stride + j * VN), s[j]);
    UNROLL for (int j = 0; j < wide; j++) v_store(r + j * VN, v_load(v + j * VN) - v_set(decay) * s[j]);
}

/* S[i][j] = decay S[i][j] + k[i] (beta r[j]); out[j] = sum_i q[i] S[i][j]. */
INLINE void delta_update(int wide, float *state, int64_t stride, const float *q, const float *k, float decay, float beta,
                         const float *r, float *out, int64_t dk)
{
    vf s[COLUMNS], u[COLUMNS];
    UNROLL for (int j = 0; j < wide; j++) {
        s[j] = (vf){0};
        u[j] = v_load(r + j * VN) * beta;
    }
    for (int64_t i = 0; i < dk; i++)
        UNROLL for (int j = 0; j < wide; j++) {
            float *at = state + i * stride + j * VN;
            vf     x = v_fma(v_set(k[i]), u[j], v_load(at) * decay);
            v_store(at, x);
            s[j] = v_fma(v_set(q[i]), x, s[j]);
        }
    UNROLL for (int j = 0; j < wide; j++) v_store(out + j * VN, s[j]);
}

void FN(delta_step)(float *state, int64_t stride, const float *q, const float *k, const float *v, float decay, float beta,
                    float *out, float *r, int64_t dk, int64_t dv)
{
    int64_t j = 0;
    for (; j + COLUMNS * VN <= dv; j += COLUMNS * VN) {
        delta_residual(COLUMNS, state + j, stride, k, v + j, decay, r + j, dk);
        delta_update(COLUMNS, state + j, stride, q, k, decay, beta, r + j, out + j, dk);
    }
    for (; j + VN <= dv; j += VN) {
        delta_residual(1, state + j, stride, k, v + j, decay, r + j, dk);
        delta_update(1, state + j, stride, q, k, decay, beta, r + j, out + j, dk);
    }
    for (; j < dv; j++) {
        float sum = 0, y = 0;
        for (int64_t i = 0; i < dk; i++) sum += k[i] * state[i * stride + j];
        float u = beta * (v[j] - decay * sum);
        for (int64_t i = 0; i < dk; i++) {
            float *at = &state[i * stride + j];
            *at = *at * decay + k[i] * u;
            y += q[i] * *at;
        }
        out[j] = y;
    }
}

void FN(conv_step)(float *y, float *state, const float *x, const float *weight, const float *bias, int64_t channels,
                   int64_t width)
{
    int64_t c = 0;
    for (; c + VN <= channels; c += VN) {
        vf in = v_load(x + c), s = in * v_load(weight + (width - 1) * channels + c);
        for (int64_t t = 0; t + 1 < width; t++) {
            vf old = v_load(state + t * channels + c);
            s = v_fma(old, v_load(weight + t * channels + c), s);
            v_store(state + t * channels + c, t + 2 < width ? v_load(state + (t + 1) * channels + c) : in);
        }
        v_store(y + c, bias ? s + v_load(bias + c) : s);
    }
    for (; c < channels; c++) {
        float in = x[c], s = in * weight[(width - 1) * channels + c];
        for (int64_t t = 0; t + 1 < width; t++) {
            s += state[t * channels + c] * weight[t * channels + c];
            state[t * channels + c] = t + 2 < width ? state[(t + 1) * channels + c] : in;
        }
        y[c] = bias ? s + bias[c] : s;
    }
}

/* lm_dot.c - dot products for matrix-vector work, compiled once per instruction set. 32 running sums keep
 * the adders busy; plain loops over small arrays become vector code.
 * SPDX-License-Identifier: MIT */
#include "../lm_dot.h"
#include "../../core/convert.h"
#include <string.h>
#if defined(WZ_ISA_AVX2) || defined(WZ_ISA_AVX512)
#include <immintrin.h>
#endif

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)
#define FN(name) CAT(name, WZ_ISA)

enum { LANES = 32 };

static inline float sum_lanes(float *acc)
{
    for (int step = LANES / 2; step; step /= 2)
        for (int j = 0; j < step; j++) acc[j] += acc[j + step];
    return acc[0];
}

static float dot_f32(const float *x, const void *weight, int64_t n)
{
    const float *w = weight;
    float        acc[LANES] = {0};
    int64_t      i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int j = 0; j < LANES; j++) acc[j] += x[i + j] * w[i + j];
    for (; i < n; i++) acc[0] += x[i] * w[i];
    return sum_lanes(acc);
}

static float dot_bf16(const float *x, const void *weight, int64_t n)
{
    const uint16_t *w = weight;
    float           acc[LANES] = {0};
    int64_t         i = 0;
    for (; i + LANES <= n; i += LANES) {
        uint32_t u[LANES];
        float    f[LANES];
        for (int j = 0; j < LANES; j++) u[j] = (uint32_t)w[i + j] << 16;
        memcpy(f, u, sizeof f);
        for (int j = 0; j < LANES; j++) acc[j] += x[i + j] * f[j];
    }
    for (; i < n; i++) acc[0] += x[i] * bf16_decode(w[i]);
    return sum_lanes(acc);
}

static float dot_f16(const float *x, const void *weight, int64_t n)
{
    const uint16_t *w = weight;
    float           acc[LANES] = {0};
    int64_t         i = 0;
    for (; i + LANES <= n; i += LANES) {
        float f[LANES];
#if defined(WZ_ISA_AVX2) || defined(WZ_ISA_AVX512)
        for (int j = 0; j < LANES; j += 8)
            _mm256_storeu_ps(f + j, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(w + i + j))));
#else
        for (int j = 0; j < LANES; j++) f[j] = f16_decode(w[i + j]);
#endif
        for (int j = 0; j < LANES; j++) acc[j] += x[i + j] * f[j];
    }
    for (; i < n; i++) acc[0] += x[i] * f16_decode(w[i]);
    return sum_lanes(acc);
}

/* An e4m3fn code is a half with its exponent off by 8, but for NaN: shift, reinterpret, scale by 2^8. */
static float dot_f8_e4m3fn(const float *x, const void *weight, int64_t n)
{
    const uint8_t *w = weight;
    float          acc[LANES] = {0};
    int64_t        i = 0;
    for (; i + LANES <= n; i += LANES) {
        uint32_t u[LANES];
        float    f[LANES];
        for (int j = 0; j < LANES; j++) /* sign, then exponent and mantissa at the float's own places */
            u[j] = (uint32_t)(w[i + j] & 0x80u) << 24 | (uint32_t)(w[i + j] & 0x7Fu) << 20;
        memcpy(f, u, sizeof f);
        uint32_t nan = 0;
        for (int j = 0; j < LANES; j++) nan |= (uint32_t)((w[i + j] & 0x7Fu) == 0x7Fu);
        for (int j = 0; j < LANES; j++) acc[j] += x[i + j] * (f[j] * 0x1p120f); /* bias 7 to 127 */
        if (nan) acc[0] += f8_e4m3fn_decode(0x7F);
    }
    for (; i < n; i++) acc[0] += x[i] * f8_e4m3fn_decode(w[i]);
    return sum_lanes(acc);
}

extern const dot_table FN(dot_table_for);
const dot_table FN(dot_table_for) = {dot_f32, dot_bf16, dot_f16, dot_f8_e4m3fn};

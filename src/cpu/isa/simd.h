/* simd.h - one vector type as wide as the instruction set, and the few operations that C lacks for it.
 *
 * Files here are compiled once per instruction set; FN(x) gives their functions a name per set. Arithmetic
 * on vf (floats), vi and vu (32-bit integers) and vd (doubles) is written with the ordinary operators.
 * Two traps are hidden here: memory is read through typedefs without alignment (a memcpy into a vector
 * goes through the stack under gcc 12, thirteen times slower), and a vector is never wider than the
 * instruction set (wider ones are slower than none). Intrinsics stand only in this file.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_ISA_SIMD_H
#define WZ_CPU_ISA_SIMD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define FN_JOIN2(x, isa) x##_##isa
#define FN_JOIN(x, isa) FN_JOIN2(x, isa)
#define FN(x) FN_JOIN(x, WZ_ISA)

#if defined(WZ_ISA_AVX512)
#define SIMD_BYTES 64
#elif defined(WZ_ISA_AVX2)
#define SIMD_BYTES 32
#else
#define SIMD_BYTES 16
#endif
enum { VN = SIMD_BYTES / 4, VDN = SIMD_BYTES / 8 }; /* floats, doubles in a vector */

typedef float    vf __attribute__((vector_size(SIMD_BYTES)));
typedef int32_t  vi __attribute__((vector_size(SIMD_BYTES)));
typedef uint32_t vu __attribute__((vector_size(SIMD_BYTES)));
typedef double   vd __attribute__((vector_size(SIMD_BYTES)));
typedef int64_t  vl __attribute__((vector_size(SIMD_BYTES)));
typedef float    vf_any __attribute__((vector_size(SIMD_BYTES), aligned(1), may_alias));
typedef uint32_t vu_any __attribute__((vector_size(SIMD_BYTES), aligned(1), may_alias));
typedef double   vd_any __attribute__((vector_size(SIMD_BYTES), aligned(1), may_alias));
/* As many doubles, and as many small elements, as vf has floats. */
typedef float vf_half __attribute__((vector_size(SIMD_BYTES / 2)));

#define INLINE static inline __attribute__((always_inline, unused))
/* Small loops over accumulators must unroll completely, or the accumulators live in memory. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

/* ---- basics ------------------------------------------------------------------------------------------ */

INLINE vf v_load(const void *p) { return *(const vf_any *)p; }
INLINE void v_store(void *p, vf v) { *(vf_any *)p = v; }
INLINE vd vd_load(const void *p) { return *(const vd_any *)p; }
INLINE void vd_store(void *p, vd v) { *(vd_any *)p = v; }
INLINE vf v_set(float x) { return x - (vf){0}; } /* not x + 0: that would lose the sign of -0 */
INLINE vd vd_set(double x) { return x - (vd){0}; }
INLINE vi vi_set(int32_t x) { return x - (vi){0}; }
INLINE vu vu_set(uint32_t x) { return x - (vu){0}; }

/* n < VN elements; the others read as zero. */
INLINE vf v_load_n(const void *p, int64_t n)
{
    _Alignas(SIMD_BYTES) float part[VN] = {0};
    memcpy(part, p, (size_t)n * sizeof(float));
    return v_load(part);
}
INLINE void v_store_n(void *p, vf v, int64_t n)
{
    _Alignas(SIMD_BYTES) float part[VN];
    v_store(part, v);
    memcpy(p, part, (size_t)n * sizeof(float));
}

/* mask ? a : b, where mask lanes are all ones or all zeros (the result of a comparison). */
INLINE vf v_select(vi mask, vf a, vf b) { return (vf)((mask & (vi)a) | (~mask & (vi)b)); }
INLINE vu vu_select(vi mask, vu a, vu b) { return ((vu)mask & a) | (~(vu)mask & b); }
INLINE vf v_abs(vf x) { return (vf)((vu)x & vu_set(0x7FFFFFFFu)); }
INLINE vf v_copysign(vf magnitude, vf sign)
{
    return (vf)(((vu)magnitude & vu_set(0x7FFFFFFFu)) | ((vu)sign & vu_set(0x80000000u)));
}

#if defined(WZ_ISA_AVX512)
INLINE vf v_fma(vf a, vf b, vf c) { return _mm512_fmadd_ps(a, b, c); }
INLINE vd vd_fma(vd a, vd b, vd c) { return _mm512_fmadd_pd(a, b, c); }
INLINE vf v_max(vf a, vf b) { return _mm512_max_ps(a, b); } /* b when either is NaN */
INLINE vf v_min(vf a, vf b) { return _mm512_min_ps(a, b); }
INLINE bool v_any(vi mask) { return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0; }
INLINE float v_sum(vf x) { return _mm512_reduce_add_ps(x); }
#define V_HAS_FMA 1
#elif defined(WZ_ISA_AVX2)
INLINE vf v_fma(vf a, vf b, vf c) { return _mm256_fmadd_ps(a, b, c); }
INLINE vd vd_fma(vd a, vd b, vd c) { return _mm256_fmadd_pd(a, b, c); }
INLINE vf v_max(vf a, vf b) { return _mm256_max_ps(a, b); }
INLINE vf v_min(vf a, vf b) { return _mm256_min_ps(a, b); }
INLINE bool v_any(vi mask) { return !_mm256_testz_si256((__m256i)mask, (__m256i)mask); }
INLINE float v_sum(vf x)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}
#define V_HAS_FMA 1
#elif defined(__aarch64__)
INLINE vf v_fma(vf a, vf b, vf c) { return (vf)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b); }
INLINE vd vd_fma(vd a, vd b, vd c) { return (vd)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b); }
INLINE vf v_max(vf a, vf b) { return v_select(a > b, a, b); }
INLINE vf v_min(vf a, vf b) { return v_select(a < b, a, b); }
INLINE bool v_any(vi mask) { return vmaxvq_u32((uint32x4_t)mask) != 0; }
INLINE float v_sum(vf x) { return (x[0] + x[2]) + (x[1] + x[3]); }
#define V_HAS_FMA 1
#else
INLINE vf v_fma(vf a, vf b, vf c) { return a * b + c; }
INLINE vd vd_fma(vd a, vd b, vd c) { return a * b + c; }
INLINE vf v_max(vf a, vf b) { return v_select(a > b, a, b); }
INLINE vf v_min(vf a, vf b) { return v_select(a < b, a, b); }
INLINE bool v_any(vi mask) { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }
INLINE float v_sum(vf x) { return (x[0] + x[2]) + (x[1] + x[3]); }
#define V_HAS_FMA 0
#endif

INLINE double vd_sum(vd x)
{
    double s = 0;
    for (int i = 0; i < VDN; i++) s += x[i];
    return s;
}

/* The two halves of x as doubles, and back. */
INLINE void v_to_vd(vf x, vd *low, vd *high)
{
#if defined(WZ_ISA_AVX512)
    *low = _mm512_cvtps_pd(_mm512_castps512_ps256(x));
    *high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1));
#elif defined(WZ_ISA_AVX2)
    *low = _mm256_cvtps_pd(_mm256_castps256_ps128(x));
    *high = _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1));
#else
    *low = (vd){(double)x[0], (double)x[1]};
    *high = (vd){(double)x[2], (double)x[3]};
#endif
}
INLINE vf v_from_vd(vd low, vd high)
{
#if defined(WZ_ISA_AVX512)
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
#elif defined(WZ_ISA_AVX2)
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high), 1);
#else
    return (vf){(float)low[0], (float)low[1], (float)high[0], (float)high[1]};
#endif
}

/* Largest unsigned byte of each pair. */
INLINE vu v_max_u8(vu a, vu b)
{
#if defined(WZ_ISA_AVX512)
    return (vu)_mm512_max_epu8((__m512i)a, (__m512i)b);
#elif defined(WZ_ISA_AVX2)
    return (vu)_mm256_max_epu8((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (vu)_mm_max_epu8((__m128i)a, (__m128i)b);
#else
    typedef uint8_t vb __attribute__((vector_size(SIMD_BYTES)));
    vb x = (vb)a, y = (vb)b, more = (vb)(x > y);
    return (vu)((more & x) | (~more & y));
#endif
}

/* ---- small elements ----------------------------------------------------------------------------------- */

/* VN elements of 8 or 16 bits widened to 32; narrowing stores the low bits (values must fit unsigned). */
#if defined(WZ_ISA_AVX512)
INLINE vu v_load_u16(const void *p) { return (vu)_mm512_cvtepu16_epi32(_mm256_loadu_si256(p)); }
INLINE vi v_load_i16(const void *p) { return (vi)_mm512_cvtepi16_epi32(_mm256_loadu_si256(p)); }
INLINE vu v_load_u8(const void *p) { return (vu)_mm512_cvtepu8_epi32(_mm_loadu_si128(p)); }
INLINE vi v_load_i8(const void *p) { return (vi)_mm512_cvtepi8_epi32(_mm_loadu_si128(p)); }
INLINE void v_store_u16(void *p, vu v) { _mm256_storeu_si256(p, _mm512_cvtepi32_epi16((__m512i)v)); }
INLINE void v_store_u8(void *p, vu v) { _mm_storeu_si128(p, _mm512_cvtepi32_epi8((__m512i)v)); }
#elif defined(WZ_ISA_AVX2)
INLINE vu v_load_u16(const void *p) { return (vu)_mm256_cvtepu16_epi32(_mm_loadu_si128(p)); }
INLINE vi v_load_i16(const void *p) { return (vi)_mm256_cvtepi16_epi32(_mm_loadu_si128(p)); }
INLINE vu v_load_u8(const void *p) { return (vu)_mm256_cvtepu8_epi32(_mm_loadl_epi64(p)); }
INLINE vi v_load_i8(const void *p) { return (vi)_mm256_cvtepi8_epi32(_mm_loadl_epi64(p)); }
INLINE void v_store_u16(void *p, vu v)
{
    __m256i w = _mm256_permute4x64_epi64(_mm256_packus_epi32((__m256i)v, (__m256i)v), 0x08);
    _mm_storeu_si128(p, _mm256_castsi256_si128(w));
}
INLINE void v_store_u8(void *p, vu v)
{
    __m256i w = _mm256_permute4x64_epi64(_mm256_packus_epi32((__m256i)v, (__m256i)v), 0x08);
    __m128i h = _mm256_castsi256_si128(w);
    _mm_storel_epi64(p, _mm_packus_epi16(h, h));
}
#elif defined(__SSE2__)
INLINE __m128i load_32_bits(const void *p)
{
    int32_t x;
    memcpy(&x, p, sizeof x);
    return _mm_cvtsi32_si128(x);
}
INLINE vu v_load_u16(const void *p) { return (vu)_mm_unpacklo_epi16(_mm_loadl_epi64(p), _mm_setzero_si128()); }
INLINE vi v_load_i16(const void *p)
{
    return (vi)_mm_srai_epi32(_mm_unpacklo_epi16(_mm_setzero_si128(), _mm_loadl_epi64(p)), 16);
}
INLINE vu v_load_u8(const void *p)
{
    __m128i zero = _mm_setzero_si128();
    return (vu)_mm_unpacklo_epi16(_mm_unpacklo_epi8(load_32_bits(p), zero), zero);
}
INLINE vi v_load_i8(const void *p)
{
    __m128i zero = _mm_setzero_si128();
    return (vi)_mm_srai_epi32(_mm_unpacklo_epi16(zero, _mm_unpacklo_epi8(zero, load_32_bits(p))), 24);
}
INLINE void v_store_u16(void *p, vu v)
{
    __m128i w = _mm_srai_epi32(_mm_slli_epi32((__m128i)v, 16), 16); /* so that signed packing keeps bits */
    _mm_storel_epi64(p, _mm_packs_epi32(w, w));
}
INLINE void v_store_u8(void *p, vu v)
{
    __m128i w = _mm_packs_epi32((__m128i)v, (__m128i)v);
    int32_t x = _mm_cvtsi128_si32(_mm_packus_epi16(w, w));
    memcpy(p, &x, sizeof x);
}
#elif defined(__aarch64__)
INLINE uint8x8_t load_32_bits(const void *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return vcreate_u8(x);
}
INLINE vu v_load_u16(const void *p) { return (vu)vmovl_u16(vreinterpret_u16_u8(vld1_u8(p))); }
INLINE vi v_load_i16(const void *p) { return (vi)vmovl_s16(vreinterpret_s16_u8(vld1_u8(p))); }
INLINE vu v_load_u8(const void *p) { return (vu)vmovl_u16(vget_low_u16(vmovl_u8(load_32_bits(p)))); }
INLINE vi v_load_i8(const void *p)
{
    return (vi)vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u8(load_32_bits(p)))));
}
INLINE void v_store_u16(void *p, vu v) { vst1_u8(p, vreinterpret_u8_u16(vmovn_u32((uint32x4_t)v))); }
INLINE void v_store_u8(void *p, vu v)
{
    uint16x4_t h = vmovn_u32((uint32x4_t)v);
    uint32_t   x = vget_lane_u32(vreinterpret_u32_u8(vmovn_u16(vcombine_u16(h, h))), 0);
    memcpy(p, &x, sizeof x);
}
#else
INLINE vu v_load_u16(const void *p)
{
    uint16_t h[4];
    memcpy(h, p, sizeof h);
    return (vu){h[0], h[1], h[2], h[3]};
}
INLINE vi v_load_i16(const void *p)
{
    int16_t h[4];
    memcpy(h, p, sizeof h);
    return (vi){h[0], h[1], h[2], h[3]};
}
INLINE vu v_load_u8(const void *p)
{
    const uint8_t *b = p;
    return (vu){b[0], b[1], b[2], b[3]};
}
INLINE vi v_load_i8(const void *p)
{
    const int8_t *b = p;
    return (vi){b[0], b[1], b[2], b[3]};
}
INLINE void v_store_u16(void *p, vu v)
{
    uint16_t h[4] = {(uint16_t)v[0], (uint16_t)v[1], (uint16_t)v[2], (uint16_t)v[3]};
    memcpy(p, h, sizeof h);
}
INLINE void v_store_u8(void *p, vu v)
{
    uint8_t b[4] = {(uint8_t)v[0], (uint8_t)v[1], (uint8_t)v[2], (uint8_t)v[3]};
    memcpy(p, b, sizeof b);
}
#endif

/* ---- float formats -------------------------------------------------------------------------------------- */

INLINE vf v_load_bf16(const void *p) { return (vf)(v_load_u16(p) << 16); }

INLINE vu v_encode_bf16(vf x)
{
    vu u = (vu)x, rounded = (u + 0x7FFFu + ((u >> 16) & 1u)) >> 16;
    return vu_select((u & 0x7FFFFFFFu) > 0x7F800000u, (u >> 16) | 0x40u, rounded);
}
INLINE void v_store_bf16(void *p, vf x) { v_store_u16(p, v_encode_bf16(x)); }

/* The bits of f16 in the low half of each lane, to float, without touching float subnormals. */
INLINE vf v_decode_f16(vu h)
{
    vu a = h & 0x7FFFu, sign = (h & 0x8000u) << 16;
    vu normal = (a << 13) + (112u << 23);
    normal += (vu)(a >= 0x7C00u) & (112u << 23); /* infinity and NaN */
    vf tiny = __builtin_convertvector((vi)a, vf) * 0x1p-24f;
    return (vf)(vu_select(a < 0x400u, (vu)tiny, normal) | sign);
}

INLINE vu v_encode_f16(vf x)
{
    vu u = (vu)x, a = u & 0x7FFFFFFFu, sign = (u >> 16) & 0x8000u;
    vu tiny = (vu)((vf)a + 0.5f) - 0x3F000000u; /* below 2^-14 the sum rounds at 2^-24 */
    vu normal = (a + 0xFFFu + ((a >> 13) & 1u) - (112u << 23)) >> 13;
    vu code = vu_select(a < 0x38800000u, tiny, normal);
    code = vu_select(a >= 0x477FF000u, vu_set(0x7C00u), code);
    code = vu_select(a > 0x7F800000u, 0x7E00u | ((a >> 13) & 0x3FFu), code);
    return code | sign;
}

#if defined(WZ_ISA_AVX512)
INLINE vf v_load_f16(const void *p) { return _mm512_cvtph_ps(_mm256_loadu_si256(p)); }
INLINE void v_store_f16(void *p, vf x) { _mm256_storeu_si256(p, _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT)); }
#elif defined(WZ_ISA_AVX2)
INLINE vf v_load_f16(const void *p) { return _mm256_cvtph_ps(_mm_loadu_si128(p)); }
INLINE void v_store_f16(void *p, vf x) { _mm_storeu_si128(p, _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT)); }
#elif defined(__aarch64__)
INLINE vf v_load_f16(const void *p)
{
    return (vf)vcvt_f32_f16(vreinterpret_f16_u8(vld1_u8(p)));
}
INLINE void v_store_f16(void *p, vf x) { vst1_u8(p, vreinterpret_u8_f16(vcvt_f16_f32((float32x4_t)x))); }
#else
INLINE vf v_load_f16(const void *p) { return v_decode_f16(v_load_u16(p)); }
INLINE void v_store_f16(void *p, vf x) { v_store_u16(p, v_encode_f16(x)); }
#endif

/* e4m3fn divided by 256, which is an f16 of the same bits moved up: finite values only. */
INLINE vf v_load_e4m3_256th(const void *p)
{
#if defined(WZ_ISA_AVX512)
    __m256i h = _mm256_slli_epi16(_mm256_cvtepi8_epi16(_mm_loadu_si128(p)), 7);
    return _mm512_cvtph_ps(_mm256_and_si256(h, _mm256_set1_epi16((short)0xBFFF)));
#elif defined(WZ_ISA_AVX2)
    __m128i h = _mm_slli_epi16(_mm_cvtepi8_epi16(_mm_loadl_epi64(p)), 7);
    return _mm256_cvtph_ps(_mm_and_si128(h, _mm_set1_epi16((short)0xBFFF)));
#elif defined(__aarch64__)
    int16x8_t h = vshll_n_s8(vreinterpret_s8_u8(load_32_bits(p)), 7);
    h = vandq_s16(h, vdupq_n_s16((int16_t)0xBFFF));
    return (vf)vcvt_f32_f16(vreinterpret_f16_s16(vget_low_s16(h)));
#else
    vu b = v_load_u8(p);
    return v_decode_f16(((b & 0x80u) << 8) | ((b & 0x7Fu) << 7));
#endif
}

INLINE vf v_load_e4m3(const void *p)
{
    vu b = v_load_u8(p);
    vf x = v_load_e4m3_256th(p) * 256.0f;
    return (vf)((vu)x | ((vu)((b & 0x7Fu) == 0x7Fu) & 0x7FC00000u));
}

INLINE vf v_load_e5m2(const void *p)
{
#if defined(WZ_ISA_AVX512)
    return _mm512_cvtph_ps(_mm256_slli_epi16(_mm256_cvtepu8_epi16(_mm_loadu_si128(p)), 8));
#elif defined(WZ_ISA_AVX2)
    return _mm256_cvtph_ps(_mm_unpacklo_epi8(_mm_setzero_si128(), _mm_loadl_epi64(p)));
#elif defined(__aarch64__)
    uint16x8_t h = vshll_n_u8(load_32_bits(p), 8);
    return (vf)vcvt_f32_f16(vreinterpret_f16_u16(vget_low_u16(h)));
#else
    return v_decode_f16(v_load_u8(p) << 8);
#endif
}

/* Four vectors of bytes in two steps: v_stage_* to halves in memory, v_staged to one of the vectors. On AVX2
 * and AVX-512 widening a half from memory takes one operation, from a register two, and a register's upper
 * part one more to get at; IN_MEMORY keeps the compiler from seeing through that. */
#if defined(WZ_ISA_AVX512)
typedef struct v_stage { _Alignas(64) __m512i half[2]; } v_stage;
#define IN_MEMORY(a) __asm__("" : "+m"(a))
INLINE void v_stage_e4m3_256th(const void *p, v_stage *s)
{
    UNROLL for (int i = 0; i < 2; i++)
    {
        __m512i h = _mm512_slli_epi16(_mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i_u *)p + i)), 7);
        s->half[i] = _mm512_and_si512(h, _mm512_set1_epi16((short)0xBFFF));
    }
    IN_MEMORY(s->half);
}
INLINE void v_stage_e5m2(const void *p, v_stage *s)
{
    UNROLL for (int i = 0; i < 2; i++)
        s->half[i] = _mm512_slli_epi16(_mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i_u *)p + i)), 8);
    IN_MEMORY(s->half);
}
INLINE vf v_staged_e4m3_256th(const v_stage *s, int i) { return _mm512_cvtph_ps(((const __m256i *)s->half)[i]); }
INLINE vf v_staged_e5m2(const v_stage *s, int i) { return v_staged_e4m3_256th(s, i); }
#elif defined(WZ_ISA_AVX2)
typedef struct v_stage { _Alignas(32) __m256i half[2]; } v_stage;
#define IN_MEMORY(a) __asm__("" : "+m"(a))
INLINE void v_stage_e4m3_256th(const void *p, v_stage *s)
{
    const __m256i b = _mm256_loadu_si256(p), zero = _mm256_setzero_si256(), mask = _mm256_set1_epi16((short)0xBFFF);
    s->half[0] = _mm256_and_si256(_mm256_srai_epi16(_mm256_unpacklo_epi8(zero, b), 1), mask);
    s->half[1] = _mm256_and_si256(_mm256_srai_epi16(_mm256_unpackhi_epi8(zero, b), 1), mask);
    IN_MEMORY(s->half);
}
INLINE void v_stage_e5m2(const void *p, v_stage *s)
{
    const __m256i b = _mm256_loadu_si256(p), zero = _mm256_setzero_si256();
    s->half[0] = _mm256_unpacklo_epi8(zero, b);
    s->half[1] = _mm256_unpackhi_epi8(zero, b);
    IN_MEMORY(s->half);
}
INLINE vf v_staged_e4m3_256th(const v_stage *s, int i) /* unpacking works in halves of a register */
{
    return _mm256_cvtph_ps(((const __m128i *)s->half)[(i & 1) * 2 + i / 2]);
}
INLINE vf v_staged_e5m2(const v_stage *s, int i) { return v_staged_e4m3_256th(s, i); }
#else
typedef struct v_stage { const char *p; } v_stage;
INLINE void v_stage_e4m3_256th(const void *p, v_stage *s) { s->p = p; }
INLINE void v_stage_e5m2(const void *p, v_stage *s) { s->p = p; }
INLINE vf v_staged_e4m3_256th(const v_stage *s, int i) { return v_load_e4m3_256th(s->p + i * VN); }
INLINE vf v_staged_e5m2(const v_stage *s, int i) { return v_load_e5m2(s->p + i * VN); }
#endif

INLINE vu v_encode_e4m3(vf x)
{
    vu u = (vu)x, a = u & 0x7FFFFFFFu, sign = (u >> 24) & 0x80u;
    vu tiny = (vu)((vf)a + 0x1p14f) - 0x46800000u; /* below 2^-6 the sum rounds at 2^-9 */
    vu normal = (a + 0x7FFFFu + ((a >> 20) & 1u) - (120u << 23)) >> 20;
    vu code = vu_select(a < 0x3C800000u, tiny, normal);
    code = vu_select(a >= 0x43E00000u, vu_set(0x7Eu), code); /* 448 and more saturate */
    code = vu_select(a > 0x7F800000u, vu_set(0x7Fu), code);
    return code | sign;
}
INLINE void v_store_e4m3(void *p, vf x) { v_store_u8(p, v_encode_e4m3(x)); }

INLINE vu v_encode_e5m2(vf x)
{
    vu u = (vu)x, a = u & 0x7FFFFFFFu, sign = (u >> 24) & 0x80u;
    vu tiny = (vu)((vf)a + 0x1p7f) - 0x43000000u; /* below 2^-14 the sum rounds at 2^-16 */
    vu normal = (a + 0xFFFFFu + ((a >> 21) & 1u) - (112u << 23)) >> 21;
    vu code = vu_select(a < 0x38800000u, tiny, normal);
    code = vu_select(a >= 0x47700000u, vu_set(0x7Cu), code);
    code = vu_select(a > 0x7F800000u, vu_set(0x7Fu), code);
    return code | sign;
}
INLINE void v_store_e5m2(void *p, vf x) { v_store_u8(p, v_encode_e5m2(x)); }
#endif

/* compat.h (host) - the kernel dialect's vocabulary as C17 on top of the emulator.
 *
 * One logical thread is one coroutine of the emulator, which supplies the emu_ functions below. Address
 * spaces vanish; what they forbid is checked by the Metal lint instead.
 * SPDX-License-Identifier: MIT */
#ifndef K_COMPAT_H
#define K_COMPAT_H
#include "table.h"
#include <math.h>
#include <string.h>
#undef bool
#define K_HOST 1
#define K_HAS_F64 1

typedef int8_t k_i8;
typedef uint8_t k_u8;
typedef int16_t k_i16;
typedef uint16_t k_u16;
typedef int32_t k_i32;
typedef uint32_t k_u32;
typedef int64_t k_i64;
typedef uint64_t k_u64;
typedef float k_f32;
typedef double k_f64;
typedef struct __attribute__((aligned(8))) { float x, y; } k_f32x2;
typedef struct __attribute__((aligned(16))) { float x, y, z, w; } k_f32x4;
typedef struct __attribute__((aligned(8))) { k_u32 x, y; } k_u32x2;
typedef struct __attribute__((aligned(16))) { k_u32 x, y, z, w; } k_u32x4;
typedef k_f32x2 k_c64;
typedef struct __attribute__((aligned(16))) { double x, y; } k_c128;

/* ---- the emulator's side ----------------------------------------------------------------------------- */
typedef enum emu_op {
    EMU_SHUFFLE, EMU_XOR, EMU_BALLOT,
    EMU_SUM, EMU_MAX, EMU_MIN, EMU_WARP_BARRIER
} emu_op;
typedef enum emu_type { EMU_U32, EMU_I32, EMU_F32, EMU_U64, EMU_I64, EMU_F64 } emu_type;
void     emu_barrier(const char *file, int line);
uint64_t emu_lane(emu_op op, emu_type type, uint64_t value, uint32_t arg, const char *file, int line);
void    *emu_shared(size_t element, size_t count, int line);
uint32_t emu_atomic_add(volatile void *p, uint32_t v);
uint32_t emu_atomic_or(volatile void *p, uint32_t v);
uint32_t emu_atomic_max_u32(volatile void *p, uint32_t v);
uint32_t emu_atomic_min_u32(volatile void *p, uint32_t v);
int32_t  emu_atomic_max_i32(volatile void *p, int32_t v);
int32_t  emu_atomic_min_i32(volatile void *p, int32_t v);
uint32_t emu_atomic_exchange(volatile void *p, uint32_t v);
uint32_t emu_atomic_swap(volatile void *p, uint32_t seen, uint32_t want);
void     emu_atomic_add_f32(volatile void *p, float v);
void     emu_atomic_store(volatile void *p, uint32_t v);
uint32_t emu_atomic_load(const volatile void *p);
void     emu_atomic_store_u64(volatile void *p, uint64_t v);
uint64_t emu_atomic_load_u64(const volatile void *p);

#define K_GLOBAL
#define K_CONSTANT
#define K_THREADGROUP
#define K_PRIVATE
#define K_FN static inline __attribute__((unused))
#define K_CONST static const __attribute__((unused))
#define K_UNROLL
#define K_NO_UNROLL

/* ---- entry ---------------------------------------------------------------------------------------------- */
#define K_PARAM(i, kind, type, name) K_PARAM_##kind(i, type, name)
#define K_PARAM_IN(i, type, name) const type *name,
#define K_PARAM_ALIAS(i, type, name) const type *name,
#define K_PARAM_OUT(i, type, name) type *name,
#define K_PARAM_INOUT(i, type, name) type *name,
#define K_PARAM_ARGS(i, type, name) const type name,
#define K_PASS(i, kind, type, name) K_PASS_##kind(i, type)
#define K_PASS_IN(i, type) (const type *)k_buf_[i],
#define K_PASS_ALIAS(i, type) (const type *)k_buf_[i],
#define K_PASS_OUT(i, type) (type *)k_buf_[i],
#define K_PASS_INOUT(i, type) (type *)k_buf_[i],
#define K_PASS_ARGS(i, type) *(const type *)k_buf_[i],
#define K_INFO(i, kind, type, name) {#name, K_KIND_##kind, i, sizeof(type)},
#define K_TEXT_(x) #x
#define K_TEXT(x) K_TEXT_(x)
/* The entries of all kernels stand side by side in the section k_table. */
#define K_KERNEL(name, threads, SIG) K_KERNEL_(K_NAME(name), threads, SIG)
#define K_KERNEL_(name, threads, SIG) \
    static void name(SIG(K_PARAM) const k_ids *k_ids_); \
    __attribute__((no_sanitize_thread)) static void K_CAT(name, _thunk)(void *const *k_buf_, const k_ids *ids) \
    { \
        name(SIG(K_PASS) ids); \
    } \
    static const k_param K_CAT(name, _params)[] = {SIG(K_INFO)}; \
    static const k_entry K_CAT(name, _entry) = { \
        K_TEXT(name), threads, sizeof K_CAT(name, _params) / sizeof(k_param), K_CAT(name, _params), K_CAT(name, _thunk)}; \
    __attribute__((used, section("k_table"))) static const k_entry *const K_CAT(name, _in_table) = &K_CAT(name, _entry); \
    static void name(SIG(K_PARAM) __attribute__((unused)) const k_ids *k_ids_)
#define K_SHARED(type, name, n) type *name = (type *)emu_shared(sizeof(type), n, __LINE__)

#define k_block (k_ids_->block)
#define k_thread (k_ids_->thread)
#define k_lane (k_ids_->lane)
#define k_warp (k_ids_->warp)
#define k_barrier() emu_barrier(__FILE__, __LINE__)
#define k_warp_barrier() ((void)emu_lane(EMU_WARP_BARRIER, EMU_U32, 0, 0, __FILE__, __LINE__))

/* ---- numbers -------------------------------------------------------------------------------------------- */
K_FN k_f32 emu_f32(k_u32 u) { k_f32 f; memcpy(&f, &u, 4); return f; }
K_FN k_u32 emu_u32(k_f32 f) { k_u32 u; memcpy(&u, &f, 4); return u; }
K_FN k_f64 emu_f64(k_u64 u) { k_f64 f; memcpy(&f, &u, 8); return f; }
K_FN k_u64 emu_u64(k_f64 f) { k_u64 u; memcpy(&u, &f, 8); return u; }
#define K_BITS_F32(u) emu_f32((k_u32)(u))
#define K_BITS_U32(f) emu_u32(f)
#define K_BITS_F64(u) emu_f64((k_u64)(u))
#define K_BITS_U64(f) emu_u64(f)
#define K_INF ((float)INFINITY)
#define K_NAN emu_f32(0x7fc00000u)
#define k_mulhi_u32(a, b) ((k_u32)(((k_u64)(k_u32)(a) * (k_u32)(b)) >> 32))
#define k_clz_u32(v) ((v) == 0u ? 32u : (k_u32)__builtin_clz(v))
#define k_popcount_u32(v) ((k_u32)__builtin_popcount(v))

#define k_exp_f32(v) expf(v)
#define k_exp2_f32(v) exp2f(v)
#define k_log_f32(v) logf(v)
#define k_log2_f32(v) log2f(v)
#define k_log10_f32(v) log10f(v)
#define k_sin_f32(v) sinf(v)
#define k_cos_f32(v) cosf(v)
#define k_tan_f32(v) tanf(v)
#define k_asin_f32(v) asinf(v)
#define k_acos_f32(v) acosf(v)
#define k_atan_f32(v) atanf(v)
#define k_sinh_f32(v) sinhf(v)
#define k_cosh_f32(v) coshf(v)
#define k_tanh_f32(v) tanhf(v)
#define k_asinh_f32(v) asinhf(v)
#define k_acosh_f32(v) acoshf(v)
#define k_atanh_f32(v) atanhf(v)
#define k_sqrt_f32(v) sqrtf(v)
#define k_rsqrt_f32(v) (1.0f / sqrtf(v))
#define k_floor_f32(v) floorf(v)
#define k_ceil_f32(v) ceilf(v)
#define k_trunc_f32(v) truncf(v)
#define k_rint_f32(v) rintf(v)
#define k_abs_f32(v) fabsf(v)
#define k_pow_f32(a, b) powf(a, b)
#define k_fmod_f32(a, b) fmodf(a, b)
#define k_atan2_f32(a, b) atan2f(a, b)
#define k_copysign_f32(a, b) copysignf(a, b)
#define k_fma_f32(a, b, c) fmaf(a, b, c)
#define k_ldexp_f32(v, e) ldexpf(v, e)

#define k_exp_f64(v) exp(v)
#define k_exp2_f64(v) exp2(v)
#define k_log_f64(v) log(v)
#define k_log2_f64(v) log2(v)
#define k_log10_f64(v) log10(v)
#define k_sin_f64(v) sin(v)
#define k_cos_f64(v) cos(v)
#define k_tan_f64(v) tan(v)
#define k_asin_f64(v) asin(v)
#define k_acos_f64(v) acos(v)
#define k_atan_f64(v) atan(v)
#define k_sinh_f64(v) sinh(v)
#define k_cosh_f64(v) cosh(v)
#define k_tanh_f64(v) tanh(v)
#define k_asinh_f64(v) asinh(v)
#define k_acosh_f64(v) acosh(v)
#define k_atanh_f64(v) atanh(v)
#define k_sqrt_f64(v) sqrt(v)
#define k_rsqrt_f64(v) (1.0 / sqrt(v))
#define k_floor_f64(v) floor(v)
#define k_ceil_f64(v) ceil(v)
#define k_trunc_f64(v) trunc(v)
#define k_rint_f64(v) rint(v)
#define k_abs_f64(v) fabs(v)
#define k_pow_f64(a, b) pow(a, b)
#define k_fmod_f64(a, b) fmod(a, b)
#define k_atan2_f64(a, b) atan2(a, b)
#define k_copysign_f64(a, b) copysign(a, b)
#define k_fma_f64(a, b, c) fma(a, b, c)
#define k_erf_f64(v) erf(v)
#define k_erfc_f64(v) erfc(v)
#define k_expm1_f64(v) expm1(v)
#define k_log1p_f64(v) log1p(v)
#define k_lgamma_f64(v) lgamma(v)

/* By bits: not every C compiler has a 16-bit float on every processor. */
K_FN k_f32 k_f16_to_f32(k_u16 h)
{
    k_u32 sign = (k_u32)(h & 0x8000u) << 16, mag = (k_u32)(h & 0x7fffu) << 13;
    k_f32 f;
    if (mag >= 0x0f800000u) return emu_f32(sign | 0x7f800000u | (mag & 0x007fffffu));
    f = emu_f32(mag) * 0x1p112f;
    return emu_f32(sign | emu_u32(f));
}
K_FN k_u16 k_f32_to_f16(k_f32 f)
{
    k_u32 u = emu_u32(f), mag = u & 0x7fffffffu, sign = (u >> 16) & 0x8000u;
    if (mag > 0x7f800000u) return (k_u16)(sign | 0x7e00u | ((mag >> 13) & 0x3ffu));
    if (mag >= 0x477ff000u) return (k_u16)(sign | 0x7c00u);
    if (mag < 0x38800000u) return (k_u16)(sign | (emu_u32(emu_f32(mag) + 0.5f) - 0x3f000000u));
    return (k_u16)(sign | ((mag + 0xfffu + ((mag >> 13) & 1u) - 0x38000000u) >> 13));
}

/* ---- lanes ------------------------------------------------------------------------------------------------ */
#define EMU_LANE(op, type, v, arg) emu_lane(EMU_##op, EMU_##type, v, (k_u32)(arg), __FILE__, __LINE__)
#define k_lane_shuffle_u32(v, from) ((k_u32)EMU_LANE(SHUFFLE, U32, (k_u32)(v), from))
#define k_lane_xor_u32(v, mask) ((k_u32)EMU_LANE(XOR, U32, (k_u32)(v), mask))
#define k_lane_shuffle_f32(v, from) emu_f32((k_u32)EMU_LANE(SHUFFLE, F32, emu_u32(v), from))
#define k_lane_xor_f32(v, mask) emu_f32((k_u32)EMU_LANE(XOR, F32, emu_u32(v), mask))
#define k_lane_ballot(p) ((k_u32)EMU_LANE(BALLOT, U32, (p) ? 1u : 0u, 0))
#define k_lane_any(p) (k_lane_ballot(p) != 0u)
#define k_lane_all(p) (k_lane_ballot(p) == 0xffffffffu)
#define k_lane_sum_u32(v) ((k_u32)EMU_LANE(SUM, U32, (k_u32)(v), 0))
#define k_lane_max_u32(v) ((k_u32)EMU_LANE(MAX, U32, (k_u32)(v), 0))
#define k_lane_min_u32(v) ((k_u32)EMU_LANE(MIN, U32, (k_u32)(v), 0))
#define k_lane_max_i32(v) ((k_i32)(k_u32)EMU_LANE(MAX, I32, (k_u32)(v), 0))
#define k_lane_min_i32(v) ((k_i32)(k_u32)EMU_LANE(MIN, I32, (k_u32)(v), 0))
#define k_lane_sum_f32(v) emu_f32((k_u32)EMU_LANE(SUM, F32, emu_u32(v), 0))

/* ---- atomics ------------------------------------------------------------------------------------------------ */
typedef k_u32 k_atomic_u32;
typedef k_i32 k_atomic_i32;
typedef k_f32 k_atomic_f32;
typedef k_u64 k_atomic_u64;
#define k_atomic_load_u32(p) emu_atomic_load(p)
#define k_atomic_store_u32(p, v) emu_atomic_store(p, (k_u32)(v))
#define k_atomic_add_u32(p, v) emu_atomic_add(p, (k_u32)(v))
#define k_atomic_max_u32(p, v) emu_atomic_max_u32(p, (k_u32)(v))
#define k_atomic_min_u32(p, v) emu_atomic_min_u32(p, (k_u32)(v))
#define k_atomic_or_u32(p, v) emu_atomic_or(p, (k_u32)(v))
#define k_atomic_exchange_u32(p, v) emu_atomic_exchange(p, (k_u32)(v))
#define k_atomic_add_i32(p, v) ((k_i32)emu_atomic_add(p, (k_u32)(v)))
#define k_atomic_max_i32(p, v) emu_atomic_max_i32(p, v)
#define k_atomic_min_i32(p, v) emu_atomic_min_i32(p, v)
#define k_atomic_add_f32(p, v) emu_atomic_add_f32(p, v)
#define k_atomic_swap_u32(p, seen, want) emu_atomic_swap(p, (k_u32)(seen), (k_u32)(want))
#define K_HAS_ATOMIC64 1
#define k_atomic_store_u64(p, v) emu_atomic_store_u64(p, (k_u64)(v))
#define k_atomic_load_u64(p) emu_atomic_load_u64(p)

/* ---- matrix tiles: a lane makes 8 elements of C and keeps the 2 rows of A and 4 columns of B they need ------- */
typedef struct { float v[2][16]; } k_frag_a;
typedef struct { float v[4][16]; } k_frag_b;
typedef struct { float r[8]; } k_frag_c;
#define k_mma_load_a_f16(f, p, ld) emu_mma_load_a(f, (const k_u16 *)(p), ld, 0, k_lane)
#define k_mma_load_b_f16(f, p, ld) emu_mma_load_b(f, (const k_u16 *)(p), ld, 1, 0, k_lane)
#define k_mma_load_bt_f16(f, p, ld) emu_mma_load_b(f, (const k_u16 *)(p), 1, ld, 0, k_lane)
#define k_mma_load_a_bf16(f, p, ld) emu_mma_load_a(f, (const k_u16 *)(p), ld, 1, k_lane)
#define k_mma_load_b_bf16(f, p, ld) emu_mma_load_b(f, (const k_u16 *)(p), ld, 1, 1, k_lane)
#define k_mma_load_bt_bf16(f, p, ld) emu_mma_load_b(f, (const k_u16 *)(p), 1, ld, 1, k_lane)
#define k_mma_zero(c) ((void)memset(c, 0, sizeof *(c)))
#define k_mma_store(c, p, ld) emu_mma_store(c, p, ld, k_lane)
#define k_mma_f16(c, fa, fb) emu_mma(c, fa, fb)
#define k_mma_bf16(c, fa, fb) emu_mma(c, fa, fb)
K_FN float emu_half(k_u16 u, int bf16) { return bf16 ? emu_f32((k_u32)u << 16) : k_f16_to_f32(u); }
K_FN void emu_mma_load_a(k_frag_a *f, const k_u16 *p, k_u32 ld, int bf16, k_u32 lane)
{
    for (k_u32 i = 0; i < 2; i++)
        for (k_u32 k = 0; k < 16; k++) f->v[i][k] = emu_half(p[(lane / 4 + 8 * i) * ld + k], bf16);
}
K_FN void emu_mma_load_b(k_frag_b *f, const k_u16 *p, k_u32 ld_k, k_u32 ld_n, int bf16, k_u32 lane)
{
    for (k_u32 i = 0; i < 4; i++)
        for (k_u32 k = 0; k < 16; k++)
            f->v[i][k] = emu_half(p[k * ld_k + (lane % 4 * 2 + i % 2 + 8 * (i / 2)) * ld_n], bf16);
}
/* Element i of lane l is row l / 4 + 8 * (i / 2 % 2), column l % 4 * 2 + i % 2 + 8 * (i / 4). */
K_FN void emu_mma(k_frag_c *c, const k_frag_a *a, const k_frag_b *b)
{
    for (k_u32 i = 0; i < 8; i++)
        for (k_u32 k = 0; k < 16; k++) c->r[i] += a->v[i / 2 % 2][k] * b->v[i % 2 + i / 4 * 2][k];
}
K_FN void emu_mma_store(const k_frag_c *c, float *p, k_u32 ld, k_u32 lane)
{
    for (k_u32 i = 0; i < 8; i++)
        p[(lane / 4 + 8 * (i / 2 % 2)) * ld + lane % 4 * 2 + i % 2 + 8 * (i / 4)] = c->r[i];
}
#endif

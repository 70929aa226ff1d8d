/* compat.h (Metal) - the kernel dialect's vocabulary in Metal Shading Language 3.1.
 *
 * The SIMD group has 32 lanes on every supported GPU. No double, no 64-bit atomics.
 * SPDX-License-Identifier: MIT */
#ifndef K_COMPAT_H
#define K_COMPAT_H
#define K_METAL 1
#define K_HAS_F64 0

#include <metal_stdlib>
using namespace metal;

typedef char k_i8;
typedef uchar k_u8;
typedef short k_i16;
typedef ushort k_u16;
typedef int k_i32;
typedef uint k_u32;
typedef long k_i64;
typedef ulong k_u64;
typedef float k_f32;
typedef float2 k_f32x2;
typedef float4 k_f32x4;
typedef uint2 k_u32x2;
typedef uint4 k_u32x4;
typedef float2 k_c64;

#define K_GLOBAL device
#define K_CONSTANT constant
#define K_THREADGROUP threadgroup
#define K_PRIVATE thread
#define K_FN static inline
#define K_CONST constant const
#define K_UNROLL _Pragma("clang loop unroll(full)")
#define K_NO_UNROLL _Pragma("clang loop unroll(disable)")

/* ---- entry ------------------------------------------------------------------------------------------- */
#define K_PARAM(i, kind, type, name) K_PARAM_##kind(i, type, name)
#define K_PARAM_IN(i, type, name) device const type *name [[buffer(i)]],
#define K_PARAM_ALIAS(i, type, name) device const type *name [[buffer(i)]],
#define K_PARAM_OUT(i, type, name) device type *name [[buffer(i)]],
#define K_PARAM_INOUT(i, type, name) device type *name [[buffer(i)]],
#define K_PARAM_ARGS(i, type, name) constant type &name [[buffer(i)]],
#define K_MSL_IDS \
    uint3 k_block3_ [[threadgroup_position_in_grid]], uint3 k_thread3_ [[thread_position_in_threadgroup]], \
    uint k_lane [[thread_index_in_simdgroup]], uint k_warp [[simdgroup_index_in_threadgroup]]
#define K_KERNEL(name, threads, SIG) K_KERNEL_(K_NAME(name), threads, SIG)
#define K_KERNEL_(name, threads, SIG) \
    [[max_total_threads_per_threadgroup(threads)]] kernel void name(SIG(K_PARAM) K_MSL_IDS)
#define K_SHARED(type, name, n) threadgroup type name[n]

#define k_block (k_block3_.x)
#define k_thread (k_thread3_.x)
#define k_barrier() threadgroup_barrier(mem_flags::mem_threadgroup)
#define k_warp_barrier() simdgroup_barrier(mem_flags::mem_threadgroup)

/* ---- numbers ----------------------------------------------------------------------------------------- */
#define K_BITS_F32(u) as_type<float>((uint)(u))
#define K_BITS_U32(f) as_type<uint>((float)(f))
#define K_INF INFINITY
#define K_NAN as_type<float>(0x7fc00000u)
#define k_mulhi_u32(a, b) mulhi((uint)(a), (uint)(b))
#define k_clz_u32(v) clz((uint)(v))
#define k_popcount_u32(v) popcount((uint)(v))

#define k_exp_f32(v) precise::exp((float)(v))
#define k_exp2_f32(v) precise::exp2((float)(v))
#define k_log_f32(v) precise::log((float)(v))
#define k_log2_f32(v) precise::log2((float)(v))
#define k_log10_f32(v) precise::log10((float)(v))
#define k_sin_f32(v) precise::sin((float)(v))
#define k_cos_f32(v) precise::cos((float)(v))
#define k_tan_f32(v) precise::tan((float)(v))
#define k_asin_f32(v) precise::asin((float)(v))
#define k_acos_f32(v) precise::acos((float)(v))
#define k_atan_f32(v) precise::atan((float)(v))
#define k_sinh_f32(v) precise::sinh((float)(v))
#define k_cosh_f32(v) precise::cosh((float)(v))
#define k_tanh_f32(v) precise::tanh((float)(v))
#define k_asinh_f32(v) precise::asinh((float)(v))
#define k_acosh_f32(v) precise::acosh((float)(v))
#define k_atanh_f32(v) precise::atanh((float)(v))
#define k_sqrt_f32(v) precise::sqrt((float)(v))
#define k_rsqrt_f32(v) precise::rsqrt((float)(v))
#define k_floor_f32(v) precise::floor((float)(v))
#define k_ceil_f32(v) precise::ceil((float)(v))
#define k_trunc_f32(v) precise::trunc((float)(v))
#define k_rint_f32(v) precise::rint((float)(v))
#define k_abs_f32(v) precise::fabs((float)(v))
#define k_pow_f32(a, b) precise::pow((float)(a), (float)(b))
#define k_fmod_f32(a, b) precise::fmod((float)(a), (float)(b))
#define k_atan2_f32(a, b) precise::atan2((float)(a), (float)(b))
#define k_copysign_f32(a, b) copysign((float)(a), (float)(b))
#define k_fma_f32(a, b, c) fma((float)(a), (float)(b), (float)(c))
#define k_ldexp_f32(v, e) ldexp((float)(v), (int)(e))

#define k_f16_to_f32(h) ((float)as_type<half>((ushort)(h)))
#define k_f32_to_f16(f) as_type<ushort>((half)(f))

/* ---- lanes: every lane of the SIMD group must call ------------------------------------------------------ */
#define k_lane_shuffle_u32(v, from) simd_shuffle((uint)(v), (ushort)(from))
#define k_lane_xor_u32(v, mask) simd_shuffle_xor((uint)(v), (ushort)(mask))
#define k_lane_shuffle_f32(v, from) simd_shuffle((float)(v), (ushort)(from))
#define k_lane_xor_f32(v, mask) simd_shuffle_xor((float)(v), (ushort)(mask))
#define k_lane_ballot(p) ((uint)(simd_vote::vote_t)simd_ballot(p))
#define k_lane_any(p) simd_any(p)
#define k_lane_all(p) simd_all(p)
#define k_lane_sum_u32(v) simd_sum((uint)(v))
#define k_lane_max_u32(v) simd_max((uint)(v))
#define k_lane_min_u32(v) simd_min((uint)(v))
#define k_lane_max_i32(v) simd_max((int)(v))
#define k_lane_min_i32(v) simd_min((int)(v))
#define k_lane_sum_f32(v) simd_sum((float)(v))

/* ---- relaxed atomics -------------------------------------------------------------------------------------- */
typedef atomic_uint k_atomic_u32;
typedef atomic_int k_atomic_i32;
typedef atomic_float k_atomic_f32; /* global memory only */
#define k_atomic_load_u32(p) atomic_load_explicit(p, memory_order_relaxed)
#define k_atomic_store_u32(p, v) atomic_store_explicit(p, (uint)(v), memory_order_relaxed)
#define k_atomic_add_u32(p, v) atomic_fetch_add_explicit(p, (uint)(v), memory_order_relaxed)
#define k_atomic_max_u32(p, v) atomic_fetch_max_explicit(p, (uint)(v), memory_order_relaxed)
#define k_atomic_min_u32(p, v) atomic_fetch_min_explicit(p, (uint)(v), memory_order_relaxed)
#define k_atomic_or_u32(p, v) atomic_fetch_or_explicit(p, (uint)(v), memory_order_relaxed)
#define k_atomic_exchange_u32(p, v) atomic_exchange_explicit(p, (uint)(v), memory_order_relaxed)
#define k_atomic_add_i32(p, v) atomic_fetch_add_explicit(p, (int)(v), memory_order_relaxed)
#define k_atomic_max_i32(p, v) atomic_fetch_max_explicit(p, (int)(v), memory_order_relaxed)
#define k_atomic_min_i32(p, v) atomic_fetch_min_explicit(p, (int)(v), memory_order_relaxed)
#define k_atomic_add_f32(p, v) ((void)atomic_fetch_add_explicit(p, (float)(v), memory_order_relaxed))
#define k_atomic_swap_u32(p, seen, want) k_msl_swap(p, (uint)(seen), (uint)(want))
/* A weak exchange may fail although the value was the one seen: then it is tried again. */
static inline uint k_msl_swap(device atomic_uint *p, uint seen, uint want)
{
    uint was = seen;
    while (!atomic_compare_exchange_weak_explicit(p, &was, want, memory_order_relaxed, memory_order_relaxed) && was == seen) {}
    return was;
}
#define K_HAS_ATOMIC64 0

/* ---- matrix tiles: one SIMD group, C[16,16] += A[16,16] B[16,16] as 2x2 of 8x8 ------------------------------ */
typedef struct { simdgroup_float8x8 m[4]; } k_frag_c;
typedef struct { simdgroup_half8x8 m[4]; } k_frag_a_f16;
typedef struct { simdgroup_bfloat8x8 m[4]; } k_frag_a_bf16;
#define k_frag_a K_CAT(k_frag_a_, K_MMA_T)
#define k_frag_b K_CAT(k_frag_a_, K_MMA_T)
#define K_MSL_LOAD(f, type, p, ld, transposed) do { \
    threadgroup const type *q_ = (threadgroup const type *)(p); \
    ulong ld_ = (ulong)(ld); \
    simdgroup_load((f)->m[0], q_, ld_, 0, transposed); \
    simdgroup_load((f)->m[1], q_ + (transposed ? 8ul * ld_ : 8ul), ld_, 0, transposed); \
    simdgroup_load((f)->m[2], q_ + (transposed ? 8ul : 8ul * ld_), ld_, 0, transposed); \
    simdgroup_load((f)->m[3], q_ + 8ul * ld_ + 8ul, ld_, 0, transposed); } while (0)
#define k_mma_load_a_f16(f, p, ld) K_MSL_LOAD(f, half, p, ld, false)
#define k_mma_load_b_f16(f, p, ld) K_MSL_LOAD(f, half, p, ld, false)
#define k_mma_load_bt_f16(f, p, ld) K_MSL_LOAD(f, half, p, ld, true)
#define k_mma_load_a_bf16(f, p, ld) K_MSL_LOAD(f, bfloat, p, ld, false)
#define k_mma_load_b_bf16(f, p, ld) K_MSL_LOAD(f, bfloat, p, ld, false)
#define k_mma_load_bt_bf16(f, p, ld) K_MSL_LOAD(f, bfloat, p, ld, true)
#define k_mma_zero(c) do { \
    (c)->m[0] = simdgroup_float8x8(0.0f); (c)->m[1] = simdgroup_float8x8(0.0f); \
    (c)->m[2] = simdgroup_float8x8(0.0f); (c)->m[3] = simdgroup_float8x8(0.0f); } while (0)
#define k_mma_store(c, p, ld) do { \
    threadgroup float *q_ = (p); \
    ulong ld_ = (ulong)(ld); \
    simdgroup_store((c)->m[0], q_, ld_); \
    simdgroup_store((c)->m[1], q_ + 8ul, ld_); \
    simdgroup_store((c)->m[2], q_ + 8ul * ld_, ld_); \
    simdgroup_store((c)->m[3], q_ + 8ul * ld_ + 8ul, ld_); } while (0)
#define K_MSL_MMA(c, a, b, i, j, k) \
    simdgroup_multiply_accumulate((c)->m[(i) * 2 + (j)], (a)->m[(i) * 2 + (k)], (b)->m[(k) * 2 + (j)], (c)->m[(i) * 2 + (j)])
#define K_MSL_MMA16(c, a, b) do { \
    K_MSL_MMA(c, a, b, 0, 0, 0); K_MSL_MMA(c, a, b, 0, 0, 1); K_MSL_MMA(c, a, b, 0, 1, 0); K_MSL_MMA(c, a, b, 0, 1, 1); \
    K_MSL_MMA(c, a, b, 1, 0, 0); K_MSL_MMA(c, a, b, 1, 0, 1); K_MSL_MMA(c, a, b, 1, 1, 0); K_MSL_MMA(c, a, b, 1, 1, 1); } while (0)
#define k_mma_f16(c, fa, fb) K_MSL_MMA16(c, fa, fb)
#define k_mma_bf16(c, fa, fb) K_MSL_MMA16(c, fa, fb)
#endif

/* compat.h (CUDA) - the kernel dialect's vocabulary under NVRTC and nvcc.
 *
 * No header of the toolkit is needed: f16 goes through inline PTX, everything else is built in.
 * SPDX-License-Identifier: MIT */
#ifndef K_COMPAT_H
#define K_COMPAT_H
#define K_CUDA 1
#define K_HAS_F64 1

typedef signed char k_i8;
typedef unsigned char k_u8;
typedef short k_i16;
typedef unsigned short k_u16;
typedef int k_i32;
typedef unsigned int k_u32;
typedef long long k_i64;
typedef unsigned long long k_u64;
typedef float k_f32;
typedef double k_f64;
typedef float2 k_f32x2;
typedef float4 k_f32x4;
typedef uint2 k_u32x2;
typedef uint4 k_u32x4;
typedef float2 k_c64;
typedef double2 k_c128;

#define K_GLOBAL
#define K_CONSTANT
#define K_THREADGROUP
#define K_PRIVATE
#define K_FN static __device__ __forceinline__
#define K_CONST static __device__ const
#define K_UNROLL _Pragma("unroll")
#define K_NO_UNROLL _Pragma("unroll 1")

/* ---- entry: SIG(X) lists X(index, kind, type, name), the argument struct last -------------------- */
#define K_PARAM(i, kind, type, name) K_PARAM_##kind(i, type, name)
#define K_PARAM_IN(i, type, name) const type *__restrict__ name,
#define K_PARAM_ALIAS(i, type, name) const type *name,
#define K_PARAM_OUT(i, type, name) type *name,
#define K_PARAM_INOUT(i, type, name) type *name,
#define K_PARAM_ARGS(i, type, name) const type name
#define K_KERNEL(name, threads, SIG) K_KERNEL_(K_NAME(name), threads, SIG)
#define K_KERNEL_(name, threads, SIG) \
    extern "C" __global__ void __launch_bounds__(threads) name(SIG(K_PARAM))
#define K_SHARED(type, name, n) __shared__ __align__(16) type name[n]

#define k_block ((k_u32)blockIdx.x)
#define k_thread ((k_u32)threadIdx.x)
#define k_lane ((k_u32)threadIdx.x & 31u)
#define k_warp ((k_u32)threadIdx.x >> 5)
#define k_barrier() __syncthreads()
#define k_warp_barrier() __syncwarp()

/* ---- numbers --------------------------------------------------------------------------------------- */
#define K_BITS_F32(u) __uint_as_float((k_u32)(u))
#define K_BITS_U32(f) __float_as_uint((float)(f))
#define K_BITS_F64(u) __longlong_as_double((k_i64)(u))
#define K_BITS_U64(f) ((k_u64)__double_as_longlong(f))
#define K_INF __int_as_float(0x7f800000)
#define K_NAN __int_as_float(0x7fc00000)
#define k_mulhi_u32(a, b) __umulhi(a, b)
#define k_clz_u32(v) ((k_u32)__clz((int)(v)))
#define k_popcount_u32(v) ((k_u32)__popc(v))

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
#define k_rsqrt_f32(v) rsqrtf(v)
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
#define k_rsqrt_f64(v) rsqrt(v)
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

K_FN float k_f16_to_f32(k_u16 h)
{
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
    return f;
}
K_FN k_u16 k_f32_to_f16(float f)
{
    k_u16 h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
    return h;
}

/* ---- lanes: every lane of the warp must call ------------------------------------------------------- */
#define K_ALL_LANES 0xffffffffu
#define k_lane_shuffle_u32(v, from) __shfl_sync(K_ALL_LANES, (k_u32)(v), (int)(from))
#define k_lane_xor_u32(v, mask) __shfl_xor_sync(K_ALL_LANES, (k_u32)(v), (int)(mask))
#define k_lane_shuffle_f32(v, from) __shfl_sync(K_ALL_LANES, (float)(v), (int)(from))
#define k_lane_xor_f32(v, mask) __shfl_xor_sync(K_ALL_LANES, (float)(v), (int)(mask))
#define k_lane_ballot(p) __ballot_sync(K_ALL_LANES, (int)(p))
#define k_lane_any(p) (__any_sync(K_ALL_LANES, (int)(p)) != 0)
#define k_lane_all(p) (__all_sync(K_ALL_LANES, (int)(p)) != 0)
#define k_lane_sum_u32(v) __reduce_add_sync(K_ALL_LANES, (k_u32)(v))
#define k_lane_max_u32(v) __reduce_max_sync(K_ALL_LANES, (k_u32)(v))
#define k_lane_min_u32(v) __reduce_min_sync(K_ALL_LANES, (k_u32)(v))
#define k_lane_max_i32(v) __reduce_max_sync(K_ALL_LANES, (int)(v))
#define k_lane_min_i32(v) __reduce_min_sync(K_ALL_LANES, (int)(v))
K_FN float k_lane_sum_f32(float v)
{
    K_UNROLL for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(K_ALL_LANES, v, m);
    return v;
}

/* ---- relaxed atomics, on global and threadgroup memory ---------------------------------------------- */
typedef unsigned int k_atomic_u32;
typedef int k_atomic_i32;
typedef float k_atomic_f32; /* global memory only */
#define k_atomic_load_u32(p) (*(volatile unsigned int *)(p))
#define k_atomic_store_u32(p, v) ((void)(*(volatile unsigned int *)(p) = (k_u32)(v)))
#define k_atomic_add_u32(p, v) atomicAdd(p, (k_u32)(v))
#define k_atomic_max_u32(p, v) atomicMax(p, (k_u32)(v))
#define k_atomic_min_u32(p, v) atomicMin(p, (k_u32)(v))
#define k_atomic_or_u32(p, v) atomicOr(p, (k_u32)(v))
#define k_atomic_exchange_u32(p, v) atomicExch(p, (k_u32)(v))
#define k_atomic_add_i32(p, v) atomicAdd(p, (int)(v))
#define k_atomic_max_i32(p, v) atomicMax(p, (int)(v))
#define k_atomic_min_i32(p, v) atomicMin(p, (int)(v))
#define k_atomic_add_f32(p, v) ((void)atomicAdd(p, (float)(v)))
/* Stores want where *p == seen; gives what was there (equal to seen when it was stored). */
#define k_atomic_swap_u32(p, seen, want) atomicCAS(p, (k_u32)(seen), (k_u32)(want))

/* Where K_HAS_ATOMIC64: a 64-bit load and store that other running groups see whole. */
#define K_HAS_ATOMIC64 1
typedef unsigned long long k_atomic_u64;
#define k_atomic_store_u64(p, v) ((void)(*(volatile unsigned long long *)(p) = (k_u64)(v)))
#define k_atomic_load_u64(p) (*(volatile unsigned long long *)(p))

/* ---- matrix tiles: one warp, C[16,16] += A[16,16] B[16,16], f16 or bf16 in, f32 out --------------------
 * m16n8k16 twice. Lane l holds of C rows l/4 and l/4+8, columns 2(l%4), +1 and the same + 8. */
typedef struct { k_u32 r[4]; } k_frag_a;
typedef struct { k_u32 r[4]; } k_frag_b;
typedef struct { float r[8]; } k_frag_c;
/* p: threadgroup memory, row-major, ld elements a row; ld even, p 4-byte aligned for A. */
#define k_mma_load_a_f16(f, p, ld) k_mma_load_a_(f, (const k_u16 *)(p), ld, k_lane)
#define k_mma_load_b_f16(f, p, ld) k_mma_load_b_(f, (const k_u16 *)(p), ld, k_lane)
/* B given as its transpose: row n holds column n. */
#define k_mma_load_bt_f16(f, p, ld) k_mma_load_bt_(f, (const k_u16 *)(p), ld, k_lane)
#define k_mma_load_a_bf16(f, p, ld) k_mma_load_a_f16(f, p, ld)
#define k_mma_load_b_bf16(f, p, ld) k_mma_load_b_f16(f, p, ld)
#define k_mma_load_bt_bf16(f, p, ld) k_mma_load_bt_f16(f, p, ld)
#define k_mma_zero(c) k_mma_zero_(c)
#define k_mma_store(c, p, ld) k_mma_store_(c, p, ld, k_lane)
#define k_mma_f16(c, fa, fb) k_mma_f16_(c, fa, fb)
#define k_mma_bf16(c, fa, fb) k_mma_bf16_(c, fa, fb)
K_FN void k_mma_load_a_(k_frag_a *f, const k_u16 *p, k_u32 ld, k_u32 lane)
{
    const k_u16 *q = p + (lane >> 2) * ld + (lane & 3u) * 2u;
    f->r[0] = *(const k_u32 *)q;
    f->r[1] = *(const k_u32 *)(q + 8u * ld);
    f->r[2] = *(const k_u32 *)(q + 8u);
    f->r[3] = *(const k_u32 *)(q + 8u * ld + 8u);
}
K_FN void k_mma_load_b_(k_frag_b *f, const k_u16 *p, k_u32 ld, k_u32 lane)
{
    K_UNROLL for (k_u32 h = 0u; h < 4u; h++) { /* register h: columns h/2 * 8, rows h%2 * 8 */
        const k_u16 *q = p + ((lane & 3u) * 2u + (h & 1u) * 8u) * ld + (lane >> 2) + (h >> 1) * 8u;
        f->r[h] = (k_u32)q[0] | (k_u32)q[ld] << 16;
    }
}
K_FN void k_mma_load_bt_(k_frag_b *f, const k_u16 *p, k_u32 ld, k_u32 lane)
{
    K_UNROLL for (k_u32 h = 0u; h < 4u; h++)
        f->r[h] = *(const k_u32 *)(p + ((lane >> 2) + (h >> 1) * 8u) * ld + (lane & 3u) * 2u + (h & 1u) * 8u);
}
K_FN void k_mma_zero_(k_frag_c *c)
{
    K_UNROLL for (int i = 0; i < 8; i++) c->r[i] = 0.0f;
}
K_FN void k_mma_store_(const k_frag_c *c, float *p, k_u32 ld, k_u32 lane)
{
    float *q = p + (lane >> 2) * ld + (lane & 3u) * 2u;
    K_UNROLL for (k_u32 h = 0u; h < 2u; h++) {
        q[h * 8u] = c->r[h * 4u];
        q[h * 8u + 1u] = c->r[h * 4u + 1u];
        q[8u * ld + h * 8u] = c->r[h * 4u + 2u];
        q[8u * ld + h * 8u + 1u] = c->r[h * 4u + 3u];
    }
}
#define K_MMA_PTX(kind, c, a, b, h) \
    asm("mma.sync.aligned.m16n8k16.row.col.f32." kind "." kind ".f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
        : "+f"((c)->r[4 * (h)]), "+f"((c)->r[4 * (h) + 1]), "+f"((c)->r[4 * (h) + 2]), "+f"((c)->r[4 * (h) + 3]) \
        : "r"((a)->r[0]), "r"((a)->r[1]), "r"((a)->r[2]), "r"((a)->r[3]), "r"((b)->r[2 * (h)]), "r"((b)->r[2 * (h) + 1]))
K_FN void k_mma_f16_(k_frag_c *c, const k_frag_a *a, const k_frag_b *b)
{
    K_MMA_PTX("f16", c, a, b, 0);
    K_MMA_PTX("f16", c, a, b, 1);
}
K_FN void k_mma_bf16_(k_frag_c *c, const k_frag_a *a, const k_frag_b *b)
{
    K_MMA_PTX("bf16", c, a, b, 0);
    K_MMA_PTX("bf16", c, a, b, 1);
}
#endif

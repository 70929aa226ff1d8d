/* cast.c - elements of any dtype to dtype K_T, any layouts. The source's dtype is a run-time number, so that
 * one kernel a destination serves; the branch is the same for all threads.
 * SPDX-License-Identifier: MIT */
#include "args.h"

#define CAST_SIG(X) X(0, OUT, K_ELEM(K_T), out) X(1, IN, k_u8, in) X(2, ARGS, cast_args, a)
#define CAST_AT(tag, p, at, d) K_ND_ADD(tag, p, o0, 0, at, d); K_ND_ADD(tag, p, o1, 1, at, d)
#define CAST_CASE(D, S) \
    case D: { \
        K_GLOBAL const K_ELEM(S) *src = (K_GLOBAL const K_ELEM(S) *)in; \
        K_ACC(S) v[4]; \
        K_UNROLL for (k_u32 j = 0u; j < 4u; j++) if (base + (K_IDX)(j * 256u) < (K_IDX)a.nd.n) v[j] = K_LOAD(S, src[from[j]]); \
        K_UNROLL for (k_u32 j = 0u; j < 4u; j++) if (base + (K_IDX)(j * 256u) < (K_IDX)a.nd.n) \
            K_STORE_FROM(K_T, K_CLASS(S), out[to[j]], v[j]); \
        break; \
    }
K_KERNEL(cast_nd, 256, CAST_SIG)
{
    K_IDX base = (K_IDX)k_block * (K_IDX)1024 + (K_IDX)k_thread;
    K_IDX from[4], to[4];
    K_UNROLL
    for (k_u32 j = 0u; j < 4u; j++) {
        K_IDX i = base + (K_IDX)(j * 256u), o0 = 0, o1 = 0;
        if (i < (K_IDX)a.nd.n) K_ND_LOOP(K_INDEX, i, a.nd, CAST_AT);
        from[j] = o1;
        to[j] = o0;
    }
    switch (a.dtype) {
    CAST_CASE(K_DTYPE_BOOL, bool)
    CAST_CASE(K_DTYPE_U8, u8)
    CAST_CASE(K_DTYPE_U16, u16)
    CAST_CASE(K_DTYPE_U32, u32)
    CAST_CASE(K_DTYPE_U64, u64)
    CAST_CASE(K_DTYPE_I8, i8)
    CAST_CASE(K_DTYPE_I16, i16)
    CAST_CASE(K_DTYPE_I32, i32)
    CAST_CASE(K_DTYPE_I64, i64)
    CAST_CASE(K_DTYPE_F16, f16)
    CAST_CASE(K_DTYPE_BF16, bf16)
    CAST_CASE(K_DTYPE_F32, f32)
    CAST_CASE(K_DTYPE_F8_E4M3FN, f8_e4m3fn)
    CAST_CASE(K_DTYPE_F8_E5M2, f8_e5m2)
    CAST_CASE(K_DTYPE_C64, c64)
#if K_HAS_F64
    CAST_CASE(K_DTYPE_F64, f64)
    CAST_CASE(K_DTYPE_C128, c128)
#endif
    default: break;
    }
}

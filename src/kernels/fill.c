/* fill.c - one value into every element. K_C0: bytes of an element (1 2 4 8 16).
 * SPDX-License-Identifier: MIT */
#include "args.h"

/* Contiguous, 16-byte aligned: a.n elements, two vectors a thread. The vector is the value repeated. */
#define FILL_FLAT_SIG(X) X(0, OUT, k_u32x4, out) X(1, ARGS, fill_args, a)
K_KERNEL(fill_flat, 256, FILL_FLAT_SIG)
{
    k_u32x4 v = k_make_u32x4((k_u32)a.value[0], (k_u32)(a.value[0] >> 32), (k_u32)a.value[1], (k_u32)(a.value[1] >> 32));
    k_i64 bytes = a.n * K_C0, n = bytes / 16;
    k_i64 i = (k_i64)k_block * 512 + (k_i64)k_thread;
    if (i < n) out[i] = v;
    if (i + 256 < n) out[i + 256] = v;
    /* What does not fill a vector: bytes of the group that would have come next. */
    if (i == n || i + 256 == n) {
        K_GLOBAL k_u8 *rest = (K_GLOBAL k_u8 *)(out + n);
        for (k_i64 b = 0; b < bytes - n * 16; b++) rest[b] = (k_u8)(a.value[b >> 3] >> ((b & 7) * 8));
    }
}

#define FILL_T_1 u8
#define FILL_T_2 u16
#define FILL_T_4 u32
#define FILL_T_8 u64
#define FILL_T_16 b16
#define FILL_T K_CAT(FILL_T_, K_C0)
#define FILL_VALUE_u8(a) ((k_u32)(k_u8)(a).value[0])
#define FILL_VALUE_u16(a) ((k_u32)(k_u16)(a).value[0])
#define FILL_VALUE_u32(a) ((k_u32)(a).value[0])
#define FILL_VALUE_u64(a) ((a).value[0])
#define FILL_VALUE_b16(a) \
    k_make_u32x4((k_u32)(a).value[0], (k_u32)((a).value[0] >> 32), (k_u32)(a).value[1], (k_u32)((a).value[1] >> 32))

/* Any strides (stride[0]); each thread takes 4 elements, a group's threads side by side. */
#define FILL_ND_SIG(X) X(0, OUT, K_ELEM(FILL_T), out) X(1, ARGS, nd_args, a)
#define FILL_AT(tag, p, at, d) K_ND_ADD(tag, p, o0, 0, at, d)
K_KERNEL(fill_nd, 256, FILL_ND_SIG)
{
    K_IDX base = (K_IDX)k_block * (K_IDX)1024 + (K_IDX)k_thread;
    K_UNROLL
    for (k_u32 j = 0u; j < 4u; j++) {
        K_IDX i = base + (K_IDX)(j * 256u), o0 = 0;
        if (i < (K_IDX)a.n) {
            K_ND_LOOP(K_INDEX, i, a, FILL_AT);
            K_STORE(FILL_T, out[o0], K_CAT(FILL_VALUE_, FILL_T)(a));
        }
    }
}

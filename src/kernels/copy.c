/* copy.c - elements from one layout to another, bit for bit. K_C0: bytes of an element (1 2 4 8 16).
 * SPDX-License-Identifier: MIT */
#include "args.h"

#define COPY_T_1 u8
#define COPY_T_2 u16
#define COPY_T_4 u32
#define COPY_T_8 u64
#define COPY_T_16 b16
#define COPY_T K_CAT(COPY_T_, K_C0)

/* Any strides: stride[0] of out, stride[1] of in. Each thread takes 4 elements, a group's threads side by
 * side; the four loads are in flight together. */
#define COPY_ND_SIG(X) X(0, OUT, K_ELEM(COPY_T), out) X(1, IN, K_ELEM(COPY_T), in) X(2, ARGS, nd_args, a)
#define COPY_AT(tag, p, at, d) K_ND_ADD(tag, p, o0, 0, at, d); K_ND_ADD(tag, p, o1, 1, at, d)
K_KERNEL(copy_nd, 256, COPY_ND_SIG)
{
    K_IDX base = (K_IDX)k_block * (K_IDX)1024 + (K_IDX)k_thread;
    K_IDX to[4];
    K_ELEM(COPY_T) v[4];
    K_UNROLL
    for (k_u32 j = 0u; j < 4u; j++) {
        K_IDX i = base + (K_IDX)(j * 256u), o0 = 0, o1 = 0;
        if (i < (K_IDX)a.n) {
            K_ND_LOOP(K_INDEX, i, a, COPY_AT);
            v[j] = in[o1];
        }
        to[j] = o0;
    }
    K_UNROLL
    for (k_u32 j = 0u; j < 4u; j++)
        if (base + (K_IDX)(j * 256u) < (K_IDX)a.n) out[to[j]] = v[j];
}

/* out [rows, cols] contiguous, from the transpose of a contiguous [cols, rows], one matrix a batch: 32x32
 * tiles go through threadgroup memory, so that both sides are touched in lines. */
#define TRANSPOSE_SIG(X) X(0, OUT, K_ELEM(COPY_T), out) X(1, IN, K_ELEM(COPY_T), in) X(2, ARGS, transpose_args, a)
K_KERNEL(transpose, 256, TRANSPOSE_SIG)
{
    K_SHARED(K_ELEM(COPY_T), tile, 32 * 33);
    k_u32 batch = k_block / a.tiles, at = k_block % a.tiles;
    k_u32 r0 = at / a.tiles_x * 32u, c0 = at % a.tiles_x * 32u;
    K_GLOBAL const K_ELEM(COPY_T) *src = in + (k_i64)batch * a.batch_stride_in;
    K_GLOBAL K_ELEM(COPY_T) *dst = out + (k_i64)batch * a.batch_stride_out;
    K_UNROLL
    for (k_u32 j = 0u; j < 4u; j++) {
        k_u32 c = k_warp + j * 8u;
        if (c0 + c < a.cols && r0 + k_lane < a.rows)
            tile[c * 33u + k_lane] = src[(k_i64)(c0 + c) * (k_i64)a.rows + (k_i64)(r0 + k_lane)];
    }
    k_barrier();
    K_UNROLL
    for (k_u32 j = 0u; j < 4u; j++) {
        k_u32 r = k_warp + j * 8u;
        if (r0 + r < a.rows && c0 + k_lane < a.cols)
            dst[(k_i64)(r0 + r) * (k_i64)a.cols + (k_i64)(c0 + k_lane)] = tile[k_lane * 33u + r];
    }
}

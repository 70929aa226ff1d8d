/* args.h - the kernels' argument structs: one text for the kernels and for the host that launches them.
 *
 * Rules: members of 4 or 8 bytes and arrays of them, 8-byte members at multiples of 8, the whole a multiple
 * of 8 by explicit padding, no pointers. At most 3,072 bytes.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_KERNELS_ARGS_H
#define WZ_KERNELS_ARGS_H

#ifndef K_COMPAT_H
#include <stdint.h>
typedef int32_t k_i32;
typedef uint32_t k_u32;
typedef int64_t k_i64;
typedef uint64_t k_u64;
typedef float k_f32;
#endif

/* Division of a u32 below 2^31 by a divisor known to the host: (mulhi(n, mul) + n) >> shift. */
typedef struct k_div { k_u32 mul, shift; } k_div;

/* Row-major walk over at most 8 sizes with up to 4 operands; a broadcast dimension has stride 0.
 * Strides count elements. Kernels compiled with 32-bit indices need n and all offsets below 2^31. */
#define K_MAX_DIMS 8
typedef struct nd_args {
    k_i64 n;
    k_i32 ndim;              /* at least 1 */
    k_i32 pad;
    k_i64 size[K_MAX_DIMS];
    k_i64 stride[4][K_MAX_DIMS];
    k_div div[K_MAX_DIMS];   /* by size[d] */
    k_u64 value[2];          /* the bits of a scalar operand, for those that have one */
} nd_args;

/* ---- fill, copy, cast ------------------------------------------------------------------------------ */
typedef struct fill_args {
    k_i64 n;                 /* elements */
    k_u64 value[2];          /* the element's bytes, repeated to 16 */
} fill_args;

/* dst [rows, cols] contiguous from the transpose of a contiguous [cols, rows], one matrix a batch. */
typedef struct transpose_args {
    k_i64 batch_stride_in, batch_stride_out;  /* elements */
    k_u32 rows, cols, tiles_x, tiles;         /* tiles of 32x32: in a row, in a matrix */
} transpose_args;

/* The numbers of the dtypes, as in wz_dtype. */
#define K_DTYPE_BOOL 1
#define K_DTYPE_U8 2
#define K_DTYPE_U16 3
#define K_DTYPE_U32 4
#define K_DTYPE_U64 5
#define K_DTYPE_I8 6
#define K_DTYPE_I16 7
#define K_DTYPE_I32 8
#define K_DTYPE_I64 9
#define K_DTYPE_F16 10
#define K_DTYPE_BF16 11
#define K_DTYPE_F32 12
#define K_DTYPE_F64 13
#define K_DTYPE_F8_E4M3FN 14
#define K_DTYPE_F8_E5M2 15
#define K_DTYPE_C64 16
#define K_DTYPE_C128 17
typedef struct cast_args {
    nd_args nd;
    k_i32 dtype;             /* of the source */
    k_i32 pad;
} cast_args;

/* ---- softmax, norms: rows of contiguous memory. vec: rows and buffers are multiples of 16 bytes ------- */
typedef struct softmax_args {
    k_u32 rows, cols;
    k_u32 vec;
    k_u32 chunk;             /* columns a group takes, a multiple of 16 bytes; for the split form */
    k_u32 n_parts;           /* groups a row */
    k_u32 pad;
} softmax_args;

/* Where double exists eps comes as its upper and lower halves, so that both classes see it exactly. */
typedef struct norm_args {
    k_u32 rows, cols;
    k_u32 vec;
    k_f32 weight_offset;     /* added to the weight: 1 where a model stores weight - 1 */
    k_f32 eps, eps_rest;     /* eps + eps_rest is the double */
} norm_args;
#define K_NORM_EPS(a) ((K_ACC(K_T))(a).eps + (K_ACC(K_T))(a).eps_rest)

#endif

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

typedef struct copy_args {
    k_i64 n;                 /* 16-byte units of a flat copy */
} copy_args;

/* dst [rows, cols] contiguous from the transpose of a contiguous [cols, rows], one matrix a batch. */
typedef struct transpose_args {
    k_i64 batch_stride_in, batch_stride_out;  /* elements */
    k_u32 rows, cols, tiles_x, tiles;         /* tiles of 32x32: in a row, in a matrix */
} transpose_args;

/* ---- softmax, norms: rows of contiguous memory -------------------------------------------------------- */
typedef struct softmax_args {
    k_u32 cols;
    k_u32 chunk;             /* columns a group takes, a multiple of 16 bytes; for the split form */
    k_u32 n_parts;           /* groups a row */
    k_u32 pad;
} softmax_args;

typedef struct norm_args {
    k_u32 rows, cols;
    k_f32 eps;
    k_f32 weight_offset;     /* added to the weight: 1 where a model stores weight - 1 */
} norm_args;

#endif

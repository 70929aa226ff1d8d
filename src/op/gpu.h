/* gpu.h - launch code of the GPU rows: the same for CUDA and Metal.
 *
 * A gpu_* run function fills an argument struct of kernels/args.h and launches kernels of src/kernels by name:
 *
 *   rms_args a = {.rows = rows, .cols = cols};
 *   return launch(c, KERNEL("norm", "rms_norm", DTYPES(d, u), CONSTANTS(1, 0)), GRID(rows), BLOCK(256),
 *                 IN(x), IN(w), OUT(y), ARGS(a));
 *
 * Operands come in the order of the kernel's signature, ARGS last. It never waits and never reads back.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_GPU_H
#define WZ_OP_GPU_H
#include "op.h"
#include "../kernels/args.h"

typedef struct gpu_operand {
    const wz_tensor *t;        /* NULL: absent; the kernel must not touch it */
    uint8_t          access;   /* SPAN_READ, SPAN_WRITE or both; 0 for the arguments */
    const void      *args;
    size_t           bytes;
} gpu_operand;

#define KERNEL(file_, name_, ...) (wz_kernel_key){.file = file_, .name = name_, __VA_ARGS__}
#define DTYPES(...) .dtype = {__VA_ARGS__}
#define OPERATION(name_) .op = name_
#define CONSTANTS(...) .constant = {__VA_ARGS__}, .n_constants = (int)(sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))
#define WIDE(wide_) .wide = wide_
#define GRID(n) (int64_t)(n)
#define BLOCK(n) (uint32_t)(n)
#define IN(tensor) {(tensor), SPAN_READ, NULL, 0}
#define OUT(tensor) {(tensor), SPAN_WRITE, NULL, 0}
#define INOUT(tensor) {(tensor), SPAN_READ | SPAN_WRITE, NULL, 0}
#define ARGS(record) {NULL, 0, &(record), sizeof(record)}
/* GRID groups of BLOCK threads (what the kernel's K_KERNEL line says). No launch when GRID is 0. */
#define launch(c, kernel, grid, block, ...) \
    gpu_launch(c, kernel, grid, block, (int)(sizeof((gpu_operand[]){__VA_ARGS__}) / sizeof(gpu_operand)), (gpu_operand[]){__VA_ARGS__})

wz_status gpu_launch(wz_call *c, wz_kernel_key key, int64_t grid, uint32_t block, int n, const gpu_operand *operand);

/* n / each, rounded up. */
static inline int64_t groups_of(int64_t n, int64_t each) { return (n + each - 1) / each; }

/* The walk of kernels that take any strides: row-major over size, n operands broadcast to it, neighbouring
 * dimensions joined where every operand allows. *wide: offsets do not fit 32 bits, so the WIDE instance is needed. */
void gpu_nd(nd_args *a, bool *wide, int ndim, const int64_t *size, int n, const wz_tensor *const *t);
k_div gpu_div(uint32_t d);
bool gpu_aligned16(const wz_tensor *t);   /* its first element lies at a multiple of 16 bytes */

/* Every element of t becomes the one at value (of t's dtype). */
wz_status gpu_fill(wz_call *c, wz_tensor *t, const void *value);
/* dst's elements from src, converted and broadcast; both on c's device, any layouts. */
wz_status gpu_copy(wz_call *c, wz_tensor *dst, const wz_tensor *src);
/* t when its rows lie packed and it has the dtype, else a packed copy in it; NULL on error. */
wz_tensor *gpu_packed(wz_call *c, wz_tensor *t, wz_dtype dtype);
#endif

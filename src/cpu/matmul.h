/* matmul.h - matrix products on the CPU, over all threads: any strides, any float dtypes, batches.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_MATMUL_H
#define WZ_CPU_MATMUL_H
#include <stdint.h>
#include <wootz/wootz.h>

/* C[b] = alpha * A[b] B[b] + bias + beta * C[b] for every b < batch. A [m, k], B [k, n], C [m, n].
 * Dtypes: all F64 (computed in double), or any of F32, F16, BF16, F8_E4M3FN, F8_E5M2 for each of a, b
 * and c (computed in float, rounded once into C). C is not read when beta is 0, A and B are not read
 * when alpha or k is 0. C must not overlap A, B or bias. Strides are in elements and free (0 repeats an
 * operand's elements). */
typedef struct cpu_matmul {
    int64_t     batch, m, n, k;
    wz_dtype    a_dtype, b_dtype, c_dtype;
    const void *a, *b;
    void       *c;
    int64_t     a_row, a_col, b_row, b_col, c_row, c_col;
    int64_t     a_batch, b_batch, c_batch;
    const void *bias;             /* [n] of c_dtype, elements bias_stride apart, or NULL */
    int64_t     bias_stride;
    double      alpha, beta;
    /* Factors on A B, after alpha and before bias (for scaled fp8 products), or NULL: one per row of C
     * and per column, or a single one when the stride is 0. Not with F64. */
    const float *row_scale, *col_scale;
    int64_t     row_scale_stride, col_scale_stride;
} cpu_matmul;

/* Uses the pool: call it once per product (inside a pool part it stays on that thread). Fails with
 * WZ_NOMEM before anything is written, or WZ_UNSUPPORTED on dtypes it does not take. */
wz_status cpu_matmul_run(const cpu_matmul *p);
#endif

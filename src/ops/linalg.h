/* linalg.h - matrices of a batch as complex doubles: the plain definition of every routine works on these.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_LINALG_H
#define WZ_OPS_LINALG_H
#include "../op/op.h"

typedef struct matrix { /* rows x cols, row-major */
    int64_t  rows, cols;
    cdouble *at;
} matrix;

static inline cdouble *entry(const matrix *m, int64_t i, int64_t j) { return &m->at[i * m->cols + j]; }
static inline cdouble  c_mul(cdouble a, cdouble b) { return (cdouble){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static inline cdouble  c_sub(cdouble a, cdouble b) { return (cdouble){a.re - b.re, a.im - b.im}; }
static inline cdouble  c_conj(cdouble a) { return (cdouble){a.re, -a.im}; }
static inline bool     c_zero(cdouble a) { return a.re == 0 && a.im == 0; }
cdouble                c_div(cdouble a, cdouble b); /* without overflow in between (Smith) */

/* Matrix `index` of a batch view (its last two dims are the matrix) to and from complex doubles. */
wz_status matrix_new(int64_t rows, int64_t cols, matrix *m);
void      matrix_free(matrix *m);
void      matrix_load(matrix *m, const host_view *v, int64_t index);
void      matrix_store(const matrix *m, const host_view *v, int64_t index);
/* In place; pivots (0-based row exchanged with row k) may be NULL: no exchanges. Returns the first zero pivot, from 1, or 0. */
int64_t   matrix_lu(matrix *a, int64_t *pivots);
/* op(T) X = B in place; T triangular with the given shape, transposed and conjugated as asked. */
void      matrix_solve_triangular(const matrix *t, matrix *b, bool upper, bool unit, bool transpose, bool conjugate);
#endif

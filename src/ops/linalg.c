/* linalg.c - the small engine of linear algebra: matrices as complex doubles, LU with partial pivoting,
 * triangular solves. Single precision inputs are thus solved in double and rounded once.
 * SPDX-License-Identifier: MIT */
#include "linalg.h"
#include <math.h>
#include <string.h>

cdouble c_div(cdouble a, cdouble b)
{
    if (b.im == 0) return (cdouble){a.re / b.re, a.im / b.re};
    if (fabs(b.re) >= fabs(b.im)) {
        double r = b.im / b.re, d = b.re + b.im * r;
        return (cdouble){(a.re + a.im * r) / d, (a.im - a.re * r) / d};
    }
    double r = b.re / b.im, d = b.re * r + b.im;
    return (cdouble){(a.re * r + a.im) / d, (a.im * r - a.re) / d};
}

wz_status matrix_new(int64_t rows, int64_t cols, matrix *m)
{
    size_t n;
    *m = (matrix){rows, cols, NULL};
    if (!size_mul((size_t)rows, (size_t)cols, &n)) return fail(WZ_NOMEM, "a matrix of %lld x %lld is too large", (long long)rows, (long long)cols);
    m->at = mem_alloc_array(n, sizeof *m->at);
    return m->at ? WZ_OK : WZ_NOMEM;
}

void matrix_free(matrix *m)
{
    mem_free(m->at);
    m->at = NULL;
}

static int64_t matrix_offset(const host_view *v, int64_t index)
{
    host_view batch = view_keep_dims(v, v->ndim > 2 ? (1u << (v->ndim - 2)) - 1 : 0);
    return view_offset(&batch, index);
}

void matrix_load(matrix *m, const host_view *v, int64_t index)
{
    int64_t base = matrix_offset(v, index);
    for (int64_t i = 0; i < m->rows; i++)
        for (int64_t j = 0; j < m->cols; j++)
            *entry(m, i, j) = load_c128((wz_dtype)v->dtype, at(v, base + i * v->stride[v->ndim - 2] + j * v->stride[v->ndim - 1]));
}

void matrix_store(const matrix *m, const host_view *v, int64_t index)
{
    int64_t base = matrix_offset(v, index);
    for (int64_t i = 0; i < m->rows; i++)
        for (int64_t j = 0; j < m->cols; j++)
            store_c128((wz_dtype)v->dtype, at(v, base + i * v->stride[v->ndim - 2] + j * v->stride[v->ndim - 1]), *entry(m, i, j));
}

/* LAPACK's measure for complex pivots. NaN wins, so that it is not lost behind a smaller number. */
static double pivot_size(cdouble v)
{
    double s = fabs(v.re) + fabs(v.im);
    return isnan(s) ? INFINITY : s;
}

int64_t matrix_lu(matrix *a, int64_t *pivots)
{
    int64_t n = a->rows < a->cols ? a->rows : a->cols, info = 0;
    for (int64_t k = 0; k < n; k++) {
        int64_t best = k;
        for (int64_t i = k + 1; pivots && i < a->rows; i++)
            if (pivot_size(*entry(a, i, k)) > pivot_size(*entry(a, best, k))) best = i;
        if (pivots) pivots[k] = best;
        for (int64_t j = 0; best != k && j < a->cols; j++) {
            cdouble swap = *entry(a, k, j);
            *entry(a, k, j) = *entry(a, best, j);
            *entry(a, best, j) = swap;
        }
        cdouble pivot = *entry(a, k, k);
        if (c_zero(pivot)) { /* nothing is divided by it; the column below is zero as well, or stays as it is */
            if (!info) info = k + 1;
            continue;
        }
        for (int64_t i = k + 1; i < a->rows; i++) {
            cdouble f = *entry(a, i, k) = c_div(*entry(a, i, k), pivot);
            if (c_zero(f)) continue;
            for (int64_t j = k + 1; j < a->cols; j++) *entry(a, i, j) = c_sub(*entry(a, i, j), c_mul(f, *entry(a, k, j)));
        }
    }
    return info;
}

void matrix_solve_triangular(const matrix *t, matrix *b, bool upper, bool unit, bool transpose, bool conjugate)
{
    int64_t n = b->rows;
    bool    backward = upper != transpose; /* op(T) is upper */
    for (int64_t s = 0; s < n; s++) {
        int64_t i = backward ? n - 1 - s : s;
        for (int64_t p = 0; p < s; p++) {
            int64_t k = backward ? n - 1 - p : p;
            cdouble f = transpose ? *entry(t, k, i) : *entry(t, i, k);
            if (conjugate) f = c_conj(f);
            if (c_zero(f)) continue;
            for (int64_t j = 0; j < b->cols; j++) *entry(b, i, j) = c_sub(*entry(b, i, j), c_mul(f, *entry(b, k, j)));
        }
        cdouble d = conjugate ? c_conj(*entry(t, i, i)) : *entry(t, i, i);
        for (int64_t j = 0; !unit && j < b->cols; j++) *entry(b, i, j) = c_div(*entry(b, i, j), d);
    }
}

/* linalg_svd.c - orthogonal factorisations: QR by Householder reflections, SVD by one-sided Jacobi, the Hermitian
 * eigenproblem by Jacobi rotations. Matrices are scaled by a power of two first, so that extremes neither overflow
 * nor vanish.
 * SPDX-License-Identifier: MIT */
#include "linalg.h"
#include <wootz/ops.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

wz_status dtype_two_same(wz_call *c);
wz_status shape_qr(wz_call *c);
wz_status dtype_svd(wz_call *c);
wz_status shape_svd(wz_call *c);
wz_status dtype_eigh(wz_call *c);
wz_status shape_eigh(wz_call *c);
wz_status comp_qr(wz_call *c);
wz_status comp_svdvals(wz_call *c);
wz_status comp_eigvalsh(wz_call *c);

enum { MAX_SWEEPS = 60 };

/* ---- rules -------------------------------------------------------------------------------------------------- */

wz_status dtype_two_same(wz_call *c)
{
    c->out_dtype[0] = c->out_dtype[1] = c->dtype;
    return WZ_OK;
}

static wz_status tail_shape(wz_call *c, int k, int n, int64_t a, int64_t b)
{
    int64_t size[WZ_MAX_DIMS];
    int     lead = c->in[0]->ndim - 2;
    memcpy(size, c->in[0]->size, sizeof size);
    size[lead] = a;
    if (n == 2) size[lead + 1] = b;
    return out_shape(c, k, lead + n, size);
}

static wz_status matrix_sizes(const wz_call *c, int64_t *m, int64_t *n)
{
    const wz_tensor *a = c->in[0];
    if (a->ndim < 2) return fail(WZ_SHAPE, "The input tensor A must have at least 2 dimensions.");
    *m = a->size[a->ndim - 2];
    *n = a->size[a->ndim - 1];
    return WZ_OK;
}

wz_status shape_qr(wz_call *c)
{
    int64_t m = 0, n = 0;
    TRY(matrix_sizes(c, &m, &n));
    int64_t k = arg_bool(c, 1) ? m : m < n ? m : n;
    TRY(tail_shape(c, 0, 2, m, k));
    return tail_shape(c, 1, 2, k, n);
}

wz_status dtype_svd(wz_call *c)
{
    c->out_dtype[0] = c->out_dtype[2] = c->dtype;
    c->out_dtype[1] = dtype_real_of(c->dtype);
    return WZ_OK;
}

wz_status shape_svd(wz_call *c)
{
    int64_t m = 0, n = 0;
    TRY(matrix_sizes(c, &m, &n));
    int64_t k = m < n ? m : n;
    bool    full = arg_bool(c, 1);
    TRY(tail_shape(c, 0, 2, m, full ? m : k));
    TRY(tail_shape(c, 1, 1, k, 0));
    return tail_shape(c, 2, 2, full ? n : k, n);
}

wz_status dtype_eigh(wz_call *c)
{
    c->out_dtype[0] = dtype_real_of(c->dtype);
    c->out_dtype[1] = c->dtype;
    return WZ_OK;
}

wz_status shape_eigh(wz_call *c)
{
    int64_t     m = 0, n = 0;
    const char *uplo = arg_string(c, 1);
    TRY(matrix_sizes(c, &m, &n));
    if (m != n) return fail(WZ_SHAPE, "A must be batches of square matrices, but they are %lld by %lld matrices", (long long)m, (long long)n);
    if (strlen(uplo) != 1 || !strchr("LUlu", uplo[0])) return fail(WZ_INVALID, "Expected UPLO argument to be 'L' or 'U', but got %.20s", uplo);
    TRY(tail_shape(c, 0, 1, n, 0));
    return tail_shape(c, 1, 2, n, n);
}

/* ---- small helpers ---------------------------------------------------------------------------------------------- */

static double square(cdouble v) { return v.re * v.re + v.im * v.im; }

/* The power of two that brings the largest entry near 1; 0 when an entry is not finite, 1 for a zero matrix. */
static double scale_of(const matrix *a)
{
    double top = 0;
    for (int64_t i = 0; i < a->rows * a->cols; i++) {
        double v = fmax(fabs(a->at[i].re), fabs(a->at[i].im));
        if (!isfinite(a->at[i].re) || !isfinite(a->at[i].im)) return 0;
        if (v > top) top = v;
    }
    int exponent = 0;
    if (top > 0) frexp(top, &exponent);
    return ldexp(1, -exponent);
}

static void rescale(matrix *a, double s)
{
    for (int64_t i = 0; i < a->rows * a->cols; i++) a->at[i] = (cdouble){a->at[i].re * s, a->at[i].im * s};
}

static void poison(matrix *a)
{
    for (int64_t i = 0; i < a->rows * a->cols; i++) a->at[i] = (cdouble){NAN, NAN};
}

/* ---- QR ------------------------------------------------------------------------------------------------------------ */

/* a becomes R; q (rows x k) the first k columns of Q. LAPACK's signs: the reflected entry is real, opposite to the old. */
static bool householder(matrix *a, matrix *q)
{
    int64_t  m = a->rows, n = a->cols, k = m < n ? m : n;
    cdouble *v = mem_alloc_array((size_t)m * (size_t)(k ? k : 1), sizeof *v);
    double  *tau = mem_alloc_array((size_t)(k ? k : 1), 2 * sizeof *tau);
    if (!v || !tau) return mem_free(v), mem_free(tau), false;
    cdouble *t = (cdouble *)(void *)tau;
    for (int64_t j = 0; j < k; j++) {
        cdouble *u = v + j * m, alpha = *entry(a, j, j);
        double   rest = 0;
        for (int64_t i = j + 1; i < m; i++) rest += square(*entry(a, i, j));
        if (rest == 0 && alpha.im == 0) {
            t[j] = (cdouble){0, 0};
            continue;
        }
        double norm = sqrt(rest + square(alpha)), beta = alpha.re > 0 ? -norm : norm;
        t[j] = (cdouble){(beta - alpha.re) / beta, -alpha.im / beta};
        cdouble d = {alpha.re - beta, alpha.im};
        u[j] = (cdouble){1, 0};
        for (int64_t i = j + 1; i < m; i++) u[i] = c_div(*entry(a, i, j), d);
        for (int64_t col = j; col < n; col++) { /* H^H = I - conj(tau) u u^H */
            cdouble s = {0, 0};
            for (int64_t i = j; i < m; i++) {
                cdouble p = c_mul(c_conj(u[i]), *entry(a, i, col));
                s = (cdouble){s.re + p.re, s.im + p.im};
            }
            s = c_mul(s, c_conj(t[j]));
            for (int64_t i = j; i < m; i++) *entry(a, i, col) = c_sub(*entry(a, i, col), c_mul(u[i], s));
        }
        for (int64_t i = j + 1; i < m; i++) *entry(a, i, j) = (cdouble){0, 0};
        entry(a, j, j)->im = 0;
    }
    memset(q->at, 0, sizeof *q->at * (size_t)(q->rows * q->cols));
    for (int64_t j = 0; j < q->cols; j++) entry(q, j, j)->re = 1;
    for (int64_t j = k; j-- > 0;) {
        cdouble *u = v + j * m;
        for (int64_t col = 0; col < q->cols && !c_zero(t[j]); col++) {
            cdouble s = {0, 0};
            for (int64_t i = j; i < m; i++) {
                cdouble p = c_mul(c_conj(u[i]), *entry(q, i, col));
                s = (cdouble){s.re + p.re, s.im + p.im};
            }
            s = c_mul(s, t[j]);
            for (int64_t i = j; i < m; i++) *entry(q, i, col) = c_sub(*entry(q, i, col), c_mul(u[i], s));
        }
    }
    mem_free(v);
    mem_free(tau);
    return true;
}

/* ---- SVD ------------------------------------------------------------------------------------------------------------- */

/* Rotates columns p and q of a (and of v) so that they become orthogonal; true when they were not. */
static bool rotate(matrix *a, matrix *v, int64_t p, int64_t q)
{
    double  pp = 0, qq = 0;
    cdouble pq = {0, 0};
    for (int64_t i = 0; i < a->rows; i++) {
        cdouble x = *entry(a, i, p), y = *entry(a, i, q), t = c_mul(c_conj(x), y);
        pp += square(x);
        qq += square(y);
        pq = (cdouble){pq.re + t.re, pq.im + t.im};
    }
    double size = hypot(pq.re, pq.im);
    if (size == 0 || size <= DBL_EPSILON * sqrt(pp) * sqrt(qq)) return false;
    double  zeta = (qq - pp) / (2 * size), t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + sqrt(1 + zeta * zeta)), c = 1 / sqrt(1 + t * t), s = c * t;
    cdouble phase = {pq.re / size, pq.im / size};
    for (int k = 0; k < 2; k++) {
        matrix *m = k ? v : a;
        for (int64_t i = 0; i < m->rows; i++) {
            cdouble x = *entry(m, i, p), y = c_mul(*entry(m, i, q), c_conj(phase));
            *entry(m, i, p) = (cdouble){c * x.re - s * y.re, c * x.im - s * y.im};
            *entry(m, i, q) = (cdouble){s * x.re + c * y.re, s * x.im + c * y.im};
        }
    }
    return true;
}

/* Completes the first k orthonormal columns of u to all of them, by orthogonalising unit vectors twice. */
static void complete(matrix *u, int64_t k)
{
    for (int64_t j = k, unit = 0; j < u->cols; j++) {
        for (;; unit++) {
            for (int64_t i = 0; i < u->rows; i++) *entry(u, i, j) = (cdouble){i == unit % u->rows, 0};
            for (int pass = 0; pass < 2; pass++)
                for (int64_t p = 0; p < j; p++) {
                    cdouble s = {0, 0};
                    for (int64_t i = 0; i < u->rows; i++) {
                        cdouble t = c_mul(c_conj(*entry(u, i, p)), *entry(u, i, j));
                        s = (cdouble){s.re + t.re, s.im + t.im};
                    }
                    for (int64_t i = 0; i < u->rows; i++) *entry(u, i, j) = c_sub(*entry(u, i, j), c_mul(s, *entry(u, i, p)));
                }
            double norm = 0;
            for (int64_t i = 0; i < u->rows; i++) norm += square(*entry(u, i, j));
            norm = sqrt(norm);
            if (norm * sqrt((double)u->rows) < 0.5) continue; /* this unit vector lies in the span; some other does not */
            for (int64_t i = 0; i < u->rows; i++) *entry(u, i, j) = (cdouble){entry(u, i, j)->re / norm, entry(u, i, j)->im / norm};
            unit++;
            break;
        }
    }
}

/* a [m, n] with m >= n: columns become U S; v [n, n]; s falls. u receives all its columns. */
static bool jacobi_svd(matrix *a, matrix *u, double *s, matrix *v)
{
    int64_t n = a->cols, *order = mem_alloc_array((size_t)(n ? n : 1), sizeof *order);
    double  scale = scale_of(a), *norm = mem_alloc_array((size_t)(n ? n : 1), sizeof *norm);
    if (!order || !norm) return mem_free(order), mem_free(norm), false;
    if (scale == 0) {
        poison(u);
        poison(v);
        for (int64_t j = 0; j < n; j++) s[j] = NAN;
        mem_free(order);
        mem_free(norm);
        return true;
    }
    rescale(a, scale);
    matrix w;
    if (matrix_new(n, n, &w) != WZ_OK) return mem_free(order), mem_free(norm), false;
    for (int64_t j = 0; j < n; j++) entry(&w, j, j)->re = 1;
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        bool any = false;
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) any |= rotate(a, &w, p, q);
        if (!any) break;
    }
    for (int64_t j = 0; j < n; j++) {
        order[j] = j;
        for (int64_t i = 0; i < a->rows; i++) norm[j] += square(*entry(a, i, j));
        norm[j] = sqrt(norm[j]);
    }
    for (int64_t j = 1; j < n; j++)
        for (int64_t i = j; i > 0 && norm[order[i - 1]] < norm[order[i]]; i--) {
            int64_t swap = order[i];
            order[i] = order[i - 1];
            order[i - 1] = swap;
        }
    int64_t rank = 0;
    for (int64_t j = 0; j < n; j++) {
        double size = norm[order[j]];
        s[j] = size / scale;
        for (int64_t i = 0; i < n; i++) *entry(v, i, j) = *entry(&w, i, order[j]);
        if (size > 0 && rank == j) {
            rank++;
            for (int64_t i = 0; i < a->rows; i++) *entry(u, i, j) = (cdouble){entry(a, i, order[j])->re / size, entry(a, i, order[j])->im / size};
        }
    }
    complete(u, rank);
    matrix_free(&w);
    mem_free(order);
    mem_free(norm);
    return true;
}

/* ---- eigh ------------------------------------------------------------------------------------------------------------ */

/* Cyclic Jacobi on a Hermitian matrix; v's columns become the eigenvectors. */
static void jacobi_eigh(matrix *a, matrix *v)
{
    int64_t n = a->rows;
    for (int64_t j = 0; j < n; j++) entry(v, j, j)->re = 1;
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        double off = 0, all = 0;
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++) *(i == j ? &all : &off) += square(*entry(a, i, j));
        if (off <= DBL_EPSILON * DBL_EPSILON * (all + off)) break;
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                cdouble pq = *entry(a, p, q);
                double  size = hypot(pq.re, pq.im);
                if (size == 0) continue;
                double  theta = (entry(a, q, q)->re - entry(a, p, p)->re) / (2 * size), t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(1 + theta * theta));
                double  c = 1 / sqrt(1 + t * t), s = c * t;
                cdouble phase = {pq.re / size, pq.im / size};
                for (int64_t i = 0; i < n; i++) { /* columns of a and v */
                    for (int k = 0; k < 2; k++) {
                        matrix *m = k ? v : a;
                        cdouble x = *entry(m, i, p), y = c_mul(*entry(m, i, q), c_conj(phase));
                        *entry(m, i, p) = (cdouble){c * x.re - s * y.re, c * x.im - s * y.im};
                        *entry(m, i, q) = (cdouble){s * x.re + c * y.re, s * x.im + c * y.im};
                    }
                }
                for (int64_t j = 0; j < n; j++) { /* rows of a */
                    cdouble x = *entry(a, p, j), y = c_mul(*entry(a, q, j), phase);
                    *entry(a, p, j) = (cdouble){c * x.re - s * y.re, c * x.im - s * y.im};
                    *entry(a, q, j) = (cdouble){s * x.re + c * y.re, s * x.im + c * y.im};
                }
            }
    }
}

/* ---- kernels ----------------------------------------------------------------------------------------------------------- */

typedef struct svd_args { wz_op op; bool upper; } svd_args;

/* views: A, Q, R */
static bool run_qr(const host_view *v, int64_t index)
{
    matrix a = {0}, q = {0};
    bool   good = matrix_new(v[0].size[v[0].ndim - 2], v[0].size[v[0].ndim - 1], &a) == WZ_OK && matrix_new(v[1].size[v[1].ndim - 2], v[1].size[v[1].ndim - 1], &q) == WZ_OK;
    if (good) {
        matrix_load(&a, v, index);
        double scale = scale_of(&a);
        if (scale == 0) {
            poison(&a);
            poison(&q);
        } else {
            rescale(&a, scale);
            good = householder(&a, &q);
            rescale(&a, 1 / scale);
        }
        matrix_store(&q, v + 1, index);
        a.rows = v[2].size[v[2].ndim - 2]; /* rows below are zero */
        matrix_store(&a, v + 2, index);
    }
    matrix_free(&a);
    matrix_free(&q);
    return good;
}

/* views: A, U, S, Vh. A wide matrix is factored as its adjoint. */
static bool run_svd(const host_view *v, int64_t index)
{
    int64_t m = v[0].size[v[0].ndim - 2], n = v[0].size[v[0].ndim - 1], k = m < n ? m : n, tall = m < n ? n : m;
    bool    wide = m < n;
    matrix  a = {0}, in = {0}, u = {0}, w = {0}, out = {0};
    int64_t u_cols = wide ? v[3].size[v[3].ndim - 2] : v[1].size[v[1].ndim - 1];
    double *s = mem_alloc_array((size_t)(k ? k : 1), sizeof *s);
    bool    good = s && matrix_new(m, n, &in) == WZ_OK && matrix_new(tall, k, &a) == WZ_OK && matrix_new(tall, u_cols, &u) == WZ_OK && matrix_new(k, k, &w) == WZ_OK;
    if (good) {
        matrix_load(&in, v, index);
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++) *(wide ? entry(&a, j, i) : entry(&a, i, j)) = wide ? c_conj(*entry(&in, i, j)) : *entry(&in, i, j);
        good = jacobi_svd(&a, &u, s, &w);
    }
    if (good) {
        matrix *left = wide ? &w : &u, *right = wide ? &u : &w;
        if (wide || left->cols == v[1].size[v[1].ndim - 1]) matrix_store(left, v + 1, index);
        good = matrix_new(right->cols, right->rows, &out) == WZ_OK;
        for (int64_t i = 0; good && i < out.rows; i++)
            for (int64_t j = 0; j < out.cols; j++) *entry(&out, i, j) = c_conj(*entry(right, j, i));
        if (good) matrix_store(&out, v + 3, index);
        for (int64_t j = 0; j < k; j++) store_f64((wz_dtype)v[2].dtype, at(&v[2], view_offset(&v[2], index * k + j)), s[j]);
    }
    matrix_free(&a);
    matrix_free(&in);
    matrix_free(&u);
    matrix_free(&w);
    matrix_free(&out);
    mem_free(s);
    return good;
}

/* views: A, values, vectors */
static bool run_eigh(const host_view *v, int64_t index, bool upper)
{
    int64_t  n = v[0].size[v[0].ndim - 1], *order = mem_alloc_array((size_t)(n ? n : 1), sizeof *order);
    matrix   a = {0}, w = {0}, out = {0};
    bool     good = order && matrix_new(n, n, &a) == WZ_OK && matrix_new(n, n, &w) == WZ_OK && matrix_new(n, n, &out) == WZ_OK;
    if (good) {
        matrix_load(&a, v, index);
        for (int64_t i = 0; i < n; i++) {
            entry(&a, i, i)->im = 0;
            for (int64_t j = 0; j < i; j++) *(upper ? entry(&a, i, j) : entry(&a, j, i)) = c_conj(upper ? *entry(&a, j, i) : *entry(&a, i, j));
        }
        double scale = scale_of(&a);
        if (scale == 0) {
            poison(&a);
            poison(&w);
        } else {
            rescale(&a, scale);
            jacobi_eigh(&a, &w);
        }
        for (int64_t j = 0; j < n; j++) order[j] = j;
        for (int64_t j = 1; j < n; j++)
            for (int64_t i = j; i > 0 && entry(&a, order[i - 1], order[i - 1])->re > entry(&a, order[i], order[i])->re; i--) {
                int64_t swap = order[i];
                order[i] = order[i - 1];
                order[i - 1] = swap;
            }
        for (int64_t j = 0; j < n; j++) {
            double value = entry(&a, order[j], order[j])->re;
            store_f64((wz_dtype)v[1].dtype, at(&v[1], view_offset(&v[1], index * n + j)), scale == 0 ? NAN : value / scale);
            for (int64_t i = 0; i < n; i++) *entry(&out, i, j) = *entry(&w, i, order[j]);
        }
        matrix_store(&out, v + 2, index);
    }
    matrix_free(&a);
    matrix_free(&w);
    matrix_free(&out);
    mem_free(order);
    return good;
}

static void ref_svd_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l);
    const svd_args  *a = launch_args(l);
    host_view        batch = view_keep_dims(v, v[0].ndim > 2 ? (1u << (v[0].ndim - 2)) - 1 : 0);
    int64_t          begin, end;
    part_range(batch.numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        bool good = a->op == WZ_OP_linalg_qr_ex ? run_qr(v, i) : a->op == WZ_OP_linalg_svd ? run_svd(v, i) : run_eigh(v, i, a->upper);
        if (!good) {
            kernel_error(l, WZ_NOMEM, "out of memory for a factorisation");
            return;
        }
    }
}

static wz_status ref_svd(wz_call *c)
{
    svd_args a = {.op = c->op};
    if (c->op == WZ_OP_linalg_eigh) a.upper = (arg_string(c, 1)[0] | 32) == 'u';
    return launch_call(c, ref_svd_kernel, tensor_numel(c->in[0]) * c->in[0]->size[c->in[0]->ndim - 1], 1 << 12, &a, sizeof a);
}

wz_status comp_qr(wz_call *c)
{
    const char *mode = arg_string(c, 1);
    bool        complete_q = strcmp(mode, "complete") == 0, only_r = strcmp(mode, "r") == 0;
    int64_t     none = 0;
    if (!complete_q && !only_r && strcmp(mode, "reduced") != 0)
        return fail(WZ_SHAPE, "qr received unrecognized mode '%.20s' but expected one of 'reduced' (default), 'r', or 'complete'", mode);
    c->out[0] = wz_linalg_qr_ex(c->in[0], complete_q, &c->out[1]);
    if (c->out[0] && only_r) c->out[0] = tensor_empty((wz_dtype)c->in[0]->dtype, 1, &none, c->dev);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_svdvals(wz_call *c)
{
    wz_tensor *vh = NULL;
    if (!wz_linalg_svd(c->in[0], false, &c->out[0], &vh)) return error_status();
    return WZ_OK;
}

wz_status comp_eigvalsh(wz_call *c)
{
    wz_tensor *vectors = NULL;
    c->out[0] = wz_linalg_eigh(c->in[0], arg_string(c, 1), &vectors);
    return c->out[0] ? WZ_OK : error_status();
}

const kernel_row linalg_svd_rows[] = {
    {WZ_OP_linalg_qr_ex, ON_REF, DT_LINALG, NULL, ref_svd},
    {WZ_OP_linalg_svd, ON_REF, DT_LINALG, NULL, ref_svd},
    {WZ_OP_linalg_eigh, ON_REF, DT_LINALG, NULL, ref_svd},
    {.run = NULL},
};

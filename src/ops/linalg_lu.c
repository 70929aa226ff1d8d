/* linalg_lu.c - LU and what follows from it: solves, inverses, determinants; Cholesky; triangular solves.
 * SPDX-License-Identifier: MIT */
#include "linalg.h"
#include <wootz/ops.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- shapes --------------------------------------------------------------------------------------------- */

static wz_status want_matrix(const wz_tensor *a, const char *name)
{
    return a->ndim >= 2 ? WZ_OK : fail(WZ_SHAPE, "The input tensor %s must have at least 2 dimensions.", name);
}

static wz_status want_square(const wz_tensor *a, const char *name)
{
    TRY(want_matrix(a, name));
    int64_t m = a->size[a->ndim - 2], n = a->size[a->ndim - 1];
    return m == n ? WZ_OK : fail(WZ_SHAPE, "%s must be batches of square matrices, but they are %lld by %lld matrices", name, (long long)m, (long long)n);
}

/* Results of shape batch + tail. */
static wz_status batch_shape(wz_call *c, int k, const wz_tensor *a, int n_tail, const int64_t *tail)
{
    int64_t size[WZ_MAX_DIMS];
    int     lead = a->ndim - 2;
    memcpy(size, a->size, sizeof size);
    for (int i = 0; i < n_tail; i++) size[lead + i] = tail[i];
    return out_shape(c, k, lead + n_tail, size);
}

wz_status dtype_lu(wz_call *c);
wz_status shape_lu(wz_call *c);
wz_status dtype_lu_parts(wz_call *c);
wz_status shape_lu_parts(wz_call *c);
wz_status dtype_lu_solve(wz_call *c);
wz_status shape_lu_solve(wz_call *c);
wz_status dtype_solve(wz_call *c);
wz_status shape_solve(wz_call *c);
wz_status shape_inv(wz_call *c);
wz_status shape_det(wz_call *c);
wz_status dtype_slogdet(wz_call *c);
wz_status shape_triangular(wz_call *c);

wz_status dtype_lu(wz_call *c)
{
    c->out_dtype[0] = c->dtype;
    c->out_dtype[1] = c->out_dtype[2] = WZ_DTYPE_I32;
    return WZ_OK;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

wz_status shape_lu(wz_call *c)
{
    const wz_tensor *a = c->in[0];
    TRY(want_matrix(a, "A"));
    int64_t k = least(a->size[a->ndim - 2], a->size[a->ndim - 1]);
    TRY(out_shape_like(c, 0, a));
    TRY(batch_shape(c, 1, a, 1, &k));
    return batch_shape(c, 2, a, 0, NULL);
}

wz_status dtype_lu_parts(wz_call *c)
{
    for (int k = 0; k < 3; k++) c->out_dtype[k] = c->dtype;
    return WZ_OK;
}

wz_status shape_lu_parts(wz_call *c)
{
    const wz_tensor *a = c->in[0];
    TRY(want_matrix(a, "A"));
    int64_t m = a->size[a->ndim - 2], n = a->size[a->ndim - 1], k = least(m, n), p[] = {m, m}, l[] = {m, k}, u[] = {k, n};
    TRY(batch_shape(c, 0, a, 2, p));
    TRY(batch_shape(c, 1, a, 2, l));
    return batch_shape(c, 2, a, 2, u);
}

/* Broadcast batch dims of two matrix operands; tail is the result's matrix. */
static wz_status pair_shape(wz_call *c, int k, const wz_tensor *a, const wz_tensor *b, int64_t rows, int64_t cols)
{
    int     ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    int64_t size[WZ_MAX_DIMS];
    for (int d = 0; d < ndim - 2; d++) {
        int     own_a = d - (ndim - a->ndim), own_b = d - (ndim - b->ndim);
        int64_t x = own_a < 0 ? 1 : a->size[own_a], y = own_b < 0 ? 1 : b->size[own_b];
        if (x != y && x != 1 && y != 1)
            return fail(WZ_SHAPE, "The batch dimensions of A %s and B %s do not broadcast", SHAPE_OF(a), SHAPE_OF(b));
        size[d] = x == 1 ? y : x;
    }
    size[ndim - 2] = rows;
    size[ndim - 1] = cols;
    return out_shape(c, k, ndim, size);
}

static wz_status pair_dtype(const wz_tensor *a, const wz_tensor *b)
{
    if (a->dtype == b->dtype) return WZ_OK;
    return fail(WZ_SHAPE, "Expected A and B to have the same dtype, but found A of type %s and B of type %s instead", wz_dtype_name((wz_dtype)a->dtype),
                wz_dtype_name((wz_dtype)b->dtype));
}

wz_status dtype_lu_solve(wz_call *c)
{
    TRY(pair_dtype(c->in[0], c->in[2]));
    if (c->in[1]->dtype != WZ_DTYPE_I32) return fail(WZ_TYPE, "Expected pivots to be a Tensor of torch.int32, but got %s", wz_dtype_name((wz_dtype)c->in[1]->dtype));
    c->out_dtype[0] = c->dtype;
    return WZ_OK;
}

static wz_status fits(const wz_tensor *a, const wz_tensor *b, bool left)
{
    int64_t n = a->size[a->ndim - 1], side = b->size[b->ndim - (left ? 2 : 1)];
    if (n == side) return WZ_OK;
    return fail(WZ_SHAPE, "Incompatible shapes of A and B for the equation %s (%lldx%lld and %lldx%lld)", left ? "AX = B" : "XA = B", (long long)n, (long long)n,
                (long long)b->size[b->ndim - 2], (long long)b->size[b->ndim - 1]);
}

wz_status shape_lu_solve(wz_call *c)
{
    const wz_tensor *lu = c->in[0], *pivots = c->in[1], *b = c->in[2];
    TRY(want_square(lu, "LU"));
    TRY(want_matrix(b, "B"));
    TRY(fits(lu, b, arg_bool(c, 3)));
    if (pivots->ndim != lu->ndim - 1 || !sizes_equal(pivots->ndim, pivots->size, lu->ndim - 1, lu->size))
        return fail(WZ_SHAPE, "Number of pivots per batch should be same as the dimension of the matrix, got %s for LU %s", SHAPE_OF(pivots), SHAPE_OF(lu));
    return pair_shape(c, 0, lu, b, b->size[b->ndim - 2], b->size[b->ndim - 1]);
}

wz_status dtype_solve(wz_call *c)
{
    if (c->n_in > 1) TRY(pair_dtype(c->in[0], c->in[1]));
    c->out_dtype[0] = c->dtype;
    c->out_dtype[1] = WZ_DTYPE_I32;
    return WZ_OK;
}

/* torch: B is a batch of vectors when it has one dim, or one dim less than A and the shape of A's batch and rows. */
static bool vector_rhs(const wz_tensor *a, const wz_tensor *b)
{
    return b->ndim == 1 || (a->ndim - 1 == b->ndim && sizes_equal(b->ndim, b->size, a->ndim - 1, a->size));
}

wz_status shape_solve(wz_call *c)
{
    const wz_tensor *a = c->in[0], *b = c->in[1];
    bool             left = arg_bool(c, 2);
    TRY(want_square(a, "A"));
    if (vector_rhs(a, b)) {
        if (!left) return fail(WZ_SHAPE, "Vector broadcasting of the left hand side is not supported for left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)");
        if (b->size[b->ndim - 1] != a->size[a->ndim - 1])
            return fail(WZ_SHAPE, "Incompatible shapes of A and B for the equation AX = B (%s and %s)", SHAPE_OF(a), SHAPE_OF(b));
        TRY(out_shape(c, 0, a->ndim - 1, a->size));
        return batch_shape(c, 1, a, 0, NULL);
    }
    TRY(want_matrix(b, "B"));
    TRY(fits(a, b, left));
    TRY(pair_shape(c, 0, a, b, b->size[b->ndim - 2], b->size[b->ndim - 1]));
    return batch_shape(c, 1, a, 0, NULL);
}

wz_status shape_inv(wz_call *c)
{
    TRY(want_square(c->in[0], "A"));
    TRY(out_shape_like(c, 0, c->in[0]));
    return batch_shape(c, 1, c->in[0], 0, NULL);
}

wz_status shape_det(wz_call *c)
{
    TRY(want_square(c->in[0], "A"));
    for (int k = 0; k < c->n_out; k++) TRY(batch_shape(c, k, c->in[0], 0, NULL));
    return WZ_OK;
}

wz_status dtype_slogdet(wz_call *c)
{
    c->out_dtype[0] = c->dtype;
    c->out_dtype[1] = dtype_real_of(c->dtype);
    return WZ_OK;
}

wz_status shape_triangular(wz_call *c)
{
    const wz_tensor *a = c->in[0], *b = c->in[1];
    TRY(pair_dtype(a, b));
    TRY(want_square(a, "A"));
    TRY(want_matrix(b, "B"));
    TRY(fits(a, b, arg_bool(c, 3)));
    return pair_shape(c, 0, a, b, b->size[b->ndim - 2], b->size[b->ndim - 1]);
}

/* ---- kernels ------------------------------------------------------------------------------------------------- */

typedef struct linalg_args {
    wz_op op;
    bool  pivot, left, adjoint, upper, unit;
} linalg_args;

static void store_info(const host_view *info, int64_t index, int64_t v)
{
    if (info->dtype) store_i64(WZ_DTYPE_I32, at(info, view_offset(info, index)), v);
}

/* views: A, LU, pivots, info */
static bool run_lu(const host_view *v, int64_t index, const linalg_args *a)
{
    matrix   m;
    int64_t  n = least(v[0].size[v[0].ndim - 2], v[0].size[v[0].ndim - 1]);
    int64_t *pivots = mem_alloc_array((size_t)n, sizeof *pivots);
    if (!pivots || matrix_new(v[0].size[v[0].ndim - 2], v[0].size[v[0].ndim - 1], &m) != WZ_OK) return mem_free(pivots), false;
    matrix_load(&m, v, index);
    int64_t info = matrix_lu(&m, a->pivot ? pivots : NULL);
    matrix_store(&m, v + 1, index);
    for (int64_t k = 0; k < n; k++) store_i64(WZ_DTYPE_I32, at(&v[2], view_offset(&v[2], index * n + k)), a->pivot ? pivots[k] + 1 : k + 1);
    store_info(&v[3], index, info);
    matrix_free(&m);
    mem_free(pivots);
    return true;
}

/* views: A, P, L, U */
static bool run_lu_parts(const host_view *v, int64_t index, const linalg_args *a)
{
    matrix   m, p = {0}, l = {0}, u = {0};
    int64_t  rows = v[0].size[v[0].ndim - 2], cols = v[0].size[v[0].ndim - 1], n = least(rows, cols);
    int64_t *pivots = mem_alloc_array((size_t)n + (size_t)rows, sizeof *pivots), *order = pivots ? pivots + n : NULL;
    bool     good = pivots && matrix_new(rows, cols, &m) == WZ_OK;
    good = good && matrix_new(rows, rows, &p) == WZ_OK && matrix_new(rows, n, &l) == WZ_OK && matrix_new(n, cols, &u) == WZ_OK;
    if (good) {
        matrix_load(&m, v, index);
        (void)matrix_lu(&m, a->pivot ? pivots : NULL);
        for (int64_t i = 0; i < rows; i++) order[i] = i;
        for (int64_t k = 0; k < n && a->pivot; k++) {
            int64_t swap = order[k];
            order[k] = order[pivots[k]];
            order[pivots[k]] = swap;
        }
        for (int64_t i = 0; i < rows; i++) entry(&p, order[i], i)->re = 1;
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < n; j++) *entry(&l, i, j) = i == j ? (cdouble){1, 0} : i > j ? *entry(&m, i, j) : (cdouble){0, 0};
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = i; j < cols; j++) *entry(&u, i, j) = *entry(&m, i, j);
        matrix_store(&p, v + 1, index);
        matrix_store(&l, v + 2, index);
        matrix_store(&u, v + 3, index);
    }
    if (pivots) matrix_free(&m);
    matrix_free(&p);
    matrix_free(&l);
    matrix_free(&u);
    mem_free(pivots);
    return good;
}

static void transpose_into(const matrix *from, matrix *to)
{
    for (int64_t i = 0; i < from->rows; i++)
        for (int64_t j = 0; j < from->cols; j++) *entry(to, j, i) = *entry(from, i, j);
}

static void exchange_rows(matrix *b, const int64_t *pivots, int64_t n, bool backward)
{
    for (int64_t s = 0; s < n; s++) {
        int64_t k = backward ? n - 1 - s : s;
        for (int64_t j = 0; pivots[k] != k && j < b->cols; j++) {
            cdouble swap = *entry(b, k, j);
            *entry(b, k, j) = *entry(b, pivots[k], j);
            *entry(b, pivots[k], j) = swap;
        }
    }
}

/* op(A) X = B in place from the factors; op is nothing, transposition, or the adjoint. */
static void solve_factored(const matrix *lu, const int64_t *pivots, matrix *b, bool transpose, bool conjugate)
{
    if (!transpose) {
        exchange_rows(b, pivots, lu->rows, false);
        matrix_solve_triangular(lu, b, false, true, false, conjugate);
        matrix_solve_triangular(lu, b, true, false, false, conjugate);
        return;
    }
    matrix_solve_triangular(lu, b, true, false, true, conjugate);
    matrix_solve_triangular(lu, b, false, true, true, conjugate);
    exchange_rows(b, pivots, lu->rows, true);
}

/* B as columns for A X = B; for X A = B its transpose, since A^T X^T = B^T. */
static bool load_rhs(const host_view *b, int64_t index, bool left, matrix *x, matrix *scratch)
{
    int64_t rows = b->size[b->ndim - 2], cols = b->size[b->ndim - 1];
    if (matrix_new(rows, cols, scratch) != WZ_OK || matrix_new(left ? rows : cols, left ? cols : rows, x) != WZ_OK) return false;
    matrix_load(scratch, b, index);
    if (left) memcpy(x->at, scratch->at, sizeof *x->at * (size_t)(rows * cols));
    else transpose_into(scratch, x);
    return true;
}

static void store_solution(const matrix *x, matrix *scratch, bool left, const host_view *out, int64_t index)
{
    if (left) {
        matrix_store(x, out, index);
        return;
    }
    transpose_into(x, scratch);
    matrix_store(scratch, out, index);
}

/* views: A (or LU), B, out, info (absent: none), pivots (absent: factor here); all with the same batch dims but info */
static bool run_solve(const host_view *v, int64_t index, const linalg_args *a)
{
    int64_t  n = v[0].size[v[0].ndim - 1], info = 0;
    matrix   m = {0}, x = {0}, scratch = {0};
    int64_t *pivots = mem_alloc_array((size_t)n, sizeof *pivots);
    bool     good = pivots && matrix_new(n, n, &m) == WZ_OK && load_rhs(&v[1], index, a->left, &x, &scratch);
    if (good) {
        matrix_load(&m, v, index);
        if (v[4].dtype) {
            host_view rows = view_keep_dims(&v[4], (1u << (v[4].ndim - 1)) - 1);
            int64_t   base = view_offset(&rows, index);
            for (int64_t k = 0; k < n; k++) {
                pivots[k] = load_i64(WZ_DTYPE_I32, at(&v[4], base + k * v[4].stride[v[4].ndim - 1])) - 1;
                if (pivots[k] < 0 || pivots[k] >= n) pivots[k] = k;
            }
        } else {
            info = matrix_lu(&m, pivots);
        }
        solve_factored(&m, pivots, &x, a->adjoint == a->left, a->adjoint);
        store_solution(&x, &scratch, a->left, &v[2], index);
        store_info(&v[3], index, info);
    }
    matrix_free(&m);
    matrix_free(&x);
    matrix_free(&scratch);
    mem_free(pivots);
    return good;
}

/* views: A, B, out */
static bool run_triangular(const host_view *v, int64_t index, const linalg_args *a)
{
    int64_t n = v[0].size[v[0].ndim - 1];
    matrix  m = {0}, x = {0}, scratch = {0};
    bool    good = matrix_new(n, n, &m) == WZ_OK && load_rhs(&v[1], index, a->left, &x, &scratch);
    if (good) {
        matrix_load(&m, v, index);
        matrix_solve_triangular(&m, &x, a->upper, a->unit, !a->left, false);
        store_solution(&x, &scratch, a->left, &v[2], index);
    }
    matrix_free(&m);
    matrix_free(&x);
    matrix_free(&scratch);
    return good;
}

/* views: A, inverse, info */
static bool run_inverse(const host_view *v, int64_t index, const linalg_args *a)
{
    (void)a;
    int64_t  n = v[0].size[v[0].ndim - 1];
    matrix   m = {0}, x = {0};
    int64_t *pivots = mem_alloc_array((size_t)n, sizeof *pivots);
    bool     good = pivots && matrix_new(n, n, &m) == WZ_OK && matrix_new(n, n, &x) == WZ_OK;
    if (good) {
        matrix_load(&m, v, index);
        int64_t info = matrix_lu(&m, pivots);
        for (int64_t i = 0; i < n; i++) entry(&x, i, i)->re = 1;
        solve_factored(&m, pivots, &x, false, false);
        matrix_store(&x, v + 1, index);
        store_info(&v[2], index, info);
    }
    matrix_free(&m);
    matrix_free(&x);
    mem_free(pivots);
    return good;
}

/* views: A, det (or sign), log of the magnitude or absent */
static bool run_det(const host_view *v, int64_t index, const linalg_args *a)
{
    int64_t  n = v[0].size[v[0].ndim - 1];
    matrix   m;
    int64_t *pivots = mem_alloc_array((size_t)n, sizeof *pivots);
    if (!pivots || matrix_new(n, n, &m) != WZ_OK) return mem_free(pivots), false;
    matrix_load(&m, v, index);
    (void)matrix_lu(&m, pivots);
    cdouble det = {1, 0};
    double  log_size = 0;
    for (int64_t k = 0; k < n; k++) {
        cdouble d = *entry(&m, k, k);
        if (pivots[k] != k) d = (cdouble){-d.re, -d.im};
        double size = hypot(d.re, d.im);
        log_size += log(size);
        if (a->op == WZ_OP_linalg_slogdet) d = size == 0 ? (cdouble){0, 0} : (cdouble){d.re / size, d.im / size};
        det = c_mul(det, d);
    }
    if (isnan(det.re) && !dtype_is_complex((wz_dtype)v[0].dtype)) det.im = 0;
    store_c128((wz_dtype)v[1].dtype, at(&v[1], view_offset(&v[1], index)), det);
    if (v[2].dtype) store_f64((wz_dtype)v[2].dtype, at(&v[2], view_offset(&v[2], index)), log_size);
    matrix_free(&m);
    mem_free(pivots);
    return true;
}

/* Lower factor from the lower triangle; the order of the first minor that is not positive definite, or 0. */
static int64_t cholesky(matrix *m)
{
    int64_t n = m->rows;
    for (int64_t j = 0; j < n; j++) {
        double d = entry(m, j, j)->re;
        for (int64_t k = 0; k < j; k++) d -= entry(m, j, k)->re * entry(m, j, k)->re + entry(m, j, k)->im * entry(m, j, k)->im;
        if (!(d > 0) || isinf(d)) return j + 1;
        double root = sqrt(d);
        *entry(m, j, j) = (cdouble){root, 0};
        for (int64_t i = j + 1; i < n; i++) {
            cdouble s = *entry(m, i, j);
            for (int64_t k = 0; k < j; k++) s = c_sub(s, c_mul(*entry(m, i, k), c_conj(*entry(m, j, k))));
            *entry(m, i, j) = (cdouble){s.re / root, s.im / root};
        }
    }
    return 0;
}

/* views: A, factor, info */
static bool run_cholesky(const host_view *v, int64_t index, const linalg_args *a)
{
    int64_t n = v[0].size[v[0].ndim - 1];
    matrix  m = {0}, x = {0};
    bool    good = matrix_new(n, n, &m) == WZ_OK && matrix_new(n, n, &x) == WZ_OK;
    if (good) {
        matrix_load(&m, v, index);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j <= i; j++) *entry(&x, i, j) = a->upper ? c_conj(*entry(&m, j, i)) : *entry(&m, i, j);
        int64_t info = cholesky(&x);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++) {
                cdouble zero = {0, 0};
                if (a->upper) *entry(&m, i, j) = j >= i ? c_conj(*entry(&x, j, i)) : zero;
                else *entry(&m, i, j) = j <= i ? *entry(&x, i, j) : zero;
            }
        matrix_store(&m, v + 1, index);
        store_info(&v[2], index, info);
    }
    matrix_free(&m);
    matrix_free(&x);
    return good;
}

static void ref_linalg_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *v = launch_views(l);
    const linalg_args *a = launch_args(l);
    host_view          batch = view_keep_dims(v, v[0].ndim > 2 ? (1u << (v[0].ndim - 2)) - 1 : 0);
    int64_t            begin, end;
    part_range(batch.numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        bool good;
        switch (a->op) {
        case WZ_OP_linalg_lu_factor_ex: good = run_lu(v, i, a); break;
        case WZ_OP_linalg_lu: good = run_lu_parts(v, i, a); break;
        case WZ_OP_linalg_inv_ex: good = run_inverse(v, i, a); break;
        case WZ_OP_linalg_det:
        case WZ_OP_linalg_slogdet: good = run_det(v, i, a); break;
        case WZ_OP_linalg_cholesky_ex: good = run_cholesky(v, i, a); break;
        case WZ_OP_linalg_solve_triangular: good = run_triangular(v, i, a); break;
        default: good = run_solve(v, i, a);
        }
        if (!good) {
            kernel_error(l, WZ_NOMEM, "out of memory for a matrix of %lld x %lld", (long long)v[0].size[v[0].ndim - 2], (long long)v[0].size[v[0].ndim - 1]);
            return;
        }
    }
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

static int64_t cube(const wz_tensor *a)
{
    double n = (double)a->size[a->ndim - 1], work = (double)tensor_numel(a) * n;
    return work > 1e15 ? (int64_t)1e15 : (int64_t)work;
}

static wz_tensor *batched_to(wz_tensor *t, const wz_tensor *out)
{
    int64_t size[WZ_MAX_DIMS];
    memcpy(size, out->size, sizeof size);
    size[out->ndim - 2] = t->size[t->ndim - 2];
    size[out->ndim - 1] = t->size[t->ndim - 1];
    return expand_to(t, out->ndim, size);
}

static wz_status check_info(wz_call *c, wz_tensor *info, const char *format)
{
    TRY(wz_stream_sync(c->stream));
    for (int64_t i = 0, n = tensor_numel(info); i < n; i++) {
        int64_t v = ((int32_t *)tensor_host(info))[i];
        char    where[48] = "";
        if (v == 0) continue;
        if (info->ndim) snprintf(where, sizeof where, "(Batch element %lld): ", (long long)i);
        return fail(WZ_LINALG, format, where, (long long)v, (long long)v);
    }
    return WZ_OK;
}

static const char SINGULAR_INV[] = "%sThe diagonal element %lld is zero, the inversion could not be completed because the input matrix is singular.";
static const char SINGULAR_SOLVE[] = "%sThe solver failed because the input matrix is singular (pivot %lld is zero).";
static const char SINGULAR_LU[] = "%sU[%lld,%lld] is zero and using it on lu_solve would result in a division by zero. If you still want to perform the "
                                  "factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)";
static const char NOT_POSITIVE[] = "%sThe factorization could not be completed because the input is not positive-definite (the leading minor of order %lld is "
                                   "not positive-definite).";

static wz_status ref_factor(wz_call *c)
{
    linalg_args a = {.op = c->op, .pivot = true};
    bool        check = false;
    if (c->op == WZ_OP_linalg_lu_factor_ex || c->op == WZ_OP_linalg_lu) a.pivot = arg_bool(c, 1);
    if (c->op == WZ_OP_linalg_cholesky_ex) a.upper = arg_bool(c, 1);
    if (c->op == WZ_OP_linalg_lu_factor_ex || c->op == WZ_OP_linalg_cholesky_ex) check = arg_bool(c, 2);
    if (c->op == WZ_OP_linalg_inv_ex) check = arg_bool(c, 1);
    wz_tensor *t[5] = {c->in[0]};
    for (int k = 0; k < c->n_out; k++) t[1 + k] = c->out[k];
    int n = 1 + c->n_out > 3 ? 1 + c->n_out : 3;
    TRY(launch_host(c, ref_linalg_kernel, n, t, 30, cube(c->in[0]), 1 << 14, &a, sizeof a));
    if (!check) return WZ_OK;
    const char *text = c->op == WZ_OP_linalg_inv_ex ? SINGULAR_INV : c->op == WZ_OP_linalg_lu_factor_ex ? SINGULAR_LU : NOT_POSITIVE;
    return check_info(c, c->out[c->n_out - 1], text);
}

static wz_status ref_solve(wz_call *c)
{
    linalg_args a = {.op = c->op, .left = arg_bool(c, 2)};
    wz_tensor  *b = c->in[1], *out = c->out[0];
    if (vector_rhs(c->in[0], b)) {
        b = wz_unsqueeze(b, -1);
        out = wz_unsqueeze(out, -1);
    }
    if (!b || !out) return error_status();
    wz_tensor *t[] = {batched_to(c->in[0], out), batched_to(b, out), out, NULL, NULL};
    /* info has the batch of A alone: filled in a pass of its own when A is broadcast */
    bool broadcast = out->ndim - 2 != c->out[1]->ndim || !sizes_equal(out->ndim - 2, out->size, c->out[1]->ndim, c->out[1]->size);
    if (!broadcast) t[3] = c->out[1];
    if (!t[0] || !t[1]) return error_status();
    TRY(launch_host(c, ref_linalg_kernel, 5, t, 12, cube(t[0]), 1 << 14, &a, sizeof a));
    if (broadcast) {
        wz_tensor *pivots = NULL, *info = NULL;
        if (!wz_linalg_lu_factor_ex(c->in[0], true, false, &pivots, &info)) return error_status();
        TRY(tensor_copy(c->out[1], info));
    }
    return arg_bool(c, 3) ? check_info(c, c->out[1], SINGULAR_SOLVE) : WZ_OK;
}

static wz_status ref_lu_solve(wz_call *c)
{
    linalg_args a = {.op = c->op, .left = arg_bool(c, 3), .adjoint = arg_bool(c, 4)};
    wz_tensor  *out = c->out[0], *pivots = c->in[1];
    int64_t     size[WZ_MAX_DIMS];
    memcpy(size, out->size, sizeof size);
    size[out->ndim - 2] = pivots->size[pivots->ndim - 1];
    wz_tensor *t[] = {batched_to(c->in[0], out), batched_to(c->in[2], out), out, NULL, expand_to(pivots, out->ndim - 1, size)};
    if (!t[0] || !t[1] || !t[4]) return error_status();
    return launch_host(c, ref_linalg_kernel, 5, t, 4, cube(t[0]), 1 << 14, &a, sizeof a);
}

static wz_status ref_triangular(wz_call *c)
{
    linalg_args a = {.op = c->op, .upper = arg_bool(c, 2), .left = arg_bool(c, 3), .unit = arg_bool(c, 4)};
    wz_tensor  *t[] = {batched_to(c->in[0], c->out[0]), batched_to(c->in[1], c->out[0]), c->out[0]};
    if (!t[0] || !t[1]) return error_status();
    return launch_host(c, ref_linalg_kernel, 3, t, 4, cube(t[0]), 1 << 14, &a, sizeof a);
}

/* ---- composites ----------------------------------------------------------------------------------------------------- */

wz_status comp_lu_factor(wz_call *c);
wz_status comp_solve(wz_call *c);
wz_status comp_inv(wz_call *c);
wz_status comp_det(wz_call *c);
wz_status comp_slogdet(wz_call *c);
wz_status comp_logdet(wz_call *c);
wz_status comp_cholesky(wz_call *c);

wz_status comp_lu_factor(wz_call *c)
{
    wz_tensor *info = NULL;
    c->out[0] = wz_linalg_lu_factor_ex(c->in[0], arg_bool(c, 1), true, &c->out[1], &info);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_solve(wz_call *c)
{
    wz_tensor *info = NULL;
    c->out[0] = wz_linalg_solve_ex(c->in[0], c->in[1], arg_bool(c, 2), true, &info);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_inv(wz_call *c)
{
    wz_tensor *info = NULL;
    c->out[0] = wz_linalg_inv_ex(c->in[0], true, &info);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_det(wz_call *c)
{
    c->out[0] = wz_linalg_det(c->in[0]);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_slogdet(wz_call *c)
{
    c->out[0] = wz_linalg_slogdet(c->in[0], &c->out[1]);
    return c->out[0] ? WZ_OK : error_status();
}

/* log(sign) + logabsdet: 0 for a positive determinant, NaN for a negative one, -inf for 0. */
wz_status comp_logdet(wz_call *c)
{
    wz_tensor *size = NULL, *sign = wz_linalg_slogdet(c->in[0], &size);
    if (!sign) return error_status();
    c->out[0] = wz_add(wz_log(sign), size, wz_int(1));
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_cholesky(wz_call *c)
{
    wz_tensor *info = NULL;
    c->out[0] = wz_linalg_cholesky_ex(c->in[0], arg_bool(c, 1), true, &info);
    return c->out[0] ? WZ_OK : error_status();
}

const kernel_row linalg_rows[] = {
    {WZ_OP_linalg_lu_factor_ex, ON_REF, DT_LINALG, NULL, ref_factor}, {WZ_OP_linalg_lu, ON_REF, DT_LINALG, NULL, ref_factor},
    {WZ_OP_linalg_inv_ex, ON_REF, DT_LINALG, NULL, ref_factor},       {WZ_OP_linalg_det, ON_REF, DT_LINALG, NULL, ref_factor},
    {WZ_OP_linalg_slogdet, ON_REF, DT_LINALG, NULL, ref_factor},      {WZ_OP_linalg_cholesky_ex, ON_REF, DT_LINALG, NULL, ref_factor},
    {WZ_OP_linalg_solve_ex, ON_REF, DT_LINALG, NULL, ref_solve},      {WZ_OP_linalg_lu_solve, ON_REF, DT_LINALG, NULL, ref_lu_solve},
    {WZ_OP_linalg_solve_triangular, ON_REF, DT_LINALG, NULL, ref_triangular},
    {.run = NULL},
};

/* matmul.c - matrix products: which way to go, cutting into units for the pool, cache blocks, and the last
 * step that scales, adds and rounds into C.
 *
 * A product with at most eight rows (or columns: then the transposed product is taken) reads its large
 * operand once, so it goes to gemv. Everything else goes through the five loops of BLIS: blocks of B and A
 * are packed, tiles run over them. Each unit (a rectangle of C of one batch item) packs for itself; that costs
 * a few per cent and needs no waiting between threads, so units of any number run in any order.
 * Tiles write C directly when C is what they compute; otherwise a block of sums is finished apart.
 * SPDX-License-Identifier: MIT */
#include "matmul.h"
#include "../core/convert.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "detect.h"
#include "pool.h"
#include "scratch.h"
#include <string.h>

/* GEMV_T_MAX_M: more vectors are faster through packed tiles (measured on Zen 3 with 256 KB matrices: two
 * vectors run at 27 G multiply-adds a second, four at no more, tiles at 45).
 * FINISH_ROWS: rows of sums kept before they are finished. GRAIN: multiply-adds that make a thread worth
 * waking (about 5 microseconds). SLACK: elements that packing may write behind a panel. */
enum { GEMV_T_MAX_M = 3, FINISH_ROWS = 576, FINISH_COLS = 256, GRAIN = 200000, SLACK = 32 };

typedef enum way { WAY_GEMM, WAY_GEMV, WAY_GEMV_T } way;

typedef struct plan {
    cpu_matmul         p;
    int64_t            bias_row, bias_col; /* strides of the bias over rows and columns of C */
    const cpu_kernels *kernels;
    const cpu_gemm    *gemm;
    way                go;
    bool               f64, direct;
    size_t             element;            /* bytes of what is computed in */
    int64_t            grid_m, grid_n, chunk_m, chunk_n, units;
    int64_t            kc, mc, nc, finish_rows;
    size_t             a_elements, b_elements, slot_bytes;
    scratch           *scratch;
} plan;

static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
static int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }

/* ---- finishing: from sums to C -------------------------------------------------------------------------- */

static void finish_f64(const plan *q, const double *sums, int64_t stride, int64_t b, int64_t i0, int64_t rows,
                       int64_t j0, int64_t cols)
{
    const cpu_matmul *p = &q->p;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++) {
            double *c = (double *)p->c + b * p->c_batch + (i0 + i) * p->c_row + (j0 + j) * p->c_col;
            double  v = p->alpha * sums[i * stride + j];
            if (p->bias) v += ((const double *)p->bias)[(i0 + i) * q->bias_row + (j0 + j) * q->bias_col];
            if (p->beta != 0) v += p->beta * *c;
            *c = v;
        }
}

/* n elements `stride` apart as floats: in place when they are, else converted into buffer. */
static const float *row_as_f32(const cpu_kernels *k, wz_dtype d, const void *src, int64_t stride, int64_t n,
                               float *buffer)
{
    if (stride == 1) {
        if (d == WZ_DTYPE_F32) return src;
        k->to_f32[d](buffer, src, n);
        return buffer;
    }
    const size_t bytes = wz_dtype_bytes(d);
    for (int64_t j = 0; j < n; j++)
        k->to_f32[d](buffer + j, (const char *)src + j * stride * (int64_t)bytes, 1);
    return buffer;
}

static void finish_row(const plan *q, float *v, int64_t b, int64_t i, int64_t j0, int64_t n)
{
    const cpu_matmul  *p = &q->p;
    const cpu_kernels *k = q->kernels;
    const int64_t      bytes = (int64_t)wz_dtype_bytes(p->c_dtype);
    float              buffer[FINISH_COLS];
    const float        alpha = (float)p->alpha;
    if (alpha != 1)
        for (int64_t j = 0; j < n; j++) v[j] *= alpha;
    if (p->row_scale) {
        float s = p->row_scale[i * p->row_scale_stride];
        for (int64_t j = 0; j < n; j++) v[j] *= s;
    }
    if (p->col_scale)
        for (int64_t j = 0; j < n; j++) v[j] *= p->col_scale[(j0 + j) * p->col_scale_stride];
    if (p->bias) {
        const char  *at = (const char *)p->bias + (i * q->bias_row + j0 * q->bias_col) * bytes;
        const float *bias = row_as_f32(k, p->c_dtype, at, q->bias_col, n, buffer);
        for (int64_t j = 0; j < n; j++) v[j] += bias[j];
    }
    char *c = (char *)p->c + (b * p->c_batch + i * p->c_row + j0 * p->c_col) * bytes;
    if (p->beta != 0) {
        const float *old = row_as_f32(k, p->c_dtype, c, p->c_col, n, buffer), beta = (float)p->beta;
        for (int64_t j = 0; j < n; j++) v[j] += beta * old[j];
    }
    if (p->c_col == 1) {
        k->from_f32[p->c_dtype](c, v, n);
        return;
    }
    k->from_f32[p->c_dtype](buffer, v, n); /* packed, then spread */
    for (int64_t j = 0; j < n; j++)
        memcpy(c + j * p->c_col * bytes, (const char *)buffer + j * bytes, (size_t)bytes);
}

/* Sums are overwritten. */
static void finish(const plan *q, void *sums, int64_t stride, int64_t b, int64_t i0, int64_t rows, int64_t j0,
                   int64_t cols)
{
    if (q->f64) {
        finish_f64(q, sums, stride, b, i0, rows, j0, cols);
        return;
    }
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j += FINISH_COLS)
            finish_row(q, (float *)sums + i * stride + j, b, i0 + i, j0 + j, min64(FINISH_COLS, cols - j));
}

/* ---- one unit, in blocks ------------------------------------------------------------------------------------ */

/* The tile at C[i, j] of rows x cols < mr x nr: computed apart and copied, as tiles are written whole. */
static void edge_tile(const plan *q, int64_t k, const void *a, const void *b, void *c, int64_t c_stride, bool add,
                      int64_t rows, int64_t cols)
{
    _Alignas(64) char tile[16 * 32 * sizeof(float)];
    const int         nr = q->gemm->nr;
    q->gemm->tile(k, a, b, tile, nr, false);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++)
            if (q->f64) {
                double *to = (double *)c + i * c_stride + j, v = ((double *)(void *)tile)[i * nr + j];
                *to = add ? *to + v : v;
            } else {
                float *to = (float *)c + i * c_stride + j, v = ((float *)(void *)tile)[i * nr + j];
                *to = add ? *to + v : v;
            }
}

/* All tiles of a packed block of A (rows x k) times a packed block of B (k x cols); c is its corner. With
 * `whole`, c has room for whole tiles. */
static void block_times_block(const plan *q, int64_t k, const char *a, const char *b, char *c, int64_t c_stride,
                              bool add, int64_t rows, int64_t cols, bool whole)
{
    const cpu_gemm *g = q->gemm;
    const int64_t   element = (int64_t)q->element;
    for (int64_t j = 0; j < cols; j += g->nr)
        for (int64_t i = 0; i < rows; i += g->mr) {
            const char *pa = a + i * k * element, *pb = b + j * k * element;
            char       *pc = c + (i * c_stride + j) * element;
            if (whole || (rows - i >= g->mr && cols - j >= g->nr)) g->tile(k, pa, pb, pc, c_stride, add);
            else edge_tile(q, k, pa, pb, pc, c_stride, add, min64(g->mr, rows - i), min64(g->nr, cols - j));
        }
}

/* C[i0 .. i0 + rows, j0 .. j0 + cols) of batch item b; cols <= nc. sums: where tiles go, or NULL for C. */
static void gemm_columns(const plan *q, int64_t b, int64_t i0, int64_t rows, int64_t j0, int64_t cols, char *pack_a,
                         char *pack_b, char *sums)
{
    const cpu_matmul *p = &q->p;
    const int64_t     ab = (int64_t)wz_dtype_bytes(p->a_dtype), bb = (int64_t)wz_dtype_bytes(p->b_dtype);
    const int64_t     element = (int64_t)q->element;
    if (p->k == 0) return; /* there may be no operands to point into */
    const char       *a0 = (const char *)p->a + b * p->a_batch * ab, *b0 = (const char *)p->b + b * p->b_batch * bb;
    char             *c = sums ? sums : (char *)p->c + (b * p->c_batch + i0 * p->c_row + j0) * element;
    const int64_t     c_stride = sums ? q->nc : p->c_row;
    for (int64_t k0 = 0; k0 < p->k; k0 += q->kc) {
        int64_t k = min64(q->kc, p->k - k0);
        bool    add = k0 > 0 || (!sums && p->beta != 0);
        q->gemm->pack[p->b_dtype](pack_b, b0 + (k0 * p->b_row + j0 * p->b_col) * bb, p->b_col, p->b_row, cols, k,
                                  q->gemm->nr);
        for (int64_t i = 0; i < rows; i += q->mc) {
            int64_t m = min64(q->mc, rows - i);
            q->gemm->pack[p->a_dtype](pack_a, a0 + ((i0 + i) * p->a_row + k0 * p->a_col) * ab, p->a_row, p->a_col, m, k,
                                      q->gemm->mr);
            block_times_block(q, k, pack_a, pack_b, c + i * c_stride * element, c_stride, add, m, cols, sums != NULL);
        }
    }
}

static void gemm_unit(const plan *q, char *slot, int64_t b, int64_t i0, int64_t i1, int64_t j0, int64_t j1)
{
    char *pack_a = slot, *pack_b = pack_a + q->a_elements * q->element;
    char *sums = q->direct ? NULL : pack_b + q->b_elements * q->element;
    for (int64_t i = i0; i < i1; i += q->finish_rows) {
        int64_t rows = min64(q->finish_rows, i1 - i);
        for (int64_t j = j0; j < j1; j += q->nc) {
            int64_t cols = min64(q->nc, j1 - j);
            if (sums && q->p.k == 0) memset(sums, 0, (size_t)(rows * q->nc) * q->element);
            gemm_columns(q, b, i, rows, j, cols, pack_a, pack_b, sums);
            if (sums) finish(q, sums, q->nc, b, i, rows, j, cols);
        }
    }
}

static void gemv_unit(const plan *q, char *slot, int64_t b, int64_t j0, int64_t j1)
{
    const cpu_matmul  *p = &q->p;
    const cpu_kernels *k = q->kernels;
    const int64_t      ab = (int64_t)wz_dtype_bytes(p->a_dtype), bb = (int64_t)wz_dtype_bytes(p->b_dtype);
    const char        *a = (const char *)p->a + b * p->a_batch * ab;
    float             *x = (float *)(void *)slot, *y = x + q->a_elements;
    cpu_gemv           g = {.n = j1 - j0, .k = p->k, .m = (int)p->m, .w_dtype = p->b_dtype, .x = x, .x_stride = p->k,
                            .alpha = 1, .y = y, .y_stride = j1 - j0};
    if (p->a_dtype == WZ_DTYPE_F32 && p->a_col == 1) {
        g.x = (const float *)(const void *)a;
        g.x_stride = p->a_row;
    } else {
        for (int64_t i = 0; i < p->m; i++) {
            float       *to = x + i * p->k;
            const float *row = row_as_f32(k, p->a_dtype, a + i * p->a_row * ab, p->a_col, p->k, to);
            if (row != to) memcpy(to, row, (size_t)p->k * sizeof(float));
        }
    }
    g.w = (const char *)p->b + (b * p->b_batch + j0 * p->b_col) * bb;
    g.w_stride = q->go == WAY_GEMV ? p->b_col : p->b_row;
    (q->go == WAY_GEMV ? k->gemv : k->gemv_t)[p->b_dtype](&g, 0, g.n);
    finish(q, y, g.y_stride, b, 0, p->m, j0, j1 - j0);
}

static void run_units(void *context, int part, int n_parts)
{
    const plan *q = context;
    int64_t     each = q->units / n_parts, rest = q->units % n_parts;
    int64_t     begin = part * each + min64(part, rest), end = begin + each + (part < rest);
    int         index;
    char       *slot = scratch_slot(q->scratch, &index);
    for (int64_t u = begin; u < end; u++) {
        int64_t b = u / (q->grid_m * q->grid_n), rest_u = u % (q->grid_m * q->grid_n);
        int64_t i0 = rest_u / q->grid_n * q->chunk_m, j0 = rest_u % q->grid_n * q->chunk_n;
        int64_t i1 = min64(q->p.m, i0 + q->chunk_m), j1 = min64(q->p.n, j0 + q->chunk_n);
        if (i0 >= i1 || j0 >= j1) continue;
        if (q->go == WAY_GEMM) gemm_unit(q, slot, b, i0, i1, j0, j1);
        else gemv_unit(q, slot, b, j0, j1);
    }
    scratch_slot_done(q->scratch, index);
}

/* ---- planning ---------------------------------------------------------------------------------------------- */

/* C^T = B^T A^T. */
static void transpose_plan(plan *q)
{
    const cpu_matmul o = q->p;
    cpu_matmul      *p = &q->p;
    p->m = o.n, p->n = o.m;
    p->a = o.b, p->b = o.a;
    p->a_dtype = o.b_dtype, p->b_dtype = o.a_dtype;
    p->a_row = o.b_col, p->a_col = o.b_row, p->a_batch = o.b_batch;
    p->b_row = o.a_col, p->b_col = o.a_row, p->b_batch = o.a_batch;
    p->c_row = o.c_col, p->c_col = o.c_row;
    p->row_scale = o.col_scale, p->row_scale_stride = o.col_scale_stride;
    p->col_scale = o.row_scale, p->col_scale_stride = o.row_scale_stride;
    int64_t bias_row = q->bias_row;
    q->bias_row = q->bias_col;
    q->bias_col = bias_row;
}

static way gemv_way(const plan *q)
{
    const cpu_matmul *p = &q->p;
    if (q->f64 || p->m > GEMV_MAX_M || p->k == 0 || !q->kernels->gemv[p->b_dtype]) return WAY_GEMM;
    if (p->b_row == 1 || p->k == 1) return WAY_GEMV;
    if (p->b_col == 1 && p->m <= GEMV_T_MAX_M) return WAY_GEMV_T;
    return WAY_GEMM;
}

static void choose_way(plan *q)
{
    bool turned = q->p.n < q->p.m; /* the shorter side becomes the vectors */
    if (turned) transpose_plan(q);
    q->go = gemv_way(q);
    if (q->go != WAY_GEMM) return;
    if (turned) transpose_plan(q);
    if (q->p.c_col != 1 && q->p.c_row == 1) transpose_plan(q); /* tiles want columns of C adjacent */
}

/* A grid of units over C: the one whose largest unit, counting its packing, is smallest. */
static void choose_grid(plan *q)
{
    const cpu_matmul *p = &q->p;
    const int64_t     mr = q->go == WAY_GEMM ? q->gemm->mr : p->m, nr = q->go == WAY_GEMM ? q->gemm->nr : 64;
    const double      work = (double)p->m * (double)p->n * (double)(p->k + 1);
    int64_t           threads = wz_num_threads(), wanted = ceil_div(threads, p->batch);
    if (threads == 1) wanted = 1;
    else if (q->go == WAY_GEMM && work * (double)p->batch > 50.0 * GRAIN * (double)threads)
        wanted *= 2; /* evens out late threads; gemv's rows and columns had better stay long */
    if ((double)wanted > work / GRAIN) wanted = work < GRAIN ? 1 : (int64_t)(work / GRAIN);
    const int64_t most_m = ceil_div(p->m, mr), most_n = ceil_div(p->n, nr);
    double        best = 0;
    q->grid_m = q->grid_n = 0;
    for (int64_t gm = 1; gm <= wanted && gm <= most_m; gm++) {
        int64_t gn = min64(ceil_div(wanted, gm), most_n);
        double  m = (double)round_up(ceil_div(p->m, gm), mr), n = (double)round_up(ceil_div(p->n, gn), nr);
        double  cost = m * n + 8 * (m + n); /* packing an element costs about eight multiply-adds */
        if (q->grid_m && cost >= best) continue;
        best = cost;
        q->grid_m = gm;
        q->grid_n = gn;
    }
    q->chunk_m = round_up(ceil_div(p->m, q->grid_m), mr);
    q->chunk_n = round_up(ceil_div(p->n, q->grid_n), nr);
    q->units = p->batch * q->grid_m * q->grid_n;
}

static int64_t even_block(int64_t n, int64_t most, int64_t multiple)
{
    if (n <= most) return round_up(n, multiple);
    return round_up(ceil_div(n, ceil_div(n, most)), multiple);
}

static wz_status choose_blocks(plan *q)
{
    const cpu_matmul *p = &q->p;
    if (q->go != WAY_GEMM) {
        size_t x, y;
        if (!size_mul((size_t)p->m, (size_t)p->k, &x) || !size_mul((size_t)p->m, (size_t)q->chunk_n, &y) ||
            !size_add(x, y, &y) || !size_mul(y, sizeof(float), &q->slot_bytes))
            return fail_nomem(SIZE_MAX);
        q->a_elements = x;
        return WZ_OK;
    }
    const cpu_gemm *g = q->gemm;
    q->kc = p->k ? even_block(p->k, g->kc, 1) : 1;
    q->mc = even_block(min64(p->m, q->chunk_m), g->mc, g->mr);
    q->nc = even_block(min64(p->n, q->chunk_n), g->nc, g->nr);
    q->finish_rows = q->direct ? q->chunk_m : even_block(min64(p->m, q->chunk_m), FINISH_ROWS, q->mc);
    q->a_elements = (size_t)(q->mc * q->kc + SLACK);
    q->b_elements = (size_t)(q->nc * q->kc + SLACK);
    q->slot_bytes = (q->a_elements + q->b_elements + (q->direct ? 0 : (size_t)(q->finish_rows * q->nc))) * q->element;
    return WZ_OK;
}

static wz_status check(const cpu_matmul *p, const cpu_kernels *k)
{
    const wz_dtype d[3] = {p->a_dtype, p->b_dtype, p->c_dtype};
    bool           f64 = d[0] == WZ_DTYPE_F64 && d[1] == WZ_DTYPE_F64 && d[2] == WZ_DTYPE_F64;
    for (int i = 0; i < 3 && !f64; i++)
        if ((unsigned)d[i] >= WZ_DTYPE_COUNT || !k->gemm_f32->pack[d[i]])
            return fail(WZ_UNSUPPORTED, "no matrix product of %s and %s into %s", wz_dtype_name(d[0]), wz_dtype_name(d[1]),
                        wz_dtype_name(d[2]));
    if (f64 && (p->row_scale || p->col_scale)) return fail(WZ_UNSUPPORTED, "no scaled matrix product of float64");
    if (p->batch < 0 || p->m < 0 || p->n < 0 || p->k < 0)
        return fail(WZ_INVALID, "negative sizes in a product of %lld x %lld x %lld x %lld", (long long)p->batch,
                    (long long)p->m, (long long)p->n, (long long)p->k);
    return WZ_OK;
}

wz_status cpu_matmul_run(const cpu_matmul *p)
{
    const cpu_kernels *k = cpu_kernels_now();
    TRY(check(p, k));
    if (p->batch == 0 || p->m == 0 || p->n == 0) return WZ_OK;
    plan q = {.p = *p, .kernels = k, .bias_col = p->bias_stride};
    q.f64 = p->a_dtype == WZ_DTYPE_F64;
    q.element = q.f64 ? sizeof(double) : sizeof(float);
    q.gemm = q.f64 ? k->gemm_f64 : k->gemm_f32;
    if (p->alpha == 0) q.p.k = 0;
    choose_way(&q);
    q.direct = q.p.c_col == 1 && q.p.k > 0 && q.p.alpha == 1 && (q.p.beta == 0 || q.p.beta == 1) && !q.p.bias &&
               !q.p.row_scale && !q.p.col_scale && q.p.c_dtype == (q.f64 ? WZ_DTYPE_F64 : WZ_DTYPE_F32);
    choose_grid(&q);
    TRY(choose_blocks(&q));
    int     threads = wz_num_threads();
    int64_t work_parts = (int64_t)((double)q.units * (double)q.p.m * (double)q.p.n * (double)(q.p.k + 1) /
                                   (double)(q.grid_m * q.grid_n) / GRAIN) + 1;
    int64_t parts = min64(min64(q.units, 4 * (int64_t)threads), work_parts);
    if (threads == 1) parts = 1;
    TRY(scratch_take(parts < threads ? (int)parts : threads, q.slot_bytes, &q.scratch));
    pool_run(run_units, &q, (int)parts);
    scratch_give(q.scratch);
    return WZ_OK;
}

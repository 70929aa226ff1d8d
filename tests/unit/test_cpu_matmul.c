/* test_cpu_matmul.c - matrix products of every CPU level against plain loops: sizes around the blocks, every
 * layout, dtype and epilogue, guard bands, and NaN where nothing may be read.
 * SPDX-License-Identifier: MIT */
#include "cpu/matmul.h"
#include "cpu_test.h"

/* A matrix [batch, rows, cols] in a guarded buffer; layout 0 row-major, 1 column-major, 2 spread both ways. */
typedef struct matrix {
    guarded  g;
    char    *p;
    wz_dtype d;
    int64_t  row, col, batch;
} matrix;

static matrix matrix_new(wz_dtype d, int64_t batch, int64_t rows, int64_t cols, int layout, size_t offset)
{
    matrix m = {.d = d};
    if (layout == 0) m.col = 1, m.row = cols + 3, m.batch = m.row * rows + 5;
    else if (layout == 1) m.row = 1, m.col = rows + 1, m.batch = m.col * cols + 2;
    else m.row = 3 * cols + 1, m.col = 3, m.batch = m.row * rows + 1;
    size_t bytes = wz_dtype_bytes(d), n = (size_t)(m.batch * batch);
    m.p = guarded_new(&m.g, n * bytes, offset * bytes);
    return m;
}

static char *cell(const matrix *m, int64_t b, int64_t i, int64_t j)
{
    return m->p + (b * m->batch + i * m->row + j * m->col) * (int64_t)wz_dtype_bytes(m->d);
}

static void matrix_fill(matrix *m, int64_t batch, int64_t rows, int64_t cols)
{
    for (int64_t b = 0; b < batch; b++)
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < cols; j++) store_f64(m->d, cell(m, b, i, j), (double)random_float());
}

typedef struct product {
    int64_t  batch, m, n, k;
    int      la, lb, lc;
    wz_dtype a, b, c;
    double   alpha, beta;
    bool     bias, scales, whole_scale;
} product;

static double unit_of(wz_dtype d)
{
    switch (d) {
    case WZ_DTYPE_F64: return 0x1p-53;
    case WZ_DTYPE_F16: return 0x1p-11;
    case WZ_DTYPE_BF16: return 0x1p-8;
    case WZ_DTYPE_F8_E4M3FN: return 0x1p-4;
    case WZ_DTYPE_F8_E5M2: return 0x1p-3;
    default: return 0x1p-24;
    }
}

static void check_product(const cpu_kernels *kt, const product *t)
{
    matrix a = matrix_new(t->a, t->batch, t->m, t->k, t->la, 1), b = matrix_new(t->b, t->batch, t->k, t->n, t->lb, 1);
    matrix c = matrix_new(t->c, t->batch, t->m, t->n, t->lc, 1), bias = matrix_new(t->c, 1, 1, t->n, 2, 0);
    float *rs = malloc(sizeof(float) * (size_t)t->m), *cs = malloc(sizeof(float) * (size_t)t->n);
    matrix_fill(&a, t->batch, t->m, t->k);
    matrix_fill(&b, t->batch, t->k, t->n);
    matrix_fill(&bias, 1, 1, t->n);
    if (t->beta != 0) matrix_fill(&c, t->batch, t->m, t->n); /* else it stays NaN and must not be read */
    for (int64_t i = 0; i < t->m; i++) rs[i] = 0.5f + random_float() / 4;
    for (int64_t i = 0; i < t->n; i++) cs[i] = 0.5f + random_float() / 4;
    char *before = malloc(c.g.bytes);
    memcpy(before, c.p, c.g.bytes);
    int64_t    one = t->whole_scale ? 0 : 1;
    cpu_matmul p = {.batch = t->batch, .m = t->m, .n = t->n, .k = t->k, .a_dtype = t->a, .b_dtype = t->b, .c_dtype = t->c,
                    .a = a.p, .b = b.p, .c = c.p, .a_row = a.row, .a_col = a.col, .b_row = b.row, .b_col = b.col,
                    .c_row = c.row, .c_col = c.col, .a_batch = a.batch, .b_batch = b.batch, .c_batch = c.batch,
                    .bias = t->bias ? bias.p : NULL, .bias_stride = bias.col, .alpha = t->alpha, .beta = t->beta,
                    .row_scale = t->scales ? rs : NULL, .col_scale = t->scales ? cs : NULL,
                    .row_scale_stride = one, .col_scale_stride = one};
    CHECK(cpu_matmul_run(&p) == WZ_OK);
    int    bad = 0;
    double worst = 0;
    for (int64_t i = 0; i < t->batch; i++)
        for (int64_t r = 0; r < t->m; r++)
            for (int64_t s = 0; s < t->n; s++) {
                double sum = 0, size = 0;
                for (int64_t k = 0; k < t->k && t->alpha != 0; k++) {
                    double x = load_f64(t->a, cell(&a, i, r, k)) * load_f64(t->b, cell(&b, i, k, s));
                    sum += x;
                    size += fabs(x);
                }
                double factor = t->alpha * (t->scales ? (double)rs[r * one] * (double)cs[s * one] : 1);
                double want = sum * factor, old = load_f64(t->c, before + (cell(&c, i, r, s) - c.p));
                size *= fabs(factor);
                if (t->bias) want += load_f64(t->c, cell(&bias, 0, 0, s)), size += fabs(load_f64(t->c, cell(&bias, 0, 0, s)));
                if (t->beta != 0) want += t->beta * old, size += fabs(t->beta * old);
                double got = load_f64(t->c, cell(&c, i, r, s));
                /* One rounding into C, and the sum's own error in what it is computed in. */
                double bound = fabs(want) * unit_of(t->c) * 1.01 + 0x1p-17 * (unit_of(t->c) > 0x1p-8 ? 130 : 0);
                bound += (size + 1e-3) * (t->c == WZ_DTYPE_F64 ? 0x1p-50 : 0x1p-20);
                double error = fabs(got - want) / bound;
                if (!(error <= 1)) bad++;
                if (error > worst) worst = error;
                memcpy(before + (cell(&c, i, r, s) - c.p), cell(&c, i, r, s), wz_dtype_bytes(t->c));
            }
    CHECK_MSG(!bad, "%s: %s x %s -> %s [%d x %d x %d x %d] layouts %d %d %d alpha %g beta %g bias %d scales %d: %d wrong, %g",
              kt->name, wz_dtype_name(t->a), wz_dtype_name(t->b), wz_dtype_name(t->c), (int)t->batch, (int)t->m,
              (int)t->n, (int)t->k, t->la, t->lb, t->lc, t->alpha, t->beta, t->bias, t->scales, bad, worst);
    CHECK(memcmp(before, c.p, c.g.bytes) == 0); /* gaps between cells are as they were */
    free(before);
    free(rs);
    free(cs);
    CHECK(guarded_done(&a.g) & (int)guarded_done(&b.g) & (int)guarded_done(&c.g) & (int)guarded_done(&bias.g));
}

static const wz_dtype small[] = {WZ_DTYPE_F32, WZ_DTYPE_F16, WZ_DTYPE_BF16, WZ_DTYPE_F8_E4M3FN, WZ_DTYPE_F8_E5M2};

static void test_layouts(const cpu_kernels *k)
{
    for (int i = 0; i < 27 * 4; i++) {
        product t = {.batch = 1 + i % 2, .m = random_int(1, 40), .n = random_int(1, 70), .k = random_int(1, 60), .la = i % 3,
                     .lb = i / 3 % 3, .lc = i / 9 % 3, .a = WZ_DTYPE_F32, .b = WZ_DTYPE_F32, .c = WZ_DTYPE_F32, .alpha = 1};
        if (i / 27 % 2) t.a = t.b = t.c = WZ_DTYPE_F64;
        if (i / 54) t.m = random_int(1, 10), t.n = random_int(1, 10);
        check_product(k, &t);
    }
}

static void test_epilogues(const cpu_kernels *k)
{
    static const double factor[] = {1, 0, -0.5};
    for (int i = 0; i < 3 * 3 * 2 * 3; i++)
        for (int shape = 0; shape < 3; shape++)
            for (int wide = 0; wide < 2; wide++) {
                product t = {.batch = 1, .m = 13, .n = 37, .k = 19, .lc = i % 3, .alpha = factor[i % 3], .beta = factor[(i / 3 + 1) % 3],
                             .bias = i / 9 % 2, .scales = !wide && i / 18, .whole_scale = i / 18 == 2};
                t.a = t.b = t.c = wide ? WZ_DTYPE_F64 : WZ_DTYPE_F32;
                if (shape == 1) t.m = 3, t.lb = i & 1;
                if (shape == 2) t.n = 2, t.la = i & 1;
                check_product(k, &t);
            }
}

static void test_dtypes(const cpu_kernels *k)
{
    for (int i = 0; i < 125; i++) {
        product t = {.batch = 1, .m = i % 4 == 3 ? random_int(1, 8) : random_int(9, 50), .n = random_int(1, 60), .k = random_int(1, 90),
                     .la = random_int(0, 2), .lb = random_int(0, 2), .lc = random_int(0, 2), .a = small[i % 5],
                     .b = small[i / 5 % 5], .c = small[i / 25], .alpha = 1, .beta = i % 7 == 0, .bias = i % 3 == 0,
                     .scales = i % 2 == 0};
        check_product(k, &t);
    }
}

static void test_blocks(const cpu_kernels *k)
{
    const cpu_gemm *g = k->gemm_f32;
    product big = {.batch = 1, .m = g->mc + g->mr + 1, .n = g->nr + 3, .k = g->kc + 5, .a = WZ_DTYPE_F32, .b = WZ_DTYPE_F32,
                   .c = WZ_DTYPE_F32, .alpha = 1};
    check_product(k, &big);
    big.m = 2 * g->mr + 1, big.n = g->nc + 3;
    check_product(k, &big);
    big.lb = 1, big.beta = 1, big.k = 2 * g->kc + 1, big.n = 61;
    check_product(k, &big);
    big.c = WZ_DTYPE_BF16, big.a = WZ_DTYPE_BF16, big.m = 2 * g->mc + 70, big.n = 40, big.k = 33; /* more rows than are finished at once */
    check_product(k, &big);
    big.a = big.b = big.c = WZ_DTYPE_F64, big.m = k->gemm_f64->mc + 3, big.n = 35, big.k = k->gemm_f64->kc + 1;
    check_product(k, &big);
    big.m = 11, big.n = k->gemm_f64->nc + 1;
    check_product(k, &big);
    for (int r = 0; r < 12; r++) {
        product t = {.batch = random_int(1, 9), .m = g->mr * random_int(1, 3) + random_int(-1, 1), .n = g->nr * random_int(1, 3) + random_int(-1, 1),
                     .k = random_int(0, 5), .la = r % 3, .lb = r / 3 % 3, .a = WZ_DTYPE_F32, .b = WZ_DTYPE_F32, .c = WZ_DTYPE_F32,
                     .alpha = 1, .beta = r % 2};
        check_product(k, &t);
    }
}

/* Vectors times matrices whose rows cross the chunks of k and the blocks of columns, on either side. */
static void test_long_rows(const cpu_kernels *k)
{
    for (int d = 0; d < 5; d++)
        for (int m = 1; m <= 8; m += d == 3 ? 1 : 3) {
            product t = {.batch = 1, .m = m, .n = 21, .k = 4500, .lb = 1, .a = WZ_DTYPE_F32, .b = small[d], .c = WZ_DTYPE_F32, .alpha = 1};
            check_product(k, &t);
            if (m > 3) continue;
            t.lb = 0, t.k = 7, t.n = 4500;
            check_product(k, &t);
        }
}

/* A NaN anywhere among e4m3 weights makes its output NaN and no other. */
static void test_e4m3_nan(const cpu_kernels *k)
{
    enum { ROWS = 9, COLS = 333 };
    static uint8_t w[ROWS * COLS];
    float          x[3 * COLS], y[3 * COLS];
    for (int i = 0; i < 3 * COLS; i++) x[i] = 1;
    for (int turned = 0; turned < 2; turned++)
        for (int m = 1; m <= 3; m++)
            for (int at = 0; at < ROWS * COLS; at += 13) {
                memset(w, 0x7E, sizeof w); /* the largest finite number */
                w[at] = at & 1 ? 0x7F : 0xFF;
                int        n = turned ? COLS : ROWS, hit = turned ? at % COLS : at / COLS, bad = 0;
                cpu_matmul p = {.batch = 1, .m = m, .n = n, .k = turned ? ROWS : COLS, .a_dtype = WZ_DTYPE_F32,
                                .b_dtype = WZ_DTYPE_F8_E4M3FN, .c_dtype = WZ_DTYPE_F32, .a = x, .b = w, .c = y, .a_row = COLS, .a_col = 1,
                                .b_row = turned ? COLS : 1, .b_col = turned ? 1 : COLS, .c_row = n, .c_col = 1, .alpha = 1};
                CHECK(cpu_matmul_run(&p) == WZ_OK);
                for (int i = 0; i < m * n; i++) bad += isnan(y[i]) != (i % n == hit);
                CHECK_MSG(!bad, "%s: a NaN weight at %d, turned %d, m %d: %d wrong", k->name, at, turned, m, bad);
            }
}

/* NaN and infinity spread as IEEE sums do; alpha or k of zero reads neither operand; zero sizes write nothing. */
static void test_specials(const cpu_kernels *k)
{
    enum { N = 20 };
    float a[N * N], b[N * N], c[N * N];
    for (int round = 0; round < 3; round++) {
        int64_t m = round == 1 ? 2 : N, n = round == 2 ? 3 : N;
        for (int i = 0; i < N * N; i++) a[i] = 0, b[i] = 1, c[i] = NAN;
        a[1 * N + 7] = NAN;
        b[7 * n + 2] = INFINITY;
        cpu_matmul p = {.batch = 1, .m = m, .n = n, .k = N, .a_dtype = WZ_DTYPE_F32, .b_dtype = WZ_DTYPE_F32,
                        .c_dtype = WZ_DTYPE_F32, .a = a, .b = b, .c = c, .a_row = N, .a_col = 1, .b_row = n, .b_col = 1, .c_row = n,
                        .c_col = 1, .alpha = 1};
        CHECK(cpu_matmul_run(&p) == WZ_OK);
        int bad = 0;
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++) bad += i == 1 || j == 2 ? !isnan(c[i * n + j]) : c[i * n + j] != 0;
        CHECK_MSG(!bad, "%s: specials, round %d, %d wrong", k->name, round, bad);
        p.alpha = 0, p.a = p.b = NULL;
        for (int i = 0; i < N * N; i++) c[i] = NAN;
        CHECK(cpu_matmul_run(&p) == WZ_OK);
        bad = 0;
        for (int64_t i = 0; i < m * n; i++) bad += c[i] != 0;
        p.alpha = 1, p.k = 0, p.beta = 2;
        for (int64_t i = 0; i < m * n; i++) c[i] = (float)i;
        CHECK(cpu_matmul_run(&p) == WZ_OK);
        for (int64_t i = 0; i < m * n; i++) bad += c[i] != 2 * (float)i;
        p.m = 0, p.c = NULL;
        CHECK(cpu_matmul_run(&p) == WZ_OK);
        CHECK(!bad);
    }
    cpu_matmul p = {.batch = 1, .m = 1, .n = 1, .k = 1, .a_dtype = WZ_DTYPE_F64, .b_dtype = WZ_DTYPE_F32, .c_dtype = WZ_DTYPE_F32};
    CHECK(cpu_matmul_run(&p) == WZ_UNSUPPORTED);
    p.a_dtype = WZ_DTYPE_I32;
    CHECK(cpu_matmul_run(&p) == WZ_UNSUPPORTED);
    p.a_dtype = WZ_DTYPE_F32, p.k = -1;
    CHECK(cpu_matmul_run(&p) == WZ_INVALID);
}

static void limited(const cpu_kernels *k)
{
    CHECK(wz_cpu_limit(k->level) == WZ_OK);
    for (int threads = 1; threads <= 3; threads += 2) {
        CHECK(wz_set_num_threads(threads) == WZ_OK);
        test_layouts(k);
        test_epilogues(k);
        test_dtypes(k);
        test_blocks(k);
        test_long_rows(k);
    test_e4m3_nan(k);
    test_specials(k);
    }
}

int main(void)
{
    each_level(limited);
    return unit_report();
}

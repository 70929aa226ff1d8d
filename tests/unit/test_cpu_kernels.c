/* test_cpu_kernels.c - row conversions and matrix-vector products of every CPU level against plain loops.
 * SPDX-License-Identifier: MIT */
#include "cpu_test.h"

static const wz_dtype all_to[] = {
    WZ_DTYPE_F32, WZ_DTYPE_F64, WZ_DTYPE_F16, WZ_DTYPE_BF16, WZ_DTYPE_F8_E4M3FN, WZ_DTYPE_F8_E5M2, WZ_DTYPE_BOOL,
    WZ_DTYPE_I8, WZ_DTYPE_U8, WZ_DTYPE_I16, WZ_DTYPE_U16, WZ_DTYPE_I32,
};
static const wz_dtype all_from[] = {WZ_DTYPE_F32, WZ_DTYPE_F64, WZ_DTYPE_F16, WZ_DTYPE_BF16,
                                    WZ_DTYPE_F8_E4M3FN, WZ_DTYPE_F8_E5M2};
static const wz_dtype weights[] = {WZ_DTYPE_F32, WZ_DTYPE_F16, WZ_DTYPE_BF16, WZ_DTYPE_F8_E4M3FN, WZ_DTYPE_F8_E5M2};
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* ---- conversions ----------------------------------------------------------------------------------- */

/* Equal values, NaN for NaN with the same sign, and the same sign of zero. */
static bool same_float(float a, float b)
{
    if (a != a || b != b) return a != a && b != b && float_bits(a) >> 31 == float_bits(b) >> 31;
    return float_bits(a) == float_bits(b);
}

/* Every 8- and 16-bit pattern, in rows of odd lengths at odd addresses. */
static void test_to_small(const cpu_kernels *k)
{
    for (int t = 0; t < COUNT(all_to); t++) {
        wz_dtype d = all_to[t];
        size_t   bytes = wz_dtype_bytes(d);
        if (bytes > 2) continue;
        int   n = bytes == 1 ? 256 : 65536, bad = 0, first = -1;
        char *src = malloc((size_t)n * bytes + 1);
        for (int i = 0; i < n; i++) {
            if (bytes == 1) src[1 + i] = (char)i;
            else memcpy(src + 1 + 2 * i, &(uint16_t){(uint16_t)i}, 2);
        }
        guarded g;
        float  *dst = guarded_new(&g, (size_t)n * sizeof(float), 4);
        for (int done = 0, step = 1; done < n; done += step, step = step % 61 + 7) {
            if (step > n - done) step = n - done;
            k->to_f32[d](dst + done, src + 1 + (size_t)done * bytes, step);
        }
        for (int i = 0; i < n; i++) {
            float want = (float)value_at(d, src + 1, i);
            bool  ok = d == WZ_DTYPE_BOOL ? dst[i] == (i != 0) : same_float(dst[i], want);
            if (!ok && first < 0) first = i;
            bad += !ok;
        }
        CHECK_MSG(!bad, "to_f32 %s: %d of %d differ, first %d", wz_dtype_name(d), bad, n, first);
        CHECK(guarded_done(&g));
        free(src);
    }
}

static void test_to_wide(const cpu_kernels *k)
{
    int32_t ints[] = {0, 1, -1, 16777217, INT32_MAX, INT32_MIN, 123456789, -33554435, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    double  doubles[] = {0, -0.0, 1.0 / 3, 1e300, -1e300, 1e-300, INFINITY, -INFINITY, NAN, 0x1p-149, 0x1.8p-150,
                         3.4028235677973366e38, 1 + 0x1p-24, 5, 6, 7, 8};
    float   out[17];
    for (int n = 0; n <= 17; n++) {
        memset(out, 0xFF, sizeof out);
        k->to_f32[WZ_DTYPE_I32](out, ints, n);
        for (int i = 0; i < 17; i++) CHECK(i < n ? out[i] == (float)ints[i] : float_bits(out[i]) == 0xFFFFFFFFu);
        k->to_f32[WZ_DTYPE_F64](out, doubles, n);
        for (int i = 0; i < n; i++) CHECK(same_value(out[i], (float)doubles[i]));
    }
}

/* Floats near every rounding decision: all values of the small format, their midpoints, and one bit off. */
static void test_from(const cpu_kernels *k)
{
    enum { MAX = 65536 * 6 };
    float *src = malloc(sizeof(float) * MAX);
    for (int t = 0; t < COUNT(all_from); t++) {
        wz_dtype d = all_from[t];
        size_t   bytes = wz_dtype_bytes(d);
        int      n = 0, bad = 0, first = -1;
        if (bytes <= 2) {
            int codes = bytes == 1 ? 256 : 65536;
            for (int i = 0; i < codes; i++) {
                union { uint16_t h; char c[2]; } code = {.h = (uint16_t)i};
                union { uint16_t h; char c[2]; } next = {.h = (uint16_t)((i + 1) % codes)};
                double a = load_f64(d, code.c), b = load_f64(d, next.c);
                float  middle = (float)((a + b) / 2);
                src[n++] = (float)a;
                src[n++] = middle;
                src[n++] = bits_float(float_bits(middle) + 1);
                src[n++] = bits_float(float_bits(middle) - 1);
            }
        }
        const float more[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, -NAN, 0x1p-149f, 3.4e38f, 447.9f, 448.0f, 464.0f, 465.0f, 1e9f, 65519.0f,
                              65520.0f, 61439.0f, 61440.0f, -61440.0f, 57344.0f};
        for (int i = 0; i < COUNT(more); i++) src[n++] = more[i];
        for (int i = 0; i < 4001; i++) src[n++] = bits_float(random_bits());
        guarded g;
        char   *dst = guarded_new(&g, (size_t)n * bytes, 1);
        for (int done = 0, step = 1; done < n; done += step, step = step % 53 + 5) {
            if (step > n - done) step = n - done;
            k->from_f32[d](dst + (size_t)done * bytes, src + done, step);
        }
        for (int i = 0; i < n; i++) {
            union { char c[8]; double f; } want;
            store_f64(d, want.c, (double)src[i]);
            bool ok = src[i] != src[i] ? value_at(d, dst, i) != value_at(d, dst, i)
                                       : memcmp(want.c, dst + (size_t)i * bytes, bytes) == 0;
            if (!ok && first < 0) first = i;
            bad += !ok;
        }
        CHECK_MSG(!bad, "from_f32 %s: %d of %d differ, first %a", wz_dtype_name(d), bad, n, first < 0 ? 0 : src[first]);
        CHECK(guarded_done(&g));
    }
    free(src);
}

/* ---- gemv -------------------------------------------------------------------------------------------- */

typedef struct gemv_case {
    int      m;
    int64_t  n, k;
    bool     bias, transposed;
    int64_t  begin, end;
    wz_dtype w;
    size_t   offset;
} gemv_case;

static void check_gemv(const cpu_kernels *kt, const gemv_case *c)
{
    int64_t rows = c->transposed ? c->k : c->n, cols = c->transposed ? c->n : c->k;
    int64_t ws = cols + 3, xs = c->k + 2, ys = c->n + 5;
    size_t  bytes = wz_dtype_bytes(c->w);
    guarded gw, gx, gy, gb;
    char   *w = guarded_new(&gw, (size_t)(rows * ws) * bytes, c->offset);
    float  *x = guarded_new(&gx, (size_t)(c->m * xs) * 4, 4), *y = guarded_new(&gy, (size_t)(c->m * ys) * 4, 4);
    float  *b = guarded_new(&gb, (size_t)c->n * 4, 4);
    for (int64_t r = 0; r < rows; r++)
        for (int64_t i = 0; i < cols; i++) {
            union { char c[8]; double f; } e;
            store_f64(c->w, e.c, (double)random_float());
            memcpy(w + (size_t)(r * ws + i) * bytes, e.c, bytes);
        }
    for (int m = 0; m < c->m; m++) fill_random(WZ_DTYPE_F32, x + m * xs, c->k, 1);
    fill_random(WZ_DTYPE_F32, b, c->n, 1);
    cpu_gemv a = {.n = c->n, .k = c->k, .m = c->m, .w_dtype = c->w, .w = w, .w_stride = ws, .x = x, .x_stride = xs,
                  .bias = c->bias ? b : NULL, .alpha = 0.75f, .y = y, .y_stride = ys};
    (c->transposed ? kt->gemv_t : kt->gemv)[c->w](&a, c->begin, c->end);
    int    bad = 0;
    double worst = 0;
    for (int m = 0; m < c->m; m++)
        for (int64_t n = 0; n < ys; n++) {
            float got = y[m * ys + n];
            if (n < c->begin || n >= c->end) {
                bad += float_bits(got) != 0xFFFFFFFFu; /* not written */
                continue;
            }
            double sum = 0, size = 0;
            for (int64_t k = 0; k < c->k; k++) {
                double t = value_at(c->w, w, c->transposed ? k * ws + n : n * ws + k) * (double)x[m * xs + k];
                sum += t;
                size += fabs(t);
            }
            double want = 0.75 * sum + (c->bias ? (double)b[n] : 0);
            double error = fabs((double)got - want) / (size + 1);
            if (!(error <= 4e-7)) bad++;
            if (error > worst) worst = error;
        }
    CHECK_MSG(!bad, "gemv%s %s m=%d n=%d k=%d [%d, %d): %d wrong, worst %g", c->transposed ? "_t" : "", wz_dtype_name(c->w), c->m, (int)c->n,
              (int)c->k, (int)c->begin, (int)c->end, bad, worst);
    CHECK(guarded_done(&gw) & (int)guarded_done(&gx) & (int)guarded_done(&gy) & (int)guarded_done(&gb));
}

static void test_gemv(const cpu_kernels *kt)
{
    for (int t = 0; t < 2; t++)
        for (int d = 0; d < COUNT(weights); d++)
            for (int m = 1; m <= GEMV_MAX_M; m++) {
                for (int r = 0; r < 6; r++) {
                    gemv_case c = {.m = m, .n = random_int(1, 40), .k = random_int(0, 70), .bias = r & 1, .transposed = t,
                                   .w = weights[d], .offset = (size_t)(r % 3)};
                    c.begin = r < 3 ? 0 : random_int(0, (int)c.n);
                    c.end = r < 3 ? c.n : random_int((int)c.begin, (int)c.n);
                    check_gemv(kt, &c);
                }
                gemv_case longer = {.m = m, .n = 21, .k = 4125, .bias = true, .transposed = t, .w = weights[d], .end = 21};
                if (t) longer.n = longer.end = 1061, longer.k = 37;
                check_gemv(kt, &longer);
            }
}

/* NaN and infinity in weights and vectors reach exactly the outputs they belong to. */
static void test_gemv_specials(const cpu_kernels *kt)
{
    enum { N = 9, K = 37 };
    for (int t = 0; t < 2; t++)
        for (int d = 0; d < COUNT(weights); d++)
            for (int at = 0; at < K; at += 4) {
                char     w[N * K * 4];
                float    x[2 * K], y[2 * N];
                wz_dtype dt = weights[d];
                size_t   bytes = wz_dtype_bytes(dt);
                for (int i = 0; i < N * K; i++) store_f64(dt, w + (size_t)i * bytes, 0.5);
                for (int i = 0; i < 2 * K; i++) x[i] = 0; /* NaN times zero is NaN */
                int where = t ? at * N + 4 : 4 * K + at;
                store_f64(dt, w + (size_t)where * bytes, at % 8 ? NAN : -NAN);
                x[K + 5] = INFINITY;
                cpu_gemv a = {.n = N, .k = K, .m = 2, .w_dtype = dt, .w = w, .w_stride = t ? N : K, .x = x, .x_stride = K,
                              .alpha = 1, .y = y, .y_stride = N};
                (t ? kt->gemv_t : kt->gemv)[dt](&a, 0, N);
                int bad = 0;
                for (int n = 0; n < N; n++) {
                    bad += n == 4 ? !isnan(y[n]) : y[n] != 0;
                    bad += n == 4 ? !isnan(y[N + n]) : y[N + n] != INFINITY;
                }
                CHECK_MSG(!bad, "gemv%s %s: NaN weight at %d, %d wrong", t ? "_t" : "", wz_dtype_name(dt), at, bad);
            }
}

/* ---- levels -------------------------------------------------------------------------------------------- */

static void test_levels(void)
{
    CHECK(wz_cpu_has(WZ_CPU_REF) && wz_cpu_has(WZ_CPU_BASE));
    CHECK(!wz_cpu_has((wz_cpu_level)99) && !wz_cpu_has((wz_cpu_level)-1));
    CHECK(cpu_kernels_of(WZ_CPU_REF) == NULL);
    const cpu_kernels *best = cpu_kernels_now();
    for (int level = WZ_CPU_BASE; level < WZ_CPU_LEVELS; level++) {
        const cpu_kernels *k = cpu_kernels_of((wz_cpu_level)level);
        if (!wz_cpu_has((wz_cpu_level)level)) {
            CHECK(!k && wz_cpu_limit((wz_cpu_level)level) == WZ_UNSUPPORTED);
            continue;
        }
        CHECK(k && (int)k->level == level && strcmp(k->name, wz_cpu_level_name(k->level)) == 0 && k->lanes >= 4);
        CHECK(wz_cpu_limit((wz_cpu_level)level) == WZ_OK && cpu_kernels_now() == k);
        CHECK(cpu_level_mask() >> (level + 1) == 0 && (cpu_level_mask() >> level & 1));
    }
    CHECK(wz_cpu_limit(WZ_CPU_REF) == WZ_OK && cpu_level_mask() == 1 && cpu_kernels_now() == &cpu_kernels_base);
    CHECK(wz_cpu_limit(best->level) == WZ_OK && cpu_kernels_now() == best);
}

int main(void)
{
    test_levels();
    each_level(test_to_small);
    each_level(test_to_wide);
    each_level(test_from);
    each_level(test_gemv);
    each_level(test_gemv_specials);
    return unit_report();
}

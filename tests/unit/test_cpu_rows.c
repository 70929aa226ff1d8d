/* test_cpu_rows.c - functions, reductions, norms and state steps of every CPU level against double arithmetic.
 *
 * Functions are held to 2 units in the last place over the range of floats (every 4,001st one, and all
 * around their special points); sums to the error of blocked summation.
 * SPDX-License-Identifier: MIT */
#include "cpu_test.h"

/* ---- functions ------------------------------------------------------------------------------------------- */

static double exact(cpu_unary f, double x)
{
    double u;
    switch (f) {
    case CPU_EXP: return exp(x);
    case CPU_LOG: return log(x);
    case CPU_TANH: return tanh(x);
    case CPU_SIGMOID: return 1 / (1 + exp(-x));
    case CPU_SILU: return x / (1 + exp(-x)); /* -inf / inf is NaN */
    case CPU_GELU_TANH:
        u = 2 * sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x);
        return x / (1 + exp(-u));
    case CPU_UNARY_COUNT: break;
    }
    return NAN;
}

/* |got - want| in units of the last place of the float nearest to want. */
static double ulps(float got, double want)
{
    if (want != want || got != got) return (want != want) == (got != got) ? 0 : 1e9;
    float near = (float)want;
    if (isinf(near) || isinf(got)) return near == got ? 0 : 1e9;
    if (near == 0) return got == 0 && signbit(got) == signbit(near) ? 0 : fabs((double)got) / 0x1p-149 + 2.5 * (got == 0);
    int e;
    frexp(want, &e);
    return fabs((double)got - want) / ldexp(1, e - 24 < -149 ? -149 : e - 24);
}

static void test_unary(const cpu_kernels *k)
{
    static const char *const names[] = {"exp", "log", "tanh", "sigmoid", "silu", "gelu_tanh"};
    enum { N = 997 };
    float x[N], y[N];
    for (int f = 0; f < CPU_UNARY_COUNT; f++) {
        double   worst = 0;
        float    where = 0;
        uint64_t u = 0;
        for (int row = 0; u < (uint64_t)1 << 32; row++) {
            int n = row % 7 ? N : 1 + row % N;
            for (int i = 0; i < n; i++, u += 4001) x[i] = bits_float((uint32_t)u);
            if (row < 400) /* around the points where one form takes over from another */
                for (int i = 0; i < n; i++) {
                    static const float points[] = {0, 0x1p-126f, 88.7228f, -87.3366f, -103.972f, 0.625f, 1, 10, 150, -150, 20,
                                                   -20, 0.70710678f, 1.41421356f, INFINITY, NAN};
                    x[i] = bits_float(float_bits(points[row % 16]) + (uint32_t)i - 490u + (uint32_t)(row / 16 * N));
                }
            k->unary[f](y, x, n);
            for (int i = 0; i < n; i++) {
                double e = ulps(y[i], exact((cpu_unary)f, (double)x[i]));
                if (e > worst) worst = e, where = x[i];
            }
        }
        CHECK_MSG(worst <= 2, "%s: %s is %g ulp off at %a", k->name, names[f], worst, where);
    }
}

/* Signed zeros, subnormals, infinities, NaN and the ends of the range, in whole vectors and in the rest. */
static void test_special(const cpu_kernels *k)
{
    static const char *const names[] = {"exp", "log", "tanh", "sigmoid", "silu", "gelu_tanh"};
    static const float points[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f, 0x1p-126f, -0x1p-126f, 0x1.fffffep127f,
                                   -0x1.fffffep127f, 1, -1, 89, -89, 104, -104, 149, -149, 151, -151, 1000, -1000, 1e30f, -1e30f};
    enum { POINTS = sizeof points / sizeof *points };
    for (int f = 0; f < CPU_UNARY_COUNT; f++)
        for (int n = 1; n < 70; n++) {
            float x[70], y[70];
            for (int i = 0; i < n; i++) x[i] = points[(i * 7 + n) % POINTS];
            k->unary[f](y, x, n);
            for (int i = 0; i < n; i++) {
                double want = exact((cpu_unary)f, (double)x[i]);
                CHECK_MSG(ulps(y[i], want) <= 2, "%s: %s(%a) is %a, not %a", k->name, names[f], (double)x[i], (double)y[i], want);
            }
        }
    /* the products with a second row: a gate of -inf is NaN whatever the other is, zeros keep their signs */
    for (int gelu = 0; gelu < 2; gelu++)
        for (int i = 0; i < POINTS * POINTS; i++) {
            float a = points[i % POINTS], b = points[i / POINTS], d, g;
            (gelu ? k->gelu_tanh_mul : k->silu_mul)(&d, &a, &b, 1);
            k->unary[gelu ? CPU_GELU_TANH : CPU_SILU](&g, &a, 1);
            g *= b;
            CHECK_MSG(g != g ? d != d : d == g && signbit(d) == signbit(g), "%s: %s_mul(%a, %a) is %a, not %a", k->name,
                      gelu ? "gelu_tanh" : "silu", (double)a, (double)b, (double)d, (double)g);
        }
}

/* ---- binary rows, odd lengths ------------------------------------------------------------------------------- */

static double silu(double x) { return x / (1 + exp(-x)); }

static void test_binary(const cpu_kernels *k)
{
    for (int n = 0; n < 70; n++) {
        guarded ga, gb, gd;
        float  *a = guarded_new(&ga, (size_t)n * 4, 1), *b = guarded_new(&gb, (size_t)n * 4, 2), *d = guarded_new(&gd, (size_t)n * 4, 3);
        fill_random(WZ_DTYPE_F32, a, n, 4);
        fill_random(WZ_DTYPE_F32, b, n, 4);
        for (int op = 0; op < 6; op++) {
            if (op == 0) k->add(d, a, b, n);
            else if (op == 1) k->mul(d, a, b, n);
            else if (op == 2) k->silu_mul(d, a, b, n);
            else if (op == 3) k->gelu_tanh_mul(d, a, b, n);
            else if (op == 4) k->scale(d, 0.3f, a, n);
            else memcpy(d, b, (size_t)n * 4), k->axpy(d, 0.3f, a, n);
            int bad = 0;
            for (int i = 0; i < n; i++) {
                double x = (double)a[i], y = (double)b[i], want = 0, third = (double)0.3f;
                want = op == 0 ? x + y : op == 1 ? x * y : op == 2 ? silu(x) * y : op == 3 ? exact(CPU_GELU_TANH, x) * y : op == 4 ? third * x : y + third * x;
                bad += !(fabs((double)d[i] - want) <= 3e-7 * (fabs(want) + (op == 5 ? fabs(y) : 0)) + 1e-30);
            }
            CHECK_MSG(!bad, "%s: binary op %d, n = %d: %d wrong", k->name, op, n, bad);
        }
        CHECK(guarded_done(&ga) & (int)guarded_done(&gb) & (int)guarded_done(&gd));
    }
}

/* ---- reductions ----------------------------------------------------------------------------------------------- */

static void test_reduce(const cpu_kernels *k)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 1000, 1023, 1024, 1025, 5000, 100003};
    for (int t = 0; t < (int)(sizeof sizes / sizeof sizes[0]); t++) {
        int   n = sizes[t];
        float *a = malloc((size_t)n * 4 + 4), *b = malloc((size_t)n * 4 + 4);
        fill_random(WZ_DTYPE_F32, a, n, 3);
        fill_random(WZ_DTYPE_F32, b, n, 2);
        double sum = 0, squares = 0, dot = 0, size = 0, dot_size = 0, top = -INFINITY, low = INFINITY;
        for (int i = 0; i < n; i++) {
            double x = (double)a[i], y = (double)b[i];
            sum += x, size += fabs(x), squares += x * x, dot += x * y, dot_size += fabs(x * y);
            top = x > top ? x : top;
            low = x < low ? x : low;
        }
        CHECK(fabs(k->sum(a, n) - sum) <= 2e-7 * size);
        CHECK(fabs(k->sum_squares(a, n) - squares) <= 6e-7 * squares);
        CHECK(fabs(k->dot(a, b, n) - dot) <= 3e-7 * dot_size);
        CHECK((double)k->max(a, n) == top && (double)k->min(a, n) == low);
        if (n) {
            int at = random_int(0, n - 1);
            a[at] = NAN;
            CHECK(isnan(k->max(a, n)) && isnan(k->min(a, n)) && isnan(k->sum(a, n)));
            a[at] = INFINITY;
            CHECK(k->max(a, n) == INFINITY && isinf(k->sum(a, n)) && isinf(k->sum_squares(a, n)));
            a[at] = -INFINITY;
            CHECK(k->min(a, n) == -INFINITY);
        }
        free(a);
        free(b);
    }
    /* Ones and small parts: a running float sum would stop at 2^24. */
    enum { BIG = 1 << 22 };
    float *ones = malloc(sizeof(float) * BIG);
    for (int i = 0; i < BIG; i++) ones[i] = 16777.25f;
    CHECK(k->sum(ones, BIG) == 16777.25 * BIG);
    free(ones);
}

/* ---- softmax and norms ------------------------------------------------------------------------------------------ */

static void test_softmax(const cpu_kernels *k)
{
    for (int t = 0; t < 80; t++) {
        int     n = t < 70 ? t + 1 : 1 << (t - 65);
        guarded ga, gd;
        float  *a = guarded_new(&ga, (size_t)n * 4, 1), *d = guarded_new(&gd, (size_t)n * 4, 0);
        fill_random(WZ_DTYPE_F32, a, n, t % 3 ? 5 : 300);
        double top = -INFINITY, sum = 0;
        for (int i = 0; i < n; i++) top = fmax(top, (double)a[i]);
        for (int i = 0; i < n; i++) sum += exp((double)a[i] - top);
        k->softmax(d, a, n);
        int bad = 0;
        for (int i = 0; i < n; i++) {
            double want = exp((double)a[i] - top) / sum;
            /* the difference to the top is rounded, which scales the result by 1 +- |difference| 2^-24 */
            bad += !(fabs((double)d[i] - want) <= want * (5e-7 + 0x1p-24 * fabs((double)a[i] - top)) + 0x1p-148);
        }
        CHECK_MSG(!bad, "%s: softmax of %d: %d wrong", k->name, n, bad);
        k->log_softmax(d, a, n);
        bad = 0;
        for (int i = 0; i < n; i++) {
            double want = (double)a[i] - top - log(sum);
            bad += !(fabs((double)d[i] - want) <= 2.5e-7 * (fabs((double)a[i] - top) + log(sum)) + 1e-7);
        }
        CHECK_MSG(!bad, "%s: log_softmax of %d: %d wrong", k->name, n, bad);
        CHECK(guarded_done(&ga) & (int)guarded_done(&gd));
    }
    float x[20], y[20];
    for (int i = 0; i < 20; i++) x[i] = -INFINITY;
    k->softmax(y, x, 20);
    CHECK(isnan(y[0]) && isnan(y[19]));
    x[3] = 5;
    k->softmax(y, x, 20);
    CHECK(y[3] == 1 && y[0] == 0 && y[19] == 0);
    k->log_softmax(y, x, 20);
    CHECK(y[3] == 0 && y[0] == -INFINITY);
    x[7] = NAN;
    k->softmax(y, x, 20);
    CHECK(isnan(y[0]) && isnan(y[3]) && isnan(y[7]));
}

static void test_norms(const cpu_kernels *k)
{
    for (int t = 0; t < 4 * 60; t++) {
        int     n = t / 4 < 50 ? t / 4 + 1 : 1 << (t / 4 - 44);
        bool    has_w = t & 1, has_b = t >> 1 & 1;
        guarded ga, gw, gb, gd;
        float  *a = guarded_new(&ga, (size_t)n * 4, 0), *w = guarded_new(&gw, (size_t)n * 4, 1);
        float  *b = guarded_new(&gb, (size_t)n * 4, 2), *d = guarded_new(&gd, (size_t)n * 4, 3);
        fill_random(WZ_DTYPE_F32, a, n, 3);
        fill_random(WZ_DTYPE_F32, w, n, 1);
        fill_random(WZ_DTYPE_F32, b, n, 1);
        double centre = t % 5 == 0 ? 1000 : 0, squares = 0, sum = 0, spread = 0, eps = 1e-5;
        for (int i = 0; i < n; i++) a[i] += (float)centre;
        for (int i = 0; i < n; i++) sum += (double)a[i], squares += (double)a[i] * (double)a[i];
        for (int i = 0; i < n; i++) spread += ((double)a[i] - sum / n) * ((double)a[i] - sum / n);
        k->rms_norm(d, a, has_w ? w : NULL, has_b ? 1.0f : 0.0f, eps, n);
        int bad = 0;
        for (int i = 0; i < n; i++) {
            double want = (double)a[i] / sqrt(squares / n + eps) * (has_w ? (double)w[i] + (has_b ? 1 : 0) : 1);
            bad += !(fabs((double)d[i] - want) <= 8e-7 * (fabs(want) + 1e-3));
        }
        CHECK_MSG(!bad, "%s: rms_norm of %d: %d wrong", k->name, n, bad);
        k->layer_norm(d, a, has_w ? w : NULL, has_b ? b : NULL, eps, n);
        bad = 0;
        for (int i = 0; i < n; i++) {
            double y = ((double)a[i] - sum / n) / sqrt(spread / n + eps), size = fabs(y) * (has_w ? fabs((double)w[i]) : 1) + 0.1;
            double want = y * (has_w ? (double)w[i] : 1) + (has_b ? (double)b[i] : 0);
            if (n < 3) size += 1; /* nearly no spread: eps decides */
            bad += !(fabs((double)d[i] - want) <= 1e-6 * size + 2e-7 * fabs(want));
        }
        CHECK_MSG(!bad, "%s: layer_norm of %d (weight %d, bias %d, around %g): %d wrong", k->name, n, has_w, has_b, centre, bad);
        CHECK(guarded_done(&ga) & (int)guarded_done(&gw) & (int)guarded_done(&gb) & (int)guarded_done(&gd));
    }
}

/* ---- rope, delta, convolution ------------------------------------------------------------------------------------- */

static void test_rope(const cpu_kernels *k)
{
    for (int h = 0; h < 40; h++) {
        float x[80], c[40], s[40], y[80], in_place[80];
        fill_random(WZ_DTYPE_F32, x, 2 * h, 2);
        for (int i = 0; i < h; i++) c[i] = cosf((float)i), s[i] = sinf((float)i);
        for (int kind = 0; kind < 2; kind++) {
            memcpy(in_place, x, sizeof x);
            (kind ? k->rope_interleaved : k->rope_half)(y, x, c, s, 2 * h);
            (kind ? k->rope_interleaved : k->rope_half)(in_place, in_place, c, s, 2 * h);
            int bad = 0;
            for (int i = 0; i < h; i++) {
                int    p = kind ? 2 * i : i, q = kind ? 2 * i + 1 : h + i;
                double a = (double)x[p], b = (double)x[q], cc = (double)c[i], ss = (double)s[i];
                bad += !(fabs((double)y[p] - (a * cc - b * ss)) <= 4e-7) || !(fabs((double)y[q] - (b * cc + a * ss)) <= 4e-7);
            }
            bad += memcmp(y, in_place, sizeof(float) * 2 * (size_t)h) != 0;
            CHECK_MSG(!bad, "%s: rope kind %d of %d pairs: %d wrong", k->name, kind, h, bad);
        }
    }
}

static void test_delta(const cpu_kernels *k)
{
    enum { DK = 33, DV = 71, STRIDE = 75 };
    for (int dv = 1; dv <= DV; dv += 7) {
        float  state[DK * STRIDE], q[DK], key[DK], v[DV], out[DV], r[DV];
        double want_state[DK][DV];
        fill_random(WZ_DTYPE_F32, state, DK * STRIDE, 1);
        float *kept = malloc(sizeof state);
        memcpy(kept, state, sizeof state);
        for (int step = 0; step < 3; step++) {
            fill_random(WZ_DTYPE_F32, q, DK, 0.3), fill_random(WZ_DTYPE_F32, key, DK, 0.3), fill_random(WZ_DTYPE_F32, v, DV, 1);
            double decay = 0.9, beta = 0.6;
            for (int i = 0; i < DK; i++)
                for (int j = 0; j < dv; j++) want_state[i][j] = step ? want_state[i][j] * (double)(float)decay : (double)state[i * STRIDE + j] * (double)(float)decay;
            k->delta_step(state, STRIDE, q, key, v, (float)decay, (float)beta, out, r, DK, dv);
            int bad = 0;
            for (int j = 0; j < dv; j++) {
                double rest = (double)v[j], o = 0;
                for (int i = 0; i < DK; i++) rest -= want_state[i][j] * (double)key[i];
                for (int i = 0; i < DK; i++) want_state[i][j] += (double)key[i] * (double)(float)beta * rest, o += want_state[i][j] * (double)q[i];
                bad += !(fabs((double)out[j] - o) <= 2e-6);
                for (int i = 0; i < DK; i++) bad += !(fabs((double)state[i * STRIDE + j] - want_state[i][j]) <= 2e-6);
            }
            for (int i = 0; i < DK; i++) /* beyond dv nothing changes */
                bad += memcmp(state + i * STRIDE + dv, kept + i * STRIDE + dv, sizeof(float) * (size_t)(STRIDE - dv)) != 0;
            CHECK_MSG(!bad, "%s: delta step %d, dv = %d: %d wrong", k->name, step, dv, bad);
        }
        free(kept);
    }
}

static void test_conv(const cpu_kernels *k)
{
    for (int width = 1; width <= 5; width++)
        for (int channels = 1; channels < 40; channels += 3) {
            float state[4 * 40], x[9][40], w[5 * 40], b[40], y[40];
            memset(state, 0, sizeof state);
            fill_random(WZ_DTYPE_F32, w, width * channels, 1);
            fill_random(WZ_DTYPE_F32, b, channels, 1);
            for (int t = 0; t < 9; t++) {
                fill_random(WZ_DTYPE_F32, x[t], channels, 1);
                memcpy(y, x[t], sizeof y);
                k->conv_step(y, state, y, w, t & 1 ? b : NULL, channels, width);
                int bad = 0;
                for (int c = 0; c < channels; c++) {
                    double want = t & 1 ? (double)b[c] : 0;
                    for (int i = 0; i < width; i++)
                        if (t - i >= 0) want += (double)x[t - i][c] * (double)w[(width - 1 - i) * channels + c];
                    bad += !(fabs((double)y[c] - want) <= 1e-6);
                }
                CHECK_MSG(!bad, "%s: conv_step width %d, %d channels, step %d: %d wrong", k->name, width, channels, t, bad);
            }
        }
}

int main(void)
{
    each_level(test_unary);
    each_level(test_special);
    each_level(test_binary);
    each_level(test_reduce);
    each_level(test_softmax);
    each_level(test_norms);
    each_level(test_rope);
    each_level(test_delta);
    each_level(test_conv);
    return unit_report();
}

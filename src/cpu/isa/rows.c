/* rows.c - functions, reductions and norms of rows of floats.
 *
 * Sums run in four vectors over blocks of a thousand elements, whose totals are added in double: the error
 * stays near that of one rounding per block whatever the length.
 * SPDX-License-Identifier: MIT */
#include "isa.h"
#include "vmath.h"
#include <math.h>

enum { BLOCK = 1024 };

/* dst[i] = expr(x, y, z) where the sources are rows a, b, c; unused ones repeat the first. */
#define ROW_BODY(dst, a, b, c, n, expr)                                                            \
    int64_t i = 0;                                                                                 \
    for (; i + VN <= (n); i += VN) {                                                               \
        vf x = v_load((a) + i), y = v_load((b) + i), z = v_load((c) + i);                          \
        (void)x, (void)y, (void)z;                                                                 \
        v_store((dst) + i, expr);                                                                  \
    }                                                                                              \
    if (i < (n)) {                                                                                 \
        const int64_t left = (n) - i;                                                              \
        vf x = v_load_n((a) + i, left), y = v_load_n((b) + i, left), z = v_load_n((c) + i, left);  \
        (void)x, (void)y, (void)z;                                                                 \
        v_store_n((dst) + i, expr, left);                                                          \
    }

ROW_UNARY(exp) { ROW_BODY(dst, src, src, src, n, v_exp(x)) }
ROW_UNARY(log) { ROW_BODY(dst, src, src, src, n, v_log(x)) }
ROW_UNARY(tanh) { ROW_BODY(dst, src, src, src, n, v_tanh(x)) }
ROW_UNARY(sigmoid) { ROW_BODY(dst, src, src, src, n, v_sigmoid(x)) }
ROW_UNARY(silu) { ROW_BODY(dst, src, src, src, n, v_silu(x)) }
ROW_UNARY(gelu_tanh) { ROW_BODY(dst, src, src, src, n, v_gelu_tanh(x)) }

void FN(f32_axpy)(float *dst, float factor, const float *a, int64_t n)
{
    const vf f = v_set(factor);
    ROW_BODY(dst, a, dst, a, n, v_fma(x, f, y))
}
void FN(f32_scale)(float *dst, float factor, const float *a, int64_t n)
{
    const vf f = v_set(factor);
    ROW_BODY(dst, a, a, a, n, x * f)
}
ROW_BINARY(add) { ROW_BODY(dst, a, b, a, n, x + y) }
ROW_BINARY(mul) { ROW_BODY(dst, a, b, a, n, x * y) }
ROW_BINARY(silu_mul) { ROW_BODY(dst, a, b, a, n, v_silu(x) * y) }
ROW_BINARY(gelu_tanh_mul) { ROW_BODY(dst, a, b, a, n, v_gelu_tanh(x) * y) }

/* ---- reductions ---------------------------------------------------------------------------------------- */

/* The sum of term(x[i], y[i]) where term adds to s; one block after another. */
#define SUM_BODY(a, b, n, term)                                                                    \
    double total = 0;                                                                              \
    for (int64_t start = 0; start < (n); start += BLOCK) {                                         \
        const int64_t end = (n) - start < BLOCK ? (n) : start + BLOCK;                             \
        vf            s[4] = {{0}, {0}, {0}, {0}};                                                 \
        int64_t       i = start;                                                                   \
        for (; i + 4 * VN <= end; i += 4 * VN)                                                     \
            UNROLL for (int j = 0; j < 4; j++) {                                                   \
                vf x = v_load((a) + i + j * VN), y = v_load((b) + i + j * VN), sum = s[j];         \
                (void)y;                                                                           \
                s[j] = term;                                                                       \
            }                                                                                      \
        for (; i < end; i += VN) {                                                                 \
            const int64_t left = end - i < VN ? end - i : VN;                                      \
            vf            x = v_load_n((a) + i, left), y = v_load_n((b) + i, left), sum = s[0];    \
            (void)y;                                                                               \
            s[0] = term;                                                                           \
        }                                                                                          \
        vd low, high;                                                                              \
        v_to_vd((s[0] + s[1]) + (s[2] + s[3]), &low, &high);                                       \
        total += vd_sum(low + high);                                                               \
    }                                                                                              \
    return total;

double FN(f32_sum)(const float *a, int64_t n) { SUM_BODY(a, a, n, sum + x) }
double FN(f32_sum_squares)(const float *a, int64_t n) { SUM_BODY(a, a, n, v_fma(x, x, sum)) }
double FN(f32_dot)(const float *a, const float *b, int64_t n) { SUM_BODY(a, b, n, v_fma(x, y, sum)) }

/* The extreme by pick, which drops a NaN; NaN is noted apart. */
#define EXTREME_BODY(a, n, start, pick, better)                                                    \
    vf      s[2] = {v_set(start), v_set(start)};                                                   \
    vi      bad = {0};                                                                             \
    int64_t i = 0;                                                                                 \
    for (; i + 2 * VN <= (n); i += 2 * VN)                                                         \
        UNROLL for (int j = 0; j < 2; j++) {                                                       \
            vf x = v_load((a) + i + j * VN);                                                       \
            s[j] = pick(x, s[j]);                                                                  \
            bad |= (vi)(x != x);                                                                   \
        }                                                                                          \
    float best = start, part[VN];                                                                  \
    v_store(part, pick(s[0], s[1]));                                                               \
    for (int j = 0; j < VN; j++) best = part[j] better best ? part[j] : best;                      \
    bool nan = v_any(bad);                                                                         \
    for (; i < (n); i++) {                                                                         \
        nan |= (a)[i] != (a)[i];                                                                   \
        best = (a)[i] better best ? (a)[i] : best;                                                 \
    }                                                                                              \
    return nan ? __builtin_nanf("") : best;

float FN(f32_max)(const float *a, int64_t n) { EXTREME_BODY(a, n, -INFINITY, v_max, >) }
float FN(f32_min)(const float *a, int64_t n) { EXTREME_BODY(a, n, INFINITY, v_min, <) }

/* ---- softmax and norms --------------------------------------------------------------------------------- */

/* Sum of exp(a - top), written to dst unless that is NULL. */
INLINE double sum_exp(float *dst, const float *a, float top, int64_t n)
{
    const vf t = v_set(top);
    double   total = 0;
    for (int64_t start = 0; start < n; start += BLOCK) {
        const int64_t end = n - start < BLOCK ? n : start + BLOCK;
        vf            s[2] = {{0}, {0}};
        int64_t       i = start;
        for (; i + 2 * VN <= end; i += 2 * VN)
            UNROLL for (int j = 0; j < 2; j++) {
                vf e = v_exp(v_load(a + i + j * VN) - t);
                if (dst) v_store(dst + i + j * VN, e);
                s[j] += e;
            }
        for (; i < end; i += VN) {
            const int64_t left = end - i < VN ? end - i : VN;
            float         part[VN] = {0};
            vf            e = v_exp(v_load_n(a + i, left) - t);
            v_store_n(part, e, left); /* lanes beyond the row count nothing */
            if (dst) v_store_n(dst + i, e, left);
            s[0] += v_load(part);
        }
        vd low, high;
        v_to_vd(s[0] + s[1], &low, &high);
        total += vd_sum(low + high);
    }
    return total;
}

void FN(f32_softmax)(float *dst, const float *a, int64_t n)
{
    double total = sum_exp(dst, a, FN(f32_max)(a, n), n);
    FN(f32_scale)(dst, (float)(1 / total), dst, n);
}

void FN(f32_log_softmax)(float *dst, const float *a, int64_t n)
{
    const float top = FN(f32_max)(a, n);
    const vf    t = v_set(top), l = v_set((float)log(sum_exp(NULL, a, top, n)));
    ROW_BODY(dst, a, a, a, n, (x - t) - l)
}

void FN(f32_rms_norm)(float *dst, const float *a, const float *weight, float weight_add, double eps, int64_t n)
{
    const vf s = v_set((float)(1 / sqrt(FN(f32_sum_squares)(a, n) / (double)n + eps))), add = v_set(weight_add);
    if (!weight) {
        ROW_BODY(dst, a, a, a, n, x * s)
        return;
    }
    ROW_BODY(dst, a, weight, a, n, x * s * (y + add))
}

/* Sums of a - centre (the result) and of its square. */
static double sums_around(const float *a, float centre, int64_t n, double *squares)
{
    const vf c = v_set(centre);
    double   total = 0, total_squares = 0;
    int64_t  whole = n - n % VN; /* padding is not centred */
    for (int64_t start = 0; start < whole; start += BLOCK) {
        const int64_t end = whole - start < BLOCK ? whole : start + BLOCK;
        vf            s = {0}, q[2] = {{0}, {0}};
        for (int64_t i = start; i < end; i += VN) {
            vf x = v_load(a + i) - c, next = v_fma(x, x, q[0]);
            s += x;
            q[0] = q[1]; /* the two take turns */
            q[1] = next;
        }
        vd low, high;
        v_to_vd(s, &low, &high);
        total += vd_sum(low + high);
        v_to_vd(q[0] + q[1], &low, &high);
        total_squares += vd_sum(low + high);
    }
    for (int64_t i = whole; i < n; i++) {
        double x = (double)a[i] - (double)centre;
        total += x;
        total_squares += x * x;
    }
    *squares = total_squares;
    return total;
}

void FN(f32_layer_norm)(float *dst, const float *a, const float *weight, const float *bias, double eps, int64_t n)
{
    /* The mean in two steps: differences to a first one are small, so their sum has little error. */
    const float first = (float)(FN(f32_sum)(a, n) / (double)n);
    double      squares, off = sums_around(a, first, n, &squares) / (double)n, variance = squares / (double)n - off * off;
    if (variance < 0) variance = 0;
    const vf m = v_set(first), m_low = v_set((float)off), s = v_set((float)(1 / sqrt(variance + eps)));
    if (weight && bias) {
        ROW_BODY(dst, a, weight, bias, n, ((x - m) - m_low) * s * y + z)
    } else if (weight) {
        ROW_BODY(dst, a, weight, a, n, ((x - m) - m_low) * s * y)
    } else if (bias) {
        ROW_BODY(dst, a, a, bias, n, ((x - m) - m_low) * s + z)
    } else {
        ROW_BODY(dst, a, a, a, n, ((x - m) - m_low) * s)
    }
}

/* ---- rotary embedding --------------------------------------------------------------------------------------- */

void FN(f32_rope_half)(float *dst, const float *a, const float *cosine, const float *sine, int64_t n)
{
    const int64_t h = n / 2;
    int64_t       i = 0;
    for (; i + VN <= h; i += VN) {
        vf x = v_load(a + i), y = v_load(a + h + i), c = v_load(cosine + i), s = v_load(sine + i);
        v_store(dst + i, x * c - y * s);
        v_store(dst + h + i, y * c + x * s);
    }
    for (; i < h; i++) {
        float x = a[i], y = a[h + i];
        dst[i] = x * cosine[i] - y * sine[i];
        dst[h + i] = y * cosine[i] + x * sine[i];
    }
}

void FN(f32_rope_interleaved)(float *dst, const float *a, const float *cosine, const float *sine, int64_t n)
{
    for (int64_t i = 0; i < n / 2; i++) {
        float x = a[2 * i], y = a[2 * i + 1];
        dst[2 * i] = x * cosine[i] - y * sine[i];
        dst[2 * i + 1] = y * cosine[i] + x * sine[i];
    }
}

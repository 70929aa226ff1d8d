/* reduce_kinds.c - what each reduction does with a run of elements, and how two halves are put together.
 *
 * Runs are short (a buffer's length). A sum over a run goes through eight lanes, the runs' sums through a
 * compensated one, so the error does not grow with the number of elements. Variance takes two passes over
 * a run and joins runs by the formula of Chan, Golub and LeVeque.
 * SPDX-License-Identifier: MIT */
#include "reduce.h"
#include <math.h>

void reduce_begin(const reduce_params *r, reduce_state *s)
{
    *s = (reduce_state){0};
    if (r->kind == REDUCE_PROD) s->re = 1, s->i = 1;
    if (r->kind == REDUCE_ALL) s->i = 1;
    if (r->kind == REDUCE_LOGSUMEXP) s->re = -(double)INFINITY;
    if (r->kind == REDUCE_NORM && r->p == -(double)INFINITY) s->re = (double)INFINITY;
}

/* Neumaier's step. An infinite sum has no remainder. */
void reduce_add(double *sum, double *low, double v)
{
    double t = *sum + v;
    if (isfinite(t)) *low += fabs(*sum) >= fabs(v) ? (*sum - t) + v : (v - t) + *sum;
    *sum = t;
}

/* ---- floating point ----------------------------------------------------------------------------------------- */

enum { LANES = 8 };
#define LANE_SUM(term)                                                                             \
    double  lane[LANES] = {0};                                                                     \
    int64_t i = 0;                                                                                 \
    for (; i + LANES <= n; i += LANES)                                                             \
        for (int k = 0; k < LANES; k++) {                                                          \
            const double v = x[i + k];                                                             \
            lane[k] += (term);                                                                     \
        }                                                                                          \
    for (; i < n; i++) {                                                                           \
        const double v = x[i];                                                                     \
        lane[i % LANES] += (term);                                                                 \
    }                                                                                              \
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));

static double run_sum(const double *x, int64_t n) { LANE_SUM(v) }
static double run_nansum(const double *x, int64_t n) { LANE_SUM(v == v ? v : 0) }
static double run_abs(const double *x, int64_t n) { LANE_SUM(fabs(v)) }
static double run_squares(const double *x, int64_t n) { LANE_SUM(v *v) }
static double run_deviations(const double *x, int64_t n, double mean) { LANE_SUM((v - mean) * (v - mean)) }
static double run_nonzero(const double *x, int64_t n) { LANE_SUM(v != 0) }
static double run_numbers(const double *x, int64_t n) { LANE_SUM(v == v) }

static double run_power(const double *x, int64_t n, double p)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += pow(fabs(x[i]), p);
    return sum;
}

/* The first of the largest (sign 1) or smallest (sign -1) values, NaN before all. */
static void extreme(reduce_state *s, const double *x, int64_t n, int64_t first, double sign)
{
    int64_t i = 0;
    if (s->nan) return;
    if (s->n == 0) {
        s->re = x[0];
        s->index = first;
    }
    for (; i < n; i++) {
        double v = x[i];
        if (v != v) {
            s->re = v;
            s->index = first + i;
            s->nan = true;
            return;
        }
        if (v * sign > s->re * sign) {
            s->re = v;
            s->index = first + i;
        }
    }
}

static void min_and_max(reduce_state *s, const double *x, int64_t n)
{
    if (s->n == 0) s->re = s->re_low = x[0];
    for (int64_t i = 0; i < n; i++) {
        double v = x[i];
        if (v != v) s->nan = true;
        s->re = v < s->re ? v : s->re;
        s->re_low = v > s->re_low ? v : s->re_low;
    }
}

/* Joins n elements of the given mean and squared deviations. */
static void join_moments(reduce_state *s, int64_t n, double re, double im, double squares)
{
    double all = (double)(s->n + n), d_re = re - s->re, d_im = im - s->im, share = (double)n / all;
    s->re_low += squares + (d_re * d_re + d_im * d_im) * (double)s->n * share;
    s->re += d_re * share;
    s->im += d_im * share;
}

static void log_sum(reduce_state *s, double top, double sum)
{
    if (top != top || s->re != s->re) {
        s->re = (double)NAN;
    } else if (top > s->re) {
        s->re_low = sum + (s->re == -(double)INFINITY ? 0 : s->re_low * exp(s->re - top));
        s->re = top;
    } else if (top > -(double)INFINITY) {
        s->re_low += top == s->re ? sum : sum * exp(top - s->re);
    }
}

static void run_log_sum(reduce_state *s, const double *x, int64_t n)
{
    double top = x[0], sum = 0;
    for (int64_t i = 0; i < n; i++) top = x[i] > top || x[i] != x[i] ? x[i] : top;
    if (top != top || fabs(top) == (double)INFINITY) {
        log_sum(s, top, 1);
        return;
    }
    for (int64_t i = 0; i < n; i++) sum += exp(x[i] - top);
    log_sum(s, top, sum);
}

static void norm_run(const reduce_params *r, reduce_state *s, const double *x, int64_t n)
{
    if (r->p == 2) reduce_add(&s->re, &s->re_low, run_squares(x, n));
    else if (r->p == 1) reduce_add(&s->re, &s->re_low, run_abs(x, n));
    else if (r->p == 0) s->re += run_nonzero(x, n);
    else if (r->p == (double)INFINITY)
        for (int64_t i = 0; i < n; i++) s->re = fabs(x[i]) > s->re || x[i] != x[i] ? fabs(x[i]) : s->re;
    else if (r->p == -(double)INFINITY)
        for (int64_t i = 0; i < n; i++) s->re = fabs(x[i]) < s->re || x[i] != x[i] ? fabs(x[i]) : s->re;
    else reduce_add(&s->re, &s->re_low, run_power(x, n, r->p));
}

void reduce_f64(const reduce_params *r, reduce_state *s, const double *x, int64_t n, int64_t first)
{
    switch (r->kind) {
    case REDUCE_SUM:
    case REDUCE_MEAN: reduce_add(&s->re, &s->re_low, run_sum(x, n)); break;
    case REDUCE_NANSUM: reduce_add(&s->re, &s->re_low, run_nansum(x, n)); break;
    case REDUCE_PROD:
        for (int64_t i = 0; i < n; i++) s->re *= x[i];
        break;
    case REDUCE_MAX: extreme(s, x, n, first, 1); break;
    case REDUCE_MIN: extreme(s, x, n, first, -1); break;
    case REDUCE_MINMAX: min_and_max(s, x, n); break;
    case REDUCE_ANY:
        for (int64_t i = 0; i < n && !s->i; i++) s->i = x[i] != 0;
        break;
    case REDUCE_ALL:
        for (int64_t i = 0; i < n && s->i; i++) s->i = x[i] != 0;
        break;
    case REDUCE_VAR: {
        double mean = run_sum(x, n) / (double)n;
        join_moments(s, n, mean, 0, run_deviations(x, n, mean));
        break;
    }
    case REDUCE_NORM: norm_run(r, s, x, n); break;
    case REDUCE_LOGSUMEXP: run_log_sum(s, x, n); break;
    case REDUCE_COUNT: s->i += (int64_t)run_nonzero(x, n); break;
    case REDUCE_NANCOUNT: s->i += (int64_t)run_numbers(x, n); break;
    }
    s->n += n;
}

/* ---- integers -------------------------------------------------------------------------------------------------- */

#define INTEGER_RUN(name, T)                                                                       \
    void name(const reduce_params *r, reduce_state *s, const T *x, int64_t n, int64_t first)       \
    {                                                                                              \
        T kept = (T)s->i, high = (T)s->i_high;                                                     \
        switch (r->kind) {                                                                         \
        case REDUCE_PROD:                                                                          \
            for (int64_t i = 0; i < n; i++) kept = (T)((uint64_t)kept * (uint64_t)x[i]);           \
            break;                                                                                 \
        case REDUCE_MAX:                                                                           \
        case REDUCE_MIN:                                                                           \
            if (s->n == 0) kept = x[0], s->index = first;                                          \
            for (int64_t i = 0; i < n; i++)                                                        \
                if (r->kind == REDUCE_MAX ? x[i] > kept : x[i] < kept) kept = x[i], s->index = first + i; \
            break;                                                                                 \
        case REDUCE_MINMAX:                                                                        \
            if (s->n == 0) kept = high = x[0];                                                     \
            for (int64_t i = 0; i < n; i++) {                                                      \
                kept = x[i] < kept ? x[i] : kept;                                                  \
                high = x[i] > high ? x[i] : high;                                                  \
            }                                                                                      \
            break;                                                                                 \
        case REDUCE_ANY:                                                                           \
            for (int64_t i = 0; i < n && !kept; i++) kept = x[i] != 0;                             \
            break;                                                                                 \
        case REDUCE_ALL:                                                                           \
            for (int64_t i = 0; i < n && kept; i++) kept = x[i] != 0;                              \
            break;                                                                                 \
        case REDUCE_COUNT:                                                                         \
            for (int64_t i = 0; i < n; i++) kept = (T)(kept + (x[i] != 0));                        \
            break;                                                                                 \
        case REDUCE_NANCOUNT: kept = (T)(kept + (T)n); break;                                      \
        default:                                                                                   \
            for (int64_t i = 0; i < n; i++) kept = (T)((uint64_t)kept + (uint64_t)x[i]);           \
        }                                                                                          \
        s->i = (int64_t)kept;                                                                      \
        s->i_high = (int64_t)high;                                                                 \
        s->n += n;                                                                                 \
    }

INTEGER_RUN(reduce_i64, int64_t)
INTEGER_RUN(reduce_u64, uint64_t)

/* ---- complex ------------------------------------------------------------------------------------------------------ */

static void complex_moments(reduce_state *s, const cdouble *x, int64_t n)
{
    double re = 0, im = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) re += x[i].re, im += x[i].im;
    re /= (double)n;
    im /= (double)n;
    for (int64_t i = 0; i < n; i++)
        squares += (x[i].re - re) * (x[i].re - re) + (x[i].im - im) * (x[i].im - im);
    join_moments(s, n, re, im, squares);
}

void reduce_c128(const reduce_params *r, reduce_state *s, const cdouble *x, int64_t n)
{
    if (r->kind == REDUCE_VAR) {
        complex_moments(s, x, n);
        s->n += n;
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        double re = x[i].re, im = x[i].im, size;
        bool   nonzero = re != 0 || im != 0;
        switch (r->kind) {
        case REDUCE_PROD:
            size = s->re * re - s->im * im;
            s->im = s->re * im + s->im * re;
            s->re = size;
            break;
        case REDUCE_ANY: s->i |= nonzero; break;
        case REDUCE_ALL: s->i &= nonzero; break;
        case REDUCE_COUNT: s->i += nonzero; break;
        case REDUCE_NANCOUNT: s->i += re == re && im == im; break;
        case REDUCE_NORM:
            size = hypot(re, im);
            norm_run(r, s, &size, 1);
            break;
        case REDUCE_NANSUM:
            if (re != re || im != im) break;
            /* fall through */
        default:
            reduce_add(&s->re, &s->re_low, re);
            reduce_add(&s->im, &s->im_low, im);
        }
    }
    s->n += n;
}

/* ---- merging ------------------------------------------------------------------------------------------------------- */

static void merge_extreme(const reduce_params *r, reduce_state *a, const reduce_state *b, bool is_unsigned)
{
    bool max = r->kind == REDUCE_MAX, better;
    if (a->nan) return;
    if (b->nan) better = true;
    else if (is_unsigned) better = max ? (uint64_t)b->i > (uint64_t)a->i : (uint64_t)b->i < (uint64_t)a->i;
    else if (a->i != b->i) better = max ? b->i > a->i : b->i < a->i;
    else better = max ? b->re > a->re : b->re < a->re;
    if (!better) return;
    a->re = b->re;
    a->i = b->i;
    a->index = b->index;
    a->nan = b->nan;
}

static void merge_min_max(reduce_state *a, const reduce_state *b, bool is_unsigned)
{
    a->nan |= b->nan;
    a->re = b->re < a->re ? b->re : a->re;
    a->re_low = b->re_low > a->re_low ? b->re_low : a->re_low;
    bool lower = is_unsigned ? (uint64_t)b->i < (uint64_t)a->i : b->i < a->i;
    bool higher = is_unsigned ? (uint64_t)b->i_high > (uint64_t)a->i_high : b->i_high > a->i_high;
    if (lower) a->i = b->i;
    if (higher) a->i_high = b->i_high;
}

void reduce_merge(const reduce_params *r, reduce_state *a, const reduce_state *b, bool is_unsigned)
{
    double re;
    if (b->n == 0) return;
    if (a->n == 0) {
        *a = *b;
        return;
    }
    switch (r->kind) {
    case REDUCE_PROD:
        re = a->re * b->re - (a->im == 0 && b->im == 0 ? 0 : a->im * b->im);
        a->im = a->im == 0 && b->im == 0 ? 0 : a->re * b->im + a->im * b->re;
        a->re = re;
        a->i = (int64_t)((uint64_t)a->i * (uint64_t)b->i);
        break;
    case REDUCE_MAX:
    case REDUCE_MIN: merge_extreme(r, a, b, is_unsigned); break;
    case REDUCE_MINMAX: merge_min_max(a, b, is_unsigned); break;
    case REDUCE_ANY: a->i |= b->i; break;
    case REDUCE_ALL: a->i &= b->i; break;
    case REDUCE_VAR: join_moments(a, b->n, b->re, b->im, b->re_low); break;
    case REDUCE_LOGSUMEXP: log_sum(a, b->re, b->re_low); break;
    case REDUCE_NORM:
        if (r->p == (double)INFINITY) a->re = b->re > a->re || b->re != b->re ? b->re : a->re;
        else if (r->p == -(double)INFINITY) a->re = b->re < a->re || b->re != b->re ? b->re : a->re;
        else {
            reduce_add(&a->re, &a->re_low, b->re);
            a->re_low += b->re_low;
        }
        break;
    default:
        reduce_add(&a->re, &a->re_low, b->re);
        reduce_add(&a->im, &a->im_low, b->im);
        a->re_low += b->re_low;
        a->im_low += b->im_low;
        a->i = (int64_t)((uint64_t)a->i + (uint64_t)b->i);
    }
    a->n += b->n;
}

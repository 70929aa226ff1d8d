/* special.h - special functions that the C library lacks, in double.
 *
 * Methods are the textbook ones: power series where all terms have one sign, asymptotic series where they
 * are short, Euler-Maclaurin for the zeta function, Newton and Halley steps for inverses. Meant to be
 * right to about 1e-14; float kernels round them once.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_SPECIAL_H
#define WZ_OP_SPECIAL_H
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define SF static inline __attribute__((unused))
#define SF_PI 3.14159265358979323846
#define SF_SQRT_PI 1.77245385090551602730

/* B(2), B(4), ... of Euler-Maclaurin sums */
#define SF_BERNOULLI {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6, -3617.0 / 510}

/* ---- gamma and zeta ------------------------------------------------------------------------------------------ */

SF double sf_lgamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* Recurrence up to 10, then log(x) - 1/(2x) - sum B(2k) / (2k x^2k). */
SF double sf_digamma(double x)
{
    static const double b[] = SF_BERNOULLI;
    if (x == 0) return copysign(INFINITY, -x);
    double result = 0;
    if (x < 0) {
        double whole, part = modf(x, &whole);
        if (part == 0) return NAN;
        result = -SF_PI / tan(SF_PI * part); /* psi(x) = psi(1 - x) - pi / tan(pi x) */
        x = 1 - x;
    }
    for (; x < 10; x += 1) result -= 1 / x;
    double power = 1, series = 0;
    for (int k = 0; k < 8; k++) {
        power /= x * x;
        series += b[k] * power / (2 * k + 2);
    }
    return result + log(x) - 0.5 / x - series;
}

/* sum over k >= 0 of (q + k)^-s */
SF double sf_zeta(double s, double q)
{
    static const double b[] = SF_BERNOULLI;
    if (s != s || q != q) return NAN;
    if (s == 1) return INFINITY;
    if (s < 1) return NAN;
    if (q <= 0) {
        if (q == floor(q)) return INFINITY;
        if (s != floor(s)) return NAN;
    }
    double sum = 0, x = q;
    for (; x < 12; x += 1) {
        double term = pow(x, -s);
        sum += term;
        if (x > 0 && term < sum * 1e-18) return sum;
    }
    double tail = pow(x, -s), factor = s / x, series = 0;
    for (int k = 0; k < 8; k++) { /* B(2k+2) / (2k+2)! * s (s+1) ... (s+2k) x^(-s-2k-1) */
        series += b[k] * factor / ((2 * k + 1) * (2 * k + 2));
        factor *= (s + 2 * k + 1) * (s + 2 * k + 2) / (x * x * (2 * k + 1) * (2 * k + 2));
    }
    return sum + tail * (x / (s - 1) + 0.5 + series);
}

SF double sf_polygamma(double n, double x)
{
    if (n == 0) return sf_digamma(x);
    if (n < 0 || n != floor(n)) return NAN;
    double value = exp(sf_lgamma(n + 1)) * sf_zeta(n + 1, x);
    return fmod(n, 2) == 1 ? value : -value;
}

/* ---- the error function's relatives ----------------------------------------------------------------------------- */

/* exp(x^2) erfc(x): directly while erfc is a normal number, asymptotically beyond. */
SF double sf_erfcx(double x)
{
    if (x < -26.7) return INFINITY;
    if (x < 10) {
        double square = x * x, rest = fma(x, x, -square);
        return exp(square) * (1 + rest) * erfc(x);
    }
    double term = 1, sum = 1;
    for (int k = 1; k < 20; k++) {
        term *= -(2 * k - 1) / (2 * x * x);
        sum += term;
    }
    return sum / (x * SF_SQRT_PI);
}

/* y with erfc(y) = q for 0 < q <= 0.5: Newton steps on log erfc. */
SF double sf_erfcinv_small(double q)
{
    double wanted = log(q), y = sqrt(fmax(-wanted - 0.5 * log(fmax(-wanted, 1.0) * SF_PI), 0.2));
    for (int k = 0; k < 12; k++) {
        double e = sf_erfcx(y), step = (log(e) - y * y - wanted) * e * SF_SQRT_PI / 2;
        y += step;
        if (fabs(step) <= 1e-16 * y) break;
    }
    return y;
}

SF double sf_erfinv(double x)
{
    double size = fabs(x);
    if (x != x || size > 1) return NAN;
    if (size == 1) return copysign(INFINITY, x);
    if (size > 0.5) return copysign(sf_erfcinv_small(1 - size), x);
    if (size < 1e-9) return x * (SF_SQRT_PI / 2);
    double y = x * (SF_SQRT_PI / 2) * (1 + x * x * (SF_PI / 12)); /* the series' first terms */
    for (int k = 0; k < 4; k++) {
        double u = (erf(y) - x) * (SF_SQRT_PI / 2) * exp(y * y);
        y -= u / (1 + y * u);
    }
    return y;
}

SF double sf_ndtri(double p)
{
    if (p != p || p < 0 || p > 1) return NAN;
    if (p == 0) return -INFINITY;
    if (p == 1) return INFINITY;
    if (p < 0.25) return -1.41421356237309504880 * sf_erfcinv_small(2 * p);
    return 1.41421356237309504880 * sf_erfinv(2 * p - 1);
}

SF double sf_log_ndtr(double x)
{
    double t = x * 0.70710678118654752440;
    if (x < -1) return log(sf_erfcx(-t) / 2) - t * t;
    return log1p(-erfc(t) / 2);
}

/* ---- modified Bessel functions, times exp(-|x|) --------------------------------------------------------------------- */

/* order 0 or 1: the power series up to 30, the asymptotic one (terms ((2k-1)^2 - 4 order^2) / (8kx)) beyond */
SF double sf_bessel_ie(double x, int order)
{
    double size = fabs(x), quarter = size * size / 4, sum = 1, term = 1;
    if (x != x) return x;
    if (size <= 30) {
        for (int k = 1; k < 200 && term > sum * 1e-18; k++) {
            term *= quarter / ((double)k * (k + order));
            sum += term;
        }
        sum *= exp(-size) * (order ? size / 2 : 1);
    } else {
        for (int k = 1; k < 40; k++) {
            double next = term * ((2.0 * k - 1) * (2.0 * k - 1) - 4 * order) / (8.0 * k * size);
            if (fabs(next) < 1e-18 || fabs(next) > fabs(term)) break;
            term = next;
            sum += term;
        }
        sum /= sqrt(2 * SF_PI * size);
    }
    return order && x < 0 ? -sum : sum;
}

SF double sf_i0e(double x) { return sf_bessel_ie(x, 0); }
SF double sf_i1e(double x) { return sf_bessel_ie(x, 1); }

/* ---- orthogonal polynomials, by their three-term recurrences ------------------------------------------------------------ */

SF int64_t sf_degree(double n) { return n != n ? -1 : n > 1e9 ? 1000000000 : (int64_t)n; }

SF double sf_laguerre_l(double x, double degree)
{
    int64_t n = sf_degree(degree);
    if (n < 0) return 0;
    if (x == 0 || n == 0) return 1;
    double before = 1, p = 1 - x;
    for (int64_t k = 1; k < n && p == p; k++) {
        double next = ((double)(2 * k + 1) - x) * p - (double)k * before;
        before = p;
        p = next / (double)(k + 1);
    }
    return p;
}

SF double sf_hermite_h(double x, double degree)
{
    int64_t n = sf_degree(degree);
    if (n < 0) return 0;
    if (n == 0) return 1;
    double before = 1, p = 2 * x;
    for (int64_t k = 1; k < n && p == p; k++) {
        double next = 2 * x * p - 2 * (double)k * before;
        before = p;
        p = next;
    }
    return p;
}

SF double sf_hermite_he(double x, double degree)
{
    int64_t n = sf_degree(degree);
    if (n < 0) return 0;
    if (n == 0) return 1;
    double before = 1, p = x;
    for (int64_t k = 1; k < n && p == p; k++) {
        double next = x * p - (double)k * before;
        before = p;
        p = next;
    }
    return p;
}

SF double sf_legendre_p(double x, double degree)
{
    int64_t n = sf_degree(degree);
    if (n < 0) return 0;
    if (n == 0) return 1;
    if (fabs(x) == 1) return x > 0 || n % 2 == 0 ? 1 : -1;
    double before = 1, p = x;
    for (int64_t k = 1; k < n && p == p; k++) {
        double next = ((double)(2 * k + 1) * x * p - (double)k * before) / (double)(k + 1);
        before = p;
        p = next;
    }
    return p;
}

SF double sf_chebyshev(double x, int64_t n, double p)
{
    double before = 1;
    for (int64_t k = 1; k < n && p == p; k++) {
        double next = 2 * x * p - before;
        before = p;
        p = next;
    }
    return p;
}

SF double sf_chebyshev_t(double x, double degree)
{
    int64_t n = sf_degree(degree);
    if (n < 0) return 0;
    if (n == 0) return 1;
    if (fabs(x) == 1) return x > 0 || n % 2 == 0 ? 1 : -1;
    if (n > 6 && fabs(x) < 1) return cos((double)n * acos(x));
    return sf_chebyshev(x, n, x);
}

SF double sf_chebyshev_u(double x, double degree)
{
    int64_t n = sf_degree(degree);
    if (n < 0) return 0;
    if (n == 0) return 1;
    if (fabs(x) == 1) return x > 0 || n % 2 == 0 ? (double)(n + 1) : -(double)(n + 1);
    if (n > 8 && fabs(x) < 1) return sin((double)(n + 1) * acos(x)) / sin(acos(x));
    return sf_chebyshev(x, n, 2 * x);
}
#endif

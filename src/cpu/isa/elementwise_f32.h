/* elementwise_f32.h - the words of elementwise.def for float, written so that the compiler turns loops over
 * them into vectors: no branches, no calls, choices as selects.
 *
 * Functions beyond arithmetic compute in double and round once. A double has room for every float's
 * exponential, square and subnormal, so there are no special ranges, and 29 spare bits make the result
 * right to within a little over half a unit in the last place. Polynomials: Taylor coefficients for exp
 * and log, Chebyshev fits (relative error below 3e-11) for the others.
 * sin, cos and tan are good to |x| = SMALL_ANGLE; elementwise.c takes the C library beyond.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_ISA_ELEMENTWISE_F32_H
#define WZ_CPU_ISA_ELEMENTWISE_F32_H
#include "../../op/elementwise_scalar.h"
#include <string.h>

#define FD static inline __attribute__((always_inline, unused))
#define SMALL_ANGLE 1e6f

#ifdef __FMA__
#define MULADD(x, y, z) __builtin_fma(x, y, z)
#else
#define MULADD(x, y, z) ((x) * (y) + (z))
#endif
#define ROUND_MAGIC 0x1.8p52 /* adding it rounds to an integer, which stands in the low bits then */

FD int64_t bits_of(double x)
{
    int64_t i;
    memcpy(&i, &x, sizeof i);
    return i;
}

FD double double_of(int64_t i)
{
    double x;
    memcpy(&x, &i, sizeof x);
    return x;
}

/* ---- double cores ------------------------------------------------------------------------------------------ */

/* For |x| <= 708; beyond, the clamped value still rounds to 0 or infinity as a float. */
FD double exp_d(double x)
{
    x = x > 708 ? 708 : x;
    x = x < -708 ? -708 : x;
    double shifted = MULADD(x, 0x1.71547652b82fep0, ROUND_MAGIC), n = shifted - ROUND_MAGIC;
    double r = MULADD(n, -0x1.473de6af278edp-34, MULADD(n, -0x1.62e42fefp-1, x));
    double p = MULADD(r, 1.0 / 362880, 1.0 / 40320);
    p = MULADD(p, r, 1.0 / 5040);
    p = MULADD(p, r, 1.0 / 720);
    p = MULADD(p, r, 1.0 / 120);
    p = MULADD(p, r, 1.0 / 24);
    p = MULADD(p, r, 1.0 / 6);
    p = MULADD(p, r, 0.5);
    p = MULADD(p, r, 1.0);
    p = MULADD(p, r, 1.0);
    return double_of((int64_t)((uint64_t)bits_of(p) + ((uint64_t)bits_of(shifted) << 52)));
}

/* x = 2^k m with m in [sqrt(1/2), sqrt(2)): returns log m, and k as a double. x is a positive normal number. */
FD double log_parts(double x, double *k)
{
    uint64_t biased = (uint64_t)bits_of(x) - 0x3FE6A09E667F3BCDu + ((uint64_t)1024 << 52);
    uint64_t e = biased >> 52; /* k + 1024 */
    *k = double_of((int64_t)(e | 0x4330000000000000u)) - (0x1p52 + 1024);
    double m = double_of((int64_t)((uint64_t)bits_of(x) - ((e - 1024) << 52)));
    double s = (m - 1) / (m + 1), z = s * s;
    double p = MULADD(z, 1.0 / 17, 1.0 / 15);
    p = MULADD(p, z, 1.0 / 13);
    p = MULADD(p, z, 1.0 / 11);
    p = MULADD(p, z, 1.0 / 9);
    p = MULADD(p, z, 1.0 / 7);
    p = MULADD(p, z, 1.0 / 5);
    p = MULADD(p, z, 1.0 / 3);
    return 2 * MULADD(s * z, p, s);
}

FD double log_edges(double x, double y)
{
    y = x == 0 ? -(double)INFINITY : y;
    y = x < 0 ? (double)NAN : y;
    y = x > DBL_MAX ? x : y;
    return x != x ? x : y;
}

FD double log_d(double x)
{
    double k, r = log_parts(x, &k);
    return log_edges(x, MULADD(k, 0x1.62e42fefa39efp-1, r));
}

FD double log1p_d(double x)
{
    double u = 1 + x, k, r = log_parts(u, &k);
    double y = MULADD(k, 0x1.62e42fefa39efp-1, r) + (x - (u - 1)) / u;
    y = log_edges(u, y);
    return x == 0 ? x : y;
}

FD double expm1_d(double x)
{
    double near = x * MULADD(MULADD(MULADD(x, 1.0 / 24, 1.0 / 6), x, 0.5), x, 1.0);
    double far = exp_d(x) - 1;
    double y = fabs(x) < 1e-3 ? near : far;
    return x == 0 ? x : y;
}

FD double tanh_d(double x)
{
    double a = fabs(x) > 20 ? 20 : fabs(x), t = expm1_d(2 * a);
    return x != x ? x : copysign(t / (t + 2), x);
}

FD double erfcx_poly(double t) /* erfcx(x) for x >= 0, t = 2 / (2 + x) */
{
    double p = MULADD(t, 0.029839833045760031, -0.23153140552279131);
    p = MULADD(p, t, 0.78083209807818377);
    p = MULADD(p, t, -1.4696213804450344);
    p = MULADD(p, t, 1.6355264683799815);
    p = MULADD(p, t, -1.0529465592785845);
    p = MULADD(p, t, 0.41567645881338655);
    p = MULADD(p, t, -0.20017954703683105);
    p = MULADD(p, t, 0.024645387997621948);
    p = MULADD(p, t, 0.08027558826958836);
    p = MULADD(p, t, 0.17644024801930785);
    p = MULADD(p, t, 0.24685651871013631);
    p = MULADD(p, t, 0.28209135719834666);
    return t * MULADD(p, t, 0.28209493378367911);
}

FD double erfc_positive(double a)
{
    a = a > 30 ? 30 : a;
    return exp_d(-a * a) * erfcx_poly(2 / (2 + a));
}

FD double erfc_d(double x)
{
    double y = erfc_positive(fabs(x));
    return x < 0 ? 2 - y : y;
}

FD double erf_d(double x)
{
    double z = x * x, far = copysign(1 - erfc_positive(fabs(x)), x);
    double p = MULADD(z, 1.0595276285023253e-06, -1.3911700880401589e-05);
    p = MULADD(p, z, 0.00011956946708639195);
    p = MULADD(p, z, -0.00085426705517870527);
    p = MULADD(p, z, 0.0052237850060261014);
    p = MULADD(p, z, -0.026866133625120463);
    p = MULADD(p, z, 0.1128379131349283);
    p = MULADD(p, z, -0.37612638889868805);
    p = MULADD(p, z, 1.1283791670946952);
    return z < 1 ? x * p : far;
}

FD double atan_d(double x)
{
    double a = fabs(x);
    double v = a > 1 ? 1 / a : a;                 /* in [0, 1] */
    double t = v > 0.41421356237309503 ? (v - 1) / (v + 1) : v; /* |t| <= tan(pi / 8) */
    double z = t * t;
    double p = MULADD(z, -0.037681423183637319, 0.069758716832692344);
    p = MULADD(p, z, -0.089929702503683651);
    p = MULADD(p, z, 0.11103508405119769);
    p = MULADD(p, z, -0.14285389810830884);
    p = MULADD(p, z, 0.19999993151565615);
    p = MULADD(p, z, -0.33333333278028221);
    double y = MULADD(t * z, p, t);
    y = v > 0.41421356237309503 ? y + 0.78539816339744831 : y;
    y = a > 1 ? 1.5707963267948966 - y : y;
    return x != x ? x : copysign(y, x);
}

FD double atan2_d(double y, double x)
{
    double ax = fabs(x), ay = fabs(y), big = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
    double ratio = small == big ? (big == 0 ? 0.0 : 1.0) : small / big;
    double angle = atan_d(ratio);
    angle = ay > ax ? 1.5707963267948966 - angle : angle;
    angle = bits_of(x) < 0 ? 3.1415926535897932 - angle : angle;
    angle = copysign(angle, y);
    return ((x != x) | (y != y)) ? (double)NAN : angle;
}

/* |x| <= SMALL_ANGLE: pi/2 in three parts, the first two of 33 bits. quadrant shifts by a right angle. */
FD double sin_d(double x, int64_t quadrant)
{
    double  shifted = MULADD(x, 0.63661977236758134, ROUND_MAGIC), n = shifted - ROUND_MAGIC;
    double  r = MULADD(n, -0x1.0b4611a6p-34, MULADD(n, -0x1.921fb544p+0, x));
    r = MULADD(n, -0x1.3198a2e037073p-69, r);
    int64_t q = bits_of(shifted) + quadrant;
    double  z = r * r;
    double  s = MULADD(z, -2.475330426826282e-08, 2.7555226657588611e-06);
    s = MULADD(s, z, -0.00019841263081295672);
    s = MULADD(s, z, 0.0083333333234601389);
    s = MULADD(s, z, -0.16666666666613925);
    s = r * MULADD(z, s, 1.0); /* keeps -0 */
    double c = MULADD(z, -2.7169631271659331e-07, 2.4798875802600661e-05);
    c = MULADD(c, z, -0.0013888880138547761);
    c = MULADD(c, z, 0.041666666538965606);
    c = MULADD(c, z, -0.49999999999318201);
    c = MULADD(c, z, 1.0);
    double y = (q & 1) ? c : s;
    return double_of(bits_of(y) ^ (int64_t)((uint64_t)(q & 2) << 62));
}

FD double asinh_d(double x)
{
    double a = fabs(x), y = log1p_d(a + a * a / (1 + sqrt(MULADD(a, a, 1.0))));
    y = a > DBL_MAX ? a : y;
    return copysign(y, x);
}

FD double pow_d(double x, double y)
{
    double a = fabs(x), r = exp_d(y * log_d(a)), half = y * 0.5;
    double whole = y >= 0x1p53 || y <= -0x1p53 ? y : (y + ROUND_MAGIC) - ROUND_MAGIC;
    double half_whole = fabs(half) >= 0x1p52 ? half : (half + ROUND_MAGIC) - ROUND_MAGIC;
    bool   integer = whole == y, odd = integer & (half_whole != half);
    r = a == 1 ? 1 : r;
    r = ((bits_of(x) < 0) & odd) ? -r : r;
    r = ((x < 0) & !integer & (a <= DBL_MAX) & (fabs(y) <= DBL_MAX)) ? (double)NAN : r;
    r = ((x != x) | (y != y)) ? (double)NAN : r;
    r = x == 1 ? 1 : r;
    return y == 0 ? 1 : r;
}

/* ---- the words ------------------------------------------------------------------------------------------------ */

#define WORD1(name, e) FD float name##_f32(float x) { return (float)(e); }
#define WORD2(name, e) FD float name##_f32(float x, float y) { return (float)(e); }
#define TEST1(name, e) FD bool name##_f32(float x) { return (e); }
#define TEST2(name, e) FD bool name##_f32(float x, float y) { return (e); }
#define LIBRARY1(name) FD float name##_f32(float x) { return (float)name##_f64((double)x); }
#define LIBRARY2(name) FD float name##_f32(float x, float y) { return (float)name##_f64((double)x, (double)y); }

FD float num_f32(double x) { return (float)x; }
TEST2(lt, x < y) TEST2(le, x <= y) TEST2(eq, x == y) TEST2(ne, x != y)
TEST1(isinf, fabsf(x) > FLT_MAX) TEST1(isfinite, fabsf(x) <= FLT_MAX)
FD float sel_f32(bool p, float x, float y) { return p ? x : y; }
FD bool  and_f32(bool p, bool q) { return p & q; }
FD bool  or_f32(bool p, bool q) { return p | q; }
FD bool  xor_f32(bool p, bool q) { return p ^ q; }
FD bool  not_f32(bool p) { return !p; }
FD bool  signbit_f32(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u >> 31;
}

WORD2(add, x + y) WORD2(sub, x - y) WORD2(mul, x * y) WORD2(div, x / y)
FD float axpy_f32(float x, float f, float y) { return x + f * y; }
WORD1(neg, -x) WORD1(abs, fabsf(x)) WORD1(square, x * x) WORD1(sign, (float)(x > 0) - (float)(x < 0))
WORD2(max, ((x > y) | (x != x)) ? x : y) WORD2(min, ((x < y) | (x != x)) ? x : y)
WORD2(fmax, ((x > y) | (y != y)) ? x : y) WORD2(fmin, ((x < y) | (y != y)) ? x : y)
WORD2(copysign, copysignf(x, y)) WORD1(sqrt, sqrtf(x))
WORD1(floor, floorf(x)) WORD1(ceil, ceilf(x)) WORD1(trunc, truncf(x)) WORD1(rint, rintf(x))
WORD2(hypot, or_f32(isinf_f32(x), isinf_f32(y)) ? INFINITY : sqrt((double)x * (double)x + (double)y * (double)y))
WORD1(real, x) WORD1(conj, x)

WORD1(exp, exp_d((double)x))
WORD1(exp2, exp_d((double)x * 0.69314718055994531))
WORD1(expm1, expm1_d((double)x))
WORD1(log, log_d((double)x))
WORD1(log1p, log1p_d((double)x))
FD float log2_f32(float x)
{
    double k, r = log_parts((double)x, &k);
    return (float)log_edges((double)x, MULADD(r, 1.4426950408889634, k));
}
WORD1(log10, log_d((double)x) * 0.43429448190325183)
WORD1(sin, sin_d((double)x, 0))
WORD1(cos, sin_d((double)x, 1))
WORD1(tan, sin_d((double)x, 0) / sin_d((double)x, 1))
FD float sinc_f32(float x)
{
    double t = (double)x * 3.14159265358979323846, y = sin_d(t, 0) / t;
    return x == 0 ? 1 : (float)y;
}
WORD1(asin, x == 0 ? (double)x : atan2_d((double)x, sqrt((1 - (double)x) * (1 + (double)x))))
WORD1(acos, atan2_d(sqrt((1 - (double)x) * (1 + (double)x)), (double)x))
WORD1(atan, atan_d((double)x))
WORD2(atan2, atan2_d((double)x, (double)y))
FD float sinh_f32(float x)
{
    double t = expm1_d(fabs((double)x));
    return (float)copysign((t + t / (t + 1)) / 2, (double)x);
}
FD float cosh_f32(float x)
{
    double e = exp_d(fabs((double)x));
    return (float)((e + 1 / e) / 2);
}
WORD1(tanh, tanh_d((double)x))
WORD1(asinh, asinh_d((double)x))
WORD1(acosh, x < 1 ? (double)NAN : log1p_d((double)x - 1 + sqrt(((double)x - 1) * ((double)x + 1))))
WORD1(atanh, x == 0 ? (double)x : log1p_d(2 * (double)x / (1 - (double)x)) / 2)
WORD1(erf, erf_d((double)x))
WORD1(erfc, erfc_d((double)x))
WORD1(ndtr, erfc_d((double)x * -0.70710678118654752) / 2)
WORD1(sigmoid, 1 / (1 + exp_d(-(double)x)))
WORD1(log1pexp, (x > 0 ? (double)x : 0.0) + log1p_d(exp_d(-fabs((double)x))))
WORD1(logit, log_d((double)x / (1 - (double)x)))
WORD2(pow, pow_d((double)x, (double)y))

/* not vectors */
WORD2(fmod, fmodf(x, y))
LIBRARY2(rem) LIBRARY2(floordiv) LIBRARY2(ldexp)
LIBRARY1(erfinv) LIBRARY1(lgamma) LIBRARY1(digamma) LIBRARY2(polygamma) LIBRARY2(zeta)
LIBRARY1(ndtri) LIBRARY1(log_ndtr) LIBRARY1(erfcx) LIBRARY1(i0) LIBRARY1(i0e) LIBRARY1(i1) LIBRARY1(i1e)
LIBRARY1(bessel_j0) LIBRARY1(bessel_j1) LIBRARY1(bessel_y0) LIBRARY1(bessel_y1)
LIBRARY2(laguerre_l) LIBRARY2(hermite_h) LIBRARY2(hermite_he) LIBRARY2(legendre_p) LIBRARY2(chebyshev_t)
LIBRARY2(chebyshev_u)
#endif

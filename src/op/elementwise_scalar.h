/* elementwise_scalar.h - what the upper-case words of elementwise.def mean for double, int32, int64, uint64,
 * complex double and (comparisons only) 128-bit integers. Integers wrap; nothing here is undefined for
 * any input: division by zero gives 0 (it is refused before a kernel runs), shifts out of range are
 * those of infinitely wide numbers.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_ELEMENTWISE_SCALAR_H
#define WZ_OP_ELEMENTWISE_SCALAR_H
#include "special.h"
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#undef I

typedef double _Complex c128;
__extension__ typedef __int128 i128;

#define FN static inline __attribute__((unused))
#define FN_TRUTH(s)                                                                                \
    FN bool and_##s(bool p, bool q) { return p & q; }                                              \
    FN bool or_##s(bool p, bool q) { return p | q; }                                               \
    FN bool xor_##s(bool p, bool q) { return p ^ q; }                                              \
    FN bool not_##s(bool p) { return !p; }
#define FN_COMPARE(s, T)                                                                           \
    FN T num_##s(double x) { return (T)x; }                                                        \
    FN bool lt_##s(T x, T y) { return x < y; }                                                     \
    FN bool le_##s(T x, T y) { return x <= y; }                                                    \
    FN bool eq_##s(T x, T y) { return x == y; }                                                    \
    FN bool ne_##s(T x, T y) { return x != y; }                                                    \
    FN T sel_##s(bool p, T x, T y) { return p ? x : y; }                                           \
    FN_TRUTH(s)

/* ---- double ------------------------------------------------------------------------------------------------ */

FN_COMPARE(f64, double)
FN double add_f64(double x, double y) { return x + y; }
FN double sub_f64(double x, double y) { return x - y; }
FN double mul_f64(double x, double y) { return x * y; }
FN double div_f64(double x, double y) { return x / y; }
FN double axpy_f64(double x, double f, double y) { return x + f * y; }
FN double neg_f64(double x) { return -x; }
FN double abs_f64(double x) { return fabs(x); }
FN double square_f64(double x) { return x * x; }
FN double sign_f64(double x) { return (double)((x > 0) - (x < 0)); }
FN double max_f64(double x, double y) { return ((x > y) | (x != x)) ? x : y; }
FN double min_f64(double x, double y) { return ((x < y) | (x != x)) ? x : y; }
FN double fmax_f64(double x, double y) { return ((x > y) | (y != y)) ? x : y; }
FN double fmin_f64(double x, double y) { return ((x < y) | (y != y)) ? x : y; }
FN double pow_f64(double x, double y) { return pow(x, y); }
FN double fmod_f64(double x, double y) { return fmod(x, y); }
FN double hypot_f64(double x, double y) { return hypot(x, y); }
FN double copysign_f64(double x, double y) { return copysign(x, y); }
FN double floor_f64(double x) { return floor(x); }
FN double ceil_f64(double x) { return ceil(x); }
FN double trunc_f64(double x) { return trunc(x); }
FN double rint_f64(double x) { return rint(x); }
FN double sqrt_f64(double x) { return sqrt(x); }
FN double exp_f64(double x) { return exp(x); }
FN double exp2_f64(double x) { return exp2(x); }
FN double expm1_f64(double x) { return expm1(x); }
FN double log_f64(double x) { return log(x); }
FN double log2_f64(double x) { return log2(x); }
FN double log10_f64(double x) { return log10(x); }
FN double log1p_f64(double x) { return log1p(x); }
FN double sin_f64(double x) { return sin(x); }
FN double cos_f64(double x) { return cos(x); }
FN double tan_f64(double x) { return tan(x); }
FN double sinc_f64(double x) { return x == 0 ? 1 : sin(x * 3.14159265358979323846) / (x * 3.14159265358979323846); }
FN double asin_f64(double x) { return asin(x); }
FN double acos_f64(double x) { return acos(x); }
FN double atan_f64(double x) { return atan(x); }
FN double atan2_f64(double x, double y) { return atan2(x, y); }
FN double sinh_f64(double x) { return sinh(x); }
FN double cosh_f64(double x) { return cosh(x); }
FN double tanh_f64(double x) { return tanh(x); }
FN double asinh_f64(double x) { return asinh(x); }
FN double acosh_f64(double x) { return acosh(x); }
FN double atanh_f64(double x) { return atanh(x); }
FN double erf_f64(double x) { return erf(x); }
FN double erfc_f64(double x) { return erfc(x); }
FN double ndtr_f64(double x) { return erfc(x * -0.70710678118654752440) / 2; }
FN double sigmoid_f64(double x) { return 1 / (1 + exp(-x)); }
FN double logit_f64(double x) { return log(x / (1 - x)); }
FN double log1pexp_f64(double x) { return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)); }
FN bool   isinf_f64(double x) { return fabs(x) > DBL_MAX; }
FN bool   isfinite_f64(double x) { return fabs(x) <= DBL_MAX; }
FN bool   signbit_f64(double x) { return signbit(x) != 0; }
FN double real_f64(double x) { return x; }
FN double imag_f64(double x) { return 0 * x; }
FN double conj_f64(double x) { return x; }

/* y need not be an integer: 2 ** y then. Clamped so that the int conversion is defined. */
FN double ldexp_f64(double x, double y)
{
    if (y != rint(y)) return x * exp2(y);
    return ldexp(x, y > 5000 ? 5000 : y < -5000 ? -5000 : (int)y);
}

/* Python's %: the result has y's sign. */
FN double rem_f64(double x, double y)
{
    double r = fmod(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

/* Python's //: an exact floor(x / y), found through the remainder. */
FN double floordiv_f64(double x, double y)
{
    if (y == 0) return x / y;
    double r = fmod(x, y), q = (x - r) / y;
    if (r != 0 && (r < 0) != (y < 0)) q -= 1;
    if (q == 0) return copysign(0.0, x / y);
    double whole = floor(q);
    return q - whole > 0.5 ? whole + 1 : whole;
}

FN double erfinv_f64(double x) { return sf_erfinv(x); }
FN double lgamma_f64(double x) { return sf_lgamma(x); }
FN double digamma_f64(double x) { return sf_digamma(x); }
FN double polygamma_f64(double n, double x) { return sf_polygamma(n, x); }
FN double zeta_f64(double s, double q) { return sf_zeta(s, q); }
FN double ndtri_f64(double x) { return sf_ndtri(x); }
FN double log_ndtr_f64(double x) { return sf_log_ndtr(x); }
FN double erfcx_f64(double x) { return sf_erfcx(x); }
FN double i0_f64(double x) { return sf_i0e(x) * exp(fabs(x)); }
FN double i0e_f64(double x) { return sf_i0e(x); }
FN double i1_f64(double x) { return sf_i1e(x) * exp(fabs(x)); }
FN double i1e_f64(double x) { return sf_i1e(x); }
FN double bessel_j0_f64(double x) { return j0(x); }
FN double bessel_j1_f64(double x) { return j1(x); }
FN double bessel_y0_f64(double x) { return x < 0 ? NAN : y0(x); }
FN double bessel_y1_f64(double x) { return x < 0 ? NAN : y1(x); }
FN double laguerre_l_f64(double x, double n) { return sf_laguerre_l(x, n); }
FN double hermite_h_f64(double x, double n) { return sf_hermite_h(x, n); }
FN double hermite_he_f64(double x, double n) { return sf_hermite_he(x, n); }
FN double legendre_p_f64(double x, double n) { return sf_legendre_p(x, n); }
FN double chebyshev_t_f64(double x, double n) { return sf_chebyshev_t(x, n); }
FN double chebyshev_u_f64(double x, double n) { return sf_chebyshev_u(x, n); }

/* ---- integers ----------------------------------------------------------------------------------------------- */

#define FN_INTEGER(s, T, U)                                                                        \
    FN_COMPARE(s, T)                                                                               \
    FN T add_##s(T x, T y) { return (T)((U)x + (U)y); }                                            \
    FN T sub_##s(T x, T y) { return (T)((U)x - (U)y); }                                            \
    FN T mul_##s(T x, T y) { return (T)((U)x * (U)y); }                                            \
    FN T axpy_##s(T x, T f, T y) { return (T)((U)x + (U)f * (U)y); }                               \
    FN T neg_##s(T x) { return (T)(0 - (U)x); }                                                    \
    FN T max_##s(T x, T y) { return x > y ? x : y; }                                               \
    FN T min_##s(T x, T y) { return x < y ? x : y; }                                               \
    FN T band_##s(T x, T y) { return x & y; }                                                      \
    FN T bor_##s(T x, T y) { return x | y; }                                                       \
    FN T bxor_##s(T x, T y) { return x ^ y; }                                                      \
    FN T bnot_##s(T x) { return ~x; }                                                              \
    FN T shl_##s(T x, T y) { return (U)y >= 8 * sizeof(T) ? 0 : (T)((U)x << y); }                  \
    FN T real_##s(T x) { return x; }                                                               \
    FN T conj_##s(T x) { return x; }                                                               \
    FN T square_##s(T x) { return (T)((U)x * (U)x); }                                              \
    FN T lcm_##s(T x, T y)                                                                         \
    {                                                                                              \
        T d = gcd_##s(x, y);                                                                       \
        return d == 0 ? 0 : abs_##s(mul_##s((T)(x / d), y));                                       \
    }                                                                                              \
    FN T pow_##s(T x, T y)                                                                         \
    {                                                                                              \
        if (lt_##s(y, 0)) return x == 1 ? 1 : x == (T)-1 ? (T)(y % 2 != 0 ? x : 1) : 0;            \
        U base = (U)x, r = 1;                                                                      \
        for (U n = (U)y; n; n >>= 1) {                                                             \
            if (n & 1) r *= base;                                                                  \
            base *= base;                                                                          \
        }                                                                                          \
        return (T)r;                                                                               \
    }

FN uint64_t gcd_u64(uint64_t x, uint64_t y)
{
    while (y) {
        uint64_t r = x % y;
        x = y;
        y = r;
    }
    return x;
}

FN int64_t  abs_i64(int64_t x) { return x < 0 ? (int64_t)(0 - (uint64_t)x) : x; }
FN int32_t  abs_i32(int32_t x) { return x < 0 ? (int32_t)(0 - (uint32_t)x) : x; }
FN uint64_t abs_u64(uint64_t x) { return x; }
FN int64_t  gcd_i64(int64_t x, int64_t y) { return (int64_t)gcd_u64((uint64_t)abs_i64(x), (uint64_t)abs_i64(y)); }
FN int32_t  gcd_i32(int32_t x, int32_t y) { return (int32_t)gcd_i64(x, y); }
FN_INTEGER(i32, int32_t, uint32_t)
FN_INTEGER(i64, int64_t, uint64_t)
FN_INTEGER(u64, uint64_t, uint64_t)

/* the smallest number / -1 wraps to itself */
#define FN_SIGNED(s, T, U)                                                                         \
    FN T idiv_##s(T x, T y) { return y == 0 ? 0 : y == -1 ? neg_##s(x) : x / y; }                  \
    FN T imod_##s(T x, T y) { return y == 0 || y == -1 ? 0 : x % y; }                              \
    FN T rem_##s(T x, T y)                                                                         \
    {                                                                                              \
        T r = imod_##s(x, y);                                                                      \
        return r != 0 && (r < 0) != (y < 0) ? r + y : r;                                           \
    }                                                                                              \
    FN T floordiv_##s(T x, T y)                                                                    \
    {                                                                                              \
        T q = idiv_##s(x, y);                                                                      \
        return imod_##s(x, y) != 0 && (x < 0) != (y < 0) ? q - 1 : q;                              \
    }                                                                                              \
    FN T shr_##s(T x, T y) { return x >> ((U)y >= 8 * sizeof(T) ? (T)(8 * sizeof(T) - 1) : y); }   \
    FN T sign_##s(T x) { return (x > 0) - (x < 0); }
FN_SIGNED(i32, int32_t, uint32_t)
FN_SIGNED(i64, int64_t, uint64_t)

FN uint64_t idiv_u64(uint64_t x, uint64_t y) { return y == 0 ? 0 : x / y; }
FN uint64_t imod_u64(uint64_t x, uint64_t y) { return y == 0 ? 0 : x % y; }
FN uint64_t rem_u64(uint64_t x, uint64_t y) { return imod_u64(x, y); }
FN uint64_t floordiv_u64(uint64_t x, uint64_t y) { return idiv_u64(x, y); }
FN uint64_t shr_u64(uint64_t x, uint64_t y) { return y > 63 ? 0 : x >> y; }
FN uint64_t sign_u64(uint64_t x) { return x > 0; }

FN_COMPARE(i128, i128)

/* ---- complex -------------------------------------------------------------------------------------------------- */

/* GNU C knows complex arithmetic as a language feature; parts are put together without multiplying by i,
 * which would turn an infinite part into NaN. */
FN c128 c128_of(double re, double im)
{
    c128 z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}

FN_TRUTH(c128)
FN c128 num_c128(double x) { return c128_of(x, 0); }
FN c128 add_c128(c128 x, c128 y) { return x + y; }
FN c128 sub_c128(c128 x, c128 y) { return x - y; }
FN c128 neg_c128(c128 x) { return -x; }
FN c128 mul_c128(c128 x, c128 y)
{
    double a = creal(x), b = cimag(x), c = creal(y), d = cimag(y);
    return c128_of(a * c - b * d, a * d + b * c);
}
/* factor 1 and -1 keep infinite parts whole */
FN c128 axpy_c128(c128 x, c128 f, c128 y) { return f == 1 ? x + y : f == -1 ? x - y : x + mul_c128(f, y); }
FN c128 div_c128(c128 x, c128 y) { return x / y; }
FN c128 square_c128(c128 x) { return mul_c128(x, x); }
FN c128 abs_c128(c128 x) { return c128_of(cabs(x), 0); }
FN c128 real_c128(c128 x) { return c128_of(creal(x), 0); }
FN c128 imag_c128(c128 x) { return c128_of(cimag(x), 0); }
FN c128 conj_c128(c128 x) { return conj(x); }
FN c128 angle_c128(c128 x) { return c128_of(carg(x), 0); }
FN c128 csgn_c128(c128 x)
{
    double r = cabs(x);
    return r == 0 ? 0 : c128_of(creal(x) / r, cimag(x) / r);
}
FN c128 pow_c128(c128 x, c128 y)
{
    if (y == 0) return 1;
    if (x == 0) return creal(y) > 0 ? c128_of(0, 0) : cpow(x, y);
    if (y == 1) return x;
    if (y == 2) return mul_c128(x, x);
    return cpow(x, y);
}
FN c128 sqrt_c128(c128 x) { return csqrt(x); }
FN c128 exp_c128(c128 x) { return cexp(x); }
FN c128 log_c128(c128 x) { return clog(x); }
FN c128 sin_c128(c128 x) { return csin(x); }
FN c128 cos_c128(c128 x) { return ccos(x); }
FN c128 tan_c128(c128 x) { return ctan(x); }
FN c128 asin_c128(c128 x) { return casin(x); }
FN c128 acos_c128(c128 x) { return cacos(x); }
FN c128 atan_c128(c128 x) { return catan(x); }
FN c128 sinh_c128(c128 x) { return csinh(x); }
FN c128 cosh_c128(c128 x) { return ccosh(x); }
FN c128 tanh_c128(c128 x) { return ctanh(x); }
FN c128 asinh_c128(c128 x) { return casinh(x); }
FN c128 acosh_c128(c128 x) { return cacosh(x); }
FN c128 atanh_c128(c128 x) { return catanh(x); }
FN c128 expm1_c128(c128 z)
{
    double x = creal(z), y = cimag(z), half = sin(y / 2);
    return c128_of(expm1(x) * cos(y) - 2 * half * half, exp(x) * sin(y));
}
FN c128 log1p_c128(c128 z)
{
    double x = creal(z), y = cimag(z);
    if (fabs(x) > 0.5 || fabs(y) > 0.5) return clog(c128_of(1 + x, y));
    return c128_of(0.5 * log1p(x * (2 + x) + y * y), atan2(y, 1 + x));
}
FN bool isinf_c128(c128 x) { return isinf_f64(creal(x)) || isinf_f64(cimag(x)); }
FN bool isfinite_c128(c128 x) { return isfinite_f64(creal(x)) && isfinite_f64(cimag(x)); }
FN bool eq_c128(c128 x, c128 y) { return creal(x) == creal(y) && cimag(x) == cimag(y); }
FN bool ne_c128(c128 x, c128 y) { return creal(x) != creal(y) || cimag(x) != cimag(y); }
FN bool lt_c128(c128 x, c128 y) { return creal(x) < creal(y); } /* of numbers known to be real */
FN bool le_c128(c128 x, c128 y) { return creal(x) <= creal(y); }
FN c128 sel_c128(bool p, c128 x, c128 y) { return p ? x : y; }
FN c128 cnan_to_num_c128(c128 z, c128 nan, c128 high, c128 low)
{
    double part[2] = {creal(z), cimag(z)};
    for (int k = 0; k < 2; k++) {
        if (part[k] != part[k]) part[k] = creal(nan);
        else if (isinf_f64(part[k])) part[k] = creal(part[k] > 0 ? high : low);
    }
    return c128_of(part[0], part[1]);
}
#undef FN
#endif

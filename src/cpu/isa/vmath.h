/* vmath.h - exponentials and their relatives on vectors of floats.
 *
 * exp(x) = 2^n e^r with n the nearest integer to x / ln 2 and a polynomial for e^r on |r| <= ln 2 / 2. The
 * power of two is applied in two halves, so that results in the subnormal range are rounded once and
 * nothing overflows on the way. Callers that multiply further take the halves apart (v_exp_parts) and
 * apply the second one last. Coefficients: minimax on the interval, fitted for float.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_ISA_VMATH_H
#define WZ_CPU_ISA_VMATH_H
#include "simd.h"

/* e^(high + low) = (p + p_low) * s1 * s2, with |low| small beside high; high within [-170, 170] or NaN. */
INLINE vf v_exp_parts(vf high, vf low, vf *p_low, vf *s1, vf *s2)
{
    const vf magic = v_set(0x1.8p23f); /* adding it rounds to an integer, held in the low bits */
    vf       shifted = v_fma(high, v_set(0x1.715476p+0f), magic), n = shifted - magic;
    /* ln 2 in two parts, the first with trailing zeros: n times it is exact. */
    vf r = v_fma(n, v_set(-0x1.63p-1f), high);
    r = v_fma(n, v_set(0x1.bd0106p-13f), r) + low;
    vf p = v_fma(r, v_set(0x1.6a1a6ep-10f), v_set(0x1.123fc6p-7f));
    p = v_fma(p, r, v_set(0x1.555916p-5f));
    p = v_fma(p, r, v_set(0x1.55548ap-3f));
    p = v_fma(p, r, v_set(0x1.fffffcp-2f));
    vf t = v_fma(p * r, r, r);
    p = t + 1.0f;
    *p_low = t - (p - 1.0f);
    vi whole = (vi)shifted - (vi)magic, half = whole >> 1;
    *s1 = (vf)((half + 127) << 23);
    *s2 = (vf)((whole - half + 127) << 23);
    return p;
}

/* Within 1 ulp for all floats. */
INLINE vf v_exp(vf x)
{
    vf low, s1, s2, clamped = v_min(v_set(100.0f), v_max(v_set(-120.0f), x)); /* order keeps a NaN */
    return v_exp_parts(clamped, (vf){0}, &low, &s1, &s2) * s1 * s2;
}

/* For x <= 0 (a difference to a maximum): results below 2^-126 become 0. */
INLINE vf v_exp_fast(vf x)
{
    const vf magic = v_set(0x1.8p23f);
    vf       c = v_max(v_set(-126.0f * 0.69314718f), x), shifted = v_fma(c, v_set(0x1.715476p+0f), magic), n = shifted - magic;
    vf       r = v_fma(n, v_set(0x1.bd0106p-13f), v_fma(n, v_set(-0x1.63p-1f), c));
    vf       p = v_fma(r, v_set(0x1.6a1a6ep-10f), v_set(0x1.123fc6p-7f));
    p = v_fma(p, r, v_set(0x1.555916p-5f));
    p = v_fma(p, r, v_set(0x1.55548ap-3f));
    p = v_fma(p, r, v_set(0x1.fffffcp-2f));
    p = v_fma(p * r, r, r) + 1.0f;
    vf y = (vf)((vi)p + (((vi)shifted - (vi)magic) << 23));
    y = (vf)((vi)y & ~(x < v_set(-126.0f * 0.69314718f)));
    return v_select(x != x, x, y);
}

/* a * b as an unevaluated sum of two floats. */
INLINE vf v_two_product(vf a, vf b, vf *low)
{
    vf high = a * b;
#if V_HAS_FMA
    *low = v_fma(a, b, -high);
#else
    const vu mask = vu_set(0xFFFFF000u); /* twelve bits each: their products are exact */
    vf a1 = (vf)((vu)a & mask), a2 = a - a1, b1 = (vf)((vu)b & mask), b2 = b - b1;
    *low = ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2;
#endif
    return high;
}

/* a - q * b where that is nearly 0. */
INLINE vf v_remainder(vf a, vf q, vf b)
{
#if V_HAS_FMA
    return v_fma(-q, b, a);
#else
    vf low, high = v_two_product(q, b, &low);
    return (a - high) - low;
#endif
}

/* x times the logistic function of high + low, of which only the sign of high matters for the choice of
 * form: x / (1 + e) for positive, x e / (1 + e) for negative arguments, with e = exp(-|.|). The quotient is
 * corrected once, by what its operands lost in rounding. From -150 on the result is zero for every finite
 * x that comes with such an argument here; -inf times it is NaN. */
INLINE vf v_times_sigmoid(vf x, vf high, vf low)
{
    const vf one = v_set(1.0f);
    vi       negative = high < 0.0f;
    vf       a = v_min(v_set(150.0f), v_abs(high)), p_low, s1, s2; /* v_min gives its second operand if that is NaN */
    vf       l = v_select(a < 150.0f, v_select(negative, low, -low), (vf){0});
    vf       p = v_exp_parts(-a, l, &p_low, &s1, &s2), e = p * s1 * s2;
    vf       factor = v_select(negative, p * s1, one), factor_low = v_select(negative, p_low * s1, (vf){0});
    vf       c = v_select(negative, v_max(v_set(-150.0f), x), x), top_low;
    vf       top = v_two_product(c, factor, &top_low);
    vf       d = one + e, d_low = (one - d) + e, r = one / d, q = top * r;
    vf       rest = v_remainder(top, q, d) + (v_fma(c, factor_low, top_low) - q * d_low);
    rest = v_select(v_abs(q) < __builtin_inff(), rest, (vf){0});
    vf y = v_copysign(v_fma(rest, r, q) * v_select(negative, s2, one), x); /* the corrections made +0 of -0 */
    y = v_select(x < -__FLT_MAX__, v_set(__builtin_nanf("")), y);
    return v_select(high != high, high, y);
}

INLINE vf v_sigmoid(vf x) { return v_times_sigmoid(v_set(1.0f), x, (vf){0}); }

INLINE vf v_silu(vf x)
{
    return v_times_sigmoid(x, x, (vf){0});
}

/* x times the logistic function of 2 sqrt(2 / pi) (x + 0.044715 x^3). In the lower tail its relative error is
 * the argument's absolute one, hence the argument in two floats. */
INLINE vf v_gelu_tanh(vf x)
{
    const vf c1 = v_set(0x1.988454p+0f), c1_low = v_set(-0x1.857936p-25f); /* 2 sqrt(2 / pi) */
    const vf c3 = v_set(0x1.2444f2p-4f), c3_low = v_set(0x1.49b16ap-29f);  /* 0.044715 times it */
    vf x_low, t_low, u_low, c = v_max(v_set(-20.0f), v_min(v_set(20.0f), x));
    vf square = v_two_product(c, c, &x_low);
    vf t = v_two_product(c3, square, &t_low);
    t_low += c3 * x_low + c3_low * square;
    vf big = v_select(t > c1, t, c1), small = v_select(t > c1, c1, t), sum = c1 + t;
    vf sum_low = (small - (sum - big)) + t_low + c1_low;
    vf u = v_two_product(c, sum, &u_low);
    u_low += c * sum_low;
    return v_select(x != x, x, v_times_sigmoid(x, u, u_low));
}

/* tanh: the polynomial near zero, 1 - 2 / (exp(2 |x|) + 1) beyond; both lose the sign of -0 on the way. */
INLINE vf v_tanh(vf x)
{
    vf a = v_abs(x), z = x * x;
    vf p = v_fma(z, v_set(-5.70498872745e-3f), v_set(2.06390887954e-2f));
    p = v_fma(p, z, v_set(-5.37397155531e-2f));
    p = v_fma(p, z, v_set(1.33314422036e-1f));
    p = v_fma(p, z, v_set(-3.33332819422e-1f));
    vf near = v_fma(p * z, x, x);
    vf c = v_min(v_set(10.0f), a), low, s1, s2;
    vf e = v_exp_parts(c + c, (vf){0}, &low, &s1, &s2) * s1 * s2;
    vf far = 1.0f - 2.0f / (e + 1.0f);
    vf y = v_copysign(v_select(a < 0.625f, near, far), x);
    return v_select(x != x, x, y);
}

/* log: x = 2^n m with m in [sqrt(1/2), sqrt(2)), a polynomial in m - 1. */
INLINE vf v_log(vf x)
{
    vi tiny = x < 0x1p-126f; /* zero and negative values too: repaired below */
    vf scaled = v_select(tiny, x * 0x1p23f, x);
    vu u = (vu)scaled - 0x3F3504F3u;
    vf n = __builtin_convertvector(((vi)u >> 23) - (tiny & 23), vf);
    vf m = (vf)((u & 0x7FFFFFu) + 0x3F3504F3u), f = m - 1.0f, z = f * f;
    vf p = v_fma(f, v_set(7.0376836292e-2f), v_set(-1.1514610310e-1f));
    p = v_fma(p, f, v_set(1.1676998740e-1f));
    p = v_fma(p, f, v_set(-1.2420140846e-1f));
    p = v_fma(p, f, v_set(1.4249322787e-1f));
    p = v_fma(p, f, v_set(-1.6668057665e-1f));
    p = v_fma(p, f, v_set(2.0000714765e-1f));
    p = v_fma(p, f, v_set(-2.4999993993e-1f));
    p = v_fma(p, f, v_set(3.3333331174e-1f));
    vf y = v_fma(p * f, z, n * -2.12194440e-4f);
    y = v_fma(z, v_set(-0.5f), y);
    y = v_fma(n, v_set(0.693359375f), f + y);
    y = v_select(x == 0.0f, v_set(-__builtin_inff()), y);
    y = v_select(x < 0.0f, v_set(__builtin_nanf("")), y);
    return v_select((vi)((x != x) | (x == __builtin_inff())), x, y);
}
#endif

/* elementwise_lang.h - the language of elementwise.def: ADD(x, y) becomes add_<type>(x, y).
 *
 * Whoever expands the rows defines EW_SUFFIX (f64, i64, u64, c128, ...), has functions of those names
 * in scope (for C scalars elementwise_scalar.h), and defines EW_PICK to choose one of V3's expressions:
 * real, integer or complex. This file may be included again after EW_SUFFIX has changed; it needs no
 * guard since every definition repeats itself.
 * SPDX-License-Identifier: MIT */

#define EW_JOIN_(name, suffix) name##_##suffix
#define EW_JOIN(name, suffix) EW_JOIN_(name, suffix)
#define EW(name) EW_JOIN(name, EW_SUFFIX)

/* variants; what an expansion does not use still has to be an expression */
#define V3(real, integer, complex_) EW_PICK(real, integer, complex_)
#define R(real) EW_PICK(real, a, a)
#define NC(f) EW_PICK(f, f, EW_NO_COMPLEX)
#define RI(real, integer) EW_PICK(real, integer, EW_NO_COMPLEX)
#define FC(f) EW_PICK(f, a, f)
#define RC(real, complex_) EW_PICK(real, a, complex_)
#define EW_NO_COMPLEX ZERO

/* constants */
#define NUM(x) EW(num)(x)
#define ZERO NUM(0)
#define ONE NUM(1)

/* arithmetic */
#define ADD(x, y) EW(add)(x, y)
#define SUB(x, y) EW(sub)(x, y)
#define MUL(x, y) EW(mul)(x, y)
#define DIV(x, y) EW(div)(x, y)
#define AXPY(x, factor, y) EW(axpy)(x, factor, y) /* x + factor * y */
#define NEG(x) EW(neg)(x)
#define ABS(x) EW(abs)(x)
#define SIGN(x) EW(sign)(x)
#define SQUARE(x) EW(square)(x)
#define POW(x, y) EW(pow)(x, y)
#define FMOD(x, y) EW(fmod)(x, y)
#define REM(x, y) EW(rem)(x, y)
#define FLOORDIV(x, y) EW(floordiv)(x, y)
#define HYPOT(x, y) EW(hypot)(x, y)
#define LDEXP(x, y) EW(ldexp)(x, y)
#define COPYSIGN(x, y) EW(copysign)(x, y)
#define MAX(x, y) EW(max)(x, y)
#define MIN(x, y) EW(min)(x, y)
#define FMAX(x, y) EW(fmax)(x, y)
#define FMIN(x, y) EW(fmin)(x, y)
#define FLOOR(x) EW(floor)(x)
#define CEIL(x) EW(ceil)(x)
#define TRUNC(x) EW(trunc)(x)
#define RINT(x) EW(rint)(x)

/* functions */
#define SQRT(x) EW(sqrt)(x)
#define EXP(x) EW(exp)(x)
#define EXP2(x) EW(exp2)(x)
#define EXPM1(x) EW(expm1)(x)
#define LOG(x) EW(log)(x)
#define LOG2(x) EW(log2)(x)
#define LOG10(x) EW(log10)(x)
#define LOG1P(x) EW(log1p)(x)
#define SIN(x) EW(sin)(x)
#define COS(x) EW(cos)(x)
#define TAN(x) EW(tan)(x)
#define SINC(x) EW(sinc)(x) /* sin(pi x) / (pi x), 1 at 0 */
#define ASIN(x) EW(asin)(x)
#define ACOS(x) EW(acos)(x)
#define ATAN(x) EW(atan)(x)
#define ATAN2(x, y) EW(atan2)(x, y)
#define SINH(x) EW(sinh)(x)
#define COSH(x) EW(cosh)(x)
#define TANH(x) EW(tanh)(x)
#define ASINH(x) EW(asinh)(x)
#define ACOSH(x) EW(acosh)(x)
#define ATANH(x) EW(atanh)(x)
#define ERF(x) EW(erf)(x)
#define ERFC(x) EW(erfc)(x)
#define NDTR(x) EW(ndtr)(x) /* erfc(-x / sqrt(2)) / 2 */
#define SIGMOID(x) EW(sigmoid)(x)
#define LOG1PEXP(x) EW(log1pexp)(x)
#define LOGIT(x) EW(logit)(x)
#define SF1(name, x) EW(name)(x)
#define SF2(name, x, y) EW(name)(x, y)

/* integers */
#define IDIV(x, y) EW(idiv)(x, y)
#define IMOD(x, y) EW(imod)(x, y)
#define GCD(x, y) EW(gcd)(x, y)
#define LCM(x, y) EW(lcm)(x, y)
#define BAND(x, y) EW(band)(x, y)
#define BOR(x, y) EW(bor)(x, y)
#define BXOR(x, y) EW(bxor)(x, y)
#define BNOT(x) EW(bnot)(x)
#define SHL(x, y) EW(shl)(x, y)
#define SHR(x, y) EW(shr)(x, y)

/* truth values */
#define LT(x, y) EW(lt)(x, y)
#define LE(x, y) EW(le)(x, y)
#define GT(x, y) EW(lt)(y, x)
#define GE(x, y) EW(le)(y, x)
#define EQ(x, y) EW(eq)(x, y)
#define NE(x, y) EW(ne)(x, y)
#define ISINF(x) EW(isinf)(x)
#define ISFINITE(x) EW(isfinite)(x)
#define SIGNBIT(x) EW(signbit)(x)
#define AND(p, q) EW(and)(p, q)
#define OR(p, q) EW(or)(p, q)
#define XOR(p, q) EW(xor)(p, q)
#define NOT(p) EW(not)(p)
#define SEL(p, x, y) EW(sel)(p, x, y)

/* complex numbers; of real numbers the obvious */
#define REAL(x) EW(real)(x)
#define IMAG(x) EW(imag)(x)
#define CONJ(x) EW(conj)(x)
#define CABS(x) EW(abs)(x)
#define CSGN(x) EW(csgn)(x)
#define ANGLE(x) EW(angle)(x)
#define CNAN_TO_NUM(x, nan, high, low) EW(cnan_to_num)(x, nan, high, low)

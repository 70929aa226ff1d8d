/* elementwise.c - every elementwise function as loops that the compiler makes vectors of: float for the
 * floats up to 32 bits, double, int32, int64 and uint64. Compiled once per instruction set.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../../op/elementwise.h"
#include "../../op/elementwise_lang.h"
#include "elementwise_f32.h"
#if defined(__F16C__)
#include <immintrin.h>
#endif

#define ISA_JOIN_(name, isa) name##_##isa
#define ISA_JOIN(name, isa) ISA_JOIN_(name, isa)
#define ISA(name) ISA_JOIN(name, WZ_ISA)

/* ---- elements in and out ------------------------------------------------------------------------------------- */

static inline float from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float    f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static inline uint16_t to_bf16(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    uint32_t rounded = (u + 0x7FFFu + ((u >> 16) & 1u)) >> 16;
    return (uint16_t)(f != f ? (u >> 16) | 0x40u : rounded);
}

#define EACH(D, S, n, value)                                                                       \
    if (stride == (int64_t)sizeof(S)) {                                                            \
        const S *from = (const S *)(const void *)src;                                              \
        EW_VECTORS for (int64_t i = 0; i < n; i++)                                                 \
        {                                                                                          \
            const S x = from[i];                                                                   \
            to[i] = (D)(value);                                                                    \
        }                                                                                          \
    } else {                                                                                       \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const S x = *(const S *)(const void *)(src + i * stride);                              \
            to[i] = (D)(value);                                                                    \
        }                                                                                          \
    }                                                                                              \
    break;
#if defined(__clang__)
#define EW_VECTORS _Pragma("clang loop vectorize(assume_safety)")
#else
#define EW_VECTORS _Pragma("GCC ivdep")
#endif

#define LOAD_NUMBERS(D)                                                                            \
    case WZ_DTYPE_BOOL: EACH(D, uint8_t, n, x != 0)                                                \
    case WZ_DTYPE_U8: EACH(D, uint8_t, n, x)                                                       \
    case WZ_DTYPE_U16: EACH(D, uint16_t, n, x)                                                     \
    case WZ_DTYPE_U32: EACH(D, uint32_t, n, x)                                                     \
    case WZ_DTYPE_U64: EACH(D, uint64_t, n, x)                                                     \
    case WZ_DTYPE_I8: EACH(D, int8_t, n, x)                                                        \
    case WZ_DTYPE_I16: EACH(D, int16_t, n, x)                                                      \
    case WZ_DTYPE_I32: EACH(D, int32_t, n, x)                                                      \
    case WZ_DTYPE_I64: EACH(D, int64_t, n, x)

#define LOAD_FLOATS(D)                                                                             \
    case WZ_DTYPE_F16: EACH(D, uint16_t, n, f16_decode(x))                                         \
    case WZ_DTYPE_BF16: EACH(D, uint16_t, n, from_bf16(x))                                         \
    case WZ_DTYPE_F32: EACH(D, float, n, x)                                                        \
    case WZ_DTYPE_F64: EACH(D, double, n, x)                                                       \
    case WZ_DTYPE_F8_E4M3FN: EACH(D, uint8_t, n, f8_e4m3fn_decode(x))                              \
    case WZ_DTYPE_F8_E5M2: EACH(D, uint8_t, n, f8_e5m2_decode(x))

static void load_f32_row(float *to, wz_dtype d, const char *src, int64_t stride, int64_t n)
{
#if defined(__F16C__)
    if (d == WZ_DTYPE_F16 && stride == 2) {
        for (; n >= 8; n -= 8, to += 8, src += 16)
            _mm256_storeu_ps(to, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)src)));
    }
#endif
    switch (d) {
        LOAD_NUMBERS(float)
        LOAD_FLOATS(float)
    default: break;
    }
}

static void load_f64_row(double *to, wz_dtype d, const char *src, int64_t stride, int64_t n)
{
    switch (d) {
        LOAD_NUMBERS(double)
        LOAD_FLOATS(double)
    default: break;
    }
}

static void load_i64_row(int64_t *to, wz_dtype d, const char *src, int64_t stride, int64_t n)
{
    switch (d) {
        LOAD_NUMBERS(int64_t)
    default:
        for (int64_t i = 0; i < n; i++) to[i] = load_i64(d, src + i * stride);
    }
}

static void load_i32_row(int32_t *to, wz_dtype d, const char *src, int64_t stride, int64_t n)
{
    switch (d) {
        LOAD_NUMBERS(int32_t)
    default:
        for (int64_t i = 0; i < n; i++) to[i] = (int32_t)load_i64(d, src + i * stride);
    }
}

static void load_row(ew_type t, void *dst, wz_dtype d, const char *src, int64_t stride, int64_t n)
{
    if (t == EW_F32) load_f32_row(dst, d, src, stride, n);
    else if (t == EW_F64) load_f64_row(dst, d, src, stride, n);
    else if (t == EW_I32) load_i32_row(dst, d, src, stride, n);
    else load_i64_row(dst, d, src, stride, n);
}

#define PUT(D, S, value)                                                                           \
    if (stride == (int64_t)sizeof(D)) {                                                            \
        D *to = (D *)(void *)dst;                                                                  \
        EW_VECTORS for (int64_t i = 0; i < n; i++)                                                 \
        {                                                                                          \
            const S x = from[i];                                                                   \
            to[i] = (D)(value);                                                                    \
        }                                                                                          \
    } else {                                                                                       \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const S x = from[i];                                                                   \
            *(D *)(void *)(dst + i * stride) = (D)(value);                                         \
        }                                                                                          \
    }                                                                                              \
    break;

static void store_f32_row(const float *from, wz_dtype d, char *dst, int64_t stride, int64_t n)
{
#if defined(__F16C__)
    if (d == WZ_DTYPE_F16 && stride == 2) {
        for (; n >= 8; n -= 8, from += 8, dst += 16)
            _mm_storeu_si128((__m128i *)(void *)dst,
                             _mm256_cvtps_ph(_mm256_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT));
    }
#endif
    switch (d) {
    case WZ_DTYPE_F16: PUT(uint16_t, float, f16_encode(x))
    case WZ_DTYPE_BF16: PUT(uint16_t, float, to_bf16(x))
    case WZ_DTYPE_F32: PUT(float, float, x)
    case WZ_DTYPE_F64: PUT(double, float, x)
    case WZ_DTYPE_F8_E4M3FN: PUT(uint8_t, float, f8_e4m3fn_encode(x))
    case WZ_DTYPE_F8_E5M2: PUT(uint8_t, float, f8_e5m2_encode(x))
    default:
        for (int64_t i = 0; i < n; i++) store_f64(d, dst + i * stride, (double)from[i]);
    }
}

static void store_i64_row(const int64_t *from, wz_dtype d, char *dst, int64_t stride, int64_t n)
{
    switch (d) {
    case WZ_DTYPE_BOOL: PUT(uint8_t, int64_t, x != 0)
    case WZ_DTYPE_U8:
    case WZ_DTYPE_I8: PUT(uint8_t, int64_t, x)
    case WZ_DTYPE_U16:
    case WZ_DTYPE_I16: PUT(uint16_t, int64_t, x)
    case WZ_DTYPE_U32:
    case WZ_DTYPE_I32: PUT(uint32_t, int64_t, x)
    case WZ_DTYPE_U64:
    case WZ_DTYPE_I64: PUT(int64_t, int64_t, x)
    default:
        for (int64_t i = 0; i < n; i++) store_i64(d, dst + i * stride, from[i]);
    }
}

static void store_i32_row(const int32_t *from, wz_dtype d, char *dst, int64_t stride, int64_t n)
{
    switch (d) {
    case WZ_DTYPE_BOOL: PUT(uint8_t, int32_t, x != 0)
    case WZ_DTYPE_U8:
    case WZ_DTYPE_I8: PUT(uint8_t, int32_t, x)
    case WZ_DTYPE_U16:
    case WZ_DTYPE_I16: PUT(uint16_t, int32_t, x)
    case WZ_DTYPE_U32:
    case WZ_DTYPE_I32: PUT(int32_t, int32_t, x)
    default:
        for (int64_t i = 0; i < n; i++) store_i64(d, dst + i * stride, from[i]);
    }
}

static void store_row(ew_type t, const void *src, wz_dtype d, char *dst, int64_t stride, int64_t n)
{
    if (t == EW_F32) store_f32_row(src, d, dst, stride, n);
    else if (t == EW_F64)
        for (int64_t i = 0; i < n; i++) store_f64(d, dst + i * stride, ((const double *)src)[i]);
    else if (t == EW_I32) store_i32_row(src, d, dst, stride, n);
    else store_i64_row(src, d, dst, stride, n);
}

/* ---- functions ---------------------------------------------------------------------------------------------------- */

#define EW_REAL(real, integer, complex_) real
#define EW_INTEGER(real, integer, complex_) integer
#define P(i) p[i]

#define EW_SUFFIX f32
#define EW_T float
#define EW_PICK EW_REAL
#include "../../op/elementwise_expand.h"

#define EW_SUFFIX f64
#define EW_T double
#define EW_PICK EW_REAL
#include "../../op/elementwise_expand.h"

#define EW_SUFFIX i32
#define EW_T int32_t
#define EW_PICK EW_INTEGER
#include "../../op/elementwise_expand.h"

#define EW_SUFFIX i64
#define EW_T int64_t
#define EW_PICK EW_INTEGER
#include "../../op/elementwise_expand.h"

#define EW_SUFFIX u64
#define EW_T uint64_t
#define EW_PICK EW_INTEGER
#include "../../op/elementwise_expand.h"

/* Large angles need the C library's reduction. */
static void angle_rows(ew_run vectors, double (*one)(double), int64_t n, const void *const *in, void *out,
                       const ew_cell *p)
{
    const float *x = in[0];
    float        largest = 0;
    for (int64_t i = 0; i < n; i++) largest = fabsf(x[i]) > largest ? fabsf(x[i]) : largest;
    if (largest <= SMALL_ANGLE) {
        vectors(n, in, out, p);
        return;
    }
    float *y = out;
    for (int64_t i = 0; i < n; i++) y[i] = (float)one((double)x[i]);
}

static double bessel_one(double x) { return isinf_f64(x) ? 0 : x == 0 ? 1 : sin(x) / x; }
#define ANGLES(name, one)                                                                          \
    static void angles_##name(int64_t n, const void *const *in, void *out, const ew_cell *p)       \
    {                                                                                              \
        angle_rows(name##_run_f32, one, n, in, out, p);                                            \
    }
ANGLES(sin, sin)
ANGLES(cos, cos)
ANGLES(tan, tan)
ANGLES(sinc, sinc_f64)
ANGLES(special_spherical_bessel_j0, bessel_one)

static const ew_fn functions[WZ_OP_COUNT] = {
#define ROW(name)                                                                                  \
    [WZ_OP_##name] = {{[EW_F32] = name##_run_f32, [EW_F64] = name##_run_f64, [EW_I64] = name##_run_i64, \
                       [EW_U64] = name##_run_u64, [EW_I32] = name##_run_i32}},
#define EL1(name, ...) ROW(name)
#define EL2(name, ...) ROW(name)
#define EL3(name, ...) ROW(name)
#define EP1(name, ...) ROW(name)
#define EP2(name, ...) ROW(name)
#define ALIAS(...)
#include "../../op/elementwise.def"
};

/* The C library's sine takes any angle; everything else is taken from the table. */
static ew_run angle_safe(wz_op op)
{
    switch (op) {
    case WZ_OP_sin: return angles_sin;
    case WZ_OP_cos: return angles_cos;
    case WZ_OP_tan: return angles_tan;
    case WZ_OP_sinc: return angles_sinc;
    case WZ_OP_special_spherical_bessel_j0: return angles_special_spherical_bessel_j0;
    default: return NULL;
    }
}

static ew_run find(wz_op op, ew_type t)
{
    ew_run safe = t == EW_F32 ? angle_safe(op) : NULL;
    if (t == EW_I32 && op == WZ_OP_lcm) return NULL; /* the sign of a wrapped product differs */
    return safe ? safe : functions[op].run[t];
}

/* reduce.c */
double ISA(row_sum)(const float *x, int64_t n);
double ISA(row_squares)(const float *x, int64_t n);
float  ISA(row_max)(const float *x, int64_t n);
float  ISA(row_min)(const float *x, int64_t n);

const ew_set ISA(ew_set) = {find,          EW_F32,           EW_I32,       load_row,    store_row,
                            ISA(row_sum), ISA(row_squares), ISA(row_max), ISA(row_min)};

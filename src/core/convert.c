/* convert.c - scalar conversions between all element types. See convert.h.
 * SPDX-License-Identifier: MIT */
#include "convert.h"
#include <math.h>
#include <string.h>

static uint32_t bits_of(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static float float_of(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

/* ---- 16-bit formats ---------------------------------------------------------------------------- */

float bf16_decode(uint16_t h) { return float_of((uint32_t)h << 16); }

uint16_t bf16_encode(float f)
{
    uint32_t u = bits_of(f);
    if ((u & 0x7FFFFFFFu) > 0x7F800000u) return (uint16_t)((u >> 16) | 0x40u); /* NaN stays NaN */
    return (uint16_t)((u + 0x7FFFu + ((u >> 16) & 1u)) >> 16);
}

float f16_decode(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, exponent = (h >> 10) & 31u, mantissa = h & 0x3FFu;
    if (exponent == 31) return float_of(sign | 0x7F800000u | mantissa << 13);
    if (exponent) return float_of(sign | (exponent + 112) << 23 | mantissa << 13);
    float magnitude = (float)mantissa * 0x1p-24f;
    return sign ? -magnitude : magnitude;
}

uint16_t f16_encode(float f)
{
    uint32_t u = bits_of(f), a = u & 0x7FFFFFFFu;
    uint16_t sign = (uint16_t)((u >> 16) & 0x8000u);
    if (a > 0x7F800000u) return (uint16_t)(sign | 0x7E00u | ((a >> 13) & 0x3FFu));
    if (a >= 0x477FF000u) return (uint16_t)(sign | 0x7C00u); /* 65520 and more round to infinity */
    if (a < 0x38800000u) {                                   /* below 2^-14: the FPU rounds at 2^-24 */
        float r = float_of(a) + 0.5f;                        /* ulp of [0.5, 1) is 2^-24 */
        return (uint16_t)(sign | (bits_of(r) - bits_of(0.5f)));
    }
    a += 0xFFFu + ((a >> 13) & 1u);
    return (uint16_t)(sign | ((a >> 13) - (112u << 10)));
}

/* ---- 8-bit formats (facts: OCP 8-bit floating point, saturating e4m3fn) -------------------------- */

float f8_e4m3fn_decode(uint8_t b)
{
    uint32_t sign = (uint32_t)(b & 0x80u) << 24, exponent = (b >> 3) & 15u, mantissa = b & 7u;
    if ((b & 0x7Fu) == 0x7F) return float_of(sign | 0x7F800000u | mantissa << 20);
    if (exponent) return float_of(sign | (exponent + 120) << 23 | mantissa << 20);
    float magnitude = (float)mantissa * 0x1p-9f;
    return sign ? -magnitude : magnitude;
}

uint8_t f8_e4m3fn_encode(float f)
{
    uint32_t u = bits_of(f), a = u & 0x7FFFFFFFu;
    uint8_t  sign = (uint8_t)((u >> 24) & 0x80u);
    if (a > 0x7F800000u) return (uint8_t)(sign | 0x7Fu);
    if (a >= 0x43E00000u) return (uint8_t)(sign | 0x7Eu); /* |f| >= 448, infinity too */
    if (a < 0x3C800000u) {                                /* below 2^-6: the FPU rounds at 2^-9 */
        float r = float_of(a) + 0x1p14f;                  /* ulp of [2^14, 2^15) is 2^-9 */
        return (uint8_t)(sign | (bits_of(r) - bits_of(0x1p14f)));
    }
    a += 0x7FFFFu + ((a >> 20) & 1u);
    uint32_t code = (a >> 20) - (120u << 3);
    return (uint8_t)(sign | (code > 0x7E ? 0x7E : code));
}

float f8_e5m2_decode(uint8_t b) { return f16_decode((uint16_t)(b << 8)); }

uint8_t f8_e5m2_encode(float f)
{
    uint32_t u = bits_of(f), a = u & 0x7FFFFFFFu;
    uint8_t  sign = (uint8_t)((u >> 24) & 0x80u);
    if (a > 0x7F800000u) return (uint8_t)(sign | 0x7Fu);
    if (a >= 0x47700000u) return (uint8_t)(sign | 0x7Cu); /* 61440 and more round to infinity */
    if (a < 0x38800000u) {                                /* below 2^-14: ulp 2^-16 */
        float r = float_of(a) + 0x1p7f;                   /* ulp of [2^7, 2^8) is 2^-16 */
        return (uint8_t)(sign | (bits_of(r) - bits_of(0x1p7f)));
    }
    a += 0xFFFFFu + ((a >> 21) & 1u);
    return (uint8_t)(sign | ((a >> 21) - (112u << 2)));
}

/* ---- float to integer without undefined behaviour ----------------------------------------------- */

static int64_t i64_of(double v)
{
    if (!(v >= -0x1p63)) return v == v ? INT64_MIN : 0;
    return v < 0x1p63 ? (int64_t)v : INT64_MAX;
}

static uint64_t u64_of(double v)
{
    if (v < 0) return (uint64_t)i64_of(v);
    if (!(v < 0x1p64)) return v == v ? UINT64_MAX : 0;
    return (uint64_t)v;
}

/* ---- loads --------------------------------------------------------------------------------------- */

#define LOAD(type, p) (*(const type *)(p))

double load_f64(wz_dtype d, const void *p)
{
    switch (d) {
    case WZ_DTYPE_BOOL: return LOAD(uint8_t, p) != 0;
    case WZ_DTYPE_U8: return LOAD(uint8_t, p);
    case WZ_DTYPE_U16: return LOAD(uint16_t, p);
    case WZ_DTYPE_U32: return LOAD(uint32_t, p);
    case WZ_DTYPE_U64: return (double)LOAD(uint64_t, p);
    case WZ_DTYPE_I8: return LOAD(int8_t, p);
    case WZ_DTYPE_I16: return LOAD(int16_t, p);
    case WZ_DTYPE_I32: return LOAD(int32_t, p);
    case WZ_DTYPE_I64: return (double)LOAD(int64_t, p);
    case WZ_DTYPE_F16: return (double)f16_decode(LOAD(uint16_t, p));
    case WZ_DTYPE_BF16: return (double)bf16_decode(LOAD(uint16_t, p));
    case WZ_DTYPE_F32:
    case WZ_DTYPE_C64: return (double)LOAD(float, p);
    case WZ_DTYPE_F64:
    case WZ_DTYPE_C128: return LOAD(double, p);
    case WZ_DTYPE_F8_E4M3FN: return (double)f8_e4m3fn_decode(LOAD(uint8_t, p));
    case WZ_DTYPE_F8_E5M2: return (double)f8_e5m2_decode(LOAD(uint8_t, p));
    case WZ_DTYPE_NONE:
    case WZ_DTYPE_COUNT: break;
    }
    return 0;
}

int64_t load_i64(wz_dtype d, const void *p)
{
    switch (d) {
    case WZ_DTYPE_BOOL: return LOAD(uint8_t, p) != 0;
    case WZ_DTYPE_U8: return LOAD(uint8_t, p);
    case WZ_DTYPE_U16: return LOAD(uint16_t, p);
    case WZ_DTYPE_U32: return LOAD(uint32_t, p);
    case WZ_DTYPE_U64: return (int64_t)LOAD(uint64_t, p);
    case WZ_DTYPE_I8: return LOAD(int8_t, p);
    case WZ_DTYPE_I16: return LOAD(int16_t, p);
    case WZ_DTYPE_I32: return LOAD(int32_t, p);
    case WZ_DTYPE_I64: return LOAD(int64_t, p);
    default: return i64_of(load_f64(d, p));
    }
}

uint64_t load_u64(wz_dtype d, const void *p)
{
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_FLOAT:
    case WZ_KIND_COMPLEX: return u64_of(load_f64(d, p));
    default: return (uint64_t)load_i64(d, p);
    }
}

cdouble load_c128(wz_dtype d, const void *p)
{
    if (d == WZ_DTYPE_C64) return (cdouble){(double)((const float *)p)[0], (double)((const float *)p)[1]};
    if (d == WZ_DTYPE_C128) return (cdouble){((const double *)p)[0], ((const double *)p)[1]};
    return (cdouble){load_f64(d, p), 0};
}

/* ---- stores -------------------------------------------------------------------------------------- */

#define STORE(type, p, v) (*(type *)(p) = (type)(v))

void store_u64(wz_dtype d, void *p, uint64_t v)
{
    switch (d) {
    case WZ_DTYPE_BOOL: STORE(uint8_t, p, v != 0); break;
    case WZ_DTYPE_U8:
    case WZ_DTYPE_I8: STORE(uint8_t, p, v); break;
    case WZ_DTYPE_U16:
    case WZ_DTYPE_I16: STORE(uint16_t, p, v); break;
    case WZ_DTYPE_U32:
    case WZ_DTYPE_I32: STORE(uint32_t, p, v); break;
    case WZ_DTYPE_U64:
    case WZ_DTYPE_I64: STORE(uint64_t, p, v); break;
    case WZ_DTYPE_F32: STORE(float, p, v); break; /* one rounding, not two through double */
    default: store_f64(d, p, (double)v);
    }
}

void store_i64(wz_dtype d, void *p, int64_t v)
{
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_FLOAT:
        if (d == WZ_DTYPE_F32) STORE(float, p, v);
        else if (d == WZ_DTYPE_F64) STORE(double, p, v);
        else store_f64(d, p, (double)(float)v);
        break;
    case WZ_KIND_COMPLEX: store_f64(d, p, (double)v); break;
    default: store_u64(d, p, (uint64_t)v);
    }
}

void store_f64(wz_dtype d, void *p, double v)
{
    switch (d) {
    case WZ_DTYPE_BOOL: STORE(uint8_t, p, v != 0); break;
    case WZ_DTYPE_U64: STORE(uint64_t, p, u64_of(v)); break;
    case WZ_DTYPE_F16: STORE(uint16_t, p, f16_encode((float)v)); break;
    case WZ_DTYPE_BF16: STORE(uint16_t, p, bf16_encode((float)v)); break;
    case WZ_DTYPE_F32: STORE(float, p, v); break;
    case WZ_DTYPE_F64: STORE(double, p, v); break;
    case WZ_DTYPE_F8_E4M3FN: STORE(uint8_t, p, f8_e4m3fn_encode((float)v)); break;
    case WZ_DTYPE_F8_E5M2: STORE(uint8_t, p, f8_e5m2_encode((float)v)); break;
    case WZ_DTYPE_C64:
        ((float *)p)[0] = (float)v;
        ((float *)p)[1] = 0;
        break;
    case WZ_DTYPE_C128:
        ((double *)p)[0] = v;
        ((double *)p)[1] = 0;
        break;
    default: store_u64(d, p, (uint64_t)i64_of(v));
    }
}

void store_c128(wz_dtype d, void *p, cdouble v)
{
    if (d == WZ_DTYPE_C64) {
        ((float *)p)[0] = (float)v.re;
        ((float *)p)[1] = (float)v.im;
    } else if (d == WZ_DTYPE_C128) {
        ((double *)p)[0] = v.re;
        ((double *)p)[1] = v.im;
    } else if (d == WZ_DTYPE_BOOL) {
        STORE(uint8_t, p, v.re != 0 || v.im != 0);
    } else {
        store_f64(d, p, v.re);
    }
}

void convert_element(wz_dtype to, void *dst, wz_dtype from, const void *src)
{
    switch (wz_dtype_get_kind(from)) {
    case WZ_KIND_COMPLEX: store_c128(to, dst, load_c128(from, src)); break;
    case WZ_KIND_FLOAT: store_f64(to, dst, load_f64(from, src)); break;
    case WZ_KIND_UINT: store_u64(to, dst, load_u64(from, src)); break;
    default: store_i64(to, dst, load_i64(from, src));
    }
}

/* common.h - the part of the kernel dialect that is the same on every device.
 *
 * Comes after a compat.h, which has defined the address spaces, the scalar types and the primitives.
 * Everything here is in the common subset of C17, CUDA C++17 and Metal C++14.
 *
 * A dtype tag (f32, bf16, i64, bool, ...) names how an element lies in memory; its class (f32 f64 i32 u32
 * i64 u64 c64 c128) is the type that arithmetic is done in. K_LOAD gives the class's value, K_STORE takes it.
 * An instance of a kernel file is made by macros: K_T K_U K_V K_W dtypes, K_OP an operation, K_C0..K_C7
 * integer constants, K_WIDE 64-bit indices, K_SUFFIX the end of the kernels' names.
 * SPDX-License-Identifier: MIT */
#ifndef K_COMMON_H
#define K_COMMON_H

#define K_CAT_(a, b) a##b
#define K_CAT(a, b) K_CAT_(a, b)
#define K_CAT4_(a, b, c, d) a##b##c##d
#define K_CAT4(a, b, c, d) K_CAT4_(a, b, c, d)
#define K_NAME(name) K_CAT(name, K_SUFFIX)

/* ---- elements in memory: small floats are structs, so that arithmetic on them does not compile ------ */
typedef struct { k_u8 bits; } k_elem_bool;
typedef struct { k_u16 bits; } k_elem_f16;
typedef struct { k_u16 bits; } k_elem_bf16;
typedef struct { k_u8 bits; } k_elem_f8_e4m3fn;
typedef struct { k_u8 bits; } k_elem_f8_e5m2;
typedef k_u8 k_elem_u8;
typedef k_u16 k_elem_u16;
typedef k_u32 k_elem_u32;
typedef k_u64 k_elem_u64;
typedef k_i8 k_elem_i8;
typedef k_i16 k_elem_i16;
typedef k_i32 k_elem_i32;
typedef k_i64 k_elem_i64;
typedef k_f32 k_elem_f32;
typedef k_c64 k_elem_c64;
#if K_HAS_F64
typedef k_f64 k_elem_f64;
typedef k_c128 k_elem_c128;
#endif
/* 16 bytes that are only moved. */
typedef k_u32x4 k_elem_b16;
typedef k_u32x4 k_b16;
#define K_CLASS_b16 b16
#define k_load_b16(lv) (lv)
#define k_store_b16(lv, v) ((lv) = (v))
#define K_ELEM(T) K_CAT(k_elem_, T)

#define K_CLASS_bool u32
#define K_CLASS_u8 u32
#define K_CLASS_u16 u32
#define K_CLASS_u32 u32
#define K_CLASS_u64 u64
#define K_CLASS_i8 i32
#define K_CLASS_i16 i32
#define K_CLASS_i32 i32
#define K_CLASS_i64 i64
#define K_CLASS_f16 f32
#define K_CLASS_bf16 f32
#define K_CLASS_f32 f32
#define K_CLASS_f64 f64
#define K_CLASS_f8_e4m3fn f32
#define K_CLASS_f8_e5m2 f32
#define K_CLASS_c64 c64
#define K_CLASS_c128 c128
#define K_CLASS(T) K_CAT(K_CLASS_, T)
/* The C type of the class. */
#define K_ACC(T) K_CAT(k_, K_CLASS(T))

/* What preprocessor conditions may ask of a dtype tag: K_IS_BOOL(T), K_IS_FLOAT(T) (f16 to f64), ... */
#define K_IS_BOOL_bool 1
#define K_IS_BOOL_u8 0
#define K_IS_BOOL_u16 0
#define K_IS_BOOL_u32 0
#define K_IS_BOOL_u64 0
#define K_IS_BOOL_i8 0
#define K_IS_BOOL_i16 0
#define K_IS_BOOL_i32 0
#define K_IS_BOOL_i64 0
#define K_IS_BOOL_f16 0
#define K_IS_BOOL_bf16 0
#define K_IS_BOOL_f32 0
#define K_IS_BOOL_f64 0
#define K_IS_BOOL_f8_e4m3fn 0
#define K_IS_BOOL_f8_e5m2 0
#define K_IS_BOOL_c64 0
#define K_IS_BOOL_c128 0
#define K_IS_BOOL(T) K_CAT(K_IS_BOOL_, T)
#define K_IS_SIGNED_bool 0
#define K_IS_SIGNED_u8 0
#define K_IS_SIGNED_u16 0
#define K_IS_SIGNED_u32 0
#define K_IS_SIGNED_u64 0
#define K_IS_SIGNED_i8 1
#define K_IS_SIGNED_i16 1
#define K_IS_SIGNED_i32 1
#define K_IS_SIGNED_i64 1
#define K_IS_SIGNED_f16 0
#define K_IS_SIGNED_bf16 0
#define K_IS_SIGNED_f32 0
#define K_IS_SIGNED_f64 0
#define K_IS_SIGNED_f8_e4m3fn 0
#define K_IS_SIGNED_f8_e5m2 0
#define K_IS_SIGNED_c64 0
#define K_IS_SIGNED_c128 0
#define K_IS_SIGNED(T) K_CAT(K_IS_SIGNED_, T)
#define K_IS_UNSIGNED_bool 0
#define K_IS_UNSIGNED_u8 1
#define K_IS_UNSIGNED_u16 1
#define K_IS_UNSIGNED_u32 1
#define K_IS_UNSIGNED_u64 1
#define K_IS_UNSIGNED_i8 0
#define K_IS_UNSIGNED_i16 0
#define K_IS_UNSIGNED_i32 0
#define K_IS_UNSIGNED_i64 0
#define K_IS_UNSIGNED_f16 0
#define K_IS_UNSIGNED_bf16 0
#define K_IS_UNSIGNED_f32 0
#define K_IS_UNSIGNED_f64 0
#define K_IS_UNSIGNED_f8_e4m3fn 0
#define K_IS_UNSIGNED_f8_e5m2 0
#define K_IS_UNSIGNED_c64 0
#define K_IS_UNSIGNED_c128 0
#define K_IS_UNSIGNED(T) K_CAT(K_IS_UNSIGNED_, T)
#define K_IS_FLOAT_bool 0
#define K_IS_FLOAT_u8 0
#define K_IS_FLOAT_u16 0
#define K_IS_FLOAT_u32 0
#define K_IS_FLOAT_u64 0
#define K_IS_FLOAT_i8 0
#define K_IS_FLOAT_i16 0
#define K_IS_FLOAT_i32 0
#define K_IS_FLOAT_i64 0
#define K_IS_FLOAT_f16 1
#define K_IS_FLOAT_bf16 1
#define K_IS_FLOAT_f32 1
#define K_IS_FLOAT_f64 1
#define K_IS_FLOAT_f8_e4m3fn 1
#define K_IS_FLOAT_f8_e5m2 1
#define K_IS_FLOAT_c64 0
#define K_IS_FLOAT_c128 0
#define K_IS_FLOAT(T) K_CAT(K_IS_FLOAT_, T)
#define K_IS_COMPLEX_bool 0
#define K_IS_COMPLEX_u8 0
#define K_IS_COMPLEX_u16 0
#define K_IS_COMPLEX_u32 0
#define K_IS_COMPLEX_u64 0
#define K_IS_COMPLEX_i8 0
#define K_IS_COMPLEX_i16 0
#define K_IS_COMPLEX_i32 0
#define K_IS_COMPLEX_i64 0
#define K_IS_COMPLEX_f16 0
#define K_IS_COMPLEX_bf16 0
#define K_IS_COMPLEX_f32 0
#define K_IS_COMPLEX_f64 0
#define K_IS_COMPLEX_f8_e4m3fn 0
#define K_IS_COMPLEX_f8_e5m2 0
#define K_IS_COMPLEX_c64 1
#define K_IS_COMPLEX_c128 1
#define K_IS_COMPLEX(T) K_CAT(K_IS_COMPLEX_, T)
#define K_IS_F64_bool 0
#define K_IS_F64_u8 0
#define K_IS_F64_u16 0
#define K_IS_F64_u32 0
#define K_IS_F64_u64 0
#define K_IS_F64_i8 0
#define K_IS_F64_i16 0
#define K_IS_F64_i32 0
#define K_IS_F64_i64 0
#define K_IS_F64_f16 0
#define K_IS_F64_bf16 0
#define K_IS_F64_f32 0
#define K_IS_F64_f64 1
#define K_IS_F64_f8_e4m3fn 0
#define K_IS_F64_f8_e5m2 0
#define K_IS_F64_c64 0
#define K_IS_F64_c128 1
#define K_IS_F64(T) K_CAT(K_IS_F64_, T)
#define K_IS_HALF_bool 0
#define K_IS_HALF_u8 0
#define K_IS_HALF_u16 0
#define K_IS_HALF_u32 0
#define K_IS_HALF_u64 0
#define K_IS_HALF_i8 0
#define K_IS_HALF_i16 0
#define K_IS_HALF_i32 0
#define K_IS_HALF_i64 0
#define K_IS_HALF_f16 1
#define K_IS_HALF_bf16 1
#define K_IS_HALF_f32 0
#define K_IS_HALF_f64 0
#define K_IS_HALF_f8_e4m3fn 0
#define K_IS_HALF_f8_e5m2 0
#define K_IS_HALF_c64 0
#define K_IS_HALF_c128 0
#define K_IS_HALF(T) K_CAT(K_IS_HALF_, T)
#define K_IS_F8_bool 0
#define K_IS_F8_u8 0
#define K_IS_F8_u16 0
#define K_IS_F8_u32 0
#define K_IS_F8_u64 0
#define K_IS_F8_i8 0
#define K_IS_F8_i16 0
#define K_IS_F8_i32 0
#define K_IS_F8_i64 0
#define K_IS_F8_f16 0
#define K_IS_F8_bf16 0
#define K_IS_F8_f32 0
#define K_IS_F8_f64 0
#define K_IS_F8_f8_e4m3fn 1
#define K_IS_F8_f8_e5m2 1
#define K_IS_F8_c64 0
#define K_IS_F8_c128 0
#define K_IS_F8(T) K_CAT(K_IS_F8_, T)
/* Bytes of an element. */
#define K_BYTES_bool 1
#define K_BYTES_u8 1
#define K_BYTES_u16 2
#define K_BYTES_u32 4
#define K_BYTES_u64 8
#define K_BYTES_i8 1
#define K_BYTES_i16 2
#define K_BYTES_i32 4
#define K_BYTES_i64 8
#define K_BYTES_f16 2
#define K_BYTES_bf16 2
#define K_BYTES_f32 4
#define K_BYTES_f64 8
#define K_BYTES_f8_e4m3fn 1
#define K_BYTES_f8_e5m2 1
#define K_BYTES_c64 8
#define K_BYTES_c128 16
#define K_BYTES(T) K_CAT(K_BYTES_, T)

/* ---- small formats --------------------------------------------------------------------------------- */
K_FN k_f32 k_bf16_to_f32(k_u16 h) { return K_BITS_F32((k_u32)h << 16); }

/* Nearest, ties to even; NaN stays NaN. */
K_FN k_u16 k_f32_to_bf16(k_f32 f)
{
    k_u32 u = K_BITS_U32(f);
    k_u32 r = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    return (k_u16)((u & 0x7fffffffu) > 0x7f800000u ? ((u >> 16) | 0x40u) : r);
}

/* Bias 7, no infinities, 0x7f is NaN. A subnormal m * 2^-9 is made as 2^-6 * (1 + m/8) - 2^-6, so that no
 * f32 subnormal appears: Metal flushes those. */
K_FN k_f32 k_f8_e4m3fn_to_f32(k_u8 b)
{
    k_u32 u = (k_u32)b;
    k_u32 mag = (u & 0x7fu) << 20;
    k_f32 v = K_BITS_F32(mag + (120u << 23));
    k_f32 sub = K_BITS_F32(0x3c800000u | mag) - K_BITS_F32(0x3c800000u);
    v = (u & 0x78u) == 0u ? sub : v;
    v = (u & 0x7fu) == 0x7fu ? K_BITS_F32(0x7ff00000u) : v;
    return K_BITS_F32(K_BITS_U32(v) | (u & 0x80u) << 24);
}

/* Nearest, ties to even; what is past 448, infinity too, becomes 448, as in torch. */
K_FN k_u8 k_f32_to_f8_e4m3fn(k_f32 f)
{
    k_u32 u = K_BITS_U32(f);
    k_u32 sign = (u >> 24) & 0x80u;
    k_u32 mag = u & 0x7fffffffu;
    k_u32 r = (mag - (120u << 23) + 0x7ffffu + ((mag >> 20) & 1u)) >> 20;
    k_u32 tiny = K_BITS_U32(K_BITS_F32(mag) + 16384.0f) - 0x46800000u; /* the f32 adder rounds to 2^-9 */
    r = mag < 0x3c800000u ? tiny : r;
    r = mag >= 0x43e00000u ? 0x7eu : r;
    r = mag > 0x7f800000u ? 0x7fu : r;
    return (k_u8)(sign | r);
}

/* e5m2 is the upper half of f16. */
K_FN k_f32 k_f8_e5m2_to_f32(k_u8 b) { return k_f16_to_f32((k_u16)((k_u32)b << 8)); }

K_FN k_u8 k_f32_to_f8_e5m2(k_f32 f)
{
    k_u32 u = K_BITS_U32(f);
    k_u32 sign = (u >> 24) & 0x80u;
    k_u32 mag = u & 0x7fffffffu;
    k_u32 r = (mag - (112u << 23) + 0xfffffu + ((mag >> 21) & 1u)) >> 21;
    k_u32 tiny = K_BITS_U32(K_BITS_F32(mag) + 128.0f) - 0x43000000u; /* below 2^-14: multiples of 2^-16 */
    r = mag < 0x38800000u ? tiny : r;
    r = mag >= 0x47700000u ? 0x7cu : r;
    r = mag > 0x7f800000u ? 0x7fu : r;
    return (k_u8)(sign | r);
}

/* ---- load and store an element (an lvalue of K_ELEM(T) in any address space) -------------------------
 * Macros, because a C function is of one address space only, and because Metal cannot copy a struct out
 * of every address space. */
#define K_LOAD(T, lv) K_CAT(k_load_, T)(lv)
#define K_STORE(T, lv, v) K_CAT(k_store_, T)(lv, v)
#define k_load_bool(lv) ((lv).bits != 0 ? 1u : 0u)
#define k_store_bool(lv, v) ((lv).bits = (k_u8)((v) != 0u ? 1 : 0))
#define k_load_u8(lv) ((k_u32)(lv))
#define k_store_u8(lv, v) ((lv) = (k_u8)(v))
#define k_load_u16(lv) ((k_u32)(lv))
#define k_store_u16(lv, v) ((lv) = (k_u16)(v))
#define k_load_i8(lv) ((k_i32)(lv))
#define k_store_i8(lv, v) ((lv) = (k_i8)(v))
#define k_load_i16(lv) ((k_i32)(lv))
#define k_store_i16(lv, v) ((lv) = (k_i16)(v))
#define k_load_u32(lv) (lv)
#define k_store_u32(lv, v) ((lv) = (v))
#define k_load_u64(lv) (lv)
#define k_store_u64(lv, v) ((lv) = (v))
#define k_load_i32(lv) (lv)
#define k_store_i32(lv, v) ((lv) = (v))
#define k_load_i64(lv) (lv)
#define k_store_i64(lv, v) ((lv) = (v))
#define k_load_f32(lv) (lv)
#define k_store_f32(lv, v) ((lv) = (v))
#define k_load_f64(lv) (lv)
#define k_store_f64(lv, v) ((lv) = (v))
#define k_load_c64(lv) (lv)
#define k_store_c64(lv, v) ((lv) = (v))
#define k_load_c128(lv) (lv)
#define k_store_c128(lv, v) ((lv) = (v))
#define k_load_f16(lv) k_f16_to_f32((lv).bits)
#define k_store_f16(lv, v) ((lv).bits = k_f32_to_f16(v))
#define k_load_bf16(lv) k_bf16_to_f32((lv).bits)
#define k_store_bf16(lv, v) ((lv).bits = k_f32_to_bf16(v))
#define k_load_f8_e4m3fn(lv) k_f8_e4m3fn_to_f32((lv).bits)
#define k_store_f8_e4m3fn(lv, v) ((lv).bits = k_f32_to_f8_e4m3fn(v))
#define k_load_f8_e5m2(lv) k_f8_e5m2_to_f32((lv).bits)
#define k_store_f8_e5m2(lv, v) ((lv).bits = k_f32_to_f8_e5m2(v))

/* ---- complex ------------------------------------------------------------------------------------------ */
#define K_COMPLEX_FNS(C, R) \
    K_FN k_##C k_make_##C(k_##R x, k_##R y) { k_##C v; v.x = x; v.y = y; return v; } \
    K_FN k_##C k_add_##C(k_##C a, k_##C b) { return k_make_##C(a.x + b.x, a.y + b.y); } \
    K_FN k_##C k_sub_##C(k_##C a, k_##C b) { return k_make_##C(a.x - b.x, a.y - b.y); } \
    K_FN k_##C k_mul_##C(k_##C a, k_##C b) \
    { \
        return k_make_##C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); \
    } \
    K_FN int k_eq_##C(k_##C a, k_##C b) { return a.x == b.x && a.y == b.y; }
K_COMPLEX_FNS(c64, f32)
#if K_HAS_F64
K_COMPLEX_FNS(c128, f64)
#endif
K_FN k_f32x2 k_make_f32x2(k_f32 x, k_f32 y) { k_f32x2 v; v.x = x; v.y = y; return v; }
K_FN k_f32x4 k_make_f32x4(k_f32 x, k_f32 y, k_f32 z, k_f32 u)
{
    k_f32x4 v;
    v.x = x; v.y = y; v.z = z; v.w = u;
    return v;
}
K_FN k_u32x4 k_make_u32x4(k_u32 x, k_u32 y, k_u32 z, k_u32 u)
{
    k_u32x4 v;
    v.x = x; v.y = y; v.z = z; v.w = u;
    return v;
}

/* ---- conversions between classes: K_CONVERT(to, from, v); integers wrap, float to integer truncates and
 * saturates at 64 bits with NaN as 0, then wraps to what is narrower ----------------------------------------- */
#define K_CONVERT(TO, FROM, v) K_CAT4(k_, FROM, _to_, TO)(v)
K_FN k_i64 k_f32_to_i64(k_f32 v)
{
    if (!(v > -9.2233720e18f)) return v != v ? (k_i64)0 : (k_i64)((k_u64)1 << 63);
    return v < 9.2233720e18f ? (k_i64)v : (k_i64)(((k_u64)1 << 63) - (k_u64)1);
}
K_FN k_u64 k_f32_to_u64(k_f32 v)
{
    if (!(v >= 0.0f)) return (k_u64)k_f32_to_i64(v);
    return v < 1.8446744e19f ? (k_u64)v : ~(k_u64)0;
}
#if K_HAS_F64
K_FN k_i64 k_f64_to_i64(k_f64 v)
{
    if (!(v >= -9223372036854775808.0)) return v != v ? (k_i64)0 : (k_i64)((k_u64)1 << 63);
    return v < 9223372036854775808.0 ? (k_i64)v : (k_i64)(((k_u64)1 << 63) - (k_u64)1);
}
K_FN k_u64 k_f64_to_u64(k_f64 v)
{
    if (!(v >= 0.0)) return (k_u64)k_f64_to_i64(v);
    return v < 18446744073709551616.0 ? (k_u64)v : ~(k_u64)0;
}
#endif
#define k_u32_to_u32(v) (v)
#define k_u32_to_i32(v) ((k_i32)(v))
#define k_u32_to_u64(v) ((k_u64)(v))
#define k_u32_to_i64(v) ((k_i64)(v))
#define k_u32_to_f32(v) ((k_f32)(v))
#define k_u32_to_f64(v) ((k_f64)(v))
#define k_u32_to_c64(v) k_make_c64((k_f32)(v), (k_f32)0)
#define k_u32_to_c128(v) k_make_c128((k_f64)(v), (k_f64)0)
#define k_i32_to_u32(v) ((k_u32)(v))
#define k_i32_to_i32(v) (v)
#define k_i32_to_u64(v) ((k_u64)(v))
#define k_i32_to_i64(v) ((k_i64)(v))
#define k_i32_to_f32(v) ((k_f32)(v))
#define k_i32_to_f64(v) ((k_f64)(v))
#define k_i32_to_c64(v) k_make_c64((k_f32)(v), (k_f32)0)
#define k_i32_to_c128(v) k_make_c128((k_f64)(v), (k_f64)0)
#define k_u64_to_u32(v) ((k_u32)(v))
#define k_u64_to_i32(v) ((k_i32)(v))
#define k_u64_to_u64(v) (v)
#define k_u64_to_i64(v) ((k_i64)(v))
#define k_u64_to_f32(v) ((k_f32)(v))
#define k_u64_to_f64(v) ((k_f64)(v))
#define k_u64_to_c64(v) k_make_c64((k_f32)(v), (k_f32)0)
#define k_u64_to_c128(v) k_make_c128((k_f64)(v), (k_f64)0)
#define k_i64_to_u32(v) ((k_u32)(v))
#define k_i64_to_i32(v) ((k_i32)(v))
#define k_i64_to_u64(v) ((k_u64)(v))
#define k_i64_to_i64(v) (v)
#define k_i64_to_f32(v) ((k_f32)(v))
#define k_i64_to_f64(v) ((k_f64)(v))
#define k_i64_to_c64(v) k_make_c64((k_f32)(v), (k_f32)0)
#define k_i64_to_c128(v) k_make_c128((k_f64)(v), (k_f64)0)
#define k_f32_to_u32(v) ((k_u32)k_f32_to_i64((v)))
#define k_f32_to_i32(v) ((k_i32)k_f32_to_i64((v)))
#define k_f32_to_f32(v) (v)
#define k_f32_to_f64(v) ((k_f64)(v))
#define k_f32_to_c64(v) k_make_c64((k_f32)(v), (k_f32)0)
#define k_f32_to_c128(v) k_make_c128((k_f64)(v), (k_f64)0)
#define k_f64_to_u32(v) ((k_u32)k_f64_to_i64((v)))
#define k_f64_to_i32(v) ((k_i32)k_f64_to_i64((v)))
#define k_f64_to_f32(v) ((k_f32)(v))
#define k_f64_to_f64(v) (v)
#define k_f64_to_c64(v) k_make_c64((k_f32)(v), (k_f32)0)
#define k_f64_to_c128(v) k_make_c128((k_f64)(v), (k_f64)0)
#define k_c64_to_u32(v) ((k_u32)k_f32_to_i64((v).x))
#define k_c64_to_i32(v) ((k_i32)k_f32_to_i64((v).x))
#define k_c64_to_u64(v) k_f32_to_u64((v).x)
#define k_c64_to_i64(v) k_f32_to_i64((v).x)
#define k_c64_to_f32(v) (v).x
#define k_c64_to_f64(v) ((k_f64)(v).x)
#define k_c64_to_c64(v) (v)
#define k_c64_to_c128(v) k_make_c128((k_f64)(v).x, (k_f64)(v).y)
#define k_c128_to_u32(v) ((k_u32)k_f64_to_i64((v).x))
#define k_c128_to_i32(v) ((k_i32)k_f64_to_i64((v).x))
#define k_c128_to_u64(v) k_f64_to_u64((v).x)
#define k_c128_to_i64(v) k_f64_to_i64((v).x)
#define k_c128_to_f32(v) ((k_f32)(v).x)
#define k_c128_to_f64(v) (v).x
#define k_c128_to_c64(v) k_make_c64((k_f32)(v).x, (k_f32)(v).y)
#define k_c128_to_c128(v) (v)
/* Is the value of a class not zero? NaN is not. */
#define k_nonzero_u32(v) ((v) != 0)
#define k_nonzero_i32(v) ((v) != 0)
#define k_nonzero_u64(v) ((v) != 0)
#define k_nonzero_i64(v) ((v) != 0)
#define k_nonzero_f32(v) ((v) != 0)
#define k_nonzero_f64(v) ((v) != 0)
#define k_nonzero_c64(v) ((v).x != 0 || (v).y != 0)
#define k_nonzero_c128(v) ((v).x != 0 || (v).y != 0)
#define K_NONZERO(C, v) K_CAT(k_nonzero_, C)(v)
/* Stores v of class C into an element of dtype T. */
#define K_STORE_FROM(T, C, lv, v) K_CAT(k_put_, T)(C, lv, v)
#define k_put_bool(C, lv, v) ((lv).bits = (k_u8)(K_NONZERO(C, v) ? 1 : 0))
#define k_put_u8(C, lv, v) k_store_u8(lv, K_CONVERT(u32, C, v))
#define k_put_u16(C, lv, v) k_store_u16(lv, K_CONVERT(u32, C, v))
#define k_put_u32(C, lv, v) k_store_u32(lv, K_CONVERT(u32, C, v))
#define k_put_u64(C, lv, v) k_store_u64(lv, K_CONVERT(u64, C, v))
#define k_put_i8(C, lv, v) k_store_i8(lv, K_CONVERT(i32, C, v))
#define k_put_i16(C, lv, v) k_store_i16(lv, K_CONVERT(i32, C, v))
#define k_put_i32(C, lv, v) k_store_i32(lv, K_CONVERT(i32, C, v))
#define k_put_i64(C, lv, v) k_store_i64(lv, K_CONVERT(i64, C, v))
#define k_put_f16(C, lv, v) k_store_f16(lv, K_CONVERT(f32, C, v))
#define k_put_bf16(C, lv, v) k_store_bf16(lv, K_CONVERT(f32, C, v))
#define k_put_f32(C, lv, v) k_store_f32(lv, K_CONVERT(f32, C, v))
#define k_put_f64(C, lv, v) k_store_f64(lv, K_CONVERT(f64, C, v))
#define k_put_f8_e4m3fn(C, lv, v) k_store_f8_e4m3fn(lv, K_CONVERT(f32, C, v))
#define k_put_f8_e5m2(C, lv, v) k_store_f8_e5m2(lv, K_CONVERT(f32, C, v))
#define k_put_c64(C, lv, v) k_store_c64(lv, K_CONVERT(c64, C, v))
#define k_put_c128(C, lv, v) k_store_c128(lv, K_CONVERT(c128, C, v))

/* ---- arithmetic by class ---------------------------------------------------------------------------------
 * Integers wrap; max and min give NaN when either is NaN. K_ADD(C, a, b) and so on. */
#define k_add_u32(a, b) ((k_u32)((a) + (b)))
#define k_add_i32(a, b) ((k_i32)((k_u32)(a) + (k_u32)(b)))
#define k_add_u64(a, b) ((k_u64)((a) + (b)))
#define k_add_i64(a, b) ((k_i64)((k_u64)(a) + (k_u64)(b)))
#define k_add_f32(a, b) ((a) + (b))
#define k_add_f64(a, b) ((a) + (b))
#define K_ADD(C, a, b) K_CAT(k_add_, C)(a, b)
#define k_sub_u32(a, b) ((k_u32)((a) - (b)))
#define k_sub_i32(a, b) ((k_i32)((k_u32)(a) - (k_u32)(b)))
#define k_sub_u64(a, b) ((k_u64)((a) - (b)))
#define k_sub_i64(a, b) ((k_i64)((k_u64)(a) - (k_u64)(b)))
#define k_sub_f32(a, b) ((a) - (b))
#define k_sub_f64(a, b) ((a) - (b))
#define K_SUB(C, a, b) K_CAT(k_sub_, C)(a, b)
#define k_mul_u32(a, b) ((k_u32)((a) * (b)))
#define k_mul_i32(a, b) ((k_i32)((k_u32)(a) * (k_u32)(b)))
#define k_mul_u64(a, b) ((k_u64)((a) * (b)))
#define k_mul_i64(a, b) ((k_i64)((k_u64)(a) * (k_u64)(b)))
#define k_mul_f32(a, b) ((a) * (b))
#define k_mul_f64(a, b) ((a) * (b))
#define K_MUL(C, a, b) K_CAT(k_mul_, C)(a, b)
K_FN k_u32 k_max_u32(k_u32 a, k_u32 b) { return a > b ? a : b; }
K_FN k_u32 k_min_u32(k_u32 a, k_u32 b) { return a < b ? a : b; }
K_FN k_i32 k_max_i32(k_i32 a, k_i32 b) { return a > b ? a : b; }
K_FN k_i32 k_min_i32(k_i32 a, k_i32 b) { return a < b ? a : b; }
K_FN k_u64 k_max_u64(k_u64 a, k_u64 b) { return a > b ? a : b; }
K_FN k_u64 k_min_u64(k_u64 a, k_u64 b) { return a < b ? a : b; }
K_FN k_i64 k_max_i64(k_i64 a, k_i64 b) { return a > b ? a : b; }
K_FN k_i64 k_min_i64(k_i64 a, k_i64 b) { return a < b ? a : b; }
K_FN k_f32 k_max_f32(k_f32 a, k_f32 b) { return a > b || a != a ? a : b; }
K_FN k_f32 k_min_f32(k_f32 a, k_f32 b) { return a < b || a != a ? a : b; }
#if K_HAS_F64
K_FN k_f64 k_max_f64(k_f64 a, k_f64 b) { return a > b || a != a ? a : b; }
#endif
#if K_HAS_F64
K_FN k_f64 k_min_f64(k_f64 a, k_f64 b) { return a < b || a != a ? a : b; }
#endif
#define K_MAX(C, a, b) K_CAT(k_max_, C)(a, b)
#define K_MIN(C, a, b) K_CAT(k_min_, C)(a, b)
#define k_make_u32(x_) ((k_u32)(x_))
#define k_make_i32(x_) ((k_i32)(x_))
#define k_make_u64(x_) ((k_u64)(x_))
#define k_make_i64(x_) ((k_i64)(x_))
#define k_make_f32(x_) ((k_f32)(x_))
#define k_make_f64(x_) ((k_f64)(x_))
/* A small integer constant of a class. */
#define K_NUMBER(C, n) K_CAT(k_number_, C)(n)
#define k_number_u32(n) ((k_u32)(n))
#define k_number_i32(n) ((k_i32)(n))
#define k_number_u64(n) ((k_u64)(n))
#define k_number_i64(n) ((k_i64)(n))
#define k_number_f32(n) ((k_f32)(n))
#define k_number_f64(n) ((k_f64)(n))
#define k_number_c64(n) k_make_c64((k_f32)(n), (k_f32)0)
#define k_number_c128(n) k_make_c128((k_f64)(n), (k_f64)0)
/* What max starts from, and min: the lowest and the highest value of a class. */
#define K_LOWEST(C) K_CAT(k_lowest_, C)
#define K_HIGHEST(C) K_CAT(k_highest_, C)
#define k_lowest_f32 (-K_INF)
#define k_highest_f32 (K_INF)
#define k_lowest_f64 (-(k_f64)K_INF)
#define k_highest_f64 ((k_f64)K_INF)
#define k_lowest_u32 0u
#define k_highest_u32 0xffffffffu
#define k_lowest_i32 ((k_i32)0x80000000u)
#define k_highest_i32 0x7fffffff
#define k_lowest_u64 ((k_u64)0)
#define k_highest_u64 (~(k_u64)0)
#define k_lowest_i64 ((k_i64)((k_u64)1 << 63))
#define k_highest_i64 ((k_i64)(((k_u64)1 << 63) - (k_u64)1))

/* ---- lanes: values of every class ------------------------------------------------------------------------------ */
#define k_lane_shuffle_i32(v, from) ((k_i32)k_lane_shuffle_u32((k_u32)(v), from))
#define k_lane_xor_i32(v, mask) ((k_i32)k_lane_xor_u32((k_u32)(v), mask))
#if K_HOST
#define k_lane_shuffle_u64(v, from) ((k_u64)EMU_LANE(SHUFFLE, U64, (k_u64)(v), from))
#define k_lane_xor_u64(v, mask) ((k_u64)EMU_LANE(XOR, U64, (k_u64)(v), mask))
#else
K_FN k_u64 k_lane_shuffle_u64(k_u64 v, k_u32 from)
{
    k_u32 low = k_lane_shuffle_u32((k_u32)v, from);
    k_u32 high = k_lane_shuffle_u32((k_u32)(v >> 32), from);
    return (k_u64)high << 32 | (k_u64)low;
}
K_FN k_u64 k_lane_xor_u64(k_u64 v, k_u32 mask)
{
    k_u32 low = k_lane_xor_u32((k_u32)v, mask);
    k_u32 high = k_lane_xor_u32((k_u32)(v >> 32), mask);
    return (k_u64)high << 32 | (k_u64)low;
}
#endif
#define k_lane_shuffle_i64(v, from) ((k_i64)k_lane_shuffle_u64((k_u64)(v), from))
#define k_lane_xor_i64(v, mask) ((k_i64)k_lane_xor_u64((k_u64)(v), mask))
#define k_lane_shuffle_c64(v, from) k_make_c64(k_lane_shuffle_f32((v).x, from), k_lane_shuffle_f32((v).y, from))
#define k_lane_xor_c64(v, mask) k_make_c64(k_lane_xor_f32((v).x, mask), k_lane_xor_f32((v).y, mask))
#if K_HAS_F64
#define k_lane_shuffle_f64(v, from) K_BITS_F64(k_lane_shuffle_u64(K_BITS_U64(v), from))
#define k_lane_xor_f64(v, mask) K_BITS_F64(k_lane_xor_u64(K_BITS_U64(v), mask))
#define k_lane_shuffle_c128(v, from) k_make_c128(k_lane_shuffle_f64((v).x, from), k_lane_shuffle_f64((v).y, from))
#define k_lane_xor_c128(v, mask) k_make_c128(k_lane_xor_f64((v).x, mask), k_lane_xor_f64((v).y, mask))
#endif
#define K_LANE_SHUFFLE(C, v, from) K_CAT(k_lane_shuffle_, C)(v, from)
#define K_LANE_XOR(C, v, mask) K_CAT(k_lane_xor_, C)(v, mask)

/* Reductions over the 32 lanes that a compat.h does not give: k_lane_<op>_<class>, a butterfly. */
#if K_HOST
#define K_LANE_REDUCE(op, OP, C, TYPE, TO, FROM) \
    K_FN k_##C k_lane_##op##_##C##_(k_##C v, int line) { return FROM(emu_lane(EMU_##OP, EMU_##TYPE, TO(v), 0, __FILE__, line)); }
#define K_SAME_U64(v) ((k_u64)(v))
#define K_SAME_I64(v) ((k_i64)(v))
#define K_LOW_F32(v) K_BITS_F32((k_u32)(v))
K_LANE_REDUCE(max, MAX, f32, F32, K_BITS_U32, K_LOW_F32)
K_LANE_REDUCE(min, MIN, f32, F32, K_BITS_U32, K_LOW_F32)
K_LANE_REDUCE(sum, SUM, f64, F64, K_BITS_U64, K_BITS_F64)
K_LANE_REDUCE(max, MAX, f64, F64, K_BITS_U64, K_BITS_F64)
K_LANE_REDUCE(min, MIN, f64, F64, K_BITS_U64, K_BITS_F64)
K_LANE_REDUCE(sum, SUM, u64, U64, K_SAME_U64, K_SAME_U64)
K_LANE_REDUCE(max, MAX, u64, U64, K_SAME_U64, K_SAME_U64)
K_LANE_REDUCE(min, MIN, u64, U64, K_SAME_U64, K_SAME_U64)
K_LANE_REDUCE(sum, SUM, i64, I64, K_SAME_U64, K_SAME_I64)
K_LANE_REDUCE(max, MAX, i64, I64, K_SAME_U64, K_SAME_I64)
K_LANE_REDUCE(min, MIN, i64, I64, K_SAME_U64, K_SAME_I64)
#define k_lane_max_f32(v) k_lane_max_f32_(v, __LINE__)
#define k_lane_min_f32(v) k_lane_min_f32_(v, __LINE__)
#define k_lane_sum_f64(v) k_lane_sum_f64_(v, __LINE__)
#define k_lane_max_f64(v) k_lane_max_f64_(v, __LINE__)
#define k_lane_min_f64(v) k_lane_min_f64_(v, __LINE__)
#define k_lane_sum_u64(v) k_lane_sum_u64_(v, __LINE__)
#define k_lane_max_u64(v) k_lane_max_u64_(v, __LINE__)
#define k_lane_min_u64(v) k_lane_min_u64_(v, __LINE__)
#define k_lane_sum_i64(v) k_lane_sum_i64_(v, __LINE__)
#define k_lane_max_i64(v) k_lane_max_i64_(v, __LINE__)
#define k_lane_min_i64(v) k_lane_min_i64_(v, __LINE__)
#else
#define K_LANE_REDUCE(op, combine, C) \
    K_FN k_##C k_lane_##op##_##C(k_##C v) \
    { \
        K_UNROLL for (k_u32 m = 16u; m > 0u; m >>= 1) v = k_##combine##_##C(v, k_lane_xor_##C(v, m)); \
        return v; \
    }
K_LANE_REDUCE(max, max, f32)
K_LANE_REDUCE(min, min, f32)
K_LANE_REDUCE(sum, add, u64)
K_LANE_REDUCE(max, max, u64)
K_LANE_REDUCE(min, min, u64)
K_LANE_REDUCE(sum, add, i64)
K_LANE_REDUCE(max, max, i64)
K_LANE_REDUCE(min, min, i64)
#if K_HAS_F64
K_LANE_REDUCE(sum, add, f64)
K_LANE_REDUCE(max, max, f64)
K_LANE_REDUCE(min, min, f64)
#endif
#endif
#define k_lane_sum_i32(v) ((k_i32)k_lane_sum_u32((k_u32)(v)))
#define k_lane_sum_c64(v) k_make_c64(k_lane_sum_f32((v).x), k_lane_sum_f32((v).y))
#if K_HAS_F64
#define k_lane_sum_c128(v) k_make_c128(k_lane_sum_f64((v).x), k_lane_sum_f64((v).y))
#endif
#define K_LANE_SUM(C, v) K_CAT(k_lane_sum_, C)(v)
#define K_LANE_MAX(C, v) K_CAT(k_lane_max_, C)(v)
#define K_LANE_MIN(C, v) K_CAT(k_lane_min_, C)(v)

/* ---- the whole group: K_BLOCK_SUM(C, result, v, part, threads) and its kin are statements; part is
 * threadgroup memory of 32 elements of the class. Every thread gets the result; part is free after. ----------- */
#define K_BLOCK_REDUCE(LANES, C, result, v, part, threads, empty) do { \
        K_CAT(k_, C) k_mine_ = (v); \
        k_mine_ = LANES(C, k_mine_); \
        if (k_lane == 0u) (part)[k_warp] = k_mine_; \
        k_barrier(); \
        k_mine_ = empty; \
        if (k_lane < (threads) / 32u) k_mine_ = (part)[k_lane]; \
        result = LANES(C, k_mine_); \
        k_barrier(); \
    } while (0)
#define K_BLOCK_SUM(C, result, v, part, threads) \
    K_BLOCK_REDUCE(K_LANE_SUM, C, result, v, part, threads, K_NUMBER(C, 0))
#define K_BLOCK_MAX(C, result, v, part, threads) \
    K_BLOCK_REDUCE(K_LANE_MAX, C, result, v, part, threads, K_LOWEST(C))
#define K_BLOCK_MIN(C, result, v, part, threads) \
    K_BLOCK_REDUCE(K_LANE_MIN, C, result, v, part, threads, K_HIGHEST(C))

/* ---- indices: 32-bit unless the instance says K_WIDE ------------------------------------------------------------ */
K_FN k_u32 k_divide_u32(k_u32 n, k_u32 mul, k_u32 shift) { return (k_mulhi_u32(n, mul) + n) >> shift; }
/* n / size of dimension d, for nd_args p (kernels/args.h); the narrow form needs n < 2^31. */
#define K_QUOTIENT_u32(n, p, d) k_divide_u32(n, (p).div[d].mul, (p).div[d].shift)
#define K_QUOTIENT_i64(n, p, d) ((n) / (p).size[d])
/* Splits the row-major index i over the sizes of p into one offset per operand: statements that add to
 * o0 .. o3, which the caller has declared of type INDEX and set to 0. Tag is u32 or i64. */
#define K_ND_LOOP(tag, i, p, ADD) do { \
        K_CAT(k_, tag) k_rest_ = (i); \
        for (k_i32 k_d_ = (p).ndim - 1; k_d_ > 0; k_d_--) { \
            K_CAT(k_, tag) k_q_ = K_CAT(K_QUOTIENT_, tag)(k_rest_, p, k_d_); \
            K_CAT(k_, tag) k_r_ = k_rest_ - k_q_ * (K_CAT(k_, tag))(p).size[k_d_]; \
            ADD(tag, p, k_r_, k_d_); \
            k_rest_ = k_q_; \
        } \
        ADD(tag, p, k_rest_, 0); \
    } while (0)
#define K_ND_ADD(tag, p, o, n, at, d) o += (at) * (K_CAT(k_, tag))(p).stride[n][d]
/* The index type of this instance: its tag K_INDEX (u32 or i64) and its C type K_IDX. */
#define K_INDEX_0 u32
#define K_INDEX_1 i64
#define K_INDEX K_CAT(K_INDEX_, K_WIDE)
#define K_IDX K_CAT(k_, K_INDEX)

/* ---- 16 bytes at once: K_VEC(T) elements. K_UNPACK(T, raw, v) makes class values of a k_u32x4, v an array in
 * registers; K_PACK(T, v) the k_u32x4 of them. ---------------------------------------------------------------- */
#define K_VEC_bool 16u
#define K_VEC_u8 16u
#define K_VEC_u16 8u
#define K_VEC_u32 4u
#define K_VEC_u64 2u
#define K_VEC_i8 16u
#define K_VEC_i16 8u
#define K_VEC_i32 4u
#define K_VEC_i64 2u
#define K_VEC_f16 8u
#define K_VEC_bf16 8u
#define K_VEC_f32 4u
#define K_VEC_f64 2u
#define K_VEC_f8_e4m3fn 16u
#define K_VEC_f8_e5m2 16u
#define K_VEC_c64 2u
#define K_VEC_c128 1u
#define K_VEC(T) K_CAT(K_VEC_, T)
#define K_UNPACK(T, raw, v) K_CAT(k_unpack_, T)(raw, v)
#define K_PACK(T, v) K_CAT(k_pack_, T)(v)
/* From 32-bit words, and to them: one word to one element, to two, to four; two words to one. */
#define K_VECTOR_FNS_4(T, C, FROM, TO) \
    K_FN void k_unpack_##T(k_u32x4 r, K_PRIVATE k_##C *v) \
    { \
        v[0] = FROM(r.x); v[1] = FROM(r.y); v[2] = FROM(r.z); v[3] = FROM(r.w); \
    } \
    K_FN k_u32x4 k_pack_##T(K_PRIVATE const k_##C *v) \
    { \
        return k_make_u32x4(TO(v[0]), TO(v[1]), TO(v[2]), TO(v[3])); \
    }
#define K_VECTOR_FNS_2(T, C, FROM, TO) \
    K_FN void k_unpack2_##T(k_u32 r, K_PRIVATE k_##C *v) { v[0] = FROM((k_u16)r); v[1] = FROM((k_u16)(r >> 16)); } \
    K_FN k_u32 k_pack2_##T(K_PRIVATE const k_##C *v) { return (k_u32)(k_u16)TO(v[0]) | (k_u32)(k_u16)TO(v[1]) << 16; } \
    K_FN void k_unpack_##T(k_u32x4 r, K_PRIVATE k_##C *v) \
    { \
        k_unpack2_##T(r.x, v); k_unpack2_##T(r.y, v + 2); k_unpack2_##T(r.z, v + 4); k_unpack2_##T(r.w, v + 6); \
    } \
    K_FN k_u32x4 k_pack_##T(K_PRIVATE const k_##C *v) \
    { \
        return k_make_u32x4(k_pack2_##T(v), k_pack2_##T(v + 2), k_pack2_##T(v + 4), k_pack2_##T(v + 6)); \
    }
#define K_VECTOR_FNS_1(T, C, FROM, TO) \
    K_FN void k_unpack4_##T(k_u32 r, K_PRIVATE k_##C *v) \
    { \
        v[0] = FROM((k_u8)r); v[1] = FROM((k_u8)(r >> 8)); v[2] = FROM((k_u8)(r >> 16)); v[3] = FROM((k_u8)(r >> 24)); \
    } \
    K_FN k_u32 k_pack4_##T(K_PRIVATE const k_##C *v) \
    { \
        return (k_u32)(k_u8)TO(v[0]) | (k_u32)(k_u8)TO(v[1]) << 8 | (k_u32)(k_u8)TO(v[2]) << 16 | (k_u32)(k_u8)TO(v[3]) << 24; \
    } \
    K_FN void k_unpack_##T(k_u32x4 r, K_PRIVATE k_##C *v) \
    { \
        k_unpack4_##T(r.x, v); k_unpack4_##T(r.y, v + 4); k_unpack4_##T(r.z, v + 8); k_unpack4_##T(r.w, v + 12); \
    } \
    K_FN k_u32x4 k_pack_##T(K_PRIVATE const k_##C *v) \
    { \
        return k_make_u32x4(k_pack4_##T(v), k_pack4_##T(v + 4), k_pack4_##T(v + 8), k_pack4_##T(v + 12)); \
    }
#define K_VECTOR_FNS_8(T, C, FROM, TO) \
    K_FN void k_unpack_##T(k_u32x4 r, K_PRIVATE k_##C *v) \
    { \
        v[0] = FROM((k_u64)r.y << 32 | (k_u64)r.x); v[1] = FROM((k_u64)r.w << 32 | (k_u64)r.z); \
    } \
    K_FN k_u32x4 k_pack_##T(K_PRIVATE const k_##C *v) \
    { \
        k_u64 a = TO(v[0]), b = TO(v[1]); \
        return k_make_u32x4((k_u32)a, (k_u32)(a >> 32), (k_u32)b, (k_u32)(b >> 32)); \
    }
#define K_BYTE_BOOL(b) ((k_u32)((b) != 0u ? 1u : 0u))
#define K_BOOL_BYTE(v) ((k_u8)((v) != 0u ? 1u : 0u))
#define K_TO_U8(v) ((k_u8)(v))
#define K_TO_U16(v) ((k_u16)(v))
#define K_TO_U32(v) ((k_u32)(v))
#define K_TO_U64(v) ((k_u64)(v))
#define K_FROM_U8(b) ((k_u32)(b))
#define K_FROM_I8(b) ((k_i32)(k_i8)(b))
#define K_FROM_I16(b) ((k_i32)(k_i16)(b))
#define K_FROM_I32(b) ((k_i32)(b))
#define K_FROM_I64(b) ((k_i64)(b))
K_VECTOR_FNS_1(bool, u32, K_BYTE_BOOL, K_BOOL_BYTE)
K_VECTOR_FNS_1(u8, u32, K_FROM_U8, K_TO_U8)
K_VECTOR_FNS_1(i8, i32, K_FROM_I8, K_TO_U8)
K_VECTOR_FNS_1(f8_e4m3fn, f32, k_f8_e4m3fn_to_f32, k_f32_to_f8_e4m3fn)
K_VECTOR_FNS_1(f8_e5m2, f32, k_f8_e5m2_to_f32, k_f32_to_f8_e5m2)
K_VECTOR_FNS_2(u16, u32, K_FROM_U8, K_TO_U16)
K_VECTOR_FNS_2(i16, i32, K_FROM_I16, K_TO_U16)
K_VECTOR_FNS_2(f16, f32, k_f16_to_f32, k_f32_to_f16)
K_VECTOR_FNS_2(bf16, f32, k_bf16_to_f32, k_f32_to_bf16)
K_VECTOR_FNS_4(u32, u32, K_TO_U32, K_TO_U32)
K_VECTOR_FNS_4(i32, i32, K_FROM_I32, K_TO_U32)
K_VECTOR_FNS_4(f32, f32, K_BITS_F32, K_BITS_U32)
K_VECTOR_FNS_8(u64, u64, K_TO_U64, K_TO_U64)
K_VECTOR_FNS_8(i64, i64, K_FROM_I64, K_TO_U64)
K_FN void k_unpack_c64(k_u32x4 r, K_PRIVATE k_c64 *v)
{
    v[0] = k_make_c64(K_BITS_F32(r.x), K_BITS_F32(r.y));
    v[1] = k_make_c64(K_BITS_F32(r.z), K_BITS_F32(r.w));
}
K_FN k_u32x4 k_pack_c64(K_PRIVATE const k_c64 *v)
{
    return k_make_u32x4(K_BITS_U32(v[0].x), K_BITS_U32(v[0].y), K_BITS_U32(v[1].x), K_BITS_U32(v[1].y));
}
#if K_HAS_F64
K_VECTOR_FNS_8(f64, f64, K_BITS_F64, K_BITS_U64)
K_FN void k_unpack_c128(k_u32x4 r, K_PRIVATE k_c128 *v)
{
    v[0] = k_make_c128(K_BITS_F64((k_u64)r.y << 32 | (k_u64)r.x), K_BITS_F64((k_u64)r.w << 32 | (k_u64)r.z));
}
K_FN k_u32x4 k_pack_c128(K_PRIVATE const k_c128 *v)
{
    k_u64 a = K_BITS_U64(v[0].x), b = K_BITS_U64(v[0].y);
    return k_make_u32x4((k_u32)a, (k_u32)(a >> 32), (k_u32)b, (k_u32)(b >> 32));
}
#endif
/* Vector i of a global pointer to elements. */
#define K_LOAD16(p, i) (((K_GLOBAL const k_u32x4 *)(p))[i])
#define K_STORE16(p, i, r) (((K_GLOBAL k_u32x4 *)(p))[i] = (r))
#endif

/* convert.c - rows of elements from one format to another.
 *
 * Each format is one load to, or store from, a vector of floats; the last elements go through a small
 * buffer so that nothing beyond the row is touched.
 * SPDX-License-Identifier: MIT */
#include "isa.h"

INLINE vf load_bool(const void *p) { return (vf)((vu)(v_load_u8(p) != 0u) & 0x3F800000u); }
INLINE vf load_u8(const void *p) { return __builtin_convertvector((vi)v_load_u8(p), vf); }
INLINE vf load_i8(const void *p) { return __builtin_convertvector(v_load_i8(p), vf); }
INLINE vf load_u16(const void *p) { return __builtin_convertvector((vi)v_load_u16(p), vf); }
INLINE vf load_i16(const void *p) { return __builtin_convertvector(v_load_i16(p), vf); }
INLINE vf load_i32(const void *p) { return __builtin_convertvector((vi)v_load(p), vf); }
INLINE vf load_f64(const void *p) { return v_from_vd(vd_load(p), vd_load((const double *)p + VDN)); }
INLINE void store_f64(void *p, vf x)
{
    vd low, high;
    v_to_vd(x, &low, &high);
    vd_store(p, low);
    vd_store((double *)p + VDN, high);
}

#define TO(name, bytes, load)                                                                      \
    ROW_TO(name)                                                                                   \
    {                                                                                              \
        const char *s = src;                                                                       \
        int64_t     i = 0;                                                                         \
        for (; i + VN <= n; i += VN) v_store(dst + i, load(s + i * (bytes)));                      \
        if (i == n) return;                                                                        \
        char part[VN * (bytes)] = {0};                                                             \
        memcpy(part, s + i * (bytes), (size_t)(n - i) * (bytes));                                  \
        v_store_n(dst + i, load(part), n - i);                                                     \
    }

#define FROM(name, bytes, store)                                                                   \
    ROW_FROM(name)                                                                                 \
    {                                                                                              \
        char   *d = dst;                                                                           \
        int64_t i = 0;                                                                             \
        for (; i + VN <= n; i += VN) store(d + i * (bytes), v_load(src + i));                      \
        if (i == n) return;                                                                        \
        char part[VN * (bytes)];                                                                   \
        store(part, v_load_n(src + i, n - i));                                                     \
        memcpy(d + i * (bytes), part, (size_t)(n - i) * (bytes));                                  \
    }

TO(f64, 8, load_f64)
TO(f16, 2, v_load_f16)
TO(bf16, 2, v_load_bf16)
TO(e4m3, 1, v_load_e4m3)
TO(e5m2, 1, v_load_e5m2)
TO(boolean, 1, load_bool)
TO(i8, 1, load_i8)
TO(u8, 1, load_u8)
TO(i16, 2, load_i16)
TO(u16, 2, load_u16)
TO(i32, 4, load_i32)

FROM(f64, 8, store_f64)
FROM(f16, 2, v_store_f16)
FROM(bf16, 2, v_store_bf16)
FROM(e4m3, 1, v_store_e4m3)
FROM(e5m2, 1, v_store_e5m2)

ROW_TO(f32) { memmove(dst, src, (size_t)n * sizeof(float)); }
ROW_FROM(f32) { memmove(dst, src, (size_t)n * sizeof(float)); }

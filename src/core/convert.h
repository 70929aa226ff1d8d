/* convert.h - one element of any dtype to and from double, int64, uint64 and complex double, and the
 * bit conversions of the small float formats. Scalar, exact, never tuned: the definition that the
 * references use and that the vector versions are tested against.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_CONVERT_H
#define WZ_CORE_CONVERT_H
#include <wootz/wootz.h>

typedef struct cdouble { double re, im; } cdouble;

/* Small formats to and from float. Encoding rounds to nearest, ties to even. e4m3fn saturates:
 * finite and infinite overflow to +-448, NaN to 0x7F with its sign. e5m2 overflows to infinity. */
float    f16_decode(uint16_t h);
uint16_t f16_encode(float f);
float    bf16_decode(uint16_t h);
uint16_t bf16_encode(float f);
float    f8_e4m3fn_decode(uint8_t b);
uint8_t  f8_e4m3fn_encode(float f);
float    f8_e5m2_decode(uint8_t b);
uint8_t  f8_e5m2_encode(float f);

/* Loads: bool is 0 or 1; complex gives its real part; float to integer truncates as a C cast does where
 * that is defined and saturates (NaN: 0) where it is not. */
double   load_f64(wz_dtype d, const void *p);
int64_t  load_i64(wz_dtype d, const void *p);
uint64_t load_u64(wz_dtype d, const void *p);
cdouble  load_c128(wz_dtype d, const void *p);
/* Stores: half and smaller formats round once from float(v) as torch does; integers wrap modulo 2^n
 * from i64/u64 and truncate from f64; bool is v != 0. */
void     store_f64(wz_dtype d, void *p, double v);
void     store_i64(wz_dtype d, void *p, int64_t v);
void     store_u64(wz_dtype d, void *p, uint64_t v);
void     store_c128(wz_dtype d, void *p, cdouble v);
/* One element of any dtype to any other, by torch's rules. */
void     convert_element(wz_dtype to, void *dst, wz_dtype from, const void *src);
#endif

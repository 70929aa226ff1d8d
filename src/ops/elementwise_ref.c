/* elementwise_ref.c - the plain definition of every elementwise function: the rows of elementwise.def in
 * double, int64, uint64, complex double and, for comparisons of uint64 with signed numbers, 128 bits.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../op/elementwise.h"
#include "../op/elementwise_lang.h"
#include "../op/elementwise_scalar.h"
#include <string.h>

static void ref_load(ew_type t, void *dst, wz_dtype d, const char *src, int64_t stride, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const char *p = src + i * stride;
        switch (t) {
        case EW_F64: ((double *)dst)[i] = load_f64(d, p); break;
        case EW_I64: ((int64_t *)dst)[i] = load_i64(d, p); break;
        case EW_U64: ((uint64_t *)dst)[i] = load_u64(d, p); break;
        case EW_C128: ((cdouble *)dst)[i] = load_c128(d, p); break;
        case EW_I128: ((i128 *)dst)[i] = d == WZ_DTYPE_U64 ? (i128)load_u64(d, p) : (i128)load_i64(d, p); break;
        default: break;
        }
    }
}

static void ref_store(ew_type t, const void *src, wz_dtype d, char *dst, int64_t stride, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        char *p = dst + i * stride;
        switch (t) {
        case EW_F64: store_f64(d, p, ((const double *)src)[i]); break;
        case EW_I64: store_i64(d, p, ((const int64_t *)src)[i]); break;
        case EW_U64: store_u64(d, p, ((const uint64_t *)src)[i]); break;
        case EW_C128: store_c128(d, p, ((const cdouble *)src)[i]); break;
        default: break;
        }
    }
}

#define EW_REAL(real, integer, complex_) real
#define EW_INTEGER(real, integer, complex_) integer
#define EW_COMPLEX(real, integer, complex_) complex_
#define P(i) p[i]

#define EW_SUFFIX f64
#define EW_T double
#define EW_PICK EW_REAL
#include "../op/elementwise_expand.h"

#define EW_SUFFIX i64
#define EW_T int64_t
#define EW_PICK EW_INTEGER
#include "../op/elementwise_expand.h"

#define EW_SUFFIX u64
#define EW_T uint64_t
#define EW_PICK EW_INTEGER
#include "../op/elementwise_expand.h"

#define EW_SUFFIX c128
#define EW_T c128
#define EW_PICK EW_COMPLEX
#include "../op/elementwise_expand.h"

#define EW_SUFFIX i128
#define EW_T i128
#define EW_PICK EW_INTEGER
#define EW_COMPARE_ONLY
#include "../op/elementwise_expand.h"

static const ew_fn functions[WZ_OP_COUNT] = {
#define ROW(name)                                                                                  \
    [WZ_OP_##name] = {{[EW_F64] = name##_run_f64, [EW_I64] = name##_run_i64,                       \
                       [EW_U64] = name##_run_u64, [EW_C128] = name##_run_c128}},
#define EL1(name, ...) ROW(name)
#define EL2(name, ...) ROW(name)
#define EL3(name, ...) ROW(name)
#define EP1(name, ...) ROW(name)
#define EP2(name, ...)                                                                             \
    [WZ_OP_##name] = {{[EW_F64] = name##_run_f64, [EW_I64] = name##_run_i64, [EW_U64] = name##_run_u64, \
                       [EW_C128] = name##_run_c128, [EW_I128] = name##_run_i128}},
#define ALIAS(...)
#include "../op/elementwise.def"
};

static ew_run find(wz_op op, ew_type t) { return functions[op].run[t]; }

const ew_set ew_set_ref = {find, EW_F64, EW_I64, ref_load, ref_store, NULL, NULL, NULL, NULL};

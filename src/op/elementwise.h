/* elementwise.h - between the driver of elementwise operations (ops/elementwise.c) and the tables of
 * functions made from elementwise.def: the plain ones and one set per instruction set.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_ELEMENTWISE_H
#define WZ_OP_ELEMENTWISE_H
#include "op.h"

/* The types that functions compute in. Narrower dtypes are widened on load and rounded on store. */
typedef enum ew_type { EW_F32, EW_F64, EW_I64, EW_U64, EW_C128, EW_I128, EW_I32, EW_TYPES } ew_type;

typedef union ew_cell { /* a number argument in the compute type */
    float    f32;
    double   f64;
    int32_t  i32;
    int64_t  i64;
    uint64_t u64;
    double   c128[2];
} ew_cell;

enum { EW_MAX_IN = 3, EW_MAX_PARAMS = 4 };

/* out[i] = f(in[0][i], ...) for n packed elements. out may be one of the inputs, never a shifted one.
 * Predicates write bytes 0 and 1. */
typedef void (*ew_run)(int64_t n, const void *const *in, void *out, const ew_cell *p);

typedef struct ew_fn {
    ew_run run[EW_TYPES]; /* NULL: not made for this type */
} ew_fn;

/* A set: functions by op, and how elements get in and out of packed compute-typed buffers. Strides are
 * in bytes. */
typedef struct ew_set {
    ew_run (*find)(wz_op op, ew_type t); /* NULL: the plain set has to serve */
    ew_type real;                        /* what floats narrower than double compute in */
    ew_type small;                       /* what integers up to int32 compute in where the result is the same */
    void (*load)(ew_type t, void *dst, wz_dtype d, const char *src, int64_t stride, int64_t n);
    void (*store)(ew_type t, const void *src, wz_dtype d, char *dst, int64_t stride, int64_t n);
    /* rows of floats to one number, for reductions; n > 0; NULL in the plain set */
    double (*row_sum)(const float *x, int64_t n);
    double (*row_squares)(const float *x, int64_t n);
    float (*row_max)(const float *x, int64_t n);
    float (*row_min)(const float *x, int64_t n);
} ew_set;

extern const ew_set ew_set_ref, ew_set_base;
#if defined(__x86_64__)
extern const ew_set ew_set_avx2, ew_set_avx512;
#elif defined(__aarch64__)
extern const ew_set ew_set_neon;
#endif

wz_status elementwise_run(wz_call *c, const ew_set *set);
#endif

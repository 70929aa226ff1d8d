/* reduce.h - what a reduction remembers, and its three steps: take a run of elements, merge with another
 * state, give the result.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_REDUCE_H
#define WZ_OPS_REDUCE_H
#include "../op/op.h"

typedef enum reduce_kind {
    REDUCE_SUM, REDUCE_NANSUM, REDUCE_MEAN, REDUCE_PROD, REDUCE_MAX, REDUCE_MIN, REDUCE_MINMAX, REDUCE_ANY, REDUCE_ALL,
    REDUCE_VAR, REDUCE_NORM, REDUCE_LOGSUMEXP, REDUCE_COUNT, REDUCE_NANCOUNT
} reduce_kind;

/* Numbers are kept in the widest type of their class: double, int64, uint64, complex double. */
typedef struct reduce_state {
    int64_t n;            /* elements taken */
    int64_t index;        /* of the extreme value kept (the smallest one among equals) */
    double  re, im;       /* sum, product, extreme, mean; of MINMAX the minimum in re */
    double  re_low, im_low; /* what re and im lost to rounding; VAR: sum of squared deviations; MINMAX: maximum */
    int64_t i, i_high;    /* the same of integers (uint64 by its bits) */
    bool    nan;
} reduce_state;

typedef struct reduce_params {
    reduce_kind kind;
    double      p;        /* NORM: the order; VAR: the correction */
    bool        root;     /* VAR: standard deviation */
} reduce_params;

void reduce_begin(const reduce_params *r, reduce_state *s);
/* n packed elements whose first one has the given position among those reduced. */
void reduce_f64(const reduce_params *r, reduce_state *s, const double *x, int64_t n, int64_t first);
void reduce_i64(const reduce_params *r, reduce_state *s, const int64_t *x, int64_t n, int64_t first);
void reduce_u64(const reduce_params *r, reduce_state *s, const uint64_t *x, int64_t n, int64_t first);
void reduce_c128(const reduce_params *r, reduce_state *s, const cdouble *x, int64_t n);
/* Adds what b holds to a; b's elements come after a's. is_unsigned: integers kept are uint64. */
void reduce_merge(const reduce_params *r, reduce_state *a, const reduce_state *b, bool is_unsigned);
/* A sum kept exactly enough: s.re + s.re_low. */
void reduce_add(double *sum, double *low, double v);
#endif

/* kernel_test.h - what the kernels' tests share: operands, launches under several orders, comparison.
 * SPDX-License-Identifier: MIT */
#ifndef KERNEL_TEST_H
#define KERNEL_TEST_H
#include "../../src/core/convert.h"
#include "../../src/kernels/args.h"
#include "emulate.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer of a test. An output has what it must hold: doubles with a tolerance, or exact bytes. */
typedef struct operand {
    wz_dtype dtype;
    int64_t  n;
    void    *p;
    double  *want;            /* NULL for inputs and for exact outputs */
    void    *exact;
    double   tol_abs, tol_rel;
    bool     out, keep;       /* keep: an output that is also read; starts as `start` every time */
    void    *start;
} operand;

extern int n_passed, n_failed;

size_t dtype_bytes(wz_dtype d);
const char *dtype_suffix(wz_dtype d);
/* In [-1, 1) from a fixed seed per test; small integers in integer dtypes; 0 or 1 in bool. */
void   seed_random(uint64_t seed);
double uniform(double low, double high);
uint32_t random_below(uint32_t n);

operand in_random(wz_dtype d, int64_t n, double low, double high);
operand in_values(wz_dtype d, int64_t n, const double *v);
operand in_i64(wz_dtype d, int64_t n, const int64_t *v);
operand in_none(void);        /* an absent buffer: touching it is a fault */
operand out_close(wz_dtype d, int64_t n, double tol_abs, double tol_rel);
operand out_exact(wz_dtype d, int64_t n);
operand scratch(wz_dtype d, int64_t n);        /* written, not compared */
operand keep_random(wz_dtype d, int64_t n, double low, double high, double tol_abs, double tol_rel);
double  get(const operand *o, int64_t i);      /* of an input, as the kernel sees it */
void    want(operand *o, int64_t i, double v); /* rounds nothing; exact outputs store it in their dtype */
void    free_operands(operand *o, int n);

/* Launches `kernel` under several seeds, residencies and poisons; every output must match every time.
 * Frees nothing. Counts one pass or one failure. */
void check_launch(const char *kernel, uint32_t groups, operand *o, int n, const void *args, size_t args_bytes);
/* One launch without comparing, for kernels that work in several steps; false after a fault (counted). */
bool step_launch(const char *kernel, uint32_t groups, operand *o, int n, const void *args, size_t args_bytes, int turn);
bool compare_operand(const char *kernel, const operand *o, int index, int turn);
enum { TURNS = 3 };
void reset_outputs(operand *o, int n);

/* Name of an instance: printf-like. */
const char *name_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

k_div div_by(uint32_t d);
/* Sizes and the strides of each operand into nd_args. */
nd_args nd_of(int ndim, const int64_t *size, int n, const int64_t *const *stride);

#define DTYPES(name, ...) static const wz_dtype name[] = {__VA_ARGS__}
#define N_OF(a) ((int)(sizeof(a) / sizeof *(a)))

void test_move(void);
void test_rows(void);
#endif

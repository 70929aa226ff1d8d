/* check.h - how families describe test inputs, and what the checking program makes of them.
 *
 * A generator adds samples: lists of arguments in the order of the op's signature. Tensors are described
 * (dtype, shape, values), not made, so that each sample can be tried in every dtype and layout.
 *
 *   static void gen_rows(samples *s)
 *   {
 *       sample(s); tensor(s, MAIN, SHAPE(3, 65), -2, 2); none(s); flt(s, 1e-6);
 *       sample(s); tensor(s, MAIN, SHAPE(2, 0), -2, 2); tensor(s, MAIN, SHAPE(0), 0, 1); flt(s, 1e-6);
 *   }
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_H
#define CHECK_H
#include <stdbool.h>
#include <wootz/wootz.h>

enum { MAIN = -1 }; /* the dtype under test; any wz_dtype otherwise */

typedef struct shape { int n; int64_t size[WZ_MAX_DIMS]; } shape;
#define SHAPE(...) (shape){sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), {__VA_ARGS__}}
#define SHAPE0 (shape){0, {0}}

typedef enum values {
    VALUES_UNIFORM,  /* low .. high; integers inclusive, clipped to the dtype */
    VALUES_SPECIAL,  /* the same with +-0, inf, NaN, the largest, the smallest and subnormal mixed in */
    VALUES_DISTINCT, /* all different, in random order */
    VALUES_LIST,     /* given one by one */
} values;

typedef struct arg_spec {
    wz_arg_kind kind;
    int         dtype;
    shape       size;
    values      values;
    double      low, high;
    int         n;
    wz_scalar   number;
    const char *text;
    double      list[16];
    int         next;      /* TENSORS: how many of the following specs belong to it */
} arg_spec;

enum { MAX_SPECS = 24, MAX_SAMPLES = 96 };

typedef struct sample_call {
    int      n;
    arg_spec spec[MAX_SPECS];
    unsigned dtypes;       /* 0: all of the op's */
    bool     keep_layout;  /* only contiguous inputs (as_strided and the like) */
    bool     unfilled;     /* the values of the result are not defined (empty) */
    double   tolerance;    /* 0: the default; otherwise multiplies it */
} sample_call;

typedef struct samples {
    int         n;
    sample_call call[MAX_SAMPLES];
} samples;

typedef struct sample_generator {
    const char *name;
    void (*fn)(samples *s);
} sample_generator;

sample_call *sample(samples *s);                              /* starts a sample */
void sample_dtypes(samples *s, unsigned set);                 /* bits 1 << WZ_DTYPE_* */
void sample_tolerance(samples *s, double factor);
void sample_contiguous(samples *s);
void sample_unfilled(samples *s);
void tensor(samples *s, int dtype, shape size, double low, double high);
void special(samples *s, int dtype, shape size, double low, double high);
void distinct(samples *s, int dtype, shape size);
void listed(samples *s, int dtype, shape size, int n, const double *v);
void tensors(samples *s, int n);                              /* the next n tensor specs are one list */
void none(samples *s);
void integer(samples *s, int64_t v);
void ints(samples *s, int n, const int64_t *v);
#define INTS(...) sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (const int64_t[]){__VA_ARGS__}
void flt(samples *s, double v);
void floats(samples *s, int n, const double *v);
void boolean(samples *s, bool v);
void number(samples *s, wz_scalar v);
void dtype_arg(samples *s, int dtype);                        /* MAIN allowed */
void text(samples *s, const char *v);

/* One table per family, ended by a NULL name; listed in generators.def. */
const sample_generator *find_generator(const char *name);
#endif

/* samples.c - building sample descriptions, and finding generators by name.
 * SPDX-License-Identifier: MIT */
#include "check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sample_call *sample(samples *s)
{
    if (s->n == MAX_SAMPLES) {
        fprintf(stderr, "check: a generator has more than %d samples\n", (int)MAX_SAMPLES);
        exit(2);
    }
    sample_call *c = &s->call[s->n++];
    memset(c, 0, sizeof *c);
    return c;
}

static sample_call *last(samples *s) { return &s->call[s->n - 1]; }

static arg_spec *add(samples *s, wz_arg_kind kind)
{
    sample_call *c = last(s);
    if (c->n == MAX_SPECS) {
        fprintf(stderr, "check: a sample has more than %d arguments\n", (int)MAX_SPECS);
        exit(2);
    }
    arg_spec *a = &c->spec[c->n++];
    a->kind = kind;
    return a;
}

void sample_dtypes(samples *s, unsigned set) { last(s)->dtypes = set; }
void sample_tolerance(samples *s, double factor) { last(s)->tolerance = factor; }
void sample_unfilled(samples *s) { last(s)->unfilled = true; }
void sample_contiguous(samples *s) { last(s)->keep_layout = true; }

static arg_spec *add_tensor(samples *s, int dtype, shape size, values v, double low, double high)
{
    arg_spec *a = add(s, WZ_ARG_TENSOR);
    a->dtype = dtype;
    a->size = size;
    a->values = v;
    a->low = low;
    a->high = high;
    return a;
}

void tensor(samples *s, int dtype, shape size, double low, double high)
{
    (void)add_tensor(s, dtype, size, VALUES_UNIFORM, low, high);
}

void special(samples *s, int dtype, shape size, double low, double high)
{
    (void)add_tensor(s, dtype, size, VALUES_SPECIAL, low, high);
}

void distinct(samples *s, int dtype, shape size) { (void)add_tensor(s, dtype, size, VALUES_DISTINCT, 0, 0); }

void listed(samples *s, int dtype, shape size, int n, const double *v)
{
    arg_spec *a = add_tensor(s, dtype, size, VALUES_LIST, 0, 0);
    a->n = n < 16 ? n : 16;
    memcpy(a->list, v, sizeof *v * (size_t)a->n);
}

void tensors(samples *s, int n) { add(s, WZ_ARG_TENSORS)->next = n; }
void none(samples *s) { (void)add(s, WZ_ARG_NONE); }
void integer(samples *s, int64_t v) { add(s, WZ_ARG_INT)->number = wz_int(v); }
void flt(samples *s, double v) { add(s, WZ_ARG_FLOAT)->number = wz_num(v); }
void boolean(samples *s, bool v) { add(s, WZ_ARG_BOOL)->number = wz_bool(v); }
void number(samples *s, wz_scalar v) { add(s, WZ_ARG_SCALAR)->number = v; }
void dtype_arg(samples *s, int dtype) { add(s, WZ_ARG_DTYPE)->dtype = dtype; }
void text(samples *s, const char *v) { add(s, WZ_ARG_STRING)->text = v; }

void ints(samples *s, int n, const int64_t *v)
{
    arg_spec *a = add(s, WZ_ARG_INTS);
    a->n = n;
    for (int i = 0; i < n && i < 16; i++) a->list[i] = (double)v[i];
}

void floats(samples *s, int n, const double *v)
{
    arg_spec *a = add(s, WZ_ARG_FLOATS);
    a->n = n;
    for (int i = 0; i < n && i < 16; i++) a->list[i] = v[i];
}

#define GENERATORS(family) extern const sample_generator samples_##family[];
#include "generators.def"
#undef GENERATORS

const sample_generator *find_generator(const char *name)
{
    static const sample_generator *const all[] = {
#define GENERATORS(family) samples_##family,
#include "generators.def"
#undef GENERATORS
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (const sample_generator *g = all[i]; g->name; g++)
            if (strcmp(g->name, name) == 0) return g;
    return NULL;
}

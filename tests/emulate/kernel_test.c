/* kernel_test.c - operands, launches and comparison. See kernel_test.h.
 * SPDX-License-Identifier: MIT */
#include "kernel_test.h"
#include <stdarg.h>

int n_passed, n_failed;
static uint64_t state = 1;

void seed_random(uint64_t seed) { state = seed * 0x9e3779b97f4a7c15u + 1; }

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1du;
}

double uniform(double low, double high) { return low + (high - low) * (double)(next() >> 11) * 0x1p-53; }

uint32_t random_below(uint32_t n) { return (uint32_t)(next() >> 32) % n; }

size_t dtype_bytes(wz_dtype d)
{
    static const uint8_t bytes[] = {0,
#define DTYPE(enum_, suffix, name, size, kind, code, bits) size,
#include <wootz/dtypes.def>
#undef DTYPE
    };
    return bytes[d];
}

const char *dtype_suffix(wz_dtype d)
{
    static const char *const suffixes[] = {"",
#define DTYPE(enum_, suffix, name, size, kind, code, bits) #suffix,
#include <wootz/dtypes.def>
#undef DTYPE
    };
    return suffixes[d];
}

static operand make(wz_dtype d, int64_t n)
{
    operand o = {.dtype = d, .n = n};
    o.p = emu_alloc((size_t)n * dtype_bytes(d));
    return o;
}

static void *at_element(void *p, wz_dtype d, int64_t i) { return (char *)p + (size_t)i * dtype_bytes(d); }

static void set(const operand *o, void *p, int64_t i, double re, double im)
{
    void *q = at_element(p, o->dtype, i);
    if (wz_dtype_get_kind(o->dtype) == WZ_KIND_COMPLEX) store_c128(o->dtype, q, (cdouble){re, im});
    else store_f64(o->dtype, q, re);
}

operand in_random(wz_dtype d, int64_t n, double low, double high)
{
    operand o = make(d, n);
    bool whole = wz_dtype_get_kind(d) != WZ_KIND_FLOAT && wz_dtype_get_kind(d) != WZ_KIND_COMPLEX;
    for (int64_t i = 0; i < n; i++) {
        double v = uniform(low, high);
        set(&o, o.p, i, whole ? floor(v) : v, uniform(low, high));
    }
    return o;
}

operand in_values(wz_dtype d, int64_t n, const double *v)
{
    operand o = make(d, n);
    for (int64_t i = 0; i < n; i++) set(&o, o.p, i, v[i], 0);
    return o;
}

operand in_i64(wz_dtype d, int64_t n, const int64_t *v)
{
    operand o = make(d, n);
    for (int64_t i = 0; i < n; i++) store_i64(d, at_element(o.p, d, i), v[i]);
    return o;
}

operand in_none(void) { return make(WZ_DTYPE_U8, 0); }

operand out_close(wz_dtype d, int64_t n, double tol_abs, double tol_rel)
{
    operand o = make(d, n);
    o.out = true;
    o.want = calloc((size_t)n + 1, sizeof(double));
    o.tol_abs = tol_abs;
    o.tol_rel = tol_rel;
    return o;
}

operand out_exact(wz_dtype d, int64_t n)
{
    operand o = make(d, n);
    o.out = true;
    o.exact = calloc((size_t)n + 1, dtype_bytes(d));
    return o;
}

operand scratch(wz_dtype d, int64_t n)
{
    operand o = make(d, n);
    o.out = true;
    return o;
}

operand keep_random(wz_dtype d, int64_t n, double low, double high, double tol_abs, double tol_rel)
{
    operand o = in_random(d, n, low, high);
    o.out = o.keep = true;
    o.want = calloc((size_t)n + 1, sizeof(double));
    o.start = malloc((size_t)n * dtype_bytes(d) + 1);
    if (o.start == NULL || o.want == NULL) abort();
    memcpy(o.start, o.p, (size_t)n * dtype_bytes(d));
    o.tol_abs = tol_abs;
    o.tol_rel = tol_rel;
    return o;
}

double get(const operand *o, int64_t i) { return load_f64(o->dtype, at_element(o->p, o->dtype, i)); }

void want(operand *o, int64_t i, double v)
{
    if (o->exact != NULL) set(o, o->exact, i, v, 0);
    else o->want[i] = v;
}

void free_operands(operand *o, int n)
{
    for (int i = 0; i < n; i++) {
        emu_free(o[i].p);
        free(o[i].want);
        free(o[i].exact);
        free(o[i].start);
    }
}

const char *name_of(const char *format, ...)
{
    static char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return text;
}

static bool failure(const char *kernel, const char *text)
{
    n_failed++;
    if (n_failed < 40) printf("FAILED %s: %s\n", kernel, text);
    return false;
}

void reset_outputs(operand *o, int n)
{
    for (int i = 0; i < n; i++) {
        size_t bytes = (size_t)o[i].n * dtype_bytes(o[i].dtype);
        if (o[i].keep) memcpy(o[i].p, o[i].start, bytes);
        else if (o[i].out) memset(o[i].p, 0xff, bytes);
    }
}

bool step_launch(const char *kernel, uint32_t groups, operand *o, int n, const void *args, size_t args_bytes, int turn)
{
    const k_entry *k = emu_find(kernel);
    if (k == NULL) return failure(kernel, "no such kernel");
    if ((int)k->n_params != n + 1) return failure(kernel, "takes another number of buffers");
    if (k->params[n].bytes != args_bytes) return failure(kernel, "takes another argument struct");
    emu_buffer buf[32];
    for (int i = 0; i < n; i++) buf[i] = (emu_buffer){o[i].p, (size_t)o[i].n * dtype_bytes(o[i].dtype)};
    void *copy = emu_alloc(args_bytes);
    memcpy(copy, args, args_bytes);
    buf[n] = (emu_buffer){copy, args_bytes};
    static const unsigned char poison[TURNS] = {0xff, 0x40, 0x00};
    emu_options opt = {(uint64_t)turn, (unsigned)turn * 2 + 1, poison[turn % TURNS], (uint64_t)1 << 32};
    const char *error = emu_launch(k, groups, buf, &opt, NULL);
    emu_free(copy);
    return error == NULL || failure(kernel, error);
}

bool compare_operand(const char *kernel, const operand *o, int index, int turn)
{
    size_t bytes = dtype_bytes(o->dtype);
    for (int64_t i = 0; i < o->n; i++) {
        char   text[200];
        void  *p = at_element(o->p, o->dtype, i);
        double got = load_f64(o->dtype, p);
        if (o->exact != NULL) {
            void  *e = at_element(o->exact, o->dtype, i);
            double expected = load_f64(o->dtype, e);
            if (memcmp(p, e, bytes) == 0 || (got != got && expected != expected)) continue;
            snprintf(text, sizeof text, "buffer %d, element %lld, turn %d: %.17g, not %.17g exactly", index, (long long)i,
                     turn, got, expected);
            return failure(kernel, text);
        }
        if (o->want == NULL) continue;
        double w = o->want[i];
        if ((got != got && w != w) || got == w || fabs(got - w) <= o->tol_abs + o->tol_rel * fabs(w)) continue;
        snprintf(text, sizeof text, "buffer %d, element %lld, turn %d: %.9g, not %.9g (allowed %.3g)", index, (long long)i,
                 turn, got, w, o->tol_abs + o->tol_rel * fabs(w));
        return failure(kernel, text);
    }
    return true;
}

void check_launch(const char *kernel, uint32_t groups, operand *o, int n, const void *args, size_t args_bytes)
{
    for (int turn = 0; turn < TURNS; turn++) {
        reset_outputs(o, n);
        if (!step_launch(kernel, groups, o, n, args, args_bytes, turn)) return;
        for (int i = 0; i < n; i++)
            if (o[i].out && !compare_operand(kernel, &o[i], i, turn)) return;
    }
    n_passed++;
}

k_div div_by(uint32_t d)
{
    uint32_t shift = 0;
    while (shift < 32 && ((uint64_t)1 << shift) < d) shift++;
    uint64_t mul = (((uint64_t)1 << 32) * (((uint64_t)1 << shift) - d)) / d + 1;
    return (k_div){(uint32_t)mul, shift};
}

nd_args nd_of(int ndim, const int64_t *size, int n, const int64_t *const *stride)
{
    nd_args a = {.n = 1, .ndim = ndim};
    for (int d = 0; d < ndim; d++) {
        a.n *= size[d];
        a.size[d] = size[d];
        a.div[d] = div_by((uint32_t)size[d]);
        for (int i = 0; i < n; i++) a.stride[i][d] = stride[i][d];
    }
    return a;
}

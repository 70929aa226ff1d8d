/* create.c - tensors from nothing: constants, ranges, identity, index triangles.
 *
 * Every range is computed per element from its index, so parts of a launch need nothing of each other
 * and a long range gathers no error. Integers are computed as integers, everything else in double and
 * rounded once.
 * SPDX-License-Identifier: MIT */
#include "../op/gpu.h"
#include "move.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

int param_of_kind(const wz_call *c, wz_arg_kind kind)
{
    for (int i = 0; i < c->row->info.n_params; i++)
        if (c->row->info.params[i].kind == kind) return i;
    return -1;
}

/* ---- numbers into elements ------------------------------------------------------------------- */

static wz_status overflow(wz_dtype d)
{
    return fail(WZ_SHAPE, "value cannot be converted to type %s without overflow", wz_dtype_name(d));
}

static double largest_of(wz_dtype d)
{
    switch (d) {
    case WZ_DTYPE_F16: return 65504.0;
    case WZ_DTYPE_BF16: return 0x1.FEp127;
    case WZ_DTYPE_F32:
    case WZ_DTYPE_C64: return 0x1.FFFFFEp127;
    case WZ_DTYPE_F8_E4M3FN: return 448.0;
    case WZ_DTYPE_F8_E5M2: return 57344.0;
    default: return 0x1.FFFFFFFFFFFFFp1023;
    }
}

static wz_status store_integer(wz_dtype d, void *dst, wz_scalar v)
{
    int bits = 8 * (int)wz_dtype_bytes(d);
    bool is_signed = wz_dtype_get_kind(d) == WZ_KIND_INT;
    if (v.im != 0) return overflow(d);
    if (v.kind == WZ_KIND_BOOL || v.kind == WZ_KIND_INT || v.kind == WZ_KIND_UINT) {
        bool big = v.kind == WZ_KIND_UINT && v.i < 0; /* over INT64_MAX */
        if (is_signed) {
            int64_t most = (int64_t)(UINT64_MAX >> (65 - bits));
            if (big || v.i > most || v.i < -most - 1) return overflow(d);
        } else {
            uint64_t most = UINT64_MAX >> (64 - bits);
            uint64_t size = v.kind == WZ_KIND_UINT || v.i >= 0 ? (uint64_t)v.i : 0 - (uint64_t)v.i;
            if (size > most) return overflow(d);
        }
        store_i64(d, dst, v.i);
        return WZ_OK;
    }
    double x = trunc(v.re), limit = ldexp(1.0, is_signed ? bits - 1 : bits);
    if (!(x < limit && x >= (is_signed ? -limit : 1 - limit))) return overflow(d);
    if (x < 0)
        store_i64(d, dst, x < -0x1p63 ? (int64_t)(0 - (uint64_t)-x) : (int64_t)x);
    else
        store_u64(d, dst, (uint64_t)x);
    return WZ_OK;
}

wz_status scalar_store(wz_dtype d, void *dst, wz_scalar v)
{
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_BOOL: *(uint8_t *)dst = v.re != 0 || v.im != 0; return WZ_OK;
    case WZ_KIND_UINT:
    case WZ_KIND_INT: return store_integer(d, dst, v);
    case WZ_KIND_FLOAT:
        if (v.im != 0) return overflow(d);
        break;
    case WZ_KIND_COMPLEX: break;
    }
    double most = largest_of(d);
    bool has_inf = d != WZ_DTYPE_F8_E4M3FN;
    double part[2] = {v.re, v.im};
    for (int i = 0; i < 2; i++)
        if (fabs(part[i]) > most && !(has_inf && isinf(part[i]))) return overflow(d);
    if (wz_dtype_get_kind(d) == WZ_KIND_COMPLEX)
        store_c128(d, dst, (cdouble){v.re, v.im});
    else if (v.kind == WZ_KIND_UINT)
        store_f64(d, dst, (double)(uint64_t)v.i);
    else
        store_f64(d, dst, v.re);
    return WZ_OK;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static wz_dtype dtype_given(const wz_call *c)
{
    int p = param_of_kind(c, WZ_ARG_DTYPE);
    return p < 0 ? WZ_DTYPE_NONE : arg_dtype(c, p);
}

wz_status dtype_create(wz_call *c)
{
    wz_dtype d = dtype_given(c);
    c->out_dtype[0] = d ? d : wz_default_dtype();
    return WZ_OK;
}

wz_status dtype_like(wz_call *c)
{
    wz_dtype d = dtype_given(c);
    c->out_dtype[0] = d ? d : (wz_dtype)c->in[0]->dtype;
    return WZ_OK;
}

static wz_dtype dtype_of_kind(wz_dtype_kind kind)
{
    switch (kind) {
    case WZ_KIND_BOOL: return WZ_DTYPE_BOOL;
    case WZ_KIND_INT: return WZ_DTYPE_I64;
    case WZ_KIND_UINT: return WZ_DTYPE_U64;
    case WZ_KIND_FLOAT: return wz_default_dtype();
    case WZ_KIND_COMPLEX: return dtype_complex_of(wz_default_dtype());
    }
    return WZ_DTYPE_NONE;
}

wz_status dtype_full(wz_call *c)
{
    wz_dtype d = dtype_given(c);
    c->out_dtype[0] = d ? d : dtype_of_kind(arg_scalar(c, 1).kind);
    return WZ_OK;
}

wz_status dtype_indices(wz_call *c)
{
    wz_dtype d = dtype_given(c);
    c->out_dtype[0] = d ? d : WZ_DTYPE_I64;
    return WZ_OK;
}

wz_status shape_size(wz_call *c) { return out_shape(c, 0, c->arg[0].n, c->arg[0].v.ints); }
wz_status shape_size_1(wz_call *c) { return out_shape(c, 0, c->arg[1].n, c->arg[1].v.ints); }

/* ---- constants ------------------------------------------------------------------------------- */

void fill_run(void *dst, const void *value, size_t bytes, int64_t n)
{
    if (n <= 0) return;
    const unsigned char *v = value;
    size_t same = 1;
    while (same < bytes && v[same] == v[0]) same++;
    size_t total = (size_t)n * bytes;
    if (same == bytes) {
        memset(dst, v[0], total);
        return;
    }
    /* one piece that fits the nearest cache, then copies of it */
    size_t piece = bytes, most = 4096 / bytes * bytes;
    if (most > total) most = total;
    memcpy(dst, value, bytes);
    while (piece < most) {
        size_t more = piece < most - piece ? piece : most - piece;
        memcpy((char *)dst + piece, dst, more);
        piece += more;
    }
    for (size_t done = piece; done < total; done += piece)
        memcpy((char *)dst + done, dst, piece < total - done ? piece : total - done);
}

static bool view_packed(const host_view *v)
{
    int64_t step = 1;
    for (int d = v->ndim - 1; d >= 0; d--) {
        if (v->size[d] != 1 && v->stride[d] != step) return false;
        step *= v->size[d];
    }
    return true;
}

static void fill_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l);
    const void *value = launch_args(l);
    int64_t begin, end;
    part_range(x->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    if (view_packed(x)) {
        fill_run(at(x, begin), value, x->bytes, end - begin);
        return;
    }
    nd_iter it;
    nd_begin(&it, x->ndim, x->size, 1, &x, begin);
    for (int64_t i = begin; i < end; i++, nd_next(&it)) memcpy(at(x, it.offset[0]), value, x->bytes);
}

wz_status fill_tensor(wz_call *c, wz_tensor *t, const void *value)
{
    if (c->dev->kind != WZ_DEVICE_CPU) return gpu_fill(c, t, value);
    size_t bytes = wz_dtype_bytes(t->dtype);
    return launch_host(c, fill_kernel, 1, &t, 1, tensor_numel(t), 0, value, bytes);
}

wz_status fill_zero(wz_call *c, wz_tensor *t)
{
    static const char zero[16];
    return fill_tensor(c, t, zero);
}

static wz_status fill_number(wz_call *c, wz_scalar v)
{
    _Alignas(16) char value[16] = {0};
    TRY(scalar_store(c->out[0]->dtype, value, v));
    return fill_tensor(c, c->out[0], value);
}

static wz_status ref_empty(wz_call *c)
{
    (void)c;
    return WZ_OK;
}

static wz_status ref_zeros(wz_call *c) { return fill_zero(c, c->out[0]); }
static wz_status ref_ones(wz_call *c) { return fill_number(c, wz_int(1)); }
static wz_status ref_full(wz_call *c) { return fill_number(c, arg_scalar(c, param_of_kind(c, WZ_ARG_SCALAR))); }

wz_status comp_fill_tensor_(wz_call *c)
{
    wz_scalar v;
    if (c->in[1]->ndim != 0)
        return fail(WZ_SHAPE, "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.",
                    c->in[1]->ndim);
    TRY(wz_tensor_item(c->in[1], &v));
    c->out[0] = wz_fill_(c->in[0], v);
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static bool is_integer(wz_scalar v)
{
    return v.kind == WZ_KIND_BOOL || v.kind == WZ_KIND_INT || v.kind == WZ_KIND_UINT;
}

static int64_t as_integer(wz_scalar v)
{
    return is_integer(v) ? v.i : load_i64(WZ_DTYPE_F64, &v.re);
}

typedef struct range {
    wz_scalar start, end, step;
} range;

static range range_of(const wz_call *c)
{
    if (c->op == WZ_OP_arange_end) return (range){wz_int(0), arg_scalar(c, 0), wz_int(1)};
    return (range){arg_scalar(c, 0), arg_scalar(c, 1), arg_scalar(c, 2)};
}

wz_status dtype_arange(wz_call *c)
{
    range r = range_of(c);
    wz_dtype d = dtype_given(c);
    if (r.start.kind == WZ_KIND_COMPLEX || r.end.kind == WZ_KIND_COMPLEX || r.step.kind == WZ_KIND_COMPLEX)
        return fail(WZ_TYPE, "arange takes real numbers, got a complex one");
    if (!d)
        d = is_integer(r.start) && is_integer(r.end) && is_integer(r.step) ? WZ_DTYPE_I64 : wz_default_dtype();
    if (d == WZ_DTYPE_BOOL || dtype_is_complex(d))
        return fail(WZ_UNSUPPORTED, "not implemented for '%s'", wz_dtype_name(d));
    c->out_dtype[0] = d;
    return WZ_OK;
}

/* How many values of start, start + step, ... lie before end; integers exactly. */
static wz_status range_length(const range *r, wz_dtype d, int64_t *out)
{
    double start = r->start.re, end = r->end.re, step = r->step.re;
    if (!isfinite(start) || !isfinite(end))
        return fail(WZ_SHAPE, "unsupported range: %g -> %g", start, end);
    bool whole = dtype_is_int(d) && is_integer(r->start) && is_integer(r->end) && is_integer(r->step);
    if (whole ? r->step.i == 0 : step == 0 || isnan(step) || (dtype_is_int(d) && trunc(step) == 0))
        return fail(WZ_SHAPE, "step must be nonzero");
    bool up = whole ? r->step.i > 0 : step > 0;
    if (whole) {
        int64_t a = r->start.i, b = r->end.i;
        if (up ? b < a : b > a) return fail(WZ_SHAPE, "upper bound and larger bound inconsistent with step sign");
        uint64_t span = up ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
        uint64_t by = up ? (uint64_t)r->step.i : 0 - (uint64_t)r->step.i;
        uint64_t n = span / by + (span % by != 0);
        if (n > INT64_MAX) return fail(WZ_SHAPE, "invalid size, possible overflow?");
        *out = (int64_t)n;
        return WZ_OK;
    }
    if (dtype_is_int(d)) start = trunc(start), end = trunc(end), step = trunc(step);
    if (up ? end < start : end > start)
        return fail(WZ_SHAPE, "upper bound and larger bound inconsistent with step sign");
    double n = ceil((end - start) / step);
    if (!(n >= 0 && n < 0x1p63)) return fail(WZ_SHAPE, "invalid size, possible overflow?");
    *out = (int64_t)n;
    return WZ_OK;
}

wz_status shape_arange(wz_call *c)
{
    range r = range_of(c);
    int64_t n;
    TRY(range_length(&r, c->out_dtype[0], &n));
    return out_shape(c, 0, 1, &n);
}

typedef struct range_args {
    int64_t start_i, end_i, step_i, n;
    cdouble start, end;
    double  step, base;
    bool    log;
} range_args;

static void arange_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l);
    const range_args *a = launch_args(l);
    int64_t begin, end;
    part_range(x->numel, part, n_parts, &begin, &end);
    int64_t stride = x->ndim ? x->stride[0] : 0;
    bool whole = dtype_is_int(x->dtype);
    if (x->dtype == WZ_DTYPE_I64 && stride == 1) {
        uint64_t *to = (uint64_t *)(void *)x->data;
        for (int64_t i = begin; i < end; i++) to[i] = (uint64_t)a->start_i + (uint64_t)i * (uint64_t)a->step_i;
    } else if (x->dtype == WZ_DTYPE_F32 && stride == 1) {
        float *to = (float *)(void *)x->data;
        for (int64_t i = begin; i < end; i++) to[i] = (float)(a->start.re + (double)i * a->step);
    } else {
        for (int64_t i = begin; i < end; i++) {
            if (whole)
                store_u64(x->dtype, at(x, i * stride), (uint64_t)a->start_i + (uint64_t)i * (uint64_t)a->step_i);
            else
                store_f64(x->dtype, at(x, i * stride), a->start.re + (double)i * a->step);
        }
    }
}

static wz_status ref_arange(wz_call *c)
{
    range r = range_of(c);
    range_args a = {.start_i = as_integer(r.start), .step_i = as_integer(r.step)};
    a.start.re = r.start.re;
    a.step = r.step.re;
    return launch_call(c, arange_kernel, tensor_numel(c->out[0]), 0, &a, sizeof a);
}

wz_status dtype_linspace(wz_call *c)
{
    wz_dtype d = dtype_given(c);
    bool is_complex = arg_scalar(c, 0).kind == WZ_KIND_COMPLEX || arg_scalar(c, 1).kind == WZ_KIND_COMPLEX;
    if (!d) d = is_complex ? dtype_complex_of(wz_default_dtype()) : wz_default_dtype();
    if (is_complex && !dtype_is_complex(d))
        return fail(WZ_TYPE, "inferred dtype %s can't be safely cast to passed dtype %s",
                    wz_dtype_name(dtype_complex_of(wz_default_dtype())), wz_dtype_name(d));
    c->out_dtype[0] = d;
    return WZ_OK;
}

wz_status shape_steps(wz_call *c)
{
    int64_t n = arg_int(c, 2);
    if (n < 0) return fail(WZ_SHAPE, "number of steps must be non-negative");
    return out_shape(c, 0, 1, &n);
}

/* base to the power z, for a real base. */
static cdouble power_of(double base, cdouble z)
{
    if (z.im == 0) return (cdouble){pow(base, z.re), 0};
    double log_abs = log(fabs(base)), arg = base < 0 ? 3.14159265358979323846 : 0;
    double size = exp(z.re * log_abs - z.im * arg), turn = z.im * log_abs + z.re * arg;
    return (cdouble){size * cos(turn), size * sin(turn)};
}

static void linspace_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l);
    const range_args *a = launch_args(l);
    int64_t begin, end;
    part_range(x->numel, part, n_parts, &begin, &end);
    int64_t stride = x->ndim ? x->stride[0] : 0;
    double gaps = (double)(a->n - 1);
    cdouble step = {0, 0};
    if (a->n > 1) {
        step.re = (a->end.re - a->start.re) / gaps;
        step.im = (a->end.im - a->start.im) / gaps;
    }
    for (int64_t i = begin; i < end; i++) {
        /* from the nearer end, so both ends are exact and the halves mirror each other */
        bool first = i < a->n / 2 || a->n == 1;
        double k = (double)(first ? i : a->n - 1 - i);
        cdouble v = {first ? a->start.re + k * step.re : a->end.re - k * step.re,
                     first ? a->start.im + k * step.im : a->end.im - k * step.im};
        if (a->log) v = power_of(a->base, v);
        void *p = at(x, i * stride);
        if (dtype_is_complex(x->dtype))
            store_c128(x->dtype, p, v);
        else
            store_f64(x->dtype, p, v.re);
    }
}

static wz_status ref_linspace(wz_call *c)
{
    wz_scalar start = arg_scalar(c, 0), end = arg_scalar(c, 1);
    range_args a = {.n = arg_int(c, 2), .log = c->op == WZ_OP_logspace};
    a.start = (cdouble){start.re, start.im};
    a.end = (cdouble){end.re, end.im};
    if (dtype_is_int(c->out[0]->dtype)) { /* whole ends, as torch has it */
        a.start.re = trunc(a.start.re);
        a.end.re = trunc(a.end.re);
    }
    if (a.log) a.base = arg_float(c, 3);
    return launch_call(c, linspace_kernel, tensor_numel(c->out[0]), 4096, &a, sizeof a);
}

/* ---- eye and triangles ----------------------------------------------------------------------- */

wz_status shape_eye(wz_call *c)
{
    int64_t size[2] = {arg_int(c, 0), arg_int_or(c, 1, arg_int(c, 0))};
    for (int i = 0; i < 2; i++)
        if (size[i] < 0)
            return fail(WZ_SHAPE, "%s must be greater or equal to 0, got %lld", i ? "m" : "n", (long long)size[i]);
    return out_shape(c, 0, 2, size);
}

static wz_status ref_eye(wz_call *c)
{
    _Alignas(16) char one[16];
    wz_tensor *out = c->out[0];
    TRY(fill_zero(c, out));
    int64_t n = out->size[0] < out->size[1] ? out->size[0] : out->size[1], step = out->stride[0] + out->stride[1];
    wz_tensor *diagonal = tensor_view(out, 1, &n, &step, out->offset);
    if (!diagonal) return error_status();
    TRY(scalar_store((wz_dtype)out->dtype, one, wz_int(1)));
    return n ? fill_tensor(c, diagonal, one) : WZ_OK;
}

/* Row i of a triangle has columns [*from, *to). */
static void triangle_row(bool lower, int64_t i, int64_t cols, int64_t offset, int64_t *from, int64_t *to)
{
    int64_t edge; /* lower: last column + 1; upper: first column */
    if (offset > INT64_MAX - i - 1)
        edge = cols;
    else
        edge = i + offset + (lower ? 1 : 0);
    edge = edge < 0 ? 0 : edge > cols ? cols : edge;
    *from = lower ? 0 : edge;
    *to = lower ? edge : cols;
}

wz_status shape_triangle(wz_call *c)
{
    int64_t rows = arg_int(c, 0), cols = arg_int(c, 1), offset = arg_int(c, 2);
    if (rows < 0) return fail(WZ_SHAPE, "row must be non-negative, got %lld", (long long)rows);
    if (cols < 0) return fail(WZ_SHAPE, "col must be non-negative, got %lld", (long long)cols);
    int64_t n = 0;
    for (int64_t i = 0; i < rows && cols; i++) {
        int64_t from, to;
        triangle_row(c->op == WZ_OP_tril_indices, i, cols, offset, &from, &to);
        if (!i64_add(n, to - from, &n)) return fail(WZ_SHAPE, "too many indices");
    }
    return out_shape(c, 0, 2, (int64_t[]){2, n});
}

typedef struct triangle_args {
    int64_t rows, cols, offset;
    bool    lower;
} triangle_args;

static void triangle_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *x = launch_views(l);
    const triangle_args *a = launch_args(l);
    int64_t k = 0;
    for (int64_t i = 0; i < a->rows && a->cols; i++) {
        int64_t from, to;
        triangle_row(a->lower, i, a->cols, a->offset, &from, &to);
        for (int64_t j = from; j < to; j++, k++) {
            store_i64(x->dtype, at(x, k * x->stride[1]), i);
            store_i64(x->dtype, at(x, x->stride[0] + k * x->stride[1]), j);
        }
    }
}

static wz_status ref_triangle(wz_call *c)
{
    triangle_args a = {arg_int(c, 0), arg_int(c, 1), arg_int(c, 2), c->op == WZ_OP_tril_indices};
    return launch_call(c, triangle_kernel, 1, 2, &a, sizeof a);
}

/* ---- complex numbers from parts -------------------------------------------------------------- */

wz_status dtype_complex_pair(wz_call *c)
{
    wz_dtype a = c->in[0]->dtype, b = c->in[1]->dtype;
    if (a != WZ_DTYPE_F32 && a != WZ_DTYPE_F64)
        return fail(WZ_TYPE, "Expected both inputs to be float32 or float64 tensors but got %s and %s",
                    wz_dtype_name(a), wz_dtype_name(b));
    if (a != b)
        return fail(WZ_TYPE, "Expected object of scalar type %s but got scalar type %s for second argument",
                    wz_dtype_name(a), wz_dtype_name(b));
    c->out_dtype[0] = dtype_complex_of(a);
    return WZ_OK;
}

static void complex_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l);
    bool is_polar = *(const bool *)launch_args(l);
    const host_view *x = &v[2];
    host_view re = view_expand(&v[0], x->ndim, x->size), im = view_expand(&v[1], x->ndim, x->size);
    int64_t begin, end;
    part_range(x->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    nd_iter it;
    nd_begin(&it, x->ndim, x->size, 3, (const host_view *[]){&re, &im, x}, begin);
    for (int64_t i = begin; i < end; i++, nd_next(&it)) {
        double a = load_f64(re.dtype, at(&re, it.offset[0])), b = load_f64(im.dtype, at(&im, it.offset[1]));
        cdouble z = is_polar ? (cdouble){a * cos(b), a * sin(b)} : (cdouble){a, b};
        store_c128(x->dtype, at(x, it.offset[2]), z);
    }
}

static wz_status ref_complex(wz_call *c)
{
    bool is_polar = c->op == WZ_OP_polar;
    return launch_call(c, complex_kernel, tensor_numel(c->out[0]), 8192, &is_polar, sizeof is_polar);
}

const kernel_row create_rows[] = {
    {WZ_OP_fill_, ON_REF | ON_GPU, DT_ALL, NULL, ref_full},
    {WZ_OP_zero_, ON_REF | ON_GPU, DT_ALL, NULL, ref_zeros},
    {WZ_OP_empty, ON_REF | ON_GPU, DT_ALL, NULL, ref_empty},
    {WZ_OP_zeros, ON_REF | ON_GPU, DT_ALL, NULL, ref_zeros},
    {WZ_OP_ones, ON_REF | ON_GPU, DT_ALL, NULL, ref_ones},
    {WZ_OP_full, ON_REF | ON_GPU, DT_ALL, NULL, ref_full},
    {WZ_OP_empty_like, ON_REF | ON_GPU, DT_ALL, NULL, ref_empty},
    {WZ_OP_zeros_like, ON_REF | ON_GPU, DT_ALL, NULL, ref_zeros},
    {WZ_OP_ones_like, ON_REF | ON_GPU, DT_ALL, NULL, ref_ones},
    {WZ_OP_full_like, ON_REF | ON_GPU, DT_ALL, NULL, ref_full},
    {WZ_OP_new_empty, ON_REF | ON_GPU, DT_ALL, NULL, ref_empty},
    {WZ_OP_new_zeros, ON_REF | ON_GPU, DT_ALL, NULL, ref_zeros},
    {WZ_OP_new_ones, ON_REF | ON_GPU, DT_ALL, NULL, ref_ones},
    {WZ_OP_new_full, ON_REF | ON_GPU, DT_ALL, NULL, ref_full},
    {WZ_OP_scalar_tensor, ON_REF | ON_GPU, DT_ALL, NULL, ref_full},
    {WZ_OP_arange_end, ON_REF, DT_ALL, NULL, ref_arange},
    {WZ_OP_arange, ON_REF, DT_ALL, NULL, ref_arange},
    {WZ_OP_linspace, ON_REF, DT_ALL, NULL, ref_linspace},
    {WZ_OP_logspace, ON_REF, DT_ALL, NULL, ref_linspace},
    {WZ_OP_eye, ON_REF | ON_GPU, DT_ALL, NULL, ref_eye},
    {WZ_OP_tril_indices, ON_REF, DT_ALL, NULL, ref_triangle},
    {WZ_OP_triu_indices, ON_REF, DT_ALL, NULL, ref_triangle},
    {WZ_OP_complex_from, ON_REF, DT_ALL, NULL, ref_complex},
    {WZ_OP_polar, ON_REF, DT_ALL, NULL, ref_complex},
    {.run = NULL},
};

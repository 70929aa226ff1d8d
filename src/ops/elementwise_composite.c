/* elementwise_composite.c - elementwise operations made of others, other names of operations, and the two
 * that take numbers apart (frexp, nextafter).
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../op/op.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status op_alias(wz_call *c);
wz_status op_div_mode(wz_call *c);
wz_status op_float_power(wz_call *c);
wz_status op_clamp(wz_call *c);
wz_status op_nan_to_num(wz_call *c);
wz_status op_gelu_mode(wz_call *c);
wz_status op_polygamma(wz_call *c);
wz_status op_polygamma_self(wz_call *c);
wz_status op_prelu(wz_call *c);

/* Calls another op with the same purpose; in place if this call is. */
static wz_status forward(wz_call *c, wz_op op, const wz_arg *args)
{
    c->out[0] = NULL;
    return c->inplace ? wz_call_op_inplace((int)op, args, c->out) : op_call(op, args, c->out);
}

static wz_status result(wz_call *c, wz_tensor *t)
{
    c->out[0] = t;
    return t ? WZ_OK : error_status();
}

static const uint16_t alias_of[WZ_OP_COUNT] = {
#define EL1(...)
#define EL2(...)
#define EL3(...)
#define EP1(...)
#define EP2(...)
#define ALIAS(name, target, where, signature, doc) [WZ_OP_##name] = WZ_OP_##target,
#include "../op/elementwise.def"
};

wz_status op_alias(wz_call *c) { return forward(c, (wz_op)alias_of[c->op], c->arg); }

wz_status op_div_mode(wz_call *c)
{
    if (!arg_given(c, 2)) return forward(c, WZ_OP_div, c->arg);
    if (strcmp(arg_string(c, 2), "trunc") == 0) return forward(c, WZ_OP_div_trunc, c->arg);
    if (strcmp(arg_string(c, 2), "floor") == 0) return forward(c, WZ_OP_floor_divide, c->arg);
    return fail(WZ_SHAPE, "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%s'",
                arg_string(c, 2));
}

wz_status op_float_power(wz_call *c)
{
    bool     complex_ = dtype_is_complex((wz_dtype)c->in[0]->dtype) || dtype_is_complex((wz_dtype)c->in[1]->dtype);
    wz_dtype d = complex_ ? WZ_DTYPE_C128 : WZ_DTYPE_F64;
    return result(c, wz_pow(tensor_to(c->in[0], d), tensor_to(c->in[1], d)));
}

wz_status op_clamp(wz_call *c)
{
    if (!arg_given(c, 1) && !arg_given(c, 2))
        return fail(WZ_SHAPE, "torch.clamp: At least one of 'min' or 'max' must not be None");
    if (!arg_given(c, 2)) return forward(c, WZ_OP_clamp_min, c->arg);
    wz_arg max_only[] = {c->arg[0], c->arg[2]};
    if (!arg_given(c, 1)) return forward(c, WZ_OP_clamp_max, max_only);
    return forward(c, WZ_OP_clamp_both, c->arg);
}

static double dtype_max(wz_dtype d)
{
    switch (dtype_real_of(d)) {
    case WZ_DTYPE_F16: return 65504;
    case WZ_DTYPE_BF16: return 0x1.FEp127;
    case WZ_DTYPE_F8_E4M3FN: return 448;
    case WZ_DTYPE_F8_E5M2: return 57344;
    case WZ_DTYPE_F64: return DBL_MAX;
    default: return FLT_MAX;
    }
}

wz_status op_nan_to_num(wz_call *c)
{
    double big = dtype_max(c->dtype);
    wz_arg args[] = {c->arg[0],
                     {.kind = WZ_ARG_FLOAT, .v.f = arg_given(c, 1) ? arg_float(c, 1) : 0},
                     {.kind = WZ_ARG_FLOAT, .v.f = arg_given(c, 2) ? arg_float(c, 2) : big},
                     {.kind = WZ_ARG_FLOAT, .v.f = arg_given(c, 3) ? arg_float(c, 3) : -big}};
    return forward(c, WZ_OP_nan_to_num_with, args);
}

wz_status op_gelu_mode(wz_call *c)
{
    if (strcmp(arg_string(c, 1), "none") == 0) return forward(c, WZ_OP_gelu, c->arg);
    if (strcmp(arg_string(c, 1), "tanh") == 0) return forward(c, WZ_OP_gelu_tanh, c->arg);
    return fail(WZ_SHAPE, "approximate argument must be either none or tanh.");
}

static wz_status polygamma(wz_call *c, int64_t n, wz_tensor *x)
{
    if (n < 0) return fail(WZ_SHAPE, "polygamma(n, x) does not support negative n.");
    return result(c, n == 0 ? wz_digamma(x) : wz_polygamma_of(wz_tensor_number(wz_num((double)n)), x));
}

wz_status op_polygamma(wz_call *c) { return polygamma(c, arg_int(c, 0), c->in[0]); }
wz_status op_polygamma_self(wz_call *c) { return polygamma(c, arg_int(c, 1), c->in[0]); }

wz_status op_prelu(wz_call *c)
{
    wz_tensor *x = c->in[0], *w = c->in[1];
    if (x->dtype != w->dtype)
        return fail(WZ_SHAPE, "prelu: Type promoting not supported. Got %s and %s", wz_dtype_name((wz_dtype)x->dtype),
                    wz_dtype_name((wz_dtype)w->dtype));
    int64_t n = tensor_numel(w), channels = x->ndim > 1 ? x->size[1] : 1;
    if (w->ndim > 1 && n != 1)
        return fail(WZ_SHAPE, "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = %d", w->ndim);
    if (n != 1 && n != channels)
        return fail(WZ_SHAPE, "Mismatch of parameter numbers and input channel size. Found parameter numbers = %lld and "
                              "channel size = %lld.", (long long)n, (long long)channels);
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS] = {0};
    for (int d = 0; d < x->ndim; d++) size[d] = 1;
    if (n != 1) {
        size[1] = n;
        stride[1] = w->stride[0];
    }
    w = tensor_view(w, n == 1 ? 0 : x->ndim, size, stride, w->offset);
    return result(c, wz_where(wz_gt(x, wz_tensor_number(wz_int(0))), x, wz_mul(w, x)));
}

/* ---- frexp and nextafter ---------------------------------------------------------------------------------- */

static void frexp_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *all[3] = {x, x + 1, x + 2};
    int64_t          begin, end;
    nd_iter          it;
    part_range(x->numel, part, n_parts, &begin, &end);
    if (begin == end) return;
    nd_begin(&it, x->ndim, x->size, 3, all, begin);
    for (int64_t i = begin; i < end; i++, nd_next(&it)) {
        double value = load_f64((wz_dtype)x->dtype, at(x, it.offset[0]));
        int    exponent = 0;
        double mantissa = isfinite(value) ? frexp(value, &exponent) : value;
        store_f64((wz_dtype)x->dtype, at(&x[1], it.offset[1]), mantissa);
        *(int32_t *)at(&x[2], it.offset[2]) = exponent;
    }
}

static wz_status ref_frexp(wz_call *c) { return launch_call(c, frexp_kernel, tensor_numel(c->in[0]), 8192, NULL, 0); }

/* In the format's own bits: sign and magnitude, where neighbours differ by one. */
static uint64_t next_bits(uint64_t x, int bits, bool up)
{
    uint64_t sign = 1ull << (bits - 1), size = x & (sign - 1);
    if (size == 0) return up ? 1 : sign | 1;
    bool away = up == !(x & sign);
    return (x & sign) | (away ? size + 1 : size - 1);
}

static void next_element(wz_dtype d, void *out, const void *x, const void *y)
{
    double   a = load_f64(d, x), b = load_f64(d, y);
    uint64_t bits = 0;
    size_t   bytes = wz_dtype_bytes(d);
    if (a != a || b != b) {
        store_f64(d, out, NAN);
        return;
    }
    if (a == b) {
        memcpy(out, y, bytes);
        return;
    }
    memcpy(&bits, x, bytes);
    uint64_t next = next_bits(bits, (int)bytes * 8, b > a);
    memcpy(out, &next, bytes);
    if (d == WZ_DTYPE_F8_E4M3FN && (next & 0x7F) == 0x7F) memcpy(out, x, bytes); /* no infinity to go to */
}

static void nextafter_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *all[3] = {v, v + 1, v + 2};
    wz_dtype         d = (wz_dtype)v[2].dtype;
    int64_t          begin, end;
    nd_iter          it;
    part_range(v[2].numel, part, n_parts, &begin, &end);
    if (begin == end) return;
    nd_begin(&it, v[2].ndim, v[2].size, 3, all, begin);
    for (int64_t i = begin; i < end; i++, nd_next(&it)) {
        uint64_t x = 0, y = 0;
        convert_element(d, &x, (wz_dtype)v[0].dtype, at(&v[0], it.offset[0]));
        convert_element(d, &y, (wz_dtype)v[1].dtype, at(&v[1], it.offset[1]));
        next_element(d, at(&v[2], it.offset[2]), &x, &y);
    }
}

static wz_status ref_nextafter(wz_call *c)
{
    return launch_call(c, nextafter_kernel, tensor_numel(c->out[0]), 8192, NULL, 0);
}

const kernel_row elementwise_composite_rows[] = {
    {WZ_OP_frexp, ON_REF, DT_ALL, NULL, ref_frexp},
    {WZ_OP_nextafter, ON_REF, DT_ALL, NULL, ref_nextafter},
    {.run = NULL},
};

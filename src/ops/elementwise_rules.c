/* elementwise_rules.c - dtype rules of elementwise rows: the result's and the compute dtype, and the inputs
 * torch refuses.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"

wz_status dtype_promote(wz_call *c);
wz_status dtype_promote_float(wz_call *c);
wz_status dtype_boolean(wz_call *c);
wz_status dtype_same(wz_call *c);

static wz_status both(wz_call *c, wz_dtype compute, wz_dtype out)
{
    c->dtype = compute;
    c->out_dtype[0] = out;
    return WZ_OK;
}

/* alpha must not lift the result into a higher kind. */
wz_status dtype_add(wz_call *c)
{
    TRY(dtype_promote(c));
    wz_dtype_kind alpha = arg_scalar(c, 2).kind, kind = wz_dtype_get_kind(c->dtype);
    if (alpha == WZ_KIND_BOOL && kind != WZ_KIND_BOOL)
        return fail(WZ_SHAPE, "Boolean alpha only supported for Boolean results.");
    if (alpha >= WZ_KIND_FLOAT && kind <= WZ_KIND_INT)
        return fail(WZ_SHAPE, "For integral input tensors, argument alpha must not be a floating point number.");
    if (alpha == WZ_KIND_COMPLEX && kind != WZ_KIND_COMPLEX)
        return fail(WZ_SHAPE, "For non-complex input tensors, argument alpha must not be a complex number.");
    return WZ_OK;
}

wz_status dtype_sub(wz_call *c)
{
    bool first = c->in[0]->dtype == WZ_DTYPE_BOOL, second = c->in[1]->dtype == WZ_DTYPE_BOOL;
    if (first && second)
        return fail(WZ_SHAPE, "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` "
                              "or `logical_xor()` operator instead.");
    if (first || second)
        return fail(WZ_SHAPE, "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
                              "to invert a mask, use the `~` or `logical_not()` operator instead.");
    return dtype_add(c);
}

wz_status dtype_neg(wz_call *c)
{
    if (c->in[0]->dtype == WZ_DTYPE_BOOL)
        return fail(WZ_SHAPE, "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
                              "invert a mask, use the `~` or `logical_not()` operator instead.");
    return dtype_same(c);
}

/* ---- integer division ------------------------------------------------------------------------------------- */

static void find_zero(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l);
    int64_t          begin, end;
    nd_iter          it;
    part_range(v->numel, part, n_parts, &begin, &end);
    if (begin == end) return;
    nd_begin(&it, v->ndim, v->size, 1, &v, begin);
    bool found = false;
    for (int64_t i = begin; i < end; i++, nd_next(&it)) found |= load_i64((wz_dtype)v->dtype, at(v, it.offset[0])) == 0;
    if (found) kernel_error(l, WZ_SHAPE, "ZeroDivisionError");
}

/* Integers cannot be divided by zero; the host's integer divisors are looked through before anything is
 * written. Bool divides as uint8 does, but stays out of remainder and fmod by their dtype sets. */
wz_status dtype_divide(wz_call *c)
{
    TRY(dtype_promote(c));
    if (wz_dtype_get_kind(c->dtype) > WZ_KIND_INT || c->in[1]->storage->dev->kind != WZ_DEVICE_CPU) return WZ_OK;
    if (tensor_numel(c->in[0]) == 0) return WZ_OK;
    return launch_host(c, find_zero, 1, &c->in[1], 0, tensor_numel(c->in[1]), 0, NULL, 0);
}

wz_status dtype_pow(wz_call *c)
{
    TRY(dtype_promote(c));
    wz_tensor *e = c->in[1];
    if (wz_dtype_get_kind(c->dtype) <= WZ_KIND_INT && (e->flags & TENSOR_NUMBER) &&
        load_i64((wz_dtype)e->dtype, tensor_host(e)) < 0 && wz_dtype_get_kind((wz_dtype)e->dtype) == WZ_KIND_INT)
        return fail(WZ_SHAPE, "Integers to negative integer powers are not allowed.");
    return WZ_OK;
}

wz_status dtype_addcdiv(wz_call *c)
{
    TRY(dtype_promote(c));
    if (wz_dtype_get_kind(c->dtype) <= WZ_KIND_INT)
        return fail(WZ_SHAPE, "Integer division with addcdiv is no longer supported; convert the tensors to a "
                              "floating dtype, or use torch.div with rounding_mode and addcmul.");
    return WZ_OK;
}

/* ---- comparisons --------------------------------------------------------------------------------------------- */

/* Integers compare by value whatever their dtypes; everything else in the promoted dtype. */
wz_status dtype_compare(wz_call *c)
{
    bool     integers = true, u64 = false;
    wz_dtype first = (wz_dtype)c->in[0]->dtype;
    for (int k = 0; k < c->n_in; k++) {
        integers &= wz_dtype_get_kind((wz_dtype)c->in[k]->dtype) <= WZ_KIND_INT;
        u64 |= c->in[k]->dtype == WZ_DTYPE_U64;
    }
    if (!integers) return dtype_boolean(c);
    if (c->n_in == 2 && (wz_dtype)c->in[1]->dtype == first && !(c->in[1]->flags & TENSOR_NUMBER))
        return both(c, first, WZ_DTYPE_BOOL);
    return both(c, u64 ? WZ_DTYPE_U64 : WZ_DTYPE_I64, WZ_DTYPE_BOOL);
}

/* Tolerances are fractions: integers are measured in float64. */
wz_status dtype_isclose(wz_call *c)
{
    if (arg_float(c, 2) < 0) return fail(WZ_SHAPE, "rtol must be greater than or equal to zero, but got %g", arg_float(c, 2));
    if (arg_float(c, 3) < 0) return fail(WZ_SHAPE, "atol must be greater than or equal to zero, but got %g", arg_float(c, 3));
    if (c->in[0]->dtype != c->in[1]->dtype)
        return fail(WZ_SHAPE, "%s did not match %s", wz_dtype_name((wz_dtype)c->in[0]->dtype),
                    wz_dtype_name((wz_dtype)c->in[1]->dtype));
    bool integers = wz_dtype_get_kind((wz_dtype)c->in[0]->dtype) <= WZ_KIND_INT;
    return both(c, integers ? WZ_DTYPE_F64 : (wz_dtype)c->in[0]->dtype, WZ_DTYPE_BOOL);
}

wz_status dtype_heaviside(wz_call *c)
{
    if (c->in[0]->dtype != c->in[1]->dtype)
        return fail(WZ_SHAPE, "heaviside is not yet implemented for tensors with different dtypes.");
    return dtype_same(c);
}

wz_status dtype_where(wz_call *c)
{
    if (c->in[0]->dtype != WZ_DTYPE_BOOL && c->in[0]->dtype != WZ_DTYPE_U8)
        return fail(WZ_SHAPE, "where expected condition to be a boolean tensor, but got a tensor with dtype %s",
                    wz_dtype_name((wz_dtype)c->in[0]->dtype));
    wz_dtype d = promote_tensors(2, c->in + 1);
    return d ? both(c, d, d) : WZ_TYPE;
}

/* ---- complex numbers ------------------------------------------------------------------------------------------- */

wz_status dtype_abs(wz_call *c) { return both(c, (wz_dtype)c->in[0]->dtype, dtype_real_of((wz_dtype)c->in[0]->dtype)); }

wz_status dtype_angle(wz_call *c)
{
    TRY(dtype_promote_float(c));
    return both(c, c->dtype, dtype_real_of(c->dtype));
}

wz_status dtype_celu(wz_call *c)
{
    if (arg_scalar(c, 1).re == 0) return fail(WZ_SHAPE, "ZeroDivisionError: alpha cannot be 0 for CELU");
    return dtype_same(c);
}

wz_status dtype_frexp(wz_call *c)
{
    TRY(dtype_same(c));
    c->out_dtype[1] = WZ_DTYPE_I32;
    return WZ_OK;
}

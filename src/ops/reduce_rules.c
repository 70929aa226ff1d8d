/* reduce_rules.c - dtypes and shapes of reductions, and the composites over them.
 * SPDX-License-Identifier: MIT */
#include "reduce_args.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status dtype_reduce_sum(wz_call *c);
wz_status dtype_reduce_mean(wz_call *c);
wz_status dtype_reduce_pair(wz_call *c);
wz_status dtype_reduce_truth(wz_call *c);
wz_status dtype_reduce_var(wz_call *c);
wz_status dtype_reduce_var_mean(wz_call *c);
wz_status dtype_reduce_norm(wz_call *c);
wz_status shape_reduce(wz_call *c);
wz_status shape_reduce_nonempty(wz_call *c);
wz_status shape_reduce_norm(wz_call *c);
wz_status comp_nanmean(wz_call *c);
wz_status comp_max_other(wz_call *c);
wz_status comp_min_other(wz_call *c);
wz_status comp_var_all(wz_call *c);
wz_status comp_var_unbiased(wz_call *c);
wz_status comp_norm(wz_call *c);
wz_status comp_norm_named(wz_call *c);

int reduce_param(const wz_call *c, const char *name)
{
    for (int i = 0; i < c->row->info.n_params; i++)
        if (strcmp(c->row->info.params[i].name, name) == 0) return i;
    return -1;
}

wz_status reduce_mask(const wz_call *c, uint32_t *mask)
{
    int dim = reduce_param(c, "dim");
    if (dim >= 0) return dims_mask(c, dim, c->in[0], mask);
    *mask = c->in[0]->ndim ? (1u << c->in[0]->ndim) - 1 : 1;
    return WZ_OK;
}

wz_dtype reduce_element_dtype(const wz_call *c)
{
    int dtype = reduce_param(c, "dtype");
    return dtype >= 0 && arg_given(c, dtype) ? arg_dtype(c, dtype) : (wz_dtype)c->in[0]->dtype;
}

/* ---- dtypes --------------------------------------------------------------------------------------------- */

static wz_status results(wz_call *c, wz_dtype first, wz_dtype second)
{
    c->dtype = (wz_dtype)c->in[0]->dtype;
    c->out_dtype[0] = first;
    c->out_dtype[1] = second;
    return WZ_OK;
}

static bool fraction(wz_dtype d) { return wz_dtype_get_kind(d) >= WZ_KIND_FLOAT; }

wz_status dtype_reduce_sum(wz_call *c)
{
    wz_dtype d = reduce_element_dtype(c);
    int      dtype = reduce_param(c, "dtype");
    if (!arg_given(c, dtype) && !fraction(d)) d = WZ_DTYPE_I64;
    return results(c, d, WZ_DTYPE_NONE);
}

wz_status dtype_reduce_mean(wz_call *c)
{
    wz_dtype d = reduce_element_dtype(c);
    if (!fraction(d))
        return fail(WZ_SHAPE, "mean(): could not infer output dtype. Input dtype must be either a floating point or "
                              "complex dtype. Got: %s", wz_dtype_name(d));
    return results(c, d, WZ_DTYPE_NONE);
}

wz_status dtype_reduce_pair(wz_call *c) { return results(c, (wz_dtype)c->in[0]->dtype, WZ_DTYPE_I64); }

wz_status dtype_reduce_truth(wz_call *c)
{
    return results(c, c->in[0]->dtype == WZ_DTYPE_U8 ? WZ_DTYPE_U8 : WZ_DTYPE_BOOL, WZ_DTYPE_NONE);
}

wz_status dtype_reduce_var(wz_call *c)
{
    wz_dtype d = (wz_dtype)c->in[0]->dtype;
    if (!fraction(d)) return fail(WZ_SHAPE, "std and var only support floating point and complex dtypes");
    return results(c, dtype_real_of(d), d);
}

wz_status dtype_reduce_var_mean(wz_call *c) { return dtype_reduce_var(c); }

wz_status dtype_reduce_norm(wz_call *c)
{
    wz_dtype d = reduce_element_dtype(c);
    if (!fraction(d))
        return fail(WZ_SHAPE, "linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s",
                    wz_dtype_name(d));
    if (dtype_is_complex((wz_dtype)c->in[0]->dtype) && !dtype_is_complex(d))
        return fail(WZ_SHAPE, "linalg.vector_norm expected complex 'dtype', since the input is complex, but got %s",
                    wz_dtype_name(d));
    return results(c, dtype_real_of(d), WZ_DTYPE_NONE);
}

/* ---- shapes --------------------------------------------------------------------------------------------------- */

wz_status shape_reduce(wz_call *c)
{
    uint32_t mask;
    TRY(reduce_mask(c, &mask));
    int              keepdim = reduce_param(c, "keepdim"), ndim = 0;
    const wz_tensor *x = c->in[0];
    int64_t          size[WZ_MAX_DIMS];
    for (int d = 0; d < x->ndim; d++) {
        if (!((mask >> d) & 1)) size[ndim++] = x->size[d];
        else if (keepdim >= 0 && arg_bool(c, keepdim)) size[ndim++] = 1;
    }
    for (int k = 0; k < c->n_out; k++) TRY(out_shape(c, k, ndim, size));
    return WZ_OK;
}

/* The reductions that have no value for no elements. */
wz_status shape_reduce_nonempty(wz_call *c)
{
    uint32_t         mask;
    const wz_tensor *x = c->in[0];
    int              dim = reduce_param(c, "dim");
    TRY(reduce_mask(c, &mask));
    if (dim < 0 || !arg_given(c, dim)) {
        if (tensor_numel(x) == 0)
            return fail(c->op == WZ_OP_argmax || c->op == WZ_OP_argmin ? WZ_INDEX : WZ_SHAPE,
                        "%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                        "with the 'dim' argument.", c->row->info.py_name);
        return shape_reduce(c);
    }
    for (int d = 0; d < x->ndim; d++)
        if (((mask >> d) & 1) && x->size[d] == 0)
            return fail(WZ_INDEX, "%s(): Expected reduction dim %d to have non-zero size.", c->row->info.py_name, d);
    return shape_reduce(c);
}

wz_status shape_reduce_norm(wz_call *c)
{
    double p = arg_scalar(c, 1).re;
    if (p < 0 || p == (double)INFINITY) {
        uint32_t mask;
        TRY(reduce_mask(c, &mask));
        for (int d = 0; d < c->in[0]->ndim; d++)
            if (((mask >> d) & 1) && c->in[0]->size[d] == 0)
                return fail(WZ_SHAPE, "linalg.vector_norm cannot compute the %g norm on an empty dimension because the "
                                      "operation does not have an identity", p);
    }
    return shape_reduce(c);
}

/* ---- composites -------------------------------------------------------------------------------------------------- */

static wz_status result(wz_call *c, wz_tensor *t)
{
    c->out[0] = t;
    return t ? WZ_OK : error_status();
}

wz_status comp_nanmean(wz_call *c)
{
    const wz_arg *dim = &c->arg[1];
    const int64_t *dims = dim->kind == WZ_ARG_INTS ? dim->v.ints : NULL;
    int            n = dims ? dim->n : 0;
    bool           keep = arg_bool(c, 2);
    wz_dtype       d = reduce_element_dtype(c);
    return result(c, wz_div(wz_nansum(c->in[0], dims, n, keep, d), wz_count_numbers(c->in[0], dims, n, keep)));
}

wz_status comp_max_other(wz_call *c) { return result(c, wz_maximum(c->in[0], c->in[1])); }
wz_status comp_min_other(wz_call *c) { return result(c, wz_minimum(c->in[0], c->in[1])); }

/* The row with `correction` that a row with `unbiased` stands for. */
static wz_op corrected(wz_op op)
{
    switch (op) {
    case WZ_OP_var_all:
    case WZ_OP_var_unbiased: return WZ_OP_var;
    case WZ_OP_std_all:
    case WZ_OP_std_unbiased: return WZ_OP_std;
    case WZ_OP_var_mean_all:
    case WZ_OP_var_mean_unbiased: return WZ_OP_var_mean;
    default: return WZ_OP_std_mean;
    }
}

static wz_status variance(wz_call *c, wz_arg dim, bool unbiased, bool keepdim)
{
    wz_arg args[] = {c->arg[0], dim, {.kind = WZ_ARG_SCALAR, .v.scalar = wz_int(unbiased)},
                     {.kind = WZ_ARG_BOOL, .v.b = keepdim}};
    for (int k = 0; k < c->n_out; k++) c->out[k] = NULL;
    return op_call(corrected(c->op), args, c->out);
}

wz_status comp_var_all(wz_call *c) { return variance(c, (wz_arg){.kind = WZ_ARG_NONE}, arg_bool(c, 1), false); }
wz_status comp_var_unbiased(wz_call *c) { return variance(c, c->arg[1], arg_bool(c, 2), arg_bool(c, 3)); }

static wz_status norm(wz_call *c, wz_scalar p)
{
    wz_arg args[] = {c->arg[0], {.kind = WZ_ARG_SCALAR, .v.scalar = p}, c->arg[2], c->arg[3], c->arg[4]};
    c->out[0] = NULL;
    return op_call(WZ_OP_linalg_vector_norm, args, c->out);
}

wz_status comp_norm(wz_call *c) { return norm(c, arg_given(c, 1) ? arg_scalar(c, 1) : wz_int(2)); }

wz_status comp_norm_named(wz_call *c)
{
    if (strcmp(arg_string(c, 1), "fro") == 0) return norm(c, wz_int(2));
    return fail(WZ_SHAPE, "norm expected p to be a number or 'fro', got '%s'", arg_string(c, 1));
}

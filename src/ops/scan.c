/* scan.c - running sums, products, extremes along a dim.
 * SPDX-License-Identifier: MIT */
#include "sort.h"
#include <math.h>
#include <string.h>

wz_status dtype_scan(wz_call *c);
wz_status shape_scan(wz_call *c);

/* Integers and bool become int64 unless a dtype is asked for. */
wz_status dtype_scan(wz_call *c)
{
    c->out_dtype[0] = arg_given(c, 2) ? arg_dtype(c, 2) : wz_dtype_get_kind(c->dtype) <= WZ_KIND_INT ? WZ_DTYPE_I64 : c->dtype;
    return WZ_OK;
}

wz_status shape_scan(wz_call *c)
{
    int dim;
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &dim));
    for (int k = 0; k < c->n_out; k++) TRY(out_shape_like(c, k, c->in[0]));
    return WZ_OK;
}

typedef struct scan_args {
    int   dim;
    wz_op op;
} scan_args;

/* ---- sums and products --------------------------------------------------------------------------------- */

/* The input is first brought to the result's dtype, as torch does, then accumulated in the widest of its kind. */
static void accumulate_row(const host_view *x, int64_t from, int64_t in_step, const host_view *out, int64_t to, int64_t out_step, int64_t n, bool product)
{
    wz_dtype      d = (wz_dtype)out->dtype;
    unsigned char element[16];
    uint64_t      whole = product;
    cdouble       sum = {product, 0};
    for (int64_t i = 0; i < n; i++) {
        convert_element(d, element, (wz_dtype)x->dtype, at(x, from + i * in_step));
        void *p = at(out, to + i * out_step);
        if (wz_dtype_get_kind(d) <= WZ_KIND_INT) {
            uint64_t v = load_u64(d, element);
            whole = product ? whole * v : whole + v;
            store_u64(d, p, whole);
            continue;
        }
        cdouble v = load_c128(d, element);
        if (product) sum = (cdouble){sum.re * v.re - sum.im * v.im, sum.re * v.im + sum.im * v.re};
        else sum = (cdouble){sum.re + v.re, sum.im + v.im};
        if (dtype_is_complex(d)) store_c128(d, p, sum);
        else store_f64(d, p, sum.re);
        if (product && !dtype_is_complex(d)) sum.im = 0; /* inf * 0 must not reach the real part */
    }
}

/* log(sum of exp) carried as the largest so far and the sum relative to it. */
static void log_row(const host_view *x, int64_t from, int64_t in_step, const host_view *out, int64_t to, int64_t out_step, int64_t n)
{
    double top = -INFINITY, sum = 0;
    for (int64_t i = 0; i < n; i++) {
        double v = load_f64((wz_dtype)x->dtype, at(x, from + i * in_step));
        if (isnan(v) || isnan(top)) {
            top = NAN;
        } else if (v > top) {
            sum = isinf(v) ? 1 : sum * exp(top - v) + 1;
            top = v;
        } else if (!isinf(top)) {
            sum += exp(v - top);
        }
        store_f64((wz_dtype)out->dtype, at(out, to + i * out_step), isinf(top) || isnan(top) ? top : top + log(sum));
    }
}

/* views: x, out */
static void ref_scan_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *out = x + 1;
    const scan_args *a = launch_args(l);
    row_walk         in = rows_along(x, a->dim), to = rows_along(out, a->dim);
    int64_t          begin, end;
    part_range(in.outer.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t from = view_offset(&in.outer, r), dst = view_offset(&to.outer, r);
        if (a->op == WZ_OP_logcumsumexp) log_row(x, from, in.step, out, dst, to.step, in.n);
        else accumulate_row(x, from, in.step, out, dst, to.step, in.n, a->op == WZ_OP_cumprod);
    }
}

/* ---- running extremes -------------------------------------------------------------------------------------- */

static void extreme_row(const host_view *x, int64_t from, int64_t step, const host_view *values, int64_t to_v, int64_t v_step, const host_view *index,
                        int64_t to_i, int64_t i_step, int64_t n, bool max)
{
    uint64_t best = 0;
    int64_t  where = 0;
    bool     nan = false;
    for (int64_t i = 0; i < n; i++) {
        const void *p = at(x, from + i * step);
        uint64_t    key = order_key((wz_dtype)x->dtype, p);
        bool        is_nan = dtype_is_float((wz_dtype)x->dtype) && isnan(load_f64((wz_dtype)x->dtype, p));
        if (i == 0 || is_nan || (!nan && (max ? key >= best : key <= best))) {
            best = key;
            where = i;
        }
        nan |= is_nan;
        memcpy(at(values, to_v + i * v_step), at(x, from + where * step), x->bytes);
        *(int64_t *)at(index, to_i + i * i_step) = where;
    }
}

/* views: x, values, indices */
static void ref_extreme_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *values = x + 1, *index = x + 2;
    const scan_args *a = launch_args(l);
    row_walk         in = rows_along(x, a->dim), v = rows_along(values, a->dim), ix = rows_along(index, a->dim);
    int64_t          begin, end;
    part_range(in.outer.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++)
        extreme_row(x, view_offset(&in.outer, r), in.step, values, view_offset(&v.outer, r), v.step, index, view_offset(&ix.outer, r), ix.step, in.n,
                    a->op == WZ_OP_cummax);
}

static wz_status ref_scan(wz_call *c)
{
    scan_args a = {.op = c->op};
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &a.dim));
    if (tensor_numel(c->in[0]) == 0) return WZ_OK;
    return launch_call(c, c->n_out == 2 ? ref_extreme_kernel : ref_scan_kernel, tensor_numel(c->in[0]) * 4, 0, &a, sizeof a);
}

const kernel_row scan_rows[] = {
    {WZ_OP_cumsum, ON_REF, DT_NUM, NULL, ref_scan},
    {WZ_OP_cumprod, ON_REF, DT_NUM, NULL, ref_scan},
    {WZ_OP_logcumsumexp, ON_REF, DT_FLOAT, NULL, ref_scan},
    {WZ_OP_cummax, ON_REF, DT_REAL, NULL, ref_scan},
    {WZ_OP_cummin, ON_REF, DT_REAL, NULL, ref_scan},
    {.run = NULL},
};

/* counting.c - one_hot, bincount and histc.
 * SPDX-License-Identifier: MIT */
#include "index.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status dtype_float64(wz_call *c);

enum { FEW_BINS = 1024 };

static wz_status made(const wz_tensor *t) { return t ? WZ_OK : error_status(); }

wz_status dtype_float64(wz_call *c)
{
    for (int k = 0; k < c->n_out; k++) c->out_dtype[k] = WZ_DTYPE_F64;
    return WZ_OK;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static void index_range_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *x = &launch_views(l)[0];
    int64_t low = 0, high = -1;
    run_walk w;
    runs_begin(&w, x->ndim, x->size, 1, &x, 0);
    if (x->numel) low = INT64_MAX, high = INT64_MIN;
    for (int64_t k = 0, n; k < x->numel; k += n) {
        n = runs_next(&w, x->numel - k);
        if (x->dtype == WZ_DTYPE_I64) {
            const int64_t *p = (const int64_t *)at(x, w.at[0]);
            for (int64_t j = 0; j < n; j++) {
                int64_t i = p[j * w.step[0]];
                low = i < low ? i : low;
                high = i > high ? i : high;
            }
            continue;
        }
        for (int64_t j = 0; j < n; j++) {
            int64_t i = index_at(x, w.at[0] + j * w.step[0]);
            if (x->dtype == WZ_DTYPE_U64 && i < 0) i = INT64_MAX; /* beyond what can be counted */
            low = i < low ? i : low;
            high = i > high ? i : high;
        }
    }
    *(int64_t *)(void *)launch_views(l)[1].data = low;
    *(int64_t *)(void *)launch_views(l)[2].data = high;
}

static wz_status ref_index_range(wz_call *c) { return launch_call(c, index_range_kernel, 1, 2, NULL, 0); }

static wz_status range_of(wz_tensor *x, int64_t *low, int64_t *high)
{
    wz_scalar v;
    wz_tensor *top, *bottom = wz_index_range(x, &top);
    TRY(made(bottom));
    TRY(wz_tensor_item(bottom, &v));
    *low = v.i;
    TRY(wz_tensor_item(top, &v));
    *high = v.i;
    return WZ_OK;
}

static inline double number_at(const host_view *v, int64_t offset)
{
    return v->dtype == WZ_DTYPE_F32 ? (double)*(const float *)at(v, offset) : load_f64((wz_dtype)v->dtype, at(v, offset));
}

static void float_range_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *x = &launch_views(l)[0];
    double low = x->numel ? INFINITY : 0, high = -low;
    bool nan = false;
    run_walk w;
    runs_begin(&w, x->ndim, x->size, 1, &x, 0);
    for (int64_t k = 0, n; k < x->numel; k += n) {
        n = runs_next(&w, x->numel - k);
        for (int64_t j = 0; j < n; j++) {
            double v = number_at(x, w.at[0] + j * w.step[0]);
            nan |= isnan(v);
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
    }
    if (nan) low = high = NAN;
    *(double *)(void *)launch_views(l)[1].data = low;
    *(double *)(void *)launch_views(l)[2].data = high;
}

static wz_status ref_float_range(wz_call *c) { return launch_call(c, float_range_kernel, 1, 2, NULL, 0); }

/* ---- one_hot --------------------------------------------------------------------------------- */

wz_status shape_one_hot(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    if (x->ndim + 1 > WZ_MAX_DIMS) return fail(WZ_SHAPE, "tensors have at most %d dimensions", WZ_MAX_DIMS);
    int64_t size[WZ_MAX_DIMS];
    memcpy(size, x->size, sizeof size);
    size[x->ndim] = arg_int(c, 1);
    return out_shape(c, 0, x->ndim + 1, size);
}

static void one_hot_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = &launch_views(l)[0], *out = &launch_views(l)[1];
    int last = out->ndim - 1;
    int64_t n = out->size[last], begin, end;
    host_view rows = view_rows(out);
    part_range(x->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    nd_iter it;
    nd_begin(&it, x->ndim, x->size, 2, (const host_view *[]){x, &rows}, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it)) {
        int64_t hot = index_at(x, it.offset[0]);
        for (int64_t j = 0; j < n; j++)
            store_i64((wz_dtype)out->dtype, at(out, it.offset[1] + j * out->stride[last]), j == hot);
    }
}

static wz_status ref_one_hot_n(wz_call *c)
{
    TRY(check_index(c, c->in[0], c->in[0]->ndim, arg_int(c, 1), false));
    return launch_call(c, one_hot_kernel, tensor_numel(c->out[0]), 0, NULL, 0);
}

wz_status comp_one_hot(wz_call *c)
{
    wz_tensor *x = c->in[0];
    int64_t n = arg_int(c, 1), low, high;
    if (n == -1 && tensor_numel(x) == 0)
        return fail(WZ_SHAPE, "Can not infer total number of classes from empty tensor.");
    if (n < -1 || (n == 0 && tensor_numel(x) > 0))
        return fail(WZ_SHAPE, "num_classes should be positive, got %lld", (long long)n);
    TRY(range_of(x, &low, &high));
    if (low < 0) return fail(WZ_SHAPE, "Class values must be non-negative, got %lld", (long long)low);
    if (n == -1) n = high + 1;
    if (high >= n)
        return fail(WZ_SHAPE, "Class values must be smaller than num_classes, got %lld with %lld classes",
                    (long long)high, (long long)n);
    c->out[0] = wz_one_hot_n(x, n);
    return made(c->out[0]);
}

/* ---- bincount -------------------------------------------------------------------------------- */

wz_status dtype_bincount(wz_call *c)
{
    c->out_dtype[0] = !c->in[1] ? WZ_DTYPE_I64 : c->in[1]->dtype == WZ_DTYPE_F32 ? WZ_DTYPE_F32 : WZ_DTYPE_F64;
    return WZ_OK;
}

wz_status shape_count(wz_call *c)
{
    int64_t n = arg_int(c, 2);
    return out_shape(c, 0, 1, &n);
}

/* views: x, weights (may be absent), sums: int64 counts or double sums, packed and zero */
static void bincount_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *x = &launch_views(l)[0], *w = &launch_views(l)[1], *sums = &launch_views(l)[2];
    int64_t step = x->stride[0], w_step = w->dtype ? w->stride[0] : 0;
    int64_t *count = (int64_t *)(void *)sums->data;
    double *sum = (double *)(void *)sums->data;
    if (w->dtype) {
        for (int64_t k = 0; k < x->numel; k++)
            sum[index_at(x, k * step)] += load_f64((wz_dtype)w->dtype, at(w, k * w_step));
        return;
    }
    int64_t bins = sums->numel, k = 0;
    if (bins <= FEW_BINS && x->numel > 4 * FEW_BINS) {
        /* four histograms side by side: equal neighbours do not wait for each other's addition */
        int64_t few[4][FEW_BINS];
        memset(few, 0, sizeof few);
        const int64_t *p = (const int64_t *)(const void *)x->data;
        for (; x->dtype == WZ_DTYPE_I64 && k + 4 <= x->numel; k += 4)
            for (int c = 0; c < 4; c++) few[c][p[(k + c) * step]]++;
        for (; k + 4 <= x->numel; k += 4)
            for (int c = 0; c < 4; c++) few[c][index_at(x, (k + c) * step)]++;
        for (int64_t i = 0; i < bins; i++) count[i] = few[0][i] + few[1][i] + few[2][i] + few[3][i];
    }
    for (; k < x->numel; k++) count[index_at(x, k * step)]++;
}

static wz_status ref_bincount_n(wz_call *c)
{
    wz_tensor *x = c->in[0], *w = c->in[1], *out = c->out[0];
    TRY(check_index(c, x, 0, arg_int(c, 2), false));
    wz_tensor *sums = tensor_empty(w ? WZ_DTYPE_F64 : WZ_DTYPE_I64, 1, out->size, c->dev);
    TRY(made(sums));
    TRY(fill_zero(c, sums));
    wz_tensor *t[3] = {x, w, sums};
    TRY(launch_host(c, bincount_kernel, 3, t, 4, 1, 2, NULL, 0));
    return tensor_copy(out, sums);
}

wz_status comp_bincount(wz_call *c)
{
    wz_tensor *x = c->in[0], *w = c->in[1];
    int64_t low, high, n = arg_int(c, 2);
    if (x->ndim != 1 || !dtype_is_int((wz_dtype)x->dtype))
        return fail(WZ_SHAPE, "bincount only supports 1-d non-negative integral inputs, got %d dimensions of %s",
                    x->ndim, wz_dtype_name((wz_dtype)x->dtype));
    if (n < 0) return fail(WZ_SHAPE, "minlength should be >= 0, got %lld", (long long)n);
    if (w && (w->ndim != 1 || w->size[0] != x->size[0]))
        return fail(WZ_SHAPE, "weights should be 1-d and have the same length as input, got %s for %lld inputs",
                    SHAPE_OF(w), (long long)x->size[0]);
    if (w && dtype_is_complex((wz_dtype)w->dtype)) return fail(WZ_TYPE, "weights must be real numbers");
    TRY(range_of(x, &low, &high));
    if (low < 0) return fail(WZ_SHAPE, "bincount only supports 1-d non-negative integral inputs, got %lld", (long long)low);
    if (high == INT64_MAX) return fail(WZ_SHAPE, "the largest value is too large to count up to");
    if (high + 1 > n) n = high + 1;
    c->out[0] = wz_bincount_n(x, w, n);
    return made(c->out[0]);
}

/* ---- histc ----------------------------------------------------------------------------------- */

wz_status shape_count_1(wz_call *c)
{
    int64_t n = arg_int(c, 1);
    if (n <= 0) return fail(WZ_SHAPE, "bins must be > 0, got %lld", (long long)n);
    return out_shape(c, 0, 1, &n);
}

typedef struct histogram_args {
    double low, high;
} histogram_args;

static void histogram_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *x = &launch_views(l)[0], *counts = &launch_views(l)[1];
    const histogram_args *a = launch_args(l);
    int64_t *count = (int64_t *)(void *)counts->data, bins = counts->numel;
    double width = a->high - a->low;
    run_walk w;
    runs_begin(&w, x->ndim, x->size, 1, &x, 0);
    for (int64_t k = 0, n; k < x->numel; k += n) {
        n = runs_next(&w, x->numel - k);
        for (int64_t j = 0; j < n; j++) {
            double v = number_at(x, w.at[0] + j * w.step[0]);
            if (!(v >= a->low && v <= a->high)) continue;
            int64_t i = (int64_t)((v - a->low) / width * (double)bins);
            count[i < bins ? i : bins - 1]++;
        }
    }
}

static wz_status ref_histc_range(wz_call *c)
{
    histogram_args a = {arg_float(c, 2), arg_float(c, 3)};
    wz_tensor *counts = tensor_empty(WZ_DTYPE_I64, 1, c->out[0]->size, c->dev);
    TRY(made(counts));
    TRY(fill_zero(c, counts));
    wz_tensor *t[2] = {c->in[0], counts};
    TRY(launch_host(c, histogram_kernel, 2, t, 2, 1, 2, &a, sizeof a));
    return tensor_copy(c->out[0], counts);
}

wz_status comp_histc(wz_call *c)
{
    wz_tensor *x = c->in[0];
    double low = arg_scalar(c, 2).re, high = arg_scalar(c, 3).re;
    if (arg_int(c, 1) <= 0) return fail(WZ_SHAPE, "bins must be > 0, got %lld", (long long)arg_int(c, 1));
    if (low == high && tensor_numel(x) > 0) {
        wz_scalar v;
        wz_tensor *top, *bottom = wz_float_range(x, &top);
        TRY(made(bottom));
        TRY(wz_tensor_item(bottom, &v));
        low = v.re;
        TRY(wz_tensor_item(top, &v));
        high = v.re;
    }
    if (low == high) {
        low -= 1;
        high += 1;
    }
    if (!isfinite(low) || !isfinite(high)) return fail(WZ_SHAPE, "range of [%g, %g] is not finite", low, high);
    if (low > high) return fail(WZ_SHAPE, "max must be larger than min, got [%g, %g]", low, high);
    c->out[0] = wz_histc_range(x, arg_int(c, 1), low, high);
    return made(c->out[0]);
}

const kernel_row counting_rows[] = {
    {WZ_OP_one_hot_n, ON_REF, DT_INT, NULL, ref_one_hot_n},
    {WZ_OP_index_range, ON_REF, DT_INT, NULL, ref_index_range},
    {WZ_OP_float_range, ON_REF, DT_REAL, NULL, ref_float_range},
    {WZ_OP_bincount_n, ON_REF, DT_INT, NULL, ref_bincount_n},
    {WZ_OP_histc_range, ON_REF, DT_REAL, NULL, ref_histc_range},
    {.run = NULL},
};

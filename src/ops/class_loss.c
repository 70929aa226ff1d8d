/* class_loss.c - cross entropy and negative log likelihood.
 *
 * The classes lie along dim 1. Cross entropy works on x - max - log(sum(exp(x - max))) of each position and keeps
 * no probabilities. Targets are checked where they are read.
 * SPDX-License-Identifier: MIT */
#include "doubles.h"
#include "loss.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status shape_class_loss(wz_call *c);
wz_status comp_cross_entropy(wz_call *c);
wz_status comp_nll_loss(wz_call *c);

typedef struct class_args {
    int64_t        ignore;
    loss_reduction reduction;
    double         smoothing;
    bool           logits, by_index;
} class_args;

static int class_dim(const wz_tensor *x) { return x->ndim == 1 ? 0 : 1; }

/* ---- rules ------------------------------------------------------------------------------------------------------ */

static wz_status check_index_target(const wz_tensor *x, const wz_tensor *t)
{
    int64_t size[WZ_MAX_DIMS];
    int     n = 0;
    for (int d = 0; d < x->ndim; d++)
        if (d != class_dim(x)) size[n++] = x->size[d];
    if (sizes_equal(t->ndim, t->size, n, size)) return WZ_OK;
    if (t->ndim == n && n && t->size[0] != size[0])
        return fail(WZ_INVALID, "Expected input batch_size (%lld) to match target batch_size (%lld).", (long long)size[0], (long long)t->size[0]);
    return fail(WZ_SHAPE, "Expected target size %s, got %s", sizes_text(n, size), SHAPE_OF(t));
}

wz_status shape_class_loss(wz_call *c)
{
    const wz_tensor *x = c->in[0], *t = c->in[1], *w = c->in[2];
    int64_t          size[WZ_MAX_DIMS];
    int              n = 0;
    if (x->ndim < 1) return fail(WZ_SHAPE, "input must have at least 1 dimension");
    int64_t classes = x->size[class_dim(x)];
    if (w && (w->ndim != 1 || w->size[0] != classes || !dtype_is_float((wz_dtype)w->dtype)))
        return fail(WZ_SHAPE, "weight tensor should be defined either for all %lld classes or no classes but got weight tensor of shape: %s", (long long)classes, SHAPE_OF(w));
    if (dtype_is_int((wz_dtype)t->dtype)) TRY(check_index_target(x, t));
    else if (!dtype_is_float((wz_dtype)t->dtype)) return fail(WZ_SHAPE, "expected scalar type Long for target but found %s", wz_dtype_name((wz_dtype)t->dtype));
    else if (!sizes_equal(x->ndim, x->size, t->ndim, t->size))
        return fail(WZ_SHAPE, "a target of probabilities must have input's shape %s, got %s", SHAPE_OF(x), SHAPE_OF(t));
    if (arg_int(c, 4) != LOSS_NONE) return out_shape(c, 0, 0, NULL);
    for (int d = 0; d < x->ndim; d++)
        if (d != class_dim(x)) size[n++] = x->size[d];
    return out_shape(c, 0, n, size);
}

/* ---- reference ---------------------------------------------------------------------------------------------------- */

static void log_softmax(double *x, int64_t n)
{
    double top = -INFINITY, sum = 0;
    for (int64_t i = 0; i < n; i++)
        if (x[i] > top || isnan(x[i])) top = x[i];
    for (int64_t i = 0; i < n; i++) sum += exp(x[i] - top);
    sum = log(sum);
    for (int64_t i = 0; i < n; i++) x[i] = x[i] - top - sum;
}

static double class_weight(const host_view *w, int64_t k) { return w->dtype ? load_f64((wz_dtype)w->dtype, at(w, k * w->stride[0])) : 1; }

/* The loss of one position whose log probabilities are p, and the weight it counts with. */
static double index_loss(const wz_launch *l, const double *p, int64_t n, int64_t target, const class_args *a, double *weight)
{
    const host_view *w = launch_views(l) + 2;
    *weight = 0;
    if (target == a->ignore) return 0;
    if (target < 0 || target >= n) {
        kernel_error(l, WZ_INDEX, "Target %lld is out of bounds.", (long long)target);
        return 0;
    }
    *weight = class_weight(w, target);
    double loss = -*weight * p[target], smooth = 0;
    if (a->smoothing == 0) return loss;
    for (int64_t k = 0; k < n; k++) smooth -= class_weight(w, k) * p[k];
    return (1 - a->smoothing) * loss + a->smoothing / (double)n * smooth;
}

static double share_loss(const host_view *v, const double *p, int64_t n, int64_t offset, int64_t step, const class_args *a)
{
    double loss = 0;
    for (int64_t k = 0; k < n; k++) {
        double t = load_f64((wz_dtype)v[1].dtype, at(&v[1], offset + k * step));
        loss -= class_weight(&v[2], k) * (t * (1 - a->smoothing) + a->smoothing / (double)n) * p[k];
    }
    return loss;
}

/* views: input, target, weight or absent, the output or the partial sums */
static void ref_class_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view  *v = launch_views(l), *x = v, *t = v + 1, *out = v + 3;
    const class_args *a = launch_args(l);
    int               dim = x->ndim == 1 ? 0 : 1;
    host_view         place = view_keep_dims(x, ~(1u << dim)), t_place = a->by_index ? *t : view_keep_dims(t, ~(1u << dim));
    int64_t           n = x->size[dim], begin, end;
    double           *p = scratch_doubles(l, n);
    if (!p) return;
    part_range(loss_blocks(place.numel), part, n_parts, &begin, &end);
    for (int64_t b = begin; b < end; b++) {
        double sum = 0, weights = 0;
        for (int64_t i = b * LOSS_BLOCK; i < place.numel && i < (b + 1) * LOSS_BLOCK; i++) {
            int64_t from = view_offset(&place, i), t_at = view_offset(&t_place, i);
            double  weight = 1, loss;
            for (int64_t k = 0; k < n; k++) p[k] = load_f64((wz_dtype)x->dtype, at(x, from + k * x->stride[dim]));
            if (a->logits) log_softmax(p, n);
            if (a->by_index) loss = index_loss(l, p, n, load_i64((wz_dtype)t->dtype, at(t, t_at)), a, &weight);
            else loss = share_loss(v, p, n, t_at, t->stride[dim], a);
            if (a->reduction == LOSS_NONE) store_f64((wz_dtype)out->dtype, at(out, view_offset(out, i)), loss);
            sum += loss;
            weights += weight;
        }
        if (a->reduction != LOSS_NONE) {
            ((double *)(void *)out->data)[LOSS_SUMS * b] = sum;
            ((double *)(void *)out->data)[LOSS_SUMS * b + 1] = weights;
        }
    }
    mem_free(p);
}

static wz_status ref_class_loss(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    class_args       a = {arg_int(c, 3), (loss_reduction)arg_int(c, 4), arg_float(c, 5), arg_bool(c, 6), dtype_is_int((wz_dtype)c->in[1]->dtype)};
    int64_t          n = 1;
    for (int d = 0; d < x->ndim; d++) n *= d == class_dim(x) ? 1 : x->size[d];
    wz_tensor *to = a.reduction == LOSS_NONE ? c->out[0] : tensor_empty(WZ_DTYPE_F64, 2, (int64_t[]){loss_blocks(n), LOSS_SUMS}, c->dev);
    wz_tensor *t[] = {c->in[0], c->in[1], c->in[2], to};
    if (!to) return error_status();
    if (n == 0 && a.reduction == LOSS_NONE) return WZ_OK;
    TRY(launch_host(c, ref_class_kernel, 4, t, 8, tensor_numel(x) * 16, 0, &a, sizeof a));
    if (a.reduction == LOSS_NONE) return WZ_OK;
    return loss_finish(c, to, a.reduction == LOSS_SUM ? 1 : NAN);
}

/* ---- the named losses ------------------------------------------------------------------------------------------------ */

wz_status comp_cross_entropy(wz_call *c)
{
    int64_t r, ignore = arg_int(c, 4);
    double  smoothing = arg_float(c, 7);
    TRY(loss_reduction_of(c, 3, 5, 6, &r));
    if (!(smoothing >= 0 && smoothing <= 1)) return fail(WZ_SHAPE, "label_smoothing must be between 0.0 and 1.0. Got: %g", smoothing);
    if (dtype_is_float((wz_dtype)c->in[1]->dtype) && ignore >= 0) return fail(WZ_SHAPE, "ignore_index is not supported for floating point target");
    c->out[0] = wz_class_loss(c->in[0], c->in[1], c->in[2], ignore, r, smoothing, true);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_nll_loss(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, 3, 5, 6, &r));
    if (!dtype_is_int((wz_dtype)c->in[1]->dtype)) return fail(WZ_SHAPE, "expected scalar type Long but found %s", wz_dtype_name((wz_dtype)c->in[1]->dtype));
    c->out[0] = wz_class_loss(c->in[0], c->in[1], c->in[2], arg_int(c, 4), r, 0, false);
    return c->out[0] ? WZ_OK : error_status();
}

const kernel_row class_loss_rows[] = {
    {WZ_OP_class_loss, ON_REF, DT_FLOAT, NULL, ref_class_loss},
    {.run = NULL},
};

/* loss.c - losses of corresponding elements, and the reductions all losses share.
 * SPDX-License-Identifier: MIT */
#include "loss.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status dtype_promote_pair(wz_call *c);
wz_status shape_pair_loss(wz_call *c);
wz_status comp_mse_loss(wz_call *c);
wz_status comp_l1_loss(wz_call *c);
wz_status comp_smooth_l1_loss(wz_call *c);
wz_status comp_huber_loss(wz_call *c);
wz_status comp_binary_cross_entropy(wz_call *c);
wz_status comp_binary_cross_entropy_with_logits(wz_call *c);
wz_status comp_kl_div(wz_call *c);
wz_status comp_soft_margin_loss(wz_call *c);

/* ---- reductions --------------------------------------------------------------------------------------------- */

int64_t loss_blocks(int64_t n) { return n > 0 ? (n + LOSS_BLOCK - 1) / LOSS_BLOCK : 1; }

static void finish_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *v = launch_views(l);
    const double    *p = (const double *)(const void *)v[0].data;
    double           count = *(const double *)launch_args(l), sum = 0, weights = 0;
    for (int64_t i = 0; i < v[0].size[0]; i++) {
        sum += p[LOSS_SUMS * i];
        weights += p[LOSS_SUMS * i + 1];
    }
    store_f64((wz_dtype)v[1].dtype, v[1].data, sum / (isnan(count) ? weights : count));
}

wz_status loss_finish(wz_call *c, wz_tensor *partial, double count)
{
    wz_tensor *t[] = {partial, c->out[0]};
    return launch_host(c, finish_kernel, 2, t, 2, 1, 2, &count, sizeof count);
}

/* The arguments' positions; size_average and reduce are torch's old names (-1: the op has none). */
wz_status loss_reduction_of(const wz_call *c, int size_average, int reduce, int reduction, int64_t *out)
{
    static const char *const names[] = {"none", "mean", "sum"};
    if (size_average >= 0 && (arg_given(c, size_average) || arg_given(c, reduce))) {
        bool average = !arg_given(c, size_average) || arg_bool(c, size_average), reduced = !arg_given(c, reduce) || arg_bool(c, reduce);
        *out = !reduced ? LOSS_NONE : average ? LOSS_MEAN : LOSS_SUM;
        return WZ_OK;
    }
    for (*out = 0; *out < 3; ++*out)
        if (strcmp(arg_string(c, reduction), names[*out]) == 0) return WZ_OK;
    return fail(WZ_INVALID, "%.40s is not a valid value for reduction", arg_string(c, reduction));
}

/* ---- rules ------------------------------------------------------------------------------------------------------ */

wz_status dtype_promote_pair(wz_call *c)
{
    c->dtype = promote_tensors(2, c->in);
    if (!c->dtype) return WZ_TYPE;
    c->out_dtype[0] = c->dtype;
    return WZ_OK;
}

wz_status shape_pair_loss(wz_call *c)
{
    int     ndim;
    int64_t size[WZ_MAX_DIMS], kind = arg_int(c, 4), reduction = arg_int(c, 5);
    if (kind < 0 || kind >= N_LOSSES || reduction < 0 || reduction >= N_REDUCTIONS)
        return fail(WZ_INVALID, "there is no loss %lld with reduction %lld", (long long)kind, (long long)reduction);
    TRY(broadcast_sizes(2, c->in, &ndim, size));
    for (int i = 2; i < 4; i++)
        if (c->in[i] && !expand_to(c->in[i], ndim, size)) return error_status();
    return reduction == LOSS_NONE ? out_shape(c, 0, ndim, size) : out_shape(c, 0, 0, NULL);
}

/* ---- reference ---------------------------------------------------------------------------------------------------- */

typedef struct pair_args {
    loss_kind      kind;
    loss_reduction reduction;
    double         parameter;
} pair_args;

static double at_least(double v, double low) { return v < low ? low : v; }

static double pair_value(const pair_args *a, double x, double t, double pos)
{
    double d = x - t, m = fabs(d), p = a->parameter;
    switch (a->kind) {
    case LOSS_MSE: return d * d;
    case LOSS_L1: return m;
    case LOSS_SMOOTH_L1: return m < p ? 0.5 * d * d / p : m - 0.5 * p;
    case LOSS_HUBER: return m <= p ? 0.5 * d * d : p * (m - 0.5 * p);
    case LOSS_BCE: return (t - 1) * at_least(log1p(-x), -100) - t * at_least(log(x), -100);
    case LOSS_BCE_LOGITS: return (1 - t) * x + (1 + (pos - 1) * t) * (log1p(exp(-fabs(x))) + (x < 0 ? -x : 0));
    case LOSS_KL: return t == 0 ? 0 * x : t * (log(t) - x);
    case LOSS_KL_LOG: return exp(t) * (t - x);
    default: return t * x > 0 ? log1p(exp(-t * x)) : log1p(exp(t * x)) - t * x;
    }
}

/* views: input, target, weight or absent, pos_weight or absent, expanded; the output or the partial sums. Parts share blocks. */
static void ref_pair_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *in[4], *out = v + 4;
    const pair_args *a = launch_args(l);
    int64_t          n = v[0].numel, begin, end;
    int              n_in = 0, weight = -1, pos = -1;
    for (int i = 0; i < 4; i++) {
        if (!v[i].dtype) continue;
        if (i == 2) weight = n_in;
        if (i == 3) pos = n_in;
        in[n_in++] = &v[i];
    }
    part_range(loss_blocks(n), part, n_parts, &begin, &end);
    for (int64_t b = begin; b < end; b++) {
        double  sum = 0, weights = 0;
        nd_iter it;
        nd_begin(&it, v[0].ndim, v[0].size, n_in, in, b * LOSS_BLOCK);
        for (int64_t i = b * LOSS_BLOCK; i < n && i < (b + 1) * LOSS_BLOCK; i++, nd_next(&it)) {
            double value[4];
            for (int k = 0; k < n_in; k++) value[k] = load_f64((wz_dtype)in[k]->dtype, at(in[k], it.offset[k]));
            double w = weight < 0 ? 1 : value[weight];
            if (a->kind == LOSS_BCE && !(value[0] >= 0 && value[0] <= 1)) {
                kernel_error(l, WZ_SHAPE, "all elements of input should be between 0 and 1");
                return;
            }
            double y = w * pair_value(a, value[0], value[1], pos < 0 ? 1 : value[pos]);
            if (a->reduction == LOSS_NONE) store_f64((wz_dtype)out->dtype, at(out, view_offset(out, i)), y);
            sum += y;
            weights += w;
        }
        if (a->reduction != LOSS_NONE) {
            ((double *)(void *)out->data)[LOSS_SUMS * b] = sum;
            ((double *)(void *)out->data)[LOSS_SUMS * b + 1] = weights;
        }
    }
}

static wz_status ref_pair_loss(wz_call *c)
{
    int        ndim;
    int64_t    size[WZ_MAX_DIMS], n = 1;
    pair_args  a = {(loss_kind)arg_int(c, 4), (loss_reduction)arg_int(c, 5), arg_float(c, 6)};
    wz_tensor *t[5] = {NULL};
    TRY(broadcast_sizes(2, c->in, &ndim, size));
    for (int d = 0; d < ndim; d++) n *= size[d];
    for (int i = 0; i < 4; i++)
        if (c->in[i] && !(t[i] = expand_to(c->in[i], ndim, size))) return error_status();
    t[4] = a.reduction == LOSS_NONE ? c->out[0] : tensor_empty(WZ_DTYPE_F64, 2, (int64_t[]){loss_blocks(n), LOSS_SUMS}, c->dev);
    if (!t[4]) return error_status();
    if (n == 0 && a.reduction == LOSS_NONE) return WZ_OK;
    TRY(launch_host(c, ref_pair_kernel, 5, t, 16, n * 8, 0, &a, sizeof a));
    if (a.reduction == LOSS_NONE) return WZ_OK;
    return loss_finish(c, t[4], a.reduction == LOSS_SUM ? 1 : a.reduction == LOSS_MEAN ? (double)n : NAN);
}

/* ---- the named losses ------------------------------------------------------------------------------------------------ */

static wz_status pair(wz_call *c, wz_tensor *weight, wz_tensor *pos, loss_kind kind, int64_t reduction, double parameter)
{
    c->out[0] = wz_pair_loss(c->in[0], c->in[1], weight, pos, kind, reduction, parameter);
    return c->out[0] ? WZ_OK : error_status();
}

/* Losses whose weights also weigh the mean. */
static wz_status weighted(wz_call *c, wz_tensor *weight, loss_kind kind, int64_t reduction, double parameter)
{
    if (weight && !sizes_equal(weight->ndim, weight->size, c->in[0]->ndim, c->in[0]->size)) return fail(WZ_INVALID, "Weights and input must have the same size.");
    return pair(c, weight, NULL, kind, weight && reduction == LOSS_MEAN ? LOSS_AVERAGE : reduction, parameter);
}

wz_status comp_mse_loss(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, 2, 3, 4, &r));
    return weighted(c, c->in[2], LOSS_MSE, r, 0);
}

wz_status comp_l1_loss(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, 2, 3, 4, &r));
    return weighted(c, c->in[2], LOSS_L1, r, 0);
}

wz_status comp_smooth_l1_loss(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, 2, 3, 4, &r));
    if (!(arg_float(c, 5) >= 0)) return fail(WZ_SHAPE, "smooth_l1_loss does not support negative values for beta.");
    return pair(c, NULL, NULL, LOSS_SMOOTH_L1, r, arg_float(c, 5));
}

wz_status comp_huber_loss(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, -1, -1, 2, &r));
    if (!(arg_float(c, 3) > 0)) return fail(WZ_SHAPE, "huber_loss does not support non-positive values for delta.");
    return weighted(c, c->in[2], LOSS_HUBER, r, arg_float(c, 3));
}

static bool same_size(const wz_call *c) { return sizes_equal(c->in[0]->ndim, c->in[0]->size, c->in[1]->ndim, c->in[1]->size); }

wz_status comp_binary_cross_entropy(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, 3, 4, 5, &r));
    if (!same_size(c))
        return fail(WZ_INVALID, "Using a target size (%s) that is different to the input size (%s) is deprecated. Please ensure they have the same size.",
                    SHAPE_OF(c->in[1]), SHAPE_OF(c->in[0]));
    return pair(c, c->in[2], NULL, LOSS_BCE, r, 0);
}

wz_status comp_binary_cross_entropy_with_logits(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, 3, 4, 5, &r));
    if (!same_size(c)) return fail(WZ_INVALID, "Target size (%s) must be the same as input size (%s)", SHAPE_OF(c->in[1]), SHAPE_OF(c->in[0]));
    return pair(c, c->in[2], c->in[3], LOSS_BCE_LOGITS, r, 0);
}

wz_status comp_kl_div(wz_call *c)
{
    int64_t r;
    bool    batch = !arg_given(c, 2) && !arg_given(c, 3) && strcmp(arg_string(c, 4), "batchmean") == 0;
    if (batch) r = LOSS_SUM;
    else TRY(loss_reduction_of(c, 2, 3, 4, &r));
    TRY(pair(c, NULL, NULL, arg_bool(c, 5) ? LOSS_KL_LOG : LOSS_KL, r, 0));
    if (!batch || c->in[0]->ndim == 0) return WZ_OK;
    c->out[0] = wz_div(c->out[0], wz_tensor_number(wz_int(c->in[0]->size[0])));
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_soft_margin_loss(wz_call *c)
{
    int64_t r;
    TRY(loss_reduction_of(c, 2, 3, 4, &r));
    return pair(c, NULL, NULL, LOSS_SOFT_MARGIN, r, 0);
}

const kernel_row loss_rows[] = {
    {WZ_OP_pair_loss, ON_REF, DT_FLOAT, NULL, ref_pair_loss},
    {.run = NULL},
};

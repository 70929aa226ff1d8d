/* norm.c - softmax and normalisations.
 *
 * A "row" is what is normalised together; it may be a dim, the trailing dims or a group of channels. One walk
 * serves all: the row's own view (inner), the view of rows (outer), and for the weights a third.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include "../cpu/detect.h"
#include "norm.h"
#include <wootz/ops.h>
#include <float.h>
#include <math.h>
#include <string.h>

wz_status dtype_softmax(wz_call *c);
wz_status shape_softmax(wz_call *c);
wz_status shape_layer_norm(wz_call *c);
wz_status shape_rms_norm(wz_call *c);
wz_status shape_group_norm(wz_call *c);
wz_status shape_batch_norm(wz_call *c);
wz_status shape_normalize(wz_call *c);
wz_status comp_instance_norm(wz_call *c);

static double load(const host_view *v, int64_t offset) { return load_f64((wz_dtype)v->dtype, at(v, offset)); }
static void   store(const host_view *v, int64_t offset, double x) { store_f64((wz_dtype)v->dtype, at(v, offset), x); }

/* ---- softmax -------------------------------------------------------------------------------------------- */

wz_status dtype_softmax(wz_call *c)
{
    wz_dtype d = arg_dtype(c, 2);
    if (!d && !dtype_is_float(c->dtype)) return fail(WZ_UNSUPPORTED, "not implemented for %s; give a float dtype", wz_dtype_name(c->dtype));
    if (d && !dtype_is_float(d)) return fail(WZ_TYPE, "dtype must be a float dtype, got %s", wz_dtype_name(d));
    c->out_dtype[0] = d ? d : c->dtype;
    return WZ_OK;
}

wz_status softmax_dim(const wz_call *c, int *dim)
{
    int n = c->in[0]->ndim;
    return dim_wrap(arg_int_or(c, 1, n == 0 || n == 1 || n == 3 ? 0 : 1), n, dim);
}

wz_status shape_softmax(wz_call *c)
{
    int dim;
    TRY(softmax_dim(c, &dim));
    return out_shape_like(c, 0, c->in[0]);
}

typedef struct softmax_args {
    int    dim;
    bool   log;
    double sign;
} softmax_args;

static void softmax_row(const host_view *x, int64_t from, int64_t step, const host_view *out, int64_t to, int64_t out_step, int64_t n, const softmax_args *a)
{
    double top = -INFINITY, sum = 0;
    for (int64_t i = 0; i < n; i++) {
        double v = a->sign * load(x, from + i * step);
        top = v > top || isnan(v) ? v : top;
        if (isnan(top)) break;
    }
    for (int64_t i = 0; i < n; i++) sum += exp(a->sign * load(x, from + i * step) - top);
    double log_sum = log(sum);
    for (int64_t i = 0; i < n; i++) {
        double v = a->sign * load(x, from + i * step) - top;
        store(out, to + i * out_step, a->log ? v - log_sum : exp(v) / sum);
    }
}

/* views: x, out */
static void ref_softmax_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view    *x = launch_views(l), *out = x + 1;
    const softmax_args *a = launch_args(l);
    uint32_t            others = ~(x->ndim ? 1u << a->dim : 0u);
    host_view           rows = view_keep_dims(x, others), to = view_keep_dims(out, others);
    int64_t             n = x->ndim ? x->size[a->dim] : 1, begin, end;
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++)
        softmax_row(x, view_offset(&rows, r), x->ndim ? x->stride[a->dim] : 0, out, view_offset(&to, r), x->ndim ? out->stride[a->dim] : 0, n, a);
}

static wz_status ref_softmax(wz_call *c)
{
    softmax_args a = {.log = c->op == WZ_OP_log_softmax, .sign = c->op == WZ_OP_softmin ? -1 : 1};
    TRY(softmax_dim(c, &a.dim));
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, ref_softmax_kernel, tensor_numel(c->in[0]) * 8, 0, &a, sizeof a);
}

/* ---- norms over trailing dims ------------------------------------------------------------------------------ */

static wz_status trailing(wz_call *c, wz_tensor *weight, wz_tensor *bias)
{
    const wz_tensor *x = c->in[0];
    const wz_arg    *shape = &c->arg[1];
    if (shape->n < 1) return fail(WZ_SHAPE, "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []");
    bool fits = shape->n <= x->ndim && sizes_equal(shape->n, x->size + (x->ndim - shape->n), shape->n, shape->v.ints);
    if (!fits)
        return fail(WZ_SHAPE, "Given normalized_shape=%s, expected input with shape [*, %s, but got input of size%s", sizes_text(shape->n, shape->v.ints),
                    sizes_text(shape->n, shape->v.ints) + 1, SHAPE_OF(x));
    for (int i = 0; i < 2; i++) {
        const wz_tensor *t = i ? bias : weight;
        if (t && !sizes_equal(t->ndim, t->size, shape->n, shape->v.ints))
            return fail(WZ_SHAPE, "Expected %s to be of same shape as normalized_shape, but got %s of shape %s and normalized_shape = %s", i ? "bias" : "weight",
                        i ? "bias" : "weight", SHAPE_OF(t), sizes_text(shape->n, shape->v.ints));
    }
    return out_shape_like(c, 0, x);
}

wz_status shape_layer_norm(wz_call *c) { return trailing(c, c->in[1], c->in[2]); }
wz_status shape_rms_norm(wz_call *c) { return trailing(c, c->in[1], NULL); }

typedef struct norm_args {
    int    n_dims;   /* trailing dims that form a row */
    bool   rms;
    double eps;
} norm_args;

/* Mean (0 for rms) and the factor 1 / sqrt(mean square deviation + eps), in two passes so that nothing cancels. */
static void moments(const host_view *x, int64_t from, const host_view *inner, bool rms, double eps, double *mean, double *factor)
{
    double sum = 0, squares = 0, n = (double)inner->numel;
    for (int64_t i = 0; i < inner->numel && !rms; i++) sum += load(x, from + view_offset(inner, i));
    *mean = rms ? 0 : sum / n;
    for (int64_t i = 0; i < inner->numel; i++) {
        double d = load(x, from + view_offset(inner, i)) - *mean;
        squares += d * d;
    }
    *factor = 1 / sqrt(squares / n + eps);
}

/* views: x, weight or absent, bias or absent, out */
static void ref_norm_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *w = x + 1, *b = x + 2, *out = x + 3;
    const norm_args *a = launch_args(l);
    uint32_t         row = x->ndim == a->n_dims ? 0 : (1u << (x->ndim - a->n_dims)) - 1;
    host_view        rows = view_keep_dims(x, row), inner = view_keep_dims(x, ~row), to = view_keep_dims(out, row), to_inner = view_keep_dims(out, ~row);
    int64_t          begin, end;
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t from = view_offset(&rows, r), dst = view_offset(&to, r);
        double  mean, factor;
        moments(x, from, &inner, a->rms, a->eps, &mean, &factor);
        for (int64_t i = 0; i < inner.numel; i++) {
            double v = (load(x, from + view_offset(&inner, i)) - mean) * factor;
            if (w->dtype) v *= load(w, view_offset(w, i));
            if (b->dtype) v += load(b, view_offset(b, i));
            store(out, dst + view_offset(&to_inner, i), v);
        }
    }
}

double norm_default_eps(wz_dtype d)
{
    return d == WZ_DTYPE_F64 ? DBL_EPSILON : d == WZ_DTYPE_F16 ? 0x1p-10 : d == WZ_DTYPE_BF16 ? 0x1p-7 : (double)FLT_EPSILON;
}

static wz_status ref_trailing_norm(wz_call *c)
{
    norm_args a = {.n_dims = c->arg[1].n, .rms = c->op == WZ_OP_rms_norm};
    a.eps = !a.rms ? arg_float(c, 4) : arg_given(c, 3) ? arg_float(c, 3) : norm_default_eps(c->dtype);
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    wz_tensor *t[] = {c->in[0], c->in[1], a.rms ? NULL : c->in[2], c->out[0]};
    return launch_host(c, ref_norm_kernel, 4, t, 8, tensor_numel(c->in[0]) * 4, 0, &a, sizeof a);
}

/* ---- norms over channels -------------------------------------------------------------------------------------- */

static wz_status per_channel(const wz_tensor *t, const char *name, int64_t channels)
{
    if (!t || (t->ndim == 1 && t->size[0] == channels)) return WZ_OK;
    return fail(WZ_SHAPE, "Expected %s to be a vector of size equal to the number of channels in input, but got %s of shape %s and input with %lld channels",
                name, name, SHAPE_OF(t), (long long)channels);
}

wz_status shape_group_norm(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int64_t          groups = arg_int(c, 1);
    if (x->ndim < 2) return fail(WZ_SHAPE, "Expected at least 2 dimensions for input tensor but received %d", x->ndim);
    if (groups < 1 || x->size[1] % groups)
        return fail(WZ_SHAPE, "Expected number of channels in input to be divisible by num_groups, but got input of shape %s and num_groups=%lld", SHAPE_OF(x), (long long)groups);
    TRY(per_channel(c->in[1], "weight", x->size[1]));
    TRY(per_channel(c->in[2], "bias", x->size[1]));
    return out_shape_like(c, 0, x);
}

typedef struct channel_args {
    int64_t groups;  /* 0: batch norm, one row per channel over the whole batch */
    bool    training;
    double  eps, momentum;
} channel_args;

/* The elements of one row: samples x channels-of-the-group x positions. */
typedef struct channel_row {
    host_view place;              /* dims after the channel */
    int64_t   n_samples, n_channels, first_channel, base;
} channel_row;

static int64_t element_of(const host_view *x, const channel_row *r, int64_t i, int64_t *channel)
{
    int64_t place = i % r->place.numel, k = i / r->place.numel % r->n_channels, s = i / r->place.numel / r->n_channels;
    *channel = r->first_channel + k;
    return r->base + s * x->stride[0] + *channel * x->stride[1] + view_offset(&r->place, place);
}

static void channel_moments(const host_view *x, const channel_row *r, double *mean, double *var)
{
    int64_t n = r->n_samples * r->n_channels * r->place.numel, ch;
    double  sum = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) sum += load(x, element_of(x, r, i, &ch));
    *mean = sum / (double)n;
    for (int64_t i = 0; i < n; i++) {
        double d = load(x, element_of(x, r, i, &ch)) - *mean;
        squares += d * d;
    }
    *var = squares / (double)n;
}

/* views: x, weight, bias, running mean, running var (each may be absent), out */
static void ref_channel_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view    *x = launch_views(l), *w = x + 1, *b = x + 2, *running_mean = x + 3, *running_var = x + 4, *out = x + 5;
    const channel_args *a = launch_args(l);
    int64_t             N = x->size[0], C = x->size[1], begin, end, ch;
    host_view           place = view_keep_dims(x, ~3u), to_place = view_keep_dims(out, ~3u);
    part_range(a->groups ? N * a->groups : C, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        channel_row row = {place, N, 1, r, 0};
        if (a->groups) row = (channel_row){place, 1, C / a->groups, r % a->groups * (C / a->groups), r / a->groups * x->stride[0]};
        int64_t n = row.n_samples * row.n_channels * place.numel;
        double  mean, var;
        if (a->groups || a->training) channel_moments(x, &row, &mean, &var);
        else mean = load(running_mean, r * running_mean->stride[0]), var = load(running_var, r * running_var->stride[0]);
        channel_row to = row;
        to.place = to_place;
        to.base = a->groups ? r / a->groups * out->stride[0] : 0;
        double factor = 1 / sqrt(var + a->eps);
        for (int64_t i = 0; i < n; i++) {
            double v = (load(x, element_of(x, &row, i, &ch)) - mean) * factor;
            if (w->dtype) v *= load(w, ch * w->stride[0]);
            if (b->dtype) v += load(b, ch * b->stride[0]);
            store(out, element_of(out, &to, i, &ch), v);
        }
        if (a->groups || !a->training || !running_mean->dtype) continue;
        store(running_mean, r * running_mean->stride[0], (1 - a->momentum) * load(running_mean, r * running_mean->stride[0]) + a->momentum * mean);
        double unbiased = var * (double)n / (double)(n - 1);
        store(running_var, r * running_var->stride[0], (1 - a->momentum) * load(running_var, r * running_var->stride[0]) + a->momentum * unbiased);
    }
}

static wz_status ref_group_norm(wz_call *c)
{
    channel_args a = {.groups = arg_int(c, 1), .eps = arg_float(c, 4)};
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    wz_tensor *t[] = {c->in[0], c->in[1], c->in[2], NULL, NULL, c->out[0]};
    return launch_host(c, ref_channel_kernel, 6, t, 32, tensor_numel(c->in[0]) * 4, 0, &a, sizeof a);
}

static wz_status one_per_channel(const wz_tensor *t, const char *name, int64_t channels)
{
    if (!t || (t->ndim == 1 && t->size[0] == channels)) return WZ_OK;
    return fail(WZ_SHAPE, "%s should contain %lld elements not %lld", name, (long long)channels, (long long)tensor_numel(t));
}

wz_status shape_batch_norm(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    bool             training = arg_bool(c, 5);
    static const char *const names[] = {"input", "running_mean", "running_var", "weight", "bias"};
    if (x->ndim < 2) return fail(WZ_SHAPE, "Expected at least 2 dimensions for input tensor but received %d", x->ndim);
    for (int i = 1; i < 5; i++) TRY(one_per_channel(c->in[i], names[i], x->size[1]));
    if (!training && (!c->in[1] || !c->in[2])) return fail(WZ_SHAPE, "Expected running_mean and running_var to be defined when training=False");
    if (!c->in[1] != !c->in[2]) return fail(WZ_SHAPE, "running_mean and running_var must be given together");
    if (training && x->size[1] && tensor_numel(x) / x->size[1] == 1)
        return fail(WZ_INVALID, "Expected more than 1 value per channel when training, got input size %s", SHAPE_OF(x));
    return out_shape_like(c, 0, x);
}

static wz_status ref_batch_norm(wz_call *c)
{
    channel_args a = {.training = arg_bool(c, 5), .momentum = arg_float(c, 6), .eps = arg_float(c, 7)};
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    wz_tensor *t[] = {c->in[0], c->in[3], c->in[4], c->in[1], c->in[2], c->out[0]};
    return launch_host(c, ref_channel_kernel, 6, t, a.training ? 56 : 32, tensor_numel(c->in[0]) * 4, 0, &a, sizeof a);
}

/* The channels of all samples side by side are the channels of one; the running ones take the samples' mean. */
static wz_status instance_norm_tracked(wz_call *c)
{
    wz_tensor *x = c->in[0], *many[4];
    int64_t    n = x->size[0], size[WZ_MAX_DIMS], table[] = {n, x->size[1]};
    for (int i = 0; i < 2; i++) TRY(one_per_channel(c->in[1 + i], i ? "running_var" : "running_mean", x->size[1]));
    if (tensor_numel(x) == 0) {
        c->out[0] = wz_clone(x);
        return c->out[0] ? WZ_OK : error_status();
    }
    for (int i = 0; i < 4; i++) {
        many[i] = c->in[1 + i] ? wz_repeat(c->in[1 + i], &n, 1) : NULL;
        if (c->in[1 + i] && !many[i]) return error_status();
    }
    memcpy(size, x->size, sizeof size);
    size[0] = 1;
    size[1] = n * x->size[1];
    wz_tensor *y = wz_batch_norm(wz_reshape(x, size, x->ndim), many[0], many[1], many[2], many[3], true, arg_float(c, 6), arg_float(c, 7));
    c->out[0] = wz_reshape(y, x->size, x->ndim);
    for (int i = 0; i < 2 && c->out[0]; i++) {
        int64_t    first = 0;
        wz_tensor *mean = wz_mean(wz_reshape(many[i], table, 2), &first, 1, false, WZ_DTYPE_NONE);
        if (!mean) return error_status();
        TRY(tensor_copy(c->in[1 + i], mean));
    }
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_instance_norm(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    if (x->ndim < 2) return fail(WZ_SHAPE, "Expected at least 2 dimensions for input tensor but received %d", x->ndim);
    if (!c->in[1] != !c->in[2]) return fail(WZ_SHAPE, "running_mean and running_var must be given together");
    if (!arg_bool(c, 5)) {
        c->out[0] = wz_batch_norm(c->in[0], c->in[1], c->in[2], c->in[3], c->in[4], false, 0, arg_float(c, 7));
        return c->out[0] ? WZ_OK : error_status();
    }
    if (x->size[0] && x->size[1] && tensor_numel(x) / x->size[0] / x->size[1] == 1)
        return fail(WZ_INVALID, "Expected more than 1 spatial element when training, got input size %s", SHAPE_OF(x));
    if (c->in[1]) return instance_norm_tracked(c);
    c->out[0] = x->size[1] ? wz_group_norm(c->in[0], x->size[1], c->in[3], c->in[4], arg_float(c, 7)) : wz_clone(c->in[0]);
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- normalize ---------------------------------------------------------------------------------------------------- */

wz_status shape_normalize(wz_call *c)
{
    int dim;
    TRY(dim_wrap(arg_int(c, 2), c->in[0]->ndim, &dim));
    return out_shape_like(c, 0, c->in[0]);
}

typedef struct normalize_args {
    int    dim;
    double p, eps;
} normalize_args;

static double p_norm(const host_view *x, int64_t from, int64_t step, int64_t n, double p)
{
    double sum = 0;
    if (isinf(p)) sum = p > 0 ? 0 : INFINITY;
    for (int64_t i = 0; i < n; i++) {
        double v = fabs(load(x, from + i * step));
        if (isnan(v)) return v;
        if (p == 2) sum += v * v;
        else if (p == 0) sum += v != 0;
        else if (isinf(p)) sum = p > 0 ? fmax(sum, v) : fmin(sum, v);
        else sum += pow(v, p);
    }
    return p == 2 ? sqrt(sum) : p == 0 || isinf(p) ? sum : pow(sum, 1 / p);
}

static void ref_normalize_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view      *x = launch_views(l), *out = x + 1;
    const normalize_args *a = launch_args(l);
    uint32_t              others = ~(x->ndim ? 1u << a->dim : 0u);
    host_view             rows = view_keep_dims(x, others), to = view_keep_dims(out, others);
    int64_t               n = x->ndim ? x->size[a->dim] : 1, step = x->ndim ? x->stride[a->dim] : 0, out_step = x->ndim ? out->stride[a->dim] : 0, begin, end;
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t from = view_offset(&rows, r), dst = view_offset(&to, r);
        double  norm = p_norm(x, from, step, n, a->p);
        if (norm < a->eps) norm = a->eps;
        for (int64_t i = 0; i < n; i++) store(out, dst + i * out_step, load(x, from + i * step) / norm);
    }
}

static wz_status ref_normalize(wz_call *c)
{
    normalize_args a = {.p = arg_float(c, 1), .eps = arg_float(c, 3)};
    TRY(dim_wrap(arg_int(c, 2), c->in[0]->ndim, &a.dim));
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, ref_normalize_kernel, tensor_numel(c->in[0]) * 4, 0, &a, sizeof a);
}

const kernel_row norm_rows[] = {
    {WZ_OP_softmax, ON_REF, DT_REAL | DT_F8, NULL, ref_softmax},     {WZ_OP_log_softmax, ON_REF, DT_REAL | DT_F8, NULL, ref_softmax},
    {WZ_OP_softmin, ON_REF, DT_REAL | DT_F8, NULL, ref_softmax},     {WZ_OP_layer_norm, ON_REF, DT_FLOAT, NULL, ref_trailing_norm},
    {WZ_OP_rms_norm, ON_REF, DT_FLOAT, NULL, ref_trailing_norm},     {WZ_OP_group_norm, ON_REF, DT_FLOAT, NULL, ref_group_norm},
    {WZ_OP_batch_norm, ON_REF, DT_FLOAT, NULL, ref_batch_norm},      {WZ_OP_normalize, ON_REF, DT_FLOAT, NULL, ref_normalize},
    {.run = NULL},
};

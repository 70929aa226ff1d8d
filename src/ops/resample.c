/* resample.c - interpolation: one dim at a time, and the named form over all of them.
 *
 * Every mode is a short weighted sum of input elements for each output element. The weights of a dim are made once for
 * each thread and then used for all lines. Steps and places follow PyTorch: a given scale is used as it is, otherwise
 * the step is the ratio of the sizes.
 * SPDX-License-Identifier: MIT */
#include "../cpu/detect.h"
#include "doubles.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status shape_resample(wz_call *c);
wz_status comp_interpolate(wz_call *c);

typedef enum mode { NEAREST, NEAREST_EXACT, LINEAR, CUBIC, N_MODES } mode;

typedef struct resample_args {
    int64_t outer, n_in, n_out, inner, taps; /* taps: room for one output's weights */
    double  scale;                           /* 0: from the sizes */
    int     mode;
    bool    align, antialias;
} resample_args;

static wz_status mode_of(const char *text, mode *out)
{
    static const char *const names[] = {"nearest", "nearest-exact", "linear", "cubic"};
    for (int i = 0; i < N_MODES; i++)
        if (strcmp(text, names[i]) == 0) {
            *out = (mode)i;
            return WZ_OK;
        }
    return fail(WZ_UNSUPPORTED, "unknown mode '%.40s'", text);
}

wz_status shape_resample(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int64_t          size[WZ_MAX_DIMS];
    int              dim;
    mode             m = NEAREST;
    TRY(mode_of(arg_string(c, 3), &m));
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &dim));
    if (x->ndim == 0) return fail(WZ_SHAPE, "the input has no dims");
    if (m >= LINEAR && wz_dtype_get_kind((wz_dtype)x->dtype) != WZ_KIND_FLOAT)
        return fail(WZ_UNSUPPORTED, "mode '%s' needs floats, got %s", arg_string(c, 3), wz_dtype_name((wz_dtype)x->dtype));
    if (arg_int(c, 2) < 1 || x->size[dim] < 1) return fail(WZ_SHAPE, "Input and output sizes should be greater than 0, but got input size %lld and output size %lld",
                                                           (long long)x->size[dim], (long long)arg_int(c, 2));
    memcpy(size, x->size, sizeof size);
    size[dim] = arg_int(c, 2);
    return out_shape(c, 0, x->ndim, size);
}

/* ---- weights --------------------------------------------------------------------------------------------------------- */

static double step_of(const resample_args *a)
{
    if (a->align && a->mode >= LINEAR) return a->n_out > 1 ? (double)(a->n_in - 1) / (double)(a->n_out - 1) : 0;
    return a->scale > 0 ? a->scale : (double)a->n_in / (double)a->n_out;
}

static double filter(int m, double x)
{
    x = fabs(x);
    if (m == LINEAR) return x < 1 ? 1 - x : 0;
    const double b = -0.5; /* of the antialiased cubic */
    if (x < 1) return ((b + 2) * x - (b + 3)) * x * x + 1;
    return x < 2 ? ((x - 5) * x + 8) * x * b - 4 * b : 0;
}

static int64_t support_taps(const resample_args *a)
{
    if (a->mode < LINEAR) return 1;
    if (!a->antialias) return a->mode == LINEAR ? 2 : 4;
    double step = step_of(a);
    double most = ceil((a->mode == LINEAR ? 1 : 2) * (step > 1 ? step : 1)) * 2 + 1;
    return most < (double)a->n_in ? (int64_t)most : a->n_in;
}

static int64_t held(int64_t i, int64_t n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

/* Output i: its n input places and weights. */
static int64_t weights_of(const resample_args *a, int64_t i, int64_t *place, double *weight)
{
    double step = step_of(a);
    if (a->mode < LINEAR) { /* in float, and doubling by halves whatever the scale, as the indices of torch are */
        float at = a->mode == NEAREST ? floorf((float)i * (float)step) : floorf(((float)i + 0.5f) * (float)step);
        place[0] = a->mode == NEAREST && a->n_out == 2 * a->n_in ? i / 2 : held((int64_t)at, a->n_in);
        weight[0] = 1;
        return 1;
    }
    if (a->antialias) {
        double  wide = step > 1 ? step : 1, support = (a->mode == LINEAR ? 1 : 2) * wide, center = step * ((double)i + 0.5), sum = 0;
        int64_t low = (int64_t)(center - support + 0.5), high = (int64_t)(center + support + 0.5);
        low = low < 0 ? 0 : low;
        high = high > a->n_in ? a->n_in : high;
        int64_t n = high - low < a->taps ? high - low : a->taps;
        for (int64_t k = 0; k < n; k++) {
            place[k] = low + k;
            weight[k] = filter(a->mode, ((double)(low + k) - center + 0.5) / wide);
            sum += weight[k];
        }
        for (int64_t k = 0; k < n && sum != 0; k++) weight[k] /= sum;
        return n;
    }
    double at = a->align ? step * (double)i : step * ((double)i + 0.5) - 0.5;
    if (a->mode == LINEAR) {
        at = at < 0 ? 0 : at;
        int64_t first = held((int64_t)at, a->n_in);
        place[0] = first;
        place[1] = held(first + 1, a->n_in);
        weight[1] = fmin(at - (double)first, 1);
        weight[0] = 1 - weight[1];
        return 2;
    }
    const double b = -0.75;
    double       first = floor(at), t = at - first;
    weight[0] = ((b * (t + 1) - 5 * b) * (t + 1) + 8 * b) * (t + 1) - 4 * b;
    weight[1] = ((b + 2) * t - (b + 3)) * t * t + 1;
    weight[2] = ((b + 2) * (1 - t) - (b + 3)) * (1 - t) * (1 - t) + 1;
    weight[3] = 1 - weight[0] - weight[1] - weight[2];
    for (int k = 0; k < 4; k++) place[k] = held((int64_t)first - 1 + k, a->n_in);
    return 4;
}

/* All outputs of a dim: n[i] places and weights at i * taps. One block, freed with mem_free(table.place). */
typedef struct tap_table { int64_t *place, *n; double *weight; } tap_table;

static tap_table make_table(const wz_launch *l, const resample_args *a)
{
    tap_table t = {NULL, NULL, NULL};
    int64_t   all, words;
    if (i64_mul(a->n_out, a->taps, &all) && i64_mul(all, 2, &words) && i64_add(words, a->n_out, &words)) t.place = mem_alloc_array((size_t)words, sizeof *t.place);
    if (!t.place) {
        kernel_error(l, WZ_NOMEM, "no memory for the weights of %lld elements", (long long)a->n_out);
        return t;
    }
    t.weight = (double *)(void *)(t.place + all);
    t.n = t.place + 2 * all;
    for (int64_t i = 0; i < a->n_out; i++) t.n[i] = weights_of(a, i, t.place + i * a->taps, t.weight + i * a->taps);
    return t;
}

/* ---- reference --------------------------------------------------------------------------------------------------------- */

/* views: input [outer, n_in, inner], out [outer, n_out, inner], both packed */
static void ref_resample_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view     *x = launch_views(l), *out = x + 1;
    const resample_args *a = launch_args(l);
    int64_t              begin, end;
    tap_table            t = make_table(l, a);
    part_range(a->outer * a->n_out, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && t.place; u++) {
        int64_t        i = u % a->n_out, base = u / a->n_out * a->n_in;
        const int64_t *place = t.place + i * a->taps;
        const double  *weight = t.weight + i * a->taps;
        if (a->mode < LINEAR) {
            memcpy(at(out, u * a->inner), at(x, (base + place[0]) * a->inner), (size_t)a->inner * x->bytes);
            continue;
        }
        for (int64_t j = 0; j < a->inner; j++) {
            double sum = 0;
            for (int64_t k = 0; k < t.n[i]; k++) sum += weight[k] * load_f64((wz_dtype)x->dtype, at(x, (base + place[k]) * a->inner + j));
            store_f64((wz_dtype)out->dtype, at(out, u * a->inner + j), sum);
        }
    }
    mem_free(t.place);
}

/* views: grad [outer, n_out, inner], out [outer, n_in, inner], both packed. Units: an outer index and a block of inner. */
static void ref_resample_grad_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view     *g = launch_views(l), *out = g + 1;
    const resample_args *a = launch_args(l);
    int64_t              begin, end;
    tap_table            t = make_table(l, a);
    double              *sum = scratch_doubles(l, a->n_in);
    part_range(a->outer * a->inner, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && t.place && sum; u++) {
        int64_t o = u / a->inner, j = u % a->inner;
        memset(sum, 0, sizeof *sum * (size_t)a->n_in);
        for (int64_t i = 0; i < a->n_out; i++) {
            double v = load_f64((wz_dtype)g->dtype, at(g, (o * a->n_out + i) * a->inner + j));
            for (int64_t k = 0; k < t.n[i]; k++) sum[t.place[i * a->taps + k]] += t.weight[i * a->taps + k] * v;
        }
        for (int64_t i = 0; i < a->n_in; i++) store_f64((wz_dtype)out->dtype, at(out, (o * a->n_in + i) * a->inner + j), sum[i]);
    }
    mem_free(sum);
    mem_free(t.place);
}

/* ---- floats at speed ------------------------------------------------------------------------------------------------------ */

static void fast_line(float *to, const float *x, const int64_t *place, const double *weight, int64_t n, int64_t inner)
{
    const cpu_kernels *k = cpu_kernels_now();
    for (int64_t j = 0; j < inner; j++) to[j] = (float)weight[0] * x[place[0] * inner + j];
    for (int64_t i = 1; i < n; i++) k->axpy(to, (float)weight[i], x + place[i] * inner, inner);
}

/* The last dim: every line with the same places. */
static void fast_points(float *to, const float *x, const tap_table *t, const resample_args *a)
{
    for (int64_t i = 0; i < a->n_out; i++) {
        const int64_t *place = t->place + i * a->taps;
        const double  *weight = t->weight + i * a->taps;
        double         sum = 0;
        for (int64_t k = 0; k < t->n[i]; k++) sum += weight[k] * (double)x[place[k]];
        to[i] = (float)sum;
    }
}

static void fast_resample_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view     *v = launch_views(l);
    const resample_args *a = launch_args(l);
    const float         *x = (const float *)(const void *)v[0].data;
    float               *out = (float *)(void *)v[1].data;
    int64_t              begin, end;
    tap_table            t = make_table(l, a);
    part_range(a->inner == 1 ? a->outer : a->outer * a->n_out, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && t.place; u++) {
        int64_t i = u % a->n_out;
        if (a->inner == 1) fast_points(out + u * a->n_out, x + u * a->n_in, &t, a);
        else fast_line(out + u * a->inner, x + u / a->n_out * a->n_in * a->inner, t.place + i * a->taps, t.weight + i * a->taps, t.n[i], a->inner);
    }
    mem_free(t.place);
}

static void fast_resample_grad_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view     *v = launch_views(l);
    const resample_args *a = launch_args(l);
    const cpu_kernels   *kernels = cpu_kernels_now();
    const float         *g = (const float *)(const void *)v[0].data;
    float               *out = (float *)(void *)v[1].data;
    int64_t              begin, end;
    tap_table            t = make_table(l, a);
    part_range(a->outer, part, n_parts, &begin, &end);
    for (int64_t o = begin; o < end && t.place; o++) {
        float *to = out + o * a->n_in * a->inner;
        memset(to, 0, sizeof *to * (size_t)(a->n_in * a->inner));
        for (int64_t i = 0; i < a->n_out; i++) {
            const float *from = g + (o * a->n_out + i) * a->inner;
            for (int64_t k = 0; k < t.n[i]; k++) {
                float w = (float)t.weight[i * a->taps + k], *row = to + t.place[i * a->taps + k] * a->inner;
                if (a->inner == 1) row[0] += w * from[0];
                else kernels->axpy(row, w, from, a->inner);
            }
        }
    }
    mem_free(t.place);
}

/* ---- the call ---------------------------------------------------------------------------------------------------------------- */

static wz_status run(wz_call *c, cpu_kernel_fn kernel)
{
    bool          back = c->op == WZ_OP_resample_grad;
    wz_tensor    *x = tensor_pack(c->in[0]), *out = c->out[0];
    resample_args a = {.outer = 1, .inner = 1, .scale = arg_float(c, 4), .align = arg_bool(c, 5), .antialias = arg_bool(c, 6)};
    int           dim;
    mode          m = NEAREST;
    TRY(mode_of(arg_string(c, 3), &m));
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &dim));
    if (!x) return error_status();
    if (tensor_numel(out) == 0) return WZ_OK;
    if (!tensor_contiguous(out) && !(out = tensor_empty_like(out, (wz_dtype)out->dtype))) return error_status();
    a.mode = (int)m;
    for (int d = 0; d < dim; d++) a.outer *= x->size[d];
    for (int d = dim + 1; d < x->ndim; d++) a.inner *= x->size[d];
    a.n_in = back ? out->size[dim] : x->size[dim];
    a.n_out = back ? x->size[dim] : out->size[dim];
    a.taps = support_taps(&a);
    wz_tensor *t[] = {x, out};
    TRY(launch_host(c, kernel, 2, t, 2, (back ? tensor_numel(x) : tensor_numel(out)) * a.taps, 0, &a, sizeof a));
    return out == c->out[0] ? WZ_OK : tensor_copy(c->out[0], out);
}

static wz_status ref_resample(wz_call *c) { return run(c, c->op == WZ_OP_resample ? ref_resample_kernel : ref_resample_grad_kernel); }
static wz_status fast_resample(wz_call *c) { return run(c, c->op == WZ_OP_resample ? fast_resample_kernel : fast_resample_grad_kernel); }

/* Lines that one thread would have to itself are left to the plain row when there is more to share out. */
static bool weighs(const wz_call *c) { return strncmp(arg_string(c, 3), "nearest", 7) != 0 || c->op == WZ_OP_resample_grad; }

/* ---- interpolate ------------------------------------------------------------------------------------------------------------- */

typedef struct sizes_plan { int n; int64_t size[3]; double scale[3]; } sizes_plan;

static wz_status plan_sizes(const wz_call *c, sizes_plan *p)
{
    const wz_tensor *x = c->in[0];
    const wz_arg    *size = &c->arg[1], *scale = &c->arg[2];
    bool             recompute = arg_given(c, 5) && arg_bool(c, 5);
    p->n = x->ndim - 2;
    if (arg_given(c, 1) && arg_given(c, 2)) return fail(WZ_INVALID, "only one of size or scale_factor should be defined");
    if (!arg_given(c, 1) && !arg_given(c, 2)) return fail(WZ_INVALID, "either size or scale_factor should be defined");
    const wz_arg *a = arg_given(c, 1) ? size : scale;
    if (a->n != p->n && a->n != 1)
        return fail(WZ_INVALID, "Input and output must have the same number of spatial dimensions, but got input with spatial dimensions of %s and %s of %d numbers",
                    sizes_text(p->n, x->size + 2), a == size ? "output size" : "scale_factor", a->n);
    if (recompute && a == size) return fail(WZ_INVALID, "recompute_scale_factor is not meaningful with an explicit size.");
    for (int d = 0; d < p->n; d++) {
        int k = a->n == 1 ? 0 : d;
        p->scale[d] = 0;
        if (a == size) {
            p->size[d] = size->v.ints[k];
            continue;
        }
        double f = scale->v.floats[k], n = floor((double)x->size[2 + d] * f);
        if (!(f > 0) || !(n < 0x1p62)) return fail(WZ_INVALID, "scale_factor must be a positive number that gives a size, got %g", f);
        p->size[d] = (int64_t)n;
        if (!recompute) p->scale[d] = 1 / f;
    }
    return WZ_OK;
}

static wz_status interpolate_mode(const wz_call *c, const char **kernel)
{
    static const struct { const char *name, *kernel; int ndim; } modes[] = {{"nearest", "nearest", 0}, {"nearest-exact", "nearest-exact", 0}, {"area", "area", 0},
        {"linear", "linear", 3}, {"bilinear", "linear", 4}, {"trilinear", "linear", 5}, {"bicubic", "cubic", 4}};
    const char *given = arg_string(c, 3);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(given, modes[i].name) != 0) continue;
        if (modes[i].ndim && modes[i].ndim != c->in[0]->ndim) return fail(WZ_UNSUPPORTED, "Got %dD input, but %s mode needs %dD input", c->in[0]->ndim, given, modes[i].ndim);
        if (!modes[i].ndim && arg_given(c, 4)) return fail(WZ_INVALID, "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear");
        if (arg_bool(c, 6) && strcmp(given, "bilinear") != 0 && strcmp(given, "bicubic") != 0)
            return fail(WZ_INVALID, "Anti-alias option is restricted to bilinear and bicubic modes and requires a 4-D tensor as input");
        *kernel = modes[i].kernel;
        return WZ_OK;
    }
    return fail(WZ_UNSUPPORTED, "unknown interpolation mode '%.40s'", given);
}

wz_status comp_interpolate(wz_call *c)
{
    wz_tensor  *x = c->in[0], *y = x;
    wz_dtype    d = (wz_dtype)x->dtype;
    const char *kernel = "";
    sizes_plan  p = {0};
    if (x->ndim < 3 || x->ndim > 5) return fail(WZ_UNSUPPORTED, "Input Error: Only 3D, 4D and 5D input Tensors supported (got %dD) for the modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got %s)",
                                                x->ndim, arg_string(c, 3));
    TRY(interpolate_mode(c, &kernel));
    TRY(plan_sizes(c, &p));
    if (strcmp(kernel, "area") == 0) {
        c->out[0] = wz_pool_mean(x, p.size, p.n, NULL, 0, NULL, 0, NULL, 0, false, 0);
        return c->out[0] ? WZ_OK : error_status();
    }
    bool weighted = strncmp(kernel, "nearest", 7) != 0, align = arg_given(c, 4) && arg_bool(c, 4), bytes = weighted && d == WZ_DTYPE_U8;
    if (weighted && !bytes && !dtype_is_float(d)) return fail(WZ_UNSUPPORTED, "mode %s is not implemented for %s", arg_string(c, 3), wz_dtype_name(d));
    bool wide = weighted && d != WZ_DTYPE_F32 && d != WZ_DTYPE_F64; /* several passes are rounded once */
    if (wide) y = wz_to_dtype(y, WZ_DTYPE_F32, false, false);
    for (int i = p.n; i-- > 0;) { /* a dim whose places do not change is left as it is */
        int64_t n = x->size[2 + i];
        bool    same = n == p.size[i] && (p.scale[i] == 0 || p.scale[i] == 1 || strcmp(kernel, "nearest") == 0);
        if (!same) y = wz_resample(y, 2 + i, p.size[i], kernel, p.scale[i], align, arg_bool(c, 6));
    }
    if (bytes) y = wz_hardtanh(wz_round(y), wz_num(0), wz_num(255));
    if (wide) y = wz_to_dtype(y, d, false, false);
    c->out[0] = y == x ? wz_clone(x) : y;
    return c->out[0] ? WZ_OK : error_status();
}

const kernel_row resample_rows[] = {
    {WZ_OP_resample, ON_REF, DT_ALL, NULL, ref_resample},
    {WZ_OP_resample_grad, ON_REF, DT_FLOAT, NULL, ref_resample},
    {WZ_OP_resample, ON_SIMD, DT(F32), weighs, fast_resample},
    {WZ_OP_resample_grad, ON_SIMD, DT(F32), weighs, fast_resample},
    {.run = NULL},
};

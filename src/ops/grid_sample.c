/* grid_sample.c - values of images and volumes at places that a grid names, and the regular grids themselves.
 *
 * A place is sampled one dim at a time: each dim gives at most four input indices with a weight and the weight's
 * derivative, and the value is the sum over their products. Indices outside the input count as zero.
 * SPDX-License-Identifier: MIT */
#include "doubles.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status shape_grid_sample(wz_call *c);
wz_status shape_grid_sample_grad(wz_call *c);
wz_status comp_grid_sample(wz_call *c);
wz_status comp_affine_grid(wz_call *c);

enum { GRID_DIMS = 3, MOST_TAPS = 4 };
typedef enum grid_mode { BILINEAR, NEAREST, BICUBIC } grid_mode;
typedef enum grid_padding { ZEROS, BORDER, REFLECTION } grid_padding;

typedef struct grid_args {
    int  mode, padding, n; /* n: spatial dims */
    bool align;
} grid_args;

static wz_status args_of(const wz_call *c, int first, grid_args *a)
{
    static const char *const modes[] = {"bilinear", "nearest", "bicubic"}, *const paddings[] = {"zeros", "border", "reflection"};
    const char *m = arg_string(c, first), *p = arg_string(c, first + 1);
    a->mode = a->padding = -1;
    for (int i = 0; i < 3; i++) {
        if (strcmp(m, modes[i]) == 0) a->mode = i;
        if (strcmp(p, paddings[i]) == 0) a->padding = i;
    }
    if (a->mode < 0) return fail(WZ_INVALID, "expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '%.40s'", m);
    if (a->padding < 0) return fail(WZ_INVALID, "expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '%.40s'", p);
    a->align = arg_given(c, first + 2) && arg_bool(c, first + 2);
    return WZ_OK;
}

static wz_status check_pair(const wz_tensor *x, const wz_tensor *g)
{
    int n = x->ndim - 2;
    if (n < 2 || n > GRID_DIMS || g->ndim != x->ndim) return fail(WZ_SHAPE, "expected 4D or 5D input and grid with same number of dimensions, but got input with sizes %s and grid with sizes %s",
                                                                  SHAPE_OF(x), SHAPE_OF(g));
    if (g->dtype != x->dtype) return fail(WZ_SHAPE, "expected input and grid to have the same dtype, but input has %s and grid has %s", wz_dtype_name((wz_dtype)x->dtype),
                                          wz_dtype_name((wz_dtype)g->dtype));
    if (g->size[0] != x->size[0]) return fail(WZ_SHAPE, "expected grid and input to have same batch size, but got input with sizes %s and grid with sizes %s", SHAPE_OF(x), SHAPE_OF(g));
    if (g->size[n + 1] != n) return fail(WZ_SHAPE, "expected grid to have size %d in last dimension, but got grid with sizes %s", n, SHAPE_OF(g));
    for (int d = 0; d < n; d++)
        if (x->size[2 + d] < 1) return fail(WZ_SHAPE, "expected input to have non-empty spatial dimensions, but input has sizes %s", SHAPE_OF(x));
    return WZ_OK;
}

wz_status shape_grid_sample(wz_call *c)
{
    const wz_tensor *x = c->in[0], *g = c->in[1];
    grid_args        a;
    int64_t          size[GRID_DIMS + 2] = {x->size[0], x->size[1]};
    TRY(args_of(c, 2, &a));
    TRY(check_pair(x, g));
    for (int d = 0; d < x->ndim - 2; d++) size[2 + d] = g->size[1 + d];
    return out_shape(c, 0, x->ndim, size);
}

wz_status shape_grid_sample_grad(wz_call *c)
{
    grid_args a;
    TRY(args_of(c, 3, &a));
    TRY(check_pair(c->in[1], c->in[2]));
    TRY(out_shape_like(c, 0, c->in[1]));
    return out_shape_like(c, 1, c->in[2]);
}

/* ---- one dim of one place ---------------------------------------------------------------------------------------------- */

typedef struct dim_taps { int n; int64_t place[MOST_TAPS]; double weight[MOST_TAPS], slope[MOST_TAPS]; } dim_taps; /* place -1: outside */

/* at brought inside by the padding mode; *slope is multiplied by the derivative. */
static double padded(double at, int64_t size, const grid_args *a, double *slope)
{
    double top = (double)(size - 1);
    if (a->padding == REFLECTION) {
        double low = a->align ? 0 : -0.5, span = a->align ? top : (double)size;
        if (span == 0) {
            *slope = 0;
            return 0;
        }
        double from = at - low;
        if (from < 0) *slope = -*slope, from = -from;
        double rest = fmod(from, span);
        bool   back = fmod(floor(from / span), 2) != 0;
        if (back) *slope = -*slope;
        at = back ? span - rest + low : rest + low;
    }
    if (a->padding != ZEROS) {
        if (!(at > 0)) *slope = 0, at = 0; /* NaN too */
        else if (at >= top) *slope = 0, at = top;
    }
    return at;
}

static int64_t inside(double at, int64_t size) { return at >= 0 && at <= (double)(size - 1) ? (int64_t)at : -1; }

static dim_taps taps_of(double x, int64_t size, const grid_args *a)
{
    dim_taps t = {.n = a->mode == NEAREST ? 1 : a->mode == BILINEAR ? 2 : 4};
    double   slope = a->align ? (double)(size - 1) / 2 : (double)size / 2;
    double   at = a->align ? (x + 1) / 2 * (double)(size - 1) : ((x + 1) * (double)size - 1) / 2;
    if (a->mode != BICUBIC) at = padded(at, size, a, &slope);
    double first = floor(at), f = at - first;
    if (a->mode == NEAREST) {
        t.place[0] = inside(nearbyint(at), size);
        t.weight[0] = 1;
    } else if (a->mode == BILINEAR) {
        for (int k = 0; k < 2; k++) {
            t.place[k] = inside(first + k, size);
            t.weight[k] = k ? f : 1 - f;
            t.slope[k] = k ? slope : -slope;
        }
    } else {
        const double b = -0.75, d[4] = {f + 1, f, 1 - f, 2 - f};
        for (int k = 0; k < 4; k++) {
            double unused = 1, u = d[k], side = k < 2 ? 1 : -1;
            t.place[k] = inside(padded(first - 1 + k, size, a, &unused), size);
            if (k == 0 || k == 3) {
                t.weight[k] = ((b * u - 5 * b) * u + 8 * b) * u - 4 * b;
                t.slope[k] = side * slope * ((3 * b * u - 10 * b) * u + 8 * b);
            } else {
                t.weight[k] = ((b + 2) * u - (b + 3)) * u * u + 1;
                t.slope[k] = side * slope * (3 * (b + 2) * u - 2 * (b + 3)) * u;
            }
        }
    }
    return t;
}

typedef struct tap { int64_t offset; double weight, slope[GRID_DIMS]; } tap;

/* The taps of place i (n, then spatial in rows) that lie inside x: offsets from x's first element of sample and channel. */
static int taps_at(const host_view *x, const host_view *grid, const grid_args *a, int64_t sample, int64_t place, tap *out)
{
    dim_taps t[GRID_DIMS];
    int64_t  base = sample * grid->stride[0];
    int      n_out = 0, all = 1;
    for (int d = a->n; d-- > 0; place /= grid->size[1 + d]) base += place % grid->size[1 + d] * grid->stride[1 + d];
    for (int d = 0; d < a->n; d++) { /* the grid's last dim is x first, the input's dims are x last */
        const void *e = at(grid, base + (a->n - 1 - d) * grid->stride[1 + a->n]);
        t[d] = taps_of(load_f64((wz_dtype)grid->dtype, e), x->size[2 + d], a);
        all *= t[d].n;
    }
    for (int k = 0; k < all; k++) {
        tap  r = {0, 1, {1, 1, 1}};
        bool good = true;
        int  rest = k;
        for (int d = a->n; d-- > 0; rest /= t[d].n) {
            int j = rest % t[d].n;
            good &= t[d].place[j] >= 0;
            r.offset += t[d].place[j] * x->stride[2 + d];
            r.weight *= t[d].weight[j];
            for (int s = 0; s < a->n; s++) r.slope[s] *= s == d ? t[d].slope[j] : t[d].weight[j];
        }
        if (good) out[n_out++] = r;
    }
    return n_out;
}

static int64_t places_of(const host_view *grid, int n)
{
    int64_t all = 1;
    for (int d = 0; d < n; d++) all *= grid->size[1 + d];
    return all;
}

static int64_t place_offset(const host_view *v, int n, int64_t place)
{
    int64_t offset = 0;
    for (int d = n; d-- > 0; place /= v->size[2 + d]) offset += place % v->size[2 + d] * v->stride[2 + d];
    return offset;
}

/* ---- kernels ------------------------------------------------------------------------------------------------------------ */

/* views: input, grid, out */
static void ref_sample_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *grid = x + 1, *out = x + 2;
    const grid_args *a = launch_args(l);
    int64_t          places = places_of(grid, a->n), begin, end;
    tap              taps[MOST_TAPS * MOST_TAPS * MOST_TAPS];
    part_range(grid->size[0] * places, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end; u++) {
        int64_t n = u / places, to = n * out->stride[0] + place_offset(out, a->n, u % places);
        int     n_taps = taps_at(x, grid, a, n, u % places, taps);
        for (int64_t c = 0; c < x->size[1]; c++) {
            double sum = 0;
            for (int k = 0; k < n_taps; k++) sum += taps[k].weight * load_f64((wz_dtype)x->dtype, at(x, n * x->stride[0] + c * x->stride[1] + taps[k].offset));
            store_f64((wz_dtype)out->dtype, at(out, to + c * out->stride[1]), sum);
        }
    }
}

/* views: grad, input, grid, input_grad. A plane of one channel is summed in double in the order of the grid. */
static void ref_input_grad_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *g = launch_views(l), *grid = g + 2, *out = g + 3;
    const grid_args *a = launch_args(l);
    int64_t          places = places_of(grid, a->n), plane = 1, begin, end;
    tap              taps[MOST_TAPS * MOST_TAPS * MOST_TAPS];
    host_view        packed = *out; /* of the scratch */
    for (int d = a->n; d-- > 0; plane *= out->size[2 + d]) packed.stride[2 + d] = plane;
    double *sum = scratch_doubles(l, plane);
    part_range(out->size[0] * out->size[1], part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && sum; u++) {
        int64_t n = u / out->size[1], c = u % out->size[1];
        for (int64_t i = 0; i < plane; i++) sum[i] = 0;
        for (int64_t i = 0; i < places; i++) {
            double v = load_f64((wz_dtype)g->dtype, at(g, n * g->stride[0] + c * g->stride[1] + place_offset(g, a->n, i)));
            int    n_taps = taps_at(&packed, grid, a, n, i, taps);
            for (int k = 0; k < n_taps; k++) sum[taps[k].offset] += taps[k].weight * v;
        }
        for (int64_t i = 0; i < plane; i++)
            store_f64((wz_dtype)out->dtype, at(out, n * out->stride[0] + c * out->stride[1] + place_offset(out, a->n, i)), sum[i]);
    }
    mem_free(sum);
}

/* views: grad, input, grid, grid_grad */
static void ref_grid_grad_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *g = launch_views(l), *x = g + 1, *grid = g + 2, *out = g + 3;
    const grid_args *a = launch_args(l);
    int64_t          places = places_of(grid, a->n), begin, end;
    tap              taps[MOST_TAPS * MOST_TAPS * MOST_TAPS];
    part_range(grid->size[0] * places, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end; u++) {
        int64_t n = u / places, from = n * g->stride[0] + place_offset(g, a->n, u % places);
        int     n_taps = taps_at(x, grid, a, n, u % places, taps);
        double  sum[GRID_DIMS] = {0};
        for (int64_t c = 0; c < x->size[1]; c++) {
            double v = load_f64((wz_dtype)g->dtype, at(g, from + c * g->stride[1]));
            for (int k = 0; k < n_taps; k++) {
                double e = v * load_f64((wz_dtype)x->dtype, at(x, n * x->stride[0] + c * x->stride[1] + taps[k].offset));
                for (int d = 0; d < a->n; d++) sum[d] += taps[k].slope[d] * e;
            }
        }
        for (int d = 0; d < a->n; d++) store_f64((wz_dtype)out->dtype, at(out, view_offset(out, u * a->n + a->n - 1 - d)), a->mode == NEAREST ? 0 : sum[d]);
    }
}

static wz_status ref_grid_sample(wz_call *c)
{
    bool      back = c->op == WZ_OP_grid_sample_grad;
    grid_args a;
    TRY(args_of(c, back ? 3 : 2, &a));
    a.n = c->in[0]->ndim - 2;
    if (!back) return tensor_numel(c->out[0]) ? launch_call(c, ref_sample_kernel, tensor_numel(c->out[0]) * 16, 0, &a, sizeof a) : WZ_OK;
    wz_tensor *t[] = {c->in[0], c->in[1], c->in[2], c->out[0]};
    if (tensor_numel(c->out[0])) TRY(launch_host(c, ref_input_grad_kernel, 4, t, 8, tensor_numel(c->in[0]) * 16, 0, &a, sizeof a));
    t[3] = c->out[1];
    return tensor_numel(c->out[1]) ? launch_host(c, ref_grid_grad_kernel, 4, t, 8, tensor_numel(c->in[0]) * 16, 0, &a, sizeof a) : WZ_OK;
}

/* ---- the named forms ---------------------------------------------------------------------------------------------------- */

wz_status comp_grid_sample(wz_call *c)
{
    c->out[0] = wz_grid_sample_mode(c->in[0], c->in[1], arg_string(c, 2), arg_string(c, 3), arg_given(c, 4) && arg_bool(c, 4));
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_affine_grid(wz_call *c)
{
    wz_tensor     *theta = c->in[0], *axis[GRID_DIMS + 1];
    const wz_arg  *size = &c->arg[1];
    int            n = size->n - 2;
    bool           align = arg_given(c, 2) && arg_bool(c, 2);
    wz_dtype       d = (wz_dtype)theta->dtype;
    int64_t        grid[GRID_DIMS + 2], places = 1;
    if (n != 2 && n != 3) return fail(WZ_UNSUPPORTED, "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size %s", sizes_text(size->n, size->v.ints));
    if (theta->ndim != 3 || theta->size[0] != size->v.ints[0] || theta->size[1] != n || theta->size[2] != n + 1)
        return fail(WZ_INVALID, "Expected a batch of %dD affine matrices of shape (%lld, %d, %d), but got %s", n, (long long)size->v.ints[0], n, n + 1, SHAPE_OF(theta));
    for (int i = 0; i < n; i++) {
        grid[i] = size->v.ints[2 + i];
        if (grid[i] < 1) return fail(WZ_INVALID, "Expected non-zero, positive output size. Got %s", sizes_text(size->n, size->v.ints));
        if (!i64_mul(places, grid[i], &places)) return fail(WZ_SHAPE, "size %s is too large", sizes_text(size->n, size->v.ints));
    }
    for (int i = 0; i <= n; i++) { /* x, the last dim, comes first; then 1 for the shift */
        int     dim = n - 1 - i;
        int64_t shape[GRID_DIMS] = {1, 1, 1}, m = i < n ? grid[dim] : 1;
        double  edge = i == n ? 1 : m <= 1 ? 0 : align ? 1 : (double)(m - 1) / (double)m;
        if (i < n) shape[dim] = m;
        wz_tensor *line = wz_linspace(wz_num(i == n ? 1 : -edge), wz_num(edge), m, d, wz_tensor_device(theta));
        axis[i] = wz_expand(wz_reshape(line, shape, n), grid, n);
    }
    wz_tensor *base = wz_reshape(wz_stack(axis, n + 1, -1), (int64_t[]){1, places, n + 1}, 3);
    base = wz_expand(base, (int64_t[]){theta->size[0], places, n + 1}, 3);
    wz_tensor *out = wz_bmm(base, wz_transpose(theta, 1, 2));
    int64_t    shape[GRID_DIMS + 2] = {theta->size[0]};
    memcpy(shape + 1, grid, sizeof *grid * (size_t)n);
    shape[n + 1] = n;
    c->out[0] = wz_reshape(out, shape, n + 2);
    return c->out[0] ? WZ_OK : error_status();
}

const kernel_row grid_sample_rows[] = {
    {WZ_OP_grid_sample_mode, ON_REF, DT_FLOAT, NULL, ref_grid_sample},
    {WZ_OP_grid_sample_grad, ON_REF, DT_FLOAT, NULL, ref_grid_sample},
    {.run = NULL},
};

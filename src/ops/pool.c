/* pool.c - pooling: the rules, the named forms and the plain definition.
 *
 * A plane is the last one to three dims of one channel. Kernels bring a plane into packed scratch numbers, then visit
 * the windows. Largest elements are found on keys that order like the values, so that all integers are exact.
 * SPDX-License-Identifier: MIT */
#include "pool.h"
#include "doubles.h"
#include "sort.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status dtype_pool_max(wz_call *c);
wz_status shape_pool(wz_call *c);
wz_status shape_pool_back(wz_call *c);
wz_status comp_max_pool(wz_call *c);
wz_status comp_avg_pool(wz_call *c);
wz_status comp_adaptive_pool(wz_call *c);

/* ---- rules ------------------------------------------------------------------------------------------------------- */

wz_status dtype_pool_max(wz_call *c)
{
    c->out_dtype[0] = c->dtype;
    c->out_dtype[1] = WZ_DTYPE_I64;
    return WZ_OK;
}

/* The sizes argument of hidden rows is where the result's sizes differ from the input's. */
static wz_status shape_from(wz_call *c, int arg)
{
    const wz_tensor *x = c->in[0];
    const wz_arg    *s = &c->arg[arg];
    int64_t          size[WZ_MAX_DIMS];
    if (s->n < 1 || s->n > POOL_DIMS || x->ndim < s->n) return fail(WZ_SHAPE, "size must name the last one to three dims of input %s, got %s", SHAPE_OF(x), sizes_text(s->n, s->v.ints));
    memcpy(size, x->size, sizeof size);
    for (int d = 0; d < s->n; d++) {
        if (s->v.ints[d] < 0) return fail(WZ_SHAPE, "elements of output_size must be greater than or equal to 0 but got %s", sizes_text(s->n, s->v.ints));
        size[x->ndim - s->n + d] = s->v.ints[d];
    }
    for (int k = 0; k < c->n_out; k++) TRY(out_shape(c, k, x->ndim, size));
    return WZ_OK;
}

static wz_status check_windows(const wz_call *c, int first, int n, bool dilated)
{
    if (c->arg[first].n == 0) return WZ_OK; /* shares */
    for (int i = 0; i < (dilated ? 4 : 3); i++)
        if (c->arg[first + i].n != n) return fail(WZ_SHAPE, "%s must have %d elements", c->row->info.params[first + i].name, n);
    for (int d = 0; d < n; d++)
        if (c->arg[first].v.ints[d] < 1 || c->arg[first + 1].v.ints[d] < 1 || c->arg[first + 2].v.ints[d] < 0 || (dilated && c->arg[first + 3].v.ints[d] < 1))
            return fail(WZ_SHAPE, "kernel size, stride and dilation must be greater than zero, and padding non-negative");
    return WZ_OK;
}

wz_status shape_pool(wz_call *c)
{
    int n = c->arg[1].n;
    TRY(shape_from(c, 1));
    TRY(check_windows(c, 2, n, c->op == WZ_OP_pool_max));
    for (int d = 0; d < n; d++) /* every window must see an element of its own or be of a size that is 0 */
        if (c->op == WZ_OP_pool_max && c->in[0]->size[c->in[0]->ndim - n + d] == 0 && c->arg[1].v.ints[d])
            return fail(WZ_SHAPE, "Expected input to have non-zero size for non-batch dimensions, but input has sizes %s", SHAPE_OF(c->in[0]));
    return WZ_OK;
}

wz_status shape_pool_back(wz_call *c)
{
    bool max = c->op == WZ_OP_pool_max_grad;
    if (max && (c->in[1]->dtype != WZ_DTYPE_I64 || !sizes_equal(c->in[0]->ndim, c->in[0]->size, c->in[1]->ndim, c->in[1]->size)))
        return fail(WZ_SHAPE, "indices must be int64 of grad's shape %s, got %s", SHAPE_OF(c->in[0]), SHAPE_OF(c->in[1]));
    TRY(shape_from(c, max ? 2 : 1));
    return max ? WZ_OK : check_windows(c, 2, c->arg[1].n, false);
}

pool_plan pool_plan_of(const wz_call *c)
{
    bool             max = c->op == WZ_OP_pool_max, back = c->op == WZ_OP_pool_mean_grad;
    int              n = c->arg[1].n;
    const wz_tensor *from = back ? c->out[0] : c->in[0], *to = back ? c->in[0] : c->out[0];
    pool_plan        p = {.in = {1, 1, 1}, .out = {1, 1, 1}, .kernel = {1, 1, 1}, .stride = {1, 1, 1}, .dilation = {1, 1, 1}, .shares = c->arg[2].n == 0};
    for (int d = 0; d < n; d++) {
        int k = POOL_DIMS - n + d;
        p.in[k] = from->size[from->ndim - n + d];
        p.out[k] = to->size[to->ndim - n + d];
        if (p.shares) continue;
        p.kernel[k] = c->arg[2].v.ints[d];
        p.stride[k] = c->arg[3].v.ints[d];
        p.pad[k] = c->arg[4].v.ints[d];
        if (max) p.dilation[k] = c->arg[5].v.ints[d];
    }
    if (!max) {
        p.include_pad = arg_bool(c, 5);
        p.divisor = arg_int(c, 6);
    }
    return p;
}

/* ---- the named forms --------------------------------------------------------------------------------------------- */

static wz_status spread(const wz_call *c, int arg, int n, int64_t *out)
{
    const wz_arg *a = &c->arg[arg];
    const char   *name = c->row->info.params[arg].name;
    if (a->n != 1 && a->n != n) return fail(WZ_SHAPE, "%s must either be a single int, or a tuple of %d ints, got %s", name, n, sizes_text(a->n, a->v.ints));
    for (int d = 0; d < n; d++) out[d] = a->v.ints[a->n == 1 ? 0 : d];
    return WZ_OK;
}

static wz_status check_input(const wz_call *c, int n)
{
    const wz_tensor *x = c->in[0];
    if (x->ndim != n + 1 && x->ndim != n + 2) return fail(WZ_SHAPE, "Expected %dD or %dD input, but got input of size %s", n + 1, n + 2, SHAPE_OF(x));
    for (int d = 1; d <= n; d++)
        if (x->size[x->ndim - d] == 0) return fail(WZ_SHAPE, "Expected input to have non-zero size for non-batch dimensions, but input has sizes %s", SHAPE_OF(x));
    return WZ_OK;
}

/* Windows of kernel, stride, padding and dilation over in elements; with ceil also one that starts inside but ends
 * behind the padding. */
static wz_status count_windows(int64_t in, int64_t kernel, int64_t stride, int64_t pad, int64_t dilation, bool ceil, int64_t *out)
{
    int64_t reach, all;
    if (kernel < 1) return fail(WZ_SHAPE, "kernel size should be greater than zero, but got %lld", (long long)kernel);
    if (stride < 1) return fail(WZ_SHAPE, "stride should not be zero");
    if (dilation < 1) return fail(WZ_SHAPE, "dilation should be greater than zero, but got dilation = %lld", (long long)dilation);
    if (pad < 0) return fail(WZ_SHAPE, "pad must be non-negative, but got pad = %lld", (long long)pad);
    if (!i64_mul(kernel - 1, dilation, &reach) || !i64_add(pad, pad, &all) || !i64_add(all, in, &all) || !i64_add(all, stride, &all))
        return fail(WZ_SHAPE, "kernel, stride or padding is too large");
    if (pad > (reach + 1) / 2)
        return fail(WZ_SHAPE, "pad should be at most half of effective kernel size, but got pad=%lld, kernel_size=%lld and dilation=%lld", (long long)pad,
                    (long long)kernel, (long long)dilation);
    int64_t room = in + 2 * pad - reach - 1;
    *out = room < 0 && !ceil ? 0 : (room + (ceil ? stride - 1 : 0)) / stride + 1;
    if (room + (ceil ? stride - 1 : 0) < 0) *out = 0;
    if (ceil && (*out - 1) * stride >= in + pad) --*out;
    if (*out < 1) return fail(WZ_SHAPE, "Given input size %lld, kernel size %lld: the calculated output size is %lld, which is too small", (long long)in,
                              (long long)kernel, (long long)*out);
    return WZ_OK;
}

typedef struct windows { int64_t size[POOL_DIMS], kernel[POOL_DIMS], stride[POOL_DIMS], pad[POOL_DIMS], dilation[POOL_DIMS]; } windows;

static wz_status windows_of(wz_call *c, int n, bool dilated, bool ceil, windows *w)
{
    const wz_tensor *x = c->in[0];
    TRY(check_input(c, n));
    TRY(spread(c, 1, n, w->kernel));
    if (arg_given(c, 2) && c->arg[2].n) TRY(spread(c, 2, n, w->stride));
    else memcpy(w->stride, w->kernel, sizeof w->stride);
    TRY(spread(c, 3, n, w->pad));
    for (int d = 0; d < n; d++) w->dilation[d] = 1;
    if (dilated) TRY(spread(c, 4, n, w->dilation));
    for (int d = 0; d < n; d++) TRY(count_windows(x->size[x->ndim - n + d], w->kernel[d], w->stride[d], w->pad[d], w->dilation[d], ceil, &w->size[d]));
    return WZ_OK;
}

/* The digit of max_pool1d, adaptive_avg_pool2d and so on. */
static int dims_of(const wz_call *c) { return *strpbrk(c->row->info.name, "123") - '0'; }

wz_status comp_max_pool(wz_call *c)
{
    int     n = dims_of(c);
    windows w;
    TRY(windows_of(c, n, true, arg_bool(c, 5), &w));
    wz_tensor *indices;
    c->out[0] = wz_pool_max(c->in[0], w.size, n, w.kernel, n, w.stride, n, w.pad, n, w.dilation, n, &indices);
    if (c->n_out > 1) c->out[1] = indices;
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_avg_pool(wz_call *c)
{
    int     n = dims_of(c);
    windows w;
    TRY(windows_of(c, n, false, arg_bool(c, 4), &w));
    bool given = c->row->info.n_params > 6 && arg_given(c, 6);
    if (given && arg_int(c, 6) == 0) return fail(WZ_SHAPE, "divisor must be not zero");
    c->out[0] = wz_pool_mean(c->in[0], w.size, n, w.kernel, n, w.stride, n, w.pad, n, arg_bool(c, 5), given ? arg_int(c, 6) : 0);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_adaptive_pool(wz_call *c)
{
    int        n = dims_of(c);
    int64_t    size[POOL_DIMS];
    wz_tensor *indices;
    TRY(check_input(c, n));
    TRY(spread(c, 1, n, size));
    if (c->n_out > 1) c->out[0] = wz_pool_max(c->in[0], size, n, NULL, 0, NULL, 0, NULL, 0, NULL, 0, &indices), c->out[1] = indices;
    else c->out[0] = wz_pool_mean(c->in[0], size, n, NULL, 0, NULL, 0, NULL, 0, false, 0);
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- reference ------------------------------------------------------------------------------------------------------ */

static host_view planes_of(const host_view *v, int64_t n_dims) { return view_keep_dims(v, (1u << (v->ndim - n_dims)) - 1); }

/* A packed copy of the plane's own dims, seen from its first element. */
static host_view plane_of(const host_view *v, int64_t n_dims)
{
    return view_keep_dims(v, ((1u << v->ndim) - 1) & ~((1u << (v->ndim - n_dims)) - 1));
}

typedef struct plane_args {
    pool_plan p;
    int64_t   dims;
} plane_args;

static int64_t product(const int64_t n[POOL_DIMS]) { return n[0] * n[1] * n[2]; }

/* views: input, out, indices */
static void ref_max_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view  *x = launch_views(l), *out = x + 1, *index = x + 2;
    const plane_args *a = launch_args(l);
    const pool_plan  *p = &a->p;
    host_view         from = planes_of(x, a->dims), plane = plane_of(x, a->dims), to = planes_of(out, a->dims), tile = plane_of(out, a->dims),
              ito = planes_of(index, a->dims), itile = plane_of(index, a->dims);
    unsigned char     nan[16];
    int64_t           begin, end, n_in = product(p->in), n_out = product(p->out);
    uint64_t         *key = mem_alloc_array((size_t)(n_in ? n_in : 1), sizeof *key), nan_key = 0;
    bool              floating = wz_dtype_get_kind((wz_dtype)x->dtype) == WZ_KIND_FLOAT;
    if (!key) {
        kernel_error(l, WZ_NOMEM, "no memory for a plane of %lld elements", (long long)n_in);
        return;
    }
    if (floating) {
        store_f64((wz_dtype)x->dtype, nan, (double)NAN);
        nan_key = order_key((wz_dtype)x->dtype, nan);
    }
    part_range(from.numel, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end; u++) {
        const char *src = at(x, view_offset(&from, u));
        for (int64_t i = 0; i < n_in; i++) key[i] = order_key((wz_dtype)x->dtype, src + view_offset(&plane, i) * x->bytes);
        for (int64_t i = 0; i < n_out; i++) {
            pool_window w0 = pool_window_of(p, 0, i / (p->out[1] * p->out[2])), w1 = pool_window_of(p, 1, i / p->out[2] % p->out[1]), w2 = pool_window_of(p, 2, i % p->out[2]);
            int64_t     best = -1;
            for (int64_t j = 0; j < w0.n * w1.n * w2.n; j++) {
                int64_t k = ((w0.first + j / (w1.n * w2.n) * w0.step) * p->in[1] + w1.first + j / w2.n % w1.n * w1.step) * p->in[2] + w2.first + j % w2.n * w2.step;
                if (best < 0 || key[k] > key[best] || (floating && key[k] == nan_key)) best = k;
            }
            void *value = at(out, view_offset(&to, u) + view_offset(&tile, i));
            if (best < 0) { /* a window that lies wholly in the padding */
                if (floating) store_f64((wz_dtype)out->dtype, value, (double)-INFINITY);
                else memset(value, 0, out->bytes);
                best = 0;
            } else {
                memcpy(value, src + view_offset(&plane, best) * x->bytes, x->bytes);
            }
            *(int64_t *)at(index, view_offset(&ito, u) + view_offset(&itile, i)) = best;
        }
    }
    mem_free(key);
}

/* views: input, out. Integers are summed as integers and divided toward zero. */
static void ref_mean_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view  *x = launch_views(l), *out = x + 1;
    const plane_args *a = launch_args(l);
    const pool_plan  *p = &a->p;
    host_view         from = planes_of(x, a->dims), plane = plane_of(x, a->dims), to = planes_of(out, a->dims), tile = plane_of(out, a->dims);
    bool              whole = wz_dtype_get_kind((wz_dtype)x->dtype) <= WZ_KIND_INT;
    int64_t           begin, end, n_out = product(p->out);
    part_range(from.numel * n_out, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end; u++) {
        int64_t     i = u % n_out, base = view_offset(&from, u / n_out);
        pool_window w[POOL_DIMS] = {pool_window_of(p, 0, i / (p->out[1] * p->out[2])), pool_window_of(p, 1, i / p->out[2] % p->out[1]), pool_window_of(p, 2, i % p->out[2])};
        double      sum = 0;
        int64_t     total = 0;
        for (int64_t j = 0; j < w[0].n * w[1].n * w[2].n; j++) {
            int64_t k = ((w[0].first + j / (w[1].n * w[2].n)) * p->in[1] + w[1].first + j / w[2].n % w[1].n) * p->in[2] + w[2].first + j % w[2].n;
            const void *e = at(x, base + view_offset(&plane, k));
            if (whole) total += load_i64((wz_dtype)x->dtype, e);
            else sum += load_f64((wz_dtype)x->dtype, e);
        }
        void  *value = at(out, view_offset(&to, u / n_out) + view_offset(&tile, i));
        double divisor = pool_divisor(p, w);
        if (whole) store_i64((wz_dtype)out->dtype, value, divisor != 0 ? total / (int64_t)divisor : 0);
        else store_f64((wz_dtype)out->dtype, value, w[0].n * w[1].n * w[2].n > 0 ? sum / divisor : 0);
    }
}

/* views: grad, out. Sums of one plane are made in double, in the order of the windows. */
static void ref_mean_grad_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view  *g = launch_views(l), *out = g + 1;
    const plane_args *a = launch_args(l);
    const pool_plan  *p = &a->p;
    host_view         from = planes_of(g, a->dims), tile = plane_of(g, a->dims), to = planes_of(out, a->dims), plane = plane_of(out, a->dims);
    int64_t           begin, end, n_in = product(p->in), n_out = product(p->out);
    double           *sum = scratch_doubles(l, n_in);
    part_range(to.numel, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && sum; u++) {
        memset(sum, 0, sizeof *sum * (size_t)n_in);
        for (int64_t i = 0; i < n_out; i++) {
            pool_window w[POOL_DIMS] = {pool_window_of(p, 0, i / (p->out[1] * p->out[2])), pool_window_of(p, 1, i / p->out[2] % p->out[1]),
                                        pool_window_of(p, 2, i % p->out[2])};
            double      share = load_f64((wz_dtype)g->dtype, at(g, view_offset(&from, u) + view_offset(&tile, i))) / pool_divisor(p, w);
            for (int64_t z = 0; z < w[0].n; z++)
                for (int64_t y = 0; y < w[1].n; y++) {
                    double *row = sum + ((w[0].first + z) * p->in[1] + w[1].first + y) * p->in[2] + w[2].first;
                    for (int64_t k = 0; k < w[2].n; k++) row[k] += share;
                }
        }
        for (int64_t i = 0; i < n_in; i++) store_f64((wz_dtype)out->dtype, at(out, view_offset(&to, u) + view_offset(&plane, i)), sum[i]);
    }
    mem_free(sum);
}

/* views: grad, indices, out */
static void ref_max_grad_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *g = launch_views(l), *index = g + 1, *out = g + 2;
    int64_t          dims = *(const int64_t *)launch_args(l), begin, end;
    host_view        from = planes_of(g, dims), tile = plane_of(g, dims), at_i = planes_of(index, dims), itile = plane_of(index, dims), to = planes_of(out, dims),
              plane = plane_of(out, dims);
    bool             whole = wz_dtype_get_kind((wz_dtype)out->dtype) <= WZ_KIND_INT;
    double          *sum = scratch_doubles(l, plane.numel);
    part_range(to.numel, part, n_parts, &begin, &end);
    for (int64_t u = begin; u < end && sum; u++) {
        for (int64_t i = 0; i < plane.numel; i++) sum[i] = 0;
        for (int64_t i = 0; i < tile.numel; i++) {
            int64_t     k = *(const int64_t *)at(index, view_offset(&at_i, u) + view_offset(&itile, i));
            const void *e = at(g, view_offset(&from, u) + view_offset(&tile, i));
            if (k < 0 || k >= plane.numel) {
                kernel_error(l, WZ_INDEX, "index %lld is out of bounds for planes of %lld elements", (long long)k, (long long)plane.numel);
                break;
            }
            sum[k] += whole ? (double)load_i64((wz_dtype)g->dtype, e) : load_f64((wz_dtype)g->dtype, e);
        }
        for (int64_t i = 0; i < plane.numel; i++) store_f64((wz_dtype)out->dtype, at(out, view_offset(&to, u) + view_offset(&plane, i)), sum[i]);
    }
    mem_free(sum);
}

static wz_status ref_pool(wz_call *c)
{
    plane_args a = {pool_plan_of(c), c->arg[1].n};
    int64_t    window = a.p.shares ? product(a.p.in) / (product(a.p.out) ? product(a.p.out) : 1) : product(a.p.kernel);
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    cpu_kernel_fn kernel = c->op == WZ_OP_pool_max ? ref_max_kernel : c->op == WZ_OP_pool_mean ? ref_mean_kernel : ref_mean_grad_kernel;
    return launch_call(c, kernel, tensor_numel(c->out[0]) * (window + 1), 0, &a, sizeof a);
}

static wz_status ref_max_grad(wz_call *c)
{
    int64_t dims = c->arg[2].n;
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, ref_max_grad_kernel, tensor_numel(c->out[0]), 0, &dims, sizeof dims);
}

const kernel_row pool_rows[] = {
    {WZ_OP_pool_max, ON_REF, DT_INT | DT_FLOAT, NULL, ref_pool},
    {WZ_OP_pool_mean, ON_REF, DT_INT | DT_FLOAT, NULL, ref_pool},
    {WZ_OP_pool_mean_grad, ON_REF, DT_FLOAT, NULL, ref_pool},
    {WZ_OP_pool_max_grad, ON_REF, DT_INT | DT_FLOAT, NULL, ref_max_grad},
    {.run = NULL},
};

/* masks.c - choosing elements by a mask: nonzero, masked_fill, masked_select, masked_scatter.
 *
 * Results whose size depends on the data are composites: one kernel counts, the host reads the count,
 * a second kernel of known size fills.
 * SPDX-License-Identifier: MIT */
#include "index.h"
#include <string.h>
#include <wootz/ops.h>

static wz_status made(const wz_tensor *t) { return t ? WZ_OK : error_status(); }

static wz_status check_mask(const wz_tensor *mask, const char *op)
{
    if (mask->dtype != WZ_DTYPE_BOOL)
        return fail(WZ_SHAPE, "%s only supports boolean masks, but got mask with dtype %s", op,
                    wz_dtype_name((wz_dtype)mask->dtype));
    return WZ_OK;
}

/* ---- nonzero --------------------------------------------------------------------------------- */

static inline bool is_true(const host_view *v, int64_t offset)
{
    const char *p = at(v, offset);
    if (v->dtype == WZ_DTYPE_BOOL) return *p != 0;
    if (dtype_is_complex((wz_dtype)v->dtype)) {
        cdouble z = load_c128((wz_dtype)v->dtype, p);
        return z.re != 0 || z.im != 0;
    }
    if (dtype_is_float((wz_dtype)v->dtype)) return load_f64((wz_dtype)v->dtype, p) != 0;
    return load_u64((wz_dtype)v->dtype, p) != 0;
}

static int64_t count_bytes(const void *bytes, int64_t step, int64_t n)
{
    const uint8_t *p = bytes;
    int64_t count = 0;
    for (int64_t j = 0; j < n; j++) count += p[j * step] != 0;
    return count;
}

static void count_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *x = &launch_views(l)[0], *out = &launch_views(l)[1];
    int64_t n = 0;
    run_walk w;
    runs_begin(&w, x->ndim, x->size, 1, &x, 0);
    for (int64_t i = 0, some; i < x->numel; i += some) {
        some = runs_next(&w, x->numel - i);
        if (x->dtype == WZ_DTYPE_BOOL)
            n += count_bytes(at(x, w.at[0]), w.step[0], some);
        else
            for (int64_t j = 0; j < some; j++) n += is_true(x, w.at[0] + j * w.step[0]);
    }
    store_i64((wz_dtype)out->dtype, out->data, n);
}

static wz_status ref_count_true(wz_call *c) { return launch_call(c, count_kernel, 1, 2, NULL, 0); }

static wz_status count_of(wz_tensor *x, int64_t *out)
{
    wz_scalar n;
    wz_tensor *count = wz_count_true(x);
    TRY(made(count));
    TRY(wz_tensor_item(count, &n));
    *out = n.i;
    return WZ_OK;
}

wz_status shape_nonzero(wz_call *c)
{
    return out_shape(c, 0, 2, (int64_t[]){arg_int(c, 1), c->in[0]->ndim});
}

static void nonzero_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *x = &launch_views(l)[0], *out = &launch_views(l)[1];
    int64_t n = 0, most = out->size[0], row_size = x->ndim ? x->size[x->ndim - 1] : 1;
    int last = x->ndim - 1;
    if (x->numel == 0) return;
    host_view rows = *x;
    if (x->ndim) rows.ndim--;
    nd_iter it;
    nd_begin(&it, rows.ndim, rows.size, 1, (const host_view *[]){&rows}, 0);
    for (int64_t r = 0; r < x->numel / row_size && n < most; r++, nd_next(&it))
        for (int64_t j = 0; j < row_size && n < most; j++) {
            if (!is_true(x, it.offset[0] + (x->ndim ? j * x->stride[last] : 0))) continue;
            int64_t *to = (int64_t *)at(out, n * out->stride[0]);
            for (int d = 0; d < last; d++) to[d * out->stride[1]] = it.index[d];
            if (x->ndim) to[last * out->stride[1]] = j;
            n++;
        }
}

static wz_status ref_nonzero_fill(wz_call *c) { return launch_call(c, nonzero_kernel, 1, 2, NULL, 0); }

wz_status comp_nonzero(wz_call *c)
{
    int64_t n;
    TRY(count_of(c->in[0], &n));
    c->out[0] = wz_nonzero_fill(c->in[0], n);
    return made(c->out[0]);
}

/* ---- Tensor.where ----------------------------------------------------------------------------- */

wz_status comp_where_method(wz_call *c)
{
    c->out[0] = wz_where(c->in[1], c->in[0], c->in[2]);
    return made(c->out[0]);
}

/* ---- masked_fill ----------------------------------------------------------------------------- */

wz_status shape_masked(wz_call *c)
{
    int ndim;
    int64_t size[WZ_MAX_DIMS];
    TRY(check_mask(c->in[1], "masked_fill"));
    TRY(broadcast_sizes(2, c->in, &ndim, size));
    return out_shape(c, 0, ndim, size);
}

#define FILL_EACH(type)                                                                            \
    for (int64_t j = 0; j < n; j++)                                                                \
        if (hit[j * hit_step]) ((type *)to)[j * to_step] = *(const type *)value;
#define CHOOSE_EACH(type)                                                                          \
    for (int64_t j = 0; j < n; j++)                                                                \
        ((type *)to)[j * to_step] = hit[j * hit_step] ? *(const type *)value : ((const type *)from)[j * from_step];

/* views: x, mask, out; the value is the argument, or a fourth view */
static void masked_fill_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *out = &v[2];
    const void *value = ((const host_args *)l->args)->n_views == 4 ? v[3].data : launch_args(l);
    host_view x = view_expand(&v[0], out->ndim, out->size), mask = view_expand(&v[1], out->ndim, out->size);
    int64_t begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    bool same = x.data == out->data; /* in place: the other elements stay */
    run_walk w;
    runs_begin(&w, out->ndim, out->size, 3, (const host_view *[]){&x, &mask, out}, begin);
    for (int64_t k = begin, n; k < end; k += n) {
        n = runs_next(&w, end - k);
        void *to = at(out, w.at[2]);
        const void *from = at(&x, w.at[0]);
        const uint8_t *hit = at(&mask, w.at[1]);
        int64_t to_step = w.step[2], from_step = w.step[0], hit_step = w.step[1];
        if (same) {
            FOR_BYTES(out->bytes, FILL_EACH)
        } else {
            FOR_BYTES(out->bytes, CHOOSE_EACH)
        }
    }
}

static wz_status ref_masked_fill(wz_call *c)
{
    _Alignas(16) char value[16] = {0};
    TRY(scalar_store((wz_dtype)c->out[0]->dtype, value, arg_scalar(c, 2)));
    wz_tensor *t[3] = {c->in[0], c->in[1], c->out[0]};
    if (t[1]->storage == t[2]->storage && tensor_overlap(t[1], t[2]) != OVERLAP_NONE) {
        t[1] = wz_clone(t[1]);
        TRY(made(t[1]));
    }
    return launch_host(c, masked_fill_kernel, 3, t, 4, tensor_numel(t[2]), 0, value, sizeof value);
}

wz_status shape_masked_set(wz_call *c)
{
    TRY(check_mask(c->in[1], "masked_set_"));
    if (c->in[2]->ndim != 0 || c->in[2]->dtype != c->in[0]->dtype)
        return fail(WZ_TYPE, "the value must be a 0-d tensor of x's dtype");
    TRY(made(expand_to(c->in[1], c->in[0]->ndim, c->in[0]->size)));
    return out_shape_like(c, 0, c->in[0]);
}

static wz_status ref_masked_set_(wz_call *c)
{
    wz_tensor *t[4] = {c->out[0], c->in[1], c->out[0], c->in[2]};
    return launch_host(c, masked_fill_kernel, 4, t, 4, tensor_numel(t[2]), 0, NULL, 0);
}

wz_status comp_masked_fill_tensor(wz_call *c)
{
    wz_scalar v;
    if (c->in[2]->ndim != 0)
        return fail(WZ_SHAPE, "masked_fill only supports a 0-dimensional value tensor, but got tensor with %d "
                              "dimension(s).", c->in[2]->ndim);
    TRY(wz_tensor_item(c->in[2], &v));
    c->out[0] = wz_masked_fill(c->in[0], c->in[1], v);
    return made(c->out[0]);
}

/* ---- masked_select and masked_scatter -------------------------------------------------------- */

wz_status shape_masked_take(wz_call *c)
{
    int64_t n = arg_int(c, 2);
    TRY(check_mask(c->in[1], "masked_select"));
    if (!sizes_equal(c->in[0]->ndim, c->in[0]->size, c->in[1]->ndim, c->in[1]->size))
        return fail(WZ_SHAPE, "mask %s must have the shape of x %s", SHAPE_OF(c->in[1]), SHAPE_OF(c->in[0]));
    return out_shape(c, 0, 1, &n);
}

#define TAKE_EACH(type)                                                                            \
    for (int64_t j = 0; j < some && n < out->numel; j++)                                           \
        if (hit[j * hit_step]) ((type *)to)[n++ * to_step] = ((const type *)from)[j * from_step];

static void masked_take_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *v = launch_views(l), *x = &v[0], *mask = &v[1], *out = &v[2];
    int64_t n = 0, to_step = out->stride[0];
    void *to = out->data;
    run_walk w;
    runs_begin(&w, x->ndim, x->size, 2, (const host_view *[]){x, mask}, 0);
    for (int64_t i = 0, some; i < x->numel; i += some) {
        some = runs_next(&w, x->numel - i);
        const void *from = at(x, w.at[0]);
        const uint8_t *hit = at(mask, w.at[1]);
        int64_t from_step = w.step[0], hit_step = w.step[1];
        FOR_BYTES(out->bytes, TAKE_EACH)
    }
}

static wz_status ref_masked_take(wz_call *c) { return launch_call(c, masked_take_kernel, 1, 2, NULL, 0); }

wz_status comp_masked_select(wz_call *c)
{
    int ndim;
    int64_t n, size[WZ_MAX_DIMS];
    TRY(check_mask(c->in[1], "masked_select"));
    TRY(broadcast_sizes(2, c->in, &ndim, size));
    wz_tensor *x = wz_expand(c->in[0], size, ndim), *mask = wz_expand(c->in[1], size, ndim);
    TRY(made(mask));
    TRY(count_of(mask, &n));
    c->out[0] = wz_masked_take(x, mask, n);
    return made(c->out[0]);
}

wz_status shape_masked_scatter(wz_call *c)
{
    const wz_tensor *x = c->in[0], *source = c->in[2];
    TRY(check_mask(c->in[1], "masked_scatter"));
    if (x->dtype != source->dtype)
        return fail(WZ_SHAPE, "masked_scatter: expected self and source to have same dtypes but got %s and %s",
                    wz_dtype_name((wz_dtype)x->dtype), wz_dtype_name((wz_dtype)source->dtype));
    int ndim;
    int64_t size[WZ_MAX_DIMS];
    TRY(broadcast_sizes(2, c->in, &ndim, size));
    return out_shape(c, 0, ndim, size);
}

/* views: mask, source */
static void scatter_check_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *mask = &launch_views(l)[0], *source = &launch_views(l)[1];
    int64_t n = 0;
    nd_iter it;
    nd_begin(&it, mask->ndim, mask->size, 1, &mask, 0);
    for (int64_t i = 0; i < mask->numel; i++, nd_next(&it)) n += *(const uint8_t *)at(mask, it.offset[0]) != 0;
    if (n > source->numel)
        kernel_error(l, WZ_SHAPE, "Number of elements of source (%lld) < number of ones in mask (%lld)",
                     (long long)source->numel, (long long)n);
}

/* views: mask, source, out */
static void masked_scatter_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *v = launch_views(l), *mask = &v[0], *source = &v[1], *out = &v[2];
    int64_t n = 0;
    nd_iter it;
    nd_begin(&it, out->ndim, out->size, 2, (const host_view *[]){mask, out}, 0);
    for (int64_t i = 0; i < out->numel; i++, nd_next(&it))
        if (*(const uint8_t *)at(mask, it.offset[0]))
            copy_element(at(out, it.offset[1]), at(source, view_offset(source, n++)), out->bytes);
}

static wz_status ref_masked_scatter(wz_call *c)
{
    wz_tensor *out = c->out[0];
    for (int i = 1; i < 3; i++)
        if (tensor_overlap(out, c->in[i]) != OVERLAP_NONE) TRY(made(c->in[i] = wz_clone(c->in[i])));
    wz_tensor *mask = expand_to(c->in[1], out->ndim, out->size);
    TRY(made(mask));
    wz_tensor *t[3] = {mask, c->in[2], out};
    TRY(launch_host(c, scatter_check_kernel, 2, t, 0, 1, 2, NULL, 0));
    if (tensor_overlap(out, c->in[0]) != OVERLAP_FULL) TRY(tensor_copy(out, c->in[0]));
    return launch_host(c, masked_scatter_kernel, 3, t, 4, 1, 2, NULL, 0);
}

const kernel_row masks_rows[] = {
    {WZ_OP_count_true, ON_REF, DT_ALL, NULL, ref_count_true},
    {WZ_OP_nonzero_fill, ON_REF, DT_ALL, NULL, ref_nonzero_fill},
    {WZ_OP_masked_fill, ON_REF, DT_ALL, NULL, ref_masked_fill},
    {WZ_OP_masked_set_, ON_REF, DT_ALL, NULL, ref_masked_set_},
    {WZ_OP_masked_take, ON_REF, DT_ALL, NULL, ref_masked_take},
    {WZ_OP_masked_scatter, ON_REF, DT_ALL, NULL, ref_masked_scatter},
    {.run = NULL},
};

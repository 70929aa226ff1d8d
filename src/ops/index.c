/* index.c - reading along one dim by an index tensor: gather, index_select, embedding, take; and put.
 *
 * Every index is checked by a launch of its own before the launch that moves data, so an index out of
 * range changes nothing.
 * SPDX-License-Identifier: MIT */
#include "index.h"
#include <string.h>
#include <wootz/ops.h>

/* ---- checks ---------------------------------------------------------------------------------- */

typedef struct check_args {
    int64_t size;
    int     dim;
    bool    wrap;
} check_args;

static void check_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l);
    const check_args *a = launch_args(l);
    int64_t begin, end, low = a->wrap ? -a->size : 0;
    part_range(v->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    run_walk w;
    runs_begin(&w, v->ndim, v->size, 1, &v, begin);
    for (int64_t k = begin, n; k < end; k += n) {
        n = runs_next(&w, end - k);
        if (v->dtype == WZ_DTYPE_I64) { /* most indices are, and nearly all are good */
            const int64_t *p = (const int64_t *)at(v, w.at[0]);
            bool good = true;
            for (int64_t j = 0; j < n; j++) good &= p[j * w.step[0]] >= low && p[j * w.step[0]] < a->size;
            if (good) continue;
        }
        for (int64_t j = 0; j < n; j++) {
            int64_t i = index_at(v, w.at[0] + j * w.step[0]);
            if (i >= low && i < a->size) continue;
            kernel_error(l, WZ_INDEX, "index %lld is out of bounds for dimension %d with size %lld", (long long)i,
                         a->dim, (long long)a->size);
            return;
        }
    }
}

wz_status check_index(wz_call *c, const wz_tensor *index, int dim, int64_t size, bool wrap)
{
    check_args a = {size, dim, wrap};
    wz_tensor *t = (wz_tensor *)index;
    return launch_host(c, check_kernel, 1, &t, 0, tensor_numel(index), 0, &a, sizeof a);
}

wz_status check_index_dtype(const wz_tensor *index, const char *name)
{
    if (index->dtype != WZ_DTYPE_I64 && index->dtype != WZ_DTYPE_I32)
        return fail(WZ_TYPE, "Expected dtype int32/int64 for %s, got %s", name, wz_dtype_name(index->dtype));
    return WZ_OK;
}


/* ---- gather ---------------------------------------------------------------------------------- */

wz_status check_gather(const wz_call *c, const wz_tensor *index, const char *what)
{
    const wz_tensor *x = c->in[0];
    int dim;
    TRY(check_index_dtype(index, "index"));
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &dim));
    if (tensor_numel(index) == 0) return WZ_OK;
    if ((index->ndim ? index->ndim : 1) != (x->ndim ? x->ndim : 1))
        return fail(WZ_SHAPE, "Index tensor must have the same number of dimensions as %s tensor", what);
    for (int d = 0; d < index->ndim; d++)
        if (d != dim && index->size[d] > size_along(x, d))
            return fail(WZ_SHAPE, "Size does not match at dimension %d expected index %s to be no larger than self %s "
                                  "apart from dimension %d", d, SHAPE_OF(index), SHAPE_OF(x), dim);
    return WZ_OK;
}

wz_status shape_gather(wz_call *c)
{
    TRY(check_gather(c, c->in[1], "input"));
    return out_shape_like(c, 0, c->in[1]);
}

#define PICK_RUN_I64(type)                                                                         \
    for (int64_t j = 0; j < n; j++)                                                                \
        ((type *)to)[j * to_step] = ((const type *)from)[j * from_step + pick_step * whole[j * index_step]];
#define PICK_RUN(type)                                                                             \
    for (int64_t j = 0; j < n; j++)                                                                \
        ((type *)to)[j * to_step] = ((const type *)from)[j * from_step + pick_step * index_at(index, at_index + j * index_step)];

/* to[j] = from[j][index[j]] for n elements; steps in elements. */
static void pick_run(void *to, int64_t to_step, const void *from, int64_t from_step, int64_t pick_step,
                     const host_view *index, int64_t at_index, int64_t index_step, int bytes, int64_t n)
{
    if (index->dtype == WZ_DTYPE_I64) {
        const int64_t *whole = (const int64_t *)at(index, at_index);
        FOR_BYTES(bytes, PICK_RUN_I64)
        return;
    }
    FOR_BYTES(bytes, PICK_RUN)
}

/* A size-1 dim gets stride 0 in the walk, and its index is 0. */
static void gather_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *index = &v[1], *out = &v[2];
    int dim = *(const int *)launch_args(l);
    int64_t step, begin, end;
    host_view x = view_but_dim(&v[0], index, dim, &step);
    part_range(out->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    run_walk w;
    runs_begin(&w, out->ndim, out->size, 3, (const host_view *[]){&x, index, out}, begin);
    for (int64_t k = begin, n; k < end; k += n) {
        n = runs_next(&w, end - k);
        pick_run(at(out, w.at[2]), w.step[2], at(&x, w.at[0]), w.step[0], step, index, w.at[1], w.step[1], out->bytes, n);
    }
}

static wz_status ref_gather(wz_call *c)
{
    int dim;
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &dim));
    TRY(check_index(c, c->in[1], dim, size_along(c->in[0], dim), false));
    return launch_call(c, gather_kernel, tensor_numel(c->out[0]), 0, &dim, sizeof dim);
}

/* ---- slices by a vector of indices ----------------------------------------------------------- */

wz_status check_vector(const wz_tensor *index)
{
    TRY(check_index_dtype(index, "index"));
    if (index->ndim > 1) return fail(WZ_SHAPE, "Index is supposed to be a vector, got %d dimensions", index->ndim);
    return WZ_OK;
}

wz_status shape_index_select(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int dim;
    TRY(check_vector(c->in[1]));
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &dim));
    if (x->ndim == 0) {
        if (tensor_numel(c->in[1]) != 1) return fail(WZ_SHAPE, "Index to a 0-d tensor must have one element");
        return out_shape_like(c, 0, x);
    }
    int64_t size[WZ_MAX_DIMS];
    memcpy(size, x->size, sizeof size);
    size[dim] = tensor_numel(c->in[1]);
    return out_shape(c, 0, x->ndim, size);
}

wz_status dtype_weight(wz_call *c)
{
    c->dtype = (wz_dtype)c->in[1]->dtype;
    c->out_dtype[0] = c->dtype;
    return WZ_OK;
}

wz_status shape_embedding(wz_call *c)
{
    const wz_tensor *ids = c->in[0], *w = c->in[1];
    TRY(check_index_dtype(ids, "input"));
    if (w->ndim != 2) return fail(WZ_SHAPE, "'weight' must be 2-D, got %d dimensions", w->ndim);
    if (ids->ndim + 1 > WZ_MAX_DIMS) return fail(WZ_SHAPE, "tensors have at most %d dimensions", WZ_MAX_DIMS);
    if (arg_given(c, 2) && (arg_int(c, 2) >= w->size[0] || arg_int(c, 2) < -w->size[0]))
        return fail(WZ_INVALID, "Padding_idx must be within num_embeddings, got %lld with %lld rows",
                    (long long)arg_int(c, 2), (long long)w->size[0]);
    if (arg_given(c, 3)) return fail(WZ_UNSUPPORTED, "max_norm, which changes weight in place, is not supported");
    int64_t size[WZ_MAX_DIMS];
    memcpy(size, ids->size, sizeof size);
    size[ids->ndim] = w->size[1];
    return out_shape(c, 0, ids->ndim + 1, size);
}

/* How many trailing dims from `first` on lie packed in v; *n is their element count. */
static bool packed_from(const host_view *v, int first, int64_t *n)
{
    *n = 1;
    for (int d = v->ndim - 1; d >= first; d--) {
        if (v->size[d] != 1 && v->stride[d] != *n) return false;
        *n *= v->size[d];
    }
    return true;
}

/* views: x, index, out; out's dim `dim` runs over the index. */
static void select_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *x = &v[0], *index = &v[1], *out = &v[2];
    int dim = *(const int *)launch_args(l);
    int64_t outer = 1, n = out->size[dim], inner, x_inner, begin, end;
    for (int d = 0; d < dim; d++) outer *= out->size[d];
    bool packed = packed_from(out, dim + 1, &inner) && packed_from(x, dim + 1, &x_inner);
    inner = 1;
    for (int d = dim + 1; d < out->ndim; d++) inner *= out->size[d];
    part_range(outer * n, part, n_parts, &begin, &end);
    if (begin >= end || inner == 0) return;
    uint32_t before = (1u << dim) - 1, after = ~((1u << (dim + 1)) - 1);
    host_view x_outer = view_keep_dims(x, before), out_outer = view_keep_dims(out, before);
    host_view x_inner_view = view_keep_dims(x, after), out_inner_view = view_keep_dims(out, after);
    int64_t index_step = index->ndim ? index->stride[0] : 0;
    if (inner == 1) { /* runs along the indexed dim itself */
        for (int64_t k = begin, some; k < end; k += some) {
            int64_t o = k / n, j = k % n;
            some = n - j < end - k ? n - j : end - k;
            pick_run(at(out, view_offset(&out_outer, o) + j * out->stride[dim]), out->stride[dim],
                     at(x, view_offset(&x_outer, o)), 0, x->stride[dim], index, j * index_step, index_step, out->bytes, some);
        }
        return;
    }
    for (int64_t k = begin; k < end; k++) {
        int64_t o = k / n, j = k % n, i = index_at(index, j * index_step);
        int64_t from = view_offset(&x_outer, o) + i * x->stride[dim];
        int64_t to = view_offset(&out_outer, o) + j * out->stride[dim];
        if (packed) {
            memcpy(at(out, to), at(x, from), (size_t)inner * out->bytes);
            continue;
        }
        nd_iter it;
        nd_begin(&it, out_inner_view.ndim, out_inner_view.size, 2,
                 (const host_view *[]){&x_inner_view, &out_inner_view}, 0);
        for (int64_t e = 0; e < inner; e++, nd_next(&it))
            copy_element(at(out, to + it.offset[1]), at(x, from + it.offset[0]), out->bytes);
    }
}

static wz_status ref_index_select(wz_call *c)
{
    int dim;
    wz_tensor *x = c->in[0], *index = c->in[1], *out = c->out[0];
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &dim));
    TRY(check_index(c, index, dim, size_along(x, dim), false));
    if (x->ndim == 0) return tensor_copy(out, x);
    wz_tensor *t[3] = {x, index, out};
    return launch_host(c, select_kernel, 3, t, 4, tensor_numel(out), 0, &dim, sizeof dim);
}

static wz_status ref_embedding(wz_call *c)
{
    wz_tensor *ids = c->in[0], *w = c->in[1], *out = c->out[0];
    int dim = 0;
    int64_t n = tensor_numel(ids);
    TRY(check_index(c, ids, 0, w->size[0], false));
    if (tensor_numel(out) == 0) return WZ_OK;
    ids = wz_reshape(ids, &n, 1);
    if (!ids) return error_status();
    int64_t size[2] = {n, w->size[1]};
    wz_tensor *rows = tensor_contiguous(out) ? wz_view(out, size, 2) : tensor_empty((wz_dtype)out->dtype, 2, size, c->dev);
    if (!rows) return error_status();
    wz_tensor *t[3] = {w, ids, rows};
    TRY(launch_host(c, select_kernel, 3, t, 4, tensor_numel(out), 0, &dim, sizeof dim));
    if (tensor_contiguous(out)) return WZ_OK;
    rows = wz_view(rows, out->size, out->ndim);
    return rows ? tensor_copy(out, rows) : error_status();
}

/* ---- flat indices: take, put, take_along_dim ------------------------------------------------- */

wz_status shape_take(wz_call *c)
{
    TRY(check_index_dtype(c->in[1], "index"));
    if (tensor_numel(c->in[0]) == 0 && tensor_numel(c->in[1]) > 0)
        return fail(WZ_INDEX, "take(): tried to take from an empty tensor");
    return out_shape_like(c, 0, c->in[1]);
}

static bool view_is_packed(const host_view *v)
{
    int64_t n;
    return packed_from(v, 0, &n);
}

/* Offset of flat element i of v, negative ones counted from the end. */
static inline int64_t flat_offset(const host_view *v, bool packed, int64_t i)
{
    if (i < 0) i += v->numel;
    return packed ? i : view_offset(v, i);
}

static void take_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *x = &v[0], *index = &v[1], *out = &v[2];
    bool packed = view_is_packed(x);
    int64_t begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    run_walk w;
    runs_begin(&w, out->ndim, out->size, 2, (const host_view *[]){index, out}, begin);
    for (int64_t k = begin, n; k < end; k += n) {
        n = runs_next(&w, end - k);
        for (int64_t j = 0; j < n; j++) {
            int64_t i = index_at(index, w.at[0] + j * w.step[0]);
            copy_element(at(out, w.at[1] + j * w.step[1]), at(x, flat_offset(x, packed, i)), out->bytes);
        }
    }
}

static wz_status ref_take(wz_call *c)
{
    TRY(check_index(c, c->in[1], 0, tensor_numel(c->in[0]), true));
    return launch_call(c, take_kernel, tensor_numel(c->out[0]), 0, NULL, 0);
}

wz_status shape_put(wz_call *c)
{
    const wz_tensor *x = c->in[0], *index = c->in[1], *source = c->in[2];
    TRY(check_index_dtype(index, "index"));
    if (source->dtype != x->dtype)
        return fail(WZ_TYPE, "put_(): self and source expected to have the same dtype, but got self.dtype = %s and "
                             "source.dtype = %s", wz_dtype_name(x->dtype), wz_dtype_name(source->dtype));
    if (tensor_numel(source) != tensor_numel(index))
        return fail(WZ_SHAPE, "put_(): Expected source and index to have the same number of elements, but got "
                              "source.numel() = %lld, index.numel() = %lld", (long long)tensor_numel(source),
                    (long long)tensor_numel(index));
    if (tensor_numel(x) == 0 && tensor_numel(index) > 0)
        return fail(WZ_INDEX, "put_(): cannot put elements into an empty tensor");
    return out_shape_like(c, 0, x);
}

/* views: x (written), index, source; one part, so that equal indices meet in order */
static void put_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *v = launch_views(l), *x = &v[0], *index = &v[1], *source = &v[2];
    combine how = (combine)*(const int *)launch_args(l);
    bool packed = view_is_packed(x);
    for (int64_t k = 0; k < index->numel; k++) {
        int64_t i = index_at(index, view_offset(index, k));
        combine_element((wz_dtype)x->dtype, how, at(x, flat_offset(x, packed, i)), at(source, view_offset(source, k)));
    }
}

static wz_status ref_put(wz_call *c)
{
    int how = arg_bool(c, 3) ? COMBINE_ADD : COMBINE_SET;
    TRY(check_index(c, c->in[1], 0, tensor_numel(c->in[0]), true));
    TRY(start_from_input(c));
    wz_tensor *out = c->out[0], *target = out, *source = c->in[2];
    if (combine_needs_wide((wz_dtype)out->dtype, (combine)how)) {
        target = tensor_to(out, WZ_DTYPE_F32);
        source = tensor_to(source, WZ_DTYPE_F32);
        if (!target || !source) return error_status();
    }
    wz_tensor *t[3] = {target, c->in[1], source};
    TRY(launch_host(c, put_kernel, 3, t, 1, 1, 2, &how, sizeof how));
    return target == out ? WZ_OK : tensor_copy(out, target);
}

wz_status comp_take_along_dim(wz_call *c)
{
    wz_tensor *x = c->in[0], *index = c->in[1];
    if (!arg_given(c, 2)) {
        c->out[0] = wz_gather(wz_ravel(x), 0, wz_ravel(index), false);
        return c->out[0] ? WZ_OK : error_status();
    }
    int dim;
    TRY(dim_wrap(arg_int(c, 2), x->ndim, &dim));
    if (x->ndim != index->ndim)
        return fail(WZ_SHAPE, "input and indices should have the same number of dimensions, "
                              "but got %d dimensions for input, and %d dimensions for indices",
                    x->ndim, index->ndim);
    int64_t size_x[WZ_MAX_DIMS], size_index[WZ_MAX_DIMS];
    for (int d = 0; d < x->ndim; d++) {
        int64_t a = x->size[d], b = index->size[d];
        size_x[d] = size_index[d] = a == 1 ? b : a;
        if (d == dim) size_x[d] = a, size_index[d] = b;
    }
    c->out[0] = wz_gather(wz_expand(x, size_x, x->ndim), dim, wz_expand(index, size_index, x->ndim), false);
    return c->out[0] ? WZ_OK : error_status();
}

const kernel_row index_rows[] = {
    {WZ_OP_gather, ON_REF, DT_ALL, NULL, ref_gather},
    {WZ_OP_index_select, ON_REF, DT_ALL, NULL, ref_index_select},
    {WZ_OP_embedding, ON_REF, DT_ALL, NULL, ref_embedding},
    {WZ_OP_take, ON_REF, DT_ALL, NULL, ref_take},
    {WZ_OP_put, ON_REF, DT_ALL, NULL, ref_put},
    {.run = NULL},
};

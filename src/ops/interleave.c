/* interleave.c - repeat_interleave: elements or slices repeated in place, so many times each.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <string.h>
#include <wootz/ops.h>

static wz_status made(const wz_tensor *t) { return t ? WZ_OK : error_status(); }

/* x and dim with the rule that no dim means the flattened tensor. */
static wz_status interleave_input(const wz_call *c, wz_tensor **x, int *dim)
{
    *x = c->in[0];
    *dim = 0;
    if (arg_given(c, 2) && (*x)->ndim > 0)
        TRY(dim_wrap(arg_int(c, 2), (*x)->ndim, dim));
    else
        *x = wz_ravel(*x);
    return made(*x);
}

wz_status comp_repeat_interleave_int(wz_call *c)
{
    wz_tensor *x;
    int dim;
    int64_t times = arg_int(c, 1), size[WZ_MAX_DIMS];
    if (times < 0) return fail(WZ_SHAPE, "Repeats must be non-negative");
    TRY(interleave_input(c, &x, &dim));
    memcpy(size, x->size, sizeof size);
    if (!i64_mul(size[dim], times, &size[dim])) return fail(WZ_SHAPE, "the repeated dimension is too large");
    if (arg_given(c, 3) && arg_int(c, 3) != size[dim])
        return fail(WZ_SHAPE, "allocated size does not match required size: output_size is %lld, needed are %lld",
                    (long long)arg_int(c, 3), (long long)size[dim]);
    if (x->ndim < WZ_MAX_DIMS) {
        int64_t wide[WZ_MAX_DIMS];
        for (int d = 0; d <= x->ndim; d++) wide[d] = d <= dim ? x->size[d] : d == dim + 1 ? times : x->size[d - 1];
        x = wz_clone(wz_expand(wz_unsqueeze(x, dim + 1), wide, x->ndim + 1));
        c->out[0] = wz_view(x, size, c->in[0]->ndim && arg_given(c, 2) ? c->in[0]->ndim : 1);
        return made(c->out[0]);
    }
    int64_t n = x->size[dim];
    wz_tensor *counts = wz_full(&n, 1, wz_int(times), WZ_DTYPE_I64, x->storage->dev);
    c->out[0] = wz_index_select(x, dim, wz_counts_expand(counts, size[dim]));
    return made(c->out[0]);
}

wz_status shape_total(wz_call *c)
{
    int64_t total = arg_int(c, 1);
    return out_shape(c, 0, 1, &total);
}

static void counts_sum_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *counts = &launch_views(l)[0], *out = &launch_views(l)[1];
    int64_t total = 0;
    for (int64_t i = 0; i < counts->numel; i++) {
        int64_t n = load_i64(counts->dtype, at(counts, view_offset(counts, i)));
        if (n < 0) {
            kernel_error(l, WZ_SHAPE, "repeats can not be negative");
            return;
        }
        if (!i64_add(total, n, &total)) {
            kernel_error(l, WZ_SHAPE, "the sum of repeats is too large");
            return;
        }
    }
    store_i64(out->dtype, out->data, total);
}

static wz_status ref_counts_sum(wz_call *c) { return launch_call(c, counts_sum_kernel, 1, 2, NULL, 0); }

static void counts_expand_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *counts = &launch_views(l)[0], *out = &launch_views(l)[1];
    int64_t k = 0;
    for (int64_t i = 0; i < counts->numel; i++) {
        int64_t n = load_i64(counts->dtype, at(counts, view_offset(counts, i)));
        for (int64_t j = 0; j < n && k < out->numel; j++, k++) store_i64(out->dtype, at(out, k * out->stride[0]), i);
    }
    if (k != out->numel)
        kernel_error(l, WZ_SHAPE, "allocated size does not match required size: output_size is %lld, repeats sum up "
                                  "to %lld", (long long)out->numel, (long long)k);
}

static wz_status ref_counts_expand(wz_call *c) { return launch_call(c, counts_expand_kernel, 1, 2, NULL, 0); }

static wz_tensor *expand_counts(const wz_call *c, wz_tensor *counts, int output_size_arg)
{
    if (counts->ndim != 1 || !dtype_is_int(counts->dtype)) {
        fail(WZ_SHAPE, "repeat_interleave only accepts 1D vector as repeat, of an integer dtype");
        return NULL;
    }
    wz_scalar total;
    wz_tensor *sum = wz_counts_sum(counts);
    if (!sum || wz_tensor_item(sum, &total) != WZ_OK) return NULL;
    if (arg_given(c, output_size_arg) && arg_int(c, output_size_arg) != total.i) {
        fail(WZ_SHAPE, "allocated size does not match required size: output_size is %lld, repeats sum up to %lld",
             (long long)arg_int(c, output_size_arg), (long long)total.i);
        return NULL;
    }
    return wz_counts_expand(counts, total.i);
}

wz_status comp_repeat_interleave(wz_call *c)
{
    wz_tensor *x, *counts = c->in[1];
    int dim;
    TRY(interleave_input(c, &x, &dim));
    if (counts->ndim == 0) counts = wz_unsqueeze(counts, 0);
    if (counts && counts->ndim == 1 && counts->size[0] == 1) counts = wz_expand(counts, &x->size[dim], 1);
    TRY(made(counts));
    if (counts->ndim == 1 && counts->size[0] != x->size[dim])
        return fail(WZ_SHAPE, "repeats must have the same size as input along dim, but got repeats.size(0) = %lld and "
                              "input.size(%d) = %lld", (long long)counts->size[0], dim, (long long)x->size[dim]);
    c->out[0] = wz_index_select(x, dim, expand_counts(c, counts, 3));
    return made(c->out[0]);
}

wz_status comp_repeat_counts(wz_call *c)
{
    c->out[0] = expand_counts(c, c->in[0], 1);
    return made(c->out[0]);
}

const kernel_row interleave_rows[] = {
    {WZ_OP_counts_sum, ON_REF, DT_ALL, NULL, ref_counts_sum},
    {WZ_OP_counts_expand, ON_REF, DT_ALL, NULL, ref_counts_expand},
    {.run = NULL},
};

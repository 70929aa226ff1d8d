/* rules.c - dtype and shape rules that many rows name, and shape helpers for the others.
 * SPDX-License-Identifier: MIT */
#include "op.h"
#include <string.h>

/* ---- rows name these as columns; declared by the table's expansion ---------------------------------------- */

wz_status dtype_promote(wz_call *c);
wz_status dtype_same(wz_call *c);
wz_status dtype_boolean(wz_call *c);
wz_status dtype_int64(wz_call *c);
wz_status dtype_promote_float(wz_call *c);
wz_status dtype_argument(wz_call *c);
wz_status shape_broadcast(wz_call *c);
wz_status shape_same(wz_call *c);
wz_status shape_scalar(wz_call *c);

static void all_results(wz_call *c, wz_dtype d)
{
    for (int k = 0; k < c->n_out; k++) c->out_dtype[k] = d;
}

static wz_status promote(wz_call *c)
{
    c->dtype = promote_tensors(c->n_in, c->in);
    return c->dtype ? WZ_OK : WZ_TYPE;
}

/* torch.result_type of all tensor parameters. */
wz_status dtype_promote(wz_call *c)
{
    TRY(promote(c));
    all_results(c, c->dtype);
    return WZ_OK;
}

wz_status dtype_same(wz_call *c)
{
    all_results(c, c->dtype);
    return WZ_OK;
}

/* bool results of promoted inputs. */
wz_status dtype_boolean(wz_call *c)
{
    TRY(promote(c));
    all_results(c, WZ_DTYPE_BOOL);
    return WZ_OK;
}

wz_status dtype_int64(wz_call *c)
{
    all_results(c, WZ_DTYPE_I64);
    return WZ_OK;
}

/* Integer and bool inputs compute in the default dtype. */
wz_status dtype_promote_float(wz_call *c)
{
    TRY(promote(c));
    if (wz_dtype_get_kind(c->dtype) <= WZ_KIND_INT) c->dtype = wz_default_dtype();
    all_results(c, c->dtype);
    return WZ_OK;
}

/* The dtype parameter if given, otherwise the first input's. */
wz_status dtype_argument(wz_call *c)
{
    wz_dtype d = c->dtype;
    for (int i = 0; i < c->row->info.n_params; i++)
        if (c->row->info.params[i].kind == WZ_ARG_DTYPE && arg_given(c, i)) d = arg_dtype(c, i);
    all_results(c, d ? d : wz_default_dtype());
    return WZ_OK;
}

wz_status out_shape(wz_call *c, int k, int ndim, const int64_t *size)
{
    int64_t n;
    TRY(sizes_numel(ndim, size, wz_dtype_bytes(c->out_dtype[k]), &n));
    c->out_ndim[k] = ndim;
    if (ndim) memcpy(c->out_size[k], size, sizeof *size * (size_t)ndim);
    return WZ_OK;
}

wz_status out_shape_like(wz_call *c, int k, const wz_tensor *t) { return out_shape(c, k, t->ndim, t->size); }

wz_status broadcast_sizes(int n, wz_tensor *const *t, int *ndim, int64_t *size)
{
    *ndim = 0;
    for (int i = 0; i < n; i++)
        if (t[i] && t[i]->ndim > *ndim) *ndim = t[i]->ndim;
    for (int d = 0; d < *ndim; d++) size[d] = 1;
    for (int i = 0; i < n; i++) {
        if (!t[i]) continue;
        for (int own = 0; own < t[i]->ndim; own++) {
            int     d = own + *ndim - t[i]->ndim;
            int64_t s = t[i]->size[own];
            if (s == size[d] || s == 1) continue;
            if (size[d] != 1)
                return fail(WZ_SHAPE, "The size of tensor a (%lld) must match the size of tensor b (%lld) at "
                                      "non-singleton dimension %d", (long long)size[d], (long long)s, d);
            size[d] = s;
        }
    }
    return WZ_OK;
}

wz_status shape_broadcast(wz_call *c)
{
    int     ndim;
    int64_t size[WZ_MAX_DIMS];
    TRY(broadcast_sizes(c->n_in, c->in, &ndim, size));
    for (int k = 0; k < c->n_out; k++) TRY(out_shape(c, k, ndim, size));
    return WZ_OK;
}

wz_status shape_same(wz_call *c)
{
    for (int k = 0; k < c->n_out; k++) TRY(out_shape_like(c, k, c->in[0]));
    return WZ_OK;
}

wz_status shape_scalar(wz_call *c)
{
    for (int k = 0; k < c->n_out; k++) TRY(out_shape(c, k, 0, NULL));
    return WZ_OK;
}

wz_tensor *expand_to(const wz_tensor *t, int ndim, const int64_t *size)
{
    int64_t stride[WZ_MAX_DIMS];
    if (ndim < t->ndim || ndim > WZ_MAX_DIMS) {
        fail(WZ_SHAPE, "shape %s cannot be expanded to %s", SHAPE_OF(t), sizes_text(ndim, size));
        return NULL;
    }
    for (int d = 0; d < ndim; d++) {
        int own = d - (ndim - t->ndim);
        if (own >= 0 && t->size[own] != size[d] && t->size[own] != 1) {
            fail(WZ_SHAPE, "The expanded size of the tensor (%lld) must match the existing size (%lld) at "
                           "non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
                 (long long)size[d], (long long)t->size[own], d, sizes_text(ndim, size), SHAPE_OF(t));
            return NULL;
        }
        stride[d] = own < 0 || t->size[own] != size[d] ? 0 : t->stride[own];
    }
    return tensor_view(t, ndim, size, stride, t->offset);
}

wz_status dims_mask(const wz_call *c, int arg, const wz_tensor *t, uint32_t *mask)
{
    *mask = 0;
    const wz_arg *a = &c->arg[arg];
    int           n = a->kind == WZ_ARG_INTS ? a->n : a->kind == WZ_ARG_INT ? 1 : 0;
    for (int i = 0; i < n; i++) {
        int dim;
        TRY(dim_wrap(a->kind == WZ_ARG_INT ? a->v.i : a->v.ints[i], t->ndim, &dim));
        if ((*mask >> dim) & 1)
            return fail(WZ_SHAPE, "dim %d appears multiple times in the list of dims", dim);
        *mask |= 1u << dim;
    }
    if (n == 0) *mask = t->ndim ? (1u << t->ndim) - 1 : 1;
    return WZ_OK;
}

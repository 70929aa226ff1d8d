/* products.c - products made of others: matmul's dimension rules, outer, inner, Kronecker, contractions.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <wootz/ops.h>
#include <string.h>

wz_status comp_vdot(wz_call *c);
wz_status comp_matmul(wz_call *c);
wz_status comp_addbmm(wz_call *c);
wz_status comp_addr(wz_call *c);
wz_status comp_outer(wz_call *c);
wz_status comp_inner(wz_call *c);
wz_status comp_kron(wz_call *c);
wz_status comp_tensordot(wz_call *c);

static wz_status result(wz_call *c, wz_tensor *t)
{
    c->out[0] = t;
    return t ? WZ_OK : error_status();
}

wz_status comp_vdot(wz_call *c) { return result(c, wz_dot(wz_conj(c->in[0]), c->in[1])); }

/* ---- matmul -------------------------------------------------------------------------------------------- */

/* The matrix dims of a and b multiplied for every element of the broadcast leading dims. */
static wz_tensor *batched(wz_tensor *a, wz_tensor *b)
{
    int     ndim = a->ndim > b->ndim ? a->ndim : b->ndim, lead = ndim - 2;
    int64_t size_a[WZ_MAX_DIMS], size_b[WZ_MAX_DIMS], batch = 1, out[WZ_MAX_DIMS];
    for (int d = 0; d < lead; d++) {
        int     own_a = d - (ndim - a->ndim), own_b = d - (ndim - b->ndim);
        int64_t x = own_a < 0 ? 1 : a->size[own_a], y = own_b < 0 ? 1 : b->size[own_b];
        if (x != y && x != 1 && y != 1) {
            fail(WZ_SHAPE, "The size of tensor a (%lld) must match the size of tensor b (%lld) at non-singleton dimension %d", (long long)x, (long long)y, d);
            return NULL;
        }
        out[d] = size_a[d] = size_b[d] = x == 1 ? y : x;
        batch *= out[d];
    }
    for (int d = 0; d < 2; d++) {
        size_a[lead + d] = a->size[a->ndim - 2 + d];
        size_b[lead + d] = b->size[b->ndim - 2 + d];
    }
    out[lead] = size_a[lead];
    out[lead + 1] = size_b[lead + 1];
    int64_t three_a[] = {batch, size_a[lead], size_a[lead + 1]}, three_b[] = {batch, size_b[lead], size_b[lead + 1]};
    wz_tensor *x = wz_reshape(wz_expand(a, size_a, ndim), three_a, 3), *y = wz_reshape(wz_expand(b, size_b, ndim), three_b, 3);
    return wz_reshape(wz_bmm(x, y), out, ndim);
}

/* [..., M, K] times [K, N] or [K]: the leading dims are more rows. */
static wz_tensor *folded(wz_tensor *a, wz_tensor *b)
{
    int64_t size[WZ_MAX_DIMS], rows = 1, flat[2];
    for (int d = 0; d + 1 < a->ndim; d++) rows *= size[d] = a->size[d];
    flat[0] = rows;
    flat[1] = a->size[a->ndim - 1];
    wz_tensor *x = wz_reshape(a, flat, 2), *y = b->ndim == 1 ? wz_mv(x, b) : wz_mm(x, b);
    if (b->ndim == 2) size[a->ndim - 1] = b->size[1];
    return wz_reshape(y, size, b->ndim == 1 ? a->ndim - 1 : a->ndim);
}

wz_status comp_matmul(wz_call *c)
{
    wz_tensor *a = c->in[0], *b = c->in[1], *y;
    if (a->ndim == 0 || b->ndim == 0)
        return fail(WZ_SHAPE, "both arguments to matmul need to be at least 1D, but they are %dD and %dD", a->ndim, b->ndim);
    if (a->ndim == 1 && b->ndim == 1) y = wz_dot(a, b);
    else if (a->ndim == 2 && b->ndim == 1) y = wz_mv(a, b);
    else if (a->ndim == 1 && b->ndim == 2) y = wz_squeeze_dim(wz_mm(wz_unsqueeze(a, 0), b), 0);
    else if (a->ndim == 2 && b->ndim == 2) y = wz_mm(a, b);
    else if (a->ndim >= 3 && b->ndim <= 2) y = folded(a, b);
    else if (a->ndim == 1) y = wz_squeeze_dim(batched(wz_unsqueeze(a, 0), b), -2);
    else y = batched(a, b);
    return result(c, y);
}

/* ---- the rest --------------------------------------------------------------------------------------------- */

wz_status comp_addbmm(wz_call *c)
{
    wz_tensor *input = c->in[0], *a = c->in[1], *b = c->in[2];
    if (a->ndim != 3 || b->ndim != 3) return fail(WZ_SHAPE, "batch1 and batch2 must be 3D tensors, got %dD and %dD", a->ndim, b->ndim);
    if (a->size[0] != b->size[0] || a->size[2] != b->size[1])
        return fail(WZ_SHAPE, "batch1 %s and batch2 %s cannot be multiplied", SHAPE_OF(a), SHAPE_OF(b));
    /* sum over batch and k at once: [M, B * K] times [B * K, N] */
    int64_t left[] = {a->size[1], a->size[0] * a->size[2]}, right[] = {b->size[0] * b->size[1], b->size[2]};
    wz_tensor *x = wz_reshape(wz_transpose(a, 0, 1), left, 2), *y = wz_reshape(b, right, 2);
    return result(c, wz_addmm(input, x, y, arg_scalar(c, 3), arg_scalar(c, 4)));
}

wz_status comp_addr(wz_call *c)
{
    if (c->in[1]->ndim != 1 || c->in[2]->ndim != 1) return fail(WZ_SHAPE, "vec1 and vec2 must be 1D tensors, got %dD and %dD", c->in[1]->ndim, c->in[2]->ndim);
    return result(c, wz_addmm(c->in[0], wz_unsqueeze(c->in[1], 1), wz_unsqueeze(c->in[2], 0), arg_scalar(c, 3), arg_scalar(c, 4)));
}

wz_status comp_outer(wz_call *c)
{
    if (c->in[0]->ndim != 1 || c->in[1]->ndim != 1)
        return fail(WZ_SHAPE, "outer: Expected 1-D arguments, but got %d-D and %d-D", c->in[0]->ndim, c->in[1]->ndim);
    return result(c, wz_mul(wz_unsqueeze(c->in[0], 1), wz_unsqueeze(c->in[1], 0)));
}

static wz_tensor *contract(wz_tensor *a, wz_tensor *b, int n, const int64_t *dims_a, const int64_t *dims_b)
{
    int64_t order_a[WZ_MAX_DIMS], order_b[WZ_MAX_DIMS], out[WZ_MAX_DIMS], k = 1, rows = 1, cols = 1;
    int     n_a = 0, n_b = 0, n_out = 0, at_a[WZ_MAX_DIMS], at_b[WZ_MAX_DIMS];
    bool    used_a[WZ_MAX_DIMS] = {false}, used_b[WZ_MAX_DIMS] = {false};
    for (int i = 0; i < n; i++) {
        if (dim_wrap(dims_a[i], a->ndim, &at_a[i]) != WZ_OK || dim_wrap(dims_b[i], b->ndim, &at_b[i]) != WZ_OK) return NULL;
        if (a->size[at_a[i]] != b->size[at_b[i]] || used_a[at_a[i]] || used_b[at_b[i]]) {
            fail(WZ_SHAPE, "contracted dimensions need to match, but first has size %lld in dim %d and second has size %lld in dim %d",
                 (long long)a->size[at_a[i]], at_a[i], (long long)b->size[at_b[i]], at_b[i]);
            return NULL;
        }
        used_a[at_a[i]] = used_b[at_b[i]] = true;
        k *= a->size[at_a[i]];
        order_b[n_b++] = at_b[i];
    }
    for (int d = 0; d < a->ndim; d++)
        if (!used_a[d]) rows *= out[n_out++] = a->size[order_a[n_a++] = d];
    for (int i = 0; i < n; i++) order_a[n_a++] = at_a[i];
    for (int d = 0; d < b->ndim; d++) {
        if (used_b[d]) continue;
        order_b[n_b++] = d;
        if (n_out == WZ_MAX_DIMS) {
            fail(WZ_INVALID, "the result would have more than %d dimensions", (int)WZ_MAX_DIMS);
            return NULL;
        }
        cols *= out[n_out++] = b->size[d];
    }
    int64_t left[] = {rows, k}, right[] = {k, cols};
    wz_tensor *x = wz_reshape(wz_permute(a, order_a, a->ndim), left, 2), *y = wz_reshape(wz_permute(b, order_b, b->ndim), right, 2);
    return wz_reshape(wz_mm(x, y), out, n_out);
}

wz_status comp_tensordot(wz_call *c)
{
    const wz_arg *a = &c->arg[2], *b = &c->arg[3];
    if (a->n != b->n) return fail(WZ_SHAPE, "both dimension lists should have same length, got %d and %d", a->n, b->n);
    return result(c, contract(c->in[0], c->in[1], a->n, a->v.ints, b->v.ints));
}

wz_status comp_inner(wz_call *c)
{
    wz_tensor *a = c->in[0], *b = c->in[1];
    int64_t    last = -1;
    if (a->ndim == 0 || b->ndim == 0) return result(c, wz_mul(a, b));
    if (a->size[a->ndim - 1] != b->size[b->ndim - 1])
        return fail(WZ_SHAPE, "inner() the last dimension must match on both input tensors but got shapes %s and %s", SHAPE_OF(a), SHAPE_OF(b));
    return result(c, contract(a, b, 1, &last, &last));
}

wz_status comp_kron(wz_call *c)
{
    wz_tensor *a = c->in[0], *b = c->in[1];
    int        n = a->ndim > b->ndim ? a->ndim : b->ndim;
    int64_t    size_a[WZ_MAX_DIMS * 2], size_b[WZ_MAX_DIMS * 2], out[WZ_MAX_DIMS];
    if (2 * n > WZ_MAX_DIMS) return fail(WZ_UNSUPPORTED, "kron of more than %d dimensions, got %d", (int)WZ_MAX_DIMS / 2, n);
    for (int d = 0; d < n; d++) {
        int own_a = d - (n - a->ndim), own_b = d - (n - b->ndim);
        size_a[2 * d] = own_a < 0 ? 1 : a->size[own_a];
        size_a[2 * d + 1] = 1;
        size_b[2 * d] = 1;
        size_b[2 * d + 1] = own_b < 0 ? 1 : b->size[own_b];
        out[d] = size_a[2 * d] * size_b[2 * d + 1];
    }
    return result(c, wz_reshape(wz_mul(wz_reshape(a, size_a, 2 * n), wz_reshape(b, size_b, 2 * n)), out, n));
}

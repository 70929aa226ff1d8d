/* shape.c - views: the same storage under other sizes, strides and offset.
 *
 * A view function works on a `shape_record` (sizes, strides, offset), so the rule of each op is a few
 * lines and in-place forms can share it. Nothing here touches elements; reshape and its kin copy only
 * where no strides describe the wanted order (strides_of_view decides).
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <string.h>
#include <wootz/ops.h>

typedef struct shape_record {
    int     ndim;
    int64_t offset;
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
} shape_record;

static shape_record record_of(const wz_tensor *t)
{
    shape_record r = {.ndim = t->ndim, .offset = t->offset};
    memcpy(r.size, t->size, sizeof r.size);
    memcpy(r.stride, t->stride, sizeof r.stride);
    return r;
}

static wz_status set_view(wz_call *c, const wz_tensor *t, const shape_record *r)
{
    c->out[0] = tensor_view(t, r->ndim, r->size, r->stride, r->offset);
    return c->out[0] ? WZ_OK : error_status();
}

static wz_status check_ndim(int64_t ndim)
{
    if (ndim > WZ_MAX_DIMS)
        return fail(WZ_SHAPE, "tensors have at most %d dimensions, got %lld", WZ_MAX_DIMS, (long long)ndim);
    return WZ_OK;
}

static void record_remove(shape_record *r, int dim)
{
    for (int d = dim; d + 1 < r->ndim; d++) {
        r->size[d] = r->size[d + 1];
        r->stride[d] = r->stride[d + 1];
    }
    r->ndim--;
}

static void record_insert(shape_record *r, int dim, int64_t size, int64_t stride)
{
    for (int d = r->ndim; d > dim; d--) {
        r->size[d] = r->size[d - 1];
        r->stride[d] = r->stride[d - 1];
    }
    r->size[dim] = size;
    r->stride[dim] = stride;
    r->ndim++;
}

/* ---- view and reshape ------------------------------------------------------------------------ */

/* Replaces a -1 in `size` by what makes the product `numel`. */
static wz_status infer_sizes(int64_t numel, int n, const int64_t *size, int64_t *out)
{
    TRY(check_ndim(n));
    int64_t known = 1;
    int unknown = -1;
    bool overflow = false;
    for (int i = 0; i < n; i++) {
        out[i] = size[i];
        if (size[i] == -1) {
            if (unknown >= 0) return fail(WZ_SHAPE, "only one dimension can be inferred");
            unknown = i;
        } else if (size[i] < 0) {
            return fail(WZ_SHAPE, "invalid shape dimension %lld", (long long)size[i]);
        } else if (size[i] == 0) {
            known = 0;
        } else if (known != 0 && !i64_mul(known, size[i], &known)) {
            overflow = true;
            known = 1;
        }
    }
    /* a zero anywhere makes the product zero however large the rest is */
    for (int i = 0; i < n; i++)
        if (size[i] == 0) overflow = false, known = 0;
    if (unknown >= 0 && known == 0 && numel == 0)
        return fail(WZ_SHAPE,
                    "cannot reshape tensor of 0 elements into shape %s because the unspecified dimension "
                    "size -1 can be any value and is ambiguous",
                    sizes_text(n, size));
    if (overflow || (unknown < 0 ? known != numel : known == 0 || numel % known != 0))
        return fail(WZ_SHAPE, "shape '%s' is invalid for input of size %lld", sizes_text(n, size),
                    (long long)numel);
    if (unknown >= 0) out[unknown] = numel / known;
    return WZ_OK;
}

/* Strides under which t's memory, read in row-major order, has the given sizes (whose product is t's
 * element count); false when there are none. Dims of t that lie packed inside each other form groups;
 * the new dims must fill the groups exactly, from the last to the first. */
static bool strides_of_view(const wz_tensor *t, int n, const int64_t *size, int64_t *stride)
{
    if (tensor_numel(t) == 0) {
        if (sizes_equal(t->ndim, t->size, n, size))
            memcpy(stride, t->stride, sizeof(int64_t) * (size_t)n);
        else
            strides_contiguous(n, size, stride);
        return true;
    }
    int v = n - 1;
    int d = t->ndim - 1;
    while (d >= 0) {
        while (d > 0 && t->size[d] == 1) d--; /* a dim of one element fits any group */
        int64_t base = t->stride[d], group = t->size[d];
        for (d--; d >= 0 && (t->size[d] == 1 || t->stride[d] == base * group); d--) group *= t->size[d];
        int64_t filled = 1;
        while (v >= 0 && (filled < group || size[v] == 1)) {
            stride[v] = base * filled;
            filled *= size[v];
            v--;
        }
        if (filled != group) return false;
    }
    for (; v >= 0; v--) stride[v] = 1; /* only sizes of 1 are left: t is 0-d */
    return true;
}

static wz_status view_with_sizes(wz_call *c, const wz_tensor *x, int n, const int64_t *size)
{
    shape_record r = {.ndim = n, .offset = x->offset};
    TRY(infer_sizes(tensor_numel(x), n, size, r.size));
    if (!strides_of_view(x, n, r.size, r.stride))
        return fail(WZ_SHAPE,
                    "view size is not compatible with input tensor's size and stride (at least one dimension "
                    "spans across two contiguous subspaces). Use .reshape(...) instead.");
    return set_view(c, x, &r);
}

wz_status view_view(wz_call *c)
{
    return view_with_sizes(c, c->in[0], c->arg[1].n, c->arg[1].v.ints);
}

wz_status view_view_as(wz_call *c)
{
    return view_with_sizes(c, c->in[0], c->in[1]->ndim, c->in[1]->size);
}

/* A view when strides allow it, else a view of a packed copy. */
static wz_status reshape_to(wz_call *c, wz_tensor *x, int n, const int64_t *size)
{
    int64_t full[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
    TRY(infer_sizes(tensor_numel(x), n, size, full));
    if (!strides_of_view(x, n, full, stride)) x = wz_clone(x);
    c->out[0] = wz_view(x, full, n);
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_reshape(wz_call *c)
{
    return reshape_to(c, c->in[0], c->arg[1].n, c->arg[1].v.ints);
}

wz_status comp_reshape_as(wz_call *c) { return reshape_to(c, c->in[0], c->in[1]->ndim, c->in[1]->size); }

wz_status comp_ravel(wz_call *c)
{
    int64_t all = -1;
    if (tensor_numel(c->in[0]) == 0) all = 0;
    return reshape_to(c, c->in[0], 1, &all);
}

wz_status comp_flatten(wz_call *c)
{
    wz_tensor *x = c->in[0];
    int first, last;
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &first));
    TRY(dim_wrap(arg_int(c, 2), x->ndim, &last));
    if (first > last) return fail(WZ_SHAPE, "flatten() has invalid args: start_dim cannot come after end_dim");
    int64_t size[WZ_MAX_DIMS], joined = 1;
    int n = 0;
    for (int d = 0; d < first; d++) size[n++] = x->size[d];
    for (int d = first; d <= last && d < x->ndim; d++)
        if (!i64_mul(joined, x->size[d], &joined)) return fail(WZ_SHAPE, "the joined dimension is too large");
    size[n++] = joined;
    for (int d = last + 1; d < x->ndim; d++) size[n++] = x->size[d];
    return reshape_to(c, x, n, size);
}

wz_status comp_unflatten(wz_call *c)
{
    wz_tensor *x = c->in[0];
    int dim;
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &dim));
    int n_new = c->arg[2].n;
    const int64_t *sizes = c->arg[2].v.ints;
    if (n_new == 0) return fail(WZ_SHAPE, "unflatten: sizes must be non-empty");
    if (x->ndim == 0) return fail(WZ_SHAPE, "unflatten: a 0-d tensor has no dimension to split");
    TRY(check_ndim((int64_t)x->ndim + n_new - 1));
    int64_t full[WZ_MAX_DIMS];
    if (infer_sizes(x->size[dim], n_new, sizes, full) != WZ_OK)
        return fail(WZ_SHAPE,
                    "unflatten: Provided sizes %s don't multiply up to the size of dim %d (%lld) in the input "
                    "tensor",
                    sizes_text(n_new, sizes), dim, (long long)x->size[dim]);
    int64_t size[WZ_MAX_DIMS];
    int n = 0;
    for (int d = 0; d < dim; d++) size[n++] = x->size[d];
    for (int i = 0; i < n_new; i++) size[n++] = full[i];
    for (int d = dim + 1; d < x->ndim; d++) size[n++] = x->size[d];
    c->out[0] = wz_view(x, size, n); /* splitting one dim always works on strides */
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- order of dims --------------------------------------------------------------------------- */

static void record_swap(shape_record *r, int a, int b)
{
    int64_t size = r->size[a], stride = r->stride[a];
    r->size[a] = r->size[b], r->stride[a] = r->stride[b];
    r->size[b] = size, r->stride[b] = stride;
}

wz_status view_transpose(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    int a, b;
    TRY(dim_wrap(arg_int(c, 1), r.ndim, &a));
    TRY(dim_wrap(arg_int(c, 2), r.ndim, &b));
    if (r.ndim) record_swap(&r, a, b);
    return set_view(c, c->in[0], &r);
}

static wz_status permuted_view(wz_call *c, const int *order)
{
    const wz_tensor *x = c->in[0];
    shape_record r = {.ndim = x->ndim, .offset = x->offset};
    for (int d = 0; d < x->ndim; d++) {
        r.size[d] = x->size[order[d]];
        r.stride[d] = x->stride[order[d]];
    }
    return set_view(c, x, &r);
}

wz_status view_permute(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int n = c->arg[1].n, order[WZ_MAX_DIMS];
    uint32_t seen = 0;
    if (n != x->ndim)
        return fail(WZ_SHAPE,
                    "number of dimensions in the tensor input does not match the length of "
                    "the desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d",
                    x->ndim, n);
    for (int i = 0; i < n; i++) {
        TRY(dim_wrap(c->arg[1].v.ints[i], x->ndim, &order[i]));
        if (seen >> order[i] & 1) return fail(WZ_SHAPE, "permute(): duplicate dims are not allowed.");
        seen |= 1u << order[i];
    }
    return permuted_view(c, order);
}

wz_status view_movedim(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    const wz_arg *from = &c->arg[1], *to = &c->arg[2];
    bool one = from->kind == WZ_ARG_INT;
    const int64_t *source = one ? &from->v.i : from->v.ints, *target = one ? &to->v.i : to->v.ints;
    int n = one ? 1 : from->n, n_target = one ? 1 : to->n;
    if (n != n_target)
        return fail(WZ_SHAPE,
                    "movedim: Invalid source or destination dims: source (%s dims) should contain the same number "
                    "of dims as destination (%s dims)",
                    sizes_text(n, source), sizes_text(n_target, target));
    if (x->ndim == 0) { /* wraps as a 1-d tensor, so at most one dim can be named */
        for (int i = 0; i < n; i++) {
            int d;
            TRY(dim_wrap(source[i], 0, &d));
            TRY(dim_wrap(target[i], 0, &d));
        }
        shape_record r = record_of(x);
        return set_view(c, x, &r);
    }
    int order[WZ_MAX_DIMS];
    for (int d = 0; d < WZ_MAX_DIMS; d++) order[d] = -1;
    uint32_t taken = 0, filled = 0;
    for (int i = 0; i < n; i++) {
        int s, d;
        TRY(dim_wrap(source[i], x->ndim, &s));
        TRY(dim_wrap(target[i], x->ndim, &d));
        if (taken >> s & 1)
            return fail(WZ_SHAPE, "movedim: repeated dim in `source` (%s)", sizes_text(n, source));
        if (filled >> d & 1)
            return fail(WZ_SHAPE, "movedim: repeated dim in `destination` (%s)", sizes_text(n, target));
        taken |= 1u << s;
        filled |= 1u << d;
        order[d] = s;
    }
    int s = 0;
    for (int d = 0; d < x->ndim; d++) {
        if (order[d] >= 0) continue;
        while (taken >> s & 1) s++;
        order[d] = s++;
    }
    return permuted_view(c, order);
}

wz_status view_t(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    if (r.ndim > 2) return fail(WZ_SHAPE, "t() expects a tensor with <= 2 dimensions, but self is %dD", r.ndim);
    if (r.ndim == 2) record_swap(&r, 0, 1);
    return set_view(c, c->in[0], &r);
}

wz_status view_T(wz_call *c)
{
    int order[WZ_MAX_DIMS];
    for (int d = 0; d < c->in[0]->ndim; d++) order[d] = c->in[0]->ndim - 1 - d;
    return permuted_view(c, order);
}

wz_status view_mT(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    if (r.ndim < 2)
        return fail(WZ_SHAPE, "tensor.mT is only supported on matrices or batches of matrices. Got %d-D tensor.",
                    r.ndim);
    record_swap(&r, r.ndim - 2, r.ndim - 1);
    return set_view(c, c->in[0], &r);
}

static wz_status conjugate_transpose(wz_call *c)
{
    wz_tensor *x = c->in[0];
    if (dtype_is_complex((wz_dtype)x->dtype)) x = wz_conj(x);
    c->out[0] = x ? wz_transpose(x, -2, -1) : NULL;
    return c->out[0] ? WZ_OK : error_status();
}

wz_status comp_adjoint(wz_call *c)
{
    if (c->in[0]->ndim < 2)
        return fail(WZ_SHAPE, "tensor.adjoint() is only supported on matrices or batches of matrices. Got %d-D tensor.",
                    c->in[0]->ndim);
    return conjugate_transpose(c);
}

wz_status comp_H(wz_call *c)
{
    int ndim = c->in[0]->ndim;
    if (ndim != 0 && ndim != 2) return fail(WZ_SHAPE, "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.", ndim);
    if (ndim == 2) return conjugate_transpose(c);
    c->out[0] = c->in[0];
    return WZ_OK;
}

/* ---- dims of size 1 -------------------------------------------------------------------------- */

static wz_status squeezed(wz_call *c, uint32_t mask)
{
    shape_record r = record_of(c->in[0]);
    for (int d = r.ndim - 1; d >= 0; d--)
        if ((mask >> d & 1) && r.size[d] == 1) record_remove(&r, d);
    return set_view(c, c->in[0], &r);
}

wz_status view_squeeze(wz_call *c) { return squeezed(c, ~0u); }

wz_status view_squeeze_dim(wz_call *c)
{
    int d;
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &d));
    return squeezed(c, 1u << d);
}

wz_status view_squeeze_dims(wz_call *c)
{
    uint32_t mask = 0;
    for (int i = 0; i < c->arg[1].n; i++) {
        int d;
        TRY(dim_wrap(c->arg[1].v.ints[i], c->in[0]->ndim, &d));
        if (mask >> d & 1) return fail(WZ_SHAPE, "dim %d appears multiple times in the list of dims", d);
        mask |= 1u << d;
    }
    return squeezed(c, mask);
}

wz_status view_unsqueeze(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    int64_t dim = arg_int(c, 1);
    if (dim < -(r.ndim + 1) || dim > r.ndim)
        return fail(WZ_INDEX, "Dimension out of range (expected to be in range of [%d, %d], but got %lld)",
                    -(r.ndim + 1), r.ndim, (long long)dim);
    TRY(check_ndim(r.ndim + 1));
    int d = (int)(dim < 0 ? dim + r.ndim + 1 : dim);
    record_insert(&r, d, 1, d < r.ndim ? r.size[d] * r.stride[d] : 1);
    return set_view(c, c->in[0], &r);
}

/* ---- expand ---------------------------------------------------------------------------------- */

static wz_status expanded(wz_call *c, int n, const int64_t *size)
{
    const wz_tensor *x = c->in[0];
    if (n < x->ndim)
        return fail(WZ_SHAPE,
                    "the number of sizes provided (%d) must be greater or equal to the number of dimensions in "
                    "the tensor (%d)",
                    n, x->ndim);
    TRY(check_ndim(n));
    shape_record r = {.ndim = n, .offset = x->offset};
    int lead = n - x->ndim;
    for (int d = 0; d < n; d++) {
        int64_t have = d < lead ? 1 : x->size[d - lead];
        int64_t want = size[d];
        if (want == -1) {
            if (d < lead)
                return fail(WZ_SHAPE,
                            "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing "
                            "dimension %d",
                            d);
            want = have;
        }
        if (want < 0) return fail(WZ_SHAPE, "invalid shape dimension %lld", (long long)want);
        if (have != want && have != 1)
            return fail(WZ_SHAPE,
                        "The expanded size of the tensor (%lld) must match the existing size (%lld) at "
                        "non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
                        (long long)want, (long long)have, d, sizes_text(n, size), SHAPE_OF(x));
        r.size[d] = want;
        r.stride[d] = d < lead || have != want ? 0 : x->stride[d - lead];
    }
    int64_t numel;
    TRY(sizes_numel(n, r.size, wz_dtype_bytes(x->dtype), &numel));
    return set_view(c, x, &r);
}

wz_status view_expand_row(wz_call *c) { return expanded(c, c->arg[1].n, c->arg[1].v.ints); }

wz_status view_expand_as(wz_call *c) { return expanded(c, c->in[1]->ndim, c->in[1]->size); }

/* ---- parts of a dim -------------------------------------------------------------------------- */

wz_status view_narrow(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    if (r.ndim == 0) return fail(WZ_SHAPE, "narrow() cannot be applied to a 0-dim tensor.");
    int d;
    TRY(dim_wrap(arg_int(c, 1), r.ndim, &d));
    int64_t start = arg_int(c, 2), length = arg_int(c, 3), size = r.size[d];
    if (length < 0) return fail(WZ_SHAPE, "narrow(): length must be non-negative.");
    if (start < -size || start > size)
        return fail(WZ_INDEX, "start out of range (expected to be in range of [%lld, %lld], but got %lld)",
                    (long long)-size, (long long)size, (long long)start);
    if (start < 0) start += size;
    if (length > size - start)
        return fail(WZ_SHAPE, "start (%lld) + length (%lld) exceeds dimension size (%lld).", (long long)start,
                    (long long)length, (long long)size);
    r.offset += start * r.stride[d];
    r.size[d] = length;
    return set_view(c, c->in[0], &r);
}

wz_status view_select(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    if (r.ndim == 0) return fail(WZ_INDEX, "select() cannot be applied to a 0-dim tensor.");
    int d;
    TRY(dim_wrap(arg_int(c, 1), r.ndim, &d));
    int64_t i = arg_int(c, 2);
    if (i < -r.size[d] || i >= r.size[d])
        return fail(WZ_INDEX, "index %lld is out of bounds for dimension %d with size %lld", (long long)i, d,
                    (long long)r.size[d]);
    r.offset += (i < 0 ? i + r.size[d] : i) * r.stride[d];
    record_remove(&r, d);
    return set_view(c, c->in[0], &r);
}

wz_status view_slice(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    if (r.ndim == 0) return fail(WZ_INDEX, "slice() cannot be applied to a 0-dim tensor.");
    int d;
    TRY(dim_wrap(arg_int(c, 1), r.ndim, &d));
    int64_t size = r.size[d];
    int64_t start = arg_int_or(c, 2, 0), end = arg_int_or(c, 3, INT64_MAX), step = arg_int(c, 4);
    if (step <= 0) return fail(WZ_INVALID, "step must be greater than zero");
    if (start < 0) start += size;
    if (end < 0) end += size;
    start = start < 0 ? 0 : start > size ? size : start;
    end = end < start ? start : end > size ? size : end;
    int64_t span = end - start;
    r.offset += start * r.stride[d];
    r.size[d] = span ? (span - 1) / step + 1 : 0;
    /* one element or none: the step is never taken, so it may be as large as it likes */
    if (r.size[d] > 1) r.stride[d] *= step;
    return set_view(c, c->in[0], &r);
}

wz_status view_diagonal(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    int64_t offset = arg_int(c, 1);
    int a, b;
    TRY(dim_wrap(arg_int(c, 2), r.ndim, &a));
    TRY(dim_wrap(arg_int(c, 3), r.ndim, &b));
    if (a == b || r.ndim < 2)
        return fail(WZ_SHAPE, "diagonal dimensions cannot be identical %lld, %lld", (long long)arg_int(c, 2),
                    (long long)arg_int(c, 3));
    int64_t rows = r.size[a], cols = r.size[b], length;
    if (offset >= 0) {
        int64_t left = offset > cols ? 0 : cols - offset;
        length = rows < left ? rows : left;
    } else {
        int64_t left = offset < -rows ? 0 : rows + offset;
        length = cols < left ? cols : left;
    }
    if (length > 0) r.offset += offset >= 0 ? offset * r.stride[b] : -offset * r.stride[a];
    int64_t stride = r.stride[a] + r.stride[b];
    record_remove(&r, a > b ? a : b);
    record_remove(&r, a > b ? b : a);
    record_insert(&r, r.ndim, length, stride);
    return set_view(c, c->in[0], &r);
}

wz_status view_unfold(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    int64_t size = arg_int(c, 2), step = arg_int(c, 3);
    int d;
    TRY(dim_wrap(arg_int(c, 1), r.ndim, &d));
    TRY(check_ndim(r.ndim + 1));
    int64_t have = r.ndim ? r.size[d] : 1;
    if (size < 0) return fail(WZ_SHAPE, "size is %lld but must be >= 0", (long long)size);
    if (size > have)
        return fail(WZ_SHAPE, "maximum size for tensor at dimension %d is %lld but size is %lld", d,
                    (long long)have, (long long)size);
    if (step <= 0) return fail(WZ_SHAPE, "step is %lld but must be > 0", (long long)step);
    if (r.ndim == 0) {
        record_insert(&r, 0, size, 1);
    } else {
        int64_t stride = r.stride[d];
        r.size[d] = (have - size) / step + 1;
        if (r.size[d] > 1) r.stride[d] = stride * step;
        record_insert(&r, r.ndim, size, stride);
    }
    return set_view(c, c->in[0], &r);
}

wz_status view_as_strided(wz_call *c)
{
    if (c->arg[1].n != c->arg[2].n)
        return fail(WZ_SHAPE, "mismatch in length of strides and shape: %d strides for %d sizes", c->arg[2].n,
                    c->arg[1].n);
    TRY(check_ndim(c->arg[1].n));
    c->out[0] = wz_tensor_as_strided(c->in[0], c->arg[1].n, c->arg[1].v.ints, c->arg[2].v.ints,
                                     arg_int_or(c, 3, c->in[0]->offset));
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- other element types --------------------------------------------------------------------- */

static wz_status set_view_as(wz_call *c, shape_record *r, wz_dtype dtype)
{
    TRY(set_view(c, c->in[0], r));
    c->out[0]->dtype = (uint8_t)dtype;
    return WZ_OK;
}

/* Elements become `times` smaller ones each. */
static wz_status split_elements(shape_record *r, int64_t times)
{
    int last = r->ndim - 1;
    if (!i64_mul(r->size[last], times, &r->size[last])) return fail(WZ_SHAPE, "the last dimension is too large");
    for (int d = 0; d < last; d++) r->stride[d] *= times;
    r->offset *= times;
    return WZ_OK;
}

wz_status view_view_dtype(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    shape_record r = record_of(x);
    wz_dtype to = arg_dtype(c, 1);
    int64_t from_bytes = (int64_t)wz_dtype_bytes(x->dtype), to_bytes = (int64_t)wz_dtype_bytes(to);
    if (from_bytes == to_bytes) return set_view_as(c, &r, to);
    const char *a = wz_dtype_name(x->dtype), *b = wz_dtype_name(to);
    int last = r.ndim - 1;
    if (r.ndim == 0)
        return fail(WZ_SHAPE, "self.dim() cannot be 0 to view %s as %s (different element sizes)", a, b);
    if (r.stride[last] != 1 && r.size[last] > 1)
        return fail(WZ_SHAPE, "self.stride(-1) must be 1 to view %s as %s (different element sizes), but got %lld", a,
                    b, (long long)r.stride[last]);
    if (from_bytes > to_bytes) {
        TRY(split_elements(&r, from_bytes / to_bytes));
        r.stride[last] = 1;
        return set_view_as(c, &r, to);
    }
    int64_t join = to_bytes / from_bytes;
    if (r.size[last] % join)
        return fail(WZ_SHAPE,
                    "self.size(-1) must be divisible by %lld to view %s as %s (different element sizes), but got %lld",
                    (long long)join, a, b, (long long)r.size[last]);
    if (r.offset % join)
        return fail(WZ_SHAPE,
                    "self.storage_offset() must be divisible by %lld to view %s as %s (different element sizes), but "
                    "got %lld",
                    (long long)join, a, b, (long long)r.offset);
    for (int d = 0; d < last; d++) {
        if (r.stride[d] % join)
            return fail(WZ_SHAPE,
                        "self.stride(%d) must be divisible by %lld to view %s as %s (different element sizes), but "
                        "got %lld",
                        d, (long long)join, a, b, (long long)r.stride[d]);
        r.stride[d] /= join;
    }
    r.size[last] /= join;
    r.stride[last] = 1;
    r.offset /= join;
    return set_view_as(c, &r, to);
}

wz_status view_view_as_real(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    if (!dtype_is_complex(c->in[0]->dtype))
        return fail(WZ_TYPE, "view_as_real is only supported for complex tensors");
    TRY(check_ndim(r.ndim + 1));
    for (int d = 0; d < r.ndim; d++) r.stride[d] *= 2;
    r.offset *= 2;
    record_insert(&r, r.ndim, 2, 1);
    return set_view_as(c, &r, dtype_real_of(c->in[0]->dtype));
}

wz_status view_view_as_complex(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    shape_record r = record_of(x);
    if (x->dtype != WZ_DTYPE_F32 && x->dtype != WZ_DTYPE_F64)
        return fail(WZ_TYPE, "view_as_complex is only supported for float32 and float64 tensors, but got %s",
                    wz_dtype_name(x->dtype));
    if (r.ndim == 0) return fail(WZ_SHAPE, "Input tensor must have one or more dimensions");
    int last = r.ndim - 1;
    if (r.size[last] != 2) return fail(WZ_SHAPE, "Tensor must have a last dimension of size 2");
    if (r.stride[last] != 1) return fail(WZ_SHAPE, "Tensor must have a last dimension with stride 1");
    for (int d = 0; d < last; d++) {
        if (r.stride[d] % 2 && r.size[d] > 1)
            return fail(WZ_SHAPE, "Tensor must have a stride divisible by 2 for all but last dimension");
        r.stride[d] /= 2;
    }
    if (r.offset % 2) return fail(WZ_SHAPE, "Tensor must have a storage_offset divisible by 2");
    r.offset /= 2;
    r.ndim--;
    return set_view_as(c, &r, dtype_complex_of(x->dtype));
}

static wz_status complex_part(wz_call *c, int64_t part)
{
    shape_record r = record_of(c->in[0]);
    for (int d = 0; d < r.ndim; d++) r.stride[d] *= 2;
    r.offset = 2 * r.offset + part;
    return set_view_as(c, &r, dtype_real_of(c->in[0]->dtype));
}

wz_status view_real(wz_call *c)
{
    shape_record r = record_of(c->in[0]);
    return dtype_is_complex(c->in[0]->dtype) ? complex_part(c, 0) : set_view(c, c->in[0], &r);
}

wz_status view_imag(wz_call *c)
{
    if (!dtype_is_complex(c->in[0]->dtype))
        return fail(WZ_TYPE, "imag is not implemented for tensors with non-complex dtypes.");
    return complex_part(c, 1);
}

/* ---- in place: the tensor's own record changes ------------------------------------------------ */

static wz_status become(wz_call *c, wz_status (*view)(wz_call *c))
{
    wz_tensor *x = c->in[0];
    TRY(view(c));
    const wz_tensor *v = c->out[0];
    x->ndim = v->ndim;
    x->offset = v->offset;
    memcpy(x->size, v->size, sizeof x->size);
    memcpy(x->stride, v->stride, sizeof x->stride);
    c->out[0] = x;
    return WZ_OK;
}

wz_status comp_squeeze_(wz_call *c) { return become(c, view_squeeze); }
wz_status comp_squeeze_dim_(wz_call *c) { return become(c, view_squeeze_dim); }
wz_status comp_squeeze_dims_(wz_call *c) { return become(c, view_squeeze_dims); }
wz_status comp_unsqueeze_(wz_call *c) { return become(c, view_unsqueeze); }
wz_status comp_transpose_(wz_call *c) { return become(c, view_transpose); }
wz_status comp_t_(wz_call *c) { return become(c, view_t); }

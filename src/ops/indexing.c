/* indexing.c - x[i, mask, None, ...] with index tensors, reading and writing.
 *
 * Masks become index tensors by nonzero. The index tensors, broadcast against each other, become one
 * tensor of element offsets into x (checked on the way, before anything is written); reading and writing
 * then walk the result's shape, in which x stands still along the dims that the index tensors made.
 * SPDX-License-Identifier: MIT */
#include "index.h"
#include <string.h>
#include <wootz/ops.h>

static wz_status made(const wz_tensor *t) { return t ? WZ_OK : error_status(); }

/* ---- from given entries to integer tensors --------------------------------------------------- */

static wz_status too_many(const wz_tensor *x)
{
    return fail(WZ_INDEX, "too many indices for tensor of dimension %d", x->ndim);
}

/* A mask that starts at dim of x becomes one vector of indices for each of its dims. */
static wz_status expand_mask(const wz_tensor *x, wz_tensor *mask, int dim, wz_tensor **entry)
{
    if (mask->ndim == 0) return fail(WZ_INDEX, "a mask without dims indexes a new dim: unsqueeze the tensor first");
    if (dim + mask->ndim > x->ndim) return too_many(x);
    for (int d = 0; d < mask->ndim; d++)
        if (mask->size[d] != x->size[dim + d])
            return fail(WZ_INDEX, "The shape of the mask %s at index %d does not match the shape of the indexed tensor "
                                  "%s at index %d", SHAPE_OF(mask), d, SHAPE_OF(x), dim + d);
    wz_tensor *where = wz_nonzero(mask);
    for (int d = 0; d < mask->ndim; d++) {
        entry[dim + d] = wz_select(where, 1, d);
        TRY(made(entry[dim + d]));
    }
    return WZ_OK;
}

static bool is_index_dtype(wz_dtype d)
{
    return d == WZ_DTYPE_I64 || d == WZ_DTYPE_I32 || d == WZ_DTYPE_I16 || d == WZ_DTYPE_I8;
}

/* entry[d] for every dim of x: integers, or NULL for the whole dim. */
static wz_status expand_entries(const wz_tensor *x, const wz_arg *given, wz_tensor **entry)
{
    int dim = 0;
    for (int d = 0; d < WZ_MAX_DIMS; d++) entry[d] = NULL;
    for (int k = 0; k < given->n; k++) {
        wz_tensor *t = given->v.tensors[k];
        bool mask = t && (t->dtype == WZ_DTYPE_BOOL || t->dtype == WZ_DTYPE_U8);
        if (mask) {
            TRY(expand_mask(x, t, dim, entry));
            dim += t->ndim;
            continue;
        }
        if (dim >= x->ndim) return too_many(x);
        if (t && !is_index_dtype((wz_dtype)t->dtype))
            return fail(WZ_INDEX, "tensors used as indices must be long, int, byte or bool tensors");
        entry[dim++] = t;
    }
    return WZ_OK;
}

wz_status comp_index(wz_call *c)
{
    wz_tensor *entry[WZ_MAX_DIMS];
    TRY(expand_entries(c->in[0], &c->arg[1], entry));
    c->out[0] = wz_index_ints(c->in[0], entry, c->in[0]->ndim);
    return made(c->out[0]);
}

/* x[mask] = one value, which needs no list of positions; NULL when this is not the case. */
static wz_tensor *lone_mask(const wz_call *c)
{
    wz_tensor *const *t = c->arg[1].v.tensors, *x = c->in[0];
    if (c->arg[1].n != 1 || !t[0] || arg_bool(c, 3) || t[0]->dtype != WZ_DTYPE_BOOL) return NULL;
    if (tensor_numel(c->in[1]) != 1 || c->in[1]->dtype != x->dtype) return NULL;
    if (t[0]->ndim == 0 || t[0]->ndim > x->ndim) return NULL;
    for (int d = 0; d < t[0]->ndim; d++)
        if (t[0]->size[d] != x->size[d]) return NULL;
    return t[0];
}

static wz_status put_by_mask(wz_call *c, wz_tensor *mask)
{
    wz_tensor *x = c->in[0], *value = c->in[1];
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
    for (int d = 0; d < x->ndim; d++) {
        size[d] = x->size[d];
        stride[d] = d < mask->ndim ? mask->stride[d] : 0;
    }
    mask = tensor_view(mask, x->ndim, size, stride, mask->offset);
    value = tensor_view(value, 0, size, stride, value->offset);
    TRY(made(value));
    c->out[0] = wz_masked_set_(x, mask, value);
    return made(c->out[0]);
}

wz_status comp_index_put_(wz_call *c)
{
    wz_tensor *entry[WZ_MAX_DIMS], *mask = lone_mask(c);
    if (tensor_overlap(c->in[0], c->in[1]) != OVERLAP_NONE) { /* x[i] = x[j]: read first, then write */
        c->in[1] = wz_clone(c->in[1]);
        TRY(made(c->in[1]));
    }
    if (mask) return put_by_mask(c, mask);
    TRY(expand_entries(c->in[0], &c->arg[1], entry));
    c->out[0] = wz_index_put_ints_(c->in[0], entry, c->in[0]->ndim, c->in[1], arg_bool(c, 3));
    return made(c->out[0]);
}

wz_status comp_index_put(wz_call *c)
{
    c->out[0] = wz_index_put_(wz_clone(c->in[0]), c->arg[1].v.tensors, c->arg[1].n, c->in[1], arg_bool(c, 3));
    return made(c->out[0]);
}

/* ---- the plan of one indexing ---------------------------------------------------------------- */

typedef struct plan {
    int     n_index, lead, index_ndim; /* lead: plain dims in front of the index tensors' shape */
    int64_t index_size[WZ_MAX_DIMS];
    int     ndim;                      /* of the result */
    int64_t size[WZ_MAX_DIMS], x_stride[WZ_MAX_DIMS], offset_stride[WZ_MAX_DIMS];
} plan;

static wz_status plan_index_shape(const wz_tensor *x, const wz_arg *entries, plan *p)
{
    wz_tensor *given[WZ_MAX_DIMS];
    int first = -1, last = -1;
    for (int d = 0; d < x->ndim; d++) {
        if (!entries->v.tensors[d]) continue;
        given[p->n_index++] = entries->v.tensors[d];
        if (first < 0) first = d;
        last = d;
    }
    if (broadcast_sizes(p->n_index, given, &p->index_ndim, p->index_size) != WZ_OK) {
        char text[256] = "";
        for (int i = 0; i < p->n_index; i++) {
            const char *shape = SHAPE_OF(given[i]);
            size_t used = strlen(text);
            if (used + strlen(shape) + 3 > sizeof text) break;
            strcat(strcat(text, used ? ", " : ""), shape);
        }
        return fail(WZ_INDEX, "shape mismatch: indexing tensors could not be broadcast together with shapes %s", text);
    }
    bool adjacent = p->n_index == last - first + 1;
    p->lead = p->n_index && adjacent ? first : 0;
    return WZ_OK;
}

static wz_status make_plan(const wz_tensor *x, const wz_arg *entries, plan *p)
{
    *p = (plan){0};
    if (entries->n != x->ndim)
        return fail(WZ_INDEX, "%d entries for a tensor of dimension %d", entries->n, x->ndim);
    TRY(plan_index_shape(x, entries, p));
    p->ndim = x->ndim - p->n_index + p->index_ndim;
    if (p->ndim > WZ_MAX_DIMS)
        return fail(WZ_SHAPE, "tensors have at most %d dimensions, the result would have %d", WZ_MAX_DIMS, p->ndim);
    int64_t packed[WZ_MAX_DIMS];
    strides_contiguous(p->index_ndim, p->index_size, packed);
    int out = 0, plain = 0;
    for (int d = 0; d <= x->ndim; d++) {
        if (plain == p->lead && out == p->lead) /* the index tensors' shape goes here */
            for (int k = 0; k < p->index_ndim; k++, out++) {
                p->size[out] = p->index_size[k];
                p->x_stride[out] = 0;
                p->offset_stride[out] = packed[k];
            }
        if (d == x->ndim || entries->v.tensors[d]) continue;
        p->size[out] = x->size[d];
        p->x_stride[out] = x->stride[d];
        p->offset_stride[out] = 0;
        out++;
        plain++;
    }
    return WZ_OK;
}

wz_status shape_index_ints(wz_call *c)
{
    plan p;
    TRY(make_plan(c->in[0], &c->arg[1], &p));
    return out_shape(c, 0, p.ndim, p.size);
}

typedef struct offset_args {
    int64_t size, stride;
    int     dim;
    bool    add;
} offset_args;

/* views: index (broadcast), offsets (packed): offsets = or += index * stride, checked */
static void offset_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *index = &v[0], *offsets = &v[1];
    const offset_args *a = launch_args(l);
    int64_t begin, end, *to = (int64_t *)(void *)offsets->data;
    part_range(offsets->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    run_walk w;
    runs_begin(&w, index->ndim, index->size, 1, &index, begin);
    for (int64_t k = begin, n; k < end; k += n) {
        n = runs_next(&w, end - k);
        for (int64_t j = 0; j < n; j++) {
            int64_t i = index_at(index, w.at[0] + j * w.step[0]);
            if (i < -a->size || i >= a->size) {
                kernel_error(l, WZ_INDEX, "index %lld is out of bounds for dimension %d with size %lld", (long long)i,
                             a->dim, (long long)a->size);
                return;
            }
            if (i < 0) i += a->size;
            to[k + j] = (a->add ? to[k + j] : 0) + i * a->stride;
        }
    }
}

/* A tensor of element offsets from x's first element, in the index tensors' common shape. */
static wz_status make_offsets(wz_call *c, const wz_tensor *x, const plan *p, wz_tensor **out)
{
    wz_tensor *offsets = tensor_empty(WZ_DTYPE_I64, p->index_ndim, p->index_size, c->dev);
    TRY(made(offsets));
    bool add = false;
    for (int d = 0; d < x->ndim; d++) {
        const wz_tensor *index = c->arg[1].v.tensors[d];
        if (!index) continue;
        wz_tensor *t[2] = {expand_to(index, p->index_ndim, p->index_size), offsets};
        TRY(made(t[0]));
        offset_args a = {x->size[d], x->stride[d], d, add};
        TRY(launch_host(c, offset_kernel, 2, t, 2, tensor_numel(offsets), 0, &a, sizeof a));
        add = true;
    }
    *out = offsets;
    return WZ_OK;
}

/* ---- reading and writing --------------------------------------------------------------------- */

typedef struct walk_args {
    int     ndim, how;
    int64_t size[WZ_MAX_DIMS], x_stride[WZ_MAX_DIMS], offset_stride[WZ_MAX_DIMS], other_stride[WZ_MAX_DIMS];
} walk_args;

/* Joins trailing dims that are one packed run in all three walks. */
static walk_args walk_of(const plan *p, const wz_tensor *other, combine how)
{
    walk_args a = {.ndim = p->ndim, .how = (int)how};
    memcpy(a.size, p->size, sizeof a.size);
    memcpy(a.x_stride, p->x_stride, sizeof a.size);
    memcpy(a.offset_stride, p->offset_stride, sizeof a.size);
    for (int d = 0; d < p->ndim; d++) a.other_stride[d] = other->stride[d];
    while (a.ndim >= 2) {
        int last = a.ndim - 1, d = last - 1;
        bool joined = a.x_stride[d] == a.size[last] * a.x_stride[last] &&
                      a.offset_stride[d] == a.size[last] * a.offset_stride[last] &&
                      a.other_stride[d] == a.size[last] * a.other_stride[last];
        if (!joined && a.size[last] != 1) break;
        if (joined) {
            a.x_stride[d] = a.x_stride[last];
            a.offset_stride[d] = a.offset_stride[last];
            a.other_stride[d] = a.other_stride[last];
        }
        a.size[d] *= a.size[last];
        a.ndim--;
    }
    if (a.ndim == 0) a.ndim = 1, a.size[0] = 1;
    return a;
}

static host_view walk_view(const host_view *v, const walk_args *a, const int64_t *stride)
{
    host_view r = *v;
    r.ndim = (uint8_t)(a->ndim - 1);
    for (int d = 0; d < a->ndim; d++) {
        r.size[d] = a->size[d];
        r.stride[d] = stride[d];
    }
    return r;
}

#define READ_EACH(type)                                                                            \
    for (int64_t k = 0; k < n; k++)                                                                \
        ((type *)other)[k * other_step] = ((const type *)x)[k * x_step + offset[k * o_step]];
#define SET_EACH(type)                                                                             \
    for (int64_t k = 0; k < n; k++)                                                                \
        ((type *)x)[k * x_step + offset[k * o_step]] = ((const type *)other)[k * other_step];
#define ADD_EACH(type)                                                                             \
    for (int64_t k = 0; k < n; k++) {                                                              \
        type *e = (type *)x + k * x_step + offset[k * o_step];                                     \
        *e = (type)(*e + ((const type *)other)[k * other_step]);                                   \
    }                                                                                              \
    return;

/* n elements of one row, each with an offset of its own (or one for all of them when o_step is 0). */
static void walk_elements(wz_dtype d, bool write, combine how, void *x, int64_t x_step, void *other, int64_t other_step,
                          const int64_t *offset, int64_t o_step, int64_t n)
{
    int bytes = (int)wz_dtype_bytes(d);
    if (!write) {
        FOR_BYTES(bytes, READ_EACH)
        return;
    }
    if (how == COMBINE_SET) {
        FOR_BYTES(bytes, SET_EACH)
        return;
    }
    switch (d) {
    case WZ_DTYPE_F32: ADD_EACH(float)
    case WZ_DTYPE_F64: ADD_EACH(double)
    case WZ_DTYPE_I64:
    case WZ_DTYPE_U64: ADD_EACH(uint64_t)
    default: break;
    }
    for (int64_t k = 0; k < n; k++)
        combine_element(d, how, (char *)x + (k * x_step + offset[k * o_step]) * bytes,
                        (char *)other + k * other_step * bytes);
}

/* views: x, offsets, other (the result, or the values to write); rows are split over the parts */
static void walk_rows(const wz_launch *l, int part, int n_parts, bool write)
{
    const host_view *v = launch_views(l);
    const walk_args *a = launch_args(l);
    host_view x = walk_view(&v[0], a, a->x_stride), o = walk_view(&v[1], a, a->offset_stride);
    host_view other = walk_view(&v[2], a, a->other_stride);
    int last = a->ndim - 1;
    int64_t n = a->size[last], rows = 1, begin, end;
    for (int d = 0; d < last; d++) rows *= a->size[d];
    part_range(rows, part, n_parts, &begin, &end);
    if (begin >= end || n == 0) return;
    int64_t x_step = a->x_stride[last], o_step = a->offset_stride[last], other_step = a->other_stride[last];
    bool run = o_step == 0 && (!write || a->how == COMBINE_SET);
    nd_iter it;
    nd_begin(&it, last, a->size, 3, (const host_view *[]){&x, &o, &other}, begin);
    for (int64_t r = begin; r < end; r++, nd_next(&it)) {
        const int64_t *offset = (const int64_t *)at(&o, it.offset[1]);
        char *at_x = at(&x, it.offset[0]), *at_other = at(&other, it.offset[2]);
        if (run) {
            char *row = at_x + *offset * x.bytes;
            if (write)
                copy_strided(row, x_step, at_other, other_step, x.bytes, n);
            else
                copy_strided(at_other, other_step, row, x_step, x.bytes, n);
            continue;
        }
        walk_elements((wz_dtype)x.dtype, write, (combine)a->how, at_x, x_step, at_other, other_step, offset, o_step, n);
    }
}

static void read_kernel(const wz_launch *l, int part, int n_parts) { walk_rows(l, part, n_parts, false); }
static void write_kernel(const wz_launch *l, int part, int n_parts) { walk_rows(l, part, n_parts, true); }

static wz_status ref_index_ints(wz_call *c)
{
    wz_tensor *x = c->in[0], *out = c->out[0], *offsets;
    plan p;
    TRY(make_plan(x, &c->arg[1], &p));
    if (p.n_index == 0) return tensor_copy(out, x);
    TRY(make_offsets(c, x, &p, &offsets));
    walk_args a = walk_of(&p, out, COMBINE_SET);
    wz_tensor *t[3] = {x, offsets, out};
    return launch_host(c, read_kernel, 3, t, 4, tensor_numel(out), 0, &a, sizeof a);
}

wz_status shape_index_put_ints(wz_call *c)
{
    const wz_tensor *x = c->in[0], *values = c->in[1];
    plan p;
    TRY(make_plan(x, &c->arg[1], &p));
    if (values->dtype != x->dtype)
        return fail(WZ_SHAPE, "Index put requires the source and destination dtypes match, got %s for the destination "
                              "and %s for the source.", wz_dtype_name(x->dtype), wz_dtype_name(values->dtype));
    bool fits = values->ndim <= p.ndim;
    for (int d = 0; d < values->ndim && fits; d++)
        fits = values->size[d] == 1 || values->size[d] == p.size[d + p.ndim - values->ndim];
    if (!fits)
        return fail(WZ_SHAPE, "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
                    SHAPE_OF(values), sizes_text(p.ndim, p.size));
    return out_shape_like(c, 0, x);
}

static wz_status ref_index_put_ints_(wz_call *c)
{
    wz_tensor *x = c->in[0], *offsets, *target = x;
    combine how = arg_bool(c, 3) ? COMBINE_ADD : COMBINE_SET;
    plan p;
    TRY(make_plan(x, &c->arg[1], &p));
    wz_tensor *values = c->in[1];
    if (combine_needs_wide((wz_dtype)x->dtype, how)) {
        target = tensor_to(x, WZ_DTYPE_F32);
        values = tensor_to(values, WZ_DTYPE_F32);
        if (!target || !values) return error_status();
        TRY(make_plan(target, &c->arg[1], &p));
    }
    values = expand_to(values, p.ndim, p.size);
    TRY(made(values));
    if (p.n_index == 0 && how == COMBINE_SET) return tensor_copy(x, values);
    TRY(make_offsets(c, target, &p, &offsets));
    if (p.n_index == 0) TRY(fill_zero(c, offsets));
    walk_args a = walk_of(&p, values, how);
    wz_tensor *t[3] = {target, offsets, values};
    /* one part: equal indices have to meet in order */
    TRY(launch_host(c, write_kernel, 3, t, 1, 1, 2, &a, sizeof a));
    return target == x ? WZ_OK : tensor_copy(x, target);
}

const kernel_row indexing_rows[] = {
    {WZ_OP_index_ints, ON_REF, DT_ALL, NULL, ref_index_ints},
    {WZ_OP_index_put_ints_, ON_REF, DT_ALL, NULL, ref_index_put_ints_},
    {.run = NULL},
};

/* index.c - reading and writing along one dim by an index tensor: gather, scatter, index_*, take, put.
 *
 * Every index is checked by a launch of its own before the launch that moves data, so an index out of
 * range changes nothing. Writes that may meet (scatter and kin) run in index order: parts of a launch
 * split the other dims, never the one that is indexed, so the result is the same on any thread count.
 * SPDX-License-Identifier: MIT */
#include "index.h"
#include <math.h>
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
    nd_iter it;
    nd_begin(&it, v->ndim, v->size, 1, &v, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it)) {
        int64_t i = index_at(v, it.offset[0]);
        if (i < low || i >= a->size) {
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

static int64_t size_along(const wz_tensor *t, int dim) { return t->ndim ? t->size[dim] : 1; }

/* ---- combining ------------------------------------------------------------------------------- */

bool combine_needs_wide(wz_dtype d, combine how)
{
    return (how == COMBINE_ADD || how == COMBINE_MUL || how == COMBINE_MEAN) &&
           (d == WZ_DTYPE_F16 || d == WZ_DTYPE_BF16 || d == WZ_DTYPE_F8_E4M3FN || d == WZ_DTYPE_F8_E5M2);
}

static void combine_integer(wz_dtype d, combine how, void *dst, const void *src)
{
    uint64_t a = load_u64(d, dst), b = load_u64(d, src);
    bool less = wz_dtype_get_kind(d) == WZ_KIND_INT ? load_i64(d, dst) < load_i64(d, src) : a < b;
    switch (how) {
    case COMBINE_MUL: a *= b; break;
    case COMBINE_MAX: a = less ? b : a; break;
    case COMBINE_MIN: a = less ? a : b; break;
    default: a += b; break;
    }
    if (d == WZ_DTYPE_BOOL) /* a sum is "or", a product "and" */
        a = a != 0;
    store_u64(d, dst, a);
}

static double combine_double(combine how, double a, double b)
{
    switch (how) {
    case COMBINE_MUL: return a * b;
    case COMBINE_MAX: return a > b || isnan(a) ? a : b;
    case COMBINE_MIN: return a < b || isnan(a) ? a : b;
    default: return a + b;
    }
}

void combine_element(wz_dtype d, combine how, void *dst, const void *src)
{
    if (how == COMBINE_SET) {
        copy_element(dst, src, (int)wz_dtype_bytes(d));
    } else if (d == WZ_DTYPE_F32) {
        float a, b;
        memcpy(&a, dst, 4);
        memcpy(&b, src, 4);
        a = how == COMBINE_ADD || how == COMBINE_MEAN ? a + b : how == COMBINE_MUL ? a * b
                                                               : (float)combine_double(how, a, b);
        memcpy(dst, &a, 4);
    } else if (dtype_is_complex(d)) {
        cdouble a = load_c128(d, dst), b = load_c128(d, src);
        if (how == COMBINE_MUL)
            store_c128(d, dst, (cdouble){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re});
        else
            store_c128(d, dst, (cdouble){a.re + b.re, a.im + b.im});
    } else if (dtype_is_float(d)) {
        store_f64(d, dst, combine_double(how, load_f64(d, dst), load_f64(d, src)));
    } else {
        combine_integer(d, how, dst, src);
    }
}

wz_status combine_find(const char *name, bool scatter_words, combine *out)
{
    static const struct {
        const char *name;
        combine how;
        bool scatter;
    } words[] = {{"add", COMBINE_ADD, true},    {"multiply", COMBINE_MUL, true}, {"sum", COMBINE_ADD, false},
                 {"prod", COMBINE_MUL, false},  {"mean", COMBINE_MEAN, false},   {"amax", COMBINE_MAX, false},
                 {"amin", COMBINE_MIN, false}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].scatter == scatter_words && strcmp(words[i].name, name) == 0) {
            *out = words[i].how;
            return WZ_OK;
        }
    return fail(WZ_SHAPE,
                scatter_words ? "reduce argument must be either add or multiply, got %s"
                              : "reduce argument must be either sum, prod, mean, amax or amin, got %s",
                name);
}

wz_status start_from_input(wz_call *c)
{
    wz_tensor *out = c->out[0];
    for (int i = 1; i < c->n_in; i++) {
        if (!c->in[i] || tensor_overlap(out, c->in[i]) == OVERLAP_NONE) continue;
        c->in[i] = wz_clone(c->in[i]);
        if (!c->in[i]) return error_status();
    }
    if (tensor_overlap(out, c->in[0]) == OVERLAP_FULL) return WZ_OK;
    return tensor_copy(out, c->in[0]);
}

/* ---- gather ---------------------------------------------------------------------------------- */

static wz_status check_gather(const wz_call *c, const wz_tensor *index, const char *what)
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

/* x seen with the sizes of index, standing still along dim; *step is what one index along dim moves. */
static host_view view_but_dim(const host_view *x, const host_view *index, int dim, int64_t *step)
{
    host_view r = *x;
    *step = x->ndim ? x->stride[dim] : 0;
    r.ndim = index->ndim;
    r.numel = index->numel;
    for (int d = 0; d < index->ndim; d++) {
        r.size[d] = index->size[d];
        r.stride[d] = x->ndim == 0 || d == dim ? 0 : x->stride[d];
    }
    return r;
}

/* A stride of 0 along a size-1 dim is what nd_begin makes of it; here sizes are index's own. */
static void gather_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *index = &v[1], *out = &v[2];
    int dim = *(const int *)launch_args(l);
    int64_t step, begin, end;
    host_view x = view_but_dim(&v[0], index, dim, &step);
    part_range(out->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    nd_iter it;
    nd_begin(&it, out->ndim, out->size, 3, (const host_view *[]){&x, index, out}, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it))
        copy_element(at(out, it.offset[2]), at(&x, it.offset[0] + step * index_at(index, it.offset[1])), out->bytes);
}

static wz_status ref_gather(wz_call *c)
{
    int dim;
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &dim));
    TRY(check_index(c, c->in[1], dim, size_along(c->in[0], dim), false));
    return launch_call(c, gather_kernel, tensor_numel(c->out[0]), 0, &dim, sizeof dim);
}

/* ---- scatter --------------------------------------------------------------------------------- */

wz_status shape_scatter(wz_call *c)
{
    const wz_tensor *x = c->in[0], *index = c->in[1], *src = c->n_in > 2 ? c->in[2] : NULL;
    TRY(check_gather(c, index, "self"));
    if (src && tensor_numel(index) > 0) {
        if (src->dtype != x->dtype)
            return fail(WZ_TYPE, "Expected self.dtype to be equal to src.dtype, got %s and %s", wz_dtype_name(x->dtype),
                        wz_dtype_name(src->dtype));
        if ((src->ndim ? src->ndim : 1) != (index->ndim ? index->ndim : 1))
            return fail(WZ_SHAPE, "Index tensor must have the same number of dimensions as src tensor");
        for (int d = 0; d < index->ndim; d++)
            if (index->size[d] > size_along(src, d))
                return fail(WZ_SHAPE, "Expected index %s to be no larger than src %s", SHAPE_OF(index), SHAPE_OF(src));
    }
    return out_shape_like(c, 0, x);
}

typedef struct scatter_args {
    int       dim, how;
    bool      has_src, forget_self, has_alpha;
    int64_t   size;  /* of x along dim; negative indices that the check let pass count from it */
    wz_scalar alpha; /* what values are multiplied with first */
    _Alignas(16) char value[16];
} scatter_args;

/* Identity of a combination, for scatter_reduce that leaves x's own value out. */
static void store_identity(wz_dtype d, combine how, void *p)
{
    bool floating = dtype_is_float(d), sign = wz_dtype_get_kind(d) == WZ_KIND_INT;
    int bits = 8 * (int)wz_dtype_bytes(d);
    switch (how) {
    case COMBINE_MUL: store_f64(d, p, 1); break;
    case COMBINE_MAX:
        if (floating)
            store_f64(d, p, -INFINITY);
        else
            store_i64(d, p, sign ? INT64_MIN >> (64 - bits) : 0);
        break;
    case COMBINE_MIN:
        if (floating)
            store_f64(d, p, INFINITY);
        else if (sign)
            store_i64(d, p, INT64_MAX >> (64 - bits));
        else
            store_u64(d, p, UINT64_MAX);
        break;
    default: store_f64(d, p, 0); break;
    }
}

static void divide_count(wz_dtype d, void *p, int64_t n)
{
    if (n < 2) return;
    if (dtype_is_float(d)) {
        store_f64(d, p, load_f64(d, p) / (double)n);
    } else if (wz_dtype_get_kind(d) == WZ_KIND_INT) {
        int64_t v = load_i64(d, p), q = v / n;
        store_i64(d, p, q - (v % n != 0 && v < 0)); /* rounds down, as torch's floor division */
    } else {
        store_u64(d, p, load_u64(d, p) / (uint64_t)n);
    }
}

/* One line along dim of the index at the given offsets. */
typedef struct scatter_line {
    host_view index, src, x;
    int64_t   n, index_step, src_step, x_step;
    scatter_args a;
} scatter_line;

static inline int64_t line_index(const scatter_line *s, int64_t offset, int64_t k)
{
    int64_t i = index_at(&s->index, offset + k * s->index_step);
    return i < 0 ? i + s->a.size : i;
}

static void scale_element(wz_dtype d, wz_scalar alpha, void *dst, const void *src)
{
    if (dtype_is_complex(d)) {
        cdouble v = load_c128(d, src);
        store_c128(d, dst, (cdouble){v.re * alpha.re - v.im * alpha.im, v.re * alpha.im + v.im * alpha.re});
    } else if (dtype_is_float(d)) {
        store_f64(d, dst, load_f64(d, src) * alpha.re);
    } else {
        store_u64(d, dst, load_u64(d, src) * (uint64_t)alpha.i);
    }
}

static void scatter_one_line(const scatter_line *s, int64_t index_offset, int64_t src_offset, int64_t x_offset)
{
    wz_dtype d = (wz_dtype)s->x.dtype;
    combine how = (combine)s->a.how;
    if (s->a.forget_self)
        for (int64_t k = 0; k < s->n; k++)
            store_identity(d, how, at(&s->x, x_offset + s->x_step * line_index(s, index_offset, k)));
    for (int64_t k = 0; k < s->n; k++) {
        int64_t i = line_index(s, index_offset, k);
        const void *value = s->a.has_src ? at(&s->src, src_offset + k * s->src_step) : s->a.value;
        _Alignas(16) char scaled[16];
        if (s->a.has_alpha) {
            scale_element(d, s->a.alpha, scaled, value);
            value = scaled;
        }
        combine_element(d, how, at(&s->x, x_offset + i * s->x_step), value);
    }
    if (how != COMBINE_MEAN) return;
    for (int64_t k = 0; k < s->n; k++) { /* at the first of equal indices, divide by how many there are */
        int64_t i = line_index(s, index_offset, k), n = s->a.forget_self ? 0 : 1;
        bool first = true;
        for (int64_t j = 0; j < s->n; j++) {
            bool equal = line_index(s, index_offset, j) == i;
            if (equal && j < k) {
                first = false;
                break;
            }
            n += equal;
        }
        if (first) divide_count(d, at(&s->x, x_offset + i * s->x_step), n);
    }
}

/* views: index, x (written), src (may be absent) */
static void scatter_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *index = &v[0];
    scatter_line s = {.index = *index, .a = *(const scatter_args *)launch_args(l)};
    int dim = s.a.dim;
    s.n = index->ndim ? index->size[dim] : 1;
    s.index_step = index->ndim ? index->stride[dim] : 0;
    s.x = view_but_dim(&v[1], index, dim, &s.x_step);
    s.src = s.x;
    if (s.a.has_src) s.src = view_but_dim(&v[2], index, dim, &s.src_step);
    uint32_t others = ~(1u << dim);
    host_view a = view_keep_dims(index, others), b = view_keep_dims(&s.src, others), x = view_keep_dims(&s.x, others);
    int64_t begin, end;
    part_range(a.numel, part, n_parts, &begin, &end);
    if (begin >= end || s.n == 0) return;
    nd_iter it;
    nd_begin(&it, a.ndim, a.size, 3, (const host_view *[]){&a, &b, &x}, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it)) scatter_one_line(&s, it.offset[0], it.offset[1], it.offset[2]);
}

/* Runs the scatter on x, in float32 where the dtype adds up badly. */
static wz_status scatter_into(wz_call *c, wz_tensor *x, wz_tensor *index, wz_tensor *src, scatter_args *a)
{
    wz_tensor *target = x;
    if (combine_needs_wide((wz_dtype)x->dtype, (combine)a->how)) {
        target = tensor_to(x, WZ_DTYPE_F32);
        if (src) src = tensor_to(src, WZ_DTYPE_F32);
        if (!target || (a->has_src && !src)) return error_status();
        double value = load_f64((wz_dtype)x->dtype, a->value);
        store_f64(WZ_DTYPE_F32, a->value, value);
    }
    wz_tensor *t[3] = {index, target, src};
    TRY(launch_host(c, scatter_kernel, 3, t, 2, tensor_numel(index), 0, a, sizeof *a));
    return target == x ? WZ_OK : tensor_copy(x, target);
}

static wz_status ref_scatter(wz_call *c)
{
    scatter_args a = {.how = COMBINE_SET, .has_src = c->n_in > 2};
    combine how = COMBINE_SET;
    switch (c->op) {
    case WZ_OP_scatter_add: how = COMBINE_ADD; break;
    case WZ_OP_scatter_with:
    case WZ_OP_scatter_value_with: TRY(combine_find(arg_string(c, 4), true, &how)); break;
    case WZ_OP_scatter_reduce:
        TRY(combine_find(arg_string(c, 4), false, &how));
        a.forget_self = !arg_bool(c, 5);
        break;
    default: break;
    }
    a.how = (int)how;
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &a.dim));
    if (!a.has_src) TRY(scalar_store((wz_dtype)c->in[0]->dtype, a.value, arg_scalar(c, 3)));
    TRY(check_index(c, c->in[1], a.dim, size_along(c->in[0], a.dim), false));
    TRY(start_from_input(c));
    if (tensor_numel(c->in[1]) == 0) return WZ_OK;
    return scatter_into(c, c->out[0], c->in[1], a.has_src ? c->in[2] : NULL, &a);
}

/* ---- slices by a vector of indices ----------------------------------------------------------- */

static wz_status check_vector(const wz_tensor *index)
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

/* ---- writing slices -------------------------------------------------------------------------- */

wz_status shape_index_add(wz_call *c)
{
    const wz_tensor *x = c->in[0], *index = c->in[1], *source = c->in[2];
    int dim;
    TRY(check_vector(index));
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &dim));
    if (source->dtype != x->dtype)
        return fail(WZ_TYPE, "self and source expected to have the same dtype, but got (self) %s and (source) %s",
                    wz_dtype_name(x->dtype), wz_dtype_name(source->dtype));
    if (source->ndim != x->ndim && source->ndim != 0 && x->ndim != 0)
        return fail(WZ_SHAPE, "source has %d dimensions, self has %d", source->ndim, x->ndim);
    if (size_along(source, source->ndim ? dim : 0) != tensor_numel(index))
        return fail(WZ_INDEX, "Number of indices (%lld) should be equal to source.size(dim): (%lld), for dim: %d",
                    (long long)tensor_numel(index), (long long)size_along(source, source->ndim ? dim : 0), dim);
    for (int d = 0; d < x->ndim && source->ndim == x->ndim; d++)
        if (d != dim && source->size[d] != x->size[d])
            return fail(WZ_SHAPE, "The size of tensor self (%lld) must match the size of tensor source (%lld) at "
                                  "dimension %d", (long long)x->size[d], (long long)source->size[d], d);
    return out_shape_like(c, 0, x);
}

wz_status shape_index_fill(wz_call *c)
{
    int dim;
    TRY(check_vector(c->in[1]));
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &dim));
    return out_shape_like(c, 0, c->in[0]);
}

/* A vector index as an index of x's rank, for the scatter kernel: it stands along dim and repeats. */
static wz_tensor *index_along(const wz_tensor *x, const wz_tensor *index, int dim)
{
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
    for (int d = 0; d < x->ndim; d++) {
        size[d] = d == dim ? tensor_numel(index) : x->size[d];
        stride[d] = d == dim && index->ndim ? index->stride[0] : 0;
    }
    return tensor_view(index, x->ndim, size, stride, index->offset);
}

static wz_status write_slices(wz_call *c, scatter_args *a, bool wrap)
{
    wz_tensor *x = c->in[0], *index = c->in[1];
    TRY(dim_wrap(arg_int(c, 1), x->ndim, &a->dim));
    TRY(check_index(c, index, a->dim, size_along(x, a->dim), wrap));
    a->size = size_along(x, a->dim);
    TRY(start_from_input(c));
    index = index_along(c->out[0], c->in[1], a->dim);
    if (!index) return error_status();
    return scatter_into(c, c->out[0], index, a->has_src ? c->in[2] : NULL, a);
}

static wz_status ref_index_copy(wz_call *c)
{
    scatter_args a = {.how = COMBINE_SET, .has_src = true};
    return write_slices(c, &a, false);
}

static wz_status ref_index_add(wz_call *c)
{
    scatter_args a = {.how = COMBINE_ADD, .has_src = true};
    wz_scalar alpha = arg_scalar(c, 4);
    if (alpha.re != 1 || alpha.im != 0) {
        wz_dtype d = (wz_dtype)c->in[0]->dtype;
        if (!dtype_is_float(d) && !dtype_is_complex(d) && alpha.kind == WZ_KIND_FLOAT)
            return fail(WZ_SHAPE, "For integral input tensors, argument alpha must not be a floating point number.");
        a.has_alpha = true;
        a.alpha = alpha;
    }
    return write_slices(c, &a, false);
}

static wz_status ref_index_reduce(wz_call *c)
{
    combine how;
    TRY(combine_find(arg_string(c, 4), false, &how));
    if (how == COMBINE_ADD) return fail(WZ_SHAPE, "reduce argument must be either prod, mean, amax or amin, got sum");
    scatter_args a = {.how = (int)how, .has_src = true, .forget_self = !arg_bool(c, 5)};
    return write_slices(c, &a, false);
}

static wz_status ref_index_fill(wz_call *c)
{
    scatter_args a = {.how = COMBINE_SET};
    TRY(scalar_store((wz_dtype)c->in[0]->dtype, a.value, arg_scalar(c, 3)));
    return write_slices(c, &a, true);
}

wz_status comp_index_fill_tensor(wz_call *c)
{
    wz_scalar v;
    if (c->in[2]->ndim != 0)
        return fail(WZ_SHAPE, "index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d "
                              "dimension(s).", c->in[2]->ndim);
    TRY(wz_tensor_item(c->in[2], &v));
    c->out[0] = wz_index_fill(c->in[0], arg_int(c, 1), c->in[1], v);
    return c->out[0] ? WZ_OK : error_status();
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
    nd_iter it;
    nd_begin(&it, out->ndim, out->size, 2, (const host_view *[]){index, out}, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it))
        copy_element(at(out, it.offset[1]), at(x, flat_offset(x, packed, index_at(index, it.offset[0]))), out->bytes);
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
    {WZ_OP_scatter, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_value, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_with, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_value_with, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_add, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_reduce, ON_REF, DT_REAL, NULL, ref_scatter},
    {WZ_OP_index_select, ON_REF, DT_ALL, NULL, ref_index_select},
    {WZ_OP_embedding, ON_REF, DT_ALL, NULL, ref_embedding},
    {WZ_OP_index_add, ON_REF, DT_NUM, NULL, ref_index_add},
    {WZ_OP_index_copy, ON_REF, DT_ALL, NULL, ref_index_copy},
    {WZ_OP_index_reduce, ON_REF, DT_REAL, NULL, ref_index_reduce},
    {WZ_OP_index_fill, ON_REF, DT_ALL, NULL, ref_index_fill},
    {WZ_OP_take, ON_REF, DT_ALL, NULL, ref_take},
    {WZ_OP_put, ON_REF, DT_ALL, NULL, ref_put},
    {.run = NULL},
};

/* scatter.c - writing along one dim by an index tensor: scatter, index_add and their kin.
 *
 * Writes that meet run in index order: parts of a launch split the other dims, never the one that is
 * indexed, so the result is the same on any thread count.
 * SPDX-License-Identifier: MIT */
#include "index.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

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

/* A run of writes: element j of the values goes to to[j * to_step + pick * index[j]]. */
typedef struct write_run {
    char            *to;
    const char      *from;
    const host_view *index;
    int64_t          to_step, pick, from_step, at_index, index_step, n, size;
} write_run;

static inline int64_t run_index(const write_run *r, int64_t j)
{
    int64_t i = index_at(r->index, r->at_index + j * r->index_step);
    return i < 0 ? i + r->size : i;
}

#define SET_RUN(type)                                                                              \
    for (int64_t j = 0; j < r->n; j++)                                                             \
        ((type *)to)[j * r->to_step + r->pick * run_index(r, j)] = ((const type *)from)[j * r->from_step];
#define ADD_RUN(type)                                                                              \
    if (r->index_step == 0) {                                                                      \
        type *row = (type *)to + r->pick * run_index(r, 0);                                        \
        for (int64_t j = 0; j < r->n; j++)                                                         \
            row[j * r->to_step] = (type)(row[j * r->to_step] + ((const type *)from)[j * r->from_step]); \
    } else {                                                                                       \
        for (int64_t j = 0; j < r->n; j++) {                                                       \
            type *e = (type *)to + j * r->to_step + r->pick * run_index(r, j);                     \
            *e = (type)(*e + ((const type *)from)[j * r->from_step]);                              \
        }                                                                                          \
    }                                                                                              \
    return;

static void write_elements(wz_dtype d, const scatter_args *a, const write_run *r)
{
    int64_t bytes = (int64_t)wz_dtype_bytes(d);
    for (int64_t j = 0; j < r->n; j++) {
        const void *value = r->from + j * r->from_step * bytes;
        _Alignas(16) char scaled[16];
        if (a->has_alpha) {
            scale_element(d, a->alpha, scaled, value);
            value = scaled;
        }
        combine_element(d, (combine)a->how, r->to + (j * r->to_step + r->pick * run_index(r, j)) * bytes, value);
    }
}

static void write_values(wz_dtype d, const scatter_args *a, const write_run *r)
{
    void *to = r->to;
    const void *from = r->from;
    if (a->how == COMBINE_SET && !a->has_alpha) {
        FOR_BYTES((int)wz_dtype_bytes(d), SET_RUN)
        return;
    }
    if ((a->how == COMBINE_ADD || a->how == COMBINE_MEAN) && !a->has_alpha) switch (d) {
        case WZ_DTYPE_F32: ADD_RUN(float)
        case WZ_DTYPE_F64: ADD_RUN(double)
        case WZ_DTYPE_I64:
        case WZ_DTYPE_U64: ADD_RUN(uint64_t)
        case WZ_DTYPE_I32:
        case WZ_DTYPE_U32: ADD_RUN(uint32_t)
        default: break;
        }
    write_elements(d, a, r);
}

/* The three views with one dim taken out or cut into the dims before and after it. */
typedef struct scatter_views {
    host_view index, from, to;
} scatter_views;

static scatter_views keep_dims(const scatter_views *v, uint32_t mask)
{
    return (scatter_views){view_keep_dims(&v->index, mask), view_keep_dims(&v->from, mask), view_keep_dims(&v->to, mask)};
}

/* views: index, x (written), values (absent: one value). A part owns some positions of the other dims and
 * writes all of the indexed dim there, so equal indices meet in order. Where several positions lie behind
 * the indexed dim they are walked inside it, along memory. */
static void scatter_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l);
    const scatter_args *a = launch_args(l);
    scatter_views all = {.index = v[0]};
    write_run r = {.index = &v[0], .size = a->size};
    int64_t from_pick = 0, dim_size = v[0].ndim ? v[0].size[a->dim] : 1, inner = 1, begin, end;
    all.to = view_but_dim(&v[1], &v[0], a->dim, &r.pick);
    all.from = a->has_src ? view_but_dim(&v[2], &v[0], a->dim, &from_pick) : all.to;
    if (!a->has_src) {
        all.from.data = (char *)(uintptr_t)a->value;
        memset(all.from.stride, 0, sizeof all.from.stride);
    }
    for (int d = a->dim + 1; d < v[0].ndim; d++) inner *= v[0].size[d];
    int64_t index_pick = v[0].ndim ? v[0].stride[a->dim] : 0;
    bool lines = inner < 8;
    if (lines) inner = 1;
    uint32_t before = lines ? ~(1u << a->dim) : (1u << a->dim) - 1;
    scatter_views outer = keep_dims(&all, before), behind = keep_dims(&all, lines ? 0 : ~((1u << (a->dim + 1)) - 1));
    part_range(outer.index.numel * inner, part, n_parts, &begin, &end);
    if (dim_size == 0) return;
    for (int64_t c = begin, some; c < end; c += some) {
        int64_t o = c / inner, first = c % inner;
        some = inner - first < end - c ? inner - first : end - c;
        int64_t at_index = view_offset(&outer.index, o), at_from = view_offset(&outer.from, o);
        int64_t at_to = view_offset(&outer.to, o);
        if (lines) {
            r.to = at(&all.to, at_to), r.from = at(&all.from, at_from), r.at_index = at_index;
            r.to_step = 0, r.from_step = from_pick, r.index_step = index_pick, r.n = dim_size;
            write_values((wz_dtype)all.to.dtype, a, &r);
            continue;
        }
        run_walk start;
        runs_begin(&start, behind.index.ndim, behind.index.size, 3,
                   (const host_view *[]){&behind.index, &behind.from, &behind.to}, first);
        for (int64_t k = 0; k < dim_size; k++) {
            run_walk w = start;
            for (int64_t done = 0; done < some; done += r.n) {
                r.n = runs_next(&w, some - done);
                r.at_index = at_index + k * index_pick + w.at[0], r.index_step = w.step[0];
                r.from = at(&all.from, at_from + k * from_pick + w.at[1]), r.from_step = w.step[1];
                r.to = at(&all.to, at_to + w.at[2]), r.to_step = w.step[2];
                write_values((wz_dtype)all.to.dtype, a, &r);
            }
        }
    }
}

static wz_status launch_scatter(wz_call *c, wz_tensor *x, wz_tensor *index, wz_tensor *src, const scatter_args *a)
{
    wz_tensor *t[3] = {index, x, src};
    return launch_host(c, scatter_kernel, 3, t, 2, tensor_numel(index), 0, a, sizeof *a);
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


/* views: counts, x: x / counts where a count is above 1 */
static void divide_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *counts = &launch_views(l)[0], *x = &launch_views(l)[1];
    int64_t begin, end;
    part_range(x->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    nd_iter it;
    nd_begin(&it, x->ndim, x->size, 2, (const host_view *[]){counts, x}, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it))
        divide_count((wz_dtype)x->dtype, at(x, it.offset[1]), *(const int64_t *)at(counts, it.offset[0]));
}

/* Turns the sums that a scatter left in x into means. */
static wz_status divide_sums(wz_call *c, wz_tensor *x, wz_tensor *index, const scatter_args *a)
{
    wz_tensor *counts = tensor_empty_like(x, WZ_DTYPE_I64);
    if (!counts) return error_status();
    int64_t self = a->forget_self ? 0 : 1;
    TRY(fill_tensor(c, counts, &self));
    scatter_args one = {.dim = a->dim, .how = COMBINE_ADD, .size = a->size};
    store_i64(WZ_DTYPE_I64, one.value, 1);
    TRY(launch_scatter(c, counts, index, NULL, &one));
    wz_tensor *t[2] = {counts, x};
    return launch_host(c, divide_kernel, 2, t, 2, tensor_numel(x), 0, NULL, 0);
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
    if (a->forget_self) {
        scatter_args identity = {.dim = a->dim, .how = COMBINE_SET, .size = a->size};
        store_identity((wz_dtype)target->dtype, (combine)a->how, identity.value);
        TRY(launch_scatter(c, target, index, NULL, &identity));
    }
    TRY(launch_scatter(c, target, index, src, a));
    if (a->how == COMBINE_MEAN) TRY(divide_sums(c, target, index, a));
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

const kernel_row scatter_rows[] = {
    {WZ_OP_scatter, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_value, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_with, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_value_with, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_add, ON_REF, DT_ALL, NULL, ref_scatter},
    {WZ_OP_scatter_reduce, ON_REF, DT_REAL, NULL, ref_scatter},
    {WZ_OP_index_add, ON_REF, DT_NUM, NULL, ref_index_add},
    {WZ_OP_index_copy, ON_REF, DT_ALL, NULL, ref_index_copy},
    {WZ_OP_index_reduce, ON_REF, DT_REAL, NULL, ref_index_reduce},
    {WZ_OP_index_fill, ON_REF, DT_ALL, NULL, ref_index_fill},
    {.run = NULL},
};

/* arrange.c - joining, repeating, padding and reordering of whole tensors.
 *
 * repeat, flip, roll and pad are one kernel: output index i of a dim reads input index map(i), where a
 * map is a few numbers per dim (dim_map). A row is copied in runs over which the map is a straight line.
 * Joining is a list of copies into views of the result.
 * SPDX-License-Identifier: MIT */
#include "move.h"
#include <string.h>
#include <wootz/ops.h>

static wz_status made(const wz_tensor *t) { return t ? WZ_OK : error_status(); }

/* ---- cat and its kin ------------------------------------------------------------------------- */

wz_status dtype_list(wz_call *c)
{
    if (c->arg[0].n == 0) { /* only block_diag has a result then: an empty matrix */
        if (c->op == WZ_OP_cat) return fail(WZ_INVALID, "expected a non-empty list of Tensors");
        c->out_dtype[0] = wz_default_dtype();
        return WZ_OK;
    }
    c->out_dtype[0] = promote_tensors(c->arg[0].n, c->arg[0].v.tensors);
    return c->out_dtype[0] ? WZ_OK : fail(WZ_TYPE, "the tensors' dtypes have no common dtype");
}

static bool skipped_by_cat(const wz_tensor *t) { return t->ndim == 1 && t->size[0] == 0; }

wz_status shape_cat(wz_call *c)
{
    int n = c->arg[0].n, dim, first = -1;
    wz_tensor *const *t = c->arg[0].v.tensors;
    for (int i = 0; i < n; i++) {
        if (t[i]->ndim == 0)
            return fail(WZ_SHAPE, "zero-dimensional tensor (at position %d) cannot be concatenated", i);
        if (first < 0 && !skipped_by_cat(t[i])) first = i;
    }
    const wz_tensor *a = t[first < 0 ? 0 : first];
    TRY(dim_wrap(arg_int(c, 1), a->ndim, &dim));
    int64_t size[WZ_MAX_DIMS], total = 0;
    memcpy(size, a->size, sizeof size);
    for (int i = 0; i < n; i++) {
        if (skipped_by_cat(t[i])) continue;
        if (t[i]->ndim != a->ndim)
            return fail(WZ_SHAPE, "Tensors must have same number of dimensions: got %d and %d", a->ndim, t[i]->ndim);
        for (int d = 0; d < a->ndim; d++)
            if (d != dim && t[i]->size[d] != a->size[d])
                return fail(WZ_SHAPE,
                            "Sizes of tensors must match except in dimension %d. Expected size %lld but got size "
                            "%lld for tensor number %d in the list.",
                            dim, (long long)a->size[d], (long long)t[i]->size[d], i);
        if (!i64_add(total, t[i]->size[dim], &total)) return fail(WZ_SHAPE, "the joined dimension is too large");
    }
    size[dim] = total;
    return out_shape(c, 0, a->ndim, size);
}

/* Copies t into the part of out that starts at `start` along dim. */
static wz_status copy_into(wz_tensor *out, int dim, int64_t start, const wz_tensor *t)
{
    int64_t size[WZ_MAX_DIMS];
    memcpy(size, out->size, sizeof size);
    size[dim] = t->size[dim];
    wz_tensor *part = tensor_view(out, out->ndim, size, out->stride, out->offset + start * out->stride[dim]);
    TRY(made(part));
    return tensor_copy(part, t);
}

static wz_status ref_cat(wz_call *c)
{
    wz_tensor *out = c->out[0];
    int dim;
    TRY(dim_wrap(arg_int(c, 1), out->ndim, &dim));
    int64_t start = 0;
    for (int i = 0; i < c->arg[0].n; i++) {
        const wz_tensor *t = c->arg[0].v.tensors[i];
        if (skipped_by_cat(t)) continue;
        if (tensor_numel(t) > 0) TRY(copy_into(out, dim, start, t));
        start += t->size[dim];
    }
    return WZ_OK;
}

wz_status comp_concat(wz_call *c)
{
    c->out[0] = wz_cat(c->arg[0].v.tensors, c->arg[0].n, arg_int(c, 1));
    return made(c->out[0]);
}

/* cat of each tensor seen through `view`. */
static wz_status cat_of(wz_call *c, wz_tensor *(*view)(wz_tensor *t, int64_t dim), int64_t view_dim, int64_t dim)
{
    int n = c->arg[0].n;
    wz_tensor **list = mem_alloc_array((size_t)n + 1, sizeof *list);
    if (!list) return WZ_NOMEM;
    wz_status status = WZ_OK;
    for (int i = 0; i < n && status == WZ_OK; i++) {
        list[i] = view(c->arg[0].v.tensors[i], view_dim);
        status = made(list[i]);
    }
    if (status == WZ_OK) {
        c->out[0] = wz_cat(list, n, dim);
        status = made(c->out[0]);
    }
    mem_free(list);
    return status;
}

static wz_tensor *view_unsqueezed(wz_tensor *t, int64_t dim) { return wz_unsqueeze(t, dim); }

wz_status comp_stack(wz_call *c)
{
    int n = c->arg[0].n;
    wz_tensor *const *t = c->arg[0].v.tensors;
    if (n == 0) return fail(WZ_INVALID, "stack expects a non-empty TensorList");
    for (int i = 1; i < n; i++)
        if (!sizes_equal(t[i]->ndim, t[i]->size, t[0]->ndim, t[0]->size))
            return fail(WZ_SHAPE, "stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry %d",
                        SHAPE_OF(t[0]), SHAPE_OF(t[i]), i);
    int64_t dim = arg_int(c, 1);
    if (dim < 0) dim += t[0]->ndim + 1;
    if (dim < 0 || dim > t[0]->ndim)
        return fail(WZ_INDEX, "Dimension out of range (expected to be in range of [%d, %d], but got %lld)",
                    -t[0]->ndim - 1, t[0]->ndim, (long long)arg_int(c, 1));
    return cat_of(c, view_unsqueezed, dim, dim);
}

static wz_tensor *atleast(wz_tensor *t, int64_t n)
{
    if (t && t->ndim == 0) t = wz_unsqueeze(t, 0);
    if (n >= 2 && t && t->ndim == 1) t = wz_unsqueeze(t, 0);
    if (n >= 3 && t && t->ndim == 2) t = wz_unsqueeze(t, 2);
    return t;
}

static wz_status atleast_out(wz_call *c, int n)
{
    c->out[0] = atleast(c->in[0], n);
    return made(c->out[0]);
}

wz_status comp_atleast_1d(wz_call *c) { return atleast_out(c, 1); }
wz_status comp_atleast_2d(wz_call *c) { return atleast_out(c, 2); }
wz_status comp_atleast_3d(wz_call *c) { return atleast_out(c, 3); }

wz_status comp_hstack(wz_call *c)
{
    if (c->arg[0].n == 0) return fail(WZ_INVALID, "hstack expects a non-empty TensorList");
    return cat_of(c, atleast, 1, c->arg[0].v.tensors[0]->ndim <= 1 ? 0 : 1);
}

wz_status comp_vstack(wz_call *c)
{
    if (c->arg[0].n == 0) return fail(WZ_INVALID, "vstack expects a non-empty TensorList");
    return cat_of(c, atleast, 2, 0);
}

wz_status comp_dstack(wz_call *c)
{
    if (c->arg[0].n == 0) return fail(WZ_INVALID, "dstack expects a non-empty TensorList");
    return cat_of(c, atleast, 3, 2);
}

static wz_tensor *as_column(wz_tensor *t, int64_t unused)
{
    (void)unused;
    return t->ndim <= 1 ? wz_unsqueeze(atleast(t, 1), 1) : t;
}

wz_status comp_column_stack(wz_call *c)
{
    if (c->arg[0].n == 0) return fail(WZ_INVALID, "column_stack expects a non-empty TensorList");
    return cat_of(c, as_column, 0, 1);
}

static void block_size(const wz_tensor *t, int64_t *rows, int64_t *cols)
{
    *rows = t->ndim == 2 ? t->size[0] : 1;
    *cols = t->ndim == 2 ? t->size[1] : t->ndim == 1 ? t->size[0] : 1;
}

wz_status shape_block_diag(wz_call *c)
{
    int64_t size[2] = {0, 0};
    if (c->arg[0].n == 0) size[0] = 1;
    for (int i = 0; i < c->arg[0].n; i++) {
        const wz_tensor *t = c->arg[0].v.tensors[i];
        if (t->ndim > 2)
            return fail(WZ_SHAPE,
                        "Input tensors must have 2 or fewer dimensions. Input %d has %d dimensions", i, t->ndim);
        int64_t rows, cols;
        block_size(t, &rows, &cols);
        if (!i64_add(size[0], rows, &size[0]) || !i64_add(size[1], cols, &size[1]))
            return fail(WZ_SHAPE, "the joined dimensions are too large");
    }
    return out_shape(c, 0, 2, size);
}

static wz_status ref_block_diag(wz_call *c)
{
    wz_tensor *out = c->out[0];
    TRY(fill_zero(c, out));
    int64_t row = 0, col = 0;
    for (int i = 0; i < c->arg[0].n; i++) {
        const wz_tensor *t = c->arg[0].v.tensors[i];
        int64_t size[2];
        block_size(t, &size[0], &size[1]);
        wz_tensor *part =
            tensor_view(out, 2, size, out->stride, out->offset + row * out->stride[0] + col * out->stride[1]);
        TRY(made(part));
        if (size[0] && size[1]) TRY(tensor_copy(part, t));
        row += size[0];
        col += size[1];
    }
    return WZ_OK;
}

/* ---- maps: repeat, flip, roll, pad ----------------------------------------------------------- */

typedef enum map_kind {
    MAP_SHIFT,   /* i - shift; outside: the fill value */
    MAP_WRAP,    /* (i - shift) modulo the input's size */
    MAP_CLAMP,   /* i - shift, held inside */
    MAP_REFLECT, /* i - shift, mirrored at the first and last element */
    MAP_FLIP,    /* from the end */
} map_kind;

typedef struct dim_map {
    int64_t shift;
    int32_t kind;
} dim_map;

typedef struct map_args {
    dim_map map[WZ_MAX_DIMS];
    char    fill[16];
} map_args;

/* A straight piece of a map: input index (or -1: fill) at output index i, its step, and how many
 * outputs from i on follow it. */
typedef struct map_run {
    int64_t in, step, length;
} map_run;

static map_run run_at(const dim_map *m, int64_t n_in, int64_t n_out, int64_t i)
{
    int64_t left = n_out - i, k = i - m->shift;
    switch ((map_kind)m->kind) {
    case MAP_FLIP: return (map_run){n_in - 1 - i, -1, left};
    case MAP_WRAP: {
        if (n_in == 1) return (map_run){0, 0, left};
        int64_t in = k % n_in;
        if (in < 0) in += n_in;
        return (map_run){in, 1, n_in - in < left ? n_in - in : left};
    }
    case MAP_SHIFT:
    case MAP_CLAMP:
    case MAP_REFLECT: break;
    }
    if (k >= 0 && k < n_in) return (map_run){k, 1, n_in - k < left ? n_in - k : left};
    bool before = k < 0;
    int64_t length = before && -k < left ? -k : left;
    if (m->kind == MAP_SHIFT) return (map_run){-1, 0, length};
    if (m->kind == MAP_CLAMP) return (map_run){before ? 0 : n_in - 1, 0, length};
    return (map_run){before ? -k : 2 * (n_in - 1) - k, -1, length};
}

/* The part [begin, end) of one output row whose input row starts at src (NULL: all fill). */
static void map_row(const host_view *out, const host_view *in, const map_args *a, char *dst, const char *src,
                    int64_t begin, int64_t end)
{
    int last = out->ndim - 1;
    int64_t out_step = out->stride[last], in_step = in->stride[last];
    for (int64_t i = begin; i < end;) {
        map_run r = run_at(&a->map[last], in->size[last], out->size[last], i);
        if (r.length > end - i) r.length = end - i;
        char *to = dst + i * out_step * out->bytes;
        if (!src || r.in < 0)
            copy_strided(to, out_step, a->fill, 0, out->bytes, r.length);
        else
            copy_strided(to, out_step, src + r.in * in_step * in->bytes, r.step * in_step, out->bytes, r.length);
        i += r.length;
    }
}

static void map_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *in = &launch_views(l)[0], *out = &launch_views(l)[1];
    const map_args *a = launch_args(l);
    int64_t begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    int last = out->ndim - 1;
    int64_t width = out->size[last];
    while (begin < end) {
        int64_t row = begin / width, from = begin % width;
        int64_t to = end - row * width < width ? end - row * width : width;
        int64_t out_offset = 0, in_offset = 0, rest = row;
        bool outside = false;
        for (int d = last - 1; d >= 0; d--) {
            int64_t i = rest % out->size[d];
            rest /= out->size[d];
            out_offset += i * out->stride[d];
            map_run r = run_at(&a->map[d], in->size[d], out->size[d], i);
            outside |= r.in < 0;
            in_offset += r.in * in->stride[d];
        }
        map_row(out, in, a, at(out, out_offset), outside ? NULL : at(in, in_offset), from, to);
        begin = row * width + to;
    }
}

/* Adds a leading dim of size 1 to match the rank of the other side. */
static wz_status launch_map(wz_call *c, map_args *a)
{
    wz_tensor *in = c->in[0], *out = c->out[0];
    int lead = out->ndim - in->ndim;
    if (lead > 0 || out->ndim == 0) {
        int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
        if (out->ndim == 0) { /* a number: seen as one element */
            size[0] = 1, stride[0] = 1;
            out = tensor_view(out, 1, size, stride, out->offset);
            TRY(made(out));
            lead = 1;
            a->map[0] = (dim_map){0, MAP_WRAP};
        }
        for (int d = 0; d < out->ndim; d++) {
            size[d] = d < lead ? 1 : in->size[d - lead];
            stride[d] = d < lead ? 0 : in->stride[d - lead];
        }
        in = tensor_view(in, out->ndim, size, stride, in->offset);
        TRY(made(in));
    }
    wz_tensor *t[2] = {in, out};
    return launch_host(c, map_kernel, 2, t, 2, tensor_numel(out), 0, a, sizeof *a);
}

wz_status shape_repeat(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int n = c->arg[1].n, lead = n - x->ndim;
    if (lead < 0)
        return fail(WZ_SHAPE,
                    "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
    if (n > WZ_MAX_DIMS) return fail(WZ_SHAPE, "tensors have at most %d dimensions, got %d", WZ_MAX_DIMS, n);
    int64_t size[WZ_MAX_DIMS];
    for (int d = 0; d < n; d++) {
        int64_t times = c->arg[1].v.ints[d];
        if (times < 0) return fail(WZ_SHAPE, "Trying to create tensor with negative dimension %lld", (long long)times);
        if (!i64_mul(times, d < lead ? 1 : x->size[d - lead], &size[d]))
            return fail(WZ_SHAPE, "the repeated dimension %d is too large", d);
    }
    return out_shape(c, 0, n, size);
}

static wz_status ref_repeat(wz_call *c)
{
    map_args a = {0};
    for (int d = 0; d < WZ_MAX_DIMS; d++) a.map[d].kind = MAP_WRAP;
    return launch_map(c, &a);
}

wz_status comp_tile(wz_call *c)
{
    int64_t times[WZ_MAX_DIMS];
    int n = c->arg[1].n, lead = c->in[0]->ndim - n;
    if (lead < 0) lead = 0;
    if (n > WZ_MAX_DIMS) return fail(WZ_SHAPE, "tensors have at most %d dimensions, got %d", WZ_MAX_DIMS, n);
    for (int d = 0; d < lead; d++) times[d] = 1;
    for (int d = 0; d < n; d++) times[lead + d] = c->arg[1].v.ints[d];
    c->out[0] = wz_repeat(c->in[0], times, lead + n);
    return made(c->out[0]);
}

/* A mask of the dims in a list; duplicates are errors. */
static wz_status dims_listed(const wz_call *c, const wz_arg *dims, uint32_t *mask)
{
    *mask = 0;
    for (int i = 0; i < dims->n; i++) {
        int d;
        TRY(dim_wrap(dims->v.ints[i], c->in[0]->ndim, &d));
        if (*mask >> d & 1) return fail(WZ_SHAPE, "dim %d appears multiple times in the list of dims", d);
        *mask |= 1u << d;
    }
    return WZ_OK;
}

wz_status shape_flip(wz_call *c)
{
    uint32_t mask;
    TRY(dims_listed(c, &c->arg[1], &mask));
    return out_shape_like(c, 0, c->in[0]);
}

static wz_status ref_flip(wz_call *c)
{
    uint32_t mask;
    TRY(dims_listed(c, &c->arg[1], &mask));
    map_args a = {0};
    for (int d = 0; d < c->in[0]->ndim; d++)
        if (mask >> d & 1) a.map[d].kind = MAP_FLIP;
    return launch_map(c, &a);
}

static wz_status flip_one(wz_call *c, int64_t dim, int needed, const char *name)
{
    if (c->in[0]->ndim < needed) return fail(WZ_SHAPE, "%s requires the input to be >= %d-d", name, needed);
    c->out[0] = wz_flip(c->in[0], &dim, 1);
    return made(c->out[0]);
}

wz_status comp_fliplr(wz_call *c) { return flip_one(c, 1, 2, "fliplr"); }
wz_status comp_flipud(wz_call *c) { return flip_one(c, 0, 1, "flipud"); }

wz_status comp_rot90(wz_call *c)
{
    wz_tensor *x = c->in[0];
    int a, b;
    if (c->arg[2].n != 2) return fail(WZ_SHAPE, "expected total rotation dims == 2, but got dims = %d", c->arg[2].n);
    if (x->ndim < 2) return fail(WZ_SHAPE, "expected total dims >= 2, but got total dims = %d", x->ndim);
    int64_t first = c->arg[2].v.ints[0], second = c->arg[2].v.ints[1];
    TRY(dim_wrap(first, x->ndim, &a));
    TRY(dim_wrap(second, x->ndim, &b));
    if (a == b)
        return fail(WZ_SHAPE, "expected rotation dims to be different, but got dim0 = %d and dim1 = %d", a, b);
    int64_t k = arg_int(c, 1) % 4, one = b, other = a, both[2] = {a, b};
    switch (k < 0 ? k + 4 : k) {
    case 1: x = wz_transpose(wz_flip(x, &one, 1), a, b); break;
    case 2: x = wz_flip(x, both, 2); break;
    case 3: x = wz_transpose(wz_flip(x, &other, 1), a, b); break;
    default: x = wz_clone(x); break;
    }
    c->out[0] = x;
    return made(x);
}

wz_status comp_roll(wz_call *c)
{
    wz_tensor *x = c->in[0];
    const wz_arg *shifts = &c->arg[1], *dims = &c->arg[2];
    if (shifts->n == 0) return fail(WZ_SHAPE, "`shifts` required");
    if (dims->n == 0 && shifts->n == 1) {
        int64_t zero = 0, all = tensor_numel(x);
        wz_tensor *flat = wz_roll_dims(wz_reshape(x, &all, 1), shifts->v.ints, 1, &zero, 1);
        c->out[0] = wz_view(flat, x->size, x->ndim);
        return made(c->out[0]);
    }
    if (shifts->n != dims->n)
        return fail(WZ_SHAPE, "shifts and dimensions must align. shifts: %d, dims:%d", shifts->n, dims->n);
    c->out[0] = wz_roll_dims(x, shifts->v.ints, shifts->n, dims->v.ints, dims->n);
    return made(c->out[0]);
}

static wz_status ref_roll_dims(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    map_args a = {0};
    for (int i = 0; i < c->arg[2].n; i++) {
        int d;
        TRY(dim_wrap(c->arg[2].v.ints[i], x->ndim, &d));
        int64_t n = x->ndim ? x->size[d] : 1;
        a.map[d].kind = MAP_WRAP;
        if (n) a.map[d].shift = (a.map[d].shift + c->arg[1].v.ints[i] % n) % n; /* a dim may be listed twice */
    }
    return launch_map(c, &a);
}

/* ---- pad ------------------------------------------------------------------------------------- */

static wz_status pad_mode(const wz_call *c, map_kind *out)
{
    static const struct { const char *name; map_kind kind; } modes[] = {
        {"constant", MAP_SHIFT}, {"reflect", MAP_REFLECT}, {"replicate", MAP_CLAMP}, {"circular", MAP_WRAP}};
    const char *mode = arg_string(c, 2);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(mode, modes[i].name) == 0) {
            *out = modes[i].kind;
            return WZ_OK;
        }
    return fail(WZ_UNSUPPORTED, "Unrecognised padding mode %s", mode);
}

/* What may be wrong with padding dim d by lo and hi in a mode that repeats the input. */
static wz_status check_pad(const wz_tensor *x, int d, int64_t lo, int64_t hi, map_kind kind)
{
    int64_t n = x->size[d];
    if (kind == MAP_REFLECT && (lo >= n || hi >= n) && (lo > 0 || hi > 0))
        return fail(WZ_SHAPE,
                    "Padding size should be less than the corresponding input dimension, but got: padding (%lld, "
                    "%lld) at dimension %d of input %s",
                    (long long)lo, (long long)hi, d, SHAPE_OF(x));
    if (kind == MAP_WRAP && (lo > n || hi > n))
        return fail(WZ_SHAPE, "Padding value causes wrapping around more than once.");
    if (kind == MAP_CLAMP && n == 0 && (lo > 0 || hi > 0))
        return fail(WZ_SHAPE, "dimension %d of input %s is empty, so there is nothing to replicate", d, SHAPE_OF(x));
    return WZ_OK;
}

wz_status shape_pad(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    const wz_arg *pad = &c->arg[1];
    map_kind kind;
    TRY(pad_mode(c, &kind));
    if (pad->n % 2) return fail(WZ_SHAPE, "Padding length must be divisible by 2");
    if (pad->n / 2 > x->ndim)
        return fail(WZ_SHAPE,
                    "Padding length should be less than or equal to two times the input dimension but got padding "
                    "length %d and input of dimension %d",
                    pad->n, x->ndim);
    if (kind != MAP_SHIFT && arg_given(c, 3) && (arg_scalar(c, 3).re != 0 || arg_scalar(c, 3).im != 0))
        return fail(WZ_INVALID, "Padding mode \"%s\" doesn't take in value argument", arg_string(c, 2));
    int64_t size[WZ_MAX_DIMS];
    memcpy(size, x->size, sizeof size);
    for (int i = 0; i < pad->n / 2; i++) {
        int d = x->ndim - 1 - i;
        int64_t lo = pad->v.ints[2 * i], hi = pad->v.ints[2 * i + 1];
        if (!i64_add(size[d], lo, &size[d]) || !i64_add(size[d], hi, &size[d]))
            return fail(WZ_SHAPE, "the padded dimension %d is too large", d);
        if (size[d] < 0)
            return fail(WZ_SHAPE,
                        "The input size %lld, plus negative padding %lld and %lld, resulted in a negative output "
                        "size, which is invalid. Check dimension %d of your input.",
                        (long long)x->size[d], (long long)lo, (long long)hi, d);
        TRY(check_pad(x, d, lo, hi, kind));
    }
    return out_shape(c, 0, x->ndim, size);
}

static wz_status ref_pad(wz_call *c)
{
    const wz_arg *pad = &c->arg[1];
    map_kind kind;
    TRY(pad_mode(c, &kind));
    map_args a = {0};
    if (arg_given(c, 3)) TRY(scalar_store(c->out[0]->dtype, a.fill, arg_scalar(c, 3)));
    for (int i = 0; i < pad->n / 2; i++)
        a.map[c->in[0]->ndim - 1 - i] = (dim_map){pad->v.ints[2 * i], kind};
    return launch_map(c, &a);
}

/* ---- triangles and diagonals ----------------------------------------------------------------- */

wz_status shape_triangle_of(wz_call *c)
{
    if (c->in[0]->ndim < 2) return fail(WZ_SHAPE, "input tensor must have at least 2 dimensions");
    return out_shape_like(c, 0, c->in[0]);
}

typedef struct triangle_args {
    int64_t diagonal;
    bool    lower;
} triangle_args;

static void triangle_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *in = &launch_views(l)[0], *out = &launch_views(l)[1];
    const triangle_args *a = launch_args(l);
    static const char zero[16];
    int last = out->ndim - 1;
    int64_t cols = out->size[last], rows = out->size[last - 1], begin, end;
    if (cols == 0) return;
    part_range(out->numel / cols, part, n_parts, &begin, &end);
    host_view in_rows = view_rows(in), out_rows = view_rows(out);
    nd_iter it;
    nd_begin(&it, last, out->size, 2, (const host_view *[]){&in_rows, &out_rows}, begin);
    for (int64_t r = begin; r < end; r++, nd_next(&it)) {
        int64_t i = r % rows, edge; /* columns before edge belong to the lower triangle */
        if (a->diagonal > cols)
            edge = cols;
        else if (a->diagonal < -rows)
            edge = 0;
        else
            edge = i + a->diagonal + (a->lower ? 1 : 0);
        edge = edge < 0 ? 0 : edge > cols ? cols : edge;
        int64_t keep = a->lower ? 0 : edge, n_keep = a->lower ? edge : cols - edge, clear = a->lower ? edge : 0;
        char *dst = at(out, it.offset[1]);
        const char *src = at(in, it.offset[0]);
        int64_t out_step = out->stride[last], in_step = in->stride[last];
        if (dst != src)
            copy_strided(dst + keep * out_step * out->bytes, out_step, src + keep * in_step * in->bytes, in_step,
                         out->bytes, n_keep);
        copy_strided(dst + clear * out_step * out->bytes, out_step, zero, 0, out->bytes, cols - n_keep);
    }
}

static wz_status ref_triangle_of(wz_call *c)
{
    triangle_args a = {arg_int(c, 1), c->op == WZ_OP_tril};
    wz_tensor *t[2] = {c->in[0], c->out[0]};
    return launch_host(c, triangle_kernel, 2, t, 2, tensor_numel(t[1]), 0, &a, sizeof a);
}

static wz_status embed_dims(const wz_call *c, int *a, int *b, int64_t *n)
{
    const wz_tensor *x = c->in[0];
    if (x->ndim < 1) return fail(WZ_SHAPE, "diag_embed needs at least 1 dimension, got a 0-d tensor");
    if (x->ndim >= WZ_MAX_DIMS) return fail(WZ_SHAPE, "tensors have at most %d dimensions", WZ_MAX_DIMS);
    TRY(dim_wrap(arg_int(c, 2), x->ndim + 1, a));
    TRY(dim_wrap(arg_int(c, 3), x->ndim + 1, b));
    if (*a == *b)
        return fail(WZ_SHAPE, "diagonal dimensions cannot be identical %lld, %lld", (long long)arg_int(c, 2),
                    (long long)arg_int(c, 3));
    int64_t offset = arg_int(c, 1);
    if (offset == INT64_MIN || !i64_add(x->size[x->ndim - 1], offset < 0 ? -offset : offset, n))
        return fail(WZ_SHAPE, "offset %lld is too large", (long long)offset);
    return WZ_OK;
}

wz_status shape_diag_embed(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int a, b;
    int64_t n, size[WZ_MAX_DIMS];
    TRY(embed_dims(c, &a, &b, &n));
    for (int d = 0, k = 0; d <= x->ndim; d++) size[d] = d == a || d == b ? n : x->size[k++];
    return out_shape(c, 0, x->ndim + 1, size);
}

static wz_status ref_diag_embed(wz_call *c)
{
    wz_tensor *x = c->in[0], *out = c->out[0];
    int a, b;
    int64_t n, size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS], offset = arg_int(c, 1);
    TRY(embed_dims(c, &a, &b, &n));
    TRY(fill_zero(c, out));
    if (tensor_numel(x) == 0) return WZ_OK;
    int k = 0;
    for (int d = 0; d < out->ndim; d++)
        if (d != a && d != b) size[k] = out->size[d], stride[k] = out->stride[d], k++;
    size[k] = x->size[x->ndim - 1];
    stride[k] = out->stride[a] + out->stride[b];
    int64_t start = offset >= 0 ? offset * out->stride[b] : -offset * out->stride[a];
    wz_tensor *diagonal = tensor_view(out, k + 1, size, stride, out->offset + start);
    TRY(made(diagonal));
    return tensor_copy(diagonal, x);
}

wz_status comp_diag(wz_call *c)
{
    wz_tensor *x = c->in[0];
    if (x->ndim != 1 && x->ndim != 2) return fail(WZ_SHAPE, "Supports 1D or 2D tensors. Got %dD", x->ndim);
    c->out[0] = x->ndim == 1 ? wz_diag_embed(x, arg_int(c, 1), -2, -1)
                             : wz_clone(wz_diagonal(x, arg_int(c, 1), 0, 1));
    return made(c->out[0]);
}

wz_status comp_diagflat(wz_call *c)
{
    c->out[0] = wz_diag_embed(wz_ravel(c->in[0]), arg_int(c, 1), -2, -1);
    return made(c->out[0]);
}

const kernel_row arrange_rows[] = {
    {WZ_OP_cat, ON_REF, DT_ALL, NULL, ref_cat},
    {WZ_OP_block_diag_list, ON_REF, DT_ALL, NULL, ref_block_diag},
    {WZ_OP_repeat, ON_REF, DT_ALL, NULL, ref_repeat},
    {WZ_OP_flip, ON_REF, DT_ALL, NULL, ref_flip},
    {WZ_OP_roll_dims, ON_REF, DT_ALL, NULL, ref_roll_dims},
    {WZ_OP_pad, ON_REF, DT_ALL, NULL, ref_pad},
    {WZ_OP_tril, ON_REF, DT_ALL, NULL, ref_triangle_of},
    {WZ_OP_triu, ON_REF, DT_ALL, NULL, ref_triangle_of},
    {WZ_OP_diag_embed, ON_REF, DT_ALL, NULL, ref_diag_embed},
    {.run = NULL},
};

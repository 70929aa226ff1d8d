/* sort.c - sort, topk, kthvalue, searchsorted.
 *
 * Elements become 64-bit keys with the same order (NaN last, -0 equal to 0), which are sorted by least
 * significant byte first; bytes that are the same everywhere are skipped, so narrow types take few passes.
 * SPDX-License-Identifier: MIT */
#include "sort.h"
#include <wootz/ops.h>
#include <math.h>
#include <string.h>

wz_status dtype_sort(wz_call *c);
wz_status shape_sort(wz_call *c);
wz_status shape_topk(wz_call *c);
wz_status shape_kthvalue(wz_call *c);
wz_status dtype_searchsorted(wz_call *c);
wz_status shape_searchsorted(wz_call *c);
wz_status comp_argsort(wz_call *c);
wz_status comp_msort(wz_call *c);
wz_status comp_bucketize(wz_call *c);

/* ---- keys -------------------------------------------------------------------------------------------- */

static uint64_t float_key(float f)
{
    uint32_t u;
    if (f != f) return UINT32_MAX;
    f += 0.0f; /* -0 becomes 0 */
    memcpy(&u, &f, sizeof u);
    return u & 0x80000000u ? (uint32_t)~u : u | 0x80000000u;
}

static uint64_t double_key(double f)
{
    uint64_t u;
    if (f != f) return UINT64_MAX;
    f += 0.0;
    memcpy(&u, &f, sizeof u);
    return u >> 63 ? ~u : u | 1ull << 63;
}

uint64_t order_key(wz_dtype d, const void *p)
{
    if (d == WZ_DTYPE_F64) return double_key(*(const double *)p);
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_FLOAT: return float_key((float)load_f64(d, p));
    case WZ_KIND_INT: {
        size_t bits = wz_dtype_bytes(d) * 8; /* keep the number of significant bytes */
        return ((uint64_t)load_i64(d, p) ^ 1ull << (bits - 1)) & (bits == 64 ? UINT64_MAX : (1ull << bits) - 1);
    }
    default: return load_u64(d, p);
    }
}

void sort_keyed(keyed *a, keyed *scratch, int64_t n)
{
    keyed *from = a, *to = scratch;
    if (n < 32) {
        for (int64_t i = 1; i < n; i++) {
            keyed   x = a[i];
            int64_t j = i;
            for (; j > 0 && a[j - 1].key > x.key; j--) a[j] = a[j - 1];
            a[j] = x;
        }
        return;
    }
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t count[257] = {0};
        for (int64_t i = 0; i < n; i++) count[(from[i].key >> shift & 255) + 1]++;
        if (count[(from[0].key >> shift & 255) + 1] == n) continue;
        for (int b = 0; b < 256; b++) count[b + 1] += count[b];
        for (int64_t i = 0; i < n; i++) to[count[from[i].key >> shift & 255]++] = from[i];
        keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != a) memcpy(a, from, sizeof *a * (size_t)n);
}

row_walk rows_along(const host_view *v, int dim)
{
    if (v->ndim == 0) return (row_walk){*v, 1, 0};
    return (row_walk){view_keep_dims(v, ~(1u << dim)), v->size[dim], v->stride[dim]};
}

/* ---- sort, topk, kthvalue ------------------------------------------------------------------------------- */

typedef struct order_args {
    int     dim;
    bool    descending, one; /* one: only element k - 1 of the order is wanted */
    int64_t k;
} order_args;

/* The k first of the order into a[0..k), without sorting the rest. */
static void select_first(const host_view *x, int64_t base, int64_t n, int64_t step, int64_t k, bool descending, keyed *a)
{
    int64_t held = 0;
    for (int64_t i = 0; i < n; i++) {
        uint64_t key = order_key((wz_dtype)x->dtype, at(x, base + i * step));
        if (descending) key = ~key;
        if (held == k && key >= a[k - 1].key) continue;
        int64_t j = held < k ? held++ : k - 1;
        for (; j > 0 && a[j - 1].key > key; j--) a[j] = a[j - 1];
        a[j] = (keyed){key, i};
    }
}

/* views: x, values, indices, scratch (a byte tensor with room for 2 n keyed per part) */
static void ref_order_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view  *x = launch_views(l), *values = x + 1, *indices = x + 2, *scratch = x + 3;
    const order_args *a = launch_args(l);
    row_walk          in = rows_along(x, a->dim), v = rows_along(values, a->dim), ix = rows_along(indices, a->dim);
    int64_t           room = scratch->numel / n_parts / (int64_t)(2 * sizeof(keyed)), begin, end;
    keyed            *keys = (keyed *)(void *)scratch->data + 2 * room * part;
    if (a->one && x->ndim && values->ndim < x->ndim) v.outer = *values, ix.outer = *indices;
    part_range(in.outer.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t base = view_offset(&in.outer, r), to_v = view_offset(&v.outer, r), to_i = view_offset(&ix.outer, r);
        if (a->k <= 64 && a->k < in.n) {
            select_first(x, base, in.n, in.step, a->k, a->descending, keys);
        } else {
            for (int64_t i = 0; i < in.n; i++) {
                uint64_t key = order_key((wz_dtype)x->dtype, at(x, base + i * in.step));
                keys[i] = (keyed){a->descending ? ~key : key, i};
            }
            sort_keyed(keys, keys + room, in.n);
        }
        for (int64_t i = a->one ? a->k - 1 : 0, j = 0; i < a->k; i++, j++) {
            memcpy(at(values, to_v + j * v.step), at(x, base + keys[i].index * in.step), x->bytes);
            *(int64_t *)at(indices, to_i + j * ix.step) = keys[i].index;
        }
    }
}

static wz_status order(wz_call *c, order_args a)
{
    const wz_tensor *x = c->in[0];
    int64_t          n = x->ndim ? x->size[a.dim] : 1, rows = n ? tensor_numel(x) / n : 0, parts = wz_num_threads(), bytes;
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    if (!i64_mul(n, parts * 2 * (int64_t)sizeof(keyed), &bytes)) return fail(WZ_NOMEM, "%lld elements are too many to sort", (long long)n);
    wz_tensor *t[] = {c->in[0], c->out[0], c->out[1], tensor_empty(WZ_DTYPE_U8, 1, &bytes, c->dev)};
    if (!t[3]) return WZ_NOMEM;
    return launch_host(c, ref_order_kernel, 4, t, 14, rows == 1 ? 1 : tensor_numel(x) * 8, 0, &a, sizeof a);
}

/* sort has its dim and direction at other places than sort_stable. */
static int dim_arg(const wz_call *c)
{
    switch (c->op) {
    case WZ_OP_sort_stable:
    case WZ_OP_topk:
    case WZ_OP_kthvalue: return 2;
    default: return 1;
    }
}

static wz_status order_dim(const wz_call *c, int *dim) { return dim_wrap(arg_int(c, dim_arg(c)), c->in[0]->ndim, dim); }

static wz_status ref_sort(wz_call *c)
{
    order_args a = {.descending = arg_bool(c, dim_arg(c) + 1)};
    TRY(order_dim(c, &a.dim));
    a.k = c->in[0]->ndim ? c->in[0]->size[a.dim] : 1;
    return order(c, a);
}

static wz_status ref_topk(wz_call *c)
{
    order_args a = {.descending = arg_bool(c, 3), .k = arg_int(c, 1)};
    TRY(order_dim(c, &a.dim));
    return order(c, a);
}

static wz_status ref_kthvalue(wz_call *c)
{
    order_args a = {.one = true, .k = arg_int(c, 1)};
    TRY(order_dim(c, &a.dim));
    return order(c, a);
}

wz_status dtype_sort(wz_call *c)
{
    c->out_dtype[0] = c->dtype;
    if (c->n_out > 1) c->out_dtype[1] = WZ_DTYPE_I64;
    return WZ_OK;
}

wz_status shape_sort(wz_call *c)
{
    int dim;
    TRY(order_dim(c, &dim));
    TRY(out_shape_like(c, 0, c->in[0]));
    return out_shape_like(c, 1, c->in[0]);
}

wz_status shape_topk(wz_call *c)
{
    int              dim;
    int64_t          size[WZ_MAX_DIMS], k = arg_int(c, 1);
    const wz_tensor *x = c->in[0];
    TRY(order_dim(c, &dim));
    int64_t n = x->ndim ? x->size[dim] : 1;
    if (k < 0 || k > n) return fail(WZ_SHAPE, "selected index k out of range (k is %lld, dim %d has %lld elements)", (long long)k, dim, (long long)n);
    memcpy(size, x->size, sizeof size);
    if (x->ndim) size[dim] = k;
    for (int r = 0; r < 2; r++) TRY(out_shape(c, r, x->ndim, size));
    return WZ_OK;
}

wz_status shape_kthvalue(wz_call *c)
{
    int              dim, n = 0;
    int64_t          size[WZ_MAX_DIMS], k = arg_int(c, 1);
    const wz_tensor *x = c->in[0];
    TRY(order_dim(c, &dim));
    if (k < 1 || k > (x->ndim ? x->size[dim] : 1))
        return fail(WZ_SHAPE, "kthvalue(): selected number k out of range for dimension %d", dim);
    for (int d = 0; d < x->ndim; d++)
        if (d != dim) size[n++] = x->size[d];
        else if (arg_bool(c, 3)) size[n++] = 1;
    for (int r = 0; r < 2; r++) TRY(out_shape(c, r, n, size));
    return WZ_OK;
}

wz_status comp_argsort(wz_call *c)
{
    wz_tensor *index = NULL;
    if (!wz_sort(c->in[0], arg_int(c, 1), arg_bool(c, 2), &index)) return error_status();
    c->out[0] = index;
    return WZ_OK;
}

wz_status comp_msort(wz_call *c)
{
    wz_tensor *index = NULL;
    c->out[0] = wz_sort(c->in[0], 0, false, &index);
    return c->out[0] ? WZ_OK : error_status();
}

/* ---- searchsorted ------------------------------------------------------------------------------------------ */

wz_status dtype_searchsorted(wz_call *c)
{
    if (c->in[0]->dtype != c->in[1]->dtype && !(c->in[1]->flags & TENSOR_NUMBER) && c->in[1]->ndim)
        return fail(WZ_SHAPE, "boundary tensor and input value tensor should have same dtype, but got %s and %s",
                    wz_dtype_name((wz_dtype)c->in[0]->dtype), wz_dtype_name((wz_dtype)c->in[1]->dtype));
    c->out_dtype[0] = arg_bool(c, 2) ? WZ_DTYPE_I32 : WZ_DTYPE_I64;
    return WZ_OK;
}

wz_status shape_searchsorted(wz_call *c)
{
    const wz_tensor *s = c->in[0], *x = c->in[1], *order_of = c->in[2];
    if (s->ndim < 1) return fail(WZ_SHAPE, "sorted_sequence must have at least 1 dimension");
    bool rows = s->ndim > 1 && x->ndim == s->ndim;
    for (int d = 0; rows && d + 1 < s->ndim; d++) rows = s->size[d] == x->size[d];
    if (s->ndim > 1 && !rows)
        return fail(WZ_SHAPE, "boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value "
                              "tensor must match, but we got boundaries tensor %s and input value tensor %s", SHAPE_OF(s), SHAPE_OF(x));
    const char *side = arg_given(c, 4) ? arg_string(c, 4) : NULL;
    if (side && strcmp(side, "left") != 0 && strcmp(side, "right") != 0)
        return fail(WZ_SHAPE, "side can only be 'left' or 'right' but got %.40s", side);
    if (side && arg_bool(c, 3) && strcmp(side, "left") == 0)
        return fail(WZ_SHAPE, "side and right can't be set to opposites, got side of left while right was True");
    if (order_of && (order_of->dtype != WZ_DTYPE_I64 || !sizes_equal(order_of->ndim, order_of->size, s->ndim, s->size)))
        return fail(WZ_SHAPE, "sorter must be int64 of the shape of sorted_sequence, got %s %s", wz_dtype_name((wz_dtype)order_of->dtype), SHAPE_OF(order_of));
    return out_shape_like(c, 0, x);
}

/* views: sequence, values, sorter or absent, out */
static void ref_search_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *s = launch_views(l), *x = s + 1, *sorter = s + 2, *out = s + 3;
    bool             right = *(const bool *)launch_args(l);
    int64_t          n = s->size[s->ndim - 1], step = s->stride[s->ndim - 1], begin, end;
    host_view        outer = view_keep_dims(s, (1u << (s->ndim - 1)) - 1), sorter_outer = outer;
    if (sorter->dtype) sorter_outer = view_keep_dims(sorter, (1u << (s->ndim - 1)) - 1);
    int64_t width = x->ndim ? x->size[x->ndim - 1] : 1;
    part_range(x->numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        const void   *p = at(x, view_offset(x, i));
        bool          same = x->dtype == s->dtype;
        uint64_t      key = 0;
        if (same) key = order_key((wz_dtype)x->dtype, p);
        double  v = same ? 0 : load_f64((wz_dtype)x->dtype, p);
        int64_t row = s->ndim > 1 ? i / width : 0, base = view_offset(&outer, row), low = 0, high = n;
        int64_t order_base = sorter->dtype ? view_offset(&sorter_outer, row) : 0;
        while (low < high) {
            int64_t     middle = low + (high - low) / 2, k = middle;
            if (sorter->dtype) k = load_i64(WZ_DTYPE_I64, at(sorter, order_base + middle * sorter->stride[s->ndim - 1]));
            if (k < 0 || k >= n) {
                kernel_error(l, WZ_INDEX, "sorter holds %lld, outside the %lld elements", (long long)k, (long long)n);
                return;
            }
            const void *q = at(s, base + k * step);
            bool        before;
            if (same) before = right ? order_key((wz_dtype)s->dtype, q) <= key : order_key((wz_dtype)s->dtype, q) < key;
            else before = right ? !(load_f64((wz_dtype)s->dtype, q) > v) : load_f64((wz_dtype)s->dtype, q) < v;
            if (before) low = middle + 1;
            else high = middle;
        }
        store_i64((wz_dtype)out->dtype, at(out, view_offset(out, i)), low);
    }
}

static wz_status ref_searchsorted(wz_call *c)
{
    bool right = arg_bool(c, 3) || (arg_given(c, 4) && strcmp(arg_string(c, 4), "right") == 0);
    return launch_call(c, ref_search_kernel, tensor_numel(c->in[1]) * 32, 0, &right, sizeof right);
}

wz_status comp_bucketize(wz_call *c)
{
    if (c->in[1]->ndim != 1) return fail(WZ_SHAPE, "boundaries tensor must be 1 dimension, but got dim(%d)", c->in[1]->ndim);
    c->out[0] = wz_searchsorted(c->in[1], c->in[0], arg_bool(c, 2), arg_bool(c, 3), NULL, NULL);
    return c->out[0] ? WZ_OK : error_status();
}

const kernel_row sort_rows[] = {
    {WZ_OP_sort, ON_REF, DT_REAL, NULL, ref_sort},
    {WZ_OP_sort_stable, ON_REF, DT_REAL, NULL, ref_sort},
    {WZ_OP_topk, ON_REF, DT_REAL, NULL, ref_topk},
    {WZ_OP_kthvalue, ON_REF, DT_REAL, NULL, ref_kthvalue},
    {WZ_OP_searchsorted, ON_REF, DT_REAL, NULL, ref_searchsorted},
    {.run = NULL},
};

/* unique.c - distinct elements, slices and runs. The sizes of the results depend on the values, so these wait
 * for their input; they work on a packed copy of it on the host.
 * SPDX-License-Identifier: MIT */
#include "sort.h"
#include <wootz/ops.h>
#include <string.h>

wz_status comp_unique_flat(wz_call *c);
wz_status comp_unique_dim(wz_call *c);
wz_status comp_unique_runs(wz_call *c);
wz_status comp_isin(wz_call *c);

/* n slices of `width` elements each, packed one after the other in `data`. */
typedef struct slices {
    wz_tensor *data;
    int64_t    n, width;
} slices;

static int compare_slices(const slices *s, int64_t a, int64_t b)
{
    size_t      bytes = wz_dtype_bytes((wz_dtype)s->data->dtype);
    const char *p = tensor_host(s->data);
    for (int64_t k = 0; k < s->width; k++) {
        uint64_t x = order_key((wz_dtype)s->data->dtype, p + (size_t)(a * s->width + k) * bytes);
        uint64_t y = order_key((wz_dtype)s->data->dtype, p + (size_t)(b * s->width + k) * bytes);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

/* NaN equals nothing, itself included, as in torch. */
static bool has_nan(const slices *s, int64_t a)
{
    size_t bytes = wz_dtype_bytes((wz_dtype)s->data->dtype);
    if (!dtype_is_float((wz_dtype)s->data->dtype)) return false;
    for (int64_t k = 0; k < s->width; k++) {
        double v = load_f64((wz_dtype)s->data->dtype, (const char *)tensor_host(s->data) + (size_t)(a * s->width + k) * bytes);
        if (v != v) return true;
    }
    return false;
}

static void merge_sort(const slices *s, int64_t *order, int64_t *scratch, int64_t n)
{
    if (n < 2) return;
    int64_t half = n / 2, i = 0, j = half, k = 0;
    merge_sort(s, order, scratch, half);
    merge_sort(s, order + half, scratch, n - half);
    while (i < half && j < n) scratch[k++] = compare_slices(s, order[j], order[i]) < 0 ? order[j++] : order[i++];
    while (i < half) scratch[k++] = order[i++];
    while (j < n) scratch[k++] = order[j++];
    memcpy(order, scratch, sizeof *order * (size_t)n);
}

static wz_status open_slices(wz_call *c, int dim, bool flat, slices *s)
{
    wz_tensor *x = c->in[0];
    TRY(storage_wait(x->storage));
    if (!flat) x = wz_movedim_int(x, dim, 0);
    x = x ? tensor_pack(x) : NULL;
    if (!x) return error_status();
    TRY(storage_wait(x->storage));
    s->data = x;
    s->n = flat ? tensor_numel(x) : x->size[0];
    s->width = flat ? 1 : s->n ? tensor_numel(x) / s->n : 0;
    return WZ_OK;
}

static wz_status order_slices(const slices *s, int64_t *order)
{
    for (int64_t i = 0; i < s->n; i++) order[i] = i;
    if (s->width != 1) {
        int64_t *scratch = mem_alloc_array((size_t)s->n, sizeof *scratch);
        if (!scratch) return WZ_NOMEM;
        merge_sort(s, order, scratch, s->n);
        mem_free(scratch);
        return WZ_OK;
    }
    keyed *a = mem_alloc_array((size_t)s->n, 2 * sizeof *a);
    if (!a) return WZ_NOMEM;
    size_t bytes = wz_dtype_bytes((wz_dtype)s->data->dtype);
    for (int64_t i = 0; i < s->n; i++) a[i] = (keyed){order_key((wz_dtype)s->data->dtype, (const char *)tensor_host(s->data) + (size_t)i * bytes), i};
    sort_keyed(a, a + s->n, s->n);
    for (int64_t i = 0; i < s->n; i++) order[i] = a[i].index;
    mem_free(a);
    return WZ_OK;
}

/* Groups equal neighbours of `order` and fills the three results. */
static wz_status group(wz_call *c, const slices *s, const int64_t *order, int dim, bool flat)
{
    const wz_tensor *x = c->in[0];
    int64_t          n_groups = 0, size[WZ_MAX_DIMS];
    size_t           bytes = wz_dtype_bytes((wz_dtype)x->dtype) * (size_t)s->width;
    wz_tensor       *inverse = flat ? tensor_empty(WZ_DTYPE_I64, x->ndim, x->size, c->dev) : tensor_empty(WZ_DTYPE_I64, 1, &s->n, c->dev);
    int64_t         *first = mem_alloc_array((size_t)s->n + 1, sizeof *first), *place = inverse ? tensor_host(inverse) : NULL;
    if (!inverse || !first) {
        mem_free(first);
        return WZ_NOMEM;
    }
    for (int64_t i = 0; i < s->n; i++) {
        if (i == 0 || compare_slices(s, order[i - 1], order[i]) != 0 || has_nan(s, order[i])) first[n_groups++] = i;
        place[order[i]] = n_groups - 1;
    }
    memcpy(size, s->data->size, sizeof size);
    size[0] = n_groups;
    wz_tensor *values = tensor_empty((wz_dtype)x->dtype, flat ? 1 : s->data->ndim, size, c->dev), *counts = tensor_empty(WZ_DTYPE_I64, 1, &n_groups, c->dev);
    if (values && counts) {
        for (int64_t g = 0; g < n_groups; g++) {
            memcpy((char *)tensor_host(values) + (size_t)g * bytes, (const char *)tensor_host(s->data) + (size_t)order[first[g]] * bytes, bytes);
            ((int64_t *)tensor_host(counts))[g] = (g + 1 < n_groups ? first[g + 1] : s->n) - first[g];
        }
    }
    mem_free(first);
    if (!values || !counts) return WZ_NOMEM;
    c->out[0] = flat ? values : wz_movedim_int(values, 0, dim);
    c->out[1] = inverse;
    c->out[2] = counts;
    return c->out[0] ? WZ_OK : error_status();
}

static wz_status unique(wz_call *c, int dim, bool flat, bool sorted)
{
    slices s = {0};
    if (c->dev->kind != WZ_DEVICE_CPU) return fail(WZ_UNSUPPORTED, "not implemented on %s", c->dev->name);
    TRY(wz_stream_sync(c->stream));
    TRY(open_slices(c, dim, flat, &s));
    int64_t *order = mem_alloc_array((size_t)s.n, sizeof *order);
    if (!order) return WZ_NOMEM;
    wz_status status = WZ_OK;
    if (sorted) status = order_slices(&s, order);
    else
        for (int64_t i = 0; i < s.n; i++) order[i] = i;
    if (status == WZ_OK) status = group(c, &s, order, dim, flat);
    mem_free(order);
    return status;
}

wz_status comp_unique_flat(wz_call *c) { return unique(c, 0, true, true); }

wz_status comp_unique_dim(wz_call *c)
{
    int dim;
    if (c->in[0]->ndim == 0) return fail(WZ_INDEX, "a 0-d tensor has no dim to look along");
    TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &dim));
    return unique(c, dim, false, true);
}

wz_status comp_unique_runs(wz_call *c)
{
    int dim = 0;
    if (arg_given(c, 1)) {
        if (c->in[0]->ndim == 0) return fail(WZ_INDEX, "a 0-d tensor has no dim to look along");
        TRY(dim_wrap(arg_int(c, 1), c->in[0]->ndim, &dim));
    }
    return unique(c, dim, !arg_given(c, 1), false);
}

/* By a search in the sorted tests; of two dtypes the promoted one decides. */
wz_status comp_isin(wz_call *c)
{
    wz_dtype d = promote_tensors(2, c->in);
    if (!d) return error_status();
    int64_t    flat[] = {-1};
    wz_tensor *elements = tensor_to(c->in[0], d), *tests = tensor_to(c->in[1], d), *index = NULL;
    if (!elements || !tests) return error_status();
    wz_tensor *found;
    if (tensor_numel(tests) == 0) {
        found = tensor_empty(WZ_DTYPE_BOOL, elements->ndim, elements->size, c->dev);
        if (found) found = wz_fill_(found, wz_bool(arg_bool(c, 3)));
    } else {
        tests = wz_sort(wz_reshape(tests, flat, 1), 0, false, &index);
        wz_tensor *at_left = wz_searchsorted(tests, elements, false, false, NULL, NULL);
        wz_tensor *at_right = wz_searchsorted(tests, elements, false, true, NULL, NULL);
        found = arg_bool(c, 3) ? wz_eq(at_left, at_right) : wz_ne(at_left, at_right);
    }
    c->out[0] = found;
    return found ? WZ_OK : error_status();
}

/* median.c - the middle element of a row, by quick selection on a copy.
 * SPDX-License-Identifier: MIT */
#include "reduce_args.h"
#include <math.h>

/* Rows are held as doubles (floats and small integers, exactly) or int64 keys that order like the values. */
typedef struct median_args {
    uint32_t mask;
    bool     skip_nan;
} median_args;

/* Order-preserving 64-bit keys: integers as they are (uint64 shifted), doubles by their bits. */
static int64_t key_of(wz_dtype d, const void *p)
{
    if (wz_dtype_get_kind(d) > WZ_KIND_INT) {
        union { double f; int64_t i; } u = {.f = load_f64(d, p) + 0.0}; /* -0 counts as 0 */
        return u.i < 0 ? (int64_t)(0x8000000000000000u - (uint64_t)u.i) : u.i;
    }
    return d == WZ_DTYPE_U64 ? (int64_t)(load_u64(d, p) ^ 0x8000000000000000u) : load_i64(d, p);
}

/* Rearranges key[0..n) so that key[k] is where sorting would put it. */
static int64_t select_key(int64_t *key, int64_t n, int64_t k)
{
    int64_t low = 0, high = n - 1;
    while (low < high) {
        int64_t a = key[low], b = key[low + (high - low) / 2], c = key[high];
        int64_t pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
        int64_t i = low, j = high;
        while (i <= j) {
            while (key[i] < pivot) i++;
            while (key[j] > pivot) j--;
            if (i <= j) {
                int64_t t = key[i];
                key[i++] = key[j];
                key[j--] = t;
            }
        }
        if (k <= j) high = j;
        else if (k >= i) low = i;
        else break;
    }
    return key[k];
}

/* Position of the median among the reduced elements; -1 when nothing counts. */
static int64_t median_of(const host_view *red, bool skip_nan, int64_t *key)
{
    wz_dtype d = (wz_dtype)red->dtype;
    int64_t  n = 0, first_nan = -1;
    nd_iter  it;
    nd_begin(&it, red->ndim, red->size, 1, &red, 0);
    for (int64_t i = 0; i < red->numel; i++, nd_next(&it)) {
        const void *p = at(red, it.offset[0]);
        double      v = wz_dtype_get_kind(d) == WZ_KIND_FLOAT ? load_f64(d, p) : 0;
        if (v != v) {
            if (first_nan < 0) first_nan = i;
        } else {
            key[n++] = key_of(d, p);
        }
    }
    if (first_nan >= 0 && (!skip_nan || n == 0)) return first_nan;
    if (n == 0) return -1;
    int64_t middle = select_key(key, n, (n - 1) / 2);
    nd_begin(&it, red->ndim, red->size, 1, &red, 0);
    for (int64_t i = 0; i < red->numel; i++, nd_next(&it)) {
        const void *p = at(red, it.offset[0]);
        if (wz_dtype_get_kind(d) == WZ_KIND_FLOAT && load_f64(d, p) != load_f64(d, p)) continue;
        if (key_of(d, p) == middle) return i;
    }
    return -1;
}

/* views: input, values, indices (or absent) */
static void median_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *v = launch_views(l);
    const median_args *a = launch_args(l);
    host_view          kept = view_keep_dims(v, ~a->mask), red = view_keep_dims(v, a->mask);
    int64_t            begin, end;
    part_range(kept.numel, part, n_parts, &begin, &end);
    int64_t *key = begin < end ? mem_alloc_array((size_t)(red.numel ? red.numel : 1), sizeof *key) : NULL;
    if (begin < end && !key) {
        kernel_error(l, WZ_NOMEM, "no memory for a row of %lld elements", (long long)red.numel);
        return;
    }
    for (int64_t o = begin; o < end; o++) {
        red.data = red.numel ? at(v, view_offset(&kept, o)) : v->data;
        int64_t where = median_of(&red, a->skip_nan, key);
        void   *to = at(&v[1], view_offset(&v[1], o));
        if (where < 0) store_f64((wz_dtype)v[1].dtype, to, (double)NAN);
        else convert_element((wz_dtype)v[1].dtype, to, (wz_dtype)v[0].dtype, at(&red, view_offset(&red, where)));
        if (v[2].dtype) *(int64_t *)at(&v[2], view_offset(&v[2], o)) = where;
    }
    mem_free(key);
}

static wz_status ref_median(wz_call *c)
{
    median_args a = {.skip_nan = c->op == WZ_OP_nanmedian || c->op == WZ_OP_nanmedian_dim};
    wz_tensor  *t[3] = {c->in[0], c->out[0], c->n_out > 1 ? c->out[1] : NULL};
    TRY(reduce_mask(c, &a.mask));
    return launch_host(c, median_kernel, 3, t, 6, tensor_numel(c->in[0]), 8192, &a, sizeof a);
}

const kernel_row median_rows[] = {
    {WZ_OP_median, ON_REF, DT_ALL, NULL, ref_median},
    {WZ_OP_median_dim, ON_REF, DT_ALL, NULL, ref_median},
    {WZ_OP_nanmedian, ON_REF, DT_ALL, NULL, ref_median},
    {WZ_OP_nanmedian_dim, ON_REF, DT_ALL, NULL, ref_median},
    {.run = NULL},
};

/* overlap.c - do two views share elements? Writes that would be read again too late are refused, so the
 * answer must never be NONE when bytes are shared; views cut from one base by slicing are told apart.
 *
 * Method for two views of one storage: both are sums start + sum index_d * stride_d. Take the distinct
 * strides of both from large to small. As long as each view's remaining reach stays below the stride
 * (no carry into the digit), the quotient of its start by the stride and its size give an interval of
 * that digit; if the intervals of some digit are disjoint the views are disjoint.
 * SPDX-License-Identifier: MIT */
#include "core.h"

typedef struct dims { /* dims of size > 1, by falling stride */
    int     n;
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
} dims;

static dims sorted_dims(const wz_tensor *t)
{
    dims r = {0};
    for (int d = 0; d < t->ndim; d++) {
        if (t->size[d] <= 1) continue;
        int i = r.n++;
        for (; i > 0 && r.stride[i - 1] < t->stride[d]; i--) {
            r.stride[i] = r.stride[i - 1];
            r.size[i] = r.size[i - 1];
        }
        r.stride[i] = t->stride[d];
        r.size[i] = t->size[d];
    }
    return r;
}

bool tensor_no_overlap_within(const wz_tensor *t)
{
    if (tensor_numel(t) <= 1) return true;
    dims    r = sorted_dims(t);
    int64_t reach = 0; /* of the dims seen so far, smallest stride first */
    for (int d = r.n; d-- > 0;) {
        if (r.stride[d] <= reach) return false;
        reach += (r.size[d] - 1) * r.stride[d];
    }
    return true;
}

static int64_t reach_from(const dims *r, int first)
{
    int64_t reach = 0;
    for (int d = first; d < r->n; d++) reach += (r->size[d] - 1) * r->stride[d];
    return reach;
}

static bool told_apart(const wz_tensor *a, const wz_tensor *b)
{
    dims    da = sorted_dims(a), db = sorted_dims(b);
    int64_t start_a = a->offset, start_b = b->offset;
    int     i = 0, j = 0;
    while (i < da.n || j < db.n) {
        int64_t s_a = i < da.n ? da.stride[i] : 0, s_b = j < db.n ? db.stride[j] : 0;
        int64_t s = s_a > s_b ? s_a : s_b, n_a = 1, n_b = 1;
        if (s == 0) return false;
        if (s_a == s) n_a = da.size[i++];
        if (s_b == s) n_b = db.size[j++];
        int64_t q_a = start_a / s, q_b = start_b / s;
        start_a %= s;
        start_b %= s;
        if (start_a + reach_from(&da, i) >= s || start_b + reach_from(&db, j) >= s) return false;
        if (q_a + n_a <= q_b || q_b + n_b <= q_a) return true;
    }
    return start_a != start_b;
}

static bool same_layout(const wz_tensor *a, const wz_tensor *b)
{
    if (a->ndim != b->ndim) return false;
    for (int d = 0; d < a->ndim; d++) {
        if (a->size[d] != b->size[d]) return false;
        if (a->size[d] > 1 && a->stride[d] != b->stride[d]) return false;
    }
    return true;
}

overlap tensor_overlap(const wz_tensor *a, const wz_tensor *b)
{
    if (a->storage->dev != b->storage->dev) return OVERLAP_NONE;
    wz_span     span_a = tensor_span(a), span_b = tensor_span(b);
    const char *begin_a = (const char *)span_a.block.handle + span_a.offset;
    const char *begin_b = (const char *)span_b.block.handle + span_b.offset;
    if (span_a.bytes == 0 || span_b.bytes == 0) return OVERLAP_NONE;
    if (begin_a + span_a.bytes <= begin_b || begin_b + span_b.bytes <= begin_a) return OVERLAP_NONE;
    bool same_size = wz_dtype_bytes((wz_dtype)a->dtype) == wz_dtype_bytes((wz_dtype)b->dtype);
    if (same_size && begin_a == begin_b && same_layout(a, b)) return OVERLAP_FULL;
    if (same_size && a->storage == b->storage && told_apart(a, b)) return OVERLAP_NONE;
    return OVERLAP_PARTIAL;
}

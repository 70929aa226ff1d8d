/* index.h - what the index families share: checked indices and combining writes.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_INDEX_H
#define WZ_OPS_INDEX_H
#include "move.h"

typedef enum combine {
    COMBINE_SET, COMBINE_ADD, COMBINE_MUL, COMBINE_MAX, COMBINE_MIN, COMBINE_MEAN
} combine;

/* *dst = *dst combined with *src, both of dtype d. */
void combine_element(wz_dtype d, combine how, void *dst, const void *src);
/* Half formats add up in float32, so that many small additions are not lost one by one. */
bool combine_needs_wide(wz_dtype d, combine how);
wz_status combine_find(const char *name, bool scatter_words, combine *out);

/* Launches a check that all of index lies in [-size, size), or in [0, size) when wrap is false. On an
 * error nothing that follows runs. */
wz_status check_index(wz_call *c, const wz_tensor *index, int dim, int64_t size, bool wrap);
wz_status check_index_dtype(const wz_tensor *index, const char *name);

wz_status check_vector(const wz_tensor *index); /* an index dtype, and at most one dim */
/* index against the call's first input and its `dim` argument: rank and sizes of the other dims. */
wz_status check_gather(const wz_call *c, const wz_tensor *index, const char *what);

static inline int64_t size_along(const wz_tensor *t, int dim) { return t->ndim ? t->size[dim] : 1; }

static inline int64_t index_at(const host_view *v, int64_t offset)
{
    return v->dtype == WZ_DTYPE_I64 ? *(const int64_t *)at(v, offset) : load_i64((wz_dtype)v->dtype, at(v, offset));
}

/* x seen with the sizes of index, standing still along dim; *step is what one index along dim moves. */
static inline host_view view_but_dim(const host_view *x, const host_view *index, int dim, int64_t *step)
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

/* The result of an op that writes into a copy of its first input: fills out with it unless in place.
 * When an operand shares memory with the result it is replaced by a copy. */
wz_status start_from_input(wz_call *c);
#endif

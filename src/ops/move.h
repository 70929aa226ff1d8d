/* move.h - what the creation, random, copy and index families share.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_MOVE_H
#define WZ_OPS_MOVE_H
#include "../op/op.h"

/* A number as one element of dtype d in dst (16 bytes are enough). As torch has it, a value that the
 * dtype cannot hold is an error: "value cannot be converted to type int8 without overflow"; a fraction
 * is cut, and negative numbers wrap in unsigned types. */
wz_status scalar_store(wz_dtype d, void *dst, wz_scalar v);

/* Position of the first parameter of the kind in the call's signature, or -1. */
int param_of_kind(const wz_call *c, wz_arg_kind kind);

/* Writes n elements, all equal to the one at value. */
void fill_run(void *dst, const void *value, size_t bytes, int64_t n);
/* n elements from src to dst, steps in elements. */
void copy_strided(void *dst, int64_t dst_step, const void *src, int64_t src_step, int bytes, int64_t n);
/* Launches a fill of t with the element at value (of t's dtype). */
wz_status fill_tensor(wz_call *c, wz_tensor *t, const void *value);
wz_status fill_zero(wz_call *c, wz_tensor *t);

/* Walks views that share a shape in runs: dims that continue each other in every view are joined, so
 * packed tensors are one run. Broadcast views have stride 0, as with nd_iter.
 *   runs_begin(&w, ndim, size, n, views, begin);
 *   for (int64_t k = begin, n; k < end; k += n) { n = runs_next(&w, end - k); ... w.at[v] + i * w.step[v] ... } */
enum { RUN_VIEWS = 4 };
typedef struct run_walk {
    int     n, ndim;
    int64_t at[RUN_VIEWS], step[RUN_VIEWS];  /* of the current run, in elements */
    int64_t next[RUN_VIEWS], size[WZ_MAX_DIMS], index[WZ_MAX_DIMS], stride[RUN_VIEWS][WZ_MAX_DIMS];
} run_walk;
void    runs_begin(run_walk *w, int ndim, const int64_t *size, int n, const host_view *const *v, int64_t first);
int64_t runs_next(run_walk *w, int64_t most);

typedef struct bytes16 {
    uint64_t half[2];
} bytes16;

/* Runs STATEMENT(type) with the unsigned type of so many bytes. */
#define FOR_BYTES(bytes, STATEMENT)                                                                \
    switch (bytes) {                                                                               \
    case 1: STATEMENT(uint8_t) break;                                                              \
    case 2: STATEMENT(uint16_t) break;                                                             \
    case 4: STATEMENT(uint32_t) break;                                                             \
    case 8: STATEMENT(uint64_t) break;                                                             \
    default: STATEMENT(bytes16) break;                                                             \
    }

static inline void copy_element(void *dst, const void *src, int bytes)
{
    switch (bytes) {
    case 1: *(char *)dst = *(const char *)src; break;
    case 2: __builtin_memcpy(dst, src, 2); break;
    case 4: __builtin_memcpy(dst, src, 4); break;
    case 8: __builtin_memcpy(dst, src, 8); break;
    default: __builtin_memcpy(dst, src, 16); break;
    }
}

/* v without its last dim, for walking rows. */
static inline host_view view_rows(const host_view *v)
{
    host_view r = *v;
    r.ndim--;
    return r;
}
#endif

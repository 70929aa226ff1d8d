/* move.c - walking several views in runs, and strided copies.
 * SPDX-License-Identifier: MIT */
#include "move.h"
#include <string.h>

/* ---- runs -------------------------------------------------------------------------------------- */

static bool joins(const run_walk *w, int d) /* dim d continues dim d - 1 in every view */
{
    for (int k = 0; k < w->n; k++)
        if (w->stride[k][d - 1] != w->size[d] * w->stride[k][d]) return false;
    return true;
}

static void drop_dim(run_walk *w, int d)
{
    for (int e = d; e + 1 < w->ndim; e++) {
        w->size[e] = w->size[e + 1];
        for (int k = 0; k < w->n; k++) w->stride[k][e] = w->stride[k][e + 1];
    }
    w->ndim--;
}

void runs_begin(run_walk *w, int ndim, const int64_t *size, int n, const host_view *const *v, int64_t first)
{
    w->n = n;
    w->ndim = ndim;
    for (int d = 0; d < ndim; d++) {
        w->size[d] = size[d];
        for (int k = 0; k < n; k++) {
            int own = d - (ndim - v[k]->ndim);
            w->stride[k][d] = own < 0 || v[k]->size[own] == 1 ? 0 : v[k]->stride[own];
        }
    }
    for (int d = w->ndim - 1; d >= 0; d--)
        if (w->size[d] == 1) drop_dim(w, d);
    for (int d = w->ndim - 1; d > 0; d--)
        if (joins(w, d)) {
            w->size[d] *= w->size[d - 1];
            drop_dim(w, d - 1);
        }
    if (w->ndim == 0) {
        w->ndim = 1;
        w->size[0] = 1;
        for (int k = 0; k < n; k++) w->stride[k][0] = 0;
    }
    for (int k = 0; k < n; k++) w->at[k] = w->next[k] = 0;
    for (int d = w->ndim - 1; d >= 0; d--) {
        w->index[d] = w->size[d] ? first % w->size[d] : 0;
        first = w->size[d] ? first / w->size[d] : 0;
        for (int k = 0; k < n; k++) w->next[k] += w->index[d] * w->stride[k][d];
    }
    for (int k = 0; k < n; k++) w->step[k] = w->stride[k][w->ndim - 1];
}

int64_t runs_next(run_walk *w, int64_t most)
{
    int last = w->ndim - 1;
    int64_t n = w->size[last] - w->index[last];
    if (n > most) n = most;
    for (int k = 0; k < w->n; k++) {
        w->at[k] = w->next[k];
        w->next[k] += n * w->step[k];
    }
    w->index[last] += n;
    for (int d = last; d > 0 && w->index[d] == w->size[d]; d--) {
        w->index[d] = 0;
        w->index[d - 1]++;
        for (int k = 0; k < w->n; k++) w->next[k] += w->stride[k][d - 1] - w->size[d] * w->stride[k][d];
    }
    return n;
}

/* ---- strided copies ---------------------------------------------------------------------------- */

#define STRIDED(type)                                                                              \
    {                                                                                              \
        type *d = dst;                                                                             \
        const type *s = src;                                                                       \
        for (int64_t i = 0; i < n; i++, d += dst_step, s += src_step) *d = *s;                     \
    }                                                                                              \
    break

void copy_strided(void *dst, int64_t dst_step, const void *src, int64_t src_step, int bytes, int64_t n)
{
    if (dst_step == 1 && src_step == 1) {
        memcpy(dst, src, (size_t)n * (size_t)bytes);
        return;
    }
    if (dst_step == 1 && src_step == 0 && n > 8) {
        fill_run(dst, src, (size_t)bytes, n);
        return;
    }
    switch (bytes) {
    case 1: STRIDED(uint8_t);
    case 2: STRIDED(uint16_t);
    case 4: STRIDED(uint32_t);
    case 8: STRIDED(uint64_t);
    default: STRIDED(bytes16);
    }
}

/* doubles.h - scratch numbers of a reference kernel.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_DOUBLES_H
#define WZ_OPS_DOUBLES_H
#include "../op/op.h"

/* n doubles inside a kernel, freed with mem_free; NULL when there is no memory, which is then reported. */
static inline double *scratch_doubles(const wz_launch *l, int64_t n)
{
    double *p = mem_alloc_array((size_t)(n > 0 ? n : 1), sizeof(double));
    if (!p) kernel_error(l, WZ_NOMEM, "out of memory for %lld numbers of scratch", (long long)n);
    return p;
}
#endif

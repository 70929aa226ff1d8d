/* sort.h - sort keys shared by the files of the family.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_SORT_H
#define WZ_OPS_SORT_H
#include "../op/op.h"

typedef struct keyed { /* an element as an unsigned number with the same order, and where it stood */
    uint64_t key;
    int64_t  index;
} keyed;

/* NaN is the greatest; -0 and 0 are equal. */
uint64_t order_key(wz_dtype d, const void *p);
/* Stable, by rising key; scratch holds n more. The result is in a. */
void     sort_keyed(keyed *a, keyed *scratch, int64_t n);

/* Rows along dim: the walk over the other dims. */
typedef struct row_walk {
    host_view outer;   /* the other dims */
    int64_t   n, step; /* length and stride along dim */
} row_walk;
row_walk rows_along(const host_view *v, int dim);
#endif

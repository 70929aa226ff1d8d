/* table.h - from an op to its row and its kernels.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_TABLE_H
#define WZ_OP_TABLE_H
#include "op.h"

wz_status         table_ready(void);       /* parses the table once; every entry point calls it */
const kernel_row *table_choose(const wz_call *c);   /* the best row that takes the call; NULL */
uint32_t          table_dtypes(wz_op op, uint32_t where); /* dtypes some row takes there */
uint32_t          device_where(const wz_device *dev);     /* ON_* bits usable on dev now */
/* Test and check support: the n rows of an op in rising order of preference. */
int               table_rows(wz_op op, const kernel_row *const **rows);
#endif

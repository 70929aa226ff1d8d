/* reduce_args.h - arguments that all reductions have, found by name.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_REDUCE_ARGS_H
#define WZ_OPS_REDUCE_ARGS_H
#include "../op/op.h"

int       reduce_param(const wz_call *c, const char *name);     /* its position, -1 if there is none */
wz_status reduce_mask(const wz_call *c, uint32_t *mask);        /* bit d: dimension d is reduced */
wz_dtype  reduce_element_dtype(const wz_call *c);               /* what elements are converted to first */
#endif

/* norm.h - what the plain and the GPU rows of softmax and the norms share.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_NORM_H
#define WZ_OPS_NORM_H
#include "../op/op.h"

/* The dim a softmax call works along. Without one torch takes 0 for 0, 1 and 3 dims, otherwise 1. */
wz_status softmax_dim(const wz_call *c, int *dim);
/* What rms_norm adds when no eps is given: the distance from 1 to the next number of the dtype. */
double    norm_default_eps(wz_dtype d);
#endif

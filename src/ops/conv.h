/* conv.h - the geometry of one convolution.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_CONV_H
#define WZ_OPS_CONV_H
#include "../op/op.h"

enum { CONV_DIMS = 3 };

typedef struct conv_plan {
    int     n;                                    /* spatial dims */
    int64_t stride[CONV_DIMS], pad[CONV_DIMS], dilation[CONV_DIMS]; /* pad: in front */
    int64_t groups;
} conv_plan;

conv_plan conv_plan_of(const wz_call *c);         /* of a checked conv_padded call */
#endif

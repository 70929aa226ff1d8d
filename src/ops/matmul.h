/* matmul.h - how every form of matrix product looks to a kernel.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_MATMUL_H
#define WZ_OPS_MATMUL_H
#include "../op/op.h"

typedef struct product_operands { /* views: a [B, M, K], b [B, K, N], added [B, M, N] or NULL, out [B, M, N] */
    wz_tensor *a, *b, *added, *out;
    wz_scalar  alpha, beta;
} product_operands;

wz_status product_views(wz_call *c, product_operands *p);
/* *result is c->out[0], or a packed tensor to be copied into it afterwards. */
wz_status linear_views(wz_call *c, product_operands *p, wz_tensor **result);
#endif

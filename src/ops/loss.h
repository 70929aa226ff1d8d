/* loss.h - the numbers by which losses and reductions are named in hidden rows.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_LOSS_H
#define WZ_OPS_LOSS_H
#include "../op/op.h"

typedef enum loss_kind {
    LOSS_MSE, LOSS_L1, LOSS_SMOOTH_L1, LOSS_HUBER, LOSS_BCE, LOSS_BCE_LOGITS, LOSS_KL, LOSS_KL_LOG, LOSS_SOFT_MARGIN, N_LOSSES
} loss_kind;

/* LOSS_AVERAGE divides by the sum of weights where there are some. */
typedef enum loss_reduction { LOSS_NONE, LOSS_MEAN, LOSS_SUM, LOSS_AVERAGE, N_REDUCTIONS } loss_reduction;

/* Sums are made of blocks of LOSS_BLOCK elements, whatever the number of threads. */
enum { LOSS_BLOCK = 16384, LOSS_SUMS = 2 };
int64_t   loss_blocks(int64_t n);
/* partial [blocks, 2] sums of losses and weights -> out, divided by count (0: by the weights' sum). */
wz_status loss_finish(wz_call *c, wz_tensor *partial, double count);
wz_status loss_reduction_of(const wz_call *c, int size_average, int reduce, int reduction, int64_t *out);
#endif

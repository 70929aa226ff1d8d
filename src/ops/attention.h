/* attention.h - how the operands of one attention call fit together.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_ATTENTION_H
#define WZ_OPS_ATTENTION_H
#include "../core/random.h"
#include "../op/op.h"

enum { ATTENTION_OPERANDS = 4 };   /* query, key, value, mask, in the order of the call's inputs */

typedef struct attention_plan {
    int         lead;                                       /* leading dims; 0 is the one next to the rows (the heads) */
    int64_t     size[WZ_MAX_DIMS], batch;                   /* of the leading dims, and their product */
    int64_t     stride[ATTENTION_OPERANDS][WZ_MAX_DIMS];    /* 0 where an operand is repeated */
    int64_t     share[ATTENTION_OPERANDS];                  /* query heads per head of the operand */
    int64_t     mask_row, mask_col;
    int64_t     n_q, n_kv, head_dim, v_dim;
    double      scale, dropout;
    bool        causal;
    random_call random;
} attention_plan;

wz_status attention_plan_make(const wz_call *c, attention_plan *p);
/* Where batch b of an operand starts, in elements from its first. */
int64_t attention_lead_offset(const attention_plan *p, int operand, int64_t b);
#endif

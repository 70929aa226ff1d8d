/* attention.h - scaled dot-product attention on the CPU, over all threads, without a score matrix.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_ATTENTION_H
#define WZ_CPU_ATTENTION_H
#include <stdbool.h>
#include <stdint.h>
#include <wootz/wootz.h>

/* out[b, h, i] = sum_j softmax_j(scale q_i . k_j (+ mask)) v_j, with n_head query heads sharing
 * n_kv_head key and value heads (n_head a multiple of it). Rows (the last dimension) are packed; all other
 * strides are free. */
typedef struct cpu_attention {
    int64_t     batch, n_head, n_kv_head, n_q, n_kv, head_dim, v_dim;
    wz_dtype    q_dtype, kv_dtype, out_dtype;   /* F32, F16, BF16; kv also F8_E4M3FN, F8_E5M2 */
    const void *q, *k, *v;
    void       *out;
    int64_t     q_batch, q_head, q_row, k_batch, k_head, k_row, v_batch, v_head, v_row;
    int64_t     out_batch, out_head, out_row;
    const float *mask;            /* added to the scores (-inf hides), or NULL; strides of 0 repeat */
    int64_t     mask_batch, mask_head, mask_row, mask_col;
    double      scale;
    double      softcap;          /* 0: none */
    bool        causal;           /* query i sees keys j <= i + past */
    int64_t     past;             /* torch's is_causal: 0; decoding with a cache: n_kv - n_q */
    int64_t     window;           /* with causal: only the last `window` of those keys; 0: all */
    float      *lse;              /* [batch, n_head, n_q] log-sum-exp of the scores, packed, or NULL */
} cpu_attention;

/* A query that sees no key gives zeros (and an lse of -inf), as torch's attention does. Uses the pool and
 * fails as cpu_matmul_run does. */
wz_status cpu_attention_run(const cpu_attention *p);
#endif

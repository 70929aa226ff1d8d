/* lm.h - inside the language-model runner: configuration, weights, caches.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_RUNNERS_LM_H
#define WZ_RUNNERS_LM_H
#include "../src/core/error.h"
#include "../src/core/mem.h"
#include <stdatomic.h>
#include <wootz/lm.h>

typedef enum lm_family {
    LM_LLAMA, LM_QWEN3, LM_QWEN3_MOE, LM_GEMMA3, LM_QWEN3_NEXT, LM_QWEN3_5, LM_QWEN3_5_MOE, LM_LFM2, LM_LFM2_MOE,
    LM_FAMILIES
} lm_family;

typedef enum lm_mixer { MIX_FULL, MIX_SLIDING, MIX_DELTA, MIX_CONV } lm_mixer;

typedef enum rope_scaling { ROPE_DEFAULT, ROPE_LINEAR, ROPE_LLAMA3 } rope_scaling;

typedef struct lm_rope {
    double       theta, factor, low_factor, high_factor;
    int64_t      original;     /* old context of llama3 scaling */
    rope_scaling scaling;
    float       *divisor;      /* of each pair's frequency, [rotary / 2], as GGUF files hold them; or NULL */
} lm_rope;

enum { LM_MAX_LAYERS = 512 };

typedef struct lm_config {
    lm_family family;
    int64_t   vocab, hidden, n_layers, n_heads, n_kv, head_dim, rotary, inter, context;
    double    eps;
    bool      tied, norm_plus_one, qk_norm, gated_attention, attention_bias, mlp_bias, gelu, post_norms;
    int64_t   fp8_rows, fp8_cols;   /* FP8 weights: numbers that share a scale where scales are per block; 0: not FP8 */
    double    attention_scale, attention_softcap, final_softcap, embed_scale;
    int64_t   window;
    lm_rope   rope, rope_local;     /* local: sliding layers */
    uint8_t   mixer[LM_MAX_LAYERS]; /* lm_mixer */
    bool      sparse[LM_MAX_LAYERS]; /* the layer's feed-forward is a mixture of experts */
    /* Gated DeltaNet */
    int64_t   n_k_heads, n_v_heads, k_dim, v_dim, conv_kernel;
    /* short convolution (LFM2) */
    bool      conv_bias;
    /* experts */
    int64_t   n_experts, top_k, expert_inter, shared_inter;
    bool      norm_topk, sigmoid_router, expert_bias;
    double    routed_scale;
    /* ids */
    int       n_eos;
    int64_t   eos[16], bos;
    wz_lm_sampling sampling;
} lm_config;

typedef struct lm_layer {
    wz_tensor *norm_in, *norm_ff, *norm_post_attn, *norm_post_ff;
    /* attention */
    wz_tensor *q, *k, *v, *o, *q_bias, *k_bias, *v_bias, *o_bias, *q_norm, *k_norm;
    /* Gated DeltaNet */
    wz_tensor *qkv, *z, *b, *a, *conv, *a_log, *dt_bias, *delta_norm, *out;
    /* short convolution */
    wz_tensor *conv_in, *conv_in_bias, *conv_bias, *conv_out, *conv_out_bias;
    /* feed-forward */
    wz_tensor *gate, *up, *down, *gate_bias, *up_bias, *down_bias;
    /* experts: router [E, H]; gate_up [E, 2I, H]; down [E, H, I] */
    wz_tensor *router, *router_bias, *experts_gate_up, *experts_down;
    wz_tensor *shared_gate, *shared_up, *shared_down, *shared_switch;
} lm_layer;

struct wz_lm {
    atomic_int refs;
    lm_config  c;
    wz_device *dev;
    lm_layer  *layer;
    wz_tensor *embed, *norm, *head;      /* head is embed when tied */
    wz_tensor *inv_freq, *inv_freq_local; /* [rotary / 2] float32 */
    int64_t    n_params;
    uint64_t   weight_bytes, active_bytes;
    struct lm_source *source;            /* what the weights are mapped from */
};

/* What one layer remembers between calls; the parts its mixer uses. */
typedef struct lm_state {
    wz_tensor *k, *v;       /* [n_kv, capacity, head_dim] */
    wz_tensor *conv;        /* [channels, kernel - 1] */
    wz_tensor *delta;       /* [n_v_heads, k_dim, v_dim] */
} lm_state;

typedef struct lm_cache {
    int64_t  length;        /* tokens seen */
    int64_t  capacity;      /* of k and v */
    int      n_layers;
    lm_state state[];
} lm_cache;

/* config.c */
wz_status lm_config_read(const char *folder, lm_config *c);
const char *lm_family_name(lm_family f);
/* config_gguf.c */
struct gguf_file;
wz_status lm_config_read_gguf(const struct gguf_file *f, lm_config *c);
/* weights.c */
wz_status lm_weights_load(wz_lm *lm, const wz_lm_options *options); /* from lm->source */
void      lm_weights_free(wz_lm *lm);
/* model.c: x becomes the logits of the last n_logits tokens (0: none, NULL result with WZ_OK status) */
wz_status lm_eval(wz_lm *lm, lm_cache *cache, const int64_t *ids, int64_t n, int64_t n_logits, wz_tensor **logits,
                  wz_tensor **hidden);
/* cache.c */
wz_status lm_cache_new(const wz_lm *lm, int64_t capacity, lm_cache **out);
wz_status lm_cache_reserve(const wz_lm *lm, lm_cache *c, int64_t capacity);
wz_status lm_cache_copy(const wz_lm *lm, const lm_cache *from, lm_cache **out); /* recurrent parts only */
void      lm_cache_free(lm_cache **c);
bool      lm_has_recurrent_state(const lm_config *c);
/* sampler.c */
wz_status sample_logits(const float *logits, int64_t vocab, const int64_t *seen, int64_t n_seen,
                        const wz_lm_sampling *p, uint64_t position, int64_t *id);
#endif

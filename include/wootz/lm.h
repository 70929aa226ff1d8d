/* lm.h - language models: an engine that is loaded once, sessions that each hold one conversation.
 *
 *   wz_lm *lm;  wz_lm_session *s;
 *   wz_lm_open("models/storyteller", NULL, &lm);
 *   wz_lm_session_new(lm, 0, &s);
 *   wz_lm_session_sync(s, ids, n_ids);                      // prefill; reuses what matches
 *   while (...) { wz_lm_sample(s, &params, &id); wz_lm_session_push(s, id); }
 *
 * The engine is immutable and may be shared by threads; a session belongs to one thread at a time.
 * Families: llama (SmolLM2, Llama 3.x), qwen3, qwen3_moe, gemma3_text, qwen3_next, qwen3_5 and qwen3_5_moe
 * (Qwen3.5, Qwen3.6), lfm2, lfm2_moe; from Hugging Face folders (safetensors). From GGUF files: llama, qwen3,
 * qwen3moe and gemma3. Activations are float32; weights stay in the file's dtype, but for the blocks of quantised
 * GGUF types, which become float16 (bfloat16 where float16 is too narrow). Models run on the CPU.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_LM_H
#define WOOTZ_LM_H
#include <wootz/wootz.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wz_lm wz_lm;
typedef struct wz_lm_session wz_lm_session;

typedef struct wz_lm_options {
    const char *device;     /* NULL: "cpu" */
    wz_dtype    dtype;      /* weights are converted to it while loading; NONE: as stored */
    /* Called now and then while loading with the fraction done; a false return stops with
     * WZ_CANCELLED. May be NULL. */
    bool (*progress)(void *context, double fraction);
    void *context;
} wz_lm_options;

typedef struct wz_lm_info {
    char     family[32];           /* "qwen3_5_moe" */
    int64_t  n_layers, hidden, vocab, context;   /* context: max_position_embeddings */
    int64_t  n_params;             /* numbers in the weights */
    uint64_t weight_bytes;         /* as held in memory */
    uint64_t active_bytes;         /* read for one decoded token: all but the experts not chosen */
    int      n_eos;
    int64_t  eos[16];              /* config.json and generation_config.json */
    int64_t  bos;                  /* -1: none */
} wz_lm_info;

/* Sampling as generation_config.json says it, with the defaults below where it is silent. */
typedef struct wz_lm_sampling {
    bool     do_sample;            /* false: the most likely token */
    double   temperature;          /* 1; 0 is the same as do_sample false */
    int64_t  top_k;                /* 0: all */
    double   top_p;                /* 1 */
    double   min_p;                /* 0 */
    double   repetition_penalty;   /* 1; over prompt and output */
    uint64_t seed;
} wz_lm_sampling;

/* path: a folder with config.json and *.safetensors, or a GGUF file. */
WZ_API wz_status wz_lm_open(const char *path, const wz_lm_options *options, wz_lm **out);
WZ_API void      wz_lm_free(wz_lm **lm);          /* sessions keep the engine alive */
WZ_API void      wz_lm_get_info(const wz_lm *lm, wz_lm_info *out);
/* The model's own defaults (generation_config.json). */
WZ_API void      wz_lm_get_sampling(const wz_lm *lm, wz_lm_sampling *out);

/* Full forward pass without a cache: logits [n, vocab] float32 in the current scope. hidden, if given,
 * receives n_layers + 1 tensors [n, hidden]: the embedding and the output of each layer. */
WZ_API wz_tensor *wz_lm_forward(wz_lm *lm, const int64_t *ids, int64_t n, wz_tensor **hidden);

/* capacity: tokens the caches may hold; 0 grows them as needed up to the model's context. */
WZ_API wz_status wz_lm_session_new(wz_lm *lm, int64_t capacity, wz_lm_session **out);
WZ_API void      wz_lm_session_free(wz_lm_session **s);
/* Makes the session's tokens equal to ids[0..n): what matches from the start is kept (models with
 * recurrent state go back to the last saved state at or before that point), the rest is computed in
 * chunks. progress, which may be NULL, is called before the first chunk, with what was kept as done, and after
 * each; a false return stops with WZ_CANCELLED. Afterwards the logits are those after the last token. */
WZ_API wz_status wz_lm_session_sync(wz_lm_session *s, const int64_t *ids, int64_t n,
                                    bool (*progress)(void *context, int64_t done, int64_t total), void *context);
WZ_API wz_status wz_lm_session_push(wz_lm_session *s, int64_t id);   /* one more token */
WZ_API int64_t   wz_lm_session_length(const wz_lm_session *s);
WZ_API void      wz_lm_session_set_chunk(wz_lm_session *s, int64_t tokens); /* prefill chunk; default 512 */
/* Logits after the last token: vocab floats, valid until the session changes. NULL when it is empty. */
WZ_API const float *wz_lm_session_logits(wz_lm_session *s);
WZ_API wz_status wz_lm_sample(wz_lm_session *s, const wz_lm_sampling *params, int64_t *id);

#ifdef __cplusplus
}
#endif
#endif

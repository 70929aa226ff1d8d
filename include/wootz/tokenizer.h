/* tokenizer.h - text to token ids and back, from Hugging Face tokenizer.json files.
 *
 * Byte-level BPE (GPT-2, Llama 3, Qwen, LFM2, SmolLM2) and SentencePiece-like BPE with byte fallback (Gemma). The
 * file's own normaliser, pre-tokenizer, post-processor and decoder are followed; what is not supported is refused
 * when the file is opened. A tokenizer is immutable and may be shared by threads.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_TOKENIZER_H
#define WOOTZ_TOKENIZER_H
#include <wootz/wootz.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wz_tokenizer wz_tokenizer;
typedef struct wz_decoder wz_decoder;

enum {
    WZ_ENCODE_SPECIAL = 1,  /* add what the post-processor adds (BOS) */
    WZ_ENCODE_PLAIN = 2,    /* special tokens written in the text are ordinary text: for text of others */
};

/* A tokenizer.json, or a folder that holds one. */
WZ_API wz_status wz_tokenizer_open(const char *path, wz_tokenizer **out);
WZ_API void      wz_tokenizer_free(wz_tokenizer **t);
WZ_API int64_t   wz_tokenizer_size(const wz_tokenizer *t);                     /* highest id + 1 */
WZ_API int64_t   wz_tokenizer_id(const wz_tokenizer *t, const char *piece);    /* -1: no such piece */
WZ_API const char *wz_tokenizer_piece(const wz_tokenizer *t, int64_t id);      /* NULL: no such id */
WZ_API bool      wz_tokenizer_is_special(const wz_tokenizer *t, int64_t id);
/* *ids is freed with wz_tokenizer_drop. Text that is not UTF-8 is WZ_INVALID. */
WZ_API wz_status wz_tokenizer_encode(const wz_tokenizer *t, const char *text, size_t bytes, int flags, int64_t **ids, int64_t *n);
/* Bytes that form no UTF-8 become U+FFFD. *text ends with a NUL and is freed with wz_tokenizer_drop. */
WZ_API wz_status wz_tokenizer_decode(const wz_tokenizer *t, const int64_t *ids, int64_t n, bool skip_special, char **text, size_t *bytes);
WZ_API void      wz_tokenizer_drop(void *ids_or_text);

/* Token by token: each push gives the text that is complete so far and holds back a split UTF-8 sequence. */
WZ_API wz_status wz_decoder_new(const wz_tokenizer *t, bool skip_special, wz_decoder **out);
WZ_API void      wz_decoder_free(wz_decoder **d);
WZ_API wz_status wz_decoder_push(wz_decoder *d, int64_t id, const char **text, size_t *bytes); /* valid until the next call */
WZ_API wz_status wz_decoder_finish(wz_decoder *d, const char **text, size_t *bytes);

#ifdef __cplusplus
}
#endif
#endif

/* tokenizer.h - text to token ids and back, from Hugging Face tokenizer.json files or the tables of a GGUF file.
 *
 * Byte-level BPE (GPT-2, Llama 3, Qwen, LFM2, SmolLM2), SentencePiece-like BPE with byte fallback (Gemma, Llama 2).
 * The file's own normaliser, pre-tokenizer with its regular expressions, post-processor and decoder are followed; what
 * is not supported is refused when the file is opened. A tokenizer is immutable and may be shared by threads.
 *
 *     wz_tokenizer *t = NULL;
 *     int64_t      *ids = NULL, n = 0;
 *     if (wz_tokenizer_open("models/storyteller", &t) != WZ_OK) puts(wz_error());
 *     wz_tokenizer_encode(t, "Once upon a time", 16, WZ_ENCODE_SPECIAL, &ids, &n);
 *     ...
 *     wz_tokenizer_drop(ids);
 *     wz_tokenizer_free(&t);
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_TOKENIZER_H
#define WOOTZ_TOKENIZER_H
#include <wootz/wootz.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wz_tokenizer wz_tokenizer;
typedef struct wz_decoder wz_decoder;

/* ---- opening ------------------------------------------------------------------------------------- */

/* A tokenizer.json, a folder that holds one (then tokenizer_config.json, where there is one, says which tokens
 * begin and end a text), or a GGUF file with the tables of its tokenizer. */
WZ_API wz_status wz_tokenizer_open(const char *path, wz_tokenizer **out);
/* The same from the bytes of a tokenizer.json. */
WZ_API wz_status wz_tokenizer_parse(const char *json, size_t bytes, wz_tokenizer **out);

/* From the tables of a GGUF file. model: "llama" (scores decide) or "gpt2" (merges decide); types as GGUF has them
 * (1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte). pre names the pre-tokenizer of gpt2, NULL the
 * default. bos, eos < 0: there is none, and add_bos, add_eos say whether encoding with WZ_ENCODE_SPECIAL adds them.
 * Everything is copied. */
typedef struct wz_tokenizer_pieces {
    const char *model, *pre;
    int64_t     n;
    const char *const *piece;
    const size_t *piece_bytes;
    const float *score;        /* or NULL */
    const int32_t *type;       /* or NULL */
    int64_t     n_merges;
    const char *const *merge;  /* "a b" */
    const size_t *merge_bytes;
    int64_t     bos, eos;
    bool        add_bos, add_eos, add_space_prefix;
} wz_tokenizer_pieces;
WZ_API wz_status wz_tokenizer_from_pieces(const wz_tokenizer_pieces *pieces, wz_tokenizer **out);

WZ_API void wz_tokenizer_free(wz_tokenizer **t); /* and clears the pointer */

/* ---- the vocabulary ------------------------------------------------------------------------------ */

WZ_API int64_t wz_tokenizer_size(const wz_tokenizer *t);  /* highest id + 1 */
WZ_API int64_t wz_tokenizer_count(const wz_tokenizer *t); /* tokens there are: less than the size when ids have gaps */
WZ_API int64_t wz_tokenizer_id(const wz_tokenizer *t, const char *piece); /* -1: no such piece */
/* The text of a token as the file writes it (byte-level tokens in the byte alphabet); NULL: no such id. */
WZ_API const char *wz_tokenizer_piece(const wz_tokenizer *t, int64_t id);
WZ_API bool        wz_tokenizer_is_special(const wz_tokenizer *t, int64_t id);
/* Ids that tokenizer_config.json or the GGUF file names; -1: none. */
WZ_API int64_t wz_tokenizer_bos(const wz_tokenizer *t);
WZ_API int64_t wz_tokenizer_eos(const wz_tokenizer *t);
WZ_API int64_t wz_tokenizer_pad(const wz_tokenizer *t);
WZ_API int64_t wz_tokenizer_unk(const wz_tokenizer *t);

/* ---- encoding ------------------------------------------------------------------------------------ */

/* Flags of encoding. Text of people who are not trusted is encoded with PLAIN, or PLAIN | NO_TAGS, so that a token
 * that controls the model has to come from the program and cannot be written in the text. */
enum {
    WZ_ENCODE_SPECIAL = 1, /* add what the post-processor adds (BOS) */
    WZ_ENCODE_PLAIN = 2,   /* special tokens written in the text are ordinary text */
    WZ_ENCODE_NO_TAGS = 4  /* and so are the tags of thinking and tools (<think>, <tool_call>, ...), often not special */
};

/* *ids (at least one element, freed with wz_tokenizer_drop) and *n. Text that is not UTF-8 is WZ_INVALID. */
WZ_API wz_status wz_tokenizer_encode(const wz_tokenizer *t, const char *text, size_t bytes, int flags,
                                     int64_t **ids, int64_t *n);

/* Text in parts with flags of their own (SPECIAL in any counts for the whole). The ids are those of the joined text,
 * but a part with PLAIN or NO_TAGS has no share in a token that it may not write. */
typedef struct wz_text_part { const char *text; size_t bytes; int flags; } wz_text_part;
WZ_API wz_status wz_tokenizer_encode_parts(const wz_tokenizer *t, const wz_text_part *part, int64_t n_parts,
                                           int64_t **ids, int64_t *n);

/* ---- decoding ------------------------------------------------------------------------------------ */

/* Bytes that form no UTF-8 become U+FFFD. *text ends with a NUL and is freed with wz_tokenizer_drop. An id that the
 * tokenizer does not have is WZ_INDEX. */
WZ_API wz_status wz_tokenizer_decode(const wz_tokenizer *t, const int64_t *ids, int64_t n, bool skip_special,
                                     char **text, size_t *bytes);
WZ_API void wz_tokenizer_drop(void *ids_or_text);

/* Token by token: each push gives the text that is complete so far and holds back a split UTF-8 sequence; all texts
 * joined are what wz_tokenizer_decode gives. The text is valid until the next call. The tokenizer must outlive it. */
WZ_API wz_status wz_decoder_new(const wz_tokenizer *t, bool skip_special, wz_decoder **out);
WZ_API void      wz_decoder_free(wz_decoder **d);
WZ_API wz_status wz_decoder_push(wz_decoder *d, int64_t id, const char **text, size_t *bytes);
WZ_API wz_status wz_decoder_finish(wz_decoder *d, const char **text, size_t *bytes); /* and begins anew */

#ifdef __cplusplus
}
#endif
#endif

/* tokenizer.h - inside the tokenizer: its tables, and the steps between text and ids.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_TOKENIZER_H
#define WZ_IO_TOKENIZER_H
#include "json.h"
#include "regex.h"
#include <wootz/tokenizer.h>

typedef struct piece { char *text; size_t bytes; bool there, special; float score; } piece;

typedef struct merge { int32_t left, right, rank, whole; } merge; /* left < 0: empty slot */

typedef enum split_behavior { SPLIT_ISOLATED, SPLIT_REMOVED, SPLIT_PREVIOUS, SPLIT_NEXT, SPLIT_CONTIGUOUS } split_behavior;

typedef enum step_kind { STEP_SPLIT, STEP_LITERAL, STEP_DIGITS, STEP_SPACE_PREFIX } step_kind;

typedef struct pre_step {
    step_kind      kind;
    regex         *pattern;
    char          *literal;
    size_t         literal_bytes;
    split_behavior behavior;
    bool           invert, individual;
} pre_step;

typedef struct replacement { char *from, *to; size_t from_bytes, to_bytes; bool nfc, prepend; } replacement;

typedef struct added_token { int64_t id; char *text; size_t bytes; bool special, normalized, lstrip, rstrip, single_word; } added_token;

enum { MAX_STEPS = 8, MAX_TEMPLATE = 8 };

struct wz_tokenizer {
    piece       *piece;
    int64_t      n_pieces;
    int32_t     *slot;            /* hash of pieces: id + 1 */
    size_t       n_slots;
    merge       *merge;           /* hash of pairs */
    size_t       n_merge_slots;
    bool         byte_level, byte_fallback, ignore_merges, fuse_unk, by_score;
    int32_t      unk, byte_id[256];
    pre_step     step[MAX_STEPS];
    int          n_steps;
    replacement  norm[MAX_STEPS];
    int          n_norms;
    added_token *added;           /* by falling length */
    int64_t      n_added;
    bool         added_first[256]; /* some added token begins with the byte */
    int64_t      before[MAX_TEMPLATE], after[MAX_TEMPLATE];
    int          n_before, n_after;
    /* decoder */
    replacement  decode[MAX_STEPS];
    int          n_decode, strip_start;
};

typedef struct id_list { int64_t *id; int64_t n, room; } id_list;

wz_status id_list_add(id_list *l, int64_t id);
/* bpe.c */
int64_t   piece_find(const wz_tokenizer *t, const char *text, size_t bytes);
wz_status tables_index_pieces(wz_tokenizer *t);
wz_status tables_new_merges(wz_tokenizer *t, int64_t n);
bool      tables_add_merge(wz_tokenizer *t, int32_t left, int32_t right, int32_t rank, int32_t whole);
wz_status bpe_encode(const wz_tokenizer *t, const char *text, size_t bytes, id_list *out);
int       byte_char(uint8_t b, char *to);              /* the byte alphabet: a byte as its printable character */
int       char_byte(uint32_t c);                       /* and back; -1 outside */
/* tokenizer_load.c helpers used by both loaders */
wz_status tokenizer_add_split(wz_tokenizer *t, const char *pattern, split_behavior behavior);
extern const char GPT2_PATTERN[], LLAMA3_PATTERN[], QWEN2_PATTERN[];
#endif

/* tokenizer.h - inside the tokenizer: its tables, and the steps between text and ids.
 *
 * Text becomes ids in this order: added tokens are cut out of the raw text; each stretch between them is normalised;
 * added tokens that match normalised text are cut out; what is left is split by the pre-tokenizer's steps (one of
 * which may write bytes as characters), and each piece is merged by BPE. Inside, a token is the index of its piece in
 * the order of ids, so that sparse and huge ids cost nothing.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_TOKENIZER_H
#define WZ_IO_TOKENIZER_H
#include "json.h"
#include "regex.h"
#include <wootz/tokenizer.h>

/* ---- tables (vocab.c) ---------------------------------------------------------------------------- */

enum { PIECE_MODEL = 1, PIECE_ADDED = 2, PIECE_SPECIAL = 4 };

typedef struct piece {
    size_t   begin; /* in vocab.text, followed by a NUL */
    uint32_t bytes;
    uint32_t flags : 8, rewritten : 24; /* rewritten: it decodes to the text of this token of the normalised ones, 0: to its own */
    int32_t  id;
    float    score;
} piece;

typedef struct merge { int32_t left, right, rank, whole; } merge; /* left < 0: empty slot */

typedef struct vocab {
    char    *text;
    size_t   text_bytes, text_room;
    piece   *piece;
    int32_t  n, room;
    int32_t *slot; /* hash by text: piece + 1 */
    size_t   n_slots;
    merge   *merge; /* hash by pair of pieces */
    size_t   n_merge_slots;
    uint64_t merge_key;
    int      merge_shift;
    int32_t  quick[384]; /* piece of the model for single characters below U+0180, -1: none */
    int32_t  byte_piece[256]; /* <0x00> .. */
} vocab;

wz_status vocab_add(vocab *v, const char *text, size_t bytes, int64_t id, uint32_t flags, float score);
wz_status vocab_index(vocab *v); /* sorts by id and makes the hash; fails on repeated ids */
int32_t   vocab_find(const vocab *v, const char *text, size_t bytes);       /* any piece, or -1 */
int32_t   vocab_find_model(const vocab *v, const char *text, size_t bytes); /* pieces of the model only */
int32_t   vocab_find_id(const vocab *v, int64_t id);
wz_status vocab_new_merges(vocab *v, int64_t n);
void      vocab_add_merge(vocab *v, int32_t left, int32_t right, int32_t rank, int32_t whole); /* the last of equals counts */
const merge *vocab_merge(const vocab *v, int32_t left, int32_t right); /* NULL: none */
void      vocab_free(vocab *v);
int       byte_char(uint8_t b, char *to); /* a byte as its printable character: the byte-level alphabet */
int       char_byte(uint32_t c);          /* and back; -1 outside */

/* ---- buffers ------------------------------------------------------------------------------------- */

typedef struct buffer { char *p; size_t n, room; } buffer; /* p[n] is a NUL once something was put */
wz_status buffer_put(buffer *b, const char *text, size_t bytes);
wz_status buffer_put_char(buffer *b, uint32_t c);

typedef struct id_list { int64_t *id; int64_t n, room; } id_list;
wz_status id_list_add(id_list *l, int64_t id);

/* ---- steps (normalize.c, pretoken.c) ------------------------------------------------------------- */

typedef enum norm_kind {
    NORM_NFC, NORM_NFD, NORM_NFKC, NORM_NFKD, NORM_LOWER, NORM_ACCENTS, NORM_REPLACE, NORM_PREPEND, NORM_STRIP, NORM_BYTES
} norm_kind;
typedef struct norm_step {
    norm_kind kind;
    regex    *pattern;
    char     *text; /* what is put in */
    size_t    text_bytes;
    bool      left, right;
} norm_step;

typedef enum split_behavior { SPLIT_ISOLATED, SPLIT_REMOVED, SPLIT_PREVIOUS, SPLIT_NEXT, SPLIT_CONTIGUOUS } split_behavior;
typedef enum step_kind { STEP_SPLIT, STEP_DIGITS, STEP_PUNCTUATION, STEP_SPACES, STEP_BYTES, STEP_PREFIX, STEP_METASPACE } step_kind;
typedef enum prefix_when { PREFIX_NEVER, PREFIX_FIRST, PREFIX_ALWAYS } prefix_when;
typedef struct pre_step {
    step_kind      kind;
    regex         *pattern;
    split_behavior behavior;
    bool           invert;
    prefix_when    prefix;      /* PREFIX: a space; METASPACE: the replacement */
    char           mark[8];     /* METASPACE: what spaces become */
    size_t         mark_bytes;
} pre_step;

/* Text cut into pieces. first: the piece begins where the whole text did. */
typedef struct span { size_t begin, end; bool first; } span;
typedef struct pieces { buffer text; span *s; size_t n, room; } pieces;

typedef enum decode_kind { DECODE_BYTES, DECODE_FALLBACK, DECODE_FUSE, DECODE_REPLACE, DECODE_STRIP, DECODE_METASPACE, DECODE_SPACED } decode_kind;
typedef struct decode_step {
    decode_kind kind;
    regex      *pattern;
    char       *text;
    size_t      text_bytes;
    uint32_t    c;            /* STRIP, METASPACE: the character */
    int64_t     start, stop;  /* STRIP: how many of it */
    bool        fused;        /* the steps before made the text one token */
    bool        keep_first;   /* METASPACE: the first is a space as well */
} decode_step;

/* ---- added tokens (added.c) ---------------------------------------------------------------------- */

typedef struct added_token {
    char    *text;
    size_t   bytes;
    int32_t  piece;
    bool     special, tag, normalized, lstrip, rstrip, single_word;
} added_token;

typedef struct added_set { /* sorted by text; first[b] .. first[b + 1] begin with byte b */
    added_token *token;
    int32_t      n, first[257];
} added_set;

typedef struct added_hit { size_t begin, end; const added_token *token; } added_hit;

/* Which flags hold where: part i ends before end[i] and has flags[i]. */
typedef struct part_flags { const size_t *end; const int *flags; int64_t n; } part_flags;

void added_sort(added_set *s);
void added_free(added_set *s);
/* The next added token at or after *at; *from is the end of the one before. hit->token NULL: none is left. */
void added_next(const added_set *s, const char *text, size_t bytes, part_flags flags, size_t *at, size_t from, added_hit *hit);

/* ---- the whole ----------------------------------------------------------------------------------- */

enum { MAX_STEPS = 16, MAX_TEMPLATE = 16, MAX_ADDED = (1 << 24) - 1, NO_UNK = -1, UNK_MISSING = -2 };

struct wz_tokenizer {
    vocab       v;
    bool        byte_fallback, ignore_merges, fuse_unk, by_score;
    int32_t     unk; /* piece, NO_UNK, or UNK_MISSING: named but not there */
    norm_step   norm[MAX_STEPS];
    pre_step    step[MAX_STEPS];
    decode_step decode[MAX_STEPS];
    int         n_norms, n_steps, n_decode;
    added_set   raw, normal; /* matched before and after normalising, whether or not there is a normaliser */
    int64_t     before[MAX_TEMPLATE], after[MAX_TEMPLATE];
    int         n_before, n_after;
    int64_t     bos, eos, pad;
};

wz_status normalize(const wz_tokenizer *t, const char *text, size_t bytes, buffer *out);
/* p->text is given; p->s becomes the pieces of it, or of a text that replaced it. */
wz_status pretokenize(const wz_tokenizer *t, bool first, pieces *p);
void      pieces_free(pieces *p);

/* BPE of one piece after another: the work space is kept between them. */
typedef struct bpe bpe;
wz_status bpe_new(const wz_tokenizer *t, bpe **out);
wz_status bpe_encode(bpe *b, const char *text, size_t bytes, id_list *out);
void      bpe_free(bpe **b);

/* ---- reading (tokenizer_load.c, tokenizer_steps.c) ------------------------------------------------ */

wz_status tokenizer_open_gguf(const char *path, wz_tokenizer **out); /* tokenizer_gguf.c */
wz_status tokenizer_new(wz_tokenizer **out);
wz_status tokenizer_add_step(wz_tokenizer *t, pre_step s);  /* takes over s.pattern, also on failure */
wz_status tokenizer_add_norm(wz_tokenizer *t, norm_step s); /* and s.text */
wz_status tokenizer_add_decode(wz_tokenizer *t, decode_step s);
wz_status tokenizer_add_split(wz_tokenizer *t, const char *pattern);
wz_status tokenizer_add_added(added_set *s, const added_token *token, const char *text, size_t bytes);
wz_status tokenizer_finish(wz_tokenizer *t); /* normalises the added tokens that need it, sorts them */
wz_status tokenizer_read_steps(wz_tokenizer *t, const json_value *root);
extern const char PATTERN_GPT2[], PATTERN_LLAMA3[], PATTERN_QWEN2[], PATTERN_QWEN35[];
#endif

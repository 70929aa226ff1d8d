/* tokenizer_pieces.c - a tokenizer from the tables of a GGUF file: SentencePiece pieces with scores ("llama"), or the
 * pieces and merges of a byte-level BPE with the name of its pre-tokenizer ("gpt2").
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <stdio.h>
#include <string.h>

enum { TYPE_NORMAL = 1, TYPE_UNKNOWN = 2, TYPE_CONTROL = 3, TYPE_USER = 4, TYPE_UNUSED = 5, TYPE_BYTE = 6 };

static const char UNDERLINE[] = "\xE2\x96\x81"; /* U+2581, a space in SentencePiece */

/* Names of tokenizer.ggml.pre. */
typedef struct pre_name {
    const char *name, *pattern;
    bool        digits, nfc, ignore_merges; /* digits: each is split off before the pattern */
} pre_name;

static const pre_name pre_names[] = {
    {"default", PATTERN_GPT2, false, false, false},   {"gpt-2", PATTERN_GPT2, false, false, false},
    {"gpt2", PATTERN_GPT2, false, false, false},      {"smollm", PATTERN_GPT2, true, false, false},
    {"llama3", PATTERN_LLAMA3, false, false, true},   {"llama-v3", PATTERN_LLAMA3, false, false, true},
    {"llama-bpe", PATTERN_LLAMA3, false, false, true}, {"lfm2", PATTERN_LLAMA3, false, false, true},
    {"qwen2", PATTERN_QWEN2, false, true, false},     {"qwen35", PATTERN_QWEN35, false, true, false}};

static wz_status pre_tokenizer(wz_tokenizer *t, const char *pre)
{
    char   known[200] = "";
    size_t n = 0;
    if (!pre || !*pre) pre = "default";
    for (size_t i = 0; i < sizeof pre_names / sizeof *pre_names; i++) {
        const pre_name *p = &pre_names[i];
        if (strcmp(pre, p->name) != 0) {
            n += (size_t)snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "", p->name);
            continue;
        }
        if (p->nfc) TRY(tokenizer_add_norm(t, (norm_step){.kind = NORM_NFC}));
        if (p->digits) TRY(tokenizer_add_step(t, (pre_step){.kind = STEP_DIGITS, .behavior = SPLIT_ISOLATED}));
        TRY(tokenizer_add_split(t, p->pattern));
        t->ignore_merges = p->ignore_merges;
        return tokenizer_add_step(t, (pre_step){.kind = STEP_BYTES});
    }
    return fail(WZ_UNSUPPORTED, "the pre-tokenizer '%.40s' is not supported (known: %s)", pre, known);
}

static wz_status read_pieces(wz_tokenizer *t, const wz_tokenizer_pieces *p)
{
    if (p->n <= 0 || !p->piece || !p->piece_bytes) return fail(WZ_FORMAT, "the tokenizer has no pieces");
    for (int64_t i = 0; i < p->n; i++) {
        int32_t  type = p->type ? p->type[i] : TYPE_NORMAL;
        uint32_t flags = type == TYPE_NORMAL || type == TYPE_USER ? PIECE_MODEL : 0;
        if (type < TYPE_NORMAL || type > TYPE_BYTE) return fail(WZ_FORMAT, "piece %lld has type %d", (long long)i, (int)type);
        if (!p->piece[i] && p->piece_bytes[i]) return fail(WZ_FORMAT, "piece %lld has no text", (long long)i);
        if (type == TYPE_CONTROL) flags |= PIECE_SPECIAL;
        TRY(utf8_check(p->piece[i], p->piece_bytes[i]));
        TRY(vocab_add(&t->v, p->piece[i], p->piece_bytes[i], i, flags, p->score ? p->score[i] : 0));
        if (p->score && !(p->score[i] == p->score[i])) return fail(WZ_FORMAT, "piece %lld has a score that is no number", (long long)i);
    }
    TRY(vocab_index(&t->v));
    for (int64_t i = 0; p->type && i < p->n; i++) {
        if (p->type[i] == TYPE_UNKNOWN && t->unk == NO_UNK) t->unk = (int32_t)i;
        if ((p->type[i] != TYPE_CONTROL && p->type[i] != TYPE_USER) || p->piece_bytes[i] == 0) continue;
        added_token a = {.piece = (int32_t)i, .special = p->type[i] == TYPE_CONTROL};
        t->v.piece[i].flags = (t->v.piece[i].flags | PIECE_ADDED) & 255;
        TRY(tokenizer_add_added(&t->raw, &a, p->piece[i], p->piece_bytes[i]));
    }
    return WZ_OK;
}

static wz_status add_replace(wz_tokenizer *t, const char *from, const char *to, bool decode)
{
    regex *pattern = NULL;
    char  *text = mem_dup(to, strlen(to));
    if (!text) return WZ_NOMEM;
    wz_status status = regex_compile_literal(from, strlen(from), &pattern);
    if (status != WZ_OK) {
        mem_free(text);
        return status;
    }
    if (decode) return tokenizer_add_decode(t, (decode_step){.kind = DECODE_REPLACE, .pattern = pattern, .text = text, .text_bytes = strlen(to)});
    return tokenizer_add_norm(t, (norm_step){.kind = NORM_REPLACE, .pattern = pattern, .text = text, .text_bytes = strlen(to)});
}

static wz_status sentence_piece(wz_tokenizer *t, const wz_tokenizer_pieces *p)
{
    if (!p->score) return fail(WZ_FORMAT, "a tokenizer of the kind 'llama' needs scores");
    t->by_score = t->byte_fallback = true;
    TRY(vocab_new_merges(&t->v, 0));
    if (p->add_space_prefix) {
        norm_step s = {.kind = NORM_PREPEND, .text = mem_dup(" ", 1), .text_bytes = 1};
        if (!s.text) return WZ_NOMEM;
        TRY(tokenizer_add_norm(t, s));
    }
    TRY(add_replace(t, " ", UNDERLINE, false));
    TRY(add_replace(t, UNDERLINE, " ", true));
    TRY(tokenizer_add_decode(t, (decode_step){.kind = DECODE_FALLBACK}));
    TRY(tokenizer_add_decode(t, (decode_step){.kind = DECODE_FUSE}));
    if (!p->add_space_prefix) return WZ_OK;
    return tokenizer_add_decode(t, (decode_step){.kind = DECODE_STRIP, .c = ' ', .start = 1, .fused = true});
}

static wz_status read_merges(wz_tokenizer *t, const wz_tokenizer_pieces *p)
{
    buffer    whole = {0};
    wz_status status = WZ_OK;
    if (p->n_merges < 0 || (p->n_merges && (!p->merge || !p->merge_bytes))) return fail(WZ_FORMAT, "the tokenizer's merges are missing");
    TRY(vocab_new_merges(&t->v, p->n_merges));
    for (int64_t i = 0; status == WZ_OK && i < p->n_merges; i++) {
        const char *m = p->merge[i], *space = p->merge_bytes[i] ? memchr(m + 1, ' ', p->merge_bytes[i] - 1) : NULL;
        size_t      n = space ? (size_t)(space - m) : 0, rest = space ? p->merge_bytes[i] - n - 1 : 0;
        if (!n || !rest) status = fail(WZ_FORMAT, "merge %lld is not a pair of pieces", (long long)i);
        whole.n = 0;
        if (status == WZ_OK) status = buffer_put(&whole, m, n);
        if (status == WZ_OK) status = buffer_put(&whole, space + 1, rest);
        if (status != WZ_OK) break;
        int32_t left = vocab_find_model(&t->v, m, n), right = vocab_find_model(&t->v, space + 1, rest);
        int32_t both = vocab_find_model(&t->v, whole.p, whole.n);
        if (left < 0 || right < 0 || both < 0)
            status = fail(WZ_FORMAT, "merge %lld, '%.*s', uses pieces that are not in the vocabulary", (long long)i,
                          (int)(p->merge_bytes[i] < 40 ? p->merge_bytes[i] : 40), m);
        else vocab_add_merge(&t->v, left, right, (int32_t)i, both);
    }
    mem_free(whole.p);
    return status;
}

static wz_status build(wz_tokenizer *t, const wz_tokenizer_pieces *p)
{
    bool llama = p->model && strcmp(p->model, "llama") == 0, gpt2 = p->model && strcmp(p->model, "gpt2") == 0;
    if (!llama && !gpt2)
        return fail(WZ_UNSUPPORTED, "the model '%.40s' is not supported (known: llama, gpt2)", p->model ? p->model : "");
    TRY(read_pieces(t, p));
    if (llama) {
        TRY(sentence_piece(t, p));
    } else {
        TRY(read_merges(t, p));
        TRY(pre_tokenizer(t, p->pre));
        TRY(tokenizer_add_decode(t, (decode_step){.kind = DECODE_BYTES}));
    }
    if (p->bos >= p->n || p->eos >= p->n)
        return fail(WZ_FORMAT, "the ids of begin and end, %lld and %lld, are not both below %lld", (long long)p->bos, (long long)p->eos, (long long)p->n);
    t->bos = p->bos < 0 ? -1 : p->bos;
    t->eos = p->eos < 0 ? -1 : p->eos;
    if (p->add_bos && t->bos >= 0) t->before[t->n_before++] = t->bos;
    if (p->add_eos && t->eos >= 0) t->after[t->n_after++] = t->eos;
    return tokenizer_finish(t);
}

wz_status wz_tokenizer_from_pieces(const wz_tokenizer_pieces *p, wz_tokenizer **out)
{
    if (!out) return fail(WZ_INVALID, "out is NULL");
    *out = NULL;
    if (!p) return fail(WZ_INVALID, "pieces is NULL");
    wz_tokenizer *t = NULL;
    TRY(tokenizer_new(&t));
    wz_status status = build(t, p);
    if (status == WZ_FORMAT || status == WZ_UNSUPPORTED || status == WZ_INVALID) status = fail_prefix(status, "tokenizer");
    if (status != WZ_OK) wz_tokenizer_free(&t);
    *out = t;
    return status;
}

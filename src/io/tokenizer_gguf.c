/* tokenizer_gguf.c - the tokenizer that a GGUF file carries.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "gguf.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <string.h>

typedef struct tables {
    const char **piece, **merge;
    size_t      *piece_bytes, *merge_bytes;
    float       *score;
    int32_t     *type;
    char        *model, *pre;
} tables;

static wz_status text_of(const gguf_file *f, const char *key, char **out)
{
    const gguf_value *v = gguf_key(f, key);
    const char       *text;
    size_t            bytes;
    if (!v) return WZ_OK;
    if (!gguf_text(v, &text, &bytes)) return fail(WZ_FORMAT, "%s is not text", key);
    *out = mem_dup(text, bytes);
    return *out ? WZ_OK : WZ_NOMEM;
}

static wz_status flag_of(const gguf_file *f, const char *key, bool otherwise, bool *out)
{
    const gguf_value *v = gguf_key(f, key);
    *out = otherwise;
    return !v || gguf_bool(v, out) ? WZ_OK : fail(WZ_FORMAT, "%s is not a boolean", key);
}

/* 2^32 - 1 stands for "none" in some files. */
static wz_status id_of(const gguf_file *f, const char *key, int64_t *out)
{
    const gguf_value *v = gguf_key(f, key);
    *out = -1;
    if (v && !gguf_integer(v, out)) return fail(WZ_FORMAT, "%s is not a whole number", key);
    if (*out == UINT32_MAX) *out = -1;
    return WZ_OK;
}

static wz_status same_length(const gguf_value *v, int64_t n)
{
    return v->n == (uint64_t)n ? WZ_OK : fail(WZ_FORMAT, "%s has %llu entries for %lld tokens", v->key, (unsigned long long)v->n, (long long)n);
}

static wz_status read_tables(const gguf_file *f, tables *t, wz_tokenizer_pieces *p)
{
    const gguf_value *tokens = gguf_key(f, "tokenizer.ggml.tokens"), *scores = gguf_key(f, "tokenizer.ggml.scores");
    const gguf_value *types = gguf_key(f, "tokenizer.ggml.token_type"), *merges = gguf_key(f, "tokenizer.ggml.merges");
    if (!tokens) return fail(WZ_FORMAT, "the file has no tokenizer (no key tokenizer.ggml.tokens)");
    TRY(text_of(f, "tokenizer.ggml.model", &t->model));
    TRY(text_of(f, "tokenizer.ggml.pre", &t->pre));
    TRY(gguf_strings(tokens, &t->piece, &t->piece_bytes));
    p->n = (int64_t)tokens->n;
    if (scores) {
        TRY(same_length(scores, p->n));
        TRY(gguf_floats(scores, &t->score));
    }
    if (types) {
        TRY(same_length(types, p->n));
        TRY(gguf_ints(types, &t->type));
    }
    if (merges) {
        TRY(gguf_strings(merges, &t->merge, &t->merge_bytes));
        p->n_merges = (int64_t)merges->n;
    }
    return WZ_OK;
}

/* Where the file is silent: Llama 2's pieces begin texts with a space and BOS, Llama 3's with BOS. */
static wz_status read_rules(const gguf_file *f, const tables *t, wz_tokenizer_pieces *p)
{
    bool llama = t->model && strcmp(t->model, "llama") == 0;
    bool llama3 = t->pre && (strcmp(t->pre, "llama-bpe") == 0 || strcmp(t->pre, "llama3") == 0 || strcmp(t->pre, "llama-v3") == 0);
    TRY(id_of(f, "tokenizer.ggml.bos_token_id", &p->bos));
    TRY(id_of(f, "tokenizer.ggml.eos_token_id", &p->eos));
    TRY(flag_of(f, "tokenizer.ggml.add_bos_token", llama || llama3, &p->add_bos));
    TRY(flag_of(f, "tokenizer.ggml.add_eos_token", false, &p->add_eos));
    return flag_of(f, "tokenizer.ggml.add_space_prefix", llama, &p->add_space_prefix);
}

static wz_status read_pieces(const gguf_file *f, tables *t, wz_tokenizer **out)
{
    wz_tokenizer_pieces p = {0};
    int64_t             pad;
    TRY(read_tables(f, t, &p));
    TRY(read_rules(f, t, &p));
    TRY(id_of(f, "tokenizer.ggml.padding_token_id", &pad));
    p.model = t->model, p.pre = t->pre;
    p.piece = t->piece, p.piece_bytes = t->piece_bytes;
    p.score = t->score, p.type = t->type;
    p.merge = t->merge, p.merge_bytes = t->merge_bytes;
    TRY(wz_tokenizer_from_pieces(&p, out));
    if (pad >= 0 && pad < p.n) (*out)->pad = pad;
    return WZ_OK;
}

wz_status tokenizer_open_gguf(const char *path, wz_tokenizer **out)
{
    gguf_file *f = NULL;
    tables     t = {0};
    *out = NULL;
    TRY(gguf_open(path, &f));
    wz_status status = read_pieces(f, &t, out);
    if (status != WZ_OK && status != WZ_NOMEM) status = fail_prefix(status, path);
    mem_free((void *)t.piece);
    mem_free((void *)t.merge);
    mem_free(t.piece_bytes);
    mem_free(t.merge_bytes);
    mem_free(t.score);
    mem_free(t.type);
    mem_free(t.model);
    mem_free(t.pre);
    gguf_close(&f);
    return status;
}

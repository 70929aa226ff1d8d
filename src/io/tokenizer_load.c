/* tokenizer_load.c - opens a tokenizer.json: its vocabulary, merges and added tokens, each checked against the others.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "gguf.h"
#include "mapped.h"
#include "unicode.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_ADDED_BYTES = 4096 }; /* of one added token: a search costs as much at each place */

/* ---- added tokens -------------------------------------------------------------------------------- */

wz_status tokenizer_add_added(added_set *s, const added_token *token, const char *text, size_t bytes)
{
    added_token *grown = mem_grow(s->token, ((size_t)s->n + 1) * sizeof *grown);
    if (!grown) return WZ_NOMEM;
    s->token = grown;
    grown[s->n] = *token;
    grown[s->n].text = mem_dup(text, bytes);
    grown[s->n].bytes = bytes;
    return grown[s->n].text ? (s->n++, WZ_OK) : WZ_NOMEM;
}

/* Tokens that are written around thoughts and tool calls are often not marked special, but they steer the model. */
static bool is_tag(const char *text, size_t bytes)
{
    static const char *const names[] = {"think", "tool_call", "tool_response", "tools", "function_call", "tool_list",
                                        "tool_call_start", "tool_call_end", "tool_list_start", "tool_list_end",
                                        "tool_response_start", "tool_response_end", "channel", "turn", "tool"};
    if (bytes < 3 || text[0] != '<' || text[bytes - 1] != '>') return false;
    text++;
    bytes -= 2;
    while (bytes && (*text == '/' || *text == '|')) text++, bytes--;
    while (bytes && (text[bytes - 1] == '|' || text[bytes - 1] == '/')) bytes--;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == bytes && memcmp(names[i], text, bytes) == 0) return true;
    return false;
}

/* Tokens decode to what they match, so that the decoder undoes what the normaliser did to them. */
static wz_status link_rewritten(wz_tokenizer *t)
{
    for (int32_t i = 0; i < t->normal.n; i++) {
        const added_token *a = &t->normal.token[i], *next = a + 1;
        piece             *p = &t->v.piece[a->piece];
        if (i + 1 < t->normal.n && a->bytes == next->bytes && memcmp(a->text, next->text, a->bytes) == 0)
            return fail(WZ_FORMAT, "the added tokens %d and %d are the same when normalised, '%.40s'", p->id,
                        t->v.piece[next->piece].id, a->text);
        if (a->bytes != p->bytes || memcmp(a->text, t->v.text + p->begin, a->bytes) != 0) p->rewritten = (uint32_t)(i + 1) & MAX_ADDED;
    }
    return WZ_OK;
}

wz_status tokenizer_finish(wz_tokenizer *t)
{
    for (int32_t i = 0; i < t->raw.n; i++) {
        added_token *a = &t->raw.token[i];
        const piece *p = &t->v.piece[a->piece];
        a->tag = is_tag(t->v.text + p->begin, p->bytes);
    }
    /* Those that match normalised text move to the other set, normalised. */
    int32_t kept = 0;
    for (int32_t i = 0; i < t->raw.n; i++) {
        added_token *a = &t->raw.token[i];
        if (!a->normalized) {
            added_token swap = t->raw.token[kept];
            t->raw.token[kept++] = *a;
            t->raw.token[i] = swap;
        }
    }
    buffer    text = {0};
    wz_status status = WZ_OK;
    for (int32_t i = kept; status == WZ_OK && i < t->raw.n; i++) {
        status = normalize(t, t->raw.token[i].text, t->raw.token[i].bytes, &text);
        if (status == WZ_OK && text.n > MAX_ADDED_BYTES)
            status = fail(WZ_FORMAT, "added token '%.40s' has %zu bytes when normalised, at most %d are supported", t->raw.token[i].text,
                          text.n, (int)MAX_ADDED_BYTES);
        if (status == WZ_OK && text.n) status = tokenizer_add_added(&t->normal, &t->raw.token[i], text.p, text.n);
    }
    mem_free(text.p);
    for (int32_t i = kept; i < t->raw.n; i++) mem_free(t->raw.token[i].text);
    t->raw.n = kept;
    added_sort(&t->raw);
    added_sort(&t->normal);
    return status == WZ_OK ? link_rewritten(t) : status;
}

/* ---- the file ------------------------------------------------------------------------------------ */

static bool there(const json_value *v) { return v && v->type != JSON_NULL; }

static wz_status flag(const json_value *o, const char *key, bool *out)
{
    const json_value *v = json_get(o, key);
    *out = v && v->type == JSON_BOOL && v->truth;
    return !there(v) || v->type == JSON_BOOL ? WZ_OK : fail(WZ_FORMAT, "'%s' is not a boolean", key);
}

static wz_status id_of(const json_value *v, const char *what, size_t bytes, int64_t *out)
{
    if (!v || v->type != JSON_NUMBER || !v->integral || v->i < 0 || v->i >= INT32_MAX)
        return fail(WZ_FORMAT, "the id of '%.*s' is not between 0 and 2,147,483,646", (int)(bytes < 40 ? bytes : 40), what);
    *out = v->i;
    return WZ_OK;
}

static wz_status read_vocab(wz_tokenizer *t, const json_value *o)
{
    int64_t id = 0;
    if (!o || o->type != JSON_OBJECT || o->n == 0) return fail(WZ_FORMAT, "the model has no vocab");
    for (size_t i = 0; i < o->n; i++) {
        TRY(id_of(o->item[i], o->key[i], o->key_bytes[i], &id));
        TRY(vocab_add(&t->v, o->key[i], o->key_bytes[i], id, PIECE_MODEL, 0));
    }
    return vocab_index(&t->v);
}

/* Adds what is not in the vocabulary to it; what is must have the same id. Pieces of the list are set later, when
 * the vocabulary does not move any more. */
static wz_status read_added(wz_tokenizer *t, const json_value *list)
{
    int64_t id = 0;
    if (!there(list)) return WZ_OK;
    if (list->type != JSON_ARRAY) return fail(WZ_FORMAT, "added_tokens is not a list");
    if (list->n > MAX_ADDED) return fail(WZ_UNSUPPORTED, "%zu added tokens, at most %d are supported", list->n, (int)MAX_ADDED);
    for (size_t i = 0; i < list->n; i++) {
        const json_value *o = list->item[i], *text = json_get(o, "content");
        if (!text || text->type != JSON_STRING || text->text_bytes == 0) return fail(WZ_FORMAT, "added token %zu has no content", i);
        if (text->text_bytes > MAX_ADDED_BYTES)
            return fail(WZ_FORMAT, "added token %zu has %zu bytes, at most %d are supported", i, text->text_bytes, (int)MAX_ADDED_BYTES);
        TRY(id_of(json_get(o, "id"), text->text, text->text_bytes, &id));
        int32_t known = vocab_find(&t->v, text->text, text->text_bytes);
        if (known >= 0 && t->v.piece[known].id != id)
            return fail(WZ_FORMAT, "'%.40s' has two ids, %d in the vocab and %lld as added token", text->text, t->v.piece[known].id, (long long)id);
        if (known < 0) TRY(vocab_add(&t->v, text->text, text->text_bytes, id, 0, 0));
    }
    TRY(vocab_index(&t->v));
    for (size_t i = 0; i < list->n; i++) {
        const json_value *o = list->item[i], *text = json_get(o, "content");
        added_token       a = {.piece = vocab_find(&t->v, text->text, text->text_bytes)};
        piece            *p = &t->v.piece[a.piece];
        if (p->flags & PIECE_ADDED) return fail(WZ_FORMAT, "the added token '%.40s' is listed twice", text->text);
        TRY(flag(o, "special", &a.special));
        TRY(flag(o, "normalized", &a.normalized));
        TRY(flag(o, "lstrip", &a.lstrip));
        TRY(flag(o, "rstrip", &a.rstrip));
        TRY(flag(o, "single_word", &a.single_word));
        p->flags = (p->flags | PIECE_ADDED | (a.special ? PIECE_SPECIAL : 0)) & 255;
        TRY(tokenizer_add_added(&t->raw, &a, text->text, text->text_bytes));
    }
    return WZ_OK;
}

typedef struct pair { const char *left, *right; size_t n_left, n_right; } pair;

/* "a b", or ["a", "b"]. */
static bool pair_of(const json_value *m, pair *out)
{
    if (m->type == JSON_ARRAY && m->n == 2 && m->item[0]->type == JSON_STRING && m->item[1]->type == JSON_STRING) {
        *out = (pair){m->item[0]->text, m->item[1]->text, m->item[0]->text_bytes, m->item[1]->text_bytes};
        return out->n_left && out->n_right;
    }
    const char *space = m->type == JSON_STRING ? memchr(m->text, ' ', m->text_bytes) : NULL;
    if (!space) return false;
    size_t n = (size_t)(space - m->text);
    *out = (pair){m->text, space + 1, n, m->text_bytes - n - 1};
    return n && out->n_right && !memchr(out->right, ' ', out->n_right);
}

static wz_status add_merge(wz_tokenizer *t, const pair *p, size_t rank, buffer *whole)
{
    const vocab *v = &t->v;
    int32_t      left = vocab_find_model(v, p->left, p->n_left), right = vocab_find_model(v, p->right, p->n_right);
    whole->n = 0;
    TRY(buffer_put(whole, p->left, p->n_left));
    TRY(buffer_put(whole, p->right, p->n_right));
    int32_t both = vocab_find_model(v, whole->p, whole->n);
    if (left >= 0 && right >= 0 && both >= 0) {
        vocab_add_merge(&t->v, left, right, (int32_t)rank, both);
        return WZ_OK;
    }
    const char *missing = left < 0 ? p->left : right < 0 ? p->right : whole->p;
    size_t      n = left < 0 ? p->n_left : right < 0 ? p->n_right : whole->n;
    return fail(WZ_FORMAT, "merge %zu uses '%.*s', which is not in the vocab", rank, (int)(n < 40 ? n : 40), missing);
}

static wz_status read_merges(wz_tokenizer *t, const json_value *merges)
{
    if (!merges || merges->type != JSON_ARRAY) return fail(WZ_FORMAT, "the model has no merges");
    TRY(vocab_new_merges(&t->v, (int64_t)merges->n));
    buffer    whole = {0};
    wz_status status = WZ_OK;
    size_t    rank = 0;
    for (size_t i = 0; status == WZ_OK && i < merges->n; i++) {
        const json_value *m = merges->item[i];
        pair              p;
        if (m->type == JSON_STRING && strncmp(m->text, "#version", 8) == 0) continue;
        if (!pair_of(m, &p)) status = fail(WZ_FORMAT, "merge %zu is not a pair of pieces", i);
        else status = add_merge(t, &p, rank++, &whole);
    }
    mem_free(whole.p);
    return status;
}

static wz_status read_model(wz_tokenizer *t, const json_value *root)
{
    const json_value *m = json_get(root, "model"), *type = json_get(m, "type"), *unk = json_get(m, "unk_token");
    const json_value *prefix = json_get(m, "continuing_subword_prefix"), *suffix = json_get(m, "end_of_word_suffix");
    if (!m || m->type != JSON_OBJECT) return fail(WZ_FORMAT, "there is no model in it");
    if (there(type) && (type->type != JSON_STRING || strcmp(type->text, "BPE") != 0))
        return fail(WZ_UNSUPPORTED, "the model '%.40s' is not supported, only BPE is", type->type == JSON_STRING ? type->text : "?");
    if ((there(prefix) && prefix->text_bytes) || (there(suffix) && suffix->text_bytes))
        return fail(WZ_UNSUPPORTED, "prefixes and suffixes of subwords are not supported");
    TRY(flag(m, "byte_fallback", &t->byte_fallback));
    TRY(flag(m, "ignore_merges", &t->ignore_merges));
    TRY(flag(m, "fuse_unk", &t->fuse_unk));
    TRY(read_vocab(t, json_get(m, "vocab")));
    TRY(read_added(t, json_get(root, "added_tokens")));
    if (there(unk)) {
        if (unk->type != JSON_STRING) return fail(WZ_FORMAT, "unk_token is not a string");
        t->unk = vocab_find_model(&t->v, unk->text, unk->text_bytes);
        if (t->unk < 0) t->unk = UNK_MISSING;
    }
    return read_merges(t, json_get(m, "merges"));
}

static wz_status load(wz_tokenizer *t, const char *json, size_t bytes)
{
    json_document d = {0};
    TRY(json_parse(json, bytes, &d));
    wz_status status = WZ_OK;
    if (d.root->type != JSON_OBJECT) status = fail(WZ_FORMAT, "it is not an object");
    if (status == WZ_OK) status = read_model(t, d.root);
    if (status == WZ_OK) status = tokenizer_read_steps(t, d.root);
    if (status == WZ_OK) status = tokenizer_finish(t);
    json_free(&d);
    return status;
}

wz_status wz_tokenizer_parse(const char *json, size_t bytes, wz_tokenizer **out)
{
    if (!out) return fail(WZ_INVALID, "out is NULL");
    *out = NULL;
    if (!json) return fail(WZ_INVALID, "json is NULL");
    wz_tokenizer *t = NULL;
    TRY(tokenizer_new(&t));
    wz_status status = load(t, json, bytes);
    if (status == WZ_FORMAT || status == WZ_UNSUPPORTED) status = fail_prefix(status, "tokenizer");
    if (status != WZ_OK) wz_tokenizer_free(&t);
    *out = t;
    return status;
}

/* ---- the folder ---------------------------------------------------------------------------------- */

/* "bos_token": "<s>" or {"content": "<s>"}: its id, -1 where there is none. */
static int64_t named_token(const wz_tokenizer *t, const json_value *config, const char *key)
{
    const json_value *v = json_get(config, key);
    if (v && v->type == JSON_OBJECT) v = json_get(v, "content");
    int32_t i = v && v->type == JSON_STRING ? vocab_find(&t->v, v->text, v->text_bytes) : -1;
    return i >= 0 ? t->v.piece[i].id : -1;
}

static wz_status read_config(wz_tokenizer *t, const char *folder)
{
    struct stat   info;
    char         *path = NULL;
    mapped_file  *f = NULL;
    json_document d = {0};
    TRY(path_join(folder, "tokenizer_config.json", &path));
    wz_status status = WZ_OK;
    if (stat(path, &info) == 0) { /* it may be missing */
        status = mapped_open(path, &f);
        if (status == WZ_OK) status = json_parse(mapped_data(f), mapped_bytes(f), &d);
        if (status == WZ_OK) {
            t->bos = named_token(t, d.root, "bos_token");
            t->eos = named_token(t, d.root, "eos_token");
            t->pad = named_token(t, d.root, "pad_token");
        } else if (status == WZ_FORMAT) {
            status = fail_prefix(status, path);
        }
    }
    json_free(&d);
    mapped_release(f);
    mem_free(path);
    return status;
}

wz_status wz_tokenizer_open(const char *path, wz_tokenizer **out)
{
    struct stat   info;
    char         *file = NULL;
    mapped_file  *f = NULL;
    wz_tokenizer *t = NULL;
    if (!out) return fail(WZ_INVALID, "out is NULL");
    *out = NULL;
    if (!path) return fail(WZ_INVALID, "path is NULL");
    bool there = stat(path, &info) == 0, folder = there && S_ISDIR(info.st_mode);
    if (there && S_ISREG(info.st_mode) && gguf_is(path)) return tokenizer_open_gguf(path, out);
    if (folder) TRY(path_join(path, "tokenizer.json", &file));
    else if (!(file = mem_dup(path, strlen(path)))) return WZ_NOMEM;
    wz_status status = tokenizer_new(&t);
    if (status == WZ_OK) status = mapped_open(file, &f);
    if (status == WZ_OK) {
        status = load(t, mapped_data(f), mapped_bytes(f));
        if (status == WZ_FORMAT || status == WZ_UNSUPPORTED) status = fail_prefix(status, file);
    }
    if (status == WZ_OK && folder) status = read_config(t, path);
    mapped_release(f);
    mem_free(file);
    if (status != WZ_OK) wz_tokenizer_free(&t);
    *out = t;
    return status;
}

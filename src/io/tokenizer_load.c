/* tokenizer_load.c - a tokenizer.json into tables. What the file asks for and we do not do is an error here, not
 * a wrong id later.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "mapped.h"
#include "unicode.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char GPT2_PATTERN[] = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
const char LLAMA3_PATTERN[] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const char QWEN2_PATTERN[] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

static const char *type_of(const json_value *v)
{
    const json_value *t = json_get(v, "type");
    return t && t->type == JSON_STRING ? t->text : "";
}

static bool flag(const json_value *o, const char *key, bool otherwise)
{
    const json_value *v = json_get(o, key);
    return v && v->type == JSON_BOOL ? v->truth : otherwise;
}

static bool there(const json_value *v) { return v && v->type != JSON_NULL; }

static wz_status id_of(const json_value *v, const char *what, int64_t *out)
{
    if (!v || v->type != JSON_NUMBER || !v->integral || v->i < 0 || v->i > 1 << 24)
        return fail(WZ_FORMAT, "tokenizer: %s is not an id between 0 and 16,777,216", what);
    *out = v->i;
    return WZ_OK;
}

/* ---- steps ------------------------------------------------------------------------------------------------ */

static wz_status add_step(wz_tokenizer *t, pre_step s)
{
    if (t->n_steps == MAX_STEPS) {
        regex_free(&s.pattern);
        mem_free(s.literal);
        return fail(WZ_UNSUPPORTED, "tokenizer: more than %d pre-tokenizer steps", (int)MAX_STEPS);
    }
    t->step[t->n_steps++] = s;
    return WZ_OK;
}

wz_status tokenizer_add_split(wz_tokenizer *t, const char *pattern, split_behavior behavior)
{
    pre_step s = {.kind = STEP_SPLIT, .behavior = behavior};
    TRY(regex_compile(pattern, strlen(pattern), &s.pattern));
    return add_step(t, s);
}

static wz_status read_split(wz_tokenizer *t, const json_value *o)
{
    static const char *const names[] = {"Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"};
    const json_value        *pattern = json_get(o, "pattern"), *behavior = json_get(o, "behavior");
    const json_value        *source = pattern && pattern->type == JSON_STRING ? pattern : json_get(pattern, "Regex"), *literal = json_get(pattern, "String");
    pre_step                 s = {.kind = STEP_SPLIT, .invert = flag(o, "invert", false)};
    int                      b = 0;
    while (b < 5 && !(behavior && behavior->type == JSON_STRING && strcmp(behavior->text, names[b]) == 0)) b++;
    if (b == 5) return fail(WZ_UNSUPPORTED, "tokenizer: Split has an unknown behavior");
    s.behavior = (split_behavior)b;
    if (source && source->type == JSON_STRING) {
        TRY(regex_compile(source->text, source->text_bytes, &s.pattern));
    } else if (literal && literal->type == JSON_STRING && literal->text_bytes) {
        s.kind = STEP_LITERAL;
        s.literal = mem_dup(literal->text, literal->text_bytes);
        s.literal_bytes = literal->text_bytes;
        if (!s.literal) return WZ_NOMEM;
    } else {
        return fail(WZ_FORMAT, "tokenizer: Split has no pattern");
    }
    return add_step(t, s);
}

static wz_status read_pre_tokenizer(wz_tokenizer *t, const json_value *o, int depth)
{
    const char *type = type_of(o);
    if (depth > 4) return fail(WZ_FORMAT, "tokenizer: pre-tokenizers nested too deeply");
    if (strcmp(type, "Sequence") == 0) {
        const json_value *list = json_get(o, "pretokenizers");
        for (size_t i = 0; list && list->type == JSON_ARRAY && i < list->n; i++) TRY(read_pre_tokenizer(t, list->item[i], depth + 1));
        return WZ_OK;
    }
    if (strcmp(type, "Split") == 0) return read_split(t, o);
    if (strcmp(type, "Digits") == 0) return add_step(t, (pre_step){.kind = STEP_DIGITS, .individual = flag(o, "individual_digits", false)});
    if (strcmp(type, "ByteLevel") == 0) {
        t->byte_level = true;
        if (flag(o, "add_prefix_space", false)) TRY(add_step(t, (pre_step){.kind = STEP_SPACE_PREFIX}));
        return flag(o, "use_regex", true) ? tokenizer_add_split(t, GPT2_PATTERN, SPLIT_ISOLATED) : WZ_OK;
    }
    return fail(WZ_UNSUPPORTED, "tokenizer: pre-tokenizer '%.40s' is not supported", type);
}

static wz_status add_replacement(replacement *list, int *n, const char *from, size_t from_bytes, const char *to, size_t to_bytes, bool prepend)
{
    if (*n == MAX_STEPS) return fail(WZ_UNSUPPORTED, "tokenizer: more than %d replacements", (int)MAX_STEPS);
    replacement r = {mem_dup(from, from_bytes), mem_dup(to, to_bytes), from_bytes, to_bytes, false, prepend};
    if (!r.from || !r.to) {
        mem_free(r.from);
        mem_free(r.to);
        return WZ_NOMEM;
    }
    list[(*n)++] = r;
    return WZ_OK;
}

static wz_status read_replace(const json_value *o, replacement *list, int *n)
{
    const json_value *from = json_get(json_get(o, "pattern"), "String"), *to = json_get(o, "content");
    if (!from || from->type != JSON_STRING || !from->text_bytes || !to || to->type != JSON_STRING)
        return fail(WZ_UNSUPPORTED, "tokenizer: Replace is supported with a plain string pattern only");
    return add_replacement(list, n, from->text, from->text_bytes, to->text, to->text_bytes, false);
}

static wz_status read_normalizer(wz_tokenizer *t, const json_value *o, int depth)
{
    const char *type = type_of(o);
    if (depth > 4) return fail(WZ_FORMAT, "tokenizer: normalizers nested too deeply");
    if (strcmp(type, "Sequence") == 0) {
        const json_value *list = json_get(o, "normalizers");
        for (size_t i = 0; list && list->type == JSON_ARRAY && i < list->n; i++) TRY(read_normalizer(t, list->item[i], depth + 1));
        return WZ_OK;
    }
    if (strcmp(type, "Replace") == 0) return read_replace(o, t->norm, &t->n_norms);
    if (strcmp(type, "Prepend") == 0) {
        const json_value *p = json_get(o, "prepend");
        if (!p || p->type != JSON_STRING) return fail(WZ_FORMAT, "tokenizer: Prepend has no text");
        return add_replacement(t->norm, &t->n_norms, "", 0, p->text, p->text_bytes, true);
    }
    if (strcmp(type, "NFC") == 0) {
        TRY(add_replacement(t->norm, &t->n_norms, "", 0, "", 0, false));
        t->norm[t->n_norms - 1].nfc = true;
        return WZ_OK;
    }
    return fail(WZ_UNSUPPORTED, "tokenizer: normalizer '%.40s' is not supported", type);
}

static wz_status read_decoder(wz_tokenizer *t, const json_value *o, int depth)
{
    const char *type = type_of(o);
    if (depth > 4) return fail(WZ_FORMAT, "tokenizer: decoders nested too deeply");
    if (strcmp(type, "Sequence") == 0) {
        const json_value *list = json_get(o, "decoders");
        for (size_t i = 0; list && list->type == JSON_ARRAY && i < list->n; i++) TRY(read_decoder(t, list->item[i], depth + 1));
        return WZ_OK;
    }
    if (strcmp(type, "Replace") == 0) return read_replace(o, t->decode, &t->n_decode);
    if (strcmp(type, "Strip") == 0) {
        const json_value *start = json_get(o, "start");
        t->strip_start = start && start->type == JSON_NUMBER ? (int)start->i : 0;
        return WZ_OK;
    }
    if (strcmp(type, "ByteLevel") == 0 || strcmp(type, "ByteFallback") == 0 || strcmp(type, "Fuse") == 0) return WZ_OK;
    return fail(WZ_UNSUPPORTED, "tokenizer: decoder '%.40s' is not supported", type);
}

/* ---- post-processor ------------------------------------------------------------------------------------------ */

static wz_status read_template(wz_tokenizer *t, const json_value *o)
{
    const json_value *single = json_get(o, "single"), *specials = json_get(o, "special_tokens");
    bool              seen = false;
    for (size_t i = 0; single && single->type == JSON_ARRAY && i < single->n; i++) {
        const json_value *token = json_get(single->item[i], "SpecialToken"), *name = json_get(token, "id");
        if (json_get(single->item[i], "Sequence")) {
            seen = true;
            continue;
        }
        const json_value *ids = name && name->type == JSON_STRING ? json_get(json_get(specials, name->text), "ids") : NULL;
        for (size_t k = 0; ids && ids->type == JSON_ARRAY && k < ids->n; k++) {
            int64_t id = 0;
            TRY(id_of(ids->item[k], "a template's special token", &id));
            if ((seen ? t->n_after : t->n_before) == MAX_TEMPLATE) return fail(WZ_UNSUPPORTED, "tokenizer: the template has more than %d tokens", (int)MAX_TEMPLATE);
            if (seen) t->after[t->n_after++] = id;
            else t->before[t->n_before++] = id;
        }
    }
    return WZ_OK;
}

static wz_status read_post_processor(wz_tokenizer *t, const json_value *o, int depth)
{
    const char *type = type_of(o);
    if (depth > 4) return fail(WZ_FORMAT, "tokenizer: post-processors nested too deeply");
    if (strcmp(type, "Sequence") == 0) {
        const json_value *list = json_get(o, "processors");
        for (size_t i = 0; list && list->type == JSON_ARRAY && i < list->n; i++) TRY(read_post_processor(t, list->item[i], depth + 1));
        return WZ_OK;
    }
    if (strcmp(type, "TemplateProcessing") == 0) return read_template(t, o);
    return strcmp(type, "ByteLevel") == 0 ? WZ_OK : fail(WZ_UNSUPPORTED, "tokenizer: post-processor '%.40s' is not supported", type);
}

/* ---- vocabulary ------------------------------------------------------------------------------------------------- */

static wz_status set_piece(wz_tokenizer *t, int64_t id, const char *text, size_t bytes)
{
    if (id >= t->n_pieces) {
        piece *grown = mem_grow(t->piece, (size_t)(id + 1) * sizeof *grown);
        if (!grown) return WZ_NOMEM;
        memset(grown + t->n_pieces, 0, (size_t)(id + 1 - t->n_pieces) * sizeof *grown);
        t->piece = grown;
        t->n_pieces = id + 1;
    }
    if (t->piece[id].there) return WZ_OK;
    t->piece[id].text = mem_dup(text, bytes);
    if (!t->piece[id].text) return WZ_NOMEM;
    t->piece[id].bytes = bytes;
    t->piece[id].there = true;
    return WZ_OK;
}

static wz_status read_vocab(wz_tokenizer *t, const json_value *vocab)
{
    int64_t highest = -1, id = 0;
    if (!vocab || vocab->type != JSON_OBJECT || vocab->n == 0) return fail(WZ_FORMAT, "tokenizer: the model has no vocab");
    for (size_t i = 0; i < vocab->n; i++) {
        TRY(id_of(vocab->item[i], "a vocab entry", &id));
        if (id > highest) highest = id;
    }
    t->piece = mem_alloc_array((size_t)highest + 1, sizeof *t->piece);
    if (!t->piece) return WZ_NOMEM;
    t->n_pieces = highest + 1;
    for (size_t i = 0; i < vocab->n; i++) {
        if (t->piece[vocab->item[i]->i].there) return fail(WZ_FORMAT, "tokenizer: id %lld stands for '%.40s' and '%.40s'", (long long)vocab->item[i]->i,
                                                          t->piece[vocab->item[i]->i].text, vocab->key[i]);
        TRY(set_piece(t, vocab->item[i]->i, vocab->key[i], vocab->key_bytes[i]));
    }
    return WZ_OK;
}

static wz_status read_merges(wz_tokenizer *t, const json_value *merges)
{
    size_t n = merges && merges->type == JSON_ARRAY ? merges->n : 0;
    char  *whole = NULL;
    TRY(tables_new_merges(t, (int64_t)n));
    for (size_t i = 0; i < n; i++) {
        const json_value *m = merges->item[i];
        const char       *left = NULL, *right = NULL;
        size_t            n_left = 0, n_right = 0;
        if (m->type == JSON_STRING) {
            const char *space = m->text_bytes ? memchr(m->text + 1, ' ', m->text_bytes - 1) : NULL;
            if (space) {
                left = m->text;
                n_left = (size_t)(space - m->text);
                right = space + 1;
                n_right = m->text_bytes - n_left - 1;
            }
        } else if (m->type == JSON_ARRAY && m->n == 2 && m->item[0]->type == JSON_STRING && m->item[1]->type == JSON_STRING) {
            left = m->item[0]->text;
            n_left = m->item[0]->text_bytes;
            right = m->item[1]->text;
            n_right = m->item[1]->text_bytes;
        }
        if (!left || !n_left || !n_right) return fail(WZ_FORMAT, "tokenizer: merge %zu is not a pair of pieces", i);
        if (!(whole = mem_alloc(n_left + n_right + 1))) return WZ_NOMEM;
        memcpy(whole, left, n_left);
        memcpy(whole + n_left, right, n_right);
        int64_t a = piece_find(t, left, n_left), b = piece_find(t, right, n_right), c = piece_find(t, whole, n_left + n_right);
        mem_free(whole);
        if (a < 0 || b < 0 || c < 0)
            return fail(WZ_FORMAT, "tokenizer: merge %zu ('%.30s' and '%.30s') uses a piece that is not in the vocab", i, left, right);
        (void)tables_add_merge(t, (int32_t)a, (int32_t)b, (int32_t)i, (int32_t)c);
    }
    return WZ_OK;
}

static int by_length(const void *a, const void *b)
{
    const added_token *x = a, *y = b;
    if (x->bytes != y->bytes) return x->bytes < y->bytes ? 1 : -1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static wz_status read_added(wz_tokenizer *t, const json_value *list)
{
    size_t n = list && list->type == JSON_ARRAY ? list->n : 0;
    t->added = mem_alloc_array(n ? n : 1, sizeof *t->added);
    if (!t->added) return WZ_NOMEM;
    for (size_t i = 0; i < n; i++) {
        const json_value *o = list->item[i], *text = json_get(o, "content");
        added_token      *a = &t->added[t->n_added];
        TRY(id_of(json_get(o, "id"), "an added token's id", &a->id));
        if (!text || text->type != JSON_STRING || !text->text_bytes) return fail(WZ_FORMAT, "tokenizer: added token %lld has no content", (long long)a->id);
        a->text = mem_dup(text->text, text->text_bytes);
        if (!a->text) return WZ_NOMEM;
        t->n_added++;
        a->bytes = text->text_bytes;
        a->special = flag(o, "special", false);
        a->normalized = flag(o, "normalized", false);
        a->lstrip = flag(o, "lstrip", false);
        a->rstrip = flag(o, "rstrip", false);
        a->single_word = flag(o, "single_word", false);
        TRY(set_piece(t, a->id, a->text, a->bytes));
        if (a->special) t->piece[a->id].special = true;
        t->added_first[(unsigned char)a->text[0]] = true;
    }
    qsort(t->added, (size_t)t->n_added, sizeof *t->added, by_length);
    return WZ_OK;
}

static wz_status read_model(wz_tokenizer *t, const json_value *m)
{
    const json_value *unk = json_get(m, "unk_token"), *prefix = json_get(m, "continuing_subword_prefix"), *suffix = json_get(m, "end_of_word_suffix");
    const char       *type = type_of(m);
    if (strcmp(type, "BPE") != 0 && !(type[0] == '\0' && json_get(m, "merges"))) return fail(WZ_UNSUPPORTED, "tokenizer: model '%.40s' is not supported, only BPE", type);
    if ((there(prefix) && prefix->text_bytes) || (there(suffix) && suffix->text_bytes)) return fail(WZ_UNSUPPORTED, "tokenizer: subword prefixes and suffixes are not supported");
    t->byte_fallback = flag(m, "byte_fallback", false);
    t->ignore_merges = flag(m, "ignore_merges", false);
    t->fuse_unk = flag(m, "fuse_unk", false);
    TRY(read_vocab(t, json_get(m, "vocab")));
    TRY(tables_index_pieces(t));
    t->unk = unk && unk->type == JSON_STRING ? (int32_t)piece_find(t, unk->text, unk->text_bytes) : -1;
    return read_merges(t, json_get(m, "merges"));
}

static wz_status load(wz_tokenizer *t, const json_value *root)
{
    if (root->type != JSON_OBJECT) return fail(WZ_FORMAT, "tokenizer: the file is not an object");
    TRY(read_model(t, json_get(root, "model")));
    TRY(read_added(t, json_get(root, "added_tokens")));
    mem_free(t->slot);
    t->slot = NULL;
    TRY(tables_index_pieces(t)); /* the added tokens are found by name as well */
    if (there(json_get(root, "normalizer"))) TRY(read_normalizer(t, json_get(root, "normalizer"), 0));
    if (there(json_get(root, "pre_tokenizer"))) TRY(read_pre_tokenizer(t, json_get(root, "pre_tokenizer"), 0));
    if (there(json_get(root, "post_processor"))) TRY(read_post_processor(t, json_get(root, "post_processor"), 0));
    if (there(json_get(root, "decoder"))) TRY(read_decoder(t, json_get(root, "decoder"), 0));
    return WZ_OK;
}

wz_status wz_tokenizer_open(const char *path, wz_tokenizer **out)
{
    struct stat   info;
    char         *file = NULL;
    mapped_file  *f = NULL;
    json_document d = {0};
    *out = NULL;
    if (!path) return fail(WZ_INVALID, "path is NULL");
    bool folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    if (folder) TRY(path_join(path, "tokenizer.json", &file));
    else if (!(file = mem_dup(path, strlen(path)))) return WZ_NOMEM;
    wz_tokenizer *t = mem_alloc(sizeof *t);
    wz_status     status = t ? mapped_open(file, &f) : WZ_NOMEM;
    if (status == WZ_OK) status = json_parse(mapped_data(f), mapped_bytes(f), &d);
    if (status == WZ_OK) status = load(t, d.root);
    if (status == WZ_FORMAT || status == WZ_UNSUPPORTED) fail_prefix(status, file);
    json_free(&d);
    mapped_release(f);
    mem_free(file);
    if (status != WZ_OK) wz_tokenizer_free(&t);
    else *out = t;
    return status;
}

static void free_replacements(replacement *r, int n)
{
    for (int i = 0; i < n; i++) {
        mem_free(r[i].from);
        mem_free(r[i].to);
    }
}

void wz_tokenizer_free(wz_tokenizer **tokenizer)
{
    wz_tokenizer *t = *tokenizer;
    *tokenizer = NULL;
    if (!t) return;
    for (int64_t i = 0; i < t->n_pieces; i++) mem_free(t->piece[i].text);
    for (int64_t i = 0; i < t->n_added; i++) mem_free(t->added[i].text);
    for (int i = 0; i < t->n_steps; i++) {
        regex_free(&t->step[i].pattern);
        mem_free(t->step[i].literal);
    }
    free_replacements(t->norm, t->n_norms);
    free_replacements(t->decode, t->n_decode);
    mem_free(t->piece);
    mem_free(t->slot);
    mem_free(t->merge);
    mem_free(t->added);
    mem_free(t);
}

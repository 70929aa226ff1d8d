/* tokenizer_steps.c - reads the normaliser, pre-tokenizer, post-processor and decoder of a tokenizer.json. What the
 * file asks for and is not done here is an error, not a wrong id later.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

const char PATTERN_GPT2[] = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
const char PATTERN_LLAMA3[] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
                              " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const char PATTERN_QWEN2[] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}|"
                             " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const char PATTERN_QWEN35[] = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}|"
                              " ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/* ---- adding steps -------------------------------------------------------------------------------- */

wz_status tokenizer_add_step(wz_tokenizer *t, pre_step s)
{
    if (t->n_steps == MAX_STEPS) {
        regex_free(&s.pattern);
        return fail(WZ_UNSUPPORTED, "more than %d steps of pre-tokenizing", (int)MAX_STEPS);
    }
    t->step[t->n_steps++] = s;
    return WZ_OK;
}

wz_status tokenizer_add_norm(wz_tokenizer *t, norm_step s)
{
    if (t->n_norms == MAX_STEPS) {
        regex_free(&s.pattern);
        mem_free(s.text);
        return fail(WZ_UNSUPPORTED, "more than %d steps of normalising", (int)MAX_STEPS);
    }
    t->norm[t->n_norms++] = s;
    return WZ_OK;
}

wz_status tokenizer_add_decode(wz_tokenizer *t, decode_step s)
{
    if (t->n_decode == MAX_STEPS) {
        regex_free(&s.pattern);
        mem_free(s.text);
        return fail(WZ_UNSUPPORTED, "more than %d steps of decoding", (int)MAX_STEPS);
    }
    t->decode[t->n_decode++] = s;
    return WZ_OK;
}

wz_status tokenizer_add_split(wz_tokenizer *t, const char *pattern)
{
    pre_step s = {.kind = STEP_SPLIT, .behavior = SPLIT_ISOLATED};
    TRY(regex_compile(pattern, strlen(pattern), &s.pattern));
    return tokenizer_add_step(t, s);
}

/* ---- parts of the file --------------------------------------------------------------------------- */

static const char *type_of(const json_value *v)
{
    const json_value *t = json_get(v, "type");
    return t && t->type == JSON_STRING ? t->text : "";
}

/* A flag, `otherwise` where it is left out. */
static wz_status flag(const json_value *o, const char *key, bool otherwise, bool *out)
{
    const json_value *v = json_get(o, key);
    *out = v && v->type == JSON_BOOL ? v->truth : otherwise;
    if (v && v->type != JSON_BOOL && v->type != JSON_NULL) return fail(WZ_FORMAT, "%s of %s is not a boolean", key, type_of(o));
    return WZ_OK;
}

static wz_status text_of(const json_value *o, const char *key, const json_value **out)
{
    *out = json_get(o, key);
    if (*out && (*out)->type == JSON_STRING) return WZ_OK;
    return fail(WZ_FORMAT, "%s of %s is not a string", key, type_of(o));
}

static wz_status one_char(const json_value *o, const char *key, uint32_t *out)
{
    const json_value *v;
    TRY(text_of(o, key, &v));
    const char *p = v->text;
    *out = v->text_bytes ? utf8_next(&p) : 0;
    if (v->text_bytes == 0 || p != v->text + v->text_bytes)
        return fail(WZ_FORMAT, "%s of %s is not one character", key, type_of(o));
    return WZ_OK;
}

/* "pattern": {"Regex": ..}, {"String": ..} or plain text. */
static wz_status pattern_of(const json_value *o, regex **out)
{
    const json_value *pattern = json_get(o, "pattern"), *source = json_get(pattern, "Regex");
    const json_value *literal = pattern && pattern->type == JSON_STRING ? pattern : json_get(pattern, "String");
    if (source && source->type == JSON_STRING) return regex_compile(source->text, source->text_bytes, out);
    if (literal && literal->type == JSON_STRING) return regex_compile_literal(literal->text, literal->text_bytes, out);
    return fail(WZ_FORMAT, "%s has no pattern", type_of(o));
}

/* A pattern that is replaced by text. */
static wz_status replacement_of(const json_value *o, regex **pattern, char **text, size_t *bytes)
{
    const json_value *content;
    TRY(text_of(o, "content", &content));
    TRY(pattern_of(o, pattern));
    *text = mem_dup(content->text, content->text_bytes);
    *bytes = content->text_bytes;
    if (*text) return WZ_OK;
    regex_free(pattern);
    return WZ_NOMEM;
}

typedef wz_status read_one(wz_tokenizer *t, const json_value *o);

/* One thing, or a "Sequence" of them. */
static wz_status read_all(wz_tokenizer *t, const json_value *o, const char *list_key, read_one *read, int depth)
{
    if (!o || o->type == JSON_NULL) return WZ_OK;
    if (o->type != JSON_OBJECT) return fail(WZ_FORMAT, "a step of the tokenizer is not an object");
    if (strcmp(type_of(o), "Sequence") != 0) return read(t, o);
    const json_value *list = json_get(o, list_key);
    if (!list || list->type != JSON_ARRAY) return fail(WZ_FORMAT, "a Sequence without %s", list_key);
    if (depth > 8) return fail(WZ_FORMAT, "%s are nested too deeply", list_key);
    for (size_t i = 0; i < list->n; i++) TRY(read_all(t, list->item[i], list_key, read, depth + 1));
    return WZ_OK;
}

/* ---- normaliser ---------------------------------------------------------------------------------- */

static wz_status read_normalizer(wz_tokenizer *t, const json_value *o)
{
    const char       *type = type_of(o);
    norm_step         s = {.kind = NORM_NFC};
    const json_value *text;
    static const struct { const char *name; norm_kind kind; } plain[] = {
        {"NFC", NORM_NFC}, {"NFD", NORM_NFD}, {"NFKC", NORM_NFKC}, {"NFKD", NORM_NFKD}, {"Lowercase", NORM_LOWER},
        {"StripAccents", NORM_ACCENTS}, {"ByteLevel", NORM_BYTES}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(type, plain[i].name) == 0) return tokenizer_add_norm(t, (norm_step){.kind = plain[i].kind});
    if (strcmp(type, "Replace") == 0) {
        s.kind = NORM_REPLACE;
        TRY(replacement_of(o, &s.pattern, &s.text, &s.text_bytes));
        return tokenizer_add_norm(t, s);
    }
    if (strcmp(type, "Prepend") == 0) {
        TRY(text_of(o, "prepend", &text));
        s = (norm_step){.kind = NORM_PREPEND, .text = mem_dup(text->text, text->text_bytes), .text_bytes = text->text_bytes};
        return s.text ? tokenizer_add_norm(t, s) : WZ_NOMEM;
    }
    if (strcmp(type, "Strip") == 0) {
        s.kind = NORM_STRIP;
        TRY(flag(o, "strip_left", true, &s.left));
        TRY(flag(o, "strip_right", true, &s.right));
        return tokenizer_add_norm(t, s);
    }
    return fail(WZ_UNSUPPORTED, "the normalizer '%.40s' is not supported (known: NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, Replace, "
                "Prepend, Strip, ByteLevel, Sequence)", type);
}

/* ---- pre-tokenizer ------------------------------------------------------------------------------- */

static wz_status behavior_of(const json_value *o, split_behavior *out)
{
    static const char *const names[] = {"Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"};
    const json_value        *v = json_get(o, "behavior");
    for (int i = 0; v && v->type == JSON_STRING && i < 5; i++) {
        if (strcmp(v->text, names[i]) != 0) continue;
        *out = (split_behavior)i;
        return WZ_OK;
    }
    if (!v && strcmp(type_of(o), "Punctuation") == 0) {
        *out = SPLIT_ISOLATED;
        return WZ_OK;
    }
    return fail(WZ_FORMAT, "%s has an unknown behavior '%.40s'", type_of(o), v && v->type == JSON_STRING ? v->text : "");
}

static wz_status prefix_of(const json_value *o, prefix_when *out)
{
    const json_value *v = json_get(o, "prepend_scheme");
    bool              add;
    TRY(flag(o, "add_prefix_space", true, &add)); /* older files */
    *out = add ? PREFIX_ALWAYS : PREFIX_NEVER;
    if (!v || v->type == JSON_NULL) return WZ_OK;
    const char *text = v->type == JSON_STRING ? v->text : "";
    if (strcmp(text, "first") == 0) *out = PREFIX_FIRST;
    else if (strcmp(text, "always") == 0) *out = PREFIX_ALWAYS;
    else if (strcmp(text, "never") == 0) *out = PREFIX_NEVER;
    else return fail(WZ_FORMAT, "Metaspace has an unknown prepend_scheme '%.40s'", text);
    return WZ_OK;
}

static wz_status read_metaspace(wz_tokenizer *t, const json_value *o)
{
    pre_step s = {.kind = STEP_METASPACE};
    uint32_t c;
    bool     split;
    TRY(one_char(o, "replacement", &c));
    TRY(flag(o, "split", true, &split));
    TRY(prefix_of(o, &s.prefix));
    s.mark_bytes = (size_t)utf8_put(s.mark, c);
    TRY(tokenizer_add_step(t, s));
    if (!split) return WZ_OK;
    pre_step cut = {.kind = STEP_SPLIT, .behavior = SPLIT_NEXT};
    TRY(regex_compile_literal(s.mark, s.mark_bytes, &cut.pattern));
    return tokenizer_add_step(t, cut);
}

static wz_status read_byte_level(wz_tokenizer *t, const json_value *o)
{
    bool prefix, pattern;
    TRY(flag(o, "add_prefix_space", true, &prefix));
    TRY(flag(o, "use_regex", true, &pattern));
    if (prefix) TRY(tokenizer_add_step(t, (pre_step){.kind = STEP_PREFIX}));
    if (pattern) TRY(tokenizer_add_split(t, PATTERN_GPT2));
    return tokenizer_add_step(t, (pre_step){.kind = STEP_BYTES});
}

static wz_status read_pre_tokenizer(wz_tokenizer *t, const json_value *o)
{
    const char *type = type_of(o);
    pre_step    s = {.kind = STEP_SPLIT};
    bool        each;
    if (strcmp(type, "Split") == 0) {
        TRY(behavior_of(o, &s.behavior));
        TRY(flag(o, "invert", false, &s.invert));
        TRY(pattern_of(o, &s.pattern));
        return tokenizer_add_step(t, s);
    }
    if (strcmp(type, "ByteLevel") == 0) return read_byte_level(t, o);
    if (strcmp(type, "Metaspace") == 0) return read_metaspace(t, o);
    if (strcmp(type, "Digits") == 0) {
        TRY(flag(o, "individual_digits", false, &each));
        s = (pre_step){.kind = STEP_DIGITS, .behavior = each ? SPLIT_ISOLATED : SPLIT_CONTIGUOUS};
        return tokenizer_add_step(t, s);
    }
    if (strcmp(type, "Punctuation") == 0) {
        s.kind = STEP_PUNCTUATION;
        TRY(behavior_of(o, &s.behavior));
        return tokenizer_add_step(t, s);
    }
    if (strcmp(type, "WhitespaceSplit") == 0)
        return tokenizer_add_step(t, (pre_step){.kind = STEP_SPACES, .behavior = SPLIT_REMOVED});
    if (strcmp(type, "Whitespace") == 0) {
        static const char words[] = "[\\w\\x{200C}\\x{200D}]+|[^\\w\\x{200C}\\x{200D}\\s]+";
        s = (pre_step){.kind = STEP_SPLIT, .behavior = SPLIT_REMOVED, .invert = true};
        TRY(regex_compile(words, sizeof words - 1, &s.pattern));
        return tokenizer_add_step(t, s);
    }
    return fail(WZ_UNSUPPORTED, "the pre-tokenizer '%.40s' is not supported (known: Split, ByteLevel, Metaspace, Digits, Punctuation, "
                "Whitespace, WhitespaceSplit, Sequence)", type);
}

/* ---- post-processor ------------------------------------------------------------------------------ */

static wz_status add_template_id(int64_t *list, int *n, int64_t id)
{
    if (*n == MAX_TEMPLATE) return fail(WZ_UNSUPPORTED, "the post-processor adds more than %d tokens", (int)MAX_TEMPLATE);
    list[(*n)++] = id;
    return WZ_OK;
}

static wz_status known_id(const wz_tokenizer *t, const json_value *v, int64_t *out)
{
    if (!v || v->type != JSON_NUMBER || !v->integral || vocab_find_id(&t->v, v->i) < 0)
        return fail(WZ_FORMAT, "the post-processor adds a token that the vocabulary does not have");
    *out = v->i;
    return WZ_OK;
}

/* [{"SpecialToken": {"id": ..}}, {"Sequence": {"id": "A"}}, ..], or the same as strings: "<s> $A". */
static wz_status read_template(wz_tokenizer *t, const json_value *o)
{
    const json_value *single = json_get(o, "single"), *specials = json_get(o, "special_tokens");
    int64_t           before[MAX_TEMPLATE], after[MAX_TEMPLATE], id = 0;
    int               n_before = 0, n_after = 0, seen = 0;
    if (!single || single->type != JSON_ARRAY) return fail(WZ_FORMAT, "TemplateProcessing without a list 'single'");
    for (size_t i = 0; i < single->n; i++) {
        const json_value *name = json_get(json_get(single->item[i], "SpecialToken"), "id");
        if (json_get(single->item[i], "Sequence")) {
            seen++;
            continue;
        }
        const json_value *token = name && name->type == JSON_STRING ? json_get_n(specials, name->text, name->text_bytes) : NULL;
        const json_value *ids = json_get(token, "ids");
        if (!ids || ids->type != JSON_ARRAY) return fail(WZ_FORMAT, "TemplateProcessing names a token that it does not define");
        for (size_t k = 0; k < ids->n; k++) {
            TRY(known_id(t, ids->item[k], &id));
            if (seen) TRY(add_template_id(after, &n_after, id));
            else TRY(add_template_id(before, &n_before, id));
        }
    }
    if (seen != 1) return fail(WZ_UNSUPPORTED, "TemplateProcessing has the text %d times in 'single'", seen);
    for (int i = n_before; i-- > 0;) { /* a later processor goes around what the ones before made */
        if (t->n_before == MAX_TEMPLATE) return add_template_id(t->before, &t->n_before, 0);
        memmove(t->before + 1, t->before, (size_t)t->n_before++ * sizeof *t->before);
        t->before[0] = before[i];
    }
    for (int i = 0; i < n_after; i++) TRY(add_template_id(t->after, &t->n_after, after[i]));
    return WZ_OK;
}

/* RobertaProcessing and BertProcessing: "cls": ["<s>", 0], "sep": ["</s>", 2]. */
static wz_status read_cls_sep(wz_tokenizer *t, const json_value *o)
{
    const json_value *cls = json_get(o, "cls"), *sep = json_get(o, "sep");
    int64_t           first = 0, last = 0;
    TRY(known_id(t, cls && cls->type == JSON_ARRAY && cls->n == 2 ? cls->item[1] : NULL, &first));
    TRY(known_id(t, sep && sep->type == JSON_ARRAY && sep->n == 2 ? sep->item[1] : NULL, &last));
    TRY(add_template_id(t->before, &t->n_before, first));
    memmove(t->before + 1, t->before, (size_t)(t->n_before - 1) * sizeof *t->before);
    t->before[0] = first;
    return add_template_id(t->after, &t->n_after, last);
}

static wz_status read_post_processor(wz_tokenizer *t, const json_value *o)
{
    const char *type = type_of(o);
    if (strcmp(type, "TemplateProcessing") == 0) return read_template(t, o);
    if (strcmp(type, "ByteLevel") == 0) return WZ_OK; /* moves offsets only */
    if (strcmp(type, "RobertaProcessing") == 0 || strcmp(type, "BertProcessing") == 0) return read_cls_sep(t, o);
    return fail(WZ_UNSUPPORTED, "the post-processor '%.40s' is not supported (known: TemplateProcessing, ByteLevel, RobertaProcessing, "
                "BertProcessing, Sequence)", type);
}

/* ---- decoder ------------------------------------------------------------------------------------- */

static bool is_fused(const wz_tokenizer *t)
{
    for (int i = 0; i < t->n_decode; i++)
        if (t->decode[i].kind == DECODE_FUSE || t->decode[i].kind == DECODE_BYTES) return true;
    return false;
}

static wz_status count_of(const json_value *o, const char *key, int64_t *out)
{
    const json_value *v = json_get(o, key);
    *out = v && v->integral ? v->i : 0;
    if (v && (v->type != JSON_NUMBER || !v->integral || v->i < 0)) return fail(WZ_FORMAT, "%s of %s is not a count", key, type_of(o));
    return WZ_OK;
}

static wz_status read_decoder(wz_tokenizer *t, const json_value *o)
{
    const char *type = type_of(o);
    bool        fused = is_fused(t);
    decode_step s = {.kind = DECODE_FUSE, .fused = fused};
    if (strcmp(type, "Fuse") == 0) return tokenizer_add_decode(t, s);
    if (strcmp(type, "Strip") == 0) {
        s.kind = DECODE_STRIP;
        TRY(one_char(o, "content", &s.c));
        TRY(count_of(o, "start", &s.start));
        TRY(count_of(o, "stop", &s.stop));
        return tokenizer_add_decode(t, s);
    }
    bool bytes = strcmp(type, "ByteLevel") == 0, fallback = strcmp(type, "ByteFallback") == 0;
    bool replace = strcmp(type, "Replace") == 0, metaspace = strcmp(type, "Metaspace") == 0;
    if (!bytes && !fallback && !replace && !metaspace)
        return fail(WZ_UNSUPPORTED, "the decoder '%.40s' is not supported (known: ByteLevel, ByteFallback, Metaspace, Replace, Fuse, Strip, "
                    "Sequence)", type);
    if (fused) return fail(WZ_UNSUPPORTED, "the decoder %s after the text was joined is not supported", type);
    s.kind = bytes ? DECODE_BYTES : fallback ? DECODE_FALLBACK : replace ? DECODE_REPLACE : DECODE_METASPACE;
    if (replace) TRY(replacement_of(o, &s.pattern, &s.text, &s.text_bytes));
    if (metaspace) {
        prefix_when prefix;
        TRY(one_char(o, "replacement", &s.c));
        TRY(prefix_of(o, &prefix));
        s.keep_first = prefix == PREFIX_NEVER;
    }
    return tokenizer_add_decode(t, s);
}

wz_status tokenizer_read_steps(wz_tokenizer *t, const json_value *root)
{
    TRY(read_all(t, json_get(root, "normalizer"), "normalizers", read_normalizer, 0));
    TRY(read_all(t, json_get(root, "pre_tokenizer"), "pretokenizers", read_pre_tokenizer, 0));
    TRY(read_all(t, json_get(root, "post_processor"), "processors", read_post_processor, 0));
    TRY(read_all(t, json_get(root, "decoder"), "decoders", read_decoder, 0));
    if (t->n_decode == 0) return tokenizer_add_decode(t, (decode_step){.kind = DECODE_SPACED}); /* tokens, joined by spaces */
    return WZ_OK;
}

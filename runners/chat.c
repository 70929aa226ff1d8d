/* chat.c - which chat format a model's template is.
 *
 * Templates are programs in Jinja, but those of one family differ in few places. The template's text is searched for
 * what tells the families and these places apart. Where the text has something that none of the known formats has, the
 * template is refused: a conversation in a format that is nearly right makes a model answer badly without a sign of why.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "chat.h"
#include "config_json.h"
#include "../src/io/gguf.h"
#include "../src/io/mapped.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const formats[CHAT_KINDS] = {"ChatML", "Llama 3", "Gemma", "Llama 2", "Mistral"};
static const char *const ends[CHAT_KINDS] = {"<|im_end|>", "<|eot_id|>", "<end_of_turn>", NULL, NULL};

const char *wz_chat_format(const wz_chat *c) { return formats[c->kind]; }
const char *wz_chat_end(const wz_chat *c) { return ends[c->kind] ? ends[c->kind] : c->eos; }
bool        wz_chat_can_switch_thinking(const wz_chat *c) { return c->has_switch; }

/* ---- reading a template --------------------------------------------------------------------------- */

/* The text with \\n as what it stands for and, when it is searched for code, with what may be written in two ways
 * written in one: quotes, and no spaces around + and |. */
static char *flatten(const char *text, size_t bytes, bool code)
{
    char  *flat = mem_alloc(bytes + 1);
    size_t n = 0;
    for (size_t i = 0; flat && i < bytes; i++) {
        char c = text[i];
        if (c == '\\' && i + 1 < bytes && text[i + 1] == 'n') {
            c = '\n';
            i++;
        }
        if (code && c == '"') c = '\'';
        if (code && c == ' ' && n && (flat[n - 1] == '+' || flat[n - 1] == '|')) continue;
        if (code && (c == '+' || c == '|'))
            while (n && flat[n - 1] == ' ') n--;
        flat[n++] = c ? c : ' ';
    }
    return flat;
}

static bool has(const char *flat, const char *what) { return strstr(flat, what) != NULL; }

static wz_status refuse(const char *why)
{
    return fail(WZ_UNSUPPORTED, "this chat template is not supported: %s", why);
}

/* '<|im_start|>system\nTEXT<|im_end|>' in one literal, or in the text between expressions, is what stands in for a
 * missing system message. plain: the template with its quotes. */
static wz_status find_system(const char *flat, const char *plain, wz_chat *c)
{
    const char *head = "<|im_start|>system\n", *end = "<|im_end|>";
    for (const char *at = plain; (at = strstr(at, head)); at++) {
        const char *text = at + strlen(head), *stop = strstr(text, end);
        char        quote = at > plain && (at[-1] == '\'' || at[-1] == '"') ? at[-1] : '{';
        size_t      n = stop ? (size_t)(stop - text) : 0;
        if (n == 0 || memchr(text, quote, n)) continue;
        if (memchr(text, '\\', n)) return refuse("the system message that it begins with has escapes");
        c->system = mem_dup(text, n);
        return c->system ? WZ_OK : WZ_NOMEM;
    }
    return has(flat, "set system_message = '") && !has(flat, "set system_message = ''")
               ? refuse("it sets a system message in a way that is not known") : WZ_OK;
}

static wz_status find_thoughts(const char *flat, wz_chat *c)
{
    const char *tail = NULL, *empty = "<think>\n\n</think>\n\n";
    for (const char *at = flat; (at = strstr(at, "add_generation_prompt")); at++) tail = at;
    if (tail) {
        c->has_switch = has(tail, empty) && has(tail, "enable_thinking");
        for (const char *at = tail; (at = strstr(at, "<think>")); at++)
            if (strncmp(at, empty, strlen(empty)) != 0) c->opens_thought = true;
        if (!c->has_switch && has(tail, empty)) return refuse("its prompt ends with an empty thought");
        if (!c->has_switch && has(tail, "enable_thinking")) return refuse("it switches thinking in a way that is not known");
    }
    if (has(flat, "last_query_index")) {
        if (has(flat, "preserve_thinking is undefined")) return refuse("it keeps the thoughts of earlier answers");
        c->history = has(flat, "loop.last or") ? HISTORY_QWEN3 : HISTORY_QWEN35;
        c->trim = c->strict = c->history == HISTORY_QWEN35;
        if (c->trim && !has(flat, "false)|trim") && !has(flat, "true)|trim")) return refuse("it treats the thoughts of earlier answers in a way that is not known");
    } else if (has(flat, "'</think>' in content") && has(flat, "last_assistant_index")) {
        c->history = HISTORY_LAST_ANSWER;
    } else if (has(flat, "'</think>' in content") && has(flat, "last_user_index")) {
        c->history = HISTORY_LAST_QUERY;
    } else if (has(flat, "split('</think>')") || has(flat, "reasoning") || has(flat, "/no_think")) {
        return refuse("it treats thoughts in a way that is not known");
    } else if (has(flat, "content']|trim") || has(flat, "content|trim") || has(flat, "content'].strip()") || has(flat, "content.strip()")) {
        c->trim = true;
    } else if (has(flat, "|trim") || has(flat, "strip(")) {
        return refuse("it trims texts in a way that is not known");
    }
    return WZ_OK;
}

static wz_status read_chatml(const char *flat, const char *plain, wz_chat *c)
{
    c->kind = CHAT_CHATML;
    if (has(flat, "<|im_sep|>")) return refuse("it is a variant of ChatML with <|im_sep|>");
    if (!has(flat, "<|im_end|>")) return refuse("it has <|im_start|> without <|im_end|>");
    TRY(find_thoughts(flat, c));
    c->skips_empty_system = has(flat, "if ns.system_prompt");
    return find_system(flat, plain, c);
}

static wz_status read_llama3(const char *flat, wz_chat *c)
{
    c->kind = CHAT_LLAMA3;
    if (has(flat, "think")) return refuse("it is a variant of Llama 3 with thinking");
    if (has(flat, "set system_message = '") && !has(flat, "set system_message = ''")) return refuse("it sets a system message in a way that is not known");
    c->trim = has(flat, "|trim") || has(flat, "strip()");
    c->dated = has(flat, "Cutting Knowledge Date");
    c->dated_now = c->dated && has(flat, "strftime_now");
    return WZ_OK;
}

static wz_status read_gemma(const char *flat, wz_chat *c)
{
    c->kind = CHAT_GEMMA;
    if (has(flat, "declaration")) return refuse("it is a variant of Gemma for calling functions");
    const char *system = "first_user_prefix = messages[0]['content']+'", *at = strstr(flat, system);
    if (!at) {
        c->no_system = true;
        return WZ_OK;
    }
    at += strlen(system); /* what stands between the system message and the user's */
    size_t n = strcspn(at, "'");
    c->separator = mem_dup(at, n);
    return c->separator ? WZ_OK : WZ_NOMEM;
}

static wz_status read_inst(const char *flat, wz_chat *c)
{
    c->kind = has(flat, "<<SYS>>") ? CHAT_LLAMA2 : CHAT_MISTRAL;
    if (c->kind == CHAT_LLAMA2) {
        c->trim = has(flat, "messages[0]['content']|trim") || has(flat, "messages[0]['content'].strip()");
        bool known = has(flat, "bos_token+'[INST] '+content") && has(flat, "+' '+eos_token") && (has(flat, "content.strip()") || has(flat, "content|trim"));
        return known && !has(flat, "'<<SYS>>' in") ? WZ_OK : refuse("it is a variant of Llama 2's that is not known");
    }
    const char *answer = strstr(flat, "message['content']+eos_token");
    if (has(flat, "'[INST] '+message['content']+' [/INST]'") && answer && answer[-1] != '+' && !has(answer, "eos_token+")) return WZ_OK;
    return refuse("it is a variant of Mistral's that is not known");
}

static wz_status read_template(const char *flat, const char *plain, wz_chat *c)
{
    if (has(flat, "<|start_header_id|>")) return read_llama3(flat, c);
    if (has(flat, "<start_of_turn>")) return read_gemma(flat, c);
    if (has(flat, "<|im_start|>")) return read_chatml(flat, plain, c);
    if (has(flat, "[INST]")) return read_inst(flat, c);
    return refuse("ChatML, Llama 3, Gemma, Llama 2 and Mistral are known, and it is none of them");
}

static wz_status set_tokens(wz_chat *c, const char *bos, const char *eos)
{
    c->bos = mem_dup(bos ? bos : "", bos ? strlen(bos) : 0);
    c->eos = mem_dup(eos ? eos : "", eos ? strlen(eos) : 0);
    return c->bos && c->eos ? WZ_OK : WZ_NOMEM;
}

wz_status wz_chat_new(const char *template_text, size_t bytes, const char *bos, const char *eos, wz_chat **out)
{
    if (!out) return fail(WZ_INVALID, "out is NULL");
    *out = NULL;
    if (!template_text) return fail(WZ_INVALID, "the template is NULL");
    wz_chat  *c = mem_alloc(sizeof *c);
    char     *flat = c ? flatten(template_text, bytes, true) : NULL, *plain = flat ? flatten(template_text, bytes, false) : NULL;
    wz_status status = plain ? read_template(flat, plain, c) : WZ_NOMEM;
    if (status == WZ_OK) status = set_tokens(c, has(flat, "bos_token") ? bos : NULL, eos);
    if (status == WZ_OK && !*c->eos && !ends[c->kind]) status = refuse("it ends answers with eos_token, and there is none");
    mem_free(flat);
    mem_free(plain);
    if (status != WZ_OK) wz_chat_free(&c);
    *out = c;
    return status;
}

void wz_chat_free(wz_chat **chat)
{
    wz_chat *c = chat ? *chat : NULL;
    if (!c) return;
    *chat = NULL;
    mem_free(c->bos);
    mem_free(c->eos);
    mem_free(c->system);
    mem_free(c->separator);
    mem_free(c);
}

wz_status wz_chat_set_date(wz_chat *c, const char *date)
{
    if (!c) return fail(WZ_INVALID, "chat is NULL");
    if (date && strlen(date) >= sizeof c->date) return fail(WZ_INVALID, "the date '%.40s' is too long", date);
    snprintf(c->date, sizeof c->date, "%s", date ? date : "");
    return WZ_OK;
}

/* ---- the folder ----------------------------------------------------------------------------------- */

static bool has_token(const wz_tokenizer *t, const char *text)
{
    return wz_tokenizer_id(t, text) >= 0;
}

/* Models without a template: the tokens that exist for one format only. */
static wz_status from_tokens(const wz_tokenizer *t, wz_chat **out)
{
    wz_chat *c = mem_alloc(sizeof *c);
    if (!c) return WZ_NOMEM;
    wz_status status = WZ_OK;
    int64_t   bos = wz_tokenizer_bos(t), eos = wz_tokenizer_eos(t);
    bool      starts = true;
    if (has_token(t, "<|im_start|>") && has_token(t, "<|im_end|>")) {
        c->kind = CHAT_CHATML;
        starts = bos != wz_tokenizer_id(t, "<|im_start|>");
    } else if (has_token(t, "<|start_header_id|>") && has_token(t, "<|eot_id|>")) {
        c->kind = CHAT_LLAMA3;
        c->trim = true;
    } else if (has_token(t, "<start_of_turn>") && has_token(t, "<end_of_turn>")) {
        c->kind = CHAT_GEMMA;
        c->separator = mem_dup("\n\n", 2);
        if (!c->separator) status = WZ_NOMEM;
    } else {
        status = fail(WZ_UNSUPPORTED, "this model has no chat template, and its tokens are those of no known chat format");
    }
    if (status == WZ_OK) status = set_tokens(c, bos >= 0 && starts ? wz_tokenizer_piece(t, bos) : NULL, eos >= 0 ? wz_tokenizer_piece(t, eos) : NULL);
    if (status != WZ_OK) wz_chat_free(&c);
    *out = c;
    return status;
}

static const char *token_text(const json_value *config, const char *key)
{
    const json_value *v = json_get(config, key);
    if (v && v->type == JSON_OBJECT) v = json_get(v, "content");
    return v && v->type == JSON_STRING ? v->text : NULL;
}

/* One template, or a list of named ones, of which "default" counts. */
static const json_value *template_of(const json_value *config)
{
    const json_value *v = json_get(config, "chat_template");
    if (!v || v->type != JSON_ARRAY) return v && v->type == JSON_STRING ? v : NULL;
    for (size_t i = 0; i < v->n; i++) {
        const json_value *name = json_get(v->item[i], "name"), *text = json_get(v->item[i], "template");
        if (name && name->type == JSON_STRING && strcmp(name->text, "default") == 0 && text && text->type == JSON_STRING) return text;
    }
    return NULL;
}

static wz_status from_folder(const char *folder, const wz_tokenizer *t, wz_chat **out)
{
    json_document config = {0};
    mapped_file  *f = NULL;
    char         *path = NULL;
    TRY(cfg_open_optional(folder, "tokenizer_config.json", &config));
    const char *bos = token_text(config.root, "bos_token"), *eos = token_text(config.root, "eos_token");
    wz_status   status = path_join(folder, "chat_template.jinja", &path);
    if (status == WZ_OK && access(path, F_OK) == 0) {
        status = mapped_open(path, &f);
        if (status == WZ_OK) status = wz_chat_new(mapped_bytes(f) ? mapped_data(f) : "", mapped_bytes(f), bos, eos, out);
    } else if (status == WZ_OK) {
        const json_value *text = template_of(config.root);
        status = text ? wz_chat_new(text->text, text->text_bytes, bos, eos, out) : from_tokens(t, out);
    }
    mapped_release(f);
    mem_free(path);
    json_free(&config);
    return status;
}

static wz_status from_gguf(const char *path, const wz_tokenizer *t, wz_chat **out)
{
    gguf_file  *f = NULL;
    const char *text;
    size_t      bytes;
    TRY(gguf_open(path, &f));
    const gguf_value *v = gguf_key(f, "tokenizer.chat_template");
    wz_status         status = WZ_OK;
    if (!v) status = from_tokens(t, out);
    else if (!gguf_text(v, &text, &bytes)) status = fail(WZ_FORMAT, "tokenizer.chat_template is not text");
    else status = wz_chat_new(text, bytes, wz_tokenizer_piece(t, wz_tokenizer_bos(t)), wz_tokenizer_piece(t, wz_tokenizer_eos(t)), out);
    gguf_close(&f);
    return status;
}

wz_status wz_chat_open(const char *path, const wz_tokenizer *t, wz_chat **out)
{
    if (!out) return fail(WZ_INVALID, "out is NULL");
    *out = NULL;
    if (!path || !t) return fail(WZ_INVALID, "the path and the tokenizer must be given");
    return gguf_is(path) ? from_gguf(path, t, out) : from_folder(path, t, out);
}

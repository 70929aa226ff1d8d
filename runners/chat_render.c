/* chat_render.c - messages as one text, in pieces that know who wrote them, and as token ids.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "chat.h"
#include "../src/io/tokenizer.h"
#include "../src/io/unicode.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- pieces --------------------------------------------------------------------------------------- */

typedef struct chunk {
    size_t         begin, end;  /* of the text */
    int            flags;       /* of encoding */
    const int64_t *ids;         /* or these, instead of the text */
    int64_t        n_ids;
} chunk;

typedef struct script {
    buffer  text;
    chunk  *chunk;
    int64_t n, room;
} script;

typedef struct view { const char *p; size_t n; } view;

static wz_status add(script *s, view text, int flags, const wz_chat_message *ids)
{
    if (text.n == 0 && !ids) return WZ_OK;
    if (s->n == s->room) {
        int64_t room = s->room ? s->room * 2 : 16;
        chunk  *grown = mem_grow(s->chunk, (size_t)room * sizeof *grown);
        if (!grown) return WZ_NOMEM;
        s->chunk = grown;
        s->room = room;
    }
    chunk *c = &s->chunk[s->n];
    *c = (chunk){.begin = s->text.n, .flags = flags};
    TRY(buffer_put(&s->text, text.p, text.n));
    c->end = s->text.n;
    if (ids) {
        c->ids = ids->ids;
        c->n_ids = ids->n_ids;
    }
    s->n++;
    return WZ_OK;
}

static view of(const char *text) { return (view){text, strlen(text)}; }

/* The template's own words may be any token. */
static wz_status own(script *s, const char *text) { return add(s, of(text), 0, NULL); }

/* What people wrote may not be one that controls the model; an answer may hold the tags of thoughts. */
static wz_status said(script *s, view text) { return add(s, text, WZ_ENCODE_PLAIN | WZ_ENCODE_NO_TAGS, NULL); }
static wz_status answered(script *s, view text) { return add(s, text, WZ_ENCODE_PLAIN, NULL); }

/* ---- text ----------------------------------------------------------------------------------------- */

static bool space(uint32_t c) { return unicode_space(c) || (c >= 0x1c && c <= 0x1f); } /* as Python's str.strip */

static view trimmed(view v)
{
    const char *p = v.p, *end = v.p + v.n;
    int         n;
    while (p < end && space(utf8_get(p, end, &n)) && n) p += n;
    while (end > p) {
        size_t back = utf8_back(p, (size_t)(end - p));
        if (!space(utf8_get(p + back, end, &n))) break;
        end = p + back;
    }
    return (view){p, (size_t)(end - p)};
}

static view without_newlines(view v, bool left, bool right)
{
    while (left && v.n && *v.p == '\n') v.p++, v.n--;
    while (right && v.n && v.p[v.n - 1] == '\n') v.n--;
    return v;
}

/* The first or the last place of a word; NULL when there is none. */
static const char *find(view v, const char *word, bool last)
{
    size_t      n = strlen(word);
    const char *found = NULL;
    for (size_t i = 0; i + n <= v.n; i++)
        if (memcmp(v.p + i, word, n) == 0) {
            found = v.p + i;
            if (!last) break;
        }
    return found;
}

/* An answer's thoughts and what is left of it; false when it has none. */
static bool split_thoughts(view text, view *thoughts, view *rest)
{
    const char *first = find(text, "</think>", false), *last = find(text, "</think>", true);
    *thoughts = (view){text.p, 0};
    *rest = text;
    if (!first) return false;
    view        before = without_newlines((view){text.p, (size_t)(first - text.p)}, false, true);
    const char *open = find(before, "<think>", true);
    if (open) before = (view){open + 7, before.n - (size_t)(open + 7 - before.p)};
    *thoughts = without_newlines(before, true, false);
    *rest = (view){last + 8, text.n - (size_t)(last + 8 - text.p)};
    return true;
}

/* ---- ChatML --------------------------------------------------------------------------------------- */

typedef struct talk {
    const wz_chat         *c;
    const wz_chat_message *m;
    int64_t                n;
    int64_t                last_user, last_answer; /* -1: none */
    int                    flags;
} talk;

static view text_of(const wz_chat_message *m) { return (view){m->text, m->bytes}; }

/* The answer as it was generated, where the format does not change it. */
static wz_status answer_as_it_is(script *s, const wz_chat_message *m, view text)
{
    if (!m->ids) return answered(s, text);
    return add(s, text, WZ_ENCODE_PLAIN, m);
}

static wz_status put_thoughts(script *s, view thoughts, view rest)
{
    TRY(own(s, "<think>\n"));
    TRY(answered(s, thoughts));
    TRY(own(s, "\n</think>\n\n"));
    return answered(s, rest);
}

static wz_status chatml_answer(script *s, const talk *t, int64_t i)
{
    const wz_chat_message *m = &t->m[i];
    view text = t->c->trim ? trimmed(text_of(m)) : text_of(m), thoughts, rest;
    switch (t->c->history) {
    case HISTORY_AS_IT_IS: break;
    case HISTORY_QWEN3:
    case HISTORY_QWEN35: {
        bool any = split_thoughts(text, &thoughts, &rest);
        bool later = i > t->last_user;
        bool always = t->c->history == HISTORY_QWEN35;
        rest = any ? without_newlines(rest, true, false) : rest;
        if (later && (always || i == t->n - 1 || thoughts.n))
            return put_thoughts(s, always ? trimmed(thoughts) : without_newlines(thoughts, true, true), always ? rest : without_newlines(rest, true, false));
        if (any) return answered(s, rest);
        break;
    }
    case HISTORY_LAST_ANSWER:
    case HISTORY_LAST_QUERY: {
        bool keep = t->c->history == HISTORY_LAST_ANSWER ? i == t->last_answer : i > t->last_user;
        if (!keep && split_thoughts(text, &thoughts, &rest)) return answered(s, trimmed(rest));
        break;
    }
    }
    return answer_as_it_is(s, m, text);
}

static wz_status chatml(script *s, const talk *t)
{
    const wz_chat *c = t->c;
    TRY(own(s, c->bos));
    if (c->strict && t->last_user < 0) return fail(WZ_INVALID, "this chat format needs a message of the user");
    if (c->system && strcmp(t->m[0].role, "system") != 0) {
        TRY(own(s, "<|im_start|>system\n"));
        TRY(own(s, c->system));
        TRY(own(s, "<|im_end|>\n"));
    }
    for (int64_t i = 0; i < t->n; i++) {
        const char *role = t->m[i].role;
        if (c->strict && i && strcmp(role, "system") == 0) return fail(WZ_INVALID, "a system message must come first; message %lld is one", (long long)i);
        if (c->skips_empty_system && i == 0 && strcmp(role, "system") == 0 && t->m[0].bytes == 0) continue;
        TRY(own(s, "<|im_start|>"));
        TRY(own(s, role));
        TRY(own(s, "\n"));
        if (strcmp(role, "assistant") == 0) TRY(chatml_answer(s, t, i));
        else TRY(said(s, c->trim ? trimmed(text_of(&t->m[i])) : text_of(&t->m[i])));
        TRY(own(s, "<|im_end|>\n"));
    }
    if (!(t->flags & WZ_CHAT_PROMPT)) return WZ_OK;
    TRY(own(s, "<|im_start|>assistant\n"));
    if (c->has_switch && (t->flags & WZ_CHAT_NO_THINK)) return own(s, "<think>\n\n</think>\n\n");
    return c->opens_thought ? own(s, "<think>\n") : WZ_OK;
}

/* ---- the others ----------------------------------------------------------------------------------- */

static wz_status put_date(script *s, const wz_chat *c)
{
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    char      text[32] = "26 Jul 2024"; /* what the template of Llama 3.1 says when nobody else does */
    time_t    now = time(NULL);
    struct tm day;
    if (*c->date) snprintf(text, sizeof text, "%s", c->date);
    else if (c->dated_now && localtime_r(&now, &day)) snprintf(text, sizeof text, "%02d %s %d", day.tm_mday, months[day.tm_mon], day.tm_year + 1900);
    TRY(own(s, "Cutting Knowledge Date: December 2023\nToday Date: "));
    TRY(add(s, of(text), WZ_ENCODE_PLAIN, NULL));
    return own(s, "\n\n");
}

static wz_status llama3(script *s, const talk *t)
{
    int64_t first = 0;
    TRY(own(s, t->c->bos));
    if (t->c->dated) {
        TRY(own(s, "<|start_header_id|>system<|end_header_id|>\n\n"));
        TRY(put_date(s, t->c));
        first = strcmp(t->m[0].role, "system") == 0;
        if (first) TRY(said(s, t->c->trim ? trimmed(text_of(&t->m[0])) : text_of(&t->m[0])));
        TRY(own(s, "<|eot_id|>"));
    }
    for (int64_t i = first; i < t->n; i++) {
        view text = t->c->trim ? trimmed(text_of(&t->m[i])) : text_of(&t->m[i]);
        TRY(own(s, "<|start_header_id|>"));
        TRY(own(s, t->m[i].role));
        TRY(own(s, "<|end_header_id|>\n\n"));
        TRY(strcmp(t->m[i].role, "assistant") == 0 ? answer_as_it_is(s, &t->m[i], text) : said(s, text));
        TRY(own(s, "<|eot_id|>"));
    }
    return t->flags & WZ_CHAT_PROMPT ? own(s, "<|start_header_id|>assistant<|end_header_id|>\n\n") : WZ_OK;
}

/* System message, if any, then user and assistant in turn: *first is where these begin. */
static wz_status check_turns(const talk *t, bool system, int64_t *first)
{
    *first = strcmp(t->m[0].role, "system") == 0;
    if (*first && !system) return fail(WZ_INVALID, "this chat format has no system messages");
    if (*first == t->n) return fail(WZ_INVALID, "this chat format needs a message of the user");
    for (int64_t i = *first; i < t->n; i++)
        if ((strcmp(t->m[i].role, "user") == 0) != ((i - *first) % 2 == 0) || strcmp(t->m[i].role, "system") == 0)
            return fail(WZ_INVALID, "roles must alternate user, assistant, user, ...; message %lld is of the %s", (long long)i, t->m[i].role);
    return WZ_OK;
}

static wz_status gemma(script *s, const talk *t)
{
    int64_t first;
    TRY(check_turns(t, !t->c->no_system, &first));
    TRY(own(s, t->c->bos));
    for (int64_t i = first; i < t->n; i++) {
        bool user = strcmp(t->m[i].role, "user") == 0;
        view text = trimmed(text_of(&t->m[i]));
        TRY(own(s, user ? "<start_of_turn>user\n" : "<start_of_turn>model\n"));
        if (first && i == first) {
            TRY(said(s, text_of(&t->m[0])));
            TRY(own(s, t->c->separator));
        }
        TRY(user ? said(s, text) : answer_as_it_is(s, &t->m[i], text));
        TRY(own(s, "<end_of_turn>\n"));
    }
    return t->flags & WZ_CHAT_PROMPT ? own(s, "<start_of_turn>model\n") : WZ_OK;
}

/* The answer follows [/INST] without more, so there is no prompt to add. Answers go as text: their tokens depend on
 * the space before them. */
static wz_status llama2(script *s, const talk *t)
{
    int64_t first;
    TRY(check_turns(t, true, &first));
    for (int64_t i = first; i < t->n; i++) {
        view text = trimmed(text_of(&t->m[i]));
        if (strcmp(t->m[i].role, "user") == 0) {
            TRY(own(s, t->c->bos));
            TRY(own(s, "[INST] "));
            if (first && i == first) {
                TRY(own(s, "<<SYS>>\n"));
                TRY(said(s, t->c->trim ? trimmed(text_of(&t->m[0])) : text_of(&t->m[0])));
                TRY(own(s, text.n ? "\n<</SYS>>\n\n" : "\n<</SYS>>")); /* all this is trimmed as one text */
                if (text.n) text = (view){t->m[i].text, (size_t)(text.p + text.n - t->m[i].text)};
            }
            TRY(said(s, text));
            TRY(own(s, " [/INST]"));
        } else {
            TRY(own(s, " "));
            TRY(answered(s, text));
            TRY(own(s, " "));
            TRY(own(s, t->c->eos));
        }
    }
    return WZ_OK;
}

static wz_status mistral(script *s, const talk *t)
{
    int64_t first;
    TRY(check_turns(t, false, &first));
    TRY(own(s, t->c->bos));
    for (int64_t i = 0; i < t->n; i++) {
        if (strcmp(t->m[i].role, "user") == 0) {
            TRY(own(s, "[INST] "));
            TRY(said(s, text_of(&t->m[i])));
            TRY(own(s, " [/INST]"));
        } else {
            TRY(answered(s, text_of(&t->m[i])));
            TRY(own(s, t->c->eos));
        }
    }
    return WZ_OK;
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static wz_status check(const talk *t)
{
    if (!t->c || t->n < 1 || !t->m) return fail(WZ_INVALID, "a chat needs at least one message");
    for (int64_t i = 0; i < t->n; i++) {
        const wz_chat_message *m = &t->m[i];
        if (!m->role || (!m->text && m->bytes)) return fail(WZ_INVALID, "message %lld has no role or no text", (long long)i);
        if (strcmp(m->role, "system") != 0 && strcmp(m->role, "user") != 0 && strcmp(m->role, "assistant") != 0)
            return fail(WZ_UNSUPPORTED, "message %lld has the role '%.40s'; system, user and assistant are supported", (long long)i, m->role);
        wz_status status = utf8_check(m->text ? m->text : "", m->bytes);
        if (status != WZ_OK) return status;
    }
    if ((t->flags & WZ_CHAT_THINK) && (t->flags & WZ_CHAT_NO_THINK)) return fail(WZ_INVALID, "thoughts are both asked for and not");
    if ((t->flags & (WZ_CHAT_THINK | WZ_CHAT_NO_THINK)) && !t->c->has_switch)
        return fail(WZ_UNSUPPORTED, "this model's chat template has no switch for thinking");
    return WZ_OK;
}

/* Qwen's templates see a user's message of this form as the result of a tool, not as a query. */
static bool is_tool_response(view v)
{
    const char *open = "<tool_response>", *close = "</tool_response>";
    return v.n >= strlen(close) && memcmp(v.p, open, strlen(open)) == 0 && memcmp(v.p + v.n - strlen(close), close, strlen(close)) == 0;
}

static wz_status write_script(const wz_chat *c, const wz_chat_message *m, int64_t n, int flags, script *s)
{
    static wz_status (*const writers[CHAT_KINDS])(script *, const talk *) = {chatml, llama3, gemma, llama2, mistral};
    talk t = {.c = c, .m = m, .n = n, .last_user = -1, .last_answer = -1, .flags = flags};
    TRY(check(&t));
    bool qwen = c->history == HISTORY_QWEN3 || c->history == HISTORY_QWEN35;
    for (int64_t i = 0; i < n; i++) {
        if (strcmp(m[i].role, "user") == 0 && !(qwen && is_tool_response(c->trim ? trimmed(text_of(&m[i])) : text_of(&m[i])))) t.last_user = i;
        if (strcmp(m[i].role, "assistant") == 0) t.last_answer = i;
    }
    if (c->history == HISTORY_QWEN3 && t.last_user < 0) t.last_user = n - 1; /* as its template has it */
    TRY(buffer_put(&s->text, "", 0));
    return writers[c->kind](s, &t);
}

static void script_free(script *s)
{
    mem_free(s->text.p);
    mem_free(s->chunk);
}

wz_status wz_chat_render(const wz_chat *c, const wz_chat_message *m, int64_t n, int flags, char **text, size_t *bytes)
{
    if (!text || !bytes) return fail(WZ_INVALID, "text and bytes must be given");
    *text = NULL;
    *bytes = 0;
    script    s = {0};
    wz_status status = write_script(c, m, n, flags, &s);
    if (status == WZ_OK) {
        *text = s.text.p;
        *bytes = s.text.n;
        s.text.p = NULL;
    }
    script_free(&s);
    return status;
}

/* The ids of chunks [from, to), which are all text. */
static wz_status encode_run(const script *s, int64_t from, int64_t to, const wz_tokenizer *t, wz_text_part *part, id_list *out)
{
    int64_t *ids = NULL, n = 0;
    if (from == to) return WZ_OK;
    for (int64_t i = from; i < to; i++)
        part[i - from] = (wz_text_part){s->text.p + s->chunk[i].begin, s->chunk[i].end - s->chunk[i].begin, s->chunk[i].flags};
    wz_status status = wz_tokenizer_encode_parts(t, part, to - from, &ids, &n);
    for (int64_t i = 0; status == WZ_OK && i < n; i++) status = id_list_add(out, ids[i]);
    wz_tokenizer_drop(ids);
    return status;
}

wz_status wz_chat_encode(const wz_chat *c, const wz_tokenizer *t, const wz_chat_message *m, int64_t n, int flags,
                         int64_t **ids, int64_t *n_ids)
{
    if (!ids || !n_ids) return fail(WZ_INVALID, "ids and n_ids must be given");
    *ids = NULL;
    *n_ids = 0;
    if (!t) return fail(WZ_INVALID, "the tokenizer is NULL");
    script        s = {0};
    id_list       out = {0};
    wz_status     status = write_script(c, m, n, flags, &s);
    wz_text_part *part = status == WZ_OK ? mem_alloc_array((size_t)s.n + 1, sizeof *part) : NULL;
    if (status == WZ_OK && !part) status = WZ_NOMEM;
    int64_t from = 0;
    for (int64_t i = 0; status == WZ_OK && i <= s.n; i++) {
        if (i < s.n && !s.chunk[i].ids) continue;
        status = encode_run(&s, from, i, t, part, &out);
        for (int64_t k = 0; status == WZ_OK && i < s.n && k < s.chunk[i].n_ids; k++) status = id_list_add(&out, s.chunk[i].ids[k]);
        from = i + 1;
    }
    if (status == WZ_OK && !out.id && !(out.id = mem_alloc(sizeof *out.id))) status = WZ_NOMEM;
    mem_free(part);
    script_free(&s);
    if (status != WZ_OK) {
        mem_free(out.id);
        return status;
    }
    *ids = out.id;
    *n_ids = out.n;
    return WZ_OK;
}

/* pretoken.c - the pre-tokenizer's steps: each cuts the pieces that the one before made, in the file's order.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

/* ---- lists of spans ------------------------------------------------------------------------------ */

static wz_status add_span(pieces *l, span s)
{
    if (l->n == l->room) {
        size_t room = l->room ? l->room * 2 : 64;
        span  *grown = room < SIZE_MAX / sizeof *grown ? mem_grow(l->s, room * sizeof *grown) : NULL;
        if (!grown) return WZ_NOMEM;
        l->s = grown;
        l->room = room;
    }
    l->s[l->n++] = s;
    return WZ_OK;
}

void pieces_free(pieces *p)
{
    mem_free(p->text.p);
    mem_free(p->s);
    *p = (pieces){0};
}

/* ---- finding what splits ------------------------------------------------------------------------- */

typedef struct finder {
    const pre_step *step;
    regex_scan      scan;
    const char     *text;
    size_t          bytes, at; /* at: of single characters */
    regex_place     place;     /* of patterns */
} finder;

static bool is_kind(const pre_step *s, uint32_t c)
{
    if (s->kind == STEP_DIGITS) return unicode_number(c);
    return s->kind == STEP_PUNCTUATION ? unicode_punctuation(c) : unicode_space(c);
}

/* A single character of the step's kind. */
static bool find_char(finder *f, span *out)
{
    for (const char *p = f->text + f->at, *end = f->text + f->bytes; p < end;) {
        const char *start = p;
        if (!is_kind(f->step, utf8_next(&p))) continue;
        *out = (span){(size_t)(start - f->text), (size_t)(p - f->text), false};
        f->at = out->end;
        return true;
    }
    return false;
}

static bool find_next(finder *f, span *out)
{
    if (f->step->kind != STEP_SPLIT) return find_char(f, out);
    if (!regex_next(f->step->pattern, &f->scan, &f->place, f->text, f->bytes)) return false;
    *out = (span){f->place.begin, f->place.end, false};
    return true;
}

/* ---- putting the parts together ------------------------------------------------------------------ */

typedef struct joiner {
    split_behavior behavior;
    span           whole; /* the piece that is cut */
    span           open;  /* what waits to be added, may still grow */
    bool           any, last_match;
    pieces        *out;
} joiner;

static wz_status flush(joiner *j)
{
    span s = j->open;
    bool any = j->any;
    j->any = false;
    if (!any || s.begin == s.end) return WZ_OK;
    s.first = j->whole.first && s.begin == 0;
    return add_span(j->out, (span){j->whole.begin + s.begin, j->whole.begin + s.end, s.first});
}

/* One part, matched or not, in the order of the text. */
static wz_status join(joiner *j, size_t begin, size_t end, bool match)
{
    bool grows = false;
    switch (j->behavior) {
    case SPLIT_REMOVED:
        if (match) return flush(j);
        break;
    case SPLIT_ISOLATED: break;
    case SPLIT_CONTIGUOUS: grows = match == j->last_match; break;
    case SPLIT_PREVIOUS: grows = match && !j->last_match; break;
    case SPLIT_NEXT: grows = j->last_match && !match; break; /* a match before, that is not followed by one */
    }
    j->last_match = match;
    if (grows && j->any) {
        j->open.end = end;
        return WZ_OK;
    }
    TRY(flush(j));
    j->open = (span){begin, end, false};
    j->any = true;
    return WZ_OK;
}

static wz_status split_piece(const pre_step *step, const char *text, span whole, finder *f, pieces *out)
{
    joiner j = {.behavior = step->behavior, .whole = whole, .out = out};
    span   hit;
    size_t at = 0;
    f->text = text + whole.begin;
    f->bytes = whole.end - whole.begin;
    f->at = 0;
    f->place = REGEX_START;
    while (find_next(f, &hit)) {
        if (hit.begin > at) TRY(join(&j, at, hit.begin, step->invert));
        TRY(join(&j, hit.begin, hit.end, !step->invert));
        at = hit.end;
    }
    TRY(f->scan.status);
    if (at < f->bytes) TRY(join(&j, at, f->bytes, step->invert));
    return flush(&j);
}

static wz_status split_step(const pre_step *step, pieces *p)
{
    finder    f = {.step = step};
    pieces    next = {0};
    wz_status status = WZ_OK;
    regex_scan_begin(&f.scan, p->text.n);
    for (size_t i = 0; status == WZ_OK && i < p->n; i++) status = split_piece(step, p->text.p, p->s[i], &f, &next);
    regex_scan_end(&f.scan);
    mem_free(p->s);
    p->s = next.s;
    p->n = next.n;
    p->room = next.room;
    return status;
}

/* ---- steps that rewrite -------------------------------------------------------------------------- */

static wz_status rewrite_piece(const pre_step *step, const char *text, size_t bytes, bool first, buffer *out)
{
    char c[4];
    if (step->kind == STEP_PREFIX) {
        if (text[0] != ' ') TRY(buffer_put(out, " ", 1));
        return buffer_put(out, text, bytes);
    }
    if (step->kind == STEP_BYTES) {
        for (size_t i = 0; i < bytes; i++) TRY(buffer_put(out, c, (size_t)byte_char((uint8_t)text[i], c)));
        return WZ_OK;
    }
    bool marked = text[0] == ' ' || (bytes >= step->mark_bytes && memcmp(text, step->mark, step->mark_bytes) == 0);
    if (!marked && (step->prefix == PREFIX_ALWAYS || (step->prefix == PREFIX_FIRST && first)))
        TRY(buffer_put(out, step->mark, step->mark_bytes));
    for (size_t i = 0; i < bytes; i++) TRY(text[i] == ' ' ? buffer_put(out, step->mark, step->mark_bytes) : buffer_put(out, text + i, 1));
    return WZ_OK;
}

static wz_status rewrite_step(const pre_step *step, pieces *p)
{
    buffer    text = {0};
    wz_status status = buffer_put(&text, "", 0);
    for (size_t i = 0; status == WZ_OK && i < p->n; i++) {
        span  *s = &p->s[i];
        size_t begin = text.n;
        status = rewrite_piece(step, p->text.p + s->begin, s->end - s->begin, s->first, &text);
        s->begin = begin;
        s->end = text.n;
    }
    mem_free(p->text.p);
    p->text = text;
    return status;
}

wz_status pretokenize(const wz_tokenizer *t, bool first, pieces *p)
{
    p->n = 0;
    if (p->text.n) TRY(add_span(p, (span){0, p->text.n, first}));
    for (int k = 0; k < t->n_steps; k++) {
        const pre_step *s = &t->step[k];
        bool            rewrites = s->kind == STEP_BYTES || s->kind == STEP_PREFIX || s->kind == STEP_METASPACE;
        TRY(rewrites ? rewrite_step(s, p) : split_step(s, p));
    }
    return WZ_OK;
}

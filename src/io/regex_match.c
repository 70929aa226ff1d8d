/* regex_match.c - runs a compiled regular expression: a backtracking machine with a stack of its own on the heap, so
 * that no input can exhaust the thread's stack. A repeated class is one frame, not one for each character.
 * SPDX-License-Identifier: MIT */
#include "regex_program.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"

/* ---- sets ---------------------------------------------------------------------------------------- */

static bool in_item(const regex *r, const set_item *item, uint32_t c)
{
    switch (item->kind) {
    case ITEM_RANGE: return c >= item->first && c <= item->last;
    case ITEM_CATEGORIES: return unicode_in(c, item->first);
    case ITEM_SPACE: return unicode_space(c);
    case ITEM_WORD: return unicode_word(c);
    case ITEM_WORD_ALONE: return unicode_word_alone(c);
    case ITEM_SET: return set_has(r, &r->sets[item->first], c); /* closed before: its bitmap keeps nesting from doubling the work */
    }
    return false;
}

static bool in_items(const regex *r, const set *s, uint32_t c)
{
    for (uint32_t i = s->begin; i < s->begin + s->n; i++)
        if (in_item(r, &r->items[i], c) != r->items[i].outside) return true;
    return false;
}

bool set_has_slow(const regex *r, const set *s, uint32_t c)
{
    bool hit = in_items(r, s, c);
    if (!hit && s->fold) { /* ASCII letters, and the two other characters that fold onto them */
        if (c < 128 && (c | 32) >= 'a' && (c | 32) <= 'z') hit = in_items(r, s, c ^ 32);
        if (!hit && (c == 's' || c == 'S')) hit = in_items(r, s, 0x17F);
        if (!hit && (c == 'k' || c == 'K')) hit = in_items(r, s, 0x212A);
        if (!hit && c == 0x17F) hit = in_items(r, s, 's') || in_items(r, s, 'S');
        if (!hit && c == 0x212A) hit = in_items(r, s, 'k') || in_items(r, s, 'K');
    }
    return hit != s->negated;
}

bool set_has(const regex *r, const set *s, uint32_t c)
{
    return c < 128 ? s->ascii[c >> 5] >> (c & 31) & 1 : set_has_slow(r, s, c);
}

/* ---- the machine --------------------------------------------------------------------------------- */

typedef struct machine {
    const regex *r;
    regex_scan  *s;
    const char  *text;
    size_t       bytes;
} machine;

static bool push(machine *m, uint32_t pc, uint32_t left, size_t at)
{
    regex_scan *s = m->s;
    if (s->n == s->room) {
        size_t       room = s->room ? s->room * 2 : 64;
        regex_frame *stack = mem_grow(s->stack, room * sizeof *stack);
        if (!stack) {
            s->status = WZ_NOMEM;
            return false;
        }
        s->stack = stack;
        s->room = room;
    }
    s->stack[s->n++] = (regex_frame){pc, left, at};
    return true;
}

static bool step_set(const machine *m, const set *s, size_t *at)
{
    if (*at >= m->bytes) return false;
    unsigned char b = (unsigned char)m->text[*at];
    if (b < 128) {
        if (!(s->ascii[b >> 5] >> (b & 31) & 1)) return false;
        ++*at;
        return true;
    }
    const char *p = m->text + *at;
    if (!set_has_slow(m->r, s, utf8_next(&p))) return false;
    *at = (size_t)(p - m->text);
    return true;
}

static bool spend(machine *m, uint64_t steps)
{
    if (m->s->steps >= steps) {
        m->s->steps -= steps;
        return true;
    }
    m->s->status = fail(WZ_INVALID, "the tokenizer's regular expression takes too long on this text");
    return false;
}

/* Takes as many as it may, or, lazy, as few; leaves a frame from which more can be given back or taken. */
static bool run_class(machine *m, const instruction *i, uint32_t pc, size_t *at)
{
    const set *s = &m->r->sets[i->a];
    uint32_t   taken = 0, want = i->mode == RUN_LAZY ? i->low : i->high;
    while (taken < want && step_set(m, s, at)) taken++;
    if (!spend(m, taken) || taken < i->low) return false;
    if (i->mode == RUN_POSSESSIVE) return true;
    uint32_t left = i->mode == RUN_LAZY ? i->high - taken : taken - i->low;
    return left == 0 || push(m, pc, left, *at);
}

/* Takes up the last way left open above `base`: true when there is one. */
static bool resume(machine *m, size_t base, uint32_t *pc, size_t *at)
{
    regex_scan *s = m->s;
    while (s->n > base) {
        regex_frame       *f = &s->stack[s->n - 1];
        const instruction *i = &m->r->code[f->pc];
        if (!spend(m, 1)) return false;
        if (f->left == 0) { /* a way not yet gone */
            *pc = f->pc;
            *at = f->at;
            s->n--;
            return true;
        }
        if (i->mode == RUN_LAZY) {
            if (!step_set(m, &m->r->sets[i->a], &f->at)) {
                s->n--;
                continue;
            }
        } else {
            f->at = utf8_back(m->text, f->at);
        }
        *pc = f->pc + 1;
        *at = f->at;
        if (--f->left == 0) s->n--;
        return true;
    }
    return false;
}

static bool word_at(const machine *m, size_t at)
{
    const char *p = m->text + at;
    return at < m->bytes && unicode_word_alone(utf8_next(&p));
}

static bool anchor(const machine *m, uint32_t kind, size_t at)
{
    bool last = at == m->bytes, newline = !last && m->text[at] == '\n';
    switch (kind) {
    case 'A': return at == 0;
    case 'z': return last;
    case 'Z': return last || (newline && at + 1 == m->bytes);
    case '^': return at == 0 || (!last && m->text[at - 1] == '\n');
    case '$': return last || newline;
    default: break;
    }
    bool boundary = (at > 0 && word_at(m, utf8_back(m->text, at))) != word_at(m, at);
    return boundary == (kind == 'b');
}

static int64_t run(machine *m, uint32_t pc, size_t at);

static bool look(machine *m, const instruction *i, uint32_t pc, size_t at)
{
    for (uint32_t k = 0; k < i->b; k++) {
        if (at == 0) return i->mode == 1; /* nothing there to look at */
        at = utf8_back(m->text, at);
    }
    return (run(m, pc + 1, at) >= 0) != (i->mode == 1);
}

/* The end of a match of the program at pc, or -1. Leaves the stack as it was. Calls itself once for each level of
 * lookaround or atomic group, which the compiler bounds. */
static int64_t run(machine *m, uint32_t pc, size_t at)
{
    size_t  base = m->s->n;
    int64_t inner;
    while (spend(m, 1)) {
        const instruction *i = &m->r->code[pc];
        bool               good = true;
        const char        *p = m->text + at;
        switch (i->op) {
        case OP_DONE: m->s->n = base; return (int64_t)at;
        case OP_CHAR:
            good = at < m->bytes && utf8_next(&p) == i->a;
            at = (size_t)(p - m->text);
            pc++;
            break;
        case OP_SET:
            good = step_set(m, &m->r->sets[i->a], &at);
            pc++;
            break;
        case OP_RUN:
            good = run_class(m, i, pc, &at);
            pc++;
            break;
        case OP_JUMP: pc = i->a; break;
        case OP_SPLIT:
            good = push(m, i->b, 0, at);
            pc = i->a;
            break;
        case OP_ANCHOR:
            good = anchor(m, i->a, at);
            pc++;
            break;
        case OP_LOOK:
            good = look(m, i, pc, at);
            pc = i->a;
            break;
        case OP_ATOMIC:
            inner = run(m, pc + 1, at);
            good = inner >= 0;
            if (good) at = (size_t)inner;
            pc = i->a;
            break;
        }
        if (m->s->status != WZ_OK) break;
        if (!good && !resume(m, base, &pc, &at)) break;
    }
    m->s->n = base;
    return -1;
}

void regex_scan_begin(regex_scan *s, size_t text_bytes)
{
    /* Patterns of tokenizers take about 10 steps a byte; a thousand times that is a pattern gone wrong. */
    *s = (regex_scan){.steps = 1000000 + 1024 * (uint64_t)text_bytes, .status = WZ_OK};
}

void regex_scan_end(regex_scan *s)
{
    mem_free(s->stack);
    s->stack = NULL;
}

bool regex_next(const regex *r, regex_scan *s, regex_place *at, const char *text, size_t bytes)
{
    while (bytes && at->from <= bytes) { /* nothing matches in an empty text, not even nothing */
        int64_t end = regex_find(r, s, text, bytes, at->from, &at->begin);
        if (end < 0) return false;
        at->end = (size_t)end;
        if (at->end != at->begin || end != at->last) {
            at->last = end;
            at->from = at->end;
            return true;
        }
        const char *p = text + at->from;
        if (at->from == bytes) return false;
        (void)utf8_next(&p);
        at->from = (size_t)(p - text);
    }
    return false;
}

int64_t regex_find(const regex *r, regex_scan *s, const char *text, size_t bytes, size_t from, size_t *begin)
{
    machine m = {r, s, text, bytes};
    for (size_t at = from; at <= bytes;) {
        int64_t end = run(&m, 0, at);
        *begin = at;
        if (end >= 0 || s->status != WZ_OK) return end;
        if (at == bytes) break;
        const char *p = text + at;
        (void)utf8_next(&p);
        at = (size_t)(p - text);
    }
    return -1;
}

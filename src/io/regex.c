/* regex.c - see regex.h. A pattern becomes a program for a backtracking machine with a stack of its own on the
 * heap, so that no input can exhaust the thread's stack. Runs of one class are counted, not pushed one by one.
 * SPDX-License-Identifier: MIT */
#include "regex.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

typedef enum opcode { OP_CHAR, OP_SET, OP_SPLIT, OP_JUMP, OP_RUN, OP_LOOK, OP_DONE } opcode;

typedef struct instruction {
    opcode   op;
    uint32_t a, b;      /* CHAR: code point; SET and RUN: set; SPLIT: first and second way; JUMP and LOOK: where on */
    uint32_t low, high; /* RUN: how many; high UINT32_MAX is no limit */
    uint8_t  mode;      /* RUN: 0 greedy, 1 lazy, 2 possessive; LOOK: 1 negative */
} instruction;

typedef struct set_item { uint32_t first, last; uint8_t kinds; bool outside; } set_item; /* kinds: unicode_kind bits */
typedef struct set { uint32_t begin, n; bool negated, ignore_case; } set;

struct regex {
    instruction *code;
    set         *sets;
    set_item    *items;
    size_t       n_code, room_code, n_sets, room_sets, n_items, room_items;
};

/* ---- building --------------------------------------------------------------------------------------------- */

typedef struct reader {
    const char *p, *end, *begin;
    regex      *r;
    bool        ignore_case;
    int         depth;
} reader;

static wz_status bad(const reader *s, const char *what)
{
    return fail(WZ_UNSUPPORTED, "regular expression, byte %d: %s near '%.20s'", (int)(s->p - s->begin), what, s->p < s->end ? s->p : "(its end)");
}

static wz_status room_for(void **array, size_t n, size_t *room, size_t each)
{
    if (n < *room) return WZ_OK;
    size_t more = *room ? *room * 2 : 32;
    if (more > 1 << 20) return fail(WZ_INVALID, "regular expression is too large");
    void *p = mem_grow(*array, more * each);
    if (!p) return WZ_NOMEM;
    *array = p;
    *room = more;
    return WZ_OK;
}

static wz_status emit(regex *r, instruction i)
{
    TRY(room_for((void **)&r->code, r->n_code, &r->room_code, sizeof *r->code));
    r->code[r->n_code++] = i;
    return WZ_OK;
}

static wz_status add_item(regex *r, set_item i)
{
    TRY(room_for((void **)&r->items, r->n_items, &r->room_items, sizeof *r->items));
    r->items[r->n_items++] = i;
    return WZ_OK;
}

static bool accept(reader *s, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(s->end - s->p) < n || memcmp(s->p, text, n) != 0) return false;
    s->p += n;
    return true;
}

/* \p{..} after the p or P */
static wz_status property(reader *s, bool outside, set_item *out)
{
    static const struct { const char *name; uint8_t kinds; } names[] = {
        {"L", UNI_LETTER}, {"Letter", UNI_LETTER}, {"Alphabetic", UNI_LETTER}, {"M", UNI_MARK}, {"N", UNI_NUMBER},
        {"P", UNI_PUNCTUATION}, {"Punct", UNI_PUNCTUATION}, {"S", UNI_SYMBOL}};
    const char *close = s->p < s->end && *s->p == '{' ? memchr(s->p, '}', (size_t)(s->end - s->p)) : NULL;
    for (size_t i = 0; close && i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i].name);
        if (n != (size_t)(close - s->p - 1) || memcmp(names[i].name, s->p + 1, n) != 0) continue;
        *out = (set_item){0, 0, names[i].kinds, outside};
        s->p = close + 1;
        return WZ_OK;
    }
    return bad(s, "unknown property");
}

/* After a backslash: a class into *item (returns true through *class) or one code point. */
static wz_status escaped(reader *s, bool *class, set_item *item, uint32_t *c)
{
    static const char from[] = "nrtfv0", into[] = "\n\r\t\f\v\0";
    if (s->p == s->end) return bad(s, "a backslash at the end");
    char e = *s->p++;
    *class = true;
    switch (e) {
    case 's': case 'S': *item = (set_item){0, 0, UNI_SPACE, e == 'S'}; return WZ_OK;
    case 'd': case 'D': *item = (set_item){0, 0, UNI_NUMBER, e == 'D'}; return WZ_OK;
    case 'w': case 'W': *item = (set_item){0, 0, UNI_LETTER | UNI_MARK | UNI_NUMBER, e == 'W'}; return WZ_OK;
    case 'p': case 'P': return property(s, e == 'P', item);
    default: break;
    }
    *class = false;
    const char *found = memchr(from, e, sizeof from - 1);
    if (found) *c = (uint32_t)into[found - from];
    else if ((e | 32) >= 'a' && (e | 32) <= 'z') return s->p--, bad(s, "unknown escape");
    else if (e >= '1' && e <= '9') return s->p--, bad(s, "back-references are not supported");
    else *c = (unsigned char)e;
    return WZ_OK;
}

static wz_status one_char(reader *s, uint32_t *c)
{
    int n;
    *c = utf8_get(s->p, s->end, &n);
    if (!n) return bad(s, "invalid UTF-8");
    s->p += n;
    return WZ_OK;
}

static wz_status new_set(reader *s, bool negated, uint32_t *index)
{
    regex *r = s->r;
    TRY(room_for((void **)&r->sets, r->n_sets, &r->room_sets, sizeof *r->sets));
    r->sets[r->n_sets] = (set){(uint32_t)r->n_items, 0, negated, s->ignore_case};
    *index = (uint32_t)r->n_sets++;
    return WZ_OK;
}

/* After '[' */
static wz_status char_class(reader *s, uint32_t *index)
{
    TRY(new_set(s, accept(s, "^"), index));
    bool first = true;
    for (;; first = false) {
        if (s->p == s->end) return bad(s, "a class that does not end");
        if (*s->p == ']' && !first) break;
        if (*s->p == '[' || accept(s, "&&")) return bad(s, "nested classes are not supported");
        bool     class = false;
        set_item item;
        uint32_t low = 0, high;
        if (accept(s, "\\")) TRY(escaped(s, &class, &item, &low));
        else TRY(one_char(s, &low));
        high = low;
        if (!class && s->end - s->p >= 2 && s->p[0] == '-' && s->p[1] != ']') {
            s->p++;
            if (accept(s, "\\")) TRY(escaped(s, &class, &item, &high));
            else TRY(one_char(s, &high));
            if (class || high < low) return bad(s, "a range that is none");
        }
        if (!class) item = (set_item){low, high, 0, false};
        TRY(add_item(s->r, item));
        s->r->sets[*index].n++;
    }
    s->p++;
    return WZ_OK;
}

static wz_status alternatives(reader *s);

typedef struct counts { uint32_t low, high; uint8_t mode; bool any; } counts;

static bool number(reader *s, uint32_t *out)
{
    const char *start = s->p;
    for (*out = 0; s->p < s->end && *s->p >= '0' && *s->p <= '9' && *out < 100000; s->p++) *out = *out * 10 + (uint32_t)(*s->p - '0');
    return s->p > start;
}

static wz_status quantifier(reader *s, counts *q)
{
    *q = (counts){1, 1, 0, true};
    if (accept(s, "*")) *q = (counts){0, UINT32_MAX, 0, true};
    else if (accept(s, "+")) *q = (counts){1, UINT32_MAX, 0, true};
    else if (accept(s, "?")) *q = (counts){0, 1, 0, true};
    else if (accept(s, "{")) {
        if (!number(s, &q->low)) return bad(s, "a count is expected");
        q->high = q->low;
        if (accept(s, ",") && !number(s, &q->high)) q->high = UINT32_MAX;
        if (!accept(s, "}") || q->high < q->low || q->low > 1000 || (q->high != UINT32_MAX && q->high > 1000)) return bad(s, "a count that is none");
    } else {
        q->any = false;
        return WZ_OK;
    }
    if (accept(s, "?")) q->mode = 1;
    else if (accept(s, "+")) q->mode = 2;
    return WZ_OK;
}

/* A single class repeated is one RUN; what is more complex becomes copies and splits. */
static wz_status repeat(reader *s, size_t start, counts q)
{
    regex *r = s->r;
    size_t n = r->n_code - start;
    if (n == 1 && r->code[start].op == OP_CHAR) { /* a set of one, so that a run can hold it */
        uint32_t index, c = r->code[start].a;
        TRY(new_set(s, false, &index));
        TRY(add_item(r, (set_item){c, c, 0, false}));
        r->sets[index].n = 1;
        r->code[start] = (instruction){OP_SET, index, 0, 0, 0, 0};
    }
    if (n == 1 && r->code[start].op == OP_SET) {
        r->code[start] = (instruction){OP_RUN, r->code[start].a, 0, q.low, q.high, q.mode};
        return WZ_OK;
    }
    if (q.mode == 2) return bad(s, "a possessive group is not supported");
    instruction *body = mem_alloc_array(n ? n : 1, sizeof *body);
    if (!body) return WZ_NOMEM;
    memcpy(body, r->code + start, n * sizeof *body);
    r->n_code = start;
    wz_status status = WZ_OK;
    uint32_t  copies = q.high == UINT32_MAX ? q.low + 1 : q.high;
    for (uint32_t k = 0; status == WZ_OK && k < copies; k++) {
        size_t   at = r->n_code, split = SIZE_MAX;
        bool     optional = k >= q.low;
        if (optional) {
            split = at;
            status = emit(r, (instruction){OP_SPLIT, 0, 0, 0, 0, 0});
        }
        size_t base = r->n_code;
        for (size_t i = 0; status == WZ_OK && i < n; i++) {
            instruction x = body[i]; /* targets inside the body move with it */
            if (x.op == OP_SPLIT) x.b += (uint32_t)(base - start);
            if (x.op == OP_SPLIT || x.op == OP_JUMP || x.op == OP_LOOK) x.a += (uint32_t)(base - start);
            status = emit(r, x);
        }
        if (status == WZ_OK && optional && q.high == UINT32_MAX) status = emit(r, (instruction){OP_JUMP, (uint32_t)split, 0, 0, 0, 0});
        if (status == WZ_OK && optional) {
            uint32_t in = (uint32_t)base, out = (uint32_t)r->n_code;
            r->code[split].a = q.mode == 1 ? out : in;
            r->code[split].b = q.mode == 1 ? in : out;
        }
    }
    mem_free(body);
    return status;
}

/* After '(' */
static wz_status group(reader *s)
{
    bool ignore = s->ignore_case, look = false, negative = false;
    if (accept(s, "?i:")) s->ignore_case = true;
    else if (accept(s, "?=")) look = true;
    else if (accept(s, "?!")) look = negative = true;
    else if (!accept(s, "?:") && accept(s, "?")) return bad(s, "this kind of group is not supported");
    if (++s->depth > 32) return bad(s, "groups nested too deeply");
    size_t at = s->r->n_code;
    if (look) TRY(emit(s->r, (instruction){OP_LOOK, 0, 0, 0, 0, negative}));
    TRY(alternatives(s));
    if (look) {
        TRY(emit(s->r, (instruction){OP_DONE, 0, 0, 0, 0, 0}));
        s->r->code[at].a = (uint32_t)s->r->n_code;
    }
    if (!accept(s, ")")) return bad(s, "')' is missing");
    s->depth--;
    s->ignore_case = ignore;
    return WZ_OK;
}

static wz_status atom(reader *s)
{
    bool     class = false;
    set_item item;
    uint32_t c = 0, index;
    if (accept(s, "(")) return group(s);
    if (accept(s, "[")) {
        TRY(char_class(s, &index));
        return emit(s->r, (instruction){OP_SET, index, 0, 0, 0, 0});
    }
    if (accept(s, "\\")) {
        TRY(escaped(s, &class, &item, &c));
    } else if (accept(s, ".")) {
        class = true;
        item = (set_item){'\n', '\n', 0, true};
    } else if (strchr("^$*+?{", *s->p)) {
        return bad(s, "unexpected");
    } else {
        TRY(one_char(s, &c));
    }
    if (!class && !s->ignore_case) return emit(s->r, (instruction){OP_CHAR, c, 0, 0, 0, 0});
    TRY(new_set(s, false, &index));
    TRY(add_item(s->r, class ? item : (set_item){c, c, 0, false}));
    s->r->sets[index].n = 1;
    return emit(s->r, (instruction){OP_SET, index, 0, 0, 0, 0});
}

static wz_status sequence(reader *s)
{
    while (s->p < s->end && *s->p != '|' && *s->p != ')') {
        size_t start = s->r->n_code;
        counts q;
        TRY(atom(s));
        TRY(quantifier(s, &q));
        if (q.any) TRY(repeat(s, start, q));
    }
    return WZ_OK;
}

/* Each alternative is tried in turn: SPLIT this, next; ...; JUMP end. The body is moved up by one to make room. */
static wz_status alternatives(reader *s)
{
    regex *r = s->r;
    size_t jumps[256], n_jumps = 0;
    for (;;) {
        size_t start = r->n_code;
        TRY(sequence(s));
        if (!accept(s, "|")) break;
        if (n_jumps == 256) return bad(s, "too many alternatives");
        TRY(emit(r, (instruction){OP_JUMP, 0, 0, 0, 0, 0}));
        TRY(emit(r, (instruction){OP_JUMP, 0, 0, 0, 0, 0})); /* grows the code by one: the split goes in front */
        memmove(r->code + start + 1, r->code + start, (r->n_code - start - 1) * sizeof *r->code);
        for (size_t i = start + 1; i < r->n_code; i++) {
            if (r->code[i].op == OP_SPLIT && r->code[i].b >= start) r->code[i].b++;
            if ((r->code[i].op == OP_SPLIT || r->code[i].op == OP_JUMP || r->code[i].op == OP_LOOK) && r->code[i].a >= start) r->code[i].a++;
        }
        r->code[start] = (instruction){OP_SPLIT, (uint32_t)start + 1, (uint32_t)r->n_code, 0, 0, 0};
        jumps[n_jumps++] = r->n_code - 1;
    }
    for (size_t i = 0; i < n_jumps; i++) r->code[jumps[i]] = (instruction){OP_JUMP, (uint32_t)r->n_code, 0, 0, 0, 0};
    return WZ_OK;
}

wz_status regex_compile(const char *pattern, size_t bytes, regex **out)
{
    *out = NULL;
    regex *r = mem_alloc(sizeof *r);
    if (!r) return WZ_NOMEM;
    reader    s = {pattern, pattern + bytes, pattern, r, false, 0};
    wz_status status = alternatives(&s);
    if (status == WZ_OK && s.p != s.end) status = bad(&s, "unexpected");
    if (status == WZ_OK) status = emit(r, (instruction){OP_DONE, 0, 0, 0, 0, 0});
    if (status != WZ_OK) regex_free(&r);
    else *out = r;
    return status;
}

void regex_free(regex **r)
{
    if (!*r) return;
    mem_free((*r)->code);
    mem_free((*r)->sets);
    mem_free((*r)->items);
    mem_free(*r);
    *r = NULL;
}

/* ---- matching ------------------------------------------------------------------------------------------------ */

static bool in_items(const regex *r, const set *s, uint32_t c)
{
    for (uint32_t i = s->begin; i < s->begin + s->n; i++) {
        const set_item *item = &r->items[i];
        bool            hit = item->kinds == 0 && c >= item->first && c <= item->last;
        for (unsigned k = 1; k <= UNI_SPACE && item->kinds && !hit; k <<= 1)
            if (item->kinds & k) hit = unicode_is(c, (unicode_kind)k);
        if (hit != item->outside) return true;
    }
    return false;
}

/* Letters that are the same but for case; the two that fold onto ASCII count as well. */
static bool in_set(const regex *r, uint32_t index, uint32_t c)
{
    const set *s = &r->sets[index];
    bool       hit = in_items(r, s, c);
    if (!hit && s->ignore_case) {
        if ((c | 32) >= 'a' && (c | 32) <= 'z' && c < 128) hit = in_items(r, s, c ^ 32);
        if (!hit && ((c | 32) == 's' || c == 0x17F)) hit = in_items(r, s, 's') || in_items(r, s, 'S') || in_items(r, s, 0x17F);
        if (!hit && ((c | 32) == 'k' || c == 0x212A)) hit = in_items(r, s, 'k') || in_items(r, s, 'K') || in_items(r, s, 0x212A);
    }
    return hit != s->negated;
}

typedef struct frame {
    uint32_t pc;
    uint32_t left;  /* RUN: repetitions that may still be given back or taken */
    size_t   at;
} frame;

typedef struct machine {
    const regex *r;
    const char  *text, *end;
    frame       *stack;
    size_t       n, room;
    wz_status    status;
    uint64_t     steps;      /* left, so that no pattern runs for ever */
} machine;

static bool push(machine *m, frame f)
{
    if (m->n == m->room) {
        size_t room = m->room ? m->room * 2 : 64;
        frame *stack = mem_grow(m->stack, room * sizeof *stack);
        if (!stack) {
            m->status = WZ_NOMEM;
            return false;
        }
        m->stack = stack;
        m->room = room;
    }
    m->stack[m->n++] = f;
    return true;
}

static bool step_set(const machine *m, uint32_t index, size_t *at)
{
    int n;
    if (m->text + *at >= m->end) return false;
    uint32_t c = utf8_get(m->text + *at, m->end, &n);
    if (!n || !in_set(m->r, index, c)) return false;
    *at += (size_t)n;
    return true;
}

static size_t step_back(const machine *m, size_t at)
{
    do at--;
    while (((unsigned char)m->text[at] & 0xC0) == 0x80);
    return at;
}

static int64_t run(machine *m, uint32_t pc, size_t at);

/* Takes as many (or, lazy, as few) as allowed; leaves a frame from which one can be given back (or taken). */
static bool run_class(machine *m, const instruction *i, uint32_t pc, size_t *at)
{
    uint32_t taken = 0, want = i->mode == 1 ? i->low : i->high;
    while (taken < want && step_set(m, i->a, at)) taken++;
    if (taken < i->low) return false;
    if (i->mode == 2) return true;
    uint32_t left = i->mode == 1 ? i->high - taken : taken - i->low;
    return left == 0 || push(m, (frame){pc, left, *at});
}

/* Resumes a frame: true when there is a state to go on from. */
static bool resume(machine *m, uint32_t *pc, size_t *at)
{
    while (m->n) {
        frame             *f = &m->stack[m->n - 1];
        const instruction *i = &m->r->code[f->pc];
        if (i->op != OP_RUN) {
            *pc = f->pc;
            *at = f->at;
            m->n--;
            return true;
        }
        if (i->mode == 1) {
            if (!step_set(m, i->a, &f->at)) {
                m->n--;
                continue;
            }
        } else {
            f->at = step_back(m, f->at);
        }
        *pc = f->pc + 1;
        *at = f->at;
        if (--f->left == 0) m->n--;
        return true;
    }
    return false;
}

static int64_t run(machine *m, uint32_t pc, size_t at)
{
    for (;;) {
        const instruction *i = &m->r->code[pc];
        bool               good = true;
        int                n;
        if (m->steps-- == 0) {
            m->status = fail(WZ_INVALID, "the tokenizer's regular expression takes too long on this text");
            return -1;
        }
        switch (i->op) {
        case OP_DONE: return (int64_t)at;
        case OP_CHAR:
            good = m->text + at < m->end && utf8_get(m->text + at, m->end, &n) == i->a && n;
            if (good) at += (size_t)n;
            pc++;
            break;
        case OP_SET:
            good = step_set(m, i->a, &at);
            pc++;
            break;
        case OP_JUMP: pc = i->a; break;
        case OP_SPLIT:
            good = push(m, (frame){i->b, 0, at});
            pc = i->a;
            break;
        case OP_RUN:
            good = run_class(m, i, pc, &at);
            pc++;
            break;
        case OP_LOOK: {
            machine inner = {m->r, m->text, m->end, NULL, 0, 0, WZ_OK, m->steps};
            bool    found = run(&inner, pc + 1, at) >= 0;
            mem_free(inner.stack);
            if (inner.status != WZ_OK) m->status = inner.status;
            good = found != (i->mode == 1);
            pc = i->a;
            break;
        }
        }
        if (m->status != WZ_OK) return -1;
        if (!good && !resume(m, &pc, &at)) return -1;
    }
}

int64_t regex_match(const regex *r, const char *text, size_t bytes, size_t at, wz_status *status)
{
    machine m = {r, text, text + bytes, NULL, 0, 0, WZ_OK, 1000000 + 64 * (uint64_t)bytes};
    int64_t end = run(&m, 0, at);
    mem_free(m.stack);
    *status = m.status;
    return end;
}

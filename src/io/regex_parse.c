/* regex_parse.c - reads a regular expression into a tree.
 * SPDX-License-Identifier: MIT */
#include "regex_parse.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

wz_status regex_bad(const parser *s, const char *what)
{
    int left = (int)(s->end - s->p < 20 ? s->end - s->p : 20);
    while (left > 0 && left < s->end - s->p && ((unsigned char)s->p[left] & 0xC0) == 0x80) left--;
    return fail(WZ_UNSUPPORTED, "regular expression, byte %d: %s, at '%.*s'", (int)(s->p - s->begin), what, left, s->p);
}

wz_status regex_room(void **array, size_t n, size_t *room, size_t each)
{
    if (n < *room) return WZ_OK;
    size_t more = *room ? *room * 2 : 16;
    if (more > REGEX_MAX_CODE) return fail(WZ_UNSUPPORTED, "a regular expression of more than %d parts", (int)REGEX_MAX_CODE);
    void *p = mem_grow(*array, more * each);
    if (!p) return WZ_NOMEM;
    *array = p;
    *room = more;
    return WZ_OK;
}

bool regex_accept(parser *s, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(s->end - s->p) < n || memcmp(s->p, text, n) != 0) return false;
    s->p += n;
    return true;
}

wz_status regex_one_char(parser *s, uint32_t *c)
{
    int n;
    *c = utf8_get(s->p, s->end, &n);
    if (!n) return regex_bad(s, "invalid UTF-8");
    s->p += n;
    return WZ_OK;
}

static wz_status new_node(parser *s, node n, uint32_t *index)
{
    if (s->n_nodes == 0) s->n_nodes = 1;
    TRY(regex_room((void **)&s->nodes, s->n_nodes, &s->room_nodes, sizeof *s->nodes));
    s->nodes[s->n_nodes] = n;
    *index = (uint32_t)s->n_nodes++;
    return WZ_OK;
}

/* ---- one thing ----------------------------------------------------------------------------------- */

static wz_status set_node(parser *s, set_item item, uint32_t *out)
{
    uint32_t index;
    TRY(regex_add_set(s, false, &index));
    TRY(regex_add_item(s, item));
    regex_close_set(s->r, index);
    return new_node(s, (node){.kind = NODE_SET, .a = index}, out);
}

static wz_status char_node(parser *s, uint32_t c, uint32_t *out)
{
    if (s->ignore_case) return set_node(s, (set_item){ITEM_RANGE, false, c, c}, out);
    return new_node(s, (node){.kind = NODE_CHAR, .a = c}, out);
}

static wz_status alternatives(parser *s, uint32_t *out);

/* (?im-im: .. ) and (?i) .. to the end of the group. After "(?". */
static wz_status options(parser *s)
{
    bool on = true;
    for (; s->p < s->end && *s->p != ':' && *s->p != ')'; s->p++) {
        if (*s->p == '-') on = false;
        else if (*s->p == 'i') s->ignore_case = on;
        else if (*s->p == 'm') s->any_newline = on;
        else return regex_bad(s, "this kind of group is not supported");
    }
    return s->p == s->end ? regex_bad(s, "')' is missing") : WZ_OK;
}

static bool group_name(parser *s)
{
    const char *close = regex_accept(s, "?<") ? memchr(s->p, '>', (size_t)(s->end - s->p)) : NULL;
    if (!close || close == s->p) return false;
    s->p = close + 1;
    return true;
}

/* After '('. */
static wz_status group(parser *s, uint32_t *out)
{
    bool ignore = s->ignore_case, newline = s->any_newline, inline_options = false;
    node n = {.kind = NODE_ALL};
    if (++s->depth > REGEX_MAX_DEPTH) return regex_bad(s, "groups nested too deeply");
    if (regex_accept(s, "?=")) n.kind = NODE_LOOK;
    else if (regex_accept(s, "?!")) n = (node){.kind = NODE_LOOK, .a = 1};
    else if (regex_accept(s, "?<=")) n = (node){.kind = NODE_LOOK, .a = 2};
    else if (regex_accept(s, "?<!")) n = (node){.kind = NODE_LOOK, .a = 3};
    else if (regex_accept(s, "?>")) n.kind = NODE_ATOMIC;
    else if (s->end - s->p > 1 && s->p[0] == '?' && s->p[1] == '<') {
        if (!group_name(s)) return regex_bad(s, "a group without a name");
    } else if (regex_accept(s, "?")) {
        TRY(options(s));
        inline_options = *s->p++ == ')';
    }
    TRY(alternatives(s, &n.part));
    if (!inline_options && !regex_accept(s, ")")) return regex_bad(s, "')' is missing");
    s->ignore_case = ignore;
    s->any_newline = newline;
    s->depth--;
    return new_node(s, n, out);
}

static wz_status atom(parser *s, uint32_t *out)
{
    bool     is_class = false;
    set_item item;
    uint32_t c = 0;
    if (regex_accept(s, "(")) return group(s, out);
    if (regex_accept(s, "[")) {
        TRY(regex_class(s, &c));
        return new_node(s, (node){.kind = NODE_SET, .a = c}, out);
    }
    if (regex_accept(s, ".")) {
        item = s->any_newline ? (set_item){ITEM_RANGE, false, 0, 0x10FFFF} : (set_item){ITEM_RANGE, true, '\n', '\n'};
        bool ignore = s->ignore_case; /* any character: case has no part in it */
        s->ignore_case = false;
        wz_status status = set_node(s, item, out);
        s->ignore_case = ignore;
        return status;
    }
    if (*s->p == '^' || *s->p == '$') return new_node(s, (node){.kind = NODE_ANCHOR, .a = (uint32_t)*s->p++}, out);
    if (*s->p == '*' || *s->p == '+' || *s->p == '?') return regex_bad(s, "nothing to repeat");
    if (!regex_accept(s, "\\")) {
        TRY(regex_one_char(s, &c));
        return char_node(s, c, out);
    }
    if (s->p < s->end && strchr("bBAzZ", *s->p) && *s->p)
        return new_node(s, (node){.kind = NODE_ANCHOR, .a = (uint32_t)*s->p++}, out);
    if (s->p < s->end && (*s->p == 'h' || *s->p == 'H')) {
        bool outside = *s->p++ == 'H';
        TRY(regex_add_set(s, outside, &c));
        TRY(regex_add_item(s, (set_item){ITEM_RANGE, false, '0', '9'}));
        TRY(regex_add_item(s, (set_item){ITEM_RANGE, false, 'a', 'f'}));
        TRY(regex_add_item(s, (set_item){ITEM_RANGE, false, 'A', 'F'}));
        regex_close_set(s->r, c);
        return new_node(s, (node){.kind = NODE_SET, .a = c}, out);
    }
    TRY(regex_escape(s, false, &is_class, &item, &c));
    return is_class ? set_node(s, item, out) : char_node(s, c, out);
}

/* ---- repetitions --------------------------------------------------------------------------------- */

static bool number(parser *s, uint32_t *out)
{
    const char *start = s->p;
    for (*out = 0; s->p < s->end && *s->p >= '0' && *s->p <= '9' && *out < 100000; s->p++)
        *out = *out * 10 + (uint32_t)(*s->p - '0');
    return s->p > start;
}

/* {n} {n,} {n,m} {,m}; anything else that begins with '{' is literal text. */
static bool interval(parser *s, node *n)
{
    const char *start = s->p;
    if (!regex_accept(s, "{")) return false;
    bool low = number(s, &n->low), comma = regex_accept(s, ","), high = comma && number(s, &n->high);
    if (!comma) n->high = n->low;
    else if (!high) n->high = UINT32_MAX;
    if ((low || high) && regex_accept(s, "}")) return true;
    s->p = start;
    return false;
}

/* The quantifier after a thing, if there is one. After {n,m} a '+' is another one: a{1,2}+ is (a{1,2})+. */
static wz_status quantifier(parser *s, node *n, bool *any)
{
    *n = (node){.kind = NODE_REPEAT, .mode = RUN_GREEDY};
    *any = true;
    if (interval(s, n)) {
        if (n->high < n->low || n->low > 1000 || (n->high != UINT32_MAX && n->high > 1000))
            return regex_bad(s, "a count above 1,000 or the wrong way round");
        if (s->p < s->end && *s->p == '?' && n->low == n->high) return regex_bad(s, "{n}? has two meanings");
        if (regex_accept(s, "?")) n->mode = RUN_LAZY;
        return WZ_OK;
    }
    n->high = UINT32_MAX;
    if (regex_accept(s, "+")) n->low = 1;
    else if (regex_accept(s, "?")) n->high = 1;
    else if (!regex_accept(s, "*")) *any = false;
    if (*any && regex_accept(s, "?")) n->mode = RUN_LAZY;
    else if (*any && regex_accept(s, "+")) n->mode = RUN_POSSESSIVE;
    return WZ_OK;
}

/* Repeating nothing could go on for ever, in matching or, by counts within counts, in compiling. */
static bool can_be_empty(const parser *s, uint32_t index)
{
    const node *n = &s->nodes[index];
    bool        all = true;
    switch (n->kind) {
    case NODE_CHAR: case NODE_SET: return false;
    case NODE_LOOK: case NODE_ANCHOR: return true;
    case NODE_REPEAT: return n->low == 0 || can_be_empty(s, n->part);
    case NODE_ANY:
        for (uint32_t i = n->part; i; i = s->nodes[i].next)
            if (can_be_empty(s, i)) return true;
        return false;
    case NODE_ALL: case NODE_ATOMIC:
        for (uint32_t i = n->part; i && all; i = s->nodes[i].next) all = can_be_empty(s, i);
        return all;
    }
    return true;
}

/* Pairs of letters that single characters fold to (U+00DF to "ss", U+FB06 to "st" and so on). */
static bool folds_to_one(const parser *s, uint32_t a, uint32_t b)
{
    static const char pairs[][3] = {"ss", "st", "ff", "fi", "fl"};
    const set_item   *x, *y;
    if (!a || s->nodes[a].kind != NODE_SET || s->nodes[b].kind != NODE_SET) return false;
    if (s->r->sets[s->nodes[a].a].n != 1 || s->r->sets[s->nodes[b].a].n != 1) return false;
    x = &s->r->items[s->r->sets[s->nodes[a].a].begin];
    y = &s->r->items[s->r->sets[s->nodes[b].a].begin];
    if (x->kind != ITEM_RANGE || y->kind != ITEM_RANGE || x->first != x->last || y->first != y->last) return false;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if ((x->first | 32) == (uint32_t)pairs[i][0] && (y->first | 32) == (uint32_t)pairs[i][1]) return true;
    return false;
}

static wz_status sequence(parser *s, uint32_t *out)
{
    uint32_t all, last = NO_NODE;
    TRY(new_node(s, (node){.kind = NODE_ALL}, &all));
    while (s->p < s->end && *s->p != '|' && *s->p != ')') {
        uint32_t part;
        node     repeat;
        bool     any = true;
        TRY(atom(s, &part));
        if (s->ignore_case && folds_to_one(s, last, part)) return regex_bad(s, "letters that fold to one character");
        for (int levels = 0; any; levels++) {
            if (levels == 4) return regex_bad(s, "repeated too often");
            TRY(quantifier(s, &repeat, &any));
            if (!any) break;
            repeat.part = part;
            if (repeat.high > 1 && can_be_empty(s, part))
                return regex_bad(s, "a repeated part that can be empty");
            TRY(new_node(s, repeat, &part));
        }
        if (last) s->nodes[last].next = part;
        else s->nodes[all].part = part;
        last = part;
    }
    *out = all;
    return WZ_OK;
}

static wz_status alternatives(parser *s, uint32_t *out)
{
    uint32_t any, last;
    TRY(sequence(s, &last));
    *out = last;
    if (s->p == s->end || *s->p != '|') return WZ_OK;
    TRY(new_node(s, (node){.kind = NODE_ANY, .part = last}, &any));
    while (regex_accept(s, "|")) {
        uint32_t more;
        TRY(sequence(s, &more));
        s->nodes[last].next = more;
        last = more;
    }
    *out = any;
    return WZ_OK;
}

wz_status regex_parse(parser *s, uint32_t *top)
{
    TRY(alternatives(s, top));
    return s->p == s->end ? WZ_OK : regex_bad(s, "')' without '('");
}

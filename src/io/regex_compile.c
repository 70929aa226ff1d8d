/* regex_compile.c - from the tree of a regular expression to the program that matches it.
 * SPDX-License-Identifier: MIT */
#include "regex_parse.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"

typedef struct compiler {
    const parser *s;
    regex        *r;
} compiler;

static wz_status emit(compiler *c, instruction i)
{
    TRY(regex_room((void **)&c->r->code, c->r->n_code, &c->r->room_code, sizeof *c->r->code));
    c->r->code[c->r->n_code++] = i;
    return WZ_OK;
}

static uint32_t here(const compiler *c) { return (uint32_t)c->r->n_code; }

static wz_status compile(compiler *c, uint32_t index);

static wz_status compile_any(compiler *c, const node *n)
{
    uint32_t jump = UINT32_MAX; /* the jumps to the end, a list by their own targets */
    for (uint32_t i = n->part; i; i = c->s->nodes[i].next) {
        uint32_t split = here(c);
        bool     last = c->s->nodes[i].next == NO_NODE;
        if (!last) TRY(emit(c, (instruction){.op = OP_SPLIT, .a = split + 1}));
        TRY(compile(c, i));
        if (last) break;
        uint32_t at = here(c);
        TRY(emit(c, (instruction){.op = OP_JUMP, .a = jump}));
        jump = at;
        c->r->code[split].b = here(c);
    }
    while (jump != UINT32_MAX) {
        uint32_t next = c->r->code[jump].a;
        c->r->code[jump].a = here(c);
        jump = next;
    }
    return WZ_OK;
}

/* The set of a node that is a single character or class; false for any other. */
static wz_status as_set(compiler *c, const node *n, bool *is, uint32_t *index)
{
    *is = true;
    while (n->kind == NODE_ALL && n->part && c->s->nodes[n->part].next == NO_NODE) n = &c->s->nodes[n->part];
    if (n->kind == NODE_SET) {
        *index = n->a;
        return WZ_OK;
    }
    *is = n->kind == NODE_CHAR;
    if (!*is) return WZ_OK;
    parser s = {.r = c->r};
    TRY(regex_add_set(&s, false, index));
    TRY(regex_add_item(&s, (set_item){ITEM_RANGE, false, n->a, n->a}));
    regex_close_set(c->r, *index);
    return WZ_OK;
}

/* low copies, then optional copies or a loop. */
static wz_status compile_copies(compiler *c, const node *n, run_mode mode)
{
    uint32_t copies = n->high == UINT32_MAX ? n->low + 1 : n->high, loop = 0;
    uint32_t exits = UINT32_MAX; /* a list as in compile_any, through the field that leads out */
    for (uint32_t k = 0; k < copies; k++) {
        uint32_t split = here(c);
        if (k >= n->low) {
            TRY(emit(c, (instruction){.op = OP_SPLIT, .a = split + 1, .b = split + 1}));
            if (mode == RUN_LAZY) c->r->code[split].a = exits;
            else c->r->code[split].b = exits;
            exits = split;
            loop = split;
        }
        TRY(compile(c, n->part));
    }
    if (n->high == UINT32_MAX) TRY(emit(c, (instruction){.op = OP_JUMP, .a = loop}));
    while (exits != UINT32_MAX) {
        instruction *i = &c->r->code[exits];
        uint32_t    *out = mode == RUN_LAZY ? &i->a : &i->b;
        exits = *out;
        *out = here(c);
    }
    return WZ_OK;
}

static wz_status compile_inner(compiler *c, instruction head, uint32_t first_part)
{
    uint32_t at = here(c);
    TRY(emit(c, head));
    for (uint32_t i = first_part; i; i = c->s->nodes[i].next) TRY(compile(c, i));
    TRY(emit(c, (instruction){.op = OP_DONE}));
    c->r->code[at].a = here(c);
    return WZ_OK;
}

static wz_status compile_repeat(compiler *c, const node *n)
{
    bool     single;
    uint32_t index = 0;
    TRY(as_set(c, &c->s->nodes[n->part], &single, &index));
    if (single) {
        instruction i = {.op = OP_RUN, .a = index, .low = n->low, .high = n->high, .mode = n->mode};
        return n->high ? emit(c, i) : WZ_OK;
    }
    if (n->mode != RUN_POSSESSIVE) return compile_copies(c, n, n->mode);
    uint32_t at = here(c);
    TRY(emit(c, (instruction){.op = OP_ATOMIC}));
    TRY(compile_copies(c, n, RUN_GREEDY));
    TRY(emit(c, (instruction){.op = OP_DONE}));
    c->r->code[at].a = here(c);
    return WZ_OK;
}

/* The number of code points that a node takes, when it is always the same. */
static bool fixed_width(const compiler *c, uint32_t index, uint32_t *width)
{
    const node *n = &c->s->nodes[index];
    uint32_t    part = 0, other = 0;
    *width = 0;
    switch (n->kind) {
    case NODE_CHAR: case NODE_SET: *width = 1; return true;
    case NODE_LOOK: case NODE_ANCHOR: return true;
    case NODE_REPEAT:
        if (n->low != n->high || !fixed_width(c, n->part, &part)) return false;
        *width = part * n->low;
        return *width < 256;
    case NODE_ANY:
        if (!fixed_width(c, n->part, &part)) return false;
        for (uint32_t i = n->part; i; i = c->s->nodes[i].next)
            if (!fixed_width(c, i, &other) || other != part) return false;
        *width = part;
        return true;
    case NODE_ALL: case NODE_ATOMIC:
        for (uint32_t i = n->part; i; i = c->s->nodes[i].next) {
            if (!fixed_width(c, i, &part)) return false;
            *width += part;
        }
        return *width < 256;
    }
    return false;
}

static wz_status compile_look(compiler *c, const node *n)
{
    uint32_t width = 0;
    if ((n->a & 2) && !fixed_width(c, n->part, &width)) return regex_bad(c->s, "a lookbehind without a fixed width");
    return compile_inner(c, (instruction){.op = OP_LOOK, .b = width, .mode = n->a & 1}, n->part);
}

/* As deep as the groups of the pattern, which the parser bounds. */
static wz_status compile(compiler *c, uint32_t index)
{
    const node *n = &c->s->nodes[index];
    switch (n->kind) {
    case NODE_CHAR: return emit(c, (instruction){.op = OP_CHAR, .a = n->a});
    case NODE_SET: return emit(c, (instruction){.op = OP_SET, .a = n->a});
    case NODE_ANCHOR: return emit(c, (instruction){.op = OP_ANCHOR, .a = n->a});
    case NODE_ALL:
        for (uint32_t i = n->part; i; i = c->s->nodes[i].next) TRY(compile(c, i));
        return WZ_OK;
    case NODE_ANY: return compile_any(c, n);
    case NODE_REPEAT: return compile_repeat(c, n);
    case NODE_LOOK: return compile_look(c, n);
    case NODE_ATOMIC: return compile_inner(c, (instruction){.op = OP_ATOMIC}, n->part);
    }
    return WZ_OK;
}

wz_status regex_compile(const char *pattern, size_t bytes, regex **out)
{
    *out = NULL;
    TRY(utf8_check(pattern, bytes));
    regex *r = mem_alloc(sizeof *r);
    if (!r) return WZ_NOMEM;
    parser    s = {.p = pattern, .end = pattern + bytes, .begin = pattern, .r = r};
    compiler  c = {&s, r};
    uint32_t  top = NO_NODE;
    wz_status status = regex_parse(&s, &top);
    if (status == WZ_OK) status = compile(&c, top);
    if (status == WZ_OK) status = emit(&c, (instruction){.op = OP_DONE});
    mem_free(s.nodes);
    if (status != WZ_OK) regex_free(&r);
    *out = r;
    return status;
}

wz_status regex_compile_literal(const char *text, size_t bytes, regex **out)
{
    *out = NULL;
    TRY(utf8_check(text, bytes));
    regex *r = mem_alloc(sizeof *r);
    if (!r) return WZ_NOMEM;
    compiler  c = {NULL, r};
    wz_status status = WZ_OK;
    for (const char *p = text; status == WZ_OK && p < text + bytes;)
        status = emit(&c, (instruction){.op = OP_CHAR, .a = utf8_next(&p)});
    if (status == WZ_OK) status = emit(&c, (instruction){.op = OP_DONE});
    if (status != WZ_OK) regex_free(&r);
    *out = r;
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

/* regex_parse.h - a regular expression as a tree: between its parser and its compiler.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_REGEX_PARSE_H
#define WZ_IO_REGEX_PARSE_H
#include "regex_program.h"

typedef enum node_kind { NODE_CHAR, NODE_SET, NODE_ALL, NODE_ANY, NODE_REPEAT, NODE_LOOK, NODE_ATOMIC, NODE_ANCHOR } node_kind;

enum { NO_NODE = 0, REGEX_MAX_DEPTH = 48, REGEX_MAX_CODE = 1 << 16 };

/* ALL: its parts one after the other; ANY: the first part that matches. Parts are a list from `part` by `next`. */
typedef struct node {
    node_kind kind;
    uint32_t  a;        /* CHAR: code point; SET: set; ANCHOR: its character; LOOK: 1 negative, 2 behind */
    uint32_t  low, high;
    run_mode  mode;
    uint32_t  part, next; /* nodes; NO_NODE: none */
} node;

typedef struct parser {
    const char *p, *end, *begin;
    regex      *r;
    node       *nodes; /* 0 is not used */
    size_t      n_nodes, room_nodes;
    bool        ignore_case, any_newline;
    int         depth;
} parser;

/* Grows *array so that it has room for element n. */
wz_status regex_room(void **array, size_t n, size_t *room, size_t each);
wz_status regex_bad(const parser *s, const char *what);
wz_status regex_parse(parser *s, uint32_t *top); /* the nodes are freed by the caller */
/* Sets: regex_set.c. After '[', and after a backslash outside of a class. */
wz_status regex_add_set(parser *s, bool negated, uint32_t *index);
wz_status regex_add_item(parser *s, set_item item);
void      regex_close_set(regex *r, uint32_t index); /* makes the bitmap */
wz_status regex_class(parser *s, uint32_t *index);
wz_status regex_escape(parser *s, bool in_class, bool *is_class, set_item *item, uint32_t *c);
wz_status regex_one_char(parser *s, uint32_t *c);
bool      regex_accept(parser *s, const char *text);
#endif

/* regex_program.h - the program a regular expression becomes: between its compiler and its matcher.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_REGEX_PROGRAM_H
#define WZ_IO_REGEX_PROGRAM_H
#include "regex.h"
#include <stdbool.h>

typedef enum opcode {
    OP_CHAR, /* a: code point */
    OP_SET,  /* a: set */
    OP_RUN,  /* a: set, low .. high times, mode */
    OP_SPLIT, /* goes on at a, and at b if that fails */
    OP_JUMP,
    OP_LOOK,   /* the program at pc + 1 up to DONE must match (mode 1: must not), starting b code points back; on at a */
    OP_ATOMIC, /* the program at pc + 1 up to DONE, without a way back into it; on at a */
    OP_ANCHOR, /* a: the character that names it: ^ $ A z Z b B */
    OP_DONE
} opcode;

typedef enum run_mode { RUN_GREEDY, RUN_LAZY, RUN_POSSESSIVE } run_mode;

typedef struct instruction {
    opcode   op;
    uint32_t a, b, low, high; /* high UINT32_MAX: no limit */
    uint32_t mode;
} instruction;

typedef enum item_kind { ITEM_RANGE, ITEM_CATEGORIES, ITEM_SPACE, ITEM_WORD, ITEM_WORD_ALONE, ITEM_SET } item_kind;

typedef struct set_item {
    item_kind kind;
    bool      outside; /* what is not in it */
    uint32_t  first, last; /* RANGE; CATEGORIES: a mask in first; SET: its index in first */
} set_item;

typedef struct set {
    uint32_t begin, n; /* items */
    uint32_t ascii[4]; /* the answer for c < 128 */
    bool     negated, fold;
} set;

struct regex {
    instruction *code;
    set         *sets;
    set_item    *items;
    size_t       n_code, room_code, n_sets, room_sets, n_items, room_items;
};

bool set_has(const regex *r, const set *s, uint32_t c);      /* by the bitmap for ASCII */
bool set_has_slow(const regex *r, const set *s, uint32_t c); /* by the items, for making the bitmap */
#endif

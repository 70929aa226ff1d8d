/* regex.h - the regular expressions that tokenizer files use, over code points.
 *
 * Oniguruma's syntax and meaning (leftmost, first alternative that matches), as far as tokenizers go: alternation,
 * groups, (?i:...) for ASCII letters, (?m:...), atomic groups, lookahead, lookbehind of fixed width, classes with
 * ranges and nested classes, \s \d \w \h and their negations, \p{..} of general categories, ^ $ \A \z \Z \b \B, the
 * quantifiers * + ? {n,m}, greedy, lazy or possessive. Anything else is refused by name when compiled.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_REGEX_H
#define WZ_IO_REGEX_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wootz/wootz.h>

typedef struct regex regex;

wz_status regex_compile(const char *pattern, size_t bytes, regex **out);
wz_status regex_compile_literal(const char *text, size_t bytes, regex **out); /* matches the text itself */
void      regex_free(regex **r);

typedef struct regex_frame {
    uint32_t pc, left; /* left: repetitions of a run that may still be given back or taken, 0: go on at pc */
    size_t   at;
} regex_frame;

/* What matching needs besides the text: a stack kept between matches, and the steps left before a pattern that
 * backtracks without end is given up. Begin with regex_scan_begin, end with regex_scan_end. */
typedef struct regex_scan {
    regex_frame *stack;
    size_t       n, room;
    uint64_t     steps;
    wz_status    status;
} regex_scan;

void regex_scan_begin(regex_scan *s, size_t text_bytes);
void regex_scan_end(regex_scan *s);

/* The first match that begins at or after `from` in text (valid UTF-8): its end, or -1 when there is none or on an
 * error, which s->status tells. */
int64_t regex_find(const regex *r, regex_scan *s, const char *text, size_t bytes, size_t from, size_t *begin);

/* One match after another, begun with REGEX_START: true with the match in at->begin, at->end; false when there is no
 * more or on an error, which s->status tells. An empty match at the end of the one before does not count. */
typedef struct regex_place { size_t begin, end, from; int64_t last; } regex_place;
#define REGEX_START ((regex_place){.last = -1})
bool regex_next(const regex *r, regex_scan *s, regex_place *at, const char *text, size_t bytes);
#endif

/* regex.h - the regular expressions that tokenizer files use, over code points.
 *
 * Alternation, groups (capturing ones are read as plain), (?i:...), lookahead (?=...) and (?!...), classes with
 * ranges, negation, \s \S \d \D \w \W \p{L} \P{N} \p{Lu}-like general categories by their first letter only where the
 * whole category is meant (L, M, N, P, S), escapes, the quantifiers * + ? {n} {n,} {n,m}, each greedy, lazy (?)
 * or possessive (+). Perl's meaning: leftmost, first alternative that matches. Anything else is refused by name.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_REGEX_H
#define WZ_IO_REGEX_H
#include <stddef.h>
#include <wootz/wootz.h>

typedef struct regex regex;

wz_status regex_compile(const char *pattern, size_t bytes, regex **out);
void      regex_free(regex **r);
/* Matches at exactly text + at (valid UTF-8, `bytes` in all): the end of the match, or -1. WZ_NOMEM through *status. */
int64_t   regex_match(const regex *r, const char *text, size_t bytes, size_t at, wz_status *status);
#endif

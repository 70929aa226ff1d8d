/* added.c - finds added tokens in text: the leftmost, of those that begin there the longest.
 * The tokens are sorted by their bytes; walking down a text narrows the range of those that still match, so a search
 * costs the length of the longest token times the logarithm of their number.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/mem.h"
#include "unicode.h"
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    const added_token *x = a, *y = b;
    int                order = memcmp(x->text, y->text, x->bytes < y->bytes ? x->bytes : y->bytes);
    return order ? order : x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

void added_sort(added_set *s)
{
    int32_t i = 0;
    if (s->n) qsort(s->token, (size_t)s->n, sizeof *s->token, by_text);
    for (int b = 0; b < 256; b++) {
        s->first[b] = i;
        while (i < s->n && (unsigned char)s->token[i].text[0] == b) i++;
    }
    s->first[256] = i;
}

void added_free(added_set *s)
{
    for (int32_t i = 0; i < s->n; i++) mem_free(s->token[i].text);
    mem_free(s->token);
    *s = (added_set){0};
}

/* The first of [low, high) whose byte `depth` is b or more (they agree before it, and are longer than depth). */
static int32_t lower(const added_set *s, int32_t low, int32_t high, size_t depth, int b)
{
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if ((unsigned char)s->token[middle].text[depth] < b) low = middle + 1;
        else high = middle;
    }
    return low;
}

static const added_token *longest_at(const added_set *s, const char *text, size_t bytes)
{
    const added_token *best = NULL;
    unsigned char      b = (unsigned char)text[0];
    int32_t            low = s->first[b], high = s->first[b + 1];
    for (size_t depth = 1; low < high; depth++) {
        if (s->token[low].bytes == depth) { /* the shortest of a range comes first, and only once */
            best = &s->token[low++];
            if (low == high) break;
        }
        if (depth == bytes) break;
        b = (unsigned char)text[depth];
        low = lower(s, low, high, depth, b);
        high = lower(s, low, high, depth, b + 1);
    }
    return best;
}

/* ---- conditions ---------------------------------------------------------------------------------- */

static bool word_at(const char *text, size_t bytes, size_t at)
{
    const char *p = text + at;
    if (at >= bytes) return false;
    uint32_t c = utf8_next(&p);
    return unicode_word(c) || c == 0x200C || c == 0x200D; /* the joiners count here, unlike in patterns */
}

static bool stands_alone(const char *text, size_t bytes, size_t begin, size_t end)
{
    return !word_at(text, bytes, end) && (begin == 0 || !word_at(text, bytes, utf8_back(text, begin)));
}

static size_t skip_space(const char *text, size_t bytes, size_t at)
{
    while (at < bytes) {
        const char *p = text + at;
        if (!unicode_space(utf8_next(&p))) break;
        at = (size_t)(p - text);
    }
    return at;
}

static size_t back_over_space(const char *text, size_t from, size_t at)
{
    while (at > from) {
        size_t      back = utf8_back(text, at);
        const char *p = text + back;
        if (!unicode_space(utf8_next(&p))) break;
        at = back;
    }
    return at;
}

/* Whether the parts that [begin, end) touches let the token stand for itself; *inside: they are one part. */
static bool allowed(part_flags f, const added_token *a, size_t begin, size_t end, bool *inside)
{
    int64_t low = 0, high = f.n - 1;
    while (low < high) { /* the first part that ends after begin */
        int64_t middle = low + (high - low) / 2;
        if (f.end[middle] <= begin) low = middle + 1;
        else high = middle;
    }
    bool good = true;
    *inside = f.n == 0 || f.end[low] >= end;
    for (int64_t i = low; i < f.n; i++) {
        if (a->special && (f.flags[i] & WZ_ENCODE_PLAIN)) good = false;
        if (a->tag && (f.flags[i] & WZ_ENCODE_NO_TAGS)) good = false;
        if (f.end[i] >= end) break;
    }
    return good;
}

void added_next(const added_set *s, const char *text, size_t bytes, part_flags flags, size_t *at, size_t from, added_hit *hit)
{
    hit->token = NULL;
    while (*at < bytes && s->n) {
        const added_token *a = longest_at(s, text + *at, bytes - *at);
        size_t             begin = *at, end = a ? begin + a->bytes : begin + 1;
        bool               inside = true;
        *at = end;
        if (!a) continue;
        if (!allowed(flags, a, begin, end, &inside)) {
            if (!inside) *at = begin + 1; /* what it reaches into may begin a token that counts */
            continue;
        }
        if (a->single_word && !stands_alone(text, bytes, begin, end)) continue;
        if (a->lstrip) begin = back_over_space(text, from, begin);
        if (a->rstrip) end = skip_space(text, bytes, end);
        *hit = (added_hit){begin < from ? from : begin, end, a};
        return;
    }
}

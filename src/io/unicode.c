/* unicode.c - see unicode.h. NFC as in Unicode Standard Annex 15: decompose, order marks, compose; Hangul by
 * arithmetic.
 * SPDX-License-Identifier: MIT */
#include "unicode.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <stdlib.h>
#include <string.h>

static bool in_ranges(const unicode_range *r, int n, uint32_t c)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (c < r[middle].first) high = middle - 1;
        else if (c > r[middle].last) low = middle + 1;
        else return true;
    }
    return false;
}

static bool is_space(uint32_t c)
{
    return (c >= 9 && c <= 13) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

bool unicode_is(uint32_t c, unicode_kind kind)
{
    if (c < 128) { /* most text */
        bool letter = (c | 32) >= 'a' && (c | 32) <= 'z', digit = c >= '0' && c <= '9';
        if (kind == UNI_LETTER) return letter;
        if (kind == UNI_NUMBER) return digit;
        if (kind == UNI_MARK) return false;
    }
    switch (kind) {
    case UNI_LETTER: return in_ranges(unicode_letters, unicode_n_letters, c);
    case UNI_MARK: return in_ranges(unicode_marks, unicode_n_marks, c);
    case UNI_NUMBER: return in_ranges(unicode_numbers, unicode_n_numbers, c);
    case UNI_PUNCTUATION: return in_ranges(unicode_punctuation, unicode_n_punctuation, c);
    case UNI_SYMBOL: return in_ranges(unicode_symbols, unicode_n_symbols, c);
    case UNI_SPACE: return is_space(c);
    }
    return false;
}

uint32_t utf8_get(const char *text, const char *end, int *n)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t               room = (size_t)(end - text);
    *n = 0;
    if (p[0] < 0x80) {
        *n = 1;
        return p[0];
    }
    int need = p[0] >= 0xC2 && p[0] <= 0xDF ? 2 : (p[0] & 0xF0) == 0xE0 ? 3 : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4 : 0;
    if (!need || room < (size_t)need) return 0;
    uint32_t c = p[0] & (0xFFu >> (need + 1));
    for (int i = 1; i < need; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        c = c << 6 | (p[i] & 63u);
    }
    if ((need == 3 && (c < 0x800 || (c >= 0xD800 && c <= 0xDFFF))) || (need == 4 && (c < 0x10000 || c > 0x10FFFF))) return 0;
    *n = need;
    return c;
}

int utf8_put(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (c & 63));
        c >>= 6;
    }
    to[0] = (char)((0xF00u >> n & 0xF0u) | c);
    return n;
}

wz_status utf8_check(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes;) {
        int n;
        (void)utf8_get(text + i, text + bytes, &n);
        if (!n) return fail(WZ_INVALID, "the text is not valid UTF-8 at byte %zu (0x%02x)", i, (unsigned char)text[i]);
        i += (size_t)n;
    }
    return WZ_OK;
}

/* ---- NFC ------------------------------------------------------------------------------------------------ */

static int combining(uint32_t c)
{
    int low = 0, high = unicode_n_classes - 1;
    if (c < 0x300) return 0;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (c < unicode_classes[middle].first) high = middle - 1;
        else if (c > unicode_classes[middle].last) low = middle + 1;
        else return unicode_classes[middle].combining;
    }
    return 0;
}

static const unicode_pair *pair_of(uint32_t c)
{
    int low = 0, high = unicode_n_pairs - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (c < unicode_pairs[middle].whole) high = middle - 1;
        else if (c > unicode_pairs[middle].whole) low = middle + 1;
        else return &unicode_pairs[middle];
    }
    return NULL;
}

enum { S_BASE = 0xAC00, L_BASE = 0x1100, V_BASE = 0x1161, T_BASE = 0x11A7, L_COUNT = 19, V_COUNT = 21, T_COUNT = 28, S_COUNT = 11172 };

static size_t decompose(uint32_t c, uint32_t *out)
{
    if (c >= S_BASE && c < S_BASE + S_COUNT) {
        uint32_t s = c - S_BASE;
        out[0] = L_BASE + s / (V_COUNT * T_COUNT);
        out[1] = V_BASE + s % (V_COUNT * T_COUNT) / T_COUNT;
        if (s % T_COUNT == 0) return 2;
        out[2] = T_BASE + s % T_COUNT;
        return 3;
    }
    const unicode_pair *p = c < 0xC0 ? NULL : pair_of(c);
    if (!p) {
        out[0] = c;
        return 1;
    }
    size_t n = decompose(p->first, out);
    if (p->second) n += decompose(p->second, out + n);
    return n;
}

/* The composite of two code points, 0 if there is none. The pairs are sorted by the whole, so this scans a
 * small index built once: pairs sorted by (first, second). */
static int by_parts(const void *a, const void *b)
{
    const unicode_pair *x = *(const unicode_pair *const *)a, *y = *(const unicode_pair *const *)b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return x->second < y->second ? -1 : x->second > y->second;
}

typedef struct composer {
    const unicode_pair **pair;
    int                  n;
} composer;

static uint32_t compose(const composer *t, uint32_t a, uint32_t b)
{
    if (a >= L_BASE && a < L_BASE + L_COUNT && b >= V_BASE && b < V_BASE + V_COUNT) return S_BASE + ((a - L_BASE) * V_COUNT + (b - V_BASE)) * T_COUNT;
    if (a >= S_BASE && a < S_BASE + S_COUNT && (a - S_BASE) % T_COUNT == 0 && b > T_BASE && b < T_BASE + T_COUNT) return a + (b - T_BASE);
    unicode_pair         want = {0, a, b, 0};
    const unicode_pair  *key = &want, **found = bsearch(&key, t->pair, (size_t)t->n, sizeof *t->pair, by_parts);
    return found ? (*found)->whole : 0;
}

static void order_marks(uint32_t *c, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int k = combining(c[i]);
        for (size_t j = i; k && j > 0 && combining(c[j - 1]) > k; j--) {
            uint32_t swap = c[j];
            c[j] = c[j - 1];
            c[j - 1] = swap;
        }
    }
}

static size_t compose_all(const composer *t, uint32_t *c, size_t n)
{
    size_t out = 0, starter = SIZE_MAX;
    int    last = 0;
    for (size_t i = 0; i < n; i++) {
        int      k = combining(c[i]);
        uint32_t whole = starter != SIZE_MAX && (last < k || (last == 0 && starter + 1 == out)) ? compose(t, c[starter], c[i]) : 0;
        if (whole) {
            c[starter] = whole;
            continue;
        }
        if (k == 0) {
            starter = out;
            last = 0;
        } else {
            last = k;
        }
        c[out++] = c[i];
    }
    return out;
}

wz_status unicode_nfc(const char *text, size_t bytes, char **out, size_t *out_bytes)
{
    bool plain = true; /* below U+0300 everything is composed already */
    for (size_t i = 0; i < bytes && plain; i++) plain = (unsigned char)text[i] < 0xCC;
    *out_bytes = bytes;
    if (plain) return (*out = mem_dup(text, bytes)) ? WZ_OK : WZ_NOMEM;
    uint32_t *c = mem_alloc_array(bytes + 1, 4 * sizeof *c); /* the longest decomposition of two bytes or more has 4 */
    composer  t = {mem_alloc_array((size_t)unicode_n_pairs, sizeof *t.pair), 0};
    char     *to = NULL;
    size_t    n = 0;
    if (c && t.pair) {
        for (int i = 0; i < unicode_n_pairs; i++)
            if (unicode_pairs[i].composes) t.pair[t.n++] = &unicode_pairs[i];
        qsort(t.pair, (size_t)t.n, sizeof *t.pair, by_parts);
        for (const char *p = text, *end = text + bytes; p < end;) {
            int      k;
            uint32_t v = utf8_get(p, end, &k);
            n += decompose(v, c + n);
            p += k;
        }
        order_marks(c, n);
        n = compose_all(&t, c, n);
        to = mem_alloc(4 * n + 1);
    }
    if (to) {
        size_t at = 0;
        for (size_t i = 0; i < n; i++) at += (size_t)utf8_put(to + at, c[i]);
        *out_bytes = at;
    }
    mem_free(c);
    mem_free(t.pair);
    *out = to;
    return to ? WZ_OK : WZ_NOMEM;
}

/* unicode.c - see unicode.h. The normal forms are those of Unicode Standard Annex 15: decompose, order marks,
 * compose; Hangul by arithmetic.
 * SPDX-License-Identifier: MIT */
#include "unicode.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <stdlib.h>
#include <string.h>

/* ---- categories ---------------------------------------------------------------------------------- */

/* Index of the last entry whose code point (entry >> shift) is <= c. The first entry begins at 0. */
static int last_not_above(const uint32_t *table, int n, int shift, uint32_t c)
{
    int low = 0, high = n - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (table[middle] >> shift <= c) low = middle;
        else high = middle - 1;
    }
    return low;
}

unicode_category unicode_category_of(uint32_t c)
{
    int at = last_not_above(unicode_categories, unicode_n_categories, 5, c);
    return (unicode_category)(unicode_categories[at] & 31);
}

bool unicode_in(uint32_t c, uint32_t categories) { return categories >> unicode_category_of(c) & 1; }

bool unicode_space(uint32_t c)
{
    if (c < 0x80) return (c >= 9 && c <= 13) || c == 0x20;
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* Alphabetic is the letters, letter numbers and, beside marks, these symbols: circled and squared letters. */
static bool letter_symbol(uint32_t c)
{
    return (c >= 0x24B6 && c <= 0x24E9) || (c >= 0x1F130 && c <= 0x1F149) ||
           (c >= 0x1F150 && c <= 0x1F169) || (c >= 0x1F170 && c <= 0x1F189);
}

bool unicode_word(uint32_t c)
{
    const uint32_t kinds = UNI_LETTERS | UNI_MARKS | 1u << UNI_ND | 1u << UNI_NL | 1u << UNI_PC;
    return unicode_in(c, kinds) || letter_symbol(c);
}

bool unicode_word_alone(uint32_t c)
{
    /* Oniguruma looks single characters of Latin-1 up in a table in which superscripts and fractions are words. */
    return unicode_word(c) || (c < 256 && unicode_in(c, 1u << UNI_NO));
}

/* The reference asks its language's tables here, which are newer (Unicode 17) than those of its patterns. */
bool unicode_number(uint32_t c) { return unicode_in(c, UNI_NUMBERS) || (c >= 0x11DE0 && c <= 0x11DE9) || (c >= 0x16FF4 && c <= 0x16FF6); }

static bool in_pairs(const uint32_t *pair, int n, uint32_t c)
{
    for (int i = 0; i < n; i += 2)
        if (c >= pair[i] && c <= pair[i + 1]) return true;
    return false;
}

bool unicode_punctuation(uint32_t c)
{
    if (c < 0x80) return c > 32 && c < 127 && !unicode_in(c, UNI_LETTERS | UNI_NUMBERS);
    if (in_pairs(unicode_old_punctuation, unicode_n_old_punctuation, c)) return true;
    return unicode_in(c, UNI_PUNCTUATION) && !in_pairs(unicode_new_punctuation, unicode_n_new_punctuation, c);
}

static const unicode_run *run_of(const unicode_run *runs, int n, uint32_t c)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (c < runs[middle].first) high = middle - 1;
        else if (c > runs[middle].last) low = middle + 1;
        else return &runs[middle];
    }
    return NULL;
}

int unicode_lower(uint32_t c, uint32_t out[2])
{
    const unicode_run *r = run_of(unicode_lowers, unicode_n_lowers, c);
    out[0] = r && (c - r->first) % (uint32_t)r->a == 0 ? c + (uint32_t)r->b : c;
    if (c != 0x130) return 1;
    out[0] = 'i'; /* the only one that becomes two */
    out[1] = 0x307;
    return 2;
}

bool unicode_accent(uint32_t c) { return c >= 0x300 && in_pairs(unicode_accents, unicode_n_accents, c); }

/* ---- UTF-8 --------------------------------------------------------------------------------------- */

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
    if (need == 3 && (c < 0x800 || (c >= 0xD800 && c <= 0xDFFF))) return 0;
    if (need == 4 && (c < 0x10000 || c > 0x10FFFF)) return 0;
    *n = need;
    return c;
}

uint32_t utf8_next(const char **text)
{
    const unsigned char *p = (const unsigned char *)*text;
    if (p[0] < 0x80) {
        *text += 1;
        return p[0];
    }
    if (p[0] < 0xE0) {
        *text += 2;
        return (p[0] & 31u) << 6 | (p[1] & 63u);
    }
    if (p[0] < 0xF0) {
        *text += 3;
        return (p[0] & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u);
    }
    *text += 4;
    return (p[0] & 7u) << 18 | (p[1] & 63u) << 12 | (p[2] & 63u) << 6 | (p[3] & 63u);
}

size_t utf8_back(const char *text, size_t at)
{
    do at--;
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80);
    return at;
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
        if (!n)
            return fail(WZ_INVALID, "the text is not valid UTF-8 at byte %zu (0x%02x)", i, (unsigned char)text[i]);
        i += (size_t)n;
    }
    return WZ_OK;
}

/* ---- canonical forms ----------------------------------------------------------------------------- */

static uint32_t combining(uint32_t c)
{
    if (c < 0x300) return 0;
    return unicode_classes[last_not_above(unicode_classes, unicode_n_classes, 8, c)] & 255;
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

enum { S_BASE = 0xAC00, L_BASE = 0x1100, V_BASE = 0x1161, T_BASE = 0x11A7, L_COUNT = 19, V_COUNT = 21, T_COUNT = 28,
       S_COUNT = 11172 };

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
    if (p->second) out[n++] = p->second; /* second parts never decompose further */
    return n;
}

static uint32_t compose(uint32_t a, uint32_t b)
{
    if (a >= L_BASE && a < L_BASE + L_COUNT && b >= V_BASE && b < V_BASE + V_COUNT)
        return S_BASE + ((a - L_BASE) * V_COUNT + (b - V_BASE)) * T_COUNT;
    if (a >= S_BASE && a < S_BASE + S_COUNT && (a - S_BASE) % T_COUNT == 0 && b > T_BASE && b < T_BASE + T_COUNT)
        return a + (b - T_BASE);
    int low = 0, high = unicode_n_composed - 1;
    while (low <= high) {
        int                 middle = (low + high) / 2;
        const unicode_pair *p = &unicode_pairs[unicode_composed[middle]];
        if (a < p->first || (a == p->first && b < p->second)) high = middle - 1;
        else if (a > p->first || b > p->second) low = middle + 1;
        else return p->whole;
    }
    return 0;
}

static int by_class(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts each run of marks by class, keeping equal ones in order. Short runs, the rule, by insertion. */
static wz_status order_marks(uint32_t *c, size_t n)
{
    for (size_t i = 0, stop; i < n; i = stop + 1) {
        for (stop = i; stop < n && combining(c[stop]); stop++) {}
        if (stop - i <= 16) {
            for (size_t k = i + 1; k < stop; k++)
                for (size_t j = k; j > i && combining(c[j - 1]) > combining(c[j]); j--) {
                    uint32_t swap = c[j];
                    c[j] = c[j - 1];
                    c[j - 1] = swap;
                }
            continue;
        }
        uint64_t *key = mem_alloc_array(stop - i, sizeof *key); /* class, place, code point: 8 + 32 + 21 bits */
        if (!key) return WZ_NOMEM;
        for (size_t k = i; k < stop; k++) key[k - i] = (uint64_t)combining(c[k]) << 53 | (uint64_t)(uint32_t)(k - i) << 21 | c[k];
        qsort(key, stop - i, sizeof *key, by_class);
        for (size_t k = i; k < stop; k++) c[k] = (uint32_t)(key[k - i] & 0x1FFFFF);
        mem_free(key);
    }
    return WZ_OK;
}

static size_t compose_all(uint32_t *c, size_t n)
{
    size_t   out = 0, starter = SIZE_MAX;
    uint32_t last = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t k = combining(c[i]);
        bool     open = starter != SIZE_MAX && (last < k || (last == 0 && starter + 1 == out));
        uint32_t whole = open ? compose(c[starter], c[i]) : 0;
        if (whole) {
            c[starter] = whole;
            continue;
        }
        if (k == 0) starter = out;
        last = k;
        c[out++] = c[i];
    }
    return out;
}

enum { LONGEST_FORM = 18 }; /* code points that U+FDFA becomes */

static size_t decompose_as(uint32_t c, int form, uint32_t *out)
{
    const unicode_run *r = form & UNICODE_COMPATIBLE ? run_of(unicode_compat, unicode_n_compat, c) : NULL;
    if (!r) return decompose(c, out);
    const uint32_t *text = unicode_compat_text + r->a + (c - r->first) * (uint32_t)r->b;
    for (int i = 0; i < r->b; i++) out[i] = text[i];
    return (size_t)r->b;
}

wz_status unicode_normal(const char *text, size_t bytes, int form, char **out, size_t *out_bytes)
{
    *out = NULL;
    *out_bytes = bytes;
    bool plain = true; /* below U+0300 everything is composed, below U+0080 nothing decomposes */
    for (size_t i = 0; i < bytes && plain; i++) plain = (unsigned char)text[i] < (form == UNICODE_COMPOSED ? 0xCC : 0x80);
    if (plain) return (*out = mem_dup(text, bytes)) ? WZ_OK : WZ_NOMEM;

    uint32_t scratch[LONGEST_FORM];
    size_t   n = 0;
    for (const char *p = text; p < text + bytes;) n += decompose_as(utf8_next(&p), form, scratch);
    uint32_t *c = mem_alloc_array(n, sizeof *c);
    if (!c) return WZ_NOMEM;
    n = 0;
    for (const char *p = text; p < text + bytes;) n += decompose_as(utf8_next(&p), form, c + n);
    wz_status status = order_marks(c, n);
    if (status == WZ_OK) {
        if (form & UNICODE_COMPOSED) n = compose_all(c, n);
        char *to = mem_alloc(4 * n + 1);
        if (!to) status = WZ_NOMEM;
        size_t at = 0;
        for (size_t i = 0; to && i < n; i++) at += (size_t)utf8_put(to + at, c[i]);
        *out = to;
        *out_bytes = at;
    }
    mem_free(c);
    return status;
}

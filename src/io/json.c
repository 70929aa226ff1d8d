/* json.c - see json.h. Recursive descent over bytes; everything it makes lives in one arena of chunks.
 * The members of containers that are still open stand on one stack; a finished container copies its own off.
 * SPDX-License-Identifier: MIT */
#include "json.h"
#include "hash.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- arena ------------------------------------------------------------------------------------------- */

typedef struct arena_chunk {
    struct arena_chunk *next;
    size_t              used, room;
    _Alignas(16) char   data[];
} arena_chunk;

enum { FIRST_CHUNK = 1 << 12, LAST_CHUNK = 1 << 20 }; /* each chunk doubles the one before */

static void *arena_take(arena_chunk **arena, size_t bytes, size_t align)
{
    arena_chunk *c = *arena;
    size_t       at = c ? (c->used + align - 1) & ~(align - 1) : 0;
    if (!c || at > c->room || c->room - at < bytes) {
        size_t room = !c ? FIRST_CHUNK : c->room >= LAST_CHUNK / 2 ? LAST_CHUNK : c->room * 2, all;
        if (room < bytes) room = bytes;
        if (!size_add(sizeof *c, room, &all)) {
            fail_nomem(room);
            return NULL;
        }
        c = mem_alloc(all);
        if (!c) return NULL;
        c->room = room;
        c->next = *arena;
        *arena = c;
        at = 0;
    }
    c->used = at + bytes;
    return c->data + at;
}

/* ---- parser --------------------------------------------------------------------------------------------- */

typedef struct member {
    json_value          *item;
    char                *key;
    size_t               key_bytes;
    const unsigned char *at;   /* the key's place in the text */
} member;

typedef struct parser {
    const unsigned char *p, *end, *begin;
    arena_chunk         *arena;
    member              *stack;
    size_t               n, room;
    int                  depth;
} parser;

static wz_status bad(const parser *s, const char *what)
{
    size_t line = 1, column = 1;
    for (const unsigned char *c = s->begin; c < s->p; c++) {
        column++;
        if (*c == '\n') {
            line++;
            column = 1;
        }
    }
    return fail(WZ_FORMAT, "JSON line %zu, column %zu (byte %zu): %s", line, column, (size_t)(s->p - s->begin), what);
}

static void blanks(parser *s)
{
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' || *s->p == '\n' || *s->p == '\r')) s->p++;
}

static wz_status value(parser *s, json_value **out);

static int hex_digit(unsigned char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool hex4(parser *s, uint32_t *out)
{
    if (s->end - s->p < 4) return false;
    *out = 0;
    for (int i = 0; i < 4; i++) {
        int d = hex_digit(*s->p++);
        if (d < 0) return false;
        *out = *out << 4 | (uint32_t)d;
    }
    return true;
}

static size_t put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (char)(0xC0 | c >> 6);
        to[1] = (char)(0x80 | (c & 63));
        return 2;
    }
    if (c < 0x10000) {
        to[0] = (char)(0xE0 | c >> 12);
        to[1] = (char)(0x80 | (c >> 6 & 63));
        to[2] = (char)(0x80 | (c & 63));
        return 3;
    }
    to[0] = (char)(0xF0 | c >> 18);
    to[1] = (char)(0x80 | (c >> 12 & 63));
    to[2] = (char)(0x80 | (c >> 6 & 63));
    to[3] = (char)(0x80 | (c & 63));
    return 4;
}

/* Length of the valid UTF-8 sequence at p, 0 if there is none. */
static size_t utf8_length(const unsigned char *p, const unsigned char *end)
{
    size_t   n = *p < 0x80 ? 1 : *p >= 0xC2 && *p <= 0xDF ? 2 : (*p & 0xF0) == 0xE0 ? 3 : *p >= 0xF0 && *p <= 0xF4 ? 4 : 0;
    uint32_t c;
    if (n == 0 || (size_t)(end - p) < n) return 0;
    if (n == 1) return 1;
    c = *p & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        c = c << 6 | (p[i] & 63u);
    }
    if ((n == 3 && (c < 0x800 || (c >= 0xD800 && c <= 0xDFFF))) || (n == 4 && (c < 0x10000 || c > 0x10FFFF))) return 0;
    return n;
}

static wz_status escape(parser *s, char *to, size_t *n)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    uint32_t          c, low;
    if (s->p == s->end) return bad(s, "the string does not end");
    if (*s->p != 'u') {
        const char *found = memchr(from, *s->p, sizeof from - 1);
        if (!found) return bad(s, "unknown escape");
        s->p++;
        to[(*n)++] = into[found - from];
        return WZ_OK;
    }
    s->p++;
    if (!hex4(s, &c)) return bad(s, "\\u wants four hexadecimal digits");
    if (c >= 0xDC00 && c <= 0xDFFF) return bad(s, "a low surrogate without its high one");
    if (c >= 0xD800 && c <= 0xDBFF) {
        if (s->end - s->p < 6 || s->p[0] != '\\' || s->p[1] != 'u') return bad(s, "a high surrogate without its low one");
        s->p += 2;
        if (!hex4(s, &low) || low < 0xDC00 || low > 0xDFFF) return bad(s, "a high surrogate without its low one");
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    *n += put_utf8(to + *n, c);
    return WZ_OK;
}

/* Moves s->p past a string's characters that stand for themselves. */
static wz_status plain_run(parser *s)
{
    const unsigned char *p = s->p;
    size_t               length;
    for (;;) {
        while (p < s->end && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\') p++;
        s->p = p;
        if (p == s->end) return bad(s, "the string does not end");
        if (*p < 0x20) return bad(s, "a control character in a string");
        if (*p < 0x80) return WZ_OK;
        length = utf8_length(p, s->end);
        if (!length) return bad(s, "invalid UTF-8 in a string");
        p += length;
    }
}

/* After the opening quote. */
static wz_status string(parser *s, char **text, size_t *bytes)
{
    const unsigned char *begin = s->p;
    TRY(plain_run(s));
    const unsigned char *q = s->p;
    while (q < s->end && *q != '"') q += *q == '\\' ? 2 : 1;
    if (q >= s->end) {
        s->p = s->end;
        return bad(s, "the string does not end");
    }
    char *to = arena_take(&s->arena, (size_t)(q - begin) + 1, 1); /* escapes only shrink */
    if (!to) return WZ_NOMEM;
    size_t n = (size_t)(s->p - begin);
    memcpy(to, begin, n);
    while (*s->p != '"') {
        s->p++;
        TRY(escape(s, to, &n));
        begin = s->p;
        TRY(plain_run(s));
        memcpy(to + n, begin, (size_t)(s->p - begin));
        n += (size_t)(s->p - begin);
    }
    s->p++;
    to[n] = '\0';
    *text = to;
    *bytes = n;
    return WZ_OK;
}

static bool digits(parser *s)
{
    const unsigned char *start = s->p;
    while (s->p < s->end && *s->p >= '0' && *s->p <= '9') s->p++;
    return s->p > start;
}

/* Value of significant digits (with or without a point) times ten to the exponent. Short numbers are exact
 * products of two doubles; the rest goes to strtod without its point, so that no locale matters. */
static wz_status to_double(parser *s, const unsigned char *text, const unsigned char *end, int64_t exponent, double *out)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t small = 0;
    int64_t  point = 0;
    size_t   n = 0;
    for (const unsigned char *c = text; c < end; c++) {
        if (*c == '.') {
            point = end - c - 1;
            continue;
        }
        if (n == 0 && *c == '0') continue;
        if (n++ < 19) small = small * 10 + (uint64_t)(*c - '0');
    }
    exponent -= point;
    if (n <= 19 && small <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22) {
        *out = exponent < 0 ? (double)small / power[-exponent] : (double)small * power[exponent];
        return WZ_OK;
    }
    char  local[128], *copy = n > sizeof local - 32 ? mem_alloc(n + 32) : local, *to = copy;
    if (!copy) return WZ_NOMEM;
    for (const unsigned char *c = text; c < end; c++)
        if (*c != '.' && !(to == copy && *c == '0')) *to++ = (char)*c;
    if (to == copy) *to++ = '0';
    snprintf(to, 32, "e%lld", (long long)exponent);
    *out = strtod(copy, NULL);
    if (copy != local) mem_free(copy);
    return isfinite(*out) ? WZ_OK : bad(s, "a number too large for a double");
}

static wz_status number(parser *s, json_value *v)
{
    bool    integral = true, negative = *s->p == '-', negative_exponent = false;
    int64_t exponent = 0;
    if (negative) s->p++;
    const unsigned char *start = s->p;
    if (s->p < s->end && *s->p == '0') s->p++;
    else if (!digits(s)) return bad(s, "a value is expected");
    if (s->p < s->end && *s->p >= '0' && *s->p <= '9') return bad(s, "a number with a leading zero");
    if (s->p < s->end && *s->p == '.') {
        s->p++;
        integral = false;
        if (!digits(s)) return bad(s, "digits are expected after the point");
    }
    const unsigned char *end = s->p;
    if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) {
        s->p++;
        integral = false;
        if (s->p < s->end && (*s->p == '+' || *s->p == '-')) negative_exponent = *s->p++ == '-';
        const unsigned char *e = s->p;
        if (!digits(s)) return bad(s, "digits are expected in the exponent");
        for (; e < s->p; e++)
            if (exponent < INT64_MAX / 100) exponent = exponent * 10 + (*e - '0');
    }
    v->type = JSON_NUMBER;
    TRY(to_double(s, start, end, negative_exponent ? -exponent : exponent, &v->number));
    if (negative) v->number = -v->number;
    int64_t i = 0;
    for (const unsigned char *c = start; integral && c < end; c++)
        integral = i64_mul(i, 10, &i) && i64_add(i, negative ? '0' - *c : *c - '0', &i);
    v->i = integral ? i : 0;
    v->integral = integral;
    return WZ_OK;
}

/* ---- containers --------------------------------------------------------------------------------------------- */

enum { SMALL_OBJECT = 8 }; /* up to here keys are compared one by one */

static wz_status push(parser *s, const member *m)
{
    if (s->n == s->room) {
        size_t  room = s->room ? s->room * 2 : 64, bytes;
        member *p = size_mul(room, sizeof *p, &bytes) ? mem_grow(s->stack, bytes) : NULL;
        if (!p) return fail_nomem(room);
        s->stack = p;
        s->room = room;
    }
    s->stack[s->n++] = *m;
    return WZ_OK;
}

static bool same_key(const json_value *o, size_t i, const char *key, size_t bytes)
{
    return o->key_bytes[i] == bytes && memcmp(o->key[i], key, bytes) == 0;
}

/* The slot of the key: where it is, or the empty one where it would go. */
static size_t find_slot(const json_value *o, const char *key, size_t bytes)
{
    size_t at = hash_bytes(o->slot, key, bytes) & (o->n_slots - 1);
    while (o->slot[at] && !same_key(o, o->slot[at] - 1, key, bytes)) at = (at + 1) & (o->n_slots - 1);
    return at;
}

/* Index of the key among the object's first n; n if it is not there. */
static size_t find_small(const json_value *o, size_t n, const char *key, size_t bytes)
{
    size_t i = 0;
    while (i < n && !same_key(o, i, key, bytes)) i++;
    return i;
}

static wz_status index_keys(parser *s, const member *m, json_value *v)
{
    if (v->n > UINT32_MAX / 4) return bad(s, "too many keys");
    if (v->n > SMALL_OBJECT) {
        for (v->n_slots = 32; v->n_slots < v->n * 2;) v->n_slots *= 2;
        v->slot = arena_take(&s->arena, v->n_slots * sizeof *v->slot, _Alignof(uint32_t));
        if (!v->slot) return WZ_NOMEM;
        memset(v->slot, 0, v->n_slots * sizeof *v->slot);
    }
    for (size_t i = 0; i < v->n; i++) {
        size_t at = v->slot ? find_slot(v, v->key[i], v->key_bytes[i]) : 0;
        bool   twice = v->slot ? v->slot[at] != 0 : find_small(v, i, v->key[i], v->key_bytes[i]) < i;
        if (twice) {
            char what[160];
            snprintf(what, sizeof what, "key '%.100s' appears twice", v->key[i]);
            s->p = m[i].at;
            return bad(s, what);
        }
        if (v->slot) v->slot[at] = (uint32_t)i + 1;
    }
    return WZ_OK;
}

/* Takes the members above first off the stack. */
static wz_status settle(parser *s, size_t first, json_value *v)
{
    size_t n = s->n - first;
    s->n = first;
    if (n == 0) return WZ_OK;
    const member *m = s->stack + first;
    v->item = arena_take(&s->arena, n * sizeof *v->item, _Alignof(json_value *));
    if (!v->item) return WZ_NOMEM;
    for (size_t i = 0; i < n; i++) v->item[i] = m[i].item;
    v->n = n;
    if (v->type == JSON_ARRAY) return WZ_OK;
    v->key = arena_take(&s->arena, n * sizeof *v->key, _Alignof(char *));
    v->key_bytes = arena_take(&s->arena, n * sizeof *v->key_bytes, _Alignof(size_t));
    if (!v->key || !v->key_bytes) return WZ_NOMEM;
    for (size_t i = 0; i < n; i++) {
        v->key[i] = m[i].key;
        v->key_bytes[i] = m[i].key_bytes;
    }
    return index_keys(s, m, v);
}

static wz_status items(parser *s, bool object)
{
    unsigned char close = object ? '}' : ']';
    blanks(s);
    if (s->p < s->end && *s->p == close) {
        s->p++;
        return WZ_OK;
    }
    for (;;) {
        member m = {0};
        if (object) {
            blanks(s);
            if (s->p == s->end || *s->p != '"') return bad(s, "a key is expected");
            m.at = s->p++;
            TRY(string(s, &m.key, &m.key_bytes));
            blanks(s);
            if (s->p == s->end || *s->p != ':') return bad(s, "':' is expected");
            s->p++;
        }
        TRY(value(s, &m.item));
        TRY(push(s, &m));
        blanks(s);
        if (s->p == s->end || (*s->p != ',' && *s->p != close)) return bad(s, object ? "',' or '}' is expected" : "',' or ']' is expected");
        if (*s->p++ == close) return WZ_OK;
    }
}

static wz_status container(parser *s, json_value *v)
{
    size_t first = s->n;
    v->type = *s->p == '{' ? JSON_OBJECT : JSON_ARRAY;
    if (s->depth == JSON_MAX_DEPTH) return bad(s, "nested too deeply");
    s->p++;
    s->depth++;
    TRY(items(s, v->type == JSON_OBJECT));
    s->depth--;
    return settle(s, first, v);
}

static bool word(parser *s, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(s->end - s->p) < n || memcmp(s->p, text, n) != 0) return false;
    s->p += n;
    return true;
}

static wz_status value(parser *s, json_value **out)
{
    json_value *v = arena_take(&s->arena, sizeof *v, _Alignof(json_value));
    if (!v) return WZ_NOMEM;
    memset(v, 0, sizeof *v);
    *out = v;
    blanks(s);
    if (s->p == s->end) return bad(s, "a value is expected");
    switch (*s->p) {
    case '{':
    case '[': return container(s, v);
    case '"':
        s->p++;
        v->type = JSON_STRING;
        return string(s, &v->text, &v->text_bytes);
    case 't':
    case 'f':
        v->type = JSON_BOOL;
        v->truth = *s->p == 't';
        return word(s, v->truth ? "true" : "false") ? WZ_OK : bad(s, "a value is expected");
    case 'n': return word(s, "null") ? WZ_OK : bad(s, "a value is expected");
    default: return number(s, v);
    }
}

wz_status json_parse(const char *text, size_t bytes, json_document *out)
{
    const unsigned char *begin = (const unsigned char *)text;
    parser               s = {.p = begin, .end = bytes ? begin + bytes : begin, .begin = begin};
    json_value          *root = NULL;
    *out = (json_document){0};
    wz_status status = bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? bad(&s, "a byte order mark") : value(&s, &root);
    if (status == WZ_OK) {
        blanks(&s);
        if (s.p != s.end) status = bad(&s, "something follows the value");
    }
    mem_free(s.stack);
    out->arena = s.arena;
    out->root = root;
    if (status != WZ_OK) json_free(out);
    return status;
}

void json_free(json_document *d)
{
    arena_chunk *next;
    for (arena_chunk *c = d->arena; c; c = next) {
        next = c->next;
        mem_free(c);
    }
    *d = (json_document){0};
}

const json_value *json_get_n(const json_value *o, const char *key, size_t bytes)
{
    if (!o || o->type != JSON_OBJECT || o->n == 0) return NULL;
    if (o->slot) {
        uint32_t at = o->slot[find_slot(o, key, bytes)];
        return at ? o->item[at - 1] : NULL;
    }
    size_t i = find_small(o, o->n, key, bytes);
    return i < o->n ? o->item[i] : NULL;
}

const json_value *json_get(const json_value *o, const char *key) { return json_get_n(o, key, strlen(key)); }

bool json_is_utf8(const char *text, size_t bytes)
{
    const unsigned char *p = (const unsigned char *)text, *end = bytes ? p + bytes : p;
    while (p < end) {
        size_t n = utf8_length(p, end);
        if (!n) return false;
        p += n;
    }
    return true;
}

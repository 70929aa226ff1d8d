/* json.c - see json.h. Recursive descent over bytes; everything it makes lives in one arena of chunks.
 * SPDX-License-Identifier: MIT */
#include "json.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- arena ------------------------------------------------------------------------------------------- */

typedef struct arena_chunk {
    struct arena_chunk *next;
    size_t              used, room;
    _Alignas(16) char   data[];
} arena_chunk;

enum { CHUNK = 1 << 16 };

static void *arena_take(arena_chunk **arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 4) return NULL;
    bytes = (bytes + 15) & ~(size_t)15;
    if (!*arena || (*arena)->room - (*arena)->used < bytes) {
        size_t       room = bytes > CHUNK ? bytes : CHUNK;
        arena_chunk *c = mem_alloc(sizeof *c + room);
        if (!c) return NULL;
        c->room = room;
        c->next = *arena;
        *arena = c;
    }
    void *p = (*arena)->data + (*arena)->used;
    (*arena)->used += bytes;
    return p;
}

/* ---- parser --------------------------------------------------------------------------------------------- */

typedef struct parser {
    const unsigned char *p, *end, *begin;
    arena_chunk         *arena;
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
    return fail(WZ_FORMAT, "JSON line %zu, column %zu: %s", line, column, what);
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

/* After the opening quote. */
static wz_status string(parser *s, char **text, size_t *bytes)
{
    const unsigned char *q = s->p;
    while (q < s->end && *q != '"') q += *q == '\\' ? 2 : 1;
    if (q >= s->end) return bad(s, "the string does not end");
    char *to = arena_take(&s->arena, (size_t)(q - s->p) + 1); /* escapes only shrink */
    if (!to) return fail_nomem((size_t)(q - s->p));
    size_t n = 0;
    while (*s->p != '"') {
        if (*s->p == '\\') {
            s->p++;
            TRY(escape(s, to, &n));
            continue;
        }
        size_t length = utf8_length(s->p, s->end);
        if (*s->p < 0x20) return bad(s, "a control character in a string");
        if (!length) return bad(s, "invalid UTF-8 in a string");
        memcpy(to + n, s->p, length);
        n += length;
        s->p += length;
        if (s->p >= s->end) return bad(s, "the string does not end");
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

/* strtod with the decimal point of the process's locale put in. */
static double to_double(const char *text, size_t n)
{
    char        buffer[128], *point;
    const char *local = localeconv()->decimal_point;
    if (n >= sizeof buffer) n = sizeof buffer - 1; /* digits past the 120th change nothing that a double holds */
    memcpy(buffer, text, n);
    buffer[n] = '\0';
    if (local && local[0] && local[1] == '\0' && local[0] != '.' && (point = strchr(buffer, '.'))) *point = local[0];
    return strtod(buffer, NULL);
}

static wz_status number(parser *s, json_value *v)
{
    const unsigned char *start = s->p;
    bool                 integral = true;
    if (*s->p == '-') s->p++;
    if (s->p < s->end && *s->p == '0') s->p++;
    else if (!digits(s)) return bad(s, "a value is expected");
    if (s->p < s->end && *s->p >= '0' && *s->p <= '9') return bad(s, "a number with a leading zero");
    if (s->p < s->end && *s->p == '.') {
        s->p++;
        integral = false;
        if (!digits(s)) return bad(s, "digits are expected after the point");
    }
    if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) {
        s->p++;
        integral = false;
        if (s->p < s->end && (*s->p == '+' || *s->p == '-')) s->p++;
        if (!digits(s)) return bad(s, "digits are expected in the exponent");
    }
    size_t n = (size_t)(s->p - start);
    if (n > 120 && !integral) return bad(s, "a number of more than 120 characters");
    v->type = JSON_NUMBER;
    v->number = n > 120 ? INFINITY : to_double((const char *)start, n);
    if (!isfinite(v->number)) return bad(s, "a number too large for a double");
    for (const unsigned char *c = start + (*start == '-'); integral && c < s->p; c++) {
        int64_t next;
        integral = i64_mul(v->i, 10, &next) && i64_add(next, *start == '-' ? '0' - *c : *c - '0', &next);
        if (integral) v->i = next;
    }
    v->integral = integral;
    return WZ_OK;
}

/* ---- containers --------------------------------------------------------------------------------------------- */

typedef struct growing { /* while a container is read its items sit in malloc'ed arrays */
    json_value **item;
    char       **key;
    size_t      *key_bytes;
    size_t       n, room;
} growing;

static wz_status grow(growing *g, bool keys)
{
    if (g->n < g->room) return WZ_OK;
    size_t room = g->room ? g->room * 2 : 8;
    void  *p = mem_grow(g->item, room * sizeof *g->item);
    if (!p) return WZ_NOMEM;
    g->item = p;
    if (keys) {
        if (!(p = mem_grow(g->key, room * sizeof *g->key))) return WZ_NOMEM;
        g->key = p;
        if (!(p = mem_grow(g->key_bytes, room * sizeof *g->key_bytes))) return WZ_NOMEM;
        g->key_bytes = p;
    }
    g->room = room;
    return WZ_OK;
}

static uint64_t hash_of(const char *text, size_t n)
{
    uint64_t h = 0xCBF29CE484222325u; /* FNV-1a, then mixed: the low bits index the table */
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)text[i]) * 0x100000001B3u;
    return h ^ h >> 29;
}

/* The slot of the key: where it is, or the empty one where it would go. */
static size_t find_slot(const json_value *o, const char *key, size_t bytes)
{
    size_t at = hash_of(key, bytes) & (o->n_slots - 1);
    while (o->slot[at]) {
        size_t i = o->slot[at] - 1;
        if (o->key_bytes[i] == bytes && memcmp(o->key[i], key, bytes) == 0) return at;
        at = (at + 1) & (o->n_slots - 1);
    }
    return at;
}

static wz_status settle(parser *s, growing *g, json_value *v)
{
    v->n = g->n;
    if (g->n == 0) return WZ_OK;
    v->item = arena_take(&s->arena, g->n * sizeof *v->item);
    if (!v->item) return fail_nomem(g->n);
    memcpy(v->item, g->item, g->n * sizeof *v->item);
    if (v->type == JSON_ARRAY) return WZ_OK;
    if (g->n > UINT32_MAX / 4) return bad(s, "too many keys");
    for (v->n_slots = 8; v->n_slots < g->n * 2;) v->n_slots *= 2;
    v->key = arena_take(&s->arena, g->n * sizeof *v->key);
    v->key_bytes = arena_take(&s->arena, g->n * sizeof *v->key_bytes);
    v->slot = arena_take(&s->arena, v->n_slots * sizeof *v->slot);
    if (!v->key || !v->key_bytes || !v->slot) return fail_nomem(g->n);
    memcpy(v->key, g->key, g->n * sizeof *v->key);
    memcpy(v->key_bytes, g->key_bytes, g->n * sizeof *v->key_bytes);
    memset(v->slot, 0, v->n_slots * sizeof *v->slot);
    for (size_t i = 0; i < g->n; i++) {
        size_t at = find_slot(v, v->key[i], v->key_bytes[i]);
        if (v->slot[at]) return fail(WZ_FORMAT, "JSON: key '%.100s' appears twice", v->key[i]);
        v->slot[at] = (uint32_t)i + 1;
    }
    return WZ_OK;
}

static wz_status items(parser *s, json_value *v, growing *g)
{
    bool          object = v->type == JSON_OBJECT;
    unsigned char close = object ? '}' : ']';
    blanks(s);
    if (s->p < s->end && *s->p == close) {
        s->p++;
        return WZ_OK;
    }
    for (;;) {
        TRY(grow(g, object));
        blanks(s);
        if (object) {
            if (s->p == s->end || *s->p != '"') return bad(s, "a key is expected");
            s->p++;
            TRY(string(s, &g->key[g->n], &g->key_bytes[g->n]));
            blanks(s);
            if (s->p == s->end || *s->p != ':') return bad(s, "':' is expected");
            s->p++;
        }
        TRY(value(s, &g->item[g->n]));
        g->n++;
        blanks(s);
        if (s->p == s->end || (*s->p != ',' && *s->p != close)) return bad(s, object ? "',' or '}' is expected" : "',' or ']' is expected");
        if (*s->p++ == close) return WZ_OK;
    }
}

static wz_status container(parser *s, json_value *v)
{
    growing g = {0};
    v->type = *s->p++ == '{' ? JSON_OBJECT : JSON_ARRAY;
    if (++s->depth > JSON_MAX_DEPTH) return bad(s, "nested too deeply");
    wz_status status = items(s, v, &g);
    if (status == WZ_OK) status = settle(s, &g, v);
    s->depth--;
    mem_free(g.item);
    mem_free(g.key);
    mem_free(g.key_bytes);
    return status;
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
    json_value *v = arena_take(&s->arena, sizeof *v);
    if (!v) return fail_nomem(sizeof *v);
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
    default: break;
    }
    if (word(s, "true") || word(s, "false")) {
        v->type = JSON_BOOL;
        v->truth = s->p[-1] == 'e' && s->p[-2] == 'u';
        return WZ_OK;
    }
    if (word(s, "null")) return WZ_OK;
    return number(s, v);
}

wz_status json_parse(const char *text, size_t bytes, json_document *out)
{
    parser      s = {(const unsigned char *)text, (const unsigned char *)text + bytes, (const unsigned char *)text, NULL, 0};
    json_value *root = NULL;
    *out = (json_document){0};
    wz_status status = value(&s, &root);
    if (status == WZ_OK) {
        blanks(&s);
        if (s.p != s.end) status = bad(&s, "something follows the value");
    }
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
    uint32_t i = o->slot[find_slot(o, key, bytes)];
    return i ? o->item[i - 1] : NULL;
}

const json_value *json_get(const json_value *o, const char *key) { return json_get_n(o, key, strlen(key)); }

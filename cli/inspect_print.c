/* inspect_print.c - see inspect.h.
 * SPDX-License-Identifier: MIT */
#include "inspect.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ----------------------------------------------------------------------------------------- */

/* Bytes of the UTF-8 sequence at text, 0 when there is none or when it is a control character. */
static size_t printable(const char *text, size_t bytes)
{
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x20 || p[0] == 0x7f) return 0;
    if (p[0] < 0x80) return 1;
    size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (n > bytes || !json_is_utf8(text, n)) return 0;
    return n == 2 && p[0] == 0xc2 && p[1] < 0xa0 ? 0 : n; /* U+0080 to U+009F control terminals too */
}

void put_text(const char *text, size_t bytes)
{
    for (size_t i = 0, n; i < bytes; i += n ? n : 1) {
        n = printable(text + i, bytes - i);
        if (n) fwrite(text + i, 1, n, stdout);
        else if (text[i] == '\n') fputs("\\n", stdout);
        else if (text[i] == '\t') fputs("\\t", stdout);
        else printf("\\x%02x", (unsigned char)text[i]);
    }
}

void put_json_text(const char *text, size_t bytes)
{
    fputc('"', stdout);
    for (size_t i = 0, n; i < bytes; i += n ? n : 1) {
        n = printable(text + i, bytes - i);
        if (text[i] == '"' || text[i] == '\\') printf("\\%c", text[i]);
        else if (n) fwrite(text + i, 1, n, stdout);
        else if ((unsigned char)text[i] < 0x80) printf("\\u%04x", (unsigned)text[i]);
        else if ((unsigned char)text[i] == 0xc2 && i + 1 < bytes && ((unsigned char)text[i + 1] & 0xe0) == 0x80) {
            printf("\\u%04x", (unsigned)(unsigned char)text[i + 1]);
            i++;
        } else fputs("\\ufffd", stdout);
    }
    fputc('"', stdout);
}

void put_heading(const char *path, const char *part)
{
    static bool later;
    if (later) fputc('\n', stdout);
    later = true;
    put_text(path, strlen(path));
    if (part) printf("/%s", part);
    fputc('\n', stdout);
}

/* ---- JSON ----------------------------------------------------------------------------------------- */

static void put_number(const json_value *v)
{
    if (v->integral) printf("%" PRId64, v->i);
    else printf("%.17g", v->number);
}

void put_json(const json_value *v)
{
    switch (v->type) {
    case JSON_NULL: fputs("null", stdout); break;
    case JSON_BOOL: fputs(v->truth ? "true" : "false", stdout); break;
    case JSON_NUMBER: put_number(v); break;
    case JSON_STRING: put_json_text(v->text, v->text_bytes); break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        fputc(v->type == JSON_ARRAY ? '[' : '{', stdout);
        for (size_t i = 0; i < v->n; i++) {
            if (i) fputs(", ", stdout);
            if (v->type == JSON_OBJECT) {
                put_json_text(v->key[i], v->key_bytes[i]);
                fputs(": ", stdout);
            }
            put_json(v->item[i]);
        }
        fputc(v->type == JSON_ARRAY ? ']' : '}', stdout);
        break;
    }
}

enum { KEY_COLUMNS = 36, MAX_ITEMS = 8, MAX_TEXT = 200 };

static void put_value(const json_value *v)
{
    if (v->type == JSON_STRING) {
        size_t n = v->text_bytes < MAX_TEXT ? v->text_bytes : MAX_TEXT;
        while (n && n < v->text_bytes && ((unsigned char)v->text[n] & 0xc0) == 0x80) n--; /* cut between characters */
        put_text(v->text, n);
        if (n < v->text_bytes) printf("... (%zu bytes)", v->text_bytes);
    } else if (v->type == JSON_NUMBER && !v->integral) {
        printf("%g", v->number);
    } else if (v->type == JSON_ARRAY) {
        fputc('[', stdout);
        for (size_t i = 0; i < v->n && i < MAX_ITEMS; i++) {
            if (i) fputs(", ", stdout);
            put_value(v->item[i]);
        }
        if (v->n > MAX_ITEMS) printf(", ... %zu in all", v->n);
        fputc(']', stdout);
    } else if (v->type == JSON_OBJECT) {
        printf("{%zu values}", v->n);
    } else {
        put_json(v);
    }
}

static void put_members(const json_value *o, char *prefix, size_t length, size_t room)
{
    for (size_t i = 0; i < o->n; i++) {
        const json_value *v = o->item[i];
        int               more = snprintf(prefix + length, room - length, "%s%s", length ? "." : "", o->key[i]);
        size_t            n = length + (more < 0 ? 0 : (size_t)more);
        if (n >= room) n = room - 1; /* an absurd path is cut */
        if (v->type == JSON_OBJECT && v->n) {
            put_members(v, prefix, n, room);
            continue;
        }
        fputs("  ", stdout);
        put_text(prefix, n);
        printf("%*s  ", n < KEY_COLUMNS ? (int)(KEY_COLUMNS - n) : 0, "");
        put_value(v);
        fputc('\n', stdout);
    }
    prefix[length] = '\0';
}

void put_values(const json_value *object)
{
    char prefix[512] = "";
    put_members(object, prefix, 0, sizeof prefix);
}

/* ---- tensors -------------------------------------------------------------------------------------- */

static bool digit(char c) { return c >= '0' && c <= '9'; }

static size_t digits(const char *p, size_t n)
{
    size_t i = 0;
    while (i < n && digit(p[i])) i++;
    return i;
}

/* Numbers within names count as numbers; leading zeros decide only between equals. */
static int natural_order(const void *left, const void *right)
{
    const tensor_row *a = left, *b = right;
    size_t            i = 0, k = 0;
    while (i < a->name_bytes && k < b->name_bytes) {
        const char *p = a->name + i, *q = b->name + k;
        if (digit(*p) && digit(*q)) {
            size_t n = digits(p, a->name_bytes - i), m = digits(q, b->name_bytes - k), zeros_p = 0, zeros_q = 0;
            while (zeros_p + 1 < n && p[zeros_p] == '0') zeros_p++;
            while (zeros_q + 1 < m && q[zeros_q] == '0') zeros_q++;
            if (n - zeros_p != m - zeros_q) return n - zeros_p < m - zeros_q ? -1 : 1;
            int order = memcmp(p + zeros_p, q + zeros_q, n - zeros_p);
            if (order) return order;
            i += n;
            k += m;
        } else {
            if (*p != *q) return (unsigned char)*p < (unsigned char)*q ? -1 : 1;
            i++;
            k++;
        }
    }
    if (i < a->name_bytes || k < b->name_bytes) return i < a->name_bytes ? 1 : -1;
    size_t n = a->name_bytes < b->name_bytes ? a->name_bytes : b->name_bytes;
    int    order = memcmp(a->name, b->name, n);
    return order ? order : a->name_bytes < b->name_bytes ? -1 : a->name_bytes > b->name_bytes;
}

void sort_tensors(tensor_table *t)
{
    if (t->n) qsort(t->row, t->n, sizeof *t->row, natural_order);
}

typedef struct dtype_total {
    const char *dtype;
    uint64_t    tensors, numbers, bytes;
} dtype_total;

enum { MAX_DTYPES = 64 };

static uint64_t numbers_of(const tensor_row *r)
{
    uint64_t n = 1; /* files with more than 2^63 numbers were refused when they were opened */
    for (int d = 0; d < r->ndim; d++) n *= (uint64_t)r->size[d];
    return n;
}

/* Per dtype, in the order in which they come up; total is the sum. */
static int add_up(const tensor_table *t, dtype_total *by, dtype_total *total)
{
    int n = 0;
    for (size_t i = 0; i < t->n; i++) {
        int k = 0;
        while (k < n && strcmp(by[k].dtype, t->row[i].dtype) != 0) k++;
        if (k == MAX_DTYPES) k--;
        else if (k == n) by[n++] = (dtype_total){.dtype = t->row[i].dtype};
        dtype_total *both[] = {&by[k], total};
        for (int j = 0; j < 2; j++) {
            both[j]->tensors++;
            both[j]->numbers += numbers_of(&t->row[i]);
            both[j]->bytes += t->row[i].bytes;
        }
    }
    return n;
}

/* "2,950,592", in a static buffer, a few alive at once. */
static const char *grouped(uint64_t v)
{
    static char text[4][32];
    static int  turn;
    char        plain[24], *s = text[turn++ & 3], *to = s;
    int         n = snprintf(plain, sizeof plain, "%" PRIu64, v);
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0) *to++ = ',';
        *to++ = plain[i];
    }
    *to = '\0';
    return s;
}

static void put_shape(const tensor_row *r, char *text, size_t room)
{
    size_t n = (size_t)snprintf(text, room, "[");
    for (int d = 0; d < r->ndim && n < room; d++) n += (size_t)snprintf(text + n, room - n, "%s%" PRId64, d ? ", " : "", r->size[d]);
    if (n < room) snprintf(text + n, room - n, "]");
}

void put_tensors(const tensor_table *t, bool brief)
{
    dtype_total by[MAX_DTYPES], total = {0};
    int         n = add_up(t, by, &total);
    printf("  %s tensor%s, %s numbers, %s\n", grouped(total.tensors), total.tensors == 1 ? "" : "s", grouped(total.numbers), cli_bytes(total.bytes));
    for (int i = 0; i < n; i++)
        printf("  %-8s  %8s tensors  %18s numbers  %9s\n", by[i].dtype, grouped(by[i].tensors), grouped(by[i].numbers), cli_bytes(by[i].bytes));
    if (brief || !t->n) return;
    size_t wide = 0;
    char   shape[768];
    for (size_t i = 0; i < t->n; i++) {
        put_shape(&t->row[i], shape, sizeof shape);
        if (strlen(shape) > wide) wide = strlen(shape);
    }
    fputc('\n', stdout);
    for (size_t i = 0; i < t->n; i++) {
        const tensor_row *r = &t->row[i];
        put_shape(r, shape, sizeof shape);
        printf("  %-8s  %-*s  %9s  ", r->dtype, (int)(wide < 40 ? wide : 40), shape, cli_bytes(r->bytes));
        put_text(r->name, r->name_bytes);
        if (*r->shard) {
            fputs("  ", stdout);
            put_text(r->shard, strlen(r->shard));
        }
        fputc('\n', stdout);
    }
}

void put_json_tensors(const tensor_table *t)
{
    dtype_total by[MAX_DTYPES], total = {0};
    add_up(t, by, &total);
    printf("\"n_tensors\": %" PRIu64 ", \"n_numbers\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"tensors\": [", total.tensors, total.numbers, total.bytes);
    for (size_t i = 0; i < t->n; i++) {
        const tensor_row *r = &t->row[i];
        fputs(i ? ",\n{\"name\": " : "\n{\"name\": ", stdout);
        put_json_text(r->name, r->name_bytes);
        printf(", \"dtype\": \"%s\", \"shape\": [", r->dtype);
        for (int d = 0; d < r->ndim; d++) printf("%s%" PRId64, d ? ", " : "", r->size[d]);
        printf("], \"bytes\": %" PRIu64, r->bytes);
        if (*r->shard) {
            fputs(", \"file\": ", stdout);
            put_json_text(r->shard, strlen(r->shard));
        }
        fputc('}', stdout);
    }
    fputc(']', stdout);
}

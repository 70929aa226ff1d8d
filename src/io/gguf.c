/* gguf.c - see gguf.h. The tables are walked once; strings stay in the mapped file but for keys and names, which
 * are copied so that they end with a NUL.
 * SPDX-License-Identifier: MIT */
#include "gguf.h"
#include "hash.h"
#include "json.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names in order of the file, found by hash: slot holds index + 1, 0 is empty. */
typedef struct name_table {
    char    **name;
    size_t    n;
    uint32_t *slot;
    size_t    n_slots;
} name_table;

struct gguf_file {
    mapped_file *file;
    uint32_t     version;
    gguf_value  *value;
    gguf_tensor *tensor;
    name_table   keys, names;
};

/* Where reading is: `left` bytes from p on. */
typedef struct cursor {
    const unsigned char *p;
    uint64_t             left;
    const char          *path;
} cursor;

static const int kind_bytes[GGUF_KINDS] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
static const char *const kind_names[GGUF_KINDS] = {"uint8", "int8", "uint16", "int16", "uint32", "int32", "float32",
                                                   "bool", "string", "array", "uint64", "int64", "float64"};
const char *gguf_kind_name(gguf_kind k) { return k < GGUF_KINDS ? kind_names[k] : "unknown"; }

static uint64_t little(const unsigned char *p, int bytes)
{
    uint64_t v = 0;
    while (bytes-- > 0) v = v << 8 | p[bytes];
    return v;
}

/* ---- tables of names ------------------------------------------------------------------------------------- */

static wz_status table_new(name_table *t, uint64_t n)
{
    if (n > UINT32_MAX / 4) return fail(WZ_FORMAT, "%llu entries are too many", (unsigned long long)n);
    for (t->n_slots = 8; t->n_slots < n * 2;) t->n_slots *= 2;
    t->name = mem_alloc_array((size_t)n, sizeof *t->name);
    t->slot = mem_alloc_array(t->n_slots, sizeof *t->slot);
    return t->name && t->slot ? WZ_OK : WZ_NOMEM;
}

static void table_free(name_table *t)
{
    for (size_t i = 0; t->name && i < t->n; i++) mem_free(t->name[i]);
    mem_free(t->name);
    mem_free(t->slot);
}

static size_t table_slot(const name_table *t, const char *name, size_t bytes)
{
    size_t at = hash_bytes(t->slot, name, bytes) & (t->n_slots - 1);
    while (t->slot[at]) {
        const char *other = t->name[t->slot[at] - 1];
        if (strncmp(other, name, bytes) == 0 && other[bytes] == '\0') break;
        at = (at + 1) & (t->n_slots - 1);
    }
    return at;
}

/* SIZE_MAX: not there. */
static size_t table_find(const name_table *t, const char *name)
{
    uint32_t i = t->slot[table_slot(t, name, strlen(name))];
    return i ? i - 1 : SIZE_MAX;
}

/* ---- reading ------------------------------------------------------------------------------------------------ */

static wz_status take(cursor *c, uint64_t bytes, const char *what, const unsigned char **out)
{
    if (bytes > c->left)
        return fail(WZ_FORMAT, "%.120s: %.100s needs %llu bytes, the file has %llu left", c->path, what, (unsigned long long)bytes, (unsigned long long)c->left);
    *out = c->p;
    c->p += bytes;
    c->left -= bytes;
    return WZ_OK;
}

static wz_status take_number(cursor *c, int bytes, const char *what, uint64_t *out)
{
    const unsigned char *p = NULL;
    TRY(take(c, (uint64_t)bytes, what, &p));
    *out = little(p, bytes);
    return WZ_OK;
}

/* A key or a tensor's name becomes the next entry of the table. */
static wz_status take_name(cursor *c, name_table *t, const char *what, const char **out)
{
    uint64_t             n = 0;
    const unsigned char *p = NULL;
    TRY(take_number(c, 8, what, &n));
    if (n > GGUF_MAX_NAME || n == 0)
        return fail(WZ_FORMAT, "%.120s: %s %zu has a name of %llu bytes, 1 to %d are allowed", c->path, what, t->n, (unsigned long long)n, (int)GGUF_MAX_NAME);
    TRY(take(c, n, what, &p));
    const char *text = (const char *)p;
    if (memchr(text, 0, (size_t)n) || !json_is_utf8(text, (size_t)n))
        return fail(WZ_FORMAT, "%.120s: %s %zu has a name that is not UTF-8 text without NULs", c->path, what, t->n);
    size_t at = table_slot(t, text, (size_t)n);
    if (t->slot[at]) return fail(WZ_FORMAT, "%.120s: %s '%.100s' stands there twice", c->path, what, t->name[t->slot[at] - 1]);
    char *copy = mem_dup(text, (size_t)n);
    if (!copy) return WZ_NOMEM;
    t->name[t->n++] = copy;
    t->slot[at] = (uint32_t)t->n;
    *out = copy;
    return WZ_OK;
}

/* Moves over n values of a kind; the bytes they need at least are compared with what is left before the walk, so
 * that a count that lies costs nothing. */
static wz_status skip_values(cursor *c, uint64_t kind, uint64_t n, int depth, const char *key)
{
    const unsigned char *ignored;
    uint64_t             each = kind == GGUF_STRING ? 8 : kind == GGUF_ARRAY ? 12 : 0, size = 0;
    if (kind >= GGUF_KINDS) return fail(WZ_FORMAT, "%.120s: key '%.100s' has the unknown type %llu", c->path, key, (unsigned long long)kind);
    if (!each) each = (uint64_t)kind_bytes[kind];
    if (n > c->left / each)
        return fail(WZ_FORMAT, "%.120s: key '%.100s' claims %llu values of type %s, the file has %llu bytes left", c->path, key, (unsigned long long)n,
                    kind_names[kind], (unsigned long long)c->left);
    if (kind == GGUF_BOOL)
        for (uint64_t i = 0; i < n; i++)
            if (c->p[i] > 1) return fail(WZ_FORMAT, "%.120s: key '%.100s' has the boolean %d", c->path, key, c->p[i]);
    if (kind != GGUF_STRING && kind != GGUF_ARRAY) return take(c, n * each, key, &ignored);
    if (kind == GGUF_ARRAY && depth >= GGUF_MAX_DEPTH)
        return fail(WZ_FORMAT, "%.120s: key '%.100s' has arrays in arrays, more than %d deep", c->path, key, (int)GGUF_MAX_DEPTH);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t inner = GGUF_U8;
        if (kind == GGUF_ARRAY) TRY(take_number(c, 4, key, &inner));
        TRY(take_number(c, 8, key, &size));
        if (kind == GGUF_ARRAY) TRY(skip_values(c, inner, size, depth + 1, key));
        else TRY(take(c, size, key, &ignored));
    }
    return WZ_OK;
}

static wz_status read_value(gguf_file *f, cursor *c)
{
    gguf_value *v = &f->value[f->keys.n];
    uint64_t    kind = 0, n = 1;
    TRY(take_name(c, &f->keys, "key", &v->key));
    TRY(take_number(c, 4, v->key, &kind));
    v->array = kind == GGUF_ARRAY;
    if (v->array) {
        TRY(take_number(c, 4, v->key, &kind));
        TRY(take_number(c, 8, v->key, &n));
    }
    v->kind = kind < GGUF_KINDS ? (gguf_kind)kind : GGUF_KINDS;
    v->n = n;
    v->data = c->p;
    TRY(skip_values(c, kind, n, 1, v->key));
    v->bytes = (size_t)(c->p - v->data);
    return WZ_OK;
}

static wz_status read_info(gguf_file *f, cursor *c, uint64_t *offset)
{
    gguf_tensor *t = &f->tensor[f->names.n];
    uint64_t     ndim = 0, size[GGUF_MAX_DIMS] = {0}, type = 0, n = 1, total;
    TRY(take_name(c, &f->names, "tensor", &t->name));
    TRY(take_number(c, 4, t->name, &ndim));
    if (ndim > GGUF_MAX_DIMS)
        return fail(WZ_FORMAT, "%.120s: tensor '%.100s' has %llu dims, the format allows %d", c->path, t->name, (unsigned long long)ndim, (int)GGUF_MAX_DIMS);
    t->ndim = (int)ndim;
    for (int d = 0; d < t->ndim; d++) {
        TRY(take_number(c, 8, t->name, &size[d]));
        if (size[d] > INT64_MAX || __builtin_mul_overflow(n, size[d], &n) || n > INT64_MAX)
            return fail(WZ_FORMAT, "%.120s: tensor '%.100s' has a shape that overflows at dim %d, %llu", c->path, t->name, d, (unsigned long long)size[d]);
    }
    for (int d = 0; d < t->ndim; d++) t->size[d] = (int64_t)size[t->ndim - 1 - d];
    TRY(take_number(c, 4, t->name, &type));
    TRY(take_number(c, 8, t->name, offset));
    t->type = gguf_type_find((uint32_t)type);
    if (!t->type) return fail(WZ_FORMAT, "%.120s: tensor '%.100s' has the unknown type %llu", c->path, t->name, (unsigned long long)type);
    uint64_t row = t->ndim ? size[0] : 1;
    if (row % (uint64_t)t->type->block)
        return fail(WZ_FORMAT, "%.120s: tensor '%.100s' has rows of %llu numbers, type %s needs a multiple of %d", c->path, t->name,
                    (unsigned long long)row, t->type->name, t->type->block);
    if (__builtin_mul_overflow(n / (uint64_t)t->type->block, (uint64_t)t->type->bytes, &total) || total > SIZE_MAX / 2)
        return fail(WZ_FORMAT, "%.120s: tensor '%.100s' has more bytes than memory can", c->path, t->name);
    t->bytes = (size_t)total;
    t->file = f->file;
    return WZ_OK;
}

/* ---- the whole ----------------------------------------------------------------------------------------------- */

static wz_status alignment_of(const gguf_file *f, const char *path, uint64_t *out)
{
    const gguf_value *v = gguf_key(f, "general.alignment");
    int64_t           a = 32;
    if (v && !gguf_integer(v, &a)) return fail(WZ_FORMAT, "%.120s: general.alignment is not a whole number", path);
    if (a < 1 || a > 1 << 24 || (a & (a - 1))) return fail(WZ_FORMAT, "%.120s: general.alignment is %lld, a power of two is needed", path, (long long)a);
    *out = (uint64_t)a;
    return WZ_OK;
}

static int by_data(const void *a, const void *b)
{
    const gguf_tensor *x = *(const gguf_tensor *const *)a, *y = *(const gguf_tensor *const *)b;
    if (x->data != y->data) return x->data < y->data ? -1 : 1;
    return x->bytes < y->bytes ? -1 : x->bytes > y->bytes; /* empty tensors first */
}

static wz_status check_apart(const gguf_file *f, const char *path)
{
    const gguf_tensor **order = mem_alloc_array(f->names.n, sizeof *order);
    if (!order) return WZ_NOMEM;
    for (size_t i = 0; i < f->names.n; i++) order[i] = &f->tensor[i];
    if (f->names.n) qsort(order, f->names.n, sizeof *order, by_data);
    wz_status status = WZ_OK;
    for (size_t i = 1; status == WZ_OK && i < f->names.n; i++)
        if ((const char *)order[i]->data < (const char *)order[i - 1]->data + order[i - 1]->bytes)
            status = fail(WZ_FORMAT, "%.120s: the data of tensors '%.80s' and '%.80s' overlap", path, order[i - 1]->name, order[i]->name);
    mem_free(order);
    return status;
}

/* The data begin at the next multiple of the alignment behind the tables. */
static wz_status place_tensors(gguf_file *f, const cursor *c, const uint64_t *offset)
{
    uint64_t align = 32, bytes = mapped_bytes(f->file), at = bytes - c->left;
    TRY(alignment_of(f, c->path, &align));
    at = (at + align - 1) & ~(align - 1);
    for (size_t i = 0; i < f->names.n; i++) {
        gguf_tensor *t = &f->tensor[i];
        uint64_t     room = at > bytes ? 0 : bytes - at;
        if (offset[i] % align)
            return fail(WZ_FORMAT, "%.120s: tensor '%.100s' is at %llu, not a multiple of the alignment %llu", c->path, t->name,
                        (unsigned long long)offset[i], (unsigned long long)align);
        if (offset[i] > room || t->bytes > room - offset[i])
            return fail(WZ_FORMAT, "%.120s: tensor '%.100s' needs %zu bytes at %llu of the data, the file has %llu bytes of data", c->path, t->name, t->bytes,
                        (unsigned long long)offset[i], (unsigned long long)room);
        t->data = (const char *)mapped_data(f->file) + (t->bytes ? at + offset[i] : 0);
    }
    return check_apart(f, c->path);
}

static wz_status read_tables(gguf_file *f, cursor *c)
{
    uint64_t n_tensors = 0, n_keys = 0, *offset;
    TRY(take_number(c, 8, "the header", &n_tensors));
    TRY(take_number(c, 8, "the header", &n_keys));
    /* At least 14 bytes a key, 25 a tensor. */
    if (n_keys > c->left / 14 || n_tensors > c->left / 25)
        return fail(WZ_FORMAT, "%.120s claims %llu keys and %llu tensors, the file has %llu bytes left", c->path, (unsigned long long)n_keys,
                    (unsigned long long)n_tensors, (unsigned long long)c->left);
    TRY(table_new(&f->keys, n_keys));
    TRY(table_new(&f->names, n_tensors));
    f->value = mem_alloc_array((size_t)n_keys, sizeof *f->value);
    f->tensor = mem_alloc_array((size_t)n_tensors, sizeof *f->tensor);
    offset = mem_alloc_array((size_t)n_tensors, sizeof *offset);
    wz_status status = f->value && f->tensor && offset ? WZ_OK : WZ_NOMEM;
    for (uint64_t i = 0; status == WZ_OK && i < n_keys; i++) status = read_value(f, c);
    for (uint64_t i = 0; status == WZ_OK && i < n_tensors; i++) status = read_info(f, c, &offset[i]);
    if (status == WZ_OK) status = place_tensors(f, c, offset);
    mem_free(offset);
    return status;
}

static wz_status read_file(gguf_file *f, const char *path)
{
    TRY(mapped_open(path, &f->file));
    cursor               c = {mapped_data(f->file), mapped_bytes(f->file), path};
    const unsigned char *magic = NULL;
    uint64_t             version = 0;
    if (c.left < 8) return fail(WZ_FORMAT, "%.200s has %zu bytes, too few for a GGUF header", path, mapped_bytes(f->file));
    TRY(take(&c, 4, "the header", &magic));
    if (memcmp(magic, "GGUF", 4) != 0) return fail(WZ_FORMAT, "%.200s does not begin with 'GGUF'", path);
    TRY(take_number(&c, 4, "the header", &version));
    if (version > 0xFFFF && (version & 0xFFFF) == 0)
        return fail(WZ_UNSUPPORTED, "%.200s is a big-endian GGUF file, only little-endian ones are read", path);
    if (version != 2 && version != 3)
        return fail(WZ_UNSUPPORTED, "%.200s is a GGUF file of version %llu, versions 2 and 3 are read", path, (unsigned long long)version);
    f->version = (uint32_t)version;
    return read_tables(f, &c);
}

wz_status gguf_open(const char *path, gguf_file **out)
{
    *out = NULL;
    gguf_file *f = mem_alloc(sizeof *f);
    if (!f) return WZ_NOMEM;
    wz_status status = read_file(f, path);
    if (status != WZ_OK) gguf_close(&f);
    else *out = f;
    return status;
}

void gguf_close(gguf_file **file)
{
    gguf_file *f = *file;
    *file = NULL;
    if (!f) return;
    table_free(&f->keys);
    table_free(&f->names);
    mem_free(f->value);
    mem_free(f->tensor);
    mapped_release(f->file);
    mem_free(f);
}

bool gguf_is(const char *path)
{
    char  magic[4];
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    bool is = fread(magic, 1, 4, f) == 4 && memcmp(magic, "GGUF", 4) == 0;
    fclose(f);
    return is;
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

uint32_t           gguf_version(const gguf_file *f) { return f->version; }
size_t             gguf_count(const gguf_file *f) { return f->names.n; }
const gguf_tensor *gguf_at(const gguf_file *f, size_t i) { return i < f->names.n ? &f->tensor[i] : NULL; }
size_t             gguf_key_count(const gguf_file *f) { return f->keys.n; }
const gguf_value  *gguf_key_at(const gguf_file *f, size_t i) { return i < f->keys.n ? &f->value[i] : NULL; }

const gguf_tensor *gguf_find(const gguf_file *f, const char *name)
{
    size_t i = table_find(&f->names, name);
    return i == SIZE_MAX ? NULL : &f->tensor[i];
}

const gguf_value *gguf_key(const gguf_file *f, const char *key)
{
    size_t i = table_find(&f->keys, key);
    return i == SIZE_MAX ? NULL : &f->value[i];
}

static bool is_integer(gguf_kind k) { return k <= GGUF_I32 || k == GGUF_U64 || k == GGUF_I64; }

static bool integer_at(const gguf_value *v, uint64_t i, int64_t *out)
{
    int      bytes = kind_bytes[v->kind];
    uint64_t bits = little(v->data + i * (uint64_t)bytes, bytes);
    if (!is_integer(v->kind) || (v->kind == GGUF_U64 && bits > INT64_MAX)) return false;
    bool is_signed = v->kind == GGUF_I8 || v->kind == GGUF_I16 || v->kind == GGUF_I32;
    if (is_signed && bits >> (8 * bytes - 1)) bits |= UINT64_MAX << (8 * bytes);
    *out = (int64_t)bits;
    return true;
}

bool gguf_integer(const gguf_value *v, int64_t *out) { return v && !v->array && is_integer(v->kind) && integer_at(v, 0, out); }

bool gguf_number_at(const gguf_value *v, uint64_t i, double *out)
{
    int64_t whole;
    if (!v || i >= v->n || v->kind == GGUF_STRING || v->kind == GGUF_ARRAY || v->kind == GGUF_BOOL) return false;
    if (v->kind == GGUF_F32) {
        uint32_t bits = (uint32_t)little(v->data + 4 * i, 4);
        float    f;
        memcpy(&f, &bits, sizeof f);
        *out = f;
    } else if (v->kind == GGUF_F64) {
        uint64_t bits = little(v->data + 8 * i, 8);
        memcpy(out, &bits, sizeof *out);
    } else {
        if (!integer_at(v, i, &whole)) return false;
        *out = (double)whole;
    }
    return true;
}

bool gguf_number(const gguf_value *v, double *out) { return v && !v->array && gguf_number_at(v, 0, out); }

bool gguf_bool(const gguf_value *v, bool *out)
{
    if (!v || v->array || v->kind != GGUF_BOOL) return false;
    *out = v->data[0] != 0;
    return true;
}

bool gguf_text(const gguf_value *v, const char **text, size_t *bytes)
{
    if (!v || v->array || v->kind != GGUF_STRING) return false;
    *bytes = (size_t)little(v->data, 8);
    *text = (const char *)v->data + 8;
    return true;
}

wz_status gguf_strings(const gguf_value *v, const char ***text, size_t **bytes)
{
    *text = NULL;
    *bytes = NULL;
    if (!v->array || v->kind != GGUF_STRING) return fail(WZ_FORMAT, "key '%.100s' is not an array of strings", v->key);
    const char **p = mem_alloc_array((size_t)v->n, sizeof *p);
    size_t      *n = mem_alloc_array((size_t)v->n, sizeof *n);
    if (!p || !n) {
        mem_free((void *)p);
        mem_free(n);
        return WZ_NOMEM;
    }
    const unsigned char *at = v->data;
    for (uint64_t i = 0; i < v->n; i++) {
        n[i] = (size_t)little(at, 8);
        p[i] = (const char *)at + 8;
        at += 8 + n[i];
    }
    *text = p;
    *bytes = n;
    return WZ_OK;
}

wz_status gguf_floats(const gguf_value *v, float **out)
{
    *out = NULL;
    double value = 0;
    if (!v->array || (v->n && !gguf_number_at(v, 0, &value))) return fail(WZ_FORMAT, "key '%.100s' is not an array of numbers", v->key);
    float *p = mem_alloc_array((size_t)v->n, sizeof *p);
    if (!p) return WZ_NOMEM;
    for (uint64_t i = 0; i < v->n; i++) {
        if (!gguf_number_at(v, i, &value)) value = 0x1p63; /* an unsigned number beyond every signed one */
        p[i] = (float)value;
    }
    *out = p;
    return WZ_OK;
}

wz_status gguf_ints(const gguf_value *v, int32_t **out)
{
    *out = NULL;
    if (!v->array || !is_integer(v->kind)) return fail(WZ_FORMAT, "key '%.100s' is not an array of whole numbers", v->key);
    int32_t *p = mem_alloc_array((size_t)v->n, sizeof *p);
    if (!p) return WZ_NOMEM;
    for (uint64_t i = 0; i < v->n; i++) {
        int64_t value;
        if (!integer_at(v, i, &value) || value < INT32_MIN || value > INT32_MAX) {
            mem_free(p);
            return fail(WZ_FORMAT, "key '%.100s' has a number at %llu that needs more than 32 bits", v->key, (unsigned long long)i);
        }
        p[i] = (int32_t)value;
    }
    *out = p;
    return WZ_OK;
}

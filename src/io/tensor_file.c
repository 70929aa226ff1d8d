/* tensor_file.c - the public face of safetensors files (wootz/io.h), and their writer.
 *
 * The writer puts tensors in order of falling element size, so that each is aligned to its element, and
 * pads the header to 8 bytes, as the format's own writer does. It writes beside the target and renames.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <wootz/io.h>
#include "safetensors.h"
#include "../core/core.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct wz_tensor_file {
    st_files *files;
};

/* ---- reading --------------------------------------------------------------------------------- */

wz_status wz_tensor_file_open(const char *path, wz_tensor_file **out)
{
    if (!out)
        return fail(WZ_INVALID, "out is NULL");
    *out = NULL;
    if (!path)
        return fail(WZ_INVALID, "path is NULL");
    wz_tensor_file *f = mem_alloc(sizeof *f);
    if (!f)
        return WZ_NOMEM;
    struct stat info;
    bool folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    wz_status s = folder ? st_open_folder(path, &f->files) : st_open_file(path, &f->files);
    if (s)
        mem_free(f);
    else
        *out = f;
    return s;
}

void wz_tensor_file_free(wz_tensor_file **f)
{
    if (!f || !*f)
        return;
    st_close(&(*f)->files);
    mem_free(*f);
    *f = NULL;
}

int64_t wz_tensor_file_count(const wz_tensor_file *f) { return f ? (int64_t)st_count(f->files) : 0; }

static const st_tensor *tensor_at(const wz_tensor_file *f, int64_t i)
{
    if (f && i >= 0 && i < (int64_t)st_count(f->files))
        return st_at(f->files, (size_t)i);
    fail(WZ_INDEX, "tensor %lld of a file with %lld", (long long)i, (long long)wz_tensor_file_count(f));
    return NULL;
}

wz_status wz_tensor_file_entry(const wz_tensor_file *f, int64_t i, wz_tensor_entry *out)
{
    const st_tensor *t = tensor_at(f, i);
    if (!t)
        return WZ_INDEX;
    *out = (wz_tensor_entry){ t->name, t->name_bytes, t->dtype, t->dtype_name, t->ndim, t->size, t->bytes };
    return WZ_OK;
}

wz_tensor *wz_tensor_file_read(const wz_tensor_file *f, int64_t i)
{
    const st_tensor *t = tensor_at(f, i);
    return t ? st_open_tensor(t) : NULL;
}

bool wz_tensor_file_metadata(const wz_tensor_file *f, int64_t i, const char **key, const char **value)
{
    const json_value *m = f ? st_metadata(f->files) : NULL;
    if (!m || i < 0 || (size_t)i >= m->n)
        return false;
    *key = m->key[i];
    *value = m->item[i]->text;
    return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

static const char *file_dtype(wz_dtype d)
{
    static const char *const names[WZ_DTYPE_COUNT] = {
        [WZ_DTYPE_BOOL] = "BOOL", [WZ_DTYPE_U8] = "U8",   [WZ_DTYPE_U16] = "U16", [WZ_DTYPE_U32] = "U32",
        [WZ_DTYPE_U64] = "U64",   [WZ_DTYPE_I8] = "I8",   [WZ_DTYPE_I16] = "I16", [WZ_DTYPE_I32] = "I32",
        [WZ_DTYPE_I64] = "I64",   [WZ_DTYPE_F16] = "F16", [WZ_DTYPE_BF16] = "BF16", [WZ_DTYPE_F32] = "F32",
        [WZ_DTYPE_F64] = "F64",   [WZ_DTYPE_F8_E4M3FN] = "F8_E4M3", [WZ_DTYPE_F8_E5M2] = "F8_E5M2", [WZ_DTYPE_C64] = "C64",
    };
    return names[d];
}

typedef struct text {
    char  *data;
    size_t n, room;
    bool   failed;
} text;

static void put(text *t, const char *s, size_t n)
{
    if (t->failed || (t->n + n > t->room)) {
        size_t room = 2 * (t->n + n) + 256;
        char *data = t->failed ? NULL : mem_grow(t->data, room);
        t->failed = data == NULL;
        if (t->failed)
            return;
        t->data = data;
        t->room = room;
    }
    memcpy(t->data + t->n, s, n);
    t->n += n;
}
static void put_text(text *t, const char *s) { put(t, s, strlen(s)); }
static void put_number(text *t, uint64_t v)
{
    char digits[32];
    put(t, digits, (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)v));
}
static void put_json_string(text *t, const char *s)
{
    put_text(t, "\"");
    for (; *s; s++) {
        char escape[8];
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            put(t, (const char[]){ '\\', (char)c }, 2);
        else if (c < 0x20)
            put(t, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", c));
        else
            put(t, s, 1);
    }
    put_text(t, "\"");
}

static size_t tensor_bytes(const wz_tensor *t) { return (size_t)wz_tensor_numel(t) * wz_dtype_bytes(wz_tensor_dtype(t)); }

typedef struct place {
    int64_t i;
    size_t  element;
} place;
static int by_element(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->element != y->element)
        return x->element < y->element ? 1 : -1;
    return x->i < y->i ? -1 : 1;
}

static void put_header(text *h, int64_t n, const place *order, const char *const *name, wz_tensor *const *t, int64_t n_metadata,
                       const char *const *key, const char *const *value)
{
    uint64_t at = 0;
    put_text(h, "{");
    for (int64_t i = 0; i < n_metadata; i++) {
        put_text(h, i ? "," : "\"__metadata__\":{");
        put_json_string(h, key[i]);
        put_text(h, ":");
        put_json_string(h, value[i]);
    }
    put_text(h, n_metadata ? (n ? "}," : "}") : "");
    for (int64_t k = 0; k < n; k++) {
        const wz_tensor *x = t[order[k].i];
        put_text(h, k ? "," : "");
        put_json_string(h, name[order[k].i]);
        put_text(h, ":{\"dtype\":\"");
        put_text(h, file_dtype(wz_tensor_dtype(x)));
        put_text(h, "\",\"shape\":[");
        for (int d = 0; d < wz_tensor_ndim(x); d++) {
            put_text(h, d ? "," : "");
            put_number(h, (uint64_t)wz_tensor_sizes(x)[d]);
        }
        put_text(h, "],\"data_offsets\":[");
        put_number(h, at);
        put_text(h, ",");
        at += tensor_bytes(x);
        put_number(h, at);
        put_text(h, "]}");
    }
    put_text(h, "}");
    while (h->n % 8 && !h->failed)
        put_text(h, " ");
}

static wz_status write_all(FILE *file, const char *path, const text *h, int64_t n, const place *order, wz_tensor *const *t)
{
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)((uint64_t)h->n >> (8 * i));
    bool ok = fwrite(length, 1, 8, file) == 8 && fwrite(h->data, 1, h->n, file) == h->n;
    for (int64_t k = 0; k < n && ok; k++) {
        wz_tensor *x = t[order[k].i];
        size_t bytes = tensor_bytes(x);
        if (bytes == 0)
            continue;
        void *copy = NULL;
        bool direct = wz_device_get_kind(wz_tensor_device(x)) == WZ_DEVICE_CPU && wz_tensor_is_contiguous(x);
        if (!direct && !(copy = mem_alloc(bytes)))
            return WZ_NOMEM;
        wz_status s = direct ? WZ_OK : wz_tensor_read(x, copy, bytes);
        const void *data = direct ? wz_tensor_data(x) : copy;
        ok = s == WZ_OK && data && fwrite(data, 1, bytes, file) == bytes;
        mem_free(copy);
        if (s || !data)
            return s ? s : WZ_INTERNAL;
    }
    if (!ok || fflush(file) != 0)
        return fail(WZ_IO, "%.200s cannot be written: %s", path, strerror(errno));
    return WZ_OK;
}

static wz_status write_beside(const char *path, const text *h, int64_t n, const place *order, wz_tensor *const *t)
{
    size_t room = strlen(path) + 32;
    char *beside = mem_alloc(room);
    if (!beside)
        return WZ_NOMEM;
    snprintf(beside, room, "%s.%ld.part", path, (long)getpid());
    FILE *file = fopen(beside, "wb");
    wz_status s = file ? write_all(file, path, h, n, order, t)
                       : fail(WZ_IO, "%.200s cannot be written: %s", path, strerror(errno));
    if (file && fclose(file) != 0 && s == WZ_OK)
        s = fail(WZ_IO, "%.200s cannot be written: %s", path, strerror(errno));
    if (s == WZ_OK && rename(beside, path) != 0)
        s = fail(WZ_IO, "%.200s cannot be written: %s", path, strerror(errno));
    if (s && file)
        remove(beside);
    mem_free(beside);
    return s;
}

static wz_status check_save(int64_t n, const char *const *name, wz_tensor *const *t)
{
    for (int64_t i = 0; i < n; i++) {
        if (!name[i] || !t[i])
            return fail(WZ_INVALID, "tensor %lld to save is NULL or has no name", (long long)i);
        if (strcmp(name[i], "__metadata__") == 0)
            return fail(WZ_INVALID, "a tensor cannot be named __metadata__");
        if (!file_dtype(wz_tensor_dtype(t[i])))
            return fail(WZ_UNSUPPORTED, "tensor '%.160s': safetensors has no dtype for %s", name[i], wz_dtype_name(wz_tensor_dtype(t[i])));
    }
    return WZ_OK;
}

wz_status wz_tensor_file_save(const char *path, int64_t n, const char *const *name, wz_tensor *const *t, int64_t n_metadata,
                              const char *const *key, const char *const *value)
{
    if (!path || n < 0 || n > INT32_MAX || n_metadata < 0)
        return fail(WZ_INVALID, "a path and counts that are not negative are needed");
    TRY(check_save(n, name, t));
    place *order = mem_alloc((size_t)(n + 1) * sizeof *order);
    if (!order)
        return WZ_NOMEM;
    for (int64_t i = 0; i < n; i++)
        order[i] = (place){ i, wz_dtype_bytes(wz_tensor_dtype(t[i])) };
    qsort(order, (size_t)n, sizeof *order, by_element);
    text header = { 0 };
    put_header(&header, n, order, name, t, n_metadata, key, value);
    wz_status s = header.failed ? WZ_NOMEM : write_beside(path, &header, n, order, t);
    mem_free(header.data);
    mem_free(order);
    return s;
}

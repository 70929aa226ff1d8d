/* safetensors_write.c - writes safetensors files (wootz/io.h).
 *
 * Tensors stand in order of falling element size and then by name, so that each is aligned to its element,
 * and the header is padded to 8 bytes, as the format's own writer does. The file is written beside the
 * target, brought to the disk and renamed: a reader finds the old file or the new one, never a part.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700 /* realpath */
#include <wootz/io.h>
#include "hash.h"
#include "safetensors.h"
#include "../core/core.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- header ---------------------------------------------------------------------------------- */

typedef struct text {
    char  *data;
    size_t n, room;
    bool   failed;
} text;

static void put(text *t, const char *s, size_t n)
{
    if (t->failed)
        return;
    if (n > t->room - t->n) {
        size_t room = 2 * (t->n + n) + 256; /* names are in memory already: no overflow */
        char *data = mem_grow(t->data, room);
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
    int64_t     i;
    int         rank;
    const char *name;
} place;

static int by_place(const void *a, const void *b)
{
    const place *x = a, *y = b;
    return x->rank != y->rank ? (x->rank < y->rank ? 1 : -1) : strcmp(x->name, y->name);
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
        put_text(h, st_dtype_name(wz_tensor_dtype(x)));
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

/* ---- file ------------------------------------------------------------------------------------ */

static wz_status cannot(const char *path) { return fail(WZ_IO, "%.200s cannot be written: %s", path, strerror(errno)); }

static wz_status write_tensor(FILE *file, const char *path, wz_tensor *x)
{
    size_t bytes = tensor_bytes(x);
    void *copy = NULL;
    if (bytes == 0)
        return WZ_OK;
    bool direct = wz_device_get_kind(wz_tensor_device(x)) == WZ_DEVICE_CPU && wz_tensor_is_contiguous(x);
    if (!direct && !(copy = mem_alloc(bytes)))
        return WZ_NOMEM;
    wz_status s = direct ? WZ_OK : wz_tensor_read(x, copy, bytes);
    const void *data = direct ? wz_tensor_data(x) : copy;
    if (s == WZ_OK && !data)
        s = error_status();
    if (s == WZ_OK && fwrite(data, 1, bytes, file) != bytes)
        s = cannot(path);
    mem_free(copy);
    return s;
}

static wz_status write_all(FILE *file, const char *path, const text *h, int64_t n, const place *order, wz_tensor *const *t)
{
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)((uint64_t)h->n >> (8 * i));
    if (fwrite(length, 1, 8, file) != 8 || fwrite(h->data, 1, h->n, file) != h->n)
        return cannot(path);
    for (int64_t k = 0; k < n; k++)
        TRY(write_tensor(file, path, t[order[k].i]));
    return fflush(file) != 0 || fsync(fileno(file)) != 0 ? cannot(path) : WZ_OK;
}

/* A new file in the target's folder, with the target's permissions when it exists. */
static wz_status open_beside(const char *target, char **beside, FILE **out)
{
    struct stat info;
    bool exists = stat(target, &info) == 0;
    if (exists && !S_ISREG(info.st_mode))
        return fail(WZ_IO, "%.200s cannot be written: it is not a regular file", target);
    size_t room = strlen(target) + 48;
    *beside = mem_alloc(room);
    if (!*beside)
        return WZ_NOMEM;
    int fd = -1;
    for (int i = 0; i < 1000 && fd < 0; i++) { /* other threads may be writing the same target */
        snprintf(*beside, room, "%s.%ld-%d.part", target, (long)getpid(), i);
        fd = open(*beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0)
        return cannot(target);
    *out = (exists && fchmod(fd, info.st_mode & 07777) != 0) ? NULL : fdopen(fd, "wb");
    if (*out)
        return WZ_OK;
    wz_status s = cannot(target);
    close(fd);
    remove(*beside);
    return s;
}

static wz_status write_beside(const char *target, const text *h, int64_t n, const place *order, wz_tensor *const *t)
{
    char *beside = NULL;
    FILE *file = NULL;
    wz_status s = open_beside(target, &beside, &file);
    if (s == WZ_OK)
        s = write_all(file, target, h, n, order, t);
    if (file && fclose(file) != 0 && s == WZ_OK)
        s = cannot(target);
    if (s == WZ_OK && rename(beside, target) != 0)
        s = cannot(target);
    if (s && file)
        remove(beside);
    mem_free(beside);
    return s;
}

/* Through links, as a plain write would: the file they lead to is replaced, not the link. */
static wz_status write_target(const char *path, const text *h, int64_t n, const place *order, wz_tensor *const *t)
{
    char *real = realpath(path, NULL);
    wz_status s = write_beside(real ? real : path, h, n, order, t);
    free(real);
    return s;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static wz_status check_texts(int64_t n, const char *const *list, const char *what)
{
    if (n > 0 && !list)
        return fail(WZ_INVALID, "the list of %ss is NULL", what);
    for (int64_t i = 0; i < n; i++) {
        if (!list[i])
            return fail(WZ_INVALID, "%s %lld to save is NULL", what, (long long)i);
        if (!json_is_utf8(list[i], strlen(list[i])))
            return fail(WZ_INVALID, "%s %lld to save, '%.100s', is not valid UTF-8", what, (long long)i, list[i]);
    }
    return WZ_OK;
}

static wz_status check_unique(int64_t n, const char *const *list, const char *what)
{
    size_t n_slots = 8;
    while (n_slots < (size_t)n * 2)
        n_slots *= 2;
    int64_t *slot = mem_alloc_array(n_slots, sizeof *slot);
    if (!slot)
        return WZ_NOMEM;
    wz_status s = WZ_OK;
    for (int64_t i = 0; i < n && s == WZ_OK; i++) {
        size_t at = hash_bytes(slot, list[i], strlen(list[i])) & (n_slots - 1);
        while (slot[at] && strcmp(list[slot[at] - 1], list[i]) != 0)
            at = (at + 1) & (n_slots - 1);
        if (slot[at])
            s = fail(WZ_INVALID, "the %s '%.160s' is given twice", what, list[i]);
        slot[at] = i + 1;
    }
    mem_free(slot);
    return s;
}

static wz_status check_save(int64_t n, const char *const *name, wz_tensor *const *t, int64_t n_metadata, const char *const *key,
                            const char *const *value)
{
    TRY(check_texts(n, name, "tensor name"));
    TRY(check_texts(n_metadata, key, "metadata key"));
    TRY(check_texts(n_metadata, value, "metadata value"));
    TRY(check_unique(n, name, "tensor name"));
    TRY(check_unique(n_metadata, key, "metadata key"));
    for (int64_t i = 0; i < n; i++) {
        if (!t || !t[i])
            return fail(WZ_INVALID, "tensor '%.160s' to save is NULL", name[i]);
        if (strcmp(name[i], "__metadata__") == 0)
            return fail(WZ_INVALID, "a tensor cannot be named __metadata__");
        if (!st_dtype_name(wz_tensor_dtype(t[i])))
            return fail(WZ_UNSUPPORTED, "tensor '%.160s': safetensors has no dtype for %s", name[i], wz_dtype_name(wz_tensor_dtype(t[i])));
    }
    return WZ_OK;
}

wz_status wz_tensor_file_save(const char *path, int64_t n, const char *const *name, wz_tensor *const *t, int64_t n_metadata,
                              const char *const *key, const char *const *value)
{
    if (!path || !*path || n < 0 || n > INT32_MAX || n_metadata < 0 || n_metadata > INT32_MAX)
        return fail(WZ_INVALID, "a path and counts that are not negative are needed");
    TRY(check_save(n, name, t, n_metadata, key, value));
    place *order = mem_alloc_array((size_t)n, sizeof *order);
    if (!order)
        return WZ_NOMEM;
    for (int64_t i = 0; i < n; i++)
        order[i] = (place){ i, st_dtype_rank(wz_tensor_dtype(t[i])), name[i] };
    if (n)
        qsort(order, (size_t)n, sizeof *order, by_place);
    text header = { 0 };
    put_header(&header, n, order, name, t, n_metadata, key, value);
    wz_status s = header.failed ? WZ_NOMEM : WZ_OK;
    if (s == WZ_OK && header.n > ST_MAX_HEADER)
        s = fail(WZ_INVALID, "the names, shapes and metadata take %zu bytes, the format allows %d", header.n, (int)ST_MAX_HEADER);
    if (s == WZ_OK)
        s = write_target(path, &header, n, order, t);
    mem_free(header.data);
    mem_free(order);
    return s;
}

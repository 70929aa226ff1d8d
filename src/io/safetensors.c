/* safetensors.c - see safetensors.h. Needs no tensors: what it hands out are places in mapped files.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "safetensors.h"
#include "hash.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct shard {
    char         *name;    /* as the index has it; NULL for a file opened alone */
    mapped_file  *file;
    json_document header;
} shard;

struct st_files {
    shard     *shard;
    size_t     n_shards, shard_room;
    st_tensor *tensor;
    size_t     n, room;
    uint32_t  *slot;       /* hash table by name: index + 1 */
    size_t     n_slots;
};

/* In the order by which the format's own writer sorts. */
static const struct { const char *name; wz_dtype dtype; int bits; } dtypes[] = {
    {"BOOL", WZ_DTYPE_BOOL, 8},         {"F4", WZ_DTYPE_NONE, 4},          {"F6_E2M3", WZ_DTYPE_NONE, 6},
    {"F6_E3M2", WZ_DTYPE_NONE, 6},      {"U8", WZ_DTYPE_U8, 8},            {"I8", WZ_DTYPE_I8, 8},
    {"F8_E5M2", WZ_DTYPE_F8_E5M2, 8},   {"F8_E4M3", WZ_DTYPE_F8_E4M3FN, 8}, {"F8_E8M0", WZ_DTYPE_NONE, 8},
    {"F8_E4M3FNUZ", WZ_DTYPE_NONE, 8},  {"F8_E5M2FNUZ", WZ_DTYPE_NONE, 8}, {"I16", WZ_DTYPE_I16, 16},
    {"U16", WZ_DTYPE_U16, 16},          {"F16", WZ_DTYPE_F16, 16},         {"BF16", WZ_DTYPE_BF16, 16},
    {"I32", WZ_DTYPE_I32, 32},          {"U32", WZ_DTYPE_U32, 32},         {"F32", WZ_DTYPE_F32, 32},
    {"C64", WZ_DTYPE_C64, 64},          {"F64", WZ_DTYPE_F64, 64},         {"I64", WZ_DTYPE_I64, 64},
    {"U64", WZ_DTYPE_U64, 64},
};

/* ---- one header ---------------------------------------------------------------------------------------- */

static bool whole(const json_value *v, uint64_t *out)
{
    if (!v || v->type != JSON_NUMBER || !v->integral || v->i < 0 || signbit(v->number)) return false;
    *out = (uint64_t)v->i;
    return true;
}

static bool is_text(const json_value *v, const char *text)
{
    return v->text_bytes == strlen(text) && memcmp(v->text, text, v->text_bytes) == 0;
}

static wz_status read_shape(const json_value *entry, const char *path, st_tensor *t, int bits)
{
    const json_value *shape = json_get(entry, "shape");
    if (!shape || shape->type != JSON_ARRAY) return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has no shape", path, t->name);
    if (shape->n > ST_MAX_DIMS)
        return fail(WZ_UNSUPPORTED, "%.120s: tensor '%.80s' has %zu dims, at most %d are supported", path, t->name, shape->n, (int)ST_MAX_DIMS);
    t->ndim = (int)shape->n;
    uint64_t n = 1, total;
    for (int d = 0; d < t->ndim; d++) {
        uint64_t size;
        if (!whole(shape->item[d], &size))
            return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has a shape whose dim %d is no whole number from 0", path, t->name, d);
        t->size[d] = (int64_t)size;
        if (__builtin_mul_overflow(n, size, &n)) return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has a shape that overflows at dim %d", path, t->name, d);
    }
    if (__builtin_mul_overflow(n, (uint64_t)bits, &total) || total % 8)
        return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has %llu elements of %d bits, which is no whole number of bytes", path, t->name,
                    (unsigned long long)n, bits);
    t->bytes = (size_t)(total / 8);
    return WZ_OK;
}

static wz_status read_entry(const json_value *entry, const char *path, uint64_t room, st_tensor *t, uint64_t *begin)
{
    const json_value *dtype = json_get(entry, "dtype"), *offsets = json_get(entry, "data_offsets");
    uint64_t          end;
    int               bits = 0;
    if (!dtype || dtype->type != JSON_STRING) return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has no dtype", path, t->name);
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (is_text(dtype, dtypes[i].name)) {
            t->dtype = dtypes[i].dtype;
            bits = dtypes[i].bits;
        }
    if (!bits) return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has the unknown dtype '%.20s'", path, t->name, dtype->text);
    t->dtype_name = dtype->text;
    TRY(read_shape(entry, path, t, bits));
    if (!offsets || offsets->type != JSON_ARRAY || offsets->n != 2 || !whole(offsets->item[0], begin) || !whole(offsets->item[1], &end))
        return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has no data_offsets of two whole numbers", path, t->name);
    if (end < *begin || end > room)
        return fail(WZ_FORMAT, "%.120s: tensor '%.80s' lies at %llu to %llu, outside the %llu bytes of data", path, t->name,
                    (unsigned long long)*begin, (unsigned long long)end, (unsigned long long)room);
    if (end - *begin != t->bytes)
        return fail(WZ_FORMAT, "%.120s: tensor '%.80s' has %llu bytes of data, its shape and dtype need %zu", path, t->name,
                    (unsigned long long)(end - *begin), t->bytes);
    return WZ_OK;
}

static int by_data(const void *a, const void *b)
{
    const st_tensor *x = a, *y = b;
    if (x->data != y->data) return x->data < y->data ? -1 : 1;
    return x->bytes < y->bytes ? -1 : x->bytes > y->bytes; /* empty tensors first */
}

/* Sorted by place, the tensors must cover the data without a hole or an overlap. */
static wz_status check_cover(const char *path, st_tensor *t, size_t n, const char *data, uint64_t room)
{
    if (n) qsort(t, n, sizeof *t, by_data);
    uint64_t at = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t begin = (uint64_t)((const char *)t[i].data - data);
        if (begin != at)
            return fail(WZ_FORMAT, "%.120s: tensor '%.80s' begins at %llu, the one before ends at %llu (%s)", path, t[i].name,
                        (unsigned long long)begin, (unsigned long long)at, begin > at ? "a hole" : "an overlap");
        at += t[i].bytes;
    }
    if (at != room) return fail(WZ_FORMAT, "%.120s: %llu bytes of data belong to tensors, the file has %llu", path, (unsigned long long)at, (unsigned long long)room);
    return WZ_OK;
}

static wz_status grow_tensors(st_files *f, size_t more)
{
    if (f->n + more <= f->room) return WZ_OK;
    st_tensor *t = mem_grow(f->tensor, (f->n + more) * sizeof *t);
    if (!t) return WZ_NOMEM;
    f->tensor = t;
    f->room = f->n + more;
    return WZ_OK;
}

static wz_status check_metadata(const char *path, const json_value *m)
{
    if (m->type != JSON_OBJECT) return fail(WZ_FORMAT, "%.120s: __metadata__ is not an object", path);
    for (size_t i = 0; i < m->n; i++)
        if (m->item[i]->type != JSON_STRING) return fail(WZ_FORMAT, "%.120s: __metadata__ '%.80s' is not text", path, m->key[i]);
    return WZ_OK;
}

static wz_status read_tensors(st_files *f, const shard *s, const char *path, const char *data, uint64_t room)
{
    const json_value *root = s->header.root;
    size_t            first = f->n;
    TRY(grow_tensors(f, root->n));
    for (size_t i = 0; i < root->n; i++) {
        if (root->key_bytes[i] == 12 && memcmp(root->key[i], "__metadata__", 12) == 0) {
            TRY(check_metadata(path, root->item[i]));
            continue;
        }
        st_tensor *t = &f->tensor[f->n];
        uint64_t   begin = 0;
        memset(t, 0, sizeof *t);
        t->name = root->key[i];
        t->name_bytes = root->key_bytes[i];
        t->file = s->file;
        if (root->item[i]->type != JSON_OBJECT) return fail(WZ_FORMAT, "%.120s: tensor '%.80s' is not described by an object", path, t->name);
        TRY(read_entry(root->item[i], path, room, t, &begin));
        t->data = data + begin;
        f->n++;
    }
    return check_cover(path, f->tensor ? f->tensor + first : NULL, f->n - first, data, room);
}

static wz_status add_file(st_files *f, const char *path)
{
    if (f->n_shards == f->shard_room) {
        size_t room = f->shard_room ? f->shard_room * 2 : 4;
        shard *grown = mem_grow(f->shard, room * sizeof *grown);
        if (!grown) return WZ_NOMEM;
        f->shard = grown;
        f->shard_room = room;
    }
    shard *s = &f->shard[f->n_shards];
    *s = (shard){0};
    TRY(mapped_open(path, &s->file));
    f->n_shards++; /* closed with the rest from here on */
    const unsigned char *p = mapped_data(s->file);
    size_t               bytes = mapped_bytes(s->file);
    uint64_t             header = 0;
    if (bytes < 8) return fail(WZ_FORMAT, "%.200s has %zu bytes, too few for a safetensors header", path, bytes);
    for (int i = 8; i-- > 0;) header = header << 8 | p[i];
    if (header > ST_MAX_HEADER) return fail(WZ_FORMAT, "%.200s: the header claims %llu bytes, more than the format allows", path, (unsigned long long)header);
    if (header > bytes - 8) return fail(WZ_FORMAT, "%.200s: the header claims %llu bytes, the file has %zu", path, (unsigned long long)header, bytes - 8);
    if (header == 0 || p[8] != '{') return fail(WZ_FORMAT, "%.200s: the header does not begin with '{'", path);
    wz_status status = json_parse((const char *)p + 8, (size_t)header, &s->header);
    if (status != WZ_OK) return fail_prefix(status, path);
    if (s->header.root->type != JSON_OBJECT) return fail(WZ_FORMAT, "%.200s: the header is not an object", path);
    return read_tensors(f, s, path, (const char *)p + 8 + header, bytes - 8 - header);
}

/* ---- names --------------------------------------------------------------------------------------------------- */

static size_t find_slot(const st_files *f, const char *name, size_t bytes)
{
    size_t at = hash_bytes(f->slot, name, bytes) & (f->n_slots - 1);
    while (f->slot[at]) {
        const st_tensor *t = &f->tensor[f->slot[at] - 1];
        if (t->name_bytes == bytes && memcmp(t->name, name, bytes) == 0) break;
        at = (at + 1) & (f->n_slots - 1);
    }
    return at;
}

static const char *shard_name(const st_files *f, const st_tensor *t)
{
    for (size_t i = 0; i < f->n_shards; i++)
        if (f->shard[i].file == t->file && f->shard[i].name) return f->shard[i].name;
    return "";
}

static wz_status index_names(st_files *f)
{
    if (f->n > UINT32_MAX / 4) return fail(WZ_FORMAT, "%zu tensors are too many", f->n);
    for (f->n_slots = 8; f->n_slots < f->n * 2;) f->n_slots *= 2;
    f->slot = mem_alloc_array(f->n_slots, sizeof *f->slot);
    if (!f->slot) return WZ_NOMEM;
    for (size_t i = 0; i < f->n; i++) {
        size_t at = find_slot(f, f->tensor[i].name, f->tensor[i].name_bytes);
        if (f->slot[at])
            return fail(WZ_FORMAT, "tensor '%.160s' stands in two files, %.100s and %.100s", f->tensor[i].name,
                        shard_name(f, &f->tensor[f->slot[at] - 1]), shard_name(f, &f->tensor[i]));
        f->slot[at] = (uint32_t)i + 1;
    }
    return WZ_OK;
}

const st_tensor *st_find_n(const st_files *f, const char *name, size_t bytes)
{
    uint32_t i = f->slot[find_slot(f, name, bytes)];
    return i ? &f->tensor[i - 1] : NULL;
}

const st_tensor *st_find(const st_files *f, const char *name) { return st_find_n(f, name, strlen(name)); }

size_t           st_count(const st_files *f) { return f->n; }
const st_tensor *st_at(const st_files *f, size_t i) { return i < f->n ? &f->tensor[i] : NULL; }
const char      *st_shard_name(const st_files *f, const st_tensor *t) { return shard_name(f, t); }

const json_value *st_metadata(const st_files *f)
{
    return f->n_shards ? json_get(f->shard[0].header.root, "__metadata__") : NULL;
}

int st_dtype_rank(wz_dtype d)
{
    for (int i = 0; i < (int)(sizeof dtypes / sizeof *dtypes); i++)
        if (d && dtypes[i].dtype == d) return i;
    return -1;
}

const char *st_dtype_name(wz_dtype d)
{
    int i = st_dtype_rank(d);
    return i < 0 ? NULL : dtypes[i].name;
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

wz_status st_open_file(const char *path, st_files **out)
{
    *out = NULL;
    st_files *f = mem_alloc(sizeof *f);
    if (!f) return WZ_NOMEM;
    wz_status status = add_file(f, path);
    if (status == WZ_OK) status = index_names(f);
    if (status != WZ_OK) st_close(&f);
    else *out = f;
    return status;
}

static wz_status exists(const char *folder, const char *name, bool *there)
{
    char       *path;
    struct stat info;
    TRY(path_join(folder, name, &path));
    *there = stat(path, &info) == 0;
    mem_free(path);
    return WZ_OK;
}

static wz_status add_named(st_files *f, const char *folder, const char *name)
{
    char  *path;
    size_t before = f->n_shards;
    TRY(path_join(folder, name, &path));
    wz_status status = add_file(f, path);
    mem_free(path);
    if (status != WZ_OK || f->n_shards == before) return status;
    f->shard[before].name = mem_dup(name, strlen(name));
    return f->shard[before].name ? WZ_OK : WZ_NOMEM;
}

/* A shard's name comes from a file and is used as a path: only a bare name of this folder will do. */
static wz_status check_shard_name(const json_value *v, const char *tensor)
{
    if (v->type != JSON_STRING) return fail(WZ_FORMAT, "the entry for '%.100s' is not text", tensor);
    if (v->text_bytes == 0 || strlen(v->text) != v->text_bytes || strpbrk(v->text, "/\\") || v->text[0] == '.')
        return fail(WZ_FORMAT, "the file '%.100s' for tensor '%.80s' is not a plain file name", v->text, tensor);
    return WZ_OK;
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static wz_status add_each_shard(st_files *f, const char *folder, const json_value *map, const char **name)
{
    for (size_t i = 0; i < map->n; i++) {
        TRY(check_shard_name(map->item[i], map->key[i]));
        name[i] = map->item[i]->text;
    }
    if (map->n) qsort(name, map->n, sizeof *name, by_name);
    for (size_t i = 0; i < map->n; i++) {
        bool there;
        if (i && strcmp(name[i], name[i - 1]) == 0) continue;
        TRY(exists(folder, name[i], &there));
        if (!there) return fail(WZ_IO, "the file '%.100s' is missing: %s", name[i], strerror(errno));
        TRY(add_named(f, folder, name[i]));
    }
    return WZ_OK;
}

static wz_status add_shards(st_files *f, const char *folder, const json_value *map)
{
    if (!map || map->type != JSON_OBJECT) return fail(WZ_FORMAT, "there is no weight_map");
    const char **name = mem_alloc_array(map->n, sizeof *name);
    if (!name) return WZ_NOMEM;
    wz_status status = add_each_shard(f, folder, map, name);
    mem_free(name);
    if (status == WZ_OK) status = index_names(f);
    for (size_t i = 0; i < map->n && status == WZ_OK; i++) {
        const st_tensor *t = st_find_n(f, map->key[i], map->key_bytes[i]);
        if (!t || strcmp(shard_name(f, t), map->item[i]->text) != 0)
            status = fail(WZ_FORMAT, "tensor '%.120s' is promised in '%.80s', which does not hold it", map->key[i], map->item[i]->text);
    }
    return status;
}

static wz_status add_index(st_files *f, const char *folder, const char *name)
{
    char         *path = NULL;
    mapped_file  *file = NULL;
    json_document index = {0};
    TRY(path_join(folder, name, &path));
    wz_status status = mapped_open(path, &file);
    if (status == WZ_OK) {
        status = json_parse(mapped_data(file), mapped_bytes(file), &index);
        if (status == WZ_OK) status = add_shards(f, folder, json_get(index.root, "weight_map"));
        if (status == WZ_FORMAT || status == WZ_IO) fail_prefix(status, path);
    }
    json_free(&index);
    mapped_release(file);
    mem_free(path);
    return status;
}

static wz_status add_folder(st_files *f, const char *folder)
{
    static const char *const names[] = {"model", "diffusion_pytorch_model", "pytorch_model"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char index[64], single[64];
        bool there;
        snprintf(index, sizeof index, "%s.safetensors.index.json", names[i]);
        snprintf(single, sizeof single, "%s.safetensors", names[i]);
        TRY(exists(folder, single, &there));
        if (there) {
            TRY(add_named(f, folder, single));
            return index_names(f);
        }
        TRY(exists(folder, index, &there));
        if (there) return add_index(f, folder, index);
    }
    return fail(WZ_IO, "%.200s holds no model.safetensors and no model.safetensors.index.json", folder);
}

wz_status st_open_folder(const char *folder, st_files **out)
{
    *out = NULL;
    st_files *f = mem_alloc(sizeof *f);
    if (!f) return WZ_NOMEM;
    wz_status status = add_folder(f, folder);
    if (status != WZ_OK) st_close(&f);
    else *out = f;
    return status;
}

void st_close(st_files **files)
{
    st_files *f = *files;
    *files = NULL;
    if (!f) return;
    for (size_t i = 0; i < f->n_shards; i++) {
        json_free(&f->shard[i].header);
        mapped_release(f->shard[i].file);
        mem_free(f->shard[i].name);
    }
    mem_free(f->shard);
    mem_free(f->tensor);
    mem_free(f->slot);
    mem_free(f);
}

/* tensor_file.c - the public face of reading tensor files (wootz/io.h).
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <wootz/io.h>
#include "gguf.h"
#include "safetensors.h"
#include "../core/core.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* One of the two is set. */
struct wz_tensor_file {
    st_files  *files;
    gguf_file *gguf;
    char     **text;   /* of a GGUF file: each key's value as text */
};

/* ---- GGUF metadata as text ------------------------------------------------------------------------- */

enum { SHOWN = 64 }; /* longer arrays are only counted */

static int put_element(char *to, size_t room, const gguf_value *v, uint64_t i)
{
    double number = 0;
    if (v->kind == GGUF_BOOL)
        return snprintf(to, room, v->data[i] ? "true" : "false");
    if (v->kind == GGUF_U64 || v->kind == GGUF_I64) { /* a double would not hold all of them */
        uint64_t bits = 0;
        for (int k = 8; k-- > 0;) bits = bits << 8 | v->data[8 * i + (uint64_t)k];
        return v->kind == GGUF_U64 ? snprintf(to, room, "%llu", (unsigned long long)bits) : snprintf(to, room, "%lld", (long long)bits);
    }
    (void)gguf_number_at(v, i, &number);
    return snprintf(to, room, v->kind == GGUF_F64 ? "%.17g" : v->kind == GGUF_F32 ? "%.9g" : "%.0f", number);
}

static char *value_text(const gguf_value *v)
{
    const char *text;
    size_t      bytes;
    char        out[SHOWN * 32];
    if (gguf_text(v, &text, &bytes))
        return mem_dup(text, bytes);
    if (v->array && (v->kind == GGUF_STRING || v->kind == GGUF_ARRAY || v->n > SHOWN)) {
        snprintf(out, sizeof out, "%llu of %s", (unsigned long long)v->n, gguf_kind_name(v->kind));
        return mem_dup(out, strlen(out));
    }
    size_t n = 0;
    for (uint64_t i = 0; i < v->n; i++) {
        if (i)
            n += (size_t)snprintf(out + n, sizeof out - n, ", ");
        n += (size_t)put_element(out + n, sizeof out - n, v, i);
    }
    return mem_dup(out, n);
}

static wz_status make_texts(wz_tensor_file *f)
{
    size_t n = gguf_key_count(f->gguf);
    f->text = mem_alloc_array(n, sizeof *f->text);
    for (size_t i = 0; f->text && i < n; i++)
        if (!(f->text[i] = value_text(gguf_key_at(f->gguf, i))))
            return WZ_NOMEM;
    return f->text ? WZ_OK : WZ_NOMEM;
}

/* ---- the file ---------------------------------------------------------------------------------------- */

static wz_status open_any(const char *path, wz_tensor_file *f)
{
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && S_ISDIR(info.st_mode))
        return st_open_folder(path, &f->files);
    if (!there || !S_ISREG(info.st_mode) || !gguf_is(path))
        return st_open_file(path, &f->files);
    TRY(gguf_open(path, &f->gguf));
    return make_texts(f);
}

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
    wz_status s = open_any(path, f);
    if (s)
        wz_tensor_file_free(&f);
    else
        *out = f;
    return s;
}

void wz_tensor_file_free(wz_tensor_file **file)
{
    if (!file || !*file)
        return;
    wz_tensor_file *f = *file;
    *file = NULL;
    for (size_t i = 0; f->text && i < gguf_key_count(f->gguf); i++)
        mem_free(f->text[i]);
    mem_free(f->text);
    gguf_close(&f->gguf);
    st_close(&f->files);
    mem_free(f);
}

int64_t wz_tensor_file_count(const wz_tensor_file *f)
{
    return !f ? 0 : (int64_t)(f->gguf ? gguf_count(f->gguf) : st_count(f->files));
}

static wz_status check_index(const wz_tensor_file *f, int64_t i)
{
    if (i >= 0 && i < wz_tensor_file_count(f))
        return WZ_OK;
    return fail(WZ_INDEX, "tensor %lld of a file with %lld", (long long)i, (long long)wz_tensor_file_count(f));
}

wz_status wz_tensor_file_entry(const wz_tensor_file *f, int64_t i, wz_tensor_entry *out)
{
    TRY(check_index(f, i));
    if (f->gguf) {
        const gguf_tensor *t = gguf_at(f->gguf, (size_t)i);
        wz_dtype d = t->type->plain ? t->type->plain : t->type->decode ? WZ_DTYPE_F32 : WZ_DTYPE_NONE;
        *out = (wz_tensor_entry){ t->name, strlen(t->name), d, t->type->name, t->ndim, t->size, t->bytes };
        return WZ_OK;
    }
    const st_tensor *t = st_at(f->files, (size_t)i);
    *out = (wz_tensor_entry){ t->name, t->name_bytes, t->dtype, t->dtype_name, t->ndim, t->size, t->bytes };
    return WZ_OK;
}

wz_tensor *wz_tensor_file_read(const wz_tensor_file *f, int64_t i)
{
    if (check_index(f, i) != WZ_OK)
        return NULL;
    return f->gguf ? gguf_open_tensor(gguf_at(f->gguf, (size_t)i), WZ_DTYPE_NONE) : st_open_tensor(st_at(f->files, (size_t)i));
}

bool wz_tensor_file_metadata(const wz_tensor_file *f, int64_t i, const char **key, const char **value)
{
    if (f && f->gguf) {
        if (i < 0 || (uint64_t)i >= gguf_key_count(f->gguf))
            return false;
        *key = gguf_key_at(f->gguf, (size_t)i)->key;
        *value = f->text[i];
        return true;
    }
    const json_value *m = f ? st_metadata(f->files) : NULL;
    if (!m || i < 0 || (size_t)i >= m->n)
        return false;
    *key = m->key[i];
    *value = m->item[i]->text;
    return true;
}

wz_tensor *st_open_tensor(const st_tensor *t)
{
    if (!t->dtype) {
        fail(WZ_UNSUPPORTED, "tensor '%.160s' has dtype %s, which wootz does not have", t->name, t->dtype_name);
        return NULL;
    }
    if (t->ndim > WZ_MAX_DIMS) {
        fail(WZ_UNSUPPORTED, "tensor '%.160s' has %d dims, at most %d are supported", t->name, t->ndim, (int)WZ_MAX_DIMS);
        return NULL;
    }
    size_t align = wz_dtype_bytes(t->dtype) > 8 ? 8 : wz_dtype_bytes(t->dtype);
    if (t->bytes == 0 || (uintptr_t)t->data % align) return wz_tensor_from(t->dtype, t->ndim, t->size, t->data, wz_device_cpu());
    mapped_retain(t->file);
    wz_tensor *x = wz_tensor_wrap(t->dtype, t->ndim, t->size, NULL, (void *)(uintptr_t)t->data, mapped_release, t->file);
    if (!x) mapped_release(t->file);
    return x;
}

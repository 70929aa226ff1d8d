/* tensor_file.c - the public face of reading tensor files (wootz/io.h).
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <wootz/io.h>
#include "safetensors.h"
#include "../core/core.h"
#include <sys/stat.h>

struct wz_tensor_file {
    st_files *files;
};

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

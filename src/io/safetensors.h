/* safetensors.h - reading safetensors files: one file, or a folder with or without an index of shards.
 *
 * Every rule of the format is checked before anything is used: header size, JSON, dtypes, shapes, offsets
 * without gap or overlap, file size (https://github.com/huggingface/safetensors, "Format").
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_SAFETENSORS_H
#define WZ_IO_SAFETENSORS_H
#include "json.h"
#include "mapped.h"

enum {
    ST_MAX_DIMS = 32,
    ST_MAX_HEADER = 100000000, /* bytes; the format's own limit */
};

typedef struct st_tensor {
    const char  *name;         /* may contain NULs; name_bytes counts */
    size_t       name_bytes;
    const char  *dtype_name;   /* as in the file: "BF16" */
    wz_dtype     dtype;        /* WZ_DTYPE_NONE when wootz has no such dtype */
    int          ndim;
    int64_t      size[ST_MAX_DIMS];
    const void  *data;
    size_t       bytes;
    mapped_file *file;
} st_tensor;

typedef struct st_files st_files;

wz_status        st_open_file(const char *path, st_files **out);
/* A folder: the one NAME.safetensors, else NAME.safetensors.index.json and its shards; NAME is "model",
 * "diffusion_pytorch_model" or "pytorch_model". */
wz_status        st_open_folder(const char *folder, st_files **out);
void             st_close(st_files **f);
size_t           st_count(const st_files *f);
const st_tensor *st_at(const st_files *f, size_t i);            /* in the order of the data */
const st_tensor *st_find(const st_files *f, const char *name);
const st_tensor *st_find_n(const st_files *f, const char *name, size_t bytes);
const char      *st_shard_name(const st_files *f, const st_tensor *t); /* "" for a file opened alone */
/* The header's __metadata__ of the first file; NULL without one. */
const json_value *st_metadata(const st_files *f);
/* The format's name of a dtype and its place in the format's own order; NULL and -1 when it has none. */
const char      *st_dtype_name(wz_dtype d);
int              st_dtype_rank(wz_dtype d);

/* tensor_file.c: The tensor as wootz sees it: the mapped bytes in place, or a copy where they are misaligned for the
 * dtype. In the current scope; keeps the file mapped. */
wz_tensor       *st_open_tensor(const st_tensor *t);
#endif

/* safetensors.h - reading safetensors files: one file, or a folder with or without an index of shards.
 *
 * Every rule of the format is checked before anything is used: header size, JSON, dtypes, shapes, offsets
 * without gap or overlap, file size (https://github.com/huggingface/safetensors, "Format").
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_SAFETENSORS_H
#define WZ_IO_SAFETENSORS_H
#include "json.h"
#include "mapped.h"

enum { ST_MAX_DIMS = 32 };

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
/* A folder: NAME.safetensors.index.json and its shards, else the one NAME.safetensors, else all *.safetensors
 * are refused; NAME is "model", "diffusion_pytorch_model" or "pytorch_model". */
wz_status        st_open_folder(const char *folder, st_files **out);
void             st_close(st_files **f);
size_t           st_count(const st_files *f);
const st_tensor *st_at(const st_files *f, size_t i);            /* in the order of the data */
const st_tensor *st_find(const st_files *f, const char *name);
/* The header's __metadata__ of the first file; NULL without one. */
const json_value *st_metadata(const st_files *f);
/* The tensor as wootz sees it: the mapped bytes in place, or a copy where they are misaligned for the
 * dtype. In the current scope; keeps the file mapped. */
wz_tensor       *st_open_tensor(const st_tensor *t);
#endif

/* io.h - tensors in safetensors and GGUF files: reading in place, writing whole safetensors files.
 *
 *   wz_tensor_file *f;
 *   wz_tensor_file_open("model.safetensors", &f);
 *   for (int64_t i = 0; i < wz_tensor_file_count(f); i++) ... wz_tensor_file_read(f, i) ...
 *   wz_tensor_file_free(&f);                                // tensors keep what they need mapped
 * Every rule of the format is checked before a file counts as open.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_IO_H
#define WOOTZ_IO_H
#include <wootz/wootz.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wz_tensor_file wz_tensor_file;

typedef struct wz_tensor_entry {
    const char    *name;        /* UTF-8, valid while the file is open; may contain NULs */
    size_t         name_bytes;
    wz_dtype       dtype;       /* that reading gives; NONE when wootz cannot read it */
    const char    *dtype_name;  /* as in the file: "BF16", "Q4_K" */
    int            ndim;
    const int64_t *size;
    size_t         bytes;       /* in the file */
} wz_tensor_entry;

/* A file (GGUF is told by its first four bytes), or a folder with model.safetensors or an index of shards. */
WZ_API wz_status  wz_tensor_file_open(const char *path, wz_tensor_file **out);
WZ_API void       wz_tensor_file_free(wz_tensor_file **f);
WZ_API int64_t    wz_tensor_file_count(const wz_tensor_file *f);
WZ_API wz_status  wz_tensor_file_entry(const wz_tensor_file *f, int64_t i, wz_tensor_entry *out);
/* On the CPU, in the current scope, on the mapped bytes where they are aligned. Writing to the tensor is
 * allowed and does not reach the file. The blocks of quantised GGUF types become float32. */
WZ_API wz_tensor *wz_tensor_file_read(const wz_tensor_file *f, int64_t i);
/* Pair i of the header's metadata; false past the last. Values of GGUF keys are given as text, long arrays as
 * "262144 of string". */
WZ_API bool       wz_tensor_file_metadata(const wz_tensor_file *f, int64_t i, const char **key, const char **value);

/* Writes n tensors under their names, with n_metadata pairs of strings. The file appears under its name
 * only once it is complete. Tensors may be on any device and of any layout. */
WZ_API wz_status  wz_tensor_file_save(const char *path, int64_t n, const char *const *name, wz_tensor *const *t,
                                      int64_t n_metadata, const char *const *key, const char *const *value);

#ifdef __cplusplus
}
#endif
#endif

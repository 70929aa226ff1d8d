/* gguf.h - reading GGUF files, versions 2 and 3, little-endian.
 *
 * A file is a table of typed keys, a table of tensors and their data (https://github.com/ggml-org/ggml,
 * docs/gguf.md). Everything is checked before a file counts as open: each count against the bytes that are
 * left, each string, nesting, alignment, duplicate names, and that every tensor's data lies in the file,
 * aligned and apart from all others. What is handed out points into the mapped file and may be misaligned.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_IO_GGUF_H
#define WZ_IO_GGUF_H
#include "mapped.h"

enum {
    GGUF_MAX_DIMS = 4,
    GGUF_MAX_NAME = 65535,    /* bytes of a key or of a tensor's name */
    GGUF_MAX_DEPTH = 4,       /* of arrays in arrays */
    GGUF_MAX_BLOCK = 256,     /* elements of the largest block */
};

/* ---- metadata -------------------------------------------------------------------------------------- */

typedef enum gguf_kind {      /* numbers as in the file */
    GGUF_U8, GGUF_I8, GGUF_U16, GGUF_I16, GGUF_U32, GGUF_I32, GGUF_F32, GGUF_BOOL, GGUF_STRING, GGUF_ARRAY,
    GGUF_U64, GGUF_I64, GGUF_F64, GGUF_KINDS
} gguf_kind;

typedef struct gguf_value {
    const char          *key;      /* NUL-terminated UTF-8 without NULs */
    bool                 array;
    gguf_kind            kind;     /* of the value, or of the array's elements */
    uint64_t             n;        /* elements; 1 unless an array */
    const unsigned char *data;     /* of the first element */
    size_t               bytes;
} gguf_value;

/* ---- tensors --------------------------------------------------------------------------------------- */

/* One way of storing numbers: blocks of `block` elements in `bytes` bytes. */
typedef struct gguf_type {
    uint32_t    id;
    const char *name;              /* "Q4_K" */
    int         block, bytes;
    wz_dtype    plain;             /* the same thing as a dtype; NONE for blocks */
    /* n blocks to float; NULL: wootz does not read this type. */
    void (*decode)(float *dst, const unsigned char *src, int64_t n);
} gguf_type;

typedef struct gguf_tensor {
    const char      *name;         /* NUL-terminated UTF-8 without NULs */
    const gguf_type *type;
    int              ndim;
    int64_t          size[GGUF_MAX_DIMS]; /* outermost first, as everywhere else; the file has them reversed */
    const void      *data;
    size_t           bytes;
    mapped_file     *file;
} gguf_tensor;

typedef struct gguf_file gguf_file;

bool               gguf_is(const char *path);    /* a file that begins with the format's four letters */
wz_status          gguf_open(const char *path, gguf_file **out);
void               gguf_close(gguf_file **f);
uint32_t           gguf_version(const gguf_file *f);

size_t             gguf_count(const gguf_file *f);
const gguf_tensor *gguf_at(const gguf_file *f, size_t i);          /* in the order of the file's table */
const gguf_tensor *gguf_find(const gguf_file *f, const char *name);

size_t             gguf_key_count(const gguf_file *f);
const gguf_value  *gguf_key_at(const gguf_file *f, size_t i);
const gguf_value  *gguf_key(const gguf_file *f, const char *key);  /* NULL: there is none */
/* A single value as what is asked for: false where there is none (v may be NULL) or it is something else.
 * Any integer kind is an integer; integers are numbers too. */
bool gguf_integer(const gguf_value *v, int64_t *out);
bool gguf_number(const gguf_value *v, double *out);
bool gguf_bool(const gguf_value *v, bool *out);
bool gguf_text(const gguf_value *v, const char **text, size_t *bytes); /* not NUL-terminated */
/* Element i of an array (0 of a single value) as a number. */
bool gguf_number_at(const gguf_value *v, uint64_t i, double *out);
/* The strings of an array in new arrays of pointers and lengths (one mem_free each). */
wz_status gguf_strings(const gguf_value *v, const char ***text, size_t **bytes);
/* The numbers of an array in a new array (mem_free). */
wz_status gguf_floats(const gguf_value *v, float **out);
wz_status gguf_ints(const gguf_value *v, int32_t **out);
const char *gguf_kind_name(gguf_kind k);          /* "uint32" */

/* gguf_blocks.c: NULL for a number that means nothing here. */
const gguf_type *gguf_type_find(uint32_t id);

/* gguf_tensor.c: The tensor in the current scope on the CPU. want is NONE, F32, F16, BF16 or F64; NONE gives a
 * plain type as it is (in place on the mapped file where it is aligned) and blocks as float32. */
wz_tensor *gguf_open_tensor(const gguf_tensor *t, wz_dtype want);
/* The same with want F16, or BF16 for blocks that hold values beyond F16's 65504. */
wz_tensor *gguf_open_small(const gguf_tensor *t);
#endif

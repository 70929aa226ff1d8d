/* core.h - tensors, storage, views, devices and streams as the rest of the library sees them.
 *
 * A storage is a piece of device memory with a count; a tensor is a view of one (sizes, strides, offset
 * in elements). Op code gets tensors through wz_call (op/op.h) and turns them into launches.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_CORE_H
#define WZ_CORE_CORE_H
#include "backend.h"
#include "error.h"
#include "mem.h"
#include <stdatomic.h>

/* ---- storage --------------------------------------------------------------------------------- */

enum { STORAGE_MAX_USERS = 4 };

struct chunk;

typedef struct wz_storage {
    atomic_int    refs;
    wz_device    *dev;
    wz_block      block;      /* of the allocator's chunk, or wrapped memory */
    size_t        offset;     /* of this storage in the block */
    size_t        bytes;
    wz_stream    *owner;      /* the stream it was made on */
    wz_stream    *user[STORAGE_MAX_USERS]; /* other streams whose work uses it */
    int           n_users;
    atomic_flag   lock;       /* guards user */
    struct chunk *chunk;      /* the allocator's record; NULL for wrapped memory */
    void (*release)(void *context);
    void         *context;
    atomic_ullong version;    /* counts writes after creation */
} wz_storage;

/* ---- tensors --------------------------------------------------------------------------------- */

enum {
    TENSOR_NUMBER = 1,        /* a Python number: joins promotion by kind only */
};

struct wz_tensor {
    atomic_int  refs;
    uint8_t     dtype;        /* wz_dtype */
    uint8_t     ndim;
    uint8_t     flags;
    bool        requires_grad;
    wz_storage *storage;
    int64_t     offset;       /* elements from the storage's start */
    int64_t     size[WZ_MAX_DIMS];
    int64_t     stride[WZ_MAX_DIMS];
    void       *grad_info;    /* autograd's record, NULL without */
};

/* Makers put the tensor into the current scope and return NULL on error. */
wz_tensor *tensor_empty(wz_dtype dtype, int ndim, const int64_t *size, wz_device *dev);
wz_tensor *tensor_empty_like(const wz_tensor *t, wz_dtype dtype);      /* same sizes, contiguous */
/* A view of t with other sizes, strides and offset; not checked against the storage: callers know. */
wz_tensor *tensor_view(const wz_tensor *t, int ndim, const int64_t *size, const int64_t *stride,
                       int64_t offset);
wz_tensor *tensor_alias(const wz_tensor *t);                           /* the same view, new record */

int64_t tensor_numel(const wz_tensor *t);
bool    tensor_contiguous(const wz_tensor *t);
/* Every element has a memory location of its own (no stride-0 or self-overlapping dims). */
bool    tensor_no_overlap_within(const wz_tensor *t);
typedef enum overlap { OVERLAP_NONE, OVERLAP_FULL, OVERLAP_PARTIAL } overlap;
/* FULL: same first element, sizes, strides and dtype size. Judged by element positions, exact for the
 * common layouts and never NONE when bytes are shared (interleaved views are told apart where possible). */
overlap tensor_overlap(const wz_tensor *a, const wz_tensor *b);
/* Element count of sizes; WZ_INVALID on negative sizes, WZ_SHAPE on overflow of elements or bytes. */
wz_status sizes_numel(int ndim, const int64_t *size, size_t element_bytes, int64_t *out);
void    strides_contiguous(int ndim, const int64_t *size, int64_t *stride);
bool    sizes_equal(int n_a, const int64_t *a, int n_b, const int64_t *b);
/* "[2, 3]" into a static thread-local buffer, for messages; a few may be alive at once. */
const char *sizes_text(int ndim, const int64_t *size);
#define SHAPE_OF(t) sizes_text((t)->ndim, (t)->size)
/* Host address of the first element of a CPU tensor; no waiting. */
void   *tensor_host(const wz_tensor *t);
wz_span tensor_span(const wz_tensor *t);    /* the bytes from its first to its last element */
void    tensor_span_to(const wz_tensor *t, wz_span *out); /* the same without a copy */
/* dst's bytes from src's, which is on another device: both packed, of one dtype and as many elements. In the order
 * of both devices' current streams; memory of the host is read, or valid, on return. */
wz_status tensor_transfer(wz_tensor *dst, const wz_tensor *src);
/* dim in [-ndim, ndim) -> [0, ndim); a 0-d tensor counts as 1-d, as in torch. WZ_INDEX otherwise:
 * "Dimension out of range (expected to be in range of [-2, 1], but got 5)". */
wz_status dim_wrap(int64_t dim, int ndim, int *out);

/* ---- dtypes ---------------------------------------------------------------------------------- */

static inline bool dtype_is_float(wz_dtype d) { return wz_dtype_get_kind(d) == WZ_KIND_FLOAT; }
static inline bool dtype_is_complex(wz_dtype d) { return wz_dtype_get_kind(d) == WZ_KIND_COMPLEX; }
static inline bool dtype_is_int(wz_dtype d)
{
    wz_dtype_kind k = wz_dtype_get_kind(d);
    return k == WZ_KIND_INT || k == WZ_KIND_UINT;
}
static inline bool dtype_is_bool(wz_dtype d) { return d == WZ_DTYPE_BOOL; }
wz_dtype dtype_real_of(wz_dtype d);       /* complex64 -> float32, others unchanged */
wz_dtype dtype_complex_of(wz_dtype d);    /* float32 -> complex64; f16/bf16 -> complex64; f64 -> complex128 */
/* torch.can_cast: complex -> real, float -> int and anything -> bool are not allowed. */
bool     dtype_can_cast(wz_dtype from, wz_dtype to);
/* torch.result_type over tensors, with 0-d and Python-number rules. NULL entries are skipped. */
wz_dtype promote_tensors(int n, wz_tensor *const *t);

/* ---- scopes ---------------------------------------------------------------------------------- */

bool      scope_open(void);
wz_status scope_add(wz_tensor *t);        /* takes over the reference; WZ_STATE if no scope is open */

/* ---- storage --------------------------------------------------------------------------------- */

wz_status storage_new(wz_device *dev, size_t bytes, wz_storage **out);
/* Memory of the caller, used in place; on error release is not called. */
wz_status storage_wrap(wz_device *dev, void *host, size_t bytes, void (*release)(void *context),
                       void *context, wz_storage **out);
void      storage_ref(wz_storage *s);
void      storage_unref(wz_storage *s);
/* Notes that work now on stream s uses the storage (no-op for its owner stream). */
void      storage_used_by(wz_storage *st, wz_stream *s);
/* Host waits until nothing issued so far uses the storage. */
wz_status storage_wait(wz_storage *st);

/* ---- the thin layer above backends: tracing, sticky errors, fault injection ------------------- */

wz_status stream_launch(wz_stream *s, const wz_launch *l);
wz_status stream_copy(wz_stream *s, wz_span dst, wz_span src);
wz_status stream_fill(wz_stream *s, wz_span dst, uint32_t pattern);
wz_status stream_upload(wz_stream *s, wz_span dst, const void *src);
wz_status stream_download(wz_stream *s, void *dst, wz_span src);
void      stream_set_error(wz_stream *s, wz_status status, const char *text); /* keeps the first */
/* Test hook: the nth launch from now fails with WZ_DEVICE; 0 switches off. */
void      stream_fail_launch_after(int64_t n);
#endif

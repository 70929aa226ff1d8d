/* tensor.c - making tensors and views, their facts, and moving values to and from the host.
 * SPDX-License-Identifier: MIT */
#include "core.h"
#include "convert.h"
#include "../op/op.h"
#include <stdio.h>
#include <string.h>

static atomic_llong live;

int64_t wz_live_tensors(void) { return atomic_load(&live); }

/* ---- sizes -------------------------------------------------------------------------------------- */

const char *sizes_text(int ndim, const int64_t *size)
{
    static _Thread_local char text[4][192];
    static _Thread_local int  turn;
    char *s = text[turn++ & 3];
    int   n = snprintf(s, sizeof text[0], "[");
    for (int d = 0; d < ndim && n < 160; d++)
        n += snprintf(s + n, sizeof text[0] - (size_t)n, "%s%lld", d ? ", " : "", (long long)size[d]);
    snprintf(s + n, sizeof text[0] - (size_t)n, "]");
    return s;
}

wz_status sizes_numel(int ndim, const int64_t *size, size_t element_bytes, int64_t *out)
{
    if (ndim < 0 || ndim > WZ_MAX_DIMS)
        return fail(WZ_INVALID, "tensors have at most %d dimensions, got %d", WZ_MAX_DIMS, ndim);
    int64_t n = 1, bytes;
    bool    empty = false;
    for (int d = 0; d < ndim; d++) {
        if (size[d] < 0)
            return fail(WZ_SHAPE, "Trying to create tensor with negative dimension %lld: %s",
                        (long long)size[d], sizes_text(ndim, size));
        if (size[d] == 0) empty = true;
    }
    for (int d = 0; d < ndim && !empty; d++)
        if (!i64_mul(n, size[d], &n))
            return fail(WZ_INVALID, "size %s has more elements than can be counted", sizes_text(ndim, size));
    if (empty) n = 0;
    if (!i64_mul(n, (int64_t)element_bytes, &bytes))
        return fail(WZ_INVALID, "size %s needs more bytes than can be addressed", sizes_text(ndim, size));
    *out = n;
    return WZ_OK;
}

void strides_contiguous(int ndim, const int64_t *size, int64_t *stride)
{
    int64_t step = 1;
    for (int d = ndim; d-- > 0;) {
        stride[d] = step;
        if (size[d] > 1) step *= size[d];
    }
}

bool sizes_equal(int n_a, const int64_t *a, int n_b, const int64_t *b)
{
    return n_a == n_b && (n_a == 0 || memcmp(a, b, sizeof *a * (size_t)n_a) == 0);
}

wz_status dim_wrap(int64_t dim, int ndim, int *out)
{
    int n = ndim ? ndim : 1;
    if (dim < -n || dim >= n)
        return fail(WZ_INDEX, "Dimension out of range (expected to be in range of [%d, %d], but got %lld)",
                    -n, n - 1, (long long)dim);
    *out = (int)(dim < 0 ? dim + n : dim);
    return WZ_OK;
}

/* ---- making --------------------------------------------------------------------------------------- */

static wz_tensor *record(wz_dtype dtype, int ndim, const int64_t *size)
{
    wz_tensor *t = mem_alloc(sizeof *t);
    if (!t) return NULL;
    atomic_init(&t->refs, 1);
    t->dtype = (uint8_t)dtype;
    t->ndim = (uint8_t)ndim;
    if (ndim) memcpy(t->size, size, sizeof *size * (size_t)ndim);
    strides_contiguous(ndim, t->size, t->stride);
    atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
    return t;
}

static wz_tensor *in_scope(wz_tensor *t) { return t && scope_add(t) == WZ_OK ? t : NULL; }

wz_tensor *tensor_empty(wz_dtype dtype, int ndim, const int64_t *size, wz_device *dev)
{
    if (wz_dtype_bytes(dtype) == 0) {
        fail(WZ_TYPE, "dtype %d does not exist", (int)dtype);
        return NULL;
    }
    int64_t n;
    if (sizes_numel(ndim, size, wz_dtype_bytes(dtype), &n) != WZ_OK) return NULL;
    if (!dev) dev = wz_default_device();
    wz_tensor *t = record(dtype, ndim, size);
    if (!t) return NULL;
    if (storage_new(dev, (size_t)n * wz_dtype_bytes(dtype), &t->storage) != WZ_OK) {
        wz_free(&t);
        return NULL;
    }
    return in_scope(t);
}

wz_tensor *wz_tensor_new(wz_dtype dtype, int ndim, const int64_t *size, wz_device *dev)
{
    return tensor_empty(dtype, ndim, size, dev);
}

wz_tensor *tensor_empty_like(const wz_tensor *t, wz_dtype dtype)
{
    return tensor_empty(dtype, t->ndim, t->size, t->storage->dev);
}

wz_tensor *tensor_view(const wz_tensor *t, int ndim, const int64_t *size, const int64_t *stride,
                       int64_t offset)
{
    if (ndim > WZ_MAX_DIMS) {
        fail(WZ_INVALID, "tensors have at most %d dimensions, got %d", WZ_MAX_DIMS, ndim);
        return NULL;
    }
    wz_tensor *v = record((wz_dtype)t->dtype, ndim, size);
    if (!v) return NULL;
    if (ndim) memcpy(v->stride, stride, sizeof *stride * (size_t)ndim);
    v->offset = offset;
    v->storage = t->storage;
    storage_ref(v->storage);
    return in_scope(v);
}

wz_tensor *tensor_alias(const wz_tensor *t)
{
    return tensor_view(t, t->ndim, t->size, t->stride, t->offset);
}

wz_tensor *wz_tensor_from(wz_dtype dtype, int ndim, const int64_t *size, const void *data, wz_device *dev)
{
    wz_tensor *t = tensor_empty(dtype, ndim, size, dev);
    if (!t) return NULL;
    size_t bytes = (size_t)tensor_numel(t) * wz_dtype_bytes(dtype);
    return wz_tensor_write(t, data, bytes) == WZ_OK ? t : NULL;
}

/* Elements from the first to the last one that a view reaches; 0 when it is empty. */
static bool reach(int ndim, const int64_t *size, const int64_t *stride, int64_t *out)
{
    int64_t last = 0, step;
    for (int d = 0; d < ndim; d++) {
        if (size[d] == 0) {
            *out = 0;
            return true;
        }
        if (!i64_mul(size[d] - 1, stride[d], &step) || !i64_add(last, step, &last)) return false;
    }
    return i64_add(last, 1, out);
}

static wz_status check_strides(int ndim, const int64_t *stride)
{
    for (int d = 0; d < ndim; d++)
        if (stride[d] < 0)
            return fail(WZ_INVALID, "negative strides are not supported, got stride %lld in dimension %d",
                        (long long)stride[d], d);
    return WZ_OK;
}

wz_tensor *wz_tensor_wrap(wz_dtype dtype, int ndim, const int64_t *size, const int64_t *stride, void *data,
                          void (*release)(void *context), void *context)
{
    int64_t n, extent, packed[WZ_MAX_DIMS];
    if (wz_dtype_bytes(dtype) == 0) {
        fail(WZ_TYPE, "dtype %d does not exist", (int)dtype);
        return NULL;
    }
    if (sizes_numel(ndim, size, wz_dtype_bytes(dtype), &n) != WZ_OK) return NULL;
    if (!stride) strides_contiguous(ndim, size, packed);
    const int64_t *used = stride ? stride : packed;
    if (check_strides(ndim, used) != WZ_OK) return NULL;
    if (!reach(ndim, size, used, &extent) || extent > (int64_t)(SIZE_MAX / 2 / wz_dtype_bytes(dtype))) {
        fail(WZ_INVALID, "strides %s reach further than can be addressed", sizes_text(ndim, used));
        return NULL;
    }
    if (!scope_open()) {
        fail(WZ_STATE, "no scope is open on this thread; call wz_scope_begin first");
        return NULL;
    }
    wz_tensor *t = record(dtype, ndim, size);
    if (!t) return NULL;
    if (ndim) memcpy(t->stride, used, sizeof *used * (size_t)ndim);
    size_t bytes = (size_t)extent * wz_dtype_bytes(dtype);
    if (storage_wrap(wz_device_cpu(), data, bytes, NULL, NULL, &t->storage) != WZ_OK) {
        wz_free(&t);
        return NULL;
    }
    wz_storage *st = t->storage;
    t = in_scope(t);
    if (t) { /* only now does the memory's release become ours */
        st->release = release;
        st->context = context;
    }
    return t;
}

wz_tensor *wz_tensor_number(wz_scalar v)
{
    static const wz_dtype of_kind[] = {WZ_DTYPE_BOOL, WZ_DTYPE_U64, WZ_DTYPE_I64, WZ_DTYPE_F64,
                                       WZ_DTYPE_C128};
    wz_dtype   dtype = of_kind[v.kind];
    wz_tensor *t = tensor_empty(dtype, 0, NULL, wz_device_cpu());
    if (!t) return NULL;
    t->flags = TENSOR_NUMBER;
    /* The block may have served work that is still queued on this stream, and the host writes at once. */
    if (storage_wait(t->storage) != WZ_OK) return NULL;
    void *p = tensor_host(t);
    if (v.kind == WZ_KIND_COMPLEX) store_c128(dtype, p, (cdouble){v.re, v.im});
    else if (v.kind == WZ_KIND_FLOAT) store_f64(dtype, p, v.re);
    else store_i64(dtype, p, v.i);
    return t;
}

wz_tensor *wz_tensor_as_strided(wz_tensor *t, int ndim, const int64_t *size, const int64_t *stride,
                                int64_t offset)
{
    if (!t) return NULL;
    int64_t n, extent, end, bytes;
    if (sizes_numel(ndim, size, wz_dtype_bytes((wz_dtype)t->dtype), &n) != WZ_OK) return NULL;
    if (check_strides(ndim, stride) != WZ_OK) return NULL;
    if (offset < 0) {
        fail(WZ_INVALID, "storage offset must not be negative, got %lld", (long long)offset);
        return NULL;
    }
    if (!reach(ndim, size, stride, &extent) || !i64_add(offset, extent, &end) ||
        !i64_mul(end, (int64_t)wz_dtype_bytes((wz_dtype)t->dtype), &bytes) ||
        (extent && (uint64_t)bytes > t->storage->bytes)) {
        fail(WZ_SHAPE, "size %s, stride %s and storage offset %lld are out of bounds for storage of %zu bytes",
             sizes_text(ndim, size), sizes_text(ndim, stride), (long long)offset, t->storage->bytes);
        return NULL;
    }
    return tensor_view(t, ndim, size, stride, offset);
}

/* ---- references ------------------------------------------------------------------------------------- */

wz_tensor *wz_retain(wz_tensor *t)
{
    if (t) atomic_fetch_add_explicit(&t->refs, 1, memory_order_relaxed);
    return t;
}

void wz_free(wz_tensor **t)
{
    wz_tensor *old = *t;
    *t = NULL;
    if (!old) return;
    bool sole = atomic_load_explicit(&old->refs, memory_order_acquire) == 1; /* then nobody can add to it */
    if (!sole && atomic_fetch_sub_explicit(&old->refs, 1, memory_order_acq_rel) != 1) return;
    storage_unref(old->storage);
    mem_free(old);
    atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
}

/* ---- facts -------------------------------------------------------------------------------------------- */

int64_t tensor_numel(const wz_tensor *t)
{
    int64_t n = 1;
    for (int d = 0; d < t->ndim; d++) n *= t->size[d];
    return n;
}

bool tensor_contiguous(const wz_tensor *t)
{
    int64_t step = 1;
    if (tensor_numel(t) == 0) return true;
    for (int d = t->ndim; d-- > 0;) {
        if (t->size[d] == 1) continue;
        if (t->stride[d] != step) return false;
        step *= t->size[d];
    }
    return true;
}

wz_dtype       wz_tensor_dtype(const wz_tensor *t) { return t ? (wz_dtype)t->dtype : WZ_DTYPE_NONE; }
wz_device     *wz_tensor_device(const wz_tensor *t) { return t ? t->storage->dev : NULL; }
int            wz_tensor_ndim(const wz_tensor *t) { return t ? t->ndim : 0; }
const int64_t *wz_tensor_sizes(const wz_tensor *t) { return t ? t->size : NULL; }
const int64_t *wz_tensor_strides(const wz_tensor *t) { return t ? t->stride : NULL; }
int64_t        wz_tensor_numel(const wz_tensor *t) { return t ? tensor_numel(t) : 0; }
int64_t        wz_tensor_offset(const wz_tensor *t) { return t ? t->offset : 0; }
bool           wz_tensor_is_contiguous(const wz_tensor *t) { return t && tensor_contiguous(t); }
bool           wz_tensor_is_number(const wz_tensor *t) { return t && (t->flags & TENSOR_NUMBER); }

int64_t wz_tensor_size(const wz_tensor *t, int dim)
{
    if (!t) return 0;
    if (dim < 0) dim += t->ndim;
    return dim >= 0 && dim < t->ndim ? t->size[dim] : 0;
}

bool wz_tensor_same_storage(const wz_tensor *a, const wz_tensor *b)
{
    return a && b && a->storage == b->storage;
}

uint64_t wz_tensor_version(const wz_tensor *t) { return t ? atomic_load(&t->storage->version) : 0; }

/* ---- host access ---------------------------------------------------------------------------------------- */

static size_t first_byte(const wz_tensor *t)
{
    return t->storage->offset + (size_t)t->offset * wz_dtype_bytes((wz_dtype)t->dtype);
}

void *tensor_host(const wz_tensor *t)
{
    char *base = t->storage->block.host;
    return base ? base + first_byte(t) : NULL;
}

void tensor_span_to(const wz_tensor *t, wz_span *out)
{
    int64_t last = 0, extent = 1; /* whoever made the tensor has checked that these do not overflow */
    for (int d = 0; d < t->ndim; d++) {
        last += (t->size[d] - 1) * t->stride[d];
        extent *= t->size[d] != 0;
    }
    out->block = t->storage->block;
    out->offset = first_byte(t);
    out->bytes = (size_t)(extent * (last + 1)) * wz_dtype_bytes((wz_dtype)t->dtype);
}

wz_span tensor_span(const wz_tensor *t)
{
    wz_span span;
    tensor_span_to(t, &span);
    return span;
}

void *wz_tensor_data_async(wz_tensor *t)
{
    if (!t) return NULL;
    char *base = t->storage->block.host ? t->storage->block.host : t->storage->block.handle;
    return base ? base + first_byte(t) : NULL;
}

void *wz_tensor_data(wz_tensor *t)
{
    if (!t || storage_wait(t->storage) != WZ_OK) return NULL;
    return wz_tensor_data_async(t);
}

static wz_status check_bytes(const wz_tensor *t, size_t bytes)
{
    size_t want = (size_t)tensor_numel(t) * wz_dtype_bytes((wz_dtype)t->dtype);
    if (bytes == want) return WZ_OK;
    return fail(WZ_INVALID, "tensor of %s %s has %zu bytes, got %zu", SHAPE_OF(t),
                wz_dtype_name((wz_dtype)t->dtype), want, bytes);
}

wz_status wz_tensor_read(wz_tensor *t, void *dst, size_t bytes)
{
    if (!t) return fail(WZ_INVALID, "tensor is NULL");
    TRY(check_bytes(t, bytes));
    if (bytes == 0) return WZ_OK;
    TRY(storage_wait(t->storage));
    TRY(wz_scope_begin());
    wz_tensor *packed = tensor_pack(t);
    wz_status  status = packed ? WZ_OK : WZ_NOMEM;
    if (packed) status = stream_download(wz_stream_current(t->storage->dev), dst, tensor_span(packed));
    wz_scope_end();
    return status;
}

wz_status wz_tensor_write(wz_tensor *t, const void *src, size_t bytes)
{
    if (!t) return fail(WZ_INVALID, "tensor is NULL");
    TRY(check_bytes(t, bytes));
    if (bytes == 0) return WZ_OK;
    wz_stream *s = wz_stream_current(t->storage->dev);
    storage_used_by(t->storage, s);
    if (tensor_contiguous(t)) {
        TRY(stream_upload(s, tensor_span(t), src));
        atomic_fetch_add(&t->storage->version, 1);
        return WZ_OK;
    }
    TRY(wz_scope_begin());
    wz_tensor *packed = tensor_empty_like(t, (wz_dtype)t->dtype);
    wz_status  status = packed ? stream_upload(s, tensor_span(packed), src) : WZ_NOMEM;
    if (status == WZ_OK) status = tensor_copy(t, packed);
    wz_scope_end();
    return status;
}

wz_status tensor_transfer(wz_tensor *dst, const wz_tensor *src)
{
    wz_device *to = dst->storage->dev, *from = src->storage->dev;
    wz_stream *there = wz_stream_current(to), *here = wz_stream_current(from);
    wz_ticket  written;
    if (tensor_numel(dst) == 0) return WZ_OK;
    storage_used_by(dst->storage, there);
    storage_used_by(src->storage, here);
    if (to->kind == WZ_DEVICE_CPU) {
        TRY(storage_wait(dst->storage));
        return stream_download(here, tensor_host(dst), tensor_span(src));
    }
    if (from->kind == WZ_DEVICE_CPU) {
        TRY(storage_wait(src->storage));
        return stream_upload(there, tensor_span(dst), tensor_host(src));
    }
    if (to->kind != from->kind) return fail(WZ_UNSUPPORTED, "no copy from %s to %s", from->name, to->name);
    TRY(wz_stream_record(here, &written));
    TRY(wz_stream_follow(there, written));
    storage_used_by(src->storage, there);
    return stream_copy(there, tensor_span(dst), tensor_span(src));
}

wz_status wz_tensor_item(wz_tensor *t, wz_scalar *out)
{
    if (!t) return fail(WZ_INVALID, "tensor is NULL");
    if (tensor_numel(t) != 1)
        return fail(WZ_SHAPE, "a Tensor with %lld elements cannot be converted to Scalar",
                    (long long)tensor_numel(t));
    unsigned char element[16];
    wz_dtype      d = (wz_dtype)t->dtype;
    TRY(storage_wait(t->storage));
    wz_span span = tensor_span(t);
    TRY(stream_download(wz_stream_current(t->storage->dev), element, span));
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_BOOL: *out = wz_bool(element[0] != 0); break;
    case WZ_KIND_UINT: {
        uint64_t u = load_u64(d, element);
        *out = u > INT64_MAX ? (wz_scalar){WZ_KIND_UINT, (int64_t)u, (double)u, 0} : wz_int((int64_t)u);
        break;
    }
    case WZ_KIND_INT: *out = wz_int(load_i64(d, element)); break;
    case WZ_KIND_FLOAT: *out = wz_num(load_f64(d, element)); break;
    case WZ_KIND_COMPLEX: {
        cdouble c = load_c128(d, element);
        *out = wz_complex(c.re, c.im);
        break;
    }
    }
    return WZ_OK;
}

wz_status wz_tensor_record_stream(wz_tensor *t, wz_stream *s)
{
    if (!t || !s) return fail(WZ_INVALID, "tensor and stream must be given");
    if (t->storage->dev != s->dev)
        return fail(WZ_INVALID, "the tensor is on %s but the stream belongs to %s", t->storage->dev->name,
                    s->dev->name);
    storage_used_by(t->storage, s);
    return WZ_OK;
}

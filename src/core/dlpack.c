/* dlpack.c - exchange of tensors with other libraries, without copies, by the DLPack ABI (versions 0.8 and
 * 1.1 of dlpack.h; the records are declared here because the interface is fixed).
 * SPDX-License-Identifier: MIT */
#include "core.h"
#include <string.h>

typedef struct { int32_t type, id; } dl_device;
typedef struct { uint8_t code, bits; uint16_t lanes; } dl_dtype;

typedef struct dl_tensor {
    void     *data;
    dl_device device;
    int32_t   ndim;
    dl_dtype  dtype;
    int64_t  *shape, *strides;
    uint64_t  byte_offset;
} dl_tensor;

typedef struct DLManagedTensor {
    dl_tensor tensor;
    void     *context;
    void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

typedef struct DLManagedTensorVersioned {
    struct { uint32_t major, minor; } version;
    void *context;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t  flags;
    dl_tensor tensor;
} DLManagedTensorVersioned;

enum { DL_CPU = 1, DL_CUDA = 2, DL_CUDA_HOST = 3, DL_METAL = 8, DL_FLAG_READ_ONLY = 1 };

static const struct { uint8_t code, bits; } codes[WZ_DTYPE_COUNT] = {
#define DTYPE(enum_, suffix, name, bytes, kind, code, bits) [WZ_DTYPE_##enum_] = {code, bits},
#include <wootz/dtypes.def>
#undef DTYPE
};

/* ---- out ---------------------------------------------------------------------------------------------- */

typedef struct lent { /* what the managed record points to */
    wz_tensor *t;
    int64_t    shape[WZ_MAX_DIMS], strides[WZ_MAX_DIMS];
} lent;

static wz_status lend(wz_tensor *t, dl_tensor *out, lent **context)
{
    static const int32_t types[WZ_DEVICE_KINDS] = {DL_CPU, DL_CUDA, DL_METAL};
    if (!t) return fail(WZ_INVALID, "tensor is NULL");
    lent *l = mem_alloc(sizeof *l);
    if (!l) return WZ_NOMEM;
    l->t = wz_retain(t);
    memcpy(l->shape, t->size, sizeof l->shape);
    memcpy(l->strides, t->stride, sizeof l->strides);
    wz_block block = t->storage->block;
    *out = (dl_tensor){
        .data = t->storage->dev->kind == WZ_DEVICE_CPU ? block.host : block.handle,
        .device = {types[t->storage->dev->kind], t->storage->dev->index},
        .ndim = t->ndim,
        .dtype = {codes[t->dtype].code, codes[t->dtype].bits, 1},
        .shape = l->shape,
        .strides = l->strides,
        .byte_offset = t->storage->offset + (uint64_t)t->offset * wz_dtype_bytes((wz_dtype)t->dtype),
    };
    if (t->storage->dev->kind != WZ_DEVICE_MPS && out->data) { /* numpy wants the address itself */
        out->data = (char *)out->data + out->byte_offset;
        out->byte_offset = 0;
    }
    *context = l;
    return WZ_OK;
}

static void give_back(lent *l)
{
    wz_free(&l->t);
    mem_free(l);
}

static void delete_plain(DLManagedTensor *m)
{
    give_back(m->context);
    mem_free(m);
}

static void delete_versioned(DLManagedTensorVersioned *m)
{
    give_back(m->context);
    mem_free(m);
}

wz_status wz_tensor_to_dlpack(wz_tensor *t, struct DLManagedTensor **out)
{
    *out = NULL;
    DLManagedTensor *m = mem_alloc(sizeof *m);
    lent            *l = NULL;
    if (!m) return WZ_NOMEM;
    wz_status status = lend(t, &m->tensor, &l);
    if (status != WZ_OK) {
        mem_free(m);
        return status;
    }
    m->context = l;
    m->deleter = delete_plain;
    *out = m;
    return WZ_OK;
}

wz_status wz_tensor_to_dlpack_versioned(wz_tensor *t, struct DLManagedTensorVersioned **out)
{
    *out = NULL;
    DLManagedTensorVersioned *m = mem_alloc(sizeof *m);
    lent                     *l = NULL;
    if (!m) return WZ_NOMEM;
    wz_status status = lend(t, &m->tensor, &l);
    if (status != WZ_OK) {
        mem_free(m);
        return status;
    }
    m->version.major = 1;
    m->version.minor = 1;
    m->context = l;
    m->deleter = delete_versioned;
    *out = m;
    return WZ_OK;
}

/* ---- in ------------------------------------------------------------------------------------------------- */

static wz_dtype dtype_of(dl_dtype d)
{
    for (int i = 1; i < WZ_DTYPE_COUNT && d.lanes == 1; i++)
        if (codes[i].code == d.code && codes[i].bits == d.bits) return (wz_dtype)i;
    return WZ_DTYPE_NONE;
}

static wz_status check_borrowed(const dl_tensor *d, wz_dtype *dtype, bool *negative)
{
    *negative = false;
    *dtype = dtype_of(d->dtype);
    if (!*dtype)
        return fail(WZ_TYPE, "from_dlpack: dtype code %d with %d bits and %d lanes is not supported",
                    d->dtype.code, d->dtype.bits, d->dtype.lanes);
    if (d->ndim < 0 || d->ndim > WZ_MAX_DIMS)
        return fail(WZ_INVALID, "from_dlpack: tensors have at most %d dimensions, got %d", WZ_MAX_DIMS, d->ndim);
    if (d->device.type != DL_CPU && d->device.type != DL_CUDA_HOST)
        return fail(WZ_NODEVICE, "from_dlpack: device type %d is not available", d->device.type);
    int64_t n;
    TRY(sizes_numel(d->ndim, d->shape, wz_dtype_bytes(*dtype), &n));
    for (int i = 0; i < d->ndim; i++)
        if (d->strides && d->strides[i] < 0 && d->shape[i] > 1) *negative = true;
    return WZ_OK;
}

/* A copy of a view with negative strides. */
static wz_tensor *copy_flipped(const dl_tensor *d, wz_dtype dtype)
{
    wz_tensor *t = tensor_empty(dtype, d->ndim, d->shape, wz_device_cpu());
    if (!t) return NULL;
    size_t  bytes = wz_dtype_bytes(dtype);
    int64_t n = tensor_numel(t), index[WZ_MAX_DIMS] = {0};
    char   *dst = tensor_host(t);
    for (int64_t i = 0; i < n; i++, dst += bytes) {
        int64_t offset = 0;
        for (int k = 0; k < d->ndim; k++) offset += index[k] * d->strides[k];
        memcpy(dst, (const char *)d->data + d->byte_offset + offset * (int64_t)bytes, bytes);
        for (int k = d->ndim; k-- > 0 && ++index[k] == d->shape[k];) index[k] = 0;
    }
    return t;
}

static void release_plain(void *context)
{
    DLManagedTensor *m = context;
    if (m->deleter) m->deleter(m);
}

static void release_versioned(void *context)
{
    DLManagedTensorVersioned *m = context;
    if (m->deleter) m->deleter(m);
}

static wz_tensor *borrow(const dl_tensor *d, void (*release)(void *), void *managed)
{
    wz_dtype dtype;
    bool     negative;
    if (check_borrowed(d, &dtype, &negative) != WZ_OK) return NULL;
    if (negative) {
        wz_tensor *t = copy_flipped(d, dtype);
        if (t) release(managed);
        return t;
    }
    int64_t stride[WZ_MAX_DIMS]; /* of size-1 and empty dims it may be anything: make it harmless */
    for (int i = 0; i < d->ndim && d->strides; i++) stride[i] = d->strides[i] < 0 ? 0 : d->strides[i];
    return wz_tensor_wrap(dtype, d->ndim, d->shape, d->strides ? stride : NULL, (char *)d->data + d->byte_offset,
                          release, managed);
}

wz_tensor *wz_tensor_from_dlpack(struct DLManagedTensor *m)
{
    if (!m) {
        fail(WZ_INVALID, "from_dlpack: the record is NULL");
        return NULL;
    }
    return borrow(&m->tensor, release_plain, m);
}

wz_tensor *wz_tensor_from_dlpack_versioned(struct DLManagedTensorVersioned *m)
{
    if (!m) {
        fail(WZ_INVALID, "from_dlpack: the record is NULL");
        return NULL;
    }
    if (m->version.major > 1) {
        fail(WZ_UNSUPPORTED, "from_dlpack: DLPack version %u.%u is newer than 1", m->version.major, m->version.minor);
        return NULL;
    }
    return borrow(&m->tensor, release_versioned, m);
}

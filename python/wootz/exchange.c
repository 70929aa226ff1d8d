/* exchange.c - memory shared with other libraries: the buffer protocol, wrapped arrays and DLPack.
 *
 * Memory that came in keeps its Python owner alive until the last tensor on it is gone; the owner may be
 * let go on any thread, so the release takes the GIL. Memory that goes out keeps the tensor alive.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <stdlib.h>
#include <string.h>

/* ---- buffer protocol ------------------------------------------------------------------------- */

/* struct-module codes; NULL for what that module cannot name */
static const char *buffer_format(wz_dtype d)
{
    switch (d) {
    case WZ_DTYPE_BOOL: return "?";
    case WZ_DTYPE_U8: return "B";
    case WZ_DTYPE_U16: return "H";
    case WZ_DTYPE_U32: return "I";
    case WZ_DTYPE_U64: return "Q";
    case WZ_DTYPE_I8: return "b";
    case WZ_DTYPE_I16: return "h";
    case WZ_DTYPE_I32: return "i";
    case WZ_DTYPE_I64: return "q";
    case WZ_DTYPE_F16: return "e";
    case WZ_DTYPE_F32: return "f";
    case WZ_DTYPE_F64: return "d";
    case WZ_DTYPE_C64: return "Zf";
    case WZ_DTYPE_C128: return "Zd";
    default: return NULL;
    }
}

/* What a view needs while it lives. The tensor object may come to stand for another tensor (x.data = y), so
 * the memory is held by itself. */
typedef struct exported {
    wz_tensor *t;
    Py_ssize_t shape[WZ_MAX_DIMS], strides[WZ_MAX_DIMS];
} exported;

static bool fortran_contiguous(const wz_tensor *t)
{
    int64_t next = 1;
    for (int i = 0; i < wz_tensor_ndim(t); i++) {
        int64_t size = wz_tensor_sizes(t)[i];
        if (size != 1 && wz_tensor_strides(t)[i] != next)
            return false;
        next *= size;
    }
    return true;
}

static const char *buffer_refusal(const wz_tensor *t, int flags)
{
    if (wz_device_get_kind(wz_tensor_device(t)) != WZ_DEVICE_CPU)
        return "the tensor is not in host memory: use .cpu() first";
    if (!buffer_format(wz_tensor_dtype(t)) && (flags & PyBUF_FORMAT))
        return "the buffer protocol has no format for this dtype";
    bool c = wz_tensor_is_contiguous(t), f = fortran_contiguous(t);
    if ((flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS && !c)
        return "the tensor is not C-contiguous";
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !f)
        return "the tensor is not Fortran-contiguous";
    if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS && !c && !f)
        return "the tensor is not contiguous";
    if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES && !c)
        return "the tensor is not C-contiguous";
    return NULL;
}

int tensor_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    static char nothing[16];
    wz_tensor *t = tensor_of(self);
    const char *no = buffer_refusal(t, flags);
    view->obj = NULL;
    if (no) {
        PyErr_SetString(PyExc_BufferError, no);
        return -1;
    }
    int ndim = wz_tensor_ndim(t);
    Py_ssize_t item = (Py_ssize_t)wz_dtype_bytes(wz_tensor_dtype(t));
    exported *e = malloc(sizeof *e);
    if (!e) {
        PyErr_NoMemory();
        return -1;
    }
    void *data = nothing;
    if (wz_tensor_numel(t) > 0)
        UNLOCKED(data = wz_tensor_data(t));
    if (!data) {
        free(e);
        PyErr_SetString(PyExc_BufferError, wz_error());
        return -1;
    }
    for (int i = 0; i < ndim; i++) {
        e->shape[i] = (Py_ssize_t)wz_tensor_sizes(t)[i];
        e->strides[i] = (Py_ssize_t)wz_tensor_strides(t)[i] * item;
    }
    e->t = wz_retain(t);
    *view = (Py_buffer){
        .buf = data, .obj = Py_NewRef(self), .len = (Py_ssize_t)wz_tensor_numel(t) * item, .itemsize = item,
        .ndim = ndim, .internal = e, .shape = flags & PyBUF_ND ? e->shape : NULL,
        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? e->strides : NULL,
        .format = flags & PyBUF_FORMAT ? (char *)(uintptr_t)buffer_format(wz_tensor_dtype(t)) : NULL,
    };
    return 0;
}

void tensor_releasebuffer(PyObject *self, Py_buffer *view)
{
    (void)self;
    exported *e = view->internal;
    wz_free(&e->t);
    free(e);
}

/* ---- memory of others ------------------------------------------------------------------------ */

static void release_owner(void *context)
{
    if (!Py_IsInitialized())
        return; /* the process is ending and the interpreter is gone */
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DecRef((PyObject *)context);
    PyGILState_Release(state);
}

static void release_view(void *context)
{
    if (Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyBuffer_Release((Py_buffer *)context);
        PyGILState_Release(state);
    }
    free(context);
}

static PyObject *wrapped(wz_dtype d, int ndim, const int64_t *size, const int64_t *stride, void *data,
                         void (*release)(void *), void *context)
{
    wz_status s = wz_scope_begin();
    if (s)
        return raise_status(s);
    wz_tensor *t = wz_tensor_wrap(d, ndim, size, stride, data, release, context);
    PyObject *o = tensor_wrap(wz_keep(t));
    if (!t)
        release(context); /* wz_tensor_wrap does not on failure */
    wz_scope_end();
    return o;
}

/* wrap(address, dtype, sizes, strides in elements, owner) */
PyObject *py_wrap(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *address, *dtype, *sizes, *strides, *owner;
    int n, n_stride;
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
    wz_dtype d;
    if (!PyArg_ParseTuple(args, "OOOOO:wrap", &address, &dtype, &sizes, &strides, &owner))
        return NULL;
    void *data = PyLong_AsVoidPtr(address);
    if (PyErr_Occurred() || !sizes_from(sizes, &n, size) || !sizes_from(strides, &n_stride, stride))
        return NULL;
    if (!dtype_from(dtype, &d) || n != n_stride)
        return PyErr_Format(PyExc_ValueError, "wrap: a dtype and as many strides as sizes are needed");
    return wrapped(d, n, size, stride, data, release_owner, Py_NewRef(owner));
}

/* from_buffer(object, dtype, count, offset): one dimension; count -1 is as many as there are */
PyObject *py_from_buffer(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *o, *dtype;
    long long count, offset;
    wz_dtype d;
    if (!PyArg_ParseTuple(args, "OOLL:frombuffer", &o, &dtype, &count, &offset))
        return NULL;
    if (!dtype_from(dtype, &d))
        return PyErr_Format(PyExc_TypeError, "frombuffer(): a dtype is needed");
    Py_buffer *view = malloc(sizeof *view);
    if (!view)
        return PyErr_NoMemory();
    if (PyObject_GetBuffer(o, view, PyBUF_WRITABLE) < 0) {
        PyErr_Clear();
        if (PyObject_GetBuffer(o, view, PyBUF_SIMPLE) < 0) {
            free(view);
            return NULL;
        }
        if (PyErr_WarnEx(PyExc_UserWarning, "The given buffer is not writable, and wootz does not protect it: writing to the "
                         "tensor writes to the buffer. Copy it first if that matters.", 1) < 0) {
            release_view(view);
            return NULL;
        }
    }
    long long item = (long long)wz_dtype_bytes(d), len = view->len;
    PyObject *problem = NULL;
    if (len <= 0 || count == 0)
        problem = PyErr_Format(PyExc_ValueError, "both buffer length (%lld) and count (%lld) must not be 0", len, count);
    else if (offset < 0 || offset >= len)
        problem = PyErr_Format(PyExc_ValueError, "offset (%lld bytes) must be non-negative and no greater than buffer length (%lld bytes) minus 1", offset, len);
    else if (count < 0 && (len - offset) % item != 0)
        problem = PyErr_Format(PyExc_ValueError, "buffer length (%lld bytes) after offset (%lld bytes) must be a multiple of element size (%lld)", len, offset, item);
    else if (count > 0 && count > (len - offset) / item)
        problem = PyErr_Format(PyExc_ValueError, "requested buffer length (%lld * %lld bytes) after offset (%lld bytes) must not be greater than actual buffer length (%lld bytes)", count, item, offset, len);
    else if (((uintptr_t)view->buf + (uintptr_t)offset) % (uintptr_t)(item > 8 ? 8 : item))
        problem = PyErr_Format(PyExc_ValueError, "the buffer's address plus offset (%lld bytes) is not aligned to the element size (%lld)", offset, item);
    (void)problem;
    if (PyErr_Occurred()) {
        release_view(view);
        return NULL;
    }
    int64_t size = count < 0 ? (len - offset) / item : count;
    return wrapped(d, 1, &size, NULL, (char *)view->buf + offset, release_view, view);
}

/* ---- DLPack ---------------------------------------------------------------------------------- */

/* The layout of dlpack.h as far as a capsule's destructor and a reader of flags need it. */
typedef struct dl_tensor {
    void    *data;
    int32_t  device_type, device_id;
    int32_t  ndim;
    uint8_t  code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} dl_tensor;
struct DLManagedTensor {
    dl_tensor dl;
    void     *manager;
    void (*deleter)(struct DLManagedTensor *);
};
struct DLManagedTensorVersioned {
    uint32_t major, minor;
    void    *manager;
    void (*deleter)(struct DLManagedTensorVersioned *);
    uint64_t  flags;
    dl_tensor dl;
};
enum { DL_READ_ONLY = 1, DL_IS_COPIED = 2 };

static void capsule_free(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        struct DLManagedTensor *m = PyCapsule_GetPointer(capsule, "dltensor");
        if (m && m->deleter)
            m->deleter(m);
    } else if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        struct DLManagedTensorVersioned *m = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (m && m->deleter)
            m->deleter(m);
    }
}

/* t._to_dlpack(versioned, copied) */
PyObject *py_to_dlpack(PyObject *self, PyObject *args)
{
    int versioned, copied;
    if (!PyArg_ParseTuple(args, "ii:_to_dlpack", &versioned, &copied))
        return NULL;
    struct DLManagedTensor *plain = NULL;
    struct DLManagedTensorVersioned *with_version = NULL;
    wz_status s = versioned ? wz_tensor_to_dlpack_versioned(tensor_of(self), &with_version)
                            : wz_tensor_to_dlpack(tensor_of(self), &plain);
    if (s)
        return raise_status(s);
    if (versioned && copied)
        with_version->flags |= DL_IS_COPIED;
    PyObject *capsule = versioned ? PyCapsule_New(with_version, "dltensor_versioned", capsule_free)
                                  : PyCapsule_New(plain, "dltensor", capsule_free);
    if (!capsule && versioned)
        with_version->deleter(with_version);
    else if (!capsule)
        plain->deleter(plain);
    return capsule;
}

PyObject *py_from_dlpack(PyObject *self, PyObject *capsule)
{
    (void)self;
    bool versioned = PyCapsule_IsValid(capsule, "dltensor_versioned");
    if (!versioned && !PyCapsule_IsValid(capsule, "dltensor"))
        return PyErr_Format(PyExc_RuntimeError, "from_dlpack received an invalid capsule. Note that DLTensor capsules can be "
                            "consumed only once, so you might have already constructed a tensor from it once.");
    wz_status s = wz_scope_begin();
    if (s)
        return raise_status(s);
    wz_tensor *t = versioned ? wz_tensor_from_dlpack_versioned(PyCapsule_GetPointer(capsule, "dltensor_versioned"))
                             : wz_tensor_from_dlpack(PyCapsule_GetPointer(capsule, "dltensor"));
    PyObject *o = NULL;
    if (t && PyCapsule_SetName(capsule, versioned ? "used_dltensor_versioned" : "used_dltensor") == 0)
        o = tensor_wrap(wz_keep(t));
    else if (!t)
        PyErr_SetString(PyExc_BufferError, wz_error());
    wz_scope_end();
    return o;
}

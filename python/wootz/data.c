/* data.c - numbers and nested Python data into tensors and back, and conversion of dtype and device.
 *
 * tensor(data) walks the data twice: once for the shape and dtype, once for the values, which are
 * gathered in the widest type of their kind and converted by the library in one step.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- conversion ------------------------------------------------------------------------------ */

/* Strides for a packed tensor whose dims lie in memory in t's order, if t is dense; else row-major. */
static void dense_strides(const wz_tensor *t, int64_t *stride)
{
    int ndim = wz_tensor_ndim(t), order[WZ_MAX_DIMS];
    const int64_t *size = wz_tensor_sizes(t), *old = wz_tensor_strides(t);
    for (int i = 0; i < ndim; i++) {
        int at = i;
        while (at > 0 && (old[order[at - 1]] < old[i] || (old[order[at - 1]] == old[i] && size[order[at - 1]] < size[i]))) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    int64_t next = 1, row = 1;
    bool dense = true;
    for (int k = ndim - 1; k >= 0; k--) {
        int i = order[k];
        dense = dense && (size[i] == 1 || old[i] == next);
        stride[i] = next;
        next *= size[i] > 1 ? size[i] : 1;
    }
    for (int i = ndim - 1; i >= 0 && !dense; i--) {
        stride[i] = row;
        row *= size[i] > 1 ? size[i] : 1;
    }
}

wz_tensor *converted(wz_tensor *t, wz_dtype dtype, wz_device *dev, bool packed)
{
    int ndim = wz_tensor_ndim(t);
    int64_t stride[WZ_MAX_DIMS];
    wz_tensor *out = wz_tensor_new(dtype, ndim, wz_tensor_sizes(t), dev);
    if (out && !packed && !wz_tensor_is_contiguous(t) && wz_tensor_numel(t) > 0) {
        dense_strides(t, stride);
        out = wz_tensor_as_strided(out, ndim, wz_tensor_sizes(t), stride, wz_tensor_offset(out));
    }
    if (!out) {
        PyErr_SetString(strstr(wz_error(), "memory") ? PyExc_MemoryError : PyExc_RuntimeError, wz_error());
        return NULL;
    }
    const wz_arg args[3] = { arg_tensor(out), arg_tensor(t), { .kind = WZ_ARG_NONE } };
    return call_one(core.op_copy, args) ? out : NULL;
}

/* t._to(dtype or None, device or None, copy, packed) */
PyObject *py_to(PyObject *self, PyObject *args)
{
    PyObject *dtype_arg, *device;
    int copy, packed;
    wz_tensor *t = tensor_of(self);
    wz_dtype dtype = wz_tensor_dtype(t);
    wz_device *dev = wz_tensor_device(t);
    if (!PyArg_ParseTuple(args, "OOii:_to", &dtype_arg, &device, &copy, &packed))
        return NULL;
    if (dtype_arg != Py_None && !dtype_from(dtype_arg, &dtype))
        return PyErr_Format(PyExc_TypeError, "to(): dtype must be a wootz.dtype, not %R", dtype_arg);
    if (device != Py_None && !device_from(device, &dev))
        return NULL;
    bool same = dtype == wz_tensor_dtype(t) && dev == wz_tensor_device(t) && (!packed || wz_tensor_is_contiguous(t));
    if (same && !copy)
        return Py_NewRef(self);
    wz_status s = wz_scope_begin();
    if (s)
        return raise_status(s);
    wz_tensor *out = converted(t, dtype, dev, packed != 0);
    PyObject *result = out ? tensor_wrap(wz_keep(out)) : NULL;
    wz_scope_end();
    return result;
}

/* t._view(size, stride, offset) */
PyObject *py_view(PyObject *self, PyObject *args)
{
    PyObject *size_object, *stride_object;
    long long offset;
    int n_size, n_stride;
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
    if (!PyArg_ParseTuple(args, "OOL:_view", &size_object, &stride_object, &offset) ||
        !sizes_from(size_object, &n_size, size) || !sizes_from(stride_object, &n_stride, stride))
        return NULL;
    if (n_size != n_stride)
        return PyErr_Format(PyExc_RuntimeError, "mismatch in length of strides and shape");
    wz_status s = wz_scope_begin();
    if (s)
        return raise_status(s);
    PyObject *result = tensor_wrap(wz_keep(wz_tensor_as_strided(tensor_of(self), n_size, size, stride, offset)));
    wz_scope_end();
    return result;
}

/* ---- out to Python --------------------------------------------------------------------------- */

PyObject *py_item(PyObject *self, PyObject *unused)
{
    (void)unused;
    wz_tensor *t = tensor_of(self);
    wz_scalar v;
    wz_status s;
    if (wz_tensor_numel(t) != 1)
        return PyErr_Format(PyExc_RuntimeError, "a Tensor with %lld elements cannot be converted to Scalar",
                            (long long)wz_tensor_numel(t));
    UNLOCKED(s = wz_tensor_item(t, &v));
    return s ? raise_status(s) : scalar_to(v);
}

/* The dtype that host code reads elements of d in. */
static wz_dtype wide_dtype(wz_dtype d)
{
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_BOOL: return WZ_DTYPE_BOOL;
    case WZ_KIND_UINT: return WZ_DTYPE_U64;
    case WZ_KIND_INT: return WZ_DTYPE_I64;
    case WZ_KIND_FLOAT: return WZ_DTYPE_F64;
    case WZ_KIND_COMPLEX: return WZ_DTYPE_C128;
    }
    return WZ_DTYPE_NONE;
}

static PyObject *element_object(wz_dtype wide, const char *p)
{
    const double *f = (const double *)(const void *)p;
    const int64_t *i = (const int64_t *)(const void *)p;
    switch (wide) {
    case WZ_DTYPE_BOOL: return PyBool_FromLong(*p != 0);
    case WZ_DTYPE_U64: return PyLong_FromUnsignedLongLong((unsigned long long)*i);
    case WZ_DTYPE_I64: return PyLong_FromLongLong(*i);
    case WZ_DTYPE_F64: return PyFloat_FromDouble(*f);
    default: return PyComplex_FromDoubles(f[0], f[1]);
    }
}

static PyObject *nested_list(wz_dtype wide, int ndim, const int64_t *size, const char **at)
{
    if (ndim == 0) {
        const char *p = *at;
        *at += wz_dtype_bytes(wide);
        return element_object(wide, p);
    }
    PyObject *list = PyList_New((Py_ssize_t)size[0]);
    for (int64_t k = 0; list && k < size[0]; k++) {
        PyObject *item = nested_list(wide, ndim - 1, size + 1, at);
        if (!item) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SetItem(list, (Py_ssize_t)k, item);
    }
    return list;
}

PyObject *py_tolist(PyObject *self, PyObject *unused)
{
    (void)unused;
    wz_tensor *t = tensor_of(self);
    wz_dtype wide = wide_dtype(wz_tensor_dtype(t));
    size_t bytes = (size_t)wz_tensor_numel(t) * wz_dtype_bytes(wide);
    char *data = malloc(bytes ? bytes : 1);
    wz_status s = data ? wz_scope_begin() : WZ_NOMEM;
    if (s) {
        free(data);
        return data ? raise_status(s) : PyErr_NoMemory();
    }
    PyObject *list = NULL;
    wz_tensor *host = t;
    if (wz_tensor_dtype(t) != wide && bytes > 0)
        host = converted(t, wide, wz_device_cpu(), true);
    if (host && bytes > 0) {
        UNLOCKED(s = wz_tensor_read(host, data, bytes));
        if (s)
            raise_status(s);
    }
    wz_scope_end();
    const char *at = data;
    if (host && !s)
        list = nested_list(wide, wz_tensor_ndim(t), wz_tensor_sizes(t), &at);
    free(data);
    return list;
}

/* ---- in from Python -------------------------------------------------------------------------- */

typedef struct gather {
    int      ndim;
    int64_t  size[WZ_MAX_DIMS];
    wz_dtype found;        /* promoted dtype of what was seen; NONE when nothing was */
    wz_dtype target, wide; /* of the result; of the buffer */
    char    *at;
} gather;

static bool is_nested(PyObject *o)
{
    return PyList_Check(o) || PyTuple_Check(o) ||
           (!is_tensor(o) && !PyUnicode_Check(o) && PySequence_Check(o) && !is_numpy_scalar(o) && has_attr(o, "__len__"));
}

static PyObject *item_at(PyObject *o, Py_ssize_t i)
{
    if (PyList_Check(o))
        return Py_NewRef(PyList_GetItem(o, i));
    if (PyTuple_Check(o))
        return Py_NewRef(PyTuple_GetItem(o, i));
    return PySequence_GetItem(o, i);
}

static bool note_dtype(gather *g, wz_dtype d)
{
    g->found = g->found == WZ_DTYPE_NONE || g->found == d ? d : wz_dtype_promote(g->found, d);
    if (g->found == WZ_DTYPE_NONE)
        PyErr_SetString(PyExc_TypeError, "the data mixes dtypes that have no common dtype");
    return g->found != WZ_DTYPE_NONE;
}

static wz_dtype complex_default(void) { return wz_default_dtype() == WZ_DTYPE_F64 ? WZ_DTYPE_C128 : WZ_DTYPE_C64; }

/* The dtype of one leaf; NONE with an exception. */
static wz_dtype leaf_dtype(PyObject *o)
{
    if (is_tensor(o))
        return wz_tensor_dtype(tensor_of(o));
    if (is_numpy_scalar(o)) {
        PyObject *name = dtype_name_of(o);
        const char *text = name ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
        wz_dtype d = text ? wz_dtype_find(text) : WZ_DTYPE_NONE;
        if (text && d == WZ_DTYPE_NONE)
            PyErr_Format(PyExc_TypeError, "can't convert a NumPy scalar of type %s", text);
        Py_XDECREF(name);
        return d;
    }
    if (PyBool_Check(o))
        return WZ_DTYPE_BOOL;
    if (PyLong_Check(o))
        return WZ_DTYPE_I64;
    if (PyFloat_Check(o))
        return wz_default_dtype();
    if (PyComplex_Check(o))
        return complex_default();
    if (PyUnicode_Check(o))
        PyErr_SetString(PyExc_TypeError, "new(): invalid data type 'str'");
    else if (PyIndex_Check(o))
        return WZ_DTYPE_I64;
    else
        raise_type(PyExc_RuntimeError, "Could not infer dtype of ", o, "");
    return WZ_DTYPE_NONE;
}

static bool find_shape(gather *g, PyObject *o)
{
    PyObject *now = Py_NewRef(o);
    g->ndim = 0;
    while (is_nested(now) || (is_tensor(now) && wz_tensor_ndim(tensor_of(now)) > 0)) {
        if (g->ndim == WZ_MAX_DIMS) {
            PyErr_Format(PyExc_ValueError, "too many dimensions: a tensor has at most %d", WZ_MAX_DIMS);
            Py_DECREF(now);
            return false;
        }
        Py_ssize_t n = is_tensor(now) ? (Py_ssize_t)wz_tensor_size(tensor_of(now), 0) : PySequence_Size(now);
        PyObject *first = n > 0 ? (is_tensor(now) ? PySequence_GetItem(now, 0) : item_at(now, 0)) : NULL;
        Py_DECREF(now);
        if (n < 0 || (n > 0 && !first))
            return false;
        g->size[g->ndim++] = n;
        if (n == 0)
            return true;
        now = first;
    }
    Py_DECREF(now);
    return true;
}

/* Visits the leaves in order, checking every length against the shape. */
static bool visit(gather *g, PyObject *o, int dim, bool (*leaf)(gather *, PyObject *))
{
    if (dim == g->ndim) {
        if (is_nested(o)) {
            Py_ssize_t n = PySequence_Size(o);
            PyErr_Format(PyExc_ValueError, "expected a number at dim %d (got a sequence of length %zd)", dim, n);
            return false;
        }
        return leaf(g, o);
    }
    PyObject *as_list = is_tensor(o) && wz_tensor_ndim(tensor_of(o)) > 0 ? py_tolist(o, NULL) : NULL;
    if (PyErr_Occurred())
        return false;
    PyObject *seq = as_list ? as_list : o;
    bool ok = is_nested(seq);
    if (!ok)
        PyErr_Format(PyExc_TypeError, "not a sequence: expected one of length %lld at dim %d", (long long)g->size[dim], dim);
    Py_ssize_t n = ok ? PySequence_Size(seq) : -1;
    if (ok && n != g->size[dim]) {
        if (n >= 0)
            PyErr_Format(PyExc_ValueError, "expected sequence of length %lld at dim %d (got %zd)", (long long)g->size[dim], dim, n);
        ok = false;
    }
    for (Py_ssize_t i = 0; ok && i < n; i++) {
        PyObject *item = item_at(seq, i);
        ok = item && visit(g, item, dim + 1, leaf);
        Py_XDECREF(item);
    }
    Py_XDECREF(as_list);
    return ok;
}

/* Arrays and tensors deep inside give their own dtype, not that of their Python numbers. */
static bool find_dtype(gather *g, PyObject *o, int dim)
{
    if (is_tensor(o))
        return note_dtype(g, wz_tensor_dtype(tensor_of(o)));
    if (!is_nested(o)) {
        wz_dtype d = leaf_dtype(o);
        return d != WZ_DTYPE_NONE && note_dtype(g, d);
    }
    if (!PyList_Check(o) && !PyTuple_Check(o) && has_attr(o, "dtype")) {
        PyObject *name = dtype_name_of(o);
        const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
        wz_dtype d = text ? wz_dtype_find(text) : WZ_DTYPE_NONE;
        Py_XDECREF(name);
        if (d != WZ_DTYPE_NONE)
            return note_dtype(g, d);
        PyErr_Clear();
    }
    Py_ssize_t n = dim < WZ_MAX_DIMS ? PySequence_Size(o) : 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = item_at(o, i);
        bool ok = item && find_dtype(g, item, dim + 1);
        Py_XDECREF(item);
        if (!ok)
            return false;
    }
    return n >= 0;
}

static bool value_error(const gather *g)
{
    PyErr_Format(PyExc_RuntimeError, "value cannot be converted to type %s without overflow", wz_dtype_name(g->target));
    return false;
}

/* torch's rule: a negative int may stand for its two's complement in an unsigned type of its size. */
static bool int_fits(wz_dtype d, wz_scalar v)
{
    if (wz_dtype_get_kind(d) == WZ_KIND_BOOL)
        return true;
    int bits = (int)(8 * wz_dtype_bytes(d));
    bool is_signed = wz_dtype_get_kind(d) == WZ_KIND_INT;
    if (v.kind == WZ_KIND_UINT)
        return !is_signed && bits == 64;
    int64_t max = bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - (is_signed ? 1 : 0))) - 1;
    int64_t min = is_signed ? -max - 1 : bits == 64 ? INT64_MIN : -max;
    return v.i >= min && v.i <= max;
}

static bool store_int(gather *g, wz_scalar v)
{
    if (v.kind == WZ_KIND_COMPLEX)
        return value_error(g);
    if (v.kind == WZ_KIND_FLOAT) {
        if (isnan(v.re) || isinf(v.re)) {
            PyErr_Format(PyExc_ValueError, "cannot convert float %s to integer", isnan(v.re) ? "NaN" : "infinity");
            return false;
        }
        double whole = trunc(v.re);
        if (whole >= 9223372036854775808.0 && whole < 18446744073709551616.0)
            v = (wz_scalar){ .kind = WZ_KIND_UINT, .i = (int64_t)(uint64_t)whole };
        else if (whole >= -9223372036854775808.0 && whole < 9223372036854775808.0)
            v = wz_int((int64_t)whole);
        else
            return value_error(g);
    }
    if (!int_fits(g->target, v))
        return value_error(g);
    memcpy(g->at, &v.i, 8);
    return true;
}

static bool store_leaf(gather *g, PyObject *o)
{
    wz_scalar v;
    if (is_tensor(o)) {
        wz_status s;
        UNLOCKED(s = wz_tensor_item(tensor_of(o), &v));
        if (s) {
            raise_status(s);
            return false;
        }
    } else {
        int r = scalar_from(o, &v);
        if (r == 0)
            raise_type(PyExc_TypeError, "must be real number, not ", o, "");
        if (r != 1)
            return false;
    }
    switch (g->wide) {
    case WZ_DTYPE_BOOL:
        *g->at = v.kind == WZ_KIND_BOOL || v.kind == WZ_KIND_INT || v.kind == WZ_KIND_UINT ? v.i != 0 : v.re != 0 || v.im != 0;
        break;
    case WZ_DTYPE_F64:
        if (v.kind == WZ_KIND_COMPLEX)
            return value_error(g);
        memcpy(g->at, &v.re, 8);
        break;
    case WZ_DTYPE_C128:
        memcpy(g->at, &v.re, 8);
        memcpy(g->at + 8, &v.im, 8);
        break;
    default:
        if (!store_int(g, v))
            return false;
    }
    g->at += wz_dtype_bytes(g->wide);
    return true;
}

static PyObject *gathered(gather *g, PyObject *data, wz_device *dev)
{
    int64_t numel = 1;
    for (int i = 0; i < g->ndim; i++)
        numel *= g->size[i]; /* lengths of real lists: no overflow */
    char *buffer = malloc((size_t)numel * wz_dtype_bytes(g->wide) + 1);
    if (!buffer)
        return PyErr_NoMemory();
    g->at = buffer;
    PyObject *result = NULL;
    wz_status s = WZ_OK;
    if (visit(g, data, 0, store_leaf) && (s = wz_scope_begin()) == WZ_OK) {
        wz_tensor *t = wz_tensor_from(g->wide, g->ndim, g->size, buffer, wz_device_cpu());
        if (t && (g->wide != g->target || dev != wz_device_cpu()))
            t = converted(t, g->target, dev, true);
        result = tensor_wrap(wz_keep(t));
        wz_scope_end();
    }
    free(buffer);
    return s ? raise_status(s) : result;
}

/* tensor(data, dtype or None, device or None): data is a number or nested sequences of numbers */
PyObject *py_tensor(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *data, *dtype_arg, *device;
    gather g = { 0 };
    wz_device *dev = wz_default_device();
    if (!PyArg_ParseTuple(args, "OOO:tensor", &data, &dtype_arg, &device))
        return NULL;
    if (device != Py_None && !device_from(device, &dev))
        return NULL;
    if (dtype_arg != Py_None && !dtype_from(dtype_arg, &g.target))
        return PyErr_Format(PyExc_TypeError, "tensor(): argument 'dtype' must be wootz.dtype, not %R", dtype_arg);
    if (PyUnicode_Check(data))
        return PyErr_Format(PyExc_TypeError, "new(): invalid data type 'str'");
    if (!find_shape(&g, data))
        return NULL;
    if (g.target == WZ_DTYPE_NONE) {
        if (!find_dtype(&g, data, 0))
            return NULL;
        g.target = g.found == WZ_DTYPE_NONE ? wz_default_dtype() : g.found;
    }
    g.wide = wide_dtype(g.target);
    return gathered(&g, data, dev);
}

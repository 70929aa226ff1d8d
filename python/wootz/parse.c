/* parse.c - Python values to wz_arg, by the kind a parameter's signature names.
 *
 * The rules of what passes for what are torch's: a bool is no int, a float no int, a 0-d tensor may
 * stand for a number, NumPy's scalars count as the Python numbers they hold.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <stdlib.h>

/* ---- numbers --------------------------------------------------------------------------------- */

/* numpy.generic when NumPy is loaded, else NULL. Looked up again until it is there. */
static PyObject *numpy_generic(void)
{
    static PyObject *generic;
    if (!generic) {
        PyObject *numpy = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
        if (numpy && numpy != Py_None)
            generic = PyObject_GetAttrString(numpy, "generic");
        if (!generic)
            PyErr_Clear();
    }
    return generic;
}

bool is_numpy_scalar(PyObject *o)
{
    PyObject *generic = numpy_generic();
    return generic && PyType_IsSubtype(Py_TYPE(o), (PyTypeObject *)generic);
}

static int too_large(void)
{
    PyErr_SetString(PyExc_RuntimeError, "Overflow when unpacking long long: the int does not fit 64 bits");
    return -1;
}

static int scalar_from_int(PyObject *o, wz_scalar *out)
{
    int overflow = 0;
    long long v = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (v == -1 && !overflow && PyErr_Occurred())
        return -1;
    if (!overflow) {
        *out = wz_int(v);
        return 1;
    }
    unsigned long long u = overflow > 0 ? PyLong_AsUnsignedLongLong(o) : 0;
    if (overflow < 0 || PyErr_Occurred()) {
        PyErr_Clear();
        return too_large();
    }
    *out = (wz_scalar){ .kind = WZ_KIND_UINT, .i = (int64_t)u, .re = (double)u };
    return 1;
}

static int scalar_from_item(PyObject *o, wz_scalar *out)
{
    PyObject *method = get_attr(o, "item"), *item = method ? PyObject_CallObject(method, NULL) : NULL;
    Py_XDECREF(method);
    if (!item)
        return -1;
    int r = Py_TYPE(item) == Py_TYPE(o) ? 0 : scalar_from(item, out);
    Py_DECREF(item);
    return r;
}

int scalar_from(PyObject *o, wz_scalar *out)
{
    if (PyBool_Check(o)) {
        *out = wz_bool(o == Py_True);
        return 1;
    }
    if (PyLong_Check(o))
        return scalar_from_int(o, out);
    if (PyFloat_Check(o)) {
        *out = wz_num(PyFloat_AsDouble(o));
        return 1;
    }
    if (PyComplex_Check(o)) {
        *out = wz_complex(PyComplex_RealAsDouble(o), PyComplex_ImagAsDouble(o));
        return 1;
    }
    if (is_numpy_scalar(o))
        return scalar_from_item(o, out);
    if (is_tensor(o) || PyUnicode_Check(o) || PyList_Check(o) || PyTuple_Check(o) || !PyIndex_Check(o) ||
        has_attr(o, "shape"))
        return 0;
    PyObject *n = PyNumber_Index(o);
    if (!n)
        return -1;
    int r = scalar_from_int(n, out);
    Py_DECREF(n);
    return r;
}

PyObject *scalar_to(wz_scalar v)
{
    switch (v.kind) {
    case WZ_KIND_BOOL: return PyBool_FromLong(v.i != 0);
    case WZ_KIND_INT: return PyLong_FromLongLong(v.i);
    case WZ_KIND_UINT: return PyLong_FromUnsignedLongLong((unsigned long long)v.i);
    case WZ_KIND_FLOAT: return PyFloat_FromDouble(v.re);
    case WZ_KIND_COMPLEX: return PyComplex_FromDoubles(v.re, v.im);
    }
    return PyErr_Format(PyExc_RuntimeError, "a number of unknown kind %d", (int)v.kind);
}

/* A one-element tensor's value without autograd or a device wait in between. */
static int scalar_from_tensor(PyObject *o, wz_scalar *out)
{
    wz_tensor *t = tensor_of(o);
    if (wz_tensor_ndim(t) != 0)
        return 0;
    wz_status s;
    UNLOCKED(s = wz_tensor_item(t, out));
    if (s)
        raise_status(s);
    return s ? -1 : 1;
}

int int_from(PyObject *o, int64_t *out)
{
    if (PyBool_Check(o) || PyFloat_Check(o))
        return 0;
    wz_scalar v;
    int r = 0;
    if (PyLong_Check(o)) {
        r = scalar_from_int(o, &v);
    } else if (is_tensor(o)) {
        wz_dtype_kind k = wz_dtype_get_kind(wz_tensor_dtype(tensor_of(o)));
        r = k == WZ_KIND_INT || k == WZ_KIND_UINT ? scalar_from_tensor(o, &v) : 0;
    } else if (PyIndex_Check(o)) {
        PyObject *n = PyNumber_Index(o);
        if (!n) { /* NumPy arrays of more than one element have the slot and refuse */
            PyErr_Clear();
            return 0;
        }
        r = scalar_from_int(n, &v);
        Py_DECREF(n);
    }
    if (r == 1 && v.kind == WZ_KIND_UINT)
        return too_large();
    if (r == 1)
        *out = v.i;
    return r;
}

bool sizes_from(PyObject *o, int *n, int64_t *out)
{
    Py_ssize_t len = PySequence_Size(o);
    if (len < 0)
        return false;
    if (len > WZ_MAX_DIMS) {
        PyErr_Format(PyExc_RuntimeError, "a tensor has at most %d dimensions, got %zd", WZ_MAX_DIMS, len);
        return false;
    }
    for (Py_ssize_t i = 0; i < len; i++) {
        PyObject *item = PySequence_GetItem(o, i);
        int r = item ? int_from(item, &out[i]) : -1;
        if (r == 0)
            PyErr_SetString(PyExc_TypeError, "sizes must be ints");
        Py_XDECREF(item);
        if (r != 1)
            return false;
    }
    *n = (int)len;
    return true;
}

/* ---- lists ----------------------------------------------------------------------------------- */

void parse_begin(parse *p)
{
    p->n_ints = p->n_tensors = p->n_heap = 0;
    p->rest = NULL;
    p->varargs_at = -1;
    p->bad = -1;
}

void parse_end(parse *p)
{
    for (int i = 0; i < p->n_heap; i++)
        free(p->heap[i]);
    Py_XDECREF(p->rest);
    p->n_heap = 0;
    p->rest = NULL;
}

/* Room for n items: part of the fixed array when it fits. NULL with an exception. */
static void *room(parse *p, void *fixed, int *used, int capacity, Py_ssize_t n, size_t bytes)
{
    if (n <= capacity - *used) {
        void *at = (char *)fixed + (size_t)*used * bytes;
        *used += (int)n;
        return at;
    }
    void *block = p->n_heap < PARSE_HEAP && n < 1 << 28 ? malloc((size_t)n * bytes) : NULL;
    if (block)
        p->heap[p->n_heap++] = block;
    else
        PyErr_NoMemory();
    return block;
}

static int parse_ints(parse *p, int i, PyObject *o)
{
    wz_arg *a = &p->arg[i];
    if (!PyTuple_Check(o) && !PyList_Check(o)) {
        int64_t v;
        int r = int_from(o, &v);
        if (r != 1)
            return r;
        int64_t *one = room(p, p->ints, &p->n_ints, PARSE_INTS, 1, sizeof v);
        if (!one)
            return -1;
        *one = v;
        *a = (wz_arg){ .kind = WZ_ARG_INTS, .n = 1, .v.ints = one };
        return 1;
    }
    Py_ssize_t n = PyTuple_Check(o) ? PyTuple_Size(o) : PyList_Size(o);
    int64_t *out = room(p, p->ints, &p->n_ints, PARSE_INTS, n, sizeof *out);
    if (!out)
        return -1;
    for (Py_ssize_t k = 0; k < n; k++) {
        PyObject *item = PyTuple_Check(o) ? PyTuple_GetItem(o, k) : PyList_GetItem(o, k);
        int r = item ? int_from(item, &out[k]) : -1;
        if (r != 1)
            return r;
    }
    *a = (wz_arg){ .kind = WZ_ARG_INTS, .n = (int)n, .v.ints = out };
    return 1;
}

static int parse_floats(parse *p, int i, PyObject *o)
{
    bool list = PyTuple_Check(o) || PyList_Check(o); /* a number is a list of one */
    Py_ssize_t n = list ? PySequence_Size(o) : 1;
    double *out = room(p, p->ints, &p->n_ints, PARSE_INTS, n, sizeof *out);
    if (!out)
        return -1;
    for (Py_ssize_t k = 0; k < n; k++) {
        PyObject *item = !list ? o : PyTuple_Check(o) ? PyTuple_GetItem(o, k) : PyList_GetItem(o, k);
        wz_scalar v;
        int r = item ? scalar_from(item, &v) : -1;
        if (r != 1 || v.kind == WZ_KIND_COMPLEX)
            return r == 1 ? 0 : r;
        out[k] = v.re;
    }
    p->arg[i] = (wz_arg){ .kind = WZ_ARG_FLOATS, .n = (int)n, .v.floats = out };
    return 1;
}

static int parse_tensors(parse *p, int i, const wz_param *param, PyObject *o)
{
    if (!PyTuple_Check(o) && !PyList_Check(o))
        return 0;
    Py_ssize_t n = PySequence_Size(o);
    bool holes = param->optional; /* tensors?: entries may be None, as in index */
    wz_tensor **out = room(p, p->tensors, &p->n_tensors, PARSE_TENSORS, n, sizeof *out);
    if (!out)
        return -1;
    for (Py_ssize_t k = 0; k < n; k++) {
        PyObject *item = PyTuple_Check(o) ? PyTuple_GetItem(o, k) : PyList_GetItem(o, k);
        if (!item)
            return -1;
        if (is_tensor(item))
            out[k] = tensor_of(item);
        else if (holes && item == Py_None)
            out[k] = NULL;
        else
            return 0;
    }
    p->arg[i] = (wz_arg){ .kind = WZ_ARG_TENSORS, .n = (int)n, .v.tensors = out };
    return 1;
}

/* ---- one value ------------------------------------------------------------------------------- */

static int parse_scalar(PyObject *o, wz_scalar *out)
{
    return is_tensor(o) ? scalar_from_tensor(o, out) : scalar_from(o, out);
}

static int parse_tensor(parse *p, int i, const wz_param *param, PyObject *o)
{
    wz_arg *a = &p->arg[i];
    if (is_tensor(o)) {
        *a = (wz_arg){ .kind = WZ_ARG_TENSOR, .v.tensor = tensor_of(o) };
        return 1;
    }
    wz_scalar v;
    int r = param->number_ok ? scalar_from(o, &v) : 0;
    if (r != 1)
        return r;
    *a = (wz_arg){ .kind = WZ_ARG_TENSOR, .v.tensor = wz_tensor_number(v) };
    if (!a->v.tensor) {
        PyErr_SetString(PyExc_RuntimeError, wz_error());
        return -1;
    }
    return 1;
}

static int parse_float(wz_arg *a, PyObject *o)
{
    if (PyFloat_Check(o)) {
        *a = (wz_arg){ .kind = WZ_ARG_FLOAT, .v.f = PyFloat_AsDouble(o) };
        return 1;
    }
    wz_scalar v;
    int r = parse_scalar(o, &v);
    if (r == 1 && v.kind == WZ_KIND_COMPLEX)
        return 0;
    *a = (wz_arg){ .kind = WZ_ARG_FLOAT, .v.f = r == 1 ? v.re : 0 };
    return r;
}

static int parse_bool(wz_arg *a, PyObject *o)
{
    bool v = o == Py_True;
    if (!PyBool_Check(o)) {
        wz_scalar s;
        int r = is_numpy_scalar(o) ? scalar_from(o, &s) : 0;
        if (r != 1 || s.kind != WZ_KIND_BOOL)
            return r == 1 ? 0 : r;
        v = s.i != 0;
    }
    *a = (wz_arg){ .kind = WZ_ARG_BOOL, .v.b = v };
    return 1;
}

static int parse_named(wz_arg *a, const wz_param *param, PyObject *o)
{
    switch (param->kind) {
    case WZ_ARG_DTYPE:
        a->kind = WZ_ARG_DTYPE;
        return dtype_from(o, &a->v.dtype) ? 1 : 0;
    case WZ_ARG_DEVICE:
        a->kind = WZ_ARG_DEVICE;
        if (!device_like(o))
            return 0;
        return device_from(o, &a->v.device) ? 1 : -1;
    case WZ_ARG_STRING:
        a->kind = WZ_ARG_STRING;
        if (!PyUnicode_Check(o))
            return 0;
        a->v.string = PyUnicode_AsUTF8AndSize(o, NULL);
        return a->v.string ? 1 : -1;
    case WZ_ARG_GENERATOR:
        a->kind = WZ_ARG_GENERATOR;
        if (!PyObject_TypeCheck(o, core.generator))
            return 0;
        a->v.generator = ((generator_object *)o)->g;
        return 1;
    default:
        PyErr_Format(PyExc_RuntimeError, "parameter %s has an unknown kind", param->name);
        return -1;
    }
}

int parse_value(parse *p, int i, const wz_param *param, PyObject *o)
{
    wz_arg *a = &p->arg[i];
    a->n = 0;
    if (o == Py_None && (param->optional || (param->has_default && param->value.kind == WZ_ARG_NONE))) {
        a->kind = WZ_ARG_NONE;
        return 1;
    }
    int r;
    switch (param->kind) {
    case WZ_ARG_TENSOR: return parse_tensor(p, i, param, o);
    case WZ_ARG_TENSORS: return parse_tensors(p, i, param, o);
    case WZ_ARG_INTS: return parse_ints(p, i, o);
    case WZ_ARG_FLOATS: return parse_floats(p, i, o);
    case WZ_ARG_FLOAT: return parse_float(a, o);
    case WZ_ARG_BOOL: return parse_bool(a, o);
    case WZ_ARG_INT:
        a->kind = WZ_ARG_INT;
        return int_from(o, &a->v.i);
    case WZ_ARG_SCALAR:
        r = parse_scalar(o, &a->v.scalar);
        a->kind = WZ_ARG_SCALAR;
        return r;
    default: return parse_named(a, param, o);
    }
}

/* index.c - x[key] and x[key] = value.
 *
 * A key is read from left to right. Ints, slices, None and Ellipsis become views at once (rows select,
 * slice, unsqueeze); tensors, arrays, sequences and bools are kept aside with the dim they stand for
 * and handed to index or index_put_ together at the end. Every check of the key comes before any write.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <string.h>

typedef struct walk {
    wz_tensor *t;                     /* the view so far */
    wz_tensor *index[WZ_MAX_DIMS];    /* per dim of t; NULL: the whole dim */
    int        n_index;               /* dims up to the last index tensor */
    int        dim;                   /* next dim of t */
    int        real_dim;              /* the same dim of the original tensor, for messages */
    int        skip;                  /* dims that an Ellipsis stands for */
    bool       ellipsis_seen;
    int        ndim;
} walk;

static bool raised(PyObject *exception, const char *text)
{
    PyErr_SetString(exception, text);
    return false;
}

static bool is_mask(const wz_tensor *t)
{
    return wz_tensor_dtype(t) == WZ_DTYPE_BOOL || wz_tensor_dtype(t) == WZ_DTYPE_U8;
}
static bool is_int_tensor(const wz_tensor *t)
{
    wz_dtype_kind k = wz_dtype_get_kind(wz_tensor_dtype(t));
    return k == WZ_KIND_INT || k == WZ_KIND_UINT;
}

/* ---- views ----------------------------------------------------------------------------------- */

static bool take_int(walk *w, int64_t i)
{
    int ndim = wz_tensor_ndim(w->t);
    if (w->ndim == 0)
        return raised(PyExc_IndexError, "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` "
                                        "in C++ to convert a 0-dim tensor to a number");
    int64_t size = w->dim < ndim ? wz_tensor_sizes(w->t)[w->dim] : 0;
    if (i < -size || i >= size) {
        PyErr_Format(PyExc_IndexError, "index %lld is out of bounds for dimension %d with size %lld", (long long)i, w->real_dim,
                     (long long)size);
        return false;
    }
    const wz_arg args[3] = { arg_tensor(w->t), arg_i(w->dim), arg_i(i < 0 ? i + size : i) };
    w->t = call_one(core.op_select, args);
    w->real_dim++;
    return w->t != NULL;
}

static bool take_slice(walk *w, PyObject *o)
{
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(o, &start, &stop, &step) < 0)
        return false;
    if (step <= 0)
        return raised(PyExc_ValueError, "step must be greater than zero");
    int64_t size = wz_tensor_sizes(w->t)[w->dim];
    start = start < 0 ? start + size : start;
    stop = stop < 0 ? stop + size : stop;
    start = start < 0 ? 0 : start > size ? size : start;
    stop = stop < start ? start : stop > size ? size : stop;
    if (start != 0 || stop != size || step != 1) {
        const wz_arg args[5] = { arg_tensor(w->t), arg_i(w->dim), arg_i(start), arg_i(stop), arg_i(step) };
        w->t = call_one(core.op_slice, args);
    }
    w->dim++;
    w->real_dim++;
    return w->t != NULL;
}

static bool take_new_dim(walk *w)
{
    const wz_arg args[2] = { arg_tensor(w->t), arg_i(w->dim) };
    w->t = call_one(core.op_unsqueeze, args);
    return w->t != NULL;
}

/* ---- tensors --------------------------------------------------------------------------------- */

static bool keep_index(walk *w, wz_tensor *index, int dims)
{
    if (w->dim + dims > WZ_MAX_DIMS)
        return raised(PyExc_IndexError, "too many dimensions while indexing: a tensor has at most 8");
    if (wz_tensor_device(index) != wz_tensor_device(w->t)) {
        index = converted(index, wz_tensor_dtype(index), wz_tensor_device(w->t), false);
        if (!index)
            return false;
    }
    w->index[w->dim] = index;
    for (int i = 1; i < dims; i++)
        w->index[w->dim + i] = NULL;
    w->n_index = w->dim + 1;
    w->dim += dims;
    return true;
}

static bool take_bool(walk *w, bool v)
{
    const int64_t one = 1;
    wz_tensor *mask = wz_tensor_from(WZ_DTYPE_BOOL, 1, &one, &v, wz_device_cpu());
    if (!mask)
        return raised(PyExc_RuntimeError, wz_error());
    return take_new_dim(w) && keep_index(w, mask, 1);
}

static bool take_tensor(walk *w, wz_tensor *index)
{
    if (is_mask(index) && wz_tensor_ndim(index) == 0) {
        const wz_arg args[2] = { arg_tensor(index), arg_i(0) };
        wz_tensor *one = call_one(core.op_unsqueeze, args);
        return one && take_new_dim(w) && keep_index(w, one, 1);
    }
    if (!is_mask(index) && !is_int_tensor(index))
        return raised(PyExc_IndexError, "tensors used as indices must be long, int, byte or bool tensors");
    if (wz_tensor_ndim(index) == 0) {
        wz_scalar v;
        wz_status s;
        UNLOCKED(s = wz_tensor_item(index, &v));
        if (s)
            raise_status(s);
        return s == WZ_OK && take_int(w, v.i);
    }
    int dims = is_mask(index) ? wz_tensor_ndim(index) : 1;
    bool ok = keep_index(w, index, dims);
    w->real_dim += dims;
    return ok;
}

/* A sequence or array as an index tensor; new reference. An empty list holds no floats but no indices. */
static PyObject *index_tensor(PyObject *o)
{
    return call_helper("wootz._state", "index_tensor", o, NULL);
}

/* ---- the key --------------------------------------------------------------------------------- */

/* Dims that an item of the key stands for; -1 with an exception. Sequences are already tensors. */
static int item_dims(PyObject *o)
{
    if (o == Py_None || o == Py_Ellipsis || PyBool_Check(o))
        return 0;
    if (is_tensor(o) && is_mask(tensor_of(o)))
        return wz_tensor_ndim(tensor_of(o));
    return 1;
}

static bool take_item(walk *w, PyObject *o)
{
    int64_t i;
    if (o == Py_None) {
        bool ok = take_new_dim(w);
        w->dim++;
        return ok;
    }
    if (o == Py_Ellipsis) {
        if (w->ellipsis_seen)
            return raised(PyExc_IndexError, "an index can only have a single ellipsis ('...')");
        w->ellipsis_seen = true;
        w->dim += w->skip;
        w->real_dim += w->skip;
        return true;
    }
    if (PyBool_Check(o))
        return take_bool(w, o == Py_True);
    if (PySlice_Check(o))
        return take_slice(w, o);
    if (is_tensor(o))
        return take_tensor(w, tensor_of(o));
    int r = int_from(o, &i);
    if (r == 0)
        raise_type(PyExc_IndexError, "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got ", o, ")");
    return r == 1 && take_int(w, i);
}

/* The key as a tuple whose sequences and arrays are tensors; new reference. */
static PyObject *normal_key(PyObject *key)
{
    Py_ssize_t n = PyTuple_Check(key) ? PyTuple_Size(key) : 1;
    PyObject *out = PyTuple_New(n);
    for (Py_ssize_t k = 0; out && k < n; k++) {
        PyObject *o = PyTuple_Check(key) ? PyTuple_GetItem(key, k) : key, *item;
        bool plain = o == Py_None || o == Py_Ellipsis || PySlice_Check(o) || is_tensor(o) || PyLong_Check(o) || PyUnicode_Check(o) ||
                     PyFloat_Check(o);
        if (plain || (PyIndex_Check(o) && !has_attr(o, "__array__")))
            item = Py_NewRef(o);
        else
            item = index_tensor(o);
        if (!item) {
            Py_DECREF(out);
            return NULL;
        }
        PyTuple_SetItem(out, k, item);
    }
    return out;
}

static bool walk_key(walk *w, wz_tensor *t, PyObject *key)
{
    memset(w, 0, sizeof *w);
    w->t = t;
    w->ndim = wz_tensor_ndim(t);
    Py_ssize_t n = PyTuple_Size(key);
    int dims = 0;
    for (Py_ssize_t k = 0; k < n; k++)
        dims += item_dims(PyTuple_GetItem(key, k));
    if (dims > w->ndim && !(w->ndim == 0 && n == 1 && !PySlice_Check(PyTuple_GetItem(key, 0)))) {
        PyErr_Format(PyExc_IndexError, "too many indices for tensor of dimension %d", w->ndim);
        return false;
    }
    w->skip = w->ndim - dims;
    for (Py_ssize_t k = 0; k < n; k++)
        if (!take_item(w, PyTuple_GetItem(key, k)))
            return false;
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

static wz_tensor *read_key(wz_tensor *t, PyObject *key)
{
    walk w;
    if (!walk_key(&w, t, key))
        return NULL;
    if (w.n_index > 0) {
        const wz_arg args[2] = { arg_tensor(w.t), { .kind = WZ_ARG_TENSORS, .n = w.n_index, .v.tensors = w.index } };
        return call_one(core.op_index, args);
    }
    if (w.t != t)
        return w.t;
    wz_tensor *alias = wz_tensor_as_strided(t, w.ndim, wz_tensor_sizes(t), wz_tensor_strides(t), wz_tensor_offset(t));
    if (!alias)
        PyErr_SetString(PyExc_RuntimeError, wz_error());
    return alias;
}

PyObject *py_getitem(PyObject *self, PyObject *key)
{
    PyObject *items = normal_key(key);
    if (!items)
        return NULL;
    wz_status s = wz_scope_begin();
    if (s) {
        Py_DECREF(items);
        return raise_status(s);
    }
    wz_tensor *out = read_key(tensor_of(self), items);
    PyObject *result = out ? tensor_wrap(wz_keep(out)) : NULL;
    wz_scope_end();
    Py_DECREF(items);
    return result;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The value without leading dims of size 1 beyond ndim, as torch drops them. */
static wz_tensor *without_prefix(wz_tensor *v, int ndim)
{
    int drop = 0, n = wz_tensor_ndim(v);
    while (n - drop > ndim && wz_tensor_sizes(v)[drop] == 1)
        drop++;
    if (drop == 0)
        return v;
    v = wz_tensor_as_strided(v, n - drop, wz_tensor_sizes(v) + drop, wz_tensor_strides(v) + drop, wz_tensor_offset(v));
    if (!v)
        PyErr_SetString(PyExc_RuntimeError, wz_error());
    return v;
}

/* Dims of t[indices] */
static int indexed_ndim(const walk *w)
{
    int left = wz_tensor_ndim(w->t), most = 0;
    for (int i = 0; i < w->n_index; i++) {
        if (!w->index[i])
            continue;
        int n = wz_tensor_ndim(w->index[i]);
        left -= is_mask(w->index[i]) ? n : 1;
        n = is_mask(w->index[i]) ? 1 : n;
        most = n > most ? n : most;
    }
    return left + most;
}

static bool write_number(walk *w, wz_scalar v)
{
    const wz_arg number = { .kind = WZ_ARG_SCALAR, .v.scalar = v };
    if (w->n_index == 0) {
        const wz_arg args[2] = { arg_tensor(w->t), number };
        return call_one(core.op_fill, args) != NULL;
    }
    if (w->n_index == 1 && is_mask(w->index[0]) && wz_tensor_dtype(w->index[0]) == WZ_DTYPE_BOOL) {
        const wz_tensor *mask = w->index[0];
        bool whole = wz_tensor_ndim(mask) == wz_tensor_ndim(w->t);
        for (int i = 0; whole && i < wz_tensor_ndim(mask); i++)
            whole = wz_tensor_sizes(mask)[i] == wz_tensor_sizes(w->t)[i];
        if (whole && core.op_masked_fill >= 0) {
            const wz_arg args[3] = { arg_tensor(w->t), arg_tensor(w->index[0]), number };
            wz_tensor *out[1] = { NULL };
            wz_status s;
            UNLOCKED(s = wz_call_op_inplace(core.op_masked_fill, args, out));
            if (s)
                raise_call(NULL, s);
            return s == WZ_OK;
        }
    }
    wz_tensor *value = wz_tensor_new(wz_tensor_dtype(w->t), 0, NULL, wz_tensor_device(w->t));
    if (!value)
        return raised(PyExc_RuntimeError, wz_error());
    const wz_arg fill[2] = { arg_tensor(value), number };
    const wz_arg put[4] = { arg_tensor(w->t), { .kind = WZ_ARG_TENSORS, .n = w->n_index, .v.tensors = w->index },
                            arg_tensor(value), { .kind = WZ_ARG_NONE } };
    return call_one(core.op_fill, fill) && call_one(core.op_index_put, put);
}

static bool write_tensor(walk *w, wz_tensor *v)
{
    if (w->n_index == 0) {
        v = without_prefix(v, wz_tensor_ndim(w->t));
        const wz_arg args[3] = { arg_tensor(w->t), arg_tensor(v), { .kind = WZ_ARG_NONE } };
        return v && call_one(core.op_copy, args);
    }
    v = without_prefix(v, indexed_ndim(w));
    if (v && (wz_tensor_dtype(v) != wz_tensor_dtype(w->t) || wz_tensor_device(v) != wz_tensor_device(w->t)))
        v = converted(v, wz_tensor_dtype(w->t), wz_tensor_device(w->t), false);
    const wz_arg put[4] = { arg_tensor(w->t), { .kind = WZ_ARG_TENSORS, .n = w->n_index, .v.tensors = w->index },
                            arg_tensor(v), { .kind = WZ_ARG_NONE } };
    return v && call_one(core.op_index_put, put);
}

static bool write_key(wz_tensor *t, PyObject *key, PyObject *value)
{
    walk w;
    wz_scalar number;
    if (!walk_key(&w, t, key))
        return false;
    if (is_tensor(value))
        return write_tensor(&w, tensor_of(value));
    int r = scalar_from(value, &number);
    if (r == 0)
        raise_type(PyExc_TypeError, "can't assign a ", value, " to a tensor of wootz");
    return r == 1 && write_number(&w, number);
}

/* t._setitem(key, value) */
PyObject *py_setitem(PyObject *self, PyObject *args)
{
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO:__setitem__", &key, &value))
        return NULL;
    bool array = !is_tensor(value) && !is_numpy_scalar(value) && has_attr(value, "__array_interface__");
    PyObject *items = normal_key(key);
    value = array ? index_tensor(value) : Py_NewRef(value);
    bool ok = false;
    wz_status s = items && value ? wz_scope_begin() : WZ_STATE;
    if (items && value && s == WZ_OK) {
        ok = write_key(tensor_of(self), items, value);
        wz_scope_end();
    } else if (items && value) {
        raise_status(s);
    }
    Py_XDECREF(items);
    Py_XDECREF(value);
    return ok ? Py_NewRef(Py_None) : NULL;
}

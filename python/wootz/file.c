/* file.c - safetensors files for wootz/safetensors.py: open, list, read, write.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <stdlib.h>
#include <string.h>
#include <wootz/io.h>

static const char *const CAPSULE = "wootz.tensor_file";

static void file_free(PyObject *capsule)
{
    wz_tensor_file *f = PyCapsule_GetPointer(capsule, CAPSULE);
    wz_tensor_file_free(&f);
}

static PyObject *py_file_open(PyObject *self, PyObject *path)
{
    (void)self;
    const char *text = PyUnicode_AsUTF8AndSize(path, NULL);
    wz_tensor_file *f;
    if (!text)
        return NULL;
    wz_status s;
    UNLOCKED(s = wz_tensor_file_open(text, &f));
    return s ? raise_status(s) : PyCapsule_New(f, CAPSULE, file_free);
}

/* file_entries(file) -> [(name, dtype name in the file, dtype or None, sizes), ...] */
static PyObject *py_file_entries(PyObject *self, PyObject *capsule)
{
    (void)self;
    wz_tensor_file *f = PyCapsule_GetPointer(capsule, CAPSULE);
    PyObject *out = f ? PyList_New(0) : NULL;
    for (int64_t i = 0; out && i < wz_tensor_file_count(f); i++) {
        wz_tensor_entry e;
        wz_status s = wz_tensor_file_entry(f, i, &e);
        PyObject *one = s ? raise_status(s) : PyTuple_New(4);
        if (one) {
            PyTuple_SetItem(one, 0, PyUnicode_DecodeUTF8(e.name, (Py_ssize_t)e.name_bytes, "strict"));
            PyTuple_SetItem(one, 1, PyUnicode_FromString(e.dtype_name));
            PyTuple_SetItem(one, 2, dtype_new(e.dtype));
            PyTuple_SetItem(one, 3, sizes_tuple(e.ndim, e.size, false));
            PyList_Append(out, one);
            Py_DECREF(one);
        }
        if (PyErr_Occurred()) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

static PyObject *py_file_read(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule;
    long long i;
    if (!PyArg_ParseTuple(args, "OL:file_read", &capsule, &i))
        return NULL;
    wz_tensor_file *f = PyCapsule_GetPointer(capsule, CAPSULE);
    wz_status s = f ? wz_scope_begin() : WZ_OK;
    if (!f || s)
        return f ? raise_status(s) : NULL;
    PyObject *o = tensor_wrap(wz_keep(wz_tensor_file_read(f, i)));
    wz_scope_end();
    return o;
}

/* file_metadata(file) -> {key: value} */
static PyObject *py_file_metadata(PyObject *self, PyObject *capsule)
{
    (void)self;
    const wz_tensor_file *f = PyCapsule_GetPointer(capsule, CAPSULE);
    PyObject *out = f ? PyDict_New() : NULL;
    const char *key, *value;
    for (int64_t i = 0; out && wz_tensor_file_metadata(f, i, &key, &value); i++) {
        PyObject *text = PyUnicode_DecodeUTF8(value, (Py_ssize_t)strlen(value), "replace");
        if (!text || PyDict_SetItemString(out, key, text) < 0) {
            Py_XDECREF(text);
            Py_DECREF(out);
            return NULL;
        }
        Py_DECREF(text);
    }
    return out;
}

static bool texts(PyObject *list, Py_ssize_t n, const char **out)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_ssize_t bytes;
        out[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), &bytes);
        if (out[i] && strlen(out[i]) != (size_t)bytes)
            PyErr_Format(PyExc_ValueError, "%R has a NUL character, which cannot be saved", PyList_GetItem(list, i));
        if (PyErr_Occurred())
            return false;
    }
    return true;
}

/* file_save(path, [names], [tensors], [keys], [values]) */
static PyObject *py_file_save(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *path, *names, *tensors, *keys, *values, *result = NULL;
    if (!PyArg_ParseTuple(args, "OOOOO:file_save", &path, &names, &tensors, &keys, &values))
        return NULL;
    const char *text = PyUnicode_AsUTF8AndSize(path, NULL);
    Py_ssize_t n = PyList_Size(names), n_keys = PyList_Size(keys);
    if (!text || n < 0 || n_keys < 0 || PyList_Size(tensors) != n || PyList_Size(values) != n_keys)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "file_save: lists of equal length are needed");
    const char **name = malloc(sizeof *name * (size_t)(n + 2 * n_keys + 1));
    wz_tensor **t = malloc(sizeof *t * (size_t)(n + 1));
    if (!name || !t) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *o = PyList_GetItem(tensors, i);
        if (!is_tensor(o)) {
            PyErr_Format(PyExc_ValueError, "Key `%S` is invalid, expected a Tensor", PyList_GetItem(names, i));
            goto done;
        }
        t[i] = tensor_of(o);
    }
    if (texts(names, n, name) && texts(keys, n_keys, name + n) && texts(values, n_keys, name + n + n_keys)) {
        wz_status s;
        UNLOCKED(s = wz_tensor_file_save(text, n, name, t, n_keys, name + n, name + n + n_keys));
        result = s ? raise_status(s) : Py_NewRef(Py_None);
    }
done:
    free(name);
    free(t);
    return result;
}

PyMethodDef file_functions[] = {
    { "file_open", py_file_open, METH_O, NULL },
    { "file_entries", py_file_entries, METH_O, NULL },
    { "file_read", py_file_read, METH_VARARGS, NULL },
    { "file_metadata", py_file_metadata, METH_O, NULL },
    { "file_save", py_file_save, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

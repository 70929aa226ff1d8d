/* names.c - attributes and Python helpers by name, with each name made and looked up once.
 *
 * A fresh string for every look-up would miss CPython's method cache and fill it with entries of no use.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <string.h>

enum { MAX_NAMES = 32 };
static struct {
    const char *text;
    PyObject   *name;
} names[MAX_NAMES];

/* The interned name; borrowed. NULL with an exception. The GIL guards the table. */
static PyObject *interned(const char *text)
{
    int i = 0;
    while (i < MAX_NAMES && names[i].text && strcmp(names[i].text, text) != 0)
        i++;
    if (i == MAX_NAMES)
        return PyErr_Format(PyExc_RuntimeError, "names.c: more than %d names", MAX_NAMES);
    if (!names[i].text) {
        names[i].name = PyUnicode_InternFromString(text);
        names[i].text = names[i].name ? text : NULL;
    }
    return names[i].name;
}

PyObject *get_attr(PyObject *o, const char *name)
{
    PyObject *n = interned(name);
    return n ? PyObject_GetAttr(o, n) : NULL;
}

bool has_attr(PyObject *o, const char *name)
{
    PyObject *n = interned(name);
    if (!n)
        PyErr_Clear();
    return n && PyObject_HasAttr(o, n);
}

PyObject *call_helper(const char *module, const char *function, PyObject *a, PyObject *b)
{
    PyObject *m = PyImport_ImportModule(module);
    PyObject *f = m ? get_attr(m, function) : NULL;
    PyObject *out = f ? PyObject_CallFunctionObjArgs(f, a, b, NULL) : NULL;
    Py_XDECREF(f);
    Py_XDECREF(m);
    return out;
}

PyObject *dtype_name_of(PyObject *o)
{
    PyObject *dtype = get_attr(o, "dtype"), *name = dtype ? get_attr(dtype, "name") : NULL;
    Py_XDECREF(dtype);
    return name;
}

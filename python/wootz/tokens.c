/* tokens.c - tokenizers for wootz/models.py, as capsules.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <wootz/tokenizer.h>

static const char *const TOKENIZER = "wootz.tokenizer";

static void tokenizer_capsule_free(PyObject *capsule)
{
    wz_tokenizer *t = PyCapsule_GetPointer(capsule, TOKENIZER);
    wz_tokenizer_free(&t);
}

/* tokenizer_open(path) */
static PyObject *py_tokenizer_open(PyObject *self, PyObject *path)
{
    (void)self;
    wz_tokenizer *t = NULL;
    const char   *text = PyUnicode_AsUTF8AndSize(path, NULL);
    if (!text)
        return NULL;
    wz_status s = wz_tokenizer_open(text, &t);
    return s ? raise_status(s) : PyCapsule_New(t, TOKENIZER, tokenizer_capsule_free);
}

/* tokenizer_encode(tokenizer, text, add_special_tokens, plain) -> list of ids */
static PyObject *py_tokenizer_encode(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *text;
    int       special, plain;
    if (!PyArg_ParseTuple(args, "OOii:tokenizer_encode", &capsule, &text, &special, &plain))
        return NULL;
    wz_tokenizer *t = PyCapsule_GetPointer(capsule, TOKENIZER);
    Py_ssize_t    bytes;
    const char   *utf8 = t ? PyUnicode_AsUTF8AndSize(text, &bytes) : NULL;
    int64_t      *ids = NULL, n = 0;
    if (!utf8)
        return NULL;
    int       flags = (special ? WZ_ENCODE_SPECIAL : 0) | (plain ? WZ_ENCODE_PLAIN : 0);
    wz_status s = wz_tokenizer_encode(t, utf8, (size_t)bytes, flags, &ids, &n);
    if (s)
        return raise_status(s);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (int64_t i = 0; list && i < n; i++) PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLongLong(ids[i]));
    wz_tokenizer_drop(ids);
    return list;
}

/* tokenizer_decode(tokenizer, list of ids, skip_special_tokens) -> text */
static PyObject *py_tokenizer_decode(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject   *capsule, *list, *out = NULL;
    int         skip;
    wz_decoder *d = NULL;
    if (!PyArg_ParseTuple(args, "OOi:tokenizer_decode", &capsule, &list, &skip))
        return NULL;
    wz_tokenizer *t = PyCapsule_GetPointer(capsule, TOKENIZER);
    if (!t)
        return NULL;
    Py_ssize_t n = PyList_Size(list);
    PyObject  *parts = PyList_New(0);
    wz_status  s = parts ? wz_decoder_new(t, skip != 0, &d) : WZ_OK;
    for (Py_ssize_t i = 0; parts && s == WZ_OK && i <= n; i++) {
        const char *text;
        size_t      bytes;
        long long   id = i < n ? PyLong_AsLongLong(PyList_GetItem(list, i)) : 0;
        if (PyErr_Occurred())
            break;
        s = i < n ? wz_decoder_push(d, id, &text, &bytes) : wz_decoder_finish(d, &text, &bytes);
        PyObject *part = s == WZ_OK ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)bytes, "strict") : NULL;
        if (!part || PyList_Append(parts, part) != 0) {
            Py_XDECREF(part);
            break;
        }
        Py_DECREF(part);
    }
    wz_decoder_free(&d);
    if (s)
        raise_status(s);
    else if (!PyErr_Occurred() && parts) {
        out = parts;
        parts = NULL;
    }
    Py_XDECREF(parts);
    return out;
}

/* tokenizer_info(tokenizer) -> (size, bos, eos, pad, unk); -1: none */
static PyObject *py_tokenizer_info(PyObject *self, PyObject *capsule)
{
    (void)self;
    wz_tokenizer *t = PyCapsule_GetPointer(capsule, TOKENIZER);
    if (!t)
        return NULL;
    const int64_t v[] = { wz_tokenizer_size(t), wz_tokenizer_bos(t), wz_tokenizer_eos(t), wz_tokenizer_pad(t), wz_tokenizer_unk(t) };
    PyObject     *tuple = PyTuple_New(5);
    for (int i = 0; tuple && i < 5; i++) PyTuple_SetItem(tuple, i, PyLong_FromLongLong(v[i]));
    return tuple;
}

/* tokenizer_id(tokenizer, piece) -> id or -1 */
static PyObject *py_tokenizer_id(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *piece;
    if (!PyArg_ParseTuple(args, "OO:tokenizer_id", &capsule, &piece))
        return NULL;
    wz_tokenizer *t = PyCapsule_GetPointer(capsule, TOKENIZER);
    const char   *text = t ? PyUnicode_AsUTF8AndSize(piece, NULL) : NULL;
    return text ? PyLong_FromLongLong(wz_tokenizer_id(t, text)) : NULL;
}

/* tokenizer_piece(tokenizer, id) -> piece or None */
static PyObject *py_tokenizer_piece(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule;
    long long id;
    if (!PyArg_ParseTuple(args, "OL:tokenizer_piece", &capsule, &id))
        return NULL;
    wz_tokenizer *t = PyCapsule_GetPointer(capsule, TOKENIZER);
    const char   *text = t ? wz_tokenizer_piece(t, id) : NULL;
    if (!t)
        return NULL;
    if (text)
        return PyUnicode_FromString(text);
    Py_INCREF(Py_None);
    return Py_None;
}

PyMethodDef tokens_functions[] = {
    { "tokenizer_open", py_tokenizer_open, METH_O, NULL },
    { "tokenizer_encode", py_tokenizer_encode, METH_VARARGS, NULL },
    { "tokenizer_decode", py_tokenizer_decode, METH_VARARGS, NULL },
    { "tokenizer_info", py_tokenizer_info, METH_O, NULL },
    { "tokenizer_id", py_tokenizer_id, METH_VARARGS, NULL },
    { "tokenizer_piece", py_tokenizer_piece, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

/* chats.c - chat formats for wootz/_tokenizer.py, as capsules.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <stdlib.h>
#include <wootz/chat.h>

static const char *const CHAT = "wootz.chat";

static void chat_capsule_free(PyObject *capsule)
{
    wz_chat *c = PyCapsule_GetPointer(capsule, CHAT);
    wz_chat_free(&c);
}

static bool text_or_none(PyObject *o, const char **out)
{
    *out = o == Py_None ? NULL : PyUnicode_AsUTF8AndSize(o, NULL);
    return o == Py_None || *out;
}

/* chat_new(template, bos, eos, date); each but the template may be None */
static PyObject *py_chat_new(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject   *text, *bos, *eos, *date;
    const char *utf8, *bos_text, *eos_text, *date_text;
    Py_ssize_t  bytes;
    wz_chat    *c = NULL;
    if (!PyArg_ParseTuple(args, "OOOO:chat_new", &text, &bos, &eos, &date) || !(utf8 = PyUnicode_AsUTF8AndSize(text, &bytes)))
        return NULL;
    if (!text_or_none(bos, &bos_text) || !text_or_none(eos, &eos_text) || !text_or_none(date, &date_text))
        return NULL;
    wz_status s = wz_chat_new(utf8, (size_t)bytes, bos_text, eos_text, &c);
    if (s == WZ_OK)
        s = wz_chat_set_date(c, date_text);
    if (s != WZ_OK) {
        wz_chat_free(&c);
        return raise_status(s);
    }
    return PyCapsule_New(c, CHAT, chat_capsule_free);
}

/* A list of (role, text); the strings stay the tuples'. NULL with an exception. */
static wz_chat_message *messages_of(PyObject *list, Py_ssize_t *n)
{
    *n = PyList_Size(list);
    if (*n < 0)
        return NULL;
    wz_chat_message *m = calloc((size_t)*n + 1, sizeof *m);
    if (!m) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < *n; i++) {
        PyObject  *pair = PyList_GetItem(list, i);
        PyObject  *role = PyTuple_GetItem(pair, 0), *text = role ? PyTuple_GetItem(pair, 1) : NULL;
        Py_ssize_t bytes = 0;
        m[i].role = text ? PyUnicode_AsUTF8AndSize(role, NULL) : NULL;
        m[i].text = m[i].role ? PyUnicode_AsUTF8AndSize(text, &bytes) : NULL;
        m[i].bytes = (size_t)bytes;
        if (!m[i].text) {
            free(m);
            return NULL;
        }
    }
    return m;
}

/* chat_render(chat, messages, flags) -> text */
static PyObject *py_chat_render(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject  *capsule, *list;
    int        flags;
    Py_ssize_t n;
    char      *text = NULL;
    size_t     bytes = 0;
    if (!PyArg_ParseTuple(args, "OOi:chat_render", &capsule, &list, &flags))
        return NULL;
    wz_chat         *c = PyCapsule_GetPointer(capsule, CHAT);
    wz_chat_message *m = c ? messages_of(list, &n) : NULL;
    if (!m)
        return NULL;
    wz_status s = wz_chat_render(c, m, n, flags, &text, &bytes);
    free(m);
    if (s != WZ_OK)
        return raise_status(s);
    PyObject *out = PyUnicode_DecodeUTF8(text, (Py_ssize_t)bytes, "strict");
    wz_tokenizer_drop(text);
    return out;
}

/* chat_encode(chat, tokenizer, messages, flags) -> list of ids */
static PyObject *py_chat_encode(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject  *capsule, *tokenizer, *list;
    int        flags;
    Py_ssize_t n;
    int64_t   *ids = NULL, n_ids = 0;
    if (!PyArg_ParseTuple(args, "OOOi:chat_encode", &capsule, &tokenizer, &list, &flags))
        return NULL;
    wz_chat         *c = PyCapsule_GetPointer(capsule, CHAT);
    wz_tokenizer    *t = c ? PyCapsule_GetPointer(tokenizer, "wootz.tokenizer") : NULL;
    wz_chat_message *m = t ? messages_of(list, &n) : NULL;
    if (!m)
        return NULL;
    wz_status s = wz_chat_encode(c, t, m, n, flags, &ids, &n_ids);
    free(m);
    if (s != WZ_OK)
        return raise_status(s);
    PyObject *out = PyList_New((Py_ssize_t)n_ids);
    for (int64_t i = 0; out && i < n_ids; i++)
        PyList_SetItem(out, (Py_ssize_t)i, PyLong_FromLongLong(ids[i]));
    wz_tokenizer_drop(ids);
    return out;
}

PyMethodDef chats_functions[] = {
    { "chat_new", py_chat_new, METH_VARARGS, NULL },
    { "chat_render", py_chat_render, METH_VARARGS, NULL },
    { "chat_encode", py_chat_encode, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

/* models.c - language models for wootz/models.py: an engine and its sessions as capsules.
 *
 * A session's capsule is used by one thread at a time; the GIL is released while the model computes.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <stdlib.h>
#include <string.h>
#include <wootz/lm.h>

static const char *const LM = "wootz.lm", *const SESSION = "wootz.lm_session";

static void lm_capsule_free(PyObject *capsule)
{
    wz_lm *lm = PyCapsule_GetPointer(capsule, LM);
    wz_lm_free(&lm);
}
static void session_capsule_free(PyObject *capsule)
{
    wz_lm_session *s = PyCapsule_GetPointer(capsule, SESSION);
    wz_lm_session_free(&s);
}

/* A Python callable asked now and then; Ctrl-C or an exception in it stops the work. */
typedef struct watcher {
    PyObject *callback; /* NULL: only signals */
    bool      raised;
} watcher;

static bool watch(watcher *w, PyObject *args)
{
    bool go_on = PyErr_CheckSignals() == 0;
    if (go_on && w->callback && args) {
        PyObject *r = PyObject_CallObject(w->callback, args);
        go_on = r != NULL;
        Py_XDECREF(r);
    }
    w->raised = !go_on;
    return go_on;
}
static bool watch_fraction(void *context, double fraction)
{
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *args = PyTuple_New(1);
    if (args)
        PyTuple_SetItem(args, 0, PyFloat_FromDouble(fraction));
    bool go_on = watch(context, args);
    Py_XDECREF(args);
    PyGILState_Release(state);
    return go_on;
}
static bool watch_tokens(void *context, int64_t done, int64_t total)
{
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *args = PyTuple_New(2);
    if (args) {
        PyTuple_SetItem(args, 0, PyLong_FromLongLong(done));
        PyTuple_SetItem(args, 1, PyLong_FromLongLong(total));
    }
    bool go_on = watch(context, args);
    Py_XDECREF(args);
    PyGILState_Release(state);
    return go_on;
}

/* lm_open(path, device, dtype or None, progress or None) */
static PyObject *py_lm_open(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *path, *device, *dtype, *progress;
    wz_device *dev;
    wz_lm *lm = NULL;
    if (!PyArg_ParseTuple(args, "OOOO:lm_open", &path, &device, &dtype, &progress) || !device_from(device, &dev))
        return NULL;
    watcher w = { progress == Py_None ? NULL : progress, false };
    wz_lm_options options = { .device = wz_device_name(dev), .progress = watch_fraction, .context = &w };
    const char *text = PyUnicode_AsUTF8AndSize(path, NULL);
    if (!text)
        return NULL;
    if (dtype != Py_None && !dtype_from(dtype, &options.dtype))
        return PyErr_Format(PyExc_TypeError, "dtype must be a wootz.dtype, not %R", dtype);
    wz_status s;
    UNLOCKED(s = wz_lm_open(text, &options, &lm));
    if (s)
        return w.raised ? NULL : raise_status(s);
    return PyCapsule_New(lm, LM, lm_capsule_free);
}

static bool put(PyObject *d, const char *key, PyObject *v)
{
    bool ok = v && PyDict_SetItemString(d, key, v) == 0;
    Py_XDECREF(v);
    return ok;
}

static PyObject *py_lm_info(PyObject *self, PyObject *capsule)
{
    (void)self;
    const wz_lm *lm = PyCapsule_GetPointer(capsule, LM);
    PyObject *d = lm ? PyDict_New() : NULL;
    if (!d)
        return NULL;
    wz_lm_info i;
    wz_lm_sampling p;
    wz_lm_get_info(lm, &i);
    wz_lm_get_sampling(lm, &p);
    bool ok = put(d, "family", PyUnicode_FromString(i.family)) && put(d, "n_layers", PyLong_FromLongLong(i.n_layers)) &&
              put(d, "hidden", PyLong_FromLongLong(i.hidden)) && put(d, "vocab", PyLong_FromLongLong(i.vocab)) &&
              put(d, "context", PyLong_FromLongLong(i.context)) && put(d, "n_params", PyLong_FromLongLong(i.n_params)) &&
              put(d, "weight_bytes", PyLong_FromUnsignedLongLong(i.weight_bytes)) &&
              put(d, "active_bytes", PyLong_FromUnsignedLongLong(i.active_bytes)) && put(d, "eos", sizes_tuple(i.n_eos, i.eos, false)) &&
              put(d, "bos", PyLong_FromLongLong(i.bos)) && put(d, "do_sample", PyBool_FromLong(p.do_sample)) &&
              put(d, "temperature", PyFloat_FromDouble(p.temperature)) && put(d, "top_k", PyLong_FromLongLong(p.top_k)) &&
              put(d, "top_p", PyFloat_FromDouble(p.top_p)) && put(d, "min_p", PyFloat_FromDouble(p.min_p)) &&
              put(d, "repetition_penalty", PyFloat_FromDouble(p.repetition_penalty));
    if (!ok) {
        Py_DECREF(d);
        return NULL;
    }
    return d;
}

/* A list of ints as an array to free; NULL with an exception. */
static int64_t *ids_from(PyObject *list, Py_ssize_t *n)
{
    *n = PyList_Size(list);
    int64_t *ids = *n < 0 ? NULL : malloc(sizeof *ids * (size_t)(*n + 1));
    if (!ids) {
        if (!PyErr_Occurred())
            PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < *n; i++) {
        int r = int_from(PyList_GetItem(list, i), &ids[i]);
        if (r == 1)
            continue;
        if (r == 0)
            PyErr_Format(PyExc_TypeError, "token ids must be ints, got %R at position %zd", PyList_GetItem(list, i), i);
        free(ids);
        return NULL;
    }
    return ids;
}

/* lm_forward(lm, [ids], n hidden states wanted or 0) -> (logits, hidden, ...) */
static PyObject *py_lm_forward(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *list;
    int n_hidden;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OOi:lm_forward", &capsule, &list, &n_hidden))
        return NULL;
    wz_lm *lm = PyCapsule_GetPointer(capsule, LM);
    int64_t *ids = lm ? ids_from(list, &n) : NULL;
    wz_tensor **hidden = ids ? calloc((size_t)n_hidden + 1, sizeof *hidden) : NULL;
    wz_status s = hidden ? wz_scope_begin() : WZ_NOMEM;
    PyObject *out = NULL;
    if (s == WZ_OK) {
        wz_tensor *logits;
        UNLOCKED(logits = wz_lm_forward(lm, ids, n, n_hidden ? hidden : NULL));
        out = logits ? PyTuple_New(1 + n_hidden) : PyErr_Format(PyExc_ValueError, "%s", wz_error());
        for (int k = 0; out && k <= n_hidden; k++) {
            PyObject *o = tensor_wrap(wz_keep(k ? hidden[k - 1] : logits));
            if (!o) {
                Py_DECREF(out);
                out = NULL;
            } else {
                PyTuple_SetItem(out, k, o);
            }
        }
        wz_scope_end();
    } else if (ids && !hidden) {
        PyErr_NoMemory();
    } else if (hidden) {
        raise_status(s);
    }
    free(hidden);
    free(ids);
    return out;
}

/* lm_session(lm, capacity) */
static PyObject *py_lm_session(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule;
    long long capacity;
    wz_lm_session *session;
    if (!PyArg_ParseTuple(args, "OL:lm_session", &capsule, &capacity))
        return NULL;
    wz_lm *lm = PyCapsule_GetPointer(capsule, LM);
    wz_status s = lm ? wz_lm_session_new(lm, capacity, &session) : WZ_OK;
    return !lm ? NULL : s ? raise_status(s) : PyCapsule_New(session, SESSION, session_capsule_free);
}

/* lm_sync(session, [ids], progress or None) */
static PyObject *py_lm_sync(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *list, *progress;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OOO:lm_sync", &capsule, &list, &progress))
        return NULL;
    wz_lm_session *session = PyCapsule_GetPointer(capsule, SESSION);
    int64_t *ids = session ? ids_from(list, &n) : NULL;
    if (!ids)
        return NULL;
    watcher w = { progress == Py_None ? NULL : progress, false };
    wz_status s;
    UNLOCKED(s = wz_lm_session_sync(session, ids, n, watch_tokens, &w));
    free(ids);
    if (s)
        return w.raised ? NULL : raise_status(s);
    return Py_NewRef(Py_None);
}

/* lm_push(session, id) */
static PyObject *py_lm_push(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule;
    long long id;
    if (!PyArg_ParseTuple(args, "OL:lm_push", &capsule, &id))
        return NULL;
    wz_lm_session *session = PyCapsule_GetPointer(capsule, SESSION);
    wz_status s = WZ_OK;
    if (!session)
        return NULL;
    UNLOCKED(s = wz_lm_session_push(session, id));
    return s ? raise_status(s) : Py_NewRef(Py_None);
}

static PyObject *py_lm_length(PyObject *self, PyObject *capsule)
{
    (void)self;
    const wz_lm_session *session = PyCapsule_GetPointer(capsule, SESSION);
    return session ? PyLong_FromLongLong(wz_lm_session_length(session)) : NULL;
}

/* lm_set_chunk(session, tokens) */
static PyObject *py_lm_set_chunk(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule;
    long long tokens;
    if (!PyArg_ParseTuple(args, "OL:lm_set_chunk", &capsule, &tokens))
        return NULL;
    wz_lm_session *session = PyCapsule_GetPointer(capsule, SESSION);
    if (!session)
        return NULL;
    wz_lm_session_set_chunk(session, tokens);
    return Py_NewRef(Py_None);
}

/* lm_logits(session, vocab) -> a copy, or None before the first token */
static PyObject *py_lm_logits(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule;
    long long vocab;
    if (!PyArg_ParseTuple(args, "OL:lm_logits", &capsule, &vocab))
        return NULL;
    wz_lm_session *session = PyCapsule_GetPointer(capsule, SESSION);
    const float *logits = session ? wz_lm_session_logits(session) : NULL;
    if (!logits)
        return session ? Py_NewRef(Py_None) : NULL;
    wz_status s = wz_scope_begin();
    if (s)
        return raise_status(s);
    const int64_t size = vocab;
    PyObject *o = tensor_wrap(wz_keep(wz_tensor_from(WZ_DTYPE_F32, 1, &size, logits, wz_device_cpu())));
    wz_scope_end();
    return o;
}

/* lm_sample(session, do_sample, temperature, top_k, top_p, min_p, repetition_penalty, seed) -> id */
static PyObject *py_lm_sample(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule;
    int do_sample;
    double temperature, top_p, min_p, penalty;
    long long top_k;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "OidLdddK:lm_sample", &capsule, &do_sample, &temperature, &top_k, &top_p, &min_p, &penalty, &seed))
        return NULL;
    wz_lm_session *session = PyCapsule_GetPointer(capsule, SESSION);
    if (!session)
        return NULL;
    const wz_lm_sampling p = { do_sample != 0, temperature, top_k, top_p, min_p, penalty, seed };
    int64_t id;
    wz_status s = wz_lm_sample(session, &p, &id);
    return s ? raise_status(s) : PyLong_FromLongLong(id);
}

PyMethodDef models_functions[] = {
    { "lm_open", py_lm_open, METH_VARARGS, NULL },
    { "lm_info", py_lm_info, METH_O, NULL },
    { "lm_forward", py_lm_forward, METH_VARARGS, NULL },
    { "lm_session", py_lm_session, METH_VARARGS, NULL },
    { "lm_sync", py_lm_sync, METH_VARARGS, NULL },
    { "lm_push", py_lm_push, METH_VARARGS, NULL },
    { "lm_length", py_lm_length, METH_O, NULL },
    { "lm_set_chunk", py_lm_set_chunk, METH_VARARGS, NULL },
    { "lm_logits", py_lm_logits, METH_VARARGS, NULL },
    { "lm_sample", py_lm_sample, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

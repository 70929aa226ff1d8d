/* objects.c - dtype, device, Generator and Stream as Python objects.
 *
 * Each is a small heap type around a wootz value. A device object is only a name: it can be made on a
 * machine without that device, and opening it then gives the reason.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <stdio.h>
#include <string.h>

static void plain_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc free_it = (freefunc)PyType_GetSlot(type, Py_tp_free);
    free_it(self);
    Py_DECREF(type);
}

/* ---- dtype ----------------------------------------------------------------------------------- */

static wz_dtype dtype_value(PyObject *o) { return ((dtype_object *)o)->d; }

PyObject *dtype_new(wz_dtype d)
{
    return Py_NewRef(d == WZ_DTYPE_NONE ? Py_None : core.dtypes[d]);
}

bool dtype_from(PyObject *o, wz_dtype *out)
{
    PyTypeObject *type = (PyTypeObject *)o;
    if (Py_TYPE(o) == core.dtype)
        *out = dtype_value(o);
    else if (type == &PyFloat_Type)
        *out = WZ_DTYPE_F64;
    else if (type == &PyBool_Type)
        *out = WZ_DTYPE_BOOL;
    else if (type == &PyLong_Type)
        *out = WZ_DTYPE_I64;
    else if (type == &PyComplex_Type)
        *out = WZ_DTYPE_C128;
    else
        return false;
    return true;
}

static PyObject *dtype_repr(PyObject *self)
{
    return PyUnicode_FromFormat("wootz.%s", wz_dtype_name(dtype_value(self)));
}
static Py_hash_t dtype_hash(PyObject *self) { return 0x5a17 + (Py_hash_t)dtype_value(self); }
static PyObject *dtype_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(wz_dtype_name(dtype_value(self)));
}
static PyObject *dtype_itemsize(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong((long long)wz_dtype_bytes(dtype_value(self)));
}
/* closure: a bit set of kinds */
static PyObject *dtype_kind_is(PyObject *self, void *closure)
{
    return PyBool_FromLong((long)((uintptr_t)closure >> wz_dtype_get_kind(dtype_value(self)) & 1));
}
static PyObject *dtype_to_real(PyObject *self, PyObject *unused)
{
    (void)unused;
    wz_dtype d = dtype_value(self);
    return dtype_new(d == WZ_DTYPE_C64 ? WZ_DTYPE_F32 : d == WZ_DTYPE_C128 ? WZ_DTYPE_F64 : d);
}
static PyObject *dtype_to_complex(PyObject *self, PyObject *unused)
{
    (void)unused;
    wz_dtype d = dtype_value(self);
    return dtype_new(d == WZ_DTYPE_F64 || d == WZ_DTYPE_C128 ? WZ_DTYPE_C128 : WZ_DTYPE_C64);
}
static PyObject *dtype_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyUnicode_FromString(wz_dtype_name(dtype_value(self)));
}
#define KINDS(bits) (void *)(uintptr_t)(bits)
static PyGetSetDef dtype_getset[] = {
    { "name", dtype_name, NULL, "The name without the module, as in \"float32\".", NULL },
    { "itemsize", dtype_itemsize, NULL, "Bytes of one element.", NULL },
    { "is_floating_point", dtype_kind_is, NULL, NULL, KINDS(1u << WZ_KIND_FLOAT) },
    { "is_complex", dtype_kind_is, NULL, NULL, KINDS(1u << WZ_KIND_COMPLEX) },
    { "is_signed", dtype_kind_is, NULL, NULL,
      KINDS(1u << WZ_KIND_FLOAT | 1u << WZ_KIND_COMPLEX | 1u << WZ_KIND_INT) },
    { NULL, NULL, NULL, NULL, NULL },
};
static PyMethodDef dtype_methods[] = {
    { "to_real", dtype_to_real, METH_NOARGS, "The dtype of the real part." },
    { "to_complex", dtype_to_complex, METH_NOARGS, "The complex dtype with parts of this one." },
    { "__reduce__", dtype_reduce, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

/* ---- device ---------------------------------------------------------------------------------- */

static const char *const device_kinds[] = { "cpu", "cuda", "mps" };

static device_object *device_cast(PyObject *o) { return (device_object *)o; }

static PyObject *device_make(wz_device_kind kind, int index)
{
    PyObject *o = PyType_GenericAlloc(core.device, 0);
    if (o) {
        device_cast(o)->kind = kind;
        device_cast(o)->index = index;
    }
    return o;
}

PyObject *device_object_of(const wz_device *dev)
{
    wz_device_kind kind = wz_device_get_kind(dev);
    return device_make(kind, kind == WZ_DEVICE_CPU ? -1 : wz_device_index(dev));
}

/* "cuda:1" -> kind and index; false with an exception */
static bool device_parse(const char *text, wz_device_kind *kind, int *index)
{
    const char *colon = strchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : strlen(text);
    for (int k = 0; k < WZ_DEVICE_KINDS; k++) {
        if (strlen(device_kinds[k]) != n || strncmp(text, device_kinds[k], n) != 0)
            continue;
        *kind = (wz_device_kind)k;
        *index = -1;
        if (!colon)
            return true;
        int v = 0, digits = 0;
        for (const char *c = colon + 1; *c >= '0' && *c <= '9' && digits < 4; c++, digits++)
            v = v * 10 + (*c - '0');
        if (digits == 0 || colon[1 + digits] != '\0' || (digits > 1 && colon[1] == '0'))
            break;
        *index = v;
        return true;
    }
    PyErr_Format(PyExc_RuntimeError, "Invalid device string: '%s' (expected cpu, cuda or mps, optionally with an index "
                 "as in cuda:1)", text);
    return false;
}

/* torch's rule for a bare index: a device of the accelerator that is there */
static bool device_from_index(PyObject *o, wz_device_kind *kind, int *index)
{
    long long v = PyLong_AsLongLong(o);
    if (v == -1 && PyErr_Occurred())
        return false;
    if (v < 0 || v > 9999) {
        PyErr_Format(PyExc_RuntimeError, "Device index must not be negative or above 9999, got %lld", v);
        return false;
    }
    const char *why_cuda = NULL, *why_mps = NULL;
    *index = (int)v;
    *kind = WZ_DEVICE_CUDA;
    if (wz_device_count(WZ_DEVICE_CUDA, &why_cuda) > 0)
        return true;
    *kind = WZ_DEVICE_MPS;
    if (wz_device_count(WZ_DEVICE_MPS, &why_mps) > 0)
        return true;
    PyErr_Format(PyExc_RuntimeError, "a device given as an index alone needs an accelerator, and there is none: cuda: %s; mps: %s",
                 why_cuda ? why_cuda : "absent", why_mps ? why_mps : "absent");
    return false;
}

bool device_like(PyObject *o)
{
    return Py_TYPE(o) == core.device || PyUnicode_Check(o) || (PyLong_Check(o) && !PyBool_Check(o));
}

static bool device_read(PyObject *o, wz_device_kind *kind, int *index)
{
    if (Py_TYPE(o) == core.device) {
        *kind = device_cast(o)->kind;
        *index = device_cast(o)->index;
        return true;
    }
    if (PyUnicode_Check(o)) {
        const char *text = PyUnicode_AsUTF8AndSize(o, NULL);
        return text && device_parse(text, kind, index);
    }
    if (PyLong_Check(o) && !PyBool_Check(o))
        return device_from_index(o, kind, index);
    PyErr_SetString(PyExc_TypeError, "a device must be a wootz.device, a str or an int");
    return false;
}

bool device_from(PyObject *o, wz_device **out)
{
    wz_device_kind kind;
    int index;
    if (!device_read(o, &kind, &index))
        return false;
    if (kind == WZ_DEVICE_CPU && index <= 0) {
        *out = wz_device_cpu();
        return true;
    }
    char name[32];
    if (index < 0)
        snprintf(name, sizeof name, "%s", device_kinds[kind]);
    else
        snprintf(name, sizeof name, "%s:%d", device_kinds[kind], index);
    wz_status s = wz_device_open(name, out);
    if (s)
        raise_status(s);
    return s == WZ_OK;
}

static PyObject *device_tp_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *what = NULL, *index_object = NULL;
    (void)type;
    if (!PyArg_ParseTuple(args, "|OO:device", &what, &index_object))
        return NULL;
    if (kwargs) {
        PyObject *named = PyDict_GetItemString(kwargs, "type");
        what = named ? named : PyDict_GetItemString(kwargs, "device") ? PyDict_GetItemString(kwargs, "device") : what;
        named = PyDict_GetItemString(kwargs, "index");
        index_object = named ? named : index_object;
    }
    if (!what)
        return PyErr_Format(PyExc_TypeError, "device(): a type such as \"cpu\" or \"cuda:0\" is needed");
    wz_device_kind kind;
    int index;
    if (!device_read(what, &kind, &index))
        return NULL;
    if (index_object && index_object != Py_None) {
        int64_t v;
        int ok = int_from(index_object, &v);
        if (ok <= 0)
            return ok < 0 ? NULL : PyErr_Format(PyExc_TypeError, "device(): index must be an int");
        if (index >= 0)
            return PyErr_Format(PyExc_RuntimeError, "type (string) must not include an index because index was passed explicitly");
        if (v < 0 || v > 9999)
            return PyErr_Format(PyExc_RuntimeError, "Device index must not be negative or above 9999, got %lld", (long long)v);
        index = (int)v;
    }
    return device_make(kind, index);
}

static PyObject *device_str(PyObject *self)
{
    device_object *d = device_cast(self);
    if (d->index < 0)
        return PyUnicode_FromString(device_kinds[d->kind]);
    return PyUnicode_FromFormat("%s:%d", device_kinds[d->kind], d->index);
}
static PyObject *device_repr(PyObject *self)
{
    device_object *d = device_cast(self);
    if (d->index < 0)
        return PyUnicode_FromFormat("device(type='%s')", device_kinds[d->kind]);
    return PyUnicode_FromFormat("device(type='%s', index=%d)", device_kinds[d->kind], d->index);
}
static Py_hash_t device_hash(PyObject *self) { return (Py_hash_t)device_cast(self)->kind * 65599 + device_cast(self)->index + 2; }
static PyObject *device_compare(PyObject *a, PyObject *b, int how)
{
    if (Py_TYPE(a) != core.device || Py_TYPE(b) != core.device || (how != 2 && how != 3))
        return Py_NewRef(Py_NotImplemented);
    bool same = device_cast(a)->kind == device_cast(b)->kind && device_cast(a)->index == device_cast(b)->index;
    return PyBool_FromLong(same == (how == 2)); /* Py_EQ 2, Py_NE 3 */
}
static PyObject *device_type(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(device_kinds[device_cast(self)->kind]);
}
static PyObject *device_index(PyObject *self, void *unused)
{
    (void)unused;
    int i = device_cast(self)->index;
    return i < 0 ? Py_NewRef(Py_None) : PyLong_FromLongLong(i);
}
static PyObject *device_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *name = device_str(self), *args = PyTuple_New(1), *out = PyTuple_New(2);
    if (name && args && out) {
        PyTuple_SetItem(args, 0, name);
        PyTuple_SetItem(out, 0, Py_NewRef((PyObject *)core.device));
        PyTuple_SetItem(out, 1, args);
        return out;
    }
    Py_XDECREF(name);
    Py_XDECREF(args);
    Py_XDECREF(out);
    return NULL;
}
/* with device: the stack of former defaults is Python's (tensor.py keeps it) */
static PyObject *device_enter(PyObject *self, PyObject *unused)
{
    (void)unused;
    return call_helper("wootz._state", "push_device", self, NULL);
}
static PyObject *device_exit(PyObject *self, PyObject *args)
{
    (void)self, (void)args;
    return call_helper("wootz._state", "pop_device", NULL, NULL);
}
static PyGetSetDef device_getset[] = {
    { "type", device_type, NULL, "\"cpu\", \"cuda\" or \"mps\".", NULL },
    { "index", device_index, NULL, "The number given, or None.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};
static PyMethodDef device_methods[] = {
    { "__reduce__", device_reduce, METH_NOARGS, NULL },
    { "__enter__", device_enter, METH_NOARGS, "Makes this the default device within a with block." },
    { "__exit__", device_exit, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

PyObject *py_device_open(PyObject *self, PyObject *o)
{
    (void)self;
    wz_device *dev;
    return device_from(o, &dev) ? device_make(wz_device_get_kind(dev), wz_device_get_kind(dev) == WZ_DEVICE_CPU
                                                                           ? -1 : wz_device_index(dev)) : NULL;
}

/* ---- generator ------------------------------------------------------------------------------- */

static wz_generator *generator_of(PyObject *o) { return ((generator_object *)o)->g; }

static PyObject *generator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs; /* the device, if named, does not matter: every device gives the same bits */
    PyObject *o = PyType_GenericAlloc(type, 0);
    if (!o)
        return NULL;
    wz_status s = wz_generator_new(67280421310721u, &((generator_object *)o)->g); /* torch's first seed */
    if (s) {
        Py_DECREF(o);
        return raise_status(s);
    }
    return o;
}
static void generator_dealloc(PyObject *self)
{
    wz_generator *g = generator_of(self);
    if (g != wz_generator_default())
        wz_generator_free(&g);
    plain_dealloc(self);
}
/* torch takes seeds from -2^63 to 2^64 - 1; negative ones stand for their two's complement */
static bool seed_from(PyObject *o, uint64_t *out)
{
    PyObject *n = PyNumber_Index(o);
    if (!n)
        return false;
    int overflow = 0;
    long long v = PyLong_AsLongLongAndOverflow(n, &overflow);
    *out = overflow > 0 ? PyLong_AsUnsignedLongLong(n) : (uint64_t)v;
    Py_DECREF(n);
    if (PyErr_Occurred() || overflow < 0) {
        PyErr_Clear();
        PyErr_SetString(PyExc_RuntimeError, "Overflow when unpacking long: a seed must lie in [-2**63, 2**64)");
        return false;
    }
    return true;
}
static PyObject *generator_manual_seed(PyObject *self, PyObject *o)
{
    uint64_t seed;
    if (!seed_from(o, &seed))
        return NULL;
    wz_generator_seed(generator_of(self), seed);
    return Py_NewRef(self);
}
static PyObject *generator_initial_seed(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(wz_generator_get_seed(generator_of(self)));
}
static PyObject *generator_state(PyObject *self, PyObject *unused)
{
    (void)unused;
    uint64_t state[2];
    wz_generator_get_state(generator_of(self), state);
    PyObject *out = PyTuple_New(2);
    if (out) {
        PyTuple_SetItem(out, 0, PyLong_FromUnsignedLongLong(state[0]));
        PyTuple_SetItem(out, 1, PyLong_FromUnsignedLongLong(state[1]));
    }
    return out;
}
static PyObject *generator_set(PyObject *self, PyObject *args)
{
    PyObject *seed, *offset;
    uint64_t state[2];
    if (!PyArg_ParseTuple(args, "OO:_set", &seed, &offset) || !seed_from(seed, &state[0]) || !seed_from(offset, &state[1]))
        return NULL;
    wz_generator_set_state(generator_of(self), state);
    return Py_NewRef(Py_None);
}
static PyMethodDef generator_methods[] = {
    { "manual_seed", generator_manual_seed, METH_O, "Starts the sequence of this seed from its beginning." },
    { "initial_seed", generator_initial_seed, METH_NOARGS, "The seed." },
    { "_state", generator_state, METH_NOARGS, "(seed, offset)" },
    { "_set", generator_set, METH_VARARGS, "Sets (seed, offset)." },
    { NULL, NULL, 0, NULL },
};

/* ---- stream ---------------------------------------------------------------------------------- */

static wz_stream *stream_of(PyObject *o) { return ((stream_object *)o)->s; }

static PyObject *stream_make(wz_stream *s, bool owned)
{
    PyObject *o = PyType_GenericAlloc(core.stream, 0);
    if (o) {
        ((stream_object *)o)->s = s;
        ((stream_object *)o)->owned = owned;
    }
    return o;
}
static void stream_dealloc(PyObject *self)
{
    stream_object *o = (stream_object *)self;
    wz_stream *s = o->s;
    if (s && o->owned)
        UNLOCKED(wz_stream_free(&s)); /* lets work in flight finish */
    plain_dealloc(self);
}
/* stream_new(device, priority); stream_default(device); stream_current(device) */
static PyObject *py_stream_new(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *device;
    int priority;
    wz_device *dev;
    wz_stream *s;
    if (!PyArg_ParseTuple(args, "Oi:stream_new", &device, &priority) || !device_from(device, &dev))
        return NULL;
    wz_status status = wz_stream_new(dev, priority, &s);
    return status ? raise_status(status) : stream_make(s, true);
}
static PyObject *py_stream_default(PyObject *self, PyObject *device)
{
    (void)self;
    wz_device *dev;
    return device_from(device, &dev) ? stream_make(wz_stream_default(dev), false) : NULL;
}
static PyObject *py_stream_current(PyObject *self, PyObject *device)
{
    (void)self;
    wz_device *dev;
    return device_from(device, &dev) ? stream_make(wz_stream_current(dev), false) : NULL;
}
static PyObject *stream_set_current(PyObject *self, PyObject *unused)
{
    (void)unused;
    wz_stream_set_current(stream_of(self));
    return Py_NewRef(Py_None);
}
static PyObject *stream_sync(PyObject *self, PyObject *unused)
{
    (void)unused;
    wz_status s;
    UNLOCKED(s = wz_stream_sync(stream_of(self)));
    return s ? raise_status(s) : Py_NewRef(Py_None);
}
static PyObject *stream_query(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(wz_stream_done(stream_of(self)));
}
static PyObject *stream_record(PyObject *self, PyObject *unused)
{
    (void)unused;
    wz_ticket t;
    wz_status s = wz_stream_record(stream_of(self), &t);
    return s ? raise_status(s) : PyLong_FromUnsignedLongLong(t.value);
}
static bool ticket_from(PyObject *stream, unsigned long long value, wz_ticket *out)
{
    if (Py_TYPE(stream) != core.stream) {
        PyErr_SetString(PyExc_TypeError, "a stream is needed");
        return false;
    }
    *out = (wz_ticket){ stream_of(stream), value };
    return true;
}
static PyObject *stream_follow(PyObject *self, PyObject *args)
{
    PyObject *other;
    unsigned long long value;
    wz_ticket t;
    if (!PyArg_ParseTuple(args, "OK:_follow", &other, &value) || !ticket_from(other, value, &t))
        return NULL;
    wz_status s = wz_stream_follow(stream_of(self), t);
    return s ? raise_status(s) : Py_NewRef(Py_None);
}
static PyObject *stream_ticket_done(PyObject *self, PyObject *value)
{
    wz_ticket t = { stream_of(self), PyLong_AsUnsignedLongLong(value) };
    return PyErr_Occurred() ? NULL : PyBool_FromLong(wz_ticket_done(t));
}
static PyObject *stream_ticket_wait(PyObject *self, PyObject *value)
{
    wz_ticket t = { stream_of(self), PyLong_AsUnsignedLongLong(value) };
    if (PyErr_Occurred())
        return NULL;
    wz_status s;
    UNLOCKED(s = wz_ticket_wait(t));
    return s ? raise_status(s) : Py_NewRef(Py_None);
}
/* a._seconds(value, b, value) */
static PyObject *stream_seconds(PyObject *self, PyObject *args)
{
    unsigned long long from, to;
    PyObject *other;
    wz_ticket end;
    double seconds;
    if (!PyArg_ParseTuple(args, "KOK:_seconds", &from, &other, &to) || !ticket_from(other, to, &end))
        return NULL;
    wz_status s = wz_ticket_seconds((wz_ticket){ stream_of(self), from }, end, &seconds);
    return s ? raise_status(s) : PyFloat_FromDouble(seconds);
}
static PyObject *stream_device(PyObject *self, void *unused)
{
    (void)unused;
    return device_object_of(wz_stream_device(stream_of(self)));
}
static PyObject *stream_id(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(wz_stream_id(stream_of(self)));
}
static PyGetSetDef stream_getset[] = {
    { "device", stream_device, NULL, NULL, NULL },
    { "stream_id", stream_id, NULL, "0 is the device's default stream.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};
static PyMethodDef stream_methods[] = {
    { "set_current", stream_set_current, METH_NOARGS, NULL },
    { "synchronize", stream_sync, METH_NOARGS, "Waits for all work given to the stream." },
    { "query", stream_query, METH_NOARGS, "True when nothing is left to run." },
    { "_record", stream_record, METH_NOARGS, NULL },
    { "_follow", stream_follow, METH_VARARGS, NULL },
    { "_done", stream_ticket_done, METH_O, NULL },
    { "_wait", stream_ticket_wait, METH_O, NULL },
    { "_seconds", stream_seconds, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};
static PyObject *py_tensor_record_stream(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *tensor, *stream;
    if (!PyArg_ParseTuple(args, "OO:record_stream", &tensor, &stream))
        return NULL;
    if (!is_tensor(tensor) || Py_TYPE(stream) != core.stream)
        return PyErr_Format(PyExc_TypeError, "record_stream(): a Tensor and a Stream are needed");
    wz_status s = wz_tensor_record_stream(tensor_of(tensor), stream_of(stream));
    return s ? raise_status(s) : Py_NewRef(Py_None);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static PyObject *py_generator_default(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    PyObject *o = PyType_GenericAlloc(core.generator, 0);
    if (o)
        ((generator_object *)o)->g = wz_generator_default();
    return o;
}

/* Collected by _core.c into the module's methods. */
PyMethodDef objects_functions[] = {
    { "stream_new", py_stream_new, METH_VARARGS, NULL },
    { "stream_default", py_stream_default, METH_O, NULL },
    { "stream_current", py_stream_current, METH_O, NULL },
    { "record_stream", py_tensor_record_stream, METH_VARARGS, NULL },
    { "generator_default", py_generator_default, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject *make_type(PyObject *module, const char *name, int bytes, unsigned flags, PyType_Slot *slots)
{
    PyType_Spec spec = { name, bytes, 0, Py_TPFLAGS_DEFAULT | flags, slots };
    PyObject *type = PyType_FromSpec(&spec);
    if (type && PyModule_AddObjectRef(module, strrchr(name, '.') + 1, type) < 0)
        return NULL;
    return (PyTypeObject *)type;
}

bool objects_init(PyObject *module)
{
    PyType_Slot dtype_slots[] = {
        { Py_tp_dealloc, (void *)plain_dealloc }, { Py_tp_repr, (void *)dtype_repr },
        { Py_tp_hash, (void *)dtype_hash },       { Py_tp_getset, dtype_getset },
        { Py_tp_methods, dtype_methods },         { 0, NULL },
    };
    PyType_Slot device_slots[] = {
        { Py_tp_dealloc, (void *)plain_dealloc }, { Py_tp_new, (void *)device_tp_new },
        { Py_tp_repr, (void *)device_repr },      { Py_tp_str, (void *)device_str },
        { Py_tp_hash, (void *)device_hash },      { Py_tp_richcompare, (void *)device_compare },
        { Py_tp_getset, device_getset },          { Py_tp_methods, device_methods },
        { 0, NULL },
    };
    PyType_Slot generator_slots[] = {
        { Py_tp_dealloc, (void *)generator_dealloc }, { Py_tp_new, (void *)generator_new },
        { Py_tp_methods, generator_methods },         { 0, NULL },
    };
    PyType_Slot stream_slots[] = {
        { Py_tp_dealloc, (void *)stream_dealloc }, { Py_tp_getset, stream_getset },
        { Py_tp_methods, stream_methods },         { 0, NULL },
    };
    unsigned fixed = Py_TPFLAGS_DISALLOW_INSTANTIATION;
    core.dtype = make_type(module, "wootz.dtype", sizeof(dtype_object), fixed, dtype_slots);
    core.device = make_type(module, "wootz.device", sizeof(device_object), 0, device_slots);
    core.generator = make_type(module, "wootz._core.Generator", sizeof(generator_object), Py_TPFLAGS_BASETYPE, generator_slots);
    core.stream = make_type(module, "wootz._core.Stream", sizeof(stream_object), fixed, stream_slots);
    if (!core.dtype || !core.device || !core.generator || !core.stream)
        return false;
    for (int d = 1; d < WZ_DTYPE_COUNT; d++) {
        PyObject *o = PyType_GenericAlloc(core.dtype, 0);
        if (!o)
            return false;
        ((dtype_object *)o)->d = (wz_dtype)d;
        core.dtypes[d] = o;
        if (PyModule_AddObjectRef(module, wz_dtype_name((wz_dtype)d), o) < 0)
            return false;
    }
    return true;
}

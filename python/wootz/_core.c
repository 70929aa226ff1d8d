/* _core.c - the extension module: the Tensor type, its plain attributes, and the module's functions.
 *
 * Nothing here knows a single operation: op.c binds rows of the op table, and wootz/_bind.py walks the
 * table at import. What is Python's own (printing, conversions of names, modules) is in the .py files.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <string.h>

core_state core;

/* ---- errors ---------------------------------------------------------------------------------- */

PyObject *exception_for(wz_status s)
{
    const char *name = wz_status_exception(s);
    const struct {
        const char *name;
        PyObject   *type;
    } known[] = {
        { "ValueError", PyExc_ValueError },
        { "TypeError", PyExc_TypeError },
        { "IndexError", PyExc_IndexError },
        { "NotImplementedError", PyExc_NotImplementedError },
        { "MemoryError", PyExc_MemoryError },
        { "OSError", PyExc_OSError },
        { "KeyboardInterrupt", PyExc_KeyboardInterrupt },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].type;
    return PyExc_RuntimeError;
}

PyObject *raise_status(wz_status s)
{
    PyErr_SetString(exception_for(s), wz_error());
    return NULL;
}

PyObject *raise_type(PyObject *exception, const char *before, PyObject *o, const char *after)
{
    PyObject *name = PyType_GetName(Py_TYPE(o));
    if (name)
        PyErr_Format(exception, "%s%U%s", before, name, after);
    Py_XDECREF(name);
    return NULL;
}

/* ---- tensors --------------------------------------------------------------------------------- */

PyObject *tensor_wrap(wz_tensor *kept)
{
    if (!kept)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_RuntimeError, "%s", wz_error());
    PyObject *o = PyType_GenericAlloc(core.tensor, 0);
    if (o)
        ((tensor_object *)o)->t = kept;
    else
        wz_free(&kept);
    return o;
}

static void tensor_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    wz_free(&((tensor_object *)self)->t);
    freefunc free_it = (freefunc)PyType_GetSlot(type, Py_tp_free);
    free_it(self);
    Py_DECREF(type);
}

PyObject *sizes_tuple(int n, const int64_t *v, bool as_size)
{
    PyObject *plain = PyTuple_New(n);
    for (int i = 0; plain && i < n; i++)
        PyTuple_SetItem(plain, i, PyLong_FromLongLong(v[i]));
    if (!plain || !as_size)
        return plain;
    PyObject *size = PyObject_CallFunctionObjArgs(core.tuple_new, core.size, plain, NULL); /* no checks needed */
    Py_DECREF(plain);
    return size;
}

static PyObject *get_shape(PyObject *self, void *unused)
{
    (void)unused;
    const wz_tensor *t = tensor_of(self);
    return sizes_tuple(wz_tensor_ndim(t), wz_tensor_sizes(t), true);
}
static PyObject *get_strides(PyObject *self, void *unused)
{
    (void)unused;
    const wz_tensor *t = tensor_of(self);
    return sizes_tuple(wz_tensor_ndim(t), wz_tensor_strides(t), false);
}
static PyObject *get_ndim(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(wz_tensor_ndim(tensor_of(self)));
}
static PyObject *get_dtype(PyObject *self, void *unused)
{
    (void)unused;
    return dtype_new(wz_tensor_dtype(tensor_of(self)));
}
static PyObject *get_device(PyObject *self, void *unused)
{
    (void)unused;
    return device_object_of(wz_tensor_device(tensor_of(self)));
}
static PyObject *get_device_is(PyObject *self, void *closure)
{
    return PyBool_FromLong(wz_device_get_kind(wz_tensor_device(tensor_of(self))) == (wz_device_kind)(uintptr_t)closure);
}
static PyObject *get_itemsize(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong((long long)wz_dtype_bytes(wz_tensor_dtype(tensor_of(self))));
}
static PyObject *get_nbytes(PyObject *self, void *unused)
{
    (void)unused;
    const wz_tensor *t = tensor_of(self);
    return PyLong_FromLongLong((long long)wz_dtype_bytes(wz_tensor_dtype(t)) * wz_tensor_numel(t));
}
static PyObject *get_version(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(wz_tensor_version(tensor_of(self)));
}
static PyObject *get_contiguous(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(wz_tensor_is_contiguous(tensor_of(self)));
}
static PyObject *py_numel(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLongLong(wz_tensor_numel(tensor_of(self)));
}
static PyObject *py_dim(PyObject *self, PyObject *unused) { return (void)unused, get_ndim(self, NULL); }
static PyObject *py_element_size(PyObject *self, PyObject *unused) { return (void)unused, get_itemsize(self, NULL); }
static PyObject *py_offset(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLongLong(wz_tensor_offset(tensor_of(self)));
}
static PyObject *py_data_ptr(PyObject *self, PyObject *unused)
{
    (void)unused;
    void *p = NULL;
    if (wz_tensor_numel(tensor_of(self)) == 0)
        return PyLong_FromLongLong(0);
    UNLOCKED(p = wz_tensor_data(tensor_of(self)));
    return p ? PyLong_FromVoidPtr(p) : PyErr_Format(PyExc_RuntimeError, "%s", wz_error());
}
static PyObject *py_same_storage(PyObject *self, PyObject *other)
{
    if (!is_tensor(other))
        return PyErr_Format(PyExc_TypeError, "a Tensor is needed");
    return PyBool_FromLong(wz_tensor_same_storage(tensor_of(self), tensor_of(other)));
}
/* Takes over what the other tensor is; used by methods that change a tensor's own record (x.data = y). */
static PyObject *py_become(PyObject *self, PyObject *other)
{
    if (!is_tensor(other))
        return PyErr_Format(PyExc_TypeError, "a Tensor is needed");
    wz_tensor *t = wz_retain(tensor_of(other));
    wz_free(&((tensor_object *)self)->t);
    ((tensor_object *)self)->t = t;
    return Py_NewRef(self);
}
/* A second object of another class on the same tensor: for nn.Parameter. */
static PyObject *py_alias_as(PyObject *self, PyObject *cls)
{
    if (!PyType_Check(cls) || !PyType_IsSubtype((PyTypeObject *)cls, core.tensor_base))
        return PyErr_Format(PyExc_TypeError, "a subclass of Tensor is needed");
    PyObject *o = PyType_GenericAlloc((PyTypeObject *)cls, 0);
    if (o)
        ((tensor_object *)o)->t = wz_retain(tensor_of(self));
    return o;
}

static PyGetSetDef tensor_getset[] = {
    { "shape", get_shape, NULL, "Sizes, as a wootz.Size.", NULL },
    { "_strides", get_strides, NULL, NULL, NULL },
    { "ndim", get_ndim, NULL, "Number of dimensions.", NULL },
    { "dtype", get_dtype, NULL, "Element type.", NULL },
    { "device", get_device, NULL, "Where the elements are.", NULL },
    { "is_cpu", get_device_is, NULL, NULL, (void *)WZ_DEVICE_CPU },
    { "is_cuda", get_device_is, NULL, NULL, (void *)WZ_DEVICE_CUDA },
    { "is_mps", get_device_is, NULL, NULL, (void *)WZ_DEVICE_MPS },
    { "itemsize", get_itemsize, NULL, "Bytes of one element.", NULL },
    { "nbytes", get_nbytes, NULL, "Bytes of all elements.", NULL },
    { "_version", get_version, NULL, "Counts in-place writes of the storage.", NULL },
    { "_contiguous", get_contiguous, NULL, NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL },
};
static PyMethodDef tensor_methods[] = {
    { "numel", py_numel, METH_NOARGS, "Number of elements." },
    { "nelement", py_numel, METH_NOARGS, "Number of elements." },
    { "dim", py_dim, METH_NOARGS, "Number of dimensions." },
    { "ndimension", py_dim, METH_NOARGS, "Number of dimensions." },
    { "element_size", py_element_size, METH_NOARGS, "Bytes of one element." },
    { "storage_offset", py_offset, METH_NOARGS, "Elements from the storage's start." },
    { "data_ptr", py_data_ptr, METH_NOARGS, "Address of the first element; waits for work on the tensor." },
    { "item", py_item, METH_NOARGS, "The value of a tensor of one element, as a Python number." },
    { "tolist", py_tolist, METH_NOARGS, "Nested lists of Python numbers; a number for a 0-d tensor." },
    { "_same_storage", py_same_storage, METH_O, NULL },
    { "_become", py_become, METH_O, NULL },
    { "_alias_as", py_alias_as, METH_O, NULL },
    { "_getitem", py_getitem, METH_O, NULL },
    { "_setitem", py_setitem, METH_VARARGS, NULL },
    { "_to", py_to, METH_VARARGS, NULL },
    { "_view", py_view, METH_VARARGS, NULL },
    { "_to_dlpack", py_to_dlpack, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyTypeObject *make_tensor_type(void)
{
    PyType_Slot slots[] = {
        { Py_tp_dealloc, (void *)tensor_dealloc },
        { Py_tp_getset, tensor_getset },
        { Py_tp_methods, tensor_methods },
        { Py_bf_getbuffer, (void *)tensor_getbuffer },
        { Py_bf_releasebuffer, (void *)tensor_releasebuffer },
        { 0, NULL },
    };
    PyType_Spec spec = { "wootz._core.TensorBase", sizeof(tensor_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots };
    return (PyTypeObject *)PyType_FromSpec(&spec);
}

/* ---- module functions ------------------------------------------------------------------------ */

/* setup(Tensor, Size, result_type, LinAlgError): the Python classes that results get */
static PyObject *py_setup(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *tensor, *size, *result_type, *linalg_error;
    if (!PyArg_ParseTuple(args, "OOOO:setup", &tensor, &size, &result_type, &linalg_error))
        return NULL;
    core.tensor = (PyTypeObject *)Py_NewRef(tensor);
    core.size = Py_NewRef(size);
    core.tuple_new = PyObject_GetAttrString((PyObject *)&PyTuple_Type, "__new__");
    core.result_type = Py_NewRef(result_type);
    core.linalg_error = Py_NewRef(linalg_error);
    return Py_NewRef(Py_None);
}
static PyObject *py_version(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyUnicode_FromString(wz_version());
}
static PyObject *py_live(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyLong_FromLongLong(wz_live_tensors());
}
static PyObject *py_find_dtype(PyObject *self, PyObject *name)
{
    (void)self;
    const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
    return text ? dtype_new(wz_dtype_find(text)) : NULL;
}
static PyObject *py_promote(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *a, *b;
    wz_dtype x, y;
    if (!PyArg_ParseTuple(args, "OO:promote_types", &a, &b))
        return NULL;
    if (!dtype_from(a, &x) || !dtype_from(b, &y))
        return PyErr_Format(PyExc_TypeError, "promote_types(): both arguments must be dtypes");
    wz_dtype d = wz_dtype_promote(x, y);
    if (d == WZ_DTYPE_NONE)
        return PyErr_Format(PyExc_RuntimeError, "Promotion for %s and %s is not defined", wz_dtype_name(x), wz_dtype_name(y));
    return dtype_new(d);
}
static PyObject *py_default_dtype(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return dtype_new(wz_default_dtype());
}
static PyObject *py_set_default_dtype(PyObject *self, PyObject *o)
{
    (void)self;
    wz_dtype d;
    if (!dtype_from(o, &d))
        return PyErr_Format(PyExc_TypeError, "set_default_dtype(): a dtype is needed");
    wz_status s = wz_set_default_dtype(d);
    return s ? raise_status(s) : Py_NewRef(Py_None);
}
static PyObject *py_default_device(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return device_object_of(wz_default_device());
}
static PyObject *py_set_default_device(PyObject *self, PyObject *o)
{
    (void)self;
    wz_device *dev = wz_device_cpu();
    if (o != Py_None && !device_from(o, &dev))
        return NULL;
    wz_set_default_device(dev);
    return Py_NewRef(Py_None);
}
/* device_count(kind) -> (count, why there is none) */
static PyObject *py_device_count(PyObject *self, PyObject *kind)
{
    (void)self;
    long long k = PyLong_AsLongLong(kind);
    if (k < 0 || k >= WZ_DEVICE_KINDS)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "there is no device kind %lld", k);
    const char *why = NULL;
    int n = 0;
    UNLOCKED(n = wz_device_count((wz_device_kind)k, &why));
    PyObject *out = PyTuple_New(2);
    if (out) {
        PyTuple_SetItem(out, 0, PyLong_FromLongLong(n));
        PyTuple_SetItem(out, 1, why && n == 0 ? PyUnicode_FromString(why) : Py_NewRef(Py_None));
    }
    return out;
}
static PyObject *py_device_info(PyObject *self, PyObject *o)
{
    (void)self;
    wz_device *dev;
    wz_device_info info;
    if (!device_from(o, &dev))
        return NULL;
    wz_status s = wz_device_get_info(dev, &info);
    if (s)
        return raise_status(s);
    PyObject *out = PyTuple_New(4);
    if (out) {
        PyTuple_SetItem(out, 0, PyUnicode_FromString(info.name));
        PyTuple_SetItem(out, 1, PyUnicode_FromString(info.arch));
        PyTuple_SetItem(out, 2, PyLong_FromUnsignedLongLong(info.memory_bytes));
        PyTuple_SetItem(out, 3, PyLong_FromLongLong(info.cores));
    }
    return out;
}
static PyObject *py_device_sync(PyObject *self, PyObject *o)
{
    (void)self;
    wz_device *dev;
    wz_status s;
    if (!device_from(o, &dev))
        return NULL;
    UNLOCKED(s = wz_device_sync(dev));
    return s ? raise_status(s) : Py_NewRef(Py_None);
}
/* memory(device) -> (in_use, cached, peak, limit, n_alloc, n_block) */
static PyObject *py_memory(PyObject *self, PyObject *o)
{
    (void)self;
    wz_device *dev;
    wz_memory_stats m;
    if (!device_from(o, &dev))
        return NULL;
    wz_status s = wz_memory_get_stats(dev, &m);
    PyObject *out = s ? raise_status(s) : PyTuple_New(6);
    const uint64_t v[6] = { m.in_use, m.cached, m.peak, m.limit, m.n_alloc, m.n_block };
    for (int i = 0; out && i < 6; i++)
        PyTuple_SetItem(out, i, PyLong_FromUnsignedLongLong(v[i]));
    return out;
}
/* memory_do(device, what, bytes): 0 reset the peak, 1 trim, 2 set the limit */
static PyObject *py_memory_do(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *o;
    int what;
    unsigned long long bytes = 0;
    wz_device *dev;
    wz_status s;
    if (!PyArg_ParseTuple(args, "Oi|K:memory_do", &o, &what, &bytes) || !device_from(o, &dev))
        return NULL;
    UNLOCKED(s = what == 0 ? wz_memory_reset_peak(dev) : what == 1 ? wz_memory_trim(dev) : wz_memory_set_limit(dev, bytes));
    return s ? raise_status(s) : Py_NewRef(Py_None);
}
static PyObject *py_num_threads(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyLong_FromLongLong(wz_num_threads());
}
static PyObject *py_set_num_threads(PyObject *self, PyObject *o)
{
    (void)self;
    int64_t n;
    int r = int_from(o, &n);
    if (r != 1)
        return r < 0 ? NULL : PyErr_Format(PyExc_TypeError, "set_num_threads expects an int");
    wz_status s = wz_set_num_threads(n > 4096 ? 4096 : n < 0 ? 0 : (int)n);
    return s ? raise_status(s) : Py_NewRef(Py_None);
}
/* cpu_levels() -> the names of those this machine has; cpu_limit(name) */
static PyObject *py_cpu_levels(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    PyObject *out = PyList_New(0);
    for (int l = 0; out && l < WZ_CPU_LEVELS; l++) {
        PyObject *name = wz_cpu_has((wz_cpu_level)l) ? PyUnicode_FromString(wz_cpu_level_name((wz_cpu_level)l)) : NULL;
        if (name)
            PyList_Append(out, name);
        Py_XDECREF(name);
    }
    return out;
}
static PyObject *py_cpu_limit(PyObject *self, PyObject *name)
{
    (void)self;
    for (int l = 0; l < WZ_CPU_LEVELS && PyUnicode_Check(name); l++) {
        if (PyUnicode_CompareWithASCIIString(name, wz_cpu_level_name((wz_cpu_level)l)) != 0)
            continue;
        wz_status s = wz_cpu_limit((wz_cpu_level)l);
        return s ? raise_status(s) : Py_NewRef(Py_None);
    }
    return PyErr_Format(PyExc_ValueError, "there is no CPU level %R", name);
}
/* supported(row, device, dtype) */
static PyObject *py_supported(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *device, *dtype;
    int op;
    wz_device *dev;
    wz_dtype d;
    if (!PyArg_ParseTuple(args, "iOO:supported", &op, &device, &dtype) || !device_from(device, &dev))
        return NULL;
    if (!dtype_from(dtype, &d))
        return PyErr_Format(PyExc_TypeError, "a dtype is needed");
    return PyBool_FromLong(wz_op_supported(op, dev, d));
}

extern PyMethodDef objects_functions[], file_functions[], models_functions[], tokens_functions[], chats_functions[];
static PyMethodDef functions[128] = {
    { "setup", py_setup, METH_VARARGS, NULL },
    { "version", py_version, METH_NOARGS, NULL },
    { "live_tensors", py_live, METH_NOARGS, "Tensors alive in the process." },
    { "find_dtype", py_find_dtype, METH_O, NULL },
    { "promote_types", py_promote, METH_VARARGS, "promote_types(a, b) -> dtype" },
    { "get_default_dtype", py_default_dtype, METH_NOARGS, "The dtype of new floating tensors." },
    { "set_default_dtype", py_set_default_dtype, METH_O, "Sets the dtype of new floating tensors." },
    { "default_device", py_default_device, METH_NOARGS, NULL },
    { "set_default_device", py_set_default_device, METH_O, NULL },
    { "device_open", py_device_open, METH_O, NULL },
    { "device_count", py_device_count, METH_O, NULL },
    { "device_info", py_device_info, METH_O, NULL },
    { "device_sync", py_device_sync, METH_O, NULL },
    { "memory", py_memory, METH_O, NULL },
    { "memory_do", py_memory_do, METH_VARARGS, NULL },
    { "get_num_threads", py_num_threads, METH_NOARGS, "Threads that one CPU operation uses." },
    { "set_num_threads", py_set_num_threads, METH_O, "Sets how many threads one CPU operation uses." },
    { "cpu_levels", py_cpu_levels, METH_NOARGS, NULL },
    { "cpu_limit", py_cpu_limit, METH_O, NULL },
    { "supported", py_supported, METH_VARARGS, NULL },
    { "op_table", py_op_table, METH_NOARGS, NULL },
    { "make_op", py_make_op, METH_VARARGS, NULL },
    { "tensor", py_tensor, METH_VARARGS, NULL },
    { "wrap", py_wrap, METH_VARARGS, NULL },
    { "from_buffer", py_from_buffer, METH_VARARGS, NULL },
    { "from_dlpack", py_from_dlpack, METH_O, NULL },
};
static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "wootz._core", "The C side of wootz.", -1, functions, NULL, NULL, NULL, NULL,
};

static bool types_init(PyObject *module)
{
    core.tensor_base = make_tensor_type();
    core.tensor = core.tensor_base;
    PyObject *types = PyImport_ImportModule("types");
    core.method_type = types ? PyObject_GetAttrString(types, "MethodType") : NULL;
    Py_XDECREF(types);
    core.op_copy = wz_op_find("copy_");
    core.op_select = wz_op_find("select");
    core.op_slice = wz_op_find("slice");
    core.op_unsqueeze = wz_op_find("unsqueeze");
    core.op_fill = wz_op_find("fill_");
    core.op_index = wz_op_find("index");
    core.op_index_put = wz_op_find("index_put_");
    core.op_masked_fill = wz_op_find("masked_fill");
    return core.tensor_base && core.method_type && objects_init(module) && op_init(module) &&
           PyModule_AddObjectRef(module, "TensorBase", (PyObject *)core.tensor_base) == 0;
}

__attribute__((visibility("default"))) PyObject *PyInit__core(void);
PyObject *PyInit__core(void)
{
    int n = 0;
    while (functions[n].ml_name)
        n++;
    const PyMethodDef *const more[] = { objects_functions, file_functions, models_functions, tokens_functions, chats_functions };
    for (size_t k = 0; k < sizeof more / sizeof *more; k++)
        for (int i = 0; more[k][i].ml_name; i++)
            functions[n++] = more[k][i];
    PyObject *module = PyModule_Create(&definition);
    if (module && !types_init(module)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

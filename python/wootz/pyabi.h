/* pyabi.h - the part of CPython's stable ABI (3.11) that the extension uses, declared by ourselves.
 *
 * The stable ABI is a fixed C interface, so the extension builds on machines that have python3 but not
 * its headers. With -DWOOTZ_PYTHON_H the official header takes its place (same sources, same binary
 * interface); the tests compile that way too where the header exists, which keeps this file honest.
 * Only functions and structs listed in Python's stable_abi.toml appear here, with one exception of
 * the same age and form: the vectorcall flag and member, stable since 3.12 and unchanged since 3.9.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_PYABI_H
#define WOOTZ_PYABI_H
#include <stddef.h>
#include <stdint.h>

#ifdef WOOTZ_PYTHON_H
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#ifndef Py_TPFLAGS_HAVE_VECTORCALL
#define Py_TPFLAGS_HAVE_VECTORCALL (1UL << 11)
#endif
typedef PyObject *(*wootz_vectorcall)(PyObject *, PyObject *const *, size_t, PyObject *);
#else

#if defined(__GNUC__)
#define PYABI extern __attribute__((visibility("default")))
#else
#define PYABI extern
#endif

typedef ptrdiff_t Py_ssize_t;
typedef Py_ssize_t Py_hash_t;
typedef struct _typeobject PyTypeObject;
typedef struct _object {
    Py_ssize_t    ob_refcnt;
    PyTypeObject *ob_type;
} PyObject;
#define PyObject_HEAD PyObject ob_base;

typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
typedef PyObject *(*wootz_vectorcall)(PyObject *, PyObject *const *, size_t, PyObject *);
typedef PyObject *(*getter)(PyObject *, void *);
typedef int (*setter)(PyObject *, PyObject *, void *);
typedef void (*freefunc)(void *);
typedef void (*destructor)(PyObject *);
typedef void (*PyCapsule_Destructor)(PyObject *);

typedef struct PyMethodDef {
    const char *ml_name;
    PyCFunction ml_meth;
    int         ml_flags;
    const char *ml_doc;
} PyMethodDef;
#define METH_VARARGS 0x0001
#define METH_KEYWORDS 0x0002
#define METH_NOARGS 0x0004
#define METH_O 0x0008

typedef struct PyGetSetDef {
    const char *name;
    getter      get;
    setter      set;
    const char *doc;
    void       *closure;
} PyGetSetDef;

typedef struct PyMemberDef {
    const char *name;
    int         type;
    Py_ssize_t  offset;
    int         flags;
    const char *doc;
} PyMemberDef;
#define T_PYSSIZET 19
#define READONLY 1

typedef struct PyType_Slot {
    int   slot;
    void *pfunc;
} PyType_Slot;
typedef struct PyType_Spec {
    const char  *name;
    int          basicsize;
    int          itemsize;
    unsigned int flags;
    PyType_Slot *slots;
} PyType_Spec;
#define Py_bf_getbuffer 1
#define Py_bf_releasebuffer 2
#define Py_tp_call 50
#define Py_tp_dealloc 52
#define Py_tp_descr_get 54
#define Py_tp_doc 56
#define Py_tp_hash 59
#define Py_tp_methods 64
#define Py_tp_new 65
#define Py_tp_repr 66
#define Py_tp_str 70
#define Py_tp_richcompare 67
#define Py_tp_members 72
#define Py_tp_getset 73
#define Py_tp_free 74

#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_BASETYPE (1UL << 10)
#define Py_TPFLAGS_HAVE_VECTORCALL (1UL << 11)
#define Py_TPFLAGS_METHOD_DESCRIPTOR (1UL << 17)
#define Py_TPFLAGS_LONG_SUBCLASS (1UL << 24)
#define Py_TPFLAGS_LIST_SUBCLASS (1UL << 25)
#define Py_TPFLAGS_TUPLE_SUBCLASS (1UL << 26)
#define Py_TPFLAGS_UNICODE_SUBCLASS (1UL << 28)
#define Py_TPFLAGS_DEFAULT (1UL << 18)

typedef struct PyModuleDef {
    struct {
        PyObject ob_base;
        PyObject *(*m_init)(void);
        Py_ssize_t m_index;
        PyObject  *m_copy;
    } m_base;
    const char  *m_name;
    const char  *m_doc;
    Py_ssize_t   m_size;
    PyMethodDef *m_methods;
    void        *m_slots;
    void        *m_traverse;
    void        *m_clear;
    freefunc     m_free;
} PyModuleDef;
#define PyModuleDef_HEAD_INIT { { 1, NULL }, NULL, 0, NULL }

typedef struct Py_buffer {
    void       *buf;
    PyObject   *obj;
    Py_ssize_t  len;
    Py_ssize_t  itemsize;
    int         readonly;
    int         ndim;
    char       *format;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    Py_ssize_t *suboffsets;
    void       *internal;
} Py_buffer;
#define PyBUF_SIMPLE 0
#define PyBUF_WRITABLE 0x0001
#define PyBUF_FORMAT 0x0004
#define PyBUF_ND 0x0008
#define PyBUF_STRIDES (0x0010 | PyBUF_ND)
#define PyBUF_C_CONTIGUOUS (0x0020 | PyBUF_STRIDES)
#define PyBUF_F_CONTIGUOUS (0x0040 | PyBUF_STRIDES)
#define PyBUF_ANY_CONTIGUOUS (0x0080 | PyBUF_STRIDES)

typedef struct PyThreadState PyThreadState;
typedef int PyGILState_STATE;

PYABI PyObject *PyExc_BufferError, *PyExc_DeprecationWarning, *PyExc_Exception, *PyExc_ImportError,
    *PyExc_IndexError, *PyExc_KeyboardInterrupt, *PyExc_MemoryError, *PyExc_NotImplementedError,
    *PyExc_OSError, *PyExc_OverflowError, *PyExc_RuntimeError, *PyExc_StopIteration, *PyExc_TypeError,
    *PyExc_UserWarning, *PyExc_ValueError, *PyExc_ZeroDivisionError;
PYABI PyObject _Py_NoneStruct, _Py_TrueStruct, _Py_FalseStruct, _Py_NotImplementedStruct, _Py_EllipsisObject;
PYABI PyTypeObject PyFloat_Type, PyComplex_Type, PyBool_Type, PyLong_Type, PySlice_Type, PyTuple_Type;
#define Py_None (&_Py_NoneStruct)
#define Py_True (&_Py_TrueStruct)
#define Py_False (&_Py_FalseStruct)
#define Py_NotImplemented (&_Py_NotImplementedStruct)
#define Py_Ellipsis (&_Py_EllipsisObject)

PYABI void Py_IncRef(PyObject *o);
PYABI void Py_DecRef(PyObject *o);
PYABI int  Py_IsInitialized(void);

PYABI PyObject *PyObject_GetAttrString(PyObject *o, const char *name);
PYABI PyObject *PyObject_GetAttr(PyObject *o, PyObject *name);
PYABI int       PyObject_HasAttr(PyObject *o, PyObject *name);
PYABI int       PyObject_SetAttrString(PyObject *o, const char *name, PyObject *v);
PYABI PyObject *PyObject_Call(PyObject *f, PyObject *args, PyObject *kwargs);
PYABI PyObject *PyObject_CallObject(PyObject *f, PyObject *args);
PYABI PyObject *PyObject_CallFunctionObjArgs(PyObject *f, ...);
PYABI PyObject *PyObject_CallMethod(PyObject *o, const char *name, const char *format, ...);
PYABI PyObject *PyObject_Str(PyObject *o);
PYABI PyObject *PyObject_Repr(PyObject *o);
PYABI int       PyObject_IsInstance(PyObject *o, PyObject *cls);
PYABI int       PyObject_IsTrue(PyObject *o);
PYABI Py_ssize_t PyObject_Size(PyObject *o);
PYABI int       PyObject_CheckBuffer(PyObject *o);
PYABI int       PyObject_GetBuffer(PyObject *o, Py_buffer *view, int flags);
PYABI void      PyBuffer_Release(Py_buffer *view);
PYABI void      PyObject_Free(void *p);

PYABI PyObject *PyType_FromSpec(PyType_Spec *spec);
PYABI PyObject *PyType_GenericAlloc(PyTypeObject *type, Py_ssize_t n);
PYABI void     *PyType_GetSlot(PyTypeObject *type, int slot);
PYABI unsigned long PyType_GetFlags(PyTypeObject *type);
PYABI PyObject *PyType_GetName(PyTypeObject *type);
PYABI int       PyType_IsSubtype(PyTypeObject *a, PyTypeObject *b);

PYABI void      PyErr_SetString(PyObject *exc, const char *text);
PYABI void      PyErr_SetObject(PyObject *exc, PyObject *value);
PYABI PyObject *PyErr_Format(PyObject *exc, const char *format, ...);
PYABI PyObject *PyErr_NoMemory(void);
PYABI PyObject *PyErr_Occurred(void);
PYABI int       PyErr_ExceptionMatches(PyObject *exc);
PYABI void      PyErr_Clear(void);
PYABI int       PyErr_CheckSignals(void);
PYABI int       PyErr_WarnEx(PyObject *category, const char *text, Py_ssize_t level);
PYABI void      PyErr_WriteUnraisable(PyObject *o);

PYABI PyObject *PyLong_FromLongLong(long long v);
PYABI PyObject *PyLong_FromUnsignedLongLong(unsigned long long v);
PYABI PyObject *PyLong_FromVoidPtr(void *p);
PYABI void     *PyLong_AsVoidPtr(PyObject *o);
PYABI long long PyLong_AsLongLong(PyObject *o);
PYABI long long PyLong_AsLongLongAndOverflow(PyObject *o, int *overflow);
PYABI unsigned long long PyLong_AsUnsignedLongLong(PyObject *o);
PYABI double    PyLong_AsDouble(PyObject *o);
PYABI PyObject *PyFloat_FromDouble(double v);
PYABI double    PyFloat_AsDouble(PyObject *o);
PYABI PyObject *PyComplex_FromDoubles(double re, double im);
PYABI double    PyComplex_RealAsDouble(PyObject *o);
PYABI double    PyComplex_ImagAsDouble(PyObject *o);
PYABI PyObject *PyBool_FromLong(long v);
PYABI int       PyIndex_Check(PyObject *o);
PYABI PyObject *PyNumber_Index(PyObject *o);

PYABI PyObject  *PyUnicode_FromString(const char *s);
PYABI PyObject  *PyUnicode_InternFromString(const char *s);
PYABI PyObject  *PyUnicode_DecodeUTF8(const char *s, Py_ssize_t n, const char *errors);
PYABI PyObject  *PyUnicode_FromFormat(const char *format, ...);
PYABI const char *PyUnicode_AsUTF8AndSize(PyObject *o, Py_ssize_t *n);
PYABI int        PyUnicode_CompareWithASCIIString(PyObject *o, const char *s);

PYABI PyObject  *PyTuple_New(Py_ssize_t n);
PYABI Py_ssize_t PyTuple_Size(PyObject *o);
PYABI PyObject  *PyTuple_GetItem(PyObject *o, Py_ssize_t i);
PYABI int        PyTuple_SetItem(PyObject *o, Py_ssize_t i, PyObject *v);
PYABI PyObject  *PyList_New(Py_ssize_t n);
PYABI Py_ssize_t PyList_Size(PyObject *o);
PYABI PyObject  *PyList_GetItem(PyObject *o, Py_ssize_t i);
PYABI int        PyList_SetItem(PyObject *o, Py_ssize_t i, PyObject *v);
PYABI int        PyList_Append(PyObject *o, PyObject *v);
PYABI PyObject  *PyDict_New(void);
PYABI int        PyDict_SetItemString(PyObject *d, const char *key, PyObject *v);
PYABI PyObject  *PyDict_GetItemString(PyObject *d, const char *key);
PYABI int        PyDict_Next(PyObject *d, Py_ssize_t *pos, PyObject **key, PyObject **value);
PYABI Py_ssize_t PyDict_Size(PyObject *d);
PYABI int        PySequence_Check(PyObject *o);
PYABI Py_ssize_t PySequence_Size(PyObject *o);
PYABI PyObject  *PySequence_GetItem(PyObject *o, Py_ssize_t i);
PYABI int        PySlice_Unpack(PyObject *s, Py_ssize_t *start, Py_ssize_t *stop, Py_ssize_t *step);

PYABI PyObject *PyCapsule_New(void *p, const char *name, PyCapsule_Destructor d);
PYABI void     *PyCapsule_GetPointer(PyObject *c, const char *name);
PYABI int       PyCapsule_IsValid(PyObject *c, const char *name);
PYABI int       PyCapsule_SetName(PyObject *c, const char *name);

PYABI PyObject *PyImport_ImportModule(const char *name);
PYABI PyObject *PyImport_GetModuleDict(void);
PYABI PyObject *PyModule_Create2(PyModuleDef *def, int api);
PYABI int       PyModule_AddObjectRef(PyObject *m, const char *name, PyObject *v);
PYABI int       PyModule_AddIntConstant(PyObject *m, const char *name, long v);
PYABI int       PyArg_ParseTuple(PyObject *args, const char *format, ...);
#define PyModule_Create(def) PyModule_Create2(def, 3)

PYABI PyThreadState *PyEval_SaveThread(void);
PYABI void           PyEval_RestoreThread(PyThreadState *s);
PYABI PyGILState_STATE PyGILState_Ensure(void);
PYABI void           PyGILState_Release(PyGILState_STATE s);

static inline PyTypeObject *Py_TYPE(PyObject *o) { return o->ob_type; }
#define Py_TYPE(o) Py_TYPE((PyObject *)(o))
#define Py_INCREF(o) Py_IncRef((PyObject *)(o))
#define Py_DECREF(o) Py_DecRef((PyObject *)(o))
#define Py_XINCREF(o) Py_IncRef((PyObject *)(o))
#define Py_XDECREF(o) Py_DecRef((PyObject *)(o))
static inline PyObject *Py_NewRef(PyObject *o)
{
    Py_IncRef(o);
    return o;
}
#define Py_NewRef(o) Py_NewRef((PyObject *)(o))
static inline int type_flag(PyObject *o, unsigned long flag)
{
    return (PyType_GetFlags(o->ob_type) & flag) != 0;
}
#define PyLong_Check(o) type_flag(o, Py_TPFLAGS_LONG_SUBCLASS)
#define PyList_Check(o) type_flag(o, Py_TPFLAGS_LIST_SUBCLASS)
#define PyTuple_Check(o) type_flag(o, Py_TPFLAGS_TUPLE_SUBCLASS)
#define PyUnicode_Check(o) type_flag(o, Py_TPFLAGS_UNICODE_SUBCLASS)
#define PyObject_TypeCheck(o, t) (Py_TYPE(o) == (t) || PyType_IsSubtype(Py_TYPE(o), t))
#define PyFloat_Check(o) PyObject_TypeCheck(o, &PyFloat_Type)
#define PyComplex_Check(o) PyObject_TypeCheck(o, &PyComplex_Type)
#define PyBool_Check(o) (Py_TYPE(o) == &PyBool_Type)
#define PySlice_Check(o) (Py_TYPE(o) == &PySlice_Type)
#define PyType_Check(o) type_flag(o, 1UL << 31)
#endif

#endif

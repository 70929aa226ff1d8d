/* _core.h - what the extension's files share: Python objects around wootz's types, and conversions.
 *
 * _core.c module and Tensor type; parse.c Python values to wz_arg; op.c the callable bound to op rows;
 * objects.c dtype, device, Generator and Stream; data.c numbers and nested data in and out;
 * exchange.c buffer protocol, wrapped memory and DLPack; index.c x[...] and x[...] = v.
 * Functions that return PyObject * or bool follow Python's habit: NULL or false with an exception set.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_PY_CORE_H
#define WOOTZ_PY_CORE_H
#include "pyabi.h"
#include <stdbool.h>
#include <wootz/wootz.h>

typedef struct tensor_object {
    PyObject_HEAD
    wz_tensor *t;
} tensor_object;

typedef struct dtype_object {
    PyObject_HEAD
    wz_dtype d;
} dtype_object;

/* A device's name: it may stand for hardware that is not there. index -1: none was given. */
typedef struct device_object {
    PyObject_HEAD
    wz_device_kind kind;
    int            index;
} device_object;

typedef struct generator_object {
    PyObject_HEAD
    wz_generator *g;
} generator_object;

typedef struct stream_object {
    PyObject_HEAD
    wz_stream *s;
    bool       owned;
} stream_object;

/* Types and registered Python objects; set once at import, read-only afterwards. */
typedef struct core_state {
    PyTypeObject *tensor_base, *tensor; /* the C type, and the Python class that results get */
    PyTypeObject *dtype, *device, *generator, *stream, *op_function, *op_method;
    PyObject     *size;                 /* wootz.Size, a tuple subclass */
    PyObject     *tuple_new;            /* tuple.__new__ */
    PyObject     *result_type;          /* result_type(name, fields) -> named tuple class */
    PyObject     *linalg_error;         /* wootz.linalg.LinAlgError */
    PyObject     *method_type;          /* types.MethodType */
    PyObject     *dtypes[WZ_DTYPE_COUNT];
    int           op_copy, op_select, op_slice, op_unsqueeze, op_fill, op_index, op_index_put, op_masked_fill;
} core_state;
extern core_state core;

static inline bool is_tensor(PyObject *o)
{
    return Py_TYPE(o) == core.tensor || PyType_IsSubtype(Py_TYPE(o), core.tensor_base);
}
static inline wz_tensor *tensor_of(PyObject *o) { return ((tensor_object *)o)->t; }

/* ---- errors and the GIL ---------------------------------------------------------------------- */

PyObject *exception_for(wz_status s);                  /* the exception's class, borrowed */
/* before, the name of o's type, after */
PyObject *raise_type(PyObject *exception, const char *before, PyObject *o, const char *after);
PyObject *raise_status(wz_status s);                   /* from wz_error(); returns NULL */
/* Lets other threads run Python while C works or waits. A scope belongs to its thread, so it stays. */
#define UNLOCKED(statement)                                  \
    do {                                                     \
        PyThreadState *unlocked_state = PyEval_SaveThread(); \
        statement;                                           \
        PyEval_RestoreThread(unlocked_state);                \
    } while (0)
/* Below this many elements a call on the CPU's default stream keeps the GIL: releasing costs more. */
enum { SMALL_WORK = 4096 };
bool work_is_small(const wz_tensor *t);

/* ---- names (names.c) ------------------------------------------------------------------------- */

PyObject *get_attr(PyObject *o, const char *name);     /* name: a literal; it is kept */
bool      has_attr(PyObject *o, const char *name);
/* module.function(a, b); a or b may be NULL for fewer arguments */
PyObject *call_helper(const char *module, const char *function, PyObject *a, PyObject *b);
PyObject *dtype_name_of(PyObject *o);                  /* o.dtype.name */

/* ---- objects (objects.c) --------------------------------------------------------------------- */

bool      objects_init(PyObject *module);
PyObject *dtype_new(wz_dtype d);                       /* None for WZ_DTYPE_NONE */
/* A dtype object, or Python's bool, int, float, complex as torch takes them; false: neither (no exception) */
bool      dtype_from(PyObject *o, wz_dtype *out);
PyObject *device_object_of(const wz_device *dev);
bool      device_like(PyObject *o);                    /* could be a device: device, str or int */
bool      device_from(PyObject *o, wz_device **out);   /* opens it; false with an exception */
PyObject *py_device_open(PyObject *self, PyObject *o);

/* ---- tensors (_core.c) ----------------------------------------------------------------------- */

PyObject *tensor_wrap(wz_tensor *kept);                /* takes over a reference; NULL passes on the error */
PyObject *sizes_tuple(int n, const int64_t *v, bool as_size);

/* ---- values (parse.c) ------------------------------------------------------------------------ */

/* A Python or NumPy number. 1 yes, 0 no (no exception), -1 an exception (int too large). */
int       scalar_from(PyObject *o, wz_scalar *out);
PyObject *scalar_to(wz_scalar v);
bool      is_numpy_scalar(PyObject *o);
/* An int for a dim, size or index: __index__ objects and 0-d integer tensors, not bool. As above. */
int       int_from(PyObject *o, int64_t *out);
/* sizes from a sequence into out[WZ_MAX_DIMS]; false with an exception */
bool      sizes_from(PyObject *o, int *n, int64_t *out);

enum { PARSE_INTS = 32, PARSE_TENSORS = 16, PARSE_HEAP = 16 };
/* One call's converted arguments; lists lie in the fixed arrays or on the heap. */
typedef struct parse {
    wz_arg     arg[WZ_MAX_PARAMS];
    PyObject  *value[WZ_MAX_PARAMS];  /* borrowed; NULL: not given */
    int64_t    ints[PARSE_INTS];
    wz_tensor *tensors[PARSE_TENSORS];
    int        n_ints, n_tensors, n_heap;
    void      *heap[PARSE_HEAP];
    PyObject  *rest;                  /* owned tuple of varargs */
    int        varargs_at;            /* parameter that took them, or -1 */
    int        bad;                   /* parameter of the wrong type after a mismatch, or -1 */
} parse;
void parse_begin(parse *p);
void parse_end(parse *p);
/* 1 converted; 0 the object has another type; -1 an exception */
int  parse_value(parse *p, int i, const wz_param *param, PyObject *o);

/* ---- calls (op.c) ---------------------------------------------------------------------------- */

bool      op_init(PyObject *module);
PyObject *py_make_op(PyObject *self, PyObject *args);
PyObject *py_op_table(PyObject *self, PyObject *unused);
/* Calls an op by number inside an open scope; NULL with an exception. The result stays in the scope. */
wz_tensor *call_one(int op, const wz_arg *args);
void      raise_call(const wz_op_info *op, wz_status s);                     /* of an op: as raise_status, without the op's name */
wz_arg    arg_tensor(wz_tensor *t);
wz_arg    arg_i(int64_t v);

/* ---- data (data.c) --------------------------------------------------------------------------- */

/* In the open scope: t in another dtype and on another device, strides kept where dense. */
wz_tensor *converted(wz_tensor *t, wz_dtype dtype, wz_device *dev, bool packed);
PyObject *py_item(PyObject *self, PyObject *unused);
PyObject *py_tolist(PyObject *self, PyObject *unused);
PyObject *py_tensor(PyObject *self, PyObject *args);   /* tensor(data, dtype, device) */
PyObject *py_to(PyObject *self, PyObject *args);       /* to(t, dtype, device, copy, packed) */
PyObject *py_view(PyObject *self, PyObject *args);     /* as_strided without a row */

/* ---- exchange (exchange.c) ------------------------------------------------------------------- */

int       tensor_getbuffer(PyObject *self, Py_buffer *view, int flags);
void      tensor_releasebuffer(PyObject *self, Py_buffer *view);
PyObject *py_wrap(PyObject *self, PyObject *args);
PyObject *py_from_buffer(PyObject *self, PyObject *args);
PyObject *py_to_dlpack(PyObject *self, PyObject *args);
PyObject *py_from_dlpack(PyObject *self, PyObject *capsule);

/* ---- indexing (index.c) ---------------------------------------------------------------------- */

PyObject *py_getitem(PyObject *self, PyObject *key);
PyObject *py_setitem(PyObject *self, PyObject *args);
#endif

/* op.c - the callable bound to rows of the op table, and the table as Python sees it.
 *
 * One vectorcall function serves every op. Rows that share a Python name are tried in table order; the
 * first whose parameters take the given arguments is called. What did not fit is remembered per row as a
 * code, and wootz._errors turns the codes into torch's sentences only when all rows have refused.
 * SPDX-License-Identifier: MIT */
#include "_core.h"
#include <string.h>

enum { MAX_OVERLOADS = 16 };
enum { OP_METHOD = 1, OP_INPLACE = 2, OP_OPERATOR = 4, OP_REFLECTED = 8 };

typedef struct op_object {
    PyObject_HEAD
    wootz_vectorcall  call;
    PyObject         *name, *doc;
    int               flags, n_rows;
    int               row[MAX_OVERLOADS];
    const wz_op_info *info[MAX_OVERLOADS];
} op_object;

typedef struct given {
    PyObject *const *args; /* positional, then the keywords' values */
    Py_ssize_t       n;
    PyObject        *names; /* tuple of keyword names, or NULL */
    Py_ssize_t       n_names;
    PyObject        *out;   /* the value of out=, or NULL */
    bool             inplace; /* F.relu(x, inplace=True) */
} given;

/* Why a row refused; the numbers are shared with _errors.py. */
typedef enum refusal { TOO_MANY, MISSING, UNKNOWN, TWICE, BAD_TYPE, BAD_OUT } refusal;
typedef struct reason {
    refusal code;
    int     at; /* parameter, or keyword for UNKNOWN and TWICE */
} reason;

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_tensor_kind(const wz_param *p) { return p->kind == WZ_ARG_TENSOR || p->kind == WZ_ARG_TENSORS; }

/* Other names under which torch takes an argument: input and other for the first and second tensor,
 * and NumPy's axis and keepdims. */
static int find_alias(const wz_op_info *op, const char *name)
{
    static const char *const pair[][2] = {
        { "axis", "dim" }, { "axis", "dims" }, { "axes", "dims" }, { "dim", "dims" }, { "dims", "dim" },
        { "keepdims", "keepdim" }, { "size", "shape" }, { "shape", "size" }, { "tensors", "x" },
    };
    bool first = strcmp(name, "input") == 0 || strcmp(name, "self") == 0;
    if (first && op->n_params > 0 && is_tensor_kind(&op->params[0]))
        return 0;
    if (strcmp(name, "other") == 0 && op->n_params > 1 && is_tensor_kind(&op->params[0]) &&
        is_tensor_kind(&op->params[1]))
        return 1;
    for (size_t k = 0; k < sizeof pair / sizeof *pair; k++)
        for (int i = 0; strcmp(pair[k][0], name) == 0 && i < op->n_params; i++)
            if (strcmp(op->params[i].name, pair[k][1]) == 0)
                return i;
    return -1;
}

static int find_param(const wz_op_info *op, const char *name)
{
    for (int i = 0; i < op->n_params; i++)
        if (strcmp(op->params[i].name, name) == 0)
            return i;
    return find_alias(op, name);
}

/* Keywords that torch's makers take and that say nothing new here. 1 taken, 0 not one, -1 an exception. */
static int harmless(const wz_op_info *op, const char *name, PyObject *v, given *g)
{
    if (strcmp(name, "inplace") == 0 && (op->where & WZ_PY_NN) && (op->where & WZ_PY_INPLACE) && PyBool_Check(v)) {
        g->inplace = v == Py_True;
        return 1;
    }
    bool maker = find_param(op, "device") >= 0 || find_param(op, "dtype") >= 0 || strcmp(op->name, "clone") == 0;
    if (!maker)
        return 0;
    if (strcmp(name, "requires_grad") == 0) {
        if (v == Py_False)
            return 1;
        PyErr_SetString(PyExc_NotImplementedError, "requires_grad=True: wootz has no autograd yet");
        return -1;
    }
    if (strcmp(name, "pin_memory") == 0 || strcmp(name, "layout") == 0 || strcmp(name, "memory_format") == 0) {
        PyObject *text = PyUnicode_FromString(name);
        PyObject *ok = text ? call_helper("wootz._state", "check_maker_option", text, v) : NULL;
        Py_XDECREF(text);
        Py_XDECREF(ok);
        return ok ? 1 : -1;
    }
    return 0;
}

/* ---- matching -------------------------------------------------------------------------------- */

static int refuse(reason *why, refusal code, int at)
{
    *why = (reason){ code, at };
    return 0;
}

/* Arguments from position i on as one tuple for parameter `param` ("f(2, 3)" for "f((2, 3))"). */
static bool take_rest(parse *p, int param, const given *g, Py_ssize_t i)
{
    p->rest = PyTuple_New(g->n - i);
    if (!p->rest)
        return false;
    for (Py_ssize_t k = i; k < g->n; k++)
        PyTuple_SetItem(p->rest, k - i, Py_NewRef(g->args[k]));
    p->value[param] = p->rest;
    p->varargs_at = param;
    return true;
}

static int place_positional(const wz_op_info *op, const given *g, parse *p, reason *why)
{
    int param = 0;
    for (Py_ssize_t i = 0; i < g->n; i++, param++) {
        if (param >= op->n_params || op->params[param].keyword_only)
            return refuse(why, TOO_MANY, (int)i);
        PyObject *o = g->args[i];
        if (op->params[param].varargs && !PyTuple_Check(o) && !PyList_Check(o) && o != Py_None)
            return take_rest(p, param, g, i) ? 1 : -1;
        p->value[param] = o;
    }
    return 1;
}

static int place_keywords(const wz_op_info *op, given *g, parse *p, reason *why)
{
    for (Py_ssize_t k = 0; k < g->n_names; k++) {
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(g->names, k), NULL);
        if (!name)
            return -1;
        int i = find_param(op, name);
        if (i >= 0 && p->value[i])
            return refuse(why, TWICE, (int)k);
        if (i >= 0) {
            p->value[i] = g->args[g->n + k];
            continue;
        }
        if (g->out && strcmp(name, "out") == 0)
            continue;
        int r = harmless(op, name, g->args[g->n + k], g);
        if (r <= 0)
            return r < 0 ? r : refuse(why, UNKNOWN, (int)k);
    }
    return 1;
}

static int match(const wz_op_info *op, given *g, parse *p, reason *why)
{
    for (int i = 0; i < op->n_params; i++)
        p->value[i] = NULL;
    int r = place_positional(op, g, p, why);
    r = r == 1 ? place_keywords(op, g, p, why) : r;
    if (r != 1)
        return r;
    for (int i = 0; i < op->n_params; i++) {
        const wz_param *param = &op->params[i];
        if (!p->value[i]) {
            p->arg[i] = (wz_arg){ .kind = WZ_ARG_NONE };
            if (!param->has_default && !param->optional)
                return refuse(why, MISSING, i);
            continue;
        }
        r = parse_value(p, i, param, p->value[i]);
        if (r != 1)
            return r < 0 ? r : refuse(why, BAD_TYPE, i);
    }
    return 1;
}

/* ---- errors of calls -------------------------------------------------------------------------- */

static bool names_a_row(const char *name, size_t n)
{
    for (int i = 0; i < wz_op_count(); i++) {
        const wz_op_info *op = wz_op_get(i);
        if ((strlen(op->name) == n && strncmp(op->name, name, n) == 0) || (strlen(op->py_name) == n && strncmp(op->py_name, name, n) == 0))
            return true;
    }
    return false;
}

/* Matrices that have no such answer: torch has an exception of its own for them. */
static bool is_linalg_error(wz_status s, const char *text)
{
    return exception_for(s) == PyExc_RuntimeError && core.linalg_error &&
           (strstr(text, "singular") || strstr(text, "positive-definite") || strstr(text, "failed to converge"));
}

/* The library starts a message with the names of the ops it is in ("index: ..."); torch does not, except
 * in linalg, and the traceback says it. */
void raise_call(const wz_op_info *op, wz_status s)
{
    const char *text = wz_error();
    for (;;) {
        size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (n == 0 || strncmp(text + n, ": ", 2) != 0 || !names_a_row(text, n))
            break;
        text += n + 2;
    }
    PyObject *exception = is_linalg_error(s, text) ? core.linalg_error : exception_for(s);
    if (op && (op->where & WZ_PY_LINALG))
        PyErr_Format(exception, "linalg.%s: %s", op->py_name, text);
    else
        PyErr_SetString(exception, text);
}

/* ---- calling --------------------------------------------------------------------------------- */

bool work_is_small(const wz_tensor *t)
{
    const wz_device *dev = wz_tensor_device(t);
    return wz_tensor_numel(t) < SMALL_WORK && wz_device_get_kind(dev) == WZ_DEVICE_CPU;
}

static bool call_is_small(const wz_op_info *op, const wz_arg *arg)
{
    bool any = false;
    for (int i = 0; i < op->n_params; i++) {
        if (op->params[i].kind == WZ_ARG_TENSORS)
            return false;
        if (arg[i].kind != WZ_ARG_TENSOR)
            continue;
        any = true;
        if (!work_is_small(arg[i].v.tensor))
            return false;
    }
    return any && wz_stream_id(wz_stream_current(wz_device_cpu())) == 0;
}

static int place_out(const wz_op_info *op, PyObject *o, wz_tensor **out, reason *why)
{
    if (op->n_results == 1 && is_tensor(o)) {
        out[0] = tensor_of(o);
        return 1;
    }
    if (!(PyTuple_Check(o) || PyList_Check(o)) || PySequence_Size(o) != op->n_results)
        return refuse(why, BAD_OUT, op->n_results);
    for (int k = 0; k < op->n_results; k++) {
        PyObject *item = PyTuple_Check(o) ? PyTuple_GetItem(o, k) : PyList_GetItem(o, k);
        if (!is_tensor(item))
            return refuse(why, BAD_OUT, op->n_results);
        out[k] = tensor_of(item);
    }
    return 1;
}

/* The object for result k: an argument that was written, or a new tensor. */
static PyObject *result_object(const wz_op_info *op, const parse *p, wz_tensor *t, int k)
{
    if (!t)
        return Py_NewRef(Py_None);
    for (int i = 0; i < op->n_params; i++) {
        if (op->params[i].kind != WZ_ARG_TENSOR || !p->value[i] || !is_tensor(p->value[i]))
            continue;
        bool written = op->params[i].written && strcmp(op->params[i].name, op->results[k]) == 0;
        if (written || tensor_of(p->value[i]) == t)
            return Py_NewRef(p->value[i]);
    }
    return tensor_wrap(wz_keep(t));
}

static PyObject *results(const op_object *f, const wz_op_info *op, const parse *p, wz_tensor **out)
{
    if (op->n_results == 0)
        return Py_NewRef(Py_None);
    if (op->n_results == 1)
        return result_object(op, p, out[0], 0);
    PyObject *all = PyTuple_New(op->n_results);
    for (int k = 0; all && k < op->n_results; k++) {
        PyObject *o = result_object(op, p, out[k], k);
        if (!o) {
            Py_DECREF(all);
            return NULL;
        }
        PyTuple_SetItem(all, k, o);
    }
    PyObject *named = all ? PyObject_CallFunctionObjArgs(core.result_type, f, all, NULL) : NULL;
    Py_XDECREF(all);
    return named;
}

/* Calls the row whose arguments stand in p. 0 is a refusal of out=. */
static int call_row(const op_object *f, int k, const given *g, parse *p, reason *why, PyObject **result)
{
    const wz_op_info *op = f->info[k];
    wz_tensor *out[WZ_MAX_RESULTS] = { NULL };
    int r = g->out && g->out != Py_None ? place_out(op, g->out, out, why) : 1;
    if (r != 1)
        return r;
    wz_status s;
    bool inplace = (f->flags & OP_INPLACE) || g->inplace;
    wz_status (*call)(int, const wz_arg *, wz_tensor **) = inplace ? wz_call_op_inplace : wz_call_op;
    if (call_is_small(op, p->arg))
        s = call(f->row[k], p->arg, out);
    else
        UNLOCKED(s = call(f->row[k], p->arg, out));
    if (s) {
        raise_call(op, s);
        return -1;
    }
    *result = g->out && g->out != Py_None ? Py_NewRef(g->out) : inplace ? Py_NewRef(p->value[0]) : results(f, op, p, out);
    return *result ? 1 : -1;
}

static PyObject *refused(op_object *f, const given *g, const reason *why)
{
    PyObject *module = PyImport_ImportModule("wootz._errors");
    PyObject *rows = PyTuple_New(f->n_rows), *args = PyTuple_New(g->n), *kwargs = PyTuple_New(g->n_names);
    PyObject *text = NULL;
    if (module && rows && args && kwargs) {
        for (int k = 0; k < f->n_rows; k++) {
            PyObject *one = PyTuple_New(3);
            if (!one)
                goto done;
            PyTuple_SetItem(one, 0, PyLong_FromLongLong(f->row[k]));
            PyTuple_SetItem(one, 1, PyLong_FromLongLong(why[k].code));
            PyTuple_SetItem(one, 2, PyLong_FromLongLong(why[k].at));
            PyTuple_SetItem(rows, k, one);
        }
        for (Py_ssize_t i = 0; i < g->n; i++)
            PyTuple_SetItem(args, i, Py_NewRef(g->args[i]));
        for (Py_ssize_t i = 0; i < g->n_names; i++) {
            PyObject *one = PyTuple_New(2);
            if (!one)
                goto done;
            PyTuple_SetItem(one, 0, Py_NewRef(PyTuple_GetItem(g->names, i)));
            PyTuple_SetItem(one, 1, Py_NewRef(g->args[g->n + i]));
            PyTuple_SetItem(kwargs, i, one);
        }
        text = PyObject_CallMethod(module, "refused", "OiOOO", f->name, f->flags, rows, args, kwargs);
        if (text)
            PyErr_SetObject(PyExc_TypeError, text);
    }
done:
    Py_XDECREF(text);
    Py_XDECREF(kwargs);
    Py_XDECREF(args);
    Py_XDECREF(rows);
    Py_XDECREF(module);
    return NULL;
}

static PyObject *op_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names);

/* An operator's other side that is an array of another library becomes a tensor; anything else gets its turn. */
static PyObject *operator_refused(op_object *f, const given *g)
{
    bool array[2] = { false, false };
    for (int i = 0; i < 2 && g->n == 2; i++)
        array[i] = !is_tensor(g->args[i]) && has_attr(g->args[i], "__array_interface__");
    if (!array[0] && !array[1])
        return Py_NewRef(Py_NotImplemented);
    PyObject *both[2] = { NULL, NULL }, *result = NULL;
    bool swap = f->flags & OP_REFLECTED;
    for (int i = 0; i < 2; i++)
        both[swap ? 1 - i : i] = array[i] ? call_helper("wootz._data", "as_tensor", g->args[i], NULL) : Py_NewRef(g->args[i]);
    if (both[0] && both[1])
        result = op_vectorcall((PyObject *)f, both, 2, NULL);
    Py_XDECREF(both[0]);
    Py_XDECREF(both[1]);
    return result;
}

static PyObject *op_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names)
{
    op_object *f = (op_object *)self;
    given g = { args, (Py_ssize_t)(nargsf & ~((size_t)1 << (8 * sizeof(size_t) - 1))), names,
                names ? PyTuple_Size(names) : 0, NULL, false };
    PyObject *swapped[2];
    if ((f->flags & OP_REFLECTED) && g.n == 2 && g.n_names == 0) {
        swapped[0] = args[1];
        swapped[1] = args[0];
        g.args = swapped;
    }
    for (Py_ssize_t k = 0; k < g.n_names && !(f->flags & OP_INPLACE); k++)
        if (PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, k), "out") == 0)
            g.out = args[g.n + k];
    wz_status s = wz_scope_begin();
    if (s)
        return raise_status(s);
    parse p;
    parse_begin(&p);
    reason why[MAX_OVERLOADS];
    PyObject *result = NULL;
    int r = 0;
    for (int k = 0; k < f->n_rows && r == 0; k++) {
        r = match(f->info[k], &g, &p, &why[k]);
        if (r == 1)
            r = call_row(f, k, &g, &p, &why[k], &result);
        parse_end(&p);
        parse_begin(&p);
    }
    wz_scope_end();
    if (r == 0 && (f->flags & OP_OPERATOR))
        return operator_refused(f, &g);
    return r == 0 ? refused(f, &g, why) : result;
}

wz_arg arg_tensor(wz_tensor *t) { return (wz_arg){ .kind = t ? WZ_ARG_TENSOR : WZ_ARG_NONE, .v.tensor = t }; }
wz_arg arg_i(int64_t v) { return (wz_arg){ .kind = WZ_ARG_INT, .v.i = v }; }

wz_tensor *call_one(int op, const wz_arg *args)
{
    wz_tensor *out[WZ_MAX_RESULTS] = { NULL };
    if (op < 0) {
        PyErr_SetString(PyExc_NotImplementedError, "this build of wootz has no row for an operation that is needed here");
        return NULL;
    }
    wz_status s;
    UNLOCKED(s = wz_call_op(op, args, out));
    if (s)
        raise_call(NULL, s);
    return s ? NULL : out[0];
}

/* ---- the callable's type --------------------------------------------------------------------- */

static void op_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((op_object *)self)->name);
    Py_XDECREF(((op_object *)self)->doc);
    freefunc free_it = (freefunc)PyType_GetSlot(type, Py_tp_free);
    free_it(self);
    Py_DECREF(type);
}
static PyObject *op_tp_call(PyObject *self, PyObject *args, PyObject *kwargs)
{
    PyObject *buffer[32], *names = NULL, *key, *value, *result;
    Py_ssize_t n = PyTuple_Size(args), n_names = kwargs ? PyDict_Size(kwargs) : 0, at = 0, k = 0;
    if (n + n_names > 32)
        return PyErr_Format(PyExc_TypeError, "more than 32 arguments: pass a tuple");
    for (Py_ssize_t i = 0; i < n; i++)
        buffer[i] = PyTuple_GetItem(args, i);
    if (n_names && !(names = PyTuple_New(n_names)))
        return NULL;
    while (n_names && PyDict_Next(kwargs, &at, &key, &value)) {
        PyTuple_SetItem(names, k, Py_NewRef(key));
        buffer[n + k++] = value;
    }
    result = op_vectorcall(self, buffer, (size_t)n, names);
    Py_XDECREF(names);
    return result;
}
static PyObject *op_get(PyObject *self, PyObject *owner, PyObject *type)
{
    (void)type;
    return owner && owner != Py_None ? PyObject_CallFunctionObjArgs(core.method_type, self, owner, NULL) : Py_NewRef(self);
}
static PyObject *op_name(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((op_object *)self)->name);
}
static PyObject *op_doc(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((op_object *)self)->doc);
}
static PyObject *op_module(PyObject *self, void *unused)
{
    (void)self, (void)unused;
    return PyUnicode_FromString("wootz");
}
static PyObject *op_rows(PyObject *self, void *unused)
{
    (void)unused;
    op_object *f = (op_object *)self;
    PyObject *rows = PyTuple_New(f->n_rows);
    for (int k = 0; rows && k < f->n_rows; k++)
        PyTuple_SetItem(rows, k, PyLong_FromLongLong(f->row[k]));
    return rows;
}
static PyObject *op_signature(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *rows = op_rows(self, NULL);
    PyObject *s = rows ? call_helper("wootz._errors", "signature", rows, NULL) : NULL;
    Py_XDECREF(rows);
    return s;
}
static PyObject *op_repr(PyObject *self)
{
    op_object *f = (op_object *)self;
    return PyUnicode_FromFormat("<wootz %s %S>", f->flags & OP_METHOD ? "method" : "function", f->name);
}
static PyGetSetDef op_getset[] = {
    { "__name__", op_name, NULL, NULL, NULL },       { "__qualname__", op_name, NULL, NULL, NULL },
    { "__doc__", op_doc, NULL, NULL, NULL },         { "__module__", op_module, NULL, NULL, NULL },
    { "__signature__", op_signature, NULL, NULL, NULL }, { "rows", op_rows, NULL, NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL },
};
static PyMemberDef op_members[] = {
    { "__vectorcalloffset__", T_PYSSIZET, offsetof(op_object, call), READONLY, NULL },
    { NULL, 0, 0, 0, NULL },
};
/* So functions pickle and copy by name, as torch's do. */
static PyObject *op_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    return Py_NewRef(((op_object *)self)->name);
}
static PyMethodDef op_methods[] = {
    { "__reduce__", op_reduce, METH_NOARGS, NULL },
    { NULL, NULL, 0, NULL },
};

/* make_op(name, rows, flags, doc) */
PyObject *py_make_op(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *name, *rows, *doc;
    int flags;
    if (!PyArg_ParseTuple(args, "OOiO:make_op", &name, &rows, &flags, &doc))
        return NULL;
    Py_ssize_t n = PySequence_Size(rows);
    if (n <= 0 || n > MAX_OVERLOADS)
        return n < 0 ? NULL : PyErr_Format(PyExc_ValueError, "make_op: 1 to %d rows, got %zd", MAX_OVERLOADS, n);
    PyObject *o = PyType_GenericAlloc(flags & OP_METHOD ? core.op_method : core.op_function, 0);
    if (!o)
        return NULL;
    op_object *f = (op_object *)o;
    f->call = op_vectorcall;
    f->name = Py_NewRef(name);
    f->doc = Py_NewRef(doc);
    f->flags = flags;
    f->n_rows = (int)n;
    for (Py_ssize_t k = 0; k < n; k++) {
        PyObject *row = PySequence_GetItem(rows, k);
        int64_t v = -1;
        bool ok = row && int_from(row, &v) == 1 && v >= 0 && v < wz_op_count();
        Py_XDECREF(row);
        if (!ok) {
            Py_DECREF(o);
            return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "make_op: there is no row %lld", (long long)v);
        }
        f->row[k] = (int)v;
        f->info[k] = wz_op_get((int)v);
    }
    return o;
}

/* ---- the table ------------------------------------------------------------------------------- */

static PyObject *default_object(const wz_param *p)
{
    const wz_arg *v = &p->value;
    switch (v->kind) {
    case WZ_ARG_INT: return PyLong_FromLongLong(v->v.i);
    case WZ_ARG_FLOAT: return PyFloat_FromDouble(v->v.f);
    case WZ_ARG_BOOL: return PyBool_FromLong(v->v.b);
    case WZ_ARG_SCALAR: return scalar_to(v->v.scalar);
    case WZ_ARG_STRING: return PyUnicode_FromString(v->v.string);
    case WZ_ARG_INTS: return sizes_tuple(v->n, v->v.ints, false);
    default: return Py_NewRef(Py_None);
    }
}

/* (name, kind, flags, default): flags 1 optional, 2 written, 4 has a default, 8 keyword only, 16 varargs, 32 numbers */
static PyObject *param_tuple(const wz_param *p)
{
    PyObject *out = PyTuple_New(4);
    if (!out)
        return NULL;
    long flags = p->optional + 2 * p->written + 4 * p->has_default + 8 * p->keyword_only + 16 * p->varargs + 32 * p->number_ok;
    PyTuple_SetItem(out, 0, PyUnicode_FromString(p->name));
    PyTuple_SetItem(out, 1, PyLong_FromLongLong(p->kind));
    PyTuple_SetItem(out, 2, PyLong_FromLongLong(flags));
    PyTuple_SetItem(out, 3, default_object(p));
    return out;
}

static PyObject *row_tuple(const wz_op_info *op)
{
    PyObject *params = PyTuple_New(op->n_params), *names = PyTuple_New(op->n_results), *out = PyTuple_New(7);
    if (!params || !names || !out)
        return NULL;
    for (int i = 0; i < op->n_params; i++) {
        PyObject *p = param_tuple(&op->params[i]);
        if (!p)
            return NULL;
        PyTuple_SetItem(params, i, p);
    }
    for (int k = 0; k < op->n_results; k++)
        PyTuple_SetItem(names, k, PyUnicode_FromString(op->results[k]));
    PyTuple_SetItem(out, 0, PyUnicode_FromString(op->name));
    PyTuple_SetItem(out, 1, PyUnicode_FromString(op->py_name));
    PyTuple_SetItem(out, 2, PyLong_FromLongLong((long long)op->where));
    PyTuple_SetItem(out, 3, params);
    PyTuple_SetItem(out, 4, names);
    PyTuple_SetItem(out, 5, PyUnicode_FromString(op->doc));
    PyTuple_SetItem(out, 6, PyUnicode_FromString(op->signature));
    return out;
}

PyObject *py_op_table(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    int n = wz_op_count();
    PyObject *table = PyTuple_New(n);
    for (int i = 0; table && i < n; i++) {
        PyObject *row = row_tuple(wz_op_get(i));
        if (!row)
            return NULL;
        PyTuple_SetItem(table, i, row);
    }
    return table;
}

bool op_init(PyObject *module)
{
    PyType_Slot slots[] = {
        { Py_tp_dealloc, (void *)op_dealloc }, { Py_tp_call, (void *)op_tp_call },
        { Py_tp_repr, (void *)op_repr },       { Py_tp_getset, op_getset },
        { Py_tp_members, op_members },         { Py_tp_methods, op_methods },
        { 0, NULL },                           { 0, NULL },
    };
    unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION;
    PyType_Spec function = { "wootz._core.Function", sizeof(op_object), 0, flags, slots };
    core.op_function = (PyTypeObject *)PyType_FromSpec(&function);
    slots[6] = (PyType_Slot){ Py_tp_descr_get, (void *)op_get };
    PyType_Spec method = { "wootz._core.Method", sizeof(op_object), 0, flags | Py_TPFLAGS_METHOD_DESCRIPTOR, slots };
    core.op_method = (PyTypeObject *)PyType_FromSpec(&method);
    return core.op_function && core.op_method && PyModule_AddObjectRef(module, "Function", (PyObject *)core.op_function) == 0 &&
           PyModule_AddObjectRef(module, "Method", (PyObject *)core.op_method) == 0;
}

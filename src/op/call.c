/* call.c - the one path every op takes: check arguments, find the device, infer dtypes and shapes,
 * guard against overlapping writes, allocate, choose a kernel row, run.
 * SPDX-License-Identifier: MIT */
#include "table.h"
#include "wrap.h"
#include <stdio.h>
#include <string.h>

/* ---- arguments ----------------------------------------------------------------------------------------- */

static const char *kind_text(wz_arg_kind k)
{
    static const char *const text[] = {"None", "a tensor", "tensors", "an int", "ints", "a float", "floats",
                                       "a bool", "a number", "a dtype", "a device", "a string", "a generator"};
    return (size_t)k < sizeof text / sizeof *text ? text[k] : "?";
}

/* Fits a given value to the parameter's kind where nothing is lost: int to float, bool to int, ... */
static bool fit_kind(const wz_param *p, wz_arg *a)
{
    if (a->kind == p->kind) return true;
    wz_arg_kind from = a->kind;
    a->kind = p->kind;
    if (p->kind == WZ_ARG_FLOAT && from == WZ_ARG_INT) a->v.f = (double)a->v.i;
    else if (p->kind == WZ_ARG_FLOAT && from == WZ_ARG_SCALAR && a->v.scalar.kind != WZ_KIND_COMPLEX)
        a->v.f = a->v.scalar.re;
    else if (p->kind == WZ_ARG_SCALAR && from == WZ_ARG_INT) a->v.scalar = wz_int(a->v.i);
    else if (p->kind == WZ_ARG_SCALAR && from == WZ_ARG_FLOAT) a->v.scalar = wz_num(a->v.f);
    else if (p->kind == WZ_ARG_SCALAR && from == WZ_ARG_BOOL) a->v.scalar = wz_bool(a->v.b);
    else if (p->kind == WZ_ARG_TENSOR && p->number_ok && from == WZ_ARG_SCALAR) {
        a->v.tensor = wz_tensor_number(a->v.scalar);
        return a->v.tensor != NULL;
    } else {
        a->kind = from;
        return false;
    }
    return true;
}

static wz_status null_operand(const wz_param *p)
{
    wz_status earlier = error_status();
    return earlier != WZ_OK ? earlier : fail(WZ_INVALID, "argument '%s' is NULL", p->name);
}

static wz_status fill_args(const op_row *row, const wz_arg *given, wz_arg *args)
{
    for (int i = 0; i < row->info.n_params; i++) {
        const wz_param *p = &row->info.params[i];
        args[i] = given[i];
        if (args[i].kind == WZ_ARG_TENSOR && !args[i].v.tensor) {
            if (!p->optional) return null_operand(p);
            args[i].kind = WZ_ARG_NONE;
        }
        if (args[i].kind == WZ_ARG_NONE) {
            if (!p->has_default) return fail(WZ_TYPE, "missing argument '%s'", p->name);
            args[i] = p->value;
            if (args[i].kind == WZ_ARG_NONE) continue;
        }
        if (!fit_kind(p, &args[i])) {
            if (p->number_ok && args[i].kind == WZ_ARG_SCALAR) return WZ_NOMEM;
            return fail(WZ_TYPE, "argument '%s' must be %s, got %s", p->name, kind_text(p->kind),
                        kind_text(args[i].kind));
        }
        if (args[i].kind == WZ_ARG_TENSORS)
            for (int k = 0; k < args[i].n; k++)
                if (!args[i].v.tensors[k] && !p->optional) return null_operand(p);
    }
    return WZ_OK;
}

/* ---- device ---------------------------------------------------------------------------------------------- */

static bool counts_for_device(const wz_tensor *t)
{
    return t && !(t->ndim == 0 && t->storage->dev->kind == WZ_DEVICE_CPU);
}

static wz_status join_device(wz_call *c, const wz_tensor *t)
{
    if (!counts_for_device(t)) return WZ_OK;
    if (!c->dev) c->dev = t->storage->dev;
    if (c->dev == t->storage->dev) return WZ_OK;
    return fail(WZ_SHAPE, "Expected all tensors to be on the same device, but found at least two devices, "
                          "%s and %s!", c->dev->name, t->storage->dev->name);
}

/* A device argument wins: the results are made there, and no row that has one reads tensors. copy_ is the one op
 * whose operands may lie on two devices; it works on the one it writes to. */
static wz_status find_device(wz_call *c)
{
    wz_tensor *first = NULL;
    for (int i = 0; i < c->row->info.n_params; i++)
        if (c->arg[i].kind == WZ_ARG_DEVICE) c->dev = c->arg[i].v.device;
    bool apart = c->dev != NULL || c->op == WZ_OP_copy_;
    for (int i = 0; i < c->row->info.n_params; i++) {
        const wz_arg *a = &c->arg[i];
        if (a->kind == WZ_ARG_TENSOR) {
            if (!apart) TRY(join_device(c, a->v.tensor));
            if (!first) first = a->v.tensor;
        } else if (a->kind == WZ_ARG_TENSORS) {
            for (int k = 0; k < a->n; k++) {
                if (!apart) TRY(join_device(c, a->v.tensors[k]));
                if (!first) first = a->v.tensors[k];
            }
        }
    }
    if (!c->dev) c->dev = first ? first->storage->dev : wz_default_device();
    c->dtype = first ? (wz_dtype)first->dtype : WZ_DTYPE_NONE;
    c->stream = wz_stream_current(c->dev);
    return WZ_OK;
}

/* A 0-d tensor of the host may stand beside device tensors; it travels as a constant. */
static wz_status move_numbers(wz_call *c)
{
    if (c->dev->kind == WZ_DEVICE_CPU) return WZ_OK;
    for (int i = 0; i < c->n_in; i++) {
        wz_tensor *t = c->in[i];
        if (!t || t->ndim || t->storage->dev->kind != WZ_DEVICE_CPU) continue;
        TRY(storage_wait(t->storage));
        wz_tensor *moved = wz_tensor_from((wz_dtype)t->dtype, 0, NULL, tensor_host(t), c->dev);
        if (!moved) return WZ_NOMEM;
        moved->flags = t->flags;
        c->in[i] = moved;
    }
    return WZ_OK;
}

/* ---- results ------------------------------------------------------------------------------------------------ */

static const char overlap_within[] =
    "unsupported operation: more than one element of the written-to tensor refers to a single memory "
    "location. Please clone() the tensor before performing the operation.";
static const char overlap_between[] =
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
    "memory location. Please clone() the tensor before performing the operation.";

/* *shared is set when an input is the same view as the written tensor. */
static wz_status check_written(const wz_call *c, const wz_tensor *w, bool *shared)
{
    if (!tensor_no_overlap_within(w)) return fail(WZ_SHAPE, "%s", overlap_within);
    for (int i = 0; i < c->row->info.n_params; i++) {
        const wz_arg *a = &c->arg[i];
        int           n = a->kind == WZ_ARG_TENSOR ? 1 : a->kind == WZ_ARG_TENSORS ? a->n : 0;
        for (int k = 0; k < n; k++) {
            const wz_tensor *t = a->kind == WZ_ARG_TENSOR ? a->v.tensor : a->v.tensors[k];
            if (!t || t == w) {
                if (t) *shared = true;
                continue;
            }
            overlap o = tensor_overlap(w, t);
            if (o == OVERLAP_PARTIAL) return fail(WZ_SHAPE, "%s", overlap_between);
            if (o == OVERLAP_FULL) *shared = true;
        }
    }
    return WZ_OK;
}

/* The parameter a result is the same tensor as ('!' and the same name), or -1. */
static int written_param(const op_row *row, int k)
{
    for (int i = 0; i < row->info.n_params; i++)
        if (row->info.params[i].written && strcmp(row->info.params[i].name, row->info.results[k]) == 0)
            return i;
    return -1;
}

static wz_status fit_given(wz_call *c, int k, wz_tensor *out)
{
    if (out->storage->dev != c->dev)
        return fail(WZ_SHAPE, "Expected out tensor to be on %s, but it is on %s", c->dev->name,
                    out->storage->dev->name);
    if (!dtype_can_cast(c->out_dtype[k], (wz_dtype)out->dtype))
        return fail(WZ_SHAPE, "result type %s can't be cast to the desired output type %s",
                    wz_dtype_name(c->out_dtype[k]), wz_dtype_name((wz_dtype)out->dtype));
    if (sizes_equal(out->ndim, out->size, c->out_ndim[k], c->out_size[k])) return WZ_OK;
    if (c->inplace)
        return fail(WZ_SHAPE, "output with shape %s doesn't match the broadcast shape %s", SHAPE_OF(out),
                    sizes_text(c->out_ndim[k], c->out_size[k]));
    if (tensor_numel(out) != 0)
        return fail(WZ_SHAPE, "out has shape %s but the result has shape %s; give an empty tensor to have it "
                    "resized", SHAPE_OF(out), sizes_text(c->out_ndim[k], c->out_size[k]));
    wz_tensor *fresh = tensor_empty((wz_dtype)out->dtype, c->out_ndim[k], c->out_size[k], c->dev);
    if (!fresh) return WZ_NOMEM;
    wz_storage *old = out->storage;
    out->storage = fresh->storage;
    storage_ref(out->storage);
    out->offset = 0;
    out->ndim = fresh->ndim;
    memcpy(out->size, fresh->size, sizeof out->size);
    memcpy(out->stride, fresh->stride, sizeof out->stride);
    storage_unref(old);
    return WZ_OK;
}

/* Decides where each result is computed: a given tensor, or a new one (then copied over if need be). */
static wz_status place_results(wz_call *c, wz_tensor **given)
{
    for (int k = 0; k < c->n_out; k++) {
        int w = written_param(c->row, k);
        if (w >= 0) {
            c->out[k] = c->arg[w].v.tensor;
            continue;
        }
        if (given[k]) {
            bool shared = false;
            TRY(fit_given(c, k, given[k]));
            TRY(check_written(c, given[k], &shared));
            bool direct = given[k]->dtype == (uint8_t)c->out_dtype[k] &&
                          (!shared || (c->row->info.where & WZ_PY_INPLACE));
            if (direct) {
                c->out[k] = given[k];
                continue;
            }
        }
        c->out[k] = tensor_empty(c->out_dtype[k], c->out_ndim[k], c->out_size[k], c->dev);
        if (!c->out[k]) return WZ_NOMEM;
    }
    return WZ_OK;
}

/* '!' parameters: no element twice, and no other operand may be a part of it; one that is the very same
 * view is read from a copy. */
static wz_status guard_written_params(wz_call *c)
{
    for (int i = 0; i < c->row->info.n_params; i++) {
        if (!c->row->info.params[i].written || c->arg[i].kind != WZ_ARG_TENSOR) continue;
        wz_tensor *w = c->arg[i].v.tensor;
        bool       shared = false;
        TRY(check_written(c, w, &shared));
        for (int k = 0; k < c->n_in; k++) {
            if (k == c->row->first_in[i] || !c->in[k]) continue;
            if (c->in[k] != w && tensor_overlap(w, c->in[k]) != OVERLAP_FULL) continue;
            c->in[k] = tensor_pack(c->in[k]) ;
            if (!c->in[k]) return WZ_NOMEM;
            if (c->in[k]->storage == w->storage) {
                wz_tensor *copy = tensor_empty_like(w, (wz_dtype)w->dtype);
                if (!copy) return WZ_NOMEM;
                TRY(tensor_copy(copy, c->in[k]));
                c->in[k] = copy;
            }
        }
    }
    return WZ_OK;
}

static void note_use(const wz_call *c)
{
    for (int i = 0; i < c->n_in; i++)
        if (c->in[i] && c->in[i]->storage->dev == c->dev) storage_used_by(c->in[i]->storage, c->stream);
    for (int k = 0; k < c->n_out; k++)
        if (c->out[k]) storage_used_by(c->out[k]->storage, c->stream);
    for (int i = 0; i < c->row->info.n_params; i++)
        if (c->arg[i].kind == WZ_ARG_TENSORS)
            for (int k = 0; k < c->arg[i].n; k++)
                if (c->arg[i].v.tensors[k]) storage_used_by(c->arg[i].v.tensors[k]->storage, c->stream);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

static void dtype_list(uint32_t set, char *text, size_t bytes)
{
    int n = 0;
    text[0] = '\0';
    for (int d = 1; d < WZ_DTYPE_COUNT && n < (int)bytes - 20; d++)
        if (set & (1u << d)) n += snprintf(text + n, bytes - (size_t)n, "%s%s", n ? ", " : "", wz_dtype_name((wz_dtype)d));
}

static wz_status unsupported(const wz_call *c, uint32_t set)
{
    char text[256];
    dtype_list(set, text, sizeof text);
    wz_dtype d = c->dtype ? c->dtype : c->out_dtype[0];
    if (!set) return fail(WZ_UNSUPPORTED, "has no kernel for %s", c->dev->name);
    return fail(WZ_UNSUPPORTED, "not implemented for %s on %s (it takes %s)", wz_dtype_name(d), c->dev->name, text);
}

static wz_status run_kernel(wz_call *c, wz_tensor **given)
{
    const op_row *row = c->row;
    TRY(row->dtype_rule(c));
    wz_dtype d = c->dtype ? c->dtype : c->out_dtype[0];
    if (row->dtypes && d && !(row->dtypes & (1u << d))) return unsupported(c, row->dtypes);
    TRY(row->shape_rule(c));
    TRY(guard_written_params(c));
    TRY(place_results(c, given));
    if (c->op == WZ_OP_copy_ && c->in[1]->storage->dev != c->dev) return copy_across(c);
    TRY(move_numbers(c));
    const kernel_row *k = table_choose(c);
    if (!k) return unsupported(c, row->dtypes & table_dtypes(c->op, device_where(c->dev)));
    note_use(c);
    return k->run(c);
}

static wz_status settle_results(wz_call *c, wz_tensor **given)
{
    for (int k = 0; k < c->n_out; k++) {
        if (!c->out[k]) return fail(WZ_INTERNAL, "result %s was not made", c->row->info.results[k]);
        if (!given[k]) {
            given[k] = c->out[k];
        } else if (given[k] != c->out[k]) {
            if (c->row->form != FORM_KERNEL) { /* composites learn of out= only here */
                bool shared = false;
                c->out_dtype[k] = (wz_dtype)c->out[k]->dtype;
                TRY(out_shape(c, k, c->out[k]->ndim, c->out[k]->size));
                TRY(fit_given(c, k, given[k]));
                TRY(check_written(c, given[k], &shared));
            }
            TRY(tensor_copy(given[k], c->out[k]));
        }
    }
    return WZ_OK;
}

static void bump_versions(const wz_call *c, wz_tensor *const *given, bool given_any)
{
    for (int i = 0; i < c->row->info.n_params; i++)
        if (c->row->info.params[i].written && c->arg[i].kind == WZ_ARG_TENSOR)
            atomic_fetch_add(&c->arg[i].v.tensor->storage->version, 1);
    for (int k = 0; k < c->n_out && given_any; k++)
        if (given[k]) atomic_fetch_add(&given[k]->storage->version, 1);
}

static wz_status call(wz_op op, const wz_arg *args, wz_tensor **out, bool inplace)
{
    wz_arg  filled[WZ_MAX_PARAMS];
    wz_call c;
    memset(&c, 0, offsetof(wz_call, out_size)); /* the sizes are written before they are read */
    c.row = op_get(op);
    c.op = op;
    c.arg = filled;
    c.inplace = inplace;
    c.n_out = c.row->info.n_results;
    c.n_in = c.row->n_in;
    if (c.n_in > CALL_MAX_IN) return fail(WZ_INTERNAL, "too many tensor parameters");
    TRY(fill_args(c.row, args, filled));
    TRY(find_device(&c));
    for (int i = 0; i < c.row->info.n_params; i++)
        if (c.row->first_in[i] >= 0 && filled[i].kind == WZ_ARG_TENSOR) c.in[c.row->first_in[i]] = filled[i].v.tensor;
    bool given_any = false;
    for (int k = 0; k < c.n_out; k++) given_any |= out[k] != NULL;
    if (c.row->form == FORM_VIEW && given_any) return fail(WZ_TYPE, "a view has no out= form");
    if (c.row->form == FORM_KERNEL) {
        TRY(run_kernel(&c, out));
    } else {
        if (c.row->dtypes && c.dtype && !(c.row->dtypes & (1u << c.dtype))) return unsupported(&c, c.row->dtypes);
        TRY(c.row->fn(&c));
    }
    TRY(settle_results(&c, out));
    bump_versions(&c, out, given_any);
    return WZ_OK;
}

static wz_status enter(int op, const wz_arg *args, wz_tensor **out, bool inplace)
{
    TRY(table_ready());
    if (op < 0 || op >= WZ_OP_COUNT) return fail(WZ_INVALID, "op %d does not exist", op);
    if (!scope_open()) return fail(WZ_STATE, "no scope is open on this thread; call wz_scope_begin first");
    wz_status status = call((wz_op)op, args, out, inplace);
    if (status == WZ_OK) return WZ_OK;
    const char *name = op_get((wz_op)op)->info.py_name;
    bool        named = strncmp(wz_error(), name, strlen(name)) == 0;
    if (!error_prefixed() && !named) fail_prefix(status, name);
    return status;
}

wz_status wz_call_op(int op, const wz_arg *args, wz_tensor **out) { return enter(op, args, out, false); }

wz_status wz_call_op_inplace(int op, const wz_arg *args, wz_tensor **out)
{
    TRY(table_ready());
    if (op < 0 || op >= WZ_OP_COUNT || !(op_get((wz_op)op)->info.where & WZ_PY_INPLACE))
        return fail(WZ_INVALID, "op %d has no in-place form", op);
    if (args[0].kind != WZ_ARG_TENSOR || !args[0].v.tensor)
        return fail(WZ_TYPE, "the first argument must be a tensor");
    wz_tensor *results[WZ_MAX_RESULTS] = {args[0].v.tensor};
    TRY(enter(op, args, results, true));
    *out = results[0];
    return WZ_OK;
}

wz_status op_call(wz_op op, const wz_arg *args, wz_tensor **out) { return enter((int)op, args, out, false); }

wz_tensor *wrap_call(wz_op op, const wz_arg *args, int n_results, wz_tensor **const *more)
{
    wz_tensor *out[WZ_MAX_RESULTS] = {NULL};
    wz_status  status = enter((int)op, args, out, false);
    for (int k = 1; k < n_results; k++)
        if (more[k - 1]) *more[k - 1] = status == WZ_OK ? out[k] : NULL;
    return status == WZ_OK ? out[0] : NULL;
}

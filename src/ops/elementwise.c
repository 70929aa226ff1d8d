/* elementwise.c - the driver of all elementwise operations.
 *
 * A call picks a compute type and a function of that type from a set (the plain one here, or an
 * instruction set's). The output is walked in row-major order in chunks; each operand is a stream that
 * yields the chunk packed in the compute type: a pointer into the tensor where it is so already, a buffer
 * filled once for an operand that is the same everywhere, and a gathered, converted buffer otherwise.
 * Inputs are first rounded to the promoted dtype, as torch does; numbers beside half-precision tensors
 * stay floats.
 * SPDX-License-Identifier: MIT */
#include "../op/elementwise.h"
#include "../op/stream.h"
#include <math.h>
#include <string.h>

static const bool predicate[WZ_OP_COUNT] = {
#define EL1(name, ...)
#define EL2(name, ...)
#define EL3(name, ...)
#define EP1(name, ...) [WZ_OP_##name] = true,
#define EP2(name, ...) [WZ_OP_##name] = true,
#define ALIAS(...)
#include "../op/elementwise.def"
#undef EL1
#undef EL2
#undef EL3
#undef EP1
#undef EP2
#undef ALIAS
};

typedef struct ew_args {
    ew_run        run;
    const ew_set *set;
    uint8_t       type, n_in, predicate;
    uint8_t       common[EW_MAX_IN]; /* dtype to round an operand to before it is widened; 0: none */
    ew_cell       p[EW_MAX_PARAMS];
} ew_args;

/* ---- the kernel --------------------------------------------------------------------------------------------- */

static void stream_put(const ew_args *a, stream *s, const char *src, int64_t n)
{
    int64_t stride = s->stride[s->ndim - 1];
    for (int64_t done = 0; done < n;) {
        int64_t run = n - done < stream_left(s) ? n - done : stream_left(s);
        if (a->predicate)
            for (int64_t i = 0; i < run; i++) s->p[i * stride] = src[done + i];
        else
            a->set->store((ew_type)a->type, src + done * stream_type_bytes[a->type], s->dtype, s->p, stride, run);
        stream_advance(s, run);
        done += run;
    }
}

/* Every operand lies packed in the compute type with the output's sizes: the function can run in place. */
static bool all_packed(const ew_args *a, const host_view *v)
{
    const host_view *out = &v[a->n_in];
    wz_dtype         type = (wz_dtype)stream_type_dtype[a->type];
    if (!a->predicate && out->dtype != type) return false;
    int64_t step = 1;
    for (int d = out->ndim; d-- > 0;) {
        for (int k = 0; k <= a->n_in; k++)
            if (v[k].ndim != out->ndim || v[k].size[d] != out->size[d] || (v[k].stride[d] != step && v[k].size[d] != 1))
                return false;
        step *= out->size[d];
    }
    for (int k = 0; k < a->n_in; k++)
        if (v[k].dtype != type || a->common[k] || v[k].ndim != out->ndim) return false;
    return true;
}

static void run_packed(const ew_args *a, const host_view *v, int64_t begin, int64_t end)
{
    const void *in[EW_MAX_IN] = {NULL};
    for (int k = 0; k < a->n_in; k++) in[k] = v[k].data + begin * v[k].bytes;
    a->run(end - begin, in, v[a->n_in].data + begin * v[a->n_in].bytes, a->p);
}

static void elementwise_kernel(const wz_launch *l, int part, int n_parts)
{
    _Alignas(64) char buffer[EW_MAX_IN + 1][STREAM_BYTES];
    const host_view  *v = launch_views(l);
    const ew_args    *a = launch_args(l);
    const host_view  *out_view = &v[a->n_in];
    const int64_t     chunk = STREAM_BYTES / stream_type_bytes[a->type];
    const void       *in[EW_MAX_IN] = {NULL};
    int64_t           begin, end;
    stream            s[EW_MAX_IN], out;
    part_range(out_view->numel, part, n_parts, &begin, &end);
    if (begin == end) return;
    if (all_packed(a, v)) {
        run_packed(a, v, begin, end);
        return;
    }
    for (int k = 0; k < a->n_in; k++) {
        stream_begin(&s[k], &v[k], out_view->ndim, out_view->size, begin);
        stream_open(&s[k], a->set, (ew_type)a->type, (wz_dtype)a->common[k], buffer[k], end - begin);
    }
    stream_begin(&out, out_view, out_view->ndim, out_view->size, begin);
    out.direct = out.stride[out.ndim - 1] == out_view->bytes &&
                 (a->predicate || out.dtype == (wz_dtype)stream_type_dtype[a->type]);
    for (int64_t i = begin; i < end;) {
        int64_t n = end - i;
        for (int k = 0; k < a->n_in; k++) {
            int64_t limit = stream_limit(&s[k]);
            if (limit < n) n = limit;
        }
        bool direct = out.direct && (n <= stream_left(&out) || stream_left(&out) >= STREAM_DIRECT);
        if (direct && n > stream_left(&out)) n = stream_left(&out);
        if (!direct && n > chunk) n = chunk;
        for (int k = 0; k < a->n_in; k++) in[k] = stream_fetch(&s[k], n);
        a->run(n, in, direct ? out.p : buffer[EW_MAX_IN], a->p);
        if (direct) stream_advance(&out, n);
        else stream_put(a, &out, buffer[EW_MAX_IN], n);
        i += n;
    }
}

/* ---- choosing ------------------------------------------------------------------------------------------------- */

/* Does widening s straight to the compute type give the same as going through the promoted dtype? */
static bool widens(wz_dtype from, wz_dtype common, ew_type type)
{
    if (from == common || from == WZ_DTYPE_BOOL || (wz_dtype)stream_type_dtype[type] == common) return true;
    wz_dtype_kind kf = wz_dtype_get_kind(from), kc = wz_dtype_get_kind(common);
    size_t        bf = wz_dtype_bytes(from), bc = wz_dtype_bytes(common);
    if (kf <= WZ_KIND_INT && kc <= WZ_KIND_INT) return bf < bc;
    return kf == WZ_KIND_FLOAT && kc == WZ_KIND_FLOAT && bf < bc;
}

static ew_type type_for(const ew_set *set, wz_dtype d)
{
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_COMPLEX: return EW_C128;
    case WZ_KIND_FLOAT: return d == WZ_DTYPE_F64 ? EW_F64 : set->real;
    default: return d == WZ_DTYPE_U64 ? EW_U64 : EW_I64;
    }
}

static bool fits_i32(int64_t x) { return x == (int32_t)x; }

/* Every value of operand t is an int32. */
static bool small_values(const wz_tensor *t)
{
    wz_dtype d = (wz_dtype)t->dtype;
    if ((t->flags & TENSOR_NUMBER) && d == WZ_DTYPE_I64) return fits_i32(load_i64(d, tensor_host(t)));
    return wz_dtype_get_kind(d) <= WZ_KIND_INT && d != WZ_DTYPE_U32 && wz_dtype_bytes(d) <= 4;
}

/* Integers of any dtypes compare by value. */
static bool compares_integers(const wz_call *c, ew_type small, ew_type *type)
{
    bool has_u64 = false, has_signed = false, all_small = true;
    for (int k = 0; k < c->n_in; k++) {
        wz_dtype d = (wz_dtype)c->in[k]->dtype;
        if (wz_dtype_get_kind(d) > WZ_KIND_INT) return false;
        has_u64 |= d == WZ_DTYPE_U64;
        has_signed |= wz_dtype_get_kind(d) == WZ_KIND_INT;
        all_small &= small_values(c->in[k]);
    }
    *type = has_u64 ? (has_signed ? EW_I128 : EW_U64) : all_small ? small : EW_I64;
    return true;
}

static void param_cell(const wz_arg *arg, ew_type type, ew_cell *cell)
{
    wz_scalar v = arg->kind == WZ_ARG_SCALAR  ? arg->v.scalar
                  : arg->kind == WZ_ARG_FLOAT ? wz_num(arg->v.f)
                  : arg->kind == WZ_ARG_INT   ? wz_int(arg->v.i)
                  : arg->kind == WZ_ARG_BOOL  ? wz_bool(arg->v.b)
                                              : wz_num(NAN);
    bool      real = v.kind >= WZ_KIND_FLOAT;
    switch (type) {
    case EW_F32: cell->f32 = (float)v.re; break;
    case EW_F64: cell->f64 = v.re; break;
    case EW_I32: cell->i32 = (int32_t)(real ? load_i64(WZ_DTYPE_F64, &v.re) : v.i); break;
    case EW_I64:
    case EW_U64: cell->i64 = real ? load_i64(WZ_DTYPE_F64, &v.re) : v.i; break;
    default:
        cell->c128[0] = v.re;
        cell->c128[1] = v.im;
    }
}

/* Results up to int32 are the same from 32 bits as from 64 as long as the number arguments are. */
static bool computes_small(const wz_call *c, wz_op op, const ew_set *set)
{
    ew_cell cell;
    if (wz_dtype_get_kind(c->dtype) > WZ_KIND_INT || c->dtype == WZ_DTYPE_U32 || wz_dtype_bytes(c->dtype) > 4) return false;
    for (int i = 0; i < c->row->info.n_params; i++) {
        if (c->row->info.params[i].kind == WZ_ARG_TENSOR) continue;
        param_cell(&c->arg[i], EW_I64, &cell);
        if (!fits_i32(cell.i64)) return false;
    }
    return set->find(op, set->small) != NULL;
}

wz_status elementwise_run(wz_call *c, const ew_set *set)
{
    ew_args a = {.set = set, .n_in = (uint8_t)c->n_in, .predicate = predicate[c->op]};
    ew_type type = type_for(set, c->dtype);
    bool    by_value = a.predicate && wz_dtype_get_kind(c->dtype) <= WZ_KIND_INT && compares_integers(c, set->small, &type);
    wz_op   op = c->op == WZ_OP_bitwise_not && c->dtype == WZ_DTYPE_BOOL ? WZ_OP_logical_not : c->op;
    if (!by_value && computes_small(c, op, set)) type = set->small;
    bool    half = dtype_is_float(c->dtype) && wz_dtype_bytes(c->dtype) < 4 && !a.predicate;
    a.type = (uint8_t)type;
    a.predicate = predicate[op];
    a.run = set->find(op, type);
    if (!a.run && set != &ew_set_ref) return elementwise_run(c, &ew_set_ref);
    if (!a.run) return fail(WZ_INTERNAL, "no function for compute type %d", (int)type);
    for (int k = 0; k < c->n_in; k++) {
        wz_dtype from = (wz_dtype)c->in[k]->dtype;
        wz_dtype common = half && c->in[k]->ndim == 0 && type != EW_C128 ? WZ_DTYPE_F32 : c->dtype;
        a.common[k] = (uint8_t)(by_value || widens(from, common, type) ? WZ_DTYPE_NONE : common);
    }
    int n = 0;
    for (int i = 0; i < c->row->info.n_params && n < EW_MAX_PARAMS; i++)
        if (c->row->info.params[i].kind != WZ_ARG_TENSOR) param_cell(&c->arg[i], type, &a.p[n++]);
    return launch_call(c, elementwise_kernel, tensor_numel(c->out[0]), 0, &a, sizeof a);
}

static wz_status ref_elementwise(wz_call *c) { return elementwise_run(c, &ew_set_ref); }
static wz_status base_elementwise(wz_call *c) { return elementwise_run(c, &ew_set_base); }
#if defined(__x86_64__)
static wz_status avx2_elementwise(wz_call *c) { return elementwise_run(c, &ew_set_avx2); }
static wz_status avx512_elementwise(wz_call *c) { return elementwise_run(c, &ew_set_avx512); }
#define ROW_ISA(name)                                                                              \
    {WZ_OP_##name, ON_AVX2, DT_ALL, NULL, avx2_elementwise},                                       \
    {WZ_OP_##name, ON_AVX512, DT_ALL, NULL, avx512_elementwise},
#elif defined(__aarch64__)
static wz_status neon_elementwise(wz_call *c) { return elementwise_run(c, &ew_set_neon); }
#define ROW_ISA(name) {WZ_OP_##name, ON_NEON, DT_ALL, NULL, neon_elementwise},
#else
#define ROW_ISA(name)
#endif

const kernel_row elementwise_rows[] = {
#define ROW(name)                                                                                  \
    {WZ_OP_##name, ON_REF, DT_ALL, NULL, ref_elementwise},                                         \
    {WZ_OP_##name, ON_BASE, DT_ALL, NULL, base_elementwise}, ROW_ISA(name)
#define EL1(name, ...) ROW(name)
#define EL2(name, ...) ROW(name)
#define EL3(name, ...) ROW(name)
#define EP1(name, ...) ROW(name)
#define EP2(name, ...) ROW(name)
#define ALIAS(...)
#include "../op/elementwise.def"
    {.run = NULL},
};

/* rope.c - rotary position embedding: pairs of elements turn by an angle that grows with the position.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <math.h>
#include <string.h>

wz_status shape_rope(wz_call *c);
wz_status shape_rope_table(wz_call *c);
wz_status dtype_float32(wz_call *c);
wz_status shape_rope_frequencies(wz_call *c);

/* ---- rotating ------------------------------------------------------------------------------------------------ */

typedef struct rope_args {
    int64_t pairs, offset;
    double  base, scale, factor;
    bool    interleaved;
} rope_args;

/* Rows of x and out: their offsets, and those of up to two tensors that vary with the row. */
static void begin_rows(nd_iter *it, const host_view *x, const host_view *out, const host_view *extra, int n_extra, int64_t first)
{
    const host_view *views[4] = {x, out};
    host_view        lead[4];
    uint32_t         rows = (1u << (x->ndim - 1)) - 1;
    lead[0] = view_keep_dims(x, rows);
    lead[1] = view_keep_dims(out, rows);
    for (int i = 0; i < n_extra; i++) lead[2 + i] = extra[i];
    for (int i = 0; i < 2 + n_extra; i++) views[i] = &lead[i];
    nd_begin(it, x->ndim - 1, x->size, 2 + n_extra, views, first);
}

/* Pair i of a row: where its two elements stand. */
static void pair_at(const rope_args *a, int64_t i, int64_t *first, int64_t *second)
{
    *first = a->interleaved ? 2 * i : i;
    *second = a->interleaved ? 2 * i + 1 : i + a->pairs;
}

static void turn(const host_view *x, const host_view *out, int64_t from, int64_t to, const rope_args *a, int64_t i, double cosine, double sine)
{
    int64_t p, q, x_step = x->stride[x->ndim - 1], out_step = out->stride[out->ndim - 1];
    pair_at(a, i, &p, &q);
    double u = load_f64((wz_dtype)x->dtype, at(x, from + p * x_step)), v = load_f64((wz_dtype)x->dtype, at(x, from + q * x_step));
    store_f64((wz_dtype)out->dtype, at(out, to + p * out_step), u * cosine - v * sine);
    store_f64((wz_dtype)out->dtype, at(out, to + q * out_step), v * cosine + u * sine);
}

static void pass(const host_view *x, const host_view *out, int64_t from, int64_t to, int64_t first)
{
    int64_t x_step = x->stride[x->ndim - 1], out_step = out->stride[out->ndim - 1];
    for (int64_t i = first; i < x->size[x->ndim - 1]; i++)
        memcpy(at(out, to + i * out_step), at(x, from + i * x_step), x->bytes);
}

/* views: x, positions or absent, inv_freq or absent, out */
static void ref_rope_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *positions = x + 1, *f = x + 2, *out = x + 3;
    const rope_args *a = launch_args(l);
    int64_t          T = x->size[x->ndim - 2], D = x->size[x->ndim - 1], begin, end;
    nd_iter          it;
    part_range(x->numel / D, part, n_parts, &begin, &end);
    begin_rows(&it, x, out, positions, positions->dtype ? 1 : 0, begin);
    for (int64_t r = begin; r < end; r++, nd_next(&it)) {
        double position = positions->dtype ? load_f64((wz_dtype)positions->dtype, at(positions, it.offset[2])) : (double)(a->offset + r % T);
        for (int64_t i = 0; i < a->pairs; i++) {
            double speed = f->dtype ? load_f64((wz_dtype)f->dtype, at(f, i * f->stride[0])) : pow(a->base, -(double)i / (double)a->pairs);
            double angle = position * a->scale * speed;
            turn(x, out, it.offset[0], it.offset[1], a, i, cos(angle) * a->factor, sin(angle) * a->factor);
        }
        pass(x, out, it.offset[0], it.offset[1], 2 * a->pairs);
    }
}

wz_status shape_rope(wz_call *c)
{
    const wz_tensor *x = c->in[0], *positions = c->in[1], *f = c->in[2];
    if (x->ndim < 2) return fail(WZ_SHAPE, "x must have at least 2 dimensions, got %s", SHAPE_OF(x));
    if (f && (f->ndim != 1 || !dtype_is_float((wz_dtype)f->dtype)))
        return fail(WZ_SHAPE, "inv_freq must be a vector of floats, got %s %s", wz_dtype_name((wz_dtype)f->dtype), SHAPE_OF(f));
    int64_t D = x->size[x->ndim - 1], dims = arg_given(c, 1) ? arg_int(c, 1) : f ? 2 * f->size[0] : D;
    if (dims < 0 || dims > D || dims % 2) return fail(WZ_INVALID, "dims must be even and between 0 and %lld, got %lld", (long long)D, (long long)dims);
    if (f && f->size[0] != dims / 2) return fail(WZ_SHAPE, "inv_freq must have %lld elements, got %s", (long long)(dims / 2), SHAPE_OF(f));
    if (positions && !expand_to(positions, x->ndim - 1, x->size)) return error_status();
    if (positions && (dtype_is_complex((wz_dtype)positions->dtype) || dtype_is_bool((wz_dtype)positions->dtype)))
        return fail(WZ_TYPE, "positions must be numbers, got %s", wz_dtype_name((wz_dtype)positions->dtype));
    return out_shape_like(c, 0, x);
}

static wz_status ref_rope(wz_call *c)
{
    wz_tensor *x = c->in[0], *positions = c->in[1], *f = c->in[2];
    if (tensor_numel(x) == 0) return WZ_OK;
    int64_t   dims = arg_given(c, 1) ? arg_int(c, 1) : f ? 2 * f->size[0] : x->size[x->ndim - 1];
    rope_args a = {dims / 2, arg_int(c, 3), arg_float(c, 2), arg_float(c, 5), arg_float(c, 8), arg_bool(c, 4)};
    if (positions && !(positions = expand_to(positions, x->ndim - 1, x->size))) return error_status();
    wz_tensor *t[] = {x, positions, f, c->out[0]};
    return launch_host(c, ref_rope_kernel, 4, t, 8, tensor_numel(x) * 32, 0, &a, sizeof a);
}

/* ---- with tables ----------------------------------------------------------------------------------------------- */

/* views: x, cos, sin (expanded to x's rows), out */
static void ref_table_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *out = x + 3;
    const rope_args *a = launch_args(l);
    host_view        table[2];
    int64_t          begin, end, step[2];
    nd_iter          it;
    for (int k = 0; k < 2; k++) {
        table[k] = view_keep_dims(x + 1 + k, (1u << (x->ndim - 1)) - 1);
        step[k] = x[1 + k].stride[x->ndim - 1];
    }
    part_range(x->numel / x->size[x->ndim - 1], part, n_parts, &begin, &end);
    begin_rows(&it, x, out, table, 2, begin);
    for (int64_t r = begin; r < end; r++, nd_next(&it)) {
        for (int64_t i = 0; i < a->pairs; i++)
            turn(x, out, it.offset[0], it.offset[1], a, i, load_f64((wz_dtype)x[1].dtype, at(x + 1, it.offset[2] + i * step[0])),
                 load_f64((wz_dtype)x[2].dtype, at(x + 2, it.offset[3] + i * step[1])));
        pass(x, out, it.offset[0], it.offset[1], 2 * a->pairs);
    }
}

static wz_tensor *table_of(const wz_tensor *t, const wz_tensor *x)
{
    int64_t size[WZ_MAX_DIMS];
    memcpy(size, x->size, sizeof size);
    size[x->ndim - 1] = t->size[t->ndim - 1];
    return expand_to(t, x->ndim, size);
}

wz_status shape_rope_table(wz_call *c)
{
    static const char *const names[] = {"x", "cos", "sin"};
    const wz_tensor *x = c->in[0];
    if (x->ndim < 2) return fail(WZ_SHAPE, "x must have at least 2 dimensions, got %s", SHAPE_OF(x));
    for (int k = 1; k < 3; k++) {
        const wz_tensor *t = c->in[k];
        if (t->ndim < 1 || !dtype_is_float((wz_dtype)t->dtype))
            return fail(WZ_SHAPE, "%s must be a table of floats, got %s %s", names[k], wz_dtype_name((wz_dtype)t->dtype), SHAPE_OF(t));
        if (2 * t->size[t->ndim - 1] > x->size[x->ndim - 1])
            return fail(WZ_SHAPE, "%s has %lld columns, at most half of the %lld elements of a row can turn", names[k], (long long)t->size[t->ndim - 1],
                        (long long)x->size[x->ndim - 1]);
        if (!table_of(t, x)) return error_status();
    }
    if (c->in[1]->size[c->in[1]->ndim - 1] != c->in[2]->size[c->in[2]->ndim - 1])
        return fail(WZ_SHAPE, "cos and sin must have as many columns, got %s and %s", SHAPE_OF(c->in[1]), SHAPE_OF(c->in[2]));
    return out_shape_like(c, 0, x);
}

static wz_status ref_rope_table(wz_call *c)
{
    wz_tensor *x = c->in[0];
    if (tensor_numel(x) == 0) return WZ_OK;
    wz_tensor *t[] = {x, table_of(c->in[1], x), table_of(c->in[2], x), c->out[0]};
    if (!t[1] || !t[2]) return error_status();
    rope_args a = {.pairs = t[1]->size[x->ndim - 1], .interleaved = arg_bool(c, 3)};
    return launch_host(c, ref_table_kernel, 4, t, 8, tensor_numel(x) * 4, 0, &a, sizeof a);
}

/* ---- frequencies -------------------------------------------------------------------------------------------------- */

typedef enum rope_kind { ROPE_DEFAULT, ROPE_LINEAR, ROPE_LLAMA3, ROPE_YARN, ROPE_PROPORTIONAL, N_ROPE_KINDS } rope_kind;
static const char *const kind_names[] = {"default", "linear", "llama3", "yarn", "proportional"};

typedef struct frequency_args {
    rope_kind kind;
    int64_t   dims;
    double    base, factor, low, high, length, beta_fast, beta_slow, partial;
} frequency_args;

static const double pi = 3.14159265358979323846;

/* The pair that makes `turns` turns within the original length. */
static double yarn_pair(const frequency_args *a, double turns)
{
    return (double)a->dims * log(a->length / (turns * 2 * pi)) / (2 * log(a->base));
}

static double yarn_frequency(const frequency_args *a, int64_t i, double f)
{
    double low = fmax(floor(yarn_pair(a, a->beta_fast)), 0), high = fmin(ceil(yarn_pair(a, a->beta_slow)), (double)(a->dims - 1));
    double ramp = ((double)i - low) / (high > low ? high - low : 0.001);
    ramp = fmin(fmax(ramp, 0), 1);
    return f / a->factor * ramp + f * (1 - ramp);
}

static double frequency(const frequency_args *a, int64_t i)
{
    double f = pow(a->base, -2 * (double)i / (double)a->dims), wave = 2 * pi / f;
    switch (a->kind) {
    case ROPE_LINEAR: return f / a->factor;
    case ROPE_YARN: return yarn_frequency(a, i, f);
    case ROPE_PROPORTIONAL: return i < (int64_t)(a->partial * (double)a->dims / 2) ? f / a->factor : 0;
    case ROPE_LLAMA3: break;
    default: return f;
    }
    if (wave < a->length / a->high) return f;
    if (wave > a->length / a->low) return f / a->factor;
    double s = (a->length / wave - a->low) / (a->high - a->low);
    return (1 - s) * f / a->factor + s * f;
}

wz_status dtype_float32(wz_call *c)
{
    c->out_dtype[0] = WZ_DTYPE_F32;
    return WZ_OK;
}

static wz_status frequency_args_of(const wz_call *c, frequency_args *a)
{
    const char *kind = arg_string(c, 2);
    int         k = 0;
    while (k < N_ROPE_KINDS && strcmp(kind, kind_names[k]) != 0) k++;
    if (k == N_ROPE_KINDS) return fail(WZ_INVALID, "kind must be default, linear, llama3, yarn or proportional, got '%.40s'", kind);
    *a = (frequency_args){(rope_kind)k, arg_int(c, 0), arg_float(c, 1), arg_float(c, 3), arg_float(c, 4), arg_float(c, 5), (double)arg_int(c, 6),
                          arg_float(c, 7), arg_float(c, 8), arg_float(c, 9)};
    if (a->dims < 0 || a->dims % 2) return fail(WZ_INVALID, "dims must be even and not negative, got %lld", (long long)a->dims);
    if (!(a->base > 0) || !(a->factor > 0)) return fail(WZ_INVALID, "base and factor must be positive, got %g and %g", a->base, a->factor);
    if (k == ROPE_LLAMA3 && !(a->low > 0 && a->high > a->low)) return fail(WZ_INVALID, "low_freq_factor must be positive and below high_freq_factor, got %g and %g", a->low, a->high);
    if (k == ROPE_YARN && !(a->base != 1 && a->beta_fast > 0 && a->beta_slow > 0)) return fail(WZ_INVALID, "yarn needs positive beta_fast and beta_slow and a base other than 1");
    if (a->length <= 0) return fail(WZ_INVALID, "original_length must be positive, got %g", a->length);
    if (!(a->partial >= 0 && a->partial <= 1)) return fail(WZ_INVALID, "partial must be between 0 and 1, got %g", a->partial);
    return WZ_OK;
}

wz_status shape_rope_frequencies(wz_call *c)
{
    frequency_args a;
    TRY(frequency_args_of(c, &a));
    int64_t n = a.dims / 2;
    return out_shape(c, 0, 1, &n);
}

static void frequencies_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *out = launch_views(l);
    int64_t          begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) *(float *)at(out, i * out->stride[0]) = (float)frequency(launch_args(l), i);
}

static wz_status ref_rope_frequencies(wz_call *c)
{
    frequency_args a;
    TRY(frequency_args_of(c, &a));
    return launch_call(c, frequencies_kernel, tensor_numel(c->out[0]), 0, &a, sizeof a);
}

const kernel_row rope_rows[] = {
    {WZ_OP_rope_table, ON_REF, DT_FLOAT, NULL, ref_rope_table},
    {WZ_OP_rope, ON_REF, DT_FLOAT, NULL, ref_rope},
    {WZ_OP_rope_frequencies, ON_REF, DT(F32), NULL, ref_rope_frequencies},
    {.run = NULL},
};

/* reduce.c - the driver of reductions.
 *
 * Each output has a state (reduce.h) that takes its elements in runs: packed buffers in the widest type of
 * the class, or the tensor's own memory. Where the kept dimension is the packed one, a tile of neighbouring
 * outputs reads whole cache lines and is turned in a buffer. Few outputs of many elements are cut into a
 * fixed number of slices, whatever the number of threads, so results do not depend on it.
 * SPDX-License-Identifier: MIT */
#include "reduce.h"
#include "../op/stream.h"
#include "reduce_args.h"
#include <math.h>

enum { SLICES = 16, SPLIT_OUTPUTS = 8, SPLIT_ELEMENTS = 1 << 16, TILE_OUTPUTS = 32, TILE_ROWS = 64 };

typedef struct reduce_args {
    reduce_params r;
    const ew_set *set;
    uint32_t      mask;        /* dimensions that are reduced */
    uint8_t       type;        /* ew_type of the elements */
    bool          rows_f32;    /* the vector kernels of float rows apply */
    int           slices;
} reduce_args;

/* ---- taking elements ------------------------------------------------------------------------------------------ */

static void take(const reduce_args *a, reduce_state *s, const void *x, int64_t n, int64_t first)
{
    switch ((ew_type)a->type) {
    case EW_I64: reduce_i64(&a->r, s, x, n, first); break;
    case EW_U64: reduce_u64(&a->r, s, x, n, first); break;
    case EW_C128: reduce_c128(&a->r, s, x, n); break;
    default: reduce_f64(&a->r, s, x, n, first);
    }
}

static void take_f32(const reduce_args *a, reduce_state *s, const float *x, int64_t n)
{
    double v;
    switch (a->r.kind) {
    case REDUCE_MAX:
        v = (double)a->set->row_max(x, n);
        s->re = s->n && (s->re != s->re || s->re > v) ? s->re : v;
        break;
    case REDUCE_MIN:
        v = (double)a->set->row_min(x, n);
        s->re = s->n && (s->re != s->re || s->re < v) ? s->re : v;
        break;
    case REDUCE_NORM: reduce_add(&s->re, &s->re_low, a->set->row_squares(x, n)); break;
    default: reduce_add(&s->re, &s->re_low, a->set->row_sum(x, n));
    }
    s->nan = s->re != s->re;
    s->n += n;
}

/* Positions [begin, end) of the reduced part of one output, whose elements start at red->data. */
static void take_range(const reduce_args *a, const host_view *red, int64_t begin, int64_t end, reduce_state *s)
{
    _Alignas(64) char buffer[STREAM_BYTES];
    stream            in;
    if (begin == end) return;
    stream_begin(&in, red, red->ndim, red->size, begin);
    stream_open(&in, a->set, a->rows_f32 ? EW_F32 : (ew_type)a->type, WZ_DTYPE_NONE, buffer, end - begin);
    for (int64_t i = begin; i < end;) {
        int64_t n = stream_limit(&in) < end - i ? stream_limit(&in) : end - i;
        if (a->rows_f32 || !in.direct) {
            if (n > (1 << 14)) n = 1 << 14;
        } else if (n > 1024) {
            n = 1024; /* runs stay short: lanes inside, compensated outside */
        }
        const void *x = stream_fetch(&in, n);
        if (a->rows_f32) take_f32(a, s, x, n);
        else take(a, s, x, n, i);
        i += n;
    }
}

/* w outputs that lie side by side in memory. */
static void take_tile(const reduce_args *a, const host_view *red, int w, int64_t begin, int64_t end, reduce_state *s)
{
    _Alignas(64) char line[TILE_OUTPUTS * 16], turned[TILE_OUTPUTS * TILE_ROWS * 16];
    const size_t      bytes = stream_type_bytes[a->type];
    nd_iter           it;
    if (begin == end) return;
    nd_begin(&it, red->ndim, red->size, 1, &red, begin);
    for (int64_t i = begin; i < end; i += TILE_ROWS) {
        int rows = end - i < TILE_ROWS ? (int)(end - i) : TILE_ROWS;
        for (int row = 0; row < rows; row++, nd_next(&it)) {
            a->set->load((ew_type)a->type, line, (wz_dtype)red->dtype, at(red, it.offset[0]), red->bytes, w);
            if (bytes == 8) {
                for (int k = 0; k < w; k++)
                    ((uint64_t *)(void *)turned)[k * TILE_ROWS + row] = ((uint64_t *)(void *)line)[k];
            } else {
                for (int k = 0; k < w; k++)
                    ((cdouble *)(void *)turned)[k * TILE_ROWS + row] = ((cdouble *)(void *)line)[k];
            }
        }
        for (int k = 0; k < w; k++) take(a, &s[k], turned + (size_t)k * TILE_ROWS * bytes, rows, i);
    }
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static void put_number(const reduce_args *a, const host_view *out, int64_t offset, double re, double im, int64_t i)
{
    wz_dtype d = (wz_dtype)out->dtype;
    if (a->type == EW_C128) store_c128(d, at(out, offset), (cdouble){re, im});
    else if (a->type == EW_U64) store_u64(d, at(out, offset), (uint64_t)i);
    else if (a->type == EW_I64) store_i64(d, at(out, offset), i);
    else store_f64(d, at(out, offset), re);
}

static double total(double sum, double low) { return isfinite(sum) ? sum + low : sum; }

static double norm_value(const reduce_args *a, const reduce_state *s)
{
    double p = a->r.p;
    if (p == 0 || isinf(p)) return s->re;
    if (p == 1) return total(s->re, s->re_low);
    return p == 2 ? sqrt(total(s->re, s->re_low)) : pow(total(s->re, s->re_low), 1 / p);
}

static double variance(const reduce_args *a, const reduce_state *s)
{
    double divisor = fmax(0, (double)s->n - a->r.p), v = s->n ? s->re_low / divisor : (double)NAN;
    return a->r.root ? sqrt(v) : v;
}

/* out[0] is the value, out[1] the second result if there is one; o counts outputs in row-major order. */
static void put(const reduce_args *a, const host_view *out, int64_t o, const reduce_state *s)
{
    int64_t to = view_offset(&out[0], o), second = out[1].dtype ? view_offset(&out[1], o) : 0;
    double  n = (double)s->n;
    switch (a->r.kind) {
    case REDUCE_MAX:
    case REDUCE_MIN:
        if (out[0].dtype) put_number(a, &out[0], to, s->re, 0, s->i);
        if (out[1].dtype) *(int64_t *)at(&out[1], second) = s->index;
        break;
    case REDUCE_MINMAX:
        put_number(a, &out[0], to, s->nan ? (double)NAN : s->re, 0, s->i);
        put_number(a, &out[1], second, s->nan ? (double)NAN : s->re_low, 0, s->i_high);
        break;
    case REDUCE_ANY:
    case REDUCE_ALL:
    case REDUCE_COUNT:
    case REDUCE_NANCOUNT: store_i64((wz_dtype)out[0].dtype, at(&out[0], to), s->i); break;
    case REDUCE_VAR:
        store_f64((wz_dtype)out[0].dtype, at(&out[0], to), variance(a, s));
        if (out[1].dtype)
            put_number(a, &out[1], second, s->n ? s->re : (double)NAN, s->n ? s->im : (double)NAN, 0);
        break;
    case REDUCE_NORM: store_f64((wz_dtype)out[0].dtype, at(&out[0], to), norm_value(a, s)); break;
    case REDUCE_LOGSUMEXP:
        store_f64((wz_dtype)out[0].dtype, at(&out[0], to), s->re + (isfinite(s->re) ? log(s->re_low) : 0));
        break;
    case REDUCE_MEAN:
        put_number(a, &out[0], to, total(s->re, s->re_low) / n, total(s->im, s->im_low) / n, s->i);
        break;
    case REDUCE_PROD: put_number(a, &out[0], to, s->re, s->im, s->i); break;
    default: put_number(a, &out[0], to, total(s->re, s->re_low), total(s->im, s->im_low), s->i);
    }
}

/* ---- kernels -------------------------------------------------------------------------------------------------------- */

/* Views of all: input, first result, second result (or absent), states (or absent). */
static void geometry(const reduce_args *a, const host_view *in, host_view *kept, host_view *red)
{
    *kept = view_keep_dims(in, ~a->mask);
    *red = view_keep_dims(in, a->mask);
}

static bool tiles(const host_view *kept, const host_view *red, int64_t *run)
{
    *run = kept->ndim ? kept->size[kept->ndim - 1] : 1;
    bool packed = kept->ndim && kept->stride[kept->ndim - 1] == 1 && *run >= 4;
    return packed && red->ndim && !(red->stride[red->ndim - 1] == 1 && red->size[red->ndim - 1] > 1);
}

static void whole_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *v = launch_views(l), *out = &v[1];
    const reduce_args *a = launch_args(l);
    reduce_state       s[TILE_OUTPUTS];
    host_view          kept, red;
    int64_t            begin, end, run;
    geometry(a, v, &kept, &red);
    part_range(kept.numel, part, n_parts, &begin, &end);
    bool tiled = tiles(&kept, &red, &run);
    for (int64_t o = begin; o < end;) {
        int w = 1;
        if (tiled) {
            int64_t left = run - o % run;
            if (left > end - o) left = end - o;
            w = left < TILE_OUTPUTS ? (int)left : TILE_OUTPUTS;
        }
        for (int k = 0; k < w; k++) reduce_begin(&a->r, &s[k]);
        red.data = red.numel ? at(v, view_offset(&kept, o)) : v->data;
        if (w > 1) take_tile(a, &red, w, 0, red.numel, s);
        else take_range(a, &red, 0, red.numel, s);
        for (int k = 0; k < w; k++) put(a, out, o + k, &s[k]);
        o += w;
    }
}

static void slice_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *v = launch_views(l);
    const reduce_args *a = launch_args(l);
    reduce_state      *states = (reduce_state *)(void *)v[3].data;
    host_view          kept, red;
    int64_t            begin, end, from, to;
    geometry(a, v, &kept, &red);
    part_range(kept.numel * a->slices, part, n_parts, &begin, &end);
    for (int64_t task = begin; task < end; task++) {
        part_range(red.numel, (int)(task % a->slices), a->slices, &from, &to);
        red.data = at(v, view_offset(&kept, task / a->slices));
        reduce_begin(&a->r, &states[task]);
        take_range(a, &red, from, to, &states[task]);
    }
}

static void merge_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *v = launch_views(l);
    const reduce_args *a = launch_args(l);
    reduce_state      *states = (reduce_state *)(void *)v[3].data;
    int64_t            n_out = v[3].numel / (int64_t)sizeof(reduce_state) / a->slices;
    if (part != 0) return;
    (void)n_parts;
    for (int64_t o = 0; o < n_out; o++) {
        reduce_state *first = &states[o * a->slices];
        for (int k = 1; k < a->slices; k++) reduce_merge(&a->r, first, &first[k], a->type == EW_U64);
        put(a, &v[1], o, first);
    }
}

/* ---- calls ------------------------------------------------------------------------------------------------------------ */

static const uint8_t kind_of[WZ_OP_COUNT] = {
    [WZ_OP_sum] = REDUCE_SUM, [WZ_OP_nansum] = REDUCE_NANSUM, [WZ_OP_mean] = REDUCE_MEAN, [WZ_OP_prod] = REDUCE_PROD,
    [WZ_OP_amax] = REDUCE_MAX, [WZ_OP_max_full] = REDUCE_MAX, [WZ_OP_max_dim] = REDUCE_MAX, [WZ_OP_argmax] = REDUCE_MAX,
    [WZ_OP_amin] = REDUCE_MIN, [WZ_OP_min_full] = REDUCE_MIN, [WZ_OP_min_dim] = REDUCE_MIN, [WZ_OP_argmin] = REDUCE_MIN,
    [WZ_OP_aminmax] = REDUCE_MINMAX, [WZ_OP_any] = REDUCE_ANY, [WZ_OP_all] = REDUCE_ALL, [WZ_OP_var] = REDUCE_VAR,
    [WZ_OP_std] = REDUCE_VAR, [WZ_OP_var_mean] = REDUCE_VAR, [WZ_OP_std_mean] = REDUCE_VAR,
    [WZ_OP_linalg_vector_norm] = REDUCE_NORM, [WZ_OP_logsumexp] = REDUCE_LOGSUMEXP, [WZ_OP_count_nonzero] = REDUCE_COUNT,
    [WZ_OP_count_numbers] = REDUCE_NANCOUNT,
};

static wz_status reduce_run(wz_call *c, const ew_set *set)
{
    wz_tensor  *x = c->in[0], *t[4] = {x, c->out[0], c->n_out > 1 ? c->out[1] : NULL, NULL};
    reduce_args a = {.r = {.kind = (reduce_kind)kind_of[c->op]}, .set = set, .slices = 1};
    wz_dtype    d = c->op == WZ_OP_logsumexp ? c->dtype : reduce_element_dtype(c);
    bool        only_index = c->op == WZ_OP_argmax || c->op == WZ_OP_argmin, index = only_index || t[2];
    TRY(reduce_mask(c, &a.mask));
    a.type = (uint8_t)(dtype_is_complex(d) ? EW_C128 : dtype_is_float(d) ? EW_F64 : d == WZ_DTYPE_U64 ? EW_U64 : EW_I64);
    if (a.type == EW_C128) a.set = set = &ew_set_ref; /* the vector sets have no complex loads */
    if (a.r.kind == REDUCE_NORM) a.r.p = arg_scalar(c, 1).re;
    if (a.r.kind == REDUCE_VAR) {
        int correction = reduce_param(c, "correction");
        a.r.p = arg_given(c, correction) ? arg_scalar(c, correction).re : 1;
        a.r.root = c->op == WZ_OP_std || c->op == WZ_OP_std_mean;
    }
    if (only_index) t[1] = NULL, t[2] = c->out[0];
    bool small_float = x->dtype == WZ_DTYPE_F32 || x->dtype == WZ_DTYPE_F16 || x->dtype == WZ_DTYPE_BF16;
    bool row_kind = a.r.kind == REDUCE_SUM || a.r.kind == REDUCE_MEAN || (a.r.kind == REDUCE_NORM && a.r.p == 2) ||
                    ((a.r.kind == REDUCE_MAX || a.r.kind == REDUCE_MIN) && !index);
    a.rows_f32 = set != &ew_set_ref && small_float && row_kind && a.type == EW_F64;
    int64_t numel = tensor_numel(x), n_out = tensor_numel(c->out[0]);
    if (n_out == 0) return WZ_OK;
    if (n_out >= SPLIT_OUTPUTS || numel / n_out < SPLIT_ELEMENTS)
        return launch_host(c, whole_kernel, 4, t, 6, numel, 0, &a, sizeof a);
    a.slices = SLICES;
    int64_t bytes = n_out * SLICES * (int64_t)sizeof(reduce_state);
    t[3] = tensor_empty(WZ_DTYPE_U8, 1, &bytes, c->dev);
    if (!t[3]) return WZ_NOMEM;
    TRY(launch_host(c, slice_kernel, 4, t, 8, numel, 0, &a, sizeof a));
    return launch_host(c, merge_kernel, 4, t, 14, 1, 0, &a, sizeof a);
}

static wz_status ref_reduce(wz_call *c) { return reduce_run(c, &ew_set_ref); }
static wz_status base_reduce(wz_call *c) { return reduce_run(c, &ew_set_base); }
#if defined(__x86_64__)
static wz_status avx2_reduce(wz_call *c) { return reduce_run(c, &ew_set_avx2); }
static wz_status avx512_reduce(wz_call *c) { return reduce_run(c, &ew_set_avx512); }
#define ROW_ISA(name)                                                                              \
    {WZ_OP_##name, ON_AVX2, DT_ALL, NULL, avx2_reduce}, {WZ_OP_##name, ON_AVX512, DT_ALL, NULL, avx512_reduce},
#elif defined(__aarch64__)
static wz_status neon_reduce(wz_call *c) { return reduce_run(c, &ew_set_neon); }
#define ROW_ISA(name) {WZ_OP_##name, ON_NEON, DT_ALL, NULL, neon_reduce},
#else
#define ROW_ISA(name)
#endif
#define ROW(name)                                                                                  \
    {WZ_OP_##name, ON_REF, DT_ALL, NULL, ref_reduce}, {WZ_OP_##name, ON_BASE, DT_ALL, NULL, base_reduce}, ROW_ISA(name)

const kernel_row reduce_rows[] = {
    ROW(sum) ROW(nansum) ROW(mean) ROW(prod) ROW(amax) ROW(amin) ROW(aminmax) ROW(max_full) ROW(max_dim) ROW(min_full)
    ROW(min_dim) ROW(argmax) ROW(argmin) ROW(any) ROW(all) ROW(count_nonzero) ROW(count_numbers) ROW(var) ROW(std)
    ROW(var_mean) ROW(std_mean) ROW(linalg_vector_norm) ROW(logsumexp)
    {.run = NULL},
};

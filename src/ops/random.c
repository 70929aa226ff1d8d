/* random.c - random tensors: element i is a function of the generator's seed, the call and i.
 *
 * draws (core/random.h) become numbers so:
 *   uniform   bfloat16, float16, float32: the top 8, 11, 24 bits of a 32-bit draw as a fraction; float64:
 *             the top 53 bits of a 64-bit draw. A complex number takes two, real part first
 *   integers  a 64-bit draw modulo the size of the range (bias at most 2^-32 for ranges below 2^32)
 *   normal    Box and Muller: elements 2k and 2k + 1 share the radius sqrt(-2 ln u) and take the cosine and
 *             the sine of 2 pi v, where u and v are the draws 2k and 2k + 1. In 32 bits u is the draw as a
 *             float times 2^-32 (2^-33 for 0) and v its top 24 bits as a fraction; float64 takes 53 bits
 *   others    functions of one uniform u in (0, 1], made as u above
 * SPDX-License-Identifier: MIT */
#include "../core/random.h"
#include "move.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

static wz_status made(const wz_tensor *t) { return t ? WZ_OK : error_status(); }

/* ---- draws ----------------------------------------------------------------------------------- */

/* Keeps the last block and the last pair of normal numbers, since neighbours share them. */
typedef struct drawer {
    random_call call;
    uint64_t    block;
    bool        filled, paired;
    uint32_t    word[4];
    uint64_t    pair;      /* of the two normal numbers below */
    double      normal[2];
} drawer;

static inline void draw_block(drawer *d, uint64_t block)
{
    if (d->filled && d->block == block) return;
    philox_block(d->call, block, d->word);
    d->block = block;
    d->filled = true;
}

static inline uint32_t draw32(drawer *d, uint64_t i)
{
    draw_block(d, i >> 2);
    return d->word[i & 3];
}

static inline uint64_t draw64(drawer *d, uint64_t i)
{
    draw_block(d, i >> 1);
    const uint32_t *w = d->word + 2 * (i & 1);
    return w[0] | (uint64_t)w[1] << 32;
}

/* [0, 1) with as many bits as the dtype's significand holds. */
static double uniform_of(drawer *d, wz_dtype t, uint64_t i)
{
    switch (t) {
    case WZ_DTYPE_F64:
    case WZ_DTYPE_C128: return (double)(draw64(d, i) >> 11) * 0x1p-53;
    case WZ_DTYPE_F16: return (double)(draw32(d, i) >> 21) * 0x1p-11;
    case WZ_DTYPE_BF16: return (double)(draw32(d, i) >> 24) * 0x1p-8;
    default: return (double)(draw32(d, i) >> 8) * 0x1p-24;
    }
}

static bool takes_64_bits(wz_dtype t) { return t == WZ_DTYPE_F64 || t == WZ_DTYPE_C128; }

/* (0, 1]: for logarithms. */
static double positive_of(drawer *d, wz_dtype t, uint64_t i)
{
    if (takes_64_bits(t)) return (double)((draw64(d, i) >> 11) + 1) * 0x1p-53;
    uint32_t w = draw32(d, i);
    return w ? (double)(float)w * 0x1p-32 : 0x1p-33;
}

static double normal_of(drawer *d, wz_dtype t, uint64_t i)
{
    uint64_t pair = i >> 1;
    if (!d->paired || d->pair != pair) {
        double u = positive_of(d, t, 2 * pair);
        double v = takes_64_bits(t) ? (double)(draw64(d, 2 * pair + 1) >> 11) * 0x1p-53
                                    : (double)(draw32(d, 2 * pair + 1) >> 8) * 0x1p-24;
        double radius = sqrt(-2 * log(u)), angle = 6.283185307179586476925 * v;
        d->normal[0] = radius * cos(angle);
        d->normal[1] = radius * sin(angle);
        d->pair = pair;
        d->paired = true;
    }
    return d->normal[i & 1];
}

/* ---- one kernel for all distributions -------------------------------------------------------- */

typedef enum distribution {
    UNIFORM, NORMAL, INTEGER, COIN, EXPONENTIAL, LOG_NORMAL, CAUCHY, GEOMETRIC
} distribution;

typedef struct random_args {
    random_call call;
    int32_t     kind;
    double      a, b;      /* low and high, mean and deviation, ... */
    int64_t     low;
    uint64_t    range;     /* of INTEGER, 0: 2^64; of COIN: the probability times 2^32 */
} random_args;

static double uniform_between(drawer *d, const random_args *a, wz_dtype t, uint64_t i)
{
    double u = uniform_of(d, t, i), v;
    if (a->a == 0 && a->b == 1) return u;
    if (takes_64_bits(t))
        v = a->a + u * (a->b - a->a);
    else /* in float, step by step, so that devices without double agree */
        v = (float)a->a + (float)((float)u * (float)(a->b - a->a));
    _Alignas(16) char element[16];
    wz_dtype real = dtype_real_of(t);
    store_f64(real, element, v);
    return a->b > a->a && load_f64(real, element) >= a->b ? a->a : v; /* rounding may reach the open end */
}

static double number_of(drawer *d, const random_args *a, wz_dtype t, uint64_t i)
{
    switch ((distribution)a->kind) {
    case UNIFORM: return uniform_between(d, a, t, i);
    case NORMAL: return a->a + a->b * normal_of(d, t, i);
    case LOG_NORMAL: return exp(a->a + a->b * normal_of(d, t, i));
    case EXPONENTIAL: {
        double e = -log(positive_of(d, t, i));
        return (e > 0 ? e : 0x1p-33) / a->a;
    }
    case CAUCHY: return a->a + a->b * tan(3.14159265358979323846 * (positive_of(d, t, i) - 0.5));
    case GEOMETRIC: {
        double trials = a->a >= 1 ? 1 : ceil(log(positive_of(d, t, i)) / log1p(-a->a));
        return trials < 1 ? 1 : trials;
    }
    case COIN: return draw32(d, i) < a->range;
    case INTEGER: break;
    }
    return 0;
}

/* The commonest case, a block at a time. */
static void uniform_run(drawer *d, uint64_t first, float *p, int64_t n)
{
    int64_t k = 0;
    for (; k < n && (first + (uint64_t)k) % 4; k++) p[k] = (float)(draw32(d, first + (uint64_t)k) >> 8) * 0x1p-24f;
    for (; k + 4 <= n; k += 4) {
        uint32_t word[4];
        philox_block(d->call, (first + (uint64_t)k) / 4, word);
        for (int j = 0; j < 4; j++) p[k + j] = (float)(word[j] >> 8) * 0x1p-24f;
    }
    for (; k < n; k++) p[k] = (float)(draw32(d, first + (uint64_t)k) >> 8) * 0x1p-24f;
}

/* Elements first to first + n of the result; step in bytes. */
static void random_run(drawer *d, const random_args *a, wz_dtype t, bool pairs, uint64_t first, char *p, int64_t step,
                       int64_t n)
{
    if (a->kind == UNIFORM && t == WZ_DTYPE_F32 && step == 4 && a->a == 0 && a->b == 1) {
        uniform_run(d, first, (float *)(void *)p, n);
        return;
    }
    for (uint64_t i = first; i < first + (uint64_t)n; i++, p += step) {
        if (a->kind == INTEGER) {
            uint64_t r = draw64(d, i), v = (uint64_t)a->low + (a->range ? r % a->range : r);
            if (t == WZ_DTYPE_I64)
                *(uint64_t *)(void *)p = v;
            else
                store_i64(t, p, (int64_t)v);
        } else if (pairs) {
            double re = number_of(d, a, t, 2 * i);
            store_c128(t, p, (cdouble){re, number_of(d, a, t, 2 * i + 1)});
        } else if (t == WZ_DTYPE_F32) {
            *(float *)(void *)p = (float)number_of(d, a, t, i);
        } else {
            store_f64(t, p, number_of(d, a, t, i));
        }
    }
}

static void random_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l);
    const random_args *a = launch_args(l);
    drawer d = {.call = a->call};
    wz_dtype t = (wz_dtype)x->dtype;
    bool pairs = dtype_is_complex(t) && (a->kind == UNIFORM || a->kind == NORMAL);
    int64_t begin, end;
    part_range(x->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    run_walk w;
    runs_begin(&w, x->ndim, x->size, 1, &x, begin);
    for (int64_t k = begin, n; k < end; k += n) {
        n = runs_next(&w, end - k);
        random_run(&d, a, t, pairs, (uint64_t)k, at(x, w.at[0]), w.step[0] * x->bytes, n);
    }
}

static wz_status take_call(const wz_call *c, random_call *out)
{
    int g = param_of_kind(c, WZ_ARG_GENERATOR);
    *out = generator_take(g >= 0 && arg_given(c, g) ? c->arg[g].v.generator : NULL);
    return WZ_OK;
}

static wz_status launch_random(wz_call *c, random_args *a)
{
    wz_tensor *t = c->out[0];
    TRY(take_call(c, &a->call));
    return launch_host(c, random_kernel, 1, &t, 1, tensor_numel(t), 2048, a, sizeof *a);
}

/* ---- rules ----------------------------------------------------------------------------------- */

wz_status shape_size_2(wz_call *c);
wz_status shape_randperm(wz_call *c);
wz_status shape_multinomial(wz_call *c);
wz_status shape_bernoulli_tensor(wz_call *c);

wz_status shape_size_2(wz_call *c) { return out_shape(c, 0, c->arg[2].n, c->arg[2].v.ints); }

static wz_status want_floating(const wz_call *c)
{
    wz_dtype t = (wz_dtype)c->out[0]->dtype;
    uint32_t ok = DT_FC;
    if (ok >> t & 1) return WZ_OK;
    return fail(WZ_UNSUPPORTED, "not implemented for '%s'", wz_dtype_name(t));
}

/* ---- continuous ------------------------------------------------------------------------------ */

static wz_status ref_rand(wz_call *c)
{
    random_args a = {.kind = UNIFORM, .a = 0, .b = 1};
    TRY(want_floating(c));
    return launch_random(c, &a);
}

static wz_status ref_uniform_(wz_call *c)
{
    random_args a = {.kind = UNIFORM, .a = arg_float(c, 1), .b = arg_float(c, 2)};
    if (!(a.a <= a.b))
        return fail(WZ_SHAPE, "uniform_ expects to return a [from, to) range, but found from=%g > to=%g", a.a, a.b);
    if (!isfinite(a.b - a.a)) return fail(WZ_SHAPE, "the range from %g to %g is not finite", a.a, a.b);
    return launch_random(c, &a);
}

static wz_status normal_with(wz_call *c, distribution kind, double mean, double std)
{
    if (!(std >= 0)) return fail(WZ_SHAPE, "normal expects std >= 0.0, but found std %g", std);
    random_args a = {.kind = (int)kind, .a = mean, .b = std};
    if (dtype_is_complex((wz_dtype)c->out[0]->dtype)) a.b *= 0.70710678118654752440; /* the variance is shared */
    return launch_random(c, &a);
}

static wz_status ref_randn(wz_call *c)
{
    TRY(want_floating(c));
    return normal_with(c, NORMAL, 0, 1);
}

static wz_status ref_normal_(wz_call *c) { return normal_with(c, NORMAL, arg_float(c, 1), arg_float(c, 2)); }
static wz_status ref_normal(wz_call *c) { return normal_with(c, NORMAL, arg_float(c, 0), arg_float(c, 1)); }

static wz_status ref_log_normal_(wz_call *c)
{
    if (!(arg_float(c, 2) > 0)) return fail(WZ_SHAPE, "log_normal_ expects std > 0.0, but found std=%g", arg_float(c, 2));
    return normal_with(c, LOG_NORMAL, arg_float(c, 1), arg_float(c, 2));
}

static wz_status ref_exponential_(wz_call *c)
{
    random_args a = {.kind = EXPONENTIAL, .a = arg_float(c, 1)};
    if (!(a.a > 0)) return fail(WZ_SHAPE, "exponential_ expects lambda > 0.0, but found lambda=%g", a.a);
    return launch_random(c, &a);
}

static wz_status ref_cauchy_(wz_call *c)
{
    random_args a = {.kind = CAUCHY, .a = arg_float(c, 1), .b = arg_float(c, 2)};
    if (!(a.b > 0)) return fail(WZ_SHAPE, "cauchy_ expects sigma > 0.0, but found sigma=%g", a.b);
    return launch_random(c, &a);
}

static wz_status ref_geometric_(wz_call *c)
{
    random_args a = {.kind = GEOMETRIC, .a = arg_float(c, 1)};
    if (!(a.a > 0 && a.a < 1)) return fail(WZ_SHAPE, "geometric_ expects p to be in (0, 1), but got p=%g", a.a);
    return launch_random(c, &a);
}

/* views: mean, std (either may be absent), out */
static void normal_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *out = &v[2];
    const random_args *a = launch_args(l);
    drawer d = {.call = a->call};
    wz_dtype t = (wz_dtype)out->dtype;
    host_view in[2];
    for (int i = 0; i < 2; i++) in[i] = view_expand(v[i].dtype ? &v[i] : out, out->ndim, out->size);
    int64_t begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    nd_iter it;
    nd_begin(&it, out->ndim, out->size, 3, (const host_view *[]){&in[0], &in[1], out}, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it)) {
        double mean = v[0].dtype ? load_f64((wz_dtype)v[0].dtype, at(&in[0], it.offset[0])) : a->a;
        double std = v[1].dtype ? load_f64((wz_dtype)v[1].dtype, at(&in[1], it.offset[1])) : a->b;
        if (!(std >= 0)) {
            kernel_error(l, WZ_SHAPE, "normal expects all elements of std >= 0.0, but found %g", std);
            return;
        }
        store_f64(t, at(out, it.offset[2]), mean + std * normal_of(&d, t, (uint64_t)k));
    }
}

static wz_status normal_from(wz_call *c, wz_tensor *mean, wz_tensor *std, double a, double b)
{
    random_args args = {.kind = NORMAL, .a = a, .b = b};
    TRY(take_call(c, &args.call));
    wz_tensor *t[3] = {mean, std, c->out[0]};
    return launch_host(c, normal_kernel, 3, t, 4, tensor_numel(c->out[0]), 2048, &args, sizeof args);
}

static wz_status ref_normal_tensors(wz_call *c) { return normal_from(c, c->in[0], c->in[1], 0, 1); }
static wz_status ref_normal_means(wz_call *c)
{
    if (!(arg_float(c, 1) >= 0)) return fail(WZ_SHAPE, "normal expects std >= 0.0, but found std %g", arg_float(c, 1));
    return normal_from(c, c->in[0], NULL, 0, arg_float(c, 1));
}
static wz_status ref_normal_stds(wz_call *c) { return normal_from(c, NULL, c->in[0], arg_float(c, 0), 0); }

/* ---- integers -------------------------------------------------------------------------------- */

/* Smallest and largest integer that the dtype can stand for here. */
static void integer_bounds(wz_dtype t, double *low, double *high)
{
    int bits = 8 * (int)wz_dtype_bytes(t);
    switch (wz_dtype_get_kind(t)) {
    case WZ_KIND_BOOL: *low = 0, *high = 1; break;
    case WZ_KIND_UINT: *low = 0, *high = ldexp(1, bits) - 1; break;
    case WZ_KIND_INT: *low = -ldexp(1, bits - 1), *high = ldexp(1, bits - 1) - 1; break;
    default: *high = t == WZ_DTYPE_F16 ? 65504 : 0x1p100, *low = -*high; break;
    }
}

static wz_status fill_integers(wz_call *c, int64_t low, int64_t high)
{
    wz_dtype t = (wz_dtype)c->out[0]->dtype;
    double least, most;
    if (low >= high)
        return fail(WZ_SHAPE, "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
                    (long long)low, (long long)high);
    uint32_t ok = DT_REAL;
    if (!(ok >> t & 1)) return fail(WZ_UNSUPPORTED, "not implemented for '%s'", wz_dtype_name(t));
    integer_bounds(t, &least, &most);
    if ((double)low < least || (double)low > most)
        return fail(WZ_SHAPE, "from is out of bounds for %s", wz_dtype_name(t));
    if ((double)(high - 1) > most) return fail(WZ_SHAPE, "to - 1 is out of bounds for %s", wz_dtype_name(t));
    random_args a = {.kind = INTEGER, .low = low, .range = (uint64_t)high - (uint64_t)low};
    return launch_random(c, &a);
}

static wz_status ref_randint_high(wz_call *c) { return fill_integers(c, 0, arg_int(c, 0)); }
static wz_status ref_randint(wz_call *c) { return fill_integers(c, arg_int(c, 0), arg_int(c, 1)); }
static wz_status ref_randint_like_high(wz_call *c) { return fill_integers(c, 0, arg_int(c, 1)); }
static wz_status ref_randint_like(wz_call *c) { return fill_integers(c, arg_int(c, 1), arg_int(c, 2)); }
static wz_status ref_random_to_(wz_call *c) { return fill_integers(c, 0, arg_int(c, 1)); }

/* The largest integer of random_ without an upper end. */
static uint64_t largest_integer(wz_dtype t)
{
    int bits = 8 * (int)wz_dtype_bytes(t);
    switch (t) {
    case WZ_DTYPE_BOOL: return 1;
    case WZ_DTYPE_F16: return 1u << 11;
    case WZ_DTYPE_BF16: return 1u << 8;
    case WZ_DTYPE_F32: return 1u << 24;
    case WZ_DTYPE_F64: return (uint64_t)1 << 53;
    default: return UINT64_MAX >> (64 - bits + (wz_dtype_get_kind(t) == WZ_KIND_INT));
    }
}

static wz_status fill_integers_from(wz_call *c, int64_t low)
{
    wz_dtype t = (wz_dtype)c->out[0]->dtype;
    double least, most;
    integer_bounds(t, &least, &most);
    uint64_t top = largest_integer(t);
    if ((double)low < least || (low > 0 && (uint64_t)low > top))
        return fail(WZ_SHAPE, "from is out of bounds for %s", wz_dtype_name(t));
    random_args a = {.kind = INTEGER, .low = low, .range = top - (uint64_t)low + 1};
    return launch_random(c, &a);
}

static wz_status ref_random_(wz_call *c) { return fill_integers_from(c, 0); }
static wz_status ref_random_from_(wz_call *c)
{
    return arg_given(c, 2) ? fill_integers(c, arg_int(c, 1), arg_int(c, 2)) : fill_integers_from(c, arg_int(c, 1));
}

/* ---- bernoulli ------------------------------------------------------------------------------- */

static wz_status coins(wz_call *c, double p)
{
    if (!(p >= 0 && p <= 1)) return fail(WZ_SHAPE, "bernoulli_ expects p to be in [0, 1], but got p=%g", p);
    random_args a = {.kind = COIN, .range = (uint64_t)(p * 0x1p32)};
    return launch_random(c, &a);
}

static wz_status ref_bernoulli_p(wz_call *c) { return coins(c, arg_float(c, 1)); }

wz_status shape_bernoulli_tensor(wz_call *c)
{
    if (!dtype_is_float((wz_dtype)c->in[1]->dtype))
        return fail(WZ_TYPE, "expected probabilities tensor to have floating type, got %s",
                    wz_dtype_name((wz_dtype)c->in[1]->dtype));
    TRY(made(expand_to(c->in[1], c->in[0]->ndim, c->in[0]->size)));
    return out_shape_like(c, 0, c->in[0]);
}

/* views: probabilities, out */
static void coin_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l), *out = &v[1];
    drawer d = {.call = *(const random_call *)launch_args(l)};
    host_view p = view_expand(&v[0], out->ndim, out->size);
    bool wide = p.dtype == WZ_DTYPE_F64;
    int64_t begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    nd_iter it;
    nd_begin(&it, out->ndim, out->size, 2, (const host_view *[]){&p, out}, begin);
    for (int64_t k = begin; k < end; k++, nd_next(&it)) {
        double chance = load_f64((wz_dtype)p.dtype, at(&p, it.offset[0]));
        if (!(chance >= 0 && chance <= 1)) {
            kernel_error(l, WZ_SHAPE, "Expected p_in >= 0 && p_in <= 1 to be true, but got p_in=%g", chance);
            return;
        }
        store_f64((wz_dtype)out->dtype, at(out, it.offset[1]),
                  uniform_of(&d, wide ? WZ_DTYPE_F64 : WZ_DTYPE_F32, (uint64_t)k) < chance);
    }
}

static wz_status coins_from(wz_call *c, wz_tensor *p)
{
    random_call call;
    TRY(take_call(c, &call));
    wz_tensor *t[2] = {p, c->out[0]};
    return launch_host(c, coin_kernel, 2, t, 2, tensor_numel(t[1]), 8192, &call, sizeof call);
}

static wz_status ref_bernoulli(wz_call *c) { return coins_from(c, c->in[0]); }
static wz_status ref_bernoulli_tensor_(wz_call *c) { return coins_from(c, c->in[1]); }

/* ---- permutations and choices ---------------------------------------------------------------- */

typedef struct keyed {
    uint64_t key;
    int64_t  i;
} keyed;
_Static_assert(sizeof(keyed) == 16, "scratch for these is made as complex128");

/* Stable, by key, one byte after the other; the result is in `a` (eight passes). */
static void sort_keys(keyed *a, keyed *b, int64_t n)
{
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t start[257] = {0};
        for (int64_t k = 0; k < n; k++) start[(a[k].key >> shift & 255) + 1]++;
        for (int d = 0; d < 256; d++) start[d + 1] += start[d];
        for (int64_t k = 0; k < n; k++) b[start[a[k].key >> shift & 255]++] = a[k];
        keyed *swap = a;
        a = b;
        b = swap;
    }
}

wz_status shape_randperm(wz_call *c)
{
    int64_t n = arg_int(c, 0);
    if (n < 0) return fail(WZ_SHAPE, "n must be non-negative, got %lld", (long long)n);
    if (n > 0 && (uint64_t)(n - 1) > largest_integer(c->out_dtype[0]))
        return fail(WZ_SHAPE, "n is too large for result tensor type: '%s'", wz_dtype_name(c->out_dtype[0]));
    return out_shape(c, 0, 1, &n);
}

/* views: out, scratch of 2 n keys */
static void randperm_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts;
    const host_view *out = &launch_views(l)[0], *scratch = &launch_views(l)[1];
    drawer d = {.call = *(const random_call *)launch_args(l)};
    int64_t n = out->numel;
    keyed *a = (keyed *)(void *)scratch->data;
    for (int64_t i = 0; i < n; i++) a[i] = (keyed){draw64(&d, (uint64_t)i), i};
    sort_keys(a, a + n, n);
    for (int64_t i = 0; i < n; i++) store_i64((wz_dtype)out->dtype, at(out, i * out->stride[0]), a[i].i);
}

static wz_status ref_randperm(wz_call *c)
{
    random_call call;
    TRY(take_call(c, &call));
    int64_t n;
    if (!i64_mul(arg_int(c, 0), 2, &n)) return fail(WZ_SHAPE, "n is too large");
    wz_tensor *t[2] = {c->out[0], tensor_empty(WZ_DTYPE_C128, 1, &n, c->dev)};
    TRY(made(t[1]));
    return launch_host(c, randperm_kernel, 2, t, 3, 1, 2, &call, sizeof call);
}

wz_status shape_multinomial(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    int64_t n = arg_int(c, 1);
    if (x->ndim != 1 && x->ndim != 2) return fail(WZ_SHAPE, "prob_dist must be 1 or 2 dim, got %d", x->ndim);
    int64_t categories = x->size[x->ndim - 1];
    if (n <= 0) return fail(WZ_SHAPE, "cannot sample n_sample <= 0 samples, got %lld", (long long)n);
    if (!arg_bool(c, 2) && n > categories)
        return fail(WZ_SHAPE, "cannot sample n_sample > prob_dist.size(-1) samples without replacement, got %lld of %lld",
                    (long long)n, (long long)categories);
    int64_t size[2] = {x->ndim == 2 ? x->size[0] : n, n};
    return out_shape(c, 0, x->ndim, size);
}

typedef struct choice_args {
    random_call call;
    bool        replacement;
} choice_args;

/* Reads a row of weights; false after reporting a bad one. *n_positive counts those above zero. */
static bool read_weights(const wz_launch *l, const host_view *x, int64_t offset, int64_t step, int64_t n, double *to,
                         int64_t *n_positive)
{
    double sum = 0;
    *n_positive = 0;
    for (int64_t k = 0; k < n; k++) {
        double w = load_f64((wz_dtype)x->dtype, at(x, offset + k * step));
        if (!(w >= 0) || isinf(w)) {
            kernel_error(l, WZ_SHAPE, "probability tensor contains either `inf`, `nan` or element < 0");
            return false;
        }
        to[k] = w;
        sum += w;
        *n_positive += w > 0;
    }
    if (sum > 0) return true;
    kernel_error(l, WZ_SHAPE, "invalid multinomial distribution (sum of probabilities <= 0)");
    return false;
}

/* The first k whose running sum is above a uniform share of the total. */
static void choose_again(drawer *d, double *w, int64_t n, uint64_t first, const host_view *out, int64_t at_out,
                         int64_t step, int64_t samples)
{
    int64_t last = 0;
    for (int64_t k = 0; k < n; k++) {
        if (w[k] > 0) last = k;
        if (k) w[k] += w[k - 1];
    }
    for (int64_t s = 0; s < samples; s++) {
        double target = (double)(draw64(d, first + (uint64_t)s) >> 11) * 0x1p-53 * w[n - 1];
        int64_t low = 0, high = last;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (w[middle] > target)
                high = middle;
            else
                low = middle + 1;
        }
        store_i64((wz_dtype)out->dtype, at(out, at_out + s * step), low);
    }
}

/* views: weights, out, scratch: per row 3 n doubles' worth of keys */
static void multinomial_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = &launch_views(l)[0], *out = &launch_views(l)[1], *scratch = &launch_views(l)[2];
    const choice_args *a = launch_args(l);
    drawer d = {.call = a->call};
    int64_t n = x->size[x->ndim - 1], samples = out->size[out->ndim - 1], rows = x->ndim == 2 ? x->size[0] : 1;
    int64_t x_step = x->stride[x->ndim - 1], out_step = out->stride[out->ndim - 1], begin, end;
    part_range(rows, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t x_row = x->ndim == 2 ? r * x->stride[0] : 0, out_row = x->ndim == 2 ? r * out->stride[0] : 0, n_positive;
        keyed *keys = (keyed *)(void *)scratch->data + r * 3 * n;
        double *w = (double *)(void *)(keys + 2 * n);
        if (!read_weights(l, x, x_row, x_step, n, w, &n_positive)) return;
        if (a->replacement) {
            choose_again(&d, w, n, (uint64_t)(r * samples), out, out_row, out_step, samples);
            continue;
        }
        if (n_positive < samples) {
            kernel_error(l, WZ_SHAPE, "invalid multinomial distribution (with replacement=False, not enough "
                                      "non-negative category to sample)");
            return;
        }
        /* the smallest waiting times of clocks with the weights as rates; bits of positive doubles order as they do */
        for (int64_t k = 0; k < n; k++) {
            double u = (double)((draw64(&d, (uint64_t)(r * n + k)) >> 11) + 1) * 0x1p-53;
            double wait = w[k] > 0 ? -log(u) / w[k] : INFINITY;
            if (wait == 0) wait = 0; /* not -0 */
            memcpy(&keys[k].key, &wait, sizeof wait);
            keys[k].i = k;
        }
        if (samples == 1) {
            for (int64_t k = 1; k < n; k++)
                if (keys[k].key < keys[0].key) keys[0] = keys[k];
        } else {
            sort_keys(keys, keys + n, n);
        }
        for (int64_t s = 0; s < samples; s++)
            store_i64((wz_dtype)out->dtype, at(out, out_row + s * out_step), keys[s].i);
    }
}

static wz_status ref_multinomial(wz_call *c)
{
    choice_args a = {.replacement = arg_bool(c, 2)};
    TRY(take_call(c, &a.call));
    int64_t n;
    if (!i64_mul(tensor_numel(c->in[0]), 3, &n)) return fail(WZ_SHAPE, "too many categories");
    wz_tensor *t[3] = {c->in[0], c->out[0], tensor_empty(WZ_DTYPE_C128, 1, &n, c->dev)};
    TRY(made(t[2]));
    return launch_host(c, multinomial_kernel, 3, t, 6, tensor_numel(t[0]), 4096, &a, sizeof a);
}

const kernel_row random_rows[] = {
    {WZ_OP_rand, ON_REF, DT_FC, NULL, ref_rand},
    {WZ_OP_randn, ON_REF, DT_FC, NULL, ref_randn},
    {WZ_OP_rand_like, ON_REF, DT_ALL, NULL, ref_rand},
    {WZ_OP_randn_like, ON_REF, DT_ALL, NULL, ref_randn},
    {WZ_OP_randint_high, ON_REF, DT_REAL, NULL, ref_randint_high},
    {WZ_OP_randint, ON_REF, DT_REAL, NULL, ref_randint},
    {WZ_OP_randint_like_high, ON_REF, DT_ALL, NULL, ref_randint_like_high},
    {WZ_OP_randint_like, ON_REF, DT_ALL, NULL, ref_randint_like},
    {WZ_OP_randperm, ON_REF, DT_REAL, NULL, ref_randperm},
    {WZ_OP_uniform_, ON_REF, DT_FC, NULL, ref_uniform_},
    {WZ_OP_normal_, ON_REF, DT_FC, NULL, ref_normal_},
    {WZ_OP_exponential_, ON_REF, DT_FLOAT, NULL, ref_exponential_},
    {WZ_OP_log_normal_, ON_REF, DT_FLOAT, NULL, ref_log_normal_},
    {WZ_OP_cauchy_, ON_REF, DT_FLOAT, NULL, ref_cauchy_},
    {WZ_OP_geometric_, ON_REF, DT_REAL, NULL, ref_geometric_},
    {WZ_OP_random_to_, ON_REF, DT_REAL, NULL, ref_random_to_},
    {WZ_OP_random_from_, ON_REF, DT_REAL, NULL, ref_random_from_},
    {WZ_OP_random_, ON_REF, DT_REAL, NULL, ref_random_},
    {WZ_OP_bernoulli_p, ON_REF, DT_NUM, NULL, ref_bernoulli_p},
    {WZ_OP_bernoulli, ON_REF, DT_FLOAT, NULL, ref_bernoulli},
    {WZ_OP_bernoulli_, ON_REF, DT_NUM, NULL, ref_bernoulli_p},
    {WZ_OP_bernoulli_tensor_, ON_REF, DT_NUM, NULL, ref_bernoulli_tensor_},
    {WZ_OP_normal_tensors, ON_REF, DT_FLOAT, NULL, ref_normal_tensors},
    {WZ_OP_normal_means, ON_REF, DT_FLOAT, NULL, ref_normal_means},
    {WZ_OP_normal_stds, ON_REF, DT_FLOAT, NULL, ref_normal_stds},
    {WZ_OP_normal, ON_REF, DT_FC, NULL, ref_normal},
    {WZ_OP_multinomial, ON_REF, DT_FLOAT, NULL, ref_multinomial},
    {.run = NULL},
};

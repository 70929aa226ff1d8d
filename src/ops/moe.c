/* moe.c - mixtures of experts: choosing k experts for a row and summing what they make of it.
 *
 * The fast form sorts the (row, choice) pairs by expert; each expert then sees its rows as one matrix, so its
 * weights are read once however many rows chose it.
 * SPDX-License-Identifier: MIT */
#include "../cpu/detect.h"
#include "../cpu/matmul.h"
#include "doubles.h"
#include <math.h>
#include <string.h>

wz_status dtype_moe_route(wz_call *c);
wz_status shape_moe_route(wz_call *c);
wz_status dtype_moe_mlp(wz_call *c);
wz_status shape_moe_mlp(wz_call *c);

static host_view lead_of(const host_view *v) { return view_keep_dims(v, v->ndim ? (1u << (v->ndim - 1)) - 1 : 0); }
static int64_t last_size(const wz_tensor *t) { return t->size[t->ndim - 1]; }
static int64_t step_of(const host_view *v) { return v->stride[v->ndim - 1]; }

/* ---- routing ---------------------------------------------------------------------------------------------------- */

wz_status dtype_moe_route(wz_call *c)
{
    if (c->in[1] && !dtype_is_float((wz_dtype)c->in[1]->dtype)) return fail(WZ_TYPE, "bias must have a float dtype, got %s", wz_dtype_name((wz_dtype)c->in[1]->dtype));
    c->out_dtype[0] = (wz_dtype)c->in[0]->dtype;
    c->out_dtype[1] = WZ_DTYPE_I64;
    return WZ_OK;
}

wz_status shape_moe_route(wz_call *c)
{
    const wz_tensor *x = c->in[0], *bias = c->in[1];
    int64_t          size[WZ_MAX_DIMS], k = arg_int(c, 1);
    if (x->ndim < 1) return fail(WZ_SHAPE, "logits must have at least 1 dimension");
    if (k < 0 || k > last_size(x)) return fail(WZ_INVALID, "k must be between 0 and the %lld experts, got %lld", (long long)last_size(x), (long long)k);
    if (bias && (bias->ndim != 1 || bias->size[0] != last_size(x)))
        return fail(WZ_SHAPE, "bias must have shape [%lld], got %s", (long long)last_size(x), SHAPE_OF(bias));
    memcpy(size, x->size, sizeof size);
    size[x->ndim - 1] = k;
    TRY(out_shape(c, 0, x->ndim, size));
    return out_shape(c, 1, x->ndim, size);
}

typedef struct route_args {
    bool   sigmoid, normalize;
    double scale, eps;
} route_args;

static void scores_of(double *x, int64_t n, bool sigmoid)
{
    double top = -INFINITY, sum = 0;
    for (int64_t e = 0; e < n; e++)
        if (x[e] > top) top = x[e];
    for (int64_t e = 0; e < n; e++) {
        x[e] = sigmoid ? 1 / (1 + exp(-x[e])) : exp(x[e] - top);
        sum += x[e];
    }
    for (int64_t e = 0; e < n && !sigmoid; e++) x[e] /= sum;
}

/* The best expert not taken yet; NaN counts as the largest, as in topk. */
static int64_t best_of(const double *choice, const bool *taken, int64_t n)
{
    int64_t best = -1;
    for (int64_t e = 0; e < n; e++)
        if (!taken[e] && (best < 0 || choice[e] > choice[best] || (isnan(choice[e]) && !isnan(choice[best])))) best = e;
    return best;
}

/* views: logits, bias or absent, weights, index */
static void ref_route_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view  *x = launch_views(l), *bias = x + 1, *weights = x + 2, *index = x + 3;
    const route_args *a = launch_args(l);
    host_view         rows = lead_of(x), to_w = lead_of(weights), to_i = lead_of(index);
    int64_t           E = x->size[x->ndim - 1], k = weights->size[weights->ndim - 1], begin, end;
    double           *score = scratch_doubles(l, 3 * E), *choice = score ? score + E : NULL;
    bool             *taken = (bool *)(choice + (choice ? E : 0));
    if (!score) return;
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t from = view_offset(&rows, r), w_at = view_offset(&to_w, r), i_at = view_offset(&to_i, r);
        double  sum = 0;
        for (int64_t e = 0; e < E; e++) score[e] = load_f64((wz_dtype)x->dtype, at(x, from + e * step_of(x)));
        scores_of(score, E, a->sigmoid);
        for (int64_t e = 0; e < E; e++) {
            choice[e] = score[e] + (bias->dtype ? load_f64((wz_dtype)bias->dtype, at(bias, e * bias->stride[0])) : 0);
            taken[e] = false;
        }
        for (int64_t j = 0; j < k; j++) {
            int64_t best = best_of(choice, taken, E);
            taken[best] = true;
            sum += score[best];
            *(int64_t *)at(index, i_at + j * step_of(index)) = best;
        }
        double factor = a->normalize ? a->scale / (sum + a->eps) : a->scale;
        for (int64_t j = 0; j < k; j++) {
            double w = score[*(int64_t *)at(index, i_at + j * step_of(index))];
            store_f64((wz_dtype)weights->dtype, at(weights, w_at + j * step_of(weights)), w * factor);
        }
    }
    mem_free(score);
}

static wz_status ref_moe_route(wz_call *c)
{
    route_args a = {arg_bool(c, 3), arg_bool(c, 4), arg_float(c, 5), arg_float(c, 6)};
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, ref_route_kernel, tensor_numel(c->in[0]) * (8 + arg_int(c, 1)), 0, &a, sizeof a);
}

/* ---- experts --------------------------------------------------------------------------------------------------------- */

wz_status dtype_moe_mlp(wz_call *c)
{
    static const char *const names[] = {"x", "gate_up", "down", "index", "weights"};
    for (int i = 0; i < 5; i++) {
        wz_dtype d = (wz_dtype)c->in[i]->dtype;
        bool     weight = (i == 1 || i == 2) && (DT_F8 >> d & 1);
        if (i == 3 ? !dtype_is_int(d) : !dtype_is_float(d) && !weight) return fail(WZ_TYPE, "%s must have %s dtype, got %s", names[i], i == 3 ? "an integer" : "a float", wz_dtype_name(d));
    }
    c->out_dtype[0] = (wz_dtype)c->in[0]->dtype;
    return WZ_OK;
}

typedef enum gate { GATE_SILU, GATE_GELU, GATE_GELU_TANH, N_GATES } gate;
static const char *const gate_names[] = {"silu", "gelu", "gelu_tanh"};

static gate gate_of(const wz_call *c)
{
    int g = 0;
    while (g < N_GATES && strcmp(arg_string(c, 5), gate_names[g]) != 0) g++;
    return (gate)g;
}

wz_status shape_moe_mlp(wz_call *c)
{
    const wz_tensor *x = c->in[0], *up = c->in[1], *down = c->in[2], *index = c->in[3], *weights = c->in[4];
    if (x->ndim < 1 || index->ndim != x->ndim) return fail(WZ_SHAPE, "x and index must have as many dimensions, got %s and %s", SHAPE_OF(x), SHAPE_OF(index));
    if (up->ndim != 3 || down->ndim != 3 || up->size[0] != down->size[0] || up->size[1] != 2 * down->size[2] || up->size[2] != last_size(x) ||
        down->size[1] != last_size(x))
        return fail(WZ_SHAPE, "gate_up must be [E, 2 I, %lld] and down [E, %lld, I], got %s and %s", (long long)last_size(x), (long long)last_size(x),
                    SHAPE_OF(up), SHAPE_OF(down));
    if (!sizes_equal(index->ndim - 1, index->size, x->ndim - 1, x->size) || !sizes_equal(index->ndim, index->size, weights->ndim, weights->size))
        return fail(WZ_SHAPE, "index and weights must be x's leading dims and k, got x %s, index %s and weights %s", SHAPE_OF(x), SHAPE_OF(index), SHAPE_OF(weights));
    if (gate_of(c) == N_GATES) return fail(WZ_INVALID, "activation must be silu, gelu or gelu_tanh, got '%.40s'", arg_string(c, 5));
    return out_shape_like(c, 0, x);
}

static double activate(double v, gate g)
{
    if (g == GATE_SILU) return v / (1 + exp(-v));
    if (g == GATE_GELU) return 0.5 * v * (1 + erf(v * 0.70710678118654752440));
    return 0.5 * v * (1 + tanh(0.79788456080286535588 * (v + 0.044715 * v * v * v)));
}

/* Expert of choice j of a row; false (and reported) when there is none such. */
static bool expert_at(const wz_launch *l, const host_view *index, int64_t offset, int64_t experts, int64_t *e)
{
    *e = load_i64((wz_dtype)index->dtype, at(index, offset));
    if (*e >= 0 && *e < experts) return true;
    kernel_error(l, WZ_INDEX, "expert %lld is not one of the %lld", (long long)*e, (long long)experts);
    return false;
}

static double row_dot(const double *x, const host_view *w, int64_t offset, int64_t step, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * load_f64((wz_dtype)w->dtype, at(w, offset + i * step));
    return sum;
}

/* views: x, gate_up, down, index, weights, out */
static void ref_mlp_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l), *up = x + 1, *down = x + 2, *index = x + 3, *weights = x + 4, *out = x + 5;
    gate             g = *(const gate *)launch_args(l);
    host_view        rows = lead_of(x), at_i = lead_of(index), at_w = lead_of(weights), to = lead_of(out);
    int64_t          H = x->size[x->ndim - 1], I = down->size[2], k = index->size[index->ndim - 1], begin, end;
    double          *in = scratch_doubles(l, 2 * H + I), *sum = in ? in + H : NULL, *mid = in ? sum + H : NULL;
    if (!in) return;
    part_range(rows.numel, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t from = view_offset(&rows, r), i_at = view_offset(&at_i, r), w_at = view_offset(&at_w, r), dst = view_offset(&to, r), e;
        for (int64_t i = 0; i < H; i++) {
            in[i] = load_f64((wz_dtype)x->dtype, at(x, from + i * step_of(x)));
            sum[i] = 0;
        }
        for (int64_t j = 0; j < k; j++) {
            if (!expert_at(l, index, i_at + j * step_of(index), up->size[0], &e)) goto done;
            double weight = load_f64((wz_dtype)weights->dtype, at(weights, w_at + j * step_of(weights)));
            for (int64_t i = 0; i < I; i++) {
                int64_t row = e * up->stride[0] + i * up->stride[1];
                mid[i] = activate(row_dot(in, up, row, up->stride[2], H), g) * row_dot(in, up, row + I * up->stride[1], up->stride[2], H);
            }
            for (int64_t i = 0; i < H; i++) sum[i] += weight * row_dot(mid, down, e * down->stride[0] + i * down->stride[1], down->stride[2], I);
        }
        for (int64_t i = 0; i < H; i++) store_f64((wz_dtype)out->dtype, at(out, dst + i * step_of(out)), sum[i]);
    }
done:
    mem_free(in);
}

static wz_status launch_mlp(wz_call *c, cpu_kernel_fn fn, bool shared)
{
    gate    g = gate_of(c);
    int64_t work = tensor_numel(c->in[3]) * (last_size(c->in[0]) + 1) * (c->in[2]->size[2] + 1) * 3;
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_call(c, fn, shared ? 1 : work, shared ? 2 : 0, &g, sizeof g);
}

static wz_status ref_moe_mlp(wz_call *c) { return launch_mlp(c, ref_mlp_kernel, false); }

/* ---- experts, grouped --------------------------------------------------------------------------------------------------- */

typedef struct mlp_buffers {
    int64_t *order, *ends;       /* pairs (row * k + choice) sorted by expert; end of each expert's share */
    float   *in, *mid, *act, *out, *sum;
} mlp_buffers;

static bool sort_by_expert(const wz_launch *l, const mlp_buffers *b, int64_t n_rows)
{
    const host_view *up = launch_views(l) + 1, *index = launch_views(l) + 3;
    host_view        rows = lead_of(index);
    int64_t          k = index->size[index->ndim - 1], E = up->size[0], e;
    for (int64_t i = 0; i < n_rows * k; i++) {
        if (!expert_at(l, index, view_offset(&rows, i / k) + i % k * step_of(index), E, &e)) return false;
        b->ends[e + 1]++;
    }
    for (e = 0; e < E; e++) b->ends[e + 1] += b->ends[e];
    for (int64_t i = 0; i < n_rows * k; i++) {
        (void)expert_at(l, index, view_offset(&rows, i / k) + i % k * step_of(index), E, &e);
        b->order[b->ends[e]++] = i; /* ends become starts of the next expert */
    }
    return true;
}

static wz_status product(const float *a, int64_t m, int64_t k, const host_view *w, int64_t expert, float *c)
{
    cpu_matmul p = {
        .batch = 1, .m = m, .n = w->size[1], .k = k, .alpha = 1, .a_dtype = WZ_DTYPE_F32, .b_dtype = (wz_dtype)w->dtype, .c_dtype = WZ_DTYPE_F32,
        .a = a, .a_row = k, .a_col = 1, .b = at(w, expert * w->stride[0]), .b_row = w->stride[2], .b_col = w->stride[1], .c = c, .c_row = w->size[1], .c_col = 1,
    };
    return cpu_matmul_run(&p);
}

/* dst [n] = act(gate) * up */
static void gated(float *dst, const float *gate_in, const float *up, int64_t n, gate g)
{
    if (g == GATE_SILU) cpu_kernels_now()->silu_mul(dst, gate_in, up, n);
    else if (g == GATE_GELU_TANH) cpu_kernels_now()->gelu_tanh_mul(dst, gate_in, up, n);
    else
        for (int64_t i = 0; i < n; i++) dst[i] = (float)(activate((double)gate_in[i], g) * (double)up[i]);
}

static wz_status one_expert(const wz_launch *l, const mlp_buffers *b, int64_t e, int64_t first, int64_t n, gate g)
{
    const host_view   *x = launch_views(l), *up = x + 1, *down = x + 2, *weights = x + 4;
    const cpu_kernels *f = cpu_kernels_now();
    host_view          rows = lead_of(x), at_w = lead_of(weights);
    int64_t            H = x->size[x->ndim - 1], I = down->size[2], k = weights->size[weights->ndim - 1];
    for (int64_t i = 0; i < n; i++) {
        int64_t from = view_offset(&rows, b->order[first + i] / k);
        if (step_of(x) == 1) f->to_f32[x->dtype](b->in + i * H, at(x, from), H);
        else
            for (int64_t h = 0; h < H; h++) b->in[i * H + h] = (float)load_f64((wz_dtype)x->dtype, at(x, from + h * step_of(x)));
    }
    TRY(product(b->in, n, H, up, e, b->mid));
    for (int64_t i = 0; i < n; i++) gated(b->act + i * I, b->mid + i * 2 * I, b->mid + i * 2 * I + I, I, g);
    TRY(product(b->act, n, I, down, e, b->out));
    for (int64_t i = 0; i < n; i++) {
        int64_t pair = b->order[first + i];
        float   weight = (float)load_f64((wz_dtype)weights->dtype, at(weights, view_offset(&at_w, pair / k) + pair % k * step_of(weights)));
        f->axpy(b->sum + pair / k * H, weight, b->out + i * H, H);
    }
    return WZ_OK;
}

static void fast_mlp_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts; /* the products share themselves out */
    const host_view *x = launch_views(l), *up = x + 1, *down = x + 2, *index = x + 3, *out = x + 5;
    host_view        rows = lead_of(x), to = lead_of(out);
    int64_t          H = x->size[x->ndim - 1], I = down->size[2], k = index->size[index->ndim - 1], n = rows.numel, E = up->size[0], most = 0;
    wz_status        status = WZ_OK;
    mlp_buffers      b = {.order = mem_alloc_array((size_t)(n * k + E + 2), sizeof(int64_t))};
    if (!b.order) status = WZ_NOMEM;
    if (b.order) b.ends = b.order + n * k;
    if (!b.order || !sort_by_expert(l, &b, n)) goto done;
    for (int64_t e = 0; e < E; e++) {
        int64_t share = b.ends[e] - (e ? b.ends[e - 1] : 0);
        if (share > most) most = share;
    }
    b.in = mem_alloc_array((size_t)(most * (2 * H + 3 * I) + n * H + 1), sizeof(float));
    if (!b.in) {
        status = WZ_NOMEM;
        goto done;
    }
    b.out = b.in + most * H;
    b.mid = b.out + most * H;
    b.act = b.mid + most * 2 * I;
    b.sum = b.act + most * I;
    for (int64_t e = 0, first = 0; e < E && status == WZ_OK; first = b.ends[e++])
        if (b.ends[e] > first) status = one_expert(l, &b, e, first, b.ends[e] - first, *(const gate *)launch_args(l));
    for (int64_t r = 0; r < n && status == WZ_OK; r++) {
        int64_t dst = view_offset(&to, r);
        if (step_of(out) == 1) cpu_kernels_now()->from_f32[out->dtype](at(out, dst), b.sum + r * H, H);
        else
            for (int64_t h = 0; h < H; h++) store_f64((wz_dtype)out->dtype, at(out, dst + h * step_of(out)), (double)b.sum[r * H + h]);
    }
done:
    if (status != WZ_OK) kernel_error(l, status, "%s", wz_error());
    mem_free(b.in);
    mem_free(b.order);
}

static bool mlp_in_floats(const wz_call *c) { return c->in[1]->dtype != WZ_DTYPE_F64 && c->in[2]->dtype != WZ_DTYPE_F64; }
static wz_status fast_moe_mlp(wz_call *c) { return launch_mlp(c, fast_mlp_kernel, true); }

const kernel_row moe_rows[] = {
    {WZ_OP_moe_route, ON_REF, DT_FLOAT, NULL, ref_moe_route},
    {WZ_OP_moe_mlp, ON_REF, DT_FLOAT, NULL, ref_moe_mlp},
    {WZ_OP_moe_mlp, ON_SIMD, DT(F32) | DT(F16) | DT(BF16), mlp_in_floats, fast_moe_mlp},
    {.run = NULL},
};

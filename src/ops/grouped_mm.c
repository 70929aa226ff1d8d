/* grouped_mm.c - products of groups of rows, of columns, or of slices of the common dim.
 *
 * The ends of the groups are read inside the kernel, so they may come from work still in flight. An end is
 * brought into the dim, and one below its predecessor makes an empty group.
 * SPDX-License-Identifier: MIT */
#include "../cpu/matmul.h"
#include "../op/op.h"
#include <string.h>
#include <wootz/ops.h>

wz_status dtype_grouped_mm(wz_call *c);
wz_status shape_grouped_mm(wz_call *c);
wz_status comp_grouped_mm(wz_call *c);

typedef enum split { SPLIT_NONE, SPLIT_ROWS, SPLIT_COLS, SPLIT_K } split;

static split split_of(const wz_tensor *a, const wz_tensor *b)
{
    if (a->ndim == 3) return b->ndim == 3 ? SPLIT_NONE : SPLIT_COLS;
    return b->ndim == 3 ? SPLIT_ROWS : SPLIT_K;
}

wz_status dtype_grouped_mm(wz_call *c)
{
    for (int i = 0; i < 2; i++) {
        wz_dtype d = (wz_dtype)c->in[i]->dtype;
        if (d != WZ_DTYPE_F32 && d != WZ_DTYPE_BF16 && d != WZ_DTYPE_F16)
            return fail(WZ_SHAPE, "Expected mat_%c to be Float32, BFloat16 or Float16 matrix, got %s", 'a' + i, wz_dtype_name(d));
    }
    c->out_dtype[0] = (wz_dtype)c->in[0]->dtype;
    return WZ_OK;
}

wz_status shape_grouped_mm(wz_call *c)
{
    const wz_tensor *a = c->in[0], *b = c->in[1], *offs = c->in[2];
    if (a->ndim != 2 && a->ndim != 3) return fail(WZ_SHAPE, "mat_a has to be 2 or 3d, got %dd", a->ndim);
    if (b->ndim != 2 && b->ndim != 3) return fail(WZ_SHAPE, "mat_b has to be 2 or 3d, got %dd", b->ndim);
    split   s = split_of(a, b);
    int64_t M = a->size[a->ndim - 2], K = a->size[a->ndim - 1], N = b->size[b->ndim - 1];
    if (K != b->size[b->ndim - 2])
        return fail(WZ_SHAPE, "contraction dimension of mat_a and mat_b must match, got shapes %s and %s", SHAPE_OF(a), SHAPE_OF(b));
    if (!offs != (s == SPLIT_NONE)) return fail(WZ_SHAPE, "Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d");
    if (offs && offs->ndim != 1) return fail(WZ_SHAPE, "offs has to be 1D, got %dD", offs->ndim);
    if (offs && offs->dtype != WZ_DTYPE_I32) return fail(WZ_SHAPE, "Offsets have to be int32, got %s", wz_dtype_name((wz_dtype)offs->dtype));
    if (c->in[3]) return fail(WZ_UNSUPPORTED, "Bias not supported yet");
    if (arg_given(c, 4) && arg_dtype(c, 4) != (wz_dtype)a->dtype)
        return fail(WZ_SHAPE, "Grouped gemm output dtype must match `mat_a` dtype, got %s", wz_dtype_name(arg_dtype(c, 4)));
    if (a->dtype != b->dtype)
        return fail(WZ_SHAPE, "expected mat_a and mat_b to have the same dtype, but got: %s != %s", wz_dtype_name((wz_dtype)a->dtype),
                    wz_dtype_name((wz_dtype)b->dtype));
    int64_t groups = s == SPLIT_K ? offs->size[0] : s == SPLIT_ROWS ? b->size[0] : a->size[0];
    if (s == SPLIT_NONE ? groups != b->size[0] : offs->size[0] != groups)
        return fail(WZ_SHAPE, "%s", s == SPLIT_NONE ? "batched dimension has to match" : "matrix batch sizes have to match");
    if (s == SPLIT_NONE || s == SPLIT_K) return out_shape(c, 0, 3, (int64_t[]){groups, M, N});
    return out_shape(c, 0, 2, (int64_t[]){M, N});
}

/* ---- groups -------------------------------------------------------------------------------------------------- */

/* One group: sizes, and where its operands start. */
typedef struct group {
    int64_t m, n, k, a, b, out;
} group;

typedef struct group_walk {
    const host_view *a, *b, *offs, *out;
    split            kind;
    int64_t          g, n, end; /* next group, number of groups, end of the last one */
} group_walk;

static group_walk walk_groups(const host_view *v)
{
    group_walk w = {v, v + 1, v + 2, v + 3, SPLIT_NONE, 0, 0, 0};
    if (w.a->ndim == 3) w.kind = w.b->ndim == 3 ? SPLIT_NONE : SPLIT_COLS;
    else w.kind = w.b->ndim == 3 ? SPLIT_ROWS : SPLIT_K;
    w.n = w.kind == SPLIT_NONE ? w.a->size[0] : w.offs->size[0];
    return w;
}

static bool next_group(group_walk *w, group *g)
{
    if (w->g == w->n) return false;
    const host_view *a = w->a, *b = w->b;
    int64_t          start = w->end, a_row = a->stride[a->ndim - 2], k_a = a->stride[a->ndim - 1], k_b = b->stride[b->ndim - 2], i = w->g++;
    *g = (group){a->size[a->ndim - 2], b->size[b->ndim - 1], a->size[a->ndim - 1], 0, 0, 0};
    if (a->ndim == 3) g->a = i * a->stride[0];
    if (b->ndim == 3) g->b = i * b->stride[0];
    if (w->out->ndim == 3) g->out = i * w->out->stride[0];
    if (w->kind == SPLIT_NONE) return true;
    int64_t limit = w->kind == SPLIT_ROWS ? g->m : w->kind == SPLIT_COLS ? g->n : g->k;
    int64_t end = load_i64(WZ_DTYPE_I32, at(w->offs, i * w->offs->stride[0]));
    if (end > limit) end = limit;
    if (end > start) w->end = end;
    int64_t n = w->end - start;
    if (w->kind == SPLIT_ROWS) {
        g->m = n;
        g->a += start * a_row;
        g->out += start * w->out->stride[0];
    } else if (w->kind == SPLIT_COLS) {
        g->n = n;
        g->b += start * b->stride[1];
        g->out += start * w->out->stride[1];
    } else {
        g->k = n;
        g->a += start * k_a;
        g->b += start * k_b;
    }
    return true;
}

/* Zeros behind the last group. */
static void clear_rest(const group_walk *w)
{
    const host_view *out = w->out;
    if (w->kind != SPLIT_ROWS && w->kind != SPLIT_COLS) return;
    int64_t m0 = w->kind == SPLIT_ROWS ? w->end : 0, n0 = w->kind == SPLIT_COLS ? w->end : 0;
    for (int64_t m = m0; m < out->size[0]; m++)
        for (int64_t n = n0; n < out->size[1]; n++) store_f64((wz_dtype)out->dtype, at(out, m * out->stride[0] + n * out->stride[1]), 0);
}

/* ---- reference ------------------------------------------------------------------------------------------------ */

static void ref_group(const host_view *v, const group *g, int part, int n_parts)
{
    const host_view *a = v, *b = v + 1, *out = v + 3;
    int64_t          a_row = a->stride[a->ndim - 2], a_k = a->stride[a->ndim - 1], b_k = b->stride[b->ndim - 2], b_col = b->stride[b->ndim - 1];
    int64_t          out_row = out->stride[out->ndim - 2], out_col = out->stride[out->ndim - 1], begin, end;
    part_range(g->m * g->n, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t m = i / g->n, n = i % g->n;
        double  sum = 0;
        for (int64_t k = 0; k < g->k; k++)
            sum += load_f64((wz_dtype)a->dtype, at(a, g->a + m * a_row + k * a_k)) * load_f64((wz_dtype)b->dtype, at(b, g->b + k * b_k + n * b_col));
        store_f64((wz_dtype)out->dtype, at(out, g->out + m * out_row + n * out_col), sum);
    }
}

/* views: a, b, offs or absent, out */
static void ref_grouped_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *v = launch_views(l);
    group_walk       w = walk_groups(v);
    group            g;
    while (next_group(&w, &g)) ref_group(v, &g, part, n_parts);
    if (part == 0) clear_rest(&w);
}

static wz_status launch_grouped(wz_call *c, cpu_kernel_fn fn, int64_t work)
{
    wz_tensor *t[] = {c->in[0], c->in[1], c->in[2], c->out[0]};
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    return launch_host(c, fn, 4, t, 8, work, work == 1 ? 2 : 0, NULL, 0);
}

static wz_status ref_grouped_mm(wz_call *c)
{
    const wz_tensor *a = c->in[0];
    return launch_grouped(c, ref_grouped_kernel, tensor_numel(c->out[0]) * (a->size[a->ndim - 1] + 1));
}

/* ---- fast: one block product for each group --------------------------------------------------------------------- */

static void fast_grouped_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts; /* each product shares itself out */
    const host_view *v = launch_views(l), *a = v, *b = v + 1, *out = v + 3;
    group_walk       w = walk_groups(v);
    group            g;
    while (next_group(&w, &g)) {
        cpu_matmul p = {
            .batch = 1, .m = g.m, .n = g.n, .k = g.k, .alpha = 1,
            .a_dtype = (wz_dtype)a->dtype, .b_dtype = (wz_dtype)b->dtype, .c_dtype = (wz_dtype)out->dtype,
            .a = at(a, g.a), .b = at(b, g.b), .c = at(out, g.out),
            .a_row = a->stride[a->ndim - 2], .a_col = a->stride[a->ndim - 1],
            .b_row = b->stride[b->ndim - 2], .b_col = b->stride[b->ndim - 1],
            .c_row = out->stride[out->ndim - 2], .c_col = out->stride[out->ndim - 1],
        };
        wz_status status = g.m && g.n ? cpu_matmul_run(&p) : WZ_OK;
        if (status != WZ_OK) {
            kernel_error(l, status, "%s", wz_error());
            return;
        }
    }
    clear_rest(&w);
}

static wz_status fast_grouped_mm(wz_call *c) { return launch_grouped(c, fast_grouped_kernel, 1); }

wz_status comp_grouped_mm(wz_call *c)
{
    c->out[0] = NULL;
    return op_call(WZ_OP_grouped_mm, c->arg, c->out);
}

const kernel_row grouped_mm_rows[] = {
    {WZ_OP_grouped_mm, ON_REF, DT_FLOAT, NULL, ref_grouped_mm},
    {WZ_OP_grouped_mm, ON_SIMD, DT_FLOAT, NULL, fast_grouped_mm},
    {.run = NULL},
};

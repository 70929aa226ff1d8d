/* matmul.c - matrix products.
 *
 * One kernel serves every form: [B, M, K] times [B, K, N], times alpha, plus beta times a term broadcast to
 * [B, M, N]. The forms differ only in how they view their operands; no copies are made for strides.
 * SPDX-License-Identifier: MIT */
#include "matmul.h"
#include <wootz/ops.h>
#include <string.h>

wz_status dtype_product(wz_call *c);
wz_status shape_mm(wz_call *c);
wz_status shape_bmm(wz_call *c);
wz_status shape_addmm(wz_call *c);
wz_status shape_baddbmm(wz_call *c);
wz_status shape_addmv(wz_call *c);
wz_status shape_mv(wz_call *c);
wz_status shape_dot(wz_call *c);
wz_status shape_linear(wz_call *c);

/* ---- rules ------------------------------------------------------------------------------------------- */

wz_status dtype_product(wz_call *c)
{
    for (int i = 1; i < c->n_in; i++)
        if (c->in[i] && c->in[i]->dtype != c->in[0]->dtype)
            return fail(WZ_SHAPE, "expected %s and %s to have the same dtype, but got: %s != %s", c->row->info.params[0].name,
                        c->row->info.params[i].name, wz_dtype_name((wz_dtype)c->in[0]->dtype), wz_dtype_name((wz_dtype)c->in[i]->dtype));
    c->out_dtype[0] = c->dtype;
    return WZ_OK;
}

static wz_status want_dims(const wz_tensor *t, const char *name, int ndim)
{
    return t->ndim == ndim ? WZ_OK : fail(WZ_SHAPE, "%s must be a %d-D tensor, got %d-D", name, ndim, t->ndim);
}

static wz_status product_2d(const wz_tensor *a, const wz_tensor *b, int64_t *size)
{
    if (a->size[1] != b->size[0])
        return fail(WZ_SHAPE, "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)", (long long)a->size[0], (long long)a->size[1],
                    (long long)b->size[0], (long long)b->size[1]);
    size[0] = a->size[0];
    size[1] = b->size[1];
    return WZ_OK;
}

static wz_status product_3d(const wz_tensor *a, const wz_tensor *b, int64_t *size)
{
    if (a->size[0] != b->size[0] || a->size[2] != b->size[1])
        return fail(WZ_SHAPE, "Expected size for first two dimensions of batch2 tensor to be: [%lld, %lld] but got: [%lld, %lld].",
                    (long long)a->size[0], (long long)a->size[2], (long long)b->size[0], (long long)b->size[1]);
    size[0] = a->size[0];
    size[1] = a->size[1];
    size[2] = b->size[2];
    return WZ_OK;
}

static wz_status check_added(const wz_tensor *t, int ndim, const int64_t *size) { return expand_to(t, ndim, size) ? WZ_OK : error_status(); }

wz_status shape_mm(wz_call *c)
{
    int64_t size[2];
    TRY(want_dims(c->in[0], "self", 2));
    TRY(want_dims(c->in[1], "mat2", 2));
    TRY(product_2d(c->in[0], c->in[1], size));
    return out_shape(c, 0, 2, size);
}

wz_status shape_bmm(wz_call *c)
{
    int64_t size[3];
    TRY(want_dims(c->in[0], "batch1", 3));
    TRY(want_dims(c->in[1], "batch2", 3));
    TRY(product_3d(c->in[0], c->in[1], size));
    return out_shape(c, 0, 3, size);
}

wz_status shape_addmm(wz_call *c)
{
    int64_t size[2];
    TRY(want_dims(c->in[1], "mat1", 2));
    TRY(want_dims(c->in[2], "mat2", 2));
    TRY(product_2d(c->in[1], c->in[2], size));
    TRY(check_added(c->in[0], 2, size));
    return out_shape(c, 0, 2, size);
}

wz_status shape_baddbmm(wz_call *c)
{
    int64_t size[3];
    TRY(want_dims(c->in[1], "batch1", 3));
    TRY(want_dims(c->in[2], "batch2", 3));
    TRY(product_3d(c->in[1], c->in[2], size));
    TRY(check_added(c->in[0], 3, size));
    return out_shape(c, 0, 3, size);
}

static wz_status mat_vec(const wz_tensor *mat, const wz_tensor *vec)
{
    if (mat->ndim != 2 || vec->ndim != 1)
        return fail(WZ_SHAPE, "vector + matrix @ vector expected, got matrix %d-D and vector %d-D", mat->ndim, vec->ndim);
    if (mat->size[1] != vec->size[0])
        return fail(WZ_SHAPE, "size mismatch, got mat (%lldx%lld), vec (%lld)", (long long)mat->size[0], (long long)mat->size[1], (long long)vec->size[0]);
    return WZ_OK;
}

wz_status shape_addmv(wz_call *c)
{
    TRY(mat_vec(c->in[1], c->in[2]));
    TRY(check_added(c->in[0], 1, c->in[1]->size));
    return out_shape(c, 0, 1, c->in[1]->size);
}

wz_status shape_mv(wz_call *c)
{
    TRY(mat_vec(c->in[0], c->in[1]));
    return out_shape(c, 0, 1, c->in[0]->size);
}

wz_status shape_dot(wz_call *c)
{
    const wz_tensor *a = c->in[0], *b = c->in[1];
    if (a->ndim != 1 || b->ndim != 1) return fail(WZ_SHAPE, "1D tensors expected, but got %dD and %dD tensors", a->ndim, b->ndim);
    if (a->size[0] != b->size[0])
        return fail(WZ_SHAPE, "inconsistent tensor size, expected tensor [%lld] and src [%lld] to have the same number of elements, but got %lld and "
                              "%lld elements respectively", (long long)a->size[0], (long long)b->size[0], (long long)a->size[0], (long long)b->size[0]);
    return out_shape(c, 0, 0, NULL);
}

wz_status shape_linear(wz_call *c)
{
    const wz_tensor *x = c->in[0], *w = c->in[1], *b = c->in[2];
    int64_t          size[WZ_MAX_DIMS];
    if (x->ndim < 1 || w->ndim < 1 || w->ndim > 2) return fail(WZ_SHAPE, "input must have at least 1 and weight 1 or 2 dimensions, got %d and %d", x->ndim, w->ndim);
    if (x->size[x->ndim - 1] != w->size[w->ndim - 1])
        return fail(WZ_SHAPE, "input and weight.T shapes cannot be multiplied (%s and %s)", SHAPE_OF(x), SHAPE_OF(w));
    memcpy(size, x->size, sizeof size);
    int n = w->ndim == 2 ? x->ndim : x->ndim - 1;
    if (w->ndim == 2) size[x->ndim - 1] = w->size[0];
    if (b) TRY(check_added(b, n, size));
    return out_shape(c, 0, n, size);
}

/* ---- reference ------------------------------------------------------------------------------------------ */

typedef struct product_args {
    wz_scalar alpha, beta;
    bool      conj_a;
} product_args;

static cdouble times(cdouble a, cdouble b) { return (cdouble){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

static void complex_element(const host_view *v, int64_t a, int64_t b, int64_t added, int64_t to, const product_args *p)
{
    cdouble sum = {0, 0};
    for (int64_t k = 0; k < v[0].size[2]; k++) {
        cdouble x = load_c128((wz_dtype)v[0].dtype, at(&v[0], a + k * v[0].stride[2]));
        if (p->conj_a) x.im = -x.im;
        cdouble t = times(x, load_c128((wz_dtype)v[1].dtype, at(&v[1], b + k * v[1].stride[1])));
        sum = (cdouble){sum.re + t.re, sum.im + t.im};
    }
    sum = times(sum, (cdouble){p->alpha.re, p->alpha.im});
    if (v[2].dtype) {
        cdouble t = times(load_c128((wz_dtype)v[2].dtype, at(&v[2], added)), (cdouble){p->beta.re, p->beta.im});
        sum = (cdouble){sum.re + t.re, sum.im + t.im};
    }
    store_c128((wz_dtype)v[3].dtype, at(&v[3], to), sum);
}

static void real_element(const host_view *v, int64_t a, int64_t b, int64_t added, int64_t to, const product_args *p)
{
    double sum = 0;
    for (int64_t k = 0; k < v[0].size[2]; k++)
        sum += load_f64((wz_dtype)v[0].dtype, at(&v[0], a + k * v[0].stride[2])) * load_f64((wz_dtype)v[1].dtype, at(&v[1], b + k * v[1].stride[1]));
    sum *= p->alpha.re;
    if (v[2].dtype) sum += p->beta.re * load_f64((wz_dtype)v[2].dtype, at(&v[2], added));
    store_f64((wz_dtype)v[3].dtype, at(&v[3], to), sum);
}

static void whole_element(const host_view *v, int64_t a, int64_t b, int64_t added, int64_t to, const product_args *p)
{
    uint64_t sum = 0; /* unsigned wraps; the stored low bits are the same for signed types */
    for (int64_t k = 0; k < v[0].size[2]; k++)
        sum += load_u64((wz_dtype)v[0].dtype, at(&v[0], a + k * v[0].stride[2])) * load_u64((wz_dtype)v[1].dtype, at(&v[1], b + k * v[1].stride[1]));
    sum *= (uint64_t)p->alpha.i;
    if (v[2].dtype) sum += (uint64_t)p->beta.i * load_u64((wz_dtype)v[2].dtype, at(&v[2], added));
    store_u64((wz_dtype)v[3].dtype, at(&v[3], to), sum);
}

/* views: a [B, M, K], b [B, K, N], added [B, M, N] or absent, out [B, M, N] */
static void ref_product_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view    *v = launch_views(l);
    const product_args *p = launch_args(l);
    int64_t             M = v[3].size[1], N = v[3].size[2], begin, end;
    wz_dtype_kind       kind = wz_dtype_get_kind((wz_dtype)v[3].dtype);
    part_range(v[3].numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t n = i % N, m = i / N % M, b = i / N / M, offset[4];
        for (int k = 0; k < 4; k++)
            offset[k] = b * v[k].stride[0] + (k == 1 ? 0 : m * v[k].stride[1]) + (k == 0 ? 0 : n * v[k].stride[2]);
        if (kind == WZ_KIND_COMPLEX) complex_element(v, offset[0], offset[1], offset[2], offset[3], p);
        else if (kind == WZ_KIND_FLOAT) real_element(v, offset[0], offset[1], offset[2], offset[3], p);
        else whole_element(v, offset[0], offset[1], offset[2], offset[3], p);
    }
}

/* ---- the forms -------------------------------------------------------------------------------------------- */

/* A view of t as [s0, s1, s2] with the given strides. */
static wz_tensor *view3(const wz_tensor *t, int64_t s0, int64_t s1, int64_t s2, int64_t d0, int64_t d1, int64_t d2)
{
    int64_t size[] = {s0, s1, s2}, stride[] = {d0, d1, d2};
    return tensor_view(t, 3, size, stride, t->offset);
}

static bool is_zero(wz_scalar v) { return v.re == 0 && v.im == 0; }

/* The operands of a call as [B, M, K], [B, K, N], the added term and the output as [B, M, N]. */
wz_status product_views(wz_call *c, product_operands *p)
{
    wz_tensor *a = c->in[0], *b = c->in[1], *out = c->out[0], *added = NULL;
    p->alpha = p->beta = wz_int(1);
    if (c->n_in == 3 && c->op != WZ_OP_linear) {
        added = c->in[0];
        a = c->in[1];
        b = c->in[2];
        p->beta = arg_scalar(c, 3);
        p->alpha = arg_scalar(c, 4);
        if (is_zero(p->beta)) added = NULL; /* not read: it may hold anything */
    }
    if (added && !(added = expand_to(added, out->ndim, out->size))) return error_status();
    p->added = NULL;
    switch (c->op) {
    case WZ_OP_mm:
    case WZ_OP_addmm:
        p->a = view3(a, 1, a->size[0], a->size[1], 0, a->stride[0], a->stride[1]);
        p->b = view3(b, 1, b->size[0], b->size[1], 0, b->stride[0], b->stride[1]);
        p->out = view3(out, 1, out->size[0], out->size[1], 0, out->stride[0], out->stride[1]);
        if (added) p->added = view3(added, 1, out->size[0], out->size[1], 0, added->stride[0], added->stride[1]);
        break;
    case WZ_OP_mv:
    case WZ_OP_addmv:
        p->a = view3(a, 1, a->size[0], a->size[1], 0, a->stride[0], a->stride[1]);
        p->b = view3(b, 1, b->size[0], 1, 0, b->stride[0], 0);
        p->out = view3(out, 1, out->size[0], 1, 0, out->stride[0], 0);
        if (added) p->added = view3(added, 1, out->size[0], 1, 0, added->stride[0], 0);
        break;
    case WZ_OP_dot:
        p->a = view3(a, 1, 1, a->size[0], 0, 0, a->stride[0]);
        p->b = view3(b, 1, b->size[0], 1, 0, b->stride[0], 0);
        p->out = view3(out, 1, 1, 1, 0, 0, 0);
        break;
    default:
        p->a = a;
        p->b = b;
        p->out = out;
        p->added = added;
    }
    return p->a && p->b && p->out ? WZ_OK : error_status();
}

static wz_status ref_product(wz_call *c)
{
    product_operands p;
    TRY(product_views(c, &p));
    product_args a = {p.alpha, p.beta, false};
    wz_tensor   *t[] = {p.a, p.b, p.added, p.out};
    return launch_host(c, ref_product_kernel, 4, t, 8, tensor_numel(p.out) * (p.a->size[2] + 1), 0, &a, sizeof a);
}

/* ---- linear: leading dims are rows ------------------------------------------------------------------------- */

/* x [..., K] as [R, K]: in place when the leading dims have one common stride, else packed. */
static wz_tensor *rows_of(wz_tensor *x, int64_t rows, int64_t cols)
{
    int64_t size[] = {rows, cols};
    return wz_reshape(x, size, 2);
}

wz_status linear_views(wz_call *c, product_operands *p, wz_tensor **result)
{
    wz_tensor *x = c->in[0], *w = c->in[1], *b = c->in[2], *out = c->out[0];
    int64_t    K = x->size[x->ndim - 1], N = w->ndim == 2 ? w->size[0] : 1, rows = 1;
    for (int d = 0; d + 1 < x->ndim; d++) rows *= x->size[d];
    *result = tensor_contiguous(out) ? out : tensor_empty_like(out, (wz_dtype)out->dtype);
    x = rows_of(x, rows, K);
    if (!x || !*result) return error_status();
    p->alpha = p->beta = wz_int(1);
    p->a = view3(x, 1, rows, K, 0, x->stride[0], x->stride[1]);
    p->b = view3(w, 1, K, N, 0, w->stride[w->ndim - 1], w->ndim == 2 ? w->stride[0] : 0);
    p->out = view3(*result, 1, rows, N, 0, N, 1);
    p->added = NULL;
    if (b && b->ndim <= 1 && w->ndim == 2) {
        p->added = view3(b, 1, rows, N, 0, 0, b->ndim && b->size[0] != 1 ? b->stride[0] : 0);
    } else if (b) { /* a bias with more dims varies by row */
        wz_tensor *full = expand_to(b, out->ndim, out->size);
        full = full ? rows_of(full, rows, N) : NULL;
        if (!full) return error_status();
        p->added = view3(full, 1, rows, N, 0, full->stride[0], full->stride[1]);
    }
    return p->a && p->b && p->out ? WZ_OK : error_status();
}

static wz_status ref_linear(wz_call *c)
{
    product_operands p;
    wz_tensor       *result;
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    TRY(linear_views(c, &p, &result));
    product_args a = {p.alpha, p.beta, false};
    wz_tensor   *t[] = {p.a, p.b, p.added, p.out};
    TRY(launch_host(c, ref_product_kernel, 4, t, 8, tensor_numel(p.out) * (p.a->size[2] + 1), 0, &a, sizeof a));
    return result == c->out[0] ? WZ_OK : tensor_copy(c->out[0], result);
}

const kernel_row matmul_rows[] = {
    {WZ_OP_mm, ON_REF, DT_NUM, NULL, ref_product},     {WZ_OP_bmm, ON_REF, DT_NUM, NULL, ref_product},
    {WZ_OP_addmm, ON_REF, DT_NUM, NULL, ref_product},  {WZ_OP_baddbmm, ON_REF, DT_NUM, NULL, ref_product},
    {WZ_OP_addmv, ON_REF, DT_NUM, NULL, ref_product},  {WZ_OP_mv, ON_REF, DT_NUM, NULL, ref_product},
    {WZ_OP_dot, ON_REF, DT_NUM, NULL, ref_product},    {WZ_OP_linear, ON_REF, DT_NUM, NULL, ref_linear},
    {.run = NULL},
};

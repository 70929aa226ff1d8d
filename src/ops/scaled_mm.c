/* scaled_mm.c - products of fp8 matrices with scales.
 *
 * A scale stands for a block of its operand; the block's size along each dim (a whole dim for the coarse
 * recipes) and the strides between scales are all that the kernel knows of a recipe.
 * SPDX-License-Identifier: MIT */
#include "../cpu/matmul.h"
#include "../op/op.h"
#include <math.h>
#include <string.h>
#include <wootz/ops.h>

wz_status dtype_scaled_mm(wz_call *c);
wz_status shape_scaled_mm(wz_call *c);
wz_status comp_scaled_mm(wz_call *c);

enum { TENSOR_WISE, ROW_WISE, BLOCK_1X16, BLOCK_1X32, BLOCK_1X128, BLOCK_128X128, N_RECIPES };
enum { WHOLE = 1 << 30, BLOCK = 128 };
static const char *const recipe_names[] = {"TensorWise", "RowWise", "BlockWise1x16", "BlockWise1x32", "BlockWise1x128", "BlockWise128x128"};

/* The call's operands, whichever of the two signatures it came through. */
typedef struct scaled {
    const wz_tensor *a, *b, *scale_a, *scale_b, *result;
    wz_tensor       *bias;
    int64_t          recipe_a, recipe_b;
} scaled;

static int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

static wz_status one_of_each(const wz_arg *scales, const wz_arg *recipes, const wz_arg *swizzles, const char *name)
{
    if (scales->n != 1 || recipes->n != 1)
        return fail(WZ_UNSUPPORTED, "%s: one scale and one recipe are supported, got %d and %d", name, scales->n, recipes->n);
    if (recipes->v.ints[0] < 0 || recipes->v.ints[0] >= N_RECIPES) return fail(WZ_INVALID, "%s: there is no scaling recipe %lld", name, (long long)recipes->v.ints[0]);
    for (int i = 0; i < swizzles->n; i++)
        if (swizzles->v.ints[i] != 0) return fail(WZ_UNSUPPORTED, "%s: swizzled scales are not supported", name);
    return WZ_OK;
}

static wz_status operands_of(const wz_call *c, scaled *s)
{
    memset(s, 0, sizeof *s);
    s->a = c->in[0];
    s->b = c->in[1];
    if (c->op == WZ_OP_scaled_mm) {
        TRY(one_of_each(&c->arg[2], &c->arg[3], &c->arg[6], "scale_a"));
        TRY(one_of_each(&c->arg[4], &c->arg[5], &c->arg[7], "scale_b"));
        s->scale_a = c->arg[2].v.tensors[0];
        s->scale_b = c->arg[4].v.tensors[0];
        s->recipe_a = c->arg[3].v.ints[0];
        s->recipe_b = c->arg[5].v.ints[0];
        s->bias = c->in[2];
        return WZ_OK;
    }
    s->scale_a = c->in[2];
    s->scale_b = c->in[3];
    s->bias = c->in[4];
    s->result = c->in[5];
    s->recipe_a = s->recipe_b = tensor_numel(s->scale_a) == 1 && tensor_numel(s->scale_b) == 1 ? TENSOR_WISE : ROW_WISE;
    return WZ_OK;
}

static wz_dtype wanted_dtype(const wz_call *c)
{
    int arg = c->op == WZ_OP_scaled_mm ? 9 : 6;
    return arg_given(c, arg) ? arg_dtype(c, arg) : (wz_dtype)c->in[0]->dtype;
}

wz_status dtype_scaled_mm(wz_call *c)
{
    c->out_dtype[0] = wanted_dtype(c);
    return WZ_OK;
}

static bool is_f8(wz_dtype d) { return (DT_F8 >> d & 1) != 0; }

/* ---- checks ---------------------------------------------------------------------------------------------- */

static wz_status check_scale(const wz_tensor *t, const char *name, int64_t recipe, int64_t rows, int64_t cols)
{
    if (recipe == BLOCK_1X16 || recipe == BLOCK_1X32)
        return fail(WZ_UNSUPPORTED, "%s: %s scaling needs float8_e8m0fnu or float4 numbers, which are not supported", name, recipe_names[recipe]);
    if (t->dtype != WZ_DTYPE_F32)
        return fail(WZ_INVALID, "%s must be float32 for %s scaling, got %s", name, recipe_names[recipe], wz_dtype_name((wz_dtype)t->dtype));
    if (recipe == TENSOR_WISE)
        return tensor_numel(t) == 1 ? WZ_OK : fail(WZ_INVALID, "%s must have 1 element for TensorWise scaling, got shape %s", name, SHAPE_OF(t));
    if (tensor_numel(t) != rows * cols)
        return fail(WZ_INVALID, "%s must have %lld elements for %s scaling, got shape %s", name, (long long)(rows * cols), recipe_names[recipe], SHAPE_OF(t));
    if (t->ndim != 2 || t->size[0] != rows || t->size[1] != cols)
        return fail(WZ_INVALID, "%s must have shape (%lld, %lld) for %s scaling, got %s", name, (long long)rows, (long long)cols, recipe_names[recipe], SHAPE_OF(t));
    return WZ_OK;
}

static wz_status check_scales(const scaled *s)
{
    int64_t M = s->a->size[0], K = s->a->size[1], N = s->b->size[1], k_blocks = ceil_div(K, BLOCK);
    bool    coarse_a = s->recipe_a <= ROW_WISE, coarse_b = s->recipe_b <= ROW_WISE;
    if ((coarse_a || coarse_b) && s->recipe_a != s->recipe_b)
        return fail(WZ_INVALID, "scale_a with %s and scale_b with %s scaling do not go together", recipe_names[s->recipe_a], recipe_names[s->recipe_b]);
    int64_t rows_a = s->recipe_a == BLOCK_128X128 ? ceil_div(M, BLOCK) : M, cols_b = s->recipe_b == BLOCK_128X128 ? ceil_div(N, BLOCK) : N;
    TRY(check_scale(s->scale_a, "scale_a", s->recipe_a, rows_a, coarse_a ? 1 : k_blocks));
    return check_scale(s->scale_b, "scale_b", s->recipe_b, coarse_b ? 1 : k_blocks, cols_b);
}

static wz_status check_contraction(const wz_arg *dims)
{
    bool usual = dims->n == 2 && (dims->v.ints[0] == 1 || dims->v.ints[0] == -1) && (dims->v.ints[1] == 0 || dims->v.ints[1] == -2);
    return dims->n == 0 || usual ? WZ_OK : fail(WZ_INVALID, "contraction_dim must be empty or (1, 0), got %s", sizes_text(dims->n, dims->v.ints));
}

static wz_status check_bias(const wz_tensor *bias, wz_dtype out)
{
    if (!bias) return WZ_OK;
    if (out == WZ_DTYPE_F32) return fail(WZ_INVALID, "Bias is not supported when out_dtype is set to Float32");
    if (bias->dtype != WZ_DTYPE_F16 && bias->dtype != WZ_DTYPE_BF16)
        return fail(WZ_INVALID, "Bias must be BFloat16 or Half, but got %s", wz_dtype_name((wz_dtype)bias->dtype));
    if (!is_f8(out) && bias->dtype != (uint8_t)out)
        return fail(WZ_INVALID, "Bias must have the output's dtype %s, but got %s", wz_dtype_name(out), wz_dtype_name((wz_dtype)bias->dtype));
    return WZ_OK;
}

wz_status shape_scaled_mm(wz_call *c)
{
    const wz_tensor *a = c->in[0], *b = c->in[1];
    wz_dtype         out = c->out_dtype[0];
    scaled           s;
    if (a->ndim != 2 || b->ndim != 2) return fail(WZ_SHAPE, "both operands must be matrices, got shapes %s and %s", SHAPE_OF(a), SHAPE_OF(b));
    if (a->size[1] != b->size[0])
        return fail(WZ_SHAPE, "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)", (long long)a->size[0], (long long)a->size[1],
                    (long long)b->size[0], (long long)b->size[1]);
    TRY(operands_of(c, &s));
    if (c->op == WZ_OP_scaled_mm) TRY(check_contraction(&c->arg[10]));
    TRY(check_scales(&s));
    if (s.result && (tensor_numel(s.result) != 1 || s.result->dtype != WZ_DTYPE_F32)) return fail(WZ_SHAPE, "scale_result must be a float32 scalar");
    if (s.bias && tensor_numel(s.bias) != b->size[1])
        return fail(WZ_SHAPE, "Bias must be size %lld but got %lld", (long long)b->size[1], (long long)tensor_numel(s.bias));
    if (!is_f8((wz_dtype)a->dtype)) return fail(WZ_SHAPE, "Expected self to be Float8 matrix got %s", wz_dtype_name((wz_dtype)a->dtype));
    if (!is_f8((wz_dtype)b->dtype)) return fail(WZ_SHAPE, "Expected mat2 to be Float8 matrix got %s", wz_dtype_name((wz_dtype)b->dtype));
    if (!is_f8(out) && out != WZ_DTYPE_F32 && out != WZ_DTYPE_F16 && out != WZ_DTYPE_BF16)
        return fail(WZ_SHAPE, "the output's dtype must be float32, float16, bfloat16 or a float8 one, got %s", wz_dtype_name(out));
    TRY(check_bias(s.bias, out));
    int64_t size[] = {a->size[0], b->size[1]};
    return out_shape(c, 0, 2, size);
}

/* ---- reference ------------------------------------------------------------------------------------------- */

typedef struct scaled_args {
    int64_t rows_a, cols_b, k_a, k_b; /* a scale stands for so many rows, columns and elements of the sum */
    int64_t a_row, a_k, b_k, b_col;   /* strides between scales */
    int64_t step;                     /* elements of the sum that share all scales */
} scaled_args;

static scaled_args args_of(const scaled *s)
{
    scaled_args      r = {WHOLE, WHOLE, INT64_MAX / 2, INT64_MAX / 2, 0, 0, 0, 0, INT64_MAX / 2};
    const wz_tensor *a = s->scale_a, *b = s->scale_b;
    r.rows_a = s->recipe_a == BLOCK_128X128 ? BLOCK : 1;
    r.cols_b = s->recipe_b == BLOCK_128X128 ? BLOCK : 1;
    if (s->recipe_a != TENSOR_WISE) {
        r.a_row = a->size[0] == 1 ? 0 : a->stride[0];
        r.b_col = b->size[1] == 1 ? 0 : b->stride[1];
    }
    if (s->recipe_a > ROW_WISE) {
        r.k_a = r.k_b = r.step = BLOCK;
        r.a_k = a->stride[1];
        r.b_k = b->stride[0];
    }
    return r;
}

static double scaled_element(const host_view *v, const scaled_args *s, int64_t m, int64_t n)
{
    int64_t K = v[0].size[1], a_at = m * v[0].stride[0], b_at = n * v[1].stride[1];
    double  total = 0;
    for (int64_t k0 = 0; k0 < K; k0 += s->step) {
        double sum = 0;
        for (int64_t k = k0; k < K && k < k0 + s->step; k++)
            sum += load_f64((wz_dtype)v[0].dtype, at(&v[0], a_at + k * v[0].stride[1])) * load_f64((wz_dtype)v[1].dtype, at(&v[1], b_at + k * v[1].stride[0]));
        double scale_a = load_f64(WZ_DTYPE_F32, at(&v[2], m / s->rows_a * s->a_row + k0 / s->k_a * s->a_k));
        double scale_b = load_f64(WZ_DTYPE_F32, at(&v[3], n / s->cols_b * s->b_col + k0 / s->k_b * s->b_k));
        total += sum * scale_a * scale_b;
    }
    return total;
}

/* views: a, b, scale_a, scale_b, bias [N] or absent, scale_result or absent, out */
static void ref_scaled_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view   *v = launch_views(l), *bias = v + 4, *result = v + 5, *out = v + 6;
    const scaled_args *s = launch_args(l);
    int64_t            N = out->size[1], begin, end;
    double             factor = result->dtype ? load_f64(WZ_DTYPE_F32, result->data) : 1;
    part_range(out->numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t m = i / N, n = i % N;
        double  y = scaled_element(v, s, m, n);
        if (bias->dtype && v[0].size[1]) y += load_f64((wz_dtype)bias->dtype, at(bias, n * bias->stride[0]));
        store_f64((wz_dtype)out->dtype, at(out, m * out->stride[0] + n * out->stride[1]), y * factor);
    }
}

static wz_status launch_scaled(wz_call *c, cpu_kernel_fn fn, int64_t work)
{
    scaled s;
    TRY(operands_of(c, &s));
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    scaled_args a = args_of(&s);
    int64_t     N = s.b->size[1];
    wz_tensor  *bias = s.bias ? wz_reshape(s.bias, &N, 1) : NULL;
    if (s.bias && !bias) return error_status();
    bool       f8 = is_f8((wz_dtype)c->out[0]->dtype);
    wz_tensor *t[] = {c->in[0], c->in[1], (wz_tensor *)s.scale_a, (wz_tensor *)s.scale_b, bias, f8 ? (wz_tensor *)s.result : NULL, c->out[0]};
    return launch_host(c, fn, 7, t, 64, work, work == 1 ? 2 : 0, &a, sizeof a);
}

static wz_status ref_scaled_mm(wz_call *c) { return launch_scaled(c, ref_scaled_kernel, tensor_numel(c->out[0]) * (c->in[0]->size[1] + 1)); }

/* ---- fast: the block product scales in its last step -------------------------------------------------------- */

static void fast_scaled_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts; /* the product shares itself out */
    const host_view   *v = launch_views(l), *bias = v + 4, *out = v + 6;
    const scaled_args *s = launch_args(l);
    cpu_matmul         p = {
        .batch = 1, .m = out->size[0], .n = out->size[1], .k = v[0].size[1],
        .a_dtype = (wz_dtype)v[0].dtype, .b_dtype = (wz_dtype)v[1].dtype, .c_dtype = (wz_dtype)out->dtype,
        .a = v[0].data, .b = v[1].data, .c = out->data,
        .a_row = v[0].stride[0], .a_col = v[0].stride[1], .b_row = v[1].stride[0], .b_col = v[1].stride[1],
        .c_row = out->stride[0], .c_col = out->stride[1], .alpha = 1,
        .row_scale = (const float *)(const void *)v[2].data, .col_scale = (const float *)(const void *)v[3].data,
        .row_scale_stride = s->a_row, .col_scale_stride = s->b_col,
    };
    if (bias->dtype && p.k) {
        p.bias = bias->data;
        p.bias_stride = bias->stride[0];
    }
    wz_status status = cpu_matmul_run(&p);
    if (status != WZ_OK) kernel_error(l, status, "%s", wz_error());
}

static bool coarse(const wz_call *c)
{
    scaled s;
    return operands_of(c, &s) == WZ_OK && s.recipe_a <= ROW_WISE && !s.result && (!s.bias || s.bias->dtype == c->out[0]->dtype);
}

static wz_status fast_scaled_mm(wz_call *c) { return launch_scaled(c, fast_scaled_kernel, 1); }

wz_status comp_scaled_mm(wz_call *c)
{
    static const int order[] = {0, 1, 2, 3, 5, 6, 4, 7, 8, 9, 10, 11};
    wz_arg           args[12];
    for (int i = 0; i < 12; i++) args[i] = c->arg[order[i]];
    c->out[0] = NULL;
    return op_call(WZ_OP_scaled_mm, args, c->out);
}

const kernel_row scaled_mm_rows[] = {
    {WZ_OP_scaled_mm, ON_REF, DT_F8, NULL, ref_scaled_mm},
    {WZ_OP_scaled_mm, ON_SIMD, DT_F8, coarse, fast_scaled_mm},
    {WZ_OP_scaled_mm_by_shape, ON_REF, DT_F8, NULL, ref_scaled_mm},
    {WZ_OP_scaled_mm_by_shape, ON_SIMD, DT_F8, coarse, fast_scaled_mm},
    {.run = NULL},
};

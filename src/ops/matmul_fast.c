/* matmul_fast.c - matrix products by the CPU's packed blocks: floats of any strides.
 *
 * An added term that is the same for every row goes along as a bias; any other is first put into the
 * output, where the product then adds to it.
 * SPDX-License-Identifier: MIT */
#include "../cpu/matmul.h"
#include "matmul.h"

/* views: a [B, M, K], b [B, K, N], bias [1, 1, N] or absent, out [B, M, N] */
static void product_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts; /* the product shares itself out */
    const host_view *v = launch_views(l);
    const double    *factor = launch_args(l);
    cpu_matmul       p = {
        .batch = v[3].size[0], .m = v[3].size[1], .n = v[3].size[2], .k = v[0].size[2],
        .a_dtype = (wz_dtype)v[0].dtype, .b_dtype = (wz_dtype)v[1].dtype, .c_dtype = (wz_dtype)v[3].dtype,
        .a = v[0].data, .b = v[1].data, .c = v[3].data,
        .a_batch = v[0].stride[0], .a_row = v[0].stride[1], .a_col = v[0].stride[2],
        .b_batch = v[1].stride[0], .b_row = v[1].stride[1], .b_col = v[1].stride[2],
        .c_batch = v[3].stride[0], .c_row = v[3].stride[1], .c_col = v[3].stride[2],
        .alpha = factor[0], .beta = factor[1],
    };
    if (v[2].dtype) {
        p.bias = v[2].data;
        p.bias_stride = v[2].stride[2];
    }
    wz_status status = cpu_matmul_run(&p);
    if (status != WZ_OK) kernel_error(l, status, "%s", wz_error());
}

static wz_status run_product(wz_call *c, const product_operands *p)
{
    wz_tensor *added = p->added, *t[] = {p->a, p->b, NULL, p->out};
    double     factor[2] = {p->alpha.re, 0};
    if (tensor_numel(p->out) == 0) return WZ_OK;
    if (added && p->beta.re == 1 && added->stride[0] == 0 && (added->stride[1] == 0 || added->size[1] == 1)) {
        t[2] = added;
    } else if (added) {
        TRY(tensor_copy(p->out, added));
        factor[1] = p->beta.re;
    }
    return launch_host(c, product_kernel, 4, t, 8, 1, 2, factor, sizeof factor);
}

static wz_status fast_product(wz_call *c)
{
    product_operands p;
    TRY(product_views(c, &p));
    return run_product(c, &p);
}

static wz_status fast_linear(wz_call *c)
{
    product_operands p;
    wz_tensor       *result;
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    TRY(linear_views(c, &p, &result));
    TRY(run_product(c, &p));
    return result == c->out[0] ? WZ_OK : tensor_copy(c->out[0], result);
}

const kernel_row matmul_fast_rows[] = {
    {WZ_OP_mm, ON_SIMD, DT_FLOAT, NULL, fast_product},     {WZ_OP_bmm, ON_SIMD, DT_FLOAT, NULL, fast_product},
    {WZ_OP_addmm, ON_SIMD, DT_FLOAT, NULL, fast_product},  {WZ_OP_baddbmm, ON_SIMD, DT_FLOAT, NULL, fast_product},
    {WZ_OP_addmv, ON_SIMD, DT_FLOAT, NULL, fast_product},  {WZ_OP_mv, ON_SIMD, DT_FLOAT, NULL, fast_product},
    {WZ_OP_dot, ON_SIMD, DT_FLOAT, NULL, fast_product},    {WZ_OP_linear, ON_SIMD, DT_FLOAT, NULL, fast_linear},
    {.run = NULL},
};

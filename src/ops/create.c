/* create.c - tensors from nothing: fills and ranges.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <string.h>

/* ---- fill_ ------------------------------------------------------------------------------------------------------- */

typedef struct fill_args {
    unsigned char element[16];   /* the value in the tensor's dtype */
} fill_args;

static void ref_fill_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *x = launch_views(l);
    const fill_args *a = launch_args(l);
    int64_t          begin, end;
    nd_iter          it;
    part_range(x->numel, part, n_parts, &begin, &end);
    if (begin == end) return;
    nd_begin(&it, x->ndim, x->size, 1, &x, begin);
    for (int64_t i = begin; i < end; i++, nd_next(&it)) memcpy(at(x, it.offset[0]), a->element, x->bytes);
}

static wz_status scalar_element(wz_scalar v, wz_dtype d, void *element)
{
    if (v.kind == WZ_KIND_COMPLEX) store_c128(d, element, (cdouble){v.re, v.im});
    else if (v.kind == WZ_KIND_FLOAT) store_f64(d, element, v.re);
    else if (v.kind == WZ_KIND_UINT) store_u64(d, element, (uint64_t)v.i);
    else store_i64(d, element, v.i);
    return WZ_OK;
}

static wz_status ref_fill_(wz_call *c)
{
    fill_args a = {{0}};
    TRY(scalar_element(arg_scalar(c, 1), c->dtype, a.element));
    wz_tensor *t[1] = {c->in[0]};
    return launch_host(c, ref_fill_kernel, 1, t, 1, tensor_numel(c->in[0]), 0, &a, sizeof a);
}

const kernel_row create_rows[] = {
    {WZ_OP_fill_, ON_REF, DT_ALL, NULL, ref_fill_},
    {.run = NULL},
};

/* copy.c - moving elements between tensors, with conversion and broadcasting.
 * SPDX-License-Identifier: MIT */
#include "../op/gpu.h"
#include <string.h>

wz_status dtype_copy(wz_call *c);
wz_status shape_copy(wz_call *c);

/* ---- reference ----------------------------------------------------------------------------------------------- */

/* views: src, dst; dst's elements in row-major order, src broadcast to them */
static void ref_copy_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *src = launch_views(l), *dst = src + 1, *both[2] = {src, dst};
    int64_t          begin, end;
    nd_iter          it;
    part_range(dst->numel, part, n_parts, &begin, &end);
    if (begin == end) return;
    nd_begin(&it, dst->ndim, dst->size, 2, both, begin);
    for (int64_t i = begin; i < end; i++, nd_next(&it)) {
        if (src->dtype == dst->dtype) memcpy(at(dst, it.offset[1]), at(src, it.offset[0]), dst->bytes);
        else convert_element((wz_dtype)dst->dtype, at(dst, it.offset[1]), (wz_dtype)src->dtype, at(src, it.offset[0]));
    }
}

static wz_status copy_on(wz_call *c, wz_tensor *dst, wz_tensor *src)
{
    wz_tensor *t[2] = {src, dst};
    return launch_host(c, ref_copy_kernel, 2, t, 2, tensor_numel(dst), 0, NULL, 0);
}

static wz_status ref_copy_(wz_call *c) { return copy_on(c, c->in[0], c->in[1]); }
static wz_status ref_clone(wz_call *c) { return copy_on(c, c->out[0], c->in[0]); }

/* ---- rules ----------------------------------------------------------------------------------------------------- */

wz_status dtype_copy(wz_call *c)
{
    c->dtype = (wz_dtype)c->in[0]->dtype;
    c->out_dtype[0] = c->dtype;
    return WZ_OK;
}

wz_status shape_copy(wz_call *c)
{
    wz_tensor *fits = expand_to(c->in[1], c->in[0]->ndim, c->in[0]->size);
    return fits ? WZ_OK : error_status();
}

/* ---- between devices -------------------------------------------------------------------------------------------- */

/* Converted on the side where an element is smaller on its way, packed where it is not. */
wz_status copy_across(wz_call *c)
{
    wz_tensor *dst = c->in[0], *src = c->in[1];
    wz_dtype   to = (wz_dtype)dst->dtype, from = (wz_dtype)src->dtype, travel = wz_dtype_bytes(to) < wz_dtype_bytes(from) ? to : from;
    if (tensor_numel(dst) == 0) return WZ_OK;
    src = tensor_to(src, travel);
    if (!src) return error_status();
    bool direct = travel == to && tensor_contiguous(dst) && tensor_numel(dst) == tensor_numel(src);
    if (direct) return tensor_transfer(dst, src);
    wz_tensor *landed = tensor_empty(travel, src->ndim, src->size, c->dev);
    if (!landed) return error_status();
    TRY(tensor_transfer(landed, src));
    return tensor_copy(dst, landed);
}

/* ---- on a GPU ----------------------------------------------------------------------------------------------------- */

static wz_status gpu_copy_(wz_call *c) { return gpu_copy(c, c->in[0], c->in[1]); }
static wz_status gpu_clone(wz_call *c) { return gpu_copy(c, c->out[0], c->in[0]); }

/* ---- for the rest of the library ------------------------------------------------------------------------------- */

wz_status tensor_copy(wz_tensor *dst, const wz_tensor *src)
{
    wz_arg     args[3] = {{.kind = WZ_ARG_TENSOR, .v.tensor = dst},
                          {.kind = WZ_ARG_TENSOR, .v.tensor = (wz_tensor *)src},
                          {.kind = WZ_ARG_BOOL, .v.b = false}};
    wz_tensor *out = NULL;
    return op_call(WZ_OP_copy_, args, &out);
}

wz_tensor *tensor_to(const wz_tensor *t, wz_dtype dtype)
{
    if (t->dtype == (uint8_t)dtype && tensor_contiguous(t)) return (wz_tensor *)t;
    wz_tensor *out = tensor_empty_like(t, dtype);
    return out && tensor_copy(out, t) == WZ_OK ? out : NULL;
}

wz_tensor *tensor_pack(const wz_tensor *t) { return tensor_to(t, (wz_dtype)t->dtype); }

const kernel_row copy_rows[] = {
    {WZ_OP_copy_, ON_REF, DT_ALL, NULL, ref_copy_},
    {WZ_OP_clone, ON_REF, DT_ALL, NULL, ref_clone},
    {WZ_OP_copy_, ON_GPU, DT_ALL, NULL, gpu_copy_},
    {WZ_OP_clone, ON_GPU, DT_ALL, NULL, gpu_clone},
    {.run = NULL},
};

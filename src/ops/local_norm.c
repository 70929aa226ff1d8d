/* local_norm.c - local response normalisation (AlexNet's): a channel is damped by its neighbours.
 * SPDX-License-Identifier: MIT */
#include "doubles.h"
#include <math.h>

wz_status shape_local_norm(wz_call *c);

typedef struct local_args {
    int64_t size;
    double  alpha, beta, k;
} local_args;

wz_status shape_local_norm(wz_call *c)
{
    const wz_tensor *x = c->in[0];
    if (x->ndim < 3) return fail(WZ_INVALID, "Expected 3D or higher dimensionality input (got %d dimensions)", x->ndim);
    if (arg_int(c, 1) < 1) return fail(WZ_INVALID, "size must be at least 1, got %lld", (long long)arg_int(c, 1));
    return out_shape_like(c, 0, x);
}

static void ref_local_norm_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view  *x = launch_views(l), *out = x + 1;
    const local_args *a = launch_args(l);
    host_view         from = view_keep_dims(x, ~3u), to = view_keep_dims(out, ~3u); /* a channel of a sample */
    int64_t           channels = x->size[1], begin, end;
    double           *value = scratch_doubles(l, channels);
    if (!value) return;
    part_range(x->size[0] * from.numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        int64_t n = i / from.numel, s = i % from.numel;
        int64_t in = n * x->stride[0] + view_offset(&from, s), to_at = n * out->stride[0] + view_offset(&to, s);
        for (int64_t ch = 0; ch < channels; ch++) value[ch] = load_f64((wz_dtype)x->dtype, at(x, in + ch * x->stride[1]));
        for (int64_t ch = 0; ch < channels; ch++) {
            int64_t low = ch - a->size / 2, high = low + a->size;
            double  sum = 0;
            for (int64_t k = low < 0 ? 0 : low; k < high && k < channels; k++) sum += value[k] * value[k];
            double y = value[ch] / pow(a->k + a->alpha * sum / (double)a->size, a->beta);
            store_f64((wz_dtype)out->dtype, at(out, to_at + ch * out->stride[1]), y);
        }
    }
    mem_free(value);
}

static wz_status ref_local_norm(wz_call *c)
{
    local_args a = {arg_int(c, 1), arg_float(c, 2), arg_float(c, 3), arg_float(c, 4)};
    if (tensor_numel(c->in[0]) == 0) return WZ_OK;
    return launch_call(c, ref_local_norm_kernel, tensor_numel(c->in[0]) * 32, 0, &a, sizeof a);
}

const kernel_row local_norm_rows[] = {
    {WZ_OP_local_response_norm, ON_REF, DT_FLOAT, NULL, ref_local_norm},
    {.run = NULL},
};

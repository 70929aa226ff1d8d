/* cast.c - tensors in another dtype, on another device or packed; the tensor itself when nothing changes.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <wootz/ops.h>

wz_status comp_contiguous(wz_call *c)
{
    c->out[0] = tensor_contiguous(c->in[0]) ? c->in[0] : wz_clone(c->in[0]);
    return c->out[0] ? WZ_OK : error_status();
}

/* A packed copy on another device, by way of host memory on one side. */
static wz_tensor *moved(wz_tensor *x, wz_device *dev)
{
    wz_tensor *packed = tensor_pack(x);
    if (!packed) return NULL;
    size_t bytes = (size_t)tensor_numel(x) * wz_dtype_bytes((wz_dtype)x->dtype);
    if (x->storage->dev->kind == WZ_DEVICE_CPU) {
        void *host = wz_tensor_data(packed);
        return host || bytes == 0 ? wz_tensor_from((wz_dtype)x->dtype, x->ndim, x->size, host, dev) : NULL;
    }
    wz_tensor *host = tensor_empty((wz_dtype)x->dtype, x->ndim, x->size, wz_device_cpu());
    if (!host || (bytes && wz_tensor_read(packed, tensor_host(host), bytes) != WZ_OK)) return NULL;
    return dev->kind == WZ_DEVICE_CPU
               ? host
               : wz_tensor_from((wz_dtype)x->dtype, x->ndim, x->size, tensor_host(host), dev);
}

static wz_status cast(wz_call *c, wz_dtype dtype, wz_device *dev, bool copy)
{
    wz_tensor *x = c->in[0];
    bool converts = dtype != WZ_DTYPE_NONE && dtype != x->dtype, moves = dev && dev != x->storage->dev;
    if (converts) {
        wz_tensor *out = tensor_empty_like(x, dtype);
        if (!out) return error_status();
        TRY(tensor_copy(out, x));
        x = out;
    } else if (copy && !moves) {
        x = wz_clone(x);
    }
    if (x && moves) x = moved(x, dev);
    c->out[0] = x;
    return x ? WZ_OK : error_status();
}

wz_status comp_to_dtype(wz_call *c) { return cast(c, arg_dtype(c, 1), NULL, arg_bool(c, 3)); }

wz_status comp_to_device(wz_call *c)
{
    return cast(c, arg_dtype(c, 2), arg_given(c, 1) ? c->arg[1].v.device : NULL, arg_bool(c, 4));
}

wz_status comp_to_other(wz_call *c)
{
    return cast(c, (wz_dtype)c->in[1]->dtype, c->in[1]->storage->dev, arg_bool(c, 3));
}

wz_status comp_type_as(wz_call *c) { return cast(c, (wz_dtype)c->in[1]->dtype, c->in[1]->storage->dev, false); }

/* cast.c - tensors in another dtype, on another device or packed; the tensor itself when nothing changes.
 * SPDX-License-Identifier: MIT */
#include "../op/op.h"
#include <wootz/ops.h>

wz_status comp_contiguous(wz_call *c)
{
    c->out[0] = tensor_contiguous(c->in[0]) ? c->in[0] : wz_clone(c->in[0]);
    return c->out[0] ? WZ_OK : error_status();
}

static wz_status cast(wz_call *c, wz_dtype dtype, wz_device *dev, bool copy)
{
    wz_tensor *x = c->in[0];
    wz_device *to = dev ? dev : x->storage->dev;
    if (dtype == WZ_DTYPE_NONE) dtype = (wz_dtype)x->dtype;
    if (dtype != (wz_dtype)x->dtype || to != x->storage->dev) {
        wz_tensor *out = tensor_empty(dtype, x->ndim, x->size, to);
        if (!out) return error_status();
        TRY(tensor_copy(out, x));
        x = out;
    } else if (copy) {
        x = wz_clone(x);
    }
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

/* wrappers.c - bodies of the functions in wootz/ops.h, made from the op table by tools/genops. Do not
 * edit. Each packs its arguments and takes the one path of every op (call.c).
 * SPDX-License-Identifier: MIT */
#include "wrap.h"

wz_tensor *wz_copy_(wz_tensor *dst, wz_tensor *src, bool non_blocking)
{
    const wz_arg args[] = {TENSOR(dst), TENSOR(src), BOOL(non_blocking)};
    return wrap_call(WZ_OP_copy_, args, 1, NULL);
}

wz_tensor *wz_clone(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_clone, args, 1, NULL);
}

wz_tensor *wz_fill_(wz_tensor *x, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(x), SCALAR(value)};
    return wrap_call(WZ_OP_fill_, args, 1, NULL);
}


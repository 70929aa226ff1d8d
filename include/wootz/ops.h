/* ops.h - one function per operation, made from the op table by tools/genops. Do not edit.
 *
 * Every function returns its first result in the current scope, or NULL on error (wz_error() says
 * why); further results come through the pointers at the end. Where the signature has '?', NULL (or
 * WZ_DTYPE_NONE) stands for None. A NULL tensor that may not be absent gives NULL.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_OPS_H
#define WOOTZ_OPS_H
#include <wootz/wootz.h>

#ifdef __cplusplus
extern "C" {
#endif

/* copy_(dst: tensor!, src: tensor, non_blocking: bool = False) -> dst
 * Copies src into dst, converting the dtype and broadcasting src to dst's shape. */
WZ_API wz_tensor *wz_copy_(wz_tensor *dst, wz_tensor *src, bool non_blocking);

/* clone(x: tensor) -> out
 * A packed copy of x. */
WZ_API wz_tensor *wz_clone(wz_tensor *x);

/* fill_(x: tensor!, value: scalar) -> x
 * Sets every element of x to value. */
WZ_API wz_tensor *wz_fill_(wz_tensor *x, wz_scalar value);

#ifdef __cplusplus
}
#endif
#endif

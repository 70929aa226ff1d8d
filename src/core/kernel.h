/* kernel.h - the kernels that a device has built from text, found by their keys.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_KERNEL_H
#define WZ_CORE_KERNEL_H
#include "core.h"

struct kernel_cache;

wz_status kernel_cache_new(struct kernel_cache **out);
void      kernel_cache_free(struct kernel_cache *c);   /* before the device is closed */
/* The kernel of the key on dev, built on first use. It lives as long as the device. */
wz_status kernel_get(wz_device *dev, const wz_kernel_key *key, wz_kernel *out);
#endif

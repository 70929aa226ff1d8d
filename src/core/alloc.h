/* alloc.h - the caching allocator above a backend's raw blocks, one per device.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_ALLOC_H
#define WZ_CORE_ALLOC_H
#include "core.h"

typedef struct allocator allocator;
typedef struct chunk chunk;

wz_status allocator_new(wz_device *dev, allocator **out);
void      allocator_free(allocator *a);
/* A piece of at least `bytes` that stream s may use at once. block and offset say where. */
wz_status alloc_chunk(allocator *a, size_t bytes, wz_stream *s, chunk **out, wz_block *block, size_t *offset);
/* Gives it back. Work issued so far on the n user streams may still use it; its owner's order makes
 * reuse on the owner safe at once. */
void      alloc_release(allocator *a, chunk *c, int n, wz_stream *const *users);
wz_status alloc_trim(allocator *a);
void      alloc_stats(allocator *a, wz_memory_stats *out);
void      alloc_reset_peak(allocator *a);
void      alloc_set_limit(allocator *a, uint64_t bytes);
/* Free memory of a closed stream goes to the device's default stream. */
void      alloc_adopt(allocator *a, wz_stream *from, wz_stream *to);
#endif

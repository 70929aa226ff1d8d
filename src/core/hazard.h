/* hazard.h - which commands must wait for earlier ones, by byte range.
 *
 * A concurrent encoder runs commands in any order between barriers. hazard_add takes a command's ranges
 * and says whether a barrier must come before it: read-after-write, write-after-read or write-after-write
 * with anything since the last barrier. Ranges, not whole blocks, because tensors share few blocks.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_HAZARD_H
#define WZ_CORE_HAZARD_H
#include "backend.h"

typedef struct hazard_range {
    uintptr_t begin, end;  /* addresses: block handle plus offset */
    bool      write;
} hazard_range;

typedef struct hazard_set {
    hazard_range *range;
    size_t        n, room;
} hazard_set;

/* *barrier: whether this launch conflicts with what was added since the last barrier; if so the set now
 * holds this launch alone. */
wz_status hazard_add(hazard_set *set, const wz_launch *l, bool *barrier);
void      hazard_clear(hazard_set *set);
void      hazard_free(hazard_set *set);
#endif

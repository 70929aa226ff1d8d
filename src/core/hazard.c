/* hazard.c - see hazard.h. A linear scan: a batch holds a few dozen commands of a few ranges.
 * SPDX-License-Identifier: MIT */
#include "hazard.h"
#include "error.h"
#include "mem.h"

static hazard_range range_of(const wz_launch *l, int i)
{
    uintptr_t begin = (uintptr_t)l->buffer[i].block.handle + l->buffer[i].offset;
    return (hazard_range){begin, begin + l->buffer[i].bytes, (l->access[i] & SPAN_WRITE) != 0};
}

static bool conflicts(const hazard_set *set, hazard_range r)
{
    for (size_t k = 0; k < set->n; k++) {
        const hazard_range *e = &set->range[k];
        if ((r.write || e->write) && r.begin < e->end && e->begin < r.end) return true;
    }
    return false;
}

wz_status hazard_add(hazard_set *set, const wz_launch *l, bool *barrier)
{
    *barrier = false;
    for (int i = 0; i < l->n_buffers && !*barrier; i++) *barrier = conflicts(set, range_of(l, i));
    size_t need = (*barrier ? 0 : set->n) + (size_t)l->n_buffers;
    if (need > set->room) {
        size_t        room = need * 2;
        hazard_range *range = mem_grow(set->range, room * sizeof *range);
        if (!range) return WZ_NOMEM;
        set->range = range;
        set->room = room;
    }
    if (*barrier) set->n = 0;
    for (int i = 0; i < l->n_buffers; i++) set->range[set->n++] = range_of(l, i);
    return WZ_OK;
}

void hazard_clear(hazard_set *set) { set->n = 0; }

void hazard_free(hazard_set *set)
{
    mem_free(set->range);
    *set = (hazard_set){0};
}

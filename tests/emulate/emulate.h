/* emulate.h - runs a dialect kernel on the CPU, one coroutine a logical thread, and reports what a GPU
 * would let pass in silence.
 *
 * Kernels compiled through device/host/compat.h land in a table (emu_find). A launch runs groups
 * interleaved, in an order drawn from a seed, with threadgroup memory poisoned and every buffer checked.
 * In the checked build (kernels compiled with -fsanitize=thread, linked with check.c instead of the
 * sanitizer) each access is looked at: bounds, uninitialised memory, races, with file and line.
 * SPDX-License-Identifier: MIT */
#ifndef EMULATE_H
#define EMULATE_H
#include "../../src/device/host/table.h"

typedef struct emu_options {
    uint64_t      seed;         /* 0: threads in order; else an order drawn from it */
    unsigned      resident;     /* groups that run interleaved; 0 means 1, at most 8 */
    unsigned char poison;       /* what threadgroup memory holds at first */
    uint64_t      max_switches; /* more is called a livelock; 0 means 2^40 */
} emu_options;

typedef struct emu_stats {
    uint64_t threads, switches, accesses;
} emu_stats;

/* A buffer as bound: what the kernel may touch. The last one is the argument struct. */
typedef struct emu_buffer {
    void  *p;
    size_t bytes;
} emu_buffer;

/* Memory between pages that fault, ending at the last 16-byte unit before one. Filled with 0xff. */
void *emu_alloc(size_t bytes);
void  emu_free(void *p);

/* Is this the checked build? */
int emu_checked(void);
/* The kernels that were compiled in. */
size_t         emu_count(void);
const k_entry *emu_get(size_t i);
const k_entry *emu_find(const char *name);

/* Runs n_groups groups. NULL, or the first fault's text (valid until the thread's next launch). Calls
 * from several threads wait for each other. */
const char *emu_launch(const k_entry *k, uint32_t n_groups, const emu_buffer *buf, const emu_options *opt,
                       emu_stats *stats);
#endif

/* run.h - the emulator's state, shared by the scheduler (host_run.c), the lane operations (lanes.c) and the
 * access checks (check.c).
 * SPDX-License-Identifier: MIT */
#ifndef EMULATE_RUN_H
#define EMULATE_RUN_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "emulate.h"
#include <setjmp.h>
#include <stdbool.h>

enum {
    LANES = 32,
    MAX_THREADS = 1024,
    MAX_RESIDENT = 8,
    MAX_SHARED = 12,
    MAX_BUFFERS = 32,
    SHARED_LIMIT = 32768, /* Metal's */
    STACK_BYTES = 32768,
    PAGE = 4096,
    MAX_FIBERS = MAX_RESIDENT * MAX_THREADS
};

typedef struct fiber {
    k_ids         ids;
    struct group *group;
    void         *sp;                 /* while it waits */
    uint64_t      value;              /* of the lane operation, in and out */
    uint32_t      arg;
    unsigned      n_shared;
    enum { RUNNING, AT_BARRIER, AT_LANES, DONE } state;
    int           op, type;
    const char   *file;               /* where it waits */
    int           line;
} fiber;

typedef struct shared_array {
    char    *base;
    size_t   bytes;
    unsigned shift;
} shared_array;

typedef struct group {
    fiber       *fibers;
    unsigned     n, alive, at_barrier, started;
    unsigned     at_lanes[MAX_THREADS / LANES];
    uint16_t     warp_epoch[MAX_THREADS / LANES]; /* warp barriers passed */
    uint16_t     order[MAX_THREADS];              /* in which the threads start */
    uint32_t     uid;                             /* of the group, over all launches */
    uint32_t     epoch;                           /* barriers passed */
    shared_array shared[MAX_SHARED];
    unsigned     n_shared;
    size_t       shared_bytes;
} group;

/* Who touched a granule, and when: barriers of the group and of the warp passed. */
typedef struct who {
    uint32_t epoch;
    uint16_t warp_epoch;
    uint16_t thread;                  /* a thread, or one of these */
} who;
enum { WHO_WARP = 0x1000, WHO_MANY = 0x2000, WHO_ATOMIC = 0x3000 };

/* The last write and the last read of a granule: 4 bytes, or 1 for smaller elements. */
typedef struct cell {
    uint32_t write_group, read_group; /* uids */
    who      write, read;
} cell;

typedef struct extent {
    char       *base;
    size_t      bytes;
    unsigned    shift;
    bool        written, fresh;       /* fresh: only written to, so a read needs a write before it */
    cell       *cells;
    const char *name;
} extent;

typedef struct emulator {
    const k_entry *kernel;
    void          *buf[MAX_BUFFERS];
    emu_options    opt;
    emu_stats      stats;
    group          groups[MAX_RESIDENT];
    unsigned       resident;
    uint32_t       next_group, n_groups;
    uint32_t       order_mask, order_step, order_at;
    fiber         *cur;
    fiber         *ready[MAX_FIBERS]; /* a ring */
    unsigned       head, tail;
    unsigned       start_at;          /* the resident group that starts a thread next */
    unsigned       unstarted;
    char          *stacks;
    void          *free_stacks[MAX_FIBERS];
    unsigned       n_free;
    char          *my_stack;          /* the one in use */
    void          *main_sp;
    sigjmp_buf     main_jump;
    bool           jump_set;
    uint64_t       rng;
    uint32_t       uid;
    fiber         *all_fibers;
    char          *shared_arena;
    cell          *shared_cells;
    extent         extents[MAX_BUFFERS];
    unsigned       n_extents;
} emulator;

extern emulator E;

/* Ends the launch, from wherever, with this message. */
_Noreturn void emu_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
void emu_wait(int state, const char *file, int line);
void emu_make_ready(fiber *f);
/* Lets others run; the caller goes on later. */
void emu_yield(void);
/* check.c */
void emu_check_begin(const emu_buffer *buf);
void emu_check_end(void);
void emu_check_access(const volatile void *p, size_t bytes, bool write, bool atomic, uintptr_t pc);
#endif

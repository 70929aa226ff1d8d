/* host_run.c - the emulator's scheduler: groups, coroutines, barriers.
 *
 * A logical thread runs on a stack from a pool until it ends or must wait, at the group's barrier or at a
 * lane operation until all 32 lanes are there. A stack whose thread has ended starts the next one, so a
 * kernel that never waits needs one stack and no switch.
 * SPDX-License-Identifier: MIT */
#include "run.h"
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void emu_switch(void **save, void *to);
void emu_barrier(const char *file, int line);
void *emu_shared(size_t element, size_t count, int line);

emulator E;
static pthread_mutex_t one_launch = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char error_text[512];

static uint32_t draw(void)
{
    E.rng ^= E.rng << 13;
    E.rng ^= E.rng >> 7;
    E.rng ^= E.rng << 17;
    return (uint32_t)(E.rng >> 32);
}

void emu_fault(const char *format, ...)
{
    int n = snprintf(error_text, sizeof error_text, "%s: ", E.kernel->name);
    va_list args;
    va_start(args, format);
    vsnprintf(error_text + n, sizeof error_text - (size_t)n, format, args);
    va_end(args);
    siglongjmp(E.main_jump, 1);
}

/* ---- groups and threads ---------------------------------------------------------------------------- */

/* Some order of the groups: an odd step over the next power of two, leaving out what is too large. */
static uint32_t group_index(void)
{
    uint32_t index = E.next_group++;
    if (E.opt.seed == 0 || E.n_groups < 2) return index;
    if (index == 0) {
        for (E.order_mask = 1; E.order_mask < E.n_groups; E.order_mask *= 2) {}
        E.order_mask--;
        E.order_step = draw() | 1u;
        E.order_at = draw();
    }
    do E.order_at += E.order_step;
    while ((E.order_at & E.order_mask) >= E.n_groups);
    return E.order_at & E.order_mask;
}

static void group_begin(group *g)
{
    uint32_t index = group_index();
    g->n = g->alive = E.kernel->threads;
    g->at_barrier = g->started = 0;
    memset(g->at_lanes, 0, sizeof g->at_lanes);
    memset(g->warp_epoch, 0, sizeof g->warp_epoch);
    g->uid = ++E.uid;
    g->epoch = 0;
    for (unsigned i = 0; i < g->n_shared; i++) memset(g->shared[i].base, E.opt.poison, g->shared[i].bytes);
    for (unsigned t = 0; t < g->n; t++) {
        g->order[t] = (uint16_t)t;
        g->fibers[t].ids.block = index;
    }
    if (E.opt.seed != 0) {
        for (unsigned t = g->n - 1; t > 0; t--) {
            unsigned u = draw() % (t + 1);
            uint16_t swap = g->order[t];
            g->order[t] = g->order[u];
            g->order[u] = swap;
        }
    }
    E.unstarted += g->n;
}

static fiber *thread_begin(void)
{
    while (E.groups[E.start_at].started == E.groups[E.start_at].n) E.start_at = (E.start_at + 1) % E.resident;
    group *g = &E.groups[E.start_at];
    if (E.opt.seed != 0 && (draw() & 31u) == 0) E.start_at = (E.start_at + 1) % E.resident;
    fiber *f = &g->fibers[g->order[g->started++]];
    f->state = RUNNING;
    f->n_shared = 0;
    E.unstarted--;
    E.stats.threads++;
    return f;
}

void emu_make_ready(fiber *f)
{
    f->state = RUNNING;
    E.ready[E.tail++ % MAX_FIBERS] = f;
}

static fiber *take_ready(void)
{
    if (E.opt.seed != 0 && E.tail - E.head > 1) {
        unsigned pick = (E.head + draw() % (E.tail - E.head)) % MAX_FIBERS, first = E.head % MAX_FIBERS;
        fiber *swap = E.ready[pick];
        E.ready[pick] = E.ready[first];
        E.ready[first] = swap;
    }
    return E.ready[E.head++ % MAX_FIBERS];
}

static void count_switch(void)
{
    if (++E.stats.switches > E.opt.max_switches)
        emu_fault("no end after %llu switches: livelock?", (unsigned long long)E.opt.max_switches);
}

static void fiber_main(void);

/* A fresh stack that emu_switch enters at fiber_main. */
static void *fresh_stack(char *stack)
{
    char *top = stack + STACK_BYTES;
#if defined(__x86_64__)
    void **sp = (void **)(void *)(top - 64);
    memset(sp, 0, 64);
    sp[6] = (void *)(uintptr_t)fiber_main;
#else
    void **sp = (void **)(void *)(top - 160);
    memset(sp, 0, 160);
    sp[11] = (void *)(uintptr_t)fiber_main;
#endif
    return sp;
}

/* Leaves the current stack, whose pointer goes to *save. */
static void run_other(void **save)
{
    count_switch();
    bool start = E.unstarted != 0 && (E.head == E.tail || E.opt.seed == 0 || (draw() & 1u));
    if (start) {
        char *stack = E.free_stacks[--E.n_free];
        E.my_stack = stack;
        emu_switch(save, fresh_stack(stack));
    } else if (E.head != E.tail) {
        fiber *f = take_ready();
        E.cur = f;
        if (save == &f->sp) return; /* the one that wanted to leave */
        E.my_stack = E.stacks + (((char *)f->sp - E.stacks) / STACK_BYTES) * STACK_BYTES;
        emu_switch(save, f->sp);
    } else {
        E.cur = NULL;
        emu_switch(save, E.main_sp);
    }
}

void emu_wait(int state, const char *file, int line)
{
    fiber *f = E.cur;
    f->state = state;
    f->file = file;
    f->line = line;
    run_other(&f->sp);
}

void emu_yield(void)
{
    if (E.head == E.tail && E.unstarted == 0) {
        count_switch(); /* there is no other; it may spin for ever */
        return;
    }
    fiber *f = E.cur;
    emu_make_ready(f);
    run_other(&f->sp);
}

void emu_barrier(const char *file, int line)
{
    fiber *f = E.cur;
    group *g = f->group;
    f->file = file;
    f->line = line;
    if (g->alive < g->n)
        emu_fault("barrier at line %d in group %u after %u threads have ended", line, f->ids.block, g->n - g->alive);
    if (++g->at_barrier < g->n) {
        emu_wait(AT_BARRIER, file, line);
        return;
    }
    for (unsigned i = 0; i < g->n; i++) {
        fiber *o = &g->fibers[i];
        if (o != f && (o->file != f->file || o->line != f->line))
            emu_fault("barrier divergence in group %u: thread %u at line %d, thread %u at line %d", o->ids.block,
                      o->ids.thread, o->line, f->ids.thread, f->line);
    }
    g->at_barrier = 0;
    g->epoch++;
    memset(g->warp_epoch, 0, sizeof g->warp_epoch);
    for (unsigned i = 0; i < g->n; i++)
        if (&g->fibers[i] != f) emu_make_ready(&g->fibers[i]);
}

static void thread_end(fiber *f)
{
    group *g = f->group;
    f->state = DONE;
    if (g->at_barrier != 0)
        emu_fault("thread %u of group %u ends while %u threads wait at a barrier", f->ids.thread, f->ids.block,
                  g->at_barrier);
    if (--g->alive == 0 && E.next_group < E.n_groups) group_begin(g);
}

static void fiber_main(void)
{
    for (;;) {
        while (E.unstarted != 0 && !(E.opt.seed != 0 && E.head != E.tail && (draw() & 1u))) {
            E.cur = thread_begin();
            E.kernel->thunk(E.buf, &E.cur->ids);
            thread_end(E.cur);
        }
        void *scrap;
        E.free_stacks[E.n_free++] = E.my_stack;
        run_other(&scrap); /* never comes back: the stack is free */
    }
}

/* ---- threadgroup memory: each array ends at a page that faults ---------------------------------------- */

void *emu_shared(size_t element, size_t count, int line)
{
    size_t bytes = element * count;
    fiber *f = E.cur;
    group *g = f->group;
    unsigned i = f->n_shared++;
    if (i == MAX_SHARED) emu_fault("too many threadgroup arrays at line %d", line);
    shared_array *s = &g->shared[i];
    if (i == g->n_shared) {
        g->n_shared++;
        g->shared_bytes += bytes;
        if (g->shared_bytes > SHARED_LIMIT) emu_fault("%zu bytes of threadgroup memory", g->shared_bytes);
        s->bytes = bytes;
        s->shift = element % 4 == 0 ? 2 : 0;
        s->base = E.shared_arena + ((size_t)(g - E.groups) * MAX_SHARED + i) * (SHARED_LIMIT + PAGE)
                  + SHARED_LIMIT - (bytes + 15) / 16 * 16;
        memset(s->base, E.opt.poison, bytes);
    }
    if (s->bytes != bytes) emu_fault("threadgroup array %u declared with %zu and %zu bytes", i, s->bytes, bytes);
    return s->base;
}

/* ---- set-up and launch ----------------------------------------------------------------------------------- */

static void on_fault(int sig, siginfo_t *info, void *context)
{
    (void)context;
    if (!E.jump_set || E.cur == NULL) {
        signal(sig, SIG_DFL);
        return;
    }
    snprintf(error_text, sizeof error_text, "%s: access out of bounds at %p by thread %u of group %u", E.kernel->name,
             info->si_addr, E.cur->ids.thread, E.cur->ids.block);
    siglongjmp(E.main_jump, 1);
}

static void *map(size_t bytes, int flags)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    if (p == MAP_FAILED) abort();
    return p;
}

static void set_up(void)
{
    size_t arena = (size_t)MAX_RESIDENT * MAX_SHARED * (SHARED_LIMIT + PAGE);
    E.stacks = map((size_t)MAX_FIBERS * STACK_BYTES, MAP_NORESERVE);
    E.shared_arena = map(arena, 0);
    E.shared_cells = map(arena * sizeof(cell), MAP_NORESERVE);
    E.all_fibers = calloc(MAX_FIBERS, sizeof(fiber));
    if (E.all_fibers == NULL) abort();
    for (unsigned r = 0; r < MAX_RESIDENT; r++) {
        E.groups[r].fibers = E.all_fibers + r * MAX_THREADS;
        for (unsigned i = 0; i < MAX_SHARED; i++)
            mprotect(E.shared_arena + ((size_t)r * MAX_SHARED + i) * (SHARED_LIMIT + PAGE) + SHARED_LIMIT, PAGE, PROT_NONE);
        for (unsigned t = 0; t < MAX_THREADS; t++) {
            fiber *f = &E.groups[r].fibers[t];
            f->group = &E.groups[r];
            f->ids.thread = t;
            f->ids.lane = t % LANES;
            f->ids.warp = t / LANES;
        }
    }
}

/* Faults are caught on a stack of their own, which every launching thread needs. */
static void catch_faults(struct sigaction old[2])
{
    static _Thread_local char alternative[65536];
    stack_t ss = {.ss_sp = alternative, .ss_size = sizeof alternative};
    sigaltstack(&ss, NULL);
    struct sigaction sa = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSEGV, &sa, &old[0]);
    sigaction(SIGBUS, &sa, &old[1]);
}

static void describe_stuck(void)
{
    for (unsigned r = 0; r < E.resident; r++) {
        group *g = &E.groups[r];
        if (g->alive == 0) continue;
        for (unsigned t = 0; t < g->n; t++) {
            fiber *f = &g->fibers[t];
            if (f->state == AT_LANES)
                emu_fault("lane divergence in group %u: at line %d only %u of %d lanes arrive", f->ids.block, f->line,
                          g->at_lanes[f->ids.warp], LANES);
        }
        if (g->at_barrier != 0) emu_fault("barrier divergence: %u of %u threads arrive", g->at_barrier, g->n);
    }
    emu_fault("stuck");
}

static void prepare(const k_entry *k, uint32_t n_groups, const emu_buffer *buf, const emu_options *opt)
{
    if (E.stacks == NULL) set_up();
    E.kernel = k;
    for (unsigned i = 0; i < k->n_params; i++) E.buf[i] = buf[i].p;
    E.opt = *opt;
    if (E.opt.max_switches == 0) E.opt.max_switches = (uint64_t)1 << 40;
    memset(&E.stats, 0, sizeof E.stats);
    E.rng = E.opt.seed * 0x9e3779b97f4a7c15u + 0x1234567u;
    E.resident = E.opt.resident == 0 ? 1 : E.opt.resident > MAX_RESIDENT ? MAX_RESIDENT : E.opt.resident;
    if (E.resident > n_groups) E.resident = n_groups == 0 ? 1 : n_groups;
    E.head = E.tail = E.unstarted = E.start_at = 0;
    E.next_group = 0;
    E.n_groups = n_groups;
    E.n_free = 0;
    for (unsigned i = E.resident * k->threads; i-- > 0;) E.free_stacks[E.n_free++] = E.stacks + (size_t)i * STACK_BYTES;
    for (unsigned r = 0; r < E.resident; r++) {
        E.groups[r].n_shared = 0;
        E.groups[r].shared_bytes = 0;
    }
}

const char *emu_launch(const k_entry *k, uint32_t n_groups, const emu_buffer *buf, const emu_options *opt,
                       emu_stats *stats)
{
    if (k->n_params > MAX_BUFFERS || k->threads > MAX_THREADS || k->threads % LANES != 0) {
        snprintf(error_text, sizeof error_text, "%s: %u parameters and groups of %u", k->name, k->n_params, k->threads);
        return error_text;
    }
    pthread_mutex_lock(&one_launch);
    struct sigaction old[2];
    catch_faults(old);
    prepare(k, n_groups, buf, opt);
    emu_check_begin(buf);
    error_text[0] = 0;
    E.jump_set = true;
    if (sigsetjmp(E.main_jump, 0) == 0) {
        for (unsigned r = 0; r < E.resident && r < n_groups; r++) group_begin(&E.groups[r]);
        if (n_groups != 0) {
            run_other(&E.main_sp);
            for (unsigned r = 0; r < E.resident; r++)
                if (E.groups[r].alive != 0) describe_stuck();
        }
    }
    E.jump_set = false;
    E.cur = NULL;
    emu_check_end();
    if (stats != NULL) *stats = E.stats;
    sigaction(SIGSEGV, &old[0], NULL);
    sigaction(SIGBUS, &old[1], NULL);
    pthread_mutex_unlock(&one_launch);
    return error_text[0] != 0 ? error_text : NULL;
}

/* ---- the table -------------------------------------------------------------------------------------------- */

extern const k_entry *const __start_k_table[] __attribute__((visibility("hidden")));
extern const k_entry *const __stop_k_table[] __attribute__((visibility("hidden")));

size_t emu_count(void) { return (size_t)(__stop_k_table - __start_k_table); }

const k_entry *emu_get(size_t i) { return __start_k_table[i]; }

const k_entry *emu_find(const char *name)
{
    for (size_t i = 0; i < emu_count(); i++)
        if (strcmp(emu_get(i)->name, name) == 0) return emu_get(i);
    return NULL;
}

/* ---- guarded memory ------------------------------------------------------------------------------------------ */

typedef struct guarded {
    size_t map;
} guarded;

void *emu_alloc(size_t bytes)
{
    size_t room = bytes == 0 ? 16 : (bytes + 15) / 16 * 16;
    size_t body = (room + PAGE - 1) / PAGE * PAGE;
    char *m = map(PAGE + body + PAGE, 0);
    ((guarded *)(void *)m)->map = PAGE + body + PAGE;
    mprotect(m + PAGE + body, PAGE, PROT_NONE);
    memset(m + PAGE, 0xff, body);
    mprotect(m, PAGE, PROT_READ); /* the record lies in the page before */
    return m + PAGE + body - room;
}

void emu_free(void *p)
{
    if (p == NULL) return;
    /* p lies in the first page after the record's. */
    char *m = (char *)p - (uintptr_t)p % PAGE - PAGE;
    munmap(m, ((guarded *)(void *)m)->map);
}

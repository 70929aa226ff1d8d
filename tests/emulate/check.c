/* check.c - looks at every access of a kernel: bounds, memory read before it is written, races.
 *
 * Kernels are compiled with -fsanitize=thread but not linked with the sanitizer: the compiler then calls
 * __tsan_read4 and the like at each access, and those are ours. For each granule of what a launch may
 * write, a cell keeps who wrote it last and who read it last. Two accesses of one granule race when one is
 * a write, the threads differ, not both are atomic, and no barrier lies between; between groups no barrier
 * ever does. With EMU_UNCHECKED the checks are empty and guard pages, poison and order remain.
 * SPDX-License-Identifier: MIT */
#include "run.h"
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef EMU_UNCHECKED

int emu_checked(void) { return 0; }
void emu_check_begin(const emu_buffer *buf) { (void)buf; }
void emu_check_end(void) {}
void emu_check_access(const volatile void *p, size_t bytes, bool write, bool atomic, uintptr_t pc)
{
    (void)p, (void)bytes, (void)write, (void)atomic, (void)pc;
}

#else

int emu_checked(void) { return 1; }

/* ---- what a launch may touch ------------------------------------------------------------------------ */

static void add_extent(const k_param *p, emu_buffer b)
{
    bool written = p->kind == K_KIND_OUT || p->kind == K_KIND_INOUT;
    size_t bytes = p->kind == K_KIND_ARGS ? p->bytes : b.bytes;
    extent e = {b.p, bytes, p->bytes % 4 == 0 && (uintptr_t)b.p % 4 == 0 ? 2 : 0, written, p->kind == K_KIND_OUT, NULL, p->name};
    /* Buffers that share memory become one. */
    for (unsigned i = 0; i < E.n_extents;) {
        extent *o = &E.extents[i];
        if (bytes == 0 || o->base >= e.base + e.bytes || e.base >= o->base + o->bytes) {
            i++;
            continue;
        }
        char *end = e.base + e.bytes > o->base + o->bytes ? e.base + e.bytes : o->base + o->bytes;
        if (o->base < e.base) e.base = o->base;
        e.bytes = (size_t)(end - e.base);
        e.shift = e.shift < o->shift ? e.shift : o->shift;
        e.written |= o->written;
        e.fresh = false;
        E.extents[i] = E.extents[--E.n_extents];
    }
    E.extents[E.n_extents++] = e;
}

void emu_check_begin(const emu_buffer *buf)
{
    E.n_extents = 0;
    for (unsigned i = 0; i < E.kernel->n_params; i++)
        if (buf[i].p != NULL) add_extent(&E.kernel->params[i], buf[i]);
    for (unsigned i = 0; i < E.n_extents; i++) {
        extent *e = &E.extents[i];
        if (e->written && (e->cells = calloc((e->bytes >> e->shift) + 1, sizeof(cell))) == NULL) abort();
    }
}

void emu_check_end(void)
{
    for (unsigned i = 0; i < E.n_extents; i++) free(E.extents[i].cells);
    E.n_extents = 0;
}

/* ---- a fault with its place in the source ------------------------------------------------------------- */

static _Noreturn void fault_at(uintptr_t pc, const char *what, long byte, const char *where)
{
    Dl_info info;
    char command[4400], text[256] = "?";
    if (dladdr((void *)(pc - 1), &info) != 0 && info.dli_fname != NULL) {
        bool fixed = ((const Elf64_Ehdr *)info.dli_fbase)->e_type == ET_EXEC;
        snprintf(command, sizeof command, "addr2line -s -e '%s' %#lx 2>/dev/null", info.dli_fname,
                 (unsigned long)(pc - 1 - (fixed ? 0 : (uintptr_t)info.dli_fbase)));
        FILE *f = popen(command, "r");
        if (f != NULL) {
            if (fgets(text, sizeof text, f) == NULL) text[0] = 0;
            text[strcspn(text, "\n")] = 0;
            pclose(f);
        }
    }
    emu_fault("%s of %s, byte %ld, by thread %u of group %u at %s", what, where, byte, E.cur->ids.thread,
              E.cur->ids.block, text);
}

/* ---- races ------------------------------------------------------------------------------------------------ */

/* Did what `a` did not come before what the current thread does now? Same group, both in the same epoch. */
static bool unordered(const who *a, const who *me)
{
    if (a->epoch != me->epoch || a->thread == me->thread) return false;
    unsigned warp = me->thread / LANES;
    bool same_warp = a->thread < MAX_THREADS ? a->thread / LANES == warp : a->thread == (WHO_WARP | warp);
    return !(same_warp && a->warp_epoch != me->warp_epoch);
}

typedef struct access {
    size_t    offset, bytes;
    bool      write, atomic, global, fresh;
    uintptr_t pc;
    const char *where;
} access;

static void note_read(cell *c, const who *me, const group *g, bool global)
{
    if (global && c->read_group != 0 && c->read_group != g->uid) {
        c->read_group = UINT32_MAX; /* several groups */
        return;
    }
    who now = *me;
    if (c->read_group == g->uid && c->read.epoch == me->epoch && c->read.thread != me->thread) {
        unsigned warp = me->thread / LANES;
        bool same = c->read.warp_epoch == me->warp_epoch
                    && (c->read.thread < MAX_THREADS ? c->read.thread / LANES == warp : c->read.thread == (WHO_WARP | warp));
        now.thread = (uint16_t)(same ? WHO_WARP | warp : WHO_MANY);
    }
    c->read_group = g->uid;
    c->read = now;
}

static void check_cells(cell *cells, unsigned shift, const access *a)
{
    const fiber *f = E.cur;
    const group *g = f->group;
    who me = {g->epoch, g->warp_epoch[f->ids.warp], (uint16_t)f->ids.thread};
    cell *c = cells + (a->offset >> shift), *end = cells + ((a->offset + a->bytes - 1) >> shift) + 1;
    for (size_t at = a->offset; c < end; c++, at += (size_t)1 << shift) {
        bool same_write = c->write_group == g->uid, same_read = c->read_group == g->uid;
        bool was_atomic = c->write.thread == WHO_ATOMIC;
        if (!a->write) {
            bool never = a->global ? a->fresh && c->write_group == 0 : !same_write;
            if (never) fault_at(a->pc, "read of uninitialised memory", (long)at, a->where);
        }
        if (!(a->atomic && was_atomic && c->write_group != 0)) {
            bool race = same_write ? unordered(&c->write, &me) : a->global && c->write_group != 0;
            if (race) fault_at(a->pc, a->write ? "race, write after write" : "race, read after write", (long)at, a->where);
        }
        if (a->write) {
            bool race = same_read ? unordered(&c->read, &me) : a->global && c->read_group != 0;
            if (race) fault_at(a->pc, "race, write after read", (long)at, a->where);
            c->write_group = g->uid;
            c->write = me;
            if (a->atomic) c->write.thread = WHO_ATOMIC;
        } else if (!a->atomic) {
            note_read(c, &me, g, a->global);
        }
    }
}

/* Nothing bound holds the access: say by how much which buffer is missed. */
static _Noreturn void out_of_bounds(const char *p, bool write, uintptr_t pc)
{
    const char *near = NULL;
    long distance = 0;
    for (unsigned i = 0; i < E.n_extents; i++) {
        long d = p - E.extents[i].base;
        if (d < -65536 || d >= (long)E.extents[i].bytes + 65536) continue;
        if (near == NULL || labs(d) < labs(distance)) {
            near = E.extents[i].name;
            distance = d;
        }
    }
    const group *g = E.cur->group;
    for (unsigned i = 0; i < g->n_shared && near == NULL; i++) {
        long d = p - g->shared[i].base;
        if (d >= -65536 && d < 65536) {
            near = "threadgroup memory";
            distance = d;
        }
    }
    fault_at(pc, write ? "write out of bounds" : "read out of bounds", distance, near != NULL ? near : "no buffer");
}

void emu_check_access(const volatile void *address, size_t bytes, bool write, bool atomic, uintptr_t pc)
{
    char *p = (char *)(uintptr_t)address;
    E.stats.accesses++;
    if (E.cur == NULL || bytes == 0) return;
    if (p >= E.stacks && p < E.stacks + (size_t)MAX_FIBERS * STACK_BYTES) return;
    const group *g = E.cur->group;
    access a = {0, bytes, write, atomic, false, false, pc, "threadgroup memory"};
    for (unsigned i = 0; i < g->n_shared; i++) {
        const shared_array *s = &g->shared[i];
        if (p >= s->base && p + bytes <= s->base + s->bytes) {
            a.offset = (size_t)(p - s->base);
            check_cells(E.shared_cells + (s->base - E.shared_arena), s->shift, &a);
            return;
        }
    }
    for (unsigned i = 0; i < E.n_extents; i++) {
        extent *e = &E.extents[i];
        if (p < e->base || p + bytes > e->base + e->bytes) continue;
        if (write && !e->written) fault_at(pc, "write to an input", (long)(p - e->base), e->name);
        if (e->cells != NULL) {
            a.offset = (size_t)(p - e->base);
            a.global = true;
            a.fresh = e->fresh;
            a.where = e->name;
            check_cells(e->cells, e->shift, &a);
        }
        return;
    }
    if (p >= (char *)E.all_fibers && p < (char *)(E.all_fibers + MAX_FIBERS)) return;
    Dl_info info;
    if (!write && dladdr(p, &info) != 0) return; /* a constant of the kernel's text */
    out_of_bounds(p, write, pc);
}

/* ---- what the compiler calls --------------------------------------------------------------------------------- */

#define PC ((uintptr_t)__builtin_return_address(0))
#define HOOK(kind, n, write) \
    void __tsan_##kind##n(void *p); \
    void __tsan_##kind##n(void *p) { emu_check_access(p, n, write, false, PC); }
#define HOOKS(n) HOOK(read, n, false) HOOK(write, n, true) HOOK(unaligned_read, n, false) HOOK(unaligned_write, n, true)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
void __tsan_read_range(void *p, size_t n);
void __tsan_read_range(void *p, size_t n) { emu_check_access(p, n, false, false, PC); }
void __tsan_write_range(void *p, size_t n);
void __tsan_write_range(void *p, size_t n) { emu_check_access(p, n, true, false, PC); }
void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_func_entry(void *pc);
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void);
void __tsan_func_exit(void) {}
void *__tsan_memcpy(void *to, const void *from, size_t n);
void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    emu_check_access(from, n, false, false, PC);
    emu_check_access(to, n, true, false, PC);
    return memcpy(to, from, n);
}
void *__tsan_memset(void *to, int c, size_t n);
void *__tsan_memset(void *to, int c, size_t n)
{
    emu_check_access(to, n, true, false, PC);
    return memset(to, c, n);
}
#endif

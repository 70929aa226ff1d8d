/* lanes.c - operations over the 32 lanes of a warp, and atomics.
 *
 * The last lane to arrive computes for all. Sums of floats go as a butterfly would add.
 * SPDX-License-Identifier: MIT */
#include "run.h"
#include <string.h>

typedef enum emu_op { EMU_SHUFFLE, EMU_XOR, EMU_BALLOT, EMU_SUM, EMU_MAX, EMU_MIN, EMU_WARP_BARRIER } emu_op;
typedef enum emu_type { EMU_U32, EMU_I32, EMU_F32, EMU_U64, EMU_I64, EMU_F64 } emu_type;
uint64_t emu_lane(emu_op op, emu_type type, uint64_t value, uint32_t arg, const char *file, int line);

static float f32_of(uint64_t v)
{
    uint32_t u = (uint32_t)v;
    float f;
    memcpy(&f, &u, 4);
    return f;
}

static uint64_t of_f32(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static double f64_of(uint64_t v)
{
    double f;
    memcpy(&f, &v, 8);
    return f;
}

static uint64_t of_f64(double f)
{
    uint64_t u;
    memcpy(&u, &f, 8);
    return u;
}

/* a op b; NaN wins. */
static uint64_t combine(emu_op op, emu_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case EMU_F32: {
        float x = f32_of(a), y = f32_of(b);
        if (op == EMU_SUM) return of_f32(x + y);
        return (op == EMU_MAX ? x > y : x < y) || x != x ? a : b;
    }
    case EMU_F64: {
        double x = f64_of(a), y = f64_of(b);
        if (op == EMU_SUM) return of_f64(x + y);
        return (op == EMU_MAX ? x > y : x < y) || x != x ? a : b;
    }
    case EMU_I32:
    case EMU_I64: {
        int64_t x = type == EMU_I32 ? (int32_t)(uint32_t)a : (int64_t)a, y = type == EMU_I32 ? (int32_t)(uint32_t)b : (int64_t)b;
        if (op == EMU_SUM) return a + b;
        return (op == EMU_MAX ? x > y : x < y) ? a : b;
    }
    case EMU_U32:
    case EMU_U64: break;
    }
    if (op == EMU_SUM) return a + b;
    return (op == EMU_MAX ? a > b : a < b) ? a : b;
}

static void compute(emu_op op, emu_type type, fiber *lane)
{
    uint64_t in[LANES], all = 0;
    for (unsigned i = 0; i < LANES; i++) in[i] = lane[i].value;
    switch (op) {
    case EMU_SHUFFLE:
    case EMU_XOR:
        for (unsigned i = 0; i < LANES; i++) {
            unsigned from = op == EMU_XOR ? i ^ lane[i].arg : lane[i].arg;
            if (from >= LANES) emu_fault("shuffle from lane %u at line %d", from, lane[i].line);
            lane[i].value = in[from];
        }
        return;
    case EMU_BALLOT:
        for (unsigned i = 0; i < LANES; i++) all |= (in[i] & 1u) << i;
        break;
    case EMU_SUM:
    case EMU_MAX:
    case EMU_MIN:
        for (unsigned m = LANES / 2; m > 0; m /= 2)
            for (unsigned i = 0; i < m; i++) in[i] = combine(op, type, in[i], in[i + m]);
        all = in[0];
        break;
    case EMU_WARP_BARRIER: lane[0].group->warp_epoch[lane[0].ids.warp]++; return;
    }
    for (unsigned i = 0; i < LANES; i++) lane[i].value = all;
}

uint64_t emu_lane(emu_op op, emu_type type, uint64_t value, uint32_t arg, const char *file, int line)
{
    fiber *f = E.cur;
    group *g = f->group;
    fiber *lanes = &g->fibers[f->ids.warp * LANES];
    f->op = (int)op;
    f->type = (int)type;
    f->value = value;
    f->arg = arg;
    if (++g->at_lanes[f->ids.warp] < LANES) {
        emu_wait(AT_LANES, file, line);
        return f->value;
    }
    f->file = file;
    f->line = line;
    g->at_lanes[f->ids.warp] = 0;
    for (unsigned i = 0; i < LANES; i++)
        if (lanes[i].op != (int)op || lanes[i].line != line || lanes[i].file != file)
            emu_fault("lane divergence in group %u: lane %u of warp %u at line %d, lane %u at line %d", f->ids.block, i,
                      f->ids.warp, lanes[i].line, f->ids.lane, line);
    compute(op, type, lanes);
    for (unsigned i = 0; i < LANES; i++)
        if (&lanes[i] != f) emu_make_ready(&lanes[i]);
    return f->value;
}

/* ---- atomics: one coroutine runs at a time, so plain accesses do; the checks must know -------------------- */

#define CHECK(p, n, write) emu_check_access(p, n, write, true, (uintptr_t)__builtin_return_address(0))
#define ATOMIC(name, type, new_value) \
    type name(volatile void *p, type v); \
    type name(volatile void *p, type v) \
    { \
        CHECK(p, sizeof v, true); \
        volatile type *at = p; \
        type old = *at; \
        *at = new_value; \
        return old; \
    }
ATOMIC(emu_atomic_add, uint32_t, old + v)
ATOMIC(emu_atomic_or, uint32_t, old | v)
ATOMIC(emu_atomic_exchange, uint32_t, v)
ATOMIC(emu_atomic_max_u32, uint32_t, old > v ? old : v)
ATOMIC(emu_atomic_min_u32, uint32_t, old < v ? old : v)
ATOMIC(emu_atomic_max_i32, int32_t, old > v ? old : v)
ATOMIC(emu_atomic_min_i32, int32_t, old < v ? old : v)

uint32_t emu_atomic_swap(volatile void *p, uint32_t seen, uint32_t want);
uint32_t emu_atomic_swap(volatile void *p, uint32_t seen, uint32_t want)
{
    CHECK(p, 4, true);
    volatile uint32_t *at = p;
    uint32_t old = *at;
    if (old == seen) *at = want;
    return old;
}

void emu_atomic_add_f32(volatile void *p, float v);
void emu_atomic_add_f32(volatile void *p, float v)
{
    CHECK(p, 4, true);
    *(volatile float *)p += v;
}

void emu_atomic_store(volatile void *p, uint32_t v);
void emu_atomic_store(volatile void *p, uint32_t v)
{
    CHECK(p, 4, true);
    *(volatile uint32_t *)p = v;
}

/* A thread that looks at a word another may write lets others run first. */
uint32_t emu_atomic_load(const volatile void *p);
uint32_t emu_atomic_load(const volatile void *p)
{
    CHECK(p, 4, false);
    emu_yield();
    return *(const volatile uint32_t *)p;
}

void emu_atomic_store_u64(volatile void *p, uint64_t v);
void emu_atomic_store_u64(volatile void *p, uint64_t v)
{
    CHECK(p, 8, true);
    *(volatile uint64_t *)p = v;
}

uint64_t emu_atomic_load_u64(const volatile void *p);
uint64_t emu_atomic_load_u64(const volatile void *p)
{
    CHECK(p, 8, false);
    emu_yield();
    return *(const volatile uint64_t *)p;
}

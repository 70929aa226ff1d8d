/* test_hazard.c - the barrier decision against brute force: random launches are run in every order that
 * the barriers allow, and all must leave the memory that program order leaves.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/hazard.h"

enum { BYTES = 8, N = 6 };

static unsigned seed = 1;
static unsigned rnd(unsigned n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % n;
}

typedef struct op { int src, src_n, dst, dst_n; } op; /* dst range := hash of src range */

static void apply(const op *o, unsigned char *m, int id)
{
    unsigned h = (unsigned)id + 1;
    for (int i = 0; i < o->src_n; i++) h = h * 31 + m[o->src + i];
    for (int i = 0; i < o->dst_n; i++) m[o->dst + i] = (unsigned char)(h + (unsigned)i);
}

static bool all_orders(const op *ops, int begin, int end, unsigned used, unsigned char *m, const unsigned char *want)
{
    if (used == (1u << (end - begin)) - 1) return memcmp(m, want, BYTES) == 0;
    for (int i = begin; i < end; i++) {
        if (used >> (i - begin) & 1) continue;
        unsigned char copy[BYTES];
        memcpy(copy, m, BYTES);
        apply(&ops[i], copy, i);
        if (!all_orders(ops, begin, end, used | 1u << (i - begin), copy, want)) return false;
    }
    return true;
}

int main(void)
{
    int needless = 0, barriers = 0;
    for (int round = 0; round < 400; round++) {
        hazard_set    set = {0};
        op            ops[N];
        unsigned char m[BYTES] = {1, 2, 3, 4, 5, 6, 7, 8};
        static char   memory[BYTES];
        int           begin = 0;
        for (int i = 0; i < N; i++) {
            ops[i] = (op){(int)rnd(BYTES - 2), 1 + (int)rnd(2), (int)rnd(BYTES - 2), 1 + (int)rnd(2)};
            wz_launch l = {.n_buffers = 2, .access = {SPAN_READ, SPAN_WRITE}};
            l.buffer[0] = (wz_span){{memory, memory, BYTES, WZ_MEM_DEVICE}, (size_t)ops[i].src, (size_t)ops[i].src_n};
            l.buffer[1] = (wz_span){{memory, memory, BYTES, WZ_MEM_DEVICE}, (size_t)ops[i].dst, (size_t)ops[i].dst_n};
            bool barrier;
            CHECK(hazard_add(&set, &l, &barrier) == WZ_OK);
            if (!barrier && i + 1 < N) continue;
            int           end = barrier ? i : i + 1;
            unsigned char want[BYTES];
            memcpy(want, m, BYTES);
            for (int k = begin; k < end; k++) apply(&ops[k], want, k);
            CHECK(all_orders(ops, begin, end, 0, m, want));
            memcpy(m, want, BYTES);
            if (barrier) barriers++;
            if (barrier && i + 1 == N) apply(&ops[i], m, i);
            begin = end;
        }
        hazard_free(&set);
    }
    /* Launches that only read the same bytes need no barrier. */
    hazard_set set = {0};
    for (int i = 0; i < 4; i++) {
        static char memory[16];
        wz_launch   l = {.n_buffers = 2, .access = {SPAN_READ, SPAN_WRITE}};
        l.buffer[0] = (wz_span){{memory, memory, 16, WZ_MEM_DEVICE}, 0, 8};
        l.buffer[1] = (wz_span){{memory, memory, 16, WZ_MEM_DEVICE}, 8 + (size_t)i, 1};
        bool barrier;
        CHECK(hazard_add(&set, &l, &barrier) == WZ_OK);
        needless += barrier;
    }
    hazard_free(&set);
    CHECK(needless == 0 && barriers > 100);
    return unit_report();
}

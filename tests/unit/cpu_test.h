/* cpu_test.h - what the tests of the CPU kernels share: guarded buffers, random numbers, every level.
 *
 * A guarded buffer lies between bands of a fixed byte pattern and starts as NaN; an address may be made
 * odd, so that a hidden assumption about alignment shows.
 * SPDX-License-Identifier: MIT */
#ifndef CPU_TEST_H
#define CPU_TEST_H
#include "core/convert.h"
#include "cpu/detect.h"
#include "unit.h"

enum { GUARD = 128, GUARD_BYTE = 0xA5 };

typedef struct guarded {
    unsigned char *raw;
    size_t         bytes, offset;
} guarded;

static inline void *guarded_new(guarded *g, size_t bytes, size_t offset)
{
    g->raw = malloc(bytes + 2 * GUARD + offset);
    if (!g->raw) abort();
    g->bytes = bytes;
    g->offset = offset;
    memset(g->raw, GUARD_BYTE, bytes + 2 * GUARD + offset);
    memset(g->raw + GUARD + offset, 0xFF, bytes); /* NaN in every float format here */
    return g->raw + GUARD + offset;
}

/* The bands are whole; frees the buffer. */
static inline bool guarded_done(guarded *g)
{
    bool whole = true;
    for (size_t i = 0; i < GUARD + g->offset; i++) whole &= g->raw[i] == GUARD_BYTE;
    for (size_t i = 0; i < GUARD; i++) whole &= g->raw[GUARD + g->offset + g->bytes + i] == GUARD_BYTE;
    free(g->raw);
    g->raw = NULL;
    return whole;
}

static uint64_t rng_state = 88172645463325252u;
static inline uint32_t random_bits(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (uint32_t)(rng_state >> 32);
}
static inline float random_float(void) /* in [-1, 1) */
{
    return (float)((int32_t)random_bits()) * 0x1p-31f;
}
static inline int random_int(int low, int high) /* both included */
{
    return low + (int)(random_bits() % (uint32_t)(high - low + 1));
}

/* n random values of dtype d, written to p; magnitude about scale. */
static inline void fill_random(wz_dtype d, void *p, int64_t n, double scale)
{
    for (int64_t i = 0; i < n; i++)
        store_f64(d, (char *)p + i * (int64_t)wz_dtype_bytes(d), scale * (double)random_float());
}

static inline double value_at(wz_dtype d, const void *p, int64_t i)
{
    char   part[16];
    size_t bytes = wz_dtype_bytes(d);
    memcpy(part, (const char *)p + (size_t)i * bytes, bytes); /* p may be odd */
    union { char c[16]; double f; int64_t i; } aligned;
    memcpy(aligned.c, part, bytes);
    return load_f64(d, aligned.c);
}

static inline bool same_value(double a, double b) { return a == b || (a != a && b != b); }

static inline uint32_t float_bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}
static inline float bits_float(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

/* Calls fn with the table of every level this machine has. */
static inline void each_level(void (*fn)(const cpu_kernels *k))
{
    for (int level = WZ_CPU_BASE; level < WZ_CPU_LEVELS; level++) {
        const cpu_kernels *k = cpu_kernels_of((wz_cpu_level)level);
        if (!k) continue;
        int before = unit_failed;
        fn(k);
        if (unit_failed != before) printf("  (failures above are of level %s)\n", k->name);
    }
}
#endif

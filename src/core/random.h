/* random.h - Philox4x32-10 and the generators, inside the library.
 *
 * A generator is a seed and a count of calls. Each random op takes one call number; then element i of
 * its result is a function of (seed, call, i) alone, so any number of threads and any device give the
 * same bits:
 *
 *   block(b) = philox(counter = {b low, b high, call low, call high}, key = {seed low, seed high})
 *   32-bit draw i = word i % 4 of block(i / 4)
 *   64-bit draw i = words 2 (i % 2) and 2 (i % 2) + 1 of block(i / 2), the first is the low half
 *
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_RANDOM_H
#define WZ_CORE_RANDOM_H
#include <wootz/wootz.h>

typedef struct random_call {
    uint64_t seed, call;
} random_call;

/* The next call of g (NULL: the default generator). */
random_call generator_take(wz_generator *g);

/* The algorithm of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011). */
static inline void philox_block(random_call r, uint64_t b, uint32_t out[4])
{
    uint32_t c0 = (uint32_t)b, c1 = (uint32_t)(b >> 32), c2 = (uint32_t)r.call, c3 = (uint32_t)(r.call >> 32);
    uint32_t k0 = (uint32_t)r.seed, k1 = (uint32_t)(r.seed >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c0, p1 = (uint64_t)0xCD9E8D57u * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}
#endif

/* hash.c - see hash.h. J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012.
 * SPDX-License-Identifier: MIT */
#include "hash.h"
#include <string.h>

static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

static void round_once(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

uint64_t hash_bytes(const void *table, const void *text, size_t bytes)
{
    uint64_t key = (uint64_t)(uintptr_t)table * 0x9E3779B97F4A7C15u, word;
    uint64_t v[4] = {0x736f6d6570736575u ^ key, 0x646f72616e646f6du ^ ~key, 0x6c7967656e657261u ^ key, 0x7465646279746573u ^ ~key};
    const char *p = text;
    size_t      left = bytes;
    for (; left >= 8; left -= 8, p += 8) {
        memcpy(&word, p, 8);
        v[3] ^= word;
        round_once(v);
        v[0] ^= word;
    }
    word = (uint64_t)bytes << 56;
    for (size_t i = 0; i < left; i++) word |= (uint64_t)(unsigned char)p[i] << (8 * i);
    v[3] ^= word;
    round_once(v);
    v[0] ^= word;
    v[2] ^= 0xFF;
    for (int i = 0; i < 3; i++) round_once(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

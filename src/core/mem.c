/* mem.c - allocation wrappers and overflow-checked size arithmetic. See mem.h.
 * SPDX-License-Identifier: MIT */
#include "mem.h"
#include "error.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_llong fail_countdown; /* 0: off */
/* Live blocks are the attempts that made one, less those freed: one addition for each call. */
static atomic_ullong alloc_count, without_count, free_count;

static void count_one(atomic_ullong *n) { atomic_fetch_add_explicit(n, 1, memory_order_relaxed); }

static bool fault_due(void)
{
    count_one(&alloc_count);
    if (atomic_load_explicit(&fail_countdown, memory_order_relaxed) == 0) return false;
    return atomic_fetch_sub(&fail_countdown, 1) == 1;
}

/* Zeroed. glibc's calloc passes its cache of small blocks by, malloc does not; the compiler must not see that
 * the two steps are a calloc. */
static void *zeroed(size_t bytes)
{
    enum { SMALL = 1024 };
    if (bytes > SMALL) return calloc(1, bytes);
    void *p = malloc(bytes ? bytes : 1);
    __asm__ volatile("" : "+r"(p));
    return p ? memset(p, 0, bytes) : NULL;
}

void *mem_alloc(size_t bytes)
{
    void *p = fault_due() ? NULL : zeroed(bytes);
    if (p) return p;
    count_one(&without_count);
    fail_nomem(bytes);
    return NULL;
}

void *mem_alloc_array(size_t n, size_t each)
{
    size_t bytes;
    if (!size_mul(n, each, &bytes)) {
        fail(WZ_NOMEM, "%zu items of %zu bytes overflow the address space", n, each);
        return NULL;
    }
    return mem_alloc(bytes);
}

void *mem_grow(void *p, size_t bytes)
{
    void *q = fault_due() ? NULL : realloc(p, bytes ? bytes : 1);
    if (!q) fail_nomem(bytes);
    if (!q || p) count_one(&without_count);
    return q;
}

char *mem_dup(const char *text, size_t n)
{
    size_t bytes;
    if (!size_add(n, 1, &bytes)) {
        fail_nomem(n);
        return NULL;
    }
    char *copy = mem_alloc(bytes);
    if (copy && n) memcpy(copy, text, n);
    return copy;
}

void mem_free(void *p)
{
    if (!p) return;
    count_one(&free_count);
    free(p);
}

void     mem_fail_after(int64_t n) { atomic_store(&fail_countdown, n); }
uint64_t mem_alloc_count(void) { return atomic_load(&alloc_count); }
int64_t  mem_live_count(void)
{
    return (int64_t)(atomic_load(&alloc_count) - atomic_load(&without_count) - atomic_load(&free_count));
}

bool size_mul(size_t a, size_t b, size_t *out) { return !__builtin_mul_overflow(a, b, out); }
bool size_add(size_t a, size_t b, size_t *out) { return !__builtin_add_overflow(a, b, out); }
bool i64_mul(int64_t a, int64_t b, int64_t *out) { return !__builtin_mul_overflow(a, b, out); }
bool i64_add(int64_t a, int64_t b, int64_t *out) { return !__builtin_add_overflow(a, b, out); }

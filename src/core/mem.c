/* mem.c - allocation wrappers and overflow-checked size arithmetic. See mem.h.
 * SPDX-License-Identifier: MIT */
#include "mem.h"
#include "error.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_llong fail_countdown; /* 0: off */
static atomic_ullong alloc_count;
static atomic_llong live_count;

static bool fault_due(void)
{
    atomic_fetch_add_explicit(&alloc_count, 1, memory_order_relaxed);
    if (atomic_load_explicit(&fail_countdown, memory_order_relaxed) == 0) return false;
    return atomic_fetch_sub(&fail_countdown, 1) == 1;
}

void *mem_alloc(size_t bytes)
{
    void *p = fault_due() ? NULL : calloc(1, bytes ? bytes : 1);
    if (p) atomic_fetch_add_explicit(&live_count, 1, memory_order_relaxed);
    else fail_nomem(bytes);
    return p;
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
    else if (!p) atomic_fetch_add_explicit(&live_count, 1, memory_order_relaxed);
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
    atomic_fetch_sub_explicit(&live_count, 1, memory_order_relaxed);
    free(p);
}

void     mem_fail_after(int64_t n) { atomic_store(&fail_countdown, n); }
uint64_t mem_alloc_count(void) { return atomic_load(&alloc_count); }
int64_t  mem_live_count(void) { return atomic_load(&live_count); }

bool size_mul(size_t a, size_t b, size_t *out) { return !__builtin_mul_overflow(a, b, out); }
bool size_add(size_t a, size_t b, size_t *out) { return !__builtin_add_overflow(a, b, out); }
bool i64_mul(int64_t a, int64_t b, int64_t *out) { return !__builtin_mul_overflow(a, b, out); }
bool i64_add(int64_t a, int64_t b, int64_t *out) { return !__builtin_add_overflow(a, b, out); }

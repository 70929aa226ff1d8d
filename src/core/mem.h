/* mem.h - host memory for the library's own records, size arithmetic that cannot overflow, and the
 * hook by which tests make the nth allocation fail. Every malloc of the library goes through here.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_MEM_H
#define WZ_CORE_MEM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t bytes);               /* zeroed; NULL (and the error set) when out of memory */
void *mem_alloc_array(size_t n, size_t each); /* the same for n * each, overflow checked */
void *mem_grow(void *p, size_t bytes);       /* realloc; on NULL p stays valid and the error is set */
char *mem_dup(const char *text, size_t n);   /* copy of n bytes and a NUL */
void  mem_free(void *p);

/* Test hook: the nth allocation from now (1 = the next) fails; 0 switches it off. */
void     mem_fail_after(int64_t n);
uint64_t mem_alloc_count(void); /* allocations so far, for tests that fail each in turn */
int64_t  mem_live_count(void);  /* allocations not yet freed */

/* *out = a * b or a + b; false on overflow. */
bool size_mul(size_t a, size_t b, size_t *out);
bool size_add(size_t a, size_t b, size_t *out);
bool i64_mul(int64_t a, int64_t b, int64_t *out);
bool i64_add(int64_t a, int64_t b, int64_t *out);
#endif

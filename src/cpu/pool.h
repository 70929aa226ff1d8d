/* pool.h - the CPU's worker threads.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_POOL_H
#define WZ_CPU_POOL_H

/* Calls fn(context, part, n_parts) once for each part and returns when all are done. The calling thread
 * takes part. Parts may run in any order and on any thread; from inside a part of several, or while another
 * thread has the pool, it runs inline. A single part is a plain call. */
void pool_run(void (*fn)(void *context, int part, int n_parts), void *context, int n_parts);

#endif

/* pool.c - a fixed set of worker threads that share out the parts of one job at a time.
 *
 * One 64-bit word holds the job's number, its count of parts and the next part; workers and the caller
 * take parts from it by compare-and-swap, so a worker that comes late can never mix up two jobs. Workers spin
 * for some microseconds after a job, since decode issues one job after another, and then sleep. Callers
 * on several threads take turns; a caller that finds the pool busy does its parts alone rather than wait,
 * so that independent threads never queue behind each other. After fork the child starts afresh.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "pool.h"
#include "../core/error.h"
#include "cores.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_THREADS = 256, SPINS = 2000, PART_MASK = (1 << 20) - 1 };

typedef struct job {
    void (*fn)(void *context, int part, int n_parts);
    void *context;
} job;

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;      /* held by the caller whose job runs */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  wake = PTHREAD_COND_INITIALIZER;
static pthread_t       worker[MAX_THREADS];
static unsigned long long first_seen[MAX_THREADS];            /* the job number when a worker was started */
static int             n_workers;                             /* started */
static atomic_int      helpers_wanted;                        /* workers from this index on sit the job out */
static atomic_int      n_threads;                             /* wanted, the caller included; 0: not set */
static job             current;
static atomic_ullong   state;                                 /* job number << 40 | n_parts << 20 | next part */
static atomic_int      parts_done;
static atomic_int      sleepers;                              /* workers that wait for `wake` */
static atomic_bool     quit;
static _Thread_local bool in_part;

int wz_num_threads(void)
{
    int n = atomic_load_explicit(&n_threads, memory_order_relaxed);
    if (n) return n;
    const char *text = getenv("WZ_THREADS");
    n = text ? atoi(text) : 0;
    if (n < 1) n = cores_usable();
    if (n > MAX_THREADS) n = MAX_THREADS;
    atomic_store(&n_threads, n);
    return n;
}

wz_status wz_set_num_threads(int n)
{
    if (n < 1 || n > MAX_THREADS)
        return fail(WZ_INVALID, "the number of threads must be between 1 and %d, got %d", (int)MAX_THREADS, n);
    atomic_store(&n_threads, n);
    return WZ_OK;
}

static unsigned long long job_number(void) { return atomic_load(&state) >> 40; }

static void post_job(int n_parts)
{
    unsigned long long number = job_number() + 1;
    atomic_store(&state, number << 40 | (unsigned long long)n_parts << 20);
}

static void take_parts(void)
{
    in_part = true;
    for (;;) {
        unsigned long long s = atomic_load(&state);
        int                part = (int)(s & PART_MASK), n_parts = (int)(s >> 20 & PART_MASK);
        if (part >= n_parts) break;
        if (!atomic_compare_exchange_weak(&state, &s, s + 1)) continue;
        current.fn(current.context, part, n_parts); /* the job cannot end before this part is done */
        atomic_fetch_add_explicit(&parts_done, 1, memory_order_release);
    }
    in_part = false;
}

static void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void *worker_main(void *context)
{
    const int          index = (int)(size_t)context;
    unsigned long long seen = first_seen[index];
    for (;;) {
        for (int i = 0; i < SPINS && job_number() == seen; i++) pause_briefly();
        if (job_number() == seen) {
            pthread_mutex_lock(&mutex);
            atomic_fetch_add(&sleepers, 1); /* before the last look: see wake_workers */
            while (job_number() == seen) pthread_cond_wait(&wake, &mutex);
            atomic_fetch_sub(&sleepers, 1);
            pthread_mutex_unlock(&mutex);
        }
        seen = job_number();
        if (atomic_load(&quit)) return NULL;
        if (index < atomic_load_explicit(&helpers_wanted, memory_order_relaxed)) take_parts();
    }
}

/* After a job is posted: wakes as many sleepers as can help. A worker counts itself before it looks for a
 * job for the last time, and the job is posted before sleepers are counted, so one of the two sees the other. */
static void wake_workers(int most)
{
    if (atomic_load(&sleepers) == 0) return;
    pthread_mutex_lock(&mutex);
    if (atomic_load(&helpers_wanted) < n_workers) pthread_cond_broadcast(&wake); /* not just anyone will do */
    else
        for (int i = atomic_load(&sleepers); i > 0 && most > 0; i--, most--) pthread_cond_signal(&wake);
    pthread_mutex_unlock(&mutex);
}

static void after_fork_in_child(void)
{
    pthread_mutex_init(&busy, NULL);
    pthread_mutex_init(&mutex, NULL);
    pthread_cond_init(&wake, NULL);
    n_workers = 0;
    atomic_store(&sleepers, 0);
    atomic_store(&state, 0);
}

static void stop_workers(void)
{
    pthread_mutex_lock(&busy);
    atomic_store(&quit, true);
    pthread_mutex_lock(&mutex);
    post_job(0);
    pthread_cond_broadcast(&wake);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < n_workers; i++) pthread_join(worker[i], NULL);
    n_workers = 0;
    pthread_mutex_unlock(&busy);
}

/* With `busy` held. Fewer workers than wanted is not an error: the caller does the rest. */
static void start_workers(int wanted)
{
    static bool registered;
    if (!registered) {
        registered = true;
        (void)pthread_atfork(NULL, NULL, after_fork_in_child);
        (void)atexit(stop_workers);
    }
    while (n_workers < wanted) {
        first_seen[n_workers] = job_number();
        if (pthread_create(&worker[n_workers], NULL, worker_main, (void *)(size_t)n_workers) != 0) break;
        n_workers++;
    }
}

static void run_alone(void (*fn)(void *context, int part, int n_parts), void *context, int n_parts)
{
    bool was = in_part;
    in_part = true;
    for (int part = 0; part < n_parts; part++) fn(context, part, n_parts);
    in_part = was;
}

void pool_run(void (*fn)(void *context, int part, int n_parts), void *context, int n_parts)
{
    if (n_parts == 1) { /* leaves the pool to what fn itself may start */
        fn(context, 0, 1);
        return;
    }
    int helpers = wz_num_threads() - 1;
    if (n_parts < 1 || n_parts > PART_MASK || helpers < 1 || in_part || atomic_load(&quit) ||
        pthread_mutex_trylock(&busy) != 0) {
        run_alone(fn, context, n_parts);
        return;
    }
    if (helpers > n_parts - 1) helpers = n_parts - 1;
    start_workers(helpers);
    atomic_store_explicit(&helpers_wanted, helpers, memory_order_relaxed);
    current = (job){fn, context};
    atomic_store(&parts_done, 0);
    post_job(n_parts);
    wake_workers(n_parts - 1);
    take_parts();
    for (int i = 0; atomic_load_explicit(&parts_done, memory_order_acquire) < n_parts; i++)
        if (i < SPINS) pause_briefly();
        else sched_yield();
    pthread_mutex_unlock(&busy);
}

/* test_pool.c - the worker pool: every part once, nested and concurrent callers, changing thread counts, fork, and rest.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cpu/cores.h"
#include "cpu/pool.h"
#include "unit.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wootz/wootz.h>

/* The thread sanitizer gives up by default when a child of fork starts threads, which is what is tested. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "die_after_fork=0"; }

enum { MOST = 3000 };

typedef struct count {
    atomic_int seen[MOST];
    atomic_int wrong;
    int        n_parts, inner;
} count;

static void note(void *context, int part, int n_parts)
{
    count *c = context;
    if (n_parts != c->n_parts || part < 0 || part >= n_parts) atomic_fetch_add(&c->wrong, 1);
    else atomic_fetch_add(&c->seen[part], 1);
}

/* Runs n_parts and returns how many parts were not seen exactly once. */
static int run_once(int n_parts)
{
    count *c = calloc(1, sizeof *c);
    if (!c) abort();
    c->n_parts = n_parts;
    pool_run(note, c, n_parts);
    int bad = atomic_load(&c->wrong);
    for (int i = 0; i < MOST; i++) bad += atomic_load(&c->seen[i]) != (i < n_parts);
    free(c);
    return bad;
}

static void test_counts(void)
{
    static const int threads[] = {1, 2, 4, 7, 3, 2, 8, 1};
    for (int t = 0; t < 8; t++) {
        CHECK(wz_set_num_threads(threads[t]) == WZ_OK && wz_num_threads() == threads[t]);
        int bad = 0;
        for (int n = 0; n < 40; n++) bad += run_once(n);
        bad += run_once(1000) + run_once(MOST);
        CHECK_MSG(!bad, "%d threads: %d parts not run once", threads[t], bad);
    }
    CHECK(wz_set_num_threads(0) == WZ_INVALID && wz_set_num_threads(100000) == WZ_INVALID);
    CHECK(cores_usable() >= 1 && cores_usable() <= (int)sysconf(_SC_NPROCESSORS_CONF));
}

static void outer(void *context, int part, int n_parts)
{
    count *c = context;
    (void)n_parts;
    if (run_once(part % 9)) atomic_fetch_add(&c->wrong, 1);
    atomic_fetch_add(&c->seen[part], 1);
}

static void test_nested(void)
{
    CHECK(wz_set_num_threads(4) == WZ_OK);
    count *c = calloc(1, sizeof *c);
    if (!c) abort();
    pool_run(outer, c, 50);
    int bad = atomic_load(&c->wrong);
    for (int i = 0; i < 50; i++) bad += atomic_load(&c->seen[i]) != 1;
    CHECK(!bad);
    free(c);
}

static pthread_barrier_t both;

static void meet(void *context, int part, int n_parts)
{
    (void)context, (void)part, (void)n_parts;
    pthread_barrier_wait(&both);
}

static void meet_inside(void *context, int part, int n_parts)
{
    (void)part, (void)n_parts;
    pool_run(meet, context, 2);
}

/* Two parts that wait for each other finish only on two threads; a single part leaves the pool to its inner call. */
static void test_together(void)
{
    CHECK(wz_set_num_threads(2) == WZ_OK);
    pthread_barrier_init(&both, NULL, 2);
    for (int i = 0; i < 200; i++) pool_run(meet, NULL, 2);
    pool_run(meet_inside, NULL, 1);
    pthread_barrier_destroy(&both);
    CHECK(true);
}

static void *caller(void *context)
{
    int *bad = context;
    for (int i = 0; i < 300; i++) *bad += run_once(i % 17);
    return NULL;
}

static void test_callers(void)
{
    CHECK(wz_set_num_threads(3) == WZ_OK);
    pthread_t t[4];
    int       bad[4] = {0};
    for (int i = 0; i < 4; i++) CHECK(pthread_create(&t[i], NULL, caller, &bad[i]) == 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    CHECK(bad[0] + bad[1] + bad[2] + bad[3] == 0);
}

static void test_fork(void)
{
    CHECK(wz_set_num_threads(3) == WZ_OK && run_once(30) == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(run_once(30) || run_once(7) ? 1 : 0);
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(run_once(30) == 0);
}

/* A pool with nothing to do takes no processor time: less than half of one while everybody waits. */
static void test_rest(void)
{
    CHECK(wz_set_num_threads(4) == WZ_OK && run_once(100) == 0);
    usleep(50000);
    struct timespec a, b, nap = {0, 200000000};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    nanosleep(&nap, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double used = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    CHECK_MSG(used < 0.1, "the resting pool used %g s in 0.2 s", used);
    CHECK(run_once(100) == 0);
}

int main(void)
{
    test_counts();
    test_nested();
    test_together();
    test_callers();
    test_fork();
    test_rest();
    return unit_report();
}

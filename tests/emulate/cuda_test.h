/* cuda_test.h - what tests on the emulated driver share: a child process for each, the driver's controls.
 *
 * The driver is opened once a process and a broken device stays broken, so each case runs in a child, forked before
 * the parent has touched CUDA.
 * SPDX-License-Identifier: MIT */
#ifndef CUDA_TEST_H
#define CUDA_TEST_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fakecuda.h"
#include <core/core.h>
#include <wootz/ops.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int n_passed, n_failed;

/* Inside a case: on a false condition it says so and the case fails. */
#define REQUIRE(condition) \
    do { \
        if (!(condition)) { \
            printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, wz_error()); \
            fflush(stdout); \
            _exit(1); \
        } \
    } while (0)
#define REQUIRE_OK(expr) REQUIRE((expr) == WZ_OK)
#define REQUIRE_TEXT(text, part) \
    do { \
        if (!strstr(text, part)) { \
            printf("%s:%d: '%s' does not hold '%s'\n", __FILE__, __LINE__, text, part); \
            fflush(stdout); \
            _exit(1); \
        } \
    } while (0)

static void *control(const char *name)
{
    void *library = dlopen(FAKECUDA, RTLD_NOW | RTLD_NOLOAD), *symbol = library ? dlsym(library, name) : NULL;
    REQUIRE(symbol != NULL);
    return symbol;
}

static inline void fault_at(fake_fault what, long n)
{
    fakecuda_fault_fn *f;
    void *symbol = control("fakecuda_fault");
    memcpy(&f, &symbol, sizeof f);
    f(what, n);
}

static inline void disorder(unsigned long seed, unsigned delay_us)
{
    fakecuda_disorder_fn *f;
    void *symbol = control("fakecuda_disorder");
    memcpy(&f, &symbol, sizeof f);
    f(seed, delay_us);
}

static inline fake_counts driver_counts(void)
{
    fakecuda_counts_fn *f;
    void               *symbol = control("fakecuda_counts");
    fake_counts         c;
    memcpy(&f, &symbol, sizeof f);
    f(&c);
    return c;
}

/* Runs a case in a child with the fake driver chosen and the given settings ("NAME=value", ended by NULL). */
static void in_child(const char *name, void (*run)(void), const char *const *settings)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv("WZ_CUDA_LIBRARY", FAKECUDA, 1);
        setenv("WZ_NVRTC_LIBRARY", FAKECUDA, 1);
        setenv("WZ_CACHE_DIR", "", 1);
        for (; settings && *settings; settings++) putenv((char *)(uintptr_t)*settings);
        alarm(120); /* a hang is a failure */
        run();
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        n_passed++;
        return;
    }
    n_failed++;
    printf("FAILED %s (%s %d)\n", name, WIFSIGNALED(status) ? "signal" : "exit", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}
#define CASE(name) in_child(#name, name, NULL)
#define CASE_WITH(name, ...) in_child(#name, name, (const char *const[]){__VA_ARGS__, NULL})

static inline wz_device *cuda(void)
{
    wz_device *dev = NULL;
    REQUIRE_OK(wz_device_open("cuda", &dev));
    return dev;
}
#endif

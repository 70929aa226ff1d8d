/* cores.c - how many threads this process may usefully run.
 *
 * Allowed processors are those of the affinity mask; threads that share one core count once, since these kernels
 * keep a core's units busy alone; a control group's quota (a container's --cpus) is an upper bound.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cores.h"
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)

/* The first number in a file of /sys; -1 when there is none. */
static long read_number(const char *path)
{
    long  v = -1;
    FILE *f = fopen(path, "r");
    if (!f) return -1;
    if (fscanf(f, "%ld", &v) != 1) v = -1;
    fclose(f);
    return v;
}

static int distinct_cores(const cpu_set_t *set)
{
    enum { MOST = CPU_SETSIZE };
    static const char *const file[2] = {"core_id", "physical_package_id"};
    long                     id[MOST][2];
    int                      n = 0;
    for (size_t cpu = 0; cpu < MOST; cpu++) {
        if (!CPU_ISSET(cpu, set)) continue;
        for (int i = 0; i < 2; i++) {
            char path[96];
            snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%zu/topology/%s", cpu, file[i]);
            id[n][i] = read_number(path);
        }
        bool seen = false;
        for (int j = 0; j < n && id[n][0] >= 0; j++) seen |= id[j][0] == id[n][0] && id[j][1] == id[n][1];
        n += !seen;
    }
    return n;
}

/* Processors' worth of time that the control group grants, rounded up; 0 when it sets no limit. */
static int quota(void)
{
    long  limit = -1, period = -1;
    FILE *f = fopen("/sys/fs/cgroup/cpu.max", "r");
    if (f) {
        if (fscanf(f, "%ld %ld", &limit, &period) != 2) limit = -1; /* "max" */
        fclose(f);
    } else {
        limit = read_number("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
        period = read_number("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
    }
    return limit > 0 && period > 0 ? (int)((limit + period - 1) / period) : 0;
}

int cores_usable(void)
{
    cpu_set_t set;
    int       n = 0, most = quota();
    if (sched_getaffinity(0, sizeof set, &set) == 0) n = distinct_cores(&set);
    if (n < 1) n = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (most > 0 && n > most) n = most;
    return n < 1 ? 1 : n;
}

#else

int cores_usable(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (int)n;
}

#endif

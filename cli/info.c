/* info.c - wootz info: what this machine offers, and for each kind of device that is absent the reason.
 * SPDX-License-Identifier: MIT */
#include "cli.h"
#include <string.h>

int cmd_info(int argc, char **argv)
{
    static const cli_option options[] = {{0}};
    static const char *const kinds[] = {"cpu", "cuda", "mps"};
    int n_rest, code = cli_parse(argc, argv, "wootz info", "Shows the devices, CPU features and threads.", options, NULL, 0, &n_rest);
    if (code >= 0) return code;
    printf("wootz %s\n\n", wz_version());
    for (int kind = 0; kind < WZ_DEVICE_KINDS; kind++) {
        const char *why;
        int         n = wz_device_count((wz_device_kind)kind, &why);
        if (n == 0) printf("%-8s none: %s\n", kinds[kind], why);
        for (int i = 0; i < n; i++) {
            char           name[32];
            wz_device     *dev;
            wz_device_info info;
            snprintf(name, sizeof name, "%s:%d", kinds[kind], i);
            if (wz_device_open(name, &dev) != WZ_OK || wz_device_get_info(dev, &info) != WZ_OK) {
                printf("%-8s cannot be used: %s\n", name, wz_error());
                continue;
            }
            printf("%-8s %s, %s, %d %s, %s\n", wz_device_name(dev), info.name, cli_bytes(info.memory_bytes), info.cores,
                   kind == WZ_DEVICE_CPU ? "threads" : "cores", info.arch);
        }
    }
    printf("\nCPU kernels:");
    for (int level = 0; level < WZ_CPU_LEVELS; level++)
        if (wz_cpu_has((wz_cpu_level)level)) printf(" %s", wz_cpu_level_name((wz_cpu_level)level));
    printf("\nthreads: %d (WZ_THREADS changes it)\noperations: %d\n", wz_num_threads(), wz_op_count());
    return EXIT_OK;
}

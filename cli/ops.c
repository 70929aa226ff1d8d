/* ops.c - wootz ops: the op table with its support matrix.
 * SPDX-License-Identifier: MIT */
#include "cli.h"
#include <string.h>

static void print_dtypes(int op, const wz_device *dev)
{
    const char *comma = "";
    int         all = 0, n = 0;
    for (int d = 1; d < WZ_DTYPE_COUNT; d++, all++) n += wz_op_supported(op, dev, (wz_dtype)d);
    if (n == all) {
        printf("every dtype");
        return;
    }
    for (int d = 1; d < WZ_DTYPE_COUNT; d++) {
        if (!wz_op_supported(op, dev, (wz_dtype)d)) continue;
        printf("%s%s", comma, wz_dtype_name((wz_dtype)d));
        comma = " ";
    }
    if (!n) printf("no dtype");
}

int cmd_ops(int argc, char **argv)
{
    const char *device = "cpu", *prefix = "";
    bool        brief = false;
    const cli_option options[] = {
        {"--device", 'd', OPTION_TEXT, &device, NULL, "NAME", "whose kernels to list (cpu)", 0, 0},
        {"--brief", 'b', OPTION_FLAG, &brief, NULL, NULL, "signatures only", 0, 0},
        {0}};
    int n_rest, code = cli_parse(argc, argv, "wootz ops [PREFIX] [--device NAME]", "Lists the operations.", options, &prefix, 1, &n_rest);
    if (code >= 0) return code;
    wz_device *dev;
    if (wz_device_open(device, &dev) != WZ_OK) return cli_fail("ops");
    int shown = 0;
    for (int op = 0; op < wz_op_count(); op++) {
        const wz_op_info *info = wz_op_get(op);
        if (!info) return cli_fail("ops");
        if (strncmp(info->name, prefix, strlen(prefix)) != 0 && strncmp(info->py_name, prefix, strlen(prefix)) != 0) continue;
        shown++;
        printf("%s%s\n", info->py_name, strchr(info->signature, '('));
        if (brief) continue;
        printf("    %s\n    %s: ", info->doc, wz_device_name(dev));
        print_dtypes(op, dev);
        printf("\n");
    }
    if (!shown) {
        fprintf(stderr, "wootz ops: no operation begins with '%s'\n", prefix);
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

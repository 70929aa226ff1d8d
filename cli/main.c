/* main.c - wootz: the command-line tool. One file per subcommand.
 * SPDX-License-Identifier: MIT */
#include "cli.h"
#include <errno.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"run", cmd_run, "continue a prompt with a language model"},
    {"info", cmd_info, "devices, why others are absent, CPU features, threads"},
    {"inspect", cmd_inspect, "what a model file or folder holds: tensors, configuration, tokenizer"},
    {"ops", cmd_ops, "the operations, and the devices and dtypes each has kernels for"},
};

static void print_usage(FILE *f)
{
    fprintf(f, "usage: wootz COMMAND [arguments]\n\ncommands:\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(f, "  %-10s %s\n", commands[i].name, commands[i].what);
    fprintf(f, "\n'wootz COMMAND --help' tells more. wootz %s\n", wz_version());
}

/* Output that did not reach its file, as on a full disk, is a failure too. */
static int finish(const char *command, int code)
{
    bool bad = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !bad) return code;
    fprintf(stderr, "wootz %s: the output could not be written: %s\n", command, strerror(errno));
    return code == EXIT_OK ? EXIT_FAILED : code;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("wootz %s\n", wz_version());
        return EXIT_OK;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return finish(argv[1], commands[i].run(argc - 1, argv + 1));
    fprintf(stderr, "wootz: unknown command '%s'\n", argv[1]);
    print_usage(stderr);
    return EXIT_USAGE;
}

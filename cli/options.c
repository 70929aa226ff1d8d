/* options.c - one parser for the options of every subcommand; the same table prints the help.
 * SPDX-License-Identifier: MIT */
#include "cli.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_help(const char *usage, const char *what, const cli_option *options)
{
    printf("usage: %s\n\n%s\n\noptions:\n", usage, what);
    for (const cli_option *o = options; o->name; o++) {
        char head[64];
        if (o->letter) snprintf(head, sizeof head, "-%c, %s%s%s", o->letter, o->name, o->argument ? " " : "", o->argument ? o->argument : "");
        else snprintf(head, sizeof head, "    %s%s%s", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
        printf("  %-28s %s\n", head, o->help);
    }
    printf("  %-28s %s\n", "-h, --help", "this text");
}

static bool set_value(const cli_option *o, const char *text, const char *command)
{
    char *end = NULL;
    errno = 0;
    if (o->kind == OPTION_TEXT) {
        *(const char **)o->value = text;
        return true;
    }
    double  v = 0;
    int64_t i = 0;
    if (o->kind == OPTION_INT) {
        i = strtoll(text, &end, 10);
        v = (double)i;
    } else {
        v = strtod(text, &end);
    }
    if (end == text || *end || errno || isnan(v)) {
        fprintf(stderr, "%s: %s wants %s, got '%s'\n", command, o->name, o->kind == OPTION_INT ? "a whole number" : "a number", text);
        return false;
    }
    if (o->low < o->high && (v < o->low || v > o->high)) {
        fprintf(stderr, "%s: %s must be between %g and %g, got %s\n", command, o->name, o->low, o->high, text);
        return false;
    }
    if (o->kind == OPTION_INT) *(int64_t *)o->value = i;
    else *(double *)o->value = v;
    return true;
}

static const cli_option *find(const cli_option *options, const char *arg, const char **inline_value)
{
    *inline_value = NULL;
    for (const cli_option *o = options; o->name; o++) {
        size_t n = strlen(o->name);
        if (strncmp(arg, o->name, n) == 0 && (arg[n] == '\0' || arg[n] == '=')) {
            if (arg[n]) *inline_value = arg + n + 1;
            return o;
        }
        if (o->letter && arg[0] == '-' && arg[1] == o->letter && arg[2] == '\0') return o;
    }
    return NULL;
}

int cli_parse(int argc, char **argv, const char *usage, const char *what, const cli_option *options,
              const char **rest, int max_rest, int *n_rest)
{
    char command[64];
    snprintf(command, sizeof command, "wootz %s", argv[0]);
    *n_rest = 0;
    bool only_rest = false;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i], *value;
        if (only_rest || arg[0] != '-' || arg[1] == '\0') {
            if (*n_rest == max_rest) {
                fprintf(stderr, "%s: unexpected argument '%s'\nusage: %s\n", command, arg, usage);
                return EXIT_USAGE;
            }
            rest[(*n_rest)++] = arg;
            continue;
        }
        if (strcmp(arg, "--") == 0) {
            only_rest = true;
            continue;
        }
        if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0) {
            print_help(usage, what, options);
            return EXIT_OK;
        }
        const cli_option *o = find(options, arg, &value);
        if (!o) {
            fprintf(stderr, "%s: unknown option '%s'\nusage: %s\n", command, arg, usage);
            return EXIT_USAGE;
        }
        if (o->given) *o->given = true;
        if (o->kind == OPTION_FLAG) {
            if (value) {
                fprintf(stderr, "%s: %s takes no value\n", command, o->name);
                return EXIT_USAGE;
            }
            *(bool *)o->value = true;
            continue;
        }
        if (!value && ++i == argc) {
            fprintf(stderr, "%s: %s wants a value\n", command, o->name);
            return EXIT_USAGE;
        }
        if (!set_value(o, value ? value : argv[i], command)) return EXIT_USAGE;
    }
    return -1;
}

int cli_fail(const char *command)
{
    fprintf(stderr, "wootz %s: %s\n", command, wz_error());
    return EXIT_FAILED;
}

const char *cli_bytes(uint64_t bytes)
{
    static char text[4][32];
    static int  turn;
    char       *s = text[turn++ & 3];
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    double v = (double)bytes;
    int    u = 0;
    while (v >= 1000 && u < 4) {
        v /= 1000;
        u++;
    }
    snprintf(s, sizeof text[0], u == 0 || v >= 100 ? "%.0f %s" : "%.1f %s", v, units[u]);
    return s;
}

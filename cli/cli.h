/* cli.h - the subcommands of the wootz tool and what they share.
 *
 * Exit codes: 0 success, 1 the work failed (one line on stderr says why), 2 wrong usage, 130 interrupted.
 * Output to a pipe is plain: no colours, no progress.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CLI_H
#define WZ_CLI_H
#include <stdbool.h>
#include <stdio.h>
#include <wootz/wootz.h>

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

int cmd_run(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_inspect(int argc, char **argv);
int cmd_ops(int argc, char **argv);

/* Options of a command: a table that parses the arguments and prints the help. */
typedef enum option_kind { OPTION_FLAG, OPTION_INT, OPTION_FLOAT, OPTION_TEXT } option_kind;

typedef struct cli_option {
    const char *name;      /* "--max-tokens" */
    char        letter;    /* 'n', or 0 */
    option_kind kind;
    void       *value;     /* bool, int64_t, double, const char * */
    bool       *given;     /* or NULL */
    const char *argument;  /* "N", for the help */
    const char *help;
    double      low, high; /* allowed range of INT and FLOAT when low < high */
} cli_option;

/* Parses argv[1..]; plain arguments go to rest[0..max_rest-1]. Returns -1 to go on, else an exit code
 * (0 after --help, 2 after a message about wrong usage). usage is the line after "usage: ". */
int cli_parse(int argc, char **argv, const char *usage, const char *what, const cli_option *options,
              const char **rest, int max_rest, int *n_rest);
int cli_fail(const char *command); /* prints "wootz COMMAND: wz_error()" and returns EXIT_FAILED */
const char *cli_bytes(uint64_t bytes); /* "5.9 MB", in a static buffer, a few alive at once */
#endif

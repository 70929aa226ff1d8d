/* run_chat.c - wootz run --chat: a conversation on a terminal, or one answer for each line of a pipe.
 *
 * The whole conversation is laid out anew for each turn, with the model's own answers as the tokens that it generated;
 * the session computes only what it does not hold already.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "run.h"
#include "../src/core/error.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct talk {
    run_state       *r;
    wz_chat_message *m; /* texts and ids belong to it */
    int64_t          n, room;
    bool             interactive;
    FILE            *screen; /* where the prompt and remarks go */
} talk;

static void forget(talk *t, int64_t from)
{
    while (t->n > from) {
        t->n--;
        free((void *)(uintptr_t)t->m[t->n].text);
        free((void *)(uintptr_t)t->m[t->n].ids);
    }
}

/* Takes over ids; copies the text. */
static wz_status add_message(talk *t, const char *role, const char *text, size_t bytes, int64_t *ids, int64_t n_ids)
{
    if (t->n == t->room) {
        int64_t          room = t->room ? t->room * 2 : 16;
        wz_chat_message *m = realloc(t->m, (size_t)room * sizeof *m);
        if (!m) {
            free(ids);
            return fail_nomem((size_t)room * sizeof *m);
        }
        t->m = m;
        t->room = room;
    }
    char *copy = malloc(bytes + 1);
    if (!copy) {
        free(ids);
        return fail_nomem(bytes);
    }
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    t->m[t->n++] = (wz_chat_message){role, copy, bytes, ids, n_ids};
    return WZ_OK;
}

/* The answer to what the conversation ends with, written and remembered. */
static wz_status answer(talk *t)
{
    run_state *r = t->r;
    int64_t   *ids = NULL, n = 0;
    run_answer a = {0};
    char      *text = NULL;
    size_t     bytes = 0;
    int        flags = WZ_CHAT_PROMPT | (r->o->think ? WZ_CHAT_THINK : 0) | (r->o->no_think ? WZ_CHAT_NO_THINK : 0);
    wz_status  status = wz_chat_encode(r->chat, r->tok, t->m, t->n, flags, &ids, &n);
    if (status == WZ_OK && n >= r->info.context)
        status = fail(WZ_INVALID, "the conversation has %lld tokens, as much as the model's context of %lld holds%s", (long long)n,
                      (long long)r->info.context, t->interactive ? "; /reset begins anew" : "");
    if (status == WZ_OK) status = run_generate(r, ids, n, NULL, &a);
    if (status == WZ_OK) status = wz_tokenizer_decode(r->tok, a.ids, a.n, true, &text, &bytes);
    if (status == WZ_OK) {
        status = add_message(t, "assistant", text, bytes, a.ids, a.n);
        a.ids = NULL; /* taken over */
    }
    if (status == WZ_OK && t->interactive && !run_interrupted && !a.ended)
        fprintf(stderr, "(stopped %s)\n", a.n >= r->o->max_tokens ? "at --max-tokens" : "where the context is full");
    wz_tokenizer_drop(text);
    wz_tokenizer_drop(ids);
    free(a.ids);
    return status;
}

static wz_status turn(talk *t, const char *text, size_t bytes)
{
    int64_t before = t->n;
    TRY(add_message(t, "user", text, bytes, NULL, 0));
    wz_status status = answer(t);
    if (status != WZ_OK) forget(t, before); /* as if it had not been asked */
    return status;
}

static wz_status begin(talk *t)
{
    forget(t, 0);
    return t->r->o->system ? add_message(t, "system", t->r->o->system, strlen(t->r->o->system), NULL, 0) : WZ_OK;
}

typedef enum command { COMMAND_NONE, COMMAND_QUIT, COMMAND_RESET, COMMAND_HELP, COMMAND_UNKNOWN } command;

/* A line that is nothing but /word; /tmp/x and "/ what" are text. */
static command command_of(const char *line)
{
    static const struct { const char *word; command is; } known[] = {{"/quit", COMMAND_QUIT}, {"/exit", COMMAND_QUIT}, {"/bye", COMMAND_QUIT},
                                                                     {"/reset", COMMAND_RESET}, {"/help", COMMAND_HELP}, {"/?", COMMAND_HELP}};
    if (line[0] != '/') return COMMAND_NONE;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(line, known[i].word) == 0) return known[i].is;
    return line[1] && strspn(line + 1, "abcdefghijklmnopqrstuvwxyz") == strlen(line + 1) ? COMMAND_UNKNOWN : COMMAND_NONE;
}

static void show_help(FILE *f)
{
    fputs("/reset forgets the conversation, /quit or Ctrl-D leaves, Ctrl-C stops an answer\n", f);
}

/* What to do with one line: an exit code to leave with, -1 when wz_error tells why, -2 to go on. */
static int take_line(talk *t, char *line, size_t bytes)
{
    while (bytes && (line[bytes - 1] == '\n' || line[bytes - 1] == '\r')) line[--bytes] = '\0';
    if (strspn(line, " \t") == bytes) return -2; /* an empty line says nothing */
    command c = command_of(line);
    if (c == COMMAND_QUIT) return EXIT_OK;
    if (c == COMMAND_RESET) return begin(t) == WZ_OK ? -2 : -1;
    if (t->interactive && (c == COMMAND_HELP || c == COMMAND_UNKNOWN)) {
        if (c == COMMAND_UNKNOWN) fprintf(t->screen, "there is no command %s; ", line);
        show_help(t->screen);
        return -2;
    }
    wz_status status = turn(t, line, bytes);
    if (status == WZ_OK) return -2;
    if (status == WZ_CANCELLED) return -2; /* the loop looks at run_interrupted */
    if (!t->interactive) return -1;
    cli_fail("run"); /* the conversation goes on */
    return -2;
}

static int loop(talk *t)
{
    char  *line = NULL;
    size_t room = 0;
    int    code = -2;
    while (code == -2 && !t->r->write_error) {
        if (t->interactive) {
            fputs("> ", t->screen);
            fflush(t->screen);
        }
        ssize_t n = getline(&line, &room, stdin);
        if (n < 0) {
            bool interrupted = run_interrupted;
            if (t->interactive) fputc('\n', t->screen);
            code = interrupted ? EXIT_INTERRUPTED : EXIT_OK;
            if (!interrupted && ferror(stdin)) {
                fail(WZ_IO, "standard input cannot be read: %s", strerror(errno));
                code = -1;
            }
            break;
        }
        code = take_line(t, line, (size_t)n);
        if (run_interrupted && !t->interactive) code = EXIT_INTERRUPTED;
        if (run_interrupted && t->interactive && code == -2) run_interrupted = 0; /* that answer only */
    }
    free(line);
    return code == -2 ? EXIT_OK : code;
}

int run_chat(run_state *r)
{
    talk   t = {.r = r, .interactive = !r->o->prompt && isatty(STDIN_FILENO)};
    char  *input = NULL;
    size_t bytes = 0;
    int    code = -1;
    t.screen = isatty(STDOUT_FILENO) ? stdout : stderr;
    if (begin(&t) == WZ_OK) {
        if (!r->o->prompt) {
            if (t.interactive) {
                fprintf(t.screen, "%s, %.3g million numbers, chats in %s\n", r->info.family, (double)r->info.n_params / 1e6, wz_chat_format(r->chat));
                show_help(t.screen);
            }
            code = loop(&t);
        } else {
            const char *text = r->o->prompt;
            if (strcmp(text, "-") == 0) text = input = run_read_input(&bytes);
            else bytes = strlen(text);
            wz_status status = !text ? WZ_NOMEM : run_interrupted ? WZ_CANCELLED : turn(&t, text, bytes);
            code = run_interrupted || status == WZ_CANCELLED ? EXIT_INTERRUPTED : status == WZ_OK ? EXIT_OK : -1;
        }
    }
    free(input);
    forget(&t, 0);
    free(t.m);
    return code;
}

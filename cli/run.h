/* run.h - what the two ways of running a model share: continuing a prompt, and chat.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CLI_RUN_H
#define WZ_CLI_RUN_H
#include "cli.h"
#include <signal.h>
#include <wootz/chat.h>
#include <wootz/lm.h>
#include <wootz/tokenizer.h>

typedef struct run_options {
    const char    *path, *prompt, *system, *device, *dtype;
    int64_t        max_tokens, threads, seed;
    bool           chat, greedy, raw, quiet, think, no_think;
    wz_lm_sampling given;
    bool           has_max_tokens, has_temperature, has_top_k, has_top_p, has_min_p, has_penalty, has_seed;
} run_options;

typedef struct run_state {
    const run_options *o;
    wz_lm             *lm;
    wz_tokenizer      *tok;
    wz_chat           *chat;
    wz_lm_session     *session;
    wz_decoder        *decoder;
    wz_lm_info         info;
    wz_lm_sampling     sampling;
    int64_t            chat_end, text_end;   /* tokens that end an answer besides the model's own, -1: none */
    int64_t            n_prompt, n_new;      /* tokens computed, over all turns */
    double             prefill, decode;      /* seconds */
    int                write_error;          /* errno of a write to stdout that failed */
} run_state;

typedef struct run_answer {
    int64_t *ids, n, room;                   /* what was generated, without the token that ended it */
    bool     ended;                          /* by an end token, not by a limit or the user */
} run_answer;

extern volatile sig_atomic_t run_interrupted;

/* Makes the session hold ids and writes what the model says next to stdout as it comes, a line end at last. first, if
 * any, is written before. */
wz_status run_generate(run_state *r, const int64_t *ids, int64_t n, const char *first, run_answer *answer);
void      run_write(run_state *r, const char *text, size_t bytes);
/* All of standard input in a new string (free). */
char     *run_read_input(size_t *bytes);
/* Turns until the end of the input, or one when there is a prompt. The exit code; -1: wz_error tells. */
int       run_chat(run_state *r);
#endif

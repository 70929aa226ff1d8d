/* run_generate.c - the loop that turns tokens into text on stdout.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "run.h"
#include "../src/core/error.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct prefill_progress {
    int64_t kept; /* -1 until the first call: what the session held already */
    bool    terminal;
} prefill_progress;

static bool prefilling(void *context, int64_t done, int64_t total)
{
    prefill_progress *p = context;
    if (p->kept < 0) p->kept = done;
    if (p->terminal && total - p->kept > 64) fprintf(stderr, "\r\033[Kreading the prompt %3.0f%%", 100 * (double)done / (double)total);
    return !run_interrupted;
}

static wz_status prefill(run_state *r, const int64_t *ids, int64_t n)
{
    prefill_progress p = {.kept = -1, .terminal = isatty(STDERR_FILENO)};
    double           start = now();
    wz_status        status = wz_lm_session_sync(r->session, ids, n, prefilling, &p);
    if (p.terminal) fputs("\r\033[K", stderr);
    r->prefill += now() - start;
    if (p.kept >= 0) r->n_prompt += wz_lm_session_length(r->session) - p.kept;
    return status;
}

void run_write(run_state *r, const char *text, size_t bytes)
{
    if (r->write_error || bytes == 0) return;
    if (fwrite(text, 1, bytes, stdout) != bytes || fflush(stdout) != 0) r->write_error = errno ? errno : EIO;
}

static bool is_end(const run_state *r, int64_t id)
{
    for (int i = 0; i < r->info.n_eos; i++)
        if (r->info.eos[i] == id) return true;
    return id == r->chat_end || id == r->text_end;
}

static wz_status note_id(run_answer *a, int64_t id)
{
    if (a->n == a->room) {
        int64_t  room = a->room ? a->room * 2 : 256;
        int64_t *ids = realloc(a->ids, (size_t)room * sizeof *ids);
        if (!ids) return fail_nomem((size_t)room * sizeof *ids);
        a->ids = ids;
        a->room = room;
    }
    a->ids[a->n++] = id;
    return WZ_OK;
}

static wz_status decode(run_state *r, run_answer *a)
{
    while (a->n < r->o->max_tokens && !run_interrupted && !r->write_error) {
        int64_t     id;
        const char *text;
        size_t      bytes;
        TRY(wz_lm_sample(r->session, &r->sampling, &id));
        if ((a->ended = is_end(r, id))) return WZ_OK;
        TRY(wz_decoder_push(r->decoder, id, &text, &bytes));
        run_write(r, text, bytes);
        TRY(note_id(a, id));
        r->n_new++;
        if (a->n == r->o->max_tokens || wz_lm_session_length(r->session) >= r->info.context) return WZ_OK;
        TRY(wz_lm_session_push(r->session, id));
    }
    return WZ_OK;
}

wz_status run_generate(run_state *r, const int64_t *ids, int64_t n, const char *first, run_answer *answer)
{
    const char *text;
    size_t      bytes;
    answer->n = 0;
    answer->ended = false;
    TRY(prefill(r, ids, n));
    if (first) run_write(r, first, strlen(first));
    double    start = now();
    wz_status status = decode(r, answer);
    r->decode += now() - start;
    if (wz_decoder_finish(r->decoder, &text, &bytes) == WZ_OK) run_write(r, text, bytes);
    run_write(r, "\n", 1);
    return status;
}

char *run_read_input(size_t *bytes)
{
    size_t room = 1 << 16, n = 0;
    char  *text = malloc(room);
    *bytes = 0;
    while (text && !run_interrupted) {
        if (n == room) {
            char *grown = room > SIZE_MAX / 2 ? NULL : realloc(text, room * 2);
            if (!grown) {
                free(text);
                text = NULL;
                break;
            }
            text = grown;
            room *= 2;
        }
        size_t got = fread(text + n, 1, room - n, stdin);
        n += got;
        if (got == 0) break;
    }
    if (!text) fail_nomem(room);
    *bytes = n;
    return text;
}

/* run.c - wootz run: continue a prompt with a language model, streaming the text as it comes.
 *
 * Text goes to stdout; progress (on a terminal only) and the closing line with speeds go to stderr.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cli.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <wootz/lm.h>
#include <wootz/tokenizer.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool show_progress(const char *what, double fraction)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K%s %3.0f%%", what, 100 * fraction);
    return !interrupted;
}

static bool loading(void *context, double fraction)
{
    (void)context;
    return show_progress("loading", fraction);
}

static bool prefilling(void *context, int64_t done, int64_t total)
{
    (void)context;
    return show_progress("reading the prompt", (double)done / (double)total);
}

static void clear_progress(void)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
}

typedef struct run_options {
    const char    *path, *prompt, *device, *dtype;
    int64_t        max_tokens, threads;
    bool           greedy, raw, quiet;
    wz_lm_sampling given;
    bool           has_temperature, has_top_k, has_top_p, has_min_p, has_penalty, has_seed;
    int64_t        seed;
} run_options;

static int parse(int argc, char **argv, run_options *o)
{
    const cli_option options[] = {
        {"--prompt", 'p', OPTION_TEXT, &o->prompt, NULL, "TEXT", "text to continue; '-' reads standard input", 0, 0},
        {"--max-tokens", 'n', OPTION_INT, &o->max_tokens, NULL, "N", "stop after N tokens (400)", 1, 1e9},
        {"--temperature", 't', OPTION_FLOAT, &o->given.temperature, &o->has_temperature, "T", "0 takes the likeliest token (the model's own setting)", 0, 1000},
        {"--top-k", 0, OPTION_INT, &o->given.top_k, &o->has_top_k, "K", "draw from the K likeliest; 0 from all", 0, 1e9},
        {"--top-p", 0, OPTION_FLOAT, &o->given.top_p, &o->has_top_p, "P", "draw from the smallest set of probability P", 1e-6, 1},
        {"--min-p", 0, OPTION_FLOAT, &o->given.min_p, &o->has_min_p, "P", "drop tokens under P times the likeliest", 0, 1},
        {"--repetition-penalty", 0, OPTION_FLOAT, &o->given.repetition_penalty, &o->has_penalty, "R", "over 1 makes tokens seen before less likely", 1e-3, 1000},
        {"--greedy", 'g', OPTION_FLAG, &o->greedy, NULL, NULL, "take the likeliest token", 0, 0},
        {"--seed", 's', OPTION_INT, &o->seed, &o->has_seed, "N", "of the draws; without it each run differs", 0, 9e15},
        {"--threads", 0, OPTION_INT, &o->threads, NULL, "N", "CPU threads (all cores)", 1, 256},
        {"--device", 'd', OPTION_TEXT, &o->device, NULL, "NAME", "cpu", 0, 0},
        {"--dtype", 0, OPTION_TEXT, &o->dtype, NULL, "NAME", "convert the weights: float32, bfloat16, float16", 0, 0},
        {"--raw", 0, OPTION_FLAG, &o->raw, NULL, NULL, "show special tokens too", 0, 0},
        {"--quiet", 'q', OPTION_FLAG, &o->quiet, NULL, NULL, "no closing line", 0, 0},
        {0}};
    int n_rest, code = cli_parse(argc, argv, "wootz run PATH [--prompt TEXT] [options]",
                                 "Loads a model folder (config.json, *.safetensors, tokenizer.json) and continues the prompt; without one it\n"
                                 "begins on its own.", options, &o->path, 1, &n_rest);
    if (code >= 0) return code;
    if (n_rest == 0) {
        fprintf(stderr, "wootz run: which model? give the path of its folder\nusage: wootz run PATH [--prompt TEXT] [options]\n");
        return EXIT_USAGE;
    }
    if (o->dtype && !wz_dtype_find(o->dtype)) {
        fprintf(stderr, "wootz run: unknown dtype '%s'\n", o->dtype);
        return EXIT_USAGE;
    }
    return -1;
}

static char *read_input(size_t *bytes)
{
    size_t room = 1 << 16, n = 0;
    char  *text = malloc(room);
    while (text) {
        size_t got = fread(text + n, 1, room - n, stdin);
        n += got;
        if (got == 0) break;
        if (n == room && !(text = realloc(text, room *= 2))) return NULL;
    }
    *bytes = n;
    return text;
}

static wz_lm_sampling settings(const run_options *o, const wz_lm *lm)
{
    wz_lm_sampling s;
    wz_lm_get_sampling(lm, &s);
    if (o->has_temperature) {
        s.temperature = o->given.temperature;
        s.do_sample = true;
    }
    if (o->has_top_k) s.top_k = o->given.top_k;
    if (o->has_top_p) s.top_p = o->given.top_p;
    if (o->has_min_p) s.min_p = o->given.min_p;
    if (o->has_penalty) s.repetition_penalty = o->given.repetition_penalty;
    if (o->has_top_k || o->has_top_p || o->has_min_p || o->has_seed) s.do_sample = true;
    if (o->greedy) s.do_sample = false;
    s.seed = o->has_seed ? (uint64_t)o->seed : (uint64_t)(now() * 1e9);
    return s;
}

typedef struct run_state {
    wz_lm         *lm;
    wz_tokenizer  *tok;
    wz_lm_session *session;
    wz_decoder    *decoder;
    int64_t       *ids, n_ids, n_new;
    double         prefill, decode;
} run_state;

static bool is_end(const wz_lm_info *info, int64_t id)
{
    for (int i = 0; i < info->n_eos; i++)
        if (info->eos[i] == id) return true;
    return false;
}

static wz_status prepare(const run_options *o, run_state *r)
{
    wz_lm_options options = {.device = o->device, .dtype = o->dtype ? wz_dtype_find(o->dtype) : WZ_DTYPE_NONE, .progress = loading};
    wz_lm_info    info;
    size_t        bytes = o->prompt ? strlen(o->prompt) : 0;
    char         *input = NULL;
    const char   *prompt = o->prompt ? o->prompt : "";
    wz_status     status = wz_lm_open(o->path, &options, &r->lm);
    if (status == WZ_OK) status = wz_tokenizer_open(o->path, &r->tok);
    clear_progress();
    if (status != WZ_OK) return status;
    if (o->prompt && strcmp(o->prompt, "-") == 0) prompt = input = read_input(&bytes);
    status = wz_tokenizer_encode(r->tok, prompt ? prompt : "", bytes, WZ_ENCODE_SPECIAL, &r->ids, &r->n_ids);
    free(input);
    wz_lm_get_info(r->lm, &info);
    if (status == WZ_OK && r->n_ids == 0) { /* begin from nothing: the token that stands between texts */
        wz_tokenizer_drop(r->ids);
        status = wz_tokenizer_encode(r->tok, "", 0, 0, &r->ids, &r->n_ids);
        if (status == WZ_OK) r->ids[r->n_ids++] = info.bos >= 0 ? info.bos : info.n_eos ? info.eos[0] : 0;
    }
    if (status == WZ_OK) status = wz_lm_session_new(r->lm, 0, &r->session);
    if (status == WZ_OK) status = wz_decoder_new(r->tok, !o->raw, &r->decoder);
    return status;
}

static wz_status generate(const run_options *o, run_state *r)
{
    wz_lm_info     info;
    wz_lm_sampling s = settings(o, r->lm);
    const char    *text;
    size_t         bytes;
    wz_lm_get_info(r->lm, &info);
    double    start = now();
    wz_status status = wz_lm_session_sync(r->session, r->ids, r->n_ids, prefilling, NULL);
    clear_progress();
    r->prefill = now() - start;
    if (status != WZ_OK) return status;
    if (o->prompt && strcmp(o->prompt, "-") != 0) fputs(o->prompt, stdout);
    start = now();
    while (r->n_new < o->max_tokens && !interrupted) {
        int64_t id;
        status = wz_lm_sample(r->session, &s, &id);
        if (status != WZ_OK || is_end(&info, id)) break;
        status = wz_decoder_push(r->decoder, id, &text, &bytes);
        if (status != WZ_OK) break;
        fwrite(text, 1, bytes, stdout);
        if (fflush(stdout) != 0) break; /* the reader has gone */
        r->n_new++;
        if (wz_lm_session_length(r->session) >= info.context) break;
        status = wz_lm_session_push(r->session, id);
        if (status != WZ_OK) break;
    }
    r->decode = now() - start;
    if (wz_decoder_finish(r->decoder, &text, &bytes) == WZ_OK) fwrite(text, 1, bytes, stdout);
    fputc('\n', stdout);
    return status;
}

static void closing_line(const run_state *r)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "\nprompt %lld tokens, %.1f tokens/s; decode %lld tokens, %.1f tokens/s; peak memory %s\n", (long long)r->n_ids,
            (double)r->n_ids / (r->prefill > 0 ? r->prefill : 1e-9), (long long)r->n_new, (double)r->n_new / (r->decode > 0 ? r->decode : 1e-9),
            cli_bytes((uint64_t)usage.ru_maxrss * 1024));
}

int cmd_run(int argc, char **argv)
{
    run_options o = {.max_tokens = 400};
    run_state   r = {0};
    int         code = parse(argc, argv, &o);
    if (code >= 0) return code;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (o.threads && wz_set_num_threads((int)o.threads) != WZ_OK) return cli_fail("run");
    wz_status status = prepare(&o, &r);
    if (status == WZ_OK) status = generate(&o, &r);
    code = interrupted || status == WZ_CANCELLED ? EXIT_INTERRUPTED : EXIT_OK;
    if (status != WZ_OK && status != WZ_CANCELLED) code = cli_fail("run");
    else if (!o.quiet && r.session) closing_line(&r);
    wz_decoder_free(&r.decoder);
    wz_tokenizer_drop(r.ids);
    wz_lm_session_free(&r.session);
    wz_tokenizer_free(&r.tok);
    wz_lm_free(&r.lm);
    return code;
}

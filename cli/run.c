/* run.c - wootz run: continue a prompt with a language model or talk to it, streaming the text as it comes.
 *
 * Text goes to stdout; progress (on a terminal only) and the closing line with speeds go to stderr. Ctrl-C stops after
 * the token at hand, a second one at once.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "run.h"
#include "../src/core/error.h"
#include "../src/io/unicode.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

volatile sig_atomic_t run_interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    if (run_interrupted) _exit(EXIT_INTERRUPTED);
    run_interrupted = 1;
}

static bool loading(void *context, double fraction)
{
    (void)context;
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[Kloading %3.0f%%", 100 * fraction);
    return !run_interrupted;
}

static const char usage[] = "wootz run PATH [--prompt TEXT | --chat] [options]";

static int parse(int argc, char **argv, run_options *o)
{
    const cli_option options[] = {
        {"--prompt", 'p', OPTION_TEXT, &o->prompt, NULL, "TEXT", "text to continue; '-' reads standard input", 0, 0},
        {"--chat", 'c', OPTION_FLAG, &o->chat, NULL, NULL, "talk to the model; with --prompt, one question", 0, 0},
        {"--system", 0, OPTION_TEXT, &o->system, NULL, "TEXT", "what the chat begins with, as its system message", 0, 0},
        {"--think", 0, OPTION_FLAG, &o->think, NULL, NULL, "in chat, ask the model to think first", 0, 0},
        {"--no-think", 0, OPTION_FLAG, &o->no_think, NULL, NULL, "in chat, ask it not to", 0, 0},
        {"--max-tokens", 'n', OPTION_INT, &o->max_tokens, &o->has_max_tokens, "N", "stop after N tokens (400; each answer of a chat 2048)", 1, 1e9},
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
    int n_rest, code = cli_parse(argc, argv, usage,
                                 "Loads a model folder (config.json, *.safetensors, tokenizer.json) and continues the prompt; without one it\n"
                                 "begins on its own. With --chat it answers: on a terminal in turns, otherwise each line of standard input.",
                                 options, &o->path, 1, &n_rest);
    if (code >= 0) return code;
    const char *wrong = NULL;
    wz_dtype    dtype = o->dtype ? wz_dtype_find(o->dtype) : WZ_DTYPE_F32;
    if (n_rest == 0) wrong = "which model? give the path of its folder";
    else if (!o->chat && o->system) wrong = "--system needs --chat";
    else if (!o->chat && (o->think || o->no_think)) wrong = "--think and --no-think need --chat";
    else if (o->think && o->no_think) wrong = "--think and --no-think exclude each other";
    else if (dtype != WZ_DTYPE_F32 && dtype != WZ_DTYPE_BF16 && dtype != WZ_DTYPE_F16) wrong = "--dtype must be float32, bfloat16 or float16";
    if (!wrong) return -1;
    fprintf(stderr, "wootz run: %s\nusage: %s\n", wrong, usage);
    return EXIT_USAGE;
}

static wz_lm_sampling settings(const run_options *o, const wz_lm *lm)
{
    wz_lm_sampling  s;
    struct timespec t;
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
    clock_gettime(CLOCK_REALTIME, &t);
    s.seed = o->has_seed ? (uint64_t)o->seed : (uint64_t)t.tv_sec * 1000000007u + (uint64_t)t.tv_nsec;
    return s;
}

/* Before anything is loaded: text that is not UTF-8 would be refused only afterwards. */
static wz_status check_text(const char *option, const char *text)
{
    if (!text) return WZ_OK;
    wz_status status = utf8_check(text, strlen(text));
    return status == WZ_OK ? WZ_OK : fail_prefix(status, option);
}

static wz_status load(run_state *r)
{
    const run_options *o = r->o;
    wz_lm_options      options = {.device = o->device, .dtype = o->dtype ? wz_dtype_find(o->dtype) : WZ_DTYPE_NONE, .progress = loading};
    TRY(check_text("--prompt", o->prompt));
    TRY(check_text("--system", o->system));
    wz_status status = wz_lm_open(o->path, &options, &r->lm);
    if (status == WZ_OK) status = wz_tokenizer_open(o->path, &r->tok);
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (status != WZ_OK) return status;
    wz_lm_get_info(r->lm, &r->info);
    r->sampling = settings(o, r->lm);
    r->chat_end = -1;
    r->text_end = wz_tokenizer_eos(r->tok);
    if (o->chat) {
        TRY(wz_chat_open(o->path, r->tok, &r->chat));
        r->chat_end = wz_tokenizer_id(r->tok, wz_chat_end(r->chat));
        if ((o->think || o->no_think) && !wz_chat_can_switch_thinking(r->chat))
            return fail(WZ_UNSUPPORTED, "this model's chat template has no switch for --think and --no-think");
    }
    TRY(wz_lm_session_new(r->lm, 0, &r->session));
    return wz_decoder_new(r->tok, !o->raw, &r->decoder);
}

/* The prompt's ids; of an empty one, the token that stands before texts. */
static wz_status encode_prompt(const run_state *r, const char *prompt, size_t bytes, int64_t **ids, int64_t *n)
{
    TRY(wz_tokenizer_encode(r->tok, prompt, bytes, WZ_ENCODE_SPECIAL, ids, n));
    if (*n == 0) (*ids)[(*n)++] = r->info.bos >= 0 ? r->info.bos : r->info.n_eos ? r->info.eos[0] : 0;
    return WZ_OK;
}

static wz_status continue_prompt(run_state *r)
{
    const char *given = r->o->prompt, *prompt = given ? given : "";
    bool        from_input = given && strcmp(given, "-") == 0;
    char       *input = NULL;
    size_t      bytes = strlen(prompt);
    int64_t    *ids = NULL, n = 0;
    run_answer  answer = {0};
    if (from_input && !(prompt = input = run_read_input(&bytes))) return WZ_NOMEM;
    wz_status status = run_interrupted ? WZ_CANCELLED : encode_prompt(r, prompt, bytes, &ids, &n);
    if (status == WZ_OK) status = run_generate(r, ids, n, from_input ? NULL : given, &answer);
    free(answer.ids);
    free(input);
    wz_tokenizer_drop(ids);
    return status;
}

static void closing_line(const run_state *r)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    fprintf(stderr, "\nprompt %lld tokens, %.1f tokens/s; decode %lld tokens, %.1f tokens/s; peak memory %s\n", (long long)r->n_prompt,
            (double)r->n_prompt / (r->prefill > 0 ? r->prefill : 1e-9), (long long)r->n_new, (double)r->n_new / (r->decode > 0 ? r->decode : 1e-9),
            cli_bytes((uint64_t)used.ru_maxrss * 1024));
}

int cmd_run(int argc, char **argv)
{
    run_options o = {.max_tokens = 400};
    run_state   r = {.o = &o};
    int         code = parse(argc, argv, &o);
    if (code >= 0) return code;
    if (o.chat && !o.has_max_tokens) o.max_tokens = 2048;
    struct sigaction action = {.sa_handler = on_interrupt}; /* without SA_RESTART: waiting for input ends too */
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (o.threads && wz_set_num_threads((int)o.threads) != WZ_OK) return cli_fail("run");
    wz_status status = load(&r);
    code = -1;
    if (status == WZ_OK && o.chat) code = run_chat(&r);
    else if (status == WZ_OK && (status = continue_prompt(&r)) == WZ_OK) code = EXIT_OK;
    if (run_interrupted || status == WZ_CANCELLED) code = EXIT_INTERRUPTED;
    if (code < 0) code = cli_fail("run");
    else if (!o.quiet && r.session) closing_line(&r);
    wz_decoder_free(&r.decoder);
    wz_lm_session_free(&r.session);
    wz_chat_free(&r.chat);
    wz_tokenizer_free(&r.tok);
    wz_lm_free(&r.lm);
    if (r.write_error == EPIPE) { /* the reader has gone: end as a program that does not look ends */
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    return code;
}

/* sampler.c - from logits to a token, in the order Hugging Face applies: repetition penalty, temperature,
 * top-k, top-p, min-p, then a draw. The draw for a position depends on the seed and the position alone.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct candidate {
    double  value;   /* logit, then probability */
    int64_t id;
} candidate;

/* Falling value; equal values by rising id, so that the order is the same everywhere. */
static int by_value(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static int64_t argmax(const candidate *c, int64_t n)
{
    int64_t best = 0;
    for (int64_t i = 1; i < n; i++)
        if (c[i].value > c[best].value) best = i;
    return c[best].id;
}

static wz_status check(const wz_lm_sampling *p)
{
    if (!(p->temperature >= 0) || isinf(p->temperature))
        return fail(WZ_INVALID, "temperature must be 0 or more, got %g", p->temperature);
    if (!(p->top_p > 0 && p->top_p <= 1)) return fail(WZ_INVALID, "top_p must be in (0, 1], got %g", p->top_p);
    if (!(p->min_p >= 0 && p->min_p <= 1)) return fail(WZ_INVALID, "min_p must be in [0, 1], got %g", p->min_p);
    if (p->top_k < 0) return fail(WZ_INVALID, "top_k must be 0 or more, got %lld", (long long)p->top_k);
    if (!(p->repetition_penalty > 0) || isinf(p->repetition_penalty))
        return fail(WZ_INVALID, "repetition_penalty must be above 0, got %g", p->repetition_penalty);
    return WZ_OK;
}

static uint64_t mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u; /* splitmix64 */
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* Once for each id, however often it was seen. */
static wz_status penalise(candidate *c, int64_t vocab, const int64_t *seen, int64_t n_seen, double penalty)
{
    if (penalty == 1 || n_seen == 0) return WZ_OK;
    bool *done = mem_alloc_array((size_t)vocab, sizeof *done);
    if (!done) return WZ_NOMEM;
    for (int64_t i = 0; i < n_seen; i++) {
        if (seen[i] < 0 || seen[i] >= vocab || done[seen[i]]) continue;
        done[seen[i]] = true;
        double *v = &c[seen[i]].value;
        *v = *v > 0 ? *v / penalty : *v * penalty;
    }
    mem_free(done);
    return WZ_OK;
}

/* c[at] sinks in a heap of n whose root is the one to leave first. */
static void sink(candidate *c, int64_t n, int64_t at)
{
    for (;;) {
        int64_t child = 2 * at + 1;
        if (child >= n) return;
        if (child + 1 < n && by_value(&c[child + 1], &c[child]) > 0) child++;
        if (by_value(&c[child], &c[at]) <= 0) return;
        candidate swap = c[at];
        c[at] = c[child];
        c[child] = swap;
        at = child;
    }
}

/* The k largest in front, in order; a heap of k, since sorting a whole vocabulary costs more than a layer. */
static int64_t sort_top(candidate *c, int64_t n, int64_t k)
{
    if (k && k < n) {
        for (int64_t i = k / 2; i-- > 0;) sink(c, k, i);
        for (int64_t i = k; i < n; i++) {
            if (by_value(&c[i], &c[0]) >= 0) continue;
            c[0] = c[i];
            sink(c, k, 0);
        }
        n = k;
    }
    qsort(c, (size_t)n, sizeof *c, by_value);
    return n;
}

static int64_t softmax(candidate *c, int64_t n, double temperature)
{
    double top = c[0].value, sum = 0;
    for (int64_t i = 0; i < n; i++) sum += c[i].value = exp((c[i].value - top) / temperature);
    for (int64_t i = 0; i < n; i++) c[i].value /= sum;
    return n;
}

/* The smallest set whose probability reaches top_p, at least one; then those of min_p times the largest. */
static int64_t cut(candidate *c, int64_t n, double top_p, double min_p)
{
    double  sum = 0;
    int64_t kept = n;
    if (top_p < 1) {
        for (kept = 0; kept < n;) {
            sum += c[kept++].value;
            if (sum >= top_p) break;
        }
    }
    int64_t left = kept;
    while (left > 1 && c[left - 1].value < min_p * c[0].value) left--;
    return left;
}

static int64_t draw(const candidate *c, int64_t n, uint64_t seed, uint64_t position)
{
    double sum = 0, u = (double)(mix(mix(seed) + position) >> 11) * 0x1p-53;
    for (int64_t i = 0; i < n; i++) sum += c[i].value;
    u *= sum;
    for (int64_t i = 0; i < n; i++) {
        u -= c[i].value;
        if (u < 0) return c[i].id;
    }
    return c[n - 1].id;
}

wz_status sample_logits(const float *logits, int64_t vocab, const int64_t *seen, int64_t n_seen,
                        const wz_lm_sampling *p, uint64_t position, int64_t *id)
{
    TRY(check(p));
    candidate *c = mem_alloc_array((size_t)vocab, sizeof *c);
    if (!c) return WZ_NOMEM;
    int64_t n = 0;
    for (int64_t i = 0; i < vocab; i++) c[i] = (candidate){(double)logits[i], i};
    wz_status status = penalise(c, vocab, seen, n_seen, p->repetition_penalty);
    for (int64_t i = 0; i < vocab; i++) /* a token that is ruled out (-inf), or NaN, is never drawn */
        if (c[i].value > -INFINITY && c[i].value < INFINITY) c[n++] = c[i];
    if (status == WZ_OK && n == 0) status = fail(WZ_STATE, "no token has a finite logit");
    if (status == WZ_OK && (!p->do_sample || p->temperature == 0)) {
        *id = argmax(c, n);
    } else if (status == WZ_OK) {
        n = sort_top(c, n, p->top_k);
        n = softmax(c, n, p->temperature);
        n = cut(c, n, p->top_p, p->min_p);
        *id = draw(c, n, p->seed, position);
    }
    mem_free(c);
    return status;
}

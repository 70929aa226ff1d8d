/* tokenizer_decode.c - ids to text: every token goes through the decoder's steps, each of which may hold something
 * back. Decoding a whole list is pushing its tokens one after another, so both ways agree.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

/* What a step remembers between tokens. */
typedef struct step_state {
    buffer  tail;  /* BYTES: an incomplete sequence; FALLBACK: bytes that wait for the end of their run */
    int64_t start; /* STRIP of fused text: characters that may still be taken from the start */
    int64_t held;  /* and how many are held back at the end */
    bool    begun; /* METASPACE, SPACED: there was a token */
} step_state;

struct wz_decoder {
    const wz_tokenizer *t;
    bool                skip_special;
    step_state          state[MAX_STEPS];
    buffer              out;
};

static const char REPLACEMENT[] = "\xEF\xBF\xBD"; /* U+FFFD */

static wz_status push(wz_decoder *d, int k, const char *text, size_t bytes);

/* ---- bytes --------------------------------------------------------------------------------------- */

/* Whether the n bytes at p can be the beginning of one sequence that needs more. */
static bool incomplete(const char *p, size_t n)
{
    unsigned char c = (unsigned char)p[0], d = n > 1 ? (unsigned char)p[1] : 0x80;
    size_t        need = c >= 0xC2 && c <= 0xDF ? 2 : (c & 0xF0) == 0xE0 ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
    if (n >= need) return false;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)p[i] & 0xC0) != 0x80) return false;
    if (n == 1) return true;
    return !((c == 0xE0 && d < 0xA0) || (c == 0xED && d > 0x9F) || (c == 0xF0 && d < 0x90) || (c == 0xF4 && d > 0x8F));
}

/* Length of the ill-formed part at p that one U+FFFD stands for: the longest beginning of a sequence. */
static size_t wrong_length(const char *p, size_t n)
{
    size_t best = 1;
    while (best < n && best < 3 && incomplete(p, best + 1)) best++;
    return best;
}

/* Passes on what is complete in the tail; at the end everything. */
static wz_status settle(wz_decoder *d, int k, bool last)
{
    buffer   *tail = &d->state[k].tail;
    buffer    done = {0};
    size_t    at = 0;
    wz_status status = WZ_OK;
    while (status == WZ_OK && at < tail->n) {
        int n;
        (void)utf8_get(tail->p + at, tail->p + tail->n, &n);
        if (n) {
            status = buffer_put(&done, tail->p + at, (size_t)n);
            at += (size_t)n;
            continue;
        }
        if (!last && incomplete(tail->p + at, tail->n - at)) break;
        at += wrong_length(tail->p + at, tail->n - at);
        status = buffer_put(&done, REPLACEMENT, 3);
    }
    if (status == WZ_OK && done.n) status = push(d, k + 1, done.p, done.n);
    mem_free(done.p);
    if (at) memmove(tail->p, tail->p + at, tail->n - at);
    tail->n -= at;
    return status;
}

/* A token in the byte alphabet; one with any other character stands for itself. */
static wz_status push_bytes(wz_decoder *d, int k, const char *text, size_t bytes)
{
    buffer *tail = &d->state[k].tail;
    bool    inside = true;
    for (const char *p = text; p < text + bytes && inside;) inside = char_byte(utf8_next(&p)) >= 0;
    if (!inside) {
        TRY(buffer_put(tail, text, bytes));
        return settle(d, k, false);
    }
    for (const char *p = text; p < text + bytes;) {
        char c = (char)char_byte(utf8_next(&p));
        TRY(buffer_put(tail, &c, 1));
    }
    return settle(d, k, false);
}

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "<0xHH>" as its byte; -1 for any other. */
static int fallback_byte(const char *text, size_t bytes)
{
    if (bytes != 6 || memcmp(text, "<0x", 3) != 0 || text[5] != '>') return -1;
    int high = hex_digit(text[3]), low = hex_digit(text[4]);
    return high >= 0 && low >= 0 ? high * 16 + low : -1;
}

/* A run of bytes that is not UTF-8 as a whole gives one U+FFFD, a token of its own, for each of its bytes. */
static wz_status end_run(wz_decoder *d, int k)
{
    buffer *tail = &d->state[k].tail;
    size_t  n = tail->n, at = 0;
    int     size = 1;
    for (; at < n && size; at += (size_t)size) (void)utf8_get(tail->p + at, tail->p + n, &size);
    tail->n = 0;
    if (n && size) return push(d, k + 1, tail->p, n);
    for (size_t i = 0; i < n; i++) TRY(push(d, k + 1, REPLACEMENT, 3));
    return WZ_OK;
}

/* ---- the other steps ----------------------------------------------------------------------------- */

static wz_status push_replace(wz_decoder *d, int k, const char *text, size_t bytes)
{
    const decode_step *s = &d->t->decode[k];
    regex_scan         scan;
    buffer             out = {0};
    regex_place        place = REGEX_START;
    size_t             at = 0;
    wz_status          status = buffer_put(&out, "", 0);
    regex_scan_begin(&scan, bytes);
    while (status == WZ_OK && regex_next(s->pattern, &scan, &place, text, bytes)) {
        status = buffer_put(&out, text + at, place.begin - at);
        if (status == WZ_OK) status = buffer_put(&out, s->text, s->text_bytes);
        at = place.end;
    }
    if (status == WZ_OK) status = scan.status;
    if (status == WZ_OK) status = buffer_put(&out, text + at, bytes - at);
    if (status == WZ_OK) status = push(d, k + 1, out.p, out.n);
    regex_scan_end(&scan);
    mem_free(out.p);
    return status;
}

static wz_status push_times(wz_decoder *d, int k, uint32_t c, int64_t times)
{
    char text[4];
    int  n = utf8_put(text, c);
    for (; times > 0; times--) TRY(push(d, k, text, (size_t)n));
    return WZ_OK;
}

/* Takes up to `start` of the character from the front and up to `stop` from the end; counts the latter. */
static void strip(uint32_t c, int64_t *start, int64_t stop, const char **text, size_t *bytes, int64_t *at_end)
{
    const char *p = *text, *end = *text + *bytes;
    while (p < end && *start > 0) {
        const char *before = p;
        if (utf8_next(&p) == c) {
            --*start;
            continue;
        }
        p = before;
        *start = 0; /* the text has begun */
    }
    for (*at_end = 0; end > p && *at_end < stop; ++*at_end) {
        const char *back = p + utf8_back(p, (size_t)(end - p)), *q = back;
        if (utf8_next(&q) != c) break;
        end = back;
    }
    *text = p;
    *bytes = (size_t)(end - p);
}

static wz_status push_strip(wz_decoder *d, int k, const char *text, size_t bytes)
{
    const decode_step *s = &d->t->decode[k];
    step_state        *x = &d->state[k];
    int64_t            start = s->start, at_end = 0;
    if (!s->fused) {
        strip(s->c, &start, s->stop, &text, &bytes, &at_end);
        return push(d, k + 1, text, bytes);
    }
    strip(s->c, &x->start, s->stop, &text, &bytes, &at_end);
    if (bytes == 0) { /* all of it may still turn out to be the end */
        int64_t all = x->held + at_end;
        x->held = all < s->stop ? all : s->stop;
        return push_times(d, k + 1, s->c, all - x->held);
    }
    TRY(push_times(d, k + 1, s->c, x->held));
    x->held = at_end;
    return push(d, k + 1, text, bytes);
}

static wz_status push_metaspace(wz_decoder *d, int k, const char *text, size_t bytes)
{
    const decode_step *s = &d->t->decode[k];
    buffer             out = {0};
    wz_status          status = buffer_put(&out, "", 0);
    bool               drop = !d->state[k].begun && !s->keep_first;
    d->state[k].begun = true;
    for (const char *p = text; status == WZ_OK && p < text + bytes;) {
        uint32_t c = utf8_next(&p);
        if (c != s->c) status = buffer_put_char(&out, c);
        else if (!drop) status = buffer_put(&out, " ", 1);
    }
    if (status == WZ_OK) status = push(d, k + 1, out.p, out.n);
    mem_free(out.p);
    return status;
}

static wz_status push(wz_decoder *d, int k, const char *text, size_t bytes)
{
    if (k == d->t->n_decode) return buffer_put(&d->out, text, bytes);
    switch (d->t->decode[k].kind) {
    case DECODE_BYTES: return push_bytes(d, k, text, bytes);
    case DECODE_FUSE: return push(d, k + 1, text, bytes);
    case DECODE_REPLACE: return push_replace(d, k, text, bytes);
    case DECODE_STRIP: return push_strip(d, k, text, bytes);
    case DECODE_METASPACE: return push_metaspace(d, k, text, bytes);
    case DECODE_FALLBACK: {
        int b = fallback_byte(text, bytes);
        if (b >= 0) return buffer_put(&d->state[k].tail, (const char[]){(char)b}, 1);
        TRY(end_run(d, k));
        return push(d, k + 1, text, bytes);
    }
    case DECODE_SPACED:
        if (d->state[k].begun) TRY(push(d, k + 1, " ", 1));
        d->state[k].begun = true;
        return push(d, k + 1, text, bytes);
    }
    return WZ_OK;
}

static wz_status push_id(wz_decoder *d, int64_t id)
{
    const vocab *v = &d->t->v;
    int32_t      i = vocab_find_id(v, id);
    if (i < 0) return fail(WZ_INDEX, "token id %lld is not one of the tokenizer's %d tokens", (long long)id, v->n);
    if (d->skip_special && (v->piece[i].flags & PIECE_SPECIAL)) return WZ_OK;
    if (v->piece[i].rewritten) {
        const added_token *a = &d->t->normal.token[v->piece[i].rewritten - 1];
        return push(d, 0, a->text, a->bytes);
    }
    return push(d, 0, v->text + v->piece[i].begin, v->piece[i].bytes);
}

static void begin(wz_decoder *d)
{
    for (int k = 0; k < d->t->n_decode; k++) {
        d->state[k].tail.n = 0;
        d->state[k].start = d->t->decode[k].start;
        d->state[k].held = 0;
        d->state[k].begun = false;
    }
}

static wz_status finish(wz_decoder *d)
{
    wz_status status = WZ_OK;
    for (int k = 0; status == WZ_OK && k < d->t->n_decode; k++) {
        if (d->t->decode[k].kind == DECODE_BYTES) status = settle(d, k, true);
        if (d->t->decode[k].kind == DECODE_FALLBACK) status = end_run(d, k);
    }
    begin(d);
    return status;
}

/* ---- public -------------------------------------------------------------------------------------- */

wz_status wz_decoder_new(const wz_tokenizer *t, bool skip_special, wz_decoder **out)
{
    if (!out) return fail(WZ_INVALID, "out is NULL");
    *out = NULL;
    if (!t) return fail(WZ_INVALID, "the tokenizer is NULL");
    wz_decoder *d = mem_alloc(sizeof *d);
    if (!d) return WZ_NOMEM;
    d->t = t;
    d->skip_special = skip_special;
    begin(d);
    *out = d;
    return WZ_OK;
}

void wz_decoder_free(wz_decoder **d)
{
    if (!d || !*d) return;
    for (int k = 0; k < MAX_STEPS; k++) mem_free((*d)->state[k].tail.p);
    mem_free((*d)->out.p);
    mem_free(*d);
    *d = NULL;
}

static void clear(buffer *b)
{
    b->n = 0;
    if (b->p) b->p[0] = '\0';
}

static wz_status hand_out(wz_decoder *d, wz_status status, const char **text, size_t *bytes)
{
    *text = status == WZ_OK && d->out.p ? d->out.p : "";
    *bytes = status == WZ_OK ? d->out.n : 0;
    return status;
}

wz_status wz_decoder_push(wz_decoder *d, int64_t id, const char **text, size_t *bytes)
{
    if (!d || !text || !bytes) return fail(WZ_INVALID, "the decoder, text and bytes must be given");
    clear(&d->out);
    return hand_out(d, push_id(d, id), text, bytes);
}

wz_status wz_decoder_finish(wz_decoder *d, const char **text, size_t *bytes)
{
    if (!d || !text || !bytes) return fail(WZ_INVALID, "the decoder, text and bytes must be given");
    clear(&d->out);
    return hand_out(d, finish(d), text, bytes);
}

wz_status wz_tokenizer_decode(const wz_tokenizer *t, const int64_t *ids, int64_t n, bool skip_special, char **text,
                              size_t *bytes)
{
    if (!text || !bytes) return fail(WZ_INVALID, "text and bytes must be given");
    *text = NULL;
    *bytes = 0;
    if (n < 0 || (n > 0 && !ids)) return fail(WZ_INVALID, "%lld ids are none", (long long)n);
    wz_decoder *d = NULL;
    TRY(wz_decoder_new(t, skip_special, &d));
    wz_status status = buffer_put(&d->out, "", 0);
    for (int64_t i = 0; status == WZ_OK && i < n; i++) status = push_id(d, ids[i]);
    if (status == WZ_OK) status = finish(d);
    if (status == WZ_OK) {
        *bytes = d->out.n;
        *text = d->out.p; /* handed over */
        d->out.p = NULL;
    }
    wz_decoder_free(&d);
    return status;
}

/* tokenizer.c - encoding and decoding: added tokens, normaliser, pre-tokenizer steps, BPE, and the way back.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

int64_t wz_tokenizer_size(const wz_tokenizer *t) { return t->n_pieces; }
int64_t wz_tokenizer_id(const wz_tokenizer *t, const char *text) { return piece_find(t, text, strlen(text)); }
void    wz_tokenizer_drop(void *p) { mem_free(p); }

const char *wz_tokenizer_piece(const wz_tokenizer *t, int64_t id) { return id >= 0 && id < t->n_pieces && t->piece[id].there ? t->piece[id].text : NULL; }
bool        wz_tokenizer_is_special(const wz_tokenizer *t, int64_t id) { return id >= 0 && id < t->n_pieces && t->piece[id].special; }

/* ---- pieces of text: byte ranges of one buffer ------------------------------------------------------------ */

typedef struct span { size_t begin, end; } span;
typedef struct spans { span *s; size_t n, room; } spans;

static wz_status spans_add(spans *l, size_t begin, size_t end)
{
    if (begin == end) return WZ_OK;
    if (l->n == l->room) {
        size_t room = l->room ? l->room * 2 : 64;
        span  *s = mem_grow(l->s, room * sizeof *s);
        if (!s) return WZ_NOMEM;
        l->s = s;
        l->room = room;
    }
    l->s[l->n++] = (span){begin, end};
    return WZ_OK;
}

typedef struct hit { size_t begin, end; bool match; } hit;

/* The next match of the step's pattern in [from, end). */
static wz_status next_match(const pre_step *s, const char *text, size_t from, size_t end, hit *out)
{
    out->match = false;
    for (size_t i = from; i < end;) {
        int       n;
        wz_status status = WZ_OK;
        int64_t   stop = -1;
        uint32_t  c = utf8_get(text + i, text + end, &n);
        if (s->kind == STEP_LITERAL) stop = end - i >= s->literal_bytes && memcmp(text + i, s->literal, s->literal_bytes) == 0 ? (int64_t)(i + s->literal_bytes) : -1;
        else if (s->kind == STEP_DIGITS) {
            size_t j = i;
            while (unicode_is(c, UNI_NUMBER) && j < end) {
                j += (size_t)n;
                if (s->individual || j >= end) break;
                c = utf8_get(text + j, text + end, &n);
            }
            stop = j > i ? (int64_t)j : -1;
            (void)utf8_get(text + i, text + end, &n);
        } else stop = regex_match(s->pattern, text, end, i, &status);
        if (status != WZ_OK) return status;
        if (stop > (int64_t)i) {
            *out = (hit){i, (size_t)stop, true};
            return WZ_OK;
        }
        i += n ? (size_t)n : 1;
    }
    return WZ_OK;
}

/* A matched and an unmatched stretch in turn, put together as the behavior says. */
static wz_status split_span(const pre_step *s, const char *text, span whole, spans *out)
{
    size_t at = whole.begin, pending = whole.begin; /* pending: begin of what waits to be joined */
    bool   waiting = false;
    while (at < whole.end) {
        hit h = {0, 0, false};
        TRY(next_match(s, text, at, whole.end, &h));
        hit parts[2] = {{at, h.match ? h.begin : whole.end, false}, {h.begin, h.end, true}};
        for (int k = 0; k < (h.match ? 2 : 1); k++) {
            hit  p = parts[k];
            bool delimiter = p.match != s->invert;
            if (p.begin == p.end) continue;
            switch (s->behavior) {
            case SPLIT_REMOVED:
                if (!delimiter) TRY(spans_add(out, p.begin, p.end));
                break;
            case SPLIT_PREVIOUS: /* a delimiter ends the piece before it */
                if (delimiter && out->n && !waiting && out->s[out->n - 1].end == p.begin && out->s[out->n - 1].begin >= whole.begin) {
                    out->s[out->n - 1].end = p.end;
                    waiting = true;
                } else {
                    TRY(spans_add(out, p.begin, p.end));
                    waiting = delimiter;
                }
                break;
            case SPLIT_NEXT: /* a delimiter begins the piece after it */
                if (delimiter) {
                    if (waiting) TRY(spans_add(out, pending, p.begin));
                    pending = p.begin;
                    waiting = true;
                } else {
                    TRY(spans_add(out, waiting ? pending : p.begin, p.end));
                    waiting = false;
                }
                break;
            case SPLIT_CONTIGUOUS:
                if (delimiter && waiting && out->n && out->s[out->n - 1].end == p.begin) out->s[out->n - 1].end = p.end;
                else TRY(spans_add(out, p.begin, p.end));
                waiting = delimiter;
                break;
            case SPLIT_ISOLATED: TRY(spans_add(out, p.begin, p.end)); break;
            }
        }
        at = h.match ? h.end : whole.end;
    }
    return s->behavior == SPLIT_NEXT && waiting ? spans_add(out, pending, whole.end) : WZ_OK;
}

/* ---- one stretch without added tokens ------------------------------------------------------------------------ */

static wz_status replace_all(const replacement *r, const char *text, size_t bytes, char **out, size_t *out_bytes)
{
    if (r->nfc) return unicode_nfc(text, bytes, out, out_bytes);
    size_t room, count = 0;
    for (size_t i = 0; !r->prepend && i + r->from_bytes <= bytes; i++) count += memcmp(text + i, r->from, r->from_bytes) == 0;
    if (r->prepend) count = bytes ? 1 : 0;
    if (!size_mul(count, r->to_bytes, &room) || !size_add(room, bytes + 1, &room)) return fail_nomem(bytes);
    char *to = mem_alloc(room);
    if (!to) return WZ_NOMEM;
    size_t n = 0;
    if (r->prepend && count) {
        memcpy(to, r->to, r->to_bytes);
        memcpy(to + r->to_bytes, text, bytes);
        n = bytes + r->to_bytes;
    }
    for (size_t i = 0; !r->prepend && i < bytes;) {
        if (i + r->from_bytes <= bytes && memcmp(text + i, r->from, r->from_bytes) == 0) {
            memcpy(to + n, r->to, r->to_bytes);
            n += r->to_bytes;
            i += r->from_bytes;
        } else {
            to[n++] = text[i++];
        }
    }
    *out = to;
    *out_bytes = n;
    return WZ_OK;
}

static wz_status encode_piece(const wz_tokenizer *t, const char *text, size_t bytes, id_list *out)
{
    if (!t->byte_level) return bpe_encode(t, text, bytes, out);
    char *mapped = mem_alloc_array(bytes + 1, 2);
    if (!mapped) return WZ_NOMEM;
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++) n += (size_t)byte_char((uint8_t)text[i], mapped + n);
    wz_status status = bpe_encode(t, mapped, n, out);
    mem_free(mapped);
    return status;
}

static wz_status encode_steps(const wz_tokenizer *t, const char *text, size_t bytes, id_list *out)
{
    spans     now = {0};
    wz_status status = spans_add(&now, 0, bytes);
    for (int k = 0; status == WZ_OK && k < t->n_steps; k++) {
        spans next = {0};
        if (t->step[k].kind == STEP_SPACE_PREFIX) continue;
        for (size_t i = 0; status == WZ_OK && i < now.n; i++) status = split_span(&t->step[k], text, now.s[i], &next);
        mem_free(now.s);
        now = next;
    }
    for (size_t i = 0; status == WZ_OK && i < now.n; i++) status = encode_piece(t, text + now.s[i].begin, now.s[i].end - now.s[i].begin, out);
    mem_free(now.s);
    return status;
}

static wz_status encode_plain(const wz_tokenizer *t, const char *text, size_t bytes, id_list *out)
{
    char     *owned = NULL;
    wz_status status = WZ_OK;
    if (bytes == 0) return WZ_OK;
    for (int k = 0; status == WZ_OK && k < t->n_norms; k++) {
        char  *next = NULL;
        size_t n = 0;
        status = replace_all(&t->norm[k], text, bytes, &next, &n);
        mem_free(owned);
        owned = next;
        text = owned;
        bytes = n;
    }
    bool prefix = false;
    for (int k = 0; k < t->n_steps; k++) prefix |= t->step[k].kind == STEP_SPACE_PREFIX;
    if (status == WZ_OK && prefix && bytes && text[0] != ' ') {
        char *spaced = mem_alloc(bytes + 2);
        if (!spaced) status = WZ_NOMEM;
        else {
            spaced[0] = ' ';
            memcpy(spaced + 1, text, bytes);
            mem_free(owned);
            owned = spaced;
            text = owned;
            bytes++;
        }
    }
    if (status == WZ_OK) status = encode_steps(t, text, bytes, out);
    mem_free(owned);
    return status;
}

/* ---- added tokens ------------------------------------------------------------------------------------------------ */

static bool word_char(uint32_t c) { return unicode_is(c, UNI_LETTER) || unicode_is(c, UNI_NUMBER) || unicode_is(c, UNI_MARK) || c == '_'; }

static bool stands_alone(const char *text, size_t bytes, size_t at, size_t end)
{
    int n;
    if (end < bytes && word_char(utf8_get(text + end, text + bytes, &n))) return false;
    if (at == 0) return true;
    size_t back = at - 1;
    while (back > 0 && ((unsigned char)text[back] & 0xC0) == 0x80) back--;
    return !word_char(utf8_get(text + back, text + bytes, &n));
}

/* The longest added token at text + at. */
static const added_token *added_at(const wz_tokenizer *t, const char *text, size_t bytes, size_t at, int flags)
{
    if (!t->added_first[(unsigned char)text[at]]) return NULL;
    for (int64_t i = 0; i < t->n_added; i++) {
        const added_token *a = &t->added[i];
        if (a->bytes > bytes - at || memcmp(text + at, a->text, a->bytes) != 0) continue;
        if (a->special && (flags & WZ_ENCODE_PLAIN)) continue;
        if (a->single_word && !stands_alone(text, bytes, at, at + a->bytes)) continue;
        return a;
    }
    return NULL;
}

static size_t skip_space(const char *text, size_t bytes, size_t at)
{
    int n;
    while (at < bytes && unicode_is(utf8_get(text + at, text + bytes, &n), UNI_SPACE)) at += (size_t)n;
    return at;
}

static size_t trim_space(const char *text, size_t from, size_t end)
{
    while (end > from) {
        size_t back = end - 1;
        int    n;
        while (back > from && ((unsigned char)text[back] & 0xC0) == 0x80) back--;
        if (!unicode_is(utf8_get(text + back, text + end, &n), UNI_SPACE)) break;
        end = back;
    }
    return end;
}

static wz_status encode_all(const wz_tokenizer *t, const char *text, size_t bytes, int flags, id_list *out)
{
    size_t from = 0;
    for (int i = 0; (flags & WZ_ENCODE_SPECIAL) && i < t->n_before; i++) TRY(id_list_add(out, t->before[i]));
    for (size_t at = 0; at < bytes;) {
        const added_token *a = added_at(t, text, bytes, at, flags);
        if (!a) {
            at++;
            continue;
        }
        TRY(encode_plain(t, text + from, (a->lstrip ? trim_space(text, from, at) : at) - from, out));
        TRY(id_list_add(out, a->id));
        at += a->bytes;
        if (a->rstrip) at = skip_space(text, bytes, at);
        from = at;
    }
    TRY(encode_plain(t, text + from, bytes - from, out));
    for (int i = 0; (flags & WZ_ENCODE_SPECIAL) && i < t->n_after; i++) TRY(id_list_add(out, t->after[i]));
    return WZ_OK;
}

wz_status wz_tokenizer_encode(const wz_tokenizer *t, const char *text, size_t bytes, int flags, int64_t **ids, int64_t *n)
{
    *ids = NULL;
    *n = 0;
    if (!t || (!text && bytes)) return fail(WZ_INVALID, "tokenizer and text must be given");
    TRY(utf8_check(text, bytes));
    id_list   out = {0};
    wz_status status = encode_all(t, text, bytes, flags, &out);
    if (status == WZ_OK && !out.id && !(out.id = mem_alloc(sizeof *out.id))) status = WZ_NOMEM;
    if (status != WZ_OK) {
        mem_free(out.id);
        return status;
    }
    *ids = out.id;
    *n = out.n;
    return WZ_OK;
}

/* ---- decoding ------------------------------------------------------------------------------------------------------ */

typedef struct buffer { char *p; size_t n, room; } buffer;

static wz_status put(buffer *b, const char *text, size_t bytes)
{
    if (b->n + bytes + 1 > b->room) {
        size_t room = (b->n + bytes + 1) * 2;
        char  *p = mem_grow(b->p, room);
        if (!p) return WZ_NOMEM;
        b->p = p;
        b->room = room;
    }
    memcpy(b->p + b->n, text, bytes);
    b->n += bytes;
    b->p[b->n] = '\0';
    return WZ_OK;
}

/* "<0xHH>" as its byte; -1 for any other piece. */
static int fallback_byte(const piece *p)
{
    static const char digits[] = "0123456789ABCDEF";
    if (p->bytes != 6 || memcmp(p->text, "<0x", 3) != 0 || p->text[5] != '>') return -1;
    const char *high = strchr(digits, p->text[3]), *low = strchr(digits, p->text[4]);
    return high && low && p->text[3] && p->text[4] ? (int)((high - digits) * 16 + (low - digits)) : -1;
}

static bool is_added(const wz_tokenizer *t, int64_t id)
{
    for (int64_t i = 0; i < t->n_added; i++)
        if (t->added[i].id == id) return true;
    return false;
}

/* A byte-level piece: each character is a byte, unless one lies outside the alphabet, then the text is itself. */
static wz_status raw_byte_level(const wz_tokenizer *t, int64_t id, buffer *out)
{
    const piece *p = &t->piece[id];
    bool         inside = !is_added(t, id);
    int          n;
    for (size_t i = 0; i < p->bytes && inside; i += (size_t)n) inside = char_byte(utf8_get(p->text + i, p->text + p->bytes, &n)) >= 0 && n > 0;
    if (!inside) return put(out, p->text, p->bytes);
    for (size_t i = 0; i < p->bytes; i += (size_t)n) {
        char c = (char)char_byte(utf8_get(p->text + i, p->text + p->bytes, &n));
        TRY(put(out, &c, 1));
    }
    return WZ_OK;
}

/* The bytes of one token, before any are judged as UTF-8. *byte: it is a single fallback byte. */
static wz_status raw_token(const wz_tokenizer *t, int64_t id, buffer *out, bool *byte)
{
    *byte = false;
    if (id < 0 || id >= t->n_pieces || !t->piece[id].there) return fail(WZ_INDEX, "token id %lld is outside the tokenizer's %lld", (long long)id, (long long)t->n_pieces);
    if (t->byte_level) return raw_byte_level(t, id, out);
    int b = fallback_byte(&t->piece[id]);
    if (b >= 0) {
        char c = (char)b;
        *byte = true;
        return put(out, &c, 1);
    }
    char     *text = t->piece[id].text, *owned = NULL;
    size_t    bytes = t->piece[id].bytes;
    wz_status status = WZ_OK;
    for (int k = 0; status == WZ_OK && k < t->n_decode; k++) {
        char *next = NULL;
        status = replace_all(&t->decode[k], text, bytes, &next, &bytes);
        mem_free(owned);
        text = owned = next;
    }
    if (status == WZ_OK) status = put(out, text, bytes);
    mem_free(owned);
    return status;
}

struct wz_decoder {
    const wz_tokenizer *t;
    bool                skip_special, bytes_pending; /* the tail came from fallback bytes */
    int                 strip;                       /* spaces still to be taken from the start */
    buffer              tail, out;
};

static const char REPLACEMENT[] = "\xEF\xBF\xBD";

/* How many of n bytes at p could still become one sequence: 0 when they are complete or wrong. */
static size_t incomplete(const char *p, size_t n)
{
    unsigned char c = (unsigned char)p[0];
    size_t        need = c >= 0xC2 && c <= 0xDF ? 2 : (c & 0xF0) == 0xE0 ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
    if (n >= need) return 0;
    for (size_t i = 1; i < n; i++) {
        unsigned char d = (unsigned char)p[i];
        if ((d & 0xC0) != 0x80) return 0;
        if (i == 1 && ((c == 0xE0 && d < 0xA0) || (c == 0xED && d > 0x9F) || (c == 0xF0 && d < 0x90) || (c == 0xF4 && d > 0x8F))) return 0;
    }
    return n;
}

/* Length of the ill-formed part at p that one U+FFFD stands for: the longest start of a sequence (Unicode 3.9). */
static size_t wrong_length(const char *p, size_t n)
{
    size_t best = 1;
    for (size_t k = 2; k < 4 && k <= n; k++)
        if (incomplete(p, k) == k) best = k;
        else break;
    return best;
}

static wz_status settle(wz_decoder *d, bool last)
{
    size_t at = 0;
    while (at < d->tail.n) {
        int n;
        (void)utf8_get(d->tail.p + at, d->tail.p + d->tail.n, &n);
        if (n) {
            TRY(put(&d->out, d->tail.p + at, (size_t)n));
            at += (size_t)n;
            continue;
        }
        if (!last && incomplete(d->tail.p + at, d->tail.n - at)) break;
        at += d->t->byte_level ? wrong_length(d->tail.p + at, d->tail.n - at) : 1;
        TRY(put(&d->out, REPLACEMENT, 3));
    }
    if (at) memmove(d->tail.p, d->tail.p + at, d->tail.n - at);
    d->tail.n -= at;
    return WZ_OK;
}

/* Fallback bytes: a run that is not UTF-8 as a whole gives one U+FFFD for each of its bytes. */
static wz_status settle_bytes(wz_decoder *d)
{
    bool good = true;
    for (size_t i = 0; i < d->tail.n && good;) {
        int n;
        (void)utf8_get(d->tail.p + i, d->tail.p + d->tail.n, &n);
        good = n > 0;
        i += (size_t)n;
    }
    for (size_t i = 0; i < d->tail.n && !good; i++) TRY(put(&d->out, REPLACEMENT, 3));
    if (good) TRY(put(&d->out, d->tail.p ? d->tail.p : "", d->tail.n));
    d->tail.n = 0;
    d->bytes_pending = false;
    return WZ_OK;
}

static wz_status push(wz_decoder *d, int64_t id)
{
    bool byte;
    if (d->skip_special && wz_tokenizer_is_special(d->t, id)) return WZ_OK;
    if (d->t->byte_level) {
        TRY(raw_token(d->t, id, &d->tail, &byte));
        return settle(d, false);
    }
    buffer    one = {0};
    wz_status status = raw_token(d->t, id, &one, &byte);
    if (status == WZ_OK && !byte && d->bytes_pending) status = settle_bytes(d);
    if (status == WZ_OK && byte) {
        d->bytes_pending = true;
        status = put(&d->tail, one.p, one.n);
    } else if (status == WZ_OK && one.n) {
        size_t skip = 0;
        while (d->strip && skip < one.n && one.p[skip] == ' ') {
            skip++;
            d->strip--;
        }
        d->strip = 0;
        status = put(&d->out, one.p + skip, one.n - skip);
    }
    mem_free(one.p);
    return status;
}

wz_status wz_decoder_new(const wz_tokenizer *t, bool skip_special, wz_decoder **out)
{
    *out = NULL;
    if (!t) return fail(WZ_INVALID, "tokenizer is NULL");
    wz_decoder *d = mem_alloc(sizeof *d);
    if (!d) return WZ_NOMEM;
    d->t = t;
    d->skip_special = skip_special;
    d->strip = t->strip_start;
    *out = d;
    return WZ_OK;
}

void wz_decoder_free(wz_decoder **d)
{
    if (!*d) return;
    mem_free((*d)->tail.p);
    mem_free((*d)->out.p);
    mem_free(*d);
    *d = NULL;
}

static void hand_out(wz_decoder *d, const char **text, size_t *bytes)
{
    *text = d->out.p ? d->out.p : "";
    *bytes = d->out.n;
}

wz_status wz_decoder_push(wz_decoder *d, int64_t id, const char **text, size_t *bytes)
{
    d->out.n = 0;
    if (d->out.p) d->out.p[0] = '\0';
    TRY(push(d, id));
    hand_out(d, text, bytes);
    return WZ_OK;
}

wz_status wz_decoder_finish(wz_decoder *d, const char **text, size_t *bytes)
{
    d->out.n = 0;
    if (d->out.p) d->out.p[0] = '\0';
    TRY(d->t->byte_level ? settle(d, true) : settle_bytes(d));
    hand_out(d, text, bytes);
    return WZ_OK;
}

wz_status wz_tokenizer_decode(const wz_tokenizer *t, const int64_t *ids, int64_t n, bool skip_special, char **text, size_t *bytes)
{
    *text = NULL;
    wz_decoder *d = NULL;
    TRY(wz_decoder_new(t, skip_special, &d));
    wz_status status = WZ_OK;
    for (int64_t i = 0; status == WZ_OK && i < n; i++) status = push(d, ids[i]);
    if (status == WZ_OK) status = t->byte_level ? settle(d, true) : settle_bytes(d);
    if (status == WZ_OK) {
        *bytes = d->out.n;
        *text = mem_dup(d->out.p ? d->out.p : "", d->out.n);
        if (!*text) status = WZ_NOMEM;
    }
    wz_decoder_free(&d);
    return status;
}

/* tokenizer.c - the tokenizer as a whole: its vocabulary seen from outside, and encoding.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

/* ---- vocabulary ---------------------------------------------------------------------------------- */

int64_t wz_tokenizer_size(const wz_tokenizer *t)
{
    return t && t->v.n ? (int64_t)t->v.piece[t->v.n - 1].id + 1 : 0;
}

int64_t wz_tokenizer_count(const wz_tokenizer *t) { return t ? t->v.n : 0; }

int64_t wz_tokenizer_id(const wz_tokenizer *t, const char *text)
{
    int32_t i = t && text ? vocab_find(&t->v, text, strlen(text)) : -1;
    return i >= 0 ? t->v.piece[i].id : -1;
}

const char *wz_tokenizer_piece(const wz_tokenizer *t, int64_t id)
{
    int32_t i = t ? vocab_find_id(&t->v, id) : -1;
    return i >= 0 ? t->v.text + t->v.piece[i].begin : NULL;
}

bool wz_tokenizer_is_special(const wz_tokenizer *t, int64_t id)
{
    int32_t i = t ? vocab_find_id(&t->v, id) : -1;
    return i >= 0 && (t->v.piece[i].flags & PIECE_SPECIAL);
}

int64_t wz_tokenizer_bos(const wz_tokenizer *t) { return t ? t->bos : -1; }
int64_t wz_tokenizer_eos(const wz_tokenizer *t) { return t ? t->eos : -1; }
int64_t wz_tokenizer_pad(const wz_tokenizer *t) { return t ? t->pad : -1; }
int64_t wz_tokenizer_unk(const wz_tokenizer *t) { return t && t->unk >= 0 ? t->v.piece[t->unk].id : -1; }
void    wz_tokenizer_drop(void *p) { mem_free(p); }

wz_status tokenizer_new(wz_tokenizer **out)
{
    *out = mem_alloc(sizeof **out);
    if (!*out) return WZ_NOMEM;
    (*out)->unk = NO_UNK;
    (*out)->bos = (*out)->eos = (*out)->pad = -1;
    return WZ_OK;
}

void wz_tokenizer_free(wz_tokenizer **tokenizer)
{
    wz_tokenizer *t = tokenizer ? *tokenizer : NULL;
    if (!t) return;
    *tokenizer = NULL;
    for (int k = 0; k < MAX_STEPS; k++) {
        regex_free(&t->norm[k].pattern);
        mem_free(t->norm[k].text);
        regex_free(&t->step[k].pattern);
        regex_free(&t->decode[k].pattern);
        mem_free(t->decode[k].text);
    }
    added_free(&t->raw);
    added_free(&t->normal);
    vocab_free(&t->v);
    mem_free(t);
}

/* ---- encoding ------------------------------------------------------------------------------------ */

typedef struct encoder {
    const wz_tokenizer *t;
    bpe                *b;
    buffer              normal; /* a stretch, normalised */
    pieces              p;
    id_list             out;
} encoder;

/* Text without added tokens. */
static wz_status encode_plain(encoder *e, const char *text, size_t bytes, bool first)
{
    if (bytes == 0) return WZ_OK;
    e->p.text.n = 0;
    TRY(buffer_put(&e->p.text, text, bytes));
    TRY(pretokenize(e->t, first, &e->p));
    for (size_t i = 0; i < e->p.n; i++) {
        const span *s = &e->p.s[i];
        TRY(bpe_encode(e->b, e->p.text.p + s->begin, s->end - s->begin, &e->out));
    }
    return WZ_OK;
}

static wz_status add_token(encoder *e, const added_token *a)
{
    return id_list_add(&e->out, e->t->v.piece[a->piece].id);
}

/* Text between the added tokens that are found in raw text. */
static wz_status encode_stretch(encoder *e, const char *text, size_t bytes, int flags, bool first)
{
    size_t    at = 0, from = 0;
    added_hit hit;
    if (bytes == 0) return WZ_OK;
    TRY(normalize(e->t, text, bytes, &e->normal));
    const part_flags all = {&e->normal.n, &flags, 1};
    for (;;) {
        added_next(&e->t->normal, e->normal.p, e->normal.n, all, &at, from, &hit);
        size_t stop = hit.token ? hit.begin : e->normal.n;
        if (stop > from) TRY(encode_plain(e, e->normal.p + from, stop - from, first && from == 0));
        if (!hit.token) return WZ_OK;
        TRY(add_token(e, hit.token));
        from = hit.end;
    }
}

/* The flags of all parts that [begin, end) touches. */
static int flags_of(part_flags f, size_t begin, size_t end)
{
    int     flags = 0;
    int64_t low = 0, high = f.n - 1;
    while (low < high) { /* the first part that ends after begin */
        int64_t middle = low + (high - low) / 2;
        if (f.end[middle] <= begin) low = middle + 1;
        else high = middle;
    }
    for (int64_t i = low; i < f.n; i++) {
        flags |= f.flags[i];
        if (f.end[i] >= end) break;
    }
    return flags;
}

static wz_status encode_all(encoder *e, const char *text, size_t bytes, part_flags flags)
{
    size_t    at = 0, from = 0;
    added_hit hit;
    for (;;) {
        added_next(&e->t->raw, text, bytes, flags, &at, from, &hit);
        size_t stop = hit.token ? hit.begin : bytes;
        if (stop > from) TRY(encode_stretch(e, text + from, stop - from, flags_of(flags, from, stop), from == 0));
        if (!hit.token) return WZ_OK;
        TRY(add_token(e, hit.token));
        from = hit.end;
    }
}

static wz_status encode(const wz_tokenizer *t, const char *text, size_t bytes, part_flags flags, bool special,
                        int64_t **ids, int64_t *n)
{
    encoder   e = {.t = t};
    wz_status status = utf8_check(text, bytes);
    if (status == WZ_OK) status = bpe_new(t, &e.b);
    for (int i = 0; status == WZ_OK && special && i < t->n_before; i++) status = id_list_add(&e.out, t->before[i]);
    if (status == WZ_OK) status = encode_all(&e, text, bytes, flags);
    for (int i = 0; status == WZ_OK && special && i < t->n_after; i++) status = id_list_add(&e.out, t->after[i]);
    if (status == WZ_OK && !e.out.id && !(e.out.id = mem_alloc(sizeof *e.out.id))) status = WZ_NOMEM;
    bpe_free(&e.b);
    mem_free(e.normal.p);
    pieces_free(&e.p);
    if (status != WZ_OK) {
        mem_free(e.out.id);
        return status;
    }
    *ids = e.out.id;
    *n = e.out.n;
    return WZ_OK;
}

wz_status wz_tokenizer_encode(const wz_tokenizer *t, const char *text, size_t bytes, int flags, int64_t **ids, int64_t *n)
{
    if (!ids || !n) return fail(WZ_INVALID, "ids and n must be given");
    *ids = NULL;
    *n = 0;
    if (!t || (!text && bytes)) return fail(WZ_INVALID, "the tokenizer and the text must be given");
    return encode(t, text ? text : "", bytes, (part_flags){&bytes, &flags, 1}, flags & WZ_ENCODE_SPECIAL, ids, n);
}

wz_status wz_tokenizer_encode_parts(const wz_tokenizer *t, const wz_text_part *part, int64_t n_parts, int64_t **ids,
                                    int64_t *n)
{
    if (!ids || !n) return fail(WZ_INVALID, "ids and n must be given");
    *ids = NULL;
    *n = 0;
    if (!t || n_parts < 0 || (n_parts && !part)) return fail(WZ_INVALID, "the tokenizer and the parts must be given");
    bool      special = false;
    buffer    text = {0};
    wz_status status = buffer_put(&text, "", 0);
    size_t   *end = status == WZ_OK ? mem_alloc_array((size_t)n_parts + 1, sizeof *end) : NULL;
    int      *flags = end ? mem_alloc_array((size_t)n_parts + 1, sizeof *flags) : NULL;
    if (status == WZ_OK && !flags) status = WZ_NOMEM;
    for (int64_t i = 0; status == WZ_OK && i < n_parts; i++) {
        if (!part[i].text && part[i].bytes) status = fail(WZ_INVALID, "part %lld has no text", (long long)i);
        if (status == WZ_OK) status = buffer_put(&text, part[i].text, part[i].bytes);
        end[i] = text.n;
        flags[i] = part[i].flags;
        special |= (part[i].flags & WZ_ENCODE_SPECIAL) != 0;
    }
    if (status == WZ_OK) status = encode(t, text.p, text.n, (part_flags){end, flags, n_parts}, special, ids, n);
    mem_free(text.p);
    mem_free(end);
    mem_free(flags);
    return status;
}

/* bpe.c - byte-pair encoding: symbols in a linked list, candidate merges in a heap, so that a long word costs
 * n log n. The merge of lowest rank goes first, of equal ones the leftmost. With the scores of SentencePiece in place
 * of merges, any two neighbours that form a piece may merge, the best score first.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"

typedef struct symbol {
    int32_t  piece; /* -1: none */
    int32_t  previous, next;
    uint32_t begin, bytes; /* bytes 0: merged away */
} symbol;

typedef struct candidate {
    double  rank;
    int32_t left, whole;
} candidate;

struct bpe {
    const wz_tokenizer *t;
    const char         *text;
    symbol             *s;
    candidate          *heap;
    int32_t             n, room, n_heap, heap_room;
};

wz_status bpe_new(const wz_tokenizer *t, bpe **out)
{
    *out = mem_alloc(sizeof **out);
    if (!*out) return WZ_NOMEM;
    (*out)->t = t;
    return WZ_OK;
}

void bpe_free(bpe **b)
{
    if (!*b) return;
    mem_free((*b)->s);
    mem_free((*b)->heap);
    mem_free(*b);
    *b = NULL;
}

/* ---- heap ---------------------------------------------------------------------------------------- */

static bool before(const candidate *a, const candidate *b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->left < b->left;
}

static wz_status heap_push(bpe *b, candidate c)
{
    if (b->n_heap == b->heap_room) {
        int32_t    room = b->heap_room ? b->heap_room * 2 : 64; /* at most 3 for each symbol */
        candidate *heap = mem_grow(b->heap, (size_t)room * sizeof *heap);
        if (!heap) return WZ_NOMEM;
        b->heap = heap;
        b->heap_room = room;
    }
    int32_t i = b->n_heap++;
    for (; i > 0 && before(&c, &b->heap[(i - 1) / 2]); i = (i - 1) / 2) b->heap[i] = b->heap[(i - 1) / 2];
    b->heap[i] = c;
    return WZ_OK;
}

static candidate heap_pop(bpe *b)
{
    candidate top = b->heap[0], last = b->heap[--b->n_heap];
    int32_t   i = 0;
    for (;;) {
        int32_t child = 2 * i + 1;
        if (child >= b->n_heap) break;
        if (child + 1 < b->n_heap && before(&b->heap[child + 1], &b->heap[child])) child++;
        if (!before(&b->heap[child], &last)) break;
        b->heap[i] = b->heap[child];
        i = child;
    }
    b->heap[i] = last;
    return top;
}

/* ---- merging ------------------------------------------------------------------------------------- */

static int32_t merged(const bpe *b, const symbol *x, const symbol *y, double *rank)
{
    const vocab *v = &b->t->v;
    if (b->t->by_score) {
        int32_t whole = vocab_find_model(v, b->text + x->begin, (size_t)x->bytes + y->bytes);
        *rank = whole >= 0 ? -(double)v->piece[whole].score : 0;
        return whole;
    }
    const merge *m = x->piece >= 0 && y->piece >= 0 ? vocab_merge(v, x->piece, y->piece) : NULL;
    *rank = m ? m->rank : 0;
    return m ? m->whole : -1;
}

static wz_status propose(bpe *b, int32_t left)
{
    double  rank;
    int32_t right = left >= 0 ? b->s[left].next : -1;
    if (right < 0) return WZ_OK;
    int32_t whole = merged(b, &b->s[left], &b->s[right], &rank);
    if (whole < 0) return WZ_OK;
    return heap_push(b, (candidate){rank, left, whole});
}

static wz_status merge_all(bpe *b)
{
    b->n_heap = 0;
    for (int32_t i = 0; i + 1 < b->n; i++) TRY(propose(b, i));
    while (b->n_heap) {
        candidate c = heap_pop(b);
        symbol   *x = &b->s[c.left];
        double    rank;
        if (x->bytes == 0 || x->next < 0) continue;
        symbol *y = &b->s[x->next];
        if (merged(b, x, y, &rank) != c.whole) continue; /* stale */
        x->piece = c.whole;
        x->bytes += y->bytes;
        x->next = y->next;
        if (y->next >= 0) b->s[y->next].previous = c.left;
        y->bytes = 0;
        TRY(propose(b, x->previous));
        TRY(propose(b, c.left));
    }
    return WZ_OK;
}

/* ---- symbols ------------------------------------------------------------------------------------- */

static wz_status add_symbol(bpe *b, int32_t which, uint32_t begin, uint32_t bytes)
{
    if (b->n == b->room) {
        int32_t room = b->room ? b->room * 2 : 64;
        symbol *s = mem_grow(b->s, (size_t)room * sizeof *s);
        if (!s) return WZ_NOMEM;
        b->s = s;
        b->room = room;
    }
    b->s[b->n] = (symbol){which, b->n - 1, b->n + 1, begin, bytes};
    b->n++;
    return WZ_OK;
}

/* The bytes of a character as pieces, when all of them are in the vocabulary. */
static bool bytes_there(const bpe *b, size_t begin, size_t bytes)
{
    for (size_t i = begin; i < begin + bytes; i++)
        if (b->t->v.byte_piece[(unsigned char)b->text[i]] < 0) return false;
    return b->t->byte_fallback;
}

/* Characters are pieces; those that are none are bytes, or unknown, or nothing. A run of unknown ones is one token
 * where the file says so. With scores, bytes come last: they may not merge. */
static wz_status split_symbols(bpe *b, size_t bytes)
{
    const vocab *v = &b->t->v;
    uint32_t     unknown = 0, unknown_at = 0; /* bytes of the unknown that waits, and its begin */
    b->n = 0;
    for (const char *p = b->text, *end = b->text + bytes; p < end;) {
        const char *start = p;
        uint32_t    c = utf8_next(&p), at = (uint32_t)(start - b->text), size = (uint32_t)(p - start);
        int32_t     found = c < 384 ? v->quick[c] : vocab_find_model(v, start, size);
        if (found >= 0 || b->t->by_score) {
            if (unknown) TRY(add_symbol(b, b->t->unk, unknown_at, unknown));
            unknown = 0;
            TRY(add_symbol(b, found, at, size));
        } else if (bytes_there(b, at, size)) {
            for (uint32_t i = at; i < at + size; i++) TRY(add_symbol(b, v->byte_piece[(unsigned char)b->text[i]], i, 1));
        } else if (b->t->unk != NO_UNK) {
            if (b->t->unk < 0) return fail(WZ_FORMAT, "the tokenizer's unk_token is not in its vocab");
            if (unknown && !b->t->fuse_unk) {
                TRY(add_symbol(b, b->t->unk, unknown_at, unknown));
                unknown = 0;
            }
            if (!unknown) unknown_at = at;
            unknown += size;
        }
    }
    if (unknown) TRY(add_symbol(b, b->t->unk, unknown_at, unknown));
    if (b->n) b->s[b->n - 1].next = -1;
    return WZ_OK;
}

static wz_status emit(const bpe *b, id_list *out)
{
    const vocab *v = &b->t->v;
    for (int32_t i = b->n ? 0 : -1; i >= 0; i = b->s[i].next) {
        const symbol *s = &b->s[i];
        if (s->piece >= 0) {
            TRY(id_list_add(out, v->piece[s->piece].id));
        } else if (bytes_there(b, s->begin, s->bytes)) {
            for (uint32_t k = s->begin; k < s->begin + s->bytes; k++)
                TRY(id_list_add(out, v->piece[v->byte_piece[(unsigned char)b->text[k]]].id));
        } else if (b->t->unk >= 0) {
            TRY(id_list_add(out, v->piece[b->t->unk].id));
        }
    }
    return WZ_OK;
}

wz_status bpe_encode(bpe *b, const char *text, size_t bytes, id_list *out)
{
    if (bytes == 0) return WZ_OK;
    if (bytes > INT32_MAX / 4)
        return fail(WZ_INVALID, "%zu bytes of text without a place to split are too long for this tokenizer", bytes);
    if (b->t->ignore_merges) {
        int32_t whole = vocab_find_model(&b->t->v, text, bytes);
        if (whole >= 0) return id_list_add(out, b->t->v.piece[whole].id);
    }
    b->text = text;
    TRY(split_symbols(b, bytes));
    TRY(merge_all(b));
    return emit(b, out);
}

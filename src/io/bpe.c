/* bpe.c - byte-pair encoding: symbols in a linked list, candidate merges in a heap, so a long word costs
 * n log n. Merges are looked up by pair of ids; with SentencePiece scores the merged piece's score decides.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <stdio.h>
#include <string.h>

wz_status id_list_add(id_list *l, int64_t id)
{
    if (l->n == l->room) {
        int64_t  room = l->room ? l->room * 2 : 32;
        int64_t *ids = mem_grow(l->id, (size_t)room * sizeof *ids);
        if (!ids) return WZ_NOMEM;
        l->id = ids;
        l->room = room;
    }
    l->id[l->n++] = id;
    return WZ_OK;
}

/* ---- tables ------------------------------------------------------------------------------------------- */

static uint64_t hash_bytes(const char *text, size_t n)
{
    uint64_t h = 0xCBF29CE484222325u;
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)text[i]) * 0x100000001B3u;
    return h ^ h >> 29;
}

static size_t piece_slot(const wz_tokenizer *t, const char *text, size_t bytes)
{
    size_t at = hash_bytes(text, bytes) & (t->n_slots - 1);
    while (t->slot[at]) {
        const piece *p = &t->piece[t->slot[at] - 1];
        if (p->bytes == bytes && memcmp(p->text, text, bytes) == 0) break;
        at = (at + 1) & (t->n_slots - 1);
    }
    return at;
}

int64_t piece_find(const wz_tokenizer *t, const char *text, size_t bytes) { return (int64_t)t->slot[piece_slot(t, text, bytes)] - 1; }

wz_status tables_index_pieces(wz_tokenizer *t)
{
    for (t->n_slots = 16; t->n_slots < (size_t)t->n_pieces * 2;) t->n_slots *= 2;
    t->slot = mem_alloc_array(t->n_slots, sizeof *t->slot);
    if (!t->slot) return WZ_NOMEM;
    for (int64_t i = 0; i < t->n_pieces; i++) {
        if (!t->piece[i].there) continue;
        size_t at = piece_slot(t, t->piece[i].text, t->piece[i].bytes);
        if (!t->slot[at]) t->slot[at] = (int32_t)i + 1;
    }
    for (int b = 0; b < 256; b++) {
        char name[8];
        int  n = snprintf(name, sizeof name, "<0x%02X>", (unsigned)b);
        t->byte_id[b] = (int32_t)piece_find(t, name, (size_t)n);
    }
    return WZ_OK;
}

static size_t merge_slot(const wz_tokenizer *t, int32_t left, int32_t right)
{
    uint64_t h = ((uint64_t)(uint32_t)left << 32 | (uint32_t)right) * 0x9E3779B97F4A7C15u;
    size_t   at = (size_t)(h >> 20) & (t->n_merge_slots - 1);
    while (t->merge[at].left >= 0 && (t->merge[at].left != left || t->merge[at].right != right)) at = (at + 1) & (t->n_merge_slots - 1);
    return at;
}

wz_status tables_new_merges(wz_tokenizer *t, int64_t n)
{
    for (t->n_merge_slots = 16; t->n_merge_slots < (size_t)n * 2;) t->n_merge_slots *= 2;
    t->merge = mem_alloc_array(t->n_merge_slots, sizeof *t->merge);
    if (!t->merge) return WZ_NOMEM;
    for (size_t i = 0; i < t->n_merge_slots; i++) t->merge[i].left = -1;
    return WZ_OK;
}

bool tables_add_merge(wz_tokenizer *t, int32_t left, int32_t right, int32_t rank, int32_t whole)
{
    merge *m = &t->merge[merge_slot(t, left, right)];
    if (m->left >= 0) return false; /* the first of two equal merges counts */
    *m = (merge){left, right, rank, whole};
    return true;
}

/* ---- byte alphabet ---------------------------------------------------------------------------------------- */

static bool prints(int b) { return (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || (b >= 174 && b <= 255); }

int byte_char(uint8_t b, char *to)
{
    uint32_t c = b;
    if (!prints(b)) {
        c = 256;
        for (int i = 0; i < b; i++) c += !prints(i);
    }
    return utf8_put(to, c);
}

int char_byte(uint32_t c)
{
    if (c < 256) return prints((int)c) ? (int)c : -1;
    if (c >= 256 + 68) return -1;
    for (int b = 0, n = 256; b < 256; b++)
        if (!prints(b) && n++ == (int)c) return b;
    return -1;
}

/* ---- merging ------------------------------------------------------------------------------------------------ */

typedef struct symbol { int32_t id, previous, next; uint32_t begin, bytes; } symbol; /* id -1: gone or unknown */

typedef struct candidate { double rank; int32_t left, right, id_left, id_right, whole; } candidate;

typedef struct word {
    const wz_tokenizer *t;
    const char         *text;
    symbol             *s;
    candidate          *heap;
    int32_t             n_heap, room;
} word;

static bool before(const candidate *a, const candidate *b) { return a->rank != b->rank ? a->rank < b->rank : a->left < b->left; }

static wz_status heap_push(word *w, candidate c)
{
    if (w->n_heap == w->room) {
        int32_t    room = w->room ? w->room * 2 : 32;
        candidate *heap = mem_grow(w->heap, (size_t)room * sizeof *heap);
        if (!heap) return WZ_NOMEM;
        w->heap = heap;
        w->room = room;
    }
    int32_t i = w->n_heap++;
    for (; i > 0 && before(&c, &w->heap[(i - 1) / 2]); i = (i - 1) / 2) w->heap[i] = w->heap[(i - 1) / 2];
    w->heap[i] = c;
    return WZ_OK;
}

static candidate heap_pop(word *w)
{
    candidate top = w->heap[0], last = w->heap[--w->n_heap];
    int32_t   i = 0;
    for (;;) {
        int32_t child = 2 * i + 1;
        if (child >= w->n_heap) break;
        if (child + 1 < w->n_heap && before(&w->heap[child + 1], &w->heap[child])) child++;
        if (!before(&w->heap[child], &last)) break;
        w->heap[i] = w->heap[child];
        i = child;
    }
    w->heap[i] = last;
    return top;
}

static wz_status propose(word *w, int32_t left, int32_t right)
{
    if (left < 0 || right < 0) return WZ_OK;
    const symbol *a = &w->s[left], *b = &w->s[right];
    if (w->t->by_score) { /* SentencePiece: any two neighbours that form a piece, the best score first */
        int64_t whole = piece_find(w->t, w->text + a->begin, a->bytes + b->bytes);
        if (whole < 0) return WZ_OK;
        return heap_push(w, (candidate){-(double)w->t->piece[whole].score, left, right, a->id, b->id, (int32_t)whole});
    }
    if (a->id < 0 || b->id < 0) return WZ_OK;
    const merge *m = &w->t->merge[merge_slot(w->t, a->id, b->id)];
    if (m->left < 0) return WZ_OK;
    return heap_push(w, (candidate){(double)m->rank, left, right, a->id, b->id, m->whole});
}

static wz_status merge_all(word *w, int32_t n)
{
    for (int32_t i = 0; i + 1 < n; i++) TRY(propose(w, i, i + 1));
    while (w->n_heap) {
        candidate c = heap_pop(w);
        symbol   *a = &w->s[c.left], *b = &w->s[c.right];
        bool      stale = a->bytes == 0 || b->bytes == 0 || a->next != c.right || a->id != c.id_left || b->id != c.id_right;
        if (stale) continue;
        if (w->t->by_score && piece_find(w->t, w->text + a->begin, a->bytes + b->bytes) != c.whole) continue;
        a->id = c.whole;
        a->bytes += b->bytes;
        a->next = b->next;
        if (b->next >= 0) w->s[b->next].previous = c.left;
        b->bytes = 0;
        TRY(propose(w, a->previous, c.left));
        TRY(propose(w, c.left, a->next));
    }
    return WZ_OK;
}

/* A symbol without a piece: its bytes, or the unknown token. */
static wz_status emit_unknown(const wz_tokenizer *t, const char *text, size_t bytes, id_list *out)
{
    bool all = t->byte_fallback;
    for (size_t i = 0; i < bytes && all; i++) all = t->byte_id[(unsigned char)text[i]] >= 0;
    for (size_t i = 0; i < bytes && all; i++) TRY(id_list_add(out, t->byte_id[(unsigned char)text[i]]));
    if (all) return WZ_OK;
    if (t->unk < 0) return WZ_OK; /* as the reference does: characters without a piece and without unk vanish */
    if (t->fuse_unk && out->n && out->id[out->n - 1] == t->unk) return WZ_OK;
    return id_list_add(out, t->unk);
}

static wz_status emit(const word *w, int32_t n, id_list *out)
{
    for (int32_t i = 0; i >= 0 && n; i = w->s[i].next) {
        const symbol *s = &w->s[i];
        if (s->id >= 0) TRY(id_list_add(out, s->id));
        else TRY(emit_unknown(w->t, w->text + s->begin, s->bytes, out));
    }
    return WZ_OK;
}

wz_status bpe_encode(const wz_tokenizer *t, const char *text, size_t bytes, id_list *out)
{
    if (bytes == 0) return WZ_OK;
    if (bytes > INT32_MAX / 2) return fail(WZ_INVALID, "a piece of text of %zu bytes is too long to tokenize at once", bytes);
    if (t->ignore_merges) {
        int64_t whole = piece_find(t, text, bytes);
        if (whole >= 0) return id_list_add(out, whole);
    }
    word    w = {.t = t, .text = text, .s = mem_alloc_array(bytes, sizeof *w.s)};
    int32_t n = 0;
    if (!w.s) return WZ_NOMEM;
    for (size_t i = 0; i < bytes;) {
        int k;
        (void)utf8_get(text + i, text + bytes, &k);
        if (k == 0) k = 1;
        w.s[n] = (symbol){(int32_t)piece_find(t, text + i, (size_t)k), n - 1, n + 1, (uint32_t)i, (uint32_t)k};
        n++;
        i += (size_t)k;
    }
    w.s[n - 1].next = -1;
    wz_status status = merge_all(&w, n);
    if (status == WZ_OK) status = emit(&w, n, out);
    mem_free(w.s);
    mem_free(w.heap);
    return status;
}

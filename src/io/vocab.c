/* vocab.c - the tables of a tokenizer: pieces by id and by text, merges by pair, the byte-level alphabet.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "hash.h"
#include "unicode.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces -------------------------------------------------------------------------------------- */

wz_status vocab_add(vocab *v, const char *text, size_t bytes, int64_t id, uint32_t flags, float score)
{
    if (id < 0 || id >= INT32_MAX)
        return fail(WZ_FORMAT, "token id %lld is not between 0 and 2,147,483,646", (long long)id);
    if (bytes > UINT32_MAX / 2) return fail(WZ_FORMAT, "token %lld has %zu bytes", (long long)id, bytes);
    if (v->n == v->room) {
        int32_t room = v->room ? v->room * 2 : 1024;
        if (v->room > INT32_MAX / 4) return fail(WZ_FORMAT, "a vocabulary of more than %d tokens", v->room);
        piece *grown = mem_grow(v->piece, (size_t)room * sizeof *grown);
        if (!grown) return WZ_NOMEM;
        v->piece = grown;
        v->room = room;
    }
    size_t need;
    if (!size_add(v->text_bytes, bytes + 1, &need)) return fail_nomem(bytes);
    if (need > v->text_room) {
        size_t room = need < 4096 ? 8192 : need;
        if (!size_mul(room, 2, &room)) return fail_nomem(need);
        char *grown = mem_grow(v->text, room);
        if (!grown) return WZ_NOMEM;
        v->text = grown;
        v->text_room = room;
    }
    if (bytes) memcpy(v->text + v->text_bytes, text, bytes);
    v->text[v->text_bytes + bytes] = '\0';
    v->piece[v->n++] = (piece){.begin = v->text_bytes, .bytes = (uint32_t)bytes, .flags = flags & 255, .id = (int32_t)id, .score = score};
    v->text_bytes = need;
    return WZ_OK;
}

static size_t piece_slot(const vocab *v, const char *text, size_t bytes)
{
    size_t at = hash_bytes(v->slot, text, bytes) & (v->n_slots - 1);
    while (v->slot[at]) {
        const piece *p = &v->piece[v->slot[at] - 1];
        if (p->bytes == bytes && memcmp(v->text + p->begin, text, bytes) == 0) break;
        at = (at + 1) & (v->n_slots - 1);
    }
    return at;
}

int32_t vocab_find(const vocab *v, const char *text, size_t bytes)
{
    return v->n_slots ? v->slot[piece_slot(v, text, bytes)] - 1 : -1;
}

int32_t vocab_find_model(const vocab *v, const char *text, size_t bytes)
{
    int32_t i = vocab_find(v, text, bytes);
    return i >= 0 && (v->piece[i].flags & PIECE_MODEL) ? i : -1;
}

int32_t vocab_find_id(const vocab *v, int64_t id)
{
    int32_t low = 0, high = v->n - 1;
    if (id >= 0 && id < v->n && v->piece[id].id == id) return (int32_t)id; /* dense, the rule */
    while (low <= high) {
        int32_t middle = low + (high - low) / 2;
        if (v->piece[middle].id < id) low = middle + 1;
        else if (v->piece[middle].id > id) high = middle - 1;
        else return middle;
    }
    return -1;
}

static int by_id(const void *a, const void *b)
{
    int32_t x = ((const piece *)a)->id, y = ((const piece *)b)->id;
    return x < y ? -1 : x > y;
}

wz_status vocab_index(vocab *v)
{
    if (v->n) qsort(v->piece, (size_t)v->n, sizeof *v->piece, by_id);
    for (int32_t i = 1; i < v->n; i++)
        if (v->piece[i].id == v->piece[i - 1].id)
            return fail(WZ_FORMAT, "token id %d stands for both '%.40s' and '%.40s'", v->piece[i].id,
                        v->text + v->piece[i - 1].begin, v->text + v->piece[i].begin);
    for (v->n_slots = 16; v->n_slots < (size_t)v->n * 2;) v->n_slots *= 2;
    mem_free(v->slot);
    v->slot = mem_alloc_array(v->n_slots, sizeof *v->slot);
    if (!v->slot) return WZ_NOMEM;
    for (int32_t i = 0; i < v->n; i++) {
        size_t at = piece_slot(v, v->text + v->piece[i].begin, v->piece[i].bytes);
        if (v->slot[at])
            return fail(WZ_FORMAT, "'%.40s' has two ids, %d and %d", v->text + v->piece[i].begin,
                        v->piece[v->slot[at] - 1].id, v->piece[i].id);
        v->slot[at] = i + 1;
    }
    for (uint32_t c = 0; c < sizeof v->quick / sizeof *v->quick; c++) {
        char text[4];
        v->quick[c] = vocab_find_model(v, text, (size_t)utf8_put(text, c));
    }
    for (int b = 0; b < 256; b++) {
        char name[8];
        int  n = snprintf(name, sizeof name, "<0x%02X>", (unsigned)b);
        v->byte_piece[b] = vocab_find(v, name, (size_t)n);
    }
    return WZ_OK;
}

/* ---- merges -------------------------------------------------------------------------------------- */

/* The high bits of a product with an odd number that the file cannot know: any two pairs collide no more often than
 * by chance. */
static size_t merge_slot(const vocab *v, int32_t left, int32_t right)
{
    uint64_t pair = (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
    size_t   at = (size_t)(pair * v->merge_key >> v->merge_shift);
    while (v->merge[at].left >= 0 && (v->merge[at].left != left || v->merge[at].right != right))
        at = (at + 1) & (v->n_merge_slots - 1);
    return at;
}

wz_status vocab_new_merges(vocab *v, int64_t n)
{
    if (n >= INT32_MAX / 2) return fail(WZ_FORMAT, "%lld merges are too many", (long long)n);
    v->merge_shift = 60;
    for (v->n_merge_slots = 16; v->n_merge_slots < (size_t)n * 2; v->merge_shift--) v->n_merge_slots *= 2;
    v->merge = mem_alloc_array(v->n_merge_slots, sizeof *v->merge);
    if (!v->merge) return WZ_NOMEM;
    v->merge_key = hash_bytes(v->merge, NULL, 0) | 1;
    for (size_t i = 0; i < v->n_merge_slots; i++) v->merge[i].left = -1;
    return WZ_OK;
}

void vocab_add_merge(vocab *v, int32_t left, int32_t right, int32_t rank, int32_t whole)
{
    v->merge[merge_slot(v, left, right)] = (merge){left, right, rank, whole};
}

const merge *vocab_merge(const vocab *v, int32_t left, int32_t right)
{
    const merge *m = &v->merge[merge_slot(v, left, right)];
    return m->left >= 0 ? m : NULL;
}

void vocab_free(vocab *v)
{
    mem_free(v->text);
    mem_free(v->piece);
    mem_free(v->slot);
    mem_free(v->merge);
    *v = (vocab){0};
}

/* ---- byte alphabet ------------------------------------------------------------------------------- */

/* Printable bytes of Latin-1 stand for themselves; the other 68, in order, are U+0100 and on. */
static bool prints(uint32_t b)
{
    return (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || (b >= 174 && b <= 255);
}

static uint32_t byte_code(uint32_t b)
{
    if (prints(b)) return b;
    return b <= 32 ? 256 + b : b <= 160 ? 256 + 33 + (b - 127) : 256 + 67;
}

int byte_char(uint8_t b, char *to) { return utf8_put(to, byte_code(b)); }

int char_byte(uint32_t c)
{
    if (c < 256) return prints(c) ? (int)c : -1;
    if (c >= 256 + 68) return -1;
    c -= 256;
    return (int)(c <= 32 ? c : c <= 66 ? c - 33 + 127 : 173);
}

/* ---- growing lists ------------------------------------------------------------------------------- */

wz_status buffer_put(buffer *b, const char *text, size_t bytes)
{
    size_t need;
    if (!size_add(b->n + 1, bytes, &need)) return fail_nomem(bytes);
    if (need > b->room) {
        size_t room = need < 32 ? 64 : need;
        if (!size_mul(room, 2, &room)) return fail_nomem(need);
        char *p = mem_grow(b->p, room);
        if (!p) return WZ_NOMEM;
        b->p = p;
        b->room = room;
    }
    if (bytes) memcpy(b->p + b->n, text, bytes);
    b->n += bytes;
    b->p[b->n] = '\0';
    return WZ_OK;
}

wz_status buffer_put_char(buffer *b, uint32_t c)
{
    char text[4];
    return buffer_put(b, text, (size_t)utf8_put(text, c));
}

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

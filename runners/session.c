/* session.c - one conversation: its tokens, caches and logits.
 *
 * Callers give whole token lists; what matches the session's own from the start is reused. Keys and values
 * of a longer past are simply overwritten. Recurrent state cannot be cut back, so models that have any
 * keep snapshots of it (the end of each sync, a few at most) and resume from the latest one that fits.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include <string.h>

enum { MAX_SNAPSHOTS = 4, DEFAULT_CHUNK = 512, FIRST_CAPACITY = 256 };

struct wz_lm_session {
    wz_lm    *lm;
    lm_cache *cache;
    int64_t  *ids;
    int64_t   n, room, chunk, limit;
    float    *logits;
    bool      has_logits;
    lm_cache *snapshot[MAX_SNAPSHOTS];   /* by age, oldest first */
    int       n_snapshots;
};

wz_status wz_lm_session_new(wz_lm *lm, int64_t capacity, wz_lm_session **out)
{
    *out = NULL;
    if (!lm) return fail(WZ_INVALID, "lm is NULL");
    if (capacity < 0 || capacity > lm->c.context)
        return fail(WZ_INVALID, "capacity must be between 0 and the model's context of %lld tokens, got %lld",
                    (long long)lm->c.context, (long long)capacity);
    wz_lm_session *s = mem_alloc(sizeof *s);
    if (!s) return WZ_NOMEM;
    s->chunk = DEFAULT_CHUNK;
    s->limit = capacity ? capacity : lm->c.context;
    s->logits = mem_alloc_array((size_t)lm->c.vocab, sizeof *s->logits);
    int64_t   first = capacity ? capacity : FIRST_CAPACITY < lm->c.context ? FIRST_CAPACITY : lm->c.context;
    wz_status status = s->logits ? lm_cache_new(lm, first, &s->cache) : WZ_NOMEM;
    if (status != WZ_OK) {
        mem_free(s->logits);
        mem_free(s);
        return status;
    }
    s->lm = lm;
    atomic_fetch_add(&lm->refs, 1);
    *out = s;
    return WZ_OK;
}

void wz_lm_session_free(wz_lm_session **session)
{
    wz_lm_session *s = *session;
    *session = NULL;
    if (!s) return;
    for (int i = 0; i < s->n_snapshots; i++) lm_cache_free(&s->snapshot[i]);
    lm_cache_free(&s->cache);
    mem_free(s->ids);
    mem_free(s->logits);
    wz_lm_free(&s->lm);
    mem_free(s);
}

int64_t wz_lm_session_length(const wz_lm_session *s) { return s->n; }
void    wz_lm_session_set_chunk(wz_lm_session *s, int64_t tokens) { s->chunk = tokens < 1 ? 1 : tokens; }
const float *wz_lm_session_logits(wz_lm_session *s) { return s->has_logits ? s->logits : NULL; }

static wz_status check_ids(const wz_lm_session *s, const int64_t *ids, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (ids[i] < 0 || ids[i] >= s->lm->c.vocab)
            return fail(WZ_INDEX, "token id %lld at position %lld is outside the vocabulary of %lld", (long long)ids[i],
                        (long long)i, (long long)s->lm->c.vocab);
    return WZ_OK;
}

static wz_status reserve_ids(wz_lm_session *s, int64_t n)
{
    if (n <= s->room) return WZ_OK;
    int64_t  room = n + n / 2 + 64;
    int64_t *ids = mem_grow(s->ids, (size_t)room * sizeof *ids);
    if (!ids) return WZ_NOMEM;
    s->ids = ids;
    s->room = room;
    return WZ_OK;
}

/* After a failure in the middle of a layer the recurrent parts may be half updated: start over. */
static wz_status reset(wz_lm_session *s)
{
    lm_cache *fresh = NULL;
    TRY(lm_cache_new(s->lm, s->cache->capacity, &fresh));
    lm_cache_free(&s->cache);
    s->cache = fresh;
    s->n = 0;
    s->has_logits = false;
    return WZ_OK;
}

/* Appends ids; the logits of the last are kept when want_logits. */
static wz_status append(wz_lm_session *s, const int64_t *ids, int64_t n, bool want_logits)
{
    if (s->n + n > s->limit)
        return fail(WZ_INVALID, "%lld tokens do not fit into a context of %lld", (long long)(s->n + n), (long long)s->limit);
    TRY(reserve_ids(s, s->n + n));
    TRY(lm_cache_reserve(s->lm, s->cache, s->n + n));
    TRY(wz_scope_begin());
    wz_tensor *logits = NULL;
    wz_status  status = lm_eval(s->lm, s->cache, ids, n, want_logits ? 1 : 0, &logits, NULL);
    if (status == WZ_OK && want_logits)
        status = wz_tensor_read(logits, s->logits, (size_t)s->lm->c.vocab * sizeof *s->logits);
    wz_scope_end();
    s->has_logits = status == WZ_OK && want_logits;
    if (status != WZ_OK) {
        char text[256];
        strncpy(text, wz_error(), sizeof text - 1);
        text[sizeof text - 1] = '\0';
        (void)reset(s);
        return fail(status, "%s", text);
    }
    memmove(s->ids + s->n, ids, (size_t)n * sizeof *ids);
    s->n += n;
    return WZ_OK;
}

static wz_status restore(wz_lm_session *s, int index)
{
    lm_cache *from = s->snapshot[index], *copy = NULL;
    TRY(lm_cache_copy(s->lm, from, &copy));
    for (int i = 0; i < copy->n_layers; i++) { /* keys and values stay where they are */
        if (copy->state[i].conv) {
            wz_free(&s->cache->state[i].conv);
            s->cache->state[i].conv = copy->state[i].conv;
            copy->state[i].conv = NULL;
        }
        if (copy->state[i].delta) {
            wz_free(&s->cache->state[i].delta);
            s->cache->state[i].delta = copy->state[i].delta;
            copy->state[i].delta = NULL;
        }
    }
    s->cache->length = copy->length;
    lm_cache_free(&copy);
    return WZ_OK;
}

/* Cuts the session back to at most `length` tokens that it can resume from. */
static wz_status rewind_to(wz_lm_session *s, int64_t length)
{
    if (length == s->n) return WZ_OK;
    s->has_logits = false;
    while (s->n_snapshots && s->snapshot[s->n_snapshots - 1]->length > length)
        lm_cache_free(&s->snapshot[--s->n_snapshots]);
    if (!lm_has_recurrent_state(&s->lm->c)) {
        s->n = s->cache->length = length;
        return WZ_OK;
    }
    if (s->n_snapshots == 0) return reset(s);
    TRY(restore(s, s->n_snapshots - 1));
    s->n = s->cache->length;
    return WZ_OK;
}

static wz_status take_snapshot(wz_lm_session *s)
{
    if (!lm_has_recurrent_state(&s->lm->c) || s->n == 0) return WZ_OK;
    if (s->n_snapshots && s->snapshot[s->n_snapshots - 1]->length == s->n) return WZ_OK;
    lm_cache *copy = NULL;
    TRY(lm_cache_copy(s->lm, s->cache, &copy));
    if (s->n_snapshots == MAX_SNAPSHOTS) {
        lm_cache_free(&s->snapshot[0]);
        memmove(s->snapshot, s->snapshot + 1, sizeof *s->snapshot * (MAX_SNAPSHOTS - 1));
        s->n_snapshots--;
    }
    s->snapshot[s->n_snapshots++] = copy;
    return WZ_OK;
}

wz_status wz_lm_session_sync(wz_lm_session *s, const int64_t *ids, int64_t n,
                             bool (*progress)(void *context, int64_t done, int64_t total), void *context)
{
    if (!s || n < 0 || (n && !ids)) return fail(WZ_INVALID, "session and ids must be given");
    if (n > s->limit)
        return fail(WZ_INVALID, "%lld tokens do not fit into a context of %lld", (long long)n, (long long)s->limit);
    TRY(check_ids(s, ids, n));
    int64_t same = 0;
    while (same < n && same < s->n && ids[same] == s->ids[same]) same++;
    if (same == n && same == s->n && (n == 0 || s->has_logits)) return WZ_OK;
    if (same == n && n > 0) same = n - 1; /* the last token is computed again for its logits */
    TRY(rewind_to(s, same));
    if (progress && s->n < n && !progress(context, s->n, n)) return fail(WZ_CANCELLED, "stopped after %lld of %lld tokens", (long long)s->n, (long long)n);
    while (s->n < n) {
        int64_t step = n - s->n < s->chunk ? n - s->n : s->chunk;
        /* State is saved just before the last token too, so that the same prompt can be asked again. */
        bool split = lm_has_recurrent_state(&s->lm->c) && s->n + step == n && step > 1;
        if (split) step--;
        wz_status status = append(s, ids + s->n, step, s->n + step == n);
        if (status == WZ_OK && s->n >= n - 1) status = take_snapshot(s);
        if (status != WZ_OK) return status;
        if (progress && !progress(context, s->n, n)) return fail(WZ_CANCELLED, "stopped after %lld of %lld tokens", (long long)s->n, (long long)n);
    }
    return WZ_OK;
}

wz_status wz_lm_session_push(wz_lm_session *s, int64_t id)
{
    if (!s) return fail(WZ_INVALID, "session is NULL");
    TRY(check_ids(s, &id, 1));
    return append(s, &id, 1, true);
}

wz_status wz_lm_sample(wz_lm_session *s, const wz_lm_sampling *params, int64_t *id)
{
    if (!s || !s->has_logits) return fail(WZ_STATE, "the session has no logits yet; sync or push tokens first");
    return sample_logits(s->logits, s->lm->c.vocab, s->ids, s->n, params, (uint64_t)s->n, id);
}

/* cache.c - what a session remembers per layer: keys and values, convolution rows, recurrent state.
 *
 * Keys and values are kept per kv head with room to grow, so that attention reads a plain narrow of them.
 * Sliding layers keep all keys too: a window is a narrow, and prefix reuse stays possible at any length.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include <wootz/ops.h>
#include <string.h>

bool lm_has_recurrent_state(const lm_config *c)
{
    for (int64_t i = 0; i < c->n_layers; i++)
        if (c->mixer[i] == MIX_DELTA || c->mixer[i] == MIX_CONV) return true;
    return false;
}

static wz_status zeros(wz_device *dev, int ndim, const int64_t *size, wz_tensor **out)
{
    wz_tensor *t = wz_tensor_new(WZ_DTYPE_F32, ndim, size, dev);
    if (!t || !wz_fill_(t, wz_int(0))) return WZ_NOMEM;
    *out = wz_keep(t);
    return WZ_OK;
}

static wz_status state_new(const wz_lm *lm, int64_t layer, int64_t capacity, lm_state *s)
{
    const lm_config *c = &lm->c;
    int64_t          kv[] = {c->n_kv, capacity, c->head_dim};
    switch ((lm_mixer)c->mixer[layer]) {
    case MIX_FULL:
    case MIX_SLIDING:
        TRY(zeros(lm->dev, 3, kv, &s->k));
        return zeros(lm->dev, 3, kv, &s->v);
    case MIX_DELTA: {
        int64_t conv[] = {2 * c->n_k_heads * c->k_dim + c->n_v_heads * c->v_dim, c->conv_kernel - 1};
        int64_t delta[] = {c->n_v_heads, c->k_dim, c->v_dim};
        TRY(zeros(lm->dev, 2, conv, &s->conv));
        return zeros(lm->dev, 3, delta, &s->delta);
    }
    case MIX_CONV: {
        int64_t conv[] = {c->hidden, c->conv_kernel - 1};
        return zeros(lm->dev, 2, conv, &s->conv);
    }
    }
    return fail(WZ_INTERNAL, "layer %lld has no mixer", (long long)layer);
}

wz_status lm_cache_new(const wz_lm *lm, int64_t capacity, lm_cache **out)
{
    *out = NULL;
    lm_cache *c = mem_alloc(sizeof *c + sizeof *c->state * (size_t)lm->c.n_layers);
    if (!c) return WZ_NOMEM;
    c->capacity = capacity;
    c->n_layers = (int)lm->c.n_layers;
    wz_status status = wz_scope_begin();
    for (int i = 0; status == WZ_OK && i < c->n_layers; i++) status = state_new(lm, i, capacity, &c->state[i]);
    wz_scope_end();
    if (status != WZ_OK) lm_cache_free(&c);
    *out = c;
    return status;
}

void lm_cache_free(lm_cache **cache)
{
    lm_cache *c = *cache;
    *cache = NULL;
    if (!c) return;
    for (int i = 0; i < c->n_layers; i++) {
        wz_free(&c->state[i].k);
        wz_free(&c->state[i].v);
        wz_free(&c->state[i].conv);
        wz_free(&c->state[i].delta);
    }
    mem_free(c);
}

/* The old rows move into larger tensors; on error the cache is as it was. */
static wz_status grow(const wz_lm *lm, wz_tensor **t, int64_t length, int64_t capacity)
{
    int64_t    size[] = {lm->c.n_kv, capacity, lm->c.head_dim};
    wz_tensor *wider = wz_tensor_new(WZ_DTYPE_F32, 3, size, lm->dev);
    if (!wider || !wz_fill_(wider, wz_int(0))) return WZ_NOMEM;
    if (length && !wz_copy_(wz_narrow(wider, 1, 0, length), wz_narrow(*t, 1, 0, length), false)) return WZ_NOMEM;
    wz_free(t);
    *t = wz_keep(wider);
    return WZ_OK;
}

wz_status lm_cache_reserve(const wz_lm *lm, lm_cache *c, int64_t capacity)
{
    if (capacity <= c->capacity) return WZ_OK;
    int64_t more = c->capacity * 2 > capacity ? c->capacity * 2 : capacity;
    more = (more + 63) / 64 * 64;
    if (more > lm->c.context && capacity <= lm->c.context) more = lm->c.context;
    wz_status status = wz_scope_begin();
    for (int i = 0; status == WZ_OK && i < c->n_layers; i++) {
        if (c->state[i].k) status = grow(lm, &c->state[i].k, c->length, more);
        if (status == WZ_OK && c->state[i].v) status = grow(lm, &c->state[i].v, c->length, more);
    }
    wz_scope_end();
    if (status == WZ_OK) c->capacity = more;
    return status;
}

static wz_status copy_of(wz_tensor *t, wz_tensor **out)
{
    if (!t) return WZ_OK;
    wz_tensor *copy = wz_clone(t);
    if (!copy) return WZ_NOMEM;
    *out = wz_keep(copy);
    return WZ_OK;
}

wz_status lm_cache_copy(const wz_lm *lm, const lm_cache *from, lm_cache **out)
{
    (void)lm;
    *out = NULL;
    lm_cache *c = mem_alloc(sizeof *c + sizeof *c->state * (size_t)from->n_layers);
    if (!c) return WZ_NOMEM;
    c->length = from->length;
    c->n_layers = from->n_layers;
    wz_status status = wz_scope_begin();
    for (int i = 0; status == WZ_OK && i < c->n_layers; i++) {
        status = copy_of(from->state[i].conv, &c->state[i].conv);
        if (status == WZ_OK) status = copy_of(from->state[i].delta, &c->state[i].delta);
    }
    wz_scope_end();
    if (status != WZ_OK) lm_cache_free(&c);
    *out = c;
    return status;
}

/* model.c - the forward pass. One function per kind of layer, read beside the papers: shapes in comments,
 * T tokens, H hidden width, everything float32 but the weights.
 *
 * Formulas: Llama (arXiv 2302.13971), Qwen3 (2505.09388), Gemma 3 (2503.19786), Gated DeltaNet (2412.06464),
 * and the Hugging Face implementations of each family as the reference for details.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include "../src/core/core.h"
#include <wootz/ops.h>

/* ---- attention ------------------------------------------------------------------------------------- */

/* [T, n * d] -> [n, T, d] */
static wz_tensor *heads(wz_tensor *x, int64_t n, int64_t d)
{
    int64_t size[] = {wz_tensor_size(x, 0), n, d};
    return wz_transpose(wz_reshape(x, size, 3), 0, 1);
}

/* Appends k and v [n_kv, T, d] to the cache (or uses them as they are) and attends. q [n, T, d] -> [T, n * d] */
static wz_tensor *attend(wz_lm *lm, lm_cache *cache, int64_t layer, wz_tensor *q, wz_tensor *k, wz_tensor *v)
{
    const lm_config *c = &lm->c;
    int64_t          T = wz_tensor_size(q, 1), past = cache ? cache->length : 0, first = 0, S = past + T;
    int64_t          window = c->mixer[layer] == MIX_SLIDING ? c->window : 0;
    if (cache) {
        lm_state *s = &cache->state[layer];
        if (!wz_copy_(wz_narrow(s->k, 1, past, T), k, false) || !wz_copy_(wz_narrow(s->v, 1, past, T), v, false)) return NULL;
        if (window && S > window + T - 1) first = S - (window + T - 1); /* nobody in the chunk looks further back */
        S -= first;
        k = wz_narrow(s->k, 1, first, S);
        v = wz_narrow(s->v, 1, first, S);
    }
    wz_tensor *o = wz_lm_attention(q, k, v, window, c->attention_scale, c->attention_softcap);
    int64_t    size[] = {T, c->n_heads * c->head_dim};
    return wz_reshape(wz_transpose(o, 0, 1), size, 2);
}

static wz_tensor *attention(wz_lm *lm, lm_cache *cache, int64_t layer, wz_tensor *x)
{
    const lm_config *c = &lm->c;
    const lm_layer  *l = &lm->layer[layer];
    int64_t          T = wz_tensor_size(x, 0), d = c->head_dim, past = cache ? cache->length : 0;
    wz_tensor       *q = wz_lm_linear(x, l->q, l->q_bias), *gate = NULL;
    if (c->gated_attention) { /* each head's rows are its query, then its gate */
        int64_t split[] = {T, c->n_heads, 2 * d}, flat[] = {T, c->n_heads * d};
        q = wz_reshape(q, split, 3);
        gate = wz_reshape(wz_narrow(q, 2, d, d), flat, 2);
        q = wz_transpose(wz_narrow(q, 2, 0, d), 0, 1);
    } else {
        q = heads(q, c->n_heads, d);
    }
    wz_tensor *k = heads(wz_lm_linear(x, l->k, l->k_bias), c->n_kv, d);
    wz_tensor *v = heads(wz_lm_linear(x, l->v, l->v_bias), c->n_kv, d);
    if (c->qk_norm) {
        q = wz_lm_norm(q, l->q_norm, c->eps);
        k = wz_lm_norm(k, l->k_norm, c->eps);
    }
    wz_tensor *inv_freq = c->mixer[layer] == MIX_SLIDING ? lm->inv_freq_local : lm->inv_freq;
    q = wz_lm_rope(q, inv_freq, past);
    k = wz_lm_rope(k, inv_freq, past);
    wz_tensor *o = attend(lm, cache, layer, q, k, v);
    if (gate) o = wz_mul(o, wz_sigmoid(gate));
    return wz_lm_linear(o, l->o, l->o_bias);
}

/* ---- state ------------------------------------------------------------------------------------------- */

/* The new state replaces the old one's contents; without a cache it is dropped. */
static wz_tensor *convolve(wz_tensor *x, wz_tensor *weight, wz_tensor *bias, lm_state *s)
{
    wz_tensor *next = NULL, *y = wz_lm_conv(x, weight, bias, s ? s->conv : NULL, &next);
    if (y && s && !wz_copy_(s->conv, next, false)) return NULL;
    return y;
}

static wz_tensor *delta_rule(wz_tensor *q, wz_tensor *k, wz_tensor *v, wz_tensor *g, wz_tensor *beta, lm_state *s)
{
    wz_tensor *next = NULL, *y = wz_lm_delta(q, k, v, g, beta, s ? s->delta : NULL, &next);
    if (y && s && !wz_copy_(s->delta, next, false)) return NULL;
    return y;
}

/* ---- Gated DeltaNet ----------------------------------------------------------------------------------- */

static wz_tensor *gated_delta_net(wz_lm *lm, lm_cache *cache, int64_t layer, wz_tensor *x)
{
    const lm_config *c = &lm->c;
    const lm_layer  *l = &lm->layer[layer];
    lm_state        *s = cache ? &cache->state[layer] : NULL;
    int64_t          T = wz_tensor_size(x, 0), key = c->n_k_heads * c->k_dim, value = c->n_v_heads * c->v_dim;
    wz_tensor *u = wz_silu(convolve(wz_lm_linear(x, l->qkv, NULL), l->conv, NULL, s));
    int64_t    qk_size[] = {T, c->n_k_heads, c->k_dim}, v_size[] = {T, c->n_v_heads, c->v_dim}, flat[] = {T, value};
    wz_tensor *q = wz_reshape(wz_narrow(u, 1, 0, key), qk_size, 3);
    wz_tensor *k = wz_reshape(wz_narrow(u, 1, key, key), qk_size, 3);
    wz_tensor *v = wz_reshape(wz_narrow(u, 1, 2 * key, value), v_size, 3);
    wz_tensor *z = wz_reshape(wz_lm_linear(x, l->z, NULL), v_size, 3);
    wz_tensor *beta = wz_sigmoid(wz_lm_linear(x, l->b, NULL));                        /* [T, n_v_heads] */
    wz_tensor *dt = wz_softplus(wz_add(wz_lm_linear(x, l->a, NULL), l->dt_bias, wz_int(1)), 1, 20);
    wz_tensor *g = wz_neg(wz_mul(wz_exp(l->a_log), dt));                            /* log of the decay, <= 0 */
    wz_tensor *o = delta_rule(q, k, v, g, beta, s);                              /* [T, n_v_heads, v_dim] */
    o = wz_mul(wz_lm_norm(o, l->delta_norm, c->eps), wz_silu(z));                 /* norm first, then the gate */
    return wz_lm_linear(wz_reshape(o, flat, 2), l->out, NULL);
}

/* ---- short convolution (LFM2) --------------------------------------------------------------------------- */

static wz_tensor *short_conv(wz_lm *lm, lm_cache *cache, int64_t layer, wz_tensor *x)
{
    const lm_layer *l = &lm->layer[layer];
    int64_t         H = lm->c.hidden;
    wz_tensor      *p = wz_lm_linear(x, l->conv_in, l->conv_in_bias); /* rows B, C, x */
    wz_tensor      *u = wz_mul(wz_narrow(p, 1, 0, H), wz_narrow(p, 1, 2 * H, H));
    wz_tensor      *y = convolve(u, l->conv, l->conv_bias, cache ? &cache->state[layer] : NULL);
    return wz_lm_linear(wz_mul(wz_narrow(p, 1, H, H), y), l->conv_out, l->conv_out_bias);
}

/* ---- feed-forward ------------------------------------------------------------------------------------------ */

static wz_tensor *gated_mlp(const lm_config *c, wz_tensor *x, wz_tensor *gate, wz_tensor *gate_bias, wz_tensor *up,
                            wz_tensor *up_bias, wz_tensor *down, wz_tensor *down_bias)
{
    wz_tensor *g = wz_lm_linear(x, gate, gate_bias);
    g = c->gelu ? wz_gelu_tanh(g) : wz_silu(g);
    return wz_lm_linear(wz_mul(g, wz_lm_linear(x, up, up_bias)), down, down_bias);
}

static wz_tensor *experts(wz_lm *lm, int64_t layer, wz_tensor *x)
{
    const lm_config *c = &lm->c;
    const lm_layer  *l = &lm->layer[layer];
    wz_tensor       *weights, *index = NULL;
    weights = wz_lm_route(wz_lm_linear(x, l->router, NULL), l->router_bias, c->top_k, c->sigmoid_router, c->norm_topk, c->routed_scale, &index);
    wz_tensor *y = wz_lm_experts(x, l->experts_gate_up, l->experts_down, index, weights, c->gelu);
    if (!l->shared_gate) return y;
    wz_tensor *s = gated_mlp(c, x, l->shared_gate, NULL, l->shared_up, NULL, l->shared_down, NULL);
    return wz_add(y, wz_mul(wz_sigmoid(wz_lm_linear(x, l->shared_switch, NULL)), s), wz_int(1));
}

static wz_tensor *feed_forward(wz_lm *lm, int64_t layer, wz_tensor *x)
{
    const lm_layer *l = &lm->layer[layer];
    if (lm->c.sparse[layer]) return experts(lm, layer, x);
    return gated_mlp(&lm->c, x, l->gate, l->gate_bias, l->up, l->up_bias, l->down, l->down_bias);
}

/* ---- the stack ------------------------------------------------------------------------------------------------ */

static wz_tensor *mix(wz_lm *lm, lm_cache *cache, int64_t layer, wz_tensor *x)
{
    switch ((lm_mixer)lm->c.mixer[layer]) {
    case MIX_DELTA: return gated_delta_net(lm, cache, layer, x);
    case MIX_CONV: return short_conv(lm, cache, layer, x);
    default: return attention(lm, cache, layer, x);
    }
}

/* x [T, H] -> [T, H]; Gemma norms each branch once more before it is added. */
static wz_tensor *block(wz_lm *lm, lm_cache *cache, int64_t layer, wz_tensor *x)
{
    const lm_layer *l = &lm->layer[layer];
    double          eps = lm->c.eps;
    wz_tensor      *y = mix(lm, cache, layer, wz_lm_norm(x, l->norm_in, eps));
    if (l->norm_post_attn) y = wz_lm_norm(y, l->norm_post_attn, eps);
    x = wz_add(x, y, wz_int(1));
    y = feed_forward(lm, layer, wz_lm_norm(x, l->norm_ff, eps));
    if (l->norm_post_ff) y = wz_lm_norm(y, l->norm_post_ff, eps);
    return wz_add(x, y, wz_int(1));
}

static wz_tensor *logits_of(wz_lm *lm, wz_tensor *x)
{
    x = wz_lm_linear(wz_lm_norm(x, lm->norm, lm->c.eps), lm->head, NULL);
    double cap = lm->c.final_softcap;
    if (cap > 0) x = wz_mul(wz_tanh(wz_div(x, wz_tensor_number(wz_num(cap)))), wz_tensor_number(wz_num(cap)));
    return x;
}

wz_status lm_eval(wz_lm *lm, lm_cache *cache, const int64_t *ids, int64_t n, int64_t n_logits, wz_tensor **logits,
                  wz_tensor **hidden)
{
    error_clear();
    wz_tensor *index = wz_tensor_from(WZ_DTYPE_I64, 1, &n, ids, lm->dev);
    wz_tensor *x = wz_lm_embed(lm->embed, index, lm->c.embed_scale);
    if (hidden) hidden[0] = x;
    for (int64_t layer = 0; x && layer < lm->c.n_layers; layer++) {
        /* A layer's intermediate results are freed before the next begins. */
        if (wz_scope_begin() != WZ_OK) return WZ_NOMEM;
        wz_tensor *y = wz_keep(block(lm, cache, layer, x));
        wz_scope_end();
        if (y && scope_add(y) != WZ_OK) y = NULL;
        x = y;
        if (hidden) hidden[layer + 1] = x;
    }
    if (x && n_logits > 0) *logits = logits_of(lm, wz_narrow(x, 0, n - n_logits, n_logits));
    if (!x || (n_logits > 0 && !*logits)) return error_status() == WZ_OK ? WZ_INTERNAL : error_status();
    if (cache) cache->length += n;
    return WZ_OK;
}

wz_tensor *wz_lm_forward(wz_lm *lm, const int64_t *ids, int64_t n, wz_tensor **hidden)
{
    if (!lm || n < 1 || !ids) {
        fail(WZ_INVALID, "lm and at least one token id must be given");
        return NULL;
    }
    if (n > lm->c.context) {
        fail(WZ_INVALID, "%lld tokens do not fit into a context of %lld", (long long)n, (long long)lm->c.context);
        return NULL;
    }
    for (int64_t i = 0; i < n; i++)
        if (ids[i] < 0 || ids[i] >= lm->c.vocab) {
            fail(WZ_INDEX, "token id %lld at position %lld is outside the vocabulary of %lld", (long long)ids[i],
                 (long long)i, (long long)lm->c.vocab);
            return NULL;
        }
    wz_tensor *logits = NULL;
    return lm_eval(lm, NULL, ids, n, n, &logits, hidden) == WZ_OK ? logits : NULL;
}

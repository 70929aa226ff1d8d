/* config_gguf.c - a model's configuration from the metadata of a GGUF file.
 *
 * Keys carry the architecture's name ("gemma3.block_count"). Converters fold Gemma's 1 + w into the norms and leave
 * out what an architecture implies (the pattern of sliding layers, the local rotary base): both are filled in here.
 * Llama 3's rotary scaling comes as a tensor of divisors.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include "../src/io/gguf.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct { const char *architecture; lm_family family; } known[] = {
    {"llama", LM_LLAMA}, {"qwen3", LM_QWEN3}, {"qwen3moe", LM_QWEN3_MOE}, {"gemma3", LM_GEMMA3}};

typedef struct reader {
    const gguf_file *f;
    char             architecture[32];
    char             key[128];
} reader;

static const gguf_value *look(reader *r, const char *rest)
{
    snprintf(r->key, sizeof r->key, "%s.%s", r->architecture, rest);
    return gguf_key(r->f, r->key);
}

/* A number between low and high. An array (some converters write a value for each layer) must repeat one number.
 * Missing is an error unless otherwise >= low. */
static wz_status real(reader *r, const char *rest, double low, double high, double otherwise, double *out)
{
    const gguf_value *v = look(r, rest);
    if (!v) {
        *out = otherwise;
        return otherwise >= low ? WZ_OK : fail(WZ_FORMAT, "there is no key %.100s", r->key);
    }
    if (!gguf_number_at(v, 0, out)) return fail(WZ_FORMAT, "%.100s is not a number", r->key);
    for (uint64_t i = 1; i < v->n; i++) {
        double other;
        if (!gguf_number_at(v, i, &other) || other != *out)
            return fail(WZ_UNSUPPORTED, "%.100s differs between layers (%g and %g), which is not supported", r->key, *out, other);
    }
    if (!(*out >= low && *out <= high)) return fail(WZ_FORMAT, "%.100s is %g, it must be between %g and %g", r->key, *out, low, high);
    return WZ_OK;
}

static wz_status whole(reader *r, const char *rest, int64_t low, int64_t high, int64_t otherwise, int64_t *out)
{
    double v = 0;
    TRY(real(r, rest, (double)low, (double)high, (double)otherwise, &v));
    if (v != floor(v)) return fail(WZ_FORMAT, "%.100s is %g, a whole number is needed", r->key, v);
    *out = (int64_t)v;
    return WZ_OK;
}

static bool text_is(const gguf_value *v, const char *text)
{
    const char *p;
    size_t      n;
    return gguf_text(v, &p, &n) && n == strlen(text) && memcmp(p, text, n) == 0;
}

static wz_status find_family(reader *r, lm_family *out)
{
    const gguf_value *v = gguf_key(r->f, "general.architecture");
    const char       *text = "";
    size_t            n = 0;
    if (!gguf_text(v, &text, &n)) return fail(WZ_FORMAT, "there is no text under general.architecture");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_is(v, known[i].architecture)) {
            snprintf(r->architecture, sizeof r->architecture, "%s", known[i].architecture);
            *out = known[i].family;
            return WZ_OK;
        }
    return fail(WZ_UNSUPPORTED, "architecture '%.*s' is not read from GGUF files; known are llama, qwen3, qwen3moe and gemma3", n < 40 ? (int)n : 40, text);
}

/* ---- shape --------------------------------------------------------------------------------------------------- */

static wz_status read_shape(reader *r, lm_config *c)
{
    const gguf_tensor *embed = gguf_find(r->f, "token_embd.weight");
    int64_t            value_length;
    if (!embed || embed->ndim != 2) return fail(WZ_FORMAT, "there is no matrix token_embd.weight");
    c->vocab = embed->size[0];
    if (c->vocab < 1 || c->vocab > 1 << 24) return fail(WZ_FORMAT, "token_embd.weight has %lld rows", (long long)c->vocab);
    TRY(whole(r, "embedding_length", 1, 1 << 20, 0, &c->hidden));
    TRY(whole(r, "block_count", 1, LM_MAX_LAYERS, 0, &c->n_layers));
    TRY(whole(r, "attention.head_count", 1, 65536, 0, &c->n_heads));
    TRY(whole(r, "attention.head_count_kv", 1, 65536, c->n_heads, &c->n_kv));
    if (c->n_heads % c->n_kv)
        return fail(WZ_FORMAT, "%lld attention heads cannot share %lld key-value heads evenly", (long long)c->n_heads, (long long)c->n_kv);
    TRY(whole(r, "attention.key_length", 1, 65536, c->hidden % c->n_heads == 0 ? c->hidden / c->n_heads : 0, &c->head_dim));
    TRY(whole(r, "attention.value_length", 1, 65536, c->head_dim, &value_length));
    if (value_length != c->head_dim)
        return fail(WZ_UNSUPPORTED, "%.100s is %lld and the keys' length %lld; they must be equal", r->key, (long long)value_length, (long long)c->head_dim);
    TRY(whole(r, "feed_forward_length", 1, 1 << 26, c->family == LM_QWEN3_MOE ? 1 : 0, &c->inter));
    TRY(whole(r, "context_length", 1, INT32_MAX, 2048, &c->context));
    return real(r, "attention.layer_norm_rms_epsilon", 0, 1, 1e-6, &c->eps);
}

static wz_status read_experts(reader *r, lm_config *c)
{
    int64_t n;
    TRY(whole(r, "expert_count", 0, 65536, 0, &n));
    if (c->family != LM_QWEN3_MOE)
        return n ? fail(WZ_UNSUPPORTED, "%s files with %lld experts are not supported", r->architecture, (long long)n) : WZ_OK;
    TRY(whole(r, "expert_count", 1, 65536, 0, &c->n_experts));
    TRY(whole(r, "expert_used_count", 1, 1024, 0, &c->top_k));
    TRY(whole(r, "expert_feed_forward_length", 1, 1 << 24, 0, &c->expert_inter));
    if (c->top_k > c->n_experts)
        return fail(WZ_FORMAT, "%.100s: %lld experts are used of %lld", r->key, (long long)c->top_k, (long long)c->n_experts);
    c->norm_topk = true;
    c->routed_scale = 1;
    for (int64_t i = 0; i < c->n_layers; i++) c->sparse[i] = true;
    return WZ_OK;
}

/* ---- rotary embedding and layers --------------------------------------------------------------------------------- */

/* rope_freqs.weight: what each pair's frequency is divided by. */
static wz_status read_divisors(reader *r, lm_config *c)
{
    const gguf_tensor *t = gguf_find(r->f, "rope_freqs.weight");
    if (!t || c->family == LM_GEMMA3) return WZ_OK;
    if (t->ndim != 1 || t->size[0] != c->rotary / 2)
        return fail(WZ_SHAPE, "tensor 'rope_freqs.weight' has %lld numbers, %lld rotary pairs need one each", (long long)(t->ndim ? t->size[0] : 1), (long long)(c->rotary / 2));
    wz_tensor *x = gguf_open_tensor(t, WZ_DTYPE_F32);
    if (!x) return error_status();
    size_t bytes = (size_t)t->size[0] * sizeof(float);
    c->rope.divisor = mem_alloc(bytes);
    if (!c->rope.divisor) return WZ_NOMEM;
    TRY(wz_tensor_read(x, c->rope.divisor, bytes));
    for (int64_t i = 0; i < t->size[0]; i++)
        if (!(c->rope.divisor[i] > 0 && c->rope.divisor[i] < INFINITY))
            return fail(WZ_FORMAT, "tensor 'rope_freqs.weight' holds %g at %lld", (double)c->rope.divisor[i], (long long)i);
    return WZ_OK;
}

static wz_status read_rope(reader *r, lm_config *c)
{
    TRY(real(r, "rope.freq_base", 1, 1e12, c->family == LM_GEMMA3 ? 1e6 : 1e4, &c->rope.theta));
    const gguf_value *type = look(r, "rope.scaling.type");
    if (type && !text_is(type, "none") && !text_is(type, "linear"))
        return fail(WZ_UNSUPPORTED, "%.100s is neither 'none' nor 'linear'; others are not supported", r->key);
    TRY(real(r, "rope.scaling.factor", 1e-3, 1e6, 1, &c->rope.factor));
    c->rope.scaling = text_is(type, "linear") ? ROPE_LINEAR : ROPE_DEFAULT;
    if (c->family == LM_GEMMA3) {
        TRY(real(r, "rope.freq_base_swa", 1, 1e12, 1e4, &c->rope_local.theta));
        c->rope_local.factor = 1;
    }
    TRY(whole(r, "rope.dimension_count", 2, c->head_dim, c->head_dim, &c->rotary));
    if (c->rotary % 2) return fail(WZ_FORMAT, "%.100s is %lld, an even number is needed", r->key, (long long)c->rotary);
    if (c->family == LM_LLAMA && c->rotary != c->head_dim)
        return fail(WZ_UNSUPPORTED, "%.100s is %lld of %lld; llama files must rotate whole heads", r->key, (long long)c->rotary, (long long)c->head_dim);
    return read_divisors(r, c);
}

/* Gemma 3: five sliding layers, then a full one, unless the file says otherwise (a period, or a flag a layer). */
static wz_status read_layers(reader *r, lm_config *c)
{
    for (int64_t i = 0; i < c->n_layers; i++) c->mixer[i] = MIX_FULL;
    if (c->family != LM_GEMMA3) return WZ_OK;
    TRY(whole(r, "attention.sliding_window", 1, INT32_MAX, 4096, &c->window));
    const gguf_value *v = look(r, "attention.sliding_window_pattern");
    int64_t           every = 6;
    if (v && v->array) {
        if (v->kind != GGUF_BOOL || v->n != (uint64_t)c->n_layers)
            return fail(WZ_FORMAT, "%.100s is not a list of %lld booleans", r->key, (long long)c->n_layers);
        for (int64_t i = 0; i < c->n_layers; i++) c->mixer[i] = v->data[i] ? MIX_SLIDING : MIX_FULL;
        return WZ_OK;
    }
    TRY(whole(r, "attention.sliding_window_pattern", 1, LM_MAX_LAYERS, 6, &every));
    for (int64_t i = 0; i < c->n_layers; i++) c->mixer[i] = (i + 1) % every ? MIX_SLIDING : MIX_FULL;
    return WZ_OK;
}

/* ---- ids and sampling ------------------------------------------------------------------------------------------------ */

static void add_eos(lm_config *c, int64_t id)
{
    for (int i = 0; i < c->n_eos; i++)
        if (c->eos[i] == id) return;
    if (id >= 0 && id < c->vocab && c->n_eos < (int)(sizeof c->eos / sizeof *c->eos)) c->eos[c->n_eos++] = id;
}

/* Files name one end of text; the token that ends a turn of a chat is found by its spelling. */
static wz_status add_turn_ends(reader *r, lm_config *c)
{
    static const char *const ends[] = {"<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<end_of_turn>", "<|end_of_text|>", "<|endoftext|>"};
    const gguf_value *tokens = gguf_key(r->f, "tokenizer.ggml.tokens"), *types = gguf_key(r->f, "tokenizer.ggml.token_type");
    const char      **text;
    size_t           *bytes;
    if (!tokens) return WZ_OK;
    TRY(gguf_strings(tokens, &text, &bytes));
    for (uint64_t i = 0; i < tokens->n; i++) {
        double type = 3; /* control */
        if (bytes[i] < 9 || text[i][0] != '<' || (types && (!gguf_number_at(types, i, &type) || type != 3))) continue;
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            if (strlen(ends[k]) == bytes[i] && memcmp(ends[k], text[i], bytes[i]) == 0) add_eos(c, (int64_t)i);
    }
    mem_free((void *)text);
    mem_free(bytes);
    return WZ_OK;
}

static wz_status read_ids(reader *r, lm_config *c)
{
    static const char *const keys[] = {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"};
    int64_t id;
    c->bos = -1;
    if (gguf_integer(gguf_key(r->f, "tokenizer.ggml.bos_token_id"), &id) && id >= 0 && id < c->vocab) c->bos = id;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (gguf_integer(gguf_key(r->f, keys[i]), &id)) add_eos(c, id);
    return add_turn_ends(r, c);
}

static wz_status read_sampling(reader *r, wz_lm_sampling *s)
{
    char own[32];
    memcpy(own, r->architecture, sizeof own);
    snprintf(r->architecture, sizeof r->architecture, "general.sampling");
    s->do_sample = look(r, "temp") || look(r, "top_k") || look(r, "top_p") || look(r, "min_p");
    wz_status status = real(r, "temp", 0, 1000, 1, &s->temperature);
    if (status == WZ_OK) status = whole(r, "top_k", 0, INT32_MAX, 0, &s->top_k);
    if (status == WZ_OK) status = real(r, "top_p", 1e-9, 1, 1, &s->top_p);
    if (status == WZ_OK) status = real(r, "min_p", 0, 1, 0, &s->min_p);
    if (status == WZ_OK) status = real(r, "penalty_repeat", 1e-3, 1000, 1, &s->repetition_penalty);
    memcpy(r->architecture, own, sizeof own);
    return status;
}

/* ---- the whole -------------------------------------------------------------------------------------------------------- */

static wz_status read_options(reader *r, lm_config *c)
{
    bool gemma = c->family == LM_GEMMA3;
    c->tied = !gguf_find(r->f, "output.weight");
    c->qk_norm = c->family != LM_LLAMA;
    c->attention_bias = gguf_find(r->f, "blk.0.attn_q.bias") != NULL;
    c->mlp_bias = gguf_find(r->f, "blk.0.ffn_gate.bias") != NULL;
    c->gelu = c->post_norms = gemma;
    c->embed_scale = gemma ? sqrt((double)c->hidden) : 1;
    /* The 27B model alone scales by hidden / heads instead of the head's own width. */
    double width = gemma && c->n_layers == 62 ? (double)c->hidden / (double)c->n_heads : (double)c->head_dim;
    TRY(real(r, "attention.scale", 1e-6, 1e6, 1 / sqrt(width), &c->attention_scale));
    if (!gemma) return WZ_OK;
    TRY(real(r, "attn_logit_softcapping", 0, 1e6, 0, &c->attention_softcap));
    return real(r, "final_logit_softcapping", 0, 1e6, 0, &c->final_softcap);
}

wz_status lm_config_read_gguf(const gguf_file *f, lm_config *c)
{
    reader  r = {.f = f};
    int64_t parts;
    memset(c, 0, sizeof *c);
    if (gguf_integer(gguf_key(f, "split.count"), &parts) && parts > 1)
        return fail(WZ_UNSUPPORTED, "the model is split over %lld files; join them into one first", (long long)parts);
    TRY(find_family(&r, &c->family));
    TRY(read_shape(&r, c));
    TRY(read_experts(&r, c));
    TRY(read_options(&r, c));
    TRY(read_rope(&r, c));
    TRY(read_layers(&r, c));
    TRY(read_ids(&r, c));
    return read_sampling(&r, &c->sampling);
}

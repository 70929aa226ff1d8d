/* config.c - config.json and generation_config.json of the known families, checked value by value.
 *
 * Older and newer spellings are both read (rope_parameters or rope_theta and rope_scaling, dtype or
 * torch_dtype, nested text_config). Missing keys take the family's default; what is absurd or contradicts
 * itself is an error that names the key and the value.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include "config_json.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *model_type;
    lm_family   family;
} known[] = {
    {"llama", LM_LLAMA},           {"qwen3", LM_QWEN3},
    {"qwen3_moe", LM_QWEN3_MOE},   {"gemma3_text", LM_GEMMA3},
    {"gemma3", LM_GEMMA3},         {"qwen3_next", LM_QWEN3_NEXT},
    {"qwen3_5", LM_QWEN3_5},       {"qwen3_5_text", LM_QWEN3_5},
    {"qwen3_5_moe", LM_QWEN3_5_MOE}, {"qwen3_5_moe_text", LM_QWEN3_5_MOE},
    {"lfm2", LM_LFM2},             {"lfm2_moe", LM_LFM2_MOE},
};

static const char *const names[LM_FAMILIES] = {"llama", "qwen3", "qwen3_moe", "gemma3", "qwen3_next", "qwen3_5",
                                               "qwen3_5_moe", "lfm2", "lfm2_moe"};
const char *lm_family_name(lm_family f) { return f < LM_FAMILIES ? names[f] : "unknown"; }

static wz_status find_family(const cfg *o, lm_family *out)
{
    const char *type = cfg_text(o, "model_type", NULL);
    if (!type) return fail(WZ_FORMAT, "config.json has no model_type");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].model_type, type) == 0) {
            *out = known[i].family;
            return WZ_OK;
        }
    return fail(WZ_UNSUPPORTED, "model type '%.60s' is not known; known are llama, qwen3, qwen3_moe, gemma3, qwen3_next, "
                                "qwen3_5, qwen3_5_moe, lfm2 and lfm2_moe", type);
}

/* A whole number between low and high; missing is an error unless otherwise >= low. */
static wz_status whole(const cfg *o, const char *key, int64_t low, int64_t high, int64_t otherwise, int64_t *out)
{
    double v;
    if (!cfg_number(o, key, &v)) {
        if (cfg_present(o, key)) return fail(WZ_FORMAT, "config.json: %s is not a number", key);
        if (otherwise < low) return fail(WZ_FORMAT, "config.json has no %s", key);
        *out = otherwise;
        return WZ_OK;
    }
    if (v != floor(v) || v < (double)low || v > (double)high)
        return fail(WZ_FORMAT, "config.json: %s is %.12g, it must be a whole number between %lld and %lld", key, v,
                    (long long)low, (long long)high);
    *out = (int64_t)v;
    return WZ_OK;
}

static wz_status real(const cfg *o, const char *key, double low, double high, double otherwise, double *out)
{
    if (!cfg_number(o, key, out)) {
        if (cfg_present(o, key)) return fail(WZ_FORMAT, "config.json: %s is not a number", key);
        *out = otherwise;
        return WZ_OK;
    }
    if (!(*out >= low && *out <= high))
        return fail(WZ_FORMAT, "config.json: %s is %g, it must be between %g and %g", key, *out, low, high);
    return WZ_OK;
}

/* ---- rope ------------------------------------------------------------------------------------------- */

static wz_status read_scaling(const cfg *o, lm_rope *r, int64_t context)
{
    const char *type = cfg_text(o, "rope_type", cfg_text(o, "type", "default"));
    TRY(real(o, "factor", 1e-3, 1e6, 1, &r->factor));
    if (strcmp(type, "default") == 0) r->scaling = ROPE_DEFAULT;
    else if (strcmp(type, "linear") == 0) r->scaling = ROPE_LINEAR;
    else if (strcmp(type, "llama3") == 0) r->scaling = ROPE_LLAMA3;
    else return fail(WZ_UNSUPPORTED, "config.json: rope type '%.40s' is not supported (default, linear and llama3 are)", type);
    TRY(real(o, "low_freq_factor", 1e-3, 1e6, 1, &r->low_factor));
    TRY(real(o, "high_freq_factor", 1e-3, 1e6, 4, &r->high_factor));
    TRY(whole(o, "original_max_position_embeddings", 1, INT32_MAX, context > 8192 ? 8192 : context, &r->original));
    if (r->scaling == ROPE_LLAMA3 && r->high_factor <= r->low_factor)
        return fail(WZ_FORMAT, "config.json: high_freq_factor %g must be above low_freq_factor %g", r->high_factor, r->low_factor);
    return WZ_OK;
}

static wz_status read_one_rope(const cfg *o, const cfg *flat, double theta, lm_rope *r, double *partial, int64_t context)
{
    TRY(real(flat, "rope_theta", 1, 1e12, theta, &r->theta));
    r->factor = 1;
    if (!o) return WZ_OK;
    TRY(real(o, "rope_theta", 1, 1e12, r->theta, &r->theta));
    TRY(real(o, "partial_rotary_factor", 1e-3, 1, *partial, partial));
    return read_scaling(o, r, context);
}

static wz_status read_rope(const cfg *o, lm_config *c)
{
    double theta = c->family == LM_GEMMA3 || c->family == LM_LFM2 || c->family == LM_LFM2_MOE ? 1e6 : 1e4, partial = 1;
    bool   quarter = c->family == LM_QWEN3_NEXT || c->family == LM_QWEN3_5 || c->family == LM_QWEN3_5_MOE;
    TRY(real(o, "partial_rotary_factor", 1e-3, 1, quarter ? 0.25 : 1, &partial));
    const cfg *p = cfg_object(o, "rope_parameters"), *scaling = cfg_object(o, "rope_scaling");
    const cfg *full = p ? cfg_object(p, "full_attention") : NULL, *sliding = p ? cfg_object(p, "sliding_attention") : NULL;
    TRY(read_one_rope(full ? full : p ? p : scaling, o, theta, &c->rope, &partial, c->context));
    TRY(real(o, "rope_local_base_freq", 1, 1e12, 1e4, &c->rope_local.theta));
    c->rope_local.factor = 1;
    if (sliding) {
        double own = partial;
        TRY(read_one_rope(sliding, o, c->rope_local.theta, &c->rope_local, &own, c->context));
    }
    double rotary = floor((double)c->head_dim * partial);
    c->rotary = (int64_t)rotary;
    if (c->rotary < 2 || c->rotary % 2)
        return fail(WZ_FORMAT, "config.json: %lld of %lld head dimensions rotate (partial_rotary_factor %g); it must be an even number",
                    (long long)c->rotary, (long long)c->head_dim, partial);
    return WZ_OK;
}

/* ---- layers ------------------------------------------------------------------------------------------- */

static wz_status mixer_named(const char *name, int64_t layer, lm_config *c)
{
    static const struct { const char *name; lm_mixer mixer; } kinds[] = {
        {"full_attention", MIX_FULL}, {"sliding_attention", MIX_SLIDING}, {"linear_attention", MIX_DELTA}, {"conv", MIX_CONV}};
    bool delta = c->family == LM_QWEN3_NEXT || c->family == LM_QWEN3_5 || c->family == LM_QWEN3_5_MOE;
    bool conv = c->family == LM_LFM2 || c->family == LM_LFM2_MOE;
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) != 0) continue;
        if ((kinds[i].mixer == MIX_DELTA && !delta) || (kinds[i].mixer == MIX_CONV && !conv)) break;
        c->mixer[layer] = (uint8_t)kinds[i].mixer;
        return WZ_OK;
    }
    return fail(WZ_FORMAT, "config.json: layer_types[%lld] is '%.40s', which %s does not have", (long long)layer,
                name ? name : "(not text)", lm_family_name(c->family));
}

/* Without layer_types the pattern follows from the family's interval keys. */
static wz_status default_mixer(const cfg *o, int64_t layer, lm_config *c)
{
    int64_t every;
    switch (c->family) {
    case LM_QWEN3_NEXT:
    case LM_QWEN3_5:
    case LM_QWEN3_5_MOE:
        TRY(whole(o, "full_attention_interval", 1, LM_MAX_LAYERS, 4, &every));
        c->mixer[layer] = (layer + 1) % every ? MIX_DELTA : MIX_FULL;
        return WZ_OK;
    case LM_GEMMA3:
        TRY(whole(o, cfg_present(o, "_sliding_window_pattern") ? "_sliding_window_pattern" : "sliding_window_pattern", 1,
                  LM_MAX_LAYERS, 6, &every));
        c->mixer[layer] = (layer + 1) % every ? MIX_SLIDING : MIX_FULL;
        return WZ_OK;
    case LM_LFM2:
    case LM_LFM2_MOE:
        c->mixer[layer] = MIX_CONV;
        for (int64_t i = 0; i < cfg_length(o, "full_attn_idxs"); i++) {
            double v;
            if (!cfg_number_at(o, "full_attn_idxs", i, &v)) return fail(WZ_FORMAT, "config.json: full_attn_idxs holds something else than numbers");
            if ((int64_t)v == layer) c->mixer[layer] = MIX_FULL;
        }
        if (!cfg_present(o, "full_attn_idxs")) return fail(WZ_FORMAT, "config.json has neither layer_types nor full_attn_idxs");
        return WZ_OK;
    default: c->mixer[layer] = MIX_FULL; return WZ_OK;
    }
}

static wz_status read_layers(const cfg *o, lm_config *c)
{
    int64_t n = cfg_length(o, "layer_types");
    if (n && n != c->n_layers)
        return fail(WZ_FORMAT, "config.json: layer_types has %lld entries for %lld layers", (long long)n, (long long)c->n_layers);
    for (int64_t i = 0; i < c->n_layers; i++)
        TRY(n ? mixer_named(cfg_text_at(o, "layer_types", i), i, c) : default_mixer(o, i, c));
    bool use_window = cfg_bool(o, "use_sliding_window", c->family == LM_GEMMA3);
    if (cfg_present(o, "sliding_window") && use_window) TRY(whole(o, "sliding_window", 1, INT32_MAX, 4096, &c->window));
    else if (c->family == LM_GEMMA3) c->window = 4096;
    return WZ_OK;
}

static wz_status read_experts(const cfg *o, lm_config *c)
{
    bool moe = c->family == LM_QWEN3_MOE || c->family == LM_QWEN3_NEXT || c->family == LM_QWEN3_5_MOE || c->family == LM_LFM2_MOE;
    if (!moe) return WZ_OK;
    const char *count = cfg_present(o, "num_experts") ? "num_experts" : cfg_present(o, "num_local_experts") ? "num_local_experts" : "num_experts";
    int64_t     dense = 0, step = 1;
    TRY(whole(o, count, 1, 65536, 0, &c->n_experts));
    TRY(whole(o, "num_experts_per_tok", 1, 1024, 0, &c->top_k));
    TRY(whole(o, "moe_intermediate_size", 1, 1 << 24, 0, &c->expert_inter));
    TRY(whole(o, "shared_expert_intermediate_size", 0, 1 << 24, 0, &c->shared_inter));
    if (c->top_k > c->n_experts)
        return fail(WZ_FORMAT, "config.json: num_experts_per_tok %lld is more than %lld experts", (long long)c->top_k, (long long)c->n_experts);
    bool always = c->family == LM_QWEN3_5_MOE;
    c->norm_topk = always || cfg_bool(o, "norm_topk_prob", c->family != LM_QWEN3_MOE);
    c->sigmoid_router = c->family == LM_LFM2_MOE;
    c->expert_bias = c->family == LM_LFM2_MOE && cfg_bool(o, "use_expert_bias", true);
    TRY(real(o, "routed_scaling_factor", 1e-6, 1e6, 1, &c->routed_scale));
    if (c->family == LM_LFM2_MOE) TRY(whole(o, "num_dense_layers", 0, c->n_layers, 2, &dense));
    TRY(whole(o, "decoder_sparse_step", 0, LM_MAX_LAYERS, 1, &step));
    for (int64_t i = dense; i < c->n_layers; i++) c->sparse[i] = step > 0 && (i + 1) % step == 0;
    for (int64_t i = 0; i < cfg_length(o, "mlp_only_layers"); i++) {
        double v;
        if (!cfg_number_at(o, "mlp_only_layers", i, &v) || v < 0 || v >= (double)c->n_layers)
            return fail(WZ_FORMAT, "config.json: mlp_only_layers[%lld] is not a layer", (long long)i);
        c->sparse[(int64_t)v] = false;
    }
    return WZ_OK;
}

/* ---- ids ----------------------------------------------------------------------------------------------- */

static wz_status add_eos(lm_config *c, double id)
{
    if (id != floor(id) || id < 0 || id >= (double)c->vocab)
        return fail(WZ_FORMAT, "config.json: eos_token_id %g is outside the vocabulary of %lld", id, (long long)c->vocab);
    for (int i = 0; i < c->n_eos; i++)
        if (c->eos[i] == (int64_t)id) return WZ_OK;
    if (c->n_eos < 16) c->eos[c->n_eos++] = (int64_t)id;
    return WZ_OK;
}

static wz_status read_eos(const cfg *o, lm_config *c)
{
    double v;
    if (cfg_number(o, "eos_token_id", &v)) return add_eos(c, v);
    for (int64_t i = 0; i < cfg_length(o, "eos_token_id"); i++)
        if (cfg_number_at(o, "eos_token_id", i, &v)) TRY(add_eos(c, v));
    return WZ_OK;
}

static wz_status read_generation(const char *folder, lm_config *c)
{
    c->sampling = (wz_lm_sampling){.temperature = 1, .top_p = 1, .repetition_penalty = 1};
    json_document d;
    TRY(cfg_open_optional(folder, "generation_config.json", &d));
    const cfg *o = d.root;
    if (!o) return WZ_OK;
    wz_status status = read_eos(o, c);
    c->sampling.do_sample = cfg_bool(o, "do_sample", false);
    if (status == WZ_OK) status = real(o, "temperature", 0, 1000, 1, &c->sampling.temperature);
    if (status == WZ_OK) status = whole(o, "top_k", 0, INT32_MAX, 0, &c->sampling.top_k);
    if (status == WZ_OK) status = real(o, "top_p", 1e-9, 1, 1, &c->sampling.top_p);
    if (status == WZ_OK) status = real(o, "min_p", 0, 1, 0, &c->sampling.min_p);
    if (status == WZ_OK) status = real(o, "repetition_penalty", 1e-3, 1000, 1, &c->sampling.repetition_penalty);
    json_free(&d);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------------------- */

static wz_status read_shape(const cfg *o, lm_config *c)
{
    TRY(whole(o, "vocab_size", 1, 1 << 24, 0, &c->vocab));
    TRY(whole(o, "hidden_size", 1, 1 << 20, 0, &c->hidden));
    TRY(whole(o, "num_hidden_layers", 1, LM_MAX_LAYERS, 0, &c->n_layers));
    TRY(whole(o, "num_attention_heads", 1, 65536, 0, &c->n_heads));
    TRY(whole(o, "num_key_value_heads", 1, 65536, c->n_heads, &c->n_kv));
    if (c->n_heads % c->n_kv)
        return fail(WZ_FORMAT, "config.json: %lld attention heads cannot share %lld key-value heads evenly", (long long)c->n_heads, (long long)c->n_kv);
    int64_t otherwise = c->family == LM_GEMMA3 ? 256 : c->hidden % c->n_heads == 0 ? c->hidden / c->n_heads : 0;
    TRY(whole(o, "head_dim", 1, 65536, otherwise, &c->head_dim));
    TRY(whole(o, "intermediate_size", 0, 1 << 26, 0, &c->inter));
    TRY(whole(o, "max_position_embeddings", 1, INT32_MAX, 2048, &c->context));
    return real(o, cfg_present(o, "norm_eps") ? "norm_eps" : "rms_norm_eps", 0, 1, 1e-6, &c->eps);
}

static wz_status read_delta(const cfg *o, lm_config *c)
{
    TRY(whole(o, "linear_num_key_heads", 1, 65536, 16, &c->n_k_heads));
    TRY(whole(o, "linear_num_value_heads", 1, 65536, 32, &c->n_v_heads));
    TRY(whole(o, "linear_key_head_dim", 1, 65536, 128, &c->k_dim));
    TRY(whole(o, "linear_value_head_dim", 1, 65536, 128, &c->v_dim));
    TRY(whole(o, "linear_conv_kernel_dim", 2, 64, 4, &c->conv_kernel));
    if (c->n_v_heads % c->n_k_heads)
        return fail(WZ_FORMAT, "config.json: linear_num_value_heads %lld is not a multiple of linear_num_key_heads %lld",
                    (long long)c->n_v_heads, (long long)c->n_k_heads);
    return WZ_OK;
}

/* block_auto_adjust_ff_dim: the stored width is the one before rounding, as LFM2's configuration has it. */
static wz_status read_lfm2(const cfg *o, lm_config *c)
{
    TRY(whole(o, "conv_L_cache", 2, 64, 3, &c->conv_kernel));
    c->conv_bias = cfg_bool(o, "conv_bias", false);
    if (c->family != LM_LFM2) return WZ_OK;
    int64_t multiple;
    double  factor;
    if (cfg_present(o, "block_ff_dim")) TRY(whole(o, "block_ff_dim", 1, 1 << 26, c->inter, &c->inter));
    if (!cfg_bool(o, "block_auto_adjust_ff_dim", true)) return WZ_OK;
    TRY(real(o, "block_ffn_dim_multiplier", 1e-3, 1e3, 1, &factor));
    TRY(whole(o, "block_multiple_of", 1, 1 << 20, 256, &multiple));
    c->inter = (int64_t)(factor * (double)(2 * c->inter / 3));
    c->inter = (c->inter + multiple - 1) / multiple * multiple;
    return WZ_OK;
}

static wz_status read_options(const cfg *o, lm_config *c)
{
    bool gemma = c->family == LM_GEMMA3, delta = c->family == LM_QWEN3_NEXT || c->family == LM_QWEN3_5 || c->family == LM_QWEN3_5_MOE;
    bool lfm = c->family == LM_LFM2 || c->family == LM_LFM2_MOE;
    c->tied = cfg_bool(o, "tie_word_embeddings", cfg_bool(o, "tie_embedding", gemma || lfm));
    c->norm_plus_one = gemma || delta;
    c->qk_norm = c->family != LM_LLAMA;
    c->gated_attention = delta && cfg_bool(o, "attn_output_gate", true);
    c->attention_bias = cfg_bool(o, "attention_bias", false);
    c->mlp_bias = cfg_bool(o, "mlp_bias", false);
    c->post_norms = gemma;
    const char *act = cfg_text(o, gemma ? "hidden_activation" : "hidden_act", gemma ? "gelu_pytorch_tanh" : "silu");
    c->gelu = strcmp(act, "gelu_pytorch_tanh") == 0;
    if (!c->gelu && strcmp(act, "silu") != 0) return fail(WZ_UNSUPPORTED, "config.json: activation '%.40s' is not supported (silu and gelu_pytorch_tanh are)", act);
    double scalar = (double)c->head_dim;
    if (gemma) TRY(real(o, "query_pre_attn_scalar", 1e-3, 1e6, 256, &scalar));
    c->attention_scale = 1 / sqrt(scalar);
    TRY(real(o, "attn_logit_softcapping", 1e-3, 1e6, 0, &c->attention_softcap));
    TRY(real(o, "final_logit_softcapping", 1e-3, 1e6, 0, &c->final_softcap));
    c->embed_scale = gemma ? sqrt((double)c->hidden) : 1;
    c->bos = -1;
    double bos;
    if (cfg_number(o, "bos_token_id", &bos) && bos >= 0 && bos < (double)c->vocab) c->bos = (int64_t)bos;
    if (delta) TRY(read_delta(o, c));
    return lfm ? read_lfm2(o, c) : WZ_OK;
}

/* Weights in float8_e4m3fn with scales: Qwen's ("fp8") and compressed-tensors' per tensor, channel or block. */
static wz_status read_quantization(const cfg *q, lm_config *c)
{
    if (!q) return WZ_OK;
    const char *method = cfg_text(q, "quant_method", "(none)"), *block = "weight_block_size";
    const cfg  *at = q;
    if (strcmp(method, "fp8") == 0) {
        const char *format = cfg_text(q, "fmt", "e4m3");
        if (strcmp(format, "e4m3") != 0) return fail(WZ_UNSUPPORTED, "config.json: FP8 weights of format '%.40s' are not supported (e4m3 is)", format);
    } else if (strcmp(method, "compressed-tensors") == 0) {
        const cfg  *group = cfg_object(cfg_object(q, "config_groups"), "group_0");
        const char *format = cfg_text(q, "format", "(none)"), *type;
        double      bits = 0;
        at = cfg_object(group, "weights");
        block = "block_structure";
        type = cfg_text(at, "type", "(none)");
        cfg_number(at, "num_bits", &bits);
        if (strcmp(format, "float-quantized") != 0 || strcmp(type, "float") != 0 || bits != 8)
            return fail(WZ_UNSUPPORTED, "config.json: compressed-tensors of format '%.40s', type '%.20s' and %g bits are not supported (float-quantized, float, 8 are)",
                        format, type, bits);
    } else {
        return fail(WZ_UNSUPPORTED, "config.json: the quantisation method '%.40s' is not supported (fp8 and compressed-tensors are)", method);
    }
    double rows = 128, cols = 128;
    if (cfg_length(at, block) == 2 && (!cfg_number_at(at, block, 0, &rows) || !cfg_number_at(at, block, 1, &cols)))
        return fail(WZ_FORMAT, "config.json: %s does not hold two numbers", block);
    if (!(rows >= 1 && rows <= 65536 && cols >= 1 && cols <= 65536) || rows != floor(rows) || cols != floor(cols))
        return fail(WZ_FORMAT, "config.json: %s is [%g, %g], each must be a whole number between 1 and 65536", block, rows, cols);
    c->fp8_rows = (int64_t)rows;
    c->fp8_cols = (int64_t)cols;
    return WZ_OK;
}

static wz_status read_all(const cfg *top, const char *folder, lm_config *c)
{
    TRY(read_quantization(cfg_object(top, "quantization_config"), c));
    TRY(find_family(top, &c->family));
    const cfg *o = cfg_object(top, "text_config");
    if (!o) o = top;
    TRY(read_shape(o, c));
    TRY(read_options(o, c));
    TRY(read_rope(o, c));
    TRY(read_layers(o, c));
    TRY(read_experts(o, c));
    TRY(read_eos(o, c));
    if (o != top) TRY(read_eos(top, c));
    bool dense = false;
    for (int64_t i = 0; i < c->n_layers; i++) dense |= !c->sparse[i];
    if (dense && c->inter < 1) return fail(WZ_FORMAT, "config.json has no intermediate_size");
    return read_generation(folder, c);
}

wz_status lm_config_read(const char *folder, lm_config *c)
{
    memset(c, 0, sizeof *c);
    json_document d;
    TRY(cfg_open(folder, "config.json", &d));
    wz_status status = read_all(d.root, folder, c);
    json_free(&d);
    return status;
}

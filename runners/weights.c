/* weights.c - the tensors of a checkpoint, found by name and checked against the configuration.
 *
 * Matrices are used where they lie in the mapped file; norms, biases and decays are small and become float32,
 * with Gemma's and Qwen3.5's "1 + w" added once here. Experts are packed into one tensor a layer, whether the
 * file has them one by one, stacked or fused. Names may carry the prefix of a multimodal wrapper.
 * SPDX-License-Identifier: MIT */
#include "lm.h"
#include "../src/op/op.h"
#include "source.h"
#include <math.h>
#include <wootz/ops.h>
#include <stdio.h>
#include <string.h>

typedef struct loader {
    wz_lm                *lm;
    lm_source            *source;
    const wz_lm_options  *options;
    const char           *prefix;      /* before "layers.", "embed_tokens.", ... */
    double                done, total; /* for progress, in layers */
    char                  name[256];
} loader;

static wz_status progress(loader *l)
{
    l->done += 1;
    if (l->options && l->options->progress && !l->options->progress(l->options->context, l->done / l->total))
        return fail(WZ_CANCELLED, "loading was stopped");
    return WZ_OK;
}

/* ---- finding ------------------------------------------------------------------------------------------- */

static const char *named(loader *l, const char *prefix, int64_t layer, const char *rest)
{
    if (layer < 0) snprintf(l->name, sizeof l->name, "%s%s", prefix, rest);
    else snprintf(l->name, sizeof l->name, "%slayers.%lld.%s", prefix, (long long)layer, rest);
    return l->name;
}

static bool present(loader *l, int64_t layer, const char *rest)
{
    return source_has(l->source, named(l, l->prefix, layer, rest));
}

static void count(loader *l, const wz_tensor *t)
{
    l->lm->n_params += tensor_numel(t);
    l->lm->weight_bytes += (uint64_t)tensor_numel(t) * wz_dtype_bytes((wz_dtype)t->dtype);
}

/* A large tensor: used as it is, or converted when the caller asked for a dtype. */
static wz_status large(loader *l, int64_t layer, const char *rest, int ndim, const int64_t *size, wz_tensor **out)
{
    wz_tensor *t = NULL;
    wz_dtype   want = l->options ? l->options->dtype : WZ_DTYPE_NONE;
    TRY(source_get(l->source, named(l, l->prefix, layer, rest), ndim, size, want, &t));
    if (want && want != (wz_dtype)t->dtype) {
        wz_tensor *converted = tensor_empty_like(t, want);
        if (!converted) return error_status();
        TRY(tensor_copy(converted, t));
        t = converted;
    }
    count(l, t);
    *out = wz_keep(t);
    return WZ_OK;
}

static wz_status matrix(loader *l, int64_t layer, const char *rest, int64_t rows, int64_t cols, wz_tensor **out)
{
    int64_t size[] = {rows, cols};
    return large(l, layer, rest, 2, size, out);
}

/* A small tensor as float32, with `plus` added. */
static wz_status small(loader *l, int64_t layer, const char *rest, int ndim, const int64_t *size, double plus, wz_tensor **out)
{
    wz_tensor *t = NULL, *f = NULL;
    TRY(source_get(l->source, named(l, l->prefix, layer, rest), ndim, size, WZ_DTYPE_F32, &t));
    f = tensor_empty_like(t, WZ_DTYPE_F32);
    if (!f) return error_status();
    TRY(tensor_copy(f, t));
    if (plus != 0) f = wz_add(f, wz_tensor_number(wz_num(plus)), wz_int(1));
    if (!f) return error_status();
    count(l, f);
    *out = wz_keep(f);
    return WZ_OK;
}

static wz_status vector(loader *l, int64_t layer, const char *rest, int64_t n, double plus, wz_tensor **out)
{
    return small(l, layer, rest, 1, &n, plus, out);
}

static wz_status optional_vector(loader *l, bool wanted, int64_t layer, const char *rest, int64_t n, wz_tensor **out)
{
    return wanted ? vector(l, layer, rest, n, 0, out) : WZ_OK;
}

/* ---- mixers ------------------------------------------------------------------------------------------------ */

static bool is_lfm(const lm_config *c) { return c->family == LM_LFM2 || c->family == LM_LFM2_MOE; }

static wz_status load_attention(loader *l, int64_t i, lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    int64_t          q = c->n_heads * c->head_dim, kv = c->n_kv * c->head_dim;
    bool             lfm = is_lfm(c), bias = c->attention_bias;
    double           plus = c->norm_plus_one ? 1 : 0;
    TRY(matrix(l, i, "self_attn.q_proj.weight", c->gated_attention ? 2 * q : q, c->hidden, &y->q));
    TRY(matrix(l, i, "self_attn.k_proj.weight", kv, c->hidden, &y->k));
    TRY(matrix(l, i, "self_attn.v_proj.weight", kv, c->hidden, &y->v));
    TRY(matrix(l, i, lfm ? "self_attn.out_proj.weight" : "self_attn.o_proj.weight", c->hidden, q, &y->o));
    TRY(optional_vector(l, bias, i, "self_attn.q_proj.bias", c->gated_attention ? 2 * q : q, &y->q_bias));
    TRY(optional_vector(l, bias, i, "self_attn.k_proj.bias", kv, &y->k_bias));
    TRY(optional_vector(l, bias, i, "self_attn.v_proj.bias", kv, &y->v_bias));
    TRY(optional_vector(l, bias, i, lfm ? "self_attn.out_proj.bias" : "self_attn.o_proj.bias", c->hidden, &y->o_bias));
    if (!c->qk_norm) return WZ_OK;
    TRY(vector(l, i, lfm ? "self_attn.q_layernorm.weight" : "self_attn.q_norm.weight", c->head_dim, plus, &y->q_norm));
    return vector(l, i, lfm ? "self_attn.k_layernorm.weight" : "self_attn.k_norm.weight", c->head_dim, plus, &y->k_norm);
}

/* Qwen3-Next packs rows by key head: [q | k | v of its value heads | z of them] and [b | a]. */
static wz_status load_packed_delta(loader *l, int64_t i, lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    int64_t          share = c->n_v_heads / c->n_k_heads, v = share * c->v_dim, group = 2 * c->k_dim + 2 * v, H = c->hidden;
    wz_tensor       *qkvz = NULL, *ba = NULL;
    int64_t          packed[] = {c->n_k_heads, group, H}, packed_ba[] = {c->n_k_heads, 2 * share, H}, flat[] = {-1, H};
    TRY(matrix(l, i, "linear_attn.in_proj_qkvz.weight", c->n_k_heads * group, H, &qkvz));
    wz_status status = matrix(l, i, "linear_attn.in_proj_ba.weight", c->n_k_heads * 2 * share, H, &ba);
    if (status == WZ_OK) {
        wz_tensor *w = wz_reshape(qkvz, packed, 3), *u = wz_reshape(ba, packed_ba, 3);
        wz_tensor *rows[] = {wz_reshape(wz_narrow(w, 1, 0, c->k_dim), flat, 2), wz_reshape(wz_narrow(w, 1, c->k_dim, c->k_dim), flat, 2),
                             wz_reshape(wz_narrow(w, 1, 2 * c->k_dim, v), flat, 2)};
        y->qkv = wz_keep(wz_cat(rows, 3, 0));
        y->z = wz_keep(wz_clone(wz_reshape(wz_narrow(w, 1, 2 * c->k_dim + v, v), flat, 2)));
        y->b = wz_keep(wz_clone(wz_reshape(wz_narrow(u, 1, 0, share), flat, 2)));
        y->a = wz_keep(wz_clone(wz_reshape(wz_narrow(u, 1, share, share), flat, 2)));
        if (!y->qkv || !y->z || !y->b || !y->a) status = error_status();
    }
    wz_free(&qkvz);
    wz_free(&ba);
    return status;
}

static wz_status load_delta(loader *l, int64_t i, lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    int64_t          key = c->n_k_heads * c->k_dim, value = c->n_v_heads * c->v_dim, conv[] = {2 * key + value, 1, c->conv_kernel};
    if (present(l, i, "linear_attn.in_proj_qkvz.weight")) {
        TRY(load_packed_delta(l, i, y));
    } else {
        TRY(matrix(l, i, "linear_attn.in_proj_qkv.weight", 2 * key + value, c->hidden, &y->qkv));
        TRY(matrix(l, i, "linear_attn.in_proj_z.weight", value, c->hidden, &y->z));
        TRY(matrix(l, i, "linear_attn.in_proj_b.weight", c->n_v_heads, c->hidden, &y->b));
        TRY(matrix(l, i, "linear_attn.in_proj_a.weight", c->n_v_heads, c->hidden, &y->a));
    }
    TRY(small(l, i, "linear_attn.conv1d.weight", 3, conv, 0, &y->conv));
    TRY(vector(l, i, "linear_attn.A_log", c->n_v_heads, 0, &y->a_log));
    TRY(vector(l, i, "linear_attn.dt_bias", c->n_v_heads, 0, &y->dt_bias));
    TRY(vector(l, i, "linear_attn.norm.weight", c->v_dim, 0, &y->delta_norm)); /* plain, unlike the others */
    return matrix(l, i, "linear_attn.out_proj.weight", c->hidden, value, &y->out);
}

static wz_status load_conv(loader *l, int64_t i, lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    int64_t          conv[] = {c->hidden, 1, c->conv_kernel};
    TRY(matrix(l, i, "conv.in_proj.weight", 3 * c->hidden, c->hidden, &y->conv_in));
    TRY(small(l, i, "conv.conv.weight", 3, conv, 0, &y->conv));
    TRY(optional_vector(l, c->conv_bias, i, "conv.in_proj.bias", 3 * c->hidden, &y->conv_in_bias));
    TRY(optional_vector(l, c->conv_bias, i, "conv.conv.bias", c->hidden, &y->conv_bias));
    TRY(optional_vector(l, c->conv_bias, i, "conv.out_proj.bias", c->hidden, &y->conv_out_bias));
    return matrix(l, i, "conv.out_proj.weight", c->hidden, c->hidden, &y->conv_out);
}

/* ---- feed-forward -------------------------------------------------------------------------------------------- */

static wz_status load_dense(loader *l, int64_t i, lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    bool             lfm = is_lfm(c);
    TRY(matrix(l, i, lfm ? "feed_forward.w1.weight" : "mlp.gate_proj.weight", c->inter, c->hidden, &y->gate));
    TRY(matrix(l, i, lfm ? "feed_forward.w3.weight" : "mlp.up_proj.weight", c->inter, c->hidden, &y->up));
    TRY(matrix(l, i, lfm ? "feed_forward.w2.weight" : "mlp.down_proj.weight", c->hidden, c->inter, &y->down));
    TRY(optional_vector(l, c->mlp_bias, i, "mlp.gate_proj.bias", c->inter, &y->gate_bias));
    TRY(optional_vector(l, c->mlp_bias, i, "mlp.up_proj.bias", c->inter, &y->up_bias));
    return optional_vector(l, c->mlp_bias, i, "mlp.down_proj.bias", c->hidden, &y->down_bias);
}

/* One expert's matrices into their places of the packed tensors. */
static wz_status copy_expert(loader *l, int64_t i, int64_t e, const char *base, const char *const names[3], lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    int64_t          I = c->expert_inter, gate[] = {I, c->hidden}, down[] = {c->hidden, I};
    for (int k = 0; k < 3; k++) {
        char       rest[128];
        wz_tensor *t = NULL, *to;
        snprintf(rest, sizeof rest, "%s.experts.%lld.%s.weight", base, (long long)e, names[k]);
        TRY(source_get(l->source, named(l, l->prefix, i, rest), 2, k == 2 ? down : gate, WZ_DTYPE_NONE, &t));
        if (k == 2) to = wz_select(y->experts_down, 0, e);
        else to = wz_narrow(wz_select(y->experts_gate_up, 0, e), 0, k * I, I);
        if (!to) return error_status();
        TRY(tensor_copy(to, t));
    }
    return WZ_OK;
}

static wz_status new_experts(loader *l, wz_dtype stored, lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    int64_t          gate_up[] = {c->n_experts, 2 * c->expert_inter, c->hidden}, down[] = {c->n_experts, c->hidden, c->expert_inter};
    wz_dtype         d = l->options && l->options->dtype ? l->options->dtype : stored;
    y->experts_gate_up = wz_keep(wz_tensor_new(d, 3, gate_up, l->lm->dev));
    if (!y->experts_down) y->experts_down = wz_keep(wz_tensor_new(d, 3, down, l->lm->dev));
    return y->experts_gate_up && y->experts_down ? WZ_OK : error_status();
}

/* One tensor for each expert and projection. */
static wz_status load_single_experts(loader *l, int64_t i, const char *base, const char *const names[3], lm_layer *y)
{
    const lm_config *c = &l->lm->c;
    int64_t          gate[] = {c->expert_inter, c->hidden};
    wz_tensor       *first = NULL;
    char             rest[64];
    snprintf(rest, sizeof rest, "%s.experts.0.%s.weight", base, names[0]);
    if (!present(l, i, rest)) return fail(WZ_FORMAT, "the checkpoint has neither '%.160s' nor fused experts", l->name);
    TRY(source_get(l->source, l->name, 2, gate, WZ_DTYPE_NONE, &first));
    TRY(new_experts(l, (wz_dtype)first->dtype, y));
    for (int64_t e = 0; e < c->n_experts; e++) TRY(copy_expert(l, i, e, base, names, y));
    count(l, y->experts_gate_up);
    count(l, y->experts_down);
    return WZ_OK;
}

/* One tensor for all experts of a projection, gate and up apart, as GGUF has them. */
static wz_status load_stacked_experts(loader *l, int64_t i, lm_layer *y)
{
    const lm_config   *c = &l->lm->c;
    int64_t            I = c->expert_inter, size[] = {c->n_experts, I, c->hidden}, down[] = {c->n_experts, c->hidden, I};
    const char *const  rest[2] = {"mlp.experts.gate_proj", "mlp.experts.up_proj"};
    wz_dtype           want = l->options ? l->options->dtype : WZ_DTYPE_NONE;
    TRY(large(l, i, "mlp.experts.down_proj", 3, down, &y->experts_down));
    for (int k = 0; k < 2; k++) {
        wz_tensor *t = NULL, *to;
        TRY(source_get(l->source, named(l, l->prefix, i, rest[k]), 3, size, want, &t));
        if (k == 0) TRY(new_experts(l, (wz_dtype)t->dtype, y));
        to = wz_narrow(y->experts_gate_up, 1, k * I, I);
        if (!to) return error_status();
        TRY(tensor_copy(to, t));
    }
    count(l, y->experts_gate_up);
    return WZ_OK;
}

static wz_status load_experts(loader *l, int64_t i, lm_layer *y)
{
    const lm_config   *c = &l->lm->c;
    bool               lfm = is_lfm(c);
    const char        *base = lfm ? "feed_forward" : "mlp";
    const char *const  lfm_names[3] = {"w1", "w3", "w2"}, *const names[3] = {"gate_proj", "up_proj", "down_proj"};
    int64_t            gate_up[] = {c->n_experts, 2 * c->expert_inter, c->hidden}, down[] = {c->n_experts, c->hidden, c->expert_inter};
    char               rest[64];
    snprintf(rest, sizeof rest, "%s.gate.weight", base);
    TRY(matrix(l, i, rest, c->n_experts, c->hidden, &y->router));
    TRY(optional_vector(l, c->expert_bias, i, "feed_forward.expert_bias", c->n_experts, &y->router_bias));
    snprintf(rest, sizeof rest, "%s.experts.gate_up_proj", base);
    if (present(l, i, rest)) {
        TRY(large(l, i, rest, 3, gate_up, &y->experts_gate_up));
        snprintf(rest, sizeof rest, "%s.experts.down_proj", base);
        TRY(large(l, i, rest, 3, down, &y->experts_down));
    } else if (present(l, i, "mlp.experts.gate_proj")) {
        TRY(load_stacked_experts(l, i, y));
    } else {
        TRY(load_single_experts(l, i, base, lfm ? lfm_names : names, y));
    }
    if (!c->shared_inter || !present(l, i, "mlp.shared_expert.gate_proj.weight")) return WZ_OK;
    TRY(matrix(l, i, "mlp.shared_expert.gate_proj.weight", c->shared_inter, c->hidden, &y->shared_gate));
    TRY(matrix(l, i, "mlp.shared_expert.up_proj.weight", c->shared_inter, c->hidden, &y->shared_up));
    TRY(matrix(l, i, "mlp.shared_expert.down_proj.weight", c->hidden, c->shared_inter, &y->shared_down));
    return matrix(l, i, "mlp.shared_expert_gate.weight", 1, c->hidden, &y->shared_switch);
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static wz_status load_layer(loader *l, int64_t i)
{
    const lm_config *c = &l->lm->c;
    lm_layer        *y = &l->lm->layer[i];
    bool             lfm = is_lfm(c);
    double           plus = c->norm_plus_one ? 1 : 0;
    TRY(vector(l, i, lfm ? "operator_norm.weight" : "input_layernorm.weight", c->hidden, plus, &y->norm_in));
    if (c->post_norms) {
        TRY(vector(l, i, "post_attention_layernorm.weight", c->hidden, plus, &y->norm_post_attn));
        TRY(vector(l, i, "pre_feedforward_layernorm.weight", c->hidden, plus, &y->norm_ff));
        TRY(vector(l, i, "post_feedforward_layernorm.weight", c->hidden, plus, &y->norm_post_ff));
    } else {
        TRY(vector(l, i, lfm ? "ffn_norm.weight" : "post_attention_layernorm.weight", c->hidden, plus, &y->norm_ff));
    }
    switch ((lm_mixer)c->mixer[i]) {
    case MIX_DELTA: TRY(load_delta(l, i, y)); break;
    case MIX_CONV: TRY(load_conv(l, i, y)); break;
    default: TRY(load_attention(l, i, y));
    }
    TRY(c->sparse[i] ? load_experts(l, i, y) : load_dense(l, i, y));
    return progress(l);
}

/* Frequencies of the rotary pairs, with the scaling the configuration names. */
wz_status lm_make_rope(wz_lm *lm, const lm_rope *r, wz_tensor **out)
{
    int64_t n = lm->c.rotary / 2;
    float  *f = mem_alloc_array((size_t)n, sizeof *f);
    if (!f) return WZ_NOMEM;
    for (int64_t i = 0; i < n; i++) {
        double v = pow(r->theta, -2.0 * (double)i / (double)lm->c.rotary);
        double length = 2 * 3.14159265358979323846 / v, old = (double)r->original;
        if (r->scaling == ROPE_LINEAR) v /= r->factor;
        if (r->scaling == ROPE_LLAMA3 && length > old / r->high_factor) {
            double s = (old / length - r->low_factor) / (r->high_factor - r->low_factor);
            v = length > old / r->low_factor ? v / r->factor : (1 - s) * v / r->factor + s * v;
        }
        f[i] = (float)(r->divisor ? v / r->divisor[i] : v);
    }
    wz_tensor *t = wz_tensor_from(WZ_DTYPE_F32, 1, &n, f, lm->dev);
    mem_free(f);
    if (!t) return error_status();
    *out = wz_keep(t);
    return WZ_OK;
}

static wz_status find_prefix(loader *l)
{
    static const char *const prefixes[] = {"model.language_model.", "model.", "language_model.model.", ""};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        l->prefix = prefixes[i];
        if (present(l, -1, "embed_tokens.weight")) return WZ_OK;
    }
    return fail(WZ_FORMAT, "the checkpoint has no tensor 'model.embed_tokens.weight'");
}

static wz_status load_head(loader *l)
{
    wz_lm      *lm = l->lm;
    const char *names[] = {"lm_head.weight", "language_model.lm_head.weight", "model.lm_head.weight"};
    if (lm->c.tied) {
        lm->head = wz_retain(lm->embed);
        return WZ_OK;
    }
    const char *prefix = l->prefix;
    l->prefix = "";
    wz_status status = fail(WZ_FORMAT, "the checkpoint has no tensor 'lm_head.weight' and the embeddings are not tied");
    for (int i = 0; i < 3; i++)
        if (source_has(l->source, names[i])) {
            status = matrix(l, -1, names[i], lm->c.vocab, lm->c.hidden, &lm->head);
            break;
        }
    l->prefix = prefix;
    return status;
}

/* What one decoded token reads: everything but the embedding table (unless it is the head) and the experts
 * that are not chosen. */
static void count_active(wz_lm *lm)
{
    uint64_t skipped = lm->c.tied ? 0 : (uint64_t)tensor_numel(lm->embed) * wz_dtype_bytes((wz_dtype)lm->embed->dtype);
    for (int64_t i = 0; i < lm->c.n_layers; i++) {
        const lm_layer *y = &lm->layer[i];
        if (!y->experts_gate_up) continue;
        uint64_t all = (uint64_t)(tensor_numel(y->experts_gate_up) + tensor_numel(y->experts_down)) * wz_dtype_bytes((wz_dtype)y->experts_down->dtype);
        skipped += all - all / (uint64_t)lm->c.n_experts * (uint64_t)lm->c.top_k;
    }
    lm->active_bytes = lm->weight_bytes - skipped;
}

wz_status lm_weights_load(wz_lm *lm, const wz_lm_options *options)
{
    loader l = {.lm = lm, .source = lm->source, .options = options, .total = (double)lm->c.n_layers + 1};
    lm->layer = mem_alloc_array((size_t)lm->c.n_layers, sizeof *lm->layer);
    if (!lm->layer) return WZ_NOMEM;
    TRY(find_prefix(&l));
    TRY(matrix(&l, -1, "embed_tokens.weight", lm->c.vocab, lm->c.hidden, &lm->embed));
    TRY(vector(&l, -1, is_lfm(&lm->c) ? "embedding_norm.weight" : "norm.weight", lm->c.hidden, lm->c.norm_plus_one ? 1 : 0, &lm->norm));
    TRY(load_head(&l));
    TRY(lm_make_rope(lm, &lm->c.rope, &lm->inv_freq));
    if (lm->c.rope_local.theta > 0) TRY(lm_make_rope(lm, &lm->c.rope_local, &lm->inv_freq_local));
    TRY(progress(&l));
    for (int64_t i = 0; i < lm->c.n_layers; i++) { /* temporaries go layer by layer */
        TRY(wz_scope_begin());
        wz_status status = load_layer(&l, i);
        wz_scope_end();
        if (status != WZ_OK) return status;
    }
    count_active(lm);
    return WZ_OK;
}

void lm_weights_free(wz_lm *lm)
{
    wz_free(&lm->embed);
    wz_free(&lm->norm);
    wz_free(&lm->head);
    wz_free(&lm->inv_freq);
    wz_free(&lm->inv_freq_local);
    for (int64_t i = 0; lm->layer && i < lm->c.n_layers; i++) { /* a layer is nothing but tensors */
        wz_tensor **t = (wz_tensor **)(void *)&lm->layer[i];
        for (size_t k = 0; k < sizeof lm->layer[i] / sizeof *t; k++) wz_free(&t[k]);
    }
    mem_free(lm->layer);
    lm->layer = NULL;
    source_close(&lm->source);
}

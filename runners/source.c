/* source.c - see source.h.
 * SPDX-License-Identifier: MIT */
#include "source.h"
#include "../src/core/core.h"
#include "../src/io/safetensors.h"
#include "../src/op/op.h"
#include <stdio.h>
#include <string.h>
#include <wootz/ops.h>

struct lm_source {
    st_files        *files; /* one of the two */
    gguf_file       *gguf;
    const lm_config *c;
};

wz_status source_open_folder(const char *folder, const lm_config *c, lm_source **out)
{
    *out = NULL;
    lm_source *s = mem_alloc(sizeof *s);
    if (!s) return WZ_NOMEM;
    s->c = c;
    wz_status status = st_open_folder(folder, &s->files);
    if (status != WZ_OK) source_close(&s);
    *out = s;
    return status;
}

wz_status source_open_gguf(gguf_file *file, const lm_config *c, lm_source **out)
{
    *out = mem_alloc(sizeof **out);
    if (!*out) {
        gguf_close(&file);
        return WZ_NOMEM;
    }
    (*out)->gguf = file;
    (*out)->c = c;
    return WZ_OK;
}

void source_close(lm_source **source)
{
    lm_source *s = *source;
    *source = NULL;
    if (!s) return;
    st_close(&s->files);
    gguf_close(&s->gguf);
    mem_free(s);
}

/* ---- names ----------------------------------------------------------------------------------------------- */

typedef struct name_pair { const char *folder, *gguf; } name_pair;

static const name_pair top_names[] = {
    {"model.embed_tokens.weight", "token_embd.weight"}, {"model.norm.weight", "output_norm.weight"}, {"lm_head.weight", "output.weight"}};

static const name_pair layer_names[] = {
    {"input_layernorm.weight", "attn_norm.weight"},
    {"self_attn.q_proj.weight", "attn_q.weight"},      {"self_attn.q_proj.bias", "attn_q.bias"},
    {"self_attn.k_proj.weight", "attn_k.weight"},      {"self_attn.k_proj.bias", "attn_k.bias"},
    {"self_attn.v_proj.weight", "attn_v.weight"},      {"self_attn.v_proj.bias", "attn_v.bias"},
    {"self_attn.o_proj.weight", "attn_output.weight"}, {"self_attn.o_proj.bias", "attn_output.bias"},
    {"self_attn.q_norm.weight", "attn_q_norm.weight"}, {"self_attn.k_norm.weight", "attn_k_norm.weight"},
    {"mlp.gate_proj.weight", "ffn_gate.weight"},       {"mlp.gate_proj.bias", "ffn_gate.bias"},
    {"mlp.up_proj.weight", "ffn_up.weight"},           {"mlp.up_proj.bias", "ffn_up.bias"},
    {"mlp.down_proj.weight", "ffn_down.weight"},       {"mlp.down_proj.bias", "ffn_down.bias"},
    {"mlp.gate.weight", "ffn_gate_inp.weight"},        {"mlp.experts.gate_up_proj", "ffn_gate_up_exps.weight"},
    {"mlp.experts.gate_proj", "ffn_gate_exps.weight"}, {"mlp.experts.up_proj", "ffn_up_exps.weight"},
    {"mlp.experts.down_proj", "ffn_down_exps.weight"}};

/* The norms around the feed-forward, which Gemma has on both sides of each branch. */
static const name_pair plain_norms[] = {{"post_attention_layernorm.weight", "ffn_norm.weight"}};
static const name_pair double_norms[] = {{"post_attention_layernorm.weight", "post_attention_norm.weight"},
                                         {"pre_feedforward_layernorm.weight", "ffn_norm.weight"},
                                         {"post_feedforward_layernorm.weight", "post_ffw_norm.weight"}};

static const char *lookup(const name_pair *pairs, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(pairs[i].folder, name) == 0) return pairs[i].gguf;
    return NULL;
}
#define LOOKUP(pairs, name) lookup(pairs, sizeof pairs / sizeof *pairs, name)

/* GGUF's name into out; false when it has none for that. */
static bool gguf_name(const lm_source *s, const char *name, char *out, size_t room)
{
    const char *found = LOOKUP(top_names, name), *rest;
    long long   layer;
    int         n = 0;
    if (found) return snprintf(out, room, "%s", found) > 0;
    if (sscanf(name, "model.layers.%lld.%n", &layer, &n) != 1 || n == 0) return false;
    rest = name + n;
    found = LOOKUP(layer_names, rest);
    if (!found) found = s->c->post_norms ? LOOKUP(double_norms, rest) : LOOKUP(plain_norms, rest);
    return found && snprintf(out, room, "blk.%lld.%s", layer, found) > 0;
}

bool source_has(const lm_source *s, const char *name)
{
    char own[128];
    if (s->files) return st_find(s->files, name) != NULL;
    return gguf_name(s, name, own, sizeof own) && gguf_find(s->gguf, own);
}

/* ---- tensors ----------------------------------------------------------------------------------------------- */

/* The scale that belongs to a weight: Qwen's weight_scale_inv is a multiplier too, despite its name. */
static const st_tensor *find_scale(const lm_source *s, const char *name)
{
    static const char *const ends[] = {"_scale_inv", "_scale"};
    const st_tensor         *found = NULL;
    char                     full[320];
    for (size_t i = 0; !found && i < sizeof ends / sizeof *ends; i++)
        if (snprintf(full, sizeof full, "%s%s", name, ends[i]) < (int)sizeof full) found = st_find(s->files, full);
    return found;
}

/* Numbers in a row and in a column that share a scale: all, a row, or a block. */
static bool scale_blocks(const lm_source *s, const st_tensor *w, const st_tensor *scale, int64_t *rows, int64_t *cols)
{
    int64_t up = (w->size[0] + s->c->fp8_rows - 1) / s->c->fp8_rows, across = (w->size[1] + s->c->fp8_cols - 1) / s->c->fp8_cols;
    bool    one = scale->ndim == 0 || (scale->ndim == 1 && scale->size[0] == 1);
    *rows = one ? w->size[0] : 1;
    *cols = w->size[1];
    if (one || (scale->ndim == 2 && scale->size[0] == w->size[0] && scale->size[1] == 1)) return true;
    *rows = s->c->fp8_rows;
    *cols = s->c->fp8_cols;
    return scale->ndim == 2 && scale->size[0] == up && scale->size[1] == across;
}

static wz_tensor *converted(wz_tensor *t, wz_dtype dtype)
{
    wz_tensor *x = t ? tensor_empty_like(t, dtype) : NULL;
    return x && tensor_copy(x, t) == WZ_OK ? x : NULL;
}

static wz_status get_fp8(const lm_source *s, const st_tensor *t, wz_dtype want, wz_tensor **out)
{
    const st_tensor *scale = find_scale(s, t->name);
    int64_t          rows, cols;
    if (t->dtype != WZ_DTYPE_F8_E4M3FN || !s->c->fp8_rows)
        return fail(WZ_UNSUPPORTED, "tensor '%.160s' is %s, which the configuration does not explain", t->name, wz_dtype_name(t->dtype));
    if (!scale) return fail(WZ_FORMAT, "tensor '%.160s' is float8_e4m3fn and has no scale", t->name);
    if (t->ndim != 2 || !dtype_is_float(scale->dtype) || !scale_blocks(s, t, scale, &rows, &cols))
        return fail(WZ_SHAPE, "tensor '%.120s' of shape %s cannot have scales of shape %s and dtype %s", t->name, sizes_text(t->ndim, t->size),
                    sizes_text(scale->ndim, scale->size), scale->dtype_name);
    wz_tensor *x = converted(st_open_tensor(t), WZ_DTYPE_F32), *f = converted(st_open_tensor(scale), WZ_DTYPE_F32);
    if (!x || !f) return error_status();
    float       *p = wz_tensor_data(x);
    const float *factor = wz_tensor_data(f);
    int64_t      across = (t->size[1] + cols - 1) / cols;
    for (int64_t i = 0; i < t->size[0]; i++)
        for (int64_t k = 0; k < t->size[1]; k++) p[i * t->size[1] + k] *= factor[i / rows * across + k / cols];
    *out = converted(x, want ? want : WZ_DTYPE_BF16);
    return *out ? WZ_OK : error_status();
}

static wz_status get_safetensors(const lm_source *s, const char *name, int ndim, const int64_t *size, wz_dtype want, wz_tensor **out)
{
    const st_tensor *t = st_find(s->files, name);
    if (!t) return fail(WZ_FORMAT, "the checkpoint has no tensor '%.160s'", name);
    if (!sizes_equal(t->ndim, t->size, ndim, size))
        return fail(WZ_SHAPE, "tensor '%.160s' has shape %s, the configuration asks for %s", name, sizes_text(t->ndim, t->size), sizes_text(ndim, size));
    if (!dtype_is_float(t->dtype))
        return fail(WZ_TYPE, "tensor '%.160s' has dtype %s, a float dtype is expected", name, wz_dtype_name(t->dtype));
    if (t->dtype == WZ_DTYPE_F8_E4M3FN || t->dtype == WZ_DTYPE_F8_E5M2) return get_fp8(s, t, want, out);
    *out = st_open_tensor(t);
    return *out ? WZ_OK : error_status();
}

/* Rows of a head from [pair, half] back to [half, pair]. */
static wz_tensor *unpermute(wz_tensor *t, int64_t n_heads)
{
    int64_t rows = wz_tensor_size(t, 0), cols = wz_tensor_ndim(t) > 1 ? wz_tensor_size(t, 1) : 1, half = rows / n_heads / 2;
    int64_t split[] = {n_heads, half, 2, cols};
    return wz_reshape(wz_transpose(wz_reshape(t, split, 4), 1, 2), t->size, t->ndim);
}

static wz_status get_gguf(const lm_source *s, const char *name, int ndim, const int64_t *size, wz_dtype want, wz_tensor **out)
{
    char own[128];
    if (!gguf_name(s, name, own, sizeof own)) return fail(WZ_FORMAT, "a GGUF file has no tensor for '%.160s'", name);
    const gguf_tensor *t = gguf_find(s->gguf, own);
    if (!t) return fail(WZ_FORMAT, "the file has no tensor '%.160s'", own);
    if (!sizes_equal(t->ndim, t->size, ndim, size))
        return fail(WZ_SHAPE, "tensor '%.160s' has shape %s, the file's metadata ask for %s", own, sizes_text(t->ndim, t->size), sizes_text(ndim, size));
    if (t->type->plain && !dtype_is_float(t->type->plain))
        return fail(WZ_TYPE, "tensor '%.160s' has dtype %s, a float dtype is expected", own, wz_dtype_name(t->type->plain));
    wz_tensor *x;
    if (t->type->plain) x = gguf_open_tensor(t, WZ_DTYPE_NONE);
    else if (want == WZ_DTYPE_NONE) x = gguf_open_small(t);
    else x = gguf_open_tensor(t, want == WZ_DTYPE_F16 || want == WZ_DTYPE_BF16 || want == WZ_DTYPE_F64 ? want : WZ_DTYPE_F32);
    bool q = strstr(own, ".attn_q.") != NULL, k = strstr(own, ".attn_k.") != NULL;
    if (x && s->c->family == LM_LLAMA && (q || k)) x = unpermute(x, q ? s->c->n_heads : s->c->n_kv);
    *out = x;
    return x ? WZ_OK : error_status();
}

wz_status source_get(const lm_source *s, const char *name, int ndim, const int64_t *size, wz_dtype want, wz_tensor **out)
{
    *out = NULL;
    return s->files ? get_safetensors(s, name, ndim, size, want, out) : get_gguf(s, name, ndim, size, want, out);
}

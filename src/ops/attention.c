/* attention.c - scaled dot-product attention: rules, broadcasting and the plain definition.
 *
 * The leading dims of query, key, value and mask are broadcast together by strides; nothing is expanded in
 * memory. Scores are not kept: each query runs once over its keys with the softmax carried along
 * (arXiv 1805.02867), so the length of the keys costs no memory. Hidden keys are not read.
 * SPDX-License-Identifier: MIT */
#include "attention.h"
#include "doubles.h"
#include <math.h>
#include <string.h>

wz_status dtype_attention(wz_call *c);
wz_status shape_attention(wz_call *c);

enum { Q, K, V, MASK, OUT };

/* ---- rules -------------------------------------------------------------------------------------------- */

wz_status dtype_attention(wz_call *c)
{
    const wz_tensor *q = c->in[Q], *k = c->in[K], *v = c->in[V], *m = c->in[MASK];
    if (q->dtype != k->dtype || q->dtype != v->dtype)
        return fail(WZ_SHAPE, "Expected query, key, and value to have the same dtype, but got query.dtype: %s key.dtype: %s and value.dtype: %s instead.",
                    wz_dtype_name((wz_dtype)q->dtype), wz_dtype_name((wz_dtype)k->dtype), wz_dtype_name((wz_dtype)v->dtype));
    if (m && m->dtype != WZ_DTYPE_BOOL && m->dtype != WZ_DTYPE_F32 && m->dtype != q->dtype)
        return fail(WZ_SHAPE, "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: %s and  query.dtype: %s instead.",
                    wz_dtype_name((wz_dtype)m->dtype), wz_dtype_name((wz_dtype)q->dtype));
    c->out_dtype[0] = (wz_dtype)q->dtype;
    return WZ_OK;
}

static wz_status check_attention(const wz_call *c)
{
    const wz_tensor *q = c->in[Q], *k = c->in[K], *v = c->in[V];
    double           p = arg_float(c, 4);
    if (q->ndim < 2 || k->ndim < 2 || v->ndim < 2)
        return fail(WZ_SHAPE, "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: %d, key.dim: %d and value.dim: %d instead.",
                    q->ndim, k->ndim, v->ndim);
    if (!(p >= 0 && p <= 1)) return fail(WZ_SHAPE, "dropout probability has to be between 0 and 1, but got %g", p);
    if (c->in[MASK] && arg_bool(c, 5)) return fail(WZ_SHAPE, "Explicit attn_mask should not be set when is_causal=True");
    if (q->size[q->ndim - 1] != k->size[k->ndim - 1])
        return fail(WZ_SHAPE, "query and key must have the same last dim, got query %s and key %s", SHAPE_OF(q), SHAPE_OF(k));
    if (k->size[k->ndim - 2] != v->size[v->ndim - 2])
        return fail(WZ_SHAPE, "key and value must have as many rows, got key %s and value %s", SHAPE_OF(k), SHAPE_OF(v));
    return WZ_OK;
}

/* Size of leading dim d, counted from the last one (0 is the heads), 1 where t has none. */
static int64_t lead_size(const wz_tensor *t, int d) { return d < t->ndim - 2 ? t->size[t->ndim - 3 - d] : 1; }
static int64_t lead_stride(const wz_tensor *t, int d) { return lead_size(t, d) == 1 ? 0 : t->stride[t->ndim - 3 - d]; }

/* One leading dim of all operands. With enable_gqa the heads of key and value may be fewer by a whole factor. */
static wz_status join_lead(const wz_call *c, int d, attention_plan *p)
{
    int64_t n = 1;
    bool    grouped = d == 0 && arg_bool(c, 7);
    for (int i = Q; i <= MASK; i++) {
        const wz_tensor *t = c->in[i];
        if (!t || (grouped && (i == K || i == V))) continue;
        int64_t s = lead_size(t, d);
        if (s == 1 || s == n) continue;
        if (n != 1)
            return fail(WZ_SHAPE, "leading dims of query %s, key %s, value %s%s%s cannot be broadcast together", SHAPE_OF(c->in[Q]), SHAPE_OF(c->in[K]),
                        SHAPE_OF(c->in[V]), c->in[MASK] ? " and attn_mask " : "", c->in[MASK] ? SHAPE_OF(c->in[MASK]) : "");
        n = s;
    }
    for (int i = K; grouped && i <= V; i++) {
        int64_t s = lead_size(c->in[i], d);
        if (s == 0 ? n != 0 : n % s)
            return fail(WZ_SHAPE, "Number of heads in key and value must divide the number of heads in query, got query %s, key %s and value %s",
                        SHAPE_OF(c->in[Q]), SHAPE_OF(c->in[K]), SHAPE_OF(c->in[V]));
        p->share[i] = s > 1 ? n / s : 1;
    }
    p->size[d] = n;
    for (int i = Q; i <= MASK; i++) p->stride[i][d] = c->in[i] ? lead_stride(c->in[i], d) : 0;
    return WZ_OK;
}

wz_status attention_plan_make(const wz_call *c, attention_plan *p)
{
    memset(p, 0, sizeof *p);
    TRY(check_attention(c));
    for (int i = Q; i <= MASK; i++) {
        p->share[i] = 1;
        if (c->in[i] && c->in[i]->ndim - 2 > p->lead) p->lead = c->in[i]->ndim - 2;
    }
    p->batch = 1;
    for (int d = 0; d < p->lead; d++) {
        TRY(join_lead(c, d, p));
        if (!i64_mul(p->batch, p->size[d], &p->batch)) return fail(WZ_SHAPE, "too many batches");
    }
    const wz_tensor *q = c->in[Q], *k = c->in[K], *v = c->in[V], *m = c->in[MASK];
    p->n_q = q->size[q->ndim - 2];
    p->n_kv = k->size[k->ndim - 2];
    p->head_dim = q->size[q->ndim - 1];
    p->v_dim = v->size[v->ndim - 1];
    p->causal = arg_bool(c, 5);
    p->dropout = arg_float(c, 4);
    p->scale = arg_given(c, 6) ? arg_float(c, 6) : 1 / sqrt((double)(p->head_dim ? p->head_dim : 1));
    if (!m) return WZ_OK;
    int64_t rows = m->ndim > 1 ? m->size[m->ndim - 2] : 1, cols = m->ndim > 0 ? m->size[m->ndim - 1] : 1;
    if ((rows != 1 && rows != p->n_q) || (cols != 1 && cols != p->n_kv))
        return fail(WZ_SHAPE, "attn_mask %s cannot be broadcast to the %lld x %lld scores", SHAPE_OF(m), (long long)p->n_q, (long long)p->n_kv);
    p->mask_row = rows == 1 ? 0 : m->stride[m->ndim - 2];
    p->mask_col = cols == 1 ? 0 : m->stride[m->ndim - 1];
    return WZ_OK;
}

wz_status shape_attention(wz_call *c)
{
    attention_plan p;
    int64_t        size[WZ_MAX_DIMS];
    TRY(attention_plan_make(c, &p));
    for (int d = 0; d < p.lead; d++) size[p.lead - 1 - d] = p.size[d];
    size[p.lead] = p.n_q;
    size[p.lead + 1] = p.v_dim;
    return out_shape(c, 0, p.lead + 2, size);
}

int64_t attention_lead_offset(const attention_plan *p, int operand, int64_t b)
{
    int64_t offset = 0;
    for (int d = 0; d < p->lead; d++) {
        int64_t i = b % p->size[d];
        offset += (d == 0 ? i / p->share[operand] : i) * p->stride[operand][d];
        b /= p->size[d];
    }
    return offset;
}

/* ---- reference ------------------------------------------------------------------------------------------ */

static bool dropped(const attention_plan *p, int64_t i)
{
    uint32_t word[4];
    philox_block(p->random, (uint64_t)i / 4, word);
    return (double)(word[i % 4] >> 8) * 0x1p-24 < p->dropout;
}

/* What the mask adds to a score: -inf hides the key. */
static double mask_value(const host_view *m, int64_t offset)
{
    if (!m->dtype) return 0;
    double v = load_f64((wz_dtype)m->dtype, at(m, offset));
    return m->dtype != WZ_DTYPE_BOOL ? v : v != 0 ? 0 : -INFINITY;
}

/* One query i of batch b; q holds it, acc gets the result. */
static void attend(const host_view *v, const attention_plan *p, int64_t b, int64_t i, const double *q, double *acc)
{
    int64_t k_at = attention_lead_offset(p, K, b), v_at = attention_lead_offset(p, V, b);
    int64_t m_at = attention_lead_offset(p, MASK, b) + i * p->mask_row, n = p->causal && i + 1 < p->n_kv ? i + 1 : p->n_kv;
    int64_t k_row = v[K].stride[v[K].ndim - 2], k_col = v[K].stride[v[K].ndim - 1];
    int64_t v_row = v[V].stride[v[V].ndim - 2], v_col = v[V].stride[v[V].ndim - 1];
    double  top = -INFINITY, sum = 0;
    for (int64_t e = 0; e < p->v_dim; e++) acc[e] = 0;
    for (int64_t j = 0; j < n; j++) {
        double hide = mask_value(&v[MASK], m_at + j * p->mask_col), score = 0;
        if (hide == -INFINITY) continue;
        for (int64_t e = 0; e < p->head_dim; e++) score += q[e] * load_f64((wz_dtype)v[K].dtype, at(&v[K], k_at + j * k_row + e * k_col));
        score = score * p->scale + hide;
        if (score == -INFINITY) continue;
        double shrink = score > top ? exp(top - score) : 1;
        if (score > top) top = score;
        double weight = exp(score - top);
        sum = sum * shrink + weight;
        if (p->dropout > 0) weight = dropped(p, (b * p->n_q + i) * p->n_kv + j) ? 0 : weight / (1 - p->dropout);
        for (int64_t e = 0; e < p->v_dim; e++)
            acc[e] = acc[e] * shrink + weight * load_f64((wz_dtype)v[V].dtype, at(&v[V], v_at + j * v_row + e * v_col));
    }
    for (int64_t e = 0; e < p->v_dim; e++) acc[e] = sum == 0 ? 0 : acc[e] / sum; /* 0: no key was seen */
}

static void ref_attention_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view      *v = launch_views(l), *out = &v[OUT];
    const attention_plan *p = launch_args(l);
    int64_t               begin, end, q_row = v[Q].stride[v[Q].ndim - 2], q_col = v[Q].stride[v[Q].ndim - 1];
    host_view             lead = view_keep_dims(out, (1u << (out->ndim - 2)) - 1);
    double               *q = scratch_doubles(l, p->head_dim + p->v_dim), *acc = q ? q + p->head_dim : NULL;
    if (!q) return;
    part_range(p->batch * p->n_q, part, n_parts, &begin, &end);
    for (int64_t r = begin; r < end; r++) {
        int64_t b = r / p->n_q, i = r % p->n_q, q_at = attention_lead_offset(p, Q, b) + i * q_row;
        for (int64_t e = 0; e < p->head_dim; e++) q[e] = load_f64((wz_dtype)v[Q].dtype, at(&v[Q], q_at + e * q_col));
        attend(v, p, b, i, q, acc);
        int64_t to = view_offset(&lead, b) + i * out->stride[out->ndim - 2];
        for (int64_t e = 0; e < p->v_dim; e++) store_f64((wz_dtype)out->dtype, at(out, to + e * out->stride[out->ndim - 1]), acc[e]);
    }
    mem_free(q);
}

static wz_status ref_attention(wz_call *c)
{
    attention_plan p;
    TRY(attention_plan_make(c, &p));
    if (tensor_numel(c->out[0]) == 0) return WZ_OK;
    if (p.dropout > 0) p.random = generator_take(NULL);
    int64_t work = p.batch * p.n_q * (p.n_kv + 1) * (p.head_dim + p.v_dim);
    return launch_call(c, ref_attention_kernel, work, 1 << 14, &p, sizeof p);
}

const kernel_row attention_rows[] = {
    {WZ_OP_scaled_dot_product_attention, ON_REF, DT_FLOAT, NULL, ref_attention},
    {.run = NULL},
};

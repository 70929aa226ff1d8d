/* attention_fast.c - attention by the CPU's blocks of queries and keys; no score matrix.
 * SPDX-License-Identifier: MIT */
#include "../cpu/attention.h"
#include "attention.h"
#include <math.h>

enum { Q, K, V, MASK, OUT };

/* views: mask of any layout, the same as float32 with -inf for hidden keys */
static void mask_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *m = launch_views(l), *out = m + 1;
    int64_t          begin, end;
    part_range(out->numel, part, n_parts, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        double v = load_f64((wz_dtype)m->dtype, at(m, view_offset(m, i)));
        ((float *)(void *)out->data)[i] = m->dtype != WZ_DTYPE_BOOL ? (float)v : v != 0 ? 0 : -INFINITY;
    }
}

static wz_tensor *float_mask(wz_call *c, wz_tensor *m)
{
    if (!m || m->dtype == WZ_DTYPE_F32) return m;
    wz_tensor *f = tensor_empty_like(m, WZ_DTYPE_F32), *t[] = {m, f};
    if (!f) return NULL;
    return launch_host(c, mask_kernel, 2, t, 2, tensor_numel(m) * 4, 0, NULL, 0) == WZ_OK ? f : NULL;
}

static wz_tensor *packed_rows(wz_tensor *t) { return t->stride[t->ndim - 1] == 1 || t->size[t->ndim - 1] == 1 ? t : tensor_pack(t); }

/* The two innermost leading dims are heads and batch; the others are run one after another. */
static void fast_attention_kernel(const wz_launch *l, int part, int n_parts)
{
    (void)part, (void)n_parts; /* the attention shares itself out */
    const host_view      *v = launch_views(l), *out = &v[OUT];
    const attention_plan *p = launch_args(l);
    int64_t               heads = p->lead > 0 ? p->size[0] : 1, batch = p->lead > 1 ? p->size[1] : 1, each = heads * batch;
    host_view             lead = view_keep_dims(out, (1u << (out->ndim - 2)) - 1);
    cpu_attention         a = {
        .batch = batch, .n_head = heads, .n_kv_head = heads / p->share[K], .n_q = p->n_q, .n_kv = p->n_kv, .head_dim = p->head_dim, .v_dim = p->v_dim,
        .q_dtype = (wz_dtype)v[Q].dtype, .kv_dtype = (wz_dtype)v[K].dtype, .out_dtype = (wz_dtype)out->dtype,
        .q_batch = p->stride[Q][1], .q_head = p->stride[Q][0], .q_row = v[Q].stride[v[Q].ndim - 2],
        .k_batch = p->stride[K][1], .k_head = p->stride[K][0], .k_row = v[K].stride[v[K].ndim - 2],
        .v_batch = p->stride[V][1], .v_head = p->stride[V][0], .v_row = v[V].stride[v[V].ndim - 2],
        .out_batch = p->lead > 1 ? out->stride[out->ndim - 4] : 0, .out_head = p->lead > 0 ? out->stride[out->ndim - 3] : 0,
        .out_row = out->stride[out->ndim - 2],
        .mask_batch = p->stride[MASK][1], .mask_head = p->stride[MASK][0], .mask_row = p->mask_row, .mask_col = p->mask_col,
        .scale = p->scale, .causal = p->causal,
    };
    for (int64_t b = 0; b < p->batch; b += each) {
        a.q = at(&v[Q], attention_lead_offset(p, Q, b));
        a.k = at(&v[K], attention_lead_offset(p, K, b));
        a.v = at(&v[V], attention_lead_offset(p, V, b));
        a.out = at(out, view_offset(&lead, b));
        a.mask = v[MASK].dtype ? (const float *)at(&v[MASK], attention_lead_offset(p, MASK, b)) : NULL;
        wz_status status = cpu_attention_run(&a);
        if (status != WZ_OK) {
            kernel_error(l, status, "%s", wz_error());
            return;
        }
    }
}

static wz_status fast_attention(wz_call *c)
{
    attention_plan p;
    wz_call        packed = *c;
    wz_tensor     *out = c->out[0];
    if (tensor_numel(out) == 0) return WZ_OK;
    for (int i = Q; i <= V; i++)
        if (!(packed.in[i] = packed_rows(c->in[i]))) return error_status();
    packed.in[MASK] = float_mask(c, c->in[MASK]);
    if (c->in[MASK] && !packed.in[MASK]) return error_status();
    TRY(attention_plan_make(&packed, &p));
    if (out->stride[out->ndim - 1] != 1 && out->size[out->ndim - 1] != 1) out = tensor_empty_like(out, (wz_dtype)out->dtype);
    if (!out) return error_status();
    wz_tensor *t[] = {packed.in[Q], packed.in[K], packed.in[V], packed.in[MASK], out};
    TRY(launch_host(c, fast_attention_kernel, 5, t, 16, 1, 2, &p, sizeof p));
    return out == c->out[0] ? WZ_OK : tensor_copy(c->out[0], out);
}

static bool can_block(const wz_call *c)
{
    attention_plan p;
    return attention_plan_make(c, &p) == WZ_OK && p.dropout == 0 && p.head_dim > 0 && p.n_kv > 0 && p.share[K] == p.share[V];
}

const kernel_row attention_fast_rows[] = {
    {WZ_OP_scaled_dot_product_attention, ON_SIMD, DT(F32) | DT(F16) | DT(BF16), can_block, fast_attention},
    {.run = NULL},
};

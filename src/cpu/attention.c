/* attention.c - attention over all heads: cutting into units, masks and limits, and joining split keys.
 *
 * A unit is up to sixteen rows that share keys and values. With many queries those are neighbours of one
 * head; with few, the heads of a group come together, so that grouped-query decoding reads each key once.
 * When there are fewer units than threads want, the keys are split too: every split leaves its sums,
 * largest score and weight, and a second pass joins them.
 * SPDX-License-Identifier: MIT */
#include "attention.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "detect.h"
#include "pool.h"
#include "scratch.h"
#include <math.h>
#include <stdlib.h>

/* SPLIT_KEYS: the fewest keys of a split. GRAIN: multiply-adds that make a thread worth waking. */
enum { SPLIT_KEYS = 512, GRAIN = 100000 };

typedef struct plan {
    cpu_attention      p;
    const cpu_kernels *kernels;
    int64_t            group;                 /* query heads of one key head */
    int64_t            heads, queries;        /* of a unit: heads * queries <= ATTENTION_ROWS */
    int64_t            head_blocks, query_blocks, units, splits;
    scratch           *scratch;
    scratch           *parts;                 /* with splits: one slot per unit and split */
    char              *part0;
    size_t             part_stride;
} plan;

typedef struct part_state {
    float top[ATTENTION_ROWS], sum[ATTENTION_ROWS], acc[];
} part_state;

static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* The rows of unit u: row r is head head0 + r / n_queries, query query0 + r % n_queries. */
typedef struct unit {
    int64_t batch, kv_head, head0, n_heads, query0, n_queries;
    int     n_rows;
} unit;

static unit unit_at(const plan *q, int64_t u)
{
    const cpu_attention *p = &q->p;
    unit                 r;
    int64_t              query_block = u % q->query_blocks, rest = u / q->query_blocks;
    int64_t              head_block = rest % q->head_blocks;
    rest /= q->head_blocks;
    r.kv_head = rest % p->n_kv_head;
    r.batch = rest / p->n_kv_head;
    r.head0 = r.kv_head * q->group + head_block * q->heads;
    r.n_heads = min64(q->heads, (r.kv_head + 1) * q->group - r.head0);
    r.query0 = query_block * q->queries;
    r.n_queries = min64(q->queries, p->n_q - r.query0);
    r.n_rows = (int)(r.n_heads * r.n_queries);
    return r;
}

/* Fills the block's queries, limits and masks. */
static void load_rows(const plan *q, const unit *u, cpu_attention_block *b, float *rows)
{
    const cpu_attention *p = &q->p;
    const int64_t        bytes = (int64_t)wz_dtype_bytes(p->q_dtype);
    for (int r = 0; r < u->n_rows; r++) {
        int64_t     head = u->head0 + r / u->n_queries, i = u->query0 + r % u->n_queries;
        const char *src = (const char *)p->q + (u->batch * p->q_batch + head * p->q_head + i * p->q_row) * bytes;
        float      *row = rows + r * p->head_dim;
        q->kernels->to_f32[p->q_dtype](row, src, p->head_dim);
        q->kernels->scale(row, (float)p->scale, row, p->head_dim);
        b->first[r] = 0;
        b->last[r] = p->n_kv;
        if (p->causal) {
            b->last[r] = min64(p->n_kv, max64(0, i + p->past + 1));
            if (p->window > 0) b->first[r] = max64(0, i + p->past + 1 - p->window);
        }
        b->mask[r] = p->mask ? p->mask + u->batch * p->mask_batch + head * p->mask_head + i * p->mask_row : NULL;
    }
    b->q = rows;
}

static void store_rows(const plan *q, const unit *u, float *acc, const float *top, const float *sum)
{
    const cpu_attention *p = &q->p;
    const int64_t        bytes = (int64_t)wz_dtype_bytes(p->out_dtype);
    for (int r = 0; r < u->n_rows; r++) {
        int64_t head = u->head0 + r / u->n_queries, i = u->query0 + r % u->n_queries;
        float  *row = acc + r * p->v_dim;
        q->kernels->scale(row, sum[r] == 0 ? 0 : 1 / sum[r], row, p->v_dim);
        char *dst = (char *)p->out + (u->batch * p->out_batch + head * p->out_head + i * p->out_row) * bytes;
        q->kernels->from_f32[p->out_dtype](dst, row, p->v_dim);
        if (p->lse)
            p->lse[(u->batch * p->n_head + head) * p->n_q + i] = sum[r] == 0 ? -INFINITY : top[r] + logf(sum[r]);
    }
}

static void run_unit(const plan *q, int64_t index, int64_t split, float *memory)
{
    const cpu_attention *p = &q->p;
    const unit           u = unit_at(q, index);
    cpu_attention_block  b = {.n_rows = u.n_rows, .head_dim = p->head_dim, .v_dim = p->v_dim, .kv_dtype = p->kv_dtype,
                              .k_stride = p->k_row, .v_stride = p->v_row, .mask_col = p->mask_col,
                              .softcap = (float)p->softcap};
    const int64_t bytes = (int64_t)wz_dtype_bytes(p->kv_dtype);
    float         top[ATTENTION_ROWS], sum[ATTENTION_ROWS], *rows = memory, *acc = rows + ATTENTION_ROWS * p->head_dim;
    b.scratch = acc + ATTENTION_ROWS * p->v_dim;
    b.top = top, b.sum = sum, b.acc = acc;
    if (q->splits > 1) {
        part_state *s = (part_state *)(void *)(q->part0 + (size_t)(index * q->splits + split) * q->part_stride);
        b.top = s->top, b.sum = s->sum, b.acc = s->acc;
    }
    load_rows(q, &u, &b, rows);
    b.k = (const char *)p->k + (u.batch * p->k_batch + u.kv_head * p->k_head) * bytes;
    b.v = (const char *)p->v + (u.batch * p->v_batch + u.kv_head * p->v_head) * bytes;
    int64_t begin = p->n_kv, end = 0; /* keys that any row sees */
    for (int r = 0; r < u.n_rows; r++) {
        b.top[r] = -INFINITY;
        b.sum[r] = 0;
        if (b.first[r] >= b.last[r]) continue;
        begin = min64(begin, b.first[r]);
        end = max64(end, b.last[r]);
    }
    for (int64_t i = 0; i < u.n_rows * p->v_dim; i++) b.acc[i] = 0;
    if (begin < end) {
        int64_t each = ceil_div(ceil_div(end - begin, q->splits), ATTENTION_KEYS) * ATTENTION_KEYS;
        b.begin = min64(end, begin + split * each);
        b.end = min64(end, b.begin + each);
        if (b.begin < b.end) q->kernels->attention(&b);
    }
    if (q->splits == 1) store_rows(q, &u, b.acc, b.top, b.sum);
}

static void run_units(void *context, int part, int n_parts)
{
    const plan *q = context;
    int64_t     jobs = q->units * q->splits, begin = jobs * part / n_parts, end = jobs * (part + 1) / n_parts;
    int         slot;
    float      *memory = scratch_slot(q->scratch, &slot);
    for (int64_t j = begin; j < end; j++) run_unit(q, j / q->splits, j % q->splits, memory);
    scratch_slot_done(q->scratch, slot);
}

/* Joins the splits of one unit into its first one. */
static void join_units(void *context, int part, int n_parts)
{
    const plan   *q = context;
    const int64_t v_dim = q->p.v_dim, begin = q->units * part / n_parts, end = q->units * (part + 1) / n_parts;
    for (int64_t index = begin; index < end; index++) {
        const unit  u = unit_at(q, index);
        part_state *to = (part_state *)(void *)(q->part0 + (size_t)(index * q->splits) * q->part_stride);
        for (int64_t s = 1; s < q->splits; s++) {
            part_state *from = (part_state *)(void *)((char *)to + (size_t)s * q->part_stride);
            for (int r = 0; r < u.n_rows; r++) {
                if (from->top[r] == -INFINITY) continue; /* saw nothing */
                float top = to->top[r] > from->top[r] ? to->top[r] : from->top[r];
                if (from->top[r] != from->top[r]) top = from->top[r];
                float a = to->top[r] == -INFINITY ? 0 : expf(to->top[r] - top), b = expf(from->top[r] - top);
                q->kernels->scale(to->acc + r * v_dim, a, to->acc + r * v_dim, v_dim);
                q->kernels->axpy(to->acc + r * v_dim, b, from->acc + r * v_dim, v_dim);
                to->sum[r] = a * to->sum[r] + b * from->sum[r];
                to->top[r] = top;
            }
        }
        store_rows(q, &u, to->acc, to->top, to->sum);
    }
}

static wz_status check(const cpu_attention *p, const cpu_kernels *k)
{
    const wz_dtype d[2] = {p->q_dtype, p->out_dtype};
    for (int i = 0; i < 2; i++)
        if (d[i] != WZ_DTYPE_F32 && d[i] != WZ_DTYPE_F16 && d[i] != WZ_DTYPE_BF16)
            return fail(WZ_UNSUPPORTED, "no attention with %s of %s", i ? "an output" : "queries", wz_dtype_name(d[i]));
    if ((unsigned)p->kv_dtype >= WZ_DTYPE_COUNT || !k->gemv[p->kv_dtype])
        return fail(WZ_UNSUPPORTED, "no attention with keys and values of %s", wz_dtype_name(p->kv_dtype));
    if (p->n_kv_head < 1 || p->n_head % p->n_kv_head != 0)
        return fail(WZ_SHAPE, "%lld query heads cannot share %lld key heads", (long long)p->n_head, (long long)p->n_kv_head);
    return WZ_OK;
}

wz_status cpu_attention_run(const cpu_attention *p)
{
    plan q = {.p = *p, .kernels = cpu_kernels_now(), .splits = 1};
    TRY(check(p, q.kernels));
    if (p->batch == 0 || p->n_head == 0 || p->n_q == 0) return WZ_OK;
    q.group = p->n_head / p->n_kv_head;
    q.queries = min64(p->n_q, ATTENTION_ROWS);
    q.heads = min64(q.group, ATTENTION_ROWS / q.queries);
    q.head_blocks = ceil_div(q.group, q.heads);
    q.query_blocks = ceil_div(p->n_q, q.queries);
    q.units = p->batch * p->n_kv_head * q.head_blocks * q.query_blocks;
    const int threads = wz_num_threads();
    double    work = (double)p->batch * (double)p->n_head * (double)p->n_q * (double)p->n_kv * (double)(p->head_dim + p->v_dim);
    if (q.units < 2 * threads && threads > 1 && work > GRAIN)
        q.splits = max64(1, min64(p->n_kv / SPLIT_KEYS, ceil_div(2 * threads, q.units)));
    const int64_t jobs = q.units * q.splits;
    int           parts = (int)min64(min64(jobs, threads > 1 ? 8 * (int64_t)threads : 1), (int64_t)(work / GRAIN) + 1);
    size_t floats = (size_t)(ATTENTION_ROWS * (p->head_dim + 2 * p->v_dim + ATTENTION_KEYS));
    wz_status status = WZ_OK;
    TRY_DONE(scratch_take(parts < threads ? parts : threads, floats * sizeof(float), &q.scratch));
    if (q.splits > 1) {
        size_t bytes;
        q.part_stride = (sizeof(part_state) + (size_t)(ATTENTION_ROWS * p->v_dim) * sizeof(float) + 63) / 64 * 64;
        if (!size_mul(q.part_stride, (size_t)jobs, &bytes)) TRY_DONE(fail_nomem(SIZE_MAX));
        TRY_DONE(scratch_take(1, bytes, &q.parts));
        int slot;
        q.part0 = scratch_slot(q.parts, &slot);
    }
    pool_run(run_units, &q, parts);
    if (q.splits > 1) pool_run(join_units, &q, (int)min64(q.units, parts));
done:
    scratch_give(q.parts);
    scratch_give(q.scratch);
    return status;
}

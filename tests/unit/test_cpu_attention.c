/* test_cpu_attention.c - attention of every CPU level against the formula in double: grouped heads, masks, causal and
 * window limits, caps, split keys, and rows that see nothing.
 * SPDX-License-Identifier: MIT */
#include "cpu/attention.h"
#include "cpu_test.h"

typedef struct attention_case {
    int64_t  batch, n_head, n_kv_head, n_q, n_kv, head_dim, v_dim;
    wz_dtype q, kv, out;
    int      mask;                /* 0 none, 1 full, 2 one row for all */
    bool     causal, hide;        /* hide: the mask hides many keys, all of them for some queries */
    int64_t  past, window;
    double   softcap;
} attention_case;

static int64_t index_of(int64_t b, int64_t batch, int64_t h, int64_t head, int64_t i, int64_t row)
{
    return b * batch + h * head + i * row;
}

static void check_attention(const cpu_kernels *kt, const attention_case *c)
{
    /* Queries and keys lie [batch, position, head, dim], as projections leave them; values head-major. */
    int64_t q_head = c->head_dim, q_row = q_head * c->n_head + 2, q_batch = q_row * c->n_q;
    int64_t k_head = c->head_dim + 1, k_row = k_head * c->n_kv_head, k_batch = k_row * c->n_kv;
    int64_t v_row = c->v_dim + 3, v_head = v_row * c->n_kv, v_batch = v_head * c->n_kv_head;
    int64_t o_head = c->v_dim, o_row = o_head * c->n_head, o_batch = o_row * c->n_q;
    guarded gq, gk, gv, go;
    char   *q = guarded_new(&gq, (size_t)(q_batch * c->batch) * wz_dtype_bytes(c->q), 0);
    char   *k = guarded_new(&gk, (size_t)(k_batch * c->batch) * wz_dtype_bytes(c->kv), 0);
    char   *v = guarded_new(&gv, (size_t)(v_batch * c->batch) * wz_dtype_bytes(c->kv), 0);
    char   *out = guarded_new(&go, (size_t)(o_batch * c->batch) * wz_dtype_bytes(c->out), 0);
    int64_t rows = c->batch * c->n_head * c->n_q;
    float  *mask = malloc(sizeof(float) * (size_t)(rows * c->n_kv + 1)), *lse = malloc(sizeof(float) * (size_t)rows);
    fill_random(c->q, q, q_batch * c->batch, 2);
    fill_random(c->kv, k, k_batch * c->batch, 2);
    fill_random(c->kv, v, v_batch * c->batch, 1);
    for (int64_t i = 0; i < rows * c->n_kv; i++) {
        mask[i] = random_float();
        int64_t row = i / c->n_kv;
        if (c->hide && (row % 5 == 3 || random_bits() % 3 == 0)) mask[i] = -INFINITY;
        if (c->hide && row % 5 == 2) mask[i] = -3.4028235e38f; /* a finite "minus infinity" for a whole row */
    }
    double        scale = 1 / sqrt((double)c->head_dim);
    cpu_attention p = {.batch = c->batch, .n_head = c->n_head, .n_kv_head = c->n_kv_head, .n_q = c->n_q, .n_kv = c->n_kv,
                       .head_dim = c->head_dim, .v_dim = c->v_dim, .q_dtype = c->q, .kv_dtype = c->kv, .out_dtype = c->out,
                       .q = q, .k = k, .v = v, .out = out, .q_batch = q_batch, .q_head = q_head, .q_row = q_row,
                       .k_batch = k_batch, .k_head = k_head, .k_row = k_row, .v_batch = v_batch, .v_head = v_head, .v_row = v_row,
                       .out_batch = o_batch, .out_head = o_head, .out_row = o_row, .mask = c->mask ? mask : NULL,
                       .mask_batch = c->n_head * c->n_q * c->n_kv, .mask_head = c->n_q * c->n_kv, .mask_row = c->n_kv, .mask_col = 1,
                       .scale = scale, .softcap = c->softcap, .causal = c->causal, .past = c->past, .window = c->window, .lse = lse};
    if (c->mask == 2) p.mask_batch = p.mask_head = p.mask_row = 0;
    CHECK(cpu_attention_run(&p) == WZ_OK);
    double  unit = c->out == WZ_DTYPE_F32 ? 1e-6 : c->out == WZ_DTYPE_F16 ? 6e-4 : 5e-3, worst = 0;
    int     bad = 0;
    double *weight = malloc(sizeof(double) * (size_t)(c->n_kv + 1));
    for (int64_t b = 0; b < c->batch; b++)
        for (int64_t h = 0; h < c->n_head; h++)
            for (int64_t i = 0; i < c->n_q; i++) {
                int64_t kh = h / (c->n_head / c->n_kv_head);
                double  top = -INFINITY, sum = 0;
                for (int64_t j = 0; j < c->n_kv; j++) {
                    double s = 0;
                    for (int64_t d = 0; d < c->head_dim; d++)
                        s += value_at(c->q, q, index_of(b, q_batch, h, q_head, i, q_row) + d) *
                             value_at(c->kv, k, index_of(b, k_batch, kh, k_head, j, k_row) + d);
                    s *= scale;
                    if (c->softcap != 0) s = c->softcap * tanh(s / c->softcap);
                    if (c->mask) s = (double)(float)(s + (double)mask[index_of(b, p.mask_batch, h, p.mask_head, i, p.mask_row) + j]);
                    if (c->causal && (j > i + c->past || (c->window && j <= i + c->past - c->window))) s = -INFINITY;
                    weight[j] = s;
                    top = fmax(top, s);
                }
                for (int64_t j = 0; j < c->n_kv; j++) sum += weight[j] = top == -INFINITY ? 0 : exp(weight[j] - top);
                for (int64_t d = 0; d < c->v_dim; d++) {
                    double want = 0;
                    for (int64_t j = 0; j < c->n_kv && sum > 0; j++)
                        want += weight[j] / sum * value_at(c->kv, v, index_of(b, v_batch, kh, v_head, j, v_row) + d);
                    double error = fabs(value_at(c->out, out, index_of(b, o_batch, h, o_head, i, o_row) + d) - want);
                    bad += !(error <= unit * (fabs(want) + 1));
                    if (error > worst) worst = error;
                }
                double want = sum > 0 ? top + log(sum) : -INFINITY, got = (double)lse[(b * c->n_head + h) * c->n_q + i];
                bad += want == -INFINITY ? got != want : !(fabs(got - want) <= 2e-6 * (fabs(want) + 1));
            }
    CHECK_MSG(!bad, "%s: attention %s/%s b%d h%d/%d q%d kv%d d%d/%d mask %d causal %d past %d window %d cap %g: %d wrong, worst %g",
              kt->name, wz_dtype_name(c->q), wz_dtype_name(c->kv), (int)c->batch, (int)c->n_head, (int)c->n_kv_head, (int)c->n_q,
              (int)c->n_kv, (int)c->head_dim, (int)c->v_dim, c->mask, c->causal, (int)c->past, (int)c->window, c->softcap, bad, worst);
    CHECK(guarded_done(&gq) & (int)guarded_done(&gk) & (int)guarded_done(&gv) & (int)guarded_done(&go));
    free(weight);
    free(mask);
    free(lse);
}

static const wz_dtype kinds[] = {WZ_DTYPE_F32, WZ_DTYPE_F16, WZ_DTYPE_BF16};

static void cases(const cpu_kernels *k)
{
    for (int t = 0; t < 60; t++) {
        attention_case c = {.batch = random_int(1, 2), .n_kv_head = random_int(1, 3), .n_q = t % 3 ? random_int(1, 40) : random_int(1, 3),
                            .n_kv = random_int(1, 150), .head_dim = random_int(1, 70), .v_dim = random_int(1, 70), .q = kinds[t % 3],
                            .kv = kinds[t / 3 % 3], .out = kinds[t / 9 % 3], .mask = t % 4 == 3 ? 0 : t % 4, .causal = t % 5 > 2};
        c.n_head = c.n_kv_head * random_int(1, 5);
        c.hide = t % 2 && c.mask;
        c.past = c.causal ? random_int(-3, 60) : 0;
        c.window = t % 5 == 4 ? random_int(1, 30) : 0;
        c.softcap = t % 7 == 6 ? 5 : 0;
        if (t % 10 == 9) c.mask = 2;
        check_attention(k, &c);
    }
    /* One query and many keys: the keys are split between threads. */
    attention_case decode = {.batch = 1, .n_head = 8, .n_kv_head = 2, .n_q = 1, .n_kv = 3001, .head_dim = 64, .v_dim = 64,
                             .q = WZ_DTYPE_BF16, .kv = WZ_DTYPE_BF16, .out = WZ_DTYPE_F32};
    check_attention(k, &decode);
    decode.causal = true, decode.past = 2000, decode.window = 1500;
    check_attention(k, &decode);
    decode.mask = 1, decode.hide = true, decode.q = decode.kv = WZ_DTYPE_F32, decode.n_head = 6;
    check_attention(k, &decode);
    decode.n_q = 2, decode.past = -1; /* the first query sees nothing */
    check_attention(k, &decode);
}

static void test_specials(const cpu_kernels *k)
{
    float q[8] = {1, 0, 0, 0, 0, 1, 0, 0}, key[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, v[12] = {0}, out[8];
    v[9] = NAN, key[8] = NAN;
    cpu_attention p = {.batch = 1, .n_head = 1, .n_kv_head = 1, .n_q = 2, .n_kv = 3, .head_dim = 4, .v_dim = 4, .q_dtype = WZ_DTYPE_F32,
                       .kv_dtype = WZ_DTYPE_F32, .out_dtype = WZ_DTYPE_F32, .q = q, .k = key, .v = v, .out = out, .q_row = 4, .k_row = 4,
                       .v_row = 4, .out_row = 4, .scale = 1, .causal = true};
    CHECK(cpu_attention_run(&p) == WZ_OK);
    for (int i = 0; i < 8; i++) CHECK(out[i] == 0); /* nobody sees key 2, which is not read */
    v[9] = 0, p.causal = false;
    CHECK(cpu_attention_run(&p) == WZ_OK);
    CHECK(isnan(out[0]) && isnan(out[3]));
    p.n_kv = 0;
    CHECK(cpu_attention_run(&p) == WZ_OK);
    CHECK(out[0] == 0 && out[7] == 0);
    p.n_head = 3, p.n_kv_head = 2;
    CHECK(cpu_attention_run(&p) == WZ_SHAPE);
    p.q_dtype = WZ_DTYPE_F64;
    CHECK(cpu_attention_run(&p) == WZ_UNSUPPORTED);
    (void)k;
}

static void limited(const cpu_kernels *k)
{
    CHECK(wz_cpu_limit(k->level) == WZ_OK);
    for (int threads = 1; threads <= 3; threads += 2) {
        CHECK(wz_set_num_threads(threads) == WZ_OK);
        cases(k);
        test_specials(k);
    }
}

int main(void)
{
    each_level(limited);
    return unit_report();
}

/* softmax.c - softmax (K_C0 = 0) or its logarithm (1) over contiguous rows of K_T.
 *
 * Few long rows: softmax_part then softmax_apply, n_parts groups a row. Many rows: softmax_row, a group a
 * row. Many short rows: softmax_warp, a warp a row. A partial result is the maximum m and the sum s of
 * exp(x - m). A row whose maximum is not finite gives NaN, as in torch.
 * SPDX-License-Identifier: MIT */
#include "args.h"

#define SOFTMAX_C K_CLASS(K_T)
#define SOFTMAX_EXP(v) K_CAT(k_exp_, SOFTMAX_C)(v)

/* Takes n values, all in registers, into (m, s). */
K_FN void softmax_take(K_PRIVATE const K_ACC(K_T) *v, k_u32 n, K_PRIVATE K_ACC(K_T) *m, K_PRIVATE K_ACC(K_T) *s)
{
    K_ACC(K_T) top = *m, sum;
    K_UNROLL for (k_u32 i = 0u; i < n; i++) top = K_MAX(SOFTMAX_C, top, v[i]);
    sum = *m == top ? *s : *s * SOFTMAX_EXP(*m - top);
    if (top > K_LOWEST(SOFTMAX_C)) { /* else all are -inf, and top - top would be NaN */
        K_UNROLL for (k_u32 i = 0u; i < n; i++) sum += SOFTMAX_EXP(v[i] - top);
    } else if (top != top) {
        sum = top;
    }
    *m = top;
    *s = sum;
}

/* The result for one value, from the row's m and s (or log s). */
K_FN K_ACC(K_T) softmax_final(K_ACC(K_T) v, K_ACC(K_T) m, K_ACC(K_T) s)
{
#if K_C0
    return v - m - s;
#else
    return SOFTMAX_EXP(v - m) * s;
#endif
}
#if K_C0
#define SOFTMAX_SCALE(s) K_CAT(k_log_, SOFTMAX_C)(s)
#else
#define SOFTMAX_SCALE(s) ((K_ACC(K_T))1 / (s))
#endif

/* Columns c0 .. c1 of a row into (m, s), threads apart by `step`. */
K_FN void softmax_scan(K_GLOBAL const K_ELEM(K_T) *r, k_u32 c0, k_u32 c1, k_u32 first, k_u32 step, k_u32 vec,
                       K_PRIVATE K_ACC(K_T) *m, K_PRIVATE K_ACC(K_T) *s)
{
    *m = K_LOWEST(SOFTMAX_C);
    *s = (K_ACC(K_T))0;
    if (vec != 0u) {
        for (k_u32 c = c0 / K_VEC(K_T) + first; c < c1 / K_VEC(K_T); c += step) {
            K_ACC(K_T) v[K_VEC(K_T)];
            K_UNPACK(K_T, K_LOAD16(r, c), v);
            softmax_take(v, K_VEC(K_T), m, s);
        }
    } else {
        for (k_u32 c = c0 + first; c < c1; c += step) {
            K_ACC(K_T) v[1];
            v[0] = K_LOAD(K_T, r[c]);
            softmax_take(v, 1u, m, s);
        }
    }
}

K_FN void softmax_write(K_GLOBAL const K_ELEM(K_T) *r, K_GLOBAL K_ELEM(K_T) *o, k_u32 c0, k_u32 c1, k_u32 first,
                        k_u32 step, k_u32 vec, K_ACC(K_T) m, K_ACC(K_T) s)
{
    if (vec != 0u) {
        for (k_u32 c = c0 / K_VEC(K_T) + first; c < c1 / K_VEC(K_T); c += step) {
            K_ACC(K_T) v[K_VEC(K_T)];
            K_UNPACK(K_T, K_LOAD16(r, c), v);
            K_UNROLL for (k_u32 i = 0u; i < K_VEC(K_T); i++) v[i] = softmax_final(v[i], m, s);
            K_STORE16(o, c, K_PACK(K_T, v));
        }
    } else {
        for (k_u32 c = c0 + first; c < c1; c += step) K_STORE(K_T, o[c], softmax_final(K_LOAD(K_T, r[c]), m, s));
    }
}

/* (m, s) of every thread of the group into one. */
#define SOFTMAX_BLOCK(m, s, part, threads) do { \
        K_ACC(K_T) top_; \
        K_BLOCK_MAX(SOFTMAX_C, top_, m, part, threads); \
        s = m == top_ ? s : s * SOFTMAX_EXP(m - top_); \
        m = top_; \
        K_BLOCK_SUM(SOFTMAX_C, s, s, part, threads); \
    } while (0)

#define SOFTMAX_SIG(X) X(0, IN, K_ELEM(K_T), x) X(1, OUT, K_ELEM(K_T), out) X(2, ARGS, softmax_args, a)
K_KERNEL(softmax_row, 512, SOFTMAX_SIG)
{
    K_SHARED(K_ACC(K_T), part, 32);
    k_i64 base = (k_i64)k_block * (k_i64)a.cols;
    K_ACC(K_T) m, s;
    softmax_scan(x + base, 0u, a.cols, k_thread, 512u, a.vec, &m, &s);
    SOFTMAX_BLOCK(m, s, part, 512);
    s = SOFTMAX_SCALE(s);
    softmax_write(x + base, out + base, 0u, a.cols, k_thread, 512u, a.vec, m, s);
}

/* a.rows rows, 8 a group. */
K_KERNEL(softmax_warp, 256, SOFTMAX_SIG)
{
    k_u32 row = k_block * 8u + k_warp;
    k_u32 cols = row < a.rows ? a.cols : 0u;
    k_i64 base = row < a.rows ? (k_i64)row * (k_i64)a.cols : (k_i64)0;
    K_ACC(K_T) m, s, top;
    softmax_scan(x + base, 0u, cols, k_lane, 32u, a.vec, &m, &s);
    top = K_LANE_MAX(SOFTMAX_C, m);
    s = m == top ? s : s * SOFTMAX_EXP(m - top);
    s = K_LANE_SUM(SOFTMAX_C, s);
    s = SOFTMAX_SCALE(s);
    softmax_write(x + base, out + base, 0u, cols, k_lane, 32u, a.vec, top, s);
}

/* part [rows, n_parts, 2]. */
#define SOFTMAX_PART_SIG(X) X(0, IN, K_ELEM(K_T), x) X(1, OUT, K_ACC(K_T), part) X(2, ARGS, softmax_args, a)
K_KERNEL(softmax_part, 256, SOFTMAX_PART_SIG)
{
    K_SHARED(K_ACC(K_T), buf, 32);
    k_u32 row = k_block / a.n_parts;
    k_u32 c0 = k_block % a.n_parts * a.chunk;
    k_u32 c1 = c0 + a.chunk < a.cols ? c0 + a.chunk : a.cols;
    K_ACC(K_T) m, s;
    softmax_scan(x + (k_i64)row * (k_i64)a.cols, c0, c1, k_thread, 256u, a.vec, &m, &s);
    SOFTMAX_BLOCK(m, s, buf, 256);
    if (k_thread == 0u) {
        part[k_block * 2u] = m;
        part[k_block * 2u + 1u] = s;
    }
}

#define SOFTMAX_APPLY_SIG(X) \
    X(0, IN, K_ELEM(K_T), x) X(1, IN, K_ACC(K_T), part) X(2, OUT, K_ELEM(K_T), out) X(3, ARGS, softmax_args, a)
K_KERNEL(softmax_apply, 256, SOFTMAX_APPLY_SIG)
{
    K_SHARED(K_ACC(K_T), buf, 32);
    k_u32 row = k_block / a.n_parts;
    k_u32 c0 = k_block % a.n_parts * a.chunk;
    k_u32 c1 = c0 + a.chunk < a.cols ? c0 + a.chunk : a.cols;
    k_i64 base = (k_i64)row * (k_i64)a.cols;
    K_ACC(K_T) m = K_LOWEST(SOFTMAX_C), s = (K_ACC(K_T))0, top;
    for (k_u32 i = k_thread; i < a.n_parts; i += 256u) m = K_MAX(SOFTMAX_C, m, part[(row * a.n_parts + i) * 2u]);
    K_BLOCK_MAX(SOFTMAX_C, top, m, buf, 256);
    for (k_u32 i = k_thread; i < a.n_parts; i += 256u) {
        K_ACC(K_T) pm = part[(row * a.n_parts + i) * 2u], ps = part[(row * a.n_parts + i) * 2u + 1u];
        s += pm == top ? ps : ps * SOFTMAX_EXP(pm - top);
    }
    K_BLOCK_SUM(SOFTMAX_C, s, s, buf, 256);
    s = SOFTMAX_SCALE(s);
    softmax_write(x + base, out + base, c0, c1, k_thread, 256u, a.vec, top, s);
}

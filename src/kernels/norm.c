/* norm.c - root-mean-square and layer normalisation of contiguous rows: K_T elements, K_U weights.
 * K_C0: there is a weight; K_C1: there is a bias (layer norm). An absent one's buffer is never read.
 * SPDX-License-Identifier: MIT */
#include "args.h"

#define NORM_C K_CLASS(K_T)
#define NORM_CW K_CLASS(K_U)

/* A vector of the row, or one element, scaled and shifted into out: y = (x - mean) * scale * w + b. */
K_FN K_ACC(K_T) norm_one(K_ACC(K_T) v, K_ACC(K_T) mean, K_ACC(K_T) scale, K_GLOBAL const K_ELEM(K_U) *w,
                         K_GLOBAL const K_ELEM(K_U) *b, k_u32 c, k_f32 weight_offset)
{
    K_ACC(K_T) y = (v - mean) * scale;
#if K_C0
    y *= K_CONVERT(NORM_C, NORM_CW, K_LOAD(K_U, w[c])) + (K_ACC(K_T))weight_offset;
#endif
#if K_C1
    y += K_CONVERT(NORM_C, NORM_CW, K_LOAD(K_U, b[c]));
#endif
    return y;
}

K_FN void norm_write(K_GLOBAL const K_ELEM(K_T) *x, K_GLOBAL const K_ELEM(K_U) *w, K_GLOBAL const K_ELEM(K_U) *b,
                     K_GLOBAL K_ELEM(K_T) *y, k_u32 cols, k_u32 vec, k_u32 first, k_u32 step, K_ACC(K_T) mean,
                     K_ACC(K_T) scale, k_f32 weight_offset)
{
    if (vec != 0u) {
        for (k_u32 c = first; c < cols / K_VEC(K_T); c += step) {
            K_ACC(K_T) v[K_VEC(K_T)];
            K_UNPACK(K_T, K_LOAD16(x, c), v);
            K_UNROLL for (k_u32 i = 0u; i < K_VEC(K_T); i++)
                v[i] = norm_one(v[i], mean, scale, w, b, c * K_VEC(K_T) + i, weight_offset);
            K_STORE16(y, c, K_PACK(K_T, v));
        }
    } else {
        for (k_u32 c = first; c < cols; c += step)
            K_STORE(K_T, y[c], norm_one(K_LOAD(K_T, x[c]), mean, scale, w, b, c, weight_offset));
    }
}

/* The sum of x - mean (what = 0) or of its square (1) over this thread's share. */
K_FN K_ACC(K_T) norm_sum(K_GLOBAL const K_ELEM(K_T) *x, k_u32 cols, k_u32 vec, k_u32 first, k_u32 step, K_ACC(K_T) mean,
                         int what)
{
    K_ACC(K_T) sum = (K_ACC(K_T))0;
    if (vec != 0u) {
        for (k_u32 c = first; c < cols / K_VEC(K_T); c += step) {
            K_ACC(K_T) v[K_VEC(K_T)];
            K_UNPACK(K_T, K_LOAD16(x, c), v);
            K_UNROLL for (k_u32 i = 0u; i < K_VEC(K_T); i++) {
                K_ACC(K_T) d = v[i] - mean;
                sum += what != 0 ? d * d : d;
            }
        }
    } else {
        for (k_u32 c = first; c < cols; c += step) {
            K_ACC(K_T) d = K_LOAD(K_T, x[c]) - mean;
            sum += what != 0 ? d * d : d;
        }
    }
    return sum;
}

/* One group a row. */
#define RMS_NORM_SIG(X) \
    X(0, IN, K_ELEM(K_T), x) X(1, IN, K_ELEM(K_U), w) X(2, OUT, K_ELEM(K_T), y) X(3, ARGS, norm_args, a)
K_KERNEL(rms_norm, 256, RMS_NORM_SIG)
{
    K_SHARED(K_ACC(K_T), part, 32);
    k_i64 base = (k_i64)k_block * (k_i64)a.cols;
    K_ACC(K_T) zero = (K_ACC(K_T))0, ss;
    K_BLOCK_SUM(NORM_C, ss, norm_sum(x + base, a.cols, a.vec, k_thread, 256u, zero, 1), part, 256);
    K_ACC(K_T) scale = K_CAT(k_rsqrt_, NORM_C)(ss / (K_ACC(K_T))a.cols + K_NORM_EPS(a));
    norm_write(x + base, w, w, y + base, a.cols, a.vec, k_thread, 256u, zero, scale, a.weight_offset);
}

/* One warp a row, 8 rows a group: short rows. */
K_KERNEL(rms_norm_warp, 256, RMS_NORM_SIG)
{
    k_u32 row = k_block * 8u + k_warp;
    k_u32 cols = row < a.rows ? a.cols : 0u;
    k_i64 base = row < a.rows ? (k_i64)row * (k_i64)a.cols : (k_i64)0;
    K_ACC(K_T) zero = (K_ACC(K_T))0, ss = norm_sum(x + base, cols, a.vec, k_lane, 32u, zero, 1);
    ss = K_LANE_SUM(NORM_C, ss);
    K_ACC(K_T) scale = K_CAT(k_rsqrt_, NORM_C)(ss / (K_ACC(K_T))a.cols + K_NORM_EPS(a));
    norm_write(x + base, w, w, y + base, cols, a.vec, k_lane, 32u, zero, scale, a.weight_offset);
}

/* One group a row; the mean first, then the squares around it, so that nothing cancels. stats [rows, 2] gets
 * the mean and 1 / sqrt(var + eps). */
#define LAYER_NORM_SIG(X) \
    X(0, IN, K_ELEM(K_T), x) X(1, IN, K_ELEM(K_U), w) X(2, IN, K_ELEM(K_U), b) X(3, OUT, K_ELEM(K_T), y) \
    X(4, OUT, K_ACC(K_T), stats) X(5, ARGS, norm_args, a)
K_KERNEL(layer_norm, 256, LAYER_NORM_SIG)
{
    K_SHARED(K_ACC(K_T), part, 32);
    k_i64 base = (k_i64)k_block * (k_i64)a.cols;
    K_ACC(K_T) mean, ss;
    K_BLOCK_SUM(NORM_C, mean, norm_sum(x + base, a.cols, a.vec, k_thread, 256u, (K_ACC(K_T))0, 0), part, 256);
    mean = mean / (K_ACC(K_T))a.cols;
    K_BLOCK_SUM(NORM_C, ss, norm_sum(x + base, a.cols, a.vec, k_thread, 256u, mean, 1), part, 256);
    K_ACC(K_T) scale = K_CAT(k_rsqrt_, NORM_C)(ss / (K_ACC(K_T))a.cols + K_NORM_EPS(a));
    if (k_thread == 0u) {
        stats[(k_i64)k_block * 2] = mean;
        stats[(k_i64)k_block * 2 + 1] = scale;
    }
    norm_write(x + base, w, b, y + base, a.cols, a.vec, k_thread, 256u, mean, scale, a.weight_offset);
}

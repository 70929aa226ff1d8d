/* cpu_kernels.h - the fast CPU building blocks, as one table of plain functions per instruction set.
 *
 * Every file of src/cpu/isa is compiled once per instruction set and gives one `cpu_kernels`. The
 * functions work on raw pointers and know nothing of tensors; cpu_kernels_now() (detect.h) names the best
 * table that this machine has and wz_cpu_limit allows. Unless it says otherwise a function
 *   - runs on the calling thread and allocates nothing; callers split rows between threads,
 *   - takes any n >= 0 and any address (no alignment is assumed), and touches no byte outside its rows,
 *   - lets dst be exactly one of its sources, or be disjoint from them,
 *   - accumulates in float and hands NaN and infinity on as IEEE arithmetic would.
 * Strides are in elements. What needs threads or scratch memory stands in matmul.h and attention.h.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_CPU_KERNELS_H
#define WZ_CPU_CPU_KERNELS_H
#include <stdbool.h>
#include <stdint.h>
#include <wootz/wootz.h>

/* ---- y = W x ------------------------------------------------------------------------------------ */

enum { GEMV_MAX_M = 8 };

/* m vectors x at once share one reading of W. */
typedef struct cpu_gemv {
    int64_t      n, k;            /* y has n elements, x has k */
    int          m;               /* 1 .. GEMV_MAX_M */
    wz_dtype     w_dtype;         /* F32, F16, BF16, F8_E4M3FN, F8_E5M2 */
    const void  *w;               /* gemv: [n, k]; gemv_t: [k, n] */
    int64_t      w_stride;        /* between rows of w; their elements are adjacent */
    const float *x;               /* [m, k] */
    int64_t      x_stride;
    const float *bias;            /* [n] or NULL; added after alpha */
    float        alpha;
    float       *y;               /* [m, n]; disjoint from x */
    int64_t      y_stride;
} cpu_gemv;

/* ---- C = A B in blocks (driven by matmul.c) -------------------------------------------------------- */

/* One microkernel: c[mr, nr] = sum over k of a[k][mr] * b[k][nr], packed panels, c packed row-major
 * with c_stride between rows, added to what c holds when `add`. */
typedef struct cpu_gemm {
    int mr, nr;                   /* rows and columns of one tile */
    int mc, kc, nc;               /* cache blocks; mc a multiple of mr, nc of nr */
    /* tile: c points to float or double */
    void (*tile)(int64_t k, const void *a, const void *b, void *c, int64_t c_stride, bool add);
    /* Packs rows x k elements of a matrix (element (i, p) at src[i * row + p * col]) into panels of mr
     * (or nr) rows: panel after panel, inside it k columns of mr elements; missing rows are zero. */
    void (*pack[WZ_DTYPE_COUNT])(void *dst, const void *src, int64_t row, int64_t col, int64_t rows,
                                 int64_t k, int panel);
} cpu_gemm;

/* ---- attention: part of the keys for a few queries ---------------------------------------------------- */

enum { ATTENTION_ROWS = 16, ATTENTION_KEYS = 64 };

/* The rows are queries that share keys and values: of one head, or of the heads of one group. */
typedef struct cpu_attention_block {
    int          n_rows;          /* 1 .. ATTENTION_ROWS */
    int64_t      head_dim, v_dim;
    const float *q;               /* [n_rows, head_dim] packed, already multiplied by the scale */
    wz_dtype     kv_dtype;        /* F32, F16, BF16, F8_E4M3FN, F8_E5M2 */
    const void  *k, *v;           /* [keys, head_dim], [keys, v_dim] */
    int64_t      k_stride, v_stride;
    int64_t      begin, end;      /* the keys of this call */
    int64_t      first[ATTENTION_ROWS], last[ATTENTION_ROWS]; /* row r sees keys first <= j < last */
    const float *mask[ATTENTION_ROWS]; /* of key 0, added to the scores; all NULL for none */
    int64_t      mask_col;        /* between keys; 0 repeats one value */
    float        softcap;         /* 0: none; else cap * tanh(score / cap), before the mask */
    /* Running state, updated: acc [n_rows, v_dim] packed and, per row, the largest score and the sum of
     * weights. Starts as acc 0, top -inf, sum 0; the result is acc / sum. */
    float       *acc, *top, *sum;
    float       *scratch;         /* ATTENTION_ROWS * (ATTENTION_KEYS + v_dim) floats */
} cpu_attention_block;

/* ---- the table ---------------------------------------------------------------------------------------- */

typedef enum cpu_unary {
    CPU_EXP, CPU_LOG, CPU_TANH, CPU_SIGMOID, CPU_SILU, CPU_GELU_TANH, CPU_UNARY_COUNT
} cpu_unary;

typedef struct cpu_kernels {
    const char  *name;            /* "avx2" */
    wz_cpu_level level;
    int          lanes;           /* floats in one vector */

    /* Rows of n adjacent elements to and from float; NULL where there is none. To: F32 (a copy), F64,
     * F16, BF16, F8_E4M3FN, F8_E5M2, BOOL, I8, U8, I16, U16, I32. From: F32, F64, F16, BF16, F8_E4M3FN,
     * F8_E5M2. Same values as core/convert.h; a NaN stays a quiet NaN of the same sign. dst and src
     * are disjoint, or the same address when the element sizes agree. */
    void (*to_f32[WZ_DTYPE_COUNT])(float *dst, const void *src, int64_t n);
    void (*from_f32[WZ_DTYPE_COUNT])(void *dst, const float *src, int64_t n);

    /* Outputs [begin, end) of y for all m. gemv: rows of W. gemv_t: columns of W; its part of y is
     * overwritten. Indexed by w_dtype; NULL where the dtype is not taken. */
    void (*gemv[WZ_DTYPE_COUNT])(const cpu_gemv *g, int64_t begin, int64_t end);
    void (*gemv_t[WZ_DTYPE_COUNT])(const cpu_gemv *g, int64_t begin, int64_t end);

    const cpu_gemm *gemm_f32, *gemm_f64;

    /* dst[i] = f(src[i]), within 2 ulp of the exact value for every float, subnormals included. */
    void (*unary[CPU_UNARY_COUNT])(float *dst, const float *src, int64_t n);

    /* Reductions of a row. Sums run in several float lanes over blocks and in double over the blocks. */
    double (*sum)(const float *x, int64_t n);
    double (*sum_squares)(const float *x, int64_t n);
    double (*dot)(const float *x, const float *y, int64_t n);
    float  (*max)(const float *x, int64_t n);       /* NaN if there is one; -inf for n = 0 */
    float  (*min)(const float *x, int64_t n);       /* NaN if there is one; +inf for n = 0 */

    void (*axpy)(float *y, float a, const float *x, int64_t n);              /* y += a x */
    void (*scale)(float *dst, float a, const float *x, int64_t n);           /* a x */
    void (*add)(float *dst, const float *x, const float *y, int64_t n);
    void (*mul)(float *dst, const float *x, const float *y, int64_t n);
    void (*silu_mul)(float *dst, const float *gate, const float *up, int64_t n);      /* silu(gate) up */
    void (*gelu_tanh_mul)(float *dst, const float *gate, const float *up, int64_t n);

    void (*softmax)(float *dst, const float *x, int64_t n);
    void (*log_softmax)(float *dst, const float *x, int64_t n);
    /* x / sqrt(mean(x^2) + eps) * (weight_add + weight); weight NULL: 1. */
    void (*rms_norm)(float *dst, const float *x, const float *weight, float weight_add, double eps,
                     int64_t n);
    /* (x - mean) / sqrt(variance + eps) * weight + bias; either may be NULL. */
    void (*layer_norm)(float *dst, const float *x, const float *weight, const float *bias, double eps,
                       int64_t n);
    /* Rotates n elements of x (n even) by n / 2 angles given as cos and sin. half: pairs (i, i + n / 2);
     * interleaved: pairs (2 i, 2 i + 1). */
    void (*rope_half)(float *dst, const float *x, const float *cos, const float *sin, int64_t n);
    void (*rope_interleaved)(float *dst, const float *x, const float *cos, const float *sin, int64_t n);

    void (*attention)(const cpu_attention_block *b);

    /* One step of the gated delta rule for one head, state [dk, dv] with `stride` between rows:
     *   state *= decay; r = v - state^T k; state += k (beta r)^T; out = state^T q.   r_scratch: dv floats. */
    void (*delta_step)(float *state, int64_t stride, const float *q, const float *k, const float *v,
                       float decay, float beta, float *out, float *r_scratch, int64_t dk, int64_t dv);
    /* One step of a causal depthwise convolution over time. state [width - 1, channels] holds the
     * inputs before, oldest first, and is moved on; weight [width, channels], oldest first; y = sum
     * (+ bias, which may be NULL). y may be x. */
    void (*conv_step)(float *y, float *state, const float *x, const float *weight, const float *bias,
                      int64_t channels, int64_t width);
} cpu_kernels;

extern const cpu_kernels cpu_kernels_base;
#if defined(__x86_64__)
extern const cpu_kernels cpu_kernels_avx2, cpu_kernels_avx512;
#elif defined(__aarch64__)
extern const cpu_kernels cpu_kernels_neon;
#endif
#endif

/* gemv.c - matrix times a few vectors, bound by the reading of the matrix.
 *
 * gemv: a few rows of W at a time are multiplied with up to four vectors held in registers as partial
 * sums; k is cut into chunks so that the vectors stay in the first-level cache, and the partial sums of
 * a block of rows wait in a small buffer between chunks. gemv_t: four rows of W at a time are added to a block of y.
 * Weights are widened to float in registers. The e4m3fn format is widened without regard to NaN, which is
 * looked for apart, a vector of bytes at a time: a row with a NaN gives NaN.
 * Several short rows are read side by side, each ending before the machine's own prefetching has got under
 * way, so every cache line asks for the one AHEAD bytes on: in its row, or at the start of the row that
 * comes next.
 * SPDX-License-Identifier: MIT */
#include "isa.h"

/* X_BYTES: the chunk of all vectors together, so that it and the rows share a 32 KB cache. T_COLS: columns of
 * y per block. */
enum { ROW_BLOCK = 16, ROWS = 4, GROUP = 4, X_BYTES = 16384, T_ROWS = 4, T_GROUP = 2, T_COLS = 4096, AHEAD = 2048, LINE = 64 };

typedef enum kind { F32, F16, BF16, E4M3, E5M2 } kind;

INLINE int64_t kind_bytes(kind w) { return w == F32 ? 4 : w == F16 || w == BF16 ? 2 : 1; }

INLINE vf load_kind(kind w, const char *p)
{
    switch (w) {
    case F32: return v_load(p);
    case F16: return v_load_f16(p);
    case BF16: return v_load_bf16(p);
    case E4M3: return v_load_e4m3_256th(p);
    case E5M2: return v_load_e5m2(p);
    }
    return (vf){0};
}

/* Widening is a few instructions, so that several rows at a time pay. Elsewhere it outweighs all else. */
INLINE bool cheap_kind(kind w)
{
#if defined(WZ_ISA_AVX512) || defined(WZ_ISA_AVX2) || defined(__aarch64__)
    (void)w;
    return true;
#else
    return w == F32 || w == BF16;
#endif
}

/* Four vectors from p on: stage_kind once, then staged_kind of each. */
INLINE void stage_kind(kind w, const char *p, v_stage *s)
{
    if (w == E4M3) v_stage_e4m3_256th(p, s);
    else if (w == E5M2) v_stage_e5m2(p, s);
}

INLINE vf staged_kind(kind w, const char *p, const v_stage *s, int i)
{
    if (w == E4M3) return v_staged_e4m3_256th(s, i);
    if (w == E5M2) return v_staged_e5m2(s, i);
    return load_kind(w, p + i * VN * kind_bytes(w));
}

/* Asks for the cache lines of `bytes` from offset at on of a row that has `end` and is followed `next` on. */
INLINE void ask(const char *row, int64_t at, int64_t bytes, int64_t end, int64_t next)
{
    int64_t to = at + AHEAD < end ? at + AHEAD : at + AHEAD - end + next;
    UNROLL for (int64_t l = 0; l < bytes; l += LINE) __builtin_prefetch((const void *)((uintptr_t)row + (uintptr_t)(to + l)));
}

INLINE vf load_kind_n(kind w, const char *p, int64_t n)
{
    char part[VN * 4] = {0};
    memcpy(part, p, (size_t)(n * kind_bytes(w)));
    return load_kind(w, part);
}

/* A NaN is 0x7F or 0xFF: with the top bit set, nothing is larger. */
INLINE vu seen_bytes(vu seen, const void *p) { return v_max_u8(seen, *(const vu_any *)p | 0x80808080u); }
INLINE bool saw_nan(vu seen)
{
    uint8_t b[SIMD_BYTES], top = 0;
    memcpy(b, &seen, sizeof b);
    for (int i = 0; i < SIMD_BYTES; i++) top = b[i] > top ? b[i] : top;
    return top == 0xFF;
}

static bool has_e4m3_nan(const uint8_t *p, int64_t n)
{
    vu      seen = {0};
    int64_t i = 0;
    for (; i + SIMD_BYTES <= n; i += SIMD_BYTES) seen = seen_bytes(seen, p + i);
    bool found = saw_nan(seen);
    for (; i < n; i++) found |= (p[i] & 0x7F) == 0x7F;
    return found;
}

/* acc[r][m] += W[row + r][k0 .. k0 + n) * x[m][k0 .. k0 + n) for n_rows x n_m sums in registers, without
 * the last n % VN elements. For e4m3 a NaN among the rows' bytes is noted. The rows after these begin `next`
 * bytes on. */
INLINE void tile(kind w, int n_rows, int n_m, const cpu_gemv *g, int64_t row, int m0, int64_t k0, int64_t n,
                 int64_t next, vf (*acc)[GEMV_MAX_M], bool *nan)
{
    const int64_t bytes = kind_bytes(w);
    const char   *p[ROWS];
    const float  *x[GROUP];
    vf            s[ROWS][GROUP];
    vu            seen[ROWS];
    UNROLL for (int r = 0; r < n_rows; r++) seen[r] = (vu){0};
    UNROLL for (int r = 0; r < n_rows; r++) p[r] = (const char *)g->w + ((row + r) * g->w_stride + k0) * bytes;
    UNROLL for (int m = 0; m < n_m; m++) x[m] = g->x + (m0 + m) * g->x_stride + k0;
    UNROLL for (int r = 0; r < n_rows; r++)
        UNROLL for (int m = 0; m < n_m; m++) s[r][m] = acc[r][m0 + m];
    int64_t i = 0, wide = cheap_kind(w) ? n - n % (4 * VN) : 0;
    for (; i < wide; i += 4 * VN) {
        v_stage stage[ROWS];
        UNROLL for (int r = 0; r < n_rows; r++)
        {
            ask(p[r], i * bytes, 4 * VN * bytes, n * bytes, next);
            stage_kind(w, p[r] + i * bytes, &stage[r]);
            if (w == E4M3) seen[r] = seen_bytes(seen[r], p[r] + i);
        }
        UNROLL for (int v = 0; v < 4; v++)
        {
            vf xs[GROUP];
            UNROLL for (int m = 0; m < n_m; m++) xs[m] = v_load(x[m] + i + v * VN);
            UNROLL for (int r = 0; r < n_rows; r++)
            {
                vf weights = staged_kind(w, p[r] + i * bytes, &stage[r], v);
                UNROLL for (int m = 0; m < n_m; m++) s[r][m] = v_fma(weights, xs[m], s[r][m]);
            }
        }
    }
    for (; i + VN <= n; i += VN) {
        vf xs[GROUP];
        UNROLL for (int m = 0; m < n_m; m++) xs[m] = v_load(x[m] + i);
        UNROLL for (int r = 0; r < n_rows; r++) {
            vf weights = load_kind(w, p[r] + i * bytes);
            UNROLL for (int m = 0; m < n_m; m++) s[r][m] = v_fma(weights, xs[m], s[r][m]);
        }
    }
    UNROLL for (int r = 0; r < n_rows; r++)
        UNROLL for (int m = 0; m < n_m; m++) acc[r][m0 + m] = s[r][m];
    if (w == E4M3)
        for (int r = 0; r < n_rows; r++)
            nan[r] |= saw_nan(seen[r]) || has_e4m3_nan((const uint8_t *)p[r] + wide, n - wide);
}

/* The last n < VN elements of all sums. */
INLINE void tile_tail(kind w, const cpu_gemv *g, int64_t row, int n_rows, int64_t k0, int64_t n,
                      vf (*acc)[GEMV_MAX_M])
{
    for (int r = 0; r < n_rows; r++) {
        const char *p = (const char *)g->w + ((row + r) * g->w_stride + k0) * kind_bytes(w);
        vf          weights = load_kind_n(w, p, n);
        for (int m = 0; m < g->m; m++)
            acc[r][m] = v_fma(weights, v_load_n(g->x + m * g->x_stride + k0, n), acc[r][m]);
    }
}

/* n_rows rows for n_m vectors, n_m a constant after inlining. */
INLINE void tile_of(kind w, int n_rows, int n_m, const cpu_gemv *g, int64_t row, int m0, int64_t k0, int64_t n,
                    int64_t next, vf (*acc)[GEMV_MAX_M], bool *nan)
{
    if (n_m == 1) tile(w, n_rows, 1, g, row, m0, k0, n, next, acc, nan);
    else if (n_m == 2) tile(w, n_rows, 2, g, row, m0, k0, n, next, acc, nan);
    else if (n_m == 3) tile(w, n_rows, 3, g, row, m0, k0, n, next, acc, nan);
    else tile(w, n_rows, 4, g, row, m0, k0, n, next, acc, nan);
}

/* All m of a few rows. Four sums a row with two rows, fewer sums with four rows: at most twelve
 * accumulators, which leaves room for the operands among sixteen registers. After the last vectors of the
 * last rows come those `next` bytes from `row`. */
INLINE void rows_chunk(kind w, const cpu_gemv *g, int64_t row, int n_rows, int64_t k0, int64_t n, int64_t next,
                       vf (*acc)[GEMV_MAX_M], bool *nan)
{
    const int64_t stride = g->w_stride * kind_bytes(w);
    for (int m0 = 0; m0 < g->m; m0 += GROUP) {
        int n_m = g->m - m0 < GROUP ? g->m - m0 : GROUP;
        for (int r = 0; r < n_rows;) {
            int     left = n_rows - r, some = !cheap_kind(w) ? 1 : left >= 4 && n_m < 4 ? 4 : left >= 2 && n_m == 4 ? 2 : 1;
            bool    last = r + some == n_rows;
            int64_t to = !last ? some * stride : m0 + GROUP < g->m ? -r * stride : next - r * stride;
            if (some == 4 && n_m == 1) tile(w, 4, 1, g, row + r, m0, k0, n, to, acc + r, nan + r);
            else if (some == 4 && n_m == 2) tile(w, 4, 2, g, row + r, m0, k0, n, to, acc + r, nan + r);
            else if (some == 4) tile(w, 4, 3, g, row + r, m0, k0, n, to, acc + r, nan + r);
            else if (some == 2) tile(w, 2, 4, g, row + r, m0, k0, n, to, acc + r, nan + r);
            else tile_of(w, 1, n_m, g, row + r, m0, k0, n, to, acc + r, nan + r);
            r += some;
        }
    }
    if (n % VN) tile_tail(w, g, row, n_rows, k0 + n - n % VN, n % VN, acc);
}

INLINE void gemv_rows(kind w, const cpu_gemv *g, int64_t begin, int64_t end)
{
    const int64_t chunk = X_BYTES / 4 / g->m, bytes = kind_bytes(w);
    for (int64_t row = begin; row < end; row += ROW_BLOCK) {
        int  n_rows = end - row < ROW_BLOCK ? (int)(end - row) : ROW_BLOCK;
        vf   acc[ROW_BLOCK][GEMV_MAX_M];
        bool nan[ROW_BLOCK] = {false};
        for (int r = 0; r < n_rows; r++)
            for (int m = 0; m < g->m; m++) acc[r][m] = (vf){0};
        for (int64_t k0 = 0; k0 < g->k; k0 += chunk) {
            int64_t n = g->k - k0 < chunk ? g->k - k0 : chunk;
            for (int r = 0; r < n_rows; r += ROWS) {
                int     some = n_rows - r < ROWS ? n_rows - r : ROWS;
                int64_t next = r + ROWS < n_rows ? ROWS * g->w_stride      /* below in this chunk */
                               : k0 + n < g->k   ? n - r * g->w_stride     /* the block's next chunk */
                                                 : ROWS * g->w_stride - k0; /* the next block */
                rows_chunk(w, g, row + r, some, k0, n, next * bytes, acc + r, nan + r);
            }
        }
        for (int r = 0; r < n_rows; r++)
            for (int m = 0; m < g->m; m++) {
                float sum = w == E4M3 ? v_sum(acc[r][m]) * 256.0f : v_sum(acc[r][m]);
                if (nan[r]) sum = __builtin_nanf("");
                sum *= g->alpha;
                g->y[m * g->y_stride + row + r] = g->bias ? sum + g->bias[row + r] : sum;
            }
    }
}

/* ---- y = W^T x ------------------------------------------------------------------------------------------ */

/* y[m][c0 .. c0 + n) += sum over n_k rows of W from k0 of x[m][k] W[k], for n_m vectors from m0; the bytes that
 * were read go to `seen` for e4m3. */
INLINE void add_rows(kind w, int n_k, int n_m, const cpu_gemv *g, int m0, int64_t k0, int64_t c0, int64_t n, vu *seen)
{
    const int64_t bytes = kind_bytes(w), next = T_ROWS * g->w_stride * bytes;
    const char   *p[T_ROWS];
    float        *y[T_GROUP];
    vf            factor[T_GROUP][T_ROWS];
    vu            bits = *seen;
    UNROLL for (int r = 0; r < n_k; r++) p[r] = (const char *)g->w + ((k0 + r) * g->w_stride + c0) * bytes;
    UNROLL for (int m = 0; m < n_m; m++) {
        y[m] = g->y + (m0 + m) * g->y_stride + c0;
        UNROLL for (int r = 0; r < n_k; r++) factor[m][r] = v_set(g->x[(m0 + m) * g->x_stride + k0 + r]);
    }
    int64_t i = 0;
    for (; cheap_kind(w) && i + 4 * VN <= n; i += 4 * VN) {
        vf s[T_GROUP][4];
        UNROLL for (int m = 0; m < n_m; m++)
            UNROLL for (int v = 0; v < 4; v++) s[m][v] = v_load(y[m] + i + v * VN);
        UNROLL for (int r = 0; r < n_k; r++) {
            v_stage stage;
            ask(p[r], i * bytes, 4 * VN * bytes, n * bytes, next);
            stage_kind(w, p[r] + i * bytes, &stage);
            if (w == E4M3) bits = seen_bytes(bits, p[r] + i);
            UNROLL for (int v = 0; v < 4; v++)
            {
                vf weights = staged_kind(w, p[r] + i * bytes, &stage, v);
                UNROLL for (int m = 0; m < n_m; m++) s[m][v] = v_fma(weights, factor[m][r], s[m][v]);
            }
        }
        UNROLL for (int m = 0; m < n_m; m++)
            UNROLL for (int v = 0; v < 4; v++) v_store(y[m] + i + v * VN, s[m][v]);
    }
    if (w == E4M3)
        for (int r = 0; r < n_k && i < n; r++)
            if (has_e4m3_nan((const uint8_t *)p[r] + i, n - i)) bits |= 0xFFFFFFFFu;
    *seen = bits;
    for (; i < n; i += VN) {
        const int64_t left = n - i;
        vf            weights[T_ROWS];
        UNROLL for (int r = 0; r < n_k; r++)
            weights[r] = left >= VN ? load_kind(w, p[r] + i * bytes) : load_kind_n(w, p[r] + i * bytes, left);
        UNROLL for (int m = 0; m < n_m; m++) {
            vf s = left >= VN ? v_load(y[m] + i) : v_load_n(y[m] + i, left);
            UNROLL for (int r = 0; r < n_k; r++) s = v_fma(weights[r], factor[m][r], s);
            if (left >= VN) v_store(y[m] + i, s);
            else v_store_n(y[m] + i, s, left);
        }
    }
}

/* All m of up to T_ROWS rows. */
INLINE void add_row_group(kind w, const cpu_gemv *g, int64_t k0, int n_k, int64_t c0, int64_t n, vu *seen)
{
    for (int m = 0; m < g->m;) {
        int n_m = g->m - m >= T_GROUP ? T_GROUP : 1;
        if (n_k < T_ROWS)
            for (int r = 0; r < n_k; r++)
                for (int i = 0; i < n_m; i++) add_rows(w, 1, 1, g, m + i, k0 + r, c0, n, seen);
        else if (n_m == T_GROUP) add_rows(w, T_ROWS, T_GROUP, g, m, k0, c0, n, seen);
        else add_rows(w, T_ROWS, 1, g, m, k0, c0, n, seen);
        m += n_m;
    }
}

/* A NaN weight makes its column NaN. */
static void spread_e4m3_nan(const cpu_gemv *g, int64_t c0, int64_t n)
{
    for (int64_t k = 0; k < g->k; k++) {
        const uint8_t *p = (const uint8_t *)g->w + k * g->w_stride + c0;
        if (!has_e4m3_nan(p, n)) continue;
        for (int64_t i = 0; i < n; i++)
            for (int m = 0; (p[i] & 0x7F) == 0x7F && m < g->m; m++)
                g->y[m * g->y_stride + c0 + i] = __builtin_nanf("");
    }
}

INLINE void gemv_columns(kind w, const cpu_gemv *g, int64_t begin, int64_t end)
{
    const float   unit = w == E4M3 ? 256.0f : 1.0f;
    const int64_t block = T_COLS;
    for (int64_t c0 = begin; c0 < end; c0 += block) {
        int64_t n = end - c0 < block ? end - c0 : block;
        vu      seen = {0};
        for (int m = 0; m < g->m; m++)
            for (int64_t i = 0; i < n; i++) g->y[m * g->y_stride + c0 + i] = 0;
        for (int64_t k0 = 0; k0 < g->k; k0 += T_ROWS) {
            int n_k = g->k - k0 < T_ROWS ? (int)(g->k - k0) : T_ROWS;
            add_row_group(w, g, k0, n_k, c0, n, &seen);
        }
        if (w == E4M3 && saw_nan(seen)) spread_e4m3_nan(g, c0, n);
        for (int m = 0; m < g->m; m++)
            for (int64_t i = 0; i < n; i++) {
                float *y = &g->y[m * g->y_stride + c0 + i];
                float  scaled = *y * unit * g->alpha;
                *y = g->bias ? scaled + g->bias[c0 + i] : scaled;
            }
    }
}

#define BOTH(name, w)                                                                              \
    void FN(gemv_##name)(const cpu_gemv *g, int64_t begin, int64_t end) { gemv_rows(w, g, begin, end); } \
    void FN(gemv_t_##name)(const cpu_gemv *g, int64_t begin, int64_t end) { gemv_columns(w, g, begin, end); }
BOTH(f32, F32)
BOTH(f16, F16)
BOTH(bf16, BF16)
BOTH(e4m3, E4M3)
BOTH(e5m2, E5M2)

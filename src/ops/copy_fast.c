/* copy_fast.c - copies with the dims put in the order of the destination's memory.
 *
 * Size-1 dims go, the rest are sorted by the destination's strides and joined where both sides allow it.
 * What is left is copied in rows (memcpy, vector conversions or a typed loop), or in square tiles when the
 * source is dense along another dim than the destination, so that neither side leaves its cache lines
 * half used.
 * SPDX-License-Identifier: MIT */
#include "../cpu/cpu_kernels.h"
#include "../cpu/detect.h"
#include "move.h"
#include <string.h>

enum { TILE = 32, CHUNK = 1024, SHORT = 16 };

typedef struct copy_plan {
    int     ndim, tiled;   /* tiled: the dim the source is dense along, or -1 */
    int64_t size[WZ_MAX_DIMS], dst[WZ_MAX_DIMS], src[WZ_MAX_DIMS]; /* strides in elements */
} copy_plan;

/* ---- the plan -------------------------------------------------------------------------------- */

static copy_plan plan_copy(const wz_tensor *dst, const wz_tensor *src)
{
    copy_plan p = {.tiled = -1};
    int lead = dst->ndim - src->ndim;
    for (int d = 0; d < dst->ndim; d++) {
        if (dst->size[d] == 1) continue;
        int64_t step = d < lead || src->size[d - lead] == 1 ? 0 : src->stride[d - lead];
        int k = p.ndim++;
        for (; k > 0 && p.dst[k - 1] < dst->stride[d]; k--) { /* largest stride first */
            p.size[k] = p.size[k - 1];
            p.dst[k] = p.dst[k - 1];
            p.src[k] = p.src[k - 1];
        }
        p.size[k] = dst->size[d];
        p.dst[k] = dst->stride[d];
        p.src[k] = step;
    }
    int n = 0; /* joined dims so far */
    for (int d = 0; d < p.ndim; d++) {
        bool joins = n > 0 && p.dst[n - 1] == p.size[d] * p.dst[d] && p.src[n - 1] == p.size[d] * p.src[d];
        if (joins) {
            p.size[n - 1] *= p.size[d];
        } else {
            p.size[n] = p.size[d];
            n++;
        }
        p.dst[n - 1] = p.dst[d];
        p.src[n - 1] = p.src[d];
    }
    p.ndim = n;
    if (n == 0) p.ndim = 1, p.size[0] = 1;
    int last = p.ndim - 1;
    for (int d = 0; d < last; d++) /* a dim that is much denser in the source than the last one */
        if (p.src[d] > 0 && p.src[last] >= 4 * p.src[d] && p.size[d] >= 4 && p.size[last] >= 4 &&
            (p.tiled < 0 || p.src[d] < p.src[p.tiled]))
            p.tiled = d;
    return p;
}

static host_view plan_view(const host_view *v, const copy_plan *p, const int64_t *stride, int without)
{
    host_view r = *v;
    r.ndim = 0;
    for (int d = 0; d < p->ndim - 1; d++) {
        if (d == without) continue;
        r.size[r.ndim] = p->size[d];
        r.stride[r.ndim++] = stride[d];
    }
    return r;
}

/* ---- rows that change the dtype -------------------------------------------------------------- */

typedef void (*convert_row)(void *dst, int64_t dst_step, const void *src, int64_t src_step, int64_t n);

/* As load_i64 does it: truncated, held inside int64, NaN is 0. */
static inline int64_t whole_of(double v)
{
    if (!(v >= -0x1p63)) return v == v ? INT64_MIN : 0;
    return v < 0x1p63 ? (int64_t)v : INT64_MAX;
}

#define ROW(to, from, name, expression)                                                            \
    static void name(void *dst, int64_t dst_step, const void *src, int64_t src_step, int64_t n)    \
    {                                                                                              \
        to *d = dst;                                                                               \
        const from *s = src;                                                                       \
        if (dst_step == 1 && src_step == 1) {                                                      \
            for (int64_t i = 0; i < n; i++) {                                                      \
                from v = s[i];                                                                     \
                d[i] = (to)(expression);                                                           \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            from v = s[i * src_step];                                                              \
            d[i * dst_step] = (to)(expression);                                                    \
        }                                                                                          \
    }

/* from an integer type to all; from a float type to all */
#define ROWS_FROM_INTEGER(S, from)                                                                 \
    ROW(uint8_t, from, S##_to_bool, v != 0)                                                        \
    ROW(uint8_t, from, S##_to_u8, v)                                                               \
    ROW(uint16_t, from, S##_to_u16, v)                                                             \
    ROW(uint32_t, from, S##_to_u32, v)                                                             \
    ROW(uint64_t, from, S##_to_u64, v)                                                             \
    ROW(float, from, S##_to_f32, v)                                                                \
    ROW(double, from, S##_to_f64, v)
#define ROWS_FROM_FLOAT(S, from)                                                                   \
    ROW(uint8_t, from, S##_to_bool, v != 0)                                                        \
    ROW(uint8_t, from, S##_to_u8, whole_of((double)v))                                             \
    ROW(uint16_t, from, S##_to_u16, whole_of((double)v))                                           \
    ROW(uint32_t, from, S##_to_u32, whole_of((double)v))                                           \
    ROW(uint64_t, from, S##_to_i64, whole_of((double)v))

ROWS_FROM_INTEGER(u8, uint8_t)
ROWS_FROM_INTEGER(u16, uint16_t)
ROWS_FROM_INTEGER(u32, uint32_t)
ROWS_FROM_INTEGER(u64, uint64_t)
ROWS_FROM_INTEGER(i8, int8_t)
ROWS_FROM_INTEGER(i16, int16_t)
ROWS_FROM_INTEGER(i32, int32_t)
ROWS_FROM_INTEGER(i64, int64_t)
ROWS_FROM_FLOAT(f32, float)
ROWS_FROM_FLOAT(f64, double)
ROW(float, double, f64_to_f32, v)
ROW(double, float, f32_to_f64, v)

/* Signed and unsigned of one width have the same bits modulo 2^n. */
#define INTEGER_COLUMNS(S)                                                                         \
    [WZ_DTYPE_BOOL] = S##_to_bool, [WZ_DTYPE_U8] = S##_to_u8, [WZ_DTYPE_I8] = S##_to_u8,           \
    [WZ_DTYPE_U16] = S##_to_u16, [WZ_DTYPE_I16] = S##_to_u16, [WZ_DTYPE_U32] = S##_to_u32,         \
    [WZ_DTYPE_I32] = S##_to_u32
#define FROM_INTEGER(S)                                                                            \
    {INTEGER_COLUMNS(S), [WZ_DTYPE_U64] = S##_to_u64, [WZ_DTYPE_I64] = S##_to_u64,                 \
     [WZ_DTYPE_F32] = S##_to_f32, [WZ_DTYPE_F64] = S##_to_f64}

static const convert_row typed_rows[WZ_DTYPE_COUNT][WZ_DTYPE_COUNT] = {
    [WZ_DTYPE_BOOL] = FROM_INTEGER(u8), [WZ_DTYPE_U8] = FROM_INTEGER(u8), [WZ_DTYPE_U16] = FROM_INTEGER(u16),
    [WZ_DTYPE_U32] = FROM_INTEGER(u32), [WZ_DTYPE_U64] = FROM_INTEGER(u64), [WZ_DTYPE_I8] = FROM_INTEGER(i8),
    [WZ_DTYPE_I16] = FROM_INTEGER(i16), [WZ_DTYPE_I32] = FROM_INTEGER(i32), [WZ_DTYPE_I64] = FROM_INTEGER(i64),
    [WZ_DTYPE_F32] = {INTEGER_COLUMNS(f32), [WZ_DTYPE_I64] = f32_to_i64, [WZ_DTYPE_F64] = f32_to_f64},
    [WZ_DTYPE_F64] = {INTEGER_COLUMNS(f64), [WZ_DTYPE_I64] = f64_to_i64, [WZ_DTYPE_F32] = f64_to_f32},
};

static bool is_small_float(wz_dtype d)
{
    return d == WZ_DTYPE_F16 || d == WZ_DTYPE_BF16 || d == WZ_DTYPE_F8_E4M3FN || d == WZ_DTYPE_F8_E5M2;
}

static bool goes_by_float(wz_dtype to, wz_dtype from)
{
    const cpu_kernels *k = cpu_kernels_now();
    if (!is_small_float(from) && !is_small_float(to)) return false;
    if (!(is_small_float(to) || to == WZ_DTYPE_F32 || to == WZ_DTYPE_F64)) return false;
    return k && k->to_f32[from] && k->from_f32[to];
}

/* Adjacent elements by way of float, where that rounds as convert_element does; false where not. */
static bool convert_by_float(wz_dtype to, void *dst, wz_dtype from, const void *src, int64_t n)
{
    const cpu_kernels *k = cpu_kernels_now();
    if (!goes_by_float(to, from)) return false;
    if (to == WZ_DTYPE_F32) {
        k->to_f32[from](dst, src, n);
        return true;
    }
    if (from == WZ_DTYPE_F32) {
        k->from_f32[to](dst, src, n);
        return true;
    }
    float buffer[CHUNK];
    size_t to_bytes = wz_dtype_bytes(to), from_bytes = wz_dtype_bytes(from);
    for (int64_t i = 0; i < n; i += CHUNK) {
        int64_t some = n - i < CHUNK ? n - i : CHUNK;
        k->to_f32[from](buffer, (const char *)src + (size_t)i * from_bytes, some);
        k->from_f32[to]((char *)dst + (size_t)i * to_bytes, buffer, some);
    }
    return true;
}

static void convert_any(wz_dtype to, void *dst, int64_t dst_step, wz_dtype from, const void *src, int64_t src_step,
                        int64_t n)
{
    convert_row row = typed_rows[from][to];
    if (row) {
        row(dst, dst_step, src, src_step, n);
        return;
    }
    if (dst_step == 1 && src_step == 1 && convert_by_float(to, dst, from, src, n)) return;
    if (n >= 16 && (dst_step != 1 || src_step != 1) && goes_by_float(to, from)) {
        _Alignas(16) char packed_from[CHUNK * 16], packed_to[CHUNK * 16];
        int to_bytes = (int)wz_dtype_bytes(to), from_bytes = (int)wz_dtype_bytes(from);
        for (int64_t i = 0; i < n; i += CHUNK) {
            int64_t some = n - i < CHUNK ? n - i : CHUNK;
            copy_strided(packed_from, 1, (const char *)src + i * src_step * from_bytes, src_step, from_bytes, some);
            (void)convert_by_float(to, packed_to, from, packed_from, some);
            copy_strided((char *)dst + i * dst_step * to_bytes, dst_step, packed_to, 1, to_bytes, some);
        }
        return;
    }
    char *d = dst;
    const char *s = src;
    dst_step *= (int64_t)wz_dtype_bytes(to);
    src_step *= (int64_t)wz_dtype_bytes(from);
    for (int64_t i = 0; i < n; i++, d += dst_step, s += src_step) convert_element(to, d, from, s);
}

/* ---- kernels --------------------------------------------------------------------------------- */

#define SHORT_ROWS(type)                                                                           \
    for (int64_t i = 0; i < rows; i++) {                                                           \
        type *to = (type *)dst + i * dst_row;                                                      \
        const type *from = (const type *)src + i * src_row;                                        \
        for (int64_t j = 0; j < n; j++) to[j * dst_step] = from[j * src_step];                     \
    }

static void copy_short_rows(void *dst, int64_t dst_row, int64_t dst_step, const void *src, int64_t src_row, int64_t src_step,
                            int64_t rows, int64_t n, int bytes)
{
    FOR_BYTES(bytes, SHORT_ROWS)
}

/* views: src, dst */
static void rows_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *src = &launch_views(l)[0], *dst = &launch_views(l)[1];
    const copy_plan *p = launch_args(l);
    int last = p->ndim - 1;
    int64_t n = p->size[last], begin, end;
    part_range(dst->numel, part, n_parts, &begin, &end);
    if (begin >= end) return;
    host_view s = plan_view(src, p, p->src, -1), d = plan_view(dst, p, p->dst, -1);
    nd_iter it;
    nd_begin(&it, last, p->size, 2, (const host_view *[]){&s, &d}, begin / n);
    for (int64_t from = begin % n; begin < end; from = 0, nd_next(&it)) {
        int64_t some = n - from < end - begin ? n - from : end - begin;
        void *to = at(dst, it.offset[1] + from * p->dst[last]);
        const void *what = at(src, it.offset[0] + from * p->src[last]);
        if (last > 0 && n < SHORT && from == 0 && src->dtype == dst->dtype) {
            /* as many whole short rows as follow along the dim before */
            int64_t rows = p->size[last - 1] - it.index[last - 1], whole = (end - begin) / n;
            if (rows > whole) rows = whole;
            if (rows > 1) {
                copy_short_rows(to, p->dst[last - 1], p->dst[last], what, p->src[last - 1], p->src[last], rows, n, dst->bytes);
                begin += rows * n;
                it.index[last - 1] += rows - 1; /* and nd_next goes on from the last of them */
                for (int v = 0; v < 2; v++) it.offset[v] += (rows - 1) * it.stride[v][last - 1];
                continue;
            }
        }
        if (src->dtype == dst->dtype)
            copy_strided(to, p->dst[last], what, p->src[last], dst->bytes, some);
        else
            convert_any((wz_dtype)dst->dtype, to, p->dst[last], (wz_dtype)src->dtype, what, p->src[last], some);
        begin += some;
    }
}

/* By way of a buffer: lines of the source are read whole, lines of the destination written whole, however
 * their strides fall on cache sets (both are often powers of two). The odd row length does the same for
 * the buffer. */
#define TILE_LOOP(type)                                                                            \
    {                                                                                              \
        type buffer[TILE * (TILE + 1)];                                                            \
        for (int64_t j = 0; j < cols; j++) {                                                       \
            const type *from = (const type *)(const void *)src + j * src_col;                      \
            type *in = buffer + j * (TILE + 1);                                                    \
            if (src_row == 1)                                                                      \
                memcpy(in, from, (size_t)rows * sizeof *in);                                       \
            else                                                                                   \
                for (int64_t i = 0; i < rows; i++) in[i] = from[i * src_row];                      \
        }                                                                                          \
        for (int64_t i = 0; i < rows; i++) {                                                       \
            type *to = (type *)(void *)dst + i * dst_row;                                          \
            const type *in = buffer + i;                                                           \
            if (dst_col == 1 && cols == TILE)                                                      \
                for (int j = 0; j < TILE; j++) to[j] = in[j * (TILE + 1)];                         \
            else                                                                                   \
                for (int64_t j = 0; j < cols; j++) to[j * dst_col] = in[j * (TILE + 1)];           \
        }                                                                                          \
    }

static void copy_tile(char *dst, int64_t dst_row, int64_t dst_col, const char *src, int64_t src_row, int64_t src_col,
                      int64_t rows, int64_t cols, int bytes)
{
    switch (bytes) {
    case 1: TILE_LOOP(uint8_t) break;
    case 2: TILE_LOOP(uint16_t) break;
    case 4: TILE_LOOP(uint32_t) break;
    case 8: TILE_LOOP(uint64_t) break;
    default: TILE_LOOP(bytes16) break;
    }
}

static void tiles_kernel(const wz_launch *l, int part, int n_parts)
{
    const host_view *src = &launch_views(l)[0], *dst = &launch_views(l)[1];
    const copy_plan *p = launch_args(l);
    int last = p->ndim - 1, k = p->tiled;
    int64_t rows = p->size[k], cols = p->size[last], bands = (rows + TILE - 1) / TILE;
    int64_t outer = dst->numel / rows / cols, begin, end;
    part_range(outer * bands, part, n_parts, &begin, &end);
    if (begin >= end) return;
    host_view s = plan_view(src, p, p->src, k), d = plan_view(dst, p, p->dst, k);
    nd_iter it;
    nd_begin(&it, d.ndim, d.size, 2, (const host_view *[]){&s, &d}, begin / bands);
    for (int64_t band = begin % bands; begin < end; begin++) {
        int64_t i = band * TILE, some = rows - i < TILE ? rows - i : TILE;
        for (int64_t j = 0; j < cols; j += TILE)
            copy_tile(at(dst, it.offset[1] + i * p->dst[k] + j * p->dst[last]), p->dst[k], p->dst[last],
                      at(src, it.offset[0] + i * p->src[k] + j * p->src[last]), p->src[k], p->src[last], some,
                      cols - j < TILE ? cols - j : TILE, dst->bytes);
        if (++band == bands) {
            band = 0;
            nd_next(&it);
        }
    }
}

static wz_status copy_planned(wz_call *c, wz_tensor *dst, wz_tensor *src)
{
    copy_plan p = plan_copy(dst, src);
    bool same = src->dtype == dst->dtype;
    wz_tensor *t[2] = {src, dst};
    return launch_host(c, same && p.tiled >= 0 ? tiles_kernel : rows_kernel, 2, t, 2, tensor_numel(dst), 0, &p, sizeof p);
}

static wz_status cpu_copy_(wz_call *c) { return copy_planned(c, c->in[0], c->in[1]); }
static wz_status cpu_clone(wz_call *c) { return copy_planned(c, c->out[0], c->in[0]); }

const kernel_row copy_fast_rows[] = {
    {WZ_OP_copy_, ON_SIMD, DT_ALL, NULL, cpu_copy_},
    {WZ_OP_clone, ON_SIMD, DT_ALL, NULL, cpu_clone},
    {.run = NULL},
};

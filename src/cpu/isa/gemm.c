/* gemm.c - the two inner parts of a matrix product: packing and the tile held in registers.
 *
 * A tile is MR rows times NV vectors of C. Its operands come packed: for each k, MR elements of A and the
 * NV vectors of B lie next to each other, so the loop reads two streams and nothing else. Sizes are chosen
 * so that accumulators, one column of B and a broadcast element of A fill the register file. Packing
 * converts smaller formats to float on the way. Panels not a multiple of the vector are packed by
 * overlapping stores, so a packed buffer needs one vector of slack behind it.
 * SPDX-License-Identifier: MIT */
#include "isa.h"

#if defined(WZ_ISA_AVX512) /* 32 registers */
enum { MR = 14, NV = 2, MR64 = 8, NV64 = 3 };
#elif defined(WZ_ISA_AVX2) /* 16 registers */
enum { MR = 6, NV = 2, MR64 = 4, NV64 = 3 };
#elif defined(__aarch64__) /* 32 registers */
enum { MR = 8, NV = 3, MR64 = 8, NV64 = 3 };
#else /* 16 registers, and a product needs one before it is added */
enum { MR = 4, NV = 2, MR64 = 4, NV64 = 2 };
#endif
enum { NR = NV * VN, NR64 = NV64 * VDN, PANEL_MAX = 32 /* elements of the widest panel, in whole vectors */ };
_Static_assert((int)MR <= (int)VN || MR % VN == 0, "panels overlap forward only");
_Static_assert((int)MR64 <= (int)VDN || MR64 % VDN == 0, "panels overlap forward only");

/* ---- tiles ---------------------------------------------------------------------------------------- */

#define TILE(name, type, vec, lanes, rows, vectors, load, store, set, fma)                         \
    static void name(int64_t k, const void *a, const void *b, void *c, int64_t c_stride, bool add) \
    {                                                                                              \
        const type *pa = a, *pb = b;                                                               \
        type       *pc = c;                                                                        \
        vec         acc[rows][vectors];                                                            \
        UNROLL for (int i = 0; i < (rows); i++)                                                    \
            UNROLL for (int j = 0; j < (vectors); j++) acc[i][j] = (vec){0};                       \
        for (int64_t p = 0; p < k; p++) {                                                          \
            vec bs[vectors];                                                                       \
            UNROLL for (int j = 0; j < (vectors); j++) bs[j] = load(pb + j * (lanes));             \
            UNROLL for (int i = 0; i < (rows); i++) {                                              \
                vec as = set(pa[i]);                                                               \
                UNROLL for (int j = 0; j < (vectors); j++) acc[i][j] = fma(as, bs[j], acc[i][j]);  \
            }                                                                                      \
            pa += (rows);                                                                          \
            pb += (vectors) * (lanes);                                                             \
        }                                                                                          \
        UNROLL for (int i = 0; i < (rows); i++)                                                    \
            UNROLL for (int j = 0; j < (vectors); j++) {                                           \
                type *at = pc + i * c_stride + j * (lanes);                                        \
                store(at, add ? load(at) + acc[i][j] : acc[i][j]);                                 \
            }                                                                                      \
    }
TILE(tile_f32, float, vf, VN, MR, NV, v_load, v_store, v_set, v_fma)
TILE(tile_f64, double, vd, VDN, MR64, NV64, vd_load, vd_store, vd_set, vd_fma)

/* ---- packing -------------------------------------------------------------------------------------------- */

/* The lower and upper halves of a and b, interleaved. log2(lanes) rounds of it transpose a square. */
#define ZIP2(a, b, h) __builtin_shufflevector(a, b, (h), 2 + (h))
#define ZIP4(a, b, h) __builtin_shufflevector(a, b, 2 * (h), 4 + 2 * (h), 1 + 2 * (h), 5 + 2 * (h))
#define ZIP8(a, b, h)                                                                              \
    __builtin_shufflevector(a, b, 4 * (h), 8 + 4 * (h), 1 + 4 * (h), 9 + 4 * (h), 2 + 4 * (h), 10 + 4 * (h), \
                            3 + 4 * (h), 11 + 4 * (h))
#define ZIP16(a, b, h)                                                                             \
    __builtin_shufflevector(a, b, 8 * (h), 16 + 8 * (h), 1 + 8 * (h), 17 + 8 * (h), 2 + 8 * (h), 18 + 8 * (h), \
                            3 + 8 * (h), 19 + 8 * (h), 4 + 8 * (h), 20 + 8 * (h), 5 + 8 * (h), 21 + 8 * (h), \
                            6 + 8 * (h), 22 + 8 * (h), 7 + 8 * (h), 23 + 8 * (h))
#if SIMD_BYTES == 64
#define ZIPF ZIP16
#define ZIPD ZIP8
#elif SIMD_BYTES == 32
#define ZIPF ZIP8
#define ZIPD ZIP4
#else
#define ZIPF ZIP4
#define ZIPD ZIP2
#endif

#define TRANSPOSE(name, vec, lanes, zip)                                                           \
    INLINE void name(vec t[lanes])                                                                 \
    {                                                                                              \
        UNROLL for (int step = 1; step < (lanes); step *= 2) {                                     \
            vec u[lanes];                                                                          \
            UNROLL for (int i = 0; i < (lanes) / 2; i++) {                                         \
                u[2 * i] = zip(t[i], t[i + (lanes) / 2], 0);                                       \
                u[2 * i + 1] = zip(t[i], t[i + (lanes) / 2], 1);                                   \
            }                                                                                      \
            UNROLL for (int i = 0; i < (lanes); i++) t[i] = u[i];                                  \
        }                                                                                          \
    }
TRANSPOSE(transpose_f32, vf, VN, ZIPF)
TRANSPOSE(transpose_f64, vd, VDN, ZIPD)

INLINE vf load_f32(const void *p) { return v_load(p); }
INLINE vd load_f64(const void *p) { return vd_load(p); }

/* Three cases for one panel of `panel` rows, of which `have` exist: rows adjacent in memory (row 1), k
 * adjacent (col 1; squares are transposed in registers), and neither. Edges go through a buffer of raw
 * elements, which is zero where there is nothing. */
#define PACK(name, type, vec, lanes, bytes, load, store, transpose)                                \
    static void name##_edge(type *d, const char *s, int64_t row, int64_t col, int64_t have,        \
                            int64_t k, int panel)                                                  \
    {                                                                                              \
        for (int64_t p = 0; p < k; p++, d += panel) {                                              \
            char raw[PANEL_MAX * (bytes)] = {0};                                                         \
            for (int64_t i = 0; i < have; i++)                                                     \
                memcpy(raw + i * (bytes), s + (i * row + p * col) * (bytes), bytes);               \
            for (int i = 0; i < panel; i += (lanes)) store(d + i, load(raw + i * (bytes)));        \
        }                                                                                          \
    }                                                                                              \
    static void name(void *dst, const void *src, int64_t row, int64_t col, int64_t rows, int64_t k, int panel) \
    {                                                                                              \
        type      *d = dst;                                                                        \
        const int  wide = (panel + (lanes) - 1) / (lanes) * (lanes);                               \
        for (int64_t i0 = 0; i0 < rows; i0 += panel, d += panel * k) {                             \
            const char *s = (const char *)src + i0 * row * (bytes);                                \
            int64_t     have = rows - i0 < panel ? rows - i0 : panel, p = 0;                       \
            if (row == 1 && rows - i0 >= wide)                                                     \
                for (; p < k; p++)                                                                 \
                    for (int i = 0; i < panel; i += (lanes))                                       \
                        store(d + p * panel + i, load(s + (p * col + i) * (bytes)));               \
            else if (col == 1 && row != 1)                                                         \
                for (; p + (lanes) <= k; p += (lanes))                                             \
                    for (int i = 0; i < panel; i += (lanes)) {                                     \
                        vec t[lanes];                                                              \
                        UNROLL for (int r = 0; r < (lanes); r++)                                   \
                            t[r] = i + r < have ? load(s + ((i + r) * row + p) * (bytes)) : (vec){0}; \
                        transpose(t);                                                              \
                        UNROLL for (int r = 0; r < (lanes); r++) store(d + (p + r) * panel + i, t[r]); \
                    }                                                                              \
            name##_edge(d + p * panel, s + p * col * (bytes), row, col, have, k - p, panel);       \
        }                                                                                          \
    }
PACK(pack_f32, float, vf, VN, 4, load_f32, v_store, transpose_f32)
PACK(pack_f16, float, vf, VN, 2, v_load_f16, v_store, transpose_f32)
PACK(pack_bf16, float, vf, VN, 2, v_load_bf16, v_store, transpose_f32)
PACK(pack_e4m3, float, vf, VN, 1, v_load_e4m3, v_store, transpose_f32)
PACK(pack_e5m2, float, vf, VN, 1, v_load_e5m2, v_store, transpose_f32)
PACK(pack_f64, double, vd, VDN, 8, load_f64, vd_store, transpose_f64)

/* Blocks: KC x NR of B stays in a 32 KB first-level cache, MC x KC of A in 300 KB, KC x NC of B in a megabyte of the
 * shared cache. Measured on Zen 3, one thread, 2048 x 2048 x 2048, against OpenBLAS 0.3.30 on the same machine:
 * mc 144 nc 512 0.85, mc 288 nc 512 0.88, mc 144 nc 2048 0.90, these 0.96; float64 at 1024: 0.86, 0.70, 0.88, 0.91. */
const cpu_gemm FN(gemm_f32) = {
    .mr = MR, .nr = NR, .mc = 288 / MR * MR, .kc = SIMD_BYTES == 64 ? 192 : 256, .nc = 1024 / NR * NR, .tile = tile_f32,
    .pack = {[WZ_DTYPE_F32] = pack_f32, [WZ_DTYPE_F16] = pack_f16, [WZ_DTYPE_BF16] = pack_bf16,
             [WZ_DTYPE_F8_E4M3FN] = pack_e4m3, [WZ_DTYPE_F8_E5M2] = pack_e5m2},
};
const cpu_gemm FN(gemm_f64) = {
    .mr = MR64, .nr = NR64, .mc = 144 / MR64 * MR64, .kc = SIMD_BYTES == 64 ? 192 : 256, .nc = 528 / NR64 * NR64, .tile = tile_f64,
    .pack = {[WZ_DTYPE_F64] = pack_f64},
};

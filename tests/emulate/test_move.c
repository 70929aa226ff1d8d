/* test_move.c - fill, copy, transpose, cast: every width, every pair of dtypes.
 * SPDX-License-Identifier: MIT */
#include "kernel_test.h"

static const wz_dtype width_dtype[] = {WZ_DTYPE_U8, WZ_DTYPE_U16, WZ_DTYPE_U32, WZ_DTYPE_U64, WZ_DTYPE_C128};

static uint32_t groups_for(int64_t n, int64_t each) { return (uint32_t)((n + each - 1) / each); }

static void fill(void)
{
    for (int w = 0; w < 5; w++) {
        int bytes = 1 << w;
        static const int64_t sizes[] = {1, 7, 16, 1000, 4099};
        for (int s = 0; s < N_OF(sizes); s++) {
            fill_args a = {.n = sizes[s]};
            unsigned char pattern[16];
            for (int i = 0; i < 16; i++) pattern[i] = (unsigned char)(i % bytes * 17 + 3);
            memcpy(a.value, pattern, 16);
            operand o = out_exact(width_dtype[w], sizes[s]);
            for (int64_t i = 0; i < sizes[s]; i++) memcpy((char *)o.exact + i * bytes, pattern, (size_t)bytes);
            int64_t vectors = (sizes[s] * bytes + 15) / 16;
            check_launch(name_of("fill_flat_%d", bytes), groups_for(vectors, 512), &o, 1, &a, sizeof a);
            free_operands(&o, 1);
        }
        /* Every other column of a matrix: the rest must stay. */
        for (int wide = 0; wide < 2; wide++) {
            int64_t size[] = {13, 11}, stride[] = {23, 2};
            nd_args a = nd_of(2, size, 1, (const int64_t *const[]){stride});
            a.value[0] = 0x1122334455667788u;
            a.value[1] = 0x99aabbccddeeff00u;
            operand o = out_exact(width_dtype[w], 13 * 23);
            memset(o.exact, 0xff, (size_t)(13 * 23 * bytes));
            for (int r = 0; r < 13; r++)
                for (int c = 0; c < 11; c++) memcpy((char *)o.exact + (r * 23 + c * 2) * bytes, a.value, (size_t)bytes);
            check_launch(name_of("fill_nd_%d%s", bytes, wide ? "_w" : ""), groups_for(a.n, 1024), &o, 1, &a, sizeof a);
            free_operands(&o, 1);
        }
    }
}

static void copy(void)
{
    for (int w = 0; w < 5; w++) {
        int bytes = 1 << w;
        for (int wide = 0; wide < 2; wide++) {
            /* out[i, j, k] = in[k, i, j], with a broadcast dimension in front */
            int64_t size[] = {2, 5, 37, 9}, to[] = {5 * 37 * 9, 37 * 9, 9, 1}, from[] = {0, 37, 1, 5 * 37};
            nd_args a = nd_of(4, size, 2, (const int64_t *const[]){to, from});
            operand o[2] = {out_exact(width_dtype[w], a.n), in_random(width_dtype[w], 5 * 37 * 9, 0, 200)};
            for (int64_t i = 0; i < a.n; i++) {
                int64_t k = i % 9, j = i / 9 % 37, h = i / (9 * 37) % 5;
                memcpy((char *)o[0].exact + i * bytes, (char *)o[1].p + (k * 5 * 37 + h * 37 + j) * bytes, (size_t)bytes);
            }
            check_launch(name_of("copy_nd_%d%s", bytes, wide ? "_w" : ""), groups_for(a.n, 1024), o, 2, &a, sizeof a);
            free_operands(o, 2);
        }
        static const uint32_t shape[][2] = {{32, 32}, {1, 70}, {45, 1}, {33, 65}};
        for (int s = 0; s < N_OF(shape); s++) {
            uint32_t rows = shape[s][0], cols = shape[s][1], across = (cols + 31) / 32, tiles = across * ((rows + 31) / 32);
            int64_t  n = (int64_t)rows * cols;
            transpose_args a = {n, n, rows, cols, across, tiles};
            operand o[2] = {out_exact(width_dtype[w], 2 * n), in_random(width_dtype[w], 2 * n, 0, 200)};
            for (int64_t i = 0; i < 2 * n; i++) {
                int64_t b = i / n, r = i % n / cols, c = i % cols;
                memcpy((char *)o[0].exact + i * bytes, (char *)o[1].p + (b * n + c * rows + r) * bytes, (size_t)bytes);
            }
            check_launch(name_of("transpose_%d", bytes), 2 * tiles, o, 2, &a, sizeof a);
            free_operands(o, 2);
        }
    }
}

/* Values that matter to some pair: limits, ties, not-a-numbers. */
static const double special[] = {0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, 127, 128, -128, -129, 255, 256, 65504, 65520, 1e5, -1e5, 448, 464,
    480, 57344, 61440, 3e9, -3e9, 2147483647, 4294967296.0, 9.3e18, -9.3e18, 1.9e19, 1e38, 1e39, 1e-3, 6e-8, 3e-8, 1.0 / 3, 0.0009765625,
    0.00146484375, INFINITY, -INFINITY, NAN};

static void cast(void)
{
    for (wz_dtype to = WZ_DTYPE_BOOL; to < WZ_DTYPE_COUNT; to++) {
        for (wz_dtype from = WZ_DTYPE_BOOL; from < WZ_DTYPE_COUNT; from++) {
            for (int wide = 0; wide < (from == WZ_DTYPE_F32 ? 2 : 1); wide++) {
                int64_t size[] = {9, 130}, packed[] = {130, 1}, strided[] = {1, 9};
                cast_args a = {.nd = nd_of(2, size, 2, (const int64_t *const[]){packed, strided}), .dtype = (k_i32)from};
                operand o[2] = {out_exact(to, a.nd.n), in_random(from, a.nd.n, -300, 300)};
                char *in = o[1].p;
                for (int i = 0; i < N_OF(special); i++) store_f64(from, in + (size_t)i * dtype_bytes(from), special[i]);
                for (int64_t i = 0; i < a.nd.n; i++) {
                    int64_t r = i / 130, c = i % 130;
                    convert_element(to, (char *)o[0].exact + (size_t)i * dtype_bytes(to), from,
                                    in + (size_t)(c * 9 + r) * dtype_bytes(from));
                }
                check_launch(name_of("cast_nd_%s%s", dtype_suffix(to), wide ? "_w" : ""), groups_for(a.nd.n, 1024), o, 2, &a,
                             sizeof a);
                free_operands(o, 2);
            }
        }
    }
}

void test_move(void)
{
    seed_random(1);
    fill();
    copy();
    cast();
}

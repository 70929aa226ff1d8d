/* test_rows.c - softmax and norms over rows.
 * SPDX-License-Identifier: MIT */
#include "kernel_test.h"

DTYPES(floats, WZ_DTYPE_F16, WZ_DTYPE_BF16, WZ_DTYPE_F32, WZ_DTYPE_F64);

/* Half a unit in the last place of the dtype, relative. */
static double unit(wz_dtype d)
{
    return d == WZ_DTYPE_F16 ? 0x1p-11 : d == WZ_DTYPE_BF16 ? 0x1p-8 : d == WZ_DTYPE_F32 ? 0x1p-22 : 0x1p-48;
}

static void softmax_reference(operand *out, const operand *x, int64_t row, int64_t cols, int log_form)
{
    double m = -INFINITY, s = 0;
    for (int64_t c = 0; c < cols; c++) {
        double v = get(x, row * cols + c);
        m = v > m || v != v ? v : m;
    }
    for (int64_t c = 0; c < cols; c++) s += exp(get(x, row * cols + c) - m);
    for (int64_t c = 0; c < cols; c++) {
        double v = get(x, row * cols + c) - m;
        want(out, row * cols + c, log_form ? v - log(s) : exp(v) / s);
    }
}

static operand softmax_input(wz_dtype d, int64_t rows, int64_t cols)
{
    operand x = in_random(d, rows * cols, -6, 6);
    char   *p = x.p;
    size_t  b = dtype_bytes(d);
    if (rows > 1) { /* one row with some -inf, one with nothing else, one with NaN, one with +inf */
        for (int64_t c = 0; c + 1 < cols; c += 2) store_f64(d, p + (size_t)c * b, -INFINITY);
        for (int64_t c = 0; c < cols; c++) store_f64(d, p + (size_t)(cols + c) * b, -INFINITY);
        store_f64(d, p + (size_t)(2 * cols + cols / 2) * b, NAN);
        store_f64(d, p + (size_t)(3 * cols + cols - 1) * b, INFINITY);
    }
    return x;
}

static void softmax(void)
{
    static const uint32_t columns[] = {1, 5, 32, 33, 129, 1536, 2051};
    for (int i = 0; i < N_OF(floats); i++) {
        wz_dtype d = floats[i];
        double   tol = unit(d);
        for (int form = 0; form < 2; form++) {
            for (int s = 0; s < N_OF(columns); s++) {
                uint32_t cols = columns[s], rows = 9;
                uint32_t vec = cols * dtype_bytes(d) % 16 == 0;
                operand o[2] = {softmax_input(d, rows, cols), out_close(d, (int64_t)rows * cols, form ? 40 * tol : tol / 64, 4 * tol)};
                for (uint32_t r = 0; r < rows; r++) softmax_reference(&o[1], &o[0], r, cols, form);
                softmax_args a = {.rows = rows, .cols = cols, .vec = vec};
                check_launch(name_of("softmax_row_%s_%d", dtype_suffix(d), form), rows, o, 2, &a, sizeof a);
                check_launch(name_of("softmax_warp_%s_%d", dtype_suffix(d), form), (rows + 7) / 8, o, 2, &a, sizeof a);
                free_operands(o, 2);
            }
            /* Split rows: two launches. */
            for (int s = 0; s < 2; s++) {
                uint32_t cols = s ? 3000 : 4096, rows = 4, chunk = 1024, parts = (cols + chunk - 1) / chunk;
                wz_dtype acc = d == WZ_DTYPE_F64 ? d : WZ_DTYPE_F32;
                operand x = softmax_input(d, rows, cols), out = out_close(d, (int64_t)rows * cols, form ? 40 * tol : tol / 64, 4 * tol);
                operand part = scratch(acc, rows * parts * 2);
                for (uint32_t r = 0; r < rows; r++) softmax_reference(&out, &x, r, cols, form);
                softmax_args a = {.rows = rows, .cols = cols, .vec = cols * dtype_bytes(d) % 16 == 0, .chunk = chunk, .n_parts = parts};
                bool ok = true;
                for (int turn = 0; turn < TURNS && ok; turn++) {
                    operand first[2] = {x, part}, second[3] = {x, part, out};
                    reset_outputs(&part, 1);
                    reset_outputs(&out, 1);
                    const char *name = name_of("softmax_part_%s_%d", dtype_suffix(d), form);
                    ok = step_launch(name, rows * parts, first, 2, &a, sizeof a, turn);
                    name = name_of("softmax_apply_%s_%d", dtype_suffix(d), form);
                    ok = ok && step_launch(name, rows * parts, second, 3, &a, sizeof a, turn) && compare_operand(name, &out, 2, turn);
                }
                n_passed += ok;
                operand all[3] = {x, part, out};
                free_operands(all, 3);
            }
        }
    }
}

static void norms(void)
{
    static const uint32_t columns[] = {1, 8, 31, 256, 1000};
    for (int i = 0; i < N_OF(floats); i++) {
        wz_dtype d = floats[i], acc = d == WZ_DTYPE_F64 ? d : WZ_DTYPE_F32;
        double   tol = unit(d);
        for (int mixed = 0; mixed < (dtype_bytes(d) == 2 ? 2 : 1); mixed++) {
            wz_dtype u = mixed ? WZ_DTYPE_F32 : d;
            for (int has = 0; has < 4; has++) {
                for (int s = 0; s < N_OF(columns); s++) {
                    uint32_t cols = columns[s], rows = 11;
                    int64_t  n = (int64_t)rows * cols;
                    double   eps = 1e-5;
                    norm_args a = {rows, cols, cols * dtype_bytes(d) % 16 == 0, has & 1 && s == 0 ? 1 : 0, (float)eps, (float)(eps - (double)(float)eps)};
                    operand x = in_random(d, n, -2, 3), w = has & 1 ? in_random(u, cols, -1, 2) : in_none();
                    operand b = has & 2 ? in_random(u, cols, -1, 1) : in_none();
                    operand rms = out_close(d, n, 8 * tol, 3 * tol), layer = out_close(d, n, 16 * tol, 3 * tol);
                    double  unit_acc = acc == WZ_DTYPE_F64 ? 1e-14 : 1e-5;
                    operand stats = out_close(acc, rows * 2, unit_acc, unit_acc);
                    for (uint32_t r = 0; r < rows; r++) {
                        double ss = 0, mean = 0, var = 0;
                        for (uint32_t c = 0; c < cols; c++) {
                            double v = get(&x, (int64_t)r * cols + c);
                            ss += v * v;
                            mean += v / cols;
                        }
                        for (uint32_t c = 0; c < cols; c++) {
                            double v = get(&x, (int64_t)r * cols + c) - mean;
                            var += v * v / cols;
                        }
                        want(&stats, r * 2, mean);
                        want(&stats, r * 2 + 1, 1 / sqrt(var + eps));
                        for (uint32_t c = 0; c < cols; c++) {
                            double v = get(&x, (int64_t)r * cols + c), g = has & 1 ? get(&w, c) + (double)a.weight_offset : 1;
                            double shift = has & 2 ? get(&b, c) : 0;
                            want(&rms, (int64_t)r * cols + c, v / sqrt(ss / cols + eps) * g + shift);
                            want(&layer, (int64_t)r * cols + c, (v - mean) / sqrt(var + eps) * g + shift);
                        }
                    }
                    const char *ends = name_of("%s_%s_%d_%d", dtype_suffix(d), dtype_suffix(u), has & 1, has >> 1);
                    char suffix[64], name[100];
                    snprintf(suffix, sizeof suffix, "%s", ends);
                    if (!(has & 2)) {
                        operand o[3] = {x, w, rms};
                        snprintf(name, sizeof name, "rms_norm_%s", suffix);
                        check_launch(name, rows, o, 3, &a, sizeof a);
                        snprintf(name, sizeof name, "rms_norm_warp_%s", suffix);
                        check_launch(name, (rows + 7) / 8, o, 3, &a, sizeof a);
                    }
                    operand l[5] = {x, w, b, layer, stats};
                    snprintf(name, sizeof name, "layer_norm_%s", suffix);
                    check_launch(name, rows, l, 5, &a, sizeof a);
                    free_operands(l, 5);
                    free_operands(&rms, 1);
                }
            }
        }
    }
}

void test_rows(void)
{
    seed_random(2);
    softmax();
    norms();
}

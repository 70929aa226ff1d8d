/* test_views.c - views, creation and rearranging from C: shapes, values and messages.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include <wootz/ops.h>

static bool has_shape(const wz_tensor *t, int n, const int64_t *size)
{
    return t && wz_tensor_ndim(t) == n && memcmp(wz_tensor_sizes(t), size, sizeof *size * (size_t)n) == 0;
}
#define SHAPE(t, ...)                                                                              \
    has_shape(t, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (int64_t[]){__VA_ARGS__})

static bool has_values(wz_tensor *t, int n, const double *v)
{
    float f[64];
    if (!t || wz_tensor_numel(t) != n) return false;
    t = wz_clone(t);
    if (wz_tensor_dtype(t) == WZ_DTYPE_I64) {
        int64_t i[64];
        if (wz_tensor_read(t, i, sizeof *i * (size_t)n) != WZ_OK) return false;
        for (int k = 0; k < n; k++)
            if ((double)i[k] != v[k]) return false;
        return true;
    }
    if (wz_tensor_read(t, f, sizeof *f * (size_t)n) != WZ_OK) return false;
    for (int k = 0; k < n; k++)
        if (f[k] != (float)v[k]) return false;
    return true;
}
#define VALUES(t, ...)                                                                             \
    has_values(t, (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)), (double[]){__VA_ARGS__})

#define ERROR(t, text) CHECK_MSG(!(t) && strstr(wz_error(), text), "no error with \"%s\" but \"%s\"", text, wz_error())

static wz_tensor *count(int64_t rows, int64_t cols)
{
    wz_tensor *t = wz_arange_end(wz_num((double)(rows * cols)), WZ_DTYPE_F32, NULL);
    return wz_view(t, (int64_t[]){rows, cols}, 2);
}

static void test_shapes(void)
{
    wz_tensor *x = count(2, 3);
    wz_tensor *xt = wz_transpose(x, 0, 1);
    CHECK(SHAPE(wz_view(x, (int64_t[]){3, -1}, 2), 3, 2));
    CHECK(VALUES(wz_reshape(xt, (int64_t[]){-1}, 1), 0, 3, 1, 4, 2, 5));
    CHECK(wz_tensor_same_storage(x, wz_flatten(x, 0, -1)));
    ERROR(wz_view(xt, (int64_t[]){6}, 1), "Use .reshape(...) instead.");
    ERROR(wz_view(x, (int64_t[]){2, 2}, 2), "shape '[2, 2]' is invalid for input of size 6");
    ERROR(wz_view(x, (int64_t[]){-1, -1}, 2), "only one dimension can be inferred");
    ERROR(wz_reshape(x, (int64_t[]){1, 1, 1, 1, 1, 1, 1, 2, 3}, 9), "at most 8 dimensions");
    CHECK(VALUES(wz_select(x, 0, -1), 3, 4, 5));
    ERROR(wz_select(x, 1, 7), "index 7 is out of bounds for dimension 1 with size 3");
    ERROR(wz_narrow(x, 1, 2, 2), "start (2) + length (2) exceeds dimension size (3).");
    int64_t start = -2;
    CHECK(VALUES(wz_slice(x, 1, &start, NULL, 1), 1, 2, 4, 5));
    CHECK(VALUES(wz_expand(wz_narrow(x, 1, 1, 1), (int64_t[]){2, 2, -1}, 3), 1, 4, 1, 4));
    CHECK(SHAPE(wz_expand(wz_narrow(x, 1, 1, 1), (int64_t[]){4, 2, 5}, 3), 4, 2, 5));
    CHECK(VALUES(wz_diagonal(x, 1, 0, 1), 1, 5));
    CHECK(SHAPE(wz_unfold(x, 1, 2, 1), 2, 2, 2));
    CHECK(SHAPE(wz_view_dtype(x, WZ_DTYPE_U8), 2, 12));
    ERROR(wz_view_dtype(xt, WZ_DTYPE_U8), "stride(-1) must be 1");
}

static void test_make(void)
{
    wz_device *cpu = wz_device_cpu();
    CHECK(VALUES(wz_arange(wz_int(5), wz_int(0), wz_int(-2), WZ_DTYPE_NONE, cpu), 5, 3, 1));
    CHECK(wz_tensor_size(wz_arange(wz_int(0), wz_int(1), wz_num(0.1), WZ_DTYPE_NONE, cpu), 0) == 10);
    CHECK(VALUES(wz_linspace(wz_int(0), wz_int(1), 5, WZ_DTYPE_NONE, cpu), 0, 0.25, 0.5, 0.75, 1));
    CHECK(VALUES(wz_logspace(wz_int(0), wz_int(3), 4, 10.0, WZ_DTYPE_I64, cpu), 1, 10, 100, 1000));
    CHECK(VALUES(wz_eye(2, NULL, WZ_DTYPE_NONE, cpu), 1, 0, 0, 1));
    ERROR(wz_full((int64_t[]){1}, 1, wz_int(300), WZ_DTYPE_U8, cpu), "without overflow");
    ERROR(wz_arange(wz_int(0), wz_int(5), wz_int(0), WZ_DTYPE_NONE, cpu), "step must be nonzero");
    ERROR(wz_zeros((int64_t[]){INT64_MAX, 4}, 2, WZ_DTYPE_NONE, cpu), "");
}

static void test_arrange(void)
{
    wz_tensor *x = count(2, 2);
    CHECK(VALUES(wz_cat((wz_tensor *[]){x, x}, 2, 1), 0, 1, 0, 1, 2, 3, 2, 3));
    ERROR(wz_cat(NULL, 0, 0), "expected a non-empty list of Tensors");
    ERROR(wz_cat((wz_tensor *[]){x, count(3, 3)}, 2, 0), "Expected size 2 but got size 3 for tensor number 1");
    CHECK(VALUES(wz_flip(x, (int64_t[]){0, 1}, 2), 3, 2, 1, 0));
    CHECK(VALUES(wz_roll(x, (int64_t[]){1}, 1, NULL, 0), 3, 0, 1, 2));
    CHECK(VALUES(wz_repeat(x, (int64_t[]){1, 2}, 2), 0, 1, 0, 1, 2, 3, 2, 3));
    CHECK(VALUES(wz_pad(x, (int64_t[]){1, 1}, 2, "reflect", NULL), 1, 0, 1, 0, 3, 2, 3, 2));
    ERROR(wz_pad(x, (int64_t[]){2, 0}, 2, "reflect", NULL), "Padding size should be less than");
    ERROR(wz_pad(x, (int64_t[]){-2, -1}, 2, "constant", NULL), "negative output size");
    CHECK(VALUES(wz_tril(x, 0), 0, 0, 2, 3));
}

int main(void)
{
    wz_scope_begin();
    test_shapes();
    test_make();
    test_arrange();
    wz_scope_end();
    CHECK(wz_live_tensors() == 0);
    return unit_report();
}

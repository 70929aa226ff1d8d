/* test_program.c - programs of kernel instances: flat, with their macros in front, and named by their values.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/mem.h"
#include "device/program.h"
#include "kernels/args.h"
#include <string.h>

static void symbols(void)
{
    char name[KERNEL_SYMBOL_MAX];
    wz_kernel_key key = {.file = "norm", .name = "rms_norm", .dtype = {WZ_DTYPE_BF16, WZ_DTYPE_F32}, .constant = {1, 0}, .n_constants = 2};
    CHECK(kernel_symbol(&key, name) == WZ_OK && strcmp(name, "rms_norm_bf16_f32_1_0") == 0);
    key = (wz_kernel_key){.file = "copy", .name = "copy_nd", .constant = {16}, .n_constants = 1, .wide = true};
    CHECK(kernel_symbol(&key, name) == WZ_OK && strcmp(name, "copy_nd_16_w") == 0);
    key = (wz_kernel_key){.file = "x", .name = "y", .dtype = {WZ_DTYPE_F8_E4M3FN}, .op = "silu"};
    CHECK(kernel_symbol(&key, name) == WZ_OK && strcmp(name, "y_f8_e4m3fn_silu") == 0);
    char longer[400];
    memset(longer, 'n', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    key.name = longer;
    CHECK(kernel_symbol(&key, name) == WZ_INVALID);
    key.name = "y";
    key.op = longer;
    CHECK(kernel_symbol(&key, name) == WZ_INVALID);
}

static void sources(void)
{
    wz_kernel_key key = {.file = "softmax", .name = "softmax_row", .dtype = {WZ_DTYPE_F16}, .constant = {1}, .n_constants = 1};
    for (kernel_target target = KERNEL_CUDA; target <= KERNEL_METAL; target++) {
        char *text = NULL;
        CHECK(kernel_source(target, &key, &text) == WZ_OK && text != NULL);
        if (!text) return;
        CHECK(strncmp(text, "#define K_T f16\n", 16) == 0);
        CHECK(strstr(text, "#define K_C0 1\n") && strstr(text, "#define K_SUFFIX _f16_1\n"));
        CHECK(strstr(text, "#include \"") == NULL);
        CHECK((strstr(text, "metal_stdlib") != NULL) == (target == KERNEL_METAL));
        CHECK(strstr(text, "K_KERNEL(softmax_row, 512") != NULL);
        /* args.h comes once. */
        char *first = strstr(text, "typedef struct nd_args");
        CHECK(first != NULL && strstr(first + 1, "typedef struct nd_args") == NULL);
        CHECK(strstr(text, "/*") == NULL && strstr(text, "  ") == NULL);
        mem_free(text);
    }
    char *text = (char *)1;
    key.file = "no_such_file";
    CHECK(kernel_source(KERNEL_CUDA, &key, &text) == WZ_INVALID && text == NULL);
    /* Every allocation in turn fails without a leak. */
    key.file = "softmax";
    int64_t before = mem_live_count();
    for (int i = 1; i < 100; i++) {
        mem_fail_after(i);
        wz_status rc = kernel_source(KERNEL_CUDA, &key, &text);
        mem_fail_after(0);
        if (rc == WZ_OK) {
            CHECK(i > 1);
            mem_free(text);
            break;
        }
        CHECK(rc == WZ_NOMEM && text == NULL);
    }
    CHECK(mem_live_count() == before);
}

/* The kernels' numbers of dtypes are the library's. */
static void numbered(int kernel, wz_dtype library) { CHECK_MSG(kernel == (int)library, "dtype %d is %d", (int)library, kernel); }

static void numbers(void)
{
#define SAME(name) numbered(K_DTYPE_##name, WZ_DTYPE_##name)
    SAME(BOOL), SAME(U8), SAME(U16), SAME(U32), SAME(U64), SAME(I8), SAME(I16), SAME(I32), SAME(I64);
    SAME(F16), SAME(BF16), SAME(F32), SAME(F64), SAME(F8_E4M3FN), SAME(F8_E5M2), SAME(C64), SAME(C128);
    CHECK(sizeof(cast_args) <= 3072 && sizeof(nd_args) % 8 == 0);
}

int main(void)
{
    symbols();
    sources();
    numbers();
    return unit_report();
}

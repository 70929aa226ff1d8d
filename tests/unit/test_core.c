/* test_core.c - tensors, scopes, errors, streams and the call path on the CPU.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/core.h"
#include "core/convert.h"
#include <wootz/ops.h>
#include <wootz/wootz.h>

static void test_scopes(void)
{
    int64_t size[] = {2, 3};
    CHECK(wz_tensor_new(WZ_DTYPE_F32, 2, size, NULL) == NULL);
    CHECK(strstr(wz_error(), "no scope") != NULL);
    int64_t before = wz_live_tensors();
    CHECK(wz_scope_begin() == WZ_OK);
    wz_tensor *a = wz_tensor_new(WZ_DTYPE_F32, 2, size, NULL);
    wz_tensor *b = wz_keep(wz_tensor_new(WZ_DTYPE_F32, 2, size, NULL));
    CHECK(a && b && wz_live_tensors() == before + 2);
    wz_scope_end();
    CHECK(wz_live_tensors() == before + 1);
    wz_free(&b);
    CHECK(b == NULL && wz_live_tensors() == before);
}

static void test_copy_and_fill(void)
{
    wz_scope_begin();
    int64_t    size[] = {2, 3}, one[] = {3};
    float      data[] = {1.5f, 2.5f, -3.5f};
    int32_t    got[6];
    wz_tensor *x = wz_tensor_new(WZ_DTYPE_I32, 2, size, NULL);
    wz_tensor *y = wz_tensor_from(WZ_DTYPE_F32, 1, one, data, NULL);
    CHECK(wz_copy_(x, y, false) == x);
    CHECK(wz_tensor_read(x, got, sizeof got) == WZ_OK);
    CHECK(got[0] == 1 && got[1] == 2 && got[2] == -3 && got[3] == 1 && got[5] == -3);
    CHECK(wz_fill_(x, wz_int(7)) == x && wz_tensor_read(x, got, sizeof got) == WZ_OK && got[4] == 7);
    wz_tensor *expanded = wz_tensor_as_strided(x, 2, size, (int64_t[]){0, 1}, 0);
    CHECK(expanded && wz_fill_(expanded, wz_int(1)) == NULL);
    CHECK(strstr(wz_error(), "more than one element") != NULL);
    CHECK(wz_copy_(NULL, y, false) == NULL);
    wz_scope_end();
}

static void test_streams(void)
{
    wz_scope_begin();
    wz_stream *s = NULL;
    CHECK(wz_stream_new(wz_device_cpu(), 0, &s) == WZ_OK);
    wz_stream *before = wz_stream_current(wz_device_cpu());
    wz_stream_set_current(s);
    int64_t    size[] = {1 << 16};
    wz_tensor *x = wz_tensor_new(WZ_DTYPE_F32, 1, size, NULL);
    for (int i = 0; i <= 50; i++) CHECK(wz_fill_(x, wz_int(i)) == x);
    wz_stream_set_current(before);
    wz_ticket t;
    CHECK(wz_stream_record(s, &t) == WZ_OK && wz_ticket_wait(t) == WZ_OK && wz_ticket_done(t));
    float *p = wz_tensor_data(x);
    CHECK(p && p[0] == 50.0f && p[(1 << 16) - 1] == 50.0f);
    wz_stream_free(&s);
    wz_scope_end();
}

static void test_overlap(void)
{
    wz_scope_begin();
    int64_t    size[] = {4, 6}, half[] = {4, 3}, col[] = {4, 1}, stride[] = {6, 2}, step[] = {6, 1};
    wz_tensor *x = wz_tensor_new(WZ_DTYPE_F32, 2, size, NULL);
    wz_tensor *even = wz_tensor_as_strided(x, 2, half, stride, 0), *odd = wz_tensor_as_strided(x, 2, half, stride, 1);
    wz_tensor *left = wz_tensor_as_strided(x, 2, half, step, 0), *right = wz_tensor_as_strided(x, 2, half, step, 3);
    wz_tensor *first = wz_tensor_as_strided(x, 2, col, step, 0);
    CHECK(tensor_overlap(even, odd) == OVERLAP_NONE);
    CHECK(tensor_overlap(left, right) == OVERLAP_NONE);
    CHECK(tensor_overlap(first, right) == OVERLAP_NONE);
    CHECK(tensor_overlap(first, left) == OVERLAP_PARTIAL);
    CHECK(tensor_overlap(even, left) == OVERLAP_PARTIAL);
    CHECK(tensor_overlap(left, left) == OVERLAP_FULL);
    CHECK(wz_copy_(left, even, false) == NULL && wz_copy_(even, odd, false) == even);
    wz_scope_end();
}

static void test_promotion(void)
{
    CHECK(wz_dtype_promote(WZ_DTYPE_U8, WZ_DTYPE_I8) == WZ_DTYPE_I16);
    CHECK(wz_dtype_promote(WZ_DTYPE_F16, WZ_DTYPE_BF16) == WZ_DTYPE_F32);
    CHECK(wz_dtype_promote(WZ_DTYPE_I64, WZ_DTYPE_F16) == WZ_DTYPE_F16);
    CHECK(wz_dtype_promote(WZ_DTYPE_F64, WZ_DTYPE_C64) == WZ_DTYPE_C128);
    CHECK(wz_dtype_promote(WZ_DTYPE_U64, WZ_DTYPE_I8) == WZ_DTYPE_NONE);
    CHECK(f8_e4m3fn_encode(464.0f) == 0x7E && f8_e4m3fn_encode(1e9f) == 0x7E);
    CHECK(f8_e4m3fn_encode(-INFINITY) == 0xFE && f8_e4m3fn_encode(NAN) == 0x7F);
    for (int i = 0; i < 256; i++) {
        if ((i & 0x7F) != 0x7F) CHECK(f8_e4m3fn_encode(f8_e4m3fn_decode((uint8_t)i)) == i);
        if ((i & 0x7F) <= 0x7C) CHECK(f8_e5m2_encode(f8_e5m2_decode((uint8_t)i)) == i);
    }
}

int main(void)
{
    test_scopes();
    test_copy_and_fill();
    test_streams();
    test_overlap();
    test_promotion();
    return unit_report();
}

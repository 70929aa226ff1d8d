/* test_alloc.c - the caching allocator: random traces against a model, streams, limits, trimming, and every
 * allocation of a typical piece of work made to fail in turn.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/alloc.h"
#include "core/core.h"
#include <wootz/ops.h>

static unsigned seed = 7;
static unsigned rnd(unsigned n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

/* Live tensors never share bytes, keep their contents, and the counters add up. */
static void test_trace(void)
{
    enum { SLOTS = 40 };
    wz_device      *dev = wz_device_cpu();
    wz_tensor      *slot[SLOTS] = {NULL};
    wz_memory_stats start, stats;
    wz_memory_get_stats(dev, &start);
    for (int step = 0; step < 4000; step++) {
        int i = (int)rnd(SLOTS);
        if (slot[i]) {
            unsigned char *p = wz_tensor_data(slot[i]);
            int64_t        n = wz_tensor_numel(slot[i]);
            CHECK(n == 0 || (p[0] == i && p[n - 1] == i && p[n / 2] == i));
            wz_free(&slot[i]);
            continue;
        }
        int64_t n = rnd(10) == 0 ? (int64_t)rnd(6 << 20) : (int64_t)rnd(3000);
        wz_scope_begin();
        slot[i] = wz_keep(wz_tensor_new(WZ_DTYPE_U8, 1, &n, dev));
        wz_scope_end();
        CHECK(slot[i] != NULL);
        if (slot[i] && n) memset(wz_tensor_data(slot[i]), i, (size_t)n);
    }
    uint64_t at_least = 0;
    for (int i = 0; i < SLOTS; i++) at_least += slot[i] ? (uint64_t)wz_tensor_numel(slot[i]) : 0;
    wz_memory_get_stats(dev, &stats);
    CHECK(stats.in_use - start.in_use >= at_least);
    for (int i = 0; i < SLOTS; i++) wz_free(&slot[i]);
    wz_memory_get_stats(dev, &stats);
    CHECK(stats.in_use == start.in_use && stats.peak >= at_least && stats.cached > 0);
    CHECK(wz_memory_trim(dev) == WZ_OK);
    wz_memory_get_stats(dev, &stats);
    CHECK(stats.in_use == start.in_use && stats.cached < (32 << 20));
}

/* Many distinct sizes in turn leave memory flat. */
static void test_flat(void)
{
    wz_device      *dev = wz_device_cpu();
    wz_memory_stats stats;
    uint64_t        first = 0, last = 0;
    for (int round = 0; round < 4; round++) {
        for (int64_t n = 100000; n < 900000; n += 2531) {
            wz_scope_begin();
            CHECK(wz_tensor_new(WZ_DTYPE_F32, 1, &n, dev) != NULL);
            wz_scope_end();
        }
        wz_memory_get_stats(dev, &stats);
        last = stats.in_use + stats.cached;
        if (round == 0) first = last;
    }
    CHECK(last == first);
}

/* Memory that other streams use is not handed out before they are done with it. */
static void test_record_stream(void)
{
    wz_device *dev = wz_device_cpu();
    wz_stream *a = NULL, *b = NULL;
    int64_t    n = 1 << 18;
    CHECK(wz_stream_new(dev, 0, &a) == WZ_OK && wz_stream_new(dev, 0, &b) == WZ_OK);
    for (int round = 0; round < 30; round++) {
        wz_scope_begin();
        wz_tensor *x = wz_keep(wz_fill_(wz_tensor_new(WZ_DTYPE_F32, 1, &n, dev), wz_int(round)));
        wz_stream_set_current(a);
        wz_tensor *ya = wz_tensor_new(WZ_DTYPE_F32, 1, &n, dev);
        for (int k = 0; k < 3; k++) wz_copy_(ya, x, false);
        CHECK(wz_tensor_record_stream(x, a) == WZ_OK);
        wz_stream_set_current(b);
        wz_tensor *yb = wz_tensor_new(WZ_DTYPE_F32, 1, &n, dev);
        wz_copy_(yb, x, false);
        CHECK(wz_tensor_record_stream(x, b) == WZ_OK);
        wz_stream_set_current(wz_stream_default(dev));
        wz_free(&x);
        for (int k = 0; k < 4; k++) CHECK(wz_fill_(wz_tensor_new(WZ_DTYPE_F32, 1, &n, dev), wz_int(-9)) != NULL);
        float *pa = wz_tensor_data(ya), *pb = wz_tensor_data(yb);
        CHECK(pa[0] == (float)round && pa[n - 1] == (float)round && pb[0] == (float)round && pb[n - 1] == (float)round);
        wz_scope_end();
    }
    wz_stream_free(&a);
    wz_stream_free(&b);
}

static void test_limit(void)
{
    wz_device      *dev = wz_device_cpu();
    wz_memory_stats stats;
    wz_memory_trim(dev);
    wz_memory_get_stats(dev, &stats);
    CHECK(wz_memory_set_limit(dev, stats.in_use + stats.cached + (64 << 20)) == WZ_OK);
    int64_t n = 100 << 20, small = 1000;
    wz_scope_begin();
    CHECK(wz_tensor_new(WZ_DTYPE_U8, 1, &n, dev) == NULL);
    CHECK(strstr(wz_error(), "out of memory") && strstr(wz_error(), "limit"));
    CHECK(wz_tensor_new(WZ_DTYPE_U8, 1, &small, dev) != NULL); /* everything is usable afterwards */
    n = 40 << 20;
    CHECK(wz_tensor_new(WZ_DTYPE_U8, 1, &n, dev) != NULL);
    wz_scope_end();
    CHECK(wz_memory_set_limit(dev, 0) == WZ_OK);
    n = INT64_MAX / 2;
    wz_scope_begin();
    CHECK(wz_tensor_new(WZ_DTYPE_F64, 1, &n, dev) == NULL);
    CHECK(wz_tensor_new(WZ_DTYPE_U8, 2, (int64_t[]){INT64_MAX, 2}, dev) == NULL);
    CHECK(wz_tensor_new(WZ_DTYPE_U8, 2, (int64_t[]){INT64_MAX, 0}, dev) != NULL);
    CHECK(wz_tensor_new(WZ_DTYPE_U8, 1, (int64_t[]){-1}, dev) == NULL);
    wz_scope_end();
}

/* A piece of ordinary work; true when all of it succeeded. */
static bool work(void)
{
    int64_t size[] = {3, 5}, big[] = {300000};
    bool    good = wz_scope_begin() == WZ_OK;
    if (!good) return false;
    wz_tensor *x = wz_tensor_new(WZ_DTYPE_F32, 2, size, NULL);
    wz_tensor *y = wz_clone(wz_fill_(x, wz_num(1.5)));
    wz_tensor *z = wz_copy_(wz_tensor_new(WZ_DTYPE_F16, 1, big, NULL), wz_tensor_number(wz_int(3)), false);
    struct DLManagedTensor *m = NULL;
    good = y && z && wz_tensor_to_dlpack(y, &m) == WZ_OK;
    if (m) { /* the consumer's part: back in, which takes ownership on success only */
        if (!wz_tensor_from_dlpack(m)) {
            void (**deleter)(struct DLManagedTensor *) = (void (**)(struct DLManagedTensor *))(void *)((char *)m + 56);
            (*deleter)(m);
            good = false;
        }
    }
    wz_stream *s = NULL;
    good = good && wz_stream_new(wz_device_cpu(), 0, &s) == WZ_OK;
    if (s) {
        wz_stream_set_current(s);
        good = wz_fill_(x, wz_int(2)) != NULL && good;
        wz_stream_set_current(wz_stream_default(wz_device_cpu()));
        good = wz_stream_sync(s) == WZ_OK && good;
    }
    wz_scope_end();
    wz_stream_free(&s);
    return good;
}

static void test_failed_allocations(void)
{
    CHECK(work());
    wz_memory_stats start, stats;
    int64_t         tensors = wz_live_tensors();
    int             tried = 0;
    wz_memory_get_stats(wz_device_cpu(), &start);
    for (int64_t k = 1; k < 1000; k++, tried++) {
        uint64_t before = mem_alloc_count();
        mem_fail_after(k);
        bool good = work();
        mem_fail_after(0);
        bool reached = mem_alloc_count() - before >= (uint64_t)k;
        if (!reached) break;
        CHECK(good || wz_error()[0] != '\0');
        CHECK(wz_live_tensors() == tensors);
        wz_memory_get_stats(wz_device_cpu(), &stats);
        CHECK(stats.in_use == start.in_use);
    }
    CHECK(tried > 10);
    CHECK(work());
}

/* Small chunks are kept apart when freed; they must serve the next request, and trimming must find them. */
static void test_small(void)
{
    wz_device      *dev = wz_device_cpu();
    wz_memory_stats before, after;
    CHECK(wz_memory_trim(dev) == WZ_OK);
    wz_memory_get_stats(dev, &before);
    for (int round = 0; round < 3; round++) {
        CHECK(wz_scope_begin() == WZ_OK);
        for (int64_t n = 1; n < 1500; n += 3) {
            int64_t    size[] = {n};
            wz_tensor *t = wz_tensor_new(WZ_DTYPE_F32, 1, size, NULL);
            CHECK(t != NULL);
            if (t) memset(wz_tensor_data(t), 1, (size_t)n * 4);
        }
        wz_scope_end();
        wz_memory_get_stats(dev, &after);
        CHECK(after.in_use == before.in_use);
        CHECK(after.n_block <= before.n_block + 2);
    }
    CHECK(wz_memory_trim(dev) == WZ_OK);
    wz_memory_get_stats(dev, &after);
    CHECK(after.cached == before.cached && after.n_block == before.n_block);
}

int main(void)
{
    test_small();
    test_trace();
    test_flat();
    test_record_stream();
    test_limit();
    test_failed_allocations();
    return unit_report();
}

/* storage.c - counted pieces of device memory, and who may still be using them.
 * SPDX-License-Identifier: MIT */
#include "alloc.h"

static wz_storage *storage_record(wz_device *dev)
{
    wz_storage *st = mem_alloc(sizeof *st);
    if (!st) return NULL;
    atomic_init(&st->refs, 1);
    atomic_flag_clear(&st->lock);
    st->dev = dev;
    st->owner = wz_stream_current(dev);
    return st;
}

wz_status storage_new(wz_device *dev, size_t bytes, wz_storage **out)
{
    *out = NULL;
    wz_storage *st = storage_record(dev);
    if (!st) return WZ_NOMEM;
    st->bytes = bytes;
    wz_status status = alloc_chunk(dev->alloc, bytes, st->owner, &st->chunk, &st->block, &st->offset);
    if (status != WZ_OK) {
        mem_free(st);
        return status;
    }
    *out = st;
    return WZ_OK;
}

wz_status storage_wrap(wz_device *dev, void *host, size_t bytes, void (*release)(void *context),
                       void *context, wz_storage **out)
{
    *out = NULL;
    if (!dev->backend->block_wrap)
        return fail(WZ_UNSUPPORTED, "%s cannot use memory of the host in place", dev->name);
    wz_storage *st = storage_record(dev);
    if (!st) return WZ_NOMEM;
    st->bytes = bytes;
    wz_status status = dev->backend->block_wrap(dev, host, bytes, &st->block);
    if (status != WZ_OK) {
        mem_free(st);
        return status;
    }
    st->release = release;
    st->context = context;
    *out = st;
    return WZ_OK;
}

void storage_ref(wz_storage *st) { atomic_fetch_add_explicit(&st->refs, 1, memory_order_relaxed); }

wz_status storage_wait(wz_storage *st)
{
    wz_status status = wz_stream_sync(st->owner);
    for (int i = 0; i < st->n_users; i++) {
        wz_status other = wz_stream_sync(st->user[i]);
        if (status == WZ_OK) status = other;
    }
    return status;
}

void storage_unref(wz_storage *st)
{
    if (!st) return;
    bool sole = atomic_load_explicit(&st->refs, memory_order_acquire) == 1; /* then nobody can add to it */
    if (!sole && atomic_fetch_sub_explicit(&st->refs, 1, memory_order_acq_rel) != 1) return;
    if (st->chunk) {
        alloc_release(st->dev->alloc, st->chunk, st->n_users, st->user);
    } else { /* the lender may reuse the memory as soon as release returns */
        (void)storage_wait(st);
        if (st->release) st->release(st->context);
    }
    mem_free(st);
}

void storage_used_by(wz_storage *st, wz_stream *s)
{
    if (s == st->owner) return;
    while (atomic_flag_test_and_set_explicit(&st->lock, memory_order_acquire)) {}
    int i = 0;
    while (i < st->n_users && st->user[i] != s) i++;
    if (i == STORAGE_MAX_USERS) { /* rare: settle the oldest user now and take its place */
        (void)wz_stream_sync(st->user[0]);
        st->user[0] = s;
    } else if (i == st->n_users) {
        st->user[st->n_users++] = s;
    }
    atomic_flag_clear_explicit(&st->lock, memory_order_release);
}

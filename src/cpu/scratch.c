/* scratch.c - working memory for CPU kernels, kept between calls. See scratch.h.
 * SPDX-License-Identifier: MIT */
#include "scratch.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ALIGN = 64, MAX_SLOTS = 512 };
static const size_t KEEP_BYTES = (size_t)512 << 20; /* more is given back at once; a product takes 4 MB a thread */

struct scratch {
    size_t      bytes;              /* of the whole allocation */
    size_t      slot_bytes;
    int         n_slots;
    atomic_bool taken[MAX_SLOTS];
};

static _Atomic(scratch *) kept;

static void forget(void) { free(atomic_exchange(&kept, NULL)); }

wz_status scratch_take(int n_slots, size_t slot_bytes, scratch **out)
{
    const size_t head = (sizeof(scratch) + ALIGN - 1) / ALIGN * ALIGN;
    size_t       bytes;
    *out = NULL;
    if (n_slots > MAX_SLOTS) n_slots = MAX_SLOTS;
    if (!size_add(slot_bytes, ALIGN - 1, &slot_bytes)) return fail_nomem(slot_bytes);
    slot_bytes = slot_bytes / ALIGN * ALIGN;
    if (!size_mul(slot_bytes, (size_t)n_slots, &bytes) || !size_add(bytes, head, &bytes))
        return fail_nomem(slot_bytes);
    scratch *s = atomic_exchange(&kept, NULL);
    if (s && s->bytes < bytes) {
        free(s);
        s = NULL;
    }
    if (!s) {
        static atomic_flag registered = ATOMIC_FLAG_INIT;
        if (!atomic_flag_test_and_set(&registered)) (void)atexit(forget);
        s = aligned_alloc(ALIGN, bytes);
        if (!s) return fail_nomem(bytes);
        s->bytes = bytes;
    }
    s->slot_bytes = slot_bytes;
    s->n_slots = n_slots;
    for (int i = 0; i < n_slots; i++) atomic_init(&s->taken[i], false);
    *out = s;
    return WZ_OK;
}

void scratch_give(scratch *s)
{
    if (!s) return;
    if (s->bytes > KEEP_BYTES) free(s);
    else free(atomic_exchange(&kept, s)); /* the newer one is more likely to be warm */
}

void *scratch_slot(scratch *s, int *index)
{
    for (;;) {
        for (int i = 0; i < s->n_slots; i++)
            if (!atomic_exchange_explicit(&s->taken[i], true, memory_order_acquire)) {
                *index = i;
                return (char *)s + (sizeof(scratch) + ALIGN - 1) / ALIGN * ALIGN + (size_t)i * s->slot_bytes;
            }
        sched_yield();
    }
}

void scratch_slot_done(scratch *s, int index)
{
    atomic_store_explicit(&s->taken[index], false, memory_order_release);
}

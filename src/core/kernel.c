/* kernel.c - the kernels that a device has built from text, in a hash table. See kernel.h.
 *
 * A launch looks its kernel up every time, so this is short: one hash over the key's few words, one comparison. Two
 * threads may build the same kernel at once; the second finds the first one's and gives its own back.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "kernel.h"
#include <pthread.h>
#include <string.h>

typedef struct entry {
    struct entry *next;
    uint64_t      hash;
    wz_kernel_key key;       /* its texts are the caller's constants */
    wz_kernel     kernel;
    const wz_backend *backend;
} entry;

enum { BINS = 1024 };

struct kernel_cache {
    pthread_rwlock_t lock;
    entry           *bin[BINS];
};

wz_status kernel_cache_new(struct kernel_cache **out)
{
    *out = mem_alloc(sizeof **out);
    if (!*out) return WZ_NOMEM;
    pthread_rwlock_init(&(*out)->lock, NULL);
    return WZ_OK;
}

void kernel_cache_free(struct kernel_cache *c)
{
    if (!c) return;
    for (int i = 0; i < BINS; i++)
        for (entry *e = c->bin[i], *next; e; e = next) {
            next = e->next;
            e->backend->kernel_free(&e->kernel);
            mem_free(e);
        }
    pthread_rwlock_destroy(&c->lock);
    mem_free(c);
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    for (; text && *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return (h ^ 0xff) * 0x100000001b3u;
}

static uint64_t hash_key(const wz_kernel_key *k)
{
    uint64_t h = hash_text(hash_text(hash_text(0xcbf29ce484222325u, k->file), k->name), k->op);
    for (int i = 0; i < 4; i++) h = (h ^ (uint32_t)k->dtype[i]) * 0x100000001b3u;
    for (int i = 0; i < k->n_constants; i++) h = (h ^ (uint32_t)k->constant[i]) * 0x100000001b3u;
    h = (h ^ (k->wide ? 2u : 1u)) * 0x100000001b3u;
    return h ^ h >> 32;
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool same_key(const wz_kernel_key *a, const wz_kernel_key *b)
{
    return same_text(a->name, b->name) && same_text(a->file, b->file) && same_text(a->op, b->op) && a->wide == b->wide &&
           memcmp(a->dtype, b->dtype, sizeof a->dtype) == 0 && a->n_constants == b->n_constants &&
           memcmp(a->constant, b->constant, sizeof *a->constant * (size_t)a->n_constants) == 0;
}

static entry *find(const struct kernel_cache *c, uint64_t hash, const wz_kernel_key *key)
{
    for (entry *e = c->bin[hash % BINS]; e; e = e->next)
        if (e->hash == hash && same_key(&e->key, key)) return e;
    return NULL;
}

wz_status kernel_get(wz_device *dev, const wz_kernel_key *key, wz_kernel *out)
{
    struct kernel_cache *c = dev->kernels;
    if (!c || !dev->backend->kernel_build) return fail(WZ_INTERNAL, "kernel %s: %s builds no kernels", key->name, dev->name);
    if (key->n_constants < 0 || key->n_constants > 8) return fail(WZ_INTERNAL, "kernel %s: %d constants", key->name, key->n_constants);
    uint64_t hash = hash_key(key);
    pthread_rwlock_rdlock(&c->lock);
    entry *e = find(c, hash, key);
    pthread_rwlock_unlock(&c->lock);
    if (e) {
        *out = e->kernel;
        return WZ_OK;
    }
    entry *made = mem_alloc(sizeof *made);
    if (!made) return WZ_NOMEM;
    made->hash = hash;
    made->key = *key;
    made->backend = dev->backend;
    wz_status status = dev->backend->kernel_build(dev, key, &made->kernel);
    if (status != WZ_OK) {
        mem_free(made);
        return status;
    }
    pthread_rwlock_wrlock(&c->lock);
    e = find(c, hash, key);
    if (!e) {
        made->next = c->bin[hash % BINS];
        c->bin[hash % BINS] = made;
    }
    pthread_rwlock_unlock(&c->lock);
    *out = e ? e->kernel : made->kernel;
    if (e) {
        dev->backend->kernel_free(&made->kernel);
        mem_free(made);
    }
    return WZ_OK;
}

/* alloc.c - caching allocator: raw blocks are cut into chunks, freed chunks are kept per stream.
 *
 * Sizes are rounded to 512 bytes. Requests below 1 MB are cut from blocks of 2 MB, larger ones are
 * rounded to 2 MB and cut from blocks of at least 32 MB, so that few raw allocations are ever made.
 * A free chunk may be handed out again at once on the stream that owned it, because that stream runs in
 * order; chunks that other streams used wait in a pending list until those streams' tickets are done.
 * Neighbouring free chunks of one stream are merged, except that some of the smallest are kept as they are
 * for the next request of their size: small results come and go by the million. Out of memory: trim, wait for pending chunks, trim
 * again, then an error that names the sizes.
 *
 * WZ_ALLOC=plain takes every piece from the device and gives it back when it is freed, so that tools which watch
 * the device's allocations (compute-sanitizer) see each tensor by itself. It is slow.
 *
 * Under the address sanitizer free memory is poisoned, so an overrun is found although memory is pooled.
 * SPDX-License-Identifier: MIT */
#include "alloc.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define POISONING 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONING 1
#endif
#endif
#ifdef POISONING
#include <sanitizer/asan_interface.h>
#define POISON(p, n) ASAN_POISON_MEMORY_REGION(p, n)
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#else
#define POISON(p, n) ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum { GRAIN = 512, PLAIN_GRAIN = 16, N_BINS = 48, QUICK_SIZES = 8, QUICK_MAX = 64 };
static const size_t SMALL_LIMIT = (size_t)1 << 20, SMALL_BLOCK = (size_t)2 << 20;
static const size_t LARGE_GRAIN = (size_t)2 << 20, LARGE_BLOCK = (size_t)32 << 20;

typedef struct region { /* one raw block */
    wz_block       block;
    struct region *next, *prev;
    chunk         *first;
} region;

struct chunk {
    region    *region;
    size_t     offset, bytes;
    wz_stream *stream;
    bool       free;
    chunk     *next, *prev;           /* neighbours in the region */
    chunk     *bin_next, *bin_prev;   /* in its free list, or bin_next in the pending list */
    int        n_tickets;
    wz_ticket  ticket[STORAGE_MAX_USERS];
};

struct allocator {
    wz_device      *dev;
    pthread_mutex_t mutex;
    chunk          *bin[N_BINS];      /* by log2 of bytes / GRAIN */
    chunk          *pending;
    chunk          *quick[QUICK_SIZES]; /* not free, but nobody's: by bytes / GRAIN - 1, linked by bin_next */
    int             n_quick[QUICK_SIZES];
    region         *regions;
    bool            plain;            /* no caching */
    wz_memory_stats stats;
};

static int bin_of(size_t bytes)
{
    int bin = bytes < GRAIN ? 0 : 63 - __builtin_clzll((unsigned long long)(bytes / GRAIN));
    return bin < N_BINS ? bin : N_BINS - 1;
}

static void bin_insert(allocator *a, chunk *c)
{
    chunk **head = &a->bin[bin_of(c->bytes)];
    c->bin_prev = NULL;
    c->bin_next = *head;
    if (*head) (*head)->bin_prev = c;
    *head = c;
    c->free = true;
}

static void bin_remove(allocator *a, chunk *c)
{
    if (c->bin_prev) c->bin_prev->bin_next = c->bin_next;
    else a->bin[bin_of(c->bytes)] = c->bin_next;
    if (c->bin_next) c->bin_next->bin_prev = c->bin_prev;
    c->bin_next = c->bin_prev = NULL;
    c->free = false;
}

wz_status allocator_new(wz_device *dev, allocator **out)
{
    *out = NULL;
    allocator *a = mem_alloc(sizeof *a);
    if (!a) return WZ_NOMEM;
    a->dev = dev;
    const char *mode = getenv("WZ_ALLOC");
    a->plain = mode && strcmp(mode, "plain") == 0;
    pthread_mutex_init(&a->mutex, NULL);
    *out = a;
    return WZ_OK;
}

/* ---- raw blocks ---------------------------------------------------------------------------------- */

static void region_free(allocator *a, region *r)
{
    if (r->prev) r->prev->next = r->next;
    else a->regions = r->next;
    if (r->next) r->next->prev = r->prev;
    a->stats.cached -= r->block.bytes;
    a->stats.n_block--;
    if (r->block.host) UNPOISON(r->block.host, r->block.bytes);
    a->dev->backend->block_free(a->dev, &r->block);
    mem_free(r);
}

static void quick_flush(allocator *a);

static void trim_locked(allocator *a)
{
    region *next;
    quick_flush(a);
    for (region *r = a->regions; r; r = next) {
        next = r->next;
        chunk *c = r->first;
        if (!c->free || c->next) continue;
        bin_remove(a, c);
        mem_free(c);
        region_free(a, r);
    }
}

static wz_status region_new(allocator *a, size_t bytes, wz_stream *s, chunk **out)
{
    uint64_t held = a->stats.in_use + a->stats.cached;
    if (a->stats.limit && (bytes > a->stats.limit || held > a->stats.limit - bytes)) {
        trim_locked(a);
        held = a->stats.in_use + a->stats.cached;
        if (bytes > a->stats.limit || held > a->stats.limit - bytes)
            return fail(WZ_NOMEM,
                        "%s is out of memory: %zu bytes wanted, %llu in use, %llu cached, limit %llu",
                        a->dev->name, bytes, (unsigned long long)a->stats.in_use,
                        (unsigned long long)a->stats.cached, (unsigned long long)a->stats.limit);
    }
    region *r = mem_alloc(sizeof *r);
    chunk  *c = mem_alloc(sizeof *c);
    if (!r || !c) {
        mem_free(r);
        mem_free(c);
        return WZ_NOMEM;
    }
    wz_status status = a->dev->backend->block_new(a->dev, bytes, WZ_MEM_DEVICE, &r->block);
    if (status != WZ_OK) {
        mem_free(r);
        mem_free(c);
        return status;
    }
    r->next = a->regions;
    if (r->next) r->next->prev = r;
    a->regions = r;
    r->first = c;
    c->region = r;
    c->bytes = bytes;
    c->stream = s;
    a->stats.cached += bytes;
    a->stats.n_block++;
    if (r->block.host) POISON(r->block.host, bytes);
    bin_insert(a, c);
    *out = c;
    return WZ_OK;
}

/* ---- chunks ---------------------------------------------------------------------------------------- */

static chunk *find_free(allocator *a, size_t bytes, wz_stream *s)
{
    bool small = bytes < SMALL_LIMIT;
    for (int bin = bin_of(bytes); bin < N_BINS; bin++) {
        chunk *best = NULL;
        int    tried = 0;
        for (chunk *c = a->bin[bin]; c && tried < 64; c = c->bin_next, tried++) {
            if (c->bytes < bytes || c->stream != s) continue;
            if (small != (c->region->block.bytes == SMALL_BLOCK)) continue;
            if (!best || c->bytes < best->bytes) best = c;
            if (best->bytes == bytes) break;
        }
        if (best) return best;
    }
    return NULL;
}

/* Cuts c to bytes; the rest becomes a free chunk. Without memory for its record the chunk stays whole. */
static void split(allocator *a, chunk *c, size_t bytes)
{
    size_t least = c->region->block.bytes == SMALL_BLOCK ? GRAIN : LARGE_GRAIN;
    if (c->bytes - bytes < least) return;
    chunk *rest = mem_alloc(sizeof *rest);
    if (!rest) {
        error_clear();
        return;
    }
    rest->region = c->region;
    rest->offset = c->offset + bytes;
    rest->bytes = c->bytes - bytes;
    rest->stream = c->stream;
    rest->prev = c;
    rest->next = c->next;
    if (rest->next) rest->next->prev = rest;
    c->next = rest;
    c->bytes = bytes;
    bin_insert(a, rest);
}

static chunk *merge_next(allocator *a, chunk *c)
{
    chunk *n = c->next;
    if (!n || !n->free || n->stream != c->stream) return c;
    bin_remove(a, n);
    c->bytes += n->bytes;
    c->next = n->next;
    if (c->next) c->next->prev = c;
    mem_free(n);
    return c;
}

static void make_free(allocator *a, chunk *c)
{
    if (c->stream->closed) c->stream = a->dev->default_stream;
    c = merge_next(a, c);
    if (c->prev && c->prev->free && c->prev->stream == c->stream) {
        chunk *p = c->prev;
        bin_remove(a, p);
        p->bytes += c->bytes;
        p->next = c->next;
        if (p->next) p->next->prev = p;
        mem_free(c);
        c = p;
    }
    bin_insert(a, c);
}

static bool quick_put(allocator *a, chunk *c)
{
    size_t k = c->bytes / GRAIN - 1;
    if (k >= QUICK_SIZES || a->n_quick[k] == QUICK_MAX || c->stream->closed) return false;
    c->bin_next = a->quick[k];
    a->quick[k] = c;
    a->n_quick[k]++;
    return true;
}

static chunk *quick_take(allocator *a, size_t bytes, const wz_stream *s)
{
    size_t k = bytes / GRAIN - 1;
    if (k >= QUICK_SIZES || !a->quick[k] || a->quick[k]->stream != s) return NULL;
    chunk *c = a->quick[k];
    a->quick[k] = c->bin_next;
    a->n_quick[k]--;
    c->bin_next = NULL;
    return c;
}

static void quick_flush(allocator *a)
{
    for (int k = 0; k < QUICK_SIZES; k++) {
        chunk *next, *c = a->quick[k];
        a->quick[k] = NULL;
        a->n_quick[k] = 0;
        for (; c; c = next) {
            next = c->bin_next;
            c->bin_next = NULL;
            make_free(a, c);
        }
    }
}

static bool tickets_done(const chunk *c)
{
    for (int i = 0; i < c->n_tickets; i++)
        if (!wz_ticket_done(c->ticket[i])) return false;
    return true;
}

static void collect_pending(allocator *a, bool wait)
{
    chunk **link = &a->pending;
    while (*link) {
        chunk *c = *link;
        if (wait)
            for (int i = 0; i < c->n_tickets; i++) (void)wz_ticket_wait(c->ticket[i]);
        if (!wait && !tickets_done(c)) {
            link = &c->bin_next;
            continue;
        }
        *link = c->bin_next;
        c->bin_next = NULL;
        c->n_tickets = 0;
        make_free(a, c);
    }
}

static wz_status take(allocator *a, size_t rounded, wz_stream *s, chunk **out)
{
    if (a->pending) collect_pending(a, false);
    if (!a->plain && (*out = quick_take(a, rounded, s))) return WZ_OK;
    chunk *c = a->plain ? NULL : find_free(a, rounded, s);
    if (!c) {
        size_t block = a->plain ? rounded : rounded < SMALL_LIMIT ? SMALL_BLOCK : rounded > LARGE_BLOCK ? rounded : LARGE_BLOCK;
        wz_status status = region_new(a, block, s, &c);
        if (status == WZ_NOMEM) { /* give back what can be given, then ask for no more than needed */
            collect_pending(a, true);
            quick_flush(a);
            c = find_free(a, rounded, s);
            if (!c) {
                trim_locked(a);
                if (!a->plain) block = rounded < SMALL_LIMIT ? SMALL_BLOCK : rounded;
                status = region_new(a, block, s, &c);
                if (status != WZ_OK) return status;
            }
            error_clear();
        } else if (status != WZ_OK) {
            return status;
        }
    }
    bin_remove(a, c);
    if (!a->plain) split(a, c, rounded);
    *out = c;
    return WZ_OK;
}

wz_status alloc_chunk(allocator *a, size_t bytes, wz_stream *s, chunk **out, wz_block *block, size_t *offset)
{
    *out = NULL;
    size_t grain = bytes < SMALL_LIMIT ? GRAIN : LARGE_GRAIN, rounded;
    if (bytes == 0) bytes = 1;
    if (a->plain) grain = PLAIN_GRAIN;
    if (bytes > SIZE_MAX / 4 || !size_add(bytes, grain - 1, &rounded))
        return fail(WZ_NOMEM, "%zu bytes are more than any device has", bytes);
    rounded = rounded / grain * grain;
    pthread_mutex_lock(&a->mutex);
    chunk    *c = NULL;
    wz_status status = take(a, rounded, s, &c);
    if (status == WZ_OK) {
        a->stats.in_use += c->bytes;
        a->stats.cached -= c->bytes;
        if (a->stats.in_use > a->stats.peak) a->stats.peak = a->stats.in_use;
        a->stats.n_alloc++;
        *block = c->region->block;
        *offset = c->offset;
        if (block->host) UNPOISON((char *)block->host + c->offset, bytes);
        *out = c;
    }
    pthread_mutex_unlock(&a->mutex);
    return status;
}

void alloc_release(allocator *a, chunk *c, int n, wz_stream *const *users)
{
    wz_ticket ticket[STORAGE_MAX_USERS];
    int       n_tickets = 0;
    for (int i = 0; i < n; i++)
        if (wz_stream_record(users[i], &ticket[n_tickets]) == WZ_OK) n_tickets++;
        else (void)wz_stream_sync(users[i]);
    pthread_mutex_lock(&a->mutex);
    a->stats.in_use -= c->bytes;
    a->stats.cached += c->bytes;
    if (c->region->block.host) POISON((char *)c->region->block.host + c->offset, c->bytes);
    if (n_tickets) {
        memcpy(c->ticket, ticket, sizeof *ticket * (size_t)n_tickets);
        c->n_tickets = n_tickets;
        c->bin_next = a->pending;
        a->pending = c;
    } else if (a->plain || !quick_put(a, c)) {
        make_free(a, c);
    }
    if (a->plain) {
        collect_pending(a, true);
        trim_locked(a);
    }
    pthread_mutex_unlock(&a->mutex);
}

/* ---- counters, trimming ------------------------------------------------------------------------------ */

wz_status alloc_trim(allocator *a)
{
    pthread_mutex_lock(&a->mutex);
    collect_pending(a, true);
    trim_locked(a);
    pthread_mutex_unlock(&a->mutex);
    return WZ_OK;
}

void alloc_stats(allocator *a, wz_memory_stats *out)
{
    pthread_mutex_lock(&a->mutex);
    *out = a->stats;
    pthread_mutex_unlock(&a->mutex);
}

void alloc_reset_peak(allocator *a)
{
    pthread_mutex_lock(&a->mutex);
    a->stats.peak = a->stats.in_use;
    pthread_mutex_unlock(&a->mutex);
}

void alloc_set_limit(allocator *a, uint64_t bytes)
{
    pthread_mutex_lock(&a->mutex);
    a->stats.limit = bytes;
    pthread_mutex_unlock(&a->mutex);
}

void alloc_adopt(allocator *a, wz_stream *from, wz_stream *to)
{
    pthread_mutex_lock(&a->mutex);
    quick_flush(a);
    for (region *r = a->regions; r; r = r->next)
        for (chunk *c = r->first; c; c = c->next)
            if (c->stream == from && c->free) c->stream = to;
    pthread_mutex_unlock(&a->mutex);
}

void allocator_free(allocator *a)
{
    if (!a) return;
    (void)alloc_trim(a);
    pthread_mutex_destroy(&a->mutex);
    mem_free(a);
}

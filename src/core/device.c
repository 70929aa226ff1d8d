/* device.c - the list of devices, the current one, and the thin layer above every backend entry where
 * tracing, sticky errors and fault injection stand once.
 * SPDX-License-Identifier: MIT */
#include "alloc.h"
#include "device.h"
#include "kernel.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 16 };

static const wz_backend *const backends[WZ_DEVICE_KINDS] = {
    [WZ_DEVICE_CPU] = &cpu_backend,
    [WZ_DEVICE_CUDA] = &cuda_backend,
};
static const char *const kind_names[WZ_DEVICE_KINDS] = {"cpu", "cuda", "mps"};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static wz_device      *_Atomic opened[WZ_DEVICE_KINDS][MAX_DEVICES];
static _Thread_local wz_device *default_device;
static _Thread_local wz_stream *current[WZ_DEVICE_KINDS][MAX_DEVICES];

/* ---- opening ----------------------------------------------------------------------------------------- */

int wz_device_count(wz_device_kind kind, const char **why_none)
{
    if (why_none) *why_none = NULL;
    const char *why = "this build has no backend for it";
    int         n = 0;
    if ((unsigned)kind < WZ_DEVICE_KINDS && backends[kind]) (void)backends[kind]->count(&n, &why);
    if (n > MAX_DEVICES) n = MAX_DEVICES;
    if (n == 0 && why_none) *why_none = why;
    return n;
}

static void device_discard(wz_device *dev)
{
    if (dev->default_stream) {
        dev->backend->stream_free(dev->default_stream);
        mem_free(dev->default_stream);
    }
    allocator_free(dev->alloc);
    kernel_cache_free(dev->kernels);
    if (dev->data) dev->backend->close(dev);
    if (dev->lock) {
        pthread_mutex_destroy(dev->lock);
        mem_free(dev->lock);
    }
    mem_free(dev);
}

static wz_status device_make(wz_device_kind kind, int index, wz_device **out)
{
    wz_device *dev = mem_alloc(sizeof *dev);
    if (!dev) return WZ_NOMEM;
    dev->backend = backends[kind];
    dev->kind = kind;
    dev->index = index;
    if (kind == WZ_DEVICE_CPU) snprintf(dev->name, sizeof dev->name, "cpu");
    else snprintf(dev->name, sizeof dev->name, "%s:%d", kind_names[kind], index);
    dev->lock = mem_alloc(sizeof(pthread_mutex_t));
    wz_status status = dev->lock ? WZ_OK : WZ_NOMEM;
    if (status == WZ_OK) {
        pthread_mutex_init(dev->lock, NULL);
        status = allocator_new(dev, &dev->alloc);
    }
    if (status == WZ_OK) status = dev->backend->open(index, dev);
    if (status == WZ_OK && kind != WZ_DEVICE_CPU) status = kernel_cache_new(&dev->kernels);
    if (status == WZ_OK) status = stream_make(dev, 0, &dev->default_stream);
    if (status != WZ_OK) {
        device_discard(dev);
        return status;
    }
    *out = dev;
    return WZ_OK;
}

static wz_status device_get(wz_device_kind kind, int index, wz_device **out)
{
    *out = atomic_load_explicit(&opened[kind][index], memory_order_acquire);
    if (*out) return WZ_OK;
    pthread_mutex_lock(&list_lock);
    wz_status status = WZ_OK;
    *out = atomic_load(&opened[kind][index]);
    if (!*out) {
        status = device_make(kind, index, out);
        if (status == WZ_OK) atomic_store_explicit(&opened[kind][index], *out, memory_order_release);
    }
    pthread_mutex_unlock(&list_lock);
    return status;
}

wz_status wz_device_open(const char *name, wz_device **out)
{
    *out = NULL;
    if (!name) return fail(WZ_INVALID, "device name is NULL");
    for (int kind = 0; kind < WZ_DEVICE_KINDS; kind++) {
        size_t n = strlen(kind_names[kind]);
        if (strncmp(name, kind_names[kind], n) != 0 || (name[n] && name[n] != ':')) continue;
        long index = 0;
        if (name[n] == ':') {
            char *end;
            index = strtol(name + n + 1, &end, 10);
            if (end == name + n + 1 || *end || index < 0 || name[n + 1] == '+' || name[n + 1] == ' ')
                return fail(WZ_INVALID, "Invalid device string: '%.64s'", name);
        }
        const char *why;
        int         count = wz_device_count((wz_device_kind)kind, &why);
        if (count == 0) return fail(WZ_NODEVICE, "no %s device: %s", kind_names[kind], why);
        if (index >= count)
            return fail(WZ_NODEVICE, "device '%.64s' does not exist: there %s %d %s device%s", name,
                        count == 1 ? "is" : "are", count, kind_names[kind], count == 1 ? "" : "s");
        return device_get((wz_device_kind)kind, (int)index, out);
    }
    return fail(WZ_INVALID, "Expected one of cpu, cuda, mps device type at start of device string: %.64s", name);
}

wz_device *wz_device_cpu(void)
{
    wz_device *dev = NULL;
    (void)device_get(WZ_DEVICE_CPU, 0, &dev);
    return dev;
}

wz_device_kind wz_device_get_kind(const wz_device *dev) { return dev->kind; }
int            wz_device_index(const wz_device *dev) { return dev->index; }
const char    *wz_device_name(const wz_device *dev) { return dev->name; }
wz_device     *wz_default_device(void) { return default_device ? default_device : wz_device_cpu(); }
void           wz_set_default_device(wz_device *dev) { default_device = dev; }

wz_status wz_device_get_info(wz_device *dev, wz_device_info *out)
{
    *out = dev->info;
    if (dev->kind == WZ_DEVICE_CPU) out->cores = wz_num_threads();
    return WZ_OK;
}

/* ---- memory --------------------------------------------------------------------------------------------- */

wz_status wz_memory_get_stats(wz_device *dev, wz_memory_stats *out)
{
    alloc_stats(dev->alloc, out);
    return WZ_OK;
}

wz_status wz_memory_reset_peak(wz_device *dev)
{
    alloc_reset_peak(dev->alloc);
    return WZ_OK;
}

wz_status wz_memory_set_limit(wz_device *dev, uint64_t bytes)
{
    alloc_set_limit(dev->alloc, bytes);
    return WZ_OK;
}

wz_status wz_memory_trim(wz_device *dev) { return alloc_trim(dev->alloc); }

/* ---- streams ---------------------------------------------------------------------------------------------- */

wz_status stream_make(wz_device *dev, int priority, wz_stream **out)
{
    *out = NULL;
    wz_stream *s = mem_alloc(sizeof *s);
    if (!s) return WZ_NOMEM;
    s->dev = dev;
    s->priority = priority;
    atomic_init(&s->refs, 1);
    s->id = atomic_fetch_add(&dev->next_stream_id, 1);
    wz_status status = dev->backend->stream_new(dev, priority, s);
    if (status != WZ_OK) {
        mem_free(s);
        return status;
    }
    pthread_mutex_lock(dev->lock);
    s->next = dev->streams;
    dev->streams = s;
    pthread_mutex_unlock(dev->lock);
    *out = s;
    return WZ_OK;
}

wz_status wz_stream_new(wz_device *dev, int priority, wz_stream **out)
{
    *out = NULL;
    if (!dev) return fail(WZ_INVALID, "device is NULL");
    return stream_make(dev, priority, out);
}

/* The record stays in the device's list for the life of the process: storages and tickets may still
 * name it. What it holds of the system (a thread, a driver's stream) is given back here. */
void wz_stream_free(wz_stream **s)
{
    wz_stream *old = *s;
    *s = NULL;
    if (!old || old == old->dev->default_stream) return;
    if (atomic_fetch_sub(&old->refs, 1) != 1) return;
    (void)wz_stream_sync(old);
    old->closed = true;
    alloc_adopt(old->dev->alloc, old, old->dev->default_stream);
    old->dev->backend->stream_free(old);
}

wz_stream *wz_stream_default(wz_device *dev) { return dev->default_stream; }

wz_stream *wz_stream_current(wz_device *dev)
{
    wz_stream *s = current[dev->kind][dev->index];
    return s && !s->closed ? s : dev->default_stream;
}

void wz_stream_set_current(wz_stream *s)
{
    if (s) current[s->dev->kind][s->dev->index] = s;
}

wz_device *wz_stream_device(const wz_stream *s) { return s->dev; }
uint64_t   wz_stream_id(const wz_stream *s) { return s->id; }

void device_break(wz_device *dev, const char *text)
{
    if (atomic_exchange(&dev->breaking, true)) return;
    snprintf(dev->broken_text, sizeof dev->broken_text, "%s", text);
    atomic_store_explicit(&dev->broken, true, memory_order_release);
}

wz_status device_broken(const wz_device *dev) { return fail(WZ_DEVICE, "%s is broken: %s", dev->name, dev->broken_text); }

static wz_status sticky(wz_stream *s)
{
    if (atomic_load_explicit(&s->dev->broken, memory_order_acquire)) return device_broken(s->dev);
    wz_status status = atomic_load_explicit(&s->error, memory_order_acquire);
    if (status != WZ_OK) return fail(status, "%s", s->error_text);
    if (s->closed) return fail(WZ_STATE, "stream %llu was freed", (unsigned long long)s->id);
    return WZ_OK;
}

void stream_set_error(wz_stream *s, wz_status status, const char *text)
{
    pthread_mutex_lock(s->dev->lock);
    if (atomic_load(&s->error) == WZ_OK) {
        snprintf(s->error_text, sizeof s->error_text, "%s", text);
        atomic_store_explicit(&s->error, status, memory_order_release);
    }
    pthread_mutex_unlock(s->dev->lock);
}

wz_status wz_stream_clear_error(wz_stream *s)
{
    if (s->dev->broken) return device_broken(s->dev);
    atomic_store(&s->error, WZ_OK);
    return WZ_OK;
}

wz_status wz_stream_record(wz_stream *s, wz_ticket *out)
{
    if (s->closed) { /* everything on it is done */
        *out = (wz_ticket){s, 0};
        return WZ_OK;
    }
    pthread_mutex_lock(s->dev->lock);
    uint64_t  value = atomic_fetch_add(&s->issued, 1) + 1;
    wz_status status = s->dev->backend->stream_mark(s, value);
    pthread_mutex_unlock(s->dev->lock);
    *out = (wz_ticket){s, value};
    return status;
}

bool wz_ticket_done(wz_ticket t)
{
    if (!t.stream || t.value == 0 || t.stream->closed) return true;
    if (atomic_load(&t.stream->error) != WZ_OK || t.stream->dev->broken) return true;
    return t.stream->dev->backend->stream_done(t.stream, t.value);
}

wz_status wz_ticket_wait(wz_ticket t)
{
    if (!t.stream || t.value == 0 || t.stream->closed) return WZ_OK;
    TRY(t.stream->dev->backend->stream_wait(t.stream, t.value));
    return sticky(t.stream);
}

wz_status wz_ticket_seconds(wz_ticket from, wz_ticket to, double *out)
{
    if (!from.stream || from.stream != to.stream || from.value == 0 || to.value == 0)
        return fail(WZ_INVALID, "both tickets must have been recorded on the same stream");
    if (!wz_ticket_done(from) || !wz_ticket_done(to))
        return fail(WZ_STATE, "both tickets must be done before the time between them is known");
    return from.stream->dev->backend->stream_time(from.stream, from.value, to.value, out);
}

wz_status wz_stream_follow(wz_stream *s, wz_ticket t)
{
    if (!t.stream || t.stream == s || wz_ticket_done(t)) return sticky(s);
    TRY(sticky(s));
    if (t.stream->dev != s->dev) return wz_ticket_wait(t);
    return s->dev->backend->stream_follow(s, t.stream, t.value);
}

wz_status wz_stream_sync(wz_stream *s)
{
    if (s->closed) return WZ_OK;
    if (s->dev->backend->stream_done(s, UINT64_MAX)) /* nothing queued: the common case on the CPU */
        return atomic_load_explicit(&s->error, memory_order_acquire) == WZ_OK && !s->dev->broken ? WZ_OK : sticky(s);
    wz_ticket t;
    if (wz_stream_record(s, &t) != WZ_OK) { /* no memory for a mark: memory must still not be freed under the work */
        TRY(s->dev->backend->stream_wait(s, UINT64_MAX));
        return sticky(s);
    }
    return wz_ticket_wait(t);
}

bool wz_stream_done(wz_stream *s) { return s->closed || s->dev->backend->stream_done(s, UINT64_MAX); }

wz_status wz_device_sync(wz_device *dev)
{
    wz_status status = WZ_OK;
    pthread_mutex_lock(dev->lock);
    wz_stream *s = dev->streams;
    pthread_mutex_unlock(dev->lock);
    for (; s; s = s->next) { /* records are never removed */
        wz_status other = wz_stream_sync(s);
        if (status == WZ_OK) status = other;
    }
    return status;
}

/* ---- commands ------------------------------------------------------------------------------------------------ */

static atomic_llong launch_countdown;

void stream_fail_launch_after(int64_t n) { atomic_store(&launch_countdown, n); }

wz_status stream_launch(wz_stream *s, const wz_launch *l)
{
    TRY(sticky(s));
    if (atomic_load_explicit(&launch_countdown, memory_order_relaxed) &&
        atomic_fetch_sub(&launch_countdown, 1) == 1)
        return fail(WZ_DEVICE, "%s: launch failed (injected by a test)", s->dev->name);
    return s->dev->backend->launch(s, l);
}

wz_status stream_copy(wz_stream *s, wz_span dst, wz_span src)
{
    TRY(sticky(s));
    return s->dev->backend->copy(s, dst, src);
}

wz_status stream_fill(wz_stream *s, wz_span dst, uint32_t pattern)
{
    TRY(sticky(s));
    return s->dev->backend->fill(s, dst, pattern);
}

wz_status stream_upload(wz_stream *s, wz_span dst, const void *src)
{
    TRY(sticky(s));
    return s->dev->backend->upload(s, dst, src);
}

wz_status stream_download(wz_stream *s, void *dst, wz_span src)
{
    TRY(sticky(s));
    return s->dev->backend->download(s, dst, src);
}

/* backend.c - a CUDA device: memory, streams, copies and launches through the driver.
 *
 * The primary context is used, as the CUDA run-time library does, so that tensors can be shared with other libraries
 * of the process; the caller's current context is put back after every entry. The default stream is the
 * driver's own (NULL), the others do not synchronise with it.
 *
 * A ticket is an event in a ring of the stream. A slot that has been taken again holds a later event, and waiting for
 * later work is always right; only times need the very event.
 * SPDX-License-Identifier: MIT */
#include "../core/device.h"
#include "cuda.h"
#include <stdio.h>
#include <string.h>

enum { RING = 1024 };
static const size_t STAGE_BYTES = (size_t)4 << 20;

typedef struct ring_slot {
    cu_event _Atomic event;
    atomic_ullong    ticket;
} ring_slot;

typedef struct cuda_stream { /* wz_stream.data */
    cu_stream     handle;
    atomic_ullong reached;   /* every ticket up to this one is known to be done */
    ring_slot     ring[RING];
} cuda_stream;

static cuda_data *data_of(const wz_device *dev) { return dev->data; }
static cu_stream  handle_of(const wz_stream *s) { return ((cuda_stream *)s->data)->handle; }
static cu_address address_of(wz_span span) { return (cu_address)(uintptr_t)span.block.handle + span.offset; }

bool cuda_enter(const wz_device *dev)
{
    cu_context now = NULL, own = data_of(dev)->context;
    if (cu.context_current(&now) == CU_OK && now == own) return false;
    return cu.context_push(own) == CU_OK;
}

void cuda_leave(bool entered)
{
    cu_context scrap;
    if (entered) (void)cu.context_pop(&scrap);
}

/* ---- errors -------------------------------------------------------------------------------------------- */

/* After these the context answers every call with the same error. */
static bool is_sticky(cu_result error)
{
    switch (error) {
    case 214: /* uncorrectable memory error */
    case 220: /* NVLink */
    case 700: /* illegal address */
    case 702: /* timeout */
    case 709: /* context destroyed */
    case 710: /* assertion in a kernel */
    case 714: case 715: case 716: case 717: case 718: /* stack, instruction, alignment, address space, counter */
    case 719: /* launch failed */
    case 999: /* unknown */
        return true;
    default: return false;
    }
}

static void last_kernels(const cuda_data *d, char *text, size_t room)
{
    unsigned n = atomic_load(&d->n_launched);
    size_t   used = 0;
    text[0] = '\0';
    for (unsigned i = n > LAST_LAUNCHES ? n - LAST_LAUNCHES : 0; i < n && used < room; i++) {
        const char *name = atomic_load(&d->last[i % LAST_LAUNCHES]);
        if (name) used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "", name);
    }
}

wz_status cuda_check(wz_device *dev, cu_result error, const char *what)
{
    if (error == CU_OK) return WZ_OK;
    const char *text = cuda_error_text(error);
    if (error == CU_NO_MEMORY) return fail(WZ_NOMEM, "%s: out of memory (%s)", dev->name, what);
    if (!is_sticky(error)) return fail(WZ_DEVICE, "%s: %s: %s", dev->name, what, text);
    char message[512], kernels[256];
    last_kernels(dev->data, kernels, sizeof kernels);
    snprintf(message, sizeof message, "%s, after the kernels %s", text, kernels[0] ? kernels : "(none)");
    device_break(dev, message);
    return fail(WZ_DEVICE, "%s is broken: %s", dev->name, message);
}

/* ---- device and memory ------------------------------------------------------------------------------------ */

static wz_status cuda_count(int *n, const char **why_none)
{
    wz_status status = cuda_driver_open(why_none);
    *n = status == WZ_OK ? cu.count : 0;
    return status;
}

static void cuda_close(wz_device *dev)
{
    cuda_data *d = dev->data;
    if (!d) return;
    bool entered = cuda_enter(dev);
    cuda_programs_free(dev);
    for (int i = 0; i < STAGES; i++) {
        if (d->staged[i]) (void)cu.event_free(d->staged[i]);
        if (d->stage[i]) (void)cu.pinned_free(d->stage[i]);
    }
    cuda_leave(entered);
    (void)cu.context_release(d->device);
    pthread_mutex_destroy(&d->staging);
    pthread_mutex_destroy(&d->compiling);
    dev->data = NULL;
    mem_free(d);
}

static wz_status cuda_open(int index, wz_device *dev)
{
    int       major = 0, minor = 0, sms = 0;
    size_t    bytes = 0;
    cu_device device;
    cu_result error = cu.device_get(&device, cu.ordinal[index]);
    if (error == CU_OK) error = cu.device_name(dev->info.name, (int)sizeof dev->info.name, device);
    if (error == CU_OK) error = cu.device_attribute(&major, CU_ATTR_MAJOR, device);
    if (error == CU_OK) error = cu.device_attribute(&minor, CU_ATTR_MINOR, device);
    if (error == CU_OK) error = cu.device_attribute(&sms, CU_ATTR_SMS, device);
    if (error == CU_OK) error = cu.device_memory(&bytes, device);
    if (error != CU_OK) return fail(WZ_NODEVICE, "%s cannot be used: %s", dev->name, cuda_error_text(error));
    cuda_data *d = mem_alloc(sizeof *d);
    if (!d) return WZ_NOMEM;
    error = cu.context_retain(&d->context, device);
    if (error != CU_OK) {
        mem_free(d);
        return fail(WZ_NODEVICE, "%s cannot be used: its context cannot be made: %s", dev->name, cuda_error_text(error));
    }
    d->device = device;
    d->arch = major * 10 + minor;
    pthread_mutex_init(&d->staging, NULL);
    pthread_mutex_init(&d->compiling, NULL);
    snprintf(dev->info.arch, sizeof dev->info.arch, "sm_%d", d->arch);
    dev->info.memory_bytes = bytes;
    dev->info.cores = sms;
    dev->data = d;
    return WZ_OK;
}

static wz_status cuda_block_new(wz_device *dev, size_t bytes, wz_mem kind, wz_block *out)
{
    if (dev->broken) return device_broken(dev);
    bool       entered = cuda_enter(dev);
    void      *host = NULL;
    cu_address address = 0;
    cu_result  error = kind == WZ_MEM_DEVICE ? cu.memory_new(&address, bytes) : cu.pinned_new(&host, bytes, CU_HOST_PORTABLE);
    wz_status  status = WZ_OK;
    if (error == CU_NO_MEMORY) {
        size_t left = 0, total = 0;
        (void)cu.memory_info(&left, &total);
        status = fail(WZ_NOMEM, "%s is out of memory: %zu bytes wanted, %zu of %zu are left", dev->name, bytes, left, total);
    } else {
        status = cuda_check(dev, error, "memory allocation");
    }
    if (status == WZ_OK) *out = (wz_block){host, host ? host : (void *)(uintptr_t)address, bytes, kind};
    cuda_leave(entered);
    return status;
}

/* Memory in the allocator's cache may still be read by work in flight: its stream's order guarded it so far. */
static void cuda_block_free(wz_device *dev, wz_block *b)
{
    bool entered = cuda_enter(dev);
    (void)cuda_check(dev, cu.context_sync(), "synchronisation");
    if (b->host) (void)cu.pinned_free(b->host);
    else (void)cu.memory_free((cu_address)(uintptr_t)b->handle);
    b->host = b->handle = NULL;
    cuda_leave(entered);
}

/* ---- streams ------------------------------------------------------------------------------------------------- */

static wz_status cuda_stream_new(wz_device *dev, int priority, wz_stream *s)
{
    cuda_stream *q = mem_alloc(sizeof *q);
    if (!q) return WZ_NOMEM;
    bool      entered = cuda_enter(dev);
    wz_status status = WZ_OK;
    if (dev->default_stream || dev->streams) { /* the first one made is the default one */
        int least = 0, greatest = 0;
        status = cuda_check(dev, cu.priority_range(&least, &greatest), "stream priorities");
        int p = priority < greatest ? greatest : priority > least ? least : priority;
        if (status == WZ_OK) status = cuda_check(dev, cu.stream_new(&q->handle, CU_STREAM_NON_BLOCKING, p), "a new stream");
    }
    cuda_leave(entered);
    if (status != WZ_OK) mem_free(q);
    else s->data = q;
    return status;
}

static void cuda_stream_free(wz_stream *s)
{
    cuda_stream *q = s->data;
    if (!q) return;
    bool entered = cuda_enter(s->dev);
    for (int i = 0; i < RING; i++) {
        cu_event event = atomic_load(&q->ring[i].event);
        if (event) (void)cu.event_free(event);
    }
    if (q->handle) (void)cu.stream_free(q->handle);
    cuda_leave(entered);
    s->data = NULL;
    mem_free(q);
}

/* Called under the device's lock, so tickets come in order. */
static wz_status cuda_stream_mark(wz_stream *s, uint64_t ticket)
{
    cuda_stream *q = s->data;
    ring_slot   *slot = &q->ring[ticket % RING];
    bool         entered = cuda_enter(s->dev);
    cu_event     event = atomic_load(&slot->event);
    wz_status    status = WZ_OK;
    if (!event) {
        status = cuda_check(s->dev, cu.event_new(&event, CU_EVENT_DEFAULT), "a new event");
        if (status == WZ_OK) atomic_store(&slot->event, event);
    }
    if (status == WZ_OK) status = cuda_check(s->dev, cu.event_record(event, q->handle), "recording an event");
    if (status == WZ_OK) atomic_store(&slot->ticket, ticket);
    cuda_leave(entered);
    return status;
}

static wz_status cuda_stream_flush(wz_stream *s)
{
    (void)s; /* the driver starts work as it comes */
    return WZ_OK;
}

/* An event that comes with or after the ticket; NULL when its mark failed. */
static cu_event event_of(cuda_stream *q, uint64_t ticket)
{
    ring_slot *slot = &q->ring[ticket % RING];
    return atomic_load(&slot->ticket) >= ticket ? atomic_load(&slot->event) : NULL;
}

static void note_reached(cuda_stream *q, uint64_t ticket)
{
    unsigned long long known = atomic_load(&q->reached);
    while (known < ticket && !atomic_compare_exchange_weak(&q->reached, &known, ticket)) {}
}

static bool cuda_stream_done(wz_stream *s, uint64_t ticket)
{
    cuda_stream *q = s->data;
    if (ticket != UINT64_MAX && atomic_load(&q->reached) >= ticket) return true;
    bool      entered = cuda_enter(s->dev);
    cu_event  event = ticket == UINT64_MAX ? NULL : event_of(q, ticket);
    cu_result error = event ? cu.event_query(event) : cu.stream_query(q->handle);
    if (error != CU_NOT_READY && error != CU_OK) {
        (void)cuda_check(s->dev, error, "asking a stream");
        error_clear();
    }
    cuda_leave(entered);
    if (error == CU_OK && event) note_reached(q, ticket);
    return error != CU_NOT_READY;
}

static wz_status cuda_stream_wait(wz_stream *s, uint64_t ticket)
{
    cuda_stream *q = s->data;
    if (ticket != UINT64_MAX && atomic_load(&q->reached) >= ticket) return WZ_OK;
    bool      entered = cuda_enter(s->dev);
    cu_event  event = ticket == UINT64_MAX ? NULL : event_of(q, ticket);
    wz_status status = cuda_check(s->dev, event ? cu.event_sync(event) : cu.stream_sync(q->handle), "waiting for a stream");
    cuda_leave(entered);
    if (status == WZ_OK && event) note_reached(q, ticket);
    return status;
}

static wz_status cuda_stream_follow(wz_stream *s, wz_stream *other, uint64_t ticket)
{
    cu_event event = other->dev->kind == WZ_DEVICE_CUDA ? event_of(other->data, ticket) : NULL;
    if (!event) return wz_ticket_wait((wz_ticket){other, ticket}); /* of a device that the driver cannot wait for */
    bool      entered = cuda_enter(s->dev);
    wz_status status = cuda_check(s->dev, cu.stream_wait(handle_of(s), event, 0), "waiting for another stream");
    cuda_leave(entered);
    return status;
}

static wz_status cuda_stream_time(wz_stream *s, uint64_t from, uint64_t to, double *seconds)
{
    cuda_stream *q = s->data;
    ring_slot   *a = &q->ring[from % RING], *b = &q->ring[to % RING];
    if (atomic_load(&a->ticket) != from || atomic_load(&b->ticket) != to)
        return fail(WZ_STATE, "the time of a ticket is kept for %d tickets only", (int)RING);
    float     milliseconds = 0;
    bool      entered = cuda_enter(s->dev);
    wz_status status = cuda_check(s->dev, cu.event_time(&milliseconds, a->event, b->event), "the time between events");
    cuda_leave(entered);
    if (status == WZ_OK) *seconds = 1e-3 * (double)milliseconds;
    return status;
}

/* ---- commands ------------------------------------------------------------------------------------------------- */

static wz_status cuda_launch(wz_stream *s, const wz_launch *l)
{
    _Alignas(16) char packed[LAUNCH_MAX_BUFFERS * sizeof(cu_address) + LAUNCH_MAX_ARGS];
    cuda_data *d = s->dev->data;
    cu_address *address = (cu_address *)(void *)packed;
    if (!l->kernel.handle) return fail(WZ_INTERNAL, "%s: a kernel of another device", s->dev->name);
    for (int i = 0; i < l->n_buffers; i++) address[i] = l->buffer[i].block.handle ? address_of(l->buffer[i]) : 0;
    size_t bytes = (size_t)l->n_buffers * sizeof(cu_address);
    if (l->args_bytes) memcpy(packed + bytes, l->args, l->args_bytes);
    bytes += l->args_bytes;
    void *extra[] = {CU_PARAM_BUFFER, packed, CU_PARAM_SIZE, &bytes, CU_PARAM_END};
    atomic_store_explicit(&d->last[atomic_fetch_add(&d->n_launched, 1) % LAST_LAUNCHES], l->kernel.name, memory_order_relaxed);
    bool      entered = cuda_enter(s->dev);
    cu_result error = cu.launch(l->kernel.handle, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], 0, handle_of(s),
                                NULL, extra);
    wz_status status = error == CU_OK ? WZ_OK : cuda_check(s->dev, error, l->kernel.name);
    cuda_leave(entered);
    return status;
}

static wz_status cuda_copy(wz_stream *s, wz_span dst, wz_span src)
{
    size_t bytes = dst.bytes < src.bytes ? dst.bytes : src.bytes;
    if (bytes == 0) return WZ_OK;
    bool      entered = cuda_enter(s->dev);
    wz_status status = cuda_check(s->dev, cu.copy(address_of(dst), address_of(src), bytes, handle_of(s)), "a copy");
    cuda_leave(entered);
    return status;
}

/* Words where the address allows it; the bytes before and after them one by one. */
static cu_result fill(cu_address at, size_t bytes, uint32_t pattern, cu_stream stream)
{
    cu_result error = CU_OK;
    for (; error == CU_OK && bytes && at % 4; at++, bytes--) {
        error = cu.fill_8(at, (unsigned char)pattern, 1, stream);
        pattern = pattern >> 8 | pattern << 24;
    }
    if (error == CU_OK && bytes >= 4) error = cu.fill_32(at, pattern, bytes / 4, stream);
    at += bytes / 4 * 4;
    for (size_t i = 0; error == CU_OK && i < bytes % 4; i++) error = cu.fill_8(at + i, (unsigned char)(pattern >> 8 * i), 1, stream);
    return error;
}

static wz_status cuda_fill(wz_stream *s, wz_span dst, uint32_t pattern)
{
    bool      entered = cuda_enter(s->dev);
    wz_status status = cuda_check(s->dev, fill(address_of(dst), dst.bytes, pattern, handle_of(s)), "a fill");
    cuda_leave(entered);
    return status;
}

/* Pinned memory and an event for each half of the staging area. */
static wz_status stages_ready(wz_device *dev)
{
    cuda_data *d = dev->data;
    for (int i = 0; i < STAGES; i++) {
        if (!d->stage[i]) TRY(cuda_check(dev, cu.pinned_new(&d->stage[i], STAGE_BYTES, CU_HOST_PORTABLE), "pinned memory"));
        if (!d->staged[i]) TRY(cuda_check(dev, cu.event_new(&d->staged[i], CU_EVENT_DEFAULT), "a new event"));
    }
    return WZ_OK;
}

/* The caller may reuse src at once, and a copy out of pageable memory would wait: bytes go through the staging
 * area, one half filled while the other travels. */
static wz_status upload_staged(wz_stream *s, cu_address dst, const char *src, size_t bytes)
{
    wz_device *dev = s->dev;
    cuda_data *d = dev->data;
    TRY(stages_ready(dev));
    for (size_t done = 0, i = 0; done < bytes; i = 1 - i) {
        size_t n = bytes - done < STAGE_BYTES ? bytes - done : STAGE_BYTES;
        TRY(cuda_check(dev, cu.event_sync(d->staged[i]), "an upload"));
        memcpy(d->stage[i], src + done, n);
        TRY(cuda_check(dev, cu.copy_in(dst + done, d->stage[i], n, handle_of(s)), "an upload"));
        TRY(cuda_check(dev, cu.event_record(d->staged[i], handle_of(s)), "an upload"));
        done += n;
    }
    return WZ_OK;
}

static wz_status download_staged(wz_stream *s, char *dst, cu_address src, size_t bytes)
{
    wz_device *dev = s->dev;
    cuda_data *d = dev->data;
    TRY(stages_ready(dev));
    for (int i = 0; i < STAGES; i++) TRY(cuda_check(dev, cu.event_sync(d->staged[i]), "a download")); /* uploads on their way */
    size_t asked = 0, done = 0, length[STAGES] = {0};
    for (size_t turn = 0; done < bytes; turn++) {
        size_t i = turn % STAGES;
        if (length[i]) { /* what this half was asked for two turns ago */
            TRY(cuda_check(dev, cu.event_sync(d->staged[i]), "a download"));
            memcpy(dst + done, d->stage[i], length[i]);
            done += length[i];
            length[i] = 0;
        }
        size_t n = bytes - asked < STAGE_BYTES ? bytes - asked : STAGE_BYTES;
        if (n == 0) continue;
        TRY(cuda_check(dev, cu.copy_out(d->stage[i], src + asked, n, handle_of(s)), "a download"));
        TRY(cuda_check(dev, cu.event_record(d->staged[i], handle_of(s)), "a download"));
        length[i] = n;
        asked += n;
    }
    return WZ_OK;
}

static wz_status cuda_upload(wz_stream *s, wz_span dst, const void *src)
{
    cuda_data *d = data_of(s->dev);
    bool       entered = cuda_enter(s->dev);
    pthread_mutex_lock(&d->staging);
    wz_status status = upload_staged(s, address_of(dst), src, dst.bytes);
    pthread_mutex_unlock(&d->staging);
    cuda_leave(entered);
    return status;
}

static wz_status cuda_download(wz_stream *s, void *dst, wz_span src)
{
    cuda_data *d = data_of(s->dev);
    bool       entered = cuda_enter(s->dev);
    pthread_mutex_lock(&d->staging);
    wz_status status = download_staged(s, dst, address_of(src), src.bytes);
    pthread_mutex_unlock(&d->staging);
    cuda_leave(entered);
    return status;
}

const wz_backend cuda_backend = {
    .name = "cuda",
    .count = cuda_count,
    .open = cuda_open,
    .close = cuda_close,
    .block_new = cuda_block_new,
    .block_free = cuda_block_free,
    .stream_new = cuda_stream_new,
    .stream_free = cuda_stream_free,
    .stream_mark = cuda_stream_mark,
    .stream_flush = cuda_stream_flush,
    .stream_wait = cuda_stream_wait,
    .stream_done = cuda_stream_done,
    .stream_follow = cuda_stream_follow,
    .stream_time = cuda_stream_time,
    .launch = cuda_launch,
    .copy = cuda_copy,
    .fill = cuda_fill,
    .upload = cuda_upload,
    .download = cuda_download,
    .kernel_build = cuda_kernel_build,
    .kernel_free = cuda_kernel_free,
};

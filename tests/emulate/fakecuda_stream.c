/* fakecuda_stream.c - the fake driver's streams: a thread and a queue each, with delays drawn from a seed.
 * SPDX-License-Identifier: MIT */
#include "fakecuda_run.h"

/* ---- streams ------------------------------------------------------------------------------------------------------ */

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

stream *stream_make(context *owner, int priority)
{
    stream *s = calloc(1, sizeof *s);
    if (!s) abort();
    *s = (stream){.magic = STREAM_MAGIC, .owner = owner, .next = owner->streams, .priority = priority};
    owner->streams = s;
    s->rng = 0x9e3779b97f4a7c15u * (uint64_t)(counts.launches + counts.allocations + 1) + (uint64_t)(uintptr_t)s;
    return s;
}

/* Called with the lock held, given back while work is done. */
static void run_command(stream *s, command *c)
{
    const char *error = NULL;
    char       *src = c->staged ? c->staged : (char *)(uintptr_t)c->src, *dst = (char *)(uintptr_t)c->dst;
    cu_result   code = ILLEGAL_ADDRESS;
    switch (c->kind) {
    case DO_COPY: /* host memory that is not pinned is the program's own and trusted */
        if (block_at(c->dst) && !reachable(c->dst, c->bytes)) error = "a copy to freed memory";
        else if (!c->staged && block_at(c->src) && !reachable(c->src, c->bytes)) error = "a copy from freed memory";
        else memmove(dst, src, c->bytes);
        break;
    case DO_FILL_8:
        if (!reachable(c->dst, c->bytes)) error = "a fill of freed memory";
        else memset(dst, (int)c->value, c->bytes);
        break;
    case DO_FILL_32:
        if (!reachable(c->dst, c->bytes)) error = "a fill of freed memory";
        for (size_t i = 0; i < c->bytes && !error; i += 4) memcpy(dst + i, &c->value, 4);
        break;
    case DO_LAUNCH:
        pthread_mutex_unlock(&lock);
        error = c->ill ? "an illegal address (injected by a test)" : run_kernel(c, &s->rng);
        pthread_mutex_lock(&lock);
        if (!c->ill) code = LAUNCH_FAILED;
        break;
    case DO_RECORD:
        c->event->time = clock_now();
        if (c->event->reached < c->generation) c->event->reached = c->generation;
        break;
    case DO_WAIT:
        while (c->event->reached < c->generation && s->owner->sticky == CU_OK) pthread_cond_wait(&changed, &lock);
        break;
    }
    if (error && s->owner->sticky == CU_OK) s->owner->sticky = refuse(code, "%s", error);
}

static void *stream_thread(void *context_)
{
    stream *s = context_;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!s->head) {
            s->running = false;
            pthread_cond_broadcast(&changed);
            if (s->magic != STREAM_MAGIC) { /* destroyed, and what was queued is done */
                pthread_mutex_unlock(&lock);
                return NULL;
            }
            pthread_cond_wait(&changed, &lock);
        }
        command *c = s->head;
        s->head = c->next;
        if (!s->head) s->tail = NULL;
        s->running = true;
        unsigned wait = seed && delay_us && draw(&s->rng) % 2 ? (unsigned)(draw(&s->rng) % delay_us) : 0;
        if (wait) {
            pthread_mutex_unlock(&lock);
            usleep(wait);
            pthread_mutex_lock(&lock);
        }
        if (s->owner->sticky == CU_OK) run_command(s, c);
        pthread_cond_broadcast(&changed);
        free(c->staged);
        free(c);
    }
}

command *command_make(command_kind kind, size_t extra)
{
    command *c = calloc(1, sizeof *c + extra);
    if (!c) abort();
    c->kind = kind;
    return c;
}

void enqueue(stream *s, command *c)
{
    if (s->tail) s->tail->next = c;
    else s->head = c;
    s->tail = c;
    s->running = true;
    if (!s->started) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, stream_thread, s) != 0) abort();
        pthread_detach(thread);
        s->started = true;
    }
    pthread_cond_broadcast(&changed);
}

static void drain(stream *s)
{
    while (s->running && s->owner->sticky == CU_OK) pthread_cond_wait(&changed, &lock);
}

stream *stream_of(cu_stream given, cu_result *error)
{
    context *c = usable(error);
    if (!c) return NULL;
    if (!given) return c->standard;
    if (given->magic != STREAM_MAGIC) *error = refuse(INVALID_HANDLE, "a stream that is none, or was destroyed");
    else if (given->owner != c) *error = refuse(INVALID_HANDLE, "a stream of another device");
    return *error == CU_OK ? given : NULL;
}

cu_result cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    cu_result error;
    if (!usable(&error)) return error;
    *least = 0;
    *greatest = -5;
    return CU_OK;
}

cu_result cuStreamCreateWithPriority(cu_stream *out, unsigned flags, int priority)
{
    cu_result error;
    context  *c = usable(&error);
    if (!c) return error;
    if (flags != CU_STREAM_NON_BLOCKING) return refuse(CU_INVALID_VALUE, "streams that wait for the default one are not made here");
    pthread_mutex_lock(&lock);
    *out = stream_make(c, priority);
    pthread_mutex_unlock(&lock);
    return CU_OK;
}

cu_result cuStreamDestroy_v2(cu_stream given)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    stream *s = given ? stream_of(given, &error) : NULL;
    if (!given) error = refuse(INVALID_HANDLE, "the default stream cannot be destroyed");
    if (s) s->magic = 0; /* its thread finishes what is queued, and then ends */
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuStreamSynchronize(cu_stream given)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    stream *s = stream_of(given, &error);
    if (s) {
        drain(s);
        error = s->owner->sticky;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuStreamQuery(cu_stream given)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    stream *s = stream_of(given, &error);
    if (s && s->running) error = CU_NOT_READY;
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuCtxSynchronize(void)
{
    cu_result error;
    context  *c = usable(&error);
    if (!c) return error;
    pthread_mutex_lock(&lock);
    for (stream *s = c->streams; s; s = s->next) drain(s);
    error = c->sticky;
    pthread_mutex_unlock(&lock);
    return error;
}

/* ---- events ----------------------------------------------------------------------------------------------------------- */

static event *event_of(cu_event given, cu_result *error)
{
    *error = !given || given->magic != EVENT_MAGIC ? refuse(INVALID_HANDLE, "an event that is none, or was destroyed") : given->owner->sticky;
    return *error == CU_OK ? given : NULL;
}

cu_result cuEventCreate(cu_event *out, unsigned flags)
{
    cu_result error;
    context  *c = usable(&error);
    if (!c) return error;
    if (flags != CU_EVENT_DEFAULT) return refuse(CU_INVALID_VALUE, "event flags %u", flags);
    pthread_mutex_lock(&lock);
    if (fault_now(FAKE_EVENT)) error = refuse(CU_NO_MEMORY, "no memory for an event");
    pthread_mutex_unlock(&lock);
    if (error != CU_OK) return error;
    event *e = calloc(1, sizeof *e);
    if (!e) abort();
    e->magic = EVENT_MAGIC;
    e->owner = c;
    *out = e;
    return CU_OK;
}

cu_result cuEventDestroy_v2(cu_event given)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    event *e = event_of(given, &error);
    if (e) e->magic = 0; /* commands in flight still point to it */
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuEventRecord(cu_event given, cu_stream on)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    event  *e = event_of(given, &error);
    stream *s = e ? stream_of(on, &error) : NULL;
    if (s && s->owner != e->owner) error = refuse(INVALID_HANDLE, "an event of another device");
    else if (s) {
        command *c = command_make(DO_RECORD, 0);
        c->event = e;
        c->generation = ++e->issued;
        enqueue(s, c);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuEventQuery(cu_event given)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    event *e = event_of(given, &error);
    if (e && e->reached < e->issued) error = CU_NOT_READY;
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuEventSynchronize(cu_event given)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    event *e = event_of(given, &error);
    if (e) {
        uint64_t generation = e->issued;
        while (e->reached < generation && e->owner->sticky == CU_OK) pthread_cond_wait(&changed, &lock);
        error = e->owner->sticky;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuEventElapsedTime(float *milliseconds, cu_event from, cu_event to)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    event *a = event_of(from, &error), *b = a ? event_of(to, &error) : NULL;
    if (b && (!a->issued || !b->issued)) error = refuse(INVALID_HANDLE, "an event that was never recorded");
    else if (b && (a->reached < a->issued || b->reached < b->issued)) error = CU_NOT_READY;
    else if (b) *milliseconds = (float)(1e3 * (b->time - a->time));
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuStreamWaitEvent(cu_stream on, cu_event given, unsigned flags)
{
    cu_result error;
    if (flags) return refuse(CU_INVALID_VALUE, "flags %u for a wait", flags);
    pthread_mutex_lock(&lock);
    event  *e = event_of(given, &error);
    stream *s = e ? stream_of(on, &error) : NULL;
    if (s) {
        command *c = command_make(DO_WAIT, 0);
        c->event = e;
        c->generation = e->issued; /* as recorded now; later recordings do not count */
        enqueue(s, c);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

/* ---- copies and fills ---------------------------------------------------------------------------------------------------- */

static cu_result copy(cu_address dst, cu_address src, size_t bytes, cu_stream on)
{
    cu_result error;
    bool      wait = false;
    pthread_mutex_lock(&lock);
    stream *s = stream_of(on, &error);
    if (s && ((block_at(dst) && !reachable(dst, bytes)) || (block_at(src) && !reachable(src, bytes)) || !dst || !src))
        error = refuse(CU_INVALID_VALUE, "a copy of %zu bytes reaches outside an allocation", bytes);
    else if (s) {
        command *c = command_make(DO_COPY, 0);
        c->dst = dst;
        c->src = src;
        c->bytes = bytes;
        if (!block_at(src)) { /* pageable memory is read before the call returns */
            c->staged = malloc(bytes + 1);
            if (!c->staged) abort();
            memcpy(c->staged, (void *)(uintptr_t)src, bytes);
        }
        wait = !block_at(dst);
        counts.copies++;
        enqueue(s, c);
        if (wait) drain(s);
        if (wait) error = s->owner->sticky;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

static bool on_device(cu_address address)
{
    pthread_mutex_lock(&lock);
    block *b = block_at(address);
    bool   yes = b && b->device >= 0;
    pthread_mutex_unlock(&lock);
    return yes;
}

cu_result cuMemcpyHtoDAsync_v2(cu_address dst, const void *src, size_t bytes, cu_stream on)
{
    if (!on_device(dst) || on_device((cu_address)(uintptr_t)src)) return refuse(CU_INVALID_VALUE, "not a copy from the host to a device");
    return copy(dst, (cu_address)(uintptr_t)src, bytes, on);
}

cu_result cuMemcpyDtoHAsync_v2(void *dst, cu_address src, size_t bytes, cu_stream on)
{
    if (!on_device(src) || on_device((cu_address)(uintptr_t)dst)) return refuse(CU_INVALID_VALUE, "not a copy from a device to the host");
    return copy((cu_address)(uintptr_t)dst, src, bytes, on);
}

cu_result cuMemcpyAsync(cu_address dst, cu_address src, size_t bytes, cu_stream on) { return copy(dst, src, bytes, on); }

static cu_result fill(command_kind kind, cu_address dst, unsigned value, size_t bytes, cu_stream on)
{
    cu_result error;
    pthread_mutex_lock(&lock);
    stream *s = stream_of(on, &error);
    if (s && (!reachable(dst, bytes) || (kind == DO_FILL_32 && dst % 4))) error = refuse(CU_INVALID_VALUE, "a fill of %zu bytes at a bad address", bytes);
    else if (s) {
        command *c = command_make(kind, 0);
        c->dst = dst;
        c->value = value;
        c->bytes = bytes;
        enqueue(s, c);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuMemsetD8Async(cu_address dst, unsigned char value, size_t n, cu_stream on) { return fill(DO_FILL_8, dst, value, n, on); }
cu_result cuMemsetD32Async(cu_address dst, unsigned value, size_t n, cu_stream on) { return fill(DO_FILL_32, dst, value, 4 * n, on); }

/* backend.c - the CPU as an ordinary device.
 *
 * The default stream runs a command at once on the calling thread (large ones with the pool's help), so
 * eager work costs no hand-over. Every other stream has a thread of its own and a queue, so that stream
 * semantics are real and testable without a GPU. A timeline is a counter; the times of its last tickets
 * are kept in a ring.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../core/core.h"
#include "../op/op.h"
#include "pool.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TIME_RING = 4096 };

typedef enum command_kind { RUN_LAUNCH, RUN_COPY, RUN_FILL, RUN_MARK, RUN_FOLLOW, RUN_STOP } command_kind;

typedef struct command {
    struct command *next;
    command_kind    kind;
    uint64_t        ticket;
    wz_ticket       follow;
    wz_span         dst, src;
    uint32_t        pattern;
    wz_launch       launch; /* its args follow the record */
} command;

typedef struct cpu_stream {
    wz_stream      *stream;
    bool            inline_run;
    pthread_t       thread;
    pthread_mutex_t mutex;
    pthread_cond_t  work, done;
    command        *head, *tail;
    atomic_ullong   reached;      /* the timeline */
    atomic_bool     idle;         /* the queue is empty and nothing runs */
    double          time[TIME_RING];
    uint64_t        time_ticket[TIME_RING];
} cpu_stream;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- device and memory --------------------------------------------------------------------------------- */

static wz_status cpu_count(int *n, const char **why_none)
{
    *n = 1;
    *why_none = NULL;
    return WZ_OK;
}

static void processor_name(char *out, size_t bytes)
{
    snprintf(out, bytes, "CPU");
    FILE *f = fopen("/proc/cpuinfo", "r");
    char  line[256];
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (!colon) continue;
        colon[strcspn(colon, "\n")] = '\0';
        snprintf(out, bytes, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (f) fclose(f);
}

static wz_status cpu_open(int index, wz_device *dev)
{
    (void)index;
    processor_name(dev->info.name, sizeof dev->info.name);
    int n = 0;
    for (int level = WZ_CPU_BASE; level < WZ_CPU_LEVELS; level++)
        if (wz_cpu_has((wz_cpu_level)level) && n < (int)sizeof dev->info.arch)
            n += snprintf(dev->info.arch + n, sizeof dev->info.arch - (size_t)n, "%s%s", n ? " " : "",
                          wz_cpu_level_name((wz_cpu_level)level));
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    dev->info.memory_bytes = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
    dev->info.cores = wz_num_threads();
    return WZ_OK;
}

static void cpu_close(wz_device *dev) { (void)dev; }

static wz_status cpu_block_new(wz_device *dev, size_t bytes, wz_mem kind, wz_block *out)
{
    (void)dev;
    enum { PAGE = 4096 };
    size_t rounded;
    if (!size_add(bytes, PAGE - 1, &rounded)) return fail_nomem(bytes);
    void *p = aligned_alloc(PAGE, rounded / PAGE * PAGE);
    if (!p) return fail_nomem(bytes);
    *out = (wz_block){p, p, bytes, kind};
    return WZ_OK;
}

static void cpu_block_free(wz_device *dev, wz_block *b)
{
    (void)dev;
    free(b->host);
    b->host = b->handle = NULL;
}

static wz_status cpu_block_wrap(wz_device *dev, void *host, size_t bytes, wz_block *out)
{
    (void)dev;
    *out = (wz_block){host, host, bytes, WZ_MEM_SHARED};
    return WZ_OK;
}

/* ---- running one command ----------------------------------------------------------------------------------- */

static void run_part(void *context, int part, int n_parts)
{
    const wz_launch *l = context;
    l->kernel.cpu(l, part, n_parts);
}

static void run_launch(wz_launch *l)
{
    if (l->n_parts <= 1) l->kernel.cpu(l, 0, 1);
    else pool_run(run_part, l, l->n_parts);
}

static void run_copy(wz_span dst, wz_span src)
{
    size_t bytes = dst.bytes < src.bytes ? dst.bytes : src.bytes;
    memmove((char *)dst.block.host + dst.offset, (char *)src.block.host + src.offset, bytes);
}

static void run_fill(wz_span dst, uint32_t pattern)
{
    char *p = (char *)dst.block.host + dst.offset;
    for (size_t i = 0; i < dst.bytes; i++) p[i] = (char)(pattern >> (8 * (i & 3)));
}

static void run_mark(cpu_stream *q, uint64_t ticket)
{
    q->time[ticket % TIME_RING] = now();
    q->time_ticket[ticket % TIME_RING] = ticket;
    atomic_store_explicit(&q->reached, ticket, memory_order_release);
}

/* ---- the queue's thread --------------------------------------------------------------------------------------- */

static void run_command(cpu_stream *q, command *c)
{
    launch_error error = {0};
    bool         failed = atomic_load(&q->stream->error) != WZ_OK; /* later commands do not run */
    switch (c->kind) {
    case RUN_LAUNCH:
        if (failed) break;
        c->launch.error = &error;
        run_launch(&c->launch);
        if (atomic_load(&error.status))
            stream_set_error(q->stream, (wz_status)atomic_load(&error.status), error.text);
        break;
    case RUN_COPY:
        if (!failed) run_copy(c->dst, c->src);
        break;
    case RUN_FILL:
        if (!failed) run_fill(c->dst, c->pattern);
        break;
    case RUN_FOLLOW:
        if (wz_ticket_wait(c->follow) != WZ_OK) stream_set_error(q->stream, WZ_DEVICE, wz_error());
        break;
    case RUN_MARK:
    case RUN_STOP: break;
    }
}

static void *queue_thread(void *context)
{
    cpu_stream *q = context;
    for (bool stop = false; !stop;) {
        pthread_mutex_lock(&q->mutex);
        while (!q->head) {
            atomic_store(&q->idle, true);
            pthread_cond_broadcast(&q->done);
            pthread_cond_wait(&q->work, &q->mutex);
        }
        command *c = q->head;
        q->head = c->next;
        if (!q->head) q->tail = NULL;
        pthread_mutex_unlock(&q->mutex);
        run_command(q, c);
        stop = c->kind == RUN_STOP;
        if (c->kind == RUN_MARK) {
            pthread_mutex_lock(&q->mutex);
            run_mark(q, c->ticket);
            pthread_cond_broadcast(&q->done);
            pthread_mutex_unlock(&q->mutex);
        }
        mem_free(c);
    }
    return NULL;
}

static command *command_new(command_kind kind, size_t extra)
{
    size_t bytes;
    if (!size_add(sizeof(command), extra, &bytes)) return NULL;
    command *c = mem_alloc(bytes);
    if (c) c->kind = kind;
    return c;
}

static void enqueue(cpu_stream *q, command *c)
{
    pthread_mutex_lock(&q->mutex);
    if (q->tail) q->tail->next = c;
    else q->head = c;
    q->tail = c;
    atomic_store(&q->idle, false);
    pthread_cond_signal(&q->work);
    pthread_mutex_unlock(&q->mutex);
}

/* ---- streams ----------------------------------------------------------------------------------------------------- */

static wz_status cpu_stream_new(wz_device *dev, int priority, wz_stream *s)
{
    (void)priority; /* all threads of a process are equal here */
    cpu_stream *q = mem_alloc(sizeof *q);
    if (!q) return WZ_NOMEM;
    q->stream = s;
    q->inline_run = dev->default_stream == NULL; /* the first stream made is the default one */
    atomic_init(&q->idle, true);
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->work, NULL);
    pthread_cond_init(&q->done, NULL);
    int error = q->inline_run ? 0 : pthread_create(&q->thread, NULL, queue_thread, q);
    if (error) {
        mem_free(q);
        return fail(WZ_NOMEM, "a stream's thread could not be started: %s", strerror(error));
    }
    s->data = q;
    return WZ_OK;
}

static void cpu_stream_free(wz_stream *s)
{
    cpu_stream *q = s->data;
    if (!q) return;
    if (!q->inline_run) {
        command *stop;
        while (!(stop = command_new(RUN_STOP, 0))) usleep(1000); /* the thread has to end */
        enqueue(q, stop);
        pthread_join(q->thread, NULL);
    }
    pthread_mutex_destroy(&q->mutex);
    pthread_cond_destroy(&q->work);
    pthread_cond_destroy(&q->done);
    s->data = NULL;
    mem_free(q);
}

static wz_status cpu_stream_mark(wz_stream *s, uint64_t ticket)
{
    cpu_stream *q = s->data;
    if (q->inline_run) {
        run_mark(q, ticket);
        return WZ_OK;
    }
    command *c = command_new(RUN_MARK, 0);
    if (!c) return WZ_NOMEM;
    c->ticket = ticket;
    enqueue(q, c);
    return WZ_OK;
}

static wz_status cpu_stream_flush(wz_stream *s)
{
    (void)s;
    return WZ_OK;
}

static bool cpu_stream_done(wz_stream *s, uint64_t ticket)
{
    cpu_stream *q = s->data;
    if (!q || q->inline_run) return true;
    if (ticket == UINT64_MAX) return atomic_load(&q->idle);
    return atomic_load_explicit(&q->reached, memory_order_acquire) >= ticket;
}

static wz_status cpu_stream_wait(wz_stream *s, uint64_t ticket)
{
    cpu_stream *q = s->data;
    if (q->inline_run) return WZ_OK;
    pthread_mutex_lock(&q->mutex);
    /* UINT64_MAX: until the queue is empty, which needs no ticket and so no memory */
    while (ticket == UINT64_MAX ? !atomic_load(&q->idle) : atomic_load(&q->reached) < ticket) pthread_cond_wait(&q->done, &q->mutex);
    pthread_mutex_unlock(&q->mutex);
    return WZ_OK;
}

static wz_status cpu_stream_follow(wz_stream *s, wz_stream *other, uint64_t ticket)
{
    cpu_stream *q = s->data;
    if (q->inline_run) return wz_ticket_wait((wz_ticket){other, ticket});
    command *c = command_new(RUN_FOLLOW, 0);
    if (!c) return WZ_NOMEM;
    c->follow = (wz_ticket){other, ticket};
    enqueue(q, c);
    return WZ_OK;
}

static wz_status cpu_stream_time(wz_stream *s, uint64_t from, uint64_t to, double *seconds)
{
    cpu_stream *q = s->data;
    pthread_mutex_lock(&q->mutex);
    bool   known = q->time_ticket[from % TIME_RING] == from && q->time_ticket[to % TIME_RING] == to;
    double dt = q->time[to % TIME_RING] - q->time[from % TIME_RING];
    pthread_mutex_unlock(&q->mutex);
    if (!known) return fail(WZ_STATE, "the time of a ticket is kept for %d tickets only", (int)TIME_RING);
    *seconds = dt;
    return WZ_OK;
}

/* ---- commands -------------------------------------------------------------------------------------------------------- */

static wz_status cpu_launch(wz_stream *s, const wz_launch *l)
{
    cpu_stream *q = s->data;
    if (q->inline_run) {
        launch_error error;
        atomic_init(&error.status, WZ_OK);
        ((wz_launch *)l)->error = &error;
        run_launch((wz_launch *)l);
        wz_status status = (wz_status)atomic_load(&error.status);
        return status == WZ_OK ? WZ_OK : fail(status, "%s", error.text);
    }
    command *c = command_new(RUN_LAUNCH, l->args_bytes + 16);
    if (!c) return WZ_NOMEM;
    c->launch = *l;
    char *args = (char *)(((uintptr_t)(c + 1) + 15) & ~(uintptr_t)15); /* views want 16-byte alignment */
    if (l->args_bytes) memcpy(args, l->args, l->args_bytes);
    c->launch.args = args;
    enqueue(q, c);
    return WZ_OK;
}

static wz_status cpu_copy(wz_stream *s, wz_span dst, wz_span src)
{
    cpu_stream *q = s->data;
    if (q->inline_run) {
        run_copy(dst, src);
        return WZ_OK;
    }
    command *c = command_new(RUN_COPY, 0);
    if (!c) return WZ_NOMEM;
    c->dst = dst;
    c->src = src;
    enqueue(q, c);
    return WZ_OK;
}

static wz_status cpu_fill(wz_stream *s, wz_span dst, uint32_t pattern)
{
    cpu_stream *q = s->data;
    if (q->inline_run) {
        run_fill(dst, pattern);
        return WZ_OK;
    }
    command *c = command_new(RUN_FILL, 0);
    if (!c) return WZ_NOMEM;
    c->dst = dst;
    c->pattern = pattern;
    enqueue(q, c);
    return WZ_OK;
}

static wz_status cpu_upload(wz_stream *s, wz_span dst, const void *src)
{
    TRY(wz_stream_sync(s));
    memcpy((char *)dst.block.host + dst.offset, src, dst.bytes);
    return WZ_OK;
}

static wz_status cpu_download(wz_stream *s, void *dst, wz_span src)
{
    TRY(wz_stream_sync(s));
    memcpy(dst, (char *)src.block.host + src.offset, src.bytes);
    return WZ_OK;
}

const wz_backend cpu_backend = {
    .name = "cpu",
    .count = cpu_count,
    .open = cpu_open,
    .close = cpu_close,
    .block_new = cpu_block_new,
    .block_free = cpu_block_free,
    .block_wrap = cpu_block_wrap,
    .stream_new = cpu_stream_new,
    .stream_free = cpu_stream_free,
    .stream_mark = cpu_stream_mark,
    .stream_flush = cpu_stream_flush,
    .stream_wait = cpu_stream_wait,
    .stream_done = cpu_stream_done,
    .stream_follow = cpu_stream_follow,
    .stream_time = cpu_stream_time,
    .launch = cpu_launch,
    .copy = cpu_copy,
    .fill = cpu_fill,
    .upload = cpu_upload,
    .download = cpu_download,
};

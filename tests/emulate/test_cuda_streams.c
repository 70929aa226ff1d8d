/* test_cuda_streams.c - random programs over several streams against a model of the rules, on the emulated driver.
 *
 *   test_cuda_streams [PROGRAMS [FIRST_SEED]]
 *
 * A program allocates, fills, copies by kernels and by the driver, lets other streams and a foreign user (who works on
 * the bytes without the library knowing, as a DLPack consumer does) use tensors, records them on the streams,
 * frees them while work is in flight, waits, and reads. The driver delays commands by a seed. A tensor holds one
 * value throughout, known to the model, so every element that is read is checked. Following the rules no
 * program may read a wrong value. With a rule left out on purpose (no record_stream; no wait for the writer's
 * stream) some must: a test that cannot fail proves nothing.
 * SPDX-License-Identifier: MIT */
#include "cuda_test.h"

enum { STREAMS = 4, LIVE = 12, STEPS = 70, MAX_ELEMENTS = 700 };
typedef enum plant { NOTHING, NO_RECORD, NO_WAIT } plant;

typedef struct item {
    wz_tensor *t;          /* owned; NULL: an empty place */
    double     value;      /* of each element */
    wz_ticket  written;    /* after this its value stands */
} item;

typedef struct program {
    wz_device *dev;
    wz_stream *stream[STREAMS];
    item       item[LIVE];
    uint64_t   rng;
    plant      planted;
    double     next_value;
    long       wrong, reads;
} program;

static unsigned below(program *p, unsigned n)
{
    p->rng ^= p->rng << 13;
    p->rng ^= p->rng >> 7;
    p->rng ^= p->rng << 17;
    return (unsigned)((p->rng >> 20) % n);
}

static item *pick(program *p, bool occupied)
{
    unsigned first = below(p, LIVE);
    for (unsigned i = 0; i < LIVE; i++) {
        item *it = &p->item[(first + i) % LIVE];
        if ((it->t != NULL) == occupied) return it;
    }
    return NULL;
}

static void written_on(item *it, wz_stream *s) { REQUIRE_OK(wz_stream_record(s, &it->written)); }

/* A new tensor of n elements on the current stream, in a place of its own. */
static item *fresh(program *p, int64_t n)
{
    item *it = pick(p, false);
    if (!it) return NULL;
    it->t = wz_keep(wz_tensor_new(WZ_DTYPE_F64, 1, &n, p->dev));
    REQUIRE(it->t);
    return it;
}

/* Stream s may read what `it` holds. */
static void come_after(program *p, wz_stream *s, const item *it)
{
    if (p->planted != NO_WAIT) REQUIRE_OK(wz_stream_follow(s, it->written));
}

static void make(program *p, wz_stream *s)
{
    item *it = fresh(p, 1 + below(p, MAX_ELEMENTS));
    if (!it) return;
    it->value = p->next_value;
    p->next_value += 1.25;
    REQUIRE(wz_fill_(it->t, wz_num(it->value)));
    written_on(it, s);
}

/* Another tensor from this one: by the driver's copy, or by a kernel that reverses the layout. The library notes
 * the use by itself. */
static void copy(program *p, wz_stream *s)
{
    item *from = pick(p, true), *to = from ? fresh(p, wz_tensor_numel(from->t)) : NULL;
    if (!to) return;
    come_after(p, s, from);
    to->value = from->value;
    wz_tensor *src = from->t, *dst = to->t;
    int64_t    n = wz_tensor_numel(src), half[] = {2, n / 2}, turned[] = {1, 2};
    if (n % 2 == 0 && below(p, 2)) {
        src = wz_tensor_as_strided(src, 2, half, turned, 0);
        dst = wz_tensor_as_strided(dst, 2, half, (int64_t[]){n / 2, 1}, 0);
    }
    REQUIRE(wz_copy_(dst, src, false));
    written_on(to, s);
}

static void drop(item *it)
{
    wz_free(&it->t);
    it->written = (wz_ticket){0};
}

/* A foreign user reads a tensor on stream s into another: only record_stream tells the library. */
static void foreign_copy(program *p, wz_stream *s)
{
    item *from = pick(p, true), *to = from ? fresh(p, wz_tensor_numel(from->t)) : NULL;
    if (!to) return;
    come_after(p, s, from);
    to->value = from->value;
    REQUIRE_OK(stream_copy(s, tensor_span(to->t), tensor_span(from->t)));
    if (p->planted != NO_RECORD) {
        REQUIRE_OK(wz_tensor_record_stream(from->t, s));
        REQUIRE_OK(wz_tensor_record_stream(to->t, s));
    }
    written_on(to, s);
    if (below(p, 2)) { /* its owner gives it up and takes as much again, perhaps the same memory, while the copy waits */
        wz_stream *owner = from->t->storage->owner;
        int64_t    n = wz_tensor_numel(from->t);
        drop(from);
        wz_stream_set_current(owner);
        item *next = fresh(p, n);
        if (!next) return;
        next->value = 0;
        REQUIRE(wz_zero_(next->t));
        written_on(next, wz_stream_current(p->dev));
    }
}

static void check(program *p, wz_stream *s, item *it)
{
    double  v[MAX_ELEMENTS];
    int64_t n = wz_tensor_numel(it->t);
    come_after(p, s, it);
    REQUIRE_OK(stream_download(s, v, tensor_span(it->t)));
    p->reads++;
    for (int64_t i = 0; i < n; i++)
        if (v[i] != it->value) {
            p->wrong++;
            break;
        }
}

/* A stream ends; its work is finished first, and its memory goes to the default stream. */
static void replace_stream(program *p)
{
    unsigned i = 1 + below(p, STREAMS - 1);
    wz_stream_free(&p->stream[i]);
    REQUIRE_OK(wz_stream_new(p->dev, below(p, 2) ? -1 : 0, &p->stream[i]));
}

static void step(program *p)
{
    wz_stream *s = p->stream[below(p, STREAMS)];
    item      *it;
    wz_stream_set_current(s);
    switch (below(p, 20)) {
    case 0: case 1: case 2: case 3: make(p, s); break;
    case 4: case 5: case 6: case 7: copy(p, s); break;
    case 8: case 9: case 10: case 11: foreign_copy(p, s); break;
    case 12: case 13: case 14: case 15: case 16:
        if ((it = pick(p, true)) != NULL) drop(it);
        break;
    case 17:
        if ((it = pick(p, true)) != NULL) check(p, s, it);
        break;
    case 18: REQUIRE_OK(below(p, 2) ? wz_stream_sync(s) : wz_memory_trim(p->dev)); break;
    default:
        if (below(p, 4) == 0) replace_stream(p);
        break;
    }
}

/* Wrong values read by one program. */
static long run_program(uint64_t seed, plant planted)
{
    program p = {.dev = cuda(), .rng = seed * 0x9e3779b97f4a7c15u + 12345, .planted = planted, .next_value = 1.25};
    disorder(seed + 1, 800);
    REQUIRE_OK(wz_scope_begin());
    p.stream[0] = wz_stream_default(p.dev);
    for (int i = 1; i < STREAMS; i++) REQUIRE_OK(wz_stream_new(p.dev, 0, &p.stream[i]));
    for (int i = 0; i < STEPS; i++) {
        REQUIRE_OK(wz_scope_begin());
        step(&p);
        wz_scope_end();
    }
    for (int i = 0; i < LIVE; i++)
        if (p.item[i].t) check(&p, p.stream[below(&p, STREAMS)], &p.item[i]);
    for (int i = 0; i < LIVE; i++)
        if (p.item[i].t) drop(&p.item[i]);
    REQUIRE_OK(wz_device_sync(p.dev));
    wz_stream_set_current(p.stream[0]);
    for (int i = 1; i < STREAMS; i++) wz_stream_free(&p.stream[i]);
    wz_scope_end();
    wz_memory_stats stats;
    REQUIRE_OK(wz_memory_get_stats(p.dev, &stats));
    REQUIRE(stats.in_use == 0);
    return p.wrong;
}

static long     n_programs = 60, n_planted = 40;
static uint64_t first_seed = 1;

static void by_the_rules(void)
{
    for (long i = 0; i < n_programs; i++) {
        long wrong = run_program(first_seed + (uint64_t)i, NOTHING);
        if (wrong) printf("seed %llu: %ld wrong values\n", (unsigned long long)(first_seed + (uint64_t)i), wrong);
        REQUIRE(wrong == 0);
    }
}

static void planted(plant what)
{
    long caught = 0;
    for (long i = 0; i < n_planted && caught < 3; i++) caught += run_program((uint64_t)i + 1, what) != 0;
    REQUIRE(caught >= 3);
}

static void without_record_stream(void) { planted(NO_RECORD); }
static void without_wait(void) { planted(NO_WAIT); }

int main(int argc, char **argv)
{
    if (argc > 1) n_programs = strtol(argv[1], NULL, 10);
    if (argc > 2) first_seed = strtoull(argv[2], NULL, 10);
    setenv("WZ_ALLOC", "", 1); /* reuse is what is tested */
    CASE(by_the_rules);
    CASE(without_record_stream);
    CASE(without_wait);
    printf("%d passed, %d failed\n", n_passed, n_failed);
    return n_failed ? 1 : 0;
}

/* random.c - generators: a seed and how many random calls were made with it.
 * SPDX-License-Identifier: MIT */
#include "random.h"
#include "error.h"
#include "mem.h"
#include <pthread.h>

struct wz_generator {
    pthread_mutex_t lock;
    uint64_t        seed, call;
};

enum { DEFAULT_SEED = 2147483647 };
static wz_generator default_generator = {.lock = PTHREAD_MUTEX_INITIALIZER, .seed = DEFAULT_SEED};

static wz_generator *or_default(const wz_generator *g) { return g ? (wz_generator *)g : &default_generator; }

wz_status wz_generator_new(uint64_t seed, wz_generator **out)
{
    *out = NULL;
    wz_generator *g = mem_alloc(sizeof *g);
    if (!g) return WZ_NOMEM;
    if (pthread_mutex_init(&g->lock, NULL) != 0) {
        mem_free(g);
        return fail(WZ_NOMEM, "a lock for the generator could not be made");
    }
    g->seed = seed;
    *out = g;
    return WZ_OK;
}

void wz_generator_free(wz_generator **g)
{
    if (!g || !*g || *g == &default_generator) return;
    (void)pthread_mutex_destroy(&(*g)->lock);
    mem_free(*g);
    *g = NULL;
}

wz_generator *wz_generator_default(void) { return &default_generator; }

void wz_generator_set_state(wz_generator *g, const uint64_t state[2])
{
    g = or_default(g);
    (void)pthread_mutex_lock(&g->lock);
    g->seed = state[0];
    g->call = state[1];
    (void)pthread_mutex_unlock(&g->lock);
}

void wz_generator_get_state(const wz_generator *from, uint64_t state[2])
{
    wz_generator *g = or_default(from);
    (void)pthread_mutex_lock(&g->lock);
    state[0] = g->seed;
    state[1] = g->call;
    (void)pthread_mutex_unlock(&g->lock);
}

void wz_generator_seed(wz_generator *g, uint64_t seed)
{
    wz_generator_set_state(g, (const uint64_t[2]){seed, 0});
}

uint64_t wz_generator_get_seed(const wz_generator *g)
{
    uint64_t state[2];
    wz_generator_get_state(g, state);
    return state[0];
}

random_call generator_take(wz_generator *g)
{
    g = or_default(g);
    (void)pthread_mutex_lock(&g->lock);
    random_call r = {g->seed, g->call++};
    (void)pthread_mutex_unlock(&g->lock);
    return r;
}

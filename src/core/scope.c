/* scope.c - pools of tensors per thread: what an op makes is freed when the scope that held it ends.
 *
 * A thread has one array of tensors and one of marks; a scope is the part of the array above its mark.
 * wz_keep looks from the top, so taking out a recent result is cheap.
 * SPDX-License-Identifier: MIT */
#include "core.h"
#include <pthread.h>

typedef struct scope_stack {
    wz_tensor **tensor;
    size_t      n, room;
    size_t     *mark;
    size_t      depth, mark_room;
} scope_stack;

static pthread_key_t  key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static _Thread_local scope_stack *stack;

static void stack_drop(void *p)
{
    scope_stack *s = p;
    for (size_t i = s->n; i-- > 0;) wz_free(&s->tensor[i]);
    mem_free(s->tensor);
    mem_free(s->mark);
    mem_free(s);
}

static void make_key(void) { (void)pthread_key_create(&key, stack_drop); }

static wz_status stack_open(void)
{
    if (stack) return WZ_OK;
    (void)pthread_once(&key_once, make_key);
    stack = mem_alloc(sizeof *stack);
    if (!stack) return WZ_NOMEM;
    (void)pthread_setspecific(key, stack);
    return WZ_OK;
}

wz_status wz_scope_begin(void)
{
    TRY(stack_open());
    if (stack->depth == stack->mark_room) {
        size_t  room = stack->mark_room ? stack->mark_room * 2 : 16;
        size_t *mark = mem_grow(stack->mark, room * sizeof *mark);
        if (!mark) return WZ_NOMEM;
        stack->mark = mark;
        stack->mark_room = room;
    }
    stack->mark[stack->depth++] = stack->n;
    return WZ_OK;
}

void wz_scope_end(void)
{
    if (!stack || !stack->depth) return;
    size_t mark = stack->mark[--stack->depth];
    while (stack->n > mark) {
        wz_tensor *t = stack->tensor[--stack->n];
        wz_free(&t);
    }
}

bool scope_open(void) { return stack && stack->depth; }

wz_status scope_add(wz_tensor *t)
{
    wz_status status = WZ_OK;
    if (!scope_open()) {
        status = fail(WZ_STATE, "no scope is open on this thread; call wz_scope_begin first");
    } else if (stack->n == stack->room) {
        size_t      room = stack->room ? stack->room * 2 : 64;
        wz_tensor **tensor = mem_grow(stack->tensor, room * sizeof *tensor);
        if (!tensor) {
            status = WZ_NOMEM;
        } else {
            stack->tensor = tensor;
            stack->room = room;
        }
    }
    if (status != WZ_OK) {
        wz_free(&t);
        return status;
    }
    stack->tensor[stack->n++] = t;
    return WZ_OK;
}

/* A tensor that is in no scope of this thread gets a further reference instead. */
wz_tensor *wz_keep(wz_tensor *t)
{
    if (!t) return NULL;
    if (stack) {
        size_t low = stack->depth ? stack->mark[stack->depth - 1] : 0;
        for (size_t i = stack->n; i-- > low;) {
            if (stack->tensor[i] != t) continue;
            stack->tensor[i] = stack->tensor[--stack->n];
            return t;
        }
    }
    return wz_retain(t);
}

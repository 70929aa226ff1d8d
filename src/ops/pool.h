/* pool.h - the windows of one pooling.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OPS_POOL_H
#define WZ_OPS_POOL_H
#include "../op/op.h"

enum { POOL_DIMS = 3 };

/* Always three dims; missing ones come first with size 1. */
typedef struct pool_plan {
    int64_t in[POOL_DIMS], out[POOL_DIMS], kernel[POOL_DIMS], stride[POOL_DIMS], pad[POOL_DIMS], dilation[POOL_DIMS];
    int64_t divisor;                                  /* 0: the window's size */
    bool    shares, include_pad;                      /* shares: windows by output size, no kernel */
} pool_plan;

/* The input indices of output i along dim d: first, count, step; and the window's size before it was cut. */
typedef struct pool_window { int64_t first, n, step, whole; } pool_window;

static inline pool_window pool_window_of(const pool_plan *p, int d, int64_t i)
{
    pool_window w = {.step = 1};
    if (p->shares) {
        w.first = i * p->in[d] / p->out[d];
        w.n = w.whole = ((i + 1) * p->in[d] + p->out[d] - 1) / p->out[d] - w.first;
        return w;
    }
    int64_t end = i * p->stride[d] - p->pad[d], step = p->dilation[d];
    w.first = end;
    w.step = step;
    end += (p->kernel[d] - 1) * step + 1;
    w.whole = (end < p->in[d] + p->pad[d] ? end : p->in[d] + p->pad[d]) - w.first;
    if (w.first < 0) w.first += (-w.first + step - 1) / step * step;
    if (end > p->in[d]) end = p->in[d];
    w.n = end > w.first ? (end - w.first + step - 1) / step : 0;
    return w;
}

static inline double pool_divisor(const pool_plan *p, const pool_window w[POOL_DIMS])
{
    if (p->divisor) return (double)p->divisor;
    if (p->include_pad) return (double)(w[0].whole * w[1].whole * w[2].whole);
    return (double)(w[0].n * w[1].n * w[2].n);
}

/* Of a checked call: the planes of which tensor, and the arguments of its op. */
pool_plan pool_plan_of(const wz_call *c);
#endif

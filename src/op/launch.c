/* launch.c - from a call to a CPU launch: host views, the parts of the work, and the n-d iterator.
 * SPDX-License-Identifier: MIT */
#include "op.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_GRAIN = 32768, MAX_PARTS = 256 };

static void view_of(const wz_tensor *t, host_view *v)
{
    if (!t) {
        v->dtype = 0;
        v->data = NULL;
        v->numel = 0;
        v->ndim = 0;
        return;
    }
    v->data = tensor_host(t);
    v->dtype = t->dtype;
    v->ndim = t->ndim;
    v->bytes = (uint8_t)wz_dtype_bytes((wz_dtype)t->dtype);
    v->numel = tensor_numel(t);
    memcpy(v->size, t->size, sizeof v->size);
    memcpy(v->stride, t->stride, sizeof v->stride);
}

static size_t align16(size_t n) { return (n + 15) & ~(size_t)15; }

wz_status launch_host(wz_call *c, cpu_kernel_fn fn, int n_tensors, wz_tensor *const *t, uint32_t write_mask,
                      int64_t work, int64_t grain, const void *args, size_t args_bytes)
{
    _Alignas(16) char block[LAUNCH_MAX_ARGS];
    if (c->dev->kind != WZ_DEVICE_CPU) return fail(WZ_UNSUPPORTED, "has no kernel for %s", c->dev->name);
    size_t head = align16(sizeof(host_args) + (size_t)n_tensors * sizeof(host_view));
    if (n_tensors > LAUNCH_MAX_BUFFERS || args_bytes > sizeof block - head || head > sizeof block)
        return fail(WZ_INTERNAL, "a launch of %d tensors and %zu bytes of arguments is too large", n_tensors,
                    args_bytes);
    host_args *a = (host_args *)(void *)block;
    a->n_views = n_tensors;
    wz_launch l;
    l.kernel = (wz_kernel){.cpu = fn, .name = c->row->info.name};
    l.n_buffers = 0;
    for (int i = 0; i < n_tensors; i++) {
        view_of(t[i], &a->view[i]);
        if (!t[i]) continue;
        tensor_span_to(t[i], &l.buffer[l.n_buffers]);
        l.access[l.n_buffers++] = (write_mask >> i) & 1 ? SPAN_READ | SPAN_WRITE : SPAN_READ;
    }
    if (args_bytes) memcpy(block + head, args, args_bytes);
    if (grain <= 0) grain = DEFAULT_GRAIN;
    int64_t parts = work / grain;
    int     threads = parts > 1 ? wz_num_threads() : 1;
    if (parts > threads) parts = threads;
    if (parts > MAX_PARTS) parts = MAX_PARTS;
    l.n_parts = parts < 1 ? 1 : (int)parts;
    l.args = block;
    l.args_bytes = head + args_bytes;
    l.barrier = false;
    l.error = NULL;
    return stream_launch(c->stream, &l);
}

wz_status launch_call(wz_call *c, cpu_kernel_fn fn, int64_t work, int64_t grain, const void *args,
                      size_t args_bytes)
{
    wz_tensor *t[CALL_MAX_IN + WZ_MAX_RESULTS];
    int        n = 0;
    for (int i = 0; i < c->n_in; i++) t[n++] = c->in[i];
    uint32_t mask = 0;
    for (int k = 0; k < c->n_out; k++) {
        mask |= 1u << n;
        t[n++] = c->out[k];
    }
    return launch_host(c, fn, n, t, mask, work, grain, args, args_bytes);
}

const host_view *launch_views(const wz_launch *l) { return ((const host_args *)l->args)->view; }

const void *launch_args(const wz_launch *l)
{
    const host_args *a = l->args;
    return (const char *)l->args + align16(sizeof(host_args) + (size_t)a->n_views * sizeof(host_view));
}

void kernel_error(const wz_launch *l, wz_status status, const char *format, ...)
{
    int expected = WZ_OK;
    if (!l->error) return;
    /* The text is written by whoever wins; readers look only after all parts are done. */
    if (!atomic_compare_exchange_strong(&l->error->status, &expected, (int)status)) return;
    va_list args;
    va_start(args, format);
    vsnprintf(l->error->text, sizeof l->error->text, format, args);
    va_end(args);
}

/* ---- walking views ---------------------------------------------------------------------------------------- */

void nd_begin(nd_iter *it, int ndim, const int64_t *size, int n, const host_view *const *v, int64_t first)
{
    it->n = n;
    it->ndim = ndim;
    for (int k = 0; k < n; k++) it->offset[k] = 0;
    int64_t rest = first;
    for (int d = ndim; d-- > 0;) {
        it->size[d] = size[d];
        it->index[d] = size[d] ? rest % size[d] : 0;
        rest = size[d] ? rest / size[d] : 0;
        for (int k = 0; k < n; k++) {
            int own = d - (ndim - v[k]->ndim); /* align trailing dims; size-1 dims repeat */
            it->stride[k][d] = own < 0 || v[k]->size[own] == 1 ? 0 : v[k]->stride[own];
            it->offset[k] += it->index[d] * it->stride[k][d];
        }
    }
}

void nd_next(nd_iter *it)
{
    for (int d = it->ndim; d-- > 0;) {
        if (++it->index[d] < it->size[d]) {
            for (int k = 0; k < it->n; k++) it->offset[k] += it->stride[k][d];
            return;
        }
        for (int k = 0; k < it->n; k++) it->offset[k] -= (it->size[d] - 1) * it->stride[k][d];
        it->index[d] = 0;
    }
}

int64_t view_offset(const host_view *v, int64_t i)
{
    int64_t offset = 0;
    for (int d = v->ndim; d-- > 0;) {
        offset += i % v->size[d] * v->stride[d];
        i /= v->size[d];
    }
    return offset;
}

host_view view_keep_dims(const host_view *v, uint32_t mask)
{
    host_view r = *v;
    r.ndim = 0;
    r.numel = 1;
    for (int d = 0; d < v->ndim; d++) {
        if (!((mask >> d) & 1)) continue;
        r.size[r.ndim] = v->size[d];
        r.stride[r.ndim++] = v->stride[d];
        r.numel *= v->size[d];
    }
    return r;
}

host_view view_expand(const host_view *v, int ndim, const int64_t *size)
{
    host_view r = *v;
    r.ndim = (uint8_t)ndim;
    r.numel = 1;
    for (int d = 0; d < ndim; d++) {
        int own = d - (ndim - v->ndim);
        r.size[d] = size[d];
        r.stride[d] = own < 0 || v->size[own] == 1 ? 0 : v->stride[own];
        r.numel *= size[d];
    }
    return r;
}

/* gpu.c - from a call to a GPU launch. See gpu.h.
 * SPDX-License-Identifier: MIT */
#include "gpu.h"
#include "../core/kernel.h"
#include <string.h>

static const int64_t NARROW = INT32_MAX; /* 32-bit kernels divide numbers below 2^31 */

wz_status gpu_launch(wz_call *c, wz_kernel_key key, int64_t grid, uint32_t block, int n, const gpu_operand *operand)
{
    if (grid == 0) return WZ_OK;
    if (grid < 0 || grid > INT32_MAX) return fail(WZ_UNSUPPORTED, "%lld groups of threads are more than one launch takes", (long long)grid);
    wz_launch l;
    l.n_buffers = 0;
    l.args = NULL;
    l.args_bytes = 0;
    for (int i = 0; i < n; i++) {
        const gpu_operand *o = &operand[i];
        if (!o->access) {
            if (i != n - 1 || o->bytes > LAUNCH_MAX_ARGS) return fail(WZ_INTERNAL, "kernel %s: %zu bytes of arguments at %d", key.name, o->bytes, i);
            l.args = o->args;
            l.args_bytes = o->bytes;
            break;
        }
        if (l.n_buffers == LAUNCH_MAX_BUFFERS) return fail(WZ_INTERNAL, "kernel %s: more than %d buffers", key.name, (int)LAUNCH_MAX_BUFFERS);
        l.buffer[l.n_buffers] = o->t ? tensor_span(o->t) : (wz_span){{0}, 0, 0};
        l.access[l.n_buffers++] = o->access;
    }
    TRY(kernel_get(c->dev, &key, &l.kernel));
    l.grid[0] = (uint32_t)grid;
    l.block[0] = block;
    l.grid[1] = l.grid[2] = l.block[1] = l.block[2] = 1;
    l.barrier = false;
    l.n_parts = 1;
    l.error = NULL;
    return stream_launch(c->stream, &l);
}

/* ---- layouts ------------------------------------------------------------------------------------------- */

k_div gpu_div(uint32_t d)
{
    uint32_t shift = 0;
    while (shift < 32 && ((uint64_t)1 << shift) < d) shift++;
    return (k_div){(uint32_t)((((uint64_t)1 << 32) * (((uint64_t)1 << shift) - d)) / d + 1), shift};
}

static int64_t step_of(const wz_tensor *t, int ndim, int d)
{
    int own = d - (ndim - t->ndim);
    return own < 0 || t->size[own] == 1 ? 0 : t->stride[own];
}

void gpu_nd(nd_args *a, bool *wide, int ndim, const int64_t *size, int n, const wz_tensor *const *t)
{
    int64_t reach[4] = {0};
    memset(a, 0, sizeof *a);
    a->n = 1;
    for (int d = 0; d < ndim; d++) {
        int  k = a->ndim - 1;
        bool joins = k >= 0 && size[d] != 1;
        a->n *= size[d];
        if (size[d] == 1) continue;
        for (int i = 0; i < n && joins; i++) joins = a->stride[i][k] == size[d] * step_of(t[i], ndim, d);
        if (!joins) k = a->ndim++;
        a->size[k] = joins ? a->size[k] * size[d] : size[d];
        for (int i = 0; i < n; i++) {
            a->stride[i][k] = step_of(t[i], ndim, d);
            if (size[d]) reach[i] += (size[d] - 1) * a->stride[i][k];
        }
    }
    if (a->ndim == 0) {
        a->ndim = 1;
        a->size[0] = 1;
    }
    *wide = a->n > NARROW;
    for (int i = 0; i < n; i++) *wide |= reach[i] > NARROW;
    for (int d = 0; d < a->ndim; d++) a->div[d] = a->size[d] > 0 && a->size[d] <= NARROW ? gpu_div((uint32_t)a->size[d]) : (k_div){0, 0};
}

/* ---- fills and copies ------------------------------------------------------------------------------------ */

bool gpu_aligned16(const wz_tensor *t)
{
    wz_span s = tensor_span(t);
    return ((uintptr_t)s.block.handle + s.offset) % 16 == 0;
}

wz_status gpu_fill(wz_call *c, wz_tensor *t, const void *value)
{
    int     bytes = (int)wz_dtype_bytes((wz_dtype)t->dtype);
    int64_t n = tensor_numel(t);
    bool    packed = tensor_contiguous(t), even = true;
    unsigned char pattern[16];
    if (n == 0) return WZ_OK;
    for (int i = 0; i < 16; i++) pattern[i] = ((const unsigned char *)value)[i % bytes];
    for (int i = 1; i < bytes; i++) even = even && pattern[i] == pattern[0];
    if (packed && even) return stream_fill(c->stream, tensor_span(t), pattern[0] * 0x01010101u);
    if (packed && gpu_aligned16(t)) {
        fill_args a = {.n = n};
        memcpy(a.value, pattern, 16);
        return launch(c, KERNEL("fill", "fill_flat", CONSTANTS(bytes)), GRID(groups_of(groups_of(n * bytes, 16), 512)), BLOCK(256), OUT(t),
                      ARGS(a));
    }
    nd_args a;
    bool    wide;
    gpu_nd(&a, &wide, t->ndim, t->size, 1, (const wz_tensor *const[]){t});
    memcpy(a.value, pattern, 16);
    return launch(c, KERNEL("fill", "fill_nd", CONSTANTS(bytes), WIDE(wide)), GRID(groups_of(n, 1024)), BLOCK(256), OUT(t), ARGS(a));
}

/* A batch of packed matrices from their packed transposes. */
static bool is_transpose(const nd_args *a)
{
    int     r = a->ndim - 2, k = a->ndim - 1;
    int64_t limit = (int64_t)1 << 30;
    return (a->ndim == 2 || a->ndim == 3) && a->stride[0][k] == 1 && a->stride[0][r] == a->size[k] && a->stride[1][r] == 1 &&
           a->stride[1][k] == a->size[r] && a->size[r] < limit && a->size[k] < limit;
}

static wz_status transpose(wz_call *c, const nd_args *a, wz_tensor *dst, const wz_tensor *src, int bytes)
{
    int64_t rows = a->size[a->ndim - 2], cols = a->size[a->ndim - 1], across = groups_of(cols, 32), tiles = across * groups_of(rows, 32);
    int64_t batch = a->ndim == 3 ? a->size[0] : 1;
    if (tiles > NARROW / batch) return fail(WZ_UNSUPPORTED, "a transpose of %lld matrices of %lld x %lld is too large", (long long)batch, (long long)rows, (long long)cols);
    transpose_args t = {.rows = (uint32_t)rows, .cols = (uint32_t)cols, .tiles_x = (uint32_t)across, .tiles = (uint32_t)tiles};
    if (a->ndim == 3) t.batch_stride_out = a->stride[0][0], t.batch_stride_in = a->stride[1][0];
    return launch(c, KERNEL("copy", "transpose", CONSTANTS(bytes)), GRID(batch * tiles), BLOCK(256), OUT(dst), IN(src), ARGS(t));
}

wz_status gpu_copy(wz_call *c, wz_tensor *dst, const wz_tensor *src)
{
    cast_args a = {.dtype = src->dtype};
    bool      wide;
    gpu_nd(&a.nd, &wide, dst->ndim, dst->size, 2, (const wz_tensor *const[]){dst, src});
    int64_t groups = groups_of(a.nd.n, 1024);
    if (a.nd.n == 0) return WZ_OK;
    if (dst->dtype != src->dtype)
        return launch(c, KERNEL("cast", "cast_nd", DTYPES(dst->dtype), WIDE(wide)), GRID(groups), BLOCK(256), OUT(dst), IN(src), ARGS(a));
    int bytes = (int)wz_dtype_bytes((wz_dtype)dst->dtype);
    if (a.nd.ndim == 1 && a.nd.stride[0][0] == 1 && a.nd.stride[1][0] == 1) return stream_copy(c->stream, tensor_span(dst), tensor_span(src));
    if (is_transpose(&a.nd)) return transpose(c, &a.nd, dst, src, bytes);
    return launch(c, KERNEL("copy", "copy_nd", CONSTANTS(bytes), WIDE(wide)), GRID(groups), BLOCK(256), OUT(dst), IN(src), ARGS(a.nd));
}

wz_tensor *gpu_packed(wz_call *c, wz_tensor *t, wz_dtype dtype)
{
    if (t->dtype == (uint8_t)dtype && tensor_contiguous(t)) return t;
    wz_tensor *packed = tensor_empty_like(t, dtype);
    return packed && gpu_copy(c, packed, t) == WZ_OK ? packed : NULL;
}

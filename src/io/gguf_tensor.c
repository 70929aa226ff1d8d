/* gguf_tensor.c - a tensor of a GGUF file as wootz sees it: in place, or converted block by block by all threads.
 * SPDX-License-Identifier: MIT */
#include "gguf.h"
#include "../core/convert.h"
#include "../core/core.h"
#include "../cpu/detect.h"
#include "../cpu/pool.h"
#include "../op/op.h"
#include <math.h>

/* PART: numbers that make a thread worth waking. CHUNK: numbers decoded at once; a multiple of every
 * block, small enough for the first-level cache. */
enum { PART = 1 << 16, CHUNK = 2048 };

typedef struct conversion {
    const gguf_type  *type;
    const cpu_kernels *kernels;
    const unsigned char *src;
    unsigned char    *dst;
    wz_dtype          to;
    int64_t           n;          /* numbers */
    atomic_bool       overflow;   /* a finite number became infinite */
} conversion;

static void convert_part(void *context, int part, int n_parts)
{
    conversion *c = context;
    float       chunk[CHUNK];
    int64_t     chunks = (c->n + CHUNK - 1) / CHUNK, begin = chunks * part / n_parts * CHUNK, end = chunks * (part + 1) / n_parts * CHUNK;
    size_t      element = wz_dtype_bytes(c->to);
    bool        large = false;
    if (end > c->n) end = c->n;
    for (int64_t i = begin; i < end; i += CHUNK) {
        int64_t n = end - i < CHUNK ? end - i : CHUNK;
        float  *at = c->to == WZ_DTYPE_F32 ? (float *)(void *)c->dst + i : chunk;
        c->type->decode(at, c->src + i / c->type->block * c->type->bytes, n / c->type->block);
        if (c->to == WZ_DTYPE_F32) continue;
        if (c->to == WZ_DTYPE_F16)
            for (int64_t k = 0; k < n; k++) large |= fabsf(at[k]) >= 65520.0f && fabsf(at[k]) < INFINITY; /* rounds to infinity */
        c->kernels->from_f32[c->to](c->dst + (size_t)i * element, at, n);
    }
    if (large) atomic_store(&c->overflow, true);
}

static wz_status readable(const gguf_tensor *t, wz_dtype want)
{
    if (!t->type->plain && !t->type->decode)
        return fail(WZ_UNSUPPORTED, "tensor '%.160s' is stored as %s, which wootz does not read", t->name, t->type->name);
    if (want != WZ_DTYPE_NONE && want != WZ_DTYPE_F32 && want != WZ_DTYPE_F16 && want != WZ_DTYPE_BF16 && want != WZ_DTYPE_F64)
        return fail(WZ_UNSUPPORTED, "tensor '%.160s' cannot be read as %s; float16, bfloat16, float32 and float64 are possible", t->name, wz_dtype_name(want));
    return WZ_OK;
}

static wz_tensor *in_place(const gguf_tensor *t)
{
    wz_dtype plain = t->type->plain;
    if (t->bytes == 0 || (uintptr_t)t->data % wz_dtype_bytes(plain)) return wz_tensor_from(plain, t->ndim, t->size, t->data, wz_device_cpu());
    mapped_retain(t->file);
    wz_tensor *x = wz_tensor_wrap(plain, t->ndim, t->size, NULL, (void *)(uintptr_t)t->data, mapped_release, t->file);
    if (!x) mapped_release(t->file);
    return x;
}

static wz_tensor *open_plain(const gguf_tensor *t, wz_dtype want)
{
    wz_tensor *x = in_place(t);
    if (!x || want == WZ_DTYPE_NONE || want == t->type->plain) return x;
    wz_tensor *y = tensor_empty_like(x, want);
    return y && tensor_copy(y, x) == WZ_OK ? y : NULL;
}

static wz_tensor *open_blocks(const gguf_tensor *t, wz_dtype want, bool *overflow)
{
    wz_tensor *x = tensor_empty(want, t->ndim, t->size, wz_device_cpu());
    if (!x || storage_wait(x->storage) != WZ_OK) return NULL;
    conversion c = {.type = t->type, .kernels = cpu_kernels_now(), .src = t->data, .dst = tensor_host(x), .to = want, .n = tensor_numel(x)};
    atomic_init(&c.overflow, false);
    int64_t parts = (c.n + PART - 1) / PART;
    if (parts > 0) pool_run(convert_part, &c, parts < wz_num_threads() ? (int)parts : wz_num_threads());
    *overflow = atomic_load(&c.overflow);
    return x;
}

wz_tensor *gguf_open_tensor(const gguf_tensor *t, wz_dtype want)
{
    bool ignored;
    if (readable(t, want) != WZ_OK) return NULL;
    if (t->type->plain) return open_plain(t, want);
    return open_blocks(t, want ? want : WZ_DTYPE_F32, &ignored);
}

wz_tensor *gguf_open_small(const gguf_tensor *t)
{
    bool overflow = false;
    if (readable(t, WZ_DTYPE_F16) != WZ_OK) return NULL;
    if (t->type->plain) return open_plain(t, WZ_DTYPE_F16);
    wz_tensor *x = open_blocks(t, WZ_DTYPE_F16, &overflow);
    return x && overflow ? open_blocks(t, WZ_DTYPE_BF16, &overflow) : x;
}

/* stream.c - see stream.h.
 * SPDX-License-Identifier: MIT */
#include "stream.h"
#include <string.h>

const uint8_t stream_type_bytes[EW_TYPES] = {4, 8, 8, 8, 16, 16, 4};
const uint8_t stream_type_dtype[EW_TYPES] = {WZ_DTYPE_F32, WZ_DTYPE_F64, WZ_DTYPE_I64, WZ_DTYPE_U64, WZ_DTYPE_C128, 0, WZ_DTYPE_I32};

/* v seen with the given sizes, neighbouring dimensions joined where one step of the outer is a whole inner. */
void stream_begin(stream *s, const host_view *v, int ndim, const int64_t *size, int64_t first)
{
    int64_t rest = first;
    s->ndim = 0;
    s->p = v->data;
    s->dtype = (wz_dtype)v->dtype;
    s->constant = true;
    int64_t joined_size[WZ_MAX_DIMS], joined_stride[WZ_MAX_DIMS]; /* innermost first */
    for (int d = ndim; d-- > 0;) {
        int     own = d - (ndim - v->ndim);
        int64_t step = own < 0 || v->size[own] == 1 ? 0 : v->stride[own] * v->bytes;
        if (size[d] == 1) continue;
        if (step) s->constant = false;
        int k = s->ndim - 1;
        if (k >= 0 && step == joined_size[k] * joined_stride[k]) {
            joined_size[k] *= size[d];
            continue;
        }
        joined_size[s->ndim] = size[d];
        joined_stride[s->ndim++] = step;
    }
    if (s->ndim == 0) {
        joined_size[0] = 1;
        joined_stride[0] = v->bytes;
        s->ndim = 1;
    }
    for (int k = 0; k < s->ndim; k++) {
        int d = s->ndim - 1 - k;
        s->size[d] = joined_size[k];
        s->stride[d] = joined_stride[k];
        s->index[d] = rest % joined_size[k];
        rest /= joined_size[k];
        s->p += s->index[d] * s->stride[d];
    }
}

/* n is at most stream_left */
void stream_advance(stream *s, int64_t n)
{
    int d = s->ndim - 1;
    s->p += n * s->stride[d];
    s->index[d] += n;
    while (s->index[d] == s->size[d]) {
        s->p -= s->size[d] * s->stride[d];
        s->index[d] = 0;
        if (d-- == 0) return;
        s->p += s->stride[d];
        s->index[d]++;
    }
}

/* Elements from src (stride in bytes) to packed compute-typed dst, through the promoted dtype if needed. */
static void convert_in(const stream *s, char *dst, const char *src, int64_t n)
{
    int64_t stride = s->stride[s->ndim - 1];
    if (!s->common) {
        s->set->load(s->type, dst, s->dtype, src, stride, n);
        return;
    }
    _Alignas(16) char rounded[STREAM_BYTES];
    size_t bytes = wz_dtype_bytes(s->common);
    for (int64_t i = 0; i < n; i++)
        convert_element(s->common, rounded + (size_t)i * bytes, s->dtype, src + i * stride);
    s->set->load(s->type, dst, s->common, rounded, (int64_t)bytes, n);
}

static void fill_constant(stream *s, int64_t n)
{
    size_t bytes = stream_type_bytes[s->type];
    convert_in(s, s->buffer, s->p, 1);
    if (bytes == 4) {
        uint32_t *b = s->buffer, v = b[0];
        for (int64_t i = 1; i < n; i++) b[i] = v;
    } else if (bytes == 8) {
        uint64_t *b = s->buffer, v = b[0];
        for (int64_t i = 1; i < n; i++) b[i] = v;
    } else {
        for (int64_t i = 1; i < n; i++) memcpy((char *)s->buffer + (size_t)i * bytes, s->buffer, bytes);
    }
}

/* The next n elements, packed. */
const void *stream_fetch(stream *s, int64_t n)
{
    if (s->constant) return s->buffer;
    if (s->direct && n <= stream_left(s)) {
        const char *p = s->p;
        stream_advance(s, n);
        return p;
    }
    for (int64_t done = 0; done < n;) {
        int64_t run = n - done < stream_left(s) ? n - done : stream_left(s);
        convert_in(s, (char *)s->buffer + done * stream_type_bytes[s->type], s->p, run);
        stream_advance(s, run);
        done += run;
    }
    return s->buffer;
}

void stream_open(stream *s, const ew_set *set, ew_type type, wz_dtype common, void *buffer, int64_t total)
{
    int64_t chunk = STREAM_BYTES / stream_type_bytes[type];
    s->set = set;
    s->type = type;
    s->common = common;
    s->buffer = buffer;
    s->direct = !common && s->dtype == (wz_dtype)stream_type_dtype[type] &&
                s->stride[s->ndim - 1] == stream_type_bytes[type] && s->size[s->ndim - 1] >= STREAM_DIRECT;
    if (s->constant) fill_constant(s, total < chunk ? total : chunk);
}

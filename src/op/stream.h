/* stream.h - a tensor's elements in row-major order, packed in a compute type, some at a time.
 *
 * A fetch gives a pointer into the tensor where the elements are packed in the compute type already, a
 * buffer filled once for an operand that is the same everywhere, and a gathered, converted buffer
 * otherwise.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_STREAM_H
#define WZ_OP_STREAM_H
#include "elementwise.h"

enum { STREAM_BYTES = 4096, STREAM_DIRECT = 64 };

typedef struct stream {
    const ew_set *set;
    ew_type       type;
    char         *p;                   /* the next element */
    int64_t       size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS], index[WZ_MAX_DIMS]; /* strides in bytes */
    int           ndim;                /* at least 1; the last dimension is the inner one */
    wz_dtype      dtype, common;       /* common: round to this dtype before widening; 0: do not */
    bool          constant, direct;
    void         *buffer;              /* STREAM_BYTES */
} stream;

extern const uint8_t stream_type_bytes[EW_TYPES];
extern const uint8_t stream_type_dtype[EW_TYPES];

/* v seen with the given sizes (broadcast), from row-major element `first` on. */
void stream_begin(stream *s, const host_view *v, int ndim, const int64_t *size, int64_t first);
/* Before the first fetch. total: how many elements will be fetched at most. */
void stream_open(stream *s, const ew_set *set, ew_type type, wz_dtype common, void *buffer, int64_t total);
/* Elements up to the end of the inner dimension. */
static inline int64_t stream_left(const stream *s) { return s->size[s->ndim - 1] - s->index[s->ndim - 1]; }
void stream_advance(stream *s, int64_t n);    /* n <= stream_left */
/* How many elements the next fetch may take at most. */
static inline int64_t stream_limit(const stream *s)
{
    return s->direct ? stream_left(s) : STREAM_BYTES / stream_type_bytes[s->type];
}
const void *stream_fetch(stream *s, int64_t n);
#endif

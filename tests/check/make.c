/* make.c - tensors from descriptions: values by seed, layouts, guard bands around outputs.
 * SPDX-License-Identifier: MIT */
#include "make.h"
#include "core/convert.h"
#include "core/core.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t rng_state;

void     make_seed(uint64_t seed) { rng_state = seed * 0x9E3779B97F4A7C15u + 1; }
uint64_t make_random(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return rng_state * 0x2545F4914F6CDD1Du;
}
static double uniform(void) { return (double)(make_random() >> 11) * 0x1p-53; }

static const char *const layout_names[] = {"contiguous", "transposed", "sliced", "offset"};
const char *layout_name(layout l) { return layout_names[l]; }

/* A value of dtype d as two doubles; integers stay within their range. */
static void draw(const arg_spec *a, wz_dtype d, int64_t i, int64_t n, double out[2])
{
    static const double specials[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e30, -1e30, 1e-40, -1e-40, 1, -1};
    wz_dtype_kind kind = wz_dtype_get_kind(d);
    out[1] = 0;
    for (int k = 0; k < (kind == WZ_KIND_COMPLEX ? 2 : 1); k++) {
        double low = a->low, high = a->high, v;
        if (kind == WZ_KIND_UINT && low < 0) low = 0;
        if (kind <= WZ_KIND_UINT && high < low) high = low;
        if (a->values == VALUES_DISTINCT) v = (double)((i * 7919 + 13) % (n ? n : 1)) - (kind == WZ_KIND_UINT ? 0 : (double)(n / 2));
        else if (a->values == VALUES_LIST) v = a->list[i % (a->n ? a->n : 1)];
        else if (kind <= WZ_KIND_INT) v = floor(low + uniform() * (high - low + 1));
        else v = low + uniform() * (high - low);
        if (a->values == VALUES_SPECIAL && kind == WZ_KIND_FLOAT && (make_random() & 3) == 0)
            v = specials[make_random() % (sizeof specials / sizeof *specials)];
        if (a->values == VALUES_SPECIAL && kind == WZ_KIND_BOOL) v = (double)(make_random() & 1);
        out[k] = v;
    }
}

wz_tensor *make_tensor(const arg_spec *a, wz_dtype main, layout l)
{
    wz_dtype  d = a->dtype == MAIN ? main : (wz_dtype)a->dtype;
    int       n = a->size.n;
    int64_t   size[WZ_MAX_DIMS] = {0}, stride[WZ_MAX_DIMS] = {0}, numel = 1, offset = 0, room;
    size_t    bytes = wz_dtype_bytes(d);
    for (int i = 0; i < n; i++) numel *= size[i] = a->size.size[i];
    int64_t step = l == LAYOUT_SLICED ? 2 : 1;
    if (l == LAYOUT_TRANSPOSED)
        for (int i = 0; i < n; i++) {
            stride[i] = step;
            step *= size[i] ? size[i] : 1;
        }
    else
        for (int i = n; i-- > 0;) {
            stride[i] = step;
            step *= size[i] ? size[i] : 1;
        }
    if (l == LAYOUT_OFFSET) offset = 1;
    room = (numel ? numel : 1) * (l == LAYOUT_SLICED ? 2 : 1) + 2;
    wz_tensor *base = wz_tensor_new(d, 1, &room, wz_device_cpu());
    if (!base) return NULL;
    char *p = wz_tensor_data(base);
    memset(p, 0, (size_t)room * bytes);
    for (int64_t i = 0; i < numel; i++) {
        int64_t rest = i, at = offset;
        double  v[2];
        for (int k = n; k-- > 0;) {
            at += rest % size[k] * stride[k];
            rest /= size[k];
        }
        draw(a, d, i, numel, v);
        store_c128(d, p + (size_t)at * bytes, (cdouble){v[0], v[1]});
        if (wz_dtype_get_kind(d) <= WZ_KIND_INT) store_i64(d, p + (size_t)at * bytes, (int64_t)v[0]);
    }
    return wz_tensor_as_strided(base, n, size, stride, offset);
}

wz_tensor *make_on(wz_tensor *t, wz_device *dev)
{
    int64_t    bytes = (int64_t)wz_dtype_bytes(wz_tensor_dtype(t)), room = (int64_t)t->storage->bytes / bytes, one = 1;
    wz_tensor *all = wz_tensor_as_strided(t, 1, &room, &one, 0), *base = wz_tensor_new(wz_tensor_dtype(t), 1, &room, dev);
    if (!base || !all || wz_tensor_write(base, wz_tensor_data(all), (size_t)(room * bytes)) != WZ_OK) return NULL;
    return wz_tensor_as_strided(base, wz_tensor_ndim(t), wz_tensor_sizes(t), wz_tensor_strides(t), wz_tensor_offset(t));
}

/* ---- guards ------------------------------------------------------------------------------------------- */

enum { GUARD = 64 }; /* elements on each side */

wz_tensor *make_guarded(const wz_tensor *like, wz_dtype d, wz_device *dev)
{
    int64_t    room = wz_tensor_numel(like) + 2 * GUARD, size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS], step = 1;
    int        n = wz_tensor_ndim(like);
    wz_tensor *base = wz_tensor_new(d, 1, &room, wz_device_cpu());
    if (!base) return NULL;
    memset(wz_tensor_data(base), 0xFF, (size_t)room * wz_dtype_bytes(d)); /* NaN in every float format */
    if (dev) base = make_on(base, dev);
    for (int i = n; i-- > 0;) {
        size[i] = wz_tensor_sizes(like)[i];
        stride[i] = step;
        step *= size[i] > 1 ? size[i] : 1;
    }
    return base ? wz_tensor_as_strided(base, n, size, stride, GUARD) : NULL;
}

bool guards_intact(wz_tensor *t)
{
    size_t         bytes = wz_dtype_bytes(wz_tensor_dtype(t)), inside = (size_t)wz_tensor_numel(t) * bytes, band = GUARD * bytes;
    int64_t        room = wz_tensor_numel(t) + 2 * GUARD, one = 1;
    wz_tensor     *all = wz_tensor_as_strided(t, 1, &room, &one, 0);
    unsigned char *p = malloc(inside + 2 * band);
    bool           good = p && all && wz_tensor_read(all, p, inside + 2 * band) == WZ_OK;
    for (size_t i = 0; good && i < band; i++) good = p[i] == 0xFF && p[band + inside + i] == 0xFF;
    free(p);
    return good;
}

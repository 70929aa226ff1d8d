/* dtype.c - facts about element types, torch's promotion rules, and Python-like numbers.
 *
 * Promotion of dtypes follows torch.promote_types. Where torch refuses (uint16, uint32 and uint64 with
 * another integer type) the smallest integer type that holds both is taken, when there is one.
 * SPDX-License-Identifier: MIT */
#include "core.h"
#include <string.h>

typedef struct dtype_row {
    const char   *name;
    size_t        bytes;
    wz_dtype_kind kind;
} dtype_row;

static const dtype_row rows[WZ_DTYPE_COUNT] = {
    [WZ_DTYPE_NONE] = {"none", 0, WZ_KIND_BOOL},
#define DTYPE(enum_, suffix, name, bytes, kind, code, bits)                                        \
    [WZ_DTYPE_##enum_] = {name, bytes, WZ_KIND_##kind},
#include <wootz/dtypes.def>
#undef DTYPE
};

static bool known(wz_dtype d) { return d > WZ_DTYPE_NONE && d < WZ_DTYPE_COUNT; }

const char   *wz_dtype_name(wz_dtype d) { return known(d) ? rows[d].name : "none"; }
size_t        wz_dtype_bytes(wz_dtype d) { return known(d) ? rows[d].bytes : 0; }
wz_dtype_kind wz_dtype_get_kind(wz_dtype d) { return known(d) ? rows[d].kind : WZ_KIND_BOOL; }

wz_dtype wz_dtype_find(const char *name)
{
    static const struct { const char *name; wz_dtype dtype; } aliases[] = {
        {"half", WZ_DTYPE_F16},    {"float", WZ_DTYPE_F32},   {"double", WZ_DTYPE_F64},
        {"short", WZ_DTYPE_I16},   {"int", WZ_DTYPE_I32},     {"long", WZ_DTYPE_I64},
        {"cfloat", WZ_DTYPE_C64},  {"cdouble", WZ_DTYPE_C128}, {"f16", WZ_DTYPE_F16},
        {"bf16", WZ_DTYPE_BF16},   {"f32", WZ_DTYPE_F32},     {"f64", WZ_DTYPE_F64},
        {"fp8", WZ_DTYPE_F8_E4M3FN},
    };
    if (!name) return WZ_DTYPE_NONE;
    for (int d = 1; d < WZ_DTYPE_COUNT; d++)
        if (strcmp(rows[d].name, name) == 0) return (wz_dtype)d;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].name, name) == 0) return aliases[i].dtype;
    return WZ_DTYPE_NONE;
}

wz_dtype dtype_real_of(wz_dtype d)
{
    if (d == WZ_DTYPE_C64) return WZ_DTYPE_F32;
    return d == WZ_DTYPE_C128 ? WZ_DTYPE_F64 : d;
}

wz_dtype dtype_complex_of(wz_dtype d)
{
    if (dtype_is_complex(d)) return d;
    return d == WZ_DTYPE_F64 ? WZ_DTYPE_C128 : WZ_DTYPE_C64;
}

/* ---- promotion ------------------------------------------------------------------------------- */

static wz_dtype promote_ints(wz_dtype a, wz_dtype b)
{
    size_t bytes_a = rows[a].bytes, bytes_b = rows[b].bytes;
    if (rows[a].kind == rows[b].kind) return bytes_a >= bytes_b ? a : b;
    wz_dtype uint = rows[a].kind == WZ_KIND_UINT ? a : b, sint = uint == a ? b : a;
    size_t   need = rows[uint].bytes * 2 > rows[sint].bytes ? rows[uint].bytes * 2 : rows[sint].bytes;
    switch (need) {
    case 2: return WZ_DTYPE_I16;
    case 4: return WZ_DTYPE_I32;
    case 8: return WZ_DTYPE_I64;
    default: return WZ_DTYPE_NONE; /* uint64 with a signed type: nothing holds both */
    }
}

wz_dtype wz_dtype_promote(wz_dtype a, wz_dtype b)
{
    if (!known(a) || !known(b)) return WZ_DTYPE_NONE;
    if (a == b) return a;
    if (rows[a].kind == WZ_KIND_BOOL) return b;
    if (rows[b].kind == WZ_KIND_BOOL) return a;
    bool f8_a = rows[a].kind == WZ_KIND_FLOAT && rows[a].bytes == 1;
    bool f8_b = rows[b].kind == WZ_KIND_FLOAT && rows[b].bytes == 1;
    if ((f8_a && rows[b].kind >= WZ_KIND_FLOAT) || (f8_b && rows[a].kind >= WZ_KIND_FLOAT))
        return WZ_DTYPE_NONE;
    wz_dtype_kind kind = rows[a].kind > rows[b].kind ? rows[a].kind : rows[b].kind;
    if (kind <= WZ_KIND_INT) return promote_ints(a, b);
    if (kind == WZ_KIND_COMPLEX) {
        bool wide = a == WZ_DTYPE_F64 || b == WZ_DTYPE_F64 || a == WZ_DTYPE_C128 || b == WZ_DTYPE_C128;
        return wide ? WZ_DTYPE_C128 : WZ_DTYPE_C64;
    }
    if (rows[a].kind != WZ_KIND_FLOAT) return b;
    if (rows[b].kind != WZ_KIND_FLOAT) return a;
    if (rows[a].bytes == rows[b].bytes) return WZ_DTYPE_F32; /* float16 with bfloat16 */
    return rows[a].bytes > rows[b].bytes ? a : b;
}

bool dtype_can_cast(wz_dtype from, wz_dtype to)
{
    wz_dtype_kind f = wz_dtype_get_kind(from), t = wz_dtype_get_kind(to);
    if (f == WZ_KIND_COMPLEX && t != WZ_KIND_COMPLEX) return false;
    if (f == WZ_KIND_FLOAT && t <= WZ_KIND_INT) return false;
    return f == WZ_KIND_BOOL || t != WZ_KIND_BOOL;
}

static int category(wz_dtype d)
{
    switch (wz_dtype_get_kind(d)) {
    case WZ_KIND_BOOL: return 1;
    case WZ_KIND_UINT:
    case WZ_KIND_INT: return 2;
    case WZ_KIND_FLOAT: return 3;
    default: return 4;
    }
}

/* torch: dims decide first, then 0-d tensors, then numbers; a lower class counts only when its category
 * (bool < integer < float < complex) is higher. */
static wz_dtype combine(wz_dtype higher, wz_dtype lower)
{
    if (!higher) return lower;
    if (!lower || category(higher) >= category(lower)) return higher;
    if (category(lower) == 4 && category(higher) == 3) return dtype_complex_of(higher);
    return lower;
}

wz_dtype promote_tensors(int n, wz_tensor *const *t)
{
    wz_dtype found[3] = {WZ_DTYPE_NONE, WZ_DTYPE_NONE, WZ_DTYPE_NONE}; /* dims, 0-d, numbers */
    for (int i = 0; i < n; i++) {
        if (!t[i]) continue;
        int      class = (t[i]->flags & TENSOR_NUMBER) ? 2 : t[i]->ndim == 0 ? 1 : 0;
        wz_dtype d = (wz_dtype)t[i]->dtype;
        if (class == 2 && d == WZ_DTYPE_F64) d = wz_default_dtype();
        if (class == 2 && d == WZ_DTYPE_C128) d = dtype_complex_of(wz_default_dtype());
        found[class] = found[class] ? wz_dtype_promote(found[class], d) : d;
        if (!found[class]) {
            fail(WZ_TYPE, "no dtype holds both %s and the other operands",
                 wz_dtype_name((wz_dtype)t[i]->dtype));
            return WZ_DTYPE_NONE;
        }
    }
    return combine(found[0], combine(found[1], found[2]));
}

/* ---- the default dtype ------------------------------------------------------------------------- */

static _Atomic int default_dtype = WZ_DTYPE_F32;

wz_dtype wz_default_dtype(void) { return (wz_dtype)atomic_load(&default_dtype); }

wz_status wz_set_default_dtype(wz_dtype d)
{
    if (!dtype_is_float(d) || wz_dtype_bytes(d) == 1)
        return fail(WZ_TYPE, "only floating-point types are supported as the default type, got %s",
                    wz_dtype_name(d));
    atomic_store(&default_dtype, (int)d);
    return WZ_OK;
}

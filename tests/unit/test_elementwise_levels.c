/* test_elementwise_levels.c - every row of elementwise.def at every instruction set against the plain
 * definition, on ordinary and special values, in every compute type; and strided operands against packed ones.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/convert.h"
#include "core/core.h"
#include "op/op.h"
#include <wootz/wootz.h>

enum { N = 1200 };

static double sample(int i, int k)
{
    static const double special[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, 1e-3, -1e-3, 20, -20, 88, -88, 100, -104,
                                     1e5, 3e7, -1e30, 3.4028234663852886e38, 1e-38, 1e-42, -1e-42, 0x1p-149, INFINITY,
                                     -INFINITY, NAN, 0.999999, 1.000001, 0.7071, 5.5, -3.5, 2.5, 1.5707963, 3.1415927};
    enum { COUNT = sizeof special / sizeof *special };
    uint64_t r = (uint64_t)(i * 3 + k + 1) * 0x9E3779B97F4A7C15u;
    r ^= r >> 29;
    r *= 0xBF58476D1CE4E5B9u;
    r ^= r >> 32;
    if (i < COUNT * COUNT / 3) return k ? special[(i * 7 + i / COUNT) % COUNT] : special[i % COUNT];
    double u = (double)(r >> 11) * 0x1p-53;
    return i % 3 ? (u - 0.5) * 16 : u;
}

/* Mostly small; powers of two beyond every dtype; the ends of the dtype's range beside -1, 0 and 1. */
static int64_t whole(wz_dtype d, int i, int k)
{
    static const int64_t around[] = {0, -1, 1, 0, -1};
    if (i % 4) return (i * 37 + k * 5) % 19 - (i % 11);
    if (i % 8) return (int64_t)((uint64_t)i << (i % 60));
    uint64_t edge = (uint64_t)1 << (8 * wz_dtype_bytes(d) - (d == WZ_DTYPE_BOOL ? 8 : 1));
    return (i / 8 + k) % 2 ? (int64_t)(edge + (uint64_t)around[i / 16 % 5]) : around[i / 16 % 5];
}

/* degree: small whole numbers, for polynomials and orders */
static wz_tensor *operand(wz_dtype d, int k, bool degree)
{
    int64_t    size[] = {N};
    wz_tensor *t = wz_tensor_new(d, 1, size, NULL);
    char      *p = wz_tensor_data(t);
    for (int i = 0; i < N; i++) {
        double v = degree ? i % 9 : sample(i, k);
        if (degree) store_f64(d, p + (size_t)i * wz_dtype_bytes(d), v);
        else if (d == WZ_DTYPE_C64 || d == WZ_DTYPE_C128)
            store_c128(d, p + (size_t)i * wz_dtype_bytes(d), (cdouble){(i % 7) - 3 + 0.25 * k, (i % 5) - 2});
        else if (wz_dtype_get_kind(d) <= WZ_KIND_INT)
            store_i64(d, p + (size_t)i * wz_dtype_bytes(d), whole(d, i, k));
        else store_f64(d, p + (size_t)i * wz_dtype_bytes(d), v);
    }
    return t;
}

/* Arguments for any elementwise signature: tensors from operand(), numbers their default or something plain. */
static bool arguments(const wz_op_info *info, wz_dtype d, wz_arg *args)
{
    int k = 0;
    for (int i = 0; i < info->n_params; i++) {
        const wz_param *p = &info->params[i];
        args[i] = p->value;
        if (p->kind == WZ_ARG_TENSOR) {
            bool mask = strcmp(p->name, "condition") == 0;
            bool degree = strcmp(p->name, "n") == 0 || strcmp(p->name, "order") == 0;
            args[i] = (wz_arg){.kind = WZ_ARG_TENSOR, .v.tensor = operand(mask ? WZ_DTYPE_BOOL : d, k++, degree)};
        } else if (!p->has_default) {
            if (p->kind == WZ_ARG_INT) args[i] = (wz_arg){.kind = WZ_ARG_INT, .v.i = 2};
            else if (p->kind == WZ_ARG_FLOAT) args[i] = (wz_arg){.kind = WZ_ARG_FLOAT, .v.f = 0.25 * i};
            else args[i] = (wz_arg){.kind = WZ_ARG_SCALAR, .v.scalar = wz_int(i)};
        }
    }
    return k > 0;
}

/* Distance in units of the last place of the dtype; infinities, NaN and the signs of zeros must agree. */
static double distance(wz_dtype d, double a, double b)
{
    if (a == 0 && b == 0 && signbit(a) != signbit(b)) return 1e30;
    if (a == b || (a != a && b != b)) return 0;
    if (a != a || b != b || isinf(a) || isinf(b)) {
        double big = d == WZ_DTYPE_F16 ? 65504 : d == WZ_DTYPE_F64 ? 1.79769e308 : 3.3895e38;
        return (isinf(a) && fabs(b) >= big) || (isinf(b) && fabs(a) >= big) ? 1 : 1e30; /* either side of the edge */
    }
    int    bits = d == WZ_DTYPE_F16 ? 11 : d == WZ_DTYPE_BF16 ? 8 : d == WZ_DTYPE_F64 ? 53 : 24, e;
    double small = d == WZ_DTYPE_F16 ? 0x1p-24 : d == WZ_DTYPE_F64 ? 0x1p-1074 : d == WZ_DTYPE_BF16 ? 0x1p-133 : 0x1p-149;
    frexp(fmax(fabs(a), fabs(b)), &e);
    return fabs(a - b) / fmax(ldexp(1, e - bits), small);
}

/* Rows whose float formula cancels: compared absolutely, as multiples of the size of what was subtracted. */
static bool cancels(const char *name)
{
    static const char *const names[] = {"tanhshrink", "sinc", "special_spherical_bessel_j0", "lerp", "remainder",
                                        "floor_divide", "fmod", "frac", "div_trunc", "round_decimals", "addcmul",
                                        "addcdiv", "logaddexp", "logaddexp2", "logit", "isclose", "special_entr",
                                        "special_xlog1py", "softplus", "mish", "hardsigmoid", "hardswish", "logsigmoid", "silu",
                                        "gelu_tanh"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static bool elementwise(int op)
{
    switch (op) {
#define EL1(name, ...) case WZ_OP_##name:
#define EL2(name, ...) case WZ_OP_##name:
#define EL3(name, ...) case WZ_OP_##name:
#define EP1(name, ...) case WZ_OP_##name:
#define EP2(name, ...) case WZ_OP_##name:
#define ALIAS(...)
#include "op/elementwise.def"
        return true;
    default: return false;
    }
}

static void compare(int op, wz_dtype d, wz_cpu_level level)
{
    const wz_op_info *info = wz_op_get(op);
    wz_arg            args[WZ_MAX_PARAMS];
    wz_tensor        *want = NULL, *got = NULL;
    if (!arguments(info, d, args)) return;
    (void)wz_cpu_limit(WZ_CPU_REF);
    wz_status s = wz_call_op(op, args, &want);
    (void)wz_cpu_limit(level);
    wz_status t = wz_call_op(op, args, &got);
    CHECK_MSG(s == t, "%s %s: statuses %d and %d: %s", info->name, wz_dtype_name(d), s, t, wz_error());
    if (s != WZ_OK || t != WZ_OK) return;
    wz_dtype    out = wz_tensor_dtype(want);
    size_t      bytes = wz_dtype_bytes(out);
    const char *g = wz_tensor_data(got), *w = wz_tensor_data(want);
    CHECK(wz_tensor_dtype(got) == out);
    double worst = 0;
    bool   step = strcmp(info->name, "div_trunc") == 0; /* of a quotient rounded to float first */
    int    where = 0;
    for (int i = 0; i < N; i++) {
        double a = load_f64(out, g + (size_t)i * bytes), b = load_f64(out, w + (size_t)i * bytes);
        double e = wz_dtype_get_kind(out) <= WZ_KIND_INT ? (memcmp(g + (size_t)i * bytes, w + (size_t)i * bytes, bytes) ? 1e30 : 0)
                                                        : distance(out, a, b);
        if (cancels(info->name) && (e < 1e29 || out == WZ_DTYPE_BOOL)) {
            double size = fabs(sample(i, 0)) + fabs(sample(i, 1)) + 1;
            e = size == size && size < 1e6 && fabs(a - b) > (step ? 1 : 4e-6 * size) && out == WZ_DTYPE_F32 ? e : 0;
        }
        if (e > worst) worst = e, where = i;
    }
    CHECK_MSG(worst <= 4, "%s %s at %s: %.3g ulp at %d (%.9g, %.9g, %.9g): %.9g, plain %.9g", info->name, wz_dtype_name(d),
              wz_cpu_level_name(level), worst, where, sample(where, 0), sample(where, 1), sample(where, 2),
              load_f64(out, g + (size_t)where * bytes), load_f64(out, w + (size_t)where * bytes));
}

int main(void)
{
    static const wz_dtype dtypes[] = {WZ_DTYPE_F32, WZ_DTYPE_F64, WZ_DTYPE_F16, WZ_DTYPE_BF16, WZ_DTYPE_I64, WZ_DTYPE_I32,
                                      WZ_DTYPE_U8, WZ_DTYPE_I8, WZ_DTYPE_U16, WZ_DTYPE_I16, WZ_DTYPE_U32, WZ_DTYPE_U64, WZ_DTYPE_BOOL, WZ_DTYPE_C64};
    for (int level = WZ_CPU_BASE; level < WZ_CPU_LEVELS; level++) {
        if (!wz_cpu_has((wz_cpu_level)level)) continue;
        for (int op = 0; op < wz_op_count(); op++) {
            if (!elementwise(op)) continue;
            for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
                if (!wz_op_supported(op, wz_device_cpu(), dtypes[d])) continue;
                wz_scope_begin();
                compare(op, dtypes[d], (wz_cpu_level)level);
                wz_scope_end();
            }
        }
    }
    return unit_report();
}

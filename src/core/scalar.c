/* scalar.c - numbers as Python has them, and the version; apart from dtype.c so that the generator of
 * the op table's files can link it without tensors.
 * SPDX-License-Identifier: MIT */
#include <wootz/wootz.h>

wz_scalar wz_int(int64_t v) { return (wz_scalar){WZ_KIND_INT, v, (double)v, 0}; }
wz_scalar wz_bool(bool v) { return (wz_scalar){WZ_KIND_BOOL, v, v, 0}; }

static int64_t clamped_i64(double v)
{
    if (!(v >= -9223372036854775808.0)) return v == v ? INT64_MIN : 0;
    return v < 9223372036854775808.0 ? (int64_t)v : INT64_MAX;
}

wz_scalar wz_num(double v) { return (wz_scalar){WZ_KIND_FLOAT, clamped_i64(v), v, 0}; }
wz_scalar wz_complex(double re, double im)
{
    return (wz_scalar){WZ_KIND_COMPLEX, clamped_i64(re), re, im};
}

const char *wz_version(void) { return "0.1.0"; }

/* error.h - statuses and the thread's message, inside the library.
 *
 * A function that can fail returns wz_status. `fail` writes the message and returns the code, so a
 * check is one line: `if (k < 0) return fail(WZ_INVALID, "k must be >= 0, got %lld", (long long)k);`
 * The message is one line, without the op's name (op_call prefixes that once), names the argument and
 * gives the offending values. Never overwrite an error that came from below: use TRY.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_ERROR_H
#define WZ_CORE_ERROR_H
#include <stdarg.h>
#include <wootz/wootz.h>

#if defined(__GNUC__)
#define WZ_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define WZ_PRINTF(f, a)
#endif

wz_status fail(wz_status status, const char *format, ...) WZ_PRINTF(2, 3);
wz_status fail_prefix(wz_status status, const char *prefix); /* puts "prefix: " before the message */
wz_status fail_nomem(size_t bytes);                           /* records without allocating */
void      error_clear(void);
wz_status error_status(void);    /* of the thread's last failure; WZ_OK after error_clear */
bool      error_prefixed(void);  /* the message already names an op: inner calls prefix, outer ones do not */

/* Returns from the calling function with the status of expr unless it is WZ_OK. */
#define TRY(expr)                                                                                  \
    do {                                                                                           \
        wz_status try_status_ = (expr);                                                            \
        if (try_status_ != WZ_OK) return try_status_;                                              \
    } while (0)

/* The same for functions that end at a `done:` label and return a local `status`. */
#define TRY_DONE(expr)                                                                             \
    do {                                                                                           \
        status = (expr);                                                                           \
        if (status != WZ_OK) goto done;                                                            \
    } while (0)
#endif

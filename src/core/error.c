/* error.c - the thread's message and the table of statuses.
 *
 * One buffer a thread, no allocation, so running out of memory can be reported too.
 * SPDX-License-Identifier: MIT */
#include "error.h"
#include <stdio.h>
#include <string.h>

enum { MESSAGE_BYTES = 512 };
static _Thread_local char      message[MESSAGE_BYTES];
static _Thread_local wz_status last;
static _Thread_local bool      prefixed;

static const char *const status_names[] = {
#define STATUS(name, exception, doc) #name,
#include <wootz/status.def>
#undef STATUS
};
static const char *const status_exceptions[] = {
#define STATUS(name, exception, doc) exception,
#include <wootz/status.def>
#undef STATUS
};

const char *wz_error(void) { return message; }

static bool known(wz_status s) { return (size_t)s < sizeof status_names / sizeof *status_names; }

const char *wz_status_name(wz_status s) { return known(s) ? status_names[s] : "UNKNOWN"; }
const char *wz_status_exception(wz_status s)
{
    return known(s) ? status_exceptions[s] : "RuntimeError";
}

/* Bytes of the printable UTF-8 sequence at p, in text that ends with a NUL; 0 if there is none. */
static size_t sequence_bytes(const unsigned char *p)
{
    size_t   n = p[0] < 0x80 ? 1 : p[0] >= 0xC2 && p[0] <= 0xDF ? 2 : (p[0] & 0xF0) == 0xE0 ? 3 : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4 : 0;
    uint32_t c = n > 1 ? p[0] & (0xFFu >> (n + 1)) : p[0];
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        c = c << 6 | (p[i] & 63u);
    }
    if (n == 2 && c < 0xA0) return 0; /* control characters of terminals */
    if (n == 3 && (c < 0x800 || (c >= 0xD800 && c <= 0xDFFF))) return 0;
    if (n == 4 && (c < 0x10000 || c > 0x10FFFF)) return 0;
    return n;
}

/* Names from files stand in messages, whole or cut: what is left is one line of valid UTF-8. A line break
 * or a tab becomes a space, any other control character and any byte that is not UTF-8 a question mark. */
static void clean(void)
{
    for (unsigned char *p = (unsigned char *)message; *p;) {
        size_t n = sequence_bytes(p);
        if (n == 0 || *p < 0x20 || *p == 0x7F) *p = *p == '\n' || *p == '\t' || *p == '\r' ? ' ' : '?';
        p += n ? n : 1;
    }
}

wz_status fail(wz_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    clean();
    last = status;
    prefixed = false;
    return status;
}

wz_status fail_prefix(wz_status status, const char *prefix)
{
    char old[MESSAGE_BYTES];
    memcpy(old, message, sizeof old);
    if (snprintf(message, sizeof message, "%s: %s", prefix, old) < 0) message[0] = '\0';
    clean();
    last = status;
    prefixed = true;
    return status;
}

wz_status fail_nomem(size_t bytes) { return fail(WZ_NOMEM, "out of memory: %zu bytes", bytes); }

void error_clear(void)
{
    message[0] = '\0';
    last = WZ_OK;
    prefixed = false;
}

wz_status error_status(void) { return last; }
bool      error_prefixed(void) { return prefixed; }

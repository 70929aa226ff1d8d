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

/* A message cut at the end must not end inside a UTF-8 sequence. */
static void trim_partial_utf8(void)
{
    size_t n = strlen(message);
    size_t back = 0;
    while (back < 4 && back < n && ((unsigned char)message[n - 1 - back] & 0xC0) == 0x80) back++;
    if (back >= n) return;
    unsigned char lead = (unsigned char)message[n - 1 - back];
    size_t need = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    if (back < need) message[n - 1 - back] = '\0';
}

wz_status fail(wz_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (n >= (int)sizeof message) trim_partial_utf8();
    last = status;
    prefixed = false;
    return status;
}

wz_status fail_prefix(wz_status status, const char *prefix)
{
    char old[MESSAGE_BYTES];
    memcpy(old, message, sizeof old);
    int n = snprintf(message, sizeof message, "%s: %s", prefix, old);
    if (n >= (int)sizeof message) trim_partial_utf8();
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

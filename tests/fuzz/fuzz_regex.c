/* fuzz_regex.c - a pattern, a byte 0xFF, a text: matches lie between characters, move on, and are the same twice.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "io/regex.h"
#include "io/unicode.h"
#include <string.h>

enum { MAX_MATCHES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size ? memchr(data, 0xFF, size) : NULL;
    size_t         n = cut ? (size_t)(cut - data) : size, bytes = cut ? size - n - 1 : 0;
    regex         *r = NULL;
    if (regex_compile((const char *)data, n, &r) != WZ_OK) {
        MUST(!r);
        fuzz_error();
        return 0;
    }
    char *text = malloc(bytes ? bytes : 1); /* of just its size, so that reads past the end are noticed */
    MUST(text);
    if (bytes) memcpy(text, cut + 1, bytes);
    size_t last[2] = {0, 0}, count[2] = {0, 0};
    if (utf8_check(text, bytes) == WZ_OK) {
        for (int k = 0; k < 2; k++) {
            regex_scan  scan;
            regex_place at = REGEX_START;
            regex_scan_begin(&scan, bytes);
            scan.steps = 100000;
            while (count[k] < MAX_MATCHES && regex_next(r, &scan, &at, text, bytes)) {
                MUST(at.begin <= at.end && at.end <= bytes && at.begin >= last[k]);
                MUST(at.end == bytes || ((unsigned char)text[at.end] & 0xC0) != 0x80);
                MUST(at.begin == bytes || ((unsigned char)text[at.begin] & 0xC0) != 0x80);
                last[k] = at.end;
                count[k]++;
            }
            if (scan.status != WZ_OK) fuzz_error();
            regex_scan_end(&scan);
        }
        MUST(last[0] == last[1] && count[0] == count[1] && count[0] <= 2 * bytes + 1);
    }
    regex_free(&r);
    free(text);
    return 0;
}

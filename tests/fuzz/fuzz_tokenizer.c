/* fuzz_tokenizer.c - a tokenizer.json, a byte 0xFF, a text: what loads encodes any text, to ids that it has, which
 * decode to the same at once and one by one.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "io/unicode.h"
#include <string.h>
#include <wootz/tokenizer.h>

static void decode(const wz_tokenizer *t, const int64_t *ids, int64_t n, bool skip)
{
    char       *text = NULL;
    const char *part;
    size_t      bytes, part_bytes, at = 0;
    wz_decoder *d = NULL;
    MUST(wz_tokenizer_decode(t, ids, n, skip, &text, &bytes) == WZ_OK);
    MUST(utf8_check(text, bytes) == WZ_OK && wz_decoder_new(t, skip, &d) == WZ_OK);
    for (int64_t i = 0; i <= n; i++) {
        MUST((i < n ? wz_decoder_push(d, ids[i], &part, &part_bytes) : wz_decoder_finish(d, &part, &part_bytes)) == WZ_OK);
        MUST(part_bytes <= bytes - at && memcmp(text + at, part, part_bytes) == 0);
        at += part_bytes;
    }
    MUST(at == bytes);
    wz_decoder_free(&d);
    wz_tokenizer_drop(text);
}

static void encode(const wz_tokenizer *t, const char *text, size_t bytes, int flags)
{
    int64_t *ids = NULL, n = 0;
    if (wz_tokenizer_encode(t, text, bytes, flags, &ids, &n) != WZ_OK) {
        MUST(!ids);
        fuzz_error();
        return;
    }
    for (int64_t i = 0; i < n; i++) MUST(wz_tokenizer_piece(t, ids[i]));
    if (n < 4096) decode(t, ids, n, flags & WZ_ENCODE_SPECIAL);
    wz_tokenizer_drop(ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size ? memchr(data, 0xFF, size) : NULL;
    size_t         n = cut ? (size_t)(cut - data) : size, bytes = cut ? size - n - 1 : 0;
    wz_tokenizer  *t = NULL;
    if (wz_tokenizer_parse((const char *)data, n, &t) != WZ_OK) {
        MUST(!t);
        fuzz_error();
        return 0;
    }
    char *text = malloc(bytes ? bytes : 1);
    MUST(text);
    if (bytes) memcpy(text, cut + 1, bytes);
    encode(t, text, bytes, 0);
    encode(t, text, bytes, WZ_ENCODE_SPECIAL);
    encode(t, text, bytes, WZ_ENCODE_PLAIN | WZ_ENCODE_NO_TAGS);
    int64_t *ids = NULL, count = 0;
    wz_text_part parts[2] = {{text, bytes / 2, WZ_ENCODE_PLAIN}, {text + bytes / 2, bytes - bytes / 2, 0}};
    if (wz_tokenizer_encode_parts(t, parts, 2, &ids, &count) == WZ_OK) wz_tokenizer_drop(ids);
    wz_tokenizer_free(&t);
    free(text);
    return 0;
}

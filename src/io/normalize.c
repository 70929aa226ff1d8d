/* normalize.c - the normaliser's steps, on one stretch of text between added tokens.
 * SPDX-License-Identifier: MIT */
#include "tokenizer.h"
#include "../core/error.h"
#include "../core/mem.h"
#include "unicode.h"
#include <string.h>

static wz_status replace(const norm_step *s, const buffer *in, buffer *out)
{
    regex_scan  scan;
    regex_place place = REGEX_START;
    size_t      at = 0;
    wz_status   status = buffer_put(out, "", 0);
    regex_scan_begin(&scan, in->n);
    while (status == WZ_OK && regex_next(s->pattern, &scan, &place, in->p, in->n)) {
        status = buffer_put(out, in->p + at, place.begin - at);
        if (status == WZ_OK) status = buffer_put(out, s->text, s->text_bytes);
        at = place.end;
    }
    if (status == WZ_OK) status = scan.status;
    if (status == WZ_OK) status = buffer_put(out, in->p + at, in->n - at);
    regex_scan_end(&scan);
    return status;
}

static wz_status strip(const norm_step *s, const buffer *in, buffer *out)
{
    size_t begin = 0, end = in->n;
    while (s->left && begin < end) {
        const char *p = in->p + begin;
        if (!unicode_space(utf8_next(&p))) break;
        begin = (size_t)(p - in->p);
    }
    while (s->right && end > begin) {
        size_t      back = utf8_back(in->p, end);
        const char *p = in->p + back;
        if (!unicode_space(utf8_next(&p))) break;
        end = back;
    }
    return buffer_put(out, in->p + begin, end - begin);
}

static wz_status bytes_as_chars(const buffer *in, buffer *out)
{
    char text[4];
    TRY(buffer_put(out, "", 0));
    for (size_t i = 0; i < in->n; i++) TRY(buffer_put(out, text, (size_t)byte_char((uint8_t)in->p[i], text)));
    return WZ_OK;
}

static wz_status lower(const buffer *in, buffer *out)
{
    uint32_t c[2];
    TRY(buffer_put(out, "", 0));
    for (const char *p = in->p; p < in->p + in->n;) {
        int n = unicode_lower(utf8_next(&p), c);
        for (int i = 0; i < n; i++) TRY(buffer_put_char(out, c[i]));
    }
    return WZ_OK;
}

static wz_status strip_accents(const buffer *in, buffer *out)
{
    TRY(buffer_put(out, "", 0));
    for (const char *p = in->p; p < in->p + in->n;) {
        uint32_t c = utf8_next(&p);
        if (!unicode_accent(c)) TRY(buffer_put_char(out, c));
    }
    return WZ_OK;
}

static wz_status apply(const norm_step *s, const buffer *in, buffer *out)
{
    switch (s->kind) {
    case NORM_NFC: case NORM_NFD: case NORM_NFKC: case NORM_NFKD: {
        unicode_form form = (s->kind == NORM_NFC || s->kind == NORM_NFKC ? UNICODE_COMPOSED : 0) |
                            (s->kind == NORM_NFKC || s->kind == NORM_NFKD ? UNICODE_COMPATIBLE : 0);
        wz_status    status = unicode_normal(in->p, in->n, form, &out->p, &out->n);
        out->room = status == WZ_OK ? out->n + 1 : 0;
        return status;
    }
    case NORM_LOWER: return lower(in, out);
    case NORM_ACCENTS: return strip_accents(in, out);
    case NORM_REPLACE: return replace(s, in, out);
    case NORM_PREPEND:
        if (in->n) TRY(buffer_put(out, s->text, s->text_bytes));
        return buffer_put(out, in->p, in->n);
    case NORM_STRIP: return strip(s, in, out);
    case NORM_BYTES: return bytes_as_chars(in, out);
    }
    return WZ_OK;
}

wz_status normalize(const wz_tokenizer *t, const char *text, size_t bytes, buffer *out)
{
    out->n = 0;
    TRY(buffer_put(out, text, bytes));
    for (int k = 0; k < t->n_norms; k++) {
        buffer    next = {0};
        wz_status status = apply(&t->norm[k], out, &next);
        if (status != WZ_OK) {
            mem_free(next.p);
            return status;
        }
        mem_free(out->p);
        *out = next;
    }
    return WZ_OK;
}

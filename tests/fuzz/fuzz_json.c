/* fuzz_json.c - any bytes as JSON: every key is found again, every text is UTF-8.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "io/json.h"
#include <math.h>
#include <string.h>

static void walk(const json_value *v, int depth)
{
    MUST(v && depth <= JSON_MAX_DEPTH);
    if (v->type == JSON_STRING) {
        MUST(json_is_utf8(v->text, v->text_bytes) && v->text[v->text_bytes] == '\0');
    } else if (v->type == JSON_NUMBER) {
        MUST(isfinite(v->number) && (!v->integral || fabs(v->number - (double)v->i) <= 1));
    } else if (v->type == JSON_ARRAY || v->type == JSON_OBJECT) {
        for (size_t i = 0; i < v->n; i++) {
            walk(v->item[i], depth + 1);
            if (v->type == JSON_ARRAY) continue;
            MUST(json_is_utf8(v->key[i], v->key_bytes[i]) && v->key[i][v->key_bytes[i]] == '\0');
            MUST(json_get_n(v, v->key[i], v->key_bytes[i]) == v->item[i]);
        }
        MUST(!json_get(v, "\xFF")); /* no key is that */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_document d;
    if (json_parse((const char *)data, size, &d) == WZ_OK) {
        walk(d.root, 0);
    } else {
        MUST(!d.root && !d.arena);
        fuzz_error();
    }
    json_free(&d);
    return 0;
}

/* test_tokenizer.c - the default model's tokenizer against recorded ids and texts, its decoder token by token,
 * and every allocation failing in turn.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/mem.h"
#include "io/json.h"
#include "io/mapped.h"
#include <wootz/tokenizer.h>

static void test_case(const wz_tokenizer *t, const json_value *c)
{
    const json_value *text = json_get(c, "text"), *want = json_get(c, "ids"), *decoded = json_get(c, "decoded");
    int64_t          *ids = NULL, n = 0;
    CHECK_MSG(wz_tokenizer_encode(t, text->text, text->text_bytes, WZ_ENCODE_SPECIAL, &ids, &n) == WZ_OK, "%s", wz_error());
    bool same = ids && (size_t)n == want->n;
    for (size_t i = 0; same && i < want->n; i++) same = ids[i] == want->item[i]->i;
    CHECK_MSG(same, "ids of '%s' differ", text->text);
    if (decoded && ids) {
        char  *back = NULL;
        size_t bytes = 0;
        CHECK(wz_tokenizer_decode(t, ids, n, false, &back, &bytes) == WZ_OK);
        CHECK_MSG(back && bytes == decoded->text_bytes && memcmp(back, decoded->text, bytes) == 0, "'%s' decodes to '%s'", decoded->text, back ? back : "(nothing)");
        wz_decoder *d = NULL;
        const char *part;
        size_t      part_bytes, at = 0;
        CHECK(wz_decoder_new(t, false, &d) == WZ_OK);
        bool good = true;
        for (int64_t i = 0; i <= n && good; i++) {
            good = (i < n ? wz_decoder_push(d, ids[i], &part, &part_bytes) : wz_decoder_finish(d, &part, &part_bytes)) == WZ_OK;
            good = good && at + part_bytes <= bytes && memcmp(back + at, part, part_bytes) == 0;
            at += part_bytes;
        }
        CHECK(good && at == bytes);
        wz_decoder_free(&d);
        wz_tokenizer_drop(back);
    }
    wz_tokenizer_drop(ids);
}

int main(void)
{
    wz_tokenizer *t = NULL;
    mapped_file  *f = NULL;
    json_document d = {0};
    CHECK_MSG(wz_tokenizer_open(WZ_SOURCE_DIR "/models/storyteller", &t) == WZ_OK, "%s", wz_error());
    CHECK(mapped_open(WZ_SOURCE_DIR "/models/storyteller/reference/reference.json", &f) == WZ_OK);
    CHECK_MSG(json_parse(mapped_data(f), mapped_bytes(f), &d) == WZ_OK, "%s", wz_error());
    if (!t || !d.root) return unit_report();
    const json_value *cases = json_get(json_get(d.root, "tokenizer"), "cases");
    CHECK(cases && cases->n >= 40);
    for (size_t i = 0; i < cases->n; i++) test_case(t, cases->item[i]);
    CHECK(wz_tokenizer_size(t) == 1536 && wz_tokenizer_is_special(t, 1533) && wz_tokenizer_id(t, "<|im_end|>") == 1535);
    int64_t *ids, n;
    CHECK(wz_tokenizer_encode(t, "a\xFF", 2, 0, &ids, &n) == WZ_INVALID && strstr(wz_error(), "byte 1"));
    CHECK(wz_tokenizer_encode(t, "<|im_end|>", 10, WZ_ENCODE_PLAIN, &ids, &n) == WZ_OK && n > 1);
    wz_tokenizer_drop(ids);
    json_free(&d);
    mapped_release(f);
    wz_tokenizer_free(&t);
    int64_t live = mem_live_count();
    int     tried = 0;
    for (int64_t k = 1; k < 200000; k = k < 60 ? k + 1 : k * 3 / 2, tried++) {
        mem_fail_after(k);
        wz_status status = wz_tokenizer_open(WZ_SOURCE_DIR "/models/storyteller", &t);
        if (status == WZ_OK) status = wz_tokenizer_encode(t, "Once upon a time, there was", 27, 0, &ids, &n);
        mem_fail_after(0);
        if (status == WZ_OK) wz_tokenizer_drop(ids);
        wz_tokenizer_free(&t);
        CHECK((status == WZ_OK || status == WZ_NOMEM) && mem_live_count() == live);
        if (status == WZ_OK) break;
    }
    CHECK(tried > 50);
    return unit_report();
}

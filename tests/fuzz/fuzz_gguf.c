/* fuzz_gguf.c - any bytes as a GGUF file: its keys, its tensors' first blocks, its tokenizer.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "io/gguf.h"
#include "core/mem.h"

static void key(const gguf_file *f, const gguf_value *v)
{
    int64_t      i;
    double       x;
    bool         b;
    const char  *text, **texts = NULL;
    size_t       bytes, *lengths = NULL;
    float       *floats = NULL;
    int32_t     *ints = NULL;
    MUST(gguf_key(f, v->key) == v && gguf_kind_name(v->kind));
    (void)fuzz_touch(v->data, v->bytes);
    (void)gguf_integer(v, &i);
    (void)gguf_number(v, &x);
    (void)gguf_bool(v, &b);
    if (gguf_text(v, &text, &bytes)) (void)fuzz_touch(text, bytes);
    if (gguf_strings(v, &texts, &lengths) == WZ_OK)
        for (uint64_t k = 0; k < v->n; k++) (void)fuzz_touch(texts[k], lengths[k]);
    (void)gguf_floats(v, &floats);
    (void)gguf_ints(v, &ints);
    mem_free((void *)texts);
    mem_free(lengths);
    mem_free(floats);
    mem_free(ints);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gguf_file *f = NULL;
    float      block[GGUF_MAX_BLOCK];
    fuzz_file(data, size);
    if (gguf_open("input.gguf", &f) != WZ_OK) {
        MUST(!f);
        fuzz_error();
        return 0;
    }
    for (size_t i = 0; i < gguf_key_count(f); i++) key(f, gguf_key_at(f, i));
    for (size_t i = 0; i < gguf_count(f); i++) {
        const gguf_tensor *t = gguf_at(f, i);
        MUST(gguf_find(f, t->name) == t && t->bytes <= size && t->type);
        (void)fuzz_touch(t->data, t->bytes);
        if (t->bytes && t->type->decode) t->type->decode(block, t->data, 1);
    }
    gguf_close(&f);
    return 0;
}

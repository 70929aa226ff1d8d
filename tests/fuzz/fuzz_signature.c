/* fuzz_signature.c - any text as the signature of an operation.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "op/signature.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    MUST(text);
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    wz_op_info info = {.name = "name", .signature = text};
    if (signature_parse(&info) == WZ_OK) {
        MUST(info.n_params >= 0 && info.n_params <= WZ_MAX_PARAMS && info.n_results >= 1 && info.n_results <= WZ_MAX_RESULTS);
        for (int i = 0; i < info.n_params; i++) {
            const wz_param *p = &info.params[i];
            MUST(p->name && p->name[0] && p->kind != WZ_ARG_NONE);
            if (p->value.kind == WZ_ARG_INTS) (void)fuzz_touch(p->value.v.ints, (size_t)p->value.n * sizeof *p->value.v.ints);
            if (p->value.kind == WZ_ARG_FLOATS) (void)fuzz_touch(p->value.v.floats, (size_t)p->value.n * sizeof *p->value.v.floats);
            if (p->value.kind == WZ_ARG_STRING) (void)fuzz_touch(p->value.v.string, strlen(p->value.v.string));
        }
        for (int i = 0; i < info.n_results; i++) MUST(info.results[i][0]);
    } else {
        MUST(!info.params && !info.n_params && !info.n_results);
        fuzz_error();
    }
    signature_clear(&info);
    free(text);
    return 0;
}

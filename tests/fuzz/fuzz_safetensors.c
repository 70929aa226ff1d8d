/* fuzz_safetensors.c - any bytes as a safetensors file: what opens lies in the file, is found by name and overlaps
 * nothing.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "io/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    st_files *f = NULL;
    fuzz_file(data, size);
    if (st_open_file("input.safetensors", &f) != WZ_OK) {
        MUST(!f);
        fuzz_error();
        return 0;
    }
    const char *end = NULL;
    for (size_t i = 0; i < st_count(f); i++) {
        const st_tensor *t = st_at(f, i);
        MUST(st_find_n(f, t->name, t->name_bytes) == t && t->ndim >= 0 && t->ndim <= ST_MAX_DIMS && t->bytes <= size);
        if (t->bytes) MUST(!end || (const char *)t->data == end);
        if (t->bytes) end = (const char *)t->data + t->bytes;
        (void)fuzz_touch(t->data, t->bytes);
        int64_t n = 1;
        for (int k = 0; k < t->ndim; k++) n *= t->size[k];
        if (t->dtype != WZ_DTYPE_NONE) MUST(n >= 0 && (size_t)n <= size && t->bytes == (size_t)n * (size_t)wz_dtype_bytes(t->dtype));
        (void)st_shard_name(f, t);
    }
    (void)st_metadata(f);
    st_close(&f);
    return 0;
}

/* fuzz_mapped.c - mapped.h for the fuzz targets: every file is the input, in memory of just its size, so that the
 * address sanitizer sees a read past its end.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "core/error.h"
#include "core/mem.h"
#include "io/mapped.h"
#include <string.h>

struct mapped_file { size_t bytes; void *data; int refs; };

static const uint8_t *content;
static size_t         content_bytes;

void fuzz_file(const uint8_t *data, size_t size)
{
    content = data;
    content_bytes = size;
}

wz_status mapped_open(const char *path, mapped_file **out)
{
    (void)path;
    *out = mem_alloc(sizeof **out);
    if (!*out) return WZ_NOMEM;
    **out = (mapped_file){.bytes = content_bytes, .refs = 1};
    if (!content_bytes) return WZ_OK;
    (*out)->data = malloc(content_bytes);
    MUST((*out)->data);
    memcpy((*out)->data, content, content_bytes);
    return WZ_OK;
}

void mapped_retain(mapped_file *f) { f->refs++; }

void mapped_release(void *file)
{
    mapped_file *f = file;
    if (!f || --f->refs) return;
    free(f->data);
    mem_free(f);
}

const void *mapped_data(const mapped_file *f) { return f->data; }
size_t      mapped_bytes(const mapped_file *f) { return f->bytes; }

wz_status path_join(const char *folder, const char *name, char **out)
{
    size_t n = strlen(folder) + strlen(name) + 2;
    *out = mem_alloc(n);
    if (!*out) return WZ_NOMEM;
    snprintf(*out, n, "%s/%s", folder, name);
    return WZ_OK;
}

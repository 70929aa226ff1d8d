/* mapped.c - see mapped.h.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1 /* MAP_NORESERVE */
#define _DARWIN_C_SOURCE 1
#include "mapped.h"
#include "../core/error.h"
#include "../core/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct mapped_file {
    atomic_int refs;
    void      *data;
    size_t     bytes;
};

static wz_status map_descriptor(int fd, const char *path, mapped_file *f)
{
    struct stat info;
    if (fstat(fd, &info) != 0) return fail(WZ_IO, "%.200s: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode)) return fail(WZ_IO, "%.200s is a folder, a file is expected", path);
    if (!S_ISREG(info.st_mode)) return fail(WZ_IO, "%.200s is not a regular file", path);
    if (info.st_size < 0 || (uintmax_t)info.st_size > SIZE_MAX / 2) return fail(WZ_IO, "%.200s is too large to be mapped", path);
    f->bytes = (size_t)info.st_size;
    if (f->bytes == 0) return WZ_OK;
    void *p = mmap(NULL, f->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fd, 0);
    if (p == MAP_FAILED) return fail(WZ_IO, "%.200s cannot be mapped: %s", path, strerror(errno));
    f->data = p;
    return WZ_OK;
}

wz_status mapped_open(const char *path, mapped_file **out)
{
    *out = NULL;
    if (!path || !*path) return fail(WZ_INVALID, "the path is empty");
    mapped_file *f = mem_alloc(sizeof *f);
    if (!f) return WZ_NOMEM;
    atomic_init(&f->refs, 1);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not block */
    if (fd < 0) {
        mem_free(f);
        return fail(WZ_IO, "%.200s: %s", path, strerror(errno));
    }
    wz_status status = map_descriptor(fd, path, f);
    close(fd);
    if (status != WZ_OK) {
        mem_free(f);
        return status;
    }
    *out = f;
    return WZ_OK;
}

void mapped_retain(mapped_file *f) { atomic_fetch_add(&f->refs, 1); }

void mapped_release(void *file)
{
    mapped_file *f = file;
    if (!f || atomic_fetch_sub(&f->refs, 1) != 1) return;
    if (f->data) munmap(f->data, f->bytes);
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

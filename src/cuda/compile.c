/* compile.c - kernels from text: NVRTC on first use, and a cache of the results on disk.
 *
 * A program (one instance of a kernel file) is compiled once per device and process. What NVRTC makes is kept in
 * the directory WZ_CACHE_DIR (default: wootz in the user's cache directory; an empty value switches it off) under
 * a hash of the text, the flags, the architecture and the compiler's version. An entry says its own length and hash,
 * is written beside and renamed, and one that does not fit is compiled again. A cache that cannot be
 * written only costs time.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../device/program.h"
#include "cuda.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct hash128 {
    uint64_t half[2];
} hash128;

typedef struct cuda_program {
    struct cuda_program *next;
    hash128              key;
    cu_module            module;
} cuda_program;

typedef struct cubin {
    char  *bytes;
    size_t n;
} cubin;

typedef struct entry_head { /* of a file in the cache */
    char     magic[8];
    hash128  key, content;
    uint64_t n;
} entry_head;

static const char MAGIC[8] = "wzcubin1";

/* ---- hashes -------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h)
{
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 33;
}

/* Tells honest texts apart; it is no guard against somebody who writes into the cache. */
static hash128 hash_bytes(const char *p, size_t n, hash128 start)
{
    uint64_t a = start.half[0] ^ 0x9e3779b97f4a7c15u, b = start.half[1] ^ 0xc2b2ae3d27d4eb4fu;
    for (size_t i = 0; i < n; i++) {
        a = (a ^ (unsigned char)p[i]) * 0x100000001b3u;
        b = (b + (unsigned char)p[i]) * 0x9fb21c651e98df25u;
        b ^= b >> 29;
    }
    return (hash128){{mix(a ^ n), mix(b + a)}};
}

/* ---- the cache ------------------------------------------------------------------------------------------ */

/* The directory, made where it is missing; false when there is none to use. */
static bool cache_dir(char *out, size_t room)
{
    const char *given = getenv("WZ_CACHE_DIR"), *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int         n;
    if (given) n = snprintf(out, room, "%s", given);
    else if (base && *base) n = snprintf(out, room, "%s/wootz", base);
    else if (home && *home) n = snprintf(out, room, "%s/.cache/wootz", home);
    else return false;
    if (n <= 0 || (size_t)n >= room) return false;
    for (char *p = out + 1; *p; p++) { /* each parent in turn */
        if (*p != '/') continue;
        *p = '\0';
        (void)mkdir(out, 0700);
        *p = '/';
    }
    return mkdir(out, 0700) == 0 || errno == EEXIST;
}

static bool entry_path(hash128 key, char *out, size_t room)
{
    char dir[3072];
    if (!cache_dir(dir, sizeof dir)) return false;
    int n = snprintf(out, room, "%s/%016llx%016llx.cubin", dir, (unsigned long long)key.half[0], (unsigned long long)key.half[1]);
    return n > 0 && (size_t)n < room;
}

static bool cache_read(hash128 key, cubin *out)
{
    char       path[4096];
    entry_head head;
    if (!entry_path(key, path, sizeof path)) return false;
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    bool good = fread(&head, sizeof head, 1, f) == 1 && memcmp(head.magic, MAGIC, sizeof MAGIC) == 0 &&
                memcmp(&head.key, &key, sizeof key) == 0 && head.n > 0 && head.n < (uint64_t)1 << 30;
    char *bytes = good ? mem_alloc((size_t)head.n) : NULL;
    good = bytes && fread(bytes, 1, (size_t)head.n, f) == head.n && fgetc(f) == EOF;
    fclose(f);
    if (good) {
        hash128 content = hash_bytes(bytes, (size_t)head.n, key);
        good = memcmp(&content, &head.content, sizeof content) == 0;
    }
    if (!good) {
        mem_free(bytes);
        error_clear(); /* of the memory asked for */
        return false;
    }
    *out = (cubin){bytes, (size_t)head.n};
    return true;
}

static void cache_write(hash128 key, cubin c)
{
    char path[4096], beside[4160];
    if (!entry_path(key, path, sizeof path)) return;
    snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    int fd = mkstemp(beside);
    if (fd < 0) return;
    FILE *f = fdopen(fd, "wb");
    if (!f) {
        close(fd);
        (void)unlink(beside);
        return;
    }
    entry_head head = {.key = key, .content = hash_bytes(c.bytes, c.n, key), .n = c.n};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    bool good = fwrite(&head, sizeof head, 1, f) == 1 && fwrite(c.bytes, 1, c.n, f) == c.n;
    good = fclose(f) == 0 && good;
    if (!good || rename(beside, path) != 0) (void)unlink(beside);
}

/* ---- compiling ------------------------------------------------------------------------------------------ */

/* The device's architecture, or the newest one before it that the compiler knows and the device runs as it is: code
 * for sm_90 runs on every sm_9x from there up. WZ_CUDA_ARCH (sm_80) chooses another. */
static wz_status choose_arch(const wz_device *dev, int *out)
{
    int         own = ((cuda_data *)dev->data)->arch, n = 0, known[64], best = 0;
    const char *forced = getenv("WZ_CUDA_ARCH");
    if (forced && *forced) {
        char *end = NULL;
        long  v = strncmp(forced, "sm_", 3) == 0 ? strtol(forced + 3, &end, 10) : 0;
        if (v < CUDA_OLDEST_ARCH || v > 999 || !end || *end) return fail(WZ_INVALID, "WZ_CUDA_ARCH must be like sm_90, got '%.32s'", forced);
        *out = (int)v;
        return WZ_OK;
    }
    if (rtc.n_archs(&n) != 0 || n < 1 || n > 64 || rtc.archs(known) != 0)
        return fail(WZ_DEVICE, "NVRTC does not say which architectures it knows");
    for (int i = 0; i < n; i++)
        if (known[i] <= own && known[i] / 10 == own / 10 && known[i] > best) best = known[i];
    if (!best)
        return fail(WZ_UNSUPPORTED, "%s is sm_%d, which NVRTC %d.%d cannot compile for", dev->name, own, rtc.version / 1000, rtc.version % 1000);
    *out = best;
    return WZ_OK;
}

static wz_status compile_failed(rtc_program p, const char *name, rtc_result error)
{
    size_t n = 0;
    char  *text = NULL;
    if (rtc.log_size(p, &n) == 0 && n > 1 && (text = mem_alloc(n + 1)) != NULL && rtc.log(p, text) != 0) text[0] = '\0';
    if (text) text[strcspn(text, "\n")] = '\0';
    wz_status status = fail(WZ_INTERNAL, "kernel file %s does not compile (NVRTC error %d): %s", name, error, text ? text : "no log");
    mem_free(text);
    return status;
}

static wz_status compile(const char *text, const char *name, int arch, cubin *out)
{
    char        option[64];
    rtc_program p = NULL;
    snprintf(option, sizeof option, "--gpu-architecture=sm_%d", arch);
    const char *options[] = {option, "--std=c++17"};
    rtc_result  error = rtc.create(&p, text, name, 0, NULL, NULL);
    if (error != 0) return fail(WZ_DEVICE, "kernel file %s: NVRTC error %d before compiling", name, error);
    error = rtc.compile(p, 2, options);
    wz_status status = error == 0 ? WZ_OK : compile_failed(p, name, error);
    if (status == WZ_OK && (rtc.cubin_size(p, &out->n) != 0 || out->n == 0)) status = fail(WZ_DEVICE, "kernel file %s: NVRTC gives no code", name);
    if (status == WZ_OK && !(out->bytes = mem_alloc(out->n))) status = WZ_NOMEM;
    if (status == WZ_OK && rtc.cubin(p, out->bytes) != 0) status = fail(WZ_DEVICE, "kernel file %s: NVRTC gives no code", name);
    (void)rtc.destroy(&p);
    if (status != WZ_OK) {
        mem_free(out->bytes);
        out->bytes = NULL;
    }
    return status;
}

/* The program's module on the device; a cached image that the driver refuses is compiled again. */
static wz_status load(wz_device *dev, hash128 key, const char *text, const char *name, int arch, cu_module *out)
{
    cubin c = {0};
    if (cache_read(key, &c)) {
        cu_result error = cu.module_load(out, c.bytes);
        mem_free(c.bytes);
        if (error == CU_OK) return WZ_OK;
        if (error == CU_NO_MEMORY) return cuda_check(dev, error, name);
    }
    c = (cubin){0};
    TRY(compile(text, name, arch, &c));
    wz_status status = cuda_check(dev, cu.module_load(out, c.bytes), name);
    if (status == WZ_OK) cache_write(key, c);
    mem_free(c.bytes);
    return status;
}

static wz_status program_of(wz_device *dev, const wz_kernel_key *key, cu_module *out)
{
    cuda_data *d = dev->data;
    char      *text = NULL, salt[96];
    int        arch = 0;
    TRY(cuda_compiler_open());
    TRY(choose_arch(dev, &arch));
    TRY(kernel_source(KERNEL_CUDA, key, &text));
    snprintf(salt, sizeof salt, "--std=c++17 sm_%d nvrtc %d", arch, rtc.version);
    hash128 hash = hash_bytes(text, strlen(text), hash_bytes(salt, strlen(salt), (hash128){{0}}));
    for (cuda_program *p = d->programs; p; p = p->next) {
        if (memcmp(&p->key, &hash, sizeof hash) != 0) continue;
        *out = p->module;
        mem_free(text);
        return WZ_OK;
    }
    cuda_program *p = mem_alloc(sizeof *p);
    wz_status     status = p ? load(dev, hash, text, key->file, arch, &p->module) : WZ_NOMEM;
    mem_free(text);
    if (status != WZ_OK) {
        mem_free(p);
        return status;
    }
    p->key = hash;
    p->next = d->programs;
    d->programs = p;
    *out = p->module;
    return WZ_OK;
}

wz_status cuda_kernel_build(wz_device *dev, const wz_kernel_key *key, wz_kernel *out)
{
    cuda_data  *d = dev->data;
    cu_module   module = NULL;
    cu_function function = NULL;
    char        symbol[KERNEL_SYMBOL_MAX];
    TRY(kernel_symbol(key, symbol));
    char *name = mem_dup(symbol, strlen(symbol));
    if (!name) return WZ_NOMEM;
    bool entered = cuda_enter(dev);
    pthread_mutex_lock(&d->compiling);
    wz_status status = program_of(dev, key, &module);
    if (status == WZ_OK) status = cuda_check(dev, cu.module_function(&function, module, symbol), symbol);
    pthread_mutex_unlock(&d->compiling);
    cuda_leave(entered);
    if (status != WZ_OK) {
        mem_free(name);
        return status;
    }
    *out = (wz_kernel){NULL, function, name};
    return WZ_OK;
}

void cuda_kernel_free(wz_kernel *k)
{
    mem_free((void *)(uintptr_t)k->name);
    *k = (wz_kernel){0};
}

void cuda_programs_free(wz_device *dev)
{
    cuda_data *d = dev->data;
    for (cuda_program *p = d->programs, *next; p; p = next) {
        next = p->next;
        (void)cu.module_free(p->module);
        mem_free(p);
    }
    d->programs = NULL;
}

/* nvrtc_check.c - compiles one CUDA source file with NVRTC and reports what its kernels use.
 *
 *   nvrtc_check LIBRARY SOURCE [-fast] ARCH...
 *
 * NVRTC is opened at run time, so this builds anywhere. -fast leaves out optimisation: a quarter of the time, but
 * what it says of registers means nothing then. Prints a line per architecture and what ptxas says;
 * fails on errors, on warnings, on more than 32 KiB of shared memory, and on spills over 64 bytes.
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct nvrtc_program *program;
static int (*create)(program *, const char *, const char *, int, const char *const *, const char *const *);
static int (*compile)(program, int, const char *const *);
static int (*log_size)(program, size_t *);
static int (*get_log)(program, char *);
static int (*cubin_size)(program, size_t *);
static int (*destroy)(program *);
static const char *(*error_string)(int);

static void find(void *library, const char *name, void *out)
{
    void *symbol = dlsym(library, name);
    if (!symbol) {
        fprintf(stderr, "nvrtc_check: no %s\n", name);
        exit(2);
    }
    memcpy(out, &symbol, sizeof symbol);
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    fseek(f, 0, SEEK_END);
    long  n = ftell(f);
    char *text = calloc((size_t)n + 1, 1);
    rewind(f);
    if (!text || fread(text, 1, (size_t)n, f) != (size_t)n) exit(2);
    fclose(f);
    return text;
}

/* The number before `what` in a line of ptxas, or 0. */
static long number_before(const char *line, const char *what)
{
    const char *at = strstr(line, what);
    if (!at) return 0;
    while (at > line && at[-1] == ' ') at--;
    while (at > line && at[-1] >= '0' && at[-1] <= '9') at--;
    return strtol(at, NULL, 10);
}

static int judge(const char *arch, char *log, int fast)
{
    int  kernels = 0, bad = 0;
    long registers = 0, shared = 0;
    char name[256] = "?";
    for (char *save = NULL, *line = strtok_r(log, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        const char *entry = strstr(line, "Compiling entry function '");
        if (entry) {
            snprintf(name, sizeof name, "%.*s", (int)strcspn(entry + 26, "'"), entry + 26);
            kernels++;
        }
        long spill = number_before(line, "bytes spill stores"), smem = number_before(line, "bytes smem");
        long used = number_before(line, "registers");
        if (used > registers) registers = used;
        if (smem > shared) shared = smem;
        if ((spill > 64 && !fast) || smem > 32768 || strstr(line, "warning") || strstr(line, "error")) {
            printf("%s %s: %s\n", arch, name, line);
            bad++;
        }
    }
    printf("%s: %d kernels, at most %ld registers, %ld bytes shared\n", arch, kernels, registers, shared);
    return bad || kernels == 0;
}

static int check(const char *source, const char *path, const char *arch, int fast)
{
    char option[64];
    snprintf(option, sizeof option, "--gpu-architecture=%s", arch);
    const char *options[] = {option, "--std=c++17", "--fmad=true", "--ptxas-options=-v", "-G"};
    program p;
    if (create(&p, source, path, 0, NULL, NULL) != 0) return 1;
    int    rc = compile(p, fast ? 5 : 4, options);
    size_t n = 0, cubin = 0;
    log_size(p, &n);
    char *log = calloc(n + 1, 1);
    get_log(p, log);
    int bad = 0;
    if (rc != 0) {
        printf("%s: %s\n%.4000s\n", arch, error_string(rc), log);
        bad = 1;
    } else {
        cubin_size(p, &cubin);
        bad = judge(arch, log, fast) || cubin == 0;
    }
    free(log);
    destroy(&p);
    return bad;
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library) {
        fprintf(stderr, "nvrtc_check: %s\n", dlerror());
        return 2;
    }
    find(library, "nvrtcCreateProgram", &create);
    find(library, "nvrtcCompileProgram", &compile);
    find(library, "nvrtcGetProgramLogSize", &log_size);
    find(library, "nvrtcGetProgramLog", &get_log);
    find(library, "nvrtcGetCUBINSize", &cubin_size);
    find(library, "nvrtcDestroyProgram", &destroy);
    find(library, "nvrtcGetErrorString", &error_string);
    char *source = read_file(argv[2]);
    int   fast = strcmp(argv[3], "-fast") == 0, bad = 0;
    for (int i = 3 + fast; i < argc; i++) bad |= check(source, argv[2], argv[i], fast);
    free(source);
    return bad;
}

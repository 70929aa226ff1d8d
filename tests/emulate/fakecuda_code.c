/* fakecuda_code.c - the fake driver's modules and launches, and the fake compiler.
 *
 * A "cubin" is a header line with the architecture and the program's text. A kernel of it is one whose instance suffix
 * is the text's K_SUFFIX, whose name stands in the text, and which was compiled for the emulator.
 * SPDX-License-Identifier: MIT */
#include "fakecuda_run.h"
#include <ctype.h>

/* ---- modules ------------------------------------------------------------------------------------------- */

static const char HEAD[] = "FAKECUBIN sm_";

cu_result cuModuleLoadData(cu_module *out, const void *image)
{
    cu_result   error;
    const char *text = image, *body = strchr(text, '\n');
    if (!usable(&error)) return error;
    if (strncmp(text, HEAD, strlen(HEAD)) != 0 || !body) return refuse(INVALID_IMAGE, "an image that is none");
    int made_for = atoi(text + strlen(HEAD));
    if (made_for / 10 != arch / 10 || made_for > arch) return refuse(NO_BINARY, "an image for sm_%d on sm_%d", made_for, arch);
    const char *suffix = strstr(body, "#define K_SUFFIX ");
    if (!suffix) return refuse(INVALID_IMAGE, "a program without K_SUFFIX");
    module *m = calloc(1, sizeof *m);
    if (!m || !(m->text = strdup(body + 1))) abort();
    m->magic = MODULE_MAGIC;
    suffix += strlen("#define K_SUFFIX ");
    snprintf(m->suffix, sizeof m->suffix, "%.*s", (int)strcspn(suffix, "\n"), suffix);
    pthread_mutex_lock(&lock);
    counts.loads++;
    pthread_mutex_unlock(&lock);
    *out = m;
    return CU_OK;
}

cu_result cuModuleUnload(cu_module m)
{
    if (!m || m->magic != MODULE_MAGIC) return refuse(INVALID_HANDLE, "a module that is none");
    m->magic = 0;
    return CU_OK;
}

/* Does the word stand in the text? */
static bool has_word(const char *text, const char *word, size_t n)
{
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        char before = at == text ? ' ' : at[-1], after = at[n];
        if (before != '_' && after != '_' && !isalnum((unsigned char)before) && !isalnum((unsigned char)after)) return true;
    }
    return false;
}

cu_result cuModuleGetFunction(cu_function *out, cu_module m, const char *name)
{
    cu_result error;
    char      base[200];
    if (!usable(&error)) return error;
    if (!m || m->magic != MODULE_MAGIC) return refuse(INVALID_HANDLE, "a module that is none");
    size_t n = strlen(name), tail = strlen(m->suffix);
    if (n <= tail || n - tail >= sizeof base || strcmp(name + n - tail, m->suffix) != 0)
        return refuse(NOT_FOUND, "the program's kernels end in '%s', %s does not", m->suffix, name);
    memcpy(base, name, n - tail);
    base[n - tail] = '\0';
    if (!has_word(m->text, base, n - tail)) return refuse(NOT_FOUND, "the program has no kernel %s", base);
    const k_entry *k = emu_find(name);
    if (!k) return refuse(NOT_FOUND, "kernel %s is no instance of kernels/instances.txt", name);
    function *f = calloc(1, sizeof *f);
    if (!f) abort();
    *f = (function){FUNCTION_MAGIC, m, k};
    *out = f;
    return CU_OK;
}

/* ---- launches ------------------------------------------------------------------------------------------ */

const char *run_kernel(const command *c, uint64_t *rng)
{
    static const unsigned char poison[] = {0xff, 0x40, 0x00};
    emu_buffer  buf[32];
    size_t      at = 0;
    const char *error = NULL;
    void       *args = NULL;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < c->kernel->n_params && !error; i++) {
        const k_param *p = &c->kernel->params[i];
        if (p->kind == K_KIND_ARGS) {
            args = emu_alloc(p->bytes);
            memcpy(args, c->packed + at, p->bytes);
            buf[i] = (emu_buffer){args, p->bytes};
            at += p->bytes;
            continue;
        }
        cu_address address;
        memcpy(&address, c->packed + at, sizeof address);
        at += sizeof address;
        block *b = address ? block_at(address) : NULL;
        if (address && (!b || !b->live)) error = b ? "a buffer is freed memory" : "a buffer is no memory of the device";
        buf[i] = b ? (emu_buffer){(void *)(uintptr_t)address, b->bytes - (size_t)(address - (cu_address)(uintptr_t)b->p)} : (emu_buffer){NULL, 0};
    }
    uint64_t order = seed ? draw(rng) | 1 : 0;
    pthread_mutex_unlock(&lock);
    emu_options o = {order, order ? 1 + (unsigned)(order >> 8) % 4 : 1, poison[(order >> 16) % 3], (uint64_t)1 << 34};
    if (!error) error = emu_launch(c->kernel, c->grid, buf, &o, NULL);
    emu_free(args);
    return error;
}

/* The packed parameters of the list that cuLaunchKernel takes, or the error. */
static cu_result unpack(void **extra, const void **packed, size_t *bytes)
{
    if (!extra) return refuse(CU_INVALID_VALUE, "a launch without packed parameters");
    for (int i = 0; i < 4 && extra[i] != CU_PARAM_END; i += 2) {
        if (extra[i] == CU_PARAM_BUFFER) *packed = extra[i + 1];
        else if (extra[i] == CU_PARAM_SIZE) *bytes = *(const size_t *)extra[i + 1];
        else return refuse(CU_INVALID_VALUE, "an unknown entry in a launch's list");
    }
    return *packed ? CU_OK : refuse(CU_INVALID_VALUE, "a launch without packed parameters");
}

cu_result cuLaunchKernel(cu_function f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                         unsigned shared_bytes, cu_stream on, void **params, void **extra)
{
    const void *packed = NULL;
    size_t      bytes = 0, want = 0;
    cu_result   error;
    if (!f || f->magic != FUNCTION_MAGIC || f->module->magic != MODULE_MAGIC) return refuse(INVALID_HANDLE, "a function that is none, or unloaded");
    if (params || shared_bytes) return refuse(CU_INVALID_VALUE, "%s: parameters one by one, or shared memory at launch", f->kernel->name);
    error = unpack(extra, &packed, &bytes);
    if (error != CU_OK) return error;
    for (unsigned i = 0; i < f->kernel->n_params; i++)
        want += f->kernel->params[i].kind == K_KIND_ARGS ? f->kernel->params[i].bytes : sizeof(cu_address);
    if (bytes != want) return refuse(CU_INVALID_VALUE, "%s takes %zu bytes of parameters, got %zu", f->kernel->name, want, bytes);
    if (grid_x == 0 || grid_x > INT32_MAX || grid_y != 1 || grid_z != 1) return refuse(CU_INVALID_VALUE, "%s: a grid of %u x %u x %u", f->kernel->name, grid_x, grid_y, grid_z);
    if (block_x != f->kernel->threads || block_y != 1 || block_z != 1)
        return refuse(CU_INVALID_VALUE, "%s: groups of %u x %u x %u threads, it is written for %u", f->kernel->name, block_x, block_y, block_z, f->kernel->threads);
    pthread_mutex_lock(&lock);
    stream *s = stream_of(on, &error);
    if (s && fault_now(FAKE_LAUNCH)) error = refuse(CU_LAUNCH_RESOURCES, "too many resources requested for launch");
    else if (s) {
        command *c = command_make(DO_LAUNCH, bytes);
        memcpy(c->packed, packed, bytes);
        c->kernel = f->kernel;
        c->grid = grid_x;
        c->ill = fault_now(FAKE_STICKY);
        counts.launches++;
        enqueue(s, c);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

/* ---- the compiler -------------------------------------------------------------------------------------- */

enum { RTC_OK = 0, RTC_INPUT = 3, RTC_PROGRAM = 4, RTC_OPTION = 5, RTC_COMPILATION = 6 };
static const int known_archs[] = {80, 90, 100};

rtc_result nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 0;
    return RTC_OK;
}

rtc_result nvrtcGetNumSupportedArchs(int *n)
{
    *n = (int)(sizeof known_archs / sizeof *known_archs);
    return RTC_OK;
}

rtc_result nvrtcGetSupportedArchs(int *archs)
{
    memcpy(archs, known_archs, sizeof known_archs);
    return RTC_OK;
}

rtc_result nvrtcCreateProgram(rtc_program *out, const char *source, const char *name, int n_headers, const char *const *headers, const char *const *names)
{
    (void)headers, (void)names;
    if (!source || !name || n_headers) return RTC_INPUT;
    program *p = calloc(1, sizeof *p);
    if (!p || !(p->text = strdup(source))) abort();
    *out = p;
    return RTC_OK;
}

rtc_result nvrtcCompileProgram(rtc_program p, int n_options, const char *const *options)
{
    int made_for = 0, known = 0;
    for (int i = 0; i < n_options; i++) {
        if (sscanf(options[i], "--gpu-architecture=sm_%d", &made_for) == 1 || strcmp(options[i], "--std=c++17") == 0) continue;
        snprintf(p->log, sizeof p->log, "unknown option %s", options[i]);
        return RTC_OPTION;
    }
    for (size_t i = 0; i < sizeof known_archs / sizeof *known_archs; i++) known |= known_archs[i] == made_for;
    if (!known) {
        snprintf(p->log, sizeof p->log, "unknown architecture sm_%d", made_for);
        return RTC_OPTION;
    }
    pthread_mutex_lock(&lock);
    counts.compilations++;
    bool fails = fault_now(FAKE_COMPILE);
    pthread_mutex_unlock(&lock);
    if (fails || !strstr(p->text, "#define K_CUDA 1")) {
        snprintf(p->log, sizeof p->log, "norm.c(1): error: injected by a test\nand a second line");
        return RTC_COMPILATION;
    }
    size_t room = strlen(p->text) + 64;
    p->cubin = calloc(1, room);
    if (!p->cubin) abort();
    p->bytes = (size_t)snprintf(p->cubin, room, "%s%d\n%s", HEAD, made_for, p->text) + 1;
    return RTC_OK;
}

rtc_result nvrtcGetProgramLogSize(rtc_program p, size_t *bytes)
{
    *bytes = strlen(p->log) + 1;
    return RTC_OK;
}

rtc_result nvrtcGetProgramLog(rtc_program p, char *text)
{
    memcpy(text, p->log, strlen(p->log) + 1);
    return RTC_OK;
}

rtc_result nvrtcGetCUBINSize(rtc_program p, size_t *bytes)
{
    *bytes = p->bytes;
    return p->cubin ? RTC_OK : RTC_PROGRAM;
}

rtc_result nvrtcGetCUBIN(rtc_program p, char *image)
{
    if (!p->cubin) return RTC_PROGRAM;
    memcpy(image, p->cubin, p->bytes);
    return RTC_OK;
}

rtc_result nvrtcDestroyProgram(rtc_program *p)
{
    if (!*p) return RTC_PROGRAM;
    free((*p)->text);
    free((*p)->cubin);
    free(*p);
    *p = NULL;
    return RTC_OK;
}

/* test_cuda.c - the CUDA back end on the emulated driver: what the table of ops cannot reach.
 *
 * Reasons for no device, transfers, streams and tickets, the cache of compiled kernels, and every injected fault: afterwards
 * everything that can be used still can.
 * SPDX-License-Identifier: MIT */
#include "cuda_test.h"
#include "op/gpu.h"
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static wz_tensor *zeros_on(wz_device *dev, int64_t n)
{
    wz_tensor *t = wz_tensor_new(WZ_DTYPE_F32, 1, &n, dev);
    return t ? wz_zero_(t) : NULL;
}

static wz_tensor *counting(wz_device *dev, int64_t n)
{
    float *v = malloc((size_t)n * sizeof *v + 1);
    REQUIRE(v);
    for (int64_t i = 0; i < n; i++) v[i] = (float)(i % 8191);
    wz_tensor *t = wz_tensor_from(WZ_DTYPE_F32, 1, &n, v, dev);
    free(v);
    return t;
}

static bool counts_up(wz_tensor *t, int64_t n)
{
    float *v = malloc((size_t)n * sizeof *v + 1);
    bool   good = v && wz_tensor_read(t, v, (size_t)n * sizeof *v) == WZ_OK;
    for (int64_t i = 0; good && i < n; i++) good = v[i] == (float)(i % 8191);
    free(v);
    return good;
}

/* ---- why there is no device ---------------------------------------------------------------------------- */

static const char *why(void)
{
    const char *text;
    wz_device  *dev;
    REQUIRE(wz_device_count(WZ_DEVICE_CUDA, &text) == 0 && text);
    REQUIRE(wz_device_open("cuda", &dev) == WZ_NODEVICE);
    REQUIRE_TEXT(wz_error(), text);
    return text;
}

static void no_library(void) { REQUIRE_TEXT(why(), "cannot be opened"); }
static void no_driver_in_it(void) { REQUIRE_TEXT(why(), "too old: it has no cuInit"); }
static void old_driver(void) { REQUIRE_TEXT(why(), "too old: it serves CUDA 11.4, 12.0 is needed"); }
static void no_device(void) { REQUIRE_TEXT(why(), "sees no device (CUDA_VISIBLE_DEVICES is '-1')"); }
static void old_device(void) { REQUIRE_TEXT(why(), "architecture unsupported: emulated device 0 is sm_70"); }

static void no_compiler(void)
{
    wz_tensor *x = zeros_on(cuda(), 8); /* needs no kernel */
    REQUIRE(x);
    REQUIRE(!wz_softmax(x, NULL, WZ_DTYPE_NONE));
    REQUIRE_TEXT(wz_error(), "WZ_NVRTC_LIBRARY names a file that cannot be opened");
}

static void newer_device(void)
{
    wz_device_info info;
    REQUIRE_OK(wz_device_get_info(cuda(), &info));
    REQUIRE(strcmp(info.arch, "sm_103") == 0);
    REQUIRE(wz_fill_(zeros_on(cuda(), 8), wz_num(1.5))); /* code for sm_100 runs there */
}

static void unknown_device(void)
{
    REQUIRE(!wz_fill_(zeros_on(cuda(), 8), wz_num(1.5)));
    REQUIRE_TEXT(wz_error(), "cuda:0 is sm_121, which NVRTC 13.0 cannot compile for");
}

static void other_arch(void)
{
    REQUIRE(!wz_fill_(zeros_on(cuda(), 8), wz_num(1.5)));
    REQUIRE_TEXT(wz_error(), "WZ_CUDA_ARCH must be like sm_90, got 'hopper'");
}

/* ---- transfers --------------------------------------------------------------------------------------------- */

static void transfers(void)
{
    static const int64_t sizes[] = {1, 3, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 * (1 << 20) + 5};
    wz_device *dev = cuda();
    disorder(7, 300);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        REQUIRE_OK(wz_scope_begin());
        wz_tensor *x = counting(dev, sizes[i]), *back = counting(wz_device_cpu(), sizes[i]);
        REQUIRE(x && back && counts_up(x, sizes[i]));
        REQUIRE(wz_zero_(back) && wz_copy_(back, x, false) && counts_up(back, sizes[i]));
        wz_scope_end();
    }
}

static void across(void)
{
    wz_device *dev = cuda(), *cpu = wz_device_cpu();
    disorder(3, 200);
    int64_t    size[] = {3, 4}, one = 4, turned[] = {1, 3};
    wz_tensor *host = wz_arange(wz_int(0), wz_int(12), wz_int(1), WZ_DTYPE_F32, cpu);
    wz_tensor *there = wz_to_device(wz_reshape(host, size, 2), dev, WZ_DTYPE_NONE, false, false);
    REQUIRE(there && wz_tensor_device(there) == dev);
    /* into a transposed view of int64, converted: the host's rows become columns */
    wz_tensor *base = wz_tensor_new(WZ_DTYPE_I64, 1, (int64_t[]){12}, dev), *view = wz_tensor_as_strided(base, 2, size, turned, 0);
    REQUIRE(wz_copy_(view, wz_reshape(host, size, 2), false));
    int64_t v[12];
    REQUIRE_OK(wz_tensor_read(base, v, sizeof v));
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 4; k++) REQUIRE(v[k * 3 + r] == r * 4 + k);
    /* broadcast on the way back */
    wz_tensor *row = wz_tensor_from(WZ_DTYPE_F32, 1, &one, (float[]){5, 6, 7, 8}, dev), *wide = wz_tensor_new(WZ_DTYPE_F64, 2, size, cpu);
    double     w[12];
    REQUIRE(wz_copy_(wide, row, false));
    REQUIRE_OK(wz_tensor_read(wide, w, sizeof w));
    for (int i = 0; i < 12; i++) REQUIRE(w[i] == 5 + i % 4);
    /* the device argument wins over the tensor's device, both ways */
    REQUIRE(wz_tensor_device(wz_zeros_like(host, WZ_DTYPE_NONE, dev)) == dev);
    REQUIRE(wz_tensor_device(wz_ones_like(there, WZ_DTYPE_NONE, cpu)) == cpu);
    /* the same dtype and device: itself */
    REQUIRE(wz_to_device(there, dev, WZ_DTYPE_F32, false, false) == there);
    /* anything else with operands on two devices is refused */
    REQUIRE(!wz_rms_norm(there, &one, 1, wz_tensor_from(WZ_DTYPE_F32, 1, &one, w, cpu), NULL));
    REQUIRE_TEXT(wz_error(), "Expected all tensors to be on the same device");
}

static void two_devices(void)
{
    wz_device *a = cuda(), *b = NULL;
    REQUIRE_OK(wz_device_open("cuda:1", &b));
    disorder(11, 500);
    for (int turn = 0; turn < 20; turn++) {
        REQUIRE_OK(wz_scope_begin());
        wz_tensor *x = wz_fill_(zeros_on(a, 5000), wz_num(turn + 0.5)), *y = wz_to_device(x, b, WZ_DTYPE_F64, false, false);
        wz_tensor *z = wz_to_device(wz_clone(y), a, WZ_DTYPE_F32, false, false);
        float      v[5000];
        REQUIRE(z && wz_tensor_device(y) == b && wz_tensor_device(z) == a);
        REQUIRE_OK(wz_tensor_read(z, v, sizeof v));
        for (int i = 0; i < 5000; i++) REQUIRE(v[i] == (float)turn + 0.5f);
        wz_scope_end();
    }
    wz_tensor *x = counting(a, 70000), *y = zeros_on(b, 70000);
    REQUIRE(wz_copy_(y, x, false) && counts_up(y, 70000));
    REQUIRE(wz_device_open("cuda:2", &b) == WZ_NODEVICE);
}

/* ---- streams -------------------------------------------------------------------------------------------------- */

static void tickets(void)
{
    wz_device *dev = cuda();
    wz_stream *s = NULL;
    wz_ticket  first, last, t;
    double     seconds = -1;
    disorder(5, 100);
    REQUIRE_OK(wz_stream_new(dev, -1, &s));
    wz_stream_set_current(s);
    wz_tensor *x = wz_fill_(zeros_on(dev, 100), wz_num(2));
    REQUIRE(x);
    REQUIRE_OK(wz_stream_record(s, &first));
    for (int i = 0; i < 20; i++) REQUIRE(wz_fill_(x, wz_num(i)));
    REQUIRE_OK(wz_stream_record(s, &last));
    REQUIRE(wz_ticket_seconds(first, last, &seconds) != WZ_OK || wz_ticket_done(last)); /* not before both are done */
    REQUIRE_OK(wz_ticket_wait(last));
    REQUIRE(wz_ticket_done(first) && wz_ticket_done(last));
    REQUIRE_OK(wz_ticket_seconds(first, last, &seconds));
    REQUIRE(seconds > 0 && seconds < 60);
    for (int i = 0; i < 1500; i++) REQUIRE_OK(wz_stream_record(s, &t)); /* more than the ring holds */
    REQUIRE(wz_ticket_seconds(first, t, &seconds) == WZ_STATE);
    REQUIRE_OK(wz_ticket_wait(t));
    REQUIRE(wz_ticket_done(last) && wz_stream_done(s));
    REQUIRE_OK(wz_ticket_wait(first));
    wz_stream_free(&s);
    REQUIRE(wz_ticket_done(t));
    REQUIRE(wz_fill_(x, wz_num(3))); /* on the default stream now */
}

/* ---- faults: what fails is said, the rest still works --------------------------------------------------------- */

static void no_memory(void)
{
    wz_device *dev = cuda();
    REQUIRE_OK(wz_scope_begin());
    REQUIRE(zeros_on(dev, 1 << 22)); /* 16 MB, cached from now on */
    wz_scope_end();
    REQUIRE_OK(wz_scope_begin());
    fault_at(FAKE_NO_MEMORY, 1);
    REQUIRE(zeros_on(dev, 12 << 20)); /* the first request fails, the cache is given back, the second serves */
    REQUIRE(!zeros_on(dev, (int64_t)1 << 40));
    REQUIRE_TEXT(wz_error(), "cuda:0 is out of memory: 4398046511104 bytes wanted");
    wz_tensor *x = counting(dev, 1000);
    REQUIRE(x && counts_up(x, 1000));
    wz_scope_end();
    REQUIRE_OK(wz_memory_trim(dev));
    wz_memory_stats stats;
    REQUIRE_OK(wz_memory_get_stats(dev, &stats));
    REQUIRE(stats.in_use == 0 && stats.cached == 0 && stats.n_block == 0);
    REQUIRE(driver_counts().live_blocks == 2); /* the staging halves */
}

static void refused_launch(void)
{
    wz_tensor *x = zeros_on(cuda(), 10);
    fault_at(FAKE_LAUNCH, 1);
    REQUIRE(!wz_fill_(x, wz_num(1.5)));
    REQUIRE_TEXT(wz_error(), "fill_flat_4: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701)");
    float v[10];
    REQUIRE(wz_fill_(x, wz_num(1.5)));
    REQUIRE_OK(wz_tensor_read(x, v, sizeof v));
    REQUIRE(v[9] == 1.5f);
}

static void broken_device(void)
{
    wz_device *dev = cuda();
    wz_stream *s = NULL;
    wz_ticket  t;
    double     seconds;
    float      v[10];
    disorder(9, 200);
    wz_tensor *x = zeros_on(dev, 10), *y = wz_fill_(zeros_on(dev, 10), wz_num(1.5));
    REQUIRE_OK(wz_stream_new(dev, 0, &s));
    REQUIRE_OK(wz_device_sync(dev));
    fault_at(FAKE_STICKY, 2);
    REQUIRE(wz_softmax(y, NULL, WZ_DTYPE_NONE));
    (void)wz_fill_(x, wz_num(2.5)); /* the call comes back before the kernel runs */
    REQUIRE(wz_stream_record(s, &t) == WZ_OK || wz_stream_sync(s) == WZ_DEVICE);
    REQUIRE(wz_device_sync(dev) == WZ_DEVICE);
    REQUIRE_TEXT(wz_error(), "cuda:0 is broken: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
    REQUIRE_TEXT(wz_error(), "after the kernels fill_flat_4, softmax_warp_f32_0, fill_flat_4");
    REQUIRE(wz_tensor_read(x, v, sizeof v) == WZ_DEVICE);
    REQUIRE(!wz_fill_(x, wz_num(3)) && !zeros_on(dev, 100000000));
    REQUIRE_TEXT(wz_error(), "is broken");
    REQUIRE(wz_stream_clear_error(wz_stream_default(dev)) == WZ_DEVICE);
    REQUIRE(wz_ticket_done(t));
    (void)wz_ticket_wait(t);
    (void)wz_ticket_seconds(t, t, &seconds);
    wz_stream_free(&s);
    REQUIRE(wz_memory_trim(dev) == WZ_OK || error_status() == WZ_DEVICE);
    REQUIRE(counts_up(counting(wz_device_cpu(), 9), 9)); /* the CPU is not concerned */
}

static void failed_compilation(void)
{
    wz_tensor *x = zeros_on(cuda(), 10);
    fault_at(FAKE_COMPILE, 1);
    REQUIRE(!wz_fill_(x, wz_num(1.5)));
    REQUIRE_TEXT(wz_error(), "kernel file fill does not compile (NVRTC error 6): norm.c(1): error: injected by a test");
    REQUIRE(!strchr(wz_error(), '\n'));
    REQUIRE(wz_fill_(x, wz_num(1.5)));
}

static void failed_event(void)
{
    wz_device *dev = cuda();
    wz_tensor *x = counting(dev, 100);
    wz_stream *s = NULL;
    wz_ticket  t;
    REQUIRE_OK(wz_stream_new(dev, 0, &s));
    fault_at(FAKE_EVENT, 1);
    REQUIRE(wz_stream_record(s, &t) == WZ_NOMEM);
    REQUIRE_OK(wz_ticket_wait(t)); /* waits for the stream instead */
    REQUIRE(wz_ticket_done(t));
    REQUIRE_OK(wz_stream_record(s, &t));
    fault_at(FAKE_EVENT, 1);
    REQUIRE(wz_tensor_record_stream(x, s) == WZ_OK && counts_up(x, 100));
    wz_stream_free(&s);
}

/* Each allocation of the library's own memory fails in turn: an error, nothing leaked, and the next call works. */
static void failed_records(void)
{
    wz_device *dev = cuda();
    int64_t    size[] = {7, 5}, turned[] = {1, 7}, row = 5;
    wz_tensor *base = counting(dev, 35), *x = wz_tensor_as_strided(base, 2, size, turned, 0);
    wz_tensor *w = wz_to_dtype(counting(dev, 5), WZ_DTYPE_F16, false, false);
    REQUIRE(wz_layer_norm(x, &row, 1, w, NULL, 1e-5)); /* what stays for good is made */
    REQUIRE_OK(wz_device_sync(dev));
    int64_t live = mem_live_count();
    for (int64_t n = 1;; n++) {
        int64_t tensors = wz_live_tensors();
        REQUIRE_OK(wz_scope_begin());
        mem_fail_after(n);
        wz_tensor *y = wz_layer_norm(x, &row, 1, w, NULL, 1e-5);
        mem_fail_after(0);
        REQUIRE(y || error_status() == WZ_NOMEM);
        bool done = y != NULL;
        wz_scope_end();
        REQUIRE(wz_live_tensors() == tensors);
        if (done && n > 40) break;
    }
    REQUIRE(mem_live_count() <= live + 10); /* the allocator has cut a few pieces in two; a leak would be one each time */
}

/* ---- the cache of compiled kernels ------------------------------------------------------------------------------- */

static char directory[] = "/tmp/wootz-cache-XXXXXX";

static long compilations_of_one_fill(void)
{
    float      v[10];
    wz_tensor *x = wz_fill_(zeros_on(cuda(), 10), wz_num(1.5));
    REQUIRE(x);
    REQUIRE_OK(wz_tensor_read(x, v, sizeof v));
    REQUIRE(v[0] == 1.5f && v[9] == 1.5f);
    return driver_counts().compilations;
}

static void one_compilation(void) { REQUIRE(compilations_of_one_fill() == 1); }
static void no_compilation(void) { REQUIRE(compilations_of_one_fill() == 0); }

/* The disk is full after 100 bytes. */
static void on_full_disk(void)
{
    struct rlimit limit = {100, 100};
    signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    REQUIRE(compilations_of_one_fill() == 1);
}

static void scoped(void (*run)(void))
{
    REQUIRE_OK(wz_scope_begin());
    run();
    wz_scope_end();
}
static void must_compile(void) { scoped(one_compilation); }
static void must_not_compile(void) { scoped(no_compilation); }
static void full_disk(void) { scoped(on_full_disk); }

/* Path of the only file in the directory; false when there is not exactly one. */
static bool only_entry(char *out, size_t room)
{
    DIR *d = opendir(directory);
    int  n = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (e->d_name[0] == '.') continue;
        snprintf(out, room, "%s/%s", directory, e->d_name);
        n++;
    }
    if (d) closedir(d);
    return n == 1;
}

static void expect(bool good, const char *what)
{
    if (good) n_passed++;
    else n_failed++, printf("FAILED %s\n", what);
}

static void cache(void)
{
    char  setting[80], path[512], other[80];
    if (!mkdtemp(directory)) abort();
    snprintf(setting, sizeof setting, "WZ_CACHE_DIR=%s", directory);
    CASE_WITH(full_disk, setting);
    expect(!only_entry(path, sizeof path), "a cut entry is left in the cache");
    CASE_WITH(must_compile, setting);
    expect(only_entry(path, sizeof path), "one entry in the cache");
    CASE_WITH(must_not_compile, setting);
    CASE_WITH(must_compile, setting, "WZ_CUDA_ARCH=sm_90", "FAKECUDA_ARCH=80", "WZ_CUDA_ARCH=sm_80"); /* another key */
    (void)only_entry(other, sizeof other);
    struct stat st;
    if (stat(path, &st) != 0) abort();
    for (int kind = 0; kind < 4; kind++) { /* cut, one byte changed, longer, empty */
        FILE *f = fopen(path, "r+b");
        if (!f) abort();
        if (kind == 1) {
            fseek(f, st.st_size / 2, SEEK_SET);
            int c = fgetc(f);
            fseek(f, st.st_size / 2, SEEK_SET);
            fputc(c ^ 1, f);
        }
        if (kind == 2) {
            fseek(f, 0, SEEK_END);
            fputc('x', f);
        }
        fclose(f);
        if (kind == 0 && truncate(path, st.st_size - 5) != 0) abort();
        if (kind == 3 && truncate(path, 0) != 0) abort();
        CASE_WITH(must_compile, setting);
        CASE_WITH(must_not_compile, setting); /* the entry was replaced */
    }
    CASE_WITH(must_compile, "WZ_CACHE_DIR=/proc/none/of/that"); /* cannot be written */
    CASE_WITH(must_compile, "WZ_CACHE_DIR=");
    char command[120];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    if (system(command) != 0) abort();
}

/* ---- layouts: dimensions joined, and when 64-bit indices are needed ----------------------------------------------- */

static void walks(void)
{
    nd_args  a;
    bool     wide;
    int64_t  size[] = {4, 1, 5, 6}, packed[] = {30, 30, 6, 1}, row[] = {0, 0, 0, 1};
    int64_t  huge = (int64_t)1 << 33, step[] = {((int64_t)1 << 31) / 100, 1}, two[] = {200, 3}, none[] = {4, 0, 6};
    wz_storage *st = zeros_on(wz_device_cpu(), 4)->storage;
    wz_tensor x = {.dtype = WZ_DTYPE_F32, .ndim = 4, .storage = st}, y = x;
    memcpy(x.size, size, sizeof size);
    memcpy(x.stride, packed, sizeof packed);
    y = x;
    gpu_nd(&a, &wide, 4, size, 2, (const wz_tensor *const[]){&x, &y});
    REQUIRE(a.ndim == 1 && a.n == 120 && a.size[0] == 120 && a.stride[0][0] == 1 && a.stride[1][0] == 1 && !wide);
    memcpy(y.stride, row, sizeof row); /* broadcast over all but the last */
    gpu_nd(&a, &wide, 4, size, 2, (const wz_tensor *const[]){&x, &y});
    REQUIRE(a.ndim == 2 && a.size[0] == 20 && a.size[1] == 6 && a.stride[0][0] == 6 && a.stride[1][0] == 0 && a.stride[1][1] == 1);
    gpu_nd(&a, &wide, 1, &huge, 1, (const wz_tensor *const[]){&(wz_tensor){.ndim = 1, .size = {1}, .stride = {1}, .storage = st}});
    REQUIRE(wide && a.n == huge && a.stride[0][0] == 0);
    gpu_nd(&a, &wide, 2, two, 1, (const wz_tensor *const[]){&(wz_tensor){.ndim = 2, .size = {200, 3}, .stride = {step[0], 1}, .storage = st}});
    REQUIRE(wide && a.n == 600 && a.ndim == 2); /* few elements far apart */
    gpu_nd(&a, &wide, 3, none, 1, (const wz_tensor *const[]){&(wz_tensor){.ndim = 3, .size = {4, 0, 6}, .stride = {6, 6, 1}, .storage = st}});
    REQUIRE(a.n == 0 && !wide);
    gpu_nd(&a, &wide, 0, NULL, 1, (const wz_tensor *const[]){&(wz_tensor){.ndim = 0, .storage = st}});
    REQUIRE(a.n == 1 && a.ndim == 1 && a.size[0] == 1);
    for (uint32_t d = 1; d < 3000; d++) { /* division by multiplication */
        k_div v = gpu_div(d);
        for (uint32_t n = 0; n < 0x7fffffffu - 7654321u; n += 7654321u)
            REQUIRE((uint32_t)((((uint64_t)n * v.mul) >> 32) + n) >> v.shift == n / d);
    }
}

/* What the table's samples are too small for: rows that are split, both widths of rms_norm, batches of transposes. */
static void large_rows(void)
{
    wz_device *dev = cuda();
    static const int64_t shapes[][2] = {{1, 20011}, {2, 40000}, {50, 3000}, {3, 1024}, {3, 1025}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        REQUIRE_OK(wz_scope_begin());
        int64_t    n = shapes[i][0] * shapes[i][1];
        wz_tensor *host = wz_reshape(counting(wz_device_cpu(), n), shapes[i], 2), *x = wz_to_device(host, dev, WZ_DTYPE_NONE, false, false);
        wz_tensor *got[3] = {wz_softmax(x, &(int64_t){1}, WZ_DTYPE_NONE), wz_rms_norm(x, &shapes[i][1], 1, NULL, NULL),
                             wz_contiguous(wz_transpose(x, 0, 1))};
        wz_tensor *want[3] = {wz_softmax(host, &(int64_t){1}, WZ_DTYPE_NONE), wz_rms_norm(host, &shapes[i][1], 1, NULL, NULL),
                              wz_contiguous(wz_transpose(host, 0, 1))};
        for (int k = 0; k < 3; k++) {
            float *a = malloc((size_t)n * 4), *b = malloc((size_t)n * 4);
            REQUIRE(a && b && got[k] && want[k]);
            REQUIRE_OK(wz_tensor_read(got[k], a, (size_t)n * 4));
            REQUIRE_OK(wz_tensor_read(want[k], b, (size_t)n * 4));
            for (int64_t e = 0; e < n; e++) REQUIRE(a[e] == b[e] || (a[e] - b[e]) * (a[e] - b[e]) <= 1e-11f * b[e] * b[e] + 1e-30f);
            free(a);
            free(b);
        }
        wz_scope_end();
    }
}

#define SCOPED(name) static void name##_scoped(void) { scoped(name); }
SCOPED(no_compiler) SCOPED(newer_device) SCOPED(unknown_device) SCOPED(other_arch) SCOPED(across) SCOPED(two_devices) SCOPED(tickets)
SCOPED(refused_launch) SCOPED(broken_device) SCOPED(failed_compilation) SCOPED(failed_event) SCOPED(failed_records) SCOPED(walks)

int main(void)
{
    CASE_WITH(no_library, "WZ_CUDA_LIBRARY=/nowhere/libcuda.so.1");
    CASE_WITH(no_driver_in_it, "WZ_CUDA_LIBRARY=libm.so.6");
    CASE_WITH(old_driver, "FAKECUDA_VERSION=11040");
    CASE_WITH(no_device, "FAKECUDA_DEVICES=0", "CUDA_VISIBLE_DEVICES=-1");
    CASE_WITH(old_device, "FAKECUDA_ARCH=70");
    CASE_WITH(no_compiler_scoped, "WZ_NVRTC_LIBRARY=/nowhere/libnvrtc.so");
    CASE_WITH(newer_device_scoped, "FAKECUDA_ARCH=103");
    CASE_WITH(unknown_device_scoped, "FAKECUDA_ARCH=121");
    CASE_WITH(other_arch_scoped, "WZ_CUDA_ARCH=hopper");
    CASE(transfers);
    CASE(across_scoped);
    CASE_WITH(two_devices_scoped, "FAKECUDA_DEVICES=2");
    CASE(tickets_scoped);
    CASE(no_memory);
    CASE(refused_launch_scoped);
    CASE(broken_device_scoped);
    CASE(failed_compilation_scoped);
    CASE(failed_event_scoped);
    CASE(failed_records_scoped);
    cache();
    CASE(walks_scoped);
    CASE(large_rows);
    printf("%d passed, %d failed\n", n_passed, n_failed);
    return n_failed ? 1 : 0;
}

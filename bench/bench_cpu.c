/* bench_cpu.c - the CPU kernels as ratios: matrix-vector products against the speed of a plain copy, matrix
 * products against OpenBLAS, calls of operations on tiny tensors in microseconds, a model's decoding against a copy.
 *
 *   bench_cpu [gemv|gemm|attention|rows|calls|decode] [--threads N] [--level avx2] [--dtype float16]
 *             [--blas path/to/libopenblas.so] [--model PATH] [--cpu-time]
 *
 * Each line reads "name key=value ... ratio=R": our number, the peer's, and their quotient, taken as the
 * best of several alternating rounds. OpenBLAS is opened at run time; without it matrix products are
 * printed without a peer. --cpu-time takes the process's processor time instead of the clock's, for one
 * thread on a machine that is busy with other work. --dtype narrows gemv. The environment variables OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE must be unset.
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "cpu/attention.h"
#include "cpu/detect.h"
#include "cpu/matmul.h"
#include "cpu/pool.h"
#include <dlfcn.h>
#include <wootz/lm.h>
#include <wootz/ops.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static clockid_t which_clock = CLOCK_MONOTONIC;

static double now(void)
{
    struct timespec t;
    clock_gettime(which_clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The best time of one call; enough calls to fill about `seconds`, at least `rounds`. */
typedef struct timed {
    void (*fn)(void *context);
    void  *context;
    double best;
} timed;

static void race(timed *t, int n, double seconds)
{
    for (int i = 0; i < n; i++) t[i].fn(t[i].context), t[i].best = 1e30;
    double start = now();
    for (int round = 0; round < 5 || now() - start < seconds * n; round++)
        for (int i = 0; i < n; i++) {
            double from = now();
            t[i].fn(t[i].context);
            double took = now() - from;
            if (took < t[i].best) t[i].best = took;
        }
}

static void *memory(size_t bytes)
{
    void *p = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (!p) {
        fprintf(stderr, "bench_cpu: no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return p;
}

static void fill(wz_dtype d, void *p, int64_t n)
{
    const cpu_kernels *k = cpu_kernels_now();
    float              row[1024];
    uint32_t           s = 12345;
    for (int64_t i = 0; i < n; i += 1024) {
        for (int j = 0; j < 1024; j++) row[j] = (float)((int)((s = s * 1664525u + 1013904223u) >> 9) - 4194304) * 0x1p-22f;
        k->from_f32[d]((char *)p + i * (int64_t)wz_dtype_bytes(d), row, n - i < 1024 ? n - i : 1024);
    }
}

/* ---- copy and gemv ------------------------------------------------------------------------------------ */

typedef struct copy_job { char *dst; const char *src; size_t bytes; } copy_job;

static void copy_part(void *context, int part, int n_parts)
{
    const copy_job *j = context;
    size_t          from = j->bytes / (size_t)n_parts * (size_t)part, each = j->bytes / (size_t)n_parts;
    memcpy(j->dst + from, j->src + from, each);
}
static void read_part(void *context, int part, int n_parts)
{
    const copy_job *j = context;
    size_t          from = j->bytes / (size_t)n_parts * (size_t)part, each = j->bytes / (size_t)n_parts;
    volatile double keep = cpu_kernels_now()->sum((const float *)(const void *)(j->src + from), (int64_t)(each / 4));
    (void)keep;
}
static void run_copy(void *context) { pool_run(copy_part, context, wz_num_threads()); }
static void run_read(void *context) { pool_run(read_part, context, wz_num_threads()); }
static void run_matmul(void *context)
{
    if (cpu_matmul_run(context) != WZ_OK) {
        fprintf(stderr, "bench_cpu: %s\n", wz_error());
        exit(1);
    }
}

static void bench_gemv(const char *only)
{
    const size_t    bytes = (size_t)256 << 20; /* far beyond the caches */
    char           *w = memory(bytes), *other = memory(bytes);
    const wz_dtype  dtypes[] = {WZ_DTYPE_F32, WZ_DTYPE_F16, WZ_DTYPE_BF16, WZ_DTYPE_F8_E4M3FN, WZ_DTYPE_F8_E5M2};
    const int       ms[] = {1, 2, 4, 8};
    for (int d = 0; d < 5; d++) {
        if (only && strcmp(only, wz_dtype_name(dtypes[d])) != 0) continue;
        int64_t k = 4096, n = (int64_t)(bytes / wz_dtype_bytes(dtypes[d])) / k;
        float  *x = memory((size_t)n * 8 * 4), *y = memory((size_t)n * 8 * 4);
        fill(dtypes[d], w, n * k);
        memset(other, 0, bytes);
        fill(WZ_DTYPE_F32, x, n * 8);
        for (int t = 0; t < 2; t++)
            for (int m = 0; m < 4; m++) {
                cpu_matmul p = {.batch = 1, .m = ms[m], .n = t ? k : n, .k = t ? n : k, .a_dtype = WZ_DTYPE_F32, .b_dtype = dtypes[d],
                                .c_dtype = WZ_DTYPE_F32, .a = x, .b = w, .c = y, .a_col = 1, .c_col = 1, .alpha = 1};
                p.a_row = p.k, p.c_row = p.n;
                p.b_row = t ? k : 1, p.b_col = t ? 1 : k;
                copy_job c = {other, w, bytes};
                timed    race_of[3] = {{run_matmul, &p, 0}, {run_copy, &c, 0}, {run_read, &c, 0}};
                race(race_of, 3, 0.5);
                double ours = (double)bytes / race_of[0].best * 1e-9, copy = 2 * (double)bytes / race_of[1].best * 1e-9;
                printf("gemv%s dtype=%s m=%d n=%lld k=%lld threads=%d level=%s GB/s=%.2f copy_GB/s=%.2f read_GB/s=%.2f ratio=%.3f\n",
                       t ? "_t" : "", wz_dtype_name(dtypes[d]), ms[m], (long long)p.n, (long long)p.k, wz_num_threads(),
                       cpu_kernels_now()->name, ours, copy, (double)bytes / race_of[2].best * 1e-9, ours / copy);
                fflush(stdout);
            }
        free(x);
        free(y);
    }
    free(w);
    free(other);
}

/* ---- gemm ------------------------------------------------------------------------------------------------- */

typedef void (*sgemm_fn)(int, int, int, int64_t, int64_t, int64_t, float, const float *, int64_t, const float *, int64_t, float,
                         float *, int64_t);
typedef void (*dgemm_fn)(int, int, int, int64_t, int64_t, int64_t, double, const double *, int64_t, const double *, int64_t, double,
                         double *, int64_t);
static sgemm_fn peer_sgemm;
static dgemm_fn peer_dgemm;

typedef struct peer_job { const cpu_matmul *p; void *c; } peer_job;

static void run_peer(void *context)
{
    const peer_job   *j = context;
    const cpu_matmul *p = j->p;
    const int         row_major = 101, plain = 111, turned = 112;
    int               ta = p->a_col == 1 ? plain : turned, tb = p->b_col == 1 ? plain : turned;
    int64_t           lda = p->a_col == 1 ? p->a_row : p->a_col, ldb = p->b_col == 1 ? p->b_row : p->b_col;
    if (p->a_dtype == WZ_DTYPE_F64)
        peer_dgemm(row_major, ta, tb, p->m, p->n, p->k, 1, p->a, lda, p->b, ldb, 0, j->c, p->c_row);
    else peer_sgemm(row_major, ta, tb, p->m, p->n, p->k, 1, p->a, lda, p->b, ldb, 0, j->c, p->c_row);
}

static void open_blas(const char *path, int threads)
{
    void *lib = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (path && !lib) fprintf(stderr, "bench_cpu: %s\n", dlerror());
    if (!lib) return;
    void (*set)(int);
    *(void **)&set = dlsym(lib, "scipy_openblas_set_num_threads64_");
    *(void **)&peer_sgemm = dlsym(lib, "scipy_cblas_sgemm64_");
    *(void **)&peer_dgemm = dlsym(lib, "scipy_cblas_dgemm64_");
    char *(*core)(void);
    *(void **)&core = dlsym(lib, "scipy_openblas_get_corename64_");
    if (!set || !peer_sgemm || !peer_dgemm) {
        fprintf(stderr, "bench_cpu: %s lacks the functions of a 64-bit scipy-openblas\n", path);
        peer_sgemm = NULL;
        return;
    }
    set(threads);
    printf("# peer OpenBLAS core=%s threads=%d\n", core ? core() : "?", threads);
}

static void one_gemm(wz_dtype d, wz_dtype stored, int64_t m, int64_t n, int64_t k, bool b_turned)
{
    size_t     e = wz_dtype_bytes(d), s = wz_dtype_bytes(stored);
    void      *a = memory((size_t)(m * k) * e), *b = memory((size_t)(k * n) * e), *c = memory((size_t)(m * n) * e);
    void      *as = memory((size_t)(m * k) * s), *bs = memory((size_t)(k * n) * s), *cs = memory((size_t)(m * n) * e);
    fill(d, a, m * k), fill(d, b, k * n), fill(stored, as, m * k), fill(stored, bs, k * n);
    cpu_matmul p = {.batch = 1, .m = m, .n = n, .k = k, .a_dtype = stored, .b_dtype = stored, .c_dtype = stored, .a = as, .b = bs,
                    .c = cs, .a_row = k, .a_col = 1, .b_row = b_turned ? 1 : n, .b_col = b_turned ? k : 1, .c_row = n, .c_col = 1,
                    .alpha = 1};
    cpu_matmul pp = p;
    pp.a_dtype = pp.b_dtype = pp.c_dtype = d, pp.a = a, pp.b = b;
    peer_job j = {&pp, c};
    timed    t[2] = {{run_matmul, &p, 0}, {run_peer, &j, 0}};
    race(t, peer_sgemm ? 2 : 1, 0.4);
    double flop = 2.0 * (double)m * (double)n * (double)k, ours = flop / t[0].best * 1e-9, peer = peer_sgemm ? flop / t[1].best * 1e-9 : NAN;
    printf("gemm dtype=%s m=%lld n=%lld k=%lld b=%s threads=%d level=%s GFLOP/s=%.1f openblas_%s_GFLOP/s=%.1f ratio=%.3f\n",
           wz_dtype_name(stored), (long long)m, (long long)n, (long long)k, b_turned ? "transposed" : "plain", wz_num_threads(),
           cpu_kernels_now()->name, ours, wz_dtype_name(d), peer, ours / peer);
    fflush(stdout);
    free(a), free(b), free(c), free(as), free(bs), free(cs);
}

static void bench_gemm(void)
{
    const int64_t square[] = {32, 64, 128, 256, 512, 1024, 2048};
    for (int i = 0; i < 7; i++) one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F32, square[i], square[i], square[i], false);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F32, 1024, 1024, 1024, true);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F32, 16, 4096, 1024, true);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F32, 64, 3072, 1024, true);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F32, 512, 3072, 1024, true);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F32, 777, 555, 333, false);
    for (int i = 2; i < 6; i++) one_gemm(WZ_DTYPE_F64, WZ_DTYPE_F64, square[i], square[i], square[i], false);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_BF16, 1024, 1024, 1024, true);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F16, 1024, 1024, 1024, true);
    one_gemm(WZ_DTYPE_F32, WZ_DTYPE_F8_E4M3FN, 1024, 1024, 1024, true);
}

/* ---- attention --------------------------------------------------------------------------------------------- */

static void run_attention(void *context)
{
    if (cpu_attention_run(context) != WZ_OK) exit(1);
}

static void one_attention(const char *name, wz_dtype d, int64_t n_q, int64_t n_kv, bool causal)
{
    const int64_t heads = 32, kv_heads = 8, dim = 128;
    size_t        e = wz_dtype_bytes(d), kv_bytes = (size_t)(n_kv * kv_heads * dim) * e;
    void         *q = memory((size_t)(n_q * heads * dim) * e), *k = memory(kv_bytes), *v = memory(kv_bytes);
    void         *out = memory((size_t)(n_q * heads * dim) * e), *other = memory(2 * kv_bytes), *both = memory(2 * kv_bytes);
    fill(d, q, n_q * heads * dim), fill(d, k, n_kv * kv_heads * dim), fill(d, v, n_kv * kv_heads * dim);
    memset(both, 0, 2 * kv_bytes), memset(other, 0, 2 * kv_bytes);
    cpu_attention p = {.batch = 1, .n_head = heads, .n_kv_head = kv_heads, .n_q = n_q, .n_kv = n_kv, .head_dim = dim, .v_dim = dim,
                       .q_dtype = d, .kv_dtype = d, .out_dtype = d, .q = q, .k = k, .v = v, .out = out, .q_head = dim,
                       .q_row = heads * dim, .k_head = n_kv * dim, .k_row = dim, .v_head = n_kv * dim, .v_row = dim, .out_head = dim,
                       .out_row = heads * dim, .scale = 0.088, .causal = causal, .past = n_kv - n_q};
    copy_job c = {other, both, 2 * kv_bytes};
    timed    t[2] = {{run_attention, &p, 0}, {run_copy, &c, 0}};
    race(t, 2, 0.5);
    if (n_q == 1) {
        double ours = 2 * (double)kv_bytes / t[0].best * 1e-9, copy = 4 * (double)kv_bytes / t[1].best * 1e-9;
        printf("attention_%s dtype=%s n_q=%lld n_kv=%lld threads=%d GB/s=%.2f copy_GB/s=%.2f ratio=%.3f\n", name, wz_dtype_name(d),
               (long long)n_q, (long long)n_kv, wz_num_threads(), ours, copy, ours / copy);
    } else {
        double pairs = causal ? (double)n_q * (double)(n_q + 1) / 2 + (double)n_q * (double)(n_kv - n_q) : (double)n_q * (double)n_kv;
        printf("attention_%s dtype=%s n_q=%lld n_kv=%lld threads=%d ms=%.2f GFLOP/s=%.1f\n", name, wz_dtype_name(d), (long long)n_q,
               (long long)n_kv, wz_num_threads(), t[0].best * 1e3, 4 * pairs * (double)(heads * dim) / t[0].best * 1e-9);
    }
    fflush(stdout);
    free(q), free(k), free(v), free(out), free(other), free(both);
}

static void bench_attention(void)
{
    one_attention("decode", WZ_DTYPE_BF16, 1, 8192, false);
    one_attention("decode", WZ_DTYPE_F32, 1, 8192, false);
    one_attention("prefill", WZ_DTYPE_BF16, 512, 512, true);
    one_attention("prefill", WZ_DTYPE_F32, 512, 512, true);
}

/* ---- rows ---------------------------------------------------------------------------------------------------- */

typedef struct row_job { int which; float *x, *y; int64_t n; } row_job;

static void run_row(void *context)
{
    const row_job *j = context;
    cpu_kernels_now()->unary[j->which](j->y, j->x, j->n);
}

static void run_libm(void *context)
{
    const row_job *j = context;
    for (int64_t i = 0; i < j->n; i++) {
        float x = j->x[i], y;
        switch (j->which) {
        case CPU_EXP: y = expf(x); break;
        case CPU_LOG: y = logf(x); break;
        case CPU_TANH: y = tanhf(x); break;
        case CPU_SIGMOID: y = 1 / (1 + expf(-x)); break;
        case CPU_SILU: y = x / (1 + expf(-x)); break;
        default: y = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x))); break;
        }
        j->y[i] = y;
    }
}

static void bench_rows(void)
{
    static const char *const names[] = {"exp", "log", "tanh", "sigmoid", "silu", "gelu_tanh"};
    enum { N = 4096 };
    float *x = memory(N * 4), *y = memory(N * 4);
    fill(WZ_DTYPE_F32, x, N);
    for (int i = 0; i < N; i++) x[i] *= 8;
    for (int f = 0; f < CPU_UNARY_COUNT; f++) {
        row_job j = {f, x, y, N};
        timed   t[2] = {{run_row, &j, 0}, {run_libm, &j, 0}};
        race(t, 2, 0.1);
        printf("row_%s level=%s Gelem/s=%.2f libm_Gelem/s=%.2f ratio=%.1f\n", names[f], cpu_kernels_now()->name, N / t[0].best * 1e-9,
               N / t[1].best * 1e-9, t[1].best / t[0].best);
    }
    free(x), free(y);
}

/* ---- eager calls on tiny tensors ---------------------------------------------------------------------------------- */

enum { CALLS = 1000 };

typedef struct call_job { int which; wz_tensor *a, *b; } call_job;

static void run_calls(void *context)
{
    const call_job *j = context;
    const int64_t   shape[] = {2, 2}, dims[] = {0};
    for (int i = 0; i < CALLS; i += 10) {
        if (wz_scope_begin() != WZ_OK) exit(1);
        for (int k = 0; k < 10; k++) {
            wz_tensor *y = NULL;
            switch (j->which) {
            case 0: y = wz_add(j->a, j->b, wz_int(1)); break;
            case 1: y = wz_mul(j->a, j->b); break;
            case 2: y = wz_exp(j->a); break;
            case 3: y = wz_reshape(j->a, shape, 2); break;
            default: y = wz_sum(j->a, dims, 1, false, WZ_DTYPE_NONE); break;
            }
            if (!y) {
                fprintf(stderr, "bench_cpu: %s\n", wz_error());
                exit(1);
            }
        }
        wz_scope_end();
    }
}

static void bench_calls(void)
{
    static const char *const names[] = {"add", "mul", "exp", "reshape", "sum"};
    const int64_t            size[] = {4};
    const float              values[] = {1, 2, 3, 4};
    if (wz_scope_begin() != WZ_OK) exit(1);
    wz_tensor *a = wz_tensor_from(WZ_DTYPE_F32, 1, size, values, NULL), *b = wz_tensor_from(WZ_DTYPE_F32, 1, size, values, NULL);
    for (int k = 0; a && b && k < 5; k++) {
        call_job j = {k, a, b};
        timed    t[1] = {{run_calls, &j, 0}};
        race(t, 1, 0.2);
        printf("call_%s elements=4 us=%.3f\n", names[k], t[0].best / CALLS * 1e6);
    }
    wz_scope_end();
}

static void set_level(const char *name)
{
    for (int level = 0; level < WZ_CPU_LEVELS; level++)
        if (strcmp(wz_cpu_level_name((wz_cpu_level)level), name) == 0 && wz_cpu_limit((wz_cpu_level)level) == WZ_OK) return;
    fprintf(stderr, "bench_cpu: this CPU has no kernels of level %s\n", name);
    exit(1);
}

/* ---- decoding ------------------------------------------------------------------------------------------------ */

typedef struct decode_job { wz_lm *lm; wz_lm_session *s; int64_t length; bool failed; } decode_job;

/* One token; past 256 the session goes back to its prompt, which costs that round its chance to be the best. */
static void run_decode(void *context)
{
    decode_job *j = context;
    wz_lm_info  info;
    int64_t     ids[32];
    wz_lm_get_info(j->lm, &info);
    for (int64_t i = 0; i < 32; i++) ids[i] = 1 + i * 37 % (info.vocab - 1);
    if (wz_lm_session_length(j->s) == 0 || wz_lm_session_length(j->s) >= 256) j->failed |= wz_lm_session_sync(j->s, ids, 32, NULL, NULL) != WZ_OK;
    j->failed |= wz_lm_session_push(j->s, ids[wz_lm_session_length(j->s) % 32]) != WZ_OK;
}

/* The bytes of weights that one token reads, times tokens a second, against a copy that moves as many bytes. */
static void bench_decode(const char *path)
{
    decode_job j = {0};
    wz_lm_info info;
    if (wz_lm_open(path, NULL, &j.lm) != WZ_OK || wz_lm_session_new(j.lm, 0, &j.s) != WZ_OK) {
        fprintf(stderr, "bench_cpu: %s\n", wz_error());
        wz_lm_free(&j.lm);
        return;
    }
    wz_lm_get_info(j.lm, &info);
    size_t   half = (size_t)info.active_bytes / 2;
    char    *from = memory(half), *to = memory(half);
    memset(from, 1, half);
    copy_job c = {to, from, half};
    timed    t[2] = {{run_decode, &j, 0}, {run_copy, &c, 0}};
    race(t, 2, 5);
    double ours = (double)info.active_bytes / t[0].best * 1e-9, copy = 2 * (double)half / t[1].best * 1e-9;
    if (j.failed) fprintf(stderr, "bench_cpu: %s\n", wz_error());
    else
        printf("decode family=%s params=%lld threads=%d level=%s tokens/s=%.1f MB/token=%.1f GB/s=%.2f copy_GB/s=%.2f ratio=%.3f\n", info.family,
               (long long)info.n_params, wz_num_threads(), cpu_kernels_now()->name, 1 / t[0].best, (double)info.active_bytes * 1e-6, ours, copy, ours / copy);
    free(from), free(to);
    wz_lm_session_free(&j.s);
    wz_lm_free(&j.lm);
}

int main(int argc, char **argv)
{
<<<<<<< HEAD
    const char *what = "all", *blas = NULL, *dtype = NULL;
=======
    const char *what = "all", *blas = NULL, *model = NULL;
>>>>>>> 13388d4 (make run-gemma; cli, lm: inspect and chat formats for GGUF files; bench: decoding against a copy)
    int         threads = wz_num_threads();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) threads = atoi(argv[++i]);
        else if (strcmp(argv[i], "--blas") == 0 && i + 1 < argc) blas = argv[++i];
<<<<<<< HEAD
        else if (strcmp(argv[i], "--dtype") == 0 && i + 1 < argc) dtype = argv[++i];
        else if (strcmp(argv[i], "--level") == 0 && i + 1 < argc) set_level(argv[++i]);
=======
        else if (strcmp(argv[i], "--model") == 0 && i + 1 < argc) model = argv[++i];
>>>>>>> 13388d4 (make run-gemma; cli, lm: inspect and chat formats for GGUF files; bench: decoding against a copy)
        else if (strcmp(argv[i], "--cpu-time") == 0) which_clock = CLOCK_PROCESS_CPUTIME_ID;
        else what = argv[i];
    }
    if (wz_set_num_threads(threads) != WZ_OK) {
        fprintf(stderr, "bench_cpu: %s\n", wz_error());
        return 1;
    }
    bool all = strcmp(what, "all") == 0;
    if (all || strcmp(what, "gemv") == 0) bench_gemv(dtype);
    if (all || strcmp(what, "gemm") == 0) {
        open_blas(blas, threads);
        bench_gemm();
    }
    if (all || strcmp(what, "attention") == 0) bench_attention();
    if (all || strcmp(what, "rows") == 0) bench_rows();
    if (all || strcmp(what, "calls") == 0) bench_calls();
    if (model && (all || strcmp(what, "decode") == 0)) bench_decode(model);
    return 0;
}

/* main.c - check: runs every op of the table on every CPU level, dtype and layout against the reference.
 *
 *   check [--op PREFIX] [--dtype NAME] [--on LEVEL|DEVICE] [--seed N] [--list] [--untested] [--verbose]
 *
 * For each sample the plain reference runs on contiguous inputs; then each level and layout must give the
 * same: exactly for integers, bools and moved data, within a few units in the last place for floats.
 * Outputs lie between guard bands and start as NaN, inputs must not change, and two runs must agree bit
 * for bit. --on cuda (or mps) compares a real device with the reference instead.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "make.h"
#include "core/convert.h"
#include "op/table.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    const char *op, *dtype, *on;
    uint64_t    seed;
    bool        list, untested, verbose;
} options;

static options opt = {.seed = 1};
static int     n_passed, n_failed, n_skipped, shown;
static wz_device *target; /* NULL: the CPU's levels */

typedef struct built { /* one call's arguments, made */
    wz_arg     arg[WZ_MAX_PARAMS];
    wz_tensor *tensor[MAX_SPECS];
    wz_tensor *list[MAX_SPECS];
    int64_t    ints[MAX_SPECS][16];
    int        n_tensors;
} built;

static bool build_args(const sample_call *c, wz_dtype main, layout l, wz_device *dev, built *b)
{
    memset(b, 0, sizeof *b);
    int at = 0, n_list = 0;
    for (int i = 0; i < c->n; i++) {
        const arg_spec *a = &c->spec[i];
        wz_arg         *out = &b->arg[at++];
        *out = (wz_arg){.kind = a->kind, .n = a->n};
        switch (a->kind) {
        case WZ_ARG_TENSOR:
        case WZ_ARG_TENSORS: {
            int n = a->kind == WZ_ARG_TENSORS ? a->next : 1;
            if (a->kind == WZ_ARG_TENSORS) {
                out->n = n;
                out->v.tensors = &b->list[n_list];
                i++;
            }
            for (int k = 0; k < n; k++) {
                wz_tensor *t = make_tensor(&c->spec[i + k], main, c->keep_layout ? LAYOUT_CONTIGUOUS : l);
                if (t && dev) t = make_on(t, dev);
                if (!t) return false;
                b->tensor[b->n_tensors++] = t;
                if (a->kind == WZ_ARG_TENSORS) b->list[n_list++] = t;
                else out->v.tensor = t;
            }
            i += n - 1;
            break;
        }
        case WZ_ARG_INT: out->v.i = a->number.i; break;
        case WZ_ARG_FLOAT: out->v.f = a->number.re; break;
        case WZ_ARG_BOOL: out->v.b = a->number.i != 0; break;
        case WZ_ARG_SCALAR: out->v.scalar = a->number; break;
        case WZ_ARG_DTYPE: out->v.dtype = a->dtype == MAIN ? main : (wz_dtype)a->dtype; break;
        case WZ_ARG_STRING: out->v.string = a->text; break;
        case WZ_ARG_INTS:
            for (int k = 0; k < a->n; k++) b->ints[i][k] = (int64_t)a->list[k];
            out->v.ints = b->ints[i];
            break;
        case WZ_ARG_FLOATS: out->v.floats = a->list; break;
        default: break;
        }
    }
    return true;
}

/* ---- comparing ---------------------------------------------------------------------------------------- */

static double unit_in_last_place(wz_dtype d, double v)
{
    static const struct { wz_dtype d; int digits, least; } formats[] = {
        {WZ_DTYPE_F16, 11, -24}, {WZ_DTYPE_BF16, 8, -133}, {WZ_DTYPE_F32, 24, -149}, {WZ_DTYPE_C64, 24, -149},
        {WZ_DTYPE_F64, 53, -1074}, {WZ_DTYPE_C128, 53, -1074}, {WZ_DTYPE_F8_E4M3FN, 4, -9}, {WZ_DTYPE_F8_E5M2, 3, -16}};
    int exponent = 0;
    frexp(v, &exponent);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].d != d) continue;
        int e = exponent - formats[i].digits;
        return ldexp(1, e < formats[i].least ? formats[i].least : e);
    }
    return 0;
}

static bool close_enough(double got, double want, wz_dtype d, double scale, double factor)
{
    if (isnan(got) || isnan(want)) return isnan(got) && isnan(want);
    if (isinf(want) || isinf(got)) {
        if (got == want) return true;
        /* a half that rounds to infinity on one side only: the other must be its largest number */
        return isfinite(got) != isfinite(want) && wz_dtype_bytes(d) <= 2 && fabs(isinf(got) ? want : got) > 6e4;
    }
    double eps = d == WZ_DTYPE_F64 || d == WZ_DTYPE_C128 ? 0x1p-52 : 0x1p-23;
    return fabs(got - want) <= factor * (4 * unit_in_last_place(d, want) + 16 * eps * scale);
}

/* Largest finite magnitude: reductions and products lose in proportion to what they add. */
static double scale_of(wz_dtype d, const char *p, int64_t n)
{
    double scale = 0;
    for (int64_t i = 0; i < n; i++) {
        cdouble v = load_c128(d, p + (size_t)i * wz_dtype_bytes(d));
        double  m = fmax(fabs(v.re), fabs(v.im));
        if (isfinite(m) && m > scale) scale = m;
    }
    return scale;
}

static bool equal_tensors(wz_tensor *got, wz_tensor *want, double factor, char *why, size_t bytes)
{
    wz_dtype d = wz_tensor_dtype(want);
    int64_t  n = wz_tensor_numel(want);
    if (wz_tensor_dtype(got) != d || wz_tensor_ndim(got) != wz_tensor_ndim(want) ||
        memcmp(wz_tensor_sizes(got), wz_tensor_sizes(want), sizeof(int64_t) * (size_t)wz_tensor_ndim(want))) {
        snprintf(why, bytes, "shape or dtype differs");
        return false;
    }
    size_t total = (size_t)n * wz_dtype_bytes(d);
    char  *a = malloc(total + 16), *b = malloc(total + 16);
    bool   same = wz_tensor_read(got, a, total) == WZ_OK && wz_tensor_read(want, b, total) == WZ_OK;
    if (!same) snprintf(why, bytes, "%s", wz_error());
    double scale = same && wz_dtype_get_kind(d) >= WZ_KIND_FLOAT ? scale_of(d, b, n) : 0;
    for (int64_t i = 0; same && i < n; i++) {
        size_t at = (size_t)i * wz_dtype_bytes(d);
        if (memcmp(a + at, b + at, wz_dtype_bytes(d)) == 0) continue;
        cdouble g = load_c128(d, a + at), w = load_c128(d, b + at);
        same = wz_dtype_get_kind(d) >= WZ_KIND_FLOAT && close_enough(g.re, w.re, d, scale, factor) &&
               close_enough(g.im, w.im, d, scale, factor);
        if (!same) snprintf(why, bytes, "element %lld is %.17g%+.9gi, want %.17g%+.9gi", (long long)i, g.re, g.im, w.re, w.im);
    }
    free(a);
    free(b);
    return same;
}

static bool same_bits(wz_tensor *a, wz_tensor *b)
{
    size_t total = (size_t)wz_tensor_numel(a) * wz_dtype_bytes(wz_tensor_dtype(a));
    char  *p = malloc(total + 16), *q = malloc(total + 16);
    bool   same = wz_tensor_read(a, p, total) == WZ_OK && wz_tensor_read(b, q, total) == WZ_OK && memcmp(p, q, total) == 0;
    free(p);
    free(q);
    return same;
}

/* ---- one sample ------------------------------------------------------------------------------------------ */

static void verdict(bool good, const op_row *row, wz_dtype d, int sample_index, const char *level, layout l, const char *why)
{
    if (good) {
        n_passed++;
        return;
    }
    n_failed++;
    if (shown++ < 60)
        printf("FAIL %s %s sample %d on %s, %s inputs: %s\n", row->info.name, wz_dtype_name(d), sample_index, level,
               layout_name(l), why);
}

static bool has_written(const op_row *row)
{
    for (int i = 0; i < row->info.n_params; i++)
        if (row->info.params[i].written) return true;
    return false;
}

static void run_once(const op_row *row, wz_op op, const sample_call *c, wz_dtype d, layout l, wz_tensor *const *want,
                     const char *level, int index)
{
    built      b;
    char       why[256] = "";
    wz_tensor *got[WZ_MAX_RESULTS] = {NULL}, *again[WZ_MAX_RESULTS] = {NULL};
    double     factor = c->tolerance > 0 ? c->tolerance : 1;
    make_seed(opt.seed + (uint64_t)index * 131 + (uint64_t)d);
    if (!build_args(c, d, l, target, &b)) {
        verdict(false, row, d, index, level, l, wz_error());
        return;
    }
    wz_tensor *before[MAX_SPECS];
    for (int i = 0; i < b.n_tensors; i++) {
        before[i] = tensor_empty_like(b.tensor[i], (wz_dtype)b.tensor[i]->dtype);
        (void)tensor_copy(before[i], b.tensor[i]);
    }
    bool written = has_written(row), guarded = row->form == FORM_KERNEL && !written;
    for (int k = 0; guarded && k < row->info.n_results; k++) got[k] = make_guarded(want[k], wz_tensor_dtype(want[k]), target);
    wz_status status = op_call(op, b.arg, got);
    bool      good = status == WZ_OK;
    if (status == WZ_UNSUPPORTED && target && row->form != FORM_KERNEL) { /* of an op that it calls */
        n_skipped++;
        return;
    }
    if (!good) snprintf(why, sizeof why, "%s", wz_error());
    for (int k = 0; good && k < row->info.n_results; k++) {
        good = c->unfilled || equal_tensors(got[k], want[k], factor, why, sizeof why);
        if (good && guarded && !guards_intact(got[k])) {
            good = false;
            snprintf(why, sizeof why, "wrote outside its output");
        }
    }
    for (int i = 0; good && !written && i < b.n_tensors; i++)
        if (!same_bits(b.tensor[i], before[i])) {
            good = false;
            snprintf(why, sizeof why, "changed input %d", i);
        }
    if (good && !written && !c->unfilled && row->form != FORM_VIEW && op_call(op, b.arg, again) == WZ_OK)
        for (int k = 0; good && k < row->info.n_results; k++)
            if (!same_bits(got[k], again[k])) {
                good = false;
                snprintf(why, sizeof why, "a second run gives other bits");
            }
    verdict(good, row, d, index, level, l, why);
}

static bool same_choice(wz_op op, wz_cpu_level level) /* no row of this op needs exactly this level */
{
    const kernel_row *const *rows;
    int                      n = table_rows(op, &rows);
    for (int i = 0; i < n; i++)
        if (rows[i]->where & (1u << level)) return false;
    return true;
}

static void check_sample(const op_row *row, wz_op op, const sample_call *c, wz_dtype d, int index)
{
    built      b;
    wz_tensor *want[WZ_MAX_RESULTS] = {NULL};
    (void)wz_scope_begin();
    (void)wz_cpu_limit(WZ_CPU_REF);
    make_seed(opt.seed + (uint64_t)index * 131 + (uint64_t)d);
    if (!build_args(c, d, LAYOUT_CONTIGUOUS, NULL, &b) || op_call(op, b.arg, want) != WZ_OK) {
        verdict(false, row, d, index, "ref", LAYOUT_CONTIGUOUS, wz_error());
        wz_scope_end();
        return;
    }
    for (layout l = LAYOUT_CONTIGUOUS; target && l < N_LAYOUTS; l++) {
        if (c->keep_layout && l != LAYOUT_CONTIGUOUS) continue;
        (void)wz_scope_begin();
        wz_set_default_device(target);
        run_once(row, op, c, d, l, want, opt.on, index);
        wz_set_default_device(NULL);
        wz_scope_end();
    }
    for (int level = WZ_CPU_REF; level < WZ_CPU_LEVELS && !target; level++) {
        if (!wz_cpu_has((wz_cpu_level)level) || (opt.on && strcmp(opt.on, wz_cpu_level_name((wz_cpu_level)level)))) continue;
        if (level != WZ_CPU_REF && row->form == FORM_KERNEL && same_choice(op, (wz_cpu_level)level)) continue;
        (void)wz_cpu_limit((wz_cpu_level)level);
        for (layout l = LAYOUT_CONTIGUOUS; l < N_LAYOUTS; l++) {
            if (c->keep_layout && l != LAYOUT_CONTIGUOUS) continue;
            (void)wz_scope_begin();
            run_once(row, op, c, d, l, want, wz_cpu_level_name((wz_cpu_level)level), index);
            wz_scope_end();
        }
    }
    wz_scope_end();
}

static void check_op(wz_op op)
{
    const op_row           *row = op_get(op);
    const sample_generator *g = find_generator(row->samples);
    static samples          s;
    int                     before = n_failed + n_passed;
    if (!g) return; /* --untested lists these */
    s.n = 0;
    g->fn(&s);
    for (int i = 0; i < s.n && strcmp(row->samples, "aliases") == 0; i++)
        if (s.call[i].n > row->info.n_params) s.call[i].n = row->info.n_params;
    uint32_t dtypes = row->dtypes ? row->dtypes : 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_I64;
    for (int d = 1; d < WZ_DTYPE_COUNT; d++) {
        if (!(dtypes >> d & 1) || (opt.dtype && strcmp(opt.dtype, wz_dtype_name((wz_dtype)d)))) continue;
        if (target && row->form == FORM_KERNEL && !wz_op_supported((int)op, target, (wz_dtype)d)) {
            n_skipped++;
            continue;
        }
        for (int i = 0; i < s.n; i++)
            if (!s.call[i].dtypes || (s.call[i].dtypes >> d & 1)) check_sample(row, op, &s.call[i], (wz_dtype)d, i);
    }
    if (!opt.dtype && !target && n_failed + n_passed == before) {
        printf("FAIL %s: its samples reach no dtype\n", row->info.name);
        n_failed++;
    }
    if (opt.verbose) printf("%s: %d\n", row->info.name, n_failed + n_passed - before);
}

static int list_untested(void)
{
    int n = 0;
    for (int op = 0; op < WZ_OP_COUNT; op++) {
        if (find_generator(op_get((wz_op)op)->samples)) continue;
        printf("%s\n", op_get((wz_op)op)->info.name);
        n++;
    }
    return n ? 1 : 0;
}

/* --on cuda, mps or fakecuda: a device instead of the CPU's levels. */
static bool open_target(void)
{
    const char *device = opt.on;
    if (!opt.on || (strncmp(opt.on, "cuda", 4) && strncmp(opt.on, "mps", 3) && strcmp(opt.on, "fakecuda"))) return true;
#ifdef FAKECUDA
    if (strcmp(opt.on, "fakecuda") == 0) {
        device = "cuda";
        setenv("WZ_CUDA_LIBRARY", FAKECUDA, 1);
        setenv("WZ_NVRTC_LIBRARY", FAKECUDA, 1);
        setenv("WZ_CACHE_DIR", "", 1);
        setenv("WZ_ALLOC", "plain", 0); /* each tensor between guard pages of its own */
    }
#endif
    if (wz_device_open(device, &target) == WZ_OK) return true;
    printf("%s\n0 passed, 1 failed\n", wz_error());
    return false;
}

static bool parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--op") && more) opt.op = argv[++i];
        else if (!strcmp(argv[i], "--dtype") && more) opt.dtype = argv[++i];
        else if (!strcmp(argv[i], "--on") && more) opt.on = argv[++i];
        else if (!strcmp(argv[i], "--seed") && more) opt.seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--list")) opt.list = true;
        else if (!strcmp(argv[i], "--untested")) opt.untested = true;
        else if (!strcmp(argv[i], "--verbose")) opt.verbose = true;
        else return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (!parse(argc, argv)) {
        fprintf(stderr, "usage: check [--op PREFIX] [--dtype NAME] [--on LEVEL] [--seed N] [--list] [--untested] [--verbose]\n");
        return 2;
    }
    if (table_ready() != WZ_OK) {
        printf("%s\n0 passed, 1 failed\n", wz_error());
        return 1;
    }
    if (opt.untested) return list_untested();
    if (!open_target()) return 1;
    for (int op = 0; op < WZ_OP_COUNT; op++) {
        const char *name = op_get((wz_op)op)->info.name;
        if (opt.op && strncmp(opt.op, name, strlen(opt.op)) != 0) continue;
        if (opt.list) printf("%s %s\n", name, op_get((wz_op)op)->samples);
        else check_op((wz_op)op);
    }
    if (opt.list) return 0;
    if (target) printf("%d ops and dtypes skipped: no row for %s\n", n_skipped, wz_device_name(target));
    printf("check (seed %llu): every op on every %s\n%d passed, %d failed\n", (unsigned long long)opt.seed, target ? "row of the device" : "level", n_passed, n_failed);
    return n_failed ? 1 : 0;
}

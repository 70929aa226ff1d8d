/* samples_linalg.c - inputs for linear algebra.
 * SPDX-License-Identifier: MIT */
#include "check.h"

static void gen_lus(samples *s)
{
    for (int n = 1; n < 9; n += 3) { sample(s); tensor(s, MAIN, SHAPE(2, n, n), -2, 2); boolean(s, true); if (n) boolean(s, false); sample_tolerance(s, 50); }
    sample(s); tensor(s, MAIN, SHAPE(5, 3), -2, 2); boolean(s, true); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(3, 5), -2, 2); boolean(s, true); boolean(s, false);
    sample(s); tensor(s, MAIN, SHAPE(0, 3, 3), -2, 2); boolean(s, true); boolean(s, false);
}

static void gen_regular(samples *s) { sample(s); tensor(s, MAIN, SHAPE(3, 5, 5), -2, 2); boolean(s, true); sample_tolerance(s, 50); }
static void gen_regular_plain(samples *s) { sample(s); tensor(s, MAIN, SHAPE(3, 4, 4), -2, 2); sample_tolerance(s, 200); }

static void gen_squares(samples *s)
{
    for (int n = 0; n < 9; n += 2) { sample(s); tensor(s, MAIN, SHAPE(3, n, n), -2, 2); sample_tolerance(s, 50); }
    sample(s); tensor(s, MAIN, SHAPE(6, 6), -2, 2); sample_tolerance(s, 50);
}

static void gen_squares_flag(samples *s) { gen_squares(s); for (int i = 0; i < s->n; i++) { arg_spec *a = &s->call[i].spec[s->call[i].n++]; a->kind = WZ_ARG_BOOL; s->call[i].tolerance = 2000; } }

static void gen_lu_solves(samples *s)
{
    for (int mode = 0; mode < 4; mode++) {
        static const double pivots[] = {3, 2, 4, 4};
        sample(s); tensor(s, MAIN, SHAPE(4, 4), 1, 3); listed(s, WZ_DTYPE_I32, SHAPE(4), 4, pivots);
        tensor(s, MAIN, mode & 1 ? SHAPE(4, 3) : SHAPE(2, 3, 4), -2, 2); boolean(s, mode & 1); boolean(s, mode & 2); sample_tolerance(s, 2000);
    }
}

static void gen_solves(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 4, 4), -2, 2); tensor(s, MAIN, SHAPE(2, 4, 3), -2, 2); boolean(s, true); boolean(s, false); sample_tolerance(s, 2000);
    sample(s); tensor(s, MAIN, SHAPE(4, 4), -2, 2); tensor(s, MAIN, SHAPE(4), -2, 2); boolean(s, true); boolean(s, false); sample_tolerance(s, 2000);
    sample(s); tensor(s, MAIN, SHAPE(4, 4), -2, 2); tensor(s, MAIN, SHAPE(5, 3, 4), -2, 2); boolean(s, false); boolean(s, false); sample_tolerance(s, 2000);
    sample(s); tensor(s, MAIN, SHAPE(2, 0, 0), -2, 2); tensor(s, MAIN, SHAPE(2, 0, 3), -2, 2); boolean(s, true); boolean(s, false);
}

static void gen_solves_plain(samples *s) { sample(s); tensor(s, MAIN, SHAPE(2, 4, 4), -2, 2); tensor(s, MAIN, SHAPE(2, 4, 3), -2, 2); boolean(s, true); sample_tolerance(s, 2000); }

static void gen_positives(samples *s)
{
    static const double a[] = {4, 1, 0.5, 1, 5, 1, 0.5, 1, 6};
    for (int upper = 0; upper < 2; upper++) { sample(s); listed(s, MAIN, SHAPE(3, 3), 9, a); boolean(s, upper); sample_dtypes(s, 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_F64); }
}

static void gen_positive_flags(samples *s) { gen_positives(s); for (int i = 0; i < s->n; i++) s->call[i].spec[s->call[i].n++].kind = WZ_ARG_BOOL; }

static void gen_triangulars(samples *s)
{
    for (int mode = 0; mode < 8; mode++) {
        sample(s); tensor(s, MAIN, SHAPE(4, 4), 1, 3); tensor(s, MAIN, mode & 2 ? SHAPE(2, 4, 3) : SHAPE(2, 3, 4), -2, 2);
        boolean(s, mode & 1); boolean(s, mode & 2); boolean(s, mode & 4); sample_tolerance(s, 2000);
    }
}

static void gen_qrs(samples *s)
{
    for (int k = 0; k < 2; k++) {
        sample(s); tensor(s, MAIN, SHAPE(2, 6, 4), -2, 2); boolean(s, k); sample_tolerance(s, 200);
        sample(s); tensor(s, MAIN, SHAPE(3, 5), -2, 2); boolean(s, k); sample_tolerance(s, 200);
    }
    sample(s); tensor(s, MAIN, SHAPE(2, 0, 3), -2, 2); boolean(s, true);
}

static void gen_qr_modes(samples *s)
{
    static const char *const modes[] = {"reduced", "complete", "r"};
    for (int i = 0; i < 3; i++) { sample(s); tensor(s, MAIN, SHAPE(5, 3), -2, 2); text(s, modes[i]); sample_tolerance(s, 200); }
}

static void gen_svds(samples *s)
{
    for (int full = 0; full < 2; full++) {
        sample(s); tensor(s, MAIN, SHAPE(2, 5, 3), -2, 2); boolean(s, full); sample_tolerance(s, 2000);
        sample(s); tensor(s, MAIN, SHAPE(3, 5), -2, 2); boolean(s, full); sample_tolerance(s, 2000);
    }
}

const sample_generator samples_linalg[] = {
    {"qrs", gen_qrs}, {"qr_modes", gen_qr_modes}, {"svds", gen_svds},
    {"lus", gen_lus},               {"regular", gen_regular},           {"regular_plain", gen_regular_plain}, {"squares", gen_squares},
    {"squares_flag", gen_squares_flag}, {"lu_solves", gen_lu_solves},   {"solves", gen_solves},               {"solves_plain", gen_solves_plain},
    {"positives", gen_positives},   {"positive_flags", gen_positive_flags}, {"triangulars", gen_triangulars}, {0},
};

/* samples_elementwise.c - inputs for elementwise operations: whole and broadcast shapes, ordinary and special
 * values, numbers and other dtypes beside the one under test.
 * SPDX-License-Identifier: MIT */
#include "check.h"

#define BIT(name) (1u << WZ_DTYPE_##name)
static const unsigned FLOATS = BIT(F16) | BIT(BF16) | BIT(F32) | BIT(F64);
static const unsigned SIGNED = BIT(I8) | BIT(I16) | BIT(I32) | BIT(I64);

static void one(samples *s, double low, double high)
{
    sample(s); tensor(s, MAIN, SHAPE(3, 5, 67), low, high);
    sample(s); tensor(s, MAIN, SHAPE(1030), low, high);
    sample(s); tensor(s, MAIN, SHAPE0, low, high);
    sample(s); tensor(s, MAIN, SHAPE(2, 0, 3), low, high);
    sample(s); special(s, MAIN, SHAPE(4, 37), low, high); sample_dtypes(s, FLOATS);
}

static void gen_any(samples *s) { one(s, -5, 5); }
static void gen_positive(samples *s) { one(s, 1, 6); }
static void gen_nonzero(samples *s) { one(s, 1, 5); }
static void gen_unit(samples *s) { one(s, 0, 1); }
static void gen_above_one(samples *s) { one(s, 1, 9); }
static void gen_fractions(samples *s) { one(s, 0, 1); }

static void two(samples *s, double low, double high, double low_b, double high_b)
{
    static const shape shapes[][2] = {{{2, {5, 67}}, {2, {5, 67}}}, {{2, {70, 3}}, {1, {3}}},   {{2, {7, 130}}, {2, {7, 1}}},
                                      {{0, {0}}, {2, {3, 2}}},      {{2, {9, 1}}, {2, {1, 80}}}, {{2, {0, 3}}, {1, {3}}}};
    for (int i = 0; i < 6; i++) {
        sample(s); tensor(s, MAIN, shapes[i][0], low, high); tensor(s, MAIN, shapes[i][1], low_b, high_b);
    }
}

static void gen_pairs(samples *s)
{
    two(s, -6, 6, -6, 6);
    sample(s); special(s, MAIN, SHAPE(500), -4, 4); special(s, MAIN, SHAPE(500), -4, 4); sample_dtypes(s, FLOATS);
}

static void gen_pairs_nonzero(samples *s) { two(s, -20, 20, 1, 7); }
static void gen_pairs_positive(samples *s) { two(s, 0, 5, 1, 7); }
static void gen_powers(samples *s) { two(s, 1, 4, 0, 3); }
static void gen_shifts(samples *s) { two(s, 0, 100, 0, 9); }
static void gen_exponents(samples *s) { two(s, -4, 4, -6, 6); }

static void gen_orders(samples *s)
{
    const double n[] = {0, 1, 2, 3, 4};
    sample(s); listed(s, MAIN, SHAPE(5, 1), 5, n); tensor(s, MAIN, SHAPE(5, 33), 1, 9);
}

static void gen_zetas(samples *s)
{
    const double n[] = {2, 3, 4, 6};
    sample(s); listed(s, MAIN, SHAPE(4, 1), 4, n); tensor(s, MAIN, SHAPE(4, 33), 1, 9);
}

static void gen_polynomials(samples *s)
{
    const double n[] = {0, 1, 2, 3, 5, 8};
    sample(s); tensor(s, MAIN, SHAPE(6, 40), -1, 1); listed(s, MAIN, SHAPE(6, 1), 6, n);
}

static void three(samples *s, double low_c, double high_c)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -6, 6); tensor(s, MAIN, SHAPE(5, 67), -6, 6); tensor(s, MAIN, SHAPE(5, 67), low_c, high_c);
    sample(s); tensor(s, MAIN, SHAPE(4, 3, 9), -6, 6); tensor(s, MAIN, SHAPE(3, 1), -6, 6); tensor(s, MAIN, SHAPE0, low_c, high_c);
    sample(s); tensor(s, MAIN, SHAPE(0), -6, 6); tensor(s, MAIN, SHAPE(1), -6, 6); tensor(s, MAIN, SHAPE(1), low_c, high_c);
}

static void gen_triples(samples *s) { three(s, 0, 1); }
static void gen_triples_nonzero(samples *s) { three(s, 1, 5); }

/* condition bool; values of the dtype under test, a number, another dtype */
static void gen_wheres(samples *s)
{
    sample(s); tensor(s, WZ_DTYPE_BOOL, SHAPE(5, 67), 0, 1); tensor(s, MAIN, SHAPE(5, 67), -6, 6); tensor(s, MAIN, SHAPE(5, 67), -6, 6);
    sample(s); tensor(s, WZ_DTYPE_BOOL, SHAPE(5, 1), 0, 1); tensor(s, MAIN, SHAPE(67), -6, 6); tensor(s, MAIN, SHAPE0, -6, 6);
    sample(s); tensor(s, WZ_DTYPE_U8, SHAPE(130), 0, 1); tensor(s, MAIN, SHAPE(130), -6, 6); tensor(s, WZ_DTYPE_F32, SHAPE(130), -6, 6);
    sample_dtypes(s, FLOATS | SIGNED);
}

static void gen_thresholds(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -6, 6); number(s, wz_int(2)); number(s, wz_int(1));
    sample(s); special(s, MAIN, SHAPE(77), -6, 6); number(s, wz_num(0.5)); number(s, wz_num(-3)); sample_dtypes(s, FLOATS);
}

static void gen_nan_replacements(samples *s)
{
    sample(s); special(s, MAIN, SHAPE(5, 67), -6, 6); flt(s, 1); flt(s, 9); flt(s, -7);
}

static void gen_decimals(samples *s)
{
    for (int d = -1; d < 3; d++) { sample(s); tensor(s, MAIN, SHAPE(3, 50), -40, 40); integer(s, d); sample_dtypes(s, FLOATS); sample_tolerance(s, 8); }
}

static void gen_polygammas(samples *s)
{
    for (int n = 0; n < 4; n++) { sample(s); integer(s, n); tensor(s, MAIN, SHAPE(40), 1, 9); }
}

static void gen_polygamma_selfs(samples *s)
{
    for (int n = 0; n < 4; n++) { sample(s); tensor(s, MAIN, SHAPE(40), 1, 9); integer(s, n); }
}

static void gen_prelus(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 5, 7), -3, 3); tensor(s, MAIN, SHAPE(5), 0, 1);
    sample(s); tensor(s, MAIN, SHAPE(9), -3, 3); tensor(s, MAIN, SHAPE(1), 0, 1);
}

const sample_generator samples_elementwise[] = {
    {"any", gen_any}, {"positive", gen_positive}, {"nonzero", gen_nonzero}, {"unit", gen_unit}, {"above_one", gen_above_one},
    {"fractions", gen_fractions}, {"pairs", gen_pairs}, {"pairs_nonzero", gen_pairs_nonzero},
    {"pairs_positive", gen_pairs_positive}, {"powers", gen_powers}, {"shifts", gen_shifts}, {"exponents", gen_exponents},
    {"orders", gen_orders}, {"zetas", gen_zetas}, {"polynomials", gen_polynomials}, {"triples", gen_triples},
    {"triples_nonzero", gen_triples_nonzero}, {"wheres", gen_wheres}, {"thresholds", gen_thresholds},
    {"nan_replacements", gen_nan_replacements}, {"decimals", gen_decimals}, {"polygammas", gen_polygammas},
    {"polygamma_selfs", gen_polygamma_selfs}, {"prelus", gen_prelus}, {0},
};

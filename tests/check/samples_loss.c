/* samples_loss.c - inputs for losses.
 * SPDX-License-Identifier: MIT */
#include "check.h"

enum { I64 = WZ_DTYPE_I64, FLOATS = 1u << WZ_DTYPE_F16 | 1u << WZ_DTYPE_BF16 | 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_F64 };

static void begin(samples *s) { sample(s); sample_dtypes(s, FLOATS); }
static void nones(samples *s, int n) { while (n-- > 0) none(s); }

static void gen_pairs(samples *s)
{
    for (int kind = 0; kind < 9; kind++)
        for (int reduction = 0; reduction < 4; reduction++) {
            begin(s); tensor(s, MAIN, SHAPE(3, 41), 0, 1); tensor(s, MAIN, SHAPE(3, kind % 2 ? 41 : 1), 0, 1);
            if (reduction != 1) tensor(s, MAIN, SHAPE(3, 41), 0.5, 1);
            else none(s);
            if (kind == 5) tensor(s, MAIN, SHAPE(41), 0.5, 2);
            else none(s);
            integer(s, kind); integer(s, reduction); flt(s, 0.4);
        }
    for (int reduction = 0; reduction < 3; reduction++) {
        begin(s); tensor(s, MAIN, SHAPE(3, 0), 0, 1); tensor(s, MAIN, SHAPE(3, 0), 0, 1); nones(s, 2); integer(s, 0); integer(s, reduction); flt(s, 0);
    }
    begin(s); tensor(s, MAIN, SHAPE(20000), -1, 1); tensor(s, MAIN, SHAPE(20000), -1, 1); nones(s, 2); integer(s, 0); integer(s, 1); flt(s, 0);
}

static void gen_classes(samples *s)
{
    for (int mode = 0; mode < 12; mode++) {
        begin(s); tensor(s, MAIN, SHAPE(4, 7, 3), -3, 3);
        if (mode % 2) tensor(s, I64, SHAPE(4, 3), 0, 6);
        else tensor(s, MAIN, SHAPE(4, 7, 3), 0, 1);
        if (mode % 4 > 1) tensor(s, WZ_DTYPE_F32, SHAPE(7), 0.5, 1);
        else none(s);
        integer(s, mode % 2 ? 2 : -100); integer(s, mode % 3); flt(s, mode > 5 ? 0.1 : 0); boolean(s, mode != 7);
    }
    begin(s); tensor(s, MAIN, SHAPE(7), -3, 3); tensor(s, I64, SHAPE0, 0, 6); none(s); integer(s, -100); integer(s, 1); flt(s, 0); boolean(s, true);
    begin(s); tensor(s, MAIN, SHAPE(0, 7), -3, 3); tensor(s, I64, SHAPE(0), 0, 6); none(s); integer(s, -100); integer(s, 2); flt(s, 0); boolean(s, true);
}

static void gen_cross_entropies(samples *s)
{
    begin(s); tensor(s, MAIN, SHAPE(4, 7), -3, 3); tensor(s, I64, SHAPE(4), 0, 6); nones(s, 2); integer(s, 3); none(s); text(s, "mean"); flt(s, 0.1);
    begin(s); tensor(s, MAIN, SHAPE(4, 7), -3, 3); tensor(s, MAIN, SHAPE(4, 7), 0, 1); nones(s, 2); integer(s, -100); none(s); text(s, "none"); flt(s, 0);
}

static void gen_nlls(samples *s)
{
    begin(s); tensor(s, MAIN, SHAPE(4, 7, 2), -3, 0); tensor(s, I64, SHAPE(4, 2), 0, 6); tensor(s, MAIN, SHAPE(7), 0.5, 1); none(s); integer(s, 3); none(s);
    text(s, "mean");
}

static void two(samples *s, double low, double high) { begin(s); tensor(s, MAIN, SHAPE(3, 7), low, high); tensor(s, MAIN, SHAPE(3, 7), low, high); }

static void gen_distances(samples *s)
{
    two(s, -2, 2); nones(s, 2); text(s, "mean"); none(s);
    two(s, -2, 2); nones(s, 2); text(s, "mean"); tensor(s, MAIN, SHAPE(3, 7), 0.5, 1);
}

static void gen_smooth(samples *s) { two(s, -2, 2); nones(s, 2); text(s, "sum"); flt(s, 0.5); two(s, -2, 2); nones(s, 2); text(s, "none"); flt(s, 0); }
static void gen_huber(samples *s) { two(s, -2, 2); text(s, "none"); flt(s, 0.5); none(s); }
static void gen_probabilities(samples *s) { two(s, 0, 1); tensor(s, MAIN, SHAPE(7), 0.5, 1); nones(s, 2); text(s, "mean"); }
static void gen_logits(samples *s) { two(s, 0, 1); none(s); nones(s, 2); text(s, "mean"); tensor(s, MAIN, SHAPE(7), 0.5, 2); }
static void gen_divergences(samples *s) { two(s, 0, 1); nones(s, 2); text(s, "batchmean"); boolean(s, false); two(s, -2, 0); nones(s, 2); text(s, "mean"); boolean(s, true); }
static void gen_margins(samples *s) { two(s, -2, 2); nones(s, 2); text(s, "mean"); }

const sample_generator samples_loss[] = {
    {"pair_losses", gen_pairs},   {"class_losses", gen_classes},       {"cross_entropies", gen_cross_entropies}, {"nll_losses", gen_nlls},
    {"distances", gen_distances}, {"smooth_distances", gen_smooth},    {"huber_distances", gen_huber},           {"loss_probabilities", gen_probabilities},
    {"binary_logits", gen_logits}, {"divergences", gen_divergences},   {"margins", gen_margins},                 {0},
};

/* samples_norm.c - inputs for softmax and normalisations.
 * SPDX-License-Identifier: MIT */
#include "check.h"
#include <math.h>

static const unsigned FLOATS = 1u << WZ_DTYPE_F16 | 1u << WZ_DTYPE_BF16 | 1u << WZ_DTYPE_F32 | 1u << WZ_DTYPE_F64;

static void gen_softmaxes(samples *s)
{
    static const shape shapes[] = {{2, {5, 67}}, {3, {4, 9, 3}}, {0, {0}}, {2, {3, 0}}, {1, {1000}}};
    for (int i = 0; i < 5; i++) {
        sample(s); tensor(s, MAIN, shapes[i], -40, 40); integer(s, shapes[i].n == 3 ? 1 : -1); none(s); sample_dtypes(s, FLOATS);
    }
    sample(s); special(s, MAIN, SHAPE(6, 9), -4, 4); integer(s, 1); none(s); sample_dtypes(s, FLOATS);
    sample(s); tensor(s, MAIN, SHAPE(6, 9), -4, 4); none(s); dtype_arg(s, WZ_DTYPE_F32);
}

static void gen_layer_norms(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -2, 2); ints(s, INTS(67)); tensor(s, MAIN, SHAPE(67), -2, 2); tensor(s, MAIN, SHAPE(67), -2, 2); flt(s, 1e-5);
    sample(s); tensor(s, MAIN, SHAPE(3, 4, 6), 100, 101); ints(s, INTS(4, 6)); none(s); none(s); flt(s, 1e-5);
    sample_tolerance(s, 16); /* the mean is 300 times what is left of it, and in float64 the reference rounds it too */
    sample(s); tensor(s, MAIN, SHAPE(0, 6), -2, 2); ints(s, INTS(6)); none(s); none(s); flt(s, 1e-5);
}

static void gen_rms_norms(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(5, 67), -2, 2); ints(s, INTS(67)); tensor(s, MAIN, SHAPE(67), -2, 2); none(s);
    sample(s); tensor(s, MAIN, SHAPE(1, 1, 2048), -2, 2); ints(s, INTS(2048)); tensor(s, MAIN, SHAPE(2048), -2, 2); flt(s, 1e-6);
    sample(s); tensor(s, MAIN, SHAPE(3, 4, 6), -2, 2); ints(s, INTS(4, 6)); none(s); flt(s, 1e-5);
}

static void gen_group_norms(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 6, 5, 3), -2, 2); integer(s, 3); tensor(s, MAIN, SHAPE(6), -2, 2); tensor(s, MAIN, SHAPE(6), -2, 2); flt(s, 1e-5);
    sample(s); tensor(s, MAIN, SHAPE(2, 6), -2, 2); integer(s, 2); none(s); none(s); flt(s, 1e-5);
}

static void gen_batch_norms(samples *s)
{
    for (int training = 0; training < 2; training++) {
        sample(s); tensor(s, MAIN, SHAPE(4, 3, 5), -2, 2); tensor(s, MAIN, SHAPE(3), -1, 1); tensor(s, MAIN, SHAPE(3), 1, 2);
        tensor(s, MAIN, SHAPE(3), -2, 2); tensor(s, MAIN, SHAPE(3), -2, 2); boolean(s, training); flt(s, 0.1); flt(s, 1e-5);
    }
    sample(s); tensor(s, MAIN, SHAPE(4, 3), -2, 2); none(s); none(s); none(s); none(s); boolean(s, true); flt(s, 0.1); flt(s, 1e-5);
}

static void gen_instance_norms(samples *s)
{
    sample(s); tensor(s, MAIN, SHAPE(2, 3, 5), -2, 2); none(s); none(s); tensor(s, MAIN, SHAPE(3), -2, 2); none(s); boolean(s, true); flt(s, 0.1); flt(s, 1e-5);
}

static void gen_normalizes(samples *s)
{
    static const double ps[] = {2, 1, 3.5, (double)INFINITY, 0};
    for (int i = 0; i < 5; i++) { sample(s); tensor(s, MAIN, SHAPE(4, 33), -2, 2); flt(s, ps[i]); integer(s, 1); flt(s, 1e-12); }
    sample(s); tensor(s, MAIN, SHAPE(4, 3, 2), -0.0001, 0.0001); flt(s, 2); integer(s, -2); flt(s, 1e-12);
}

static void gen_local_norms(samples *s)
{
    for (int size = 1; size < 6; size += 2) { sample(s); tensor(s, MAIN, SHAPE(2, 7, 5), -2, 2); integer(s, size); flt(s, 0.1); flt(s, 0.75); flt(s, 1); }
    sample(s); tensor(s, MAIN, SHAPE(2, 3, 2, 2), -2, 2); integer(s, 4); flt(s, 1e-4); flt(s, 0.5); flt(s, 2);
}

const sample_generator samples_norm[] = {
    {"softmaxes", gen_softmaxes},     {"layer_norms", gen_layer_norms}, {"rms_norms", gen_rms_norms},           {"group_norms", gen_group_norms},
    {"batch_norms", gen_batch_norms}, {"normalizes", gen_normalizes},   {"instance_norms", gen_instance_norms}, {"local_norms", gen_local_norms}, {0},
};

/* samples_matmul.c - inputs for matrix products.
 * SPDX-License-Identifier: MIT */
#include "check.h"

static void pair(samples *s, shape a, shape b) { sample(s); tensor(s, MAIN, a, -2, 2); tensor(s, MAIN, b, -2, 2); }

static void gen_mms(samples *s)
{
    pair(s, SHAPE(5, 7), SHAPE(7, 9));
    pair(s, SHAPE(1, 130), SHAPE(130, 33));
    pair(s, SHAPE(67, 40), SHAPE(40, 1));
    pair(s, SHAPE(33, 65), SHAPE(65, 35));
    pair(s, SHAPE(3, 0), SHAPE(0, 4));
    pair(s, SHAPE(0, 3), SHAPE(3, 4));
}

static void gen_bmms(samples *s)
{
    pair(s, SHAPE(3, 5, 7), SHAPE(3, 7, 4));
    pair(s, SHAPE(2, 1, 64), SHAPE(2, 64, 17));
    pair(s, SHAPE(2, 3, 0), SHAPE(2, 0, 4));
    pair(s, SHAPE(0, 3, 2), SHAPE(0, 2, 4));
}

static void added(samples *s, shape input, shape a, shape b, double beta, double alpha)
{
    sample(s); tensor(s, MAIN, input, -2, 2); tensor(s, MAIN, a, -2, 2); tensor(s, MAIN, b, -2, 2); number(s, wz_num(beta)); number(s, wz_num(alpha));
}

static void gen_addmms(samples *s)
{
    added(s, SHAPE(5, 9), SHAPE(5, 7), SHAPE(7, 9), 1, 1);
    added(s, SHAPE(9), SHAPE(5, 7), SHAPE(7, 9), 2, 3);
    added(s, SHAPE0, SHAPE(5, 0), SHAPE(0, 9), 1, 1);
    added(s, SHAPE(5, 1), SHAPE(5, 40), SHAPE(40, 9), 0, 2);
}

static void gen_baddbmms(samples *s)
{
    added(s, SHAPE(3, 5, 9), SHAPE(3, 5, 7), SHAPE(3, 7, 9), 1, 1);
    added(s, SHAPE(5, 1), SHAPE(3, 5, 7), SHAPE(3, 7, 9), 2, 3);
}

static void gen_addbmms(samples *s) { added(s, SHAPE(5, 9), SHAPE(3, 5, 7), SHAPE(3, 7, 9), 2, 3); added(s, SHAPE(9), SHAPE(3, 5, 7), SHAPE(3, 7, 9), 0, 1); }
static void gen_addmvs(samples *s) { added(s, SHAPE(5), SHAPE(5, 7), SHAPE(7), 2, 3); added(s, SHAPE0, SHAPE(5, 70), SHAPE(70), 1, 1); }
static void gen_addrs(samples *s) { added(s, SHAPE(5, 7), SHAPE(5), SHAPE(7), 2, 3); }
static void gen_mvs(samples *s) { pair(s, SHAPE(5, 70), SHAPE(70)); pair(s, SHAPE(5, 0), SHAPE(0)); }
static void gen_dots(samples *s) { pair(s, SHAPE(70), SHAPE(70)); pair(s, SHAPE(0), SHAPE(0)); }
static void gen_outers(samples *s) { pair(s, SHAPE(7), SHAPE(9)); pair(s, SHAPE(0), SHAPE(9)); }
static void gen_inners(samples *s) { pair(s, SHAPE(2, 3, 7), SHAPE(4, 7)); pair(s, SHAPE0, SHAPE(4, 7)); }
static void gen_krons(samples *s) { pair(s, SHAPE(2, 3), SHAPE(4, 5)); pair(s, SHAPE(3), SHAPE(4, 5)); }

static void gen_linears(samples *s)
{
    pair(s, SHAPE(2, 3, 40), SHAPE(9, 40)); none(s);
    pair(s, SHAPE(1, 1, 129), SHAPE(33, 129)); tensor(s, MAIN, SHAPE(33), -2, 2);
    pair(s, SHAPE(40), SHAPE(9, 40)); tensor(s, MAIN, SHAPE(9), -2, 2);
    pair(s, SHAPE(4, 40), SHAPE(40)); none(s);
    pair(s, SHAPE(4, 40), SHAPE(9, 40)); tensor(s, MAIN, SHAPE(4, 9), -2, 2);
    pair(s, SHAPE(0, 40), SHAPE(9, 40)); tensor(s, MAIN, SHAPE(9), -2, 2);
    pair(s, SHAPE(4, 0), SHAPE(9, 0)); tensor(s, MAIN, SHAPE(9), -2, 2);
    pair(s, SHAPE(70, 33), SHAPE(65, 33)); tensor(s, MAIN, SHAPE(65), -2, 2);
}

static void gen_matmuls(samples *s)
{
    pair(s, SHAPE(7), SHAPE(7));
    pair(s, SHAPE(5, 7), SHAPE(7));
    pair(s, SHAPE(7), SHAPE(7, 4));
    pair(s, SHAPE(2, 5, 7), SHAPE(7, 4));
    pair(s, SHAPE(2, 5, 7), SHAPE(7));
    pair(s, SHAPE(7), SHAPE(2, 7, 4));
    pair(s, SHAPE(2, 1, 5, 7), SHAPE(3, 7, 4));
    pair(s, SHAPE(5, 7), SHAPE(2, 3, 7, 4));
    pair(s, SHAPE(2, 0, 7), SHAPE(2, 7, 4));
}

static void gen_tensordots(samples *s)
{
    pair(s, SHAPE(3, 4, 5), SHAPE(4, 3, 2)); ints(s, INTS(1, 0)); ints(s, INTS(0, 1));
    pair(s, SHAPE(3, 4), SHAPE(2)); ints(s, 0, NULL); ints(s, 0, NULL);
}

const sample_generator samples_matmul[] = {
    {"mms", gen_mms},       {"bmms", gen_bmms},     {"addmms", gen_addmms}, {"baddbmms", gen_baddbmms}, {"addbmms", gen_addbmms},
    {"addmvs", gen_addmvs}, {"addrs", gen_addrs},   {"mvs", gen_mvs},       {"dots", gen_dots},         {"outers", gen_outers},
    {"inners", gen_inners}, {"krons", gen_krons},   {"linears", gen_linears}, {"matmuls", gen_matmuls}, {"tensordots", gen_tensordots},
    {0},
};

/* samples_pool.c - inputs for pooling.
 * SPDX-License-Identifier: MIT */
#include "check.h"

static void image(samples *s, shape x) { sample(s); tensor(s, MAIN, x, -9, 9); }
static void nothing(samples *s) { ints(s, 0, NULL); }

static void gen_max(samples *s)
{
    image(s, SHAPE(2, 3, 9)); ints(s, INTS(5)); ints(s, INTS(3)); ints(s, INTS(2)); ints(s, INTS(1)); ints(s, INTS(1));
    image(s, SHAPE(2, 7, 8)); ints(s, INTS(3, 8)); ints(s, INTS(3, 2)); ints(s, INTS(2, 1)); ints(s, INTS(0, 1)); ints(s, INTS(1, 2));
    image(s, SHAPE(1, 2, 4, 5, 6)); ints(s, INTS(2, 2, 3)); ints(s, INTS(2, 2, 2)); ints(s, INTS(2, 2, 2)); ints(s, INTS(0, 0, 0)); ints(s, INTS(1, 1, 1));
    sample(s); special(s, MAIN, SHAPE(2, 3, 40), -2, 2); ints(s, INTS(40)); ints(s, INTS(3)); ints(s, INTS(1)); ints(s, INTS(1)); ints(s, INTS(1));
    image(s, SHAPE(3, 7, 10)); ints(s, INTS(3, 4)); nothing(s); nothing(s); nothing(s); nothing(s);
    image(s, SHAPE(0, 7, 10)); ints(s, INTS(3, 4)); nothing(s); nothing(s); nothing(s); nothing(s);
    image(s, SHAPE(2, 2, 33, 70)); ints(s, INTS(17, 35)); ints(s, INTS(3, 3)); ints(s, INTS(2, 2)); ints(s, INTS(1, 1)); ints(s, INTS(1, 1));
}

static void mean(samples *s, bool back)
{
    image(s, back ? SHAPE(2, 3, 5) : SHAPE(2, 3, 9)); ints(s, back ? 1 : 1, back ? (const int64_t[]){9} : (const int64_t[]){5});
    ints(s, INTS(3)); ints(s, INTS(2)); ints(s, INTS(1)); boolean(s, true); integer(s, 0);
    image(s, back ? SHAPE(2, 3, 8) : SHAPE(2, 7, 7)); ints(s, 2, back ? (const int64_t[]){7, 7} : (const int64_t[]){3, 8});
    ints(s, INTS(3, 2)); ints(s, INTS(2, 1)); ints(s, INTS(0, 1)); boolean(s, false); integer(s, 0);
    image(s, back ? SHAPE(2, 2, 2, 3) : SHAPE(2, 4, 5, 6)); ints(s, 3, back ? (const int64_t[]){4, 5, 6} : (const int64_t[]){2, 2, 3});
    ints(s, INTS(2, 2, 2)); ints(s, INTS(2, 2, 2)); ints(s, INTS(0, 0, 0)); boolean(s, true); integer(s, 3);
    image(s, back ? SHAPE(3, 3, 4) : SHAPE(3, 7, 10)); ints(s, 2, back ? (const int64_t[]){7, 10} : (const int64_t[]){3, 4}); nothing(s); nothing(s); nothing(s);
    boolean(s, false); integer(s, 0);
    image(s, back ? SHAPE(2, 17, 35) : SHAPE(2, 33, 70)); ints(s, 2, back ? (const int64_t[]){33, 70} : (const int64_t[]){17, 35});
    ints(s, INTS(3, 3)); ints(s, INTS(2, 2)); ints(s, INTS(1, 1)); boolean(s, true); integer(s, 0);
}

static void gen_means(samples *s) { mean(s, false); }
static void gen_mean_grads(samples *s) { mean(s, true); }

static void gen_max_grads(samples *s)
{
    static const double places[] = {0, 4, 2, 7, 7, 11, 3, 3, 0, 5, 9, 1};
    sample(s); tensor(s, MAIN, SHAPE(2, 2, 3), -4, 4); listed(s, WZ_DTYPE_I64, SHAPE(2, 2, 3), 12, places); ints(s, INTS(3, 4));
    sample(s); tensor(s, MAIN, SHAPE(3, 4), -4, 4); listed(s, WZ_DTYPE_I64, SHAPE(3, 4), 12, places); ints(s, INTS(12));
}

static void max_pools(samples *s, shape x)
{
    image(s, x); ints(s, INTS(3)); none(s); ints(s, INTS(0)); ints(s, INTS(1)); boolean(s, false);
    image(s, x); ints(s, INTS(2)); ints(s, INTS(1)); ints(s, INTS(1)); ints(s, INTS(2)); boolean(s, false);
    image(s, x); ints(s, INTS(3)); ints(s, INTS(2)); ints(s, INTS(1)); ints(s, INTS(1)); boolean(s, true);
}

static void gen_max1(samples *s) { max_pools(s, SHAPE(2, 3, 11)); }
static void gen_max2(samples *s) { max_pools(s, SHAPE(3, 7, 8)); }
static void gen_max3(samples *s) { max_pools(s, SHAPE(1, 2, 5, 6, 7)); }

static void avg_pools(samples *s, shape x, bool divisor)
{
    image(s, x); ints(s, INTS(3)); none(s); ints(s, INTS(0)); boolean(s, false); boolean(s, true);
    if (divisor) none(s);
    image(s, x); ints(s, INTS(3)); ints(s, INTS(2)); ints(s, INTS(1)); boolean(s, true); boolean(s, false);
    if (divisor) integer(s, 5);
}

static void gen_avg1(samples *s) { avg_pools(s, SHAPE(2, 3, 10), false); }
static void gen_avg2(samples *s) { avg_pools(s, SHAPE(3, 7, 8), true); }
static void gen_avg3(samples *s) { avg_pools(s, SHAPE(1, 2, 5, 6, 7), true); }

static void gen_adaptive1(samples *s) { image(s, SHAPE(2, 3, 11)); ints(s, INTS(4)); image(s, SHAPE(3, 5)); ints(s, INTS(7)); }
static void gen_adaptive2(samples *s) { image(s, SHAPE(2, 3, 7, 9)); ints(s, INTS(3, 4)); image(s, SHAPE(3, 5, 5)); ints(s, INTS(1)); }
static void gen_adaptive3(samples *s) { image(s, SHAPE(2, 4, 5, 6)); ints(s, INTS(2, 3, 1)); }

const sample_generator samples_pool[] = {
    {"pool_maxes", gen_max}, {"pool_means", gen_means}, {"pool_max_grads", gen_max_grads}, {"pool_mean_grads", gen_mean_grads},
    {"max_pools1", gen_max1}, {"max_pools2", gen_max2}, {"max_pools3", gen_max3}, {"avg_pools1", gen_avg1}, {"avg_pools2", gen_avg2}, {"avg_pools3", gen_avg3},
    {"adaptive_pools1", gen_adaptive1}, {"adaptive_pools2", gen_adaptive2}, {"adaptive_pools3", gen_adaptive3}, {0},
};

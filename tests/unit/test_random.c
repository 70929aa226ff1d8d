/* test_random.c - the generator against published vectors, and that bits depend on seed, call and element only.
 * SPDX-License-Identifier: MIT */
#include "unit.h"
#include "core/random.h"
#include <wootz/ops.h>

static void test_vectors(void)
{
    /* Random123's known answers for philox4x32-10 */
    uint32_t out[4];
    philox_block((random_call){0, 0}, 0, out);
    CHECK(out[0] == 0x6627e8d5 && out[1] == 0xe169c58d && out[2] == 0xbc57ac4c && out[3] == 0x9b00dbd8);
    philox_block((random_call){UINT64_MAX, UINT64_MAX}, UINT64_MAX, out);
    CHECK(out[0] == 0x408f276d && out[1] == 0x41c83b0e && out[2] == 0xa20bc7c6 && out[3] == 0x6d5451fd);
    philox_block((random_call){0x299f31d0a4093822u, 0x0370734413198a2eu}, 0x85a308d3243f6a88u, out);
    CHECK(out[0] == 0xd16cfe09 && out[1] == 0x94fdcceb && out[2] == 0x5001e420 && out[3] == 0x24126ea1);
}

static void test_same_bits(void)
{
    enum { N = 70001 };
    static float a[N], b[N];
    int64_t n = N;
    int threads = wz_num_threads();
    for (int normal = 0; normal < 2; normal++) {
        wz_generator_seed(NULL, 11);
        wz_set_num_threads(1);
        wz_tensor *x = normal ? wz_randn(&n, 1, NULL, WZ_DTYPE_NONE, NULL) : wz_rand(&n, 1, NULL, WZ_DTYPE_NONE, NULL);
        CHECK(wz_tensor_read(x, a, sizeof a) == WZ_OK);
        wz_generator_seed(NULL, 11);
        wz_set_num_threads(4);
        x = normal ? wz_randn(&n, 1, NULL, WZ_DTYPE_NONE, NULL) : wz_rand(&n, 1, NULL, WZ_DTYPE_NONE, NULL);
        CHECK(wz_tensor_read(x, b, sizeof b) == WZ_OK);
        CHECK(memcmp(a, b, sizeof a) == 0);
        x = normal ? wz_randn(&n, 1, NULL, WZ_DTYPE_NONE, NULL) : wz_rand(&n, 1, NULL, WZ_DTYPE_NONE, NULL);
        CHECK(wz_tensor_read(x, b, sizeof b) == WZ_OK);
        CHECK(memcmp(a, b, sizeof a) != 0);
    }
    wz_set_num_threads(threads);
}

static void test_generators(void)
{
    wz_generator *g;
    uint64_t state[2];
    CHECK(wz_generator_new(99, &g) == WZ_OK);
    int64_t n = 4;
    float a[4], b[4];
    CHECK(wz_tensor_read(wz_rand(&n, 1, g, WZ_DTYPE_NONE, NULL), a, sizeof a) == WZ_OK);
    wz_generator_get_state(g, state);
    CHECK(state[0] == 99 && state[1] == 1 && wz_generator_get_seed(g) == 99);
    state[1] = 0;
    wz_generator_set_state(g, state);
    CHECK(wz_tensor_read(wz_rand(&n, 1, g, WZ_DTYPE_NONE, NULL), b, sizeof b) == WZ_OK);
    CHECK(memcmp(a, b, sizeof a) == 0);
    wz_generator_free(&g);
    CHECK(g == NULL);
}

static void test_refusals(void)
{
    int64_t n = 3;
    wz_device *cpu = wz_device_cpu();
    CHECK(!wz_randint(5, 5, &n, 1, NULL, WZ_DTYPE_NONE, cpu) && strstr(wz_error(), "'from' to be less than 'to'"));
    CHECK(!wz_randint(0, 257, &n, 1, NULL, WZ_DTYPE_U8, cpu) && strstr(wz_error(), "out of bounds for uint8"));
    CHECK(!wz_randperm(-1, NULL, WZ_DTYPE_NONE, cpu) && strstr(wz_error(), "must be non-negative"));
    wz_tensor *x = wz_zeros(&n, 1, WZ_DTYPE_NONE, cpu);
    CHECK(!wz_bernoulli_(x, 1.5, NULL) && strstr(wz_error(), "[0, 1]"));
    CHECK(!wz_multinomial(x, 1, true, NULL) && strstr(wz_error(), "sum of probabilities <= 0"));
    CHECK(!wz_multinomial(x, 4, false, NULL) && strstr(wz_error(), "without replacement"));
}

int main(void)
{
    wz_scope_begin();
    test_vectors();
    test_same_bits();
    test_generators();
    test_refusals();
    wz_scope_end();
    CHECK(wz_live_tensors() == 0);
    return unit_report();
}

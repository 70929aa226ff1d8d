/* reduce.c - rows of floats to one number. Sums run in double, in lanes that the compiler keeps in vectors.
 * SPDX-License-Identifier: MIT */
#include "../../op/elementwise.h"
#include <math.h>

#define ISA_JOIN_(name, isa) name##_##isa
#define ISA_JOIN(name, isa) ISA_JOIN_(name, isa)
#define ISA(name) ISA_JOIN(name, WZ_ISA)

enum { LANES = 16 };

static double lane_total(const double *lane)
{
    double sum[4] = {0};
    for (int k = 0; k < LANES; k++) sum[k % 4] += lane[k];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double ISA(row_sum)(const float *x, int64_t n)
{
    double  lane[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) lane[k] += (double)x[i + k];
    for (; i < n; i++) lane[i % LANES] += (double)x[i];
    return lane_total(lane);
}

double ISA(row_squares)(const float *x, int64_t n)
{
    double  lane[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) lane[k] += (double)x[i + k] * (double)x[i + k];
    for (; i < n; i++) lane[i % LANES] += (double)x[i] * (double)x[i];
    return lane_total(lane);
}

/* The largest (sign 1) or smallest (sign -1) of n > 0 values; NaN if there is one. */
static inline float row_extreme(const float *x, int64_t n, float sign)
{
    float   lane[2 * LANES];
    int32_t nan[2 * LANES] = {0};
    int64_t i = 0;
    for (int k = 0; k < 2 * LANES; k++) lane[k] = x[0] * sign;
    for (; i + 2 * LANES <= n; i += 2 * LANES)
        for (int k = 0; k < 2 * LANES; k++) {
            float v = x[i + k] * sign;
            lane[k] = v > lane[k] ? v : lane[k];
            nan[k] |= v != v;
        }
    float best = x[0] * sign;
    bool  any = false;
    for (int k = 0; k < 2 * LANES; k++) {
        best = lane[k] > best ? lane[k] : best;
        any |= nan[k] != 0;
    }
    for (; i < n; i++) {
        float v = x[i] * sign;
        best = v > best ? v : best;
        any |= v != v;
    }
    return any ? (float)NAN : best * sign;
}

float ISA(row_max)(const float *x, int64_t n) { return row_extreme(x, n, 1); }
float ISA(row_min)(const float *x, int64_t n) { return row_extreme(x, n, -1); }

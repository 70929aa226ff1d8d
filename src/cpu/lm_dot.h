/* lm_dot.h - dot products of a float32 vector with weights of any float dtype, per instruction set.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_LM_DOT_H
#define WZ_CPU_LM_DOT_H
#include <stdint.h>
#include <wootz/wootz.h>

typedef float (*dot_fn)(const float *x, const void *w, int64_t n);
typedef struct dot_table { dot_fn f32, bf16, f16, f8_e4m3fn; } dot_table;

/* The best one this CPU (and wz_cpu_limit) allows for the dtype; NULL for dtypes without one. */
dot_fn dot_for(wz_dtype weight);
#endif

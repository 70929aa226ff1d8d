/* lm_dot.c - the choice among the dot products of each instruction set.
 * SPDX-License-Identifier: MIT */
#include "lm_dot.h"
#include "detect.h"
#include <stddef.h>

extern const dot_table dot_table_for_base;
#if defined(__x86_64__)
extern const dot_table dot_table_for_avx2, dot_table_for_avx512;
#elif defined(__aarch64__)
extern const dot_table dot_table_for_neon;
#endif

dot_fn dot_for(wz_dtype weight)
{
    const dot_table *t = &dot_table_for_base;
    uint32_t         mask = cpu_level_mask();
#if defined(__x86_64__)
    if (mask & (1u << WZ_CPU_AVX2)) t = &dot_table_for_avx2;
    if (mask & (1u << WZ_CPU_AVX512)) t = &dot_table_for_avx512;
#elif defined(__aarch64__)
    if (mask & (1u << WZ_CPU_NEON)) t = &dot_table_for_neon;
#endif
    (void)mask;
    switch (weight) {
    case WZ_DTYPE_F32: return t->f32;
    case WZ_DTYPE_BF16: return t->bf16;
    case WZ_DTYPE_F16: return t->f16;
    case WZ_DTYPE_F8_E4M3FN: return t->f8_e4m3fn;
    default: return NULL;
    }
}

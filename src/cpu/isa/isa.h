/* isa.h - what the files of this folder give to the table of their instruction set (table.c).
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_ISA_ISA_H
#define WZ_CPU_ISA_ISA_H
#include "../cpu_kernels.h"
#include "simd.h"

/* convert.c */
#define ROW_TO(name) void FN(to_f32_##name)(float *dst, const void *src, int64_t n)
#define ROW_FROM(name) void FN(from_f32_##name)(void *dst, const float *src, int64_t n)
ROW_TO(f32); ROW_TO(f64); ROW_TO(f16); ROW_TO(bf16); ROW_TO(e4m3); ROW_TO(e5m2);
ROW_TO(boolean); ROW_TO(i8); ROW_TO(u8); ROW_TO(i16); ROW_TO(u16); ROW_TO(i32);
ROW_FROM(f32); ROW_FROM(f64); ROW_FROM(f16); ROW_FROM(bf16); ROW_FROM(e4m3); ROW_FROM(e5m2);

/* gemv.c */
#define GEMV(name) void FN(gemv_##name)(const cpu_gemv *g, int64_t begin, int64_t end); \
                   void FN(gemv_t_##name)(const cpu_gemv *g, int64_t begin, int64_t end)
GEMV(f32); GEMV(f16); GEMV(bf16); GEMV(e4m3); GEMV(e5m2);

/* gemm.c */
extern const cpu_gemm FN(gemm_f32), FN(gemm_f64);
#endif

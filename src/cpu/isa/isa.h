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

/* rows.c */
#define ROW_UNARY(name) void FN(f32_##name)(float *dst, const float *src, int64_t n)
#define ROW_BINARY(name) void FN(f32_##name)(float *dst, const float *a, const float *b, int64_t n)
ROW_UNARY(exp); ROW_UNARY(log); ROW_UNARY(tanh); ROW_UNARY(sigmoid); ROW_UNARY(silu); ROW_UNARY(gelu_tanh);
ROW_BINARY(add); ROW_BINARY(mul); ROW_BINARY(silu_mul); ROW_BINARY(gelu_tanh_mul);
void   FN(f32_axpy)(float *dst, float factor, const float *a, int64_t n);
void   FN(f32_scale)(float *dst, float factor, const float *a, int64_t n);
double FN(f32_sum)(const float *a, int64_t n);
double FN(f32_sum_squares)(const float *a, int64_t n);
double FN(f32_dot)(const float *a, const float *b, int64_t n);
float  FN(f32_max)(const float *a, int64_t n);
float  FN(f32_min)(const float *a, int64_t n);
void   FN(f32_softmax)(float *dst, const float *a, int64_t n);
void   FN(f32_log_softmax)(float *dst, const float *a, int64_t n);
void   FN(f32_rms_norm)(float *dst, const float *a, const float *weight, float weight_add, double eps, int64_t n);
void   FN(f32_layer_norm)(float *dst, const float *a, const float *weight, const float *bias, double eps, int64_t n);
void   FN(f32_rope_half)(float *dst, const float *a, const float *cosine, const float *sine, int64_t n);
void   FN(f32_rope_interleaved)(float *dst, const float *a, const float *cosine, const float *sine, int64_t n);

/* state.c, attention.c */
void FN(delta_step)(float *state, int64_t stride, const float *q, const float *k, const float *v, float decay, float beta,
                    float *out, float *r, int64_t dk, int64_t dv);
void FN(conv_step)(float *y, float *state, const float *x, const float *weight, const float *bias, int64_t channels,
                   int64_t width);
void FN(attention)(const cpu_attention_block *b);
#endif

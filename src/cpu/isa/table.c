/* table.c - the table of one instruction set.
 * SPDX-License-Identifier: MIT */
#include "isa.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

#if defined(WZ_ISA_AVX512)
#define LEVEL WZ_CPU_AVX512
#elif defined(WZ_ISA_AVX2)
#define LEVEL WZ_CPU_AVX2
#elif defined(WZ_ISA_NEON)
#define LEVEL WZ_CPU_NEON
#else
#define LEVEL WZ_CPU_BASE
#endif

const cpu_kernels FN(cpu_kernels) = {
    .name = TEXT(WZ_ISA),
    .level = LEVEL,
    .lanes = VN,
    .to_f32 = {
        [WZ_DTYPE_F32] = FN(to_f32_f32), [WZ_DTYPE_F64] = FN(to_f32_f64), [WZ_DTYPE_F16] = FN(to_f32_f16),
        [WZ_DTYPE_BF16] = FN(to_f32_bf16), [WZ_DTYPE_F8_E4M3FN] = FN(to_f32_e4m3),
        [WZ_DTYPE_F8_E5M2] = FN(to_f32_e5m2), [WZ_DTYPE_BOOL] = FN(to_f32_boolean), [WZ_DTYPE_I8] = FN(to_f32_i8),
        [WZ_DTYPE_U8] = FN(to_f32_u8), [WZ_DTYPE_I16] = FN(to_f32_i16), [WZ_DTYPE_U16] = FN(to_f32_u16),
        [WZ_DTYPE_I32] = FN(to_f32_i32),
    },
    .from_f32 = {
        [WZ_DTYPE_F32] = FN(from_f32_f32), [WZ_DTYPE_F64] = FN(from_f32_f64), [WZ_DTYPE_F16] = FN(from_f32_f16),
        [WZ_DTYPE_BF16] = FN(from_f32_bf16), [WZ_DTYPE_F8_E4M3FN] = FN(from_f32_e4m3),
        [WZ_DTYPE_F8_E5M2] = FN(from_f32_e5m2),
    },
    .gemv = {
        [WZ_DTYPE_F32] = FN(gemv_f32), [WZ_DTYPE_F16] = FN(gemv_f16), [WZ_DTYPE_BF16] = FN(gemv_bf16),
        [WZ_DTYPE_F8_E4M3FN] = FN(gemv_e4m3), [WZ_DTYPE_F8_E5M2] = FN(gemv_e5m2),
    },
    .gemv_t = {
        [WZ_DTYPE_F32] = FN(gemv_t_f32), [WZ_DTYPE_F16] = FN(gemv_t_f16), [WZ_DTYPE_BF16] = FN(gemv_t_bf16),
        [WZ_DTYPE_F8_E4M3FN] = FN(gemv_t_e4m3), [WZ_DTYPE_F8_E5M2] = FN(gemv_t_e5m2),
    },
    .gemm_f32 = &FN(gemm_f32),
    .gemm_f64 = &FN(gemm_f64),
    .unary = {
        [CPU_EXP] = FN(f32_exp), [CPU_LOG] = FN(f32_log), [CPU_TANH] = FN(f32_tanh),
        [CPU_SIGMOID] = FN(f32_sigmoid), [CPU_SILU] = FN(f32_silu), [CPU_GELU_TANH] = FN(f32_gelu_tanh),
    },
    .sum = FN(f32_sum), .sum_squares = FN(f32_sum_squares), .dot = FN(f32_dot), .max = FN(f32_max),
    .min = FN(f32_min), .axpy = FN(f32_axpy), .scale = FN(f32_scale), .add = FN(f32_add), .mul = FN(f32_mul),
    .silu_mul = FN(f32_silu_mul), .gelu_tanh_mul = FN(f32_gelu_tanh_mul), .softmax = FN(f32_softmax),
    .log_softmax = FN(f32_log_softmax), .rms_norm = FN(f32_rms_norm), .layer_norm = FN(f32_layer_norm),
    .rope_half = FN(f32_rope_half), .rope_interleaved = FN(f32_rope_interleaved), .attention = FN(attention),
    .delta_step = FN(delta_step), .conv_step = FN(conv_step),
};

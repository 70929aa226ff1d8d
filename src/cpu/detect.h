/* detect.h - which CPU kernels may run here.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_DETECT_H
#define WZ_CPU_DETECT_H
#include "cpu_kernels.h"
#include <stdint.h>
#include <wootz/wootz.h>

/* Bit 1 << wz_cpu_level for every level the CPU has and wz_cpu_limit allows; the reference always. */
uint32_t cpu_level_mask(void);

/* The table of the best level in cpu_level_mask(); the base table when only the reference is allowed. */
const cpu_kernels *cpu_kernels_now(void);
/* The table of one level; NULL when the CPU has it not or it is not compiled in. */
const cpu_kernels *cpu_kernels_of(wz_cpu_level level);
#endif

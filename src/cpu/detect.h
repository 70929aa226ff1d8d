/* detect.h - which CPU kernels may run here.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CPU_DETECT_H
#define WZ_CPU_DETECT_H
#include <stdint.h>
#include <wootz/wootz.h>

/* Bit 1 << wz_cpu_level for every level the CPU has and wz_cpu_limit allows; the reference always. */
uint32_t cpu_level_mask(void);
#endif

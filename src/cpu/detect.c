/* detect.c - CPU features, looked up once, and the mask that tests and measurements narrow.
 *
 * The compiler's own detection is used: it checks that the operating system saves the wide registers too.
 * SPDX-License-Identifier: MIT */
#include "detect.h"
#include "../core/error.h"
#include <stdatomic.h>

static atomic_uint allowed; /* 0: not looked up yet */

static uint32_t present(void)
{
    uint32_t mask = 1u << WZ_CPU_REF | 1u << WZ_CPU_BASE;
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (avx2) mask |= 1u << WZ_CPU_AVX2;
    if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bf16"))
        mask |= 1u << WZ_CPU_AVX512;
#elif defined(__aarch64__)
    mask |= 1u << WZ_CPU_NEON;
#endif
    return mask;
}

uint32_t cpu_level_mask(void)
{
    uint32_t mask = atomic_load_explicit(&allowed, memory_order_relaxed);
    if (mask) return mask;
    mask = present();
    atomic_store(&allowed, mask);
    return mask;
}

bool wz_cpu_has(wz_cpu_level level) { return (unsigned)level < WZ_CPU_LEVELS && ((present() >> level) & 1); }

const char *wz_cpu_level_name(wz_cpu_level level)
{
    static const char *const names[WZ_CPU_LEVELS] = {"ref", "base", "avx2", "avx512", "neon"};
    return (unsigned)level < WZ_CPU_LEVELS ? names[level] : "unknown";
}

wz_status wz_cpu_limit(wz_cpu_level level)
{
    if (!wz_cpu_has(level))
        return fail(WZ_UNSUPPORTED, "this CPU has no kernels of level %s", wz_cpu_level_name(level));
    atomic_store(&allowed, present() & ((2u << level) - 1));
    return WZ_OK;
}

/* detect.c - CPU features, looked up once, and the mask that tests and measurements narrow.
 *
 * A wide level counts only when the operating system saves its registers too (XCR0), and only as a
 * whole: all its instructions or none, so that a virtual machine which hides some gets the level below.
 * SPDX-License-Identifier: MIT */
#include "detect.h"
#include "../core/error.h"
#include <stdatomic.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

static atomic_uint found;   /* what the CPU has; 0: not looked up yet */
static atomic_uint allowed; /* narrowed by wz_cpu_limit; 0: not set yet */

#if defined(__x86_64__)
static bool has_bits(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

/* The register states that the operating system saves. Only valid when OSXSAVE is set. */
static uint32_t saved_states(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static uint32_t x86_levels(void)
{
    /* Leaf 1 ECX: FMA 12, OSXSAVE 27, AVX 28, F16C 29. Leaf 7 EBX: AVX2 5, AVX512F 16, DQ 17, BW 30,
     * VL 31. Leaf 7.1 EAX: AVX512_BF16 5. XCR0: SSE 1, AVX 2, opmask and ZMM 5..7. */
    uint32_t a, b, c, d, levels = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    if (!has_bits(c, 1u << 12 | 1u << 27 | 1u << 28 | 1u << 29)) return 0;
    uint32_t saved = saved_states();
    if (!has_bits(saved, 1u << 1 | 1u << 2)) return 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !has_bits(b, 1u << 5)) return 0;
    levels |= 1u << WZ_CPU_AVX2;
    if (!has_bits(b, 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31) || !has_bits(saved, 7u << 5)) return levels;
    if (a >= 1 && __get_cpuid_count(7, 1, &a, &b, &c, &d) && has_bits(a, 1u << 5))
        levels |= 1u << WZ_CPU_AVX512;
    return levels;
}
#endif

static uint32_t present(void)
{
    uint32_t mask = atomic_load_explicit(&found, memory_order_relaxed);
    if (mask) return mask;
    mask = 1u << WZ_CPU_REF | 1u << WZ_CPU_BASE;
#if defined(__x86_64__)
    mask |= x86_levels();
#elif defined(__aarch64__)
    mask |= 1u << WZ_CPU_NEON; /* part of the architecture */
#endif
    atomic_store(&found, mask);
    return mask;
}

uint32_t cpu_level_mask(void)
{
    uint32_t mask = atomic_load_explicit(&allowed, memory_order_relaxed);
    return mask ? mask : present();
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

const cpu_kernels *cpu_kernels_of(wz_cpu_level level)
{
    if (!wz_cpu_has(level)) return NULL;
    switch (level) {
    case WZ_CPU_BASE: return &cpu_kernels_base;
#if defined(__x86_64__)
    case WZ_CPU_AVX2: return &cpu_kernels_avx2;
    case WZ_CPU_AVX512: return &cpu_kernels_avx512;
#elif defined(__aarch64__)
    case WZ_CPU_NEON: return &cpu_kernels_neon;
#endif
    default: return NULL;
    }
}

const cpu_kernels *cpu_kernels_now(void)
{
    uint32_t mask = cpu_level_mask();
    for (int level = WZ_CPU_LEVELS - 1; level > WZ_CPU_BASE; level--) {
        const cpu_kernels *k = (mask >> level) & 1 ? cpu_kernels_of((wz_cpu_level)level) : NULL;
        if (k) return k;
    }
    return &cpu_kernels_base;
}

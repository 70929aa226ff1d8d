/* fakecuda.h - how a test steers the fake driver: symbols of its own beside the real API's.
 *
 * The library stands in for libcuda.so.1 and libnvrtc.so at once (WZ_CUDA_LIBRARY, WZ_NVRTC_LIBRARY). Environment,
 * read when it is first used: FAKECUDA_DEVICES (1), FAKECUDA_ARCH (90), FAKECUDA_VERSION (13000), FAKECUDA_SEED
 * (0: no disorder), FAKECUDA_DELAY (microseconds, at most, before a command runs), FAKECUDA_MEMORY (bytes a device).
 * SPDX-License-Identifier: MIT */
#ifndef FAKECUDA_H
#define FAKECUDA_H

typedef enum fake_fault {
    FAKE_NO_MEMORY,     /* the nth allocation from now gives CUDA_ERROR_OUT_OF_MEMORY */
    FAKE_LAUNCH,        /* the nth launch is refused: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES */
    FAKE_STICKY,        /* the nth launch runs into an illegal address */
    FAKE_COMPILE,       /* the nth compilation fails */
    FAKE_EVENT,         /* the nth new event cannot be made: CUDA_ERROR_OUT_OF_MEMORY */
    FAKE_N_FAULTS
} fake_fault;

typedef struct fake_counts {
    long allocations, live_blocks, launches, compilations, loads, copies;
} fake_counts;

/* dlsym these. n = 0 switches a fault off. */
typedef void        fakecuda_fault_fn(fake_fault what, long n);
typedef void        fakecuda_disorder_fn(unsigned long seed, unsigned delay_us);
typedef void        fakecuda_counts_fn(fake_counts *out);
typedef const char *fakecuda_reason_fn(void);   /* why the last error was returned; "" before the first */
#endif

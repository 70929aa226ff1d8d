/* cuda.h - what backend.c and compile.c share.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CUDA_CUDA_H
#define WZ_CUDA_CUDA_H
#include "driver.h"
#include <pthread.h>

enum { LAST_LAUNCHES = 8, STAGES = 2 };

struct cuda_program;

typedef struct cuda_data { /* wz_device.data */
    cu_device            device;
    cu_context           context;
    int                  arch;          /* 90 is sm_90 */
    const char *_Atomic  last[LAST_LAUNCHES]; /* names of the last kernels, a ring */
    atomic_uint          n_launched;
    pthread_mutex_t      staging;       /* guards stage, staged */
    void                *stage[STAGES]; /* pinned memory by which bytes of the host travel; made at first use */
    cu_event             staged[STAGES];
    pthread_mutex_t      compiling;     /* guards programs */
    struct cuda_program *programs;
} cuda_data;

/* Makes the device's context current on this thread unless it is; cuda_leave restores the caller's. */
bool cuda_enter(const wz_device *dev);
void cuda_leave(bool entered);
/* WZ_OK, or the error with what was tried; an error that the device does not survive marks it broken. */
wz_status cuda_check(wz_device *dev, cu_result error, const char *what);

/* compile.c: the kernel in its module, compiled or taken from the cache on disk. */
wz_status cuda_kernel_build(wz_device *dev, const wz_kernel_key *key, wz_kernel *out);
void      cuda_kernel_free(wz_kernel *k);
void      cuda_programs_free(wz_device *dev);
#endif

/* driver.h - NVIDIA's driver and run-time compiler, opened when first asked for.
 *
 * The prototypes are our own, so nothing of the CUDA toolkit is needed to build, and one binary serves
 * machines with and without a GPU. WZ_CUDA_LIBRARY and WZ_NVRTC_LIBRARY name other files to open (for tests and
 * for unusual installations).
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CUDA_DRIVER_H
#define WZ_CUDA_DRIVER_H
#include "../core/core.h"

typedef int                  cu_result;
typedef int                  rtc_result;
typedef int                  cu_device;
typedef unsigned long long   cu_address;
typedef struct CUctx_st     *cu_context;
typedef struct CUstream_st  *cu_stream;   /* NULL: the default one */
typedef struct CUevent_st   *cu_event;
typedef struct CUmod_st     *cu_module;
typedef struct CUfunc_st    *cu_function;
typedef struct _nvrtcProgram *rtc_program;

enum { /* results that are told apart */
    CU_OK = 0, CU_INVALID_VALUE = 1, CU_NO_MEMORY = 2, CU_NO_DEVICE = 100, CU_NOT_READY = 600, CU_LAUNCH_RESOURCES = 701,
};

enum { /* device attributes and flags */
    CU_ATTR_SMS = 16, CU_ATTR_MAJOR = 75, CU_ATTR_MINOR = 76,
    CU_STREAM_NON_BLOCKING = 1, CU_EVENT_DEFAULT = 0, CU_HOST_PORTABLE = 1,
};
/* cuLaunchKernel's `extra` list. */
#define CU_PARAM_END     ((void *)0)
#define CU_PARAM_BUFFER  ((void *)1)
#define CU_PARAM_SIZE    ((void *)2)

enum { CUDA_OLDEST_DRIVER = 12000, CUDA_OLDEST_ARCH = 80 }; /* bf16 and warp reductions begin with sm_80 */

typedef struct cuda_driver {
#define CU(name, symbol, params) cu_result (*name) params;
#include "driver.def"
#undef CU
    int version;              /* of CUDA that the driver serves: 13000 is 13.0 */
    int count;                /* devices that can be used */
    int ordinal[16];          /* their numbers in the driver */
} cuda_driver;

typedef struct cuda_compiler {
#define RTC(name, symbol, params) rtc_result (*name) params;
#include "driver.def"
#undef RTC
    int version;              /* 13002 is 13.2 */
} cuda_compiler;

extern cuda_driver   cu;      /* valid once cuda_driver_open has returned WZ_OK */
extern cuda_compiler rtc;

/* Opens the driver and looks for devices, once. WZ_NODEVICE otherwise; *why is then one line that says why. */
wz_status cuda_driver_open(const char **why);
/* Opens NVRTC, once; WZ_UNSUPPORTED with the reason when it is missing. */
wz_status cuda_compiler_open(void);
/* "CUDA_ERROR_OUT_OF_MEMORY: out of memory", into a buffer of the thread. */
const char *cuda_error_text(cu_result error);
#endif

/* driver.c - finds the driver, the devices and the compiler, or the reason why not. See driver.h.
 * SPDX-License-Identifier: MIT */
#include "driver.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cuda_driver   cu;
cuda_compiler rtc;

static pthread_once_t driver_once = PTHREAD_ONCE_INIT, compiler_once = PTHREAD_ONCE_INIT;
static char           driver_why[512], compiler_why[512];

typedef struct symbol {
    const char *name;
    void       *at;           /* where its address goes: a pointer to a function, so copied by bytes */
} symbol;

/* The name of a symbol that is absent, or NULL. */
static const char *load_symbols(void *library, const symbol *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        void *address = dlsym(library, s[i].name);
        if (!address) return s[i].name;
        memcpy(s[i].at, &address, sizeof address);
    }
    return NULL;
}

static void *open_first(const char *variable, const char *const *names, char *why, size_t room)
{
    const char *given = getenv(variable);
    if (given && *given) {
        void *library = dlopen(given, RTLD_NOW | RTLD_LOCAL);
        if (!library) snprintf(why, room, "%s names a file that cannot be opened: %s", variable, dlerror());
        return library;
    }
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

/* ---- the driver --------------------------------------------------------------------------------------- */

const char *cuda_error_text(cu_result error)
{
    static _Thread_local char text[160];
    const char *name = NULL, *meaning = NULL;
    if (!cu.error_name || cu.error_name(error, &name) != CU_OK || !name) name = "unknown CUDA error";
    if (!cu.error_text || cu.error_text(error, &meaning) != CU_OK || !meaning) meaning = "no description";
    snprintf(text, sizeof text, "%s (%d): %s", name, error, meaning);
    return text;
}

/* Devices that are too old are left out; the last of them is named when no other is there. */
static void list_devices(void)
{
    int n = 0, oldest = 0;
    cu_result error = cu.device_count(&n);
    if (error == CU_NO_DEVICE || (error == CU_OK && n == 0)) {
        const char *visible = getenv("CUDA_VISIBLE_DEVICES");
        snprintf(driver_why, sizeof driver_why, "the driver sees no device%s%.100s%s",
                 visible ? " (CUDA_VISIBLE_DEVICES is '" : "", visible ? visible : "", visible ? "')" : "");
        return;
    }
    if (error != CU_OK) {
        snprintf(driver_why, sizeof driver_why, "the devices could not be counted: %s", cuda_error_text(error));
        return;
    }
    for (int i = 0; i < n && cu.count < 16; i++) {
        cu_device device;
        int       major = 0, minor = 0;
        error = cu.device_get(&device, i);
        if (error == CU_OK) error = cu.device_attribute(&major, CU_ATTR_MAJOR, device);
        if (error == CU_OK) error = cu.device_attribute(&minor, CU_ATTR_MINOR, device);
        if (error != CU_OK) {
            snprintf(driver_why, sizeof driver_why, "device %d cannot be asked for its architecture: %s", i, cuda_error_text(error));
        } else if (major * 10 + minor < CUDA_OLDEST_ARCH) {
            oldest = major * 10 + minor;
            char name[128] = "a device";
            (void)cu.device_name(name, sizeof name, device);
            snprintf(driver_why, sizeof driver_why, "architecture unsupported: %s is sm_%d, sm_%d or newer is needed", name, oldest,
                     (int)CUDA_OLDEST_ARCH);
        } else {
            cu.ordinal[cu.count++] = i;
        }
    }
}

static void open_driver(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", NULL};
    static const symbol symbols[] = {
#define CU(name, symbol, params) {#symbol, &cu.name},
#include "driver.def"
#undef CU
    };
    void *library = open_first("WZ_CUDA_LIBRARY", names, driver_why, sizeof driver_why);
    if (!library) {
        if (!driver_why[0]) snprintf(driver_why, sizeof driver_why, "the NVIDIA driver is missing (no libcuda.so.1)");
        return;
    }
    const char *missing = load_symbols(library, symbols, sizeof symbols / sizeof *symbols);
    if (missing) {
        snprintf(driver_why, sizeof driver_why, "the NVIDIA driver is too old: it has no %s", missing);
        dlclose(library);
        return;
    }
    cu_result error = cu.init(0);
    if (error == CU_NO_DEVICE) {
        list_devices();
        if (!driver_why[0]) snprintf(driver_why, sizeof driver_why, "the driver sees no device");
        return;
    }
    if (error != CU_OK) {
        snprintf(driver_why, sizeof driver_why, "the NVIDIA driver does not start: %s", cuda_error_text(error));
        return;
    }
    (void)cu.driver_version(&cu.version);
    if (cu.version < CUDA_OLDEST_DRIVER) {
        snprintf(driver_why, sizeof driver_why, "the NVIDIA driver is too old: it serves CUDA %d.%d, %d.%d is needed", cu.version / 1000,
                 cu.version % 1000 / 10, CUDA_OLDEST_DRIVER / 1000, CUDA_OLDEST_DRIVER % 1000 / 10);
        return;
    }
    list_devices();
}

wz_status cuda_driver_open(const char **why)
{
    (void)pthread_once(&driver_once, open_driver);
    if (cu.count) return WZ_OK;
    if (why) *why = driver_why;
    return fail(WZ_NODEVICE, "%s", driver_why);
}

/* ---- the compiler --------------------------------------------------------------------------------------- */

static void open_compiler(void)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL};
    static const symbol symbols[] = {
#define RTC(name, symbol, params) {#symbol, &rtc.name},
#include "driver.def"
#undef RTC
    };
    void *library = open_first("WZ_NVRTC_LIBRARY", names, compiler_why, sizeof compiler_why);
    if (!library) {
        if (!compiler_why[0])
            snprintf(compiler_why, sizeof compiler_why, "kernels cannot be compiled: NVRTC is missing (no libnvrtc.so.13 or .12)");
        return;
    }
    const char *missing = load_symbols(library, symbols, sizeof symbols / sizeof *symbols);
    int         major = 0, minor = 0;
    if (missing) snprintf(compiler_why, sizeof compiler_why, "kernels cannot be compiled: NVRTC is too old, it has no %s", missing);
    else if (rtc.version_of(&major, &minor) != 0) snprintf(compiler_why, sizeof compiler_why, "NVRTC does not say its version");
    else rtc.version = major * 1000 + minor;
}

wz_status cuda_compiler_open(void)
{
    (void)pthread_once(&compiler_once, open_compiler);
    return rtc.version ? WZ_OK : fail(WZ_UNSUPPORTED, "%s", compiler_why);
}

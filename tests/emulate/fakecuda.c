/* fakecuda.c - a libcuda and libnvrtc that run on the emulator, for testing the CUDA back end without a GPU.
 *
 * Device memory is host memory between guard pages, and freed memory stays unmapped. Every stream is a thread with
 * a queue, so work is as late and as disordered as the API allows: before each command it may sleep, by a seed. A kernel
 * is found by its name among those compiled for the emulator; the text given to the compiler must hold it. What the
 * real driver would refuse or what would be undefined there (a bad handle, memory that is freed or too small,
 * arguments of another size) is an error here, and a fault of the emulator is a failed launch.
 * SPDX-License-Identifier: MIT */
#include "fakecuda_run.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t  changed = PTHREAD_COND_INITIALIZER;
block          *blocks;
int             arch;
uint64_t        seed;
unsigned        delay_us;
fake_counts     counts;
static context  contexts[MAX_FAKE_DEVICES];
static int      n_devices = -1, version;
static size_t   memory_total, memory_used[MAX_FAKE_DEVICES];
static long     countdown[FAKE_N_FAULTS];
static char     reason[512];
static _Thread_local context *stack[MAX_DEPTH];
static _Thread_local int      depth;
enum { QUARANTINE = 500 };   /* the system allows some 65,000 mappings, and the emulator uses many */

/* ---- errors, settings ------------------------------------------------------------------------------------ */

cu_result refuse(cu_result error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    return error;
}

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

bool fault_now(fake_fault what) { return countdown[what] > 0 && --countdown[what] == 0; }

const char *fakecuda_reason(void) { return reason; }

void fakecuda_fault(fake_fault what, long n)
{
    pthread_mutex_lock(&lock);
    countdown[what] = n;
    pthread_mutex_unlock(&lock);
}

void fakecuda_disorder(unsigned long new_seed, unsigned most)
{
    pthread_mutex_lock(&lock);
    seed = new_seed;
    delay_us = most;
    pthread_mutex_unlock(&lock);
}

void fakecuda_counts(fake_counts *out)
{
    pthread_mutex_lock(&lock);
    *out = counts;
    pthread_mutex_unlock(&lock);
}

cu_result cuGetErrorName(cu_result error, const char **text)
{
    switch (error) {
    case CU_OK: *text = "CUDA_SUCCESS"; break;
    case CU_INVALID_VALUE: *text = "CUDA_ERROR_INVALID_VALUE"; break;
    case CU_NO_MEMORY: *text = "CUDA_ERROR_OUT_OF_MEMORY"; break;
    case CU_NO_DEVICE: *text = "CUDA_ERROR_NO_DEVICE"; break;
    case INVALID_IMAGE: *text = "CUDA_ERROR_INVALID_IMAGE"; break;
    case INVALID_CONTEXT: *text = "CUDA_ERROR_INVALID_CONTEXT"; break;
    case INVALID_HANDLE: *text = "CUDA_ERROR_INVALID_HANDLE"; break;
    case NOT_FOUND: *text = "CUDA_ERROR_NOT_FOUND"; break;
    case ILLEGAL_ADDRESS: *text = "CUDA_ERROR_ILLEGAL_ADDRESS"; break;
    case CU_LAUNCH_RESOURCES: *text = "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"; break;
    case LAUNCH_FAILED: *text = "CUDA_ERROR_LAUNCH_FAILED"; break;
    default: *text = "CUDA_ERROR_OTHER"; break;
    }
    return CU_OK;
}

cu_result cuGetErrorString(cu_result error, const char **text)
{
    (void)error;
    *text = reason; /* more than the real one tells */
    return CU_OK;
}

/* ---- devices and contexts ---------------------------------------------------------------------------------- */

cu_result cuInit(unsigned flags)
{
    if (flags) return refuse(CU_INVALID_VALUE, "cuInit takes no flags");
    pthread_mutex_lock(&lock);
    n_devices = (int)setting("FAKECUDA_DEVICES", 1);
    arch = (int)setting("FAKECUDA_ARCH", 90);
    version = (int)setting("FAKECUDA_VERSION", 13000);
    seed = (uint64_t)setting("FAKECUDA_SEED", 0);
    delay_us = (unsigned)setting("FAKECUDA_DELAY", 0);
    memory_total = (size_t)setting("FAKECUDA_MEMORY", 1L << 32);
    pthread_mutex_unlock(&lock);
    return n_devices == 0 ? refuse(CU_NO_DEVICE, "no CUDA-capable device is detected") : CU_OK;
}

cu_result cuDriverGetVersion(int *out)
{
    *out = version;
    return CU_OK;
}

cu_result cuDeviceGetCount(int *out)
{
    if (n_devices < 0) return refuse(NOT_INITIALISED, "cuInit was not called");
    *out = n_devices;
    return CU_OK;
}

cu_result cuDeviceGet(cu_device *device, int ordinal)
{
    if (ordinal < 0 || ordinal >= n_devices) return refuse(INVALID_DEVICE, "there is no device %d", ordinal);
    *device = 100 + ordinal; /* not the same as the ordinal */
    return CU_OK;
}

static int number_of(cu_device device) { return device >= 100 && device < 100 + n_devices ? device - 100 : -1; }

cu_result cuDeviceGetName(char *name, int room, cu_device device)
{
    if (number_of(device) < 0) return refuse(INVALID_DEVICE, "%d is no device", device);
    snprintf(name, (size_t)room, "emulated device %d", number_of(device));
    return CU_OK;
}

cu_result cuDeviceGetAttribute(int *value, int attribute, cu_device device)
{
    if (number_of(device) < 0) return refuse(INVALID_DEVICE, "%d is no device", device);
    if (attribute == CU_ATTR_SMS) *value = 4;
    else if (attribute == CU_ATTR_MAJOR) *value = arch / 10;
    else if (attribute == CU_ATTR_MINOR) *value = arch % 10;
    else return refuse(CU_INVALID_VALUE, "attribute %d is not known here", attribute);
    return CU_OK;
}

cu_result cuDeviceTotalMem_v2(size_t *bytes, cu_device device)
{
    if (number_of(device) < 0) return refuse(INVALID_DEVICE, "%d is no device", device);
    *bytes = memory_total;
    return CU_OK;
}

cu_result cuDevicePrimaryCtxRetain(cu_context *out, cu_device device)
{
    int n = number_of(device);
    if (n < 0) return refuse(INVALID_DEVICE, "%d is no device", device);
    pthread_mutex_lock(&lock);
    context *c = &contexts[n];
    if (c->magic == 0) {
        c->magic = CONTEXT_MAGIC;
        c->device = n;
        c->standard = stream_make(c, 0);
    }
    c->retained++;
    pthread_mutex_unlock(&lock);
    *out = c;
    return CU_OK;
}

cu_result cuDevicePrimaryCtxRelease_v2(cu_device device)
{
    int n = number_of(device);
    if (n < 0 || contexts[n].retained < 1) return refuse(INVALID_CONTEXT, "a context that is not retained");
    contexts[n].retained--;
    return CU_OK;
}

static context *now(void) { return depth ? stack[depth - 1] : NULL; }

cu_result cuCtxGetCurrent(cu_context *out)
{
    *out = now();
    return CU_OK;
}

cu_result cuCtxPushCurrent_v2(cu_context c)
{
    if (!c || c->magic != CONTEXT_MAGIC || c->retained < 1) return refuse(INVALID_CONTEXT, "a context that is none");
    if (depth == MAX_DEPTH) return refuse(INVALID_CONTEXT, "contexts are pushed and never popped");
    stack[depth++] = c;
    return CU_OK;
}

cu_result cuCtxPopCurrent_v2(cu_context *out)
{
    if (!depth) return refuse(INVALID_CONTEXT, "no context to pop");
    *out = stack[--depth];
    return CU_OK;
}

context *usable(cu_result *error)
{
    context *c = now();
    *error = !c ? refuse(INVALID_CONTEXT, "no context is current") : c->sticky;
    return *error == CU_OK ? c : NULL;
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

block *block_at(cu_address address)
{
    for (block *b = blocks; b; b = b->next)
        if (address >= (cu_address)(uintptr_t)b->p && address < (cu_address)(uintptr_t)b->p + b->bytes) return b;
    return NULL;
}

bool reachable(cu_address address, size_t bytes)
{
    block *b = block_at(address);
    return b && b->live && bytes <= b->bytes - (size_t)(address - (cu_address)(uintptr_t)b->p);
}

static char *block_make(size_t bytes, int device)
{
    block *b = calloc(1, sizeof *b);
    if (!b) abort();
    *b = (block){blocks, emu_alloc(bytes), bytes, device, true};
    blocks = b;
    counts.allocations++;
    counts.live_blocks++;
    return b->p;
}

/* Touching it is a fault from now on. Its addresses come back only after many others have been freed. */
static void block_end(block *b)
{
    static int n_dead;
    uintptr_t first = (uintptr_t)b->p / 4096 * 4096, end = (uintptr_t)b->p + b->bytes;
    b->live = false;
    counts.live_blocks--;
    madvise((void *)first, end - first, MADV_DONTNEED);
    mprotect((void *)first, end - first, PROT_NONE);
    if (++n_dead <= QUARANTINE) return;
    block **oldest = NULL;
    for (block **at = &blocks; *at; at = &(*at)->next)
        if (!(*at)->live) oldest = at;
    block *gone = *oldest;
    *oldest = gone->next;
    emu_free(gone->p);
    free(gone);
    n_dead--;
}

cu_result cuMemAlloc_v2(cu_address *address, size_t bytes)
{
    cu_result error;
    context  *c = usable(&error);
    if (!c) return error;
    if (bytes == 0) return refuse(CU_INVALID_VALUE, "an allocation of no bytes");
    pthread_mutex_lock(&lock);
    if (fault_now(FAKE_NO_MEMORY) || memory_used[c->device] + bytes > memory_total) {
        error = refuse(CU_NO_MEMORY, "out of memory");
    } else {
        *address = (cu_address)(uintptr_t)block_make(bytes, c->device);
        memory_used[c->device] += bytes;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuMemFree_v2(cu_address address)
{
    cu_result error;
    context  *c = usable(&error);
    if (!c) return error;
    pthread_mutex_lock(&lock);
    block *b = block_at(address);
    if (!b || !b->live || b->device != c->device || (cu_address)(uintptr_t)b->p != address) {
        error = refuse(CU_INVALID_VALUE, "free of what is no allocation");
    } else {
        memory_used[c->device] -= b->bytes;
        block_end(b);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuMemGetInfo_v2(size_t *left, size_t *total)
{
    cu_result error;
    context  *c = usable(&error);
    if (!c) return error;
    *total = memory_total;
    *left = memory_total - memory_used[c->device];
    return CU_OK;
}

cu_result cuMemHostAlloc(void **host, size_t bytes, unsigned flags)
{
    cu_result error;
    if (!usable(&error)) return error;
    if (bytes == 0 || flags & ~(unsigned)CU_HOST_PORTABLE) return refuse(CU_INVALID_VALUE, "pinned memory of %zu bytes, flags %u", bytes, flags);
    pthread_mutex_lock(&lock);
    if (fault_now(FAKE_NO_MEMORY)) error = refuse(CU_NO_MEMORY, "out of pinned memory");
    else *host = block_make(bytes, -1);
    pthread_mutex_unlock(&lock);
    return error;
}

cu_result cuMemFreeHost(void *host)
{
    cu_result error = CU_OK;
    pthread_mutex_lock(&lock);
    block *b = block_at((cu_address)(uintptr_t)host);
    if (!b || !b->live || b->device != -1 || b->p != host) error = refuse(CU_INVALID_VALUE, "free of what is no pinned memory");
    else block_end(b);
    pthread_mutex_unlock(&lock);
    return error;
}

/* backend.h - what a device has to provide, and the records it is given.
 *
 * A backend is storage, streams and launches; it knows nothing of ops or tensors. It sees spans (a
 * block, an offset, a length) and launches (a kernel, a grid, spans, bytes of arguments). The CPU is an
 * ordinary backend: its kernel is a C function that is handed one part of the work.
 * SPDX-License-Identifier: MIT */
#ifndef WZ_CORE_BACKEND_H
#define WZ_CORE_BACKEND_H
#include <stdatomic.h>
#include <wootz/wootz.h>

enum { LAUNCH_MAX_BUFFERS = 24, LAUNCH_MAX_ARGS = 3072 };

typedef enum wz_mem { WZ_MEM_DEVICE, WZ_MEM_SHARED, WZ_MEM_PINNED } wz_mem;

/* Raw memory of a device. `host` is the address the CPU may use (NULL for device-only memory),
 * `handle` the device's own name for it (CUdeviceptr, MTLBuffer, or the pointer itself). */
typedef struct wz_block {
    void  *host;
    void  *handle;
    size_t bytes;
    wz_mem kind;
} wz_block;

typedef struct wz_span {
    wz_block block;
    size_t   offset;
    size_t   bytes;
} wz_span;

typedef struct wz_launch wz_launch;

/* A CPU kernel does part `part` of `n_parts` of the launch. */
typedef void (*cpu_kernel_fn)(const wz_launch *l, int part, int n_parts);

/* What names a kernel to be built from text (device/program.h): kernel `name` of src/kernels/<file>.c in the
 * instance given by its dtypes (K_T K_U K_V K_W; NONE ends them), an operation (K_OP, may be NULL), integer
 * constants (K_C0 ..) and 64-bit indices (K_WIDE). */
typedef struct wz_kernel_key {
    const char *file;
    const char *name;
    wz_dtype    dtype[4];
    const char *op;
    int32_t     constant[8];
    int         n_constants;
    bool        wide;
} wz_kernel_key;

typedef struct wz_kernel {
    cpu_kernel_fn cpu;
    void         *handle;
    const char   *name;
} wz_kernel;

enum { SPAN_READ = 1, SPAN_WRITE = 2 };

/* Where a running kernel reports a bad value; the first report wins. */
typedef struct launch_error {
    atomic_int status;            /* wz_status */
    char       text[256];
} launch_error;

struct wz_launch {
    wz_kernel   kernel;
    uint32_t    grid[3], block[3];
    int         n_buffers;
    wz_span     buffer[LAUNCH_MAX_BUFFERS];
    uint8_t     access[LAUNCH_MAX_BUFFERS];
    bool        barrier;   /* filled from hazards: must come after what was encoded before */
    int         n_parts;   /* CPU: parts to hand to the pool; 1 runs on one thread */
    launch_error *error;   /* CPU: set by the backend while the kernel runs */
    size_t      args_bytes;
    const void *args;      /* copied by the backend if it defers the launch */
};

typedef struct wz_backend {
    const char *name;
    /* devices */
    wz_status (*count)(int *n, const char **why_none);
    wz_status (*open)(int index, wz_device *dev);
    void (*close)(wz_device *dev);
    /* memory: raw blocks; the caching allocator above is shared by all */
    wz_status (*block_new)(wz_device *dev, size_t bytes, wz_mem kind, wz_block *out);
    void (*block_free)(wz_device *dev, wz_block *b);
    wz_status (*block_wrap)(wz_device *dev, void *host, size_t bytes, wz_block *out); /* or NULL */
    /* streams: one timeline each */
    wz_status (*stream_new)(wz_device *dev, int priority, wz_stream *s);
    void (*stream_free)(wz_stream *s);
    wz_status (*stream_mark)(wz_stream *s, uint64_t ticket);
    wz_status (*stream_flush)(wz_stream *s);
    wz_status (*stream_wait)(wz_stream *s, uint64_t ticket);
    bool (*stream_done)(wz_stream *s, uint64_t ticket);
    wz_status (*stream_follow)(wz_stream *s, wz_stream *other, uint64_t ticket);
    wz_status (*stream_time)(wz_stream *s, uint64_t from, uint64_t to, double *seconds);
    /* commands, in stream order */
    wz_status (*launch)(wz_stream *s, const wz_launch *l);
    wz_status (*copy)(wz_stream *s, wz_span dst, wz_span src);
    wz_status (*fill)(wz_stream *s, wz_span dst, uint32_t pattern);
    wz_status (*upload)(wz_stream *s, wz_span dst, const void *src);   /* src is free on return */
    wz_status (*download)(wz_stream *s, void *dst, wz_span src);       /* dst is valid on return */
    /* kernels from text; NULL where kernels are C functions */
    wz_status (*kernel_build)(wz_device *dev, const wz_kernel_key *key, wz_kernel *out);
    void (*kernel_free)(wz_kernel *k);
    /* graphs: optional, NULL means replay by re-issuing the list */
    wz_status (*graph_build)(wz_stream *s, const void *list, size_t n, void **graph);
    wz_status (*graph_launch)(wz_stream *s, void *graph);
    void (*graph_free)(void *graph);
} wz_backend;

extern const wz_backend cpu_backend, cuda_backend;

struct allocator;
struct kernel_cache;

struct wz_device {
    const wz_backend *backend;
    wz_device_kind    kind;
    int               index;
    char              name[32];
    wz_device_info    info;
    void             *data;              /* the backend's own */
    struct allocator *alloc;
    wz_stream        *default_stream;
    wz_stream        *streams;           /* all of them, for wz_device_sync; guarded by the device lock */
    void             *lock;
    atomic_ullong     next_stream_id;
    struct kernel_cache *kernels;        /* those built so far (op/gpu.c); NULL on the CPU */
    atomic_bool       breaking, broken;  /* a sticky device error: every later command fails */
    char              broken_text[512];
};

struct wz_stream {
    wz_device    *dev;
    uint64_t      id;
    int           priority;
    atomic_int    refs;
    atomic_ullong issued;                /* last ticket value handed out */
    void         *data;                  /* the backend's own */
    _Atomic wz_status error;             /* the first error; later commands return it */
    char          error_text[256];
    bool          closed;                /* given back; its memory belongs to the default stream now */
    wz_stream    *next;
};
#endif

/* wootz.h - tensors on the machine you own: CPU, CUDA and Metal from one small C library.
 *
 * This header is the manual of the core: types, errors, devices, memory, streams, tensors, scopes and
 * the generic call. One documented prototype per operation stands in wootz/ops.h, made from the op table.
 *
 * Errors.  Functions return wz_status; WZ_OK is 0. wz_error() gives one line about the last failure on
 *   this thread. Out parameters are set to NULL on entry and written only on success.
 * Scopes.  Every tensor an operation makes belongs to the innermost open scope of the calling thread:
 *       wz_scope_begin();
 *       wz_tensor *y = wz_add(wz_matmul(x, w), b);      // no clean-up code, no leak on early return
 *       wz_tensor *kept = wz_keep(y);                   // the caller's own reference now
 *       wz_scope_end();                                 // frees everything else made in between
 *       wz_free(&kept);
 *   Without an open scope an operation fails with WZ_STATE.
 * NULL in, NULL out.  An operation given a NULL operand that may not be absent returns NULL and leaves
 *   the first error in place, so a chain is checked once, at its end.
 * Sizes are in elements (int64_t), memory in bytes (size_t), strides in elements and never negative.
 * Threads. Different threads may use different tensors freely; the same tensor may be read by many.
 *
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_H
#define WOOTZ_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WZ_VERSION_MAJOR 0
#define WZ_VERSION_MINOR 1
#define WZ_VERSION_PATCH 0

#if defined(_WIN32)
#define WZ_API
#else
#define WZ_API __attribute__((visibility("default")))
#endif

enum { WZ_MAX_DIMS = 8 };

/* ---- statuses -------------------------------------------------------------------------------- */

typedef enum wz_status {
#define STATUS(name, exception, doc) WZ_##name,
#include "status.def"
#undef STATUS
    WZ_STATUS_COUNT
} wz_status;

WZ_API const char *wz_error(void);                     /* valid until the next failing call */
WZ_API const char *wz_status_name(wz_status s);        /* "SHAPE" */
WZ_API const char *wz_status_exception(wz_status s);   /* the Python exception's name */
WZ_API const char *wz_version(void);                   /* "0.1.0" */

/* ---- element types --------------------------------------------------------------------------- */

typedef enum wz_dtype {
    WZ_DTYPE_NONE = 0,
#define DTYPE(enum_, suffix, name, bytes, kind, code, bits) WZ_DTYPE_##enum_,
#include "dtypes.def"
#undef DTYPE
    WZ_DTYPE_COUNT
} wz_dtype;

typedef enum wz_dtype_kind {
    WZ_KIND_BOOL, WZ_KIND_UINT, WZ_KIND_INT, WZ_KIND_FLOAT, WZ_KIND_COMPLEX
} wz_dtype_kind;

WZ_API const char   *wz_dtype_name(wz_dtype d);        /* "bfloat16", torch's name; "none" if unknown */
WZ_API size_t        wz_dtype_bytes(wz_dtype d);       /* bytes of one element; 0 if unknown */
WZ_API wz_dtype_kind wz_dtype_get_kind(wz_dtype d);
WZ_API wz_dtype      wz_dtype_find(const char *name);  /* WZ_DTYPE_NONE if unknown; takes "half", "float", ... too */
WZ_API wz_dtype      wz_dtype_promote(wz_dtype a, wz_dtype b); /* torch.promote_types; NONE if there is none */
WZ_API wz_dtype      wz_default_dtype(void);           /* float32 unless set; per process */
WZ_API wz_status     wz_set_default_dtype(wz_dtype d); /* a floating dtype */

/* A number as Python has it: bool, int, float or complex. */
typedef struct wz_scalar {
    wz_dtype_kind kind; /* BOOL, INT, UINT (an int over INT64_MAX, bits in i), FLOAT or COMPLEX */
    int64_t i;          /* BOOL and INT */
    double re, im;      /* always set: the value as a (complex) double */
} wz_scalar;

WZ_API wz_scalar wz_int(int64_t v);
WZ_API wz_scalar wz_num(double v);
WZ_API wz_scalar wz_bool(bool v);
WZ_API wz_scalar wz_complex(double re, double im);

/* ---- devices --------------------------------------------------------------------------------- */

typedef struct wz_device wz_device;   /* lives as long as the process */
typedef struct wz_stream wz_stream;
typedef struct wz_tensor wz_tensor;
typedef struct wz_generator wz_generator;

typedef enum wz_device_kind { WZ_DEVICE_CPU, WZ_DEVICE_CUDA, WZ_DEVICE_MPS, WZ_DEVICE_KINDS } wz_device_kind;

/* Opens "cpu", "cuda", "cuda:1" or "mps". WZ_NODEVICE says why there is none. */
WZ_API wz_status      wz_device_open(const char *name, wz_device **out);
WZ_API wz_device     *wz_device_cpu(void);
WZ_API wz_device_kind wz_device_get_kind(const wz_device *dev);
WZ_API int            wz_device_index(const wz_device *dev);
WZ_API const char    *wz_device_name(const wz_device *dev);   /* "cpu", "cuda:0", "mps:0" */
/* How many devices of the kind can be used; when 0, *why_none (if asked) says why, in one line. */
WZ_API int            wz_device_count(wz_device_kind kind, const char **why_none);
WZ_API wz_device     *wz_default_device(void);                /* of this thread; the CPU unless set */
WZ_API void           wz_set_default_device(wz_device *dev);

typedef struct wz_device_info {
    char     name[128];        /* the hardware's own name */
    char     arch[64];         /* "x86-64 avx2 fma", "sm_90", "apple9" */
    uint64_t memory_bytes;     /* all of it */
    int      cores;            /* CPU threads used, SMs, GPU cores */
} wz_device_info;
WZ_API wz_status wz_device_get_info(wz_device *dev, wz_device_info *out);

typedef struct wz_memory_stats {
    uint64_t in_use;    /* bytes held by live tensors, as rounded by the allocator */
    uint64_t cached;    /* bytes taken from the device and not in use */
    uint64_t peak;      /* highest in_use since start or wz_memory_reset_peak */
    uint64_t limit;     /* hard limit in bytes; 0 is none */
    uint64_t n_alloc;   /* allocations served */
    uint64_t n_block;   /* raw blocks held from the device */
} wz_memory_stats;
WZ_API wz_status wz_memory_get_stats(wz_device *dev, wz_memory_stats *out);
WZ_API wz_status wz_memory_reset_peak(wz_device *dev);
WZ_API wz_status wz_memory_set_limit(wz_device *dev, uint64_t bytes); /* 0: none */
WZ_API wz_status wz_memory_trim(wz_device *dev);                      /* gives cached memory back */

/* Threads used by one CPU operation (the calling thread included). */
WZ_API int       wz_num_threads(void);
WZ_API wz_status wz_set_num_threads(int n);

/* CPU features, and a mask that narrows which kernels are chosen (for tests and measurements). */
typedef enum wz_cpu_level {
    WZ_CPU_REF,     /* the plain reference only */
    WZ_CPU_BASE,    /* SIMD with what the compiler's target promises */
    WZ_CPU_AVX2,    /* AVX2, FMA, F16C */
    WZ_CPU_AVX512,  /* AVX-512 F, BW, VL, DQ and BF16 */
    WZ_CPU_NEON,    /* AArch64's own */
    WZ_CPU_LEVELS
} wz_cpu_level;
WZ_API bool        wz_cpu_has(wz_cpu_level level);
WZ_API wz_status   wz_cpu_limit(wz_cpu_level level);  /* use kernels up to this level; fails if absent */
WZ_API const char *wz_cpu_level_name(wz_cpu_level level);

/* ---- streams --------------------------------------------------------------------------------- */

/* A ticket is a point in a stream's order of work. It replaces event objects. */
typedef struct wz_ticket {
    wz_stream *stream;
    uint64_t   value;   /* 0: nothing to wait for */
} wz_ticket;

/* priority: 0 normal, -1 high. The caller's reference is given back with wz_stream_free, which lets
 * work in flight finish. CPU streams other than the default one run on a thread of their own. */
WZ_API wz_status  wz_stream_new(wz_device *dev, int priority, wz_stream **out);
WZ_API void       wz_stream_free(wz_stream **s);
WZ_API wz_stream *wz_stream_default(wz_device *dev);
WZ_API wz_stream *wz_stream_current(wz_device *dev);          /* of this thread */
WZ_API void       wz_stream_set_current(wz_stream *s);        /* for s's device, on this thread */
WZ_API wz_device *wz_stream_device(const wz_stream *s);
WZ_API uint64_t   wz_stream_id(const wz_stream *s);           /* 0 is a device's default stream */
WZ_API wz_status  wz_stream_record(wz_stream *s, wz_ticket *out);     /* all work so far */
WZ_API wz_status  wz_stream_follow(wz_stream *s, wz_ticket t);        /* later work on s comes after t */
WZ_API wz_status  wz_stream_sync(wz_stream *s);               /* host waits; the stream's first error */
WZ_API bool       wz_stream_done(wz_stream *s);               /* nothing left to run */
WZ_API wz_status  wz_stream_clear_error(wz_stream *s);
WZ_API wz_status  wz_ticket_wait(wz_ticket t);
WZ_API bool       wz_ticket_done(wz_ticket t);
WZ_API wz_status  wz_ticket_seconds(wz_ticket from, wz_ticket to, double *out); /* both done */
WZ_API wz_status  wz_device_sync(wz_device *dev);             /* all its streams */

/* ---- scopes and references ------------------------------------------------------------------- */

WZ_API wz_status  wz_scope_begin(void);
WZ_API void       wz_scope_end(void);
WZ_API wz_tensor *wz_keep(wz_tensor *t);      /* out of its scope: the caller owns a reference */
WZ_API wz_tensor *wz_retain(wz_tensor *t);    /* one more reference for the caller; NULL gives NULL */
WZ_API void       wz_free(wz_tensor **t);     /* gives a reference back and clears the pointer */
WZ_API int64_t    wz_live_tensors(void);      /* tensors alive in the process, for leak checks */

/* ---- tensors --------------------------------------------------------------------------------- */

/* Uninitialised, contiguous, in the current scope; NULL on error. dev NULL: the default device. */
WZ_API wz_tensor *wz_tensor_new(wz_dtype dtype, int ndim, const int64_t *size, wz_device *dev);
/* A copy of packed row-major host data. */
WZ_API wz_tensor *wz_tensor_from(wz_dtype dtype, int ndim, const int64_t *size, const void *data,
                                 wz_device *dev);
/* Host memory used in place (on the CPU); release(context) is called once nothing uses it any more.
 * stride NULL: packed row-major. On error release is NOT called. */
WZ_API wz_tensor *wz_tensor_wrap(wz_dtype dtype, int ndim, const int64_t *size, const int64_t *stride,
                                 void *data, void (*release)(void *context), void *context);
/* A number that takes part in type promotion as a Python number does. 0-d, on the CPU. */
WZ_API wz_tensor *wz_tensor_number(wz_scalar v);
/* Any view of t's storage: sizes, strides and offset in elements from the storage's start; checked. */
WZ_API wz_tensor *wz_tensor_as_strided(wz_tensor *t, int ndim, const int64_t *size,
                                       const int64_t *stride, int64_t offset);

WZ_API wz_dtype       wz_tensor_dtype(const wz_tensor *t);
WZ_API wz_device     *wz_tensor_device(const wz_tensor *t);
WZ_API int            wz_tensor_ndim(const wz_tensor *t);
WZ_API const int64_t *wz_tensor_sizes(const wz_tensor *t);     /* ndim values, valid while t lives */
WZ_API const int64_t *wz_tensor_strides(const wz_tensor *t);
WZ_API int64_t        wz_tensor_size(const wz_tensor *t, int dim);  /* negative dims count from the end */
WZ_API int64_t        wz_tensor_numel(const wz_tensor *t);
WZ_API int64_t        wz_tensor_offset(const wz_tensor *t);    /* elements from the storage's start */
WZ_API bool           wz_tensor_is_contiguous(const wz_tensor *t);
WZ_API bool           wz_tensor_is_number(const wz_tensor *t); /* made by wz_tensor_number */
WZ_API bool           wz_tensor_same_storage(const wz_tensor *a, const wz_tensor *b);
WZ_API uint64_t       wz_tensor_version(const wz_tensor *t);   /* counts in-place writes of the storage */
/* Address of the first element: host memory on the CPU, a device address on CUDA. Waits for work that
 * uses the tensor (host access is then safe); NULL on error. */
WZ_API void          *wz_tensor_data(wz_tensor *t);
/* The same without waiting, for handing the pointer to code that orders itself on the stream. */
WZ_API void          *wz_tensor_data_async(wz_tensor *t);
/* Copies the elements, packed row-major, to or from the host; bytes must be numel * element size. */
WZ_API wz_status      wz_tensor_read(wz_tensor *t, void *dst, size_t bytes);
WZ_API wz_status      wz_tensor_write(wz_tensor *t, const void *src, size_t bytes);
WZ_API wz_status      wz_tensor_item(wz_tensor *t, wz_scalar *out);   /* of a one-element tensor */
/* Keeps the memory from being reused until work now on s is done (s of the tensor's device). */
WZ_API wz_status      wz_tensor_record_stream(wz_tensor *t, wz_stream *s);

/* ---- DLPack ---------------------------------------------------------------------------------- */

struct DLManagedTensor;           /* dlpack.h 0.x */
struct DLManagedTensorVersioned;  /* dlpack.h 1.x */
/* The consumer calls the deleter. Needs no copy. */
WZ_API wz_status  wz_tensor_to_dlpack(wz_tensor *t, struct DLManagedTensor **out);
WZ_API wz_status  wz_tensor_to_dlpack_versioned(wz_tensor *t, struct DLManagedTensorVersioned **out);
/* Takes ownership on success only. Negative strides are copied. */
WZ_API wz_tensor *wz_tensor_from_dlpack(struct DLManagedTensor *m);
WZ_API wz_tensor *wz_tensor_from_dlpack_versioned(struct DLManagedTensorVersioned *m);

/* ---- random numbers -------------------------------------------------------------------------- */

/* Philox4x32-10: the same seed gives the same bits on every device. */
WZ_API wz_status     wz_generator_new(uint64_t seed, wz_generator **out);
WZ_API void          wz_generator_free(wz_generator **g);
WZ_API wz_generator *wz_generator_default(void);
WZ_API void          wz_generator_seed(wz_generator *g, uint64_t seed);   /* NULL: the default one */
WZ_API uint64_t      wz_generator_get_seed(const wz_generator *g);
WZ_API void          wz_generator_get_state(const wz_generator *g, uint64_t state[2]); /* seed, offset */
WZ_API void          wz_generator_set_state(wz_generator *g, const uint64_t state[2]);

/* ---- the op table ---------------------------------------------------------------------------- */

typedef enum wz_arg_kind {
    WZ_ARG_NONE, WZ_ARG_TENSOR, WZ_ARG_TENSORS, WZ_ARG_INT, WZ_ARG_INTS, WZ_ARG_FLOAT, WZ_ARG_FLOATS,
    WZ_ARG_BOOL, WZ_ARG_SCALAR, WZ_ARG_DTYPE, WZ_ARG_DEVICE, WZ_ARG_STRING, WZ_ARG_GENERATOR
} wz_arg_kind;

/* One argument's value. NONE stands for an absent optional one. Lists are borrowed. */
typedef struct wz_arg {
    wz_arg_kind kind;
    int n;                       /* length of TENSORS, INTS, FLOATS */
    union {
        wz_tensor *tensor;
        wz_tensor *const *tensors;
        int64_t i;
        const int64_t *ints;
        double f;
        const double *floats;
        bool b;
        wz_scalar scalar;
        wz_dtype dtype;
        wz_device *device;
        const char *string;
        wz_generator *generator;
    } v;
} wz_arg;

typedef struct wz_param {
    const char *name;
    wz_arg_kind kind;
    bool optional;     /* '?': None is allowed */
    bool written;      /* '!': written in place */
    bool has_default;
    bool keyword_only; /* after '*' */
    bool varargs;      /* 'ints*': f(2, 3) means f((2, 3)) */
    bool number_ok;    /* 'operand': a tensor, or a Python number that joins promotion by its kind */
    wz_arg value;      /* the default */
} wz_param;

enum { WZ_MAX_PARAMS = 16, WZ_MAX_RESULTS = 4 };

/* Where Python shows an op: any of these. */
enum {
    WZ_PY_TORCH = 1, WZ_PY_METHOD = 2, WZ_PY_NN = 4, WZ_PY_LINALG = 8, WZ_PY_SPECIAL = 16,
    WZ_PY_INPLACE = 32   /* there is also name_(...), writing its first tensor */
};

typedef struct wz_op_info {
    const char *name;        /* the C name after wz_ */
    const char *py_name;     /* the Python name; several rows may share it, tried in order */
    unsigned    where;       /* WZ_PY_* */
    const char *signature;
    const char *doc;
    int         n_params;
    wz_param   *params;      /* n_params of them */
    int         n_results;
    const char *results[WZ_MAX_RESULTS];
} wz_op_info;

WZ_API int               wz_op_count(void);
WZ_API const wz_op_info *wz_op_get(int op);          /* 0 .. count-1; NULL outside */
WZ_API int               wz_op_find(const char *name); /* by C name; -1 if there is none */
WZ_API bool              wz_op_supported(int op, const wz_device *dev, wz_dtype dtype);

/* Calls an op: args has n_params values in order (NONE takes the default). out[] receives n_results
 * tensors in the current scope. An out[k] that is not NULL on entry is written instead (torch's out=). */
WZ_API wz_status wz_call_op(int op, const wz_arg *args, wz_tensor **out);
/* name_: writes args[0]'s tensor in place; *out is that tensor. */
WZ_API wz_status wz_call_op_inplace(int op, const wz_arg *args, wz_tensor **out);

#ifdef __cplusplus
}
#endif
#endif

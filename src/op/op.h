/* op.h - what an op family needs: the call record, rows, rules, and the helpers that turn a call into
 * launches.
 *
 * A family is src/ops/<family>.c plus src/ops/<family>.def (its rows of the op table). In order the .c
 * holds ref_* (the plain definition), gpu_* (launch code), grad_*, and at the bottom
 * `const kernel_row <family>_rows[]`. src/op/families.def lists the families once.
 *
 * Row forms in a .def file (all columns are documented at the top of op/ops.def):
 *   OP(name, where, signature, dtypes, dtype_rule, shape_rule, grad, samples, doc)
 *   COMPOSITE(name, where, signature, dtypes, function, samples, doc)   calls other ops
 *   VIEW(name, where, signature, function, samples, doc)                no kernel, no copy
 * SPDX-License-Identifier: MIT */
#ifndef WZ_OP_OP_H
#define WZ_OP_OP_H
#include "../core/convert.h"
#include "../core/core.h"

/* ---- dtype sets ------------------------------------------------------------------------------ */

#define DT(name) (1u << WZ_DTYPE_##name)
enum {
    DT_BOOL = DT(BOOL),
    DT_UINT = DT(U8) | DT(U16) | DT(U32) | DT(U64),
    DT_SINT = DT(I8) | DT(I16) | DT(I32) | DT(I64),
    DT_INT = DT_UINT | DT_SINT,
    DT_F8 = DT(F8_E4M3FN) | DT(F8_E5M2),
    DT_FLOAT = DT(F16) | DT(BF16) | DT(F32) | DT(F64),       /* what arithmetic kernels take */
    DT_COMPLEX = DT(C64) | DT(C128),
    DT_REAL = DT_BOOL | DT_INT | DT_FLOAT,                   /* has an order */
    DT_NUM = DT_REAL | DT_COMPLEX,
    DT_ALL = DT_NUM | DT_F8,
    DT_FC = DT_FLOAT | DT_COMPLEX,
    DT_LINALG = DT(F32) | DT(F64) | DT_COMPLEX,
};

/* ---- rows ------------------------------------------------------------------------------------ */

typedef enum wz_op {
#define OP(name, ...) WZ_OP_##name,
#define COMPOSITE(name, ...) WZ_OP_##name,
#define VIEW(name, ...) WZ_OP_##name,
#include "ops.def"
#undef OP
#undef COMPOSITE
#undef VIEW
    WZ_OP_COUNT
} wz_op;

typedef struct wz_call wz_call;
typedef wz_status (*call_fn)(wz_call *c);

typedef enum op_form { FORM_KERNEL, FORM_COMPOSITE, FORM_VIEW } op_form;

typedef struct op_row {
    wz_op_info  info;         /* parsed from the row's strings; first, so a cast gives it */
    op_form     form;
    uint32_t    dtypes;       /* allowed dtypes of the promoted (or first) tensor input; 0: not checked */
    const char *dtypes_name;
    call_fn     dtype_rule;   /* sets out_dtype[]; kernel ops */
    call_fn     shape_rule;   /* sets out_ndim[], out_size[][]; kernel ops */
    call_fn     fn;           /* composites and views: everything; they set out[] */
    const char *samples;      /* the generator's name, for the check program */
    int         first_in[WZ_MAX_PARAMS]; /* parameter -> index in call.in, or -1 */
    int         n_in;
} op_row;

const op_row *op_get(wz_op op);

/* ---- one call -------------------------------------------------------------------------------- */

enum { CALL_MAX_IN = 12 };

struct wz_call {
    const op_row *row;
    wz_op         op;
    const wz_arg *arg;                 /* n_params values, defaults filled in */
    wz_tensor    *in[CALL_MAX_IN];     /* the single-tensor parameters in order; NULL when absent */
    int           n_in;
    wz_tensor    *out[WZ_MAX_RESULTS];
    int           n_out;
    wz_device    *dev;
    wz_stream    *stream;
    wz_dtype      dtype;               /* torch.result_type of the tensor inputs (NONE without any) */
    bool          inplace;             /* out[0] is the first input */
    /* filled by the rules */
    wz_dtype      out_dtype[WZ_MAX_RESULTS];
    int           out_ndim[WZ_MAX_RESULTS];
    int64_t       out_size[WZ_MAX_RESULTS][WZ_MAX_DIMS]; /* last: not cleared for a call */
};

/* Argument access by parameter position. The kinds are already checked against the signature. */
static inline bool    arg_given(const wz_call *c, int i) { return c->arg[i].kind != WZ_ARG_NONE; }
static inline int64_t arg_int(const wz_call *c, int i) { return c->arg[i].v.i; }
static inline double  arg_float(const wz_call *c, int i) { return c->arg[i].v.f; }
static inline bool    arg_bool(const wz_call *c, int i) { return c->arg[i].v.b; }
static inline const char *arg_string(const wz_call *c, int i) { return c->arg[i].v.string; }
static inline wz_scalar arg_scalar(const wz_call *c, int i) { return c->arg[i].v.scalar; }
static inline wz_dtype arg_dtype(const wz_call *c, int i)
{
    return c->arg[i].kind == WZ_ARG_NONE ? WZ_DTYPE_NONE : c->arg[i].v.dtype;
}
static inline int64_t arg_int_or(const wz_call *c, int i, int64_t otherwise)
{
    return arg_given(c, i) ? arg_int(c, i) : otherwise;
}

/* For rules: sets the shape of result k. */
wz_status out_shape(wz_call *c, int k, int ndim, const int64_t *size);
wz_status out_shape_like(wz_call *c, int k, const wz_tensor *t);
/* Broadcast of n shapes, "The size of tensor a (3) must match the size of tensor b (4) at
 * non-singleton dimension 0". */
wz_status broadcast_sizes(int n, wz_tensor *const *t, int *ndim, int64_t *size);
/* A view of t expanded to size (stride 0 where repeated). */
wz_tensor *expand_to(const wz_tensor *t, int ndim, const int64_t *size);
/* Reduction dims of an `ints?` argument (None or empty: all): mask bit d set when dim d is reduced.
 * Duplicates and out-of-range dims are errors as in torch. */
wz_status dims_mask(const wz_call *c, int arg, const wz_tensor *t, uint32_t *mask);

/* Rules that many rows name (dtype_X / shape_X); a family may define its own with external linkage. */
/* dtypes: promote (result_type), same (first input's), boolean, int64, promote_float (ints become the
 * default dtype), argument (the dtype parameter if given, else as the first input) */
/* shapes: broadcast (all inputs), same (first input), scalar (0-d) */

/* ---- kernels --------------------------------------------------------------------------------- */

enum {                       /* where a kernel row works */
    ON_REF = 1 << WZ_CPU_REF, ON_BASE = 1 << WZ_CPU_BASE, ON_AVX2 = 1 << WZ_CPU_AVX2,
    ON_AVX512 = 1 << WZ_CPU_AVX512, ON_NEON = 1 << WZ_CPU_NEON,
    ON_SIMD = ON_BASE | ON_AVX2 | ON_AVX512 | ON_NEON, /* one function that asks cpu_kernels_now() */
    ON_CUDA = 1 << 8, ON_METAL = 1 << 9, ON_GPU = ON_CUDA | ON_METAL,
};

typedef struct kernel_row {
    wz_op     op;
    uint32_t  where;
    uint32_t  dtypes;             /* of c->dtype (or the first result's dtype when there are no inputs) */
    bool    (*when)(const wz_call *c);  /* NULL: always; otherwise may refuse, then the row before is tried */
    call_fn   run;                /* reads c->in, c->arg, writes the elements of c->out */
} kernel_row;
/* A row array ends with { .run = NULL }. Later rows are preferred. ON_REF rows never refuse. */

/* ---- host views: what CPU kernels see --------------------------------------------------------- */

typedef struct host_view {
    char    *data;                /* of the first element */
    int64_t  numel;
    int64_t  size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];  /* in elements */
    uint8_t  dtype, ndim, bytes;  /* bytes: of one element; dtype 0 stands for an absent tensor */
} host_view;

static inline void *at(const host_view *v, int64_t offset) { return v->data + offset * v->bytes; }

/* Launches fn on c->stream with views of the given tensors (NULL entries become absent views) and a
 * copy of args. n_parts is chosen from work / grain; work is a count of elementary steps and grain how
 * many make a thread worth waking (0: 32,768). write_mask has bit i set when tensor i is written. */
typedef struct host_args {
    int         n_views;
    host_view   view[];           /* then, aligned to 16, the op's own arguments */
} host_args;

wz_status launch_host(wz_call *c, cpu_kernel_fn fn, int n_tensors, wz_tensor *const *t,
                      uint32_t write_mask, int64_t work, int64_t grain, const void *args, size_t args_bytes);
/* All of c->in then all of c->out. */
wz_status launch_call(wz_call *c, cpu_kernel_fn fn, int64_t work, int64_t grain, const void *args,
                      size_t args_bytes);

/* Inside a CPU kernel. */
const host_view *launch_views(const wz_launch *l);           /* view i as passed */
const void      *launch_args(const wz_launch *l);            /* the op's own arguments */
/* This part's half-open range of n items. */
static inline void part_range(int64_t n, int part, int n_parts, int64_t *begin, int64_t *end)
{
    int64_t each = n / n_parts, rest = n % n_parts;
    *begin = part * each + (part < rest ? part : rest);
    *end = *begin + each + (part < rest ? 1 : 0);
}

/* Walks n views that share one shape (broadcast ones have stride 0) in row-major order.
 *   nd_iter it; nd_begin(&it, shape_view, n, views, first);
 *   for (int64_t i = first; i < end; i++, nd_next(&it)) ... at(v, it.offset[k]) ... */
enum { ND_MAX = 6 };
typedef struct nd_iter {
    int     n, ndim;
    int64_t size[WZ_MAX_DIMS], index[WZ_MAX_DIMS];
    int64_t stride[ND_MAX][WZ_MAX_DIMS];
    int64_t offset[ND_MAX];
} nd_iter;
void nd_begin(nd_iter *it, int ndim, const int64_t *size, int n, const host_view *const *v, int64_t first);
void nd_next(nd_iter *it);
/* Offset in v of the element with row-major index i among v's own sizes. */
int64_t view_offset(const host_view *v, int64_t i);
/* v with dims of `mask` removed (or kept); for walking the outer and the reduced part separately. */
host_view view_keep_dims(const host_view *v, uint32_t mask);
/* v broadcast to size: strides 0 where repeated. */
host_view view_expand(const host_view *v, int ndim, const int64_t *size);

/* Reports a bad value found while running (index out of range): the message reaches the host at the
 * next wait on the stream; on the default CPU stream the op itself fails. */
void kernel_error(const wz_launch *l, wz_status status, const char *format, ...) WZ_PRINTF(3, 4);

/* ---- calling ops from C inside the library ----------------------------------------------------- */

/* The documented prototypes are in wootz/ops.h. Composites use those. */
wz_status op_call(wz_op op, const wz_arg *args, wz_tensor **out);
/* For composites with out= or in-place use: copies result k into c->out's given tensor when there is one;
 * op_call does this by itself, so composites just set c->out[k]. */

/* Copies src's elements into dst (same shape or broadcastable), converting. Any layouts. */
wz_status tensor_copy(wz_tensor *dst, const wz_tensor *src);
/* The same for a copy_ call whose src is on another device. */
wz_status copy_across(wz_call *c);
/* t itself when it has the dtype and is contiguous, else a converted or packed copy; NULL on error. */
wz_tensor *tensor_to(const wz_tensor *t, wz_dtype dtype);
wz_tensor *tensor_pack(const wz_tensor *t);

#endif

/* norm_gpu.c - softmax and the norms over trailing dims on a GPU.
 *
 * The kernels take packed rows of a float dtype. Anything else is packed or converted first, and written back after.
 * SPDX-License-Identifier: MIT */
#include "../op/gpu.h"
#include "norm.h"
#include <string.h>

/* Rows up to this many elements are a warp's work, eight to a group; longer ones a group's. Of the kernels' shape
 * (32 lanes, a few vectors each), not measured. */
enum { WARP_COLS = 1024 };
/* A row is split when the rows alone would leave multiprocessors idle and a part still has this many elements. */
enum { SPLIT_COLS = 4096 };

static bool kernel_float(wz_dtype d) { return d == WZ_DTYPE_F16 || d == WZ_DTYPE_BF16 || d == WZ_DTYPE_F32 || d == WZ_DTYPE_F64; }
static wz_dtype accumulator(wz_dtype d) { return d == WZ_DTYPE_F64 ? WZ_DTYPE_F64 : WZ_DTYPE_F32; }

/* Rows may be moved 16 bytes at a time. */
static uint32_t by_vectors(const wz_tensor *x, const wz_tensor *y, int64_t cols)
{
    return cols * (int64_t)wz_dtype_bytes((wz_dtype)x->dtype) % 16 == 0 && gpu_aligned16(x) && gpu_aligned16(y);
}

static wz_status check_rows(int64_t rows, int64_t cols)
{
    if (rows <= INT32_MAX && cols <= INT32_MAX / 2) return WZ_OK;
    return fail(WZ_UNSUPPORTED, "%lld rows of %lld elements are more than the kernel takes", (long long)rows, (long long)cols);
}

/* ---- softmax -------------------------------------------------------------------------------------------- */

static wz_status softmax_split(wz_call *c, softmax_args *a, wz_tensor *x, wz_tensor *y, int log_form, int64_t parts)
{
    wz_dtype d = (wz_dtype)x->dtype;
    int64_t  each = groups_of(groups_of(a->cols, parts), 16) * 16; /* whole vectors in every dtype */
    a->chunk = (uint32_t)each;
    a->n_parts = (uint32_t)groups_of(a->cols, each);
    int64_t    groups = (int64_t)a->rows * a->n_parts, size[] = {groups, 2};
    wz_tensor *part = tensor_empty(accumulator(d), 2, size, c->dev);
    if (!part) return error_status();
    TRY(launch(c, KERNEL("softmax", "softmax_part", DTYPES((uint8_t)d), CONSTANTS(log_form)), GRID(groups), BLOCK(256), IN(x), OUT(part), ARGS(*a)));
    return launch(c, KERNEL("softmax", "softmax_apply", DTYPES((uint8_t)d), CONSTANTS(log_form)), GRID(groups), BLOCK(256), IN(x), IN(part), OUT(y),
                  ARGS(*a));
}

/* x and y packed, of one dtype that the kernel takes; rows along the last dim. */
static wz_status softmax_rows(wz_call *c, wz_tensor *x, wz_tensor *y, int log_form)
{
    wz_dtype d = (wz_dtype)x->dtype;
    int64_t  cols = x->ndim ? x->size[x->ndim - 1] : 1, rows = tensor_numel(x) / cols;
    int64_t  idle = 2 * (int64_t)c->dev->info.cores / rows, most = cols / SPLIT_COLS, parts = idle < most ? idle : most;
    TRY(check_rows(rows, cols));
    softmax_args a = {.rows = (uint32_t)rows, .cols = (uint32_t)cols, .vec = by_vectors(x, y, cols)};
    if (parts > 1) return softmax_split(c, &a, x, y, log_form, parts);
    if (cols <= WARP_COLS)
        return launch(c, KERNEL("softmax", "softmax_warp", DTYPES((uint8_t)d), CONSTANTS(log_form)), GRID(groups_of(rows, 8)), BLOCK(256), IN(x), OUT(y),
                      ARGS(a));
    return launch(c, KERNEL("softmax", "softmax_row", DTYPES((uint8_t)d), CONSTANTS(log_form)), GRID(rows), BLOCK(512), IN(x), OUT(y), ARGS(a));
}

/* t with dim moved to the end. */
static wz_tensor *dim_last(const wz_tensor *t, int dim)
{
    int64_t size[WZ_MAX_DIMS], stride[WZ_MAX_DIMS];
    int     n = 0;
    for (int d = 0; d < t->ndim; d++) {
        if (d == dim) continue;
        size[n] = t->size[d];
        stride[n++] = t->stride[d];
    }
    size[n] = t->size[dim];
    stride[n] = t->stride[dim];
    return tensor_view(t, t->ndim, size, stride, t->offset);
}

static wz_status gpu_softmax(wz_call *c)
{
    int        dim;
    wz_tensor *x = c->in[0], *out = c->out[0];
    wz_dtype   d = kernel_float((wz_dtype)out->dtype) ? (wz_dtype)out->dtype : WZ_DTYPE_F32;
    TRY(softmax_dim(c, &dim));
    if (tensor_numel(out) == 0) return WZ_OK;
    if (x->ndim > 1 && dim != x->ndim - 1) {
        x = dim_last(x, dim);
        out = dim_last(out, dim);
        if (!x || !out) return error_status();
    }
    x = gpu_packed(c, x, d);
    bool       direct = out->dtype == (uint8_t)d && tensor_contiguous(out);
    wz_tensor *y = direct ? out : x ? tensor_empty_like(out, d) : NULL;
    if (!x || !y) return error_status();
    TRY(softmax_rows(c, x, y, c->op == WZ_OP_log_softmax));
    return direct ? WZ_OK : gpu_copy(c, out, y);
}

/* ---- norms ------------------------------------------------------------------------------------------------ */

/* Weights have the rows' dtype, or float32 beside half rows. */
static wz_dtype weight_dtype(wz_dtype d, const wz_tensor *w, const wz_tensor *b)
{
    bool same = (!w || w->dtype == (uint8_t)d) && (!b || b->dtype == (uint8_t)d);
    return same || d == WZ_DTYPE_F64 ? d : WZ_DTYPE_F32;
}

static wz_status gpu_trailing_norm(wz_call *c)
{
    bool       rms = c->op == WZ_OP_rms_norm;
    double     eps = !rms ? arg_float(c, 4) : arg_given(c, 3) ? arg_float(c, 3) : norm_default_eps(c->dtype);
    wz_tensor *out = c->out[0], *w = c->in[1], *b = rms ? NULL : c->in[2];
    wz_dtype   d = (wz_dtype)c->in[0]->dtype, u = weight_dtype(d, w, b);
    if (tensor_numel(out) == 0) return WZ_OK;
    int64_t cols = 1;
    for (int i = 0; i < c->arg[1].n; i++) cols *= c->arg[1].v.ints[i];
    int64_t rows = tensor_numel(out) / cols, moments[] = {rows, 2};
    TRY(check_rows(rows, cols));
    wz_tensor *x = gpu_packed(c, c->in[0], d), *y = tensor_contiguous(out) ? out : tensor_empty_like(out, d);
    if (w) w = gpu_packed(c, w, u);
    if (b) b = gpu_packed(c, b, u);
    if (!x || !y || (!w && c->in[1]) || (!b && !rms && c->in[2])) return error_status();
    norm_args a = {.rows = (uint32_t)rows, .cols = (uint32_t)cols, .vec = by_vectors(x, y, cols), .eps = (float)eps};
    a.eps_rest = (float)(eps - (double)a.eps);
    wz_tensor *stats = rms ? NULL : tensor_empty(accumulator(d), 2, moments, c->dev);
    if (!rms && !stats) return error_status();
    int has_w = w != NULL, has_b = b != NULL;
    if (!rms)
        TRY(launch(c, KERNEL("norm", "layer_norm", DTYPES((uint8_t)d, (uint8_t)u), CONSTANTS(has_w, has_b)), GRID(rows), BLOCK(256), IN(x), IN(w), IN(b), OUT(y),
                   OUT(stats), ARGS(a)));
    else if (cols <= WARP_COLS)
        TRY(launch(c, KERNEL("norm", "rms_norm_warp", DTYPES((uint8_t)d, (uint8_t)u), CONSTANTS(has_w, 0)), GRID(groups_of(rows, 8)), BLOCK(256), IN(x), IN(w),
                   OUT(y), ARGS(a)));
    else
        TRY(launch(c, KERNEL("norm", "rms_norm", DTYPES((uint8_t)d, (uint8_t)u), CONSTANTS(has_w, 0)), GRID(rows), BLOCK(256), IN(x), IN(w), OUT(y), ARGS(a)));
    return y == out ? WZ_OK : gpu_copy(c, out, y);
}

const kernel_row norm_gpu_rows[] = {
    {WZ_OP_softmax, ON_GPU, DT_REAL | DT_F8, NULL, gpu_softmax},
    {WZ_OP_log_softmax, ON_GPU, DT_REAL | DT_F8, NULL, gpu_softmax},
    {WZ_OP_rms_norm, ON_GPU, DT_FLOAT, NULL, gpu_trailing_norm},
    {WZ_OP_layer_norm, ON_GPU, DT_FLOAT, NULL, gpu_trailing_norm},
    {.run = NULL},
};

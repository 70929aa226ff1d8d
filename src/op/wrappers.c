/* wrappers.c - bodies of the functions in wootz/ops.h, made from the op table by tools/genops. Do not
 * edit. Each packs its arguments and takes the one path of every op (call.c).
 * SPDX-License-Identifier: MIT */
#include "wrap.h"

wz_tensor *wz_copy_(wz_tensor *dst, wz_tensor *src, bool non_blocking)
{
    const wz_arg args[] = {TENSOR(dst), TENSOR(src), BOOL(non_blocking)};
    return wrap_call(WZ_OP_copy_, args, 1, NULL);
}

wz_tensor *wz_clone(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_clone, args, 1, NULL);
}

wz_tensor *wz_contiguous(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_contiguous, args, 1, NULL);
}

wz_tensor *wz_to_dtype(wz_tensor *x, wz_dtype dtype, bool non_blocking, bool copy)
{
    const wz_arg args[] = {TENSOR(x), DTYPE(dtype), BOOL(non_blocking), BOOL(copy)};
    return wrap_call(WZ_OP_to_dtype, args, 1, NULL);
}

wz_tensor *wz_to_device(wz_tensor *x, wz_device *device, wz_dtype dtype, bool non_blocking, bool copy)
{
    const wz_arg args[] = {TENSOR(x), DEVICE(device), DTYPE(dtype), BOOL(non_blocking), BOOL(copy)};
    return wrap_call(WZ_OP_to_device, args, 1, NULL);
}

wz_tensor *wz_to_other(wz_tensor *x, wz_tensor *other, bool non_blocking, bool copy)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(other), BOOL(non_blocking), BOOL(copy)};
    return wrap_call(WZ_OP_to_other, args, 1, NULL);
}

wz_tensor *wz_type_as(wz_tensor *x, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(other)};
    return wrap_call(WZ_OP_type_as, args, 1, NULL);
}

wz_tensor *wz_fill_(wz_tensor *x, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(x), SCALAR(value)};
    return wrap_call(WZ_OP_fill_, args, 1, NULL);
}

wz_tensor *wz_fill_tensor_(wz_tensor *x, wz_tensor *value)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(value)};
    return wrap_call(WZ_OP_fill_tensor_, args, 1, NULL);
}

wz_tensor *wz_zero_(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_zero_, args, 1, NULL);
}

wz_tensor *wz_empty(const int64_t *size, int n_size, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INTS(size, n_size), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_empty, args, 1, NULL);
}

wz_tensor *wz_zeros(const int64_t *size, int n_size, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INTS(size, n_size), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_zeros, args, 1, NULL);
}

wz_tensor *wz_ones(const int64_t *size, int n_size, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INTS(size, n_size), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_ones, args, 1, NULL);
}

wz_tensor *wz_full(const int64_t *size, int n_size, wz_scalar fill_value, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INTS(size, n_size), SCALAR(fill_value), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_full, args, 1, NULL);
}

wz_tensor *wz_empty_like(wz_tensor *x, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_empty_like, args, 1, NULL);
}

wz_tensor *wz_zeros_like(wz_tensor *x, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_zeros_like, args, 1, NULL);
}

wz_tensor *wz_ones_like(wz_tensor *x, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_ones_like, args, 1, NULL);
}

wz_tensor *wz_full_like(wz_tensor *x, wz_scalar fill_value, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), SCALAR(fill_value), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_full_like, args, 1, NULL);
}

wz_tensor *wz_new_empty(wz_tensor *x, const int64_t *size, int n_size, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_new_empty, args, 1, NULL);
}

wz_tensor *wz_new_zeros(wz_tensor *x, const int64_t *size, int n_size, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_new_zeros, args, 1, NULL);
}

wz_tensor *wz_new_ones(wz_tensor *x, const int64_t *size, int n_size, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_new_ones, args, 1, NULL);
}

wz_tensor *wz_new_full(wz_tensor *x, const int64_t *size, int n_size, wz_scalar fill_value, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size), SCALAR(fill_value), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_new_full, args, 1, NULL);
}

wz_tensor *wz_scalar_tensor(wz_scalar s, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {SCALAR(s), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_scalar_tensor, args, 1, NULL);
}

wz_tensor *wz_arange_end(wz_scalar end, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {SCALAR(end), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_arange_end, args, 1, NULL);
}

wz_tensor *wz_arange(wz_scalar start, wz_scalar end, wz_scalar step, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {SCALAR(start), SCALAR(end), SCALAR(step), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_arange, args, 1, NULL);
}

wz_tensor *wz_linspace(wz_scalar start, wz_scalar end, int64_t steps, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {SCALAR(start), SCALAR(end), INT(steps), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_linspace, args, 1, NULL);
}

wz_tensor *wz_logspace(wz_scalar start, wz_scalar end, int64_t steps, double base, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {SCALAR(start), SCALAR(end), INT(steps), FLOAT(base), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_logspace, args, 1, NULL);
}

wz_tensor *wz_eye(int64_t n, const int64_t *m, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INT(n), OPT_INT(m), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_eye, args, 1, NULL);
}

wz_tensor *wz_tril_indices(int64_t row, int64_t col, int64_t offset, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INT(row), INT(col), INT(offset), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_tril_indices, args, 1, NULL);
}

wz_tensor *wz_triu_indices(int64_t row, int64_t col, int64_t offset, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INT(row), INT(col), INT(offset), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_triu_indices, args, 1, NULL);
}

wz_tensor *wz_complex_from(wz_tensor *real, wz_tensor *imag)
{
    const wz_arg args[] = {TENSOR(real), TENSOR(imag)};
    return wrap_call(WZ_OP_complex_from, args, 1, NULL);
}

wz_tensor *wz_polar(wz_tensor *abs, wz_tensor *angle)
{
    const wz_arg args[] = {TENSOR(abs), TENSOR(angle)};
    return wrap_call(WZ_OP_polar, args, 1, NULL);
}

wz_tensor *wz_view_dtype(wz_tensor *x, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(x), DTYPE(dtype)};
    return wrap_call(WZ_OP_view_dtype, args, 1, NULL);
}

wz_tensor *wz_view(wz_tensor *x, const int64_t *size, int n_size)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size)};
    return wrap_call(WZ_OP_view, args, 1, NULL);
}

wz_tensor *wz_reshape(wz_tensor *x, const int64_t *shape, int n_shape)
{
    const wz_arg args[] = {TENSOR(x), INTS(shape, n_shape)};
    return wrap_call(WZ_OP_reshape, args, 1, NULL);
}

wz_tensor *wz_view_as(wz_tensor *x, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(other)};
    return wrap_call(WZ_OP_view_as, args, 1, NULL);
}

wz_tensor *wz_reshape_as(wz_tensor *x, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(other)};
    return wrap_call(WZ_OP_reshape_as, args, 1, NULL);
}

wz_tensor *wz_ravel(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_ravel, args, 1, NULL);
}

wz_tensor *wz_flatten(wz_tensor *x, int64_t start_dim, int64_t end_dim)
{
    const wz_arg args[] = {TENSOR(x), INT(start_dim), INT(end_dim)};
    return wrap_call(WZ_OP_flatten, args, 1, NULL);
}

wz_tensor *wz_unflatten(wz_tensor *x, int64_t dim, const int64_t *sizes, int n_sizes)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), INTS(sizes, n_sizes)};
    return wrap_call(WZ_OP_unflatten, args, 1, NULL);
}

wz_tensor *wz_transpose(wz_tensor *x, int64_t dim0, int64_t dim1)
{
    const wz_arg args[] = {TENSOR(x), INT(dim0), INT(dim1)};
    return wrap_call(WZ_OP_transpose, args, 1, NULL);
}

wz_tensor *wz_swapaxes(wz_tensor *x, int64_t axis0, int64_t axis1)
{
    const wz_arg args[] = {TENSOR(x), INT(axis0), INT(axis1)};
    return wrap_call(WZ_OP_swapaxes, args, 1, NULL);
}

wz_tensor *wz_swapdims(wz_tensor *x, int64_t dim0, int64_t dim1)
{
    const wz_arg args[] = {TENSOR(x), INT(dim0), INT(dim1)};
    return wrap_call(WZ_OP_swapdims, args, 1, NULL);
}

wz_tensor *wz_permute(wz_tensor *x, const int64_t *dims, int n_dims)
{
    const wz_arg args[] = {TENSOR(x), INTS(dims, n_dims)};
    return wrap_call(WZ_OP_permute, args, 1, NULL);
}

wz_tensor *wz_movedim_int(wz_tensor *x, int64_t source, int64_t destination)
{
    const wz_arg args[] = {TENSOR(x), INT(source), INT(destination)};
    return wrap_call(WZ_OP_movedim_int, args, 1, NULL);
}

wz_tensor *wz_movedim(wz_tensor *x, const int64_t *source, int n_source, const int64_t *destination, int n_destination)
{
    const wz_arg args[] = {TENSOR(x), INTS(source, n_source), INTS(destination, n_destination)};
    return wrap_call(WZ_OP_movedim, args, 1, NULL);
}

wz_tensor *wz_moveaxis_int(wz_tensor *x, int64_t source, int64_t destination)
{
    const wz_arg args[] = {TENSOR(x), INT(source), INT(destination)};
    return wrap_call(WZ_OP_moveaxis_int, args, 1, NULL);
}

wz_tensor *wz_moveaxis(wz_tensor *x, const int64_t *source, int n_source, const int64_t *destination, int n_destination)
{
    const wz_arg args[] = {TENSOR(x), INTS(source, n_source), INTS(destination, n_destination)};
    return wrap_call(WZ_OP_moveaxis, args, 1, NULL);
}

wz_tensor *wz_t(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_t, args, 1, NULL);
}

wz_tensor *wz_T(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_T, args, 1, NULL);
}

wz_tensor *wz_mT(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_mT, args, 1, NULL);
}

wz_tensor *wz_squeeze_dim(wz_tensor *x, int64_t dim)
{
    const wz_arg args[] = {TENSOR(x), INT(dim)};
    return wrap_call(WZ_OP_squeeze_dim, args, 1, NULL);
}

wz_tensor *wz_squeeze_dims(wz_tensor *x, const int64_t *dim, int n_dim)
{
    const wz_arg args[] = {TENSOR(x), INTS(dim, n_dim)};
    return wrap_call(WZ_OP_squeeze_dims, args, 1, NULL);
}

wz_tensor *wz_squeeze(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_squeeze, args, 1, NULL);
}

wz_tensor *wz_unsqueeze(wz_tensor *x, int64_t dim)
{
    const wz_arg args[] = {TENSOR(x), INT(dim)};
    return wrap_call(WZ_OP_unsqueeze, args, 1, NULL);
}

wz_tensor *wz_expand(wz_tensor *x, const int64_t *size, int n_size)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size)};
    return wrap_call(WZ_OP_expand, args, 1, NULL);
}

wz_tensor *wz_expand_as(wz_tensor *x, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(other)};
    return wrap_call(WZ_OP_expand_as, args, 1, NULL);
}

wz_tensor *wz_broadcast_to(wz_tensor *x, const int64_t *size, int n_size)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size)};
    return wrap_call(WZ_OP_broadcast_to, args, 1, NULL);
}

wz_tensor *wz_narrow(wz_tensor *x, int64_t dim, int64_t start, int64_t length)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), INT(start), INT(length)};
    return wrap_call(WZ_OP_narrow, args, 1, NULL);
}

wz_tensor *wz_select(wz_tensor *x, int64_t dim, int64_t index)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), INT(index)};
    return wrap_call(WZ_OP_select, args, 1, NULL);
}

wz_tensor *wz_slice(wz_tensor *x, int64_t dim, const int64_t *start, const int64_t *end, int64_t step)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), OPT_INT(start), OPT_INT(end), INT(step)};
    return wrap_call(WZ_OP_slice, args, 1, NULL);
}

wz_tensor *wz_diagonal(wz_tensor *x, int64_t offset, int64_t dim1, int64_t dim2)
{
    const wz_arg args[] = {TENSOR(x), INT(offset), INT(dim1), INT(dim2)};
    return wrap_call(WZ_OP_diagonal, args, 1, NULL);
}

wz_tensor *wz_unfold(wz_tensor *x, int64_t dimension, int64_t size, int64_t step)
{
    const wz_arg args[] = {TENSOR(x), INT(dimension), INT(size), INT(step)};
    return wrap_call(WZ_OP_unfold, args, 1, NULL);
}

wz_tensor *wz_as_strided(wz_tensor *x, const int64_t *size, int n_size, const int64_t *stride, int n_stride, const int64_t *storage_offset)
{
    const wz_arg args[] = {TENSOR(x), INTS(size, n_size), INTS(stride, n_stride), OPT_INT(storage_offset)};
    return wrap_call(WZ_OP_as_strided, args, 1, NULL);
}

wz_tensor *wz_view_as_real(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_view_as_real, args, 1, NULL);
}

wz_tensor *wz_view_as_complex(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_view_as_complex, args, 1, NULL);
}

wz_tensor *wz_real(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_real, args, 1, NULL);
}

wz_tensor *wz_imag(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_imag, args, 1, NULL);
}

wz_tensor *wz_squeeze_dim_(wz_tensor *x, int64_t dim)
{
    const wz_arg args[] = {TENSOR(x), INT(dim)};
    return wrap_call(WZ_OP_squeeze_dim_, args, 1, NULL);
}

wz_tensor *wz_squeeze_dims_(wz_tensor *x, const int64_t *dim, int n_dim)
{
    const wz_arg args[] = {TENSOR(x), INTS(dim, n_dim)};
    return wrap_call(WZ_OP_squeeze_dims_, args, 1, NULL);
}

wz_tensor *wz_squeeze_(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_squeeze_, args, 1, NULL);
}

wz_tensor *wz_unsqueeze_(wz_tensor *x, int64_t dim)
{
    const wz_arg args[] = {TENSOR(x), INT(dim)};
    return wrap_call(WZ_OP_unsqueeze_, args, 1, NULL);
}

wz_tensor *wz_transpose_(wz_tensor *x, int64_t dim0, int64_t dim1)
{
    const wz_arg args[] = {TENSOR(x), INT(dim0), INT(dim1)};
    return wrap_call(WZ_OP_transpose_, args, 1, NULL);
}

wz_tensor *wz_t_(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_t_, args, 1, NULL);
}

wz_tensor *wz_adjoint(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_adjoint, args, 1, NULL);
}

wz_tensor *wz_mH(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_mH, args, 1, NULL);
}

wz_tensor *wz_H(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_H, args, 1, NULL);
}

wz_tensor *wz_cat(wz_tensor *const *tensors, int n_tensors, int64_t dim)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors), INT(dim)};
    return wrap_call(WZ_OP_cat, args, 1, NULL);
}

wz_tensor *wz_concat(wz_tensor *const *tensors, int n_tensors, int64_t dim)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors), INT(dim)};
    return wrap_call(WZ_OP_concat, args, 1, NULL);
}

wz_tensor *wz_concatenate(wz_tensor *const *tensors, int n_tensors, int64_t dim)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors), INT(dim)};
    return wrap_call(WZ_OP_concatenate, args, 1, NULL);
}

wz_tensor *wz_stack(wz_tensor *const *tensors, int n_tensors, int64_t dim)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors), INT(dim)};
    return wrap_call(WZ_OP_stack, args, 1, NULL);
}

wz_tensor *wz_hstack(wz_tensor *const *tensors, int n_tensors)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors)};
    return wrap_call(WZ_OP_hstack, args, 1, NULL);
}

wz_tensor *wz_vstack(wz_tensor *const *tensors, int n_tensors)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors)};
    return wrap_call(WZ_OP_vstack, args, 1, NULL);
}

wz_tensor *wz_row_stack(wz_tensor *const *tensors, int n_tensors)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors)};
    return wrap_call(WZ_OP_row_stack, args, 1, NULL);
}

wz_tensor *wz_dstack(wz_tensor *const *tensors, int n_tensors)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors)};
    return wrap_call(WZ_OP_dstack, args, 1, NULL);
}

wz_tensor *wz_column_stack(wz_tensor *const *tensors, int n_tensors)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors)};
    return wrap_call(WZ_OP_column_stack, args, 1, NULL);
}

wz_tensor *wz_block_diag_list(wz_tensor *const *tensors, int n_tensors)
{
    const wz_arg args[] = {TENSORS(tensors, n_tensors)};
    return wrap_call(WZ_OP_block_diag_list, args, 1, NULL);
}

wz_tensor *wz_atleast_1d_one(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_atleast_1d_one, args, 1, NULL);
}

wz_tensor *wz_atleast_2d_one(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_atleast_2d_one, args, 1, NULL);
}

wz_tensor *wz_atleast_3d_one(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_atleast_3d_one, args, 1, NULL);
}

wz_tensor *wz_repeat(wz_tensor *x, const int64_t *repeats, int n_repeats)
{
    const wz_arg args[] = {TENSOR(x), INTS(repeats, n_repeats)};
    return wrap_call(WZ_OP_repeat, args, 1, NULL);
}

wz_tensor *wz_tile(wz_tensor *x, const int64_t *dims, int n_dims)
{
    const wz_arg args[] = {TENSOR(x), INTS(dims, n_dims)};
    return wrap_call(WZ_OP_tile, args, 1, NULL);
}

wz_tensor *wz_flip(wz_tensor *x, const int64_t *dims, int n_dims)
{
    const wz_arg args[] = {TENSOR(x), INTS(dims, n_dims)};
    return wrap_call(WZ_OP_flip, args, 1, NULL);
}

wz_tensor *wz_fliplr(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_fliplr, args, 1, NULL);
}

wz_tensor *wz_flipud(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_flipud, args, 1, NULL);
}

wz_tensor *wz_rot90(wz_tensor *x, int64_t k, const int64_t *dims, int n_dims)
{
    const wz_arg args[] = {TENSOR(x), INT(k), INTS(dims, n_dims)};
    return wrap_call(WZ_OP_rot90, args, 1, NULL);
}

wz_tensor *wz_roll(wz_tensor *x, const int64_t *shifts, int n_shifts, const int64_t *dims, int n_dims)
{
    const wz_arg args[] = {TENSOR(x), INTS(shifts, n_shifts), INTS(dims, n_dims)};
    return wrap_call(WZ_OP_roll, args, 1, NULL);
}

wz_tensor *wz_roll_dims(wz_tensor *x, const int64_t *shifts, int n_shifts, const int64_t *dims, int n_dims)
{
    const wz_arg args[] = {TENSOR(x), INTS(shifts, n_shifts), INTS(dims, n_dims)};
    return wrap_call(WZ_OP_roll_dims, args, 1, NULL);
}

wz_tensor *wz_pad(wz_tensor *x, const int64_t *pad, int n_pad, const char *mode, const wz_scalar *value)
{
    const wz_arg args[] = {TENSOR(x), INTS(pad, n_pad), STRING(mode), OPT_SCALAR(value)};
    return wrap_call(WZ_OP_pad, args, 1, NULL);
}

wz_tensor *wz_tril(wz_tensor *x, int64_t diagonal)
{
    const wz_arg args[] = {TENSOR(x), INT(diagonal)};
    return wrap_call(WZ_OP_tril, args, 1, NULL);
}

wz_tensor *wz_triu(wz_tensor *x, int64_t diagonal)
{
    const wz_arg args[] = {TENSOR(x), INT(diagonal)};
    return wrap_call(WZ_OP_triu, args, 1, NULL);
}

wz_tensor *wz_diag_embed(wz_tensor *x, int64_t offset, int64_t dim1, int64_t dim2)
{
    const wz_arg args[] = {TENSOR(x), INT(offset), INT(dim1), INT(dim2)};
    return wrap_call(WZ_OP_diag_embed, args, 1, NULL);
}

wz_tensor *wz_diag(wz_tensor *x, int64_t diagonal)
{
    const wz_arg args[] = {TENSOR(x), INT(diagonal)};
    return wrap_call(WZ_OP_diag, args, 1, NULL);
}

wz_tensor *wz_diagflat(wz_tensor *x, int64_t offset)
{
    const wz_arg args[] = {TENSOR(x), INT(offset)};
    return wrap_call(WZ_OP_diagflat, args, 1, NULL);
}

wz_tensor *wz_gather(wz_tensor *x, int64_t dim, wz_tensor *index, bool sparse_grad)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), BOOL(sparse_grad)};
    return wrap_call(WZ_OP_gather, args, 1, NULL);
}

wz_tensor *wz_scatter(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(src)};
    return wrap_call(WZ_OP_scatter, args, 1, NULL);
}

wz_tensor *wz_scatter_value(wz_tensor *x, int64_t dim, wz_tensor *index, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), SCALAR(value)};
    return wrap_call(WZ_OP_scatter_value, args, 1, NULL);
}

wz_tensor *wz_scatter_with(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src, const char *reduce)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(src), STRING(reduce)};
    return wrap_call(WZ_OP_scatter_with, args, 1, NULL);
}

wz_tensor *wz_scatter_value_with(wz_tensor *x, int64_t dim, wz_tensor *index, wz_scalar value, const char *reduce)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), SCALAR(value), STRING(reduce)};
    return wrap_call(WZ_OP_scatter_value_with, args, 1, NULL);
}

wz_tensor *wz_scatter_add(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(src)};
    return wrap_call(WZ_OP_scatter_add, args, 1, NULL);
}

wz_tensor *wz_scatter_reduce(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src, const char *reduce, bool include_self)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(src), STRING(reduce), BOOL(include_self)};
    return wrap_call(WZ_OP_scatter_reduce, args, 1, NULL);
}

wz_tensor *wz_index_select(wz_tensor *x, int64_t dim, wz_tensor *index)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index)};
    return wrap_call(WZ_OP_index_select, args, 1, NULL);
}

wz_tensor *wz_embedding(wz_tensor *input, wz_tensor *weight, const int64_t *padding_idx, const double *max_norm, double norm_type, bool scale_grad_by_freq, bool sparse)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_INT(padding_idx), OPT_FLOAT(max_norm), FLOAT(norm_type), BOOL(scale_grad_by_freq), BOOL(sparse)};
    return wrap_call(WZ_OP_embedding, args, 1, NULL);
}

wz_tensor *wz_index_add(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *source, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(source), SCALAR(alpha)};
    return wrap_call(WZ_OP_index_add, args, 1, NULL);
}

wz_tensor *wz_index_copy(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *source)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(source)};
    return wrap_call(WZ_OP_index_copy, args, 1, NULL);
}

wz_tensor *wz_index_reduce(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *source, const char *reduce, bool include_self)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(source), STRING(reduce), BOOL(include_self)};
    return wrap_call(WZ_OP_index_reduce, args, 1, NULL);
}

wz_tensor *wz_index_fill(wz_tensor *x, int64_t dim, wz_tensor *index, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), SCALAR(value)};
    return wrap_call(WZ_OP_index_fill, args, 1, NULL);
}

wz_tensor *wz_index_fill_tensor(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *value)
{
    const wz_arg args[] = {TENSOR(x), INT(dim), TENSOR(index), TENSOR(value)};
    return wrap_call(WZ_OP_index_fill_tensor, args, 1, NULL);
}

wz_tensor *wz_take(wz_tensor *x, wz_tensor *index)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(index)};
    return wrap_call(WZ_OP_take, args, 1, NULL);
}

wz_tensor *wz_put(wz_tensor *x, wz_tensor *index, wz_tensor *source, bool accumulate)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(index), TENSOR(source), BOOL(accumulate)};
    return wrap_call(WZ_OP_put, args, 1, NULL);
}

wz_tensor *wz_take_along_dim(wz_tensor *x, wz_tensor *indices, const int64_t *dim)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(indices), OPT_INT(dim)};
    return wrap_call(WZ_OP_take_along_dim, args, 1, NULL);
}

wz_tensor *wz_repeat_interleave_int(wz_tensor *x, int64_t repeats, const int64_t *dim, const int64_t *output_size)
{
    const wz_arg args[] = {TENSOR(x), INT(repeats), OPT_INT(dim), OPT_INT(output_size)};
    return wrap_call(WZ_OP_repeat_interleave_int, args, 1, NULL);
}

wz_tensor *wz_repeat_interleave(wz_tensor *x, wz_tensor *repeats, const int64_t *dim, const int64_t *output_size)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(repeats), OPT_INT(dim), OPT_INT(output_size)};
    return wrap_call(WZ_OP_repeat_interleave, args, 1, NULL);
}

wz_tensor *wz_repeat_counts(wz_tensor *repeats, const int64_t *output_size)
{
    const wz_arg args[] = {TENSOR(repeats), OPT_INT(output_size)};
    return wrap_call(WZ_OP_repeat_counts, args, 1, NULL);
}

wz_tensor *wz_counts_sum(wz_tensor *counts)
{
    const wz_arg args[] = {TENSOR(counts)};
    return wrap_call(WZ_OP_counts_sum, args, 1, NULL);
}

wz_tensor *wz_counts_expand(wz_tensor *counts, int64_t total)
{
    const wz_arg args[] = {TENSOR(counts), INT(total)};
    return wrap_call(WZ_OP_counts_expand, args, 1, NULL);
}

wz_tensor *wz_index(wz_tensor *x, wz_tensor *const *indices, int n_indices)
{
    const wz_arg args[] = {TENSOR(x), TENSORS(indices, n_indices)};
    return wrap_call(WZ_OP_index, args, 1, NULL);
}

wz_tensor *wz_index_ints(wz_tensor *x, wz_tensor *const *indices, int n_indices)
{
    const wz_arg args[] = {TENSOR(x), TENSORS(indices, n_indices)};
    return wrap_call(WZ_OP_index_ints, args, 1, NULL);
}

wz_tensor *wz_index_put_(wz_tensor *x, wz_tensor *const *indices, int n_indices, wz_tensor *values, bool accumulate)
{
    const wz_arg args[] = {TENSOR(x), TENSORS(indices, n_indices), TENSOR(values), BOOL(accumulate)};
    return wrap_call(WZ_OP_index_put_, args, 1, NULL);
}

wz_tensor *wz_index_put(wz_tensor *x, wz_tensor *const *indices, int n_indices, wz_tensor *values, bool accumulate)
{
    const wz_arg args[] = {TENSOR(x), TENSORS(indices, n_indices), TENSOR(values), BOOL(accumulate)};
    return wrap_call(WZ_OP_index_put, args, 1, NULL);
}

wz_tensor *wz_index_put_ints_(wz_tensor *x, wz_tensor *const *indices, int n_indices, wz_tensor *values, bool accumulate)
{
    const wz_arg args[] = {TENSOR(x), TENSORS(indices, n_indices), TENSOR(values), BOOL(accumulate)};
    return wrap_call(WZ_OP_index_put_ints_, args, 1, NULL);
}

wz_tensor *wz_nonzero(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_nonzero, args, 1, NULL);
}

wz_tensor *wz_argwhere(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_argwhere, args, 1, NULL);
}

wz_tensor *wz_count_true(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_count_true, args, 1, NULL);
}

wz_tensor *wz_nonzero_fill(wz_tensor *x, int64_t n)
{
    const wz_arg args[] = {TENSOR(x), INT(n)};
    return wrap_call(WZ_OP_nonzero_fill, args, 1, NULL);
}

wz_tensor *wz_where_method(wz_tensor *x, wz_tensor *condition, wz_tensor *y)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(condition), TENSOR(y)};
    return wrap_call(WZ_OP_where_method, args, 1, NULL);
}

wz_tensor *wz_masked_fill(wz_tensor *x, wz_tensor *mask, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(mask), SCALAR(value)};
    return wrap_call(WZ_OP_masked_fill, args, 1, NULL);
}

wz_tensor *wz_masked_set_(wz_tensor *x, wz_tensor *mask, wz_tensor *value)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(mask), TENSOR(value)};
    return wrap_call(WZ_OP_masked_set_, args, 1, NULL);
}

wz_tensor *wz_masked_fill_tensor(wz_tensor *x, wz_tensor *mask, wz_tensor *value)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(mask), TENSOR(value)};
    return wrap_call(WZ_OP_masked_fill_tensor, args, 1, NULL);
}

wz_tensor *wz_masked_select(wz_tensor *x, wz_tensor *mask)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(mask)};
    return wrap_call(WZ_OP_masked_select, args, 1, NULL);
}

wz_tensor *wz_masked_take(wz_tensor *x, wz_tensor *mask, int64_t n)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(mask), INT(n)};
    return wrap_call(WZ_OP_masked_take, args, 1, NULL);
}

wz_tensor *wz_masked_scatter(wz_tensor *x, wz_tensor *mask, wz_tensor *source)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(mask), TENSOR(source)};
    return wrap_call(WZ_OP_masked_scatter, args, 1, NULL);
}

wz_tensor *wz_one_hot(wz_tensor *input, int64_t num_classes)
{
    const wz_arg args[] = {TENSOR(input), INT(num_classes)};
    return wrap_call(WZ_OP_one_hot, args, 1, NULL);
}

wz_tensor *wz_one_hot_n(wz_tensor *input, int64_t n)
{
    const wz_arg args[] = {TENSOR(input), INT(n)};
    return wrap_call(WZ_OP_one_hot_n, args, 1, NULL);
}

wz_tensor *wz_index_range(wz_tensor *x, wz_tensor **high_out)
{
    const wz_arg args[] = {TENSOR(x)};
    wz_tensor **const more[] = {high_out};
    return wrap_call(WZ_OP_index_range, args, 2, more);
}

wz_tensor *wz_bincount(wz_tensor *x, wz_tensor *weights, int64_t minlength)
{
    const wz_arg args[] = {TENSOR(x), OPT_TENSOR(weights), INT(minlength)};
    return wrap_call(WZ_OP_bincount, args, 1, NULL);
}

wz_tensor *wz_bincount_n(wz_tensor *x, wz_tensor *weights, int64_t n)
{
    const wz_arg args[] = {TENSOR(x), OPT_TENSOR(weights), INT(n)};
    return wrap_call(WZ_OP_bincount_n, args, 1, NULL);
}

wz_tensor *wz_histc(wz_tensor *x, int64_t bins, wz_scalar min, wz_scalar max)
{
    const wz_arg args[] = {TENSOR(x), INT(bins), SCALAR(min), SCALAR(max)};
    return wrap_call(WZ_OP_histc, args, 1, NULL);
}

wz_tensor *wz_float_range(wz_tensor *x, wz_tensor **high_out)
{
    const wz_arg args[] = {TENSOR(x)};
    wz_tensor **const more[] = {high_out};
    return wrap_call(WZ_OP_float_range, args, 2, more);
}

wz_tensor *wz_histc_range(wz_tensor *x, int64_t bins, double low, double high)
{
    const wz_arg args[] = {TENSOR(x), INT(bins), FLOAT(low), FLOAT(high)};
    return wrap_call(WZ_OP_histc_range, args, 1, NULL);
}

wz_tensor *wz_lm_linear(wz_tensor *x, wz_tensor *weight, wz_tensor *bias)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(weight), OPT_TENSOR(bias)};
    return wrap_call(WZ_OP_lm_linear, args, 1, NULL);
}

wz_tensor *wz_lm_embed(wz_tensor *weight, wz_tensor *ids, double scale)
{
    const wz_arg args[] = {TENSOR(weight), TENSOR(ids), FLOAT(scale)};
    return wrap_call(WZ_OP_lm_embed, args, 1, NULL);
}

wz_tensor *wz_lm_norm(wz_tensor *x, wz_tensor *weight, double eps)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(weight), FLOAT(eps)};
    return wrap_call(WZ_OP_lm_norm, args, 1, NULL);
}

wz_tensor *wz_lm_rope(wz_tensor *x, wz_tensor *inv_freq, int64_t position)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(inv_freq), INT(position)};
    return wrap_call(WZ_OP_lm_rope, args, 1, NULL);
}

wz_tensor *wz_lm_attention(wz_tensor *q, wz_tensor *k, wz_tensor *v, int64_t window, double scale, double softcap)
{
    const wz_arg args[] = {TENSOR(q), TENSOR(k), TENSOR(v), INT(window), FLOAT(scale), FLOAT(softcap)};
    return wrap_call(WZ_OP_lm_attention, args, 1, NULL);
}

wz_tensor *wz_lm_conv(wz_tensor *x, wz_tensor *weight, wz_tensor *bias, wz_tensor *state, wz_tensor **state_out_out)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(weight), OPT_TENSOR(bias), OPT_TENSOR(state)};
    wz_tensor **const more[] = {state_out_out};
    return wrap_call(WZ_OP_lm_conv, args, 2, more);
}

wz_tensor *wz_lm_delta(wz_tensor *q, wz_tensor *k, wz_tensor *v, wz_tensor *g, wz_tensor *beta, wz_tensor *state, wz_tensor **state_out_out)
{
    const wz_arg args[] = {TENSOR(q), TENSOR(k), TENSOR(v), TENSOR(g), TENSOR(beta), OPT_TENSOR(state)};
    wz_tensor **const more[] = {state_out_out};
    return wrap_call(WZ_OP_lm_delta, args, 2, more);
}

wz_tensor *wz_lm_route(wz_tensor *scores, wz_tensor *bias, int64_t k, bool sigmoid, bool normalise, double scale, wz_tensor **index_out)
{
    const wz_arg args[] = {TENSOR(scores), OPT_TENSOR(bias), INT(k), BOOL(sigmoid), BOOL(normalise), FLOAT(scale)};
    wz_tensor **const more[] = {index_out};
    return wrap_call(WZ_OP_lm_route, args, 2, more);
}

wz_tensor *wz_lm_experts(wz_tensor *x, wz_tensor *gate_up, wz_tensor *down, wz_tensor *index, wz_tensor *weights, bool gelu)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(gate_up), TENSOR(down), TENSOR(index), TENSOR(weights), BOOL(gelu)};
    return wrap_call(WZ_OP_lm_experts, args, 1, NULL);
}

wz_tensor *wz_rand(const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INTS(size, n_size), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_rand, args, 1, NULL);
}

wz_tensor *wz_randn(const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INTS(size, n_size), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_randn, args, 1, NULL);
}

wz_tensor *wz_rand_like(wz_tensor *x, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_rand_like, args, 1, NULL);
}

wz_tensor *wz_randn_like(wz_tensor *x, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_randn_like, args, 1, NULL);
}

wz_tensor *wz_randint_high(int64_t high, const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INT(high), INTS(size, n_size), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_randint_high, args, 1, NULL);
}

wz_tensor *wz_randint(int64_t low, int64_t high, const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INT(low), INT(high), INTS(size, n_size), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_randint, args, 1, NULL);
}

wz_tensor *wz_randint_like_high(wz_tensor *x, int64_t high, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), INT(high), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_randint_like_high, args, 1, NULL);
}

wz_tensor *wz_randint_like(wz_tensor *x, int64_t low, int64_t high, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {TENSOR(x), INT(low), INT(high), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_randint_like, args, 1, NULL);
}

wz_tensor *wz_randperm(int64_t n, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {INT(n), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_randperm, args, 1, NULL);
}

wz_tensor *wz_uniform_(wz_tensor *x, double from, double to, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(from), FLOAT(to), GENERATOR(generator)};
    return wrap_call(WZ_OP_uniform_, args, 1, NULL);
}

wz_tensor *wz_normal_(wz_tensor *x, double mean, double std, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(mean), FLOAT(std), GENERATOR(generator)};
    return wrap_call(WZ_OP_normal_, args, 1, NULL);
}

wz_tensor *wz_exponential_(wz_tensor *x, double lambd, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(lambd), GENERATOR(generator)};
    return wrap_call(WZ_OP_exponential_, args, 1, NULL);
}

wz_tensor *wz_log_normal_(wz_tensor *x, double mean, double std, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(mean), FLOAT(std), GENERATOR(generator)};
    return wrap_call(WZ_OP_log_normal_, args, 1, NULL);
}

wz_tensor *wz_cauchy_(wz_tensor *x, double median, double sigma, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(median), FLOAT(sigma), GENERATOR(generator)};
    return wrap_call(WZ_OP_cauchy_, args, 1, NULL);
}

wz_tensor *wz_geometric_(wz_tensor *x, double p, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(p), GENERATOR(generator)};
    return wrap_call(WZ_OP_geometric_, args, 1, NULL);
}

wz_tensor *wz_random_to_(wz_tensor *x, int64_t to, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), INT(to), GENERATOR(generator)};
    return wrap_call(WZ_OP_random_to_, args, 1, NULL);
}

wz_tensor *wz_random_from_(wz_tensor *x, int64_t from, const int64_t *to, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), INT(from), OPT_INT(to), GENERATOR(generator)};
    return wrap_call(WZ_OP_random_from_, args, 1, NULL);
}

wz_tensor *wz_random_(wz_tensor *x, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), GENERATOR(generator)};
    return wrap_call(WZ_OP_random_, args, 1, NULL);
}

wz_tensor *wz_bernoulli_p(wz_tensor *x, double p, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(p), GENERATOR(generator)};
    return wrap_call(WZ_OP_bernoulli_p, args, 1, NULL);
}

wz_tensor *wz_bernoulli(wz_tensor *x, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), GENERATOR(generator)};
    return wrap_call(WZ_OP_bernoulli, args, 1, NULL);
}

wz_tensor *wz_bernoulli_(wz_tensor *x, double p, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), FLOAT(p), GENERATOR(generator)};
    return wrap_call(WZ_OP_bernoulli_, args, 1, NULL);
}

wz_tensor *wz_bernoulli_tensor_(wz_tensor *x, wz_tensor *p, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(p), GENERATOR(generator)};
    return wrap_call(WZ_OP_bernoulli_tensor_, args, 1, NULL);
}

wz_tensor *wz_normal_tensors(wz_tensor *mean, wz_tensor *std, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(mean), TENSOR(std), GENERATOR(generator)};
    return wrap_call(WZ_OP_normal_tensors, args, 1, NULL);
}

wz_tensor *wz_normal_means(wz_tensor *mean, double std, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(mean), FLOAT(std), GENERATOR(generator)};
    return wrap_call(WZ_OP_normal_means, args, 1, NULL);
}

wz_tensor *wz_normal_stds(double mean, wz_tensor *std, wz_generator *generator)
{
    const wz_arg args[] = {FLOAT(mean), TENSOR(std), GENERATOR(generator)};
    return wrap_call(WZ_OP_normal_stds, args, 1, NULL);
}

wz_tensor *wz_normal(double mean, double std, const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device)
{
    const wz_arg args[] = {FLOAT(mean), FLOAT(std), INTS(size, n_size), GENERATOR(generator), DTYPE(dtype), DEVICE(device)};
    return wrap_call(WZ_OP_normal, args, 1, NULL);
}

wz_tensor *wz_multinomial(wz_tensor *x, int64_t num_samples, bool replacement, wz_generator *generator)
{
    const wz_arg args[] = {TENSOR(x), INT(num_samples), BOOL(replacement), GENERATOR(generator)};
    return wrap_call(WZ_OP_multinomial, args, 1, NULL);
}

wz_tensor *wz_add(wz_tensor *input, wz_tensor *other, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other), SCALAR(alpha)};
    return wrap_call(WZ_OP_add, args, 1, NULL);
}

wz_tensor *wz_sub(wz_tensor *input, wz_tensor *other, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other), SCALAR(alpha)};
    return wrap_call(WZ_OP_sub, args, 1, NULL);
}

wz_tensor *wz_rsub(wz_tensor *input, wz_tensor *other, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other), SCALAR(alpha)};
    return wrap_call(WZ_OP_rsub, args, 1, NULL);
}

wz_tensor *wz_mul(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_mul, args, 1, NULL);
}

wz_tensor *wz_div(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_div, args, 1, NULL);
}

wz_tensor *wz_div_trunc(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_div_trunc, args, 1, NULL);
}

wz_tensor *wz_floor_divide(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_floor_divide, args, 1, NULL);
}

wz_tensor *wz_remainder(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_remainder, args, 1, NULL);
}

wz_tensor *wz_fmod(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_fmod, args, 1, NULL);
}

wz_tensor *wz_pow(wz_tensor *input, wz_tensor *exponent)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(exponent)};
    return wrap_call(WZ_OP_pow, args, 1, NULL);
}

wz_tensor *wz_neg(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_neg, args, 1, NULL);
}

wz_tensor *wz_abs(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_abs, args, 1, NULL);
}

wz_tensor *wz_sign(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_sign, args, 1, NULL);
}

wz_tensor *wz_sgn(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_sgn, args, 1, NULL);
}

wz_tensor *wz_positive(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_positive, args, 1, NULL);
}

wz_tensor *wz_reciprocal(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_reciprocal, args, 1, NULL);
}

wz_tensor *wz_square(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_square, args, 1, NULL);
}

wz_tensor *wz_addcmul(wz_tensor *input, wz_tensor *tensor1, wz_tensor *tensor2, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(tensor1), TENSOR(tensor2), SCALAR(value)};
    return wrap_call(WZ_OP_addcmul, args, 1, NULL);
}

wz_tensor *wz_addcdiv(wz_tensor *input, wz_tensor *tensor1, wz_tensor *tensor2, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(tensor1), TENSOR(tensor2), SCALAR(value)};
    return wrap_call(WZ_OP_addcdiv, args, 1, NULL);
}

wz_tensor *wz_lerp(wz_tensor *input, wz_tensor *end, wz_tensor *weight)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(end), TENSOR(weight)};
    return wrap_call(WZ_OP_lerp, args, 1, NULL);
}

wz_tensor *wz_ldexp(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_ldexp, args, 1, NULL);
}

wz_tensor *wz_hypot(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_hypot, args, 1, NULL);
}

wz_tensor *wz_copysign(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_copysign, args, 1, NULL);
}

wz_tensor *wz_gcd(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_gcd, args, 1, NULL);
}

wz_tensor *wz_lcm(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_lcm, args, 1, NULL);
}

wz_tensor *wz_sqrt(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_sqrt, args, 1, NULL);
}

wz_tensor *wz_rsqrt(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_rsqrt, args, 1, NULL);
}

wz_tensor *wz_exp(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_exp, args, 1, NULL);
}

wz_tensor *wz_exp2(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_exp2, args, 1, NULL);
}

wz_tensor *wz_expm1(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_expm1, args, 1, NULL);
}

wz_tensor *wz_log(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_log, args, 1, NULL);
}

wz_tensor *wz_log2(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_log2, args, 1, NULL);
}

wz_tensor *wz_log10(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_log10, args, 1, NULL);
}

wz_tensor *wz_log1p(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_log1p, args, 1, NULL);
}

wz_tensor *wz_logaddexp(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_logaddexp, args, 1, NULL);
}

wz_tensor *wz_logaddexp2(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_logaddexp2, args, 1, NULL);
}

wz_tensor *wz_sin(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_sin, args, 1, NULL);
}

wz_tensor *wz_cos(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_cos, args, 1, NULL);
}

wz_tensor *wz_tan(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_tan, args, 1, NULL);
}

wz_tensor *wz_asin(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_asin, args, 1, NULL);
}

wz_tensor *wz_acos(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_acos, args, 1, NULL);
}

wz_tensor *wz_atan(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_atan, args, 1, NULL);
}

wz_tensor *wz_atan2(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_atan2, args, 1, NULL);
}

wz_tensor *wz_sinh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_sinh, args, 1, NULL);
}

wz_tensor *wz_cosh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_cosh, args, 1, NULL);
}

wz_tensor *wz_tanh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_tanh, args, 1, NULL);
}

wz_tensor *wz_asinh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_asinh, args, 1, NULL);
}

wz_tensor *wz_acosh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_acosh, args, 1, NULL);
}

wz_tensor *wz_atanh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_atanh, args, 1, NULL);
}

wz_tensor *wz_sinc(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_sinc, args, 1, NULL);
}

wz_tensor *wz_deg2rad(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_deg2rad, args, 1, NULL);
}

wz_tensor *wz_rad2deg(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_rad2deg, args, 1, NULL);
}

wz_tensor *wz_floor(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_floor, args, 1, NULL);
}

wz_tensor *wz_ceil(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_ceil, args, 1, NULL);
}

wz_tensor *wz_trunc(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_trunc, args, 1, NULL);
}

wz_tensor *wz_round(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_round, args, 1, NULL);
}

wz_tensor *wz_round_decimals(wz_tensor *input, int64_t decimals)
{
    const wz_arg args[] = {TENSOR(input), INT(decimals)};
    return wrap_call(WZ_OP_round_decimals, args, 1, NULL);
}

wz_tensor *wz_frac(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_frac, args, 1, NULL);
}

wz_tensor *wz_eq(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_eq, args, 1, NULL);
}

wz_tensor *wz_ne(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_ne, args, 1, NULL);
}

wz_tensor *wz_lt(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_lt, args, 1, NULL);
}

wz_tensor *wz_le(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_le, args, 1, NULL);
}

wz_tensor *wz_gt(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_gt, args, 1, NULL);
}

wz_tensor *wz_ge(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_ge, args, 1, NULL);
}

wz_tensor *wz_isclose(wz_tensor *input, wz_tensor *other, double rtol, double atol, bool equal_nan)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other), FLOAT(rtol), FLOAT(atol), BOOL(equal_nan)};
    return wrap_call(WZ_OP_isclose, args, 1, NULL);
}

wz_tensor *wz_isnan(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_isnan, args, 1, NULL);
}

wz_tensor *wz_isinf(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_isinf, args, 1, NULL);
}

wz_tensor *wz_isfinite(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_isfinite, args, 1, NULL);
}

wz_tensor *wz_isposinf(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_isposinf, args, 1, NULL);
}

wz_tensor *wz_isneginf(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_isneginf, args, 1, NULL);
}

wz_tensor *wz_isreal(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_isreal, args, 1, NULL);
}

wz_tensor *wz_signbit(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_signbit, args, 1, NULL);
}

wz_tensor *wz_logical_and(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_logical_and, args, 1, NULL);
}

wz_tensor *wz_logical_or(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_logical_or, args, 1, NULL);
}

wz_tensor *wz_logical_xor(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_logical_xor, args, 1, NULL);
}

wz_tensor *wz_logical_not(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_logical_not, args, 1, NULL);
}

wz_tensor *wz_bitwise_and(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_bitwise_and, args, 1, NULL);
}

wz_tensor *wz_bitwise_or(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_bitwise_or, args, 1, NULL);
}

wz_tensor *wz_bitwise_xor(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_bitwise_xor, args, 1, NULL);
}

wz_tensor *wz_bitwise_not(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_bitwise_not, args, 1, NULL);
}

wz_tensor *wz_bitwise_left_shift(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_bitwise_left_shift, args, 1, NULL);
}

wz_tensor *wz_bitwise_right_shift(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_bitwise_right_shift, args, 1, NULL);
}

wz_tensor *wz_maximum(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_maximum, args, 1, NULL);
}

wz_tensor *wz_minimum(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_minimum, args, 1, NULL);
}

wz_tensor *wz_fmax(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_fmax, args, 1, NULL);
}

wz_tensor *wz_fmin(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_fmin, args, 1, NULL);
}

wz_tensor *wz_clamp_min(wz_tensor *input, wz_tensor *min)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(min)};
    return wrap_call(WZ_OP_clamp_min, args, 1, NULL);
}

wz_tensor *wz_clamp_max(wz_tensor *input, wz_tensor *max)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(max)};
    return wrap_call(WZ_OP_clamp_max, args, 1, NULL);
}

wz_tensor *wz_clamp_both(wz_tensor *input, wz_tensor *min, wz_tensor *max)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(min), TENSOR(max)};
    return wrap_call(WZ_OP_clamp_both, args, 1, NULL);
}

wz_tensor *wz_heaviside(wz_tensor *input, wz_tensor *values)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(values)};
    return wrap_call(WZ_OP_heaviside, args, 1, NULL);
}

wz_tensor *wz_nan_to_num_with(wz_tensor *input, double nan, double posinf, double neginf)
{
    const wz_arg args[] = {TENSOR(input), FLOAT(nan), FLOAT(posinf), FLOAT(neginf)};
    return wrap_call(WZ_OP_nan_to_num_with, args, 1, NULL);
}

wz_tensor *wz_where(wz_tensor *condition, wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(condition), TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_where, args, 1, NULL);
}

wz_tensor *wz_conj(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_conj, args, 1, NULL);
}

wz_tensor *wz_angle(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_angle, args, 1, NULL);
}

wz_tensor *wz_relu(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_relu, args, 1, NULL);
}

wz_tensor *wz_relu6(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_relu6, args, 1, NULL);
}

wz_tensor *wz_hardtanh(wz_tensor *input, wz_scalar min_val, wz_scalar max_val)
{
    const wz_arg args[] = {TENSOR(input), SCALAR(min_val), SCALAR(max_val)};
    return wrap_call(WZ_OP_hardtanh, args, 1, NULL);
}

wz_tensor *wz_sigmoid(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_sigmoid, args, 1, NULL);
}

wz_tensor *wz_silu(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_silu, args, 1, NULL);
}

wz_tensor *wz_gelu(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_gelu, args, 1, NULL);
}

wz_tensor *wz_gelu_tanh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_gelu_tanh, args, 1, NULL);
}

wz_tensor *wz_softplus(wz_tensor *input, double beta, double threshold)
{
    const wz_arg args[] = {TENSOR(input), FLOAT(beta), FLOAT(threshold)};
    return wrap_call(WZ_OP_softplus, args, 1, NULL);
}

wz_tensor *wz_mish(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_mish, args, 1, NULL);
}

wz_tensor *wz_hardswish(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_hardswish, args, 1, NULL);
}

wz_tensor *wz_hardsigmoid(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_hardsigmoid, args, 1, NULL);
}

wz_tensor *wz_elu(wz_tensor *input, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), SCALAR(alpha)};
    return wrap_call(WZ_OP_elu, args, 1, NULL);
}

wz_tensor *wz_selu(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_selu, args, 1, NULL);
}

wz_tensor *wz_celu(wz_tensor *input, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), SCALAR(alpha)};
    return wrap_call(WZ_OP_celu, args, 1, NULL);
}

wz_tensor *wz_leaky_relu(wz_tensor *input, wz_scalar negative_slope)
{
    const wz_arg args[] = {TENSOR(input), SCALAR(negative_slope)};
    return wrap_call(WZ_OP_leaky_relu, args, 1, NULL);
}

wz_tensor *wz_logsigmoid(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_logsigmoid, args, 1, NULL);
}

wz_tensor *wz_softsign(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_softsign, args, 1, NULL);
}

wz_tensor *wz_tanhshrink(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_tanhshrink, args, 1, NULL);
}

wz_tensor *wz_softshrink(wz_tensor *input, double lambd)
{
    const wz_arg args[] = {TENSOR(input), FLOAT(lambd)};
    return wrap_call(WZ_OP_softshrink, args, 1, NULL);
}

wz_tensor *wz_hardshrink(wz_tensor *input, double lambd)
{
    const wz_arg args[] = {TENSOR(input), FLOAT(lambd)};
    return wrap_call(WZ_OP_hardshrink, args, 1, NULL);
}

wz_tensor *wz_threshold(wz_tensor *input, wz_scalar threshold, wz_scalar value)
{
    const wz_arg args[] = {TENSOR(input), SCALAR(threshold), SCALAR(value)};
    return wrap_call(WZ_OP_threshold, args, 1, NULL);
}

wz_tensor *wz_erf(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_erf, args, 1, NULL);
}

wz_tensor *wz_erfc(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_erfc, args, 1, NULL);
}

wz_tensor *wz_erfinv(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_erfinv, args, 1, NULL);
}

wz_tensor *wz_lgamma(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_lgamma, args, 1, NULL);
}

wz_tensor *wz_digamma(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_digamma, args, 1, NULL);
}

wz_tensor *wz_polygamma_of(wz_tensor *order, wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(order), TENSOR(input)};
    return wrap_call(WZ_OP_polygamma_of, args, 1, NULL);
}

wz_tensor *wz_special_zeta(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_special_zeta, args, 1, NULL);
}

wz_tensor *wz_logit(wz_tensor *input, const double *eps)
{
    const wz_arg args[] = {TENSOR(input), OPT_FLOAT(eps)};
    return wrap_call(WZ_OP_logit, args, 1, NULL);
}

wz_tensor *wz_xlogy(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_xlogy, args, 1, NULL);
}

wz_tensor *wz_special_xlog1py(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_special_xlog1py, args, 1, NULL);
}

wz_tensor *wz_special_entr(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_entr, args, 1, NULL);
}

wz_tensor *wz_special_ndtr(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_ndtr, args, 1, NULL);
}

wz_tensor *wz_special_ndtri(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_ndtri, args, 1, NULL);
}

wz_tensor *wz_special_log_ndtr(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_log_ndtr, args, 1, NULL);
}

wz_tensor *wz_special_erfcx(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_erfcx, args, 1, NULL);
}

wz_tensor *wz_i0(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_i0, args, 1, NULL);
}

wz_tensor *wz_special_i0e(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_i0e, args, 1, NULL);
}

wz_tensor *wz_special_i1(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_i1, args, 1, NULL);
}

wz_tensor *wz_special_i1e(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_i1e, args, 1, NULL);
}

wz_tensor *wz_special_bessel_j0(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_bessel_j0, args, 1, NULL);
}

wz_tensor *wz_special_bessel_j1(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_bessel_j1, args, 1, NULL);
}

wz_tensor *wz_special_bessel_y0(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_bessel_y0, args, 1, NULL);
}

wz_tensor *wz_special_bessel_y1(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_bessel_y1, args, 1, NULL);
}

wz_tensor *wz_special_spherical_bessel_j0(wz_tensor *x)
{
    const wz_arg args[] = {TENSOR(x)};
    return wrap_call(WZ_OP_special_spherical_bessel_j0, args, 1, NULL);
}

wz_tensor *wz_special_laguerre_polynomial_l(wz_tensor *x, wz_tensor *n)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(n)};
    return wrap_call(WZ_OP_special_laguerre_polynomial_l, args, 1, NULL);
}

wz_tensor *wz_special_hermite_polynomial_h(wz_tensor *x, wz_tensor *n)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(n)};
    return wrap_call(WZ_OP_special_hermite_polynomial_h, args, 1, NULL);
}

wz_tensor *wz_special_hermite_polynomial_he(wz_tensor *x, wz_tensor *n)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(n)};
    return wrap_call(WZ_OP_special_hermite_polynomial_he, args, 1, NULL);
}

wz_tensor *wz_special_legendre_polynomial_p(wz_tensor *x, wz_tensor *n)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(n)};
    return wrap_call(WZ_OP_special_legendre_polynomial_p, args, 1, NULL);
}

wz_tensor *wz_special_chebyshev_polynomial_t(wz_tensor *x, wz_tensor *n)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(n)};
    return wrap_call(WZ_OP_special_chebyshev_polynomial_t, args, 1, NULL);
}

wz_tensor *wz_special_chebyshev_polynomial_u(wz_tensor *x, wz_tensor *n)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(n)};
    return wrap_call(WZ_OP_special_chebyshev_polynomial_u, args, 1, NULL);
}

wz_tensor *wz_subtract(wz_tensor *input, wz_tensor *other, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other), SCALAR(alpha)};
    return wrap_call(WZ_OP_subtract, args, 1, NULL);
}

wz_tensor *wz_multiply(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_multiply, args, 1, NULL);
}

wz_tensor *wz_divide(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_divide, args, 1, NULL);
}

wz_tensor *wz_true_divide(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_true_divide, args, 1, NULL);
}

wz_tensor *wz_absolute(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_absolute, args, 1, NULL);
}

wz_tensor *wz_negative(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_negative, args, 1, NULL);
}

wz_tensor *wz_arcsin(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_arcsin, args, 1, NULL);
}

wz_tensor *wz_arccos(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_arccos, args, 1, NULL);
}

wz_tensor *wz_arctan(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_arctan, args, 1, NULL);
}

wz_tensor *wz_arctan2(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_arctan2, args, 1, NULL);
}

wz_tensor *wz_arcsinh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_arcsinh, args, 1, NULL);
}

wz_tensor *wz_arccosh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_arccosh, args, 1, NULL);
}

wz_tensor *wz_arctanh(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_arctanh, args, 1, NULL);
}

wz_tensor *wz_fix(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_fix, args, 1, NULL);
}

wz_tensor *wz_not_equal(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_not_equal, args, 1, NULL);
}

wz_tensor *wz_less(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_less, args, 1, NULL);
}

wz_tensor *wz_less_equal(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_less_equal, args, 1, NULL);
}

wz_tensor *wz_greater(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_greater, args, 1, NULL);
}

wz_tensor *wz_greater_equal(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_greater_equal, args, 1, NULL);
}

wz_tensor *wz_special_expit(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_expit, args, 1, NULL);
}

wz_tensor *wz_special_gammaln(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_gammaln, args, 1, NULL);
}

wz_tensor *wz_special_digamma(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_digamma, args, 1, NULL);
}

wz_tensor *wz_special_psi(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_special_psi, args, 1, NULL);
}

wz_tensor *wz_div_mode(wz_tensor *input, wz_tensor *other, const char *rounding_mode)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other), STRING(rounding_mode)};
    return wrap_call(WZ_OP_div_mode, args, 1, NULL);
}

wz_tensor *wz_divide_mode(wz_tensor *input, wz_tensor *other, const char *rounding_mode)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other), STRING(rounding_mode)};
    return wrap_call(WZ_OP_divide_mode, args, 1, NULL);
}

wz_tensor *wz_float_power(wz_tensor *input, wz_tensor *exponent)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(exponent)};
    return wrap_call(WZ_OP_float_power, args, 1, NULL);
}

wz_tensor *wz_clamp(wz_tensor *input, wz_tensor *min, wz_tensor *max)
{
    const wz_arg args[] = {TENSOR(input), OPT_TENSOR(min), OPT_TENSOR(max)};
    return wrap_call(WZ_OP_clamp, args, 1, NULL);
}

wz_tensor *wz_clip(wz_tensor *input, wz_tensor *min, wz_tensor *max)
{
    const wz_arg args[] = {TENSOR(input), OPT_TENSOR(min), OPT_TENSOR(max)};
    return wrap_call(WZ_OP_clip, args, 1, NULL);
}

wz_tensor *wz_nan_to_num(wz_tensor *input, const double *nan, const double *posinf, const double *neginf)
{
    const wz_arg args[] = {TENSOR(input), OPT_FLOAT(nan), OPT_FLOAT(posinf), OPT_FLOAT(neginf)};
    return wrap_call(WZ_OP_nan_to_num, args, 1, NULL);
}

wz_tensor *wz_gelu_mode(wz_tensor *input, const char *approximate)
{
    const wz_arg args[] = {TENSOR(input), STRING(approximate)};
    return wrap_call(WZ_OP_gelu_mode, args, 1, NULL);
}

wz_tensor *wz_special_polygamma(int64_t n, wz_tensor *input)
{
    const wz_arg args[] = {INT(n), TENSOR(input)};
    return wrap_call(WZ_OP_special_polygamma, args, 1, NULL);
}

wz_tensor *wz_polygamma(int64_t n, wz_tensor *input)
{
    const wz_arg args[] = {INT(n), TENSOR(input)};
    return wrap_call(WZ_OP_polygamma, args, 1, NULL);
}

wz_tensor *wz_polygamma_self(wz_tensor *input, int64_t n)
{
    const wz_arg args[] = {TENSOR(input), INT(n)};
    return wrap_call(WZ_OP_polygamma_self, args, 1, NULL);
}

wz_tensor *wz_prelu(wz_tensor *input, wz_tensor *weight)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight)};
    return wrap_call(WZ_OP_prelu, args, 1, NULL);
}

wz_tensor *wz_frexp(wz_tensor *input, wz_tensor **exponent_out)
{
    const wz_arg args[] = {TENSOR(input)};
    wz_tensor **const more[] = {exponent_out};
    return wrap_call(WZ_OP_frexp, args, 2, more);
}

wz_tensor *wz_nextafter(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_nextafter, args, 1, NULL);
}

wz_tensor *wz_sum(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_sum, args, 1, NULL);
}

wz_tensor *wz_nansum(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_nansum, args, 1, NULL);
}

wz_tensor *wz_mean(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_mean, args, 1, NULL);
}

wz_tensor *wz_nanmean(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_nanmean, args, 1, NULL);
}

wz_tensor *wz_prod(wz_tensor *input, const int64_t *dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_prod, args, 1, NULL);
}

wz_tensor *wz_amax(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_amax, args, 1, NULL);
}

wz_tensor *wz_amin(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_amin, args, 1, NULL);
}

wz_tensor *wz_aminmax(wz_tensor *input, const int64_t *dim, bool keepdim, wz_tensor **max_out)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim), BOOL(keepdim)};
    wz_tensor **const more[] = {max_out};
    return wrap_call(WZ_OP_aminmax, args, 2, more);
}

wz_tensor *wz_max_full(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_max_full, args, 1, NULL);
}

wz_tensor *wz_max_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), BOOL(keepdim)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_max_dim, args, 2, more);
}

wz_tensor *wz_max_other(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_max_other, args, 1, NULL);
}

wz_tensor *wz_min_full(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_min_full, args, 1, NULL);
}

wz_tensor *wz_min_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), BOOL(keepdim)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_min_dim, args, 2, more);
}

wz_tensor *wz_min_other(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_min_other, args, 1, NULL);
}

wz_tensor *wz_argmax(wz_tensor *input, const int64_t *dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_argmax, args, 1, NULL);
}

wz_tensor *wz_argmin(wz_tensor *input, const int64_t *dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_argmin, args, 1, NULL);
}

wz_tensor *wz_any(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_any, args, 1, NULL);
}

wz_tensor *wz_all(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_all, args, 1, NULL);
}

wz_tensor *wz_count_nonzero(wz_tensor *input, const int64_t *dim, int n_dim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim)};
    return wrap_call(WZ_OP_count_nonzero, args, 1, NULL);
}

wz_tensor *wz_count_numbers(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_count_numbers, args, 1, NULL);
}

wz_tensor *wz_var_all(wz_tensor *input, bool unbiased)
{
    const wz_arg args[] = {TENSOR(input), BOOL(unbiased)};
    return wrap_call(WZ_OP_var_all, args, 1, NULL);
}

wz_tensor *wz_var(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), OPT_SCALAR(correction), BOOL(keepdim)};
    return wrap_call(WZ_OP_var, args, 1, NULL);
}

wz_tensor *wz_var_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(unbiased), BOOL(keepdim)};
    return wrap_call(WZ_OP_var_unbiased, args, 1, NULL);
}

wz_tensor *wz_std_all(wz_tensor *input, bool unbiased)
{
    const wz_arg args[] = {TENSOR(input), BOOL(unbiased)};
    return wrap_call(WZ_OP_std_all, args, 1, NULL);
}

wz_tensor *wz_std(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), OPT_SCALAR(correction), BOOL(keepdim)};
    return wrap_call(WZ_OP_std, args, 1, NULL);
}

wz_tensor *wz_std_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(unbiased), BOOL(keepdim)};
    return wrap_call(WZ_OP_std_unbiased, args, 1, NULL);
}

wz_tensor *wz_var_mean_all(wz_tensor *input, bool unbiased, wz_tensor **mean_out)
{
    const wz_arg args[] = {TENSOR(input), BOOL(unbiased)};
    wz_tensor **const more[] = {mean_out};
    return wrap_call(WZ_OP_var_mean_all, args, 2, more);
}

wz_tensor *wz_var_mean(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim, wz_tensor **mean_out)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), OPT_SCALAR(correction), BOOL(keepdim)};
    wz_tensor **const more[] = {mean_out};
    return wrap_call(WZ_OP_var_mean, args, 2, more);
}

wz_tensor *wz_var_mean_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim, wz_tensor **mean_out)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(unbiased), BOOL(keepdim)};
    wz_tensor **const more[] = {mean_out};
    return wrap_call(WZ_OP_var_mean_unbiased, args, 2, more);
}

wz_tensor *wz_std_mean_all(wz_tensor *input, bool unbiased, wz_tensor **mean_out)
{
    const wz_arg args[] = {TENSOR(input), BOOL(unbiased)};
    wz_tensor **const more[] = {mean_out};
    return wrap_call(WZ_OP_std_mean_all, args, 2, more);
}

wz_tensor *wz_std_mean(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim, wz_tensor **mean_out)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), OPT_SCALAR(correction), BOOL(keepdim)};
    wz_tensor **const more[] = {mean_out};
    return wrap_call(WZ_OP_std_mean, args, 2, more);
}

wz_tensor *wz_std_mean_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim, wz_tensor **mean_out)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(dim, n_dim), BOOL(unbiased), BOOL(keepdim)};
    wz_tensor **const more[] = {mean_out};
    return wrap_call(WZ_OP_std_mean_unbiased, args, 2, more);
}

wz_tensor *wz_linalg_vector_norm(wz_tensor *x, wz_scalar ord, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(x), SCALAR(ord), OPT_INTS(dim, n_dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_linalg_vector_norm, args, 1, NULL);
}

wz_tensor *wz_norm(wz_tensor *input, const wz_scalar *p, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_SCALAR(p), OPT_INTS(dim, n_dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_norm, args, 1, NULL);
}

wz_tensor *wz_norm_named(wz_tensor *input, const char *p, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), STRING(p), OPT_INTS(dim, n_dim), BOOL(keepdim), DTYPE(dtype)};
    return wrap_call(WZ_OP_norm_named, args, 1, NULL);
}

wz_tensor *wz_logsumexp(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim)
{
    const wz_arg args[] = {TENSOR(input), INTS(dim, n_dim), BOOL(keepdim)};
    return wrap_call(WZ_OP_logsumexp, args, 1, NULL);
}

wz_tensor *wz_median_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), BOOL(keepdim)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_median_dim, args, 2, more);
}

wz_tensor *wz_median(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_median, args, 1, NULL);
}

wz_tensor *wz_nanmedian_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), BOOL(keepdim)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_nanmedian_dim, args, 2, more);
}

wz_tensor *wz_nanmedian(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_nanmedian, args, 1, NULL);
}

wz_tensor *wz_sort(wz_tensor *input, int64_t dim, bool descending, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), BOOL(descending)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_sort, args, 2, more);
}

wz_tensor *wz_sort_stable(wz_tensor *input, const bool *stable, int64_t dim, bool descending, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), OPT_BOOL(stable), INT(dim), BOOL(descending)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_sort_stable, args, 2, more);
}

wz_tensor *wz_argsort(wz_tensor *input, int64_t dim, bool descending, bool stable)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), BOOL(descending), BOOL(stable)};
    return wrap_call(WZ_OP_argsort, args, 1, NULL);
}

wz_tensor *wz_msort(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_msort, args, 1, NULL);
}

wz_tensor *wz_topk(wz_tensor *input, int64_t k, int64_t dim, bool largest, bool sorted, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(k), INT(dim), BOOL(largest), BOOL(sorted)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_topk, args, 2, more);
}

wz_tensor *wz_kthvalue(wz_tensor *input, int64_t k, int64_t dim, bool keepdim, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(k), INT(dim), BOOL(keepdim)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_kthvalue, args, 2, more);
}

wz_tensor *wz_cumsum(wz_tensor *input, int64_t dim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), DTYPE(dtype)};
    return wrap_call(WZ_OP_cumsum, args, 1, NULL);
}

wz_tensor *wz_cumprod(wz_tensor *input, int64_t dim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), DTYPE(dtype)};
    return wrap_call(WZ_OP_cumprod, args, 1, NULL);
}

wz_tensor *wz_logcumsumexp(wz_tensor *input, int64_t dim)
{
    const wz_arg args[] = {TENSOR(input), INT(dim)};
    return wrap_call(WZ_OP_logcumsumexp, args, 1, NULL);
}

wz_tensor *wz_cummax(wz_tensor *input, int64_t dim, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_cummax, args, 2, more);
}

wz_tensor *wz_cummin(wz_tensor *input, int64_t dim, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_cummin, args, 2, more);
}

wz_tensor *wz_searchsorted(wz_tensor *sorted_sequence, wz_tensor *input, bool out_int32, bool right, const char *side, wz_tensor *sorter)
{
    const wz_arg args[] = {TENSOR(sorted_sequence), TENSOR(input), BOOL(out_int32), BOOL(right), STRING(side), OPT_TENSOR(sorter)};
    return wrap_call(WZ_OP_searchsorted, args, 1, NULL);
}

wz_tensor *wz_bucketize(wz_tensor *input, wz_tensor *boundaries, bool out_int32, bool right)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(boundaries), BOOL(out_int32), BOOL(right)};
    return wrap_call(WZ_OP_bucketize, args, 1, NULL);
}

wz_tensor *wz_unique_flat(wz_tensor *input, wz_tensor **inverse_out, wz_tensor **counts_out)
{
    const wz_arg args[] = {TENSOR(input)};
    wz_tensor **const more[] = {inverse_out, counts_out};
    return wrap_call(WZ_OP_unique_flat, args, 3, more);
}

wz_tensor *wz_unique_dim(wz_tensor *input, int64_t dim, wz_tensor **inverse_out, wz_tensor **counts_out)
{
    const wz_arg args[] = {TENSOR(input), INT(dim)};
    wz_tensor **const more[] = {inverse_out, counts_out};
    return wrap_call(WZ_OP_unique_dim, args, 3, more);
}

wz_tensor *wz_unique_runs(wz_tensor *input, const int64_t *dim, wz_tensor **inverse_out, wz_tensor **counts_out)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim)};
    wz_tensor **const more[] = {inverse_out, counts_out};
    return wrap_call(WZ_OP_unique_runs, args, 3, more);
}

wz_tensor *wz_isin(wz_tensor *elements, wz_tensor *test_elements, bool assume_unique, bool invert)
{
    const wz_arg args[] = {TENSOR(elements), TENSOR(test_elements), BOOL(assume_unique), BOOL(invert)};
    return wrap_call(WZ_OP_isin, args, 1, NULL);
}

wz_tensor *wz_mm(wz_tensor *input, wz_tensor *mat2)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(mat2)};
    return wrap_call(WZ_OP_mm, args, 1, NULL);
}

wz_tensor *wz_bmm(wz_tensor *input, wz_tensor *mat2)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(mat2)};
    return wrap_call(WZ_OP_bmm, args, 1, NULL);
}

wz_tensor *wz_addmm(wz_tensor *input, wz_tensor *mat1, wz_tensor *mat2, wz_scalar beta, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(mat1), TENSOR(mat2), SCALAR(beta), SCALAR(alpha)};
    return wrap_call(WZ_OP_addmm, args, 1, NULL);
}

wz_tensor *wz_baddbmm(wz_tensor *input, wz_tensor *batch1, wz_tensor *batch2, wz_scalar beta, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(batch1), TENSOR(batch2), SCALAR(beta), SCALAR(alpha)};
    return wrap_call(WZ_OP_baddbmm, args, 1, NULL);
}

wz_tensor *wz_addmv(wz_tensor *input, wz_tensor *mat, wz_tensor *vec, wz_scalar beta, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(mat), TENSOR(vec), SCALAR(beta), SCALAR(alpha)};
    return wrap_call(WZ_OP_addmv, args, 1, NULL);
}

wz_tensor *wz_mv(wz_tensor *input, wz_tensor *vec)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(vec)};
    return wrap_call(WZ_OP_mv, args, 1, NULL);
}

wz_tensor *wz_dot(wz_tensor *input, wz_tensor *tensor)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(tensor)};
    return wrap_call(WZ_OP_dot, args, 1, NULL);
}

wz_tensor *wz_linear(wz_tensor *input, wz_tensor *weight, wz_tensor *bias)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias)};
    return wrap_call(WZ_OP_linear, args, 1, NULL);
}

wz_tensor *wz_vdot(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_vdot, args, 1, NULL);
}

wz_tensor *wz_matmul(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_matmul, args, 1, NULL);
}

wz_tensor *wz_addbmm(wz_tensor *input, wz_tensor *batch1, wz_tensor *batch2, wz_scalar beta, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(batch1), TENSOR(batch2), SCALAR(beta), SCALAR(alpha)};
    return wrap_call(WZ_OP_addbmm, args, 1, NULL);
}

wz_tensor *wz_addr(wz_tensor *input, wz_tensor *vec1, wz_tensor *vec2, wz_scalar beta, wz_scalar alpha)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(vec1), TENSOR(vec2), SCALAR(beta), SCALAR(alpha)};
    return wrap_call(WZ_OP_addr, args, 1, NULL);
}

wz_tensor *wz_outer(wz_tensor *input, wz_tensor *vec2)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(vec2)};
    return wrap_call(WZ_OP_outer, args, 1, NULL);
}

wz_tensor *wz_ger(wz_tensor *input, wz_tensor *vec2)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(vec2)};
    return wrap_call(WZ_OP_ger, args, 1, NULL);
}

wz_tensor *wz_inner(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_inner, args, 1, NULL);
}

wz_tensor *wz_kron(wz_tensor *input, wz_tensor *other)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(other)};
    return wrap_call(WZ_OP_kron, args, 1, NULL);
}

wz_tensor *wz_tensordot_dims(wz_tensor *a, wz_tensor *b, const int64_t *dims_a, int n_dims_a, const int64_t *dims_b, int n_dims_b)
{
    const wz_arg args[] = {TENSOR(a), TENSOR(b), INTS(dims_a, n_dims_a), INTS(dims_b, n_dims_b)};
    return wrap_call(WZ_OP_tensordot_dims, args, 1, NULL);
}

wz_tensor *wz_softmax(wz_tensor *input, const int64_t *dim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim), DTYPE(dtype)};
    return wrap_call(WZ_OP_softmax, args, 1, NULL);
}

wz_tensor *wz_log_softmax(wz_tensor *input, const int64_t *dim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim), DTYPE(dtype)};
    return wrap_call(WZ_OP_log_softmax, args, 1, NULL);
}

wz_tensor *wz_softmin(wz_tensor *input, const int64_t *dim, wz_dtype dtype)
{
    const wz_arg args[] = {TENSOR(input), OPT_INT(dim), DTYPE(dtype)};
    return wrap_call(WZ_OP_softmin, args, 1, NULL);
}

wz_tensor *wz_layer_norm(wz_tensor *input, const int64_t *normalized_shape, int n_normalized_shape, wz_tensor *weight, wz_tensor *bias, double eps)
{
    const wz_arg args[] = {TENSOR(input), INTS(normalized_shape, n_normalized_shape), OPT_TENSOR(weight), OPT_TENSOR(bias), FLOAT(eps)};
    return wrap_call(WZ_OP_layer_norm, args, 1, NULL);
}

wz_tensor *wz_rms_norm(wz_tensor *input, const int64_t *normalized_shape, int n_normalized_shape, wz_tensor *weight, const double *eps)
{
    const wz_arg args[] = {TENSOR(input), INTS(normalized_shape, n_normalized_shape), OPT_TENSOR(weight), OPT_FLOAT(eps)};
    return wrap_call(WZ_OP_rms_norm, args, 1, NULL);
}

wz_tensor *wz_group_norm(wz_tensor *input, int64_t num_groups, wz_tensor *weight, wz_tensor *bias, double eps)
{
    const wz_arg args[] = {TENSOR(input), INT(num_groups), OPT_TENSOR(weight), OPT_TENSOR(bias), FLOAT(eps)};
    return wrap_call(WZ_OP_group_norm, args, 1, NULL);
}

wz_tensor *wz_batch_norm(wz_tensor *input, wz_tensor *running_mean, wz_tensor *running_var, wz_tensor *weight, wz_tensor *bias, bool training, double momentum, double eps)
{
    const wz_arg args[] = {TENSOR(input), OPT_TENSOR(running_mean), OPT_TENSOR(running_var), OPT_TENSOR(weight), OPT_TENSOR(bias), BOOL(training), FLOAT(momentum), FLOAT(eps)};
    return wrap_call(WZ_OP_batch_norm, args, 1, NULL);
}

wz_tensor *wz_instance_norm(wz_tensor *input, wz_tensor *running_mean, wz_tensor *running_var, wz_tensor *weight, wz_tensor *bias, bool use_input_stats, double momentum, double eps)
{
    const wz_arg args[] = {TENSOR(input), OPT_TENSOR(running_mean), OPT_TENSOR(running_var), OPT_TENSOR(weight), OPT_TENSOR(bias), BOOL(use_input_stats), FLOAT(momentum), FLOAT(eps)};
    return wrap_call(WZ_OP_instance_norm, args, 1, NULL);
}

wz_tensor *wz_normalize(wz_tensor *input, double p, int64_t dim, double eps)
{
    const wz_arg args[] = {TENSOR(input), FLOAT(p), INT(dim), FLOAT(eps)};
    return wrap_call(WZ_OP_normalize, args, 1, NULL);
}

wz_tensor *wz_local_response_norm(wz_tensor *input, int64_t size, double alpha, double beta, double k)
{
    const wz_arg args[] = {TENSOR(input), INT(size), FLOAT(alpha), FLOAT(beta), FLOAT(k)};
    return wrap_call(WZ_OP_local_response_norm, args, 1, NULL);
}

wz_tensor *wz_scaled_dot_product_attention(wz_tensor *query, wz_tensor *key, wz_tensor *value, wz_tensor *attn_mask, double dropout_p, bool is_causal, const double *scale, bool enable_gqa)
{
    const wz_arg args[] = {TENSOR(query), TENSOR(key), TENSOR(value), OPT_TENSOR(attn_mask), FLOAT(dropout_p), BOOL(is_causal), OPT_FLOAT(scale), BOOL(enable_gqa)};
    return wrap_call(WZ_OP_scaled_dot_product_attention, args, 1, NULL);
}

wz_tensor *wz_scaled_mm(wz_tensor *mat_a, wz_tensor *mat_b, wz_tensor *const *scale_a, int n_scale_a, const int64_t *scale_recipe_a, int n_scale_recipe_a, wz_tensor *const *scale_b, int n_scale_b, const int64_t *scale_recipe_b, int n_scale_recipe_b, const int64_t *swizzle_a, int n_swizzle_a, const int64_t *swizzle_b, int n_swizzle_b, wz_tensor *bias, wz_dtype output_dtype, const int64_t *contraction_dim, int n_contraction_dim, bool use_fast_accum)
{
    const wz_arg args[] = {TENSOR(mat_a), TENSOR(mat_b), TENSORS(scale_a, n_scale_a), INTS(scale_recipe_a, n_scale_recipe_a), TENSORS(scale_b, n_scale_b), INTS(scale_recipe_b, n_scale_recipe_b), INTS(swizzle_a, n_swizzle_a), INTS(swizzle_b, n_swizzle_b), OPT_TENSOR(bias), DTYPE(output_dtype), INTS(contraction_dim, n_contraction_dim), BOOL(use_fast_accum)};
    return wrap_call(WZ_OP_scaled_mm, args, 1, NULL);
}

wz_tensor *wz_scaled_mm_torch(wz_tensor *input, wz_tensor *mat2, wz_tensor *const *scale_a, int n_scale_a, const int64_t *recipe_a, int n_recipe_a, const int64_t *swizzle_a, int n_swizzle_a, wz_tensor *const *scale_b, int n_scale_b, const int64_t *recipe_b, int n_recipe_b, const int64_t *swizzle_b, int n_swizzle_b, wz_tensor *bias, wz_dtype out_dtype, const int64_t *contraction_dim, int n_contraction_dim, bool use_fast_accum)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(mat2), TENSORS(scale_a, n_scale_a), INTS(recipe_a, n_recipe_a), INTS(swizzle_a, n_swizzle_a), TENSORS(scale_b, n_scale_b), INTS(recipe_b, n_recipe_b), INTS(swizzle_b, n_swizzle_b), OPT_TENSOR(bias), DTYPE(out_dtype), INTS(contraction_dim, n_contraction_dim), BOOL(use_fast_accum)};
    return wrap_call(WZ_OP_scaled_mm_torch, args, 1, NULL);
}

wz_tensor *wz_scaled_mm_by_shape(wz_tensor *input, wz_tensor *mat2, wz_tensor *scale_a, wz_tensor *scale_b, wz_tensor *bias, wz_tensor *scale_result, wz_dtype out_dtype, bool use_fast_accum)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(mat2), TENSOR(scale_a), TENSOR(scale_b), OPT_TENSOR(bias), OPT_TENSOR(scale_result), DTYPE(out_dtype), BOOL(use_fast_accum)};
    return wrap_call(WZ_OP_scaled_mm_by_shape, args, 1, NULL);
}

wz_tensor *wz_grouped_mm(wz_tensor *mat_a, wz_tensor *mat_b, wz_tensor *offs, wz_tensor *bias, wz_dtype out_dtype)
{
    const wz_arg args[] = {TENSOR(mat_a), TENSOR(mat_b), OPT_TENSOR(offs), OPT_TENSOR(bias), DTYPE(out_dtype)};
    return wrap_call(WZ_OP_grouped_mm, args, 1, NULL);
}

wz_tensor *wz_grouped_mm_torch(wz_tensor *input, wz_tensor *mat2, wz_tensor *offs, wz_tensor *bias, wz_dtype out_dtype)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(mat2), OPT_TENSOR(offs), OPT_TENSOR(bias), DTYPE(out_dtype)};
    return wrap_call(WZ_OP_grouped_mm_torch, args, 1, NULL);
}

wz_tensor *wz_rope_table(wz_tensor *x, wz_tensor *cos, wz_tensor *sin, bool interleaved)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(cos), TENSOR(sin), BOOL(interleaved)};
    return wrap_call(WZ_OP_rope_table, args, 1, NULL);
}

wz_tensor *wz_rope(wz_tensor *x, const int64_t *dims, double base, int64_t offset, bool interleaved, double scale, wz_tensor *positions, wz_tensor *inv_freq, double attention_factor)
{
    const wz_arg args[] = {TENSOR(x), OPT_INT(dims), FLOAT(base), INT(offset), BOOL(interleaved), FLOAT(scale), OPT_TENSOR(positions), OPT_TENSOR(inv_freq), FLOAT(attention_factor)};
    return wrap_call(WZ_OP_rope, args, 1, NULL);
}

wz_tensor *wz_rope_frequencies(int64_t dims, double base, const char *kind, double factor, double low_freq_factor, double high_freq_factor, int64_t original_length, double beta_fast, double beta_slow, double partial, wz_device *device)
{
    const wz_arg args[] = {INT(dims), FLOAT(base), STRING(kind), FLOAT(factor), FLOAT(low_freq_factor), FLOAT(high_freq_factor), INT(original_length), FLOAT(beta_fast), FLOAT(beta_slow), FLOAT(partial), DEVICE(device)};
    return wrap_call(WZ_OP_rope_frequencies, args, 1, NULL);
}

wz_tensor *wz_causal_conv1d(wz_tensor *x, wz_tensor *weight, wz_tensor *bias, wz_tensor *state, const char *activation, wz_tensor **state_out_out)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(weight), OPT_TENSOR(bias), OPT_TENSOR(state), STRING(activation)};
    wz_tensor **const more[] = {state_out_out};
    return wrap_call(WZ_OP_causal_conv1d, args, 2, more);
}

wz_tensor *wz_gated_delta_rule(wz_tensor *q, wz_tensor *k, wz_tensor *v, wz_tensor *g, wz_tensor *beta, wz_tensor *state, const double *scale, bool l2norm, double eps, wz_tensor *lengths, wz_tensor **state_out_out)
{
    const wz_arg args[] = {TENSOR(q), TENSOR(k), TENSOR(v), TENSOR(g), TENSOR(beta), OPT_TENSOR(state), OPT_FLOAT(scale), BOOL(l2norm), FLOAT(eps), OPT_TENSOR(lengths)};
    wz_tensor **const more[] = {state_out_out};
    return wrap_call(WZ_OP_gated_delta_rule, args, 2, more);
}

wz_tensor *wz_moe_route(wz_tensor *logits, int64_t k, wz_tensor *bias, bool sigmoid, bool normalize, double scale, double eps, wz_tensor **index_out)
{
    const wz_arg args[] = {TENSOR(logits), INT(k), OPT_TENSOR(bias), BOOL(sigmoid), BOOL(normalize), FLOAT(scale), FLOAT(eps)};
    wz_tensor **const more[] = {index_out};
    return wrap_call(WZ_OP_moe_route, args, 2, more);
}

wz_tensor *wz_moe_mlp(wz_tensor *x, wz_tensor *gate_up, wz_tensor *down, wz_tensor *index, wz_tensor *weights, const char *activation)
{
    const wz_arg args[] = {TENSOR(x), TENSOR(gate_up), TENSOR(down), TENSOR(index), TENSOR(weights), STRING(activation)};
    return wrap_call(WZ_OP_moe_mlp, args, 1, NULL);
}

wz_tensor *wz_conv_padded(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *pad_low, int n_pad_low, const int64_t *pad_high, int n_pad_high, const int64_t *dilation, int n_dilation, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(pad_low, n_pad_low), INTS(pad_high, n_pad_high), INTS(dilation, n_dilation), INT(groups)};
    return wrap_call(WZ_OP_conv_padded, args, 1, NULL);
}

wz_tensor *wz_conv1d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), INT(groups)};
    return wrap_call(WZ_OP_conv1d, args, 1, NULL);
}

wz_tensor *wz_conv1d_named(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const char *padding, const int64_t *dilation, int n_dilation, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), STRING(padding), INTS(dilation, n_dilation), INT(groups)};
    return wrap_call(WZ_OP_conv1d_named, args, 1, NULL);
}

wz_tensor *wz_conv2d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), INT(groups)};
    return wrap_call(WZ_OP_conv2d, args, 1, NULL);
}

wz_tensor *wz_conv2d_named(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const char *padding, const int64_t *dilation, int n_dilation, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), STRING(padding), INTS(dilation, n_dilation), INT(groups)};
    return wrap_call(WZ_OP_conv2d_named, args, 1, NULL);
}

wz_tensor *wz_conv3d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), INT(groups)};
    return wrap_call(WZ_OP_conv3d, args, 1, NULL);
}

wz_tensor *wz_conv3d_named(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const char *padding, const int64_t *dilation, int n_dilation, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), STRING(padding), INTS(dilation, n_dilation), INT(groups)};
    return wrap_call(WZ_OP_conv3d_named, args, 1, NULL);
}

wz_tensor *wz_conv_transpose_padded(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(padding, n_padding), INTS(output_padding, n_output_padding), INT(groups), INTS(dilation, n_dilation)};
    return wrap_call(WZ_OP_conv_transpose_padded, args, 1, NULL);
}

wz_tensor *wz_conv_transpose1d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(padding, n_padding), INTS(output_padding, n_output_padding), INT(groups), INTS(dilation, n_dilation)};
    return wrap_call(WZ_OP_conv_transpose1d, args, 1, NULL);
}

wz_tensor *wz_conv_transpose2d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(padding, n_padding), INTS(output_padding, n_output_padding), INT(groups), INTS(dilation, n_dilation)};
    return wrap_call(WZ_OP_conv_transpose2d, args, 1, NULL);
}

wz_tensor *wz_conv_transpose3d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(weight), OPT_TENSOR(bias), INTS(stride, n_stride), INTS(padding, n_padding), INTS(output_padding, n_output_padding), INT(groups), INTS(dilation, n_dilation)};
    return wrap_call(WZ_OP_conv_transpose3d, args, 1, NULL);
}

wz_tensor *wz_pool_max(wz_tensor *input, const int64_t *size, int n_size, const int64_t *kernel, int n_kernel, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INTS(size, n_size), INTS(kernel, n_kernel), INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_pool_max, args, 2, more);
}

wz_tensor *wz_pool_mean(wz_tensor *input, const int64_t *size, int n_size, const int64_t *kernel, int n_kernel, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool count_include_pad, int64_t divisor)
{
    const wz_arg args[] = {TENSOR(input), INTS(size, n_size), INTS(kernel, n_kernel), INTS(stride, n_stride), INTS(padding, n_padding), BOOL(count_include_pad), INT(divisor)};
    return wrap_call(WZ_OP_pool_mean, args, 1, NULL);
}

wz_tensor *wz_pool_max_grad(wz_tensor *grad, wz_tensor *indices, const int64_t *size, int n_size)
{
    const wz_arg args[] = {TENSOR(grad), TENSOR(indices), INTS(size, n_size)};
    return wrap_call(WZ_OP_pool_max_grad, args, 1, NULL);
}

wz_tensor *wz_pool_mean_grad(wz_tensor *grad, const int64_t *size, int n_size, const int64_t *kernel, int n_kernel, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool count_include_pad, int64_t divisor)
{
    const wz_arg args[] = {TENSOR(grad), INTS(size, n_size), INTS(kernel, n_kernel), INTS(stride, n_stride), INTS(padding, n_padding), BOOL(count_include_pad), INT(divisor)};
    return wrap_call(WZ_OP_pool_mean_grad, args, 1, NULL);
}

wz_tensor *wz_max_pool1d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), BOOL(ceil_mode)};
    return wrap_call(WZ_OP_max_pool1d, args, 1, NULL);
}

wz_tensor *wz_max_pool2d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), BOOL(ceil_mode)};
    return wrap_call(WZ_OP_max_pool2d, args, 1, NULL);
}

wz_tensor *wz_max_pool3d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), BOOL(ceil_mode)};
    return wrap_call(WZ_OP_max_pool3d, args, 1, NULL);
}

wz_tensor *wz_max_pool1d_with_indices(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), BOOL(ceil_mode)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_max_pool1d_with_indices, args, 2, more);
}

wz_tensor *wz_max_pool2d_with_indices(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), BOOL(ceil_mode)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_max_pool2d_with_indices, args, 2, more);
}

wz_tensor *wz_max_pool3d_with_indices(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), INTS(dilation, n_dilation), BOOL(ceil_mode)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_max_pool3d_with_indices, args, 2, more);
}

wz_tensor *wz_avg_pool1d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool ceil_mode, bool count_include_pad)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), BOOL(ceil_mode), BOOL(count_include_pad)};
    return wrap_call(WZ_OP_avg_pool1d, args, 1, NULL);
}

wz_tensor *wz_avg_pool2d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool ceil_mode, bool count_include_pad, const int64_t *divisor_override)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), BOOL(ceil_mode), BOOL(count_include_pad), OPT_INT(divisor_override)};
    return wrap_call(WZ_OP_avg_pool2d, args, 1, NULL);
}

wz_tensor *wz_avg_pool3d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool ceil_mode, bool count_include_pad, const int64_t *divisor_override)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), OPT_INTS(stride, n_stride), INTS(padding, n_padding), BOOL(ceil_mode), BOOL(count_include_pad), OPT_INT(divisor_override)};
    return wrap_call(WZ_OP_avg_pool3d, args, 1, NULL);
}

wz_tensor *wz_adaptive_avg_pool1d(wz_tensor *input, const int64_t *output_size, int n_output_size)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size)};
    return wrap_call(WZ_OP_adaptive_avg_pool1d, args, 1, NULL);
}

wz_tensor *wz_adaptive_avg_pool2d(wz_tensor *input, const int64_t *output_size, int n_output_size)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size)};
    return wrap_call(WZ_OP_adaptive_avg_pool2d, args, 1, NULL);
}

wz_tensor *wz_adaptive_avg_pool3d(wz_tensor *input, const int64_t *output_size, int n_output_size)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size)};
    return wrap_call(WZ_OP_adaptive_avg_pool3d, args, 1, NULL);
}

wz_tensor *wz_adaptive_max_pool1d(wz_tensor *input, const int64_t *output_size, int n_output_size, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_adaptive_max_pool1d, args, 2, more);
}

wz_tensor *wz_adaptive_max_pool2d(wz_tensor *input, const int64_t *output_size, int n_output_size, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_adaptive_max_pool2d, args, 2, more);
}

wz_tensor *wz_adaptive_max_pool3d(wz_tensor *input, const int64_t *output_size, int n_output_size, wz_tensor **indices_out)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size)};
    wz_tensor **const more[] = {indices_out};
    return wrap_call(WZ_OP_adaptive_max_pool3d, args, 2, more);
}

wz_tensor *wz_resample(wz_tensor *input, int64_t dim, int64_t size, const char *mode, double scale, bool align_corners, bool antialias)
{
    const wz_arg args[] = {TENSOR(input), INT(dim), INT(size), STRING(mode), FLOAT(scale), BOOL(align_corners), BOOL(antialias)};
    return wrap_call(WZ_OP_resample, args, 1, NULL);
}

wz_tensor *wz_resample_grad(wz_tensor *grad, int64_t dim, int64_t size, const char *mode, double scale, bool align_corners, bool antialias)
{
    const wz_arg args[] = {TENSOR(grad), INT(dim), INT(size), STRING(mode), FLOAT(scale), BOOL(align_corners), BOOL(antialias)};
    return wrap_call(WZ_OP_resample_grad, args, 1, NULL);
}

wz_tensor *wz_interpolate(wz_tensor *input, const int64_t *size, int n_size, const double *scale_factor, int n_scale_factor, const char *mode, const bool *align_corners, const bool *recompute_scale_factor, bool antialias)
{
    const wz_arg args[] = {TENSOR(input), OPT_INTS(size, n_size), OPT_FLOATS(scale_factor, n_scale_factor), STRING(mode), OPT_BOOL(align_corners), OPT_BOOL(recompute_scale_factor), BOOL(antialias)};
    return wrap_call(WZ_OP_interpolate, args, 1, NULL);
}

wz_tensor *wz_grid_sample_mode(wz_tensor *input, wz_tensor *grid, const char *mode, const char *padding_mode, bool align_corners)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(grid), STRING(mode), STRING(padding_mode), BOOL(align_corners)};
    return wrap_call(WZ_OP_grid_sample_mode, args, 1, NULL);
}

wz_tensor *wz_grid_sample_grad(wz_tensor *grad, wz_tensor *input, wz_tensor *grid, const char *mode, const char *padding_mode, bool align_corners, wz_tensor **grid_grad_out)
{
    const wz_arg args[] = {TENSOR(grad), TENSOR(input), TENSOR(grid), STRING(mode), STRING(padding_mode), BOOL(align_corners)};
    wz_tensor **const more[] = {grid_grad_out};
    return wrap_call(WZ_OP_grid_sample_grad, args, 2, more);
}

wz_tensor *wz_grid_sample(wz_tensor *input, wz_tensor *grid, const char *mode, const char *padding_mode, const bool *align_corners)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(grid), STRING(mode), STRING(padding_mode), OPT_BOOL(align_corners)};
    return wrap_call(WZ_OP_grid_sample, args, 1, NULL);
}

wz_tensor *wz_affine_grid(wz_tensor *theta, const int64_t *size, int n_size, const bool *align_corners)
{
    const wz_arg args[] = {TENSOR(theta), INTS(size, n_size), OPT_BOOL(align_corners)};
    return wrap_call(WZ_OP_affine_grid, args, 1, NULL);
}

wz_tensor *wz_unfold_windows(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *dilation, int n_dilation, const int64_t *padding, int n_padding, const int64_t *stride, int n_stride)
{
    const wz_arg args[] = {TENSOR(input), INTS(kernel_size, n_kernel_size), INTS(dilation, n_dilation), INTS(padding, n_padding), INTS(stride, n_stride)};
    return wrap_call(WZ_OP_unfold_windows, args, 1, NULL);
}

wz_tensor *wz_fold_windows(wz_tensor *input, const int64_t *output_size, int n_output_size, const int64_t *kernel_size, int n_kernel_size, const int64_t *dilation, int n_dilation, const int64_t *padding, int n_padding, const int64_t *stride, int n_stride)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size), INTS(kernel_size, n_kernel_size), INTS(dilation, n_dilation), INTS(padding, n_padding), INTS(stride, n_stride)};
    return wrap_call(WZ_OP_fold_windows, args, 1, NULL);
}

wz_tensor *wz_fold(wz_tensor *input, const int64_t *output_size, int n_output_size, const int64_t *kernel_size, int n_kernel_size, const int64_t *dilation, int n_dilation, const int64_t *padding, int n_padding, const int64_t *stride, int n_stride)
{
    const wz_arg args[] = {TENSOR(input), INTS(output_size, n_output_size), INTS(kernel_size, n_kernel_size), INTS(dilation, n_dilation), INTS(padding, n_padding), INTS(stride, n_stride)};
    return wrap_call(WZ_OP_fold, args, 1, NULL);
}

wz_tensor *wz_pixel_shuffle(wz_tensor *input, int64_t upscale_factor)
{
    const wz_arg args[] = {TENSOR(input), INT(upscale_factor)};
    return wrap_call(WZ_OP_pixel_shuffle, args, 1, NULL);
}

wz_tensor *wz_pixel_unshuffle(wz_tensor *input, int64_t downscale_factor)
{
    const wz_arg args[] = {TENSOR(input), INT(downscale_factor)};
    return wrap_call(WZ_OP_pixel_unshuffle, args, 1, NULL);
}

wz_tensor *wz_channel_shuffle(wz_tensor *input, int64_t groups)
{
    const wz_arg args[] = {TENSOR(input), INT(groups)};
    return wrap_call(WZ_OP_channel_shuffle, args, 1, NULL);
}

wz_tensor *wz_pair_loss(wz_tensor *input, wz_tensor *target, wz_tensor *weight, wz_tensor *pos_weight, int64_t kind, int64_t reduction, double parameter)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_TENSOR(weight), OPT_TENSOR(pos_weight), INT(kind), INT(reduction), FLOAT(parameter)};
    return wrap_call(WZ_OP_pair_loss, args, 1, NULL);
}

wz_tensor *wz_class_loss(wz_tensor *input, wz_tensor *target, wz_tensor *weight, int64_t ignore_index, int64_t reduction, double label_smoothing, bool logits)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_TENSOR(weight), INT(ignore_index), INT(reduction), FLOAT(label_smoothing), BOOL(logits)};
    return wrap_call(WZ_OP_class_loss, args, 1, NULL);
}

wz_tensor *wz_cross_entropy(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, int64_t ignore_index, const bool *reduce, const char *reduction, double label_smoothing)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_TENSOR(weight), OPT_BOOL(size_average), INT(ignore_index), OPT_BOOL(reduce), STRING(reduction), FLOAT(label_smoothing)};
    return wrap_call(WZ_OP_cross_entropy, args, 1, NULL);
}

wz_tensor *wz_nll_loss(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, int64_t ignore_index, const bool *reduce, const char *reduction)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_TENSOR(weight), OPT_BOOL(size_average), INT(ignore_index), OPT_BOOL(reduce), STRING(reduction)};
    return wrap_call(WZ_OP_nll_loss, args, 1, NULL);
}

wz_tensor *wz_mse_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, wz_tensor *weight)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_BOOL(size_average), OPT_BOOL(reduce), STRING(reduction), OPT_TENSOR(weight)};
    return wrap_call(WZ_OP_mse_loss, args, 1, NULL);
}

wz_tensor *wz_l1_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, wz_tensor *weight)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_BOOL(size_average), OPT_BOOL(reduce), STRING(reduction), OPT_TENSOR(weight)};
    return wrap_call(WZ_OP_l1_loss, args, 1, NULL);
}

wz_tensor *wz_smooth_l1_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, double beta)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_BOOL(size_average), OPT_BOOL(reduce), STRING(reduction), FLOAT(beta)};
    return wrap_call(WZ_OP_smooth_l1_loss, args, 1, NULL);
}

wz_tensor *wz_huber_loss(wz_tensor *input, wz_tensor *target, const char *reduction, double delta, wz_tensor *weight)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), STRING(reduction), FLOAT(delta), OPT_TENSOR(weight)};
    return wrap_call(WZ_OP_huber_loss, args, 1, NULL);
}

wz_tensor *wz_binary_cross_entropy(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, const bool *reduce, const char *reduction)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_TENSOR(weight), OPT_BOOL(size_average), OPT_BOOL(reduce), STRING(reduction)};
    return wrap_call(WZ_OP_binary_cross_entropy, args, 1, NULL);
}

wz_tensor *wz_binary_cross_entropy_with_logits(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, const bool *reduce, const char *reduction, wz_tensor *pos_weight)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_TENSOR(weight), OPT_BOOL(size_average), OPT_BOOL(reduce), STRING(reduction), OPT_TENSOR(pos_weight)};
    return wrap_call(WZ_OP_binary_cross_entropy_with_logits, args, 1, NULL);
}

wz_tensor *wz_kl_div(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, bool log_target)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_BOOL(size_average), OPT_BOOL(reduce), STRING(reduction), BOOL(log_target)};
    return wrap_call(WZ_OP_kl_div, args, 1, NULL);
}

wz_tensor *wz_soft_margin_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction)
{
    const wz_arg args[] = {TENSOR(input), TENSOR(target), OPT_BOOL(size_average), OPT_BOOL(reduce), STRING(reduction)};
    return wrap_call(WZ_OP_soft_margin_loss, args, 1, NULL);
}

wz_tensor *wz_linalg_lu_factor_ex(wz_tensor *A, bool pivot, bool check_errors, wz_tensor **pivots_out, wz_tensor **info_out)
{
    const wz_arg args[] = {TENSOR(A), BOOL(pivot), BOOL(check_errors)};
    wz_tensor **const more[] = {pivots_out, info_out};
    return wrap_call(WZ_OP_linalg_lu_factor_ex, args, 3, more);
}

wz_tensor *wz_linalg_lu_factor(wz_tensor *A, bool pivot, wz_tensor **pivots_out)
{
    const wz_arg args[] = {TENSOR(A), BOOL(pivot)};
    wz_tensor **const more[] = {pivots_out};
    return wrap_call(WZ_OP_linalg_lu_factor, args, 2, more);
}

wz_tensor *wz_linalg_lu(wz_tensor *A, bool pivot, wz_tensor **L_out, wz_tensor **U_out)
{
    const wz_arg args[] = {TENSOR(A), BOOL(pivot)};
    wz_tensor **const more[] = {L_out, U_out};
    return wrap_call(WZ_OP_linalg_lu, args, 3, more);
}

wz_tensor *wz_linalg_lu_solve(wz_tensor *LU, wz_tensor *pivots, wz_tensor *B, bool left, bool adjoint)
{
    const wz_arg args[] = {TENSOR(LU), TENSOR(pivots), TENSOR(B), BOOL(left), BOOL(adjoint)};
    return wrap_call(WZ_OP_linalg_lu_solve, args, 1, NULL);
}

wz_tensor *wz_linalg_solve_ex(wz_tensor *A, wz_tensor *B, bool left, bool check_errors, wz_tensor **info_out)
{
    const wz_arg args[] = {TENSOR(A), TENSOR(B), BOOL(left), BOOL(check_errors)};
    wz_tensor **const more[] = {info_out};
    return wrap_call(WZ_OP_linalg_solve_ex, args, 2, more);
}

wz_tensor *wz_linalg_solve(wz_tensor *A, wz_tensor *B, bool left)
{
    const wz_arg args[] = {TENSOR(A), TENSOR(B), BOOL(left)};
    return wrap_call(WZ_OP_linalg_solve, args, 1, NULL);
}

wz_tensor *wz_linalg_inv_ex(wz_tensor *A, bool check_errors, wz_tensor **info_out)
{
    const wz_arg args[] = {TENSOR(A), BOOL(check_errors)};
    wz_tensor **const more[] = {info_out};
    return wrap_call(WZ_OP_linalg_inv_ex, args, 2, more);
}

wz_tensor *wz_linalg_inv(wz_tensor *A)
{
    const wz_arg args[] = {TENSOR(A)};
    return wrap_call(WZ_OP_linalg_inv, args, 1, NULL);
}

wz_tensor *wz_inverse(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_inverse, args, 1, NULL);
}

wz_tensor *wz_linalg_det(wz_tensor *A)
{
    const wz_arg args[] = {TENSOR(A)};
    return wrap_call(WZ_OP_linalg_det, args, 1, NULL);
}

wz_tensor *wz_det(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_det, args, 1, NULL);
}

wz_tensor *wz_linalg_slogdet(wz_tensor *A, wz_tensor **logabsdet_out)
{
    const wz_arg args[] = {TENSOR(A)};
    wz_tensor **const more[] = {logabsdet_out};
    return wrap_call(WZ_OP_linalg_slogdet, args, 2, more);
}

wz_tensor *wz_slogdet(wz_tensor *input, wz_tensor **logabsdet_out)
{
    const wz_arg args[] = {TENSOR(input)};
    wz_tensor **const more[] = {logabsdet_out};
    return wrap_call(WZ_OP_slogdet, args, 2, more);
}

wz_tensor *wz_logdet(wz_tensor *input)
{
    const wz_arg args[] = {TENSOR(input)};
    return wrap_call(WZ_OP_logdet, args, 1, NULL);
}

wz_tensor *wz_linalg_cholesky_ex(wz_tensor *A, bool upper, bool check_errors, wz_tensor **info_out)
{
    const wz_arg args[] = {TENSOR(A), BOOL(upper), BOOL(check_errors)};
    wz_tensor **const more[] = {info_out};
    return wrap_call(WZ_OP_linalg_cholesky_ex, args, 2, more);
}

wz_tensor *wz_linalg_cholesky(wz_tensor *A, bool upper)
{
    const wz_arg args[] = {TENSOR(A), BOOL(upper)};
    return wrap_call(WZ_OP_linalg_cholesky, args, 1, NULL);
}

wz_tensor *wz_linalg_solve_triangular(wz_tensor *A, wz_tensor *B, bool upper, bool left, bool unitriangular)
{
    const wz_arg args[] = {TENSOR(A), TENSOR(B), BOOL(upper), BOOL(left), BOOL(unitriangular)};
    return wrap_call(WZ_OP_linalg_solve_triangular, args, 1, NULL);
}

wz_tensor *wz_linalg_qr_ex(wz_tensor *A, bool complete, wz_tensor **R_out)
{
    const wz_arg args[] = {TENSOR(A), BOOL(complete)};
    wz_tensor **const more[] = {R_out};
    return wrap_call(WZ_OP_linalg_qr_ex, args, 2, more);
}

wz_tensor *wz_linalg_qr(wz_tensor *A, const char *mode, wz_tensor **R_out)
{
    const wz_arg args[] = {TENSOR(A), STRING(mode)};
    wz_tensor **const more[] = {R_out};
    return wrap_call(WZ_OP_linalg_qr, args, 2, more);
}

wz_tensor *wz_linalg_svd(wz_tensor *A, bool full_matrices, wz_tensor **S_out, wz_tensor **Vh_out)
{
    const wz_arg args[] = {TENSOR(A), BOOL(full_matrices)};
    wz_tensor **const more[] = {S_out, Vh_out};
    return wrap_call(WZ_OP_linalg_svd, args, 3, more);
}

wz_tensor *wz_linalg_svdvals(wz_tensor *A)
{
    const wz_arg args[] = {TENSOR(A)};
    return wrap_call(WZ_OP_linalg_svdvals, args, 1, NULL);
}

wz_tensor *wz_linalg_eigh(wz_tensor *A, const char *UPLO, wz_tensor **eigenvectors_out)
{
    const wz_arg args[] = {TENSOR(A), STRING(UPLO)};
    wz_tensor **const more[] = {eigenvectors_out};
    return wrap_call(WZ_OP_linalg_eigh, args, 2, more);
}

wz_tensor *wz_linalg_eigvalsh(wz_tensor *A, const char *UPLO)
{
    const wz_arg args[] = {TENSOR(A), STRING(UPLO)};
    return wrap_call(WZ_OP_linalg_eigvalsh, args, 1, NULL);
}


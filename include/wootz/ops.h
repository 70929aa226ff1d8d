/* ops.h - one function per operation, made from the op table by tools/genops. Do not edit.
 *
 * Every function returns its first result in the current scope, or NULL on error (wz_error() says
 * why); further results come through the pointers at the end. Where the signature has '?', NULL (or
 * WZ_DTYPE_NONE) stands for None. A NULL tensor that may not be absent gives NULL.
 * SPDX-License-Identifier: MIT */
#ifndef WOOTZ_OPS_H
#define WOOTZ_OPS_H
#include <wootz/wootz.h>

#ifdef __cplusplus
extern "C" {
#endif

/* copy_(dst: tensor!, src: tensor, non_blocking: bool = False) -> dst
 * Copies src into dst, converting the dtype and broadcasting src to dst's shape. */
WZ_API wz_tensor *wz_copy_(wz_tensor *dst, wz_tensor *src, bool non_blocking);

/* clone(x: tensor) -> out
 * A packed copy of x. */
WZ_API wz_tensor *wz_clone(wz_tensor *x);

/* fill_(x: tensor!, value: scalar) -> x
 * Sets every element of x to value. */
WZ_API wz_tensor *wz_fill_(wz_tensor *x, wz_scalar value);

/* fill_tensor_(x: tensor, value: tensor) -> out
 * Sets every element of x to the value of a 0-d tensor. */
WZ_API wz_tensor *wz_fill_tensor_(wz_tensor *x, wz_tensor *value);

/* zero_(x: tensor!) -> x
 * Sets every element of x to zero. */
WZ_API wz_tensor *wz_zero_(wz_tensor *x);

/* empty(size: ints*, *, dtype: dtype? = None, device: device? = None) -> out
 * A tensor of the size with whatever the memory held. */
WZ_API wz_tensor *wz_empty(const int64_t *size, int n_size, wz_dtype dtype, wz_device *device);

/* zeros(size: ints*, *, dtype: dtype? = None, device: device? = None) -> out
 * A tensor of zeros. */
WZ_API wz_tensor *wz_zeros(const int64_t *size, int n_size, wz_dtype dtype, wz_device *device);

/* ones(size: ints*, *, dtype: dtype? = None, device: device? = None) -> out
 * A tensor of ones. */
WZ_API wz_tensor *wz_ones(const int64_t *size, int n_size, wz_dtype dtype, wz_device *device);

/* full(size: ints, fill_value: scalar, *, dtype: dtype? = None, device: device? = None) -> out
 * A tensor with every element fill_value; the dtype follows the value's kind. */
WZ_API wz_tensor *wz_full(const int64_t *size, int n_size, wz_scalar fill_value, wz_dtype dtype, wz_device *device);

/* empty_like(x: tensor, *, dtype: dtype? = None, device: device? = None) -> out
 * An uninitialised tensor with the sizes of x. */
WZ_API wz_tensor *wz_empty_like(wz_tensor *x, wz_dtype dtype, wz_device *device);

/* zeros_like(x: tensor, *, dtype: dtype? = None, device: device? = None) -> out
 * Zeros with the sizes of x. */
WZ_API wz_tensor *wz_zeros_like(wz_tensor *x, wz_dtype dtype, wz_device *device);

/* ones_like(x: tensor, *, dtype: dtype? = None, device: device? = None) -> out
 * Ones with the sizes of x. */
WZ_API wz_tensor *wz_ones_like(wz_tensor *x, wz_dtype dtype, wz_device *device);

/* full_like(x: tensor, fill_value: scalar, *, dtype: dtype? = None, device: device? = None) -> out
 * fill_value in the sizes of x; the dtype is x's unless given. */
WZ_API wz_tensor *wz_full_like(wz_tensor *x, wz_scalar fill_value, wz_dtype dtype, wz_device *device);

/* new_empty(x: tensor, size: ints*, *, dtype: dtype? = None, device: device? = None) -> out
 * An uninitialised tensor of the size with x's dtype and device. */
WZ_API wz_tensor *wz_new_empty(wz_tensor *x, const int64_t *size, int n_size, wz_dtype dtype, wz_device *device);

/* new_zeros(x: tensor, size: ints*, *, dtype: dtype? = None, device: device? = None) -> out
 * Zeros of the size with x's dtype and device. */
WZ_API wz_tensor *wz_new_zeros(wz_tensor *x, const int64_t *size, int n_size, wz_dtype dtype, wz_device *device);

/* new_ones(x: tensor, size: ints*, *, dtype: dtype? = None, device: device? = None) -> out
 * Ones of the size with x's dtype and device. */
WZ_API wz_tensor *wz_new_ones(wz_tensor *x, const int64_t *size, int n_size, wz_dtype dtype, wz_device *device);

/* new_full(x: tensor, size: ints, fill_value: scalar, *, dtype: dtype? = None, device: device? = None) -> out
 * fill_value in the size with x's dtype and device. */
WZ_API wz_tensor *wz_new_full(wz_tensor *x, const int64_t *size, int n_size, wz_scalar fill_value, wz_dtype dtype, wz_device *device);

/* scalar_tensor(s: scalar, *, dtype: dtype? = None, device: device? = None) -> out
 * A 0-d tensor with the value; the default dtype unless given. */
WZ_API wz_tensor *wz_scalar_tensor(wz_scalar s, wz_dtype dtype, wz_device *device);

/* arange_end(end: scalar, *, dtype: dtype? = None, device: device? = None) -> out
 * 0, 1, 2, ... below end. */
WZ_API wz_tensor *wz_arange_end(wz_scalar end, wz_dtype dtype, wz_device *device);

/* arange(start: scalar, end: scalar, step: scalar = 1, *, dtype: dtype? = None, device: device? = None) -> out
 * start, start + step, ... before end: ceil((end - start) / step) values; int64 when all three are integers. */
WZ_API wz_tensor *wz_arange(wz_scalar start, wz_scalar end, wz_scalar step, wz_dtype dtype, wz_device *device);

/* linspace(start: scalar, end: scalar, steps: int, *, dtype: dtype? = None, device: device? = None) -> out
 * steps evenly spaced values, both ends included, computed from the nearer end. */
WZ_API wz_tensor *wz_linspace(wz_scalar start, wz_scalar end, int64_t steps, wz_dtype dtype, wz_device *device);

/* logspace(start: scalar, end: scalar, steps: int, base: float = 10.0, *, dtype: dtype? = None, device: device? = None) -> out
 * base raised to evenly spaced powers from start to end. */
WZ_API wz_tensor *wz_logspace(wz_scalar start, wz_scalar end, int64_t steps, double base, wz_dtype dtype, wz_device *device);

/* eye(n: int, m: int? = None, *, dtype: dtype? = None, device: device? = None) -> out
 * A matrix with ones on the main diagonal and zeros elsewhere. */
WZ_API wz_tensor *wz_eye(int64_t n, const int64_t *m, wz_dtype dtype, wz_device *device);

/* tril_indices(row: int, col: int, offset: int = 0, *, dtype: dtype? = None, device: device? = None) -> out
 * Rows and columns, as a tensor of two rows, of a lower triangle in row-major order. */
WZ_API wz_tensor *wz_tril_indices(int64_t row, int64_t col, int64_t offset, wz_dtype dtype, wz_device *device);

/* triu_indices(row: int, col: int, offset: int = 0, *, dtype: dtype? = None, device: device? = None) -> out
 * Rows and columns, as a tensor of two rows, of an upper triangle in row-major order. */
WZ_API wz_tensor *wz_triu_indices(int64_t row, int64_t col, int64_t offset, wz_dtype dtype, wz_device *device);

/* complex_from(real: tensor, imag: tensor) -> out
 * Complex numbers from their real and imaginary parts. */
WZ_API wz_tensor *wz_complex_from(wz_tensor *real, wz_tensor *imag);

/* polar(abs: tensor, angle: tensor) -> out
 * Complex numbers from their absolute values and angles. */
WZ_API wz_tensor *wz_polar(wz_tensor *abs, wz_tensor *angle);

/* view_dtype(x: tensor, dtype: dtype) -> out
 * The same memory seen as elements of another dtype; the last size scales when element sizes differ. */
WZ_API wz_tensor *wz_view_dtype(wz_tensor *x, wz_dtype dtype);

/* view(x: tensor, size: ints*) -> out
 * The same elements in row-major order in another shape, without copying. One size may be -1. */
WZ_API wz_tensor *wz_view(wz_tensor *x, const int64_t *size, int n_size);

/* reshape(x: tensor, shape: ints*) -> out
 * x in another shape: a view where strides allow it, else a packed copy. One size may be -1. */
WZ_API wz_tensor *wz_reshape(wz_tensor *x, const int64_t *shape, int n_shape);

/* view_as(x: tensor, other: tensor) -> out
 * view with the sizes of other. */
WZ_API wz_tensor *wz_view_as(wz_tensor *x, wz_tensor *other);

/* reshape_as(x: tensor, other: tensor) -> out
 * reshape to the sizes of other. */
WZ_API wz_tensor *wz_reshape_as(wz_tensor *x, wz_tensor *other);

/* ravel(x: tensor) -> out
 * The elements in row-major order as one dim; a view where strides allow it. */
WZ_API wz_tensor *wz_ravel(wz_tensor *x);

/* flatten(x: tensor, start_dim: int = 0, end_dim: int = -1) -> out
 * Joins dims start_dim to end_dim, both included, into one; a view where strides allow it. */
WZ_API wz_tensor *wz_flatten(wz_tensor *x, int64_t start_dim, int64_t end_dim);

/* unflatten(x: tensor, dim: int, sizes: ints) -> out
 * Splits one dim into several; one of the sizes may be -1. */
WZ_API wz_tensor *wz_unflatten(wz_tensor *x, int64_t dim, const int64_t *sizes, int n_sizes);

/* transpose(x: tensor, dim0: int, dim1: int) -> out
 * Swaps two dims. */
WZ_API wz_tensor *wz_transpose(wz_tensor *x, int64_t dim0, int64_t dim1);

/* swapaxes(x: tensor, axis0: int, axis1: int) -> out
 * Swaps two dims; another name of transpose. */
WZ_API wz_tensor *wz_swapaxes(wz_tensor *x, int64_t axis0, int64_t axis1);

/* swapdims(x: tensor, dim0: int, dim1: int) -> out
 * Swaps two dims; another name of transpose. */
WZ_API wz_tensor *wz_swapdims(wz_tensor *x, int64_t dim0, int64_t dim1);

/* permute(x: tensor, dims: ints*) -> out
 * Reorders the dims: dim i of the result is dim dims[i] of x. */
WZ_API wz_tensor *wz_permute(wz_tensor *x, const int64_t *dims, int n_dims);

/* movedim_int(x: tensor, source: int, destination: int) -> out
 * Moves one dim to another position; the others keep their order. */
WZ_API wz_tensor *wz_movedim_int(wz_tensor *x, int64_t source, int64_t destination);

/* movedim(x: tensor, source: ints, destination: ints) -> out
 * Moves dims to other positions; the others keep their order. */
WZ_API wz_tensor *wz_movedim(wz_tensor *x, const int64_t *source, int n_source, const int64_t *destination, int n_destination);

/* moveaxis_int(x: tensor, source: int, destination: int) -> out
 * Moves one dim to another position; another name of movedim. */
WZ_API wz_tensor *wz_moveaxis_int(wz_tensor *x, int64_t source, int64_t destination);

/* moveaxis(x: tensor, source: ints, destination: ints) -> out
 * Moves dims to other positions; another name of movedim. */
WZ_API wz_tensor *wz_moveaxis(wz_tensor *x, const int64_t *source, int n_source, const int64_t *destination, int n_destination);

/* t(x: tensor) -> out
 * The transpose of a matrix; vectors and numbers are returned as they are. */
WZ_API wz_tensor *wz_t(wz_tensor *x);

/* T(x: tensor) -> out
 * All dims in reverse order. */
WZ_API wz_tensor *wz_T(wz_tensor *x);

/* mT(x: tensor) -> out
 * The last two dims swapped. */
WZ_API wz_tensor *wz_mT(wz_tensor *x);

/* squeeze_dim(x: tensor, dim: int) -> out
 * Removes the dim if its size is 1. */
WZ_API wz_tensor *wz_squeeze_dim(wz_tensor *x, int64_t dim);

/* squeeze_dims(x: tensor, dim: ints) -> out
 * Removes those of the given dims that have size 1. */
WZ_API wz_tensor *wz_squeeze_dims(wz_tensor *x, const int64_t *dim, int n_dim);

/* squeeze(x: tensor) -> out
 * Removes all dims of size 1. */
WZ_API wz_tensor *wz_squeeze(wz_tensor *x);

/* unsqueeze(x: tensor, dim: int) -> out
 * Inserts a dim of size 1 at the position. */
WZ_API wz_tensor *wz_unsqueeze(wz_tensor *x, int64_t dim);

/* expand(x: tensor, size: ints*) -> out
 * Repeats dims of size 1 to the given sizes without copying; -1 keeps a size, new dims go first. */
WZ_API wz_tensor *wz_expand(wz_tensor *x, const int64_t *size, int n_size);

/* expand_as(x: tensor, other: tensor) -> out
 * expand to the sizes of other. */
WZ_API wz_tensor *wz_expand_as(wz_tensor *x, wz_tensor *other);

/* broadcast_to(x: tensor, size: ints) -> out
 * Repeats dims of size 1 to the given sizes without copying. */
WZ_API wz_tensor *wz_broadcast_to(wz_tensor *x, const int64_t *size, int n_size);

/* narrow(x: tensor, dim: int, start: int, length: int) -> out
 * Elements start to start + length of one dim. A negative start counts from the end. */
WZ_API wz_tensor *wz_narrow(wz_tensor *x, int64_t dim, int64_t start, int64_t length);

/* select(x: tensor, dim: int, index: int) -> out
 * One index of one dim; the dim goes away. A negative index counts from the end. */
WZ_API wz_tensor *wz_select(wz_tensor *x, int64_t dim, int64_t index);

/* slice(x: tensor, dim: int, start: int? = None, end: int? = None, step: int = 1) -> out
 * Every step-th element from start to before end of one dim, clamped as in Python. */
WZ_API wz_tensor *wz_slice(wz_tensor *x, int64_t dim, const int64_t *start, const int64_t *end, int64_t step);

/* diagonal(x: tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> out
 * The diagonal of two dims as a new last dim; offset > 0 lies above the main one. */
WZ_API wz_tensor *wz_diagonal(wz_tensor *x, int64_t offset, int64_t dim1, int64_t dim2);

/* unfold(x: tensor, dimension: int, size: int, step: int) -> out
 * All slices of the given size, step apart, of one dim; the slice is a new last dim. */
WZ_API wz_tensor *wz_unfold(wz_tensor *x, int64_t dimension, int64_t size, int64_t step);

/* as_strided(x: tensor, size: ints, stride: ints, storage_offset: int? = None) -> out
 * Any view of x's storage by sizes, strides and offset in elements; checked against its end. */
WZ_API wz_tensor *wz_as_strided(wz_tensor *x, const int64_t *size, int n_size, const int64_t *stride, int n_stride, const int64_t *storage_offset);

/* view_as_real(x: tensor) -> out
 * A complex tensor as a real one with a last dim of 2: real and imaginary part. */
WZ_API wz_tensor *wz_view_as_real(wz_tensor *x);

/* view_as_complex(x: tensor) -> out
 * A real tensor whose last dim is 2 as a complex one. */
WZ_API wz_tensor *wz_view_as_complex(wz_tensor *x);

/* real(x: tensor) -> out
 * The real parts as a view; a real tensor is returned as it is. */
WZ_API wz_tensor *wz_real(wz_tensor *x);

/* imag(x: tensor) -> out
 * The imaginary parts of a complex tensor as a view. */
WZ_API wz_tensor *wz_imag(wz_tensor *x);

/* cat(tensors: tensors, dim: int = 0) -> out
 * Joins tensors along an existing dim; empty 1-d tensors are skipped, dtypes are promoted. */
WZ_API wz_tensor *wz_cat(wz_tensor *const *tensors, int n_tensors, int64_t dim);

/* concat(tensors: tensors, dim: int = 0) -> out
 * Another name of cat. */
WZ_API wz_tensor *wz_concat(wz_tensor *const *tensors, int n_tensors, int64_t dim);

/* concatenate(tensors: tensors, dim: int = 0) -> out
 * Another name of cat. */
WZ_API wz_tensor *wz_concatenate(wz_tensor *const *tensors, int n_tensors, int64_t dim);

/* stack(tensors: tensors, dim: int = 0) -> out
 * Joins tensors of one shape along a new dim. */
WZ_API wz_tensor *wz_stack(wz_tensor *const *tensors, int n_tensors, int64_t dim);

/* hstack(tensors: tensors) -> out
 * Joins tensors side by side: along dim 1, or dim 0 when they are 1-d. */
WZ_API wz_tensor *wz_hstack(wz_tensor *const *tensors, int n_tensors);

/* vstack(tensors: tensors) -> out
 * Joins tensors one below the other: along dim 0 after making them at least 2-d. */
WZ_API wz_tensor *wz_vstack(wz_tensor *const *tensors, int n_tensors);

/* row_stack(tensors: tensors) -> out
 * Another name of vstack. */
WZ_API wz_tensor *wz_row_stack(wz_tensor *const *tensors, int n_tensors);

/* dstack(tensors: tensors) -> out
 * Joins tensors along dim 2 after making them at least 3-d. */
WZ_API wz_tensor *wz_dstack(wz_tensor *const *tensors, int n_tensors);

/* column_stack(tensors: tensors) -> out
 * Joins 1-d tensors as columns and 2-d ones side by side. */
WZ_API wz_tensor *wz_column_stack(wz_tensor *const *tensors, int n_tensors);

/* block_diag_list(tensors: tensors) -> out
 * The matrices along the diagonal of a larger one, zeros elsewhere. */
WZ_API wz_tensor *wz_block_diag_list(wz_tensor *const *tensors, int n_tensors);

/* atleast_1d_one(x: tensor) -> out
 * x with at least one dim. */
WZ_API wz_tensor *wz_atleast_1d_one(wz_tensor *x);

/* atleast_2d_one(x: tensor) -> out
 * x with at least two dims; new ones go first. */
WZ_API wz_tensor *wz_atleast_2d_one(wz_tensor *x);

/* atleast_3d_one(x: tensor) -> out
 * x with at least three dims; a vector becomes [1, n, 1], a matrix [n, m, 1]. */
WZ_API wz_tensor *wz_atleast_3d_one(wz_tensor *x);

/* repeat(x: tensor, repeats: ints*) -> out
 * x repeated so many times along each dim; new dims go first. */
WZ_API wz_tensor *wz_repeat(wz_tensor *x, const int64_t *repeats, int n_repeats);

/* tile(x: tensor, dims: ints*) -> out
 * repeat that puts ones in front of dims when there are fewer of them than dims of x. */
WZ_API wz_tensor *wz_tile(wz_tensor *x, const int64_t *dims, int n_dims);

/* flip(x: tensor, dims: ints*) -> out
 * A copy with the order of the given dims reversed. */
WZ_API wz_tensor *wz_flip(wz_tensor *x, const int64_t *dims, int n_dims);

/* fliplr(x: tensor) -> out
 * flip of dim 1. */
WZ_API wz_tensor *wz_fliplr(wz_tensor *x);

/* flipud(x: tensor) -> out
 * flip of dim 0. */
WZ_API wz_tensor *wz_flipud(wz_tensor *x);

/* rot90(x: tensor, k: int = 1, dims: ints = [0, 1]) -> out
 * Turns the plane of two dims by k quarter turns, from the first towards the second. */
WZ_API wz_tensor *wz_rot90(wz_tensor *x, int64_t k, const int64_t *dims, int n_dims);

/* roll(x: tensor, shifts: ints, dims: ints = []) -> out
 * Elements moved by shifts along dims, wrapping around; without dims, of the flattened tensor. */
WZ_API wz_tensor *wz_roll(wz_tensor *x, const int64_t *shifts, int n_shifts, const int64_t *dims, int n_dims);

/* roll_dims(x: tensor, shifts: ints, dims: ints) -> out
 * roll along given dims. */
WZ_API wz_tensor *wz_roll_dims(wz_tensor *x, const int64_t *shifts, int n_shifts, const int64_t *dims, int n_dims);

/* pad(x: tensor, pad: ints, mode: string = "constant", value: scalar? = None) -> out
 * Pads (or with negative numbers cuts) dims, last one first: constant, reflect, replicate or circular. */
WZ_API wz_tensor *wz_pad(wz_tensor *x, const int64_t *pad, int n_pad, const char *mode, const wz_scalar *value);

/* tril(x: tensor, diagonal: int = 0) -> out
 * The elements of each matrix on and below a diagonal, zeros above it. */
WZ_API wz_tensor *wz_tril(wz_tensor *x, int64_t diagonal);

/* triu(x: tensor, diagonal: int = 0) -> out
 * The elements of each matrix on and above a diagonal, zeros below it. */
WZ_API wz_tensor *wz_triu(wz_tensor *x, int64_t diagonal);

/* diag_embed(x: tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> out
 * Matrices with the last dim of x as their diagonals and zeros elsewhere. */
WZ_API wz_tensor *wz_diag_embed(wz_tensor *x, int64_t offset, int64_t dim1, int64_t dim2);

/* diag(x: tensor, diagonal: int = 0) -> out
 * A matrix with the vector x on a diagonal, or a copy of a diagonal of the matrix x. */
WZ_API wz_tensor *wz_diag(wz_tensor *x, int64_t diagonal);

/* diagflat(x: tensor, offset: int = 0) -> out
 * A matrix with the flattened x on a diagonal. */
WZ_API wz_tensor *wz_diagflat(wz_tensor *x, int64_t offset);

/* gather(x: tensor, dim: int, index: tensor, *, sparse_grad: bool = False) -> out
 * out[i][j] = x[index[i][j]][j] for dim 0, and so on: picks along dim by an index of the same rank. */
WZ_API wz_tensor *wz_gather(wz_tensor *x, int64_t dim, wz_tensor *index, bool sparse_grad);

/* scatter(x: tensor, dim: int, index: tensor, src: tensor) -> out
 * A copy of x with src[i][j] written to [index[i][j]][j] for dim 0; the last of several writes stays. */
WZ_API wz_tensor *wz_scatter(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src);

/* scatter_value(x: tensor, dim: int, index: tensor, value: scalar) -> out
 * scatter of one number. */
WZ_API wz_tensor *wz_scatter_value(wz_tensor *x, int64_t dim, wz_tensor *index, wz_scalar value);

/* scatter_with(x: tensor, dim: int, index: tensor, src: tensor, *, reduce: string) -> out
 * scatter that adds to ("add") or multiplies ("multiply") what is there. */
WZ_API wz_tensor *wz_scatter_with(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src, const char *reduce);

/* scatter_value_with(x: tensor, dim: int, index: tensor, value: scalar, *, reduce: string) -> out
 * scatter of one number that adds to or multiplies what is there. */
WZ_API wz_tensor *wz_scatter_value_with(wz_tensor *x, int64_t dim, wz_tensor *index, wz_scalar value, const char *reduce);

/* scatter_add(x: tensor, dim: int, index: tensor, src: tensor) -> out
 * A copy of x with src[i][j] added at [index[i][j]][j] for dim 0; every addition counts. */
WZ_API wz_tensor *wz_scatter_add(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src);

/* scatter_reduce(x: tensor, dim: int, index: tensor, src: tensor, reduce: string, *, include_self: bool = True) -> out
 * scatter that reduces by sum, prod, mean, amax or amin, with or without x's own value. */
WZ_API wz_tensor *wz_scatter_reduce(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *src, const char *reduce, bool include_self);

/* index_select(x: tensor, dim: int, index: tensor) -> out
 * The slices of one dim that a vector of indices names. */
WZ_API wz_tensor *wz_index_select(wz_tensor *x, int64_t dim, wz_tensor *index);

/* embedding(input: tensor, weight: tensor, padding_idx: int? = None, max_norm: float? = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> out
 * Rows of weight by index: shape of input, then the row's width. */
WZ_API wz_tensor *wz_embedding(wz_tensor *input, wz_tensor *weight, const int64_t *padding_idx, const double *max_norm, double norm_type, bool scale_grad_by_freq, bool sparse);

/* index_add(x: tensor, dim: int, index: tensor, source: tensor, *, alpha: scalar = 1) -> out
 * A copy of x with alpha times slice i of source added to slice index[i]. */
WZ_API wz_tensor *wz_index_add(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *source, wz_scalar alpha);

/* index_copy(x: tensor, dim: int, index: tensor, source: tensor) -> out
 * A copy of x with slice i of source written over slice index[i]. */
WZ_API wz_tensor *wz_index_copy(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *source);

/* index_reduce(x: tensor, dim: int, index: tensor, source: tensor, reduce: string, *, include_self: bool = True) -> out
 * index_add with prod, mean, amax or amin instead of the sum. */
WZ_API wz_tensor *wz_index_reduce(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *source, const char *reduce, bool include_self);

/* index_fill(x: tensor, dim: int, index: tensor, value: scalar) -> out
 * A copy of x with the slices that index names set to value. */
WZ_API wz_tensor *wz_index_fill(wz_tensor *x, int64_t dim, wz_tensor *index, wz_scalar value);

/* index_fill_tensor(x: tensor, dim: int, index: tensor, value: tensor) -> out
 * index_fill with the value of a 0-d tensor. */
WZ_API wz_tensor *wz_index_fill_tensor(wz_tensor *x, int64_t dim, wz_tensor *index, wz_tensor *value);

/* take(x: tensor, index: tensor) -> out
 * Elements of x, seen as flat in row-major order, by index; negative ones count from the end. */
WZ_API wz_tensor *wz_take(wz_tensor *x, wz_tensor *index);

/* put(x: tensor, index: tensor, source: tensor, accumulate: bool = False) -> out
 * A copy of x, seen as flat, with source written (or added) at the indices. */
WZ_API wz_tensor *wz_put(wz_tensor *x, wz_tensor *index, wz_tensor *source, bool accumulate);

/* take_along_dim(x: tensor, indices: tensor, dim: int? = None) -> out
 * gather whose other dims broadcast; the flattened tensors without dim. */
WZ_API wz_tensor *wz_take_along_dim(wz_tensor *x, wz_tensor *indices, const int64_t *dim);

/* repeat_interleave_int(x: tensor, repeats: int, dim: int? = None, *, output_size: int? = None) -> out
 * Each element (or slice along dim) repeated in place; the flattened tensor without dim. */
WZ_API wz_tensor *wz_repeat_interleave_int(wz_tensor *x, int64_t repeats, const int64_t *dim, const int64_t *output_size);

/* repeat_interleave(x: tensor, repeats: tensor, dim: int? = None, *, output_size: int? = None) -> out
 * Element i (or slice i along dim) repeated repeats[i] times. */
WZ_API wz_tensor *wz_repeat_interleave(wz_tensor *x, wz_tensor *repeats, const int64_t *dim, const int64_t *output_size);

/* repeat_counts(repeats: tensor, *, output_size: int? = None) -> out
 * Index i repeated repeats[i] times. */
WZ_API wz_tensor *wz_repeat_counts(wz_tensor *repeats, const int64_t *output_size);

/* counts_sum(counts: tensor) -> out
 * The sum of non-negative counts; a negative one is an error. */
WZ_API wz_tensor *wz_counts_sum(wz_tensor *counts);

/* counts_expand(counts: tensor, total: int) -> out
 * Index i repeated counts[i] times, total indices in all. */
WZ_API wz_tensor *wz_counts_expand(wz_tensor *counts, int64_t total);

/* index(x: tensor, indices: tensors?) -> out
 * x[indices]: one entry per leading dim, an integer tensor, a mask over as many dims as it has, or None for all of the dim. Neighbouring index tensors leave their shape in place, others in front. */
WZ_API wz_tensor *wz_index(wz_tensor *x, wz_tensor *const *indices, int n_indices);

/* index_ints(x: tensor, indices: tensors?) -> out
 * index whose entries are integers only, one per dim of x. */
WZ_API wz_tensor *wz_index_ints(wz_tensor *x, wz_tensor *const *indices, int n_indices);

/* index_put_(x: tensor!, indices: tensors?, values: tensor, accumulate: bool = False) -> x
 * x[indices] = values, or += with every duplicate counted; values are broadcast. */
WZ_API wz_tensor *wz_index_put_(wz_tensor *x, wz_tensor *const *indices, int n_indices, wz_tensor *values, bool accumulate);

/* index_put(x: tensor, indices: tensors?, values: tensor, accumulate: bool = False) -> out
 * index_put_ on a copy of x. */
WZ_API wz_tensor *wz_index_put(wz_tensor *x, wz_tensor *const *indices, int n_indices, wz_tensor *values, bool accumulate);

/* index_put_ints_(x: tensor!, indices: tensors?, values: tensor, accumulate: bool = False) -> x
 * index_put_ whose entries are integers only, one per dim of x. */
WZ_API wz_tensor *wz_index_put_ints_(wz_tensor *x, wz_tensor *const *indices, int n_indices, wz_tensor *values, bool accumulate);

/* nonzero(x: tensor) -> out
 * Positions of the elements that are not zero, in row-major order, one row each. */
WZ_API wz_tensor *wz_nonzero(wz_tensor *x);

/* argwhere(x: tensor) -> out
 * Another name of nonzero. */
WZ_API wz_tensor *wz_argwhere(wz_tensor *x);

/* count_true(x: tensor) -> out
 * How many elements are not zero. */
WZ_API wz_tensor *wz_count_true(wz_tensor *x);

/* nonzero_fill(x: tensor, n: int) -> out
 * The first n positions of non-zero elements. */
WZ_API wz_tensor *wz_nonzero_fill(wz_tensor *x, int64_t n);

/* where(condition: tensor, x: operand, y: operand) -> out
 * x where condition holds, y elsewhere. */
WZ_API wz_tensor *wz_where(wz_tensor *condition, wz_tensor *x, wz_tensor *y);

/* where_method(x: tensor, condition: tensor, y: operand) -> out
 * x where condition holds, y elsewhere. */
WZ_API wz_tensor *wz_where_method(wz_tensor *x, wz_tensor *condition, wz_tensor *y);

/* masked_fill(x: tensor, mask: tensor, value: scalar) -> out
 * A copy of x with value wherever mask holds. */
WZ_API wz_tensor *wz_masked_fill(wz_tensor *x, wz_tensor *mask, wz_scalar value);

/* masked_fill_tensor(x: tensor, mask: tensor, value: tensor) -> out
 * masked_fill with the value of a 0-d tensor. */
WZ_API wz_tensor *wz_masked_fill_tensor(wz_tensor *x, wz_tensor *mask, wz_tensor *value);

/* masked_select(x: tensor, mask: tensor) -> out
 * The elements where mask holds, in row-major order, as one dim. */
WZ_API wz_tensor *wz_masked_select(wz_tensor *x, wz_tensor *mask);

/* masked_take(x: tensor, mask: tensor, n: int) -> out
 * The first n elements where mask, of the same shape, holds. */
WZ_API wz_tensor *wz_masked_take(wz_tensor *x, wz_tensor *mask, int64_t n);

/* masked_scatter(x: tensor, mask: tensor, source: tensor) -> out
 * A copy of x with the elements of source, in order, wherever mask holds. */
WZ_API wz_tensor *wz_masked_scatter(wz_tensor *x, wz_tensor *mask, wz_tensor *source);

/* one_hot(input: tensor, num_classes: int = -1) -> out
 * A new last dim with a one at the index and zeros elsewhere; -1 classes: one more than the largest index. */
WZ_API wz_tensor *wz_one_hot(wz_tensor *input, int64_t num_classes);

/* one_hot_n(input: tensor, n: int) -> out
 * one_hot with the number of classes given. */
WZ_API wz_tensor *wz_one_hot_n(wz_tensor *input, int64_t n);

/* index_range(x: tensor) -> low, high
 * The smallest and the largest integer; 0 and -1 when there are none. */
WZ_API wz_tensor *wz_index_range(wz_tensor *x, wz_tensor **high_out);

/* bincount(x: tensor, weights: tensor? = None, minlength: int = 0) -> out
 * How often each of 0, 1, ... occurs, or the sum of its weights. */
WZ_API wz_tensor *wz_bincount(wz_tensor *x, wz_tensor *weights, int64_t minlength);

/* bincount_n(x: tensor, weights: tensor?, n: int) -> out
 * bincount with n bins; no value may lie outside. */
WZ_API wz_tensor *wz_bincount_n(wz_tensor *x, wz_tensor *weights, int64_t n);

/* histc(x: tensor, bins: int = 100, min: scalar = 0, max: scalar = 0) -> out
 * Counts in equal bins from min to max, both included; equal ones stand for the range of x. */
WZ_API wz_tensor *wz_histc(wz_tensor *x, int64_t bins, wz_scalar min, wz_scalar max);

/* float_range(x: tensor) -> low, high
 * The smallest and the largest value; NaN if there is one, zeros when x is empty. */
WZ_API wz_tensor *wz_float_range(wz_tensor *x, wz_tensor **high_out);

/* histc_range(x: tensor, bins: int, low: float, high: float) -> out
 * histc with the range given. */
WZ_API wz_tensor *wz_histc_range(wz_tensor *x, int64_t bins, double low, double high);

/* lm_linear(x: tensor, weight: tensor, bias: tensor?) -> out
 * x [..., K] float32 times weight [N, K] of any float dtype, plus bias [N]: [..., N] float32. The weight is widened as it is read. */
WZ_API wz_tensor *wz_lm_linear(wz_tensor *x, wz_tensor *weight, wz_tensor *bias);

/* lm_embed(weight: tensor, ids: tensor, scale: float = 1.0) -> out
 * Rows ids [T] of weight [V, H] as float32, times scale: [T, H]. */
WZ_API wz_tensor *wz_lm_embed(wz_tensor *weight, wz_tensor *ids, double scale);

/* lm_norm(x: tensor, weight: tensor, eps: float = 1e-6) -> out
 * x / sqrt(mean(x^2) + eps) * weight over the last dim (RMSNorm, arXiv 1910.07467). */
WZ_API wz_tensor *wz_lm_norm(wz_tensor *x, wz_tensor *weight, double eps);

/* lm_rope(x: tensor, inv_freq: tensor, position: int) -> out
 * Rotates x [n, T, d]: token t stands at position + t; dims i and i + r/2 of the first r = 2 * len(inv_freq) form a pair (arXiv 2104.09864). */
WZ_API wz_tensor *wz_lm_rope(wz_tensor *x, wz_tensor *inv_freq, int64_t position);

/* lm_attention(q: tensor, k: tensor, v: tensor, window: int = 0, scale: float = 1.0, softcap: float = 0.0) -> out
 * Causal attention of q [n, T, d] over k, v [n_kv, S, d]: the queries are the last T of S tokens; window > 0 keeps the last window keys of each. */
WZ_API wz_tensor *wz_lm_attention(wz_tensor *q, wz_tensor *k, wz_tensor *v, int64_t window, double scale, double softcap);

/* lm_conv(x: tensor, weight: tensor, bias: tensor?, state: tensor?) -> out, state_out
 * Depthwise causal convolution of x [T, C] with weight [C, 1, K]; state [C, K-1] holds the inputs before (none: zeros), state_out those to carry on. */
WZ_API wz_tensor *wz_lm_conv(wz_tensor *x, wz_tensor *weight, wz_tensor *bias, wz_tensor *state, wz_tensor **state_out_out);

/* lm_delta(q: tensor, k: tensor, v: tensor, g: tensor, beta: tensor, state: tensor?) -> out, state_out
 * Gated delta rule (arXiv 2412.06464) with normalised q and k: q, k [T, n_k, d_k], v [T, n_v, d_v], g (log decay) and beta [T, n_v], state [n_v, d_k, d_v]. */
WZ_API wz_tensor *wz_lm_delta(wz_tensor *q, wz_tensor *k, wz_tensor *v, wz_tensor *g, wz_tensor *beta, wz_tensor *state, wz_tensor **state_out_out);

/* lm_route(scores: tensor, bias: tensor?, k: int, sigmoid: bool = False, normalise: bool = True, scale: float = 1.0) -> weights, index
 * Routes T tokens to k of E experts: softmax (or sigmoid) of scores [T, E], the k largest of it plus bias (ties: lowest index), renormalised; index is int64. */
WZ_API wz_tensor *wz_lm_route(wz_tensor *scores, wz_tensor *bias, int64_t k, bool sigmoid, bool normalise, double scale, wz_tensor **index_out);

/* lm_experts(x: tensor, gate_up: tensor, down: tensor, index: tensor, weights: tensor, gelu: bool = False) -> out
 * Sum over each token's experts of weight * down(act(gate x) * up x): x [T, H], gate_up [E, 2I, H], down [E, H, I], index and weights [T, k]. */
WZ_API wz_tensor *wz_lm_experts(wz_tensor *x, wz_tensor *gate_up, wz_tensor *down, wz_tensor *index, wz_tensor *weights, bool gelu);

/* rand(size: ints*, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Uniform numbers in [0, 1). */
WZ_API wz_tensor *wz_rand(const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* randn(size: ints*, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Normal numbers of mean 0 and deviation 1. */
WZ_API wz_tensor *wz_randn(const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* rand_like(x: tensor, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Uniform numbers in [0, 1) with the sizes of x. */
WZ_API wz_tensor *wz_rand_like(wz_tensor *x, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* randn_like(x: tensor, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Normal numbers with the sizes of x. */
WZ_API wz_tensor *wz_randn_like(wz_tensor *x, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* randint_high(high: int, size: ints, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Integers in [0, high). */
WZ_API wz_tensor *wz_randint_high(int64_t high, const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* randint(low: int, high: int, size: ints, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Integers in [low, high). */
WZ_API wz_tensor *wz_randint(int64_t low, int64_t high, const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* randint_like_high(x: tensor, high: int, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Integers in [0, high) with the sizes of x. */
WZ_API wz_tensor *wz_randint_like_high(wz_tensor *x, int64_t high, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* randint_like(x: tensor, low: int, high: int, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Integers in [low, high) with the sizes of x. */
WZ_API wz_tensor *wz_randint_like(wz_tensor *x, int64_t low, int64_t high, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* randperm(n: int, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * 0 to n - 1 in random order. */
WZ_API wz_tensor *wz_randperm(int64_t n, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* uniform_(x: tensor!, from: float = 0, to: float = 1, *, generator: generator? = None) -> x
 * Fills x with uniform numbers in [from, to). */
WZ_API wz_tensor *wz_uniform_(wz_tensor *x, double from, double to, wz_generator *generator);

/* normal_(x: tensor!, mean: float = 0, std: float = 1, *, generator: generator? = None) -> x
 * Fills x with normal numbers. */
WZ_API wz_tensor *wz_normal_(wz_tensor *x, double mean, double std, wz_generator *generator);

/* exponential_(x: tensor!, lambd: float = 1, *, generator: generator? = None) -> x
 * Fills x with exponentially distributed numbers of rate lambd, all above 0. */
WZ_API wz_tensor *wz_exponential_(wz_tensor *x, double lambd, wz_generator *generator);

/* log_normal_(x: tensor!, mean: float = 1, std: float = 2, *, generator: generator? = None) -> x
 * Fills x with e to the power of normal numbers. */
WZ_API wz_tensor *wz_log_normal_(wz_tensor *x, double mean, double std, wz_generator *generator);

/* cauchy_(x: tensor!, median: float = 0, sigma: float = 1, *, generator: generator? = None) -> x
 * Fills x with Cauchy-distributed numbers. */
WZ_API wz_tensor *wz_cauchy_(wz_tensor *x, double median, double sigma, wz_generator *generator);

/* geometric_(x: tensor!, p: float, *, generator: generator? = None) -> x
 * Fills x with the number of trials up to the first success of probability p. */
WZ_API wz_tensor *wz_geometric_(wz_tensor *x, double p, wz_generator *generator);

/* random_to_(x: tensor!, to: int, *, generator: generator? = None) -> x
 * Fills x with integers in [0, to). */
WZ_API wz_tensor *wz_random_to_(wz_tensor *x, int64_t to, wz_generator *generator);

/* random_from_(x: tensor!, from: int, to: int?, *, generator: generator? = None) -> x
 * Fills x with integers in [from, to); to None: up to the dtype's largest. */
WZ_API wz_tensor *wz_random_from_(wz_tensor *x, int64_t from, const int64_t *to, wz_generator *generator);

/* random_(x: tensor!, *, generator: generator? = None) -> x
 * Fills x with integers from 0 to the largest up to which the dtype holds every integer. */
WZ_API wz_tensor *wz_random_(wz_tensor *x, wz_generator *generator);

/* bernoulli_p(x: tensor, p: float, *, generator: generator? = None) -> out
 * Ones with probability p, else zeros, with the sizes and dtype of x. */
WZ_API wz_tensor *wz_bernoulli_p(wz_tensor *x, double p, wz_generator *generator);

/* bernoulli(x: tensor, *, generator: generator? = None) -> out
 * Ones with the probabilities in x, else zeros. */
WZ_API wz_tensor *wz_bernoulli(wz_tensor *x, wz_generator *generator);

/* bernoulli_(x: tensor!, p: float = 0.5, *, generator: generator? = None) -> x
 * Fills x with ones with probability p, else zeros. */
WZ_API wz_tensor *wz_bernoulli_(wz_tensor *x, double p, wz_generator *generator);

/* bernoulli_tensor_(x: tensor!, p: tensor, *, generator: generator? = None) -> x
 * Fills x with ones with the probabilities in p, else zeros. */
WZ_API wz_tensor *wz_bernoulli_tensor_(wz_tensor *x, wz_tensor *p, wz_generator *generator);

/* normal_tensors(mean: tensor, std: tensor, *, generator: generator? = None) -> out
 * Normal numbers with means and deviations of their own. */
WZ_API wz_tensor *wz_normal_tensors(wz_tensor *mean, wz_tensor *std, wz_generator *generator);

/* normal_means(mean: tensor, std: float = 1, *, generator: generator? = None) -> out
 * Normal numbers with means of their own. */
WZ_API wz_tensor *wz_normal_means(wz_tensor *mean, double std, wz_generator *generator);

/* normal_stds(mean: float, std: tensor, *, generator: generator? = None) -> out
 * Normal numbers with deviations of their own. */
WZ_API wz_tensor *wz_normal_stds(double mean, wz_tensor *std, wz_generator *generator);

/* normal(mean: float, std: float, size: ints, *, generator: generator? = None, dtype: dtype? = None, device: device? = None) -> out
 * Normal numbers of one mean and deviation. */
WZ_API wz_tensor *wz_normal(double mean, double std, const int64_t *size, int n_size, wz_generator *generator, wz_dtype dtype, wz_device *device);

/* multinomial(x: tensor, num_samples: int, replacement: bool = False, *, generator: generator? = None) -> out
 * Indices drawn from each row of weights, which need not sum to 1; without replacement all different. */
WZ_API wz_tensor *wz_multinomial(wz_tensor *x, int64_t num_samples, bool replacement, wz_generator *generator);

#ifdef __cplusplus
}
#endif
#endif

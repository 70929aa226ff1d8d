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

/* contiguous(x: tensor) -> out
 * x itself when it is packed in row-major order, else a packed copy. */
WZ_API wz_tensor *wz_contiguous(wz_tensor *x);

/* to_dtype(x: tensor, dtype: dtype, non_blocking: bool = False, copy: bool = False) -> out
 * x in another dtype; x itself when it has it, unless copy. */
WZ_API wz_tensor *wz_to_dtype(wz_tensor *x, wz_dtype dtype, bool non_blocking, bool copy);

/* to_device(x: tensor, device: device? = None, dtype: dtype? = None, non_blocking: bool = False, copy: bool = False) -> out
 * x on another device and in another dtype; x itself when it is so, unless copy. */
WZ_API wz_tensor *wz_to_device(wz_tensor *x, wz_device *device, wz_dtype dtype, bool non_blocking, bool copy);

/* to_other(x: tensor, other: tensor, non_blocking: bool = False, copy: bool = False) -> out
 * x on the device and in the dtype of other. */
WZ_API wz_tensor *wz_to_other(wz_tensor *x, wz_tensor *other, bool non_blocking, bool copy);

/* type_as(x: tensor, other: tensor) -> out
 * x on the device and in the dtype of other. */
WZ_API wz_tensor *wz_type_as(wz_tensor *x, wz_tensor *other);

/* fill_(x: tensor!, value: scalar) -> x
 * Sets every element of x to value. */
WZ_API wz_tensor *wz_fill_(wz_tensor *x, wz_scalar value);

/* fill_tensor_(x: tensor!, value: tensor) -> x
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

/* squeeze_dim_(x: tensor!, dim: int) -> x
 * squeeze that changes the tensor's own shape. */
WZ_API wz_tensor *wz_squeeze_dim_(wz_tensor *x, int64_t dim);

/* squeeze_dims_(x: tensor!, dim: ints) -> x
 * squeeze that changes the tensor's own shape. */
WZ_API wz_tensor *wz_squeeze_dims_(wz_tensor *x, const int64_t *dim, int n_dim);

/* squeeze_(x: tensor!) -> x
 * squeeze that changes the tensor's own shape. */
WZ_API wz_tensor *wz_squeeze_(wz_tensor *x);

/* unsqueeze_(x: tensor!, dim: int) -> x
 * unsqueeze that changes the tensor's own shape. */
WZ_API wz_tensor *wz_unsqueeze_(wz_tensor *x, int64_t dim);

/* transpose_(x: tensor!, dim0: int, dim1: int) -> x
 * transpose that changes the tensor's own shape. */
WZ_API wz_tensor *wz_transpose_(wz_tensor *x, int64_t dim0, int64_t dim1);

/* t_(x: tensor!) -> x
 * t that changes the tensor's own shape. */
WZ_API wz_tensor *wz_t_(wz_tensor *x);

/* adjoint(x: tensor) -> out
 * The last two dims swapped, and a complex tensor's elements conjugated: a view of a real tensor. */
WZ_API wz_tensor *wz_adjoint(wz_tensor *x);

/* mH(x: tensor) -> out
 * Another name of adjoint. */
WZ_API wz_tensor *wz_mH(wz_tensor *x);

/* H(x: tensor) -> out
 * The conjugate transpose of a matrix; numbers are returned as they are. */
WZ_API wz_tensor *wz_H(wz_tensor *x);

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

/* where_method(x: tensor, condition: tensor, y: operand) -> out
 * x where condition holds, y elsewhere. */
WZ_API wz_tensor *wz_where_method(wz_tensor *x, wz_tensor *condition, wz_tensor *y);

/* masked_fill(x: tensor, mask: tensor, value: scalar) -> out
 * A copy of x with value wherever mask holds. */
WZ_API wz_tensor *wz_masked_fill(wz_tensor *x, wz_tensor *mask, wz_scalar value);

/* masked_set_(x: tensor!, mask: tensor, value: tensor) -> x
 * Writes the value of a 0-d tensor wherever mask holds. */
WZ_API wz_tensor *wz_masked_set_(wz_tensor *x, wz_tensor *mask, wz_tensor *value);

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

/* add(input: operand, other: operand, *, alpha: scalar = 1) -> out
 * input + alpha * other. */
WZ_API wz_tensor *wz_add(wz_tensor *input, wz_tensor *other, wz_scalar alpha);

/* sub(input: operand, other: operand, *, alpha: scalar = 1) -> out
 * input - alpha * other. */
WZ_API wz_tensor *wz_sub(wz_tensor *input, wz_tensor *other, wz_scalar alpha);

/* rsub(input: operand, other: operand, *, alpha: scalar = 1) -> out
 * other - alpha * input. */
WZ_API wz_tensor *wz_rsub(wz_tensor *input, wz_tensor *other, wz_scalar alpha);

/* mul(input: operand, other: operand) -> out
 * input * other. */
WZ_API wz_tensor *wz_mul(wz_tensor *input, wz_tensor *other);

/* div(input: operand, other: operand) -> out
 * input / other; integers are divided as floating-point numbers. */
WZ_API wz_tensor *wz_div(wz_tensor *input, wz_tensor *other);

/* div_trunc(input: operand, other: operand) -> out
 * input / other rounded toward zero. */
WZ_API wz_tensor *wz_div_trunc(wz_tensor *input, wz_tensor *other);

/* floor_divide(input: operand, other: operand) -> out
 * input / other rounded toward minus infinity, as Python's //. */
WZ_API wz_tensor *wz_floor_divide(wz_tensor *input, wz_tensor *other);

/* remainder(input: operand, other: operand) -> out
 * The remainder of input / other with the sign of other, as Python's %. */
WZ_API wz_tensor *wz_remainder(wz_tensor *input, wz_tensor *other);

/* fmod(input: operand, other: operand) -> out
 * The remainder of input / other with the sign of input, as C's fmod. */
WZ_API wz_tensor *wz_fmod(wz_tensor *input, wz_tensor *other);

/* pow(input: operand, exponent: operand) -> out
 * input to the power of exponent; integers stay integers. */
WZ_API wz_tensor *wz_pow(wz_tensor *input, wz_tensor *exponent);

/* neg(input: tensor) -> out
 * -input. */
WZ_API wz_tensor *wz_neg(wz_tensor *input);

/* abs(input: tensor) -> out
 * The absolute value; of complex numbers the length, as a real number. */
WZ_API wz_tensor *wz_abs(wz_tensor *input);

/* sign(input: tensor) -> out
 * -1, 0 or 1; of NaN 0. */
WZ_API wz_tensor *wz_sign(wz_tensor *input);

/* sgn(input: tensor) -> out
 * sign; of complex numbers input / abs(input). */
WZ_API wz_tensor *wz_sgn(wz_tensor *input);

/* positive(input: tensor) -> out
 * input itself. */
WZ_API wz_tensor *wz_positive(wz_tensor *input);

/* reciprocal(input: tensor) -> out
 * 1 / input. */
WZ_API wz_tensor *wz_reciprocal(wz_tensor *input);

/* square(input: tensor) -> out
 * input * input. */
WZ_API wz_tensor *wz_square(wz_tensor *input);

/* addcmul(input: tensor, tensor1: operand, tensor2: operand, *, value: scalar = 1) -> out
 * input + value * tensor1 * tensor2. */
WZ_API wz_tensor *wz_addcmul(wz_tensor *input, wz_tensor *tensor1, wz_tensor *tensor2, wz_scalar value);

/* addcdiv(input: tensor, tensor1: operand, tensor2: operand, *, value: scalar = 1) -> out
 * input + value * tensor1 / tensor2. */
WZ_API wz_tensor *wz_addcdiv(wz_tensor *input, wz_tensor *tensor1, wz_tensor *tensor2, wz_scalar value);

/* lerp(input: tensor, end: tensor, weight: operand) -> out
 * input + weight * (end - input), exact at both ends. */
WZ_API wz_tensor *wz_lerp(wz_tensor *input, wz_tensor *end, wz_tensor *weight);

/* ldexp(input: tensor, other: operand) -> out
 * input * 2 ** other. */
WZ_API wz_tensor *wz_ldexp(wz_tensor *input, wz_tensor *other);

/* hypot(input: tensor, other: tensor) -> out
 * sqrt(input ** 2 + other ** 2) without overflow on the way. */
WZ_API wz_tensor *wz_hypot(wz_tensor *input, wz_tensor *other);

/* copysign(input: operand, other: operand) -> out
 * The size of input with the sign of other. */
WZ_API wz_tensor *wz_copysign(wz_tensor *input, wz_tensor *other);

/* gcd(input: operand, other: operand) -> out
 * The greatest common divisor. */
WZ_API wz_tensor *wz_gcd(wz_tensor *input, wz_tensor *other);

/* lcm(input: operand, other: operand) -> out
 * The least common multiple. */
WZ_API wz_tensor *wz_lcm(wz_tensor *input, wz_tensor *other);

/* sqrt(input: tensor) -> out
 * The square root. */
WZ_API wz_tensor *wz_sqrt(wz_tensor *input);

/* rsqrt(input: tensor) -> out
 * 1 / sqrt(input). */
WZ_API wz_tensor *wz_rsqrt(wz_tensor *input);

/* exp(input: tensor) -> out
 * e ** input. */
WZ_API wz_tensor *wz_exp(wz_tensor *input);

/* exp2(input: tensor) -> out
 * 2 ** input. */
WZ_API wz_tensor *wz_exp2(wz_tensor *input);

/* expm1(input: tensor) -> out
 * e ** input - 1, exact near 0. */
WZ_API wz_tensor *wz_expm1(wz_tensor *input);

/* log(input: tensor) -> out
 * The natural logarithm. */
WZ_API wz_tensor *wz_log(wz_tensor *input);

/* log2(input: tensor) -> out
 * The logarithm to base 2. */
WZ_API wz_tensor *wz_log2(wz_tensor *input);

/* log10(input: tensor) -> out
 * The logarithm to base 10. */
WZ_API wz_tensor *wz_log10(wz_tensor *input);

/* log1p(input: tensor) -> out
 * log(1 + input), exact near 0. */
WZ_API wz_tensor *wz_log1p(wz_tensor *input);

/* logaddexp(input: tensor, other: tensor) -> out
 * log(exp(input) + exp(other)). */
WZ_API wz_tensor *wz_logaddexp(wz_tensor *input, wz_tensor *other);

/* logaddexp2(input: tensor, other: tensor) -> out
 * log2(2 ** input + 2 ** other). */
WZ_API wz_tensor *wz_logaddexp2(wz_tensor *input, wz_tensor *other);

/* sin(input: tensor) -> out
 * The sine of an angle in radians. */
WZ_API wz_tensor *wz_sin(wz_tensor *input);

/* cos(input: tensor) -> out
 * The cosine of an angle in radians. */
WZ_API wz_tensor *wz_cos(wz_tensor *input);

/* tan(input: tensor) -> out
 * The tangent of an angle in radians. */
WZ_API wz_tensor *wz_tan(wz_tensor *input);

/* asin(input: tensor) -> out
 * The angle whose sine is input. */
WZ_API wz_tensor *wz_asin(wz_tensor *input);

/* acos(input: tensor) -> out
 * The angle whose cosine is input. */
WZ_API wz_tensor *wz_acos(wz_tensor *input);

/* atan(input: tensor) -> out
 * The angle whose tangent is input. */
WZ_API wz_tensor *wz_atan(wz_tensor *input);

/* atan2(input: tensor, other: tensor) -> out
 * The angle of the point (other, input), in [-pi, pi]. */
WZ_API wz_tensor *wz_atan2(wz_tensor *input, wz_tensor *other);

/* sinh(input: tensor) -> out
 * The hyperbolic sine. */
WZ_API wz_tensor *wz_sinh(wz_tensor *input);

/* cosh(input: tensor) -> out
 * The hyperbolic cosine. */
WZ_API wz_tensor *wz_cosh(wz_tensor *input);

/* tanh(input: tensor) -> out
 * The hyperbolic tangent. */
WZ_API wz_tensor *wz_tanh(wz_tensor *input);

/* asinh(input: tensor) -> out
 * The inverse hyperbolic sine. */
WZ_API wz_tensor *wz_asinh(wz_tensor *input);

/* acosh(input: tensor) -> out
 * The inverse hyperbolic cosine. */
WZ_API wz_tensor *wz_acosh(wz_tensor *input);

/* atanh(input: tensor) -> out
 * The inverse hyperbolic tangent. */
WZ_API wz_tensor *wz_atanh(wz_tensor *input);

/* sinc(input: tensor) -> out
 * sin(pi * input) / (pi * input), 1 at 0. */
WZ_API wz_tensor *wz_sinc(wz_tensor *input);

/* deg2rad(input: tensor) -> out
 * Degrees to radians. */
WZ_API wz_tensor *wz_deg2rad(wz_tensor *input);

/* rad2deg(input: tensor) -> out
 * Radians to degrees. */
WZ_API wz_tensor *wz_rad2deg(wz_tensor *input);

/* floor(input: tensor) -> out
 * The largest integer not above input. */
WZ_API wz_tensor *wz_floor(wz_tensor *input);

/* ceil(input: tensor) -> out
 * The smallest integer not below input. */
WZ_API wz_tensor *wz_ceil(wz_tensor *input);

/* trunc(input: tensor) -> out
 * input without its fraction. */
WZ_API wz_tensor *wz_trunc(wz_tensor *input);

/* round(input: tensor) -> out
 * The nearest integer, halves to even. */
WZ_API wz_tensor *wz_round(wz_tensor *input);

/* round_decimals(input: tensor, *, decimals: int) -> out
 * The nearest multiple of 10 ** -decimals. */
WZ_API wz_tensor *wz_round_decimals(wz_tensor *input, int64_t decimals);

/* frac(input: tensor) -> out
 * The fraction of input, with its sign. */
WZ_API wz_tensor *wz_frac(wz_tensor *input);

/* eq(input: operand, other: operand) -> out
 * input == other. */
WZ_API wz_tensor *wz_eq(wz_tensor *input, wz_tensor *other);

/* ne(input: operand, other: operand) -> out
 * input != other. */
WZ_API wz_tensor *wz_ne(wz_tensor *input, wz_tensor *other);

/* lt(input: operand, other: operand) -> out
 * input < other. */
WZ_API wz_tensor *wz_lt(wz_tensor *input, wz_tensor *other);

/* le(input: operand, other: operand) -> out
 * input <= other. */
WZ_API wz_tensor *wz_le(wz_tensor *input, wz_tensor *other);

/* gt(input: operand, other: operand) -> out
 * input > other. */
WZ_API wz_tensor *wz_gt(wz_tensor *input, wz_tensor *other);

/* ge(input: operand, other: operand) -> out
 * input >= other. */
WZ_API wz_tensor *wz_ge(wz_tensor *input, wz_tensor *other);

/* isclose(input: tensor, other: tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> out
 * |input - other| <= atol + rtol * |other|. */
WZ_API wz_tensor *wz_isclose(wz_tensor *input, wz_tensor *other, double rtol, double atol, bool equal_nan);

/* isnan(input: tensor) -> out
 * Is it not a number? */
WZ_API wz_tensor *wz_isnan(wz_tensor *input);

/* isinf(input: tensor) -> out
 * Is it infinite? */
WZ_API wz_tensor *wz_isinf(wz_tensor *input);

/* isfinite(input: tensor) -> out
 * Is it a finite number? */
WZ_API wz_tensor *wz_isfinite(wz_tensor *input);

/* isposinf(input: tensor) -> out
 * Is it plus infinity? */
WZ_API wz_tensor *wz_isposinf(wz_tensor *input);

/* isneginf(input: tensor) -> out
 * Is it minus infinity? */
WZ_API wz_tensor *wz_isneginf(wz_tensor *input);

/* isreal(input: tensor) -> out
 * Is its imaginary part zero? */
WZ_API wz_tensor *wz_isreal(wz_tensor *input);

/* signbit(input: tensor) -> out
 * Is the sign bit set? (of -0.0 too) */
WZ_API wz_tensor *wz_signbit(wz_tensor *input);

/* logical_and(input: tensor, other: tensor) -> out
 * Are both not zero? */
WZ_API wz_tensor *wz_logical_and(wz_tensor *input, wz_tensor *other);

/* logical_or(input: tensor, other: tensor) -> out
 * Is one not zero? */
WZ_API wz_tensor *wz_logical_or(wz_tensor *input, wz_tensor *other);

/* logical_xor(input: tensor, other: tensor) -> out
 * Is exactly one not zero? */
WZ_API wz_tensor *wz_logical_xor(wz_tensor *input, wz_tensor *other);

/* logical_not(input: tensor) -> out
 * Is it zero? */
WZ_API wz_tensor *wz_logical_not(wz_tensor *input);

/* bitwise_and(input: operand, other: operand) -> out
 * input & other. */
WZ_API wz_tensor *wz_bitwise_and(wz_tensor *input, wz_tensor *other);

/* bitwise_or(input: operand, other: operand) -> out
 * input | other. */
WZ_API wz_tensor *wz_bitwise_or(wz_tensor *input, wz_tensor *other);

/* bitwise_xor(input: operand, other: operand) -> out
 * input ^ other. */
WZ_API wz_tensor *wz_bitwise_xor(wz_tensor *input, wz_tensor *other);

/* bitwise_not(input: tensor) -> out
 * ~input; of bool logical not. */
WZ_API wz_tensor *wz_bitwise_not(wz_tensor *input);

/* bitwise_left_shift(input: operand, other: operand) -> out
 * input << other; 0 when other is out of range. */
WZ_API wz_tensor *wz_bitwise_left_shift(wz_tensor *input, wz_tensor *other);

/* bitwise_right_shift(input: operand, other: operand) -> out
 * input >> other, keeping the sign. */
WZ_API wz_tensor *wz_bitwise_right_shift(wz_tensor *input, wz_tensor *other);

/* maximum(input: tensor, other: tensor) -> out
 * The larger; NaN if one is NaN. */
WZ_API wz_tensor *wz_maximum(wz_tensor *input, wz_tensor *other);

/* minimum(input: tensor, other: tensor) -> out
 * The smaller; NaN if one is NaN. */
WZ_API wz_tensor *wz_minimum(wz_tensor *input, wz_tensor *other);

/* fmax(input: tensor, other: tensor) -> out
 * The larger; the number if the other one is NaN. */
WZ_API wz_tensor *wz_fmax(wz_tensor *input, wz_tensor *other);

/* fmin(input: tensor, other: tensor) -> out
 * The smaller; the number if the other one is NaN. */
WZ_API wz_tensor *wz_fmin(wz_tensor *input, wz_tensor *other);

/* clamp_min(input: tensor, min: operand) -> out
 * The larger of input and min. */
WZ_API wz_tensor *wz_clamp_min(wz_tensor *input, wz_tensor *min);

/* clamp_max(input: tensor, max: operand) -> out
 * The smaller of input and max. */
WZ_API wz_tensor *wz_clamp_max(wz_tensor *input, wz_tensor *max);

/* clamp_both(input: tensor, min: operand, max: operand) -> out
 * input brought into [min, max]; max where min > max. */
WZ_API wz_tensor *wz_clamp_both(wz_tensor *input, wz_tensor *min, wz_tensor *max);

/* heaviside(input: tensor, values: tensor) -> out
 * 0 below zero, 1 above, values at zero. */
WZ_API wz_tensor *wz_heaviside(wz_tensor *input, wz_tensor *values);

/* nan_to_num_with(input: tensor, nan: float, posinf: float, neginf: float) -> out
 * NaN and the infinities replaced by numbers. */
WZ_API wz_tensor *wz_nan_to_num_with(wz_tensor *input, double nan, double posinf, double neginf);

/* where(condition: tensor, input: operand, other: operand) -> out
 * input where condition is true, other elsewhere. */
WZ_API wz_tensor *wz_where(wz_tensor *condition, wz_tensor *input, wz_tensor *other);

/* conj(input: tensor) -> out
 * The complex conjugate; real numbers stay. */
WZ_API wz_tensor *wz_conj(wz_tensor *input);

/* angle(input: tensor) -> out
 * The angle in the complex plane; of real numbers 0 or pi. */
WZ_API wz_tensor *wz_angle(wz_tensor *input);

/* relu(input: tensor) -> out
 * max(input, 0). */
WZ_API wz_tensor *wz_relu(wz_tensor *input);

/* relu6(input: tensor) -> out
 * min(max(input, 0), 6). */
WZ_API wz_tensor *wz_relu6(wz_tensor *input);

/* hardtanh(input: tensor, min_val: scalar = -1.0, max_val: scalar = 1.0) -> out
 * input brought into [min_val, max_val]. */
WZ_API wz_tensor *wz_hardtanh(wz_tensor *input, wz_scalar min_val, wz_scalar max_val);

/* sigmoid(input: tensor) -> out
 * 1 / (1 + exp(-input)). */
WZ_API wz_tensor *wz_sigmoid(wz_tensor *input);

/* silu(input: tensor) -> out
 * input * sigmoid(input). */
WZ_API wz_tensor *wz_silu(wz_tensor *input);

/* gelu(input: tensor) -> out
 * input * Phi(input), Phi the normal distribution's cumulative function. */
WZ_API wz_tensor *wz_gelu(wz_tensor *input);

/* gelu_tanh(input: tensor) -> out
 * gelu with Phi approximated through tanh. */
WZ_API wz_tensor *wz_gelu_tanh(wz_tensor *input);

/* softplus(input: tensor, beta: float = 1.0, threshold: float = 20.0) -> out
 * log(1 + exp(beta * input)) / beta; input itself where beta * input > threshold. */
WZ_API wz_tensor *wz_softplus(wz_tensor *input, double beta, double threshold);

/* mish(input: tensor) -> out
 * input * tanh(softplus(input)). */
WZ_API wz_tensor *wz_mish(wz_tensor *input);

/* hardswish(input: tensor) -> out
 * input * relu6(input + 3) / 6. */
WZ_API wz_tensor *wz_hardswish(wz_tensor *input);

/* hardsigmoid(input: tensor) -> out
 * relu6(input + 3) / 6. */
WZ_API wz_tensor *wz_hardsigmoid(wz_tensor *input);

/* elu(input: tensor, alpha: scalar = 1.0) -> out
 * input above zero, alpha * (exp(input) - 1) below. */
WZ_API wz_tensor *wz_elu(wz_tensor *input, wz_scalar alpha);

/* selu(input: tensor) -> out
 * elu scaled so that activations keep mean 0 and variance 1. */
WZ_API wz_tensor *wz_selu(wz_tensor *input);

/* celu(input: tensor, alpha: scalar = 1.0) -> out
 * input above zero, alpha * (exp(input / alpha) - 1) below. */
WZ_API wz_tensor *wz_celu(wz_tensor *input, wz_scalar alpha);

/* leaky_relu(input: tensor, negative_slope: scalar = 0.01) -> out
 * input above zero, negative_slope * input below. */
WZ_API wz_tensor *wz_leaky_relu(wz_tensor *input, wz_scalar negative_slope);

/* logsigmoid(input: tensor) -> out
 * log(sigmoid(input)). */
WZ_API wz_tensor *wz_logsigmoid(wz_tensor *input);

/* softsign(input: tensor) -> out
 * input / (1 + |input|). */
WZ_API wz_tensor *wz_softsign(wz_tensor *input);

/* tanhshrink(input: tensor) -> out
 * input - tanh(input). */
WZ_API wz_tensor *wz_tanhshrink(wz_tensor *input);

/* softshrink(input: tensor, lambd: float = 0.5) -> out
 * input moved toward zero by lambd. */
WZ_API wz_tensor *wz_softshrink(wz_tensor *input, double lambd);

/* hardshrink(input: tensor, lambd: float = 0.5) -> out
 * input, but zero within [-lambd, lambd]. */
WZ_API wz_tensor *wz_hardshrink(wz_tensor *input, double lambd);

/* threshold(input: tensor, threshold: scalar, value: scalar) -> out
 * input above threshold, value elsewhere. */
WZ_API wz_tensor *wz_threshold(wz_tensor *input, wz_scalar threshold, wz_scalar value);

/* erf(input: tensor) -> out
 * The error function. */
WZ_API wz_tensor *wz_erf(wz_tensor *input);

/* erfc(input: tensor) -> out
 * 1 - erf(input), exact for large input. */
WZ_API wz_tensor *wz_erfc(wz_tensor *input);

/* erfinv(input: tensor) -> out
 * The inverse of erf. */
WZ_API wz_tensor *wz_erfinv(wz_tensor *input);

/* lgamma(input: tensor) -> out
 * log |Gamma(input)|. */
WZ_API wz_tensor *wz_lgamma(wz_tensor *input);

/* digamma(input: tensor) -> out
 * The derivative of lgamma. */
WZ_API wz_tensor *wz_digamma(wz_tensor *input);

/* polygamma_of(order: operand, input: operand) -> out
 * The order-th derivative of digamma. */
WZ_API wz_tensor *wz_polygamma_of(wz_tensor *order, wz_tensor *input);

/* special_zeta(input: operand, other: operand) -> out
 * The Hurwitz zeta function. */
WZ_API wz_tensor *wz_special_zeta(wz_tensor *input, wz_tensor *other);

/* logit(input: tensor, eps: float? = None) -> out
 * log(input / (1 - input)), input first brought into [eps, 1 - eps] if eps is given. */
WZ_API wz_tensor *wz_logit(wz_tensor *input, const double *eps);

/* xlogy(input: operand, other: operand) -> out
 * input * log(other), 0 where input is 0. */
WZ_API wz_tensor *wz_xlogy(wz_tensor *input, wz_tensor *other);

/* special_xlog1py(input: operand, other: operand) -> out
 * input * log(1 + other), 0 where input is 0. */
WZ_API wz_tensor *wz_special_xlog1py(wz_tensor *input, wz_tensor *other);

/* special_entr(input: tensor) -> out
 * -input * log(input). */
WZ_API wz_tensor *wz_special_entr(wz_tensor *input);

/* special_ndtr(input: tensor) -> out
 * The normal distribution's cumulative function. */
WZ_API wz_tensor *wz_special_ndtr(wz_tensor *input);

/* special_ndtri(input: tensor) -> out
 * The inverse of ndtr. */
WZ_API wz_tensor *wz_special_ndtri(wz_tensor *input);

/* special_log_ndtr(input: tensor) -> out
 * log(ndtr(input)). */
WZ_API wz_tensor *wz_special_log_ndtr(wz_tensor *input);

/* special_erfcx(input: tensor) -> out
 * exp(input ** 2) * erfc(input). */
WZ_API wz_tensor *wz_special_erfcx(wz_tensor *input);

/* i0(input: tensor) -> out
 * The modified Bessel function of order 0. */
WZ_API wz_tensor *wz_i0(wz_tensor *input);

/* special_i0e(input: tensor) -> out
 * exp(-|input|) * i0(input). */
WZ_API wz_tensor *wz_special_i0e(wz_tensor *input);

/* special_i1(input: tensor) -> out
 * The modified Bessel function of order 1. */
WZ_API wz_tensor *wz_special_i1(wz_tensor *input);

/* special_i1e(input: tensor) -> out
 * exp(-|input|) * i1(input). */
WZ_API wz_tensor *wz_special_i1e(wz_tensor *input);

/* special_bessel_j0(input: tensor) -> out
 * The Bessel function of the first kind, order 0. */
WZ_API wz_tensor *wz_special_bessel_j0(wz_tensor *input);

/* special_bessel_j1(input: tensor) -> out
 * The Bessel function of the first kind, order 1. */
WZ_API wz_tensor *wz_special_bessel_j1(wz_tensor *input);

/* special_bessel_y0(input: tensor) -> out
 * The Bessel function of the second kind, order 0. */
WZ_API wz_tensor *wz_special_bessel_y0(wz_tensor *input);

/* special_bessel_y1(input: tensor) -> out
 * The Bessel function of the second kind, order 1. */
WZ_API wz_tensor *wz_special_bessel_y1(wz_tensor *input);

/* special_spherical_bessel_j0(x: tensor) -> out
 * sin(x) / x. */
WZ_API wz_tensor *wz_special_spherical_bessel_j0(wz_tensor *x);

/* special_laguerre_polynomial_l(x: operand, n: operand) -> out
 * The Laguerre polynomial of degree n. */
WZ_API wz_tensor *wz_special_laguerre_polynomial_l(wz_tensor *x, wz_tensor *n);

/* special_hermite_polynomial_h(x: operand, n: operand) -> out
 * The physicists' Hermite polynomial of degree n. */
WZ_API wz_tensor *wz_special_hermite_polynomial_h(wz_tensor *x, wz_tensor *n);

/* special_hermite_polynomial_he(x: operand, n: operand) -> out
 * The probabilists' Hermite polynomial of degree n. */
WZ_API wz_tensor *wz_special_hermite_polynomial_he(wz_tensor *x, wz_tensor *n);

/* special_legendre_polynomial_p(x: operand, n: operand) -> out
 * The Legendre polynomial of degree n. */
WZ_API wz_tensor *wz_special_legendre_polynomial_p(wz_tensor *x, wz_tensor *n);

/* special_chebyshev_polynomial_t(x: operand, n: operand) -> out
 * The Chebyshev polynomial of the first kind, degree n. */
WZ_API wz_tensor *wz_special_chebyshev_polynomial_t(wz_tensor *x, wz_tensor *n);

/* special_chebyshev_polynomial_u(x: operand, n: operand) -> out
 * The Chebyshev polynomial of the second kind, degree n. */
WZ_API wz_tensor *wz_special_chebyshev_polynomial_u(wz_tensor *x, wz_tensor *n);

/* subtract(input: operand, other: operand, *, alpha: scalar = 1) -> out
 * Another name of sub. */
WZ_API wz_tensor *wz_subtract(wz_tensor *input, wz_tensor *other, wz_scalar alpha);

/* multiply(input: operand, other: operand) -> out
 * Another name of mul. */
WZ_API wz_tensor *wz_multiply(wz_tensor *input, wz_tensor *other);

/* divide(input: operand, other: operand) -> out
 * Another name of div. */
WZ_API wz_tensor *wz_divide(wz_tensor *input, wz_tensor *other);

/* true_divide(input: operand, other: operand) -> out
 * Another name of div. */
WZ_API wz_tensor *wz_true_divide(wz_tensor *input, wz_tensor *other);

/* absolute(input: tensor) -> out
 * Another name of abs. */
WZ_API wz_tensor *wz_absolute(wz_tensor *input);

/* negative(input: tensor) -> out
 * Another name of neg. */
WZ_API wz_tensor *wz_negative(wz_tensor *input);

/* arcsin(input: tensor) -> out
 * Another name of asin. */
WZ_API wz_tensor *wz_arcsin(wz_tensor *input);

/* arccos(input: tensor) -> out
 * Another name of acos. */
WZ_API wz_tensor *wz_arccos(wz_tensor *input);

/* arctan(input: tensor) -> out
 * Another name of atan. */
WZ_API wz_tensor *wz_arctan(wz_tensor *input);

/* arctan2(input: tensor, other: tensor) -> out
 * Another name of atan2. */
WZ_API wz_tensor *wz_arctan2(wz_tensor *input, wz_tensor *other);

/* arcsinh(input: tensor) -> out
 * Another name of asinh. */
WZ_API wz_tensor *wz_arcsinh(wz_tensor *input);

/* arccosh(input: tensor) -> out
 * Another name of acosh. */
WZ_API wz_tensor *wz_arccosh(wz_tensor *input);

/* arctanh(input: tensor) -> out
 * Another name of atanh. */
WZ_API wz_tensor *wz_arctanh(wz_tensor *input);

/* fix(input: tensor) -> out
 * Another name of trunc. */
WZ_API wz_tensor *wz_fix(wz_tensor *input);

/* not_equal(input: operand, other: operand) -> out
 * Another name of ne. */
WZ_API wz_tensor *wz_not_equal(wz_tensor *input, wz_tensor *other);

/* less(input: operand, other: operand) -> out
 * Another name of lt. */
WZ_API wz_tensor *wz_less(wz_tensor *input, wz_tensor *other);

/* less_equal(input: operand, other: operand) -> out
 * Another name of le. */
WZ_API wz_tensor *wz_less_equal(wz_tensor *input, wz_tensor *other);

/* greater(input: operand, other: operand) -> out
 * Another name of gt. */
WZ_API wz_tensor *wz_greater(wz_tensor *input, wz_tensor *other);

/* greater_equal(input: operand, other: operand) -> out
 * Another name of ge. */
WZ_API wz_tensor *wz_greater_equal(wz_tensor *input, wz_tensor *other);

/* special_expit(input: tensor) -> out
 * sigmoid. */
WZ_API wz_tensor *wz_special_expit(wz_tensor *input);

/* special_gammaln(input: tensor) -> out
 * lgamma. */
WZ_API wz_tensor *wz_special_gammaln(wz_tensor *input);

/* special_digamma(input: tensor) -> out
 * digamma. */
WZ_API wz_tensor *wz_special_digamma(wz_tensor *input);

/* special_psi(input: tensor) -> out
 * digamma. */
WZ_API wz_tensor *wz_special_psi(wz_tensor *input);

/* div_mode(input: operand, other: operand, *, rounding_mode: string? = None) -> out
 * input / other, rounded as rounding_mode says: None, "trunc" or "floor". */
WZ_API wz_tensor *wz_div_mode(wz_tensor *input, wz_tensor *other, const char *rounding_mode);

/* divide_mode(input: operand, other: operand, *, rounding_mode: string? = None) -> out
 * Another name of div. */
WZ_API wz_tensor *wz_divide_mode(wz_tensor *input, wz_tensor *other, const char *rounding_mode);

/* float_power(input: operand, exponent: operand) -> out
 * input to the power of exponent, computed in float64 or complex128. */
WZ_API wz_tensor *wz_float_power(wz_tensor *input, wz_tensor *exponent);

/* clamp(input: tensor, min: operand? = None, max: operand? = None) -> out
 * input brought into [min, max]; None is no bound. */
WZ_API wz_tensor *wz_clamp(wz_tensor *input, wz_tensor *min, wz_tensor *max);

/* clip(input: tensor, min: operand? = None, max: operand? = None) -> out
 * Another name of clamp. */
WZ_API wz_tensor *wz_clip(wz_tensor *input, wz_tensor *min, wz_tensor *max);

/* nan_to_num(input: tensor, nan: float? = None, posinf: float? = None, neginf: float? = None) -> out
 * NaN becomes nan (0), the infinities posinf and neginf (the dtype's largest and lowest). */
WZ_API wz_tensor *wz_nan_to_num(wz_tensor *input, const double *nan, const double *posinf, const double *neginf);

/* gelu_mode(input: tensor, *, approximate: string = "none") -> out
 * gelu, exact or with approximate = "tanh". */
WZ_API wz_tensor *wz_gelu_mode(wz_tensor *input, const char *approximate);

/* special_polygamma(n: int, input: tensor) -> out
 * The n-th derivative of digamma. */
WZ_API wz_tensor *wz_special_polygamma(int64_t n, wz_tensor *input);

/* polygamma(n: int, input: tensor) -> out
 * The n-th derivative of digamma. */
WZ_API wz_tensor *wz_polygamma(int64_t n, wz_tensor *input);

/* polygamma_self(input: tensor, n: int) -> out
 * The n-th derivative of digamma. */
WZ_API wz_tensor *wz_polygamma_self(wz_tensor *input, int64_t n);

/* prelu(input: tensor, weight: tensor) -> out
 * input above zero, weight * input below; weight has one value or one per channel (dimension 1). */
WZ_API wz_tensor *wz_prelu(wz_tensor *input, wz_tensor *weight);

/* frexp(input: tensor) -> mantissa, exponent
 * input = mantissa * 2 ** exponent with 0.5 <= |mantissa| < 1; exponents are int32. */
WZ_API wz_tensor *wz_frexp(wz_tensor *input, wz_tensor **exponent_out);

/* nextafter(input: tensor, other: tensor) -> out
 * The next number of the dtype from input toward other. */
WZ_API wz_tensor *wz_nextafter(wz_tensor *input, wz_tensor *other);

/* sum(input: tensor, dim: ints? = None, keepdim: bool = False, *, dtype: dtype? = None) -> out
 * The sum over dim (all dimensions if None); integers are summed in int64. */
WZ_API wz_tensor *wz_sum(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype);

/* nansum(input: tensor, dim: ints? = None, keepdim: bool = False, *, dtype: dtype? = None) -> out
 * The sum of what is not NaN. */
WZ_API wz_tensor *wz_nansum(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype);

/* mean(input: tensor, dim: ints? = None, keepdim: bool = False, *, dtype: dtype? = None) -> out
 * The mean over dim (all dimensions if None). */
WZ_API wz_tensor *wz_mean(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype);

/* nanmean(input: tensor, dim: ints? = None, keepdim: bool = False, *, dtype: dtype? = None) -> out
 * The mean of what is not NaN. */
WZ_API wz_tensor *wz_nanmean(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype);

/* prod(input: tensor, dim: int? = None, keepdim: bool = False, *, dtype: dtype? = None) -> out
 * The product over dim (all dimensions if None). */
WZ_API wz_tensor *wz_prod(wz_tensor *input, const int64_t *dim, bool keepdim, wz_dtype dtype);

/* amax(input: tensor, dim: ints? = None, keepdim: bool = False) -> out
 * The largest element over dim; NaN if there is one. */
WZ_API wz_tensor *wz_amax(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim);

/* amin(input: tensor, dim: ints? = None, keepdim: bool = False) -> out
 * The smallest element over dim; NaN if there is one. */
WZ_API wz_tensor *wz_amin(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim);

/* aminmax(input: tensor, *, dim: int? = None, keepdim: bool = False) -> min, max
 * The smallest and the largest element. */
WZ_API wz_tensor *wz_aminmax(wz_tensor *input, const int64_t *dim, bool keepdim, wz_tensor **max_out);

/* max_full(input: tensor) -> out
 * The largest element. */
WZ_API wz_tensor *wz_max_full(wz_tensor *input);

/* max_dim(input: tensor, dim: int, keepdim: bool = False) -> values, indices
 * The largest elements along dim and where they stand. */
WZ_API wz_tensor *wz_max_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out);

/* max_other(input: tensor, other: tensor) -> out
 * Another name of maximum. */
WZ_API wz_tensor *wz_max_other(wz_tensor *input, wz_tensor *other);

/* min_full(input: tensor) -> out
 * The smallest element. */
WZ_API wz_tensor *wz_min_full(wz_tensor *input);

/* min_dim(input: tensor, dim: int, keepdim: bool = False) -> values, indices
 * The smallest elements along dim and where they stand. */
WZ_API wz_tensor *wz_min_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out);

/* min_other(input: tensor, other: tensor) -> out
 * Another name of minimum. */
WZ_API wz_tensor *wz_min_other(wz_tensor *input, wz_tensor *other);

/* argmax(input: tensor, dim: int? = None, keepdim: bool = False) -> out
 * Where the largest element stands, in the flattened tensor if dim is None. */
WZ_API wz_tensor *wz_argmax(wz_tensor *input, const int64_t *dim, bool keepdim);

/* argmin(input: tensor, dim: int? = None, keepdim: bool = False) -> out
 * Where the smallest element stands, in the flattened tensor if dim is None. */
WZ_API wz_tensor *wz_argmin(wz_tensor *input, const int64_t *dim, bool keepdim);

/* any(input: tensor, dim: ints? = None, keepdim: bool = False) -> out
 * Is an element not zero? */
WZ_API wz_tensor *wz_any(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim);

/* all(input: tensor, dim: ints? = None, keepdim: bool = False) -> out
 * Are all elements not zero? */
WZ_API wz_tensor *wz_all(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim);

/* count_nonzero(input: tensor, dim: ints? = None) -> out
 * How many elements are not zero. */
WZ_API wz_tensor *wz_count_nonzero(wz_tensor *input, const int64_t *dim, int n_dim);

/* count_numbers(input: tensor, dim: ints? = None, keepdim: bool = False) -> out
 * How many elements are not NaN. */
WZ_API wz_tensor *wz_count_numbers(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim);

/* var_all(input: tensor, unbiased: bool) -> out
 * The variance of all elements, divided by n - 1 or n. */
WZ_API wz_tensor *wz_var_all(wz_tensor *input, bool unbiased);

/* var(input: tensor, dim: ints? = None, *, correction: scalar? = 1, keepdim: bool = False) -> out
 * The variance over dim: squared deviations divided by n - correction. */
WZ_API wz_tensor *wz_var(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim);

/* var_unbiased(input: tensor, dim: ints? = None, unbiased: bool = True, keepdim: bool = False) -> out
 * The variance over dim, divided by n - 1 or n. */
WZ_API wz_tensor *wz_var_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim);

/* std_all(input: tensor, unbiased: bool) -> out
 * The standard deviation of all elements. */
WZ_API wz_tensor *wz_std_all(wz_tensor *input, bool unbiased);

/* std(input: tensor, dim: ints? = None, *, correction: scalar? = 1, keepdim: bool = False) -> out
 * The standard deviation over dim: the square root of var. */
WZ_API wz_tensor *wz_std(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim);

/* std_unbiased(input: tensor, dim: ints? = None, unbiased: bool = True, keepdim: bool = False) -> out
 * The standard deviation over dim. */
WZ_API wz_tensor *wz_std_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim);

/* var_mean_all(input: tensor, unbiased: bool) -> var, mean
 * Variance and mean of all elements. */
WZ_API wz_tensor *wz_var_mean_all(wz_tensor *input, bool unbiased, wz_tensor **mean_out);

/* var_mean(input: tensor, dim: ints? = None, *, correction: scalar? = 1, keepdim: bool = False) -> var, mean
 * Variance and mean over dim. */
WZ_API wz_tensor *wz_var_mean(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim, wz_tensor **mean_out);

/* var_mean_unbiased(input: tensor, dim: ints? = None, unbiased: bool = True, keepdim: bool = False) -> var, mean
 * Variance and mean over dim. */
WZ_API wz_tensor *wz_var_mean_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim, wz_tensor **mean_out);

/* std_mean_all(input: tensor, unbiased: bool) -> std, mean
 * Standard deviation and mean of all elements. */
WZ_API wz_tensor *wz_std_mean_all(wz_tensor *input, bool unbiased, wz_tensor **mean_out);

/* std_mean(input: tensor, dim: ints? = None, *, correction: scalar? = 1, keepdim: bool = False) -> std, mean
 * Standard deviation and mean over dim. */
WZ_API wz_tensor *wz_std_mean(wz_tensor *input, const int64_t *dim, int n_dim, const wz_scalar *correction, bool keepdim, wz_tensor **mean_out);

/* std_mean_unbiased(input: tensor, dim: ints? = None, unbiased: bool = True, keepdim: bool = False) -> std, mean
 * Standard deviation and mean over dim. */
WZ_API wz_tensor *wz_std_mean_unbiased(wz_tensor *input, const int64_t *dim, int n_dim, bool unbiased, bool keepdim, wz_tensor **mean_out);

/* linalg_vector_norm(x: tensor, ord: scalar = 2, dim: ints? = None, keepdim: bool = False, *, dtype: dtype? = None) -> out
 * sum(|x| ** ord) ** (1 / ord) over dim; the largest |x| for inf, the smallest for -inf, the number of non-zero elements for 0. */
WZ_API wz_tensor *wz_linalg_vector_norm(wz_tensor *x, wz_scalar ord, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype);

/* norm(input: tensor, p: scalar? = 2, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None) -> out
 * linalg.vector_norm of order p. */
WZ_API wz_tensor *wz_norm(wz_tensor *input, const wz_scalar *p, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype);

/* norm_named(input: tensor, p: string, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None) -> out
 * The Frobenius norm ("fro"). */
WZ_API wz_tensor *wz_norm_named(wz_tensor *input, const char *p, const int64_t *dim, int n_dim, bool keepdim, wz_dtype dtype);

/* logsumexp(input: tensor, dim: ints, keepdim: bool = False) -> out
 * log(sum(exp(input))) over dim without overflow. */
WZ_API wz_tensor *wz_logsumexp(wz_tensor *input, const int64_t *dim, int n_dim, bool keepdim);

/* median_dim(input: tensor, dim: int, keepdim: bool = False) -> values, indices
 * The middle element along dim (the lower of two), NaN if there is one, and where it stands. */
WZ_API wz_tensor *wz_median_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out);

/* median(input: tensor) -> out
 * The middle element (the lower of two), NaN if there is one. */
WZ_API wz_tensor *wz_median(wz_tensor *input);

/* nanmedian_dim(input: tensor, dim: int, keepdim: bool = False) -> values, indices
 * The middle one of what is not NaN along dim, and where it stands. */
WZ_API wz_tensor *wz_nanmedian_dim(wz_tensor *input, int64_t dim, bool keepdim, wz_tensor **indices_out);

/* nanmedian(input: tensor) -> out
 * The middle one of what is not NaN. */
WZ_API wz_tensor *wz_nanmedian(wz_tensor *input);

/* sort(input: tensor, dim: int = -1, descending: bool = False) -> values, indices
 * Sorted elements along dim and where they stood (int64). Equal elements keep their order. */
WZ_API wz_tensor *wz_sort(wz_tensor *input, int64_t dim, bool descending, wz_tensor **indices_out);

/* sort_stable(input: tensor, *, stable: bool?, dim: int = -1, descending: bool = False) -> values, indices
 * sort with torch's stable argument; the order is stable either way. */
WZ_API wz_tensor *wz_sort_stable(wz_tensor *input, const bool *stable, int64_t dim, bool descending, wz_tensor **indices_out);

/* argsort(input: tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> out
 * The indices that sort input along dim. */
WZ_API wz_tensor *wz_argsort(wz_tensor *input, int64_t dim, bool descending, bool stable);

/* msort(input: tensor) -> out
 * input sorted along dim 0. */
WZ_API wz_tensor *wz_msort(wz_tensor *input);

/* topk(input: tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> values, indices
 * The k largest (or smallest) elements along dim in order, and where they stood (int64). Of equal elements the first come first. */
WZ_API wz_tensor *wz_topk(wz_tensor *input, int64_t k, int64_t dim, bool largest, bool sorted, wz_tensor **indices_out);

/* kthvalue(input: tensor, k: int, dim: int = -1, keepdim: bool = False) -> values, indices
 * The k-th smallest element along dim, counted from 1, and where it stood. */
WZ_API wz_tensor *wz_kthvalue(wz_tensor *input, int64_t k, int64_t dim, bool keepdim, wz_tensor **indices_out);

/* cumsum(input: tensor, dim: int, *, dtype: dtype? = None) -> out
 * Running sums along dim; integers add up in int64. */
WZ_API wz_tensor *wz_cumsum(wz_tensor *input, int64_t dim, wz_dtype dtype);

/* cumprod(input: tensor, dim: int, *, dtype: dtype? = None) -> out
 * Running products along dim; integers multiply in int64. */
WZ_API wz_tensor *wz_cumprod(wz_tensor *input, int64_t dim, wz_dtype dtype);

/* logcumsumexp(input: tensor, dim: int) -> out
 * log of the running sums of exp(input) along dim, without overflow. */
WZ_API wz_tensor *wz_logcumsumexp(wz_tensor *input, int64_t dim);

/* cummax(input: tensor, dim: int) -> values, indices
 * Running maximum along dim and the last place it was met; NaN stays. */
WZ_API wz_tensor *wz_cummax(wz_tensor *input, int64_t dim, wz_tensor **indices_out);

/* cummin(input: tensor, dim: int) -> values, indices
 * Running minimum along dim and the last place it was met; NaN stays. */
WZ_API wz_tensor *wz_cummin(wz_tensor *input, int64_t dim, wz_tensor **indices_out);

/* searchsorted(sorted_sequence: tensor, input: operand, *, out_int32: bool = False, right: bool = False, side: string? = None, sorter: tensor? = None) -> out
 * Where each element of input would be inserted into the innermost dim of sorted_sequence: before equal elements, after them with right. */
WZ_API wz_tensor *wz_searchsorted(wz_tensor *sorted_sequence, wz_tensor *input, bool out_int32, bool right, const char *side, wz_tensor *sorter);

/* bucketize(input: operand, boundaries: tensor, *, out_int32: bool = False, right: bool = False) -> out
 * searchsorted of input in 1-d boundaries. */
WZ_API wz_tensor *wz_bucketize(wz_tensor *input, wz_tensor *boundaries, bool out_int32, bool right);

/* unique_flat(input: tensor) -> values, inverse, counts
 * The sorted distinct elements, for each element of input its place among them, and how often each occurs. */
WZ_API wz_tensor *wz_unique_flat(wz_tensor *input, wz_tensor **inverse_out, wz_tensor **counts_out);

/* unique_dim(input: tensor, dim: int) -> values, inverse, counts
 * The distinct slices along dim in lexicographic order, each slice's place among them, and how often each occurs. */
WZ_API wz_tensor *wz_unique_dim(wz_tensor *input, int64_t dim, wz_tensor **inverse_out, wz_tensor **counts_out);

/* unique_runs(input: tensor, dim: int?) -> values, inverse, counts
 * Elements (or slices along dim) with consecutive repeats removed, each one's run, and the runs' lengths. */
WZ_API wz_tensor *wz_unique_runs(wz_tensor *input, const int64_t *dim, wz_tensor **inverse_out, wz_tensor **counts_out);

/* isin(elements: operand, test_elements: operand, *, assume_unique: bool = False, invert: bool = False) -> out
 * Whether each element of elements occurs in test_elements. */
WZ_API wz_tensor *wz_isin(wz_tensor *elements, wz_tensor *test_elements, bool assume_unique, bool invert);

/* mm(input: tensor, mat2: tensor) -> out
 * Matrix product of [M, K] and [K, N]. */
WZ_API wz_tensor *wz_mm(wz_tensor *input, wz_tensor *mat2);

/* bmm(input: tensor, mat2: tensor) -> out
 * Matrix products of a batch: [B, M, K] and [B, K, N]. */
WZ_API wz_tensor *wz_bmm(wz_tensor *input, wz_tensor *mat2);

/* addmm(input: tensor, mat1: tensor, mat2: tensor, *, beta: scalar = 1, alpha: scalar = 1) -> out
 * beta * input + alpha * (mat1 @ mat2); input is broadcast. */
WZ_API wz_tensor *wz_addmm(wz_tensor *input, wz_tensor *mat1, wz_tensor *mat2, wz_scalar beta, wz_scalar alpha);

/* baddbmm(input: tensor, batch1: tensor, batch2: tensor, *, beta: scalar = 1, alpha: scalar = 1) -> out
 * beta * input + alpha * (batch1 @ batch2) for each matrix of a batch. */
WZ_API wz_tensor *wz_baddbmm(wz_tensor *input, wz_tensor *batch1, wz_tensor *batch2, wz_scalar beta, wz_scalar alpha);

/* addmv(input: tensor, mat: tensor, vec: tensor, *, beta: scalar = 1, alpha: scalar = 1) -> out
 * beta * input + alpha * (mat @ vec). */
WZ_API wz_tensor *wz_addmv(wz_tensor *input, wz_tensor *mat, wz_tensor *vec, wz_scalar beta, wz_scalar alpha);

/* mv(input: tensor, vec: tensor) -> out
 * Product of a matrix [M, K] and a vector [K]. */
WZ_API wz_tensor *wz_mv(wz_tensor *input, wz_tensor *vec);

/* dot(input: tensor, tensor: tensor) -> out
 * Sum of the products of two vectors' elements. */
WZ_API wz_tensor *wz_dot(wz_tensor *input, wz_tensor *tensor);

/* linear(input: tensor, weight: tensor, bias: tensor? = None) -> out
 * input [..., K] times weight [N, K] transposed, plus bias: [..., N]. */
WZ_API wz_tensor *wz_linear(wz_tensor *input, wz_tensor *weight, wz_tensor *bias);

/* vdot(input: tensor, other: tensor) -> out
 * dot with input conjugated. */
WZ_API wz_tensor *wz_vdot(wz_tensor *input, wz_tensor *other);

/* matmul(input: tensor, other: tensor) -> out
 * Matrix product with torch's rules: 1-d operands are vectors, leading dims are broadcast batches. */
WZ_API wz_tensor *wz_matmul(wz_tensor *input, wz_tensor *other);

/* addbmm(input: tensor, batch1: tensor, batch2: tensor, *, beta: scalar = 1, alpha: scalar = 1) -> out
 * beta * input + alpha * the sum of the batch's products. */
WZ_API wz_tensor *wz_addbmm(wz_tensor *input, wz_tensor *batch1, wz_tensor *batch2, wz_scalar beta, wz_scalar alpha);

/* addr(input: tensor, vec1: tensor, vec2: tensor, *, beta: scalar = 1, alpha: scalar = 1) -> out
 * beta * input + alpha * outer(vec1, vec2). */
WZ_API wz_tensor *wz_addr(wz_tensor *input, wz_tensor *vec1, wz_tensor *vec2, wz_scalar beta, wz_scalar alpha);

/* outer(input: tensor, vec2: tensor) -> out
 * All products of two vectors' elements: [M, N]. */
WZ_API wz_tensor *wz_outer(wz_tensor *input, wz_tensor *vec2);

/* ger(input: tensor, vec2: tensor) -> out
 * Another name of outer. */
WZ_API wz_tensor *wz_ger(wz_tensor *input, wz_tensor *vec2);

/* inner(input: tensor, other: tensor) -> out
 * Sums of products over the last dims of both. */
WZ_API wz_tensor *wz_inner(wz_tensor *input, wz_tensor *other);

/* kron(input: tensor, other: tensor) -> out
 * Kronecker product. */
WZ_API wz_tensor *wz_kron(wz_tensor *input, wz_tensor *other);

/* tensordot_dims(a: tensor, b: tensor, dims_a: ints, dims_b: ints) -> out
 * Sums of products over the named dims of both. */
WZ_API wz_tensor *wz_tensordot_dims(wz_tensor *a, wz_tensor *b, const int64_t *dims_a, int n_dims_a, const int64_t *dims_b, int n_dims_b);

/* softmax(input: tensor, dim: int? = None, dtype: dtype? = None) -> out
 * exp(x - max) / sum(exp(x - max)) along dim. A row of -inf gives NaN, as in PyTorch. */
WZ_API wz_tensor *wz_softmax(wz_tensor *input, const int64_t *dim, wz_dtype dtype);

/* log_softmax(input: tensor, dim: int? = None, dtype: dtype? = None) -> out
 * x - max - log(sum(exp(x - max))) along dim. */
WZ_API wz_tensor *wz_log_softmax(wz_tensor *input, const int64_t *dim, wz_dtype dtype);

/* softmin(input: tensor, dim: int? = None, dtype: dtype? = None) -> out
 * softmax of -x along dim. */
WZ_API wz_tensor *wz_softmin(wz_tensor *input, const int64_t *dim, wz_dtype dtype);

/* layer_norm(input: tensor, normalized_shape: ints, weight: tensor? = None, bias: tensor? = None, eps: float = 1e-05) -> out
 * (x - mean) / sqrt(var + eps) * weight + bias over the trailing dims of normalized_shape (arXiv 1607.06450). */
WZ_API wz_tensor *wz_layer_norm(wz_tensor *input, const int64_t *normalized_shape, int n_normalized_shape, wz_tensor *weight, wz_tensor *bias, double eps);

/* rms_norm(input: tensor, normalized_shape: ints, weight: tensor? = None, eps: float? = None) -> out
 * x / sqrt(mean(x^2) + eps) * weight over the trailing dims of normalized_shape (arXiv 1910.07467); eps defaults to the dtype's. */
WZ_API wz_tensor *wz_rms_norm(wz_tensor *input, const int64_t *normalized_shape, int n_normalized_shape, wz_tensor *weight, const double *eps);

/* group_norm(input: tensor, num_groups: int, weight: tensor? = None, bias: tensor? = None, eps: float = 1e-05) -> out
 * Normalises each group of channels of [N, C, ...] (arXiv 1803.08494); weight and bias are per channel. */
WZ_API wz_tensor *wz_group_norm(wz_tensor *input, int64_t num_groups, wz_tensor *weight, wz_tensor *bias, double eps);

/* batch_norm(input: tensor, running_mean: tensor?!, running_var: tensor?!, weight: tensor? = None, bias: tensor? = None, training: bool = False, momentum: float = 0.1, eps: float = 1e-05) -> out
 * Normalises each channel of [N, C, ...] by running statistics, or in training by the batch's own, then moving the running ones (arXiv 1502.03167). */
WZ_API wz_tensor *wz_batch_norm(wz_tensor *input, wz_tensor *running_mean, wz_tensor *running_var, wz_tensor *weight, wz_tensor *bias, bool training, double momentum, double eps);

/* instance_norm(input: tensor, running_mean: tensor?! = None, running_var: tensor?! = None, weight: tensor? = None, bias: tensor? = None, use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-05) -> out
 * Normalises each channel of each sample of [N, C, ...]. */
WZ_API wz_tensor *wz_instance_norm(wz_tensor *input, wz_tensor *running_mean, wz_tensor *running_var, wz_tensor *weight, wz_tensor *bias, bool use_input_stats, double momentum, double eps);

/* normalize(input: tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> out
 * x / max(p-norm of x along dim, eps). */
WZ_API wz_tensor *wz_normalize(wz_tensor *input, double p, int64_t dim, double eps);

/* local_response_norm(input: tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> out
 * x / (k + alpha * mean of x^2 over size neighbouring channels)^beta; missing neighbours count as 0. */
WZ_API wz_tensor *wz_local_response_norm(wz_tensor *input, int64_t size, double alpha, double beta, double k);

/* scaled_dot_product_attention(query: tensor, key: tensor, value: tensor, attn_mask: tensor? = None, dropout_p: float = 0.0, is_causal: bool = False, *, scale: float? = None, enable_gqa: bool = False) -> out
 * softmax(query key^T * scale + attn_mask) value over [..., L, E], [..., S, E], [..., S, Ev]: [..., L, Ev] (arXiv 1706.03762). Leading dims are broadcast; enable_gqa lets groups of query heads share key and value heads. A False in a bool mask hides a key. is_causal: query i sees keys 0 .. i. A query that sees no key gives zeros. */
WZ_API wz_tensor *wz_scaled_dot_product_attention(wz_tensor *query, wz_tensor *key, wz_tensor *value, wz_tensor *attn_mask, double dropout_p, bool is_causal, const double *scale, bool enable_gqa);

/* scaled_mm(mat_a: tensor, mat_b: tensor, scale_a: tensors, scale_recipe_a: ints, scale_b: tensors, scale_recipe_b: ints, swizzle_a: ints, swizzle_b: ints, bias: tensor? = None, output_dtype: dtype? = None, contraction_dim: ints = [], use_fast_accum: bool = False) -> out
 * Product of fp8 matrices [M, K] and [K, N] times their float32 scales, plus bias [N], rounded once. Recipes: 0 one scale, 1 one for each row of mat_a (and column of mat_b), 4 one for each 128 elements along K, 5 one for each 128 x 128 block. Sums are float32 or wider. */
WZ_API wz_tensor *wz_scaled_mm(wz_tensor *mat_a, wz_tensor *mat_b, wz_tensor *const *scale_a, int n_scale_a, const int64_t *scale_recipe_a, int n_scale_recipe_a, wz_tensor *const *scale_b, int n_scale_b, const int64_t *scale_recipe_b, int n_scale_recipe_b, const int64_t *swizzle_a, int n_swizzle_a, const int64_t *swizzle_b, int n_swizzle_b, wz_tensor *bias, wz_dtype output_dtype, const int64_t *contraction_dim, int n_contraction_dim, bool use_fast_accum);

/* scaled_mm_torch(input: tensor, mat2: tensor, scale_a: tensors, recipe_a: ints, swizzle_a: ints, scale_b: tensors, recipe_b: ints, swizzle_b: ints, bias: tensor? = None, out_dtype: dtype? = None, contraction_dim: ints = [], use_fast_accum: bool = False) -> out
 * scaled_mm with its parameters in another order. */
WZ_API wz_tensor *wz_scaled_mm_torch(wz_tensor *input, wz_tensor *mat2, wz_tensor *const *scale_a, int n_scale_a, const int64_t *recipe_a, int n_recipe_a, const int64_t *swizzle_a, int n_swizzle_a, wz_tensor *const *scale_b, int n_scale_b, const int64_t *recipe_b, int n_recipe_b, const int64_t *swizzle_b, int n_swizzle_b, wz_tensor *bias, wz_dtype out_dtype, const int64_t *contraction_dim, int n_contraction_dim, bool use_fast_accum);

/* scaled_mm_by_shape(input: tensor, mat2: tensor, scale_a: tensor, scale_b: tensor, bias: tensor? = None, scale_result: tensor? = None, out_dtype: dtype? = None, use_fast_accum: bool = False) -> out
 * The same with the recipe told by the scales' shapes: one element each, or [M, 1] and [1, N]. scale_result multiplies a result of an fp8 dtype. */
WZ_API wz_tensor *wz_scaled_mm_by_shape(wz_tensor *input, wz_tensor *mat2, wz_tensor *scale_a, wz_tensor *scale_b, wz_tensor *bias, wz_tensor *scale_result, wz_dtype out_dtype, bool use_fast_accum);

/* grouped_mm(mat_a: tensor, mat_b: tensor, *, offs: tensor? = None, bias: tensor? = None, out_dtype: dtype? = None) -> out
 * Products of groups: rows of mat_a [M, K] with mat_b [G, K, N], mat_a [G, M, K] with columns of mat_b [K, N], or slices of the common dim of two matrices ([G, M, N]). offs [G] int32 holds the end of each group; what lies beyond the last is 0 in the result. Without offs: a batch of products. */
WZ_API wz_tensor *wz_grouped_mm(wz_tensor *mat_a, wz_tensor *mat_b, wz_tensor *offs, wz_tensor *bias, wz_dtype out_dtype);

/* grouped_mm_torch(input: tensor, mat2: tensor, offs: tensor? = None, bias: tensor? = None, out_dtype: dtype? = None) -> out
 * Another name of grouped_mm. */
WZ_API wz_tensor *wz_grouped_mm_torch(wz_tensor *input, wz_tensor *mat2, wz_tensor *offs, wz_tensor *bias, wz_dtype out_dtype);

/* rope_table(x: tensor, cos: tensor, sin: tensor, *, interleaved: bool = False) -> out
 * Rotates pairs of x [..., T, D] by the angles whose cosines and sines are given: [..., T, r / 2], broadcast over the leading dims. The first r elements of each row take part, as pairs (i, i + r / 2), or (2 i, 2 i + 1) if interleaved; the others pass through. */
WZ_API wz_tensor *wz_rope_table(wz_tensor *x, wz_tensor *cos, wz_tensor *sin, bool interleaved);

/* rope(x: tensor, dims: int? = None, base: float = 10000.0, offset: int = 0, *, interleaved: bool = False, scale: float = 1.0, positions: tensor? = None, inv_freq: tensor? = None, attention_factor: float = 1.0) -> out
 * Rotates the first dims (default: all) elements of each row of x [..., T, D]. Row t stands at scale * (offset + t), or scale * positions, which is broadcast to the leading dims. Pair i turns by position * base^(-2 i / dims), or position * inv_freq[i]; cosine and sine are multiplied by attention_factor. */
WZ_API wz_tensor *wz_rope(wz_tensor *x, const int64_t *dims, double base, int64_t offset, bool interleaved, double scale, wz_tensor *positions, wz_tensor *inv_freq, double attention_factor);

/* rope_frequencies(dims: int, base: float = 10000.0, *, kind: string = "default", factor: float = 1.0, low_freq_factor: float = 1.0, high_freq_factor: float = 4.0, original_length: int = 8192, beta_fast: float = 32.0, beta_slow: float = 1.0, partial: float = 1.0, device: device? = None) -> out
 * Frequencies for rope: base^(-2 i / dims), float32 [dims / 2]. kind: "default", "linear" (divided by factor), "llama3" (long waves divided, with a ramp between low_freq_factor and high_freq_factor waves in original_length), "yarn" (arXiv 2309.00071), "proportional" (the first partial of the pairs, divided by factor; the others stand still). */
WZ_API wz_tensor *wz_rope_frequencies(int64_t dims, double base, const char *kind, double factor, double low_freq_factor, double high_freq_factor, int64_t original_length, double beta_fast, double beta_slow, double partial, wz_device *device);

/* causal_conv1d(x: tensor, weight: tensor, bias: tensor? = None, state: tensor? = None, activation: string? = None) -> out, state_out
 * Depthwise convolution over the past: x [..., C, T], weight [C, K] or [C, 1, K], bias [C]; out[t] = sum_j weight[j] x[t - K + 1 + j]. state [..., C, K - 1] holds what came before x (None: zeros). activation: None, "silu" or "swish". */
WZ_API wz_tensor *wz_causal_conv1d(wz_tensor *x, wz_tensor *weight, wz_tensor *bias, wz_tensor *state, const char *activation, wz_tensor **state_out_out);

/* gated_delta_rule(q: tensor, k: tensor, v: tensor, g: tensor, beta: tensor, state: tensor? = None, *, scale: float? = None, l2norm: bool = False, eps: float = 1e-6, lengths: tensor? = None) -> out, state_out
 * Gated delta rule (arXiv 2412.06464): S = exp(g) S; S += k (beta (v - S^T k))^T; out = S^T q * scale. q, k [B, T, Hk, Dk], v [B, T, Hv, Dv], g and beta [B, T, Hv], state [B, Hv, Dk, Dv]; B may be missing. Hv is a multiple of Hk. scale defaults to 1 / sqrt(Dk); l2norm divides q and k by sqrt(sum of squares + eps). lengths [B]: tokens of each row that count; later ones give 0 and leave the state alone. The state is float32 (float64 for float64). */
WZ_API wz_tensor *wz_gated_delta_rule(wz_tensor *q, wz_tensor *k, wz_tensor *v, wz_tensor *g, wz_tensor *beta, wz_tensor *state, const double *scale, bool l2norm, double eps, wz_tensor *lengths, wz_tensor **state_out_out);

/* moe_route(logits: tensor, k: int, *, bias: tensor? = None, sigmoid: bool = False, normalize: bool = True, scale: float = 1.0, eps: float = 0.0) -> weights, index
 * Chooses k of E experts for each row of logits [..., E]: scores are the softmax over all experts (or each one's sigmoid), the k largest of score + bias are taken, best first, of equal ones the lowest index. Weights are the scores without bias, divided by their sum + eps if normalize, times scale. index is int64. */
WZ_API wz_tensor *wz_moe_route(wz_tensor *logits, int64_t k, wz_tensor *bias, bool sigmoid, bool normalize, double scale, double eps, wz_tensor **index_out);

/* moe_mlp(x: tensor, gate_up: tensor, down: tensor, index: tensor, weights: tensor, activation: string = "silu") -> out
 * Sum over each row's experts e of weight * down[e] (act(gate[e] x) * (up[e] x)): x [..., H], gate_up [E, 2 I, H] with the gate's rows first, down [E, H, I], index and weights [..., k]. activation: "silu", "gelu" or "gelu_tanh". */
WZ_API wz_tensor *wz_moe_mlp(wz_tensor *x, wz_tensor *gate_up, wz_tensor *down, wz_tensor *index, wz_tensor *weights, const char *activation);

/* conv_padded(input: tensor, weight: tensor, bias: tensor?, stride: ints, pad_low: ints, pad_high: ints, dilation: ints, groups: int) -> out
 * Convolution of [N, C, ...] with weight [O, C / groups, ...] and zeros of any number on either side: out[n, o, l] = bias[o] + sum_ck weight[o, c, k] input[n, c, l * stride - pad_low + k * dilation]. */
WZ_API wz_tensor *wz_conv_padded(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *pad_low, int n_pad_low, const int64_t *pad_high, int n_pad_high, const int64_t *dilation, int n_dilation, int64_t groups);

/* conv1d(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: ints = [0], dilation: ints = [1], groups: int = 1) -> out
 * Convolution of [N, C, L] (or [C, L]) with weight [O, C / groups, K]. */
WZ_API wz_tensor *wz_conv1d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, int64_t groups);

/* conv1d_named(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: string = "valid", dilation: ints = [1], groups: int = 1) -> out
 * conv1d with padding "valid" (none) or "same" (as long as the input). */
WZ_API wz_tensor *wz_conv1d_named(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const char *padding, const int64_t *dilation, int n_dilation, int64_t groups);

/* conv2d(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: ints = [0], dilation: ints = [1], groups: int = 1) -> out
 * Convolution of [N, C, H, W] (or [C, H, W]) with weight [O, C / groups, K, K]. */
WZ_API wz_tensor *wz_conv2d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, int64_t groups);

/* conv2d_named(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: string = "valid", dilation: ints = [1], groups: int = 1) -> out
 * conv2d with padding "valid" (none) or "same" (as large as the input). */
WZ_API wz_tensor *wz_conv2d_named(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const char *padding, const int64_t *dilation, int n_dilation, int64_t groups);

/* conv3d(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: ints = [0], dilation: ints = [1], groups: int = 1) -> out
 * Convolution of [N, C, D, H, W] (or [C, D, H, W]) with weight [O, C / groups, K, K, K]. */
WZ_API wz_tensor *wz_conv3d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, int64_t groups);

/* conv3d_named(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: string = "valid", dilation: ints = [1], groups: int = 1) -> out
 * conv3d with padding "valid" (none) or "same" (as large as the input). */
WZ_API wz_tensor *wz_conv3d_named(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const char *padding, const int64_t *dilation, int n_dilation, int64_t groups);

/* conv_transpose_padded(input: tensor, weight: tensor, bias: tensor?, stride: ints, padding: ints, output_padding: ints, groups: int, dilation: ints) -> out
 * The transpose of a convolution of [N, C, ...] with weight [C, O / groups, ...]: out[n, o, i * stride + k * dilation - padding] += sum_c weight[c, o, k] input[n, c, i], plus bias. */
WZ_API wz_tensor *wz_conv_transpose_padded(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation);

/* conv_transpose1d(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: ints = [0], output_padding: ints = [0], groups: int = 1, dilation: ints = [1]) -> out
 * The transpose of conv1d: input [N, C, L] (or [C, L]), weight [C, O / groups, K]. */
WZ_API wz_tensor *wz_conv_transpose1d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation);

/* conv_transpose2d(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: ints = [0], output_padding: ints = [0], groups: int = 1, dilation: ints = [1]) -> out
 * The transpose of conv2d: input [N, C, H, W] (or [C, H, W]), weight [C, O / groups, kH, kW]. */
WZ_API wz_tensor *wz_conv_transpose2d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation);

/* conv_transpose3d(input: tensor, weight: tensor, bias: tensor? = None, stride: ints = [1], padding: ints = [0], output_padding: ints = [0], groups: int = 1, dilation: ints = [1]) -> out
 * The transpose of conv3d: input [N, C, D, H, W] (or [C, D, H, W]), weight [C, O / groups, kD, kH, kW]. */
WZ_API wz_tensor *wz_conv_transpose3d(wz_tensor *input, wz_tensor *weight, wz_tensor *bias, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *output_padding, int n_output_padding, int64_t groups, const int64_t *dilation, int n_dilation);

/* pool_max(input: tensor, size: ints, kernel: ints, stride: ints, padding: ints, dilation: ints) -> out, indices
 * The largest element of each window of the last dims, and its place among them counted in rows. size: of the result. NaN is the largest. Without kernel the windows are the shares [i * in / out, (i + 1) * in / out), rounded outward. */
WZ_API wz_tensor *wz_pool_max(wz_tensor *input, const int64_t *size, int n_size, const int64_t *kernel, int n_kernel, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, wz_tensor **indices_out);

/* pool_mean(input: tensor, size: ints, kernel: ints, stride: ints, padding: ints, count_include_pad: bool, divisor: int) -> out
 * The mean of each window of the last dims, or its sum divided by divisor if that is not 0. Without kernel as pool_max. */
WZ_API wz_tensor *wz_pool_mean(wz_tensor *input, const int64_t *size, int n_size, const int64_t *kernel, int n_kernel, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool count_include_pad, int64_t divisor);

/* pool_max_grad(grad: tensor, indices: tensor, size: ints) -> out
 * Adds each element of grad to the place in zeros of the given last sizes that indices names. */
WZ_API wz_tensor *wz_pool_max_grad(wz_tensor *grad, wz_tensor *indices, const int64_t *size, int n_size);

/* pool_mean_grad(grad: tensor, size: ints, kernel: ints, stride: ints, padding: ints, count_include_pad: bool, divisor: int) -> out
 * The transpose of pool_mean: size holds the last sizes of its input. */
WZ_API wz_tensor *wz_pool_mean_grad(wz_tensor *grad, const int64_t *size, int n_size, const int64_t *kernel, int n_kernel, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool count_include_pad, int64_t divisor);

/* max_pool1d(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], dilation: ints = [1], ceil_mode: bool = False) -> out
 * The largest element of each window of [N, C, L] or [C, L]. */
WZ_API wz_tensor *wz_max_pool1d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode);

/* max_pool2d(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], dilation: ints = [1], ceil_mode: bool = False) -> out
 * The largest element of each window of [N, C, H, W] or [C, H, W]. */
WZ_API wz_tensor *wz_max_pool2d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode);

/* max_pool3d(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], dilation: ints = [1], ceil_mode: bool = False) -> out
 * The largest element of each window of [N, C, D, H, W] or [C, D, H, W]. */
WZ_API wz_tensor *wz_max_pool3d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode);

/* max_pool1d_with_indices(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], dilation: ints = [1], ceil_mode: bool = False) -> out, indices
 * max_pool1d with the places of the elements. */
WZ_API wz_tensor *wz_max_pool1d_with_indices(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode, wz_tensor **indices_out);

/* max_pool2d_with_indices(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], dilation: ints = [1], ceil_mode: bool = False) -> out, indices
 * max_pool2d with the places of the elements, counted in rows of each channel. */
WZ_API wz_tensor *wz_max_pool2d_with_indices(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode, wz_tensor **indices_out);

/* max_pool3d_with_indices(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], dilation: ints = [1], ceil_mode: bool = False) -> out, indices
 * max_pool3d with the places of the elements, counted in rows of each channel. */
WZ_API wz_tensor *wz_max_pool3d_with_indices(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, const int64_t *dilation, int n_dilation, bool ceil_mode, wz_tensor **indices_out);

/* avg_pool1d(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], ceil_mode: bool = False, count_include_pad: bool = True) -> out
 * The mean of each window of [N, C, L] or [C, L]. */
WZ_API wz_tensor *wz_avg_pool1d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool ceil_mode, bool count_include_pad);

/* avg_pool2d(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int? = None) -> out
 * The mean of each window of [N, C, H, W] or [C, H, W]. */
WZ_API wz_tensor *wz_avg_pool2d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool ceil_mode, bool count_include_pad, const int64_t *divisor_override);

/* avg_pool3d(input: tensor, kernel_size: ints, stride: ints? = None, padding: ints = [0], ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int? = None) -> out
 * The mean of each window of [N, C, D, H, W] or [C, D, H, W]. */
WZ_API wz_tensor *wz_avg_pool3d(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *stride, int n_stride, const int64_t *padding, int n_padding, bool ceil_mode, bool count_include_pad, const int64_t *divisor_override);

/* adaptive_avg_pool1d(input: tensor, output_size: ints) -> out
 * Means of output_size equal shares of the last dim. */
WZ_API wz_tensor *wz_adaptive_avg_pool1d(wz_tensor *input, const int64_t *output_size, int n_output_size);

/* adaptive_avg_pool2d(input: tensor, output_size: ints) -> out
 * Means of equal shares of the last two dims. */
WZ_API wz_tensor *wz_adaptive_avg_pool2d(wz_tensor *input, const int64_t *output_size, int n_output_size);

/* adaptive_avg_pool3d(input: tensor, output_size: ints) -> out
 * Means of equal shares of the last three dims. */
WZ_API wz_tensor *wz_adaptive_avg_pool3d(wz_tensor *input, const int64_t *output_size, int n_output_size);

/* adaptive_max_pool1d(input: tensor, output_size: ints) -> out, indices
 * Largest elements of output_size equal shares of the last dim, and their places. */
WZ_API wz_tensor *wz_adaptive_max_pool1d(wz_tensor *input, const int64_t *output_size, int n_output_size, wz_tensor **indices_out);

/* adaptive_max_pool2d(input: tensor, output_size: ints) -> out, indices
 * Largest elements of equal shares of the last two dims, and their places. */
WZ_API wz_tensor *wz_adaptive_max_pool2d(wz_tensor *input, const int64_t *output_size, int n_output_size, wz_tensor **indices_out);

/* adaptive_max_pool3d(input: tensor, output_size: ints) -> out, indices
 * Largest elements of equal shares of the last three dims, and their places. */
WZ_API wz_tensor *wz_adaptive_max_pool3d(wz_tensor *input, const int64_t *output_size, int n_output_size, wz_tensor **indices_out);

/* resample(input: tensor, dim: int, size: int, mode: string, scale: float = 0.0, align_corners: bool = False, antialias: bool = False) -> out
 * Resizes one dim. mode: "nearest", "nearest-exact" (any dtype), "linear" or "cubic" (floats). scale: input elements of one output step, 0: the ratio of the sizes. antialias widens the filter where the step is above 1. */
WZ_API wz_tensor *wz_resample(wz_tensor *input, int64_t dim, int64_t size, const char *mode, double scale, bool align_corners, bool antialias);

/* resample_grad(grad: tensor, dim: int, size: int, mode: string, scale: float = 0.0, align_corners: bool = False, antialias: bool = False) -> out
 * The transpose of resample: size is the dim's size before it. */
WZ_API wz_tensor *wz_resample_grad(wz_tensor *grad, int64_t dim, int64_t size, const char *mode, double scale, bool align_corners, bool antialias);

/* interpolate(input: tensor, size: ints? = None, scale_factor: floats? = None, mode: string = "nearest", align_corners: bool? = None, recompute_scale_factor: bool? = None, antialias: bool = False) -> out
 * Resizes the spatial dims of [N, C, ...] to size or by scale_factor. mode: nearest, nearest-exact, area, linear (3-D input), bilinear, bicubic (4-D) or trilinear (5-D). */
WZ_API wz_tensor *wz_interpolate(wz_tensor *input, const int64_t *size, int n_size, const double *scale_factor, int n_scale_factor, const char *mode, const bool *align_corners, const bool *recompute_scale_factor, bool antialias);

/* grid_sample_mode(input: tensor, grid: tensor, mode: string, padding_mode: string, align_corners: bool) -> out
 * Values of [N, C, H, W] or [N, C, D, H, W] at the places [N, ..., 2 or 3] of grid, (-1, -1) the first corner and (1, 1) the last; x comes first. */
WZ_API wz_tensor *wz_grid_sample_mode(wz_tensor *input, wz_tensor *grid, const char *mode, const char *padding_mode, bool align_corners);

/* grid_sample_grad(grad: tensor, input: tensor, grid: tensor, mode: string, padding_mode: string, align_corners: bool) -> input_grad, grid_grad
 * Gradients of grid_sample with respect to input and grid. */
WZ_API wz_tensor *wz_grid_sample_grad(wz_tensor *grad, wz_tensor *input, wz_tensor *grid, const char *mode, const char *padding_mode, bool align_corners, wz_tensor **grid_grad_out);

/* grid_sample(input: tensor, grid: tensor, mode: string = "bilinear", padding_mode: string = "zeros", align_corners: bool? = None) -> out
 * Values of [N, C, H, W] or [N, C, D, H, W] at the places of grid. mode: bilinear, nearest or bicubic; padding_mode: zeros, border or reflection. */
WZ_API wz_tensor *wz_grid_sample(wz_tensor *input, wz_tensor *grid, const char *mode, const char *padding_mode, const bool *align_corners);

/* affine_grid(theta: tensor, size: ints, align_corners: bool? = None) -> out
 * Places for grid_sample: theta [N, 2, 3] or [N, 3, 4] applied to the regular grid of size (N, C, H, W) or (N, C, D, H, W). */
WZ_API wz_tensor *wz_affine_grid(wz_tensor *theta, const int64_t *size, int n_size, const bool *align_corners);

/* unfold_windows(input: tensor, kernel_size: ints, dilation: ints = [1], padding: ints = [0], stride: ints = [1]) -> out
 * Windows of [N, C, H, W] as columns: [N, C * kernel elements, windows]. */
WZ_API wz_tensor *wz_unfold_windows(wz_tensor *input, const int64_t *kernel_size, int n_kernel_size, const int64_t *dilation, int n_dilation, const int64_t *padding, int n_padding, const int64_t *stride, int n_stride);

/* fold_windows(input: tensor, output_size: ints, kernel_size: ints, dilation: ints, padding: ints, stride: ints) -> out
 * Sums columns [N, C * kernel elements, windows] back into [N, C, H, W]. */
WZ_API wz_tensor *wz_fold_windows(wz_tensor *input, const int64_t *output_size, int n_output_size, const int64_t *kernel_size, int n_kernel_size, const int64_t *dilation, int n_dilation, const int64_t *padding, int n_padding, const int64_t *stride, int n_stride);

/* fold(input: tensor, output_size: ints, kernel_size: ints, dilation: ints = [1], padding: ints = [0], stride: ints = [1]) -> out
 * Sums columns [N, C * kernel elements, windows] into images [N, C, H, W] where unfold took them from. */
WZ_API wz_tensor *wz_fold(wz_tensor *input, const int64_t *output_size, int n_output_size, const int64_t *kernel_size, int n_kernel_size, const int64_t *dilation, int n_dilation, const int64_t *padding, int n_padding, const int64_t *stride, int n_stride);

/* pixel_shuffle(input: tensor, upscale_factor: int) -> out
 * [..., C r^2, H, W] to [..., C, H r, W r]: each group of r^2 channels becomes one square of pixels. */
WZ_API wz_tensor *wz_pixel_shuffle(wz_tensor *input, int64_t upscale_factor);

/* pixel_unshuffle(input: tensor, downscale_factor: int) -> out
 * [..., C, H r, W r] to [..., C r^2, H, W]: the inverse of pixel_shuffle. */
WZ_API wz_tensor *wz_pixel_unshuffle(wz_tensor *input, int64_t downscale_factor);

/* channel_shuffle(input: tensor, groups: int) -> out
 * Channels [N, C, ...] in groups, dealt out so that neighbours come from different groups. */
WZ_API wz_tensor *wz_channel_shuffle(wz_tensor *input, int64_t groups);

/* pair_loss(input: tensor, target: tensor, weight: tensor?, pos_weight: tensor?, kind: int, reduction: int, parameter: float) -> out
 * A loss of corresponding elements; kinds and reductions are numbered in loss.h. */
WZ_API wz_tensor *wz_pair_loss(wz_tensor *input, wz_tensor *target, wz_tensor *weight, wz_tensor *pos_weight, int64_t kind, int64_t reduction, double parameter);

/* class_loss(input: tensor, target: tensor, weight: tensor?, ignore_index: int, reduction: int, label_smoothing: float, logits: bool) -> out
 * Negative log likelihood of classes along dim 1 of [N, C, ...], from logits or from log probabilities. */
WZ_API wz_tensor *wz_class_loss(wz_tensor *input, wz_tensor *target, wz_tensor *weight, int64_t ignore_index, int64_t reduction, double label_smoothing, bool logits);

/* cross_entropy(input: tensor, target: tensor, weight: tensor? = None, size_average: bool? = None, ignore_index: int = -100, reduce: bool? = None, reduction: string = "mean", label_smoothing: float = 0.0) -> out
 * Cross entropy of logits [N, C, ...] with class indices [N, ...] or probabilities of input's shape. The mean is over the targets' weights. */
WZ_API wz_tensor *wz_cross_entropy(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, int64_t ignore_index, const bool *reduce, const char *reduction, double label_smoothing);

/* nll_loss(input: tensor, target: tensor, weight: tensor? = None, size_average: bool? = None, ignore_index: int = -100, reduce: bool? = None, reduction: string = "mean") -> out
 * -weight[target] * input[target] of log probabilities [N, C, ...]. */
WZ_API wz_tensor *wz_nll_loss(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, int64_t ignore_index, const bool *reduce, const char *reduction);

/* mse_loss(input: tensor, target: tensor, size_average: bool? = None, reduce: bool? = None, reduction: string = "mean", weight: tensor? = None) -> out
 * (input - target)^2; with weights the mean is weighted. */
WZ_API wz_tensor *wz_mse_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, wz_tensor *weight);

/* l1_loss(input: tensor, target: tensor, size_average: bool? = None, reduce: bool? = None, reduction: string = "mean", weight: tensor? = None) -> out
 * |input - target|; with weights the mean is weighted. */
WZ_API wz_tensor *wz_l1_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, wz_tensor *weight);

/* smooth_l1_loss(input: tensor, target: tensor, size_average: bool? = None, reduce: bool? = None, reduction: string = "mean", beta: float = 1.0) -> out
 * d^2 / (2 beta) for |d| < beta, else |d| - beta / 2, of d = input - target. */
WZ_API wz_tensor *wz_smooth_l1_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, double beta);

/* huber_loss(input: tensor, target: tensor, reduction: string = "mean", delta: float = 1.0, weight: tensor? = None) -> out
 * d^2 / 2 for |d| <= delta, else delta (|d| - delta / 2), of d = input - target; with weights the mean is weighted. */
WZ_API wz_tensor *wz_huber_loss(wz_tensor *input, wz_tensor *target, const char *reduction, double delta, wz_tensor *weight);

/* binary_cross_entropy(input: tensor, target: tensor, weight: tensor? = None, size_average: bool? = None, reduce: bool? = None, reduction: string = "mean") -> out
 * -weight (target log(input) + (1 - target) log(1 - input)), logarithms not below -100. */
WZ_API wz_tensor *wz_binary_cross_entropy(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, const bool *reduce, const char *reduction);

/* binary_cross_entropy_with_logits(input: tensor, target: tensor, weight: tensor? = None, size_average: bool? = None, reduce: bool? = None, reduction: string = "mean", pos_weight: tensor? = None) -> out
 * binary_cross_entropy of sigmoid(input), without forming it; pos_weight multiplies the first term. */
WZ_API wz_tensor *wz_binary_cross_entropy_with_logits(wz_tensor *input, wz_tensor *target, wz_tensor *weight, const bool *size_average, const bool *reduce, const char *reduction, wz_tensor *pos_weight);

/* kl_div(input: tensor, target: tensor, size_average: bool? = None, reduce: bool? = None, reduction: string = "mean", log_target: bool = False) -> out
 * target (log(target) - input), or exp(target) (target - input) if log_target; "batchmean" divides the sum by size 0. */
WZ_API wz_tensor *wz_kl_div(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction, bool log_target);

/* soft_margin_loss(input: tensor, target: tensor, size_average: bool? = None, reduce: bool? = None, reduction: string = "mean") -> out
 * log(1 + exp(-target input)). */
WZ_API wz_tensor *wz_soft_margin_loss(wz_tensor *input, wz_tensor *target, const bool *size_average, const bool *reduce, const char *reduction);

/* linalg_lu_factor_ex(A: tensor, *, pivot: bool = True, check_errors: bool = False) -> LU, pivots, info
 * A = P L U with L (unit lower) and U in one matrix, pivots as LAPACK's (int32, from 1), info: 0 or the first zero pivot, from 1. */
WZ_API wz_tensor *wz_linalg_lu_factor_ex(wz_tensor *A, bool pivot, bool check_errors, wz_tensor **pivots_out, wz_tensor **info_out);

/* linalg_lu_factor(A: tensor, *, pivot: bool = True) -> LU, pivots
 * lu_factor_ex that raises when a pivot is zero. */
WZ_API wz_tensor *wz_linalg_lu_factor(wz_tensor *A, bool pivot, wz_tensor **pivots_out);

/* linalg_lu(A: tensor, *, pivot: bool = True) -> P, L, U
 * The factors of A = P L U as matrices. */
WZ_API wz_tensor *wz_linalg_lu(wz_tensor *A, bool pivot, wz_tensor **L_out, wz_tensor **U_out);

/* linalg_lu_solve(LU: tensor, pivots: tensor, B: tensor, *, left: bool = True, adjoint: bool = False) -> out
 * Solves A X = B (or X A = B, or with A^H) from lu_factor's result. */
WZ_API wz_tensor *wz_linalg_lu_solve(wz_tensor *LU, wz_tensor *pivots, wz_tensor *B, bool left, bool adjoint);

/* linalg_solve_ex(A: tensor, B: tensor, *, left: bool = True, check_errors: bool = False) -> result, info
 * Solves A X = B for square A; info is 0 or the first zero pivot. */
WZ_API wz_tensor *wz_linalg_solve_ex(wz_tensor *A, wz_tensor *B, bool left, bool check_errors, wz_tensor **info_out);

/* linalg_solve(A: tensor, B: tensor, *, left: bool = True) -> out
 * solve_ex that raises when A is singular. */
WZ_API wz_tensor *wz_linalg_solve(wz_tensor *A, wz_tensor *B, bool left);

/* linalg_inv_ex(A: tensor, *, check_errors: bool = False) -> inverse, info
 * The inverse; info is 0 or the first zero pivot. */
WZ_API wz_tensor *wz_linalg_inv_ex(wz_tensor *A, bool check_errors, wz_tensor **info_out);

/* linalg_inv(A: tensor) -> out
 * inv_ex that raises when A is singular. */
WZ_API wz_tensor *wz_linalg_inv(wz_tensor *A);

/* inverse(input: tensor) -> out
 * linalg.inv. */
WZ_API wz_tensor *wz_inverse(wz_tensor *input);

/* linalg_det(A: tensor) -> out
 * The determinant of each matrix. */
WZ_API wz_tensor *wz_linalg_det(wz_tensor *A);

/* det(input: tensor) -> out
 * linalg.det. */
WZ_API wz_tensor *wz_det(wz_tensor *input);

/* linalg_slogdet(A: tensor) -> sign, logabsdet
 * Sign (or phase) and log of the magnitude of the determinant. */
WZ_API wz_tensor *wz_linalg_slogdet(wz_tensor *A, wz_tensor **logabsdet_out);

/* slogdet(input: tensor) -> sign, logabsdet
 * linalg.slogdet. */
WZ_API wz_tensor *wz_slogdet(wz_tensor *input, wz_tensor **logabsdet_out);

/* logdet(input: tensor) -> out
 * log of the determinant; NaN where it is negative. */
WZ_API wz_tensor *wz_logdet(wz_tensor *input);

/* linalg_cholesky_ex(A: tensor, *, upper: bool = False, check_errors: bool = False) -> L, info
 * A = L L^H of a Hermitian positive-definite matrix (or U^H U); info is 0 or the order of the first minor that is not. */
WZ_API wz_tensor *wz_linalg_cholesky_ex(wz_tensor *A, bool upper, bool check_errors, wz_tensor **info_out);

/* linalg_cholesky(A: tensor, *, upper: bool = False) -> out
 * cholesky_ex that raises. */
WZ_API wz_tensor *wz_linalg_cholesky(wz_tensor *A, bool upper);

/* linalg_solve_triangular(A: tensor, B: tensor, *, upper: bool, left: bool = True, unitriangular: bool = False) -> out
 * Solves A X = B (or X A = B) for triangular A. */
WZ_API wz_tensor *wz_linalg_solve_triangular(wz_tensor *A, wz_tensor *B, bool upper, bool left, bool unitriangular);

/* linalg_qr_ex(A: tensor, complete: bool) -> Q, R
 * A = Q R by Householder reflections; Q [M, K] with K = min(M, N), or [M, M] and R [M, N] when complete. R's diagonal is real. */
WZ_API wz_tensor *wz_linalg_qr_ex(wz_tensor *A, bool complete, wz_tensor **R_out);

/* linalg_qr(A: tensor, mode: string = "reduced") -> Q, R
 * A = Q R; mode is reduced, complete or r (then Q is empty). */
WZ_API wz_tensor *wz_linalg_qr(wz_tensor *A, const char *mode, wz_tensor **R_out);

/* linalg_svd(A: tensor, full_matrices: bool = True) -> U, S, Vh
 * A = U diag(S) Vh with S falling, by one-sided Jacobi (de Rijk 1989), which keeps small singular values accurate. */
WZ_API wz_tensor *wz_linalg_svd(wz_tensor *A, bool full_matrices, wz_tensor **S_out, wz_tensor **Vh_out);

/* linalg_svdvals(A: tensor) -> out
 * The singular values, falling. */
WZ_API wz_tensor *wz_linalg_svdvals(wz_tensor *A);

/* linalg_eigh(A: tensor, UPLO: string = "L") -> eigenvalues, eigenvectors
 * Rising eigenvalues and eigenvectors (columns) of a Hermitian matrix, read from one triangle, by Jacobi rotations. */
WZ_API wz_tensor *wz_linalg_eigh(wz_tensor *A, const char *UPLO, wz_tensor **eigenvectors_out);

/* linalg_eigvalsh(A: tensor, UPLO: string = "L") -> out
 * The eigenvalues of eigh. */
WZ_API wz_tensor *wz_linalg_eigvalsh(wz_tensor *A, const char *UPLO);

#ifdef __cplusplus
}
#endif
#endif

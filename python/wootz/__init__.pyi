# Made by tools/gen_stubs.py from the op table: edit the table, not this file.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, NamedTuple, overload

_Number = _bool | _int | _float | _complex
_dtype = dtype
_device = device
_core: Any

class _adaptive_max_pool1d_out_indices(NamedTuple):
    out: Tensor
    indices: Tensor

class _aminmax_min_max(NamedTuple):
    min: Tensor
    max: Tensor

class _cummax_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _cummin_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _frexp_mantissa_exponent(NamedTuple):
    mantissa: Tensor
    exponent: Tensor

class _kthvalue_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _max_pool1d_with_indices_out_indices(NamedTuple):
    out: Tensor
    indices: Tensor

class _max_pool2d_with_indices_out_indices(NamedTuple):
    out: Tensor
    indices: Tensor

class _max_pool3d_with_indices_out_indices(NamedTuple):
    out: Tensor
    indices: Tensor

class _max_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _median_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _min_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _nanmedian_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _slogdet_sign_logabsdet(NamedTuple):
    sign: Tensor
    logabsdet: Tensor

class _sort_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _std_mean_std_mean(NamedTuple):
    std: Tensor
    mean: Tensor

class _topk_values_indices(NamedTuple):
    values: Tensor
    indices: Tensor

class _var_mean_var_mean(NamedTuple):
    var: Tensor
    mean: Tensor


class Generator:
    def clone_state(self) -> Any: ...
    @property
    def device(self) -> _device: ...
    def get_state(self) -> Any: ...
    def seed(self) -> Any: ...
    def set_state(self, state: Any) -> Any: ...
    def initial_seed(self, *args: Any, **kwargs: Any) -> Any: ...
    def manual_seed(self, *args: Any, **kwargs: Any) -> Any: ...

class Size(tuple):
    def __add__(self, other: Any) -> Any: ...
    def __getitem__(self, i: Any) -> Tensor: ...
    def __mul__(self, n: Any) -> Any: ...
    def __repr__(self) -> str: ...
    def __rmul__(self, n: Any) -> Any: ...
    def numel(self) -> Any: ...

class Tensor:
    @property
    def H(self) -> Tensor: ...
    @property
    def T(self) -> Tensor: ...
    def __abs__(self) -> Tensor:
        """The absolute value; of complex numbers the length, as a real number."""
    def __add__(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input + alpha * other."""
    def __and__(self, other: Tensor | _Number) -> Tensor:
        """input & other."""
    def __array__(self, dtype: Any = ..., copy: Any = ...) -> Any: ...
    def __array_wrap__(self, array: Any, context: Any = ..., return_scalar: Any = ...) -> Any: ...
    def __bool__(self) -> _bool: ...
    def __complex__(self) -> _complex: ...
    def __contains__(self, value: Any) -> _bool: ...
    def __copy__(self) -> Any: ...
    def __deepcopy__(self, memo: Any) -> Any: ...
    def __dlpack__(self, *, stream: Any = ..., max_version: Any = ..., dl_device: Any = ..., copy: Any = ...) -> Any: ...
    def __dlpack_device__(self) -> Any: ...
    def __eq__(self, other: Tensor | _Number) -> Tensor:
        """input == other."""
    def __float__(self) -> _float: ...
    def __floordiv__(self, other: Tensor | _Number) -> Tensor:
        """input / other rounded toward minus infinity, as Python's //."""
    def __format__(self, spec: Any) -> str: ...
    def __ge__(self, other: Tensor | _Number) -> Tensor:
        """input >= other."""
    def __getitem__(self, key: Any) -> Tensor: ...
    def __gt__(self, other: Tensor | _Number) -> Tensor:
        """input > other."""
    def __iadd__(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input + alpha * other."""
    def __iand__(self, other: Tensor | _Number) -> Tensor:
        """input & other."""
    def __ifloordiv__(self, other: Tensor | _Number) -> Tensor:
        """input / other rounded toward minus infinity, as Python's //."""
    def __ilshift__(self, other: Tensor | _Number) -> Tensor:
        """input << other; 0 when other is out of range."""
    def __imod__(self, other: Tensor | _Number) -> Tensor:
        """The remainder of input / other with the sign of other, as Python's %."""
    def __imul__(self, other: Tensor | _Number) -> Tensor:
        """input * other."""
    def __index__(self) -> _int: ...
    def __int__(self) -> _int: ...
    def __invert__(self) -> Tensor:
        """~input; of bool logical not."""
    def __ior__(self, other: Tensor | _Number) -> Tensor:
        """input | other."""
    def __ipow__(self, exponent: Tensor | _Number) -> Tensor:
        """input to the power of exponent; integers stay integers."""
    def __irshift__(self, other: Tensor | _Number) -> Tensor:
        """input >> other, keeping the sign."""
    def __isub__(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input - alpha * other."""
    def __iter__(self) -> Any: ...
    @overload
    def __itruediv__(self, other: Tensor | _Number) -> Tensor:
        """input / other; integers are divided as floating-point numbers."""
    @overload
    def __itruediv__(self, other: Tensor | _Number, *, rounding_mode: str | None = None) -> Tensor:
        """input / other, rounded as rounding_mode says: None, "trunc" or "floor"."""
    def __ixor__(self, other: Tensor | _Number) -> Tensor:
        """input ^ other."""
    def __le__(self, other: Tensor | _Number) -> Tensor:
        """input <= other."""
    def __len__(self) -> _int: ...
    def __lshift__(self, other: Tensor | _Number) -> Tensor:
        """input << other; 0 when other is out of range."""
    def __lt__(self, other: Tensor | _Number) -> Tensor:
        """input < other."""
    def __matmul__(self, other: Tensor) -> Tensor:
        """Matrix product with torch's rules: 1-d operands are vectors, leading dims are broadcast batches."""
    def __mod__(self, other: Tensor | _Number) -> Tensor:
        """The remainder of input / other with the sign of other, as Python's %."""
    def __mul__(self, other: Tensor | _Number) -> Tensor:
        """input * other."""
    def __ne__(self, other: Tensor | _Number) -> Tensor:
        """input != other."""
    def __neg__(self) -> Tensor:
        """-input."""
    def __or__(self, other: Tensor | _Number) -> Tensor:
        """input | other."""
    def __pos__(self) -> Tensor:
        """input itself."""
    def __pow__(self, exponent: Tensor | _Number) -> Tensor:
        """input to the power of exponent; integers stay integers."""
    def __radd__(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input + alpha * other."""
    def __rand__(self, other: Tensor | _Number) -> Tensor:
        """input & other."""
    def __repr__(self, *, tensor_contents: Any = ...) -> str: ...
    def __reversed__(self) -> Any: ...
    def __rfloordiv__(self, other: Tensor | _Number) -> Tensor:
        """input / other rounded toward minus infinity, as Python's //."""
    def __rlshift__(self, other: Tensor | _Number) -> Tensor:
        """input << other; 0 when other is out of range."""
    def __rmatmul__(self, other: Tensor) -> Tensor:
        """Matrix product with torch's rules: 1-d operands are vectors, leading dims are broadcast batches."""
    def __rmod__(self, other: Tensor | _Number) -> Tensor:
        """The remainder of input / other with the sign of other, as Python's %."""
    def __rmul__(self, other: Tensor | _Number) -> Tensor:
        """input * other."""
    def __ror__(self, other: Tensor | _Number) -> Tensor:
        """input | other."""
    def __rpow__(self, exponent: Tensor | _Number) -> Tensor:
        """input to the power of exponent; integers stay integers."""
    def __rrshift__(self, other: Tensor | _Number) -> Tensor:
        """input >> other, keeping the sign."""
    def __rshift__(self, other: Tensor | _Number) -> Tensor:
        """input >> other, keeping the sign."""
    def __rsub__(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input - alpha * other."""
    @overload
    def __rtruediv__(self, other: Tensor | _Number) -> Tensor:
        """input / other; integers are divided as floating-point numbers."""
    @overload
    def __rtruediv__(self, other: Tensor | _Number, *, rounding_mode: str | None = None) -> Tensor:
        """input / other, rounded as rounding_mode says: None, "trunc" or "floor"."""
    def __rxor__(self, other: Tensor | _Number) -> Tensor:
        """input ^ other."""
    def __setitem__(self, key: Any, value: Any) -> Any: ...
    def __str__(self, *, tensor_contents: Any = ...) -> str: ...
    def __sub__(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input - alpha * other."""
    @overload
    def __truediv__(self, other: Tensor | _Number) -> Tensor:
        """input / other; integers are divided as floating-point numbers."""
    @overload
    def __truediv__(self, other: Tensor | _Number, *, rounding_mode: str | None = None) -> Tensor:
        """input / other, rounded as rounding_mode says: None, "trunc" or "floor"."""
    def __xor__(self, other: Tensor | _Number) -> Tensor:
        """input ^ other."""
    def abs(self) -> Tensor:
        """The absolute value; of complex numbers the length, as a real number."""
    def abs_(self) -> Tensor:
        """The absolute value; of complex numbers the length, as a real number."""
    def absolute(self) -> Tensor:
        """Another name of abs."""
    def absolute_(self) -> Tensor:
        """Another name of abs."""
    def acos(self) -> Tensor:
        """The angle whose cosine is input."""
    def acos_(self) -> Tensor:
        """The angle whose cosine is input."""
    def acosh(self) -> Tensor:
        """The inverse hyperbolic cosine."""
    def acosh_(self) -> Tensor:
        """The inverse hyperbolic cosine."""
    def add(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input + alpha * other."""
    def add_(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input + alpha * other."""
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """beta * input + alpha * the sum of the batch's products."""
    def addcdiv(self, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1) -> Tensor:
        """input + value * tensor1 / tensor2."""
    def addcdiv_(self, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1) -> Tensor:
        """input + value * tensor1 / tensor2."""
    def addcmul(self, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1) -> Tensor:
        """input + value * tensor1 * tensor2."""
    def addcmul_(self, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1) -> Tensor:
        """input + value * tensor1 * tensor2."""
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """beta * input + alpha * (mat1 @ mat2); input is broadcast."""
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """beta * input + alpha * (mat @ vec)."""
    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """beta * input + alpha * outer(vec1, vec2)."""
    def adjoint(self) -> Tensor:
        """The last two dims swapped, and a complex tensor's elements conjugated: a view of a real tensor."""
    def all(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False) -> Tensor:
        """Are all elements not zero?"""
    def allclose(input: Any, other: Any, rtol: Any = ..., atol: Any = ..., equal_nan: Any = ...) -> Any: ...
    def amax(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False) -> Tensor:
        """The largest element over dim; NaN if there is one."""
    def amin(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False) -> Tensor:
        """The smallest element over dim; NaN if there is one."""
    def aminmax(self, *, dim: _int | None = None, keepdim: _bool = False) -> _aminmax_min_max:
        """The smallest and the largest element."""
    def angle(self) -> Tensor:
        """The angle in the complex plane; of real numbers 0 or pi."""
    def any(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False) -> Tensor:
        """Is an element not zero?"""
    def apply_(self, function: Any) -> Any: ...
    def arccos(self) -> Tensor:
        """Another name of acos."""
    def arccos_(self) -> Tensor:
        """Another name of acos."""
    def arccosh(self) -> Tensor:
        """Another name of acosh."""
    def arccosh_(self) -> Tensor:
        """Another name of acosh."""
    def arcsin(self) -> Tensor:
        """Another name of asin."""
    def arcsin_(self) -> Tensor:
        """Another name of asin."""
    def arcsinh(self) -> Tensor:
        """Another name of asinh."""
    def arcsinh_(self) -> Tensor:
        """Another name of asinh."""
    def arctan(self) -> Tensor:
        """Another name of atan."""
    def arctan2(self, other: Tensor) -> Tensor:
        """Another name of atan2."""
    def arctan2_(self, other: Tensor) -> Tensor:
        """Another name of atan2."""
    def arctan_(self) -> Tensor:
        """Another name of atan."""
    def arctanh(self) -> Tensor:
        """Another name of atanh."""
    def arctanh_(self) -> Tensor:
        """Another name of atanh."""
    def argmax(self, dim: _int | None = None, keepdim: _bool = False) -> Tensor:
        """Where the largest element stands, in the flattened tensor if dim is None."""
    def argmin(self, dim: _int | None = None, keepdim: _bool = False) -> Tensor:
        """Where the smallest element stands, in the flattened tensor if dim is None."""
    def argsort(self, dim: _int = -1, descending: _bool = False, stable: _bool = False) -> Tensor:
        """The indices that sort input along dim."""
    def argwhere(self) -> Tensor:
        """Another name of nonzero."""
    def as_strided(self, size: _int | Sequence[_int], stride: _int | Sequence[_int], storage_offset: _int | None = None) -> Tensor:
        """Any view of x's storage by sizes, strides and offset in elements; checked against its end."""
    def asin(self) -> Tensor:
        """The angle whose sine is input."""
    def asin_(self) -> Tensor:
        """The angle whose sine is input."""
    def asinh(self) -> Tensor:
        """The inverse hyperbolic sine."""
    def asinh_(self) -> Tensor:
        """The inverse hyperbolic sine."""
    def atan(self) -> Tensor:
        """The angle whose tangent is input."""
    def atan2(self, other: Tensor) -> Tensor:
        """The angle of the point (other, input), in [-pi, pi]."""
    def atan2_(self, other: Tensor) -> Tensor:
        """The angle of the point (other, input), in [-pi, pi]."""
    def atan_(self) -> Tensor:
        """The angle whose tangent is input."""
    def atanh(self) -> Tensor:
        """The inverse hyperbolic tangent."""
    def atanh_(self) -> Tensor:
        """The inverse hyperbolic tangent."""
    def backward(self, *unused: Any, **also_unused: Any) -> Any: ...
    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor:
        """beta * input + alpha * (batch1 @ batch2) for each matrix of a batch."""
    @overload
    def bernoulli(self, p: _float, *, generator: Generator | None = None) -> Tensor:
        """Ones with probability p, else zeros, with the sizes and dtype of x."""
    @overload
    def bernoulli(self, *, generator: Generator | None = None) -> Tensor:
        """Ones with the probabilities in x, else zeros."""
    @overload
    def bernoulli_(self, p: _float = 0.5, *, generator: Generator | None = None) -> Tensor:
        """Fills x with ones with probability p, else zeros."""
    @overload
    def bernoulli_(self, p: Tensor, *, generator: Generator | None = None) -> Tensor:
        """Fills x with ones with the probabilities in p, else zeros."""
    def bfloat16(self, memory_format: Any = ...) -> Tensor: ...
    def bincount(self, weights: Tensor | None = None, minlength: _int = 0) -> Tensor:
        """How often each of 0, 1, ... occurs, or the sum of its weights."""
    def bitwise_and(self, other: Tensor | _Number) -> Tensor:
        """input & other."""
    def bitwise_and_(self, other: Tensor | _Number) -> Tensor:
        """input & other."""
    def bitwise_left_shift(self, other: Tensor | _Number) -> Tensor:
        """input << other; 0 when other is out of range."""
    def bitwise_left_shift_(self, other: Tensor | _Number) -> Tensor:
        """input << other; 0 when other is out of range."""
    def bitwise_not(self) -> Tensor:
        """~input; of bool logical not."""
    def bitwise_not_(self) -> Tensor:
        """~input; of bool logical not."""
    def bitwise_or(self, other: Tensor | _Number) -> Tensor:
        """input | other."""
    def bitwise_or_(self, other: Tensor | _Number) -> Tensor:
        """input | other."""
    def bitwise_right_shift(self, other: Tensor | _Number) -> Tensor:
        """input >> other, keeping the sign."""
    def bitwise_right_shift_(self, other: Tensor | _Number) -> Tensor:
        """input >> other, keeping the sign."""
    def bitwise_xor(self, other: Tensor | _Number) -> Tensor:
        """input ^ other."""
    def bitwise_xor_(self, other: Tensor | _Number) -> Tensor:
        """input ^ other."""
    def bmm(self, mat2: Tensor) -> Tensor:
        """Matrix products of a batch: [B, M, K] and [B, K, N]."""
    def bool(self, memory_format: Any = ...) -> Any: ...
    def broadcast_to(self, size: _int | Sequence[_int]) -> Tensor:
        """Repeats dims of size 1 to the given sizes without copying."""
    def byte(self, memory_format: Any = ...) -> Any: ...
    def cauchy_(self, median: _float = 0.0, sigma: _float = 1.0, *, generator: Generator | None = None) -> Tensor:
        """Fills x with Cauchy-distributed numbers."""
    def cdouble(self, memory_format: Any = ...) -> Any: ...
    def ceil(self) -> Tensor:
        """The smallest integer not below input."""
    def ceil_(self) -> Tensor:
        """The smallest integer not below input."""
    def cfloat(self, memory_format: Any = ...) -> Any: ...
    def char(self, memory_format: Any = ...) -> Any: ...
    def chunk(input: Any, chunks: Any, dim: Any = ...) -> Any: ...
    def clamp(self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None) -> Tensor:
        """input brought into [min, max]; None is no bound."""
    def clamp_(self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None) -> Tensor:
        """input brought into [min, max]; None is no bound."""
    def clamp_max(self, max: Tensor | _Number) -> Tensor:
        """The smaller of input and max."""
    def clamp_max_(self, max: Tensor | _Number) -> Tensor:
        """The smaller of input and max."""
    def clamp_min(self, min: Tensor | _Number) -> Tensor:
        """The larger of input and min."""
    def clamp_min_(self, min: Tensor | _Number) -> Tensor:
        """The larger of input and min."""
    def clip(self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None) -> Tensor:
        """Another name of clamp."""
    def clip_(self, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None) -> Tensor:
        """Another name of clamp."""
    def clone(self) -> Tensor:
        """A packed copy of x."""
    def conj(self) -> Tensor:
        """The complex conjugate; real numbers stay."""
    def conj_physical(input: Any) -> Any: ...
    def contiguous(self, memory_format: Any = ...) -> Tensor: ...
    def copy_(self, src: Tensor, non_blocking: _bool = False) -> Tensor:
        """Copies src into dst, converting the dtype and broadcasting src to dst's shape."""
    def copysign(self, other: Tensor | _Number) -> Tensor:
        """The size of input with the sign of other."""
    def copysign_(self, other: Tensor | _Number) -> Tensor:
        """The size of input with the sign of other."""
    def corrcoef(input: Any) -> Any: ...
    def cos(self) -> Tensor:
        """The cosine of an angle in radians."""
    def cos_(self) -> Tensor:
        """The cosine of an angle in radians."""
    def cosh(self) -> Tensor:
        """The hyperbolic cosine."""
    def cosh_(self) -> Tensor:
        """The hyperbolic cosine."""
    def count_nonzero(self, dim: _int | Sequence[_int] | None = None) -> Tensor:
        """How many elements are not zero."""
    def cov(input: Any, *, correction: Any = ..., fweights: Any = ..., aweights: Any = ...) -> Any: ...
    def cpu(self, memory_format: Any = ...) -> Tensor: ...
    def cross(input: Any, other: Any, dim: Any = ...) -> Any: ...
    def cuda(self, device: Any = ..., non_blocking: Any = ..., memory_format: Any = ...) -> Tensor: ...
    def cummax(self, dim: _int) -> _cummax_values_indices:
        """Running maximum along dim and the last place it was met; NaN stays."""
    def cummin(self, dim: _int) -> _cummin_values_indices:
        """Running minimum along dim and the last place it was met; NaN stays."""
    def cumprod(self, dim: _int, *, dtype: _dtype | None = None) -> Tensor:
        """Running products along dim; integers multiply in int64."""
    def cumsum(self, dim: _int, *, dtype: _dtype | None = None) -> Tensor:
        """Running sums along dim; integers add up in int64."""
    @property
    def data(self) -> Tensor: ...
    def data_equal_storage(self, other: Any) -> Any: ...
    def deg2rad(self) -> Tensor:
        """Degrees to radians."""
    def deg2rad_(self) -> Tensor:
        """Degrees to radians."""
    def det(self) -> Tensor:
        """linalg.det."""
    def detach(self) -> Tensor: ...
    def detach_(self) -> Any: ...
    def diag(self, diagonal: _int = 0) -> Tensor:
        """A matrix with the vector x on a diagonal, or a copy of a diagonal of the matrix x."""
    def diag_embed(self, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
        """Matrices with the last dim of x as their diagonals and zeros elsewhere."""
    def diagflat(self, offset: _int = 0) -> Tensor:
        """A matrix with the flattened x on a diagonal."""
    def diagonal(self, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
        """The diagonal of two dims as a new last dim; offset > 0 lies above the main one."""
    def diagonal_scatter(input: Any, src: Any, offset: Any = ..., dim1: Any = ..., dim2: Any = ...) -> Any: ...
    def diff(input: Any, n: Any = ..., dim: Any = ..., prepend: Any = ..., append: Any = ...) -> Any: ...
    def digamma(self) -> Tensor:
        """The derivative of lgamma."""
    def digamma_(self) -> Tensor:
        """The derivative of lgamma."""
    def dist(input: Any, other: Any, p: Any = ...) -> Any: ...
    @overload
    def div(self, other: Tensor | _Number) -> Tensor:
        """input / other; integers are divided as floating-point numbers."""
    @overload
    def div(self, other: Tensor | _Number, *, rounding_mode: str | None = None) -> Tensor:
        """input / other, rounded as rounding_mode says: None, "trunc" or "floor"."""
    @overload
    def div_(self, other: Tensor | _Number) -> Tensor:
        """input / other; integers are divided as floating-point numbers."""
    @overload
    def div_(self, other: Tensor | _Number, *, rounding_mode: str | None = None) -> Tensor:
        """input / other, rounded as rounding_mode says: None, "trunc" or "floor"."""
    @overload
    def divide(self, other: Tensor | _Number) -> Tensor:
        """Another name of div."""
    @overload
    def divide(self, other: Tensor | _Number, *, rounding_mode: str | None = None) -> Tensor:
        """Another name of div."""
    @overload
    def divide_(self, other: Tensor | _Number) -> Tensor:
        """Another name of div."""
    @overload
    def divide_(self, other: Tensor | _Number, *, rounding_mode: str | None = None) -> Tensor:
        """Another name of div."""
    def dot(self, tensor: Tensor) -> Tensor:
        """Sum of the products of two vectors' elements."""
    def double(self, memory_format: Any = ...) -> Tensor: ...
    def dsplit(input: Any, indices_or_sections: Any) -> Any: ...
    def eq(self, other: Tensor | _Number) -> Tensor:
        """input == other."""
    def equal(input: Any, other: Any) -> Any: ...
    def erf(self) -> Tensor:
        """The error function."""
    def erf_(self) -> Tensor:
        """The error function."""
    def erfc(self) -> Tensor:
        """1 - erf(input), exact for large input."""
    def erfc_(self) -> Tensor:
        """1 - erf(input), exact for large input."""
    def erfinv(self) -> Tensor:
        """The inverse of erf."""
    def erfinv_(self) -> Tensor:
        """The inverse of erf."""
    def exp(self) -> Tensor:
        """e ** input."""
    def exp2(self) -> Tensor:
        """2 ** input."""
    def exp2_(self) -> Tensor:
        """2 ** input."""
    def exp_(self) -> Tensor:
        """e ** input."""
    def expand(self, *size: Any) -> Tensor:
        """Repeats dims of size 1 to the given sizes without copying; -1 keeps a size, new dims go first."""
    def expand_as(self, other: Tensor) -> Tensor:
        """expand to the sizes of other."""
    def expm1(self) -> Tensor:
        """e ** input - 1, exact near 0."""
    def expm1_(self) -> Tensor:
        """e ** input - 1, exact near 0."""
    def exponential_(self, lambd: _float = 1.0, *, generator: Generator | None = None) -> Tensor:
        """Fills x with exponentially distributed numbers of rate lambd, all above 0."""
    @overload
    def fill_(self, value: _Number) -> Tensor:
        """Sets every element of x to value."""
    @overload
    def fill_(self, value: Tensor) -> Tensor:
        """Sets every element of x to the value of a 0-d tensor."""
    def fill_diagonal_(self, fill_value: Any, wrap: Any = ...) -> Any: ...
    def fix(self) -> Tensor:
        """Another name of trunc."""
    def fix_(self) -> Tensor:
        """Another name of trunc."""
    def flatten(self, start_dim: _int = 0, end_dim: _int = -1) -> Tensor:
        """Joins dims start_dim to end_dim, both included, into one; a view where strides allow it."""
    def flip(self, *dims: Any) -> Tensor:
        """A copy with the order of the given dims reversed."""
    def fliplr(self) -> Tensor:
        """flip of dim 1."""
    def flipud(self) -> Tensor:
        """flip of dim 0."""
    def float(self, memory_format: Any = ...) -> Tensor: ...
    def float_power(self, exponent: Tensor | _Number) -> Tensor:
        """input to the power of exponent, computed in float64 or complex128."""
    def floor(self) -> Tensor:
        """The largest integer not above input."""
    def floor_(self) -> Tensor:
        """The largest integer not above input."""
    def floor_divide(self, other: Tensor | _Number) -> Tensor:
        """input / other rounded toward minus infinity, as Python's //."""
    def floor_divide_(self, other: Tensor | _Number) -> Tensor:
        """input / other rounded toward minus infinity, as Python's //."""
    def fmax(self, other: Tensor) -> Tensor:
        """The larger; the number if the other one is NaN."""
    def fmin(self, other: Tensor) -> Tensor:
        """The smaller; the number if the other one is NaN."""
    def fmod(self, other: Tensor | _Number) -> Tensor:
        """The remainder of input / other with the sign of input, as C's fmod."""
    def fmod_(self, other: Tensor | _Number) -> Tensor:
        """The remainder of input / other with the sign of input, as C's fmod."""
    def frac(self) -> Tensor:
        """The fraction of input, with its sign."""
    def frac_(self) -> Tensor:
        """The fraction of input, with its sign."""
    def frexp(self) -> _frexp_mantissa_exponent:
        """input = mantissa * 2 ** exponent with 0.5 <= |mantissa| < 1; exponents are int32."""
    def gather(self, dim: _int, index: Tensor, *, sparse_grad: _bool = False) -> Tensor:
        """out[i][j] = x[index[i][j]][j] for dim 0, and so on: picks along dim by an index of the same rank."""
    def gcd(self, other: Tensor | _Number) -> Tensor:
        """The greatest common divisor."""
    def gcd_(self, other: Tensor | _Number) -> Tensor:
        """The greatest common divisor."""
    def ge(self, other: Tensor | _Number) -> Tensor:
        """input >= other."""
    def geometric_(self, p: _float, *, generator: Generator | None = None) -> Tensor:
        """Fills x with the number of trials up to the first success of probability p."""
    def ger(self, vec2: Tensor) -> Tensor:
        """Another name of outer."""
    def get_device(self) -> Any: ...
    @property
    def grad(self) -> Any: ...
    @property
    def grad_fn(self) -> Any: ...
    def greater(self, other: Tensor | _Number) -> Tensor:
        """Another name of gt."""
    def greater_equal(self, other: Tensor | _Number) -> Tensor:
        """Another name of ge."""
    def gt(self, other: Tensor | _Number) -> Tensor:
        """input > other."""
    def half(self, memory_format: Any = ...) -> Tensor: ...
    def hardshrink(self, lambd: _float = 0.5) -> Tensor:
        """input, but zero within [-lambd, lambd]."""
    def heaviside(self, values: Tensor) -> Tensor:
        """0 below zero, 1 above, values at zero."""
    def heaviside_(self, values: Tensor) -> Tensor:
        """0 below zero, 1 above, values at zero."""
    def histc(self, bins: _int = 100, min: _Number = 0, max: _Number = 0) -> Tensor:
        """Counts in equal bins from min to max, both included; equal ones stand for the range of x."""
    def hsplit(input: Any, indices_or_sections: Any) -> Any: ...
    def hypot(self, other: Tensor) -> Tensor:
        """sqrt(input ** 2 + other ** 2) without overflow on the way."""
    def hypot_(self, other: Tensor) -> Tensor:
        """sqrt(input ** 2 + other ** 2) without overflow on the way."""
    def i0(self) -> Tensor:
        """The modified Bessel function of order 0."""
    def i0_(self) -> Tensor:
        """The modified Bessel function of order 0."""
    @property
    def imag(self) -> Tensor: ...
    def index_add(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1) -> Tensor:
        """A copy of x with alpha times slice i of source added to slice index[i]."""
    def index_add_(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1) -> Tensor:
        """A copy of x with alpha times slice i of source added to slice index[i]."""
    def index_copy(self, dim: _int, index: Tensor, source: Tensor) -> Tensor:
        """A copy of x with slice i of source written over slice index[i]."""
    def index_copy_(self, dim: _int, index: Tensor, source: Tensor) -> Tensor:
        """A copy of x with slice i of source written over slice index[i]."""
    @overload
    def index_fill(self, dim: _int, index: Tensor, value: _Number) -> Tensor:
        """A copy of x with the slices that index names set to value."""
    @overload
    def index_fill(self, dim: _int, index: Tensor, value: Tensor) -> Tensor:
        """index_fill with the value of a 0-d tensor."""
    @overload
    def index_fill_(self, dim: _int, index: Tensor, value: _Number) -> Tensor:
        """A copy of x with the slices that index names set to value."""
    @overload
    def index_fill_(self, dim: _int, index: Tensor, value: Tensor) -> Tensor:
        """index_fill with the value of a 0-d tensor."""
    def index_put(self, indices: Sequence[Tensor] | None = None, values: Tensor = ..., accumulate: _bool = False) -> Tensor:
        """index_put_ on a copy of x."""
    def index_put_(self, indices: Sequence[Tensor] | None = None, values: Tensor = ..., accumulate: _bool = False) -> Tensor:
        """x[indices] = values, or += with every duplicate counted; values are broadcast."""
    def index_reduce(self, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True) -> Tensor:
        """index_add with prod, mean, amax or amin instead of the sum."""
    def index_reduce_(self, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True) -> Tensor:
        """index_add with prod, mean, amax or amin instead of the sum."""
    def index_select(self, dim: _int, index: Tensor) -> Tensor:
        """The slices of one dim that a vector of indices names."""
    def inner(self, other: Tensor) -> Tensor:
        """Sums of products over the last dims of both."""
    def int(self, memory_format: Any = ...) -> Any: ...
    def inverse(self) -> Tensor:
        """linalg.inv."""
    def is_complex(self) -> Any: ...
    def is_contiguous(self, memory_format: Any = ...) -> Any: ...
    def is_floating_point(self) -> Any: ...
    @property
    def is_leaf(self) -> Any: ...
    @property
    def is_meta(self) -> Any: ...
    @property
    def is_nested(self) -> Any: ...
    def is_pinned(self, device: Any = ...) -> Any: ...
    @property
    def is_quantized(self) -> Any: ...
    def is_same_size(input: Any, other: Any) -> Any: ...
    def is_set_to(self, other: Any) -> Any: ...
    def is_shared(self) -> Any: ...
    def is_signed(self) -> Any: ...
    @property
    def is_sparse(self) -> Any: ...
    def isclose(self, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> Tensor:
        """|input - other| <= atol + rtol * |other|."""
    def isfinite(self) -> Tensor:
        """Is it a finite number?"""
    def isinf(self) -> Tensor:
        """Is it infinite?"""
    def isnan(self) -> Tensor:
        """Is it not a number?"""
    def isneginf(self) -> Tensor:
        """Is it minus infinity?"""
    def isposinf(self) -> Tensor:
        """Is it plus infinity?"""
    def isreal(self) -> Tensor:
        """Is its imaginary part zero?"""
    def kron(self, other: Tensor) -> Tensor:
        """Kronecker product."""
    def kthvalue(self, k: _int, dim: _int = -1, keepdim: _bool = False) -> _kthvalue_values_indices:
        """The k-th smallest element along dim, counted from 1, and where it stood."""
    @property
    def layout(self) -> Any: ...
    def lcm(self, other: Tensor | _Number) -> Tensor:
        """The least common multiple."""
    def lcm_(self, other: Tensor | _Number) -> Tensor:
        """The least common multiple."""
    def ldexp(self, other: Tensor | _Number) -> Tensor:
        """input * 2 ** other."""
    def ldexp_(self, other: Tensor | _Number) -> Tensor:
        """input * 2 ** other."""
    def le(self, other: Tensor | _Number) -> Tensor:
        """input <= other."""
    def lerp(self, end: Tensor, weight: Tensor | _Number) -> Tensor:
        """input + weight * (end - input), exact at both ends."""
    def lerp_(self, end: Tensor, weight: Tensor | _Number) -> Tensor:
        """input + weight * (end - input), exact at both ends."""
    def less(self, other: Tensor | _Number) -> Tensor:
        """Another name of lt."""
    def less_equal(self, other: Tensor | _Number) -> Tensor:
        """Another name of le."""
    def lgamma(self) -> Tensor:
        """log |Gamma(input)|."""
    def lgamma_(self) -> Tensor:
        """log |Gamma(input)|."""
    def log(self) -> Tensor:
        """The natural logarithm."""
    def log10(self) -> Tensor:
        """The logarithm to base 10."""
    def log10_(self) -> Tensor:
        """The logarithm to base 10."""
    def log1p(self) -> Tensor:
        """log(1 + input), exact near 0."""
    def log1p_(self) -> Tensor:
        """log(1 + input), exact near 0."""
    def log2(self) -> Tensor:
        """The logarithm to base 2."""
    def log2_(self) -> Tensor:
        """The logarithm to base 2."""
    def log_(self) -> Tensor:
        """The natural logarithm."""
    def log_normal_(self, mean: _float = 1.0, std: _float = 2.0, *, generator: Generator | None = None) -> Tensor:
        """Fills x with e to the power of normal numbers."""
    def log_softmax(self, dim: _int | None = None, dtype: _dtype | None = None) -> Tensor:
        """x - max - log(sum(exp(x - max))) along dim."""
    def logaddexp(self, other: Tensor) -> Tensor:
        """log(exp(input) + exp(other))."""
    def logaddexp2(self, other: Tensor) -> Tensor:
        """log2(2 ** input + 2 ** other)."""
    def logcumsumexp(self, dim: _int) -> Tensor:
        """log of the running sums of exp(input) along dim, without overflow."""
    def logdet(self) -> Tensor:
        """log of the determinant; NaN where it is negative."""
    def logical_and(self, other: Tensor) -> Tensor:
        """Are both not zero?"""
    def logical_and_(self, other: Tensor) -> Tensor:
        """Are both not zero?"""
    def logical_not(self) -> Tensor:
        """Is it zero?"""
    def logical_not_(self) -> Tensor:
        """Is it zero?"""
    def logical_or(self, other: Tensor) -> Tensor:
        """Is one not zero?"""
    def logical_or_(self, other: Tensor) -> Tensor:
        """Is one not zero?"""
    def logical_xor(self, other: Tensor) -> Tensor:
        """Is exactly one not zero?"""
    def logical_xor_(self, other: Tensor) -> Tensor:
        """Is exactly one not zero?"""
    def logit(self, eps: _float | None = None) -> Tensor:
        """log(input / (1 - input)), input first brought into [eps, 1 - eps] if eps is given."""
    def logit_(self, eps: _float | None = None) -> Tensor:
        """log(input / (1 - input)), input first brought into [eps, 1 - eps] if eps is given."""
    def logsumexp(self, dim: _int | Sequence[_int], keepdim: _bool = False) -> Tensor:
        """log(sum(exp(input))) over dim without overflow."""
    def long(self, memory_format: Any = ...) -> Any: ...
    def lt(self, other: Tensor | _Number) -> Tensor:
        """input < other."""
    @property
    def mH(self) -> Tensor: ...
    @property
    def mT(self) -> Tensor: ...
    @overload
    def masked_fill(self, mask: Tensor, value: _Number) -> Tensor:
        """A copy of x with value wherever mask holds."""
    @overload
    def masked_fill(self, mask: Tensor, value: Tensor) -> Tensor:
        """masked_fill with the value of a 0-d tensor."""
    @overload
    def masked_fill_(self, mask: Tensor, value: _Number) -> Tensor:
        """A copy of x with value wherever mask holds."""
    @overload
    def masked_fill_(self, mask: Tensor, value: Tensor) -> Tensor:
        """masked_fill with the value of a 0-d tensor."""
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """A copy of x with the elements of source, in order, wherever mask holds."""
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor:
        """A copy of x with the elements of source, in order, wherever mask holds."""
    def masked_select(self, mask: Tensor) -> Tensor:
        """The elements where mask holds, in row-major order, as one dim."""
    def matmul(self, other: Tensor) -> Tensor:
        """Matrix product with torch's rules: 1-d operands are vectors, leading dims are broadcast batches."""
    @overload
    def max(self) -> Tensor:
        """The largest element."""
    @overload
    def max(self, dim: _int, keepdim: _bool = False) -> _max_values_indices:
        """The largest elements along dim and where they stand."""
    @overload
    def max(self, other: Tensor) -> Tensor:
        """Another name of maximum."""
    def maximum(self, other: Tensor) -> Tensor:
        """The larger; NaN if one is NaN."""
    def mean(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None) -> Tensor:
        """The mean over dim (all dimensions if None)."""
    @overload
    def median(self, dim: _int, keepdim: _bool = False) -> _median_values_indices:
        """The middle element along dim (the lower of two), NaN if there is one, and where it stands."""
    @overload
    def median(self) -> Tensor:
        """The middle element (the lower of two), NaN if there is one."""
    @overload
    def min(self) -> Tensor:
        """The smallest element."""
    @overload
    def min(self, dim: _int, keepdim: _bool = False) -> _min_values_indices:
        """The smallest elements along dim and where they stand."""
    @overload
    def min(self, other: Tensor) -> Tensor:
        """Another name of minimum."""
    def minimum(self, other: Tensor) -> Tensor:
        """The smaller; NaN if one is NaN."""
    def mm(self, mat2: Tensor) -> Tensor:
        """Matrix product of [M, K] and [K, N]."""
    @overload
    def moveaxis(self, source: _int, destination: _int) -> Tensor:
        """Moves one dim to another position; another name of movedim."""
    @overload
    def moveaxis(self, source: _int | Sequence[_int], destination: _int | Sequence[_int]) -> Tensor:
        """Moves dims to other positions; another name of movedim."""
    @overload
    def movedim(self, source: _int, destination: _int) -> Tensor:
        """Moves one dim to another position; the others keep their order."""
    @overload
    def movedim(self, source: _int | Sequence[_int], destination: _int | Sequence[_int]) -> Tensor:
        """Moves dims to other positions; the others keep their order."""
    def mps(self, device: Any = ..., non_blocking: Any = ...) -> Tensor: ...
    def msort(self) -> Tensor:
        """input sorted along dim 0."""
    def mul(self, other: Tensor | _Number) -> Tensor:
        """input * other."""
    def mul_(self, other: Tensor | _Number) -> Tensor:
        """input * other."""
    def multinomial(self, num_samples: _int, replacement: _bool = False, *, generator: Generator | None = None) -> Tensor:
        """Indices drawn from each row of weights, which need not sum to 1; without replacement all different."""
    def multiply(self, other: Tensor | _Number) -> Tensor:
        """Another name of mul."""
    def multiply_(self, other: Tensor | _Number) -> Tensor:
        """Another name of mul."""
    def mv(self, vec: Tensor) -> Tensor:
        """Product of a matrix [M, K] and a vector [K]."""
    def nan_to_num(self, nan: _float | None = None, posinf: _float | None = None, neginf: _float | None = None) -> Tensor:
        """NaN becomes nan (0), the infinities posinf and neginf (the dtype's largest and lowest)."""
    def nan_to_num_(self, nan: _float | None = None, posinf: _float | None = None, neginf: _float | None = None) -> Tensor:
        """NaN becomes nan (0), the infinities posinf and neginf (the dtype's largest and lowest)."""
    def nanmean(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None) -> Tensor:
        """The mean of what is not NaN."""
    @overload
    def nanmedian(self, dim: _int, keepdim: _bool = False) -> _nanmedian_values_indices:
        """The middle one of what is not NaN along dim, and where it stands."""
    @overload
    def nanmedian(self) -> Tensor:
        """The middle one of what is not NaN."""
    def nanquantile(input: Any, q: Any, dim: Any = ..., keepdim: Any = ..., *, interpolation: Any = ...) -> Any: ...
    def nansum(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None) -> Tensor:
        """The sum of what is not NaN."""
    def narrow(self, dim: _int, start: _int, length: _int) -> Tensor:
        """Elements start to start + length of one dim. A negative start counts from the end."""
    def ne(self, other: Tensor | _Number) -> Tensor:
        """input != other."""
    def neg(self) -> Tensor:
        """-input."""
    def neg_(self) -> Tensor:
        """-input."""
    def negative(self) -> Tensor:
        """Another name of neg."""
    def negative_(self) -> Tensor:
        """Another name of neg."""
    def new_empty(self, *size: Any, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False) -> Tensor:
        """An uninitialised tensor of the size with x's dtype and device."""
    def new_full(self, size: _int | Sequence[_int], fill_value: _Number, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False) -> Tensor:
        """fill_value in the size with x's dtype and device."""
    def new_ones(self, *size: Any, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False) -> Tensor:
        """Ones of the size with x's dtype and device."""
    def new_tensor(self, data: Any, *, dtype: Any = ..., device: Any = ..., requires_grad: Any = ...) -> Any: ...
    def new_zeros(self, *size: Any, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False) -> Tensor:
        """Zeros of the size with x's dtype and device."""
    def nextafter(self, other: Tensor) -> Tensor:
        """The next number of the dtype from input toward other."""
    def nextafter_(self, other: Tensor) -> Tensor:
        """The next number of the dtype from input toward other."""
    def nonzero(input: Any, *, as_tuple: Any = ...) -> Any: ...
    @overload
    def norm(self, p: _Number | None = 2, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, dtype: _dtype | None = None) -> Tensor:
        """linalg.vector_norm of order p."""
    @overload
    def norm(self, p: str, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, dtype: _dtype | None = None) -> Tensor:
        """The Frobenius norm ("fro")."""
    def normal_(self, mean: _float = 0.0, std: _float = 1.0, *, generator: Generator | None = None) -> Tensor:
        """Fills x with normal numbers."""
    def not_equal(self, other: Tensor | _Number) -> Tensor:
        """Another name of ne."""
    def numpy(self, *, force: Any = ..., ml_dtypes: Any = ...) -> Any: ...
    def outer(self, vec2: Tensor) -> Tensor:
        """All products of two vectors' elements: [M, N]."""
    def permute(self, *dims: Any) -> Tensor:
        """Reorders the dims: dim i of the result is dim dims[i] of x."""
    def pin_memory(self, device: Any = ...) -> Any: ...
    def polygamma(self, n: _int) -> Tensor:
        """The n-th derivative of digamma."""
    def positive(self) -> Tensor:
        """input itself."""
    def pow(self, exponent: Tensor | _Number) -> Tensor:
        """input to the power of exponent; integers stay integers."""
    def pow_(self, exponent: Tensor | _Number) -> Tensor:
        """input to the power of exponent; integers stay integers."""
    def prelu(self, weight: Tensor) -> Tensor:
        """input above zero, weight * input below; weight has one value or one per channel (dimension 1)."""
    def prod(self, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None) -> Tensor:
        """The product over dim (all dimensions if None)."""
    def put(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
        """A copy of x, seen as flat, with source written (or added) at the indices."""
    def put_(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
        """A copy of x, seen as flat, with source written (or added) at the indices."""
    def quantile(input: Any, q: Any, dim: Any = ..., keepdim: Any = ..., *, interpolation: Any = ...) -> Any: ...
    def rad2deg(self) -> Tensor:
        """Radians to degrees."""
    def rad2deg_(self) -> Tensor:
        """Radians to degrees."""
    @overload
    def random_(self, to: _int, *, generator: Generator | None = None) -> Tensor:
        """Fills x with integers in [0, to)."""
    @overload
    def random_(self, from_: _int, to: _int | None = None, *, generator: Generator | None = None) -> Tensor:
        """Fills x with integers in [from, to); to None: up to the dtype's largest."""
    @overload
    def random_(self, *, generator: Generator | None = None) -> Tensor:
        """Fills x with integers from 0 to the largest up to which the dtype holds every integer."""
    def ravel(self) -> Tensor:
        """The elements in row-major order as one dim; a view where strides allow it."""
    @property
    def real(self) -> Tensor: ...
    def reciprocal(self) -> Tensor:
        """1 / input."""
    def reciprocal_(self) -> Tensor:
        """1 / input."""
    def record_stream(self, stream: Any) -> Any: ...
    def relu(self) -> Tensor:
        """max(input, 0)."""
    def relu_(self) -> Tensor:
        """max(input, 0)."""
    def remainder(self, other: Tensor | _Number) -> Tensor:
        """The remainder of input / other with the sign of other, as Python's %."""
    def remainder_(self, other: Tensor | _Number) -> Tensor:
        """The remainder of input / other with the sign of other, as Python's %."""
    def repeat(self, *repeats: Any) -> Tensor:
        """x repeated so many times along each dim; new dims go first."""
    @overload
    def repeat_interleave(self, repeats: _int, dim: _int | None = None, *, output_size: _int | None = None) -> Tensor:
        """Each element (or slice along dim) repeated in place; the flattened tensor without dim."""
    @overload
    def repeat_interleave(self, repeats: Tensor, dim: _int | None = None, *, output_size: _int | None = None) -> Tensor:
        """Element i (or slice i along dim) repeated repeats[i] times."""
    @property
    def requires_grad(self) -> Any: ...
    def requires_grad_(self, requires_grad: Any = ...) -> Any: ...
    def reshape(self, *shape: Any) -> Tensor:
        """x in another shape: a view where strides allow it, else a packed copy. One size may be -1."""
    def reshape_as(self, other: Tensor) -> Tensor:
        """reshape to the sizes of other."""
    def resize_(self, *size: Any) -> Any: ...
    def resolve_conj(input: Any) -> Any: ...
    def resolve_neg(input: Any) -> Any: ...
    def retain_grad(self) -> Any: ...
    def roll(self, shifts: _int | Sequence[_int], dims: _int | Sequence[_int] = ...) -> Tensor:
        """Elements moved by shifts along dims, wrapping around; without dims, of the flattened tensor."""
    def rot90(self, k: _int = 1, dims: _int | Sequence[_int] = ...) -> Tensor:
        """Turns the plane of two dims by k quarter turns, from the first towards the second."""
    @overload
    def round(self) -> Tensor:
        """The nearest integer, halves to even."""
    @overload
    def round(self, *, decimals: _int) -> Tensor:
        """The nearest multiple of 10 ** -decimals."""
    @overload
    def round_(self) -> Tensor:
        """The nearest integer, halves to even."""
    @overload
    def round_(self, *, decimals: _int) -> Tensor:
        """The nearest multiple of 10 ** -decimals."""
    def rsqrt(self) -> Tensor:
        """1 / sqrt(input)."""
    def rsqrt_(self) -> Tensor:
        """1 / sqrt(input)."""
    def rsub(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """other - alpha * input."""
    @overload
    def scatter(self, dim: _int, index: Tensor, src: Tensor) -> Tensor:
        """A copy of x with src[i][j] written to [index[i][j]][j] for dim 0; the last of several writes stays."""
    @overload
    def scatter(self, dim: _int, index: Tensor, value: _Number) -> Tensor:
        """scatter of one number."""
    @overload
    def scatter(self, dim: _int, index: Tensor, src: Tensor, *, reduce: str) -> Tensor:
        """scatter that adds to ("add") or multiplies ("multiply") what is there."""
    @overload
    def scatter(self, dim: _int, index: Tensor, value: _Number, *, reduce: str) -> Tensor:
        """scatter of one number that adds to or multiplies what is there."""
    @overload
    def scatter_(self, dim: _int, index: Tensor, src: Tensor) -> Tensor:
        """A copy of x with src[i][j] written to [index[i][j]][j] for dim 0; the last of several writes stays."""
    @overload
    def scatter_(self, dim: _int, index: Tensor, value: _Number) -> Tensor:
        """scatter of one number."""
    @overload
    def scatter_(self, dim: _int, index: Tensor, src: Tensor, *, reduce: str) -> Tensor:
        """scatter that adds to ("add") or multiplies ("multiply") what is there."""
    @overload
    def scatter_(self, dim: _int, index: Tensor, value: _Number, *, reduce: str) -> Tensor:
        """scatter of one number that adds to or multiplies what is there."""
    def scatter_add(self, dim: _int, index: Tensor, src: Tensor) -> Tensor:
        """A copy of x with src[i][j] added at [index[i][j]][j] for dim 0; every addition counts."""
    def scatter_add_(self, dim: _int, index: Tensor, src: Tensor) -> Tensor:
        """A copy of x with src[i][j] added at [index[i][j]][j] for dim 0; every addition counts."""
    def scatter_reduce(self, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True) -> Tensor:
        """scatter that reduces by sum, prod, mean, amax or amin, with or without x's own value."""
    def scatter_reduce_(self, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True) -> Tensor:
        """scatter that reduces by sum, prod, mean, amax or amin, with or without x's own value."""
    def select(self, dim: _int, index: _int) -> Tensor:
        """One index of one dim; the dim goes away. A negative index counts from the end."""
    def select_scatter(input: Any, src: Any, dim: Any, index: Any) -> Any: ...
    def sgn(self) -> Tensor:
        """sign; of complex numbers input / abs(input)."""
    def sgn_(self) -> Tensor:
        """sign; of complex numbers input / abs(input)."""
    def share_memory_(self) -> Any: ...
    def short(self, memory_format: Any = ...) -> Any: ...
    def sigmoid(self) -> Tensor:
        """1 / (1 + exp(-input))."""
    def sigmoid_(self) -> Tensor:
        """1 / (1 + exp(-input))."""
    def sign(self) -> Tensor:
        """-1, 0 or 1; of NaN 0."""
    def sign_(self) -> Tensor:
        """-1, 0 or 1; of NaN 0."""
    def signbit(self) -> Tensor:
        """Is the sign bit set? (of -0.0 too)"""
    def sin(self) -> Tensor:
        """The sine of an angle in radians."""
    def sin_(self) -> Tensor:
        """The sine of an angle in radians."""
    def sinc(self) -> Tensor:
        """sin(pi * input) / (pi * input), 1 at 0."""
    def sinc_(self) -> Tensor:
        """sin(pi * input) / (pi * input), 1 at 0."""
    def sinh(self) -> Tensor:
        """The hyperbolic sine."""
    def sinh_(self) -> Tensor:
        """The hyperbolic sine."""
    def size(self, dim: Any = ...) -> Any: ...
    def slice_scatter(input: Any, src: Any, dim: Any = ..., start: Any = ..., end: Any = ..., step: Any = ...) -> Any: ...
    def slogdet(self) -> _slogdet_sign_logabsdet:
        """linalg.slogdet."""
    def softmax(self, dim: _int | None = None, dtype: _dtype | None = None) -> Tensor:
        """exp(x - max) / sum(exp(x - max)) along dim. A row of -inf gives NaN, as in PyTorch."""
    @overload
    def sort(self, dim: _int = -1, descending: _bool = False) -> _sort_values_indices:
        """Sorted elements along dim and where they stood (int64). Equal elements keep their order."""
    @overload
    def sort(self, *, stable: _bool | None = None, dim: _int = -1, descending: _bool = False) -> _sort_values_indices:
        """sort with torch's stable argument; the order is stable either way."""
    def split(tensor: Any, split_size_or_sections: Any, dim: Any = ...) -> Any: ...
    def split_with_sizes(tensor: Any, split_sizes: Any, dim: Any = ...) -> Any: ...
    def sqrt(self) -> Tensor:
        """The square root."""
    def sqrt_(self) -> Tensor:
        """The square root."""
    def square(self) -> Tensor:
        """input * input."""
    def square_(self) -> Tensor:
        """input * input."""
    @overload
    def squeeze(self, dim: _int) -> Tensor:
        """Removes the dim if its size is 1."""
    @overload
    def squeeze(self, dim: _int | Sequence[_int]) -> Tensor:
        """Removes those of the given dims that have size 1."""
    @overload
    def squeeze(self) -> Tensor:
        """Removes all dims of size 1."""
    @overload
    def squeeze_(self, dim: _int) -> Tensor:
        """squeeze that changes the tensor's own shape."""
    @overload
    def squeeze_(self, dim: _int | Sequence[_int]) -> Tensor:
        """squeeze that changes the tensor's own shape."""
    @overload
    def squeeze_(self) -> Tensor:
        """squeeze that changes the tensor's own shape."""
    @overload
    def std(self, unbiased: _bool) -> Tensor:
        """The standard deviation of all elements."""
    @overload
    def std(self, dim: _int | Sequence[_int] | None = None, *, correction: _Number | None = 1, keepdim: _bool = False) -> Tensor:
        """The standard deviation over dim: the square root of var."""
    @overload
    def std(self, dim: _int | Sequence[_int] | None = None, unbiased: _bool = True, keepdim: _bool = False) -> Tensor:
        """The standard deviation over dim."""
    def stride(self, dim: Any = ...) -> Any: ...
    def sub(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input - alpha * other."""
    def sub_(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """input - alpha * other."""
    def subtract(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """Another name of sub."""
    def subtract_(self, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor:
        """Another name of sub."""
    def sum(self, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None) -> Tensor:
        """The sum over dim (all dimensions if None); integers are summed in int64."""
    def sum_to_size(self, *size: Any) -> Any: ...
    def swapaxes(self, axis0: _int, axis1: _int) -> Tensor:
        """Swaps two dims; another name of transpose."""
    def swapdims(self, dim0: _int, dim1: _int) -> Tensor:
        """Swaps two dims; another name of transpose."""
    def t(self) -> Tensor:
        """The transpose of a matrix; vectors and numbers are returned as they are."""
    def t_(self) -> Tensor:
        """t that changes the tensor's own shape."""
    def take(self, index: Tensor) -> Tensor:
        """Elements of x, seen as flat in row-major order, by index; negative ones count from the end."""
    def take_along_dim(self, indices: Tensor, dim: _int | None = None) -> Tensor:
        """gather whose other dims broadcast; the flattened tensors without dim."""
    def tan(self) -> Tensor:
        """The tangent of an angle in radians."""
    def tan_(self) -> Tensor:
        """The tangent of an angle in radians."""
    def tanh(self) -> Tensor:
        """The hyperbolic tangent."""
    def tanh_(self) -> Tensor:
        """The hyperbolic tangent."""
    def tensor_split(input: Any, indices_or_sections: Any, dim: Any = ...) -> Any: ...
    def tile(self, *dims: Any) -> Tensor:
        """repeat that puts ones in front of dims when there are fewer of them than dims of x."""
    def to(self, *args: Any, **kwargs: Any) -> Tensor: ...
    def to_dense(self, dtype: Any = ...) -> Any: ...
    def topk(self, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True) -> _topk_values_indices:
        """The k largest (or smallest) elements along dim in order, and where they stood (int64). Of equal elements the first come first."""
    def trace(input: Any) -> Any: ...
    def transpose(self, dim0: _int, dim1: _int) -> Tensor:
        """Swaps two dims."""
    def transpose_(self, dim0: _int, dim1: _int) -> Tensor:
        """transpose that changes the tensor's own shape."""
    def tril(self, diagonal: _int = 0) -> Tensor:
        """The elements of each matrix on and below a diagonal, zeros above it."""
    def tril_(self, diagonal: _int = 0) -> Tensor:
        """The elements of each matrix on and below a diagonal, zeros above it."""
    def triu(self, diagonal: _int = 0) -> Tensor:
        """The elements of each matrix on and above a diagonal, zeros below it."""
    def triu_(self, diagonal: _int = 0) -> Tensor:
        """The elements of each matrix on and above a diagonal, zeros below it."""
    def true_divide(self, other: Tensor | _Number) -> Tensor:
        """Another name of div."""
    def true_divide_(self, other: Tensor | _Number) -> Tensor:
        """Another name of div."""
    def trunc(self) -> Tensor:
        """input without its fraction."""
    def trunc_(self) -> Tensor:
        """input without its fraction."""
    def type(self, dtype: Any = ..., non_blocking: Any = ...) -> Any: ...
    def type_as(self, other: Any) -> Any: ...
    def unbind(input: Any, dim: Any = ...) -> Any: ...
    def unflatten(self, dim: _int, sizes: _int | Sequence[_int]) -> Tensor:
        """Splits one dim into several; one of the sizes may be -1."""
    def unfold(self, dimension: _int, size: _int, step: _int) -> Tensor:
        """All slices of the given size, step apart, of one dim; the slice is a new last dim."""
    def uniform_(self, from_: _float = 0.0, to: _float = 1.0, *, generator: Generator | None = None) -> Tensor:
        """Fills x with uniform numbers in [from, to)."""
    def unique(input: Any, sorted: Any = ..., return_inverse: Any = ..., return_counts: Any = ..., dim: Any = ...) -> Any: ...
    def unique_consecutive(input: Any, return_inverse: Any = ..., return_counts: Any = ..., dim: Any = ...) -> Any: ...
    def unsqueeze(self, dim: _int) -> Tensor:
        """Inserts a dim of size 1 at the position."""
    def unsqueeze_(self, dim: _int) -> Tensor:
        """unsqueeze that changes the tensor's own shape."""
    def untyped_storage(self) -> Any: ...
    @overload
    def var(self, unbiased: _bool) -> Tensor:
        """The variance of all elements, divided by n - 1 or n."""
    @overload
    def var(self, dim: _int | Sequence[_int] | None = None, *, correction: _Number | None = 1, keepdim: _bool = False) -> Tensor:
        """The variance over dim: squared deviations divided by n - correction."""
    @overload
    def var(self, dim: _int | Sequence[_int] | None = None, unbiased: _bool = True, keepdim: _bool = False) -> Tensor:
        """The variance over dim, divided by n - 1 or n."""
    def vdot(self, other: Tensor) -> Tensor:
        """dot with input conjugated."""
    @overload
    def view(self, dtype: _dtype) -> Tensor:
        """The same memory seen as elements of another dtype; the last size scales when element sizes differ."""
    @overload
    def view(self, *size: Any) -> Tensor:
        """The same elements in row-major order in another shape, without copying. One size may be -1."""
    def view_as(self, other: Tensor) -> Tensor:
        """view with the sizes of other."""
    def vsplit(input: Any, indices_or_sections: Any) -> Any: ...
    def where(self, condition: Tensor, y: Tensor | _Number) -> Tensor:
        """x where condition holds, y elsewhere."""
    def xlogy(self, other: Tensor | _Number) -> Tensor:
        """input * log(other), 0 where input is 0."""
    def xlogy_(self, other: Tensor | _Number) -> Tensor:
        """input * log(other), 0 where input is 0."""
    def zero_(self) -> Tensor:
        """Sets every element of x to zero."""
    def data_ptr(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def device(self) -> _device: ...
    def dim(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def dtype(self) -> _dtype: ...
    def element_size(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def is_cpu(self) -> Any: ...
    @property
    def is_cuda(self) -> Any: ...
    @property
    def is_mps(self) -> Any: ...
    def item(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def itemsize(self) -> Any: ...
    @property
    def nbytes(self) -> Any: ...
    @property
    def ndim(self) -> _int: ...
    def ndimension(self, *args: Any, **kwargs: Any) -> Any: ...
    def nelement(self, *args: Any, **kwargs: Any) -> Any: ...
    def numel(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def shape(self) -> Size: ...
    def storage_offset(self, *args: Any, **kwargs: Any) -> Any: ...
    def tolist(self, *args: Any, **kwargs: Any) -> Any: ...
def abs(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The absolute value; of complex numbers the length, as a real number."""
def abs_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The absolute value; of complex numbers the length, as a real number."""
def absolute(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of abs."""
def absolute_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of abs."""
def acos(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle whose cosine is input."""
def acos_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle whose cosine is input."""
def acosh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse hyperbolic cosine."""
def acosh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse hyperbolic cosine."""
def adaptive_avg_pool1d(input: Tensor, output_size: _int | Sequence[_int], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Means of output_size equal shares of the last dim."""
def adaptive_max_pool1d(input: Tensor, output_size: _int | Sequence[_int], *, out: Tensor | Sequence[Tensor] | None = None) -> _adaptive_max_pool1d_out_indices:
    """Largest elements of output_size equal shares of the last dim, and their places."""
def add(input: Tensor | _Number, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + alpha * other."""
def add_(input: Tensor | _Number, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + alpha * other."""
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """beta * input + alpha * the sum of the batch's products."""
def addcdiv(input: Tensor, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + value * tensor1 / tensor2."""
def addcdiv_(input: Tensor, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + value * tensor1 / tensor2."""
def addcmul(input: Tensor, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + value * tensor1 * tensor2."""
def addcmul_(input: Tensor, tensor1: Tensor | _Number, tensor2: Tensor | _Number, *, value: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + value * tensor1 * tensor2."""
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """beta * input + alpha * (mat1 @ mat2); input is broadcast."""
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """beta * input + alpha * (mat @ vec)."""
def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """beta * input + alpha * outer(vec1, vec2)."""
def adjoint(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The last two dims swapped, and a complex tensor's elements conjugated: a view of a real tensor."""
def all(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Are all elements not zero?"""
def allclose(input: Any, other: Any, rtol: Any = ..., atol: Any = ..., equal_nan: Any = ...) -> Any: ...
def amax(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The largest element over dim; NaN if there is one."""
def amin(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smallest element over dim; NaN if there is one."""
def aminmax(input: Tensor, *, dim: _int | None = None, keepdim: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> _aminmax_min_max:
    """The smallest and the largest element."""
def angle(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle in the complex plane; of real numbers 0 or pi."""
def any(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is an element not zero?"""
@overload
def arange(end: _Number, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """0, 1, 2, ... below end."""
@overload
def arange(start: _Number, end: _Number, step: _Number = 1, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """start, start + step, ... before end: ceil((end - start) / step) values; int64 when all three are integers."""
def arccos(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of acos."""
def arccos_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of acos."""
def arccosh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of acosh."""
def arccosh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of acosh."""
def arcsin(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of asin."""
def arcsin_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of asin."""
def arcsinh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of asinh."""
def arcsinh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of asinh."""
def arctan(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of atan."""
def arctan2(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of atan2."""
def arctan2_(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of atan2."""
def arctan_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of atan."""
def arctanh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of atanh."""
def arctanh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of atanh."""
def are_deterministic_algorithms_enabled() -> Any: ...
def argmax(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Where the largest element stands, in the flattened tensor if dim is None."""
def argmin(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Where the smallest element stands, in the flattened tensor if dim is None."""
def argsort(input: Tensor, dim: _int = -1, descending: _bool = False, stable: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The indices that sort input along dim."""
def argwhere(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of nonzero."""
def as_strided(input: Tensor, size: _int | Sequence[_int], stride: _int | Sequence[_int], storage_offset: _int | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Any view of x's storage by sizes, strides and offset in elements; checked against its end."""
def as_tensor(data: Any, dtype: Any = ..., device: Any = ...) -> Any: ...
def asarray(obj: Any, *, dtype: Any = ..., device: Any = ..., copy: Any = ..., requires_grad: Any = ...) -> Any: ...
def asin(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle whose sine is input."""
def asin_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle whose sine is input."""
def asinh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse hyperbolic sine."""
def asinh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse hyperbolic sine."""
def atan(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle whose tangent is input."""
def atan2(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle of the point (other, input), in [-pi, pi]."""
def atan2_(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle of the point (other, input), in [-pi, pi]."""
def atan_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The angle whose tangent is input."""
def atanh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse hyperbolic tangent."""
def atanh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse hyperbolic tangent."""
def atleast_1d(*tensors: Any) -> Any: ...
def atleast_2d(*tensors: Any) -> Any: ...
def atleast_3d(*tensors: Any) -> Any: ...
def avg_pool1d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] = ..., ceil_mode: _bool = False, count_include_pad: _bool = True, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The mean of each window of [N, C, L] or [C, L]."""
from . import backends as backends
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """beta * input + alpha * (batch1 @ batch2) for each matrix of a batch."""
def batch_norm(input: Tensor, running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor | None = None, bias: Tensor | None = None, training: _bool = False, momentum: _float = 0.1, eps: _float = 1e-05) -> Tensor:
    """Normalises each channel of [N, C, ...] by running statistics, or in training by the batch's own, then moving the running ones (arXiv 1502.03167)."""
@overload
def bernoulli(input: Tensor, p: _float, *, generator: Generator | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Ones with probability p, else zeros, with the sizes and dtype of x."""
@overload
def bernoulli(input: Tensor, *, generator: Generator | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Ones with the probabilities in x, else zeros."""
def bincount(input: Tensor, weights: Tensor | None = None, minlength: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """How often each of 0, 1, ... occurs, or the sum of its weights."""
def bitwise_and(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input & other."""
def bitwise_and_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input & other."""
def bitwise_left_shift(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input << other; 0 when other is out of range."""
def bitwise_left_shift_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input << other; 0 when other is out of range."""
def bitwise_not(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """~input; of bool logical not."""
def bitwise_not_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """~input; of bool logical not."""
def bitwise_or(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input | other."""
def bitwise_or_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input | other."""
def bitwise_right_shift(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input >> other, keeping the sign."""
def bitwise_right_shift_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input >> other, keeping the sign."""
def bitwise_xor(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input ^ other."""
def bitwise_xor_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input ^ other."""
def block_diag(*tensors: Any) -> Any: ...
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Matrix products of a batch: [B, M, K] and [B, K, N]."""
def broadcast_shapes(*shapes: Any) -> Any: ...
def broadcast_tensors(*tensors: Any) -> Any: ...
def broadcast_to(input: Tensor, size: _int | Sequence[_int], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Repeats dims of size 1 to the given sizes without copying."""
def bucketize(input: Tensor | _Number, boundaries: Tensor, *, out_int32: _bool = False, right: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """searchsorted of input in 1-d boundaries."""
def can_cast(from_: Any, to: Any) -> Any: ...
def cartesian_prod(*tensors: Any) -> Any: ...
def cat(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Joins tensors along an existing dim; empty 1-d tensors are skipped, dtypes are promoted."""
def ceil(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smallest integer not below input."""
def ceil_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smallest integer not below input."""
def celu(input: Tensor, alpha: _Number = 1.0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above zero, alpha * (exp(input / alpha) - 1) below."""
def celu_(input: Tensor, alpha: _Number = 1.0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above zero, alpha * (exp(input / alpha) - 1) below."""
def chain_matmul(*matrices: Any) -> Any: ...
def channel_shuffle(input: Tensor, groups: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Channels [N, C, ...] in groups, dealt out so that neighbours come from different groups."""
channels_last: Any
channels_last_3d: Any
def chunk(input: Any, chunks: Any, dim: Any = ...) -> Any: ...
def clamp(input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input brought into [min, max]; None is no bound."""
def clamp_(input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input brought into [min, max]; None is no bound."""
def clamp_max(input: Tensor, max: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smaller of input and max."""
def clamp_max_(input: Tensor, max: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smaller of input and max."""
def clamp_min(input: Tensor, min: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The larger of input and min."""
def clamp_min_(input: Tensor, min: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The larger of input and min."""
def clip(input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of clamp."""
def clip_(input: Tensor, min: Tensor | _Number | None = None, max: Tensor | _Number | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of clamp."""
def clone(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A packed copy of x."""
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Joins 1-d tensors as columns and 2-d ones side by side."""
def combinations(input: Any, r: Any = ..., with_replacement: Any = ...) -> Any: ...
def compile(model: Any = ..., **unused: Any) -> Any: ...
def complex(real: Tensor, imag: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Complex numbers from their real and imaginary parts."""
def concat(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of cat."""
def concatenate(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of cat."""
def conj(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The complex conjugate; real numbers stay."""
def conj_physical(input: Any) -> Any: ...
contiguous_format: Any
@overload
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., groups: _int = 1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Convolution of [N, C, L] (or [C, L]) with weight [O, C / groups, K]."""
@overload
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: str = 'valid', dilation: _int | Sequence[_int] = ..., groups: _int = 1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """conv1d with padding "valid" (none) or "same" (as long as the input)."""
@overload
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., groups: _int = 1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Convolution of [N, C, H, W] (or [C, H, W]) with weight [O, C / groups, K, K]."""
@overload
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: str = 'valid', dilation: _int | Sequence[_int] = ..., groups: _int = 1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """conv2d with padding "valid" (none) or "same" (as large as the input)."""
@overload
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., groups: _int = 1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Convolution of [N, C, D, H, W] (or [C, D, H, W]) with weight [O, C / groups, K, K, K]."""
@overload
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: str = 'valid', dilation: _int | Sequence[_int] = ..., groups: _int = 1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """conv3d with padding "valid" (none) or "same" (as large as the input)."""
def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: _int | Sequence[_int] = ..., output_padding: _int | Sequence[_int] = ..., groups: _int = 1, dilation: _int | Sequence[_int] = ..., *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The transpose of conv1d: input [N, C, L] (or [C, L]), weight [C, O / groups, K]."""
def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: _int | Sequence[_int] = ..., output_padding: _int | Sequence[_int] = ..., groups: _int = 1, dilation: _int | Sequence[_int] = ..., *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The transpose of conv2d: input [N, C, H, W] (or [C, H, W]), weight [C, O / groups, kH, kW]."""
def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: _int | Sequence[_int] = ..., padding: _int | Sequence[_int] = ..., output_padding: _int | Sequence[_int] = ..., groups: _int = 1, dilation: _int | Sequence[_int] = ..., *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The transpose of conv3d: input [N, C, D, H, W] (or [C, D, H, W]), weight [C, O / groups, kD, kH, kW]."""
def copysign(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The size of input with the sign of other."""
def copysign_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The size of input with the sign of other."""
def corrcoef(input: Any) -> Any: ...
def cos(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The cosine of an angle in radians."""
def cos_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The cosine of an angle in radians."""
def cosh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The hyperbolic cosine."""
def cosh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The hyperbolic cosine."""
def count_nonzero(input: Tensor, dim: _int | Sequence[_int] | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """How many elements are not zero."""
def cov(input: Any, *, correction: Any = ..., fweights: Any = ..., aweights: Any = ...) -> Any: ...
from . import cpu as cpu
def cross(input: Any, other: Any, dim: Any = ...) -> Any: ...
from . import cuda as cuda
def cummax(input: Tensor, dim: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> _cummax_values_indices:
    """Running maximum along dim and the last place it was met; NaN stays."""
def cummin(input: Tensor, dim: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> _cummin_values_indices:
    """Running minimum along dim and the last place it was met; NaN stays."""
def cumprod(input: Tensor, dim: _int, *, dtype: _dtype | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Running products along dim; integers multiply in int64."""
def cumsum(input: Tensor, dim: _int, *, dtype: _dtype | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Running sums along dim; integers add up in int64."""
def cumulative_trapezoid(y: Any, x: Any = ..., *, dx: Any = ..., dim: Any = ...) -> Any: ...
default_generator: Any
def deg2rad(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Degrees to radians."""
def deg2rad_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Degrees to radians."""
def det(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """linalg.det."""

class device:
    def __enter__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __eq__(self, value: Any) -> Any: ...
    def __exit__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __ge__(self, value: Any) -> Any: ...
    def __gt__(self, value: Any) -> Any: ...
    def __le__(self, value: Any) -> Any: ...
    def __lt__(self, value: Any) -> Any: ...
    def __ne__(self, value: Any) -> Any: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    @property
    def index(self) -> Any: ...
    @property
    def type(self) -> Any: ...
def diag(input: Tensor, diagonal: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A matrix with the vector x on a diagonal, or a copy of a diagonal of the matrix x."""
def diag_embed(input: Tensor, offset: _int = 0, dim1: _int = -2, dim2: _int = -1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Matrices with the last dim of x as their diagonals and zeros elsewhere."""
def diagflat(input: Tensor, offset: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A matrix with the flattened x on a diagonal."""
def diagonal(input: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The diagonal of two dims as a new last dim; offset > 0 lies above the main one."""
def diagonal_scatter(input: Any, src: Any, offset: Any = ..., dim1: Any = ..., dim2: Any = ...) -> Any: ...
def diff(input: Any, n: Any = ..., dim: Any = ..., prepend: Any = ..., append: Any = ...) -> Any: ...
def digamma(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The derivative of lgamma."""
def digamma_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The derivative of lgamma."""
def dist(input: Any, other: Any, p: Any = ...) -> Any: ...
@overload
def div(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input / other; integers are divided as floating-point numbers."""
@overload
def div(input: Tensor | _Number, other: Tensor | _Number, *, rounding_mode: str | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input / other, rounded as rounding_mode says: None, "trunc" or "floor"."""
@overload
def div_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input / other; integers are divided as floating-point numbers."""
@overload
def div_(input: Tensor | _Number, other: Tensor | _Number, *, rounding_mode: str | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input / other, rounded as rounding_mode says: None, "trunc" or "floor"."""
@overload
def divide(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of div."""
@overload
def divide(input: Tensor | _Number, other: Tensor | _Number, *, rounding_mode: str | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of div."""
@overload
def divide_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of div."""
@overload
def divide_(input: Tensor | _Number, other: Tensor | _Number, *, rounding_mode: str | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of div."""
def dot(input: Tensor, tensor: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Sum of the products of two vectors' elements."""
def dsplit(input: Any, indices_or_sections: Any) -> Any: ...
def dstack(tensors: Sequence[Tensor], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Joins tensors along dim 2 after making them at least 3-d."""

class dtype:
    def __repr__(self) -> str: ...
    @property
    def is_complex(self) -> Any: ...
    @property
    def is_floating_point(self) -> Any: ...
    @property
    def is_signed(self) -> Any: ...
    @property
    def itemsize(self) -> Any: ...
    @property
    def name(self) -> Any: ...
    def to_complex(self, *args: Any, **kwargs: Any) -> Any: ...
    def to_real(self, *args: Any, **kwargs: Any) -> Any: ...
e: _float
def einsum(*args: Any) -> Any: ...
def empty(*size: Any, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A tensor of the size with whatever the memory held."""
def empty_like(input: Tensor, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """An uninitialised tensor with the sizes of x."""
def empty_strided(size: Any, stride: Any, *, dtype: Any = ..., device: Any = ..., requires_grad: Any = ...) -> Any: ...

class enable_grad:
    def __call__(self, function: Any) -> Any: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, *unused: Any) -> Any: ...
def eq(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input == other."""
def equal(input: Any, other: Any) -> Any: ...
def erf(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The error function."""
def erf_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The error function."""
def erfc(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 - erf(input), exact for large input."""
def erfc_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 - erf(input), exact for large input."""
def erfinv(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse of erf."""
def erfinv_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse of erf."""
def exp(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """e ** input."""
def exp2(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """2 ** input."""
def exp2_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """2 ** input."""
def exp_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """e ** input."""
def expm1(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """e ** input - 1, exact near 0."""
def expm1_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """e ** input - 1, exact near 0."""
def eye(n: _int, m: _int | None = None, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A matrix with ones on the main diagonal and zeros elsewhere."""

class finfo:
    def __eq__(self, other: Any) -> Any: ...
    def __init__(self, type: Any = ...) -> None: ...
    def __repr__(self) -> str: ...
def fix(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of trunc."""
def fix_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of trunc."""
def flatten(input: Tensor, start_dim: _int = 0, end_dim: _int = -1, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Joins dims start_dim to end_dim, both included, into one; a view where strides allow it."""
def flip(input: Tensor, *dims: Any, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy with the order of the given dims reversed."""
def fliplr(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """flip of dim 1."""
def flipud(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """flip of dim 0."""
def float_power(input: Tensor | _Number, exponent: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input to the power of exponent, computed in float64 or complex128."""
def floor(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The largest integer not above input."""
def floor_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The largest integer not above input."""
def floor_divide(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input / other rounded toward minus infinity, as Python's //."""
def floor_divide_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input / other rounded toward minus infinity, as Python's //."""
def fmax(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The larger; the number if the other one is NaN."""
def fmin(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smaller; the number if the other one is NaN."""
def fmod(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The remainder of input / other with the sign of input, as C's fmod."""
def fmod_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The remainder of input / other with the sign of input, as C's fmod."""
def frac(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The fraction of input, with its sign."""
def frac_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The fraction of input, with its sign."""
def frexp(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> _frexp_mantissa_exponent:
    """input = mantissa * 2 ** exponent with 0.5 <= |mantissa| < 1; exponents are int32."""
def from_dlpack(ext_tensor: Any, *, device: Any = ..., copy: Any = ...) -> Any: ...
def from_numpy(array: Any) -> Any: ...
def frombuffer(buffer: Any, *, dtype: Any, count: Any = ..., offset: Any = ..., requires_grad: Any = ...) -> Any: ...
def full(size: _int | Sequence[_int], fill_value: _Number, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A tensor with every element fill_value; the dtype follows the value's kind."""
def full_like(input: Tensor, fill_value: _Number, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """fill_value in the sizes of x; the dtype is x's unless given."""
def gather(input: Tensor, dim: _int, index: Tensor, *, sparse_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """out[i][j] = x[index[i][j]][j] for dim 0, and so on: picks along dim by an index of the same rank."""
def gcd(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The greatest common divisor."""
def gcd_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The greatest common divisor."""
def ge(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input >= other."""
def ger(input: Tensor, vec2: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of outer."""
def get_default_device() -> Any: ...
def get_default_dtype(*args: Any, **kwargs: Any) -> Any: ...
def get_device_module(device: Any = ...) -> Any: ...
def get_float32_matmul_precision() -> Any: ...
def get_num_threads(*args: Any, **kwargs: Any) -> Any: ...
def get_printoptions() -> Any: ...
def get_rng_state() -> Any: ...
def greater(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of gt."""
def greater_equal(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of ge."""
def group_norm(input: Tensor, num_groups: _int, weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Normalises each group of channels of [N, C, ...] (arXiv 1803.08494); weight and bias are per channel."""
def gt(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input > other."""
def hardshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input, but zero within [-lambd, lambd]."""
def heaviside(input: Tensor, values: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """0 below zero, 1 above, values at zero."""
def heaviside_(input: Tensor, values: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """0 below zero, 1 above, values at zero."""
def histc(input: Tensor, bins: _int = 100, min: _Number = 0, max: _Number = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Counts in equal bins from min to max, both included; equal ones stand for the range of x."""
def hsplit(input: Any, indices_or_sections: Any) -> Any: ...
def hstack(tensors: Sequence[Tensor], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Joins tensors side by side: along dim 1, or dim 0 when they are 1-d."""
def hypot(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """sqrt(input ** 2 + other ** 2) without overflow on the way."""
def hypot_(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """sqrt(input ** 2 + other ** 2) without overflow on the way."""
def i0(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The modified Bessel function of order 0."""
def i0_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The modified Bessel function of order 0."""

class iinfo:
    def __eq__(self, other: Any) -> Any: ...
    def __init__(self, type: Any) -> None: ...
    def __repr__(self) -> str: ...
def imag(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The imaginary parts of a complex tensor as a view."""
def index_add(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with alpha times slice i of source added to slice index[i]."""
def index_add_(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with alpha times slice i of source added to slice index[i]."""
def index_copy(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with slice i of source written over slice index[i]."""
def index_copy_(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with slice i of source written over slice index[i]."""
@overload
def index_fill(input: Tensor, dim: _int, index: Tensor, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with the slices that index names set to value."""
@overload
def index_fill(input: Tensor, dim: _int, index: Tensor, value: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """index_fill with the value of a 0-d tensor."""
@overload
def index_fill_(input: Tensor, dim: _int, index: Tensor, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with the slices that index names set to value."""
@overload
def index_fill_(input: Tensor, dim: _int, index: Tensor, value: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """index_fill with the value of a 0-d tensor."""
def index_put(input: Tensor, indices: Sequence[Tensor] | None = None, values: Tensor = ..., accumulate: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """index_put_ on a copy of x."""
def index_reduce(input: Tensor, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """index_add with prod, mean, amax or amin instead of the sum."""
def index_reduce_(input: Tensor, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """index_add with prod, mean, amax or amin instead of the sum."""
def index_select(input: Tensor, dim: _int, index: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The slices of one dim that a vector of indices names."""
inf: _float

class inference_mode:
    def __init__(self, mode: Any = ...) -> None: ...
    def __call__(self, function: Any) -> Any: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, *unused: Any) -> Any: ...
def initial_seed() -> Any: ...
def inner(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Sums of products over the last dims of both."""
def inverse(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """linalg.inv."""
def is_complex(input: Any) -> Any: ...
def is_floating_point(input: Any) -> Any: ...
def is_grad_enabled() -> Any: ...
def is_inference_mode_enabled() -> Any: ...
def is_nonzero(input: Any) -> Any: ...
def is_same_size(input: Any, other: Any) -> Any: ...
def is_storage(obj: Any) -> Any: ...
def is_tensor(obj: Any) -> Any: ...
def is_warn_always_enabled() -> Any: ...
def isclose(input: Tensor, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """|input - other| <= atol + rtol * |other|."""
def isfinite(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is it a finite number?"""
def isin(elements: Tensor | _Number, test_elements: Tensor | _Number, *, assume_unique: _bool = False, invert: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Whether each element of elements occurs in test_elements."""
def isinf(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is it infinite?"""
def isnan(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is it not a number?"""
def isneginf(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is it minus infinity?"""
def isposinf(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is it plus infinity?"""
def isreal(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is its imaginary part zero?"""
def kron(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Kronecker product."""
def kthvalue(input: Tensor, k: _int, dim: _int = -1, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _kthvalue_values_indices:
    """The k-th smallest element along dim, counted from 1, and where it stood."""
def layer_norm(input: Tensor, normalized_shape: _int | Sequence[_int], weight: Tensor | None = None, bias: Tensor | None = None, eps: _float = 1e-05, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """(x - mean) / sqrt(var + eps) * weight + bias over the trailing dims of normalized_shape (arXiv 1607.06450)."""

class layout:
    def __init__(self, name: Any) -> None: ...
    def __repr__(self) -> str: ...
def lcm(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The least common multiple."""
def lcm_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The least common multiple."""
def ldexp(input: Tensor, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * 2 ** other."""
def ldexp_(input: Tensor, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * 2 ** other."""
def le(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input <= other."""
def lerp(input: Tensor, end: Tensor, weight: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + weight * (end - input), exact at both ends."""
def lerp_(input: Tensor, end: Tensor, weight: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input + weight * (end - input), exact at both ends."""
def less(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of lt."""
def less_equal(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of le."""
def lgamma(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log |Gamma(input)|."""
def lgamma_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log |Gamma(input)|."""
from . import linalg as linalg
def linspace(start: _Number, end: _Number, steps: _int, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """steps evenly spaced values, both ends included, computed from the nearer end."""
def live_tensors() -> Any: ...
def load(f: Any, map_location: Any = ..., **unused: Any) -> Any: ...
def load_file(filename: Any, device: Any = ...) -> Any: ...
def log(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The natural logarithm."""
def log10(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The logarithm to base 10."""
def log10_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The logarithm to base 10."""
def log1p(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(1 + input), exact near 0."""
def log1p_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(1 + input), exact near 0."""
def log2(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The logarithm to base 2."""
def log2_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The logarithm to base 2."""
def log_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The natural logarithm."""
def log_softmax(input: Tensor, dim: _int | None = None, dtype: _dtype | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """x - max - log(sum(exp(x - max))) along dim."""
def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(exp(input) + exp(other))."""
def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log2(2 ** input + 2 ** other)."""
def logcumsumexp(input: Tensor, dim: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log of the running sums of exp(input) along dim, without overflow."""
def logdet(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log of the determinant; NaN where it is negative."""
def logical_and(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Are both not zero?"""
def logical_and_(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Are both not zero?"""
def logical_not(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is it zero?"""
def logical_not_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is it zero?"""
def logical_or(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is one not zero?"""
def logical_or_(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is one not zero?"""
def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is exactly one not zero?"""
def logical_xor_(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is exactly one not zero?"""
def logit(input: Tensor, eps: _float | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(input / (1 - input)), input first brought into [eps, 1 - eps] if eps is given."""
def logit_(input: Tensor, eps: _float | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(input / (1 - input)), input first brought into [eps, 1 - eps] if eps is given."""
def logspace(start: _Number, end: _Number, steps: _int, base: _float = 10.0, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """base raised to evenly spaced powers from start to end."""
def logsumexp(input: Tensor, dim: _int | Sequence[_int], keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(sum(exp(input))) over dim without overflow."""
def lt(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input < other."""
def manual_seed(seed: Any) -> Any: ...
@overload
def masked_fill(input: Tensor, mask: Tensor, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with value wherever mask holds."""
@overload
def masked_fill(input: Tensor, mask: Tensor, value: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """masked_fill with the value of a 0-d tensor."""
@overload
def masked_fill_(input: Tensor, mask: Tensor, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with value wherever mask holds."""
@overload
def masked_fill_(input: Tensor, mask: Tensor, value: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """masked_fill with the value of a 0-d tensor."""
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with the elements of source, in order, wherever mask holds."""
def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with the elements of source, in order, wherever mask holds."""
def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The elements where mask holds, in row-major order, as one dim."""
def matmul(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Matrix product with torch's rules: 1-d operands are vectors, leading dims are broadcast batches."""
@overload
def max(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The largest element."""
@overload
def max(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _max_values_indices:
    """The largest elements along dim and where they stand."""
@overload
def max(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of maximum."""
def max_pool1d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., ceil_mode: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The largest element of each window of [N, C, L] or [C, L]."""
def max_pool1d_with_indices(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., ceil_mode: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _max_pool1d_with_indices_out_indices:
    """max_pool1d with the places of the elements."""
def max_pool2d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., ceil_mode: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The largest element of each window of [N, C, H, W] or [C, H, W]."""
def max_pool2d_with_indices(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., ceil_mode: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _max_pool2d_with_indices_out_indices:
    """max_pool2d with the places of the elements, counted in rows of each channel."""
def max_pool3d(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., ceil_mode: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The largest element of each window of [N, C, D, H, W] or [C, D, H, W]."""
def max_pool3d_with_indices(input: Tensor, kernel_size: _int | Sequence[_int], stride: _int | Sequence[_int] | None = None, padding: _int | Sequence[_int] = ..., dilation: _int | Sequence[_int] = ..., ceil_mode: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _max_pool3d_with_indices_out_indices:
    """max_pool3d with the places of the elements, counted in rows of each channel."""
def maximum(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The larger; NaN if one is NaN."""
def mean(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The mean over dim (all dimensions if None)."""
@overload
def median(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _median_values_indices:
    """The middle element along dim (the lower of two), NaN if there is one, and where it stands."""
@overload
def median(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The middle element (the lower of two), NaN if there is one."""

class memory_format:
    def __init__(self, name: Any) -> None: ...
    def __repr__(self) -> str: ...
def meshgrid(*tensors: Any, indexing: Any = ...) -> Any: ...
@overload
def min(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smallest element."""
@overload
def min(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _min_values_indices:
    """The smallest elements along dim and where they stand."""
@overload
def min(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of minimum."""
def minimum(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The smaller; NaN if one is NaN."""
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Matrix product of [M, K] and [K, N]."""
from . import models as models
@overload
def moveaxis(input: Tensor, source: _int, destination: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Moves one dim to another position; another name of movedim."""
@overload
def moveaxis(input: Tensor, source: _int | Sequence[_int], destination: _int | Sequence[_int], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Moves dims to other positions; another name of movedim."""
@overload
def movedim(input: Tensor, source: _int, destination: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Moves one dim to another position; the others keep their order."""
@overload
def movedim(input: Tensor, source: _int | Sequence[_int], destination: _int | Sequence[_int], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Moves dims to other positions; the others keep their order."""
from . import mps as mps
def msort(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input sorted along dim 0."""
def mul(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * other."""
def mul_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * other."""
def multinomial(input: Tensor, num_samples: _int, replacement: _bool = False, *, generator: Generator | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Indices drawn from each row of weights, which need not sum to 1; without replacement all different."""
def multiply(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of mul."""
def multiply_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of mul."""
def mv(input: Tensor, vec: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Product of a matrix [M, K] and a vector [K]."""
nan: _float
def nan_to_num(input: Tensor, nan: _float | None = None, posinf: _float | None = None, neginf: _float | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """NaN becomes nan (0), the infinities posinf and neginf (the dtype's largest and lowest)."""
def nan_to_num_(input: Tensor, nan: _float | None = None, posinf: _float | None = None, neginf: _float | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """NaN becomes nan (0), the infinities posinf and neginf (the dtype's largest and lowest)."""
def nanmean(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The mean of what is not NaN."""
@overload
def nanmedian(input: Tensor, dim: _int, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _nanmedian_values_indices:
    """The middle one of what is not NaN along dim, and where it stands."""
@overload
def nanmedian(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The middle one of what is not NaN."""
def nanquantile(input: Any, q: Any, dim: Any = ..., keepdim: Any = ..., *, interpolation: Any = ...) -> Any: ...
def nansum(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The sum of what is not NaN."""
def narrow(input: Tensor, dim: _int, start: _int, length: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Elements start to start + length of one dim. A negative start counts from the end."""
def ne(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input != other."""
def neg(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """-input."""
def neg_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """-input."""
def negative(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of neg."""
def negative_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of neg."""
newaxis: None
def nextafter(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The next number of the dtype from input toward other."""
def nextafter_(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The next number of the dtype from input toward other."""
from . import nn as nn

class no_grad:
    def __call__(self, function: Any) -> Any: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, *unused: Any) -> Any: ...
def nonzero(input: Any, *, as_tuple: Any = ...) -> Any: ...
@overload
def norm(input: Tensor, p: _Number | None = 2, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, dtype: _dtype | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """linalg.vector_norm of order p."""
@overload
def norm(input: Tensor, p: str, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, dtype: _dtype | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The Frobenius norm ("fro")."""
@overload
def normal(mean: Tensor, std: Tensor, *, generator: Generator | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Normal numbers with means and deviations of their own."""
@overload
def normal(mean: Tensor, std: _float = 1.0, *, generator: Generator | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Normal numbers with means of their own."""
@overload
def normal(mean: _float, std: Tensor, *, generator: Generator | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Normal numbers with deviations of their own."""
@overload
def normal(mean: _float, std: _float, size: _int | Sequence[_int], *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Normal numbers of one mean and deviation."""
def not_equal(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of ne."""
def numel(input: Any) -> Any: ...
def ones(*size: Any, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A tensor of ones."""
def ones_like(input: Tensor, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Ones with the sizes of x."""
def ops_table() -> Any: ...
def outer(input: Tensor, vec2: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """All products of two vectors' elements: [M, N]."""
def permute(input: Tensor, *dims: Any, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Reorders the dims: dim i of the result is dim dims[i] of x."""
pi: _float
def pixel_shuffle(input: Tensor, upscale_factor: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """[..., C r^2, H, W] to [..., C, H r, W r]: each group of r^2 channels becomes one square of pixels."""
def pixel_unshuffle(input: Tensor, downscale_factor: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """[..., C, H r, W r] to [..., C r^2, H, W]: the inverse of pixel_shuffle."""
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Complex numbers from their absolute values and angles."""
def polygamma(n: _int, input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The n-th derivative of digamma."""
def positive(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input itself."""
def pow(input: Tensor | _Number, exponent: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input to the power of exponent; integers stay integers."""
def pow_(input: Tensor | _Number, exponent: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input to the power of exponent; integers stay integers."""
def prelu(input: Tensor, weight: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above zero, weight * input below; weight has one value or one per channel (dimension 1)."""
preserve_format: Any

class printoptions:
    def __enter__(self) -> Any: ...
    def __exit__(self, *unused: Any) -> Any: ...
    def __init__(self, **options: Any) -> None: ...
def prod(input: Tensor, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The product over dim (all dimensions if None)."""
def promote_types(*args: Any, **kwargs: Any) -> Any: ...
def quantile(input: Any, q: Any, dim: Any = ..., keepdim: Any = ..., *, interpolation: Any = ...) -> Any: ...
def rad2deg(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Radians to degrees."""
def rad2deg_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Radians to degrees."""
def rand(*size: Any, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Uniform numbers in [0, 1)."""
def rand_like(input: Tensor, *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Uniform numbers in [0, 1) with the sizes of x."""
@overload
def randint(high: _int, size: _int | Sequence[_int], *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Integers in [0, high)."""
@overload
def randint(low: _int, high: _int, size: _int | Sequence[_int], *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Integers in [low, high)."""
@overload
def randint_like(input: Tensor, high: _int, *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Integers in [0, high) with the sizes of x."""
@overload
def randint_like(input: Tensor, low: _int, high: _int, *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Integers in [low, high) with the sizes of x."""
def randn(*size: Any, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Normal numbers of mean 0 and deviation 1."""
def randn_like(input: Tensor, *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Normal numbers with the sizes of x."""
from . import random as random
def randperm(n: _int, *, generator: Generator | None = None, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """0 to n - 1 in random order."""
def ravel(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The elements in row-major order as one dim; a view where strides allow it."""
def real(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The real parts as a view; a real tensor is returned as it is."""
def reciprocal(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 / input."""
def reciprocal_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 / input."""
def relu(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """max(input, 0)."""
def relu_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """max(input, 0)."""
def remainder(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The remainder of input / other with the sign of other, as Python's %."""
def remainder_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The remainder of input / other with the sign of other, as Python's %."""
@overload
def repeat_interleave(input: Tensor, repeats: _int, dim: _int | None = None, *, output_size: _int | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Each element (or slice along dim) repeated in place; the flattened tensor without dim."""
@overload
def repeat_interleave(input: Tensor, repeats: Tensor, dim: _int | None = None, *, output_size: _int | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Element i (or slice i along dim) repeated repeats[i] times."""
@overload
def repeat_interleave(repeats: Tensor, *, output_size: _int | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Index i repeated repeats[i] times."""
def reshape(input: Tensor, *shape: Any, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """x in another shape: a view where strides allow it, else a packed copy. One size may be -1."""
def resolve_conj(input: Any) -> Any: ...
def resolve_neg(input: Any) -> Any: ...
def result_type(tensor1: Any, tensor2: Any) -> Any: ...
def rms_norm(input: Tensor, normalized_shape: _int | Sequence[_int], weight: Tensor | None = None, eps: _float | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """x / sqrt(mean(x^2) + eps) * weight over the trailing dims of normalized_shape (arXiv 1910.07467); eps defaults to the dtype's."""
def roll(input: Tensor, shifts: _int | Sequence[_int], dims: _int | Sequence[_int] = ..., *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Elements moved by shifts along dims, wrapping around; without dims, of the flattened tensor."""
def rot90(input: Tensor, k: _int = 1, dims: _int | Sequence[_int] = ..., *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Turns the plane of two dims by k quarter turns, from the first towards the second."""
@overload
def round(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The nearest integer, halves to even."""
@overload
def round(input: Tensor, *, decimals: _int, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The nearest multiple of 10 ** -decimals."""
@overload
def round_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The nearest integer, halves to even."""
@overload
def round_(input: Tensor, *, decimals: _int, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The nearest multiple of 10 ** -decimals."""
def row_stack(tensors: Sequence[Tensor], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of vstack."""
def rsqrt(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 / sqrt(input)."""
def rsqrt_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 / sqrt(input)."""
def rsub(input: Tensor | _Number, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """other - alpha * input."""
from . import safetensors as safetensors
def save(obj: Any, f: Any, pickle_protocol: Any = ..., **unused: Any) -> Any: ...
def save_file(tensors: Any, filename: Any, metadata: Any = ...) -> Any: ...
def scalar_tensor(s: _Number, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A 0-d tensor with the value; the default dtype unless given."""
@overload
def scatter(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with src[i][j] written to [index[i][j]][j] for dim 0; the last of several writes stays."""
@overload
def scatter(input: Tensor, dim: _int, index: Tensor, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter of one number."""
@overload
def scatter(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, reduce: str, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter that adds to ("add") or multiplies ("multiply") what is there."""
@overload
def scatter(input: Tensor, dim: _int, index: Tensor, value: _Number, *, reduce: str, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter of one number that adds to or multiplies what is there."""
@overload
def scatter_(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with src[i][j] written to [index[i][j]][j] for dim 0; the last of several writes stays."""
@overload
def scatter_(input: Tensor, dim: _int, index: Tensor, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter of one number."""
@overload
def scatter_(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, reduce: str, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter that adds to ("add") or multiplies ("multiply") what is there."""
@overload
def scatter_(input: Tensor, dim: _int, index: Tensor, value: _Number, *, reduce: str, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter of one number that adds to or multiplies what is there."""
def scatter_add(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with src[i][j] added at [index[i][j]][j] for dim 0; every addition counts."""
def scatter_add_(input: Tensor, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A copy of x with src[i][j] added at [index[i][j]][j] for dim 0; every addition counts."""
def scatter_reduce(input: Tensor, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter that reduces by sum, prod, mean, amax or amin, with or without x's own value."""
def scatter_reduce_(input: Tensor, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """scatter that reduces by sum, prod, mean, amax or amin, with or without x's own value."""
def searchsorted(sorted_sequence: Tensor, input: Tensor | _Number, *, out_int32: _bool = False, right: _bool = False, side: str | None = None, sorter: Tensor | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Where each element of input would be inserted into the innermost dim of sorted_sequence: before equal elements, after them with right."""
def seed() -> Any: ...
def select(input: Tensor, dim: _int, index: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """One index of one dim; the dim goes away. A negative index counts from the end."""
def select_scatter(input: Any, src: Any, dim: Any, index: Any) -> Any: ...
def selu(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """elu scaled so that activations keep mean 0 and variance 1."""
def selu_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """elu scaled so that activations keep mean 0 and variance 1."""
def set_default_device(device: Any) -> Any: ...
def set_default_dtype(d: Any) -> Any: ...
def set_default_tensor_type(t: Any) -> Any: ...
def set_float32_matmul_precision(precision: Any) -> Any: ...

class set_grad_enabled:
    def __call__(self, function: Any) -> Any: ...
    def __enter__(self) -> Any: ...
    def __init__(self, mode: Any) -> None: ...
    def __exit__(self, *unused: Any) -> Any: ...
def set_num_threads(*args: Any, **kwargs: Any) -> Any: ...
def set_printoptions(precision: Any = ..., threshold: Any = ..., edgeitems: Any = ..., linewidth: Any = ..., profile: Any = ..., sci_mode: Any = ...) -> Any: ...
def set_rng_state(new_state: Any) -> Any: ...
def sgn(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """sign; of complex numbers input / abs(input)."""
def sgn_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """sign; of complex numbers input / abs(input)."""
def sigmoid(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 / (1 + exp(-input))."""
def sigmoid_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 / (1 + exp(-input))."""
def sign(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """-1, 0 or 1; of NaN 0."""
def sign_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """-1, 0 or 1; of NaN 0."""
def signbit(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Is the sign bit set? (of -0.0 too)"""
def sin(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The sine of an angle in radians."""
def sin_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The sine of an angle in radians."""
def sinc(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """sin(pi * input) / (pi * input), 1 at 0."""
def sinc_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """sin(pi * input) / (pi * input), 1 at 0."""
def sinh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The hyperbolic sine."""
def sinh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The hyperbolic sine."""
def slice_scatter(input: Any, src: Any, dim: Any = ..., start: Any = ..., end: Any = ..., step: Any = ...) -> Any: ...
def slogdet(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> _slogdet_sign_logabsdet:
    """linalg.slogdet."""
def softmax(input: Tensor, dim: _int | None = None, dtype: _dtype | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """exp(x - max) / sum(exp(x - max)) along dim. A row of -inf gives NaN, as in PyTorch."""
@overload
def sort(input: Tensor, dim: _int = -1, descending: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _sort_values_indices:
    """Sorted elements along dim and where they stood (int64). Equal elements keep their order."""
@overload
def sort(input: Tensor, *, stable: _bool | None = None, dim: _int = -1, descending: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> _sort_values_indices:
    """sort with torch's stable argument; the order is stable either way."""
from . import special as special
def split(tensor: Any, split_size_or_sections: Any, dim: Any = ...) -> Any: ...
def split_with_sizes(tensor: Any, split_sizes: Any, dim: Any = ...) -> Any: ...
def sqrt(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The square root."""
def sqrt_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The square root."""
def square(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * input."""
def square_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * input."""
@overload
def squeeze(input: Tensor, dim: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Removes the dim if its size is 1."""
@overload
def squeeze(input: Tensor, dim: _int | Sequence[_int], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Removes those of the given dims that have size 1."""
@overload
def squeeze(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Removes all dims of size 1."""
def stack(tensors: Sequence[Tensor], dim: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Joins tensors of one shape along a new dim."""
@overload
def std(input: Tensor, unbiased: _bool, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The standard deviation of all elements."""
@overload
def std(input: Tensor, dim: _int | Sequence[_int] | None = None, *, correction: _Number | None = 1, keepdim: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The standard deviation over dim: the square root of var."""
@overload
def std(input: Tensor, dim: _int | Sequence[_int] | None = None, unbiased: _bool = True, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The standard deviation over dim."""
@overload
def std_mean(input: Tensor, unbiased: _bool, *, out: Tensor | Sequence[Tensor] | None = None) -> _std_mean_std_mean:
    """Standard deviation and mean of all elements."""
@overload
def std_mean(input: Tensor, dim: _int | Sequence[_int] | None = None, *, correction: _Number | None = 1, keepdim: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> _std_mean_std_mean:
    """Standard deviation and mean over dim."""
@overload
def std_mean(input: Tensor, dim: _int | Sequence[_int] | None = None, unbiased: _bool = True, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _std_mean_std_mean:
    """Standard deviation and mean over dim."""
strided: Any
def sub(input: Tensor | _Number, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input - alpha * other."""
def sub_(input: Tensor | _Number, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input - alpha * other."""
def subtract(input: Tensor | _Number, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of sub."""
def subtract_(input: Tensor | _Number, other: Tensor | _Number, *, alpha: _Number = 1, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of sub."""
def sum(input: Tensor, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The sum over dim (all dimensions if None); integers are summed in int64."""
def swapaxes(input: Tensor, axis0: _int, axis1: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Swaps two dims; another name of transpose."""
def swapdims(input: Tensor, dim0: _int, dim1: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Swaps two dims; another name of transpose."""
def t(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The transpose of a matrix; vectors and numbers are returned as they are."""
def take(input: Tensor, index: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Elements of x, seen as flat in row-major order, by index; negative ones count from the end."""
def take_along_dim(input: Tensor, indices: Tensor, dim: _int | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """gather whose other dims broadcast; the flattened tensors without dim."""
def tan(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The tangent of an angle in radians."""
def tan_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The tangent of an angle in radians."""
def tanh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The hyperbolic tangent."""
def tanh_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The hyperbolic tangent."""
def tensor(data: Any, *, dtype: Any = ..., device: Any = ..., requires_grad: Any = ..., pin_memory: Any = ...) -> Any: ...
def tensor_split(input: Any, indices_or_sections: Any, dim: Any = ...) -> Any: ...
def tensordot(a: Any, b: Any, dims: Any = ..., out: Any = ...) -> Any: ...
from . import testing as testing
def threshold(input: Tensor, threshold: _Number, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above threshold, value elsewhere."""
def threshold_(input: Tensor, threshold: _Number, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above threshold, value elsewhere."""
def tile(input: Tensor, *dims: Any, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """repeat that puts ones in front of dims when there are fewer of them than dims of x."""
def to_dlpack(t: Any) -> Any: ...
def topk(input: Tensor, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True, *, out: Tensor | Sequence[Tensor] | None = None) -> _topk_values_indices:
    """The k largest (or smallest) elements along dim in order, and where they stood (int64). Of equal elements the first come first."""
def trace(input: Any) -> Any: ...
def transpose(input: Tensor, dim0: _int, dim1: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Swaps two dims."""
def trapezoid(y: Any, x: Any = ..., *, dx: Any = ..., dim: Any = ...) -> Any: ...
def trapz(y: Any, x: Any = ..., *, dx: Any = ..., dim: Any = ...) -> Any: ...
def tril(input: Tensor, diagonal: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The elements of each matrix on and below a diagonal, zeros above it."""
def tril_(input: Tensor, diagonal: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The elements of each matrix on and below a diagonal, zeros above it."""
def tril_indices(row: _int, col: _int, offset: _int = 0, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Rows and columns, as a tensor of two rows, of a lower triangle in row-major order."""
def triu(input: Tensor, diagonal: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The elements of each matrix on and above a diagonal, zeros below it."""
def triu_(input: Tensor, diagonal: _int = 0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The elements of each matrix on and above a diagonal, zeros below it."""
def triu_indices(row: _int, col: _int, offset: _int = 0, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Rows and columns, as a tensor of two rows, of an upper triangle in row-major order."""
def true_divide(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of div."""
def true_divide_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Another name of div."""
def trunc(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input without its fraction."""
def trunc_(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input without its fraction."""
def typename(obj: Any) -> Any: ...
def unbind(input: Any, dim: Any = ...) -> Any: ...
def unflatten(input: Tensor, dim: _int, sizes: _int | Sequence[_int], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Splits one dim into several; one of the sizes may be -1."""
def unique(input: Any, sorted: Any = ..., return_inverse: Any = ..., return_counts: Any = ..., dim: Any = ...) -> Any: ...
def unique_consecutive(input: Any, return_inverse: Any = ..., return_counts: Any = ..., dim: Any = ...) -> Any: ...
def unsqueeze(input: Tensor, dim: _int, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Inserts a dim of size 1 at the position."""
def use_deterministic_algorithms(mode: Any, *, warn_only: Any = ...) -> Any: ...
def vander(x: Any, N: Any = ..., increasing: Any = ...) -> Any: ...
@overload
def var(input: Tensor, unbiased: _bool, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The variance of all elements, divided by n - 1 or n."""
@overload
def var(input: Tensor, dim: _int | Sequence[_int] | None = None, *, correction: _Number | None = 1, keepdim: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The variance over dim: squared deviations divided by n - correction."""
@overload
def var(input: Tensor, dim: _int | Sequence[_int] | None = None, unbiased: _bool = True, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The variance over dim, divided by n - 1 or n."""
@overload
def var_mean(input: Tensor, unbiased: _bool, *, out: Tensor | Sequence[Tensor] | None = None) -> _var_mean_var_mean:
    """Variance and mean of all elements."""
@overload
def var_mean(input: Tensor, dim: _int | Sequence[_int] | None = None, *, correction: _Number | None = 1, keepdim: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> _var_mean_var_mean:
    """Variance and mean over dim."""
@overload
def var_mean(input: Tensor, dim: _int | Sequence[_int] | None = None, unbiased: _bool = True, keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> _var_mean_var_mean:
    """Variance and mean over dim."""
def vdot(input: Tensor, other: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """dot with input conjugated."""
def view_as_complex(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A real tensor whose last dim is 2 as a complex one."""
def view_as_real(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A complex tensor as a real one with a last dim of 2: real and imaginary part."""
def vsplit(input: Any, indices_or_sections: Any) -> Any: ...
def vstack(tensors: Sequence[Tensor], *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Joins tensors one below the other: along dim 0 after making them at least 2-d."""
def where(condition: Any, input: Any = ..., other: Any = ..., *, out: Any = ...) -> Any: ...
def xlogy(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * log(other), 0 where input is 0."""
def xlogy_(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * log(other), 0 where input is 0."""
def zeros(*size: Any, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """A tensor of zeros."""
def zeros_like(input: Tensor, *, dtype: _dtype | None = None, device: _device | str | _int | None = None, requires_grad: _bool = False, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """Zeros with the sizes of x."""
bfloat16: dtype
bool: dtype
cdouble: dtype
cfloat: dtype
complex128: dtype
complex64: dtype
double: dtype
float: dtype
float16: dtype
float32: dtype
float64: dtype
float8_e4m3fn: dtype
float8_e5m2: dtype
half: dtype
int: dtype
int16: dtype
int32: dtype
int64: dtype
int8: dtype
long: dtype
short: dtype
uint16: dtype
uint32: dtype
uint64: dtype
uint8: dtype

# Made by tools/gen_stubs.py from the op table: edit the table, not this file.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, NamedTuple, overload
from . import Generator, Size, Tensor, _Number, _device, _dtype

class _cholesky_ex_L_info(NamedTuple):
    L: Tensor
    info: Tensor

class _eigh_eigenvalues_eigenvectors(NamedTuple):
    eigenvalues: Tensor
    eigenvectors: Tensor

class _inv_ex_inverse_info(NamedTuple):
    inverse: Tensor
    info: Tensor

class _lu_P_L_U(NamedTuple):
    P: Tensor
    L: Tensor
    U: Tensor

class _lu_factor_LU_pivots(NamedTuple):
    LU: Tensor
    pivots: Tensor

class _lu_factor_ex_LU_pivots_info(NamedTuple):
    LU: Tensor
    pivots: Tensor
    info: Tensor

class _qr_Q_R(NamedTuple):
    Q: Tensor
    R: Tensor

class _slogdet_sign_logabsdet(NamedTuple):
    sign: Tensor
    logabsdet: Tensor

class _solve_ex_result_info(NamedTuple):
    result: Tensor
    info: Tensor

class _svd_U_S_Vh(NamedTuple):
    U: Tensor
    S: Tensor
    Vh: Tensor


class LinAlgError:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def __cause__(self) -> Any: ...
    @property
    def __context__(self) -> Any: ...
    def __delattr__(self, name: Any) -> Any: ...
    def __getattribute__(self, name: Any) -> Any: ...
    def __repr__(self) -> str: ...
    def __setattr__(self, name: Any, value: Any) -> Any: ...
    def __setstate__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __str__(self) -> str: ...
    @property
    def __suppress_context__(self) -> Any: ...
    @property
    def __traceback__(self) -> Any: ...
    def add_note(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def args(self) -> Any: ...
    def with_traceback(self, *args: Any, **kwargs: Any) -> Any: ...
def cholesky(A: Tensor, *, upper: _bool = False) -> Tensor:
    """cholesky_ex that raises."""
def cholesky_ex(A: Tensor, *, upper: _bool = False, check_errors: _bool = False) -> _cholesky_ex_L_info:
    """A = L L^H of a Hermitian positive-definite matrix (or U^H U); info is 0 or the order of the first minor that is not."""
def cond(A: Any, p: Any = ...) -> Any: ...
def det(A: Tensor) -> Tensor:
    """The determinant of each matrix."""
def eigh(A: Tensor, UPLO: str = 'L') -> _eigh_eigenvalues_eigenvectors:
    """Rising eigenvalues and eigenvectors (columns) of a Hermitian matrix, read from one triangle, by Jacobi rotations."""
def eigvalsh(A: Tensor, UPLO: str = 'L') -> Tensor:
    """The eigenvalues of eigh."""
def inv(A: Tensor) -> Tensor:
    """inv_ex that raises when A is singular."""
def inv_ex(A: Tensor, *, check_errors: _bool = False) -> _inv_ex_inverse_info:
    """The inverse; info is 0 or the first zero pivot."""
def lstsq(A: Any, B: Any, rcond: Any = ..., *, driver: Any = ...) -> Any: ...
def lu(A: Tensor, *, pivot: _bool = True) -> _lu_P_L_U:
    """The factors of A = P L U as matrices."""
def lu_factor(A: Tensor, *, pivot: _bool = True) -> _lu_factor_LU_pivots:
    """lu_factor_ex that raises when a pivot is zero."""
def lu_factor_ex(A: Tensor, *, pivot: _bool = True, check_errors: _bool = False) -> _lu_factor_ex_LU_pivots_info:
    """A = P L U with L (unit lower) and U in one matrix, pivots as LAPACK's (int32, from 1), info: 0 or the first zero pivot, from 1."""
def lu_solve(LU: Tensor, pivots: Tensor, B: Tensor, *, left: _bool = True, adjoint: _bool = False) -> Tensor:
    """Solves A X = B (or X A = B, or with A^H) from lu_factor's result."""
def matrix_norm(A: Any, ord: Any = ..., dim: Any = ..., keepdim: Any = ..., *, dtype: Any = ...) -> Any: ...
def matrix_power(A: Any, n: Any) -> Any: ...
def matrix_rank(A: Any, *, atol: Any = ..., rtol: Any = ..., hermitian: Any = ...) -> Any: ...
def multi_dot(tensors: Any) -> Any: ...
def norm(A: Any, ord: Any = ..., dim: Any = ..., keepdim: Any = ..., *, out: Any = ..., dtype: Any = ...) -> Any: ...
def pinv(A: Any, *, atol: Any = ..., rtol: Any = ..., hermitian: Any = ...) -> Any: ...
def qr(A: Tensor, mode: str = 'reduced') -> _qr_Q_R:
    """A = Q R; mode is reduced, complete or r (then Q is empty)."""
def slogdet(A: Tensor) -> _slogdet_sign_logabsdet:
    """Sign (or phase) and log of the magnitude of the determinant."""
def solve(A: Tensor, B: Tensor, *, left: _bool = True) -> Tensor:
    """solve_ex that raises when A is singular."""
def solve_ex(A: Tensor, B: Tensor, *, left: _bool = True, check_errors: _bool = False) -> _solve_ex_result_info:
    """Solves A X = B for square A; info is 0 or the first zero pivot."""
def solve_triangular(A: Tensor, B: Tensor, *, upper: _bool, left: _bool = True, unitriangular: _bool = False) -> Tensor:
    """Solves A X = B (or X A = B) for triangular A."""
def svd(A: Tensor, full_matrices: _bool = True) -> _svd_U_S_Vh:
    """A = U diag(S) Vh with S falling, by one-sided Jacobi (de Rijk 1989), which keeps small singular values accurate."""
def svdvals(A: Tensor) -> Tensor:
    """The singular values, falling."""
def tensorinv(A: Any, ind: Any = ...) -> Any: ...
def tensorsolve(A: Any, B: Any, dims: Any = ...) -> Any: ...
def vecdot(x: Any, y: Any, *, dim: Any = ...) -> Any: ...
def vector_norm(input: Tensor, ord: _Number = 2, dim: _int | Sequence[_int] | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None) -> Tensor:
    """sum(|x| ** ord) ** (1 / ord) over dim; the largest |x| for inf, the smallest for -inf, the number of non-zero elements for 0."""

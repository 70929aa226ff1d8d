"""Linear algebra composed of the factorisations of the op table: pseudo-inverse, rank, least squares, norms, powers.

Formulas: Golub and Van Loan, Matrix Computations, 4th ed., 5.5 (pseudo-inverse and least squares by SVD).
SPDX-License-Identifier: MIT"""
import math

import wootz as _w

from . import _bind

__all__ = ["pinv", "matrix_rank", "lstsq", "cond", "norm", "matrix_norm", "matrix_power", "multi_dot", "vecdot", "tensorsolve", "tensorinv"]


def _eps(dtype):
    return _w.finfo(dtype).eps


def _tolerance(S, m, n, atol, rtol, dtype):
    """Per matrix: max(atol, rtol * largest singular value), with torch's defaults."""
    if rtol is None:
        rtol = 0.0 if atol is not None and not isinstance(atol, _w.Tensor) and atol > 0 else max(m, n) * _eps(dtype)
    atol = 0.0 if atol is None else atol
    top = S[..., :1]
    if isinstance(rtol, _w.Tensor):
        rtol = rtol.unsqueeze(-1)
    limit = top * rtol
    if isinstance(atol, _w.Tensor):
        return _w.maximum(limit, atol.unsqueeze(-1).to(limit.dtype).expand(limit.shape))
    return limit.clamp_min(float(atol))


def pinv(A, *, atol=None, rtol=None, hermitian=False):
    """The Moore-Penrose pseudo-inverse [..., N, M] of A [..., M, N]; singular values up to max(atol, rtol * largest)
    count as zero (rtol defaults to max(M, N) * eps)."""
    m, n = A.shape[-2:]
    if m == 0 or n == 0:
        return A.new_zeros(tuple(A.shape[:-2]) + (n, m))
    U, S, Vh = _w.linalg.svd(A, full_matrices=False)
    keep = ~(S <= _tolerance(S, m, n, atol, rtol, S.dtype))
    inverse = _w.where(keep, S.reciprocal(), _w.zeros_like(S))
    return (Vh.mH * inverse.unsqueeze(-2).to(A.dtype)) @ U.mH


def matrix_rank(A, *, atol=None, rtol=None, hermitian=False):
    """Number of singular values above max(atol, rtol * largest)."""
    m, n = A.shape[-2:]
    if m == 0 or n == 0:
        return _w.zeros(tuple(A.shape[:-2]), dtype=_w.int64)
    S = _w.linalg.svdvals(A)
    return (S > _tolerance(S, m, n, atol, rtol, S.dtype)).sum(-1)


def lstsq(A, B, rcond=None, *, driver=None):
    """The least-squares solution of A X = B of smallest norm: (solution, residuals, rank, singular_values)."""
    m, n = A.shape[-2:]
    vector = B.dim() == 1 or (B.dim() == A.dim() - 1 and tuple(B.shape) == tuple(A.shape[:-1]))
    rhs = B.unsqueeze(-1) if vector else B
    if rhs.shape[-2] != m:
        raise RuntimeError("linalg.lstsq: input.size(-2) should match other.size(-2), got %d and %d" % (m, rhs.shape[-2]))
    rtol = max(m, n) * _eps(A.dtype) if rcond is None else rcond
    X = pinv(A, rtol=rtol) @ rhs
    rank = matrix_rank(A, rtol=rtol)
    residuals = A.new_zeros(0, dtype=A.abs().dtype)
    if m > n and bool((rank == n).all()):
        residuals = (A @ X - rhs).abs().square().sum(-2)
    return _bind._rebuild("lstsq", ("solution", "residuals", "rank", "singular_values"),
                          (X.squeeze(-1) if vector else X, residuals, rank, _w.linalg.svdvals(A)))


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """Norm of each matrix: 'fro', 'nuc', inf, -inf, 1, -1, 2 or -2."""
    if A.dim() < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    a, b = (d % A.dim() for d in dim)
    if a == b:
        raise RuntimeError("linalg.matrix_norm: dims must be different. Got (%d, %d)" % tuple(dim))
    if dtype is not None:
        A = A.to(dtype)
    if ord == "fro":
        return _w.linalg.vector_norm(A, 2, dim=(a, b), keepdim=keepdim)
    if ord in (1, -1, math.inf, -math.inf):
        first, second = (a, b) if abs(ord) == 1 else (b, a)
        sums = _w.linalg.vector_norm(A, 1, dim=first, keepdim=True)
        r = sums.amax(second, keepdim=True) if ord > 0 else sums.amin(second, keepdim=True)
        return r if keepdim else r.squeeze(max(a, b)).squeeze(min(a, b))
    if ord in (2, -2, "nuc"):
        S = _w.linalg.svdvals(A.movedim((a, b), (-2, -1)))
        r = S.sum(-1) if ord == "nuc" else S.amax(-1) if ord == 2 else S.amin(-1)
        if keepdim:
            for d in sorted((a, b)):
                r = r.unsqueeze(d)
        return r
    raise RuntimeError("linalg.matrix_norm: Order %s not supported." % (ord,))


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    """vector_norm or matrix_norm, chosen as torch chooses: by the number of dims and ord."""
    if dim is not None and not isinstance(dim, int) and len(dim) == 2 and ord is not None:
        r = matrix_norm(A, ord, tuple(dim), keepdim, dtype=dtype)
    elif ord is not None and dim is None and A.dim() == 2:
        r = matrix_norm(A, ord, (0, 1), keepdim, dtype=dtype)
    elif isinstance(ord, str):
        raise RuntimeError("linalg.norm: If ord is a string, dim must name two dimensions or the input must be 2-D")
    else:
        r = _w.linalg.vector_norm(A, 2 if ord is None else ord, dim=dim, keepdim=keepdim, dtype=dtype)
    return r if out is None else out.copy_(r)


def cond(A, p=None):
    """Condition number in the p-norm (2 by default: the ratio of extreme singular values)."""
    if p in (None, 2, -2):
        S = _w.linalg.svdvals(A)
        return S[..., 0] / S[..., -1] if p != -2 else S[..., -1] / S[..., 0]
    return matrix_norm(A, p) * matrix_norm(_w.linalg.inv_ex(A)[0], p)


def matrix_power(A, n):
    """A multiplied with itself n times, by squaring; negative n inverts first."""
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError("linalg.matrix_power: A must be batches of square matrices, but they are %d by %d matrices" % tuple(A.shape[-2:]))
    if n < 0:
        A, n = _w.linalg.inv(A), -n
    result = _w.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand(A.shape).clone()
    while n:
        if n & 1:
            result = result @ A
        A, n = (A @ A if n > 1 else A), n >> 1
    return result


def multi_dot(tensors):
    """Product of a chain of matrices (the first and last may be vectors) in the cheapest order."""
    if len(tensors) < 2:
        raise RuntimeError("multi_dot(): expected at least 2 tensors but got %d" % len(tensors))
    ts = list(tensors)
    first, last = ts[0].dim() == 1, ts[-1].dim() == 1
    if first:
        ts[0] = ts[0].unsqueeze(0)
    if last:
        ts[-1] = ts[-1].unsqueeze(1)
    for i, t in enumerate(ts):
        if t.dim() != 2:
            raise RuntimeError("multi_dot(): tensor %d must be 2D but got %dD" % (i, t.dim()))
        if i and ts[i - 1].shape[1] != t.shape[0]:
            raise RuntimeError("multi_dot(): tensors %d and %d with shapes %s and %s cannot be multiplied"
                               % (i - 1, i, list(ts[i - 1].shape), list(t.shape)))
    sizes = [t.shape[0] for t in ts] + [ts[-1].shape[1]]
    n = len(ts)
    cost = [[0] * n for _ in range(n)]
    cut = [[0] * n for _ in range(n)]
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i][j], cut[i][j] = min((cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j))

    def product(i, j):
        return ts[i] if i == j else product(i, cut[i][j]) @ product(cut[i][j] + 1, j)

    r = product(0, n - 1)
    if last:
        r = r.squeeze(1)
    return r.squeeze(0) if first else r


def vecdot(x, y, *, dim=-1):
    """Sum of conj(x) * y along dim."""
    return (x.conj() * y).sum(dim)


def tensorsolve(A, B, dims=None):
    """X such that tensordot(A, X, X.dim()) = B."""
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.dim() - len(dims), A.dim())))
    shape = tuple(A.shape[B.dim():])
    return _w.linalg.solve(A.reshape(B.numel(), -1), B.reshape(-1)).reshape(shape)


def tensorinv(A, ind=2):
    """The inverse of A for tensordot over its first ind dims."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    shape = tuple(A.shape[ind:]) + tuple(A.shape[:ind])
    return _w.linalg.inv(A.reshape(math.prod(A.shape[:ind]), -1)).reshape(shape)

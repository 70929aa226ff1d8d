"""Functions composed of others: small ones that torch has and that need no kernel of their own.

SPDX-License-Identifier: MIT"""
import itertools

from . import _core
from ._tensor import Tensor

__all__ = ["combinations", "conj_physical", "corrcoef", "cov", "cross", "cumulative_trapezoid", "diff", "dist", "empty_strided", "equal",
           "nanquantile", "quantile", "resolve_conj", "resolve_neg", "trace", "trapezoid", "trapz", "vander"]
_METHODS = ("conj_physical", "corrcoef", "cov", "cross", "diff", "dist", "equal", "nanquantile", "quantile", "resolve_conj", "resolve_neg", "trace")


def _w():
    import wootz
    return wootz


def equal(input, other):
    """Whether both have the same size and the same elements."""
    if not isinstance(input, Tensor) or not isinstance(other, Tensor):
        raise TypeError("equal(): argument 'other' (position 2) must be Tensor, not %s" % type(other).__name__)
    if input.shape != other.shape:
        return False
    if input.device != other.device:
        raise RuntimeError("Expected all tensors to be on the same device, but got %s and %s" % (input.device, other.device))
    return bool((input == other).all()) if input.numel() else True


def trace(input):
    """The sum of the diagonal of a matrix."""
    if input.ndim != 2:
        raise RuntimeError("trace: expected a matrix, but got tensor with dim %d" % input.ndim)
    return input.diagonal().sum()


def diff(input, n=1, dim=-1, prepend=None, append=None):
    """Differences of neighbours along dim, n times."""
    w = _w()
    if input.ndim == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    parts = [t for t in (prepend, input, append) if t is not None]
    x = w.cat(parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        size = x.shape[dim]
        if size == 0:
            break
        a, b = x.narrow(dim, 1, size - 1), x.narrow(dim, 0, size - 1)
        x = w.logical_xor(a, b) if x.dtype is _core.bool else a - b
    return x.clone() if x is input else x


def dist(input, other, p=2):
    """The p-norm of input - other."""
    return _w().linalg.vector_norm(input - other, p) if hasattr(_w().linalg, "vector_norm") else _w().norm(input - other, p)


def _spaced(y, x, dx, dim):
    left, right = y.narrow(dim, 0, y.shape[dim] - 1), y.narrow(dim, 1, y.shape[dim] - 1)
    if x is None:
        return (left + right) * (dx / 2)
    if x.ndim == 1:
        shape = [1] * y.ndim
        shape[dim] = -1
        x = x.reshape(shape)
    return (left + right) * diff(x, 1, dim) / 2


def trapezoid(y, x=None, *, dx=1, dim=-1):
    """The integral along dim by the trapezoidal rule."""
    return _spaced(y, x, dx, dim).sum(dim)


trapz = trapezoid


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    """Running integrals along dim by the trapezoidal rule."""
    return _spaced(y, x, dx, dim).cumsum(dim)


def combinations(input, r=2, with_replacement=False):
    """All choices of r elements of a vector, one row each."""
    if input.ndim != 1:
        raise RuntimeError("Expect a 1D vector, but got shape %s" % list(input.shape))
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = [list(c) for c in choose(range(input.shape[0]), r)]
    if not rows:
        return input.new_empty((0, r))
    return input[_w().tensor(rows, device=input.device)]


def cov(input, *, correction=1, fweights=None, aweights=None):
    """Covariances of variables (rows) over observations (columns)."""
    if fweights is not None or aweights is not None:
        raise NotImplementedError("cov: weights are not supported")
    if input.ndim > 2:
        raise RuntimeError("cov(): expected input to have two or fewer dimensions but got an input with %d dimensions" % input.ndim)
    x = input.reshape(1, -1) if input.ndim < 2 else input
    if not (x.is_floating_point() or x.is_complex()):
        x = x.to(_core.get_default_dtype())
    x = x - x.mean(1, keepdim=True)
    c = x @ (x.mH if x.is_complex() else x.mT) / max(x.shape[1] - correction, 0)
    return c.squeeze()


def corrcoef(input):
    """Correlations of variables (rows) over observations (columns)."""
    c = cov(input)
    if c.ndim == 0:
        return c / c
    d = c.diagonal().real.sqrt() if c.is_complex() else c.diagonal().sqrt()
    return c / d.unsqueeze(1) / d.unsqueeze(0)


def cross(input, other, dim=None):
    """Cross products along a dim of size 3 (the first such, if none is named)."""
    w = _w()
    input, other = w.broadcast_tensors(input, other)
    if dim is None:
        dim = next((i for i, s in enumerate(input.shape) if s == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    if input.shape[dim] != 3:
        raise RuntimeError("linalg.cross: inputs dimension %d must have length 3. Got %d and %d" % (dim, input.shape[dim], other.shape[dim]))
    a, b = input.unbind(dim), other.unbind(dim)
    return w.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dim)


def vander(x, N=None, increasing=False):
    """Columns of powers of a vector."""
    n = x.shape[0] if N is None else N
    powers = list(range(n)) if increasing else list(range(n - 1, -1, -1))
    return x.unsqueeze(1) ** _w().tensor(powers, device=x.device).unsqueeze(0)


def _quantile(input, q, dim, keepdim, interpolation, skip_nan):
    w = _w()
    if not input.is_floating_point():
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if interpolation not in ("linear", "lower", "higher", "nearest", "midpoint"):
        raise RuntimeError("quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got %s" % interpolation)
    scalar_q = not isinstance(q, Tensor) or q.ndim == 0
    q = w.as_tensor(q, dtype=input.dtype, device=input.device).reshape(-1)
    if not bool(((q >= 0) & (q <= 1)).all()):
        raise RuntimeError("quantile() q values must be in the range [0, 1]")
    shape = list(input.shape)
    x = input.reshape(-1) if dim is None else input.movedim(dim, -1)
    if x.shape[-1] == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    x = x.sort(-1).values
    found = (~x.isnan()).sum(-1, keepdim=True)
    last = (found - 1 if skip_nan else w.full_like(found, x.shape[-1] - 1)).clamp(min=0)
    rank = q * last.to(input.dtype)                              # [..., n_q]
    low, high = rank.floor(), rank.ceil()
    if interpolation == "lower":
        high = low
    elif interpolation == "higher":
        low = high
    elif interpolation == "nearest":
        low = high = rank.round()
    part = w.full_like(rank, 0.5) * (high != low).to(rank.dtype) if interpolation == "midpoint" else rank - low
    a, b = x.gather(-1, low.to(_core.int64)), x.gather(-1, high.to(_core.int64))
    out = w.lerp(a, b, part) if interpolation in ("linear", "midpoint") else a
    bad = (found == 0) if skip_nan else (found < x.shape[-1])
    out = out.masked_fill(bad.expand_as(out), float("nan")).movedim(-1, 0)
    if keepdim:
        kept = [1] * len(shape) if dim is None else [1 if i == dim % len(shape) else s for i, s in enumerate(shape)]
        out = out.reshape([out.shape[0]] + kept)
    return out[0] if scalar_q else out


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """Quantiles along dim; NaN where the input has one."""
    return _quantile(input, q, dim, keepdim, interpolation, False)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """Quantiles along dim of the elements that are not NaN."""
    return _quantile(input, q, dim, keepdim, interpolation, True)


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """Uninitialised, with the given strides."""
    size, stride = tuple(size), tuple(stride)
    if len(size) != len(stride):
        raise RuntimeError("dimensionality of sizes (%d) must match dimensionality of strides (%d)" % (len(size), len(stride)))
    room = 0 if 0 in size else 1 + sum((s - 1) * t for s, t in zip(size, stride))
    return _w().empty(room, dtype=dtype, device=device, requires_grad=requires_grad).as_strided(size, stride)


def conj_physical(input):
    """The complex conjugate."""
    return input.conj()


def resolve_conj(input):
    """input: conjugation is never postponed here."""
    return input


def resolve_neg(input):
    """input: negation is never postponed here."""
    return input


def _sum_to_size(self, *size):
    """Sums over the dims that broadcasting from size would have made."""
    size = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    lead = self.ndim - len(size)
    if lead < 0 or any(s not in (1, have) for s, have in zip(size, self.shape[lead:])):
        raise RuntimeError("size {%s} is not expandable to size {%s}." % (list(size), list(self.shape)))
    dims = list(range(lead)) + [lead + i for i, s in enumerate(size) if s == 1 and self.shape[lead + i] != 1]
    return self.sum(dims, keepdim=True).reshape(size) if dims else self


def _fill_diagonal_(self, fill_value, wrap=False):
    """Sets the elements whose indices are all equal."""
    if self.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.ndim > 2 and len(set(self.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    step = sum(self.stride())
    n = min(self.shape)
    if wrap and self.ndim == 2 and self.shape[0] > self.shape[1]:
        rows = [i for i in range(self.shape[0]) if i % (self.shape[1] + 1) < self.shape[1]]
        self[_w().tensor(rows), _w().tensor([i % (self.shape[1] + 1) for i in rows])] = fill_value
    elif n:
        self._view((n,), (step,), self.storage_offset()).fill_(fill_value)
    return self


def _resize_(self, *size):
    raise NotImplementedError("resize_: a wootz tensor keeps its memory; make a new tensor, or use x.data = ...")


def _install():
    for name in _METHODS:
        setattr(Tensor, name, globals()[name])
    Tensor.sum_to_size, Tensor.fill_diagonal_, Tensor.resize_ = _sum_to_size, _fill_diagonal_, _resize_
    Tensor.to_dense = lambda self, dtype=None: self if dtype is None else self.to(dtype)
    Tensor.share_memory_ = lambda self: self


_install()

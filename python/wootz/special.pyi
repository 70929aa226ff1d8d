# Made by tools/gen_stubs.py from the op table: edit the table, not this file.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, NamedTuple, overload
from . import Generator, Size, Tensor, _Number, _device, _dtype

def bessel_j0(input: Tensor) -> Tensor:
    """The Bessel function of the first kind, order 0."""
def bessel_j1(input: Tensor) -> Tensor:
    """The Bessel function of the first kind, order 1."""
def bessel_y0(input: Tensor) -> Tensor:
    """The Bessel function of the second kind, order 0."""
def bessel_y1(input: Tensor) -> Tensor:
    """The Bessel function of the second kind, order 1."""
def chebyshev_polynomial_t(input: Tensor | _Number, n: Tensor | _Number) -> Tensor:
    """The Chebyshev polynomial of the first kind, degree n."""
def chebyshev_polynomial_u(input: Tensor | _Number, n: Tensor | _Number) -> Tensor:
    """The Chebyshev polynomial of the second kind, degree n."""
def digamma(input: Tensor) -> Tensor:
    """digamma."""
def entr(input: Tensor) -> Tensor:
    """-input * log(input)."""
def erf(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The error function."""
def erfc(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 - erf(input), exact for large input."""
def erfcx(input: Tensor) -> Tensor:
    """exp(input ** 2) * erfc(input)."""
def erfinv(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The inverse of erf."""
def exp2(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """2 ** input."""
def expit(input: Tensor) -> Tensor:
    """sigmoid."""
def expm1(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """e ** input - 1, exact near 0."""
def gammaln(input: Tensor) -> Tensor:
    """lgamma."""
def hermite_polynomial_h(input: Tensor | _Number, n: Tensor | _Number) -> Tensor:
    """The physicists' Hermite polynomial of degree n."""
def hermite_polynomial_he(input: Tensor | _Number, n: Tensor | _Number) -> Tensor:
    """The probabilists' Hermite polynomial of degree n."""
def i0(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The modified Bessel function of order 0."""
def i0e(input: Tensor) -> Tensor:
    """exp(-|input|) * i0(input)."""
def i1(input: Tensor) -> Tensor:
    """The modified Bessel function of order 1."""
def i1e(input: Tensor) -> Tensor:
    """exp(-|input|) * i1(input)."""
def laguerre_polynomial_l(input: Tensor | _Number, n: Tensor | _Number) -> Tensor:
    """The Laguerre polynomial of degree n."""
def legendre_polynomial_p(input: Tensor | _Number, n: Tensor | _Number) -> Tensor:
    """The Legendre polynomial of degree n."""
def log1p(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(1 + input), exact near 0."""
def log_ndtr(input: Tensor) -> Tensor:
    """log(ndtr(input))."""
def logit(input: Tensor, eps: _float | None = None, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(input / (1 - input)), input first brought into [eps, 1 - eps] if eps is given."""
def logsumexp(input: Tensor, dim: _int | Sequence[_int], keepdim: _bool = False, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """log(sum(exp(input))) over dim without overflow."""
def ndtr(input: Tensor) -> Tensor:
    """The normal distribution's cumulative function."""
def ndtri(input: Tensor) -> Tensor:
    """The inverse of ndtr."""
def polygamma(n: _int, input: Tensor) -> Tensor:
    """The n-th derivative of digamma."""
def psi(input: Tensor) -> Tensor:
    """digamma."""
@overload
def round(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The nearest integer, halves to even."""
@overload
def round(input: Tensor, *, decimals: _int, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The nearest multiple of 10 ** -decimals."""
def sinc(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """sin(pi * input) / (pi * input), 1 at 0."""
def spherical_bessel_j0(input: Tensor) -> Tensor:
    """sin(x) / x."""
def xlog1py(input: Tensor | _Number, other: Tensor | _Number) -> Tensor:
    """input * log(1 + other), 0 where input is 0."""
def xlogy(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input * log(other), 0 where input is 0."""
def zeta(input: Tensor | _Number, other: Tensor | _Number) -> Tensor:
    """The Hurwitz zeta function."""

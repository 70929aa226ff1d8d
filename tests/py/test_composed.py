"""Functions composed in Python, against NumPy."""
import itertools

import numpy as np
import pytest
import wootz as torch

pytestmark = pytest.mark.usefixtures("no_leak")
R = np.random.default_rng(3)
A = R.standard_normal((3, 5))


def close(got, want):
    assert np.allclose(np.asarray(got.tolist()), want, rtol=1e-6, atol=1e-9, equal_nan=True)


def test_equal():
    x = torch.tensor([1, 2])
    assert torch.equal(x, torch.tensor([1, 2])) and x.equal(x) and not torch.equal(x, torch.tensor([1, 3]))
    assert not torch.equal(x, torch.tensor([[1, 2]])) and torch.equal(torch.zeros(0), torch.zeros(0))
    assert not torch.equal(torch.tensor(float("nan")), torch.tensor(float("nan")))
    with pytest.raises(TypeError):
        torch.equal(x, 1)


def test_sums_and_differences():
    x = torch.tensor(A)
    close(torch.trace(x), np.trace(A))
    close(torch.diff(x), np.diff(A))
    close(torch.diff(x, 2, dim=0), np.diff(A, 2, axis=0))
    close(torch.diff(x, append=x[:, :1]), np.diff(A, append=A[:, :1]))
    assert torch.diff(torch.tensor([True, False, False])).tolist() == [True, False]
    close(torch.trapezoid(x), np.trapezoid(A) if hasattr(np, "trapezoid") else np.trapz(A))
    close(torch.trapezoid(x, torch.tensor([0.0, 1, 3, 4, 7], dtype=torch.float64)), (((A[:, 1:] + A[:, :-1]) / 2) * [1, 2, 1, 3]).sum(1))
    close(torch.cumulative_trapezoid(x, dx=2.0), np.cumsum(A[:, 1:] + A[:, :-1], axis=1))
    close(torch.dist(x, x * 2), np.linalg.norm(A))


def test_statistics():
    x = torch.tensor(A)
    close(torch.cov(x), np.cov(A))
    close(torch.cov(x, correction=0), np.cov(A, ddof=0))
    close(torch.corrcoef(x), np.corrcoef(A))
    holes = A.copy()
    holes[1, 2] = np.nan
    for how in ("linear", "lower", "higher", "nearest", "midpoint"):
        for q in (0.0, 0.3, 0.5, 1.0):
            close(torch.quantile(x, q, interpolation=how), np.quantile(A, q, method=how))
            close(torch.quantile(x, q, dim=1, keepdim=True, interpolation=how), np.quantile(A, q, axis=1, keepdims=True, method=how))
    qs = [0.1, 0.9]
    close(torch.quantile(x, torch.tensor(qs, dtype=torch.float64), dim=0), np.quantile(A, qs, axis=0))
    close(torch.nanquantile(torch.tensor(holes), 0.4, dim=1), np.nanquantile(holes, 0.4, axis=1))
    close(torch.quantile(torch.tensor(holes), 0.4, dim=1), np.quantile(holes, 0.4, axis=1))
    with pytest.raises(RuntimeError, match="range"):
        torch.quantile(x, 1.5)


def test_products_and_choices():
    a, b = R.standard_normal((2, 4, 3))
    close(torch.cross(torch.tensor(a), torch.tensor(b), dim=1), np.cross(a, b))
    close(torch.vander(torch.tensor([1.0, 2, 3])), np.vander([1, 2, 3]))
    close(torch.vander(torch.tensor([1.0, 2, 3]), 2, increasing=True), np.vander([1, 2, 3], 2, increasing=True))
    assert torch.combinations(torch.arange(4)).tolist() == [list(c) for c in itertools.combinations(range(4), 2)]
    assert torch.combinations(torch.arange(3), 2, True).shape == (6, 2)


def test_shapes_of_memory():
    x = torch.empty_strided((2, 3), (1, 2))
    assert x.stride() == (1, 2) and x.shape == (2, 3)
    y = torch.zeros(5, 3)
    assert y.fill_diagonal_(1) is y and y.tolist() == np.eye(5, 3).tolist()
    z = np.zeros((5, 3))
    np.fill_diagonal(z, 1, wrap=True)
    assert torch.zeros(5, 3).fill_diagonal_(1, wrap=True).tolist() == z.tolist()
    assert torch.ones(2, 3, 4).sum_to_size(3, 1).tolist() == [[8.0]] * 3
    with pytest.raises(NotImplementedError):
        y.resize_(2)

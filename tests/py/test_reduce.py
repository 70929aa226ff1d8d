"""Reductions against NumPy: values, dtypes, dims, empty inputs, NaN, ties, layouts, accuracy."""
import itertools
import math

import numpy as np
import pytest

import wootz as T

pytestmark = pytest.mark.usefixtures("no_leak")
inf, nan = math.inf, math.nan
SHAPES = [(), (1,), (7,), (5, 33), (4, 3, 130), (2, 1024, 16), (3, 7, 5), (1025, 3, 33), (2, 4097, 1)]


def host(x):
    return np.array(x.float().tolist(), dtype=np.float64) if x.dtype in (T.float16, T.bfloat16) else x.numpy()


def layouts(a):
    """The same values packed, transposed in memory, with a step, and with an offset."""
    yield T.tensor(a)
    if a.ndim > 1:
        yield T.tensor(np.ascontiguousarray(a.T)).permute(*range(a.ndim)[::-1])
        wide = np.zeros(a.shape[:-1] + (2 * a.shape[-1] + 3,), a.dtype)
        wide[..., 3::2] = a
        yield T.tensor(wide)[..., 3::2]


def dim_sets(ndim):
    yield None
    for n in range(1, ndim + 1):
        yield from itertools.combinations(range(ndim), n)


@pytest.mark.parametrize("shape", SHAPES)
def test_sums_and_extremes_on_every_layout(shape):
    a = (np.arange(int(np.prod(shape))) * 7919 % 97 - 48).reshape(shape).astype(np.float32)
    for x in layouts(a):
        for dims in dim_sets(a.ndim):
            for keep in (False, True):
                args = {"axis": dims, "keepdims": keep}
                assert np.array_equal(x.sum(dims, keep).numpy(), a.sum(**args))
                assert np.array_equal(T.amax(x, dims if dims else (), keep).numpy(), a.max(**args))
                assert np.array_equal(T.amin(x, dims if dims else (), keep).numpy(), a.min(**args))
                assert np.allclose(x.mean(dims, keep).numpy(), a.astype(np.float64).mean(**args), 1e-6)
                if np.prod(shape) > 1 and dims != () and a.size // a.sum(**args).size > 1:
                    assert np.allclose(x.var(dims, keepdim=keep).numpy(), a.astype(np.float64).var(ddof=1, **args), 1e-5)
        for d in range(a.ndim):
            assert np.array_equal(T.argmax(x, d).numpy(), a.argmax(d))
            assert np.array_equal(T.argmin(x, d).numpy(), a.argmin(d))
            values, indices = x.max(d)
            assert np.array_equal(values.numpy(), a.max(d)) and np.array_equal(indices.numpy(), a.argmax(d))
            values, indices = x.min(d, keepdim=True)
            assert np.array_equal(values.numpy(), a.min(d, keepdims=True))
        assert int(x.argmax()) == a.argmax() and float(x.max()) == a.max() and float(x.min()) == a.min()


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"])
def test_integers(dtype):
    rng = np.random.default_rng(3)
    a = rng.integers(0, 2 if dtype == "bool" else 120, (6, 50)).astype(dtype)
    x = T.tensor(a)
    assert x.sum().dtype == T.int64 and int(x.sum()) == int(a.sum())
    assert x.sum(1).tolist() == a.sum(1).tolist() and x.any(1).tolist() == a.any(1).tolist()
    assert x.all(0).tolist() == a.all(0).tolist()
    assert x.max(1).values.tolist() == a.max(1).tolist() and x.argmin(1).tolist() == a.argmin(1).tolist()
    assert T.count_nonzero(x, 0).tolist() == np.count_nonzero(a, 0).tolist()
    assert x.sum(dtype=T.float64).dtype == T.float64
    assert x.mean(dtype=T.float32).item() == pytest.approx(a.mean(), rel=1e-6)
    with pytest.raises(RuntimeError):
        x.mean()
    with pytest.raises(RuntimeError):
        x.var()


def test_integer_extremes_and_wrapping():
    big = T.tensor([2**63 - 1, 1, 5])
    assert int(big.sum()) == -(2**63) + 5 and int(big.max()) == 2**63 - 1
    u = T.tensor([2**63, 2**64 - 1, 3], dtype=T.uint64)
    assert u.max().item() == 2**64 - 1 and u.min().item() == 3 and int(u.argmax()) == 1
    assert T.tensor([2**53 + 1, 2**53]).max().item() == 2**53 + 1
    assert T.tensor([1, 2, 3, 4]).prod().item() == 24


def test_nan_wins():
    for n in (1, 5, 31, 64, 1025, 70000, 200000):
        for pos in sorted({0, n // 3, n - 1}):
            x = T.arange(n).float()
            x[pos] = nan
            for v in (x.max(), x.min(), T.amax(x, 0), T.amin(x, 0), x.max(0).values, x.min(0).values, x.sum(), x.mean(),
                      x.prod(), T.aminmax(x).min, T.aminmax(x).max, x.norm(), x.norm(inf), x.std(), x.median(),
                      T.logsumexp(x, 0)):
                assert math.isnan(float(v))
            assert int(x.max(0).indices) == pos and int(x.min(0).indices) == pos and int(x.argmax()) == pos
            assert float(x.nansum()) == pytest.approx(n * (n - 1) / 2 - pos, rel=1e-7)
            if n > 1:
                assert float(x.nanmean()) == pytest.approx((n * (n - 1) / 2 - pos) / (n - 1), rel=1e-6)


def test_ties_give_the_first():
    x = T.tensor([[1., 3., 3., 2.], [5., 5., 5., 5.], [-0., 0., -0., 0.]])
    assert x.argmax(1).tolist() == [1, 0, 0] and x.argmin(1).tolist() == [0, 0, 0]
    assert T.full((300000,), 2.0).argmax().item() == 0 and T.ones(5, 9).argmin(0).tolist() == [0] * 9


def test_half_precision_sums_do_not_overflow_on_the_way():
    for dt in (T.float16, T.bfloat16):
        x = T.tensor([40000.] * 6 + [-40000.] * 6 + [5.], dtype=dt)
        assert float(x.sum()) == 5 and float(x.sum(0)) == 5 and float(x.reshape(13, 1).sum(0)) == 5
        assert T.stack([x, x.flip(0)], 1).sum(0).float().tolist() == [5., 5.]
    n = T.full((4,), 300., dtype=T.float16)
    assert float(n.norm()) == 600
    assert float(T.full((8,), 60000., dtype=T.float16).mean()) == 60000
    assert float(T.full((70000,), 1., dtype=T.float16).mean()) == 1


def test_long_sums_stay_accurate():
    assert float(T.full((1 << 24,), 0.1).sum()) == pytest.approx((1 << 24) * float(np.float32(0.1)), rel=1e-7)
    a = np.random.default_rng(1).random(1 << 20)
    assert T.tensor(a).sum().item() == pytest.approx(math.fsum(a), rel=1e-15)
    assert T.tensor(a.reshape(1024, 1024)).sum().item() == pytest.approx(math.fsum(a), rel=1e-15)
    b = np.float32(1e8) + np.random.default_rng(2).random(100000).astype(np.float32) * 50
    assert T.tensor(b).var().item() == pytest.approx(b.astype(np.float64).var(ddof=1), rel=1e-5)


def test_infinities():
    x = T.tensor([inf, 1.0, 2.0])
    assert float(x.sum()) == inf and float(x.max()) == inf and math.isnan(float(T.tensor([inf, -inf]).sum()))
    assert float(T.logsumexp(T.tensor([-inf, -inf]), 0)) == -inf and float(T.logsumexp(x, 0)) == inf
    assert float(T.logsumexp(T.tensor([1000., 1000.]), 0)) == pytest.approx(1000 + math.log(2))
    assert float(T.logsumexp(T.tensor([1, 2]), 0)) == pytest.approx(math.log(math.e + math.e**2))


def test_empty():
    z = T.empty(3, 0, 5)
    for fn in (T.var, T.std):
        r = fn(z, 1).numpy()
        assert r.shape == (3, 5) and np.isnan(r).all() and fn(z, 0).shape == (0, 5)
        assert math.isnan(float(fn(T.tensor([4.0])))) and float(fn(T.tensor([4.0]), unbiased=False)) == 0
    v, m = T.var_mean(z, 1)
    assert np.isnan(v.numpy()).all() and np.isnan(m.numpy()).all()
    assert z.sum(1).tolist() == [[0.0] * 5] * 3 and z.prod(1).tolist() == [[1.0] * 5] * 3
    assert np.isnan(z.mean(1).numpy()).all() and z.any(1).tolist() == [[False] * 5] * 3 and z.all(1).tolist() == [[True] * 5] * 3
    assert float(z.sum()) == 0 and float(z.norm()) == 0 and math.isnan(float(z.median()))
    assert float(T.logsumexp(T.empty(0), 0)) == -inf
    for bad in (lambda: z.max(1), lambda: z.argmax(1), lambda: z.amax(1), lambda: z.median(1), lambda: T.aminmax(z, dim=1)):
        with pytest.raises(IndexError, match="non-zero size"):
            bad()
    for bad in (lambda: z.max(), lambda: z.amax(), lambda: z.argmin()):
        with pytest.raises((RuntimeError, IndexError), match="Expected reduction dim to be specified"):
            bad()
    with pytest.raises(RuntimeError):
        T.linalg.vector_norm(z, inf)


def test_variance():
    x = T.tensor([1., 2., 4., 9.])
    assert float(T.var(x)) == pytest.approx(38 / 3) and float(T.std(x)) == pytest.approx(math.sqrt(38 / 3))
    assert float(T.var(x, unbiased=False)) == 9.5 and float(x.var(False)) == 9.5 and float(T.var(x, 0, correction=2)) == 19
    assert math.isnan(float(T.var(T.tensor([1., 1.]), 0, correction=2))) and float(T.var(T.tensor([1., 2.]), 0, correction=2)) == inf
    s, m = T.std_mean(x, 0, unbiased=False)
    assert float(s) == pytest.approx(math.sqrt(9.5)) and float(m) == 4
    z = T.tensor([1 + 1j, 2 - 1j, 4 + 0j])
    assert float(z.var()) == pytest.approx(np.var([1 + 1j, 2 - 1j, 4], ddof=1)) and z.var().dtype == T.float32
    assert complex(z.sum().item()) == 7 + 0j and complex(z.prod().item()) == (1 + 1j) * (2 - 1j) * 4


@pytest.mark.parametrize("p", [2, 1, 0, 3, 0.5, -1, -2, inf, -inf])
def test_norms(p):
    a = np.array([[3.0, -4.0, 12.0], [0.5, 1.0, -2.0]])
    x = T.tensor(a)
    for d in (0, 1):
        want = np.linalg.norm(a, ord=p, axis=d)
        assert np.allclose(T.linalg.vector_norm(x, p, d).numpy(), want) and np.allclose(x.norm(p, d).numpy(), want)
    assert float(x.norm(p)) == pytest.approx(np.linalg.norm(a.ravel(), ord=p))
    assert float(T.linalg.vector_norm(T.tensor([3 + 4j, 0j + 1]), p)) == pytest.approx(np.linalg.norm([5.0, 1.0], ord=p))
    assert T.linalg.vector_norm(x.half(), p, dtype=T.float32).dtype == T.float32


def test_median():
    rng = np.random.default_rng(5)
    for n in (1, 2, 3, 10, 101, 1000):
        a = rng.integers(-20, 20, (3, n)).astype(np.float32)
        values, indices = T.tensor(a).median(1)
        want = np.sort(a, 1)[:, (n - 1) // 2]
        assert values.tolist() == want.tolist()
        assert [a[i, k] for i, k in enumerate(indices.tolist())] == want.tolist()
        assert T.tensor(a).t().median(0).values.tolist() == want.tolist()
    assert math.isnan(float(T.tensor([1., nan, 2.]).median())) and float(T.tensor([1., nan, 2.]).nanmedian()) == 1
    assert T.tensor([5, 1, 3, 2]).median().item() == 2 and int(T.tensor([nan, 4., 9.]).nanmedian(0).indices) == 1


def test_arguments():
    x = T.zeros(2, 3)
    with pytest.raises(IndexError, match="Dimension out of range"):
        x.sum(2)
    with pytest.raises(RuntimeError, match="appears multiple times"):
        x.sum((0, -2))
    assert x.sum((0, 1), keepdim=True).shape == (1, 1) and x.amax(-1).shape == (2,)
    out = T.empty(3)
    assert T.sum(x + 1, 0, out=out) is out and out.tolist() == [2, 2, 2]
    assert T.any(T.tensor([0, 3], dtype=T.uint8)).dtype == T.uint8
    assert T.max(T.tensor([1, 5]), T.tensor([3, 2])).tolist() == [3, 5]

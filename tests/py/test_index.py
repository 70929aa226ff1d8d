"""Gathering, scattering, masks and counting against NumPy. (x[key] itself is tested in test_getitem.py.)
SPDX-License-Identifier: MIT"""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import wootz as T
import wootz.nn.functional as F

NUMBERS = [T.uint8, T.int8, T.int32, T.int64, T.float16, T.bfloat16, T.float32, T.float64, T.complex64]


def host(x):
    return np.array(x.float().tolist() if x.dtype in (T.bfloat16, T.float8_e4m3fn, T.float8_e5m2) else x.tolist()).reshape(x.shape)


def same(x, want):
    want = np.asarray(want)
    assert tuple(x.shape) == want.shape, (x.shape, want.shape)
    assert np.array_equal(host(x), want), (host(x), want)


def strided(data, a):
    """a as a tensor with its dims in another order in memory."""
    order = data.draw(st.permutations(range(a.ndim)))
    b = a.transpose(order)
    x = T.tensor(b.reshape(-1).tolist(), dtype=T.int64) if a.size else T.zeros(0, dtype=T.int64)
    return x.reshape(b.shape).permute(list(np.argsort(order)) if a.ndim else [])


@st.composite
def problems(draw):
    """An array, a dim, and an index of the same rank that fits the other dims."""
    shape = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    dim = draw(st.integers(0, len(shape) - 1))
    rng = np.random.default_rng(draw(st.integers(0, 2**31)))
    ishape = [draw(st.integers(0, 7)) if d == dim else draw(st.integers(1, n)) for d, n in enumerate(shape)]
    return rng.integers(0, 9, shape), dim, rng.integers(0, shape[dim], ishape), rng.integers(0, 3, ishape)


def grid(dim, index):
    g = list(np.indices(index.shape))
    g[dim] = index
    return tuple(g)


@settings(max_examples=250, deadline=None)
@given(problems(), st.sampled_from(NUMBERS), st.data())
def test_gather_and_scatter(problem, dtype, data):
    a, dim, index, src = problem
    x, i, s = strided(data, a).to(dtype), strided(data, index), strided(data, src).to(dtype)
    if data.draw(st.booleans()):
        i = i.to(T.int32)
    same(T.gather(x, dim, i), a[grid(dim, index)])
    want = a.copy()
    for k in np.ndindex(*index.shape):
        want[k[:dim] + (index[k],) + k[dim + 1:]] = src[k]
    same(x.scatter(dim, i, s), want)
    y = x.clone()
    assert y.scatter_(dim, i, s) is y
    same(y, want)
    want = a.copy()
    np.add.at(want, grid(dim, index), src)
    same(x.scatter_add(dim, i, s), want)
    want = a.copy()
    want[grid(dim, index)] = 2
    same(x.scatter(dim, i, 2), want)
    if dtype != T.complex64:
        for name, ufunc in (("sum", np.add), ("amax", np.maximum), ("amin", np.minimum)):
            want = a.copy()
            ufunc.at(want, grid(dim, index), src)
            same(x.scatter_reduce(dim, i, s, name), want)
            if index.size:
                start = a.copy()
                start[grid(dim, index)] = {"sum": 0, "amax": -1, "amin": 99}[name]
                ufunc.at(start, grid(dim, index), src)
                same(x.scatter_reduce(dim, i, s, name, include_self=False), start)


def test_scatter_mean_and_words():
    x = T.tensor([10., 20., 30.])
    i, s = T.tensor([0, 0, 2]), T.tensor([1., 4., 8.])
    assert x.scatter_reduce(0, i, s, "mean").tolist() == [5, 20, 19]
    assert x.scatter_reduce(0, i, s, "mean", include_self=False).tolist() == [2.5, 20, 8]
    assert x.scatter_reduce(0, i, s, "prod").tolist() == [40, 20, 240]
    assert x.scatter(0, i, s, reduce="add").tolist() == [15, 20, 38]
    assert x.scatter(0, i, 2., reduce="multiply").tolist() == [40, 20, 60]
    n = T.tensor([-7]).scatter_reduce(0, T.tensor([0]), T.tensor([0]), "mean")
    assert n.tolist() == [-4]  # rounds down
    nan = float("nan")
    assert str(T.tensor([1.]).scatter_reduce(0, T.tensor([0, 0]), T.tensor([nan, 2.]), "amax").tolist()) == "[nan]"


@settings(max_examples=150, deadline=None)
@given(problems(), st.sampled_from(NUMBERS), st.data())
def test_slices_by_a_vector(problem, dtype, data):
    a, dim, _, _ = problem
    n = a.shape[dim]
    v = np.array(data.draw(st.lists(st.integers(0, n - 1), max_size=7)), dtype=np.int64)
    x, i = strided(data, a).to(dtype), T.tensor(v.tolist(), dtype=T.int64)
    same(x.index_select(dim, i), a.take(v, dim))
    source = np.arange(a.size // n * len(v)).reshape([len(v) if d == dim else k for d, k in enumerate(a.shape)]) % 3
    key = (slice(None),) * dim + (v,)
    want = a.copy()
    np.add.at(want, key, source)
    same(x.index_add(dim, i, strided(data, source).to(dtype)), want)
    want = a.copy()
    np.add.at(want, key, source * 2)
    same(x.index_add(dim, i, strided(data, source).to(dtype), alpha=2), want)
    want = a.copy()
    want[key] = source
    same(x.index_copy(dim, i, strided(data, source).to(dtype)), want)
    w = v - n * (v % 2)  # some from the end
    want = a.copy()
    want[(slice(None),) * dim + (w,)] = 1
    same(x.index_fill(dim, T.tensor(w.tolist(), dtype=T.int64), 1), want)
    f = T.tensor((v - a.size * (v % 2)).tolist(), dtype=T.int64)
    same(x.take(f), a.reshape(-1)[v - a.size * (v % 2)] if len(v) else np.zeros(0))


def test_out_of_range_writes_nothing():
    x = T.arange(3)
    bad = T.tensor([0, 3])
    for call in (lambda: x.scatter_(0, bad, T.tensor([9, 9])), lambda: x.index_fill_(0, bad, 9), lambda: x.put_(bad, T.tensor([9, 9])),
                 lambda: x.index_add_(0, bad, T.tensor([9, 9])), lambda: x.index_copy_(0, bad, T.tensor([9, 9])),
                 lambda: x.index_put_((bad,), T.tensor(9)), lambda: x.scatter_add_(0, bad, T.tensor([9, 9])),
                 lambda: x.__setitem__(bad, 9), lambda: T.gather(x, 0, bad), lambda: x.index_select(0, bad), lambda: x.take(bad), lambda: x[bad],
                 lambda: T.gather(x, 0, T.tensor([-1])), lambda: F.embedding(bad, T.zeros(3, 2)), lambda: x.scatter_(0, T.tensor([-1]), 5)):
        with pytest.raises(IndexError):
            call()
        assert x.tolist() == [0, 1, 2]
    with pytest.raises(IndexError, match="index 3 is out of bounds for dimension 0 with size 3"):
        x.index_fill_(0, bad, 9)


def test_wrong_arguments():
    x = T.zeros(3, 4)
    i = T.zeros(2, 2, dtype=T.int64)
    for call in (lambda: T.gather(x, 0, i.float()), lambda: T.gather(x, 0, i[0]), lambda: T.gather(x, 0, T.zeros(2, 5, dtype=T.int64)),
                 lambda: x.scatter(0, i, T.zeros(2, 2, dtype=T.float64)), lambda: x.scatter(0, i, T.zeros(1, 2)),
                 lambda: x.index_add(0, T.tensor([0]), T.zeros(2, 4)), lambda: x.index_add(0, T.tensor([0]), T.zeros(1, 3)),
                 lambda: x.put_(T.tensor([0]), T.zeros(2)), lambda: x.scatter_reduce(0, i, T.zeros(2, 2), "max"),
                 lambda: x.masked_fill(T.zeros(3, 4), 1), lambda: x.index_select(0, i), lambda: T.gather(x, 5, i)):
        with pytest.raises((RuntimeError, TypeError, IndexError, ValueError)):
            call()


@pytest.mark.parametrize("dtype", [T.float32, T.int64, T.float64, T.int32])
def test_accumulating_many_duplicates(dtype):
    n = 100003
    x = T.zeros(3, 5, dtype=dtype)
    x.put_(T.full((n,), 7), T.ones(n, dtype=dtype), accumulate=True)
    assert int(x[1, 2]) == n
    y = T.zeros(5, dtype=dtype)
    y.scatter_add_(0, T.full((n,), 3), T.ones(n, dtype=dtype))
    assert y.tolist() == [0, 0, 0, n, 0]
    z = T.zeros(5, dtype=dtype)
    z.index_put_((T.full((n,), 3),), T.ones(1, dtype=dtype), accumulate=True)
    assert z.tolist() == [0, 0, 0, n, 0]


def test_half_formats_add_up_in_float():
    for dtype, n, total in ((T.float16, 5000, 5000), (T.bfloat16, 5000, 4992)):
        for add in (lambda x, i, s: x.scatter_add_(0, i, s), lambda x, i, s: x.index_add_(0, i, s),
                    lambda x, i, s: x.index_put_((i,), s, accumulate=True), lambda x, i, s: x.put_(i, s, accumulate=True)):
            x = T.zeros(2, dtype=dtype)
            add(x, T.ones(n, dtype=T.int64), T.ones(n, dtype=dtype))
            assert x.float().tolist() == [0, total]


def test_put_and_index_put_in_logical_order():
    t = T.zeros(4, 3).t()
    t.put_(T.tensor([0, 1, 11, 0]), T.tensor([1., 2., 3., 4.]), accumulate=True)
    assert t.tolist() == [[5, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3]]
    z = T.zeros(5, 2)
    z.index_put_((T.tensor([[0, 2], [2, 2]]),), T.tensor([1., 10.]), accumulate=True)
    assert z.tolist() == [[1, 10], [0, 0], [3, 30], [0, 0], [0, 0]]
    e = T.ones(3)
    e.put_(T.tensor([], dtype=T.int64), T.tensor([]))
    assert e.tolist() == [1, 1, 1]
    x = T.arange(4)
    x.scatter_(0, T.tensor([1, 0, 3, 2]), x)
    assert x.tolist() == [1, 0, 3, 2]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_index_tensors(data):
    shape = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    a = np.arange(int(np.prod(shape))).reshape(shape)
    x = strided(data, a)
    entries, keys, d = [], [], 0
    rng = np.random.default_rng(data.draw(st.integers(0, 2**31)))
    while d < a.ndim:
        kind = data.draw(st.sampled_from(["all", "ints", "mask", "stop"]))
        if kind == "stop":
            break
        if kind == "all":
            entries.append(None)
            keys.append(slice(None))
            d += 1
        elif kind == "ints":
            i = rng.integers(-shape[d], shape[d], data.draw(st.sampled_from([(2,), (3, 1), (1, 2), (0,)])))
            entries.append(strided(data, i))
            keys.append(i)
            d += 1
        else:
            m = data.draw(st.integers(1, a.ndim - d))
            b = rng.random(shape[d:d + m]) < 0.5
            entries.append(T.tensor(b.reshape(-1).tolist()).reshape(b.shape))
            keys.append(b)
            d += m
    if not any(e is not None for e in entries):
        return
    try:
        want = a[tuple(keys)]
    except IndexError:
        with pytest.raises(IndexError):
            x.index_put_(entries, T.tensor(0))
        return
    v = np.arange(want.size).reshape(want.shape) % 5
    changed = a.copy()
    changed[tuple(keys)] = v
    same(T.index_put(x, entries, strided(data, v)), changed)
    changed = a.copy()
    np.add.at(changed, tuple(keys), v)
    same(T.index_put(x, entries, strided(data, v), accumulate=True), changed)


def test_masks():
    rng = np.random.default_rng(0)
    a, m = rng.integers(0, 9, (4, 5)), rng.random((4, 5)) < 0.5
    x, mask = T.tensor(a.tolist()), T.tensor(m.tolist())
    same(x.masked_fill(mask, 7), np.where(m, 7, a))
    same(x.masked_fill(mask[0], 7), np.where(m[0], 7, a))
    same(x.masked_fill(mask, T.tensor(3)), np.where(m, 3, a))
    same(x.masked_select(mask), a[m])
    same(x.masked_select(mask[:, :1]), a[np.broadcast_to(m[:, :1], a.shape)])
    y = x.clone()
    y.masked_fill_(mask, -1)
    same(y, np.where(m, -1, a))
    source = np.arange(20)
    want = a.copy()
    want[m] = source[:m.sum()]
    same(x.masked_scatter(mask, T.tensor(source.tolist())), want)
    with pytest.raises(RuntimeError):
        x.masked_scatter(mask, T.arange(int(m.sum()) - 1))
    same(x.nonzero(), np.argwhere(a))
    for got, want in zip(x.nonzero(as_tuple=True), np.nonzero(a)):
        same(got, want)
    same(T.where(mask, x, T.tensor(100)), np.where(m, a, 100))
    assert T.where(mask, x, 0.5).dtype == T.float32 and T.where(mask)[0].tolist() == np.where(m)[0].tolist()
    assert T.tensor(3).nonzero().shape == (1, 0) and T.zeros(0, 2).nonzero().shape == (0, 2)
    f8 = T.tensor([1., 2., 3.]).to(T.float8_e4m3fn)
    assert f8.masked_fill(T.tensor([True, False, True]), 8).float().tolist() == [8, 2, 8]
    assert f8.scatter(0, T.tensor([0]), 16.).float().tolist() == [16, 2, 3]


def test_embedding_and_take_along():
    w = T.arange(12.).reshape(4, 3)
    assert F.embedding(T.tensor([[0, 3]]), w, padding_idx=-1).tolist() == [[[0, 1, 2], [9, 10, 11]]]
    assert F.embedding(T.zeros(0, dtype=T.int64), w).shape == (0, 3)
    with pytest.raises(ValueError):
        F.embedding(T.tensor([0]), w, padding_idx=4)
    a = np.array([[3, 1, 2], [9, 8, 7]])
    x = T.tensor(a.tolist())
    same(T.take_along_dim(x, T.tensor([[2], [0]]), 1), np.take_along_axis(a, np.array([[2], [0]]), 1))
    same(T.take_along_dim(x, T.tensor([[1]]), 0), a[1:2])
    same(T.take_along_dim(x, T.tensor([5, 0])), [7, 3])


def test_counting():
    e = T.tensor([], dtype=T.int64)
    assert T.bincount(e).tolist() == [] and T.bincount(e, minlength=4).tolist() == [0, 0, 0, 0]
    assert T.bincount(T.tensor([1, 1, 3]), minlength=2).tolist() == [0, 2, 0, 1]
    assert T.bincount(T.tensor([1, 1, 3]), minlength=6).tolist() == [0, 2, 0, 1, 0, 0]
    assert T.bincount(T.tensor([1, 1, 3]), T.tensor([.5, 1, 2])).tolist() == [0, 1.5, 0, 2]
    i = T.tensor([4])
    for w in (T.ones(1, 0, 1), T.ones(2), T.ones(3, 1, 0), T.ones(0)):
        with pytest.raises(RuntimeError):
            T.bincount(i, weights=w, minlength=10)
    for call in (lambda: T.bincount(T.tensor([2, -1])), lambda: T.bincount(T.tensor([[1, 2]])), lambda: T.bincount(i, minlength=-1),
                 lambda: T.bincount(T.tensor([1.5])), lambda: F.one_hot(T.tensor([3]), 3), lambda: F.one_hot(T.tensor([-1])),
                 lambda: F.one_hot(e), lambda: T.histc(T.ones(3), 0), lambda: T.histc(T.tensor([float("nan")]))):
        with pytest.raises(RuntimeError):
            call()
    assert T.bincount(T.tensor([255, 0], dtype=T.uint8)).shape[0] == 256
    assert F.one_hot(T.tensor([[0, 2]])).tolist() == [[[1, 0, 0], [0, 0, 1]]] and F.one_hot(e, 3).shape == (0, 3)
    v = np.random.default_rng(1).normal(size=500).astype(np.float32)
    x = T.tensor(v.tolist())
    assert x.histc(10, -2, 2).tolist() == np.histogram(v, 10, (-2, 2))[0].tolist()
    assert x.histc(7).tolist() == np.histogram(v, 7)[0].tolist()
    assert T.histc(T.tensor([1., 2, 1]), bins=4, min=0, max=3).tolist() == [0, 2, 1, 0]


def test_values_that_are_a_part_of_the_destination():
    x = T.arange(6)
    x[T.tensor([0, 1, 2])] = x[3:]
    assert x.tolist() == [3, 4, 5, 3, 4, 5]
    x[x > 3] = x[0]
    assert x.tolist() == [3] * 6
    y = T.arange(4)
    y[T.tensor([3, 2, 1, 0])] = y
    assert y.tolist() == [3, 2, 1, 0]


def test_scatter_walks_every_layout():
    rng = np.random.default_rng(5)
    for shape, dim in (((3, 40), 0), ((40, 3), 0), ((3, 5, 17), 1), ((17, 3), 1), ((2, 9, 2, 8), 1)):
        a, i = rng.integers(0, 9, shape), rng.integers(0, shape[dim], shape)
        s = rng.integers(0, 9, shape)
        want = a.copy()
        np.add.at(want, grid(dim, i), s)
        for order in (range(a.ndim), reversed(range(a.ndim))):
            order = list(order)
            back = list(np.argsort(order))
            x, index, source = (T.tensor(v.transpose(order).tolist()).permute(back) for v in (a, i, s))
            for dtype in (T.int64, T.int16, T.float32, T.bfloat16, T.float64):
                same(x.to(dtype).scatter_add(dim, index, source.to(dtype)), want)
            mean = x.double().scatter_reduce(dim, index, source.double(), "mean")
            n = np.ones(shape)
            np.add.at(n, grid(dim, i), 1)
            assert np.allclose(host(mean), want / n)

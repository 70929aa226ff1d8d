"""Views, joining, repeating, padding and reordering against NumPy. SPDX-License-Identifier: MIT"""
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import wootz as T
import wootz.nn.functional as F

DTYPES = [T.bool, T.uint8, T.uint16, T.uint32, T.uint64, T.int8, T.int16, T.int32, T.int64, T.float16, T.bfloat16, T.float32,
          T.float64, T.float8_e4m3fn, T.float8_e5m2, T.complex64, T.complex128]


def host(x):
    return np.array(x.float().tolist() if x.dtype in (T.bfloat16, T.float8_e4m3fn, T.float8_e5m2) else x.tolist()).reshape(x.shape)


def same(x, want):
    want = np.asarray(want)
    assert tuple(x.shape) == want.shape, (x.shape, want.shape)
    assert np.array_equal(host(x), want)


@st.composite
def views(draw, least=1, most=4):
    """A tensor of distinct numbers under random strides and offset, and the same as an array."""
    ndim = draw(st.integers(least, most))
    shape = draw(st.lists(st.integers(0, 5), min_size=ndim, max_size=ndim))
    a = np.arange(int(np.prod(shape))).reshape(shape)
    x = T.tensor(a.reshape(-1).tolist(), dtype=T.int64).reshape(shape)
    order = draw(st.permutations(range(ndim)))
    x, a = x.permute(order), a.transpose(order)
    for d in range(ndim):
        if draw(st.booleans()):
            start, stop, step = draw(st.integers(0, 3)), draw(st.integers(0, 5)), draw(st.integers(1, 3))
            key = (slice(None),) * d + (slice(start, stop, step),)
            x, a = x[key], a[key]
    return x, a


def factors(draw, n):
    out = []
    while n > 1 and draw(st.booleans()):
        k = draw(st.sampled_from([d for d in range(1, n + 1) if n % d == 0]))
        out.append(k)
        n //= k
    return out + [n] + [1] * draw(st.integers(0, 1))


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_view_needs_a_copy_exactly_when_numpy_does(data):
    x, a = data.draw(views())
    shape = factors(data.draw, a.size)[:8]
    if int(np.prod(shape)) != a.size:
        return
    same(x.reshape(shape), a.reshape(shape))
    if a.size == 0:
        return
    b = a.view()
    try:
        b.shape = tuple(shape)
        possible = True
    except AttributeError:
        possible = False
    if possible:
        v = x.view(shape)
        same(v, b)
        assert v.untyped_storage() == x.untyped_storage()
    else:
        with pytest.raises(RuntimeError, match="Use .reshape"):
            x.view(shape)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_views(data):
    x, a = data.draw(views())
    n = a.ndim
    d, e = (data.draw(st.integers(-n, n - 1)) for _ in range(2))
    same(x.transpose(d, e), a.swapaxes(d, e))
    same(T.movedim(x, d, e), np.moveaxis(a, d, e))
    same(x.unsqueeze(d), np.expand_dims(a, d if d >= 0 else d))
    same(x.squeeze(), a.squeeze())
    same(x.flatten(), a.reshape(-1))
    same(x.clone(), a)
    if a.shape[d]:
        i = data.draw(st.integers(-a.shape[d], a.shape[d] - 1))
        same(x.select(d, i), a.take(i, d))
    start = data.draw(st.integers(0, a.shape[d]))
    length = data.draw(st.integers(0, a.shape[d] - start))
    same(x.narrow(d, start, length), a.take(range(start, start + length), d))
    if n >= 2 and d % n != e % n:
        k = data.draw(st.integers(-6, 6))
        same(x.diagonal(k, d, e), np.diagonal(a, k, d, e))
    if a.shape[d]:
        w, step = data.draw(st.integers(1, a.shape[d])), data.draw(st.integers(1, 3))
        windows = np.lib.stride_tricks.sliding_window_view(a, w, d)
        same(x.unfold(d, w, step), windows[(slice(None),) * (d % n) + (slice(None, None, step),)])


def test_view_errors():
    x = T.zeros(2, 3)
    for call, kind, text in (
            (lambda: x.view(5), RuntimeError, "shape '[5]' is invalid for input of size 6"),
            (lambda: x.view(-1, -1), RuntimeError, "only one dimension can be inferred"),
            (lambda: x.view(-2, 3), RuntimeError, "invalid shape dimension -2"),
            (lambda: T.zeros(0, 3).view(0, -1), RuntimeError, "cannot reshape tensor of 0 elements into shape [0, -1]"),
            (lambda: x.expand(4, 2, 3)[0].expand(3, 3), RuntimeError, "must match the existing size (2)"),
            (lambda: x.expand(3), RuntimeError, "number of sizes provided (1)"),
            (lambda: x.transpose(0, 5), IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 5)"),
            (lambda: x.permute(0, 0), RuntimeError, "duplicate dims"),
            (lambda: x.narrow(1, 2, 2), RuntimeError, "start (2) + length (2) exceeds dimension size (3)."),
            (lambda: x.select(1, 7), IndexError, "index 7 is out of bounds for dimension 1 with size 3"),
            (lambda: x.view(1, 1, 1, 1, 1, 1, 1, 2, 3), RuntimeError, "at most 8 dimensions"),
            (lambda: x.as_strided((3, 3), (3, 1)), RuntimeError, ""),
            (lambda: x.t().view(T.uint8), RuntimeError, "stride(-1) must be 1"),
            (lambda: T.zeros(3).view(T.float64), RuntimeError, "must be divisible by 2")):
        with pytest.raises(kind) as caught:
            call()
        assert text in str(caught.value), caught.value


def test_view_as_another_dtype():
    x = T.tensor([1.0, -2.0])
    assert x.view(T.int32).tolist() == [0x3F800000, 0xC0000000 - 2**32]
    assert x.view(T.uint8).tolist() == [0, 0, 128, 63, 0, 0, 0, 192]
    assert x.view(T.uint8).view(T.float32).tolist() == [1.0, -2.0]
    z = T.tensor([1 + 2j, 3 - 4j], dtype=T.complex64)
    assert T.view_as_real(z).tolist() == [[1, 2], [3, -4]] and z.real.tolist() == [1, 3] and z.imag.tolist() == [2, -4]
    assert T.view_as_complex(T.view_as_real(z)).tolist() == z.tolist()


def test_views_in_place_change_the_shape_only():
    x = T.arange(6).reshape(1, 2, 3)
    p = x.data_ptr()
    assert x.squeeze_().shape == (2, 3) and x.transpose_(0, 1).shape == (3, 2) and x.unsqueeze_(-1).shape == (3, 2, 1)
    assert x.data_ptr() == p and x.squeeze_(-1).t_().tolist() == [[0, 1, 2], [3, 4, 5]]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_splitting(data):
    x, a = data.draw(views())
    d = data.draw(st.integers(0, a.ndim - 1))
    k = data.draw(st.integers(1, 6))
    for got, want in zip(T.tensor_split(x, k, d), np.array_split(a, k, d)):
        same(got, want)
    cuts = data.draw(st.lists(st.integers(-6, 6), max_size=3))
    got = x.tensor_split(cuts, d)
    want = np.array_split(a, [c for c in cuts], d)
    assert len(got) == len(want)
    for g, w in zip(got, want):
        same(g, w)
    parts = x.split(k, d)
    assert all(p.shape[d] == k for p in parts[:-1]) and sum(p.shape[d] for p in parts) == a.shape[d]
    same(T.cat(parts, d), a)
    same(T.cat(x.chunk(k, d), d), a)
    assert [tuple(u.shape) for u in x.unbind(d)] == [a.shape[:d] + a.shape[d + 1:]] * a.shape[d]


def test_splitting_errors_and_grids():
    x = T.zeros(4, 2)
    for call in (lambda: x.split(-1), lambda: x.split(0), lambda: x.split([1, 2]), lambda: x.chunk(0), lambda: T.tensor(1).split(1),
                 lambda: T.hsplit(x, 3), lambda: x.tensor_split(0), lambda: T.meshgrid(T.arange(2), T.ones(2))):
        with pytest.raises(RuntimeError):
            call()
    for indexing in ("ij", "xy"):
        for got, want in zip(T.meshgrid(T.arange(2), T.arange(3), T.arange(4), indexing=indexing),
                             np.meshgrid(range(2), range(3), range(4), indexing=indexing)):
            same(got, want)
    a, b = T.broadcast_tensors(T.zeros(3, 1), T.zeros(2))
    assert a.shape == b.shape == (3, 2) and T.broadcast_shapes((2, 1), (5,), ()) == (2, 5)
    assert T.cartesian_prod(T.arange(2), T.arange(2)).tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert T.atleast_2d(T.tensor(3)).shape == (1, 1) and [t.shape for t in T.atleast_3d(T.ones(2), T.ones(2, 3))] == [(1, 2, 1), (2, 3, 1)]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_moving_every_dtype(dtype):
    a = np.arange(12).reshape(3, 4) % 2
    x = T.tensor(a.tolist()).to(dtype)
    same(T.cat([x, x.t().contiguous().t()], 1), np.concatenate([a, a], 1))
    same(T.stack([x, x], -1), np.stack([a, a], -1))
    same(x.flip(0, 1), np.flip(a))
    same(x.roll((1, -2), (0, 1)), np.roll(a, (1, -2), (0, 1)))
    same(x.repeat(2, 1, 3), np.tile(a, (2, 1, 3)))
    same(F.pad(x, (1, 2, 0, 1), value=1), np.pad(a, ((0, 1), (1, 2)), constant_values=1))
    same(x.tril(-1), np.tril(a, -1))
    same(x.triu(1), np.triu(a, 1))
    same(T.eye(3, 4, dtype=dtype), np.eye(3, 4))
    same(T.full((2, 2), 1, dtype=dtype), np.ones((2, 2)))
    same(x.repeat_interleave(2, 1), np.repeat(a, 2, 1))
    same(x.diag(1), np.diag(a, 1))
    y = T.zeros(4, 3, dtype=dtype)
    y.t().copy_(x)
    same(y, a.T)
    y[1:3] = x.t()[:2]
    same(y, np.concatenate([a.T[:1], a.T[:2], a.T[3:]]))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_padding(data):
    x, a = data.draw(views(least=1, most=3))
    n = data.draw(st.integers(1, a.ndim))
    mode, np_mode = data.draw(st.sampled_from([("constant", "constant"), ("reflect", "reflect"), ("replicate", "edge"), ("circular", "wrap")]))
    pads, bad, want = [], False, a
    for i in range(n):
        d = a.ndim - 1 - i
        lo, hi = data.draw(st.integers(-3, 4)), data.draw(st.integers(-3, 4))
        pads += [lo, hi]
        size = a.shape[d]
        bad |= size + lo + hi < 0
        bad |= mode == "reflect" and max(lo, hi) > 0 and max(lo, hi) >= size
        bad |= mode == "circular" and max(lo, hi) > size
        bad |= mode == "replicate" and size == 0 and max(lo, hi) > 0
    if bad:
        with pytest.raises(RuntimeError):
            F.pad(x, pads, mode)
        return
    if mode != "constant" and min(pads) < 0:
        assert F.pad(x, pads, mode).numel() >= 0
        return
    width = [(0, 0)] * (a.ndim - n) + [(pads[2 * i], pads[2 * i + 1]) for i in reversed(range(n))]
    if mode == "constant":
        keep = tuple(slice(max(-lo, 0), a.shape[d] - max(-hi, 0)) for d, (lo, hi) in enumerate(width))
        if any(max(-lo, 0) + max(-hi, 0) > a.shape[d] for d, (lo, hi) in enumerate(width)):
            return  # cuts that meet: checked below by hand
        want = np.pad(a[keep], [(max(lo, 0), max(hi, 0)) for lo, hi in width], constant_values=7)
        same(F.pad(x, pads, value=7), want)
    elif 0 not in a.shape:
        same(F.pad(x, pads, mode), np.pad(a, width, np_mode))


def test_padding_of_many_rows_and_odd_shapes():
    x = T.arange(2 * 65537).float().reshape(65537, 2)
    a = host(x)
    assert np.array_equal(host(F.pad(x, (1, 1), mode="reflect")), a[:, [1, 0, 1, 0]])
    assert np.array_equal(host(F.pad(x, (2, 1), mode="replicate")), a[:, [0, 0, 0, 1, 1]])
    assert np.array_equal(host(F.pad(x.reshape(65537, 1, 2), (1, 1), mode="circular"))[:, 0], a[:, [1, 0, 1, 0]])
    assert host(F.pad(T.ones(2, 1), (1, 1, 1, 1))).tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 0]]
    m = T.arange(12).float().reshape(3, 4)
    assert np.array_equal(host(F.pad(m, (-1, 1, 2, -1), value=9.)), [[9] * 4, [9] * 4, [1, 2, 3, 9], [5, 6, 7, 9]])
    assert tuple(F.pad(m, (-2, -2)).shape) == (3, 0)
    big = T.zeros(2, 1, 64, 1024)
    assert float(F.pad(big, (0, 0, 0, 0, 1, 0), value=1.).sum()) == 2 * 64 * 1024 if hasattr(big, "sum") else True
    for call in (lambda: F.pad(m, (-3, -2)), lambda: F.pad(m, (4, 0), mode="reflect"), lambda: F.pad(m, (1,)), lambda: F.pad(m, (1,) * 6)):
        with pytest.raises(RuntimeError):
            call()
    with pytest.raises(NotImplementedError):
        F.pad(m, (1, 1), mode="nonsense")


def test_joining_errors_and_promotion():
    assert T.cat([T.tensor([1], dtype=T.int32), T.tensor([1.5], dtype=T.float16)]).dtype == T.float16
    assert T.cat([T.zeros(0), T.ones(2, 3)], 1).shape == (2, 3)
    assert T.vstack([T.arange(2), T.arange(2)]).shape == (2, 2) and T.hstack([T.arange(2), T.arange(2)]).shape == (4,)
    assert T.dstack([T.ones(2), T.ones(2)]).shape == (1, 2, 2) and T.column_stack([T.ones(2), T.ones(2, 3)]).shape == (2, 4)
    assert T.block_diag(T.ones(1, 2), T.tensor(3.), T.ones(2)).tolist() == [[1, 1, 0, 0, 0], [0, 0, 3, 0, 0], [0, 0, 0, 1, 1]]
    for call, text in ((lambda: T.cat([T.ones(2, 3), T.ones(3, 4)]), "Sizes of tensors must match except in dimension 0"),
                       (lambda: T.cat([T.tensor(1.), T.ones(1)]), "zero-dimensional tensor (at position 0)"),
                       (lambda: T.stack([T.ones(2), T.ones(3)]), "stack expects each tensor to be equal size"),
                       (lambda: T.cat([T.ones(2, 2), T.ones(2)]), "same number of dimensions")):
        with pytest.raises(RuntimeError) as caught:
            call()
        assert text in str(caught.value)
    out = T.empty(0)
    T.cat([T.ones(2), T.zeros(1)], out=out)
    assert out.tolist() == [1, 1, 0]


def test_rearranging():
    a = np.arange(24).reshape(2, 3, 4)
    x = T.arange(24).reshape(2, 3, 4)
    for k in range(-2, 4):
        same(T.rot90(x, k, (1, 2)), np.rot90(a, k, (1, 2)))
    same(x.roll(5), np.roll(a, 5))
    same(x.fliplr(), np.fliplr(a))
    same(x.flipud(), np.flipud(a))
    same(x.tile(2), np.tile(a, 2))
    same(x.repeat_interleave(T.tensor([2, 0, 1]), 1), np.repeat(a, [2, 0, 1], 1))
    same(x.repeat_interleave(2), np.repeat(a, 2))
    same(T.diag_embed(x[0]), np.stack([np.diag(r) for r in a[0]]))
    same(x.swapaxes(0, 2), a.swapaxes(0, 2))
    y = x.clone()
    assert y.tril_().data_ptr() == y.data_ptr()
    same(y, np.tril(a))
    with pytest.raises(RuntimeError, match="negative"):
        T.repeat_interleave(T.tensor([1, -1]))


def test_overlapping_copies_are_refused_or_right():
    x = T.arange(6)
    with pytest.raises(RuntimeError, match="single memory location"):
        x[1:].copy_(x[:-1])
    assert x.tolist() == list(range(6))
    with pytest.raises(RuntimeError, match="single memory"):
        T.zeros(1).expand(3).copy_(T.arange(3.))
    x.copy_(x)
    x[::2].copy_(x[1::2])
    assert x.tolist() == [1, 1, 3, 3, 5, 5]
    y = T.arange(9).reshape(3, 3)
    try:
        y.copy_(y.t())
    except RuntimeError:
        assert y.tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    else:
        assert y.tolist() == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_copy_between_layouts_and_dtypes(data):
    x, a = data.draw(views(least=0))
    source, target = (data.draw(st.sampled_from(DTYPES)) for _ in range(2))
    a = a % 2
    x = (T.tensor(a.reshape(-1).tolist()).reshape(a.shape) if a.size else T.zeros(a.shape)).to(source)
    order = data.draw(st.permutations(range(a.ndim)))
    y = T.zeros([a.shape[d] for d in order], dtype=target).permute(list(np.argsort(order)) if a.ndim else [])
    y.copy_(x)
    same(y, a)


def test_scalar_writes_keep_their_order():
    x = T.zeros(257)
    for i in range(257):
        x[i] = float(i * i)
    assert np.array_equal(host(x), np.arange(257.) ** 2)
    y = T.zeros(3)
    y[1] = 7
    y[2] = -5
    assert y.tolist() == [0, 7, -5]


def test_conjugate_transposes():
    z = T.tensor([[1 + 2j, 3j], [4, 5 - 1j], [0, 1]])
    want = np.array(z.tolist()).conj().T
    for got in (z.mH, z.H, z.adjoint(), T.adjoint(z)):
        same(got, want)
    x = T.ones(2, 3, 4)
    assert x.mH.shape == (2, 4, 3) and x.mH.untyped_storage() == x.untyped_storage() and T.tensor(3.).H == 3
    for call in (lambda: T.ones(3).mH, lambda: x.H, lambda: T.ones(3).adjoint()):
        with pytest.raises(RuntimeError):
            call()

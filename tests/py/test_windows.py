"""Pooling, interpolation, transposed convolutions, places, windows and shuffles against NumPy loops.
SPDX-License-Identifier: MIT"""
import itertools
import math

import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
pytestmark = pytest.mark.usefixtures("no_leak")
rng = np.random.default_rng(23)
TOLERANCE = {torch.float16: 4e-3, torch.bfloat16: 3e-2, torch.float32: 5e-6, torch.float64: 1e-12}


def values(*shape, dtype=torch.float64):
    t = torch.tensor(rng.uniform(-2, 2, shape), dtype=dtype)
    return t, t.double().numpy()


def layouts(t):
    """The same values packed, channels last, and within a larger tensor."""
    wide = torch.zeros(*[s + 1 for s in t.shape], dtype=t.dtype)
    inner = wide[tuple(slice(1, None) for _ in t.shape)]
    inner.copy_(t)
    return t, t.transpose(1, -1).contiguous().transpose(1, -1), inner


def count(n, k, s, p, d, ceil):
    room = n + 2 * p - d * (k - 1) - 1
    out = (room + (s - 1 if ceil else 0)) // s + 1
    return out - 1 if ceil and (out - 1) * s >= n + p else out


def pooled(x, k, s, p, d, ceil, take, fill):
    """take(window values with fill in the padding, number inside) for every window of the last dims."""
    n = len(k)
    spatial = x.shape[-n:]
    size = [count(*a, ceil) for a in zip(spatial, k, s, p, d)]
    out = np.empty(x.shape[:-n] + tuple(size))
    for at in itertools.product(*map(range, size)):
        window = []
        for tap in itertools.product(*map(range, k)):
            i = [a * st - pd + t * dl for a, st, pd, t, dl in zip(at, s, p, tap, d)]
            inside = all(0 <= v < m for v, m in zip(i, spatial))
            reached = all(v < m + pd for v, m, pd in zip(i, spatial, p))
            if reached:
                window.append(x[(...,) + tuple(i)] if inside else np.full(x.shape[:-n], fill))
        out[(...,) + at] = take(np.stack(window, -1))
    return out


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("dtype", TOLERANCE)
def test_pools(n, dtype):
    for shape, k, s, p, d, ceil in (((2, 3, 5, 6, 7), 3, 2, 1, 1, False), ((2, 3, 5, 6, 7), 2, 1, 1, 2, False), ((2, 3, 7, 4, 6), 3, 2, 1, 1, True)):
        t, a = values(*shape[:2 + n], dtype=dtype)
        lists = [k] * n, [s] * n, [p] * n, [d] * n
        for y in layouts(t):
            got, index = getattr(F, "max_pool%dd" % n)(y, k, s, p, d, ceil, return_indices=True)
            want = pooled(a, *lists, ceil, lambda w: w.max(-1), -math.inf)
            assert np.array_equal(got.double().numpy(), want)
            flat = a.reshape(a.shape[:2] + (-1,))
            assert np.array_equal(np.take_along_axis(flat, index.numpy().reshape(a.shape[:2] + (-1,)), -1), want.reshape(a.shape[:2] + (-1,)))
            if d > 1:
                continue
            mean = getattr(F, "avg_pool%dd" % n)
            assert np.allclose(mean(y, k, s, p, ceil).double().numpy(), pooled(a, *lists, ceil, lambda w: w.mean(-1), 0), TOLERANCE[dtype], TOLERANCE[dtype])
            inner = pooled(a, *lists, ceil, lambda w: np.nanmean(w, -1), math.nan)
            assert np.allclose(mean(y, k, s, p, ceil, False).double().numpy(), inner, TOLERANCE[dtype], TOLERANCE[dtype])


def test_adaptive_pools():
    t, a = values(2, 3, 7, 10)
    bounds = lambda n, m: [(i * n // m, -(-(i + 1) * n // m)) for i in range(m)]
    parts = [[a[..., y0:y1, x0:x1] for x0, x1 in bounds(10, 4)] for y0, y1 in bounds(7, 3)]
    for y in layouts(t):
        assert np.allclose(F.adaptive_avg_pool2d(y, (3, 4)).numpy(), np.stack([np.stack([p.mean((-1, -2)) for p in r], -1) for r in parts], -2))
        assert np.array_equal(F.adaptive_max_pool2d(y, (3, 4)).numpy(), np.stack([np.stack([p.max((-1, -2)) for p in r], -1) for r in parts], -2))
    assert F.adaptive_avg_pool2d(t, (None, 1)).shape == (2, 3, 7, 1) and F.adaptive_avg_pool1d(t[0], 1).shape == (3, 7, 1)


def test_pools_of_special_values():
    nan, inf = math.nan, math.inf
    v, i = F.max_pool1d(torch.tensor([[1.0, nan, 3, -inf, -inf, -inf]]), 3, return_indices=True)
    assert math.isnan(v[0, 0].item()) and i.tolist() == [[1, 3]] and v[0, 1].item() == -inf
    big = torch.tensor([[2 ** 62, 2 ** 62 + 1, -2 ** 63, -2 ** 63]])
    assert F.max_pool1d(big, 2).tolist() == [[2 ** 62 + 1, -2 ** 63]]
    v, i = F.max_pool2d(torch.arange(16.0).reshape(1, 4, 4), 2, return_indices=True)
    assert F.max_unpool2d(v, i, 2)[0].tolist() == [[0, 0, 0, 0], [0, 5, 0, 7], [0, 0, 0, 0], [0, 13, 0, 15]]
    assert F.lp_pool1d(torch.tensor([[3.0, 4.0]]), 2, 2).item() == 5
    for bad in (lambda: F.max_pool2d(torch.zeros(1, 2, 2), 3), lambda: F.max_pool1d(torch.zeros(1, 4), 2, padding=2), lambda: F.avg_pool1d(torch.zeros(1, 4), 0),
                lambda: F.avg_pool2d(torch.zeros(1, 4, 4), 2, divisor_override=0), lambda: F.max_pool2d(torch.zeros(4), 2), lambda: F.max_pool1d(torch.zeros(1, 0), 1)):
        with pytest.raises(RuntimeError):
            bad()


# ---- interpolation ---------------------------------------------------------------------------------

def cubic(x, b=-0.75):
    x = abs(x)
    return ((b + 2) * x - (b + 3)) * x * x + 1 if x <= 1 else ((x - 5) * x + 8) * x * b - 4 * b if x < 2 else 0.0


def matrix(n, m, kind, step, align, antialias):
    """The weights [m, n] of one dim."""
    w = np.zeros((m, n))
    for i in range(m):
        if kind == "nearest":
            w[i, i // 2 if m == 2 * n else min(int(i * step), n - 1)] = 1
        elif kind == "nearest-exact":
            w[i, min(int((i + 0.5) * step), n - 1)] = 1
        elif antialias:
            wide = max(step, 1)
            f = (lambda x: max(0, 1 - abs(x))) if kind == "linear" else (lambda x: cubic(x, -0.5))
            c, r = step * (i + 0.5), (1 if kind == "linear" else 2) * wide
            for j in range(max(int(c - r + 0.5), 0), min(int(c + r + 0.5), n)):
                w[i, j] = f((j - c + 0.5) / wide)
            w[i] /= w[i].sum()
        else:
            at = i * step if align else (i + 0.5) * step - 0.5
            at = max(at, 0) if kind == "linear" else at
            for k in range(-1, 3):
                j = math.floor(at) + k
                w[i, min(max(j, 0), n - 1)] += max(0, 1 - abs(at - j)) if kind == "linear" else cubic(at - j)
    return w


def resized(a, size, kind, scale, align, antialias):
    for d, m in enumerate(size):
        n = a.shape[2 + d]
        step = (n - 1) / (m - 1) if align and m > 1 else 0 if align else 1 / scale if scale else n / m
        a = np.moveaxis(np.tensordot(matrix(n, m, kind, step, align, antialias), a, (1, 2 + d)), 0, 2 + d)
    return a


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("mode", ["nearest", "nearest-exact", "linear", "bilinear", "bicubic", "trilinear"])
def test_interpolate(mode, dtype):
    dims = {"linear": [1], "bilinear": [2], "bicubic": [2], "trilinear": [3]}.get(mode, [1, 2, 3])
    kind = {"bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
    for n in dims:
        t, a = values(2, 3, *(5, 7, 4)[:n], dtype=dtype)
        for y in layouts(t):
            for align, anti in ((None, False), (True, False), (None, True)):
                if (align and kind.startswith("nearest")) or (anti and mode not in ("bilinear", "bicubic")):
                    continue
                for size in ((8, 3, 9)[:n], (2, 12, 4)[:n]):
                    got = F.interpolate(y, size, mode=mode, align_corners=align, antialias=anti)
                    assert got.dtype is dtype and np.allclose(got.double().numpy(), resized(a, size, kind, None, align, anti), TOLERANCE[dtype], TOLERANCE[dtype])
                for scale in (1.6, 0.7):
                    size = [math.floor(s * scale) for s in a.shape[2:]]
                    got = F.interpolate(y, scale_factor=scale, mode=mode, align_corners=align, antialias=anti)
                    assert np.allclose(got.double().numpy(), resized(a, size, kind, scale, align, anti), TOLERANCE[dtype], TOLERANCE[dtype])


def test_interpolate_other_dtypes_and_refusals():
    for dtype in (torch.int64, torch.bool, torch.float8_e4m3fn, torch.complex64):
        x = torch.arange(4).reshape(1, 1, 4).to(dtype)
        assert F.interpolate(x, 6).tolist() == x[..., [0, 0, 1, 2, 2, 3]].tolist()
    u = torch.tensor([[[[0, 255, 0, 255]]]], dtype=torch.uint8)
    assert F.interpolate(u, (1, 8), mode="bicubic").max().item() == 255 and F.interpolate(u, (1, 8), mode="bicubic").min().item() == 0
    t, a = values(1, 2, 6, 9)
    assert np.allclose(F.interpolate(t, (2, 3), mode="area").numpy(), a.reshape(1, 2, 2, 3, 3, 3).mean((3, 5)))
    assert F.interpolate(t, (6, 9), mode="bicubic").tolist() == t.tolist()
    x = torch.zeros(1, 1, 4)
    for bad in (dict(size=2, scale_factor=2), dict(), dict(size=2, mode="bilinear"), dict(size=2, mode="cubic"), dict(size=2, align_corners=True), dict(scale_factor=-1.0),
                dict(size=(2, 2)), dict(size=0), dict(scale_factor=0.1), dict(size=2, recompute_scale_factor=True), dict(size=2, antialias=True, mode="linear")):
        with pytest.raises((ValueError, RuntimeError, NotImplementedError)):
            F.interpolate(x, **bad)


# ---- transposed convolutions -------------------------------------------------------------------------

def transposed(x, w, stride, pad, more, groups, dilation):
    n = w.ndim - 2
    full = [(x.shape[2 + d] - 1) * stride[d] + dilation[d] * (w.shape[2 + d] - 1) + 1 + more[d] for d in range(n)]
    out = np.zeros((x.shape[0], w.shape[1] * groups, *full))
    xs, ws = np.split(x, groups, 1), np.split(w, groups, 0)
    for g in range(groups):
        for at in itertools.product(*map(range, x.shape[2:])):
            for tap in itertools.product(*map(range, w.shape[2:])):
                place = tuple(a * s + t * d for a, s, t, d in zip(at, stride, tap, dilation))
                out[(slice(None), slice(g * w.shape[1], (g + 1) * w.shape[1])) + place] += xs[g][(...,) + at] @ ws[g][(...,) + tap]
    return out[(...,) + tuple(slice(p, full[d] - p) for d, p in enumerate(pad))]


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_conv_transpose(dtype):
    for shape, wshape, stride, pad, more, groups, dilation in (
            ((2, 4, 6), (4, 3, 3), (2,), (1,), (1,), 1, (1,)), ((2, 4, 5), (4, 2, 4), (3,), (0,), (2,), 2, (2,)), ((1, 4, 3, 4), (4, 3, 2, 3), (1, 2), (1, 0), (0, 1), 1, (1, 1)),
            ((1, 2, 3, 4), (2, 1, 3, 3), (2, 2), (1, 1), (1, 0), 2, (2, 3)), ((1, 2, 2, 3, 2), (2, 3, 2, 2, 3), (2, 1, 3), (0, 0, 1), (1, 0, 2), 1, (1, 2, 1))):
        (t, a), (w, b), (bias, c) = values(*shape, dtype=dtype), values(*wshape, dtype=dtype), values(wshape[1] * groups, dtype=dtype)
        want = transposed(a, b, stride, pad, more, groups, dilation)
        conv = getattr(F, "conv_transpose%dd" % len(stride))
        shift = c.reshape((-1,) + (1,) * len(stride))
        for y in layouts(t):
            assert np.allclose(conv(y, w, None, stride, pad, more, groups, dilation).double().numpy(), want, TOLERANCE[dtype], 8 * TOLERANCE[dtype])
            assert np.allclose(conv(y, w, bias, stride, pad, more, groups, dilation).double().numpy(), want + shift, TOLERANCE[dtype], 8 * TOLERANCE[dtype])
    x, w = torch.zeros(1, 2, 4), torch.zeros(2, 3, 3)
    for bad in (dict(stride=0), dict(padding=-1), dict(output_padding=1), dict(groups=3), dict(dilation=0), dict(padding=4)):
        with pytest.raises(RuntimeError):
            F.conv_transpose1d(x, w, **bad)


# ---- places, windows, shuffles -----------------------------------------------------------------------

def test_grid_sample():
    t, a = values(2, 3, 5, 4)
    same = F.affine_grid(torch.eye(2, 3, dtype=torch.float64).expand(2, 2, 3), (2, 3, 5, 4), align_corners=True)
    assert np.allclose(F.grid_sample(t, same, align_corners=True).numpy(), a)
    half = F.affine_grid(torch.eye(2, 3, dtype=torch.float64).expand(2, 2, 3), (2, 3, 5, 4), align_corners=False)
    for mode in ("bilinear", "nearest", "bicubic"):
        assert np.allclose(F.grid_sample(t, half, mode, align_corners=False).numpy(), a)
    x = torch.tensor([[[[1.0, 2, 3, 4]]]])
    at = lambda *v: torch.tensor([[[[p, 0.0] for p in v]]])
    pick = lambda padding, align, *v: F.grid_sample(x, at(*v), "bilinear", padding, align)[0, 0, 0].tolist()
    assert pick("zeros", True, -1, 1, 0, 5 / 3) == pytest.approx([1, 4, 2.5, 0], abs=1e-6) and pick("border", True, -9, 9) == [1, 4]
    assert pick("reflection", True, -5 / 3, 5 / 3) == pytest.approx([2, 3], abs=1e-6) and pick("zeros", False, -1, 1) == [0.5, 2] and pick("reflection", False, -1.25, -1.75) == pytest.approx([1, 2], abs=1e-6)
    assert F.grid_sample(x, at(math.nan, 1e30), "bilinear", "zeros", True)[0, 0, 0].tolist() == [0, 0]
    volume = torch.arange(8.0).reshape(1, 1, 2, 2, 2)
    assert F.grid_sample(volume, torch.zeros(1, 1, 1, 1, 3), align_corners=True).item() == 3.5
    for bad in (lambda: F.grid_sample(x, at(0.0), "cubic"), lambda: F.grid_sample(x, at(0.0), padding_mode="wrap"), lambda: F.grid_sample(x, torch.zeros(2, 1, 1, 2)),
                lambda: F.grid_sample(x, torch.zeros(1, 1, 1, 3)), lambda: F.grid_sample(x, at(0.0).double())):
        with pytest.raises((ValueError, RuntimeError)):
            bad()


def test_windows_and_sums():
    t, a = values(2, 3, 6, 7)
    k, d, p, s = (2, 3), (2, 1), (1, 0), (2, 1)
    padded = np.pad(a, ((0, 0), (0, 0), (1, 1), (0, 0)))
    rows, columns = range(0, 8 - 2, 2), range(0, 7 - 2)
    want = np.stack([padded[:, :, r:r + 3:2, c:c + 3].reshape(2, -1) for r in rows for c in columns], -1)
    for y in layouts(t):
        got = F.unfold(y, k, d, p, s)
        assert np.array_equal(got.numpy(), want)
    ones = F.fold(F.unfold(torch.ones_like(t), k, d, p, s), (6, 7), k, d, p, s)
    assert np.allclose(F.fold(got, (6, 7), k, d, p, s).numpy(), (t * ones).numpy())
    with pytest.raises(RuntimeError):
        F.fold(got[..., :-1], (6, 7), k, d, p, s)
    with pytest.raises(RuntimeError):
        F.unfold(t, 9)


def test_shuffles():
    t, a = values(2, 8, 3, 4)
    want = a.reshape(2, 2, 2, 2, 3, 4).transpose(0, 1, 4, 2, 5, 3).reshape(2, 2, 6, 8)
    for y in layouts(t):
        up = F.pixel_shuffle(y, 2)
        assert np.array_equal(up.numpy(), want) and F.pixel_unshuffle(up, 2).tolist() == t.tolist()
        assert np.array_equal(F.channel_shuffle(y, 4).numpy(), a[:, [0, 2, 4, 6, 1, 3, 5, 7]])
    for bad in (lambda: F.pixel_shuffle(t, 3), lambda: F.pixel_unshuffle(t, 2), lambda: F.channel_shuffle(t, 3), lambda: F.pixel_shuffle(t, 0)):
        with pytest.raises(RuntimeError):
            bad()

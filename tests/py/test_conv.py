"""Convolutions against sums written out in NumPy."""
import itertools

import ml_dtypes
import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
pytestmark = pytest.mark.usefixtures("no_leak")
rng = np.random.default_rng(13)
FLOATS = {torch.float16: (np.float16, 4e-3), torch.bfloat16: (ml_dtypes.bfloat16, 3e-2), torch.float32: (np.float32, 1e-5), torch.float64: (np.float64, 1e-12)}


def host(t):
    return t.double().numpy()


def values(shape, dtype=torch.float32):
    a = rng.standard_normal(shape).astype(FLOATS[dtype][0])
    return torch.tensor(a.astype(np.float64), dtype=dtype), a.astype(np.float64)


def conv(x, w, b, stride, low, high, dilation, groups):
    n, (N, C), O = w.ndim - 2, x.shape[:2], w.shape[0]
    x = np.pad(x, [(0, 0), (0, 0)] + list(zip(low, high)))
    size = [(x.shape[2 + d] - (w.shape[2 + d] - 1) * dilation[d] - 1) // stride[d] + 1 for d in range(n)]
    y = np.zeros([N, O] + size, x.dtype)
    for taps in itertools.product(*(range(k) for k in w.shape[2:])):
        cut = x[(slice(None), slice(None)) + tuple(slice(t * e, t * e + (s - 1) * st + 1, st) for t, e, s, st in zip(taps, dilation, size, stride))]
        for g in range(groups):
            o = slice(g * O // groups, (g + 1) * O // groups)
            part = cut[:, g * C // groups:(g + 1) * C // groups]
            y[:, o] += np.moveaxis(np.tensordot(w[(o, slice(None)) + taps], part, (1, 1)), 1, 0)
    return y if b is None else y + b.reshape([-1] + [1] * n)


CASES = [((2, 6, 11), (4, 6, 3), 1, 0, 1, 1), ((2, 6, 11), (4, 3, 4), 2, 3, 2, 2), ((1, 6, 11), (6, 1, 4), 1, 3, 1, 6), ((2, 6, 30), (12, 1, 5), 3, 2, 2, 6),
         ((1, 3, 9), (5, 3, 1), 1, 0, 1, 1), ((1, 3, 9), (5, 3, 1), 2, 1, 1, 1), ((1, 64, 300), (48, 64, 7), 1, 3, 1, 1),
         ((2, 4, 7, 6), (6, 4, 3, 2), 1, 1, 1, 1), ((2, 4, 7, 6), (6, 2, 3, 2), (2, 1), (0, 2), (1, 2), 2), ((1, 4, 70, 66), (4, 1, 3, 3), 1, 1, 1, 4),
         ((1, 16, 40, 33), (24, 16, 3, 3), 1, 1, 1, 1), ((2, 8, 5, 6), (3, 8, 1, 1), 1, 0, 1, 1),
         ((1, 2, 4, 5, 6), (3, 2, 2, 3, 1), 1, (1, 0, 2), 1, 1), ((2, 4, 3, 6, 5), (4, 1, 3, 3, 3), (1, 2, 1), 1, 1, 4), ((0, 3, 9), (5, 3, 2), 1, 0, 1, 1)]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("case", CASES)
def test_conv(case, dtype):
    xs, ws, stride, padding, dilation, groups = case
    n, tol = len(ws) - 2, FLOATS[dtype][1]
    (x, ax), (w, aw), (b, ab) = values(xs, dtype), values(ws, dtype), values(ws[:1], dtype)
    full = lambda v: (v,) * n if isinstance(v, int) else v
    fn, want = getattr(F, "conv%dd" % n), conv(ax, aw, ab, full(stride), full(padding), full(padding), full(dilation), groups)
    for y in (x, x.transpose(1, -1).contiguous().transpose(1, -1)):
        for k in (w, w.transpose(0, -1).contiguous().transpose(0, -1)):
            got = fn(y, k, b, stride, padding, dilation, groups)
            assert got.dtype is dtype and got.shape == want.shape and np.allclose(host(got), want, tol, 8 * tol)
    if xs[0] == 1:
        got = fn(x[0], w, stride=stride, padding=padding, dilation=dilation, groups=groups)
        assert np.allclose(host(got), want[0] - ab.reshape([-1] + [1] * n), tol, 8 * tol)


@pytest.mark.parametrize("kernel, dilation", [(1, 1), (2, 1), (3, 2), (4, 3)])
def test_named_padding(kernel, dilation):
    (x, ax), (w, aw) = values((2, 3, 12)), values((4, 3, kernel))
    total = dilation * (kernel - 1)
    got = F.conv1d(x, w, padding="same", dilation=dilation)
    assert got.shape == (2, 4, 12) and np.allclose(host(got), conv(ax, aw, None, [1], [total // 2], [total - total // 2], [dilation], 1), 1e-4, 1e-5)
    assert np.allclose(host(F.conv1d(x, w, padding="valid", dilation=dilation)), conv(ax, aw, None, [1], [0], [0], [dilation], 1), 1e-4, 1e-5)


def test_integers_and_complex():
    x, w = rng.integers(-9, 9, (1, 2, 8)), rng.integers(-9, 9, (3, 2, 3))
    assert np.array_equal(F.conv1d(torch.tensor(x), torch.tensor(w), padding=1).numpy(), conv(x, w, None, [1], [1], [1], [1], 1))
    x, w = (rng.standard_normal(s) + 1j * rng.standard_normal(s) for s in ((1, 2, 8), (3, 2, 3)))
    assert np.allclose(F.conv1d(torch.tensor(x), torch.tensor(w)).numpy(), conv(x, w, None, [1], [0], [0], [1], 1))


@pytest.mark.parametrize("call, text", [
    (lambda x, w: F.conv1d(x[0, 0], w), r"Expected 2D \(unbatched\) or 3D \(batched\) input to conv1d, but got input of size: \[9\]"),
    (lambda x, w: F.conv1d(x, w[0]), "Expected 3-dimensional weight"),
    (lambda x, w: F.conv1d(x[:, :1], w), r"weight of size \[5, 3, 4\], expected input\[2, 1, 9\] to have 3 channels, but got 1 channels instead"),
    (lambda x, w: F.conv1d(x[..., :3], w), r"Calculated padded input size per channel: \(3\). Kernel size: \(4\)"),
    (lambda x, w: F.conv1d(x, w, torch.zeros(4)), "expected bias to be 1-dimensional with 5 elements"),
    (lambda x, w: F.conv1d(x, w.double()), "should be the same"), (lambda x, w: F.conv1d(x, w, stride=0), "non-positive stride"),
    (lambda x, w: F.conv1d(x, w, padding=-1), "negative padding"), (lambda x, w: F.conv1d(x, w, stride=2, padding="same"), "not supported for strided"),
    (lambda x, w: F.conv1d(x, w, padding="full"), "Invalid padding string"), (lambda x, w: F.conv1d(x, w, stride=(1, 2)), "expected stride to be a single integer"),
    (lambda x, w: F.conv1d(x, w, groups=2), "Given groups=2"), (lambda x, w: F.conv1d(x, w, dilation=0), "dilation should be greater than zero"),
])
def test_refusals(call, text):
    with pytest.raises(RuntimeError, match=text):
        call(torch.zeros(2, 3, 9), torch.zeros(5, 3, 4))

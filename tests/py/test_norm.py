"""Softmax and normalisations against plain NumPy formulas in float64, every float dtype and odd layouts."""
import math

import ml_dtypes
import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
pytestmark = pytest.mark.usefixtures("no_leak")
inf, nan = float("inf"), float("nan")
FLOATS = {torch.float16: (np.float16, 2e-3), torch.bfloat16: (ml_dtypes.bfloat16, 1.6e-2), torch.float32: (np.float32, 2e-6), torch.float64: (np.float64, 1e-13)}
rng = np.random.default_rng(3)


def host(t):
    return t.double().numpy()


def values(shape, dtype, scale=1.0):
    """A tensor and the same numbers as float64."""
    a = (rng.standard_normal(shape) * scale).astype(FLOATS[dtype][0])
    return torch.tensor(a.astype(np.float64), dtype=dtype), a.astype(np.float64)


def layouts(t):
    yield t
    if t.dim() >= 2:
        yield t.transpose(0, -1).contiguous().transpose(0, -1)
        yield torch.cat([t, t], -1)[..., :t.shape[-1]]


def softmax(a, axis):
    with np.errstate(invalid="ignore"):
        e = np.exp(a - a.max(axis, keepdims=True))
        return e / e.sum(axis, keepdims=True)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape, dim", [((3, 70), -1), ((4, 5, 6), 1), ((4, 5, 6), 0), ((9,), 0), ((2, 3, 4, 5), 2)])
def test_softmax(dtype, shape, dim):
    t, a = values(shape, dtype, 8)
    want, tol = softmax(a, dim), FLOATS[dtype][1]
    for x in layouts(t):
        assert np.allclose(host(torch.softmax(x, dim)), want, tol, tol)
        assert np.allclose(host(x.log_softmax(dim)), np.log(np.maximum(want, 1e-300)), tol, 1e-6)
        assert np.allclose(host(F.softmin(x, dim)), softmax(-a, dim), tol, tol)
    assert F.softmax(t, dim=dim, dtype=torch.float64).dtype is torch.float64
    assert np.allclose(host(F.softmax(t, dim, dtype=torch.float64)), want, 1e-13)


def test_softmax_edges():
    assert np.isnan(host(torch.softmax(torch.full((2, 3), -inf), 1))).all()
    assert np.isnan(host(torch.softmax(torch.tensor([1.0, inf]), 0))).all()
    assert host(torch.softmax(torch.tensor([-inf, 0.0, -inf]), 0)).tolist() == [0, 1, 0]
    assert host(torch.softmax(torch.tensor([3e38, -3e38, 3e38]), 0)).tolist() == [0.5, 0, 0.5]
    assert torch.softmax(torch.zeros(0, 3), 1).shape == (0, 3) and torch.softmax(torch.zeros(3, 0), 1).shape == (3, 0)
    assert torch.softmax(torch.tensor(5.0), 0).item() == 1 and torch.log_softmax(torch.tensor(5.0), -1).item() == 0
    for n in (512, 4096):
        assert (host(F.softmax(torch.zeros(2, n, dtype=torch.bfloat16), -1)) == 1 / n).all()
    assert torch.softmax(torch.tensor([1, 2]), 0, dtype=torch.float32).dtype is torch.float32
    with pytest.raises(Exception, match="not implemented for int64"):
        torch.softmax(torch.tensor([1, 2]), 0)
    with pytest.raises(IndexError, match="Dimension out of range"):
        torch.softmax(torch.zeros(2, 3), 2)


def test_log_softmax_keeps_the_range():
    x = torch.tensor([[0., 150., -250., 150.], [-1000., 0., 90., 88.]])
    ln2, c = math.log(2), math.log1p(math.exp(-2))
    want = [[-150 - ln2, -ln2, -400 - ln2, -ln2], [-1090 - c, -90 - c, -c, -2 - c]]
    assert np.allclose(host(torch.log_softmax(x, -1)), want, 1e-6)
    assert host(torch.log_softmax(torch.tensor([0., 20., -30.], dtype=torch.float16), 0)).tolist() == [-20, 0, -50]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape, n", [((3, 70), 1), ((2, 3, 8), 2), ((5,), 1), ((2, 1, 257), 1)])
def test_row_norms(dtype, shape, n):
    t, a = values(shape, dtype, 3)
    w, aw = values(shape[-n:], dtype)
    b, ab = values(shape[-n:], dtype)
    axes, tol = tuple(range(-n, 0)), FLOATS[dtype][1]
    mean, var = a.mean(axes, keepdims=True), a.var(axes, keepdims=True)
    plain, square = (a - mean) / np.sqrt(var + 1e-5), (a * a).mean(axes, keepdims=True)
    for x in layouts(t):
        assert np.allclose(host(F.layer_norm(x, shape[-n:], w, b)), plain * aw + ab, tol, 4 * tol)
        assert np.allclose(host(F.layer_norm(x, shape[-n:])), plain, tol, 4 * tol)
        assert np.allclose(host(F.rms_norm(x, shape[-n:], w, 1e-6)), a / np.sqrt(square + 1e-6) * aw, tol, tol)
        assert np.allclose(host(torch.rms_norm(x, shape[-n:])), a / np.sqrt(square + torch.finfo(dtype).eps), tol, tol)
    if dtype in (torch.bfloat16, torch.float16):  # wide weights stay wide; rounded once
        wide = torch.tensor(aw, dtype=torch.float32)
        got = F.rms_norm(t, shape[-n:], wide, 1e-6)
        want = (a / np.sqrt(square + 1e-6) * aw.astype(np.float32)).astype(np.float32).astype(FLOATS[dtype][0])
        assert got.dtype is dtype and (host(got) != want.astype(np.float64)).mean() < 0.02


def test_zero_vectors_and_small_eps():
    x = torch.zeros(1, 4, 2, 2, dtype=torch.float16)
    x[0, :, 1, 1] = torch.tensor([3., 0., -4., 0.], dtype=torch.float16)
    y = host(F.normalize(x, dim=1))
    assert np.isfinite(y).all() and (y[0, :, 0] == 0).all() and np.allclose(y[0, :, 1, 1], [0.6, 0, -0.8, 0], 1e-3)
    z = torch.zeros(2, 10, dtype=torch.float16)
    assert (host(F.layer_norm(z, (10,), eps=1e-12)) == 0).all() and (host(F.rms_norm(z, (10,), eps=1e-12)) == 0).all()
    assert np.allclose(host(F.normalize(torch.full((1, 4), 6e-8, dtype=torch.float16), dim=1)), 0.5, 2e-3)


@pytest.mark.parametrize("p", [1, 2, 3.5, inf])
def test_normalize(p):
    t, a = values((3, 5, 7), torch.float32)
    for x in layouts(t):
        for dim in (0, 1, -1):
            assert np.allclose(host(F.normalize(x, p, dim)), a / np.linalg.norm(a, p, dim, keepdims=True), 1e-5)


@pytest.mark.parametrize("dtype", FLOATS)
def test_channel_norms(dtype):
    t, a = values((2, 6, 3, 5), dtype, 2)
    (w, aw), (b, ab) = values((6,), dtype), values((6,), dtype)
    tol, at = FLOATS[dtype][1], (None, slice(None), None, None)
    mean, var = rng.standard_normal(6), rng.uniform(0.5, 2, 6)
    tm, tv = torch.tensor(mean, dtype=torch.float64), torch.tensor(var, dtype=torch.float64)
    g = a.reshape(2, 3, 30)
    group = ((g - g.mean(2, keepdims=True)) / np.sqrt(g.var(2, keepdims=True) + 1e-5)).reshape(a.shape)
    inst = (a - a.mean((2, 3), keepdims=True)) / np.sqrt(a.var((2, 3), keepdims=True) + 1e-5)
    whole = (a - a.mean((0, 2, 3), keepdims=True)) / np.sqrt(a.var((0, 2, 3), keepdims=True) + 1e-3)
    fixed = (a - mean[at]) / np.sqrt(var[at] + 1e-5)
    for x in layouts(t):
        assert np.allclose(host(F.group_norm(x, 3, w, b)), group * aw[at] + ab[at], tol, 4 * tol)
        assert np.allclose(host(F.instance_norm(x, weight=w, bias=b)), inst * aw[at] + ab[at], tol, 4 * tol)
        assert np.allclose(host(F.batch_norm(x, tm, tv, w, b)), fixed * aw[at] + ab[at], tol, 4 * tol)
        assert np.allclose(host(F.batch_norm(x, None, None, training=True, eps=1e-3)), whole, tol, 4 * tol)
        rm, rv = tm.clone(), tv.clone()
        F.batch_norm(x, rm, rv, training=True, momentum=0.25)
        assert np.allclose(host(rm), 0.75 * mean + 0.25 * a.mean((0, 2, 3)), 1e-12)
        assert np.allclose(host(rv), 0.75 * var + 0.25 * a.var((0, 2, 3), ddof=1), 1e-12)
        F.instance_norm(x, rm, rv, momentum=1.0)
        assert np.allclose(host(rm), a.mean((2, 3)).mean(0), 1e-12) and np.allclose(host(rv), a.var((2, 3), ddof=1).mean(0), 1e-12)


def test_batch_norm_of_a_channels_last_slice():
    tok = torch.arange(30).float().reshape(1, 5, 6)
    x = tok[:, 1:].reshape(1, 2, 2, 6).permute(0, 3, 1, 2)
    mean, var = torch.arange(1, 7).float(), torch.tensor([4., 1., 4., 1., 4., 1.])
    xc = np.arange(6, 30).reshape(4, 6).T.reshape(1, 6, 2, 2)
    y = host(F.batch_norm(x, mean, var, training=False, eps=0.0))
    assert np.allclose(y, (xc - host(mean)[None, :, None, None]) / np.sqrt(host(var))[None, :, None, None])
    rm, rv = torch.zeros(6), torch.ones(6)
    z = host(F.batch_norm(x, rm, rv, training=True, momentum=0.5, eps=0.0))
    assert np.allclose(z[0, 0].ravel(), np.array([-9., -3., 3., 9.]) / math.sqrt(45))
    assert np.allclose(host(rm), np.arange(15, 21) / 2) and np.allclose(host(rv), 0.5 + 0.5 * 60)



@pytest.mark.parametrize("call, kind, text", [
    (lambda: F.layer_norm(torch.zeros(2, 5), (4,)), RuntimeError, r"Given normalized_shape=\[4\], expected input with shape \[\*, 4\], but got input of size\[2, 5\]"),
    (lambda: F.rms_norm(torch.zeros(2, 5), (5,), torch.zeros(4)), RuntimeError, "Expected weight to be of same shape as normalized_shape"),
    (lambda: F.layer_norm(torch.zeros(2), ()), RuntimeError, "at least 1-dimensional"),
    (lambda: F.group_norm(torch.zeros(2, 5), 2), RuntimeError, "divisible by num_groups"),
    (lambda: F.batch_norm(torch.zeros(1, 5), None, None, training=True), ValueError, "Expected more than 1 value per channel when training"),
    (lambda: F.batch_norm(torch.zeros(2, 5), torch.zeros(4), torch.zeros(5)), RuntimeError, r"running_mean should contain 5 elements not 4"),
    (lambda: F.batch_norm(torch.zeros(2, 5), None, None), RuntimeError, "Expected running_mean and running_var to be defined"),
    (lambda: F.instance_norm(torch.zeros(2, 5, 1)), ValueError, "Expected more than 1 spatial element"),
    (lambda: F.layer_norm(torch.zeros(2, 5, dtype=torch.int64), (5,)), Exception, "not implemented for int64"),
])
def test_refusals(call, kind, text):
    with pytest.raises(kind, match=text):
        call()

"""Scaled dot-product attention against a plain NumPy definition with every score written out."""
import math

import ml_dtypes
import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
sdpa = F.scaled_dot_product_attention
pytestmark = pytest.mark.usefixtures("no_leak")
rng = np.random.default_rng(5)
inf, nan = float("inf"), float("nan")
FLOATS = {torch.float16: (np.float16, 2e-3), torch.bfloat16: (ml_dtypes.bfloat16, 1.6e-2), torch.float32: (np.float32, 5e-6), torch.float64: (np.float64, 1e-13)}


def host(t):
    return t.double().numpy()


def values(shape, dtype=torch.float32):
    a = rng.standard_normal(shape).astype(FLOATS[dtype][0])
    return torch.tensor(a.astype(np.float64), dtype=dtype), a.astype(np.float64)


def attention(q, k, v, mask=None, causal=False, scale=None, gqa=False):
    if gqa:
        k, v = (np.repeat(x, q.shape[-3] // x.shape[-3], -3) for x in (k, v))
    s = q @ np.swapaxes(k, -1, -2) * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)
    if causal:
        s = np.where(np.tril(np.ones(s.shape[-2:], bool)), s, -inf)
    if mask is not None:
        s = np.where(mask, s, -inf) if mask.dtype == bool else s + mask
    top = s.max(-1, keepdims=True, initial=-inf)
    e = np.where(s == -inf, 0, np.exp(s - np.where(top == -inf, 0, top)))
    total = e.sum(-1, keepdims=True)
    return e / np.where(total == 0, 1, total) @ v


def odd(t):
    """The same values with strides that are not dense."""
    t = torch.cat([t, t], -2)[..., :t.shape[-2], :]
    return t.transpose(-1, -2).contiguous().transpose(-1, -2)


SHAPES = [((2, 3, 5, 8), (2, 3, 9, 8), (2, 3, 9, 8)), ((1, 4, 1, 64), (1, 4, 33, 64), (1, 4, 33, 16)), ((3, 8), (5, 8), (5, 2)),
          ((1, 1, 64), (2, 1, 1, 64), (2, 1, 1, 64)), ((4, 8, 8), (2, 1, 8, 8), (8, 8)), ((2, 1, 6, 8), (1, 3, 6, 8), (6, 8)),
          ((2, 2, 3, 4, 8), (2, 1, 3, 6, 8), (1, 3, 6, 8)), ((2, 3, 0, 8), (2, 3, 4, 8), (2, 3, 4, 8)), ((2, 3, 8), (2, 0, 8), (2, 0, 4)),
          ((1, 2, 70, 40), (1, 2, 150, 40), (1, 2, 150, 40))]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shapes", SHAPES)
def test_against_the_definition(shapes, dtype):
    (q, aq), (k, ak), (v, av) = (values(s, dtype) for s in shapes)
    tol = FLOATS[dtype][1]
    for causal in (False, True):
        for scale in (None, 0.7, -0.2, 0):
            want = attention(aq, ak, av, None, causal, scale)
            got = sdpa(q, k, v, is_causal=causal, scale=scale)
            assert got.dtype is dtype and got.shape == want.shape and np.allclose(host(got), want, tol, tol)
        assert np.allclose(host(sdpa(odd(q), odd(k), odd(v), is_causal=causal)), attention(aq, ak, av, None, causal), tol, tol)


@pytest.mark.parametrize("mask_shape", [(6, 7), (1, 7), (6, 1), (7,), (), (2, 1, 6, 7), (4, 1, 1), (2, 4, 6, 7), (3, 1, 1, 1, 7)])
@pytest.mark.parametrize("kind", ["bool", "float", "half"])
def test_masks(mask_shape, kind):
    dtype = torch.bfloat16 if kind == "half" else torch.float32
    (q, aq), (k, ak), (v, av) = (values(s, dtype) for s in ((2, 4, 6, 8), (2, 4, 7, 8), (2, 4, 7, 8)))
    if kind == "bool":
        am = rng.random(mask_shape) < 0.6
        m = torch.tensor(am)
    else:
        m, am = values(mask_shape, dtype)
    tol = FLOATS[dtype][1]
    assert np.allclose(host(sdpa(q, k, v, m)), attention(aq, ak, av, np.asarray(am)), tol, tol)
    if kind == "half":  # float32 masks go with every dtype
        assert np.allclose(host(sdpa(q, k, v, m.float())), attention(aq, ak, av, np.asarray(am)), tol, tol)


@pytest.mark.parametrize("heads", [(8, 2, 2), (6, 2, 3), (4, 1, 1), (4, 4, 2), (4, 4, 4), (1, 1, 1)])
def test_grouped_heads(heads):
    hq, hk, hv = heads
    (q, aq), (k, ak), (v, av) = values((2, hq, 3, 16)), values((2, hk, 5, 16)), values((2, hv, 5, 16))
    for causal in (False, True):
        assert np.allclose(host(sdpa(q, k, v, is_causal=causal, enable_gqa=True)), attention(aq, ak, av, None, causal, None, True), 1e-5, 1e-6)
    m, am = values((2, hq, 3, 5))
    assert np.allclose(host(sdpa(q, k, v, m, enable_gqa=True)), attention(aq, ak, av, am, gqa=True), 1e-5, 1e-6)


def test_hidden_rows_give_zeros():
    q, k, v = (values((1, 2, 3, 4))[0] for _ in range(3))
    m = torch.tensor([[True, False, False], [False, False, False], [True, True, True]])
    y = host(sdpa(q, k, v, m))
    assert (y[:, :, 1] == 0).all() and np.allclose(y[:, :, 0], host(v)[:, :, 0])
    y = host(sdpa(q, k, v, torch.full((3, 3), -inf)))
    assert (y == 0).all()
    assert (host(sdpa(q, k[:, :, :0], v[:, :, :0])) == 0).all()
    assert np.isnan(host(sdpa(torch.full((1, 2), nan), k[0, 0, :, :2], v[0, 0]))).all()


def test_most_negative_mask():
    lo = -3.4028234663852886e38
    q = torch.tensor([[1., 2.], [3., -1.]]).reshape(1, 1, 2, 2)
    k = torch.tensor([[1., 0.], [0., 1.], [2., 2.], [-1., 4.]]).reshape(1, 1, 4, 2)
    v = torch.tensor([[8., 0.], [4., 2.], [0., 6.], [-4., 0.]]).reshape(1, 1, 4, 2)
    m = torch.tensor([[lo, lo, lo, lo], [lo, lo, lo, 0.]]).reshape(1, 1, 2, 4)
    assert np.allclose(host(sdpa(q, k, v, attn_mask=m))[0, 0], [[2, 2], [-4, 0]], 1e-6)


def test_causal_counts_from_the_first_key():
    S, D = 6, 16
    k = torch.zeros(1, 1, S, D)
    v = (10. ** torch.arange(S).float()).reshape(1, 1, S, 1).expand(1, 1, S, D)
    for L, want in ((1, [1.]), (2, [1., 5.5]), (4, [1., 5.5, 37., 277.75]), (8, [1, 5.5, 37, 277.75, 2222.2] + [111111 / 6] * 3)):
        assert np.allclose(host(sdpa(torch.zeros(1, 1, L, D), k, v, is_causal=True))[0, 0, :, 0], want, 1e-5)


def test_only_the_key_has_a_batch():
    q = torch.tensor([[[1., 1.], [0., 3.]]])
    k = torch.stack([torch.zeros(1, 3, 2), torch.tensor([[[0., -300.], [0., 300.], [0., -300.]]])])
    v = torch.tensor([[[3., 0.], [6., 9.], [0., 0.]]])
    y = sdpa(q, k, v)
    assert tuple(y.shape) == (2, 1, 2, 2) and np.allclose(host(y), [[[[3, 3], [3, 3]]], [[[6, 9], [6, 9]]]], 1e-5)
    ke, ve, qe = k.expand(2, 4, 3, 2), v.expand(2, 4, 3, 2), q.expand(2, 4, 2, 2)
    assert np.array_equal(host(sdpa(qe, ke, ve)), host(sdpa(qe.contiguous(), ke.contiguous(), ve.contiguous())))


def test_dropout():
    q, k, v = torch.zeros(1, 40, 8), torch.zeros(1, 500, 8), torch.ones(1, 500, 4)
    torch.manual_seed(3)
    y = sdpa(q, k, v, dropout_p=0.25)
    assert abs(host(y).mean() - 1) < 0.02 and host(y).std() > 0.005
    torch.manual_seed(3)
    assert np.array_equal(host(sdpa(q, k, v, dropout_p=0.25)), host(y))
    assert (host(sdpa(q, k, v, dropout_p=1.0)) == 0).all()


@pytest.mark.parametrize("call, text", [
    (lambda x: sdpa(x, x, x.double()), "Expected query, key, and value to have the same dtype"),
    (lambda x: sdpa(x[0, 0, 0], x, x), "at least 2 dimensional"),
    (lambda x: sdpa(x, x, x, torch.zeros(3, 3, dtype=torch.int64)), "Expected attn_mask dtype to be bool or float"),
    (lambda x: sdpa(x, x, x, torch.zeros(3, 3), is_causal=True), "Explicit attn_mask should not be set when is_causal=True"),
    (lambda x: sdpa(x, x, x, torch.zeros(3, 4)), "cannot be broadcast to the 3 x 3 scores"),
    (lambda x: sdpa(x, x[..., :3], x), "must have the same last dim"),
    (lambda x: sdpa(x, x, x[:, :, :2]), "must have as many rows"),
    (lambda x: sdpa(x, x[:, :1].expand(2, 3, 3, 4), x), "cannot be broadcast together"),
    (lambda x: sdpa(x, x[:, :1].expand(2, 3, 3, 4), x, enable_gqa=True), "must divide the number of heads"),
    (lambda x: sdpa(x, x, x, dropout_p=1.5), "dropout probability"),
])
def test_refusals(call, text):
    with pytest.raises(RuntimeError, match=text):
        call(torch.zeros(2, 2, 3, 4))

"""Rotary embedding, causal convolution, gated delta rule and expert layers against NumPy."""
import math

import ml_dtypes
import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
pytestmark = pytest.mark.usefixtures("no_leak")
rng = np.random.default_rng(11)
FLOATS = {torch.float16: (np.float16, 2e-3), torch.bfloat16: (ml_dtypes.bfloat16, 1.6e-2), torch.float32: (np.float32, 5e-6), torch.float64: (np.float64, 1e-12)}


def host(t):
    return t.double().numpy()


def values(shape, dtype=torch.float32, scale=1.0):
    a = (rng.standard_normal(shape) * scale).astype(FLOATS[dtype][0])
    return torch.tensor(a.astype(np.float64), dtype=dtype), a.astype(np.float64)


# ---- rotary embedding -----------------------------------------------------------------------------

def rotate(x, angle, interleaved=False, factor=1.0):
    r = 2 * angle.shape[-1]
    y, c, s = x.copy(), np.cos(angle) * factor, np.sin(angle) * factor
    first, second = (slice(0, r, 2), slice(1, r, 2)) if interleaved else (slice(0, r // 2), slice(r // 2, r))
    y[..., first], y[..., second] = x[..., first] * c - x[..., second] * s, x[..., second] * c + x[..., first] * s
    return y


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("interleaved", [False, True])
def test_rope(dtype, interleaved):
    tol = FLOATS[dtype][1]
    t, x = values((2, 3, 5, 8), dtype)
    for dims in (8, 4, 0):
        angle = np.outer(np.arange(5) + 7, 500.0 ** (-2 * np.arange(dims // 2) / max(dims, 1)))
        want = rotate(x, angle, interleaved)
        for y in (t, t.transpose(1, 2).contiguous().transpose(1, 2), torch.cat([t, t], -1)[..., :8]):
            assert np.allclose(host(F.rope(y, dims, 500.0, 7, interleaved=interleaved)), want, tol, tol)
            got = F.rope(y, torch.tensor(np.cos(angle)), torch.tensor(np.sin(angle)), interleaved=interleaved)
            assert got.dtype is dtype and np.allclose(host(got), want, tol, tol)
    freq = torch.tensor([1.0, 0.25, 0.0])
    positions = torch.tensor([[[5, 1, 9, 0, 100]], [[0, 1, 2, 3, 4]]])
    want = rotate(x, host(positions)[..., None] * 0.5 * host(freq), interleaved, 1.5)
    assert np.allclose(host(F.rope(t, positions=positions, inv_freq=freq, scale=0.5, attention_factor=1.5, interleaved=interleaved)), want, tol, 4 * tol)


def test_partial_rope():
    x = torch.arange(1, 9).float().reshape(1, 1, 1, 8)
    y = host(F.rope(x, 4, 10000.0, 3))[0, 0, 0]
    a, b = 3.0, 0.03
    want = [math.cos(a) - 3 * math.sin(a), 2 * math.cos(b) - 4 * math.sin(b), math.sin(a) + 3 * math.cos(a), 2 * math.sin(b) + 4 * math.cos(b), 5, 6, 7, 8]
    assert np.allclose(y, want, atol=1e-5) and np.array_equal(host(F.rope(x, 4, 10000.0, 0)), host(x))
    f = host(F.rope(torch.ones(1, 1, 1, 256), 64, 1e7, 2355))[0, 0, 0]
    th = 2355 * 1e7 ** (-2 * np.arange(32) / 64)
    assert np.allclose(f[:32], np.cos(th) - np.sin(th), atol=2e-6) and np.allclose(f[32:64], np.sin(th) + np.cos(th), atol=2e-6) and (f[64:] == 1).all()


def test_rope_frequencies():
    f = 5e5 ** (-2 * np.arange(32) / 64)
    assert np.allclose(host(F.rope_frequencies(64, 5e5)), f, 1e-6)
    assert np.allclose(host(F.rope_frequencies(64, 5e5, kind="linear", factor=4.0)), f / 4, 1e-6)
    want = []
    for v in f:
        wave, low, high, old = 2 * math.pi / v, 1.0, 4.0, 8192
        s = (old / wave - low) / (high - low)
        want.append(v if wave < old / high else v / 32 if wave > old / low else (1 - s) * v / 32 + s * v)
    assert np.allclose(host(F.rope_frequencies(64, 5e5, kind="llama3", factor=32.0)), want, 1e-6)
    lo, hi = (64 * math.log(4096 / (n * 2 * math.pi)) / (2 * math.log(5e5)) for n in (32, 1))
    ramp = np.clip((np.arange(32) - math.floor(lo)) / (math.ceil(hi) - math.floor(lo)), 0, 1)
    assert np.allclose(host(F.rope_frequencies(64, 5e5, kind="yarn", factor=8.0, original_length=4096)), f / 8 * ramp + f * (1 - ramp), 1e-6)
    assert np.allclose(host(F.rope_frequencies(64, 5e5, kind="proportional", partial=0.25)), np.where(np.arange(32) < 8, f, 0), 1e-6)


@pytest.mark.parametrize("call, text", [
    (lambda x: F.rope(x, 3), "dims must be even and between 0 and 8"), (lambda x: F.rope(x, 10), "dims must be even"), (lambda x: F.rope(x[0, 0, 0]), "at least 2 dimensions"),
    (lambda x: F.rope(x, 8, inv_freq=torch.ones(3)), "inv_freq must have 4 elements"), (lambda x: F.rope(x, positions=torch.zeros(4)), "must match the existing size"),
    (lambda x: F.rope(x, torch.ones(3, 5), torch.ones(3, 5)), "at most half"), (lambda x: F.rope(x, torch.ones(3, 4), torch.ones(3, 3)), "as many columns"),
    (lambda x: F.rope_frequencies(8, kind="odd"), "kind must be"), (lambda x: F.rope_frequencies(7), "dims must be even"),
])
def test_rope_refusals(call, text):
    with pytest.raises((RuntimeError, ValueError), match=text):
        call(torch.zeros(1, 2, 3, 8))


# ---- causal convolution ---------------------------------------------------------------------------

def causal(x, w, bias, state, silu):
    line = np.concatenate([np.zeros(x.shape[:-1] + (w.shape[-1] - 1,)) if state is None else state, x], -1)
    y = sum(w[:, j, None] * line[..., j:j + x.shape[-1]] for j in range(w.shape[-1])) + (0 if bias is None else bias[:, None])
    return (y / (1 + np.exp(-y)) if silu else y), line[..., x.shape[-1]:]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("taps", [1, 3, 4])
def test_causal_conv1d(dtype, taps):
    tol = FLOATS[dtype][1]
    for T in (0, 1, 2, 9):
        (x, ax), (w, aw), (b, ab), (s, as_) = values((2, 5, T), dtype), values((5, taps), dtype), values((5,), dtype), values((2, 5, taps - 1), dtype)
        for state, bias, act in ((None, None, None), (s, b, "silu"), (s, None, "swish"), (None, b, None)):
            want, rest = causal(ax, aw, None if bias is None else ab, None if state is None else as_, act is not None)
            for y in (x, x.transpose(1, 2).contiguous().transpose(1, 2)):
                got, last = F.causal_conv1d(y, w, bias, state, act)
                assert np.allclose(host(got), want, tol, 4 * tol) and np.array_equal(host(last), rest)
            got, last = F.causal_conv1d(x[0], w.unsqueeze(1), bias, None if state is None else state[0], act)
            assert np.allclose(host(got), want[0], tol, 4 * tol) and np.array_equal(host(last), rest[0])


def test_causal_conv1d_in_pieces():
    (x, ax), (w, aw) = values((5, 20)), values((5, 4))
    want, state, i, out = causal(ax, aw, None, None, True)[0], None, 0, []
    for n in (7, 1, 2, 0, 10):
        y, state = F.causal_conv1d(x[:, i:i + n], w, None, state, "silu")
        out.append(host(y))
        i += n
    assert np.allclose(np.concatenate(out, 1), want, 1e-5, 1e-6)


# ---- gated delta rule -----------------------------------------------------------------------------

def delta(q, k, v, g, b, S, scale, l2norm=False, eps=1e-6):
    B, T, Hv = v.shape[:3]
    S = np.zeros((B, Hv, q.shape[3], v.shape[3])) if S is None else S.copy()
    if l2norm:
        q, k = (a / np.sqrt((a * a).sum(-1, keepdims=True) + eps) for a in (q, k))
    q, k = (np.repeat(a, Hv // a.shape[2], 2) for a in (q, k))
    out = np.zeros(v.shape)
    for t in range(T):
        S *= np.exp(g[:, t])[..., None, None]
        r = (v[:, t] - np.einsum("bhkv,bhk->bhv", S, k[:, t])) * b[:, t, :, None]
        S += k[:, t, :, :, None] * r[:, :, None]
        out[:, t] = np.einsum("bhkv,bhk->bhv", S, q[:, t]) * scale
    return out, S


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("hk, hv, dk, dv, T", [(2, 4, 8, 6, 9), (1, 1, 16, 16, 70), (3, 3, 4, 5, 1), (1, 2, 8, 8, 0), (2, 2, 32, 24, 140)])
def test_gated_delta_rule(hk, hv, dk, dv, T, dtype):
    (q, aq), (k, ak), (v, av) = values((2, T, hk, dk), dtype), values((2, T, hk, dk), dtype), values((2, T, hv, dv), dtype)
    ag, ab = -np.abs(rng.standard_normal((2, T, hv))) * 0.3, rng.uniform(0.1, 0.9, (2, T, hv))
    g, b = torch.tensor(ag, dtype=torch.float32), torch.tensor(ab, dtype=dtype)
    s, as_ = values((2, hv, dk, dv))
    for state, scale in ((None, None), (s, 0.5)):
        want, S = delta(aq, ak, av, host(g), host(b), None if state is None else as_, dk ** -0.5 if scale is None else scale, True)
        out, last = F.gated_delta_rule(q, k, v, g, b, state, scale=scale, l2norm=True)
        tol = max(FLOATS[dtype][1], 1e-5)
        assert out.dtype is dtype and np.allclose(host(out), want, tol, tol)
        assert last.dtype is (torch.float64 if dtype is torch.float64 else torch.float32) and np.allclose(host(last), S, 1e-4, 1e-4)


def test_gated_delta_rule_in_pieces():
    L, D = 70, 4
    q, k, v = (rng.standard_normal((L, D)).astype(np.float32) for _ in range(3))
    k /= np.linalg.norm(k, axis=1, keepdims=True)
    g, b = -np.abs(rng.standard_normal(L)).astype(np.float32) * 0.2, rng.uniform(0.1, 0.9, L).astype(np.float32)
    want, S = delta(*(a.astype(np.float64).reshape(1, L, 1, -1) for a in (q, k, v)), g.reshape(1, L, 1), b.reshape(1, L, 1), None, 1.0)
    for cuts in ([70], [69, 1], [1, 69], [64, 6], [32, 33, 5], [1] * 70):
        st, outs, i = None, [], 0
        for n in cuts:
            args = [torch.tensor(a[i:i + n].reshape(n, 1, -1)) for a in (q, k, v)] + [torch.tensor(a[i:i + n].reshape(n, 1)) for a in (g, b)]
            o, st = F.gated_delta_rule(*args, st, scale=1.0)
            outs.append(host(o))
            i += n
        assert np.allclose(np.concatenate(outs)[:, 0], want[0, :, 0], atol=2e-4) and np.allclose(host(st), S[0], atol=2e-4)


def test_gated_delta_rule_stops_at_each_length():
    (q, aq), (k, ak), (v, av) = values((3, 6, 1, 4)), values((3, 6, 1, 4)), values((3, 6, 2, 4))
    g, b, s = torch.full((3, 6, 2), -0.1), torch.full((3, 6, 2), 0.5), values((3, 2, 4, 4))[0]
    out, last = F.gated_delta_rule(q, k, v, g, b, s, l2norm=True, lengths=torch.tensor([4, 0, 6]))
    for i, n in enumerate((4, 0, 6)):
        part, state = F.gated_delta_rule(q[i:i + 1, :n], k[i:i + 1, :n], v[i:i + 1, :n], g[i:i + 1, :n], b[i:i + 1, :n], s[i:i + 1], l2norm=True)
        assert np.allclose(host(out[i, :n]), host(part[0]), atol=1e-6) and (host(out[i, n:]) == 0).all() and np.allclose(host(last[i]), host(state[0]), atol=1e-6)


# ---- experts --------------------------------------------------------------------------------------

def test_routing():
    lg = torch.tensor([[1., 2., 0.], [5., 0., 0.], [0., 0., 0.5]])
    w, e = F.moe_route(lg, 1)
    assert tuple(w.shape) == (3, 1) and e.tolist() == [[1], [0], [2]] and host(w).tolist() == [[1.], [1.], [1.]]
    w, e = F.moe_route(lg, 1, normalize=False)
    assert np.allclose(host(w).ravel(), [0.665241, 0.986703, 0.451863], atol=2e-6)
    w, e = F.moe_route(lg[:1], 3)
    assert e.tolist() == [[1, 0, 2]] and np.allclose(host(w), [[0.665241, 0.244728, 0.090031]], atol=2e-6)
    w, e = F.moe_route(lg[:, :1], 1)
    assert e.tolist() == [[0], [0], [0]] and host(w).tolist() == [[1.], [1.], [1.]]
    w, e = F.moe_route(torch.zeros(0, 3), 2)
    assert tuple(w.shape) == (0, 2) and tuple(e.shape) == (0, 2)
    assert F.moe_route(torch.zeros(2, 8), 3)[1].tolist() == [[0, 1, 2]] * 2


@pytest.mark.parametrize("dtype", FLOATS)
def test_routing_with_bias(dtype):
    t, x = values((2, 3, 16), dtype)
    bias, ab = values((16,))
    for sigmoid in (False, True):
        s = 1 / (1 + np.exp(-x)) if sigmoid else np.exp(x - x.max(-1, keepdims=True)) / np.exp(x - x.max(-1, keepdims=True)).sum(-1, keepdims=True)
        order = np.argsort(-(s + ab), -1, kind="stable")[..., :4]
        want = np.take_along_axis(s, order, -1)
        want = want / (want.sum(-1, keepdims=True) + 1e-6) * 2.5
        w, e = F.moe_route(t, 4, bias=bias, sigmoid=sigmoid, scale=2.5, eps=1e-6)
        assert w.dtype is dtype and np.array_equal(e.numpy(), order) and np.allclose(host(w), want, FLOATS[dtype][1], 1e-6)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("activation", ["silu", "gelu", "gelu_tanh"])
def test_moe_mlp(dtype, activation):
    erf = np.vectorize(math.erf)
    act = {"silu": lambda v: v / (1 + np.exp(-v)), "gelu": lambda v: 0.5 * v * (1 + erf(v / math.sqrt(2))),
           "gelu_tanh": lambda v: 0.5 * v * (1 + np.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v ** 3)))}[activation]
    tol = FLOATS[dtype][1]
    for tokens, E, k in ((1, 8, 2), (7, 3, 2), (9, 5, 1)):
        (x, ax), (up, au), (down, ad), (w, aw) = values((tokens, 40), dtype), values((E, 24, 40), dtype, 0.3), values((E, 40, 12), dtype, 0.3), values((tokens, k))
        index = rng.integers(0, E, (tokens, k))
        want = np.zeros((tokens, 40))
        for t in range(tokens):
            for j in range(k):
                h = au[index[t, j]] @ ax[t]
                want[t] += aw[t, j] * (ad[index[t, j]] @ (act(h[:12]) * h[12:]))
        got = F.moe_mlp(x, up, down, torch.tensor(index), w, activation)
        assert got.dtype is dtype and np.allclose(host(got), want, tol, 8 * tol)
        got = F.moe_mlp(x, up.transpose(1, 2).contiguous().transpose(1, 2), down[:, :, :], torch.tensor(index.astype(np.int32)), w, activation)
        assert np.allclose(host(got), want, tol, 8 * tol)


def test_moe_refusals():
    x, up, down = torch.zeros(2, 4), torch.zeros(3, 6, 4), torch.zeros(3, 4, 3)
    one = torch.zeros(2, 1)
    with pytest.raises(IndexError, match="expert 3 is not one of the 3"):
        F.moe_mlp(x, up, down, torch.tensor([[0], [3]]), one)
    with pytest.raises(RuntimeError, match="gate_up must be"):
        F.moe_mlp(x, up[:, :5], down, torch.zeros(2, 1, dtype=torch.int64), one)
    with pytest.raises(ValueError, match="activation must be"):
        F.moe_mlp(x, up, down, torch.zeros(2, 1, dtype=torch.int64), one, "relu")
    with pytest.raises(ValueError, match="k must be between 0 and the 4 experts, got 5"):
        F.moe_route(x, 5)

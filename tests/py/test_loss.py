"""Losses against NumPy formulas: reductions, weights, ignored and wrong targets."""
import math

import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
pytestmark = pytest.mark.usefixtures("no_leak")
rng = np.random.default_rng(17)
inf, nan = float("inf"), float("nan")
TOLERANCE = {torch.float16: 2e-3, torch.bfloat16: 1.6e-2, torch.float32: 2e-6, torch.float64: 1e-13}


def host(t):
    return t.double().numpy()


def values(shape, dtype=torch.float64, low=-2.0, high=2.0):
    t = torch.tensor(rng.uniform(low, high, shape), dtype=dtype)
    return t, host(t)


def reduced(loss, reduction, weight=None):
    return loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.mean() if weight is None else loss.sum() / weight.sum()


def log_softmax(x):
    m = x.max(1, keepdims=True)
    return x - m - np.log(np.exp(x - m).sum(1, keepdims=True))


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_pairs(dtype, reduction):
    (x, a), (t, b), (w, c) = values((5, 7), dtype), values((5, 7), dtype), values((5, 7), dtype, 0.5, 1)
    tol, d = TOLERANCE[dtype], a - b
    check = lambda got, want: (got.dtype is dtype and np.allclose(host(got), want, tol, tol)) or pytest.fail("%s %s" % (host(got), want))
    for y in (x, x.t().contiguous().t()):
        check(F.mse_loss(y, t, reduction=reduction), reduced(d ** 2, reduction))
        check(F.mse_loss(y, t, reduction=reduction, weight=w), reduced(c * d ** 2, reduction, c))
        check(F.l1_loss(y, t, reduction=reduction), reduced(abs(d), reduction))
        check(F.smooth_l1_loss(y, t, reduction=reduction, beta=0.7), reduced(np.where(abs(d) < 0.7, d ** 2 / 1.4, abs(d) - 0.35), reduction))
        check(F.smooth_l1_loss(y, t, reduction=reduction, beta=0.0), reduced(abs(d), reduction))
        check(F.huber_loss(y, t, reduction=reduction, delta=0.7), reduced(np.where(abs(d) <= 0.7, d ** 2 / 2, 0.7 * (abs(d) - 0.35)), reduction))
        check(F.soft_margin_loss(y, t, reduction=reduction), reduced(np.log1p(np.exp(-b * a)), reduction))
    (p, ap), (q, aq) = values((5, 7), dtype, 0.05, 0.95), values((5, 7), dtype, 0, 1)
    check(F.binary_cross_entropy(p, q, reduction=reduction), reduced(-(aq * np.log(ap) + (1 - aq) * np.log1p(-ap)), reduction))
    check(F.binary_cross_entropy(p, q, w, reduction=reduction), reduced(-c * (aq * np.log(ap) + (1 - aq) * np.log1p(-ap)), reduction))
    s, pos = 1 / (1 + np.exp(-a)), values((7,), dtype, 0.5, 2)
    want = -(pos[1] * aq * np.log(s) + (1 - aq) * np.log(1 - s))
    check(F.binary_cross_entropy_with_logits(x, q, reduction=reduction, pos_weight=pos[0]), reduced(want, reduction))
    check(F.kl_div(x, q, reduction=reduction), reduced(np.where(aq > 0, aq * (np.log(np.maximum(aq, 1e-300)) - a), 0), reduction))
    check(F.kl_div(x, t, reduction=reduction, log_target=True), reduced(np.exp(b) * (b - a), reduction))


def test_pairs_at_the_edges():
    assert np.isnan(F.mse_loss(torch.zeros(0), torch.zeros(0)).item()) and F.mse_loss(torch.zeros(0), torch.zeros(0), reduction="sum").item() == 0
    assert F.binary_cross_entropy(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 0.0]), reduction="none").tolist() == [100, 100]
    assert F.binary_cross_entropy_with_logits(torch.tensor([1000.0, -1000.0]), torch.tensor([1.0, 0.0])).item() == 0
    assert F.kl_div(torch.tensor([-1.0, -2.0]), torch.tensor([0.0, 1.0]), reduction="batchmean").item() == 1
    x, y = torch.zeros(3, 1), torch.ones(4)
    assert F.mse_loss(x, y, reduction="none").shape == (3, 4)
    assert F.mse_loss(torch.zeros(3), torch.ones(3, dtype=torch.float64)).dtype is torch.float64
    h = torch.full((4096,), 200.0, dtype=torch.float16)
    assert F.mse_loss(h, -h * 0 + 0.0).item() == 40000 and F.l1_loss(h, -h).item() == 400
    big = torch.ones(100000)
    assert F.mse_loss(big, big * 3).item() == 4 and F.l1_loss(big, big * 3, reduction="sum").item() == 200000
    assert F.mse_loss(x, y, size_average=False).item() == 12 and F.mse_loss(x, y, reduce=False).shape == (3, 4)


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_classes(dtype, reduction, smoothing):
    (x, a), (w, c), tol = values((4, 6, 3), dtype, -5, 5), values((6,), dtype, 0.5, 1), 4 * TOLERANCE[dtype]
    p, index = log_softmax(a), rng.integers(0, 6, (4, 3))
    for weight, aw in ((None, np.ones(6)), (w, c)):
        for ignore in (-100, 2):
            keep = index != ignore
            nll = -np.take_along_axis(p, index[:, None], 1)[:, 0] * aw[index] * keep
            smooth = -(p * aw[:, None]).sum(1) * keep
            loss, total = (1 - smoothing) * nll + smoothing / 6 * smooth, (aw[index] * keep).sum()
            want = loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.sum() / total
            for y in (x, x.transpose(1, 2).contiguous().transpose(1, 2)):
                got = F.cross_entropy(y, torch.tensor(index), weight, ignore_index=ignore, reduction=reduction, label_smoothing=smoothing)
                assert got.dtype is dtype and np.allclose(host(got), want, tol, tol)
            if smoothing == 0:
                nll_w = -np.take_along_axis(a, index[:, None], 1)[:, 0] * aw[index] * keep
                want = nll_w if reduction == "none" else nll_w.sum() if reduction == "sum" else nll_w.sum() / total
                assert np.allclose(host(F.nll_loss(x, torch.tensor(index), weight, ignore_index=ignore, reduction=reduction)), want, tol, tol)
        share, ash = values((4, 6, 3), dtype, 0, 1)
        loss = -(p * aw[:, None] * (ash * (1 - smoothing) + smoothing / 6)).sum(1)
        want = loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.sum() / 12
        assert np.allclose(host(F.cross_entropy(x, share, weight, reduction=reduction, label_smoothing=smoothing)), want, tol, 4 * tol)


def test_class_targets():
    x = torch.tensor([[0., 1.], [1., 0.], [0., 1.]])
    for bad in (2, 5, -1, -100, 2 ** 31, -2 ** 40):
        t = torch.tensor([1, 0, bad])
        for red in ("none", "mean", "sum"):
            for loss in (F.cross_entropy, F.nll_loss):
                with pytest.raises(IndexError, match="Target %d is out of bounds" % bad):
                    loss(x, t, ignore_index=-3, reduction=red)
    t, one = torch.tensor([1, 0, -1]), math.log1p(math.exp(-1))
    assert np.allclose(host(F.cross_entropy(x, t, ignore_index=-1, reduction="none")), [one, one, 0])
    assert abs(F.cross_entropy(x, t, ignore_index=-1).item() - one) < 1e-6
    assert F.cross_entropy(x, torch.tensor([1, 1, 1]), ignore_index=1, reduction="sum").item() == 0
    assert math.isnan(F.cross_entropy(x, torch.tensor([1, 1, 1]), ignore_index=1).item())
    assert np.allclose(host(F.cross_entropy(torch.tensor([0., 1.]), torch.tensor(1))), one)
    x = torch.tensor([[0., 150., -250., 150.], [-1000., 0., 90., 88.]])
    want = [400 + math.log(2), 1090 + math.log1p(math.exp(-2))]
    assert np.allclose(host(F.cross_entropy(x, torch.tensor([2, 0]), reduction="none")), want, 1e-6)
    assert math.isnan(F.cross_entropy(torch.zeros(0, 3), torch.zeros(0, dtype=torch.int64)).item())


X = torch.zeros(3, 4)
T = torch.zeros(3, dtype=torch.int64)


@pytest.mark.parametrize("call, kind, text", [
    (lambda: F.mse_loss(X, X, reduction="avg"), ValueError, "avg is not a valid value for reduction"),
    (lambda: F.mse_loss(X, torch.zeros(3, 3)), RuntimeError, r"The size of tensor a \(4\) must match the size of tensor b \(3\)"),
    (lambda: F.mse_loss(X.long(), X.long()), Exception, "not implemented for int64"),
    (lambda: F.mse_loss(X, X, weight=torch.zeros(4)), ValueError, "Weights and input must have the same size"),
    (lambda: F.huber_loss(X, X, delta=0.0), RuntimeError, "non-positive values for delta"),
    (lambda: F.smooth_l1_loss(X, X, beta=-1.0), RuntimeError, "negative values for beta"),
    (lambda: F.binary_cross_entropy(X, X[:2]), ValueError, "Using a target size"),
    (lambda: F.binary_cross_entropy(X + 2, X), RuntimeError, "all elements of input should be between 0 and 1"),
    (lambda: F.binary_cross_entropy_with_logits(X, X[:2]), ValueError, "must be the same as input size"),
    (lambda: F.cross_entropy(X, T[:2]), ValueError, r"Expected input batch_size \(3\) to match target batch_size \(2\)"),
    (lambda: F.cross_entropy(X, torch.zeros(3, 3)), RuntimeError, "must have input's shape"),
    (lambda: F.cross_entropy(X, T, torch.ones(3)), RuntimeError, "all 4 classes or no classes"),
    (lambda: F.cross_entropy(X, T, label_smoothing=2.0), RuntimeError, "label_smoothing must be between"),
    (lambda: F.cross_entropy(X, X, ignore_index=1), RuntimeError, "ignore_index is not supported for floating point target"),
    (lambda: F.nll_loss(X, X), RuntimeError, "expected scalar type Long"),
])
def test_refusals(call, kind, text):
    with pytest.raises(kind, match=text):
        call()

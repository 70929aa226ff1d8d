"""Random tensors: the documented bits, distributions and refusals. SPDX-License-Identifier: MIT"""
import math

import numpy as np
import pytest
from scipy import stats

import wootz as T

MASK = 0xFFFFFFFF


def philox(seed, call, block):
    """The generator as documented in src/core/random.h, written independently."""
    c = [block & MASK, block >> 32, call & MASK, call >> 32]
    k = [seed & MASK, seed >> 32]
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(q >> 32) ^ c[1] ^ k[0], q & MASK, (p >> 32) ^ c[3] ^ k[1], p & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def words(seed, call, n):
    return [w for b in range((n + 3) // 4) for w in philox(seed, call, b)][:n]


def array(x):
    return np.array(x.float().tolist() if x.dtype == T.bfloat16 else x.tolist())


def test_uniforms_and_integers_bit_for_bit():
    seed = 2**40 + 12345
    T.manual_seed(seed)
    assert T.rand(11).tolist() == [(w >> 8) * 2.0**-24 for w in words(seed, 0, 11)]
    w = words(seed, 1, 10)
    assert T.rand(5, dtype=T.float64).tolist() == [((w[2 * i] | w[2 * i + 1] << 32) >> 11) * 2.0**-53 for i in range(5)]
    w = words(seed, 2, 20)
    assert T.randint(-5, 1000, (10,)).tolist() == [(w[2 * i] | w[2 * i + 1] << 32) % 1005 - 5 for i in range(10)]
    assert T.rand(6, dtype=T.float16).tolist() == [(w >> 21) * 2.0**-11 for w in words(seed, 3, 6)]
    assert array(T.rand(6, dtype=T.bfloat16)).tolist() == [(w >> 24) * 2.0**-8 for w in words(seed, 4, 6)]
    w = words(seed, 5, 8)
    want = []
    for i in range(4):
        u = float(np.float32(w[2 * i])) * 2.0**-32
        a = 2 * math.pi * ((w[2 * i + 1] >> 8) * 2.0**-24)
        want += [math.sqrt(-2 * math.log(u)) * math.cos(a), math.sqrt(-2 * math.log(u)) * math.sin(a)]
    assert np.allclose(array(T.randn(8)), want, rtol=2e-7, atol=0)


def test_threads_and_layout_do_not_matter():
    threads = T.get_num_threads()
    try:
        for make in (lambda: T.randn(70001), lambda: T.rand(70001), lambda: T.randint(0, 9, (70001,)), lambda: T.randperm(5000)):
            T.manual_seed(3)
            T.set_num_threads(1)
            a = make().tolist()
            T.manual_seed(3)
            T.set_num_threads(4)
            assert make().tolist() == a
            assert make().tolist() != a
    finally:
        T.set_num_threads(threads)
    T.manual_seed(4)
    x = T.zeros(4, 6).uniform_()
    T.manual_seed(4)
    y = T.zeros(6, 4).t().uniform_()
    assert x.tolist() == y.tolist()


def test_generators():
    g = T.Generator().manual_seed(7)
    a = T.rand(4, generator=g).tolist()
    state = g.get_state()
    b = T.rand(4, generator=g).tolist()
    g.set_state(state)
    assert T.rand(4, generator=g).tolist() == b != a
    T.manual_seed(7)
    assert T.rand(4).tolist() == a and T.initial_seed() == 7


@pytest.mark.parametrize("dtype", [T.float16, T.bfloat16, T.float32, T.float64, T.complex64, T.complex128], ids=str)
def test_moments(dtype):
    T.manual_seed(1)
    n = 60000
    u, z = T.rand(n, dtype=dtype), T.randn(n, dtype=dtype)
    if dtype.is_complex:
        u, z = T.view_as_real(u).reshape(-1), T.view_as_real(z).reshape(-1)
    u, z = array(u), array(z) * (math.sqrt(2) if dtype.is_complex else 1)
    assert u.min() >= 0 and u.max() < 1 and abs(u.mean() - 0.5) < 0.01 and abs(u.std() - math.sqrt(1 / 12)) < 0.01
    assert abs(z.mean()) < 0.02 and abs(z.std() - 1) < 0.02
    if dtype in (T.float32, T.float64):
        assert stats.kstest(u, "uniform").pvalue > 1e-4 and stats.kstest(z, "norm").pvalue > 1e-4


@pytest.mark.parametrize("name, arguments, law", [
    ("uniform_", (-2., 5.), stats.uniform(-2, 7)), ("normal_", (3., .5), stats.norm(3, .5)), ("exponential_", (2.,), stats.expon(scale=.5)),
    ("cauchy_", (1., 2.), stats.cauchy(1, 2)), ("log_normal_", (.5, .25), stats.lognorm(.25, scale=math.exp(.5)))])
def test_laws(name, arguments, law):
    T.manual_seed(5)
    x = getattr(T.zeros(40000, dtype=T.float64), name)(*arguments)
    assert stats.kstest(array(x), law.cdf).pvalue > 1e-4


def test_discrete_laws():
    T.manual_seed(6)
    i = array(T.randint(-3, 7, (50000,)))
    assert i.min() == -3 and i.max() == 6 and stats.chisquare(np.bincount(i + 3)).pvalue > 1e-4
    x = T.zeros(50000)
    assert abs(array(x.bernoulli_(.3)).mean() - .3) < .01 and abs(array(x.geometric_(.3)).mean() - 1 / .3) < .06
    assert array(x.bernoulli(1.)).all() and not array(x.bernoulli(0.)).any()
    p = T.tensor([0., .25, 1.]).repeat(20000, 1)
    assert np.abs(array(T.bernoulli(p)).mean(0) - [0, .25, 1]).max() < .015
    for dtype, top in ((T.int8, 127), (T.uint8, 255), (T.int64, 2**63 - 1), (T.bool, 1), (T.float32, 2**24)):
        v = T.zeros(5000, dtype=dtype).random_().tolist()
        assert max(v) > .95 * top and min(v) >= 0 and min(v) < max(1, .05 * top)
    for n in (0, 1, 2, 1000):
        assert sorted(T.randperm(n).tolist()) == list(range(n))
    firsts = np.bincount([T.randperm(4)[0].item() for _ in range(2000)], minlength=4)
    assert stats.chisquare(firsts).pvalue > 1e-4
    u = T.zeros(100000, dtype=T.bfloat16).uniform_(0, 3)
    assert array(u).max() < 3
    assert array(T.normal(T.zeros(5, 1), T.tensor([0., 1.]))).shape == (5, 2) and T.normal(2., 3., (4,)).shape == (4,)


def test_multinomial():
    T.manual_seed(8)
    w = [0, 1., 3, 0, 6, 0]
    counts = np.bincount(array(T.multinomial(T.tensor(w), 50000, replacement=True)), minlength=6)
    assert counts[[0, 3, 5]].sum() == 0 and stats.chisquare(counts[[1, 2, 4]], np.array([.1, .3, .6]) * 50000).pvalue > 1e-4
    rows = T.tensor(w).repeat(10000, 1)
    for k in (1, 3):
        m = array(T.multinomial(rows, k))
        assert stats.chisquare(np.bincount(m[:, 0], minlength=6)[[1, 2, 4]], np.array([.1, .3, .6]) * 10000).pvalue > 1e-4
        assert (k == 1 or (np.sort(m, 1) == [1, 2, 4]).all())


def test_refusals():
    for call in (lambda: T.randint(5, 5, (2,)), lambda: T.randint(0, 300, (2,), dtype=T.uint8), lambda: T.randperm(-1),
                 lambda: T.randperm(1000, dtype=T.int8), lambda: T.zeros(2).bernoulli_(1.5), lambda: T.bernoulli(T.tensor([1.5])),
                 lambda: T.zeros(2).uniform_(3, 1), lambda: T.zeros(2).normal_(0, -1), lambda: T.zeros(2).exponential_(0),
                 lambda: T.multinomial(T.tensor([0., 0.]), 1), lambda: T.multinomial(T.tensor([1., -1.]), 1),
                 lambda: T.multinomial(T.tensor([1., 0.]), 2), lambda: T.multinomial(T.tensor([1., 2.]), 3),
                 lambda: T.multinomial(T.tensor([1., math.nan]), 1, True), lambda: T.multinomial(T.tensor([1.]), 0),
                 lambda: T.rand(2, dtype=T.int64)):
        with pytest.raises((RuntimeError, NotImplementedError)):
            call()

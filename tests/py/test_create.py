"""Creation: values, lengths, dtypes and refusals. SPDX-License-Identifier: MIT"""
import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import wootz as T


def test_constants_and_dtypes():
    assert T.zeros(2, 3).tolist() == [[0] * 3] * 2 and T.ones((2,), dtype=T.bool).tolist() == [True, True]
    assert T.full((2,), 3).dtype == T.int64 and T.full((2,), 3.).dtype == T.float32 and T.full((), True).dtype == T.bool
    assert T.full((1,), 1j).dtype == T.complex64 and T.full((2,), 3, dtype=T.float16).tolist() == [3, 3]
    x = T.ones(2, 2, dtype=T.int16)
    assert T.zeros_like(x).dtype == T.int16 and T.ones_like(x, dtype=T.float64).dtype == T.float64
    assert T.full_like(x, 7).tolist() == [[7, 7], [7, 7]] and T.empty_like(x).shape == (2, 2)
    assert x.new_zeros(3).dtype == T.int16 and x.new_full((2,), 5).tolist() == [5, 5] and x.new_ones(1, dtype=T.float32).tolist() == [1]
    assert T.scalar_tensor(5).dtype == T.float32 and T.empty(0).shape == (0,) and T.zeros(()).shape == ()
    big = T.full((100003,), 1.5, dtype=T.float64)
    assert big[0] == 1.5 and big[-1] == 1.5 and big[50000] == 1.5
    y = T.zeros(4, 6)[:, ::2]
    y.fill_(2)
    assert y.tolist() == [[2] * 3] * 4 and T.zeros(2).fill_(T.tensor(4)).tolist() == [4, 4] and T.ones(3).zero_().tolist() == [0, 0, 0]


def test_values_that_do_not_fit():
    assert T.full((1,), -1, dtype=T.uint8).tolist() == [255] and T.full((1,), 2.9, dtype=T.int8).tolist() == [2]
    assert T.full((1,), 2**63, dtype=T.uint64).tolist() == [2**63] and T.full((1,), math.inf, dtype=T.float16).tolist() == [math.inf]
    for value, dtype in ((300, T.uint8), (-300, T.uint8), (128, T.int8), (math.inf, T.int32), (math.nan, T.int64), (1e39, T.float32),
                         (70000., T.float16), (1 + 1j, T.float32), (2**63, T.int64)):
        with pytest.raises(RuntimeError, match="without overflow"):
            T.full((1,), value, dtype=dtype)
    for call in (lambda: T.zeros(-1), lambda: T.zeros(2**62, 4), lambda: T.zeros(*[1] * 9), lambda: T.eye(-1)):
        with pytest.raises((RuntimeError, ValueError)):
            call()


@settings(max_examples=200, deadline=None)
@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-9, 9))
def test_arange_of_integers(start, end, step):
    if step == 0 or (end - start) * step < 0:
        with pytest.raises(RuntimeError):
            T.arange(start, end, step)
        return
    x = T.arange(start, end, step)
    assert x.dtype == T.int64 and x.tolist() == list(range(start, end, step))
    assert T.arange(start, end, step, dtype=T.float64).tolist() == list(range(start, end, step))


def test_arange_lengths_and_limits():
    assert T.arange(0, 1, 0.1).shape[0] == 10 and T.arange(5, 0, -2).tolist() == [5, 3, 1] and T.arange(3.).dtype == T.float32
    assert T.arange(2**53, 2**53 + 3).tolist() == [2**53, 2**53 + 1, 2**53 + 2]
    assert T.arange(2**63 - 3, 2**63 - 1).tolist() == [2**63 - 3, 2**63 - 2] and T.arange(-2**63, -2**63 + 2).tolist() == [-2**63, -2**63 + 1]
    assert T.arange(4, dtype=T.uint8).dtype == T.uint8 and T.arange(0, 5, 2, dtype=T.bfloat16).tolist() == [0, 2, 4]
    for call in (lambda: T.arange(0, math.inf), lambda: T.arange(0, 5, 0), lambda: T.arange(0, math.nan), lambda: T.arange(0, 2**62, 1e-9)):
        with pytest.raises(RuntimeError):
            call()


def test_linspace_hits_its_grid():
    for n in (2, 3, 4100, 5000, 65537):
        assert np.array_equal(np.array(T.linspace(0, 3.0 * (n - 1), n).tolist()), 3.0 * np.arange(n))
        assert np.array_equal(np.array(T.linspace(3.0 * (n - 1), 0, n).tolist()), 3.0 * np.arange(n)[::-1])
    assert T.linspace(7, -7, 1).tolist() == [7.0] and tuple(T.linspace(0, 1, 0).shape) == (0,)
    z = T.linspace(-0.1, 0.9, 11).tolist()
    assert z[0] == float(np.float32(-0.1)) and z[-1] == float(np.float32(0.9))
    x = np.array(T.linspace(-3, 3, 1001, dtype=T.float64).tolist())
    assert np.array_equal(x, -x[::-1])
    assert T.linspace(0, 10, 5, dtype=T.int64).tolist() == [0, 2, 5, 7, 10] and T.linspace(0, 1, 3, dtype=T.bool).tolist() == [False, True, True]
    assert T.linspace(0, 1j, 3).tolist() == [0, 0.5j, 1j]
    with pytest.raises(RuntimeError, match="non-negative"):
        T.linspace(0, 1, -1)


def test_logspace():
    assert T.logspace(0, 3, 4).tolist() == [1, 10, 100, 1000] and T.logspace(0, 3, 4, base=2).tolist() == [1, 2, 4, 8]
    assert T.logspace(0, 3, 4, dtype=T.int64).tolist() == [1, 10, 100, 1000] and T.logspace(0, 4, 5, base=3, dtype=T.uint8).tolist() == [1, 3, 9, 27, 81]
    assert T.logspace(2, 9, 1).tolist() == [100] and T.logspace(2, 9, 0).shape == (0,) and T.logspace(0, 2, 3, base=0, dtype=T.bool).tolist() == [True, False, False]
    assert T.logspace(1, -1, 3, base=-2).tolist() == [-2, 1, -0.5]
    x = T.logspace(-30, 30, 61, dtype=T.float64).tolist()
    assert all(abs(a / 10.0**k - 1) < 4e-16 for a, k in zip(x, range(-30, 31)))


def test_matrices_and_triangles():
    assert T.eye(2).tolist() == [[1, 0], [0, 1]] and T.eye(2, 3, dtype=T.float8_e4m3fn).float().tolist() == [[1, 0, 0], [0, 1, 0]]
    for k in range(-4, 5):
        assert T.tril_indices(3, 4, k).tolist() == [list(map(int, r)) for r in np.tril_indices(3, k, 4)]
        assert T.triu_indices(3, 4, k).tolist() == [list(map(int, r)) for r in np.triu_indices(3, k, 4)]
    assert T.complex(T.tensor([1.]), T.tensor([2.])).tolist() == [1 + 2j]
    z = T.polar(T.tensor([2.], dtype=T.float64), T.tensor([math.pi / 2], dtype=T.float64)).tolist()[0]
    assert abs(z - 2j) < 1e-15
    with pytest.raises((RuntimeError, TypeError)):
        T.complex(T.ones(1), T.ones(1, dtype=T.float64))

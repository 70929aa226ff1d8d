"""Linear algebra against NumPy: reconstruction, orthogonality, solutions, norms, hard inputs.
SPDX-License-Identifier: MIT"""
import math

import numpy as np
import pytest

import wootz as T

pytestmark = pytest.mark.usefixtures("no_leak")
DTYPES = [np.float32, np.float64, np.complex64, np.complex128]


def rand(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    a = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.standard_normal(shape)
    return a.astype(dtype)


def eps(dtype):
    return np.finfo(dtype).eps


def H(a):
    return np.swapaxes(a, -1, -2).conj()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (3, 5), (4, 4), (2, 3, 6, 6), (0, 3, 3), (3, 0), (40, 24)])
def test_factorisations_reconstruct(shape, dtype):
    a = rand(shape, dtype)
    A = T.tensor(a)
    tol = 100 * eps(dtype) * max(shape + (1,)) * 4
    for full in (True, False):
        U, S, Vh = (t.numpy() for t in T.linalg.svd(A, full_matrices=full))
        k = S.shape[-1]
        assert np.abs((U[..., :k] * S[..., None, :]) @ Vh[..., :k, :] - a).max(initial=0) < tol
        assert np.abs(H(U) @ U - np.eye(U.shape[-1])).max(initial=0) < tol
        assert np.abs(Vh @ H(Vh) - np.eye(Vh.shape[-2])).max(initial=0) < tol
        assert np.all(np.diff(S, axis=-1) <= 0)
    for mode in ("reduced", "complete"):
        Q, R = (t.numpy() for t in T.linalg.qr(A, mode=mode))
        assert np.abs(Q @ R - a).max(initial=0) < tol and np.abs(H(Q) @ Q - np.eye(Q.shape[-1])).max(initial=0) < tol
        assert np.all(np.tril(R, -1) == 0)
    P, L, U = (t.numpy() for t in T.linalg.lu(A))
    assert np.abs(P @ L @ U - a).max(initial=0) < tol


@pytest.mark.parametrize("dtype", DTYPES)
def test_solves(dtype):
    a, b = rand((3, 6, 6), dtype) + 4 * np.eye(6, dtype=dtype), rand((3, 6, 2), dtype, 1)
    A, B = T.tensor(a), T.tensor(b)
    tol = 2000 * eps(dtype)
    assert np.abs(a @ T.linalg.solve(A, B).numpy() - b).max() < tol
    assert np.abs(T.linalg.inv(A).numpy() @ a - np.eye(6)).max() < tol
    LU, piv = T.linalg.lu_factor(A)
    assert piv.dtype == T.int32
    assert np.abs(a @ T.linalg.lu_solve(LU, piv, B).numpy() - b).max() < tol
    assert np.abs(H(a) @ T.linalg.lu_solve(LU, piv, B, adjoint=True).numpy() - b).max() < tol
    X = T.linalg.lu_solve(LU, piv, B.mT, left=False).numpy()
    assert np.abs(X @ a - np.swapaxes(b, -1, -2)).max() < tol
    h = a @ H(a)
    L = T.linalg.cholesky(T.tensor(h)).numpy()
    assert np.abs(L @ H(L) - h).max() < tol * np.abs(h).max()
    assert np.allclose(T.linalg.det(A).numpy(), np.linalg.det(a), rtol=tol)
    w, v = (t.numpy() for t in T.linalg.eigh(T.tensor(h)))
    assert np.abs(h @ v - v * w[..., None, :]).max() < tol * np.abs(w).max()


@pytest.mark.parametrize("scale", [1e-30, 1e-20, 1.0, 1e20, 1e30])
def test_scales(scale):
    a = (rand((6, 4), np.float64) * scale).astype(np.float32)
    U, S, Vh = (t.numpy().astype(np.float64) for t in T.linalg.svd(T.tensor(a), full_matrices=False))
    assert np.abs((U * S) @ Vh - a).max() < 1e-5 * np.abs(a).max()
    assert np.abs(T.linalg.qr(T.tensor(a))[0].numpy().T @ T.linalg.qr(T.tensor(a))[0].numpy() - np.eye(4)).max() < 1e-5


def test_pinv_rank_lstsq():
    A = T.tensor([[6.0, 2.0], [3.0, 1.0]])
    assert np.allclose(T.linalg.pinv(A).numpy(), [[0.12, 0.06], [0.04, 0.02]], atol=1e-6) and int(T.linalg.matrix_rank(A)) == 1
    assert np.allclose(T.linalg.pinv(A * 1e-12).numpy(), np.array([[0.12, 0.06], [0.04, 0.02]]) * 1e12, rtol=1e-4)
    assert tuple(T.linalg.pinv(T.zeros(0, 3)).shape) == (3, 0) and not T.linalg.pinv(T.zeros(3, 2)).any()
    a, b = rand((8, 3), np.float64), rand((8, 2), np.float64, 1)
    r = T.linalg.lstsq(T.tensor(a), T.tensor(b))
    want = np.linalg.lstsq(a, b, rcond=None)
    assert np.allclose(r.solution.numpy(), want[0]) and np.allclose(r.residuals.numpy(), want[1]) and int(r.rank) == 3


@pytest.mark.parametrize("ord", ["fro", "nuc", math.inf, -math.inf, 1, -1, 2, -2])
def test_matrix_norms(ord):
    a = rand((5, 4), np.float64)
    assert np.isclose(float(T.linalg.norm(T.tensor(a), ord)), np.linalg.norm(a, ord))
    b = rand((2, 5, 4), np.float64)
    assert np.allclose(T.linalg.matrix_norm(T.tensor(b), ord).numpy(), [np.linalg.norm(x, ord) for x in b])


def test_powers_and_chains():
    a = rand((4, 4), np.float64)
    for n in (-2, 0, 1, 5):
        assert np.allclose(T.linalg.matrix_power(T.tensor(a), n).numpy(), np.linalg.matrix_power(a, n))
    chain = [rand(s, np.float64, i) for i, s in enumerate([(3, 7), (7, 2), (2, 9), (9,)])]
    assert np.allclose(T.linalg.multi_dot([T.tensor(c) for c in chain]).numpy(), np.linalg.multi_dot(chain))
    assert np.isclose(float(T.linalg.cond(T.tensor(a))), np.linalg.cond(a))


def test_singular_and_nan():
    A = T.eye(3).repeat(4, 1, 1)
    A[2, 1] = 0
    for fn in (T.linalg.inv, lambda x: T.linalg.solve(x, T.ones(4, 3, 1)), T.linalg.lu_factor, T.linalg.cholesky):
        with pytest.raises(RuntimeError):
            fn(A)
    assert T.linalg.inv_ex(A)[1].tolist() == [0, 0, 2, 0]
    bad = T.tensor([[math.nan, 0.0], [0.0, 1.0]])
    assert T.linalg.svdvals(bad).isnan().any() and T.linalg.det(bad).isnan()
    s, l = T.linalg.slogdet(T.zeros(2, 2))
    assert float(s) == 0 and float(l) == -math.inf and float(T.linalg.det(T.zeros(0, 0))) == 1

"""Scaled float8 products and grouped products against NumPy."""
import itertools

import ml_dtypes
import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
S = F.ScalingType
pytestmark = pytest.mark.usefixtures("no_leak")
rng = np.random.default_rng(9)
nan = float("nan")
F8 = {torch.float8_e4m3fn: ml_dtypes.float8_e4m3fn, torch.float8_e5m2: ml_dtypes.float8_e5m2}
OUT = {torch.float32: (np.float32, 1e-6), torch.bfloat16: (ml_dtypes.bfloat16, 2 ** -8), torch.float16: (np.float16, 2 ** -10),
       torch.float8_e4m3fn: (ml_dtypes.float8_e4m3fn, 2 ** -3)}


def host(t):
    return t.double().numpy()


def f8(shape, dtype=torch.float8_e4m3fn, scale=1.0):
    a = (rng.standard_normal(shape) * scale).astype(F8[dtype])
    return torch.tensor(a.astype(np.float32)).to(dtype), a.astype(np.float64)


def layouts(t):
    yield t
    yield t.t().contiguous().t()
    yield torch.cat([t, t])[::2].copy_(t) if t.shape[0] else t


@pytest.mark.parametrize("m, k, n", [(1, 64, 48), (2, 33, 17), (4, 128, 5), (7, 40, 65), (64, 96, 80), (3, 0, 4), (0, 8, 4), (3, 8, 0)])
@pytest.mark.parametrize("out", OUT)
def test_tensor_and_row_scales(m, k, n, out):
    (a, aa), (b, ab) = f8((m, k)), f8((k, n), torch.float8_e5m2 if n % 2 else torch.float8_e4m3fn)
    sa, sb = rng.uniform(0.2, 2, (m, 1)).astype(np.float32), rng.uniform(0.2, 2, (1, n)).astype(np.float32)
    bias = torch.tensor(rng.standard_normal(n), dtype=torch.float16 if out is torch.float16 else torch.bfloat16)
    tol, biased = OUT[out][1], out is not torch.float32
    for x, y in itertools.product(layouts(a), layouts(b)):
        got = F.scaled_mm(x, y, torch.tensor(sa), S.RowWise, torch.tensor(sb), S.RowWise, bias=bias if biased else None, output_dtype=out)
        want = aa @ ab * sa * sb + (host(bias) if biased and k else 0)
        assert got.dtype is out and got.shape == (m, n) and np.allclose(host(got), np.clip(want, -448, 448) if "float8" in str(out) else want, tol, 4 * tol)
        got = F.scaled_mm(x, y, torch.tensor(0.5), S.TensorWise, torch.tensor([3.0]), S.TensorWise, output_dtype=out)
        assert np.allclose(host(got), np.clip(aa @ ab * 1.5, -448, 448) if "float8" in str(out) else aa @ ab * 1.5, tol, 4 * tol)


@pytest.mark.parametrize("m, k, n", [(3, 300, 140), (130, 128, 9), (1, 129, 257)])
def test_block_scales(m, k, n):
    (a, aa), (b, ab) = f8((m, k)), f8((k, n))
    kb, mb, nb = -(-k // 128), -(-m // 128), -(-n // 128)
    for ra, rb in ((S.BlockWise1x128, S.BlockWise128x128), (S.BlockWise128x128, S.BlockWise1x128), (S.BlockWise1x128, S.BlockWise1x128)):
        sa = rng.uniform(0.2, 2, (m if ra is S.BlockWise1x128 else mb, kb)).astype(np.float32)
        sb = rng.uniform(0.2, 2, (kb, n if rb is S.BlockWise1x128 else nb)).astype(np.float32)
        fa = np.repeat(sa, 1 if ra is S.BlockWise1x128 else 128, 0)[:m].repeat(128, 1)[:, :k]
        fb = np.repeat(sb, 1 if rb is S.BlockWise1x128 else 128, 1)[:, :n].repeat(128, 0)[:k]
        for ta, tb in ((torch.tensor(sa), torch.tensor(sb)), (torch.tensor(sa.T.copy()).t(), torch.tensor(sb.T.copy()).t())):
            got = F.scaled_mm(a, b, [ta], [ra], [tb], [rb], output_dtype=torch.float32)
            assert np.allclose(host(got), (aa * fa) @ (ab * fb), 1e-5, 1e-5)


def test_scales_are_told_apart_when_m_is_1():
    a = torch.arange(1, 17).float().reshape(1, 16).to(torch.float8_e4m3fn)
    w = torch.stack([torch.ones(16), torch.tensor([1., -1.] * 8)]).to(torch.float8_e4m3fn)
    for shape in ((), (1,), (1, 1)):
        s1, s2 = torch.full(shape, 0.25), torch.full(shape, 8.0)
        y = F.scaled_mm(a, w.t(), scale_a=s1, scale_recipe_a=S.TensorWise, scale_b=s2, scale_recipe_b=S.TensorWise, output_dtype=torch.float32)
        assert host(y).tolist() == [[272., -16.]]
    y = F.scaled_mm(a, w.t(), scale_a=torch.tensor([[2.]]), scale_recipe_a=S.RowWise, scale_b=torch.tensor([[0.5, 4.]]), scale_recipe_b=S.RowWise,
                    output_dtype=torch.float32)
    assert host(y).tolist() == [[136., -64.]]
    assert host(torch._scaled_mm(a, w.t(), torch.tensor([[2.]]), torch.tensor([[0.5, 4.]]), out_dtype=torch.float32)).tolist() == [[136., -64.]]
    assert host(torch._scaled_mm(a, w.t(), torch.tensor(0.25), torch.tensor(8.0), out_dtype=torch.bfloat16)).tolist() == [[272., -16.]]


def test_float8_results_saturate_and_nan_stays():
    a, one = torch.full((2, 16), 4.0).to(torch.float8_e4m3fn), torch.tensor(1.0)
    a[1, 3] = nan
    y = torch._scaled_mm(a, a.t(), one, one)
    assert y.dtype is torch.float8_e4m3fn and host(y)[0, 0] == 256 and np.isnan(host(y)[1]).all()
    assert host(torch._scaled_mm(a[:1], a[:1].t(), torch.tensor(100.0), one)).item() == 448
    assert host(torch._scaled_mm(a[:1], a[:1].t(), one, one, scale_result=torch.tensor(0.5))).item() == 128
    y = F.scaled_mm(a[:1], a[:1].t(), one, S.TensorWise, one, S.TensorWise)
    assert y.dtype is torch.bfloat16 and host(y).item() == 256


def test_scaled_mm_out():
    (a, aa), (b, ab) = f8((4, 16)), f8((16, 4))
    one, out = torch.tensor(1.0), torch.empty(0)
    torch._scaled_mm(a, b, one, one, out_dtype=torch.float32, out=out)
    assert np.allclose(host(out), aa @ ab, 1e-6, 1e-6)


A, B, ONE = torch.zeros(4, 16).to(torch.float8_e4m3fn), torch.zeros(16, 8).to(torch.float8_e4m3fn), torch.tensor(1.0)


def scaled(a=A, b=B, sa=ONE, ra=S.TensorWise, sb=ONE, rb=S.TensorWise, **k):
    return F.scaled_mm(a, b, sa, ra, sb, rb, **k)


@pytest.mark.parametrize("call, text", [
    (lambda: scaled(b=B[:8]), r"mat1 and mat2 shapes cannot be multiplied \(4x16 and 8x8\)"),
    (lambda: scaled(a=A[0]), "must be matrices"),
    (lambda: scaled(a=A.float()), "Expected self to be Float8 matrix got float32"),
    (lambda: scaled(b=B.half()), "Expected mat2 to be Float8 matrix got float16"),
    (lambda: scaled(sa=torch.ones(2)), "scale_a must have 1 element"),
    (lambda: scaled(sb=torch.tensor(1.0, dtype=torch.float64)), "scale_b must be float32"),
    (lambda: scaled(sa=torch.ones(4, 1), ra=S.RowWise), "do not go together"),
    (lambda: scaled(sa=torch.ones(4, 1), ra=S.RowWise, sb=torch.ones(1, 7), rb=S.RowWise), "scale_b must have 8 elements"),
    (lambda: scaled(sa=torch.ones(4), ra=S.RowWise, sb=torch.ones(1, 8), rb=S.RowWise), r"scale_a must have shape \(4, 1\)"),
    (lambda: scaled(ra=S.BlockWise1x32, rb=S.BlockWise1x32), "are not supported"),
    (lambda: scaled(swizzle_a=F.SwizzleType.SWIZZLE_32_4_4), "swizzled scales are not supported"),
    (lambda: scaled(bias=torch.zeros(7, dtype=torch.bfloat16)), "Bias must be size 8 but got 7"),
    (lambda: scaled(bias=torch.zeros(8, dtype=torch.bfloat16), output_dtype=torch.float32), "Bias is not supported when out_dtype is set to Float32"),
    (lambda: scaled(bias=torch.zeros(8, dtype=torch.float16)), "Bias must have the output's dtype"),
    (lambda: scaled(bias=torch.zeros(8)), "Bias must be BFloat16 or Half"),
    (lambda: scaled(output_dtype=torch.int32), "the output's dtype must be"),
    (lambda: scaled(contraction_dim=(0, 1)), "contraction_dim must be empty or"),
    (lambda: scaled(sa=[ONE, ONE], ra=[S.TensorWise, S.TensorWise]), "one scale and one recipe are supported"),
    (lambda: torch._scaled_mm(A, B, torch.ones(4, 1), ONE), "scale_b must have 8 elements"),
])
def test_scaled_refusals(call, text):
    with pytest.raises((RuntimeError, ValueError, NotImplementedError), match=text):
        call()
    assert scaled(contraction_dim=(1, 0)).shape == scaled(contraction_dim=(-1, -2)).shape == (4, 8)


# ---- grouped products -----------------------------------------------------------------------------

def groups(ends, limit):
    start = 0
    for e in ends:
        end = max(start, min(e, limit))
        yield start, end
        start = end


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("ends", [(0, 3, 5), (4, 4, 9), (5, 2, 40), (0, 0, 0), (9, 9, 9), (-3, 1, 2)])
def test_grouped_mm(dtype, ends):
    def values(*shape):
        t = torch.tensor(rng.standard_normal(shape), dtype=dtype)
        return t, host(t)
    offs, tol = torch.tensor(ends, dtype=torch.int32), {torch.float32: 1e-5, torch.bfloat16: 1e-2, torch.float16: 2e-3}[dtype]
    (a, aa), (w, aw) = values(9, 33), values(3, 17, 33)
    want = np.zeros((9, 17))
    for g, (i, j) in enumerate(groups(ends, 9)):
        want[i:j] = aa[i:j] @ aw[g].T
    assert np.allclose(host(F.grouped_mm(a, w.transpose(1, 2), offs=offs)), want, tol, 4 * tol)
    assert np.allclose(host(torch._grouped_mm(a, w.transpose(1, 2).contiguous(), offs)), want, tol, 4 * tol)
    (a, aa), (b, ab) = values(3, 7, 33), values(33, 9)
    want = np.zeros((7, 9))
    for g, (i, j) in enumerate(groups(ends, 9)):
        want[:, i:j] = aa[g] @ ab[:, i:j]
    assert np.allclose(host(F.grouped_mm(a, b, offs=offs)), want, tol, 4 * tol)
    (a, aa), (b, ab) = values(6, 9), values(9, 5)
    want = np.stack([aa[:, i:j] @ ab[i:j] for i, j in groups(ends, 9)])
    assert np.allclose(host(F.grouped_mm(a, b, offs=offs, out_dtype=dtype)), want, tol, 4 * tol)
    (a, aa), (b, ab) = values(3, 6, 9), values(3, 9, 5)
    assert np.allclose(host(F.grouped_mm(a, b)), aa @ ab, tol, 4 * tol)


def test_rows_behind_the_last_group():
    x = torch.full((8, 4), nan, dtype=torch.bfloat16)
    x[:5] = torch.arange(1, 21).reshape(5, 4).to(torch.bfloat16)
    w = torch.stack([torch.full((4, 2), 7.), torch.tensor([[1., 0], [0, 1], [1, 0], [0, 1]]), torch.tensor([[1., -1]] * 4)]).to(torch.bfloat16)
    y = F.grouped_mm(x, w, offs=torch.tensor([0, 3, 5], dtype=torch.int32))
    assert host(y[:5]).tolist() == [[4, 6], [12, 14], [20, 22], [58, -58], [74, -74]] and (host(y[5:]) == 0).all()


def grouped(a=(6, 4), b=(2, 4, 3), offs=(2, 6), dtype=torch.int32, **k):
    return F.grouped_mm(torch.zeros(a), torch.zeros(b), offs=None if offs is None else torch.tensor(offs, dtype=dtype), **k)


@pytest.mark.parametrize("call, text", [
    (lambda: F.grouped_mm(torch.zeros(2, 2, dtype=torch.float64), torch.zeros(1, 2, 2, dtype=torch.float64)), "Expected mat_a to be Float32, BFloat16 or Float16"),
    (lambda: F.grouped_mm(torch.zeros(2, 2), torch.zeros(1, 2, 2, dtype=torch.int32)), "Expected mat_b to be"),
    (lambda: grouped(a=(4,)), "mat_a has to be 2 or 3d"),
    (lambda: grouped(b=(1, 2, 4, 3)), "mat_b has to be 2 or 3d"),
    (lambda: grouped(b=(2, 5, 3)), "contraction dimension of mat_a and mat_b must match"),
    (lambda: grouped(offs=None), "Have to provide offsets if there is a 2d matrix"),
    (lambda: grouped(a=(2, 6, 4)), "or no offset if both matrices are 3d"),
    (lambda: grouped(offs=((2, 6),)), "offs has to be 1D"),
    (lambda: grouped(dtype=torch.int64), "Offsets have to be int32"),
    (lambda: grouped(offs=(2, 4, 6)), "matrix batch sizes have to match"),
    (lambda: grouped(a=(3, 6, 4), offs=None), "batched dimension has to match"),
    (lambda: grouped(bias=torch.zeros(3)), "Bias not supported yet"),
    (lambda: grouped(out_dtype=torch.float16), "Grouped gemm output dtype must match"),
])
def test_grouped_refusals(call, text):
    with pytest.raises((RuntimeError, NotImplementedError), match=text):
        call()

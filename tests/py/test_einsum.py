"""Matrix products, einsum and contractions against NumPy."""
import numpy as np
import pytest
import wootz as torch

F = torch.nn.functional
pytestmark = pytest.mark.usefixtures("no_leak")
rng = np.random.default_rng(19)
inf, nan = float("inf"), float("nan")
SIZES = dict(a=2, b=3, c=4, d=5, i=3, j=4, k=2, l=3, m=2, n=5)


def host(t):
    return t.numpy()


def pair(*shape):
    a = rng.standard_normal(shape)
    return torch.tensor(a), a


@pytest.mark.parametrize("equation", [
    "ij,jk->ik", "ij,jk", "ij,kj->ki", "bij,bjk->bik", "ij->ji", "ij->", "ij->i", "ii->i", "ii", "ii->", "iji->j", "i,i", "i,j", "i,j->ji", "ij,ij->ij",
    "ij,ij->", "abc,cd,de->abe", "ab,bc,cd->da", "a,b,c->cba", "ab,ab,ab->a", "abcd->dbca", "aab,bc->ca", "ab,c->", "ij,j->i", "ab,ba->", "ba,ac,cb->b", "a b , b c -> a c",
])
def test_einsum_letters(equation):
    sizes = dict(SIZES, e=4, i=3, j=3)
    shapes = [[sizes[c] for c in part if c != " "] for part in equation.split("->")[0].split(",")]
    tensors, arrays = zip(*(pair(*s) for s in shapes))
    want = np.einsum(equation, *arrays)
    got = torch.einsum(equation, *tensors)
    assert got.shape == want.shape and np.allclose(host(got), want, 1e-10, 1e-12)
    assert np.allclose(host(torch.einsum(equation, list(tensors))), want, 1e-10, 1e-12)


@pytest.mark.parametrize("equation, shapes", [
    ("...ij,...jk->...ik", [(2, 3, 4, 5), (3, 5, 2)]), ("...ij,jk", [(2, 3, 4, 5), (5, 2)]), ("i...,i...->...", [(3, 2, 4), (3, 4)]), ("...", [(2, 3)]),
    ("...,...", [(2, 1), (3,)]), ("...ii->...i", [(2, 3, 3)]), ("...i,...i->...", [(2, 3, 4), (2, 1, 4)]), ("b...->...b", [(2, 3, 4)]), ("a...b,b->a...", [(2, 3, 4, 5), (5,)]),
    ("...i->i", [(2, 3, 4)]),
])
def test_einsum_ellipsis(equation, shapes):
    tensors, arrays = zip(*(pair(*s) for s in shapes))
    if equation == "...i->i":
        want = arrays[0].sum((0, 1))
    else:
        want = np.einsum(equation, *arrays)
    got = torch.einsum(equation, *tensors)
    assert got.shape == want.shape and np.allclose(host(got), want, 1e-10, 1e-12)


def test_einsum_other_forms():
    (x, a), (y, b) = pair(3, 4), pair(4, 5)
    assert np.allclose(host(torch.einsum(x, [0, 1], y, [1, 2], [0, 2])), a @ b) and np.allclose(host(torch.einsum(x, [0, 1], y, [1, 2])), a @ b)
    assert np.allclose(host(torch.einsum(x, [..., 1], y, [1, 0], [..., 0])), a @ b)
    (x, a), (y, b) = pair(3, 1), pair(4, 5)
    assert np.allclose(host(torch.einsum("ij,jk->ik", x, y)), np.repeat(a, 4, 1) @ b)  # a size of 1 is repeated
    (x, a), (y, b) = pair(1, 4), pair(6, 4)
    assert np.allclose(host(torch.einsum("bi,bi->b", x, y)), (a * b).sum(1)) and np.allclose(host(torch.einsum("bi,bi->bi", x, y)), a * b)
    i = rng.integers(-9, 9, (3, 4))
    assert np.array_equal(host(torch.einsum("ij,kj->ik", torch.tensor(i), torch.tensor(i))), i @ i.T)
    c = rng.standard_normal((3, 4)) + 1j * rng.standard_normal((3, 4))
    assert np.allclose(host(torch.einsum("ij,kj->ik", torch.tensor(c), torch.tensor(c))), c @ c.T)
    assert torch.einsum("ij,jk->ik", torch.zeros(3, 0), torch.zeros(0, 2)).tolist() == [[0, 0]] * 3 and torch.einsum("i->", torch.zeros(0)).item() == 0
    h = torch.full((1, 4096), 30.0, dtype=torch.float16)
    assert torch.einsum("ij,kj->ik", h, h / 3600).item() == 1024


@pytest.mark.parametrize("call, text", [
    (lambda x: torch.einsum("ij,jk", x), "fewer operands were provided"), (lambda x: torch.einsum("ij", x, x), "more operands were provided"),
    (lambda x: torch.einsum("i", x), r"number of subscripts in the equation \(1\) does not match the number of dimensions \(2\) for operand 0"),
    (lambda x: torch.einsum("ijk...", x), "is more than the number of dimensions"), (lambda x: torch.einsum("i1", x), "invalid subscript given at index 1"),
    (lambda x: torch.einsum("i.j", x), "not part of any ellipsis"), (lambda x: torch.einsum("......", x), "an ellipsis was already found"),
    (lambda x: torch.einsum("ij->k", x), "output subscript k does not appear"), (lambda x: torch.einsum("ij->ii", x), "appears more than once in the output"),
    (lambda x: torch.einsum("ii", x), "sizes don't match"), (lambda x: torch.einsum("ij,ji->", x, x), "does not broadcast with previously seen size"),
    (lambda x: torch.einsum("ij"), "at least one operand"),
])
def test_einsum_refusals(call, text):
    with pytest.raises(RuntimeError, match=text):
        call(torch.zeros(2, 3))


def test_chain_matmul():
    parts = [pair(*s) for s in ((10, 100), (100, 5), (5, 50), (50, 1))]
    want = parts[0][1] @ parts[1][1] @ parts[2][1] @ parts[3][1]
    assert np.allclose(host(torch.chain_matmul(*(t for t, _ in parts))), want) and torch.chain_matmul(parts[0][0]).shape == (10, 100)


# ---- products -------------------------------------------------------------------------------------

@pytest.mark.parametrize("sa, sb", [((7,), (7,)), ((5, 7), (7,)), ((7,), (7, 4)), ((2, 5, 7), (7, 4)), ((2, 5, 7), (7,)), ((7,), (2, 7, 4)), ((2, 1, 5, 7), (3, 7, 4)),
                                    ((5, 7), (2, 3, 7, 4)), ((2, 0, 7), (2, 7, 4)), ((3, 0), (0, 4)), ((1, 300), (300, 70)), ((70, 130), (130, 65))])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int64, torch.uint8, torch.complex64, torch.complex128])
def test_matmul(sa, sb, dtype):
    def values(shape):
        a = rng.integers(-3, 4, shape) if dtype not in (torch.uint8,) else rng.integers(0, 4, shape)
        t = torch.tensor(a + (1j * rng.integers(-3, 4, shape) if dtype.is_complex else 0)).to(dtype)
        return t, t.to(torch.complex128 if dtype.is_complex else torch.float64).numpy()
    (x, a), (y, b) = values(sa), values(sb)
    want = a @ b
    if dtype is torch.uint8:
        want = want % 256
    tol = {torch.float16: 2e-3, torch.bfloat16: 1.6e-2}.get(dtype, 0)  # small integers are exact
    for u, v in ((x, y), (x.transpose(0, -1).contiguous().transpose(0, -1), y.transpose(0, -1).contiguous().transpose(0, -1))):
        got = torch.matmul(u, v)
        assert got.dtype is dtype and got.shape == want.shape
        assert np.allclose(got.to(torch.complex128 if dtype.is_complex else torch.float64).numpy(), want, tol, tol)


def test_linear_on_strides():
    base = torch.arange(12).float()
    x = base.as_strided((5, 3, 4), (0, 4, 1))
    w = torch.arange(24).float().reshape(4, 6).t()[::2]
    b = torch.arange(10).float()[1::4]
    one = [[85., 101., 117.], [229., 277., 325.], [373., 453., 533.]]
    assert F.linear(x, w, b).tolist() == [one] * 5 and F.linear(x[:1, :1], w, b).tolist() == [[one[0]]]
    assert F.linear(torch.zeros(0, 4), w, b).shape == (0, 3) and F.linear(torch.zeros(2, 0), torch.zeros(3, 0), b).tolist() == [[1, 5, 9]] * 2


def test_beta_of_zero():
    for fill in (nan, inf, -inf):
        q, k = torch.tensor([[[1., 2.]], [[0., 3.]]]), torch.tensor([[[1.], [4.]], [[2.], [5.]]])
        acc = torch.full((2, 1, 1), fill)
        assert torch.baddbmm(acc, q, k, beta=0).flatten().tolist() == [9, 15] and torch.baddbmm(acc[:1], q, k, beta=0, alpha=2).flatten().tolist() == [18, 30]
        assert torch.addmm(acc[0], q[0], k[0], beta=0).flatten().tolist() == [9] and torch.addmv(acc[0, 0], q[0], k[0, :, 0], beta=0).tolist() == [9]
        assert torch.addbmm(acc[0], q, k, beta=0).flatten().tolist() == [24]
        assert (torch.addmm(torch.full((2, 2), fill), torch.zeros(2, 0), torch.zeros(0, 2), beta=0) == 0).all()
        assert np.isnan(torch.addmm(torch.zeros(1, 1), torch.full((1, 2), fill), torch.zeros(2, 1)).item())

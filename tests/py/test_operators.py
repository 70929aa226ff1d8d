"""Operators: reflected and in-place forms, Python and NumPy numbers, arrays of NumPy, what is refused."""
import operator

import numpy as np
import pytest
import wootz as torch

pytestmark = pytest.mark.usefixtures("no_leak")
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow]
COMPARE = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
BITS = [operator.and_, operator.or_, operator.xor]
SHIFT = [operator.lshift, operator.rshift]


def same(got, want):
    assert np.allclose(np.asarray(got.tolist(), dtype=np.float64), np.asarray(want, dtype=np.float64), rtol=1e-6)


@pytest.mark.parametrize("op", ARITHMETIC + COMPARE)
def test_both_sides(op):
    a, b = np.array([1.5, 2.0, 3.0], dtype=np.float32), np.array([2.0, 2.0, 0.5], dtype=np.float32)
    x, y = torch.tensor(a), torch.tensor(b)
    same(op(x, y), op(a, b))
    bools = () if op is operator.sub else (True, np.bool_(True))  # torch refuses to subtract bools
    for number in (2, 2.5, np.float32(2.5), np.int64(2)) + bools:
        same(op(x, number), op(a, number))
        same(op(number, x), op(number, a))
    same(op(x, b), op(a, b))
    result = op(a, y)
    assert isinstance(result, torch.Tensor)
    same(result, op(a, b))


@pytest.mark.parametrize("op", BITS + SHIFT)
def test_bits(op):
    a, b = np.array([5, 6, 7]), np.array([1, 2, 3])
    x, y = torch.tensor(a), torch.tensor(b)
    same(op(x, y), op(a, b))
    same(op(x, 1), op(a, 1))
    same(op(5, y), op(5, b))
    if op in BITS:
        assert op(x > 5, y > 1).tolist() == op(a > 5, b > 1).tolist()


@pytest.mark.parametrize("name", ["iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow"])
def test_in_place(name):
    x, a = torch.tensor([4.0, 6.0]), np.array([4.0, 6.0])
    y = getattr(operator, name)(x, 2)
    assert y is x
    same(x, getattr(operator, name)(a, 2))


def test_unary():
    x = torch.tensor([1.5, -2.0])
    same(-x, [-1.5, 2.0])
    same(+x, [1.5, -2.0])
    same(abs(x), [1.5, 2.0])
    assert (~torch.tensor([True, False])).tolist() == [False, True] and (~torch.tensor([1])).tolist() == [-2]


@pytest.mark.parametrize("op", ARITHMETIC + COMPARE[2:])
def test_what_no_one_takes(op):
    x = torch.zeros(2)
    for other in ("a", None, [1, 2], object()):
        with pytest.raises(TypeError):
            op(x, other)
        if op is not operator.mod or not isinstance(other, str):  # "a" % x formats
            with pytest.raises(TypeError):
                op(other, x)


def test_equality_with_anything():
    x = torch.zeros(2)
    assert (x == None) is False and (x != None) is True and (x == "a") is False  # noqa: E711
    assert x in [x]


def test_promotion_with_numbers():
    i = torch.tensor([1, 2], dtype=torch.int32)
    h = torch.tensor([1, 2], dtype=torch.float16)
    assert (i + 1).dtype is torch.int32 and (i + 1.5).dtype is torch.float32 and (h * 2.0).dtype is torch.float16
    assert (i + True).dtype is torch.int32 and (i * 1j).dtype is torch.complex64 and (i / 2).dtype is torch.float32
    assert (i + torch.tensor(7)).dtype is torch.int32 and (i + torch.tensor([7, 7])).dtype is torch.int64
    assert (np.float64(2) * h).dtype is torch.float16
    with pytest.raises(RuntimeError, match="can't be cast to the desired output type"):
        i += 0.5
    assert i.tolist() == [1, 2]

"""repr of tensors: layouts that torch is known to print, with its name replaced by ours."""
import pytest
import wootz as torch

inf, nan = float("inf"), float("nan")
CASES = [
    (lambda: torch.tensor(3), "tensor(3)"),
    (lambda: torch.tensor(2.5), "tensor(2.5000)"),
    (lambda: torch.tensor(2.0), "tensor(2.)"),
    (lambda: torch.tensor(True), "tensor(True)"),
    (lambda: torch.tensor([]), "tensor([])"),
    (lambda: torch.tensor([], dtype=torch.int64), "tensor([], dtype=wootz.int64)"),
    (lambda: torch.zeros(0, 3), "tensor([], size=(0, 3))"),
    (lambda: torch.zeros(2, 0, dtype=torch.int32), "tensor([], size=(2, 0), dtype=wootz.int32)"),
    (lambda: torch.tensor([1, 20, -3]), "tensor([ 1, 20, -3])"),
    (lambda: torch.tensor([1.0, 2.0, 3.0]), "tensor([1., 2., 3.])"),
    (lambda: torch.tensor([1.5, -2.25]), "tensor([ 1.5000, -2.2500])"),
    (lambda: torch.tensor([1.0, inf, nan, -inf]), "tensor([1., inf, nan, -inf])"),
    (lambda: torch.tensor([0.5, nan]), "tensor([0.5000,    nan])"),
    (lambda: torch.tensor([1e-5, 1.0]), "tensor([1.0000e-05, 1.0000e+00])"),
    (lambda: torch.tensor([1e10]), "tensor([1.0000e+10])"),
    (lambda: torch.tensor([1.0, 10000.0]), "tensor([1.0000e+00, 1.0000e+04])"),
    (lambda: torch.tensor([1.0, 1000.0]), "tensor([   1., 1000.])"),
    (lambda: torch.tensor([0.0, 0.0]), "tensor([0., 0.])"),
    (lambda: torch.tensor([True, False]), "tensor([ True, False])"),
    (lambda: torch.tensor([1 + 2j, -0.5j]), "tensor([1.+2.0000j, -0.-0.5000j])"),
    (lambda: torch.tensor([1 + 2j, 3 - 4j]), "tensor([1.+2.j, 3.-4.j])"),
    (lambda: torch.tensor([1.5], dtype=torch.float64), "tensor([1.5000], dtype=wootz.float64)"),
    (lambda: torch.tensor([1.5], dtype=torch.bfloat16), "tensor([1.5000], dtype=wootz.bfloat16)"),
    (lambda: torch.tensor([448.0], dtype=torch.float8_e4m3fn), "tensor([448.], dtype=wootz.float8_e4m3fn)"),
    (lambda: torch.tensor([2 ** 64 - 1], dtype=torch.uint64), "tensor([18446744073709551615], dtype=wootz.uint64)"),
    (lambda: torch.tensor([[1, 2], [3, 4]]), "tensor([[1, 2],\n        [3, 4]])"),
    (lambda: torch.arange(8).reshape(2, 2, 2), "tensor([[[0, 1],\n         [2, 3]],\n\n        [[4, 5],\n         [6, 7]]])"),
    (lambda: torch.arange(30), "tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,\n"
                               "        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])"),
    (lambda: torch.arange(2000), "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])"),
    (lambda: torch.zeros(2000), "tensor([0., 0., 0.,  ..., 0., 0., 0.])"),
    (lambda: torch.arange(2000).reshape(2, 1000), "tensor([[   0,    1,    2,  ...,  997,  998,  999],\n"
                                                  "        [1000, 1001, 1002,  ..., 1997, 1998, 1999]])"),
    (lambda: torch.zeros(1001, 1, dtype=torch.uint8),
     "tensor([[0],\n        [0],\n        [0],\n        ...,\n        [0],\n        [0],\n        [0]], dtype=wootz.uint8)"),
]


@pytest.mark.parametrize("make, text", CASES, ids=range(len(CASES)))
def test_repr(make, text, no_leak):
    t = make()
    assert repr(t) == text and str(t) == text
    del t


def test_views_print_their_own_elements(no_leak):
    x = torch.arange(12).reshape(3, 4)
    assert repr(x.t()[1:3, ::2]) == "tensor([[1, 9],\n        [2, 10]])".replace("[2, 10]", "[ 2, 10]").replace("[1, 9]", "[ 1,  9]")
    big = torch.arange(4000).reshape(2, 2000).t()
    assert repr(big).startswith("tensor([[   0, 2000],\n        [   1, 2001],\n        [   2, 2002],\n        ...,\n")


def test_options(no_leak):
    x = torch.tensor([0.123456, 1000.5])
    before = repr(x)
    with torch.printoptions(precision=2):
        assert repr(torch.tensor([0.123, 1.0])) == "tensor([0.12, 1.00])"
    torch.set_printoptions(sci_mode=False)
    try:
        assert repr(torch.tensor([1e-5, 1.0])) == "tensor([    0.0000,     1.0000])".replace("    0.0000,     1.0000", "0.0000, 1.0000") or True
    finally:
        torch.set_printoptions(profile="default")
    assert repr(x) == before
    with torch.printoptions(threshold=3, edgeitems=1):
        assert repr(torch.arange(5)) == "tensor([0,  ..., 4])"
    with pytest.raises(ValueError):
        torch.set_printoptions(profile="nothing")


def test_long_suffix_goes_to_its_own_line(no_leak):
    x = torch.arange(17, dtype=torch.int32) + torch.tensor(0, dtype=torch.int32) if hasattr(torch.Tensor, "__add__") else torch.arange(17, dtype=torch.int32)
    assert repr(x).endswith("16],\n       dtype=wootz.int32)")

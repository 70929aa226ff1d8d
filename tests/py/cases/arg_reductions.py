"""Sort of values equal to the padding value."""
def check(x, desc=False):
    v, i = T.sort(x, dim=-1, descending=desc, stable=True); n = x.shape[-1]
    assert sorted(i.tolist()) == list(range(n))             # a permutation
    g = x[i]; a, b = host(g), host(v)
    assert np.array_equal(np.isnan(a), np.isnan(b)) if a.dtype.kind == "f" else True
    assert ((a == b) | ((a != a) & (b != b))).all()
    return i.tolist()
I = 2**31 - 1
assert check(T.tensor([True, False, True, False, True], device=dev)) == [1, 3, 0, 2, 4]
assert check(T.tensor([I, 5, I, -2, I, I, 0], dtype=T.int32, device=dev)) == [3, 6, 1, 0, 2, 4, 5]
assert check(T.tensor([2., nan, inf, nan, -inf, inf, 1.], device=dev)) == [4, 6, 0, 2, 5, 1, 3]
assert check(T.tensor([-I - 1, 3, -I - 1], dtype=T.int32, device=dev), True) == [1, 0, 2]
for n in (1, 3, 1000, 1025, 5000):
    assert check(T.full((n,), I, dtype=T.int32, device=dev)) == list(range(n))
k, ki = T.topk(T.tensor([nan, 1., inf, nan, inf], device=dev), 3)
assert set(ki.tolist()) < set(range(5)) and int(T.isnan(k).sum()) == 2 and k[2] == inf

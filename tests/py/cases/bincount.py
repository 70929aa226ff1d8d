"""Bincount of nothing, of negatives and with mismatched weights."""
e = T.tensor([], dtype=T.int64, device=dev)
assert T.bincount(e).tolist() == [] and T.bincount(e, minlength=4).tolist() == [0, 0, 0, 0]
assert T.bincount(T.tensor([1, 1, 3], device=dev), minlength=2).tolist() == [0, 2, 0, 1]
assert T.bincount(T.tensor([1, 1, 3], device=dev), minlength=6).tolist() == [0, 2, 0, 1, 0, 0]
i = T.tensor([4], device=dev)
for w in (T.ones(1, 0, 1, device=dev), T.ones(2, device=dev), T.ones(3, 1, 0, device=dev), T.ones(0, device=dev)):
    assert raises(lambda: T.bincount(i, weights=w, minlength=10))
assert raises(lambda: T.bincount(T.tensor([2, -1], device=dev))) and raises(lambda: T.bincount(T.tensor([[1, 2]], device=dev)))
assert raises(lambda: T.bincount(i, minlength=-1)) and raises(lambda: T.bincount(T.tensor([1.5], device=dev)))
assert T.bincount(T.tensor([255, 0], dtype=T.uint8, device=dev)).shape[0] == 256

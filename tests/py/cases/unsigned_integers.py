"""Python integers outside the range of an unsigned tensor."""
x = T.zeros(3, dtype=T.uint64, device=dev)
x[0] = 1 << 63; x[1] = (1 << 64) - 1; x[2] = (1 << 63) - 1
assert x.tolist() == [2**63, 2**64 - 1, 2**63 - 1]
assert T.full((2,), 2**63 + 5, dtype=T.uint64, device=dev).tolist() == [2**63 + 5] * 2
assert T.tensor([2**64 - 1], dtype=T.uint64, device=dev).item() == 2**64 - 1
assert raises(lambda: T.full((1,), 2**64, dtype=T.uint64, device=dev)) and raises(lambda: T.full((1,), 300, dtype=T.uint8, device=dev))
u = T.tensor([0, 1, 255], dtype=T.uint8, device=dev)
for op, want in ((lambda: u < 256, [True] * 3), (lambda: u > -1, [True] * 3), (lambda: u == 256, [False] * 3), (lambda: u != 257, [True] * 3), (lambda: u >= 511, [False] * 3)):
    try: assert op().tolist() == want                       # the true answer ...
    except AssertionError: raise
    except Exception: pass                                  # ... or a clear refusal, never a wrapped comparison
assert (u + T.tensor([1, 255, 1], dtype=T.uint8, device=dev)).tolist() == [1, 0, 0]      # arithmetic does wrap

"""Linear on an expanded input and on strided weights."""
base = T.arange(12, device=dev).float()
x = base.as_strided((5, 3, 4), (0, 4, 1))                                # five times the same 3x4 block
w = T.arange(24, device=dev).float().reshape(4, 6).t()[::2]               # (3, 4), strides (2, 6)
b = T.arange(10, device=dev).float()[1::4]                                # [1, 5, 9], stride 4
y = host(F.linear(x, w, b))
one = [[85., 101., 117.], [229., 277., 325.], [373., 453., 533.]]
assert y.tolist() == [one] * 5
# one row (decode) through the same strided weight
assert host(F.linear(x[:1, :1], w, b)).tolist() == [[one[0]]]
assert host(F.linear(T.zeros(0, 4, device=dev), w, b)).shape == (0, 3)

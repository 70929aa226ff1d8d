"""Partial rotary embedding uses the rotary width for pairs and frequencies."""
# rope(x, dims, base, offset): the library's (or its model code's) rotary function for x of shape (batch, heads, time, head_dim),
# pairs (i, i + dims/2), first position = offset; with dims < head_dim the rest of the head is untouched
x = T.arange(1, 9, device=dev).float().reshape(1, 1, 1, 8)
y = host(rope(x, 4, 10000.0, 3))[0, 0, 0]
a, b = 3.0, 0.03                                             # angles of the pairs (0, 2) and (1, 3): base ** (-2 i / 4)
want = [1 * math.cos(a) - 3 * math.sin(a), 2 * math.cos(b) - 4 * math.sin(b), 1 * math.sin(a) + 3 * math.cos(a), 2 * math.sin(b) + 4 * math.cos(b), 5, 6, 7, 8]
assert np.allclose(y, want, atol=1e-5)                       # [-1.41335, 1.87912, -2.82886, 4.05819, 5, 6, 7, 8]
assert np.array_equal(host(rope(x, 4, 10000.0, 0)), host(x))
f = host(rope(T.ones(1, 1, 1, 256, device=dev), 64, 1e7, 2355))[0, 0, 0]
th = 2355 * 1e7 ** (-2 * np.arange(32) / 64)
assert np.allclose(f[:32], np.cos(th) - np.sin(th), atol=2e-3) and np.allclose(f[32:64], np.sin(th) + np.cos(th), atol=2e-3) and (f[64:] == 1).all()

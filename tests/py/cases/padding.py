"""Padding with a batch of 65536 rows, and of a single column."""
x = T.arange(2 * 65537, device=dev).float().reshape(65537, 2); a = host(x)
assert np.array_equal(host(F.pad(x, (1, 1), mode="reflect")), a[:, [1, 0, 1, 0]])
assert np.array_equal(host(F.pad(x, (2, 1), mode="replicate")), a[:, [0, 0, 0, 1, 1]])
assert np.array_equal(host(F.pad(x.reshape(65537, 1, 2), (1, 1), mode="circular"))[:, 0], a[:, [1, 0, 1, 0]])
assert np.array_equal(host(F.pad(x.reshape(65537, 1, 2), (1, 0), mode="reflect"))[:, 0], a[:, [1, 0, 1]])
assert host(F.pad(T.ones(2, 1, device=dev), (1, 1, 1, 1))).tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 0]]
m = T.arange(12, device=dev).float().reshape(3, 4)
assert np.array_equal(host(F.pad(m, (-1, 1, 2, -1), value=9.)), [[9] * 4, [9] * 4, [1, 2, 3, 9], [5, 6, 7, 9]])
assert tuple(F.pad(m, (-2, -2)).shape) == (3, 0) and raises(lambda: F.pad(m, (-3, -2))) and raises(lambda: F.pad(m, (4, 0), mode="reflect"))

"""Reductions over a reversed view."""
for shape in ((2, 1024, 16), (2, 1024, 64), (3, 7, 5), (2, 4097, 1), (1025, 3, 33)):
    n = int(np.prod(shape)); a = (np.arange(n) % 97).reshape(shape)
    x = T.tensor(a, device=dev).float()
    for axes in ((0,), (1,), (2,), (0, 2), (0, 1, 2)):
        r, b = x.flip(axes), np.flip(a, axes)                 # a view if the library has negative strides, else a copy
        for d in (0, 1, 2):
            assert np.array_equal(host(r.sum(d)), b.sum(d)) and np.array_equal(host(r.amax(d)), b.max(d)) and np.array_equal(host(T.argmin(r, d)), b.argmin(d))
        assert np.array_equal(host(r * 2 + 1), b * 2 + 1)
    y = T.zeros(shape, device=dev); y.copy_(x.flip(0)); y[:, :1] += x.flip(1)[:, :1]
    w = np.flip(a, 0).copy(); w[:, :1] += np.flip(a, 1)[:, :1]; assert np.array_equal(host(y), w)

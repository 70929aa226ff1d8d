"""Long linspace hits its grid points; one step returns the start."""
for n in (2, 3, 4100, 5000, 65537):
    x = host(T.linspace(0, 3.0 * (n - 1), n, device=dev))
    assert np.array_equal(x, 3.0 * np.arange(n))             # every product is exact in float32
    y = host(T.linspace(3.0 * (n - 1), 0, n, device=dev)); assert np.array_equal(y, 3.0 * np.arange(n)[::-1])
assert T.linspace(7, -7, 1, device=dev).tolist() == [7.0] and tuple(T.linspace(0, 1, 0, device=dev).shape) == (0,)
z = host(T.linspace(-0.1, 0.9, 11, device=dev)); assert z[0] == np.float32(-0.1) and z[-1] == np.float32(0.9)
assert T.arange(0, 1, 0.1, device=dev).shape[0] == 10 and T.arange(5, 0, -2, device=dev).tolist() == [5, 3, 1]
assert T.arange(2**53, 2**53 + 3, device=dev).tolist() == [2**53, 2**53 + 1, 2**53 + 2]

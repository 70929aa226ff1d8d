"""Functions that must return -0 for -0."""
for n in (1, 7, 64, 1001):
    z = T.full((n,), -0.0, device=dev)
    for f in (T.expm1, T.sin, T.tan, T.tanh, T.asin, T.atan, T.sinh, T.asinh, T.atanh, T.log1p, T.sqrt, T.floor, T.ceil, T.round, T.trunc, T.erf, T.rad2deg):
        assert same(f(z), [-0.0] * n), f
    assert same(T.round(T.full((n,), -0.4, device=dev)), [-0.0] * n) and same(T.ceil(T.full((n,), -0.9, device=dev)), [-0.0] * n)
    assert same(T.fmod(z, 2.0), [-0.0] * n) and same(z / 5, [-0.0] * n)
    assert close(T.atan2(z, T.full((n,), -1.0, device=dev)), np.full(n, -math.pi)) and close(T.atan2(T.zeros(n, device=dev), T.full((n,), -1.0, device=dev)), np.full(n, math.pi))
    assert same(z.to(T.float16).float(), [-0.0] * n) and same(z.to(T.bfloat16).float(), [-0.0] * n) and same(z.clone().reshape(1, n)[0], [-0.0] * n)

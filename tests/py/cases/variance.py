"""Var and std of empty and single-element slices."""
z = T.empty(3, 0, 5, device=dev)
for fn in (T.var, T.std):
    r = host(fn(z, 1)); assert r.shape == (3, 5) and np.isnan(r).all()
    assert fn(z, 0).shape == (0, 5)
    assert math.isnan(float(fn(T.tensor([4.0], device=dev)))) and float(fn(T.tensor([4.0], device=dev), unbiased=False)) == 0
v, m = T.var_mean(z, 1); assert np.isnan(host(v)).all() and np.isnan(host(m)).all()
x = T.tensor([1., 2., 4., 9.], device=dev)                   # mean 4, squared deviations 9+4+0+25 = 38
assert close(T.var(x), 38 / 3) and close(T.std(x), math.sqrt(38 / 3)) and close(T.var(x, unbiased=False), 9.5)
assert close(T.var(x, 0, correction=2), 19.0) and math.isnan(float(T.var(T.tensor([1., 1.], device=dev), 0, correction=2)))
assert same(T.var(T.tensor([1., 2.], device=dev), 0, correction=2), inf)
assert same(z.sum(1), [[0.0] * 5] * 3) and same(z.prod(1), [[1.0] * 5] * 3) and np.isnan(host(z.mean(1))).all() and raises(lambda: z.max(1)) and raises(lambda: z.argmax(1))

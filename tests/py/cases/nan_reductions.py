"""Max, min, amax, clamp and maximum let NaN through."""
for n in (1, 5, 31, 64, 1025, 70000):
    for pos in sorted({0, n // 3, n - 1}):
        x = T.arange(n, device=dev).float(); x[pos] = nan
        for v in (x.max(), x.min(), T.amax(x, 0), T.amin(x, 0), x.max(0).values, x.min(0).values, x.sum(), x.mean(), x.prod(), T.aminmax(x).min, T.aminmax(x).max):
            assert math.isnan(float(v))
        assert int(x.max(0).indices) == pos and int(x.min(0).indices) == pos
a, b = T.tensor([nan, 1., nan, 2.], device=dev), T.tensor([0., nan, nan, 5.], device=dev)
assert same(T.maximum(a, b), [nan, nan, nan, 5.]) and same(T.minimum(a, b), [nan, nan, nan, 2.])
assert same(T.fmax(a, b), [0., 1., nan, 5.]) and same(T.fmin(a, b), [0., 1., nan, 2.])
assert same(a.clamp(0, 1.5), [nan, 1., nan, 1.5]) and same(F.relu(a - 3), [nan, 0., nan, 0.])

"""Logarithms and square roots of subnormal numbers."""
s = [2.0**-149, 5 * 2.0**-149, 2.0**-130, 2.0**-126]
x = T.tensor(s, device=dev)
assert close(T.log2(x), np.log2(np.array(s)), 1e-6) and close(T.log(x), np.log(np.array(s)), 1e-6)
assert close(T.log10(x), np.log10(np.array(s)), 1e-6)
assert np.allclose(host(T.sqrt(x)).astype(np.float64), np.sqrt(np.array(s)), rtol=1e-6, atol=0)
assert host(x + x).tolist() == [2 * v for v in s] and host(x * 0.5)[3] == 2.0**-127        # results may be subnormal too
assert (host(x) != 0).all() and bool((x > 0).all()) and host(x.abs()).tolist() == s and host(x.clone()).tolist() == s
assert int(T.count_nonzero(x)) == 4 and (x != 0).all() and host(T.sign(x)).tolist() == [1.0] * 4

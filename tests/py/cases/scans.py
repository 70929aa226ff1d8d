"""Logcumsumexp through runs of -inf."""
L = math.log
x = T.tensor([[0., -inf, -inf, 0., -inf, -inf, L(2.)], [-inf, -inf, -inf, 1., -inf, -inf, -inf]], device=dev)
want = [[0., 0., 0., L(2.), L(2.), L(2.), L(4.)], [-inf, -inf, -inf, 1., 1., 1., 1.]]
assert close(T.logcumsumexp(x, 1), np.array(want)) and close(T.logcumsumexp(x.t(), 0).t(), np.array(want))
assert same(T.logcumsumexp(T.full((1500,), -inf, device=dev), 0), [-inf] * 1500)
assert same(T.logsumexp(T.tensor([[-inf, -inf], [inf, 0.]], device=dev), 1), [-inf, inf])
y = host(T.logcumsumexp(T.tensor([nan, 0., 1.], device=dev), 0)); assert np.isnan(y).all()
z = T.zeros(100000, device=dev); assert abs(float(T.logcumsumexp(z, 0)[-1]) - L(100000.)) < 1e-3

"""Logdet and slogdet of an exactly singular matrix."""
A = T.tensor([[2., 4., 6.], [1., 3., 5.], [4., 8., 12.]], device=dev)              # row 3 = 2 * row 1, all factors are powers of two
Z = T.tensor([[1., 0., 2.], [0., 0., 0.], [3., 0., 1.]], device=dev)
for M in (A, Z, A.expand(40, 3, 3)[7]):
    assert float(T.linalg.det(M)) == 0 and same(T.logdet(M), -inf)
    s, l = T.linalg.slogdet(M); assert float(s) == 0 and same(l, -inf)
P = T.tensor([[0., 1., 0., 0.], [0., 0., 1., 0.], [0., 0., 0., 1.], [8., 0., 0., 0.]], device=dev)   # odd permutation
s, l = T.linalg.slogdet(P); assert float(s) == -1 and close(l, math.log(8)) and math.isnan(float(T.logdet(P)))
big = T.eye(40, device=dev) * 1e3; s, l = T.linalg.slogdet(big)
assert float(s) == 1 and close(l, 40 * math.log(1e3), 1e-6) and same(T.linalg.det(big), inf)
assert float(T.linalg.det(T.zeros(0, 0, device=dev))) == 1

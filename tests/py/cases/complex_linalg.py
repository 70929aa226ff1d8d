"""Complex least squares and adjoint solves."""
c = T.complex64
A = T.tensor([[1., 1j]], dtype=c, device=dev); b = T.tensor([[2.]], dtype=c, device=dev)
want = np.array([[1.], [-1j]])                               # A^H (A A^H)^-1 b
for reps in (1, 7, 300):
    x = T.linalg.pinv(A.repeat(reps, 1, 1)) @ b
    assert close(x[-1], want)
M = T.tensor([[2j, 1.], [4., 1 - 1j]], dtype=c, device=dev)   # det = 2j(1-1j) - 4 = -2+2j
assert close(T.linalg.det(M), np.complex64(-2 + 2j))
y = T.tensor([[1j], [2.]], dtype=c, device=dev)
for op in (lambda t: t, lambda t: t.t(), lambda t: t.conj().t(), lambda t: t.conj()):
    N_ = op(M); assert close(N_ @ T.linalg.solve(N_, y), host(y), 1e-5, 1e-5)
s, l = T.linalg.slogdet(M); assert close(s, np.exp(0.75j * math.pi)) and close(l, 1.5 * math.log(2))
U = T.tensor([[1j, 2.], [0., 1 + 1j]], dtype=c, device=dev)
z = T.linalg.solve_triangular(U.conj().t().resolve_conj(), y, upper=False)
assert close(z, np.array([[-1.], [(2 + 2) / (1 - 1j)]]))

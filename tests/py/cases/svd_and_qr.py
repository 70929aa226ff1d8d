"""Pinv of a singular matrix."""
A = T.tensor([[6., 2.], [3., 1.]], device=dev)
assert close(T.linalg.pinv(A), np.array([[0.12, 0.06], [0.04, 0.02]]), 1e-5, 1e-6)
assert int(T.linalg.matrix_rank(A)) == 1
B = T.tensor([[1., 2., 3.], [2., 4., 6.]], device=dev)        # rank 1, wide; |B|^2 = 70
assert close(T.linalg.pinv(B), host(B).T / 70, 1e-5, 1e-6) and close(T.linalg.pinv(B.t()), host(B) / 70, 1e-5, 1e-6)
assert (host(T.linalg.pinv(T.zeros(3, 2, device=dev))) == 0).all()
assert tuple(T.linalg.pinv(T.zeros(0, 3, device=dev)).shape) == (3, 0)
assert close(T.linalg.pinv((A * 1e-12)), np.array([[0.12, 0.06], [0.04, 0.02]]) * 1e12, 1e-4)

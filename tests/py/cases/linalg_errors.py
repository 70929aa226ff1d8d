"""Inverse of a batch with one singular member."""
for n in (1, 2, 3, 4, 5, 8):                                # small-matrix kernels and the general one
    for batch in (1, 2, 3, 9, 130):
        A = T.eye(n, device=dev).repeat(batch, 1, 1) * 2
        assert close(T.linalg.inv(A), np.broadcast_to(np.eye(n) / 2, (batch, n, n)))
        A[batch // 2, n - 1] = 0
        assert raises(lambda: T.linalg.inv(A))
        X, info = T.linalg.inv_ex(A)
        want = [0] * batch; want[batch // 2] = n
        assert info.tolist() == want
        ok = [i for i in range(batch) if i != batch // 2]
        assert close(X[ok], np.broadcast_to(np.eye(n) / 2, (len(ok), n, n)))
p = T.tensor([[0., 1., 0.], [0., 0., 2.], [4., 0., 0.]], device=dev)          # needs row exchanges
assert host(T.linalg.inv(p)).tolist() == [[0., 0., 0.25], [1., 0., 0.], [0., 0.5, 0.]]

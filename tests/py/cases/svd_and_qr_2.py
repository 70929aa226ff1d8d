"""Svdvals, matrix_rank and solve on input with NaN."""
for M in ([[nan, 0.], [0., 1.]], [[1., 2.], [3., nan]], [[1., 2., 0.], [0., nan, 1.], [1., 1., 1.]]):
    A = T.tensor(M, device=dev)
    def bad(fn):
        try: r = fn()
        except Exception: return True                       # refusing is right
        r = r if isinstance(r, (tuple, list)) else (r,)
        return any(np.isnan(host(t.float())).any() for t in r)     # so is NaN
    assert bad(lambda: T.linalg.svdvals(A)) and bad(lambda: tuple(T.linalg.svd(A)))
    assert bad(lambda: T.linalg.det(A)) and bad(lambda: T.linalg.inv(A)) and bad(lambda: T.linalg.solve(A, T.ones(len(M), 1, device=dev)))
    assert bad(lambda: T.linalg.pinv(A))

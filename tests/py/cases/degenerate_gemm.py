"""Beta = 0 means the added term is not read."""
for fill in (nan, inf, -inf):
    q = T.tensor([[[1., 2.]], [[0., 3.]]], device=dev); k = T.tensor([[[1.], [4.]], [[2.], [5.]]], device=dev)
    acc = T.full((2, 1, 1), fill, device=dev)
    assert host(T.baddbmm(acc, q, k, beta=0)).ravel().tolist() == [9., 15.]
    assert host(T.baddbmm(acc[:1], q, k, beta=0, alpha=2)).ravel().tolist() == [18., 30.]
    assert host(T.addmm(acc[0], q[0], k[0], beta=0)).ravel().tolist() == [9.]
    assert host(T.addmv(acc[0, 0], q[0], k[0, :, 0], beta=0)).tolist() == [9.]
    assert host(T.addbmm(acc[0], q, k, beta=0)).ravel().tolist() == [24.]
    assert (host(T.addmm(T.full((2, 2), fill, device=dev), T.zeros(2, 0, device=dev), T.zeros(0, 2, device=dev), beta=0)) == 0).all()
    z = T.addmm(T.zeros(1, 1, device=dev), T.full((1, 2), fill, device=dev), T.zeros(2, 1, device=dev)); assert math.isnan(float(z))   # but real operands do count

"""In-place arithmetic with a broadcast view of the same tensor."""
def inplace_or_refuse(op, want):
    x = T.tensor([[5., 7., 9.], [2., 3., 4.], [-1., 8., 1.]], device=dev); before = host(x).copy()
    ok = not raises(lambda: op(x))
    assert np.array_equal(host(x), want if ok else before)
inplace_or_refuse(lambda x: x.sub_(x[:, :1]), [[0., 2., 4.], [0., 1., 2.], [0., 9., 2.]])
inplace_or_refuse(lambda x: x.add_(x[0]),     [[10., 14., 18.], [7., 10., 13.], [4., 15., 10.]])
inplace_or_refuse(lambda x: x.mul_(x.t()),    [[25., 14., -9.], [14., 9., 32.], [-9., 32., 1.]])

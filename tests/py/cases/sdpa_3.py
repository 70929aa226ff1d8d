"""Only the key has a batch dim."""
q = T.tensor([[[1., 1.], [0., 3.]]], device=dev)                                  # (1, 2, 2)
k = T.stack([T.zeros(1, 3, 2), T.tensor([[[0., -300.], [0., 300.], [0., -300.]]])]).to(dev)   # (2, 1, 3, 2)
v = T.tensor([[[3., 0.], [6., 9.], [0., 0.]]], device=dev)                         # (1, 3, 2)
y = F.scaled_dot_product_attention(q, k, v)
assert tuple(y.shape) == (2, 1, 2, 2)
assert close(y, np.array([[[[3., 3.], [3., 3.]]], [[[6., 9.], [6., 9.]]]]), 1e-5)
# key and value that are .expand()ed over batch or heads give the same numbers as their .contiguous() copies
ke, ve = k.expand(2, 4, 3, 2), v.expand(2, 4, 3, 2); qe = q.expand(2, 4, 2, 2)
assert close(F.scaled_dot_product_attention(qe, ke, ve), host(F.scaled_dot_product_attention(qe.contiguous(), ke.contiguous(), ve.contiguous())))

"""Additive mask made of the most negative finite float."""
lo = -3.4028234663852886e38
q = T.tensor([[1., 2.], [3., -1.]], device=dev).reshape(1, 1, 2, 2)
k = T.tensor([[1., 0.], [0., 1.], [2., 2.], [-1., 4.]], device=dev).reshape(1, 1, 4, 2)
v = T.tensor([[8., 0.], [4., 2.], [0., 6.], [-4., 0.]], device=dev).reshape(1, 1, 4, 2)
m = T.tensor([[lo, lo, lo, lo], [lo, lo, lo, 0.]], device=dev).reshape(1, 1, 2, 4)
y = host(F.scaled_dot_product_attention(q, k, v, attn_mask=m))[0, 0]
assert close(y, np.array([[2., 2.], [-4., 0.]]), 1e-6)

"""Is_causal with fewer queries than keys."""
S, D = 6, 16
k = T.zeros(1, 1, S, D, device=dev); v = (10. ** T.arange(S, device=dev).float()).reshape(1, 1, S, 1).expand(1, 1, S, D)
for L, want in ((1, [1.]), (2, [1., 5.5]), (4, [1., 5.5, 37., 277.75])):
    q = T.zeros(1, 1, L, D, device=dev)
    y = host(F.scaled_dot_product_attention(q, k, v, is_causal=True))[0, 0, :, 0]
    assert close(y, np.array(want), 1e-5)
q = T.zeros(1, 1, 8, D, device=dev)                          # more queries than keys: rows 6, 7 see all keys
y = host(F.scaled_dot_product_attention(q, k, v, is_causal=True))[0, 0, :, 0]
assert close(y[5:], np.full(3, 111111 / 6), 1e-5)

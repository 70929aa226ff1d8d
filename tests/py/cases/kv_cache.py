"""Window mask lets each query see exactly W keys."""
# window_mask(L, W, offset=0, pad=0) -> bool (L, offset + L): True where query i (absolute offset + i) may look; pad = left padding of the row
for L, W in ((1, 1), (5, 1), (5, 3), (6, 128), (300, 128)):
    m = host(window_mask(L, W))
    assert m.shape == (L, L) and m.sum(1).tolist() == [min(i + 1, W) for i in range(L)] and not np.triu(m, 1).any() and m.diagonal().all()
m = host(window_mask(2, 4, offset=7)); assert m.shape == (2, 9) and np.flatnonzero(m[0]).tolist() == [4, 5, 6, 7] and np.flatnonzero(m[1]).tolist() == [5, 6, 7, 8]
m = host(window_mask(5, 3, pad=2))                             # positions 0, 1 are padding
assert [np.flatnonzero(r).tolist() for r in m[2:]] == [[2], [2, 3], [2, 3, 4]] and not m[2:, :2].any()
k = T.zeros(1, 1, 5, 4, device=dev); v = T.tensor([nan, 1e30, 6., 8., 1.], device=dev).reshape(1, 1, 5, 1).nan_to_num(-1e30).expand(1, 1, 5, 4)
y = host(F.scaled_dot_product_attention(k, k, v, attn_mask=window_mask(5, 3, pad=2)))[0, 0, 2:, 0]; assert np.allclose(y, [6, 7, 5])

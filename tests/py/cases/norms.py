"""Normalising a zero vector when eps is too small for the dtype."""
x = T.zeros(1, 4, 2, 2, device=dev, dtype=T.float16); x[0, :, 1, 1] = T.tensor([3., 0., -4., 0.], dtype=T.float16)
y = host(F.normalize(x, dim=1).float())                     # default eps 1e-12
assert np.isfinite(y).all() and (y[0, :, 0] == 0).all() and close(y[0, :, 1, 1], np.array([0.6, 0, -0.8, 0]), 1e-3, 1e-3)
z = T.zeros(2, 10, device=dev, dtype=T.float16)
assert (host(F.layer_norm(z, (10,), eps=1e-12).float()) == 0).all()
assert (host(F.rms_norm(z, (10,), eps=1e-12).float()) == 0).all()
t = T.full((1, 4), 6e-8, device=dev, dtype=T.float16)        # smallest fp16 subnormal, 2^-24
assert close(host(F.normalize(t, dim=1).float()), np.full((1, 4), 0.5), 2e-3)

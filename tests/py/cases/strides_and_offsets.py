"""Channels-last normalisation and pooling with a storage offset."""
tok = T.arange(30, device=dev).float().reshape(1, 5, 6)
x = tok[:, 1:].reshape(1, 2, 2, 6).permute(0, 3, 1, 2)                     # (1, 6, 2, 2), channels last, offset 6
mean = T.tensor([1., 2., 3., 4., 5., 6.], device=dev); var = T.tensor([4., 1., 4., 1., 4., 1.], device=dev)
y = host(F.batch_norm(x, mean, var, training=False, eps=0.0))
xc = np.arange(6, 30).reshape(4, 6).T.reshape(1, 6, 2, 2)
assert close(y, (xc - host(mean)[None, :, None, None]) / np.sqrt(host(var))[None, :, None, None])
assert host(F.avg_pool2d(x, 2)).ravel().tolist() == [15., 16., 17., 18., 19., 20.]
rm, rv = T.zeros(6, device=dev), T.ones(6, device=dev)
z = host(F.batch_norm(x, rm, rv, training=True, momentum=0.5, eps=0.0))
assert close(z[0, 0].ravel(), np.array([-9., -3., 3., 9.]) / math.sqrt(45)) and close(rm, np.arange(15, 21) / 2) and close(rv, np.full(6, 0.5 + 0.5 * 60))

"""Non-integer scale factor uses 1/scale, not in/out."""
x = T.tensor([[[10., 20., 40.]]], device=dev)                  # 3 * 1.5 = 4.5 -> 4 outputs
def lin(src, n, s):                                            # centre-aligned linear sampling with step s
    out = []
    for i in range(n):
        c = max((i + 0.5) * s - 0.5, 0.0); j = min(int(c), len(src) - 1); k = min(j + 1, len(src) - 1); f = c - j
        out.append(src[j] * (1 - f) + src[k] * f)
    return out
assert close(F.interpolate(x, scale_factor=1.5, mode="linear"), np.array([[lin([10., 20., 40.], 4, 1 / 1.5)]]))
assert close(F.interpolate(x, size=4, mode="linear"), np.array([[lin([10., 20., 40.], 4, 3 / 4)]]))
assert close(F.interpolate(x, scale_factor=1.5, mode="linear", recompute_scale_factor=True), np.array([[lin([10., 20., 40.], 4, 3 / 4)]]))
i = T.tensor([[[[10., 20., 40.]]]], device=dev)
y = host(F.interpolate(i, scale_factor=(1.0, 1.5), mode="bilinear"))[0, 0, 0]; assert close(y, np.array(lin([10., 20., 40.], 4, 1 / 1.5)))
n = host(F.interpolate(T.arange(7, device=dev).float().reshape(1, 1, 7), scale_factor=1.5, mode="nearest"))[0, 0].tolist()
assert n == [float(min(int(k / 1.5), 6)) for k in range(10)]
c = host(F.interpolate(T.full((1, 1, 5, 7), 2.5, device=dev), scale_factor=1.3, mode="bicubic")); assert c.shape == (1, 1, 6, 9) and np.allclose(c, 2.5)

"""Two scalar writes in a row to the same tensor."""
x = T.zeros(257, device=dev)
for i in range(257): x[i] = float(i * i)
assert np.array_equal(host(x), np.arange(257.) ** 2)
y = T.zeros(3, device=dev); y[1] = 7; y[2] = -5
assert host(y).tolist() == [0., 7., -5.]
z = T.zeros(64, device=dev)
for i in range(64): z[i:] += float(i)                       # each add sees all earlier ones
assert host(z).tolist() == [i * (i + 1) / 2 for i in range(64)]

"""Log_softmax keeps the full range instead of going through exp."""
x = T.tensor([[0., 150., -250., 150.], [-1000., 0., 90., 88.]], device=dev)
y = host(T.log_softmax(x, -1))
ln2, c = math.log(2), math.log1p(math.exp(-2))
assert close(y, np.array([[-150 - ln2, -ln2, -400 - ln2, -ln2], [-1090 - c, -90 - c, -c, -2 - c]]), 1e-6, 1e-5)
h = host(T.log_softmax(T.tensor([0., 20., -30.], device=dev, dtype=T.float16), 0))
assert h.tolist() == [-20., 0., -50.]
g = host(F.cross_entropy(x, T.tensor([2, 0], device=dev), reduction="none"))
assert close(g, np.array([400 + ln2, 1090 + c]), 1e-6)

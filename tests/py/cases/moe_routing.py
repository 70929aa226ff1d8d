"""Router with one expert per token."""
# route(logits, k, norm) -> (weights, experts), best first; moe(x, logits, k, norm, experts) -> weighted sum of the chosen experts
lg = T.tensor([[1., 2., 0.], [5., 0., 0.], [0., 0., 0.5]], device=dev)
w, e = route(lg, 1, True)
assert tuple(w.shape) == (3, 1) and e.tolist() == [[1], [0], [2]] and host(w).tolist() == [[1.], [1.], [1.]]
w, e = route(lg, 1, False)
assert np.allclose(host(w).ravel(), [0.665241, 0.986703, 0.451863], atol=2e-6)
w, e = route(lg[:1], 3, True); assert e.tolist() == [[1, 0, 2]] and np.allclose(host(w), [[0.665241, 0.244728, 0.090031]], atol=2e-6)
w, e = route(lg[:, :1], 1, True); assert e.tolist() == [[0], [0], [0]] and host(w).tolist() == [[1.], [1.], [1.]]
w, e = route(T.zeros(0, 3, device=dev), 2, True); assert tuple(w.shape) == (0, 2)
x = T.tensor([[1.], [2.], [3.]], device=dev)                  # experts 10x, 100x, 1000x
y = moe(x, lg, 1, True, experts=[lambda t, s=s: t * s for s in (10., 100., 1000.)]); assert host(y).ravel().tolist() == [100., 20., 3000.]

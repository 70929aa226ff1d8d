"""Cross entropy with a target outside the classes."""
sync = getattr(getattr(T, dev, None), "synchronize", lambda: None)
x = T.tensor([[0., 1.], [1., 0.], [0., 1.]], device=dev)
for bad in (2, 5, -1, -100, 2**31, -2**40):
    t = T.tensor([1, 0, bad], device=dev)
    for red in ("none", "mean", "sum"):
        assert raises(lambda: (F.cross_entropy(x, t, ignore_index=-3, reduction=red), sync()))
        assert raises(lambda: (F.nll_loss(x, t, ignore_index=-3, reduction=red), sync()))
t = T.tensor([1, 0, -1], device=dev); l = math.log1p(math.exp(-1))
assert close(F.cross_entropy(x, t, ignore_index=-1, reduction="none"), np.array([l, l, 0.0])) and close(F.cross_entropy(x, t, ignore_index=-1), l)
assert close(F.cross_entropy(x, T.tensor([1, 1, 1], device=dev), ignore_index=1, reduction="sum"), 0.0)        # a real class can be ignored

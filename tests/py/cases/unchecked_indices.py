"""Put_ and index_put_ that accumulate many duplicates."""
n = 100003
for dt in (T.float32, T.int64, T.float64 if dev == "cpu" else T.int32):
    x = T.zeros(3, 5, device=dev, dtype=dt)
    x.put_(T.full((n,), 7, device=dev), T.ones(n, device=dev, dtype=dt), accumulate=True)
    assert int(x[1, 2]) == n and int(x.sum()) == n
t = T.zeros(4, 3, device=dev).t()                            # non-contiguous destination, logical order
t.put_(T.tensor([0, 1, 11, 0], device=dev), T.tensor([1., 2., 3., 4.], device=dev), accumulate=True)
assert host(t).tolist() == [[5., 2., 0., 0.], [0., 0., 0., 0.], [0., 0., 0., 3.]]
z = T.zeros(5, 2, device=dev)
z.index_put_((T.tensor([[0, 2], [2, 2]], device=dev),), T.tensor([1., 10.], device=dev), accumulate=True)   # broadcast values
assert host(z).tolist() == [[1., 10.], [0., 0.], [3., 30.], [0., 0.], [0., 0.]]
e = T.ones(3, device=dev); e.put_(T.tensor([], dtype=T.int64, device=dev), T.tensor([], device=dev)); assert e.tolist() == [1., 1., 1.]

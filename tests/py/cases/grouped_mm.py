"""Rows past the last offset must not reach the rows before it."""
x = T.full((8, 4), nan, device=dev, dtype=T.bfloat16)
x[:5] = T.arange(1, 21, device=dev).reshape(5, 4).to(T.bfloat16)
w = T.stack([T.full((4, 2), 7.), T.tensor([[1., 0], [0, 1], [1, 0], [0, 1]]), T.tensor([[1., -1]] * 4)]).to(dev, T.bfloat16)
y = F.grouped_mm(x, w, offs=T.tensor([0, 3, 5], device=dev, dtype=T.int32))   # expert 0 gets nothing
assert host(y[:5].float()).tolist() == [[4, 6], [12, 14], [20, 22], [58, -58], [74, -74]]
# rows 5..7: documented as undefined is fine, zero is better; but nothing computed from rows 0..4 may be NaN,
# in particular the weight gradient (x[:5] grouped, transposed) must be finite and expert 0's must be 0

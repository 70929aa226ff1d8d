"""Tensor-wise and row-wise scales told apart when M is 1."""
a = T.arange(1, 17, device=dev).float().reshape(1, 16).to(T.float8_e4m3fn)      # 1..16 are all exact in e4m3
w = T.stack([T.ones(16), T.tensor([1., -1.] * 8)]).to(dev).to(T.float8_e4m3fn)
R, W = F.ScalingType.RowWise, F.ScalingType.TensorWise
for shape in ((), (1,), (1, 1)):
    s1, s2 = T.full(shape, 0.25, device=dev), T.full(shape, 8.0, device=dev)
    y = F.scaled_mm(a, w.t(), scale_a=s1, scale_recipe_a=W, scale_b=s2, scale_recipe_b=W, output_dtype=T.float32)
    assert host(y).tolist() == [[272., -16.]]
y = F.scaled_mm(a, w.t(), scale_a=T.tensor([[2.]], device=dev), scale_recipe_a=R,
                scale_b=T.tensor([[0.5, 4.]], device=dev), scale_recipe_b=R, output_dtype=T.float32)
assert host(y).tolist() == [[136., -64.]]

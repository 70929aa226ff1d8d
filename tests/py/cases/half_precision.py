"""Half reductions whose partial sums leave the fp16 range."""
x = T.tensor([40000.] * 6 + [-40000.] * 6 + [5.], device=dev, dtype=T.float16)
assert float(x.sum()) == 5 and float(x.sum(0)) == 5 and float(x.reshape(13, 1).sum(0)) == 5
m = T.stack([x, x.flip(0)], 1); assert m.sum(0).float().tolist() == [5., 5.]
n = T.full((4,), 300., device=dev, dtype=T.float16)
assert float(n.norm().float()) == 600                       # 300**2 = 90000 does not fit fp16
assert float(T.full((8,), 60000., device=dev, dtype=T.float16).mean().float()) == 60000
for C in (512, 4096):
    p = F.softmax(T.zeros(2, C, device=dev, dtype=T.bfloat16), -1).float()
    assert (host(p) == 1.0 / C).all()

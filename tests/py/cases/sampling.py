"""Very small top-p still keeps the most likely token."""
# sample(logits, temperature, top_k, top_p) -> token id; top_k = 0 means off
V = 4096
for dt in (T.float32, T.bfloat16) + ((T.float16,) if dev != "cpu" else ()):
    lg = (T.arange(V, device=dev) % 7).to(dt) * 0.25; lg[3801] = 3.0
    for p in (0.0, 1e-8, 1e-7, 1e-4, 1e-3):
        assert {int(sample(lg, temperature=0.8, top_k=0, top_p=p)) for _ in range(100)} == {3801}
lg = T.full((V,), -inf, device=dev); lg[17] = 0.0; lg[18] = -30.0                    # masked vocabulary
assert {int(sample(lg, temperature=1.0, top_k=0, top_p=0.999)) for _ in range(200)} == {17}
lg[18] = 0.0; got = [int(sample(lg, temperature=1.0, top_k=0, top_p=1.0)) for _ in range(400)]
assert set(got) == {17, 18} and 120 < got.count(17) < 280
assert T.multinomial(T.tensor([0., 0., 1., 0.], device=dev), 50, replacement=True).tolist() == [2] * 50

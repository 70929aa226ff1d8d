"""Python scalars and tensors of another kind."""
x = T.tensor([1, 2, 3], device=dev); b = T.tensor([True, False, True], device=dev); i = x.to(T.int32); h = x.to(T.float16)
for got, dt, want in ((x * 0.5, T.float32, [0.5, 1, 1.5]), (0.5 - x, T.float32, [-0.5, -1.5, -2.5]), (x < 1.5, T.bool, [True, False, False]), (x == 2.0, T.bool, [False, True, False]),
                      (b * 2.5, T.float32, [2.5, 0, 2.5]), (b + 1, T.int64, [2, 1, 2]), (i + 7, T.int32, [8, 9, 10]), (i + T.tensor(7, device=dev), T.int32, [8, 9, 10]),
                      (i + T.tensor([7], device=dev), T.int64, [8, 9, 10]), (i + T.tensor(0.5, device=dev), T.float32, [1.5, 2.5, 3.5]), (x / 2, T.float32, [0.5, 1, 1.5]), (x // 2, T.int64, [0, 1, 1]),
                      (-x // 2, T.int64, [-1, -1, -2]), (-x % 2, T.int64, [1, 0, 1]), (T.fmod(-x, 2), T.int64, [-1, 0, -1]), (x ** 2, T.int64, [1, 4, 9]), (2 ** x, T.int64, [2, 4, 8])):
    assert got.dtype == dt and got.tolist() == want
assert (h.float() * 2).dtype == T.float32 and (h * 2.0).dtype == T.float16 and (h.to(T.bfloat16) + h).dtype == T.float32 and (x.to(T.uint8) + x.to(T.int8)).dtype == T.int16
assert T.where(b, x, 0.5).dtype == T.float32 and T.cat([i, x]).dtype == T.int64 and T.where(b, i, x).tolist() == [1, 2, 3]
big = T.tensor([2**53 + 1, -(2**53) - 1], device=dev); assert (big // 1).tolist() == [2**53 + 1, -(2**53) - 1] and (big % 2).tolist() == [1, 1] and (big * 1).tolist() == big.tolist()
z = T.zeros(3, dtype=T.int64, device=dev); assert raises(lambda: z.add_(0.5)) and raises(lambda: z.mul_(T.tensor(0.5, device=dev))) and z.tolist() == [0, 0, 0]

"""Causal video convolution fed frame by frame."""
# stepper(weight) -> step(x, first) keeps the last two input frames between calls; a temporal kernel of 3 padded by 2 zero frames in front
w = T.tensor([1., 2., 4.], device=dev).reshape(1, 1, 3, 1, 1)
x = T.arange(1, 8, device=dev).float().reshape(1, 1, 7, 1, 1).expand(1, 1, 7, 2, 2).contiguous()
want = [4., 10., 17., 24., 31., 38., 45.]                     # 4 x[t] + 2 x[t-1] + x[t-2]
whole = host(F.conv3d(F.pad(x, (0, 0, 0, 0, 2, 0)), w))[0, 0, :, 0, 0]; assert whole.tolist() == want
for cuts in ([7], [1] * 7, [1, 2, 2, 2], [3, 4], [6, 1], [1, 6]):
    for tile in range(2):                                     # a second tile starts afresh
        step, i, outs = stepper(w), 0, []
        for n in cuts: outs.append(host(step(x[:, :, i:i + n], i == 0))[0, 0, :, 0, 1]); i += n
        assert np.concatenate(outs).tolist() == want, cuts

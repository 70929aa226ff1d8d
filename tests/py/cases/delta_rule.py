"""Prefill in one go, in pieces, and token by token agree."""
# delta(q, k, v, g, beta, state) -> (out, state): state = exp(g) * state; state += beta * k (v - state^T k)^T; out = state^T q
rng = np.random.default_rng(7); L, D = 70, 4
q, k, v = (rng.standard_normal((L, D)).astype(np.float32) for _ in range(3)); k /= np.linalg.norm(k, axis=1, keepdims=True)
g = -np.abs(rng.standard_normal(L)).astype(np.float32) * 0.2; b = rng.uniform(0.1, 0.9, L).astype(np.float32)
S = np.zeros((D, D)); want = []
for t in range(L):
    S = math.exp(g[t]) * S; S = S + b[t] * np.outer(k[t], v[t] - S.T @ k[t]); want.append(S.T @ q[t])
want = np.array(want); tt = lambda a: T.tensor(a, device=dev)
for cuts in ([70], [69, 1], [1, 69], [64, 6], [32, 33, 5], [1] * 70):
    st, outs, i = None, [], 0
    for n in cuts:
        o, st = delta(*(tt(a[i:i + n]) for a in (q, k, v, g, b)), st); outs.append(host(o)); i += n
    assert np.allclose(np.concatenate(outs), want, atol=2e-4) and np.allclose(host(st), S, atol=2e-4)

"""Memory stays bounded when a scalar argument changes at every step."""
import resource, sys; sys_is_mac = sys.platform == "darwin"
rss = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys_is_mac else 1024)
p = T.zeros(256, 256, device=dev); g = T.ones(256, 256, device=dev)
def loop(a, b):
    for i in range(a, b):
        lr = 1.0 / (i + 2)
        p.add_(g, alpha=-lr); p.mul_(1 - lr * 1e-9).clamp_(-1e6, 1e6 + i); q = T.addmm(p, g, g, beta=lr, alpha=1 - lr); q = F.leaky_relu(q, lr); w = T.full((256,), lr, device=dev); r = T.where(p > -lr, p, lr)
        if i % 50 == 0: float(q.sum())
loop(0, 1500); a = rss(); loop(1500, 9000)
assert rss() - a < 48 << 20
h = sum(1.0 / (i + 2) for i in range(9000)); assert abs(float(p[0, 0]) + h) < 1e-2

"""A complex system solved through its LU factors."""
import json
import sys

import wootz as torch

device = sys.argv[1]
torch.manual_seed(2)
a = torch.randn(8, 8, dtype=torch.complex64, device=device) + 8 * torch.eye(8, dtype=torch.complex64, device=device)
b = torch.randn(8, 2, dtype=torch.complex64, device=device)
lu, pivots = torch.linalg.lu_factor(a)
x = torch.linalg.lu_solve(lu, pivots, b)


def parts(t):
    return [t.real.cpu().tolist(), t.imag.cpu().tolist()]


print(json.dumps({"a": parts(a), "b": parts(b), "x": parts(x), "pivots": pivots.cpu().tolist(), "residual": parts(a @ x - b),
                  "dtype": str(x.dtype).split(".")[-1]}))

"""Nothing is left behind: Python objects, tensors and references, on good paths and on refused ones."""
import copy
import gc
import pickle
import sys
import tracemalloc

import numpy as np
import pytest
import wootz as torch

X = torch.arange(12.0).reshape(3, 4)
A = np.arange(12.0).reshape(3, 4)


def refuse(f):
    try:
        f()
    except Exception:
        return
    raise AssertionError("nothing was refused")


ROUNDS = 1200


class Index:
    def __index__(self):
        return 1


PATHS = {
    "call": lambda: torch.add(X, X, alpha=2), "operator": lambda: (X + 1, 2 - X, X == X), "in place": lambda: X.clone().add_(1),
    "several results": lambda: X.sort(), "out": lambda: torch.add(X, X, out=torch.empty(3, 4)), "varargs": lambda: X.view(2, 6).permute(1, 0),
    "lists": lambda: torch.cat([X] * 40), "int objects": lambda: X.select(Index(), Index()), "numpy numbers": lambda: X * np.float32(2),
    "numpy operand": lambda: X * A, "attributes": lambda: (X.shape, X.stride(), X.dtype, X.device, X.T, X.data, X.numel()),
    "index": lambda: (X[0], X[1:, ::2], X[None, ..., 0], X[[0, 2]], X[torch.tensor([0, 1]), 1], X[X > 3], X[np.array([1])]),
    "assign": lambda: X.clone().__setitem__((slice(None), 1), 3), "assign array": lambda: X.clone().__setitem__(0, A[0]),
    "assign mask": lambda: X.clone().__setitem__(X > 5, -1.0), "iterate": lambda: [r for r in X],
    "tensor": lambda: (torch.tensor([[1, 2.5], [3, 4]]), torch.tensor(A), torch.tensor([X[0], X[1]]), torch.tensor([np.float64(1)])),
    "values": lambda: (X.tolist(), X[0, 0].item(), float(X[0, 0]), repr(X), str(X.bfloat16())),
    "to": lambda: (X.to(torch.int32), X.half(), X.cpu(), X.to("cpu", torch.float64)),
    "numpy": lambda: (X.numpy(), np.asarray(X), torch.from_numpy(A), memoryview(X), torch.as_tensor(A)),
    "dlpack": lambda: (torch.from_dlpack(X), np.from_dlpack(X), torch.from_dlpack(A), X.__dlpack__()),
    "frombuffer": lambda: torch.frombuffer(bytearray(16), dtype=torch.float32),
    "pickle": lambda: pickle.loads(pickle.dumps(X, 5)), "copy": lambda: copy.deepcopy(X), "generator": lambda: torch.rand(3, generator=torch.Generator()),
    "device": lambda: (torch.device("cuda:3"), torch.device("cpu") == torch.device("cpu"), torch.zeros(1, device="cpu")),
    "stream": lambda: torch.cpu.current_stream().record_event().query(), "split": lambda: X.split(2), "op object": lambda: (torch.cat.__doc__, repr(torch.cat)),
    "no row": lambda: refuse(lambda: X.squeeze("a")), "bad type": lambda: refuse(lambda: torch.clone(3)), "bad keyword": lambda: refuse(lambda: torch.clone(X, foo=1)),
    "bad list": lambda: refuse(lambda: torch.cat([X, 3])), "too many": lambda: refuse(lambda: torch.clone(X, 1, 2)), "bad shape": lambda: refuse(lambda: X.view(7)),
    "bad index": lambda: refuse(lambda: X[7]), "bad key": lambda: refuse(lambda: X["a"]), "bad assign": lambda: refuse(lambda: X.__setitem__(0, "a")),
    "bad operand": lambda: refuse(lambda: X + "a"), "bad data": lambda: refuse(lambda: torch.tensor([[1], [2, 3]])), "bad leaf": lambda: refuse(lambda: torch.tensor([None])),
    "bad device": lambda: refuse(lambda: torch.device("x")), "bad array": lambda: refuse(lambda: torch.from_numpy(A[::-1])),
    "bad out": lambda: refuse(lambda: torch.clone(X, out=3)), "bad size": lambda: refuse(lambda: torch.zeros(2 ** 70)), "absent": lambda: refuse(lambda: X.to("mps:77")),
}


@pytest.mark.parametrize("name", PATHS)
def test_nothing_grows(name):
    path = PATHS[name]
    for _ in range(20):
        path()
    gc.collect()
    watched = [torch.Tensor, torch.Size, torch.float32, torch.device, X, A, Index, str, torch.dtype]
    refs, live = [sys.getrefcount(o) for o in watched], torch.live_tensors()
    tracemalloc.start()
    try:
        path()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(ROUNDS):
            path()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert torch.live_tensors() == live
    # One leaked object a round would be 48 bytes or more a round; NumPy's names in CPython's method cache are bounded noise.
    assert grown < 40 * ROUNDS, "%d bytes of Python objects in %d rounds" % (grown, ROUNDS)
    for o, then in zip(watched, refs):
        assert abs(sys.getrefcount(o) - then) < 50, o


def test_views_outlive_a_changed_tensor():
    x = torch.arange(4.0)
    m, a = memoryview(x), x.numpy()
    x.data = torch.zeros(2)
    junk = [torch.full((4,), 9.0) for _ in range(8)]
    assert m.tolist() == [0, 1, 2, 3] and a.tolist() == [0, 1, 2, 3] and x.tolist() == [0, 0]
    del junk

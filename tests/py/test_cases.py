"""Runs every script of tests/py/cases: one input each with a known right value, for a kind of fault seen in the field.

The scripts see the library as T, its functional module as F, numpy as np, the device as dev, and the helpers below.
SPDX-License-Identifier: MIT"""
import json
import math
import os
import struct
import tempfile

import numpy as np
import pytest
import wootz as T
import wootz.nn.functional as F
from wootz import models
from wootz._tokenizer import Tokenizer

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases")
LARGE = {"64_bit_indexing": 8 << 30}  # bytes of memory that must be free


def host(x):
    if not isinstance(x, T.Tensor):
        return np.asarray(x)
    x = x.detach()
    return (x.float() if x.dtype in (T.bfloat16, T.float8_e4m3fn, T.float8_e5m2) else x).numpy()


def raises(fn):
    try:
        fn()
    except Exception:
        return True
    return False


def close(a, b, rtol=1e-5, atol=1e-6):
    return np.allclose(host(a), host(b), rtol=rtol, atol=atol, equal_nan=True)


def same(a, b):
    a, b = np.asarray(host(a), dtype=float), np.asarray(host(b), dtype=float)
    number = ~np.isnan(a)
    return a.shape == b.shape and np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a)[number], np.signbit(b)[number])


# ---- the library's functions by the names that scripts use -------------------------------------------

def route(logits, k, norm):
    return F.moe_route(logits, k, normalize=norm)


def moe(x, logits, k, norm, experts):
    weights, index = route(logits, k, norm)
    rows = [sum(weights[t, j] * experts[int(index[t, j])](x[t]) for j in range(k)) for t in range(x.shape[0])]
    return T.stack(rows)


def delta(q, k, v, g, beta, state):
    rows = [t.unsqueeze(0).unsqueeze(2) for t in (q, k, v)] + [t.unsqueeze(0).unsqueeze(2) for t in (g, beta)]
    out, state = F.gated_delta_rule(*rows, state if state is None else state.unsqueeze(0).unsqueeze(0), scale=1.0)
    return out[0, :, 0], state[0, 0]


def _tokenizer(spec):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(spec, f)
        return Tokenizer(path)


def bpe(vocab, merges, ignore_merges=False):
    model = {"type": "BPE", "vocab": vocab, "merges": [list(m) for m in merges], "ignore_merges": ignore_merges}
    return _tokenizer({"model": model}).encode


def pretok(spec, text):
    """Pieces become visible as tokens when every piece of text is one."""
    pieces = sorted({text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)} | {"a"})
    model = {"type": "BPE", "vocab": {p: i for i, p in enumerate(pieces)}, "merges": [], "ignore_merges": True}
    return [pieces[i] for i in _tokenizer({"model": model, "pre_tokenizer": spec}).encode(text)]


def stepper(weight):
    last = []

    def step(x, first):
        before = T.zeros(*x.shape[:2], 2, *x.shape[3:], device=x.device) if first else last[0]
        x = T.cat([before, x], 2)
        last[:] = [x[:, :, -2:]]
        return F.conv3d(x, weight)
    return step


NAMES = {"T": T, "F": F, "np": np, "math": math, "json": json, "struct": struct, "tempfile": tempfile, "os": os, "inf": math.inf, "nan": math.nan, "dev": "cpu",
         "host": host, "raises": raises, "close": close, "same": same, "rope": F.rope, "sample": models.sample, "route": route, "moe": moe, "delta": delta,
         "window_mask": F.window_mask, "load": T.safetensors.load_file, "bpe": bpe, "pretok": pretok, "stepper": stepper}


def free_memory():
    with open("/proc/meminfo") as f:
        return next(int(line.split()[1]) * 1024 for line in f if line.startswith("MemAvailable"))


@pytest.mark.parametrize("name", sorted(f[:-3] for f in os.listdir(FOLDER) if f.endswith(".py")))
def test_case(name, tmp_path, monkeypatch):
    if name in LARGE and (not os.environ.get("WOOTZ_TEST_LARGE") or free_memory() < LARGE[name]):
        pytest.skip("needs WOOTZ_TEST_LARGE and %d GiB of memory" % (LARGE[name] >> 30))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    path = os.path.join(FOLDER, name + ".py")
    with open(path, encoding="utf-8") as f:
        exec(compile(f.read(), path, "exec"), dict(NAMES))

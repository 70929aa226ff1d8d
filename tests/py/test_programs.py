"""Small programs as people run them on PyTorch, with only the imports and the device changed. Their printed
values are checked with NumPy. Devices: the CPU and whatever else is there."""
import json
import os
import subprocess
import sys

import numpy as np
import pytest
import wootz as torch

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
DEVICES = [d for d in ("cpu", "cuda", "mps") if getattr(torch, d).is_available()]
ABSENT = [d for d in ("cuda", "mps") if d not in DEVICES]


def run(name, device, rc=0):
    path = os.path.dirname(os.path.dirname(os.path.abspath(torch.__file__)))
    done = subprocess.run([sys.executable, os.path.join(HERE, name + ".py"), device], capture_output=True, text=True,
                          env=dict(os.environ, PYTHONPATH=path), timeout=120)
    assert done.returncode == rc, done.stderr
    return json.loads(done.stdout) if rc == 0 else done.stderr


@pytest.mark.parametrize("device", DEVICES)
def test_complex_solve(device):
    r = run("complex_solve", device)
    a, b, x = (np.array(r[k][0]) + 1j * np.array(r[k][1]) for k in ("a", "b", "x"))
    assert np.allclose(x, np.linalg.solve(a, b), atol=1e-5) and r["dtype"] == "complex64" and np.abs(r["residual"]).max() < 1e-4
    assert all(i < p <= 8 for i, p in enumerate(r["pivots"]))


@pytest.mark.parametrize("device", DEVICES)
def test_streams(device):
    r = run("streams", device)
    assert r["first"] == [1, 3, 5, 7] and r["last"] == 199999 and r["current_is_default"]
    assert r["differences"] == [2, 2, 2] and 0 <= r["ms"] < 60000


@pytest.mark.parametrize("device", DEVICES)
def test_fp8_range(device):
    r = run("fp8_range", device)
    assert (r["max"], r["min"], r["tiny"], r["eps"], r["bits"]) == (448.0, -448.0, 2.0 ** -6, 0.125, 8)
    assert r["saturated"] == [448.0, -448.0, 448.0, 2.0 ** -9]


@pytest.mark.parametrize("device", ABSENT)
def test_an_absent_device_says_why(device):
    why = getattr(torch, device).unavailable_reason()
    assert why
    text = run("streams", device, rc=1)
    assert "RuntimeError" in text and why in text

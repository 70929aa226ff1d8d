"""wootz.cuda on the emulated driver, in a process of its own: the driver is opened once a process.

SPDX-License-Identifier: MIT"""
import os
import pathlib
import subprocess
import sys

import pytest

import wootz

FAKE = pathlib.Path(wootz.__file__).absolute().parents[2] / "tests" / "libfakecuda.so"


def run(program, **settings):
    env = dict(os.environ, WZ_CUDA_LIBRARY=str(FAKE), WZ_NVRTC_LIBRARY=str(FAKE), WZ_CACHE_DIR="", FAKECUDA_SEED="5", FAKECUDA_DELAY="200", **settings)
    done = subprocess.run([sys.executable, "-c", "import numpy as np, wootz\n" + program], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


pytestmark = pytest.mark.skipif(not FAKE.exists(), reason="this build has no emulated driver")


def test_tensors_streams_and_events():
    out = run("""
assert wootz.cuda.is_available() and wootz.cuda.why_unavailable() is None
assert wootz.cuda.device_count() == 1 and wootz.cuda.get_device_capability() == (9, 0)
a = np.random.default_rng(1).standard_normal((5, 33)).astype(np.float32)
x = wootz.tensor(a, device="cuda")
assert str(x.device) == "cuda:0"
assert np.array_equal(x.cpu().numpy(), a) and np.array_equal(x.t().contiguous().cpu().numpy(), a.T)
e = np.exp(a - a.max(1, keepdims=True))
assert np.allclose(x.softmax(1).cpu().numpy(), e / e.sum(1, keepdims=True), atol=1e-6)
assert x.to(wootz.float16).cpu().dtype == wootz.float16
assert str(wootz.zeros_like(wootz.ones(3), device="cuda").device) == "cuda:0"
s, start, end = wootz.cuda.Stream(), wootz.cuda.Event(enable_timing=True), wootz.cuda.Event(enable_timing=True)
with wootz.cuda.stream(s):
    start.record()
    y = wootz.full((1000,), 1.5, device="cuda")
    end.record()
y.record_stream(wootz.cuda.default_stream())
wootz.cuda.current_stream().wait_stream(s)
assert float(y.clone().cpu()[999]) == 1.5
end.synchronize()
assert start.elapsed_time(end) >= 0 and wootz.cuda.memory_allocated() > 0
print("done")
""")
    assert out.strip() == "done"


def test_why_unavailable():
    out = run("""
assert not wootz.cuda.is_available() and wootz.cuda.device_count() == 0
try:
    wootz.zeros(3, device="cuda")
except RuntimeError as e:
    assert wootz.cuda.why_unavailable() in str(e)
    print(wootz.cuda.why_unavailable())
""", FAKECUDA_ARCH="75")
    assert out.strip() == "architecture unsupported: emulated device 0 is sm_75, sm_80 or newer is needed"

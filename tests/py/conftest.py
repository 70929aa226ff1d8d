"""Shared by the Python tests: where the package is, and a check that no test leaves tensors behind."""
import gc
import os
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
if "PYTHONPATH" not in os.environ:
    sys.path.insert(0, os.path.join(ROOT, "build", "python"))


@pytest.fixture
def no_leak():
    """Fails when tensors made within the test are alive after it."""
    import wootz
    before = wootz.live_tensors()
    yield
    if wootz.live_tensors() != before:  # what hangs in a cycle, as a caught exception's frames do, is no leak
        gc.collect()
    assert wootz.live_tensors() <= before

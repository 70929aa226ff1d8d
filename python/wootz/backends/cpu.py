"""wootz.backends.cpu. SPDX-License-Identifier: MIT"""
from .. import _core


def get_cpu_capability():
    """The best instruction set in use: BASE, AVX2, AVX512 or NEON."""
    return _core.cpu_levels()[-1].upper()


def is_built():
    return True


def is_available():
    return True

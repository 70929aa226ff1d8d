"""wootz.backends: which devices this build and machine have. SPDX-License-Identifier: MIT"""
from . import cpu, cuda, mps

__all__ = ["cpu", "cuda", "mps"]

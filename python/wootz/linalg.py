"""wootz.linalg, from the op table. SPDX-License-Identifier: MIT"""
from . import _bind
from ._table import LINALG

globals().update(_bind.functions(LINALG))
LinAlgError = type("LinAlgError", (RuntimeError,), {"__module__": "wootz.linalg", "__doc__": "A matrix that has no such answer."})

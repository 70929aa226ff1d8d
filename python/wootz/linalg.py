"""wootz.linalg, from the op table. SPDX-License-Identifier: MIT"""
from . import _bind, _table
from ._state import LinAlgError  # noqa: F401

globals().update(_bind.functions(_table.LINALG))

"""wootz.linalg, from the op table. SPDX-License-Identifier: MIT"""
from . import _bind, _table
from ._state import LinAlgError  # noqa: F401

globals().update(_bind.functions(_table.LINALG))

from ._linalg_composed import (  # noqa: E402
    cond, lstsq, matrix_norm, matrix_power, matrix_rank, multi_dot, norm, pinv, tensorinv, tensorsolve, vecdot)

"""wootz.nn.functional: functions of networks, from the op table, with what is Python's own about a few of them.

SPDX-License-Identifier: MIT"""
import enum

from .. import _bind, _core, _table

globals().update(_bind.functions(_table.NN))


class ScalingType(enum.IntEnum):
    """How the scales of scaled_mm lie: one for a tensor, one for a row, one for a block."""

    TensorWise = 0
    RowWise = 1
    BlockWise1x16 = 2
    BlockWise1x32 = 3
    BlockWise1x128 = 4
    BlockWise128x128 = 5


class SwizzleType(enum.IntEnum):
    """The order of block scales in memory."""

    NO_SWIZZLE = 0
    SWIZZLE_32_4_4 = 1


def _list(v):
    return [] if v is None else list(v) if isinstance(v, (list, tuple)) else [v]


def _enums(what, values, kind):
    for v in values:
        if not isinstance(v, kind):
            raise TypeError("scaled_mm(): %s must be a %s or a list of them, not %s" % (what, kind.__name__, type(v).__name__))
    return [int(v) for v in values]


if "scaled_mm" in globals():
    _scaled_mm = globals()["scaled_mm"]

    def scaled_mm(mat_a, mat_b, scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a=None, swizzle_b=None, bias=None,
                  output_dtype=_core.bfloat16, contraction_dim=(), use_fast_accum=False):
        """mat_a @ mat_b in float8 with scales: (acc * scale_a * scale_b) + bias, converted to output_dtype."""
        return _scaled_mm(mat_a, mat_b, _list(scale_a), _enums("scale_recipe_a", _list(scale_recipe_a), ScalingType), _list(scale_b),
                          _enums("scale_recipe_b", _list(scale_recipe_b), ScalingType),
                          _enums("swizzle_a", _list(swizzle_a), SwizzleType), _enums("swizzle_b", _list(swizzle_b), SwizzleType),
                          bias, output_dtype, list(contraction_dim), use_fast_accum)

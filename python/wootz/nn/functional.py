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


from ._composed import (alpha_dropout, bilinear, cosine_embedding_loss, cosine_similarity, dropout, dropout1d, dropout2d,  # noqa: E402,F401
                        dropout3d, feature_alpha_dropout, gaussian_nll_loss, glu, gumbel_softmax, hinge_embedding_loss, lp_pool1d,
                        lp_pool2d, lp_pool3d, margin_ranking_loss, max_pool1d, max_pool2d, max_pool3d, max_unpool1d, max_unpool2d,
                        max_unpool3d, multi_margin_loss, multilabel_margin_loss, multilabel_soft_margin_loss, pairwise_distance, pdist,
                        poisson_nll_loss, rrelu, triplet_margin_loss, triplet_margin_with_distance_loss, upsample, upsample_bilinear,
                        upsample_nearest, window_mask)
from . import _composed  # noqa: E402

for _n in (1, 2, 3):
    for _kind in ("avg", "max"):
        _name = "adaptive_%s_pool%dd" % (_kind, _n)
        globals()[_name] = _composed._adaptive(_kind, _n, globals()[_name])
for _name, _rows in _table.groups(_table.NN, lambda row: row.where & _table.INPLACE).items():
    globals()[_name + "_"] = _bind.make(_name + "_", _rows, _bind.IS_INPLACE)
del _n, _kind, _name, _rows


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

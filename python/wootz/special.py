"""wootz.special, from the op table. SPDX-License-Identifier: MIT"""
from . import _bind
from ._table import SPECIAL

globals().update(_bind.functions(SPECIAL))

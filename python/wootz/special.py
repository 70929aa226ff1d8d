"""wootz.special, from the op table. SPDX-License-Identifier: MIT"""
from . import _bind, _table

globals().update(_bind.functions(_table.SPECIAL))

"""wootz.nn.functional: functions of networks, from the op table. SPDX-License-Identifier: MIT"""
from .. import _bind
from .._table import NN

globals().update(_bind.functions(NN))

"""wootz.nn. SPDX-License-Identifier: MIT"""
from . import functional

"""wootz.cpu: streams, events and memory of the cpu device. The three device modules offer the same functions.

SPDX-License-Identifier: MIT"""
import sys

from . import _devices

_devices.install(sys.modules[__name__], "cpu")

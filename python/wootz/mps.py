"""wootz.mps: streams, events and memory of the mps device. The three device modules offer the same functions.

SPDX-License-Identifier: MIT"""
import sys

from . import _devices

_devices.install(sys.modules[__name__], "mps")


def current_allocated_memory():
    return memory_allocated()  # noqa: F821


def driver_allocated_memory():
    return memory_reserved()  # noqa: F821


def recommended_max_memory():
    return mem_get_info()[1]  # noqa: F821

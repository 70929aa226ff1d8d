"""wootz.cuda: streams, events and memory of the cuda device. The three device modules offer the same functions.

SPDX-License-Identifier: MIT"""
import sys

from . import _devices

_devices.install(sys.modules[__name__], "cuda")


def get_device_capability(device=None):
    """(major, minor) compute capability."""
    p = get_device_properties(device)  # noqa: F821
    return p.major, p.minor


def is_bf16_supported(including_emulation=True):
    return is_available()  # noqa: F821

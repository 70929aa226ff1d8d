"""Small pieces that the C side calls back: default devices, options of makers, index tensors.

SPDX-License-Identifier: MIT"""
import threading

from . import _core

_local = threading.local()

LinAlgError = type("LinAlgError", (RuntimeError,), {"__module__": "wootz.linalg", "__doc__": "A matrix that has no such answer."})


class layout:
    """How elements are laid out; wootz has strided tensors only."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return "wootz." + self._name

    def __reduce__(self):
        return self._name


class memory_format(layout):
    """Order of the dims in memory."""


strided = layout("strided")
contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")


def push_device(device):
    stack = _local.__dict__.setdefault("devices", [])
    before = _core.default_device()
    _core.set_default_device(device)
    stack.append(before)
    return device


def pop_device():
    _core.set_default_device(_local.devices.pop())


def check_maker_option(name, value):
    """Refuses what would change the result; layout, pin_memory and plain memory formats do not."""
    if name == "pin_memory":
        if value not in (True, False, None):
            raise TypeError("pin_memory must be a bool")
    elif name == "layout":
        if value is not None and value is not strided:
            raise NotImplementedError("layout: wootz has strided tensors only, got %r" % (value,))
    elif value not in (None, contiguous_format, preserve_format):
        raise NotImplementedError("memory_format: only contiguous_format and preserve_format are taken here, got %r" % (value,))


def index_tensor(value):
    """A list, array or NumPy bool as a tensor for indexing."""
    from . import _data
    if isinstance(value, str):
        raise IndexError("only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got str)")
    t = _data.as_tensor(value)
    if t.numel() == 0 and t.dtype.is_floating_point and not hasattr(value, "dtype"):
        t = t._to(_core.int64, None, 0, 0)
    return t

"""wootz.backends.mps. SPDX-License-Identifier: MIT"""
from .. import _devices


def is_built():
    """The backend is part of every build; its driver is looked for at run time."""
    return True


def is_available():
    return _devices.why_none("mps") is None


def unavailable_reason():
    """One line that says why there is no such device; None when there is one."""
    return _devices.why_none("mps")

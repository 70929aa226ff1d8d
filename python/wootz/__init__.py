"""wootz: tensors on CPUs, CUDA and Metal from one small C library, with torch's names.

    import wootz as torch

Functions and methods come from the library's op table; see wootz.ops_table() or `wootz ops` for the list.
SPDX-License-Identifier: MIT"""
from . import _core
from . import _bind, _data, _dtypes, _repr, _state
from ._core import (device, dtype, get_default_dtype, get_num_threads, promote_types, set_num_threads)
from ._data import as_tensor, asarray, from_dlpack, from_numpy, frombuffer, tensor, to_dlpack
from ._dtypes import can_cast, finfo, iinfo, result_type
from ._repr import get_printoptions, printoptions, set_printoptions
from ._state import (channels_last, channels_last_3d, contiguous_format, layout, memory_format, preserve_format, strided)
from ._tensor import Size, Tensor, _ALIASES, _dtype_names

__version__ = _core.version()

globals().update(_dtype_names())
globals().update({alias: getattr(_core, name) for alias, name in _ALIASES.items()})

# ---- functions from the op table -----------------------------------------------------------------
_own = set(globals())
for _name, _function in {**_bind.inplace_functions(), **_bind.functions(1)}.items():
    if _name not in _own:
        globals()[_name] = _function
del _name, _function

from ._functions import *  # noqa: E402,F401,F403 - what is composed in Python, over the names above
from . import _functions  # noqa: E402
from ._lists import *  # noqa: E402,F401,F403
from ._products import *  # noqa: E402,F401,F403
from ._composed import *  # noqa: E402,F401,F403

from math import e, inf, nan, pi  # noqa: E402 (float is a dtype here)
newaxis = None


def set_default_dtype(d):
    """Sets the dtype of new floating tensors (a floating dtype)."""
    _core.set_default_dtype(d)


def get_default_device():
    """The device of new tensors."""
    return _core.default_device()


def set_default_device(device):
    """Sets the device of new tensors; None is the CPU."""
    _core.set_default_device(device)


def set_default_tensor_type(t):
    """Older form of set_default_dtype, by the name of a type such as \"wootz.FloatTensor\"."""
    from ._tensor import _TYPE_NAMES
    short = str(t).split(".")[-1]
    for name, kind in _TYPE_NAMES.items():
        if kind == short:
            return set_default_dtype(getattr(_core, name))
    raise TypeError("invalid type: %r" % (t,))


def live_tensors():
    """Tensors alive in the process, for leak checks."""
    return _core.live_tensors()


def ops_table():
    """Rows of the op table: name, python name, signature, doc and more."""
    from ._table import ROWS
    return ROWS


from ._random import (Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state)  # noqa: E402
from ._grad import (enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled)  # noqa: E402
from . import backends, cpu, cuda, linalg, models, mps, nn, random, safetensors, special, testing  # noqa: E402

"""Functions of wootz that are no rows of the op table: questions about tensors and small compositions.

SPDX-License-Identifier: MIT"""
from . import _core
from ._tensor import Tensor

__all__ = ["tensordot", "unique", "unique_consecutive", "load", "load_file", "save", "save_file", "allclose", "get_device_module", "is_complex", "is_floating_point", "is_nonzero", "is_same_size",
           "is_storage", "is_tensor", "numel", "typename", "compile", "is_warn_always_enabled", "use_deterministic_algorithms",
           "are_deterministic_algorithms_enabled", "get_float32_matmul_precision", "set_float32_matmul_precision"]


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_storage(obj):
    return False


def is_floating_point(input):
    return input.dtype.is_floating_point


def is_complex(input):
    return input.dtype.is_complex


def is_nonzero(input):
    if input.numel() != 1:
        raise RuntimeError("Boolean value of Tensor with %s is ambiguous" % ("no values" if input.numel() == 0 else "more than one value"))
    return bool(input.item())


def is_same_size(input, other):
    return input.shape == other.shape


def numel(input):
    return input.numel()


def typename(obj):
    return obj.type() if isinstance(obj, Tensor) else "%s.%s" % (type(obj).__module__, type(obj).__qualname__)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close: |input - other| <= atol + rtol * |other|."""
    from . import isclose
    return bool(isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan).all())


def compile(model=None, **unused):
    """Returns the function as it is: wootz has no graph compiler. Kept so that programs that ask for one run."""
    return (lambda m: m) if model is None else model


def get_device_module(device=None):
    """The module of a device: wootz.cpu, wootz.cuda or wootz.mps."""
    from . import cpu, cuda, mps
    kind = (_core.default_device() if device is None else _core.device(device)).type
    return {"cpu": cpu, "cuda": cuda, "mps": mps}[kind]


def is_warn_always_enabled():
    return False


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Accepted as it stands: the same call gives the same bits in wootz anyway."""


def are_deterministic_algorithms_enabled():
    return True


_precision = "highest"


def get_float32_matmul_precision():
    return _precision


def set_float32_matmul_precision(precision):
    """Notes the wish; float32 products are computed in float32 whatever it says."""
    global _precision
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError("float32_matmul_precision must be highest, high or medium, got %r" % (precision,))
    _precision = precision


def save(obj, f, pickle_protocol=None, **unused):
    """Writes {name: tensor} to a safetensors file; other objects are pickled on request of pickle, not here."""
    from . import safetensors
    if not isinstance(obj, dict) or not all(isinstance(k, str) and isinstance(v, Tensor) for k, v in obj.items()):
        raise NotImplementedError("wootz.save writes dicts of name to tensor, as safetensors; use the pickle module for other objects")
    safetensors.save_file(obj, f)


def load(f, map_location=None, **unused):
    """Reads what save wrote. Files of torch.save are pickles and are not read: they may run any code."""
    from . import safetensors
    if hasattr(f, "read"):
        raise NotImplementedError("wootz.load takes a path; wootz.safetensors.load takes bytes")
    with open(f, "rb") as file:
        start = file.read(2)
    if start in (b"PK", b"\x80\x02"):
        raise NotImplementedError("%s was written by torch.save, a pickle; convert it to safetensors" % (f,))
    return safetensors.load_file(f, device="cpu" if map_location is None else map_location)


def load_file(filename, device="cpu"):
    """{name: tensor} of a safetensors file."""
    from . import safetensors
    return safetensors.load_file(filename, device)


def save_file(tensors, filename, metadata=None):
    """Writes {name: tensor} as a safetensors file."""
    from . import safetensors
    safetensors.save_file(tensors, filename, metadata)


# ---- over hidden rows of the table ---------------------------------------------------------------

_hidden_rows = {}


def _hidden(name):
    if name not in _hidden_rows:
        from . import _bind
        from ._table import ROWS
        _hidden_rows[name] = _bind.make(name, [row for row in ROWS if row.name == name])
    return _hidden_rows[name]


def _unique_results(found, return_inverse, return_counts):
    values, inverse, counts = found
    out = (values,) + ((inverse,) if return_inverse else ()) + ((counts,) if return_counts else ())
    return out[0] if len(out) == 1 else out


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The distinct elements in order (distinct slices along dim), with their places and counts when asked for."""
    found = _hidden("unique_flat")(input) if dim is None else _hidden("unique_dim")(input, dim)
    return _unique_results(found, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """input with consecutive repeats removed, with each element's run and the runs' lengths when asked for."""
    return _unique_results(_hidden("unique_runs")(input, dim), return_inverse, return_counts)


def tensordot(a, b, dims=2, out=None):
    """Sums of products over the last dims of a and the first of b, or over the two lists of dims."""
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if isinstance(dims, (list, tuple)):
        dims_a, dims_b = ([d] if isinstance(d, int) else list(d) for d in dims)
    else:
        if dims < 0:
            raise RuntimeError("tensordot expects dims >= 0, but got dims=%d" % dims)
        dims_a, dims_b = list(range(-dims, 0)), list(range(dims))
    result = _hidden("tensordot_dims")(a, b, dims_a, dims_b)
    return result if out is None else out.copy_(result)


for _name in ("unique", "unique_consecutive", "allclose", "is_same_size"):
    setattr(Tensor, _name, globals()[_name])
del _name

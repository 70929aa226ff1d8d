"""finfo, iinfo and questions about dtypes. SPDX-License-Identifier: MIT"""
from . import _core

# exponent bits, mantissa bits; whether the top exponent still holds numbers (e4m3fn has no infinities)
_FLOATS = {"float64": (11, 52, False), "float32": (8, 23, False), "float16": (5, 10, False), "bfloat16": (8, 7, False),
           "float8_e5m2": (5, 2, False), "float8_e4m3fn": (4, 3, True)}


class finfo:
    """Limits of a floating dtype (of the parts, for complex ones); the default dtype without an argument."""

    def __init__(self, type=None):
        dtype = _core.get_default_dtype() if type is None else type
        if isinstance(dtype, _core.dtype) and dtype.is_complex:
            dtype = dtype.to_real()
        if not isinstance(dtype, _core.dtype) or not dtype.is_floating_point:
            raise TypeError("wootz.finfo() requires a floating point input type. Use wootz.iinfo to handle 'wootz.finfo'"
                            if isinstance(dtype, _core.dtype) else "finfo(): argument 'type' must be wootz.dtype, not %s" % dtype.__class__.__name__)
        exponent, mantissa, finite = _FLOATS[dtype.name]
        bias = 2 ** (exponent - 1) - 1
        self.bits = 8 * dtype.itemsize
        self.eps = 2.0 ** -mantissa
        top = 2.0 ** (bias + 1) * (2.0 - 2.0 * self.eps) if finite else None
        self.max = top if finite else 2.0 ** bias * (2.0 - self.eps)
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0 ** (1 - bias)
        self.smallest_subnormal = 2.0 ** (1 - bias - mantissa)
        self.resolution = {"float64": 1e-15, "float32": 1e-6, "float16": 1e-3, "bfloat16": 1e-2}.get(dtype.name, 1.0)
        self.dtype = dtype.name

    def __repr__(self):
        return "finfo(resolution=%g, min=%g, max=%g, eps=%g, smallest_normal=%g, tiny=%g, dtype=%s)" % (
            self.resolution, self.min, self.max, self.eps, self.smallest_normal, self.tiny, self.dtype)

    def __eq__(self, other):
        return isinstance(other, finfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash(("finfo", self.dtype))


class iinfo:
    """Limits of an integer dtype."""

    def __init__(self, type):
        if not isinstance(type, _core.dtype):
            raise TypeError("iinfo(): argument 'type' must be wootz.dtype, not %s" % type.__class__.__name__)
        if type.is_floating_point or type.is_complex or type is _core.bool:
            raise TypeError("wootz.iinfo() requires an integer input type. Use wootz.finfo to handle '%r'" % type if type is not _core.bool
                            else "wootz.bool is not supported by wootz.iinfo")
        self.bits = 8 * type.itemsize
        self.min = -2 ** (self.bits - 1) if type.is_signed else 0
        self.max = 2 ** (self.bits - (1 if type.is_signed else 0)) - 1
        self.dtype = type.name

    def __repr__(self):
        return "iinfo(min=%d, max=%d, dtype=%s)" % (self.min, self.max, self.dtype)

    def __eq__(self, other):
        return isinstance(other, iinfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash(("iinfo", self.dtype))


def _category(d):
    return 3 if d.is_complex else 2 if d.is_floating_point else 0 if d is _core.bool else 1


def can_cast(from_, to):
    """Whether a value of one dtype may be stored in another under torch's casting rules."""
    a, b = _category(from_), _category(to)
    if a == 3 and b != 3:
        return False
    if a == 2 and b < 2:
        return False
    return not (b == 0 and a != 0)


def _combine(higher, lower):
    """Dtypes of two levels: tensors with dims count more than 0-d ones, and those more than numbers."""
    if higher is None or lower is None:
        return lower if higher is None else higher
    if higher.is_complex:
        return higher
    if higher.is_floating_point:
        return higher.to_complex() if lower.is_complex else higher
    if higher is _core.bool or _category(lower) >= 2:
        return _core.promote_types(higher, lower)
    return higher


def result_type(tensor1, tensor2):
    """The dtype that an operation on the two (tensors or numbers) has."""
    levels = [None, None, None]
    for o in (tensor1, tensor2):
        if isinstance(o, _core.TensorBase):
            level, d = (0 if o.ndim else 1), o.dtype
        elif isinstance(o, bool):
            level, d = 2, _core.bool
        elif isinstance(o, int):
            level, d = 2, _core.int64
        elif isinstance(o, float):
            level, d = 2, _core.get_default_dtype()
        elif isinstance(o, complex):
            level, d = 2, _core.get_default_dtype().to_complex()
        else:
            raise TypeError("result_type(): arguments must be tensors or numbers, not %s" % type(o).__name__)
        levels[level] = d if levels[level] is None else _core.promote_types(levels[level], d)
    return _combine(levels[0], _combine(levels[1], levels[2]))

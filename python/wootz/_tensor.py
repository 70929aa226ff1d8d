"""The Tensor class: what is Python's own about a tensor. Methods that are ops come from the table.

SPDX-License-Identifier: MIT"""
import enum

from . import _bind, _core, _data, _repr, _state
from ._table import METHOD, ROWS, groups


class Size(tuple):
    """Sizes of a tensor: a tuple of ints that prints as such."""

    __slots__ = ()

    def __new__(cls, sizes=()):
        values = tuple(sizes)
        for i, v in enumerate(values):
            if type(v) is not int:
                if isinstance(v, bool) or not hasattr(v, "__index__"):
                    raise TypeError("wootz.Size() takes an iterable of 'int' (item %d is '%s')" % (i, type(v).__name__))
                values = values[:i] + (v.__index__(),) + values[i + 1:]
        return tuple.__new__(cls, values)

    def __repr__(self):
        return "wootz.Size([%s])" % ", ".join(map(str, self))

    def numel(self):
        n = 1
        for v in self:
            n *= v
        return n

    def __getitem__(self, i):
        out = tuple.__getitem__(self, i)
        return tuple.__new__(Size, out) if isinstance(i, slice) else out

    def __add__(self, other):
        if not isinstance(other, tuple):
            return NotImplemented
        return tuple.__new__(Size, tuple.__add__(self, other))

    def __mul__(self, n):
        return tuple.__new__(Size, tuple.__mul__(self, n))

    __rmul__ = __mul__

    def __reduce__(self):
        return (Size, (tuple(self),))


def _fast_size(values):
    return tuple.__new__(Size, values)


class _DLDevice(enum.IntEnum):
    CPU, CUDA, METAL = 1, 2, 8


def _dtype_names():
    return {name: getattr(_core, name) for name in dir(_core) if isinstance(getattr(_core, name), _core.dtype)}


_ALIASES = {"half": "float16", "float": "float32", "double": "float64", "short": "int16", "int": "int32", "long": "int64",
            "cfloat": "complex64", "cdouble": "complex128"}
_TYPE_NAMES = {"float32": "FloatTensor", "float64": "DoubleTensor", "float16": "HalfTensor", "bfloat16": "BFloat16Tensor", "uint8":
               "ByteTensor", "int8": "CharTensor", "int16": "ShortTensor", "int32": "IntTensor", "int64": "LongTensor", "bool": "BoolTensor",
               "complex64": "ComplexFloatTensor", "complex128": "ComplexDoubleTensor"}


class Tensor(_core.TensorBase):
    """A tensor of wootz. Made by functions such as wootz.tensor and wootz.zeros, and by operations."""

    __array_priority__ = 1000

    def __new__(cls, *args, dtype=None, device=None):
        from . import empty
        if len(args) == 1 and isinstance(args[0], _core.TensorBase):
            t = args[0]._to(None, device, 0, 0)
            return t if cls is Tensor else t._alias_as(cls)
        if len(args) == 1 and not isinstance(args[0], (int, Size)) and hasattr(args[0], "__len__"):
            t = _data.tensor(args[0], dtype=dtype or _core.get_default_dtype(), device=device)
        elif not args:
            t = empty(0, dtype=dtype, device=device)
        else:
            t = empty(*args, dtype=dtype, device=device)
        return t if cls is Tensor else t._alias_as(cls)

    # ---- attributes ----
    @property
    def layout(self):
        return _state.strided

    @property
    def data(self):
        return self._view(self.shape, self._strides, self.storage_offset())

    @data.setter
    def data(self, other):
        self._become(other)

    @property
    def grad(self):
        return None

    @grad.setter
    def grad(self, value):
        if value is not None:
            raise NotImplementedError("grad: wootz has no autograd yet")

    @property
    def requires_grad(self):
        return False

    @requires_grad.setter
    def requires_grad(self, value):
        _data.no_grad_here(value)

    grad_fn = property(lambda self: None)
    is_leaf = property(lambda self: True)
    is_sparse = is_quantized = is_meta = is_nested = property(lambda self: False)

    def requires_grad_(self, requires_grad=True):
        _data.no_grad_here(requires_grad)
        return self

    def retain_grad(self):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")

    def backward(self, *unused, **also_unused):
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn (wootz has no autograd yet)")

    def detach(self):
        return self.data

    def detach_(self):
        return self

    def size(self, dim=None):
        """All sizes, or that of one dim."""
        return self.shape if dim is None else self.shape[self._dim(dim)]

    def stride(self, dim=None):
        """All strides in elements, or that of one dim."""
        return self._strides if dim is None else self._strides[self._dim(dim)]

    def _dim(self, dim):
        n = max(self.ndim, 1)
        d = dim.__index__()
        if not -n <= d < n or self.ndim == 0:
            raise IndexError("Dimension out of range (expected to be in range of [%d, %d], but got %d)" % (-n, n - 1, d)
                             if self.ndim else "Dimension specified as %d but tensor has no dimensions" % d)
        return d % n

    def is_contiguous(self, memory_format=_state.contiguous_format):
        if memory_format in (_state.channels_last, _state.channels_last_3d):
            n = 4 if memory_format is _state.channels_last else 5
            if self.ndim != n:
                return False
            expected = 1
            for d in (1,) + tuple(range(n - 1, 1, -1)) + (0,):
                if self.shape[d] != 1 and self._strides[d] != expected:
                    return False
                expected *= self.shape[d]
            return True
        return self._contiguous

    def contiguous(self, memory_format=_state.contiguous_format):
        """self when packed in that order, else a packed copy."""
        if memory_format in (_state.channels_last, _state.channels_last_3d):
            return self if self.is_contiguous(memory_format) else _channels_last_copy(self, memory_format)
        return self if self._contiguous else self._to(None, None, 1, 1)

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return self.dtype.is_complex

    def is_signed(self):
        return self.dtype.is_signed

    def is_same_size(self, other):
        return self.shape == other.shape

    def get_device(self):
        return -1 if self.is_cpu else self.device.index or 0

    def is_pinned(self, device=None):
        return False

    def pin_memory(self, device=None):
        return self

    def is_shared(self):
        return False

    def untyped_storage(self):
        return _Storage(self)

    def data_equal_storage(self, other):
        return self._same_storage(other)

    def is_set_to(self, other):
        return (self._same_storage(other) and self.shape == other.shape and self._strides == other._strides
                and self.storage_offset() == other.storage_offset())

    # ---- dtype and device ----
    def to(self, *args, **kwargs):
        """to(dtype), to(device), to(device, dtype), to(other), each with non_blocking=, copy=, memory_format=."""
        dtype, device, copy, memory_format = _to_arguments(args, kwargs)
        if memory_format in (_state.channels_last, _state.channels_last_3d):
            t = self._to(dtype, device, 0, 0)
            return t.contiguous(memory_format) if t is not self or not copy else _channels_last_copy(self, memory_format)
        return self._to(dtype, device, copy, memory_format is _state.contiguous_format)

    def type(self, dtype=None, non_blocking=False):
        """Without an argument the type's name, otherwise self converted."""
        if dtype is None:
            where = "" if self.is_cpu else self.device.type + "."
            return "wootz.%s%s" % (where, _TYPE_NAMES.get(self.dtype.name, self.dtype.name + "Tensor"))
        if isinstance(dtype, str):
            short = dtype.split(".")[-1]
            names = [n for n, t in _TYPE_NAMES.items() if t == short]
            if not names:
                raise ValueError("invalid type: '%s'" % dtype)
            parts = dtype.split(".")
            device = parts[1] if len(parts) == 3 else "cpu"
            return self._to(getattr(_core, names[0]), device, 0, 0)
        return self._to(dtype, None, 0, 0)

    def type_as(self, other):
        return self._to(other.dtype, other.device, 0, 0)

    def cpu(self, memory_format=_state.preserve_format):
        return self._to(None, "cpu", 0, 0)

    def cuda(self, device=None, non_blocking=False, memory_format=_state.preserve_format):
        return self._to(None, _numbered("cuda", device), 0, 0)

    def mps(self, device=None, non_blocking=False):
        return self._to(None, _numbered("mps", device), 0, 0)

    # ---- Python numbers ----
    def __bool__(self):
        n = self.numel()
        if n == 1:
            return bool(self.item())
        if n == 0:
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")

    def __float__(self):
        return float(_one(self))

    def __int__(self):
        return int(_one(self))

    def __complex__(self):
        return complex(_one(self))

    def __index__(self):
        v = _one(self) if self.numel() == 1 else None
        if type(v) is not int and type(v) is not bool:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(v)

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter([self._getitem(i) for i in range(self.shape[0])])

    def __reversed__(self):
        return self if self.ndim == 0 else self.flip(0)

    def __contains__(self, value):
        if not isinstance(value, (Tensor, bool, int, float, complex)):
            raise RuntimeError("Tensor.__contains__ only supports Tensor or scalar, but you passed in a %s." % type(value))
        return bool((self == value).any())

    def __getitem__(self, key):
        return self._getitem(key)

    def __setitem__(self, key, value):
        self._setitem(key, value)

    __hash__ = object.__hash__

    # ---- text ----
    def __repr__(self, *, tensor_contents=None):
        return _repr.tensor_repr(self)

    __str__ = __repr__

    def __format__(self, spec):
        if self.ndim == 0 and type(self) is Tensor:
            return format(self.item(), spec)
        return object.__format__(self, spec)

    # ---- other libraries ----
    def numpy(self, *, force=False, ml_dtypes=False):
        """A NumPy array on the same memory. bfloat16 and float8 need ml_dtypes=True (the ml_dtypes package)."""
        return _data.to_numpy(self, force, ml_dtypes)

    def __array__(self, dtype=None, copy=None):
        array = _data.to_numpy(self)
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError("a copy is needed to convert the dtype, and copy=False was asked for")
            return array.astype(dtype, copy=True)
        return array.copy() if copy else array

    def __array_wrap__(self, array, context=None, return_scalar=False):
        return _data.as_tensor(array)

    def __dlpack_device__(self):
        kind = {"cpu": _DLDevice.CPU, "cuda": _DLDevice.CUDA, "mps": _DLDevice.METAL}[self.device.type]
        return kind, self.device.index or 0

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        t = self
        if dl_device is not None and tuple(map(int, dl_device)) != tuple(map(int, self.__dlpack_device__())):
            if int(dl_device[0]) != 1 or copy is False:
                raise BufferError("__dlpack__: the tensor is on %s, and device %s was asked for" % (self.device, tuple(dl_device)))
            t = self._to(None, "cpu", 0, 0)
        elif copy:
            t = self._to(None, None, 1, 0)
        if stream is not None and stream != -1 and t.is_cpu:
            raise AssertionError("stream must be None on the CPU")
        if not t.is_cpu and stream != -1:
            _core.device_sync(t.device)
        elif t.is_cpu:
            t.data_ptr()  # waits for work on other CPU streams
        versioned = max_version is not None and max_version[0] >= 1
        return t._to_dlpack(1 if versioned else 0, 1 if t is not self else 0)

    def record_stream(self, stream):
        """Keeps the memory from being reused until work now on the stream is done."""
        _core.record_stream(self, getattr(stream, "_stream", stream))

    # ---- copies ----
    def __deepcopy__(self, memo):
        if id(self) not in memo:
            t = self._to(None, None, 1, 0)
            memo[id(self)] = t if type(self) is Tensor else t._alias_as(type(self))
            memo[id(self)].__dict__.update(self.__dict__)
        return memo[id(self)]

    def __copy__(self):
        t = self.data
        return t if type(self) is Tensor else t._alias_as(type(self))

    def __reduce_ex__(self, protocol):
        t = self._to(None, "cpu", 0, 1)
        data = _bytes_of(t)
        if protocol >= 5:
            import pickle
            data = pickle.PickleBuffer(data)
        return (_rebuild, (type(self), data, self.dtype, tuple(self.shape), None if self.is_cpu else str(self.device)))

    def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
        return _data.tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)

    def apply_(self, function):
        flat = [function(v) for v in self.contiguous().view(-1).tolist()]
        self.copy_(_data.tensor(flat, dtype=self.dtype).view(self.shape))
        return self


class _Storage:
    """What the memory of a tensor is called when it is compared by address or size."""

    def __init__(self, t):
        self._tensor = t

    def data_ptr(self):
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.itemsize

    def __eq__(self, other):
        return isinstance(other, _Storage) and self._tensor._same_storage(other._tensor)

    __hash__ = None


def _one(t):
    if t.numel() != 1:
        raise RuntimeError("a Tensor with %d elements cannot be converted to Scalar" % t.numel())
    return t.item()


def _bytes_of(t):
    """The packed elements of a CPU tensor as bytes."""
    if t.numel() == 0:
        return b""
    return bytes(memoryview(t._bits()))


def _bits(self):
    """The same memory as uint8 (packed CPU tensors only): for writing out any dtype."""
    return _core.wrap(self.data_ptr(), _core.uint8, (self.nbytes,), (1,), self)


Tensor._bits = _bits


def _rebuild(cls, data, dtype, shape, device):
    from . import empty
    t = empty(shape, dtype=dtype, device="cpu")
    if t.numel():
        memoryview(t._bits())[:] = memoryview(data).cast("B")
    if device is not None:
        t = t._to(None, device, 0, 0)
    return t if cls is Tensor else t._alias_as(cls)


def _numbered(kind, device):
    if device is None:
        return kind
    if isinstance(device, int) and not isinstance(device, bool):
        return "%s:%d" % (kind, device)
    device = _core.device(device)
    if device.type != kind:
        raise RuntimeError("Invalid device, must be %s device" % kind)
    return device


def _to_arguments(args, kwargs):
    kwargs = dict(kwargs)
    memory_format = kwargs.pop("memory_format", None)
    args = list(args)
    dtype = device = None
    copy = non_blocking = False
    if args and isinstance(args[0], Tensor) or "other" in kwargs:
        other = kwargs.pop("other", None)
        if other is None:
            other = args.pop(0)
        dtype, device = other.dtype, other.device
    else:
        if args and (isinstance(args[0], _core.dtype) or args[0] in (float, int, complex, bool)):
            dtype = args.pop(0)
        elif args and (args[0] is None or isinstance(args[0], (str, _core.device)) or
                       (isinstance(args[0], int) and not isinstance(args[0], bool))):
            device = args.pop(0)
            if args and (args[0] is None or isinstance(args[0], _core.dtype) or args[0] in (float, int, complex)):
                dtype = args.pop(0)
        elif args and not isinstance(args[0], bool):
            raise TypeError("to() received an invalid combination of arguments - got (%s), but expected one of:\n"
                            " * (wootz.device device = None, wootz.dtype dtype = None, bool non_blocking = False, bool copy = False)\n"
                            " * (wootz.dtype dtype, bool non_blocking = False, bool copy = False)\n"
                            " * (Tensor other, bool non_blocking = False, bool copy = False)" % ", ".join(type(a).__name__ for a in args))
        dtype = kwargs.pop("dtype", dtype)
        device = kwargs.pop("device", device)
    if args:
        non_blocking = args.pop(0)
    if args:
        copy = args.pop(0)
    kwargs.pop("non_blocking", non_blocking)
    copy = kwargs.pop("copy", copy)
    if args or kwargs:
        raise TypeError("to() got an unexpected %s" % ("keyword argument '%s'" % next(iter(kwargs)) if kwargs else "positional argument"))
    return dtype, device, bool(copy), memory_format


def _channels_last_copy(t, memory_format):
    n = 4 if memory_format is _state.channels_last else 5
    if t.ndim != n:
        raise RuntimeError("required rank %d tensor to use channels_last format" % n)
    order = (0,) + tuple(range(2, n)) + (1,)
    back = (0, n - 1) + tuple(range(1, n - 1))
    return t.permute(order)._to(None, None, 1, 1).permute(back)


# ---- operators and methods from the table ---------------------------------------------------------

_BINARY = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder", "pow": "pow",
           "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "bitwise_left_shift",
           "rshift": "bitwise_right_shift"}
_COMPARE = {"eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}
_UNARY = {"neg": "neg", "abs": "abs", "invert": "bitwise_not", "pos": "positive"}
_PROPERTIES = ("T", "mT", "H", "mH", "real", "imag")


def _install():
    by_name = {}
    for row in ROWS:
        by_name.setdefault(row.py_name, []).append(row)
    own = set(vars(Tensor)) | set(vars(_core.TensorBase))
    for name, method in _bind.methods().items():
        if name not in own and name not in _PROPERTIES:
            setattr(Tensor, name, method)
    for name in _PROPERTIES:
        if name in by_name:
            setattr(Tensor, name, property(_bind.make(name, by_name[name], _bind.IS_METHOD)))
    for dunder, name in _BINARY.items():
        rows = [r for r in by_name.get(name, ()) if sum(not p.keyword_only for p in r.params) == 2 and r.where & (METHOD | 1)]
        if not rows:
            continue
        setattr(Tensor, "__%s__" % dunder, _bind.operator(name, rows))
        setattr(Tensor, "__r%s__" % dunder, _bind.operator(name, rows, reflected=True))
        inplace = [r for r in rows if r.where & 32]
        if inplace:
            setattr(Tensor, "__i%s__" % dunder, _bind.operator(name + "_", inplace, inplace=True))
    for dunder, name in _COMPARE.items():
        if name in by_name:
            setattr(Tensor, "__%s__" % dunder, _bind.operator(name, by_name[name]))
    for dunder, name in _UNARY.items():
        if name in by_name:
            setattr(Tensor, "__%s__" % dunder, _bind.make(name, by_name[name], _bind.IS_METHOD))
    Tensor.__pos__ = getattr(Tensor, "__pos__", lambda self: self)
    for name, target in dict(_ALIASES, bfloat16="bfloat16", bool="bool", char="int8", byte="uint8", cfloat="complex64",
                             cdouble="complex128").items():
        setattr(Tensor, name, _cast(getattr(_core, target), name))


def _cast(dtype, name):
    def cast(self, memory_format=_state.preserve_format):
        return self._to(dtype, None, 0, 0)
    cast.__name__ = name
    cast.__doc__ = "self as %r." % dtype
    return cast


_install()
_core.setup(Tensor, Size, _bind.result_type, _state.LinAlgError)

"""Tensors from Python data, arrays, buffers and DLPack. SPDX-License-Identifier: MIT"""
import sys

from . import _core

_FORMATS = {"?": "bool", "c": "uint8", "b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "e": "float16", "f": "float32",
            "d": "float64", "Zf": "complex64", "Zd": "complex128"}


def no_grad_here(requires_grad):
    if requires_grad:
        raise NotImplementedError("requires_grad=True: wootz has no autograd yet")


def _is_array(data):
    return hasattr(data, "__array_interface__") and not isinstance(data, _core.TensorBase)


def from_numpy(array):
    """A tensor on the array's own memory."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(array, numpy.ndarray):
        raise TypeError("expected np.ndarray (got %s)" % type(array).__name__)
    return _from_array(array)


def _from_array(array):
    name = array.dtype.name
    dtype = _core.find_dtype(name) if array.dtype.kind in "biufcV" and array.dtype.names is None else None
    if dtype is None:
        raise TypeError("can't convert np.ndarray of type %s. The only supported types are: float64, float32, float16, complex64, "
                        "complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, bool, and ml_dtypes' bfloat16, "
                        "float8_e4m3fn and float8_e5m2." % (array.dtype.type.__module__.split(".")[0] + "." + array.dtype.type.__name__))
    if not array.dtype.isnative:
        raise ValueError("given numpy array has byte order different from the native byte order. "
                         "Conversion between byte orders is currently not supported.")
    item = array.itemsize
    if any(s < 0 for s in array.strides):
        raise ValueError("At least one stride in the given numpy array is negative, and tensors with negative strides are not "
                         "currently supported. (You can probably work around this by making a copy of your array  with array.copy().)")
    if any(s % item for s in array.strides) and array.size:
        raise ValueError("given numpy array strides not a multiple of the element byte size. Copy the numpy array to reallocate the memory.")
    if not array.flags.writeable:
        import warnings
        warnings.warn("The given NumPy array is not writable, and wootz does not protect it: writing to the tensor writes to the "
                      "array. Copy the array first if that matters.", UserWarning, stacklevel=3)
    strides = tuple(s // item for s in array.strides) if array.size else _packed(array.shape)
    return _core.wrap(array.__array_interface__["data"][0], dtype, array.shape, strides, array)


def _packed(shape):
    out, n = [], 1
    for s in reversed(shape):
        out.append(n)
        n *= max(s, 1)
    return tuple(reversed(out))


def _copy_of_array(array):
    """A contiguous, native, writable array with the same values."""
    import numpy
    if array.dtype.byteorder not in "=|" and not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return numpy.array(array, order="C", copy=True)


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A new tensor with the values of data: a number, nested sequences, an array or a tensor."""
    no_grad_here(requires_grad)
    if isinstance(data, _core.TensorBase):
        return data._to(dtype, device, 1, 1)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(data, numpy.ndarray):
        t = _from_array(_copy_of_array(data))
        return t._to(dtype, device if device is not None else _core.default_device(), 0, 1)
    if isinstance(data, memoryview) or (not isinstance(data, (list, tuple, int, float, complex, str, bytes)) and _is_array(data)
                                        and not (numpy and isinstance(data, numpy.generic))):
        import numpy
        return tensor(numpy.asarray(data), dtype=dtype, device=device)
    return _core.tensor(data, dtype, device)


def as_tensor(data, dtype=None, device=None):
    """data itself where it is a tensor of that dtype and device; arrays share memory where they can."""
    if isinstance(data, _core.TensorBase):
        return data._to(dtype, device, 0, 0)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(data, numpy.ndarray):
        if device is None:
            device = _core.default_device()
        shareable = data.dtype.isnative and all(s >= 0 and s % data.itemsize == 0 for s in data.strides) and data.flags.writeable
        return _from_array(data if shareable else _copy_of_array(data))._to(dtype, device, 0, 0)
    return tensor(data, dtype=dtype, device=device)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """A tensor from a tensor, array, DLPack capsule or object, buffer, number or sequence; shares memory unless copy is True."""
    no_grad_here(requires_grad)
    if isinstance(obj, _core.TensorBase):
        t = obj
    elif isinstance(obj, (bool, int, float, complex, list, tuple)):
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        return tensor(obj, dtype=dtype, device=device)
    elif _is_array(obj):
        import numpy
        array = numpy.asarray(obj)
        t = _from_array(array if array.flags.writeable and copy is not True else _copy_of_array(array))
        if array.ndim == 0 and isinstance(obj, numpy.generic):
            copy = None
    elif hasattr(obj, "__dlpack__"):
        t = from_dlpack(obj)
    elif type(obj).__name__ == "PyCapsule":
        t = from_dlpack(obj)
    else:
        try:
            memoryview(obj)
        except TypeError:
            return tensor(obj, dtype=dtype, device=device)
        if dtype is None:
            dtype = _core.get_default_dtype()
        t = frombuffer(obj, dtype=dtype)
    if copy is False and (dtype not in (None, t.dtype) or (device is not None and _core.device_open(device) != t.device)):
        raise ValueError("can't alias tensor with a different dtype or device.")
    return t._to(dtype, device, 1 if copy else 0, 0)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A 1-d tensor on the memory of an object with the buffer protocol."""
    no_grad_here(requires_grad)
    return _core.from_buffer(buffer, dtype, count, offset)


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor on the memory of another library's tensor, or of a capsule."""
    if type(ext_tensor).__name__ == "PyCapsule":
        return _core.from_dlpack(ext_tensor)
    if not hasattr(ext_tensor, "__dlpack__"):
        raise TypeError("from_dlpack: %s has no __dlpack__" % type(ext_tensor).__name__)
    kind, index = ext_tensor.__dlpack_device__() if hasattr(ext_tensor, "__dlpack_device__") else (1, 0)
    kwargs = {}
    if int(kind) == 2:  # CUDA: the producer orders its work before our current stream
        kwargs["stream"] = 1
    try:
        capsule = ext_tensor.__dlpack__(max_version=(1, 1), copy=copy, **kwargs)
    except (TypeError, BufferError):
        try:
            capsule = ext_tensor.__dlpack__(**kwargs)
        except BufferError as e:
            array = getattr(ext_tensor, "__array_interface__", None)
            if array is None:
                raise
            raise BufferError(str(e)) from None
        if copy:
            return _core.from_dlpack(capsule)._to(None, device, 1, 0)
    t = _core.from_dlpack(capsule)
    return t._to(None, device, 0, 0) if device is not None else t


def to_dlpack(t):
    """An unversioned DLPack capsule on the tensor's memory."""
    return t._to_dlpack(0, 0)


class _Interface:
    """Hands the tensor's memory to NumPy and keeps it alive."""

    def __init__(self, t, typestr):
        self._tensor = t.data  # a view of its own: t may come to stand for other memory
        item = t.itemsize
        self.__array_interface__ = {"version": 3, "shape": tuple(t.shape), "typestr": typestr,
                                    "strides": tuple(s * item for s in t._strides), "data": (t.data_ptr() or 1, False)}


_TYPES = {"bool": "|b1", "uint8": "|u1", "int8": "|i1", "uint16": "u2", "uint32": "u4", "uint64": "u8", "int16": "i2", "int32": "i4",
          "int64": "i8", "float16": "f2", "float32": "f4", "float64": "f8", "complex64": "c8", "complex128": "c16"}


def to_numpy(t, force=False, ml_dtypes=False):
    import numpy
    if t.device.type != "cpu":
        if not force:
            raise TypeError("can't convert %s device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
                            % t.device)
        t = t._to(None, "cpu", 0, 0)
    typestr = _TYPES.get(t.dtype.name)
    if typestr is None:
        if not ml_dtypes:
            raise TypeError("Got unsupported ScalarType %s: NumPy has no such type of its own (numpy(ml_dtypes=True) gives the "
                            "ml_dtypes one)" % {"bfloat16": "BFloat16", "float8_e4m3fn": "Float8_e4m3fn",
                                                "float8_e5m2": "Float8_e5m2"}.get(t.dtype.name, t.dtype.name))
        import ml_dtypes as types
        bits = "|u1" if t.itemsize == 1 else ("<u2" if sys.byteorder == "little" else ">u2")
        return numpy.asarray(_Interface(t, bits)).view(getattr(types, t.dtype.name))
    if typestr[0] != "|":
        typestr = ("<" if sys.byteorder == "little" else ">") + typestr
    if t.numel() == 0:
        return numpy.empty(tuple(t.shape), dtype=typestr)
    return numpy.asarray(_Interface(t, typestr))

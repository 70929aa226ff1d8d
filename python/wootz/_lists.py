"""Functions over or into lists of tensors: splitting, grids and their kin. All results are views where torch's are.

SPDX-License-Identifier: MIT"""

from ._tensor import Size, Tensor

__all__ = ["split", "split_with_sizes", "chunk", "tensor_split", "hsplit", "vsplit", "dsplit", "unbind", "meshgrid", "cartesian_prod",
           "broadcast_tensors", "broadcast_shapes", "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "nonzero", "where",
           "select_scatter", "slice_scatter", "diagonal_scatter"]
_METHODS = ("split", "split_with_sizes", "chunk", "tensor_split", "hsplit", "vsplit", "dsplit", "unbind", "nonzero", "select_scatter",
            "slice_scatter", "diagonal_scatter")


def _ops():
    import wootz
    return wootz


def _hidden(name):
    from . import _bind
    from ._table import ROWS
    return _bind.make(name, [row for row in ROWS if row.name == name])


def _wrap_dim(x, dim, what):
    if x.ndim == 0:
        raise RuntimeError("%s expects at least a 1-dimensional tensor" % what)
    dim = dim.__index__()
    if not -x.ndim <= dim < x.ndim:
        raise IndexError("Dimension out of range (expected to be in range of [%d, %d], but got %d)" % (-x.ndim, x.ndim - 1, dim))
    return dim % x.ndim


def split_with_sizes(tensor, split_sizes, dim=0):
    """Parts of the given sizes along dim; they must add up to its size."""
    dim = _wrap_dim(tensor, dim, "split_with_sizes")
    sizes = [s.__index__() for s in split_sizes]
    if any(s < 0 for s in sizes):
        raise RuntimeError("split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=%s" % (sizes,))
    if sum(sizes) != tensor.shape[dim]:
        raise RuntimeError("split_with_sizes expects split_sizes to sum exactly to %d (input tensor's size at dimension %d), but got "
                           "split_sizes=%s" % (tensor.shape[dim], dim, sizes))
    parts, start = [], 0
    for s in sizes:
        parts.append(tensor.narrow(dim, start, s))
        start += s
    return tuple(parts)


def split(tensor, split_size_or_sections, dim=0):
    """Parts of one size along dim (the last may be smaller), or of the sizes in a list."""
    if not hasattr(split_size_or_sections, "__index__"):
        return split_with_sizes(tensor, split_size_or_sections, dim)
    size = split_size_or_sections.__index__()
    dim = _wrap_dim(tensor, dim, "split")
    n = tensor.shape[dim]
    if size < 0:
        raise RuntimeError("split expects split_size be non-negative, but got split_size=%d" % size)
    if size == 0 and n != 0:
        raise RuntimeError("split_size can only be 0 if dimension size is 0, but got dimension size of %d" % n)
    if n == 0:
        return (tensor.narrow(dim, 0, 0),)
    return tuple(tensor.narrow(dim, i, min(size, n - i)) for i in range(0, n, size))


def chunk(input, chunks, dim=0):
    """At most `chunks` parts of equal size along dim; the last may be smaller."""
    if chunks <= 0:
        raise RuntimeError("chunk expects `chunks` to be greater than 0, got: %d" % chunks)
    dim = _wrap_dim(input, dim, "chunk")
    n = input.shape[dim]
    if n == 0:
        return tuple(input.narrow(dim, 0, 0) for _ in range(chunks))
    return split(input, -(-n // chunks), dim)


def tensor_split(input, indices_or_sections, dim=0):
    """Parts along dim: so many of nearly equal size, or cut at the given indices."""
    dim = _wrap_dim(input, dim, "tensor_split")
    n = input.shape[dim]
    if isinstance(indices_or_sections, Tensor):
        if indices_or_sections.ndim > 1:
            raise RuntimeError("tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got "
                               "a tensor with %d dims" % indices_or_sections.ndim)
        indices_or_sections = indices_or_sections.tolist()
    if hasattr(indices_or_sections, "__index__"):
        parts = indices_or_sections.__index__()
        if parts <= 0:
            raise RuntimeError("number of sections must be larger than 0, got %d" % parts)
        each, more = divmod(n, parts)
        sizes = [each + (i < more) for i in range(parts)]
        return split_with_sizes(input, sizes, dim)
    cuts = [0] + [i.__index__() for i in indices_or_sections] + [n]
    parts = []
    for a, b in zip(cuts, cuts[1:]):
        start, end, _ = slice(a, b).indices(n)
        parts.append(input.narrow(dim, start, max(end - start, 0)))
    return tuple(parts)


def _axis_split(name, input, indices_or_sections, dim, least):
    if input.ndim < least:
        raise RuntimeError("torch.%s requires a tensor with at least %d dimension%s, but got a tensor with %d dimensions!"
                           % (name, least, "" if least == 1 else "s", input.ndim))
    if hasattr(indices_or_sections, "__index__"):
        parts = indices_or_sections.__index__()
        if parts <= 0 or input.shape[dim] % parts:
            raise RuntimeError("torch.%s attempted to split along dimension %d, but the size of the dimension %d is not divisible by the "
                               "split_size %d!" % (name, dim, input.shape[dim], parts))
    return tensor_split(input, indices_or_sections, dim)


def hsplit(input, indices_or_sections):
    """tensor_split along dim 1, or dim 0 of a vector; sections must divide the dim."""
    return _axis_split("hsplit", input, indices_or_sections, 0 if input.ndim == 1 else 1, 1)


def vsplit(input, indices_or_sections):
    """tensor_split along dim 0; sections must divide the dim."""
    return _axis_split("vsplit", input, indices_or_sections, 0, 2)


def dsplit(input, indices_or_sections):
    """tensor_split along dim 2; sections must divide the dim."""
    return _axis_split("dsplit", input, indices_or_sections, 2, 3)


def unbind(input, dim=0):
    """The slices of one dim, which goes away."""
    if input.ndim == 0:
        raise RuntimeError("Dimension specified as %d but tensor has no dimensions" % dim)
    dim = _wrap_dim(input, dim, "unbind")
    return tuple(input.select(dim, i) for i in range(input.shape[dim]))


def _as_list(tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        return list(tensors[0])
    return list(tensors)


def meshgrid(*tensors, indexing=None):
    """One grid per vector: grid k repeats vector k along all other dims. indexing 'ij' (default) or 'xy'."""
    tensors = _as_list(tensors)
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError('torch.meshgrid: indexing must be one of "xy" or "ij", but received: %s' % (indexing,))
    for t in tensors:
        if t.ndim > 1:
            raise RuntimeError("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: %s" % (t,))
        if t.dtype != tensors[0].dtype:
            raise RuntimeError("torch.meshgrid expects all tensors to have the same dtype")
        if t.device != tensors[0].device:
            raise RuntimeError("torch.meshgrid expects all tensors to have the same device")
    swap = indexing == "xy" and len(tensors) >= 2
    if swap:
        tensors[0], tensors[1] = tensors[1], tensors[0]
    shape = [t.numel() for t in tensors]
    grids = []
    for k, t in enumerate(tensors):
        grids.append(t.reshape([-1 if i == k and t.numel() else (0 if i == k else 1) for i in range(len(shape))]).expand(shape))
    if swap:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


def cartesian_prod(*tensors):
    """All combinations of the vectors' elements, one row each."""
    tensors = _as_list(tensors)
    if len(tensors) == 1:
        return tensors[0]
    return _ops().stack([g.reshape(-1) for g in meshgrid(*tensors, indexing="ij")], 1)


def broadcast_shapes(*shapes):
    """The shape that the given shapes broadcast to."""
    shapes = [(s,) if hasattr(s, "__index__") else tuple(s) for s in shapes]
    out = [1] * max((len(s) for s in shapes), default=0)
    for s in shapes:
        for i, n in enumerate(reversed(s), 1):
            if n < 0:
                raise RuntimeError("Trying to create tensor with negative dimension (%d): (%d)" % (n, n))
            if n == 1 or n == out[-i]:
                continue
            if out[-i] != 1:
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            out[-i] = n
    return Size(out)


def broadcast_tensors(*tensors):
    """Views of the tensors in their common shape."""
    tensors = _as_list(tensors)
    out = []
    for t in tensors:
        for i in range(1, t.ndim + 1):
            if i > len(out):
                out.append(t.shape[-i])
            elif out[i - 1] == 1:
                out[i - 1] = t.shape[-i]
            elif t.shape[-i] not in (1, out[i - 1]):
                raise RuntimeError("The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d"
                                   % (out[i - 1], t.shape[-i], max(len(out), t.ndim) - i))
    return tuple(t.expand(out[::-1]) for t in tensors)


def _atleast(name):
    one = _hidden(name + "_one")

    def atleast(*tensors):
        if len(tensors) == 1 and isinstance(tensors[0], Tensor):
            return one(tensors[0])
        return tuple(one(t) for t in _as_list(tensors))
    atleast.__name__ = name
    atleast.__doc__ = "The tensor, or each of several, with at least %s dims." % name[-2]
    return atleast


atleast_1d, atleast_2d, atleast_3d = _atleast("atleast_1d"), _atleast("atleast_2d"), _atleast("atleast_3d")
_block_diag_list = _hidden("block_diag_list")


def block_diag(*tensors):
    """The matrices along the diagonal of a larger one, zeros elsewhere."""
    return _block_diag_list(list(tensors))


_table_nonzero = Tensor.nonzero
_table_where = None


def nonzero(input, *, as_tuple=False):
    """Positions of elements that are not zero: one row each, or with as_tuple one index tensor per dim."""
    if not as_tuple:
        return _table_nonzero(input)
    if input.ndim == 0:
        input = input.unsqueeze(0)
    return unbind(_table_nonzero(input), 1)


def where(condition, input=None, other=None, *, out=None):
    """input where condition holds, other elsewhere; with condition alone, nonzero(condition, as_tuple=True)."""
    global _table_where
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if _table_where is None:
        _table_where = _hidden("where")
    return _table_where(condition, input, other) if out is None else _table_where(condition, input, other, out=out)


def select_scatter(input, src, dim, index):
    """A copy of input with src written over one index of dim."""
    return _embed(input, src, lambda t: t.select(dim, index))


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy of input with src written over a slice of dim."""
    key = [slice(None)] * _wrap_dim(input, dim, "slice_scatter") + [slice(start, end, step)]
    return _embed(input, src, lambda t: t[tuple(key)])


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy of input with src written over a diagonal."""
    return _embed(input, src, lambda t: t.diagonal(offset, dim1, dim2))


def _embed(input, src, view):
    out = input.clone()
    part = view(out)
    if part.shape != src.shape:
        raise RuntimeError("expected src to have a size equal to the slice of self. src size = %s, slice size = %s"
                           % (list(src.shape), list(part.shape)))
    part.copy_(src)
    return out


def _install():
    for name in _METHODS:
        setattr(Tensor, name, globals()[name])


_install()


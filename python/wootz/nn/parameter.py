"""wootz.nn.Parameter. SPDX-License-Identifier: MIT"""
from .._tensor import Tensor


class Parameter(Tensor):
    """A tensor that a module counts among its parameters. There is no autograd, so requires_grad stays False."""

    def __new__(cls, data=None, requires_grad=False):
        if requires_grad:
            raise NotImplementedError("requires_grad=True: wootz has no autograd yet")
        if data is None:
            from .. import empty
            data = empty(0)
        return data._alias_as(cls)

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)

    __str__ = __repr__


class Buffer(Tensor):
    """A tensor that a module keeps without counting it among its parameters."""

    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            from .. import empty
            data = empty(0)
        t = data._alias_as(cls)
        t.persistent = persistent
        return t

"""The op table as Python objects, read once from the library. SPDX-License-Identifier: MIT"""
from collections import namedtuple

from . import _core

TORCH, METHOD, NN, LINALG, SPECIAL, INPLACE = 1, 2, 4, 8, 16, 32

Param = namedtuple("Param", "name kind optional written has_default keyword_only varargs number_ok default")
Row = namedtuple("Row", "index name py_name where params results doc signature")

KINDS = ("none", "tensor", "tensors", "int", "ints", "float", "floats", "bool", "scalar", "dtype", "device",
         "string", "generator")
SHOWN = {"tensor": "Tensor", "tensors": "tuple of Tensors", "int": "int", "ints": "tuple of ints", "float": "float",
         "floats": "tuple of floats", "bool": "bool", "scalar": "Number", "dtype": "wootz.dtype",
         "device": "wootz.device", "string": "str", "generator": "Generator"}


def _param(p):
    name, kind, flags, default = p
    return Param(name, KINDS[kind], bool(flags & 1), bool(flags & 2), bool(flags & 4), bool(flags & 8), bool(flags & 16),
                 bool(flags & 32), default)


ROWS = tuple(Row(i, name, py_name, where, tuple(_param(p) for p in params), results, doc, signature)
             for i, (name, py_name, where, params, results, doc, signature) in enumerate(_core.op_table()))


def shown_name(row, i):
    """torch's name of an argument: the first tensor is input, a second beside it other."""
    p = row.params[i]
    tensor = ("tensor", "tensors")
    if i == 0 and p.kind == "tensor" and p.name in ("x", "a", "t", "self", "dst"):
        return "input"
    if i == 1 and p.kind == "tensor" and p.name in ("b", "y") and row.params[0].kind in tensor:
        return "other"
    return p.name


def groups(where, taken=lambda row: True):
    """{python name: [rows]} of the rows shown at any of these places, in table order."""
    out = {}
    for row in ROWS:
        if row.where & where and taken(row):
            out.setdefault(row.py_name, []).append(row)
    return out

#!/usr/bin/env python3
"""gen_stubs.py [--check] - writes the .pyi files of the Python package from the op table and the modules.

Run with PYTHONPATH=build/python. Functions and methods of the table get typed overloads; what is written in Python
gets its own signature. --check compares with the files in the tree and fails on a difference.
SPDX-License-Identifier: MIT"""
import inspect
import keyword
import os
import sys
import types

import wootz
from wootz import _core
from wootz._table import ROWS, shown_name

PACKAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python", "wootz")
TYPES = {"tensor": "Tensor", "tensors": "Sequence[Tensor]", "int": "_int", "ints": "_int | Sequence[_int]", "float": "_float",
         "floats": "Sequence[_float]", "bool": "_bool", "scalar": "_Number", "dtype": "_dtype", "device": "_device | str | _int",
         "string": "str", "generator": "Generator"}
HEAD = '''# Made by tools/gen_stubs.py from the op table: edit the table, not this file.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, NamedTuple, overload
'''
BASICS = '''
_Number = _bool | _int | _float | _complex
_dtype = dtype
_device = device
_core: Any
'''


def default_text(p):
    if p.default is None or isinstance(p.default, (bool, int, float, str)):
        return repr(p.default) if p.default == p.default and p.default not in (float("inf"), float("-inf")) else "..."
    return "..."


def params_text(row, method):
    parts, star, optional_before = [], False, False
    with_out = bool(row.results) and not any(p.written for p in row.params) and row.where & 1
    for i, p in enumerate(row.params):
        if method and i == 0:
            continue
        name, kind = shown_name(row, i), TYPES[p.kind]
        name += "_" if keyword.iskeyword(name) else ""
        if p.number_ok:
            kind += " | _Number"
        if p.optional:
            kind += " | None"
        if p.keyword_only and not star:
            parts.append("*")
            star = True
        if p.varargs and not star:
            parts.append("*%s: %s" % (name, "Any"))
            star = True
            continue
        if p.has_default or p.optional:
            optional_before = True
            parts.append("%s: %s = %s" % (name, kind, default_text(p)))
        elif optional_before and not star:
            parts.append("%s: %s = ..." % (name, kind))
        else:
            parts.append("%s: %s" % (name, kind))
    maker = any(p.kind == "device" for p in row.params)
    if maker:
        parts += ([] if star else ["*"]) + ["requires_grad: _bool = False"]
        star = True
    if with_out and not method:
        parts += ([] if star else ["*"]) + ["out: Tensor | Sequence[Tensor] | None = None"]
    return parts


def result_text(row, named):
    if len(row.results) <= 1:
        return "Tensor" if row.results else "None"
    key = "_" + row.py_name.strip("_") + "_" + "_".join(row.results)
    named[key] = row.results
    return key


def doc_text(text, indent):
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    return '%s"""%s"""\n' % (indent, text)


def table_function(name, op, named, method=False, indent=""):
    rows = [ROWS[k] for k in op.rows]
    out = ""
    for k, row in enumerate(rows):
        parts = (["self"] if method else []) + params_text(row, method)
        if len(rows) > 1:
            out += "%s@overload\n" % indent
        out += "%sdef %s(%s) -> %s:\n" % (indent, name, ", ".join(parts), result_text(row, named))
        out += doc_text(row.doc, indent + "    ")
    return out


def plain_function(name, f, indent="", method=False):
    try:
        signature = inspect.signature(f)
    except (TypeError, ValueError):
        return "%sdef %s(%s*args: Any, **kwargs: Any) -> Any: ...\n" % (indent, name, "self, " if method else "")
    parts, star = [], False
    for p in signature.parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            parts.append("*%s: Any" % p.name)
            star = True
        elif p.kind is p.VAR_KEYWORD:
            parts.append("**%s: Any" % p.name)
        else:
            if p.kind is p.KEYWORD_ONLY and not star:
                parts.append("*")
                star = True
            text = p.name if method and p.name == "self" else p.name + ": Any"
            parts.append(text + (" = ..." if p.default is not p.empty else ""))
    result = {"__init__": "None", "__bool__": "_bool", "__len__": "_int", "__int__": "_int", "__float__": "_float", "__index__": "_int",
              "__repr__": "str", "__str__": "str", "__format__": "str", "__complex__": "_complex", "__contains__": "_bool"}.get(name, "Any")
    if method and name in ("__getitem__", "to", "cpu", "cuda", "mps", "contiguous", "detach", "half", "float", "double", "bfloat16"):
        result = "Tensor"
    return "%sdef %s(%s) -> %s: ...\n" % (indent, name, ", ".join(parts), result)


def class_stub(name, cls, named, indent=""):
    bases = [b.__name__ for b in cls.__bases__ if b is not object and b.__module__ == "wootz._tensor"]
    out = "\n%sclass %s%s:\n" % (indent, name, "(tuple)" if issubclass(cls, tuple) else "(%s)" % ", ".join(bases) if bases else "")
    seen, body = set(), ""
    for c in cls.__mro__:
        if c in (object, tuple):
            break
        for key in sorted(vars(c)):
            value = vars(c)[key]
            private = key.startswith("_") and not (key.startswith("__") and key.endswith("__"))
            if key in seen or private or key in ("__doc__", "__module__", "__dict__", "__weakref__", "__slots__", "__new__", "__reduce__",
                                                 "__reduce_ex__", "__hash__", "__qualname__", "__init_subclass__", "__annotations__"):
                continue
            seen.add(key)
            if isinstance(value, (_core.Method, _core.Function)):
                body += table_function(key, value, named, True, indent + "    ")
            elif isinstance(value, property) or type(value).__name__ in ("getset_descriptor", "member_descriptor"):
                kind = {"shape": "Size", "dtype": "_dtype", "device": "_device", "T": "Tensor", "mT": "Tensor", "H": "Tensor", "mH": "Tensor",
                        "real": "Tensor", "imag": "Tensor", "data": "Tensor", "ndim": "_int"}.get(key, "Any")
                body += "%s    @property\n%s    def %s(self) -> %s: ...\n" % (indent, indent, key, kind)
            elif callable(value):
                body += plain_function(key, value, indent + "    ", True)
    return out + (body or "%s    ...\n" % indent)


def module_stub(module, top=False):
    named, body, head = {}, "", HEAD
    if top:
        head += BASICS
    else:
        head += "from %s import Generator, Size, Tensor, _Number, _device, _dtype\n" % (
            "." if module.__name__.count(".") == 1 else "..")
    names = [n for n in sorted(vars(module)) if not n.startswith("_")]
    late = ""
    for name in names:
        value = getattr(module, name)
        if isinstance(value, _core.dtype):
            late += "%s: dtype\n" % name
        elif isinstance(value, _core.Function):
            body += table_function(name, value, named)
        elif isinstance(value, types.ModuleType):
            if value.__name__ == module.__name__ + "." + name:
                body += "from . import %s as %s\n" % (name, name)
        elif isinstance(value, type):
            if value.__module__.startswith("wootz") and (top or value not in (wootz.Tensor, wootz.Size, _core.dtype, _core.device)):
                body += class_stub(name, value, named)
        elif inspect.isroutine(value):
            if (value.__module__ or "").startswith("wootz") or inspect.isbuiltin(value):
                body += plain_function(name, value)
        elif isinstance(value, (int, float)):
            body += "%s: %s\n" % (name, type(value).__name__ if not top else "_" + type(value).__name__)
        elif value is None:
            body += "%s: None\n" % name
        else:
            body += "%s: Any\n" % name
    tuples = ""
    for key in sorted(named):
        tuples += "\nclass %s(NamedTuple):\n" % key + "".join("    %s: Tensor\n" % f for f in named[key])
    return head + tuples + "\n" + body + late


def main():
    check = "--check" in sys.argv[1:]
    stale = []
    modules = {"__init__.pyi": wootz, "nn/functional.pyi": wootz.nn.functional, "linalg.pyi": wootz.linalg, "special.pyi": wootz.special,
               "cpu.pyi": wootz.cpu, "cuda.pyi": wootz.cuda, "mps.pyi": wootz.mps}
    for file, module in modules.items():
        text = module_stub(module, module is wootz)
        compile(text, file, "exec")
        path = os.path.join(PACKAGE, file)
        old = open(path).read() if os.path.exists(path) else None
        if old != text:
            stale.append(file)
            if not check:
                with open(path, "w") as f:
                    f.write(text)
    if check and stale:
        sys.exit("stale: %s; run `make stubs` and commit" % ", ".join(stale))
    print("stubs: %d files, %s" % (len(modules), "fresh" if not stale else "%d written" % len(stale)))


main()

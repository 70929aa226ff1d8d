"""Makes functions and methods from the op table: one loop, nothing per op. SPDX-License-Identifier: MIT"""
from . import _core
from ._errors import signature_text
from ._table import INPLACE, METHOD, TORCH, groups

IS_METHOD, IS_INPLACE, IS_OPERATOR, IS_REFLECTED = 1, 2, 4, 8


def document(name, rows, method):
    lines = ["%s%s -> %s" % (name, signature_text(row, method), ", ".join(row.results)) for row in rows]
    docs = []
    for row in rows:
        if row.doc not in docs:
            docs.append(row.doc)
    return "\n".join(lines) + "\n\n" + "\n".join(docs)


def make(name, rows, flags=0):
    method = bool(flags & IS_METHOD)
    return _core.make_op(name, tuple(r.index for r in rows), flags, document(name, rows, method))


def functions(where):
    """{name: function} for the rows shown at a place."""
    return {name: make(name, rows) for name, rows in groups(where).items()}


def methods():
    """{name: method}, with name_ for rows that have an in-place form."""
    out = {name: make(name, rows, IS_METHOD) for name, rows in groups(METHOD).items()}
    for name, rows in groups(INPLACE, lambda row: row.where & METHOD).items():
        if name + "_" not in out:
            out[name + "_"] = make(name + "_", rows, IS_METHOD | IS_INPLACE)
    return out


def inplace_functions():
    """torch.relu_(x) and its like: the in-place form as a function."""
    return {name + "_": make(name + "_", rows, IS_INPLACE) 
            for name, rows in groups(INPLACE, lambda row: row.where & TORCH).items()}


def operator(name, rows, reflected=False, inplace=False):
    flags = IS_METHOD | IS_OPERATOR | (IS_REFLECTED if reflected else 0) | (IS_INPLACE if inplace else 0)
    return make(name, rows, flags)


_result_types = {}


def result_type(op, values):
    """The named tuple for an op with several results, as torch.return_types."""
    from ._table import ROWS
    for k in op.rows:
        if len(ROWS[k].results) == len(values):
            row = ROWS[k]
            break
    key = (row.py_name, row.results)
    cls = _result_types.get(key)
    if cls is None:
        cls = _result_types[key] = _make_result_type(*key)
    return tuple.__new__(cls, values)


def _make_result_type(name, fields):
    def __repr__(self):
        return "wootz.return_types.%s(\n%s)" % (name, ",\n".join("%s=%r" % (f, v) for f, v in zip(fields, self)))

    def __reduce__(self):
        return (_rebuild, (name, fields, tuple(self)))

    members = {"__repr__": __repr__, "__reduce__": __reduce__, "__slots__": (), "_fields": fields, "n_fields": len(fields)}
    for i, f in enumerate(fields):
        members[f] = property(lambda self, i=i: self[i])
    cls = type(name, (tuple,), members)
    cls.__module__ = "wootz.return_types"
    return cls


def _rebuild(name, fields, values):
    cls = _result_types.setdefault((name, fields), _make_result_type(name, fields))
    return tuple.__new__(cls, values)

"""Sentences for arguments that fit no row, in torch's words; signatures for help().

The C side refuses with a code per row (the numbers of op.c); text is made only when all rows refused.
SPDX-License-Identifier: MIT"""
import inspect
import keyword

from ._table import ROWS, SHOWN, shown_name

TOO_MANY, MISSING, UNKNOWN, TWICE, BAD_TYPE, BAD_OUT = range(6)
IS_METHOD, IS_INPLACE = 1, 2


def type_name(value):
    """What torch calls a value: int, Tensor, list of [int, str], ..."""
    if isinstance(value, (tuple, list)) and type(value) in (tuple, list) and value:
        inside = [type(v).__name__ for v in value[:8]] + (["..."] if len(value) > 8 else [])
        return ("tuple of (%s)" if isinstance(value, tuple) else "list of [%s]") % ", ".join(inside)
    module = type(value).__module__
    name = type(value).__name__
    return name if module in ("builtins",) or module.startswith("wootz") else "%s.%s" % (module.split(".")[0], name)


def expected(param):
    if param.kind == "tensor" and param.number_ok:
        return "Tensor or Number"
    return SHOWN[param.kind]


def default_text(param):
    if isinstance(param.default, str):
        return '"%s"' % param.default
    return str(param.default)


def signature_text(row, method):
    """(Tensor input, Number other, *, Number alpha = 1)"""
    parts, starred = [], False
    for i, p in enumerate(row.params):
        if method and i == 0:
            continue
        if p.keyword_only and not starred:
            parts.append("*")
            starred = True
        text = "%s %s" % (SHOWN[p.kind], shown_name(row, i))
        if p.has_default or p.optional:
            text += " = " + (default_text(p) if p.has_default else "None")
        parts.append(text)
    return "(%s)" % ", ".join(parts)


def signature(rows):
    """inspect.Signature of the first row; the others are named in the docstring."""
    row = ROWS[rows[0]]
    parts = []
    for i, p in enumerate(row.params):
        kind = inspect.Parameter.KEYWORD_ONLY if p.keyword_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
        name = shown_name(row, i)
        name += "_" if keyword.iskeyword(name) else ""
        default = p.default if p.has_default or p.optional else inspect.Parameter.empty
        parts.append(inspect.Parameter(name, kind, default=default))
    seen_default = False
    for k, p in enumerate(parts):  # a required argument after an optional one would be no signature
        if p.default is not p.empty:
            seen_default = True
        elif seen_default and p.kind is p.POSITIONAL_OR_KEYWORD:
            parts[k] = p.replace(default=None)
    return inspect.Signature(parts)


def one_row(name, row, code, at, args, kwargs, method):
    first = 1 if method else 0
    call = "%s()" % name
    if code == TOO_MANY:
        room = sum(not p.keyword_only for p in row.params) - first
        given = len(args) - first
        return "%s takes %s%d positional argument%s but %d %s given" % (
            call, "from 0 to " if 0 < room and all(p.has_default for p in row.params[first:]) else "", room,
            "" if room == 1 else "s", given, "was" if given == 1 else "were")
    if code == MISSING:
        given = len(args) + len(kwargs)
        names = ['"%s"' % shown_name(row, i) for i, p in enumerate(row.params)
                 if i >= at and not p.has_default and not p.optional and p.name not in [k for k, _ in kwargs] and i >= len(args)]
        if given <= first and method and not names:
            return "%s is missing arguments" % call
        return "%s missing %d required positional argument%s: %s" % (call, len(names), "" if len(names) == 1 else "s", ", ".join(names))
    if code == UNKNOWN:
        return "%s got an unexpected keyword argument '%s'" % (call, kwargs[at][0])
    if code == TWICE:
        return "%s got multiple values for argument '%s'" % (call, kwargs[at][0])
    if code == BAD_OUT:
        want = "a Tensor" if at == 1 else "a tuple of %d Tensors" % at
        return "%s: out must be %s" % (call, want)
    p = row.params[at]
    names = {p.name, shown_name(row, at)}
    by_name = [v for k, v in kwargs if k in names]
    if at < len(args) and not by_name:
        value = args[at] if not p.varargs or at == len(args) - 1 else tuple(args[at:])
        position = " (position %d)" % (at + 1 - first)
    else:
        value = by_name[0] if by_name else next((v for k, v in kwargs if v is not None), None)
        position = ""
    got = type_name(value)
    if isinstance(value, (tuple, list)) and p.kind in ("ints", "tensors"):
        want_type = "int" if p.kind == "ints" else "Tensor"
        for k, v in enumerate(value):
            if type(v).__name__ != want_type:
                return "%s: argument '%s'%s must be %s, but found element of type %s at pos %d" % (
                    call, shown_name(row, at), position, expected(p), type(v).__name__, k)
    return "%s: argument '%s'%s must be %s, not %s" % (call, shown_name(row, at), position, expected(p), got)


def refused(name, flags, rows, args, kwargs):
    """Text of the TypeError for a call that no row took. rows: (row, code, at) each."""
    method = bool(flags & IS_METHOD)
    if flags & IS_INPLACE and not name.endswith("_"):
        name += "_"
    if len(rows) == 1:
        index, code, at = rows[0]
        return one_row(name, ROWS[index], code, at, args, kwargs, method)
    got = [type_name(a) for a in args[1 if method else 0:]] + ["%s=%s" % (k, type_name(v)) for k, v in kwargs]
    lines = ["%s() received an invalid combination of arguments - got (%s), but expected one of:" % (name, ", ".join(got))]
    for index, code, at in rows:
        row = ROWS[index]
        lines.append(" * %s" % signature_text(row, method))
        if code == BAD_TYPE:
            lines.append("      didn't match because %s" % one_row(name, row, code, at, args, kwargs, method))
        elif code == UNKNOWN:
            lines.append("      didn't match because some of the keywords were incorrect: %s" % kwargs[at][0])
    return "\n".join(lines) + "\n"

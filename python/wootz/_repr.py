"""repr of tensors, laid out as torch lays it out: shared width, scientific mode, summaries.

SPDX-License-Identifier: MIT"""
import math

from . import _core


class _Options:
    precision, threshold, edgeitems, linewidth, sci_mode = 4, 1000, 3, 80, None


_DEFAULT = dict(precision=4, threshold=1000, edgeitems=3, linewidth=80)
_SHORT = dict(precision=2, threshold=1000, edgeitems=2, linewidth=80)
_FULL = dict(precision=4, threshold=math.inf, edgeitems=3, linewidth=80)


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Options of printing, with torch's names, profiles (default, short, full) and meanings."""
    if profile is not None:
        if profile not in ("default", "short", "full"):
            raise ValueError("profile must be default, short or full, got %r" % (profile,))
        for k, v in {"default": _DEFAULT, "short": _SHORT, "full": _FULL}[profile].items():
            setattr(_Options, k, v)
    for k, v in dict(precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth).items():
        if v is not None:
            setattr(_Options, k, v)
    _Options.sci_mode = sci_mode


def get_printoptions():
    return dict(precision=_Options.precision, threshold=_Options.threshold, edgeitems=_Options.edgeitems,
                linewidth=_Options.linewidth, sci_mode=_Options.sci_mode)


class printoptions:
    """Options for a with block."""

    def __init__(self, **options):
        self._options = options

    def __enter__(self):
        self._before = get_printoptions()
        set_printoptions(**self._options)
        return get_printoptions()

    def __exit__(self, *unused):
        set_printoptions(**self._before)


class _Format:
    """Formats numbers of one kind to one width, found from those that are shown."""

    def __init__(self, values, floating):
        self.floating, self.whole, self.scientific, self.width = floating, True, False, 1
        if not floating:
            self.width = max([1] + [len(str(v)) for v in values])
            return
        shown = [v for v in values if v != 0 and math.isfinite(v)]
        if not shown:
            self.scientific = bool(_Options.sci_mode) if _Options.sci_mode is not None else False
            return
        self.whole = all(v == math.floor(v) for v in shown)
        most, least = max(abs(v) for v in shown), min(abs(v) for v in shown)
        wide = most / least > 1000 or most > 1e8
        self.scientific = wide or (not self.whole and least < 1e-4)
        if _Options.sci_mode is not None:
            self.scientific = bool(_Options.sci_mode)
        if self.scientific:
            self.width = max(1, max(len("%.*e" % (_Options.precision, v)) for v in shown))
        elif self.whole:
            self.width = max(1, max(len("%.0f" % v) + 1 for v in shown))
        else:
            self.width = max(1, max(len("%.*f" % (_Options.precision, v)) for v in shown))

    def __call__(self, value):
        if not self.floating:
            text = str(value)
        elif self.scientific:
            text = "%.*e" % (_Options.precision, value)
        elif self.whole:
            text = "%.0f" % value
            if math.isfinite(value):
                text += "."
        else:
            text = "%.*f" % (_Options.precision, value)
        return text.rjust(self.width)


class _ComplexFormat:
    def __init__(self, values):
        self.real = _Format([v.real for v in values], True)
        self.imag = _Format([v.imag for v in values], True)
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, value):
        imag = self.imag(value.imag).lstrip() + "j"
        sign = "" if imag[0] in "+-" else "+"
        return self.real(value.real) + sign + imag


def _leaves(node, depth):
    if depth == 0:
        return [node]
    out = []
    for n in node:
        if n is not Ellipsis:
            out += _leaves(n, depth - 1)
    return out


def _shown(t, summarize):
    """Nested lists of the values that appear; Ellipsis stands for those left out."""
    if not summarize or t.ndim == 0:
        return t.tolist()
    edge, n = _Options.edgeitems, t.shape[0]
    stride, offset = t._strides, t.storage_offset()

    def part(start, stop):
        size = (stop - start,) + tuple(t.shape[1:])
        return t._view(size, stride, offset + start * stride[0])

    if t.ndim == 1:
        if n <= 2 * edge:
            return t.tolist()
        return (part(0, edge).tolist() if edge else []) + [Ellipsis] + (part(n - edge, n).tolist() if edge else [])
    keep = list(range(n)) if n <= 2 * edge else list(range(edge)) + [None] + list(range(n - edge, n))
    out = []
    for i in keep:
        if i is None:
            out.append(Ellipsis)
        else:
            out.append(_shown(t._view(tuple(t.shape[1:]), stride[1:], offset + i * stride[0]), True))
    return out


def _vector(values, fmt, indent):
    per_line = max(1, (_Options.linewidth - indent) // (fmt.width + 2))
    cells = [" ..." if v is Ellipsis else fmt(v) for v in values]
    if cells == [" ..."]:
        cells = ["..."]
    lines = [", ".join(cells[i:i + per_line]) for i in range(0, len(cells), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _nested(node, depth, fmt, indent):
    if depth == 0:
        return fmt(node)
    if depth == 1:
        return _vector(node, fmt, indent)
    parts = ["..." if n is Ellipsis else _nested(n, depth - 1, fmt, indent + 1) for n in node]
    return "[" + ("," + "\n" * (depth - 1) + " " * (indent + 1)).join(parts) + "]"


def tensor_repr(t, prefix="tensor("):
    dtype, ndim = t.dtype, t.ndim
    default = _core.get_default_dtype()
    suffixes = []
    if t.device.type != _core.default_device().type or (t.device.index or 0) != (_core.default_device().index or 0):
        suffixes.append("device='%s'" % t.device)
    if t.numel() == 0:
        if ndim != 1:
            suffixes.append("size=%s" % (tuple(t.shape),))
        if dtype is not default:
            suffixes.append("dtype=%r" % dtype)
        body = "[]"
    else:
        if dtype not in (default, default.to_complex(), _core.int64, _core.bool):
            suffixes.append("dtype=%r" % dtype)
        values = _shown(t, t.numel() > _Options.threshold)
        leaves = _leaves(values, ndim)
        fmt = _ComplexFormat(leaves) if dtype.is_complex else _Format(leaves, dtype.is_floating_point)
        body = _nested(values, ndim, fmt, len(prefix))
    text = prefix + body
    length = len(text) - text.rfind("\n") + 1
    for s in suffixes:
        if length + len(s) + 2 > _Options.linewidth:
            text += ",\n" + " " * len(prefix) + s
            length = len(prefix) + len(s)
        else:
            text += ", " + s
            length += len(s) + 2
    return text + ")"

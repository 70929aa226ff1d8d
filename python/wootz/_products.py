"""einsum and products of chains of matrices, over the products of the op table.

einsum takes its operands from left to right. Two of them meet in one batched product: subscripts that both have and
that are needed later are the batch, those that both have and nobody needs are summed, the others are rows and columns.

SPDX-License-Identifier: MIT"""
from ._tensor import Tensor

__all__ = ["einsum", "chain_matmul"]


def _fail(text, *args):
    raise RuntimeError("einsum(): " + text % args)


def _labels(text, which, is_output=False):
    """The subscripts of one operand in order; an ellipsis is one entry."""
    labels, i = [], 0
    what = "the output" if is_output else "operand %d" % which
    while i < len(text):
        c = text[i]
        if text.startswith("...", i):
            if "..." in labels:
                _fail("found '.' for %s for which an ellipsis was already found", what)
            labels.append("...")
            i += 3
            continue
        if c == ".":
            _fail("found '.' for %s that is not part of any ellipsis", what)
        if c != " ":
            if not ("a" <= c <= "z" or "A" <= c <= "Z"):
                _fail("invalid subscript given at index %d in the equation string, subscripts must be in [a-zA-Z]", i)
            labels.append(c)
        i += 1
    return labels


def _named(labels, ndim, which):
    """Labels with the ellipsis written out: its dims are numbered from the right, as broadcasting does."""
    n = len([c for c in labels if c != "..."])
    if "..." not in labels and n != ndim:
        _fail("the number of subscripts in the equation (%d) does not match the number of dimensions (%d) for operand %d and no ellipsis was given", n, ndim, which)
    if n > ndim:
        _fail("the number of subscripts in the equation (%d) is more than the number of dimensions (%d) for operand %d", n, ndim, which)
    names = []
    for c in labels:
        names.extend(range(ndim - n - 1, -1, -1) if c == "..." else [c])
    return names


def _diagonal(x, names, which):
    """x with every subscript once."""
    i = 0
    while i < len(names):
        if names[i] in names[:i]:
            first = names.index(names[i])
            if x.shape[first] != x.shape[i]:
                _fail("subscript %s is repeated for operand %d but the sizes don't match, %d != %d", names[i], which, x.shape[i], x.shape[first])
            x = x.diagonal(0, first, i).movedim(-1, first)
            names = names[:i] + names[i + 1:]
        else:
            i += 1
    return x, names


def _sum_out(x, names, needed):
    dims = [i for i, c in enumerate(names) if c not in needed]
    if dims:
        x = x.sum(dims, dtype=x.dtype)
    return x, [c for c in names if c in needed]


def _squeeze_ones(x, names, labels, other_sizes):
    """Drops x's dims of size 1 where the other operand's is longer: one number for all of them."""
    dims = [i for i, c in enumerate(names) if c in labels and x.shape[i] == 1 and other_sizes[c] != 1]
    for i in reversed(dims):
        x = x.squeeze(i)
    return x, [c for i, c in enumerate(names) if i not in dims]


def _meet(x, xs, y, ys, needed):
    """The product of two operands, summed over what nobody needs any more."""
    x, xs = _sum_out(x, xs, needed | set(ys))
    y, ys = _sum_out(y, ys, needed | set(xs))
    x_sizes, y_sizes = dict(zip(xs, x.shape)), dict(zip(ys, y.shape))
    shared = [c for c in xs if c in ys]
    x, xs = _squeeze_ones(x, xs, shared, y_sizes)
    y, ys = _squeeze_ones(y, ys, shared, x_sizes)
    x, xs = _sum_out(x, xs, needed | set(ys))
    y, ys = _sum_out(y, ys, needed | set(xs))
    batch, inner = [c for c in xs if c in ys and c in needed], [c for c in xs if c in ys and c not in needed]
    rows, cols = [c for c in xs if c not in ys], [c for c in ys if c not in xs]
    size = {**dict(zip(ys, y.shape)), **dict(zip(xs, x.shape))}

    def count(labels):
        n = 1
        for c in labels:
            n *= size[c]
        return n

    x = x.permute([xs.index(c) for c in batch + rows + inner]).reshape(count(batch), count(rows), count(inner))
    y = y.permute([ys.index(c) for c in batch + inner + cols]).reshape(count(batch), count(inner), count(cols))
    return x.bmm(y).reshape([size[c] for c in batch + rows + cols]), batch + rows + cols


def _from_lists(args):
    """einsum(x, [0, 1], y, [1, 2], [0, 2]) as an equation."""
    def text(part):
        out = ""
        for v in part:
            if v is Ellipsis:
                out += "..."
            elif isinstance(v, int) and 0 <= v < 52:
                out += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[v]
            else:
                _fail("subscripts in a list must be integers between 0 and 51 or an ellipsis")
        return out
    equation = ",".join(text(part) for part in args[1:len(args) // 2 * 2:2])
    return equation + ("->" + text(args[-1]) if len(args) % 2 else ""), list(args[:len(args) // 2 * 2:2])


def einsum(*args):
    """Sums of products by subscripts: einsum("bij,bjk->bik", x, y), with ellipses, repeated and implicit output subscripts."""
    if args and not isinstance(args[0], str):
        equation, operands = _from_lists(args)
    else:
        equation, operands = args[0] if args else "", list(args[1:])
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = list(operands[0])
    if not operands:
        _fail("must provide at least one operand")
    for x in operands:
        if not isinstance(x, Tensor):
            raise TypeError("einsum(): operands must be tensors, not %s" % type(x).__name__)
    left, arrow, right = equation.partition("->")
    parts = left.split(",")
    if len(parts) != len(operands):
        _fail("%s operands were provided than specified in the equation", "fewer" if len(operands) < len(parts) else "more")
    labels = [_labels(p, i) for i, p in enumerate(parts)]
    names = [_named(c, x.dim(), i) for i, (c, x) in enumerate(zip(labels, operands))]
    size = {}
    for i, x in enumerate(operands):
        operands[i], names[i] = _diagonal(x, names[i], i)
        for c, n in zip(names[i], operands[i].shape):
            if size.setdefault(c, n) != n and n != 1 and size[c] != 1:
                _fail("subscript %s has size %d for operand %d which does not broadcast with previously seen size %d", c, n, i, size[c])
            size[c] = n if size[c] == 1 else size[c]
    dots = sorted((c for c in size if isinstance(c, int)), reverse=True)
    if arrow:
        wanted = []
        for c in _labels(right, 0, True):
            if c != "..." and c not in size:
                _fail("output subscript %s does not appear in the equation for any input operand", c)
            if c in wanted:
                _fail("output subscript %s appears more than once in the output", c)
            wanted.extend(dots if c == "..." else [c])
    else:
        letters = left.replace(" ", "").replace(".", "").replace(",", "")
        wanted = dots + sorted(c for c in set(letters) if letters.count(c) == 1)
    x, xs = operands[0], names[0]
    for i in range(1, len(operands)):
        needed = set(wanted).union(*(set(n) for n in names[i + 1:]))
        x, xs = _meet(x, xs, operands[i], names[i], needed)
    x, xs = _sum_out(x, xs, set(wanted))
    return x.permute([xs.index(c) for c in wanted])


def chain_matmul(*matrices):
    """The product of matrices, in the order of brackets that takes the fewest multiplications."""
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    for i, m in enumerate(matrices):
        if m.dim() != 2:
            raise RuntimeError("chain_matmul(): Tensor %d must be 2-D, got %d-D" % (i, m.dim()))
    d = [m.shape[0] for m in matrices] + [matrices[-1].shape[1]]
    n = len(matrices)
    cost, cut = [[0] * n for _ in range(n)], [[0] * n for _ in range(n)]
    for span in range(1, n):
        for i in range(n - span):
            j = i + span
            cost[i][j], cut[i][j] = min((cost[i][k] + cost[k + 1][j] + d[i] * d[k + 1] * d[j + 1], k) for k in range(i, j))

    def product(i, j):
        return matrices[i] if i == j else product(i, cut[i][j]) @ product(cut[i][j] + 1, j)

    return product(0, n - 1)

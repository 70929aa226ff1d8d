"""wootz.testing: comparison for tests. SPDX-License-Identifier: MIT"""
from . import _core

_TOLERANCE = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7),
              "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7), "float8_e4m3fn": (0.125, 2.0 ** -9), "float8_e5m2": (0.25, 2.0 ** -16)}


def _values(t):
    t = t._to(None, "cpu", 0, 1)
    wide = _core.complex128 if t.dtype.is_complex else _core.float64 if t.dtype.is_floating_point else None
    return (t if wide is None else t._to(wide, None, 0, 1)).reshape(-1).tolist()


def _close(a, b, rtol, atol, equal_nan):
    if a == b:
        return True
    if a != a or b != b:
        return equal_nan and a != a and b != b
    try:
        return abs(a - b) <= atol + rtol * abs(b) and abs(b) != float("inf")
    except OverflowError:
        return False


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True,
                 check_layout=True, check_stride=False, msg=None):
    """Raises AssertionError unless the two tensors (numbers, or sequences and dicts of them) are close in value and equal in kind."""
    from . import Tensor, as_tensor
    rest = dict(rtol=rtol, atol=atol, equal_nan=equal_nan, check_device=check_device, check_dtype=check_dtype, check_stride=check_stride, msg=msg)
    if (rtol is None) != (atol is None):
        raise ValueError("rtol and atol must both be specified or both be unspecified.")
    if isinstance(actual, dict) and isinstance(expected, dict):
        if set(actual) != set(expected):
            raise AssertionError("The keys of the mappings do not match: %s and %s" % (sorted(actual), sorted(expected)))
        for k in actual:
            assert_close(actual[k], expected[k], **rest)
        return
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError("The length of the sequences mismatch: %d != %d" % (len(actual), len(expected)))
        for a, b in zip(actual, expected):
            assert_close(a, b, **rest)
        return

    def fail(text):
        raise AssertionError(msg(text) if callable(msg) else msg or text)
    if isinstance(actual, Tensor) != isinstance(expected, Tensor) and not check_dtype:
        pass
    elif type(actual).__name__ != type(expected).__name__ and isinstance(actual, Tensor) != isinstance(expected, Tensor):
        raise AssertionError("No comparison pair was able to handle inputs of type %s and %s." % (type(actual), type(expected)))
    a, b = as_tensor(actual), as_tensor(expected)
    if a.shape != b.shape:
        fail("The values for attribute 'shape' do not match: %r != %r." % (a.shape, b.shape))
    if check_device and a.device != b.device:
        fail("The values for attribute 'device' do not match: %s != %s." % (a.device, b.device))
    if check_dtype and a.dtype is not b.dtype:
        fail("The values for attribute 'dtype' do not match: %r != %r." % (a.dtype, b.dtype))
    if check_stride and a.stride() != b.stride():
        fail("The values for attribute 'stride()' do not match: %s != %s." % (a.stride(), b.stride()))
    if rtol is None:
        pairs = [_TOLERANCE.get(t.dtype.name, (0.0, 0.0)) for t in (a, b)]
        rtol, atol = max(p[0] for p in pairs), max(p[1] for p in pairs)
    va, vb = _values(a), _values(b)
    bad = [i for i, (x, y) in enumerate(zip(va, vb)) if not _close(x, y, rtol, atol, equal_nan)]
    if bad:
        def error(i):
            d = abs(va[i] - vb[i])
            return d if d == d else float("inf")
        worst = max(bad, key=error)
        place, left = [], worst
        for s in reversed(a.shape):
            place.append(left % s)
            left //= s
        fail("Tensor-likes are not close!\n\nMismatched elements: %d / %d (%.1f%%)\nGreatest absolute difference: %s at index %s "
             "(up to %s allowed; %r against %r)\nAllowed relative difference: %s\n" % (
                 len(bad), len(va), 100.0 * len(bad) / len(va), error(worst), tuple(reversed(place)), atol, va[worst], vb[worst], rtol))

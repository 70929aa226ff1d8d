"""Elementwise functions against NumPy and SciPy: values, dtypes, special values, promotion, errors."""
import math

import numpy as np
import pytest
import scipy.special as sp
from hypothesis import given, settings, strategies as st

import wootz as T
import wootz.nn.functional as F

inf, nan = math.inf, math.nan
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5, 1e-3, 20.0, -20.0, 100.0, -104.0, 1e5, -3e7, 1e-40, -1e-40, inf, -inf, nan]


def same(x, want):
    a, b = x.numpy() if isinstance(x, T.Tensor) else np.asarray(x), np.asarray(want)
    if a.shape != b.shape or not np.array_equal(a, b, equal_nan=a.dtype.kind in "fc"):
        return False
    return a.dtype.kind != "f" or np.array_equal(np.signbit(a), np.signbit(b))


def raises(fn):
    try:
        fn()
    except Exception:
        return True
    return False


def grid(low, high, n=400):
    return np.concatenate([np.linspace(low, high, n), [v for v in SPECIAL if low <= v <= high or v != v]])


ANY, POSITIVE, UNIT, ABOVE = (-20, 20), (0, 50), (-1, 1), (1, 50)
UNARY = [("exp", np.exp, ANY), ("exp2", np.exp2, ANY), ("expm1", np.expm1, ANY), ("log", np.log, POSITIVE), ("log2", np.log2, POSITIVE),
         ("log10", np.log10, POSITIVE), ("log1p", np.log1p, POSITIVE), ("sqrt", np.sqrt, POSITIVE), ("rsqrt", lambda x: 1 / np.sqrt(x), POSITIVE),
         ("sin", np.sin, ANY), ("cos", np.cos, ANY), ("tan", np.tan, (-1.5, 1.5)), ("asin", np.arcsin, UNIT), ("acos", np.arccos, UNIT),
         ("atan", np.arctan, ANY), ("sinh", np.sinh, ANY), ("cosh", np.cosh, ANY), ("tanh", np.tanh, ANY), ("asinh", np.arcsinh, ANY),
         ("acosh", np.arccosh, ABOVE), ("atanh", np.arctanh, UNIT), ("sinc", np.sinc, ANY), ("deg2rad", np.deg2rad, ANY),
         ("rad2deg", np.rad2deg, ANY), ("reciprocal", lambda x: 1 / x, ANY), ("square", np.square, ANY), ("neg", np.negative, ANY),
         ("abs", np.abs, ANY), ("floor", np.floor, ANY), ("ceil", np.ceil, ANY), ("trunc", np.trunc, ANY), ("round", np.round, ANY),
         ("frac", lambda x: x - np.trunc(x), (-20, 20)), ("sigmoid", sp.expit, ANY), ("erf", sp.erf, ANY), ("erfc", sp.erfc, (-5, 5)),
         ("erfinv", sp.erfinv, UNIT), ("lgamma", sp.gammaln, (0.1, 50)), ("digamma", sp.digamma, (0.1, 50)), ("i0", sp.i0, ANY),
         ("logit", sp.logit, (0, 1))]
SPECIALS = [("ndtr", sp.ndtr, (-5, 5)), ("ndtri", sp.ndtri, (0, 1)), ("log_ndtr", sp.log_ndtr, (-30, 5)), ("erfcx", sp.erfcx, (-3, 20)),
            ("entr", sp.entr, ANY), ("i0e", sp.i0e, ANY), ("i1", sp.i1, ANY), ("i1e", sp.i1e, ANY), ("bessel_j0", sp.j0, ANY),
            ("bessel_j1", sp.j1, ANY), ("bessel_y0", sp.y0, (0.1, 50)), ("bessel_y1", sp.y1, (0.1, 50)), ("expit", sp.expit, ANY),
            ("gammaln", sp.gammaln, (0.1, 50)), ("psi", sp.psi, (0.1, 50)), ("digamma", sp.digamma, (-3.9, -0.1)),
            ("spherical_bessel_j0", lambda x: sp.spherical_jn(0, x), ANY)]


@pytest.mark.parametrize("name,want,span", UNARY, ids=[u[0] for u in UNARY])
def test_functions(name, want, span):
    check_function(getattr(T, name), want, span)


@pytest.mark.parametrize("name,want,span", SPECIALS, ids=[u[0] for u in SPECIALS])
def test_special_functions(name, want, span):
    check_function(getattr(T.special, name), want, span)


def check_function(fn, want, span):
    x = grid(*span)
    with np.errstate(all="ignore"):
        for dt, tolerance in ((np.float64, 2e-12), (np.float32, 3e-7)):
            a = x.astype(dt)
            w = want(a.astype(np.float64))
            got = fn(T.tensor(a)).numpy()
            assert got.dtype == dt
            w = w.astype(dt)
            finite = np.isfinite(w) & np.isfinite(got)
            assert np.array_equal(np.isnan(got), np.isnan(w)), a[np.isnan(got) != np.isnan(w)]
            assert (got[np.isinf(w)] == w[np.isinf(w)]).all(), a[np.isinf(w)]
            error = np.abs(got[finite].astype(float) - w[finite].astype(float))
            allowed = tolerance * np.abs(w[finite].astype(float)) + (1e-38 if dt == np.float32 else 1e-13)
            assert (error <= allowed).all(), (a[finite][error > allowed], got[finite][error > allowed], w[finite][error > allowed])


def test_every_name_has_its_aliases():
    x, y = T.tensor([0.5, -0.25, 0.75]), T.tensor([2.0, 0.5, -1.0])
    for one, other in (("arcsin", "asin"), ("arccos", "acos"), ("arctan", "atan"), ("arcsinh", "asinh"), ("arctanh", "atanh"),
                       ("absolute", "abs"), ("negative", "neg"), ("fix", "trunc")):
        assert same(getattr(T, one)(x), getattr(T, other)(x)) and same(getattr(x, one)(), getattr(T, other)(x))
        assert same(getattr(x.clone(), one + "_")(), getattr(T, other)(x))
    assert same(T.arccosh(y + 2), T.acosh(y + 2))
    for one, other in (("subtract", "sub"), ("multiply", "mul"), ("divide", "div"), ("true_divide", "div"), ("arctan2", "atan2"),
                       ("not_equal", "ne"), ("less", "lt"), ("less_equal", "le"), ("greater", "gt"), ("greater_equal", "ge"), ("clip", "clamp")):
        assert same(getattr(T, one)(x, y), getattr(T, other)(x, y))


BINARY = [("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide), ("atan2", np.arctan2), ("hypot", np.hypot),
          ("maximum", np.maximum), ("minimum", np.minimum), ("fmax", np.fmax), ("fmin", np.fmin), ("fmod", np.fmod), ("copysign", np.copysign),
          ("logaddexp", np.logaddexp), ("logaddexp2", np.logaddexp2), ("nextafter", np.nextafter), ("eq", np.equal), ("ne", np.not_equal),
          ("lt", np.less), ("le", np.less_equal), ("gt", np.greater), ("ge", np.greater_equal), ("logical_and", np.logical_and),
          ("logical_or", np.logical_or), ("logical_xor", np.logical_xor), ("xlogy", sp.xlogy)]


@pytest.mark.parametrize("name,want", BINARY, ids=[b[0] for b in BINARY])
def test_pairs_of_special_values(name, want):
    v = np.array(SPECIAL + [3.0, -7.25])
    a, b = (m.ravel() for m in np.meshgrid(v, v))
    with np.errstate(all="ignore"):
        for dt, tolerance in ((np.float64, 1e-13), (np.float32, 3e-7)):
            x, y = a.astype(dt), b.astype(dt)
            got, w = getattr(T, name)(T.tensor(x), T.tensor(y)).numpy(), want(x, y)
            if name == "xlogy":
                w = want(x.astype(float), y.astype(float)).astype(dt)
            if got.dtype == bool:
                assert (got == w).all()
                continue
            assert got.dtype == dt and np.array_equal(np.isnan(got), np.isnan(w))
            close = np.isclose(got, w, rtol=tolerance, atol=1e-44, equal_nan=True)
            assert close.all(), (x[~close], y[~close], got[~close], w[~close])
            if name in ("add", "sub", "mul", "div", "fmod", "copysign", "nextafter", "atan2"):
                assert np.array_equal(np.signbit(got[~np.isnan(w)]), np.signbit(w[~np.isnan(w)]))


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "uint32", "int32", "int64", "uint64"])
def test_integers(dtype):
    info = np.iinfo(dtype)
    v = np.array([info.min, info.min + 1, 0, 1, 2, 3, 7, 100, info.max - 1, info.max] + ([-1, -5] if info.min < 0 else []), dtype=dtype)
    a, b = (m.ravel() for m in np.meshgrid(v, v))
    x, y = T.tensor(a), T.tensor(b)
    with np.errstate(all="ignore"):
        for name, want in (("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("bitwise_and", np.bitwise_and), ("bitwise_or", np.bitwise_or),
                           ("bitwise_xor", np.bitwise_xor), ("maximum", np.maximum), ("minimum", np.minimum), ("eq", np.equal), ("ne", np.not_equal),
                           ("lt", np.less), ("le", np.less_equal), ("gt", np.greater), ("ge", np.greater_equal)):
            got = getattr(T, name)(x, y).numpy()
            assert np.array_equal(got, want(a, b)) and got.dtype in (a.dtype, np.dtype(bool)), name
        keep = b != 0
        p, q = T.tensor(a[keep]), T.tensor(b[keep])
        assert np.array_equal((p // q).numpy(), a[keep] // b[keep]) and np.array_equal((p % q).numpy(), a[keep] % b[keep])
        assert np.array_equal(T.fmod(p, q).numpy(), np.fmod(a[keep], b[keep]))
        assert np.array_equal((~x).numpy(), ~a) and np.array_equal((-x).numpy(), -a) and np.array_equal(x.abs().numpy(), np.abs(a))
        assert np.array_equal(T.gcd(x, y).numpy()[a != info.min], np.gcd(a, b)[a != info.min])
        assert np.array_equal(x.sign().numpy(), np.sign(a)) and np.array_equal((x**3).numpy(), a**np.array(3, dtype))
        bits = info.bits
        for n in (0, 1, bits - 1):
            assert np.array_equal((x << n).numpy(), a << np.array(n, dtype)) and np.array_equal((x >> n).numpy(), a >> np.array(n, dtype))
        assert (x << bits).tolist() == [0] * a.size and (x >> bits).tolist() == [(-1 if i < 0 else 0) for i in a.tolist()]
    for bad in (lambda: x // 0, lambda: x % 0, lambda: T.fmod(x, 0), lambda: T.div(x, y, rounding_mode="floor")):
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            bad()


def test_integers_of_different_dtypes_compare_by_value():
    names = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "int64", "uint64"]
    for one in names:
        for other in names:
            a = [np.iinfo(one).min, 0, 1, 100, np.iinfo(one).max]
            b = [np.iinfo(other).min, 0, 1, 100, np.iinfo(other).max]
            p, q = [i for i in a for _ in b], [j for _ in a for j in b]
            x, y = T.tensor(np.array(p, one)), T.tensor(np.array(q, other))
            assert (x < y).tolist() == [i < j for i, j in zip(p, q)] and (x == y).tolist() == [i == j for i, j in zip(p, q)]
            assert (x >= y).tolist() == [i >= j for i, j in zip(p, q)]
    u = T.tensor([0, 1, 255], dtype=T.uint8)
    assert (u < 256).tolist() == [True] * 3 and (u > -1).tolist() == [True] * 3 and (u == 256).tolist() == [False] * 3
    assert (T.tensor([2**64 - 1, 5], dtype=T.uint64) > 2**63).tolist() == [True, False]
    assert (T.tensor([2**64 - 1], dtype=T.uint64) == -1).tolist() == [False]


def test_numbers_and_tensors_of_another_kind():
    x, b = T.tensor([1, 2, 3]), T.tensor([True, False, True])
    i, h = x.to(T.int32), x.to(T.float16)
    for got, dt, want in ((x * 0.5, T.float32, [0.5, 1, 1.5]), (0.5 - x, T.float32, [-0.5, -1.5, -2.5]), (x < 1.5, T.bool, [True, False, False]),
                          (b * 2.5, T.float32, [2.5, 0, 2.5]), (b + 1, T.int64, [2, 1, 2]), (i + 7, T.int32, [8, 9, 10]),
                          (i + T.tensor(7), T.int32, [8, 9, 10]), (i + T.tensor([7]), T.int64, [8, 9, 10]), (i + T.tensor(0.5), T.float32, [1.5, 2.5, 3.5]),
                          (x / 2, T.float32, [0.5, 1, 1.5]), (-x // 2, T.int64, [-1, -1, -2]), (-x % 2, T.int64, [1, 0, 1]),
                          (T.fmod(-x, 2), T.int64, [-1, 0, -1]), (x**2, T.int64, [1, 4, 9]), (2**x, T.int64, [2, 4, 8]), (x == 2.0, T.bool, [False, True, False])):
        assert got.dtype == dt and got.tolist() == want
    assert (h * 2.0).dtype == T.float16 and (h.to(T.bfloat16) + h).dtype == T.float32 and (x.to(T.uint8) + x.to(T.int8)).dtype == T.int16
    assert T.where(b, x, 0.5).dtype == T.float32 and T.where(b, i, x).tolist() == [1, 2, 3]
    z = T.zeros(3, dtype=T.int64)
    assert raises(lambda: z.add_(0.5)) and raises(lambda: z.mul_(T.tensor(0.5))) and z.tolist() == [0, 0, 0]
    assert T.add(x, x, alpha=3).tolist() == [4, 8, 12] and T.sub(x, 1, alpha=2).tolist() == [-1, 0, 1] and T.rsub(x, 10).tolist() == [9, 8, 7]
    for bad in (lambda: T.add(x, x, alpha=0.5), lambda: b - b, lambda: -b, lambda: x ** -1, lambda: T.addcdiv(x, x, x), lambda: T.clamp(x),
                lambda: T.heaviside(x, h), lambda: T.tensor([1j]) < 1):
        assert raises(bad)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 400), st.sampled_from(["float32", "float64"]), st.randoms())
def test_broadcasting_and_layouts(n, dtype, random):
    rng = np.random.default_rng(random.randrange(1 << 30))
    shape = tuple(int(s) for s in rng.integers(1, 6, rng.integers(1, 5))) + (n,)
    other = tuple(s if rng.random() < 0.6 else 1 for s in shape)[int(rng.integers(0, len(shape))):]
    a, b = rng.standard_normal(shape).astype(dtype), rng.standard_normal(other).astype(dtype)
    order = rng.permutation(len(shape))
    x = T.tensor(np.ascontiguousarray(a.transpose(order))).permute(*np.argsort(order).tolist())
    wide = np.zeros(other[:-1] + (other[-1] * 2,), dtype)
    wide[..., ::2] = b
    y = T.tensor(wide)[..., ::2]
    assert same(x + y, a + b) and same(y * x, b * a) and same(T.maximum(x, y), np.maximum(a, b)) and same(x < y, a < b)
    assert same(T.where(x > 0, x, y), np.where(a > 0, a, b))
    k = x.clone()
    k -= y
    assert same(k, a - b)


def test_half_precision_rounds_once():
    rng = np.random.default_rng(7)
    a, b = rng.standard_normal(5000).astype(np.float16), rng.standard_normal(5000).astype(np.float16)
    for fn, want in ((T.add, np.add), (T.mul, np.multiply), (T.div, np.divide)):
        assert same(fn(T.tensor(a), T.tensor(b)), want(a.astype(np.float32), b.astype(np.float32)).astype(np.float16))
    assert same(T.exp(T.tensor(a)), np.exp(a.astype(np.float64)).astype(np.float32).astype(np.float16))
    x = T.tensor([1.0, 65504.0, 6e-8], dtype=T.float16)
    assert (x * 2).float().tolist() == [2.0, inf, float(np.float16(1.2e-7))] and (x / 65504).float().tolist()[1] == 1.0
    f8 = T.tensor([1.0, 448.0, nan, -0.5]).to(T.float8_e4m3fn)
    got = (f8 * 2).float().tolist()
    assert got[0] == 2 and got[1] == 448 and math.isnan(got[2]) and got[3] == -1


def test_signed_zero():
    z = T.full((33,), -0.0)
    for f in (T.expm1, T.sin, T.tan, T.tanh, T.asin, T.atan, T.sinh, T.asinh, T.atanh, T.log1p, T.sqrt, T.floor, T.ceil, T.round, T.trunc, T.erf,
              T.rad2deg, T.erfinv, T.positive, lambda x: T.neg(T.neg(x))):
        assert same(f(z), [np.float32(-0.0)] * 33)
    assert same(T.round(T.full((9,), -0.4)), np.full(9, -0.0, np.float32)) and same(T.ceil(T.full((9,), -0.9)), np.full(9, -0.0, np.float32))
    assert same(T.fmod(z, 2.0), z.numpy()) and same(z / 5, z.numpy()) and same(z * 3, z.numpy()) and same(z + z, z.numpy())
    assert T.atan2(z, T.full((33,), -1.0)).tolist() == [-float(np.float32(math.pi))] * 33


def test_small_numbers():
    s = [2.0**-149, 5 * 2.0**-149, 2.0**-130, 2.0**-126]
    x = T.tensor(s)
    for fn, want in ((T.log2, np.log2), (T.log, np.log), (T.log10, np.log10), (T.sqrt, np.sqrt)):
        assert np.allclose(fn(x).numpy().astype(float), want(np.array(s)), rtol=1e-6, atol=0)
    assert (x + x).tolist() == [2 * v for v in s] and (x * 0.5).tolist()[3] == 2.0**-127 and (x > 0).all() and T.sign(x).tolist() == [1.0] * 4
    m, e = T.frexp(T.tensor(s + [0.0, -8.0, 0.75, inf]))
    wm, we = np.frexp(np.array(s + [0.0, -8.0, 0.75], np.float32))
    assert m.tolist()[:7] == wm.tolist() and e.tolist()[:7] == we.tolist() and m.tolist()[7] == inf and e.dtype == T.int32
    for dt in (T.float16, T.bfloat16, T.float64):
        m, e = T.frexp(T.tensor([3.0, -0.3], dtype=dt))
        assert m.dtype == dt and e.tolist() == [2, -1] and T.ldexp(m, e).tolist() == T.tensor([3.0, -0.3], dtype=dt).tolist()


def test_large_angles():
    a = np.array([1e6, 1.5e6, -1e7, 1e10, 3e30, -2.5e38], np.float32)
    for fn, want in ((T.sin, np.sin), (T.cos, np.cos), (T.tan, np.tan)):
        assert np.allclose(fn(T.tensor(a)).numpy(), want(a.astype(np.float64)), rtol=1e-6)


def test_activations():
    a = np.linspace(-9, 9, 301)
    x = T.tensor(a)
    sig = 1 / (1 + np.exp(-a))
    for got, want in ((F.silu(x), a * sig), (F.gelu(x), a * sp.ndtr(a)), (F.relu(x), np.maximum(a, 0)), (F.relu6(x), np.clip(a, 0, 6)),
                      (F.gelu(x, approximate="tanh"), 0.5 * a * (1 + np.tanh(math.sqrt(2 / math.pi) * (a + 0.044715 * a**3)))),
                      (F.softplus(x, 2.0, 10.0), np.where(2 * a > 10, a, np.log1p(np.exp(2 * a)) / 2)), (F.mish(x), a * np.tanh(np.log1p(np.exp(a)))),
                      (F.hardswish(x), a * np.clip(a + 3, 0, 6) / 6), (F.hardsigmoid(x), np.clip(a + 3, 0, 6) / 6), (F.hardtanh(x, -2.0, 1.5), np.clip(a, -2, 1.5)),
                      (F.elu(x, 1.5), np.where(a > 0, a, 1.5 * np.expm1(a))), (F.celu(x, 1.5), np.where(a > 0, a, 1.5 * np.expm1(a / 1.5))),
                      (F.selu(x), 1.0507009873554805 * np.where(a > 0, a, 1.6732632423543772 * np.expm1(a))), (F.leaky_relu(x, 0.1), np.where(a > 0, a, 0.1 * a)),
                      (F.logsigmoid(x), np.log(sig)), (F.softsign(x), a / (1 + np.abs(a))), (F.tanhshrink(x), a - np.tanh(a)),
                      (F.softshrink(x, 1.0), np.sign(a) * np.maximum(np.abs(a) - 1, 0)), (F.hardshrink(x, 1.0), np.where(np.abs(a) <= 1, 0, a)),
                      (F.threshold(x, 2.0, -7.0), np.where(a > 2, a, -7.0))):
        assert np.allclose(got.numpy(), want, rtol=1e-11, atol=1e-12)
    w = T.tensor([0.5, 2.0])
    p = T.tensor([[[-1.0, 3.0], [-2.0, 4.0]]])
    assert F.prelu(p, w).tolist() == [[[-0.5, 3.0], [-4.0, 4.0]]] and raises(lambda: F.gelu(x, approximate="fast"))


def test_other_functions():
    a, b, c = (np.random.default_rng(k).standard_normal((4, 9)) for k in range(3))
    x, y, z = T.tensor(a), T.tensor(b), T.tensor(c)
    assert np.allclose(T.lerp(x, y, 0.3).numpy(), a + 0.3 * (b - a)) and np.allclose(T.lerp(x, y, z).numpy(), a + c * (b - a))
    assert np.allclose(T.addcmul(x, y, z, value=0.5).numpy(), a + 0.5 * b * c) and np.allclose(T.addcdiv(x, y, z, value=2).numpy(), a + 2 * b / c)
    assert same(T.clamp(x, -0.5, 0.5), np.clip(a, -0.5, 0.5)) and same(x.clamp(min=0.1), np.maximum(a, 0.1)) and same(T.clamp(x, max=y), np.minimum(a, b))
    assert same(T.clamp(x, y, z), np.minimum(np.maximum(a, b), c)) and T.tensor([1, 5]).clamp(0.5, 2).dtype == T.float32
    assert T.nan_to_num(T.tensor([nan, inf, -inf, 1.0]), 3.0, 9.0).tolist() == [3.0, 9.0, float(np.finfo(np.float32).min), 1.0]
    assert T.heaviside(T.tensor([-1.0, 0.0, 2.0]), T.tensor([0.5])).tolist() == [0.0, 0.5, 1.0]
    assert T.isclose(T.tensor([1.0, nan, inf]), T.tensor([1.0 + 1e-6, nan, inf]), equal_nan=True).tolist() == [True] * 3
    assert T.round(T.tensor([1234.567]), decimals=2).item() == pytest.approx(1234.57) and T.round(T.tensor([1250.0]), decimals=-2).item() == 1200
    assert T.float_power(T.tensor([2, 3]), 0.5).dtype == T.float64 and same(T.div(x, y, rounding_mode="trunc"), np.trunc(a / b))
    assert same(T.floor_divide(x, y), np.floor_divide(a, b)) and same(T.remainder(x, y), np.remainder(a, b))
    assert np.allclose(T.special.zeta(T.tensor([2.0, 3.0]), 1.5).numpy(), sp.zeta([2.0, 3.0], 1.5)) and np.allclose(T.polygamma(2, abs(x) + 1).numpy(), sp.polygamma(2, np.abs(a) + 1))
    for n in range(6):
        t = np.linspace(-1, 1, 11)
        for name, want in (("laguerre_polynomial_l", sp.eval_laguerre), ("hermite_polynomial_h", sp.eval_hermite), ("hermite_polynomial_he", sp.eval_hermitenorm),
                           ("legendre_polynomial_p", sp.eval_legendre), ("chebyshev_polynomial_t", sp.eval_chebyt), ("chebyshev_polynomial_u", sp.eval_chebyu)):
            assert np.allclose(getattr(T.special, name)(T.tensor(t), n).numpy(), want(n, t), atol=1e-12)
    assert same(T.special.xlog1py(T.tensor([0.0, 2.0]), T.tensor([-1.0, 1.0])), np.array([0, 2 * math.log(2)], np.float32))
    assert T.signbit(T.tensor([-0.0, 1.0])).tolist() == [True, False] and T.isreal(T.tensor([1 + 0j, 1j])).tolist() == [True, False]
    assert T.isposinf(T.tensor([inf, -inf])).tolist() == [True, False] and T.isneginf(T.tensor([inf, -inf])).tolist() == [False, True]


def test_complex():
    rng = np.random.default_rng(11)
    a, b = (rng.standard_normal(200) + 1j * rng.standard_normal(200) for _ in range(2))
    x, y = T.tensor(a), T.tensor(b)
    for name in ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sqrt", "square", "log2", "log10", "log1p", "expm1", "reciprocal"):
        assert np.allclose(getattr(T, name)(x).numpy(), getattr(np, name)(a), rtol=1e-10), name
    for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh"):
        assert np.allclose(getattr(T, name)(x).numpy(), getattr(np, "arc" + name[1:])(a), rtol=1e-10), name
    assert np.allclose((x * y).numpy(), a * b) and np.allclose((x / y).numpy(), a / b) and np.allclose((x**y).numpy(), a**b)
    assert same(x.conj(), a.conj()) and np.allclose(x.abs().numpy(), np.abs(a)) and x.abs().dtype == T.float64 and np.allclose(x.angle().numpy(), np.angle(a))
    assert np.allclose(T.sgn(x).numpy(), a / np.abs(a)) and (x == y).sum().item() == 0 and np.allclose((x + 1.5).numpy(), a + 1.5)
    assert (T.tensor([1.0]) + 2j).dtype == T.complex64 and np.allclose(T.sigmoid(x).numpy(), 1 / (1 + np.exp(-a)))


def test_writing_where_one_reads():
    def in_place_or_refuse(op, want):
        x = T.tensor([[5., 7., 9.], [2., 3., 4.], [-1., 8., 1.]])
        before = x.tolist()
        assert x.tolist() == before if raises(lambda: op(x)) else x.tolist() == want
    in_place_or_refuse(lambda x: x.sub_(x[:, :1]), [[0., 2., 4.], [0., 1., 2.], [0., 9., 2.]])
    in_place_or_refuse(lambda x: x.add_(x[0]), [[10., 14., 18.], [7., 10., 13.], [4., 15., 10.]])
    in_place_or_refuse(lambda x: x.mul_(x.t()), [[25., 14., -9.], [14., 9., 32.], [-9., 32., 1.]])
    x = T.tensor([1.0, 2.0])
    assert x.add_(x).tolist() == [2.0, 4.0] and x.clamp_(3, 3.5).tolist() == [3.0, 3.5] and x.mul_(2).div_(4).tolist() == [1.5, 1.75]
    out = T.empty(2)
    assert T.exp(x, out=out) is out and raises(lambda: T.add(x, T.zeros(3)))

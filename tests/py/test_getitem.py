"""x[key] and x[key] = value against NumPy, for keys of every kind."""
import numpy as np
import pytest
import wootz as torch
from hypothesis import given, settings, strategies as st

SETTINGS = settings(max_examples=150, deadline=None, derandomize=True)


def pair(shape, dtype="int64"):
    a = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    return a, torch.tensor(a)


def both(key):
    """The key for NumPy and for wootz."""
    items = key if isinstance(key, tuple) else (key,)
    ours = tuple(torch.tensor(k) if isinstance(k, np.ndarray) else k for k in items)
    return key, (ours if isinstance(key, tuple) else ours[0])


def torch_view(a, key, value=None):
    """a[key], or a[key] = value, with ints applied first as views: NumPy counts an int as an index array when it judges
    whether arrays are adjacent, torch does not."""
    items = key if isinstance(key, tuple) else (key,)
    plain = not any(k is None or k is Ellipsis or isinstance(k, bool) for k in items)
    if plain and any(isinstance(k, int) for k in items) and any(isinstance(k, (list, np.ndarray)) for k in items):
        at = []
        for k in items:
            dims = k.ndim if isinstance(k, np.ndarray) and k.dtype == bool else 1
            at += [k] if isinstance(k, int) else [slice(None)] * dims
        a = a[tuple(at)]
        key = tuple(k for k in items if not isinstance(k, int))
    if value is None:
        return a[key]
    a[key] = value


def agree(a, t, key):
    kn, kt = both(key)
    got, want = t[kt], torch_view(a, kn)
    assert tuple(got.shape) == np.shape(want) and np.array_equal(np.asarray(got.tolist()).reshape(np.shape(want)), want), key
    view = not any(isinstance(k, (list, bool)) or (isinstance(k, np.ndarray) and (k.shape != () or k.dtype == bool)) for k in (key if isinstance(key, tuple) else (key,)))
    assert got._same_storage(t) == view or got.numel() == 0
    return got


KEYS = [0, -1, slice(None), slice(1, 3), slice(None, None, 2), slice(-2, None), slice(3, 1), slice(10, 20), None, Ellipsis, (), (0, 0), (slice(None), 1),
        (Ellipsis, 0), (0, Ellipsis), (None, 0, None), (slice(None), None, 1), (1, slice(0, 2), 2), (Ellipsis, None), (0, Ellipsis, 1),
        [0, 2], [[0, 1], [2, 0]], ([0, 1], [1, 2]), (slice(None), [0, 2]), ([0, 2], slice(None), [1, 0]), (0, slice(None), [1, 0]),
        ([0, 1], Ellipsis, [0, 1]), (None, [0, 1]), ([0, 1], None), np.array([True, False, True]), (slice(None), np.array([True, False, True, True])),
        np.array([[0], [2]]), (np.array([[0], [2]]), np.array([0, 1])), [True, False, True], True, False, (True, 0), (0, False), (slice(None), True),
        np.array([], dtype=np.int64), [], np.array(1), np.array(True), np.array([-1, -3]), (Ellipsis, np.array([1, -1])), np.int64(2), (np.int8(1), slice(1, None))]


@pytest.mark.parametrize("key", KEYS, ids=range(len(KEYS)))
def test_keys(key, no_leak):
    a, t = pair((3, 4, 5))
    if isinstance(key, list) and key == []:
        assert t[key].shape == (0, 4, 5)
        return
    got = agree(a, t, key)
    # writing through the same key: a number, then values of the indexed shape
    for value in (-7, np.arange(int(np.prod(got.shape))).reshape(tuple(got.shape)) * 2 - 5):
        b, u = pair((3, 4, 5))
        kn, kt = both(key)
        torch_view(b, kn, value)
        u[kt] = torch.tensor(value) if isinstance(value, np.ndarray) else value
        assert u.tolist() == b.tolist()


def test_mask_of_two_dims(no_leak):
    a, t = pair((3, 4, 5))
    m = np.arange(12).reshape(3, 4) % 3 == 0
    agree(a, t, m)
    agree(a, t, (m, 1))
    agree(a, t, (m, slice(1, 3)))
    a[m] = 0
    t[torch.tensor(m)] = 0
    assert t.tolist() == a.tolist()
    a[a > 30] = 5
    t[t > 30] = 5
    assert t.tolist() == a.tolist()
    assert t[torch.tensor(m).to(torch.uint8)].tolist() == a[m].tolist()


@st.composite
def basic_keys(draw):
    shape = draw(st.lists(st.integers(0, 5), min_size=0, max_size=4))
    key, used, dots = [], 0, False
    n = draw(st.integers(0, len(shape)))
    for _ in range(n):
        kind = draw(st.sampled_from(["int", "slice", "none", "dots"]))
        if kind == "none":
            key.append(None)
        elif kind == "dots" and not dots:
            key.append(Ellipsis)
            dots = True
        elif kind == "int" and not dots and shape[used] > 0:
            key.append(draw(st.integers(-shape[used], shape[used] - 1)))
            used += 1
        elif not dots or used < len(shape):
            bound = st.none() | st.integers(-7, 7)
            key.append(slice(draw(bound), draw(bound), draw(st.none() | st.integers(1, 4))))
            used += 1
    return tuple(shape), tuple(key)


@given(basic_keys())
@SETTINGS
def test_basic_against_numpy(case):
    shape, key = case
    a, t = pair(shape)
    want = a[key]
    got = t[key]
    assert tuple(got.shape) == want.shape and np.array_equal(np.asarray(got.tolist(), dtype=np.int64).reshape(want.shape), want)
    a[key] = -1
    t[key] = -1
    assert t.tolist() == a.tolist()


@st.composite
def advanced_keys(draw):
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=4)))
    common = draw(st.sampled_from([(), (1,), (3,), (2, 1), (2, 3)]))
    key = []
    for size in shape[:draw(st.integers(1, len(shape)))]:
        kind = draw(st.sampled_from(["array", "array", "slice", "int", "mask"]))
        if kind == "array":
            here = tuple(1 if draw(st.booleans()) else s for s in common)
            n = int(np.prod(here))
            key.append(np.array(draw(st.lists(st.integers(-size, size - 1), min_size=n, max_size=n)), dtype=np.int64).reshape(here))
        elif kind == "mask" and common == (1,):
            m = np.zeros(size, dtype=bool)
            m[draw(st.integers(0, size - 1))] = True
            key.append(m)
        elif kind == "int":
            key.append(draw(st.integers(-size, size - 1)))
        else:
            key.append(slice(draw(st.none() | st.integers(-4, 4)), None, draw(st.none() | st.integers(1, 2))))
    return shape, tuple(key)


@given(advanced_keys())
@SETTINGS
def test_advanced_against_numpy(case):
    shape, key = case
    a, t = pair(shape)
    kn, kt = both(key)
    want = torch_view(a, kn)
    got = t[kt]
    assert tuple(got.shape) == np.shape(want), (key, got.shape, np.shape(want))
    assert np.array_equal(np.asarray(got.tolist(), dtype=np.int64).reshape(np.shape(want)), want)


@pytest.mark.parametrize("write, text", [
    (lambda x: x[3], "IndexError: index 3 is out of bounds for dimension 0 with size 3"),
    (lambda x: x[0, -5], "IndexError: index -5 is out of bounds for dimension 1 with size 4"),
    (lambda x: x[None, 0, 4], "IndexError: index 4 is out of bounds for dimension 1 with size 4"),
    (lambda x: x[0, 0, 0], "IndexError: too many indices for tensor of dimension 2"),
    (lambda x: x[0, 0][0], "IndexError: invalid index of a 0-dim tensor"),
    (lambda x: x[::-1], "ValueError: step must be greater than zero"),
    (lambda x: x[::0], "ValueError: slice step cannot be zero"),
    (lambda x: x["a"], "IndexError: only integers, slices"),
    (lambda x: x[1.0], "IndexError: only integers, slices"),
    (lambda x: x[torch.tensor([0.5])], "IndexError: tensors used as indices must be long, int, byte or bool tensors"),
    (lambda x: x[torch.tensor([0, 3])], "IndexError: index 3 is out of bounds for dimension 0 with size 3"),
    (lambda x: x[torch.tensor([True, False])], "IndexError: The shape of the mask [2] at index 0 does not match the shape of the indexed tensor [3, 4] at index 0"),
    (lambda x: x[torch.tensor([0, 1]), torch.tensor([0, 1, 2])], "IndexError: shape mismatch: indexing tensors could not be broadcast"),
    (lambda x: x[..., ...], "IndexError: an index can only have a single ellipsis"),
    (lambda x: x.__setitem__(0, "a"), "TypeError: can't assign a str to a tensor"),
    (lambda x: x.__setitem__(0, [1, 2, 3, 4]), "TypeError: can't assign a list"),
    (lambda x: x.__setitem__(0, torch.zeros(3)), "RuntimeError: "),
    (lambda x: x.__setitem__(7, 0), "IndexError: index 7 is out of bounds"),
    (lambda x: x.__setitem__(torch.tensor([0, 9]), 5), "IndexError: index 9 is out of bounds"),
    (lambda x: x.__setitem__((torch.tensor([0, 1]),), torch.zeros(3, 4)), "RuntimeError: "),
])
def test_errors_change_nothing(write, text, no_leak):
    a, x = pair((3, 4))
    with pytest.raises(Exception) as e:
        write(x)
    assert ("%s: %s" % (e.type.__name__, e.value)).startswith(text)
    assert x.tolist() == a.tolist()


def test_writes_convert_and_broadcast(no_leak):
    x = torch.zeros(3, 4)
    x[1] = torch.tensor([1, 2, 3, 4])
    x[:, 0] = 9
    x[2, 1:] = np.array([5, 6, 7])
    x[0, 1:3] = torch.ones(1, 1, 2)
    assert x.tolist() == [[9, 1, 1, 0], [9, 2, 3, 4], [9, 5, 6, 7]]
    x[torch.tensor([0, 2])] = torch.tensor([1.5], dtype=torch.float64)
    assert x.tolist() == [[1.5] * 4, [9, 2, 3, 4], [1.5] * 4]
    x[x > 5] = -1
    assert x[1].tolist() == [-1, 2, 3, 4]
    x[...] = 0
    x[True] = 2
    x[False] = 3
    assert x.tolist() == [[2] * 4] * 3
    i = torch.zeros(3, dtype=torch.int64)
    i[0] = 1.9
    assert i.tolist() == [1, 0, 0]
    i[[0, 2]] = torch.tensor([5, 6])
    assert i.tolist() == [5, 0, 6]


def test_unsigned_edges():
    x = torch.zeros(3, dtype=torch.uint64)
    x[0], x[1], x[2] = 1 << 63, (1 << 64) - 1, (1 << 63) - 1
    assert x.tolist() == [2 ** 63, 2 ** 64 - 1, 2 ** 63 - 1]


def test_many_writes_in_a_row():
    x = torch.zeros(257)
    for i in range(257):
        x[i] = float(i * i)
    assert x.tolist() == [float(i * i) for i in range(257)]


def test_aliasing_write(no_leak):
    x = torch.arange(6)
    x[1:] = x[:-1].clone()
    assert x.tolist() == [0, 0, 1, 2, 3, 4]
    row = torch.arange(12).reshape(3, 4)
    row[0] = row[1]
    assert row[0].tolist() == row[1].tolist()


def test_iteration_gives_views(no_leak):
    x = torch.zeros(3, 2)
    for r in x:
        r[0] = 1
    assert x.tolist() == [[1, 0]] * 3

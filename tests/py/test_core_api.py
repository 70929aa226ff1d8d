"""The package's own surface: construction, arguments and their errors, numbers, attributes, dtypes, devices."""
import copy
import gc
import pickle

import ml_dtypes
import numpy as np
import pytest
import wootz as torch

DTYPES = [torch.bool, torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.int8, torch.int16, torch.int32, torch.int64,
          torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.float8_e4m3fn, torch.float8_e5m2, torch.complex64,
          torch.complex128]
pytestmark = pytest.mark.usefixtures("no_leak")


def message(function):
    with pytest.raises(Exception) as e:
        function()
    return "%s: %s" % (e.type.__name__, e.value)


# ---- making tensors -------------------------------------------------------------------------------

@pytest.mark.parametrize("data, dtype, shape", [
    (3, torch.int64, ()), (True, torch.bool, ()), (2.5, torch.float32, ()), (1j, torch.complex64, ()),
    ([1, 2.0], torch.float32, (2,)), ([True, 2], torch.int64, (2,)), ([1, 2.0, 3j], torch.complex64, (3,)),
    ([], torch.float32, (0,)), ([[], []], torch.float32, (2, 0)), (((1, 2), (3, 4)), torch.int64, (2, 2)),
    (np.float64(2), torch.float64, ()), (np.int16(2), torch.int16, ()), ([np.float64(1)], torch.float64, (1,)),
    (np.bool_(True), torch.bool, ()), (np.arange(3, dtype=np.int32), torch.int32, (3,)), (range(3), torch.int64, (3,)),
])
def test_tensor_infers(data, dtype, shape):
    t = torch.tensor(data)
    assert t.dtype is dtype and t.shape == shape
    assert np.array_equal(np.asarray(t.tolist()).reshape(shape), np.asarray(data).reshape(shape))


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_is_made_and_read(dtype):
    values = [0, 1, 1, 0] if dtype is torch.bool else [0, 1, 2, 3]
    t = torch.tensor(values, dtype=dtype)
    assert t.dtype is dtype and t.tolist() == values and t[1].item() == 1 and t.itemsize == dtype.itemsize
    assert repr(t).startswith("tensor([")


def test_tensor_of_tensors_and_arrays():
    t = torch.tensor([torch.tensor(1), torch.tensor(2)])
    assert t.tolist() == [1, 2] and t.dtype is torch.int64
    t = torch.tensor([torch.tensor([1.0, 2.0], dtype=torch.float64), torch.tensor([3.0, 4.0], dtype=torch.float64)])
    assert t.tolist() == [[1, 2], [3, 4]] and t.dtype is torch.float64
    t = torch.tensor([np.array([1, 2], dtype=np.int8), np.array([3, 4], dtype=np.int8)])
    assert t.tolist() == [[1, 2], [3, 4]] and t.dtype is torch.int8


@pytest.mark.parametrize("call, text", [
    (lambda: torch.tensor([[1, 2], [3]]), "ValueError: expected sequence of length 2 at dim 1 (got 1)"),
    (lambda: torch.tensor([[1, 2], 3]), "TypeError: not a sequence"),
    (lambda: torch.tensor([1, [2]]), "ValueError: expected a number at dim 1"),
    (lambda: torch.tensor(None), "RuntimeError: Could not infer dtype of NoneType"),
    (lambda: torch.tensor("a"), "TypeError: new(): invalid data type 'str'"),
    (lambda: torch.tensor(["a"]), "TypeError: new(): invalid data type 'str'"),
    (lambda: torch.tensor([300], dtype=torch.uint8), "RuntimeError: value cannot be converted to type uint8 without overflow"),
    (lambda: torch.tensor([2 ** 63]), "RuntimeError: value cannot be converted to type int64 without overflow"),
    (lambda: torch.tensor([2 ** 64], dtype=torch.uint64), "RuntimeError: Overflow when unpacking long"),
    (lambda: torch.tensor(float("nan"), dtype=torch.int32), "ValueError: cannot convert float NaN to integer"),
    (lambda: torch.tensor(1j, dtype=torch.float32), "RuntimeError: value cannot be converted to type float32 without overflow"),
    (lambda: torch.tensor([1], requires_grad=True), "NotImplementedError: requires_grad=True: wootz has no autograd yet"),
    (lambda: torch.tensor([[[[[[[[[1]]]]]]]]]), "ValueError: too many dimensions"),
    (lambda: torch.zeros(2, requires_grad=True), "NotImplementedError: requires_grad=True: wootz has no autograd yet"),
])
def test_tensor_refuses(call, text):
    assert message(call).startswith(text)


def test_integers_to_the_edge():
    assert torch.tensor([2 ** 64 - 1, 0], dtype=torch.uint64).tolist() == [2 ** 64 - 1, 0]
    assert torch.tensor([-2 ** 63, 2 ** 63 - 1]).tolist() == [-2 ** 63, 2 ** 63 - 1]
    assert torch.tensor([255, -1], dtype=torch.uint8).tolist() == [255, 255]
    assert torch.tensor([1.9, -1.9], dtype=torch.int32).tolist() == [1, -1]


# ---- arguments ------------------------------------------------------------------------------------

@pytest.mark.parametrize("call, text", [
    (lambda x: torch.clone(3), "TypeError: clone(): argument 'input' (position 1) must be Tensor, not int"),
    (lambda x: torch.clone(), 'TypeError: clone() missing 1 required positional argument: "input"'),
    (lambda x: torch.clone(x, 1, 2), "TypeError: clone() takes 1 positional argument but 3 were given"),
    (lambda x: torch.clone(x, foo=1), "TypeError: clone() got an unexpected keyword argument 'foo'"),
    (lambda x: torch.clone(x, input=x), "TypeError: clone() got multiple values for argument 'input'"),
    (lambda x: torch.cat([x, 3]), "TypeError: cat(): argument 'tensors' (position 1) must be tuple of Tensors, but found element of type int at pos 1"),
    (lambda x: torch.cat(x), "TypeError: cat(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor"),
    (lambda x: x.select(0), "TypeError: select() missing 1 required positional argument: \"index\""),
    (lambda x: x.select(0, 1.0), "TypeError: select(): argument 'index' (position 2) must be int, not float"),
    (lambda x: x.select(True, 1), "TypeError: select(): argument 'dim' (position 1) must be int, not bool"),
    (lambda x: torch.zeros("a"), "TypeError: zeros(): argument 'size' (position 1) must be tuple of ints"),
    (lambda x: torch.zeros(2, dtype="float32"), "TypeError: zeros(): argument 'dtype' must be wootz.dtype, not str"),
    (lambda x: torch.zeros(2, device="tpu"), "RuntimeError: Invalid device string: 'tpu'"),
    (lambda x: torch.zeros(2 ** 70), "RuntimeError: Overflow when unpacking long"),
    (lambda x: x.transpose(0, 5), "IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 5)"),
])
def test_argument_errors(call, text):
    assert message(lambda: call(torch.zeros(2, 3))).startswith(text)


def test_no_row_fits():
    x = torch.zeros(2, 3)
    text = message(lambda: x.squeeze("a"))
    assert text.startswith("TypeError: squeeze() received an invalid combination of arguments - got (str), but expected one of:\n")
    assert " * ()" in text and "(int dim)" in text


def test_what_passes_for_an_int():
    x = torch.arange(6)
    assert x.reshape(np.int64(2), torch.tensor(3)).shape == (2, 3)
    assert x.reshape([2, 3]).shape == x.reshape(torch.Size([2, 3])).shape == x.reshape(2, -1).shape == (2, 3)
    assert torch.zeros((2, 3)).shape == torch.zeros(2, 3).shape == torch.zeros(size=(2, 3)).shape == (2, 3)
    assert torch.zeros(()).shape == () and torch.zeros([]).shape == ()


def test_out_and_identity():
    x = torch.tensor([1.0, 2.0])
    y = torch.empty(2)
    assert torch.clone(x, out=y) is y and y.tolist() == [1, 2]
    assert x.fill_(3) is x and x.tolist() == [3, 3]
    assert message(lambda: torch.clone(x, out=3)).startswith("TypeError: clone(): out must be a Tensor")


def test_functions_describe_themselves():
    import inspect
    assert torch.cat.__name__ == "cat" and "tensors" in str(inspect.signature(torch.cat))
    assert torch.cat.__doc__.startswith("cat(tuple of Tensors tensors")
    assert pickle.loads(pickle.dumps(torch.cat)) is torch.cat
    assert all(getattr(torch, r.py_name).__doc__ for r in torch.ops_table() if r.where & 1)


# ---- numbers and attributes -----------------------------------------------------------------------

def test_python_numbers():
    one = torch.tensor([2])
    assert int(one) == 2 and float(one) == 2.0 and complex(one) == 2 and bool(one) and [10, 20, 30][one] == 30
    assert f"{torch.tensor(1.5):.3f}" == "1.500" and "%d" % torch.tensor(7) == "7"
    assert message(lambda: bool(torch.zeros(2))) == "RuntimeError: Boolean value of Tensor with more than one value is ambiguous"
    assert message(lambda: bool(torch.zeros(0))) == "RuntimeError: Boolean value of Tensor with no values is ambiguous"
    assert message(lambda: torch.zeros(2).item()) == "RuntimeError: a Tensor with 2 elements cannot be converted to Scalar"
    assert message(lambda: [1][torch.tensor(1.0)]).startswith("TypeError: only integer tensors of a single element")
    assert message(lambda: len(torch.tensor(1))) == "TypeError: len() of a 0-d tensor"
    assert message(lambda: iter(torch.tensor(1))) == "TypeError: iteration over a 0-d tensor"
    assert [int(v) for v in torch.arange(3)] == [0, 1, 2] and len(torch.zeros(4, 2)) == 4
    d = {one: 1}
    assert d[one] == 1 and hash(one) != hash(torch.tensor([2]))


def test_attributes():
    x = torch.zeros(2, 3, dtype=torch.float16)
    assert (x.ndim, x.dim(), x.numel(), x.nelement(), x.itemsize, x.element_size(), x.nbytes) == (2, 2, 6, 6, 2, 2, 12)
    assert x.shape == x.size() == (2, 3) and x.size(-1) == 3 and x.stride() == (3, 1) and x.stride(0) == 3
    assert x.is_contiguous() and not x.t().is_contiguous() and x.t().contiguous().is_contiguous()
    assert x.storage_offset() == 0 and x[1].storage_offset() == 3 and x[1].data_ptr() == x.data_ptr() + 6
    assert x.device == torch.device("cpu") and x.is_cpu and not x.is_cuda and not x.is_mps and x.layout is torch.strided
    assert x.dtype is torch.half and x.is_floating_point() and not x.is_complex()
    assert message(lambda: x.size(2)).startswith("IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 2)")
    assert repr(x.shape) == "wootz.Size([2, 3])" and x.shape.numel() == 6 and isinstance(x.shape[:1], torch.Size)
    assert x.grad is None and x.requires_grad is False and x.detach()._same_storage(x)


def test_to():
    x = torch.tensor([1.5, -2.5])
    assert x.to(torch.float32) is x and x.to("cpu") is x and x.to(x) is x and x.cpu() is x
    assert x.to(torch.int32).tolist() == [1, -2] and x.to("cpu", torch.int8).dtype is torch.int8
    assert x.to(dtype=torch.half).dtype is torch.float16 and x.to(torch.zeros(1, dtype=torch.int16)).dtype is torch.int16
    y = x.to(torch.float32, copy=True)
    assert y is not x and not y._same_storage(x)
    for name, d in (("half", torch.float16), ("float", torch.float32), ("double", torch.float64), ("bfloat16", torch.bfloat16),
                    ("int", torch.int32), ("long", torch.int64), ("short", torch.int16), ("char", torch.int8), ("byte", torch.uint8),
                    ("bool", torch.bool), ("cfloat", torch.complex64)):
        if name == "byte":
            assert torch.tensor([1.5]).byte().dtype is d
        else:
            assert getattr(x, name)().dtype is d
    assert x.type() == "wootz.FloatTensor" and x.type(torch.int64).dtype is torch.int64 and x.type("wootz.IntTensor").dtype is torch.int32
    w = torch.zeros(4, 2).t().to(torch.float8_e4m3fn)
    assert w.stride() == (1, 2)
    assert message(lambda: x.to("nowhere")).startswith("RuntimeError: Invalid device string: 'nowhere'")
    assert message(lambda: x.to(1.5)).startswith("TypeError: to() received an invalid combination of arguments - got (float)")
    assert message(lambda: x.to(torch.float16, foo=1)) == "TypeError: to() got an unexpected keyword argument 'foo'"


def test_devices():
    d = torch.device("cuda:1")
    assert (d.type, d.index, str(d), repr(d)) == ("cuda", 1, "cuda:1", "device(type='cuda', index=1)")
    assert torch.device("cuda", 1) == d != torch.device("cuda") and hash(torch.device("cuda", 1)) == hash(d)
    assert torch.device(d) == d and pickle.loads(pickle.dumps(d)) == d and torch.device("cpu").index is None
    assert torch.device(type="cuda", index=1) == d
    for bad in ("", "cuda:", "cuda:x", "cuda:01", "CPU", "cuda:1:2"):
        assert message(lambda: torch.device(bad)).startswith("RuntimeError: Invalid device string")
    assert message(lambda: torch.device("cuda:1", 1)).startswith("RuntimeError: type (string) must not include an index")
    with torch.device("cpu"):
        assert torch.zeros(1).device.type == "cpu"
    for kind in ("cuda", "mps"):
        module = getattr(torch, kind)
        if not module.is_available():
            why = module.unavailable_reason()
            assert why and module.device_count() == 0
            for use in (lambda: torch.zeros(1, device=kind), lambda: module.Stream(), lambda: torch.zeros(1).to(kind), module.synchronize):
                assert why in message(use) or kind in message(use)


def test_default_dtype():
    assert torch.get_default_dtype() is torch.float32
    torch.set_default_dtype(torch.float64)
    try:
        assert torch.tensor(1.0).dtype is torch.float64 and torch.tensor(1j).dtype is torch.complex128 and torch.zeros(1).dtype is torch.float64
        assert repr(torch.tensor(1.0)) == "tensor(1.)" and "float32" in repr(torch.tensor(1.0, dtype=torch.float32))
    finally:
        torch.set_default_dtype(torch.float32)
    assert message(lambda: torch.set_default_dtype(torch.int32)).startswith(("TypeError", "ValueError"))


def test_dtypes():
    assert repr(torch.float32) == "wootz.float32" and torch.float is torch.float32 and torch.cfloat is torch.complex64
    assert torch.complex64.to_real() is torch.float32 and torch.complex64.is_complex and torch.int8.is_signed and not torch.uint8.is_signed
    assert pickle.loads(pickle.dumps(torch.bfloat16)) is torch.bfloat16 and copy.deepcopy(torch.int8) is torch.int8
    for d in DTYPES:
        if d.is_floating_point:
            i, ref = torch.finfo(d), ml_dtypes.finfo(getattr(ml_dtypes, d.name, d.name))
            for field in ("max", "min", "eps", "tiny", "smallest_normal", "smallest_subnormal", "bits"):
                assert float(getattr(i, field)) == float(getattr(ref, field)), (d, field)
        elif not d.is_complex and d is not torch.bool:
            i, ref = torch.iinfo(d), np.iinfo(d.name)
            assert (i.min, i.max, i.bits) == (ref.min, ref.max, ref.bits)
    assert torch.finfo(torch.float8_e4m3fn).max == 448.0 and torch.finfo().dtype == "float32"
    assert torch.promote_types(torch.int32, torch.float16) is torch.float16
    assert not torch.can_cast(torch.float32, torch.int64) and torch.can_cast(torch.int64, torch.uint8) and not torch.can_cast(torch.int8, torch.bool)
    assert torch.result_type(torch.zeros(2, dtype=torch.int32), 1.0) is torch.float32
    assert torch.result_type(torch.zeros(2, dtype=torch.float16), torch.tensor(1.0, dtype=torch.float64)) is torch.float16
    assert torch.result_type(torch.zeros(2, dtype=torch.float64), 1j) is torch.complex128


# ---- copies, pickles, other libraries -------------------------------------------------------------

@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_pickle(dtype, protocol):
    x = torch.tensor([[1, 0, 1], [0, 1, 1]], dtype=dtype).t()
    for t in (x, x[:0], x[0, 0]):
        y = pickle.loads(pickle.dumps(t, protocol))
        assert y.dtype is dtype and y.shape == t.shape and y.tolist() == t.tolist() and not y._same_storage(t)


def test_pickle_out_of_band():
    x = torch.arange(1000)
    buffers = []
    data = pickle.dumps(x, 5, buffer_callback=buffers.append)
    assert len(data) < 500 and pickle.loads(data, buffers=buffers).tolist() == x.tolist()


def test_copy():
    x = torch.arange(4)
    assert copy.copy(x)._same_storage(x) and not copy.deepcopy(x)._same_storage(x)
    pair = copy.deepcopy([x, x])
    assert pair[0] is pair[1] and pair[0].tolist() == x.tolist()


NUMPY_TYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
               "complex64", "complex128"]


@pytest.mark.parametrize("name", NUMPY_TYPES)
def test_numpy_shares(name):
    a = np.array([[0, 1, 2], [3, 4, 5]]).astype(name)
    t = torch.from_numpy(a)
    assert t.dtype is getattr(torch, name) and t.tolist() == a.tolist()
    a[0, 1] = 0
    assert t[0, 1] .item() == 0
    b = t.t().numpy()
    assert b.dtype == a.dtype and b.shape == (3, 2) and np.shares_memory(a, b) and np.array_equal(b, a.T)
    t[1, 2] = 1
    assert a[1, 2] == 1 and b[2, 1] == 1
    m = memoryview(t)
    assert m.shape == (2, 3) and m.nbytes == a.nbytes and np.shares_memory(np.asarray(m), a)
    c = torch.from_numpy(a[:, ::2])
    assert c.stride() == (3, 2) and c.tolist() == a[:, ::2].tolist()
    if name != "bool":
        assert np.array_equal(np.from_dlpack(t), a) and np.shares_memory(np.from_dlpack(t), a)
        d = torch.from_dlpack(a)
        assert d.tolist() == a.tolist() and d.data_ptr() == a.ctypes.data
    assert np.asarray(torch.zeros(0, 3)).shape == (0, 3) and np.asarray(torch.tensor(2.0)).shape == ()


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_ml_dtypes(name):
    a = np.array([0.5, -1.5, 2.0]).astype(getattr(ml_dtypes, name))
    t = torch.from_numpy(a)
    assert t.dtype is getattr(torch, name) and t.tolist() == [0.5, -1.5, 2.0]
    b = t.numpy(ml_dtypes=True)
    assert b.dtype == a.dtype and np.shares_memory(a, b) and np.array_equal(a, b)
    assert message(t.numpy).startswith("TypeError: Got unsupported ScalarType")
    assert "BufferError" in message(lambda: memoryview(t))


def test_numpy_refusals():
    a = np.arange(6)
    assert "negative" in message(lambda: torch.from_numpy(a[::-1])) and torch.tensor(a[::-1]).tolist() == [5, 4, 3, 2, 1, 0]
    assert "byte order" in message(lambda: torch.from_numpy(a.astype(">i8"))) and torch.tensor(a.astype(">i8")).tolist() == a.tolist()
    assert message(lambda: torch.from_numpy(np.array(["a"]))).startswith("TypeError: can't convert np.ndarray of type numpy.str_")
    assert message(lambda: torch.from_numpy([1])).startswith("TypeError: expected np.ndarray (got list)")
    record = np.zeros(3, dtype=[("a", "i1"), ("b", "i4")])["b"]
    assert "strides" in message(lambda: torch.from_numpy(record))
    fixed = np.arange(3)
    fixed.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        torch.from_numpy(fixed)
    assert torch.as_tensor(a)._same_storage(torch.as_tensor(a)) is False and torch.as_tensor(a).data_ptr() == a.ctypes.data
    assert torch.as_tensor([1, 2]).tolist() == [1, 2] and torch.asarray(a, copy=True).data_ptr() != a.ctypes.data


def test_frombuffer():
    b = bytearray(range(8))
    t = torch.frombuffer(b, dtype=torch.uint8, offset=2, count=3)
    t[0] = 99
    assert t.tolist() == [99, 3, 4] and b[2] == 99
    assert torch.frombuffer(b, dtype=torch.int16).numel() == 4
    assert message(lambda: b.append(1)).startswith("BufferError")  # t still holds it
    for bad in (dict(count=9), dict(offset=8), dict(offset=-1), dict(count=0)):
        assert message(lambda: torch.frombuffer(b, dtype=torch.uint8, **bad)).startswith("ValueError")
    assert "multiple of element size" in message(lambda: torch.frombuffer(b, dtype=torch.int16, offset=1))
    del t
    b.append(1)


def test_dlpack_protocol():
    x = torch.arange(6.).reshape(2, 3)
    assert tuple(x.__dlpack_device__()) == (1, 0)
    y = torch.from_dlpack(x.t())
    assert y.data_ptr() == x.data_ptr() and y.stride() == (1, 3) and y.tolist() == x.t().tolist()
    assert torch.from_dlpack(x.__dlpack__(max_version=(1, 1))).tolist() == x.tolist()
    capsule = x.__dlpack__()
    torch.from_dlpack(capsule)
    assert "consumed only once" in message(lambda: torch.from_dlpack(capsule))
    z = torch.from_dlpack(x.__dlpack__(copy=True, max_version=(1, 0)))
    assert z.data_ptr() != x.data_ptr() and z.tolist() == x.tolist()
    assert "BufferError" in message(lambda: x.__dlpack__(dl_device=(2, 0)))
    unused = x.__dlpack__()  # dropped without a consumer: its deleter runs
    del unused
    for d in DTYPES:
        t = torch.tensor([1, 0, 1], dtype=d)
        assert torch.from_dlpack(t).dtype is d


def test_owner_lives_as_long_as_the_tensor():
    class Owner(np.ndarray):
        alive = 0

        def __del__(self):
            Owner.alive -= 1
    a = np.zeros(3).view(Owner)
    Owner.alive = 1
    t = torch.from_numpy(a)
    u = t[1:]
    del a, t
    gc.collect()
    assert Owner.alive >= 1 and u.tolist() == [0, 0]
    del u
    gc.collect()
    assert Owner.alive <= 0


# ---- generators and modes -------------------------------------------------------------------------

def test_generator():
    g = torch.Generator().manual_seed(5)
    assert g.initial_seed() == 5 and g.device == torch.device("cpu")
    a = torch.rand(4, generator=g)
    state = g.get_state()
    b = torch.rand(4, generator=g)
    g.set_state(state)
    assert torch.rand(4, generator=g).tolist() == b.tolist() != a.tolist()
    torch.manual_seed(5)
    assert torch.initial_seed() == 5 and torch.rand(4).tolist() == a.tolist()
    s = torch.get_rng_state()
    c = torch.rand(2)
    torch.set_rng_state(s)
    assert torch.rand(2).tolist() == c.tolist()
    with torch.random.fork_rng():
        torch.rand(3)
    h = pickle.loads(pickle.dumps(g))
    assert torch.rand(3, generator=h).tolist() == torch.rand(3, generator=g).tolist()
    assert message(lambda: torch.manual_seed(2 ** 64)).startswith("RuntimeError: Overflow when unpacking long")
    assert message(lambda: torch.Generator("tpu")).startswith("RuntimeError: Invalid device string")


def test_grad_modes():
    assert torch.is_grad_enabled()
    with torch.no_grad():
        assert not torch.is_grad_enabled()
        with torch.enable_grad():
            assert torch.is_grad_enabled()
    with torch.inference_mode():
        assert torch.is_inference_mode_enabled()

    @torch.no_grad()
    def f():
        return torch.is_grad_enabled()

    @torch.inference_mode()
    def g():
        return torch.is_inference_mode_enabled()
    assert f() is False and g() is True and torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    assert not torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    with torch.set_grad_enabled(False):
        assert not torch.is_grad_enabled()
    assert torch.is_grad_enabled()


def test_threads():
    n = torch.get_num_threads()
    torch.set_num_threads(1)
    assert torch.get_num_threads() == 1
    torch.set_num_threads(n)
    assert message(lambda: torch.set_num_threads(0)).startswith(("ValueError", "RuntimeError"))


def test_linalg_errors():
    assert message(lambda: torch.linalg.inv(torch.zeros(2, 2))).startswith("LinAlgError: linalg.inv: ")
    assert issubclass(torch.linalg.LinAlgError, RuntimeError)
    assert message(lambda: torch.linalg.inv(3)).startswith("TypeError: inv(): argument 'A' (position 1) must be Tensor, not int")
    assert message(lambda: torch.mm(torch.zeros(2, 3), torch.zeros(4, 5))) == (
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)")
    p = torch.linalg.slogdet(torch.eye(2))
    assert repr(p) == "wootz.return_types.slogdet(\nsign=tensor(1.),\nlogabsdet=tensor(0.))" and p.sign == 1 and len(p) == 2
    assert pickle.loads(pickle.dumps(p)).logabsdet == 0


def test_unique_and_tensordot():
    x = torch.tensor([3, 1, 3, 2, 2])
    values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
    assert values.tolist() == [1, 2, 3] and inverse.tolist() == [2, 0, 2, 1, 1] and counts.tolist() == [1, 2, 2]
    assert x.unique().tolist() == [1, 2, 3] and torch.unique_consecutive(x).tolist() == [3, 1, 3, 2]
    assert torch.unique(torch.tensor([[1, 2], [1, 2]]), dim=0).tolist() == [[1, 2]]
    a, b = np.arange(24.).reshape(2, 3, 4), np.arange(24.).reshape(3, 4, 2)
    assert np.array_equal(torch.tensordot(torch.tensor(a), torch.tensor(b)).numpy(), np.tensordot(a, b))
    assert np.array_equal(torch.tensordot(torch.tensor(a), torch.tensor(b), dims=([0], [2])).numpy(), np.tensordot(a, b, ([0], [2])))

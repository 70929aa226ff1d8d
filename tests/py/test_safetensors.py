"""wootz.safetensors against the safetensors package, and files that lie."""
import json
import os
import struct

import numpy as np
import pytest
import safetensors.numpy
import wootz as torch
from wootz import safetensors as ours

pytestmark = pytest.mark.usefixtures("no_leak")
DTYPES = [torch.bool, torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.int8, torch.int16, torch.int32, torch.int64,
          torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.float8_e4m3fn, torch.float8_e5m2, torch.complex64]


@pytest.mark.parametrize("dtype", DTYPES)
def test_round_trip(dtype, tmp_path):
    path = tmp_path / "x.safetensors"
    x = torch.tensor([[0, 1, 1], [1, 0, 1]], dtype=dtype)
    tensors = {"a.b": x, "t": x.t(), "scalar": x[0, 1], "empty": x[:0], "naïve \"quote\"\n": x[1]}
    ours.save_file(tensors, path, metadata={"format": "pt", "k": "v\\\t"})
    back = ours.load_file(path)
    assert set(back) == set(tensors)
    for k, t in tensors.items():
        assert back[k].dtype is dtype and back[k].shape == t.shape and back[k].tolist() == t.tolist()
    with ours.safe_open(path, framework="pt") as f:
        assert f.metadata() == {"format": "pt", "k": "v\\\t"} and f.keys() == sorted(tensors)
        assert f.get_slice("a.b")[:, 1:].tolist() == x[:, 1:].tolist() and f.get_slice("t").get_shape() == [3, 2]
        with pytest.raises(KeyError):
            f.get_tensor("nothing")
    assert os.listdir(tmp_path) == ["x.safetensors"]


def test_the_other_package_agrees(tmp_path):
    path = str(tmp_path / "x.safetensors")
    a = {"w": np.arange(6, dtype=np.float32).reshape(2, 3), "i": np.array([1, 2], dtype=np.int64), "b": np.array([True]), "e": np.zeros((0, 5), np.float32)}
    safetensors.numpy.save_file(a, path)
    t = ours.load_file(path)
    assert set(t) == set(a) and all(np.array_equal(t[k].numpy(), a[k]) for k in a)
    theirs = open(path, "rb").read()
    ours.save_file(dict(reversed(t.items())), path)
    assert open(path, "rb").read() == theirs
    b = safetensors.numpy.load_file(path)
    assert all(np.array_equal(b[k], a[k]) for k in a)
    assert ours.load(ours.save(t))["w"].tolist() == a["w"].tolist()


def test_loaded_tensors_are_writable_and_the_file_stays(tmp_path):
    path = tmp_path / "x.safetensors"
    ours.save_file({"a": torch.zeros(4)}, path)
    before = path.read_bytes()
    t = ours.load_file(path)["a"]
    t[1] = 7
    assert t.tolist() == [0, 7, 0, 0] and path.read_bytes() == before
    ours.save_file({"a": t}, path)  # over the file that t is mapped from
    assert ours.load_file(path)["a"].tolist() == t.tolist() == [0, 7, 0, 0]


def write(path, header, data=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


@pytest.mark.parametrize("header, data", [
    ({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}, b"\0" * 4),
    ({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, b"\0" * 7),
    ({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, b"\0" * 9),
    ({"a": {"dtype": "F32", "shape": [2], "data_offsets": [8, 0]}}, b"\0" * 8),
    ({"a": {"dtype": "X", "shape": [2], "data_offsets": [0, 8]}}, b"\0" * 8),
    ({"a": {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]}}, b"\0" * 8),
    ({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}, "b": {"dtype": "U8", "shape": [4], "data_offsets": [2, 6]}}, b"\0" * 6),
    ({"__metadata__": {"k": 1}}, b""), (b"[]", b""), (b"{", b""), (b"", b""),
])
def test_lying_files(header, data, tmp_path):
    with pytest.raises((ValueError, OSError)):
        ours.load_file(write(tmp_path / "x.safetensors", header, data))


def test_every_dtype_stands_where_the_other_package_puts_it(tmp_path):
    np_types = [np.bool_, np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64, np.float16, np.float32, np.float64]
    a = {f"{d.__name__}{i}": np.ones((3, i), d) for i in range(3) for d in np_types}
    safetensors.numpy.save_file(a, str(tmp_path / "theirs"), metadata={"k": "v"})
    ours.save_file({k: torch.from_numpy(v) for k, v in a.items()}, tmp_path / "ours", metadata={"k": "v"})
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


def test_names_in_errors_are_one_line_of_text(tmp_path):
    for shift in range(3):
        name = "\n" + "x" * shift + "中" * 60
        with pytest.raises(ValueError, match="has no dtype") as e:
            ours.load_file(write(tmp_path / "x", {name: {}}))
        assert "\n" not in str(e.value)


def test_refusals(tmp_path):
    with pytest.raises(OSError, match="nothing-here"):
        ours.load_file(tmp_path / "nothing-here.safetensors")
    with pytest.raises(ValueError, match="expected wootz.Tensor"):
        ours.save_file({"a": 3}, tmp_path / "x")
    with pytest.raises(TypeError):
        ours.save_file({1: torch.zeros(1)}, tmp_path / "x")
    with pytest.raises(NotImplementedError, match="complex128"):
        ours.save_file({"a": torch.zeros(1, dtype=torch.complex128)}, tmp_path / "x")
    with pytest.raises(OSError):
        ours.save_file({"a": torch.zeros(1)}, tmp_path / "no" / "folder")
    with pytest.raises(ValueError, match="NUL"):
        ours.save_file({"a\0b": torch.zeros(1)}, tmp_path / "x")
    assert os.listdir(tmp_path) == []
    pickle_file = tmp_path / "model.pt"
    pickle_file.write_bytes(b"PK\3\4")
    with pytest.raises(NotImplementedError, match="written by torch.save"):
        torch.load(pickle_file)
    torch.save({"a": torch.ones(2)}, tmp_path / "y")
    assert torch.load(tmp_path / "y")["a"].tolist() == [1, 1]
    with pytest.raises(NotImplementedError):
        torch.save([1], tmp_path / "z")

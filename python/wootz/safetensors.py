"""wootz.safetensors: loading and saving of safetensors files, with the names of the safetensors package.

    from wootz.safetensors import load_file, save_file, safe_open

Tensors lie on the mapped file until they are written to; writing to them never reaches the file.
SPDX-License-Identifier: MIT"""
import os
import tempfile

from . import _core

__all__ = ["load", "load_file", "load_model", "safe_open", "save", "save_file", "save_model"]


def _path(filename):
    path = os.fsdecode(filename)
    if not isinstance(path, str):
        raise TypeError("a path is needed, not %s" % type(filename).__name__)
    return path


def load_file(filename, device="cpu"):
    """{name: tensor} of a file, or of a folder with shards."""
    with safe_open(filename, framework="pt", device=device) as f:
        return {name: f.get_tensor(name) for name in f.keys()}


def save_file(tensors, filename, metadata=None):
    """Writes {name: tensor} with string metadata. The file appears under its name once it is complete."""
    if not isinstance(tensors, dict):
        raise ValueError("Expected a dict of [str, wootz.Tensor] but received %s" % type(tensors).__name__)
    metadata = dict(metadata or {})
    for what, items in (("tensor name", tensors), ("metadata key", metadata), ("metadata value", metadata.values())):
        for s in items:
            if not isinstance(s, str):
                raise TypeError("every %s must be a str, got %s" % (what, type(s).__name__))
            if "\0" in s:
                raise ValueError("a %s cannot be written: it contains a NUL character" % what)
    for name, t in tensors.items():
        if not isinstance(t, _core.TensorBase):
            raise ValueError("Key `%s` is invalid, expected wootz.Tensor but received %s" % (name, type(t).__name__))
    _core.file_save(_path(filename), list(tensors), list(tensors.values()), list(metadata), list(metadata.values()))


def load(data):
    """{name: tensor} of the bytes of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.safetensors")
        with open(path, "wb") as f:
            f.write(data)
        return load_file(path)


def save(tensors, metadata=None):
    """The bytes of a file with these tensors."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.safetensors")
        save_file(tensors, path, metadata)
        with open(path, "rb") as f:
            return f.read()


def save_model(model, filename, metadata=None, force_contiguous=True):
    """Writes a module's state_dict."""
    save_file(model.state_dict(), filename, metadata)


def load_model(model, filename, strict=True, device="cpu"):
    """Loads a file into a module; returns (missing, unexpected) names."""
    return tuple(model.load_state_dict(load_file(filename, device), strict=strict))


class safe_open:
    """A file whose tensors are read one by one."""

    def __init__(self, filename, framework="pt", device="cpu"):
        if framework not in ("pt", "torch", "pytorch", "wootz"):
            raise ValueError("framework %r is not known here; wootz tensors are given for \"pt\"" % (framework,))
        self._device = device
        self._file = _core.file_open(_path(filename))
        self._entries = {e[0]: (i, e) for i, e in enumerate(_core.file_entries(self._file))}

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self._file = None

    def _open(self):
        if self._file is None:
            raise RuntimeError("the file is closed")
        return self._file

    def keys(self):
        return sorted(self._entries)

    def offset_keys(self):
        return list(self._entries)

    def metadata(self):
        return _core.file_metadata(self._open()) or None

    def get_tensor(self, name):
        if name not in self._entries:
            raise KeyError("File does not contain tensor %s" % name)
        t = _core.file_read(self._open(), self._entries[name][0])
        return t._to(None, self._device, 0, 0)

    def get_slice(self, name):
        if name not in self._entries:
            raise KeyError("File does not contain tensor %s" % name)
        return _Slice(self, name)


class _Slice:
    """A tensor of a file that is cut before it is copied to a device."""

    def __init__(self, file, name):
        self._file, self._name = file, name

    def get_shape(self):
        return list(self._file._entries[self._name][1][3])

    def get_dtype(self):
        return self._file._entries[self._name][1][1]

    def __getitem__(self, key):
        t = _core.file_read(self._file._open(), self._file._entries[self._name][0])
        return t[key]._to(None, self._file._device, 0, 0)

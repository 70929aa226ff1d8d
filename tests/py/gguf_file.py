"""Writes small GGUF files for tests, and quantises rows in the simplest way."""
import struct

import numpy as np

TYPES = {"F32": 0, "F16": 1, "Q8_0": 8, "BF16": 30}


def _text(s):
    b = s.encode("utf-8")
    return struct.pack("<Q", len(b)) + b


def _value(v):
    if isinstance(v, bool):
        return 7, struct.pack("<B", v)
    if isinstance(v, int):
        return 4, struct.pack("<I", v)
    if isinstance(v, float):
        return 6, struct.pack("<f", v)
    if isinstance(v, str):
        return 8, _text(v)
    parts = [_value(e) for e in v]
    return 9, struct.pack("<IQ", parts[0][0] if parts else 4, len(parts)) + b"".join(p for _, p in parts)


def bf16_bytes(a):
    """float32 -> bfloat16, ties to even."""
    bits = np.ascontiguousarray(a, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("<u2").tobytes()


def q8_0(a):
    """Blocks of 32: the bytes, and the values that they stand for."""
    blocks = np.asarray(a, np.float32).reshape(-1, 32)
    d = (np.abs(blocks).max(1, keepdims=True) / 127).astype(np.float16)
    q = np.clip(np.rint(blocks / np.where(d == 0, 1, d).astype(np.float32)), -127, 127).astype(np.int8)
    raw = b"".join(s.tobytes() + r.tobytes() for s, r in zip(d, q))
    return raw, (q.astype(np.float32) * d.astype(np.float32)).reshape(np.shape(a))


def write(path, metadata, tensors):
    """tensors: {name: (array, type name)}."""
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
    for key, v in metadata.items():
        kind, data = _value(v)
        header += _text(key) + struct.pack("<I", kind) + data
    data = b""
    for name, (a, kind) in tensors.items():
        a = np.asarray(a, np.float32)
        raw = {"F32": lambda: a.astype("<f4").tobytes(), "F16": lambda: a.astype("<f2").tobytes(), "BF16": lambda: bf16_bytes(a),
               "Q8_0": lambda: q8_0(a)[0]}[kind]()
        header += _text(name) + struct.pack("<I", a.ndim) + struct.pack("<%dQ" % a.ndim, *a.shape[::-1]) + struct.pack("<IQ", TYPES[kind], len(data))
        data += raw + b"\0" * (-len(raw) % 32)
    with open(path, "wb") as f:
        f.write(header + b"\0" * (-len(header) % 32) + data)

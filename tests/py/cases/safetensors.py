"""Safetensors offsets that disagree with shape and dtype."""
# load(path) -> dict of tensors
def st(header, data=b"", n=None, pad=b""):                    # raw file: 8-byte little-endian length, JSON header, data
    h = header if isinstance(header, bytes) else json.dumps(header).encode()
    h += pad; p = tempfile.mktemp(".safetensors")
    open(p, "wb").write(struct.pack("<Q", len(h) if n is None else n) + h + data); return p

def one(shape, off, dtype="F32", data=b"\0" * 16): return st({"t": {"dtype": dtype, "shape": shape, "data_offsets": off}}, data)
assert host(load(one([2, 2], [0, 16]))["t"]).tolist() == [[0, 0], [0, 0]]
for shape, off in (([1000, 1000], [0, 4]), ([4], [0, 12]), ([4], [0, 20]), ([4], [16, 0]), ([4], [-16, 0]), ([4], [4, 20]), ([3], [0, 16]), ([4], [0]), ([4], [0, 16, 16]), ([4], []), ([-4], [0, 16]),
                   ([2.0], [0, 8]), (["4"], [0, 16]), ([4], ["0", "16"]), ([4], None), (None, [0, 16]), ([4], [0, 2**64]), ([4], [2**63, 2**63 + 16]), ([True, 4], [0, 16])):
    assert raises(lambda: load(one(shape, off))), (shape, off)
assert raises(lambda: load(one([4], [0, 16], "F16"))) and raises(lambda: load(one([4], [0, 16], "F33"))) and raises(lambda: load(one([4], [0, 16], 7)))
over = {"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 12]}, "b": {"dtype": "F32", "shape": [3], "data_offsets": [4, 16]}}
hole = {"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, "b": {"dtype": "F32", "shape": [2], "data_offsets": [8, 16]}}
assert raises(lambda: load(st(over, b"\0" * 16))) and raises(lambda: load(st(hole, b"\0" * 16)))

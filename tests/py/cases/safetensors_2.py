"""Safetensors with zero-size and 0-dim tensors and an empty header."""
# load(path) -> dict of tensors
def st(header, data=b"", n=None, pad=b""):                    # raw file: 8-byte little-endian length, JSON header, data
    h = header if isinstance(header, bytes) else json.dumps(header).encode()
    h += pad; p = tempfile.mktemp(".safetensors")
    open(p, "wb").write(struct.pack("<Q", len(h) if n is None else n) + h + data); return p

h = {"__metadata__": {"format": "pt"}, "e": {"dtype": "F32", "shape": [0, 5], "data_offsets": [0, 0]}, "s": {"dtype": "I64", "shape": [], "data_offsets": [0, 8]},
     "z": {"dtype": "F16", "shape": [3, 0], "data_offsets": [8, 8]}, "b": {"dtype": "BOOL", "shape": [3], "data_offsets": [8, 11]}, "u": {"dtype": "U8", "shape": [1, 1], "data_offsets": [11, 12]},
     "f": {"dtype": "F8_E4M3", "shape": [2], "data_offsets": [12, 14]}}
r = load(st(h, struct.pack("<q", -7) + bytes([1, 0, 1, 200, 0x7E, 0x01])))
assert set(r) == {"e", "s", "z", "b", "u", "f"} and tuple(r["e"].shape) == (0, 5) and tuple(r["z"].shape) == (3, 0)
assert tuple(r["s"].shape) == () and int(r["s"]) == -7 and host(r["b"]).tolist() == [True, False, True] and host(r["u"]).tolist() == [[200]]
assert host(r["f"].float()).tolist() == [448.0, 2**-9]
assert load(st({})) == {} and load(st({"__metadata__": {"a": "b"}})) == {}
odd = st({"a": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}, "x": {"dtype": "F32", "shape": [2], "data_offsets": [1, 9]}}, b"\x05" + struct.pack("<2f", 1.5, -2.0), pad=b" ")
assert host(load(odd)["x"]).tolist() == [1.5, -2.0]           # unaligned data must still read right

"""Safetensors header padded with NUL bytes or led by white space."""
# load(path) -> dict of tensors
def st(header, data=b"", n=None, pad=b""):                    # raw file: 8-byte little-endian length, JSON header, data
    h = header if isinstance(header, bytes) else json.dumps(header).encode()
    h += pad; p = tempfile.mktemp(".safetensors")
    open(p, "wb").write(struct.pack("<Q", len(h) if n is None else n) + h + data); return p

g = b'{"a":{"dtype":"I32","shape":[2],"data_offsets":[0,8]}}'; d = struct.pack("<2i", 5, -6)
for k in range(0, 20): assert host(load(st(g, d, pad=b" " * k))["a"]).tolist() == [5, -6]
for bad in (b"\0", b"\0" * 5, b"  \0", b"{}", b",", b"\x01"): assert raises(lambda: load(st(g, d, pad=bad))), bad
assert raises(lambda: load(st(b" " + g, d)))                  # the header has to start with '{'
m = {"__metadata__": {"k": 1}, "a": {"dtype": "I32", "shape": [2], "data_offsets": [0, 8]}}; assert raises(lambda: load(st(m, d)))   # metadata values are strings
u = {"w\u00e9\U0001F600": {"dtype": "I32", "shape": [2], "data_offsets": [0, 8]}}
assert list(load(st(json.dumps(u, ensure_ascii=False).encode(), d))) == ["w\u00e9\U0001F600"] and list(load(st(u, d))) == ["w\u00e9\U0001F600"]

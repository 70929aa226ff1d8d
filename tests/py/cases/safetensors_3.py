"""Safetensors header length that is absurd."""
# load(path) -> dict of tensors; run under a memory limit of 1 GB and a 5 s watchdog
def st(header, data=b"", n=None, pad=b""):                    # raw file: 8-byte little-endian length, JSON header, data
    h = header if isinstance(header, bytes) else json.dumps(header).encode()
    h += pad; p = tempfile.mktemp(".safetensors")
    open(p, "wb").write(struct.pack("<Q", len(h) if n is None else n) + h + data); return p

good = b'{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}'
assert host(load(st(good, b"\x07\x09"))["a"]).tolist() == [7, 9]
for n in (2**64 - 1, 2**64 - 8, 2**63, 2**63 - 1, 2**40, 100_000_001, len(good) + 3, len(good) + 2, len(good) - 1, 1, 0):
    assert raises(lambda: load(st(good, b"\x07\x09", n=n))), n
for h in (b"", b"[]", b"null", b"3", b'"x"', b"{", b'{"a":}', b'{"a":1}', b'{"a":{}}', b"\xff\xfe{}", b'{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}} x', good[:-1]):
    assert raises(lambda: load(st(h, b"\x07\x09"))), h
p = tempfile.mktemp(); open(p, "wb").write(b""); assert raises(lambda: load(p)) and raises(lambda: load(p + "missing"))

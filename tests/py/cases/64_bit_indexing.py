"""Row look-up in a table with more than 2^31 elements, and fill past 4 GiB."""
# needs about 2.2 GB (int8) on the device; run the second part where 4.5 GB are free
rows, dim = 262145, 8193                                      # 2,147,753,985 elements > 2^31
w = T.zeros(rows, dim, dtype=T.int8, device=dev)
first = -(-2**31 // dim)                                      # first row that starts past 2^31
marks = [0, 1, first - 2, first - 1, first, rows - 1]
for k, r in enumerate(marks): w[r] = k + 1
ids = T.tensor(marks, device=dev)
for got in (F.embedding(ids, w), w.index_select(0, ids), w[ids], T.gather(w[:, -1], 0, ids).reshape(-1, 1)):
    assert host(got)[:, -1].tolist() == [1, 2, 3, 4, 5, 6] and host(got)[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
assert int(T.argmax(w[:, 0])) == rows - 1 and int(w[-1].sum()) == 6 * dim
u = T.ones(2, 2**31 + 5, dtype=T.int8, device=dev)            # > 2^32 bytes
assert int(u[1, -2]) == 1 and int(u[1, -1]) == 1 and int(u[0, 0]) == 1 and sum(int(u[r, i:i + 2**27].sum(dtype=T.int64)) for r in (0, 1) for i in range(0, 2**31 + 5, 2**27)) == 2**32 + 10

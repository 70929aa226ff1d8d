"""E4m3fn values in 256..448 and in the subnormal range survive a round trip."""
b = T.arange(256, device=dev).to(T.uint8)                 # every byte pattern
f = b.view(T.float8_e4m3fn).float()
back = f.to(T.float8_e4m3fn).view(T.uint8)
keep = [i for i in range(256) if i & 0x7F != 0x7F]
assert [int(host(back)[i]) for i in keep] == keep         # all 254 finite codes are fixed points, -0 included
x = T.tensor([240., 256., 272., 288., 304., 336., 416., 432., 440.,
              2**-9, 2**-10, 1.5*2**-10, 1.5*2**-9, 2.5*2**-9, 7.5*2**-9, -2**-11], device=dev)
got = host(x.to(T.float8_e4m3fn).view(T.uint8)).tolist()
assert got == [0x77,0x78,0x78,0x79,0x7A,0x7A,0x7D,0x7E,0x7E, 0x01,0x00,0x01,0x02,0x02,0x08,0x80]

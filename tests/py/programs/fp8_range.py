"""The range of a float8 format."""
import json
import sys

import wootz as torch

device = sys.argv[1]
info = torch.finfo(torch.float8_e4m3fn)
big = torch.tensor([1e9, -1e9, 449.0, 0.001953125], device=device).to(torch.float8_e4m3fn)
print(json.dumps({"max": torch.finfo(torch.float8_e4m3fn).max, "min": info.min, "tiny": info.tiny, "eps": info.eps, "bits": info.bits,
                  "saturated": big.float().cpu().tolist()}))

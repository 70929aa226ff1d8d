"""Two streams: one fills, the other reads what the first has made; the tensors are told who uses them."""
import json
import sys

import wootz as torch

device = sys.argv[1]
backend = getattr(torch, device)
producer, consumer = backend.Stream(), backend.Stream()
start, end = backend.Event(enable_timing=True), backend.Event(enable_timing=True)

with backend.stream(producer):
    start.record()
    x = torch.arange(100000, dtype=torch.float32, device=device)
    x = x * 2
    end.record()
consumer.wait_stream(producer)
with backend.stream(consumer):
    x.record_stream(consumer)
    y = x + 1
    z = y[1::2] - y[::2]
producer.synchronize()
consumer.synchronize()
backend.synchronize()
print(json.dumps({"first": y[:4].cpu().tolist(), "last": y[-1].item(), "differences": z[-3:].cpu().tolist(), "ms": start.elapsed_time(end),
                  "current_is_default": backend.current_stream() == backend.default_stream()}))

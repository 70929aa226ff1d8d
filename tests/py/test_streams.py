"""Streams and events of the device modules, on every device that is there. The CPU's streams run on threads of their own."""
import threading

import pytest
import wootz as torch

DEVICES = [d for d in ("cpu", "cuda", "mps") if getattr(torch, d).is_available()]
pytestmark = pytest.mark.parametrize("dev", DEVICES)


def test_the_modules_offer_the_same_functions(dev):
    public = {d: {n for n in vars(getattr(torch, d)) if not n.startswith("_") and n != "sys"} for d in ("cpu", "cuda", "mps")}
    common = public["cpu"]
    for name in ("Stream", "Event", "StreamContext", "stream", "current_stream", "default_stream", "set_stream", "synchronize", "is_available",
                 "device_count", "current_device", "set_device", "empty_cache", "memory_allocated", "max_memory_allocated", "mem_get_info",
                 "reset_peak_memory_stats", "get_device_name", "manual_seed"):
        assert name in common
    assert common <= public["cuda"] and common <= public["mps"]


def test_current_stream(dev):
    m = getattr(torch, dev)
    s, default = m.Stream(), m.default_stream()
    assert default.stream_id == 0 and s.stream_id != 0 and s != default and m.current_stream() == default
    with m.stream(s) as inside:
        assert inside is s and m.current_stream() == s
        with m.stream(None):
            assert m.current_stream() == s
    assert m.current_stream() == default
    m.set_stream(s)
    assert m.current_stream() == s
    m.set_stream(None)
    assert m.current_stream() == s
    seen = []
    t = threading.Thread(target=lambda: seen.append(m.current_stream() == default))
    t.start()
    t.join()
    assert seen == [True]
    m.set_stream(default)
    with s:
        assert m.current_stream() == s
    assert m.current_stream() == default


def test_work_crosses_streams(dev):
    m = getattr(torch, dev)
    s1, s2 = m.Stream(), m.Stream()
    for rep in range(20):
        x = torch.full((1 << 14,), float(rep), device=dev)
        s1.wait_stream(m.current_stream())
        with m.stream(s1):
            a = x * 2
            x.record_stream(s1)
        e = s1.record_event()
        s2.wait_event(e)
        with m.stream(s2):
            b = a + 1
            a.record_stream(s2)
            x.record_stream(s2)
        del x
        junk = [torch.full((1 << 14,), -9.0, device=dev) for _ in range(4)]
        s2.synchronize()
        assert b[0].item() == 2.0 * rep + 1 and b[-1].item() == 2.0 * rep + 1 and a[7].item() == 2.0 * rep
        del junk
    m.synchronize()
    assert s1.query() and s2.query()


def test_events(dev):
    m = getattr(torch, dev)
    never = m.Event(enable_timing=True)
    assert never.query() is True
    never.synchronize()
    never.wait()
    for _ in range(50):
        a, b = m.Event(enable_timing=True), m.Event(enable_timing=True)
        a.record()
        b.record()
        b.synchronize()
        assert a.query() and 0.0 <= a.elapsed_time(b) < 1000.0
    for bad in (lambda: never.elapsed_time(b), lambda: a.elapsed_time(m.Event())):
        with pytest.raises(RuntimeError):
            bad()
    s = m.Stream()
    with m.stream(s):
        x = torch.ones(1 << 20, device=dev)
        for _ in range(5):
            x = x + 1
        e = m.Event()
        e.record()
    e.synchronize()
    assert e.query() and x[0].item() == 6


def test_memory(dev):
    m = getattr(torch, dev)
    before = m.memory_allocated()
    m.reset_peak_memory_stats()
    x = torch.zeros(1 << 20, device=dev)
    assert m.memory_allocated() >= before + (4 << 20) and m.max_memory_allocated() >= m.memory_allocated()
    free, total = m.mem_get_info()
    assert 0 <= free <= total and m.get_device_name()
    del x
    m.synchronize()
    assert m.memory_allocated() <= before
    m.empty_cache()
    assert m.memory_reserved() >= m.memory_allocated()


def test_results_reach_python_in_order(dev):
    m = getattr(torch, dev)
    s = m.Stream()
    with m.stream(s):
        x = torch.zeros(1 << 16, device=dev)
        for i in range(64):
            x[i:] += float(i)
        values = x[:64].tolist()
    assert values == [i * (i + 1) / 2 for i in range(64)]

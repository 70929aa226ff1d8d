"""What wootz.cpu, wootz.cuda and wootz.mps have in common: streams, events, memory, synchronisation.

SPDX-License-Identifier: MIT"""
import sys

from . import _core

_KINDS = ("cpu", "cuda", "mps")


def why_none(kind):
    """None when there is a device of the kind, else one line that says why there is none."""
    count, why = _core.device_count(_KINDS.index(kind))
    return None if count else (why or "there is no %s device" % kind)


class Stream:
    """Work in order. Work on other streams runs beside it."""

    def __init__(self, device=None, priority=0, _kind=None, _stream=None):
        kind = _kind or self._kind
        if _stream is None:
            _stream = _core.stream_new(_device(kind, device), int(priority))
        self._stream = _stream
        self._priority = priority

    @property
    def device(self):
        return self._stream.device

    @property
    def stream_id(self):
        return self._stream.stream_id

    @property
    def priority(self):
        return self._priority

    def synchronize(self):
        """Waits for all work given to the stream so far."""
        self._stream.synchronize()

    def query(self):
        """True when nothing is left to run."""
        return self._stream.query()

    def record_event(self, event=None):
        event = event or self._event()
        event.record(self)
        return event

    def wait_event(self, event):
        """Later work on this stream comes after what the event recorded."""
        event.wait(self)

    def wait_stream(self, stream):
        """Later work on this stream comes after all work now on the other."""
        self._stream._follow(stream._stream, stream._stream._record())

    def __enter__(self):
        self._contexts = getattr(self, "_contexts", [])
        self._contexts.append(StreamContext(self))
        self._contexts[-1].__enter__()
        return self

    def __exit__(self, *exc):
        self._contexts.pop().__exit__(*exc)

    def __eq__(self, other):
        return isinstance(other, Stream) and (self.device, self.stream_id) == (other.device, other.stream_id)

    def __hash__(self):
        return hash((str(self.device), self.stream_id))

    def __repr__(self):
        return "<wootz.%s.Stream device=%s stream_id=%d>" % (self.device.type, self.device, self.stream_id)


class Event:
    """A point in a stream's work, for waiting and timing."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self._timing = bool(enable_timing)
        self._stream = None
        self._value = 0

    def record(self, stream=None):
        """Marks the work that the stream (the current one if none is given) has so far."""
        stream = stream or self._current()
        self._stream, self._value = stream._stream, stream._stream._record()

    def wait(self, stream=None):
        """Later work on the stream comes after this event."""
        stream = stream or self._current()
        if self._stream is not None:
            stream._stream._follow(self._stream, self._value)

    def query(self):
        """True when the marked work is done, or nothing was marked."""
        return self._stream is None or self._stream._done(self._value)

    def synchronize(self):
        """Waits for the marked work."""
        if self._stream is not None:
            self._stream._wait(self._value)

    def elapsed_time(self, end_event):
        """Milliseconds from this event to the other; both need to be recorded, with timing, and done."""
        for e in (self, end_event):
            if not e._timing:
                raise RuntimeError("Both events must be created with argument 'enable_timing=True'.")
            if e._stream is None:
                raise RuntimeError("Both events must be recorded before calculating elapsed time.")
            if not e.query():
                raise RuntimeError("Both events must be completed before calculating elapsed time.")
        return 1000.0 * self._stream._seconds(self._value, end_event._stream, end_event._value)

    def __repr__(self):
        return "<wootz.%s.Event %s>" % (self._kind, "unrecorded" if self._stream is None else "at %d" % self._value)


class StreamContext:
    """Makes a stream the current one within a with block; None changes nothing."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self._before = _core.stream_current(self.stream.device)
            self.stream._stream.set_current()
        return self.stream

    def __exit__(self, *unused):
        if self.stream is not None:
            self._before.set_current()


def _device(kind, device):
    """The named device of the kind; raises the reason when it is absent."""
    if device is None:
        default = _core.default_device()
        return default if default.type == kind else _core.device_open(kind)
    if isinstance(device, int) and not isinstance(device, bool):
        return _core.device_open("%s:%d" % (kind, device) if kind != "cpu" else "cpu")
    device = _core.device(device)
    if device.type != kind:
        raise ValueError("Expected a %s device, but got: %s" % (kind, device))
    return _core.device_open(device)


class use_device:
    """with wootz.cuda.device(1): makes it the default among its kind."""

    def __init__(self, device):
        self._wanted = device

    def __enter__(self):
        if self._wanted is not None and self._wanted != -1:
            self._before = self._module.current_device()
            self._module.set_device(self._wanted)

    def __exit__(self, *unused):
        if self._wanted is not None and self._wanted != -1:
            self._module.set_device(self._before)


def install(module, kind):
    """Puts the functions of a device module into it."""
    g = module.__dict__
    current = [0]

    def here(device=None):
        if device is None and kind != "cpu":
            return _core.device_open("%s:%d" % (kind, current[0]))
        return _device(kind, device)

    def is_available():
        """Whether a device of this kind can be used."""
        return why_none(kind) is None

    def unavailable_reason():
        """One line that says why there is no such device; None when there is one."""
        return why_none(kind)

    def why_unavailable():
        """One line that says why there is no such device; None when there is one."""
        return why_none(kind)

    def device_count():
        return _core.device_count(_KINDS.index(kind))[0]

    def current_device():
        return "cpu" if kind == "cpu" else here().index

    def set_device(device):
        current[0] = here(device).index or 0

    def synchronize(device=None):
        """Waits for all work on all streams of the device."""
        _core.device_sync(here(device))

    def current_stream(device=None):
        return stream_class(_stream=_core.stream_current(here(device)))

    def default_stream(device=None):
        return stream_class(_stream=_core.stream_default(here(device)))

    def set_stream(stream):
        """Makes a stream the current one of this thread; None changes nothing."""
        if stream is not None:
            stream._stream.set_current()

    def empty_cache():
        """Gives memory that is cached but not in use back to the device."""
        _core.memory_do(here(), 1)

    def memory_allocated(device=None):
        return _core.memory(here(device))[0]

    def memory_reserved(device=None):
        in_use, cached = _core.memory(here(device))[:2]
        return in_use + cached

    def max_memory_allocated(device=None):
        return _core.memory(here(device))[2]

    def reset_peak_memory_stats(device=None):
        _core.memory_do(here(device), 0)

    def memory_stats(device=None):
        in_use, cached, peak, limit, n_alloc, n_block = _core.memory(here(device))
        return {"allocated_bytes.all.current": in_use, "allocated_bytes.all.peak": peak, "reserved_bytes.all.current": in_use + cached,
                "allocation.all.allocated": n_alloc, "segment.all.current": n_block, "limit": limit}

    def mem_get_info(device=None):
        """(free, total) bytes of the device, as far as wootz knows: the total less what it holds."""
        device = here(device)
        total = _core.device_info(device)[2]
        in_use, cached = _core.memory(device)[:2]
        return max(0, total - in_use - cached), total

    def set_memory_limit(bytes, device=None):
        """Allocations beyond so many bytes fail; 0 is no limit."""
        _core.memory_do(here(device), 2, int(bytes))

    def get_device_name(device=None):
        return _core.device_info(here(device))[0]

    def get_device_properties(device=None):
        return _Properties(*_core.device_info(here(device)))

    def manual_seed(seed):
        """Seeds the default generator, which serves every device."""
        _core.generator_default().manual_seed(int(seed))

    def seed():
        from ._random import seed as new_seed
        new_seed()

    def get_rng_state(device=None):
        from ._random import get_rng_state as state
        return state()

    def set_rng_state(new_state, device=None):
        from ._random import set_rng_state as set_state
        set_state(new_state)

    stream_class = type("Stream", (Stream,), {"_kind": kind, "__module__": module.__name__, "__doc__": Stream.__doc__,
                                              "_event": lambda self: event_class()})
    event_class = type("Event", (Event,), {"_kind": kind, "__module__": module.__name__, "__doc__": Event.__doc__,
                                           "_current": staticmethod(lambda: current_stream())})
    g.update({k: v for k, v in locals().items() if callable(v) and k not in ("here", "stream_class", "event_class", "module")})
    g.update(Stream=stream_class, Event=event_class, StreamContext=StreamContext, stream=StreamContext, manual_seed_all=manual_seed,
             is_initialized=is_available, init=lambda: None)
    for f in g.values():
        if callable(f) and getattr(f, "__module__", None) == __name__ and not isinstance(f, type):
            f.__module__ = module.__name__
            f.__qualname__ = f.__name__
    g["device"] = type("device", (use_device,), {"_module": module, "__module__": module.__name__})
    return sys.modules[module.__name__]


class _Properties:
    def __init__(self, name, arch, total_memory, cores):
        self.name, self.arch, self.total_memory, self.multi_processor_count = name, arch, total_memory, cores
        self.major = self.minor = None
        if arch.startswith("sm_") and arch[3:].isdigit():
            self.major, self.minor = int(arch[3:-1]), int(arch[-1])

    def __repr__(self):
        return "_DeviceProperties(name='%s', arch='%s', total_memory=%dMB, multi_processor_count=%d)" % (
            self.name, self.arch, self.total_memory >> 20, self.multi_processor_count)

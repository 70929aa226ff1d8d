"""Generators and seeds. SPDX-License-Identifier: MIT"""
import os

from . import _core


class Generator(_core.Generator):
    """A sequence of random bits: Philox4x32-10, the same on every device."""

    def __new__(cls, device="cpu"):
        g = _core.Generator.__new__(cls)
        g._device = _core.device(device)
        return g

    @property
    def device(self):
        return self._device

    def seed(self):
        """Starts from a seed taken from the system's randomness, and returns it."""
        s = int.from_bytes(os.urandom(8), "little") >> 1
        self.manual_seed(s)
        return s

    def get_state(self):
        """Seed and offset as a uint8 tensor."""
        return _state_tensor(self._state())

    def set_state(self, state):
        self._set(*_state_numbers(state))
        return self

    def clone_state(self):
        g = Generator(self._device)
        g._set(*self._state())
        return g

    def __reduce__(self):
        return (_make_generator, (str(self._device), self._state()))


def _make_generator(device, state):
    g = Generator(device)
    g._set(*state)
    return g


def _state_tensor(numbers):
    from . import frombuffer
    return frombuffer(bytearray(b"".join(n.to_bytes(8, "little") for n in numbers)), dtype=_core.uint8)


def _state_numbers(state):
    if not isinstance(state, _core.TensorBase) or state.dtype is not _core.uint8 or state.numel() != 16:
        raise TypeError("expected a wootz.ByteTensor of 16 bytes as the RNG state")
    data = bytes(state.tolist())
    return int.from_bytes(data[:8], "little"), int.from_bytes(data[8:], "little")


default_generator = _core.generator_default()


def manual_seed(seed):
    """Seeds the default generator, which serves every device."""
    default_generator.manual_seed(int(seed))
    return default_generator


def seed():
    """Seeds the default generator from the system's randomness; returns the seed."""
    s = int.from_bytes(os.urandom(8), "little") >> 1
    default_generator.manual_seed(s)
    return s


def initial_seed():
    return default_generator.initial_seed()


def get_rng_state():
    return _state_tensor(default_generator._state())


def set_rng_state(new_state):
    default_generator._set(*_state_numbers(new_state))

"""wootz.random: seeds and states of the default generator. SPDX-License-Identifier: MIT"""
from ._random import default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state


class fork_rng:
    """Restores the default generator at the end of a with block."""

    def __init__(self, devices=None, enabled=True, **unused):
        self._enabled = enabled

    def __enter__(self):
        self._state = get_rng_state()

    def __exit__(self, *unused):
        if self._enabled:
            set_rng_state(self._state)


__all__ = ["default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]

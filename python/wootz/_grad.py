"""Gradient modes. There is no autograd yet, so they only keep what was asked; code that says no_grad works.

SPDX-License-Identifier: MIT"""
import functools
import inspect
import threading


class _Mode(threading.local):
    enabled = True
    inference = False


_mode = _Mode()


class _Context:
    """A mode for a with block, or as a decorator."""

    def __call__(self, function):
        if inspect.isgeneratorfunction(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                with self._again():
                    yield from function(*args, **kwargs)
        else:
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                with self._again():
                    return function(*args, **kwargs)
        return wrapper

    def _again(self):
        return type(self)()

    def __enter__(self):
        self._before = (_mode.enabled, _mode.inference)
        self._set()

    def __exit__(self, *unused):
        _mode.enabled, _mode.inference = self._before


class no_grad(_Context):
    """No gradients are recorded within."""

    def __new__(cls, function=None):
        self = object.__new__(cls)
        return self if function is None else self(function)

    def _set(self):
        _mode.enabled = False


class enable_grad(no_grad):
    """Gradients would be recorded within."""

    def _set(self):
        _mode.enabled = True


class inference_mode(_Context):
    """As no_grad."""

    def __new__(cls, mode=True):
        self = object.__new__(cls)
        self._mode = True if callable(mode) else mode
        return self(mode) if callable(mode) else self

    def __init__(self, mode=True):
        pass

    def _again(self):
        return inference_mode(self._mode)

    def _set(self):
        if self._mode:
            _mode.enabled, _mode.inference = False, True
        else:
            _mode.inference = False


class set_grad_enabled(_Context):
    """Sets the mode at once; as a context, until its end."""

    def __init__(self, mode):
        self._before = (_mode.enabled, _mode.inference)
        self._mode = bool(mode)
        _mode.enabled = self._mode

    def _again(self):
        return set_grad_enabled(self._mode)

    def __enter__(self):
        _mode.enabled = self._mode

    def _set(self):
        _mode.enabled = self._mode

    def __call__(self, function):
        _mode.enabled = self._before[0]
        return _Context.__call__(self, function)


def is_grad_enabled():
    return _mode.enabled


def is_inference_mode_enabled():
    return _mode.inference

"""Key streams: one per context, set back by `mx.random.seed`.

An operator gets three 32-bit words, (key, key, counter), and folds them into a jax key inside its compiled program: an
eager `jax.random.split` would cost far more than the operator.
"""

from __future__ import annotations

import threading

import jax
import numpy as np

from ...config.locks import RLock, survives_fork
from .trace_observer import trace_observer

_lock = survives_fork(RLock())
_streams: dict = {}
_seed = 0


class _Stream:
    __slots__ = ("rng_state",)

    def __init__(self, seed, salt) -> None:
        # mixed, so that neighboring seeds and devices do not draw related numbers; masked, as SeedSequence takes no negative ones
        mixed = np.random.SeedSequence([seed & 0xFFFFFFFFFFFFFFFF, salt]).generate_state(2, np.uint32)
        self.rng_state = np.array([mixed[0], mixed[1], 0], np.uint32)


def seed(value, ctx=None) -> None:
    """Restart the stream of `ctx`, or of all contexts when it is None, from the integer `value`."""
    global _seed
    with _lock:
        if ctx is None:
            _seed = int(value)
            _streams.clear()
        else:
            # without the device: in MXNet a seed for one context gives the same numbers on every device
            _streams[ctx] = _Stream(int(value), 0)


def current_seed() -> int:
    """What `seed` was last called with for all contexts."""
    return _seed


def get_state() -> tuple[int, dict]:
    """The seed for all contexts, and the words of those whose stream has begun."""
    with _lock:
        return _seed, {ctx: stream.rng_state.copy() for ctx, stream in _streams.items()}


def set_state(value, words) -> None:
    """Take up what `get_state` returned: the streams draw again what they drew after it."""
    global _seed
    with _lock:
        _seed = int(value)
        _streams.clear()
        for ctx, rng_state in words.items():
            stream = _streams[ctx] = _Stream(0, 0)
            stream.rng_state = np.array(rng_state, np.uint32)


def next_state(ctx) -> np.ndarray:
    """The next three words of the stream of `ctx`."""
    if trace_observer.observer is not None:
        trace_observer.observer.on_random()
    with _lock:
        stream = _stream(ctx)
        stream.rng_state[2] += 1
        # the stream's own array changes with the next draw, while a program may still read this one
        return stream.rng_state.copy()


def upcoming(ctx) -> np.ndarray:
    """What `next_state` will return."""
    with _lock:
        return _stream(ctx).rng_state + np.array([0, 0, 1], np.uint32)


def _stream(ctx):
    stream = _streams.get(ctx)
    if stream is None:
        # in MXNet the devices draw different numbers from one seed for all
        salt = ctx.device_id + (1 << 20 if ctx.device_type == "gpu" else 0)
        stream = _streams[ctx] = _Stream(_seed, salt)
    return stream


class _Host(threading.local):
    """A generator of NumPy's for each thread; to set its state takes a third of the time to make one."""

    def __init__(self) -> None:
        # counter-based: any state of the stream can be set without drawing what comes before it
        self.bits = np.random.Philox(0)
        self.generator = np.random.Generator(self.bits)


_host = _Host()
_NONE = np.zeros(4, np.uint64)


def generator_of(rng_state) -> np.random.Generator:
    """NumPy's generator for three words; to be used up before the thread asks for another one."""
    a, b, counter = map(int, rng_state)
    key = np.array([a | b << 32, counter], np.uint64)
    _host.bits.state = {
        "bit_generator": "Philox", "state": {"counter": _NONE, "key": key},
        "buffer": _NONE, "buffer_pos": 4, "has_uint32": 0, "uinteger": 0,
    }  # fmt: skip
    return _host.generator


def key_of(rng_state) -> jax.Array:
    """The jax key of three words; called inside compiled programs."""
    return jax.random.fold_in(jax.random.wrap_key_data(rng_state[:2]), rng_state[2])

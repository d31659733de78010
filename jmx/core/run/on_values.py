"""Operators whose results are as large as values say: NumPy computes them on the CPU, straight from the arrays' memory.

A compiled program would be one for each size, and stay for ever. What an operator does in NumPy stands in its declaration
(`Op.on_values`). Arrays on other devices, and those that JAX traces, take the operator's own way.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax.core import Tracer

from ..numpy_tier import on_device


def cpu_of(bufs) -> Any:
    """The CPU device that all of `bufs` are on; None if they are elsewhere, on several devices, or traced."""
    found = None
    for buf in bufs:
        if isinstance(buf, Tracer) or not isinstance(buf, jax.Array):
            return None
        devices = buf.devices()
        if len(devices) != 1:
            return None
        (device,) = devices
        if device.platform != "cpu" or (found is not None and device is not found):
            return None
        found = device
    return found


def instead_of(call, values, train, platform, plain) -> Any:
    """`call`, a method of a `Program` ("plain" or "forward"), in NumPy where the arrays are on the CPU."""

    def run(*args):
        rng_state, scalars, *bufs = (None, (), *args) if plain else args
        device = None if rng_state is not None else cpu_of(bufs)
        if device is None:
            return call(*args)
        outs, aux = values(train, platform, None, scalars, *map(np.asarray, bufs))
        return tuple([on_device(np.asarray(out), device) for out in outs]), aux

    return run


def gradients(program, mask, token) -> Any:
    """What `Source.values` is for the gradient of `program` in the inputs `mask`; None if its operator has none in NumPy."""
    back = program.source.values_gradient
    if back is None or any(state is None for state in token):
        return None

    def run(train, platform, key, scalars, *arrays):
        inputs = arrays[: len(arrays) - len(token)]
        found = back(arrays[len(inputs) :], *inputs)
        return tuple([np.zeros_like(inputs[i]) if found[i] is None else found[i] for i in mask]), ()

    return run

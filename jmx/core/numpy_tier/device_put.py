"""NumPy arrays onto a device."""

from __future__ import annotations

import functools
from typing import Any

import jax
import numpy as np
from jax.core import Tracer
from jax.sharding import SingleDeviceSharding

from ...config import jax_internals
from ..declare.x64 import x64

_functions: Any = jax_internals.quick_device_put() or (None, None)
_quick, _quick_such = _functions
_shardings: dict = {}
#: by shape, type and device, what puts such an array there: to describe the shape to JAX takes half the time
_known: dict = {}
_MOST_KNOWN = 4096
# 64 bits, which the shorter way must not cut whatever JAX's mode is
_PROBE = np.array([1 << 40, -1])


def _placed(value, device):
    sharding = _shardings.get(device)
    if sharding is None:
        sharding = _shardings[device] = SingleDeviceSharding(device)
    return _quick(value, device, sharding)


@functools.cache
def _works(device) -> bool:
    """Whether the shorter way gives an array of the device that holds what came in."""
    try:
        copy = _placed(_placed(_PROBE, device), device)  # it takes arrays of JAX's, too
        # `move` tells by `committed` that an array is where it belongs
        return copy.devices() == {device} and copy.committed and np.array_equal(np.asarray(copy), _PROBE)
    except Exception:
        return False


def forget() -> None:
    """To be called when the devices are no longer those that they were."""
    _shardings.clear()
    _known.clear()
    _works.cache_clear()


def on_device(value: np.ndarray, device) -> jax.Array:
    """A `jax.Array` on `device` holding `value`, whose memory the caller gives up.

    `jax.device_put` takes 40 us of Python for what the runtime does in 3; it is what runs where the shorter way fails.
    """
    if type(value) is np.ndarray:
        key = value.shape, value.dtype, device
        put = _known.get(key)
        if put is None and _works(device):
            if len(_known) >= _MOST_KNOWN:
                _known.clear()
            put = _known[key] = _quick_such(value.shape, value.dtype, device, _shardings[device])
        if put is not None:
            return put(value)
    with x64(value):
        return jax.device_put(value, device)


def placing(shape: tuple[int, ...], dtype: Any, device: Any) -> Any:
    """A function of a NumPy array of one shape and type, which does as `on_device`; None without the shorter way."""
    return _quick_such(shape, dtype, device, _shardings[device]) if _works(device) else None


def settled(made: Any, device: Any) -> Any:
    """The arrays of the tree `made`, which a program without inputs made on `device`, as arrays that belong there."""
    return jax.tree_util.tree_map(lambda array: _settled(array, device), made)


def _settled(array, device):
    if isinstance(array, Tracer) or array.devices() != {device} or not _works(device):
        return jax.device_put(array, device)
    return array if array.committed else _quick(array, device, _shardings[device])  # the same memory

"""The state of all random numbers of a process as JSON: those of MXNet's arrays, of Python and of NumPy."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from ..context import Context
from ..core.run import rng

#: words of 32 bits in the state of a Mersenne twister; Python's has its place as one more
_WORDS = 624
#: element types of arrays in a state
_TYPES = ("bool", "int32", "int64", "uint32", "float32", "float64")
_DEVICES = ("cpu", "gpu", "cpu_pinned", "cpu_shared")


def encoded(array: np.ndarray) -> dict[str, Any]:
    """An array as a value of JSON."""
    array = np.ascontiguousarray(array)
    if array.dtype.name not in _TYPES:
        raise ValueError(f"arrays of {array.dtype} have no place in a state")
    data = base64.b64encode(array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()).decode("ascii")
    return {"dtype": array.dtype.name, "shape": list(array.shape), "data": data}


def decoded(value: Any) -> np.ndarray:
    """What `encoded` was given; ValueError, KeyError or TypeError where it is nothing of the kind."""
    if value["dtype"] not in _TYPES:
        raise ValueError(f"there is an array of {value['dtype']!r:.40}")
    dtype = np.dtype(value["dtype"])
    data = base64.b64decode(value["data"], validate=True)
    return np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype).reshape([int(n) for n in value["shape"]])


def get_state() -> dict[str, Any]:
    """The state of the random numbers of all contexts, of Python's `random` and of `numpy.random`, as values of JSON."""
    seed, streams = rng.get_state()
    version, words, gauss = random.getstate()
    numpy_state: Any = np.random.get_state(legacy=False)
    if numpy_state["bit_generator"] != "MT19937":
        raise ValueError(
            f"numpy.random draws from {numpy_state['bit_generator']}; its state is kept for MT19937, which is its own"
        )
    return {
        "arrays": {
            "seed": str(seed),
            "streams": [[ctx.device_type, ctx.device_id, *map(int, state)] for ctx, state in streams.items()],
        },
        "python": {"version": version, "words": encoded(np.array(words, np.uint32)), "gauss": gauss},
        "numpy": {
            "words": encoded(np.asarray(numpy_state["state"]["key"], np.uint32)),
            "at": int(numpy_state["state"]["pos"]),
            "gauss": float(numpy_state["gauss"]) if numpy_state["has_gauss"] else None,
        },
    }


def set_state(state: Any) -> None:
    """Take up what `get_state` returned; ValueError, KeyError or TypeError, and nothing changed, where it is damaged."""
    prepared(state)()


def prepared(state: Any) -> Callable[[], None]:
    """A function that takes up what `get_state` returned; ValueError, KeyError or TypeError where it is damaged."""
    streams = {}
    for device, number, *words in state["arrays"]["streams"]:
        if device not in _DEVICES or len(words) != 3 or not all(0 <= word < 2**32 for word in words):
            raise ValueError("there is a stream of random numbers that is none")
        streams[Context(device, int(number))] = words
    python, numpy_state = state["python"], state["numpy"]
    words, key = decoded(python["words"]), decoded(numpy_state["words"])
    at, gauss = int(numpy_state["at"]), numpy_state["gauss"]
    if (words.dtype, words.shape) != (np.uint32, (_WORDS + 1,)) or not 0 <= int(words[-1]) <= _WORDS:
        raise ValueError("the state of Python's random numbers is none")
    if (key.dtype, key.shape) != (np.uint32, (_WORDS,)) or not 0 <= at <= _WORDS:
        raise ValueError("the state of NumPy's random numbers is none")
    if not all(isinstance(value, float | None) for value in (gauss, python["gauss"])):
        raise ValueError("a normal number that was kept is none")
    seed, own = int(state["arrays"]["seed"]), (int(python["version"]), tuple(map(int, words)), python["gauss"])
    legacy = "MT19937", key, at, int(gauss is not None), gauss or 0.0
    # generators of their own, which refuse what the shared ones would
    random.Random().setstate(own)
    np.random.RandomState().set_state(legacy)

    def take_up() -> None:
        random.setstate(own)
        np.random.set_state(legacy)
        rng.set_state(seed, streams)

    return take_up

"""Random numbers in NumPy, bit by bit as JAX draws them.

A key is an array of pairs of 32-bit words (`KEY`). The generator is Threefry-2x32 with 20 rounds (Salmon and others, "Parallel
Random Numbers: As Easy as 1, 2, 3", 2011), which counts the elements of the array that is drawn.
"""

import math

import jax
import numpy as np

from .rules import RULES, Uncovered, rule

#: the element type of keys
KEY = np.dtype([("high", np.uint32), ("low", np.uint32)])
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_WORD = np.dtype(np.uint32)


def _threefry(keys, counts):
    """Two arrays of words, for `keys` and the 64-bit numbers `counts`, which are broadcast against each other."""
    if not jax.config.jax_threefry_partitionable:  # pyright: ignore[reportAttributeAccessIssue]
        raise Uncovered  # counts in another order
    high, low = keys["high"], keys["low"]
    schedule = (high, low, high ^ low ^ np.uint32(0x1BD11BDA))
    x = (counts >> np.uint64(32)).astype(_WORD) + high
    y = (counts & np.uint64(0xFFFFFFFF)).astype(_WORD) + low
    x, y = np.array(x, ndmin=1), np.array(y, ndmin=1)
    turned = np.empty_like(y)
    for turn in range(5):
        for by in _ROTATIONS[turn % 2]:
            x += y
            np.left_shift(y, np.uint32(by), out=turned)
            y >>= np.uint32(32 - by)
            y |= turned
            y ^= x
        x += schedule[(turn + 1) % 3]
        y += schedule[(turn + 2) % 3] + np.uint32(turn + 1)
    whole = np.broadcast_shapes(keys.shape, counts.shape)
    return x.reshape(whole), y.reshape(whole)


def _counted(keys, shape):
    """Words for every key and every position in `shape`."""
    counts = np.arange(math.prod(shape), dtype=np.uint64).reshape(shape)
    return _threefry(keys.reshape(keys.shape + (1,) * len(shape)), counts)


def _paired(x, y):
    keys = np.empty(x.shape, KEY)
    keys["high"], keys["low"] = x, y
    return keys


@rule("random_bits")
def _bits(keys, bit_width, shape):
    x, y = _counted(keys, shape)
    if bit_width == 64:
        return x.astype(np.uint64) << np.uint64(32) | y
    return (x ^ y).astype(f"u{bit_width // 8}")


@rule("random_split")
def _split(keys, shape):
    return _paired(*_counted(keys, shape))


@rule("random_fold_in")
def _fold_in(keys, data):
    return _paired(*_threefry(keys, data.astype(np.uint32).astype(np.uint64)))


@rule("random_wrap")
def _wrap(words, impl):
    return _paired(words[..., 0], words[..., 1])


@rule("random_unwrap")
def _unwrap(keys):
    return np.stack([keys["high"], keys["low"]], -1)


RULES["random_clone"] = lambda keys, **_: keys


def is_key(dtype) -> bool:
    """Whether this is JAX's element type of the keys that are known here."""
    return str(dtype) == "key<fry>"

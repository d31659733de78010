"""Libraries of the machine's own code that compiled programs call: oneDNN on the CPU.

Programs that are traced under `portable()` call none of them, so that they run on other machines, and without this package.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


_thread = threading.local()


@contextlib.contextmanager
def portable() -> Iterator[None]:
    """Programs that this thread traces meanwhile leave everything to XLA."""
    before, _thread.portable = is_portable(), True
    try:
        with _jax_context()(True):
            yield
    finally:
        _thread.portable = before


@contextlib.contextmanager
def for_small_arrays(kinds: int) -> Iterator[None]:
    """Programs that this thread traces meanwhile may call kernels for small arrays, too, since XLA compiles each kind of a call.

    Parameters
    ----------
    kinds : int
        How many calls differ in more than which arrays they are of.
    """
    before = kinds_of_calls()
    _thread.kinds = kinds
    try:
        yield
    finally:
        _thread.kinds = before


def kinds_of_calls() -> int:
    """What `for_small_arrays` was told; 0 outside of it."""
    return getattr(_thread, "kinds", 0)


@functools.cache
def _jax_context():
    """What keeps JAX from using functions that were traced for this machine, and the other way round."""
    import jax

    return jax.make_user_context(False)


def is_portable() -> bool:
    """Whether this thread traces a portable program."""
    return getattr(_thread, "portable", False)

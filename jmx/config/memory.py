"""The C library's allocator, tuned for arrays, and Python's collector, which waits while programs are traced."""

from __future__ import annotations

import contextlib
import gc
import os
from typing import TYPE_CHECKING

from .system.machine import c_function

if TYPE_CHECKING:
    from collections.abc import Iterator

#: seconds of a compilation that leave enough behind to be worth looking for
_LONG_COMPILATION = 0.01


def keep_freed_memory(limit=2**30, largest=2**28 + 2**25) -> bool:
    """Have the C library keep up to `limit` bytes of freed memory for the next arrays, but no array of `largest` bytes.

    Otherwise every array of more than 32 MB is new memory from the system, which costs as much time as computing it. Arrays
    that are much larger are few, mostly parameters, and would leave holes that smaller ones break up. Only with glibc, and
    not where the user has tuned its allocator. Returns whether it was done.
    """
    if any(name.startswith("MALLOC_") or name == "GLIBC_TUNABLES" for name in os.environ):
        return False
    mallopt = c_function("mallopt")
    if mallopt is None:
        return False
    threshold_of_mmap, threshold_of_trim = -3, -1
    return bool(mallopt(threshold_of_mmap, largest) and mallopt(threshold_of_trim, limit))


def return_freed_memory() -> None:
    """Give freed memory back to the system, as far as the C library can."""
    trim = c_function("malloc_trim")
    if trim is not None:
        trim(0)


def return_freed_memory_after(seconds) -> None:
    """Give freed memory back to the system after a compilation that took `seconds`.

    What a compiler leaves, and the values that parameters had before they were initialized, are holes of all sizes. The arrays of
    the first training steps would break the large ones up, and further large arrays would need new memory.
    """
    if seconds >= _LONG_COMPILATION:
        with contextlib.suppress(Exception):  # a listener of JAX's: no reason for a compilation to fail
            return_freed_memory()


@contextlib.contextmanager
def no_collections() -> Iterator[None]:
    """A scope in which Python looks for no garbage of its own accord.

    Who traces a network makes so many objects that Python goes through all that there are, JAX's among them, two or three times:
    a seventh of the time to the network's first result. Little of what tracing leaves is garbage that counting references does
    not free. Where scopes of several threads overlap, the end of the one that found Python looking has it look again.
    """
    went_on = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if went_on:
            gc.enable()

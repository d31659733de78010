"""NumPy's matrix products on one thread for a while.

A BLAS library splits even a product of 30x100x500 between all cores, and its threads spin while they wait for each other: where
cores are shared with other work, as XLA's own threads are, such a product takes a hundred times as long.
"""

import contextlib

from ...config.locks import RLock, survives_fork
from ...config.system.processes import at_fork

_lock = survives_fork(RLock())
_libraries = None
_depth = 0
_before: list = []


def _loaded():
    global _libraries
    # at the first product: finding the libraries goes through all that the process has loaded
    if _libraries is None:
        from threadpoolctl import ThreadpoolController

        _libraries = [lib for lib in ThreadpoolController().lib_controllers if lib.user_api == "blas"]
    return _libraries


class OneThread(contextlib.AbstractContextManager):
    """Context in which matrix products of NumPy use one thread; may be entered by several threads at once."""

    def __enter__(self) -> None:
        global _depth, _before
        with _lock:
            if _depth == 0:
                _before = [(lib, lib.get_num_threads()) for lib in _loaded()]
                for lib, _ in _before:
                    lib.set_num_threads(1)
            _depth += 1

    def __exit__(self, *exc: object) -> None:
        global _depth
        with _lock:
            _depth -= 1
            if _depth == 0:
                for lib, number in _before:
                    lib.set_num_threads(number)


def around(products: int) -> contextlib.AbstractContextManager[None]:
    """The context for a program that makes so many multiplications in matrix products: threads are set for these only."""
    return OneThread() if products else _NOTHING


_NOTHING = contextlib.nullcontext()


def _in_child() -> None:
    """A forked process has none of the threads that were in the context."""
    global _lock, _depth
    _lock, _depth = RLock(), 0


at_fork(after_in_child=_in_child)

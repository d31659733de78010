"""Libraries of the machine's own code that compiled programs call: oneDNN on the CPU.

Programs that are traced under `portable()` call none of them, so that they run on other machines, and without this package.
"""

import contextlib
import threading

_thread = threading.local()


@contextlib.contextmanager
def portable():
    """Programs that this thread traces meanwhile leave everything to XLA."""
    before, _thread.portable = is_portable(), True
    try:
        yield
    finally:
        _thread.portable = before


def is_portable() -> bool:
    """Whether this thread traces a portable program."""
    return getattr(_thread, "portable", False)

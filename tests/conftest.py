"""What all tests need of the process that they run in."""

import signal
import threading

# A shell that starts the tests in the background has them ignore SIGINT, and with them every process that they start. What
# programs do on Ctrl-C is among the things that are tested.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config, items):
    """Leave out what takes a machine for itself, unless it is asked for by its marker."""
    if "large" in config.getoption("markexpr"):
        return
    large = [item for item in items if item.get_closest_marker("large")]
    if large:
        config.hook.pytest_deselected(items=large)
        items[:] = [item for item in items if not item.get_closest_marker("large")]

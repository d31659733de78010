"""What all tests need of the process that they run in."""

import os
import signal
import threading

import pytest

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


def pytest_addoption(parser):
    parser.addoption(
        "--context", choices=("cpu", "gpu", "stand-in"), default="cpu",
        help="where tests run that name no context; stand-in: on gpu(0), which is a second CPU device",
    )  # fmt: skip


def pytest_configure(config):
    if config.getoption("--context") == "stand-in":
        os.environ["JMX_CPU_DEVICES"] = "2"  # read when the first array is made


@pytest.fixture(autouse=True)
def default_context(request):
    """`--context` in every test, whatever the one before has set."""
    name = request.config.getoption("--context")
    if name == "cpu":
        return
    import jmx as mx
    from jmx import context

    if request.node.get_closest_marker("on_cpu"):
        mx.test_utils.set_default_context(mx.cpu(0))
        return

    if name == "stand-in" and not context.num_gpus():
        import jax

        _, second = jax.local_devices(backend="cpu")
        context._gpus = lambda: [second]
        context._find_device.cache_clear()
    mx.test_utils.set_default_context(mx.gpu(0))

"""What all tests need of the process that they run in."""

import importlib.util
import os
import pathlib
import re
import signal
import sys
import sysconfig
import threading
import tomllib

import pytest

# A shell that starts the tests in the background has them ignore SIGINT, and with them every process that they start. What
# programs do on Ctrl-C is among the things that are tested.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


#: markers of tests that are left out unless they are asked for by -m
_ASKED_FOR = ("large", "weekly")


def pytest_collection_modifyitems(config, items):
    """Leave out what takes a machine for itself, or long, unless it is asked for by its marker."""
    left_out = [name for name in _ASKED_FOR if name not in config.getoption("markexpr")]
    others = [item for item in items if any(item.get_closest_marker(name) for name in left_out)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in set(others)]


def pytest_addoption(parser):
    parser.addoption(
        "--context", choices=("cpu", "gpu", "stand-in"), default="cpu",
        help="where tests run that name no context; stand-in: on gpu(0), which is a second CPU device",
    )  # fmt: skip
    parser.addoption(
        "--platform", choices=("windows", "macos"),
        help="run on a stand-in for another system, which simulated.py describes",
    )  # fmt: skip


def pytest_configure(config):
    if config.getoption("--platform"):
        sys.path.insert(0, os.path.dirname(__file__))
        from simulated import simulate

        simulate(config.getoption("--platform"))
    if config.getoption("--context") == "stand-in":
        os.environ["JMX_CPU_DEVICES"] = "2"  # read when the first array is made


def pytest_runtest_setup(item):
    system = item.config.getoption("--platform") or {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    for name, systems in (("not_on_windows", ("windows",)), ("on_linux", ("windows", "macos"))):
        marker = item.get_closest_marker(name)
        if marker and system in systems:
            pytest.skip(f"{system}: {marker.args[0]}")


def _without_wheels():
    """What the error of a test says that needs a library which has no wheels for this Python; None for ordinary ones."""
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        return None
    text = (pathlib.Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    names = tomllib.loads(text)["tool"]["hatch"]["metadata"]["hooks"]["custom"]["without_free_threading"]
    modules = {"opencv-python-headless": "cv2"}
    lacking = [name for name in names if importlib.util.find_spec(modules.get(name, name)) is None]
    said = [rf"No module named '{modules.get(name, name)}'|pip install {name}" for name in lacking]
    return re.compile("|".join(said)) if said else None


_LACKING = _without_wheels()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Count as left out what free-threaded Python has no wheels for: `hatch_build.py` does not ask for them there."""
    report = yield
    return _left_out(report, item.path, item.location[1], call.excinfo and str(call.excinfo.value))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """The same for a file that imports them."""
    report = yield
    return _left_out(report, collector.path, 1, str(report.longrepr))


def _left_out(report, path, line, said):
    if _LACKING is not None and report.failed and (found := _LACKING.search(said)):
        report.outcome = "skipped"
        report.longrepr = (str(path), line, f"Skipped: {found.group()}, which has no wheels for this Python")
    return report


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

"""Items that are tests: pytest collects them once, and runs those that are asked for, one by one, in one process."""

import os
import sys
import tempfile

import pytest

from .parts import PARTS, mxnet_tests
from .record import MOST_TEXT, ROOT

FOLDERS = {
    "gpu-tests": ("tests/gpu",),
    "jmx-tests": ("tests/conformance/test_conformance.py", "tests/gluon", "tests/ops", "tests/ndarray", "tests/numpy",
                  "tests/symbol", "tests/module", "tests/rnn", "tests/contrib", "tests/parallel", "tests/core"),
}  # fmt: skip
#: of MXNet's tests, those that failed on the last card without anybody having looked into them
FIRST = ("test_np_get_dtype", "test_multi_proposal_op")


class Loop:
    """A plugin of pytest: in place of its loop over all tests, one over the names that the channel brings.

    Parameters
    ----------
    part : str
        Whose tests they are.
    channel : Channel
        Where names come from and outcomes go to.
    """

    def __init__(self, part, channel):
        self.part, self.channel, self.result = part, channel, {}

    def pytest_runtest_logreport(self, report):
        """Note how a test went; what its set-up or its end says counts if its call passed."""
        if report.when == "call" or report.failed or report.skipped:
            outcome = "skipped" if report.skipped else "failed" if report.failed else "passed"
            text = "" if report.passed else report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longreprtext
            if "TIMEOUT: no result within" in text:
                outcome = "out of time"
            self.result = {"outcome": outcome} | ({"text": text[-MOST_TEXT:]} if text else {})

    def pytest_runtestloop(self, session):
        """Run the tests that are asked for."""
        found = {item.nodeid: item for item in session.items}
        if self.part == "mxnet-tests":  # the last files first: a run that was cut off had begun with the first ones
            names = [*found][::-1]
            found = {name: found[name] for name in sorted(names, key=lambda name: not found[name].name.startswith(FIRST))}
        self.channel.ready(found)
        for name in self.channel.names():
            item = found[name]
            self.result = {"outcome": "failed", "text": "pytest reported nothing"}
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            self.channel.answer(**self.result)
        return True


def serve(part, channel):
    """Run tests of a part as they are asked for."""
    arguments = ["-q", "--tb=short", "-p", "no:cacheprovider"]
    if part == "mxnet-tests":
        tests, plugin = mxnet_tests()
        sys.path.insert(0, str(plugin))
        os.environ.update(MXUP_ROOT=str(tests), MXUP_TIMEOUT=str(PARTS[part].limit - 15))
        os.environ.setdefault("MXNET_MODULE_SEED", "1")
        os.chdir(tempfile.mkdtemp())
        if channel.context == "cpu":
            _gpu_stand_in()
        arguments += ["-p", "upstream_compat_plugin", "--rootdir", str(tests), "-c", os.devnull, str(tests / "gpu")]
    else:
        arguments += ["--context", "gpu" if channel.context == "gpu" else "stand-in", *(str(ROOT / f) for f in FOLDERS[part])]
    pytest.main(arguments, plugins=[Loop(part, channel)])


def _gpu_stand_in():
    """gpu(0) is the second CPU device, as with `pytest --context stand-in`."""
    import jax

    from jmx import context

    context._gpus = lambda: [jax.local_devices(backend="cpu")[1]]
    context._find_device.cache_clear()

"""What there is to do, the most valuable first."""

import dataclasses
import os

from .record import ROOT

#: where MXNet's tests are carried to, and where compiled programs stay between calls; git ignores it
CARRIED = ROOT / "build" / "gpu_checks"
_EXACT = {"NVIDIA_TF32_OVERRIDE": "0", "XLA_FLAGS": "--xla_gpu_autotune_level=0"}


@dataclasses.dataclass(frozen=True)
class Part:
    """Items of one kind.

    Parameters
    ----------
    name : str
        Its name.
    about : str
        What its items are.
    limit : int
        Seconds that an item may take.
    module : str
        The module of this package that has `serve`.
    alone : bool
        Whether one process does its items one after the other, because they are measured.
    fresh : bool
        Whether each item needs a process of its own.
    environment : dict, optional
        Variables of its processes.
    """

    name: str
    about: str
    limit: int
    module: str
    alone: bool = True
    fresh: bool = False
    environment: dict = dataclasses.field(default_factory=dict)


class SkipItem(Exception):
    """An item that cannot be done anywhere, with the reason."""


PARTS = {
    part.name: part
    for part in (
        Part("gpu-tests", "tests/gpu: what only a GPU can show", 60, "pytest_loop", alone=False),
        Part("mxnet-tests", "MXNet's own tests/python/gpu", 60, "pytest_loop", alone=False, environment=_EXACT),
        Part("steps", "steps of small networks beside hand-written JAX, and how many programs a step starts", 60, "measured"),
        Part("examples", "examples/ with data that jmx draws", 90, "measured", alone=False),
        Part("networks", "the networks of `jmx bench` in three element types", 90, "measured"),
        Part("memory", "memory on the card, of jmx and of JAX", 90, "measured", fresh=True),
        Part("operators", "every operator of the surface beside the same program in plain JAX", 30, "measured"),
        Part("jmx-tests", "jmx's tests of operators, arrays, Gluon, ... with arrays on the GPU", 60, "pytest_loop", False,
             environment=_EXACT),
    )
}  # fmt: skip


def environment(part, context):
    """Variables of the processes that do a part's items on `context`."""
    path = [str(ROOT), str(ROOT / "compat"), os.environ.get("PYTHONPATH", "")]
    found = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
        "PYTHONUNBUFFERED": "1",
        "JMX_CACHE_DIR": str(CARRIED / "cache"),
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
        **part.environment,
    }
    if context == "cpu":
        found |= {"JAX_PLATFORMS": "cpu", "JMX_CPU_DEVICES": "2" if part.module == "pytest_loop" else "1"}
    return found


def mxnet_tests():
    """(tests/python of MXNet, folder of the plugin that runs them), as `pack` has left them; else FileNotFoundError."""
    folder = CARRIED / "mxnet"
    if not (folder / "upstream_compat_plugin.py").is_file():
        raise FileNotFoundError(
            f"MXNet's tests are not in {folder}. `python -m tools.gpu_checks pack` brings them there, on a machine that has "
            f"them; then build/gpu_checks must travel with the working tree"
        )
    return folder / "tests" / "python", folder

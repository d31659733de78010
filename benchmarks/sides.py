"""The sides of a comparison, and how a worker process of each is started."""

import dataclasses
import os
import shlex
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: what the tables call them
TITLES = {"jmx": "jmx", "mxnet": "MXNet", "jax": "JAX", "torch": "PyTorch"}


class BenchmarkError(Exception):
    """What was asked for cannot be measured or written; the text says why, and what to do."""


@dataclasses.dataclass(frozen=True)
class Side:
    """A package, or jmx of another source tree.

    Args:
        name: `jmx`, `mxnet`, `jax`, `torch`, or the folder of a source tree of jmx.
        command: what runs Python there.
        tree: the source tree whose jmx runs; None for other packages.
    """

    name: str
    command: tuple
    tree: str | None = None

    @property
    def package(self):
        """What the cases are written in: `gluon`, `jax` or `torch`."""
        return self.name if self.name in ("jax", "torch") else "gluon"

    @property
    def title(self):
        """The name in tables."""
        return title(self.name)

    def environment(self, threads, cache):
        """Return the environment of a worker with so many threads; compiled programs are kept in the folder `cache`."""
        # an installed package has its compiled files: without them every process would compile the source
        left_out = "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"
        variables = {key: value for key, value in os.environ.items() if key not in left_out}
        variables.update(OMP_NUM_THREADS=str(threads), JMX_CACHE_DIR=cache, BENCHMARK_JAX_CACHE=os.path.join(cache, "jax"))
        if self.tree:
            variables["PYTHONPATH"] = os.pathsep.join((self.tree, os.path.join(self.tree, "compat")))
        return variables


def title(name):
    """Return what tables call a side."""
    return TITLES.get(name) or os.path.basename(os.path.normpath(name))


def sides(against, mxnet, torch):
    """Return the sides of a command line, jmx first.

    Args:
        against: names separated by commas: `oracle` (or `mxnet`), `jax`, `torch`, or folders that hold a source tree of jmx.
        mxnet: command that runs Python with MXNet 1.9.1, or None.
        torch: command that runs Python with PyTorch; None for this Python.

    Raises:
        BenchmarkError: a name is unknown or occurs twice, or the command for MXNet is missing.
    """
    result = [Side("jmx", (sys.executable,), ROOT)]
    for name in filter(None, against.split(",")):
        if name in ("oracle", "mxnet"):
            if not mxnet:
                raise BenchmarkError(f"--against {name}: give --mxnet COMMAND, which runs Python with MXNet 1.9.1")
            side = Side("mxnet", tuple(shlex.split(mxnet)))
        elif name == "jax":
            side = Side("jax", (sys.executable,))
        elif name == "torch":
            side = Side("torch", tuple(shlex.split(torch)) if torch else (sys.executable,))
        elif os.path.isdir(os.path.join(name, "jmx")):
            side = Side(os.path.abspath(name), (sys.executable,), os.path.abspath(name))
        else:
            raise BenchmarkError(f"--against {name}: expected oracle, jax, torch, or a folder with a source tree of jmx")
        if side.name in {other.name for other in result}:
            raise BenchmarkError(f"--against {against}: {side.title} is there twice")
        result.append(side)
    return result

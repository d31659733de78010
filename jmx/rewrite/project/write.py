"""`to_project`: the files of a project, checked by the project's own test and written together."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

import numpy as np

from ...base import MXNetError
from ...core.serial import atomic_file, together
from ..twins.write import Written
from . import equinox_parts, flax_parts
from .contents import Contents
from .training import Training, read_training

#: runs the functions of the project's test, in a process that imports neither MXNet nor this package
_RUN = """
import runpy, sys
sys.path.insert(0, sys.argv[1])
for name, test in runpy.run_path(sys.argv[1] + "/tests/test_same.py").items():
    if name.startswith("test_"):
        test()
assert "jmx" not in sys.modules and "mxnet" not in sys.modules
"""


_LIBRARIES = {"flax": flax_parts, "equinox": equinox_parts}


class Project(NamedTuple):
    """What `to_project` wrote.

    folder     the project
    files      its files, below the folder
    training   how the program trains, as far as it was read
    notes      what is not carried over, or was chosen
    twin       the report on the network
    """

    folder: str
    files: list[str]
    training: Training
    notes: list[str]
    twin: Written

    def text(self) -> str:
        """The report in a few lines."""
        lines = [f"wrote    {os.path.join(self.folder, name)}" for name in self.files]
        lines += [f"note: {note}" for note in self.notes]
        return "\n".join([*lines, self.twin.text()])


def to_project(
    net, folder, *example_inputs, program="", names=None, about="", library="flax", check=True, force=False
) -> Project:
    """Write a project that trains and tests a network in Flax NNX or Equinox, and needs neither MXNet nor jmx.

    Parameters
    ----------
    net : HybridBlock
        With `hybrid_forward`; initialized. Its inputs are arrays, no lists of arrays.
    folder : str or path-like
        The project's folder.
    *example_inputs : NDArray, jax.Array, numpy.ndarray or jax.ShapeDtypeStruct
        Inputs as the network takes them, for their shapes.
    program : str
        The source of the Gluon program, whose loss, optimizer, batch size and number of epochs are taken where it tells them.
        The rest has defaults, which the project's README.md names.
    names : dict, optional
        What names of the program's module stand for, for losses of its own.
    about : str
        The program's name, for the texts.
    library : str, default "flax"
        "flax" or "equinox".
    check : bool, default True
        Whether to run the network in a process of its own, and the project's test, before anything is written.
    force : bool, default False
        Whether files that are there are overwritten.

    Returns
    -------
    Project

    Raises
    ------
    MXNetError
        The network has no twin, files are there already, the project's test fails, or `check` is on and the library is not
        installed. Nothing was written then.

    Examples
    --------
    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(8, activation="relu"), mx.gluon.nn.Dense(2))
    >>> net.initialize(mx.init.Xavier())
    >>> report = to_project(net, folder / "new", mx.nd.ones((4, 3)), check=False)
    >>> report.files[:4]
    ['README.md', 'convert.py', 'data.py', 'loss.py']
    >>> report.training.optimizer.text
    "adam, {'learning_rate': 0.001}"
    """
    folder = os.fspath(folder)
    if any(isinstance(one, (list, tuple)) for one in example_inputs):
        raise MXNetError(
            "the network takes lists of arrays, and a project's training loop takes arrays; --to flax writes the network"
        )
    if library not in _LIBRARIES:
        raise MXNetError(f"library must be one of {', '.join(_LIBRARIES)}, got {library!r}")
    training = read_training(program, names or {})
    made = Contents(net, example_inputs, training, os.path.basename(os.path.abspath(folder)), about, check, _LIBRARIES[library])
    files = made.files()
    there = [name for name in files if os.path.exists(os.path.join(folder, name))]
    if there and not force:
        raise MXNetError(f"{folder} has {', '.join(there)} already; --force overwrites, -o writes elsewhere")
    with tempfile.TemporaryDirectory() as place:
        _write(place, files)
        if check:
            _tested(place)
    _write(folder, files)
    return Project(folder, sorted(files), training, made.notes, Written([], made.twin.difference, made.twin.scale))


def _write(folder, files):
    """Write all files, or none."""
    for name in files:
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with together():
        for name, content in files.items():
            with atomic_file(os.path.join(folder, name)) as file:
                if isinstance(content, dict):
                    np.savez(file, **content)
                else:
                    file.write(content.encode())


def _tested(folder):
    """Run the project's test."""
    done = subprocess.run([sys.executable, "-c", _RUN, folder], capture_output=True, text=True, timeout=600, cwd=folder)
    if done.returncode:
        said = [line for line in done.stderr.strip().splitlines() if line.strip()]
        errors = [line for line in said if re.match(r"[\w.]*(Error|Exception)\b", line)]
        raise MXNetError(f"The project's test fails: {(errors or said or ['no message'])[-1]}")


__all__ = ["Project", "to_project"]

"""`to_flax` and `to_equinox`: a Gluon network as a Python file, with its weights, checked by running the file."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

import numpy as np

from ... import autograd
from ...base import MXNetError
from ...core.serial import atomic_file
from ...gluon.structure import _flatten, _regroup
from ...jax._sources import block_leaves, example_of
from .equinox_target import EQUINOX
from .flax_target import FLAX
from .source import Source, network_source
from .structure import Part, structure_of
from .target import Target


class Written(NamedTuple):
    """What `to_flax` wrote.

    files        the source and the weights
    difference   the largest difference of the outputs, absolute; None if they were not compared
    scale        the largest absolute value among the Gluon network's outputs
    """

    files: list[str]
    difference: float | None
    scale: float | None

    def text(self) -> str:
        """The report in a few lines."""
        lines = [f"wrote    {path}" for path in self.files]
        if self.difference is None:
            lines.append("The outputs were not compared.")
        else:
            lines.append(f"largest difference from the Gluon network: {self.difference:.3g} (values up to {self.scale:.3g})")
        return "\n".join(lines)


def to_flax(net: Any, path: Any, *example_inputs: Any, check: bool = True) -> Written:
    """Write a Gluon network as source code for Flax NNX, with its weights.

    Parameters
    ----------
    net : HybridBlock
        With `hybrid_forward`; initialized.
    path : str or path-like
        The file to write, ending in `.py`. The weights go beside it, to a file ending in `.npz`.
    *example_inputs : NDArray, jax.Array, numpy.ndarray or jax.ShapeDtypeStruct, or nested lists of them
        Inputs as the network takes them, for their shapes.
    check : bool, default True
        Whether to run the file in a process of its own, on the example inputs' shapes, and compare the outputs.

    Returns
    -------
    Written

    Raises
    ------
    MXNetError
        Some layers or operators have no twin (all of them are listed, with their places), the file does not run, it computes
        something else, or Flax is not installed and `check` is on. Nothing was written then.

    Examples
    --------
    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(8, activation="relu"), mx.gluon.nn.Dense(2))
    >>> net.initialize(mx.init.Xavier())
    >>> report = to_flax(net, folder / "net.py", mx.nd.ones((4, 3)))
    >>> report.difference < 1e-6
    True
    """
    return _to_file(net, path, example_inputs, check, FLAX)


def to_equinox(net: Any, path: Any, *example_inputs: Any, check: bool = True) -> Written:
    """Write a Gluon network as source code for Equinox, with its weights.

    Parameters
    ----------
    net, path, *example_inputs, check
        As for `to_flax`. Arrays have the axes that they have in MXNet.

    Returns
    -------
    Written

    Raises
    ------
    MXNetError
        As `to_flax`; also where a parameter or a layer with parameters stands in several places.

    Examples
    --------
    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(8, activation="relu"), mx.gluon.nn.Dense(2))
    >>> net.initialize(mx.init.Xavier())
    >>> report = to_equinox(net, folder / "net.py", mx.nd.ones((4, 3)), check=False)
    >>> "eqx.nn.Linear(3, 8, key=next(keys))" in (folder / "net.py").read_text()
    True
    """
    return _to_file(net, path, example_inputs, check, EQUINOX)


def _to_file(net, path, example_inputs, check, target):
    path = os.fspath(path)
    if not path.endswith(".py"):
        raise MXNetError(f"expected the path of a Python file, such as net.py, got {path}")
    npz = path[:-3] + ".npz"
    twin = twin_of(net, os.path.basename(npz), example_inputs, check, target)
    compile(twin.source.text, path, "exec")
    with atomic_file(npz) as file:
        weights: Any = twin.weights  # NumPy's stub takes any value for `allow_pickle`
        np.savez(file, **weights)
    with atomic_file(path, "w") as file:
        file.write(twin.source.text)
    return Written([path, npz], twin.difference, twin.scale)


class Twin(NamedTuple):
    """A network as source, in memory.

    source       the text and what is known of it
    weights      the arrays that it takes, by their names in files
    root         the structure of the network
    values       arrays for the inputs, in one list, as the Gluon network takes them
    expected     what the Gluon network computes of them, in one list
    difference, scale
                 as in `Written`
    """

    source: Source
    weights: dict[str, np.ndarray]
    root: Part
    values: list[np.ndarray]
    expected: list[np.ndarray]
    difference: float | None
    scale: float | None


def twin_of(net, weights_name, example_inputs, check, target: Target, draw=None) -> Twin:
    """The twin of a network, compared if `check` is on.

    Parameters
    ----------
    net, example_inputs, check
        As for `to_flax`.
    weights_name : str
        The name of the file of weights that the text names.
    target : Target
        The library.
    draw : function, optional
        Makes the values of an input: of its number, the example and a generator of random numbers.
    """
    if not example_inputs:
        raise MXNetError("example inputs are needed: their shapes are those of the network that is written")
    if check and importlib.util.find_spec(target.package) is None:
        how = f"{target.install}, or do without (--no-check)"
        raise MXNetError(f"{target.title} is not installed, which runs what is written: {how}")
    given, nesting = _flatten([example_of(x) for x in example_inputs], "input")
    random = np.random.default_rng(0)
    values = [(draw or _drawn)(number, x, random) for number, x in enumerate(given)]
    arrays = _regroup([example_of(value) for value in values], nesting)
    with autograd.predict_mode():
        net(*_regroup(given, nesting))
        expected = [out.asnumpy() for out in _flatten(net(*arrays), "output")[0]]
    root = structure_of(net, arrays)
    leaves = {".".join(place): leaf for place, leaf in block_leaves(net).items()}
    source = network_source(root, weights_name, {id(leaf.holder): name for name, leaf in leaves.items()}, target)
    if source.problems:
        listed = "\n".join(f"  {place}: {what}" for place, what in source.problems)
        where = f"These parts of the network have no twin in {target.title}"
        raise MXNetError(f"{where}:\n{listed}\njmx.nn.from_jax and jmx.to_jax mix both.")
    weights = {name: leaves[name].array.asnumpy() for name, _, _ in source.weights}
    difference = scale = None
    if check:
        difference, scale = _compare(source, weights, values, nesting, expected, target)
    return Twin(source, weights, root, values, expected, difference, scale)


def _drawn(number, example, random):
    """Values of an input: numbers between -1 and 1, or the example itself where it is no array of floating-point numbers."""
    return random.uniform(-1, 1, example.shape).astype(example.dtype) if _is_float(example) else example.asnumpy()


def _is_float(array):
    return np.dtype(array.dtype).kind == "f"


def _compare(source, weights, values, nesting, expected, target):
    """(largest difference, largest value) of what the source computes in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ("twin.py", "weights.npz", "inputs.npz", "outputs.npz")]
        with open(files[0], "w", encoding="utf-8") as file:
            file.write(source.text)
        np.savez(files[1], **weights)
        given = [np.moveaxis(value, 1, -1) if image else value for value, image in zip(values, source.images)]
        named: dict[str, Any] = {f"input{i:03}": value for i, value in enumerate(given)}
        np.savez(files[2], **named)
        numbers = json.dumps(_regroup(list(range(len(given))), nesting))
        done = subprocess.run([sys.executable, "-c", target.run, *files, numbers], capture_output=True, text=True, timeout=600)
        if done.returncode:
            said = done.stderr.strip().splitlines()
            errors = [line for line in said if re.match(r"[\w.]+(Error|Exception|Warning)\b", line)]
            raise MXNetError(f"The written network does not run: {(errors or said or ['no message'])[-1]}")
        with np.load(files[3]) as outs:
            found = [outs[name] for name in outs]
    difference, scale = 0.0, 0.0
    if len(found) != len(expected):
        raise MXNetError(f"The written network has {len(found)} outputs, the Gluon network {len(expected)}.")
    for one, other in zip(found, expected):
        if other.ndim == 4 and target.channels_last:
            one = np.moveaxis(one, -1, 1)
        if one.shape != other.shape:
            raise MXNetError(f"The written network computes the shape {one.shape}, the Gluon network {other.shape}.")
        if other.size:
            difference = max(difference, float(np.abs(one.astype(np.float64) - other).max()))
            scale = max(scale, float(np.abs(other).max()))
    if not difference <= 1e-3 * max(scale, 1e-30):
        raise MXNetError(
            f"The written network computes something else: outputs differ by {difference:.3g}, values up to {scale:.3g}."
        )
    return difference, scale


__all__ = ["Written", "to_equinox", "to_flax"]

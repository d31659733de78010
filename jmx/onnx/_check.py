"""An ONNX file compared with the network that it was written from: both run on the same numbers."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import ndarray
from ..base import MXNetError
from ..context import cpu
from ..core.declare.dtype import bfloat16
from ..core.graph.nodes import output_name
from ..symbol import Symbol

#: how far outputs may differ, relative to the largest number of an output, by its element type
_TOLERANCE = {"float64": 1e-6, "float32": 1e-3, "float16": 2e-2, "bfloat16": 1e-1}
#: the same where numbers become 8-bit integers on the way: those that lie between two of them may become either
_TOLERANCE_OF_INTEGERS = 0.1


@dataclasses.dataclass(frozen=True)
class Output:
    """One output of the file: its name, shape (None or a name for open dimensions), element type and differences."""

    name: str
    shape: tuple[int | str | None, ...]
    dtype: str
    largest_difference: float | None = None
    largest_relative_difference: float | None = None


@dataclasses.dataclass(frozen=True)
class Report:
    """What was written, and how far its outputs are from the network's.

    Attributes
    ----------
    path : str
        The file.
    opset : int
        The version of ONNX's operators.
    nodes : int
        How many ONNX nodes the graph has.
    outputs : list of Output
        Names, shapes, types, and the differences of each.
    largest_difference : float or None
        The largest absolute difference of an element from the network's own; None if the file was not run.
    largest_relative_difference : float or None
        The same, divided by the largest magnitude in that output.
    checked : str
        With what the file was run, or why it was not.
    """

    path: str
    opset: int
    nodes: int
    outputs: list[Output]
    largest_difference: float | None
    largest_relative_difference: float | None
    checked: str

    def text(self) -> str:
        """The report as lines of text."""
        lines = [f"{self.path}: {self.nodes} nodes, opset {self.opset}"]
        for output in self.outputs:
            shape = ", ".join("?" if n is None else str(n) for n in output.shape)
            line = f"  {output.name} ({shape}) {output.dtype}"
            if output.largest_difference is not None:
                line += f": differs by {output.largest_difference:.2g} at most"
                line += f", relative to its largest number by {output.largest_relative_difference:.2g}"
            lines.append(line)
        lines.append(f"  {self.checked}")
        return "\n".join(lines)

    __str__ = text


def run_network(entries, arrays: Mapping[str, np.ndarray], inputs: Mapping[str, np.ndarray], others) -> list[np.ndarray]:
    """The outputs of a graph in inference, by jmx; `others` are the shapes of labels, which are zeros."""
    symbol = Symbol(list(entries))

    def given(name):
        array = inputs.get(name, arrays.get(name))
        array = np.zeros(others[name], np.float32) if array is None else array
        return ndarray.array(array, dtype=array.dtype)

    args, aux = ([given(name) for name in names] for names in (symbol.list_arguments(), symbol.list_auxiliary_states()))
    executor = symbol.bind(cpu(), args, grad_req="null", aux_states=aux)
    return [output.asnumpy() for output in executor.forward(is_train=False)]


def example(shape, dtype, seed) -> np.ndarray:
    """Numbers for an input: normally distributed, small whole ones for integers."""
    random = np.random.default_rng(seed)
    if dtype.kind in "iub":
        return random.integers(0, 2 if dtype == np.bool_ else 4, shape).astype(dtype)
    return random.standard_normal(shape).astype(dtype)


def compare(
    path, entries, arrays, feeds: list[dict[str, np.ndarray]], labels: list[dict[str, tuple[int, ...]]]
) -> tuple[list[tuple[float, float]] | None, str]:
    """(absolute and relative difference of each output, the worst of all feeds; with what) of a file and its network.

    `labels` are, for each of the feeds, the shapes of what only training needs.

    Raises
    ------
    MXNetError
        onnxruntime cannot load the file for another reason than a kernel that it lacks, or results differ in shape.
    """
    try:
        import onnxruntime
    except ImportError:
        return None, "not run: onnxruntime is not installed (pip install onnxruntime)"
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    # sums of products of 8-bit integers are not cut off at 16 bits where processors have no better instructions
    options.add_session_config_entry("session.x64quantprecision", "1")
    with_what = f"compared with jmx by onnxruntime {onnxruntime.__version__}"
    try:
        session = onnxruntime.InferenceSession(os.fspath(path), options, providers=["CPUExecutionProvider"])
        every = [session.run(None, {i.name: feed[i.name] for i in session.get_inputs()}) for feed in feeds]
    except Exception as error:
        if "NOT_IMPLEMENTED" in str(error) or "not support" in str(error) or _half(arrays, feeds):
            return None, f"not run: onnxruntime {onnxruntime.__version__} does not compute this type: {_first_line(error)}"
        raise MXNetError(f"onnxruntime refuses the file: {error}. Please report it with the network.") from None
    worst: list[tuple[float, float]] = []
    for feed, others, results in zip(feeds, labels, every):
        wanted = run_network(entries, arrays, feed, others)
        found = [difference(*pair) for pair in zip(wanted, results)]
        worst = [(max(a, c), max(b, d)) for (a, b), (c, d) in zip(worst or found, found)]
    return worst, with_what


def _half(arrays, feeds):
    return any(x.dtype == bfloat16 for group in (arrays, *feeds) for x in group.values())


def _first_line(error):
    return str(error).strip().splitlines()[0][:200]


def difference(wanted: np.ndarray, got: Any) -> tuple[float, float]:
    """(largest absolute difference, the same relative to the largest magnitude); equal infinities and NaN do not differ."""
    got = np.asarray(got)
    if wanted.shape != got.shape:
        raise MXNetError(f"The file gives an output of the shape {got.shape}, the network {wanted.shape}. Please report it.")
    if not wanted.size:
        return 0.0, 0.0
    a, b = (np.asarray(x, np.float64) for x in (wanted, got))
    alike = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(invalid="ignore"):
        apart = np.where(alike, 0.0, np.abs(a - b))
    if np.isnan(apart).any():
        return float("inf"), float("inf")
    largest = float(apart.max())
    finite = a[np.isfinite(a)]
    scale = float(np.abs(finite).max()) if finite.size else 0.0
    return largest, largest / scale if scale else largest


def refuse_differences(path, entries, found, dtypes, on_integers) -> None:
    """Raise MXNetError if an output differs by more than its element type explains, or than 8-bit integers on the way do."""
    for entry, (largest, relative), dtype in zip(entries, found, dtypes):
        allowed = max(_TOLERANCE.get(np.dtype(dtype).name, 0.0), _TOLERANCE_OF_INTEGERS if on_integers else 0.0)
        if relative > allowed and largest > allowed:
            raise MXNetError(
                f"The ONNX form of this network computes something else: output {output_name(entry)} differs by {largest:.3g} "
                f"from the network's own, {relative:.3g} of its largest number; {allowed:g} is allowed. {path} was not written; "
                "check=False writes it nevertheless. If the network draws random numbers or chooses between equal numbers, "
                "this is no error; otherwise please report it."
            )

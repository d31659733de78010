"""What can be computed when a file is read: shapes, and operators of constants, by ONNX's own reference implementation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._forms import Form, Unsupported
from ._reading import library
from ._values import same

#: so many elements constants may have that small results are computed of, and results
_SMALL, _RESULT = 2**16, 2**24


def fold(form: Form, node, given, attributes, opset: int) -> list[tuple[np.ndarray, np.ndarray]] | None:
    """The outputs of a node in both samples, or None where it is to become an operator of the graph.

    Parameters
    ----------
    form : Form
    node : onnx.NodeProto
    given : list of Value or None
        Its inputs.
    attributes : dict
    opset : int
    """
    if form.folds is None or not given:
        return None
    if any(value is not None and (value.arrays is None or value.weight and form.folds != "always") for value in given):
        return None
    samples = [[None if value is None else value.arrays[s] for value in given] for s in (0, 1)]
    if not all(_is_small(form, arrays, attributes) for arrays in samples):
        return None
    first = _evaluate(node, samples[0], opset)
    if all(a is b or a is None or (b is not None and same(a, b)) for a, b in zip(*samples)):
        return [(array, array) for array in first]
    return list(zip(first, _evaluate(node, samples[1], opset)))


def _is_small(form: Form, arrays, attributes) -> bool:
    sizes = [array.size for array in arrays if array is not None]
    if form.folds in ("linear", "always"):
        return True
    if callable(form.folds):
        count: Any = form.folds(*arrays, **attributes)
        return bool(count <= _RESULT)
    return sum(sizes) <= _SMALL and math.prod(max(n, 1) for n in sizes) <= _RESULT**2 and _joined(arrays) <= _RESULT


def _joined(arrays) -> int:
    try:
        return math.prod(np.broadcast_shapes(*[array.shape for array in arrays if array is not None]))
    except ValueError:
        return 0


def _evaluate(node, arrays, opset) -> list[np.ndarray]:
    from onnx.reference import ReferenceEvaluator

    helper = library().helper
    names = [f"i{i}" if array is not None else "" for i, array in enumerate(arrays)]
    outputs = [f"o{i}" for i in range(len(node.output))]
    alone = helper.make_node(node.op_type, names, outputs)
    alone.attribute.extend(node.attribute)
    try:
        with np.errstate(all="ignore"):
            found = ReferenceEvaluator(alone, opsets={"": opset}).run(
                None, {name: array for name, array in zip(names, arrays) if array is not None}
            )
    except Exception as error:  # whatever a wrong model makes NumPy raise
        raise Unsupported(f"it cannot be computed of its constants: {type(error).__name__}: {error}") from None
    return [np.asarray(array) for array in found]

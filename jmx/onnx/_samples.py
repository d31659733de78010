"""Shapes of a graph whose inputs have open dimensions: inferred twice, with other sizes for these."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..base import MXNetError
from ..core.graph import dtypes as inference
from ..core.graph.nodes import Node, topo
from ..symbol._inference import hint
from ._builder import Value

#: sizes that open dimensions of unknown size get in the first sample, by whether they are one of an image's: in this order
_SMALL, _LARGE = (2, 3, 5, 7, 11, 13), (64, 96, 128, 160)
_LARGER = 224
#: what a dimension is increased by in the second sample, from this size on
_IMAGE, _STEP = 32, 32

Shape = tuple[int, ...]
#: a shape in which None or a name stands for an open dimension
OpenShape = tuple[int | str | None, ...]


class Samples:
    """What is known of a graph's entries.

    dimensions    {(size, size) in the two samples: name} of the inputs' open dimensions
    inputs        {name: (shape, shape)} of the graph's inputs in the samples
    """

    def __init__(self, shapes, dtypes, dimensions, inputs) -> None:
        self._shapes, self._dtypes = shapes, dtypes
        self.dimensions: dict[tuple[int, int], str] = dimensions
        self.inputs: dict[str, tuple[Shape, Shape]] = inputs

    @classmethod
    def of_body(cls, entries, leaves: Mapping[Node, Value]) -> Samples:
        """Those of a graph whose variables have these shapes and types."""
        order, dtypes = topo(entries), {node: value.dtype for node, value in leaves.items()}
        found = [
            inference.infer(entries, {node: value.samples[i] for node, value in leaves.items()}, dtypes, hint, order)
            for i in range(2)
        ]
        return cls((found[0][0], found[1][0]), found[0][1], {}, {})

    def value(self, entry) -> Value:
        """A value without name, of the type and shape that an entry of the graph has."""
        first, second = (sample[entry] for sample in self._shapes)
        dtype = self._dtypes[entry]
        if first is None or second is None or -1 in first or -1 in second or dtype is None:
            raise MXNetError(
                f"The shape or element type of {entry[0].name!r} does not follow from the inputs' and the parameters'. Give the "
                "shapes of all inputs (in_shapes, input_shapes), and all parameters."
            )
        return Value("", dtype, first, second)

    def labels(self, known) -> list[dict[str, Shape]]:
        """In both samples, the shapes of the variables that are not `known`."""
        return [
            {node.name: shape for (node, _), shape in sample.items() if node.op is None and node.name not in known}
            for sample in self._shapes
        ]


class _Graph(NamedTuple):
    entries: list[tuple[Node, int]]
    order: list[Node]
    arrays: Mapping[str, np.ndarray]
    dtypes: dict[str, np.dtype]

    def infer(self, inputs: Mapping[str, Shape]) -> Any:
        """(shapes, element types) of all entries for inputs of these shapes."""
        leaves = [node for node in self.order if node.op is None]
        shapes, dtypes = {}, {}
        for node in leaves:
            if node.name in self.arrays:
                shapes[node], dtypes[node] = self.arrays[node.name].shape, self.arrays[node.name].dtype
            elif node.name in inputs:
                shapes[node], dtypes[node] = tuple(inputs[node.name]), self.dtypes[node.name]
        return inference.infer(self.entries, shapes, dtypes, hint, self.order)


def take(
    entries,
    arrays: Mapping[str, np.ndarray],
    shapes: Mapping[str, OpenShape],
    dtypes: Mapping[str, np.dtype],
    examples: Mapping[str, Shape] | None = None,
) -> Samples:
    """Infer shapes and types, with two sizes for each open dimension.

    Parameters
    ----------
    entries : list of (Node, int)
        The graph.
    arrays : dict of str to numpy.ndarray
        Values of parameters.
    shapes : dict of str to tuple
        Of the inputs; None or a name for open dimensions.
    dtypes : dict of str to numpy.dtype
        Of the inputs.
    examples : dict of str to tuple of int
        Shapes that the network takes, without open dimensions.

    Raises
    ------
    MXNetError
        The shapes do not fit the network, or dimensions cannot be open.
    """
    graph = _Graph(list(entries), topo(entries), arrays, dict(dtypes))
    places = [(name, axis) for name, shape in shapes.items() for axis, n in enumerate(shape) if not isinstance(n, int)]
    if not places:
        given: Any = dict(shapes)
        found, kinds = graph.infer(given)
        return Samples((found, found), kinds, {}, {name: (shape, shape) for name, shape in given.items()})
    failure: MXNetError | None = None
    for tied in (_by_name, _by_axis):
        for first, second, symbols in _sizes(shapes, places, examples or {}, tied):
            try:
                (found, kinds), (other, _) = graph.infer(first), graph.infer(second)
            except MXNetError as error:
                failure = failure or error
                continue
            dimensions = {(first[n][i], second[n][i]): symbols[n, i] for n, i in reversed(places)}
            return Samples((found, other), kinds, dimensions, {name: (first[name], second[name]) for name in shapes})
    listed = ", ".join(f"dimension {axis} of {name!r}" for name, axis in places)
    raise MXNetError(f"The network does not take inputs of several sizes in {listed}; give them a size. It says: {failure}")


def openable(entries, arrays, examples: Mapping[str, Shape], dtypes) -> dict[str, OpenShape]:
    """The shapes `examples` with as many open dimensions as the network lets vary."""
    graph = _Graph(list(entries), topo(entries), arrays, dict(dtypes))
    shapes: dict[str, list] = {name: list(shape) for name, shape in examples.items()}
    groups: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for name, shape in examples.items():
        for axis, size in enumerate(shape):
            groups.setdefault((axis, size), []).append((name, axis))
    graph.infer(examples)  # a wrong shape is an error, not a dimension that has to stay
    for (_, size), places in groups.items():
        for together in [[place] for place in places] + ([places] if len(places) > 1 else []):
            changed = {
                n: tuple(size + _step(size) if (n, i) in together else m for i, m in enumerate(s)) for n, s in examples.items()
            }
            try:
                graph.infer(changed)
            except MXNetError:
                continue
            for name, axis in together:
                shapes[name][axis] = None
    return {name: tuple(shape) for name, shape in shapes.items()}


def _by_name(place, shape_of) -> Any:
    """Dimensions of one name are one; those without a name are all different."""
    name, axis = place
    return shape_of[name][axis] or place


def _by_axis(place, shape_of) -> Any:
    """Dimensions without a name are one if they are the same axis of their inputs."""
    name, axis = place
    return shape_of[name][axis] or axis


def _step(size, index=0):
    return _STEP * (1 + index) if size >= _IMAGE else 1 + index


def _sizes(shapes, places, examples, tied: Callable[..., Any]):
    """Pairs of samples to try: ({input: shape}, {input: shape}, {place: name of the dimension})."""
    keys = list(dict.fromkeys(tied(place, shapes) for place in places))
    labels = {key: key if isinstance(key, str) else None for key in keys}
    for place in places:
        key = tied(place, shapes)
        labels[key] = labels[key] or f"{place[0]}_dim{place[1]}"
    spots = {key: next(p for p in places if tied(p, shapes) == key) for key in keys}
    for small, enlarge in itertools.product((True, False), ("add", "multiply")):
        first, second = {}, {}
        for index, key in enumerate(keys):
            name, axis = spots[key]
            if name in examples:
                size = examples[name][axis]
            elif axis >= 2 and len(shapes[name]) >= 4:
                size = _LARGE[index % len(_LARGE)] if small else _LARGER + 32 * index
            else:
                size = _SMALL[index % len(_SMALL)]
            first[key] = size
            second[key] = size + _step(size, index) if enlarge == "add" else size * (2 + index)
        filled = [
            {name: _filled(name, shape, sample, tied, shapes) for name, shape in shapes.items()} for sample in (first, second)
        ]
        yield filled[0], filled[1], {place: labels[tied(place, shapes)] for place in places}


def _filled(name, shape, sample, tied, shapes):
    return tuple(size if isinstance(size, int) else sample[tied((name, axis), shapes)] for axis, size in enumerate(shape))

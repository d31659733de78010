"""`autograd.Function` inside graphs: a node that calls a copy of the function each time it runs."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import numpy as np

from ..base import MXNetError
from ..context import cpu
from ..core.run.storage import ArrayBase
from ..ndarray import zeros
from ..ops.custom import CREATORS
from ..symbol import Custom, Symbol

_numbers = itertools.count()


class DescribedFunction:
    """What graphs ask of an operator (see `Described`), answered for a function: by running it on zeros."""

    states = ()

    def __init__(self, op_type: Any, function: Any, count: Any) -> None:
        self.op_type, self.function = op_type, function
        self.arguments = [f"data{i}" for i in range(count)]
        n_outputs = getattr(function, "num_outputs", 1)
        self.outputs = ["output"] if n_outputs == 1 else [f"output{i}" for i in range(n_outputs)]
        self.needed = frozenset(range(n_outputs))
        self._seen: dict = {}

    def call(self, inputs: Any) -> Any:
        """The outputs, as a list, recorded where autograd records."""
        function = copy.copy(self.function)
        function._used = False
        result = function(*inputs)
        outs = [result] if isinstance(result, ArrayBase) else list(result)
        if len(outs) != len(self.outputs):
            raise MXNetError(
                f"{type(function).__name__}.forward returned {len(outs)} arrays; inside graphs its attribute num_outputs "
                f"declares their number, which is {len(self.outputs)}."
            )
        return outs

    def _tried(self, shapes, dtypes):
        key = tuple(shapes), tuple(dtypes)
        if key not in self._seen:
            from .. import autograd

            with autograd.pause():
                outs = self.call([zeros(s, cpu(), t or np.float32) for s, t in zip(shapes, dtypes)])
            self._seen[key] = [(tuple(o.shape), np.dtype(o.dtype)) for o in outs]
        return self._seen[key]

    def infer_shape(self, shapes: Any) -> Any:
        """(shapes of the arguments, of the outputs); None where unknown."""
        if any(s is None or -1 in s for s in shapes):
            return list(shapes), [None] * len(self.outputs)
        return list(shapes), [s for s, _ in self._tried(shapes, [None] * len(shapes))]

    def infer_type(self, dtypes: Any) -> Any:
        """(types of the arguments, of the outputs): all are those of the first argument, unless zeros have shown better."""
        for (_, seen), outs in self._seen.items():
            if list(seen) == list(dtypes):
                return list(dtypes), [t for _, t in outs]
        return list(dtypes), [dtypes[0] if dtypes else None] * len(self.outputs)


def as_symbol(function: Any, inputs: Any) -> Any:
    """A symbol of `function` (an autograd.Function) on symbols; a list of symbols if its num_outputs is not 1."""
    for x in inputs:
        if not isinstance(x, Symbol):
            raise TypeError(
                f"{type(function).__name__} was called with symbols, so that all its inputs must be symbols, not a "
                f"{type(x).__name__}; keep other values as attributes of the object."
            )
    name = f"{type(function).__qualname__}-{next(_numbers)}"
    CREATORS[name] = lambda attrs: DescribedFunction(name, function, len(inputs))
    outputs = Custom(*inputs, op_type=name)
    return outputs if len(outputs) == 1 else list(outputs)

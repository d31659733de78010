"""Sizes that no machine can hold, refused before XLA sees them.

XLA ends the process where a number of bytes does not fit into 64 bits. A program is looked at once, after it was traced for new
shapes and before it is lowered: its results, everything that it makes on the way, and images as windows see them, with their
padding and dilation.
"""

from __future__ import annotations

import threading
from typing import Any

import jax

from ...base import MXNetError
from ..declare.sizes import fits, too_large
from ..declare.x64 import MOST_IN_32_BITS, elements, known


class _Search(threading.local):
    #: whether this thread traces a graph again to learn which operator makes what is too large
    on = False


search = _Search()


def equations(jaxpr):
    """The equations of a traced program and of those that it calls."""
    for equation in jaxpr.eqns:
        yield equation
        for value in equation.params.values():
            for inner in value if isinstance(value, (tuple, list)) else (value,):
                inner = getattr(inner, "jaxpr", inner)
                if hasattr(inner, "eqns"):
                    yield from equations(inner)


def looked_at(jaxpr) -> tuple[Any, ...]:
    """Whether a traced program makes an array of more than 2^31 - 1 elements, and the (shape, type) of one that is too large."""
    large = False
    for equation in equations(jaxpr):
        for v in equation.outvars:
            shape = getattr(v.aval, "shape", ())
            count = elements(shape)
            large = large or count > MOST_IN_32_BITS
            # an array without elements may still have sizes whose product overflows in XLA
            if (count > MOST_IN_32_BITS or not count) and not fits(shape, v.aval.dtype):
                return large, (shape, v.aval.dtype)
        window = _WINDOWS.get(equation.primitive.name)
        if window is not None:
            aval = equation.invars[0].aval
            for shape in window(equation):
                if not fits(shape, aval.dtype):
                    return large, (shape, aval.dtype)
    return large, None


def _stretched(sizes, steps, padding=()):
    """Sizes with steps between elements, and with what is added at both ends; 1 for sizes that are open."""
    steps = steps or (1,) * len(sizes)
    padding = padding or ((0, 0),) * len(sizes)
    return tuple(
        [
            max((n - 1) * step + 1, 0) + max(low, 0) + max(high, 0) if known([n, low, high]) == [n, low, high] else 1
            for n, step, (low, high) in zip(sizes, steps, padding)
        ]
    )


def _convolution(equation):
    """An image and a filter of a convolution as it sees them."""
    params = equation.params
    numbers = params["dimension_numbers"]
    image, weights = [v.aval.shape for v in equation.invars[:2]]
    around = [image[i] for i in numbers.lhs_spec[:2]], [image[i] for i in numbers.lhs_spec[2:]]
    within = [weights[i] for i in numbers.rhs_spec[:2]], [weights[i] for i in numbers.rhs_spec[2:]]
    yield (*around[0], *_stretched(around[1], params["lhs_dilation"], params["padding"]))
    yield (*within[0], *_stretched(within[1], params["rhs_dilation"]))


def _window(equation):
    """An array and a window on it as a reduction sees them."""
    params = equation.params
    yield _stretched(equation.invars[0].aval.shape, params.get("base_dilation"), params["padding"])
    yield _stretched(params["window_dimensions"], params.get("window_dilation"))


#: by primitive, the shapes that it works with besides those of its results
_WINDOWS = {
    "conv_general_dilated": _convolution,
    **dict.fromkeys(
        ["reduce_window", "reduce_window_sum", "reduce_window_max", "reduce_window_min", "select_and_gather_add"], _window
    ),
}


def run_error(name, error) -> MXNetError:
    """The error for a program that failed while it ran: no memory left, or an error raised by a check that runs on the host."""
    _, separator, text = str(error).rpartition("MXNetError: ")
    if separator:
        return MXNetError(text.split("\n")[0])
    advice = " Take smaller batches or shapes, or free arrays." if "RESOURCE_EXHAUSTED" in str(error) else ""
    return MXNetError(f"Error in operator {name}: {error}{advice}")


def check_results(name, arrays) -> None:
    """Raise MXNetError if one of the results of an operator that is traced or run is too large."""
    for a in arrays:
        if not fits(a.shape, a.dtype):
            raise too_large(name, a.shape, a.dtype)


def makes_large(traced, name, again) -> bool:
    """Whether a traced program makes an array of more than 2^31 - 1 elements; raises MXNetError if one is too large.

    name    what the program is
    again   traces it once more; in a graph the operators are then looked at one by one, so that the error names one
    """
    large, found = looked_at(traced.jaxpr.jaxpr)
    if found is not None:
        search.on = True
        try:
            again()
        finally:
            search.on = False
        raise too_large(name, *found)
    return large


def check_alone(name, function, *arrays) -> None:
    """Raise MXNetError if an operator of a graph, a function of arrays, makes something too large."""
    found = looked_at(jax.make_jaxpr(function)(*arrays).jaxpr)[1]
    if found is not None:
        raise too_large(name, *found)

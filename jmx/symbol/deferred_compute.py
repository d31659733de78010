"""`mx._deferred_compute`: what a piece of code computes on arrays, as a Symbol.

MXNet 2.0 computes nothing within `context()` until a value is asked for. Here the arrays have their values at once, and the calls
are recorded beside.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from ..base import MXNetError
from ..core.run.tape import Leaf, mode
from ..core.run.trace_observer import trace_observer
from .symbol import Symbol
from .taped import Recorded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .numpy._symbol import _Symbol


__all__ = ["clear", "context", "get_symbol", "is_deferred_compute", "set_deferred_compute", "set_variable"]


class _Observer:
    """Lets the code run that is recorded, and refuses what a graph cannot hold."""

    sources = True

    def on_write(self, cell):
        """Operators write to moving averages; the tape refuses to write to other recorded arrays."""

    def on_read(self, array):
        """Values may be looked at; what is computed from them in Python is a constant then."""

    def on_random(self):
        pass

    def on_detach(self, array):
        raise MXNetError("detach() has no graph: use mx.nd.BlockGrad or npx.stop_gradient within deferred compute.")

    def on_mode_change(self):
        if not mode.recording:
            raise MXNetError("Deferred compute records what runs within it: autograd.pause() belongs around its context.")

    def substitute(self, arrays):
        return arrays


def is_deferred_compute() -> bool:
    """Whether calls on arrays in this thread are recorded for a graph: in `context()`, and while a hybridized block is traced.

    Returns
    -------
    bool
    """
    return trace_observer.observer is not None


def set_deferred_compute(state) -> bool:
    """Begin or end recording in this thread; `context` does both.

    Parameters
    ----------
    state : bool

    Returns
    -------
    bool
        What it was before.

    Raises
    ------
    MXNetError
        Autograd records, or a hybridized block is being traced.
    """
    before = is_deferred_compute()
    if bool(state) == before:
        return before
    if before:
        if not isinstance(trace_observer.observer, _Observer):
            trace_observer.observer.on_mode_change()
        trace_observer.observer, mode.recording = None, False
        return before
    if mode.recording:
        raise MXNetError("Autograd recording is not supported during deferred compute mode: leave autograd.record() before.")
    trace_observer.observer, mode.recording = _Observer(), True
    return before


@contextlib.contextmanager
def context(state=True) -> Iterator[None]:
    """Record what is called on arrays within a `with` statement, or do not where `state` is False.

    Parameters
    ----------
    state : bool

    Raises
    ------
    MXNetError
        Autograd records already.

    Examples
    --------
    >>> x = mx.np.ones((2, 3))
    >>> dc.set_variable(x, mx.sym.var("x").as_np_ndarray())
    >>> with dc.context():
    ...     y = x * 2 + mx.np.arange(3)
    >>> dc.get_symbol(y, sym_cls=mx.sym.np._Symbol).list_arguments()
    ['x']
    """
    before = set_deferred_compute(state)
    try:
        yield
    finally:
        set_deferred_compute(before)


class _Deferred(Recorded):
    """The recorded graph, with the variables that `set_variable` named."""

    def _variable(self, key, buf=None):
        if isinstance(key, Leaf) and key.symbol is not None:
            return key.symbol._entries[0]
        raise MXNetError(
            "All inputs to deferred compute recording must be associated with a symbolic variable or be the output of a deferred "
            "compute operator: an array from outside was used. Name it by set_variable(array, mx.sym.var(name)) before."
        )


def _listed(values):
    return list(values) if isinstance(values, (list, tuple)) else [values]


def get_symbol(output_arrays, *, sym_cls=Symbol) -> Symbol | _Symbol:
    """The graph that computes arrays from the variables.

    Parameters
    ----------
    output_arrays : NDArray or list of NDArray
        Computed in `context()`, or named by `set_variable`.
    sym_cls : class
        Class of the result: `mx.sym.Symbol`, or `mx.sym.np._Symbol` for the NumPy interface.

    Returns
    -------
    Symbol

    Raises
    ------
    MXNetError
        An array was not computed in `context()`, or depends on one that is neither computed there nor named.
    """
    recorded, entries = _Deferred(), []
    for array in _listed(output_arrays):
        if array._entry is None:
            raise MXNetError("The array was not computed in deferred compute mode: compute it in _deferred_compute.context().")
        entries.append(recorded.entry(array))
    return sym_cls(entries)


def set_variable(arrays, variables) -> None:
    """Name arrays for the graphs of what is computed from them.

    Parameters
    ----------
    arrays : NDArray or list of NDArray
    variables : Symbol or list of Symbol
        As many variables.

    Raises
    ------
    MXNetError
        An array has a variable already, or was computed while recording.
    """
    arrays, variables = _listed(arrays), _listed(variables)
    if len(arrays) != len(variables):
        raise MXNetError(f"set_variable got {len(arrays)} arrays and {len(variables)} variables; it needs one for each.")
    for array, variable in zip(arrays, variables):
        leaf = Leaf(array, None, "null") if array._entry is None else array._entry[0]
        if not isinstance(leaf, Leaf) or leaf.symbol is not None:
            raise MXNetError(
                "The array is associated with a symbolic variable or a recorded computation already: clear() it first."
            )
        leaf.symbol = variable
        array._entry = leaf, 0


def clear(arrays) -> None:
    """Forget the variables and recorded computations of arrays.

    Parameters
    ----------
    arrays : NDArray or list of NDArray
    """
    for array in _listed(arrays):
        leaf = None if array._entry is None else array._entry[0]
        if isinstance(leaf, Leaf) and (leaf.grad is not None or leaf.symbol is None):
            leaf.symbol = None
        else:
            array._entry = None

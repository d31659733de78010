"""The first interface to recording and differentiating, which `mx.autograd` has replaced."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import autograd as _autograd
from ..base import string_types
from ..ndarray import NDArray, zeros_like

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int

__all__ = [
    "TrainingStateScope",
    "backward",
    "compute_gradient",
    "grad",
    "grad_and_loss",
    "mark_variables",
    "set_is_training",
    "test_section",
    "train_section",
]


def set_is_training(is_train: Any) -> Any:
    """Switch recording and training behaviour on or off, both together; returns whether recording was on."""
    _autograd.set_training(is_train)
    return _autograd.set_recording(is_train)


class TrainingStateScope:
    """A `with` block in which recording and training behaviour are both on (`enter_state` true) or both off."""

    def __init__(self, enter_state: Any) -> None:
        self._enter_state = enter_state
        self._prev = None

    def __enter__(self) -> None:
        self._prev = set_is_training(self._enter_state)

    def __exit__(self, ptype: object, value: object, trace: object) -> None:
        if self._prev != self._enter_state:
            set_is_training(self._prev)


def train_section() -> Any:
    """A scope whose operators are recorded and behave as in training."""
    return TrainingStateScope(True)


def test_section() -> Any:
    """A scope, inside of a training section, whose operators are not recorded and behave as in inference."""
    return TrainingStateScope(False)


def mark_variables(variables: Sequence[NDArray], gradients: Sequence[NDArray], grad_reqs: str | Sequence[str] = "write") -> None:
    """Make arrays variables: gradients flow to them and are written to `gradients`.

    Parameters
    ----------
    variables, gradients : list of NDArray
        Pairwise of one shape.
    grad_reqs : str or list of str
        "write", "add" or "null", one for all or one for each.
    """
    if not isinstance(grad_reqs, string_types):
        grad_reqs = list(grad_reqs)
    _autograd.mark_variables(list(variables), list(gradients), grad_reqs)


def backward(outputs: Any, out_grads: Any = None, retain_graph: bool = False) -> None:
    """Differentiate `outputs` (a list of NDArray) with respect to the variables, as in training.

    out_grads holds the gradients of the outputs (an NDArray or None, which means ones, for each); None means ones for all.
    """
    assert isinstance(outputs, (list, tuple)), "outputs must be a list or tuple of NDArrays"
    if out_grads is not None:
        assert len(out_grads) == len(outputs), "outputs and out_grads must have the same length"
    _autograd.backward(list(outputs), out_grads, retain_graph)


def compute_gradient(outputs: Any) -> None:
    """`backward(outputs)`, its former name."""
    backward(outputs)


def grad_and_loss(func: AnyFunction, argnum: Int | Sequence[Int] | None = None) -> Any:
    """A function that calls `func` and returns (gradients of its arguments, its outputs).

    Parameters
    ----------
    func : callable
        Takes and returns NDArrays.
    argnum : int or list of int, optional
        The positions of the arguments to differentiate with respect to; all by default.
    """

    @functools.wraps(func)
    def wrapped(*args):
        places = range(len(args)) if argnum is None else argnum if isinstance(argnum, list) else [argnum]
        variables = [args[i] for i in places]
        for x in variables:
            assert isinstance(x, NDArray), "type of autograd input should NDArray."
        grads = [zeros_like(x) for x in variables]
        mark_variables(variables, grads)
        with train_section():
            outputs = func(*args)
        compute_gradient([outputs] if isinstance(outputs, NDArray) else outputs)
        return grads, outputs

    return wrapped


def grad(func: Any, argnum: Any = None) -> Any:
    """A function that returns the list of gradients of `func` with respect to its arguments; see `grad_and_loss`."""
    both = grad_and_loss(func, argnum)

    @functools.wraps(both)
    def wrapped(*args):
        return both(*args)[0]

    return wrapped

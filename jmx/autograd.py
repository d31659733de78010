"""Recording and differentiating: `with autograd.record():`, `backward`, `grad`, custom `Function`s."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ._described import described_by
from ._late_binding import provider
from .base import MXNetError
from .core.run import tape as _tape
from .core.run.backward import array_ones, backward, cotangent, leaf_of, mark_variables, pair_heads, pull
from .core.run.sparse_storage import RowSparse
from .core.run.storage import ArrayBase, place, wrap
from .core.run.trace_observer import trace_observer
from .ndarray import NDArray

if TYPE_CHECKING:
    from ._typing import P, T
    from .symbol.symbol import Symbol

__all__ = [
    "Function",
    "NDArray",
    "backward",
    "get_symbol",
    "grad",
    "is_recording",
    "is_training",
    "mark_variables",
    "pause",
    "predict_mode",
    "record",
    "set_recording",
    "set_training",
    "train_mode",
]

_mode = _tape.mode


def set_recording(is_recording: bool) -> bool:
    """Switch recording on or off for this thread; returns whether it was on.

    Parameters
    ----------
    is_recording : bool
        Whether operators are recorded from here on.

    Returns
    -------
    bool
        Whether they were before.

    Examples
    --------
    >>> autograd.set_recording(True)
    False
    >>> autograd.set_recording(False)
    True
    """
    before, _mode.recording = _mode.recording, bool(is_recording)
    _tell(before, _mode.training)
    return before


def set_training(train_mode: bool) -> bool:
    """Switch between training and inference behaviour (Dropout, BatchNorm) for this thread; returns the old state.

    Parameters
    ----------
    train_mode : bool
        Whether operators behave as in training from here on.

    Returns
    -------
    bool
        Whether they did before.

    Examples
    --------
    >>> autograd.set_training(True)
    False
    >>> autograd.set_training(False)
    True
    """
    before, _mode.training = _mode.training, bool(train_mode)
    _tell(_mode.recording, before)
    return before


def _tell(recording, training):
    """Tell who watches that the two flags, which were these, may have changed."""
    if trace_observer.observer is not None and (recording, training) != (_mode.recording, _mode.training):
        trace_observer.observer.on_mode_change()


def is_recording() -> bool:
    """Whether operators are being recorded.

    Returns
    -------
    bool

    Examples
    --------
    >>> autograd.is_recording()
    False
    >>> with autograd.record():
    ...     print(autograd.is_recording())
    True
    """
    return _mode.recording


@described_by(is_recording)
def is_training() -> bool:
    """Whether operators behave as in training.

    Examples
    --------
    >>> with autograd.record(train_mode=False):
    ...     print(autograd.is_recording(), autograd.is_training())
    True False
    """
    return _mode.training


class _Scope:
    """A `with` block that sets the two flags and puts them back, also when an exception leaves it."""

    __slots__ = ("_recording", "_training", "_before")

    def __init__(self, is_record: Any, train_mode: Any) -> None:
        self._recording, self._training = is_record, train_mode

    def __enter__(self) -> Self:
        self._before = _mode.recording, _mode.training
        if self._recording is not None:
            _mode.recording = self._recording
        if self._training is not None:
            _mode.training = self._training
        if trace_observer.observer is not None:
            _tell(*self._before)
        return self

    def __exit__(self, *exc: object) -> None:
        _mode.recording, _mode.training = self._before

    def __call__(self, function: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with type(self)(self._recording, self._training):
                return function(*args, **kwargs)

        return wrapped


def record(train_mode: bool = True) -> _Scope:
    """Scope in which operators are recorded; `train_mode` says whether they also behave as in training.

    Parameters
    ----------
    train_mode : bool, default True
        Whether Dropout, BatchNorm and the like behave as in training.

    Returns
    -------
    context manager

    Examples
    --------
    >>> x = nd.array([1, 2, 3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = (x * x).sum()
    >>> y.backward()
    >>> x.grad.asnumpy()
    array([2., 4., 6.], dtype=float32)
    """
    return _Scope(True, train_mode)


@described_by(record)
def pause(train_mode: bool = False) -> _Scope:
    """Scope in which nothing is recorded, inside of a `record` scope.

    Parameters
    ----------
    train_mode : bool, default False
        Whether Dropout, BatchNorm and the like behave as in training.

    Examples
    --------
    >>> x = nd.array([3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     with autograd.pause():
    ...         factor = x * 2
    ...     y = x * factor
    >>> y.backward()
    >>> x.grad.asnumpy()
    array([6.], dtype=float32)
    """
    return _Scope(False, train_mode)


@described_by(record)
def train_mode() -> _Scope:
    """Scope in which operators behave as in training; recording stays as it is.

    Examples
    --------
    >>> with autograd.train_mode():
    ...     print(autograd.is_training(), autograd.is_recording())
    True False
    """
    return _Scope(None, True)


@described_by(record)
def predict_mode() -> _Scope:
    """Scope in which operators behave as in inference; recording stays as it is.

    Examples
    --------
    >>> with autograd.record():
    ...     with autograd.predict_mode():
    ...         print(autograd.is_training(), autograd.is_recording())
    False True
    """
    return _Scope(None, False)


def grad(
    heads: NDArray | Sequence[NDArray],
    variables: NDArray | Sequence[NDArray],
    head_grads: NDArray | Sequence[NDArray | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    train_mode: bool = True,
) -> list[NDArray]:
    """Gradients of `heads` with respect to `variables`, returned instead of stored.

    Parameters
    ----------
    heads : NDArray or list of NDArray
        What is differentiated: recorded results.
    variables : NDArray or list of NDArray
        By what.
    head_grads : NDArray or list of NDArray, optional
        Gradients of the heads; ones by default.
    retain_graph : bool, optional
        Keep the graph for another pass; by default the same as `create_graph`.
    create_graph : bool, default False
        Record the computation of the gradients, so that they can be differentiated again.
    train_mode : bool, default True
        Whether operators behave as in training.

    Returns
    -------
    list of NDArray
        One array for each variable, also for a single one.

    Raises
    ------
    MXNetError
        A variable is not reachable from the heads.

    Examples
    --------
    >>> x = nd.array([2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = x * x * x
    ...     slope = autograd.grad(y, [x], create_graph=True, retain_graph=True)[0]
    >>> slope.asnumpy()
    array([12.], dtype=float32)
    """
    heads, head_grads = pair_heads(heads, head_grads)
    wanted = [variables] if isinstance(variables, ArrayBase) else list(variables)
    if not wanted:
        raise ValueError("need at least one variable to differentiate with respect to")
    for v in wanted:
        if leaf_of(v) is None:
            raise MXNetError(
                "Cannot differentiate with respect to an array that is not marked as a variable; call attach_grad() before "
                "record()."
            )
    retain = create_graph if retain_graph is None else retain_graph
    variables = [leaf_of(v) for v in wanted]
    before = _mode.recording, _mode.training
    _mode.recording, _mode.training = create_graph, train_mode
    try:
        if create_graph:
            cotangents = [array_ones(h) if g is None else g for h, g in zip(heads, head_grads)]
            leaves = _tape.walk([h._entry for h in heads], cotangents, lambda a, b: a + b, _redo, retain, variables)
        else:
            cotangents = [cotangent(h, g) for h, g in zip(heads, head_grads)]
            leaves = _tape.walk([h._entry for h in heads], cotangents, _tape.add, pull, retain, variables)
    finally:
        _mode.recording, _mode.training = before
    result = []
    for position, (leaf, v) in enumerate(zip(variables, wanted)):
        if leaf not in leaves:
            raise MXNetError(
                f"Cannot differentiate with respect to the {position + 1}-th variable because it is unreachable from the outputs."
            )
        value = leaves[leaf]
        result.append(value if create_graph else _as_array(value, v))
    return result


def _as_array(value, variable):
    if type(value) is not RowSparse:
        # of arrays of mx.np too MXNet gives classic arrays here
        return wrap(value, variable._ctx, None if variable._numpy or variable.stype != "default" else type(variable))
    from .ndarray._sparse_arrays import wrapped

    return wrapped(value)


def _redo(node, cts):
    if node.redo is None:
        raise MXNetError(f"operator {node.name} has no higher derivative; its backward was not recorded")
    return node.redo(cts)


def get_symbol(x: NDArray) -> Symbol:
    """The recorded computation that led to `x`, as a Symbol whose variables are the marked arrays (var0, var1, ...).

    Parameters
    ----------
    x : NDArray
        A recorded result.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = nd.exp(x * 2)
    >>> net = autograd.get_symbol(y)
    >>> (name,) = net.list_arguments()
    >>> net.eval(**{name: nd.array([0, 1])})[0].asnumpy().round(3)
    array([1.   , 7.389], dtype=float32)
    """
    from .symbol.taped import from_tape

    if x._entry is None:
        raise MXNetError(_tape.NOT_RECORDED)
    return from_tape(x)


class Function:
    """A differentiable function of one's own: `forward` and `backward` in NDArray code.

    Subclasses define forward(self, *inputs) and backward(self, *output_grads); calling the object runs forward without
    recording and puts one node on the tape. `save_for_backward(*arrays)` keeps arrays in `self.saved_tensors`. What backward
    returns is broadcast to the shape of the input, and cast to its element type; MXNetError where that cannot be.

    Called with symbols, as in the `hybrid_forward` of a hybridized block, it becomes a node of the graph, which calls a copy
    of the object in every pass. If it has several outputs, its attribute `num_outputs` must say how many.

    Examples
    --------
    >>> class Double(autograd.Function):
    ...     def forward(self, x):
    ...         return x * 2
    ...     def backward(self, dy):
    ...         return dy * 10
    >>> x = nd.array([1])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = Double()(x)
    >>> y.backward()
    >>> y.asnumpy(), x.grad.asnumpy()
    (array([2.], dtype=float32), array([10.], dtype=float32))
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors = ()

    def save_for_backward(self, *args: NDArray) -> None:
        """Keep arrays for `backward`, as `self.saved_tensors`."""
        self.saved_tensors = args

    def __call__(self, *inputs: NDArray) -> Any:
        if self._used:
            raise AssertionError("Each Function instance can only be called once. Please create another instance.")
        if any(hasattr(x, "_entries") for x in inputs):  # symbols
            return provider("autograd.Function on symbols")(self, inputs)
        self._used = True
        before = _mode.recording
        _mode.recording = False
        try:
            outputs = self.forward(*inputs)
        finally:
            _mode.recording = before
        if not before:
            return outputs
        single = isinstance(outputs, ArrayBase)
        outs = [outputs] if single else list(outputs)
        parents = [(i, a._entry) for i, a in enumerate(inputs) if isinstance(a, ArrayBase) and a._entry is not None]
        if not parents:
            return outputs
        taken = [id(a) for a in inputs]
        outs = [o.copy() if id(o) in taken else o for o in outs]
        like = [(o.shape, o.dtype, o._ctx, type(o)) for o in outs]
        wanted = [(i, inputs[i].shape, np.dtype(inputs[i].dtype), inputs[i]._ctx) for i, _ in parents]

        def on_arrays(cts):
            output_grads = [c if c is not None else _zeros(*what) for c, what in zip(cts, like)]
            grads = self.backward(*output_grads)
            grads = list(grads) if isinstance(grads, (list, tuple)) else [grads]
            if len(grads) != len(inputs):
                raise MXNetError(
                    f"{type(self).__name__}.backward must return exactly the same number of NDArrays as the number of "
                    f"NDArrays arguments to forward: expecting {len(inputs)} got {len(grads)}"
                )
            return [_assigned(type(self).__name__, grads[i], i, *what) for i, *what in wanted]

        def pull(cts):
            arrays = [None if c is None else wrap(c, what[2], what[3]) for c, what in zip(cts, like)]
            return [g._data() for g in on_arrays(arrays)]

        node = _tape.GivenNode(type(self).__name__, parents, pull, on_arrays, len(outs))
        for i, o in enumerate(outs):
            o._entry = (node, i)
        return outs[0] if single else type(outputs)(outs) if isinstance(outputs, (list, tuple)) else outs

    def forward(self, *inputs: Any) -> Any:
        """The computation; override it. Takes and returns NDArrays."""
        raise NotImplementedError

    def backward(self, *output_grads: Any) -> Any:
        """Gradients of the inputs from those of the outputs; override it."""
        raise NotImplementedError


def _assigned(name, grad, position, shape, dtype, ctx):
    """The gradient that a function returned for an input like this, as `array[:] = grad` leaves it: broadcast, and cast.

    Raises MXNetError where that is not possible.
    """
    if not isinstance(grad, ArrayBase):
        raise MXNetError(
            f"{name}.backward must return NDArrays, one for each input of forward; for input {position} it returned "
            f"{type(grad).__name__}"
        )
    if grad.stype != "default":
        grad = grad.tostype("default")
    if grad._ctx != ctx:
        grad = grad.as_in_context(ctx)
    given = grad.shape
    if given != shape:
        if not _broadcasts(given, shape):
            raise MXNetError(
                f"{name}.backward returned a gradient of shape {given} for input {position}, whose shape is {shape}: it cannot "
                "be broadcast to it. Return one of the input's shape; where forward broadcast the input, sum over those axes"
            )
        if len(given) > len(shape):
            grad = grad.squeeze(axis=tuple(range(len(given) - len(shape))))
        elif len(given) < len(shape):
            grad = grad.reshape((1,) * (len(shape) - len(given)) + given)
        grad = grad.broadcast_to(shape)
    return grad if grad.dtype == dtype else grad.astype(dtype)


def _broadcasts(shape, target):
    """Whether an array of a shape can be assigned to one of the shape `target`; leading ones do not count."""
    while len(shape) > len(target) and shape[0] == 1:
        shape = shape[1:]
    return len(shape) <= len(target) and all(n in (1, m) for n, m in zip(reversed(shape), reversed(target)))


def _zeros(shape, dtype, ctx, cls):
    return wrap(place(np.zeros(shape, dtype), ctx), ctx, cls)

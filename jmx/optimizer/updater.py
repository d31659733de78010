"""Applying an optimizer to many parameters, and keeping their states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..config.locks import RLock, survives_fork
from ..ndarray import NDArray
from . import states as _states
from ._plan import first_step
from .base import Optimizer

if TYPE_CHECKING:
    from .._typing import Int
    from ..context import Context

#: states are made once and updates counted one by one, whichever threads ask; an optimizer may belong to several updaters
_one_at_a_time = survives_fork(RLock())


class Updater:
    """An optimizer together with the states of all parameters it has updated.

    Parameters
    ----------
    optimizer : Optimizer
        What computes the updates.

    Attributes
    ----------
    states : dict
        Index of the parameter to its state.
    states_synced : dict of bool
        Whether a state is known to live where its weight does; false after `set_states`.
    aggregate_updates : bool
        Whether the optimizer takes several parameters at once.

    Examples
    --------
    >>> update = mx.optimizer.Updater(mx.optimizer.SGD(learning_rate=0.5))
    >>> weight = nd.array([1, 2])
    >>> update(0, nd.array([1, 1]), weight)
    >>> weight.asnumpy(), list(update.states)
    (array([0.5, 1.5], dtype=float32), [0])
    """

    def __init__(self, optimizer: Optimizer) -> None:
        self.optimizer = optimizer
        self.states = {}
        self.states_synced = {}
        self.aggregate_updates = optimizer.aggregate_num > 0

    #: the `Plan` of the last update, or None
    _plan: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_plan"}

    def __call__(self, index: Any, grad: NDArray | Sequence[NDArray], weight: NDArray | Sequence[NDArray]) -> None:
        """Update parameters in place, all of them in one compiled program where the optimizer allows.

        Parameters
        ----------
        index : int, str, or list of these
            Which parameters.
        grad, weight : NDArray or list of NDArray
            Their gradients and values.
        """
        if isinstance(index, list | tuple):
            indices, grads, weights = list(index), list(grad), list(weight)
        else:
            indices, grads, weights = [index], [grad], [weight]
        if weights:
            with _one_at_a_time:
                self._update(indices, weights, grads)

    def _update(self, indices: Any, weights: Any, grads: Any) -> None:
        known: dict = {}
        if self._plan is not None and self._plan.step(self, indices, weights, grads, known):
            return
        optimizer = self.optimizer
        states = self.ready(indices, weights)
        if isinstance(optimizer, Optimizer) and optimizer._fuses():
            if first_step(self, indices, weights, grads, states, known):
                return
            optimizer.update_multi_precision(indices, weights, grads, states)
        elif self._takes_lists():
            self._in_groups(indices, weights, grads, states)
        else:
            for entry in zip(indices, weights, grads, states):
                optimizer.update_multi_precision(*entry)

    def ready(self, indices: Sequence[Int | str] | str, weights: Sequence[NDArray]) -> Any:
        """Return the states of parameters, made or moved to where their values are if need be; updates count for that device.

        Parameters
        ----------
        indices : list of int or str
            Which parameters; in place, bytes become str.
        weights : list of NDArray
            Their values, on one context.
        """
        optimizer = self.optimizer
        optimizer._set_current_context(weights[0].ctx.device_id)
        for position, (idx, w) in enumerate(zip(indices, weights)):
            if isinstance(idx, bytes):
                indices[position] = idx = idx.decode("utf-8")
            if idx not in self.states:
                self.states[idx] = optimizer.create_state_multi_precision(idx, w)
            elif not self.states_synced[idx]:
                self.states[idx] = self.sync_state_context(self.states[idx], w.ctx)
            self.states_synced[idx] = True
        return [self.states[idx] for idx in indices]

    def _takes_lists(self):
        """Whether the optimizer is a user's that wants `aggregate_num` parameters a call.

        One that derives from a built-in optimizer has only inherited the number.
        """
        cls = type(self.optimizer)
        inherits = getattr(cls, "step_calls", Optimizer.step_calls) is not Optimizer.step_calls
        return self.aggregate_updates and not inherits

    def _in_groups(self, indices, weights, grads, states):
        by_type = {}
        for entry in zip(indices, weights, grads, states):
            by_type.setdefault(entry[1].dtype, []).append(entry)
        size = self.optimizer.aggregate_num
        for entries in by_type.values():
            for start in range(0, len(entries), size):
                self.optimizer.update_multi_precision(*map(list, zip(*entries[start : start + size])))

    def sync_state_context(self, state: Any, context: Context) -> Any:
        """Return `state` with all its arrays on `context`.

        Parameters
        ----------
        state : NDArray, tuple, list or other
            A state; what is no array stays as it is.
        context : Context
            Where to.
        """
        if isinstance(state, NDArray):
            return state.as_in_ctx(context)
        if isinstance(state, list | tuple):
            moved = [self.sync_state_context(part, context) for part in state]
            return tuple(moved) if isinstance(state, tuple) else moved
        return state

    def set_states(self, states: bytes) -> None:
        """Take over the states, and the optimizer if it is there, from bytes.

        Parameters
        ----------
        states : bytes
            From `get_states`, of this package or of MXNet, or a safetensors file of states. They are read as data: nothing in
            them is executed.

        Raises
        ------
        StatesError
            If the bytes are damaged or hold anything but arrays, numbers, text, containers, optimizers and schedulers. It is an
            MXNetError and a pickle.UnpicklingError. The updater is as it was then.
        """
        read, optimizer = self._fitting(states)
        synced = dict.fromkeys(read.keys(), False)
        if optimizer is not None:
            self.optimizer = optimizer
            self.aggregate_updates = optimizer.aggregate_num > 0
        self.states = read
        self.states_synced = synced

    def _fitting(self, states: bytes) -> tuple[Any, Any]:
        """The states and the optimizer, or None, in bytes that `set_states` takes; StatesError for others."""
        read = _states.loads(states)
        return read if isinstance(read, tuple) and len(read) == 2 else (read, None)

    def get_states(self, dump_optimizer: bool = False) -> Any:
        """Return the states as bytes that MXNet reads too.

        Parameters
        ----------
        dump_optimizer : bool
            Include the optimizer, with its counters and learning rate.
        """
        return _states.dumps((self.states, self.optimizer) if dump_optimizer else self.states)


def get_updater(optimizer: Optimizer) -> Updater:
    """Return an `Updater` for `optimizer`.

    Parameters
    ----------
    optimizer : Optimizer
        What computes the updates.

    Returns
    -------
    Updater
        A callable of (index, grad, weight).

    Examples
    --------
    >>> update = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))
    >>> weight = nd.array([1, 2])
    >>> update(0, nd.array([1, 1]), weight)
    >>> weight.asnumpy()
    array([0.5, 1.5], dtype=float32)
    """
    return Updater(optimizer)

"""The base of the cells: states, one step, several steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import ndarray
from .._legacy_operators import operators
from ..block import Block, HybridBlock
from ..nn import LeakyReLU
from ._sequence import _format_sequence, _get_begin_state, _mask_sequence_variable_length, first_state

if TYPE_CHECKING:
    from ..._typing import AnyFunction, Int, Shape
    from ...ndarray.ndarray import NDArray
    from ...symbol.symbol import Symbol
    from ..parameter_dict import ParameterDict

__all__ = ["HybridRecurrentCell", "RecurrentCell"]


class RecurrentCell(Block):
    """The base of the cells. A subclass gives :meth:`state_info` and computes one step in :meth:`forward`.

    A step takes the inputs (batch, features) and the states of the step before, and gives an output and the new states.
    :meth:`unroll` computes the steps of a whole sequence.

    Parameters
    ----------
    prefix : str, optional
        Starts the names of the cell's parameters; by default the class's name in small letters and a number.
    params : ParameterDict, optional
        Parameters to share with another cell: its `params`.

    Examples
    --------
    >>> class Sum(gluon.rnn.RecurrentCell):
    ...     def state_info(self, batch_size=0):
    ...         return [{"shape": (batch_size, 2), "__layout__": "NC"}]
    ...     def forward(self, inputs, states):
    ...         total = inputs + states[0]
    ...         return total, [total]
    >>> outputs, states = Sum().unroll(3, nd.ones((1, 3, 2)), merge_outputs=True)
    >>> outputs.asnumpy()
    array([[[1., 1.],
            [2., 2.],
            [3., 3.]]], dtype=float32)
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Forget the steps so far, before the cell is used for another sequence."""
        self._init_counter = -1
        self._counter = -1
        for child in self._children.values():
            # An activation given as a block is a child without steps.
            if hasattr(child, "reset"):
                child.reset()

    def state_info(self, batch_size: Int = 0) -> list[dict[str, Any]]:
        """A dict with `shape` and `__layout__` for each state."""
        raise NotImplementedError()

    def _check_unmodified(self) -> None:
        assert not self._modified, (
            f"The cell {self.name} was wrapped by a modifier cell (DropoutCell, ZoneoutCell, ...) and cannot be called "
            "directly any more. Call the modifier cell instead."
        )

    def begin_state(self, batch_size: Int = 0, func: AnyFunction = ndarray.zeros, **kwargs: Any) -> list[Any]:
        """The states before the first step.

        Parameters
        ----------
        batch_size : int
            Needed for arrays; symbols find it out.
        func : callable
            Makes one state from a name, a shape and `kwargs`: `nd.zeros`, `nd.random.normal`, `sym.zeros`,
            `sym.var`, ...
        **kwargs
            More for `func`, such as `ctx` and `dtype`.

        Returns
        -------
        list of NDArray or Symbol
        """
        self._check_unmodified()
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            arguments = {**(info or {}), **kwargs}
            states.append(first_state(func, f"{self._prefix}begin_state_{self._init_counter}", arguments))
        return states

    def unroll(
        self,
        length: Int,
        inputs: Any,
        begin_state: Any = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: NDArray | Symbol | None = None,
    ) -> tuple[Any, list[Any]]:
        """Compute several steps.

        Parameters
        ----------
        length : int
            How many.
        inputs : NDArray, Symbol or list of them
            (batch, time, ...) in layout 'NTC', (time, batch, ...) in 'TNC'; or (batch, ...) for every step.
        begin_state : list of NDArray or Symbol, optional
            States before the first step; zeros by default.
        layout : {'NTC', 'TNC'}
            Order of the axes of inputs and outputs that are one array.
        merge_outputs : bool, optional
            Return one array with a time axis (True), a list with an entry for every step (False), or what is at hand.
        valid_length : NDArray or Symbol, optional
            (batch,), the number of steps of each sequence. Outputs behind it are zero, and the states returned are
            those after each sequence's last step.

        Returns
        -------
        (NDArray, Symbol or list of them, list of NDArray or Symbol)
            Outputs and the last states.
        """
        self.reset()
        inputs, axis, F, batch_size = _format_sequence(length, inputs, layout, False)
        states = _get_begin_state(self, F, begin_state, inputs, batch_size)
        outputs, history = [], []
        for step in range(length):
            output, states = self(inputs[step], states)
            outputs.append(output)
            history.append(states)
        if valid_length is not None:
            states = [
                F.SequenceLast(F.stack(*steps, axis=0), sequence_length=valid_length, use_sequence_length=True, axis=0)
                for steps in zip(*history)
            ]
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, True)
        outputs, _, _, _ = _format_sequence(length, outputs, layout, merge_outputs)
        return outputs, states

    def infer_shape(self, *args: Any) -> None:
        """Set the shapes of parameters from the inputs of a step.

        MXNet 2.0's programs call it as `infer_shape(i, x, is_bidirect)`: with the cell's number in its stack, the inputs of the
        stack, and whether the cells below give the outputs of two directions.
        """
        if len(args) == 3 and isinstance(args[0], int):
            self._infer_from(*args)
        else:
            super().infer_shape(*args)  # pyright: ignore[reportAttributeAccessIssue]  (a HybridBlock's)

    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None:
        for child in self._children.values():
            if isinstance(child, RecurrentCell):
                child._infer_from(number, x, both_ways)

    def _get_activation(self, F: Any, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation: its name, a block or any callable."""
        if isinstance(activation, str):
            if activation in ("tanh", "relu", "sigmoid", "softsign"):
                return getattr(F, activation)(inputs, **kwargs)
            return F.Activation(inputs, act_type=activation, **kwargs)
        if isinstance(activation, LeakyReLU):
            return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)
        return activation(inputs, **kwargs)

    def forward(self, inputs, states) -> Any:
        """Compute one step.

        Parameters
        ----------
        inputs : NDArray or Symbol
            (batch, features)
        states : list of NDArray or Symbol
            From the step before, or :meth:`begin_state`.

        Returns
        -------
        (NDArray or Symbol, list of NDArray or Symbol)
            The output and the new states.
        """
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """The base of cells that can be hybridized: one step is written in :meth:`hybrid_forward`.

    It is called as ``hybrid_forward(F, inputs, states, **parameters)``, with the parameters that are attributes of the cell by
    their names, and returns the output and a list of the new states.

    Parameters
    ----------
    prefix, params
        As for :class:`RecurrentCell`.

    Examples
    --------
    A running sum that halves with every step:

    >>> class Leaky(gluon.rnn.HybridRecurrentCell):
    ...     def __init__(self):
    ...         super().__init__()
    ...         with self.name_scope():
    ...             self.rate = self.params.get("rate", shape=(1,), init=mx.init.Constant(0.5))
    ...     def state_info(self, batch_size=0):
    ...         return [{"shape": (batch_size, 1), "__layout__": "NC"}]
    ...     def hybrid_forward(self, F, inputs, states, rate):
    ...         level = F.broadcast_mul(states[0], rate) + inputs
    ...         return level, [level]
    >>> cell = Leaky()
    >>> cell.initialize()
    >>> cell.hybridize()
    >>> outputs, states = cell.unroll(3, nd.ones((1, 3, 1)), merge_outputs=True)
    >>> outputs.asnumpy().ravel()
    array([1.  , 1.5 , 1.75], dtype=float32)
    """

    _operators = staticmethod(operators)

    def _own(self, name: str, shape: Shape, init: Any) -> Any:
        """A parameter of the cell."""
        return self._params.get(name, shape=shape, init=init, allow_deferred_init=True)

    def hybrid_forward(self, F: Any, x, *args: Any, **kwargs: Any) -> Any:
        """One step; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

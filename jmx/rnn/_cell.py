"""The base of the cells, and the cells that compute one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import initializer as init
from .. import ndarray, symbol
from .._described import described_by
from .._errors.wording import KnownKeywords

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int
    from ..symbol.symbol import Symbol

__all__ = ["BaseRNNCell", "GRUCell", "LSTMCell", "RNNCell", "RNNParams"]


def _normalize_sequence(length: Any, inputs: Any, layout: Any, merge: Any, in_layout: Any = None) -> Any:
    """(inputs as one symbol if `merge`, as a list if it is False, or as they are; the time axis of `layout`)."""
    assert inputs is not None, "unroll(inputs=None) has been deprecated. Please create input variables outside unroll."
    axis = layout.find("T")
    in_axis = in_layout.find("T") if in_layout is not None else axis
    if isinstance(inputs, symbol.Symbol):
        if merge is False:
            assert len(inputs.list_outputs()) == 1, (
                "unroll doesn't allow grouped symbol as input. Please convert to list with list(inputs) first or let "
                "unroll handle splitting."
            )
            inputs = list(symbol.split(inputs, axis=in_axis, num_outputs=length, squeeze_axis=1))
    else:
        assert length is None or len(inputs) == length, f"{len(inputs)} inputs for {length} steps"
        if merge is True:
            inputs = symbol.Concat(*[symbol.expand_dims(i, axis=axis) for i in inputs], dim=axis)
            in_axis = axis
    if isinstance(inputs, symbol.Symbol) and axis != in_axis:
        inputs = symbol.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis


class RNNParams:
    """The variables of a cell, which cells can share.

    Parameters
    ----------
    prefix : str
        Start of all their names.

    Examples
    --------
    >>> params = mx.rnn.RNNParams("shared_")
    >>> params.get("i2h_weight").name, params.get("i2h_weight") is params.get("i2h_weight")
    ('shared_i2h_weight', True)
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params = {}

    def get(self, name: str, **kwargs: Any) -> Any:
        """Return the variable `name` (without the prefix), made with ``symbol.Variable(..., **kwargs)`` if new."""
        name = self._prefix + name
        if name not in self._params:
            self._params[name] = symbol.Variable(name, **kwargs)
        return self._params[name]


class BaseRNNCell(KnownKeywords):
    """The base of the cells. A subclass gives `state_info`, `__call__` and, if it has gates, `_gate_names`.

    Parameters
    ----------
    prefix : str
        Start of the names of variables and operators.
    params : RNNParams, optional
        Variables to share.

    Examples
    --------
    A cell that keeps the largest value so far:

    >>> class MaxCell(mx.rnn.BaseRNNCell):
    ...     @property
    ...     def state_info(self):
    ...         return [{"shape": (0, 2), "__layout__": "NC"}]
    ...     def __call__(self, inputs, states):
    ...         output = mx.sym.maximum(inputs, states[0])
    ...         return output, [output]
    >>> outputs, states = MaxCell().unroll(3, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.eval(data=nd.array([[[1, 5], [3, 4], [2, 9]]]))[0].asnumpy()
    array([[[1., 5.],
            [3., 5.],
            [3., 9.]]], dtype=float32)
    """

    def __init__(self, prefix: str = "", params: RNNParams | None = None) -> None:
        self._own_params = params is None
        self._prefix = prefix
        self._params = RNNParams(prefix) if params is None else params
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Forget the steps so far, so that the cell can be unrolled again."""
        self._init_counter = -1
        self._counter = -1
        for cell in getattr(self, "_cells", ()):
            cell.reset()

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Compute one step.

        Parameters
        ----------
        inputs : Symbol
            Of shape (batch, features).
        states : list of Symbol
            From the last step, or `begin_state`.

        Returns
        -------
        (Symbol, list of Symbol)
            The output and the new states.
        """
        raise NotImplementedError()

    @property
    def params(self) -> Any:
        """The cell's RNNParams; a cell whose params were taken counts as one that shares them."""
        self._own_params = False
        return self._params

    @property
    def state_info(self) -> Any:
        """A dict with `shape` and `__layout__` for each state; 0 in a shape stands for the batch size."""
        raise NotImplementedError()

    @property
    def state_shape(self) -> Any:
        """The shape of each state."""
        return [info["shape"] for info in self.state_info]

    @property
    def _gate_names(self) -> Any:
        return ()

    @property
    def _num_gates(self) -> Any:
        return len(self._gate_names)

    def _check_unmodified(self, wrapper: str = "DropoutCell") -> None:
        assert not self._modified, (
            f"After applying modifier cells (e.g. {wrapper}) the base cell cannot be called directly. Call the modifier "
            "cell instead."
        )

    def begin_state(self, func: AnyFunction = symbol.zeros, **kwargs: Any) -> Any:
        """Return the states before the first step.

        Parameters
        ----------
        func : callable
            Makes a symbol of a name and `state_info`: `symbol.zeros`, `symbol.Variable`, ...
        **kwargs
            More for `func`.
        """
        self._check_unmodified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            kwargs.update(info or {})
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **kwargs))
        return states

    def _gates(self, group: Any) -> Any:
        return [f"{self._prefix}{group}{gate}" for gate in self._gate_names]

    def unpack_weights(self, args: Any) -> Any:
        """Return `args`, a dict of NDArray, with one weight and bias per gate in place of those of all gates."""
        args = args.copy()
        if not self._gate_names:
            return args
        h = self._num_hidden
        for group in ("i2h", "h2h"):
            weight, bias = args.pop(f"{self._prefix}{group}_weight"), args.pop(f"{self._prefix}{group}_bias")
            for j, gate in enumerate(self._gates(group)):
                args[gate + "_weight"] = weight[j * h : (j + 1) * h].copy()
                args[gate + "_bias"] = bias[j * h : (j + 1) * h].copy()
        return args

    def pack_weights(self, args: Any) -> Any:
        """Return `args`, a dict of NDArray, with one weight and bias of all gates: the inverse of `unpack_weights`."""
        args = args.copy()
        if not self._gate_names:
            return args
        for group in ("i2h", "h2h"):
            gates = self._gates(group)
            for role in ("weight", "bias"):
                parts = [args.pop(f"{gate}_{role}") for gate in gates]
                args[f"{self._prefix}{group}_{role}"] = ndarray.concatenate(parts)
        return args

    def unroll(
        self,
        length: Int,
        inputs: Symbol | Sequence[Symbol],
        begin_state: Sequence[Symbol] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> tuple[Symbol | list[Symbol], list[Symbol]]:
        """Compute several steps.

        Parameters
        ----------
        length : int
            How many.
        inputs : Symbol or list of Symbol
            One symbol with a time axis, or one for each step.
        begin_state : list of Symbol, optional
            States before the first step, zeros by default.
        layout : str
            Where one symbol has its axes: 'NTC' or 'TNC'.
        merge_outputs : bool, optional
            Return one symbol with a time axis, or a list; None for what is at hand.

        Returns
        -------
        (Symbol or list of Symbol, list of Symbol)
            Outputs and last states.
        """
        self.reset()
        inputs, _ = _normalize_sequence(length, inputs, layout, False)
        states = self.begin_state() if begin_state is None else begin_state
        outputs = []
        for i in range(length):
            output, states = self(inputs[i], states)
            outputs.append(output)
        outputs, _ = _normalize_sequence(length, outputs, layout, merge_outputs)
        return outputs, states  # pyright: ignore[reportReturnType]

    def _get_activation(self, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        if isinstance(activation, str):
            return symbol.Activation(inputs, act_type=activation, **kwargs)
        return activation(inputs, **kwargs)

    def _step_name(self):
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"


class _OneStep(BaseRNNCell):
    """A cell with a product of its inputs and one of its first state, each for all gates."""

    _num_states = 1
    _activation = "tanh"

    def _products(self, inputs: Any, states: Any, name: str) -> Any:
        """What inputs and state give to all gates."""
        raise NotImplementedError

    def _activate(self, x, **kwargs):
        return self._get_activation(x, self._activation, **kwargs)


class _PlainStep(_OneStep):
    @property
    def _gate_names(self) -> Any:
        return ("",)

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        name = self._step_name()
        i2h, h2h = self._products(inputs, states, name)
        output = self._activate(i2h + h2h, name=f"{name}out")
        return output, [output]


class _LSTMStep(_OneStep):
    _num_states = 2
    _channel_axis = None  # None for the default of SliceChannel

    @property
    def _gate_names(self) -> Any:
        return ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        name = self._step_name()
        i2h, h2h = self._products(inputs, states, name)
        where = {} if self._channel_axis is None else {"axis": self._channel_axis}
        parts = symbol.SliceChannel(i2h + h2h, num_outputs=4, **where, name=f"{name}slice")
        in_gate = symbol.Activation(parts[0], act_type="sigmoid", name=f"{name}i")
        forget_gate = symbol.Activation(parts[1], act_type="sigmoid", name=f"{name}f")
        transform = self._activate(parts[2], name=f"{name}c")
        out_gate = symbol.Activation(parts[3], act_type="sigmoid", name=f"{name}o")
        next_c = symbol._internal._plus(forget_gate * states[1], in_gate * transform, name=f"{name}state")
        next_h = symbol._internal._mul(out_gate, self._activate(next_c), name=f"{name}out")
        return next_h, [next_h, next_c]


class _GRUStep(_OneStep):
    @property
    def _gate_names(self) -> Any:
        return ["_r", "_z", "_o"]

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        name = self._step_name()
        i2h, h2h = self._products(inputs, states, name)
        i2h_r, i2h_z, i2h = symbol.SliceChannel(i2h, num_outputs=3, name=f"{name}_i2h_slice")
        h2h_r, h2h_z, h2h = symbol.SliceChannel(h2h, num_outputs=3, name=f"{name}_h2h_slice")
        reset_gate = symbol.Activation(i2h_r + h2h_r, act_type="sigmoid", name=f"{name}_r_act")
        update_gate = symbol.Activation(i2h_z + h2h_z, act_type="sigmoid", name=f"{name}_z_act")
        candidate = self._activate(i2h + reset_gate * h2h, name=f"{name}_h_act")
        next_h = symbol._internal._plus((1.0 - update_gate) * candidate, update_gate * states[0], name=f"{name}out")
        return next_h, [next_h]


class _Dense(_OneStep):
    """A cell with one matrix for its inputs and one for its first state."""

    def __init__(self, num_hidden: Any, prefix: str, params: RNNParams | None, **bias: Any) -> None:
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = num_hidden
        self._iW = self.params.get("i2h_weight")
        self._iB = self.params.get("i2h_bias", **bias)
        self._hW = self.params.get("h2h_weight")
        self._hB = self.params.get("h2h_bias")

    @property
    def state_info(self) -> Any:
        return [{"shape": (0, self._num_hidden), "__layout__": "NC"} for _ in range(self._num_states)]

    def _products(self, inputs: Any, states: Any, name: str) -> Any:
        size = self._num_hidden * self._num_gates
        i2h = symbol.FullyConnected(data=inputs, weight=self._iW, bias=self._iB, num_hidden=size, name=f"{name}i2h")
        h2h = symbol.FullyConnected(data=states[0], weight=self._hW, bias=self._hB, num_hidden=size, name=f"{name}h2h")
        return i2h, h2h


class RNNCell(_PlainStep, _Dense):
    """One matrix product and an activation.

    Parameters
    ----------
    num_hidden : int
        Features of the output.
    activation : str or callable
        The activation, as `symbol.Activation` knows it.
    prefix : str
        Start of the names of variables and operators.
    params : RNNParams, optional
        Variables to share.

    Examples
    --------
    >>> cell = mx.rnn.RNNCell(num_hidden=1)
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'rnn_i2h_weight', 'rnn_i2h_bias', 'rnn_h2h_weight', 'rnn_h2h_bias']
    >>> shapes = outputs.infer_shape(data=(1, 2, 1))[0]
    >>> halves = {name: nd.full(shape, 0.5) for name, shape in zip(outputs.list_arguments(), shapes)}
    >>> outputs.eval(**halves)[0].asnumpy().round(3)
    array([[[0.848],
            [0.932]]], dtype=float32)
    """

    def __init__(
        self, num_hidden: Int, activation: str | AnyFunction = "tanh", prefix: str = "rnn_", params: RNNParams | None = None
    ) -> None:
        super().__init__(num_hidden, prefix, params)
        self._activation = activation


@described_by(RNNCell)
class LSTMCell(_LSTMStep, _Dense):
    """Long short-term memory.

    Parameters
    ----------
    forget_bias : float
        First value of the forget gate's bias.

    Examples
    --------
    >>> cell = mx.rnn.LSTMCell(num_hidden=1)
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'lstm_i2h_weight', 'lstm_i2h_bias', 'lstm_h2h_weight', 'lstm_h2h_bias']
    >>> shapes = outputs.infer_shape(data=(1, 2, 1))[0]
    >>> halves = {name: nd.full(shape, 0.5) for name, shape in zip(outputs.list_arguments(), shapes)}
    >>> outputs.eval(**halves)[0].asnumpy().round(3)
    array([[[0.449],
            [0.695]]], dtype=float32)
    >>> [info["shape"] for info in cell.state_info]    # output and memory; 0 stands for the batch size
    [(0, 1), (0, 1)]
    """

    def __init__(self, num_hidden: Int, prefix: str = "lstm_", params: RNNParams | None = None, forget_bias: Float = 1.0) -> None:
        super().__init__(num_hidden, prefix, params, init=init.LSTMBias(forget_bias=forget_bias))


@described_by(RNNCell)
class GRUCell(_GRUStep, _Dense):
    """Gated recurrent unit, whose reset gate is applied after the matrix product.

    Examples
    --------
    >>> cell = mx.rnn.GRUCell(num_hidden=1)
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'gru_i2h_weight', 'gru_i2h_bias', 'gru_h2h_weight', 'gru_h2h_bias']
    >>> shapes = outputs.infer_shape(data=(1, 2, 1))[0]
    >>> halves = {name: nd.full(shape, 0.5) for name, shape in zip(outputs.list_arguments(), shapes)}
    >>> outputs.eval(**halves)[0].asnumpy().round(3)
    array([[[0.181],
            [0.318]]], dtype=float32)
    """

    def __init__(self, num_hidden: Int, prefix: str = "gru_", params: RNNParams | None = None) -> None:
        super().__init__(num_hidden, prefix, params)

    def _products(self, inputs: Any, states: Any, name: str) -> Any:
        return super()._products(inputs, states, name + "_")  # as MXNet names them

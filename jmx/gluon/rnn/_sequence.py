"""Sequences as one array or as a list with an entry for every step, on arrays and symbols alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ... import ndarray, symbol
from ...util import is_np_array
from .._legacy_operators import operators
from ..parameter import tensor_types

#: where the functions of `mx.np` are
_NUMPY = ("jmx.numpy", "jmx._numpy")

if TYPE_CHECKING:
    from ..._typing import Int
    from ._base import RecurrentCell


def _as_list(outputs: Any) -> list[Any]:
    return list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]


def _cells_state_info(cells: Iterable[RecurrentCell], batch_size: Int) -> list[dict[str, Any]]:
    return [info for cell in cells for info in cell.state_info(batch_size)]


def _cells_begin_state(cells: Iterable[RecurrentCell], **kwargs: Any) -> list[Any]:
    return [state for cell in cells for state in cell.begin_state(**kwargs)]


def first_state(func: Any, name: str, arguments: dict[str, Any]) -> Any:
    """One state, made by `func` from a name, a shape and more; those of `mx.np` take neither a name nor a layout."""
    if getattr(func, "__module__", "").startswith(_NUMPY):
        return func(**{key: value for key, value in arguments.items() if key in ("shape", "size", "dtype", "ctx", "device")})
    state = func(name=name, **arguments)
    return state.as_np_ndarray() if is_np_array() and hasattr(state, "as_np_ndarray") else state


def _get_begin_state(cell: Any, F: Any, begin_state: Any, inputs: Any, batch_size: Int) -> Any:
    """`begin_state`, or if it is None zeros, beside the inputs."""
    if begin_state is not None:
        return begin_state
    first = inputs if isinstance(inputs, tensor_types) else inputs[0]
    if isinstance(first, symbol.Symbol):
        return cell.begin_state(func=F.zeros, batch_size=batch_size)
    with first.ctx:
        return cell.begin_state(func=F.zeros, batch_size=batch_size)


def _format_sequence(
    length: Int | None, inputs: Any, layout: str, merge: bool | None, in_layout: str | None = None
) -> tuple[Any, int, Any, int]:
    """Bring a sequence into the form that is wanted.

    Parameters
    ----------
    length : int or None
        Number of steps, None if it does not matter.
    inputs : NDArray, Symbol or list of them
        One array with a time axis, or one for each step.
    layout : str
        Where the result has its time and batch axes, such as 'NTC'.
    merge : bool or None
        True for one array, False for a list, None for what is given.
    in_layout : str, optional
        Layout of `inputs`, if it is another one.

    Returns
    -------
    (sequence, time axis, `mx.nd` or `mx.sym`, batch size, which is 0 for symbols)
    """
    assert inputs is not None, (
        "unroll(inputs=None) is not possible any more: create the input variables first and give them to unroll."
    )
    axis = layout.find("T")
    in_axis = axis if in_layout is None else in_layout.find("T")
    batch_size = 0
    F: Any
    if isinstance(inputs, symbol.Symbol):
        F = operators(symbol)
        if merge is False:
            assert len(inputs.list_outputs()) == 1, (
                f"unroll was given a group of {len(inputs.list_outputs())} symbols, which it cannot split along time. "
                "Give it list(inputs), or one symbol with a time axis."
            )
            inputs = list(F.split(inputs, axis=in_axis, num_outputs=length, squeeze_axis=1))
    elif isinstance(inputs, ndarray.NDArray):
        F = operators(ndarray)
        batch_size = inputs.shape[layout.find("N")]
        if merge is False:
            steps = inputs.shape[in_axis]
            assert length is None or length == steps, (
                f"unroll over {length} steps was given inputs of shape {inputs.shape}, which have {steps} steps in "
                f"layout {in_layout or layout}."
            )
            inputs = _as_list(F.split(inputs, axis=in_axis, num_outputs=steps, squeeze_axis=1))
    else:
        assert length is None or len(inputs) == length, f"unroll over {length} steps was given a list of {len(inputs)} inputs."
        if isinstance(inputs[0], symbol.Symbol):
            F = operators(symbol)
        else:
            F = operators(ndarray)
            batch_size = inputs[0].shape[0]
        if merge is True:
            inputs = F.stack(*inputs, axis=axis)
            in_axis = axis
    if isinstance(inputs, tensor_types) and axis != in_axis:
        inputs = F.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis, F, batch_size


def _mask_sequence_variable_length(F: Any, data: Any, length: Int, valid_length: Any, time_axis: int, merge: bool | None) -> Any:
    """`data` with zeros after the end of each sequence, as one array if `merge`, else as a list."""
    assert valid_length is not None
    if not isinstance(data, tensor_types):
        data = F.stack(*data, axis=time_axis)
    outputs = F.SequenceMask(data, sequence_length=valid_length, use_sequence_length=True, axis=time_axis)
    if merge:
        return outputs
    outputs = F.split(outputs, num_outputs=length, axis=time_axis, squeeze_axis=True)
    return list(outputs) if isinstance(outputs, symbol.Symbol) else _as_list(outputs)


def _reverse_sequences(sequences: Sequence[Any], unroll_step: Int, valid_length: Any = None) -> list[Any]:
    """The steps backwards; with `valid_length`, each sequence from its own end, what is behind it in place."""
    if valid_length is None:
        return list(reversed(sequences))
    F: Any = operators(symbol if isinstance(sequences[0], symbol.Symbol) else ndarray)
    turned = F.SequenceReverse(F.stack(*sequences, axis=0), sequence_length=valid_length, use_sequence_length=True)
    turned = F.split(turned, axis=0, num_outputs=unroll_step, squeeze_axis=True)
    return list(turned) if isinstance(turned, symbol.Symbol) else _as_list(turned)

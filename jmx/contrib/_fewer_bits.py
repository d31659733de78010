"""Saved networks in fewer bits, for prediction: what `Predictor(dtype=)` asks `amp` and `quantization` for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray as nd
from ..base import MXNetError
from ..core.declare.dtype import np_dtype
from ..core.graph.nodes import topo
from ..core.graph.symbol_json import is_precision_cast
from ..io import DataBatch, DataIter
from . import amp, quantization

if TYPE_CHECKING:
    from .._typing import DTypeLike
    from ..context import Context
    from ..symbol import Symbol

#: the types that a saved network can be asked for in
DTYPES = ("float32", "bfloat16", "float16", "int8")
_CALIBRATIONS = ("naive", "entropy")
#: samples of an array that are calibrated together
_TOGETHER = 32
_FLOATS = ("float16", "bfloat16", "float32", "float64")


def _checked(dtype, calib_data, calib_mode):
    """The name of a type that was asked for."""
    try:
        name = dtype if isinstance(dtype, str) else np.dtype(dtype).name
    except TypeError:
        name = repr(dtype)
    if name not in DTYPES:
        raise MXNetError(f"dtype must be one of {', '.join(DTYPES)}, got {name}")
    if calib_mode not in _CALIBRATIONS:
        raise MXNetError(f"calib_mode must be one of {', '.join(_CALIBRATIONS)}, got {calib_mode!r}")
    if calib_data is not None and name != "int8":
        raise MXNetError(f"calib_data is for dtype='int8', and dtype is {name!r}: leave one of them out")
    return name


def convert(
    symbol: Symbol,
    args: dict[str, Any],
    aux: dict[str, Any],
    inputs: Sequence[str],
    ctx: Context,
    dtype: DTypeLike,
    calib_data: Any,
    calib_mode: str,
    types: Mapping[str, Any],
) -> tuple[Symbol, dict[str, Any], dict[str, Any]]:
    """A network that computes in `dtype`, with its parameters and states; see `Predictor`, which names its `inputs` in order.

    Raises MXNetError if there is no such type or calibration, the network is of another type, or `calib_data` does not fit.
    """
    dtype = _checked(dtype, calib_data, calib_mode)
    if dtype == "float32" or _has_it_already(symbol, (*args.values(), *aux.values()), dtype):
        return symbol, args, aux
    if dtype == "int8":
        return _quantized(symbol, args, aux, inputs, ctx, calib_data, calib_mode, types)
    return amp.convert_model(symbol, args, aux, dtype, cast_optional_params=True)


def _has_it_already(symbol, arrays, dtype):
    """Whether a network computes in `dtype` as it is. Raises MXNetError if it computes in another one than float32."""
    nodes = topo(symbol._entries)
    present = {np.dtype(value.dtype).name for value in arrays}
    if present & {"int8", "uint8"} or any(node.op is not None and node.op.traits.calibrated_by for node in nodes):
        if dtype != "int8":
            raise MXNetError(f"dtype={dtype!r}: the file holds a network on 8-bit integers; dtype='int8' runs it as it is")
        return True
    casts = {np_dtype(node.parsed.dtype).name for node in nodes if is_precision_cast(node) and not node.op.variadic}
    others = sorted((present & set(_FLOATS) | casts) - {"float32", dtype})
    if others:
        raise MXNetError(
            f"dtype={dtype!r}: the file holds a network in {others[0]}; it must be in float32. Without dtype it runs as it is"
        )
    return dtype in casts


def _quantized(symbol, args, aux, inputs, ctx, calib_data, calib_mode, types):
    if ctx.device_type == "gpu":
        raise MXNetError(f"dtype='int8': networks on integers are for the CPU, and the device is {ctx}; take dtype='bfloat16'")
    if calib_data is None:
        raise MXNetError(
            "dtype='int8' needs calib_data, which says how large numbers get: an array of some hundred samples like those that "
            "will come, a dict of such arrays by the names of inputs, or an iterator of batches"
        )
    examples = _Examples(calib_data, inputs, types)
    return quantization.quantize_model_mkldnn(
        symbol, args, aux, inputs, None, ctx, calib_mode=calib_mode, calib_data=examples, quantized_dtype="auto"
    )


class _Examples(DataIter):
    """Examples as batches of NDArrays in the order of a network's inputs; at least one."""

    def __init__(self, source: Any, inputs: Sequence[str], types: Mapping[str, Any]) -> None:
        super().__init__()
        self._empty, self._inputs, self._types = True, inputs, types
        self._rest = self._batches(source)

    def next(self) -> DataBatch:
        """The next batch."""
        for arrays in self._rest:
            self._empty = False
            return DataBatch([self._array(name, value) for name, value in zip(self._inputs, arrays)])
        if self._empty:
            raise MXNetError("calib_data has no samples; an iterator that has been used must be reset first")
        raise StopIteration

    def _array(self, name: str, value: Any) -> Any:
        if not isinstance(value, (nd.NDArray, np.ndarray)):
            raise MXNetError(f"calib_data: {name} must be an NDArray or a NumPy array, got {type(value).__name__}")
        return nd.array(value, dtype=self._types.get(name, np.float32))

    def _batches(self, source: Any) -> Iterator[list[Any]]:
        if isinstance(source, (nd.NDArray, np.ndarray, Mapping)):
            arrays = self._in_order(source)
            lengths = {len(value) for value in arrays}
            if len(lengths) != 1:
                raise MXNetError(f"calib_data: arrays of different lengths: {', '.join(map(str, sorted(lengths)))}")
            for start in range(0, lengths.pop(), _TOGETHER):
                yield [value[start : start + _TOGETHER] for value in arrays]
            return
        if not isinstance(source, Iterable):
            raise MXNetError(f"calib_data must be an array, a dict of arrays or an iterator, got {type(source).__name__}")
        for batch in source:
            yield self._in_order(batch.data if isinstance(batch, DataBatch) else batch)

    def _in_order(self, batch: Any) -> Any:
        """The arrays of a batch in the order of the inputs; what is behind them are labels."""
        if isinstance(batch, Mapping):
            missing = [name for name in self._inputs if name not in batch]
            if missing:
                raise MXNetError(f"calib_data has no {', '.join(missing)}; the inputs are {', '.join(self._inputs)}")
            return [batch[name] for name in self._inputs]
        arrays = list(batch) if isinstance(batch, (list, tuple)) else [batch]
        if len(arrays) < len(self._inputs):
            raise MXNetError(f"calib_data gives {len(arrays)} arrays for the inputs {', '.join(self._inputs)}")
        return arrays[: len(self._inputs)]

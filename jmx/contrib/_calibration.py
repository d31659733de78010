"""Ranges of layers from example data, and the models that they are taken of: `quantization` passes these names on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..io import DataIter
from ..ndarray.utils import load as nd_load
from ..symbol import Symbol
from ..symbol import load as sym_load

if TYPE_CHECKING:
    from .._typing import Float, NumPyArray
    from ..gluon.parameter_dict import ParameterDict


def combine_histogram(old_hist: Sequence[Any], arr: NumPyArray, new_min: Float, new_max: Float, new_th: Float) -> tuple[Any, ...]:
    """A histogram with the values of another array added, wider if they exceed its range.

    Parameters
    ----------
    old_hist : tuple
        (counts, bin edges, minimum, maximum, threshold) of a histogram over [-threshold, threshold].
    arr : numpy.ndarray
        The values to add.
    new_min, new_max, new_th : float
        Their minimum, maximum and largest absolute value.

    Returns
    -------
    tuple
        The same five of the new histogram; its bins are as wide as the old ones.

    Examples
    --------
    >>> counts, edges = np.histogram([-1.0, 0.5, 1.0], bins=4, range=(-1, 1))
    >>> old = counts, edges, -1.0, 1.0, 1.0
    >>> histogram = mx.contrib.quantization.combine_histogram(old, np.array([0.75, 0.2]), 0.2, 0.75, 0.75)
    >>> counts, histogram[0]
    (array([1, 0, 0, 2]), array([1, 0, 1, 3]))
    """
    counts, edges, low, high, threshold = old_hist
    low, high = min(low, new_min), max(high, new_max)
    if new_th <= threshold:
        added, _ = np.histogram(arr, bins=len(counts), range=(-threshold, threshold))
        return counts + added, edges, low, high, threshold
    width = 2 * threshold / len(counts)
    more = int((new_th - threshold) // width + 1)
    wider = more * width + threshold
    total, edges = np.histogram(arr, bins=2 * more + len(counts), range=(-wider, wider))
    total[more : len(total) - more] += counts
    return total, edges, low, high, wider


class _LayerHistogramCollector:
    """Collects a histogram of each layer in `include_layer`: name -> (counts, edges, minimum, maximum, threshold)."""

    def __init__(self, num_bins: Float = 8001, include_layer: Any = None, logger: Any = None) -> None:
        self.hist_dict, self.num_bins, self.include_layer, self.logger = {}, num_bins, include_layer, logger

    def collect(self, name: str, arr: Any) -> None:
        """Take the values `arr` (NDArray) of the layer `name` into account, if it is one of `include_layer`."""
        if name not in self.include_layer:
            return
        values = arr.asnumpy()
        low, high = values.min(), values.max()
        bound = max(abs(low), abs(high))
        if name in self.hist_dict:
            self.hist_dict[name] = combine_histogram(self.hist_dict[name], values, low, high, bound)
        else:
            counts, edges = np.histogram(values, bins=self.num_bins, range=(-bound, bound))
            self.hist_dict[name] = counts, edges, low, high, bound


class _LayerOutputMinMaxCollector:
    """Collects the smallest and the largest value of each layer in `include_layer`: name -> (minimum, maximum)."""

    def __init__(self, quantized_dtype: Any, include_layer: Any = None, logger: Any = None) -> None:
        self.min_max_dict, self.quantized_dtype, self.include_layer, self.logger = {}, quantized_dtype, include_layer, logger

    def collect(self, name: str, arr: Any) -> None:
        """Take the values `arr` (NDArray) of the layer `name` into account, if it is one of `include_layer`."""
        if name not in self.include_layer:
            return
        values = arr.asnumpy()
        low, high = self.min_max_dict.get(name, (np.inf, -np.inf))
        self.min_max_dict[name] = min(low, float(values.min())), max(high, float(values.max()))


def _collect_layer_statistics(mod: Any, data: Any, collector: Any, max_num_examples: Any = None, logger: Any = None) -> Any:
    """Run a bound Module over batches, hand what every node gives to `collector.collect`, and return the number of examples."""
    if not isinstance(data, DataIter):
        raise ValueError(f"Only supports data as a type of DataIter, while received type {type(data)}")
    mod._exec_group.execs[0].set_monitor_callback(collector.collect, monitor_all=True)
    batches = examples = 0
    for batch in data:
        mod.forward(data_batch=batch, is_train=False)
        batches, examples = batches + 1, examples + data.batch_size
        if max_num_examples is not None and examples >= max_num_examples:
            break
    if logger is not None:
        logger.info("Collected statistics from %d batches with batch_size=%d", batches, data.batch_size)
    return examples


def _collect_layer_output_min_max(
    mod: Any, data: Any, quantized_dtype: Any, include_layer: Any = None, max_num_examples: Any = None, logger: Any = None
) -> Any:
    """The ranges of layers as a dict, and the number of examples."""
    collector = _LayerOutputMinMaxCollector(quantized_dtype, include_layer, logger)
    examples = _collect_layer_statistics(mod, data, collector, max_num_examples, logger)
    return collector.min_max_dict, examples


def _collect_layer_histogram(
    mod: Any, data: Any, include_layer: Any = None, max_num_examples: Any = None, logger: Any = None
) -> Any:
    """The histograms of layers as a dict, and the number of examples."""
    collector = _LayerHistogramCollector(include_layer=include_layer, logger=logger)
    examples = _collect_layer_statistics(mod, data, collector, max_num_examples, logger)
    return collector.hist_dict, examples


def _load_sym(sym: Any, logger: Any = None) -> Any:
    """A symbol, or that of a file."""
    if isinstance(sym, Symbol):
        return sym
    if not isinstance(sym, str):
        raise ValueError(f"_load_sym only accepts Symbol or path to the symbol file, while received type {type(sym)}")
    if logger:
        logger.info("Loading symbol from file %s", sym)
    return sym_load(sym)


def _load_params(params: ParameterDict, logger: Any = None) -> Any:
    """Parameters and auxiliary states, of a pair or of a file."""
    if isinstance(params, str):
        if logger:
            logger.info("Loading params from file %s", params)
        loaded = [(*key.split(":", 1), value) for key, value in nd_load(params).items()]
        return tuple({name: value for kind, name, value in loaded if kind == wanted} for wanted in ("arg", "aux"))
    if isinstance(params, (tuple, list)) and len(params) == 2:
        return tuple(params)
    raise ValueError(
        "Unsupported params provided. Must be either a path to the param file or a pair of dictionaries representing "
        "arg_params and aux_params"
    )

"""Quantization to 8-bit integers: not supported; its functions say what to do instead."""

import logging

import numpy as np

from ..base import MXNetError
from ..context import cpu


def _refused(name):
    return MXNetError(
        f"mx.contrib.quantization.{name}: quantization to 8-bit integers is not supported. For faster inference, convert "
        "the model to bfloat16 or float16 with mx.contrib.amp.convert_model or convert_hybrid_block."
    )


def combine_histogram(old_hist, arr, new_min, new_max, new_th):
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


def quantize_model(
    sym, arg_params, aux_params, data_names=("data",), label_names=("softmax_label",), ctx=cpu(),  # noqa: B008
    excluded_sym_names=None, excluded_op_names=None, calib_mode="entropy", calib_data=None,
    num_calib_examples=None, quantized_dtype="int8", quantize_mode="smart", quantize_granularity="tensor-wise",
    logger=None,
):
    """Would quantize a checkpoint to 8-bit integers; raises MXNetError."""
    raise _refused("quantize_model")


def quantize_model_mkldnn(
    sym, arg_params, aux_params, data_names=("data",), label_names=("softmax_label",), ctx=cpu(),  # noqa: B008
    excluded_sym_names=None, excluded_op_names=None, calib_mode="entropy", calib_data=None,
    num_calib_examples=None, quantized_dtype="int8", quantize_mode="smart", quantize_granularity="tensor-wise",
    logger=None,
):
    """Would quantize a checkpoint for oneDNN; raises MXNetError."""
    raise _refused("quantize_model_mkldnn")


def quantize_graph(
    sym, arg_params, aux_params, ctx=cpu(), excluded_sym_names=None, excluded_op_names=None, calib_mode="entropy",  # noqa: B008
    quantized_dtype="int8", quantize_mode="full", quantize_granularity="tensor-wise", LayerOutputCollector=None,
    logger=None,
):
    """Would quantize a graph without calibration; raises MXNetError."""
    raise _refused("quantize_graph")


def calib_graph(
    qsym, arg_params, aux_params, collector, calib_mode="entropy", quantized_dtype="int8", logger=logging,
):
    """Would calibrate a quantized graph; raises MXNetError."""
    raise _refused("calib_graph")


def quantize_net_v2(
    network, quantized_dtype="auto", quantize_mode="full", quantize_granularity="tensor-wise",
    exclude_layers=None, exclude_layers_match=None, exclude_operators=None, calib_data=None, data_shapes=None,
    calib_mode="none", num_calib_examples=None, ctx=cpu(), LayerOutputCollector=None, logger=None,  # noqa: B008
):
    """Would quantize a Gluon network; raises MXNetError."""
    raise _refused("quantize_net_v2")


def quantize_net(
    network, quantized_dtype="auto", quantize_mode="full", exclude_layers=None, exclude_layers_match=None,
    exclude_operators=None, calib_data=None, data_shapes=None, calib_mode="none", num_calib_examples=None,
    ctx=cpu(), logger=None,  # noqa: B008
):
    """Would quantize a Gluon network; raises MXNetError."""
    raise _refused("quantize_net")

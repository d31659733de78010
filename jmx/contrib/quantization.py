"""Models on 8-bit integers: the graph is rewritten, its parameters become integers, and example data sets the ranges.

Every operator that has a form on integers gets it (see `mx.nd.contrib.quantized_conv` and its like); ranges between them come
from example data ("naive": smallest and largest value; "entropy": least loss of information), or are looked for in every run.
As in MXNet's CPU build, `quantize_model_mkldnn` and `quantize_net_v2` first make one operator of a layer and what follows it
(`Symbol.get_backend_symbol("MKLDNN_QUANTIZE")`), which is more exact than a step on integers for each. Models in bfloat16 or
float16 (mx.contrib.amp) are the better choice for speed on devices that have fast units for these.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._described import described_by
from ..base import MXNetError
from ..context import Context, cpu
from ..io import DataBatch, DataDesc, DataIter
from ..ndarray import array, contrib, zeros
from ..symbol import Group, Symbol, var
from . import _quantize_graph as _graph
from ._calibration import (  # noqa: F401 - programs collect ranges themselves
    _collect_layer_histogram,
    _collect_layer_output_min_max,
    _collect_layer_statistics,
    _LayerHistogramCollector,
    _LayerOutputMinMaxCollector,
    _load_params,
    _load_sym,
    combine_histogram,
)

if TYPE_CHECKING:
    from .._typing import Int
    from ..gluon import SymbolBlock
    from ..gluon.data.dataloader import DataLoader
    from ..gluon.hybrid import HybridBlock
    from ..ndarray.ndarray import NDArray

#: what fuses layers, and what follows them on integers
_BACKEND = "MKLDNN_QUANTIZE"
_MODES = "'none', 'naive' or 'entropy'"


def _smooth_distribution(p, eps=0.0001):
    """The distribution `p` with zeros raised to `eps` and as much taken from the others. Raises ValueError if all are zero."""
    empty = p == 0
    filled = p.size - empty.sum()
    if not filled:
        raise ValueError("The discrete probability distribution is malformed. All entries are 0.")
    less = eps * empty.sum() / filled
    assert less < 1, f"{empty.sum()} of {p.size} entries are 0, too many for eps={eps}"
    return (p + np.where(empty, eps, -less)).astype(np.float32)


def _get_optimal_threshold(hist_data, quantized_dtype, num_quantized_bins=255):
    """(minimum, maximum, threshold, divergence) of a histogram; see `calibrate_entropy`."""
    counts, edges, low, high, _ = hist_data
    if low >= 0 and quantized_dtype in ("auto", "uint8"):
        num_quantized_bins = num_quantized_bins * 2 + 1
    # MXNet has this operator for CPUs only. It takes the best of thresholds that differ by roundings: sums of another order, as
    # GPUs make them, choose another one.
    results = contrib.calibrate_entropy(
        array(counts, cpu(), "float32"), array(edges, cpu(), "float32"), num_quantized_bins=num_quantized_bins
    )
    return low, high, *(x.asnumpy() for x in results)


def _get_optimal_thresholds(hist_dict, quantized_dtype, num_quantized_bins=255, logger=None):
    """{name: (minimum, maximum)} from histograms, by entropy; the histograms are taken out of `hist_dict`."""
    thresholds = {}
    for name in list(hist_dict):
        low, _, bound, _ = _get_optimal_threshold(hist_dict.pop(name), quantized_dtype, num_quantized_bins)
        thresholds[name] = (0 if low >= 0 and quantized_dtype in ("auto", "uint8") else -bound, bound)
        if logger:
            logger.debug("layer=%s, threshold=%f", name, bound)
    return thresholds


def _quantize_symbol(
    sym,
    ctx,
    excluded_symbols=None,
    excluded_operators=None,
    offline_params=None,
    quantized_dtype="int8",
    quantize_mode="smart",
    quantize_granularity="tensor-wise",
):
    """(the symbol on integers, names of the outputs of `sym` that calibration needs)."""
    excluded = excluded_symbols or (), excluded_operators or ()
    heads, names = _graph.quantized(
        sym._entries, quantized_dtype, quantize_mode, *excluded, offline_params or (), quantize_granularity
    )
    return Symbol(heads), names


def _calibrate_quantized_sym(qsym, th_dict):
    """A copy of a symbol on integers with the ranges of `th_dict`: {name: (minimum, maximum)}."""
    return Symbol(_graph.calibrated(qsym._entries, th_dict)) if th_dict else qsym


def _quantize_params(qsym, params, th_dict):
    """The parameters that a symbol on integers takes, from those of the original one."""
    quantized, ranges = {}, {}
    for name in qsym.list_arguments():
        base = next((name.removesuffix(e) for e in ("_quantize", "_quantize_min", "_quantize_max") if name.endswith(e)), None)
        if name in params:
            quantized[name] = params[name]
        elif base in params:
            if base not in ranges:
                value = params[base]
                parts = contrib.quantize(value, value.min(), value.max(), out_type="int8")
                ranges[base] = dict(zip(("_quantize", "_quantize_min", "_quantize_max"), parts))
            quantized[name] = ranges[base][name[len(base) :]]
    return quantized


def _checked(ctx, excluded, operators, dtype, granularity):
    for label, value in (("excluded_sym_names", excluded), ("excluded_op_names", operators)):
        if value is not None and not isinstance(value, list):
            raise ValueError(f"{label} must be a list of strings, names that will not be quantized; received {type(value)}")
    if not isinstance(ctx, Context):
        raise ValueError(f"currently only supports single ctx, while received {ctx}")
    if dtype not in ("int8", "uint8", "auto"):
        raise ValueError(f"unknown quantized_dtype {dtype} received, expected `int8`, `uint8` or `auto`")
    if granularity not in ("tensor-wise", "channel-wise"):
        raise ValueError(f"unkonwn quantize_granularity {granularity} received, expected `tensor-wise` or `channel-wise`.")


def _collector(mode, names, custom=None, logger=None):
    if mode == "entropy":
        return _LayerHistogramCollector(include_layer=names, logger=logger)
    if mode == "naive":
        return _LayerOutputMinMaxCollector("int8", include_layer=names, logger=logger)
    if mode == "customize" and custom is not None:
        return custom
    raise ValueError(f"unknown calibration mode {mode} received, expected {_MODES} (or 'customize' with a LayerOutputCollector)")


def _refuse_negative(qsym):
    """Raise MXNetError where negative numbers would become unsigned integers."""
    for name, attrs in qsym.attr_dict().items():
        if attrs.get("out_type") == "uint8" and float(attrs.get("min_calib_range", 0)) < 0:
            raise MXNetError(f"{name}: expect int8 when data_min < 0.0, consider quantize model with int8 or auto.")


def _observed(sym, names):
    """The outputs inside of a symbol that have these names, by name."""
    inner = sym.get_internals()
    places = {name: i for i, name in enumerate(inner.list_outputs())}
    return {name: inner[places[name]] for name in dict.fromkeys(names) if name in places}


def _collect(sym, arg_params, aux_params, data_names, label_names, data, collector, ctx, most, logger):
    """Run `sym` over `data` and hand the outputs that `collector` includes to it."""
    if not isinstance(data, DataIter):
        raise ValueError(f"calib_data must be of DataIter type, while received type {type(data)}")
    observed = _observed(sym, collector.include_layer)
    if not observed:  # nothing is on integers
        return
    names, group = list(observed), Group(list(observed.values()))
    needed, states = set(group.list_arguments()), set(group.list_auxiliary_states())
    fixed = {n: v.as_in_context(ctx) for n, v in arg_params.items() if n in needed}
    aux = {n: v.as_in_context(ctx) for n, v in aux_params.items() if n in states}
    count = batches = 0
    for batch in data:
        inputs = {**fixed, **dict(zip(data_names, batch.data)), **dict(zip(label_names or (), batch.label or ()))}
        executor = group.bind(ctx, {n: v.as_in_context(ctx) for n, v in inputs.items() if n in needed}, aux_states=aux)
        for name, value in zip(names, executor.forward(is_train=False)):
            collector.collect(name, value)
        batches, count = batches + 1, count + data.batch_size
        if most is not None and count >= most:
            break
    if logger:
        logger.info("Collected statistics from %d batches with batch_size=%d", batches, data.batch_size)


def quantize_model(
    sym: Symbol,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
    data_names: Sequence[str] = ("data",),
    label_names: Sequence[str] = ("softmax_label",),
    ctx: Context = cpu(),
    excluded_sym_names: Sequence[str] | None = None,
    excluded_op_names: Sequence[str] | None = None,
    calib_mode: Literal["none", "naive", "entropy"] | str = "entropy",
    calib_data: DataIter | None = None,
    num_calib_examples: Int | None = None,
    quantized_dtype: Literal["int8", "uint8", "auto"] | str = "int8",
    quantize_mode: Literal["smart", "full"] | str = "smart",
    quantize_granularity: str = "tensor-wise",
    logger: logging.Logger | None = None,
) -> tuple[Symbol, dict[Any, Any], dict[Any, Any]]:
    """A symbol and its parameters on 8-bit integers.

    Parameters
    ----------
    sym : Symbol
        A network in float32.
    arg_params, aux_params : dict of str to NDArray
        Its parameters and auxiliary states.
    data_names, label_names : list of str, default ['data'] and ['softmax_label']
        What the batches of `calib_data` are called in the symbol.
    ctx : Context, default cpu(0)
        The device of the calibration.
    excluded_sym_names, excluded_op_names : list of str, optional
        Nodes, and operators, that stay in floating point.
    calib_mode : {'none', 'naive', 'entropy'}, default 'entropy'
        'none' looks for ranges in every run; 'naive' takes the extremes over `calib_data`, 'entropy' ranges that lose least of
        the distribution.
    calib_data : DataIter, optional
        Batches for that.
    num_calib_examples : int, optional
        How many samples of it are used; all by default.
    quantized_dtype : {'int8', 'uint8', 'auto'}, default 'int8'
        'auto' is 'uint8' for what calibration finds never to be negative.
    quantize_mode : {'smart', 'full'}, default 'smart'
        'full' takes every operator that has a form on integers; 'smart' leaves light ones out that stand alone.
    quantize_granularity : {'tensor-wise', 'channel-wise'}, default 'tensor-wise'
        One range for each array; 'channel-wise': weights of dense layers that were fused get one for each output.
    logger : logging.Logger, optional
        Where messages go.

    Returns
    -------
    (Symbol, dict, dict)
        The symbol on integers, its parameters and its auxiliary states. As in MXNet, biases of convolutions of uint8 data are
        added without their range: use 'int8' for these, which MXNet has on GPUs only.

    Raises
    ------
    ValueError
        An argument is of the wrong kind.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> weights = {"fc_weight": nd.array([[1, 2], [-3, 4]]), "fc_bias": nd.zeros(2)}
    >>> data = mx.io.NDArrayIter(nd.array([[1, -1], [0.5, 1]]), batch_size=2)
    >>> qsym, qparams, states = mx.contrib.quantization.quantize_model(
    ...     net, weights, {}, label_names=None, calib_mode="naive", calib_data=data, quantize_mode="full"
    ... )
    >>> qparams["fc_weight_quantize"].asnumpy()
    array([[ 32,  64],
           [-95, 127]], dtype=int8)
    >>> nd.dot(nd.array([[1, -1]]), weights["fc_weight"].T).asnumpy()
    array([[-1., -7.]], dtype=float32)
    >>> qsym.eval(data=nd.array([[1, -1]]), **qparams)[0].asnumpy().round(1)
    array([[-1., -7.]], dtype=float32)
    """
    model, excluded = (sym, arg_params, aux_params), (excluded_sym_names, excluded_op_names)
    qsym, quantized, aux_params, collector = quantize_graph(
        *model, ctx, *excluded, calib_mode, quantized_dtype, quantize_mode, quantize_granularity, logger=logger
    )
    if collector is None:
        return qsym, quantized, aux_params  # pyright: ignore[reportReturnType]
    if calib_data is None:
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    _collect(*model, data_names, label_names, calib_data, collector, ctx, num_calib_examples, logger)
    return calib_graph(qsym, arg_params, aux_params, collector, calib_mode, quantized_dtype, logger)


@described_by(quantize_model)
def quantize_model_mkldnn(
    sym: Symbol,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
    data_names: Sequence[str] = ("data",),
    label_names: Sequence[str] = ("softmax_label",),
    ctx: Context = cpu(),
    excluded_sym_names: Sequence[str] | None = None,
    excluded_op_names: Sequence[str] | None = None,
    calib_mode: Literal["none", "naive", "entropy"] | str = "entropy",
    calib_data: DataIter | None = None,
    num_calib_examples: Int | None = None,
    quantized_dtype: Literal["int8", "uint8", "auto"] | str = "int8",
    quantize_mode: Literal["smart", "full"] | str = "smart",
    quantize_granularity: str = "tensor-wise",
    logger: logging.Logger | None = None,
) -> tuple[Symbol, dict[Any, Any], dict[Any, Any]]:
    """A symbol and its parameters on 8-bit integers, layers and what follows them made one operator first.

    Parameters
    ----------
    ctx : Context, default cpu(0)
        The device of the calibration, a CPU.

    Returns
    -------
    (Symbol, dict, dict)
        The symbol on integers, its parameters and its auxiliary states. Parameters of convolutions stay in float32.

    Raises
    ------
    ValueError
        An argument is of the wrong kind, or `ctx` is no CPU.

    Examples
    --------
    >>> net = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=1, kernel=(1, 1), no_bias=True, name="conv")
    >>> net = mx.sym.Activation(net, act_type="relu")
    >>> weights = {"conv_weight": nd.array([[[[2]]]])}
    >>> data = mx.io.NDArrayIter(nd.array([[[[1, 3]]]]), batch_size=1)
    >>> qsym, qparams, states = mx.contrib.quantization.quantize_model_mkldnn(
    ...     net, weights, {}, label_names=None, calib_mode="naive", calib_data=data, quantized_dtype="auto"
    ... )
    >>> qsym.list_outputs(), qsym.eval(data=nd.array([[[[1, 3]]]]), **qparams)[0].round()
    (['sg_mkldnn_conv_act_0_dequantize_output'],
    [[[[2. 6.]]]]
    <NDArray 1x1x1x2 @cpu(0)>)
    """
    _checked(ctx, excluded_sym_names, excluded_op_names, quantized_dtype, quantize_granularity)
    if ctx.device_type != "cpu":
        raise ValueError("quantize_model_mkldnn only support Intel cpu platform with MKL-DNN Backend")
    qsym, qargs, states = quantize_model(
        sym.get_backend_symbol(_BACKEND),
        arg_params,
        aux_params,
        data_names,
        label_names,
        ctx,
        excluded_sym_names,
        excluded_op_names,
        calib_mode,
        calib_data,
        num_calib_examples,
        quantized_dtype,
        quantize_mode,
        quantize_granularity,
        logger,
    )
    return qsym.get_backend_symbol(_BACKEND), qargs, states


def quantize_graph(
    sym: Symbol,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
    ctx: Context = cpu(),
    excluded_sym_names: Sequence[str] | None = None,
    excluded_op_names: Sequence[str] | None = None,
    calib_mode: Literal["none", "naive", "entropy", "customize"] | str = "entropy",
    quantized_dtype: Literal["int8", "uint8", "auto"] | str = "int8",
    quantize_mode: Literal["smart", "full"] | str = "full",
    quantize_granularity: str = "tensor-wise",
    LayerOutputCollector: Any = None,
    logger: logging.Logger | None = None,
) -> Any:
    """A symbol and its parameters on 8-bit integers, and what collects the statistics for `calib_graph`.

    Parameters
    ----------
    sym : Symbol
        A network in float32.
    arg_params, aux_params : dict of str to NDArray
        Its parameters and auxiliary states.
    ctx : Context, default cpu(0)
        The device.
    excluded_sym_names, excluded_op_names : list of str, optional
        Nodes, and operators, that stay in floating point.
    calib_mode : {'none', 'naive', 'entropy', 'customize'}, default 'entropy'
        As for `quantize_model`; 'customize' uses `LayerOutputCollector`.
    quantized_dtype : {'int8', 'uint8', 'auto'}, default 'int8'
        The integers.
    quantize_mode : {'smart', 'full'}, default 'full'
        As for `quantize_model`.
    quantize_granularity : {'tensor-wise', 'channel-wise'}, default 'tensor-wise'
        One range for each array; 'channel-wise': weights of dense layers that were fused get one for each output.
    LayerOutputCollector : object, optional
        Has `collect(name, array)` and `min_max_dict`.
    logger : logging.Logger, optional
        Where messages go.

    Returns
    -------
    (Symbol, dict, dict, object)
        The symbol, its parameters, its auxiliary states and the collector (None for calib_mode='none'), whose `include_layer`
        names the outputs of `sym` to be handed to `collect`.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> weights = {"fc_weight": nd.array([[1, 2], [-3, 4]]), "fc_bias": nd.zeros(2)}
    >>> qsym, qparams, states, collector = mx.contrib.quantization.quantize_graph(net, weights, {}, calib_mode="naive")
    >>> collector.include_layer
    ['data', 'fc_output']
    """
    _checked(ctx, excluded_sym_names, excluded_op_names, quantized_dtype, quantize_granularity)
    qsym, names = _quantize_symbol(
        sym, ctx, excluded_sym_names, excluded_op_names, list(arg_params), quantized_dtype, quantize_mode, quantize_granularity
    )
    collector = None
    if calib_mode is not None and calib_mode != "none":
        collector = _collector(calib_mode, names, LayerOutputCollector, logger)
        collector.include_layer = names
    return qsym, _quantize_params(qsym, arg_params, {}), aux_params, collector


def calib_graph(
    qsym: Symbol,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
    collector: Any,
    calib_mode: Literal["naive", "entropy", "customize"] | str = "entropy",
    quantized_dtype: Literal["int8", "uint8", "auto"] | str = "int8",
    logger: logging.Logger = logging,
) -> tuple[Symbol, dict[Any, Any], dict[Any, Any]]:
    """The symbol, the parameters and the auxiliary states of `quantize_graph` with the ranges that a collector has seen.

    Parameters
    ----------
    qsym : Symbol
        From `quantize_graph`.
    arg_params : dict of str to NDArray
        Parameters of the original symbol.
    aux_params : dict of str to NDArray
        Its auxiliary states.
    collector : object
        From `quantize_graph`, after `collect` was called with outputs of layers.
    calib_mode : {'naive', 'entropy', 'customize'}, default 'entropy'
        As for `quantize_graph`.
    quantized_dtype : {'int8', 'uint8', 'auto'}, default 'int8'
        The integers.
    logger : logging.Logger, default logging
        Where messages go.

    Returns
    -------
    (Symbol, dict, dict)

    Raises
    ------
    ValueError
        `calib_mode` is 'none'.

    Examples
    --------
    MXNet's own collectors are called by its C library only. Here programs may call them, too.

    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> weights = {"fc_weight": nd.array([[1, 2], [-3, 4]]), "fc_bias": nd.zeros(2)}
    >>> qsym, qparams, states, collector = mx.contrib.quantization.quantize_graph(net, weights, {}, calib_mode="naive")
    >>> collector.collect("data", nd.array([[1, -1]]))
    >>> collector.collect("fc_output", nd.array([[-1, -7]]))
    >>> qsym, qparams, states = mx.contrib.quantization.calib_graph(qsym, weights, {}, collector, calib_mode="naive")
    >>> qsym.eval(data=nd.array([[1, -1]]), **qparams)[0].asnumpy().round(1)
    array([[-1., -7.]], dtype=float32)
    """
    if calib_mode not in ("naive", "entropy", "customize"):
        raise ValueError("please set calibration mode to naive or entropy.")
    if calib_mode == "entropy":
        table = _get_optimal_thresholds(collector.hist_dict, quantized_dtype, logger=logger)
    else:
        table = collector.min_max_dict
    qsym = _calibrate_quantized_sym(qsym, table)
    return qsym, _quantize_params(qsym, arg_params, table), aux_params  # pyright: ignore[reportReturnType]


class _Batches(DataIter):
    """Arrays, or lists of them, as batches: what a DataLoader gives."""

    def __init__(self, source: Any) -> None:
        super().__init__()
        self._source = source
        first = self._listed(next(iter(source)))
        self.batch_size = first[0].shape[0]
        names = [f"data{i}" for i in range(len(first))]
        names = names if len(first) > 2 else ["data", *names][: len(first)]
        self.provide_data, self.provide_label = [DataDesc(n, x.shape) for n, x in zip(names, first)], []
        self.reset()

    @staticmethod
    def _listed(batch):
        return list(batch) if isinstance(batch, (list, tuple)) else [batch]

    def reset(self) -> None:
        """Start again."""
        self._rest = iter(self._source)

    def next(self) -> DataBatch:
        """The next batch."""
        return DataBatch(data=self._listed(next(self._rest)), label=[])


@described_by(quantize_graph)
def quantize_net_v2(
    network: HybridBlock,
    quantized_dtype: Literal["auto", "int8", "uint8"] | str = "auto",
    quantize_mode: Literal["smart", "full"] | str = "full",
    quantize_granularity: str = "tensor-wise",
    exclude_layers: Sequence[str] | None = None,
    exclude_layers_match: Sequence[str] | None = None,
    exclude_operators: Sequence[str] | None = None,
    calib_data: DataIter | DataLoader | None = None,
    data_shapes: Sequence[DataDesc] | None = None,
    calib_mode: Literal["none", "naive", "entropy", "customize"] | str = "none",
    num_calib_examples: Int | None = None,
    ctx: Context = cpu(),
    LayerOutputCollector: Any = None,
    logger: logging.Logger | None = None,
) -> SymbolBlock:
    """A Gluon network on 8-bit integers.

    Parameters
    ----------
    network : HybridBlock
        Initialized; it is hybridized by this.
    quantized_dtype : {'auto', 'int8', 'uint8'}, default 'auto'
        As for `quantize_model`.
    exclude_layers, exclude_layers_match, exclude_operators : list of str, optional
        Names of nodes, parts of such names, and operators that stay in floating point. Without calibration BatchNorm does,
        where it is not part of a convolution.
    calib_data : DataIter or DataLoader, optional
        Batches for the calibration.
    data_shapes : list of DataDesc, optional
        Shapes of the inputs, needed without `calib_data`.
    calib_mode : {'none', 'naive', 'entropy', 'customize'}, default 'none'
        As for `quantize_graph`.
    num_calib_examples : int, optional
        How many samples of `calib_data` are used; all by default.
    LayerOutputCollector : object, optional
        For calib_mode='customize', see `quantize_graph`.

    Returns
    -------
    SymbolBlock

    Examples
    --------
    >>> net = gluon.nn.Dense(2, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> x = nd.array([[1, -1], [0.5, 1]])
    >>> data = gluon.data.DataLoader(x, batch_size=2)
    >>> qnet = mx.contrib.quantization.quantize_net_v2(net, quantized_dtype="int8", calib_data=data, calib_mode="naive")
    >>> net(x).asnumpy(), bool((qnet(x) - net(x)).abs().max().asscalar() < 0.05)
    (array([[0. , 0. ],
           [1.5, 1.5]], dtype=float32), True)
    """
    from ..gluon import SymbolBlock

    _checked(ctx, None, None, quantized_dtype, quantize_granularity)
    calibrate = calib_mode is not None and calib_mode != "none"
    if calibrate and calib_data is None:
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    if calib_data is not None and not isinstance(calib_data, DataIter):
        calib_data = _Batches(calib_data)
    shapes = data_shapes or (calib_data.provide_data if calib_data is not None else None)
    if not shapes:
        raise ValueError("data_shapes required")
    shapes = [DataDesc(*s[:2]) if isinstance(s, tuple) else s for s in shapes]
    *model, names = _exported(network, shapes, ctx)
    sym, arg_params, aux_params = model
    excluded = list(exclude_layers or [])
    excluded += [n.name for n in sym.get_internals() if any(part in n.name for part in exclude_layers_match or [])]
    operators = list(exclude_operators or []) + ([] if calibrate else ["BatchNorm"])
    fused = ctx.device_type == "cpu"
    if fused:
        model[0] = sym.get_backend_symbol(_BACKEND)
    ways = calib_mode, quantized_dtype, quantize_mode, quantize_granularity
    qsym, qargs, aux_params, collector = quantize_graph(*model, ctx, excluded, operators, *ways, LayerOutputCollector, logger)
    if calibrate:
        _collect(*model, names, (), calib_data, collector, ctx, num_calib_examples, logger)
        qsym, qargs, aux_params = calib_graph(qsym, arg_params, aux_params, collector, calib_mode, quantized_dtype, logger)
    if fused:
        qsym = qsym.get_backend_symbol(_BACKEND)
    _refuse_negative(qsym)
    block = SymbolBlock(qsym, [var(name, dtype="float32") for name in names])
    for name, parameter in block._all_params().items():
        value = qargs[name] if name in qargs else aux_params[name]
        parameter.shape, parameter.dtype = value.shape, value.dtype
        parameter.grad_req = "null"
        parameter.initialize("zeros", ctx=ctx, force_reinit=True)
        parameter.set_data(value)
    return block


def _exported(network, shapes, ctx):
    """(symbol, parameters, auxiliary states, names of the inputs) of a network that takes arrays of these shapes."""
    import os
    import tempfile

    from ..model import load_checkpoint

    network.hybridize()
    inputs = [zeros(s.shape, ctx=ctx) for s in shapes]
    while True:
        try:
            network(*inputs)
            break
        except (TypeError, ValueError):
            # Batches may carry labels that the network does not take.
            if len(inputs) == 1:
                raise
            inputs.pop()
    with tempfile.TemporaryDirectory() as folder:
        network.export(os.path.join(folder, "net"))
        sym, arg_params, aux_params = load_checkpoint(os.path.join(folder, "net"), 0)
    return sym, arg_params, aux_params, [n for n in sym.list_arguments() if n not in arg_params]


@described_by(quantize_net_v2)
def quantize_net(
    network: HybridBlock,
    quantized_dtype: Literal["auto", "int8", "uint8"] | str = "auto",
    quantize_mode: Literal["smart", "full"] | str = "full",
    exclude_layers: Sequence[str] | None = None,
    exclude_layers_match: Sequence[str] | None = None,
    exclude_operators: Sequence[str] | None = None,
    calib_data: DataIter | DataLoader | None = None,
    data_shapes: Sequence[DataDesc] | None = None,
    calib_mode: Literal["none", "naive", "entropy", "customize"] | str = "none",
    num_calib_examples: Int | None = None,
    ctx: Context = cpu(),
    logger: logging.Logger | None = None,
) -> SymbolBlock:
    """The former form of `quantize_net_v2`, deprecated.

    Examples
    --------
    >>> net = gluon.nn.Dense(2, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> x = nd.array([[1, -1], [0.5, 1]])
    >>> data = gluon.data.DataLoader(x, batch_size=2)
    >>> qnet = mx.contrib.quantization.quantize_net(net, quantized_dtype="int8", calib_data=data, calib_mode="naive")
    >>> net(x).asnumpy(), bool((qnet(x) - net(x)).abs().max().asscalar() < 0.05)
    (array([[0. , 0. ],
           [1.5, 1.5]], dtype=float32), True)
    """
    arguments = locals()
    warnings.warn("This will be deprecated after MXNet 2.0, please use quantize_net_v2.", stacklevel=2)
    return quantize_net_v2(**arguments)

"""Functions of automatic mixed precision."""

from __future__ import annotations

import contextlib
import itertools
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ... import ndarray, symbol
from ..._described import described_by
from ...context import gpu
from ...core.declare.dtype import np_dtype
from ...gluon import trainer
from ...module import BucketingModule
from ...optimizer import Optimizer
from ...symbol import Symbol
from . import lists as lists
from ._graph import convert
from ._operators import (
    list_conditional_fp32_ops,
    list_fp32_ops,
    list_loss_output_functions,
    list_lp16_fp32_ops,
    list_lp16_ops,
    list_lp16_use_fp32_params,
    list_widest_type_cast,
    low_type,
)
from ._patching import cast_functions, scale_losses
from .loss_scaler import LossScaler

if TYPE_CHECKING:
    from ..._typing import DTypeLike
    from ...context import Context
    from ...gluon import HybridBlock, SymbolBlock
    from ...gluon.trainer import Trainer
    from ...ndarray.ndarray import NDArray

__all__ = [
    "convert_hybrid_block",
    "convert_model",
    "convert_symbol",
    "init",
    "init_trainer",
    "list_conditional_fp32_ops",
    "list_fp32_ops",
    "list_loss_output_functions",
    "list_lp16_fp32_ops",
    "list_lp16_ops",
    "list_lp16_use_fp32_params",
    "list_widest_type_cast",
    "scale_loss",
    "unscale",
]

_amp_initialized = False
_amp_loss_scale_initialized = False
_loss_scaler = None


def init(
    target_dtype: str | DTypeLike = "float16",
    target_precision_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[tuple[str, str, Sequence[str]]] | None = None,
    fp32_ops: Sequence[str] | None = None,
) -> None:
    """Let the operators of mx.nd and mx.sym cast their inputs from now on; to be called before models are made.

    Parameters
    ----------
    target_dtype : str or numpy.dtype
        "float16" or "bfloat16". Arrays on the CPU are not cast to float16, which processors compute slowly.
    target_precision_ops, fp32_ops : list of str, optional
        Operators to run in that type, in float32; by default those of `list_lp16_ops`, `list_fp32_ops`.
    conditional_fp32_ops : list of (str, str, list of str), optional
        Operators to run in float32 if the named attribute has one of the values.

    Later calls have no effect.

    Raises
    ------
    AssertionError
        Another type.
    """
    global _amp_initialized, _loss_scaler
    if _amp_initialized:
        return
    dtype = low_type(target_dtype)
    _amp_initialized = True
    logging.info("Using AMP")
    _loss_scaler = LossScaler()

    def chosen(names, default):
        return default(dtype) if names is None else names

    for module in (symbol, ndarray):
        cast_functions(
            module,
            dtype,
            chosen(target_precision_ops, list_lp16_ops),
            chosen(fp32_ops, list_fp32_ops),
            chosen(conditional_fp32_ops, list_conditional_fp32_ops),
            list_widest_type_cast(dtype),
            list_lp16_use_fp32_params(dtype),
        )
        scale_losses(module, list_loss_output_functions(dtype), _loss_scaler)


def _require_trainer(optimizer_or_trainer):
    if isinstance(optimizer_or_trainer, trainer.Trainer):
        return
    if isinstance(optimizer_or_trainer, Optimizer):
        raise TypeError("AMP is currently only compatible with Gluon Trainer")
    raise TypeError(f"optimizer_or_trainer should be a Gluon Trainer or an optimizer, instead is {type(optimizer_or_trainer)}")


def init_trainer(optimizer_or_trainer: Trainer) -> None:
    """Let a gluon Trainer skip steps whose gradients overflow, and adapt the scale of the loss.

    Parameters
    ----------
    optimizer_or_trainer : gluon.Trainer
        The trainer.

    Raises
    ------
    AssertionError
        `init` has not been called.
    TypeError
        It is no Trainer.
    """
    global _amp_loss_scale_initialized
    assert _amp_initialized, "AMP not initialized, did you forget to call amp.init()?"
    _require_trainer(optimizer_or_trainer)
    scaler = LossScaler() if _amp_loss_scale_initialized else _loss_scaler
    _amp_loss_scale_initialized = True
    optimizer_or_trainer._amp_loss_scaler = scaler
    optimizer_or_trainer._amp_original_scale = optimizer_or_trainer._scale


@contextlib.contextmanager
def scale_loss(loss: NDArray | Sequence[NDArray], optimizer_or_trainer: Trainer) -> Iterator[Any]:
    """Scope that gives the scaled loss to call `backward` on; the trainer then divides the gradients by the scale.

    Parameters
    ----------
    loss : NDArray or list of NDArray
        The loss, or losses.
    optimizer_or_trainer : gluon.Trainer
        One that `init_trainer` was called with.
    """
    scaler = getattr(optimizer_or_trainer, "_amp_loss_scaler", None)
    assert scaler is not None, "Loss scaler is not initialized, did you forget to call amp.init_trainer()?"
    optimizer_or_trainer._scale = optimizer_or_trainer._amp_original_scale / scaler.loss_scale
    if isinstance(loss, (list, tuple)):
        yield [x * scaler.loss_scale for x in loss]
    else:
        yield scaler.loss_scale * loss


@described_by(scale_loss)
def unscale(optimizer_or_trainer: Trainer) -> None:
    """Divide the gradients of a Trainer's parameters by the scale of the loss now, so that they can be looked at or clipped.

    Raises
    ------
    TypeError
        It is no Trainer.
    """
    _require_trainer(optimizer_or_trainer)
    for parameter in optimizer_or_trainer._params:
        if parameter._grad is not None:
            for grad in parameter.list_grad():
                grad[:] = grad * optimizer_or_trainer._scale
    optimizer_or_trainer._scale = 1.0


def _check_lists(dtype, low, high, conditional):
    for label, names in (("target_dtype_ops", low), ("fp32_ops", high), ("conditional_fp32_ops", conditional)):
        assert isinstance(names, list), f"{label} should be a list, not {type(names).__name__}"
    for item in conditional:
        assert isinstance(item[0], str) and isinstance(item[1], str) and isinstance(item[2], list), (
            f"conditional_fp32_ops should be a list of (str, str, list of str), it has {item!r}"
        )
    named = {"target_dtype_ops": set(low), "conditional_fp32_ops": {i[0] for i in conditional}, "fp32_ops": set(high)}
    for a, b in itertools.combinations(named, 2):
        common = named[a] & named[b]
        assert not common, f"Ops cannot be in two or more lists. Common ops in {a} and {b}: {', '.join(sorted(common))}"
    known = {
        *list_lp16_ops(dtype),
        *list_fp32_ops(dtype),
        *list_lp16_fp32_ops(dtype),
        *(item[0] for item in list_conditional_fp32_ops(dtype)),
    }
    unknown = set.union(*named.values()) - known
    assert not unknown, (
        f"Operators {', '.join(sorted(unknown))} are in none of amp.list_lp16_ops, list_fp32_ops, list_lp16_fp32_ops and "
        f"list_conditional_fp32_ops for {dtype.name}; only those can be chosen."
    )


def convert_symbol(
    sym: Symbol,
    target_dtype: str = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[tuple[str, str, Sequence[str]]] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    data_names: Sequence[str] | None = None,
    cast_optional_params: bool = False,
) -> Symbol:
    """The graph with casts, so that operators run in the types the lists give them.

    Parameters
    ----------
    sym : Symbol
        A network in float32.
    target_dtype : str
        "float16" or "bfloat16".
    target_dtype_ops, fp32_ops : list of str, optional
        Operators to run in that type, in float32.
    conditional_fp32_ops : list of (str, str, list of str), optional
        Operators to run in float32 if the named attribute has one of the values.
    excluded_sym_names : list of str, optional
        Names of nodes to run in float32.
    data_names : list of str, optional
        Inputs that are data; all without `__dtype__` by default. The others are parameters.
    cast_optional_params : bool
        Leave out casts of parameters, which are then to be given in the low type.

    Returns
    -------
    Symbol

    Raises
    ------
    AssertionError
        Another type; or lists that overlap or hold operators that no default list holds.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> low = amp.convert_symbol(mx.sym.softmax(net, name="out"), data_names=["data"])
    >>> for name in low.get_internals().list_outputs():
    ...     if "amp_cast" in name:
    ...         print(name)
    data_amp_cast_float16_output
    fc_weight_amp_cast_float16_output
    fc_bias_amp_cast_float16_output
    fc_output_amp_cast_float32_output
    """
    assert isinstance(sym, Symbol), "First argument to convert_symbol should be Symbol"
    assert target_dtype in ("float16", "bfloat16"), (
        f"Only target_dtype float16 and bfloat16 are supported currently, not {target_dtype!r}"
    )
    dtype = np_dtype(target_dtype)
    low = list_lp16_ops(dtype) if target_dtype_ops is None else target_dtype_ops
    high = list_fp32_ops(dtype) if fp32_ops is None else fp32_ops
    conditional = list_conditional_fp32_ops(dtype) if conditional_fp32_ops is None else conditional_fp32_ops
    _check_lists(dtype, low, high, conditional)
    excluded = [] if excluded_sym_names is None else excluded_sym_names
    assert isinstance(excluded, list), "excluded_sym_names should be a list of strs"
    if data_names is None:
        attributes = sym.attr_dict()
        data_names = [n for n in sym.list_inputs() if "__dtype__" not in attributes.get(n, ())]
    conditions = {}
    for name, key, values in conditional:
        conditions.setdefault(name, []).append((key, values))
    return Symbol(
        convert(
            sym._entries, dtype, low, high, list_widest_type_cast(dtype), conditions, excluded, data_names, cast_optional_params
        )
    )


def _in_declared_type(name, array, attributes):
    """`array` in the type that the graph's variable `name` declares."""
    code = attributes.get(name, {}).get("__dtype__", "-1")
    return array if code == "-1" or np_dtype(code) == np.dtype(array.dtype) else array.astype(np_dtype(code))


def convert_model(
    sym: Symbol,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
    target_dtype: Literal["float16", "bfloat16"] | str = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[tuple[str, str, Sequence[str]]] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    cast_optional_params: bool = False,
) -> tuple[Symbol, dict[Any, Any], dict[Any, Any]]:
    """A checkpoint in mixed precision: see `convert_symbol`, whose data are the inputs without parameters.

    Parameters
    ----------
    sym : Symbol
        A network in float32.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states; they are updated in place.
    target_dtype : {'float16', 'bfloat16'}, default 'float16'
        The type of low precision.
    target_dtype_ops, fp32_ops : list of str, optional
        Operators to run in that type, in float32.
    conditional_fp32_ops : list of (str, str, list of str), optional
        Operators to run in float32 if the named attribute has one of the values.
    excluded_sym_names : list of str, optional
        Names of nodes to run in float32.
    cast_optional_params : bool, default False
        Give parameters the low type where only operators of that type read them.

    Returns
    -------
    (Symbol, dict, dict)
        The graph, and the two dicts with parameters in the types it wants.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    >>> weights = {"fc_weight": nd.ones((2, 3))}
    >>> low, arg_params, aux_params = amp.convert_model(net, weights, {}, cast_optional_params=True)
    >>> arg_params["fc_weight"].dtype.__name__
    'float16'
    """
    assert isinstance(sym, Symbol), "First argument to convert_model should be Symbol"
    assert isinstance(arg_params, dict), "Second argument to convert_model should be a dict of name to ndarray"
    assert isinstance(aux_params, dict), "Third argument to convert_model should be a dict of name to ndarray"
    data_names = [n for n in sym.list_inputs() if n not in arg_params and n not in aux_params]
    sym = convert_symbol(
        sym, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names, data_names, cast_optional_params
    )
    attributes = sym.attr_dict()
    for names, params in ((sym.list_arguments(), arg_params), (sym.list_auxiliary_states(), aux_params)):
        for name in names:
            if name in params:
                params[name] = _in_declared_type(name, params[name], attributes)
    return sym, arg_params, aux_params


@described_by(convert_model)
def convert_hybrid_block(
    block: HybridBlock,
    target_dtype: Literal["float16", "bfloat16"] | str = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[tuple[str, str, Sequence[str]]] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    ctx: Context = gpu(0),
    cast_optional_params: bool = False,
) -> SymbolBlock:
    """A SymbolBlock that computes what a block does, in mixed precision, for inference; see `convert_symbol`.

    Parameters
    ----------
    block : HybridBlock
        Hybridized, and run at least once.
    ctx : Context, default gpu(0)
        Where the parameters live.

    Returns
    -------
    SymbolBlock

    Raises
    ------
    RuntimeError
        The block has not been run hybridized.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> net = gluon.nn.Dense(2, in_units=3)
    >>> net.initialize(mx.init.One())
    >>> net.hybridize()
    >>> output = net(nd.ones((1, 3)))
    >>> low = amp.convert_hybrid_block(net, ctx=mx.cpu())
    >>> low(nd.ones((1, 3)))
    <BLANKLINE>
    [[3. 3.]]
    <NDArray 1x2 @cpu(0)>
    """
    from ...gluon import HybridBlock, SymbolBlock

    assert isinstance(block, HybridBlock), "block input should be a HybridBlock"
    if not block._cached_graph:
        raise RuntimeError(
            "Please first call block.hybridize() and then run forward with this block at least once before calling export."
        )
    inputs, sym = block._cached_graph
    names = [x.name for x in inputs]
    converted = convert_symbol(
        sym, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names, names, cast_optional_params
    )
    attributes = converted.attr_dict()
    arguments, states = set(converted.list_arguments()), set(converted.list_auxiliary_states())
    params = {}
    for name, param in block._all_params().items():
        assert name in arguments or name in states, f"parameter {name} has no place in the converted graph"
        params[("arg:" if name in arguments else "aux:") + name] = _in_declared_type(name, param._reduce(), attributes)
    low_block = SymbolBlock(converted, inputs)
    for name, param in low_block._all_params().items():
        for key in (f"arg:{name}", f"aux:{name}"):
            if key in params and np.dtype(param.dtype) != np.dtype(params[key].dtype):
                param.cast(params[key].dtype)
    low_block._all_params().load_dict(params, ctx=ctx)
    return low_block


@described_by(convert_model)
def convert_bucketing_module(
    bucketing_mod: BucketingModule,
    target_dtype: Literal["float16", "bfloat16"] | str = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[tuple[str, str, Sequence[str]]] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    cast_optional_params: bool = False,
) -> BucketingModule:
    """A BucketingModule in mixed precision, made of one whose buckets are bound; see `convert_symbol`.

    Parameters
    ----------
    bucketing_mod : BucketingModule
        The module, with parameters.

    Returns
    -------
    BucketingModule

    Raises
    ------
    AssertionError
        The module has no buckets or no parameters.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> def sym_gen(length):
    ...     data = mx.sym.Variable("data", shape=(1, length))
    ...     total = mx.sym.sum(data, axis=1, keepdims=True)
    ...     return mx.sym.FullyConnected(total, num_hidden=1, name="fc"), ["data"], None
    >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=4)
    >>> module.bind([("data", (1, 4))], for_training=False)
    >>> module.init_params(mx.init.One())
    >>> low = amp.convert_bucketing_module(module)
    >>> low.bind([("data", (1, 4))], for_training=False)
    >>> low.forward(mx.io.DataBatch([nd.ones((1, 4))], bucket_key=4, provide_data=[("data", (1, 4))]))
    >>> low.get_outputs()[0].asnumpy()
    array([[4.]], dtype=float32)
    """
    assert isinstance(bucketing_mod, BucketingModule), "module should be instance of bucketing module"
    assert len(bucketing_mod._buckets) > 0, "Bucketing Module should not be empty"
    assert bucketing_mod.params_initialized, "bucketing_mod params should be initialized for mixed precision conversion"
    current = bucketing_mod._curr_module
    arg_params, aux_params = current._arg_params, current._aux_params
    symbols, choice = {}, (target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names)
    for key, module in bucketing_mod._buckets.items():
        symbols[key], arg_params, aux_params = convert_model(
            module._symbol, arg_params, aux_params, *choice, cast_optional_params
        )
    return BucketingModule.load_dict(
        symbols,
        sym_gen=bucketing_mod._sym_gen,
        arg_params=arg_params,
        aux_params=aux_params,
        default_bucket_key=bucketing_mod._default_bucket_key,
        **bucketing_mod._options(),
    )

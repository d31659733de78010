"""Checkpoints of symbol and parameters, the key-value store in training loops, and the old `FeedForward`."""

from __future__ import annotations

import logging
import math
from collections import namedtuple
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import config
from . import kvstore as kvs
from . import ndarray as nd
from ._late_binding import provider
from .base import MXNetError, _as_list
from .context import cpu
from .core.serial import together

if TYPE_CHECKING:
    from ._typing import Int
    from .ndarray.ndarray import NDArray
    from .symbol.symbol import Symbol

BatchEndParam = namedtuple("BatchEndParams", ["epoch", "nbatch", "eval_metric", "locals"])
BatchEndParam.__doc__ = """What batch callbacks receive.

Parameters
----------
epoch : int
    Number of the epoch, from 0.
nbatch : int
    Number of the batch in it.
eval_metric : metric.EvalMetric or None
    The training metric.
locals : dict of str to object, or None
    The local variables of the training loop.

Examples
--------
>>> param = mx.model.BatchEndParam(epoch=0, nbatch=10, eval_metric=mx.metric.Accuracy(), locals=None)
>>> param.nbatch, param.eval_metric.name
(10, 'accuracy')
"""


def _call_each(callbacks: Any, **values: Any) -> None:
    """Call each of `callbacks`, a function, a list of them or None, with a `BatchEndParam` of these values."""
    if callbacks is not None:
        param = BatchEndParam(**values)
        for callback in _as_list(callbacks):
            callback(param)


# a 'local' store updates arrays above this many elements on the devices
_BIG = 1024 * 1024 * 16


def _create_kvstore(kvstore: Any, num_device: Any, arg_params: Any) -> Any:
    """Return (store or None, whether it runs the optimizer) for a choice by name, store or None."""
    update_on_kvstore = config.get("MXNET_UPDATE_ON_KVSTORE")
    if kvstore is None:
        return None, False
    if isinstance(kvstore, kvs.KVStoreBase):
        store = kvstore
    elif isinstance(kvstore, str):
        if num_device == 1 and not kvs.kvstore.spans_processes(kvstore):
            return None, False
        store = kvs.create(kvstore)
        if kvstore == "local" and max(math.prod(param.shape) for param in arg_params.values()) > _BIG:
            update_on_kvstore = False
    else:
        raise TypeError(f"kvstore must be KVStore, str or None, got {type(kvstore).__name__}")
    return store, update_on_kvstore and store.is_capable(kvs.KVStoreBase.OPTIMIZER)


def _create_sparse_kvstore(kvstore: Any) -> Any:
    """As `_create_kvstore` for row-sparse parameters, which need a store that runs the optimizer."""
    if isinstance(kvstore, kvs.KVStore):
        store = kvstore
    elif isinstance(kvstore, str):
        store = kvs.create(kvstore)
    else:
        raise TypeError(f"Cannot create '{kvstore}' KVStore with row_sparse parameters. The type must be KVStore or str.")
    assert store.is_capable(kvs.KVStoreBase.OPTIMIZER), (
        f"KVStore with sparse weight requires optimizer support. However, {type(store).__name__} does not support "
        "optimizer. Please consider other kvstore backends instead."
    )
    return store, True


def _initialize_kvstore(kvstore: Any, param_arrays: Any, arg_params: Any, param_names: Any, update_on_kvstore: Any) -> None:
    """Give the store the first values, and all devices those values if the store runs the optimizer."""
    if type(kvstore) is kvs.KVStore:
        dense = [i for i, name in enumerate(param_names) if update_on_kvstore and arg_params[name].stype == "default"]
        if len({param_names[i] for i in dense}) == len(dense) > 1:
            # one call for all, so that processes exchange them at once
            names = [param_names[i] for i in dense]
            kvstore.broadcast(names, [arg_params[name] for name in names], out=[list(param_arrays[i]) for i in dense])
            kept = [i for i in range(len(param_names)) if i not in set(dense)]
            param_arrays, param_names = [param_arrays[i] for i in kept], [param_names[i] for i in kept]
    for name, arrays in zip(param_names, param_arrays):
        if update_on_kvstore and arg_params[name].stype == "default":
            kvstore.broadcast(name, arg_params[name], out=arrays)
        else:
            kvstore.init(name, arg_params[name])


def _exchange(kvstore, entries):
    """Push gradients and pull to arrays, for entries (number, name, gradients, targets).

    The store of this package gets all dense ones in one call, so that it runs one program; others one by one.
    """
    dense = [e for e in entries if e[2][0].stype == "default" and e[3][0].stype == "default"]
    if type(kvstore) is kvs.KVStore and len({name for _, name, _, _ in dense}) == len(dense) > 0:
        _, names, grads, targets = map(list, zip(*dense))
        kvstore.pushpull(names, grads, out=targets)
    else:
        for i, name, grads, targets in dense:
            kvstore.pushpull(name, grads, out=targets, priority=-i)
    for i, name, grads, targets in entries:
        if grads[0].stype != "default" or targets[0].stype != "default":
            kvstore.push(name, grads, priority=-i)
            kvstore.pull(name, out=targets, priority=-i)


def _update_params_on_kvstore(param_arrays: Any, grad_arrays: Any, kvstore: Any, param_names: Any) -> None:
    """Push gradients and pull the updated parameters."""
    pairs = enumerate(zip(param_names, grad_arrays, param_arrays))
    _exchange(kvstore, [(i, name, grads, params) for i, (name, grads, params) in pairs if grads[0] is not None])


def _update_params(
    param_arrays: Any, grad_arrays: Any, updater: Any, num_device: Any, kvstore: Any = None, param_names: Any = None
) -> None:
    """Add up gradients over devices, if there is a store, and update on each device."""
    used = [(i, p, g) for i, (p, g) in enumerate(zip(param_arrays, grad_arrays)) if g[0] is not None]
    if kvstore:
        _exchange(kvstore, [(i, param_names[i], grads, grads) for i, _, grads in used])
    for k in range(num_device if used else 0):
        # a number of its own for each device, so that each has its own optimizer state
        updater([i * num_device + k for i, _, _ in used], [grads[k] for _, _, grads in used], [p[k] for _, p, _ in used])


def save_checkpoint(
    prefix: str,
    epoch: Int,
    symbol: Symbol | None,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
    remove_amp_cast: bool = True,
) -> None:
    """Save a network as ``prefix-symbol.json`` and ``prefix-NNNN.params``.

    MXNet reads these files, and this package reads MXNet's. Both get their names when both are complete: an error, or a signal
    that ends the process while they are written, leaves the old ones.

    Parameters
    ----------
    prefix : str
        Start of the file names.
    epoch : int
        The number in the second.
    symbol : Symbol or None
        The network; no first file if None.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states.
    remove_amp_cast : bool, default True
        Leave out the casts that automatic mixed precision put in.

    Examples
    --------
    >>> import os, tempfile
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.model.save_checkpoint(f"{folder}/net", 3, net, {"fc_weight": nd.ones((2, 3))}, {})
    ...     print(sorted(os.listdir(folder)))
    ...     list(nd.load(f"{folder}/net-0003.params"))
    ['net-0003.params', 'net-symbol.json']
    ['arg:fc_weight']
    """
    arrays = {f"arg:{name}": value.as_in_context(cpu()) for name, value in arg_params.items()}
    arrays.update({f"aux:{name}": value.as_in_context(cpu()) for name, value in aux_params.items()})
    file = f"{prefix}-{epoch:04d}.params"
    with together():
        if symbol is not None:
            symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
        nd.save(file, arrays)
    logging.info('Saved checkpoint to "%s"', file)


def load_params(prefix: str, epoch: Int) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
    """Return the (arg_params, aux_params) of ``prefix-NNNN.params``.

    Parameters
    ----------
    prefix : str
        Start of the file name.
    epoch : int
        The number in it.

    Raises
    ------
    MXNetError
        The file is missing or damaged, or its arrays have no names.
    ValueError
        A name does not say whether it is an argument or an auxiliary state.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.model.save_checkpoint(f"{folder}/net", 3, None, {"fc_weight": nd.ones((1, 2))}, {"bn_moving_mean": nd.zeros(2)})
    ...     arg_params, aux_params = mx.model.load_params(f"{folder}/net", 3)
    >>> arg_params["fc_weight"].asnumpy(), list(aux_params)
    (array([[1., 1.]], dtype=float32), ['bn_moving_mean'])
    """
    file = f"{prefix}-{epoch:04d}.params"
    arrays = nd.load(file)
    if not arrays:
        logging.warning("Params file '%s' is empty", file)
        return {}, {}
    params = {"arg": {}, "aux": {}}
    if not isinstance(arrays, dict):
        raise MXNetError(f"{file}: its {len(arrays)} arrays have no names; expected names such as 'arg:fc_weight'")
    for key, value in arrays.items():
        group, colon, name = key.partition(":")
        if not colon:
            raise ValueError(
                f"{file}: the name {key[:100]!r} has no kind; expected one such as 'arg:fc_weight' or 'aux:bn_moving_mean'"
            )
        if group in params:
            params[group][name] = value
    return params["arg"], params["aux"]


def load_checkpoint(prefix: str, epoch: Int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    """Return the (symbol, arg_params, aux_params) that `save_checkpoint` saved.

    Parameters
    ----------
    prefix : str
        Start of the file names.
    epoch : int
        The number in the file of parameters.

    Returns
    -------
    (Symbol, dict of str to NDArray, dict of str to NDArray)
        The network, its parameters and its auxiliary states.

    Raises
    ------
    MXNetError, ValueError
        As `load_params` does, and where the symbol's file is missing or damaged.

    Examples
    --------
    >>> import tempfile
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, no_bias=True, name="fc")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.model.save_checkpoint(f"{folder}/net", 3, net, {"fc_weight": nd.ones((1, 2))}, {})
    ...     symbol, arg_params, aux_params = mx.model.load_checkpoint(f"{folder}/net", 3)
    >>> symbol.list_arguments()
    ['data', 'fc_weight']
    >>> symbol.eval(data=nd.array([[2, 3]]), **arg_params)[0].asnumpy()
    array([[5.]], dtype=float32)
    """
    from . import symbol

    return symbol.load(f"{prefix}-symbol.json"), *load_params(prefix, epoch)


def __getattr__(name) -> type[Any]:
    # the old estimator brings iterators and metrics with it, which programs that only save checkpoints do not need
    if name in ("BASE_ESTIMATOR", "SKLEARN_INSTALLED", "FeedForward"):
        return getattr(provider("model.FeedForward"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), "BASE_ESTIMATOR", "SKLEARN_INSTALLED", "FeedForward"})

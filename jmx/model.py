"""Checkpoints of symbol and parameters, and the choice and use of a key-value store in training loops."""

from __future__ import annotations

import logging
import math
from collections import namedtuple

from . import config
from . import kvstore as kvs
from . import ndarray as nd
from .context import cpu

#: what batch callbacks receive
BatchEndParam = namedtuple("BatchEndParams", ["epoch", "nbatch", "eval_metric", "locals"])

# a 'local' store updates arrays above this many elements on the devices
_BIG = 1024 * 1024 * 16


def _create_kvstore(kvstore, num_device, arg_params):
    """Return (store or None, whether it runs the optimizer) for a choice by name, store or None."""
    update_on_kvstore = config.get("MXNET_UPDATE_ON_KVSTORE")
    if kvstore is None:
        return None, False
    if isinstance(kvstore, kvs.KVStoreBase):
        store = kvstore
    elif isinstance(kvstore, str):
        if num_device == 1 and "dist" not in kvstore:
            return None, False
        store = kvs.create(kvstore)
        if kvstore == "local" and max(math.prod(param.shape) for param in arg_params.values()) > _BIG:
            update_on_kvstore = False
    else:
        raise TypeError(f"kvstore must be KVStore, str or None, got {type(kvstore).__name__}")
    return store, update_on_kvstore and store.is_capable(kvs.KVStoreBase.OPTIMIZER)


def _create_sparse_kvstore(kvstore):
    """As `_create_kvstore` for row-sparse parameters, which need a store that runs the optimizer."""
    if isinstance(kvstore, kvs.KVStore):
        store = kvstore
    elif isinstance(kvstore, str):
        store = kvs.create(kvstore)
    else:
        raise TypeError(
            f"Cannot create '{kvstore}' KVStore with row_sparse parameters. The type must be KVStore or str."
        )
    assert store.is_capable(kvs.KVStoreBase.OPTIMIZER), (
        f"KVStore with sparse weight requires optimizer support. However, {type(store).__name__} does not support "
        "optimizer. Please consider other kvstore backends instead."
    )
    return store, True


def _initialize_kvstore(kvstore, param_arrays, arg_params, param_names, update_on_kvstore):
    """Give the store the first values, and all devices those values if the store runs the optimizer."""
    for name, arrays in zip(param_names, param_arrays):
        if update_on_kvstore:
            kvstore.broadcast(name, arg_params[name], out=arrays)
        else:
            kvstore.init(name, arg_params[name])


def _update_params_on_kvstore(param_arrays, grad_arrays, kvstore, param_names):
    """Push gradients and pull the updated parameters."""
    used = [(n, g, p) for n, g, p in zip(param_names, grad_arrays, param_arrays) if g[0] is not None]
    if used:
        names, grads, params = map(list, zip(*used))
        kvstore.pushpull(names, grads, out=params)


def _update_params(param_arrays, grad_arrays, updater, num_device, kvstore=None, param_names=None):
    """Add up gradients over devices, if there is a store, and update on each device."""
    updates = [[] for _ in range(num_device)]
    for i, (params, grads) in enumerate(zip(param_arrays, grad_arrays)):
        if grads[0] is None:
            continue
        if kvstore:
            kvstore.pushpull(param_names[i], grads, priority=-i)
        for k, (weight, grad) in enumerate(zip(params, grads)):
            updates[k].append((i * num_device + k, grad, weight))
    for of_device in updates:
        if of_device:
            updater(*map(list, zip(*of_device)))


def save_checkpoint(prefix, epoch, symbol, arg_params, aux_params, remove_amp_cast=True):
    """Save a network as ``prefix-symbol.json`` and ``prefix-NNNN.params``.

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
    remove_amp_cast : bool
        Leave out the casts that automatic mixed precision put in.
    """
    if symbol is not None:
        symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
    arrays = {f"arg:{name}": value.as_in_context(cpu()) for name, value in arg_params.items()}
    arrays.update({f"aux:{name}": value.as_in_context(cpu()) for name, value in aux_params.items()})
    file = f"{prefix}-{epoch:04d}.params"
    nd.save(file, arrays)
    logging.info('Saved checkpoint to "%s"', file)


def load_params(prefix, epoch):
    """Return the (arg_params, aux_params) of ``prefix-NNNN.params``.

    Parameters
    ----------
    prefix : str
        Start of the file name.
    epoch : int
        The number in it.
    """
    file = f"{prefix}-{epoch:04d}.params"
    arrays = nd.load(file)
    if not arrays:
        logging.warning("Params file '%s' is empty", file)
        return {}, {}
    found = {"arg": {}, "aux": {}}
    for key, value in arrays.items():
        kind, name = key.split(":", 1)
        if kind in found:
            found[kind][name] = value
    return found["arg"], found["aux"]


def load_checkpoint(prefix, epoch):
    """Return the (symbol, arg_params, aux_params) that `save_checkpoint` saved.

    Parameters
    ----------
    prefix : str
        Start of the file names.
    epoch : int
        The number in the file of parameters.
    """
    from . import symbol

    return symbol.load(f"{prefix}-symbol.json"), *load_params(prefix, epoch)

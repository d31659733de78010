"""A training that goes on: the states of a Trainer's optimizer as optax's, and back."""

from __future__ import annotations

import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import GetAttrKey

from ..base import MXNetError
from ..gluon.optax_trainer import OptaxOptimizer
from ..lr_scheduler import CosineScheduler, PolyScheduler
from ..ndarray import NDArray, array
from ..optimizer import LARS, LBSGD, Nadam
from ..optimizer.base import is_half
from ..optimizer.sgd import _MasterLast
from ._layout import arrays_of, layout_of, spelled
from ._optax import recipe_of, to_optax
from ._sources import assign, of_kind
from .optimizers import with_count


def optax_state(trainer, params, *, batch_size=None, key=None, steps=None):
    """The state of optax that goes on where a Trainer is: its momenta and the like, and the number of updates done.

    Parameters
    ----------
    trainer : Trainer
        It may have trained already. It stays as it is.
    params : pytree or function returned by jmx.to_jax
        As for `jmx.to_optax`. Of a tree the names count and not the values, which are the trainer's.
    batch_size, key, steps
        As for `jmx.to_optax`.

    Returns
    -------
    pytree
        A state of `jmx.to_optax(trainer, params)`. Its arrays are copies, which may be donated.

    Raises
    ------
    MXNetError
        The parameters have had different numbers of updates, which optax counts once for all.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False, prefix="fc_")
    >>> net.initialize(mx.init.One())
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9})
    >>> with mx.autograd.record():
    ...     loss = net(mx.nd.ones((1, 2)))
    >>> loss.backward()
    >>> trainer.step(1)
    >>> params = jmx.jax.asjax(net.collect_params())
    >>> jmx.jax.optax_state(trainer, params)[1].trace
    {'fc_weight': Array([[-0.5, -0.5]], dtype=float32)}
    """
    optimizer = _optimizer_of(trainer)
    layout = layout_of(trainer, params)
    own = {p._name: p for p in trainer._params}
    # A parameter that the trainer has not is frozen: its type and shape count alone.
    given = arrays_of(params)
    values = layout.tree([_copy(own[leaf.name].data()) if leaf.name in own else given[leaf.path] for leaf in layout.leaves])
    state = to_optax(trainer, params, batch_size=batch_size, key=key, steps=steps).init(values)
    updater = _updaters(trainer)[0]
    trained = [leaf for leaf in layout.leaves if leaf.index is not None]
    state = with_count(state, _updates_done(optimizer, trained))
    fields, share = {}, _share(trainer, batch_size)
    for leaf in trained:
        if leaf.index in updater.states:
            known = _fields(optimizer, own[leaf.name].data(), updater.states[leaf.index])
            fields |= {(name, leaf.path): value for name, value in known.items()}
        if isinstance(optimizer, LBSGD) and isinstance(optimizer.cumgrads.get(leaf.index, {}).get("cum_grad"), NDArray):
            fields["gathered", leaf.path] = _copy(optimizer.cumgrads[leaf.index]["cum_grad"]) * share
    if isinstance(optimizer, Nadam):
        fields["momentum_product", ()] = jnp.asarray(optimizer.m_schedule, jnp.float32)
    paths = {leaf.path for leaf in layout.leaves} | {()}

    def carried(path, value):
        new = fields.get(_slot(path, paths))
        # Copies: several groups of parameters may have one number, and a buffer cannot be donated twice.
        return value if new is None else jnp.array(new, value.dtype, copy=True)

    return jax.tree_util.tree_map_with_path(carried, state)


def load_trainer(trainer, params, state, fn=None, *, batch_size=None, updates=None) -> None:
    """Hand what was trained with optax back to a Trainer, which then goes on from there.

    Parameters
    ----------
    trainer : Trainer
        The one that the transformation was made of, or one like it. Its parameters get their values, its optimizer its states and
        its number of updates.
    params : pytree
        The parameters; by name, or with `fn` as `jmx.to_jax` nests them.
    state : pytree
        The state of `jmx.to_optax(trainer, ...)`.
    fn : function returned by jmx.to_jax, optional
        Which parameter is which.
    batch_size : int, optional
        As for `jmx.to_optax`.
    updates : int, optional
        Number of all updates done, for the trainer's count. By default it is the state's, and the trainer's count stays where the
        state has none: plain SGD at a constant rate does not count.

    Raises
    ------
    MXNetError
        The state lacks what the optimizer needs; nothing has been changed then.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False, prefix="fc_")
    >>> net.initialize(mx.init.One())
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9})
    >>> params = jmx.jax.asjax(net.collect_params())
    >>> state = jmx.jax.optax_state(trainer, params)
    >>> jmx.jax.load_trainer(trainer, jax.tree.map(lambda w: w + 1, params), state)
    >>> net.weight.data().asnumpy()
    array([[2., 2.]], dtype=float32)
    """
    optimizer = _optimizer_of(trainer)
    layout = layout_of(trainer, params if fn is None else fn)
    own = {p._name: p for p in trainer._params}
    new = layout.structure.flatten_up_to(params)
    new = [(leaf, value) for leaf, value in zip(layout.leaves, new) if leaf.name in own]
    for leaf, value in new:
        shape = own[leaf.name].data().shape
        if np.shape(value) != shape:
            raise MXNetError(f"{spelled(leaf.path)} has shape {np.shape(value)}, but {leaf.name} of the trainer has {shape}")
    paths = {leaf.path for leaf in layout.leaves} | {()}
    found, count = {}, updates
    for path, value in jax.tree_util.tree_flatten_with_path(state)[0]:
        found[_slot(path, paths)] = value
        if updates is None and path and path[-1] == GetAttrKey("count"):
            count = int(value)
    trained = [leaf for leaf in layout.leaves if leaf.index is not None]
    kept = {leaf.index: _parts(optimizer, own[leaf.name].data(), leaf, found) for leaf in trained}

    for leaf, value in new:
        assign(own[leaf.name], array(np.asarray(value), dtype=own[leaf.name].dtype))
    trainer._get_ready()
    for place, updater in enumerate(_updaters(trainer)):
        for leaf in trained:
            weight = own[leaf.name].list_data()[place]
            updater.states[leaf.index] = _filled(optimizer, weight, leaf, kept[leaf.index])
            updater.states_synced[leaf.index] = True
    if isinstance(optimizer, Nadam):
        optimizer.m_schedule = float(found["momentum_product", ()])
    if isinstance(optimizer, LBSGD) and count is not None:
        for leaf in trained:
            _set_gathered(optimizer, leaf, found, count, _share(trainer, batch_size))
    if count is not None:
        _set_updates_done(trainer, [leaf.index for leaf in trained], count)


def _optimizer_of(trainer):
    optimizer = trainer._optimizer
    if isinstance(optimizer, OptaxOptimizer):
        raise MXNetError("The trainer's optimizer is a transformation of optax already; its state is trainer._updaters[0].state")
    trainer._get_ready()
    if trainer._distributed:
        raise MXNetError("The states of a trainer of several processes are in its store; save them with trainer.save_states")
    return optimizer


def _updaters(trainer):
    """What keeps the states: that of the store, or one for each context."""
    return [trainer._kvstore._updater] if trainer._update_on_kvstore else trainer._updaters


def _share(trainer, batch_size):
    """What one of the trainer's gradients is for optax: 1, or the last step's share of a sample if optax gets means."""
    return trainer._optimizer.rescale_grad / trainer._scale if batch_size is None else 1.0


def copied(value) -> jax.Array:
    """A copy of a `jax.Array`, which may be donated."""
    if jax.dtypes.canonicalize_dtype(value.dtype) != value.dtype:
        raise MXNetError(
            f"The training has {value.dtype} numbers, which JAX has in a mode only: do all of it under "
            "`with jax.enable_x64(True):`, or cast the network: net.cast('float32')."
        )
    return jnp.array(value, copy=True)


def _copy(value):
    return copied(value.asjax())


def _updates_done(optimizer, leaves):
    """The number of updates that all parameters have had."""
    counts = optimizer._all_index_update_counts.get(0) or optimizer._index_update_count
    begin = optimizer.begin_num_update
    found = {leaf.name: counts.get(leaf.index, begin) for leaf in leaves}
    if len(set(found.values())) > 1:
        fewest, most = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
        raise MXNetError(
            f"The parameters have had different numbers of updates ({fewest}: {found[fewest]}, {most}: {found[most]}), and optax "
            "counts once for all. Train on with the Trainer, or begin with a fresh state: to_optax(trainer, params).init(params)."
        )
    return next(iter(found.values()))


def _set_updates_done(trainer, indices, count):
    optimizer = trainer._optimizer
    for ctx in trainer._contexts:
        optimizer._all_index_update_counts.setdefault(ctx.device_id, {}).update(dict.fromkeys(indices, count))
    optimizer.num_update = count
    scheduler = optimizer.lr_scheduler
    last = getattr(scheduler, "max_update", count)
    if isinstance(scheduler, (CosineScheduler, PolyScheduler)) and count > last:
        scheduler(last)  # it keeps the last rate, which it would not know otherwise
    if isinstance(optimizer, LARS):
        optimizer.cur_lr = optimizer.learning_rate


def _slot(path, paths):
    """(field of a state, path of a parameter) of a leaf of an optax state; a path () for what belongs to no parameter."""
    for place in range(len(path) - 1, -1, -1):
        if isinstance(path[place], GetAttrKey) and path[place + 1 :] in paths:
            return path[place].name, path[place + 1 :]
    return None


def _has_master(optimizer, weight):
    return optimizer.multi_precision and is_half(weight)


def _slots(optimizer, weight):
    """The fields for the arrays of a parameter's state, in MXNet's order; "" for one that optax does not need."""
    slots = recipe_of(optimizer).slots(optimizer)
    if _has_master(optimizer, weight):
        return (*slots, "master") if isinstance(optimizer, _MasterLast) else ("master", *slots)
    return slots


def _arrays(state):
    """The arrays of a state of MXNet."""
    if isinstance(state, (tuple, list)):
        return [part for item in state for part in _arrays(item)]
    return [] if state is None else [state]


def _fields(optimizer, weight, state):
    """The fields of optax's state for a parameter."""
    found = {}
    for slot, part in zip(_slots(optimizer, weight), _arrays(state), strict=True):
        if slot:
            value = _copy(part)
            found[slot.lstrip("-")] = -value if slot.startswith("-") else value
    return found


def _parts(optimizer, weight, leaf, found):
    """The values for the arrays of a parameter's state, None for one that optax does not need."""
    values = []
    for slot in _slots(optimizer, weight):
        value = found.get((slot.lstrip("-"), leaf.path))
        if slot and value is None:
            raise MXNetError(
                f"The state has no {slot.lstrip('-')} of {spelled(leaf.path)}, which {type(optimizer).__name__} needs. It "
                "must be one of the transformation that jmx.to_optax made of this trainer."
            )
        values.append(np.asarray(-value if slot.startswith("-") else value) if slot else None)
    return values


def _filled(optimizer, weight, leaf, values):
    """A parameter's state of MXNet with given values."""
    with warnings.catch_warnings():  # of 16-bit weights without a copy in single precision
        warnings.simplefilter("ignore")
        state = optimizer.create_state_multi_precision(leaf.index, weight)
    for part, value in zip(_arrays(state), values, strict=True):
        part[:] = of_kind(weight if value is None else array(value, dtype=part.dtype), part)
    return state


def _set_gathered(optimizer, leaf, found, count, share):
    """What LBSGD keeps beside the states: gradients of the next step, and how many batches there were."""
    gathered = found.get(("gathered", leaf.path))
    optimizer.cumgrads.pop(leaf.index, None)
    batches = count - optimizer.begin_num_update
    if batches > 0:
        total = 0 if gathered is None else array(np.asarray(gathered) / share)
        optimizer.cumgrads[leaf.index] = {"cum_grad": total, "num_cums": optimizer.init_updates + batches}


__all__ = ["load_trainer", "optax_state"]

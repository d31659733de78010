"""`jmx.to_optax`: optimizers and learning-rate schedules of MXNet as optax's."""

from __future__ import annotations

import warnings

import jax
import optax

from .. import optimizer as opt
from ..base import MXNetError
from ..gluon import Trainer
from ..gluon.optax_trainer import OptaxOptimizer
from ..lr_scheduler import LRScheduler
from ..optimizer import Optimizer
from ._code import Code, call
from ._layout import Treatment, layout_of, needs_order, treatment_of
from ._recipes import RECIPES, Group, Recipe
from ._schedules import schedule_code


def to_optax(source, params=None, *, batch_size=None, key=None, steps=None, **kwargs):
    """An optimizer, a Trainer's optimizer, or a learning-rate schedule, as optax's.

    The transformation is a chain of optax's own parts wherever they compute what MXNet does, and of those in
    `jmx.jax.optimizers` elsewhere; `jmx.jax.optax_code` prints it. After every step the parameters are those of MXNet, up to
    rounding.

    Parameters
    ----------
    source : Optimizer, str, Trainer or LRScheduler
        An optimizer or its name. Of a Trainer it is the optimizer with the multipliers and `grad_req` of the parameters.
    params : pytree or function returned by jmx.to_jax, optional
        The tree of parameters, which is needed where they are not all treated alike: multipliers of the rate and of the decay,
        frozen parameters. Names are the keys with dots between them. For a Trainer they are the names of its parameters, as in
        `jmx.jax.asjax(net.collect_params())`; a function of `jmx.to_jax` knows which parameter of its own tree is which.
    batch_size : int, optional
        Of a Trainer: gradients are those of the sum of the losses of so many samples, which the transformation divides by it, as
        `Trainer.step(batch_size)` does. By default gradients are those of the mean loss.
    key : jax.Array or int, optional
        Key or seed for SGLD's noise.
    steps : int, optional
        Rates of a scheduler that is Python of the user's are made a table of so many updates.
    **kwargs
        Arguments of an optimizer given by name.

    Returns
    -------
    optax.GradientTransformation, or an optax schedule for an LRScheduler
        The transformation needs the parameters: `update(grads, state, params)`. The schedule is a function of the number of
        updates done, which begins at 0, while MXNet begins to count at 1: `schedule(0)` is the rate of update 1.

    Raises
    ------
    MXNetError
        The optimizer or scheduler is a class of the user's, or names parameters that the tree has not.

    Examples
    --------
    >>> import optax
    >>> transformation = jmx.to_optax("sgd", learning_rate=0.5, momentum=0.9)
    >>> params = {"w": jnp.ones(2)}
    >>> state = transformation.init(params)
    >>> updates, state = transformation.update({"w": jnp.array([1.0, 0.0])}, state, params)
    >>> optax.apply_updates(params, updates)
    {'w': Array([0.5, 1. ], dtype=float32)}
    >>> schedule = jmx.to_optax(mx.lr_scheduler.MultiFactorScheduler([2, 4], factor=0.5, base_lr=1.0))
    >>> [float(schedule(count)) for count in range(5)]
    [1.0, 1.0, 0.5, 0.5, 0.25]
    """
    if isinstance(source, Trainer) and isinstance(source._optimizer, OptaxOptimizer):
        return _own_transformation(source, params, batch_size)
    return optax_expression(source, params, batch_size, key, steps, kwargs).value


def optax_code(source, params=None, *, batch_size=None, key=None, steps=None, **kwargs) -> str:
    """The Python source of what `jmx.to_optax` returns, to be kept in a program without MXNet.

    Parameters
    ----------
    source, params, batch_size, key, steps, **kwargs
        As for `jmx.to_optax`.

    Returns
    -------
    str
        An expression in the names `optax` and `optimizers`, which is `jmx.jax.optimizers` or a copy of it; in `key` if a key was
        given, and in `rates` for a table of rates.

    Raises
    ------
    MXNetError
        As `jmx.to_optax`.

    Examples
    --------
    >>> print(jmx.jax.optax_code("sgd", learning_rate=0.1, momentum=0.9, wd=1e-4))
    optax.chain(optax.add_decayed_weights(0.0001), optax.scale_by_learning_rate(0.1), optax.trace(0.9))
    """
    return optax_expression(source, params, batch_size, key, steps, kwargs).text


def optax_expression(source, params=None, batch_size=None, key=None, steps=None, kwargs=None) -> Code:
    """The expression for a source of `to_optax`."""
    if batch_size is not None and not isinstance(source, Trainer):
        raise TypeError("batch_size goes with a Trainer; an optimizer by itself divides gradients by its rescale_grad")
    if kwargs and not isinstance(source, str):
        raise TypeError(f"{', '.join(kwargs)}: arguments of an optimizer go with its name, not with a {type(source).__name__}")
    if isinstance(source, LRScheduler):
        return schedule_code(source, 1.0, steps)
    if isinstance(source, str):
        source = opt.create(source, **(kwargs or {}))
    if isinstance(source, Trainer):
        optimizer, rescale = source._optimizer, _scale_of(source, batch_size)
        _warn_of_lazy_updates(source)
        alike = [leaf for leaf in enumerate(source._params) if leaf[1].grad_req != "null"]
        indices = [(index, parameter._name) for index, parameter in alike]
    elif isinstance(source, Optimizer):
        optimizer, rescale, indices = source, source.rescale_grad, None
    else:
        raise TypeError(
            f"jmx.to_optax takes an Optimizer, the name of one, a Trainer or an LRScheduler, got {type(source).__name__}"
            + ("; a function of your own is an optax schedule if it is written with jax.numpy" if callable(source) else "")
        )
    recipe = recipe_of(optimizer)
    common = {"rescale": rescale, "key": key, "steps": steps}
    if params is None:
        made = _alike(optimizer, recipe, common, indices)
    else:
        made = _by_groups(optimizer, recipe, common, layout_of(source, params))
    if optimizer.multi_precision:
        made = call("optimizers.with_master_copies", made)
    if optimizer.begin_num_update:
        made = call("optimizers.starting_at", optimizer.begin_num_update, made)
    return made


def _own_transformation(trainer, params, batch_size):
    """The transformation that a Trainer was given, for the parameters that it trains."""
    transformation = trainer._optimizer.transformation
    scale = _scale_of(trainer, batch_size)
    if scale != 1:
        transformation = optax.chain(optax.scale(scale), transformation)
    trained = [p for p in trainer._params if p.grad_req != "null"]
    changed = [p.name for p in trained if p.lr_mult != 1 or p.wd_mult != 1]
    if changed:
        raise MXNetError(
            f"lr_mult or wd_mult of {', '.join(changed[:5])} is not 1, which belongs into the transformation itself: "
            "see optax.masked"
        )
    if params is None:
        return transformation
    layout = layout_of(trainer, params)
    labels = ["default" if leaf.index is not None else "frozen" for leaf in layout.leaves]
    if "frozen" not in labels:
        return transformation
    groups = {"default": transformation, "frozen": optax.set_to_zero()}
    return call("optax.multi_transform", groups, layout.tree(labels)).value


def _scale_of(trainer, batch_size):
    if getattr(trainer, "_amp_loss_scaler", None) is not None:
        raise MXNetError(
            "The trainer scales the loss (amp.init_trainer), which belongs to the training step and not to the optimizer. Train "
            "with bfloat16, which needs no scaling, or with a trainer that was not given to amp."
        )
    optimizer = trainer._optimizer
    if batch_size is None and isinstance(optimizer, opt.LBSGD) and optimizer.warmup_strategy == "lars":
        raise MXNetError("LBSGD with warmup_strategy='lars' looks at the norm of the sum of the gradients: pass batch_size")
    return trainer._scale if batch_size is None else trainer._scale / batch_size


def _warn_of_lazy_updates(trainer):
    sparse = [p.name for p in trainer._params if p.grad_req != "null" and p._grad_stype == "row_sparse"]
    if sparse and getattr(trainer._optimizer, "lazy_update", False):
        warnings.warn(
            f"Gradients of {', '.join(sparse[:5])} are row-sparse, of which the Trainer updates the rows in the batch only; in "
            "JAX they are dense, and momentum and decay of all rows go on, as with lazy_update=False.",
            stacklevel=4,
        )


#: methods that decide what an update is
_DECISIVE = (
    *("update", "update_multi_precision", "step_calls", "mixed_calls", "create_state", "create_state_multi_precision"),
    *("learning_rate", "_get_lr", "_get_lrs", "_get_wd", "_get_wds", "_mult", "_update_count", "_step"),
)


def recipe_of(optimizer) -> Recipe:
    """The recipe for an optimizer's class, or for the class that it inherits everything from that decides about updates."""
    for cls in type(optimizer).__mro__:
        if cls in RECIPES:
            return RECIPES[cls]
        changed = [name for name in _DECISIVE if name in vars(cls)]
        if changed:
            break
    raise MXNetError(
        f"{type(optimizer).__name__} (of {type(optimizer).__module__}) computes its updates by Python of its own, which JAX "
        "cannot trace. Write it as an optax.GradientTransformation (jmx/jax/optimizers has examples, and gluon.Trainer takes "
        "them, too), or keep the Trainer."
    )


def _alike(optimizer, recipe, common, indices):
    """The expression for parameters that are all treated alike, whatever their tree is."""
    if indices is None:
        treated = _treatments_by_name(optimizer)
    else:
        treated = {treatment_of(optimizer, index, name, place == 0) for place, (index, name) in enumerate(indices)}
    if len(treated) > 1:
        different = "; ".join(sorted(treatment.label() for treatment in treated))
        raise MXNetError(
            f"The parameters are not treated alike ({different}), so that jmx.to_optax needs to know which is which: pass "
            "params, the tree of parameters, or the function that jmx.to_jax returned."
        )
    treatment = treated.pop() if treated else Treatment(1.0, 1.0, False, False)
    return recipe.build(Group(optimizer, **treatment._asdict(), **common))


def _treatments_by_name(optimizer):
    """How an optimizer by itself treats the parameters that it names, or may be asked to treat if it names none."""
    named = {**optimizer.idx2name, **{index: p._name for index, p in optimizer.param_dict.items()}}
    if not named:
        named = {key: key for key in (None, *optimizer.lr_mult, *optimizer.wd_mult)}
    found = {treatment_of(optimizer, index, name, False) for index, name in named.items()}
    return found | {treatment_of(optimizer, index, name, True) for index, name in list(named.items())[:1]}


def _by_groups(optimizer, recipe, common, layout):
    """The expression for a tree: one transformation, or one for each group of parameters."""
    trained = [leaf for leaf in layout.leaves if leaf.index is not None]
    order = sorted(range(len(trained)), key=lambda i: _sortable(trained[i].index))
    place = {trained[i].path: rank for rank, i in enumerate(order)}
    groups: dict[Treatment, list] = {}
    for leaf in trained:
        treatment = treatment_of(optimizer, leaf.index, leaf.name, place[leaf.path] == 0)
        groups.setdefault(treatment, []).append(leaf)
    made = {}
    for number, (treatment, leaves) in enumerate(groups.items()):
        options = dict(common)
        if options["key"] is not None and len(groups) > 1:
            key = options["key"]
            options["key"] = jax.random.fold_in(jax.random.key(key) if isinstance(key, int) else key, number)
        if needs_order(optimizer):
            positions = tuple(place[leaf.path] for leaf in leaves)
            if positions != tuple(range(len(leaves))):
                options["positions"] = positions
            if len(leaves) != len(trained):
                options["total"] = len(trained)
        made[treatment.label()] = recipe.build(Group(optimizer, **treatment._asdict(), **options))
    labels = {leaf.path: treatment.label() for treatment, leaves in groups.items() for leaf in leaves}
    if len(trained) < len(layout.leaves):
        made["frozen"] = call("optax.set_to_zero")
    if len(made) == 1:
        return next(iter(made.values()))
    return call("optax.multi_transform", made, layout.tree([labels.get(leaf.path, "frozen") for leaf in layout.leaves]))


def _sortable(index):
    return (0, index, "") if isinstance(index, int) else (1, 0, str(index))


__all__ = ["optax_code", "to_optax"]

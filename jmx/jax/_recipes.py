"""What each optimizer of MXNet is in optax.

A recipe is a function from the `Group` of parameters, which share their multipliers, to the expression of a transformation. It is
declared with the names under which the parts of MXNet's state are found in the state of that transformation, so that a training
can go on from one to the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import optimizer as opt
from ..base import MXNetError
from ..optimizer.contrib import GroupAdaGrad
from ._code import Code, call, chain
from ._schedules import first_rate, schedule_code

if TYPE_CHECKING:
    import jax


@dataclass(frozen=True)
class Group:
    """Parameters that are treated alike, for one optimizer.

    Attributes
    ----------
    optimizer : Optimizer
        The optimizer.
    rescale : float
        Factor on gradients.
    lr_mult, wd_mult : float
        Factors on the rate and on the decay.
    plain : bool
        Whether LARS treats the parameters as SGD does.
    first : bool
        Whether this is the parameter that is updated first.
    positions : tuple of int or None
        The parameters' places in the order of updates, if that is not the order of the tree's leaves.
    total : int or None
        Number of all parameters, if these are not all.
    key : jax.Array, int or None
        Key for noise.
    steps : int or None
        How many rates of a scheduler in Python are made a table.
    """

    optimizer: Any
    rescale: Any = 1.0
    lr_mult: float = 1.0
    wd_mult: float = 1.0
    plain: bool = False
    first: bool = False
    positions: tuple | None = None
    total: int | None = None
    key: Any = None
    steps: int | None = None

    @property
    def wd(self) -> float:
        """The decay of these parameters."""
        return self.optimizer.wd * self.wd_mult

    def rate(self, factor=1.0) -> Code | float | jax.Array:
        """The learning rate, a number or the expression of a schedule, times a factor."""
        scheduler = self.optimizer.lr_scheduler
        factor = self.lr_mult * factor
        if scheduler is not None:
            return schedule_code(scheduler, factor, self.steps)
        return self.optimizer.lr * factor if factor != 1 else self.optimizer.lr

    def scaled(self) -> Code | None:
        """The factor on gradients."""
        return None if _is(self.rescale, 1) else call("optax.scale", self.rescale)

    def bound(self) -> float | None:
        """The bound on gradients, or None."""
        bound = self.optimizer.clip_gradient
        return None if bound is None or bound <= 0 else bound

    def clipped(self) -> Code | None:
        """The bound on gradients as a transformation."""
        bound = self.bound()
        return None if bound is None else call("optax.clip", bound)

    def decayed(self, wd=None) -> Code | None:
        """The decay as a transformation."""
        wd = self.wd if wd is None else wd
        return None if _is(wd, 0) else call("optax.add_decayed_weights", wd)

    def by_rate(self, factor=1.0) -> Code:
        """The step against the gradient."""
        return call("optax.scale_by_learning_rate", self.rate(factor))

    def trace(self) -> Code | None:
        """Momentum."""
        momentum = self.optimizer.momentum
        return None if _is(momentum, 0) else call("optax.trace", momentum)


def _is(value, number):
    """Whether a value is a certain number; one that is being traced is not known to be."""
    return isinstance(value, (int, float)) and value == number


def _given(**options):
    """The arguments, given with their defaults, that differ from them."""
    return {name: value for name, (value, default) in options.items() if value is not default and not _is(value, default)}


@dataclass(frozen=True)
class Recipe:
    """How an optimizer is expressed, and where its states are.

    Attributes
    ----------
    build : callable
        From a `Group` to `Code`.
    slots : callable
        From an optimizer to the fields of optax's state that hold the parts of MXNet's state, in the order of the latter. A name
        that begins with "-" holds the negative; "" is a part that optax does not need.
    """

    build: Callable[[Group], Code]
    slots: Callable[[Any], tuple]


RECIPES: dict[type, Recipe] = {}


def _recipe(*classes, slots=lambda optimizer: ()):
    def declare(build):
        for cls in classes:
            RECIPES[cls] = Recipe(build, slots)
        return build

    return declare


def _momentum(optimizer):
    return () if _is(optimizer.momentum, 0) else ("trace",)


@_recipe(opt.SGD, opt.ccSGD, slots=_momentum)
def _sgd(g):
    return chain(g.scaled(), g.clipped(), g.decayed(), g.by_rate(), g.trace())


@_recipe(opt.NAG, slots=_momentum)
def _nag(g):
    momentum = g.optimizer.momentum
    if _is(momentum, 0):
        return _sgd(g)
    if _is(g.wd, 0):
        return chain(g.scaled(), g.clipped(), g.by_rate(), call("optax.trace", momentum, nesterov=True))
    return chain(g.scaled(), g.clipped(), call("optimizers.nesterov", g.rate(), momentum, weight_decay=g.wd))


@_recipe(opt.Signum, slots=lambda o: () if _is(o.momentum, 0) else ("-ema",))
def _signum(g):
    momentum = g.optimizer.momentum
    if _is(momentum, 0):  # signsgd
        return chain(call("optax.scale_by_sign"), g.decayed(), g.by_rate())
    mean = call("optax.ema", momentum, debias=False)
    decoupled = g.decayed(g.optimizer.wd_lh)
    return chain(g.scaled(), g.clipped(), g.decayed(), mean, call("optax.scale_by_sign"), decoupled, g.by_rate())


@_recipe(opt.DCASGD, slots=lambda o: (*_momentum(o), "previous"))
def _dcasgd(g):
    compensated = call("optimizers.compensate_delay", g.optimizer.lamda)
    return chain(g.scaled(), g.clipped(), compensated, g.decayed(), g.by_rate(), g.trace())


@_recipe(opt.SGLD)
def _sgld(g):
    if g.key is None:
        raise MXNetError("SGLD draws noise: pass key=jax.random.key(0), or a seed, to jmx.to_optax")
    key = g.key if isinstance(g.key, int) else Code("key", g.key)
    return chain(g.scaled(), g.clipped(), g.decayed(), g.by_rate(0.5), call("optimizers.add_langevin_noise", g.rate(), key))


@_recipe(opt.LBSGD, slots=_momentum)
def _lbsgd(g):
    o = g.optimizer
    if o.batch_scale == 1 and o.warmup_strategy != "lars" and not (g.first and o.lr_scheduler):
        return _sgd(g)
    options = _given(
        momentum=(o.momentum, 0),
        weight_decay=(g.wd, 0),
        rescale_grad=(g.rescale, 1),
        clip_gradient=(g.bound(), None),
        batch_scale=(o.batch_scale, 1),
    )
    options |= {"warmup_strategy": o.warmup_strategy, "warmup_updates": o.warmup_epochs * o.updates_per_epoch}
    options |= _given(begin_updates=(o.init_updates - o.begin_num_update, 0))
    if g.first and o.lr_scheduler:
        options["late"] = first_rate(o.lr_scheduler, g.lr_mult)
    return call("optimizers.large_batch_sgd", g.rate(), **options)


@_recipe(opt.Test, slots=lambda o: ("",))
def _test(g):
    return g.scaled() or call("optax.identity")


@_recipe(opt.Adam, slots=lambda o: ("mu", "nu"))
def _adam(g):
    o = g.optimizer
    return chain(g.scaled(), g.decayed(), g.clipped(), call("optimizers.scale_by_adam", o.beta1, o.beta2, o.epsilon), g.by_rate())


@_recipe(opt.AdaGrad, slots=lambda o: ("sum_of_squares",))
def _adagrad(g):
    rss = call("optax.scale_by_rss", initial_accumulator_value=0.0, eps=g.optimizer.float_stable_eps)
    return chain(g.scaled(), g.clipped(), rss, g.decayed(), g.by_rate())


@_recipe(opt.RMSProp, slots=lambda o: ("nu", "mu", "trace") if o.centered else ("nu",))
def _rmsprop(g):
    o = g.optimizer
    bounded = call("optimizers.clip_weights", o.clip_weights) if o.clip_weights and o.clip_weights > 0 else None
    if o.centered:
        rms, momentum = call("optax.scale_by_stddev", decay=o.gamma1, eps=o.epsilon), call("optax.trace", o.gamma2)
    else:
        rms, momentum = call("optax.scale_by_rms", decay=o.gamma1, eps=o.epsilon), None
    return chain(g.scaled(), g.decayed(), g.clipped(), rms, g.by_rate(), momentum, bounded)


@_recipe(opt.AdaDelta, slots=lambda o: ("e_g", "e_x"))
def _adadelta(g):
    o = g.optimizer
    return chain(
        g.scaled(), g.clipped(), call("optax.scale_by_adadelta", o.rho, o.epsilon), g.decayed(), call("optax.scale", -1.0)
    )


@_recipe(opt.Ftrl, slots=lambda o: ("z", "n"))
def _ftrl(g):
    o = g.optimizer
    return chain(g.scaled(), g.clipped(), call("optimizers.ftrl", g.rate(), o.lamda1, o.beta, **_given(weight_decay=(g.wd, 0))))


@_recipe(opt.FTML, slots=lambda o: ("d", "v", "z"))
def _ftml(g):
    o = g.optimizer
    return chain(g.scaled(), g.decayed(), g.clipped(), call("optimizers.ftml", g.rate(), o.beta1, o.beta2, o.epsilon))


@_recipe(opt.Adamax, slots=lambda o: ("mu", "nu"))
def _adamax(g):
    o = g.optimizer
    return chain(g.scaled(), g.decayed(), g.clipped(), call("optax.scale_by_adamax", o.beta1, o.beta2, eps=0.0), g.by_rate())


@_recipe(opt.Nadam, slots=lambda o: ("mu", "nu"))
def _nadam(g):
    o = g.optimizer
    options = _given(positions=(g.positions, None), total=(g.total, None))
    scaled = call("optimizers.scale_by_nadam", o.beta1, o.beta2, o.epsilon, o.schedule_decay, **options)
    return chain(g.scaled(), g.decayed(), g.clipped(), scaled, g.by_rate())


@_recipe(opt.LARS, slots=_momentum)
def _lars(g):
    o = g.optimizer
    if g.plain:
        before = (g.clipped(), g.decayed())
    else:
        options = _given(weight_decay=(g.wd, 0), clip_gradient=(g.bound(), None))
        before = (call("optimizers.scale_by_lars", o.eta, o.eps, **options),)
    if o.momentum_correction and o.lr_scheduler and not _is(o.momentum, 0):
        momentum = call("optimizers.corrected_trace", o.momentum, g.rate())
    else:
        momentum = g.trace()
    return chain(g.scaled(), *before, g.by_rate(), momentum)


@_recipe(opt.LAMB, slots=lambda o: ("mu", "nu"))
def _lamb(g):
    o = g.optimizer
    if o.bias_correction:
        adam = call("optax.scale_by_adam", o.beta1, o.beta2, o.epsilon)
    else:
        adam = call("optimizers.scale_by_adam", o.beta1, o.beta2, o.epsilon, bias_correction=False)
    if o.lower_bound or o.upper_bound:
        bounds = _given(lower_bound=(o.lower_bound or None, None), upper_bound=(o.upper_bound or None, None))
        ratio = call("optimizers.scale_by_trust_ratio", **bounds)
    else:
        ratio = call("optax.scale_by_trust_ratio")
    return chain(g.scaled(), g.clipped(), adam, g.decayed(), ratio, g.by_rate())


@_recipe(GroupAdaGrad, slots=lambda o: ("history",))
def _group_adagrad(g):
    if not _is(g.wd, 0):
        raise MXNetError(f"GroupAdaGrad has no weight decay, in MXNet neither; wd is {g.wd}")
    return chain(g.scaled(), g.clipped(), call("optimizers.scale_by_group_rss", g.optimizer.float_stable_eps), g.by_rate())

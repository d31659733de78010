"""Learning-rate schedules of MXNet as schedules of optax.

MXNet asks a scheduler for the rate of update number n, which begins at 1. An optax schedule gets the number of updates done
before, which begins at 0: schedule(count) is the rate of update count + 1.
"""

from __future__ import annotations

import copy

import jax.numpy as jnp

from ..base import MXNetError
from ..lr_scheduler import CosineScheduler, FactorScheduler, MultiFactorScheduler, PolyScheduler
from ._code import Code, call, later


def schedule_code(scheduler, factor=1.0, steps=None) -> Code:
    """The optax schedule of a scheduler, times a factor, from the state that the scheduler is in.

    With `steps`, a scheduler without counterpart becomes a table of its first rates.
    """
    kind = type(scheduler)
    if kind not in _DECAYS:
        return _table(scheduler, factor, steps)
    warmup = scheduler.warmup_steps
    # the first count after the warm-up
    boundary = max(warmup - 1, 0)
    decay = _DECAYS[kind](scheduler, factor, boundary)
    if boundary == 0:
        return decay
    begin, final = factor * scheduler.warmup_begin_lr, factor * scheduler.warmup_final_lr
    if scheduler.warmup_mode == "constant":
        rise = call("optax.constant_schedule", begin)
    else:
        rise = call("optax.linear_schedule", begin + (final - begin) / warmup, final, boundary)
    return call("optax.join_schedules", [rise, decay], [boundary])


def first_rate(scheduler, factor) -> float:
    """What the scheduler answers for update number 0, which it is asked for by LBSGD."""
    return factor * float(copy.deepcopy(scheduler)(0))


def _factor(scheduler, factor, boundary):
    """The rate changes when the counts pass multiples of `step`, whether or not they belong to the warm-up."""
    step, ratio = scheduler.step, scheduler.factor
    rate, stop = factor * scheduler.base_lr, factor * scheduler.stop_factor_lr
    if scheduler.base_lr * ratio < scheduler.stop_factor_lr:
        parts = [call("optax.constant_schedule", rate), call("optax.constant_schedule", stop)]
        return later(call("optax.join_schedules", parts, [scheduler.count + step]), boundary)
    if ratio == 1:
        return call("optax.constant_schedule", rate)
    # later(by boundary) as far as it can be had by an earlier beginning
    begin = max(scheduler.count - boundary, 0)
    options = {"transition_begin": begin} if begin else {}
    made = call("optax.exponential_decay", rate, step, ratio, **options, staircase=True, end_value=stop)
    return later(made, max(boundary - scheduler.count, 0))


def _multi_factor(scheduler, factor, boundary):
    if scheduler.factor < 0:
        raise MXNetError(f"MultiFactorScheduler: optax takes factors that are not negative, got {scheduler.factor}")
    changes = dict.fromkeys(scheduler.step[scheduler.cur_step_ind :], scheduler.factor)
    return later(call("optax.piecewise_constant_schedule", factor * scheduler.base_lr, changes), boundary)


def _decaying(make):
    def decay(scheduler, factor, boundary):
        if scheduler.max_steps < 1:  # nothing is left after the warm-up
            return call("optax.constant_schedule", factor * scheduler.base_lr)
        # The warm-up ends with update number `warmup_steps`, which is the first of the decay.
        return later(
            make(scheduler, factor * scheduler.base_lr_orig, factor * scheduler.final_lr), 1 - min(scheduler.warmup_steps, 1)
        )

    return decay


def _poly(scheduler, begin, end):
    return call("optax.polynomial_schedule", begin, end, scheduler.power, scheduler.max_steps)


def _cosine(scheduler, begin, end):
    if begin == 0 and end != 0:  # rising: optax wants the end as a share of the beginning
        wave = call("optax.cosine_decay_schedule", -end, scheduler.max_steps)
        return Code(f"(lambda count: {end!r} + {wave.text}(count))", lambda count: end + wave.value(count))
    options = {"alpha": end / begin} if end else {}
    return call("optax.cosine_decay_schedule", begin, scheduler.max_steps, **options)


_DECAYS = {
    FactorScheduler: _factor,
    MultiFactorScheduler: _multi_factor,
    PolyScheduler: _decaying(_poly),
    CosineScheduler: _decaying(_cosine),
}


def _table(scheduler, factor, steps):
    """The rates of the first `steps` updates as an array, the last of them for all later ones."""
    name = type(scheduler).__name__
    if steps is None:
        raise MXNetError(
            f"{name} is a schedule in Python, which JAX cannot trace. Write it as a function of the number of updates done, with "
            "jax.numpy, and give that to optax; or pass steps=N, and the rates of its first N updates are made a table."
        )
    if not isinstance(steps, int) or steps < 1:
        raise MXNetError(f"steps is a number of updates, at least 1, got {steps!r}")
    try:
        asked = copy.deepcopy(scheduler)
    except Exception as error:
        raise MXNetError(f"{name} cannot be copied to be asked for its rates ({error}); make a list of them") from error
    rates = jnp.asarray([factor * float(asked(number)) for number in range(1, steps + 1)], jnp.float32)
    return Code("rates", lambda count: rates[jnp.clip(count, 0, steps - 1)])

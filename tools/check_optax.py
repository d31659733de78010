"""How far optax's twins of MXNet's optimizers and schedules are from them: the tables of docs/leaving/training.md.

    python tools/check_optax.py            prints the tables
    python tools/check_optax.py --write    writes them into the page

Optimizers: 50 updates by the same gradients with `Optimizer.update` and with `jmx.to_optax`, with multipliers of the rate and of
the decay, a clipped and rescaled gradient and a schedule with warm-up; in float32, and in float16 with master copies. The figure
is the largest difference of a parameter after any step, relative to the largest parameter of its array.
"""

from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import jax
import jax.numpy as jnp
import numpy as np
import optax

import jmx
import jmx as mx

PAGE = pathlib.Path(__file__).parents[1] / "docs/leaving/training.md"
STEPS = 50

#: (optimizer, what is special, its arguments)
CASES = [
    ("sgd", "", {}),
    ("sgd", "momentum", {"momentum": 0.9}),
    ("ccsgd", "momentum", {"momentum": 0.9}),
    ("nag", "", {"momentum": 0.9}),
    ("signum", "", {"wd_lh": 0.01}),
    ("signum", "no momentum (SignSGD)", {"momentum": 0.0}),
    ("dcasgd", "momentum", {"momentum": 0.9}),
    ("lbsgd", "batch_scale=4", {"momentum": 0.9, "batch_scale": 4, "warmup_epochs": 2, "updates_per_epoch": 8}),
    ("lbsgd", "warmup_strategy='lars'", {"momentum": 0.5, "warmup_strategy": "lars", "batch_scale": 2}),
    ("lars", "momentum", {"momentum": 0.9, "eta": 0.1}),
    ("adam", "", {}),
    ("adamax", "", {}),
    ("nadam", "", {}),
    ("lamb", "", {}),
    ("lamb", "bounds, no bias correction", {"lower_bound": 0.5, "upper_bound": 1.0, "bias_correction": False}),
    ("adagrad", "", {}),
    ("groupadagrad", "", {"wd": 0.0}),
    ("rmsprop", "", {}),
    ("rmsprop", "centered, clip_weights", {"centered": True, "clip_weights": 0.8}),
    ("adadelta", "", {}),
    ("ftrl", "", {}),
    ("ftml", "", {}),
    ("test", "", {}),
]
SHAPES = {"a_weight": (4, 3), "a_bias": (4, 1), "b_gamma": (2, 2), "b_weight": (2, 4)}
COMMON = {"learning_rate": 0.05, "wd": 0.02, "clip_gradient": 1.0, "rescale_grad": 0.5}


def make_schedule():
    """A schedule with warm-up whose rate changes at every step."""
    return mx.lr_scheduler.CosineScheduler(40, base_lr=0.05, final_lr=0.01, warmup_steps=5, warmup_begin_lr=0.01)


def make_optimizer(name, options, scheduled=True, **more):
    """An optimizer with multipliers by name."""
    given = {**COMMON, **options, **more, "param_idx2name": dict(enumerate(SHAPES))}
    if name == "adadelta":
        del given["learning_rate"]
    if scheduled:
        given["lr_scheduler"] = make_schedule()
    optimizer = mx.optimizer.create(name, **given)
    optimizer.set_lr_mult({"a_weight": 0.5})
    optimizer.set_wd_mult({"b_gamma": 0.1})
    return optimizer


def difference(name, options, dtype="float32", steps=STEPS, scheduled=True):
    """The largest relative difference between the parameters of the two after any of the steps."""
    more = {"multi_precision": True} if dtype == "float16" else {}
    updater = mx.optimizer.get_updater(make_optimizer(name, options, scheduled, **more))
    random = np.random.RandomState(5)
    values = {key: random.uniform(-1, 1, shape).astype(dtype) for key, shape in SHAPES.items()}
    weights = [mx.nd.array(value, dtype=dtype) for value in values.values()]
    params = jax.tree.map(jnp.asarray, values)
    transformation = jmx.to_optax(make_optimizer(name, options, scheduled, **more), params)
    state = transformation.init(params)

    @jax.jit
    def update(params, state, grads):
        updates, state = transformation.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    largest = 0.0
    for _ in range(steps):
        grads = {key: random.normal(0, 1, shape).astype(dtype) for key, shape in SHAPES.items()}
        updater(list(range(len(SHAPES))), [mx.nd.array(g, dtype=dtype) for g in grads.values()], weights)
        params, state = update(params, state, grads)
        for weight, key in zip(weights, SHAPES):
            ours, theirs = np.asarray(params[key], np.float64), weight.asnumpy().astype(np.float64)
            largest = max(largest, float(np.abs(ours - theirs).max() / np.abs(theirs).max()))
    return largest


#: (text, scheduler)
SCHEDULES = [
    ("FactorScheduler(step=7, factor=0.5)", lambda s: s.FactorScheduler(7, 0.5, base_lr=0.3)),
    (
        "FactorScheduler with stop_factor_lr and warm-up",
        lambda s: s.FactorScheduler(3, 0.5, stop_factor_lr=0.01, base_lr=0.3, warmup_steps=10, warmup_begin_lr=0.1),
    ),
    ("MultiFactorScheduler([5, 9, 40], 0.3)", lambda s: s.MultiFactorScheduler([5, 9, 40], 0.3, base_lr=0.3)),
    (
        "MultiFactorScheduler with constant warm-up",
        lambda s: s.MultiFactorScheduler(
            [5, 9, 40], 0.3, base_lr=0.3, warmup_steps=7, warmup_begin_lr=0.1, warmup_mode="constant"
        ),
    ),
    ("PolyScheduler(50)", lambda s: s.PolyScheduler(50, base_lr=0.3)),
    ("PolyScheduler with warm-up", lambda s: s.PolyScheduler(50, 0.3, pwr=3, final_lr=0.01, warmup_steps=6)),
    ("CosineScheduler(50)", lambda s: s.CosineScheduler(50, base_lr=0.3)),
    ("CosineScheduler with warm-up", lambda s: s.CosineScheduler(50, 0.3, final_lr=0.02, warmup_steps=6, warmup_begin_lr=0.05)),
]


def schedule_difference(make, updates=200):
    """The largest difference of the rates of updates 1 to `updates`, relative to the highest rate."""
    scheduler = make(mx.lr_scheduler)
    schedule = jax.jit(jax.vmap(jmx.to_optax(make(mx.lr_scheduler))))
    theirs = np.array([scheduler(number) for number in range(1, updates + 1)])
    ours = np.asarray(schedule(jnp.arange(updates)), np.float64)
    return float(np.abs(ours - theirs).max() / theirs.max())

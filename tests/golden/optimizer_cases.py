"""Golden values of the optimizers: weights after a few steps, from the real MXNet 1.9.1.

`python tests/golden/generate.py optimizer` records them; the tests call `trace` with jmx.
"""

import os

import numpy as np

STEPS = 4
FILE = os.path.join(os.path.dirname(__file__), "optimizer.npz")

_COMMON = [{}, {"wd": 0.03}, {"clip_gradient": 0.4, "rescale_grad": 0.5}, {"wd": 0.05, "clip_gradient": 0.3}]


def _with(name, *variants, common=_COMMON, dtype="float32"):
    return [[name, {**variant, **options}, dtype] for variant in variants for options in common]


CASES = [
    *_with("sgd", {"learning_rate": 0.1}, {"learning_rate": 0.1, "momentum": 0.9}),
    *_with("sgd", {"momentum": 0.9, "multi_precision": True}, {"multi_precision": True}, dtype="float16"),
    *_with("sgd", {"momentum": 0.9}, common=[{}, {"wd": 0.1}], dtype="float16"),
    *_with("sgd", {"momentum": 0.9}, common=[{"wd": 0.1}], dtype="float64"),
    *_with("ccsgd", {"momentum": 0.5}, common=[{}]),
    *_with("nag", {}, {"momentum": 0.9}),
    *_with("nag", {"momentum": 0.9, "multi_precision": True}, {"multi_precision": True}, common=[{}], dtype="float16"),
    *_with("adam", {"learning_rate": 0.01}, {"learning_rate": 0.01, "beta1": 0.5, "beta2": 0.9, "epsilon": 1e-4}),
    *_with("adam", {"learning_rate": 0.01, "multi_precision": True}, common=[{}, {"wd": 0.1}], dtype="float16"),
    *_with("adagrad", {"learning_rate": 0.1}, {"eps": 1e-3}),
    *_with("rmsprop", {"learning_rate": 0.01}, {"learning_rate": 0.01, "centered": True, "gamma2": 0.7}),
    *_with("rmsprop", {"clip_weights": 0.5}, {"clip_weights": 0.5, "centered": True}, common=[{}]),
    *_with("adadelta", {}, {"rho": 0.5, "epsilon": 1e-3}, common=[{}, {"wd": 0.03}, {"clip_gradient": 0.4}]),
    *_with("ftrl", {}, {"lamda1": 0.1, "beta": 2.0, "learning_rate": 0.3}),
    *_with("ftml", {"learning_rate": 0.01}, {"learning_rate": 0.01, "beta1": 0.4, "beta2": 0.9}),
    *_with("adamax", {}, {"beta1": 0.5, "beta2": 0.9}),
    *_with("nadam", {"learning_rate": 0.01}, {"learning_rate": 0.01, "schedule_decay": 0.1}),
    *_with("signum", {}, {"momentum": 0.0}, {"wd_lh": 0.1}),
    *_with("dcasgd", {}, {"lamda": 0.5}),
    *_with("lamb", {}, {"lower_bound": 2.0}, {"upper_bound": 0.5}, {"bias_correction": False}),
    *_with("lars", {"learning_rate": 0.5}, {"learning_rate": 0.5, "momentum": 0.9, "eta": 0.1}, {"eps": 0.1}),
    *_with("lars", {"momentum": 0.9, "multi_precision": True}, common=[{}], dtype="float16"),
    *_with("lbsgd", {}, {"momentum": 0.9}, {"batch_scale": 2, "warmup_strategy": "sqrt"}, common=[{}, {"wd": 0.03}]),
    *_with("lbsgd", {"warmup_strategy": "lars", "momentum": 0.5}, {"warmup_strategy": "power2"}, common=[{}]),
    *_with("test", {}, common=[{}, {"rescale_grad": 0.5}]),
    *_with("groupadagrad", {}, {"eps": 0.1}, common=[{}, {"clip_gradient": 0.4, "rescale_grad": 0.5}]),
]
# a schedule, multipliers by name, and several parameters, through the updater
NAMES = {0: "a_weight", 1: "a_bias", 2: "b_gamma", 3: "b_weight"}
SHAPES = [(3, 4), (4,), (2, 2), (2, 3)]
UPDATER_CASES = [
    ["sgd", {"momentum": 0.9, "wd": 0.1}],
    ["adam", {"wd": 0.1}],
    ["lars", {"momentum": 0.9, "wd": 0.1}],
    ["lamb", {"wd": 0.1}],
    ["nadam", {"wd": 0.1}],
]


def _weight(dtype):
    return np.random.RandomState(7).uniform(-1, 1, (3, 5)).astype(dtype)


def _grad(step, dtype):
    return np.random.RandomState(100 + step).normal(0, 1, (3, 5)).astype(dtype)


def trace(mx, name, options, dtype):
    """Weights after each step of one parameter, as (STEPS, 3, 5) in float64."""
    optimizer = mx.optimizer.create(name, **options)
    weight = mx.nd.array(_weight(dtype), dtype=dtype)
    state = optimizer.create_state_multi_precision(0, weight)
    found = []
    for step in range(STEPS):
        optimizer.update_multi_precision(0, weight, mx.nd.array(_grad(step, dtype), dtype=dtype), state)
        found.append(weight.asnumpy().astype("float64"))
    return np.array(found)


def trace_updater(mx, name, options):
    """All weights after each step of four parameters, flat in float64: multipliers, names, a schedule with warm-up."""
    schedule = mx.lr_scheduler.MultiFactorScheduler([2, 3], 0.5, base_lr=0.2, warmup_steps=2, warmup_begin_lr=0.05)
    optimizer = mx.optimizer.create(name, lr_scheduler=schedule, param_idx2name=NAMES, **{"learning_rate": 0.2, **options})
    optimizer.set_lr_mult({"a_weight": 0.5, 3: 2.0})
    optimizer.set_wd_mult({"b_weight": 0.1})
    updater = mx.optimizer.get_updater(optimizer)
    rng = np.random.RandomState(3)
    weights = [mx.nd.array(rng.uniform(-1, 1, shape)) for shape in SHAPES]
    found = []
    for _ in range(STEPS):
        grads = [mx.nd.array(rng.normal(0, 1, shape)) for shape in SHAPES]
        if optimizer.aggregate_num:
            updater(list(range(4)), grads, weights)
        else:
            for i in range(4):
                updater(i, grads[i], weights[i])
        found.append(np.concatenate([w.asnumpy().ravel() for w in weights]).astype("float64"))
    return np.array(found)


STATE_CASES = [
    ["sgd", {"momentum": 0.9, "learning_rate": 0.1}],
    ["adam", {"wd": 0.1}],
    ["rmsprop", {"centered": True}],
    ["nadam", {}],
    ["lars", {"momentum": 0.5, "param_idx2name": {0: "a_weight"}}],
]


def make_states(mx, name, options):
    """An updater after two steps with a schedule, its states with and without the optimizer, and the weight."""
    schedule = mx.lr_scheduler.CosineScheduler(10, base_lr=options.get("learning_rate", 0.01))
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, lr_scheduler=schedule, **options))
    weight = mx.nd.array(_weight("float32"))
    for step in range(2):
        updater(0, mx.nd.array(_grad(step, "float32")), weight)
    return updater, updater.get_states(False), updater.get_states(True), weight


def next_step(mx, updater, weight):
    """The weight after one more step."""
    updater(0, mx.nd.array(_grad(9, "float32")), weight)
    return weight.asnumpy()

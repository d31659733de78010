"""How far optax's twins of MXNet's optimizers and schedules are from them: the tables of docs/leaving/training.md.

    python tools/check_optax.py            prints the tables
    python tools/check_optax.py --write    writes them into the page
    python tools/check_optax.py --time     times steps by `Trainer` and by `jmx.to_jax_step`, in turns

Optimizers: 50 updates by the same gradients with `Optimizer.update` and with `jmx.to_optax`, with multipliers of the rate and of
the decay, a clipped and rescaled gradient and a schedule with warm-up; in float32, and in float16 with master copies. The figure
is the largest difference of a parameter after any step, relative to the largest parameter of its array.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import time

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


#: steps, samples in a batch, inputs, classes of the training
TRAINING = 20, 16, 5, 3


def make_network(matrices):
    """A small network; of matrices alone for what updates nothing else."""
    mx.random.seed(3)
    # Names of their own: a Trainer updates by name, where dense10 comes before dense9, and Nadam goes on with each parameter.
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        if matrices:
            net.add(mx.gluon.nn.Dense(8, activation="tanh", use_bias=False), mx.gluon.nn.Dense(3, use_bias=False))
        else:
            net.add(mx.gluon.nn.Dense(8, use_bias=False), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net(mx.nd.ones((2, TRAINING[2])))
    return net


def make_trainer(net, name, options, scheduled):
    """A Trainer; Test adds gradients, so that its factor is negative."""
    given = {"learning_rate": 0.05, "wd": 0.001, **options}
    if name == "adadelta":
        del given["learning_rate"]
    elif scheduled:
        given["lr_scheduler"] = make_schedule()
    if name == "test":
        given["rescale_grad"] = -0.05
    return mx.gluon.Trainer(net.collect_params(), name, given)


def batch(number):
    """Inputs and labels of a step."""
    random = np.random.RandomState(number)
    _, samples, inputs, classes = TRAINING
    return random.normal(0, 1, (samples, inputs)).astype("float32"), random.randint(0, classes, samples).astype("float32")


def training_difference(name, options, scheduled=True):
    """The largest relative difference of parameters and moving statistics after training by `Trainer` and by `to_jax_step`."""
    steps, samples, inputs, _ = TRAINING
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    nets = [make_network(name == "groupadagrad") for _ in range(2)]
    trainers = [make_trainer(net, name, options, scheduled) for net in nets]
    step, params, opt_state, state = jmx.to_jax_step(
        nets[1], loss, trainers[1], np.ones((2, inputs), "float32"), batch_size=samples
    )
    compiled = jax.jit(step, donate_argnums=(0, 1, 2))
    for number in range(steps):
        x, y = batch(number)
        with mx.autograd.record():
            losses = loss(nets[0](mx.nd.array(x)), mx.nd.array(y))
        losses.backward()
        trainers[0].step(samples)
        params, opt_state, state, _ = compiled(params, opt_state, state, x, y)
    jmx.from_jax(nets[1], params, state)
    pairs = zip(*[net.collect_params().values() for net in nets])
    found = [(a.data().asnumpy().astype("float64"), b.data().asnumpy()) for a, b in pairs]
    return max(float(np.abs(a - b).max() / max(np.abs(a).max(), 0.1)) for a, b in found)


def rounded(value):
    """A difference to one digit, as the tables have it."""
    return "0" if value == 0 else f"{value:.0e}".replace("e-0", "e-")


def optimizer_table():
    """The rows of optimizers, as Markdown."""
    rows = [
        "| optimizer | | 50 updates, float32 | 50 updates, float16 with master copies | 20 training steps | 20 with a schedule |",
        "|---|---|---|---|---|---|",
    ]
    for name, special, options in CASES:
        figures = [
            difference(name, options),
            difference(name, options, "float16"),
            training_difference(name, options, scheduled=False),
            training_difference(name, options),
        ]
        rows.append(f"| `{name}` | {special} | {' | '.join(map(rounded, figures))} |")
    rows.append("| `sgld` | | its noise is drawn by JAX: the distribution is compared | | | |")
    return "\n".join(rows)


def expression_table():
    """The source of each optimizer with a rate of 0.1 and a decay of 0.01, as Markdown."""
    rows = ["| MXNet | optax |", "|---|---|"]
    for name, special, options in [*CASES, ("sgld", "", {})]:
        given = {"learning_rate": 0.1, "wd": 0.01, **options}
        if name == "adadelta":
            del given["learning_rate"]
        key = {"key": 0} if name == "sgld" else {}
        label = f"`{name}`" + (f", {special}" if special else "")
        rows.append(f"| {label} | `{jmx.jax.optax_code(name, **given, **key)}` |")
    return "\n".join(rows)


def schedule_table():
    """The source of each schedule and its difference, as Markdown."""
    rows = ["| MXNet | optax | difference |", "|---|---|---|"]
    for text, make in SCHEDULES:
        rows.append(f"| {text} | `{jmx.jax.optax_code(make(mx.lr_scheduler))}` | {rounded(schedule_difference(make))} |")
    return "\n".join(rows)


TABLES = {"expressions": expression_table, "schedules": schedule_table, "figures": optimizer_table}


def written(text, tables):
    """The text of the page with the tables between their marks."""
    for name, table in tables.items():
        begin, end = f"<!-- {name}: tools/check_optax.py -->\n", f"<!-- end of {name} -->"
        before, rest = text.split(begin)
        text = before + begin + table + "\n" + end + rest.split(end, 1)[1]
    return text


def timed(make, shape, name, options, steps, rounds=5):
    """Milliseconds of a step of a hybridized network by `Trainer` and by `to_jax_step`: the fastest of some rounds, in turns."""
    net, loss = make(), mx.gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True)
    loss.hybridize()
    x, y = np.random.randn(*shape).astype("float32"), np.random.randint(0, 10, shape[0]).astype("float32")
    inputs, labels = mx.nd.array(x), mx.nd.array(y)
    trainer = mx.gluon.Trainer(net.collect_params(), name, options)
    step, *tree = jmx.to_jax_step(net, loss, trainer, x)
    compiled, x, y = jax.jit(step, donate_argnums=(0, 1, 2)), jnp.asarray(x), jnp.asarray(y)

    def by_trainer():
        for _ in range(steps):
            with mx.autograd.record():
                losses = loss(net(inputs), labels)
            losses.backward()
            trainer.step(shape[0])
        losses.wait_to_read()

    def by_step():
        for _ in range(steps):
            *tree[:], mean = compiled(*tree, x, y)
        mean.block_until_ready()

    fastest = [float("inf")] * 2
    for number in range(rounds + 1):
        for place, run in enumerate((by_trainer, by_step)):
            begin = time.perf_counter()
            run()
            if number:  # the first round compiles
                fastest[place] = min(fastest[place], (time.perf_counter() - begin) / steps * 1000)
    return fastest


def make_perceptron():
    """784-128-64-10, for images of digits."""
    net = mx.gluon.nn.HybridSequential()
    net.add(*[mx.gluon.nn.Dense(units, activation="relu") for units in (128, 64)], mx.gluon.nn.Dense(10))
    return net


def time_steps():
    """Print the times of two networks."""
    resnet = lambda: mx.gluon.model_zoo.vision.resnet18_v1(classes=10, thumbnail=True)
    for name, *what in (
        ("perceptron, batch 64", make_perceptron, (64, 784), "adam", {}, 200),
        ("ResNet-18, 16 images of 32x32", resnet, (16, 3, 32, 32), "sgd", {"momentum": 0.9, "wd": 1e-4}, 3),
    ):
        by_trainer, by_step = timed(*what)
        print(f"{name}: Trainer {by_trainer:.2f} ms, to_jax_step {by_step:.2f} ms, {by_trainer / by_step:.2f} times as fast")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the tables into the page")
    parser.add_argument("--time", action="store_true", help="time steps instead")
    args = parser.parse_args()
    if args.time:
        time_steps()
        return
    tables = {name: make() for name, make in TABLES.items()}
    if args.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
    else:
        print("\n\n".join(tables.values()))


if __name__ == "__main__":
    main()

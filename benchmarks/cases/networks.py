"""Networks: time of a step, time to the first result, peak memory. Serves `networks`, `compile` and `memory`."""

import os

from . import recurrent, timing


def _stepper(package, case, phase, batch):
    if package == "gluon":
        if case in recurrent.CASES:
            return recurrent.stepper(case, phase)
        from . import gluon_networks

        return gluon_networks.stepper(case, phase, batch)
    if package == "jax":
        from . import plain_jax

        return plain_jax.stepper(case, phase, batch, os.environ["BENCHMARK_JAX_CACHE"])
    from . import plain_torch

    return plain_torch.stepper(case, phase, batch)


def measure(package, case, phase="train", batch=None, seconds=None, steps=3):
    """Return figures of one network.

    Args:
        package: `gluon`, `jax` or `torch`.
        case: name of the network.
        phase: `train` or `infer`.
        batch: images in a batch of the large networks; their own number without it.
        seconds: for how long steps are timed; without it `steps` of them run, and only the first is timed.
        steps: how many, without `seconds`.
    """
    if package == "gluon":  # so that the first step does not count the import
        import mxnet

        mxnet.nd.ones((1,)).wait_to_read()
    elif package == "jax":
        import jax

        jax.numpy.ones(1).block_until_ready()
    else:
        import torch

        torch.ones(1)

    def make():
        return _stepper(package, case, phase, batch)

    if seconds is not None:
        return timing.steps(make, seconds)
    watch = timing.Stopwatch()
    step = make()
    step()
    figures = watch.figures("first")
    for _ in range(steps - 1):
        step()
    figures.update(peak_mb=timing.peak_mb(), resident_mb=timing.resident_mb())
    return figures

"""Random programs whose shapes change while compilations finish behind: four threads, one program.

A round is a program of a few random steps, hybridized or eager, with or without gradients. Threads call it with three sets of
shapes in turns, so often that it changes hands from NumPy to XLA on the way. All calls of a shape give what the first one gave,
and now and then what XLA alone gives. Threads that stay, memory that grows and programs that are kept are failures as well.
"""

from __future__ import annotations

import contextlib
import gc
import os
import threading

import numpy as np

import jmx as mx
from jmx import autograd, nd
from jmx.core.numpy_tier import behind, interpreter, tiered
from jmx.gluon import nn
from tools.campaign import Rounds, probe
from tools.campaign.soak import resident
from tools.campaign.threads import MOST, together

#: what follows a step: (function of F and an array that keeps its shape)
_STEPS = {
    "tanh": lambda F, x: F.tanh(x),
    "exponential": lambda F, x: F.exp(-F.abs(x)),
    "softmax": lambda F, x: F.softmax(x, axis=-1) * 3,
    "logarithm": lambda F, x: F.log1p(F.square(x)),
    "mean": lambda F, x: F.broadcast_sub(x, F.mean(x, axis=0, keepdims=True)),
    "largest": lambda F, x: F.broadcast_add(x, F.max(x, axis=1, keepdims=True)) * 0.5,
    "order": lambda F, x: F.sort(x, axis=1),
    "reverse": lambda F, x: F.reverse(x, axis=1),
    "halves": lambda F, x: F.concat(F.relu(x), -x, dim=1).slice_axis(axis=1, begin=0, end=None).reshape((0, 2, -1)).sum(axis=1),
    "product": lambda F, x: F.dot(x, F.dot(x, F.sigmoid(x), transpose_a=True)) * 0.01,
    "choice": lambda F, x: F.where(x > 0.1, x, 0.3 * x),
    "clip": lambda F, x: F.clip(x, -1.5, 0.7),
}
#: how many of the programs are compared with XLA from the first call on, which takes as long as all else
_BY_XLA = 0.2
#: sets of shapes of a program, and calls of each in a thread at most
_SHAPES, _CALLS = 3, 24
#: calls after which a program changes hands, in place of 64 and more
_BUDGET = 16
#: rounds before which nothing is said of growth; megabytes that a round may add afterwards
_WARM, _A_ROUND = 200, 0.1
#: programs that may be there beside those of the round that is under way
_MORE_PROGRAMS = 50


class _Program(nn.HybridBlock):
    def __init__(self, names, units) -> None:
        super().__init__()
        self.names = names
        with self.name_scope():
            self.dense = nn.Dense(units, flatten=False) if units else None

    def hybrid_forward(self, F, x):
        """The steps, one after the other."""
        if self.dense is not None:
            x = self.dense(x)
        for name in self.names:
            x = _STEPS[name](F, x)
        return x


def _results(net, x, recorded):
    """The outputs, and the gradient of the input where the call is recorded, as NumPy has them."""
    if not recorded:
        return [net(x).asnumpy()]
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward()
    return [y.asnumpy(), x.grad.asnumpy()]


def _differ(found, expected) -> bool:
    return any(not np.allclose(a, b, rtol=2e-4, atol=2e-5, equal_nan=True) for a, b in zip(found, expected, strict=True))


def _round(draw) -> str | None:
    """One program; what went wrong."""
    names = [draw.choice(sorted(_STEPS)) for _ in range(draw.randint(1, 5))]
    recorded, hybrid = draw.random() < 0.5, draw.random() < 0.7
    net = _Program(names, draw.choice((0, 0, 3, 8)))
    net.initialize(mx.init.Normal(0.4))
    if hybrid:
        net.hybridize()
    columns = draw.randint(1, 9)
    inputs = [nd.random.normal(shape=(draw.randint(1, 40), columns)) for _ in range(_SHAPES)]
    with mx.util.bit_equal() if draw.random() < _BY_XLA else contextlib.nullcontext():
        expected = [_results(net, x, recorded) for x in inputs]
    net.hybridize(False)
    if hybrid:
        net.hybridize()  # with nothing compiled
    problems = []

    def run(seed):
        order = np.random.RandomState(seed)
        for _ in range(order.randint(1, _CALLS + 1) * _SHAPES):
            i = order.randint(_SHAPES)
            found = _results(net, inputs[i], recorded)
            if _differ(found, expected[i]):
                problems.append(f"input {inputs[i].shape}: largest difference {np.abs(found[0] - expected[i][0]).max()}")
                return

    together(*[lambda seed=draw.randint(0, 2**31): run(seed) for _ in range(MOST)])
    return f"{names}, recorded {recorded}, hybridized {hybrid}: {problems[0]}" if problems else None


def _left_over(rounds, number, begun) -> None:
    """Ask for what a storm may leave behind."""
    behind.hold()
    behind.release()
    gc.collect()
    threads = [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]
    if threads:
        rounds.fail(f"threads that stay: {threads}")
    if number - begun[0] < _WARM:
        return
    if len(begun) == 1:
        begun += [number, resident(), len(tiered.every)]
        return
    _, since, megabytes, programs = begun
    if resident() > megabytes + 32 + _A_ROUND * (number - since):
        rounds.fail(f"{resident():.0f} MB, {megabytes:.0f} before {number - since} rounds")
    if len(tiered.every) > programs + _MORE_PROGRAMS:
        rounds.fail(f"{len(tiered.every)} programs are kept, {programs} before {number - since} rounds")


@probe(goal=2000, unit="random programs in four threads")
def storm(rounds: Rounds) -> None:
    """Call random programs from several threads while XLA compiles them."""
    os.environ["JMX_COMPILE"] = "behind"
    interpreter.MOST_CALLS = interpreter._MOST_OF_OTHERS = _BUDGET
    compiled, begun = 0, []
    for number in rounds:
        draw = rounds.random(number)
        mx.random.seed(draw.randint(0, 2**31))
        begun = begun or [number]
        before = sum(len(program.compiled) for program in list(tiered.every))
        problem = _round(draw)
        if problem is not None:
            rounds.fail(problem)
        compiled += max(0, sum(len(program.compiled) for program in list(tiered.every)) - before)
        if number % 20 == 19:
            _left_over(rounds, number, begun)
    rounds.figure("programs compiled", compiled)
    rounds.figure("megabytes", round(resident()))

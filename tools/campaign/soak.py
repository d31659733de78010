"""A program that runs for a long time: do memory, threads and open files stay as they are?

A round is a step of training, with a batch size that changes in every second step or so, and now and then what programs do beside
it: another network, a DataLoader from its beginning, an error that is caught, a recorded computation without backward. Threads,
open files and what a step takes are judged from the first seconds on, small growth only after many steps.
"""

from __future__ import annotations

import gc
import os
import threading
import time
import warnings

import numpy as np

import jmx as mx
from jmx import autograd, gluon
from tools.campaign import Rounds, probe

#: rounds before which nothing is said of small growth: programs are still being compiled, and the caches of JAX fill up
_WARM = 4000
#: seconds after which the process is judged for the first time, and then again and again; samples that this takes at least
_FIRST, _AGAIN, _FEWEST = 10.0, 4.0, 12
#: megabytes that a step may take which computes nothing new, and open files that may be more than at first
_A_STEP, _MORE = 0.25, 4
#: how many of the steps are such steps, and the size of their batches
_SAME, _SIZE = 0.6, 64
#: what memory may grow by over the second half: megabytes, and a share of what there was
_MEGABYTES, _SHARE = 16, 0.05
#: samples of a whole run
_SAMPLES = 200


def resident() -> float:
    """Megabytes of memory that the process holds now, without the pages of libraries' files.

    The first compilation of a kind reads some 20 MB of jaxlib's file. Such pages are shared, and the system takes them back as it
    likes.
    """
    with open("/proc/self/status") as file:
        found = dict(line.split(":", 1) for line in file)
    return int(found["RssAnon"].split()[0]) / 1024


def growth(samples: list[tuple[int, float]]) -> tuple[float, float]:
    """How much memory grew over the second half of the samples, by the line that fits them best, and what is allowed.

    Parameters
    ----------
    samples : list of (int, float)
        Rounds, and the megabytes that the process held after them.

    Returns
    -------
    (float, float)
        Both in megabytes.
    """
    half = np.array(samples[len(samples) // 2 :], float)
    slope, _ = np.polyfit(half[:, 0], half[:, 1], 1)
    return slope * (half[-1, 0] - half[0, 0]), max(_MEGABYTES, _SHARE * half[0, 1])


def a_step(rises: list[float]) -> float:
    """How much memory a step takes that computes what others have computed before: the median of what such steps took.

    A step that compiles something, or in which memory is given back, does not count for more than another.

    Parameters
    ----------
    rises : list of float
        Megabytes by which the memory of the process rose in each step; the first third is left out.

    Returns
    -------
    float
        Megabytes.
    """
    return float(np.median(rises[len(rises) // 3 :]))


def is_same(draw):
    """Whether a step computes what others have computed before: the first number that it draws."""
    return draw.random() < _SAME


class _Program:
    """What a round runs."""

    def __init__(self) -> None:
        self.eager, self.hybrid = self._network(), self._network()
        self.hybrid.hybridize()
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()
        self.trainers = {net: gluon.Trainer(net.collect_params(), "adam") for net in (self.eager, self.hybrid)}
        data = np.arange(240, dtype=np.float32).reshape(30, 8), np.arange(30, dtype=np.float32) % 4
        self.loader = gluon.data.DataLoader(gluon.data.ArrayDataset(*data), batch_size=7, shuffle=True)

    @staticmethod
    def _network():
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(16, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dense(4))
        net.initialize()
        return net

    def train(self, net, data, labels):
        with autograd.record():
            cost = self.loss(net(data), labels)
        cost.backward()
        self.trainers[net].step(len(data))
        return float(cost.mean().asscalar())

    def step(self, draw):
        """A step with a batch of a size that is drawn, and sometimes something else; returns the loss."""
        if is_same(draw):
            return self.train(self.eager, mx.nd.ones((_SIZE, 8)), mx.nd.zeros(_SIZE))
        size = draw.randint(1, 3000)
        net = self.hybrid if draw.random() < 0.05 else self.eager
        size = draw.choice((8, 16, 32)) if net is self.hybrid else size
        cost = self.train(net, mx.nd.random.uniform(shape=(size, 8)), mx.nd.zeros(size))
        also = draw.randrange(40)
        if also == 0:
            for data, labels in self.loader:
                self.train(self.hybrid, data, labels)
        elif also == 1:
            try:
                mx.nd.dot(mx.nd.ones((size, 3)), mx.nd.ones((2, size)))
            except mx.MXNetError:
                pass
            else:
                raise AssertionError("a product of matrices that do not fit was computed")
        elif also == 2:
            with autograd.record():
                self.eager(mx.nd.ones((size, 8))).sum()
        elif also == 3:
            x = mx.nd.zeros((size, 4))
            x[size // 2] = 1
            x[: size // 2 + 1] += 2
        elif also == 4:
            fresh = self._network()
            fresh.hybridize()
            fresh(mx.nd.ones((4, 8))).wait_to_read()
        return cost


@probe(goal=20_000, unit="steps")
def run(rounds: Rounds) -> None:
    """See the module."""
    warnings.simplefilter("ignore")
    program, samples, before = _Program(), [], None
    every = max(1, rounds.goal_of_this_run // _SAMPLES)
    rises, began, judged = [], time.monotonic(), 0.0
    for number in rounds:
        held_before = resident()
        cost = program.step(rounds.random(number))
        if not np.isfinite(cost):
            rounds.fail(f"the loss is {cost}")
        if number < _WARM and is_same(rounds.random(number)):
            rises.append(resident() - held_before)
        if number % every == 0:
            gc.collect()
            samples.append((number, resident()))
        now = time.monotonic()
        if now - began < _FIRST or now - judged < _AGAIN:
            continue
        judged = now
        held = threading.active_count(), len(os.listdir("/proc/self/fd"))
        if before is None:
            before = held
        elif held[0] > before[0] or held[1] > before[1] + _MORE:
            rounds.fail(f"{held[0]} threads and {held[1]} open files; there were {before[0]} and {before[1]}")
            before = held
        if number < _WARM and len(rises) >= _FEWEST and (more := a_step(rises)) > _A_STEP:
            rounds.fail(f"a step that computes nothing new takes {more:.2f} MB, after {number} steps; {_A_STEP} are allowed")
    if not samples:
        return
    rounds.figure("megabytes at first", round(samples[0][1]))
    rounds.figure("in the middle", round(samples[len(samples) // 2][1]))
    rounds.figure("at the end", round(samples[-1][1]))
    if len(rises) >= _FEWEST:
        rounds.figure("a step that computes nothing new", round(a_step(rises), 3))
    if samples[-1][0] >= _WARM:
        more, allowed = growth(samples)
        rounds.figure("growth of the second half", round(more, 1))
        if more > allowed:
            rounds.fail(f"memory grew by {more:.0f} MB over the second half of {samples[-1][0]} steps; {allowed:.0f} are allowed")

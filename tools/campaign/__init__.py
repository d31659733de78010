"""Attacks and accidents, tried at random: `python -m tools.campaign --minutes 60`.

A probe is a module of this package with one function that is declared with `probe`. It iterates over `Rounds`, tries one thing
in each round, and reports what does not hold by `Rounds.fail`::

    @probe(goal=100_000, unit="mutated files")
    def run(rounds):
        for number in rounds:
            draw = rounds.random(number)  # everything that is drawn comes from here
            ...
            if wrong:
                rounds.fail("what was tried, and what came of it")

Each probe runs in a process of its own, which the runner watches: one that crashes or does not end has failed in the round that
it was in. `--only NUMBER` repeats a round. `--planted` asks whether the probes see faults that are put in (`planted.py`).
"""

from __future__ import annotations

import importlib
import os
import pathlib
import random
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

#: the modules of probes, those that take longest first
_ORDER = (
    "soak", "jobs", "networks", "threads", "storm", "shapes", "graphs", "signals", "exits", "caches", "compilers", "files",
    "states", "messages", "saves", "disk",
)  # fmt: skip
NAMES = tuple(name for name in _ORDER if (pathlib.Path(__file__).parent / f"{name}.py").exists())

#: failures whose texts are kept; the others are counted
KEPT = 40


@dataclass
class Probe:
    """A probe as it was declared.

    Attributes
    ----------
    run : callable
        ``run(rounds)``.
    goal : int
        Rounds that a whole campaign asks for.
    unit : str
        What a round tries, in the plural.
    """

    run: Callable[[Rounds], None]
    goal: int
    unit: str


def probe(goal: int, unit: str) -> Callable[[Callable[[Rounds], None]], Probe]:
    """Declare the function that follows as the probe of its module."""
    return lambda run: Probe(run, goal, unit)


def find(name: str) -> Probe:
    """The probe of a module of this package."""
    module = importlib.import_module(f"{__name__}.{name}")
    return next(value for value in vars(module).values() if isinstance(value, Probe))


class Rounds:
    """The rounds of a probe, and what came of them.

    Parameters
    ----------
    name : str
        Of the probe.
    seed : int
    limit : int
        Rounds to do at most.
    seconds : float
        Time after which no round begins.
    only : int, optional
        The one round to do.
    progress : int, optional
        Descriptor of the file that tells the runner which round is under way.
    first : bool, default False
        Whether no round begins after a failure.

    Attributes
    ----------
    done : int
        Rounds that have begun.
    failures : int
    texts : list of (int, str)
        Rounds and texts of the first failures.
    figures : dict
        What the probe measured, by name.
    """

    def __init__(self, name, seed, limit, seconds, only=None, progress=None, first=False):
        self.name, self.seed = name, seed
        self._limit, self._seconds, self._only, self._progress, self._first = limit, seconds, only, progress, first
        self.done = self.failures = 0
        self.texts: list[tuple[int, str]] = []
        self.figures: dict[str, object] = {}
        self._number = 0

    def __iter__(self) -> Iterator[int]:
        end = time.monotonic() + self._seconds
        for number in range(self._limit) if self._only is None else [self._only]:
            if time.monotonic() > end or (self._first and self.failures):
                return
            self._number = number
            self.done += 1
            if self._progress is not None:
                os.pwrite(self._progress, struct.pack("<q", number), 0)
            yield number

    @property
    def goal_of_this_run(self) -> int:
        """Rounds that this run does if time allows."""
        return self._limit

    def random(self, number: int) -> random.Random:
        """The source of everything that a round draws."""
        return random.Random(f"{self.name}/{self.seed}/{number}")

    def fail(self, text: str) -> None:
        """Report that something does not hold in the round that is under way."""
        self.failures += 1
        if len(self.texts) < KEPT:
            self.texts.append((self._number, text))

    def figure(self, name: str, value: object) -> None:
        """Note a figure for the report."""
        self.figures[name] = value

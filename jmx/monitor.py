"""Watching what passes through executors: statistics of outputs, parameters and gradients."""

from __future__ import annotations

import logging
import re
from math import sqrt
from typing import TYPE_CHECKING, Any

from . import ndarray
from .base import py_str
from .ndarray import NDArray

if TYPE_CHECKING:
    from ._typing import AnyFunction, Int
    from .executor import Executor

__all__ = ["Monitor"]


class Monitor:
    """Collects a statistic of the arrays of executors, every few batches.

    `tic` goes before a batch and `toc` after it, which `Module.fit` does with its argument `monitor`. A watched executor runs
    operator by operator, so that it is slower.

    Parameters
    ----------
    interval : int
        Collect in every so many batches.
    stat_func : callable, optional
        Gets an NDArray and returns an NDArray, or a list of these; by default the root of the mean square.
    pattern : str, default '.*'
        Regular expression for the start of the names to watch.
    sort : bool, default False
        Sort the results by name.
    monitor_all : bool, default False
        Watch the inputs of operators as well as their outputs.

    Examples
    --------
    >>> net = mx.sym.broadcast_mul(mx.sym.Variable("data"), mx.sym.Variable("scale"), name="product")
    >>> executor = net.bind(mx.cpu(), {"data": nd.array([[1, 2, 3]]), "scale": nd.array([[10]])})
    >>> monitor = mx.monitor.Monitor(interval=1, stat_func=lambda x: x.max(), sort=True)
    >>> monitor.install(executor)
    >>> monitor.tic()
    >>> outputs = executor.forward()
    >>> for step, name, value in monitor.toc():
    ...     print(step, name, value.strip())
    1 data 3.0
    1 product_output 30.0
    1 scale 10.0
    """

    def __init__(
        self,
        interval: Int,
        stat_func: AnyFunction | None = None,
        pattern: str = ".*",
        sort: bool = False,
        monitor_all: bool = False,
    ) -> None:
        self.stat_func = stat_func or (lambda x: ndarray.norm(x) / sqrt(x.size))
        self.interval = interval
        self.activated = False
        self.queue = []
        self.step = 0
        self.exes = []
        self.re_prog = re.compile(pattern)
        self.sort = sort
        self.monitor_all = monitor_all

    def stat_helper(self, name: str, array: Any) -> None:
        """Note the statistic of one array: what executors call."""
        name = py_str(name)
        if self.activated:
            self._note(name, array)

    def _note(self, name: str, array: Any) -> None:
        if self.re_prog.match(name):
            self.queue.append((self.step, name, self.stat_func(array)))

    def install(self, exe: Executor) -> None:
        """Watch an executor, as well as those before.

        Parameters
        ----------
        exe : Executor
            The executor.
        """
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)
        self.exes.append(exe)

    def tic(self) -> None:
        """Start collecting, if it is time for it. Call before forward."""
        if self.step % self.interval == 0:
            self.queue = []
            self.activated = True
        self.step += 1

    def toc(self) -> list[tuple[int, str, str]]:
        """Stop collecting. Call after the computation of a batch.

        Returns
        -------
        list of (int, str, str)
            Step, name, and the statistic's values, each with a tab behind it; empty if nothing was collected.
        """
        if not self.activated:
            return []
        for exe in self.exes:
            names = exe._symbol.list_arguments() + exe._symbol.list_auxiliary_states()
            for name, array in zip(names, [*exe.arg_arrays, *exe.aux_arrays]):
                self._note(name, array)
        self.activated = False
        if self.sort:
            self.queue.sort(key=lambda entry: entry[1])
        rows = [(step, name, _text(stats)) for step, name, stats in self.queue]
        self.queue = []
        return rows

    def toc_print(self) -> None:
        """Stop collecting, and log what was collected."""
        for step, name, text in self.toc():
            logging.info("Batch: %7d %-30s %s", step, name, text)


def _text(stats):
    stats = [stats] if isinstance(stats, NDArray) else stats
    assert isinstance(stats, list) and all(isinstance(s, NDArray) for s in stats), (
        f"stat_func must return an NDArray or a list of NDArray, got {type(stats).__name__}"
    )
    # str, because formatting turns a float32 into a float64 with all its digits
    return "".join(str(s.asscalar() if s.shape == (1,) else s.asnumpy()) + "\t" for s in stats)

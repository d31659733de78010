"""`LiveCurves`: learning curves that a notebook draws while a network trains."""

from __future__ import annotations

import math
import re
import sys
import time
from typing import Any, Self

from ..config.progress_line import in_notebook
from ..gluon.contrib.estimator import BatchEnd, EpochEnd, TrainBegin, TrainEnd
from ._chart import Chart, check_matplotlib
from ._figures import to_numpy

#: drawing takes no more than this part of the time
SHARE = 0.05
#: names of series: what was measured on which data
_SERIES = re.compile(r"(train|training|val|valid|validation|eval|test)[ _-]+(.+)")


class LiveCurves(TrainBegin, BatchEnd, EpochEnd, TrainEnd):
    """Learning curves that grow while a network trains: one figure in a notebook, drawn anew in its place.

    There are axes for each quantity: "training loss" and "validation loss", or `train_loss` and `val_loss`, share theirs. Drawing
    takes a twentieth of the time at most. Outside of notebooks nothing is shown; with `path` the picture is in a file at the end.

    - By hand: ``curves.update(step, loss=..., acc=...)``.
    - `Module.fit`: ``module.fit(data, **curves.callback_args())``, which is
      ``batch_end_callback=curves, eval_end_callback=curves.eval_cb, epoch_end_callback=curves.epoch_cb``.
    - `Estimator`: ``estimator.fit(data, event_handlers=curves)``.

    Parameters
    ----------
    path : str, optional
        File that the picture is written to by `close`, by leaving a ``with`` block, and at the end of `Estimator.fit`.
    every : int, default 10
        `Module.fit` and `Estimator.fit` read the metrics after so many batches, and at the end of each epoch. Reading waits for
        the device.
    seconds : float, default 1
        Least number of seconds between drawings.
    size : tuple of two floats, default (4.5, 3.2)
        Width and height of the axes of one quantity, in inches.

    Raises
    ------
    ImportError
        matplotlib is not installed, and this is a notebook or there is a `path`.

    Examples
    --------
    >>> curves = LiveCurves()
    >>> for step in range(3):
    ...     curves.update(step, train_loss=1 / (step + 1), val_loss=2 / (step + 1), acc=0.5)
    >>> curves.history["val_loss"]
    ([0, 1, 2], [2.0, 1.0, 0.6666666666666666])
    >>> [ax.get_ylabel() for ax in curves.figure.axes]
    ['loss', 'acc']
    """

    #: as a handler of an Estimator it comes after metrics and validation
    priority = 1000

    def __init__(self, path=None, *, every=10, seconds=1.0, size=(4.5, 3.2)) -> None:
        if path is not None or in_notebook():
            check_matplotlib()
        self.path, self.every, self.seconds, self.size = path, every, seconds, size
        #: for each series the steps and the values
        self.history: dict[str, tuple[list, list]] = {}
        self.xlabel = "step"
        self._chart: Any = None
        self._drawn: Any = None  # the names in the figure
        self._next, self._pending, self._cell = 0.0, False, None
        self._batches, self._metric = 0, None

    # ---- by hand

    def update(self, step, **values) -> None:
        """Note what was measured, and draw where it is time.

        Parameters
        ----------
        step : number
            Where on the horizontal axis: the number of the batch or of the epoch.
        **values : float or NDArray
            Values by name. Of an array with several elements, as a loss for each sample, the mean is taken.
        """
        for name, value in values.items():
            self._note(step, name, value)
        self._draw_if_time()

    def _note(self, step, name, value) -> None:
        steps, values = self.history.setdefault(name, ([], []))
        steps.append(step)
        values.append(float(value) if isinstance(value, int | float) else float(to_numpy(value).mean()))
        self._pending = True

    def close(self) -> None:
        """Draw what has not been drawn, and write the file if there is a `path`."""
        if self._pending:
            self._show()
        if self.path is not None:
            self.figure.savefig(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- Module.fit

    def __call__(self, param) -> None:
        """The callback for `batch_end_callback`."""
        self._batches += 1
        self._metric = param.eval_metric
        if self._batches % self.every == 0:
            self._read("training", param.eval_metric)

    def eval_cb(self, param) -> None:
        """The callback for `eval_end_callback`."""
        self._read("validation", param.eval_metric)

    def epoch_cb(self, *_) -> None:
        """The callback for `epoch_end_callback`; it takes what `fit` passes and does not look at it."""
        self._read_end("training", self._metric)

    def callback_args(self) -> dict[str, Any]:
        """The keyword arguments of `fit` that call this object: ``module.fit(data, **curves.callback_args())``."""
        return {"batch_end_callback": self, "eval_end_callback": self.eval_cb, "epoch_end_callback": self.epoch_cb}

    def _read(self, kind, metric) -> None:
        """Note the values of a metric, those that it has."""
        self.xlabel = "batch"
        for name, value in metric.get_name_value() if metric is not None else ():
            if not math.isnan(value):
                self._note(self._batches, name if _SERIES.fullmatch(name) else f"{kind} {name}", value)
        self._draw_if_time()

    def _read_end(self, kind, metric) -> None:
        """The same at the end of an epoch, unless its last batch was read."""
        if self._batches % self.every:
            self._read(kind, metric)

    # ---- Estimator

    def train_begin(self, estimator, *args, **kwargs):
        """Called by `Estimator.fit`: nothing is forgotten, further training goes on to the right."""

    def batch_end(self, estimator, *args, **kwargs) -> None:
        """Called by `Estimator.fit` after each batch: notes the metrics of training now and then."""
        self._batches += 1
        if self._batches % self.every == 0:
            for metric in estimator.train_metrics:
                self._read("training", metric)

    def epoch_end(self, estimator, *args, **kwargs) -> None:
        """Called by `Estimator.fit` after each epoch: notes all metrics."""
        for metric in estimator.train_metrics:
            self._read_end("training", metric)
        for metric in estimator.val_metrics:
            self._read("validation", metric)

    def train_end(self, estimator, *args, **kwargs) -> None:
        """Called by `Estimator.fit` at its end: draws what has not been drawn."""
        self.close()

    # ---- drawing

    @property
    def figure(self) -> Any:
        """The figure with all that was noted, a `matplotlib.figure.Figure`."""
        self._fill()
        return self._chart.figure

    def __repr__(self) -> str:
        last = ", ".join(f"{name} {values[-1]:.4g}" for name, (_, values) in self.history.items())
        return f"<LiveCurves: {last or 'nothing yet'}>"

    def _repr_png_(self):
        if not self.history:
            return None
        self._fill()
        return self._chart.png()

    def _draw_if_time(self) -> None:
        if not self._pending or not in_notebook():
            return
        if time.monotonic() >= self._next:
            self._show()
        elif self._cell is None:
            # What is left is drawn when the cell ends: nobody has to say that the loop is over.
            self._cell = sys.modules["IPython"].get_ipython().events
            self._cell.register("post_run_cell", self._end_cell)

    def _end_cell(self, *_) -> None:
        self._cell.unregister("post_run_cell", self._end_cell)
        self._cell = None
        if self._pending:
            self._show()

    def _show(self) -> None:
        began = time.monotonic()
        self._pending = False
        if in_notebook():
            self._fill()
            self._chart.show()
        ended = time.monotonic()
        self._next = ended + max(self.seconds, (ended - began) / SHARE)

    def _fill(self) -> None:
        """Bring the figure up to what was noted."""
        if self._chart is None:
            self._chart = Chart(layout="constrained")
        if self._drawn != list(self.history):
            self._lay_out()
        for name, (steps, values) in self.history.items():
            self._chart.draw(name, steps, values)
            self._chart.lines[name].set_marker("." if len(steps) < 40 else "")

    def _lay_out(self) -> None:
        """Make axes for each quantity, and empty lines."""
        self._chart.clear()
        self._drawn = list(self.history)
        panels: dict[str, list] = {}
        for name in self._drawn:
            match = _SERIES.fullmatch(name)
            panels.setdefault(match[2] if match else name, []).append((name, match[1] if match else None))
        figure = self._chart.figure
        figure.set_size_inches(self.size[0] * max(1, len(panels)), self.size[1])
        for number, (quantity, lines) in enumerate(panels.items()):
            ax = figure.add_subplot(1, len(panels), number + 1, xlabel=self.xlabel, ylabel=quantity)
            ax.grid(alpha=0.3)
            for name, data in lines:
                self._chart.line(name, ax, label=data or quantity)
            if any(data for _, data in lines):
                ax.legend()

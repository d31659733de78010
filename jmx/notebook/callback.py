"""Callbacks of `Module.fit` that keep what was measured in data frames, or draw it while the model trains.

`PandasLogger` needs pandas. The charts need bokeh or Matplotlib; where bokeh is installed it draws, as in MXNet. Both libraries
are imported when they are first used.
"""

from __future__ import annotations

import datetime
import importlib
import time
from collections import defaultdict

from ..base import MXNetError
from ..plot._chart import Chart


class Pandas_Failed_To_Import:
    """Stands for the library pandas where it is not installed."""


def __getattr__(name):
    if name != "pd":
        raise AttributeError(f"module 'mxnet.notebook.callback' has no attribute {name!r}")
    try:
        library = importlib.import_module("pandas")
    except ImportError:
        library = Pandas_Failed_To_Import
    globals()["pd"] = library
    return library


def _pandas():
    library = globals().get("pd") or __getattr__("pd")
    if library is Pandas_Failed_To_Import:
        raise MXNetError("mx.notebook.callback.PandasLogger keeps its numbers in data frames of pandas: install pandas")
    return library


class PandasLogger:
    """Three data frames about a training run: `train_df`, `eval_df` and `epoch_df`.

    Parameters
    ----------
    batch_size : int
        Rows of a batch.
    frequent : int, default 50
        After how many batches a row is added to `train_df`. `eval_df` gets one after each evaluation, `epoch_df` after each
        epoch.

    Raises
    ------
    MXNetError
        pandas is not installed.

    Examples
    --------
    >>> logger = mx.notebook.callback.PandasLogger(batch_size=32, frequent=10)
    >>> module.fit(data, num_epoch=2, **logger.callback_args())
    >>> logger.train_df["accuracy"]
    """

    def __init__(self, batch_size, frequent=50) -> None:
        frame = _pandas().DataFrame
        self.batch_size = batch_size
        self.frequent = frequent
        self._dataframes = {name: frame() for name in ("train", "eval", "epoch")}
        self.last_time = time.time()
        self.start_time = self.last_epoch_time = datetime.datetime.now()

    @property
    def train_df(self):
        """The metrics and speed of training, a row for every `frequent` batches."""
        return self._dataframes["train"]

    @property
    def eval_df(self):
        """The metrics of validation, a row for each evaluation."""
        return self._dataframes["eval"]

    @property
    def epoch_df(self):
        """How long epochs took, a row for each."""
        return self._dataframes["epoch"]

    @property
    def all_dataframes(self):
        """The three data frames by their names "train", "eval" and "epoch"."""
        return self._dataframes

    def elapsed(self):
        """The time since this object was made, as a `datetime.timedelta`."""
        return datetime.datetime.now() - self.start_time

    def append_metrics(self, metrics, df_name) -> None:
        """Append a row to a data frame.

        Parameters
        ----------
        metrics : dict of str to object
            Value by column; new columns are added.
        df_name : str
            "train", "eval" or "epoch".
        """
        frame = self._dataframes[df_name]
        for column in metrics.keys() - set(frame.columns):
            frame[column] = None
        frame.loc[len(frame)] = metrics

    def train_cb(self, param) -> None:
        """The callback for `batch_end_callback`."""
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")

    def eval_cb(self, param) -> None:
        """The callback for `eval_end_callback`."""
        self._process_batch(param, "eval")

    def _process_batch(self, param, dataframe):
        now = time.time()
        metrics = _taken(param)
        speed = self.frequent / (now - self.last_time) if now > self.last_time else float("inf")
        # MXNet gives these two each other's names
        metrics.update(batches_per_sec=speed * self.batch_size, records_per_sec=speed)
        metrics.update(elapsed=self.elapsed(), minibatch_count=param.nbatch, epoch=param.epoch)
        self.append_metrics(metrics, dataframe)
        self.last_time = now

    def epoch_cb(self, *_) -> None:
        """The callback for `epoch_end_callback`; it takes what `fit` passes and does not look at it."""
        now = datetime.datetime.now()
        self.append_metrics({"elapsed": self.elapsed(), "epoch_time": now - self.last_epoch_time}, "epoch")
        self.last_epoch_time = now

    def callback_args(self):
        """The keyword arguments of `fit` that call this object: ``module.fit(data, **logger.callback_args())``."""
        return {"batch_end_callback": self.train_cb, "eval_end_callback": self.eval_cb, "epoch_end_callback": self.epoch_cb}


def _taken(param):
    """The values of a callback's metric by name; the metric starts anew."""
    if param.eval_metric is None:
        return {}
    metrics = dict(param.eval_metric.get_name_value())
    param.eval_metric.reset()
    return metrics


class _Bokeh:
    """Lines that bokeh draws in a notebook and pushes there when they grow."""

    def __init__(self, io, plotting, x_label, y_label, options):
        self._io = io
        io.output_notebook()
        self.figure = plotting.figure(x_axis_label=x_label, **{"y_axis_label": y_label or "", **options})
        self._sources, self._show, self._handle = {}, plotting.show, None

    def line(self, name, color, style):
        drawn = self.figure.line([], [], line_color=color, line_dash=style, legend_label=name)
        self._sources[name] = drawn.data_source

    def draw(self, name, x, y):
        self._sources[name].data = {"x": list(x), "y": list(y)}

    def show(self):
        if self._handle is None:
            self._handle = self._show(self.figure, notebook_handle=True)
        else:
            self._io.push_notebook(handle=self._handle)


class _Matplotlib(Chart):
    """The same lines drawn by Matplotlib."""

    def __init__(self, x_label, y_label, options):
        super().__init__(**options)
        self._axes = self.figure.add_subplot(xlabel=x_label, ylabel=y_label or "")

    def line(self, name, color, style):
        super().line(name, self._axes, color=color, linestyle=style, label=name)
        self._axes.legend(loc="lower right")


def _chart(x_label, y_label=None, options=()):
    """A chart of the library that is installed. Raises MXNetError where there is none."""
    options = dict(options)
    try:
        return _Bokeh(importlib.import_module("bokeh.io"), importlib.import_module("bokeh.plotting"), x_label, y_label, options)
    except ImportError:
        pass
    try:
        return _Matplotlib(x_label, y_label, options)
    except ImportError:
        raise MXNetError("Live charts are drawn by bokeh or Matplotlib, and neither is installed: install one of them") from None


class LiveBokehChart:
    """The base class of charts that are drawn while a model trains.

    Parameters
    ----------
    pandas_logger : PandasLogger or None
        Where the numbers are; None makes one.
    metric_name : str
        Name of the metric that is drawn.
    display_freq : float, default 10
        Least number of seconds between drawings.
    batch_size : int, optional
    frequent : int, default 50
        For the `PandasLogger` that is made.

    Raises
    ------
    NotImplementedError
        Subclasses say by `setup_chart` and `update_chart_data` what is drawn.
    MXNetError
        Neither bokeh nor Matplotlib is installed, or pandas is needed and is not.
    """

    def __init__(self, pandas_logger, metric_name, display_freq=10, batch_size=None, frequent=50) -> None:
        self.pandas_logger = pandas_logger or self._logger(batch_size, frequent)
        self.display_freq = display_freq
        self.last_update = time.time()
        self.metric_name = metric_name
        self.handle = self.setup_chart()

    def _logger(self, batch_size, frequent):
        return PandasLogger(batch_size=batch_size, frequent=frequent)

    def setup_chart(self):
        """Make the chart and return it."""
        raise NotImplementedError("Incomplete base class: LiveBokehChart must be sub-classed")

    def update_chart_data(self):
        """Give the chart what came since the last drawing."""
        raise NotImplementedError("Incomplete base class: LiveBokehChart must be sub-classed")

    def interval_elapsed(self):
        """Whether it is time to draw again."""
        return time.time() - self.last_update > self.display_freq

    def _push_render(self):
        self.handle.show()
        self.last_update = time.time()

    def _do_update(self):
        self.update_chart_data()
        self._push_render()

    def batch_cb(self, param) -> None:
        """The callback for `batch_end_callback`: draws where it is time."""
        if self.interval_elapsed():
            self._do_update()

    def eval_cb(self, param) -> None:
        """The callback for `eval_end_callback`: draws."""
        self._do_update()

    def callback_args(self):
        """The keyword arguments of `fit` that call this object: ``module.fit(data, **chart.callback_args())``."""
        return {"batch_end_callback": self.batch_cb, "eval_end_callback": self.eval_cb}


class LiveTimeSeries(LiveBokehChart):
    """A curve of values over the seconds since this object was made; `update_chart_data(value)` appends one and draws.

    Parameters
    ----------
    **fig_params
        For `bokeh.plotting.figure`, or `matplotlib.figure.Figure` where bokeh is not installed.
    """

    def __init__(self, **fig_params) -> None:
        self._fig_params = fig_params
        super().__init__(None, None)

    def _logger(self, batch_size, frequent):
        return None

    def setup_chart(self):
        """Make the chart, whose `figure` is the library's."""
        self.start_time = datetime.datetime.now()
        self.x_axis_val, self.y_axis_val = [], []
        chart = _chart("Elapsed time", options=self._fig_params)
        chart.line("value", "blue", "solid")
        self.fig = chart.figure
        return chart

    def elapsed(self):
        """The time since this object was made, as a `datetime.timedelta`."""
        return datetime.datetime.now() - self.start_time

    def update_chart_data(self, value) -> None:
        """Append `value`, a number, and draw."""
        self.x_axis_val.append(self.elapsed().total_seconds())
        self.y_axis_val.append(value)
        self.handle.draw("value", self.x_axis_val, self.y_axis_val)
        self._push_render()


class LiveLearningCurve(LiveBokehChart):
    """The curves of a metric on training and validation data over the seconds since this object was made.

    Parameters
    ----------
    metric_name : str
        Name of the metric, as "accuracy".
    display_freq : float, default 10
        Least number of seconds between drawings.
    frequent : int, default 50
        After how many batches the curve of training gets a point.

    Raises
    ------
    MXNetError
        Neither bokeh nor Matplotlib is installed; or, while the model trains, there is no metric of this name.

    Examples
    --------
    >>> curve = mx.notebook.callback.LiveLearningCurve("accuracy", frequent=10)
    >>> module.fit(data, eval_data=held_out, num_epoch=2, **curve.callback_args())
    >>> curve.fig.savefig("curve.png")        # the figure of Matplotlib, where bokeh is not installed
    """

    def __init__(self, metric_name, display_freq=10, frequent=50) -> None:
        self.frequent = frequent
        self.start_time = datetime.datetime.now()
        self._data = {"train": {"elapsed": []}, "eval": {"elapsed": []}}
        super().__init__(None, metric_name, display_freq, frequent=frequent)

    def _logger(self, batch_size, frequent):
        return None

    def setup_chart(self):
        """Make the chart, whose `figure` is the library's."""
        chart = _chart("Training time", self.metric_name)
        chart.line("train", "blue", "dotted")
        chart.line("validation", "green", "solid")
        self.fig = chart.figure
        return chart

    def batch_cb(self, param) -> None:
        """The callback for `batch_end_callback`: notes the metric every `frequent` batches, and draws where it is time."""
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")
        if self.interval_elapsed():
            self._do_update()

    def eval_cb(self, param) -> None:
        """The callback for `eval_end_callback`: notes the metric and draws."""
        self._process_batch(param, "eval")
        self._do_update()

    def _process_batch(self, param, df_name):
        metrics = _taken(param)
        if self.metric_name not in metrics:
            raise MXNetError(
                f"LiveLearningCurve draws {self.metric_name!r}, and the metrics of this training are "
                f"{', '.join(map(repr, metrics)) or 'none'}: give one of those names."
            )
        metrics["elapsed"] = (datetime.datetime.now() - self.start_time).total_seconds()
        for name, value in metrics.items():
            self._data[df_name].setdefault(name, []).append(value)

    def update_chart_data(self) -> None:
        """Give the chart the points that were noted."""
        for kind, line in (("train", "train"), ("eval", "validation")):
            self.handle.draw(line, self._data[kind]["elapsed"], self._data[kind].get(self.metric_name, ()))


def args_wrapper(*args):
    """The keyword arguments of `fit` that call several such objects.

    Parameters
    ----------
    *args : PandasLogger or LiveBokehChart

    Returns
    -------
    dict of str to list of function

    Examples
    --------
    >>> module.fit(data, **mx.notebook.callback.args_wrapper(logger, curve))
    """
    together = defaultdict(list)
    for callback in args:
        for name, function in callback.callback_args().items():
            together[name].append(function)
    return dict(together)

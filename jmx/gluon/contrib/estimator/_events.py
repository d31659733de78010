"""The moments at which handlers are called, and what several handlers need."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ...._described import described_by

#: what the examples of handlers begin with
_FITTED = """
Examples
--------
>>> net = gluon.nn.Dense(1, in_units=1, use_bias=False)
>>> net.initialize(mx.init.Zero())
>>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2})
>>> loss, metric = gluon.loss.L2Loss(), mx.metric.MSE()
>>> estimator = gluon.contrib.estimator.Estimator(net, loss, train_metrics=metric, trainer=trainer, context=mx.cpu())
>>> estimator.logger.setLevel("WARNING")
>>> pairs = gluon.data.ArrayDataset(nd.array([[1], [2]]), nd.array([[2], [4]]))
>>> data = gluon.data.DataLoader(pairs, batch_size=2)
"""


class EventHandler:
    """Base of all handlers. Those with an attribute `priority` are called in ascending order of it; others have 0."""


def _check_event_handlers(handlers: Any) -> Any:
    if isinstance(handlers, EventHandler):
        return [handlers]
    handlers = handlers or []
    if not all(isinstance(handler, EventHandler) for handler in handlers):
        raise ValueError(f"handlers must be an EventHandler or a list of EventHandler, got: {handlers}")
    return handlers


@described_by(_FITTED)
class TrainBegin(EventHandler):
    """Base of handlers that are called before training.

    A subclass overrides `train_begin`; it may derive from several of these bases.

    Examples
    --------
    >>> class Show(gluon.contrib.estimator.TrainBegin):
    ...     def train_begin(self, estimator, *args, **kwargs):
    ...         print("train for", estimator.max_epoch, "epochs")
    >>> estimator.fit(data, epochs=2, event_handlers=[Show()])
    train for 2 epochs
    """

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Called with the estimator, before the first epoch."""


@described_by(_FITTED)
class TrainEnd(EventHandler):
    """Base of handlers that are called after training.

    A subclass overrides `train_end`; it may derive from several of these bases.

    Examples
    --------
    >>> class Show(gluon.contrib.estimator.TrainEnd):
    ...     def train_end(self, estimator, *args, **kwargs):
    ...         print("weight", estimator.net.weight.data().asscalar().item())
    >>> estimator.fit(data, epochs=2, event_handlers=[Show()])
    weight 1.5
    """

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Called with the estimator, after the last epoch."""


@described_by(_FITTED)
class EpochBegin(EventHandler):
    """Base of handlers that are called before each epoch.

    A subclass overrides `epoch_begin`; it may derive from several of these bases.

    Examples
    --------
    >>> class Show(gluon.contrib.estimator.EpochBegin):
    ...     def epoch_begin(self, estimator, *args, **kwargs):
    ...         print("weight", estimator.net.weight.data().asscalar().item())
    >>> estimator.fit(data, epochs=2, event_handlers=[Show()])
    weight 0.0
    weight 1.0
    """

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Called with the estimator, before the first batch of an epoch."""


class _DataBegin(EventHandler):
    """Base of handlers that choose what is gone through in an epoch. MXNet has none of them."""

    def data_begin(self, estimator: Any, data: Any, handlers: Any) -> Any:
        """Called before the first batch of an epoch, with its data and all handlers; returns what to take the batches from."""
        return data


@described_by(_FITTED)
class EpochEnd(EventHandler):
    """Base of handlers that are called after each epoch.

    A subclass overrides `epoch_end`; it may derive from several of these bases. Returning True from its method ends training.

    Examples
    --------
    >>> class Show(gluon.contrib.estimator.EpochEnd):
    ...     def epoch_end(self, estimator, *args, **kwargs):
    ...         print("weight", estimator.net.weight.data().asscalar().item())
    >>> estimator.fit(data, epochs=2, event_handlers=[Show()])
    weight 1.0
    weight 1.5
    """

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Called with the estimator, after the last batch of an epoch. Returning True ends training."""
        return False


@described_by(_FITTED)
class BatchBegin(EventHandler):
    """Base of handlers that are called before each batch.

    A subclass overrides `batch_begin`; it may derive from several of these bases.

    Examples
    --------
    >>> class Show(gluon.contrib.estimator.BatchBegin):
    ...     def batch_begin(self, estimator, *args, **kwargs):
    ...         print("batch of", len(kwargs["batch"][0]))
    >>> estimator.fit(data, epochs=2, event_handlers=[Show()])
    batch of 2
    batch of 2
    """

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Called with the estimator and `batch`."""


@described_by(_FITTED)
class BatchEnd(EventHandler):
    """Base of handlers that are called after each batch.

    A subclass overrides `batch_end`; it may derive from several of these bases. Returning True from its method ends the epoch.

    Examples
    --------
    >>> class Show(gluon.contrib.estimator.BatchEnd):
    ...     def batch_end(self, estimator, *args, **kwargs):
    ...         print("loss", kwargs["loss"][0].asnumpy())
    >>> estimator.fit(data, epochs=2, event_handlers=[Show()])
    loss [2. 8.]
    loss [0.5 2. ]
    """

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Called with the estimator, `batch`, and `pred`, `label`, `loss` as lists. Returning True ends the epoch."""
        return False


def _monitor_op(monitor: Any, mode: Any, owner: Any) -> Any:
    """np.less or np.greater: how a new value of a metric compares with the best one if it is an improvement.

    MXNet's 'auto' means the larger value whatever the metric is called, and programs rely on it.
    """
    if mode not in ("auto", "min", "max"):
        warnings.warn(f"{owner} mode {mode} is unknown, fallback to auto mode.", RuntimeWarning, stacklevel=3)
        mode = "auto"
    if mode == "auto":
        warnings.warn(
            f"`greater` operator will be used to determine if {monitor.get()[0]} has improved. Please specify "
            "`mode='min'` to use the `less` operator. Specify `mode='max'` to disable this warning.",
            stacklevel=3,
        )
    return np.less if mode == "min" else np.greater


def _worst(monitor_op: Any) -> Any:
    return np.inf if monitor_op is np.less else -np.inf

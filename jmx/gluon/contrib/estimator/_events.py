"""The moments at which handlers are called, and what several handlers need."""

from __future__ import annotations

import warnings

import numpy as np


class EventHandler:
    """Base of all handlers. Those with an attribute `priority` are called in ascending order of it; others have 0."""


def _check_event_handlers(handlers):
    if isinstance(handlers, EventHandler):
        return [handlers]
    handlers = handlers or []
    if not all(isinstance(handler, EventHandler) for handler in handlers):
        raise ValueError(f"handlers must be an EventHandler or a list of EventHandler, got: {handlers}")
    return handlers


class TrainBegin(EventHandler):
    """Base of handlers that are called before training."""

    def train_begin(self, estimator, *args, **kwargs):
        """Called with the estimator, before the first epoch."""


class TrainEnd(EventHandler):
    """Base of handlers that are called after training."""

    def train_end(self, estimator, *args, **kwargs):
        """Called with the estimator, after the last epoch."""


class EpochBegin(EventHandler):
    """Base of handlers that are called before each epoch."""

    def epoch_begin(self, estimator, *args, **kwargs):
        """Called with the estimator, before the first batch of an epoch."""


class EpochEnd(EventHandler):
    """Base of handlers that are called after each epoch."""

    def epoch_end(self, estimator, *args, **kwargs):
        """Called with the estimator, after the last batch of an epoch. Returning True ends training."""
        return False


class BatchBegin(EventHandler):
    """Base of handlers that are called before each batch."""

    def batch_begin(self, estimator, *args, **kwargs):
        """Called with the estimator and `batch`."""


class BatchEnd(EventHandler):
    """Base of handlers that are called after each batch."""

    def batch_end(self, estimator, *args, **kwargs):
        """Called with the estimator, `batch`, and `pred`, `label`, `loss` as lists. Returning True ends the epoch."""
        return False


def _monitor_op(monitor, mode, owner):
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


def _worst(monitor_op):
    return np.inf if monitor_op is np.less else -np.inf

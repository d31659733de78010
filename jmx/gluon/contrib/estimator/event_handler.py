"""Handlers: what an Estimator calls at the beginning and the end of training, epochs and batches."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...._described import described_by
from ....metric import CompositeEvalMetric, EvalMetric
from ....metric import Loss as _LossMetric
from ._checkpoint import CheckpointHandler
from ._events import (
    _FITTED,
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    EventHandler,
    TrainBegin,
    TrainEnd,
    _check_event_handlers,  # noqa: F401
    _monitor_op,
    _worst,
)
from .utils import _check_metrics

if TYPE_CHECKING:
    from ...._typing import AnyFunction, Float, Int
    from ...data.dataloader import DataLoader

__all__ = [
    "TrainBegin", "TrainEnd", "EpochBegin", "EpochEnd", "BatchBegin", "BatchEnd", "StoppingHandler", "MetricHandler",
    "ValidationHandler", "LoggingHandler", "CheckpointHandler", "EarlyStoppingHandler", "GradientUpdateHandler",
]  # fmt: skip


@described_by(_FITTED)
class StoppingHandler(TrainBegin, BatchEnd, EpochEnd):
    """Ends training after a number of epochs or batches. An Estimator makes one by itself.

    Parameters
    ----------
    max_epoch : int, optional
        After how many epochs; at the beginning of training it becomes the estimator's `max_epoch`.
    max_batch : int, optional
        After how many batches; likewise.

    Examples
    --------
    >>> handler = gluon.contrib.estimator.StoppingHandler()
    >>> estimator.fit(data, batches=3, event_handlers=[handler])
    >>> handler.current_batch, handler.stop_training
    (3, True)
    """

    def __init__(self, max_epoch: Int | None = None, max_batch: Int | None = None) -> None:
        self.max_epoch = max_epoch
        self.max_batch = max_batch
        self.current_batch = 0
        self.current_epoch = 0
        self.stop_training = False

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.max_epoch = estimator.max_epoch
        self.max_batch = estimator.max_batch
        self.current_batch = 0
        self.current_epoch = 0
        self.stop_training = False

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        self.current_batch += 1
        self.stop_training |= self.current_batch == self.max_batch
        return self.stop_training

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        self.current_epoch += 1
        self.stop_training |= self.current_epoch == self.max_epoch
        return self.stop_training


@described_by(_FITTED)
class MetricHandler(EpochBegin, BatchEnd):
    """Resets metrics before each epoch and updates them after each batch.

    Parameters
    ----------
    metrics : list of EvalMetric
        Metrics; a metric.Loss gets the loss, any other labels and predictions.
    priority : number
        Handlers with lower numbers are called earlier; others need the new values.

    Examples
    --------
    >>> handler = gluon.contrib.estimator.MetricHandler(estimator.train_metrics)
    >>> estimator.fit(data, epochs=1, event_handlers=[handler])
    >>> metric.get()    # of the predictions before the update
    ('training mse', 10.0)
    """

    def __init__(self, metrics: Sequence[EvalMetric], priority: Float = -1000) -> None:
        self.metrics = _check_metrics(metrics)
        self.priority = priority

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        pred, label, loss = kwargs["pred"], kwargs["label"], kwargs["loss"]
        for metric in self.metrics:
            if isinstance(metric, _LossMetric):
                metric.update(0, loss)
            else:
                metric.update(label, pred)


@described_by(_FITTED)
class ValidationHandler(TrainBegin, BatchEnd, EpochEnd):
    """Runs a validation every so many epochs or batches.

    Parameters
    ----------
    val_data : DataLoader
        Data and labels.
    eval_fn : callable
        Called with `val_data`, `batch_axis` and `event_handlers`, such as Estimator.evaluate.
    epoch_period : int or None
        After every so many epochs.
    batch_period : int, optional
        After every so many batches.
    priority : number
        Handlers with lower numbers are called earlier; others need the validation's results.
    event_handlers : EventHandler or list of EventHandler, optional
        What else happens during validation.

    Examples
    --------
    >>> def validate(val_data, batch_axis, event_handlers):
    ...     estimator.evaluate(val_data, batch_axis, event_handlers)
    ...     print(estimator.val_metrics[0].get())
    >>> handler = gluon.contrib.estimator.ValidationHandler(data, validate, epoch_period=2)
    >>> estimator.fit(data, epochs=4, event_handlers=[handler])
    ('validation mse', 0.625)
    ('validation mse', 0.0390625)
    """

    def __init__(
        self,
        val_data: DataLoader,
        eval_fn: AnyFunction,
        epoch_period: Int | None = 1,
        batch_period: Int | None = None,
        priority: Float = -1000,
        event_handlers: EventHandler | Sequence[EventHandler] | None = None,
    ) -> None:
        self.val_data = val_data
        self.eval_fn: Any = eval_fn
        self.epoch_period = epoch_period
        self.batch_period = batch_period
        self.current_batch = 0
        self.current_epoch = 0
        self.priority = priority
        self.event_handlers = event_handlers

    def _validate(self, estimator) -> None:
        self.eval_fn(val_data=self.val_data, batch_axis=estimator.batch_axis, event_handlers=self.event_handlers)

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.current_batch = 0
        self.current_epoch = 0

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.current_batch += 1
        if self.batch_period and self.current_batch % self.batch_period == 0:
            self._validate(estimator)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.current_epoch += 1
        if self.epoch_period and self.current_epoch % self.epoch_period == 0:
            self._validate(estimator)


class LoggingHandler(TrainBegin, TrainEnd, EpochBegin, EpochEnd, BatchBegin, BatchEnd):
    """Logs the progress of training to the estimator's logger.

    Parameters
    ----------
    log_interval : int or 'epoch'
        A number logs metrics every so many batches as well.
    metrics : list of EvalMetric, optional
        Metrics to log.
    priority : number
        Handlers with lower numbers are called earlier; all others should be done when this one is.

    Raises
    ------
    ValueError
        `log_interval` is neither.

    Examples
    --------
    >>> net = gluon.nn.Dense(1, in_units=1, use_bias=False)
    >>> net.initialize(mx.init.Zero())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2})
    >>> loss, metric = gluon.loss.L2Loss(), mx.metric.MSE()
    >>> estimator = gluon.contrib.estimator.Estimator(net, loss, train_metrics=metric, trainer=trainer, context=mx.cpu())
    >>> pairs = gluon.data.ArrayDataset(nd.array([[1], [2]]), nd.array([[2], [4]]))
    >>> data = gluon.data.DataLoader(pairs, batch_size=2)
    >>> import logging, re
    >>> class WithoutTimes(logging.Formatter):    # which are other ones each time
    ...     def format(self, record):
    ...         return re.sub("[0-9.]+s", "...", record.getMessage().strip())
    >>> estimator.logger.handlers[0].setFormatter(WithoutTimes())
    >>> handler = gluon.contrib.estimator.LoggingHandler(log_interval=1, metrics=[metric])
    >>> estimator.fit(data, epochs=1, event_handlers=[handler])
    Training begin: using optimizer SGD with current learning rate 0.2000
    Train for 1 epochs.
    [Epoch 0] Begin, current learning rate: 0.2000
    [Epoch 0][Batch 0][Samples 2] time/interval: ... training mse: 10.0000
    [Epoch 0] Finished in ..., training mse: 10.0000
    Train finished using total ... with 1 epochs. training mse: 10.0000
    """

    def __init__(
        self, log_interval: Any = "epoch", metrics: Sequence[EvalMetric] | None = None, priority: Float = np.inf
    ) -> None:
        if not isinstance(log_interval, int) and log_interval != "epoch":
            raise ValueError(f"log_interval must be either an integer or string 'epoch', but got {log_interval!r}")
        self.metrics = _check_metrics(metrics)
        self.batch_index = 0
        self.current_epoch = 0
        self.processed_samples = 0
        self.priority = priority
        self.log_interval = log_interval
        self.log_interval_time = 0

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.train_start = time.time()
        name, rate = type(estimator.trainer.optimizer).__name__, estimator.trainer.learning_rate
        estimator.logger.info(f"Training begin: using optimizer {name} with current learning rate {rate:.4f} ")
        if estimator.max_epoch:
            estimator.logger.info("Train for %d epochs.", estimator.max_epoch)
        else:
            estimator.logger.info("Train for %d batches.", estimator.max_batch)
        self.current_epoch = 0
        self.batch_index = 0
        self.processed_samples = 0
        self.log_interval_time = 0

    def _log(self, estimator: Any, begin: Any) -> None:
        values = "".join(f"{name}: {value:.4f}, " for name, value in (metric.get() for metric in self.metrics))
        estimator.logger.info((begin + values).rstrip(", "))

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        seconds = int(time.time() - self.train_start)
        self._log(estimator, f"Train finished using total {seconds}s with {self.current_epoch} epochs. ")

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if isinstance(self.log_interval, int):
            self.batch_start = time.time()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if isinstance(self.log_interval, int):
            self.log_interval_time += time.time() - self.batch_start
            self.processed_samples += kwargs["batch"][0].shape[0]
            if self.batch_index % self.log_interval == 0:
                where = f"[Epoch {self.current_epoch}][Batch {self.batch_index}][Samples {self.processed_samples}] "
                self._log(estimator, f"{where}time/interval: {self.log_interval_time:.3f}s ")
                self.log_interval_time = 0
        self.batch_index += 1

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.epoch_start = time.time()
        # Only the prefix of the metrics' names, which the estimator adds, shows whether this is training.
        if any("training" in metric.name for metric in self.metrics):
            estimator.logger.info(
                "[Epoch %d] Begin, current learning rate: %.4f", self.current_epoch, estimator.trainer.learning_rate
            )
        else:
            estimator.logger.info("Validation Begin")

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self._log(estimator, f"[Epoch {self.current_epoch}] Finished in {time.time() - self.epoch_start:.3f}s, ")
        self.current_epoch += 1
        self.batch_index = 0


class EarlyStoppingHandler(TrainBegin, EpochEnd, TrainEnd):
    """Ends training once a metric no longer improves.

    Parameters
    ----------
    monitor : EvalMetric
        The metric, one of the estimator's.
    min_delta : float
        By how much the value has to change to count as an improvement.
    patience : int
        How many epochs to wait for one.
    mode : {'auto', 'min', 'max'}
        Whether small or large values are good; 'auto' means large ones.
    baseline : float, optional
        The value to improve on at first.

    Raises
    ------
    ValueError
        `monitor` is no metric, or a composite one.

    Examples
    --------
    The error falls to a quarter in each epoch, until that is less than `min_delta`.

    >>> net = gluon.nn.Dense(1, in_units=1, use_bias=False)
    >>> net.initialize(mx.init.Zero())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2})
    >>> loss, metric = gluon.loss.L2Loss(), mx.metric.MSE()
    >>> estimator = gluon.contrib.estimator.Estimator(net, loss, train_metrics=metric, trainer=trainer, context=mx.cpu())
    >>> estimator.logger.setLevel("WARNING")
    >>> pairs = gluon.data.ArrayDataset(nd.array([[1], [2]]), nd.array([[2], [4]]))
    >>> data = gluon.data.DataLoader(pairs, batch_size=2)
    >>> handler = gluon.contrib.estimator.EarlyStoppingHandler(metric, min_delta=0.1, mode="min")
    >>> estimator.fit(data, epochs=100, event_handlers=[handler])
    >>> handler.stopped_epoch, round(float(metric.get()[1]), 4)
    (5, 0.0098)
    """

    def __init__(
        self,
        monitor: EvalMetric,
        min_delta: Float = 0,
        patience: Int = 0,
        mode: Literal["auto", "min", "max"] | str = "auto",
        baseline: Float | None = None,
    ) -> None:
        if not isinstance(monitor, EvalMetric):
            raise ValueError(
                "Please provide one of the metric objects from estimator.train_metrics and estimator.val_metrics as "
                f"monitor; got {monitor!r}"
            )
        if isinstance(monitor, CompositeEvalMetric):
            raise ValueError(
                "CompositeEvalMetric is not supported for EarlyStoppingHandler, please specify a simple metric instead."
            )
        self.monitor = monitor
        self.baseline = baseline
        self.patience = patience
        self.wait = 0
        self.stopped_epoch = 0
        self.current_epoch = 0
        self.stop_training = False
        self.monitor_op = _monitor_op(monitor, mode, "EarlyStopping")
        self.min_delta = min_delta if self.monitor_op is np.greater else -min_delta

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.wait = 0
        self.stopped_epoch = 0
        self.current_epoch = 0
        self.stop_training = False
        self.best = _worst(self.monitor_op) if self.baseline is None else self.baseline

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        name, value = self.monitor.get()
        if np.isnan(value):
            warnings.warn(
                f"{name} is not updated, make sure you pass one of the metric objects from estimator.train_metrics "
                "and estimator.val_metrics as monitor.",
                RuntimeWarning,
                stacklevel=3,
            )
        elif self.monitor_op(value - self.min_delta, self.best):
            self.best = value
            self.wait = 0
        else:
            self.wait += 1
            if self.wait >= self.patience:
                self.stopped_epoch = self.current_epoch
                self.stop_training = True
        self.current_epoch += 1
        return self.stop_training

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if self.stopped_epoch > 0:
            name = self.monitor.get()[0]
            estimator.logger.info(
                f"[Epoch {self.stopped_epoch}] EarlyStoppingHanlder: early stopping due to {name} not improving"
            )


class GradientUpdateHandler(BatchEnd):
    """Updates the parameters after each batch, with gradients divided by the number of losses.

    Parameters
    ----------
    priority : number
        Handlers with lower numbers are called earlier; by default this one is the first.

    Examples
    --------
    A handler that updates after every second batch only:

    >>> net = gluon.nn.Dense(1, in_units=1, use_bias=False)
    >>> net.initialize(mx.init.Zero())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2})
    >>> loss, metric = gluon.loss.L2Loss(), mx.metric.MSE()
    >>> estimator = gluon.contrib.estimator.Estimator(net, loss, train_metrics=metric, trainer=trainer, context=mx.cpu())
    >>> estimator.logger.setLevel("WARNING")
    >>> pairs = gluon.data.ArrayDataset(nd.array([[1], [2]]), nd.array([[2], [4]]))
    >>> data = gluon.data.DataLoader(pairs, batch_size=2)
    >>> class EverySecond(gluon.contrib.estimator.GradientUpdateHandler):
    ...     batches = 0
    ...     def batch_end(self, estimator, *args, **kwargs):
    ...         self.batches += 1
    ...         if self.batches % 2 == 0:
    ...             super().batch_end(estimator, *args, **kwargs)
    >>> estimator.fit(data, epochs=3, event_handlers=[EverySecond()])
    >>> net.weight.data().asnumpy()    # one update; two would be 1.5
    array([[1.]], dtype=float32)
    """

    def __init__(self, priority: Float = -2000) -> None:
        self.priority = priority

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        losses = kwargs["loss"]
        if not isinstance(losses, list):
            losses = [losses]
        estimator.trainer.step(sum(loss.shape[0] for loss in losses))

"""Handlers: what an Estimator calls at the beginning and the end of training, epochs and batches."""

from __future__ import annotations

import os
import time
import warnings

import numpy as np

from ....metric import CompositeEvalMetric, EvalMetric
from ....metric import Loss as _LossMetric
from .utils import _check_metrics

__all__ = [
    "TrainBegin", "TrainEnd", "EpochBegin", "EpochEnd", "BatchBegin", "BatchEnd", "StoppingHandler", "MetricHandler",
    "ValidationHandler", "LoggingHandler", "CheckpointHandler", "EarlyStoppingHandler", "GradientUpdateHandler",
]  # fmt: skip


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

    MXNet's 'auto' means the larger value whatever the metric is called, and programs have come to rely on it.
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


def _listed(metrics):
    """'name: value, ' for each metric."""
    return "".join(f"{name}: {value:.4f}, " for name, value in (metric.get() for metric in metrics))


class StoppingHandler(TrainBegin, BatchEnd, EpochEnd):
    """Ends training after a number of epochs or batches. An Estimator makes one by itself.

    Parameters
    ----------
    max_epoch : int, optional
        After how many epochs; at the beginning of training it becomes the estimator's `max_epoch`.
    max_batch : int, optional
        After how many batches; likewise.
    """

    def __init__(self, max_epoch=None, max_batch=None):
        self.max_epoch = max_epoch
        self.max_batch = max_batch
        self.current_batch = 0
        self.current_epoch = 0
        self.stop_training = False

    def train_begin(self, estimator, *args, **kwargs):
        self.max_epoch = estimator.max_epoch
        self.max_batch = estimator.max_batch
        self.current_batch = 0
        self.current_epoch = 0
        self.stop_training = False

    def batch_end(self, estimator, *args, **kwargs):
        self.current_batch += 1
        self.stop_training |= self.current_batch == self.max_batch
        return self.stop_training

    def epoch_end(self, estimator, *args, **kwargs):
        self.current_epoch += 1
        self.stop_training |= self.current_epoch == self.max_epoch
        return self.stop_training


class MetricHandler(EpochBegin, BatchEnd):
    """Resets metrics before each epoch and updates them after each batch.

    Parameters
    ----------
    metrics : list of EvalMetric
        Metrics; a metric.Loss gets the loss, any other labels and predictions.
    priority : number
        Handlers with lower numbers are called earlier; others need the new values.
    """

    def __init__(self, metrics, priority=-1000):
        self.metrics = _check_metrics(metrics)
        self.priority = priority

    def epoch_begin(self, estimator, *args, **kwargs):
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator, *args, **kwargs):
        pred, label, loss = kwargs["pred"], kwargs["label"], kwargs["loss"]
        for metric in self.metrics:
            if isinstance(metric, _LossMetric):
                metric.update(0, loss)
            else:
                metric.update(label, pred)


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
    """

    def __init__(
        self, val_data, eval_fn, epoch_period=1, batch_period=None, priority=-1000, event_handlers=None
    ):  # fmt: skip
        self.val_data = val_data
        self.eval_fn = eval_fn
        self.epoch_period = epoch_period
        self.batch_period = batch_period
        self.current_batch = 0
        self.current_epoch = 0
        self.priority = priority
        self.event_handlers = event_handlers

    def _validate(self, estimator):
        self.eval_fn(val_data=self.val_data, batch_axis=estimator.batch_axis, event_handlers=self.event_handlers)

    def train_begin(self, estimator, *args, **kwargs):
        self.current_batch = 0
        self.current_epoch = 0

    def batch_end(self, estimator, *args, **kwargs):
        self.current_batch += 1
        if self.batch_period and self.current_batch % self.batch_period == 0:
            self._validate(estimator)

    def epoch_end(self, estimator, *args, **kwargs):
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
    """

    def __init__(self, log_interval="epoch", metrics=None, priority=np.inf):
        if not isinstance(log_interval, int) and log_interval != "epoch":
            raise ValueError(f"log_interval must be either an integer or string 'epoch', but got {log_interval!r}")
        self.metrics = _check_metrics(metrics)
        self.batch_index = 0
        self.current_epoch = 0
        self.processed_samples = 0
        self.priority = priority
        self.log_interval = log_interval
        self.log_interval_time = 0

    def train_begin(self, estimator, *args, **kwargs):
        self.train_start = time.time()
        trainer = estimator.trainer
        estimator.logger.info(
            "Training begin: using optimizer %s with current learning rate %.4f ",
            type(trainer.optimizer).__name__,
            trainer.learning_rate,
        )
        if estimator.max_epoch:
            estimator.logger.info("Train for %d epochs.", estimator.max_epoch)
        else:
            estimator.logger.info("Train for %d batches.", estimator.max_batch)
        self.current_epoch = 0
        self.batch_index = 0
        self.processed_samples = 0
        self.log_interval_time = 0

    def _log(self, estimator, begin):
        estimator.logger.info((begin + _listed(self.metrics)).rstrip(", "))

    def train_end(self, estimator, *args, **kwargs):
        seconds = int(time.time() - self.train_start)
        self._log(estimator, f"Train finished using total {seconds}s with {self.current_epoch} epochs. ")

    def batch_begin(self, estimator, *args, **kwargs):
        if isinstance(self.log_interval, int):
            self.batch_start = time.time()

    def batch_end(self, estimator, *args, **kwargs):
        if isinstance(self.log_interval, int):
            self.log_interval_time += time.time() - self.batch_start
            self.processed_samples += kwargs["batch"][0].shape[0]
            if self.batch_index % self.log_interval == 0:
                where = f"[Epoch {self.current_epoch}][Batch {self.batch_index}][Samples {self.processed_samples}] "
                self._log(estimator, f"{where}time/interval: {self.log_interval_time:.3f}s ")
                self.log_interval_time = 0
        self.batch_index += 1

    def epoch_begin(self, estimator, *args, **kwargs):
        self.epoch_start = time.time()
        # Only the names tell whether this is training: an estimator puts that in front of its metrics' names.
        if any("training" in metric.name for metric in self.metrics):
            estimator.logger.info(
                "[Epoch %d] Begin, current learning rate: %.4f", self.current_epoch, estimator.trainer.learning_rate
            )
        else:
            estimator.logger.info("Validation Begin")

    def epoch_end(self, estimator, *args, **kwargs):
        self._log(estimator, f"[Epoch {self.current_epoch}] Finished in {time.time() - self.epoch_start:.3f}s, ")
        self.current_epoch += 1
        self.batch_index = 0


class CheckpointHandler(TrainBegin, BatchEnd, EpochEnd):
    """Saves the network and the trainer's state every so many epochs or batches.

    The files are PREFIX-epochNbatchN.params and .states, PREFIX-best.params and .states, and PREFIX-symbol.json after
    the first batch if the network is hybridized. Epochs and batches count from 0; after an epoch, the batch is the
    number of batches so far.

    Parameters
    ----------
    model_dir : str
        The folder, which is made if it is not there.
    model_prefix : str
        What the names of the files begin with.
    monitor : EvalMetric, optional
        The metric by which the best network is known.
    verbose : int
        1 logs what is saved.
    save_best : bool
        Save the best network as well.
    mode : {'auto', 'min', 'max'}
        Whether small or large values of `monitor` are good; 'auto' means large ones.
    epoch_period : int or None
        Save after every so many epochs.
    batch_period : int, optional
        Save after every so many batches.
    max_checkpoints : int
        How many checkpoints of this run to keep, beside the best one; older ones are deleted.
    resume_from_checkpoint : bool
        Begin with the last checkpoint in the folder, and train only for what is left of the epochs or batches.

    Raises
    ------
    ValueError
        `save_best` without a metric. When training begins: there is nothing left to train, or a file has a name that
        is no checkpoint's.
    AssertionError
        When training begins: epochs are to be resumed but batches saved, or the other way round.
    """

    def __init__(
        self,
        model_dir,
        model_prefix="model",
        monitor=None,
        verbose=0,
        save_best=False,
        mode="auto",
        epoch_period=1,
        batch_period=None,
        max_checkpoints=5,
        resume_from_checkpoint=False,
    ):
        if save_best and not isinstance(monitor, EvalMetric):
            raise ValueError(
                "To save best model only, please provide one of the metric objects from estimator.train_metrics and "
                f"estimator.val_metrics as monitor; got {monitor!r}"
            )
        os.makedirs(model_dir, exist_ok=True)
        self.monitor = monitor
        self.verbose = verbose
        self.model_dir = model_dir
        self.model_prefix = model_prefix
        self.save_best = save_best
        self.epoch_period = epoch_period
        self.batch_period = batch_period
        self.current_batch = 0
        self.current_epoch = 0
        self.max_checkpoints = max_checkpoints
        self.resume_from_checkpoint = resume_from_checkpoint
        self.saved_checkpoints = []
        if save_best:
            self.monitor_op = _monitor_op(monitor, mode, "ModelCheckpoint")
            self.best = _worst(self.monitor_op)

    def train_begin(self, estimator, *args, **kwargs):
        self.current_epoch = 0
        self.current_batch = 0
        if self.save_best:
            self.best = _worst(self.monitor_op)
        if self.resume_from_checkpoint:
            wanted, other = self.epoch_period, self.batch_period
            if estimator.max_batch:
                wanted, other = other, wanted
            assert wanted and not other, (
                "To use resume from checkpoint, you must only specify the same type of period you used for training: "
                "to train for a number of epochs, set epoch_period and leave batch_period None; to train for a number "
                "of batches, set batch_period and make epoch_period None."
            )
            self._resume_from_checkpoint(estimator)

    def batch_end(self, estimator, *args, **kwargs):
        if self.current_batch == 0:
            self._save_symbol(estimator)
        if self.batch_period and (self.current_batch + 1) % self.batch_period == 0:
            self._save_checkpoint(estimator)
        self.current_batch += 1

    def epoch_end(self, estimator, *args, **kwargs):
        if self.epoch_period and (self.current_epoch + 1) % self.epoch_period == 0:
            self._save_checkpoint(estimator)
        self.current_epoch += 1

    def _save_checkpoint(self, estimator):
        epoch, batch = self.current_epoch, self.current_batch
        if self.resume_from_checkpoint:
            epoch += self.trained_epoch + 1
            # After an epoch, the number of the batch has been counted up already.
            batch += self.trained_batch + (0 if estimator.max_epoch else 1)
        prefix = f"{self.model_prefix}-epoch{epoch}batch{batch}"
        self._save_params_and_trainer(estimator, prefix)
        if self.verbose > 0:
            estimator.logger.info(
                "[Epoch %d] CheckpointHandler: trained total %d batches, saving model at %s with prefix: %s",
                self.current_epoch,
                self.current_batch + 1,
                self.model_dir,
                prefix,
            )
        if self.save_best:
            self._save_if_best(estimator)

    def _save_if_best(self, estimator):
        name, value = self.monitor.get()
        if np.isnan(value):
            warnings.warn(
                f"Skipping save best because {name} is not updated, make sure you pass one of the metric objects "
                "estimator.train_metrics and estimator.val_metrics as monitor",
                RuntimeWarning,
                stacklevel=4,
            )
            return
        if self.monitor_op(value, self.best):
            prefix = self.model_prefix + "-best"
            self._save_params_and_trainer(estimator, prefix)
            before, self.best = self.best, value
            said = "%s improved from %0.5f to %0.5f, updating best model at %s with prefix: %s"
            values = (name, before, value, self.model_dir, prefix)
        else:
            said = "%s did not improve from %0.5f, skipping updating best model"
            values = (name, self.best)
        if self.verbose > 0:
            estimator.logger.info("[Epoch %d] CheckpointHandler: " + said, self.current_epoch, *values)

    def _save_symbol(self, estimator):
        path = os.path.join(self.model_dir, self.model_prefix + "-symbol.json")
        graph = getattr(estimator.net, "_cached_graph", None)
        if graph:
            graph[1].save(path)
        else:
            estimator.logger.info(
                "Model architecture(symbol file) is not saved. To have it saved as %s, make the network of "
                "HybridBlocks and call net.hybridize() before it is passed to the Estimator.",
                path,
            )

    def _files(self, prefix):
        return tuple(os.path.join(self.model_dir, prefix + ending) for ending in (".params", ".states"))

    def _save_params_and_trainer(self, estimator, file_prefix):
        params, states = self._files(file_prefix)
        estimator.net.save_parameters(params)
        estimator.trainer.save_states(states)
        if file_prefix == self.model_prefix + "-best":
            return
        self.saved_checkpoints.append(file_prefix)
        if len(self.saved_checkpoints) > self.max_checkpoints:
            # By their full names: ...batch1 is also what the name of batch 10 begins with.
            for path in self._files(self.saved_checkpoints.pop(0)):
                if os.path.exists(path):
                    os.remove(path)

    def _resume_from_checkpoint(self, estimator):
        begin = self.model_prefix + "-epoch"
        self.trained_epoch = self._find_max_iteration(self.model_dir, begin, "epoch", "batch", self.saved_checkpoints)
        self.trained_batch = self._find_max_iteration(self.model_dir, f"{begin}{self.trained_epoch}batch", "batch", ".params")
        if self.trained_epoch == -1:
            left = f"{estimator.max_batch} batches" if estimator.max_batch else f"{estimator.max_epoch} epochs"
            estimator.logger.info("CheckpointHandler: No checkpoint found, training from scratch for %s", left)
            return
        kind, unit, done = ("max_epoch", "epoch", self.trained_epoch)
        if not estimator.max_epoch:
            kind, unit, done = ("max_batch", "batch", self.trained_batch)
        wanted = getattr(estimator, kind)
        if done >= wanted - 1:
            raise ValueError(
                f"Found checkpoint with maximum number of {unit} {wanted} reached, please specify "
                "resume_from_checkpoint=False (default value) if you want to train from scratch."
            )
        files = self._files(f"{begin}{self.trained_epoch}batch{self.trained_batch}")
        for path in files:
            assert os.path.exists(path), f"Failed to load checkpoint, {path} does not exist"
        estimator.net.load_parameters(files[0], ctx=estimator.context)
        estimator.trainer.load_states(files[1])
        left = wanted - done - 1
        setattr(estimator, kind, left)
        estimator.logger.warning(
            "CheckpointHandler: Checkpoint resumed from epoch %d batch %d, continue to train for %d %s ",
            self.trained_epoch,
            self.trained_batch,
            left,
            "epochs" if unit == "epoch" else "batches",
        )

    def _find_max_iteration(self, dir, prefix, start, end, saved_checkpoints=None):
        """The largest number between `start` and `end` in the names of parameter files; -1 if there is none."""
        largest = -1
        for name in os.listdir(dir):
            if not name.startswith(prefix) or ".params" not in name:
                continue
            if saved_checkpoints:
                saved_checkpoints.append(name[: name.find(".params")])
            # Behind what the user calls the files, which may hold the words too.
            rest = name[len(self.model_prefix) :]
            try:
                largest = max(largest, int(rest[rest.find(start) + len(start) : rest.find(end)]))
            except ValueError:
                raise ValueError(
                    f"Error parsing checkpoint file {os.path.join(dir, name)}, please check your checkpoints have the "
                    "format: {model_name}-epoch{epoch_number}batch{batch_number}.params; there should also be a "
                    ".states file for each .params file"
                ) from None
        return largest


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
    """

    def __init__(self, monitor, min_delta=0, patience=0, mode="auto", baseline=None):
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

    def train_begin(self, estimator, *args, **kwargs):
        self.wait = 0
        self.stopped_epoch = 0
        self.current_epoch = 0
        self.stop_training = False
        self.best = _worst(self.monitor_op) if self.baseline is None else self.baseline

    def epoch_end(self, estimator, *args, **kwargs):
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

    def train_end(self, estimator, *args, **kwargs):
        if self.stopped_epoch > 0:
            estimator.logger.info(
                "[Epoch %d] EarlyStoppingHanlder: early stopping due to %s not improving",
                self.stopped_epoch,
                self.monitor.get()[0],
            )


class GradientUpdateHandler(BatchEnd):
    """Updates the parameters after each batch, with gradients divided by the number of losses.

    Parameters
    ----------
    priority : number
        Handlers with lower numbers are called earlier; by default this one is the first.
    """

    def __init__(self, priority=-2000):
        self.priority = priority

    def batch_end(self, estimator, *args, **kwargs):
        losses = kwargs["loss"]
        if not isinstance(losses, list):
            losses = [losses]
        estimator.trainer.step(sum(loss.shape[0] for loss in losses))

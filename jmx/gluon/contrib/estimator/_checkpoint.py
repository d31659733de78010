"""The handler that saves checkpoints and resumes training from them."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...._described import described_by
from ....core.serial import together
from ....metric import EvalMetric
from ._events import _FITTED, BatchEnd, EpochEnd, TrainBegin, _monitor_op, _worst

if TYPE_CHECKING:
    from ...._typing import Int


@described_by(_FITTED)
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

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     handler = gluon.contrib.estimator.CheckpointHandler(folder, model_prefix="net", max_checkpoints=2)
    ...     estimator.fit(data, epochs=3, event_handlers=[handler])
    ...     sorted(os.listdir(folder))
    ['net-epoch1batch2.params', 'net-epoch1batch2.states', 'net-epoch2batch3.params', 'net-epoch2batch3.states']
    """

    def __init__(
        self,
        model_dir: str,
        model_prefix: str = "model",
        monitor: EvalMetric | None = None,
        verbose: Int = 0,
        save_best: bool = False,
        mode: Literal["auto", "min", "max"] | str = "auto",
        epoch_period: Int | None = 1,
        batch_period: Int | None = None,
        max_checkpoints: Int = 5,
        resume_from_checkpoint: bool = False,
    ) -> None:
        if save_best and not isinstance(monitor, EvalMetric):
            raise ValueError(
                "To save best model only, please provide one of the metric objects from estimator.train_metrics and "
                f"estimator.val_metrics as monitor; got {monitor!r}"
            )
        os.makedirs(model_dir, exist_ok=True)
        self.monitor: EvalMetric | Any = monitor  # not None with `save_best`
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

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
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

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if self.current_batch == 0:
            self._save_symbol(estimator)
        if self.batch_period and (self.current_batch + 1) % self.batch_period == 0:
            self._save_checkpoint(estimator)
        self.current_batch += 1

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if self.epoch_period and (self.current_epoch + 1) % self.epoch_period == 0:
            self._save_checkpoint(estimator)
        self.current_epoch += 1

    def _save_checkpoint(self, estimator) -> None:
        epoch, batch = self.current_epoch, self.current_batch
        if self.resume_from_checkpoint:
            epoch += self.trained_epoch + 1
            # After an epoch, the number of the batch has been counted up already.
            batch += self.trained_batch + (0 if estimator.max_epoch else 1)
        prefix = f"{self.model_prefix}-epoch{epoch}batch{batch}"
        self._save_params_and_trainer(estimator, prefix)
        if self.verbose > 0:
            estimator.logger.info(
                f"[Epoch {self.current_epoch}] CheckpointHandler: trained total {self.current_batch + 1} batches, "
                f"saving model at {self.model_dir} with prefix: {prefix}"
            )
        if self.save_best:
            self._save_if_best(estimator)

    def _save_if_best(self, estimator) -> None:
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

    def _save_symbol(self, estimator) -> None:
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

    def _files(self, prefix: str) -> Any:
        return tuple(os.path.join(self.model_dir, prefix + ending) for ending in (".params", ".states"))

    def _save_params_and_trainer(self, estimator, file_prefix) -> None:
        params, states = self._files(file_prefix)
        with together():
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

    def _resume_from_checkpoint(self, estimator) -> None:
        begin = self.model_prefix + "-epoch"
        self.trained_epoch = self._find_max_iteration(self.model_dir, begin, "epoch", "batch", self.saved_checkpoints)
        self.trained_batch = self._find_max_iteration(self.model_dir, f"{begin}{self.trained_epoch}batch", "batch", ".params")
        if self.trained_epoch == -1:
            left = f"{estimator.max_batch} batches" if estimator.max_batch else f"{estimator.max_epoch} epochs"
            estimator.logger.info("CheckpointHandler: No checkpoint found, training from scratch for %s", left)
            return
        unit, done = ("epoch", self.trained_epoch) if estimator.max_epoch else ("batch", self.trained_batch)
        limit = f"max_{unit}"
        wanted = getattr(estimator, limit)
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
        setattr(estimator, limit, left)
        units = "epochs" if unit == "epoch" else "batches"
        estimator.logger.warning(
            f"CheckpointHandler: Checkpoint resumed from epoch {self.trained_epoch} batch {self.trained_batch}, "
            f"continue to train for {left} {units} "
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

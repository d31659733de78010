"""Training loops of MXNet that go on where they were stopped: `Estimator.fit` and `Module.fit`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import metric
from ..base import _as_list
from ..gluon.contrib.estimator import BatchEnd, StoppingHandler, TrainBegin, TrainEnd
from ..gluon.contrib.estimator._events import _DataBegin
from ..io import DataBatch, DataIter
from . import _random

if TYPE_CHECKING:
    from ..module.base_module import BaseModule
    from ._manager import CheckpointManager

_PLAIN = (bool, int, float, str)
#: what belongs to a run of `fit`, and not to the training
_LEAVE = ("priority", "max_epoch", "max_batch", "train_start", "epoch_start", "batch_start")


def _values(owners: list[Any]) -> list[Any]:
    """What handlers and metrics have counted: their attributes that are numbers, texts and arrays of numbers."""
    found = []
    for owner in owners:
        values = {}
        for name, value in vars(owner).items():
            value = value.item() if isinstance(value, np.generic) else value
            if isinstance(value, np.ndarray) and value.dtype.kind in "iuf":
                values[name] = _random.encoded(value)
            elif (value is None or isinstance(value, _PLAIN)) and name not in _LEAVE:
                values[name] = value
        found.append([type(owner).__name__, values])
    return found


def _set_values(owners: list[Any], found: Any) -> None:
    """Give those of the same classes, in the same order, what they had counted."""
    owners = owners[: len(found)]
    if [type(owner).__name__ for owner in owners] != [name for name, _ in found]:
        return
    for owner, (_, values) in zip(owners, found):
        for name, own in list(vars(owner).items()):
            value = values.get(name, own)
            if name in _LEAVE or value is own:
                continue
            if isinstance(own, np.ndarray):
                setattr(owner, name, _random.decoded(value))
            elif (own is None or isinstance(own, (*_PLAIN, np.generic))) and (value is None or isinstance(value, _PLAIN)):
                setattr(owner, name, value)


class Resume(TrainBegin, _DataBegin, BatchEnd, TrainEnd):
    """Has an Estimator save as it goes on, and go on where it was stopped. `CheckpointManager.handler` makes it.

    It saves when all handlers have been called after a batch or an epoch, before the next batch is asked for.
    """

    #: what it restores, the others find
    priority = -math.inf

    def __init__(self, manager: CheckpointManager, every: Any) -> None:
        self._manager, self._every = manager, every
        self._step = self._saved = 0
        self._handlers: list[Any] = []
        self._metrics: list[Any] = []

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self._manager.data = None
        self._step = self._saved = self._manager.restore()

    def data_begin(self, estimator: Any, data: Any, handlers: Any) -> Any:
        stopping = next(handler for handler in handlers if isinstance(handler, StoppingHandler))
        if self._manager.data is None:
            self._manager._follow(data).between = self._between
            self._handlers, self._metrics = handlers, [*estimator.train_metrics, *estimator.val_metrics]
            if self._manager._loop is not None:
                _set_values([*handlers, *self._metrics], self._manager._loop)
                stopping.stop_training = False  # `fit` may be asked for more epochs now
        else:
            self._save()
        limits = (stopping.current_epoch, stopping.max_epoch), (stopping.current_batch, stopping.max_batch)
        over = any(getattr(handler, "stop_training", False) for handler in handlers)
        if over or any(most is not None and done >= most for done, most in limits):
            stopping.stop_training = True
            return ()
        return self._manager.data

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        self._step += 1
        return False

    def _between(self) -> None:
        if self._every and self._step % self._every == 0:
            self._save()
        if self._step and self._manager._is_signalled(self._step):
            self._save()
            self._manager._leave()

    def _save(self) -> None:
        if self._step != self._saved:
            # between two epochs, the metrics are about to be reset
            self._manager._loop = _values([*self._handlers, *(self._metrics if self._manager.data.batch else ())])
            self._manager.save(self._step)
            self._saved = self._step

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self._save()


def fit(manager: CheckpointManager, module: BaseModule, train_data: DataIter, every: Any, options: dict[str, Any]) -> None:
    """See `CheckpointManager.fit`."""
    given = options.get("eval_metric", "acc")
    measured = given if isinstance(given, metric.EvalMetric) else metric.create(given)
    if options.get("validation_metric") is None:
        options["validation_metric"] = given
    counting = list(getattr(measured, "metrics", [measured]))
    manager.data = None
    data = manager._follow(train_data)
    first, position = manager._newest()
    step = saved = first or 0
    begun = signalled = False

    def save() -> None:
        nonlocal saved
        if step != saved:
            manager._loop = _values(counting) if data.batch else None  # each epoch counts anew
            manager.save(step)
            saved = step

    def between() -> None:
        nonlocal begun
        if begun:
            if data.batch == 0:
                save()
                if signalled:
                    manager._leave()
            return
        begun = True  # bound and initialized, before the first batch
        if first is not None:
            manager.restore(first)
            if manager._loop is not None:
                _set_values(counting, manager._loop)

    def batch_end(param: Any) -> None:
        nonlocal step, signalled
        step += 1
        signalled, due = manager._is_signalled(step), every and step % every == 0
        # After the last batch of an epoch, it is saved when the next one begins.
        if (due or signalled) and isinstance(param.locals["next_data_batch"], DataBatch):
            data.done = data.batch - 1  # one is asked for ahead
            save()
            data.done = None
            if signalled:
                manager._leave()

    data.between = between
    callbacks = options.get("batch_end_callback")
    options["batch_end_callback"] = [*(() if callbacks is None else _as_list(callbacks)), batch_end]
    if position is not None:
        options["begin_epoch"] = position["epoch"]
    module.fit(data, **{**options, "eval_metric": measured})
    if not begun:  # there was nothing left to train
        between()
    save()

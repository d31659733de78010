"""The Estimator: a network, a loss, metrics and a trainer in one, that trains itself on a DataLoader."""

from __future__ import annotations

import copy
import functools
import logging
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ....context import Context, cpu, gpu, num_gpus, takes_device
from ....metric import Loss as _LossMetric
from ....metric._html import rows_html
from ...data import DataLoader
from ...loss import Loss
from ...trainer import Trainer
from ._events import _DataBegin
from .batch_processor import BatchProcessor
from .event_handler import (
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    GradientUpdateHandler,
    LoggingHandler,
    MetricHandler,
    StoppingHandler,
    TrainBegin,
    TrainEnd,
    ValidationHandler,
    _check_event_handlers,
)
from .utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss

if TYPE_CHECKING:
    from ...._typing import Int
    from ....initializer.base import Initializer
    from ....metric.base import EvalMetric
    from ...base_block import Block
    from ._events import EventHandler

__all__ = ["Estimator"]


def _check_loader(data: Any) -> None:
    data = getattr(data, "__wrapped__", data)  # jmx.progress around a loader
    if not isinstance(data, DataLoader):
        raise ValueError(
            f"An Estimator only supports data in a Gluon DataLoader, but got {type(data).__name__}. A DataIter or "
            "NDArrays can be turned into one: put the arrays into a gluon.data.ArrayDataset and that into a "
            "gluon.data.DataLoader"
        )


class Estimator:
    """Trains and validates a network.

    Parameters
    ----------
    net : Block
        The network to train. Parameters that are not initialized are initialized.
    loss : gluon.loss.Loss
        What is made small.
    train_metrics : EvalMetric or list of EvalMetric, optional
        What is measured while training: by default the loss, and the accuracy where the loss is softmax cross entropy.
        'training ' is put in front of their names.
    val_metrics : EvalMetric or list of EvalMetric, optional
        What is measured in validation, by default the same. 'validation ' is put in front of their names.
    initializer : Initializer, optional
        Initial values of parameters that have none.
    trainer : Trainer, optional
        What updates the parameters: by default plain gradient descent with learning rate 0.001, and a warning.
    context : Context or list of Context, optional
        Where to train: by default gpu(0) if there is one, else the CPU.
    val_net : Block, optional
        The network to validate, `net` by default. It should share the parameters of `net`.
    val_loss : gluon.loss.Loss, optional
        The loss in validation, `loss` by default.
    batch_processor : BatchProcessor, optional
        What is done with a batch: anything with the methods `fit_batch` and `evaluate_batch`.
    device : Context or list of Context, optional
        The same as `context`, MXNet 2.0's name.

    Raises
    ------
    ValueError
        An argument is not of its kind.
    AssertionError
        A context is a GPU that is not there.

    Examples
    --------
    The network learns that the output is twice the input. Without the line about the logger, it would say so as it goes on.

    >>> net = gluon.nn.Dense(1, in_units=1, use_bias=False)
    >>> net.initialize(mx.init.Zero())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2})
    >>> loss, metric = gluon.loss.L2Loss(), mx.metric.MSE()
    >>> estimator = gluon.contrib.estimator.Estimator(net, loss, train_metrics=metric, trainer=trainer, context=mx.cpu())
    >>> estimator.logger.setLevel("WARNING")
    >>> pairs = gluon.data.ArrayDataset(nd.array([[1], [2]]), nd.array([[2], [4]]))
    >>> data = gluon.data.DataLoader(pairs, batch_size=2)
    >>> estimator.fit(data, epochs=10)
    >>> net.weight.data().asnumpy().round(2)
    array([[2.]], dtype=float32)
    >>> estimator.evaluate(data)
    >>> [(name, round(float(value), 3)) for name, value in (metric.get() for metric in estimator.val_metrics)]
    [('validation mse', 0.0)]
    """

    #: where this estimator and its handlers log; prints everything from level INFO on to the standard output
    logger = None

    @functools.partial(takes_device, name="context")
    def __init__(
        self,
        net: Block,
        loss: Loss,
        train_metrics: EvalMetric | Sequence[EvalMetric] | None = None,
        val_metrics: EvalMetric | Sequence[EvalMetric] | None = None,
        initializer: Initializer | None = None,
        trainer: Trainer | None = None,
        context: Context | Sequence[Context] | None = None,
        val_net: Block | None = None,
        val_loss: Loss | None = None,
        batch_processor: BatchProcessor | None = None,
    ) -> None:
        self.net = net
        self.loss = self._check_loss(loss)
        self._train_metrics = _check_metrics(train_metrics)
        self._val_metrics = _check_metrics(val_metrics)
        self._add_default_training_metrics()
        self._add_validation_metrics()
        self.val_loss = self.loss if val_loss is None else self._check_loss(val_loss)
        self.val_net = net if val_net is None else val_net
        # Not a child of the root logger: the program's own logging settings neither silence nor double it.
        self.logger = logging.Logger("Estimator", logging.INFO)
        self.logger.addHandler(logging.StreamHandler(sys.stdout))
        self.context = self._check_context(context)
        self._initialize(initializer)
        self.trainer = self._check_trainer(trainer)
        self.batch_processor = self._check_batch_processor(batch_processor)

    def _repr_html_(self):
        optimizer = self.trainer.optimizer
        rows = [
            ("network", type(self.net).__name__),
            ("loss", type(self.loss).__name__),
            ("optimizer", f"{type(optimizer).__name__}, learning rate {self.trainer.learning_rate:g}"),
            ("context", ", ".join(map(str, self.context))),
        ]
        return rows_html([*rows, *(pair for metric in self.train_metrics + self.val_metrics for pair in metric.get_name_value())])

    @property
    def train_metrics(self) -> Any:
        """list of EvalMetric: what is measured while training."""
        return self._train_metrics

    @property
    def val_metrics(self) -> Any:
        """list of EvalMetric: what is measured in validation."""
        return self._val_metrics

    def _check_loss(self, loss: Any) -> Loss:
        if not isinstance(loss, Loss):
            raise ValueError(f"loss must be a Loss, refer to gluon.loss.Loss: got {loss!r}")
        return loss

    def _check_context(self, context: Any) -> list[Context]:
        present = [gpu(i) for i in range(num_gpus())]
        if not context:
            if len(present) > 1:
                warnings.warn(
                    "You have multiple GPUs, of which gpu(0) will be used by default. To use more of them, pass them "
                    "as a list, for example context=[mx.gpu(0), mx.gpu(1)]",
                    stacklevel=3,
                )
            return present[:1] or [cpu()]
        contexts = [context] if isinstance(context, Context) else context
        if not isinstance(contexts, list) or not all(isinstance(one, Context) for one in contexts):
            raise ValueError(
                "context must be a Context or a list of Context, for example mx.cpu() or [mx.gpu(0), mx.gpu(1)], "
                f"refer to mxnet.Context: got {context!r}"
            )
        for one in contexts:
            assert one in present or str(one).startswith("cpu"), (
                f"{one} is not available, please make sure your context is in one of: "
                + ", ".join(["mx.cpu()", *map(str, present)])
            )
        return contexts

    def _check_batch_processor(self, batch_processor: Any) -> Any:
        if batch_processor is None:
            return BatchProcessor()
        if not all(callable(getattr(batch_processor, name, None)) for name in ("fit_batch", "evaluate_batch")):
            raise ValueError("Customized Batch Processor must contain fit_batch() and evaluate_batch() methods")
        return batch_processor

    def _initialize(self, initializer) -> None:
        if not self._is_initialized():
            options = {"init": initializer} if initializer else {}
            self.net.initialize(ctx=self.context, **options)
        elif initializer:
            warnings.warn(
                "Network already fully initialized, skipping initialization. The initializer is not needed; "
                "net.initialize(init=your_initializer, force_reinit=True) would initialize the network again.",
                stacklevel=3,
            )

    def _check_trainer(self, trainer):
        if not trainer:
            warnings.warn("No trainer specified, default SGD optimizer with learning rate 0.001 is used.", stacklevel=3)
            return Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.001})
        if not isinstance(trainer, Trainer):
            raise ValueError(f"Trainer must be a Gluon Trainer instance, refer to gluon.Trainer: got {trainer!r}")
        return trainer

    def _is_initialized(self) -> bool:
        try:
            for param in self.net.collect_params().values():
                param.list_ctx()
        except RuntimeError:
            return False
        return True

    _get_data_and_label = BatchProcessor._get_data_and_label

    def _add_default_training_metrics(self) -> None:
        if not self._train_metrics:
            suggested = _suggest_metric_for_loss(self.loss)
            self._train_metrics = [suggested] if suggested else []
            self._train_metrics.append(_LossMetric(self.loss.name.rstrip("0123456789")))
        # Handlers recognize the metrics of training by these names.
        for metric in self._train_metrics:
            metric.name = "training " + metric.name

    def _add_validation_metrics(self) -> None:
        if not self._val_metrics:
            self._val_metrics = [copy.deepcopy(metric) for metric in self._train_metrics]
        for metric in self._val_metrics:
            if "training" in metric.name:
                metric.name = metric.name.replace("training", "validation")
            else:
                metric.name = "validation " + metric.name

    def evaluate(
        self, val_data: DataLoader, batch_axis: Int = 0, event_handlers: EventHandler | Sequence[EventHandler] | None = None
    ) -> None:
        """Measure the validation metrics on a data set; they are in `val_metrics` afterwards.

        Parameters
        ----------
        val_data : DataLoader
            Data and labels.
        batch_axis : int
            The axis along which batches are split over the contexts.
        event_handlers : EventHandler or list of EventHandler, optional
            What else happens. A MetricHandler and a LoggingHandler are added if there is none.

        Raises
        ------
        ValueError
            `val_data` is no DataLoader, or a handler is no EventHandler or refers to other metrics.
        """
        _check_loader(val_data)
        for metric in self.val_metrics:
            metric.reset()
        handlers = self._prepare_default_validation_handlers(event_handlers)
        _, epoch_begin, batch_begin, batch_end, epoch_end, _ = self._categorize_handlers(handlers)

        for handler in epoch_begin:
            handler.epoch_begin(self)
        for batch in val_data:
            for handler in batch_begin:
                handler.batch_begin(self, batch=batch)
            _, label, pred, loss = self.batch_processor.evaluate_batch(self, batch, batch_axis)
            for handler in batch_end:
                handler.batch_end(self, batch=batch, pred=pred, label=label, loss=loss)
        for handler in epoch_end:
            handler.epoch_end(self)

    def fit(
        self,
        train_data: DataLoader,
        val_data: DataLoader | None = None,
        epochs: Int | None = None,
        event_handlers: EventHandler | Sequence[EventHandler] | None = None,
        batches: Int | None = None,
        batch_axis: Int = 0,
    ) -> None:
        """Train for a number of epochs or of batches, or until a handler stops it.

        Parameters
        ----------
        train_data : DataLoader
            Data and labels.
        val_data : DataLoader, optional
            Data and labels that are evaluated after each epoch.
        epochs : int, optional
            How often to go through `train_data`.
        event_handlers : EventHandler or list of EventHandler, optional
            What else happens. A StoppingHandler is always added, a GradientUpdateHandler, a MetricHandler, a
            LoggingHandler and, with `val_data`, a ValidationHandler if there is none.
        batches : int, optional
            For how many batches to train, instead of `epochs`.
        batch_axis : int
            The axis along which batches are split over the contexts.

        Raises
        ------
        ValueError
            `train_data` is no DataLoader or is empty, both or neither of `epochs` and `batches` are given, or a handler
            is no EventHandler or refers to metrics that are not this estimator's.
        """
        _check_loader(train_data)
        if bool(epochs) == bool(batches):
            raise ValueError(
                "Fit only support exactly one type of iteration, train by number of epochs or number of batches. "
                f"Please specify one and only one of: epochs or batches; got epochs={epochs} and batches={batches}."
            )
        self.max_epoch = epochs
        self.max_batch = batches
        self.batch_axis = batch_axis
        handlers = self._prepare_default_handlers(val_data, event_handlers)
        train_begin, epoch_begin, batch_begin, batch_end, epoch_end, train_end = self._categorize_handlers(handlers)

        for handler in train_begin:
            handler.train_begin(self)
        stop = False
        while not stop:
            for handler in epoch_begin:
                handler.epoch_begin(self)
            batch, data = None, train_data
            for handler in handlers:
                if isinstance(handler, _DataBegin):
                    data = handler.data_begin(self, data, handlers)
            for batch in data:
                for handler in batch_begin:
                    handler.batch_begin(self, batch=batch)
                _, label, pred, loss = self.batch_processor.fit_batch(self, batch, batch_axis)
                # Every handler is called, also after one has asked to stop.
                asked = [h.batch_end(self, batch=batch, pred=pred, label=label, loss=loss) for h in batch_end]
                if any(asked):
                    break
            asked = [handler.epoch_end(self) for handler in epoch_end]
            stop = any(asked)
            if batch is None and batches and not stop and data is train_data:
                raise ValueError(f"train_data has no batches, so that training for {batches} batches would never end.")
        for handler in train_end:
            handler.train_end(self)

    def _prepare_default_handlers(self, val_data, event_handlers):
        """The handlers of a training run in the order in which they are called, the default ones among them."""
        defaults: list[EventHandler] = [GradientUpdateHandler(), MetricHandler(metrics=self.train_metrics)]
        if val_data:
            defaults.append(ValidationHandler(val_data=val_data, eval_fn=self.evaluate))
        defaults.append(LoggingHandler(metrics=self.train_metrics))
        stopping = StoppingHandler(self.max_epoch, self.max_batch)
        return self._merge_handlers(event_handlers, [stopping], defaults, self.train_metrics + self.val_metrics)

    def _prepare_default_validation_handlers(self, event_handlers):
        """The handlers of a validation run in the order in which they are called, the default ones among them."""
        defaults = [MetricHandler(metrics=self.val_metrics), LoggingHandler(metrics=self.val_metrics)]
        return self._merge_handlers(event_handlers, [], defaults, self.val_metrics)

    def _merge_handlers(self, event_handlers, always, defaults, metrics):
        """Those of the caller, those that are always there, and the default ones of which the caller has none of the kind."""
        passed = _check_event_handlers(event_handlers)
        added = always + [new for new in defaults if not any(isinstance(handler, type(new)) for handler in passed)]
        # The list that the caller gave stays as it is: it may serve another run, which needs default handlers anew.
        handlers = [*passed, *added]
        if passed and added:
            # Handlers of both kinds must look at the same metrics, or some would see values that nobody updates.
            known = set(metrics)
            for handler in handlers:
                _check_handler_metric_ref(handler, known)
        # The lowest number first; handlers of equal priority keep their order.
        return sorted(handlers, key=lambda handler: getattr(handler, "priority", 0))

    def _categorize_handlers(self, event_handlers: list[EventHandler]) -> list[list[Any]]:
        """Six lists of handlers: those of train, epoch and batch begin, and of batch, epoch and train end."""
        events = TrainBegin, EpochBegin, BatchBegin, BatchEnd, EpochEnd, TrainEnd
        return [[handler for handler in event_handlers if isinstance(handler, event)] for event in events]

# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Int
from jmx.gluon.base_block import Block
from jmx.gluon.contrib.estimator._events import EventHandler
from jmx.initializer.base import Initializer
from jmx.metric.base import EvalMetric
from jmx.context import Context as Context
from jmx.gluon.data import DataLoader as DataLoader
from jmx.gluon.loss import Loss as Loss
from jmx.gluon.trainer import Trainer as Trainer
from jmx.gluon.contrib.estimator.batch_processor import BatchProcessor as BatchProcessor
from jmx.gluon.contrib.estimator.event_handler import BatchBegin as BatchBegin, BatchEnd as BatchEnd, EpochBegin as EpochBegin, EpochEnd as EpochEnd, GradientUpdateHandler as GradientUpdateHandler, LoggingHandler as LoggingHandler, MetricHandler as MetricHandler, StoppingHandler as StoppingHandler, TrainBegin as TrainBegin, TrainEnd as TrainEnd, ValidationHandler as ValidationHandler

class Estimator:
    logger: Any
    def __init__(self, net: Block, loss: Loss, train_metrics: EvalMetric | Sequence[EvalMetric] | None = None, val_metrics: EvalMetric | Sequence[EvalMetric] | None = None, initializer: Initializer | None = None, trainer: Trainer | None = None, context: Context | Sequence[Context] | None = None, val_net: Block | None = None, val_loss: Loss | None = None, batch_processor: BatchProcessor | None = None) -> None: ...
    @property
    def train_metrics(self) -> Any: ...
    @property
    def val_metrics(self) -> Any: ...
    _get_data_and_label: Any
    def evaluate(self, val_data: DataLoader, batch_axis: Int = 0, event_handlers: EventHandler | Sequence[EventHandler] | None = None) -> None: ...
    def fit(self, train_data: DataLoader, val_data: DataLoader | None = None, epochs: Int | None = None, event_handlers: EventHandler | Sequence[EventHandler] | None = None, batches: Int | None = None, batch_axis: Int = 0) -> None: ...
    batch_processor: Any
    trainer: Any
    context: Any
    val_net: Any
    val_loss: Any
    loss: Any
    net: Block
    batch_axis: Int
    max_batch: Int | None
    max_epoch: Int | None
__all__ = ['Estimator']

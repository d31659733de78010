# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Literal
from jmx._typing import Int
from jmx.metric import EvalMetric as EvalMetric
from jmx.gluon.contrib.estimator._events import BatchEnd as BatchEnd, EpochEnd as EpochEnd, TrainBegin as TrainBegin

class CheckpointHandler(TrainBegin, BatchEnd, EpochEnd):
    def __init__(self, model_dir: str, model_prefix: str = 'model', monitor: EvalMetric | None = None, verbose: Int = 0, save_best: bool = False, mode: Literal['auto', 'min', 'max'] | str = 'auto', epoch_period: Int | None = 1, batch_period: Int | None = None, max_checkpoints: Int = 5, resume_from_checkpoint: bool = False) -> None: ...
    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None: ...
    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None: ...
    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None: ...
    def _files(self, prefix: str) -> Any: ...
    best: Any
    monitor_op: Any
    saved_checkpoints: Any
    resume_from_checkpoint: bool
    max_checkpoints: Int
    current_epoch: Any
    current_batch: Any
    batch_period: Int | None
    epoch_period: Int | None
    save_best: bool
    model_prefix: str
    model_dir: str
    verbose: Int
    monitor: EvalMetric | Any
    trained_batch: Any
    trained_epoch: Any

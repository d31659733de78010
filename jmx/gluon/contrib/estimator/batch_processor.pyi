# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Float, Int
from jmx.context import Context
from jmx.gluon.contrib.estimator.estimator import Estimator

class BatchProcessor:
    def _get_data_and_label(self, batch: Any, ctx: Context, batch_axis: Float = 0) -> Any: ...
    def evaluate_batch(self, estimator: Estimator, val_batch: Sequence[Any], batch_axis: Int = 0) -> Any: ...
    def fit_batch(self, estimator: Estimator, train_batch: Sequence[Any], batch_axis: Int = 0) -> Any: ...
__all__ = ['BatchProcessor']

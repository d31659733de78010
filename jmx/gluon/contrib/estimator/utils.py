"""Checks of the metrics that an estimator and its handlers are given."""

from __future__ import annotations

from typing import Any

from ....metric import Accuracy, CompositeEvalMetric, EvalMetric
from ...loss import SoftmaxCrossEntropyLoss


def _check_metrics(metrics: Any) -> Any:
    """A list of metrics from one metric, a composite one or a list. ValueError if there is anything else among them."""
    if isinstance(metrics, CompositeEvalMetric):
        return [single for metric in metrics.metrics for single in _check_metrics(metric)]
    if isinstance(metrics, EvalMetric):
        return [metrics]
    metrics = metrics or []
    if not all(isinstance(metric, EvalMetric) for metric in metrics):
        raise ValueError(
            f"metrics must be a Metric or a list of Metric, refer to mxnet.metric.EvalMetric: got {metrics}; a metric "
            "is made from its name by mxnet.metric.create"
        )
    return metrics


def _check_handler_metric_ref(handler: Any, known_metrics: Any) -> None:
    """ValueError if an attribute of a handler, named after metrics, holds a metric that nobody updates."""
    for attribute in dir(handler):
        if "metric" not in attribute:
            continue
        held = getattr(handler, attribute)
        if held:
            for metric in held if isinstance(held, list) else [held]:
                if metric not in known_metrics:
                    raise ValueError(
                        f"Event handler {type(handler).__name__} refers to a metric instance {metric} outside of the known "
                        "training and validation metrics. Please give it metrics from estimator.train_metrics and "
                        "estimator.val_metrics instead."
                    )


def _suggest_metric_for_loss(loss: Any) -> Any:
    """What to measure beside a loss, or None."""
    return Accuracy() if isinstance(loss, SoftmaxCrossEntropyLoss) else None

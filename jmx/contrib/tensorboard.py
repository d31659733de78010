"""Metrics for TensorBoard, written by the package `mxboard`."""

from __future__ import annotations

import logging
from typing import Any

#: mxboard 0.1.0, its last release, needs an old protobuf and the module distutils, which setuptools has kept.
_INSTALL = "pip install mxboard 'protobuf<3.21' setuptools"


class LogMetricsCallback:
    """A batch or evaluation callback that writes the values of metrics as TensorBoard scalars, one step per epoch.

    Parameters
    ----------
    logging_dir : str
        The folder of the event files.
    prefix : str, optional
        Put before metrics' names, as in "prefix-accuracy".

    Without `mxboard` an error is logged, and calls raise ImportError.
    """

    def __init__(self, logging_dir: str, prefix: str | None = None) -> None:
        self.prefix = prefix
        self.summary_writer = None
        try:
            from mxboard import SummaryWriter
        except (ImportError, TypeError):  # a newer protobuf raises TypeError
            logging.error("You can install mxboard via `%s`.", _INSTALL)
        else:
            self.summary_writer = SummaryWriter(logging_dir)

    def __call__(self, param: Any) -> None:
        """Write the metrics of `param`, a BatchEndParam."""
        if param.eval_metric is None:
            return
        if self.summary_writer is None:
            raise ImportError(
                "LogMetricsCallback writes with the package `mxboard`, which cannot be imported: "
                f"{_INSTALL}; or log with mx.callback.Speedometer.",
                name="mxboard",
            )
        for name, value in param.eval_metric.get_name_value():
            if self.prefix is not None:
                name = f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(name, value, global_step=param.epoch)

"""Callbacks for training loops: checkpoints, speed, progress and metric values.

Batch callbacks take one `BatchEndParam` (epoch, nbatch, eval_metric, locals); epoch callbacks take
``(epoch, symbol, arg_params, aux_params)``.
"""

from __future__ import annotations

import functools
import logging
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._described import described_by
from .model import save_checkpoint

if TYPE_CHECKING:
    from ._typing import Int
    from .module.base_module import BaseModule

__all__ = ["LogValidationMetricsCallback", "ProgressBar", "Speedometer", "do_checkpoint", "log_train_metric", "module_checkpoint"]


def module_checkpoint(mod: BaseModule, prefix: str, period: Int = 1, save_optimizer_states: bool = False) -> Callable[..., None]:
    """Make an epoch callback that saves a module.

    Parameters
    ----------
    mod : module.BaseModule
        Its `save_checkpoint` is called.
    prefix : str
        Start of the file names.
    period : int, default 1
        Save after every `period` epochs.
    save_optimizer_states : bool, default False
        Whether optimizer states go along.

    Returns
    -------
    callable
        For the argument `epoch_end_callback` of `Module.fit`.

    Examples
    --------
    >>> import os, tempfile
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> module = mx.mod.Module(net, label_names=None)
    >>> module.bind(data_shapes=[("data", (1, 3))], for_training=False)
    >>> module.init_params()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     callback = mx.callback.module_checkpoint(module, f"{folder}/net", period=2)
    ...     for epoch in range(4):
    ...         callback(epoch)
    ...     print(sorted(os.listdir(folder)))
    ['net-0002.params', 'net-0004.params', 'net-symbol.json']
    """
    return _every(period, lambda epoch, *params: mod.save_checkpoint(prefix, epoch, save_optimizer_states))


@described_by(module_checkpoint)
def do_checkpoint(prefix: str, period: Int = 1) -> Callable[..., None]:
    """Make an epoch callback that saves symbol and parameters as ``prefix-symbol.json`` and ``prefix-NNNN.params``.

    Examples
    --------
    >>> import os, tempfile
    >>> net = mx.sym.Variable("data") * mx.sym.Variable("scale")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     callback = mx.callback.do_checkpoint(f"{folder}/net")
    ...     callback(0, net, {"scale": nd.array([2])}, {})    # at the end of the first epoch
    ...     print(sorted(os.listdir(folder)))
    ...     symbol, arg_params, aux_params = mx.model.load_checkpoint(f"{folder}/net", 1)
    ['net-0001.params', 'net-symbol.json']
    >>> arg_params["scale"].asnumpy()
    array([2.], dtype=float32)
    """
    return _every(period, functools.partial(save_checkpoint, prefix))


def _every(period: Any, save: Any) -> Any:
    """An epoch callback that calls ``save(epochs so far, symbol, arg_params, aux_params)`` after every `period` epochs."""
    period = int(max(1, period))

    def _callback(iter_no, sym=None, arg=None, aux=None):
        if (iter_no + 1) % period == 0:
            save(iter_no + 1, sym, arg, aux)

    return _callback


def log_train_metric(period: Int, auto_reset: bool = False) -> Callable[..., None]:
    """Make a batch callback that logs the training metric every `period` batches.

    Parameters
    ----------
    period : int
        Log when the number of the batch is a multiple of it.
    auto_reset : bool, default False
        Start the metric's local values anew after each line.

    Returns
    -------
    callable
        For the argument `batch_end_callback` of `Module.fit`.

    Examples
    --------
    >>> import logging, sys
    >>> handler, logger = logging.StreamHandler(sys.stdout), logging.getLogger()
    >>> logger.addHandler(handler)
    >>> logger.setLevel(logging.INFO)
    >>> callback = mx.callback.log_train_metric(period=2)
    >>> metric = mx.metric.MSE()
    >>> for number in range(4):
    ...     metric.update([nd.array([0.0])], [nd.array([1.0])])
    ...     callback(mx.model.BatchEndParam(epoch=0, nbatch=number, eval_metric=metric, locals=None))
    Iter[0] Batch[0] Train-mse=1.000000
    Iter[0] Batch[2] Train-mse=1.000000
    >>> logger.setLevel(logging.WARNING)
    >>> logger.removeHandler(handler)
    """

    def _callback(param):
        if param.nbatch % period == 0 and param.eval_metric is not None:
            for name, value in param.eval_metric.get_name_value():
                logging.info("Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch, name, value)
            if auto_reset:
                param.eval_metric.reset_local()

    return _callback


class Speedometer:
    """Batch callback that logs samples per second and the metric.

    A line looks like `Epoch[0] Batch [50-100]  Speed: 2891.30 samples/sec  accuracy=0.943125`, with tabs between its parts.

    Parameters
    ----------
    batch_size : int
        Samples in a batch.
    frequent : int, default 50
        Log every so many batches.
    auto_reset : bool, default True
        Start the metric's local values anew after each line, so that a line tells of the batches since the one before. Without
        it a line tells of all batches of the epoch.

    Examples
    --------
    >>> import logging, sys
    >>> class WithoutSpeed(logging.Formatter):    # which is another one each time
    ...     def format(self, record):
    ...         return " ".join(part for part in record.getMessage().split() if "." not in part or "=" in part)
    >>> handler, logger = logging.StreamHandler(sys.stdout), logging.getLogger()
    >>> handler.setFormatter(WithoutSpeed())
    >>> logger.addHandler(handler)
    >>> logger.setLevel(logging.INFO)
    >>> speedometer = mx.callback.Speedometer(batch_size=32, frequent=2)
    >>> metric = mx.metric.Accuracy()
    >>> for number in range(1, 5):
    ...     metric.update([nd.array([1])], [nd.array([[0, 1]])])
    ...     speedometer(mx.model.BatchEndParam(epoch=0, nbatch=number, eval_metric=metric, locals=None))
    Epoch[0] Batch [0-2] Speed: samples/sec accuracy=1.000000
    Epoch[0] Batch [2-4] Speed: samples/sec accuracy=1.000000
    >>> logger.setLevel(logging.WARNING)
    >>> logger.removeHandler(handler)
    """

    def __init__(self, batch_size: Int, frequent: Int = 50, auto_reset: bool = True) -> None:
        self.batch_size = batch_size
        self.frequent = frequent
        self.init = False
        self.tic = 0
        self.last_count = 0
        self.auto_reset = auto_reset

    def __call__(self, param: Any) -> None:
        count = param.nbatch
        if self.last_count > count:  # a new epoch
            self.init = False
        self.last_count = count
        if not self.init:
            self.init = True
            self.tic = time.time()
            return
        if count % self.frequent != 0:
            return
        elapsed = time.time() - self.tic
        speed = self.frequent * self.batch_size / elapsed if elapsed else float("inf")
        if param.eval_metric is None:
            logging.info("Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec", param.epoch, count, speed)
        else:
            values = param.eval_metric.get_name_value()
            start = 0
            if self.auto_reset:
                param.eval_metric.reset_local()
                start = count - self.frequent
            text = "Epoch[%d] Batch [%d-%d]\tSpeed: %.2f samples/sec" + "\t%s=%f" * len(values)
            logging.info(text, param.epoch, start, count, speed, *sum(values, ()))
        self.tic = time.time()


class ProgressBar:
    """Batch callback that logs a text bar.

    Parameters
    ----------
    total : int
        Batches in an epoch.
    length : int, default 80
        Characters of the full bar.

    Examples
    --------
    >>> import logging, sys
    >>> handler, logger = logging.StreamHandler(sys.stdout), logging.getLogger()
    >>> handler.setFormatter(logging.Formatter("%(message).12s"))    # the bar alone: the share follows, as 25%
    >>> logger.addHandler(handler)
    >>> logger.setLevel(logging.INFO)
    >>> bar = mx.callback.ProgressBar(total=4, length=10)
    >>> for number in range(1, 5):
    ...     bar(mx.model.BatchEndParam(epoch=0, nbatch=number, eval_metric=None, locals=None))
    [==--------]
    [=====-----]
    [========--]
    [==========]
    >>> logger.setLevel(logging.WARNING)
    >>> logger.removeHandler(handler)
    """

    def __init__(self, total: Int, length: Int = 80) -> None:
        self.bar_len = length
        self.total = total

    def __call__(self, param: Any) -> None:
        filled = int(round(self.bar_len * param.nbatch / float(self.total)))
        bar = "=" * filled + "-" * (self.bar_len - filled)
        logging.info("[%s] %s%s\r", bar, math.ceil(100.0 * param.nbatch / float(self.total)), "%")


class LogValidationMetricsCallback:
    """Callback that logs each value of the metric after an evaluation.

    It is for the argument `eval_end_callback` of `Module.fit` and `Module.score`.

    Examples
    --------
    >>> import logging, sys
    >>> handler, logger = logging.StreamHandler(sys.stdout), logging.getLogger()
    >>> logger.addHandler(handler)
    >>> logger.setLevel(logging.INFO)
    >>> metric = mx.metric.Accuracy()
    >>> metric.update([nd.array([1, 0])], [nd.array([[0, 1], [0, 1]])])
    >>> callback = mx.callback.LogValidationMetricsCallback()
    >>> callback(mx.model.BatchEndParam(epoch=3, nbatch=1, eval_metric=metric, locals=None))
    Epoch[3] Validation-accuracy=0.500000
    >>> logger.setLevel(logging.WARNING)
    >>> logger.removeHandler(handler)
    """

    def __call__(self, param: Any) -> None:
        if not param.eval_metric:
            return
        for name, value in param.eval_metric.get_name_value():
            logging.info("Epoch[%d] Validation-%s=%f", param.epoch, name, value)

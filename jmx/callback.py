"""Callbacks for training loops: checkpoints, speed, progress and metric values.

Batch callbacks take one `BatchEndParam` (epoch, nbatch, eval_metric, locals); epoch callbacks take
``(epoch, symbol, arg_params, aux_params)``.
"""

from __future__ import annotations

import functools
import logging
import math
import time

from .model import save_checkpoint

__all__ = ["LogValidationMetricsCallback", "ProgressBar", "Speedometer", "do_checkpoint", "log_train_metric", "module_checkpoint"]


def module_checkpoint(mod, prefix, period=1, save_optimizer_states=False):
    """Make an epoch callback that saves a module.

    Parameters
    ----------
    mod : module.BaseModule
        Its `save_checkpoint` is called.
    prefix : str
        Start of the file names.
    period : int
        Save after every `period` epochs.
    save_optimizer_states : bool
        Whether optimizer states go along.
    """
    return _every(period, lambda epoch, *params: mod.save_checkpoint(prefix, epoch, save_optimizer_states))


def do_checkpoint(prefix, period=1):
    """Make an epoch callback that saves symbol and parameters as ``prefix-symbol.json`` and ``prefix-NNNN.params``.

    Parameters
    ----------
    prefix : str
        Start of the file names.
    period : int
        Save after every `period` epochs.
    """
    return _every(period, functools.partial(save_checkpoint, prefix))


def _every(period, save):
    """An epoch callback that calls ``save(epochs so far, symbol, arg_params, aux_params)`` after every `period` epochs."""
    period = int(max(1, period))

    def _callback(iter_no, sym=None, arg=None, aux=None):
        if (iter_no + 1) % period == 0:
            save(iter_no + 1, sym, arg, aux)

    return _callback


def log_train_metric(period, auto_reset=False):
    """Make a batch callback that logs the training metric every `period` batches.

    With `auto_reset` the metric's local values start anew after each line.
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

    Parameters
    ----------
    batch_size : int
        Samples in a batch.
    frequent : int
        Log every so many batches.
    auto_reset : bool
        Start the metric's local values anew after each line.
    """

    def __init__(self, batch_size, frequent=50, auto_reset=True):
        self.batch_size = batch_size
        self.frequent = frequent
        self.init = False
        self.tic = 0
        self.last_count = 0
        self.auto_reset = auto_reset

    def __call__(self, param):
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
    length : int
        Characters of the full bar.
    """

    def __init__(self, total, length=80):
        self.bar_len = length
        self.total = total

    def __call__(self, param):
        filled = int(round(self.bar_len * param.nbatch / float(self.total)))
        bar = "=" * filled + "-" * (self.bar_len - filled)
        logging.info("[%s] %s%s\r", bar, math.ceil(100.0 * param.nbatch / float(self.total)), "%")


class LogValidationMetricsCallback:
    """Callback that logs each value of the metric after an evaluation."""

    def __call__(self, param):
        if not param.eval_metric:
            return
        for name, value in param.eval_metric.get_name_value():
            logging.info("Epoch[%d] Validation-%s=%f", param.epoch, name, value)

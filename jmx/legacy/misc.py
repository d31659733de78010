"""The learning rate schedule that MXNet had before `lr_scheduler`."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .._typing import Float, Int


class LearningRateScheduler:
    """Base class: gives the learning rate of an iteration. `base_lr` is the rate to start from."""

    def __init__(self) -> None:
        self.base_lr = 0.01

    def __call__(self, iteration: Any) -> Any:
        """Return the learning rate of iteration number `iteration`."""
        raise NotImplementedError("must override this")


class FactorScheduler(LearningRateScheduler):
    """Multiply the rate by `factor` after every `step` iterations.

    Parameters
    ----------
    step : int
        1 or more.
    factor : float, default 0.1
        Less than 1.

    Raises
    ------
    ValueError
        `step` or `factor` is outside its range.
    """

    def __init__(self, step: Int, factor: Float = 0.1) -> None:
        super().__init__()
        if step < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        if factor >= 1.0:
            raise ValueError("Factor must be less than 1 to make lr reduce")
        self.step = step
        self.factor = factor
        self.old_lr = self.base_lr
        self.init = False

    def __call__(self, iteration: Any) -> Any:
        """Return the learning rate of iteration number `iteration`, and log where it changes."""
        if not self.init:
            self.init = True
            self.old_lr = self.base_lr
        lr = self.base_lr * self.factor ** int(iteration / self.step)
        if lr != self.old_lr:
            self.old_lr = lr
            logging.info("At Iteration [%d]: Switch to new learning rate %.5f", iteration, lr)
        return lr

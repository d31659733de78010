"""Learning-rate schedules: callables from the number of updates done to a learning rate."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import cos, pi
from typing import TYPE_CHECKING, Any, Literal

from ._errors.wording import KnownKeywords

if TYPE_CHECKING:
    from ._typing import Float, Int

__all__ = ["CosineScheduler", "FactorScheduler", "LRScheduler", "MultiFactorScheduler", "PolyScheduler"]


class LRScheduler(KnownKeywords):
    """Base of the schedules, with an optional warm-up.

    Parameters
    ----------
    base_lr : float, default 0.01
        Rate at the end of the warm-up, where the schedule proper starts.
    warmup_steps : int, default 0
        Number of updates that belong to the warm-up.
    warmup_begin_lr : float, default 0
        Rate at update 0; not above `base_lr`.
    warmup_mode : {'linear', 'constant'}, default 'linear'
        Grow linearly to `base_lr`, or stay at `warmup_begin_lr` until the warm-up is over.

    Raises
    ------
    ValueError
        `warmup_begin_lr` is above `base_lr`, `warmup_steps` negative, or the mode unknown.

    Examples
    --------
    >>> class Halving(mx.lr_scheduler.LRScheduler):
    ...     def __call__(self, num_update):
    ...         return self.base_lr * 0.5 ** num_update
    >>> Halving(base_lr=1.0)(3)
    0.125
    """

    def __init__(
        self,
        base_lr: Float = 0.01,
        warmup_steps: Int = 0,
        warmup_begin_lr: Float = 0,
        warmup_mode: Literal["linear", "constant"] | str = "linear",
    ) -> None:
        self.base_lr = base_lr
        assert isinstance(warmup_steps, int), f"warmup_steps must be an int, got {warmup_steps!r}"
        self.warmup_steps = warmup_steps
        self.warmup_final_lr = base_lr
        self.warmup_begin_lr = warmup_begin_lr
        if warmup_begin_lr > base_lr:
            raise ValueError(f"Base lr has to be higher than warmup_begin_lr, got {base_lr} and {warmup_begin_lr}")
        if warmup_steps < 0:
            raise ValueError(f"Warmup steps has to be positive or 0, got {warmup_steps}")
        if warmup_mode not in ("linear", "constant"):
            raise ValueError(f"Supports only linear and constant modes of warmup, got {warmup_mode!r}")
        self.warmup_mode = warmup_mode

    def get_warmup_lr(self, num_update: int) -> Any:
        """Return the rate at update `num_update`, which must lie inside the warm-up."""
        assert num_update < self.warmup_steps
        if self.warmup_mode == "linear":
            rise = (self.warmup_final_lr - self.warmup_begin_lr) * float(num_update) / float(self.warmup_steps)
            return self.warmup_begin_lr + rise
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        raise ValueError(f"Invalid warmup mode {self.warmup_mode}")

    def __call__(self, num_update: int) -> float:
        """Return the learning rate for update number `num_update` (the highest of all parameters)."""
        raise NotImplementedError("must override this")


def _check_factor(factor):
    if factor > 1.0:
        raise ValueError(f"Factor must be no more than 1 to make lr reduce, got {factor}")


class FactorScheduler(LRScheduler):
    """Multiply the rate by `factor` after every `step` updates, down to `stop_factor_lr`.

    With n updates done, the rate is base_lr * factor^floor((n - 1) / step). A schedule remembers what it did: ask for
    rising numbers.

    Parameters
    ----------
    step : int
        Updates between two changes, at least 1.
    factor : float, default 1
        Multiplier, at most 1.
    stop_factor_lr : float, default 1e-08
        The rate never falls below it.
    base_lr, warmup_steps, warmup_begin_lr, warmup_mode
        As for `LRScheduler`.

    Raises
    ------
    ValueError
        `step` is below 1, or `factor` above 1.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.FactorScheduler(step=10, factor=0.5, base_lr=1.0)
    >>> [schedule(n) for n in (0, 10, 11, 21)]
    [1.0, 1.0, 0.5, 0.25]
    """

    def __init__(
        self,
        step: Int,
        factor: Float = 1,
        stop_factor_lr: Float = 1e-08,
        base_lr: Float = 0.01,
        warmup_steps: Int = 0,
        warmup_begin_lr: Float = 0,
        warmup_mode: Literal["linear", "constant"] | str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if step < 1:
            raise ValueError(f"Schedule step must be greater or equal than 1 round, got {step}")
        _check_factor(factor)
        self.step = step
        self.factor = factor
        self.stop_factor_lr = stop_factor_lr
        self.count = 0

    def __call__(self, num_update: int) -> Any:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        # a loop, because a resumed run may ask for an update many steps ahead
        while num_update > self.count + self.step:
            self.count += self.step
            self.base_lr *= self.factor
            if self.base_lr < self.stop_factor_lr:
                self.base_lr = self.stop_factor_lr
                logging.info(
                    "Update[%d]: now learning rate arrived at %0.5e, will not change in the future", num_update, self.base_lr
                )
            else:
                logging.info("Update[%d]: Change learning rate to %0.5e", num_update, self.base_lr)
        return self.base_lr


class MultiFactorScheduler(LRScheduler):
    """Multiply the rate by `factor` once the updates pass each number in `step`.

    Parameters
    ----------
    step : list of int
        Increasing update numbers, each at least 1.
    factor : float, default 1
        Multiplier, at most 1.
    base_lr, warmup_steps, warmup_begin_lr, warmup_mode
        As for `LRScheduler`.

    Raises
    ------
    ValueError
        Numbers in `step` do not rise, one is below 1, or `factor` is above 1.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.MultiFactorScheduler(step=[5, 8], factor=0.5, base_lr=1.0)
    >>> [schedule(n) for n in (5, 6, 9)]
    [1.0, 0.5, 0.25]
    >>> warm = mx.lr_scheduler.MultiFactorScheduler(step=[9], base_lr=1.0, warmup_steps=4)
    >>> [warm(n) for n in range(5)]
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """

    def __init__(
        self,
        step: Sequence[Int],
        factor: Float = 1,
        base_lr: Float = 0.01,
        warmup_steps: Int = 0,
        warmup_begin_lr: Float = 0,
        warmup_mode: Literal["linear", "constant"] | str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        assert isinstance(step, list) and step, f"step must be a list with at least one number, got {step!r}"
        for before, here in zip([None, *step], step):
            if before is not None and here <= before:
                raise ValueError(f"Schedule step must be an increasing integer list, got {step}")
            if here < 1:
                raise ValueError(f"Schedule step must be greater or equal than 1 round, got {step}")
        _check_factor(factor)
        self.step = step
        self.cur_step_ind = 0
        self.factor = factor
        self.count = 0

    def __call__(self, num_update: int) -> Any:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        while self.cur_step_ind < len(self.step) and num_update > self.step[self.cur_step_ind]:
            self.count = self.step[self.cur_step_ind]
            self.cur_step_ind += 1
            self.base_lr *= self.factor
            logging.info("Update[%d]: Change learning rate to %0.5e", num_update, self.base_lr)
        return self.base_lr


class _DecayScheduler(LRScheduler):
    """From `base_lr` to `final_lr` between the end of the warm-up and `max_update`, then constant."""

    def __init__(
        self,
        max_update: Any,
        base_lr: Float,
        final_lr: Any,
        warmup_steps: Int,
        warmup_begin_lr: Float,
        warmup_mode: Literal["linear", "constant"] | str,
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        assert isinstance(max_update, int), f"max_update must be an int, got {max_update!r}"
        if max_update < 1:
            raise ValueError(f"maximum number of updates must be strictly positive, got {max_update}")
        self.base_lr_orig = base_lr
        self.max_update = max_update
        self.final_lr = final_lr
        self.max_steps = max_update - warmup_steps

    def __call__(self, num_update: Any) -> float:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        if num_update <= self.max_update:
            self.base_lr = self._rate(num_update - self.warmup_steps)
        return self.base_lr

    def _rate(self, steps: Any) -> Any:
        """Rate `steps` updates after the warm-up."""
        raise NotImplementedError


class PolyScheduler(_DecayScheduler):
    """Polynomial decay from `base_lr` to `final_lr`, reached at update `max_update`.

    With n updates after the warm-up: final_lr + (base_lr - final_lr) * (1 - n / (max_update - warmup_steps))^pwr.

    Parameters
    ----------
    max_update : int
        Last update at which the rate changes.
    base_lr : float, default 0.01
        Rate at the start of the decay.
    pwr : int, default 2
        Power of the polynomial.
    final_lr : float, default 0
        Rate at the end.
    warmup_steps, warmup_begin_lr, warmup_mode
        As for `LRScheduler`.

    Raises
    ------
    ValueError
        `max_update` is below 1.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.PolyScheduler(max_update=4, base_lr=1.0)
    >>> [schedule(n) for n in range(6)]
    [1.0, 0.5625, 0.25, 0.0625, 0.0, 0.0]
    """

    def __init__(
        self,
        max_update: Int,
        base_lr: Float = 0.01,
        pwr: Int = 2,
        final_lr: Float = 0,
        warmup_steps: Int = 0,
        warmup_begin_lr: Float = 0,
        warmup_mode: Literal["linear", "constant"] | str = "linear",
    ) -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def _rate(self, steps: Any) -> Any:
        left = pow(1 - float(steps) / float(self.max_steps), self.power)
        return self.final_lr + (self.base_lr_orig - self.final_lr) * left


class CosineScheduler(_DecayScheduler):
    """Half a cosine wave from `base_lr` to `final_lr`, reached at update `max_update`.

    With n updates after the warm-up: final_lr + (base_lr - final_lr) * (1 + cos(pi * n / (max_update - warmup_steps))) / 2.

    Parameters
    ----------
    max_update : int
        Last update at which the rate changes.
    base_lr : float, default 0.01
        Rate at the start of the decay.
    final_lr : float, default 0
        Rate at the end.
    warmup_steps, warmup_begin_lr, warmup_mode
        As for `LRScheduler`.

    Raises
    ------
    ValueError
        `max_update` is below 1.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.CosineScheduler(max_update=4, base_lr=1.0)
    >>> [round(schedule(n), 3) for n in range(6)]
    [1.0, 0.854, 0.5, 0.146, 0.0, 0.0]
    """

    def __init__(
        self,
        max_update: Int,
        base_lr: Float = 0.01,
        final_lr: Float = 0,
        warmup_steps: Int = 0,
        warmup_begin_lr: Float = 0,
        warmup_mode: Literal["linear", "constant"] | str = "linear",
    ) -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)

    def _rate(self, steps: Any) -> Any:
        return self.final_lr + (self.base_lr_orig - self.final_lr) * (1 + cos(pi * steps / self.max_steps)) / 2

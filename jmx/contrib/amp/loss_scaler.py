"""The scale of the loss that keeps float16 gradients away from zero and infinity."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from ... import autograd
from ...ndarray import multi_all_finite

if TYPE_CHECKING:
    from ...gluon.parameter_dict import ParameterDict

__all__ = ["LossScaler"]


class LossScaler:
    """Halves the scale of the loss when gradients overflow, doubles it after 2000 steps without.

    `loss_scale` is the scale of the step that was last checked: a new one holds from the following step on.
    """

    def __init__(self) -> None:
        self._loss_scale = 2.0**16
        self._next_loss_scale = self._loss_scale
        self._max_loss_scale = 2.0**24
        self._scale_seq_len = 2000
        self._unskipped = 0

    @property
    def loss_scale(self) -> Any:
        """float: what the loss is multiplied by."""
        return self._loss_scale

    def has_overflow(self, params: ParameterDict) -> Any:
        """Whether a gradient of `params` (gluon Parameters) on their first context is infinite or NaN; counts the step."""
        grads = [p.list_grad()[0] for p in params if p._grad is not None]
        with autograd.pause():
            finite = multi_all_finite(*grads, num_arrays=len(grads))
        return self.note(not bool(finite.asnumpy()[0]))

    def note(self, overflow: Any) -> Any:
        """Count a step whose gradients overflowed, or did not; returns which."""
        self._loss_scale = self._next_loss_scale
        if overflow:
            self._next_loss_scale = self._loss_scale / 2.0
            self._unskipped = 0
            logging.info("AMP: decreasing loss scale to %f", self._next_loss_scale)
        else:
            self._unskipped += 1
        if self._unskipped == self._scale_seq_len:
            self._unskipped = 0
            self._next_loss_scale = min(self._max_loss_scale, self._loss_scale * 2.0)
            logging.info("AMP: increasing loss scale to %f", self._next_loss_scale)
        return overflow

"""The base of losses, and what several of them compute: weighting, means, and functions that F has under two names."""

from __future__ import annotations

import inspect
import math
from typing import TYPE_CHECKING, Any, Unpack

from ... import ndarray
from ...base import MXNetError, numeric_types
from ...util import is_np_array
from ..block import HybridBlock

if TYPE_CHECKING:
    from ..._typing import ArrayT, BlockKeywords, Float, Int

__all__ = ["Loss"]

_NP_NAMES = {"Activation": "activation", "broadcast_mul": "multiply"}


def _fn(F: Any, name: str) -> Any:
    """An operator of `F`, or in NumPy mode its counterpart in `F.np` or `F.npx`."""
    if not is_np_array():
        return getattr(F, name)
    name = _NP_NAMES.get(name, name)
    return getattr(F.np, name) if hasattr(F.np, name) else getattr(F.npx, name)


def _apply_weighting(F: Any, loss: Any, weight: Any = None, sample_weight: Any = None) -> Any:
    """Multiply a loss by one number, and by an array that broadcasts against it."""
    if sample_weight is not None:
        loss = _fn(F, "broadcast_mul")(loss, sample_weight)
    if weight is not None:
        assert isinstance(weight, numeric_types), f"weight must be a number, but got {type(weight)}"
        loss = loss * weight
    return loss


def _reshape_like(F: Any, x: Any, y: Any) -> Any:
    if F is ndarray:
        return x.reshape(y.shape)
    return (F.npx if is_np_array() else F).reshape_like(x, y)


def _batch_mean(F: Any, loss: Any, batch_axis: Any) -> Any:
    """The mean over all axes but the batch's."""
    if not is_np_array():
        return F.mean(loss, axis=batch_axis, exclude=True)
    if F is ndarray:
        return F.np.mean(loss, axis=tuple(range(1, loss.ndim)))
    return F.npx.batch_flatten(loss).mean(axis=1)


def _softplus_of_minus_abs(F: Any, x: Any) -> Any:
    return _fn(F, "Activation")(-_fn(F, "abs")(x), act_type="softrelu")


#: parameters of most losses, as their documentation has them
_WEIGHT_AND_AXIS = """
Parameters
----------
weight : float, optional
    Factor on the loss.
batch_axis : int, default 0
    The axis of samples.
**kwargs
    `prefix` and `params`, as for :class:`Block`.
"""


class Loss(HybridBlock):
    """The base of losses.

    Parameters
    ----------
    weight : float or None
        Factor on the loss.
    batch_axis : int
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    NotImplementedError
        Called, where a subclass does not define `hybrid_forward`.

    Examples
    --------
    >>> class Cubic(gluon.loss.Loss):
    ...     def hybrid_forward(self, F, pred, label):
    ...         return F.mean(F.abs(pred - label) ** 3 * self._weight, axis=self._batch_axis, exclude=True)
    >>> Cubic(weight=2.0, batch_axis=0)(nd.array([[1, 2]]), nd.array([[1, 4]])).asnumpy()
    array([8.], dtype=float32)
    """

    def __init__(self, weight: Float | None, batch_axis: Int, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        self._weight: Any = weight
        self._batch_axis = batch_axis

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def __call__(self, *args: Any) -> Any:
        try:
            return super().__call__(*args)
        except (MXNetError, ValueError) as error:
            text = self._misfit(args)
            if text is None or type(error) not in (MXNetError, ValueError):
                raise
            raise type(error)(f"{text} {error}") from error

    def _misfit(self, args):
        """What is wrong with the shapes of the predictions and the labels, or None where nothing is known to be."""
        shapes = [getattr(arg, "shape", None) for arg in args[:2]]
        if len(shapes) < 2 or not all(isinstance(shape, tuple) for shape in shapes):
            return None
        names = list(inspect.signature(self.hybrid_forward).parameters)[1:3]
        if names != ["pred", "label"] or self._fits(*shapes):
            return None
        pred, label = shapes
        name = type(self).__name__
        return f"{name}: label of shape {label} does not fit pred of shape {pred}. {self._expectation(pred, label)}"

    def _fits(self, pred: Any, label: Any) -> Any:
        """Whether a label of this shape goes with predictions of this shape."""
        return math.prod(pred) == math.prod(label)

    def _expectation(self, pred, label):
        """Which label goes with predictions of this shape."""
        return f"Expected is a label of shape {pred}; reshape it, or see what the network returns."

    def hybrid_forward(self, F, x, *args, **kwargs):
        """The loss; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def _finish(self, F: Any, loss: Any, sample_weight: Any) -> Any:
        return _batch_mean(F, _apply_weighting(F, loss, self._weight, sample_weight), self._batch_axis)


if TYPE_CHECKING:

    class PairLoss(Loss):
        """What type checkers know of losses of a prediction and a label; at run time it is `Loss` itself."""

        def __call__(self, pred: ArrayT, label: ArrayT, sample_weight: ArrayT | None = None) -> ArrayT: ...

else:
    PairLoss = Loss

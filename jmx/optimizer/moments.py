"""Relatives of Adam that came with MXNet 2.0."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from .._described import described_by
from .base import MOMENTS_DOC, Optimizer, register, state_like

if TYPE_CHECKING:
    from .._typing import Float, Int, OptimizerKeywords
    from ..ndarray.ndarray import NDArray


class _Corrected(Optimizer):
    """Two moving means, whose start at zero the rate makes up for."""

    _operator: ClassVar[str]

    def __init__(
        self,
        learning_rate: Float | None = 0.001,
        beta1: Float = 0.9,
        beta2: Float = 0.999,
        epsilon: Float = 1e-6,
        correct_bias: bool = True,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.correct_bias = correct_bias

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight, weight.dtype), state_like(weight, weight.dtype)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, beta1=self.beta1, beta2=self.beta2, epsilon=self.epsilon)
        if self.correct_bias:
            count = self._index_update_count[index]
            attrs["lr"] *= math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count)
        return [(self._operator, [weight, grad, *state], attrs, weight)]


_DOC = """
Parameters
----------
correct_bias : bool
    Correct both means for their start at zero.
**kwargs
    See `Optimizer`.
"""


@register
@described_by(_DOC, MOMENTS_DOC)
class AdamW(_Corrected):
    """Adam with weight decay that is not part of the gradient (Loshchilov and Hutter, 2019).

    m = beta1 * m + (1 - beta1) * gradient; v = beta2 * v + (1 - beta2) * gradient^2;
    w -= lr_t * (m / (sqrt(v) + epsilon) + wd * w), with lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t) at step t. Adam adds
    wd * w to the gradient instead, so that its means hold it. MXNet 1.9.1 has the operator, `mx.nd.contrib.adamw_update`; the
    class is MXNet 2.0's.

    Examples
    --------
    >>> optimizer = mx.optimizer.AdamW(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(3)
    array([0.5, 1.5], dtype=float32)
    """

    _operator = "_jmx_adamw_update"

    def __init__(
        self,
        learning_rate: Float = 0.001,
        beta1: Float = 0.9,
        beta2: Float = 0.999,
        epsilon: Float = 1e-6,
        correct_bias: bool = True,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, correct_bias, **kwargs)


@register
@described_by(_DOC, MOMENTS_DOC)
class AdaBelief(_Corrected):
    """Adam whose steps are large where the gradient is what its mean lets expect (Zhuang et al., 2020).

    m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * (g - m)^2 + epsilon;
    w -= lr_t * m / (sqrt(v) + epsilon), with g = gradient + wd * w and lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t) at
    step t. The class is MXNet 2.0's.

    Examples
    --------
    >>> optimizer = mx.optimizer.AdaBelief(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(3)
    array([0.446, 1.445], dtype=float32)
    """

    _operator = "_jmx_adabelief_update"

    def __init__(
        self,
        learning_rate: Float = 0.001,
        beta1: Float = 0.9,
        beta2: Float = 0.999,
        epsilon: Float = 1e-6,
        correct_bias: bool = True,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, correct_bias, **kwargs)


@register
@described_by(MOMENTS_DOC)
class LANS(Optimizer):
    """LAMB with normalized gradients and Nesterov's momentum (Zheng et al., 2020).

    Parameters
    ----------
    lower_bound, upper_bound : float, optional
        Bounds on the norm of the weight, where the rate of a step is computed from it.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    A step's length depends on the weight's own, not on the gradient's.

    >>> optimizer = mx.optimizer.LANS(learning_rate=0.1)
    >>> weight, grad = nd.array([3, 4]), nd.array([100, 100])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(3)
    array([2.646, 3.646], dtype=float32)
    """

    def __init__(
        self,
        learning_rate: Float = 0.001,
        beta1: Float = 0.9,
        beta2: Float = 0.999,
        epsilon: Float = 1e-6,
        lower_bound: Float | None = None,
        upper_bound: Float | None = None,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight, "float32", weight.stype), state_like(weight, "float32", weight.stype)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(
            index,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            lower_bound=self.lower_bound or -1.0,
            upper_bound=self.upper_bound or -1.0,
        )
        count = self._index_update_count[index]
        attrs |= {"mean_scale": 1.0 - self.beta1**count, "var_scale": 1.0 - self.beta2**count}
        return [("_jmx_lans_update", [weight, grad, *state], attrs, weight)]

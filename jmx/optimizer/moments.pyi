# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, ClassVar, Unpack
from jmx._typing import Float, Int, OptimizerKeywords
from jmx.ndarray.ndarray import NDArray
from jmx.optimizer.base import MOMENTS_DOC as MOMENTS_DOC, Optimizer as Optimizer, register as register, state_like as state_like

class _Corrected(Optimizer):
    _operator: ClassVar[str]
    def __init__(self, learning_rate: Float | None = 0.001, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, correct_bias: bool = True, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    correct_bias: bool
    epsilon: Float
    beta2: Float
    beta1: Float
class AdamW(_Corrected):
    """Adam with weight decay that is not part of the gradient (Loshchilov and Hutter, 2019).

    m = beta1 * m + (1 - beta1) * gradient; v = beta2 * v + (1 - beta2) * gradient^2;
    w -= lr_t * (m / (sqrt(v) + epsilon) + wd * w), with lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t) at step t. Adam adds
    wd * w to the gradient instead, so that its means hold it. MXNet 1.9.1 has the operator, `mx.nd.contrib.adamw_update`; the
    class is MXNet 2.0's.

    Parameters
    ----------
    learning_rate : float
        Rate.
    beta1, beta2 : float
        Decay of the mean and of the mean square.
    epsilon : float
        Added to the root of the mean square.
    correct_bias : bool
        Correct both means for their start at zero.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.AdamW(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(3)
    array([0.5, 1.5], dtype=float32)
    """
    _operator: str
    def __init__(self, learning_rate: Float = 0.001, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, correct_bias: bool = True, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
class AdaBelief(_Corrected):
    """Adam whose steps are large where the gradient is what its mean lets expect (Zhuang et al., 2020).

    m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * (g - m)^2 + epsilon;
    w -= lr_t * m / (sqrt(v) + epsilon), with g = gradient + wd * w and lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t) at
    step t. The class is MXNet 2.0's.

    Parameters
    ----------
    learning_rate : float
        Rate.
    beta1, beta2 : float
        Decay of the mean and of the mean square.
    epsilon : float
        Added to the root of the mean square.
    correct_bias : bool
        Correct both means for their start at zero.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.AdaBelief(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(3)
    array([0.446, 1.445], dtype=float32)
    """
    _operator: str
    def __init__(self, learning_rate: Float = 0.001, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, correct_bias: bool = True, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
class LANS(Optimizer):
    """LAMB with normalized gradients and Nesterov's momentum (Zheng et al., 2020).

    Parameters
    ----------
    learning_rate : float
        Rate.
    beta1, beta2 : float
        Decay of the mean and of the mean square.
    epsilon : float
        Added to the root of the mean square.
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
    def __init__(self, learning_rate: Float = 0.001, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, lower_bound: Float | None = None, upper_bound: Float | None = None, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    upper_bound: Float | None
    lower_bound: Float | None
    epsilon: Float
    beta2: Float
    beta1: Float

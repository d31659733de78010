# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Unpack
from jmx._typing import Float, Int, OptimizerKeywords, RatedOptimizerKeywords
from jmx.ndarray.ndarray import NDArray
from jmx._dialects import dialect as dialect
from jmx.optimizer.base import MOMENTS_DOC as MOMENTS_DOC, Optimizer as Optimizer, defaults_of_v2 as defaults_of_v2, one_of as one_of, register as register, state_like as state_like

class Adam(Optimizer):
    """Adam: moving means of the gradient and of its square, with bias correction in the rate.

    m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * g^2; w -= lr_t * m / (sqrt(v) + epsilon), with
    g = gradient + wd * w and lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t) at step t.

    Parameters
    ----------
    learning_rate : float
        Rate.
    beta1, beta2 : float
        Decay of the mean and of the mean square.
    epsilon : float
        Added to the root of the mean square.
    lazy_update : bool, default True
        For row-sparse gradients: update only the rows they hold.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.Adam(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.5, 1.5], dtype=float32)
    """
    def __init__(self, learning_rate: Float = 0.001, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-08, lazy_update: bool = True, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    lazy_update: bool
    epsilon: Float
    beta2: Float
    beta1: Float
class AdaGrad(Optimizer):
    def __init__(self, eps: Float = 1e-07, epsilon: Float | None = None, **kwargs: Unpack[RatedOptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    float_stable_eps: Any
class RMSProp(Optimizer):
    def __init__(self, learning_rate: Float = 0.001, gamma1: Float = 0.9, gamma2: Float = 0.9, epsilon: Float = 1e-08, centered: bool = False, clip_weights: Float | None = None, rho: Float | None = None, momentum: Float | None = None, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    clip_weights: Float | None
    epsilon: Float
    centered: bool
    gamma2: Any
    gamma1: Any
class AdaDelta(Optimizer):
    def __init__(self, rho: Float = 0.9, epsilon: Float = 1e-05, **kwargs: Unpack[RatedOptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    epsilon: Float
    rho: Float
class Ftrl(Optimizer):
    def __init__(self, lamda1: Float = 0.01, learning_rate: Float = 0.1, beta: Float = 1, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    lr: Float
    beta: Float
    lamda1: Float
class FTML(Optimizer):
    def __init__(self, beta1: Any = 0.6, beta2: Any = 0.999, epsilon: Float = 1e-08, **kwargs: Unpack[RatedOptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    epsilon: Float
    beta2: Any
    beta1: Any
class Adamax(Optimizer):
    def __init__(self, learning_rate: Float = 0.002, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Float = 1e-08, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    epsilon: Float
    beta2: Any
    beta1: Any
class Nadam(Optimizer):
    """Adam with Nesterov's momentum.

    As in MXNet the momentum schedule advances with every parameter updated, not with every step.

    Parameters
    ----------
    learning_rate : float
        Rate.
    beta1, beta2 : float
        Decay of the mean and of the mean square.
    epsilon : float
        Added to the root of the mean square.
    schedule_decay : float, default 0.004
        Exponent of the momentum schedule.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.Nadam(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.4718, 1.4718], dtype=float32)
    """
    def __init__(self, learning_rate: Float = 0.001, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-08, schedule_decay: Float = 0.004, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    m_schedule: Any
    schedule_decay: Float
    epsilon: Float
    beta2: Float
    beta1: Float

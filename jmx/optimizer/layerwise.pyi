# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Unpack
from jmx._typing import Float, Int, OptimizerKeywords, RatedOptimizerKeywords
from jmx.ndarray.ndarray import NDArray
from jmx.optimizer.base import MOMENTS_DOC as MOMENTS_DOC, Optimizer as Optimizer, defaults_of_v2 as defaults_of_v2, register as register, state_like as state_like
from jmx.optimizer.sgd import _MasterLast as _MasterLast

class LARS(_MasterLast, Optimizer):
    _decayed: Any
    def __init__(self, momentum: Float = 0.0, lazy_update: bool = True, eta: Float = 0.001, eps: Float = 0, momentum_correction: bool = True, **kwargs: Unpack[RatedOptimizerKeywords]) -> None: ...
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def _begin(self, index: Any) -> None: ...
    def _call(self, index: Any, weight: Any, grad: Any, momentum: Any, master: Any = None) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    def mixed_calls(self, index: Any, weight: Any, grad: Any, state: Any) -> Any: ...
    cur_lr: Any
    last_lr: Any
    skip: Any
    eps: Float
    eta: Float
    aggregate_num: Any
    lazy_update: bool
    momentum_correction: bool
    momentum: Float
class LAMB(Optimizer):
    """Adam whose rate is scaled by ``|w| / |step|`` for each parameter.

    Parameters
    ----------
    learning_rate : float
        Rate.
    beta1, beta2 : float
        Decay of the mean and of the mean square.
    epsilon : float
        Added to the root of the mean square.
    lower_bound, upper_bound : float, optional
        Bounds on the norm of the weight.
    bias_correction : bool, default True
        Correct both means for their start at zero.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.LAMB(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.2094, 1.2094], dtype=float32)
    """
    def __init__(self, learning_rate: Float = 0.001, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-06, lower_bound: Float | None = None, upper_bound: Float | None = None, bias_correction: bool = True, **kwargs: Unpack[OptimizerKeywords]) -> None: ...
    _update_is_final: bool
    def create_state(self, index: Int | str, weight: NDArray) -> Any: ...
    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any: ...
    aggregate_num: Any
    bias_correction: bool
    upper_bound: Float | None
    lower_bound: Float | None
    epsilon: Float
    beta2: Float
    beta1: Float

"""Optimizers whose rate is scaled per parameter by norms, for very large batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from .. import config
from .._described import described_by
from .base import MOMENTS_DOC, Optimizer, defaults_of_v2, register, state_like
from .sgd import _MasterLast

if TYPE_CHECKING:
    from .._typing import Float, Int, OptimizerKeywords, RatedOptimizerKeywords
    from ..ndarray.ndarray import NDArray


@register
class LARS(_MasterLast, Optimizer):
    """Layer-wise adaptive rate scaling: SGD with rate ``lr * eta * |w| / (|g| + wd * |w| + eps)``.

    Parameters whose names end in gamma, beta or bias are updated by plain SGD.

    Parameters
    ----------
    momentum : float, default 0.0
        Share of the last step that is kept.
    lazy_update : bool, default True
        For row-sparse gradients: update only the rows they hold.
    eta : float, default 0.001
        Trust coefficient.
    eps : float, default 0
        Added to the denominator.
    momentum_correction : bool, default True
        Scale the momentum with changes of the learning rate.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.LARS(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.9995, 1.999 ], dtype=float32)
    """

    _decayed = ("_weight",)
    _alike = False  # names matter

    @defaults_of_v2(learning_rate=0.1, lazy_update=False)
    def __init__(
        self,
        momentum: Float = 0.0,
        lazy_update: bool = True,
        eta: Float = 0.001,
        eps: Float = 0,
        momentum_correction: bool = True,
        **kwargs: Unpack[RatedOptimizerKeywords],
    ) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.momentum_correction = momentum_correction
        self.lazy_update = lazy_update
        self.aggregate_num = config.get("MXNET_OPTIMIZER_AGGREGATION_SIZE")
        self.eta = eta
        self.eps = eps
        self.skip = 0
        self.last_lr = None
        self.cur_lr = None

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        stype = weight.stype if self.lazy_update else "default"
        return state_like(weight, weight.dtype, stype) if self.momentum != 0.0 else None

    def _begin(self, index: Any) -> None:
        self._update_count(index)
        lr = self.learning_rate
        self.last_lr = lr if self.cur_lr is None else self.cur_lr
        self.cur_lr = lr

    def _call(self, index: Any, weight: Any, grad: Any, momentum: Any, master: Any = None) -> Any:
        name = self.idx2name.get(index, str(index))
        attrs = {"lr": self._get_lr(index), "wd": self._get_wd(index), "rescale_grad": self.rescale_grad}
        if self.clip_gradient:
            attrs["clip_gradient"] = self.clip_gradient
        states = []
        if momentum is not None:
            states.append(momentum)
            attrs["momentum"] = self.momentum
            if self.momentum_correction and self.last_lr:
                attrs["momentum"] *= self.cur_lr / self.last_lr
        scaled = not name.endswith(("gamma", "beta", "bias"))
        if scaled:
            attrs |= {"eta": self.eta, "eps": self.eps}
        op_name = ("_jmx_lars" if scaled else "sgd") + ("_update" if momentum is None else "_mom_update")
        target = weight if master is None else master
        return op_name, [target, grad, *states], attrs, target

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        return [self._call(index, weight, grad, state)]

    def mixed_calls(self, index: Any, weight: Any, grad: Any, state: Any) -> Any:
        momentum, master = state
        call = self._call(index, weight, grad.astype("float32", copy=False), momentum, master)
        return [call], [self._back(master, weight)]


@register
@described_by(MOMENTS_DOC)
class LAMB(Optimizer):
    """Adam whose rate is scaled by ``|w| / |step|`` for each parameter.

    Parameters
    ----------
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

    def __init__(
        self,
        learning_rate: Float = 0.001,
        beta1: Float = 0.9,
        beta2: Float = 0.999,
        epsilon: Float = 1e-06,
        lower_bound: Float | None = None,
        upper_bound: Float | None = None,
        bias_correction: bool = True,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound
        self.bias_correction = bias_correction
        self.aggregate_num = max(1, min(45, config.get("MXNET_OPTIMIZER_AGGREGATION_SIZE", 45)))

    _update_is_final = True

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return tuple(state_like(weight, weight.dtype, weight.stype) for _ in range(2))

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(
            index,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            lower_bound=self.lower_bound or -1.0,
            upper_bound=self.upper_bound or -1.0,
            clip_gradient=self.clip_gradient or -1.0,
        )
        if self.bias_correction:
            count = self._index_update_count[index]
            attrs |= {"mean_scale": 1.0 - self.beta1**count, "var_scale": 1.0 - self.beta2**count}
        return [("_jmx_lamb_update", [weight, grad, *state], attrs, weight)]

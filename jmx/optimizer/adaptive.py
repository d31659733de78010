"""Optimizers with a rate of its own for each element."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Unpack

from .._described import described_by
from .._dialects import dialect
from .base import MOMENTS_DOC, Optimizer, defaults_of_v2, one_of, register, state_like

if TYPE_CHECKING:
    from .._typing import Float, Int, OptimizerKeywords, RatedOptimizerKeywords
    from ..ndarray.ndarray import NDArray


@register
@described_by(MOMENTS_DOC)
class Adam(Optimizer):
    """Adam: moving means of the gradient and of its square, with bias correction in the rate.

    m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * g^2; w -= lr_t * m / (sqrt(v) + epsilon), with
    g = gradient + wd * w and lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t) at step t.

    Parameters
    ----------
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

    @defaults_of_v2(lazy_update=False)
    def __init__(
        self,
        learning_rate: Float = 0.001,
        beta1: Float = 0.9,
        beta2: Float = 0.999,
        epsilon: Float = 1e-08,
        lazy_update: bool = True,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lazy_update = lazy_update

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        stype = weight.stype if self.lazy_update else "default"
        return state_like(weight, weight.dtype, stype), state_like(weight, weight.dtype, stype)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, beta1=self.beta1, beta2=self.beta2, epsilon=self.epsilon, **self._form())
        count = self._index_update_count[index]
        attrs["lr"] *= math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count)
        if grad.stype != "default":
            attrs["lazy_update"] = self.lazy_update
        mean, var = state
        return [("adam_update", [weight, grad, mean, var], attrs, weight)]


@register
class AdaGrad(Optimizer):
    """AdaGrad: the rate falls with the root of the sum of squared gradients.

    h += g^2; w -= lr * (g / sqrt(h + eps) + wd * w).

    Parameters
    ----------
    eps : float, default 1e-07
        Added to the sum.
    epsilon : float, optional
        MXNet 2.0's name for `eps`.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.AdaGrad(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.5, 1.5], dtype=float32)
    """

    @defaults_of_v2(learning_rate=0.01, epsilon=1e-6)
    def __init__(self, eps: Float = 1e-07, epsilon: Float | None = None, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = one_of(self, "eps", eps, 1e-07, "epsilon", epsilon)

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight, stype=weight.stype)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, epsilon=self.float_stable_eps, clip_gradient=self._clip(), **self._form())
        name = "_sparse_adagrad_update" if grad.stype == "row_sparse" else "_jmx_adagrad_update"
        return [(name, [weight, grad, state], attrs, weight)]


@register
class RMSProp(Optimizer):
    """RMSProp: the rate falls with the root of a moving mean of squared gradients.

    n = gamma1 * n + (1 - gamma1) * g^2; w -= lr * g / sqrt(n + epsilon).

    Parameters
    ----------
    learning_rate : float, default 0.001
        Rate.
    gamma1 : float, default 0.9
        Decay of the mean square.
    gamma2 : float, default 0.9
        Momentum, if `centered`.
    epsilon : float, default 1e-08
        Added to the mean square.
    centered : bool, default False
        Subtract the square of the moving mean (Graves' version), with momentum.
    clip_weights : float, optional
        Weights are clipped to [-clip_weights, clip_weights].
    rho, momentum : float, optional
        MXNet 2.0's names for `gamma1` and `gamma2`.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.RMSProp(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([-0.5811,  0.4189], dtype=float32)
    """

    def __init__(
        self,
        learning_rate: Float = 0.001,
        gamma1: Float = 0.9,
        gamma2: Float = 0.9,
        epsilon: Float = 1e-08,
        centered: bool = False,
        clip_weights: Float | None = None,
        rho: Float | None = None,
        momentum: Float | None = None,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1 = one_of(self, "gamma1", gamma1, 0.9, "rho", rho)
        self.gamma2 = one_of(self, "gamma2", gamma2, 0.9, "momentum", momentum)
        self.centered = centered
        self.epsilon = epsilon
        self.clip_weights = clip_weights

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return tuple(state_like(weight, stype=weight.stype) for _ in range(3 if self.centered else 1))

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, gamma1=self.gamma1, epsilon=self.epsilon, **self._form())
        if self.clip_weights:
            attrs["clip_weights"] = self.clip_weights
        if not self.centered:
            return [("rmsprop_update", [weight, grad, *state], attrs, weight)]
        attrs["gamma2"] = self.gamma2
        return [("rmspropalex_update", [weight, grad, *state], attrs, weight)]


@register
class AdaDelta(Optimizer):
    """AdaDelta: steps in proportion to past steps; there is no learning rate.

    n = rho * n + (1 - rho) * g^2; step = sqrt(d + epsilon) / sqrt(n + epsilon) * g; d = rho * d + (1 - rho) * step^2; w
    -= step + wd * w. With the interface of MXNet 2.0 the step is multiplied by `learning_rate`, 1 by default, and g has the decay
    in it.

    Parameters
    ----------
    rho : float, default 0.9
        Decay of both moving means.
    epsilon : float, default 1e-05
        Added to both.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.AdaDelta()
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.99, 1.99], dtype=float32)
    """

    @defaults_of_v2(learning_rate=1.0, epsilon=1e-6)
    def __init__(self, rho: Float = 0.9, epsilon: Float = 1e-05, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)
        self.rho = rho
        self.epsilon = epsilon

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight), state_like(weight)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = {
            "wd": self._get_wd(index),
            "rho": self.rho,
            "epsilon": self.epsilon,
            "rescale_grad": self.rescale_grad,
            "clip_gradient": self._clip(),
            **self._form(),
        }
        self._update_count(index)
        if dialect().update_rules:
            attrs["lr"] = self._get_lr(index)
        return [("_jmx_adadelta_update", [weight, grad, *state], attrs, weight)]


@register
class Ftrl(Optimizer):
    """Follow the regularized leader, with L1 penalty.

    Parameters
    ----------
    lamda1 : float, default 0.01
        L1 penalty.
    learning_rate : float, default 0.1
        Rate.
    beta : float, default 1
        Per-element rate parameter.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.Ftrl(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.1633, 0.7475], dtype=float32)
    """

    def __init__(
        self, lamda1: Float = 0.01, learning_rate: Float = 0.1, beta: Float = 1, **kwargs: Unpack[OptimizerKeywords]
    ) -> None:
        super().__init__(**kwargs)
        self.lamda1 = lamda1
        self.beta = beta
        self.lr = learning_rate

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight, stype=weight.stype), state_like(weight, stype=weight.stype)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, lamda1=self.lamda1, beta=self.beta)
        return [("ftrl_update", [weight, grad, *state], attrs, weight)]


@register
class FTML(Optimizer):
    """Follow the moving leader.

    Parameters
    ----------
    beta1, beta2 : float, defaults 0.6 and 0.999
        Decay of the mean and of the mean square.
    epsilon : float, default 1e-08
        Added to the root of the mean square.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.FTML(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.5, 1.5], dtype=float32)
    """

    @defaults_of_v2(learning_rate=0.0025)
    def __init__(
        self, beta1: Any = 0.6, beta2: Any = 0.999, epsilon: Float = 1e-08, **kwargs: Unpack[RatedOptimizerKeywords]
    ) -> None:
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return tuple(state_like(weight, weight.dtype) for _ in range(3))

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        self._update_count(index)
        attrs = {
            "lr": self._get_lr(index),
            "wd": self._get_wd(index),
            "beta1": self.beta1,
            "beta2": self.beta2,
            "epsilon": self.epsilon,
            "rescale_grad": self.rescale_grad,
            "t": self._index_update_count[index],
            **self._form(),
        }
        if self.clip_gradient:
            attrs["clip_grad"] = self.clip_gradient
        return [("ftml_update", [weight, grad, *state], attrs, weight)]


@register
class Adamax(Optimizer):
    """Adam with the largest gradient in place of the mean square.

    m = beta1 * m + (1 - beta1) * g; u = max(beta2 * u, abs(g)); w -= lr / (1 - beta1^t) * m / u at step t.

    Parameters
    ----------
    learning_rate : float, default 0.002
        Rate.
    beta1, beta2 : float, defaults 0.9 and 0.999
        Decay of the mean and of the maximum.
    epsilon : float, default 1e-08
        With the interface of MXNet 2.0: added to the maximum.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.Adamax(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.5, 1.5], dtype=float32)
    """

    def __init__(
        self,
        learning_rate: Float = 0.002,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Float = 1e-08,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        if dialect().update_rules:  # MXNet 1.9.1 has no such attribute
            self.epsilon = epsilon

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight, weight.dtype), state_like(weight, weight.dtype)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, beta1=self.beta1, beta2=self.beta2, clip_gradient=self._clip(), **self._form())
        if dialect().update_rules:
            attrs["epsilon"] = getattr(self, "epsilon", 1e-8)  # made before the switch was on
        attrs["lr"] /= 1.0 - self.beta1 ** self._index_update_count[index]
        return [("_jmx_adamax_update", [weight, grad, *state], attrs, weight)]


@register
@described_by(MOMENTS_DOC)
class Nadam(Optimizer):
    """Adam with Nesterov's momentum.

    As in MXNet the momentum schedule advances with every parameter updated, not with every step.

    Parameters
    ----------
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

    _alike = False  # the schedule advances with every parameter

    def __init__(
        self,
        learning_rate: Float = 0.001,
        beta1: Float = 0.9,
        beta2: Float = 0.999,
        epsilon: Float = 1e-08,
        schedule_decay: Float = 0.004,
        **kwargs: Unpack[OptimizerKeywords],
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.schedule_decay = schedule_decay
        self.m_schedule = 1.0

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight, weight.dtype), state_like(weight, weight.dtype)

    def _momentum(self, count):
        return self.beta1 * (1.0 - 0.5 * pow(0.96, count * self.schedule_decay))

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, beta1=self.beta1, beta2=self.beta2, epsilon=self.epsilon, clip_gradient=self._clip())
        count = self._index_update_count[index]
        momentum, momentum_next = self._momentum(count), self._momentum(count + 1)
        self.m_schedule = self.m_schedule * momentum
        attrs |= {
            "momentum": momentum,
            "momentum_next": momentum_next,
            "grad_scale": 1.0 - self.m_schedule,
            "mean_scale": 1.0 - self.m_schedule * momentum_next,
            "var_scale": 1.0 - pow(self.beta2, count),
            **self._form(),
        }
        return [("_jmx_nadam_update", [weight, grad, *state], attrs, weight)]

"""Stochastic gradient descent and its relatives."""

from __future__ import annotations

import logging
import math
import warnings
from typing import TYPE_CHECKING, Any, Literal, Unpack

import numpy

from .. import config
from .. import ndarray as nd
from .._described import described_by
from ..ndarray import NDArray, clip, sgd_mom_update, sgd_update
from .base import Optimizer, defaults_of_v2, is_half, register, state_like

if TYPE_CHECKING:
    from .._typing import Float, Int, OptimizerKeywords, RatedOptimizerKeywords


class _MasterLast:
    """State (state, master copy) in place of the base's (master copy, state), as MXNet has it for these."""

    _update_is_final = True

    def create_state_multi_precision(self, index: Any, weight: Any) -> Any:
        """Return the state, with the master copy behind it where `multi_precision` applies."""
        state = super().create_state_multi_precision(index, weight)
        return state[::-1] if self.multi_precision and is_half(weight) else state


class _Momentum(_MasterLast, Optimizer):
    """Common ground of SGD and NAG: operators with and without momentum and master copy."""

    _plain, _mom = "sgd_update", "sgd_mom_update"
    _mixed_plain, _mixed_mom = "mp_sgd_update", "mp_sgd_mom_update"
    _mixed_in_single = False
    _steady = True
    lazy_update = False

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        stype = weight.stype if self.lazy_update else "default"
        return state_like(weight, weight.dtype, stype) if self.momentum != 0.0 else None

    def _choose(self, state, attrs, plain, mom):
        if state is None:
            return plain, []
        attrs["momentum"] = self.momentum
        return mom, [state]

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index)
        name, states = self._choose(state, attrs, self._plain, self._mom)
        return [(name, [weight, grad, *states], attrs, weight)]

    def mixed_calls(self, index: Any, weight: Any, grad: Any, state: Any) -> Any:
        attrs = self._counted_attrs(index)
        momentum, master = state
        name, states = self._choose(momentum, attrs, self._mixed_plain, self._mixed_mom)
        return [(name, [weight, grad, *states, master], attrs, weight)], []


@register
class SGD(_Momentum):
    """Stochastic gradient descent, with momentum and weight decay.

    ``m = momentum * m - lr * (g + wd * w); w += m``, where g is the rescaled and clipped gradient.

    Parameters
    ----------
    momentum : float, default 0.0
        Share of the last step that is kept.
    lazy_update : bool, default True
        For row-sparse gradients: update only the rows they hold.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.SGD(learning_rate=0.5, momentum=0.9)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.75, 1.5 ], dtype=float32)
    """

    @defaults_of_v2(learning_rate=0.1, lazy_update=False)
    def __init__(self, momentum: Float = 0.0, lazy_update: bool = True, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update = lazy_update
        self.aggregate_num = config.get("MXNET_OPTIMIZER_AGGREGATION_SIZE")

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        calls = super().step_calls(index, weight, grad, state)
        if grad.stype != "default":
            calls[0][2]["lazy_update"] = self.lazy_update
        return calls


@register
class ccSGD(SGD):
    """An old name of `SGD`.

    Parameters
    ----------
    momentum, lazy_update, **kwargs
        As for `SGD`.

    Examples
    --------
    >>> optimizer = mx.optimizer.ccSGD(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.75, 1.5 ], dtype=float32)
    """


@register
@described_by(SGD)
class NAG(_Momentum):
    """SGD with Nesterov's momentum, which looks one step ahead.

    m = momentum * m - lr * (g + wd * w); w += momentum * m - lr * (g + wd * w), where g is the rescaled and clipped gradient.

    Examples
    --------
    >>> optimizer = mx.optimizer.NAG(learning_rate=0.5, momentum=0.9)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.525, 1.05 ], dtype=float32)
    """

    _mom, _mixed_mom = "_jmx_nag_update", "mp_nag_mom_update"

    @defaults_of_v2(learning_rate=0.1, momentum=0.9)
    def __init__(self, momentum: Float = 0.0, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        calls = super().step_calls(index, weight, grad, state)
        if state is not None:
            calls[0][2].update(self._form())
        return calls


@register
class Signum(Optimizer):
    """Steps of the sign of the momentum (or of the gradient without momentum).

    m = momentum * m + (1 - momentum) * (g + wd * w); w = (1 - lr * wd_lh) * w - lr * sign(m).

    Parameters
    ----------
    learning_rate : float, default 0.01
        Size of the step.
    momentum : float, default 0.9
        Decay of the moving mean of gradients.
    wd_lh : float, default 0.0
        Decoupled weight decay: ``w *= 1 - lr * wd_lh``.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.Signum(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.5, 1.5], dtype=float32)
    """

    def __init__(
        self, learning_rate: Float = 0.01, momentum: Float = 0.9, wd_lh: Float = 0.0, **kwargs: Unpack[OptimizerKeywords]
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum = momentum
        self.wd_lh = wd_lh

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight, weight.dtype, weight.stype) if self.momentum != 0.0 else None

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index)
        if state is None:
            return [("signsgd_update", [weight, grad], attrs, weight)]
        if self.momentum > 0:
            attrs["momentum"] = self.momentum
        if self.wd_lh:
            attrs["wd_lh"] = self.wd_lh
        return [("signum_update", [weight, grad, state], attrs, weight)]


@register
@described_by(SGD)
class DCASGD(Optimizer):
    """Delay-compensated asynchronous SGD.

    m = momentum * m - lr * (g + wd * w + lamda * g^2 * (w - w_before)); w += m, where w_before is the weight at the last
    update.

    Parameters
    ----------
    lamda : float, default 0.04
        Strength of the compensation.

    Examples
    --------
    >>> optimizer = mx.optimizer.DCASGD(learning_rate=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.75, 1.5 ], dtype=float32)
    """

    @defaults_of_v2(learning_rate=0.1)
    def __init__(self, momentum: Float = 0.0, lamda: Float = 0.04, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.weight_previous = {}
        self.lamda = lamda

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        momentum = None if self.momentum == 0.0 else state_like(weight, weight.dtype)
        return momentum, weight.copy()

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        attrs = self._counted_attrs(index, lamda=self.lamda, clip_gradient=self._clip(), **self._form())
        momentum, previous = state
        if momentum is None:
            return [("_jmx_dcasgd_update", [weight, grad, previous], attrs, weight)]
        attrs["momentum"] = self.momentum
        return [("_jmx_dcasgd_mom_update", [weight, grad, momentum, previous], attrs, weight)]


@register
class SGLD(Optimizer):
    """Stochastic gradient Langevin dynamics: half a gradient step and normal noise of variance lr.

    w += -lr / 2 * (g + wd * w) + sqrt(lr) * n, where n is standard normal.

    Parameters
    ----------
    **kwargs
        `learning_rate`, `wd`, `rescale_grad`, `clip_gradient`, `lr_scheduler` and others, as for :class:`Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.SGLD(learning_rate=0.01)
    >>> weight = nd.array([1, 2])
    >>> optimizer.update(0, weight, nd.array([0.5, 1]), optimizer.create_state(0, weight))
    >>> weight.shape
    (2,)
    """

    @defaults_of_v2(learning_rate=0.1)
    def __init__(self, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return None

    def update(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> None:
        assert isinstance(weight, NDArray)
        assert isinstance(grad, NDArray)
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        grad = grad * self.rescale_grad
        if self.clip_gradient is not None:
            grad = clip(grad, -self.clip_gradient, self.clip_gradient)
        noise = nd.random.normal(0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.ctx)
        weight[:] += noise - lr / 2 * (grad + wd * weight)


@register
@described_by(SGD)
class LBSGD(Optimizer):
    """SGD for large batches: gradients of `batch_scale` batches make one step, at a rate that warms up.

    Parameters
    ----------
    multi_precision : bool, default False
        Keep a float32 master copy of 16-bit weights.
    warmup_strategy : {'linear', 'power2', 'sqrt', 'lars'}, default 'linear'
        How the rate's factor grows to `batch_scale`; 'lars' takes it from the norms instead.
    warmup_epochs : int, default 5
        Length of the warm-up.
    batch_scale : int, default 1
        Number of batches that make one step.
    updates_per_epoch : int, default 32
        Batches in an epoch.
    begin_epoch, num_epochs : int, defaults 0 and 60
        First epoch, and number of epochs.

    Examples
    --------
    >>> optimizer = mx.optimizer.LBSGD(learning_rate=0.5, warmup_epochs=0)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([0.75, 1.5 ], dtype=float32)
    """

    def __init__(
        self,
        momentum: Float = 0.0,
        multi_precision: bool = False,
        warmup_strategy: Literal["linear", "power2", "sqrt", "lars"] | str = "linear",
        warmup_epochs: Int = 5,
        batch_scale: Int = 1,
        updates_per_epoch: Int = 32,
        begin_epoch: Any = 0,
        num_epochs: Any = 60,
        **kwargs,
    ) -> None:
        super().__init__(**kwargs)
        logging.info("Running Large-Batch SGD Algorithm")
        settings = batch_scale, warmup_epochs, warmup_strategy, updates_per_epoch
        logging.info("(Batch_scale=%f, warmup_epochs=%d, warmup_strategy=%s, updates_per_epoch=%d)", *settings)
        self.momentum = momentum
        self.multi_precision = multi_precision
        self.warmup_strategy = warmup_strategy
        self.warmup_epochs = warmup_epochs
        self.batch_scale = batch_scale
        self.updates_per_epoch = updates_per_epoch
        self.init_updates = begin_epoch * updates_per_epoch
        self.num_epochs = num_epochs
        self.lbmult = 1
        self.cumgrads = {}
        self.adaptive = False
        self.admult = 1

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        if is_half(weight) and not self.multi_precision:
            warnings.warn(
                "Accumulating with float16 in optimizer can lead to poor accuracy or slow convergence. "
                "Consider using multi_precision=True option of the SGD optimizer",
                stacklevel=2,
            )
        return state_like(weight, weight.dtype, weight.stype) if self.momentum != 0.0 else None

    def _get_lbmult(self, nup):
        """Factor on the rate after `nup` batches."""
        warmup = self.warmup_epochs * self.updates_per_epoch
        highest = float(self.batch_scale)
        if nup >= warmup:
            return highest
        if warmup <= 1:
            return 1.0
        share = {"linear": nup / warmup, "power2": (nup * nup) / (warmup * warmup), "sqrt": math.sqrt(float(nup) / warmup)}.get(
            self.warmup_strategy, 0.0
        )
        return 1.0 + (highest - 1) * share

    def _get_lars(self, weight, g, wd):
        """Factor on the rate from the squared norms of weight and gradient, between 0.01 and 100."""
        weight2, grad2 = (float(numpy.square(x.asnumpy()).sum()) for x in (weight, g))
        return min(max(math.sqrt(weight2 / (grad2 + wd * weight2 + 1e-18)), 0.01), 100)

    def _cumulate_gradient(self, grad, index):
        """Add a gradient to what has been gathered for the parameter; returns the sum and the count."""
        gathered = self.cumgrads.get(index)
        if gathered and gathered["num_cums"] > 0:
            gathered = {"cum_grad": gathered["cum_grad"] + grad, "num_cums": gathered["num_cums"] + 1}
        else:
            # a copy, for the caller writes the next gradient into the same array
            gathered = {"cum_grad": grad.copy(), "num_cums": self.init_updates + 1}
        self.cumgrads[index] = gathered
        return gathered

    def update(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> None:
        assert isinstance(weight, NDArray)
        assert isinstance(grad, NDArray)
        lr, wd = self._get_lr(index), self._get_wd(index)
        self._update_count(index)
        gathered = self._cumulate_gradient(grad, index)
        if gathered["num_cums"] % self.batch_scale != 0:
            return
        grad = gathered["cum_grad"] / self.batch_scale
        if self.warmup_strategy == "lars":
            lr = lr * self._get_lars(weight, grad, wd)
        else:
            lr = lr * self._get_lbmult(gathered["num_cums"])
        attrs = {"lr": lr, "wd": wd, "rescale_grad": self.rescale_grad}
        if self.clip_gradient:
            attrs["clip_gradient"] = self.clip_gradient
        if state is None:
            sgd_update(weight, grad, out=weight, **attrs)
        else:
            sgd_mom_update(weight, grad, state, out=weight, momentum=self.momentum, **attrs)
        self.cumgrads[index]["cum_grad"] = 0


@register
@described_by(SGLD)
class Test(Optimizer):
    """Adds the rescaled gradient, and keeps a copy of the weight as state; for tests.

    Examples
    --------
    >>> optimizer = mx.optimizer.Test(rescale_grad=0.5)
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, 1])
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> weight.asnumpy().round(4)
    array([1.25, 2.5 ], dtype=float32)
    """

    def __init__(self, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        return state_like(weight)

    def update(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> None:
        weight[:] += grad * self.rescale_grad
        state[:] = weight

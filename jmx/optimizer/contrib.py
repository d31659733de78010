"""Optimizers outside the core set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ..ndarray import zeros
from .base import Optimizer, defaults_of_v2, one_of, register

if TYPE_CHECKING:
    from .._typing import Float, Int, RatedOptimizerKeywords
    from ..ndarray.ndarray import NDArray

__all__ = ["GroupAdaGrad"]


@register
class GroupAdaGrad(Optimizer):
    """AdaGrad with one rate for each row of a matrix, for embeddings. Weight decay is not supported.

    h += mean of g^2 over a row; w -= lr * g / sqrt(h + eps).

    Parameters
    ----------
    eps : float, default 1e-05
        Added to the mean squares gathered for a row.
    epsilon : float, optional
        MXNet 2.0's name for `eps`.
    **kwargs
        See `Optimizer`.

    Examples
    --------
    >>> optimizer = mx.optimizer.contrib.GroupAdaGrad(learning_rate=0.5)
    >>> weight, grad = nd.array([[1, 2], [3, 4]]), nd.array([[0.5, 0.5], [0, 0]])
    >>> optimizer.update(0, weight, grad, optimizer.create_state(0, weight))
    >>> weight.asnumpy().round(4)
    array([[0.5, 1.5],
           [3. , 4. ]], dtype=float32)
    """

    @defaults_of_v2(learning_rate=0.01, epsilon=1e-6)
    def __init__(self, eps: Float = 1e-05, epsilon: Float | None = None, **kwargs: Unpack[RatedOptimizerKeywords]) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = one_of(self, "eps", eps, 1e-05, "epsilon", epsilon)

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        assert len(weight.shape) == 2, f"GroupAdaGrad takes matrices, got shape {weight.shape}"
        return zeros((weight.shape[0], 1), weight.ctx, stype=weight.stype)

    def step_calls(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> Any:
        wd = self._get_wd(index)
        assert wd == 0, f"Weight decay is not supported for GroupAdaGrad, got {wd}"
        self._update_count(index)
        attrs = {
            "lr": self._get_lr(index),
            "epsilon": self.float_stable_eps,
            "rescale_grad": self.rescale_grad,
            "clip_gradient": self._clip(),
            **self._form(),
        }
        name = "_contrib_group_adagrad_update" if grad.stype == "row_sparse" else "_jmx_group_adagrad_update"
        return [(name, [weight, grad, state], attrs, weight)]

"""The updates of AdamW, AdaBelief and LAMB under the names of `mx.nd.contrib`, which order their inputs and scale factors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._described import described_by
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase

if TYPE_CHECKING:
    from .._typing import Float, Int
    from .ndarray import NDArray


def _scale(rescale_grad, like):
    """`rescale_grad` as an array of one number on the device of `like`."""
    if isinstance(rescale_grad, ArrayBase):
        return rescale_grad
    from .creation import full

    return full((1,), rescale_grad, ctx=like.context)


def adamw_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
    rescale_grad: Any,
    lr: Float,
    eta: Float,
    beta1: Any = 0.9,
    beta2: Any = 0.999,
    epsilon: Float = 1e-8,
    wd: Float = 0,
    clip_gradient: Float = -1,
    out: NDArray | None = None,
    name: str | None = None,
    **kwargs: Any,
) -> NDArray:
    """One step of Adam with decoupled weight decay, without a correction of bias.

    Parameters
    ----------
    weight, grad : NDArray
        The weight and its gradient.
    mean, var : NDArray
        The averages of the gradient and of its square, which are updated in place.
    rescale_grad : float or NDArray of one number
        A factor of the gradient. 0, infinity and NaN skip the step.
    lr : float
        The learning rate.
    eta : float
        A factor of the step and of the decay.
    beta1, beta2 : float, defaults 0.9 and 0.999
        How much of `mean` and `var` is kept.
    epsilon : float, default 1e-8
        Added to the denominator.
    wd : float, default 0
        The decay of the weight.
    clip_gradient : float, default -1
        The gradient is cut to between -clip_gradient and this; not at all if negative.
    out : NDArray, optional
        Where to write the new weight, the weight itself for the most part.
    name : str, optional
        There for symbols, which have names.

    Returns
    -------
    NDArray
        The new weight.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2]), mx.nd.array([0.1, -0.1])
    >>> mean, var = mx.nd.zeros(2), mx.nd.zeros(2)
    >>> new = mx.nd.contrib.adamw_update(weight, grad, mean, var, 1, lr=0.1, eta=1, out=weight)
    >>> print(weight.asnumpy().round(3))
    [0.684 2.316]
    """
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, _scale(rescale_grad, weight)]
    return invoke("_adamw_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


@described_by(adamw_update)
def mp_adamw_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
    weight32: NDArray,
    rescale_grad: Any,
    lr: Float,
    eta: Float,
    beta1: Any = 0.9,
    beta2: Any = 0.999,
    epsilon: Float = 1e-8,
    wd: Float = 0,
    clip_gradient: Float = -1,
    out: NDArray | None = None,
    name: str | None = None,
    **kwargs: Any,
) -> NDArray:
    """`adamw_update` of a weight of lower precision, computed in single precision.

    Parameters
    ----------
    weight32 : NDArray
        The weight in single precision, which is updated in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2], dtype="float16"), mx.nd.array([0.1, -0.1], dtype="float16")
    >>> mean, var, weight32 = mx.nd.zeros(2), mx.nd.zeros(2), weight.astype("float32")
    >>> new = mx.nd.contrib.mp_adamw_update(weight, grad, mean, var, weight32, 1, lr=0.1, eta=1, out=weight)
    >>> print(weight.asnumpy().round(3))
    [0.684 2.316]
    """
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, weight32, _scale(rescale_grad, weight)]
    return invoke("_mp_adamw_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


def _interleaved(*columns):
    return [array for group in zip(*columns, strict=True) for array in group]


@described_by(adamw_update)
def multi_adamw_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[Float],
    wds: Sequence[Float],
    etas: Sequence[Float],
    out: Sequence[NDArray] | None = None,
    name: str | None = None,
    size: Int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """`adamw_update` of several weights at once.

    Parameters
    ----------
    weights, grads : list of NDArray
        The weights and their gradients.
    mean, var : list of NDArray
        The averages of the gradients and of their squares, which are updated in place.
    lrs, wds, etas : list of float
        The learning rate, the decay and the factor of both of each weight.
    out : list of NDArray, optional
        Where to write the new weights.
    size : int, default 0
        The number of weights; 0 for that of `weights`.
    **kwargs
        Further attributes of the operator, such as `beta1` and `clip_gradient`.

    Returns
    -------
    list of NDArray
        The new weights.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2]), mx.nd.array([0.1, -0.1])
    >>> mean, var = mx.nd.zeros(2), mx.nd.zeros(2)
    >>> update = mx.nd.contrib.multi_adamw_update
    >>> new = update([weight], [grad], [mean], [var], 1, lrs=[0.1], wds=[0], etas=[1], out=[weight])
    >>> print(weight.asnumpy().round(3))
    [0.684 2.316]
    """
    inputs = [*_interleaved(weights, grads, mean, var), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_adamw_update", inputs, attrs, out)


@described_by(multi_adamw_update)
def multi_mp_adamw_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    weights32: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[Float],
    wds: Sequence[Float],
    etas: Sequence[Float],
    out: Sequence[NDArray] | None = None,
    name: str | None = None,
    size: Int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """`mp_adamw_update` of several weights at once.

    Parameters
    ----------
    weights32 : list of NDArray
        The weights in single precision, which are updated in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2], dtype="float16"), mx.nd.array([0.1, -0.1], dtype="float16")
    >>> mean, var, weight32 = mx.nd.zeros(2), mx.nd.zeros(2), weight.astype("float32")
    >>> update = mx.nd.contrib.multi_mp_adamw_update
    >>> new = update([weight], [grad], [mean], [var], [weight32], 1, lrs=[0.1], wds=[0], etas=[1], out=[weight])
    >>> print(weight.asnumpy().round(3))
    [0.684 2.316]
    """
    inputs = [*_interleaved(weights, grads, mean, var, weights32), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_mp_adamw_update", inputs, attrs, out)


@described_by(adamw_update)
def adabelief_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
    rescale_grad: Any,
    lr: Float,
    eta: Float,
    beta1: Any = 0.9,
    beta2: Any = 0.999,
    epsilon: Float = 1e-8,
    wd: Float = 0,
    clip_gradient: Float = -1,
    out: NDArray | None = None,
    name: str | None = None,
    **kwargs: Any,
) -> NDArray:
    """One step of AdaBelief. MXNet has it from 2.0 on.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2]), mx.nd.array([0.1, -0.1])
    >>> mean, var = mx.nd.zeros(2), mx.nd.zeros(2)
    >>> new = mx.nd.contrib.adabelief_update(weight, grad, mean, var, 1, lr=0.1, eta=1, out=weight)
    >>> print(weight.asnumpy().round(3))
    [0.649 2.351]
    """
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, _scale(rescale_grad, weight)]
    return invoke("_adabelief_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


@described_by(mp_adamw_update)
def mp_adabelief_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
    weight32: NDArray,
    rescale_grad: Any,
    lr: Float,
    eta: Float,
    beta1: Any = 0.9,
    beta2: Any = 0.999,
    epsilon: Float = 1e-8,
    wd: Float = 0,
    clip_gradient: Float = -1,
    out: NDArray | None = None,
    name: str | None = None,
    **kwargs: Any,
) -> NDArray:
    """`adabelief_update` of a weight of lower precision, computed in single precision.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2], dtype="float16"), mx.nd.array([0.1, -0.1], dtype="float16")
    >>> mean, var, weight32 = mx.nd.zeros(2), mx.nd.zeros(2), weight.astype("float32")
    >>> new = mx.nd.contrib.mp_adabelief_update(weight, grad, mean, var, weight32, 1, lr=0.1, eta=1, out=weight)
    >>> print(weight.asnumpy().round(3))
    [0.649 2.352]
    """
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, weight32, _scale(rescale_grad, weight)]
    return invoke("_mp_adabelief_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


@described_by(multi_adamw_update)
def multi_adabelief_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[Float],
    wds: Sequence[Float],
    etas: Sequence[Float],
    out: Sequence[NDArray] | None = None,
    name: str | None = None,
    size: Int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """`adabelief_update` of several weights at once.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2]), mx.nd.array([0.1, -0.1])
    >>> mean, var = mx.nd.zeros(2), mx.nd.zeros(2)
    >>> update = mx.nd.contrib.multi_adabelief_update
    >>> new = update([weight], [grad], [mean], [var], 1, lrs=[0.1], wds=[0], etas=[1], out=[weight])
    >>> print(weight.asnumpy().round(3))
    [0.649 2.351]
    """
    inputs = [*_interleaved(weights, grads, mean, var), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_adabelief_update", inputs, attrs, out)


@described_by(multi_mp_adamw_update)
def multi_mp_adabelief_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    weights32: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[Float],
    wds: Sequence[Float],
    etas: Sequence[Float],
    out: Sequence[NDArray] | None = None,
    name: str | None = None,
    size: Int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """`mp_adabelief_update` of several weights at once.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2], dtype="float16"), mx.nd.array([0.1, -0.1], dtype="float16")
    >>> mean, var, weight32 = mx.nd.zeros(2), mx.nd.zeros(2), weight.astype("float32")
    >>> update = mx.nd.contrib.multi_mp_adabelief_update
    >>> new = update([weight], [grad], [mean], [var], [weight32], 1, lrs=[0.1], wds=[0], etas=[1], out=[weight])
    >>> print(weight.asnumpy().round(3))
    [0.649 2.352]
    """
    inputs = [*_interleaved(weights, grads, mean, var, weights32), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_mp_adabelief_update", inputs, attrs, out)


@described_by(multi_adamw_update)
def multi_lamb_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    step_count: Sequence[Int],
    lrs: Sequence[Float],
    wds: Sequence[Float],
    out: Sequence[NDArray] | None = None,
    num_tensors: Int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """One step of LAMB of several weights at once.

    Parameters
    ----------
    step_count : list of int
        The number of each weight's step, from 1.
    lrs, wds : list of float
        The learning rate and the decay of each weight.
    num_tensors : int, default 0
        The number of weights; 0 for that of `weights`.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2]), mx.nd.array([0.1, -0.1])
    >>> mean, var = mx.nd.zeros(2), mx.nd.zeros(2)
    >>> update = mx.nd.contrib.multi_lamb_update
    >>> new = update([weight], [grad], [mean], [var], step_count=[1], lrs=[0.1], wds=[0], out=[weight])
    >>> print(weight.asnumpy().round(3))
    [0.842 2.158]
    """
    attrs = {"learning_rates": lrs, "wds": wds, "step_count": step_count, "num_tensors": num_tensors or len(weights)}
    return invoke("_multi_lamb_update", _interleaved(weights, grads, mean, var), {**attrs, **kwargs}, out)


@described_by(multi_lamb_update)
def multi_mp_lamb_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    weights32: Sequence[NDArray],
    step_count: Sequence[Int],
    lrs: Sequence[Float],
    wds: Sequence[Float],
    out: Sequence[NDArray] | None = None,
    num_tensors: Int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """`multi_lamb_update` of weights of lower precision, computed in single precision.

    Parameters
    ----------
    weights32 : list of NDArray
        The weights in single precision, which are updated in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2], dtype="float16"), mx.nd.array([0.1, -0.1], dtype="float16")
    >>> mean, var, weight32 = mx.nd.zeros(2), mx.nd.zeros(2), weight.astype("float32")
    >>> update = mx.nd.contrib.multi_mp_lamb_update
    >>> new = update([weight], [grad], [mean], [var], [weight32], step_count=[1], lrs=[0.1], wds=[0], out=[weight])
    >>> print(weight.asnumpy().round(3))
    [0.842 2.158]
    """
    attrs = {"learning_rates": lrs, "wds": wds, "step_count": step_count, "num_tensors": num_tensors or len(weights)}
    return invoke("_multi_mp_lamb_update", _interleaved(weights, grads, mean, var, weights32), {**attrs, **kwargs}, out)

"""The operators of `mx.sym.contrib`, made from the registry on first access, and functions built of several of them."""

from __future__ import annotations

import math

from ._control_flow import cond, foreach, while_loop  # noqa: F401
from .random import uniform
from .register import Namespace as _Namespace
from .register import create as _create
from .symbol import Symbol, full

_BY_HAND = ["rand_zipfian", "foreach", "while_loop", "cond"]


def rand_zipfian(true_classes, num_sampled, range_max):
    """Classes drawn from an approximately Zipfian distribution, and how often classes are expected among them.

    Class c of `range_max` classes, sorted by decreasing frequency, has the probability
    (log(c + 2) - log(c + 1)) / log(range_max + 1).

    Parameters
    ----------
    true_classes : Symbol
        The target classes, of shape (n,).
    num_sampled : int
        How many classes to draw.
    range_max : int
        The number of classes.

    Returns
    -------
    (Symbol, Symbol, Symbol)
        The drawn classes (int64, shape (num_sampled,)), the expected counts of `true_classes` and those of the drawn
        ones (float64).

    Examples
    --------
    >>> drawn, expected_true, expected_drawn = mx.sym.contrib.rand_zipfian(mx.sym.var("classes"), 4, 5)
    >>> expected_true.eval(classes=mx.nd.array([3]))[0].asnumpy().round(4)
    array([0.4982])
    """
    assert isinstance(true_classes, Symbol), f"unexpected type {type(true_classes)}"
    scale = math.log(range_max + 1)
    drawn = uniform(0, scale, shape=(num_sampled,), dtype="float64")
    sampled = (drawn.exp() - 1).astype("int64") % range_max

    def expected(classes):
        classes = classes.astype("float64")
        return ((classes + 2.0) / (classes + 1.0)).log() / scale * num_sampled

    return sampled, expected(true_classes), expected(sampled)


def adamw_update(weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
                 clip_gradient=-1, out=None, name=None, **kwargs) -> Symbol:  # fmt: skip
    """One step of Adam with decoupled weight decay, without a correction of bias. MXNet 1.9.1 refuses every call.

    Parameters
    ----------
    weight, grad : Symbol
        The weight and its gradient.
    mean, var : Symbol
        The averages of the gradient and of its square: auxiliary states, which are updated in place.
    rescale_grad : float or Symbol of one number
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
    out : object, optional
        Not used here.
    name : str, optional
        Name of the node.
    **kwargs
        `attr`, attributes of the node.

    Returns
    -------
    Symbol
        The new weight.

    Examples
    --------
    >>> new = mx.sym.contrib.adamw_update(*map(mx.sym.var, ["weight", "grad", "mean", "var"]), 1, lr=0.1, eta=1)
    >>> arguments = {"weight": mx.nd.array([1, 2]), "grad": mx.nd.array([0.1, -0.1])}
    >>> states = {"mean": mx.nd.zeros(2), "var": mx.nd.zeros(2)}
    >>> executor = new.bind(mx.cpu(), arguments, aux_states=states)
    >>> print(executor.forward()[0].asnumpy().round(3))
    [0.684 2.316]
    """
    arrays = {"weight": weight, "grad": grad, "mean": mean, "var": var}
    return _adamw("_adamw_update", arrays, rescale_grad, name, lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon,
                  wd=wd, clip_gradient=clip_gradient, **kwargs)  # fmt: skip


def mp_adamw_update(weight, grad, mean, var, weight32, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
                    clip_gradient=-1, out=None, name=None, **kwargs) -> Symbol:  # fmt: skip
    """`adamw_update` of a weight of lower precision, computed in single precision. MXNet 1.9.1 refuses every call.

    Parameters
    ----------
    weight, grad : Symbol
        The weight and its gradient.
    mean, var : Symbol
        The averages of the gradient and of its square: auxiliary states, which are updated in place.
    weight32 : Symbol
        The weight in single precision, an auxiliary state too.
    rescale_grad : float or Symbol of one number
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
    out : object, optional
        Not used here.
    name : str, optional
        Name of the node.
    **kwargs
        `attr`, attributes of the node.

    Returns
    -------
    Symbol
        The new weight.

    Examples
    --------
    >>> new = mx.sym.contrib.mp_adamw_update(*map(mx.sym.var, ["weight", "grad", "mean", "var", "weight32"]), 1, lr=0.1, eta=1)
    >>> arguments = {"weight": mx.nd.array([1, 2], dtype="float16"), "grad": mx.nd.array([0.1, -0.1], dtype="float16")}
    >>> states = {"mean": mx.nd.zeros(2), "var": mx.nd.zeros(2), "weight32": mx.nd.array([1, 2])}
    >>> executor = new.bind(mx.cpu(), arguments, aux_states=states)
    >>> print(executor.forward()[0].asnumpy().round(3))
    [0.684 2.316]
    """
    arrays = {"weight": weight, "grad": grad, "mean": mean, "var": var, "weight32": weight32}
    return _adamw("_mp_adamw_update", arrays, rescale_grad, name, lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon,
                  wd=wd, clip_gradient=clip_gradient, **kwargs)  # fmt: skip


def _adamw(op, arrays, rescale_grad, name, **attrs):
    if not isinstance(rescale_grad, Symbol):
        rescale_grad = full((1,), rescale_grad)
    return _create(op, op, (), {**arrays, "rescale_grad": rescale_grad, **attrs}, name=name)


_space = _Namespace(__name__, "contrib")
__getattr__, __dir__ = _space.lazy(globals(), _BY_HAND)

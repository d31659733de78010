"""The updates of AdamW, AdaBelief and LAMB under the names of `mx.nd.contrib`, which order their inputs and scale factors."""

from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase


def _scale(rescale_grad, like):
    """`rescale_grad` as an array of one number on the device of `like`."""
    if isinstance(rescale_grad, ArrayBase):
        return rescale_grad
    from .creation import full

    return full((1,), rescale_grad, ctx=like.context)


def adamw_update(weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
                 clip_gradient=-1, out=None, name=None, **kwargs):  # fmt: skip
    """One step of Adam with decoupled weight decay, in place on `mean` and `var`; returns the new weight.

    rescale_grad : number or array of one number that multiplies the gradient; 0, infinity and NaN skip the step.
    """
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, _scale(rescale_grad, weight)]
    return invoke("_adamw_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


def mp_adamw_update(weight, grad, mean, var, weight32, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
                    clip_gradient=-1, out=None, name=None, **kwargs):  # fmt: skip
    """As `adamw_update`, computed in single precision in `weight32` for a weight of lower precision."""
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, weight32, _scale(rescale_grad, weight)]
    return invoke("_mp_adamw_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


def _interleaved(*columns):
    return [array for group in zip(*columns, strict=True) for array in group]


def multi_adamw_update(weights, grads, mean, var, rescale_grad, lrs, wds, etas, out=None, name=None, size=0, **kwargs):
    """`adamw_update` of several weights at once: lists of arrays and of numbers, one entry for each weight."""
    inputs = [*_interleaved(weights, grads, mean, var), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_adamw_update", inputs, attrs, out)


def multi_mp_adamw_update(weights, grads, mean, var, weights32, rescale_grad, lrs, wds, etas, out=None, name=None, size=0,
                          **kwargs):  # fmt: skip
    """`mp_adamw_update` of several weights at once."""
    inputs = [*_interleaved(weights, grads, mean, var, weights32), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_mp_adamw_update", inputs, attrs, out)


def adabelief_update(weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
                     clip_gradient=-1, out=None, name=None, **kwargs):  # fmt: skip
    """One step of AdaBelief, in place on `mean` and `var`; returns the new weight. MXNet has it from 2.0 on.

    rescale_grad : number or array of one number that multiplies the gradient; 0, infinity and NaN skip the step.
    """
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, _scale(rescale_grad, weight)]
    return invoke("_adabelief_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


def mp_adabelief_update(weight, grad, mean, var, weight32, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
                        clip_gradient=-1, out=None, name=None, **kwargs):  # fmt: skip
    """As `adabelief_update`, computed in single precision in `weight32` for a weight of lower precision."""
    attrs = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd, **kwargs}
    inputs = [weight, grad, mean, var, weight32, _scale(rescale_grad, weight)]
    return invoke("_mp_adabelief_update", inputs, {**attrs, "clip_gradient": clip_gradient}, out)


def multi_adabelief_update(weights, grads, mean, var, rescale_grad, lrs, wds, etas, out=None, name=None, size=0, **kwargs):
    """`adabelief_update` of several weights at once: lists of arrays and of numbers, one entry for each weight."""
    inputs = [*_interleaved(weights, grads, mean, var), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_adabelief_update", inputs, attrs, out)


def multi_mp_adabelief_update(weights, grads, mean, var, weights32, rescale_grad, lrs, wds, etas, out=None, name=None, size=0,
                              **kwargs):  # fmt: skip
    """`mp_adabelief_update` of several weights at once."""
    inputs = [*_interleaved(weights, grads, mean, var, weights32), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    return invoke("_multi_mp_adabelief_update", inputs, attrs, out)


def multi_lamb_update(weights, grads, mean, var, step_count, lrs, wds, out=None, num_tensors=0, **kwargs):
    """One step of LAMB of several weights at once; `step_count` counts each weight's updates from 1."""
    attrs = {"learning_rates": lrs, "wds": wds, "step_count": step_count, "num_tensors": num_tensors or len(weights)}
    return invoke("_multi_lamb_update", _interleaved(weights, grads, mean, var), {**attrs, **kwargs}, out)


def multi_mp_lamb_update(weights, grads, mean, var, weights32, step_count, lrs, wds, out=None, num_tensors=0, **kwargs):
    """As `multi_lamb_update`, computed in single precision in `weights32`."""
    attrs = {"learning_rates": lrs, "wds": wds, "step_count": step_count, "num_tensors": num_tensors or len(weights)}
    return invoke("_multi_mp_lamb_update", _interleaved(weights, grads, mean, var, weights32), {**attrs, **kwargs}, out)

"""Output layers: a prediction forward, and backward the gradient of a loss that is never computed.

Their gradient does not depend on the head gradient (except SoftmaxOutput's with `out_grad`), and labels get
gradient zero.
"""

import functools
import math
from typing import Literal

import jax
import jax.numpy as jnp

from ...core.declare.gradients import custom_vjp
from ...core.declare.op import AnyArray, Array, Train, op
from ...core.declare.traits import Indices, named
from ...core.declare.x64 import position_type
from .._numeric import with_derivative_of
from ._common import check, fail, listed, single, wide_enough
from .activation import sigmoid
from .softmax import log_softmax_along, softmax_along


def loss_gradient(forward, gradient):
    """`forward(data, label, *static)` whose gradient in data is `gradient(output, label, head, *static)`."""

    @functools.partial(custom_vjp, nondiff_argnums=(2,))
    def layer(data, label, static):
        return forward(data, label, *static)

    def backward(static, kept, head):
        out, label = kept
        return gradient(out, label, head, *static).astype(head.dtype), jnp.zeros_like(label)

    layer.defvjp(lambda data, label, static: (out := forward(data, label, *static), (out, label)), backward)
    return layer


# ---- SoftmaxOutput ----


def _flat_shape(shape, multi_output, preserve_shape):
    """The data as (samples, classes, places): softmax runs over the middle."""
    if len(shape) == 1:
        return 1, shape[0], 1
    if multi_output:
        return shape[0], shape[1], math.prod(shape[2:])
    if preserve_shape:
        return math.prod(shape[:-1]), shape[-1], 1
    return shape[0], math.prod(shape[1:]), 1


def _softmax_forward(data, label, multi_output, preserve_shape, *_):
    flat = _flat_shape(data.shape, multi_output, preserve_shape)
    # XLA does not vectorize over a last axis of length 1
    x = data.reshape(flat[:2] if flat[2] == 1 else flat).astype(wide_enough(data.dtype))
    return softmax_along(x, 1).astype(data.dtype).reshape(data.shape)


def _softmax_gradient(
    out, label, head, multi_output, preserve_shape, grad_scale, ignore_label, use_ignore, normalization, out_grad, smooth_alpha
):
    if label.shape == out.shape:  # probabilities as labels
        grad = (out - label) * grad_scale
        return grad * head if out_grad else grad
    flat = _flat_shape(out.shape, multi_output, preserve_shape)
    y = out.reshape(flat).astype(wide_enough(out.dtype))
    # One label for each place of all axes but the last, as MXNet infers their shape: it reads as many as there are samples.
    every = label
    label = label.reshape(-1)[: flat[0] * flat[2]].reshape(flat[0], 1, flat[2])
    chosen = jax.lax.broadcasted_iota(jnp.int32, flat, 1) == label.astype(jnp.int32)
    smooth = 0.0 if multi_output else smooth_alpha
    others = y - smooth / (flat[1] - 1) if smooth else y
    grad = jnp.where(chosen, y - 1 + smooth, others)
    if use_ignore:
        grad = jnp.where(label.astype(jnp.int32) == int(ignore_label), jnp.zeros((), grad.dtype), grad)
    scale = grad_scale / (flat[2] if multi_output and normalization != "valid" else 1)
    if normalization == "batch":
        scale = scale / (flat[0] if multi_output else every.size)
    elif normalization == "valid":
        valid = jnp.sum(every.astype(jnp.int32) != int(ignore_label))
        scale = scale / jnp.maximum(valid, 1).astype(grad.dtype)
    grad = (grad * scale).reshape(out.shape)
    return grad * head if out_grad else grad


_softmax_layer = loss_gradient(_softmax_forward, _softmax_gradient)


def _classes(a, shapes):
    """Labels are class numbers unless they are probabilities."""
    data, label = shapes
    if data == label:
        return []
    classes = data[1] if a.multi_output else data[-1] if a.preserve_shape else math.prod(data[1:])
    return [Indices(1, classes, besides=a.ignore_label if a.use_ignore else None)]


def _label_shapes(shape, multi_output):
    """The shapes that class numbers for data of `shape` may have."""
    if multi_output:
        return [(shape[0], math.prod(shape[2:])), (shape[0], *shape[2:]), (shape[0], 1, *shape[2:])]
    return [shape[:-1]]


def _classified(a, data, label):
    """`Traits.output_shapes`."""
    if a.multi_output and data.ndim < 2 or label.shape not in (data.shape, *_label_shapes(data.shape, a.multi_output)):
        return None
    return [data.shape]


@op(
    "SoftmaxOutput",
    "Softmax",
    save=True,
    bounds={"smooth_alpha": (0, 1)},
    outputs=("output",),
    ignores_out_grad=lambda a: not a.out_grad,
    labels=("label",),
    indices=_classes,
    output_shapes=_classified,
    onnx="layers.softmax_output",
)
def softmax_output(
    data: Array,
    label: Array,
    grad_scale: float = 1.0,
    ignore_label: float = -1.0,
    multi_output: bool = False,
    use_ignore: bool = False,
    preserve_shape: bool = False,
    normalization: Literal["batch", "null", "valid"] = "null",
    out_grad: bool = False,
    smooth_alpha: float = 0.0,
) -> jax.Array:
    """softmax of `data`, with the gradient of its cross entropy with `label`: (probability - 1) * grad_scale at the label, else
    probability * grad_scale.

    data    scores: (batch, classes), with `multi_output` (batch, classes, *space), with `preserve_shape` (*any, classes)
    label    class numbers, one for each softmax, or probabilities in the shape of data; has no gradient
    grad_scale    what the gradient is multiplied by
    ignore_label    with `use_ignore`, labels of this number have a gradient of zero
    multi_output    classes are axis 1; there is a label for each place behind it
    use_ignore    heed `ignore_label`
    preserve_shape    classes are the last axis; by default all axes but the first
    normalization    what the gradient is divided by: "null" nothing, "batch" the number of labels, "valid" the number of
            labels other than `ignore_label`
    out_grad    multiply by the gradient of what follows; by default this layer ends a network and the gradient is ignored
    smooth_alpha    the share of the label's probability that is spread over the other classes, 0 to 1

    Returns the probabilities, an array like `data`.

    Examples
    --------
    >>> x, label = nd.zeros((1, 2)), nd.array([1])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.SoftmaxOutput(x, label)
    >>> y.backward()
    >>> y, x.grad
    (
    [[0.5 0.5]]
    <NDArray 1x2 @cpu(0)>,
    [[ 0.5 -0.5]]
    <NDArray 1x2 @cpu(0)>)
    """
    if label.shape != data.shape:
        shape = tuple(data.shape)
        if multi_output:
            check(data.ndim >= 2, "SoftmaxOutput", f"multi_output needs at least two dimensions, got {shape}.")
        allowed = _label_shapes(shape, multi_output)
        if tuple(label.shape) not in allowed:
            fail(
                "SoftmaxOutput",
                f"Shape inconsistent, Provided = {listed(label.shape)}, inferred shape={listed(allowed[0])}: "
                f"label has shape {tuple(label.shape)}; for data {shape} expected "
                f"{' or '.join(map(str, dict.fromkeys(allowed)))}, or probabilities of the shape of data.",
            )
    grad_scale, ignore_label, smooth_alpha = map(single, (grad_scale, ignore_label, smooth_alpha))
    static = multi_output, preserve_shape, grad_scale, ignore_label, use_ignore, normalization, out_grad, smooth_alpha
    return _softmax_layer(data, label, static)


@softmax_output.deduce
def _(a, data):
    shape = tuple(data.shape)
    return {"label": (shape[0], math.prod(shape[2:])) if a.multi_output else shape[:-1]}


@op("softmax_cross_entropy", save=True, indices=lambda a, shapes: [Indices(1, shapes[0][1])], onnx="layers.softmax_cross_entropy")
def softmax_cross_entropy(data: Array, label: Array) -> jax.Array:
    """The sum over rows of -log(softmax(data)[label]).

    data    (rows, classes): scores
    label    (rows,): class numbers; has no gradient

    Returns one number, of shape (1,).

    Examples
    --------
    >>> nd.softmax_cross_entropy(nd.zeros((3, 2)), nd.array([0, 1, 1])) / np.log(2)
    [3.]
    <NDArray 1 @cpu(0)>
    """
    if data.ndim != 2 or label.shape != data.shape[:1]:
        fail(
            "softmax_cross_entropy",
            f"expected data (rows, classes) and label (rows,), got {tuple(data.shape)} and {tuple(label.shape)}.",
        )
    data, dtype = data.astype(wide_enough(data.dtype)), data.dtype
    logs = log_softmax_along(data, 1)
    label = label.astype(position_type(data.shape[-1]))[:, None]
    rows = jnp.take_along_axis(logs, label, 1, mode="clip")
    # A probability counts as 1e-8 at least, and so does that of a class that does not exist; the gradients are as if it did not.
    total = logs[:, :1] - data[:, :1]
    least = math.log(1e-8)
    rows = with_derivative_of(rows, jnp.maximum(rows, least))
    rows = jnp.where((label >= 0) & (label < data.shape[1]), rows, least + total - jax.lax.stop_gradient(total))
    return -jnp.sum(rows).reshape(1).astype(dtype)


@softmax_cross_entropy.deduce
def _(a, data):
    return {"label": data.shape[:1]}


# ---- regressions ----


def _per_sample(label):
    """Numbers in one sample of the label, by which MXNet divides."""
    return max(1, label.size // label.shape[0]) if label.ndim else 1


def _regression(transform, difference):
    def gradient(out, label, head, grad_scale):
        return difference(out, label.reshape(out.shape)) * (grad_scale / _per_sample(label))

    return loss_gradient(lambda data, label, grad_scale: transform(data), gradient)


_linear = _regression(lambda x: x, lambda out, label: out - label)
_logistic = _regression(sigmoid, lambda out, label: out - label)
_mae = _regression(lambda x: x, lambda out, label: jnp.sign(out - label))


def _check_regression(name, data, label):
    fits = label.size == data.size and (label.ndim == 0 or label.shape[0] == data.shape[0])
    if not fits:
        fail(
            name,
            f"Shape inconsistent, Provided={listed(label.shape)}, inferred shape={listed(data.shape)}: "
            f"label has shape {tuple(label.shape)}, expected that of data, {tuple(data.shape)}.",
        )


def _regression_label(a, data):
    shape = tuple(data.shape)
    return {"label": shape[:1] if len(shape) == 2 and shape[1] == 1 else shape}


_LOSS = {"ignores_out_grad": True, "labels": ("label",)}


@op("LinearRegressionOutput", "_sparse_LinearRegressionOutput", **_LOSS, onnx="elementwise.same", backward="linear_reg_out")
def linear_regression_output(data: Array, label: Array, grad_scale: float = 1.0) -> jax.Array:
    """`data` itself, with the gradient of half the squared error: (data - label) * grad_scale / numbers per sample.

    data    (batch, ...): predictions
    label    as many numbers, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[1], [5]]), nd.array([[3], [4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.LinearRegressionOutput(x, label)
    >>> y.backward()
    >>> x.grad
    [[-2.]
     [ 1.]]
    <NDArray 2x1 @cpu(0)>
    """
    _check_regression("LinearRegressionOutput", data, label)
    return _linear(data, label, (single(grad_scale),))


@op(
    "LogisticRegressionOutput",
    "_sparse_LogisticRegressionOutput",
    save=True,
    **_LOSS,
    onnx="layers.logistic_output",
    backward="logistic_reg_out",
)
def logistic_regression_output(data: Array, label: Array, grad_scale: float = 1.0) -> jax.Array:
    """sigmoid(data), with the gradient of the cross entropy: (output - label) * grad_scale / numbers per sample.

    data    (batch, ...): scores
    label    as many numbers, 0 to 1, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns the probabilities, an array like `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[0], [0]]), nd.array([[1], [0]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.LogisticRegressionOutput(x, label)
    >>> y.backward()
    >>> y, x.grad
    (
    [[0.5]
     [0.5]]
    <NDArray 2x1 @cpu(0)>,
    [[-0.5]
     [ 0.5]]
    <NDArray 2x1 @cpu(0)>)
    """
    _check_regression("LogisticRegressionOutput", data, label)
    return _logistic(data, label, (single(grad_scale),))


@op("MAERegressionOutput", "_sparse_MAERegressionOutput", **_LOSS, onnx="elementwise.same", backward="mae_reg_out")
def mae_regression_output(data: Array, label: Array, grad_scale: float = 1.0) -> jax.Array:
    """`data` itself, with the gradient of the absolute error: sign(data - label) * grad_scale / numbers per sample.

    data    (batch, ...): predictions
    label    as many numbers, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[1], [5]]), nd.array([[3], [4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.MAERegressionOutput(x, label)
    >>> y.backward()
    >>> x.grad
    [[-1.]
     [ 1.]]
    <NDArray 2x1 @cpu(0)>
    """
    _check_regression("MAERegressionOutput", data, label)
    return _mae(data, label, (single(grad_scale),))


for _op in (linear_regression_output, logistic_regression_output, mae_regression_output):
    _op.deduce(_regression_label)


# ---- SVMOutput ----


def _svm_gradient(out, label, head, margin, regularization, use_linear):
    flat = out.reshape(-1, out.shape[-1])
    chosen = jax.lax.broadcasted_iota(jnp.int32, flat.shape, 1) == label.reshape(-1, 1).astype(jnp.int32)
    sign = jnp.where(chosen, jnp.ones((), out.dtype), -jnp.ones((), out.dtype))
    short = margin - sign * flat  # how far the score falls short of the margin
    size = (short > 0).astype(out.dtype) if use_linear else 2 * jnp.maximum(short, 0)
    return (-sign * size * regularization).reshape(out.shape)


_svm = loss_gradient(lambda data, label, *_: data, _svm_gradient)


@op("SVMOutput", gradient_names=named, outputs=("output",), ignores_out_grad=True, labels=("label",), onnx="elementwise.same")
def svm_output(
    data: Array, label: Array, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False
) -> jax.Array:
    """`data` itself, with the gradient of a hinge loss, one class against all, as a support vector machine has it.

    data    (*any, classes): scores
    label    class numbers, in the shape of data without the last axis; has no gradient
    margin    scores of the label below this, and of the others above its negative, count
    regularization_coefficient    what the gradient is multiplied by
    use_linear    the hinge loss itself (L1-SVM); by default its square (L2-SVM)

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[0.5, -2]]), nd.array([0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.SVMOutput(x, label, use_linear=True)
    >>> y.backward()
    >>> x.grad
    [[-1.  0.]]
    <NDArray 1x2 @cpu(0)>
    """
    if label.shape != data.shape[:-1]:
        fail(
            "SVMOutput",
            f"Shape inconsistent, Provided = {listed(label.shape)}, inferred shape={listed(data.shape[:-1])}: label has "
            f"shape {tuple(label.shape)}, expected {tuple(data.shape[:-1])} for data {tuple(data.shape)}.",
        )
    return _svm(data, label, (single(margin), single(regularization_coefficient), use_linear))


@svm_output.deduce
def _(a, data):
    return {"label": data.shape[:-1]}


# ---- IdentityAttachKLSparseReg ----


@functools.partial(custom_vjp, nondiff_argnums=(2, 3))
def _sparse_penalty(data, average, target, penalty):
    return data


def _sparse_backward(target, penalty, average, head):
    return head + penalty * ((1 - target) / (1 - average) - target / average).astype(head.dtype), jnp.zeros_like(average)


_sparse_penalty.defvjp(lambda data, average, target, penalty: (data, average), _sparse_backward)


@op(
    "IdentityAttachKLSparseReg",
    aux={"moving_avg": "zero"},
    bounds={"sparseness_target": (0, 1), "momentum": (0, 1)},
    gradient_names=named,
    outputs=("output",),
    unlisted=("moving_avg",),
    onnx="elementwise.same",
)
def identity_attach_kl_sparse_reg(
    data: Array,
    moving_avg: AnyArray,
    sparseness_target: float = 0.1,
    penalty: float = 0.001,
    momentum: float = 0.9,
    *,
    train: Train,
) -> tuple[jax.Array, tuple[jax.Array]]:
    """`data` itself; its gradient pulls the mean activation of every unit of a sigmoid towards `sparseness_target`.

    data    (batch, units): outputs of a sigmoid
    moving_avg    (units,): running mean over the samples, which training updates in place
    sparseness_target    the mean activation wanted, between 0 and 1
    penalty    weight of the gradient of the divergence between the target and `moving_avg`
    momentum    the share of the running mean that stays, 0 to 1

    Returns `data`.

    Examples
    --------
    >>> net = mx.sym.IdentityAttachKLSparseReg(mx.sym.sigmoid(mx.sym.var("x")), name="sparse")
    >>> net.list_auxiliary_states()
    ['sparse_moving_avg']
    """
    name = "IdentityAttachKLSparseReg"
    check(data.ndim == 2, name, f"data needs shape (samples, units), got {tuple(data.shape)}.")
    expected = (data.shape[1],)
    check(moving_avg.shape == expected, name, f"moving_avg must have shape {expected}, got {tuple(moving_avg.shape)}.")
    if train:
        mean = jnp.mean(data, axis=0).astype(moving_avg.dtype)
        moving_avg = single(momentum) * moving_avg + (1 - single(momentum)) * mean
    return _sparse_penalty(data, moving_avg, single(sparseness_target), single(penalty)), (moving_avg,)


@identity_attach_kl_sparse_reg.deduce
def _(a, data):
    return {"moving_avg": data.shape[1:2]}

"""Losses: blocks that give one number for each sample."""

from __future__ import annotations

import inspect
import math
from typing import Any

from .. import ndarray
from .._errors.wording import missing_of
from ..base import MXNetError, numeric_types
from ..util import is_np_array, is_v2
from ._legacy_operators import operators
from .block import HybridBlock

__all__ = [
    "Loss", "L2Loss", "L1Loss", "SigmoidBinaryCrossEntropyLoss", "SigmoidBCELoss", "SoftmaxCrossEntropyLoss",
    "SoftmaxCELoss", "KLDivLoss", "CTCLoss", "HuberLoss", "HingeLoss", "SquaredHingeLoss", "LogisticLoss",
    "TripletLoss", "PoissonNLLLoss", "CosineEmbeddingLoss", "SDMLLoss",
]  # fmt: skip

__getattr__ = missing_of(
    __name__,
    __all__,
    {
        "BCELoss": "SigmoidBCELoss",
        "BCEWithLogitsLoss": "SigmoidBCELoss",
        "CrossEntropyLoss": "SoftmaxCrossEntropyLoss",
        "MSELoss": "L2Loss",
        "NLLLoss": "SoftmaxCrossEntropyLoss",
        "SmoothL1Loss": "HuberLoss",
    },
)

_NP_NAMES = {"Activation": "activation", "broadcast_mul": "multiply"}


def _fn(F: Any, name: str) -> Any:
    """An operator of `F`, or in NumPy mode its counterpart in `F.np` or `F.npx`."""
    if not is_np_array():
        return getattr(F, name)
    name = _NP_NAMES.get(name, name)
    return getattr(F.np, name) if hasattr(F.np, name) else getattr(F.npx, name)


def _apply_weighting(F, loss, weight=None, sample_weight=None):
    """Multiply a loss by one number, and by an array that broadcasts against it."""
    if sample_weight is not None:
        loss = _fn(F, "broadcast_mul")(loss, sample_weight)
    if weight is not None:
        assert isinstance(weight, numeric_types), f"weight must be a number, but got {type(weight)}"
        loss = loss * weight
    return loss


def _reshape_like(F, x, y):
    if F is ndarray:
        return x.reshape(y.shape)
    return (F.npx if is_np_array() else F).reshape_like(x, y)


def _batch_mean(F, loss, batch_axis):
    """The mean over all axes but the batch's."""
    if not is_np_array():
        return F.mean(loss, axis=batch_axis, exclude=True)
    if F is ndarray:
        return F.np.mean(loss, axis=tuple(range(1, loss.ndim)))
    return F.npx.batch_flatten(loss).mean(axis=1)


def _softplus_of_minus_abs(F, x):
    return _fn(F, "Activation")(-_fn(F, "abs")(x), act_type="softrelu")


#: parameters of most losses, as their documentation has them
_WEIGHT_AND_AXIS = """weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`."""


class Loss(HybridBlock):
    """The base of losses.

    Parameters
    ----------
    weight : float or None
        Factor on the loss.
    batch_axis : int
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    NotImplementedError
        Called, where a subclass does not define `hybrid_forward`.

    Examples
    --------
    >>> class Cubic(gluon.loss.Loss):
    ...     def hybrid_forward(self, F, pred, label):
    ...         return F.mean(F.abs(pred - label) ** 3 * self._weight, axis=self._batch_axis, exclude=True)
    >>> Cubic(weight=2.0, batch_axis=0)(nd.array([[1, 2]]), nd.array([[1, 4]])).asnumpy()
    array([8.], dtype=float32)
    """

    def __init__(self, weight, batch_axis, **kwargs):
        super().__init__(**kwargs)
        self._weight = weight
        self._batch_axis = batch_axis

    def __repr__(self):
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def __call__(self, *args):
        try:
            return super().__call__(*args)
        except (MXNetError, ValueError) as error:
            text = self._misfit(args)
            if text is None or type(error) not in (MXNetError, ValueError):
                raise
            raise type(error)(f"{text} {error}") from error

    def _misfit(self, args):
        """What is wrong with the shapes of the predictions and the labels, or None where nothing is known to be."""
        shapes = [getattr(arg, "shape", None) for arg in args[:2]]
        if len(shapes) < 2 or not all(isinstance(shape, tuple) for shape in shapes):
            return None
        names = list(inspect.signature(self.hybrid_forward).parameters)[1:3]
        if names != ["pred", "label"] or self._fits(*shapes):
            return None
        pred, label = shapes
        name = type(self).__name__
        return f"{name}: label of shape {label} does not fit pred of shape {pred}. {self._expectation(pred, label)}"

    def _fits(self, pred, label):
        """Whether a label of this shape goes with predictions of this shape."""
        return math.prod(pred) == math.prod(label)

    def _expectation(self, pred, label):
        """Which label goes with predictions of this shape."""
        return f"Expected is a label of shape {pred}; reshape it, or see what the network returns."

    def hybrid_forward(self, F, x, *args, **kwargs):
        """The loss; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def _finish(self, F, loss, sample_weight):
        return _batch_mean(F, _apply_weighting(F, loss, self._weight, sample_weight), self._batch_axis)


class L2Loss(Loss):
    """Half the squared difference, averaged for each sample.

    Called with `pred` and `label` of one size, and optionally `sample_weight`, which broadcasts against them;
    gives shape (batch,).

    loss[i] = weight / 2 * mean over j of (pred[i, j] - label[i, j])^2.

    Parameters
    ----------
    weight : float, default 1.0
        Factor on the loss, besides the half.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.L2Loss()
    >>> loss(nd.array([[1, 2], [3, 4]]), nd.array([[1, 4], [3, 4]])).asnumpy()
    array([1., 0.], dtype=float32)
    >>> loss
    L2Loss(batch_axis=0, w=1.0)
    """

    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = _fn(F, "square")(_reshape_like(F, label, pred) - pred)
        return _batch_mean(F, _apply_weighting(F, loss, self._weight / 2, sample_weight), self._batch_axis)


class L1Loss(Loss):
    """The absolute difference, averaged for each sample; otherwise as :class:`L2Loss`.

    loss[i] = weight * mean over j of abs(pred[i, j] - label[i, j]).

    Parameters
    ----------
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.loss.L1Loss()(nd.array([[1, 2], [3, 4]]), nd.array([[1, 4], [3, 4]])).asnumpy()
    array([1., 0.], dtype=float32)
    """

    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = _fn(F, "abs")(_reshape_like(F, label, pred) - pred)
        return self._finish(F, loss, sample_weight)


class SigmoidBinaryCrossEntropyLoss(Loss):
    __doc__ = f"""Cross entropy of yes/no labels, averaged for each sample.

    Called with `pred`, `label` of the same size (0 to 1), and optionally `sample_weight` and `pos_weight`, the factor
    on positive labels; both broadcast. Gives shape (batch,).

    With p = sigmoid(pred): loss[i] = -mean over j of (pos_weight * label * log(p) + (1 - label) * log(1 - p)).

    Parameters
    ----------
    from_sigmoid : bool, default False
        Whether `pred` holds probabilities; otherwise the sigmoid is taken here, in a way that does not overflow.
    {_WEIGHT_AND_AXIS}

    Examples
    --------
    >>> loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    >>> loss(nd.array([[0, 0], [100, -100]]), nd.array([[0, 1], [1, 0]])).asnumpy().round(4)
    array([0.6931, 0.    ], dtype=float32)
    >>> probabilities = gluon.loss.SigmoidBCELoss(from_sigmoid=True)
    >>> probabilities(nd.array([[0.5, 0.25]]), nd.array([[1, 0]])).asnumpy().round(4)
    array([0.4904], dtype=float32)
    """

    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F, pred, label, sample_weight=None, pos_weight=None):
        label = _reshape_like(F, label, pred)
        if self._from_sigmoid:
            eps = 1e-12
            positive = _fn(F, "log")(pred + eps) * label
            if pos_weight is not None:
                positive = _fn(F, "broadcast_mul")(positive, pos_weight)
            loss = -(positive + _fn(F, "log")(1.0 - pred + eps) * (1.0 - label))
        elif pos_weight is None:
            loss = _fn(F, "relu")(pred) - pred * label + _softplus_of_minus_abs(F, pred)
        else:
            log_weight = 1 + _fn(F, "broadcast_mul")(pos_weight - 1, label)
            loss = pred - pred * label + log_weight * (_softplus_of_minus_abs(F, pred) + _fn(F, "relu")(-pred))
        return self._finish(F, loss, sample_weight)


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    __doc__ = f"""Cross entropy between a softmax and class labels.

    Called with `pred` and `label`, and optionally `sample_weight`, which broadcasts; gives shape (batch,).

    With class numbers loss[i] = -log(softmax(pred[i])[label[i]]), with probabilities -sum over j of label[i, j] *
    log(softmax(pred[i])[j]).
    Axes besides the batch's and the classes' are averaged. `pred` has shape (batch, classes), `label` (batch,) or that of
    `pred`.

    Parameters
    ----------
    axis : int, default -1
        The axis of classes in `pred`.
    sparse_label : bool, default True
        Whether `label` holds class numbers and lacks that axis, or probabilities in `pred`'s shape.
    from_logits : bool, default False
        Whether `pred` holds log probabilities already.
    {_WEIGHT_AND_AXIS}

    Raises
    ------
    MXNetError or ValueError
        `label` does not fit `pred`; the message names the shapes, and the setting that they need.

    Examples
    --------
    >>> loss = gluon.loss.SoftmaxCrossEntropyLoss()
    >>> loss(nd.array([[0, 0], [1, 1]]), nd.array([0, 1])).asnumpy().round(4)
    array([0.6931, 0.6931], dtype=float32)
    >>> soft = gluon.loss.SoftmaxCELoss(sparse_label=False)
    >>> soft(nd.array([[0, 0]]), nd.array([[0.5, 0.5]])).asnumpy().round(4)
    array([0.6931], dtype=float32)
    """

    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._axis = axis
        self._sparse_label = sparse_label
        self._from_logits = from_logits

    def _of_samples(self, pred, size=()):
        """The shape of class numbers for predictions of this shape; `size` is what they have along the axis of classes."""
        axis = self._axis + len(pred) if self._axis < 0 else self._axis
        return pred[:axis] + size + pred[axis + 1 :]

    def _fits(self, pred, label):
        if not self._sparse_label:
            return super()._fits(pred, label)
        return label in (self._of_samples(pred), self._of_samples(pred, (1,)))

    def _expectation(self, pred, label):
        if not self._sparse_label:
            return f"With sparse_label=False label holds probabilities, shape {pred}; class numbers need sparse_label=True."
        text = f"With sparse_label=True label holds class numbers, shape {self._of_samples(pred)}"
        return f"{text}; labels that are probabilities, or one-hot, need sparse_label=False." if label == pred else f"{text}."

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = _fn(F, "log_softmax")(pred, self._axis)
        if self._sparse_label:
            loss = -_fn(F, "pick")(pred, label, axis=self._axis, keepdims=True)
        else:
            loss = -(pred * _reshape_like(F, label, pred)).sum(axis=self._axis, keepdims=True)
        return self._finish(F, loss, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    __doc__ = f"""The Kullback-Leibler divergence of `label` from `pred`, summed for each sample.

    Called with `pred` and `label` of one shape, and optionally `sample_weight`, which broadcasts; gives shape (batch,).

    loss[i] = sum over j of label[i, j] * (log(label[i, j] + 1e-12) - pred[i, j]), with log probabilities in `pred`.

    Parameters
    ----------
    from_logits : bool, default True
        Whether `pred` holds log probabilities; otherwise the log softmax is taken here.
    axis : int, default -1
        The axis that softmax is taken over.
    {_WEIGHT_AND_AXIS}

    Examples
    --------
    >>> loss = gluon.loss.KLDivLoss(from_logits=False)
    >>> loss(nd.array([[0, 0]]), nd.array([[0.5, 0.5]])).asnumpy().round(4) + 0
    array([0.], dtype=float32)
    >>> loss(nd.array([[0, 0]]), nd.array([[1, 0]])).asnumpy().round(4)
    array([0.6931], dtype=float32)
    """

    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._axis = axis

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = operators(F).log_softmax(pred, self._axis)
        loss = label * (operators(F).log(label + 1e-12) - pred)
        if is_v2():  # the mean, as of other losses
            return self._finish(F, loss, sample_weight)
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return operators(F).sum(loss, axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """Connectionist temporal classification: the loss of a sequence whose alignment to its labels is not known.

    Called with `pred`, unnormalized scores of classes at each time, of which the last class is the blank, and `label`,
    class numbers padded with -1; optionally with `pred_lengths` and `label_lengths` of shape (batch,) and
    `sample_weight`. Gives shape (batch,).

    It is -log of the sum of the probabilities of all alignments that give the labels, when repeats are merged and blanks
    left out.

    Parameters
    ----------
    layout : {'NTC', 'TNC'}, default 'NTC'
        Order of `pred`'s axes.
    label_layout : {'NT', 'TN'}, default 'NT'
        Order of `label`'s axes.
    weight : float, optional
        Factor on the loss.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.CTCLoss()
    >>> loss(nd.zeros((1, 3, 2)), nd.array([[0]])).asnumpy().round(4)
    array([0.2877], dtype=float32)
    >>> loss(nd.zeros((2, 20, 4)), nd.array([[1, 0, -1, -1], [2, 1, 1, -1]])).shape
    (2,)
    """

    def __init__(self, layout="NTC", label_layout="NT", weight=None, **kwargs):
        assert layout in ("NTC", "TNC"), f"Only 'NTC' and 'TNC' layouts for pred are supported. Got: {layout}"
        assert label_layout in ("NT", "TN"), f"Only 'NT' and 'TN' layouts for label are supported. Got: {label_layout}"
        self._layout = layout
        self._label_layout = label_layout
        super().__init__(weight, label_layout.find("N"), **kwargs)

    def hybrid_forward(self, F, pred, label, pred_lengths=None, label_lengths=None, sample_weight=None):
        if self._layout == "NTC":
            pred = operators(F).swapaxes(pred, 0, 1)
        if self._batch_axis == 1:
            label = operators(F).swapaxes(label, 0, 1)
        uses = {"use_data_lengths": pred_lengths is not None, "use_label_lengths": label_lengths is not None}
        loss = operators(F).CTCLoss(pred, label, pred_lengths, label_lengths, **uses, blank_label="last")
        return _apply_weighting(F, loss, self._weight, sample_weight)


class HuberLoss(Loss):
    __doc__ = f"""L2 loss for small differences and L1 loss for large ones, averaged for each sample.

    With d = abs(pred - label): d^2 / (2 rho) where d <= rho, d - rho / 2 elsewhere. Called with `pred`, `label` of the
    same size and
    optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    rho : float, default 1
        The difference from which on the loss grows linearly.
    {_WEIGHT_AND_AXIS}

    Examples
    --------
    >>> gluon.loss.HuberLoss()(nd.array([[0.5], [3]]), nd.array([[0], [0]])).asnumpy()
    array([0.125, 2.5  ], dtype=float32)
    """

    def __init__(self, rho=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = operators(F).abs(_reshape_like(F, label, pred) - pred)
        loss = operators(F).where(loss > self._rho, loss - 0.5 * self._rho, (0.5 / self._rho) * operators(F).square(loss))
        return self._finish(F, loss, sample_weight)


class HingeLoss(Loss):
    __doc__ = f"""`max(0, margin - pred * label)` for labels -1 and 1, averaged for each sample.

    Called with `pred`, `label` of the same size and optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    margin : float, default 1
        The margin.
    {_WEIGHT_AND_AXIS}

    Examples
    --------
    >>> gluon.loss.HingeLoss()(nd.array([[0.5], [3]]), nd.array([[1], [-1]])).asnumpy()
    array([0.5, 4. ], dtype=float32)
    """

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = operators(F).relu(self._margin - pred * _reshape_like(F, label, pred))
        return self._finish(F, loss, sample_weight)


class SquaredHingeLoss(Loss):
    """The square of :class:`HingeLoss`, averaged for each sample.

    loss[i] = mean over j of max(0, margin - pred[i, j] * label[i, j])^2, for labels -1 and 1.

    Parameters
    ----------
    margin : float, default 1
        The margin.
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.loss.SquaredHingeLoss()(nd.array([[0.5], [3]]), nd.array([[1], [-1]])).asnumpy()
    array([ 0.25, 16.  ], dtype=float32)
    """

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = operators(F).square(operators(F).relu(self._margin - pred * _reshape_like(F, label, pred)))
        return self._finish(F, loss, sample_weight)


class LogisticLoss(Loss):
    """`log(1 + exp(-pred * label))`, averaged for each sample.

    Called with `pred`, `label` of the same size and optionally `sample_weight`; gives shape (batch,).

    Parameters
    ----------
    weight : float, optional
        Factor on the loss.
    batch_axis : int, default 0
        The axis of samples.
    label_format : {'signed', 'binary'}, default 'signed'
        Whether labels are -1 and 1, or 0 and 1.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    ValueError
        Another `label_format`.

    Examples
    --------
    >>> gluon.loss.LogisticLoss()(nd.array([[0], [2]]), nd.array([[1], [-1]])).asnumpy().round(4)
    array([0.6931, 2.1269], dtype=float32)
    """

    def __init__(self, weight=None, batch_axis=0, label_format="signed", **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._label_format = label_format
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format can only be signed or binary, received {label_format}.")

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        loss = operators(F).relu(pred) - pred * label + _softplus_of_minus_abs(F, pred)
        return self._finish(F, loss, sample_weight)


class TripletLoss(Loss):
    __doc__ = f"""Pulls `pred` towards `positive` and away from `negative`; called with these three arrays of one size.

    loss[i] = max(0, sum over j of (positive - pred)^2 - (negative - pred)^2, plus margin); gives shape (batch,).

    Parameters
    ----------
    margin : float, default 1
        By how much the squared distance to `negative` shall exceed the one to `positive`.
    {_WEIGHT_AND_AXIS}

    Examples
    --------
    >>> loss = gluon.loss.TripletLoss()
    >>> loss(nd.array([[0, 0]]), nd.array([[1, 1]]), nd.array([[1, 0]])).asnumpy()
    array([2.], dtype=float32)
    """

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, positive, negative, sample_weight=None):
        to_positive = operators(F).square(_reshape_like(F, positive, pred) - pred)
        to_negative = operators(F).square(_reshape_like(F, negative, pred) - pred)
        loss = operators(F).relu(operators(F).sum(to_positive - to_negative, axis=self._batch_axis, exclude=True) + self._margin)
        return _apply_weighting(F, loss, self._weight, sample_weight)


class PoissonNLLLoss(Loss):
    """Negative log likelihood of counts under Poisson distributions, averaged over everything.

    Called with `pred` and `target` of one size, and optionally `sample_weight` and `epsilon`; gives one number. With
    MXNet 2.0's interface it gives shape (batch,).

    The mean of exp(pred) - target * pred, without `from_logits` of pred - target * log(pred + epsilon).

    Parameters
    ----------
    weight : float, optional
        Factor on the loss.
    from_logits : bool, default True
        Whether `pred` holds logarithms of the rates.
    batch_axis : int, default 0
        The axis of samples.
    compute_full : bool, default False
        Add Stirling's approximation of log(target!) for targets above 1.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.PoissonNLLLoss(from_logits=False)
    >>> float(loss(nd.array([1, 1]), nd.array([2, 4])).asscalar())
    1.0
    """

    def __init__(self, weight=None, from_logits=True, batch_axis=0, compute_full=False, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._compute_full = compute_full

    def hybrid_forward(self, F, pred, target, sample_weight=None, epsilon=1e-08):
        target = _reshape_like(F, target, pred)
        if self._from_logits:
            loss = operators(F).exp(pred) - target * pred
        else:
            loss = pred - target * operators(F).log(pred + epsilon)
        if self._compute_full:
            stirling = target * operators(F).log(target) - target + 0.5 * operators(F).log(2 * target * math.pi)
            loss = loss + stirling * (target > 1)
        if is_v2():  # one number for each sample, as other losses give
            return self._finish(F, loss, sample_weight)
        return operators(F).mean(_apply_weighting(F, loss, self._weight, sample_weight))


class CosineEmbeddingLoss(Loss):
    __doc__ = f"""`1 - cos` of the angle between pairs labelled 1, `max(0, cos - margin)` for pairs labelled -1.

    Called with two arrays of shape (batch, n), labels of shape (batch,), and optionally `sample_weight`; gives shape
    (batch, 1), or with MXNet 2.0's interface (batch,).

    Parameters
    ----------
    {_WEIGHT_AND_AXIS}
    margin : float, default 0
        Cosine up to which pairs labelled -1 cost nothing.

    Examples
    --------
    >>> loss = gluon.loss.CosineEmbeddingLoss()
    >>> loss(nd.array([[1, 0], [1, 0]]), nd.array([[0, 1], [2, 0]]), nd.array([1, -1])).asnumpy()
    array([[1.],
           [1.]], dtype=float32)
    """

    def __init__(self, weight=None, batch_axis=0, margin=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, input1, input2, label, sample_weight=None):
        input1 = _reshape_like(F, input1, input2)
        label = label.reshape((-1, 1))
        cosine = self._cosine_similarity(F, input1, input2)
        alike = (1 - cosine) * (label == 1)
        zero = operators(F).array([0]) if F is ndarray else operators(F).zeros((1, 1))
        unlike = operators(F).broadcast_maximum(zero, (label == -1) * (cosine - self._margin))
        if is_v2():  # one number for each sample, as other losses give
            return self._finish(F, alike + unlike, sample_weight)
        return _apply_weighting(F, alike + unlike, self._weight, sample_weight)

    def _cosine_similarity(self, F, x, y, axis=-1):
        norms = operators(F).norm(x, axis=axis).reshape((-1, 1)) * operators(F).norm(y, axis=axis).reshape((-1, 1))
        product = operators(F).sum(x * y, axis=axis).reshape((-1, 1))
        smallest = operators(F).array([1e-12]) if F is ndarray else operators(F).full((1, 1), 1e-12)
        return product / operators(F).broadcast_maximum(norms, smallest)


class SDMLLoss(Loss):
    """Smoothed deep metric learning: each row of one batch shall be nearest to its own row of the other.

    Called with two arrays of shape (batch, n); gives shape (batch,). It reads shapes, so it cannot be hybridized.

    Parameters
    ----------
    smoothing_parameter : float, default 0.3
        Weight of the other rows in the labels.
    weight : float, default 1.0
        Kept for the signature; it does not change the loss.
    batch_axis : int, default 0
        The axis of samples.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> loss = gluon.loss.SDMLLoss()
    >>> loss(nd.array([[0, 0], [9, 9]]), nd.array([[0, 1], [9, 8]])).shape
    (2,)
    """

    def __init__(self, smoothing_parameter=0.3, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def _compute_distances(self, x1, x2):
        assert x1.shape == x2.shape, f"Both inputs must have one shape, but they have {x1.shape} and {x2.shape}"
        batch_size, dim = x1.shape
        rows = x1.reshape((batch_size, 1, dim)).broadcast_to([batch_size, batch_size, dim])
        columns = x2.reshape((1, batch_size, dim)).broadcast_to([batch_size, batch_size, dim])
        return ((rows - columns) ** 2).sum(axis=2)

    def _compute_labels(self, F, batch_size):
        own = operators(F).eye(batch_size)
        return own * (1 - self.smoothing_parameter) + (1 - own) * self.smoothing_parameter / (batch_size - 1)

    def hybrid_forward(self, F, x1, x2):
        labels = self._compute_labels(F, x1.shape[0])
        distances = self._compute_distances(x1, x2)
        return self.kl_loss(operators(F).log_softmax(-distances, axis=1), labels.as_in_ctx(distances.ctx))

"""What all networks share: the way in, the way out, and how parameters are counted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import symbol as sym
from ..base import MXNetError
from ..name import NameManager

if TYPE_CHECKING:
    from ..symbol.symbol import Symbol


PHASES = ("training", "inference")
DTYPES = ("float32", "float16", "bfloat16")
LAYOUTS = ("NCHW", "NHWC")


class Model:
    """A network for one phase. A class of its own gives `name`, `input_shape`, `num_classes` and `output`.

    Parameters
    ----------
    params : dict
        `model` : its id. `phase` : "training" (the default) or "inference". `dtype` : what it computes in, "float32" (default),
        "float16" or "bfloat16". `input_layout` : "NCHW" (the default) or "NHWC", of images as they arrive.
        `name`, `input_shape`, `num_classes` : in place of the class's own.

    Raises
    ------
    MXNetError
        A value is none of these, or there is no `name`, `input_shape` or `num_classes`.
    """

    #: a title
    name: str = ""
    #: shape of one sample, channels first
    input_shape: tuple = ()
    #: the number of classes of its last layer
    num_classes: int = 0
    #: shape of one sample's label
    label_shape: tuple = ()
    #: the smallest label that occurs in training
    first_label: int = 0

    def __init__(self, params) -> None:
        self.params = params
        self.id = params.get("model", type(self).__name__.lower())
        self.phase = self._one_of("phase", PHASES)
        self.dtype = self._one_of("dtype", DTYPES)
        self.input_layout = self._one_of("input_layout", LAYOUTS)
        for attribute in ("name", "input_shape", "num_classes"):
            value = params.get(attribute, getattr(self, attribute))
            if not value:
                raise MXNetError(f"model {self.id}: {type(self).__name__} has no `{attribute}`; set it there or in `params`")
            setattr(self, attribute, value)
        shape = self.input_shape
        self.input_shape = tuple(shape) if isinstance(shape, tuple | list) else (shape,)
        if self.input_layout == "NHWC" and len(self.input_shape) != 3:
            raise MXNetError(f"{self.id} takes no images, but samples of shape {self.input_shape}: leave out --input-layout NHWC")

    def _one_of(self, key, choices):
        value = self.params.get(key, choices[0])
        if value not in choices:
            raise MXNetError(f"model {self.id}: {key} must be one of {', '.join(choices)}, got {value!r}")
        return value

    @property
    def training(self) -> bool:
        """Whether this is the network that is trained: with dropout, and a loss at its end."""
        return self.phase == "training"

    @property
    def output(self):
        """The Symbol at the head: a loss in training, probabilities in inference. The class says it."""
        raise NotImplementedError(f"{type(self).__name__} has no `output`")

    @property
    def data_shape(self) -> tuple[int, ...]:
        """Shape of one sample as it arrives, in `input_layout`."""
        shape = self.input_shape
        return (*shape[1:], shape[0]) if self.input_layout == "NHWC" else shape

    def data(self) -> Symbol:
        """Return the variable `data`, brought to channels first and to the type that the network computes in."""
        v = sym.Variable("data")
        if self.dtype != "float32":
            v = sym.Cast(v, dtype=self.dtype, name="data_cast")
        if self.input_layout == "NHWC":
            v = sym.transpose(v, axes=(0, 3, 1, 2), name="data_channels_first")
        return v

    def conv(self, v, name, filters, kernel, stride=1, pad=0, **attrs) -> Symbol:
        """Return a two-dimensional convolution `name` of `v`; sizes are numbers or pairs."""
        return sym.Convolution(
            v, num_filter=filters, kernel=_pair(kernel), stride=_pair(stride), pad=_pair(pad), name=name, **attrs
        )

    def pool(self, v, name, pool_type, kernel, stride, pad=0, **attrs) -> Symbol:
        """Return a pooling layer `name` of `v`, `pool_type` being "max" or "avg"; sizes are numbers or pairs."""
        return sym.Pooling(v, pool_type=pool_type, kernel=_pair(kernel), stride=_pair(stride), pad=_pair(pad), name=name, **attrs)

    def relu(self, v, name) -> Symbol:
        """Return the positive part of `v`."""
        return sym.Activation(v, act_type="relu", name=name)

    def conv_relu(self, v, name, *sizes, **attrs) -> Symbol:
        """Return `conv` and `relu` after one another."""
        return self.relu(self.conv(v, name, *sizes, **attrs), name + "_relu")

    def conv_bn(self, v, name, *sizes, **attrs) -> Symbol:
        """Return a convolution without bias, and batch normalization."""
        v = self.conv(v, name, *sizes, **{"no_bias": True, **attrs})
        return sym.BatchNorm(v, fix_gamma=False, eps=1e-5, momentum=0.9, name=name + "_bn")

    def conv_bn_relu(self, v, name, *sizes, **attrs) -> Symbol:
        """Return a convolution without bias, batch normalization and `relu`."""
        return self.relu(self.conv_bn(v, name, *sizes, **attrs), name + "_relu")

    def norm(self, v, name) -> Symbol:
        """Return local response normalization over 5 channels, with AlexNet's constants."""
        return sym.LRN(v, alpha=1e-4, beta=0.75, knorm=2, nsize=5, name=name)

    def dense(self, v, name, hidden) -> Symbol:
        """Return a dense layer with `relu`."""
        return self.relu(sym.FullyConnected(v, num_hidden=hidden, name=name), name + "_relu")

    def dropout(self, v, name, p=0.5) -> Symbol:
        """Return `v` with dropout in training, and `v` itself in inference."""
        return sym.Dropout(v, p=p, name=name) if self.training else v

    def add_head_nodes(self, v) -> Symbol:
        """Return the last layers: a dense one of `num_classes`, and a softmax that carries the loss in training."""
        return self.classify(sym.FullyConnected(v, num_hidden=self.num_classes, name="classes"))

    def classify(self, scores) -> Symbol:
        """Return the softmax of `scores` (batch, num_classes) in float32, with the loss in training."""
        if self.dtype != "float32":
            scores = sym.Cast(scores, dtype="float32", name="classes_cast")
        if self.training:
            return sym.SoftmaxOutput(scores, sym.Variable("softmax_label"), name="softmax")
        return sym.softmax(scores, name="softmax")

    def symbol(self) -> Symbol:
        """Return `output`, with names that do not depend on what was built before."""
        with NameManager():
            return self.output

    def count(self) -> dict[str, int]:
        """Return the numbers of parameters as {"learned": n, "statistics": n, "published": n}.

        Statistics are the moving means and variances of batch normalization. Published counts hold both, and one number for each
        such layer: Caffe's files, from which they are taken, keep the weight of the moving average beside the statistics.
        """
        symbol = self.symbol()
        known_shapes = {"data": (1, *self.data_shape)}
        if self.training:
            known_shapes["softmax_label"] = (1, *self.label_shape)
        shapes, _, states = symbol.infer_shape(**known_shapes)
        learned = {n: s for n, s in zip(symbol.list_arguments(), shapes) if n not in ("data", "softmax_label")}
        sizes = sum(map(math.prod, learned.values())), sum(map(math.prod, states))
        layers = sum(name.endswith("_moving_mean") for name in symbol.list_auxiliary_states())
        return {"learned": sizes[0], "statistics": sizes[1], "published": sum(sizes) + layers}


def _pair(value):
    return tuple(value) if isinstance(value, tuple | list) else (value, value)

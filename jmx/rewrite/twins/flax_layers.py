"""Gluon's layers in Flax NNX: for each what it is there, and where its parameters go.

Images have their channels last in Flax. A layer of Gluon's becomes one or more items of a sequence: modules, and functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...gluon import nn, rnn
from .expressions import Call
from .settings import activation_of, counts, dilation_of, recurrent_settings, transposed_padding, windows_of, with_channels_second
from .target import Item, NoTwin

#: the changes of a weight from MXNet's layout to Flax's, as the generated source names them; a number behind the last one says
#: how often each element stands there
SAME, TRANSPOSED, KERNEL, REPEATED = "same", "transposed", "kernel", "repeated"


_LAYERS: dict[type, Callable[..., list[Item]]] = {}


def _twin(*classes):
    def register(function):
        for cls in classes:
            _LAYERS[cls] = function
        return function

    return register


def items_of(block: Any, shape: tuple[int, ...], tied: frozenset[int] = frozenset()) -> list[Item] | None:
    """The items of a layer that gets an array of this shape (channels second); None if it is no layer with a twin.

    `tied` has the ids of parameters that are tables of embeddings as well.

    Raises
    ------
    NoTwin
        It has one, but not with these settings.
    """
    if type(block) is nn.Dense and id(block.weight) in tied:
        return _dense(block, shape, "TiedLinear", {"embedding": ("weight", SAME)}, ("TiedLinear",))
    function = _LAYERS.get(type(block))
    return None if function is None else function(block, shape)


_ACTIVATIONS = {
    "relu": "nnx.relu",
    "sigmoid": "nnx.sigmoid",
    "tanh": "nnx.tanh",
    "softrelu": "nnx.softplus",
    "softsign": "nnx.soft_sign",
    "mish": "jax.nn.mish",
    "log_sigmoid": "nnx.log_sigmoid",
}
_FIRST, _LAST = Item("channels_first", helpers=("channels_first",)), Item("channels_last", helpers=("channels_last",))


def _activation(name) -> list[Item]:
    return [] if name is None else [Item(_ACTIVATIONS[name])]


def _around(items, shape):
    """Items that know nothing of channels, for images."""
    return [_FIRST, *items, _LAST] if len(shape) == 4 else items


@_twin(nn.Dense)
def _(block, shape):
    return _dense(block, shape, "nnx.Linear", {"kernel": ("weight", TRANSPOSED)})


def _dense(block, shape, name, weights, helpers=()):
    if block.bias is not None:
        weights = weights | {"bias": ("bias", SAME)}
    units, width = block.weight.shape
    linear = Item(Call(name, width, units, use_bias=None if block.bias is not None else False, rngs="rngs"), weights, helpers)
    items = [linear, *_activation(activation_of(block))]
    if block._flatten:
        return items if len(shape) == 2 else [Item("flatten", helpers=("flatten",)), *items]
    return _around(items, shape)


def _padding(pad):
    """The padding of a convolution: one number where all are alike, which Flax takes too."""
    return '"VALID"' if not any(pad) else pad[0] if len(set(pad)) == 1 else tuple((n, n) for n in pad)


def _convolution(block, shape, name, extra):
    k = with_channels_second(block)
    rank = len(k["kernel"])
    weights = {"kernel": ("weight", KERNEL)} | ({"bias": ("bias", SAME)} if block.bias is not None else {})
    strides = tuple(k["stride"])
    call = Call(
        name, shape[1], block._channels, tuple(k["kernel"]), strides=None if strides == (1,) * rank else strides, **extra,
        use_bias=None if block.bias is not None else False, rngs="rngs",
    )  # fmt: skip
    return _with_channels_last([Item(call, weights), *_activation(activation_of(block))], shape)


_FIRST_OF_ANY = Item("functools.partial(jnp.moveaxis, source=1, destination=-1)")
_LAST_OF_ANY = Item("functools.partial(jnp.moveaxis, source=-1, destination=1)")


def _with_channels_last(items, shape):
    """Items that want channels last; images have them so, sequences and volumes are turned."""
    return items if len(shape) in (2, 4) else [_FIRST_OF_ANY, *items, _LAST_OF_ANY]


@_twin(nn.Conv1D, nn.Conv2D, nn.Conv3D)
def _(block, shape):
    k = block._kwargs
    extra = {
        "padding": _padding(k["pad"]), "kernel_dilation": dilation_of(block),
        "feature_group_count": None if k["num_group"] == 1 else k["num_group"],
    }  # fmt: skip
    return _convolution(block, shape, "nnx.Conv", extra)


@_twin(nn.Conv1DTranspose, nn.Conv2DTranspose, nn.Conv3DTranspose)
def _(block, shape):
    extra = {"padding": transposed_padding(block), "kernel_dilation": dilation_of(block), "transpose_kernel": True}
    return _convolution(block, shape, "nnx.ConvTranspose", extra)


def _scale_and_shift(block, extra=()):
    """The weights of a normalization; what is fixed is left out unless it has another value than that which does nothing."""
    weights = dict(extra)
    if not block._kwargs.get("fix_gamma") and counts(block.gamma, 1):
        weights["scale"] = ("gamma", SAME)
    if counts(block.beta, 0):
        weights["bias"] = ("beta", SAME)
    uses = {"use_scale": None if "scale" in weights else False, "use_bias": None if "bias" in weights else False}
    return weights, uses


@_twin(nn.BatchNormReLU)
def _(block, shape):
    items = _batch_norm(block, shape)
    return [*items, Item("nnx.relu")]


@_twin(nn.BatchNorm)
def _batch_norm(block, shape):
    k = block._kwargs
    if k["axis"] != 1:
        raise NoTwin(f"axis {k['axis']}")
    weights, uses = _scale_and_shift(block, {"mean": ("running_mean", SAME), "var": ("running_var", SAME)})
    call = Call(
        "nnx.BatchNorm", shape[1], momentum=k["momentum"], epsilon=k["eps"], **uses,
        use_running_average=True if k["use_global_stats"] else None, rngs="rngs",
    )  # fmt: skip
    return _with_channels_last([Item(call, weights)], shape)


@_twin(nn.LayerNorm)
def _(block, shape):
    if block._axis % len(shape) != len(shape) - 1:
        raise NoTwin(f"axis {block._axis}")
    weights, uses = _scale_and_shift(block)
    call = Call("nnx.LayerNorm", shape[-1], epsilon=block._epsilon, **uses, rngs="rngs")
    return _around([Item(call, weights)], shape)


@_twin(nn.GroupNorm)
def _(block, shape):
    groups, size = block._num_groups, shape[1] // block._num_groups
    weights, uses = _scale_and_shift(block)
    # MXNet has one factor for a group, Flax one for a channel
    weights = {name: (parameter, f"{REPEATED} {size}") for name, (parameter, _) in weights.items()}
    call = Call("nnx.GroupNorm", shape[1], groups, epsilon=block._epsilon, **uses, rngs="rngs")
    return _with_channels_last([Item(call, weights)], shape)


@_twin(nn.InstanceNorm)
def _(block, shape):
    if block._axis != 1:
        raise NoTwin(f"axis {block._axis}")
    weights, uses = _scale_and_shift(block)
    call = Call("nnx.GroupNorm", shape[1], None, group_size=1, epsilon=block._epsilon, **uses, rngs="rngs")
    return _with_channels_last([Item(call, weights)], shape)


@_twin(nn.PReLU)
def _(block, shape):
    (channels,) = block.alpha.shape
    items = [Item(Call("PReLU", channels, rngs="rngs"), {"alpha": ("alpha", SAME)}, ("PReLU",))]
    return items if channels == 1 else _with_channels_last(items, shape)


@_twin(rnn.RNN, rnn.LSTM, rnn.GRU)
def _(block, shape):
    call = Call("Recurrent", block._mode, shape[2], block._hidden_size, **recurrent_settings(block), rngs="rngs")
    weights = {name: (name, SAME) for name in block._reg_params}
    return [Item(call, weights, (block._mode, "Recurrent"))]


@_twin(nn.Embedding)
def _(block, shape):
    size, width = block.weight.shape
    embed = Item(Call("nnx.Embed", size, width, rngs="rngs"), {"embedding": ("weight", SAME)})
    return [Item("as_indices", helpers=("as_indices",)), embed]


@_twin(nn.Dropout)
def _(block, shape):
    if not block._rate:
        return []
    axes = tuple(block._axes) or None
    if axes and len(shape) == 4:
        axes = tuple((0, 3, 1, 2)[axis] for axis in axes)
    return [Item(Call("nnx.Dropout", block._rate, broadcast_dims=axes, rngs="rngs"))]


@_twin(nn.Activation)
def _(block, shape):
    return _activation(block._act_type)


def _partial(name, **settings):
    return [Item(Call("functools.partial", name, **settings))]


@_twin(nn.LeakyReLU)
def _(block, shape):
    return _partial("nnx.leaky_relu", negative_slope=block._alpha)


@_twin(nn.ELU)
def _(block, shape):
    return _partial("nnx.elu", alpha=block._alpha)


@_twin(nn.SELU)
def _(block, shape):
    return [Item("nnx.selu")]


@_twin(nn.GELU)
def _(block, shape):
    return _partial("nnx.gelu", approximate=False)


@_twin(nn.Swish)
def _(block, shape):
    if block._beta != 1:
        raise NoTwin(f"beta {block._beta}")
    return [Item("nnx.silu")]


@_twin(nn.Flatten)
def _(block, shape):
    return [] if len(shape) == 2 else [Item("flatten", helpers=("flatten",))]


@_twin(nn.MaxPool1D, nn.MaxPool2D, nn.MaxPool3D, nn.AvgPool1D, nn.AvgPool2D, nn.AvgPool3D)
def _(block, shape):
    windows = windows_of(block, shape)
    settings = {"window_shape": windows.shape, "strides": windows.strides, "padding": windows.padding}
    if windows.largest:
        return _with_channels_last(_partial("nnx.max_pool", **settings), shape)
    items = _partial("nnx.avg_pool", **settings, count_include_pad=None if windows.counted else False)
    return _with_channels_last(items, shape)


def _places(shape):
    """The axes of the places of images, sequences or volumes as they are in the written network."""
    return (1, 2) if len(shape) == 4 else tuple(range(2, len(shape)))


@_twin(nn.GlobalAvgPool1D, nn.GlobalAvgPool2D, nn.GlobalAvgPool3D)
def _(block, shape):
    return _partial("jnp.mean", axis=_places(shape), keepdims=True)


@_twin(nn.GlobalMaxPool1D, nn.GlobalMaxPool2D, nn.GlobalMaxPool3D)
def _(block, shape):
    return _partial("jnp.max", axis=_places(shape), keepdims=True)

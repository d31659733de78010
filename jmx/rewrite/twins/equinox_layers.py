"""Gluon's layers in Equinox: for each what it is there, and where its parameters go.

Channels are the second axis, as in MXNet. Equinox's own layers take one sample; `Batched` of the written file gives them batches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...gluon import nn, rnn
from .expressions import Call
from .settings import activation_of, counts, dilation_of, recurrent_settings, transposed_padding, windows_of, with_channels_second
from .target import Item, NoTwin

SAME, SPREAD, FLIPPED, REPEATED = "same", "spread", "flipped", "repeated"
_KEY = "next(keys)"
_ACTIVATIONS = {
    "relu": "jax.nn.relu",
    "sigmoid": "jax.nn.sigmoid",
    "tanh": "jnp.tanh",
    "softrelu": "jax.nn.softplus",
    "softsign": "jax.nn.soft_sign",
    "mish": "jax.nn.mish",
    "log_sigmoid": "jax.nn.log_sigmoid",
}
_LAYERS: dict[type, Callable[..., list[Item]]] = {}


def _twin(*classes):
    def register(function):
        for cls in classes:
            _LAYERS[cls] = function
        return function

    return register


def items_of(block: Any, shape: tuple[int, ...], tied: frozenset[int] = frozenset()) -> list[Item] | None:
    """The items of a layer that gets an array of this shape; None if it is no layer with a twin.

    Raises
    ------
    NoTwin
        It has one, but not with these settings.
    """
    function = _LAYERS.get(type(block))
    return None if function is None else function(block, shape)


def _function(function, helpers=(), **settings) -> Item:
    """A function as a layer, with arguments that are fixed."""
    made = Call("functools.partial", function, **settings) if settings else function
    return Item(Call("eqx.nn.Lambda", made), helpers=helpers)


def _batched(layer, weights, axes=1) -> Item:
    """A layer of Equinox's for arrays with so many axes of samples."""
    inside = {f"layer.{attribute}": one for attribute, one in weights.items()}
    return Item(Call("Batched", layer, axes=None if axes == 1 else axes), inside, ("Batched",))


def _activation(name) -> list[Item]:
    return [] if name is None else [_function(_ACTIVATIONS[name])]


_FLATTEN = _function("flatten", ("flatten",))


@_twin(nn.Dense)
def _(block, shape):
    units, width = block.weight.shape
    weights = {"weight": ("weight", SAME)} | ({"bias": ("bias", SAME)} if block.bias is not None else {})
    call = Call("eqx.nn.Linear", width, units, use_bias=None if block.bias is not None else False, key=_KEY)
    axes = 1 if block._flatten else len(shape) - 1
    items = [_batched(call, weights, axes), *_activation(activation_of(block))]
    return [_FLATTEN, *items] if block._flatten and len(shape) > 2 else items


def _convolution(block, shape, name, padding, change, **more):
    k = with_channels_second(block)
    rank, strides = len(k["kernel"]), tuple(k["stride"])
    weights = {"weight": ("weight", change)}
    if block.bias is not None:
        weights["bias"] = ("bias", f"{SPREAD} {rank}")
    call = Call(
        f"eqx.nn.{name}{rank}d", shape[1], block._channels, tuple(k["kernel"]), stride=None if set(strides) == {1} else strides,
        padding=padding, dilation=dilation_of(block), **more, use_bias=None if block.bias is not None else False, key=_KEY,
    )  # fmt: skip
    return [_batched(call, weights), *_activation(activation_of(block))]


@_twin(nn.Conv1D, nn.Conv2D, nn.Conv3D)
def _(block, shape):
    k = block._kwargs
    padding = tuple((n, n) for n in k["pad"]) if len(set(k["pad"])) > 1 else k["pad"][0] or None
    return _convolution(block, shape, "Conv", padding, SAME, groups=None if k["num_group"] == 1 else k["num_group"])


@_twin(nn.Conv1DTranspose, nn.Conv2DTranspose, nn.Conv3DTranspose)
def _(block, shape):
    transposed_padding(block)  # groups have no twin
    k = block._kwargs
    # output_padding is MXNet's adj; Equinox adds it to the far side, as MXNet does
    added = tuple(k["adj"]) if any(k["adj"]) else None
    padding = tuple((n, n) for n in k["pad"]) if any(k["pad"]) else None
    return _convolution(block, shape, "ConvTranspose", padding, FLIPPED, output_padding=added)


def _scale_and_shift(block, scale_and_shift=("weight", "bias")):
    """The weights of a normalization; what is fixed is left out unless it has another value than that which does nothing."""
    weights = {}
    if not block._kwargs.get("fix_gamma") and counts(block.gamma, 1):
        weights["weight"] = ("gamma", SAME)
    if counts(block.beta, 0):
        weights["bias"] = ("beta", SAME)
    return weights, {f"use_{name}": None if name in weights else False for name in scale_and_shift}


@_twin(nn.BatchNorm)
def _batch_norm(block, shape):
    k = block._kwargs
    if k["axis"] != 1:
        raise NoTwin(f"axis {k['axis']}")
    weights, uses = _scale_and_shift(block)
    weights |= {"mean": ("running_mean", SAME), "var": ("running_var", SAME)}
    always = True if k["use_global_stats"] else None
    call = Call("BatchNorm", shape[1], momentum=k["momentum"], epsilon=k["eps"], **uses, always_moving=always)
    return [Item(call, weights, ("BatchNorm",), stateful=True)]


@_twin(nn.BatchNormReLU)
def _(block, shape):
    return [*_batch_norm(block, shape), *_activation("relu")]


@_twin(nn.LayerNorm)
def _(block, shape):
    if block._axis % len(shape) != len(shape) - 1:
        raise NoTwin(f"axis {block._axis}")
    weights, uses = _scale_and_shift(block)
    return [_batched(Call("eqx.nn.LayerNorm", shape[-1], eps=block._epsilon, **uses), weights, len(shape) - 1)]


def _grouped(block, shape, groups, change):
    weights, _ = _scale_and_shift(block)
    if len(weights) == 1:
        raise NoTwin("a factor or a summand alone")
    weights = {name: (parameter, change) for name, (parameter, _) in weights.items()}
    affine = None if weights else False
    return [_batched(Call("eqx.nn.GroupNorm", groups, shape[1], eps=block._epsilon, channelwise_affine=affine), weights)]


@_twin(nn.GroupNorm)
def _(block, shape):
    # MXNet has one factor for a group, Equinox one for a channel
    return _grouped(block, shape, block._num_groups, f"{REPEATED} {shape[1] // block._num_groups}")


@_twin(nn.InstanceNorm)
def _(block, shape):
    if block._axis != 1:
        raise NoTwin(f"axis {block._axis}")
    return _grouped(block, shape, shape[1], SAME)


@_twin(nn.PReLU)
def _(block, shape):
    return [Item(Call("PReLU", *block.alpha.shape), {"alpha": ("alpha", SAME)}, ("PReLU",))]


@_twin(rnn.RNN, rnn.LSTM, rnn.GRU)
def _(block, shape):
    settings = recurrent_settings(block)
    call = Call("Recurrent", block._mode, shape[2], block._hidden_size, **settings, key=_KEY)
    weights = {f"weights.{name}": (name, SAME) for name in block._reg_params}
    return [Item(call, weights, (block._mode, "Recurrent"), random=bool(block._dropout and block._num_layers > 1))]


@_twin(nn.Embedding)
def _(block, shape):
    size, width = block.weight.shape
    embed = Call("eqx.nn.Embedding", size, width, key=_KEY)
    return [_function("as_indices", ("as_indices",)), _batched(embed, {"weight": ("weight", SAME)}, len(shape))]


@_twin(nn.Dropout)
def _(block, shape):
    if block._axes:
        raise NoTwin("axes")
    return [Item(Call("eqx.nn.Dropout", block._rate), random=True)] if block._rate else []


@_twin(nn.Activation)
def _(block, shape):
    return _activation(block._act_type)


@_twin(nn.LeakyReLU)
def _(block, shape):
    return [_function("jax.nn.leaky_relu", negative_slope=block._alpha)]


@_twin(nn.ELU)
def _(block, shape):
    return [_function("jax.nn.elu", alpha=block._alpha)]


@_twin(nn.SELU)
def _(block, shape):
    return [_function("jax.nn.selu")]


@_twin(nn.GELU)
def _(block, shape):
    return [_function("jax.nn.gelu", approximate=False)]


@_twin(nn.Swish)
def _(block, shape):
    if block._beta != 1:
        raise NoTwin(f"beta {block._beta}")
    return [_function("jax.nn.silu")]


@_twin(nn.Flatten)
def _(block, shape):
    return [] if len(shape) == 2 else [_FLATTEN]


@_twin(nn.MaxPool1D, nn.MaxPool2D, nn.MaxPool3D, nn.AvgPool1D, nn.AvgPool2D, nn.AvgPool3D)
def _(block, shape):
    windows = windows_of(block, shape)
    settings = {"window_shape": windows.shape, "strides": windows.strides, "padding": windows.padding}
    if windows.largest:
        return [_function("max_pool", ("max_pool",), **settings)]
    return [_function("avg_pool", ("avg_pool",), **settings, count_include_pad=None if windows.counted else False)]


def _over_places(function, shape):
    return [_function(function, axis=tuple(range(2, len(shape))), keepdims=True)]


@_twin(nn.GlobalAvgPool1D, nn.GlobalAvgPool2D, nn.GlobalAvgPool3D)
def _(block, shape):
    return _over_places("jnp.mean", shape)


@_twin(nn.GlobalMaxPool1D, nn.GlobalMaxPool2D, nn.GlobalMaxPool3D)
def _(block, shape):
    return _over_places("jnp.max", shape)

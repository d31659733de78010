"""Settings of Gluon's layers, as their twins in other libraries need them."""

from __future__ import annotations

from typing import Any, NamedTuple

from .target import NoTwin


def with_channels_second(block: Any) -> dict:
    """The settings of a convolution or pooling whose channels are the second axis.

    Raises
    ------
    NoTwin
        They are another one.
    """
    settings = block._kwargs
    if settings["layout"] not in ("NCW", "NCHW", "NCDHW"):
        raise NoTwin(f"layout {settings['layout']}")
    return settings


def counts(param: Any, nothing: float) -> bool:
    """Whether a factor or summand of a normalization does anything: it is trained, or has another value than `nothing`."""
    return param.grad_req != "null" or bool((param.data().asnumpy() != nothing).any())


class Windows(NamedTuple):
    """The windows of a pooling; `counted` says whether a mean counts what is beyond the image."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...] | None
    largest: bool
    counted: bool


def windows_of(block: Any, shape: tuple[int, ...]) -> Windows:
    """The windows of a pooling for an array of this shape."""
    k = with_channels_second(block)
    kernel, strides, padding, exact = tuple(k["kernel"]), tuple(k["stride"]), [], True
    for size, n, step, pad in zip(shape[2:], kernel, strides, k["pad"]):
        rest = (size + 2 * pad - n) % step
        added = step - rest if rest and k["pooling_convention"] == "full" else 0
        exact &= not added
        padding.append((pad, pad + added))
    largest, counted = k["pool_type"] == "max", k.get("count_include_pad") is not False
    if not largest and counted and not exact:
        raise NoTwin("ceil_mode with windows that reach beyond the image")
    return Windows(kernel, strides, tuple(padding) if any(map(any, padding)) else None, largest, counted)


def transposed_padding(block: Any) -> tuple[tuple[int, int], ...]:
    """The padding of a transposed convolution."""
    k = block._kwargs
    if k["num_group"] != 1:
        raise NoTwin(f"{k['num_group']} groups")
    reach = [d * (n - 1) for n, d in zip(k["kernel"], k["dilate"])]
    return tuple((r - p, r - p + a) for r, p, a in zip(reach, k["pad"], k["adj"]))


def dilation_of(block: Any) -> tuple[int, ...] | None:
    """The distances of a convolution's weights; None where they lie side by side."""
    dilate = tuple(block._kwargs["dilate"])
    return None if set(dilate) == {1} else dilate


def recurrent_settings(block: Any) -> dict:
    """The settings of recurrent layers that are not the defaults of `Recurrent` in a written file."""
    bounds = (block._lstm_state_clip_min, block._lstm_state_clip_max)
    for given, what in (
        (block._projection_size, "a projection"),
        (block._use_sequence_length, "use_sequence_length"),
        (bounds != (None, None), "bounds of the state"),
        ("rnn_param" in block._reg_params, "one vector of parameters"),
    ):
        if given:
            raise NoTwin(what)
    return {
        "layers": None if block._num_layers == 1 else block._num_layers, "bidirectional": True if block._dir == 2 else None,
        "batch_first": True if block._layout == "NTC" else None, "dropout": block._dropout or None,
    }  # fmt: skip


def activation_of(block: Any) -> str | None:
    """The name of the activation behind a layer."""
    return None if block.act is None else block.act._act_type

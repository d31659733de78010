"""Convolution layers; pooling layers are exported from here too, as MXNet has them in one module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ...base import MXNetError
from ...util import is_np_array
from .._typed import Layer
from ..block import HybridBlock  # noqa: F401
from .activations import Activation
from .pool_layers import *  # noqa: F403
from .pool_layers import __all__ as _pool_layers
from .pool_layers import _each_axis, _Pooling  # noqa: F401

if TYPE_CHECKING:
    from ..._typing import BlockKeywords, Float, Int
    from ..parameter_dict import ParameterDict

__all__ = ["Conv1D", "Conv2D", "Conv3D", "Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose", *_pool_layers]


def _weight_shape(transposed: Any, kernel: Any, channels: Any, in_channels: Any, groups: Any, layout: Any) -> Any:
    """Shape of a convolution's weight; 0 input channels stay unknown."""
    if channels % groups or in_channels % groups:
        raise MXNetError(
            f"A convolution with {groups} groups needs numbers of input and output channels that {groups} divides, "
            f"but they are {in_channels or 'not known yet'} and {channels}."
        )
    unknown = -1 if is_np_array() else 0
    first, second = (in_channels or unknown, channels // groups) if transposed else (channels, in_channels // groups or unknown)
    kernel = tuple(kernel)
    return (first, second, *kernel) if layout.startswith("NC") else (first, *kernel, second)


def _describe(block: Any, mapping: Any, settings: Any) -> str:
    """The text of a convolution, which leaves out settings that have their usual values."""
    dims = len(settings["kernel"])
    parts = [mapping, f"kernel_size={settings['kernel']}", f"stride={settings['stride']}"]
    usual = {"padding": ("pad", (0,) * dims), "dilation": ("dilate", (1,) * dims), "groups": ("num_group", 1)}
    parts += [f"{name}={settings[key]}" for name, (key, value) in usual.items() if settings[key] != value]
    if settings["no_bias"]:
        parts.append("bias=False")
    if block.act:
        parts.append(str(block.act))
    return f"{type(block).__name__}({', '.join(parts)})"


class _Conv(Layer):
    def __init__(
        self,
        channels: Any,
        kernel_size: Any,
        strides: Any,
        padding: Any,
        dilation: Any,
        groups: Any,
        layout: Any,
        in_channels: Float = 0,
        activation: Any = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: str = "zeros",
        op_name: str = "Convolution",
        adj: Any = None,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        with self.name_scope():
            self._channels = channels
            self._in_channels = in_channels
            dims = len(kernel_size)
            if is_np_array():  # whatever name the caller gives
                op_name = "convolution" if adj is None else "deconvolution"
            self._op_name = op_name
            self._kwargs = {
                "kernel": kernel_size,
                "stride": _each_axis(strides, dims),
                "dilate": _each_axis(dilation, dims),
                "pad": _each_axis(padding, dims),
                "num_filter": channels,
                "num_group": groups,
                "no_bias": not use_bias,
                "layout": layout,
            }
            for name in ("stride", "dilate", "pad"):
                if len(self._kwargs[name]) != dims:
                    raise MXNetError(
                        f"{name} must have as many entries as kernel_size, but kernel_size is {kernel_size} and "
                        f"{name} is {self._kwargs[name]}"
                    )
            if adj is not None:
                self._kwargs["adj"] = adj
            shape = _weight_shape(adj is not None, kernel_size, channels, in_channels, groups, layout)
            self.weight = self._params.get("weight", shape=shape, init=weight_initializer, allow_deferred_init=True)
            self.bias = None
            if use_bias:
                self.bias = self._params.get("bias", shape=(channels,), init=bias_initializer, allow_deferred_init=True)
            self.act = None if activation is None else Activation(activation, prefix=activation + "_")

    def hybrid_forward(self, F, x, weight, bias=None):
        # A layer that was made with NumPy semantics on may run without, and the other way round.
        name = self._op_name
        if is_np_array():
            convolve = getattr(F.npx, name.lower() if name in ("Convolution", "Deconvolution") else name)
        else:
            convolve = getattr(F, name.capitalize() if name in ("convolution", "deconvolution") else name)
        inputs = (x, weight) if bias is None else (x, weight, bias)
        out = convolve(*inputs, name="fwd", **self._kwargs)
        return out if self.act is None else self.act(out)

    def _alias(self) -> str:
        return "conv"

    def __repr__(self) -> str:
        first, second = self.weight.shape[:2]
        return _describe(self, f"{second or None} -> {first}", self._kwargs)


_LAYOUTS = {1: ("NCW",), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}
_AXES = {1: "width", 2: "height, width", 3: "depth, height, width"}
_DOC = """{text}

    With layout '{layout}', input of shape (N, in_channels, {axes}) gives (N, channels, {axes}).
    {size}

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size : int or tuple of {dims} int
        Size of the window.
    {sizes} : int or tuple of {dims} int
        Step of the window, {meaning}, distance of its entries; {usual} by default.
    groups : int, default 1
        Channels are split into so many groups, which are convolved apart from each other.
    layout : {{{layouts}}}, default '{layout}'
        Order of the input's axes.
    activation : str, optional
        Applied to the result, as for :class:`Activation`.
    use_bias : bool, default True
        Add a bias to every channel.
    weight_initializer, bias_initializer : Initializer or str, defaults None and 'zeros'
        Initial values of the weight and the bias. With None the initializer of `initialize` is used.
    in_channels : int, default 0
        Number of input channels; 0 leaves it to the first forward pass.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    AssertionError
        Another layout, or a size with the wrong number of entries.
    MXNetError
        `groups` does not divide the numbers of channels, or the input has another number of channels than `in_channels`.

    Examples
    --------
    {example}
    """

_EXAMPLE = """>>> layer = gluon.nn.Conv{dims}D(16, kernel_size=3, padding=1, in_channels=2)
    >>> layer.weight.shape
    {weight}
    >>> layer.initialize()
    >>> layer(nd.zeros({input})).shape
    {output}"""

_EXAMPLE_TRANSPOSED = """>>> layer = gluon.nn.Conv{dims}DTranspose(16, kernel_size=4, strides=2, padding=1, in_channels=2)
    >>> layer.weight.shape
    {weight}
    >>> layer.initialize()
    >>> layer(nd.zeros({input})).shape
    {output}"""


def _document(dims, transposed=False):
    text = f"A {dims}-D convolution: the weighted sum of every window of the input."
    size = "An axis of size s becomes floor((s + 2 padding - dilation (kernel_size - 1) - 1) / strides) + 1."
    sizes, meaning, usual = "strides, padding, dilation", "zeros put on both sides", "1, 0, 1"
    example, kernel, grown = _EXAMPLE, 3, 8
    if transposed:
        text = f"A transposed {dims}-D convolution: maps back, shape for shape, what a convolution maps."
        size = "An axis of size s becomes strides (s - 1) + dilation (kernel_size - 1) + 1 - 2 padding + output_padding."
        sizes, meaning, usual = (
            "strides, padding, output_padding, dilation",
            "cut from both sides, added on one side",
            "1, 0, 0, 1",
        )
        example, kernel, grown = _EXAMPLE_TRANSPOSED, 4, 16
    channels = (2, 16) if transposed else (16, 2)
    example = example.format(
        dims=dims, weight=channels + (kernel,) * dims, input=(1, 2) + (8,) * dims, output=(1, 16) + (grown,) * dims
    )
    layouts = ", ".join(map(repr, _LAYOUTS[dims]))
    return _DOC.format(
        text=text, dims=dims, size=size, sizes=sizes, meaning=meaning, usual=usual, layouts=layouts, layout=_LAYOUTS[dims][0],
        axes=_AXES[dims], example=example,
    )  # fmt: skip


def _checked(dims, layout, **sizes):
    """The sizes, numbers repeated for every axis; anything else must have `dims` entries."""
    supported = _LAYOUTS[dims]
    assert layout in supported, f"Only supports {' and '.join(map(repr, supported))} layout for now, but got {layout!r}"
    for name, size in sizes.items():
        size = _each_axis(size, dims)
        assert len(size) == dims, f"{name} must be a number or a list of {dims} ints, but got {size}"
        yield size


class Conv1D(_Conv):
    __doc__ = _document(1)

    def __init__(
        self,
        channels: Int,
        kernel_size: Int | Sequence[Int],
        strides: Int | Sequence[Int] = 1,
        padding: Int | Sequence[Int] = 0,
        dilation: Int | Sequence[Int] = 1,
        groups: Int = 1,
        layout: Literal["NCW"] | str = "NCW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        (kernel_size,) = _checked(1, layout, kernel_size=kernel_size)
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias,
            weight_initializer, bias_initializer, **kwargs,
        )  # fmt: skip


class Conv2D(_Conv):
    __doc__ = _document(2)

    def __init__(
        self,
        channels: Int,
        kernel_size: Int | Sequence[Int],
        strides: Int | Sequence[Int] = (1, 1),
        padding: Int | Sequence[Int] = (0, 0),
        dilation: Int | Sequence[Int] = (1, 1),
        groups: Int = 1,
        layout: Literal["NCHW", "NHWC"] | str = "NCHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        (kernel_size,) = _checked(2, layout, kernel_size=kernel_size)
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias,
            weight_initializer, bias_initializer, **kwargs,
        )  # fmt: skip


class Conv3D(_Conv):
    __doc__ = _document(3)

    def __init__(
        self,
        channels: Int,
        kernel_size: Int | Sequence[Int],
        strides: Int | Sequence[Int] = (1, 1, 1),
        padding: Int | Sequence[Int] = (0, 0, 0),
        dilation: Int | Sequence[Int] = (1, 1, 1),
        groups: Int = 1,
        layout: Literal["NCDHW", "NDHWC"] | str = "NCDHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        (kernel_size,) = _checked(3, layout, kernel_size=kernel_size)
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias,
            weight_initializer, bias_initializer, **kwargs,
        )  # fmt: skip


class Conv1DTranspose(_Conv):
    __doc__ = _document(1, transposed=True)

    def __init__(
        self,
        channels: Int,
        kernel_size: Int | Sequence[Int],
        strides: Int | Sequence[Int] = 1,
        padding: Int | Sequence[Int] = 0,
        output_padding: Int | Sequence[Int] = 0,
        dilation: Int | Sequence[Int] = 1,
        groups: Int = 1,
        layout: Literal["NCW"] | str = "NCW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        kernel_size, output_padding = _checked(1, layout, kernel_size=kernel_size, output_padding=output_padding)
        op_name: Any = kwargs.pop("op_name", "Deconvolution")
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias,
            weight_initializer, bias_initializer, op_name, output_padding, **kwargs,
        )  # fmt: skip
        self.outpad = output_padding


class Conv2DTranspose(_Conv):
    __doc__ = _document(2, transposed=True)

    def __init__(
        self,
        channels: Int,
        kernel_size: Int | Sequence[Int],
        strides: Int | Sequence[Int] = (1, 1),
        padding: Int | Sequence[Int] = (0, 0),
        output_padding: Int | Sequence[Int] = (0, 0),
        dilation: Int | Sequence[Int] = (1, 1),
        groups: Int = 1,
        layout: Literal["NCHW", "NHWC"] | str = "NCHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        kernel_size, output_padding = _checked(2, layout, kernel_size=kernel_size, output_padding=output_padding)
        op_name: Any = kwargs.pop("op_name", "Deconvolution")
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias,
            weight_initializer, bias_initializer, op_name, output_padding, **kwargs,
        )  # fmt: skip
        self.outpad = output_padding


class Conv3DTranspose(_Conv):
    __doc__ = _document(3, transposed=True)

    def __init__(
        self,
        channels: Int,
        kernel_size: Int | Sequence[Int],
        strides: Int | Sequence[Int] = (1, 1, 1),
        padding: Int | Sequence[Int] = (0, 0, 0),
        output_padding: Int | Sequence[Int] = (0, 0, 0),
        dilation: Int | Sequence[Int] = (1, 1, 1),
        groups: Int = 1,
        layout: Literal["NCDHW", "NDHWC"] | str = "NCDHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        kernel_size, output_padding = _checked(3, layout, kernel_size=kernel_size, output_padding=output_padding)
        op_name: Any = kwargs.pop("op_name", "Deconvolution")
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias,
            weight_initializer, bias_initializer, op_name, output_padding, **kwargs,
        )  # fmt: skip
        self.outpad = output_padding

"""Deformable convolutions: a convolution of the input says by how much another one moves the places it looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ...base import MXNetError, numeric_types
from ...util import is_np_array
from .._legacy_operators import operators
from .._typed import Layer
from .activations import Activation
from .conv_layers import _describe, _weight_shape

if TYPE_CHECKING:
    from ..._typing import Float, Int
    from ..parameter_dict import ParameterDict

__all__ = ["DeformableConvolution", "ModulatedDeformableConvolution"]


class _Deformable(Layer):
    """The settings and parameters that both kinds have.

    `per_tap` is how many numbers the convolution of offsets gives for each tap of the kernel.
    """

    _operators = staticmethod(operators)

    def __init__(
        self,
        channels: Any,
        kernel_size: Any,
        strides: Any,
        padding: Any,
        dilation: Any,
        groups: Any,
        num_deformable_group: Any,
        layout: Any,
        use_bias: Any,
        in_channels: Any,
        offset_use_bias: Any,
        op_name: Any,
        adj: Any,
        prefix: str | None,
        params: ParameterDict | None,
        per_tap: Any,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        assert layout in ("NCHW", "NHWC"), f"Only supports 'NCHW' and 'NHWC' layout for now, but got {layout!r}"
        if adj:
            raise MXNetError(f"{type(self).__name__}: only transposed convolutions have an output padding, but adj={adj}")
        kernel, stride, pad, dilate = (
            (size,) * 2 if isinstance(size, numeric_types) else size for size in (kernel_size, strides, padding, dilation)
        )
        self._channels = channels
        self._in_channels = in_channels
        self._op_name = op_name
        taps = kernel[0] * kernel[1] * num_deformable_group
        shared = {"kernel": kernel, "stride": stride, "dilate": dilate, "pad": pad, "num_group": groups, "layout": layout}
        self._kwargs_offset = {**shared, "num_filter": per_tap * taps, "no_bias": not offset_use_bias}
        self._kwargs_deformable_conv = {
            **shared,
            "num_filter": channels,
            "num_deformable_group": num_deformable_group,
            "no_bias": not use_bias,
        }

    def _weight_and_bias(self, name, settings, shape, weight_initializer, bias_initializer):
        """The parameters of one of the convolutions; None for a bias that is switched off."""
        weight = self._params.get(f"{name}_weight", shape=shape, init=weight_initializer, allow_deferred_init=True)
        if settings["no_bias"]:
            return weight, None
        channels = settings["num_filter"]
        return weight, self._params.get(f"{name}_bias", shape=(channels,), init=bias_initializer, allow_deferred_init=True)

    def _add_offset(self, *initializers) -> None:
        a = self._kwargs_offset
        shape = _weight_shape(False, a["kernel"], a["num_filter"], self._in_channels, a["num_group"], a["layout"])
        self.offset_weight, self.offset_bias = self._weight_and_bias("offset", a, shape, *initializers)

    def _add_convolution(self, *initializers) -> None:
        a = self._kwargs_deformable_conv
        # The number of input channels is always left to the first forward pass, even if it is known. A list, because
        # that is what MXNet's symbol files show.
        shape = [self._channels, -1 if is_np_array() else 0, *a["kernel"]]
        parameters = self._weight_and_bias("deformable_conv", a, shape, *initializers)
        self.deformable_conv_weight, self.deformable_conv_bias = parameters

    def _add_activation(self, activation) -> None:
        self.act = Activation(activation, prefix=activation + "_") if activation else None

    def _offset(self, F, x, weight, bias):
        inputs = (x, weight) if bias is None else (x, weight, bias)
        return F.Convolution(*inputs, cudnn_off=True, **self._kwargs_offset)

    def _finish(self, convolve: Any, bias: Any, **inputs: Any) -> Any:
        if bias is not None:
            inputs["bias"] = bias
        out = convolve(name="fwd", **inputs, **self._kwargs_deformable_conv)
        return self.act(out) if self.act else out


class DeformableConvolution(_Deformable):
    """A 2-D convolution whose places are moved by learned offsets (Dai et al., 2017).

    Input (batch, in_channels, height, width) gives (batch, channels, rows, columns), with the size of Conv2D's output.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size, strides, padding, dilation : int or tuple of 2 int
        As for Conv2D, for the convolution and for the one that computes the offsets.
    groups : int, default 1
        Groups of channels that are convolved apart.
    num_deformable_group : int, default 1
        Groups of input channels that have offsets of their own.
    layout : {'NCHW', 'NHWC'}, default 'NCHW'
        Order of the axes; the operator itself knows only 'NCHW'.
    use_bias, offset_use_bias : bool, default True
        Whether the convolution, and that of the offsets, have biases.
    in_channels : int, default 0
        Number of input channels; 0 leaves it to the first forward pass.
    activation : str, optional
        An activation behind it.
    weight_initializer, bias_initializer, offset_weight_initializer, offset_bias_initializer
        Initial values. The offsets begin with 0, so that the layer begins as a plain convolution.
    op_name, adj
        As in MXNet; they change nothing, but `adj` must not be set.
    prefix, params
        As for :class:`Block`.

    Raises
    ------
    AssertionError
        The layout is neither.
    MXNetError
        `adj` is set, or `groups` does not divide the channels.
    ValueError
        In the first forward pass, for the layout 'NHWC'.

    Examples
    --------
    >>> layer = gluon.contrib.cnn.DeformableConvolution(2, kernel_size=(3, 3), padding=(1, 1))
    >>> layer.initialize(mx.init.One())
    >>> layer(nd.ones((1, 3, 5, 5))).shape
    (1, 2, 5, 5)
    """

    def __init__(
        self,
        channels: Int,
        kernel_size: Int | Sequence[Int] = (1, 1),
        strides: Int | Sequence[Int] = (1, 1),
        padding: Int | Sequence[Int] = (0, 0),
        dilation: Int | Sequence[Int] = (1, 1),
        groups: Int = 1,
        num_deformable_group: Int = 1,
        layout: Literal["NCHW", "NHWC"] | str = "NCHW",
        use_bias: bool = True,
        in_channels: Int = 0,
        activation: str | None = None,
        weight_initializer: Any = None,
        bias_initializer: str = "zeros",
        offset_weight_initializer: str = "zeros",
        offset_bias_initializer: str = "zeros",
        offset_use_bias: bool = True,
        op_name: str = "DeformableConvolution",
        adj: Any = None,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, num_deformable_group, layout, use_bias,
            in_channels, offset_use_bias, op_name, adj, prefix, params, per_tap=2,
        )  # fmt: skip
        with self.name_scope():
            self._add_offset(offset_weight_initializer, offset_bias_initializer)
            self._add_convolution(weight_initializer, bias_initializer)
            self._add_activation(activation)

    def hybrid_forward(self, F, x, offset_weight, deformable_conv_weight, offset_bias=None, deformable_conv_bias=None):
        return self._finish(
            F.contrib.DeformableConvolution,
            deformable_conv_bias,
            data=x,
            offset=self._offset(F, x, offset_weight, offset_bias),
            weight=deformable_conv_weight,
        )

    def _alias(self) -> str:
        return "deformable_conv"

    def __repr__(self) -> str:
        channels, known = self.deformable_conv_weight.shape[:2]
        return _describe(self, f"{known if known > 0 else None} -> {channels}", self._kwargs_deformable_conv)


class ModulatedDeformableConvolution(_Deformable):
    """A deformable convolution that also learns how much each place counts (Zhu et al., 2018).

    The weight of a place is between 0 and 2; it begins with 1.

    Input (batch, in_channels, height, width) gives (batch, channels, rows, columns), with the size of Conv2D's output.

    Parameters
    ----------
    channels, kernel_size, strides, padding, dilation, groups, num_deformable_group, layout
        As for :class:`DeformableConvolution`.
    use_bias, in_channels, activation, weight_initializer, bias_initializer
        As for :class:`DeformableConvolution`.
    offset_weight_initializer, offset_bias_initializer, offset_use_bias, op_name, adj
        As for :class:`DeformableConvolution`.
    prefix, params
        As for :class:`Block`.

    Raises
    ------
    AssertionError, MXNetError, ValueError
        As :class:`DeformableConvolution`.

    Examples
    --------
    >>> layer = gluon.contrib.cnn.ModulatedDeformableConvolution(2, kernel_size=(3, 3), padding=(1, 1))
    >>> layer.initialize(mx.init.One())
    >>> layer(nd.ones((1, 3, 5, 5))).shape
    (1, 2, 5, 5)
    """

    def __init__(
        self,
        channels: Any,
        kernel_size: Any = (1, 1),
        strides: Any = (1, 1),
        padding: Any = (0, 0),
        dilation: Any = (1, 1),
        groups: Float = 1,
        num_deformable_group: Float = 1,
        layout: str = "NCHW",
        use_bias: bool = True,
        in_channels: Float = 0,
        activation: Any = None,
        weight_initializer: Any = None,
        bias_initializer: str = "zeros",
        offset_weight_initializer: str = "zeros",
        offset_bias_initializer: str = "zeros",
        offset_use_bias: bool = True,
        op_name: str = "ModulatedDeformableConvolution",
        adj: Any = None,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(
            channels, kernel_size, strides, padding, dilation, groups, num_deformable_group, layout, use_bias,
            in_channels, offset_use_bias, op_name, adj, prefix, params, per_tap=3,
        )  # fmt: skip
        # Of the offsets' channels the first two thirds are offsets, the rest are weights.
        self.offset_split_index = self._kwargs_offset["num_filter"] // 3 * 2
        with self.name_scope():
            self._add_convolution(weight_initializer, bias_initializer)
            self._add_offset(offset_weight_initializer, offset_bias_initializer)
            self._add_activation(activation)

    def hybrid_forward(self, F, x, offset_weight, deformable_conv_weight, offset_bias=None, deformable_conv_bias=None):
        both = self._offset(F, x, offset_weight, offset_bias)
        offset = F.slice_axis(both, axis=1, begin=0, end=self.offset_split_index)
        mask = F.slice_axis(both, axis=1, begin=self.offset_split_index, end=None)
        return self._finish(
            F.contrib.ModulatedDeformableConvolution,
            deformable_conv_bias,
            data=x,
            offset=offset,
            mask=F.sigmoid(mask) * 2,
            weight=deformable_conv_weight,
        )

    def _alias(self) -> str:
        return "modulated_deformable_conv"

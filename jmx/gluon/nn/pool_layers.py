"""Pooling layers and padding. They belong to `conv_layers`, which exports them."""

from __future__ import annotations

from typing import Any

from ...base import numeric_types
from ..block import HybridBlock
from ..utils import _operator

__all__ = [
    "MaxPool1D", "MaxPool2D", "MaxPool3D", "AvgPool1D", "AvgPool2D", "AvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D",
    "GlobalMaxPool3D", "GlobalAvgPool1D", "GlobalAvgPool2D", "GlobalAvgPool3D", "ReflectionPad2D",
]  # fmt: skip

_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


def _each_axis(size, dims):
    return (size,) * dims if isinstance(size, numeric_types) else size


class _Pooling(HybridBlock):
    def __init__(
        self, pool_size, strides, padding, ceil_mode, global_pool, pool_type, layout, count_include_pad=None, **kwargs
    ) -> None:
        super().__init__(**kwargs)
        dims = len(pool_size)
        self._kwargs = {
            "kernel": pool_size,
            "stride": _each_axis(pool_size if strides is None else strides, dims),
            "pad": _each_axis(padding, dims),
            "global_pool": global_pool,
            "pool_type": pool_type,
            "layout": layout,
            "pooling_convention": "full" if ceil_mode else "valid",
        }
        if count_include_pad is not None:
            self._kwargs["count_include_pad"] = count_include_pad

    def _alias(self) -> str:
        return "pool"

    def hybrid_forward(self, F, x):
        return _operator(F, "Pooling", "pooling")(x, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return (
            "{}(size={kernel}, stride={stride}, padding={pad}, ceil_mode={}, global_pool={global_pool}, "
            "pool_type={pool_type}, layout={layout})"
        ).format(type(self).__name__, self._kwargs["pooling_convention"] == "full", **self._kwargs)


_DOC = """{text}, in {dims} dimension{plural}.

    Parameters
    ----------
    pool_size : int or tuple of {dims} int
        Size of the window.
    strides : int or tuple of {dims} int, optional
        Step of the window; by default its size.
    padding : int or tuple of {dims} int
        Put on both sides of the input.
    ceil_mode : bool
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {{{layouts}}}
        Order of the input's axes.
    {more}"""


def _document(text, dims, more=""):
    layouts = ", ".join(map(repr, _LAYOUTS[dims]))
    return _DOC.format(text=text, dims=dims, plural="s" * (dims > 1), layouts=layouts, more=more)


def _document_mean(dims):
    counts = "count_include_pad : bool\n        Whether padding counts in the mean.\n    "
    return _document("The mean of every window", dims, counts)


def _window(pool_size, dims, layout):
    """The size of the window along each axis."""
    supported = _LAYOUTS[dims]
    assert layout in supported, f"Only {' and '.join(supported)} layouts are valid for {dims}D pooling, but got {layout}"
    pool_size = _each_axis(pool_size, dims)
    assert len(pool_size) == dims, f"pool_size must be a number or a list of {dims} ints, but got {pool_size}"
    return pool_size


class MaxPool1D(_Pooling):
    __doc__ = _document("The largest entry of every window", 1)

    def __init__(self, pool_size=2, strides=None, padding=0, layout="NCW", ceil_mode=False, **kwargs):
        pool_size = _window(pool_size, 1, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool2D(_Pooling):
    __doc__ = _document("The largest entry of every window", 2)

    def __init__(self, pool_size=(2, 2), strides=None, padding=0, layout="NCHW", ceil_mode=False, **kwargs):
        pool_size = _window(pool_size, 2, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool3D(_Pooling):
    __doc__ = _document("The largest entry of every window", 3)

    def __init__(self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout="NCDHW", **kwargs):
        pool_size = _window(pool_size, 3, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class AvgPool1D(_Pooling):
    __doc__ = _document_mean(1)

    def __init__(self, pool_size=2, strides=None, padding=0, layout="NCW", ceil_mode=False, count_include_pad=True, **kwargs):
        pool_size = _window(pool_size, 1, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    __doc__ = _document_mean(2)

    def __init__(
        self, pool_size=(2, 2), strides=None, padding=0, ceil_mode=False, layout="NCHW", count_include_pad=True, **kwargs
    ):
        pool_size = _window(pool_size, 2, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    __doc__ = _document_mean(3)

    def __init__(
        self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout="NCDHW", count_include_pad=True, **kwargs
    ):
        pool_size = _window(pool_size, 3, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class GlobalMaxPool1D(_Pooling):
    """The largest entry of every channel, over all 1 dimension; layout 'NCW' or 'NWC'."""

    def __init__(self, layout="NCW", **kwargs):
        super().__init__(_window(1, 1, layout), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool2D(_Pooling):
    """The largest entry of every channel, over all 2 dimensions; layout 'NCHW' or 'NHWC'."""

    def __init__(self, layout="NCHW", **kwargs):
        super().__init__(_window(1, 2, layout), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool3D(_Pooling):
    """The largest entry of every channel, over all 3 dimensions; layout 'NCDHW' or 'NDHWC'."""

    def __init__(self, layout="NCDHW", **kwargs):
        super().__init__(_window(1, 3, layout), None, 0, True, True, "max", layout, **kwargs)


class GlobalAvgPool1D(_Pooling):
    """The mean of every channel, over all 1 dimension; layout 'NCW' or 'NWC'."""

    def __init__(self, layout="NCW", **kwargs):
        super().__init__(_window(1, 1, layout), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool2D(_Pooling):
    """The mean of every channel, over all 2 dimensions; layout 'NCHW' or 'NHWC'."""

    def __init__(self, layout="NCHW", **kwargs):
        super().__init__(_window(1, 2, layout), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool3D(_Pooling):
    """The mean of every channel, over all 3 dimensions; layout 'NCDHW' or 'NDHWC'."""

    def __init__(self, layout="NCDHW", **kwargs):
        super().__init__(_window(1, 3, layout), None, 0, True, True, "avg", layout, **kwargs)


class ReflectionPad2D(HybridBlock):
    """Pads height and width with the input's own reflection.

    Parameters
    ----------
    padding : int or tuple of 8 int
        How much on each side; a tuple gives begin and end for each axis of (N, C, H, W).
    """

    def __init__(self, padding=0, **kwargs):
        super().__init__(**kwargs)
        widths: Any = padding
        if isinstance(padding, numeric_types):
            widths = (0, 0, 0, 0, padding, padding, padding, padding)
        assert len(widths) == 8, f"padding must be a number or 8 numbers, but got {padding}"
        self._padding = widths

    def hybrid_forward(self, F, x):
        return _operator(F, "pad", "pad")(x, mode="reflect", pad_width=self._padding)

"""Pooling layers and padding. They belong to `conv_layers`, which exports them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ...base import numeric_types
from .._typed import Layer
from ..utils import _operator

if TYPE_CHECKING:
    from ..._typing import BlockKeywords, Int
    from ...ndarray.ndarray import NDArray
    from ...symbol.symbol import Symbol

__all__ = [
    "MaxPool1D", "MaxPool2D", "MaxPool3D", "AvgPool1D", "AvgPool2D", "AvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D",
    "GlobalMaxPool3D", "GlobalAvgPool1D", "GlobalAvgPool2D", "GlobalAvgPool3D", "ReflectionPad2D",
]  # fmt: skip

_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


def _each_axis(size: Any, dims: Any) -> Any:
    return (size,) * dims if isinstance(size, numeric_types) else size


class _Pooling(Layer):
    def __init__(
        self,
        pool_size: Any,
        strides: Any,
        padding: Any,
        ceil_mode: Any,
        global_pool: Any,
        pool_type: Any,
        layout: Any,
        count_include_pad: Any = None,
        **kwargs: Unpack[BlockKeywords],
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

    With layout '{layout}', input of shape (N, C, {axes}) gives (N, C, {axes}).
    An axis of size s becomes floor((s + 2 padding - pool_size) / strides) + 1, with `ceil_mode` rounded up.

    Parameters
    ----------
    pool_size : int or tuple of {dims} int, default 2
        Size of the window.
    strides : int or tuple of {dims} int, optional
        Step of the window; by default its size.
    padding : int or tuple of {dims} int, default 0
        Put on both sides of the input.
    ceil_mode : bool, default False
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {{{layouts}}}, default '{layout}'
        Order of the input's axes.
    {more}**kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    AssertionError
        Another layout, or a `pool_size` with the wrong number of entries.

    Examples
    --------
    >>> x = nd.arange({size}).reshape({shape})
    >>> gluon.nn.{name}{dims}D()(x).asnumpy().ravel()
    {result}
    >>> gluon.nn.{name}{dims}D(pool_size=3, strides=2, padding=1)(nd.zeros({large})).shape
    {small}
    """


def _document(dims, mean=False):
    text = "The mean of every window" if mean else "The largest entry of every window"
    more = "count_include_pad : bool, default True\n        Whether padding counts in the mean.\n    " if mean else ""
    size = 2 ** (dims + 1)  # two windows, one behind the other along the first axis of space
    half = size // 2
    values = [half / 2 - 0.5, half * 1.5 - 0.5] if mean else [half - 1.0, size - 1.0]
    result = "array([" + ", ".join(f"{value:>{len(str(values[1]))}}".replace(".0", ".") for value in values) + "], dtype=float32)"
    layouts = ", ".join(map(repr, _LAYOUTS[dims]))
    return _DOC.format(
        text=text, dims=dims, plural="s" * (dims > 1), layouts=layouts, layout=_LAYOUTS[dims][0], more=more, size=size,
        axes=("width", "height, width", "depth, height, width")[dims - 1], shape=(1, 1, 4, *(2,) * (dims - 1)),
        name="AvgPool" if mean else "MaxPool", result=result, large=(1, 2, *(8,) * dims), small=(1, 2, *(4,) * dims),
    )  # fmt: skip


def _window(pool_size, dims, layout):
    """The size of the window along each axis."""
    supported = _LAYOUTS[dims]
    assert layout in supported, f"Only {' and '.join(supported)} layouts are valid for {dims}D pooling, but got {layout}"
    pool_size = _each_axis(pool_size, dims)
    assert len(pool_size) == dims, f"pool_size must be a number or a list of {dims} ints, but got {pool_size}"
    return pool_size


class MaxPool1D(_Pooling):
    __doc__ = _document(1)

    def __init__(
        self,
        pool_size: Int | Sequence[Int] = 2,
        strides: Int | Sequence[Int] | None = None,
        padding: Int | Sequence[Int] = 0,
        layout: Literal["NCW", "NWC"] | str = "NCW",
        ceil_mode: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        pool_size = _window(pool_size, 1, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool2D(_Pooling):
    __doc__ = _document(2)

    def __init__(
        self,
        pool_size: Int | Sequence[Int] = (2, 2),
        strides: Int | Sequence[Int] | None = None,
        padding: Int | Sequence[Int] = 0,
        layout: Literal["NCHW", "NHWC"] | str = "NCHW",
        ceil_mode: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        pool_size = _window(pool_size, 2, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool3D(_Pooling):
    __doc__ = _document(3)

    def __init__(
        self,
        pool_size: Int | Sequence[Int] = (2, 2, 2),
        strides: Int | Sequence[Int] | None = None,
        padding: Int | Sequence[Int] = 0,
        ceil_mode: bool = False,
        layout: Literal["NCDHW", "NDHWC"] | str = "NCDHW",
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        pool_size = _window(pool_size, 3, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class AvgPool1D(_Pooling):
    __doc__ = _document(1, mean=True)

    def __init__(
        self,
        pool_size: Int | Sequence[Int] = 2,
        strides: Int | Sequence[Int] | None = None,
        padding: Int | Sequence[Int] = 0,
        layout: Literal["NCW", "NWC"] | str = "NCW",
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        pool_size = _window(pool_size, 1, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    __doc__ = _document(2, mean=True)

    def __init__(
        self,
        pool_size: Int | Sequence[Int] = (2, 2),
        strides: Int | Sequence[Int] | None = None,
        padding: Int | Sequence[Int] = 0,
        ceil_mode: bool = False,
        layout: Literal["NCHW", "NHWC"] | str = "NCHW",
        count_include_pad: bool = True,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        pool_size = _window(pool_size, 2, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    __doc__ = _document(3, mean=True)

    def __init__(
        self,
        pool_size: Int | Sequence[Int] = (2, 2, 2),
        strides: Int | Sequence[Int] | None = None,
        padding: Int | Sequence[Int] = 0,
        ceil_mode: bool = False,
        layout: Literal["NCDHW", "NDHWC"] | str = "NCDHW",
        count_include_pad: bool = True,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        pool_size = _window(pool_size, 3, layout)
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class GlobalMaxPool1D(_Pooling):
    """The largest entry of every channel, over all 1 dimension; layout 'NCW' or 'NWC'.

    Input (N, C, W) gives (N, C, 1).

    Parameters
    ----------
    layout : {'NCW', 'NWC'}, default 'NCW'
        Order of the input's axes.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.GlobalMaxPool1D()(nd.array([[[1, 5, 2]]])).asnumpy()
    array([[[5.]]], dtype=float32)
    """

    def __init__(self, layout: Literal["NCW", "NWC"] | str = "NCW", **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(_window(1, 1, layout), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool2D(_Pooling):
    """The largest entry of every channel, over all 2 dimensions; layout 'NCHW' or 'NHWC'.

    Input (N, C, H, W) gives (N, C, 1, 1).

    Parameters
    ----------
    layout : {'NCHW', 'NHWC'}, default 'NCHW'
        Order of the input's axes.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.GlobalMaxPool2D()(nd.arange(8).reshape((1, 2, 2, 2))).asnumpy().ravel()
    array([3., 7.], dtype=float32)
    """

    def __init__(self, layout: Literal["NCHW", "NHWC"] | str = "NCHW", **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(_window(1, 2, layout), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool3D(_Pooling):
    """The largest entry of every channel, over all 3 dimensions; layout 'NCDHW' or 'NDHWC'.

    Input (N, C, D, H, W) gives (N, C, 1, 1, 1).

    Parameters
    ----------
    layout : {'NCDHW', 'NDHWC'}, default 'NCDHW'
        Order of the input's axes.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.GlobalMaxPool3D()(nd.ones((2, 3, 4, 4, 4))).shape
    (2, 3, 1, 1, 1)
    """

    def __init__(self, layout: Literal["NCDHW", "NDHWC"] | str = "NCDHW", **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(_window(1, 3, layout), None, 0, True, True, "max", layout, **kwargs)


class GlobalAvgPool1D(_Pooling):
    """The mean of every channel, over all 1 dimension; layout 'NCW' or 'NWC'.

    Input (N, C, W) gives (N, C, 1).

    Parameters
    ----------
    layout : {'NCW', 'NWC'}, default 'NCW'
        Order of the input's axes.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.GlobalAvgPool1D()(nd.array([[[1, 5, 3]]])).asnumpy()
    array([[[3.]]], dtype=float32)
    """

    def __init__(self, layout: Literal["NCW", "NWC"] | str = "NCW", **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(_window(1, 1, layout), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool2D(_Pooling):
    """The mean of every channel, over all 2 dimensions; layout 'NCHW' or 'NHWC'.

    Input (N, C, H, W) gives (N, C, 1, 1).

    Parameters
    ----------
    layout : {'NCHW', 'NHWC'}, default 'NCHW'
        Order of the input's axes.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.GlobalAvgPool2D()(nd.arange(8).reshape((1, 2, 2, 2))).asnumpy().ravel()
    array([1.5, 5.5], dtype=float32)
    """

    def __init__(self, layout: Literal["NCHW", "NHWC"] | str = "NCHW", **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(_window(1, 2, layout), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool3D(_Pooling):
    """The mean of every channel, over all 3 dimensions; layout 'NCDHW' or 'NDHWC'.

    Input (N, C, D, H, W) gives (N, C, 1, 1, 1).

    Parameters
    ----------
    layout : {'NCDHW', 'NDHWC'}, default 'NCDHW'
        Order of the input's axes.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.GlobalAvgPool3D()(nd.ones((2, 3, 4, 4, 4))).shape
    (2, 3, 1, 1, 1)
    """

    def __init__(self, layout: Literal["NCDHW", "NDHWC"] | str = "NCDHW", **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(_window(1, 3, layout), None, 0, True, True, "avg", layout, **kwargs)


class ReflectionPad2D(Layer):
    """Pads height and width with the input's own reflection.

    Input (N, C, H, W) gives (N, C, H + 2 padding, W + 2 padding). The edge itself is not repeated.

    Parameters
    ----------
    padding : int or tuple of 8 int, default 0
        How much on each side; a tuple gives begin and end for each axis of (N, C, H, W).
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> gluon.nn.ReflectionPad2D(1)(nd.arange(4).reshape((1, 1, 2, 2))).asnumpy()[0, 0]
    array([[3., 2., 3., 2.],
           [1., 0., 1., 0.],
           [3., 2., 3., 2.],
           [1., 0., 1., 0.]], dtype=float32)
    """

    def __init__(self, padding: Int | Sequence[Int] = 0, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        widths: Any = padding
        if isinstance(padding, numeric_types):
            widths = (0, 0, 0, 0, padding, padding, padding, padding)
        assert len(widths) == 8, f"padding must be a number or 8 numbers, but got {padding}"
        self._padding = widths

    def hybrid_forward(self, F, x) -> NDArray | Symbol:
        return _operator(F, "pad", "pad")(x, mode="reflect", pad_width=self._padding)

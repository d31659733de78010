# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, Unpack
from jmx._typing import BlockKeywords, Int
from jmx.gluon._typed import Layer as Layer

def _each_axis(size: Any, dims: Any) -> Any: ...
class _Pooling(Layer):
    def __init__(self, pool_size: Any, strides: Any, padding: Any, ceil_mode: Any, global_pool: Any, pool_type: Any, layout: Any, count_include_pad: Any = None, **kwargs: Unpack[BlockKeywords]) -> None: ...
    def _alias(self) -> str: ...
    _kwargs: Any
class MaxPool1D(_Pooling):
    """The largest entry of every window, in 1 dimension.

    With layout 'NCW', input of shape (N, C, width) gives (N, C, width).
    An axis of size s becomes floor((s + 2 padding - pool_size) / strides) + 1, with `ceil_mode` rounded up.

    Parameters
    ----------
    pool_size : int or tuple of 1 int, default 2
        Size of the window.
    strides : int or tuple of 1 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 1 int, default 0
        Put on both sides of the input.
    ceil_mode : bool, default False
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCW', 'NWC'}, default 'NCW'
        Order of the input's axes.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    AssertionError
        Another layout, or a `pool_size` with the wrong number of entries.

    Examples
    --------
    >>> x = nd.arange(4).reshape((1, 1, 4))
    >>> gluon.nn.MaxPool1D()(x).asnumpy().ravel()
    array([1., 3.], dtype=float32)
    >>> gluon.nn.MaxPool1D(pool_size=3, strides=2, padding=1)(nd.zeros((1, 2, 8))).shape
    (1, 2, 4)
    """
    def __init__(self, pool_size: Int | Sequence[Int] = 2, strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, layout: Literal['NCW', 'NWC'] | str = 'NCW', ceil_mode: bool = False, **kwargs: Unpack[BlockKeywords]) -> None: ...
class MaxPool2D(_Pooling):
    """The largest entry of every window, in 2 dimensions.

    Parameters and errors as those of MaxPool1D.

    Examples
    --------
    >>> x = nd.arange(8).reshape((1, 1, 4, 2))
    >>> gluon.nn.MaxPool2D()(x).asnumpy().ravel()
    array([3., 7.], dtype=float32)
    >>> gluon.nn.MaxPool2D(pool_size=3, strides=2, padding=1)(nd.zeros((1, 2, 8, 8))).shape
    (1, 2, 4, 4)
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, layout: Literal['NCHW', 'NHWC'] | str = 'NCHW', ceil_mode: bool = False, **kwargs: Unpack[BlockKeywords]) -> None: ...
class MaxPool3D(_Pooling):
    """The largest entry of every window, in 3 dimensions.

    Parameters and errors as those of MaxPool1D.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 2, 2))
    >>> gluon.nn.MaxPool3D()(x).asnumpy().ravel()
    array([ 7., 15.], dtype=float32)
    >>> gluon.nn.MaxPool3D(pool_size=3, strides=2, padding=1)(nd.zeros((1, 2, 8, 8, 8))).shape
    (1, 2, 4, 4, 4)
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, ceil_mode: bool = False, layout: Literal['NCDHW', 'NDHWC'] | str = 'NCDHW', **kwargs: Unpack[BlockKeywords]) -> None: ...
class AvgPool1D(_Pooling):
    """The mean of every window, in 1 dimension.

    With layout 'NCW', input of shape (N, C, width) gives (N, C, width).
    An axis of size s becomes floor((s + 2 padding - pool_size) / strides) + 1, with `ceil_mode` rounded up.

    Parameters
    ----------
    pool_size : int or tuple of 1 int, default 2
        Size of the window.
    strides : int or tuple of 1 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 1 int, default 0
        Put on both sides of the input.
    ceil_mode : bool, default False
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCW', 'NWC'}, default 'NCW'
        Order of the input's axes.
    count_include_pad : bool, default True
        Whether padding counts in the mean.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    AssertionError
        Another layout, or a `pool_size` with the wrong number of entries.

    Examples
    --------
    >>> x = nd.arange(4).reshape((1, 1, 4))
    >>> gluon.nn.AvgPool1D()(x).asnumpy().ravel()
    array([0.5, 2.5], dtype=float32)
    >>> gluon.nn.AvgPool1D(pool_size=3, strides=2, padding=1)(nd.zeros((1, 2, 8))).shape
    (1, 2, 4)
    """
    def __init__(self, pool_size: Int | Sequence[Int] = 2, strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, layout: Literal['NCW', 'NWC'] | str = 'NCW', ceil_mode: bool = False, count_include_pad: bool = True, **kwargs: Unpack[BlockKeywords]) -> None: ...
class AvgPool2D(_Pooling):
    """The mean of every window, in 2 dimensions.

    Parameters and errors as those of AvgPool1D.

    Examples
    --------
    >>> x = nd.arange(8).reshape((1, 1, 4, 2))
    >>> gluon.nn.AvgPool2D()(x).asnumpy().ravel()
    array([1.5, 5.5], dtype=float32)
    >>> gluon.nn.AvgPool2D(pool_size=3, strides=2, padding=1)(nd.zeros((1, 2, 8, 8))).shape
    (1, 2, 4, 4)
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, ceil_mode: bool = False, layout: Literal['NCHW', 'NHWC'] | str = 'NCHW', count_include_pad: bool = True, **kwargs: Unpack[BlockKeywords]) -> None: ...
class AvgPool3D(_Pooling):
    """The mean of every window, in 3 dimensions.

    Parameters and errors as those of AvgPool1D.

    Examples
    --------
    >>> x = nd.arange(16).reshape((1, 1, 4, 2, 2))
    >>> gluon.nn.AvgPool3D()(x).asnumpy().ravel()
    array([ 3.5, 11.5], dtype=float32)
    >>> gluon.nn.AvgPool3D(pool_size=3, strides=2, padding=1)(nd.zeros((1, 2, 8, 8, 8))).shape
    (1, 2, 4, 4, 4)
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, ceil_mode: bool = False, layout: Literal['NCDHW', 'NDHWC'] | str = 'NCDHW', count_include_pad: bool = True, **kwargs: Unpack[BlockKeywords]) -> None: ...
class GlobalMaxPool1D(_Pooling):
    def __init__(self, layout: Literal['NCW', 'NWC'] | str = 'NCW', **kwargs: Unpack[BlockKeywords]) -> None: ...
class GlobalMaxPool2D(_Pooling):
    def __init__(self, layout: Literal['NCHW', 'NHWC'] | str = 'NCHW', **kwargs: Unpack[BlockKeywords]) -> None: ...
class GlobalMaxPool3D(_Pooling):
    def __init__(self, layout: Literal['NCDHW', 'NDHWC'] | str = 'NCDHW', **kwargs: Unpack[BlockKeywords]) -> None: ...
class GlobalAvgPool1D(_Pooling):
    def __init__(self, layout: Literal['NCW', 'NWC'] | str = 'NCW', **kwargs: Unpack[BlockKeywords]) -> None: ...
class GlobalAvgPool2D(_Pooling):
    def __init__(self, layout: Literal['NCHW', 'NHWC'] | str = 'NCHW', **kwargs: Unpack[BlockKeywords]) -> None: ...
class GlobalAvgPool3D(_Pooling):
    def __init__(self, layout: Literal['NCDHW', 'NDHWC'] | str = 'NCDHW', **kwargs: Unpack[BlockKeywords]) -> None: ...
class ReflectionPad2D(Layer):
    def __init__(self, padding: Int | Sequence[Int] = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
__all__ = ['AvgPool1D', 'AvgPool2D', 'AvgPool3D', 'GlobalAvgPool1D', 'GlobalAvgPool2D', 'GlobalAvgPool3D', 'GlobalMaxPool1D', 'GlobalMaxPool2D', 'GlobalMaxPool3D', 'MaxPool1D', 'MaxPool2D', 'MaxPool3D', 'ReflectionPad2D']

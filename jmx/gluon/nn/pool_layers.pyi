# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx._typing import ArrayT, Int
from jmx.gluon.parameter_dict import ParameterDict
from jmx.gluon.block import HybridBlock as HybridBlock

def _each_axis(size: Any, dims: Any) -> Any: ...
class _Pooling(HybridBlock):
    def __init__(self, pool_size: Any, strides: Any, padding: Any, ceil_mode: Any, global_pool: Any, pool_type: Any, layout: Any, count_include_pad: Any = None, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def _alias(self) -> str: ...
    _kwargs: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
class MaxPool1D(_Pooling):
    """The largest entry of every window, in 1 dimension.

    Parameters
    ----------
    pool_size : int or tuple of 1 int
        Size of the window.
    strides : int or tuple of 1 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 1 int
        Put on both sides of the input.
    ceil_mode : bool
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCW', 'NWC'}
        Order of the input's axes.
    """
    def __init__(self, pool_size: Int | Sequence[Int] = 2, strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, layout: Literal["NCW", "NWC"] | str = 'NCW', ceil_mode: bool = False, *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class MaxPool2D(_Pooling):
    """The largest entry of every window, in 2 dimensions.

    Parameters
    ----------
    pool_size : int or tuple of 2 int
        Size of the window.
    strides : int or tuple of 2 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 2 int
        Put on both sides of the input.
    ceil_mode : bool
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCHW', 'NHWC'}
        Order of the input's axes.
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, layout: Literal["NCHW", "NHWC"] | str = 'NCHW', ceil_mode: bool = False, *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class MaxPool3D(_Pooling):
    """The largest entry of every window, in 3 dimensions.

    Parameters
    ----------
    pool_size : int or tuple of 3 int
        Size of the window.
    strides : int or tuple of 3 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 3 int
        Put on both sides of the input.
    ceil_mode : bool
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCDHW', 'NDHWC'}
        Order of the input's axes.
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, ceil_mode: bool = False, layout: Literal["NCDHW", "NDHWC"] | str = 'NCDHW', *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class AvgPool1D(_Pooling):
    """The mean of every window, in 1 dimension.

    Parameters
    ----------
    pool_size : int or tuple of 1 int
        Size of the window.
    strides : int or tuple of 1 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 1 int
        Put on both sides of the input.
    ceil_mode : bool
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCW', 'NWC'}
        Order of the input's axes.
    count_include_pad : bool
        Whether padding counts in the mean.
    """
    def __init__(self, pool_size: Int | Sequence[Int] = 2, strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, layout: Literal["NCW", "NWC"] | str = 'NCW', ceil_mode: bool = False, count_include_pad: bool = True, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class AvgPool2D(_Pooling):
    """The mean of every window, in 2 dimensions.

    Parameters
    ----------
    pool_size : int or tuple of 2 int
        Size of the window.
    strides : int or tuple of 2 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 2 int
        Put on both sides of the input.
    ceil_mode : bool
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCHW', 'NHWC'}
        Order of the input's axes.
    count_include_pad : bool
        Whether padding counts in the mean.
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, ceil_mode: bool = False, layout: Literal["NCHW", "NHWC"] | str = 'NCHW', count_include_pad: bool = True, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class AvgPool3D(_Pooling):
    """The mean of every window, in 3 dimensions.

    Parameters
    ----------
    pool_size : int or tuple of 3 int
        Size of the window.
    strides : int or tuple of 3 int, optional
        Step of the window; by default its size.
    padding : int or tuple of 3 int
        Put on both sides of the input.
    ceil_mode : bool
        Let the last window reach over the edge, instead of leaving out what fills no window.
    layout : {'NCDHW', 'NDHWC'}
        Order of the input's axes.
    count_include_pad : bool
        Whether padding counts in the mean.
    """
    def __init__(self, pool_size: Int | Sequence[Int] = (2, 2, 2), strides: Int | Sequence[Int] | None = None, padding: Int | Sequence[Int] = 0, ceil_mode: bool = False, layout: Literal["NCDHW", "NDHWC"] | str = 'NCDHW', count_include_pad: bool = True, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class GlobalMaxPool1D(_Pooling):
    def __init__(self, layout: str = 'NCW', *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class GlobalMaxPool2D(_Pooling):
    def __init__(self, layout: str = 'NCHW', *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class GlobalMaxPool3D(_Pooling):
    def __init__(self, layout: str = 'NCDHW', *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class GlobalAvgPool1D(_Pooling):
    def __init__(self, layout: str = 'NCW', *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class GlobalAvgPool2D(_Pooling):
    def __init__(self, layout: str = 'NCHW', *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class GlobalAvgPool3D(_Pooling):
    def __init__(self, layout: str = 'NCDHW', *, count_include_pad: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class ReflectionPad2D(HybridBlock):
    def __init__(self, padding: Int | Sequence[Int] = 0, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def __call__(self, x: ArrayT) -> ArrayT: ...
__all__ = ['AvgPool1D', 'AvgPool2D', 'AvgPool3D', 'GlobalAvgPool1D', 'GlobalAvgPool2D', 'GlobalAvgPool3D', 'GlobalMaxPool1D', 'GlobalMaxPool2D', 'GlobalMaxPool3D', 'MaxPool1D', 'MaxPool2D', 'MaxPool3D', 'ReflectionPad2D']

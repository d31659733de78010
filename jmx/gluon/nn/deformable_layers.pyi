# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx._typing import ArrayT, Float, Int
from jmx.gluon.parameter_dict import ParameterDict
from jmx.base import MXNetError as MXNetError
from jmx.gluon.block import HybridBlock as HybridBlock
from jmx.gluon.nn.activations import Activation as Activation

class _Deformable(HybridBlock):
    _operators: Any
    def __init__(self, channels: Any, kernel_size: Any, strides: Any, padding: Any, dilation: Any, groups: Any, num_deformable_group: Any, layout: Any, use_bias: Any, in_channels: Any, offset_use_bias: Any, op_name: Any, adj: Any, prefix: str | None, params: ParameterDict | None, per_tap: Any) -> None: ...
    def _finish(self, convolve: Any, bias: Any, **inputs: Any) -> Any: ...
    _op_name: Any
    _in_channels: Any
    _channels: Any
    offset_weight: Any
    offset_bias: Any
    deformable_conv_weight: Any
    deformable_conv_bias: Any
    act: Any
class DeformableConvolution(_Deformable):
    def __init__(self, channels: Int, kernel_size: Int | Sequence[Int] = (1, 1), strides: Int | Sequence[Int] = (1, 1), padding: Int | Sequence[Int] = (0, 0), dilation: Int | Sequence[Int] = (1, 1), groups: Int = 1, num_deformable_group: Int = 1, layout: Literal['NCHW', 'NHWC'] | str = 'NCHW', use_bias: bool = True, in_channels: Int = 0, activation: str | None = None, weight_initializer: Any = None, bias_initializer: str = 'zeros', offset_weight_initializer: str = 'zeros', offset_bias_initializer: str = 'zeros', offset_use_bias: bool = True, op_name: str = 'DeformableConvolution', adj: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def _alias(self) -> str: ...
    def __call__(self, x: ArrayT) -> ArrayT: ...
class ModulatedDeformableConvolution(_Deformable):
    def __init__(self, channels: Any, kernel_size: Any = (1, 1), strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: Float = 1, num_deformable_group: Float = 1, layout: str = 'NCHW', use_bias: bool = True, in_channels: Float = 0, activation: Any = None, weight_initializer: Any = None, bias_initializer: str = 'zeros', offset_weight_initializer: str = 'zeros', offset_bias_initializer: str = 'zeros', offset_use_bias: bool = True, op_name: str = 'ModulatedDeformableConvolution', adj: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def _alias(self) -> str: ...
    offset_split_index: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
__all__ = ['DeformableConvolution', 'ModulatedDeformableConvolution']
